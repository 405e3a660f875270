"""Cards that a variant adds: how they are said, what is refused, and that everything knows them as it knows printed ones."""

import json

import numpy as np
import polars as pl
import pytest
from soak import share

from seti_sim.seti import Game, players
from seti_sim.seti.batch import play_games
from seti_sim.seti.rules import RuleError, RuleSet
from seti_sim.seti.rules.compile import UNKNOWN, UNKNOWN_OF_SPECIES
from seti_sim.seti.rules.describe import describe
from seti_sim.seti.rules.tree import printed_numbers, printed_tree
from seti_sim.simulate import prepare, run
from seti_sim.tables import open_run

from .judging import apart

WHOLE = {
    "name": "Blank", "cost": 1, "corner": {"data": 1}, "sector": "red", "income": "card", "play": [{"do": "gain", "vp": 4}],
}  # fmt: skip


def new(**cards):
    return {"new": {"cards": {name.replace("_", "-"): card for name, card in cards.items()}}}


def refusal(variant):
    with pytest.raises(RuleError) as caught:
        RuleSet.load(variant)
    text = str(caught.value)
    assert "\n" not in text and text.startswith("variant: ")
    return text


# ---------------------------------------------------------------------------------------------- how they are said


def test_a_whole_card_stands_in_the_tree_as_if_printed():
    rules = RuleSet.load(new(blank=WHOLE))
    assert rules.tree["cards"] == {**printed_tree()["cards"], "blank": WHOLE}
    assert rules.card_ids == (*RuleSet.load().card_ids, "blank")
    assert rules.changes() == [("cards.blank", None, WHOLE)]
    assert describe(rules, "Blank") == "blank  Blank\nCost 1; corner 1 data; red sector; income 1 card\nGain 4 points."
    assert rules.fingerprint != RuleSet.load().fingerprint


def test_a_copy_has_what_is_printed_but_for_what_it_says():
    rules = RuleSet.load(new(my_laser={"copy_of": "Square Kilometre Array", "cost": 1}))
    card, printed = rules.tree["cards"]["my-laser"], printed_tree()["cards"]["base-050"]
    assert card == {**printed, "cost": 1, "copy_of": "base-050", "name": "My laser"}
    assert describe(rules, "my-laser").splitlines()[:2] == [
        "my-laser  My laser", "New, made from Square Kilometre Array (base-050)",
    ]  # fmt: skip


def test_a_copy_begins_with_what_the_variant_makes_of_the_card():
    rules = RuleSet.load({"cards": {"base-050": {"cost": 0}}, **new(my_laser={"copy_of": "base-050"})})
    assert rules.tree["cards"]["my-laser"]["cost"] == 0


def test_a_copy_of_a_mission_can_do_without_it():
    card = RuleSet.load(new(quiet={"copy_of": "base-005", "mission": {}})).tree["cards"]["quiet"]
    assert "mission" not in card and card["play"] == printed_tree()["cards"]["base-005"]["play"]


def test_several_copies_have_ids_and_names_of_their_own():
    rules = RuleSet.load(new(my_laser={**WHOLE, "name": "My Laser", "count": 3}))
    assert rules.card_ids[-3:] == ("my-laser", "my-laser-2", "my-laser-3")
    assert list(rules.card_names.values())[-3:] == ["My Laser", "My Laser (2)", "My Laser (3)"]


def test_what_stands_at_the_address_of_the_tree_is_said_of_all_copies():
    """So that an address that `check` names is one that a sweep can set."""
    variant = new(my_laser={"copy_of": "base-050", "count": 2}) | {"cards": {"my-laser": {"cost": 0}, "base-001": {"cost": 1}}}
    rules = RuleSet.load(variant)
    assert [rules.tree["cards"][card]["cost"] for card in ("my-laser", "my-laser-2", "base-001")] == [0, 0, 1]
    assert variant["cards"]["my-laser"] == {"cost": 0}  # what was handed in stays


def test_the_order_in_a_file_makes_no_difference():
    one, other = new(a=WHOLE, b={**WHOLE, "name": "B"}), new(b={**WHOLE, "name": "B"}, a=WHOLE)
    assert RuleSet.load(one).card_ids == RuleSet.load(other).card_ids
    assert RuleSet.load(one) == RuleSet.load(other)


def test_a_new_card_may_stay_in_the_box():
    rules = RuleSet.load(new(blank=WHOLE) | {"setup": {"without": ["Blank"]}})
    assert rules.compiled.tables["left_out"][-1] == 1


def test_a_card_of_a_species_goes_to_its_deck():
    rules = RuleSet.load(new(eleventh={"copy_of": "anomaly-09"}))
    of = rules.species_ids.index("anomalies")
    deck = rules.compiled.tables["species_card"][16 * of :][: rules.compiled.tables["species_n_cards"][of]]
    assert rules.card_ids[deck[-1]] == "eleventh" and len(deck) == 11


