"""Variants of random new cards, in the make of `made_up`: complete ones, copies with changes, several copies of one; and whole
decks of two hundred.

As a program: `python -m rules.new_cards CASE_FILE FIRST LAST [POLICY …]`, with `decks` before the policies for whole decks.
"""

import random
import sys

from .judging import judge_all, load
from .made_up import TREE, card

WORDS = ("laser", "mirror", "ion", "probe", "array", "deep", "far", "red", "swift", "quiet")


KINDS = {"mission", "triggers", "endgame"}


def new_card(rng, clash=True):
    """A card of another make, whole, or as changes of a printed one, which may `clash` with what stays of it."""
    of = rng.choice(list(TREE["cards"]))
    made = card(rng, of)
    if rng.random() < 0.4:
        # Of a few keys, so that some of what is printed stays.
        keys = rng.sample(list(made), rng.randint(0, len(made)))
        made = {"copy_of": of, **{key: made[key] for key in (*keys, *(() if clash else KINDS & {*made} - {*keys}))}}
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


def plain(rng, table):
    """The same with goods for the mission and the triggers: in a large deck most missions must not set each other off."""
    if table.get("mission") and "deliver" not in table["mission"]["when"]:
        table["mission"] = {**table["mission"], "reward": [{"do": "gain", rng.choice(("vp", "data")): rng.randint(1, 3)}]}
    if table.get("triggers"):
        table["triggers"] = [{**space, "reward": [{"do": "gain", "publicity": 1}]} for space in table["triggers"]]
    return table


def deck(seed, size=200):
    """So many new cards in place of the printed deck. One species stays in the box, so that there is room for them."""
    rng, cards, of_species = random.Random(seed), {}, 0
    while len(cards) < size:
        made = new_card(rng, clash=rng.random() < 0.02)
        made.pop("count", None)
        if made.get("species") or "species" in TREE["cards"].get(made.get("copy_of"), ()):
            of_species += 1
            if of_species > 6:  # a species' deck has room for sixteen cards
                continue
        if rng.random() < 0.9:
            made = plain(rng, made)
        name = f"{rng.choice(WORDS)}-{len(cards)}"
        cards[name] = made | {"name": name.replace("-", " ")}
    return {"new": {"cards": cards}, "setup": {"without": ["base-*", rng.choice(("exertians", "centaurians", "mascamites"))]}}


def mended(variant):
    """The variant without the cards that the lines refusing it name, and how many these are."""
    cards = dict(variant["new"]["cards"])
    out = {**variant, "new": {"cards": cards}}
    while (error := load(out)[1]) is not None:
        name = error.address.removeprefix("new.cards.").split(".")[0]
        assert name in cards, f"names no card of the {len(cards)}: {error}"
        del cards[name]
    return out, len(variant["new"]["cards"]) - len(cards)


def mended_decks(seeds, counts):
    counts |= {"cards": 0, "cards refused": 0}
    for seed in seeds:
        variant, out = mended(deck(seed))
        counts["cards"] += len(variant["new"]["cards"])
        counts["cards refused"] += out
        yield f"deck {seed}", variant


def main(case_file, first, last, *policies):
    seeds, counts = range(int(first), int(last)), {}
    if policies[:1] == ("decks",):
        judge_all(case_file, mended_decks(seeds, counts), policies[1:], counts=counts)
    else:
        judge_all(case_file, ((f"seed {n}", variant(n)) for n in seeds), policies)


if __name__ == "__main__":
    main(*sys.argv[1:])
