"""What a learned player learns from: decisions of games, and how good what was done there turned out to be."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from .weights import stacked

OPTIONS = 12
"""Places kept for the options of a decision, on average; what a game needs more is made room for."""
DECISIONS = 230
"""Places kept for the decisions of a seat in a game."""


def pairs_of(rules, first: int, count: int) -> np.ndarray:
    """Species pair of each game, int [count, 2]: all ordered pairs in turn."""
    pairs = np.array(list(itertools.permutations(map(rules.species_ids.index, rules.species_played), 2)), np.int32)
    return pairs[np.arange(first, first + count) % len(pairs)]


@dataclass
class Decisions:
    """Decisions as `_engine.sample_choices` writes them.

    x: int16 [n, inputs]. cards: uint64 [n, 12], bit sets of four words: hand, in play, row. about: int32 [n, 12]: game,
    seat, column of weights, context, points now, points at the end, first option, options, the chosen one (-1: none of
    them), win share in twelfths, points of the others together at the end, worth of the
    position to a learned player in thousandths of a point. Of all options, one decision after the other: rows int16 [m, 3] of the network, worths int16
    [m, 3] to `greedy`, value float32 [m], the teacher's or the network's.
    """

    x: np.ndarray
    cards: np.ndarray
    about: np.ndarray
    rows: np.ndarray
    worths: np.ndarray
    value: np.ndarray

    def __len__(self) -> int:
        return len(self.x)

    @classmethod
    def joined(cls, parts: list[Decisions]) -> Decisions:
        """One after the other; first options are counted on."""
        at, abouts = 0, []
        for part in parts:
            about = part.about.copy()
            about[:, 6] += at
            at += len(part.rows)
            abouts.append(about)
        names = ("x", "cards", "rows", "worths", "value")
        x, cards, rows, worths, value = (np.concatenate([getattr(part, name) for part in parts]) for name in names)
        return cls(x, cards, np.concatenate(abouts), rows, worths, value)


def decisions(
    rules, policies, *, players: int, games: int, seed: int, first: int = 0, level: int = 0, teacher: int = -1,
    heat: float = 0.0, keep: int = 1000, explore: int = 0,
) -> Decisions:  # fmt: skip
    """Decisions of `games` games from number `first` on. The policies sit in turn over seats and games, species pairs are
    balanced. players: 1 for solo games at `level`. teacher: index of the policy that says what options are worth, -1 for
    nobody. heat: temperature at which a learned player draws its choices, 0 for the best. keep, explore: thousandths of
    decisions that are kept, of choices drawn from all options."""
    from seti_sim.seti.engine import _engine, engine_rules

    size = _engine.NET_SIZES
    seats = 2 if level else players
    n = games * seats * DECISIONS * keep // 1000 + DECISIONS * seats
    m = OPTIONS * n
    assign = (np.arange(first, first + games)[:, None] + np.arange(seats)) % len(policies)
    pairs = pairs_of(rules, first, games)
    while True:
        x, cards, about = np.zeros((n, size["inputs"]), np.int16), np.zeros((n, 12), np.uint64), np.zeros((n, 12), np.int32)
        rows, worths, value = np.zeros((m, 3), np.int16), np.zeros((m, 3), np.int16), np.zeros(m, np.float32)
        k, o = _engine.sample_choices(
            engine_rules(rules),
            seats,
            seed,
            first,
            stacked(policies),
            np.ascontiguousarray(assign, np.uint8),
            np.ascontiguousarray(pairs[:, 0] + 256 * pairs[:, 1], np.int32),
            level,
            teacher,
            heat,
            keep,
            explore,
            x,
            cards,
            about,
            rows,
            worths,
            value,
        )
        if k and about[k - 1, 0] == first + games - 1:
            return Decisions(*(array.copy() for array in (x[:k], cards[:k], about[:k], rows[:o], worths[:o], value[:o])))
        n, m = 2 * n, 2 * m  # some game did not fit


def advantages(found: Decisions, expected: np.ndarray, *, share: float, fade: float) -> tuple[np.ndarray, np.ndarray]:
    """(advantage, target) of each decision in points, float [n]: generalised advantage estimation (Schulman et al. 2016).

    What counts is a seat's points less `share` of the mean of the others'. expected: how much of that is still to come,
    as the network sees it. From one decision of a seat to its next the advantage is what was gained and what is expected
    then, less what was expected; of later ones a share `fade` a decision is added.
    """
    about = found.about
    now, end = standings(found, share)
    order = np.lexsort((np.arange(len(found)), about[:, 1], about[:, 0]))
    last = np.ones(len(order), bool)
    a = about[order]
    last[:-1] = (a[1:, 0] != a[:-1, 0]) | (a[1:, 1] != a[:-1, 1])
    now, end = now[order], end[order]
    v = expected[order].astype(float)
    step = np.where(last, end - v, np.append(now[1:], 0) + np.append(v[1:], 0) - v) - now
    starts = np.flatnonzero(np.append(True, last[:-1]))
    length = np.diff(np.append(starts, len(order)))
    gain, ahead = np.zeros(len(order)), np.zeros(len(starts))
    for t in range(int(length.max()) - 1, -1, -1):
        on = length > t
        ahead[on] = step[starts[on] + t] + fade * ahead[on]
        gain[starts[on] + t] = ahead[on]
    out = np.empty(len(order))
    out[order] = gain
    return out, out + expected


def standings(found: Decisions, share: float) -> tuple[np.ndarray, np.ndarray]:
    """Points less `share` of the mean of the others', at each decision and at the end of its game, float [n]."""
    from seti_sim.seti.engine import _engine

    names = (*_engine.VALUE_NAMES, *_engine.TABLE_NAMES)
    others = np.maximum(found.x[:, names.index("players")].astype(float) - 1, 1)
    now = found.x[:, [names.index(f"points_{i}") for i in range(1, 4)]].sum(axis=1, dtype=float)
    points, end, rest = (found.about[:, column].astype(float) for column in (4, 5, 10))
    return points - share * now / others, end - share * rest / others
