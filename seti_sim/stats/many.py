"""Many estimates at once: intervals that hold for all of them together, and the ranks that follow.

The estimates of a family hang together (all cards share the games), so Bonferroni is too wide. Here the largest of
all |t| is drawn from its own distribution: that of the Gaussian multiplier bootstrap over games (Chernozhukov,
Chetverikov and Kato 2013), whose draws, given the data, are normal with the covariance of the estimates; so they are
made from that matrix and no game has to be kept. Ranks follow from all pairwise differences at once (Mogstad, Romano,
Shaikh and Wilhelm 2024): a card's rank lies between 1 + the number of cards surely better and m - those surely worse.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seti_sim.stats.estimates import LEVEL
from seti_sim.stats.tails import norm_isf, norm_sf, t_isf, t_sf

DRAWS = 4000
_JITTER = 1e-8
_AT_ONCE = 200_000  # differences in memory


@dataclass(frozen=True)
class Family:
    """Simultaneous answers about m estimates; every array has one element an estimate, NaN (rank 1 to m) if unknown.

    low, high: intervals that cover all true values together with probability `level`. p: of estimate = 0, adjusted for
    the family (single-step max-t). rank_low, rank_high: ranks, 1 the greatest, that hold together with `level`. tier: 1 for
    the greatest and all that are not surely smaller, then 2 for the greatest of the rest, and so on; NaN if unknown.
    critical: the |t| that the largest exceeds with probability 1 - level.
    """

    low: np.ndarray
    high: np.ndarray
    p: np.ndarray
    rank_low: np.ndarray
    rank_high: np.ndarray
    critical: float
    tier: np.ndarray


def max_t(
    estimates, covariance, clusters, level: float = LEVEL, draws: int = DRAWS, seed: int = 0, *, floor: float = -np.inf,
    top: float = np.inf,
) -> Family:  # fmt: skip
    """Simultaneous intervals and ranks of `estimates` [m] with their `covariance` [m, m] over games.

    `clusters` [m] is the number of games that tell something about each; with few of them a t quantile takes the
    place of the normal one. Estimates that are NaN, or whose variance is not known or 0, or with less than two games are left
    out of the family; `stats.least_games` says how many games skewed values need. No interval reaches below `floor` or above
    `top`.
    """
    estimates, covariance = np.asarray(estimates, float), np.asarray(covariance, float)
    clusters = np.broadcast_to(np.asarray(clusters, float), estimates.shape)
    m = len(estimates)
    variance = np.diagonal(covariance) if m else np.zeros(0)
    known = np.isfinite(estimates) & np.isfinite(variance) & (variance > 0) & (clusters > 1)
    low, high, p = (np.full(m, np.nan) for _ in range(3))
    rank_low, rank_high, tier = np.ones(m), np.full(m, float(m)), np.full(m, np.nan)
    if not known.any():
        return Family(low, high, p, rank_low, rank_high, np.nan, tier)
    e, v = estimates[known], covariance[np.ix_(known, known)]
    se, freedom = np.sqrt(np.diagonal(v)), clusters[known] - 1
    z = _draws(v / np.outer(se, se), draws, seed)
    most = np.sort(np.abs(z).max(axis=1))
    critical = float(np.quantile(most, level))
    # The tail of the largest |z| as a share of one estimate's: read back through that estimate's t.
    tail = 2 * norm_sf(critical)
    half = t_isf(tail / 2, freedom) * se
    low[known], high[known] = np.clip(e - half, floor, top), np.clip(e + half, floor, top)
    same = norm_isf(t_sf(np.abs(e) / se, freedom))  # the normal deviate that is as rare
    p[known] = (1 + draws - np.searchsorted(most, same, side="left")) / (1 + draws)
    worse = _surely_smaller(e, v, z * se, freedom, level)
    rank_low[known], rank_high[known] = 1 + worse.sum(axis=1), len(e) - worse.sum(axis=0)
    tier[known] = _tiers(e, worse)
    return Family(low, high, p, rank_low, rank_high, critical, tier)


def _draws(correlation, draws: int, seed: int):
    """Normal deviates [draws, m] of that correlation, which may be singular: estimates of a deck sum to nothing."""
    m = len(correlation)
    root = np.linalg.cholesky(correlation + _JITTER * np.eye(m))
    return np.random.default_rng(seed).standard_normal((draws, m)) @ root.T


def _surely_smaller(e, v, errors, freedom, level):
    """Whether estimate i is surely smaller than j, bool [m, m], from the largest |t| of all pairwise differences;
    `errors` [draws, m] as drawn."""
    m = len(e)
    if m == 1:
        return np.zeros((1, 1), bool)
    variance = np.diagonal(v)
    se = np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * v, 0))
    with np.errstate(divide="ignore"):
        inverse = np.where(se > 1e-9 * np.sqrt(variance.max()), 1 / se, 0)
    step = max(_AT_ONCE // (m * m), 1)
    most = np.concatenate([
        (np.abs(part[:, :, None] - part[:, None, :]) * inverse).max(axis=(1, 2))
        for part in (errors[i : i + step] for i in range(0, len(errors), step))
    ])  # fmt: skip
    tail = 2 * norm_sf(np.quantile(most, level))
    # Not below 0, where equal estimates would be smaller than one another: SciPy 1.13 has a hair less than 0 for the median.
    critical = np.maximum(t_isf(tail / 2, np.minimum(freedom[:, None], freedom[None, :])), 0)
    return (e[:, None] - e[None, :]) * inverse < -critical


def _tiers(e, smaller):
    """A tier begins at the first estimate, from the greatest down, that is surely smaller than the first of the tier before."""
    tier, first, number = np.empty(len(e)), None, 0
    for i in np.argsort(-e, kind="stable"):
        if first is None or smaller[i, first]:
            first, number = i, number + 1
        tier[i] = number
    return tier
