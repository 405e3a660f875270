"""What a player cannot see (R20.2): a view does not tell it, and no choice of a deterministic player depends on it.

Hidden are the order of the deck, other hands, the end-of-round stacks (but the one that is chosen from), species not
discovered, the bonuses below the top of tech stacks, and all luck still to come. `otherwise` deals all of it anew.
"""

import copy
import json
import random

import pytest

from seti_sim.seti import Game

from .walks import every, over_games, policy, rules, walk, where

DETERMINISTIC = ("greedy", "greedy[without=species]")
"""Players without luck of their own."""
WITH_LUCK = ("random", "lookahead", "mcts[playouts=8]")
"""Players whose choice depends on the luck of their seat, too; the searching ones deal anew with it what they cannot see."""


def own_stack(game, seat):
    """Number of the end-of-round stack that the seat is looking at, None without."""
    return game.round - 1 if game.decision == "pass-take" and game.to_move == seat else None


def hidden_piles(game, position, seat):
    """The lists of cards in the position of the game that the seat cannot look into, secret cards apart."""
    stacks = [stack for number, stack in enumerate(position["end_of_round"]) if number != own_stack(game, seat)]
    hands = [table["hand"] for name, table in position["seats"].items() if name != seat]
    decks = [slot["deck"] for slot in position["species"].values() if slot["discovered"]]
    return [position["deck"], *stacks, *hands, *decks]


def can_be_dealt_anew(game, position, seat):
    """The hidden piles without the hand of another seat that is choosing one of its cards or may pay with one."""
    piles = hidden_piles(game, position, seat)
    if game.to_move in (None, seat) or game.decision == "turn":
        return piles
    return [pile for pile in piles if pile is not position["seats"][game.to_move]["hand"]]


def kind_of_card(card):
    """What of a card's back can be seen: the main deck's or one of a species."""
    return card.rpartition("-")[0]


def deal_alike(piles, rng):
    """Shuffle cards of equal backs among the places where such cards lie."""
    for kind in sorted({kind_of_card(card) for pile in piles for card in pile}):
        places = [(pile, i) for pile in piles for i, card in enumerate(pile) if kind_of_card(card) == kind]
        cards = [pile[i] for pile, i in places]
        rng.shuffle(cards)
        for (pile, i), card in zip(places, cards):
            pile[i] = card


def deal_secrets(position, seat, rng):
    """Secret cards of the others, held, played, and out of the game unseen."""
    tables = [table for name, table in position["seats"].items() if name != seat]
    piles = [table[key] for table in tables for key in ("secrets", "secrets_played") if key in table]
    secret = {kind_of_card(card) for pile in piles for card in pile}
    gone = position.get("gone", [])
    places = [(pile, i) for pile in [*piles, gone] for i, card in enumerate(pile) if kind_of_card(card) in secret]
    cards = [pile[i] for pile, i in places]
    rng.shuffle(cards)
    for (pile, i), card in zip(places, cards):
        pile[i] = card
    for pile in [*piles, gone]:
        pile.sort()


def deal_samples(game, position, seat, rng):
    """Samples face down at planets and in the capsules of others; left alone while somebody looks at some."""
    if game.decision == "sample":
        return
    places = [(lying, i) for slot in position["species"].values() for lying in slot.get("samples", {}).values()
              for i in range(len(lying))]
    carried = [(name, capsule) for name, table in position["seats"].items() if name != seat
               for capsule in sorted(table.get("capsules", {}))]
    names = [lying[i] for lying, i in places] + [capsule for _, capsule in carried]
    rng.shuffle(names)
    for lying, i in places:
        lying[i] = names.pop()
    spaces = [(name, position["seats"][name]["capsules"].pop(capsule)) for name, capsule in carried]
    for name, space in spaces:
        position["seats"][name]["capsules"][names.pop()] = space


def otherwise(game, seat, rng, luck=True):
    """A position that looks the same to the seat: all that it cannot see is dealt anew, with `luck` the seed too."""
    position = copy.deepcopy(game.to_json())
    deal_alike(can_be_dealt_anew(game, position, seat), rng)
    if game.to_move in (None, seat) or game.decision == "turn":
        deal_secrets(position, seat, rng)
        deal_samples(game, position, seat, rng)
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
    for game in every(walk(players, seed, style), 2):
        if game.is_over:
            continue
        other = otherwise(game, game.to_move, rng)
        assert other.legal_actions() == game.legal_actions() and other.to_move == game.to_move, where(game)
        for name in DETERMINISTIC:
            assert choices(other, name) == choices(game, name), (name, where(game))


@over_games(8)
def test_a_random_choice_depends_on_its_own_luck_only(players, seed, style):
    """With the game's seed as it was, what is hidden makes no difference to players with luck of their own."""
    rng = random.Random(seed)
    for game in every(walk(players, seed, style), 12):
        if not game.is_over:
            other = otherwise(game, game.to_move, rng, luck=False)
            for name in WITH_LUCK:
                assert choices(other, name) == choices(game, name), (name, where(game))


@over_games(8)
def test_a_view_does_not_depend_on_what_is_hidden(players, seed, style):
    """Every seat's view, at anybody's decision."""
    rng = random.Random(seed)
    for game in every(walk(players, seed, style), 7):
        for seat in game.to_json()["seats"]:
            other = otherwise(game, seat, rng)
            assert other.view(seat) == game.view(seat), (seat, where(game))
            assert other != game, where(game)


@over_games(8)
def test_a_view_names_no_hidden_card(players, seed, style):
    """No card of a hidden pile, no hidden species, no seed; and the numbers of cards that anybody may count."""
    for game in every(walk(players, seed, style), 7):
        position = game.to_json()
        for seat in position["seats"]:
            view = game.view(seat)
            text = json.dumps(view)
            piles = hidden_piles(game, position, seat)
            assert not [card for pile in piles for card in pile if card in text], (seat, where(game))
            assert not [s["id"] for s in position["species"].values() if not s["discovered"] and s["id"] in text]
            assert not {"seed", "game", "pending"} & set(view), where(game)
            assert view["deck"] == len(position["deck"]), where(game)
            assert [len(s) if isinstance(s, list) else s for s in view["end_of_round"]] == [
                len(stack) for stack in position["end_of_round"]], where(game)
            for name, table in position["seats"].items():
                assert view["seats"][name]["hand"] == (table["hand"] if name == seat else len(table["hand"]))
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
