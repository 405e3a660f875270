"""What a variant adds besides cards, takes away and leaves in the box, and what seats begin with."""

import re

import pytest

from seti_sim.core.errors import RunError
from seti_sim.seti import Game, players
from seti_sim.seti.batch import play_games
from seti_sim.seti.rules import RuleError, RuleSet
from seti_sim.seti.rules.describe import describe, describe_new
from seti_sim.seti.rules.tree import printed_tree
from seti_sim.seti.seats import FIFTH
from seti_sim.simulate import prepare

SPACE = {"reward": [{"do": "gain", "vp": 5}, {"do": "draw", "n": 1, "from": "species"}]}
SLEEPERS = {
    "new": {
        "species": {
            "sleepers": {
                "cards_per_discovery_marker": 1, "face_up_cards": 1,
                "board": {
                    kind: [SPACE, {"reward": [{"do": "gain", "vp": 3}], "capacity": "any"}]
                    for kind in ("signal", "lander", "analysis")
                },
            }
        },
        "cards": {"yawn": {"copy_of": "anomaly-09", "species": "sleepers", "count": 8}},
    }
}  # fmt: skip


def refusal(variant):
    with pytest.raises(RuleError) as caught:
        RuleSet.load(variant)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix("variant: ")


def played(rules, policies=("random", "greedy"), games=4, **options):
    for policy in policies:
        batch = play_games(rules, players=2, seed=3, first=0, count=games, policies=[players.get(policy)], **options)
        assert len(batch.seats["score"]) == 2 * games
    return batch


# ---------------------------------------------------------------------------------------------- species


def test_a_new_species_with_board_and_deck_is_played():
    import numpy as np

    rules = RuleSet.load(SLEEPERS)
    assert rules.species_ids[-1] == "sleepers" and rules.tree["species"]["sleepers"]["name"] == "Sleepers"
    assert describe(rules, "sleepers").startswith("sleepers  Sleepers\nCards: 8, yawn to yawn-8")
    pairs = np.array([[5, 0], [2, 5], [5, 3], [4, 5]], np.int32)
    for policy in ("random", "greedy", "missionary", "learned", "greedy[without=species]"):
        batch = played(rules, (policy,), pairs=pairs)
        assert (np.array([batch.games["species_left"], batch.games["species_right"]]).T == pairs).all()
    plan = prepare(players=2, games=10, species="sleepers,anomalies", variant=SLEEPERS)
    assert plan.options["species"] == "sleepers,anomalies"
    game, lines = Game.new(rules, players=2, seed=1, species=("sleepers", "anomalies")), set()
    while not game.is_over:
        lines |= {str(action) for action in game.legal_actions()}
        game.apply(players.get("greedy").choose(game))
        if game.decision == "turn":
            position = game.to_json()
            assert Game.from_json(rules, position).to_json() == position
    assert position["species"]["left"]["discovered"] and any("yawn" in line for line in lines)


def test_a_new_species_in_a_solo_game():
    rules = RuleSet.load(SLEEPERS)
    for policy in ("random", "greedy"):
        batch = play_games(rules, players=1, seed=3, first=0, count=40, policies=[players.get(policy)], solo=2)
        assert 5 in set(batch.games["species_left"]) | set(batch.games["species_right"])


def test_a_species_may_bring_what_one_in_the_box_brought():
    """The engine has one set of samples; they are free while Mascamites stay in the box."""
    copy = {"new": {"species": {"diggers": {"copy_of": "mascamites"}},
                    "cards": {"dig": {"copy_of": "mascamite-01", "species": "diggers", "count": 8}}}}  # fmt: skip
    assert refusal(copy).startswith("new.species.diggers.samples = ")
    rules = RuleSet.load(copy | {"setup": {"without": ["Mascamites"]}})
    assert rules.species_played == ("anomalies", "oumuamua", "centaurians", "exertians", "diggers")
    batch = played(rules, games=40)
    left = set(batch.games["species_left"]) | set(batch.games["species_right"])
    assert 0 not in left and 5 in left
    plan = prepare(players=2, games=20, species="balanced", variant=copy | {"setup": {"without": ["mascamites"]}})
    assert len(plan.kind.combinations(plan)) == 20
    with pytest.raises(ValueError, match="expected two different ones of anomalies"):
        Game.new(rules, species=("mascamites", "anomalies"))


