"""Positions with something in them that should not be there: one clear line, or a game that goes on. Nothing else."""

import copy
import random
from itertools import permutations

import pytest

from seti_sim.seti import Game, PositionError

from .walks import policy, rules

WRONG = (None, -1, 0, 1, 3, 99, 10**6, 2.5, True, "", "x", "P1", "P9", "exertian-01", "mascamite-01", "base-001",
         "sample-vp", "oumuamua", "jupiter", [], [1], ["P1"], [[1, 5]], [3, 3], {}, {"P1": 1})  # fmt: skip
PAIRS = list(permutations(rules().species_ids, 2))


def paths(value, path=()):
    """Keys and places of everything in a position."""
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from paths(item, (*path, key))


def damaged(position, rng):
    """The position with one thing in it taken out or replaced, and half of the time without what is pending."""
    position = copy.deepcopy(position)
    if rng.random() < 0.5:
        position.pop("pending", None)
        position["main"] = "before"
    places = [path for path in paths(position) if path[0] not in ("deck", "discard", "end_of_round")]
    *way, last = rng.choice(places)
    table = position
    for key in way:
        table = table[key]
    if rng.random() < 0.2:
        del table[last]
    else:
        table[last] = rng.choice(WRONG)
    return position, (*way, last)


def try_some(number, many):
    """How many of `many` positions of a game of the pair with that number were refused, and how many played on."""
    rng, refused, played = random.Random(number), 0, 0
    game = Game.new(rules(), players=rng.choice((2, 3, 4)), seed=number, species=PAIRS[number % len(PAIRS)])
    stop = rng.randrange(60, 420)
    while not game.is_over and len(game.history) < stop:
        game.apply(policy("greedy").choose(game))
    written = game.to_json()
    for _ in range(many):
        position, path = damaged(written, rng)
        try:
            other = Game.from_json(rules(), position)
        except PositionError as error:
            assert str(error).startswith("position: ") and str(error).isprintable(), path
            refused += 1
            continue
        assert Game.from_json(rules(), other.to_json()) == other, path
        for _ in range(5):
            if not other.is_over:
                other.apply(rng.choice(other.core.legal()))
        played += 1
    return refused, played


def test_some_damaged_positions():
    found = [try_some(number, 12) for number in range(len(PAIRS))]
    refused, played = map(sum, zip(*found, strict=True))
    assert refused > 60 and played > 10


@pytest.mark.soak
def test_many_damaged_positions():
    for number in range(1000, 1400):
        try_some(number, 60)


def test_more_data_than_fit_into_a_byte_are_refused():
    """256 of them at one space would be none."""
    game = Game.new(rules(), players=2, seed=1).to_json()
    game["planets"] = {"mars": {"landers": {"P1": 1}, "data": [["P1"] * 256]}}
    with pytest.raises(PositionError, match=r"planets.mars.data\[0\] = .*: expected at most 60 entries"):
        Game.from_json(rules(), game)
