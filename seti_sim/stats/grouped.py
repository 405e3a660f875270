"""From rows of a table to estimates: rows from Polars, sums by game (`cells`), then the estimators of `stats`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from seti_sim.stats import estimates
from seti_sim.stats.cells import Cells
from seti_sim.stats.tails import binom_ppf


def collect(frame: pl.LazyFrame) -> pl.DataFrame:
    """Collect in the streaming engine, whose memory does not grow with the run where the result does not."""
    return frame.collect(engine="streaming")


def summed(run, sums, by=()) -> pl.DataFrame:
    """Sums over games, a stretch of games at a time, so that memory stays flat however long the run is.

    `sums(within)` gives a frame of sums, one row a group of `by`; `within` limits the rows of a LazyFrame to a
    stretch. A game lies in one stretch, so sums over games add up. Sorted by group.
    """
    by, pieces = list(by), []
    for first, last in run.stretches():
        limit = pl.col("game_id").is_between(first, last)
        found = sums(lambda rows, limit=limit: rows.filter(limit))
        pieces.append(collect(found) if isinstance(found, pl.LazyFrame) else found)
    whole = pl.concat(pieces)
    return whole.group_by(by).sum().sort(by) if by else whole.sum()


def means(
    run, rows, measures: dict[str, pl.Expr], *, by=(), weight=None, kind="observational", shares=(), signed=(), fixed=(),
    comparisons=1,
):  # fmt: skip
    """Mean over rows of each measure, in each group of `by`, clustered by game.

    `rows` is a LazyFrame made of a table of `run`. `measures` maps names to expressions over a row; `weight` is an
    expression (default: every row once). Gives a long frame `*by, measure, estimate, low, high, n, kind, se`, sorted
    by group; n is the sum of the weights. Measures named in `shares` are shares or zero-one and get intervals that
    stay inside 0 and 1; of all others that are not `signed` no interval reaches below 0. The rules fix the mean of those in
    `fixed` in every game: their kind is `constant` and they have no interval.
    """
    by = list(by)
    names = [f"y{i}" for i in range(len(measures))]
    values = dict(zip(names, measures.values(), strict=True))
    if weight is not None:
        weight = weight.cast(pl.Float64)
        values = {name: expression.cast(pl.Float64) * weight for name, expression in values.items()} | {"x": weight}

    def sums(within):
        frame = collect(within(rows).select(*by, "game_id", **values))
        cells = Cells(frame, by)
        x = cells.sums(_filled(frame["x"]) if weight is not None else None)
        found = {"x": cells.totals(x), "xx": cells.totals(x, x), "games": cells.totals(x > 0)}
        for name, measure in zip(names, measures):
            y = cells.sums(_filled(frame[name]))
            found |= {name: cells.totals(y), f"{name}y": cells.totals(y, y), f"{name}x": cells.totals(x, y)}
            if measure not in shares:
                found |= higher(cells, name, y, x)
        return cells.keys.with_columns(**found).filter(pl.col("x") > 0) if by else pl.DataFrame(found)

    total = summed(run, sums, by)
    pieces = []
    for of, measure in zip(names, measures):
        y, x, *more = (total[name].to_numpy() for name in (of, "x", f"{of}y", f"{of}x", "xx", "games"))
        share = measure in shares
        powers = None if share else estimates.powers_of_ratio(y, x, [total[of + name].to_numpy() for name in estimates.HIGHER])
        got = estimates.ratio_of_sums(
            y,
            x,
            *more,
            kind=kind,
            share=share,
            powers=powers,
            floor=-np.inf if measure in signed else 0,
            comparisons=comparisons,
        )
        if measure in fixed:
            got = replace(got, kind="constant", low=np.full_like(x, np.nan), high=np.full_like(x, np.nan), se=np.zeros_like(x))
        name = pl.Series("measure", [measure] * total.height, dtype=pl.String)
        pieces.append(with_estimate(total.select(by).with_columns(name) if by else pl.DataFrame([name]), got))
    return pl.concat(pieces).sort(by, maintain_order=True) if by else pl.concat(pieces)


def quantiles(run, rows, value: str, qs, *, by, kind="observational") -> pl.DataFrame:
    """Quantiles of a column in each group, clustered by game: `*by, quantile, estimate, low, high, n, kind, se`.

    A quantile is a value that occurred; n = rows. The ends are order statistics: those between which the quantile lies by the
    binomial distribution of how many of the rows are below it, of the effective number of rows that the share of rows up to
    the quantile has (Woodruff 1952); NaN where an end lies beyond the data. Where both ends are the quantile
    itself, which few values make likely, they are the values that occurred beside it: data are known to a step of theirs at
    best. There is no `se`.
    """
    by, qs = list(by), list(qs)
    counts = collect(rows.group_by(*by, value).agg(n=pl.len())).sort(*by, value)
    groups = {
        key: (part[value].to_numpy(), part["n"].cum_sum().to_numpy()) for key, part in counts.group_by(by, maintain_order=True)
    }

    def at(key, share):
        values, below = groups[key]
        rank = np.ceil(share * below[-1] - 1e-9)
        return float(values[np.searchsorted(below, max(rank, 1))]) if 0 < share <= 1 else np.nan

    def beside(key, value, step):
        values, _ = groups[key]
        place = np.searchsorted(values, value) + step
        return float(values[place]) if 0 <= place < len(values) else np.nan

    keys = counts.select(by).unique(maintain_order=True)
    names = [f"q{i}" for i in range(len(qs))]
    marks = keys.with_columns(pl.Series(name, [at(key, q) for key in keys.iter_rows()]) for name, q in zip(names, qs))
    share = means(
        run,
        rows.join(marks.lazy(), on=by),
        {n: pl.col(value) <= pl.col(n) for n in names},
        by=by,
        kind=kind,
        shares=names,
    )
    found = []
    for row in share.iter_rows(named=True):
        key, i = tuple(row[name] for name in by), int(row["measure"][1:])
        p, varied = row["estimate"], row["se"] > 0
        effective = max(int(min(row["n"], p * (1 - p) / row["se"] ** 2 if varied else run.n_games)), 1)
        first, last = binom_ppf(np.array([(1 - estimates.LEVEL) / 2, (1 + estimates.LEVEL) / 2]), effective, qs[i])
        low, high = at(key, first / effective), at(key, (last + 1) / effective)
        if low == high:
            low, high = beside(key, low, -1), beside(key, high, 1)
        ends = (low, high) if low == low and high == high else (np.nan, np.nan)
        found.append((*key, qs[i], at(key, qs[i]), *ends, row["n"], kind, np.nan))
    columns = [*by, "quantile", "estimate", "low", "high", "n", "kind", "se"]
    return pl.DataFrame(found, schema=columns, orient="row").with_columns(pl.col(name).cast(keys.schema[name]) for name in by)


def rates_per_seat(run, rows, value: pl.Expr, *, by, seats: int, kind="observational", share=False, games=None) -> pl.DataFrame:
    """Mean of the sum of `value` per seat, zero where a seat has no row: `*by, estimate, low, high, n, kind, se`.

    `value` counts something, so that no interval reaches below 0. `seats` is how many seats of a game could have such rows;
    n = games × seats. The games are all of the run, or those
    of a frame `*by, games`, where a group can occur in some of them only.
    """
    by = list(by)

    def sums(within):
        frame = collect(within(rows).select(*by, "game_id", y=value))
        cells = Cells(frame, by)
        y = cells.sums(_filled(frame["y"]))
        found = {"y": cells.totals(y), "yy": cells.totals(y, y)}
        if not share:
            found |= {"yyy": cells.totals(y * y, y), "yyyy": cells.totals(y * y, y * y)}
        return cells.keys.with_columns(**found)

    total = summed(run, sums, by)
    played = run.n_games if games is None else total.join(games, on=by, how="left", maintain_order="left")["games"].to_numpy()
    y, yy = total["y"].to_numpy(), total["yy"].to_numpy()
    powers = None if share else (total["yyy"].to_numpy(), total["yyyy"].to_numpy())
    got = estimates.mean_of_sums(y, yy, played, seats, powers, kind=kind, share=share, floor=0)
    return with_estimate(total.select(by), got)


def higher(cells: Cells, name: str, y: np.ndarray, x: np.ndarray) -> dict[str, np.ndarray]:
    """Totals of the products of `estimates.HIGHER`, each under the name of y before it."""
    yy, xy, xx = y * y, x * y, x * x
    pairs = ((yy, y), (yy, x), (xx, y), (xx, x), (yy, yy), (yy, xy), (yy, xx), (xx, xy), (xx, xx))
    return {name + product: cells.totals(*pair) for product, pair in zip(estimates.HIGHER, pairs, strict=True)}


def _filled(column: pl.Series) -> np.ndarray:
    """A column as numbers, 0 where nothing is known: it adds nothing to a sum."""
    return column.cast(pl.Float64).fill_null(0).to_numpy()


def with_estimate(keys: pl.DataFrame, got: estimates.Estimate) -> pl.DataFrame:
    """`keys` with the columns `estimate, low, high, n, kind, se`, one element a row."""
    columns = []
    for name, value in got.columns().items():
        if name == "kind":
            columns.append(pl.Series(name, [value] * keys.height, dtype=pl.String))
        else:
            columns.append(pl.Series(name, np.broadcast_to(value, keys.height), dtype=pl.Float64))
    return keys.with_columns(columns)


def seats_of(run, policy: str | None = None) -> int:
    """Seats a game that a policy has (all without a policy): the same in every game of a run."""
    names = run.config["seats"]
    return len(names) if policy is None else names.count(policy)


def of_policy(rows: pl.LazyFrame, policy: str | None) -> pl.LazyFrame:
    """Rows of one policy's seats, or all."""
    return rows if policy is None else rows.filter(pl.col("policy") == policy)
