"""Intervals that stay honest however often one looks: confidence sequences for means of pairs of games.

A fixed interval of 95 % that is looked at after every block, and stopped when it pleases, misses the truth far more
often than in 5 % of the studies. A confidence sequence holds at all looks together. Used here is the normal-mixture
boundary of Robbins (1970) with the standard deviation estimated as the games come in, which is the asymptotic
confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform central limit theory and
asymptotic confidence sequences, Annals of Statistics 2024, eq. 9). At the number of games that it is tuned for it is
about 1.5 times as wide as the fixed interval.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from seti_sim.stats.estimates import LEVEL, Estimate, _plain
from seti_sim.stats.tails import t_isf

TUNED_FOR = 5_000
"""Games at which the boundary is narrowest, relative to the fixed interval. A constant, never what was asked or found:
only so can a study be continued beyond its first budget."""

WIDEST = 1e4
"""Standard errors beyond which an end says nothing: the spread itself is not known then, and there is no end."""


def mixture_width(n, alpha: float, tuned_for: float = TUNED_FOR):
    """Half-width of the confidence sequence at `n` games, in standard errors (sd/√n), for error rate `alpha`.

    With ρ² the precision of the mixture, √(2 (nρ² + 1)/(nρ²) · log(√(nρ² + 1)/α)); ρ² is where that is smallest at
    `tuned_for`, which Lambert's W gives. NaN for n < 1.
    """
    n = np.asarray(n, float)
    rho2 = (-special.lambertw(-(alpha**2) / np.e, -1).real - 1) / tuned_for
    with np.errstate(divide="ignore", invalid="ignore"):
        x = np.where(n >= 1, n * rho2, np.nan)
        return np.sqrt(2 * (x + 1) / x * (0.5 * np.log1p(x) - np.log(alpha)))


def confidence_sequence(
    total, squares, n, *, fourth=None, bounds=(-np.inf, np.inf), kind="paired", level: float = LEVEL, comparisons: int = 1,
    tuned_for: float = TUNED_FOR,
) -> Estimate:  # fmt: skip
    """Mean of n values with their sum `total` and sum of `squares`, valid at all looks together; arrays of one shape.

    `comparisons` > 1 makes the sequences of so many means hold together (Bonferroni). The half-width counts as many
    standard errors as Student's t has beyond the tail of the boundary, so that few games get no interval narrower than they
    deserve: with n - 1 degrees of freedom, or where the sum of `fourth` powers is known those that a variance has which few
    values carry (`stats.ratio_of_sums`). Where that is more than `WIDEST`, as of two or three games, the ends are infinite, or
    the bounds. With n < 2 the ends are NaN. `bounds`, one number or one a mean: between what every
    value lies, and so the ends. Values that never varied tell nothing of their spread; between bounds the mean is as far from
    them as agrees with `never_seen`, which holds at all looks, too; without bounds there is no interval.
    """
    total, squares, n, fourth, least, most = np.broadcast_arrays(
        *(np.asarray(a, float) for a in (total, squares, n, np.nan if fourth is None else fourth, *bounds))
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(n > 0, total / n, np.nan)
        left = np.maximum(squares - n * mean**2, 0)
        left = np.where(left < 1e-12 * squares, 0, left)
        se = np.where(n > 1, np.sqrt(left / (n - 1) / n), np.nan)
        width = mixture_width(n, (1 - level) / comparisons, tuned_for)
        kurtosis = np.where(fourth > 0, n * fourth / squares**2, 3)
        freedom = np.clip(2 * n / np.maximum(kurtosis - 1, 2) - 1, 1, np.maximum(n - 1, 1))
        freedom = np.where(n > 1, freedom, np.nan)
        # In logarithms, since the tail of a wide boundary is too small for a float.
        tail = special.log_ndtr(-width)
        width = np.where(freedom > 1000, width * (1 + (width**2 + 1) / (4 * freedom)), _t_beyond(tail, freedom))
        half = np.where(se > 0, np.where(width > WIDEST, np.inf, width) * se, np.nan)
        unseen = never_seen(np.where(n > 1, n, np.nan), 1 - (1 - level) / comparisons)
        bound = (se == 0) & np.isfinite(least) & np.isfinite(most)
        low = np.where(bound, mean - unseen * (mean - least), np.clip(mean - half, least, most))
        high = np.where(bound, mean + unseen * (most - mean), np.clip(mean + half, least, most))
    return Estimate(_plain(mean), _plain(low), _plain(high), _plain(n), kind, _plain(se), level)


def _t_beyond(log_tail, freedom):
    """Where Student's t with `freedom` has the upper tail exp(log_tail)."""
    return t_isf(np.exp(np.maximum(log_tail, -700)), freedom)