# ---------------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        (new(), "new.cards = {}: expected tables of new components, each with an id of its own"),
        ({"new": {}}, "new = {}: expected tables of new components: cards"),
        ({"new": {"cads": {"a": WHOLE}}}, "new.cads = { a = { name = …: expected one of cards, species, techs, gold_tiles, objectives, rival_cards (did you mean cards?)"),
        ({"new": {"cards": {"My laser": WHOLE}}}, 'new.cards."My laser" = …: expected an id of small letters, digits and single '
         "dashes, at most 40, as my-laser"),
        (new(base_050=WHOLE), "new.cards.base-050 = …: expected an id of its own, and base-050 is there already"),
        (new(a=3), "new.cards.a = 3: expected a table"),
        (new(a={**WHOLE, "name": "Arecibo Observatory"}), 'new.cards.a.name = "Arecibo Observatory": expected a name that no other '
         "has, as base-055 does"),
        (new(a={"copy_of": "base-55"}), 'new.cards.a.copy_of = "base-55": expected the id or name of one of the cards (did you mean '
         "base-055 or base-135 or base-125?)"),
        (new(a={**WHOLE, "count": 0}), "new.cards.a.count = 0: expected a whole number from 1 to 250"),
        (new(a={**WHOLE, "count": 58}), "new.cards = { … = 58 }: expected at most 57 new cards: the engine has room for 250, 193 are "
         "printed"),
        (new(a={**WHOLE, "count": 2}, a_2={**WHOLE, "name": "B"}), "new.cards.a-2 = …: expected an id of its own, and a-2 is there "
         "already"),
        (new(a={**WHOLE, "cost": -2}), "new.cards.a.cost = -2: expected a whole number from 0 to 14"),
        (new(a={"name": "A"}), "new.cards.a.cost = (missing): expected a value"),
        (new(a={**WHOLE, "play": [{"do": "scam"}]}), 'new.cards.a.play[0].do = "scam": expected a verb that the engine does (did you '
         "mean scan?)"),
        (new(a={**WHOLE, "colour": "red"}), 'new.cards.a.colour = "red": expected one of the keys '),
        (new(a={"copy_of": "base-005", "endgame": {"vp": 1, "per": {"craft": 1}}}), "new.cards.a.mission = …: expected at most one "
         "of mission, triggers, endgame, message, secret"),
        (new(*[], **{f"a{n}": {"copy_of": "anomaly-01", "count": 1} for n in range(7)}), 'new.cards.a0.species = "anomalies": '
         "expected at most 16 cards of one species"),
    ],
)  # fmt: skip
def test_what_is_refused_in_one_line(variant, text):
    said = refusal(variant).removeprefix("variant: ")
    for part in text.split("…"):
        assert part in said
        said = said.partition(part)[2]


# ---------------------------------------------------------------------------------------------- who knows them


def test_to_learned_players_a_copy_is_the_printed_card_and_others_an_average_one():
    variant = new(copy={"copy_of": "base-050"}, fresh=WHOLE, kin={**WHOLE, "name": "Kin", "species": "anomalies"})
    numbers = RuleSet.load(variant).compiled.tables["card_as"]
    assert numbers[:193] == list(range(193))
    assert numbers[193:] == [printed_numbers()["base-050"], UNKNOWN, UNKNOWN_OF_SPECIES]


def test_an_average_card_is_the_mean_of_the_printed_ones():
    from seti_sim.seti.players.policynet import Network, with_average_cards

    net = players.get("learned").net
    before, after = (Network.of(numbers) for numbers in (np.frombuffer(net, np.int32), with_average_cards(net)))
    species = np.array(["species" in card for card in printed_tree()["cards"].values()])
    for name, start in (("first", before.inputs), ("value_first", before.inputs), ("options", 0), ("constant", 0)):
        for place in range(3):
            block = slice(start + 256 * place, start + 256 * (place + 1))
            was, now = before.weights[name][block], after.weights[name][block]
            assert np.array_equal(np.delete(was, [UNKNOWN, UNKNOWN_OF_SPECIES], axis=0),
                                  np.delete(now, [UNKNOWN, UNKNOWN_OF_SPECIES], axis=0))  # fmt: skip
            step = 0.51 / 2**9
            assert np.allclose(now[UNKNOWN], was[:193][~species].mean(axis=0), atol=step)
            assert np.allclose(now[UNKNOWN_OF_SPECIES], was[:193][species].mean(axis=0), atol=step)


