"""Correlation of two sets of estimates: by rank with an interval, and with their noise taken out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from seti_sim.stats.tails import norm_isf


class RankCorrelation(NamedTuple):
    """Spearman's rank correlation; `se` is that of its arctanh."""

    estimate: float
    low: float
    high: float
    se: float


def rank_correlation(x, y) -> RankCorrelation:
    """Spearman's rank correlation of n pairs (n > 3), with the interval of 95 % of Bonett and Wright (2000), pairs as the unit."""
    r = float(pl.select(pl.corr(pl.Series(x), pl.Series(y), method="spearman")).item())
    se = float(np.sqrt((1 + r * r / 2) / (len(x) - 3)))
    low, high = np.tanh(np.arctanh(np.clip(r, -0.999999, 0.999999)) + np.array([-1, 1]) * norm_isf(0.025) * se)
    return RankCorrelation(r, min(float(low), r), max(float(high), r), se)


class TrueMoments(NamedTuple):
    """Variances of the true values and their covariance. `noise`: of the estimates, mean of squared standard errors."""

    x: float
    y: float
    together: float
    noise: tuple[float, float]

    @property
    def correlation(self) -> float:
        """Pearson's of the true values (Spearman 1904); above 1 by chance, NaN where one side is nothing but noise."""
        return self.together / float(np.sqrt(self.x * self.y)) if min(self.x, self.y) > 0 else float("nan")


def true_moments(x, y, x_se, y_se) -> TrueMoments:
    """Moments of what two sets of estimates [n] estimate, the noise that their standard errors [n] tell taken out."""
    x_noise, y_noise = (float((np.asarray(se) ** 2).mean()) for se in (x_se, y_se))
    x_true, y_true = float(np.var(x, ddof=1)) - x_noise, float(np.var(y, ddof=1)) - y_noise
    return TrueMoments(x_true, y_true, float(np.cov(x, y)[0, 1]), (x_noise, y_noise))