def never_seen(n, level: float = LEVEL):
    """Largest share of games in which something may happen that happened in none of `n`: 1 - (1 - level)^(1/n)."""
    n = np.asarray(n, float)
    with np.errstate(divide="ignore"):
        return _plain(np.where(n > 0, -np.expm1(np.log1p(-level) / n), np.nan))


@dataclass
class PairSums:
    """Running sums of pairs (a, b) of metrics, one row a game: all that the estimates of a comparison need.

    Arrays of shape [metrics]; `n` pairs. `aaaa, bbbb, dddd`: fourth powers of both and of b - a. `differ` counts the pairs in
    which a and b are not equal.
    """

    n: int
    a: np.ndarray
    b: np.ndarray
    aa: np.ndarray
    bb: np.ndarray
    ab: np.ndarray
    aaaa: np.ndarray
    bbbb: np.ndarray
    dddd: np.ndarray
    differ: np.ndarray

    @classmethod
    def of(cls, a, b) -> PairSums:
        """Sums of `a` and `b`, arrays [games, metrics]."""
        a, b = np.asarray(a, float), np.asarray(b, float)
        if a.shape != b.shape or a.ndim != 2:
            raise ValueError(f"pairs of shape {a.shape} and {b.shape}: expected two equal [games, metrics]")
        sums = (a, b, a * a, b * b, a * b, a**4, b**4, (b - a) ** 4, a != b)
        return cls(len(a), *(values.sum(axis=0) for values in sums))

    def __add__(self, other: PairSums) -> PairSums:
        return PairSums(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))

    def difference(self, *, shares=False, **options) -> Estimate:
        """Mean of b - a, valid at all looks; of `shares` (one truth value a metric, or one for all) between -1 and 1. options:
        those of `confidence_sequence`."""
        squares = np.maximum(self.aa + self.bb - 2 * self.ab, 0)
        # Equal values leave rounding, not variation.
        squares = np.where(self.differ == 0, 0, squares)
        bounds = np.where(shares, -1, -np.inf), np.where(shares, 1, np.inf)
        return confidence_sequence(self.b - self.a, squares, self.n, fourth=self.dddd, bounds=bounds, **options)

    def side(self, which: str, *, shares=False, **options) -> Estimate:
        """Mean of `a` or of `b`, valid at all looks; `shares` lie between 0 and 1."""
        total, squares, fourth = (getattr(self, which * power) for power in (1, 2, 4))
        bounds = np.where(shares, 0, -np.inf), np.where(shares, 1, np.inf)
        return confidence_sequence(total, squares, self.n, fourth=fourth, bounds=bounds, kind="observational", **options)

    @property
    def correlation(self) -> np.ndarray:
        """Pearson's correlation of the pairs; NaN where a side never varied or there are fewer than two pairs."""
        va, vb, cov = self._moments()
        with np.errstate(divide="ignore", invalid="ignore"):
            r = cov / np.sqrt(va * vb)
        return np.where((va > 0) & (vb > 0) & (self.n > 1), np.clip(r, -1, 1), np.nan)

    @property
    def gain(self) -> np.ndarray:
        """How many times as many unpaired games the same precision would need: (var a + var b)/var(b - a).

        NaN where the pairs never differ, or there are fewer than two.
        """
        va, vb, cov = self._moments()
        with np.errstate(divide="ignore", invalid="ignore"):
            got = (va + vb) / (va + vb - 2 * cov)
        return np.where((self.differ > 0) & (self.n > 1), got, np.nan)

    def _moments(self):
        with np.errstate(divide="ignore", invalid="ignore"):
            n, ma, mb = self.n, self.a / self.n, self.b / self.n
            moments = [self.aa / n - ma**2, self.bb / n - mb**2, self.ab / n - ma * mb]
        return [np.where(np.abs(m) < 1e-12 * (self.aa + self.bb) / max(n, 1), 0, m) for m in moments]
