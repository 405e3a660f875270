"""Tables of a run for other tools: pandas, CSV, Excel and DuckDB.

Parquet needs no export: each table of a run folder is a folder of Parquet parts that any of them reads.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from seti_sim.core import extras
from seti_sim.core.errors import TablesError
from seti_sim.core.files import writing
from seti_sim.core.names import did_you_mean
from seti_sim.core.places import check_no_url
from seti_sim.tables.folder import Run, part_name, reading

if TYPE_CHECKING:
    import pandas

EXCEL_ROWS = 1_048_575
"""Rows of a sheet below its heading."""
PACKAGES = {"xlsx": "xlsxwriter", "duckdb": "duckdb"}
"""What a format needs besides what is installed with the program, and the extra that brings it."""
COLUMNS = "columns"
"""The table, sheet or file that says what each column means."""


def need(package: str, what: str) -> None:
    """TablesError, in one line with the command that helps, where a package is missing that `what` needs."""
    extras.need(package, what, TablesError)


def to_pandas(frame: pl.DataFrame | pl.LazyFrame) -> pandas.DataFrame:
    """A frame as pandas has it: Enums as categoricals with all categories in their order, whole numbers and truths with
    missing values as pandas' own types with them (`Int16`, `boolean`), all else as NumPy's types.
    """
    need("pandas", "to_pandas")
    import numpy as np
    import pandas as pd

    whole = frame.collect() if isinstance(frame, pl.LazyFrame) else frame
    columns: dict[str, Any] = {}
    for series in whole.iter_columns():
        if isinstance(series.dtype, pl.Enum):
            codes = series.to_physical().cast(pl.Int32).fill_null(-1).to_numpy()
            columns[series.name] = pd.Categorical.from_codes(codes, series.dtype.categories.to_list())
        elif series.null_count() and (series.dtype.is_integer() or series.dtype == pl.Boolean):
            missing = series.is_null().to_numpy()
            values = series.fill_null(False if series.dtype == pl.Boolean else 0).to_numpy()
            kind = pd.arrays.BooleanArray if series.dtype == pl.Boolean else pd.arrays.IntegerArray
            columns[series.name] = kind(np.array(values), missing)
        else:
            columns[series.name] = series.to_numpy()
    return pd.DataFrame(columns)


def described(run: Run, tables: Iterable[str]) -> pl.DataFrame:
    """What each column of the tables means: frame `table, column, type, unit, meaning`."""
    rows = [
        (table.name, column.name, column.type, column.unit, column.meaning)
        for table in run.kept_tables.values()
        if table.name in tables
        for column in table.columns
    ]
    return pl.DataFrame(rows, schema=["table", "column", "type", "unit", "meaning"], orient="row")


def export(run: Run, out: str | Path, to: str, tables: Iterable[str] = ()) -> list[tuple[str, int]]:
    """Write tables of a run for another tool; returns (table, rows) of each.

    to: one of `FORMATS`. `csv`: `out` is a new folder with a file a table; `xlsx`: a workbook with a sheet a table, which needs
    xlsxwriter; `duckdb`: a database with a table each, comments on its columns, which needs duckdb. Each has `columns`, too, with
    type, unit and meaning of every column. tables: all where none is given. TablesError, in one line with nothing written, where
    `out` is there already, a table is none, or a sheet cannot hold it.
    """
    if to not in FORMATS:
        raise TablesError(f"format {to!r}: expected one of {', '.join(FORMATS)}")
    known = list(run.kept_tables)
    names = list(dict.fromkeys(tables)) or known
    for name in names:
        if name not in known:
            raise TablesError(f"table {name!r}: expected some of {', '.join(known)}{did_you_mean(name, known, 1)}")
    if to in PACKAGES:
        need(PACKAGES[to], f"the format {to}")
    check_no_url(run.path)
    check_no_url(out)
    final = Path(out)
    if final.exists():
        raise TablesError(f"{final}: is there already, expected a new {'folder' if to == 'csv' else 'file'}")
    if not final.absolute().parent.is_dir():
        raise TablesError(f"{final}: cannot be written (there is no folder {final.parent})")
    with reading([run]):
        rows = {name: getattr(run, name).select(pl.len()).collect().item() for name in names}
    if to == "xlsx" and (long := [name for name in names if rows[name] > EXCEL_ROWS]):
        raise TablesError(
            f"table {long[0]}: {rows[long[0]]:,} rows, and a sheet has {EXCEL_ROWS:,}; expected fewer games, --table with shorter "
            "ones, or another format"
        )
    temporary = final.with_name(f".tmp-{final.name}")
    _remove(temporary)
    try:
        with writing(final), reading([run]):
            FORMATS[to](run, names, temporary)
            temporary.rename(final)
    finally:
        _remove(temporary)
    return [(name, rows[name]) for name in names]


def _remove(place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def _csv(run: Run, names: list[str], place: Path) -> None:
    place.mkdir()
    for name in names:
        getattr(run, name).sink_csv(place / f"{name}.csv")
    described(run, names).write_csv(place / f"{COLUMNS}.csv")


def _xlsx(run: Run, names: list[str], place: Path) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(place, {"constant_memory": False}) as book:
        for name, frame in [(COLUMNS, described(run, names)), *((name, getattr(run, name).collect()) for name in names)]:
            frame.write_excel(book, worksheet=name, freeze_panes=(1, 0), autofit=frame.height < 10_000)


def _duckdb(run: Run, names: list[str], place: Path) -> None:
    import duckdb

    there = {}
    with duckdb.connect(str(place)) as base:
        for name in names:
            files = [str(run.path / name / part_name(*part)) for part in run.ranges]
            base.execute(f'CREATE TABLE "{name}" AS SELECT * FROM read_parquet($1, union_by_name = true)', [files])
            there[name] = {field[0] for field in base.execute(f'SELECT * FROM "{name}" LIMIT 0').description}
        meanings = described(run, names).rows()
        for table, column, _, unit, meaning in meanings:
            if column in there[table]:  # an older run may lack it
                words = (meaning + (f" ({unit})" if unit else "")).replace("'", "''")
                base.execute(f"""COMMENT ON COLUMN "{table}"."{column}" IS '{words}'""")
        base.execute(
            f'CREATE TABLE "{COLUMNS}" ("table" VARCHAR, "column" VARCHAR, "type" VARCHAR, unit VARCHAR, meaning VARCHAR)'
        )
        base.executemany(f'INSERT INTO "{COLUMNS}" VALUES (?, ?, ?, ?, ?)', meanings)


FORMATS: dict[str, Callable[[Run, list[str], Path], None]] = {"csv": _csv, "xlsx": _xlsx, "duckdb": _duckdb}
"""What writes each format."""
