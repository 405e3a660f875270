"""Random games to look at, decision by decision."""

import random
from collections import Counter
from functools import cache

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from seti_sim.seti import Game
from seti_sim.seti import players as registry
from seti_sim.seti.rules import RuleSet

STYLES = ("uniform", "random", "greedy", "mixed")
"""Who plays: every legal action equally likely, a shipped policy, or greedy with uniform choices in between, which
gets far and still into corners that no policy looks for."""


@cache
def rules() -> RuleSet:
    return RuleSet.load()


@cache
def policy(name: str):
    return registry.get(name)


def choice(game, rng, style):
    """The next action of a walk."""
    if style == "uniform" or (style == "mixed" and rng.random() < 0.35):
        return rng.choice(game.legal_actions())
    return policy("greedy" if style == "mixed" else style).choose(game)


def walk(players, seed, style):
    """A game from setup to end: yields one and the same `Game` before every action, and once more when it is over.

    Whoever looks at it must not change it.
    """
    game = Game.new(rules(), players=players, seed=seed)
    rng = random.Random(seed)
    while not game.is_over:
        yield game
        game.apply(choice(game, rng, style))
    yield game


def every(games, step, first=0):
    """Every step-th decision of a walk, and its end."""
    for number, game in enumerate(games):
        if game.is_over or number % step == first % step:
            yield game


def every_kind(games, step):
    """The first and then every step-th decision of each kind, so that rare ones are looked at in every game that has them."""
    seen = Counter()
    for game in games:
        if game.is_over or seen[game.decision] % step == 0:
            yield game
        seen[game.decision] += 1


def where(game) -> str:
    """For a failure's message: how to get there is said by the falsifying example."""
    return f"{game!r} at {game.decision} after {len(game.history)} actions"


def over_games(examples):
    """A property of (players, seed, style), stated of that many games. Seeds do not shrink, so nothing is tried to."""
    return lambda test: _stated(test, examples, derandomize=True)


def over_more_games(test, examples):
    """The same property, of other games each time."""
    return _stated(test.hypothesis.inner_test, examples, derandomize=False)


def _stated(test, examples, derandomize):
    test = given(players=st.integers(2, 4), seed=st.integers(0, 2**63 - 1), style=st.sampled_from(STYLES))(test)
    phases = (Phase.explicit, Phase.generate)
    return settings(deadline=None, max_examples=examples, phases=phases, derandomize=derandomize, database=None)(test)
