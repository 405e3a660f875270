"""Every value of the data with everything in its place that should not be there.

`cases(path)` lays wrong and unusual values over one leaf of the printed tree. Run as a program it has many of them
judged: `python -m rules.wrong_values CASE_FILE MANY START STEP [POLICY …]`.
"""

import random
import sys

from fuzz import leaves as walk

from seti_sim.seti.rules.tree import printed_tree

from .judging import judge_all

TREE = printed_tree()


def _deep(levels):
    table = {}
    for _ in range(levels):
        table = {"a": table}
    return table


#: Nothing of the data is any of the later ones; small numbers fit in many places and are played then.
VALUES = {
    **{str(n): n for n in (-1, 0, 1, 2, 3, 5, 7, 12, 20, 60, 100, 10**6)},
    "beyond 64 bits": 2**63, "thousands of digits": 10**5000, "2.5": 2.5, "not a number": float("nan"),
    "infinity": float("inf"), "true": True, "false": False, "no text": "", "no such word": "no-such-word",
    "two lines": "a\nb", "a control character": "a\x85\x1b[31m", "half a character": "\ud800",
    "a long text": "x" * 10**5, "no list": [], "an empty table": {}, "a list of lists": [[]], "a list of tables": [{}],
    "a list of words": ["x", "y"], "a list of numbers": [1, 2], "tables": {"a": {"b": 1}}, "an odd key": {"a\nb": 1},
    "nothing": None, "deep": _deep(900),
}  # fmt: skip


#: The words that stand under each key somewhere in the data.
WORDS = walk.words(TREE)


def leaves():
    """Paths of all numbers, words, truths and empty tables and lists."""
    return walk.leaves(TREE)


def at(path):
    return walk.at(TREE, path)


def overlay(path, change):
    return walk.overlay(TREE, path, change)


def cases(path):
    """(what is done, variant) for a leaf."""
    old = at(path)

    def put(value):
        return overlay(path, lambda table, key: table.__setitem__(key, value))

    for label, value in VALUES.items():
        yield label, put(value)
    if type(old) is int:
        yield "one more", put(old + 1)
        yield "one less", put(old - 1)
    if isinstance(old, str) and walk.named(path) != "name":
        for word in sorted(WORDS[walk.named(path)] - {old}):
            yield f"another word, {word}", put(word)

    def beside(table, key):
        table.append(table[key]) if isinstance(table, list) else table.update(sibling=1)

    def without(table, key):
        del table[key]

    def often(table, key):
        table[key : key + 1] = [table[key]] * 40 if isinstance(table, list) else []

    yield "a sibling", overlay(path, beside)
    yield "left out", overlay(path, without)
    if isinstance(path[-1], int):
        yield "forty times", overlay(path, often)


def chosen(many, start, step):
    """(what, variant) of every step-th case of all, or of `many` drawn from all leaves and numbers of a case alike."""
    everything = [(path, number) for path in leaves() for number in range(64)]
    if many:
        everything = random.Random(1).sample(everything, many)
    last, made = None, []
    for path, number in everything[start::step]:
        if path != last:
            last, made = path, list(cases(path))
        if number < len(made):
            label, variant = made[number]
            yield f"{path}: {label}", variant


def main(case_file, many, start, step, *policies):
    judge_all(case_file, chosen(int(many), int(start), int(step)), policies)


if __name__ == "__main__":
    main(*sys.argv[1:])
