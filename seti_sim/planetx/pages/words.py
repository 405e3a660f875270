"""What the sections of a page share: ways of writing, measures in the order of another."""

from __future__ import annotations

import polars as pl

from seti_sim.report.cells import pick


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def like(frame: pl.DataFrame, measure: str, order: pl.DataFrame) -> pl.DataFrame:
    """The rows of a measure in the order of another frame."""
    key = frame.columns[0]
    return order.select(key).join(pick(frame, measure), on=key, how="left", maintain_order="left")
