"""Things that can be wrong with a position or a record: made from real ones, each from a number, always the same."""

import copy
import random
from functools import cache
from itertools import permutations

from seti_sim.seti import Game, position_pending
from seti_sim.seti import players as registry
from seti_sim.seti.engine import struct_dtype
from seti_sim.seti.rules import RuleSet

WRONG = (
    None, -1, 0, 1, 2, 3, 5, 8, 9, 24, 31, 32, 48, 127, 128, 250, 254, 255, 256, 65535, 65536, 10**6, 2**31, 2**63,
    2**64 - 1,
    -(2**70), 2.5, 1.0, float("nan"), float("inf"), True, False, "", "x", "P1", "P4", "P9", "neutral", "base-001",
    "exertian-01", "mascamite-01", "sample-vp", "oumuamua", "jupiter", "vega", "vp", "disc-2", "before", "a\nb",
    "\ud800",
    [], [1], [0, 0, 0], ["P1"], ["P1"] * 300, [[1, 5]], [3, 3], [[]], {}, {"P1": 1}, {"a\nb": 1}, {"": {}},
)  # fmt: skip
GAME = 12  # inputs from one game
SLOW = ("deck", "discard", "end_of_round")  # long lists, each entry like the others


@cache
def rules() -> RuleSet:
    return RuleSet.load()


@cache
def played(number: int) -> tuple[dict, ...]:
    """Positions at decisions of all kinds of one real game, its last position, and its record."""
    rng = random.Random(number)
    if number % 4 == 3:
        game = Game.new(rules(), seed=number, solo=True, level=1 + number % 5)
    else:
        pairs = list(permutations(rules().species_ids, 2))
        game = Game.new(rules(), players=2 + number % 3, seed=number, species=pairs[number % len(pairs)])
    greedy, style = registry.get("greedy"), number % 3
    found, kinds = [], {}
    while not game.is_over:
        # Rare kinds of decisions as often as common ones.
        kinds.setdefault(game.decision, []).append(game.core.copy())
        game.apply(greedy.choose(game) if style and rng.random() < 0.8 else rng.choice(game.core.legal()))
    for _ in range(GAME):
        core = rng.choice(kinds[rng.choice(sorted(kinds))])
        found.append(Game(rules(), core, game.seed, game.game).to_json())
    return tuple(found), game.to_json(), game.record()


