"""Tails and quantiles of distributions, under SciPy's names, by `scipy.special`.

They are the numbers of `scipy.stats` (tests/stats/test_tails.py), whose import takes longer than all else that a command
needs, and which checks its arguments anew for each of the thousands of intervals of a page. Arguments may be arrays; NaN
where one is NaN or no probability.
"""

from __future__ import annotations

import numpy as np
from scipy import special


def norm_sf(x):
    """Probability that a standard normal deviate is above x."""
    return special.ndtr(-np.asarray(x, float))


def norm_isf(tail):
    """The standard normal deviate that is exceeded with probability `tail`."""
    return -special.ndtri(tail)


def t_sf(x, freedom):
    """Probability that Student's t with degrees of freedom `freedom` is above x."""
    return special.stdtr(freedom, -np.asarray(x, float))


def t_isf(tail, freedom):
    """Where Student's t with degrees of freedom `freedom` has the upper tail `tail`."""
    tail = np.asarray(tail, float)
    return np.where(
        (tail == 0) & (np.asarray(freedom) > 0), np.inf, -special.stdtrit(freedom, tail)
    )  # SciPy's has the wrong sign at 0


def chi2_sf(x, freedom):
    """Probability that chi-square with degrees of freedom `freedom` is above x."""
    return special.chdtrc(freedom, x)


def binom_ppf(share, n, p):
    """The least number of successes in n trials of probability p that is not exceeded with probability `share`."""
    at = np.ceil(special.bdtrik(share, n, p))
    below = np.maximum(at - 1, 0)
    return np.where(special.bdtr(below, n, p) >= share, below, at)
