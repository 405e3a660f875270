"""What a player cannot see (R20.2): a view does not tell it, and no choice of a deterministic player depends on it.

Hidden are the order of decks, other hands, the end-of-round stacks (but the one that is chosen from), species not
discovered, samples face down, others' secret cards, the bonuses below the top of tech stacks, and all luck still to
come. `otherwise` deals all of it anew.
"""

import json
import random

import pytest

from seti_sim.players import PERSONAS, names
from seti_sim.seti import Game

from .walks import STYLES, every, every_kind, over_games, policy, rules, walk, where

DETERMINISTIC = ("greedy", "greedy[without=species]", *PERSONAS)
"""Players without luck of their own."""
WITH_LUCK = ("random", "lookahead", "mcts[playouts=8]", "seti_sim.players.example:Cautious")
"""Players whose choice depends on the luck of their seat, too; the searching ones deal anew with it what they cannot see."""


def own_stack(game, seat):
    """Number of the end-of-round stack that the seat is looking at, None without."""
    return game.round - 1 if game.decision == "pass-take" and game.to_move == seat else None


def hidden_piles(game, position, seat):
    """The lists of cards in the position of the game that the seat cannot look into, those of species too."""
    stacks = [stack for number, stack in enumerate(position["end_of_round"]) if number != own_stack(game, seat)]
    hands = [table["hand"] for name, table in position["seats"].items() if name != seat]
    decks = [slot["deck"] for slot in position["species"].values() if slot["discovered"]]
    return [position["deck"], *stacks, *hands, *decks, *secret_piles(game, position, seat)]


def secret_piles(game, position, seat):
    """Others' Exertian cards, those played until the game is over, and those that left the game unseen (EXE-07)."""
    keys = ("secrets",) if game.is_over else ("secrets", "secrets_played")
    held = [table[key] for name, table in position["seats"].items() if name != seat for key in keys if key in table]
    return [*held, *([position["gone"]] if "exertians" in discovered(position) and "gone" in position else [])]


def discovered(position):
    return {slot["id"] for slot in position["species"].values() if slot["discovered"]}


def kind_of(card):
    """Whose card it is: its back tells."""
    return rules().tree["cards"][card].get("species", "")


def can_be_dealt_anew(game, position, seat):
    """The hidden piles without the cards of another seat that is choosing one of them, may pay with one, or whose card
    is being played."""
    busy = {game.to_move, game.turn} if game.decision != "turn" else set()
    others = [position["seats"][name] for name in busy - {None, seat}]
    out = [table.get(key) for table in others for key in ("hand", "secrets", "secrets_played")]
    return [pile for pile in hidden_piles(game, position, seat) if not any(pile is other for other in out)]


def hidden_samples(game, position, seat):
    """Samples face down at planets and in others' capsules: (table, key or place in a list) of each (SPG-31)."""
    found = [slot["samples"] for slot in position["species"].values() if "samples" in slot]
    lying = [(samples, i) for table in found for samples in table.values() for i in range(len(samples))]
    capsules = [(table["capsules"], sample) for name, table in position["seats"].items() if name != seat
                for sample in table.get("capsules", ())]  # fmt: skip
    return lying, capsules


def deal_samples_anew(game, position, seat, rng):
    """Nobody's samples while somebody looks at some."""
    if game.decision == "sample":
        return
    lying, capsules = hidden_samples(game, position, seat)
    names = [*(table[i] for table, i in lying), *(sample for _, sample in capsules)]
    rng.shuffle(names)
    for table, i in lying:
        table[i] = names.pop()
    spaces = [(table, table.pop(sample)) for table, sample in capsules]
    for table, space in spaces:
        table[names.pop()] = space


def deal_cards_anew(piles, rng):
    """The cards of all piles change places, each with one of the same back."""
    places = [(pile, i) for pile in piles for i in range(len(pile)) if pile[i] is not None]
    for back in sorted({kind_of(pile[i]) for pile, i in places}):
        mine = [(pile, i) for pile, i in places if kind_of(pile[i]) == back]
        cards = [pile[i] for pile, i in mine]
        rng.shuffle(cards)
        for pile, i in mine:
            pile[i] = cards.pop()


