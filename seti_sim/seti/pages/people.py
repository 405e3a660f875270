"""How strong the players of a run are beside people, and what that limits: rows of the head of the first sheet."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, rounded
from seti_sim.core.language import marked, tr
from seti_sim.seti.analysis.shape import measures
from seti_sim.stats.grouped import means

PLAYERS = 4
"""Players of the games of which good players say what they score."""


def beside(run) -> list[tuple[str, str]]:
    """What a seat and a winner score here and among good people, and what that limits."""
    people = run.seats.filter(pl.col("policy").cast(pl.String).is_in(run.config["seats"]))
    score = means(run, people, {"score": pl.col("score")}).row(0, named=True)
    told = tr("A seat makes {score} points here", score=both(score, rounded))
    if "solo" in run.config:
        return [
            (tr("Beside people"), tr("{told}; nothing is known of good people's solo games.", told=told)),
            (tr("So"), tr(_LIMITS)),
        ]
    best = means(run, run.games, {"best": pl.col("best_score")}).row(0, named=True)
    said = {measure.name: measure.said for measure in measures()}
    whose = tr("good people make {score} a seat and win with {winner}", score=said["score"], winner=said["winner"])
    where = (
        ""
        if run.players == PLAYERS
        else tr(" in four-player games; of games of {players} nothing is known", players=run.players)
    )
    verdict = ""
    if run.players == PLAYERS:
        (low, _) = next(measure.between for measure in measures() if measure.name == "score" and measure.between)
        verdict = tr(" The players are weaker than good people.") if score["high"] < low else ""
    return [
        (
            tr("Beside people"),
            tr(
                "{told}, its winner {best}; {whose}{where}.{verdict}",
                told=told,
                best=both(best, rounded),
                whose=whose,
                where=where,
                verdict=verdict,
            ),
        ),
        (tr("So"), tr(_LIMITS)),
    ]


_LIMITS = marked(
    "Numbers are true of these players. What is lopsided for them may be even among people, and what needs long plans looks weak "
    "here. Trust what stays with a stronger player."
)
