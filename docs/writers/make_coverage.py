"""How often the intervals hold: writes docs/coverage.md.

    python docs/writers/make_coverage.py > docs/coverage.md

For every estimator that makes an interval, games of known truth are drawn again and again, and it is counted how often the
interval holds the truth: with 20, 200 and 2,000 games, for something rare, something middling and something skewed. Each row
is judged (`verdict`); one that holds too seldom or too often needs a reason, which stands in its entry for this truth and
number of games alone. `python docs/writers/make_coverage.py NAME ...` has the rows of these alone. The tests run a small version,
and fail on a row outside without a reason, and where a function makes an interval that stands neither in `ENTRIES` nor in
`PASSES_ON`.
"""

from __future__ import annotations

import ast
import os
import sys
import zlib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
from scipy import sparse
from scipy import stats as known

from seti_sim.analysis import agreement, starts
from seti_sim.planetx import analysis as facts
from seti_sim.seti.analysis import draws, opening, rates, species
from seti_sim.stats import crossed, estimates, grouped, many, rating, regress, sequential

# By name, since the package has functions that are called like these modules.
deals, uses = (import_module(f"seti_sim.seti.studies.{name}") for name in ("deals", "uses"))
luck, strategies = (import_module(f"seti_sim.studies.{name}") for name in ("luck", "strategies"))
SIZES = (20, 200, 2000)
LOW, HIGH = 0.93, 0.97
"""Between what an interval of 95 % holds, or the page says why not."""
SLACK = 2.0
"""Standard errors of the simulation by which a row may be outside."""
RARE, MIDDLING, SKEWED = "rare", "middling", "skewed"
TRUTHS = (RARE, MIDDLING, SKEWED)
ROOT = Path(__file__).resolve().parents[2]
CELLS = 6_000_000  # values drawn for a row at most
A_FEW = 24  # samples of a row that has no interval by rule
luck.RESAMPLES = strategies.RESAMPLES = 200  # a bootstrap inside of a simulation takes long
WHOLE = "whole games: few outcomes are possible"
SEEN = "few games had any"
MORE = "as if a game more had changed to each side"
ONE_MORE = "a seat counts as if it had won a game more"
VALUES = "few values: the quantile is one of them in almost every sample"
LOOKS = "it holds at all looks together, later ones too"
ALIKE = "few games tell the rules apart"
WIDER = "the wider of two intervals where wins are few"
OPEN = "no end is bounded where the worth is not clear of 0"


@dataclass(frozen=True)
class Entry:
    """How an estimator is tried: `draw(truth, n, times, rng)` gives the ends (low, high) of so many samples and the truth.

    truths: {name: words}. most: samples at most, for slow ones. values: about how many numbers a game of a sample takes.
    least, top: between what the quantity lies. none_below: games below which the estimator gives no interval by its rule, which
    a few samples show. why: {(truth, games): why this row is outside}.
    """

    draw: object
    truths: dict
    most: int = 4000
    values: int = 1
    least: float = -np.inf
    top: float = np.inf
    none_below: int = 0
    why: dict = field(default_factory=dict)


def at(reason: str, truth: str, *sizes: int) -> dict:
    """The rows of a truth with so many games, all for one reason."""
    return {(truth, n): reason for n in sizes}


# ------------------------------------------------------------------------------------------ what is drawn
AMOUNTS = {
    RARE: "in 1 % of games, of exponential size",
    MIDDLING: "a score, mean 150, standard deviation 20",
    SKEWED: "exponential, like a margin",
}
SHARES = {RARE: "1 %", MIDDLING: "50 %", SKEWED: "90 %"}
CHANCE = {RARE: 0.01, MIDDLING: 0.5, SKEWED: 0.9}


def amounts(truth: str, shape, rng):
    """Values of known mean: (values, mean)."""
    if truth == RARE:
        return rng.exponential(size=shape) * (rng.random(shape) < 0.01), 0.01
    if truth == MIDDLING:
        return np.round(rng.normal(150, 20, shape)), 150.0
    return rng.exponential(size=shape), 1.0


def winners(truth: str, shape, rng):
    """Zero-one values of known share: (values, share)."""
    return (rng.random(shape) < CHANCE[truth]).astype(float), CHANCE[truth]


def seats(truth: str, shape, rng, size=4):
    """Of so many seats of every game how many have it; those of a game hang together (beta-binomial): (counts, share)."""
    p = CHANCE[truth]
    return rng.binomial(size, rng.beta(2 * p, 2 * (1 - p), shape)).astype(float), p


def sums(y, x):
    """What `ratio_of_sums` takes, over the first axis."""
    return y.sum(0), x.sum(0), (y * y).sum(0), (x * y).sum(0), (x * x).sum(0), (x > 0).sum(0).astype(float)


def higher(y, x):
    """The sums of `estimates.HIGHER`."""
    return [np.prod([{"x": x, "y": y}[one] for one in name], axis=0).sum(0) for name in estimates.HIGHER]


def ends(got):
    """Ends of an Estimate."""
    return np.atleast_1d(got.low), np.atleast_1d(got.high)