def otherwise(game, seat, rng, luck=True):
    """A position that looks the same to the seat: all that it cannot see is dealt anew, with `luck` the seed too."""
    position = game.to_json()
    piles = can_be_dealt_anew(game, position, seat)
    # What another species' cards left of the game openly stays.
    open_gone = [card for card in position.get("gone", ()) if kind_of(card) != "exertians"]
    for pile in piles:
        if pile is position.get("gone"):
            pile[:] = [card for card in pile if card not in open_gone]
    deal_cards_anew(piles, rng)
    if open_gone and "gone" in position:
        position["gone"] = sorted({*position["gone"], *open_gone}, key=rules().card_ids.index)
    deal_samples_anew(game, position, seat, rng)
    for stack in position["techs"].values():
        below = stack["tiles"][1:]
        rng.shuffle(below)
        stack["tiles"][1:] = below
    covered = [slot for slot in position["species"].values() if not slot["discovered"]]
    known = {slot["id"] for slot in position["species"].values() if slot["discovered"]}
    for slot, species in zip(covered, rng.sample(sorted(set(rules().species_ids) - known), len(covered))):
        slot["id"] = species
    if luck:
        position["seed"], position["game"] = rng.randrange(2**63), rng.randrange(2**40)
    return Game.from_json(rules(), position)


def choices(game, name):
    return str(policy(name).choose(game))


@over_games(24)
def test_a_choice_does_not_depend_on_what_is_hidden(players, seed, style):
    """The same decision with everything hidden dealt anew: same offers, same choice."""
    rng = random.Random(seed)
    for game in every_kind(walk(players, seed, style), 6):
        if game.is_over:
            continue
        other = otherwise(game, game.to_move, rng)
        assert other.legal_actions() == game.legal_actions() and other.to_move == game.to_move, where(game)
        for name in DETERMINISTIC:
            assert choices(other, name) == choices(game, name), (name, where(game))


def test_every_player_is_looked_at():
    assert {name.partition("[")[0] for name in (*DETERMINISTIC, *WITH_LUCK)} >= set(names())


@over_games(8)
def test_a_random_choice_depends_on_its_own_luck_only(players, seed, style):
    """With the game's seed as it was, what is hidden makes no difference to players with luck of their own."""
    rng = random.Random(seed)
    for game in every_kind(walk(players, seed, style), 12):
        if not game.is_over:
            other = otherwise(game, game.to_move, rng, luck=False)
            for name in WITH_LUCK:
                assert choices(other, name) == choices(game, name), (name, where(game))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12))
def test_a_search_at_its_full_budget_does_not_see_it_either(seed):
    rng = random.Random(seed)
    for game in every_kind(walk(2 + seed % 3, seed, STYLES[seed % 4]), 12):
        if not game.is_over:
            other = otherwise(game, game.to_move, rng, luck=False)
            for name in ("lookahead[deals=4]", "mcts"):
                assert choices(other, name) == choices(game, name), (name, where(game))


@over_games(8)
def test_a_view_does_not_depend_on_what_is_hidden(players, seed, style):
    """Every seat's view, at anybody's decision."""
    rng = random.Random(seed)
    for game in every_kind(walk(players, seed, style), 16):
        for seat in game.to_json()["seats"]:
            other = otherwise(game, seat, rng)
            assert other.view(seat) == game.view(seat), (seat, where(game))
            assert other != game, where(game)


