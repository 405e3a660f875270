"""The question of the report about planets and moons."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, portion
from seti_sim.core.language import SOURCE, component, inside, language, marked, tr
from seti_sim.report.blocks import Section, basis, chart
from seti_sim.report.cells import enough, pick
from seti_sim.seti import charts
from seti_sim.seti.analysis import craft
from seti_sim.seti.pages.techs import by_measure
from seti_sim.seti.pages.timing import rounds_table

QUESTION = marked("Which planets and moons are reached?")
_COMMON = 0.01
"""Places that a smaller share of the seats reach are left to the table."""


def planets(run) -> Section:
    """Which planets and moons are reached, when, and who wins?"""
    seats = run.n_games * run.players
    frame, rounds = (_with_place(run, found) for found in (craft.by_body(run), craft.by_round(run)))
    reached = pick(frame, "reached").sort("estimate", descending=True)
    rests_on = basis(seats, tr("seats"), "observational")
    if not reached.height:
        return Section("planets", QUESTION, tr("No probe was put into orbit or landed in this run."), rests_on)
    most, second = reached.row(0, named=True), reached.row(min(1, reached.height - 1), named=True)
    answer = tr(
        "Commonest is {one}: {most} of the seats put one there, {most2}",
        one=_one(most),
        most=portion(most),
        most2=both(most, percent),
    )
    answer += (
        tr(". Then comes {one}, {second}. ", one=_one(second), second=both(second, percent)) if reached.height > 1 else ". "
    )
    common = reached.filter(pl.col("estimate") >= _COMMON)["place"].to_list()
    won = frame.filter(pl.col("measure") == "win_share", pl.col("place").is_in(common), pl.col("low").is_finite())
    won = enough(won)
    if won.height > 1:
        top, low = (won.sort("estimate", descending=d).row(0, named=True) for d in (True, False))
        answer += tr(
            "Of what at least {COMMON} of the seats do, {one} goes with the most wins, {top}, and {one2} with the "
            "fewest, {low}. Who has a probe there may be ahead already.",
            COMMON=percent(_COMMON, 0),
            one=_one(top),
            top=both(top, percent),
            one2=_one(low),
            low=both(low, percent),
        )
    figure = chart(
        run,
        charts.places(frame.filter(pl.col("place").is_in(common or reached["place"].to_list()))),
        "planets",
        tr("Share of seats with an orbiter or lander at each planet and moon, and the mean round of the first"),
        tr(
            "Left: how many of the seats put one there at all. Right: when, on average, the first. Bars of 95 % are "
            "often shorter than the dot is wide."
        ),
    )
    measures = {
        "reached": (tr("reached by"), percent), "round": (tr("mean round"), number), "first": (tr("first there"), percent),
        "win_share": (tr("win share"), percent), "score": ("score", number),
    }  # fmt: skip
    table = by_measure(frame, "place", measures, {})
    table.counts = tr("seats of all games in the first column, seats with one there in the others")
    table.caption = tr(
        "First there: the planet's first orbiter, or a lander on a space for first landers. 'Oumuamua is in play "
        "with its species only."
    )
    won = rounds.filter(pl.col("measure") == "win_share", pl.col("place").is_in(common))
    caption = tr("Win share by the round of a seat's first one there.")
    blocks = [figure, table, *([rounds_table(won, "place", caption, tr("such seats"), {})] if won.height else [])]
    return Section("planets", QUESTION, answer, rests_on, blocks)


def _with_place(run, frame: pl.DataFrame) -> pl.DataFrame:
    """With a column `place`: `Orbiter at Mars`, `Lander on Io`."""
    special = {"oumuamua": run.species_names.get("oumuamua", "'Oumuamua")}
    words = {
        name: component("body", name, special.get(name) or " and ".join(map(str.capitalize, name.split("-"))))
        for name in run.config["categories"]["body"]
    }
    body = pl.col("body").cast(pl.String).replace(words)
    kind = pl.when(pl.col("craft") == "orbiter").then(pl.lit(tr("Orbiter at "))).otherwise(pl.lit(tr("Lander on ")))
    return frame.with_columns(place=kind + body)


def _one(row: dict) -> str:
    place = inside(row["place"])
    if language() != SOURCE:
        return place
    return f"{'an' if row['craft'] == 'orbiter' else 'a'} {place}"
