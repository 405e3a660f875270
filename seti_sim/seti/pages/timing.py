"""The questions of the report about when things are done: techs and milestones by round, openings, probes."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent
from seti_sim.core.language import component, marked, tr, trn
from seti_sim.report.blocks import Section, basis, chart
from seti_sim.report.cells import FEWEST, Table, column, enough, in_order, pick
from seti_sim.seti import charts
from seti_sim.seti.analysis import timing

_SHARP = 0.1  # win shares known worse than so are no sight


def by_round(run) -> list[Section]:
    """When do techs and milestones go with wins?"""
    techs, marks = timing.techs(run), timing.milestones(run)
    won = pick(techs, "win_share")
    if not won.height:
        return []
    common = enough(won).filter(pl.col("n") >= 0.01 * run.n_games * run.players, pl.col("low").is_finite())
    if common.height:
        top = common.sort("estimate", descending=True).row(0, named=True)
        answer = tr(
            "Of techs taken in some round by at least 1\u00a0% of the seats, {tech_id} in round {round} goes with the "
            "most wins, {top}. ",
            tech_id=component("tech", top["tech_id"]),
            round=top["round"],
            top=both(top, percent),
        )
    else:
        answer = tr("No tech is taken in one round by 1 % of the seats, and at least {FEWEST}. ", FEWEST=FEWEST)
    answer += tr("That describes who could pay for it then; it does not say that taking it wins.")
    reading = tr(
        "Takers of each tech by the round in which they took it, with intervals of 95 %; a column a round. What "
        "comes early also comes to those who do well. What few took then is left to the table."
    )
    alt = tr("Win share of the takers of each tech by round")
    sharp = won.filter(pl.col("high") - pl.col("low") < _SHARP)
    drawn = (sharp if sharp.height else won).with_columns(pl.col("tech_id").cast(pl.String))
    called = {tech: component("tech", tech) for tech in drawn["tech_id"].unique()}
    shown = charts.win_share_by_round(drawn.with_columns(pl.col("tech_id").replace(called)), "tech_id", 1 / run.players)
    figure = chart(run, shown, "tech-rounds", alt, reading)
    tables = [
        rounds_table(won, "tech_id", tr("Win share of takers by the round of taking."), tr("takers"), run.tech_names, "tech"),
        rounds_table(
            pick(marks, "win_share").with_columns(pl.format(tr("{} points"), "milestone").alias("mark")),
            "mark",
            tr("Win share of those who reached a milestone, by the round of reaching it."),
            tr("seats that reached it then"),
            {},
        ),
    ]
    rests_on = basis(won["n"].sum(), tr("takings"), "observational")
    blocks = [figure, *(table for table in tables if table.labels or table.left_out)]
    return [Section("tech-rounds", tr("When do techs and milestones go with wins?"), answer, rests_on, blocks)]


ENDS_WITH = {"orbiters": marked("Seats by the orbiters they end with"), "landers": marked("Seats by the landers they end with")}


def _number_of(craft: str, n: int) -> str:
    return trn("{n} orbiter", "{n} orbiters", n) if craft == "orbiters" else trn("{n} lander", "{n} landers", n)


def _in_words(opening: str) -> str:
    """`scan ×2, play` by what the actions are called."""
    parts = (part.partition(" ") for part in opening.split(", "))
    return ", ".join(f"{component('action', action)}{space}{times}" for action, space, times in parts)


def rounds_table(won: pl.DataFrame, key: str, caption: str, counts: str, small: dict, kind: str = "") -> Table:
    """Rows of `key`, components of that `kind`, a column a round; a dash where nobody did."""
    labels = won[key].cast(pl.String).unique(maintain_order=True).to_list()
    columns = [
        column(in_order(won.filter(pl.col("round") == round_), key, labels), tr("round {round_}", round_=round_), percent)
        for round_ in sorted(won["round"].unique())
    ]
    called = [component(kind, label) if kind else label for label in labels]
    return Table(called, columns, small=[small.get(label, "") for label in labels], caption=caption, counts=counts)


def openings(run) -> Section:
    """How do seats open, and who wins?"""
    frame = timing.openings(run).with_columns(pl.col("opening").map_elements(_in_words, pl.String))
    share, won, score = (pick(frame, name) for name in ("share", "win_share", "score"))
    first = share.row(0, named=True)
    answer = tr(
        "The commonest round 1 is: {opening}; {first} of the seats play it. ",
        opening=first["opening"],
        first=both(first, percent),
    )
    known = enough(won).filter(pl.col("low").is_finite())
    if known.height > 1:
        best, worst = (known.sort("estimate", descending=d).row(0, named=True) for d in (True, False))
        answer += tr(
            "Of the {height} commonest, {opening} goes with the most wins, {best}, and {opening2} with the fewest, {worst}.",
            height=known.height,
            opening=best["opening"],
            best=both(best, percent),
            opening2=worst["opening"],
            worst=both(worst, percent),
        )
    reading = tr(
        "The main actions of a seat in round 1, in any order and passing aside, the commonest first. Cards and "
        "the order of seats decide much of what is possible, so this is no advice."
    )
    figure = chart(run, charts.openings(frame, 1 / run.players), "openings", tr("Win share of the commonest openings"), reading)
    columns = [
        column(share, tr("of all seats"), percent),
        column(won, tr("win share"), percent),
        column(score, tr("score"), number),
    ]
    tables = [
        Table(
            share["opening"].to_list(),
            columns,
            counts=tr("all seats in the first column, seats that opened so in the others"),
        )
    ]
    craft = timing.probes(run)
    for name in ("orbiters", "landers"):
        part = craft.filter(pl.col("craft") == name, pl.col("n") > 0)
        won, score = (pick(part, measure) for measure in ("win_share", "score"))
        tables.append(
            Table(
                [_number_of(name, n) for n in won["number"]],
                [column(won, tr("win share"), percent), column(score, tr("score"), number)],
                caption=tr(ENDS_WITH[name]) + (tr(", on moons too.") if name == "landers" else "."),
                counts=tr("seats"),
            )
        )
    rests_on = basis(first["n"], tr("seats"), "observational")
    return Section("openings", tr("How do seats open, and what do probes go with?"), answer, rests_on, [figure, *tables])
