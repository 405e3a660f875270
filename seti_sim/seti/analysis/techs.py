"""Which techs are taken, when, and by whom?"""

from __future__ import annotations

import polars as pl

from seti_sim.stats.grouped import means, of_policy, rates_per_seat, seats_of


def by_tech(run, policy: str | None = None) -> pl.DataFrame:
    """Each tech: frame `tech_id, measure, estimate, low, high, n, kind, se`.

    `taken`: share of seats that took it (n = seats of all games). Over the takings (n): `round`, the mean round;
    `first`, the share that came with the 2-point tile; `win_share` of the takers; `first_win_share` of those who
    took it first (n = those). All `observational`: who can pay for techs early is ahead already.
    """
    rows = of_policy(run.techs, policy)
    taken = rates_per_seat(run, rows, pl.lit(1), by=["tech_id"], seats=seats_of(run, policy), share=True)
    taken = taken.with_columns(measure=pl.lit("taken"))
    measures = {"round": pl.col("round"), "first": pl.col("two_points"), "win_share": pl.col("win_share")}
    found = means(run, rows, measures, by=["tech_id"], shares=["first", "win_share"])
    first = means(
        run,
        rows.filter(pl.col("two_points")),
        {"first_win_share": pl.col("win_share")},
        by=["tech_id"],
        shares=["first_win_share"],
    )
    return pl.concat([taken.select(found.columns), found, first]).sort("tech_id", maintain_order=True)


def by_number(run, policy: str | None = None) -> pl.DataFrame:
    """How many seats end with how many techs: frame `techs, estimate, low, high, n, kind, se`; n = seats."""
    owned = pl.col("techs_probe") + pl.col("techs_telescope") + pl.col("techs_computer")
    rows = of_policy(run.seats, policy).with_columns(techs=owned)
    return rates_per_seat(run, rows, pl.lit(1), by=["techs"], seats=seats_of(run, policy), share=True)
