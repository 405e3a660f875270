"""What the report says about studies: variants compared, a key swept, starting points found, who starts."""

from __future__ import annotations

import hashlib
from itertools import groupby

import polars as pl

from seti_sim import charts
from seti_sim.core import registry
from seti_sim.core.amounts import Form, both, form_of, number, pair, percent, two_pp
from seti_sim.report import ladder
from seti_sim.report import starts as start_words
from seti_sim.report.answers import ANY_GAME
from seti_sim.report.blocks import Figure, Section, basis, drawn
from seti_sim.report.cells import Cell, Column, Table, cell, column, p_text, pick
from seti_sim.simulate import split_policies
from seti_sim.stats.sequential import never_seen
from seti_sim.studies.sweep import levels

SHARE = "share"


def page_of(kind: str):
    """What tells about a kind of study: of any game, or of the one that has it; None for those that are told here."""
    if kind in ANY_GAME.by_kind:
        return ANY_GAME
    if kind == "ladder":
        return ladder
    pages = (registry.get(name).study_pages() for name in registry.names())
    return next((found[kind] for found in pages if kind in found), None)


def sections(study) -> list[Section]:
    """The sections of a study."""
    if own := page_of(study.kind):
        return [own.section(study)]
    return [{"compare": compared, "sweep": swept, "komi": starting_points, "seats": seats}[study.kind](study)]


def in_short(study) -> tuple[str, str]:
    """The answer of a study and what it rests on, without drawing anything."""
    if own := page_of(study.kind):
        return own.finding(study)
    if study.kind == "komi":
        return _points_told(study), _fresh(study)
    if study.kind == "seats":
        return start_words.finding(*_of_seats(study))
    found = study.frames["differences"]
    if study.kind == "sweep":
        found = found.with_columns(variant=pl.lit(f"{study.facts['address']} = ") + pl.col("variant"))
    return finding(found), basis(study.facts["pairs"], "pairs of games", "paired")


def heading(study) -> str:
    """What the part of the page about a study is called."""
    if own := page_of(study.kind):
        return own.heading(study)
    if study.kind == "komi":
        if "given" in study.frames:
            return _gift(study)
        return f"{_given(study).capitalize()} that make {study.asked['players']} seats equal"
    if study.kind == "seats":
        return "Who starts, whoever plays"
    if study.kind == "sweep":
        return f"{study.facts['address']} at {', '.join(study.facts['values'])}"
    names = [side["name"] for side in study.facts["sides"]]
    return f"{' and '.join(names[1:])} against {names[0]}"


def beside(study, run) -> dict[str, str]:
    """What a study says beside sections of the report of a run, by their anchors."""
    own = page_of(study.kind)
    return own.beside(study, run) if hasattr(own, "beside") else {}


def warnings(study) -> list[str]:
    """What the part of the page about a study warns of first."""
    own = page_of(study.kind)
    return list(own.warnings(study)) if hasattr(own, "warnings") else []


def origin(study):
    """Rows (what, text) of how a study was made; the command first, where one made it."""
    if "command" in study.facts:
        yield "Command", study.facts["command"]
    if own := page_of(study.kind):
        yield from own.origin(study)
        return
    asked = study.asked
    yield "Folder", str(study.folder)
    if study.kind == "seats":
        for name, runs in groupby(study.facts["runs"], key=lambda run: (run["policy"], run["key"])):
            told = ", ".join(f"{run['games']:,} games of {run['players']}" for run in runs)
            yield name[0], f"{told} players, weights {name[1]}"
        yield "Seed", f"{asked['seed']}, rules {study.facts['rules']}"
        return
    yield "Players", f"{asked['players']}; {_who(split_policies(study.asked['policies']))}, seating {asked['seating']}"
    if study.kind == "komi":
        yield "Games", f"{asked['games']:,} of each of {study.facts['candidates']} candidates, seed {study.facts['seed']}"
        yield "Confirmed", f"{asked['confirm_games']:,} games of each, seed {study.facts['confirm_seed']}"
        if "rules" in study.facts:
            yield "Rules", f"fingerprint {study.facts['rules']}, and the {_given(study)}"
        return
    looks = study.facts["looks"]
    yield "Games", f"{study.facts['pairs']:,} of each side, looked at {looks} time{'s' if looks > 1 else ''}"
    yield "Ended", "as precise as wanted" if study.facts["why"] == "precise" else "at the most games allowed"
    yield "Seed", str(asked["seed"])
    for side in study.facts["sides"]:
        changes = "; ".join(f"{address} {old} → {new}" for address, old, new in side["changes"]) or "the printed rules"
        players = "" if side["policies"] == study.facts["sides"][0]["policies"] else f", played by {_who(side['policies'])}"
        yield side["name"], f"{changes}, fingerprint {side['fingerprint']}{players}"


