"""Fitting what a position is worth: ridge regression of the points still to come on a position's features, by round.

Positions are those at the end of each turn in games of the player itself, so a fit, a stronger player and a new fit can
follow one another. The weights say what goes together with points in such games; what a choice gains is judged by play
(`tune`, `ladder`), not by them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .registry import Player
from .tune import pairs_of
from .weights import MOST_VALUE

RIDGE = 30.0
"""Penalty on a standardised feature's weight, in units of rows; the constant is free."""


def sample(rules, policies, *, players: int, games: int, seed: int, first: int = 0, explore: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """(features, about) of the positions at the end of each turn; about: game, seat, column, points, final points.

    policies sit in turn over seats and games. explore: thousandths of their choices that are drawn at random.
    """
    from seti_sim.seti import _engine
    from seti_sim.seti.core import engine_rules

    assign = (np.arange(first, first + games)[:, None] + np.arange(players)) % len(policies)
    weights = np.ascontiguousarray([policy.engine_weights() for policy in policies], np.int32)
    pairs = pairs_of(rules, first, games)
    x = np.zeros((games * players * 80, len(_engine.VALUE_NAMES)), np.int32)
    about = np.zeros((len(x), 5), np.int32)
    n = _engine.sample_values(
        engine_rules(rules), players, seed, first, weights, np.ascontiguousarray(assign, np.uint8),
        np.ascontiguousarray(pairs[:, 0] + 256 * pairs[:, 1], np.int32), x, about, explore,
    )
    return x[:n], about[:n]


def fit(x: np.ndarray, about: np.ndarray, ridge: float = RIDGE) -> tuple[np.ndarray, np.ndarray]:
    """(weights [features, 5] in thousandths of a point, share of variance explained [5]); the last fifth of the games
    is kept out of the fit and gives the share."""
    weights, explained = np.zeros((x.shape[1], 5)), np.zeros(5)
    kept = about[:, 0] >= np.quantile(about[:, 0], 0.8)
    for column in range(5):
        rows = about[:, 2] == column
        y = (about[:, 4] - about[:, 3]).astype(float)
        train, test = rows & ~kept, rows & kept
        a = x[train].astype(float)
        mean, spread = a.mean(axis=0), a.std(axis=0)
        live = spread > 0
        z = (a[:, live] - mean[live]) / spread[live]
        target = y[train] - y[train].mean()
        w = np.linalg.solve(z.T @ z + ridge * np.eye(z.shape[1]), z.T @ target) / spread[live]
        weights[live, column] = w
        weights[0, column] = y[train].mean() - mean[live] @ w
        error = y[test] - x[test] @ weights[:, column]
        explained[column] = 1 - error.var() / y[test].var()
    return weights * 1000, explained


def with_values(player: Player, weights: np.ndarray) -> Player:
    """The player with these weights of a position, rounded to whole thousandths of a point."""
    whole = np.clip(np.rint(weights), -MOST_VALUE, MOST_VALUE).astype(int)
    return replace(player, values=tuple(int(v) for v in whole.reshape(-1)))
