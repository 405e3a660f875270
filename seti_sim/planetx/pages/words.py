"""What the sections of a page share: ways of writing, measures in the order of another, a list of means."""

from __future__ import annotations

import polars as pl

from seti_sim.report.cells import Column, Table, cell, pick, row, unless_few


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def like(frame: pl.DataFrame, measure: str, order: pl.DataFrame) -> pl.DataFrame:
    """The rows of a measure in the order of another frame."""
    key = frame.columns[0]
    return order.select(key).join(pick(frame, measure), on=key, how="left", maintain_order="left")


def listed(frame: pl.DataFrame, words: dict) -> Table:
    """A table of one column: a row a measure, each with its n; where these differ, none is shown that rests on few."""
    cells = Column("mean", "observational")
    rows = [(row(frame, measure), form) for measure, (_, form) in words.items()]
    differ = len({found["n"] for found, _ in rows}) > 1
    for found, form in rows:
        told = cell(found, form, f"{found['n']:,.0f}")
        cells.cells.append(unless_few(told, found["n"]) if differ else told)
    return Table([title for title, _ in words.values()], [cells], counts="games, or seats where it says so")
