"""How strong the players of a run are beside people, and what that limits: rows of the head of the first sheet."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, rounded
from seti_sim.seti.analysis.shape import measures
from seti_sim.stats.grouped import means

PLAYERS = 4
"""Players of the games of which good players say what they score."""


def beside(run) -> list[tuple[str, str]]:
    """What a seat and a winner score here and among good people, and what that limits."""
    people = run.seats.filter(pl.col("policy").cast(pl.String).is_in(run.config["seats"]))
    score = means(run, people, {"score": pl.col("score")}).row(0, named=True)
    told = f"A seat makes {both(score, rounded)} points here"
    if "solo" in run.config:
        return [("Beside people", f"{told}; nothing is known of good people's solo games."), ("So", _LIMITS)]
    best = means(run, run.games, {"best": pl.col("best_score")}).row(0, named=True)
    said = {measure.name: measure.said for measure in measures()}
    whose = f"good people make {said['score']} a seat and win with {said['winner']}"
    where = "" if run.players == PLAYERS else f" in four-player games; of games of {run.players} nothing is known"
    verdict = ""
    if run.players == PLAYERS:
        (low, _) = next(measure.between for measure in measures() if measure.name == "score" and measure.between)
        verdict = " The players are weaker than good people." if score["high"] < low else ""
    return [
        ("Beside people", f"{told}, its winner {both(best, rounded)}; {whose}{where}.{verdict}"),
        ("So", _LIMITS),
    ]


_LIMITS = (
    "Numbers are true of these players. What is lopsided for them may be even among people, and what needs long plans looks weak "
    "here. Trust what stays with a stronger player."
)
