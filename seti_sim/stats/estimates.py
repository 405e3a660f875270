"""Estimators with intervals, for data that comes in games.

Sums first: every estimator here is a function of a few sums over games (clusters), so that a million games are
summed by Polars and estimated here. Inputs may be numbers or arrays (one element an estimate); results have the
same shape. Where there is too little data for an interval its ends are NaN, never something narrower than honest: so it
is where all sampled values were the same, since that says nothing of how much they could have differed. docs/coverage.md
has how often the intervals hold.

Formulas: ratio of sums with a linearised, cluster-robust variance (Cochran, Sampling Techniques, 1977, ch. 6 and 9);
skewness is taken out by Hall's monotone cubic (On the removal of skewness by transformation, JRSS B 1992), and the
degrees of freedom are those of a variance of such kurtosis (Satterthwaite 1946; O'Neill, American Statistician 2014);
Wilson's interval for a share (Wilson 1927) at an effective number of games, corrected for what is not known of it
(Korn and Graubard 1998); differences by recovered limits (Newcombe 1998, method 10; Zou and Donner 2008); the sum test for
equal seats is Friedman's with the values themselves as scores (Friedman 1937); Benjamini and Hochberg (1995);
normal-normal shrinkage with the between-variance of Paule and Mandel (1982).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import special

from seti_sim.stats import tails

KINDS = ("randomised", "paired", "observational", "constant")
"""What an estimate is: an effect of what was drawn at random, of what was compared game by game, a description, or a number
that the rules fix (the mean win share of all seats), which has no interval."""
LEVEL = 0.95
LEAST_FREEDOM = 0.5
"""Degrees of freedom of a variance that all but one game of very many have nothing of, at least."""
FEW = 10
"""Games that tell something of an effect (a card dealt, drawn), below which it has no standard error and no interval."""


@dataclass(frozen=True)
class Estimate:
    """An estimate, its interval at `level`, its standard error `se`, the number `n` it rests on, and its kind.

    Fields are floats or arrays of one shape. `n` counts what the estimator says it counts (games, seats, deals). Ends are
    NaN where there is no interval; an end that nothing bounds is -inf or inf (`ladder.ratings`).
    """

    estimate: np.ndarray
    low: np.ndarray
    high: np.ndarray
    n: np.ndarray
    kind: str
    se: np.ndarray
    level: float = LEVEL

    def __post_init__(self):
        if self.kind not in KINDS:
            raise ValueError(f"kind {self.kind!r}: expected one of {', '.join(KINDS)}")

    def columns(self) -> dict:
        """The columns `estimate, low, high, n, kind, se` of a frame."""
        return {
            "estimate": self.estimate,
            "low": self.low,
            "high": self.high,
            "n": self.n,
            "kind": self.kind,
            "se": self.se,
        }


def _quantile(clusters, level: float, comparisons: int):
    """Two-sided t quantile with clusters - 1 degrees of freedom, Bonferroni-corrected for `comparisons`."""
    return _t_beyond(np.asarray(clusters, float) - 1, level, comparisons)


def _t_beyond(freedom, level: float, comparisons: int):
    """Two-sided t quantile; NaN with less than `LEAST_FREEDOM`."""
    with np.errstate(invalid="ignore"):
        enough = np.maximum(freedom, LEAST_FREEDOM)
        return np.where(freedom >= LEAST_FREEDOM, tails.t_isf((1 - level) / (2 * comparisons), enough), np.nan)


def least_games(skewness, comparisons: int = 1, level: float = LEVEL):
    """Games from which a symmetric interval holds for a mean of values of such skewness, at least `FEW`.

    Cochran's rule (1977, section 2.15), 25 times the square of the skewness for one interval of 95 %; further out in the
    tails, where several intervals hold at once, it takes more by the fourth power of the quantile.
    """
    far = special.ndtri(1 - (1 - level) / (2 * comparisons)) / special.ndtri(0.975)
    return np.maximum(FEW, 25 * np.asarray(skewness, float) ** 2 * far**4)


def skewness(values) -> float:
    """Skewness of values, 0 where they do not vary."""
    values = np.asarray(values, float)
    if not len(values) or np.ptp(values) == 0:
        return 0.0
    away = values - values.mean()
    return float((away**3).mean() / (away**2).mean() ** 1.5)


def left_over(values, fitted) -> np.ndarray:
    """Values less what a fit makes of them, 0 where that is but rounding: it is no variation, and has no interval."""
    left = values - fitted
    return np.where(np.abs(left) < 1e-9 * np.abs(values).max(initial=0), 0, left)


def mean(values, kind: str = "observational", **options) -> Estimate:
    """Mean of one value a game. n = games; with n = 1, or values that are all the same, there is no interval.

    values: [games], or [games, columns] for a mean of each column. options: `share`, `floor`, `level`, `comparisons` of
    `ratio_of_sums`.
    """
    values = np.asarray(values, float)
    centre = values.mean(axis=0) if len(values) else 0.0
    off = values - centre
    higher = (off**3).sum(axis=0), (off**4).sum(axis=0)
    y, yy = values.sum(axis=0), (values**2).sum(axis=0)
    games = len(values)
    return ratio_of_sums(y, games, yy, y, games, games, kind=kind, powers=higher, **options)


def mean_change(changes, kind: str = "paired", level: float = LEVEL, comparisons: int = 1) -> Estimate:
    """Mean of changes of a share, one a game, each between -1 and 1. n = games; with less than two there is no interval.

    changes: [games], or [games, columns]. The interval is that of Bonett and Price (British Journal of Mathematical and
    Statistical Psychology 2012), with t: as if one game more had changed to each side. So it is sound where few games changed,
    and where none did.
    """
    changes = np.asarray(changes, float)
    games, ends = len(changes), np.ones((1, *changes.shape[1:]))
    got = mean(changes, kind, level=level, comparisons=comparisons)
    if games < 2:
        return got
    more = np.concatenate([changes, ends, -ends])
    near = t_estimate(
        more.mean(axis=0), more.std(axis=0, ddof=1) / np.sqrt(len(more)), games, len(more), kind=kind, level=level,
        comparisons=comparisons, **between("win_share"),
    )  # fmt: skip
    return replace(got, low=_plain(np.minimum(near.low, got.estimate)), high=_plain(np.maximum(near.high, got.estimate)))


def mean_of_sums(y, yy, games, each=1, higher=None, **options) -> Estimate:
    """Mean over rows of which every game has the same number, `each`; n = rows.

    y, yy: sums over games of what the rows of a game add up to, and of its square; higher: those of its third and fourth
    power, where they are known. options: those of `ratio_of_sums`.
    """
    powers = None
    if higher is not None:
        y, yy, yyy, yyyy = (np.asarray(a, float) for a in (y, yy, *higher))
        with np.errstate(divide="ignore", invalid="ignore"):
            m = y / games
        powers = (yyy - 3 * m * yy + 3 * m**2 * y - games * m**3,
                  yyyy - 4 * m * yyy + 6 * m**2 * yy - 4 * m**3 * y + games * m**4)  # fmt: skip
    return ratio_of_sums(y, games * each, yy, each * y, games * each**2, games, powers=powers, **options)


def clustered_mean(values, clusters, weights=None, kind: str = "observational", level: float = LEVEL) -> Estimate:
    """Mean of `values` over rows that belong to `clusters` (game ids): cluster-robust, n = rows (sum of weights)."""
    values = np.asarray(values, float)
    weights = np.ones_like(values) if weights is None else np.asarray(weights, float)
    _, at = np.unique(np.asarray(clusters), return_inverse=True)
    y, x = np.bincount(at, values * weights), np.bincount(at, weights)
    off = y - (y.sum() / x.sum() if x.sum() > 0 else np.nan) * x
    return ratio_of_sums(
        y.sum(), x.sum(), (y * y).sum(), (x * y).sum(), (x * x).sum(), len(y), kind=kind, level=level,
        powers=((off**3).sum(), (off**4).sum()),
    )  # fmt: skip


HIGHER = ("yyy", "xyy", "xxy", "xxx", "yyyy", "xyyy", "xxyy", "xxxy", "xxxx")
"""Products of which `powers_of_ratio` takes the sums over games."""


def powers_of_ratio(y, x, sums) -> tuple[np.ndarray, np.ndarray]:
    """Sums over games of the third and fourth power of y - R x with R = Σy/Σx, from the sums of `HIGHER`, in that order."""
    yyy, xyy, xxy, xxx, yyyy, xyyy, xxyy, xxxy, xxxx = (np.asarray(a, float) for a in sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        r = np.asarray(y, float) / np.asarray(x, float)
        return (yyy - 3 * r * xyy + 3 * r**2 * xxy - r**3 * xxx,
                yyyy - 4 * r * xyyy + 6 * r**2 * xxyy - 4 * r**3 * xxxy + r**4 * xxxx)  # fmt: skip


def ratio_of_sums(
    y, x, yy, xy, xx, clusters, *, kind: str, share: bool = False, powers=None, floor: float = -np.inf, top: float = np.inf,
    level: float = LEVEL, comparisons: int = 1,
) -> Estimate:  # fmt: skip
    """Ratio Σy/Σx over games, from sums over games: y, x and the products y², xy, x²; n = Σx.

    With x the number of rows of a game and y the sum of their values this is the mean over rows with a
    cluster-robust interval. `clusters` is the number of games with x > 0. `powers`: sums over games of the third and fourth
    power of y - ratio · x, by which the interval allows for skewness and for variation that few games have; without them
    it is the t interval, which a skewed quantity needs some hundreds of games for. No interval reaches below `floor` or
    above `top`. With `share` the values are shares or zero-one: the interval is Wilson's at the effective number of games,
    which is sound at 0/n, n/n and where every game is a tie. `comparisons` > 1 makes the intervals simultaneous
    (Bonferroni).
    """
    y, x, yy, xy, xx, clusters = np.broadcast_arrays(*(np.asarray(a, float) for a in (y, x, yy, xy, xx, clusters)))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(x > 0, y / x, np.nan)
        residual = np.maximum(yy - 2 * ratio * xy + ratio**2 * xx, 0)
        # What is left of a constant by rounding is not variation.
        residual = np.where(residual < 1e-12 * (yy + ratio**2 * xx), 0, residual)
        se = np.where(clusters > 1, np.sqrt(residual * clusters / (clusters - 1)) / x, np.nan)
    if share:
        low, high = _wilson_effective(ratio, se, x, clusters, level, comparisons)
    else:
        # Games of unequal size count as so many equal ones (Kish 1965).
        with np.errstate(divide="ignore", invalid="ignore"):
            equal = np.where(clusters > 1, np.clip(x**2 / xx, 2, np.maximum(clusters, 2)), clusters)
        skew, freedom = _of_powers(residual, powers, residual > 1e-6 * yy, clusters, equal)
        low, high = _ends(ratio, se, skew, freedom, level, comparisons)
        low, high = np.clip(low, floor, top), np.clip(high, floor, top)
    return Estimate(_plain(ratio), _plain(low), _plain(high), _plain(x), kind, _plain(se), level)


def _of_powers(squares, powers, exact, clusters, equal):
    """Skewness of the mean (that of a game over √games) and degrees of freedom of its variance, from sums over games of the
    second to fourth power of what games are off; nothing known of it, and games - 1, without these or where sums are too
    rough (`exact` is False). equal: games of one size that would tell as much."""
    if powers is None:
        return np.zeros_like(clusters), clusters - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        skew = np.where(exact, powers[0] / squares**1.5, 0)
        kurtosis = np.where(exact & (clusters > 1), clusters * powers[1] / squares**2, 3)
        freedom = 2 * equal / np.maximum(kurtosis - 1, 2) - 1
    return skew, np.where(clusters > 1, np.clip(freedom, LEAST_FREEDOM, np.maximum(equal - 1, 1)), np.nan)


def _ends(estimate, se, skew, freedom, level, comparisons):
    """Ends by Hall's cubic: t + a t²/3 + a² t³/27 + a/6, with a the skewness, is all but symmetric. NaN where se is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        t = _t_beyond(freedom, level, comparisons)
        plain = np.abs(skew) < 1e-6
        a = np.where(plain, 1, skew)
        above, below = (np.where(plain, end, 3 / a * (np.cbrt(1 + a * (end - a / 6)) - 1)) for end in (t, -t))
        known = se > 0
        low, high = np.where(known, estimate - above * se, np.nan), np.where(known, estimate - below * se, np.nan)
    # A few games beside very many others can pull both ends to one side.
    return np.minimum(low, estimate), np.maximum(high, estimate)


