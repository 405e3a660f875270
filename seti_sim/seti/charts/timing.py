"""Charts of what goes with winning by when it comes: a panel a round, a row a thing; and of openings."""

from __future__ import annotations

import polars as pl

from seti_sim.charts.figures import chart
from seti_sim.charts.rows import Panel, lay_rows
from seti_sim.core.amounts import percent
from seti_sim.core.language import tr


@chart
def win_share_by_round(frame: pl.DataFrame, key: str, fair: float):
    """Win share of those that had each thing, by round: dots with intervals, a column a round; a line at `fair`.

    `frame` has `key`, `round`, `estimate, low, high` (shares); things stand in the order of their names.
    """
    known = frame.filter(pl.col("low").is_finite()).with_columns(pl.col(key).cast(pl.String).alias("label"))
    panels = [
        Panel(known.filter(pl.col("round") == round_), form=percent, title=tr("round {round_}", round_=round_), line=fair)
        for round_ in sorted(known["round"].unique())
    ]
    order = known.select("label").unique().sort("label")
    return lay_rows(
        panels or [Panel(known)], order=order, columns=5, together=True, words=tr("win share; dashed: the fair share")
    )


@chart
def openings(frame: pl.DataFrame, fair: float):
    """Win share of each opening with its interval, and how common it is; `frame` is `analysis.timing.openings`.

    The commonest on top.
    """
    won, share = (frame.filter(pl.col("measure") == name) for name in ("win_share", "share"))
    rows = won.join(share.select("opening", common="estimate"), on="opening", how="left", maintain_order="left")
    rows = rows.sort("common", "opening", descending=[True, False]).with_columns(
        label="opening",
        text=pl.col("common").map_elements(lambda share: tr("{share} of seats", share=percent(share)), pl.String),
    )
    return lay_rows([Panel(rows, tr("win share; dashed: the fair share"), percent, line=fair)])
