"""Which gold tiles are marked, and what do they bring?"""

from __future__ import annotations

import polars as pl

from seti_sim.analysis.grouped import means, of_policy, rates_per_seat, seats_of


def by_tile(run, policy: str | None = None) -> pl.DataFrame:
    """Each gold tile: frame `tile, measure, estimate, low, high, n, kind, se`, both sides of the tile together.

    `marked`: share of seats that marked it (n = seats of all games). Over the marks (n): `points` and `win_share`
    of who marked. `observational`.
    """
    rows = of_policy(run.gold, policy)
    marked = rates_per_seat(run, rows, pl.lit(1), by=["tile"], seats=seats_of(run, policy), share=True)
    marked = marked.with_columns(measure=pl.lit("marked"))
    found = means(run, rows, {"points": pl.col("points"), "win_share": pl.col("win_share")}, by=["tile"], shares=["win_share"])
    return pl.concat([marked.select(found.columns), found]).sort("tile", maintain_order=True)


def by_place(run, policy: str | None = None) -> pl.DataFrame:
    """Points of a mark by tile and place on it (1 first, 2 second, 3 later): `tile, place, estimate, …`; n = marks."""
    rows = of_policy(run.gold, policy)
    return means(run, rows, {"points": pl.col("points")}, by=["tile", "place"]).drop("measure")


def by_milestone(run, policy: str | None = None) -> pl.DataFrame:
    """Share of seats that reach each milestone, and the round: `milestone, measure, estimate, …`.

    `reached`: n = seats of all games; `round`: mean round over those that did.
    """
    rows = of_policy(run.gold, policy)
    reached = rates_per_seat(run, rows, pl.lit(1), by=["milestone"], seats=seats_of(run, policy), share=True)
    reached = reached.with_columns(measure=pl.lit("reached"))
    when = means(run, rows, {"round": pl.col("round")}, by=["milestone"])
    return pl.concat([reached.select(when.columns), when]).sort("milestone", maintain_order=True)