def _who(names) -> str:
    return f"{names[0]} in every seat" if len(set(names)) == 1 else ", ".join(names)


def _difference(row) -> str:
    """`score +58.7 points (+57.5 to +60.0)`; no unit where it is in the metric's name."""
    form = form_of(row["unit"], True)
    unit = "" if row["unit"] in (SHARE, *row["words"].replace(",", "").split()) else f" {row['unit']}"
    value, interval = pair(row["estimate"], row["low"], row["high"], form)
    return f"{row['words']} {value}{unit} ({interval})"


def finding(differences: pl.DataFrame) -> str:
    """What differs, and what could not be told, in a sentence a variant."""
    sentences = []
    for (variant,), rows in differences.group_by("variant", maintain_order=True):
        clear = rows.filter((pl.col("low").fill_nan(None) > 0) | (pl.col("high") < 0))
        same = rows.filter(pl.col("differ") == 0)
        rest = rows.filter((pl.col("low") <= 0) & (pl.col("high") >= 0) & (pl.col("differ") > 0))
        parts = [_difference(row) for row in clear.iter_rows(named=True)]
        sentence = f"With {variant}: {'; '.join(parts)}." if parts else f"With {variant}, no difference is clear."
        if rest.height:
            sentence += f" Not told from no difference: {'; '.join(rest['words'])}."
        if same.height:
            top = percent(never_seen(same["n"][0]), 2)
            sentence += f" In no pair of games did it change {', '.join(same['words'])}; in more than {top} it hardly does."
        sentences.append(sentence)
    return " ".join(sentences)


def compared(study) -> Section:
    """What a variant changes."""
    names = [side["name"] for side in study.facts["sides"]]
    question = f"What changes with {' and with '.join(names[1:])}?"
    blocks = [_differences_chart(study), *_tables(study), *_narrowing(study), _method(study)]
    return Section(f"compare-{_mark(study)}", question, *in_short(study), blocks)


def swept(study) -> Section:
    """What a key of the rules does."""
    address = study.facts["address"]
    frame = levels(study)
    reading = (
        f"One panel a metric: its mean at each value of {address} with an interval, the printed value ringed. All values "
        "were played on the same seeds, so differences are known better than the intervals of two levels suggest; the "
        "table has them."
    )
    chart = drawn(charts.sweep(frame, address), _mark(study), "sweep", f"Metrics at each value of {address}", reading)
    blocks = [chart, _differences_chart(study), *_tables(study), _method(study)]
    return Section(f"sweep-{_mark(study)}", f"What does {address} do?", *in_short(study), blocks)


def _mark(study) -> str:
    """Tells studies apart inside a page: a hash of their rules, seed and players, the same for the same study."""
    text = repr([study.kind, study.asked, study.facts.get("sides"), study.facts.get("komi")])
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def seats(study) -> Section:
    """Who starts, whoever plays and however many."""
    return start_words.section(*_of_seats(study), f"seats-{_mark(study)}", _mark(study))


def _of_seats(study) -> list[pl.DataFrame]:
    return [study.frames[name] for name in ("by_seat", "inequality", "changes", "alike")]


def _differences_chart(study) -> Figure:
    frame, base = study.frames["differences"], study.facts["sides"][0]["name"]
    reading = (
        f"Each dot is the mean difference from {base} between games of the same luck, with an interval. A difference is "
        "clear where its whole bar lies on one side of the dashed line."
    )
    alt = "Differences of each metric with their intervals"
    return drawn(charts.comparison(frame, base), _mark(study), "differences", alt, reading)


