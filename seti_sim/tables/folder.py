"""Opening a run folder: `open_run(path)` checks it and gives one LazyFrame a table.

A run folder holds `run.json` and `TABLE/FIRST-LAST.parquet`, one file a table and range of games. A range
counts once its `games` part is there, since the worker writes that one last.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl

from seti_sim.tables import schema
from seti_sim.tables.errors import TablesError

RUN_FILE = "run.json"
FORMAT = 1
IDENTITY_KEY = "seti_sim.run"
STRETCH = 100_000
_PART = re.compile(r"(\d+)-(\d+)\.parquet")


def part_name(first: int, count: int) -> str:
    """File name of a part that holds the games first … first + count - 1."""
    return f"{first:09d}-{first + count - 1:09d}.parquet"


def finished_ranges(path: Path) -> list[tuple[int, int]]:
    """Ranges (first, count) of games that a run folder holds, sorted; TablesError where two overlap."""
    found = []
    for file in (Path(path) / "games").glob("*.parquet"):
        match = _PART.fullmatch(file.name)
        if match:
            first, last = int(match[1]), int(match[2])
            found.append((first, last - first + 1))
    found.sort()
    for (first, count), (following, _) in zip(found, found[1:]):
        if first + count > following:
            raise TablesError(f"{path}: two parts hold game {following}; move one of them away")
    return found


def read_config(path) -> dict:
    """The contents of run.json; TablesError with one line where it is missing or cannot be read."""
    file = Path(path) / RUN_FILE
    if not Path(path).is_dir():
        raise TablesError(f"{path}: no such run folder")
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TablesError(f"{file}: missing, so {path} is no run folder") from None
    except (ValueError, OSError) as error:
        raise TablesError(f"{file}: cannot be read ({error})") from None
    if not isinstance(config, dict) or config.get("format") != FORMAT:
        raise TablesError(f"{file}: expected a run of format {FORMAT}")
    return config


class Run:
    """A run folder, opened.

    `games, seats, cards, draws, actions, techs, gold` are LazyFrames as `schema` says; `config` is run.json;
    `ranges` are the (first, count) of the games that are there and `n_games` their number, which is below
    `config["games"]` while the run is unfinished. `players`, `policies` (names), `card_names` (dict id → name).
    """

    def __init__(self, path):
        self.path = Path(path)
        self.config = read_config(path)
        try:
            categories = self.config["categories"]
            self.players: int = self.config["players"]
            self.policies: tuple[str, ...] = tuple(categories["policy"])
            self.card_names: dict[str, str] = self.config["names"]["card"]
            self._schemas = {name: schema.polars_schema(table, categories) for name, table in schema.TABLES.items()}
            self._identity = self.config["identity"]
        except (KeyError, TypeError) as error:
            raise TablesError(f"{self.path / RUN_FILE}: lacks {error}") from None
        self.ranges = finished_ranges(self.path)
        self.n_games = sum(count for _, count in self.ranges)
        if not self.ranges:
            raise TablesError(f"{self.path}: holds no games yet")
        for name in schema.TABLES:
            setattr(self, name, self._scan(name))

    games: pl.LazyFrame
    seats: pl.LazyFrame
    cards: pl.LazyFrame
    draws: pl.LazyFrame
    actions: pl.LazyFrame
    techs: pl.LazyFrame
    gold: pl.LazyFrame

    @property
    def finished(self) -> bool:
        """Whether all games that were asked for are there."""
        return self.n_games >= self.config["games"]

    @property
    def is_mirror(self) -> bool:
        """Whether one policy plays every seat."""
        return len(self.policies) == 1

    def stretches(self, games: int = STRETCH) -> list[tuple[int, int]]:
        """The run cut into stretches of whole parts with about so many games: (first, last) game of each."""
        found, size = [], 0
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
        for file in files:
            self._check(file, self._schemas[name])
        return pl.scan_parquet(files, schema=self._schemas[name])

    def _check(self, file: Path, expected: pl.Schema) -> None:
        """Footer there, this run's, and of the right columns: what a truncated or foreign file fails."""
        if not file.is_file():
            raise TablesError(f"{file}: missing although its games part is there; delete that one and run again to fill the gap")
        try:
            metadata, found = pl.read_parquet_metadata(file), pl.read_parquet_schema(file)
        except (pl.exceptions.PolarsError, OSError) as error:
            reason = str(error).splitlines()[0]
            raise TablesError(f"{file}: damaged ({reason}); delete this range in every table and run again to fill it") from None
        if metadata.get(IDENTITY_KEY) != self._identity:
            raise TablesError(f"{file}: belongs to another run")
        if found != expected:
            wrong = sorted(set(found.items()) ^ set(expected.items()), key=str)
            raise TablesError(f"{file}: other columns than this version writes ({', '.join(sorted({n for n, _ in wrong}))})")

    def __repr__(self):
        return f"Run({str(self.path)!r}, games={self.n_games:,}, players={self.players}, policies={', '.join(self.policies)})"


def open_run(path) -> Run:
    """Open a run folder; TablesError, in one line, where it or a part of it is not what it should be."""
    return Run(path)