@over_games(8)
def test_a_view_names_no_hidden_card(players, seed, style):
    """No card of a hidden pile, no hidden species, no seed; and the numbers of cards that anybody may count."""
    for game in every_kind(walk(players, seed, style), 16):
        position = game.to_json()
        for seat in position["seats"]:
            view = game.view(seat)
            text = json.dumps(view)
            piles = [pile for pile in hidden_piles(game, position, seat) if pile is not position.get("gone")]
            hidden = [card for pile in piles for card in pile]
            hidden += [card for card in position.get("gone", ()) if kind_of(card) == "exertians"]
            if game.decision != "sample":
                lying, capsules = hidden_samples(game, position, seat)
                hidden += [*(table[i] for table, i in lying), *(sample for _, sample in capsules)]
            assert not [name for name in hidden if f'"{name}"' in text], (seat, where(game))
            assert not [s["id"] for s in position["species"].values() if not s["discovered"] and s["id"] in text]
            assert not {"seed", "game", "pending"} & set(view), where(game)
            assert view["deck"] == len(position["deck"]), where(game)
            assert [len(s) if isinstance(s, list) else s for s in view["end_of_round"]] == [
                len(stack) for stack in position["end_of_round"]], where(game)
            for name, table in position["seats"].items():
                assert view["seats"][name]["hand"] == (table["hand"] if name == seat else len(table["hand"]))
                for key in ("secrets", "secrets_played"):
                    seen = name == seat or (game.is_over and key == "secrets_played")
                    cards = table.get(key)
                    assert view["seats"][name].get(key) == (cards if seen or not cards else len(cards)), where(game)
            for tech, stack in position["techs"].items():
                assert view["techs"][tech]["tiles"] == stack["tiles"][:1], (tech, where(game))


def test_peeking_would_be_found():
    """The deal of what is hidden is a real one: who looks into it chooses otherwise."""
    rng = random.Random(5)
    changed = {"deck": 0, "hand": 0, "stack": 0, "tile": 0, "species": 0}
    decisions = 0
    for game in every(walk(3, 5, "mixed"), 11):
        if game.is_over:
            break
        decisions += 1
        seats = [name for name in game.to_json()["seats"] if name != game.to_move]
        one, other = game.to_json(), otherwise(game, game.to_move, rng).to_json()
        changed["deck"] += one["deck"] != other["deck"]
        changed["hand"] += any(one["seats"][s]["hand"] != other["seats"][s]["hand"] for s in seats)
        changed["stack"] += one["end_of_round"] != other["end_of_round"]
        changed["tile"] += one["techs"] != other["techs"]
        changed["species"] += one["species"] != other["species"]
    assert min(changed.values()) > decisions // 2, (changed, decisions)


def test_peeking_at_species_would_be_found():
    """Their decks, samples and secret cards are dealt anew, too, once they are there."""
    changed = {"deck": 0, "samples": 0, "secrets": 0, "gone": 0}
    looked_at = 0
    for seed in range(12):
        game, rng = Game.new(rules(), players=3, seed=seed, species=("mascamites", "exertians")), random.Random(seed)
        while not game.is_over:
            game.apply(policy("greedy").choose(game))
            if game.decision != "turn" or len(game.history) % 4 or len(discovered(game.to_json())) < 2:
                continue
            looked_at += 1
            one, other = game.to_json(), otherwise(game, game.to_move, rng).to_json()
            for key in ("deck", "samples"):
                changed[key] += one["species"]["left"][key] != other["species"]["left"][key]
            seats = [name for name in one["seats"] if name != game.to_move]
            changed["secrets"] += any(one["seats"][s].get("secrets") != other["seats"][s].get("secrets") for s in seats)
            changed["gone"] += one.get("gone") != other.get("gone")
            if looked_at % 4 == 0:
                break
    assert looked_at > 20 and min(changed.values()) > looked_at // 2, (changed, looked_at)


@pytest.mark.parametrize("players", (2, 3, 4))
def test_whole_games_with_another_deal(players):
    """A game played to its end from where everything hidden was dealt anew: the first choice is the same, later ones
    need not be, since by then other cards have come to light."""
    game = Game.new(rules(), players=players, seed=players)
    differ = False
    for game in every(walk(players, players, "greedy"), 40, first=20):
        if game.is_over:
            break
        other = otherwise(game, game.to_move, random.Random(players))
        assert choices(other, "greedy") == choices(game, "greedy")
        mine = game.clone()
        while not (mine.is_over or other.is_over):
            mine.apply(choices(mine, "greedy"))
            other.apply(choices(other, "greedy"))
        differ = differ or mine.history != [*game.history, *other.history]
    assert differ
