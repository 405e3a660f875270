"""The tables of games in Python: what every one has, what its author adds, and how rows become Polars frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seti_sim.core.columns import GAME_ID, Column, Table
from seti_sim.core.errors import RunError
from seti_sim.core.names import in_short

if TYPE_CHECKING:
    import polars as pl

_GAMES = (
    GAME_ID,
    Column("luck", "UInt64", "", "the number that all luck of the game comes from"),
    Column(
        "turns", "UInt32", "turns", "turns of all seats together; actions of one seat that follow one another are one", "games"
    ),
    Column("decisions", "UInt32", "decisions", "actions of all seats together", "games"),
    Column("best_score", "Int64", "points", "highest score of the game", "games"),
    Column("margin", "Int64", "points", "highest score minus second highest", "games"),
    Column("winners", "UInt8", "seats", "seats that share the win", "games"),
)
_SEATS = (
    GAME_ID,
    Column("seat", "UInt8", "", "seat, 1 to n in turn order of the first round"),
    Column("policy", "enum policy", "", "policy that played the seat"),
    Column("score", "Int64", "points", "final score", "seats"),
    Column("win_share", "Float64", "share", "1 for a sole winner, 1/k for k that share the win, else 0; sums to 1 in every game", "seats"),
)  # fmt: skip
TYPES = ("Boolean", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Float32", "Float64", "String")


def tables_of(
    sources: Mapping[str, str], games: Sequence[Column], seats: Sequence[Column], own: Sequence[Table]
) -> dict[str, Table]:
    """The tables of a game with these sources of points, columns of its own and tables of its own, which get `game_id`."""
    points = tuple(
        Column(f"points_{name}", "Int64", "points", f"of the score: {words}", "seats") for name, words in sources.items()
    )
    found = {
        "games": Table("games", "one game", ("game_id",), (*_GAMES, *games)),
        "seats": Table("seats", "one seat of one game", ("game_id", "seat"), (*_SEATS, *points, *seats)),
    }
    for table in own:
        found[table.name] = Table(table.name, table.row, ("game_id", *table.key), (GAME_ID, *table.columns), table.note)
    return found


def check(tables: Mapping[str, Table], categories: Mapping[str, Sequence[str]], own: Sequence[Table]) -> None:
    """ValueError where a column is of a type that there is not, or a name stands twice."""
    for name in [table.name for table in own]:
        if [table.name for table in own].count(name) > 1 or name in ("games", "seats"):
            raise ValueError(f"table {name}: expected tables of different names, besides games and seats")
    for table in tables.values():
        names = table.column_names
        for column in table.columns:
            where = f"table {table.name}, column {column.name}"
            if names.count(column.name) > 1:
                raise ValueError(f"{where}: stands twice, expected different names")
            kind, _, enum = column.type.partition(" ")
            if not (column.type in TYPES or kind == "enum" and (enum == "policy" or enum in categories)):
                enums = "".join(f", enum {name}" for name in categories)
                raise ValueError(f"{where}: type {column.type!r}: expected one of {', '.join(TYPES)}{enums}")
        if missing := [name for name in table.key if name not in names]:
            raise ValueError(f"table {table.name}: key {missing[0]}: expected a column of it")


def frame(table: str, schema: pl.Schema, columns: Mapping[str, Sequence[Any]], where: str = "") -> pl.DataFrame:
    """A Polars frame with the types of a schema, of lists of values (None: null). RunError names a value that does not fit, and
    `where` it comes from."""
    import polars as pl

    made = []
    for name, dtype in schema.items():
        try:
            made.append(pl.Series(name, columns[name], dtype=dtype, strict=True))
        except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):
            raise RunError(
                f"table {table}, column {name}: {_first_wrong(columns[name], dtype)}: expected {_words(dtype)}{where}"
            ) from None
    return pl.DataFrame(made)


def _first_wrong(values: Sequence[Any], dtype: Any) -> str:
    import polars as pl

    for value in values:
        try:
            pl.Series([value], dtype=dtype, strict=True)
        except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):
            return in_short(value)
    return "values of several kinds"


def _words(dtype: Any) -> str:
    import polars as pl

    if isinstance(dtype, pl.Enum):
        return f"one of {', '.join(dtype.categories)}"
    return f"what {dtype} can hold"
