"""Metrics by name: one number a game, so that games of two runs can be paired.

    score                the mean score of the seats of a game
    win_share@seat=1     the win share of seat 1
    score@policy=greedy  the mean score of the seats that greedy plays
    times.scan           how often a seat scans
    margin, turns        columns of the table of games

Every number of the tables `games` and `seats` is a metric, and so are `times.KIND` for the kinds of action,
`shared_win` (share of games with a shared win) and `discoveries` (species discovered in a game).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from seti_sim.core.errors import SetiSimError
from seti_sim.core.names import did_you_mean
from seti_sim.seti.tables import schema
from seti_sim.stats.grouped import collect

SHARE = "share"
_OF_GAMES = {
    name: (column.unit, pl.col(name))
    for column in schema.GAMES.columns
    if (name := column.name) in ("turns", "decisions", "reshuffles", "best_score", "margin")
} | {
    "shared_win": (SHARE, pl.col("winners") > 1),
    "discoveries": (
        "species",
        pl.col("discovered_left").is_not_null().cast(pl.Int8) + pl.col("discovered_right").is_not_null(),
    ),
}
_OF_SEATS = {
    column.name: (column.unit, pl.col(column.name))
    for column in schema.SEATS.columns
    if column.name not in ("game_id", "seat", "policy")
}
_TIMES = "times."
_OF_ACTIONS = {_TIMES + kind: ("times", kind) for kind in schema.MAIN_ACTIONS + schema.FREE_ACTIONS}
NAMES = (*_OF_SEATS, *_OF_GAMES, *_OF_ACTIONS)


class MetricError(SetiSimError, ValueError):
    """A metric that does not exist or that a run cannot have; the message is one line."""


@dataclass(frozen=True)
class Metric:
    """A metric: what is measured, and over which seats (all, one seat, or those of a policy)."""

    name: str
    column: str
    seat: int | None = None
    policy: str | None = None

    @property
    def unit(self) -> str:
        """`share`, `points`, `times` and so on, as the tables say."""
        return (_OF_SEATS | _OF_GAMES | _OF_ACTIONS)[self.column][0]

    @property
    def is_share(self) -> bool:
        """Whether it is shown in per cent, and differences of it in percentage points."""
        return self.unit == SHARE

    @property
    def table(self) -> str:
        return "seats" if self.column in _OF_SEATS else "games" if self.column in _OF_GAMES else "actions"

    @property
    def words(self) -> str:
        """What a chart or a sentence calls it."""
        what = self.column.removeprefix(_TIMES)
        what = f"times of {what}" if self.column.startswith(_TIMES) else what.replace("_", " ")
        of = f", seat {self.seat}" if self.seat else f", {self.policy}" if self.policy else ""
        return what + of

    def _seats(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        if self.seat:
            return rows.filter(pl.col("seat") == self.seat)
        return rows.filter(pl.col("policy") == self.policy) if self.policy else rows


def parse(name: str) -> Metric:
    """The metric of that name; MetricError says what was expected."""
    column, at, of = name.strip().partition("@")
    if column not in NAMES:
        hint = did_you_mean(column, NAMES) or f"; some are {', '.join(NAMES[:3])}, times.scan"
        raise MetricError(f"metric {name!r}: expected a number of the tables games or seats, or times.KIND{hint}")
    key, _, value = of.partition("=")
    if not at:
        return Metric(name.strip(), column)
    if column in _OF_GAMES:
        raise MetricError(f"metric {name!r}: {column} belongs to the whole game, expected it without @")
    if key == "seat" and value.isdecimal() and 1 <= int(value) <= 4:
        return Metric(name.strip(), column, seat=int(value))
    if key == "seat":
        raise MetricError(f"metric {name!r}: seat={value}: expected a seat from 1 to 4")
    if key == "policy" and value:
        return Metric(name.strip(), column, policy=value)
    raise MetricError(f"metric {name!r}: expected @seat=N or @policy=NAME after the {column}")


def check(metrics, players: int, seats: list[str]) -> None:
    """MetricError where a game of `players`, the policies `seats` playing, has no such number or always the same."""
    for metric in metrics:
        if metric.seat and metric.seat > players:
            raise MetricError(
                f"metric {metric.name!r}: a game of {players} players has no seat {metric.seat}, expected 1 to {players}"
            )
        if metric.policy and metric.policy not in seats:
            known = ", ".join(dict.fromkeys(seats))
            raise MetricError(f"metric {metric.name!r}: {metric.policy} does not play, expected one of {known}")
        everybody = not metric.seat and (metric.policy is None or len(set(seats)) == 1)
        if metric.column == "win_share" and everybody:
            raise MetricError(
                f"metric {metric.name!r}: over all seats it is always 1/{players}; expected @seat=N or @policy=NAME"
            )


def usual(players: int, seats: list[str]) -> list[Metric]:
    """The metrics of a comparison where none are asked for: score, lead, length, and who wins."""
    names = ["score", "margin", "turns"]
    if len(set(seats)) == 1:
        names += [f"win_share@seat={seat}" for seat in range(1, players + 1)]
    else:
        names += [f"win_share@policy={policy}" for policy in dict.fromkeys(seats)]
    return [parse(name) for name in names]


def values(run, metrics, first: int, last: int) -> np.ndarray:
    """The metrics of games first to last of an opened run, float [games, metrics] in order of game."""
    within = pl.col("game_id").is_between(first, last)
    games = collect(run.games.filter(within).select("game_id")).sort("game_id")
    queries = []
    for i, metric in enumerate(metrics):
        rows = getattr(run, metric.table).filter(within)
        value = f"m{i}"
        if metric.table == "games":
            rows = rows.select("game_id", _OF_GAMES[metric.column][1].cast(pl.Float64).alias(value))
        elif metric.table == "seats":
            expression = _OF_SEATS[metric.column][1].cast(pl.Float64).mean().alias(value)
            rows = metric._seats(rows).group_by("game_id").agg(expression)
        else:
            rows = metric._seats(rows).filter(pl.col("kind") == _OF_ACTIONS[metric.column][1])
            rows = rows.group_by("game_id").agg(pl.col("n").sum().cast(pl.Float64).alias(value))
        queries.append(rows)
    found = pl.collect_all(queries, engine="streaming")
    out = np.empty((games.height, len(queries)))
    for i, (metric, frame) in enumerate(zip(metrics, found)):
        column = games.join(frame, on="game_id", how="left", maintain_order="left")[f"m{i}"]
        if metric.table == "actions":  # rows of zero are left out of that table; a mean is over the seats
            column = column.fill_null(0) / _seats_of(run, metric)
        out[:, i] = column.to_numpy()
    return out


def _seats_of(run, metric: Metric) -> int:
    return 1 if metric.seat else run.config["seats"].count(metric.policy) if metric.policy else run.players
