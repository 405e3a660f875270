"""Chart of leaders and last seats round by round."""

from __future__ import annotations

import polars as pl

from seti_sim.charts.figures import chart
from seti_sim.charts.rows import Panel, lay_rows
from seti_sim.charts.style import MARKS, fair_share
from seti_sim.core.amounts import both, percent
from seti_sim.core.language import marked, tr

GROUPS = {"wins": marked("as it was"), "equal": marked("of equal players")}


@chart
def leader(frame: pl.DataFrame, players: int):
    """Win share of the leading and of the last seat after each round, and what it would be of equal players.

    frame: of `analysis.leader.by_round`.
    """
    panels = []
    groups = {suffix: tr(words) for suffix, words in GROUPS.items()}
    for who, title in (("leader", tr("the seat that leads")), ("last", tr("the seat that is last"))):
        parts = []
        for suffix, group in groups.items():
            part = frame.filter(pl.col("measure") == f"{who}_{suffix}").sort("round")
            text = [both(row, percent) if suffix == "wins" else "" for row in part.iter_rows(named=True)]
            parts.append(part.with_columns(label=pl.format(tr("round {}"), "round"), group=pl.lit(group),
                                           text=pl.Series(text, dtype=pl.String)))  # fmt: skip
        panels.append(
            Panel(pl.concat(parts), tr("win share"), percent, title=title, line=1 / players, line_words=fair_share(players))
        )
    return lay_rows(panels, beside=False, marks=dict(zip(groups.values(), MARKS)))
