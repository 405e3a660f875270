"""Metrics by name: one number a game, so that games of two runs can be paired.

    score                the mean score of the seats of a game
    win_share@seat=1     the win share of seat 1
    score@policy=greedy  the mean score of the seats that greedy plays
    margin, turns        columns of the table of games

Every number of the tables `games` and `seats` of a game is a metric, and so is what the game adds (`Metrics`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from seti_sim.core.columns import Table
from seti_sim.core.errors import SetiSimError
from seti_sim.core.kind import GameKind
from seti_sim.core.names import did_you_mean
from seti_sim.stats.grouped import collect

SHARE = "share"
TIMES = "times."
_NUMBERS = ("Int", "UInt", "Float", "Boolean")
_NAMES_ROWS = ("game_id", "seat", "policy")


class MetricError(SetiSimError, ValueError):
    """A metric that does not exist or that a run cannot have; the message is one line."""


@dataclass(frozen=True)
class Metric:
    """A metric: what is measured, and over which seats (all, one seat, or those of a policy).

    table: `games`, `seats` or `actions` (how often a kind of action occurs). unit: `share`, `points`, `times` and so on, as the
    tables say. value: the expression of a row, or the kind of action.
    """

    name: str
    column: str
    table: str
    unit: str
    value: Any = field(compare=False)
    seat: int | None = None
    policy: str | None = None

    @property
    def is_share(self) -> bool:
        """Whether it is shown in per cent, and differences of it in percentage points."""
        return self.unit == SHARE

    @property
    def words(self) -> str:
        """What a chart or a sentence calls it."""
        what = self.column.removeprefix(TIMES)
        what = f"times of {what}" if self.column.startswith(TIMES) else what.replace("_", " ")
        of = f", seat {self.seat}" if self.seat else f", {self.policy}" if self.policy else ""
        return what + of

    def seats_of(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        """Of rows with `seat` and `policy` those that it is about."""
        if self.seat:
            return rows.filter(pl.col("seat") == self.seat)
        return rows.filter(pl.col("policy") == self.policy) if self.policy else rows


class Metrics:
    """The metrics of one game.

    games, seats: name → (unit, expression of a row of the table), one of each table. times: name → kind of action, where the table
    `actions` counts them (`kind`, `n`, a row a seat and kind). most: the highest number of a seat. example: a name that messages
    show besides the first ones.
    """

    def __init__(
        self,
        games: Mapping[str, tuple[str, pl.Expr]],
        seats: Mapping[str, tuple[str, pl.Expr]],
        times: Mapping[str, str] | None = None,
        most: int = 4,
        example: str = "",
    ) -> None:
        self.games, self.seats, self.times, self.most = dict(games), dict(seats), dict(times or {}), most
        self.names = (*self.seats, *self.games, *self.times)
        self.expected = "a number of the tables games or seats" + (f", or {TIMES}KIND" if example else "")
        self.some = ", ".join([*self.names[:3], *([example] if example else [])])

    def parse(self, name: str) -> Metric:
        """The metric of that name; MetricError says what was expected."""
        column, at, of = name.strip().partition("@")
        if column not in self.names:
            hint = did_you_mean(column, self.names) or f"; some are {self.some}"
            raise MetricError(f"metric {name!r}: expected {self.expected}{hint}")
        of_games = column in self.games
        table = "games" if of_games else "seats" if column in self.seats else "actions"
        unit, value = ("times", self.times[column]) if table == "actions" else (self.games | self.seats)[column]
        whole = (name.strip(), column, table, unit, value)
        key, _, which = of.partition("=")
        if not at:
            return Metric(*whole)
        if of_games:
            raise MetricError(f"metric {name!r}: {column} belongs to the whole game, expected it without @")
        if key == "seat" and which.isdecimal() and 1 <= int(which) <= self.most:
            return Metric(*whole, seat=int(which))
        if key == "seat":
            raise MetricError(f"metric {name!r}: seat={which}: expected a seat from 1 to {self.most}")
        if key == "policy" and which:
            return Metric(*whole, policy=which)
        raise MetricError(f"metric {name!r}: expected @seat=N or @policy=NAME after the {column}")

    def check(self, metrics: Sequence[Metric], players: int, seats: Sequence[str]) -> None:
        """MetricError where a game has no such number or always the same: of so many seats, automatons among them, of which
        the policies `seats` play those that are players'."""
        for metric in metrics:
            if metric.seat and metric.seat > players:
                raise MetricError(
                    f"metric {metric.name!r}: a game of {players} players has no seat {metric.seat}, expected 1 to {players}"
                )
            if metric.policy and metric.policy not in seats:
                known = ", ".join(dict.fromkeys(seats))
                raise MetricError(f"metric {metric.name!r}: {metric.policy} does not play, expected one of {known}")
            all_play = len(seats) == players
            everybody = not metric.seat and (metric.policy is None or all_play and len(set(seats)) == 1)
            if metric.column == "win_share" and everybody:
                raise MetricError(
                    f"metric {metric.name!r}: over all seats it is always 1/{players}; expected @seat=N or @policy=NAME"
                )

    def usual(self, players: int, seats: Sequence[str]) -> list[Metric]:
        """The metrics of a comparison where none are asked for: score, lead, length as far as the game has them, and who wins."""
        alone = len(seats) < players  # against an automaton
        names = [
            f"score@policy={seats[0]}" if alone else "score",
            *(name for name in ("margin", "turns") if name in self.games),
        ]
        if len(set(seats)) == 1 and not alone:
            names += [f"win_share@seat={seat}" for seat in range(1, players + 1)]
        else:
            names += [f"win_share@policy={policy}" for policy in dict.fromkeys(seats)]
        return [self.parse(name) for name in names]

    def values(self, run: Any, metrics: Sequence[Metric], first: int, last: int) -> np.ndarray:
        """The metrics of games first to last of an opened run, float [games, metrics] in order of game.

        MetricError where a game has no value of one.
        """
        within = pl.col("game_id").is_between(first, last)
        games = collect(run.games.filter(within).select("game_id")).sort("game_id")
        queries = []
        for i, metric in enumerate(metrics):
            rows = getattr(run, metric.table).filter(within)
            value = f"m{i}"
            if metric.table == "games":
                rows = rows.select("game_id", metric.value.cast(pl.Float64).alias(value))
            elif metric.table == "seats":
                rows = metric.seats_of(rows).group_by("game_id").agg(metric.value.cast(pl.Float64).mean().alias(value))
            else:
                rows = metric.seats_of(rows).filter(pl.col("kind") == metric.value)
                rows = rows.group_by("game_id").agg(pl.col("n").sum().cast(pl.Float64).alias(value))
            queries.append(rows)
        found = pl.collect_all(queries, engine="streaming")
        out = np.empty((games.height, len(queries)))
        for i, (metric, frame) in enumerate(zip(metrics, found)):
            column = games.join(frame, on="game_id", how="left", maintain_order="left")[f"m{i}"]
            if metric.table == "actions":  # rows of zero are left out of that table; a mean is over the seats
                column = column.fill_null(0) / _seats_of(run, metric)
            if column.null_count():
                game = games["game_id"].filter(column.is_null())[0]
                raise MetricError(f"metric {metric.name!r}: game {game} has none; expected one that every game has")
            out[:, i] = column.to_numpy()
        return out


def of(kind: GameKind) -> Metrics:
    """The metrics of a game: its own, or all numbers of its tables `games` and `seats`."""
    return kind.metrics or Metrics(numbers_of(kind.tables["games"]), numbers_of(kind.tables["seats"]), most=max(kind.players))


def numbers_of(table: Table) -> dict[str, tuple[str, pl.Expr]]:
    """Columns of a table that are numbers with a unit: name → (unit, expression)."""
    return {
        column.name: (column.unit, pl.col(column.name))
        for column in table.columns
        if column.name not in _NAMES_ROWS and column.unit and column.type.startswith(_NUMBERS)
    }


def _seats_of(run: Any, metric: Metric) -> int:
    return 1 if metric.seat else run.config["seats"].count(metric.policy) if metric.policy else run.players
