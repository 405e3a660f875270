"""The questions of the report about techs and gold tiles."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent
from seti_sim.core.language import component, inside, tr
from seti_sim.report.blocks import Finding, Section, basis, chart
from seti_sim.report.cells import Table, column, in_order, pick
from seti_sim.seti import charts
from seti_sim.seti.analysis import gold, techs
from seti_sim.seti.analysis.decks import tech_kinds
from seti_sim.seti.tables.schema import GOLD_SIDE


def techs_taken(run) -> Section:
    """Which techs are taken?"""
    frame = techs.by_tech(run)
    taken = pick(frame, "taken").sort("estimate", descending=True)
    question, rests_on = tr("Which techs are taken?"), basis(run.n_games * run.players, tr("seats"), "observational")
    if not taken.height:
        return Section("techs", question, tr("No tech was taken in this run."), rests_on)
    most, least = taken.row(0, named=True), taken.row(-1, named=True)
    answer = tr(
        "The tech {tech_id} is taken most, by {most} of the seats ({lower}), {tech_id2} least, by {least} ({lower2}).",
        tech_id=component("tech", most["tech_id"]),
        most=both(most, percent),
        lower=inside(run.tech_names.get(most["tech_id"], "")),
        tech_id2=component("tech", least["tech_id"]),
        least=both(least, percent),
        lower2=inside(run.tech_names.get(least["tech_id"], "")),
    )
    figure = chart(
        run,
        charts.techs(frame, tech_kinds(run)),
        "techs",
        tr("Share of seats that take each tech, and the mean round"),
        tr(
            "Left: how many of the seats take the tech at all. Right: when, on average. Bars of 95 % are often "
            "shorter than the dot is wide."
        ),
    )
    measures = {
        "taken": (tr("taken by"), percent), "round": (tr("mean round"), number), "first": (tr("with the 2-point tile"), percent),
        "win_share": (tr("win share of takers"), percent), "first_win_share": (tr("of first takers"), percent),
    }  # fmt: skip
    table = by_measure(frame, "tech_id", measures, run.tech_names, "tech")
    table.counts = tr("seats of all games in the first column, takings in the others")
    labels = pl.col("tech_id").cast(pl.String).map_elements(lambda tech: component("tech", tech), pl.String)
    rows = taken.reverse().head(4).select(labels.alias("label"), "estimate", "low", "high")
    least_taken = Finding(
        "components.tech", least, percent, tr("of the seats take {tech_id}, the tech that is taken least.", tech_id=component("tech", least["tech_id"])),
        chart=rows, words=tr("seats that take it, per cent"),
    )  # fmt: skip
    return Section("techs", question, answer, rests_on, [figure, table], findings=[least_taken])


def gold_tiles(run) -> Section:
    """Which gold tiles are marked?"""
    frame, place = gold.by_side(run), gold.by_place(run)
    marked = pick(frame, "marked").sort("estimate", descending=True)
    question = tr("Which gold tiles are marked?")
    if not marked.height:
        return Section(
            "gold",
            question,
            tr("No gold tile was marked in this run."),
            basis(run.n_games * run.players, tr("seats"), "observational"),
        )
    most, least = marked.row(0, named=True), marked.row(-1, named=True)
    answer = tr(
        "The tile {tile}, side {side}, is marked most, by {most} of the seats where it lies up, {tile2}, side "
        "{side2}, least, by {least}.",
        tile=component("gold", most["tile"]),
        side=most["side"],
        most=both(most, percent),
        tile2=component("gold", least["tile"]),
        side2=least["side"],
        least=both(least, percent),
    )
    rests_on = basis(min(most["n"], least["n"]), tr("seats or more for each side"), "observational")
    figure = chart(
        run,
        charts.gold(frame, place),
        "gold",
        tr("Share of seats that mark each gold tile, and points of a mark by its place"),
        tr(
            "Left: how many of the seats mark the tile. Right: what a mark is worth at the end, by whether it was the "
            "first, second or a later one on its tile."
        ),
    )
    named = pl.format(GOLD_SIDE, "tile", "side")
    measures = {
        "marked": (tr("marked by"), percent),
        "round": (tr("mean round"), number),
        "points": (tr("points of a mark"), number),
        "win_share": (tr("win share of who marks"), percent),
    }
    table = by_measure(frame.with_columns(tile=named), "tile", measures, run.gold_names, "gold side")
    table.counts = tr("seats of the games in which the side lies up in the first column, marks in the others")
    return Section("gold", question, answer, rests_on, [figure, table])


def by_measure(frame: pl.DataFrame, key: str, measures: dict, small: dict, kind: str = "") -> Table:
    """Rows of `key`, one column a measure; what was never measured is a dash. `small` says what each key is; they are components of
    that `kind`."""
    labels = frame[key].cast(pl.String).unique(maintain_order=True).to_list()
    columns = [column(in_order(pick(frame, measure), key, labels), title, form) for measure, (title, form) in measures.items()]
    return Table(
        [component(kind, label) if kind else label for label in labels],
        columns,
        small=[small.get(label, "") for label in labels],
    )
