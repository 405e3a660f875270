"""Deals, scripts, positions and records with something wrong in them: one line, or a game that can be played to its end.

`python -m tests.planetx.position_fuzz FIRST COUNT [record]` tries inputs by number, in a process of its own: what is read
beyond an array's end may kill it. It prints how many were refused and how many played. What is accepted is obeyed: the game
says the same of its deal, a record is written again with the same head and actions.
"""

import copy
import json
import random
import sys

from seti_sim.core.errors import PositionError
from seti_sim.core.record import RecordError
from seti_sim.planetx import Game, PlanetXRules, players
from tests.fuzz.counts import tell
from tests.fuzz.limit import limited
from tests.fuzz.spoil import spoil_lines

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
    assert not (unheard := list(lost(position, game.to_json()))), unheard
    play_on(rules, game, rng)
    return True


def lost(said, held, at=()):
    """Places where what was said of a deal is other than what the game holds; nothing, 0 and no text are one."""
    if at in (("bot", "turns"), ("bot", "starting_groups")) or at and at[0] in ("state", "log", "code", "generation"):
        return  # turns may be written in other words; the rest is compared by reading it again
    if isinstance(said, dict) and isinstance(held, dict):
        for key, value in said.items():
            yield from lost(value, held.get(key, type(value)() if value in (0, "", []) else None), (*at, key))
    elif at[-1] == "about":
        if sorted(said) != sorted(held):
            yield at, said, held
    elif type(said) is not type(held) or said != held:
        yield at, said, held


def play_on(rules, game, rng):
    policy = players.get(rng.choice(("random", "racer", "survey-first")))
    while not game.is_over:
        for seat in game.seats:
            game.view(seat)
        game.core.invariants()
        game.apply(policy.choose(game))
    game.core.invariants()
    assert Game.from_json(rules, game.to_json()) == game and game.scores()


def attempt_record(number) -> tuple[str, bool]:
    """("record", whether the spoilt record of a game, begun from a deal or drawn, is accepted)."""
    rng = random.Random(f"record {number}")
    rules, position = begun(number, rng)
    game = Game.from_json(rules, position) if number % 2 else Game.new(rules, rng.randrange(1, 5), number)
    for _ in range(rng.randrange(30)):
        if not game.is_over:
            game.apply(rng.choice(game.legal_actions()))
    text = game.record()
    if "position" in text and rng.random() < 0.3:  # the deal's text, so that it may be no JSON any more
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(("", "{", "}", '"', ",", "NaN", "9" * 5000, "[" * 3000, "\u202e")) + text[at + 1 :]
    text = spoil_lines(text, rng)
    try:
        found = Game.replay(rules, text)
    except RecordError as error:
        assert str(error).isprintable() and len(str(error)) < 3000 and "expected" in str(error), repr(str(error))
        return "record", False
    again = [line.partition(" =")[0] for line in found.record().splitlines()]
    for line in text.splitlines():
        words = line.strip()
        if words and not words.startswith(("#", "position ")):
            assert " ".join(words.partition("=")[0].split()) in again, f"said and not held: {line!r}"
    play_on(rules, found, rng)
    return "record", True


def attempt_number(number) -> tuple[str, bool]:
    """("deal" or "position", whether input number `number` is accepted): one or two things are wrong in it."""
    rng = random.Random(number)
    rules, position = begun(number, rng)
    kind, done = "position" if "state" in position else "deal", []
    try:
        for _ in range(rng.choice((1, 1, 2))):
            path = draw_path(position, rng)
            value = rng.choice((paths, *WRONG)) if rng.random() < 0.8 else near(position, path, rng)
            done.append((path, value))
            damage(position, path, value, rng)
        return kind, attempt(rules, position, rng)
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


def main(first: str, count: str, kind: str = "position") -> None:
    one, found = {"position": attempt_number, "record": attempt_record}[kind], {}
    for number in range(int(first), int(first) + int(count)):
        try:
            with limited():
                name, played = one(number)
            found.setdefault(name, [0, 0])[played] += 1
        except BaseException as error:
            error.add_note(f"{kind} {number}")
            raise
    for name, (refused, played) in found.items():
        tell(f"{name}s of Planet X", refused, played)
    print(*map(sum, zip(*found.values(), strict=True)))


if __name__ == "__main__":
    main(*sys.argv[1:])
