"""What the report says about a ladder: how strong the players are, who beats whom, and what each plays like."""

from __future__ import annotations

import hashlib

import polars as pl

from seti_sim import charts
from seti_sim.charts.ladder import rating
from seti_sim.core import registry
from seti_sim.core.amounts import NOBREAK, both, number, percent, rounded
from seti_sim.core.registry import DEFAULT
from seti_sim.report import markdown
from seti_sim.report.blocks import Section, Story, basis, drawn
from seti_sim.report.cells import Cell, Column, Table, cell, column, unless_few
from seti_sim.simulate.progress import pace
from seti_sim.stats.estimates import difference_of_means
from seti_sim.studies.ladder import steps

MOST = 4
"""Sources of points named of those from which the strongest player has more."""
SEATS = 4
"""Players at a table of a ladder that does not say how many: one of before other games had ladders."""


def heading(study) -> str:
    """What the part of the page about it is called."""
    return "How strong the players are"


def finding(study) -> tuple[str, str]:
    """The answer and what it rests on."""
    rows = [f"{row['name']} wins {both(row, percent)} against {row['against']}" for row in steps(study).iter_rows(named=True)]
    best = _ranked(study).row(0, named=True)
    answer = (
        f"In games of two, {'; '.join(rows)}. The highest rating has {best['name']}; {_seats(study)} of it have "
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
    tables, lines = _kind(study).habit_blocks(study, _ranked(study)["name"][0])
    blocks = [chart, _players(study), _pairings(study), *_points(study), *tables, _reading(study, lines), _method(study)]
    return Section(f"ladder-{_mark(study)}", "How strong is each player?", *finding(study), blocks)


def origin(study):
    """Rows (what, text) of how a ladder was made."""
    asked, kind = study.asked, _kind(study)
    yield "Folder", str(study.folder)
    yield "Game", kind.title
    for option in kind.options:
        if option.name in asked:
            yield option.name.capitalize(), kind.option_text(option.name, asked[option.name])
    yield "Players", ", ".join(asked["policies"])
    yield "Games", f"{asked['games']:,} of each pairing, {asked['tables']:,} of {_seats(study)} of each player"
    if asked["fewer"]:
        yield "Fewer", ", ".join(f"at most {games:,} of {name}" for name, games in asked["fewer"].items())
    yield "Seed", str(asked["seed"])
    yield "Rules", f"fingerprint {study.facts['rules']}"


def warnings(study):
    """What stands before everything else."""
    for name in filter(_kind(study).is_timed, study.asked["policies"]):
        yield f"{name} plays by the clock: the same command does not give the same games."


def to_markdown(study) -> str:
    """The ladder as Markdown tables: players, steps, points by source, and what the game tells of how they play."""
    out = [
        f"| player | rating (95 %) | points a seat, {_seats(study)} of it (95 %) | winner (95 %) | games | games/s a core "
        "| seat 1 in its mirror (95 %) |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in study.frames["players"].iter_rows(named=True):
        out.append(
            f"| {row['name']} | {both(rating(row), rounded)} | {_of(row, 'score', number)} | {_of(row, 'winner', rounded)} "
            f"| {row['tables']:,} | {pace(row['speed'])} | {_of(row, 'first', percent)} |"
        )
    out += ["", "| step | win share, two players (95 %) | games |", "| --- | --- | --- |"]
    for row in steps(study).iter_rows(named=True):
        out.append(f"| {row['name']} against {row['against']} | {both(row, percent)} | {row['games']:,} |")
    for table in (*_points(study), *_kind(study).habit_blocks(study, _ranked(study)["name"][0])[0]):
        out += ["", *markdown.table(table)]
    return "\n".join(out) + "\n"


def _of(row: dict, name: str, form) -> str:
    """An estimate of a player with its interval, by the name of its column."""
    return both(row | {"estimate": row[name]}, form, (f"{name}_low", f"{name}_high"))


def _kind(study):
    return registry.get(study.asked.get("game", DEFAULT))


def _seats(study) -> str:
    """How many sit at a table, in words."""
    seats = study.asked.get("players", SEATS)
    return {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}.get(seats, str(seats))


def _ranked(study) -> pl.DataFrame:
    """The players from the highest rating; those last that no games compare with the others."""
    return study.frames["players"].sort(pl.col("estimate").fill_nan(None), descending=True, nulls_last=True)


def _mark(study) -> str:
    """Tells ladders apart inside a page."""
    return hashlib.sha256(repr([study.asked, study.facts["rules"]]).encode()).hexdigest()[:8]


def _players(study) -> Table:
    frame, seats = study.frames["players"], _seats(study)
    columns = [Column(title, "randomised") for title in ("rating", f"points a seat, {seats} of it", "seat 1 in its mirror")]
    columns += [Column("winner's points", "observational"), Column("games a second of a core", "observational")]
    for row in frame.iter_rows(named=True):
        columns[0].cells.append(cell(rating(row), rounded))
        columns[1].cells.append(cell(row, number, f"{row['tables']:,}", ("score", "score_low", "score_high")))
        columns[2].cells.append(cell(row, percent, f"{row['mirror']:,}", ("first", "first_low", "first_high")))
        columns[3].cells.append(cell(row, rounded, "", ("winner", "winner_low", "winner_high")))
        columns[4].cells.append(Cell(pace(row["speed"])))
    games = study.frames["pairings"]["games"].sum()
    caption = f"Ratings rest on {games:,} games of two; speed depends on the machine and what else it did."
    return Table(frame["name"].to_list(), columns, counts=f"games of {seats}, and of two in the mirror", caption=caption)


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


def _points(study):
    """A table of points by source, where the game has any."""
    if "points" in study.frames:
        caption = "Points of a seat by source, the player in all seats."
        yield habit_table(study, "points", "source", _kind(study).points, f"games of {_seats(study)}", caption)


def habit_table(study, frame: str, key: str, words: dict[str, str], counts: str, caption: str) -> Table:
    """A row for each `key` of a frame of habits that some player has, a column for each player."""
    rows = study.frames[frame]
    shown = [what for (what,), part in rows.group_by(key, maintain_order=True) if part["estimate"].max() > 0.05]
    rows = rows.filter(pl.col(key).is_in(shown))
    columns = [column(rows.filter(player=name), name) for name in study.asked["policies"]]
    return Table([words.get(what, what) for what in shown], columns, counts=counts, caption=caption)


def _reading(study, habits: list[str]) -> Story:
    """What the tables say in sentences: which steps are sure, what the strongest has more of, and what the game tells of it."""
    best, second = _ranked(study)["name"][:2]
    sure = steps(study)
    unsure = sure.filter(pl.col("low") <= 0.5).select("name", "against").rows()
    lines = [
        f"{sure.height - len(unsure)} of {sure.height} steps are clear of 50{NOBREAK}%"
        + (f"; not so {'; '.join(f'{name} against {against}' for name, against in unsure)}." if unsure else ".")
    ]
    found = _more(study, best, second) if "points" in study.frames else {}
    more = {source: got for source, got in found.items() if got["low"] > 0}
    largest = sorted(more, key=lambda source: -more[source]["estimate"])[:MOST]
    if largest:
        named = _kind(study).points
        words = "; ".join(f"{named.get(source, source)} {both(more[source])}" for source in largest)
        seats = _seats(study)
        lines.append(
            f"{seats.capitalize()} {best}, the highest rated, have more points a seat than {seats} {second}, the next, from {words}; "
            f"these are the largest differences that are clear of 0 with all {len(found)} sources compared."
        )
    return Story("What the tables say", lines + habits, bullets=True)


def _more(study, best: str, second: str) -> dict[str, dict]:
    """Points of a seat that a table of one player has more than one of another, by source; the games are separate ones."""
    points, found = study.frames["points"], {}
    sources = points["source"].unique(maintain_order=True).to_list()
    for source in sources:
        sides = []
        for name in (best, second):
            row = points.row(by_predicate=(pl.col("player") == name) & (pl.col("source") == source), named=True)
            n, mean = row["n"], row["estimate"]
            sides.append((n, n * mean, n * mean**2 + n * (n - 1) * row["se"] ** 2))
        one, other = sides
        got, _ = difference_of_means(one, other, kind="observational", comparisons=len(sources))
        found[source] = {name: float(value) for name, value in got.columns().items() if name != "kind"}
    return found


def _method(study) -> str:
    kind = _kind(study)
    setups = f", all {kind.setup_factor} equally often" if kind.even_setups else ""
    return (
        f"Every pairing plays each game twice with the seats exchanged{setups}; equal win shares count a half, and are split at random "
        "from the seed where ratings are fitted (Plackett and Luce, by choix). Intervals of win shares take the two games of a block as "
        "one. Each interval holds by itself with 95 %."
    )
