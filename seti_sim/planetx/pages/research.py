"""What seats are told: research topics, conferences, and what actions tell for their time."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, two
from seti_sim.planetx import analysis, charts
from seti_sim.planetx.pages.words import like, sentence
from seti_sim.report.blocks import Finding, Section, basis, chart
from seti_sim.report.cells import Table, column, enough, in_order, pick

MOST_RULES = 30


def topics(run) -> Section | None:
    """What is a research topic worth? None where nobody read one, or too few did."""
    by_family, by_title = analysis.bits_of_rules(run, "family"), analysis.bits_of_rules(run, "title")
    if not by_family.height:
        return None
    order = enough(pick(by_family, "bits")).sort("estimate", descending=True)
    titles = enough(pick(by_title, "bits")).sort("estimate", descending=True)
    if not (order.height and titles.height):
        return None
    best, worst = order.row(0, named=True), order.row(-1, named=True)
    top, bottom = titles.row(0, named=True), titles.row(-1, named=True)
    survey = enough(pick(analysis.information(run), "rate")).filter(pl.col("action").str.starts_with("survey"))
    best_survey = survey.sort("estimate", descending=True).row(0, named=True) if survey.height else None
    answer = (
        f"It costs one sector of time and tells most as “{_family(best)}”, {both(best, two)} bits, least as "
        f"“{_family(worst)}”, {both(worst, two)}. By title, which is all that a player sees before reading, one about "
        f"{top['title']} tells most ({both(top, two)} bits) and one about {bottom['title']} least "
        f"({both(bottom, two)})."
    )
    if best_survey:
        size = best_survey["action"].removeprefix("survey-")
        answer += f" The best surveys, of {size} sectors, tell {both(best_survey, two)} bits for a sector of time."
    figure = charts.measures(
        "family",
        {one["family"]: _family(one) for one in order.iter_rows(named=True)},
        [
            ("bits when read", order, two),
            ("tells nothing new", pick(by_family, "none"), percent),
            ("time at which it is read", pick(by_family, "at"), number),
        ],
    )
    reading = (
        "A bit halves the arrangements that a seat holds possible. What a rule tells depends on when it is read: the "
        "players read first what promises most, so this describes their reading and is no ranking of rules read at one "
        "moment."
    )
    read = analysis.read_share(run, "title")
    read = titles.select("title").join(read, on="title", how="left", maintain_order="left")
    by_titles = Table(
        titles["title"].to_list(),
        [
            column(titles, "bits when read", two),
            column(like(by_title, "none", titles), "tells nothing new", percent),
            column(like(by_title, "at", titles), "time of reading"),
            column(read, "seats that read it, of those it is on offer to", percent),
        ],
        counts="times read, or seats and topics on offer",
        caption="By title: the objects that it names.",
    )
    single = pick(analysis.bits_of_rules(run, "clue"), "bits").sort("estimate", descending=True)
    single = single.filter(pl.col("n") >= max(100, run.n_games / 200))
    rules = Table(
        [sentence(run.clue_names[name]) for name in single["clue"][:MOST_RULES]],
        [column(single[:MOST_RULES], "bits when read", two)],
        caption=f"The {min(MOST_RULES, single.height)} rules that told most, of those read often.",
        counts="times read",
    )
    tables = [by_titles, *([rules] if single.height else [])]
    n = float(order["n"].sum())
    return Section(
        "topics",
        "What is a research topic worth?",
        answer,
        basis(n, "topics read", "observational"),
        [chart(run, figure, "topics", "Bits by kind of rule", reading), *tables],
        findings=[_idle(by_family)],
    )


def _idle(by_family: pl.DataFrame) -> Finding:
    """The kind of rule that most often tells nothing new when it is read."""
    none = enough(pick(by_family, "none")).sort("estimate", descending=True)
    far = none.row(0, named=True)
    labels = pl.Series("label", [_family(one) for one in none.head(4).iter_rows(named=True)])
    return Finding(
        "components", far, percent, f"of the times that a rule “{_family(far)}” is read it tells nothing new, the most of any kind.",
        chart=none.head(4).select(labels, "estimate", "low", "high"), words="readings that tell nothing new, per cent",
    )  # fmt: skip


def _family(rule: dict) -> str:
    """`every opposite`: a kind of rule in words."""
    return rule["family"].replace("-", " ")


def conferences(run) -> Section | None:
    """What is a conference worth? None where none was held."""
    frame = analysis.bits_of_rules(run, "place", conferences=True)
    if not frame.height:
        return None
    bits, none = pick(frame, "bits"), pick(frame, "none")
    told = [f"{one['place']} tells {both(one, two)} bits" for one in bits.iter_rows(named=True)]
    useless = [percent(value) for value in none["estimate"]]
    by_rule = pick(analysis.bits_of_rules(run, "clue", conferences=True), "bits").sort("estimate", descending=True)
    by_rule = by_rule.filter(pl.col("n") >= max(50, run.n_games / 500))
    answer = f"{'; '.join(told)}, for nothing. Nothing new for {' and '.join(useless)} of the seats."
    labels = [f"conference {name}" for name in bits["place"]]
    table = Table(
        labels,
        [
            column(bits, "bits", two),
            column(none, "tells nothing new", percent),
            column(pick(frame, "at"), "time of the seat's pawn"),
        ],
        counts="seats told",
    )
    rules = Table(
        [sentence(run.clue_names[name]) for name in by_rule["clue"]],
        [column(by_rule, "bits", two)],
        counts="seats told",
        caption="By rule, of those told often.",
    )
    figure = charts.measures(
        "clue", {name: sentence(run.clue_names[name]) for name in by_rule["clue"][:12]}, [("bits", by_rule, two)]
    )
    reading = "What a seat learned when the rule was read out, by rule, the most telling first."
    blocks = [chart(run, figure, "conferences", "Bits of conference rules", reading)] if by_rule.height else []
    blocks += [table, rules] if by_rule.height else [table]
    return Section(
        "conferences",
        "What is a conference worth?",
        answer,
        basis(float(bits["n"].sum()), "seats told", "observational"),
        blocks,
    )


def actions(run) -> Section:
    """What do players do, and what does it tell them?"""
    often, found = analysis.actions_per_seat(run), analysis.information(run)
    rate = pick(found, "rate").filter(pl.col("action") != "locate").sort("estimate", descending=True)
    rate = enough(rate) if enough(rate).height else rate
    often_told = often.sort("estimate", descending=True)
    most = [f"{_action(one['action'])}, {both(one, two)}" for one in often_told.head(3).iter_rows(named=True)]
    best = rate.row(0, named=True)
    answer = (
        f"Most often: {'; '.join(most)} times a game. For a sector of time {_action(best['action'])} tells most, "
        f"{both(best, two)} bits."
    )
    order = rate["action"].to_list() + [name for name in often["action"] if name not in rate["action"]]
    lined = [in_order(part, "action", order) for part in (often, pick(found, "bits"), pick(found, "rate"))]
    labels = [sentence(_action(name)) for name in order]
    figure = charts.measures(
        "action",
        {name: sentence(_action(name)) for name in rate["action"]},
        [("bits for a sector of time", rate, two), ("times a game", often, two)],
    )
    table = Table(
        labels,
        [
            column(lined[0], "times a game", two),
            column(lined[1], "bits each time", two),
            column(lined[2], "bits for a sector of time", two),
        ],
        counts="seats, or times done",
        caption="Attempts to locate in the last chance cost no time and are in the first column only.",
    )
    reading = "What an action told the seat that took it, when it was taken; players take what promises most at the moment."
    return Section(
        "actions",
        "What do players do, and what does it tell them?",
        answer,
        basis(often["n"][0], "seats", "observational"),
        [chart(run, figure, "actions", "Information and frequency of actions", reading), table],
    )


def _action(name: str) -> str:
    size = name.removeprefix("survey-")
    if size != name:
        return f"a survey of {size} sector{'' if size == '1' else 's'}"
    return {"target": "a target", "research": "research", "locate": "a locate"}[name]
