"""The shape of play as a table: a row a measure, a column a player, and what good players say of their own games."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import number, percent, two
from seti_sim.core.language import marked, tr
from seti_sim.report.cells import Cell, Column, Table, column, pick
from seti_sim.seti.analysis.shape import measures

SAID = marked("good players")


def table(shapes: pl.DataFrame, names) -> Table:
    """From a frame `player` and the columns of `seti_sim.seti.analysis.shape.shape`; n counts games."""
    known = shapes["measure"].unique(maintain_order=True).to_list()
    lines = [m for m in measures(sum(name.startswith("main_") for name in known)) if m.name in known]
    columns = []
    for name in names:
        own = shapes.filter(pl.col("player") == name)
        made = [column(pick(own, m.name), name, _form(m)) for m in lines]
        columns.append(Column(name, "observational", cells=[cell for part in made for cell in part.cells]))
        counts = [part.n for part in made]
        columns[-1].n = counts[0]
        for cell, n in zip(columns[-1].cells, counts, strict=True):
            cell.n = "" if n == counts[0] else n
    columns.append(Column(SAID, cells=[Cell(m.said) for m in lines]))
    caption = tr(
        "Of a seat in a game, unless the line says otherwise; four of the player at the table. What good players "
        "say is of games among themselves and has no interval; a blank: nothing said."
    )
    return Table([m.words for m in lines], columns, counts=tr("games, fewer where a line has another n"), caption=caption)


def _form(measure):
    if measure.share:
        return percent
    return number if measure.name in ("score", "winner") else two
