"""Every value of the data with everything in its place that should not be there.

`cases(path)` lays wrong and unusual values over one leaf of the printed tree. Run as a program it has many of them
judged: `python -m rules.wrong_values CASE_FILE MANY START STEP [POLICY …]`.
"""

import copy
import random
import sys
from collections import defaultdict

from seti_sim.rules.tree import printed_tree

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


def leaves(value=TREE, path=()):
    """Paths of all numbers, words, truths and empty tables and lists."""
    if isinstance(value, (dict, list)) and value:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))
    else:
        yield path


def at(path):
    value = TREE
    for key in path:
        value = value[key]
    return value


def _words():
    """The words that stand under each key somewhere in the data."""
    found = defaultdict(set)
    for path in leaves():
        if isinstance(at(path), str):
            found[_key(path)].add(at(path))
    return found


def _key(path):
    return next(key for key in reversed(path) if isinstance(key, str))


WORDS = _words()


def overlay(path, change):
    """The variant in which `change(container, key)` was done to the leaf; a list is said again as a whole."""
    cut = next((i for i, key in enumerate(path) if isinstance(key, int)), len(path) - 1)
    top = copy.deepcopy(at(path[:cut]))
    inner = top
    for key in path[cut:-1]:
        inner = inner[key]
    if cut == len(path) - 1 and isinstance(top, dict):
        inner = top = {path[-1]: top[path[-1]]}
    change(inner, path[-1])
    for key in reversed(path[:cut]):
        top = {key: top}
    return top


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
    if isinstance(old, str) and _key(path) != "name":
        for word in sorted(WORDS[_key(path)] - {old}):
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
