"""Runs with one player in all seats, beside each other: what four of each score, and what their games look like."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number
from seti_sim.report.blocks import Section, basis
from seti_sim.report.cells import Table, column, pick, row
from seti_sim.seti.analysis import pacing
from seti_sim.seti.analysis.shape import shape
from seti_sim.seti.pages import shape as shapes


def section(runs) -> Section:
    """What do the seats of each player score? runs: opened runs, each of one player in all seats, all of one number of
    players."""
    runs = {run.policies[0]: run for run in runs}
    found = {name: shape(run) for name, run in runs.items()}
    by_score = sorted(found, key=lambda name: row(found[name], "score")["estimate"])
    answer = "; ".join(
        f"{name} has {both(row(found[name], 'score'))} points a seat and its winner {both(row(found[name], 'winner'))}"
        for name in reversed(by_score)
    )
    shown = (("points a seat", "score"), ("points of the winner", "winner"))
    columns = [column(pl.concat([pick(found[name], measure) for name in found]), title, fewest=0) for title, measure in shown]
    games = [pacing.per_game(run) for run in runs.values()]
    for title, what in (("lead of the best over the second", "margin"), ("turns of all seats", "turns")):
        columns.append(column(pl.concat([pick(rows, what) for rows in games]), title, fewest=0))
    count = sum(run.n_games for run in runs.values())
    seats = next(iter(runs.values())).players
    together = pl.concat([frame.with_columns(player=pl.lit(name)) for name, frame in found.items()])
    blocks = [Table(list(found), columns, counts="games"), shapes.table(together, list(found))]
    question = f"What do {number(seats, 0)} of each player score?"
    return Section("players", question, f"Among themselves, {answer}.", basis(count, "games", "observational"), blocks)