def test_two_species_must_be_left():
    assert refusal({"setup": {"without": ["mascamites", "anomalies", "oumuamua", "exertians"]}}).endswith(
        "expected two species that are played with"
    )


def test_there_is_room_for_eight_species():
    four = {f"s{i}": SLEEPERS["new"]["species"]["sleepers"] for i in range(4)}
    text = 'new.species = { "…" = 4 }: expected at most 3 new species: the engine has room for 8, 5 are printed'
    assert refusal({"new": {"species": four}}) == text


# ---------------------------------------------------------------------------------------------- techs, solo


def test_a_new_tech_takes_the_place_of_a_printed_one():
    variant = {"new": {"techs": {"hauler": {
        "in_place_of": "probe-3", "kind": "probe", "extra": [{"do": "gain", "data": 1}], "effect": {"land_discount": {"energy": 2}},
    }}}}  # fmt: skip
    rules = RuleSet.load(variant)
    assert rules.tech_ids[2] == "hauler" and "probe-3" not in rules.tech_ids and len(rules.tech_ids) == 12
    assert describe(rules, "hauler").startswith("hauler  probe tech\nOn taking it: 1 data, then ")
    assert all("probe-3" not in board["track"] for board in rules.tree["solo"]["boards"].values())
    played(rules)
    batch = play_games(rules, players=1, seed=3, first=0, count=6, policies=[players.get("greedy")], solo=1)
    assert len(batch.games["turns"]) == 6
    text = refusal({"new": {"techs": {"hauler": {"copy_of": "probe-3"}}}})
    assert text.startswith("new.techs.hauler.in_place_of = (missing): expected text") or "in_place_of" in text


TILE = {"values": [6, 4, 3], "count": {"missions": 1}}


def test_a_new_gold_tile_lies_where_another_lay():
    new = {"copy_of": "tech", "in_place_of": "tech", "a": TILE}
    rules, old = RuleSet.load({"new": {"gold_tiles": {"field-work": new}}}), RuleSet.load({"gold_tiles": {"tech-a": TILE}})
    assert (
        rules.gold_tile_names == ("field-work", "mission", "income", "other") and rules.compiled.tables == old.compiled.tables
    )
    assert rules.added() == [("gold_tiles", name, [name]) for name in ("field-work-a", "field-work-b")]
    assert describe(rules, "field-work") == (
        "Gold tile: field-work\nSide a: 6/4/3 points for each completed mission\nSide b: 7/5/3 points for every 2 techs"
    )
    assert (
        describe_new(rules, "gold_tiles", "field-work-b") == "field-work-b  gold tile\nSide b: 7/5/3 points for every 2 techs"
    )
    game, seen = Game.new(rules, players=2, seed=1), set()
    while not game.is_over:
        seen |= {str(action) for action in game.legal_actions() if str(action).startswith("gold ")}
        game.apply(players.get("greedy").choose(game))
    assert "gold field-work" in seen and "gold tech" not in seen
    position = game.to_json()
    assert list(position["gold"]) == list(rules.gold_tile_names) and Game.from_json(rules, position).to_json() == position
    assert Game.from_json(rules, {"from": "bench"}).to_json()["gold"]["field-work"]["side"] == "a"


def test_new_gold_tiles_are_changed_and_replaced_like_others():
    two = {"far": {"in_place_of": "other", "a": TILE, "b": TILE}, "near": {"in_place_of": "far", "copy_of": "income"}}
    rules = RuleSet.load({"new": {"gold_tiles": two}, "gold_tiles": {"near-b": {"values": [9, 8, 7]}}})
    assert rules.gold_tile_names == ("tech", "mission", "income", "near")
    assert rules.tree["gold_tiles"]["near-b"]["values"] == [9, 8, 7]
    assert rules.compiled.tables["gold_value"][18:] == [11, 8, 5, 9, 8, 7]


