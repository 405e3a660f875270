"""Who starts: inequality of known size, starting points of known truth, edges."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import chi2_contingency

from seti_sim.analysis import checks, seats, starts
from seti_sim.stats import estimates
from seti_sim.tables import open_run


def winners(shares, games, trials, seed=1):
    """First places [trials, seats] of games won with these probabilities."""
    return np.random.default_rng(seed).multinomial(games, shares, size=trials)


def as_shares(counts):
    """One row a game from first places."""
    return np.repeat(np.eye(len(counts)), counts, axis=0)


@pytest.mark.parametrize("shares", [(0.25,) * 4, (0.27, 0.26, 0.24, 0.23), (0.4, 0.3, 0.3), (0.45, 0.55)])
def test_inequality_covers_its_truth(shares):
    truth = np.sqrt(np.mean((np.array(shares) - 1 / len(shares)) ** 2))
    hits = []
    for counts in winners(shares, 1500, 400):
        got, p = starts.inequality(as_shares(counts))
        hits.append(got.low <= truth <= got.high)
        assert got.low <= got.estimate <= got.high
        assert (got.low == 0) == (p >= 0.025) or 0.02 < p < 0.03
    # 400 trials: three standard errors are 3.3 points. With nothing to find the lower end covers always.
    assert np.mean(hits) >= 0.95 - 0.033


def test_inequality_is_as_narrow_as_a_seat_that_hardly_ever_wins_allows():
    """Its share is known to within (0.2 ± 0.2) %, so the distance is, too; a seat that never won may win some day."""
    got, _ = starts.inequality(as_shares([20, 660, 660, 660]))
    assert (
        got.low < np.sqrt(np.mean((np.array([0.01, 0.33, 0.33, 0.33]) - 0.25) ** 2)) < got.high and got.high - got.low < 0.008
    )
    never, _ = starts.inequality(as_shares([0, 7, 7, 6]))
    assert never.low < 0.12 < never.high


def test_changes_of_a_share_stay_sound_where_few_games_changed():
    """One game of 40 changed, or none: the interval reaches to both sides of 0, and is not wider than of 2 of 42."""
    changes = np.zeros((40, 2))
    changes[3, 0] = 1
    got = estimates.mean_change(changes)
    assert got.estimate.tolist() == [1 / 40, 0] and (got.low < 0).all() and (got.high > got.estimate).all()
    assert got.high[1] == pytest.approx(-got.low[1]) and got.high[0] < 0.11 and (got.n == 40).all()
    all_to_one = estimates.mean_change(np.ones(5))
    assert all_to_one.estimate == 1 == all_to_one.high and 0 < all_to_one.low < 0.6
    for games in (0, 1):
        assert np.isnan(estimates.mean_change(np.ones(games)).low)


def test_inequality_of_large_differences_is_not_far_off():
    got, _ = starts.inequality(as_shares([700, 200, 100]))
    assert got.estimate == pytest.approx(np.sqrt(np.mean((np.array([0.7, 0.2, 0.1]) - 1 / 3) ** 2)), rel=0.02)


def test_inequality_of_ties_of_one_game_and_of_none():
    """Games that were all shared could have been won: what 50 of them tell is not nothing, and not all."""
    ties, p = starts.inequality(np.full((50, 4), 0.25))
    assert (ties.estimate, ties.low, p) == (0, 0, 1) and 0.01 < ties.high < 0.05
    for games in (0, 1):
        got, p = starts.inequality(np.eye(4)[:games])
        assert np.isnan(got.estimate) and np.isnan(got.high) and np.isnan(p) and got.n == games


def test_unequal_difference_is_that_of_the_games_and_covers():
    rng = np.random.default_rng(3)
    a_shares, b_shares = np.array([0.3, 0.3, 0.2, 0.2]), np.array([0.28, 0.26, 0.24, 0.22])
    truth = ((a_shares - 0.25) ** 2).sum() - ((b_shares - 0.25) ** 2).sum()
    hits = []
    for _ in range(400):
        # Pairs: both sides' winners from one random number a game.
        u = rng.random(3000)
        a, b = (np.eye(4)[np.searchsorted(np.cumsum(s)[:-1], u)] for s in (a_shares, b_shares))
        got = starts.unequal_difference(a, b)
        hits.append(got.low <= truth <= got.high)
    assert 0.90 <= np.mean(hits) <= 0.985  # the plug-in squares are a little biased upwards
    same = starts.unequal_difference(a, a)
    assert same.estimate == 0 and np.isnan([same.low, same.high]).all() and same.kind == "paired"


def test_best_shift_finds_planted_advantages():
    rng = np.random.default_rng(4)
    advantage = np.array([0, 3, -2, 5])
    scores = np.round(rng.normal(100, 15, (40_000, 1)) + rng.normal(0, 12, (40_000, 4)) + advantage)
    shift = starts.best_shift(scores, np.full(4, -50))
    assert shift[0] == 0 and np.abs(shift + advantage).max() <= 1
    before, after = (starts.shifted_shares(scores, s) for s in (np.zeros(4), shift))
    assert np.abs(after - 0.25).max() < np.abs(before - 0.25).max() / 4


def test_best_shift_gets_off_the_plateau_of_a_seat_that_always_wins():
    scores = np.random.default_rng(6).normal(100, 10, (2000, 3)) + [0, 0, 90]
    shift = starts.best_shift(scores, np.full(3, -200))
    assert shift[2] == pytest.approx(-90, abs=2) and abs(shift[1]) <= 2


def test_best_shift_keeps_to_its_bound_and_to_equal_seats():
    rng = np.random.default_rng(5)
    scores = rng.normal(100, 10, (20_000, 2))
    assert list(starts.best_shift(scores, np.array([-1, -2]))) == [0, 0]
    assert list(starts.best_shift(scores + [0, 9], np.array([-1, -2]))) == [0, -2]


def test_seat_table_is_that_of_all_games(mirror_run):
    run = open_run(mirror_run)
    whole = seats.by_seat(run).filter(pl.col("measure") != "lead").cast({"seat": pl.Int64})
    got = starts.seat_table(run, run.n_games)
    for name in ("estimate", "low", "high", "n", "se"):
        assert got[name].to_list() == pytest.approx(whole[name].to_list(), rel=1e-6)
    assert got.select("seat", "measure", "kind").equals(whole.select("seat", "measure", "kind"))
    assert starts.seat_table(run, 100)["n"].unique().to_list() == [100]
    assert starts.seat_shares(run, 100) == pytest.approx(starts.seat_shares(run)[:100])


def test_over_runs_and_inequalities(mirror_run, mixed_run):
    runs = [open_run(mirror_run), open_run(mixed_run)]
    frame = starts.over_runs(runs)
    assert frame["policy"].unique().sort().to_list() == ["greedy", "greedy,random"]
    assert frame.height == 3 * (4 + 3) and set(frame["players"]) == {3, 4}
    found = starts.inequalities(runs)
    assert found["n"].to_list() == [1200, 600] and (found["low"] <= found["estimate"]).all()
    # The stand-in engine favours seat 1, by more than chance shows.
    assert found["p"].to_list() == pytest.approx([checks.mirror(run)["p"][0] for run in runs], rel=1e-5)
    assert found["p"][0] < 0.001 and found["low"][0] > 0


def lucky(games, seed=1, first=0):
    """Names of the luck of games, as `starts.along` gives them to its tests."""
    return np.array([np.arange(first, first + games), np.full(games, seed)]).T


def from_luck(shares, u):
    return np.eye(len(shares))[np.searchsorted(np.cumsum(shares)[:-1], u)]


def test_same_shares_without_common_games_is_near_pearsons_chi_square():
    runs = [as_shares(counts) for counts in ([300, 250, 250], [280, 260, 260], [350, 220, 230])]
    got = starts.same_shares(runs, [lucky(800, seed) for seed in range(3)])
    theirs = chi2_contingency([rows.sum(axis=0) for rows in runs])
    assert got.statistic == pytest.approx(theirs.statistic, rel=0.02) and got.freedom == theirs.dof == 4 and got.n == 2400


@pytest.mark.parametrize("together", [False, True], ids=["other seeds", "one seed"])
def test_same_shares_holds_its_level_and_finds_what_changes(together):
    """Runs of unequal length with unequal seats; on one seed a game's luck decides both runs alike."""
    rng, games, shares = np.random.default_rng(8), (1200, 1200, 200), np.array([0.3, 0.27, 0.23, 0.2])
    false, found = [], []
    for _ in range(500):
        common = rng.random(1200)
        luck = [common[:n] if together else rng.random(n) for n in games]
        names = [lucky(n, 1 if together else seed) for seed, n in enumerate(games)]
        runs = [np.where(rng.random((len(u), 1)) < 0.1, 0.25, from_luck(shares, u)) for u in luck]
        false.append(starts.same_shares(runs, names).p < 0.05)
        runs[1] = from_luck(shares[::-1], luck[1])
        found.append(starts.same_shares(runs, names).p < 0.05)
    assert 0.02 <= np.mean(false) <= 0.08 and np.mean(found) > 0.95


