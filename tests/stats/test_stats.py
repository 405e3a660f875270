"""Estimators: known values, edges (no game, one game, all ties, none or all won), coverage by simulation."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from seti_sim.stats import estimates

TRIALS = 2000


def covers(estimate, truth):
    return (estimate.low <= truth) & (truth <= estimate.high)


def within(hits, low=0.935, high=0.965):
    """Coverage of a 95 % interval over TRIALS trials: ± 1.5 points is three standard errors."""
    return low <= np.mean(hits) <= high


def test_mean_of_what_is_not_skewed_is_the_t_interval():
    values = np.array([3.0, 5.0, 4.0, 7.0, 1.0])
    got = estimates.mean(values)
    low, high = scipy_stats.t.interval(0.95, 4, values.mean(), scipy_stats.sem(values))
    assert (got.estimate, got.n, got.kind) == (values.mean(), 5, "observational")
    assert (got.low, got.high) == pytest.approx((low, high))


def test_mean_of_columns_is_that_of_each_and_of_shares_is_wilsons():
    values = np.random.default_rng(4).integers(0, 2, (40, 3)).astype(float)
    for options in ({}, {"share": True, "comparisons": 3}):
        got = estimates.mean(values, "paired", **options)
        for i, column in enumerate(values.T):
            alone = estimates.mean(column, "paired", **options)
            found = got.estimate[i], got.low[i], got.high[i], got.n[i]
            assert found == pytest.approx((alone.estimate, alone.low, alone.high, 40), rel=1e-12)
    never = estimates.mean(np.zeros(20), share=True)
    assert (never.low, never.high) == pytest.approx((0, estimates.wilson(0, 20).high))


def test_mean_of_sums_is_clustered_by_game():
    values = np.random.default_rng(5).normal(size=(30, 4))
    of_game = values.sum(axis=1)
    higher = (of_game**3).sum(), (of_game**4).sum()
    got = estimates.mean_of_sums(of_game.sum(), (of_game**2).sum(), 30, 4, higher, kind="observational")
    rows = estimates.clustered_mean(values.ravel(), np.repeat(np.arange(30), 4))
    assert (got.estimate, got.low, got.high, got.n) == pytest.approx((rows.estimate, rows.low, rows.high, 120))


@pytest.mark.parametrize("values, estimate, ends", [([], np.nan, np.nan), ([7.0], 7.0, np.nan), ([0.1, 0.1, 0.1], 0.1, np.nan)])
def test_mean_of_nothing_of_one_and_of_what_never_varied(values, estimate, ends):
    got = estimates.mean(values)
    assert [got.estimate, got.low, got.high] == pytest.approx([estimate, ends, ends], nan_ok=True)
    assert got.n == len(values)


def test_clustered_mean_of_single_rows_is_the_mean():
    values = np.random.default_rng(1).normal(size=50)
    a, b = estimates.mean(values), estimates.clustered_mean(values, np.arange(50))
    assert (a.estimate, a.low, a.high) == pytest.approx((b.estimate, b.low, b.high))


def test_clustered_mean_does_not_count_copies_as_data():
    values = np.random.default_rng(1).normal(size=50)
    once, copied = estimates.mean(values), estimates.clustered_mean(np.repeat(values, 4), np.repeat(np.arange(50), 4))
    assert (copied.low, copied.high) == pytest.approx((once.low, once.high))
    assert copied.n == 200


def test_clustered_mean_covers_with_unequal_correlated_clusters():
    rng = np.random.default_rng(2)
    hits = []
    for _ in range(TRIALS):
        sizes = rng.integers(0, 5, 80)
        level = rng.normal(10, 3, 80)
        clusters = np.repeat(np.arange(80), sizes)
        hits.append(covers(estimates.clustered_mean(level[clusters] + rng.normal(size=len(clusters)), clusters), 10))
    assert within(hits)


def test_wilson_at_the_edges():
    none, all_ = estimates.wilson(0, 20), estimates.wilson(20, 20)
    assert none.low == 0 and 0.1 < none.high < 0.2
    assert all_.high == 1 and all_.low == pytest.approx(1 - none.high)
    assert np.isnan(estimates.wilson(0, 0).low) and estimates.wilson(0, 0).n == 0
    one = estimates.wilson(1, 1)
    assert one.estimate == 1 and 0 < one.low < 0.25 and one.high == 1
    reference = scipy_stats.binomtest(13, 40).proportion_ci(method="wilson")
    got = estimates.wilson(13, 40)
    assert (got.low, got.high) == pytest.approx((reference.low, reference.high))


def shares(share, **options):
    share = np.asarray(share, float)
    one = np.ones_like(share)
    return estimates.ratio_of_sums(
        share.sum(),
        one.sum(),
        (share**2).sum(),
        share.sum(),
        one.sum(),
        len(share),
        kind="randomised",
        share=True,
        **options,
    )


def test_share_is_wilson_without_ties_and_at_the_edges():
    for wins in (0, 3, 40):
        share = np.r_[np.ones(wins), np.zeros(40 - wins)]
        got, reference = shares(share), estimates.wilson(wins, 40)
        assert (got.low, got.high) == pytest.approx((reference.low, reference.high), abs=0.004)
    all_ties = shares(np.full(40, 0.25))
    reference = estimates.wilson(10, 40)
    assert (all_ties.low, all_ties.high) == pytest.approx((reference.low, reference.high))
    assert np.isnan(shares([]).estimate)
    single = shares([1.0])
    assert single.low > 0 and single.high == 1


@pytest.mark.parametrize("games", [40, 400])
def test_share_covers_with_ties(games):
    rng = np.random.default_rng(3)
    share = rng.choice([1.0, 0.5, 0.0], p=[0.22, 0.06, 0.72], size=(TRIALS, games))
    one = np.full(TRIALS, float(games))
    got = estimates.ratio_of_sums(share.sum(1), one, (share**2).sum(1), share.sum(1), one, one, kind="randomised", share=True)
    assert within(covers(got, 0.25))


def test_bonferroni_covers_all_at_once():
    rng = np.random.default_rng(4)
    values = rng.normal(size=(TRIALS, 60, 10))
    one = np.full((TRIALS, 10), 60.0)
    got = estimates.ratio_of_sums(
        values.sum(1), one, (values**2).sum(1), values.sum(1), one, one, kind="observational", comparisons=10
    )
    assert within(covers(got, 0).all(axis=1))


def deal_sums(inside, values, game):
    """Sums that difference_in_clusters takes, the slow way."""
    out = {k: 0.0 for k in ("games", *"yxuw", "yy", "xy", "xx", "yu", "yw", "xu", "xw")}
    total = {k: 0.0 for k in ("games", "u", "w", "uu", "uw", "ww")}
    for g in np.unique(game):
        rows = game == g
        y, x, u, w = (values * inside)[rows].sum(), inside[rows].sum(), values[rows].sum(), rows.sum()
        total |= {k: total[k] + v for k, v in dict(games=1, u=u, w=w, uu=u * u, uw=u * w, ww=w * w).items()}
        if x:
            add = dict(games=1, y=y, x=x, u=u, w=w, yy=y * y, xy=x * y, xx=x * x, yu=y * u, yw=y * w, xu=x * u, xw=x * w)
            out = {k: out[k] + add[k] for k in out}
    return out, total


def test_difference_in_clusters_is_the_difference_of_means():
    rng = np.random.default_rng(5)
    game = np.repeat(np.arange(30), 4)
    inside, values = rng.random(120) < 0.3, rng.normal(size=120)
    got = estimates.difference_in_clusters(*deal_sums(inside, values, game), kind="randomised")
    assert got.estimate == pytest.approx(values[inside].mean() - values[~inside].mean())
    assert got.n == inside.sum()
    # Its squared error is the sum of the squared influences of the games.
    influence = np.where(
        inside, (values - values[inside].mean()) / inside.sum(), -(values - values[~inside].mean()) / (~inside).sum()
    )
    by_game = np.bincount(game, influence)
    games = len(np.unique(game[inside]))
    assert got.se == pytest.approx(np.sqrt((by_game**2).sum() * games / (games - 1)))


def test_difference_in_clusters_covers_with_a_common_level_of_the_game():
    rng = np.random.default_rng(6)
    games, players, truth = 200, 4, 3.0
    hits = []
    for _ in range(TRIALS):
        dealt_to = np.where(rng.random(games) < 0.6, rng.integers(0, players, games), -1)  # one copy of a card
        inside = dealt_to[:, None] == np.arange(players)
        values = rng.normal(0, 8, (games, 1)) + rng.normal(0, 5, (games, players)) + truth * inside
        y, u, w = (values * inside).sum(1), values.sum(1), np.full(games, float(players))
        x = inside.sum(1).astype(float)
        has = x > 0
        names = {"y": y, "x": x, "u": u, "w": w}
        sums = {
            k: (np.prod([names[c] for c in k], axis=0))[has].sum()
            for k in ("y", "x", "u", "w", "yy", "xy", "xx", "yu", "yw", "xu", "xw")
        }
        total = {
            "games": games,
            "u": u.sum(),
            "w": w.sum(),
            "uu": (u * u).sum(),
            "uw": (u * w).sum(),
            "ww": (w * w).sum(),
        }
        hits.append(covers(estimates.difference_in_clusters(sums | {"games": has.sum()}, total, kind="randomised"), truth))
    assert within(hits)


def test_difference_without_data_is_unknown():
    game = np.repeat(np.arange(5), 2)
    for inside in (np.zeros(10, bool), np.ones(10, bool)):
        got = estimates.difference_in_clusters(*deal_sums(inside, np.arange(10.0), game), kind="randomised")
        assert np.isnan([got.estimate, got.low, got.high]).all()
    one = estimates.difference_in_clusters(*deal_sums(np.arange(10) == 3, np.arange(10.0), game), kind="randomised")
    assert np.isfinite(one.estimate) and np.isnan(one.low)


def test_equal_seats_is_pearsons_chi_square_without_ties():
    winner = np.random.default_rng(7).integers(0, 4, 500)
    got = estimates.equal_seats(np.eye(4)[winner])
    reference = scipy_stats.chisquare(np.bincount(winner, minlength=4))
    assert (got.statistic, got.p, got.freedom, got.n) == pytest.approx((reference.statistic, reference.pvalue, 3, 500))


def test_equal_seats_at_the_edges():
    assert estimates.equal_seats(np.full((50, 4), 0.25)).p == 1
    assert np.isnan(estimates.equal_seats(np.zeros((0, 4))).p)
    assert estimates.equal_seats(np.eye(4)[np.zeros(50, int)]).p < 1e-20
    assert 0.3 < estimates.equal_seats([[1.0, 0.0]]).p < 0.4


def test_equal_seats_holds_its_level_with_ties_and_scores():
    rng = np.random.default_rng(8)
    ties, scores = [], []
    for _ in range(TRIALS):
        score = rng.integers(0, 12, (100, 3)) + rng.integers(0, 50, (100, 1))
        best = score == score.max(axis=1, keepdims=True)
        ties.append(estimates.equal_seats(best / best.sum(axis=1, keepdims=True)).p < 0.05)
        scores.append(estimates.equal_seats(score).p < 0.05)
    assert 0.035 <= np.mean(ties) <= 0.065 and 0.035 <= np.mean(scores) <= 0.065


def test_benjamini_hochberg():
    p = np.array([0.01, np.nan, 0.02, 0.03, 0.5])
    assert estimates.benjamini_hochberg(p) == pytest.approx([0.04, np.nan, 0.04, 0.04, 0.5], nan_ok=True)
    assert np.isnan(estimates.benjamini_hochberg([np.nan])).all() and len(estimates.benjamini_hochberg([])) == 0


def test_p_value_agrees_with_the_interval():
    assert estimates.p_value(1.959964, 1.0, 10**9) == pytest.approx(0.05)
    values = np.array([3.0, 5.0, 4.0, 8.0, 1.0])
    got = estimates.mean(values)
    assert estimates.p_value(got.estimate, got.se, 5) == pytest.approx(scipy_stats.ttest_1samp(values, 0).pvalue)
    assert (
        estimates.p_value(0.0, 0.0, 5) == 1
        and np.isnan(estimates.p_value(1.0, np.nan, 5))
        and np.isnan(estimates.p_value(1.0, 1.0, 1))
    )


def test_shrinking_noise_alone_gives_the_centre():
    rng = np.random.default_rng(9)
    got = estimates.shrink(rng.normal(2, 0.7, 138), np.ones(138))
    assert got.spread == 0 and got.estimate == pytest.approx(got.centre)


def test_shrinking_finds_the_spread_and_beats_the_raw_values():
    rng = np.random.default_rng(10)
    truth, errors = rng.normal(1, 2, 400), rng.uniform(0.5, 3, 400)
    raw = truth + rng.normal(size=400) * errors
    got = estimates.shrink(raw, errors)
    assert 1.7 < got.spread < 2.3 and abs(got.centre - truth.mean()) < 0.3
    assert ((got.estimate - truth) ** 2).mean() < 0.6 * ((raw - truth) ** 2).mean()
    assert within(np.abs(got.estimate - truth) < 1.96 * got.se, 0.91, 0.98)


def test_shrunk_values_are_never_missing():
    """One of unknown error, or of error 0 because it never varied, is the centre; it has no se, which says so."""
    got = estimates.shrink([1.0, np.nan, 3.0, 4.0], [1.0, 1.0, np.nan, 0.0])
    assert got.estimate == pytest.approx([1.0] * 4) and np.isfinite(got.se).tolist() == [False] * 4 or got.se[0] == 0
    assert estimates.shrink([1.0, 2.0, np.nan], [np.nan] * 3).estimate == pytest.approx([1.5] * 3)
    assert estimates.shrink([np.nan], [np.nan]).estimate == [0] and len(estimates.shrink([], []).estimate) == 0
    far = estimates.shrink([0.0, 10, 20, 30, 500], [1.0, 1, 1, 1, np.nan])
    assert far.estimate[4] == far.centre < 20  # what rests on one game heads no list
    groups = estimates.shrink_groups([1.0, 3.0, 9.0], [np.nan, np.nan, 1.0], ["a", "a", "b"])
    assert groups == pytest.approx([2, 2, 9])


# ---------------------------------------------------------------------- no interval without width, none beyond what is possible
def test_what_never_varied_has_no_interval():
    """Three games of one score, a group of equal values: estimates, and no ends, nor a p."""
    for got in (estimates.mean([7.0] * 3), estimates.mean_of_sums(21.0, 147.0, 3, kind="paired"), estimates.clustered_mean([2.0] * 6, [0, 0, 1, 1, 2, 2]),
                estimates.t_estimate(1.0, 0.0, 5.0, 5, kind="paired")):  # fmt: skip
        assert np.isfinite(got.estimate) and got.se == 0 and np.isnan(got.low) and np.isnan(got.high)
    assert np.isnan(estimates.p_value(1.0, 0.0, 5)) and estimates.p_value(0.0, 0.0, 5) == 1
    inside, outside = np.full(5, 3.0), np.array([1.0, 2.0, 4.0])
    sums = [tuple((values**power).sum() for power in range(5)) for values in (inside, outside)]
    got, p = estimates.difference_of_means(*sums, "randomised")
    assert got.estimate == pytest.approx(3 - 7 / 3) and np.isnan([got.low, got.high, p]).all()


@pytest.mark.parametrize("share, n", [(0.0, 3), (1.0, 3), (0.0, 20), (1.0, 20), (0.5, 3)])
def test_shares_have_width_and_stay_inside(share, n):
    """0 of n, n of n, only ties: Wilson's ends, between 0 and 1."""
    for got in (estimates.mean(np.full(n, share), share=True), estimates.wilson(share * n, n)):
        assert 0 <= got.low < got.high <= 1 and got.low <= share <= got.high
    other = estimates.mean(np.full(n, 1 - share), share=True)
    both = estimates.difference_of_shares(got, other, kind="randomised")
    assert -1 <= both.low < both.high <= 1


def test_a_floor_and_a_top_are_not_passed():
    counts = np.array([0.0] * 17 + [1, 1, 5])
    assert estimates.mean(counts).low < 0 == estimates.mean(counts, floor=0).low
    assert estimates.mean(counts, floor=0, top=1).high <= 1


def test_kind_is_checked():
    with pytest.raises(ValueError, match="kind 'causal'"):
        estimates.mean([1.0, 2.0], kind="causal")