@pytest.mark.parametrize(
    ("tile", "text"),
    [
        ({}, "in_place_of = (missing): expected one of tech, mission, income, other"),
        ({"in_place_of": "tec"}, 'in_place_of = "tec": expected one of tech, mission, income, other (did you mean tech?)'),
        ({"in_place_of": "tech", "a": TILE}, "b.values = (missing): expected a list of whole numbers from 0 to 50"),
        ({"in_place_of": "tech", "copy_of": "tech", "a": 3}, "a = 3: expected a table"),
        ({"in_place_of": "tech", "copy_of": "tech", "c": TILE}, "expected one of the keys a, b, copy_of, in_place_of"),
        ({"in_place_of": "tech", "copy_of": "tech", "a": {"tile": "x"}}, 'a.tile = "x": expected one of the keys count, values'),
        ({"in_place_of": "tech", "copy_of": "tech", "b": {"values": [1]}},
         "b.values = [1]: expected three values: first, second, third and later"),
    ],
)  # fmt: skip
def test_gold_tiles_that_cannot_be(tile, text):
    said = refusal({"new": {"gold_tiles": {"far": tile}}})
    assert said.startswith("new.gold_tiles.far.") and text in said


def test_a_gold_tile_has_an_id_of_its_own():
    whole = {"in_place_of": "tech", "copy_of": "tech"}
    assert refusal({"new": {"gold_tiles": {"mission": whole}}}).endswith(
        "expected an id of its own, and mission-a is there already"
    )
    both = {"gold_tiles": {"far": whole}, "cards": {"far-b": {"copy_of": "base-001"}}}
    assert refusal({"new": both}).endswith("expected an id of its own, and far-b is there already")
    text = refusal({"gold_tiles": {"tech-a": {"tile": "far", "in_place_of": "tech"}}})
    assert text.endswith('gold_tiles.tech-a.tile = "far": expected one of tech, mission, income, other')


def test_new_objectives_and_cards_of_the_rival():
    variant = {"new": {
        "objectives": {"long-way": {"level": 1, "tasks": [[{"event": "land"}], [{"state": "vp", "n": 20}]]}},
        "rival_cards": {"drone": {"copy_of": "rival-basic-01"} if "rival-basic-01" in printed_tree()["solo"]["cards"]
                        else {"copy_of": next(iter(printed_tree()["solo"]["cards"]))}},
    }}  # fmt: skip
    rules = RuleSet.load(variant)
    assert "long-way" in rules.compiled.solo["objectives"] and "drone" in rules.compiled.solo["rival_cards"]
    assert describe_new(rules, "objectives", "long-way") == "long-way  objective of level 1\nland; reach 20 points"
    assert describe_new(rules, "rival_cards", "drone").startswith("drone  Drone (card of the rival")
    batch = play_games(rules, players=1, seed=3, first=0, count=12, policies=[players.get("greedy")], solo=1)
    assert len(batch.games["turns"]) == 12


# ---------------------------------------------------------------------------------------------- the box


def test_a_pattern_leaves_a_whole_deck_in_the_box():
    """All that is printed of the deck out, a deck of one's own in."""
    card = {
        "cost": 1,
        "corner": {"move": 1},
        "sector": "blue",
        "income": "credits",
        "play": [{"do": "gain", "vp": 2}],
        "count": 57,
    }
    variant = {"new": {"cards": {"own": card}}, "setup": {"without": ["base-*"]}}
    rules = RuleSet.load(variant)
    assert len(rules.tree["setup"]["without"]) == 138
    batch = play_games(rules, players=4, seed=3, first=0, count=3, policies=[players.get("greedy")])
    assert len(batch.seats["score"]) == 12
    hand = Game.new(rules, players=4, seed=1).to_json()["seats"]["P3"]["hand"]
    assert all(name.startswith("own") for name in hand)
    few = refusal({"new": {"cards": {"own": card | {"count": 40}}}, "setup": {"without": ["base-*"]}})
    assert few.endswith("expected a deck for four players (they are dealt 43 cards, it has 40)")
    assert "did you mean" in refusal({"setup": {"without": ["base-01"]}}) or refusal({"setup": {"without": ["no-*"]}})