@pytest.mark.parametrize("policy", ["learned", "greedy", "random", "missionary", "lookahead[deals=1]"])
def test_players_play_a_deck_of_new_cards(policy):
    """Fifty-seven more of 138, so that every hand has some."""
    known = ("base-050", "base-005", "base-001", "base-038", "base-055")
    cards = {f"like-{card}": {"copy_of": card, "count": 8} for card in known} | {"blank": {**WHOLE, "count": 17}}
    rules = RuleSet.load({"new": {"cards": cards}})
    games = 1 if policy.startswith("look") else 3
    batch = play_games(rules, players=3, seed=5, first=0, count=games, policies=[players.get(policy)])
    played = {rules.card_ids[row["item"]] for row in batch.log if row["item"] < len(rules.card_ids)}
    assert len(batch.seats["score"]) == 3 * games and any(card.startswith("like-") for card in played)


def test_a_learned_player_takes_a_copy_for_the_original():
    """In two games that differ in nothing but that the one card is the other: the same decisions."""
    rules = RuleSet.load(new(twin={"copy_of": "base-050"}))
    text = json.dumps(Game.new(rules, players=2, seed=3).to_json())
    held = json.loads(text)["seats"]["P1"]["hand"][0]
    assert held not in ("twin", "base-050")
    policy = players.get("learned")

    def decisions(card):
        game = Game.from_json(rules, json.loads(text.replace(held, "?").replace(card, held).replace("?", card)))
        lines = []
        while not game.is_over and len(lines) < 200:
            action = policy.choose(game)
            lines.append(str(action).replace(card, "the card").replace({"twin": "base-050"}.get(card, "twin"), "the other"))
            game.apply(action)
        return lines

    twin = decisions("twin")
    assert twin == decisions("base-050") and any("the card" in line for line in twin)


def test_a_run_has_their_ids_in_tables_and_goes_on(tmp_path):
    variant = new(my_laser={**WHOLE, "name": "My Laser", "count": 3})
    plan = prepare(players=3, games=30, policies="greedy", seed=2, variant=variant)
    part = prepare(players=3, games=20, policies="greedy", seed=2, variant=variant)
    run(part, tmp_path / "a")
    run(plan, tmp_path / "a")
    run(plan, tmp_path / "b")
    one, other = (open_run(tmp_path / name) for name in "ab")
    assert one.cards.collect().equals(other.cards.collect())
    seen = set(one.cards.collect().get_column("card_id").cast(pl.String))
    assert {"my-laser", "my-laser-2", "my-laser-3"} <= seen
    assert one.config["names"]["card"]["my-laser-2"] == "My Laser (2)"


def test_all_other_cards_lie_as_they_lay_without_it():
    """So that games with and without it are pairs."""
    decks = []
    for rules in (RuleSet.load(), RuleSet.load(new(my_laser={**WHOLE, "count": 9}))):
        decks.append(Game.new(rules, players=4, seed=6, game=2).to_json()["deck"])
    both = set(decks[0]) & set(decks[1])
    assert len(both) > 80 and [c for c in decks[0] if c in both] == [c for c in decks[1] if c in both]


def test_a_record_of_a_game_is_replayed():
    rules = RuleSet.load(new(my_laser={**WHOLE, "count": 57, "cost": 0}))
    game, policy = Game.new(rules, players=2, seed=4), players.get("greedy")
    while not game.is_over:
        game.apply(policy.choose(game))
    text = game.record()
    assert "play my-laser" in text
    assert Game.replay(rules, text).scores() == game.scores()


# ---------------------------------------------------------------------------------------------- at random


def test_some_random_new_cards(tmp_path):
    found = apart("new_cards", tmp_path, 0, 40)
    assert found["played"] > 8 and found["refused"] > 8


@pytest.mark.soak
@pytest.mark.parametrize("policy", ["random", "greedy", "learned"])
def test_many_random_new_cards(tmp_path, policy):
    assert apart("new_cards", tmp_path, 1000, 1500, policy)["played"] > 100


def test_a_deck_of_two_hundred_random_cards(tmp_path):
    """What cannot be obeyed is refused in a line that names the card; without those cards the deck is played."""
    found = apart("new_cards", tmp_path, 0, 1, "decks", "greedy")
    assert found["played"] == 1 and found["cards"] + found["cards refused"] == 200 and found["cards"] > 150


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_many_decks_of_two_hundred_random_cards(tmp_path, part, record_property):
    """Five hundred decks, played by `random`, `greedy` and `learned`, two to four of each."""
    count = share(125)
    found = apart("new_cards", tmp_path, 1000 * part + 1, 1000 * part + 1 + count, "decks", "random", "greedy", "learned")
    record_property("told", f"Decks of 200 random cards: {found}")
    assert found["cards"] + found["cards refused"] == 200 * count
    assert found["played"] + found.get("endless", 0) == count and found["played"] > count // 2
