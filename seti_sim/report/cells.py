"""Estimates as they stand in a page: numbers as text, and tables whose every cell has interval, n and kind."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import polars as pl

NOBREAK = "\u00a0"
MINUS = "\u2212"


def number(value: float, digits: int = 1, sign: bool = False) -> str:
    """`-1234.5` → `−1,234.5`; a dash where nothing is known."""
    if value is None or not math.isfinite(value):
        return "–"
    text = f"{value:{'+' if sign else ''},.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = text.replace("-", "").replace("+", "")
    return text.replace("-", MINUS)


def percent(value: float, digits: int = 1, sign: bool = False) -> str:
    """`0.2561` → `25.6 %`."""
    return "–" if value is None or not math.isfinite(value) else number(100 * value, digits, sign) + NOBREAK + "%"


def rounded(value: float) -> str:
    """`1,234`."""
    return number(value, 0)


def two(value: float) -> str:
    """`0.52`."""
    return number(value, 2)


def signed(value: float) -> str:
    """`+0.5`."""
    return number(value, 1, True)


def signed_two(value: float) -> str:
    """`+0.52`."""
    return number(value, 2, True)


def signed_percent(value: float) -> str:
    """`+5.5 %`."""
    return percent(value, 1, True)


def signed_points(value: float) -> str:
    """A difference of shares in percentage points: `+5.5`."""
    return number(100 * value, 1, True)


def p_text(p: float) -> str:
    """A p-value: `p = 0.03`, `p < 0.001`."""
    if p is None or not math.isfinite(p):
        return "p unknown"
    return f"p{NOBREAK}<{NOBREAK}0.001" if p < 0.001 else f"p{NOBREAK}={NOBREAK}{p:.2g}"


def span(low: float, high: float, form) -> str:
    """An interval as `24.9 to 26.3`, without units; a dash where it is unknown."""
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return "–"
    return f"{form(low)} to {form(high)}".replace(NOBREAK + "%", "")


def pick(frame: pl.DataFrame, measure: str) -> pl.DataFrame:
    """The rows of one measure."""
    return frame.filter(pl.col("measure") == measure)


def row(frame: pl.DataFrame, measure: str) -> dict:
    """The only row of a measure."""
    return pick(frame, measure).row(0, named=True)


def in_order(frame: pl.DataFrame, key: str, order: list[str]) -> pl.DataFrame:
    """A row for each of the keys in `order`, the one that a frame has for it or one without an estimate."""
    keys = pl.DataFrame({key: order}, schema={key: pl.String})
    joined = keys.join(frame.with_columns(pl.col(key).cast(pl.String)), on=key, how="left", maintain_order="left")
    return joined.with_columns(pl.col("kind").fill_null("observational"))


@dataclass
class Cell:
    """One estimate of a table: its text, the interval's, n's, and the number that sorting goes by."""

    value: str
    interval: str = ""
    n: str = ""
    order: float | str | None = None


@dataclass
class Column:
    """One column of estimates; `n` is filled where it is the same in every cell, which then shows none."""

    title: str
    kind: str = ""
    n: str = ""
    cells: list[Cell] = field(default_factory=list)
    note: str = ""


def column(frame: pl.DataFrame, title: str, form=number, note: str = "") -> Column:
    """A column from a frame with `estimate, low, high, n, kind`, one row a cell."""
    made = Column(title, frame["kind"][0] if frame.height else "", note=note)
    counts = {value for value in frame["n"].to_list() if value is not None}
    same = len(counts) == 1
    made.n = f"{next(iter(counts)):,.0f}" if same else ""
    for estimate, low, high, n in frame.select("estimate", "low", "high", "n").iter_rows():
        if estimate is None or not math.isfinite(estimate):
            made.cells.append(Cell("–"))
        else:
            made.cells.append(Cell(form(estimate), span(low, high, form), "" if same else f"{n:,.0f}", estimate))
    return made


@dataclass
class Table:
    """A table: labels of the rows (and a smaller second line), columns, groups of columns for a first header.

    `groups` are (text, columns, kind). A kind or n that all columns share is told once, below the table, with what
    n `counts`.
    """

    labels: list[str]
    columns: list[Column]
    corner: str = ""
    small: list[str] = field(default_factory=list)
    groups: list[tuple[str, int, str]] = field(default_factory=list)
    sortable: bool = False
    sorted_by: int | None = None
    caption: str = ""
    counts: str = ""

    @property
    def shared_kind(self) -> str:
        """The kind of all columns, or nothing."""
        kinds = {c.kind for c in self.columns}
        return kinds.pop() if len(kinds) == 1 else ""

    @property
    def shared_n(self) -> str:
        """The n of all cells, or nothing."""
        counts = {c.n for c in self.columns}
        return counts.pop() if len(counts) == 1 else ""

    @property
    def foot(self) -> str:
        """What stands below the table."""
        parts = [self.caption] if self.caption else []
        if self.shared_kind and not self.groups:
            parts.append(f"All {self.shared_kind}.")
        if self.counts:
            parts.append(f"n = {self.shared_n} {self.counts}." if self.shared_n else f"n counts {self.counts}.")
        return " ".join(parts)
