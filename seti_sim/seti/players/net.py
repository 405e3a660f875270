"""Learning what a position is worth: the weighted sum by round and the hidden units of `ext/seti/value.pxi`.

Least squares on the points still to come, by Adam (Kingma and Ba 2015) from a ridge regression a round, in NumPy alone:
features are standardised for the fit, and what comes out is turned back into whole numbers of the features as they are.
"""

from __future__ import annotations

import numpy as np

RIDGE = 30.0
"""Penalty on a standardised feature's weight, in units of rows; the constant is free."""
BATCH = 2048
RATE = 2e-3
DECAY = 1e-5
"""Weight decay a step, of the hidden units' weights."""


class Net:
    """Weights of an estimate, for standardised features: linear [n, 5], hidden [n, units], begin and worth [5, units]."""

    def __init__(self, x: np.ndarray, column: np.ndarray, y: np.ndarray, units: int, seed: int):
        luck = np.random.default_rng(seed)
        some = x[:: max(1, len(x) // 200_000)].astype(np.float32)
        self.mean, self.spread = some.mean(axis=0), some.std(axis=0)
        self.mean[0], self.spread[0] = 0, 1  # the constant
        self.live = (self.spread > 1e-6).astype(np.float32)
        self.spread = np.maximum(self.spread, 0.05)
        n = x.shape[1]
        linear = np.zeros((n, 5), np.float32)
        for k in range(5):
            rows = np.flatnonzero(column == k)
            rows = rows[:: max(1, len(rows) // 150_000)]
            z = self.scaled(x[rows])
            penalty = np.full(n, RIDGE, np.float32)
            penalty[0] = 0
            penalty[self.live == 0] = 1
            linear[:, k] = np.linalg.solve(z.T.astype(float) @ z + np.diag(penalty), z.T @ y[rows])
        hidden = (luck.standard_normal((n, units)) * 0.7 / np.sqrt(n)).astype(np.float32)
        hidden[0] = 0
        begin = (luck.standard_normal((5, units)) * 0.3).astype(np.float32)
        self.weights = [linear, hidden, begin, np.zeros((5, units), np.float32)]
        self.weights[3] += (luck.standard_normal((5, units)) * 0.1).astype(np.float32)
        self.moment = [np.zeros_like(w) for w in self.weights]
        self.square = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def scaled(self, x: np.ndarray) -> np.ndarray:
        return np.clip((x.astype(np.float32) - self.mean) / self.spread, -8, 8) * self.live

    def predict(self, x: np.ndarray, column: np.ndarray) -> np.ndarray:
        linear, hidden, begin, worth = self.weights
        out = np.empty(len(x), np.float32)
        for at in range(0, len(x), 65536):
            z, c = self.scaled(x[at : at + 65536]), column[at : at + 65536]
            unit = np.maximum(z @ hidden + begin[c], 0)
            out[at : at + 65536] = (z @ linear)[np.arange(len(c)), c] + (unit * worth[c]).sum(axis=1)
        return out

    def step(self, x: np.ndarray, column: np.ndarray, y: np.ndarray, rate: float) -> float:
        """One step of Adam on a batch; returns the mean squared error before it."""
        linear, hidden, begin, worth = self.weights
        z = self.scaled(x)
        of = np.zeros((len(z), 5), np.float32)
        of[np.arange(len(z)), column] = 1
        unit = np.maximum(z @ hidden + of @ begin, 0)
        gain = of @ worth
        error = ((z @ linear) * of).sum(axis=1) + (unit * gain).sum(axis=1) - y
        scale = (2 / len(z)) * error[:, None]
        back = scale * gain * (unit > 0)
        slopes = [z.T @ (scale * of), z.T @ back, of.T @ back, of.T @ (scale * unit)]
        self.steps += 1
        for i, slope in enumerate(slopes):
            self.moment[i] += 0.1 * (slope - self.moment[i])
            self.square[i] += 0.001 * (slope * slope - self.square[i])
            moment = self.moment[i] / (1 - 0.9**self.steps)
            square = self.square[i] / (1 - 0.999**self.steps)
            size = 0.2 if i == 0 else 1.0  # the sum begins at its best already
            self.weights[i] -= size * rate * moment / (np.sqrt(square) + 1e-8)
        self.weights[1] *= 1 - DECAY
        return float(error @ error) / len(z)

    def whole(self, unit: int) -> np.ndarray:
        """The engine's numbers: linear and worth in thousandths of a point, hidden and begin in 1 / `unit`."""
        linear, hidden, begin, worth = (w.astype(float) for w in self.weights)
        by = (self.live / self.spread).astype(float)[:, None]
        mean = self.mean.astype(float)[:, None]
        flat, bent = linear * by, hidden * by
        flat[0] -= (flat[1:] * mean[1:]).sum(axis=0)
        begin = begin + hidden[0] - (bent[1:] * mean[1:]).sum(axis=0)
        bent[0] = 0
        parts = (flat * 1000, bent * unit, begin * unit, worth * 1000)
        return np.concatenate([np.rint(part).astype(np.int64).reshape(-1) for part in parts])


def returns(net: Net, x: np.ndarray, about: np.ndarray, fade: float) -> np.ndarray:
    """Points still to come from each row on, as TD(lambda) sees them (Sutton 1988): from the next row of the same seat a
    share `fade` is what came after it, the rest what the net expects there. Less noisy than final points alone."""
    game, seat, column, points, final = about.T.astype(np.int64)
    order = np.lexsort((np.arange(len(x)), seat, game))
    expected = net.predict(x, column.astype(np.uint8)).astype(float)[order]
    game, seat, points, final = game[order], seat[order], points[order], final[order]
    last = np.ones(len(x), bool)
    last[:-1] = (game[1:] != game[:-1]) | (seat[1:] != seat[:-1])
    target = (final - points).astype(float)
    gained = np.zeros(len(x))
    gained[:-1] = points[1:] - points[:-1]
    ahead = (1 - fade) * np.append(expected[1:], 0) + gained
    before = 0.0
    for i in range(len(x) - 1, -1, -1):
        if not last[i]:
            target[i] = ahead[i] + fade * before
        before = target[i]
    out = np.empty(len(x), np.float32)
    out[order] = target
    return out


def learn(x, column, y, game, *, units: int, epochs: int, seed: int) -> tuple[Net, np.ndarray]:
    """(net, share of variance explained by round [5] on the games kept out, the last of each twenty).

    x: features [n, m]. column, game: of each row. y: points still to come, float32 [n]."""
    kept = game % 20 == 19
    rows = np.flatnonzero(~kept)
    net = Net(x[rows], column[rows], y[rows], units, seed)
    luck = np.random.default_rng(seed + 1)
    steps, done = epochs * (len(rows) // BATCH), 0
    test = np.flatnonzero(kept)
    for _ in range(epochs):
        order = luck.permutation(rows)
        for at in range(0, len(order) - BATCH + 1, BATCH):
            pick = order[at : at + BATCH]
            net.step(x[pick], column[pick], y[pick], RATE * (1 - done / steps))
            done += 1
    error = net.predict(x[test], column[test]) - y[test]
    of = column[test]
    return net, np.array([1 - error[of == k].var() / y[test][of == k].var() for k in range(5)])
