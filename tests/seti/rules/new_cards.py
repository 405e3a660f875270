"""Variants of random new cards, in the make of `made_up`: complete ones, copies with changes, several copies of one."""

import random
import sys

from .judging import judge_all
from .made_up import TREE, card

WORDS = ("laser", "mirror", "ion", "probe", "array", "deep", "far", "red", "swift", "quiet")


def new_card(rng):
    """A card of another make, whole, or as changes of a printed one."""
    of = rng.choice(list(TREE["cards"]))
    made = card(rng, of)
    if rng.random() < 0.4:
        # Of a few keys, so that some of what is printed stays.
        keys = rng.sample(list(made), rng.randint(0, len(made)))
        made = {"copy_of": of, **{key: made[key] for key in keys}}
    else:
        made = {**made, "sector": rng.choice(("yellow", "red", "blue", "black")), "name": f"Of {of}"}
        made = {key: value for key, value in made.items() if value not in ({}, []) or key == "play"}
        if "secret" in made:
            del made["sector"]
        if "species" in TREE["cards"][of]:
            made["species"] = TREE["cards"][of]["species"]
    if rng.random() < 0.3:
        made["count"] = rng.choice((1, 2, 3, 70))
    return made


def variant(seed):
    """From one to five new cards."""
    rng = random.Random(seed)
    ids = {"-".join(rng.sample(WORDS, rng.randint(1, 2))) for _ in range(rng.randint(1, 5))}
    return {"new": {"cards": {name: new_card(rng) for name in sorted(ids)}}}


def main(case_file, first, last, *policies):
    judge_all(case_file, ((f"seed {n}", variant(n)) for n in range(int(first), int(last))), policies)


if __name__ == "__main__":
    main(*sys.argv[1:])
