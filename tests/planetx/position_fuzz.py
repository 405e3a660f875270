"""Deals, scripts and positions with something wrong in them: one line, or a game that can be played to its end.

`python -m tests.planetx.position_fuzz FIRST COUNT` tries inputs by number, in a process of its own: what is read beyond an
array's end may kill it. It prints how many were refused and how many played.
"""

import copy
import json
import random
import sys

from seti_sim.planetx import Game, PlanetXRules, players
from seti_sim.seti.position import PositionError

DOCS = {
    "mode": "standard", "players": 1, "seed": 1, "game": 0, "system": "XCEGCDEGAAAA",
    "topics": {"A": {"rule": "some-adjacent", "x": "C", "y": "G"}, "B": {"rule": "all-consecutive", "x": "A"}},
    "conferences": {"X1": {"rule": "none-opposite", "x": "X", "y": "A"}},
    "starting": {"P1": ["5G", "7D"]},
    "bot": {
        "turns": [{"at": 0, "do": "survey A 1-5"}, {"at": 3, "do": "target 5"}, {"at": 7, "do": "locate 1 A C"}],
        "theories": [{"sector": 5, "object": "C", "learned_at": 3}],
    },
}  # fmt: skip
"""The deal of docs/planetx.md."""
WRONG = (
    None, -1, 0, 1, 2, 3, 5, 6, 11, 12, 17, 18, 64, 99, 250, 255, 256, 65_535, 10**6, 2**31, 2**64, 2.5, True, "", "x", "A",
    "X", "P1", "P9", "bot", "survey A 1-3", "survey C 1-3", "survey A 9-3", "survey A 0-99", "target 13", "target 0",
    "research B", "research Z", "locate 2 A A", "locate 13 A C", "submit A", "pass", "survey", "target", "locate", "99G",
    "some-adjacent", "review", [], [1], [[1, 5]], [255] * 30, ["5G"] * 13, {}, {"P1": 1}, {"sector": 99, "object": "A"},
)  # fmt: skip


def paths(value, path=()):
    """Keys and places of everything in a position."""
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from paths(item, (*path, key))


def begun(number, rng):
    """A position somewhere in a game, or a deal."""
    mode = "expert" if rng.random() < 0.06 else "standard"
    rules = PlanetXRules.load(mode)
    if number % 4 == 0 and mode == "standard":
        return rules, copy.deepcopy(DOCS)
    game = Game.new(rules, rng.randrange(1, 5), number, levels=rng.choice((0, 4, 12)))
    if number % 4 == 1:
        return rules, game.deal()
    policy, stop = players.get(rng.choice(("random", "racer", "infogain"))), rng.randrange(80)
    while not game.is_over and len(game.history) < stop:
        game.apply(policy.choose(game))
    return rules, json.loads(json.dumps(game.to_json()))


def damage(position, path, value, rng):
    """The position with one value replaced, or taken away where `value` is `paths`."""
    table = position
    for key in path[:-1]:
        table = table[key]
    if value is paths:
        del table[path[-1]]
    elif isinstance(table, dict) and rng.random() < 0.05:
        table[str(value)[:9]] = table.pop(path[-1])
    else:
        table[path[-1]] = copy.deepcopy(value)


def attempt(rules, position, rng) -> bool:
    """Whether the position is accepted; then it is read back and played to its end, all invariants looked at."""
    before = copy.deepcopy(position)
    try:
        game = Game.from_json(rules, position)
    except PositionError as error:
        text = str(error)
        assert text.startswith("position: ") and "expected" in text and "\n" not in text and text.isprintable(), text
        assert position == before
        return False
    assert Game.from_json(rules, game.to_json()) == game
    policy = players.get(rng.choice(("random", "racer", "survey-first")))
    while not game.is_over:
        for seat in game.seats:
            game.view(seat)
        game.core.invariants()
        game.apply(policy.choose(game))
    game.core.invariants()
    assert Game.from_json(rules, game.to_json()) == game and game.scores()
    return True


def attempt_number(number) -> bool:
    """Input number `number`: one or two things wrong in a position."""
    rng = random.Random(number)
    rules, position = begun(number, rng)
    done = []
    try:
        for _ in range(rng.choice((1, 1, 2))):
            path = draw_path(position, rng)
            value = rng.choice((paths, *WRONG)) if rng.random() < 0.8 else near(position, path, rng)
            done.append((path, value))
            damage(position, path, value, rng)
        return attempt(rules, position, rng)
    except Exception as error:
        raise AssertionError(f"input {number}, {done}: {type(error).__name__}: {error}") from error


def draw_path(position, rng):
    """A place, part by part, so that the few keys of a deal come as often as the many numbers of the state."""
    path = ()
    while isinstance(position, (dict, list)) and position and (not path or rng.random() < 0.85):
        key = rng.choice(list(position) if isinstance(position, dict) else range(len(position)))
        position, path = position[key], (*path, key)
    return path


def near(position, path, rng):
    """A value close to what stands there."""
    for key in path:
        position = position[key]
    return position + rng.choice((-1, 1)) if isinstance(position, int) else rng.choice(WRONG)


def main(first: int, count: int) -> None:
    refused = sum(not attempt_number(number) for number in range(first, first + count))
    print(refused, count - refused)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
