"""Regressions on millions of rows: least squares with errors by game, and the conditional logit of the winner.

Both take `blocks`, a function that gives an iterator over pieces of the data each time it is called, since they pass
over the data more than once and keep none of it. Designs are sparse (a seat has five of 138 cards). statsmodels has
both models in memory, and takes minutes for what is done here in seconds; the tests compare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from seti_sim.stats.estimates import left_over

_SURE = 12  # log odds that no game of chance has: the maximum lies at infinity
Block = tuple[sparse.csr_matrix, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Fit:
    """Coefficients [p], their covariance [p, p] (robust, clustered by game), rows and games they rest on.

    Where columns are linear functions of others (cards that always are five), coefficients are those of least length;
    only contrasts that the data can tell have a meaning. explained: R² or, for the logit, McFadden's. skewness: of what is
    left of the rows, NaN for the logit.
    """

    beta: np.ndarray
    covariance: np.ndarray
    rows: int
    games: int
    explained: float
    skewness: float = np.nan

    def contrast(self, weights):
        """Estimates and standard errors of weights [k, p] @ beta."""
        weights = np.asarray(weights, float)
        variance = np.einsum("kp,pq,kq->k", weights, self.covariance, weights)
        return weights @ self.beta, np.sqrt(np.maximum(variance, 0))


def least_squares(blocks: Callable[[], Iterator[Block]]) -> Fit:
    """Ordinary least squares with a cluster-robust covariance (Liang and Zeger 1986, times G / (G - 1)).

    Blocks are (X [rows, p] in CSR, y [rows], game [rows], numbers from 0 inside the block); a game lies in one block.
    No game gives NaN; with one game coefficients have no covariance.
    """
    xx, xy, yy, sum_y, rows, games = 0, 0, 0.0, 0.0, 0, 0
    for x, y, game in blocks():
        xx, xy = xx + (x.T @ x).toarray(), xy + x.T @ y
        yy, sum_y, rows, games = yy + y @ y, sum_y + y.sum(), rows + len(y), games + int(game.max(initial=-1)) + 1
    if not rows:
        return Fit(np.full(0, np.nan), np.full((0, 0), np.nan), 0, 0, np.nan)
    bread = np.linalg.pinv(xx, rcond=1e-10, hermitian=True)
    beta = bread @ xy
    meat, left, cubes = np.zeros_like(bread), 0.0, 0.0
    for x, y, game in blocks():
        off = left_over(y, x @ beta)
        left, cubes = left + off @ off, cubes + (off**3).sum()
        score = _by_game(x, off, game)
        meat += (score.T @ score).toarray()
    spread = yy - sum_y**2 / rows
    covariance = bread @ meat @ bread * (games / (games - 1) if games > 1 else np.nan)
    skewness = float(cubes / rows / (left / rows) ** 1.5) if left > 1e-12 * spread else 0.0
    return Fit(beta, covariance, rows, games, 1 - left / spread if spread > 0 else np.nan, skewness)


def conditional_logit(blocks: Callable[[], Iterator[Block]], seats: int, most: int = 30) -> Fit:
    """Who of the `seats` of a game wins (McFadden 1974), by Newton's method, with robust errors (games as clusters).

    Blocks are (X [games · seats, p] in CSR, win share [games · seats], game [rows]), the seats of a game together.
    Ties count as the shares they are, which makes it a quasi-likelihood; hence the robust errors. What is the same
    for all seats of a game has no coefficient. ArithmeticError where no maximum is found (a column that decides every
    game).
    """
    beta, before, level = None, None, -np.inf
    for _ in range(most):
        likelihood, gradient, hessian, meat, rows, games, apart = _logit_sums(blocks, seats, beta)
        if not rows:
            return Fit(np.full(0, np.nan), np.full((0, 0), np.nan), 0, 0, np.nan)
        beta = np.zeros(len(gradient)) if beta is None else beta
        inverse = np.linalg.pinv(hessian, rcond=1e-10, hermitian=True)
        step = inverse @ gradient
        gain = gradient @ step
        if gain < 1e-6:  # a thousandth of a standard error; the last step squares that
            beta = beta + step
            break
        if likelihood < level - 1e-9 * abs(level):  # too far: half the way back
            beta = (beta + before) / 2
            continue
        before, level = beta, likelihood
        beta = beta + step
    else:
        raise ArithmeticError("the conditional logit has no maximum: some column decides who wins")
    if apart > _SURE:
        raise ArithmeticError("the conditional logit has no maximum: some column decides who wins")
    covariance = inverse @ meat @ inverse * (games / (games - 1) if games > 1 else np.nan)
    return Fit(beta, covariance, rows, games, 1 - likelihood / (-games * np.log(seats)))


def _logit_sums(blocks, seats, beta):
    """Log-likelihood, gradient, information, sum of squared scores, rows and games at `beta` (None: zero), and how far
    apart it puts the seats of a game at most."""
    likelihood, gradient, hessian, meat, rows, games, apart = 0.0, 0, 0, 0, 0, 0, 0.0
    for x, won, game in blocks():
        if not len(won):
            continue
        value = np.zeros(len(won)) if beta is None else x @ beta
        value = value.reshape(-1, seats)
        apart = max(apart, float(np.ptp(value, axis=1).max()))
        share = won.reshape(-1, seats)
        top = value.max(axis=1, keepdims=True)
        scale = top + np.log(np.exp(value - top).sum(axis=1, keepdims=True))
        chance = np.exp(value - scale)
        likelihood += float((share * (value - scale)).sum())
        off = (share - chance).ravel()
        gradient = gradient + x.T @ off
        mean = _by_game(x, chance.ravel(), game)
        weighted = x.multiply(chance.reshape(-1, 1)).tocsr()
        hessian = hessian + (x.T @ weighted).toarray() - (mean.T @ mean).toarray()
        score = _by_game(x, off, game)
        meat = meat + (score.T @ score).toarray()
        rows, games = rows + len(won), games + len(share)
    return likelihood, gradient, hessian, meat, rows, games, apart


def _by_game(x, weights, game):
    """Sums over the rows of each game of weight times row: sparse [games, p]."""
    rows = len(weights)
    sums = sparse.csr_matrix((weights, (game, np.arange(rows))), shape=(int(game.max(initial=-1)) + 1, rows))
    return sums @ x