def _wilson_effective(p, se, rows, clusters, level, comparisons):
    """Wilson's interval where p(1-p)/se² games would have this standard error; `clusters` where se says nothing.

    What is not known of that number where games have several rows is allowed for as Korn and Graubard do: it is made smaller
    by the square of the normal over the t quantile, whose degrees of freedom are twice the effective number of the rarer
    outcome, at most games - 1.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = p * (1 - p) / se**2
        usable = np.isfinite(effective) & (effective > 0)
        effective = np.minimum(effective, rows)
        freedom = np.clip(2 * effective * np.minimum(p, 1 - p), 1, np.maximum(clusters - 1, 1))
        few = special.ndtri(1 - (1 - level) / (2 * comparisons)) / _t_beyond(freedom, level, comparisons)
        effective = np.where(usable, np.where(rows > clusters, effective * few**2, effective), clusters)
    return _wilson_ends(p, effective, level, comparisons)


def _wilson_ends(p, n, level, comparisons):
    z = special.ndtri(1 - (1 - level) / (2 * comparisons))
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * np.sqrt(np.maximum(p * (1 - p), 0) / n + z * z / (4 * n * n))
    known = n > 0
    # The ends meet p at 0 and 1 but for rounding.
    low, high = np.clip(centre - half, 0, p), np.clip(centre + half, p, 1)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def wilson(wins, n, kind: str = "observational", level: float = LEVEL, comparisons: int = 1) -> Estimate:
    """Share wins/n with Wilson's interval. `wins` may be a sum of win shares: ties make the true interval no wider.

    n = games. With n = 0 everything is NaN.
    """
    wins, n = np.asarray(wins, float), np.asarray(n, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.where(n > 0, wins / n, np.nan)
        se = np.sqrt(p * (1 - p) / n)
    low, high = _wilson_ends(p, n, level, comparisons)
    return Estimate(_plain(p), _plain(low), _plain(high), _plain(n), kind, _plain(se), level)


def difference_in_clusters(
    inside, outside, kind: str, share: bool = False, level: float = LEVEL, comparisons: int = 1
) -> Estimate:
    """Mean of the rows inside minus mean of those outside, cluster-robust; both are dicts of sums over games.

    `inside` has, per estimate, over the games with at least one row inside: `games`; `y, x` (sum and number of
    inside rows of the game) as sums `y, x, yy, xy, xx`, and where they are known those of `HIGHER`; `u, w` (the same of
    *all* rows of those games) as the cross sums `yu, yw, xu, xw`. `outside` has `u, w, uu, uw, ww` and `games` over
    all games. n = rows inside. Both groups need at least one row; no se and no interval with less than `FEW` games inside.

    The influence of a game on the difference is (y - m₁x)/n₁ - ((u - y) - m₀(w - x))/n₀; its squares are summed. The limits
    are recovered from those of both means, with `share` those of shares, and the correlation that follows.
    """
    y, x = (np.asarray(inside[k], float) for k in "yx")
    s = {k: np.asarray(v, float) for k, v in inside.items()}
    total = {k: np.asarray(v, float) for k, v in outside.items()}
    n1, n0, games = x, total["w"] - x, s["games"]
    options = {"kind": kind, "share": share, "level": level, "comparisons": comparisons}
    powers = powers_of_ratio(y, x, [s[k] for k in HIGHER]) if HIGHER[0] in s else None
    one = ratio_of_sums(y, x, s["yy"], s["xy"], s["xx"], games, powers=powers, **options)
    other = ratio_of_sums(
        total["u"] - y, n0, total["uu"] - 2 * s["yu"] + s["yy"], total["uw"] - s["xu"] - s["yw"] + s["xy"],
        total["ww"] - 2 * s["xw"] + s["xx"], total["games"], **options,
    )  # fmt: skip
    with np.errstate(divide="ignore", invalid="ignore"):
        m1, m0 = y / n1, (total["u"] - y) / n0
        # A game is a·y + b·x + c·u + d·w, with y = x = 0 in a game without rows inside.
        a, b = 1 / n1 + 1 / n0, -m1 / n1 - m0 / n0
        c, d = -1 / n0, m0 / n0
        squares = a * a * s["yy"] + b * b * s["xx"] + 2 * a * b * s["xy"]
        squares = squares + 2 * (a * c * s["yu"] + a * d * s["yw"] + b * c * s["xu"] + b * d * s["xw"])
        whole = c * c * total["uu"] + d * d * total["ww"]
        squares = squares + whole + 2 * c * d * total["uw"]
        squares = np.where(squares < 1e-12 * whole, 0, squares)
        se = np.where((games >= FEW) & (n0 > 0), np.sqrt(squares * games / (games - 1)), np.nan)
        v1, v0 = np.asarray(one.se, float) ** 2, np.asarray(other.se, float) ** 2
        correlation = np.clip(np.nan_to_num((v1 + v0 - se**2) / (2 * np.sqrt(v1 * v0)), posinf=0, neginf=0), -1, 1)
    got = _recovered(one, other, correlation, kind=kind, n=_plain(n1))
    low, high = (np.where(np.isfinite(se) & (share | (se > 0)), end, np.nan) for end in (got.low, got.high))
    return replace(got, low=_plain(low), high=_plain(high), se=_plain(se))


def between(outcome: str) -> dict[str, float]:
    """`floor` and `top` of a change of an outcome: -1 and 1 where it is a share, nothing else has any."""
    return {"floor": -1.0, "top": 1.0} if outcome == "win_share" else {}


def t_estimate(
    estimate, se, n, clusters, *, kind: str, floor: float = -np.inf, top: float = np.inf, level: float = LEVEL,
    comparisons: int = 1,
) -> Estimate:  # fmt: skip
    """An estimate with a known standard error over `clusters` games as an Estimate with a t interval; none where it is 0, and
    none that reaches below `floor` or above `top`."""
    estimate, se = np.asarray(estimate, float), np.asarray(se, float)
    half = np.where(se > 0, _quantile(clusters, level, comparisons) * se, np.nan)
    low, high = np.clip(estimate - half, floor, top), np.clip(estimate + half, floor, top)
    return Estimate(_plain(estimate), _plain(low), _plain(high), n, kind, _plain(se), level)


def difference_of_means(inside, outside, kind: str, level: float = LEVEL, comparisons: int = 1):
    """Mean of one value a game over some games minus that over other games: (Estimate, p), n = games inside.

    `inside` and `outside` are sums over separate games, arrays of one shape: games, sum, sum of squares, and where they are
    known sums of third and fourth powers. Limits are recovered from those of both means; p is Welch's (1947). NaN where
    either has no games; no interval and no p where either has fewer than two, or values that are all the same.
    """
    sides = [
        mean_of_sums(y, yy, np.asarray(n, float), higher=higher or None, kind=kind, level=level, comparisons=comparisons)
        for n, y, yy, *higher in (inside, outside)
    ]
    got = _recovered(*sides, kind=kind, n=sides[0].n)
    with np.errstate(divide="ignore", invalid="ignore"):
        v1, v0 = (np.where(np.asarray(side.se) > 0, np.asarray(side.se) ** 2, np.nan) for side in sides)
        n, n0 = (np.asarray(side.n) for side in sides)
        freedom = (v1 + v0) ** 2 / (v1**2 / (n - 1) + v0**2 / (n0 - 1))
    return got, p_value(got.estimate, np.sqrt(v1 + v0), freedom + 1)


def difference_of_shares(share: Estimate, other: Estimate, correlation=0.0, *, kind: str) -> Estimate:
    """One share minus another, each with its own interval, as of `ratio_of_sums` with `share`: n = the smaller n.

    The limits are recovered from those of both (Newcombe 1998, method 10; Zou and Donner 2008), so the interval is sound
    where one is 0 of n or n of n. `correlation` is that of the two estimates, 0 where they rest on separate games.
    """
    return _recovered(share, other, correlation, kind=kind, n=_plain(np.minimum(share.n, other.n)))


def _recovered(a: Estimate, b: Estimate, correlation=0.0, *, kind: str, n) -> Estimate:
    """One estimate minus another with the limits recovered from both."""
    r = np.asarray(correlation, float)
    down_a, up_a, down_b, up_b = (np.asarray(gap, float) for gap in (
        a.estimate - a.low, a.high - a.estimate, b.estimate - b.low, b.high - b.estimate))  # fmt: skip

    def together(x, y):
        return np.sqrt(np.maximum(x**2 + y**2 - 2 * r * x * y, 0))

    difference = np.asarray(a.estimate - b.estimate, float)
    low, high = difference - together(down_a, up_b), difference + together(up_a, down_b)
    se = together(np.asarray(a.se, float), np.asarray(b.se, float))
    return Estimate(_plain(difference), _plain(low), _plain(high), n, kind, _plain(se), a.level)


def p_value(estimate, se, clusters):
    """Two-sided p of estimate = 0 by t with clusters - 1 degrees of freedom, so that it agrees with the interval.

    NaN where the standard error is unknown, or 0 with an estimate that is not: what never varied tells nothing of how sure
    it is. 1 where both are 0.
    """
    estimate, se, freedom = np.asarray(estimate, float), np.asarray(se, float), np.asarray(clusters, float) - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * tails.t_sf(np.abs(estimate) / se, np.where(freedom >= 1, freedom, np.nan))
    return _plain(np.where(se > 0, p, np.where((se == 0) & (estimate == 0), 1.0, np.nan)))


@dataclass(frozen=True)
class Test:
    """A test: statistic, degrees of freedom, p (NaN without data) and n, the games it rests on."""

    __test__ = False  # not a test case, whatever a collector of tests thinks of the name

    statistic: float
    freedom: int
    p: float
    n: int


def equal_seats(values) -> Test:
    """Test that the columns of `values` [games, seats] are exchangeable, from sums of deviations within games.

    For win shares without ties this is Pearson's chi-square of first places; ties and scores are taken as they
    are. Where no game tells the seats apart (all ties), p = 1. NaN rows are not allowed; no games give p = NaN.
    """
    values = np.asarray(values, float)
    games, seats = values.shape
    if games == 0 or seats < 2:
        return Test(np.nan, max(seats - 1, 0), np.nan, games)
    deviations = values - values.mean(axis=1, keepdims=True)
    return exchangeable(deviations.sum(axis=0), (deviations**2).sum(), games)


def exchangeable(sums, squares: float, games: int) -> Test:
    """The test of `equal_seats` from sums: per column the sum of deviations, and the sum of all their squares."""
    sums = np.asarray(sums, float)
    k = len(sums)
    if games == 0:
        return Test(np.nan, k - 1, np.nan, 0)
    if squares <= 1e-12 * games:
        return Test(0.0, k - 1, 1.0, games)
    statistic = float((sums**2).sum() * (k - 1) / squares)
    return Test(statistic, k - 1, float(tails.chi2_sf(statistic, k - 1)), games)


def same_in_all_groups(sums, products, games) -> Test:
    """Test that games of all groups have the same mean vector, from sums over games.

    sums: [groups, columns]; products: [columns, columns], sums over all games of the products of two columns; games:
    [groups]. The covariance is taken about the common mean, as under the hypothesis; where each game has a one and
    otherwise zeros this is Pearson's chi-square of the table groups x columns. n = games.
    """
    sums, products, games = (np.asarray(values, float) for values in (sums, products, games))
    sums, games = sums[games > 0], games[games > 0]
    total = games.sum()
    if len(games) < 2:
        return Test(np.nan, 0, np.nan, int(total))
    mean = sums.sum(axis=0) / total
    covariance = products / total - np.outer(mean, mean)
    freedom = (len(games) - 1) * int(np.linalg.matrix_rank(covariance, tol=1e-9, hermitian=True))
    if freedom == 0:
        return Test(0.0, 0, 1.0, int(total))
    away = sums / games[:, None] - mean
    inverse = np.linalg.pinv(covariance, rcond=1e-9, hermitian=True)
    statistic = float(np.einsum("g,gi,ij,gj->", games, away, inverse, away))
    return Test(statistic, freedom, float(tails.chi2_sf(statistic, freedom)), int(total))


def wald(away, spread, freedom: int, n: float) -> Test:
    """Test that all of `away` [k] is 0 (Wald 1943), with its covariance `spread` [k, k] of rank `freedom`."""
    statistic = float(away @ np.linalg.pinv(spread, rcond=1e-9, hermitian=True) @ away)
    return Test(statistic, freedom, float(tails.chi2_sf(statistic, freedom)), int(n))


def benjamini_hochberg(p):
    """Adjusted p-values that control the false discovery rate over the family given; NaN stay NaN and are left out."""
    p = np.asarray(p, float)
    q = np.full_like(p, np.nan)
    known = np.isfinite(p)
    if known.any():
        order = np.flatnonzero(known)[np.argsort(p[known])]
        steps = p[order] * len(order) / np.arange(1, len(order) + 1)
        q[order] = np.minimum(np.minimum.accumulate(steps[::-1])[::-1], 1)
    return q


@dataclass(frozen=True)
class Shrunk:
    """Empirical-Bayes values: `estimate` and `se` of each, the common `centre`, the `spread` (sd) of true values.

    `se` is NaN where the value is the centre for want of anything better.
    """

    estimate: np.ndarray
    se: np.ndarray
    centre: float
    spread: float


def shrink(estimates, errors) -> Shrunk:
    """Shrink noisy estimates towards their common centre, as far as their spread is explained by noise.

    True values are taken as normal around a common centre; `spread` solves Paule and Mandel's equation, that the
    weighted squares about the centre sum to n - 1, and is 0 where noise alone explains more. No value is missing: one whose
    error is unknown, or 0 because what it rests on never varied (a single game, a card never seen), tells nothing that
    chance could not, so it is the centre. Where no error is known the centre is the plain mean of the estimates, and 0
    where there are none either. For ranking; the raw ones keep their intervals.
    """
    estimates, errors = np.asarray(estimates, float), np.asarray(errors, float)
    known = np.isfinite(estimates) & np.isfinite(errors) & (errors > 0)
    out_se = np.full_like(estimates, np.nan)
    e, v = estimates[known], errors[known] ** 2
    if len(e) == 0:
        finite = estimates[np.isfinite(estimates)]
        middle = float(finite.mean()) if len(finite) else 0.0
        return Shrunk(np.full_like(estimates, middle), out_se, middle, np.nan)

    def centre(tau2):
        weight = 1 / (v + tau2)
        return (weight * e).sum() / weight.sum()

    def excess(tau2):
        return ((e - centre(tau2)) ** 2 / (v + tau2)).sum() - (len(e) - 1)

    low, high = 0.0, max(float(np.var(e)) * 2, 1e-300)
    if len(e) < 2 or excess(0.0) <= 0:
        tau2 = 0.0
    else:
        while excess(high) > 0:
            high *= 2
        for _ in range(200):
            tau2 = (low + high) / 2
            low, high = (tau2, high) if excess(tau2) > 0 else (low, tau2)
    middle, keep = centre(tau2), tau2 / (tau2 + v)
    out = np.full_like(estimates, middle)
    out[known] = middle + keep * (e - middle)
    out_se[known] = np.sqrt(keep * v)
    return Shrunk(out, out_se, float(middle), float(np.sqrt(tau2)))


def shrink_groups(estimates, errors, groups):
    """`shrink` inside each group of a list of labels, one an estimate; the estimates alone."""
    estimates, errors, groups = np.asarray(estimates, float), np.asarray(errors, float), np.asarray(groups)
    out = np.full_like(estimates, np.nan)
    for group in np.unique(groups):
        at = groups == group
        out[at] = shrink(estimates[at], errors[at]).estimate
    return out


def _plain(value):
    """Zero-dimensional arrays as plain floats, so that single estimates print and serialise."""
    value = np.asarray(value)
    return float(value) if value.ndim == 0 else value
