"""Charts of what species do to a game."""

from __future__ import annotations

import polars as pl

from seti_sim.charts.figures import chart
from seti_sim.charts.rows import VALUE, Panel, lay_rows
from seti_sim.charts.style import fair_share
from seti_sim.core.amounts import number, percent, signed
from seti_sim.core.language import marked, tr

PANELS = {
    "score": (marked("mean score of a seat"), number),
    "best_score": (marked("mean score of the winner"), number),
    "turns": (marked("mean turns of a game"), number),
    "share": (marked("share of a seat's points that species bring"), percent),
}
"""Measures of `species.by_species` and `by_pair` that are drawn: words under the axis, how numbers are written."""


@chart
def species_measures(frame: pl.DataFrame, names: dict | None = None):
    """A panel a measure, a row a species or pair, with intervals; rows in the order of the mean score, best on top.

    `frame` is `species.by_species` or `species.by_pair`; `names` are what to write for its species or pairs.
    """
    row = pl.col(frame.columns[0]).cast(pl.String)
    frame = frame.with_columns(row=row, label=row.replace(names or {}))
    order = frame.filter(pl.col("measure") == "score").sort("estimate", "row", descending=True).select("row", "label")
    panels = [
        Panel(frame.filter(pl.col("measure") == measure), words, form, VALUE) for measure, (words, form) in PANELS.items()
    ]
    return lay_rows(panels, order=order)


@chart
def species_seats(frame: pl.DataFrame, names: dict | None = None):
    """Win share of each seat with each pair of species, with intervals; the fair share as a line.

    `frame` is `species.seats_by_pair`.
    """
    row = pl.col("pair").cast(pl.String)
    seats = frame["seat"].n_unique()
    rows = frame.sort(row, "seat").with_columns(row=row, label=row.replace(names or {}), group=pl.format(tr("seat {}"), "seat"))
    return lay_rows([Panel(rows, tr("win share"), percent, line=1 / seats, line_words=fair_share(seats))])


@chart
def species_leaders(most: pl.DataFrame, gain: pl.DataFrame, players: int, names: dict | None = None):
    """Left: win share of seats with the most traces. Right: the discoverer's lead over the others. A row a species.

    `most` is `species.most_traces`, `gain` is `species.discoverer_gain`.
    """
    row = pl.col("species").cast(pl.String)
    labelled = {"row": row, "label": row.replace(names or {})}
    most = most.with_columns(**labelled).sort("estimate", "row", descending=True)
    order = most.select("row", "label")
    lead = gain.filter(pl.col("measure") == "lead").with_columns(**labelled)
    lead = lead.filter(pl.col("row").is_in(order["row"].to_list()))
    panels = [
        Panel(most, tr("win share of who has most traces; dashed: the fair share"), percent, VALUE, line=1 / players),
        Panel(lead, tr("discoverer's score above the mean of the others, in points"), signed, VALUE, line=0.0),
    ]
    return lay_rows(panels, order=order)