def test_a_whole_deck_is_replaced():
    """Cards that stay in the box have no number where there is no room for all; what they say is read nevertheless."""
    card = {"cost": 1, "corner": {"move": 1}, "sector": "blue", "income": "credits", "play": [{"do": "gain", "vp": 2}]}
    out = {"setup": {"without": ["base-*", "Exertians"]}}
    variant = {"new": {"cards": {"own": card | {"count": 200}}}} | out
    rules = RuleSet.load(variant)
    assert len(rules.card_ids) == 240 and "base-001" not in rules.card_ids and "exertian-01" not in rules.card_ids
    assert describe(rules, "base-001").startswith("base-001  Pioneer 11 Mission")
    game = Game.new(rules, players=4, seed=1)
    for _ in range(40):
        game.apply(players.get("learned").choose(game))
    position = game.to_json()
    assert Game.from_json(rules, position).to_json() == position
    batch = play_games(rules, players=1, seed=3, first=0, count=2, policies=[players.get("greedy")], solo=1)
    assert len(batch.games["turns"]) == 2
    assert refusal({"new": {"cards": {"own": card | {"count": 211}}}} | out) == (
        'new.cards = { "…" = 211 }: expected at most 210 new cards: the engine has room for 250, 193 are printed, 153 stay in the box'
    )
    assert refusal({"cards": {"base-001": {"costt": 1}}} | variant).startswith(
        "cards.base-001.costt = 1: expected one of the keys"
    )


# ---------------------------------------------------------------------------------------------- keys taken away


def test_a_key_is_taken_away():
    rules = RuleSet.load({"variant": {"take_away": ["cards.base-005.mission", "techs.probe-2.effect.leave_asteroids_extra"]}})
    assert "mission" not in rules.tree["cards"]["base-005"]
    assert [address for address, _, here in rules.changes() if here is None] == [
        "techs.probe-2.effect.leave_asteroids_extra", "cards.base-005.mission",
    ]  # fmt: skip
    assert "leave_asteroids" not in str(rules.tree["techs"]["probe-2"])


@pytest.mark.parametrize(
    ("away", "text"),
    [
        (
            ["cards.base-005.misson"],
            "expected the address of a key that is there, as cards.base-005.mission (did you mean mission?)",
        ),
        (["cards.base-005"], "expected a key of a component; what stays in the box is in setup.without"),
        (["cards"], "expected a key of a component; what stays in the box is in setup.without"),
        (["nothing.here"], "expected the address of a key that is there, as cards.base-005.mission"),
        ("cards", "expected a list of texts"),
    ],
)
def test_what_cannot_be_taken_away(away, text):
    assert text in refusal({"variant": {"take_away": away}})


def test_what_has_to_be_there_cannot_be_taken_away():
    text = refusal({"variant": {"take_away": ["cards.base-005.cost"]}})
    assert text == "cards.base-005.cost = (missing): expected a value"


# ---------------------------------------------------------------------------------------------- what seats begin with


@pytest.mark.parametrize(
    "variant",
    [
        {"setup": {"players": 5}}, {"setup": {"start_vp": [1, 2, 3, 4, 5]}}, {"setup": {"start": {"credits": [4] * 5}}},
        {"setup": {"income": {"energy": [2] * 5}}}, {"milestones": {"neutral_markers": {"5": 0}}},
    ],
)  # fmt: skip
def test_five_players_are_refused_with_what_they_would_need(variant):
    assert refusal(variant).endswith(f"; {FIFTH}")


def test_what_five_players_would_need_is_said_of_addresses_that_are_there():
    with pytest.raises(RunError, match="^players 5: expected 2 to 4; a fifth seat is not in the game"):
        prepare(players=5, games=10)
    tree = printed_tree()
    for address in re.findall(r"[a-z_]+(?:\.[a-z_]+)+", FIFTH.partition("(docs")[0]):
        table = tree
        for key in address.split("."):
            table = table[key]


UNEVEN = {"publicity": [4, 4, 4, 3], "credits": [4, 5, 6, 7], "energy": 2, "cards": [5, 4, 3, 6], "data": [0, 1, 2, 3]}