def worst(low, high, true):
    """Ends of the one of several intervals, over the first axis, that misses the truth by most: (low, high); NaN where there
    are none. All hold where this one does."""
    off = np.where(np.isnan(low) | np.isnan(high), -np.inf, np.maximum(low - true, true - high))
    at = off.argmax(axis=0)[None]
    return (np.take_along_axis(np.asarray(end, float), at, 0)[0] for end in (low, high))


def powers(values):
    """Games and the sums of the first four powers."""
    return (np.full(values.shape[1], float(len(values))), *((values**power).sum(0) for power in (1, 2, 3, 4)))


class Table(SimpleNamespace):
    """As much of a run as `grouped` reads; a sample stands in the column `sample`."""

    def stretches(self):
        return [(0, self.n_games - 1)]


def table(values):
    """(run, rows) of values [games, samples, seats]."""
    games, times, each = values.shape
    game, sample, _ = np.indices(values.shape, dtype=np.int32)
    frame = pl.DataFrame({"game_id": game.ravel(), "sample": sample.ravel(), "score": values.ravel()})
    return Table(n_games=games, config={}, players=each), frame.lazy()


# ------------------------------------------------------------------------------------------ estimators
def _mean(truth, n, times, rng):
    values, mean = amounts(truth, (n, times), rng)
    return *ends(estimates.mean(values, floor=0)), mean


def _share(truth, n, times, rng):
    values, share = winners(truth, (n, times), rng)
    return *ends(estimates.mean(values, share=True)), share


CHANGED = {RARE: (0.01, 0.0), MIDDLING: (0.25, 0.25), SKEWED: (0.08, 0.02)}  # shares of games that change up, down


def _mean_change(truth, n, times, rng):
    up, down = CHANGED[truth]
    u = rng.random((n, times))
    return *ends(estimates.mean_change((u < up).astype(float) - (u > 1 - down))), up - down


def _mean_of_sums(truth, n, times, rng):
    values, mean = amounts(truth, (n, times, 4), rng)
    level = rng.normal(0, 10, (n, times, 1)) if truth == MIDDLING else 0
    y = (values + level).sum(axis=2)
    _, *p = powers(y)
    return *ends(estimates.mean_of_sums(p[0], p[1], n, 4, (p[2], p[3]), kind="paired", floor=0)), mean


def _clustered(truth, n, times, rng):
    low, high = np.empty(times), np.empty(times)
    for i in range(times):
        rows, mean = amounts(truth, n * 3, rng)
        got = estimates.clustered_mean(
            rows, rng.permutation(np.repeat(np.arange(n), rng.multinomial(3 * n - n, [1 / n] * n) + 1))
        )
        low[i], high[i] = got.low, got.high
    return low, high, mean


def _ratio(truth, n, times, rng):
    x = rng.integers(1, 5, (n, times)).astype(float)
    value, mean = amounts(truth, (n, times), rng)
    y = value * x
    first = sums(y, x)
    return *ends(
        estimates.ratio_of_sums(
            *first, kind="paired", powers=estimates.powers_of_ratio(first[0], first[1], higher(y, x)), floor=0
        )
    ), mean


def _ratio_share(truth, n, times, rng):
    y, share = seats(truth, (n, times), rng)
    return *ends(estimates.ratio_of_sums(*sums(y, np.full_like(y, 4)), kind="paired", share=True)), share


def _wilson(truth, n, times, rng):
    p = CHANCE[truth]
    return *ends(estimates.wilson(rng.binomial(n, p, times), np.full(times, n))), p


def _in_clusters(truth, n, times, rng, share=False, inside=0.25):
    values, _ = (winners if share else amounts)(truth, (n, times, 4), rng)
    there = rng.random(values.shape) < inside
    y, x, u, w = (values * there).sum(2), there.sum(2).astype(float), values.sum(2), np.full((n, times), 4.0)
    one = dict(zip(("y", "x", "yy", "xy", "xx", "games"), sums(y, x), strict=True)) | dict(zip(estimates.HIGHER, higher(y, x)))
    one |= {"yu": (y * u).sum(0), "yw": (y * w).sum(0), "xu": (x * u).sum(0), "xw": (x * w).sum(0)}
    whole = dict(zip(("u", "w", "uu", "uw", "ww", "games"), sums(u, w), strict=True))
    return *ends(estimates.difference_in_clusters(one, whole, "paired", share)), 0.0


def _shares_in_clusters(truth, n, times, rng):
    return _in_clusters(truth, n, times, rng, share=True)


def _of_means(truth, n, times, rng):
    one, other = (amounts(truth, (size, times), rng)[0] for size in (n, 2 * n))
    return *ends(estimates.difference_of_means(powers(one), powers(other), "paired")[0]), 0.0


def _of_shares(truth, n, times, rng):
    one, other = (estimates.mean(winners(truth, (n, times), rng)[0], share=True) for _ in range(2))
    return *ends(estimates.difference_of_shares(one, other, kind="paired")), 0.0


def _means(truth, n, times, rng):
    values, mean = amounts(truth, (n, times, 2), rng)
    got = grouped.means(*table(values), {"score": pl.col("score")}, by=["sample"])
    return got["low"].to_numpy(), got["high"].to_numpy(), mean


