"""Several runs opened as one: their tables below one another, with columns that tell the runs apart."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from seti_sim.core.errors import TablesError
from seti_sim.core.places import is_url, place
from seti_sim.tables.folder import Run, open_run


class Runs:
    """Run folders of one game, joined. A LazyFrame for every table that all of them have, by its name (`games`, `seats`, …).

    runs: dict of name to `Run`, in the order given. Each table has, before its own columns, `run` (its name, an Enum),
    `players`, `seed`, `variant` (the name of the variant's file, its fingerprint where it has none, `printed` without) and
    `policies` (those of the seats, with commas). Enums have the categories of all runs, in the order in which they first come.
    A column that a run lacks is null there.
    """

    def __init__(self, runs: dict[str, Run]) -> None:
        self.runs = runs
        games = {run.kind.name for run in runs.values()}
        if len(games) > 1:
            raise TablesError(f"runs of {' and '.join(sorted(games))}: expected runs of one game")
        self.kind = next(iter(runs.values())).kind
        self.n_games = sum(run.n_games for run in runs.values())
        self.tables = tuple(name for name in self._schemas(0) if all(name in self._schemas(i) for i in range(len(runs))))
        for name in self.tables:
            setattr(self, name, self._joined(name))

    games: pl.LazyFrame
    seats: pl.LazyFrame
    if TYPE_CHECKING:  # the other tables, which the game decides

        def __getattr__(self, name: str) -> Any: ...

    def _schemas(self, at: int) -> dict[str, pl.Schema]:
        run = list(self.runs.values())[at]
        return run.kind.schemas(run.config["categories"], run.config.get("tables", ()))

    def _joined(self, name: str) -> pl.LazyFrame:
        parts = [getattr(run, name) for run in self.runs.values()]
        categories: dict[str, dict[str, None]] = {}
        for part in parts:
            for column, kind in part.collect_schema().items():
                if isinstance(kind, pl.Enum):
                    categories.setdefault(column, {}).update(dict.fromkeys(kind.categories))
        enums = {column: pl.Enum(list(words)) for column, words in categories.items()}
        labels = pl.Enum(list(self.runs))
        framed = []
        for part, (label, run) in zip(parts, self.runs.items(), strict=True):
            config = run.config
            first = [
                pl.lit(label).cast(labels).alias("run"),
                pl.lit(config["players"]).cast(pl.UInt8).alias("players"),
                pl.lit(config["seed"]).cast(pl.UInt64).alias("seed"),
                pl.lit(_variant(run)).alias("variant"),
                pl.lit(",".join(dict.fromkeys(config["seats"]))).alias("policies"),
            ]
            there = part.collect_schema().names()
            cast = [pl.col(column).cast(pl.String).cast(kind) for column, kind in enums.items() if column in there]
            framed.append(part.with_columns(cast).select(*first, pl.all()))
        return pl.concat(framed, how="diagonal_relaxed")

    def __repr__(self) -> str:
        return f"Runs({', '.join(self.runs)}; games={self.n_games:,})"


def open_runs(paths: Iterable[str | Path] | dict[str, str | Path]) -> Runs:
    """Open run folders together, of any policies, numbers of players, seeds and variants of one game.

    paths: folders, which are named by the ends of their paths, or a dict of names to folders. TablesError, in one line, where a
    folder is no run, two have one name, or their games differ. The same games in two of them are rows in both.
    """
    if isinstance(paths, (str, Path)):
        raise TablesError(f"{paths}: expected a list of run folders, or a dict of names to folders")
    if isinstance(paths, dict):
        named = [(str(name), place(path)) for name, path in paths.items()]
    else:
        named = _named([place(path) for path in paths])
    if not named:
        raise TablesError("open_runs: expected at least one run folder")
    return Runs({name: open_run(path) for name, path in named})


def _named(paths: list[Path]) -> list[tuple[str, Path]]:
    """As few of the last parts of each path as tell all apart."""
    whole = [path if is_url(path) else path.resolve() for path in paths]
    for path in whole:
        if whole.count(path) > 1:
            raise TablesError(f"{path}: given twice, expected different run folders")
    for length in range(1, max(len(path.parts) for path in whole) + 1 if whole else 1):
        names = ["/".join(path.parts[-length:]) for path in whole]
        if len(set(names)) == len(names):
            return list(zip(names, paths, strict=True))
    return []


def _variant(run: Run) -> str:
    rules = run.config["rules"]
    if not rules["variant"]:
        return "printed"
    return rules.get("file") or rules["fingerprint"]