def test_seats_begin_with_what_is_said_of_each():
    rules = RuleSet.load({"setup": {"start": UNEVEN, "income": {"credits": [3, 4, 5, 6], "energy": 2, "cards": 1}}})
    for count in (2, 3, 4):
        seats = Game.new(rules, players=count, seed=1).to_json()["seats"]
        for i in range(count):
            own = seats[f"P{i + 1}"]
            assert [own[key] for key in ("publicity", "credits", "energy", "data")] == [(4, 4, 4, 3)[i], 4 + i, 2, i]
            assert len(own["hand"]) == (5, 4, 3, 6)[i]
    assert describe(rules, "setup start") == (
        "start  Every seat begins with publicity by seat 4/4/4/3, credits by seat 4/5/6/7, 2 energy and data by seat 0/1/2/3 "
        "and cards by seat 5/4/3/6, one of which becomes income."
    )
    assert "credits by seat 3/4/5/6, 2 energy and 1 card" in describe(rules, "setup income")
    played(rules)


TECHS = [["probe-1"], ["computer-2", "computer-1"], [], ["probe-1", "telescope-3"]]


def test_seats_begin_with_techs():
    """The top tile of the stack is the seat's, and brings nothing; the 2 points stay for who takes the tech first."""
    rules, printed = RuleSet.load({"setup": {"start": {"techs": TECHS}}}), Game.new(RuleSet.load(), players=4, seed=1).to_json()
    game = Game.new(rules, players=4, seed=1)
    position, without = game.to_json(), printed["seats"]
    for i in range(4):
        own = position["seats"][f"P{i + 1}"]
        assert own["techs"] == sorted(TECHS[i]) and own["computer"]["tiles"] == (
            {"1": "computer-1", "3": "computer-2"} if i == 1 else {}
        )
        assert all(own[key] == without[f"P{i + 1}"][key] for key in ("vp", "credits", "energy", "publicity", "hand"))
    for tech, gone in {"probe-1": 2, "computer-1": 1, "telescope-3": 1, "telescope-4": 0}.items():
        before, now = printed["techs"][tech], position["techs"][tech]
        assert now == {"two_points": True, "tiles": before["tiles"][gone:], "taken": before["tiles"][:gone]}
    assert Game.from_json(rules, position).to_json() == position
    assert Game.from_json(rules, {"players": 4}).to_json()["seats"]["P2"]["computer"]["tiles"] == {
        "1": "computer-1",
        "3": "computer-2",
    }
    batch = played(rules)
    assert (batch.games["turns"] > 0).all()
    solo = Game.new(rules, players=1, solo=1, seed=1).to_json()
    assert solo["seats"]["P1"]["techs"] == ["probe-1"]
    assert describe(rules, "setup start").endswith(
        "Techs by seat: probe-1; computer-2 and computer-1; none; probe-1 and telescope-3."
    )
    one = RuleSet.load({"setup": {"start": {"techs": ["probe-2"]}}})
    assert describe(one, "setup start").endswith(" Techs: probe-2.") and one.compiled.tables["start_techs"] == [2] * 4


def test_the_same_for_all_as_a_list_or_a_number_is_the_same_game():
    one, other = (RuleSet.load({"setup": {"start": {"credits": value}}}) for value in (5, [5, 5, 5, 5]))
    assert one.compiled.tables == other.compiled.tables and one != other


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ({"credits": [4, 4, 4]}, "setup.start.credits = [4, 4, 4]: expected one number for all seats, or a list of four"),
        ({"credits": [4, 4, 4, -1]}, "setup.start.credits[3] = -1: expected a whole number from 0 to 60"),
        ({"publicity": [4, 4, 4, 11]}, "setup.start.publicity = [4, 4, 4, 11]: expected no more publicity to start with than the "
         "limit allows"),
        ({"techs": ["probe-9"]}, 'setup.start.techs[0] = "probe-9": expected one of ' + ", ".join(printed_tree()["techs"])
         + " (did you mean probe-4 or probe-3 or probe-2?)"),
        ({"techs": ["probe-1"] * 2}, 'setup.start.techs = ["probe-1", "probe-1"]: expected each tech once'),
        ({"techs": [["probe-1"], []]}, 'setup.start.techs = [["probe-1"], []]: expected one list of techs for all seats, or a list of four'),
        ({"techs": 3}, "setup.start.techs = 3: expected a list of texts"),
        ({"data": 7}, "setup.start.data = 7: expected no more data to start with than the limit allows"),
    ],
)  # fmt: skip
def test_starts_that_cannot_be(start, text):
    assert refusal({"setup": {"start": start}}) == text