def _rates(truth, n, times, rng):
    rate = {RARE: 0.01, MIDDLING: 2.0, SKEWED: 0.2}[truth]
    counts = rng.poisson(rate * rng.gamma(1, 1, (n, times, 2)) if truth == SKEWED else rate, (n, times, 2))
    run, rows = table(counts)
    got = grouped.rates_per_seat(run, rows.filter(pl.col("score") > 0), pl.col("score"), by=["sample"], seats=2)
    low, high = np.full(times, np.nan), np.full(times, np.nan)  # a sample without any has no row
    low[got["sample"]], high[got["sample"]] = got["low"], got["high"]
    return low, high, rate


def _quantiles(truth, n, times, rng):
    values = {RARE: lambda s: rng.poisson(3, s), MIDDLING: lambda s: np.round(rng.normal(150, 20, s), 2),
              SKEWED: lambda s: np.round(rng.exponential(30, s), 2)}[truth]((n, times, 1))  # fmt: skip
    q = {RARE: 0.95, MIDDLING: 0.5, SKEWED: 0.75}[truth]
    true = {RARE: known.poisson(3).ppf(q), MIDDLING: 150.0, SKEWED: known.expon(scale=30).ppf(q)}[truth]
    got = grouped.quantiles(*table(values), "score", [q], by=["sample"])
    return got["low"].to_numpy(), got["high"].to_numpy(), true


def _spread(truth, n, times, rng):
    values, _ = amounts(truth, (n, times, 1), rng)
    got = species.spread(*table(values), "sample", "observational", 1)
    return got["low"].to_numpy(), got["high"].to_numpy(), {RARE: np.sqrt(0.02 - 0.0001), MIDDLING: 20.0, SKEWED: 1.0}[truth]


def _sequence(truth, n, times, rng):
    """Ends of the look that misses the truth by most, of all up to 2,000 games, the first after n."""
    value, mean = amounts(truth, (SIZES[-1], times), rng)
    looks = np.arange(n, SIZES[-1] + 1, 20)
    first, second, fourth = (np.cumsum(value**power, axis=0)[looks - 1] for power in (1, 2, 4))
    got = sequential.confidence_sequence(first, second, np.broadcast_to(looks[:, None], first.shape), fourth=fourth)
    return *worst(got.low, got.high, mean), mean


STRONG = {RARE: (0.01, 0.33, 0.33, 0.33), MIDDLING: (0.3, 0.28, 0.22, 0.2), SKEWED: (0.85, 0.05, 0.05, 0.05)}
SEATS = {RARE: "a seat wins 1 %", MIDDLING: "seats win 30, 28, 22, 20 %", SKEWED: "a seat wins 85 %"}


def _won(chances, u):
    return np.eye(4)[np.minimum(np.searchsorted(np.cumsum(chances)[:-1], u), 3)]


def _inequality(truth, n, times, rng):
    p = np.array(STRONG[truth])
    found = [starts.inequality(_won(p, rng.random(n)))[0] for _ in range(times)]
    return np.array([e.low for e in found]), np.array([e.high for e in found]), np.sqrt(((p - 0.25) ** 2).mean())


def _unequal(truth, n, times, rng):
    p, q = np.array(STRONG[truth]), np.array([0.28, 0.26, 0.24, 0.22])
    found = []
    for _ in range(times):
        u = rng.random(n)
        found.append(starts.unequal_difference(_won(p, u), _won(q, u)))
    true = ((p - 0.25) ** 2).sum() - ((q - 0.25) ** 2).sum()
    return np.array([e.low for e in found]), np.array([e.high for e in found]), true


def _changes(truth, n, times, rng):
    p, q = np.array(STRONG[truth]), np.array([0.28, 0.26, 0.24, 0.22])
    luck, found = np.column_stack([np.arange(n), np.zeros(n, int)]), []
    for _ in range(times):
        u = rng.random(n)
        found.append(starts.share_changes(_won(q, u), _won(p, u), luck, luck))
    return np.array([e.low[0] for e in found]), np.array([e.high[0] for e in found]), p[0] - q[0]


def _family(truth, n, times, rng):
    """Whether all of eight hold together: the ends of the one that misses by most."""
    low, high = np.empty(times), np.empty(times)
    for i in range(times):
        values, mean = amounts(truth, (n, 8), rng)
        skew = estimates.skewness((values - values.mean(axis=0)).ravel())
        games = np.full(8, n if n >= estimates.least_games(skew, 8) else 0)
        got = many.max_t(values.mean(axis=0), np.cov(values.T) / n, games, draws=1000)
        low[i], high[i] = worst(got.low, got.high, mean)
    return low, high, mean


def _players_agree(truth, n, times, rng):
    """Effects of so many items as two players show them; sizes are those of the items, not of the games."""
    rho = {RARE: 0.0, MIDDLING: 0.5, SKEWED: 0.9}[truth]
    low, high, items = np.empty(times), np.empty(times), list(map(str, range(n)))
    for i in range(times):
        pair = rng.multivariate_normal([0, 0], [[1, rho], [rho, 1]], n).T
        tables = {name: pl.DataFrame({"item": items, "estimate": x, "se": 0.1}) for name, x in zip("ab", pair, strict=True)}
        low[i], high[i] = agreement.correlations(tables).select("low", "high").row(0)
    return low, high, 6 / np.pi * np.arcsin(rho / 2)  # Spearman's correlation of a normal pair


