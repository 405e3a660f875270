"""Who starts: how unequal the seats are, over several runs, and which starting points would make them equal."""

from __future__ import annotations

from itertools import product

import numpy as np
import polars as pl
from scipy import special

from seti_sim.analysis.seats import by_seat, seat_kind
from seti_sim.stats import estimates
from seti_sim.stats.grouped import collect, with_estimate
from seti_sim.stats.shares import win_shares

LEVEL = estimates.LEVEL


def over_runs(runs) -> pl.DataFrame:
    """`seats.by_seat` of several mirror runs: frame `policy, players, seat, measure, estimate, low, high, n, kind, se`.

    One row a policy, number of players, seat and measure (`win_share`, `score`, `lead`). Intervals hold for all seats
    of a run at once. A run whose policies differ has them all as its policy, with commas.
    """
    frames = []
    for run in runs:
        keys = [pl.lit(",".join(dict.fromkeys(run.config["seats"]))).alias("policy"), pl.lit(run.players).alias("players")]
        frames.append(by_seat(run).select(*keys, pl.all()))
    return pl.concat(frames)


def inequalities(runs) -> pl.DataFrame:
    """How unequal the seats of each run are: `policy, players, estimate, low, high, n, kind, se, p`; see `inequality`."""
    rows = []
    for run in runs:
        got, p = inequality(seat_shares(run), kind=seat_kind(run))
        rows.append((",".join(dict.fromkeys(run.config["seats"])), run.players, *got.columns().values(), p))
    names = ["policy", "players", "estimate", "low", "high", "n", "kind", "se", "p"]
    return pl.DataFrame(rows, schema=names, orient="row")


