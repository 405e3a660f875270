"""The metrics of SETI (`seti_sim.analysis.metrics` says what a metric is).

Every number of the tables `games` and `seats` is one, and so are `times.KIND` for the kinds of action, as `times.scan`,
`shared_win` (share of games with a shared win) and `discoveries` (species discovered in a game).
"""

from __future__ import annotations

import polars as pl

from seti_sim.analysis.metrics import SHARE, TIMES, Metric, MetricError, Metrics
from seti_sim.seti.tables import schema

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
METRICS = Metrics(
    _OF_GAMES, _OF_SEATS, {TIMES + kind: kind for kind in schema.MAIN_ACTIONS + schema.FREE_ACTIONS}, example="times.scan"
)
NAMES = METRICS.names
parse, check, usual, values = METRICS.parse, METRICS.check, METRICS.usual, METRICS.values

__all__ = ["METRICS", "NAMES", "Metric", "MetricError", "check", "parse", "usual", "values"]
