"""Starting facts: what a fact is worth, and the order of play in facts."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, signed_pp, signed_two, two, two_pp
from seti_sim.core.language import tr
from seti_sim.planetx import analysis, charts
from seti_sim.report.blocks import Section, basis, chart, command
from seti_sim.report.cells import Table, column, pick, row


def _place(in_facts: pl.DataFrame) -> str:
    """How a sentence about the order of play begins: what it is worth at most, where all intervals say so."""
    farthest = in_facts.select(pl.max_horizontal(pl.col("low", "high").abs())).to_series().max()
    if farthest is not None and farthest < 0.5:
        return tr("The place in the order of play is worth less than half a fact to any seat:")
    return tr("To make up for the place in the order of play,")


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
    answer = tr(
        "{score} points and {win_share} of win share each, inside a game. A seat with {level} facts wins {most} "
        "of its games, one with {level2} wins {least}; a fair share is {fair}. {place} seat 1 would be even with "
        "{first} facts more, seat {seat} with {last}.",
        score=both(overall["score"], two),
        win_share=both(overall["win_share"], two_pp),
        level=most["level"],
        most=both(most, percent),
        level2=least["level"],
        least=both(least, percent),
        fair=percent(fair),
        place=_place(in_facts),
        first=both(first, signed_two),
        seat=last["seat"],
        last=both(last, signed_two),
    )
    labels = [tr("{level} facts", level=level) for level in share["level"]]
    figure = charts.measures(
        "level",
        dict(zip(share["level"], labels)),
        [
            (tr("win share"), share, percent),
            (tr("mean score"), score, number),
            (tr("locates Planet X first"), pick(frame, "finder"), percent),
        ],
        fair,
    )
    levels = Table(
        labels,
        [
            column(share, tr("win share"), percent),
            column(score, tr("mean score")),
            column(pick(frame, "finder"), tr("locates Planet X first"), percent),
            column(pick(frame, "located"), tr("locates it at all"), percent),
            column(pick(frame, "theories_right"), tr("right theories"), two),
        ],
        caption=tr("Intervals hold for all levels at once with 95 %."),
        counts=tr("seats"),
    )
    steps = Table(
        [tr("all levels"), *(tr("from {step}", step=step) for step in pick(worth, "score")["step"].to_list()[1:])],
        [
            column(pick(worth, "score"), tr("points a fact"), two),
            column(pick(worth, "win_share"), tr("win share a fact"), signed_pp),
        ],
        caption=tr("The worth of one fact more, compared between the seats of a game: so many facts are worth so many points."),
        counts=tr("games"),
    )
    komi = Table(
        [tr("Seat {s}", s=s) for s in in_facts["seat"]],
        [column(in_facts, tr("facts that would make it even"), signed_two)],
        caption=tr(
            "Starting facts that would make up for the place in the order of play: its lead in points over the points "
            "of a fact; negative where the seat is ahead."
        ),
        counts=tr("games"),
    )
    reading = tr(
        "Every order of the levels round the table is played equally often, so neither seat nor neighbour is "
        "mixed up with the level. The dashed line is the fair share."
    )
    blocks = [
        chart(run, figure, "levels", tr("Win share, score and finder by starting facts"), reading),
        levels,
        steps,
        komi,
    ]
    next_step = tr(
        "Find the handicap for a beginner: play a strong policy against a weak one with more facts, {command} "
        "with --levels 0,8 --players 2.",
        command=command(run, "infogain,survey-first"),
    )
    return Section(
        "levels",
        tr("What is a starting fact worth?"),
        answer,
        basis(run.n_games, tr("games"), share["kind"][0]),
        blocks,
        next_step,
    )