def along(runs) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Does what a seat wins hang on who plays? Changes of its win share from policy to policy, and a test of them all.

    For mirror runs, those of one number of players in the order given, each against the one before. Frame `players,
    before, policy, seat, estimate, low, high, n, kind, se`: the seat's win share with `policy` less that with `before`,
    n = games of the smaller run; intervals hold at once for all seats and steps of a number of players (Bonferroni).
    Frame `players, statistic, freedom, p, q, n`: the test of `same_shares`; q controls the false discovery rate over the
    numbers of players (Benjamini-Hochberg). Runs on one seed share their deals, game by game, which both allow for.
    """
    keys = ["players", "before", "policy", "seat"]
    changes, tests = [with_estimate(pl.DataFrame(schema=dict(zip(keys, (pl.Int64, pl.String, pl.String, pl.Int64)))),
                                    estimates.t_estimate([], [], np.zeros(0), [], kind="randomised"))], []  # fmt: skip
    for players in dict.fromkeys(run.players for run in runs):
        mine = [run for run in runs if run.players == players]
        if len(mine) < 2:
            continue
        shares, luck = [seat_shares(run) for run in mine], [_games(run) for run in mine]
        test = same_shares(shares, luck)
        tests.append((players, test.statistic, test.freedom, test.p, test.n))
        compared = players * (len(mine) - 1)
        for i in range(1, len(mine)):
            got = share_changes(shares[i - 1], shares[i], luck[i - 1], luck[i], compared)
            names = [",".join(dict.fromkeys(run.config["seats"])) for run in mine[i - 1 : i + 1]]
            where = pl.DataFrame([(players, *names, seat) for seat in range(1, players + 1)], keys, orient="row")
            changes.append(with_estimate(where, got))
    names = {"players": pl.Int64, "statistic": pl.Float64, "freedom": pl.Int64, "p": pl.Float64, "n": pl.Int64}
    found = pl.DataFrame(tests, names, orient="row")
    q = pl.Series(estimates.benjamini_hochberg(found["p"].to_numpy()), dtype=pl.Float64)
    return pl.concat(changes), found.with_columns(q=q)


def _games(run) -> np.ndarray:
    """A name for the luck of each game of a run, the same in two runs where the deals are: seed and number."""
    numbers = np.concatenate([np.arange(first, first + count) for first, count in run.ranges])
    return np.array([numbers, np.full(len(numbers), run.config["seed"])]).T


def _common(luck, other):
    """Rows of two arrays [games, 2] that have the same luck."""
    if not len(luck) or not len(other) or luck[0, 1] != other[0, 1]:
        return np.zeros(0, int), np.zeros(0, int)
    return np.intersect1d(luck[:, 0], other[:, 0], assume_unique=True, return_indices=True)[1:]


def share_changes(before, after, luck, luck_after, comparisons: int = 1) -> estimates.Estimate:
    """Mean win share of each seat over games `after` [games, seats] less that `before`.

    Where all games have the same luck they are compared one by one (`estimates.mean_change`), else by
    `estimates.difference_of_shares`.
    """
    values = (np.asarray(before, float), np.asarray(after, float))
    at = _common(luck, luck_after)
    if len(at[0]) == len(values[0]) == len(values[1]) > 0:
        return estimates.mean_change(values[1][at[1]] - values[0][at[0]], comparisons=comparisons)
    means = [estimates.mean(shares, "randomised", share=True, comparisons=comparisons) for shares in values]
    away = [shares - mean.estimate for shares, mean in zip(values, means, strict=True)]
    with np.errstate(divide="ignore", invalid="ignore"):
        shared = (away[0][at[0]] * away[1][at[1]]).sum(axis=0) / np.prod([np.sqrt(len(v) * (len(v) - 1)) for v in values])
        correlation = np.nan_to_num(shared / (np.asarray(means[0].se) * np.asarray(means[1].se)), posinf=0, neginf=0)
    return estimates.difference_of_shares(
        means[1], means[0], np.clip(correlation, -1, 1), kind="paired" if len(at[0]) else "randomised"
    )


def same_shares(shares, luck) -> estimates.Test:
    """Test that several runs have the same mean win shares by seat, be they equal or not; n = games of all.

    `shares`: an array [games, seats] a run, `luck` of each the names of its games ([games, 2], `_games`). A score test:
    the covariance of each mean is taken about the common mean, as under the hypothesis, with what runs share of their luck.
    Without shared games this is near Pearson's chi-square of runs by winning seats.
    """
    values = [np.asarray(rows, float) for rows in shares]
    games, k = [len(rows) for rows in values], values[0].shape[1]
    if len(values) < 2 or min(games) == 0:
        return estimates.Test(np.nan, 0, np.nan, sum(games))
    common = sum(rows.sum(axis=0) for rows in values) / sum(games)
    away = [rows - common for rows in values]
    covariance = np.zeros((len(values), k, len(values), k))
    for i, j in product(range(len(values)), repeat=2):
        mine, other = (slice(None), slice(None)) if i == j else _common(luck[i], luck[j])
        covariance[i, :, j] = away[i][mine].T @ away[j][other] / games[i] / games[j]
    steps = np.kron(np.diff(np.eye(len(values)), axis=0), np.eye(k))
    spread = steps @ covariance.reshape(len(values) * k, -1) @ steps.T
    change = steps @ np.concatenate([rows.mean(axis=0) for rows in values])
    scale = np.sqrt(np.trace(spread))
    if scale == 0:
        return estimates.Test(0.0, 0, 1.0, sum(games))
    freedom = int(np.linalg.matrix_rank(spread, tol=1e-9 * scale**2, hermitian=True))
    return estimates.wald(change, spread, freedom, sum(games))


def seat_matrix(run, column: str, first: int = 0, last: int | None = None) -> np.ndarray:
    """A column of `seats` as an array [games, seats], games in order; all games, or those from first to last."""
    rows = run.seats if last is None else run.seats.filter(pl.col("game_id").is_between(first, last))
    found = collect(rows.select("game_id", "seat", pl.col(column).cast(pl.Float64))).sort("game_id", "seat")
    return found[column].to_numpy().reshape(-1, run.players)


def seat_shares(run, games: int | None = None) -> np.ndarray:
    """Win shares [games, seats] of all games of a run, or of its first ones."""
    return seat_matrix(run, "win_share", 0, None if games is None else games - 1)


def seat_table(run, games: int) -> pl.DataFrame:
    """Win share and score by seat of the first games of a run, as `seats.by_seat` has them of all.

    Frame `seat, measure, estimate, low, high, n, kind, se`; intervals of a measure hold for all seats at once.
    """
    rows = []
    for measure in ("win_share", "score"):
        values = seat_matrix(run, measure, 0, games - 1)
        got = estimates.mean(values, seat_kind(run), share=measure == "win_share", comparisons=run.players)
        seats = pl.DataFrame({"seat": range(1, run.players + 1), "measure": [measure] * run.players})
        rows.append(with_estimate(seats, got))
    return pl.concat(rows).sort("seat", maintain_order=True)


def inequality(shares, kind: str = "randomised", level: float = LEVEL):
    """How far the win shares of the seats lie from equal: their root mean square distance from 1/seats, and p.

    `shares` [games, seats]. The square of the distance is about noncentral chi-square, its noncentrality proportional to the
    true one. Its scale is the variance of the shares in the direction in which they lie from equal, which is far less than
    that of equal seats where a seat hardly ever wins; its degrees of freedom are such that chance adds on average what it
    does (after Satterthwaite 1946). Variances are those with one game more won by each seat, so that a seat that never won
    does not seem sure to. The interval inverts that distribution (half of the error rate at each end, so that it reaches 0
    while p is above about 0.025), the estimate takes away what chance alone would show. Where seats look more equal than equal
    seats do on average, the upper end is that of the average: luck is no precision. Returns (Estimate, p of equal seats,
    `estimates.equal_seats`); n = games. With fewer than two games all is NaN.
    """
    shares = np.asarray(shares, float)
    games, k = shares.shape
    test = estimates.equal_seats(shares)
    nothing = estimates.Estimate(np.nan, np.nan, np.nan, games, kind, np.nan, level)
    if games < 2 or k < 2:
        return nothing, np.nan
    away = shares.mean(axis=0) - 1 / k
    mean = (shares.sum(axis=0) + 1) / (games + k)
    covariance = ((shares.T @ shares + np.eye(k)) / (games + k) - np.outer(mean, mean)) / games
    square, chance = away @ away, np.trace(covariance)
    scale = away @ covariance @ away / square if square > 0 else chance / (k - 1)
    statistic, freedom = square / scale, chance / scale
    low = _noncentrality(statistic, freedom, (1 + level) / 2)
    high = _noncentrality(max(statistic, freedom), freedom, (1 - level) / 2)
    most = np.sqrt(k - 1) / k  # where one seat wins all
    low, high = (min(float(np.sqrt(end * scale / k)), most) for end in (low, high))
    estimate = float(np.sqrt(max(square - chance, 0) / k))
    return estimates.Estimate(estimate, low, high, games, kind, np.nan, level), test.p


def _noncentrality(statistic: float, freedom: float, share: float) -> float:
    """The noncentrality at which a chi-square lies below `statistic` with probability `share`; 0 if there is none."""
    if not np.isfinite(statistic) or special.chdtr(freedom, statistic) <= share:
        return 0.0
    return float(special.chndtrinc(statistic, freedom, share))


def unequal_by(shares) -> float:
    """Sum over the seats of the squared distance of the mean win share from 1/seats: what `komi` makes small."""
    shares = np.asarray(shares, float)
    return float(((shares.mean(axis=0) - 1 / shares.shape[1]) ** 2).sum())


def unequal_difference(shares, other, level: float = LEVEL) -> estimates.Estimate:
    """`unequal_by(shares) - unequal_by(other)` of the same games [games, seats] under two rules: paired, n = games.

    The interval is that of the mean of the influences of the games (delta method). Where both are all but equal the
    influences vanish with the difference; the interval is then wider than it claims in no direction that matters.
    """
    a, b = np.asarray(shares, float), np.asarray(other, float)
    fair = 1 / a.shape[1]
    influence = 2 * ((a @ (a.mean(axis=0) - fair)) - (b @ (b.mean(axis=0) - fair)))
    got = estimates.mean(influence, kind="paired", level=level)
    middle = unequal_by(a) - unequal_by(b)
    low, high = np.clip(np.array([got.low, got.high]) - got.estimate + middle, fair - 1, 1 - fair)
    return estimates.Estimate(middle, float(low), float(high), got.n, "paired", got.se)


def shifted_shares(scores, shift) -> np.ndarray:
    """Mean win share by seat if every score had been `shift` points higher: [seats]. Play is taken as it was."""
    return win_shares(np.asarray(scores, float) + np.asarray(shift, float)).mean(axis=0, dtype=np.float64)


def best_shift(scores, lowest) -> np.ndarray:
    """Whole points for each seat, seat 1 none, that make the win shares of stored `scores` [games, seats] most equal.

    `lowest` [seats] bounds the shifts from below, so that no seat begins below 0. From no shift, and from what would
    make the mean scores equal, it steps to the best of all neighbours that differ by at most a point a seat, until none
    is better; the better end counts. A first guess, since play would change.
    """
    scores, lowest = np.asarray(scores, float), np.asarray(lowest)
    seats = scores.shape[1]
    steps = [np.array((0, *step)) for step in product((-1, 0, 1), repeat=seats - 1)]
    known = {}

    def cost(shift):
        key = tuple(shift)
        if key not in known:
            known[key] = float(((shifted_shares(scores, shift) - 1 / seats) ** 2).sum())
        return known[key]

    def end(at):
        while True:
            near = [at + step for step in steps if (at + step >= lowest).all()]
            best = min(near, key=lambda shift: (cost(shift), tuple(abs(shift))))
            if cost(best) >= cost(at):
                return at
            at = best

    # Where one seat wins almost always, a point more or less changes nothing, and the mean scores show the way.
    means = np.round(scores.mean(axis=0))
    return min((end(np.maximum(start, lowest)) for start in (np.zeros(seats, int), (means[0] - means).astype(int))), key=cost)
