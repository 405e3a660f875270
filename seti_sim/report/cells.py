"""Estimates as they stand in a page: numbers as text, and tables whose every cell has interval, n and kind."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import polars as pl

from seti_sim.core.amounts import NOBREAK, NOTHING, Form, known, number, pair
from seti_sim.core.language import digits, marked, tr, trn


def p_text(p: float) -> str:
    """A p-value: `p = 0.03`, `p < 0.001`."""
    if not known(p):
        return tr("p unknown")
    return f"p{NOBREAK}<{NOBREAK}{digits('0.001')}" if p < 0.001 else f"p{NOBREAK}={NOBREAK}{digits(f'{p:.2g}')}"


KINDS = (marked("randomised"), marked("paired"), marked("observational"))
"""Kinds of an estimate, as frames have them in `kind`."""
FEWEST = 30
"""An estimate from fewer is not shown beside others from more, names nothing in a sentence, and heads no list."""


def enough(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of a frame of estimates that rest on at least `FEWEST`."""
    return frame.filter(pl.col("n") >= FEWEST)


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
    """One estimate of a table: its text, the interval's, n's, and the number that sorting goes by.

    few: is it left out, since it rests on too few?
    """

    value: str
    interval: str = ""
    n: str = ""
    order: float | str | None = None
    few: bool = False


@dataclass
class Column:
    """One column of estimates; `n` is filled where it is the same in every cell, which then shows none."""

    title: str
    kind: str = ""
    n: str = ""
    cells: list[Cell] = field(default_factory=list)
    note: str = ""

    def __post_init__(self):
        self.title = tr(self.title)


def cell(row: dict, form: Form = number, n: str = "", names: tuple[str, str, str] = ("estimate", "low", "high")) -> Cell:
    """The cell of an estimate of a frame; `names` are those of its columns."""
    estimate, low, high = (row[name] for name in names)
    value, interval = pair(estimate, low, high, form)
    return Cell(value, interval, n, estimate if known(estimate) else None)


def column(frame: pl.DataFrame, title: str, form: Form = number, note: str = "", fewest: int | None = None) -> Column:
    """A column from a frame with `estimate, low, high, n, kind`, one row a cell.

    Where n differs between the cells, those from fewer than `fewest` have a dash and their n. It is 0 where the rows are runs
    that somebody asked to see side by side, and else `FEWEST`.
    """
    fewest = FEWEST if fewest is None else fewest
    made = Column(title, frame["kind"][0] if frame.height else "", note=note)
    counts = {value for value in frame["n"].to_list() if value is not None}
    same = len(counts) == 1 and (min(counts) >= fewest or not frame["n"].null_count())
    made.n = f"{next(iter(counts)):,.0f}" if same else ""
    for row in frame.iter_rows(named=True):
        told = cell(row, form)
        if not same and told.value != NOTHING:
            told.n = f"{row['n']:,.0f}"
            told = unless_few(told, row["n"], fewest)
        made.cells.append(told)
    return made


def unless_few(told: Cell, n: float, fewest: int = FEWEST) -> Cell:
    """A cell that shows its n, or a dash with that n where the estimate rests on fewer than `fewest`."""
    return Cell(NOTHING, n=told.n, few=True) if n < fewest else told


@dataclass
class Table:
    """A table: labels of the rows (and a smaller second line), columns, groups of columns for a first header.

    `groups` are (text, columns, kind). A kind or n that all columns share is told once, below the table, with what
    n `counts`. A row of which all that has an n of its own rests on too few is left out, unless no row would stay; the foot
    says how many are. A sortable table is searched for `what` its rows are, and filtered by `deck_of`, which deck each is of.
    """

    labels: list[str]
    columns: list[Column]
    corner: str = ""
    small: list[str] = field(default_factory=list)
    groups: list[tuple[str, int, str]] = field(default_factory=list)
    sortable: bool = False
    sorted_by: int | None = None
    what: str = marked("row")
    deck_of: list[str] = field(default_factory=list)
    caption: str = ""
    counts: str = ""
    left_out: int = field(default=0, init=False)

    def __post_init__(self):
        if short := [column for column in self.columns if len(column.cells) < len(self.labels)]:
            raise ValueError(f"column {short[0].title}: {len(short[0].cells)} cells for {len(self.labels)} rows")
        rows = [[column.cells[i] for column in self.columns if not column.n] for i in range(len(self.labels))]
        kept = [i for i, cells in enumerate(rows) if not _too_few(cells)]
        self.left_out = len(rows) - len(kept) if kept else 0
        if self.left_out:
            self.labels = [self.labels[i] for i in kept]
            self.small = [self.small[i] for i in kept] if self.small else []
            self.deck_of = [self.deck_of[i] for i in kept] if self.deck_of else []
            self.columns = [replace(column, cells=[column.cells[i] for i in kept]) for column in self.columns]

    @property
    def decks(self) -> list[str]:
        """The decks that its rows are of, in order of coming."""
        return list(dict.fromkeys(self.deck_of))

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
            parts.append(tr("All {shared_kind}.", shared_kind=tr(self.shared_kind)))
        if self.counts:
            parts.append(
                tr("n = {n} {counts}.", n=self.shared_n, counts=self.counts)
                if self.shared_n
                else tr("n counts {counts}.", counts=self.counts)
            )
        if self.left_out:
            parts.append(
                trn(
                    "{n} row rests on fewer than {fewest} and is left out.",
                    "{n} rows rest on fewer than {fewest} and are left out.",
                    self.left_out,
                    fewest=FEWEST,
                )
            )
        if any(cell.few for column in self.columns for cell in column.cells):
            parts.append(tr("A dash with its n: fewer than {fewest}, too few to show.", fewest=FEWEST))
        return " ".join(parts)


def _too_few(cells: list[Cell]) -> bool:
    """Whether estimates were left out of these cells of a row, and none is there."""
    return any(cell.few for cell in cells) and not any(cell.interval for cell in cells)


def listed(frame: pl.DataFrame, words: dict) -> Table:
    """A table of one column: a row a measure, each with its n; where these differ, none is shown that rests on few."""
    cells = Column(tr("mean"), "observational")
    rows = [(row(frame, measure), form) for measure, (_, form) in words.items()]
    differ = len({found["n"] for found, _ in rows}) > 1
    for found, form in rows:
        told = cell(found, form, f"{found['n']:,.0f}")
        cells.cells.append(unless_few(told, found["n"]) if differ else told)
    return Table([title for title, _ in words.values()], [cells], counts=tr("games, or seats where it says so"))
