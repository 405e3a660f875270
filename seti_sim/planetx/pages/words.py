"""What the sections of a page share: ways of writing, measures in the order of another, a list of means."""

from __future__ import annotations

import polars as pl

from seti_sim.report.cells import NOBREAK, Cell, Column, Table, number, pick, row, span


def points_signed(value: float) -> str:
    """A difference of shares in percentage points: `+5.55 pp`."""
    return number(100 * value, 2, True) + NOBREAK + "pp"


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def like(frame: pl.DataFrame, measure: str, order: pl.DataFrame) -> pl.DataFrame:
    """The rows of a measure in the order of another frame."""
    key = frame.columns[0]
    return order.select(key).join(pick(frame, measure), on=key, how="left", maintain_order="left")


def listed(frame: pl.DataFrame, words: dict) -> Table:
    """A table of one column: a row a measure, each with its n."""
    cells = Column("mean", "observational")
    for measure, (_, form) in words.items():
        found = row(frame, measure)
        interval = span(found["low"], found["high"], form)
        cells.cells.append(Cell(form(found["estimate"]), interval, f"{found['n']:,.0f}", found["estimate"]))
    return Table([title for title, _ in words.values()], [cells], counts="games, or seats where it says so")
