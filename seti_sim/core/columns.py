"""What tables are described with, whatever the game: columns, tables, and the Polars schema of a table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from seti_sim.core.errors import TablesError

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Column:
    """One column. `denominator` says over what a mean of it is a mean; `since` which version of the package brought it, where
    runs are read that an earlier one played: there it is null.
    """

    name: str
    type: str
    unit: str
    meaning: str
    denominator: str = ""
    since: str = ""


@dataclass(frozen=True)
class Table:
    """One table: what a row is, which columns identify it."""

    name: str
    row: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    note: str = ""

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of its columns, in their order."""
        return tuple(column.name for column in self.columns)

    @property
    def newer(self) -> frozenset[str]:
        """Columns that runs of an earlier version may lack."""
        return frozenset(column.name for column in self.columns if column.since)

    @property
    def described(self) -> str:
        """What a row is and what each column means, as JSON: `{"row": …, "columns": {name: {"unit": …, "meaning": …}}}`."""
        columns = {column.name: {"unit": column.unit, "meaning": column.meaning} for column in self.columns}
        return json.dumps({"row": self.row, "columns": columns}, ensure_ascii=False)


GAME_ID = Column("game_id", "Int64", "", "number of the game in the run, from 0; with the seed it names the game")


def polars_schema(table: Table, enums: dict[str, tuple[str, ...]]) -> pl.Schema:
    """`pl.Schema` of a table, given the categories of every Enum."""
    import polars as pl

    types: dict[str, Any] = {}
    for column in table.columns:
        is_enum = column.type.startswith("enum ")
        types[column.name] = pl.Enum(enums[column.type[5:]]) if is_enum else getattr(pl, column.type)
    return pl.Schema(types)


def frame(table: str, schema: pl.Schema, columns: dict[str, Any]) -> pl.DataFrame:
    """A Polars frame with the types of a schema. Columns come as arrays, or as pairs (array, mask) with null outside
    the mask; Enum columns as codes. TablesError where a code is beyond the categories."""
    import polars as pl

    out = []
    for name, dtype in schema.items():
        values, valid = columns[name] if isinstance(columns[name], tuple) else (columns[name], None)
        if isinstance(dtype, pl.Enum):
            codes, size = np.asarray(values), len(dtype.categories)
            if codes.size and int((codes if valid is None else np.where(valid, codes, 0)).max()) >= size:
                raise TablesError(f"table {table}, column {name}: a code of the engine is beyond {size} categories")
            series = pl.Series(name, codes.astype(np.uint32 if size > 255 else np.uint8))
            series = _mask(series, valid).cat.to(dtype)
        else:
            series = _mask(pl.Series(name, np.asarray(values)), valid).cast(dtype)
        out.append(series)
    return pl.DataFrame(out)


def _mask(series: pl.Series, valid: Any) -> pl.Series:
    """The series with null where `valid` is false."""
    import polars as pl

    if valid is None:
        return series
    return pl.select(pl.when(pl.Series(np.asarray(valid, bool))).then(series)).to_series().alias(series.name)