def paths(value, path=()):
    """Keys and places of everything in a position."""
    if isinstance(value, (dict, list)):
        for key, item in list(value.items()) if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from paths(item, (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def near(value, rng):
    """Another value that is not far from it, or one of `WRONG`."""
    if type(value) is int and rng.random() < 0.7:
        other = (value + 1, value - 1, value ^ (1 << rng.randrange(9)), rng.randrange(256), rng.randrange(16))
        return rng.choice(other)
    if isinstance(value, list) and value and rng.random() < 0.5:
        return rng.choice((value[:-1], value + value[-1:], value[::-1], value * 2))
    return copy.deepcopy(rng.choice(WRONG))


@cache
def addresses() -> list[int]:
    """Of all operations that any seat can come to: those that are not refused at once."""
    return sorted(position_pending.Programs(rules().compiled).anybody)


def address(rng):
    return rng.choice(addresses()) if rng.random() < 0.6 else rng.randrange(4000)


def spoil_pending(position, rng):
    """One thing in `pending` other than it was: a field more, a frame more, less, twice or elsewhere, a number."""
    pending = position["pending"]
    fields, frames, what = pending["fields"], pending["frames"], rng.randrange(8)
    state = struct_dtype("State")
    if what == 0:
        field = rng.choice(state.names)
        shape = state[field].shape
        some = [rng.choice((0, 0, 1, rng.randrange(256), 2 ** rng.randrange(64))) for _ in range(sum(shape))]
        fields[field] = some if shape else rng.randrange(256)
    elif what == 1 and frames:
        frames.insert(rng.randrange(len(frames) + 1), copy.deepcopy(rng.choice(frames)))
        fields["n_frames"] = len(frames)
    elif what == 2 and frames:
        del frames[rng.randrange(len(frames))]
        fields["n_frames"] = len(frames)
    elif what == 3 and frames:
        most = {"kind": 34, "player": 4, "flags": 16, "source": 16}
        new = {name: rng.choice((0, 0, rng.randrange(10), rng.randrange(256))) for name in struct_dtype("Frame").names}
        new |= {name: rng.randrange(n) for name, n in most.items()} | {"pc": rng.choice((0, address(rng)))}
        frames.insert(rng.randrange(len(frames) + 1), new)
        fields["n_frames"] = len(frames)
    elif what < 6 and frames:
        frame = rng.choice(frames)
        name = rng.choice(sorted(frame))
        frame[name] = near(frame[name], rng) if name != "pc" or rng.random() < 0.2 else address(rng)
    else:
        spoil(position, rng, [path for path in paths(pending) if path], ("pending",))


def spoil(position, rng, places, root=()):
    if not places:
        return
    *way, last = rng.choice(places)
    table, what = at(position, (*root, *way)), rng.random()
    if what < 0.15:
        del table[last]
    elif what < 0.25 and len(table) > 1:
        other = rng.choice([k for k in (table if isinstance(table, dict) else range(len(table)))])
        table[last], table[other] = table[other], table[last]
    elif what < 0.35 and len(places) > 1:
        table[last] = copy.deepcopy(at(position, (*root, *rng.choice(places))))
    else:
        table[last] = near(table[last], rng)


def position(number: int) -> dict:
    """A real position with one to three things in it taken out, replaced, exchanged or put in."""
    rng = random.Random(f"position {number}")
    found, over, _ = played(number // GAME)
    result = copy.deepcopy(found[number % GAME] if rng.random() < 0.97 else over)
    if rng.random() < 0.3:
        result.pop("pending", None)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        try:
            if isinstance(result.get("pending"), dict) and rng.random() < 0.7:
                spoil_pending(result, rng)
            else:
                some = [path for path in paths(result) if path[0] not in SLOW or len(path) < 3]
                spoil(result, rng, some)
        except (TypeError, KeyError, ValueError, IndexError, AttributeError):
            continue  # what was spoiled before is no table any more
    return result


def record(number: int) -> str:
    """The record of a real game with one to three of its lines altered, cut, doubled, left out or exchanged."""
    rng = random.Random(f"record {number}")
    found, _, text = played(number // GAME)
    if rng.random() < 0.2:
        import json

        text = f"seti_sim record 1\nrules {rules().fingerprint}\nposition {json.dumps(position(number))}\n"
        return text + ("P1 pass\n" if rng.random() < 0.5 else "")
    return spoil_lines(text, rng)


def spoil_lines(text: str, rng) -> str:
    """A text of lines with one to three of them altered, cut, doubled, left out or exchanged."""
    lines = text.splitlines()
    for _ in range(rng.choice((1, 1, 2, 3))):
        # The head as often as all the rest.
        i = rng.randrange(min(7, len(lines))) if rng.random() < 0.4 else rng.randrange(len(lines))
        what = rng.randrange(8)
        if what == 0:
            del lines[i]
        elif what == 1:
            lines.insert(i, rng.choice(lines))
        elif what == 2:
            k = rng.randrange(len(lines))
            lines[i], lines[k] = lines[k], lines[i]
        elif what == 3:
            lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
        elif what == 4:
            words = lines[i].split(" ")
            words[rng.randrange(len(words))] = str(rng.choice(WRONG))
            lines[i] = " ".join(words)
        elif what == 5 and lines[i]:
            k = rng.randrange(len(lines[i]))
            lines[i] = lines[i][:k] + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000)))) + lines[i][k + 1 :]
        elif what == 6:
            lines = lines[: i + 1]
        else:
            words = lines[i].split(" ")
            rng.shuffle(words)
            lines[i] = " ".join(words)
        if not lines:
            break
    return "\n".join(lines) + rng.choice(("", "\n"))