def _agreement(truth, n, times, rng):
    rho = {RARE: 0.0, MIDDLING: 0.5, SKEWED: 0.9}[truth]
    # Spearman's correlation of a normal pair is 6/π asin(ρ/2).
    low, high, cards = np.full(times, np.nan), np.full(times, np.nan), [f"base-{i}" for i in range(n)]
    for i in range(times):
        a, b = rng.multivariate_normal([0, 0], [[1, rho], [rho, 1]], n).T
        one = pl.DataFrame({"card_id": cards, "measure": "improvement", "estimate": a, "low": a - 1, "high": a + 1})
        other = pl.DataFrame(
            {"card_id": cards, "name": cards, "deck": "base", "estimate": b, "sim_low": b - 1, "sim_high": b + 1}
        )
        row = rates.agreement(one, other, "base").row(0, named=True)
        low[i], high[i] = row["low"], row["high"]
    return low, high, 6 / np.pi * np.arcsin(rho / 2)


# ------------------------------------------------------------------------------------------ what runs
ENTRIES: dict[str, Entry] = {
    "stats.estimates.mean": Entry(_mean, AMOUNTS, least=0, why=at(SEEN, RARE, 2000)),
    "stats.estimates.mean, shares": Entry(_share, SHARES, least=0, top=1, why=at(WHOLE, RARE, 20)),
    "stats.estimates.mean_change": Entry(
        _mean_change,
        {RARE: "1 % to one side", MIDDLING: "25 % to each side", SKEWED: "8 % to one side, 2 % to the other"},
        least=-1,
        top=1,
        why=at(MORE, RARE, 20, 200) | at(MORE, SKEWED, 20),
    ),
    "stats.estimates.mean_of_sums": Entry(_mean_of_sums, AMOUNTS, values=4, least=0, why=at(SEEN, RARE, 200)),
    "stats.estimates.clustered_mean": Entry(_clustered, AMOUNTS, most=1000, values=3),
    "stats.estimates.ratio_of_sums": Entry(_ratio, AMOUNTS, values=2, least=0, why=at(SEEN, RARE, 20, 2000)),
    "stats.estimates.ratio_of_sums, shares": Entry(_ratio_share, SHARES, least=0, top=1, why=at(WHOLE, RARE, 20)),
    "stats.estimates.wilson": Entry(_wilson, SHARES, least=0, top=1, why=at(WHOLE, RARE, 20)),
    "stats.estimates.difference_in_clusters": Entry(_in_clusters, AMOUNTS, values=4, why=at(SEEN, RARE, 20, 200)),
    "stats.estimates.difference_in_clusters, shares": Entry(
        _shares_in_clusters,
        SHARES,
        values=4,
        least=-1,
        top=1,
        why=at(WHOLE, RARE, 20, 200) | at(WHOLE, MIDDLING, 20) | at(WHOLE, SKEWED, 20),
    ),
    "stats.estimates.difference_of_means": Entry(_of_means, AMOUNTS, values=3, why=at(SEEN, RARE, *SIZES)),
    "stats.estimates.difference_of_shares": Entry(
        _of_shares, SHARES, values=2, least=-1, top=1, why=at(WHOLE, RARE, 20, 200) | at(WHOLE, SKEWED, 20)
    ),
    "stats.grouped.means": Entry(_means, AMOUNTS, values=2),
    "stats.grouped.rates_per_seat": Entry(
        _rates,
        {RARE: "0.01 a seat", MIDDLING: "2 a seat", SKEWED: "0.2 a seat, geometric"},
        values=2,
        least=0,
        why=at(SEEN, RARE, 20, 200) | at(SEEN, SKEWED, 20),
    ),
    "stats.grouped.quantiles": Entry(
        _quantiles,
        {RARE: "95 % of a count of mean 3", MIDDLING: "median of a score", SKEWED: "75 % of exponential"},
        most=2000,
        values=2,
        why=at(VALUES, RARE, 200, 2000),
    ),
    "seti.analysis.species.spread": Entry(_spread, AMOUNTS, values=2, least=0),
    "stats.sequential.confidence_sequence": Entry(
        _sequence, AMOUNTS, most=1000, why=at(LOOKS, RARE, 2000) | at(LOOKS, MIDDLING, *SIZES) | at(LOOKS, SKEWED, *SIZES)
    ),
    "stats.many.max_t": Entry(_family, AMOUNTS, most=400),
    "analysis.starts.inequality": Entry(
        _inequality, SEATS, most=400, least=0, top=np.sqrt(3) / 4, why=at(ONE_MORE, RARE, 20, 200)
    ),
    "analysis.starts.unequal_difference": Entry(
        _unequal, SEATS, most=1000, least=-0.75, top=0.75, why=at(ALIKE, RARE, 20) | at(ALIKE, MIDDLING, 20)
    ),
    "analysis.starts.share_changes": Entry(_changes, SEATS, most=1000, least=-1, top=1, why=at(MORE, MIDDLING, 20)),
    "analysis.agreement.correlations": Entry(
        _players_agree, {RARE: "none", MIDDLING: "normal, 0.5", SKEWED: "normal, 0.9"}, most=1000, least=-1, top=1
    ),
    "seti.analysis.rates.agreement": Entry(
        _agreement, {RARE: "none", MIDDLING: "normal, 0.5", SKEWED: "normal, 0.9"}, most=400, least=-1, top=1
    ),
}


