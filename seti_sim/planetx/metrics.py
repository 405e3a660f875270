"""The metrics of The Search for Planet X (`seti_sim.analysis.metrics` says what a metric is).

Numbers of the tables `games` and `seats` that every game and seat has, `times.KIND` for the four actions, as `times.survey`,
`shared_win` (share of games with a shared win), and `theories_wrong`.
"""

from __future__ import annotations

import polars as pl

from seti_sim.analysis.metrics import SHARE, TIMES, Metrics, numbers_of

from .tables import GAMES, SEATS

_TIMES = {"survey": "surveys", "target": "targets", "research": "researches", "locate": "locates"}
_OF_GAMES = numbers_of(GAMES) | {
    "conferences": ("conferences", pl.col("conferences")),
    "shared_win": (SHARE, pl.col("winners") > 1),
}
_OF_SEATS = {name: value for name, value in numbers_of(SEATS).items() if name != "located_at"} | {
    "theories_wrong": ("tokens", pl.col("theories") - pl.col("theories_right")),
    "located": (SHARE, pl.col("located_at").is_not_null()),
    **{TIMES + kind: ("times", pl.col(column)) for kind, column in _TIMES.items()},
}
METRICS = Metrics({name: value for name, value in _OF_GAMES.items() if name != "finder"}, _OF_SEATS, example="times.survey")