def _narrowing(study) -> list[Figure]:
    """The chart of how intervals narrowed; none of one look, which would be a chart of one point."""
    if study.frames["looks"]["n"].n_unique() < 2:
        return []
    frame = study.frames["differences"]
    units, words = (dict(frame.select("metric", what).iter_rows()) for what in ("unit", "words"))
    reading = "The same intervals after each block of games. They hold at all looks together, so one may stop at any."
    figure = charts.narrowing(study.frames["looks"], units, words)
    return [drawn(figure, _mark(study), "narrowing", "Intervals after each block of games", reading)]


def _tables(study) -> list[Table]:
    """A table a variant: base, variant, difference, and how well the pairs went together."""
    found = []
    base = study.facts["sides"][0]["name"]
    for (variant,), rows in study.frames["differences"].group_by("variant", maintain_order=True):
        columns = [Column(base, "observational"), Column(variant, "observational"), Column("difference", "paired"),
                   Column("correlation of pairs", "observational"), Column("gain by pairing", "observational"),
                   Column("pairs that differ", "observational")]  # fmt: skip
        for row in rows.iter_rows(named=True):
            level, change = form_of(row["unit"]), form_of(row["unit"], True)
            for at, (name, form) in enumerate((("base", level), ("value", level), ("estimate", change))):
                mark = "" if name == "estimate" else f"{name}_"
                columns[at].cells.append(cell(row, form, names=(name, f"{mark}low", f"{mark}high")))
            columns[3].cells.append(Cell(number(row["correlation"], 2)))
            columns[4].cells.append(Cell(f"{number(row['gain'], 1)} ×"))
            columns[5].cells.append(Cell(percent(row["differ"])))
        for made_column in columns:
            made_column.n = f"{rows['n'][0]:,.0f}"
        found.append(Table(rows["words"].to_list(), columns, counts="pairs of games",
                           caption="Gain: how many times as many games without pairs would be as precise."))  # fmt: skip
    return found


def _method(study) -> str:
    facts = study.facts
    apart = " and ".join(facts.get("drawn", ()))
    apart = f"Games of a pair do not have the same {apart}, since what changes decides how they are drawn. " if apart else ""
    return (
        f"{apart}The differences are confidence sequences, looked at {facts['looks']} time{'s' if facts['looks'] > 1 else ''} and "
        f"corrected for {facts['comparisons']} comparisons (Bonferroni): with {percent(facts['level'], 0)} all of them hold "
        "at all looks. Levels of base and variant hold at all looks, each by itself. Everything holds for the policies that "
        "played, which do not learn the variant."
    )


def _points_told(study) -> str:
    """What starting points were found, and how equal they are on fresh games."""
    facts, players = study.facts, study.asked["players"]
    found = {row["rules"]: row for row in study.frames["inequality"].iter_rows(named=True)}
    if "given" in study.frames:
        more = {(row["seat"], row["measure"]): row for row in study.frames["given"].iter_rows(named=True)}
        told = "; ".join(
            f"seat {seat} wins {both(more[seat, 'win_share'], form_of(SHARE, True))} and scores "
            f"{both(more[seat, 'score'], form_of('points', True))} points more" for seat in study.asked["seats"]
        )  # fmt: skip
        return (
            f"With {_gift(study)} {told}. The shares then lie {both(found['komi'], two_pp)} from equal, against "
            f"{both(found['printed'], two_pp)} as printed."
        )
    if facts["better"] == "same":
        return (
            f"The printed ones, {_text(facts['printed'])}: no other whole numbers tried made {players} seats more equal. "
            f"On fresh games the shares lie {both(found['printed'], two_pp)} from equal."
        )
    points = f"{_text(facts['komi'])} for seats 1 to {players}"
    points += "" if study.asked.get("of", "points") == "points" else f", in {_given(study)}"
    begin = {
        "yes": f"{points}, where {_text(facts['printed'])} is printed.",
        "unclear": f"None is clearly better than the printed {_text(facts['printed'])}; the search ended at {points}.",
        "no": f"None was found: the search ended at {points}, led by chance, where {_text(facts['printed'])} is printed.",
    }[facts["better"]]
    return (
        f"{begin} On fresh games the shares then lie {both(found['komi'], two_pp)} from equal, against "
        f"{both(found['printed'], two_pp)} as printed."
    )