def _drawn(truth, n, times, rng):
    """Games of the made-up card game of the tests, whose cards have known effects; all cards of every sample."""
    sys.path.insert(0, str(ROOT / "tests" / "seti" / "analysis"))
    import simulated

    values = np.zeros(12) if truth == MIDDLING else np.r_[simulated.VALUES]
    low, high = [], []
    for _ in range(times):
        run = simulated.play(n, int(rng.integers(2**31)), values=values, ahead=0.0 if truth == MIDDLING else simulated.AHEAD)
        whole = draws.drawn_effect(run, ("score",), by_round=False).whole
        true = dict(zip(simulated.CARDS, run.truth, strict=True))
        away = np.array([true[card] for card in whole["card_id"]])
        low, high = low + list(whole["low"] - away), high + list(whole["high"] - away)
    return np.array(low), np.array(high), 0.0


def _interactions(truth, n, times, rng):
    """Ten pairs of five parts, all at once, n games of each pair."""
    both = np.array([[i in pair for i in range(5)] for pair in [(a, b) for a in range(5) for b in range(a)]], float)
    low, high = np.empty(times), np.empty(times)
    for i in range(times):
        values = amounts(truth, (n, 10), rng)[0]
        got, _ = species.beyond_sums(both, np.full(10, n), values.sum(0), (values**2).sum(0), (values**3).sum(0), "paired")
        low[i], high[i] = worst(got.low, got.high, 0.0)
    return low, high, 0.0


def _dealt(truth, n, times, rng):
    """Four seats are dealt two of twelve cards each; no card does anything. One card of every sample."""
    low, high = np.empty(times), np.empty(times)
    rows, width = 4 * n, 12
    for i in range(times):
        card = rng.random((n, width)).argsort(axis=1)[:, :8].reshape(rows, 2)
        x = sparse.csr_matrix((np.ones(2 * rows), (np.repeat(np.arange(rows), 2), card.ravel())), shape=(rows, width))
        y, game = amounts(truth, rows, rng)[0], np.repeat(np.arange(n), 4)
        fit = regress.least_squares(lambda x=x, y=y, game=game: iter([(x, y, game)]))
        names = [str(k) for k in range(width)]
        design = SimpleNamespace(dealt=np.bincount(card.ravel(), minlength=width), cards=names, names=names, width=width)
        got, _ = opening._effects(design, fit, "randomised")
        low[i], high[i] = got["low"][0], got["high"][0]
    return low, high, 0.0


def _winner(truth, n, times, rng):
    """Log odds of seat 2 of two against seat 1 in a conditional logit."""
    p = {RARE: 0.01, MIDDLING: 0.5, SKEWED: 0.85}[truth]
    low, high = np.empty(times), np.empty(times)
    x = sparse.csr_matrix(np.tile(np.eye(2), (n, 1)))
    game = np.repeat(np.arange(n), 2)
    for i in range(times):
        second = rng.random(n) < p
        share = np.column_stack([~second, second]).astype(float).ravel()
        low[i] = high[i] = np.nan
        try:
            fit = regress.conditional_logit(lambda share=share: iter([(x, share, game)]), 2)
        except ArithmeticError:
            continue
        estimate, se = fit.contrast([[-1, 1]])
        got = opening.in_logit(estimate, se, np.array([float(n)]), fit.games, kind="randomised")
        low[i], high[i] = got.low[0], got.high[0]
    return low, high, float(np.log(p / (1 - p)))


DEAL = np.array([3.0, 1, 0, -1, -3, 0.5, -0.5, 0])


def _crossed(truth, n, times, rng):
    """Base games with four of eight cards each; one card of every sample."""
    low, high = np.empty(times), np.empty(times)
    for i in range(times):
        base = np.repeat(np.arange(n), 4)
        card = rng.random((n, 8)).argsort(axis=1)[:, :4].ravel()
        value = amounts(truth, 4 * n, rng)[0] + DEAL[card] + rng.normal(0, 20, n)[base]
        got = crossed.effect_estimates(crossed.crossed_effects(base, card, value, 8), "score")
        low[i], high[i] = got.low[0], got.high[0]
    return low, high, DEAL[0]


def _uses(truth, n, times, rng):
    """Positions of n cards on average ten each, with one spread for all; one card of every sample."""
    low, high = np.empty(times), np.empty(times)
    for i in range(times):
        at = np.r_[np.arange(n), rng.integers(0, n, 9 * n)]
        values, mean = amounts(truth, len(at), rng)
        got = uses._by_card(values, at)
        low[i], high[i] = got.low[0], got.high[0]
    return low, high, mean


def _of_species(truth, n, times, rng):
    """Two ways to play, two of five species in every deal; one species of every sample."""
    low, high = np.empty(times), np.empty(times)
    p = {RARE: 0.01, MIDDLING: 0.5, SKEWED: 0.9}[truth]
    for i in range(times):
        lay = rng.random((n, 5)).argsort(axis=1)[:, :2]
        won = (rng.random((n, 2)) < p).mean(axis=1)
        got = strategies.by_species(strategies.games_matrix(won[:, None], 2), lay, ["a", "b"], list("vwxyz"))
        low[i], high[i] = got["low"][0], got["high"][0]
    return low, high, 0.0


