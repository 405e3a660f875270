"""Who starts: how unequal the seats are, over several runs, and which starting points would make them equal."""

from __future__ import annotations

from itertools import product

import numpy as np
import polars as pl
from scipy import optimize, stats as distributions

from seti_sim.analysis import stats
from seti_sim.analysis.grouped import collect, with_estimate
from seti_sim.analysis.seats import by_seat, seat_kind
from seti_sim.seti.batch import win_shares

LEVEL = stats.LEVEL


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
        n = np.full(run.players, len(values), float)
        got = stats.ratio_of_sums(
            values.sum(axis=0), n, (values**2).sum(axis=0), values.sum(axis=0), n, n,
            kind=seat_kind(run), share=measure == "win_share", comparisons=run.players,
        )  # fmt: skip
        seats = pl.DataFrame({"seat": range(1, run.players + 1), "measure": [measure] * run.players})
        rows.append(with_estimate(seats, got))
    return pl.concat(rows).sort("seat", maintain_order=True)


def inequality(shares, kind: str = "randomised", level: float = LEVEL):
    """How far the win shares of the seats lie from equal: their root mean square distance from 1/seats, and p.

    `shares` [games, seats]. The statistic of `stats.equal_seats` is about noncentral chi-square, its noncentrality
    proportional to the square of the distance: the interval inverts that distribution (half of the error rate at each
    end, so that it reaches 0 while p is above 0.025), the estimate takes away what chance alone would show. Where seats
    look more equal than equal seats do on average, the upper end is that of the average: luck is no precision. Returns
    (Estimate, p of equal seats); n = games. With fewer than two games all is NaN.
    """
    shares = np.asarray(shares, float)
    games, k = shares.shape
    test = stats.equal_seats(shares)
    nothing = stats.Estimate(np.nan, np.nan, np.nan, games, kind, np.nan, level)
    if games < 2 or k < 2:
        return nothing, np.nan
    per_game = ((shares - shares.mean(axis=1, keepdims=True)) ** 2).sum() / games
    scale = per_game / (games * (k - 1) * k)
    low = _noncentrality(test.statistic, k - 1, (1 + level) / 2)
    high = _noncentrality(max(test.statistic, k - 1), k - 1, (1 - level) / 2)
    low, high = float(np.sqrt(low * scale)), float(np.sqrt(high * scale))
    estimate = float(np.sqrt(max(test.statistic - (k - 1), 0) * scale))
    return stats.Estimate(estimate, low, high, games, kind, np.nan, level), test.p


def _noncentrality(statistic: float, freedom: int, share: float) -> float:
    """The noncentrality at which a chi-square lies below `statistic` with probability `share`; 0 if there is none."""
    if not np.isfinite(statistic) or distributions.chi2.cdf(statistic, freedom) <= share:
        return 0.0
    excess = lambda x: distributions.ncx2.cdf(statistic, freedom, x) - share  # noqa: E731
    high = max(4 * statistic, 20.0)
    while excess(high) > 0:
        high *= 2
    return float(optimize.brentq(excess, 1e-9, high))


def unequal_by(shares) -> float:
    """Sum over the seats of the squared distance of the mean win share from 1/seats: what `komi` makes small."""
    shares = np.asarray(shares, float)
    return float(((shares.mean(axis=0) - 1 / shares.shape[1]) ** 2).sum())


def unequal_difference(shares, other, level: float = LEVEL) -> stats.Estimate:
    """`unequal_by(shares) - unequal_by(other)` of the same games [games, seats] under two rules: paired, n = games.

    The interval is that of the mean of the influences of the games (delta method). Where both are all but equal the
    influences vanish with the difference; the interval is then wider than it claims in no direction that matters.
    """
    a, b = np.asarray(shares, float), np.asarray(other, float)
    fair = 1 / a.shape[1]
    influence = 2 * ((a @ (a.mean(axis=0) - fair)) - (b @ (b.mean(axis=0) - fair)))
    got = stats.mean(influence, kind="paired", level=level)
    middle = unequal_by(a) - unequal_by(b)
    return stats.Estimate(middle, middle + got.low - got.estimate, middle + got.high - got.estimate, got.n, "paired", got.se)


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
