"""What the report says about a ladder: how strong the players are, who beats whom, and what each plays like."""

from __future__ import annotations

import hashlib

import polars as pl

from seti_sim.core.amounts import NOBREAK, both, number, percent, rounded
from seti_sim.report.blocks import Section, Story, basis, drawn
from seti_sim.report.cells import Cell, Column, Table, cell, column, unless_few
from seti_sim.seti import charts
from seti_sim.seti.analysis.shape import beside
from seti_sim.seti.pages import shape
from seti_sim.seti.players.clock import is_timed
from seti_sim.seti.studies.ladder_words import rating, steps
from seti_sim.seti.tables.schema import SOURCE_WORDS
from seti_sim.simulate.progress import pace
from seti_sim.stats.estimates import difference_of_means

MOST = 4
"""Sources of points named of those from which the strongest player has more."""


def heading(study) -> str:
    """What the part of the page about it is called."""
    return "How strong the players are"


def finding(study) -> tuple[str, str]:
    """The answer and what it rests on."""
    rows = [f"{row['name']} wins {both(row, percent)} against {row['against']}" for row in steps(study).iter_rows(named=True)]
    best = _ranked(study).row(0, named=True)
    answer = (
        f"In games of two, {'; '.join(rows)}. The highest rating has {best['name']}; four of it have "
        f"{both(best | {'estimate': best['score']}, ends=('score_low', 'score_high'))} points a seat."
    )
    return answer, basis(study.frames["pairings"]["games"].sum(), "two-player games", "randomised")


def section(study) -> Section:
    """Which player is how strong, and what does it do?"""
    reading = (
        "Ratings by who won the games of two, with intervals from a bootstrap over games of the same luck with the seats "
        "exchanged. 100 more wins about 64 % of games. A rating far above or below all others has no end worth the name."
    )
    chart = drawn(charts.ladder(study.frames["players"]), _mark(study), "ladder", "Ratings with their intervals", reading)
    blocks = [chart, _players(study), _pairings(study), *_habits(study), _shape(study), _reading(study), _method(study)]
    return Section(f"ladder-{_mark(study)}", "How strong is each player?", *finding(study), blocks)


def origin(study):
    """Rows (what, text) of how a ladder was made."""
    asked = study.asked
    yield "Folder", str(study.folder)
    yield "Players", ", ".join(asked["policies"])
    yield "Games", f"{asked['games']:,} of each pairing, {asked['tables']:,} of four of each player"
    if asked["fewer"]:
        yield "Fewer", ", ".join(f"at most {games:,} of {name}" for name, games in asked["fewer"].items())
    yield "Seed", str(asked["seed"])
    yield "Rules", f"fingerprint {study.facts['rules']}"


def warnings(study):
    """What stands before everything else."""
    for name in filter(is_timed, study.asked["policies"]):
        yield f"{name} plays by the clock: the same command does not give the same games."


def _ranked(study) -> pl.DataFrame:
    """The players from the highest rating; those last that no games compare with the others."""
    return study.frames["players"].sort(pl.col("estimate").fill_nan(None), descending=True, nulls_last=True)


def _mark(study) -> str:
    """Tells ladders apart inside a page."""
    return hashlib.sha256(repr([study.asked, study.facts["rules"]]).encode()).hexdigest()[:8]


def _players(study) -> Table:
    frame = study.frames["players"]
    columns = [Column(title, "randomised") for title in ("rating", "points a seat, four of it", "seat 1 in its mirror")]
    columns += [Column("winner's points", "observational"), Column("games a second of a core", "observational")]
    for row in frame.iter_rows(named=True):
        columns[0].cells.append(cell(rating(row), rounded))
        columns[1].cells.append(cell(row, number, f"{row['tables']:,}", ("score", "score_low", "score_high")))
        columns[2].cells.append(cell(row, percent, f"{row['mirror']:,}", ("first", "first_low", "first_high")))
        columns[3].cells.append(cell(row, rounded, "", ("winner", "winner_low", "winner_high")))
        columns[4].cells.append(Cell(pace(row["speed"])))
    games = study.frames["pairings"]["games"].sum()
    caption = f"Ratings rest on {games:,} games of two; speed depends on the machine and what else it did."
    return Table(frame["name"].to_list(), columns, counts="games of four, and of two in the mirror", caption=caption)


