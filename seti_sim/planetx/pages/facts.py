"""Starting facts: what a fact is worth, and the order of play in facts."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, signed_pp, signed_two, two, two_pp
from seti_sim.planetx import analysis, charts
from seti_sim.report.blocks import Section, basis, chart, command
from seti_sim.report.cells import Table, column, pick, row


def _place(in_facts: pl.DataFrame) -> str:
    """How a sentence about the order of play begins: what it is worth at most, where all intervals say so."""
    farthest = in_facts.select(pl.max_horizontal(pl.col("low", "high").abs())).to_series().max()
    if farthest is not None and farthest < 0.5:
        return "The place in the order of play is worth less than half a fact to any seat:"
    return "To make up for the place in the order of play,"


def starting_facts(run) -> Section | None:
    """What is a starting fact worth? Nothing to ask where all seats have the same."""
    known = analysis.levels(run)
    if len(known) < 2:
        return None
    frame, worth = analysis.by_level(run), analysis.fact_worth(run)
    share, score = (pick(frame, name) for name in ("win_share", "score"))
    overall = {name: row(worth.filter(pl.col("step") == "all"), name) for name in ("win_share", "score")}
    fair = 1 / run.players
    most, least = share.row(-1, named=True), share.row(0, named=True)
    in_facts = analysis.seats_in_facts(run)
    first, last = in_facts.row(0, named=True), in_facts.row(-1, named=True)
    answer = (
        f"{both(overall['score'], two)} points and {both(overall['win_share'], two_pp)} "
        f"of win share each, inside a game. A seat with {most['level']} facts wins "
        f"{both(most, percent)} of its games, one with {least['level']} wins {both(least, percent)}; a fair share is "
        f"{percent(fair)}. {_place(in_facts)} seat 1 would be even with "
        f"{both(first, signed_two)} facts more, seat {last['seat']} with {both(last, signed_two)}."
    )
    labels = [f"{level} facts" for level in share["level"]]
    figure = charts.measures(
        "level",
        dict(zip(share["level"], labels)),
        [
            ("win share", share, percent),
            ("mean score", score, number),
            ("locates Planet X first", pick(frame, "finder"), percent),
        ],
        fair,
    )
    levels = Table(
        labels,
        [
            column(share, "win share", percent),
            column(score, "mean score"),
            column(pick(frame, "finder"), "locates Planet X first", percent),
            column(pick(frame, "located"), "locates it at all", percent),
            column(pick(frame, "theories_right"), "right theories", two),
        ],
        caption="Intervals hold for all levels at once with 95 %.",
        counts="seats",
    )
    steps = Table(
        ["all levels", *(f"from {step}" for step in pick(worth, "score")["step"].to_list()[1:])],
        [
            column(pick(worth, "score"), "points a fact", two),
            column(pick(worth, "win_share"), "win share a fact", signed_pp),
        ],
        caption="The worth of one fact more, compared between the seats of a game: so many facts are worth so many points.",
        counts="games",
    )
    komi = Table(
        [f"Seat {s}" for s in in_facts["seat"]],
        [column(in_facts, "facts that would make it even", signed_two)],
        caption="Starting facts that would make up for the place in the order of play: its lead in "
        "points over the points of a fact; negative where the seat is ahead.",
        counts="games",
    )
    reading = (
        "Every order of the levels round the table is played equally often, so neither seat nor neighbour is mixed up "
        "with the level. The dashed line is the fair share."
    )
    blocks = [
        chart(run, figure, "levels", "Win share, score and finder by starting facts", reading),
        levels,
        steps,
        komi,
    ]
    next_step = (
        "Find the handicap for a beginner: play a strong policy against a weak one with more facts, "
        f"{command(run, 'infogain,survey-first')} with --levels 0,8 --players 2."
    )
    return Section(
        "levels",
        "What is a starting fact worth?",
        answer,
        basis(run.n_games, "games", share["kind"][0]),
        blocks,
        next_step,
    )