def _given(study) -> str:
    """What a komi gives to seats, in words."""
    of = study.asked.get("of", "points")
    return f"income in {of[7:]}" if of.startswith("income-") else f"starting {of}"


def _gift(study) -> str:
    """What is given to whom: `+1 in starting credits for seat 1`."""
    seats = study.asked["seats"]
    return f"{study.asked['give']:+d} in {_given(study)} for seat{'s' * (len(seats) > 1)} {_text(seats)}"


def _text(points) -> str:
    return ", ".join(map(str, points))


def _fresh(study) -> str:
    return basis(study.asked["confirm_games"], "fresh games of each", "paired" if "given" in study.frames else "randomised")


def starting_points(study) -> Section:
    """Which starting points make the seats equal."""
    facts, players = study.facts, study.asked["players"]
    found = {row["rules"]: row for row in study.frames["inequality"].iter_rows(named=True)}
    reading = (
        "Each seat's share of all wins on a seed that was not used for finding the points, under both. Intervals hold for "
        "all seats at once with 95 %. Behind each is what the seat starts with."
    )
    chart = drawn(charts.komi(study.frames["seats"]), _mark(study), "komi", "Win share by seat under both", reading)
    share = pick(study.frames["seats"], "win_share")
    score = pick(study.frames["seats"], "score")
    columns = []
    for name in ("printed", "komi"):
        start = share.filter(pl.col("rules") == name)
        columns.append(Column(f"{name}: starts with", cells=[Cell(str(v)) for v in start["start_vp"]]))
        columns.append(column(start, "win share", percent))
        columns.append(column(score.filter(pl.col("rules") == name), "mean score"))
    table = Table([f"Seat {s}" for s in range(1, players + 1)], columns, counts="games")
    near = study.frames["candidates"].head(12)
    tried = Table(
        near["start_vp"].to_list(),
        [
            Column("distance of the shares from equal", "observational", f"{near['n'][0]:,.0f}",
                   [Cell(two_pp(v)) for v in near["distance"]]),
            column(near, "larger than that of the chosen, squared", Form(2, 1e4, sign=True)),
        ],
        caption="Root mean square distance, and how much larger the sum of squares is, in squared "
        "percentage points: the candidates on the seed used for solving, the nearest to equal first.",
    )  # fmt: skip
    tied = facts["tied"]
    shifted = study.asked.get("of", "points") == "points" and not study.asked.get("seats")
    first = (
        f"A shift of the scores of the printed game gave the first guess, {_text(facts['guess'])}"
        if shifted
        else f"The search began with what is printed, {_text(facts['printed'])}"
    )
    notes = [
        f"{first}; {facts['candidates']} "
        "candidates were then played on common seeds, moving one seat by one at a time. "
        + (f"These cannot be told from the chosen one: {'; '.join(tied)}." if tied else "No other can be told to be as good.")
        + f" Equal seats on the fresh seed: {p_text(found['komi']['p'])}. Holds for {_who(split_policies(study.asked['policies']))}."
    ]
    question = f"Which {_given(study)} would make {players} seats equal?"
    if "given" in study.frames:
        question = f"What do {_gift(study)} do?"
        more = [column(pick(study.frames["given"], measure), words, form_of(unit, True))
                for measure, words, unit in (("win_share", "win share more", SHARE), ("score", "points more", "points"))]  # fmt: skip
        gained = Table([f"Seat {s}" for s in range(1, players + 1)], more, counts="games")
        equal = f"Equal seats with it: {p_text(found['komi']['p'])}. Holds for {_who(split_policies(study.asked['policies']))}."
        return Section(f"komi-{_mark(study)}", question, *in_short(study), [chart, gained, table, equal])
    return Section(f"komi-{_mark(study)}", question, *in_short(study), [chart, table, tried, *notes])
