"""What the rows of a network's file go by, and how a file of another vocabulary is read.

The network of `learned` has rows by number of action, effect, decision and feature. Its file has their words beside the
numbers, so that a new action or verb, which shifts numbers, does not make it unreadable: rows are put in order by their
words, and a word that the network has not learned gets zeros.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from seti_sim.seti.rules.opcodes import OPS
from seti_sim.seti.vocabulary_actions import ACTIONS

Words = dict[str, tuple[str, ...]]
GROUPS = ("actions", "effects", "decisions", "features")


def words() -> Words:
    """The vocabulary of this version that rows go by: {group: words in the order of their numbers}."""
    from seti_sim.seti.engine import _engine

    features = (*_engine.VALUE_NAMES, *(f"table {name}" for name in _engine.TABLE_NAMES))
    known = (tuple(action.op for action in ACTIONS), OPS, _engine.DECISIONS, features)
    return dict(zip(GROUPS, known, strict=True))


def count(of: Words) -> int:
    """int32 numbers of a network with this vocabulary."""
    wide, half = _layout(of)
    return sum(len(names) * width for names, width in wide) + sum(len(names) * width for names, width in half) // 2


def in_order(numbers: np.ndarray, of: Words, now: Words) -> np.ndarray:
    """int32: a network whose rows go by the words `of`, as one whose rows go by `now`; zeros for a word that `of` has not."""
    if of == now:
        return numbers
    (wide, half), (wide_now, half_now) = _layout(of), _layout(now)
    end = sum(len(names) * width for names, width in wide)
    halves = _moved(np.ascontiguousarray(numbers[end:]).view(np.int16), half, half_now)
    return np.concatenate([_moved(numbers[:end], wide, wide_now), halves.view(np.int32)])


def _moved(numbers: np.ndarray, before: list, after: list) -> np.ndarray:
    """Tables that lie one behind the other, each with its rows in the order of its names after."""
    tables, at = [], 0
    for (names, width), (names_now, _) in zip(before, after, strict=True):
        rows = numbers[at : at + len(names) * width].reshape(-1, width)
        place = {name: i for i, name in enumerate(names)}
        found = np.array([place.get(name, -1) for name in names_now])
        tables.append(np.where(found[:, None] < 0, numbers.dtype.type(0), rows[found]).ravel())
        at += rows.size
    return np.concatenate(tables)


def _layout(of: Words) -> tuple[list, list]:
    """(names of the rows, numbers a row) of each table of ext/seti/net.pxi: those of 32 bits, those of 16."""
    from seti_sim.seti.engine import _engine

    size, actions, features = _engine.NET_SIZES, of["actions"], of["features"]
    units, rounds = size["units"], range(5)
    card_kinds = (size["option_rows"] - 96 * size["kinds"]) // 256
    options: list = [*product(("card",), range(card_kinds), range(256))]
    options += [(k, action, i) for k, many in ((0, 64), (1, 16), (2, 16)) for action in actions for i in range(many)]
    decisions = [*of["decisions"], *range(len(of["decisions"]), 32)]
    effects = [*of["effects"], *range(32 + len(of["effects"]), size["contexts"])]
    first = [*features, *product(("card",), range(3), range(256)), *product("D", decisions), *product("E", effects), *rounds]
    wide: list = [(features, 1), (features, 1), (actions, 5 * size["worths"]), (options, 1), (("share",), 1), (rounds, 1)]
    wide += [([*product(rounds, features)], 1), (rounds, units)]
    return wide, [(first, units), (options, units), (first, units)]
