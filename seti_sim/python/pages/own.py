"""Sections about the columns and tables that an author adds to the game: means of them, by group where that is asked."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from seti_sim import charts
from seti_sim.core.amounts import Form, both, percent, two
from seti_sim.core.columns import Column
from seti_sim.report.blocks import Section, basis, chart
from seti_sim.report.cells import Table, column, pick, row
from seti_sim.stats.grouped import means

_PANELS = 3
"""A chart has room for so many measures side by side."""


def columns_of_games(run) -> tuple[dict[str, pl.Expr], dict[str, tuple[str, Form]]]:
    """Measures of an author's columns of table `games`: expressions, and words with the way of writing."""
    return _measures(run, "games")


def numbers_of_seats(run) -> Section | None:
    """What do players do? Means of the author's columns of table `seats`; None where there are none."""
    measures, words = _measures(run, "seats")
    if not measures:
        return None
    shares = [name for name, (_, form) in words.items() if form is percent]
    signed = [name for name in measures if name not in shares]
    whole = means(run, run.seats, measures, shares=shares, signed=signed)
    answer = "In a game a seat has: " + "; ".join(
        f"{text}, {both(row(whole, name), form)}" for name, (text, form) in words.items()
    )
    groups: dict[str, pl.DataFrame] = {"all seats": whole}
    if not run.is_mirror:
        by_policy = means(run, run.seats, measures, by=["policy"], shares=shares, signed=signed)
        groups |= {name: by_policy.filter(pl.col("policy") == name) for name in run.policies}
    of_winners = means(run, run.seats, measures, weight=pl.col("win_share"), shares=shares, signed=signed)
    groups["winners"] = of_winners
    tables = []
    for kind in (percent, two):  # a column of a table is written in one way
        names = [name for name, (_, form) in words.items() if form is kind]
        if names:
            columns = [column(pl.concat([pick(frame, name) for name in names]), title, kind) for title, frame in groups.items()]
            tables.append(Table([words[name][0] for name in names], columns, counts="seats"))
    note = "What winners have more of describes who won; it does not say that more of it would win."
    return Section("numbers", "What do players do?", f"{answer}.", basis(row(whole, next(iter(measures)))["n"], "seats", "observational"),
                   [*tables, note])  # fmt: skip


def groups_section(
    run,
    anchor: str,
    question: str,
    *,
    table: str | pl.LazyFrame,
    by: str,
    measures: Mapping[str, tuple[pl.Expr, Form]],
    told: str = "",
    label: str = "",
    counts: str = "rows",
    reading: str = "Each group by itself, with its interval.",
) -> Section | None:
    """A section with a mean of each measure in each group of a table, as a chart and a table; None where the table is empty.

    anchor: the id of the section, a word. question: its heading. table: name of a table of the run, or what was made of one, with `game_id`. by: the column whose values
    are the groups, in their order. measures: words → (an expression over a row, how it is written: `percent` for shares and
    true or false, else `number` or `two`). told: the answer, with `{best}`, `{worst}` (the groups where the first measure is greatest
    and least) and `{high}`, `{low}` (their values with intervals) filled in. label: how a group is written, as `{} rolls`; without it the name
    of the column stands before. counts: what a row is, in the
    plural. Intervals are clustered by game.
    """
    names = {f"m{i}": words for i, words in enumerate(measures)}
    expressions = {name: measures[words][0] for name, words in names.items()}
    forms = {name: measures[words][1] for name, words in names.items()}
    shares = [name for name, form in forms.items() if form is percent]
    rows = (getattr(run, table) if isinstance(table, str) else table).filter(pl.col(by).is_not_null())
    frame = means(run, rows, expressions, by=[by], shares=shares, signed=[name for name in names if name not in shares])
    if not frame.height:
        return None
    first = pick(frame, "m0")
    known = first.filter(pl.col("n") >= 30)
    ends = (known if known.height else first).sort("estimate")
    worst, best = ends.row(0, named=True), ends.row(-1, named=True)
    form = forms["m0"]
    label = label or f"{by.replace('_', ' ')} {{}}"
    written = {value: label.format(value) for value in first[by]}
    told = told or f"{next(iter(measures)).capitalize()}: most with {{best}}, {{high}}; least with {{worst}}, {{low}}."
    answer = told.format(best=written[best[by]], worst=written[worst[by]], high=both(best, form), low=both(worst, form))
    panels = [(names[name], pick(frame, name), forms[name]) for name in list(names)[:_PANELS]]
    figure = chart(
        run, charts.measures(by, written, panels), anchor, f"{'; '.join(names.values())}, by {by.replace('_', ' ')}", reading
    )
    columns = [column(pick(frame, name), words, forms[name]) for name, words in names.items()]
    n = float(first["n"].sum())
    return Section(anchor, question, answer, basis(n, counts, "observational"),
                   [figure, Table(list(written.values()), columns, counts=counts)])  # fmt: skip


def _measures(run, table: str) -> tuple[dict[str, pl.Expr], dict[str, tuple[str, Form]]]:
    measures: dict[str, pl.Expr] = {}
    words: dict[str, tuple[str, Form]] = {}
    own = run.kind.own[table]
    for of in run.kind.tables[table].columns:
        if of.name not in own or of.type == "String":
            continue
        if of.type.startswith("enum "):
            for category in run.kind.fixed[of.type[5:]]:
                measures[f"{of.name}-{category}"] = pl.col(of.name) == category
                words[f"{of.name}-{category}"] = f"{of.meaning}: {category}", percent
        else:
            measures[of.name] = pl.col(of.name)
            words[of.name] = of.meaning, _form(of)
    return measures, words


def _form(of: Column) -> Form:
    return percent if of.type == "Boolean" or of.unit == "share" else two
