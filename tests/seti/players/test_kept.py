"""What players keep from one decision to the next changes no choice: neither the order of looking nor other rules do."""

from functools import cache

import pytest

from seti_sim.seti import Game
from seti_sim.seti.engine import _engine, engine_rules
from seti_sim.seti.players import get
from seti_sim.seti.rules import RuleSet

TILES = [f"{tile}-{side}" for tile in ("tech", "mission", "income", "other") for side in "ab"]
PLENTY = {"gold_tiles": {tile: {"values": [50, 50, 50]} for tile in TILES}}


@cache
def rules(changes=False):
    return RuleSet.load(PLENTY if changes else None)


@cache
def positions():
    """Of a game of `greedy` each fifth decision."""
    game, player, found = Game.new(rules(), players=3, seed=5), get("greedy"), []
    while not game.is_over:
        if len(game.history) % 5 == 0:
            found.append(game.clone())
        game.apply(player.choose(game))
    return found


def with_plenty(game):
    """The same position where gold tiles bring much more."""
    core = _engine.Core(engine_rules(rules(True)))
    core.from_bytes(game.core.to_bytes())
    return Game(rules(True), core, game.seed, game.game)


def choices(games, player):
    return [str(player.choose(game)) for game in games]


@pytest.mark.parametrize("name", ["greedy", "observer"])
def test_choices_do_not_depend_on_what_was_looked_at_before(name):
    player, other = get(name), get("greedy" if name == "observer" else "observer")
    first = choices(positions(), player)
    assert choices(positions()[::-1], player) == first[::-1]
    assert choices(positions(), other) != first
    assert [choices([game], who) for game in positions() for who in (other, player)][1::2] == [[choice] for choice in first]


def test_other_rules_between_change_no_choice():
    player, plenty = get("greedy"), [with_plenty(game) for game in positions()]
    printed, there = choices(positions(), player), choices(plenty, player)
    assert printed != there
    both = [choices(pair, player) for pair in zip(positions(), plenty, strict=True)]
    assert both == [list(pair) for pair in zip(printed, there, strict=True)]