def _pairings(study) -> Table:
    """Everybody against everybody weaker in the order of the ladder."""
    names = study.asked["policies"]
    differ = study.frames["pairings"]["games"].n_unique() > 1  # a ladder of few games says so; among many, few mislead
    found = {(row["name"], row["against"]): row for row in study.frames["pairings"].iter_rows(named=True)}
    columns = []
    for against in names[:-1]:
        columns.append(Column(f"against {against}", "randomised"))
        for name in names[1:]:
            row = found.get((name, against))
            if row is None:
                columns[-1].cells.append(Cell(""))
                continue
            told = cell(row, percent, f"{row['games']:,}")
            columns[-1].cells.append(unless_few(told, row["games"]) if differ else told)
    return Table(list(names[1:]), columns, counts="games of two", caption="Win share of the row's player.")


def _habits(study):
    """A table of points by source and one of actions."""
    names = study.asked["policies"]
    for frame, key, words, caption in (
        ("points", "source", SOURCE_WORDS, "Points of a seat by source, four of the player at the table."),
        ("actions", "action", {}, "Actions of a seat in a game, four of the player at the table."),
    ):
        rows = study.frames[frame]
        shown = [what for (what,), part in rows.group_by(key, maintain_order=True) if part["estimate"].max() > 0.05]
        rows = rows.filter(pl.col(key).is_in(shown))
        columns = [column(rows.filter(player=name), name) for name in names]
        yield Table([words.get(what, what) for what in shown], columns, counts="games of four", caption=caption)


def _shape(study) -> Table:
    """What a game of each player looks like, beside what good players say of theirs."""
    return shape.table(study.frames["shape"], study.asked["policies"])


def _reading(study) -> Story:
    """What the tables say in sentences: which steps are sure, what the strongest has more of, where good players differ."""
    best, second = _ranked(study)["name"][:2]
    sure = steps(study)
    unsure = sure.filter(pl.col("low") <= 0.5).select("name", "against").rows()
    lines = [
        f"{sure.height - len(unsure)} of {sure.height} steps are clear of 50{NOBREAK}%"
        + (f"; not so {'; '.join(f'{name} against {against}' for name, against in unsure)}." if unsure else ".")
    ]
    more = {source: got for source, got in _more(study, best, second).items() if got["low"] > 0}
    largest = sorted(more, key=lambda source: -more[source]["estimate"])[:MOST]
    if largest:
        words = "; ".join(f"{SOURCE_WORDS[source]} {both(more[source])}" for source in largest)
        lines.append(
            f"Four {best}, the highest rated, have more points a seat than four {second}, the next, from {words}; these are the "
            f"largest differences that are clear of 0 with all {len(SOURCE_WORDS)} sources compared."
        )
    found = beside(study.frames["shape"].filter(pl.col("player") == best))
    for where, words in (
        ("within", "agree, as far as these games tell, with"),
        ("below", "stay below"),
        ("above", "go beyond"),
    ):
        if found[where]:
            measures = "; ".join(f"{m.words} ({m.said})" for m in found[where])
            lines.append(f"Games of four {best} {words} what good players say of theirs in: {measures}.")
    return Story("What the tables say", lines, bullets=True)


def _more(study, best: str, second: str) -> dict[str, dict]:
    """Points of a seat that four of one player have more than four of another, by source; the games are separate ones."""
    points, found = study.frames["points"], {}
    for source in SOURCE_WORDS:
        sides = []
        for name in (best, second):
            row = points.row(by_predicate=(pl.col("player") == name) & (pl.col("source") == source), named=True)
            n, mean = row["n"], row["estimate"]
            sides.append((n, n * mean, n * mean**2 + n * (n - 1) * row["se"] ** 2))
        got, _ = difference_of_means(*sides, kind="observational", comparisons=len(SOURCE_WORDS))
        found[source] = {name: float(value) for name, value in got.columns().items() if name != "kind"}
    return found


def _method(study) -> str:
    return (
        "Every pairing plays each game twice with the seats exchanged, all pairs of species equally often; equal scores "
        "count a half, and are split at random from the seed where ratings are fitted (Plackett and Luce, by choix). "
        "Intervals of win shares take the two games of a block as one. Each interval holds by itself with 95 %."
    )
