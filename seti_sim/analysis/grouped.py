"""From rows of a table to estimates: sums by game in Polars, then the estimators of `stats`."""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.analysis import stats

def collect(frame: pl.LazyFrame) -> pl.DataFrame:
    """Collect in the streaming engine, whose memory does not grow with the run."""
    return frame.collect(engine="streaming")


def means(rows: pl.LazyFrame, measures: dict[str, pl.Expr], *, by=(), weight=None, kind="observational", shares=(), comparisons=1) -> pl.DataFrame:
    """Mean over rows of each measure, in each group of `by`, clustered by game.

    `measures` maps names to expressions over a row; `weight` is an expression (default: every row once). Gives a
    long frame `*by, measure, estimate, low, high, n, kind, se`, sorted by group; n is the sum of the weights.
    Measures named in `shares` are shares or zero-one and get intervals that stay inside 0 and 1.
    """
    by = list(by)
    weight = pl.lit(1.0) if weight is None else weight.cast(pl.Float64)
    cells = {f"y{i}": expression.cast(pl.Float64) * weight for i, expression in enumerate(measures.values())}
    # Columns first: the sum of a literal would be that literal, not one a row.
    cellular = rows.select(*by, "game_id", x=weight, **cells)
    games = cellular.group_by([*by, "game_id"]).agg(pl.col("x", *cells).sum()).filter(pl.col("x") > 0)
    x = pl.col("x")
    sums = {"x": x.sum(), "xx": (x * x).sum(), "games": pl.len()}
    for cell in cells:
        y = pl.col(cell)
        sums |= {cell: y.sum(), f"{cell}y": (y * y).sum(), f"{cell}x": (x * y).sum()}
    total = collect(games.group_by(by).agg(**sums).sort(by) if by else games.select(**sums))
    pieces = []
    for i, measure in enumerate(measures):
        got = stats.ratio_of_sums(
            *(total[name].to_numpy() for name in (f"y{i}", "x", f"y{i}y", f"y{i}x", "xx", "games")),
            kind=kind, share=measure in shares, comparisons=comparisons,
        )  # fmt: skip
        keys = total.select(by).with_columns(pl.Series("measure", [measure] * total.height, dtype=pl.String)) if by else pl.DataFrame({"measure": [measure]})
        pieces.append(with_estimate(keys, got))
    return pl.concat(pieces).sort(by, maintain_order=True) if by else pl.concat(pieces)


def rates_per_seat(rows: pl.LazyFrame, value: pl.Expr, *, by, games: int, seats: int, kind="observational", share=False) -> pl.DataFrame:
    """Mean of the sum of `value` per seat, zero where a seat has no row: `*by, estimate, low, high, n, kind, se`.

    `games` of the run and `seats` a game that could have had such rows; n = games × seats.
    """
    by = list(by)
    per_game = rows.select(*by, "game_id", y=value.cast(pl.Float64)).group_by([*by, "game_id"]).agg(pl.col("y").sum())
    total = collect(per_game.group_by(by).agg(y=pl.col("y").sum(), yy=(pl.col("y") ** 2).sum()).sort(by))
    y, yy = total["y"].to_numpy(), total["yy"].to_numpy()
    got = stats.ratio_of_sums(y, games * seats, yy, seats * y, games * seats**2, games, kind=kind, share=share)
    return with_estimate(total.select(by), got)


def with_estimate(keys: pl.DataFrame, got: stats.Estimate) -> pl.DataFrame:
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
