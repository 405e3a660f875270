"""Every leaf, key and table of a game's data, changed: it is obeyed, or refused in one line. Nothing is silent.

A game says in a `Data` what is printed and how it is loaded. `cases(data, path)` are the changes at one address,
`verdict(data, case)` tries one: "obeyed" (fingerprint and compiled rules are others), "words" (a text that is only
shown), "refused" (one line that says file, address, value and what was expected), else AssertionError.
"""

import copy
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from seti_sim.core.node import RuleError, join

from .counts import tell
from .limit import TooLong, limited


@dataclass(frozen=True)
class Data:
    """The data of a game.

    tree      what is printed: tables, lists, words, numbers, truths
    load      a variant, as a dict laid over what is printed → (fingerprint, compiled): any two values that can be
              compared. RuleError for what is not obeyed
    load_tree the same of a whole tree that stands in the place of what is printed
    ids       addresses of tables whose keys are ids: their entries are of one kind
    words     address patterns of texts that are shown and not played; `*` is one part of an address
    said      addresses at which is printed what holds without the key, too: taking it away changes nothing
    name      of the game, for counts
    """

    tree: dict
    load: Callable
    load_tree: Callable
    ids: tuple = ()
    words: tuple = ()
    said: tuple = ()
    name: str = ""
    printed: tuple = field(default=None, init=False)

    def __post_init__(self):
        object.__setattr__(self, "printed", self.load_tree(copy.deepcopy(self.tree)))


@dataclass(frozen=True)
class Case:
    """A change at `path`: `what` it is, and the `variant` that says it, or the whole `tree` in which a key is missing."""

    path: tuple
    what: str
    variant: dict | None = None
    tree: dict | None = None

    def __str__(self):
        return f"{address(self.path)}: {self.what}"


# ------------------------------------------------------------------ addresses
def places(tree, path=()):
    """Paths of everything in the tree below the top: tables, lists and leaves."""
    for key, item in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield (*path, key)
        if isinstance(item, (dict, list)):
            yield from places(item, (*path, key))


def leaves(tree, path=()):
    """Paths of all numbers, words, truths and empty tables and lists."""
    if isinstance(tree, (dict, list)) and tree:
        for key, item in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from leaves(item, (*path, key))
    else:
        yield path


def at(tree, path):
    for key in path:
        tree = tree[key]
    return tree


def address(path):
    """A path as messages write it: `cards.base-001.play[0].n`."""
    text = ""
    for key in path:
        text = f"{text}[{key}]" if isinstance(key, int) else join(text, key)
    return text


def kind(data, path):
    """(top table, last key, type of the value): what is of one kind is read alike. An id counts as `*`."""
    at_ids = ".".join(map(str, path[:-1])) in data.ids
    return path[0], "*" if at_ids else "[]" if isinstance(path[-1], int) else path[-1], type(at(data.tree, path)).__name__


def named(path):
    """The key whose value stands at the path, a list's for what is in it."""
    return next(key for key in reversed(path) if isinstance(key, str))


def overlay(tree, path, change):
    """The variant in which `change(container, key)` was done at the path; a list is said again as a whole."""
    cut = next((i for i, key in enumerate(path) if isinstance(key, int)), len(path) - 1)
    top = copy.deepcopy(at(tree, path[:cut]))
    inner = top
    for key in path[cut:-1]:
        inner = inner[key]
    if cut == len(path) - 1 and isinstance(top, dict):
        inner = top = {path[-1]: top[path[-1]]}
    change(inner, path[-1])
    for key in reversed(path[:cut]):
        top = {key: top}
    return top


def _without(tree, path):
    """The tree without what stands at the path."""
    top = tree = tree.copy()
    for key in path[:-1]:
        tree[key] = tree[key].copy()
        tree = tree[key]
    del tree[path[-1]]
    return top


# ------------------------------------------------------------------ changes
def words(tree):
    """{key: the words that stand under it somewhere in the tree}."""
    found = defaultdict(set)
    for path in leaves(tree):
        if isinstance(at(tree, path), str):
            found[named(path)].add(at(tree, path))
    return found


