"""What seats are told: research topics, conferences, and what actions tell for their time."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, two
from seti_sim.core.language import tr, trn
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
    answer = tr(
        "It costs one sector of time and tells most as “{family}”, {best} bits, least as “{family2}”, {worst}. "
        "By title, which is all that a player sees before reading, one about {title} tells most ({top} bits) and "
        "one about {title2} least ({bottom}).",
        family=_family(best),
        best=both(best, two),
        family2=_family(worst),
        worst=both(worst, two),
        title=top["title"],
        top=both(top, two),
        title2=bottom["title"],
        bottom=both(bottom, two),
    )
    if best_survey:
        size = best_survey["action"].removeprefix("survey-")
        answer += tr(
            " The best surveys, of {size} sectors, tell {best_survey} bits for a sector of time.",
            size=size,
            best_survey=both(best_survey, two),
        )
    figure = charts.measures(
        "family",
        {one["family"]: _family(one) for one in order.iter_rows(named=True)},
        [
            (tr("bits when read"), order, two),
            (tr("tells nothing new"), pick(by_family, "none"), percent),
            (tr("time at which it is read"), pick(by_family, "at"), number),
        ],
    )
    reading = tr(
        "A bit halves the arrangements that a seat holds possible. What a rule tells depends on when it is read: "
        "the players read first what promises most, so this describes their reading and is no ranking of rules "
        "read at one moment."
    )
    read = analysis.read_share(run, "title")
    read = titles.select("title").join(read, on="title", how="left", maintain_order="left")
    by_titles = Table(
        titles["title"].to_list(),
        [
            column(titles, tr("bits when read"), two),
            column(like(by_title, "none", titles), tr("tells nothing new"), percent),
            column(like(by_title, "at", titles), tr("time of reading")),
            column(read, tr("seats that read it, of those it is on offer to"), percent),
        ],
        counts=tr("times read, or seats and topics on offer"),
        caption=tr("By title: the objects that it names."),
    )
    single = pick(analysis.bits_of_rules(run, "clue"), "bits").sort("estimate", descending=True)
    single = single.filter(pl.col("n") >= max(100, run.n_games / 200))
    rules = Table(
        [sentence(run.clue_names[name]) for name in single["clue"][:MOST_RULES]],
        [column(single[:MOST_RULES], tr("bits when read"), two)],
        caption=tr("The {MOST_RULES} rules that told most, of those read often.", MOST_RULES=min(MOST_RULES, single.height)),
        counts=tr("times read"),
    )
    tables = [by_titles, *([rules] if single.height else [])]
    n = float(order["n"].sum())
    return Section(
        "topics",
        tr("What is a research topic worth?"),
        answer,
        basis(n, tr("topics read"), "observational"),
        [chart(run, figure, "topics", tr("Bits by kind of rule"), reading), *tables],
        findings=[_idle(by_family)],
    )


def _idle(by_family: pl.DataFrame) -> Finding:
    """The kind of rule that most often tells nothing new when it is read."""
    none = enough(pick(by_family, "none")).sort("estimate", descending=True)
    far = none.row(0, named=True)
    labels = pl.Series("label", [_family(one) for one in none.head(4).iter_rows(named=True)])
    return Finding(
        "components", far, percent, tr("of the times that a rule “{family}” is read it tells nothing new, the most of any kind.", family=_family(far)),
        chart=none.head(4).select(labels, "estimate", "low", "high"), words=tr("readings that tell nothing new, per cent"),
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
    told = [tr("{place} tells {one_} bits", place=one["place"], one_=both(one, two)) for one in bits.iter_rows(named=True)]
    useless = [percent(value) for value in none["estimate"]]
    by_rule = pick(analysis.bits_of_rules(run, "clue", conferences=True), "bits").sort("estimate", descending=True)
    by_rule = by_rule.filter(pl.col("n") >= max(50, run.n_games / 500))
    answer = tr(
        "{told}, for nothing. Nothing new for {useless} of the seats.", told="; ".join(told), useless=tr(" and ").join(useless)
    )
    labels = [tr("conference {name}", name=name) for name in bits["place"]]
    table = Table(
        labels,
        [
            column(bits, tr("bits"), two),
            column(none, tr("tells nothing new"), percent),
            column(pick(frame, "at"), tr("time of the seat's pawn")),
        ],
        counts=tr("seats told"),
    )
    rules = Table(
        [sentence(run.clue_names[name]) for name in by_rule["clue"]],
        [column(by_rule, tr("bits"), two)],
        counts=tr("seats told"),
        caption=tr("By rule, of those told often."),
    )
    figure = charts.measures(
        "clue", {name: sentence(run.clue_names[name]) for name in by_rule["clue"][:12]}, [("bits", by_rule, two)]
    )
    reading = tr("What a seat learned when the rule was read out, by rule, the most telling first.")
    blocks = [chart(run, figure, "conferences", tr("Bits of conference rules"), reading)] if by_rule.height else []
    blocks += [table, rules] if by_rule.height else [table]
    return Section(
        "conferences",
        tr("What is a conference worth?"),
        answer,
        basis(float(bits["n"].sum()), tr("seats told"), "observational"),
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
    answer = tr(
        "Most often: {most} times a game. For a sector of time {action} tells most, {best} bits.",
        most="; ".join(most),
        action=_action(best["action"]),
        best=both(best, two),
    )
    order = rate["action"].to_list() + [name for name in often["action"] if name not in rate["action"]]
    lined = [in_order(part, "action", order) for part in (often, pick(found, "bits"), pick(found, "rate"))]
    labels = [sentence(_action(name)) for name in order]
    figure = charts.measures(
        "action",
        {name: sentence(_action(name)) for name in rate["action"]},
        [(tr("bits for a sector of time"), rate, two), (tr("times a game"), often, two)],
    )
    table = Table(
        labels,
        [
            column(lined[0], tr("times a game"), two),
            column(lined[1], tr("bits each time"), two),
            column(lined[2], tr("bits for a sector of time"), two),
        ],
        counts=tr("seats, or times done"),
        caption=tr("Attempts to locate in the last chance cost no time and are in the first column only."),
    )
    reading = tr("What an action told the seat that took it, when it was taken; players take what promises most at the moment.")
    return Section(
        "actions",
        tr("What do players do, and what does it tell them?"),
        answer,
        basis(often["n"][0], tr("seats"), "observational"),
        [chart(run, figure, "actions", tr("Information and frequency of actions"), reading), table],
    )


def _action(name: str) -> str:
    size = name.removeprefix("survey-")
    if size != name:
        return trn("a survey of {n} sector", "a survey of {n} sectors", float(size.partition("-")[0]), n=size)
    return {"target": tr("a target"), "research": "research", "locate": tr("a locate")}[name]