def _mix(truth, n, times, rng):
    """Share of the first of three ways that beat each other in a ring, in the mix that nobody beats."""
    win = {RARE: (0.51, 0.99, 0.99), MIDDLING: (0.6, 0.6, 0.6), SKEWED: (0.55, 0.7, 0.9)}[truth]
    ring = np.full((3, 3), 0.5)
    for (i, k), p in zip(((0, 1), (1, 2), (2, 0)), win):
        ring[i, k], ring[k, i] = p, 1 - p
    true = strategies.equilibrium(ring)[0]
    low, high = np.empty(times), np.empty(times)
    for i in range(times):
        duels = np.stack([(rng.random((n, 2)) < p).mean(axis=1) for p in (ring[0, 1], ring[0, 2], ring[1, 2])], axis=1)
        got = strategies.mix(strategies.games_matrix(duels, 3), ["a", "b", "c"])
        low[i], high[i] = got["low"][0], got["high"][0]
    return low, high, true


def _luck(truth, n, times, rng):
    """Share of the variance of the deal in what the seats of three players have, played in all orders."""
    deal = {RARE: 0.01, MIDDLING: 0.5, SKEWED: 0.9}[truth]
    orders = np.array(list(permutations(range(3))))
    low, high = np.empty(times), np.empty(times)
    for i in range(times):
        level = rng.normal(0, np.sqrt(deal), (n, 1, 1))
        values = level + rng.normal(0, np.sqrt(1 - deal), (n, 6, 3))
        frames, _ = luck.tables({"win_share": values, "score": values}, orders, ["a", "b", "c"])
        row = frames["shares"].row(
            by_predicate=(pl.col("outcome") == "score") & (pl.col("component") == luck.COMPONENTS[3]), named=True
        )
        low[i], high[i] = row["low"], row["high"]
    return low, high, deal


