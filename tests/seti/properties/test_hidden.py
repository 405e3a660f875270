"""What a player cannot see (R20.2): a view does not tell it, and no choice of a deterministic player depends on it.

`hidden` deals all of it anew and has the check; that players who peek do not pass it is shown in test_peeking.py.
"""

import json
import random

import pytest

from seti_sim.seti import Game
from seti_sim.seti.players import PERSONAS, names

from .hidden import caught, hidden_piles, hidden_samples, kind_of, otherwise
from .walks import STYLES, every, every_kind, over_games, policy, rules, walk, where

DETERMINISTIC = ("greedy", "greedy[without=species]", "learned", *PERSONAS)
"""Players without luck of their own."""
EXAMPLE = "seti_sim.seti.players.example:Cautious"
"""The player in Python of docs/players.md."""
WITH_LUCK = ("random", "lookahead", "mcts[playouts=8]", "search[playouts=4]", EXAMPLE)
"""Players whose choice depends on the luck of their seat, too; the searching ones deal anew with it what they cannot see."""


def some(wanted):
    return {name: policy(name) for name in wanted}


def choices(game, name):
    return str(policy(name).choose(game))


@over_games(12)
def test_a_choice_does_not_depend_on_what_is_hidden(players, seed, style):
    """The same decision with everything hidden dealt anew: same offers, same choice."""
    rng = random.Random(seed)
    for game in every_kind(walk(players, seed, style), 6):
        if not game.is_over:
            assert not caught(some(DETERMINISTIC), game, rng), where(game)


def test_every_player_is_looked_at():
    """All that ship, and the one in Python that the documentation shows."""
    looked_at = {name.partition("[")[0] for name in (*DETERMINISTIC, *WITH_LUCK)}
    assert looked_at == {*names(), EXAMPLE} and {"mcts", "lookahead", *PERSONAS} < looked_at


@over_games(4)
def test_a_random_choice_depends_on_its_own_luck_only(players, seed, style):
    """With the game's seed as it was, what is hidden makes no difference to players with luck of their own."""
    rng = random.Random(seed)
    for game in every_kind(walk(players, seed, style), 12):
        if not game.is_over:
            assert not caught(some(WITH_LUCK), game, rng, luck=False), where(game)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12))
def test_a_search_at_its_full_budget_does_not_see_it_either(seed):
    rng = random.Random(seed)
    for game in every_kind(walk(2 + seed % 3, seed, STYLES[seed % 4]), 12):
        if not game.is_over:
            assert not caught(some(("lookahead[deals=4]", "mcts", "search[playouts=40]")), game, rng, luck=False), where(game)


@over_games(4)
def test_a_view_does_not_depend_on_what_is_hidden(players, seed, style):
    """Every seat's view, at anybody's decision."""
    rng = random.Random(seed)
    for game in every_kind(walk(players, seed, style), 16):
        for seat in game.to_json()["seats"]:
            other = otherwise(game, seat, rng)
            assert other.view(seat) == game.view(seat), (seat, where(game))
            assert other != game, where(game)


@over_games(4)
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
                len(stack) for stack in position["end_of_round"]
            ], where(game)
            for name, table in position["seats"].items():
                assert view["seats"][name]["hand"] == (table["hand"] if name == seat else len(table["hand"]))
                for key in ("secrets", "secrets_played"):
                    seen = name == seat or (game.is_over and key == "secrets_played")
                    cards = table.get(key)
                    assert view["seats"][name].get(key) == (cards if seen or not cards else len(cards)), where(game)
            for tech, stack in position["techs"].items():
                assert view["techs"][tech]["tiles"] == stack["tiles"][:1], (tech, where(game))


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
