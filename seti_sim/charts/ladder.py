"""Chart of a ladder."""

from __future__ import annotations

import polars as pl

from seti_sim.charts.figures import chart
from seti_sim.charts.rows import Panel, lay_rows
from seti_sim.core.amounts import both, rounded
from seti_sim.core.language import tr


def rating(row: dict) -> dict:
    """The rating of a row of `players`; that of the base, which is 0 by definition, has no interval."""
    return row | {"low": None, "high": None} if row["low"] == row["high"] else row


@chart
def ladder(players: pl.DataFrame):
    """Ratings with their intervals, the weakest player below: frame with name, estimate, low, high and score.

    A player that never won, or never lost, has an interval with one end, which goes on to the edge.
    """
    middle = pl.coalesce(*(pl.when(pl.col(c).is_finite()).then(pl.col(c)) for c in ("estimate", "high", "low")))
    rows = players.sort(middle, "name", descending=[True, False]).with_columns(label="name")
    text = [
        tr("{rating}, {score} points a seat", rating=both(rating(row), rounded), score=rounded(row["score"]))
        for row in rows.iter_rows(named=True)
    ]
    rows = rows.with_columns(text=pl.Series(text, dtype=pl.String))
    return lay_rows([Panel(rows, tr("rating: 100 more wins about 64 % of two-player games"), rounded)])
