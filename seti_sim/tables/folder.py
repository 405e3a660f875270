"""Opening a run folder: `open_run(path)` checks it and gives one LazyFrame a table.

A run folder holds `run.json` and `TABLE/FIRST-LAST.parquet`, one file a table and range of games. A range
counts once its `games` part is there, since the worker writes that one last. `seti-sim run --players 2,3,4` leaves a
folder of such folders; `runs_in` lists them.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from seti_sim.core import registry
from seti_sim.core.errors import NotKept, RunError, TablesError
from seti_sim.core.kind import GameKind
from seti_sim.core.names import TEXT, escaped, in_short, is_text, is_unicode
from seti_sim.core.notebook import shown
from seti_sim.core.places import end_of, is_url, listed, place, reaching

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

    from seti_sim.core.columns import Table

RUN_FILE = "run.json"
FORMAT = 3
IDENTITY_KEY = "seti_sim.run"
PART_KEY = "seti_sim.part"  # the name of its file; not in runs before 0.2.0
COLUMNS_KEY = "seti_sim.columns"  # what each column means, as JSON; not in runs before 0.2.0
STRETCH = 25_000
CLOUD = {"s3", "s3a", "gs", "gcs", "az", "azure", "abfs", "abfss"}
"""Schemes of addresses that Polars reads by itself, and only what it needs of a part."""
MEND = "delete it and run the same command again"
_NUMBER = (int, float)
_CONFIG = {
    **dict.fromkeys(("game", "identity", "seating", "command", "started", "rules.fingerprint"), str),
    **dict.fromkeys(("games", "first", "games_done", "games_timed", "players", "seed", "block", "jobs"), int),
    **dict.fromkeys(("seconds", "core_seconds"), _NUMBER),
    **dict.fromkeys(("seats", "policies", "categories.policy"), list),
    **dict.fromkeys(("identity_parts", "rules", "rows", "versions", "machine"), dict),
}
"""What run.json must hold for the rest of the package to read it, whatever the game; `_own_config` adds to it."""
_LISTS = {"seats": str, "policies": dict, "categories.policy": str, "rows": int}
"""What the items of these are."""
_MOST_SECONDS = 1e15
_KIND_WORDS = {str: "a text", int: "a whole number", _NUMBER: "a number of seconds", list: "a list", dict: "a table"}
_PART = re.compile(r"(\d+)-(\d+)\.parquet")


def _own_config(kind: GameKind) -> dict[str, Any]:
    """What run.json must hold of one game."""
    return {
        **dict.fromkeys((option.name for option in kind.options if option.default), str),
        **dict.fromkeys(kind.facts, int),
        **dict.fromkeys((f"categories.{name}" for name in kind.enums), list),
        **dict.fromkeys((f"names.{name}" for name in kind.component_kinds), dict),
    }


def part_name(first: int, count: int) -> str:
    """File name of a part that holds the games first … first + count - 1."""
    return f"{first:09d}-{first + count - 1:09d}.parquet"


def finished_ranges(path: str | Path, tables: Iterable[str] = ()) -> list[tuple[int, int]]:
    """Ranges (first, count) of games that a run folder holds, sorted; TablesError where two overlap.

    With `tables` only those of which every one of these tables has its part.
    """
    folder, found = place(path), []
    parts = {table: set(listed(folder / table)) for table in (*tables, "games")} if is_url(folder) else {}
    for name in parts["games"] if parts else listed(folder / "games"):
        match = _PART.fullmatch(name)
        if not all(name in parts[table] if parts else (folder / table / name).is_file() for table in tables):
            continue
        if match:
            first, last = int(match[1]), int(match[2])
            found.append((first, last - first + 1))
    found.sort()
    for (first, count), (following, _) in zip(found, found[1:]):
        if first + count > following:
            raise TablesError(f"{path}: two parts hold game {following}; move one of them away")
    return found


def count_rows(path: str | Path, tables: Iterable[str], parts: list[tuple[int, int]]) -> dict[str, int]:
    """Rows of each of the tables in parts (first, count) of a run folder."""
    files = {table: [place(path) / table / part_name(*part) for part in parts] for table in tables}
    with reaching(place(path), TablesError):
        return {table: pl.scan_parquet(_sources(of)).select(pl.len()).collect().item() for table, of in files.items()}


def _sources(files: list[Any]) -> list[Any]:
    """What Polars reads of parts: paths, the addresses of stores that it knows by itself, and of others their contents."""
    if not files or not is_url(files[0]):
        return files
    if files[0].protocol in CLOUD:
        return [str(file) for file in files]
    return [io.BytesIO(file.read_bytes()) for file in files]


def runs_in(path: str | Path) -> list[Path]:
    """The folder itself where it is a run, else the run folders right below it, by name; TablesError without any."""
    folder = place(path)
    if is_url(folder):
        with reaching(folder, TablesError):
            found = [folder] if (folder / RUN_FILE).exists() else sorted(file.parent for file in folder.glob(f"*/{RUN_FILE}"))
        if not found:
            raise TablesError(f"{folder / RUN_FILE}: missing, so {folder} is no run folder")
        return found
    if not is_text(folder):
        raise TablesError(f"{escaped(str(folder))}: {TEXT}")
    if folder.is_file():
        with folder.open("rb") as file:
            recorded = file.readline().startswith(b"seti_sim ")
        told = " the record of a game, which seti-sim replay tells;" if recorded else ""
        raise TablesError(f"{folder}: is a file,{told} expected the folder of a run")
    if not folder.is_dir():
        raise TablesError(f"{folder}: no such run folder")
    if (folder / RUN_FILE).exists():
        return [folder]
    found = sorted(below.parent for below in folder.glob(f"*/{RUN_FILE}"))
    if not found:
        raise TablesError(f"{folder / RUN_FILE}: missing, so {folder} is no run folder")
    return found


def read_config(path: str | Path) -> dict[str, Any]:
    """The contents of run.json; TablesError with one line where it is missing or cannot be read."""
    file = place(path) / RUN_FILE
    found = runs_in(path)
    if found != [file.parent]:
        raise TablesError(f"{path}: holds several runs, expected one of {', '.join(map(str, found))}")
    try:
        with reaching(file, TablesError):
            text = file.read_text(encoding="utf-8")
        config = json.loads(text)
    except (ValueError, OSError, RecursionError) as error:
        raise TablesError(f"{file}: cannot be read ({error}); {MEND}") from None
    if not isinstance(config, dict) or config.get("format") != FORMAT:
        raise TablesError(f"{file}: expected a run of format {FORMAT}")
    config.setdefault("first", 0)  # runs before 0.2.0 began at game 0
    _check_config(file, config, _CONFIG)
    try:
        kind = registry.get(config["game"])
    except RunError as error:
        told = (
            f"game = {in_short(config['game'])}: expected {' or '.join(registry.names())}, an installed game, or the file of "
        )
        told += "your own named with --game FILE.py"
        raise TablesError(f"{file}: {error if config['game'] in registry.broken() else told}") from None
    _check_config(file, config, _own_config(kind))
    _check_kept(file, config, kind)
    words = {f"categories.{name}": str for name in kind.enums} | {f"names.{name}": str for name in kind.component_kinds}
    for at, items in (_LISTS | words).items():
        found = _at(config, at)
        each = list(found.values() if isinstance(found, dict) else found)
        if not all(isinstance(item, items) and (items is not str or is_unicode(str(item))) for item in each):
            raise TablesError(f"{file}: {at} = {in_short(found)}: expected {_KIND_WORDS[items]} in each place; {MEND}")
        if at.startswith("categories.") and len(set(found)) < len(found):
            raise TablesError(f"{file}: {at}: expected different texts; {MEND}")
    for policy in config["policies"]:
        if not isinstance(policy.get("name"), str) or not isinstance(policy.get("key"), str):
            raise TablesError(f"{file}: policies: expected a name and a key of each; {MEND}")
    if not isinstance(config["rules"].get("variant"), dict | None):
        raise TablesError(f"{file}: rules.variant = {in_short(config['rules']['variant'])}: expected a table; {MEND}")
    return config


def _check_config(file: Path, config: dict[str, Any], places: dict[str, Any]) -> None:
    """TablesError where a place of run.json does not hold what it should."""
    for at, kind in places.items():
        value = _at(config, at)
        fits = isinstance(value, kind) and not isinstance(value, bool)
        if not fits or kind is _NUMBER and not 0 <= value <= _MOST_SECONDS:  # JSON as Python reads it has NaN and Infinity
            raise TablesError(f"{file}: {at} = {in_short(value)}: expected {_KIND_WORDS[kind]}; {MEND}")


def _check_kept(file: Path, config: dict[str, Any], kind: GameKind) -> None:
    """TablesError where `tables` of run.json, which only a run has that keeps some, is no list of the names of some."""
    if "tables" not in config:
        return
    names = config["tables"]
    if not isinstance(names, list) or not {"games", "seats"} <= set(map(str, names)) <= set(kind.tables):
        raise TablesError(f"{file}: tables = {in_short(names)}: expected games, seats and other tables of the game; {MEND}")


def _at(config: dict[str, Any], place: str) -> Any:
    """What stands at a place of run.json, None where nothing does."""
    value: Any = config
    for key in place.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def check_part(file: Path, expected: pl.Schema, identity: str, may_lack: frozenset[str] = frozenset()) -> None:
    """TablesError unless a part is there, whole, of the run `identity` and the columns `expected`, of which it may lack some."""
    end = end_of(file) if is_url(file) else b""  # what a part is stands at its end
    if not end and (is_url(file) or not file.is_file()):
        raise TablesError(f"{file}: missing although its games part is there; run the same command again to fill the gap")
    try:
        metadata, found = (
            read(io.BytesIO(end) if end else file) for read in (pl.read_parquet_metadata, pl.read_parquet_schema)
        )
    except (pl.exceptions.PolarsError, OSError) as error:
        raise _damaged(file, error) from None
    if metadata.get(IDENTITY_KEY) != identity:
        raise TablesError(f"{file}: belongs to another run")
    if (name := metadata.get(PART_KEY, file.name)) != file.name:
        raise TablesError(f"{file}: holds what was written as {name}; {MEND}")
    whole = pl.Schema({column: kind for column, kind in expected.items() if column in found or column not in may_lack})
    if found != whole:
        wrong = ", ".join(sorted({name for name, _ in set(found.items()) ^ set(whole.items())}))
        hint = "; a new column has `since` in its table's schema.py" if whole.keys() - found.keys() else ""
        raise TablesError(f"{file}: other columns than this version writes ({wrong}){hint}")


class Run:
    """A run folder, opened.

    A LazyFrame for every table of the game, by its name, rows in order of `game_id` (docs/tables.md); `games` and
    `seats` every game has. `kind` is the game (`seti_sim.core.registry`), `config` run.json; `ranges` are the (first, count)
    of the games that are there and `n_games` their number, which is below `config["games"]` while the run is
    unfinished. `players`, `policies` (names), and for each kind of component a dict from ids to words: of SETI
    `card_names`, `tech_names`, `gold_names`, `species_names`.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = place(path)
        self.config = read_config(path)
        self.kind = registry.get(self.config["game"])
        self.players: int = self.config["players"]
        self.policies: tuple[str, ...] = tuple(self.config["categories"]["policy"])
        for what in self.kind.component_kinds:
            setattr(self, f"{what}_names", self.kind.called(what, self.config["names"][what]))
        self._schemas = self.kind.schemas(self.config["categories"], self.config.get("tables", ()))
        self._identity = self.config["identity"]
        self.ranges = finished_ranges(self.path)
        self.n_games = sum(count for _, count in self.ranges)
        if not self.ranges:
            raise TablesError(f"{self.path}: holds no games yet")
        for name in self._schemas:
            setattr(self, name, self._scan(name))

    games: pl.LazyFrame
    seats: pl.LazyFrame

    def __getattr__(self, name: str) -> Any:
        """The other tables and names, which the game decides; NotKept for a table that this run was not to keep."""
        here = self.__dict__
        if "tables" in here.get("config", ()) and name in self.kind.tables_for(here["config"]["categories"]):
            raise NotKept(f"{self.path}: table {name} was not kept, only {', '.join(here['config']['tables'])}")
        raise AttributeError(f"a run of {here['kind'].title if 'kind' in here else 'a game'} has no {name}")

    @property
    def kept_tables(self) -> dict[str, Table]:
        """The tables that it has, by name."""
        return self.kind.kept_tables(self.config["categories"], self.config.get("tables", ()))

    @property
    def finished(self) -> bool:
        """Whether all games that were asked for are there."""
        return self.n_games >= self.config["games"]

    @property
    def is_mirror(self) -> bool:
        """Whether one policy plays every seat."""
        return len(self.policies) == 1

    def to_pandas(self, table: str) -> pandas.DataFrame:
        """A table as a pandas frame: Enums as categoricals, whole numbers with missing values as pandas' `Int` types.

        TablesError, in one line, for another name than that of a table, or where pandas is not installed.
        """
        from seti_sim.tables.formats import to_pandas

        if table not in self._schemas:
            raise TablesError(f"table {table!r}: expected one of {', '.join(self._schemas)}")
        with reading([self]):
            return to_pandas(getattr(self, table))

    def stretches(self, games: int = STRETCH) -> list[tuple[int, int]]:
        """The run cut into stretches of whole parts with about so many games: (first, last) game of each."""
        found: list[tuple[int, int]] = []
        size = 0
        for first, count in self.ranges:
            if not found or size + count > games:
                found.append((first, first + count - 1))
                size = count
            else:
                found[-1] = (found[-1][0], first + count - 1)
                size += count
        return found

    def _scan(self, name: str) -> pl.LazyFrame:
        files = [self.path / name / part_name(*part) for part in self.ranges]
        newer = self.kept_tables[name].newer
        for file in files:
            check_part(file, self._schemas[name], self._identity, newer)
        return pl.scan_parquet(_sources(files), schema=self._schemas[name], missing_columns="insert" if newer else "raise")

    @property
    def tables(self) -> dict[str, pl.LazyFrame]:
        """All tables by name, as the attributes of these names."""
        return {name: getattr(self, name) for name in self._schemas}

    def charts(self) -> dict[str, Figure]:
        """Every chart of the report by its name, as matplotlib figures; each is drawn when it is shown or saved."""
        return shown("run_charts", self)

    def report(self, out: str | Path) -> Path:
        """Write the report to a file, as `seti-sim report` does, and return its path. RunError where it cannot be written."""
        return shown("run_report", self, out)

    def __str__(self) -> str:
        """Which games of whom, in a line."""
        return shown("run_told", self)

    def _repr_html_(self) -> str:
        """In a notebook: the games, how the seats fared, and a chart of it."""
        return shown("run_html", self)

    def __repr__(self) -> str:
        policies = ", ".join(self.policies)
        return f"Run({str(self.path)!r}, games={self.n_games:,}, players={self.players}, policies={policies})"


@contextmanager
def reading(runs: Iterable[Run]) -> Iterator[None]:
    """Around whatever reads the tables of opened runs: damaged data become a TablesError that names the part."""
    try:
        yield
    except pl.exceptions.ComputeError:
        for run in runs:
            for file in sorted(run.path.glob("*/*.parquet")):
                try:
                    pl.read_parquet(_sources([file])[0])
                except (pl.exceptions.PolarsError, OSError) as error:
                    raise _damaged(file, error) from None
        raise


def _damaged(file: Path, error: Exception) -> TablesError:
    return TablesError(f"{file}: damaged ({str(error).splitlines()[0]}); {MEND}")


def open_run(path: str | Path) -> Run:
    """Open a run folder; TablesError, in one line, where it or a part of it is not what it should be."""
    return Run(path)