def _rating(truth, n, times, rng):
    """The weaker of two; an open end holds everything on its side. The second of 79 draws, like the fifth of 200, leaves 2.5
    %."""
    true = {RARE: np.log(0.01 / 0.99), MIDDLING: 0.0, SKEWED: np.log(0.15 / 0.85)}[truth]
    low, high = np.empty(times), np.empty(times)
    for i in range(times):
        won = rng.random((n // 2, 2)) < 1 / (1 + np.exp(-true))
        duels = {(0, 1): np.stack([won, ~won], axis=2).astype(int)}
        row = rating.ratings(SimpleNamespace(names=("a", "greedy"), duels=duels), rounds=79, seed=i)[0]
        low[i], high[i] = row["low"], row["high"]
    return low, high, rating.SCALE * true


def _facts(truth, n, times, rng):
    """Lead of a seat over the worth of a fact, both known with an error of so many games, and that as well as these tell it."""
    worth = {RARE: 0.3, MIDDLING: 1.0, SKEWED: 0.6}[truth]
    error = 3 / np.sqrt(n)
    lead, fact = rng.normal(0.5, error, times), rng.normal(worth, error, times)
    found = error * np.sqrt(rng.chisquare(n - 1, (2, times)) / (n - 1))
    return *ends(facts.in_facts(lead, found[0], fact, found[1], n)), -0.5 / worth


ENTRIES |= {
    "seti.analysis.species.beyond_sums": Entry(_interactions, AMOUNTS, most=1000, values=10),
    "seti.analysis.draws.drawn_effect": Entry(
        _drawn, {MIDDLING: "a card worth nothing", SKEWED: "a card worth 9, half of the seats far ahead"}, most=60),
    "seti.analysis.opening.dealt_adjusted": Entry(_dealt, AMOUNTS, most=400, none_below=opening.LEAST),
    "seti.analysis.opening.winner": Entry(_winner, {RARE: "a seat wins 1 %", MIDDLING: "50 %", SKEWED: "85 %"}, most=400),
    "stats.crossed.effect_estimates": Entry(_crossed, AMOUNTS, most=400),
    "seti.studies.uses._by_card": Entry(_uses, AMOUNTS, most=400),
    "studies.strategies.by_species": Entry(_of_species, SHARES, most=100),
    "studies.strategies.mix": Entry(
        _mix, {RARE: "ways that win 51, 99, 99 %", MIDDLING: "60, 60, 60 %", SKEWED: "55, 70, 90 %"}, most=220, least=0, top=1,
        none_below=strategies.DEALS),
    "studies.luck.tables": Entry(
        _luck, {RARE: "1 % of the variance", MIDDLING: "50 %", SKEWED: "90 %"}, most=220, least=0, top=1, none_below=luck.DEALS),
    "stats.rating.ratings": Entry(
        _rating, {RARE: "wins 1 %", MIDDLING: "50 %", SKEWED: "15 %"}, most=220, why=at(WIDER, RARE, 20, 200)),
    "planetx.analysis.in_facts": Entry(
        _facts, {RARE: "a fact worth 0.3", MIDDLING: "1", SKEWED: "0.6"},
        why=at(OPEN, RARE, 20) | at(OPEN, MIDDLING, 20) | at(OPEN, SKEWED, 20)),
}  # fmt: skip

PASSES_ON = {
    "seti.analysis.actions._every_cell": "`rates_per_seat`, and for what was never done the rate that would leave a trace with 97.5 % (Poisson)",
    "seti.analysis.shape._estimates": "`ratio_of_sums`, and the same for what was never counted",
    "seti.analysis.cards.dealt_effect": "`difference_in_clusters`",
    "seti.analysis.cards.card_table": "names columns of others",
    "seti.analysis.cards._four": "names columns of others",
    "seti.analysis.rates.misleads": "`difference_in_clusters`, less the mean of the deck",
    "seti.analysis.draws._with_family": "`max_t`",
    "seti.analysis.draws._Tally.estimate": "`draws.drawn_effect`",
    "seti.studies.verdicts.verdicts": "`crossed_effects` and `clustered_mean`; the share of the field is quantiles of draws of card and field within their errors",
    "seti.analysis.opening._effects": "`opening.dealt_adjusted` and `winner`",
    "seti.analysis.opening.in_logit": "`opening.winner`",
    "analysis.starts.inequalities": "`starts.inequality`",
    "analysis.starts.along": "`starts.share_changes`",
    "stats.estimates.Estimate.columns": "names columns",
    "stats.estimates.t_estimate": "a standard error that its caller knows; every caller has its own row",
    "stats.estimates._recovered": "`difference_of_means`, `difference_of_shares`, `difference_in_clusters`",
    "seti.studies.cards.confirmed": "`max_t`",
    "studies.compare._differences": "`confidence_sequence`",
    "studies.komi.komi": "`starts.inequality`, `starts.unequal_difference`, `estimates.mean`",
    "studies.sweep.levels": "`confidence_sequence`",
    "studies.tune.Search.measure": "a mean over games as of `mean`, 4,000 as a rule, with the normal quantile instead of t's, as in every record that there is",
    "seti.studies.components._verdict": "`estimates.mean` of `options`, `grouped.means`; the bounds for one more are a formula, tested by draws",
    "studies.apart._share": "`ratio_of_sums`",
    "planetx.studies.facts.table": "`mean` and `mean_change`",
    "planetx.studies.handicap.tables": "`mean`; ends of the facts needed are where the intervals of all levels at once meet the fair share",
    "planetx.studies.topics.table": "`stats.crossed.effect_estimates`",
    "seti.studies.deals.tables": "`stats.crossed.effect_estimates`, `max_t`",
    "seti.studies.deals.compared": "names columns of others",
    "seti.studies.options.table": "`estimates.mean`, `estimates.mean_change`",
    "seti.studies.blindspots._estimates": "`ratio_of_sums`",
    "seti.studies.blindspots.confirmed": "`ratio_of_sums`, for all at once",
}
"""Functions that make columns of intervals by others: from what."""


# ------------------------------------------------------------------------------------------ who makes intervals
PLACES = ("stats/*.py", "analysis/*.py", "studies/*.py", "*/analysis.py", "*/analysis/*.py", "*/studies/*.py")


def _calls_and_ends(node) -> bool:
    """Whether a function makes ends of an interval: an Estimate, one from its own standard error, or columns of that name."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            name = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", "")
            if name in ("Estimate", "Family", "t_estimate") or any(_is_end(keyword.arg) for keyword in part.keywords):
                return True
        if isinstance(part, ast.Dict) and any(isinstance(key, ast.Constant) and _is_end(key.value) for key in part.keys):
            return True
        if isinstance(part, ast.List | ast.Tuple) and any(
            isinstance(one, ast.Constant) and _is_end(one.value) for one in part.elts
        ):
            return True
    return False


def _is_end(name) -> bool:
    return isinstance(name, str) and (name in ("low", "high") or name.endswith(("_low", "_high")))


def makers(places=PLACES, root: Path = ROOT / "seti_sim") -> list[str]:
    """Functions and methods of the analysis that make ends of an interval, as `stats.estimates.mean`."""
    found = []
    for path in sorted(path for place in places for path in root.glob(place)):
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            found += [f"{module}.{prefix}{one.name}" for one in inside
                      if isinstance(one, ast.FunctionDef) and _calls_and_ends(one)]  # fmt: skip
    return found


# ------------------------------------------------------------------------------------------ the table
@dataclass(frozen=True)
class Row:
    """What was found: share of samples with an interval, share of these that hold the truth, of all that miss it, how many have
    no width or reach beyond what is possible, samples."""

    given: float
    holds: float
    misses: float
    impossible: int
    times: int

    @property
    def error(self) -> float:
        """Standard error of `holds` where it is 95 %."""
        return float(np.sqrt(0.05 * 0.95 / (self.given * self.times))) if self.given else np.nan


FIRST_PLACES = {
    "stats.crossed.": "whatif.exchange.", "stats.estimates.": "analysis.stats.", "stats.rating.": "ladder.rating.", "stats.": "analysis.",
    "seti.analysis.": "analysis.", "seti.studies.": "whatif.", "studies.luck.": "whatif.luck.", "studies.strategies.": "whatif.strategies.",
}  # fmt: skip
"""Where estimators lay when their rows were first drawn."""


def _seed_name(name: str) -> str:
    """What the seed of a row goes by: moving an estimator does not draw its row anew."""
    place = next((place for place in FIRST_PLACES if name.startswith(place)), "")
    return FIRST_PLACES.get(place, "") + name.removeprefix(place)


def row(name: str, truth: str, n: int, times: int | None = None, seed: int = 1) -> Row:
    """One row of the table; a smaller one with fewer `times`."""
    entry = ENTRIES[name]
    most = entry.most if n >= entry.none_below else A_FEW
    times = min(most, max(CELLS // (entry.values * n), 20)) if times is None else min(times, most)
    rng = np.random.default_rng([seed, n, zlib.crc32(f"{_seed_name(name)} {truth}".encode())])
    low, high, true = entry.draw(truth, n, times, rng)
    given = ~(np.isnan(low) | np.isnan(high))
    low, high = low[given], high[given]
    holds = (low <= true) & (true <= high)
    impossible = (low >= high) | (low < entry.least) | (high > entry.top)
    share = float(holds.mean()) if given.any() else np.nan
    return Row(float(given.mean()), share, float((~holds).sum() / len(given)), int(impossible.sum()), len(given))


INSIDE, ALMOST, NONE, FAULT = "inside", "inside, within the error", "no interval", "fault"


def verdict(got: Row, why: str | None = None, slack: float = SLACK) -> str:
    """What a row is worth: inside of 93 to 97 %, so within the error of the simulation, without an interval, or above or below
    for a reason `why`. A fault is what no reason excuses: that more than 7 % of all samples miss, that an interval has no
    width or reaches beyond what is possible; and to be outside without a reason."""
    if got.impossible:
        return f"{FAULT}: {got.impossible} without width or beyond what is possible"
    if got.given == 0:
        return NONE
    if LOW <= got.holds <= HIGH:
        return INSIDE
    off = slack * got.error
    if got.misses > 1 - LOW + slack * np.sqrt(0.05 * 0.95 / got.times):
        return f"{FAULT}: misses too often"
    if LOW - off <= got.holds <= HIGH + off:
        return ALMOST
    side = "above" if got.holds > HIGH else "below"
    return f"{side}: {why}" if why else f"{FAULT}: {side} without a reason"


HEAD = """# How often the intervals hold

<!-- written by `python docs/writers/make_coverage.py > docs/coverage.md`; do not edit by hand -->

Games of known truth are drawn again and again, and it is counted how often an interval of 95 % holds the truth: with 20, 200
and 2,000 games, for something rare, something middling and something skewed. *given* is the share of samples for which there is
an interval at all, *holds* the share of these that hold the truth, *misses* the share of all samples whose interval does not.
Where an interval is given for some samples only, these are no random part of all: it is missing where nothing varied or too
few games tell anything. ± is one standard error of *holds* in the simulation, at 95 %. Of intervals that hold all at once, for
all of a family or at every look, the one that misses by most is counted.

What is asked: an interval that is given holds in 93 to 97 % of samples. Then the row is *inside*, or *inside, within the error*
where it is outside by less than two standard errors of the simulation. Above and below need a reason, which the last column
has, and which is written beside the case in the script. No reason excuses that an interval misses in more than 7 % of all
samples, that it has no width or that it reaches beyond what is possible. Shares go in whole games, so at 1 % of 20 games no
interval can hold in just 95 %. `–` means that no interval is given: what never varied tells nothing of its spread, effects need
ten games that tell something and the more the more skewed the outcome is (`stats.estimates.least_games`), effects of
the deal by regression 30 games, shares of luck 200 deals and mixes of strategies 500. Ends of shares lie between 0 and 1, those of differences of shares between -1 and 1, those of
counts at 0 or above.

| made by | truth | games | given | holds | ± | misses | samples | 93 to 97 % |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
"""


def cases() -> list[tuple[str, str, int]]:
    """All rows of the table: (entry, truth, games)."""
    return [(name, truth, n) for name, entry in ENTRIES.items() for truth in entry.truths for n in SIZES]


def line(name: str, truth: str, n: int) -> str:
    """A row of the table as text."""
    got, entry = row(name, truth, n), ENTRIES[name]
    holds, error = ("–", "–") if got.given == 0 else (f"{100 * got.holds:.1f} %", f"{100 * got.error:.1f}")
    words = verdict(got, entry.why.get((truth, n)))
    return (f"| `{name}` | {truth}: {entry.truths[truth]} | {n:,} | {100 * got.given:.0f} % | {holds} | {error} "
            f"| {100 * got.misses:.1f} % | {got.times:,} | {words} |\n")  # fmt: skip


def made() -> list[str]:
    """All rows of the table as text, made on all cores."""
    lines = []
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)), get_context("spawn")) as pool:
        for one in pool.map(line, *zip(*cases(), strict=True)):
            lines.append(one)
            print(one, end="", file=sys.stderr, flush=True)
    return lines


def page(lines: list[str]) -> str:
    """The text of docs/coverage.md with these rows."""
    passing = "".join(f"| `{name}` | {words} |\n" for name, words in PASSES_ON.items())
    return (HEAD + "".join(lines) + "\n## What rests on them\n\nThese make columns of intervals out of those above, and none of their own. "
            "Every other function of the analysis calls one of the two.\n\n| function | by |\n| --- | --- |\n" + passing)  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) > 1:
        ENTRIES = {name: entry for name, entry in ENTRIES.items() if name in sys.argv[1:]}
    print(page(made()), end="")