def test_share_changes_cover_with_and_without_common_luck():
    rng, a, b = np.random.default_rng(9), np.array([0.4, 0.35, 0.25]), np.array([0.3, 0.3, 0.4])
    for together in (False, True):
        hits, width = [], []
        for _ in range(400):
            u = rng.random(1000)
            before = from_luck(a, u)
            after = from_luck(b, u[:300] if together else rng.random(300))
            got = starts.share_changes(before, after, lucky(1000), lucky(300, 1 if together else 2), 3)
            hits.append(((got.low <= b - a) & (b - a <= got.high)).all())
            width.append(np.mean(got.high - got.low))
        assert np.mean(hits) >= 0.95 - 0.035 and got.kind == ("paired" if together else "randomised")
    assert (got.n == 300).all()


def test_changes_at_the_edges():
    """All wins to one seat, all games tied, one game and none."""
    names = lucky(40), lucky(40, 2)
    always, never = np.tile([1.0, 0], (40, 1)), np.tile([0.0, 1], (40, 1))
    got = starts.share_changes(always, always, *names)
    assert (got.estimate == 0).all() and (got.low < -0.05).all() and (got.high > 0.05).all()
    assert starts.same_shares([always, always], names).p == 1
    assert starts.same_shares([always, never], names).p < 1e-6
    tied = np.full((40, 2), 0.5)
    assert starts.same_shares([tied, tied], names).p == 1
    for games in (0, 1):
        got = starts.share_changes(always, never[:games], names[0], names[1][:games])
        assert np.isnan(got.estimate).all() == (games == 0)
        assert np.isnan(starts.same_shares([always, never[:games]], [names[0], names[1][:games]]).p) == (games == 0)


def test_along_is_each_against_the_one_before(mirror_run, mixed_run):
    """One run twice: the same games, so nothing changes, in any of so many games."""
    run, other = open_run(mirror_run), open_run(mirror_run)
    changes, tests = starts.along([run, other, open_run(mixed_run)])
    assert changes.height == 4 and changes["before"].unique().to_list() == ["greedy"]
    assert changes["estimate"].to_list() == [0.0] * 4 and changes["se"].max() < 1e-6
    assert (changes["low"] < 0).all() and (changes["high"] > 0).all() and (changes["high"] < 0.01).all()
    assert tests.select("players", "p", "n").rows() == [(4, 1.0, 2400)] and changes["kind"].unique().to_list() == ["paired"]
    nothing, none = starts.along([run])
    assert nothing.columns == changes.columns and nothing.height == none.height == 0
