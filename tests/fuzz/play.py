"""Reads inputs that are wrong and plays those that are accepted to their end; for a process of its own.

`python -m tests.fuzz.play position 0 1000` tries numbers 0 to 999. The input is written to the file that a fourth
argument names before it is tried, so that it is there when the process dies. Says how many were refused and accepted.
"""

import json
import random
import sys
import traceback
import warnings
from pathlib import Path

from seti_sim.seti import Game, PositionError, RecordError
from seti_sim.seti.engine import MAX_DECISIONS

from . import spoil
from .counts import tell
from .limit import TooLong, limited


def to_the_end(game, choose):
    core = game.core.copy()
    for _ in range(MAX_DECISIONS):
        if core.over:
            return
        core.apply(choose(core.legal()))
    raise TooLong


def read(kind, text):
    """The game, or None where it is refused in one line."""
    try:
        return Game.from_json(spoil.rules(), text) if kind == "position" else Game.replay(spoil.rules(), text)
    except (PositionError, RecordError) as error:
        assert str(error).isprintable() and len(str(error)) < 3000, repr(str(error))
        return None


def try_one(kind, number, text):
    game = read(kind, text)
    if game is None:
        return False
    if kind == "position":
        assert Game.from_json(spoil.rules(), game.to_json()) == game
    rng = random.Random(number)
    to_the_end(game, lambda legal: legal[0])
    to_the_end(game, rng.choice)
    return True


def main(kind, first, count, kept=None):
    warnings.simplefilter("error")
    wrong, found = 0, {}
    for number in range(int(first), int(first) + int(count)):
        made = getattr(spoil, kind)(number)
        text = json.dumps(made) if kind == "position" else made
        if kept:
            Path(kept).write_text(text, encoding="utf-8", errors="surrogatepass")
        try:
            with limited():
                accepted = try_one(kind, number, text)
            name = f"{kind}s of SETI" + (" with `pending`" if kind == "position" and "pending" in made else "")
            found.setdefault(name, [0, 0])[accepted] += 1
        except (Exception, TooLong):
            wrong += 1
            print(f"--- {kind} {number}", flush=True)
            traceback.print_exc(limit=-3, file=sys.stdout)
    for name, (refused, accepted) in found.items():
        tell(name, refused, accepted)
    accepted = sum(each[1] for each in found.values())
    print(f"{int(count) - accepted - wrong} refused, {accepted} played to the end, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
