"""Confidence sequences: false alarms and coverage under optional stopping by simulation, power, edges."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from seti_sim.stats import estimates
from seti_sim.stats.sequential import PairSums, confidence_sequence, mixture_width, never_seen

STUDIES, LOOKS, BLOCK = 2000, 40, 500
N = BLOCK * np.arange(1, LOOKS + 1)
ALLOWED = 0.05 + 2 * np.sqrt(0.05 * 0.95 / STUDIES)


def walks(probabilities, values=(-1, 0, 1), studies=STUDIES, seed=1):
    """Sum and sum of squares at every look of studies whose games differ by `values` with these probabilities."""
    counts = np.random.default_rng(seed).multinomial(BLOCK, probabilities, size=(studies, LOOKS)).cumsum(axis=1)
    values = np.asarray(values, float)
    return counts @ values, counts @ values**2


def alarms(total, squares, **options):
    """Whether 0 is ever outside."""
    got = confidence_sequence(total, squares, np.broadcast_to(N, total.shape), **options)
    return ((got.low > 0) | (got.high < 0)).any(axis=1)


@pytest.mark.parametrize(
    "probabilities, values",
    [
        ([0.18, 0.64, 0.18], (-1, 0, 1)),  # win shares of a seat when a third of the pairs differ
        ([0.001, 0.998, 0.001], (-1, 0, 1)),  # almost all pairs alike
        ([0.8, 0.16, 0.04], (-1, 2, 12)),  # a skewed difference of scores
    ],
)
def test_no_more_false_alarms_than_stated_in_2000_null_comparisons(probabilities, values):
    total, squares = walks(probabilities, values)
    assert abs(np.dot(probabilities, values)) < 1e-12
    assert alarms(total, squares).mean() <= ALLOWED


def test_a_fixed_interval_looked_at_as_often_would_fail_that():
    total, squares = walks([0.18, 0.64, 0.18])
    naive = np.abs(total) > scipy_stats.norm.isf(0.025) * np.sqrt(squares)
    assert naive.any(axis=1).mean() > 0.2


def test_no_more_false_alarms_over_a_family_of_variants_and_metrics():
    """Two variants on three metrics, correlated: any alarm of the six at any look is one."""
    rng = np.random.default_rng(2)
    mix = np.linalg.cholesky(0.5 * np.eye(6) + 0.5)
    sums = (rng.normal(size=(STUDIES, LOOKS, 6)) @ mix.T * np.sqrt(BLOCK)).cumsum(axis=1)
    # Squares of normal games: chi-square a block.
    squares = rng.chisquare(BLOCK, size=(STUDIES, LOOKS, 6)).cumsum(axis=1)
    n = np.broadcast_to(N[:, None], sums.shape)
    got = confidence_sequence(sums, squares, n, comparisons=6)
    false = ((got.low > 0) | (got.high < 0)).any(axis=(1, 2)).mean()
    assert false <= ALLOWED
    single = confidence_sequence(sums, squares, n)
    assert ((single.low > 0) | (single.high < 0)).any(axis=(1, 2)).mean() > false


def test_covers_when_stopped_by_its_own_width():
    """Stopping at the wanted half-width does not spoil the interval, nor does an effect."""
    total, squares = walks([0.1, 0.7, 0.2], seed=3)
    got = confidence_sequence(total, squares, np.broadcast_to(N, total.shape))
    narrow = (got.high - got.low) / 2 <= 0.02
    assert narrow[:, -1].all() and not narrow[:, 0].any()
    at = narrow.argmax(axis=1)[:, None]
    low, high = (np.take_along_axis(ends, at, axis=1) for ends in (got.low, got.high))
    assert ((low <= 0.1) & (0.1 <= high)).mean() >= 1 - ALLOWED


def test_finds_what_a_fixed_interval_of_three_times_fewer_games_would():
    """Power: an effect of four standard errors after all games is found in most studies."""
    sd = np.sqrt(0.36)
    effect = 4 * sd / np.sqrt(N[-1])
    total, squares = walks([0.18 - effect / 2, 0.64, 0.18 + effect / 2], seed=4)
    assert alarms(total, squares).mean() > 0.75
    assert alarms(*walks([0.18 - effect, 0.64, 0.18 + effect], seed=5)).mean() > 0.999


def test_width_is_least_where_it_is_tuned_and_never_below_the_fixed_one():
    n = np.geomspace(100, 1e7, 400)
    ratio = mixture_width(n, 0.05) / scipy_stats.norm.isf(0.025)
    assert n[ratio.argmin()] == pytest.approx(5_000, rel=0.05)
    assert 1.5 < ratio.min() < 1.6 and (ratio < 2)[(n > 1200) & (n < 2e6)].all()
    assert n[mixture_width(n, 0.01, 500_000).argmin()] == pytest.approx(500_000, rel=0.05)
    assert np.isnan(mixture_width(0, 0.05))


def test_few_games_get_wider_intervals_than_the_boundary_says():
    rng = np.random.default_rng(6)
    games = rng.normal(size=(STUDIES, 4))
    got = confidence_sequence(games.sum(axis=1), (games**2).sum(axis=1), 4, tuned_for=4)
    assert ((got.low > 0) | (got.high < 0)).mean() <= ALLOWED
    plain = mixture_width(4, 0.05, 4) * games.std(axis=1, ddof=1) / 2
    assert ((got.high - got.low) / 2 > plain).all()


@pytest.mark.parametrize("n", [0, 1])
def test_nothing_and_one_game_have_no_interval(n):
    got = confidence_sequence(3.0 * n, 9.0 * n, n)
    assert np.isnan(got.low) and np.isnan(got.high) and np.isnan(got.se)
    assert np.isnan(got.estimate) if n == 0 else got.estimate == 3


def test_what_never_varies_has_an_interval_only_between_bounds():
    got = confidence_sequence(0.1 * 3000, 0.01 * 3000, 3000)
    assert got.estimate == pytest.approx(0.1) and np.isnan([got.low, got.high]).all()
    got = confidence_sequence(0.1 * 3000, 0.01 * 3000, 3000, bounds=(0, 1))
    assert got.low == pytest.approx(0.1 - never_seen(3000) * 0.1) and got.high == pytest.approx(0.1 + never_seen(3000) * 0.9)
    wide = confidence_sequence(0.0, 0.0, 3000, bounds=(-1, 1), comparisons=6)
    assert wide.high == -wide.low == pytest.approx(never_seen(3000, 1 - 0.05 / 6))
    assert never_seen(3000) == pytest.approx(3 / 3000, rel=0.01)
    assert (1 - never_seen(3000)) ** 3000 == pytest.approx(0.05)
    assert np.isnan(never_seen(0)) and never_seen(1) == pytest.approx(0.95)


def pairs(n=4000, rho=0.6, seed=7):
    rng = np.random.default_rng(seed)
    a, b = rng.multivariate_normal([100, 103], [[400, 400 * rho], [400 * rho, 400]], n).T
    return np.column_stack([a, a]), np.column_stack([b, a])


def test_pair_sums_give_difference_correlation_and_gain():
    a, b = pairs()
    sums = PairSums.of(a, b)
    got = sums.difference()
    d = (b - a)[:, 0]
    assert got.estimate[0] == pytest.approx(d.mean()) and got.se[0] == pytest.approx(scipy_stats.sem(d))
    assert got.kind == "paired" and got.n[0] == 4000 and got.low[0] < 3 < got.high[0]
    assert sums.correlation == pytest.approx([np.corrcoef(a[:, 0], b[:, 0])[0, 1], 1])
    assert sums.gain[0] == pytest.approx((a[:, 0].var() + b[:, 0].var()) / d.var())
    # The second metric is the same on both sides.
    assert (got.estimate[1], sums.differ[1]) == (0, 0) and np.isnan([got.low[1], got.high[1], sums.gain[1]]).all()
    got = sums.difference(shares=[False, True])
    assert got.low[0] < 3 < got.high[0] and got.low[1] == -got.high[1] == pytest.approx(-never_seen(4000))
    side = sums.side("b", comparisons=1)
    assert side.estimate[0] == pytest.approx(b[:, 0].mean()) and side.se[0] == pytest.approx(scipy_stats.sem(b[:, 0]))


def test_pair_sums_add_up():
    a, b = pairs()
    whole, parts = PairSums.of(a, b), PairSums.of(a[:1500], b[:1500]) + PairSums.of(a[1500:], b[1500:])
    for name in whole.__dataclass_fields__:
        assert getattr(parts, name) == pytest.approx(getattr(whole, name))


def test_pair_sums_of_nothing_one_and_constants():
    empty = PairSums.of(np.empty((0, 1)), np.empty((0, 1)))
    one = PairSums.of([[1.0]], [[2.0]])
    same = PairSums.of(np.ones((50, 1)), np.ones((50, 1)) * 3)
    for sums in (empty, one):
        got = sums.difference()
        assert np.isnan(got.low[0]) and np.isnan(sums.correlation[0]) and np.isnan(sums.gain[0])
    got = same.difference()
    assert got.estimate[0] == 2 and np.isnan([got.low[0], got.high[0], same.correlation[0]]).all()
    with pytest.raises(ValueError, match="two equal"):
        PairSums.of(np.ones((3, 1)), np.ones((4, 1)))


def test_estimates_are_of_the_common_kind():
    assert isinstance(confidence_sequence(1.0, 3.0, 10), estimates.Estimate)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_the_ends_of_a_handful_of_games_are_none_and_not_numbers_without_meaning(n):
    """Two games had ends of 300 digits, which a chart has no axis for. A share keeps its bounds."""
    values = np.arange(n) * 1.5
    got = confidence_sequence(values.sum(), (values**2).sum(), n, comparisons=7)
    assert (got.low, got.high) == (-np.inf, np.inf) and got.estimate == values.mean()
    share = values / values.max()
    got = confidence_sequence(share.sum(), (share**2).sum(), n, bounds=(0, 1), comparisons=7)
    assert (got.low, got.high) == (0, 1)
    many = np.tile(values, 40)
    got = confidence_sequence(many.sum(), (many**2).sum(), len(many), comparisons=7)
    assert -50 < got.low < got.estimate < got.high < 50