def cases(data, path, known=None):
    """The changes at one path, as `Case`s; none says what is printed. `known` is `words(data.tree)`, made once."""
    tree, old = data.tree, at(data.tree, path)
    for what, value in _values(old, sorted((known or words(tree))[named(path)])):
        if value == old and type(value) is type(old):
            continue
        yield Case(path, what, overlay(tree, path, lambda table, key: table.__setitem__(key, value)))  # noqa: B023
    if isinstance(old, dict):
        yield Case(
            (*path, "sibling"),
            "a key that nobody knows",
            overlay(tree, path, lambda table, key: table.__setitem__(key, {**table[key], "sibling": 1})),
        )
        if all(isinstance(key, str) for key in path):  # and with nothing but that key
            yield Case(
                path,
                "only a key that nobody knows",
                overlay(tree, path, lambda table, key: table.__setitem__(key, {"sibling": 1})),
            )
    yield Case(path, "taken away", tree=_without(tree, path))
    if any(isinstance(key, int) for key in path):  # here a variant can say the list without it
        yield Case(path, "left out", overlay(tree, path, lambda table, key: table.__delitem__(key)))


def _values(old, alike):
    """(what, value) of everything that is said in the place of `old`; `alike` are words that stand in such places."""
    if isinstance(old, bool):
        yield from (("flipped", not old), ("a word", "yes"), ("a number", int(old)))
    elif isinstance(old, int):
        yield from (("one more", old + 1), ("one less", old - 1), ("far too many", 10**9), ("a word", str(old)))
        yield from (("a fraction", old + 0.5), ("with a point", float(old)))
    elif isinstance(old, str):
        others = [word for word in alike if word != old]
        for word in random.Random(old).sample(others, min(3, len(others))):
            yield f"another word, {word}", word
        yield from (("no such word", "no-such-word"), ("a number", 1), ("no word", ""), ("in capitals", old.upper()))
    elif old:
        yield "empty", type(old)()
        yield "of another kind", [] if isinstance(old, dict) else {}
    if isinstance(old, list):
        yield "with a word more", [*old, "no-such-word"]
    yield "no list", [[]]


def verdict(data, case):
    """What became of a case: "obeyed", "words" or "refused". AssertionError, naming the case, for anything else."""
    try:
        mark, compiled = data.load(case.variant) if case.tree is None else data.load_tree(case.tree)
    except RuleError as error:
        text = str(error)
        assert text.isprintable() and len(text) < 400, f"{case}: not one clear line: {text!r:.300}"
        assert error.file and ": expected " in text, f"{case}: not what was expected: {text}"
        assert '""' not in error.address, f"{case}: speaks of no place: {text}"
        # What a whole tree lacks is missed wherever it is spoken of; a variant is told of its own address.
        assert case.tree is not None or _near(error.address, case.path), f"{case}: speaks of another place: {text}"
        return "refused"
    assert mark != data.printed[0], f"{case}: silent: the fingerprint is that of what is printed"
    if any(_fits(pattern, case.path) for pattern in data.words):
        assert compiled == data.printed[1], f"{case}: said to be words only, and played"
        return "words"
    if case.what in ("taken away", "left out") and address(case.path) in data.said:
        assert compiled == data.printed[1], f"{case}: said to change nothing, and changes the rules"
        return "said"
    assert compiled != data.printed[1], f"{case}: silent: another fingerprint and the same compiled rules"
    return "obeyed"


def _fits(pattern, path):
    parts = pattern.split(".")
    return len(parts) == len(path) and all(want in ("*", key) for want, key in zip(parts, path, strict=True))


def _near(told, path):
    """Whether an error's address is the path's, above or below it, or in the same list as it."""
    cut = next((i for i, key in enumerate(path) if isinstance(key, int)), len(path))
    here = address(path[:cut])
    return told == "(top)" or f"{told}.".startswith((f"{here}.", f"{here}[")) or here.startswith((f"{told}.", f"{told}["))


# ------------------------------------------------------------------ many
def sample(data, seed=0, step=1):
    """One case of every `step`-th kind of place, wherever one is: what the suite tries."""
    known, by_kind = words(data.tree), defaultdict(list)
    for path in places(data.tree):
        by_kind[kind(data, path)].append(path)
    draw = random.Random(seed)
    for paths in list(by_kind.values())[::step]:
        path = draw.choice(paths)
        yield draw.choice(list(cases(data, path, known)))


def every(data, start=0, step=1):
    """Every `step`-th case of all."""
    known, number = words(data.tree), 0
    for path in places(data.tree):
        for case in cases(data, path, known):
            if number % step == start:
                yield case
            number += 1


def faults(data, chosen):
    """({verdict: how many}, the faults as lines) of cases."""
    found, wrong = defaultdict(int), []
    for case in chosen:
        try:
            with limited():
                found[verdict(data, case)] += 1
        except AssertionError as error:
            wrong.append(str(error))
        except (Exception, TooLong) as error:  # whatever it is, it is a fault
            wrong.append(f"{case}: {type(error).__name__}: {str(error)[:300]}")
    tell(f"variants of {data.name}", found["refused"], sum(found.values()) - found["refused"])
    return dict(found), wrong
