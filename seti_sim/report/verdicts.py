"""Verdicts: what the numbers of a run mean for a publisher, by rules that stand in a TOML file.

A game's file names the questions in the order of the sheet, each with the limits of its rule. Sections bring the numbers
(`blocks.Finding`), and `sheet` makes the verdicts of them. docs/report.md says how, in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import polars as pl

from seti_sim import charts
from seti_sim.core.amounts import Form, both, known, number, pp
from seti_sim.core.language import marked, tr
from seti_sim.core.node import Node
from seti_sim.core.tree import read_toml
from seti_sim.report.blocks import Figure, Finding, Section

FINE, WATCH, PROBLEM, FEW = marked("fine"), marked("watch"), marked("problem"), marked("not enough games")
SEVERITY = (PROBLEM, WATCH, FEW, FINE)
"""Of several parts of a question the first of these is told."""
FIRST = "first"
"""Key of the question that is answered from the other verdicts."""
_NUMBERS = ("watch", "problem", "games")


@dataclass(frozen=True)
class Rule:
    """The rule of a question, or of a part of one (`key` is then `QUESTION.PART`).

    watch, problem: the limits, in the unit of the number; the first is the greater where little is bad. games: fewest that
    give a verdict. title: a word or two for charts.
    """

    key: str
    title: str
    watch: float
    problem: float
    games: int


@dataclass(frozen=True)
class Question:
    """A question of the sheet with its rules: one, or one for each of its parts."""

    key: str
    text: str
    rules: tuple[Rule, ...]


@dataclass
class Verdict:
    """One line of the sheet.

    word: the verdict. number: with its interval, and what it is; rule: the limits in words. parts: other parts of the question,
    in a sentence each. link: anchor of the section. finding, by, section: what it rests on.
    """

    key: str
    question: str
    word: str
    number: str
    what: str
    told: str
    rule: str
    link: str
    figure: Figure | None
    finding: Finding = field(repr=False)
    by: Rule
    section: Section = field(repr=False)
    parts: list[str] = field(default_factory=list)


def questions_of(kind, file=None) -> list[Question]:
    """The questions of a game, in order, with the rules that a TOML file changes. RuleError, in one line, for what is none.

    file: tables `[QUESTION]` or `[QUESTION.PART]` with `watch`, `problem` and `games`.
    """
    if kind.verdict_rules is None:
        return []
    found = [_question(Node(table, key, str(kind.verdict_rules)), key) for key, table in read_toml(kind.verdict_rules).items()]
    if file is None:
        return found
    own = Node(read_toml(file), "", str(file))
    made = []
    for question in found:
        table = own.table(question.key, {})
        several = len(question.rules) > 1
        rules = []
        for rule in question.rules:
            part = table.table(rule.key.partition(".")[2], {}) if several else table
            rules.append(replace(rule, **{name: _number(part, name, getattr(rule, name)) for name in _NUMBERS}))
            if several:
                part.done()
        table.done()
        made.append(replace(question, rules=tuple(rules)))
    own.done()
    return made


def texts(kind) -> Iterator[str]:
    """Texts of a game's file of questions, in English: the questions, and what their rules are called."""
    for question in questions_of(kind):
        yield question.text
        yield from (rule.title for rule in question.rules)


def _question(node: Node, key: str) -> Question:
    text = tr(node.str("question"))
    parts = [name for name in node.keys() if isinstance(node.value[name], dict)]
    rules = [_rule(node.table(name), f"{key}.{name}") for name in parts] or ([] if key == FIRST else [_rule(node, key)])
    return Question(key, text, tuple(rules))


def _rule(node: Node, key: str) -> Rule:
    return Rule(key, tr(node.str("title")), *(_number(node, name) for name in _NUMBERS))


def _number(node: Node, key: str, default=None):
    if not node.has(key) and default is not None:
        return default
    value = node.raw(key)
    if key == "games":
        return node.int(key, 1, 10**9)
    if isinstance(value, bool) or not isinstance(value, int | float) or not known(value) or value < 0:
        node.fail(key, "a number that is not negative")
    return float(value)


def distance(finding: Finding) -> tuple[float, float, float] | None:
    """How far the number is from its ideal, at least and at most; the number itself where it has none. None if not known."""
    row = finding.row
    if row is None or not all(known(row[name]) for name in ("estimate", "low", "high")):
        return None
    value, low, high = row["estimate"], row["low"], row["high"]
    if finding.ideal is None:
        return value, low, high
    ends = abs(low - finding.ideal), abs(high - finding.ideal)
    return abs(value - finding.ideal), 0.0 if low <= finding.ideal <= high else min(ends), max(ends)


def decide(finding: Finding, rule: Rule, games: int) -> str:
    """The verdict: by the interval of the distance, from both limits of the rule.

    problem: all of it lies beyond the limit of a problem. fine: all of it lies short of the limit of watching. not enough
    games: the run has fewer than the rule asks for, there is no interval, or it reaches from fine to problem. Else watch.
    """
    found = distance(finding)
    if found is None or games < rule.games:
        return FEW
    _, low, high = found
    if rule.watch > rule.problem:  # little is bad
        low, high, watch, problem = -high, -low, -rule.watch, -rule.problem
    else:
        watch, problem = rule.watch, rule.problem
    if low >= problem:
        return PROBLEM
    if high < watch:
        return FINE
    return FEW if low < watch and high >= problem else WATCH


def sheet(run, sections: list[Section], questions: list[Question]) -> list[Verdict]:
    """The verdicts of a run, from what its sections found; a question that none of them answers is left out."""
    found = {finding.key: (section, finding) for section in sections for finding in section.findings}
    made: list[Verdict] = []
    for question in questions:
        if question.key == FIRST:
            if made:
                made.append(_first(run, question, made))
            continue
        parts = [_verdict(run, question, rule, *found[rule.key]) for rule in question.rules if rule.key in found]
        if parts:
            parts.sort(key=lambda verdict: SEVERITY.index(verdict.word))
            top = parts[0]
            top.parts = [f"{part.by.title}: {tr(part.word)}. {part.number} {part.what}" for part in parts[1:]]
            made.append(top)
    return made


def _verdict(run, question: Question, rule: Rule, section: Section, finding: Finding) -> Verdict:
    word = decide(finding, rule, run.n_games)
    value = both(finding.row, finding.form) if finding.row else ""
    return Verdict(
        question.key, question.text, word, value, finding.what, finding.told, _limits(finding, rule), section.anchor,
        _figure(run, finding, rule), finding, rule, section,
    )  # fmt: skip


def distance_form(finding: Finding) -> Form:
    """How a distance from the ideal is written: of shares in percentage points."""
    form = finding.form
    if finding.ideal is None:
        return form
    return replace(pp, digits=0) if form.unit == "%" else replace(form, sign=False, digits=0)


def _limits(finding: Finding, rule: Rule) -> str:
    """`fine below 2 pp from fair, problem from 5 pp`."""
    form = distance_form(finding)
    digits = max(_digits(form.scale * limit) for limit in (rule.watch, rule.problem))
    watch, problem = (form(limit, digits, False) for limit in (rule.watch, rule.problem))
    if rule.watch > rule.problem:
        return tr("fine above {watch}, problem up to {problem}", watch=watch, problem=problem)
    if finding.ideal:
        ideal = finding.form(finding.ideal)
        return tr("fine within {watch} of {ideal}, problem from {problem}", watch=watch, ideal=ideal, problem=problem)
    return tr("fine below {watch}, problem from {problem}", watch=watch, problem=problem)


def _digits(value: float) -> int:
    return next((digits for digits in range(4) if abs(round(value, digits) - value) < 1e-9), 4)


def _figure(run, finding: Finding, rule: Rule) -> Figure | None:
    rows = finding.chart
    if rows is None or not rows.height:
        return None
    figure = charts.beside_limits(rows, finding.form, (rule.watch, rule.problem), finding.ideal, finding.words)
    told = "; ".join(f"{row['label']} {both(row, finding.form)}" for row in rows.head(8).iter_rows(named=True))
    name = f"verdict-{rule.key.replace('.', '-')}"
    return Figure(figure, f"{run.config['identity']}-{name}", f"{finding.words or finding.what}: {told}", "", name)


def _first(run, question: Question, made: list[Verdict]) -> Verdict:
    """What should be changed first: what is farthest beyond its limit, of the worst verdicts."""
    ratios = {verdict.key: ratio for verdict in made if (ratio := _ratio(verdict)) is not None}
    judged = [verdict for verdict in made if verdict.word != FEW]
    worst = min((verdict.word for verdict in judged), key=SEVERITY.index, default=FEW)
    figure = None
    if ratios:
        rows = [{"label": verdict.by.title} | ratios[verdict.key] for verdict in made if verdict.key in ratios]
        alt = "; ".join(f"{v.by.title} {number(ratios[v.key]['estimate'], 2)}" for v in made if v.key in ratios)
        figure = Figure(
            charts.limit_ratios(pl.DataFrame(rows).sort("estimate", descending=True)),
            f"{run.config['identity']}-verdict-first", tr("Distance over the limit of a problem: {shown}", shown=alt), "", "verdict-first",
        )  # fmt: skip
    rule = tr("the worst verdict above")
    if worst in (FINE, FEW):
        few = ", ".join(verdict.by.title for verdict in made if verdict.word == FEW)
        what = tr("Nothing that these rules see.") if judged else ""
        rest, top = tr("Not judged for want of games: {few}.", few=few) if few else "", made[0]
        return Verdict(
            question.key, question.text, worst, "", what, rest, rule, "next", figure, top.finding, top.by, top.section
        )
    bad = [verdict for verdict in judged if verdict.word == worst]
    first = max(bad, key=lambda verdict: ratios[verdict.key]["estimate"])
    step = first.finding.step or first.section.next_step
    what = tr("of the limit of a problem is reached by {title}, more than by anything else.", title=first.by.title)
    return Verdict(
        question.key, question.text, worst, both(ratios[first.key], Form(2)), what, step, rule, first.link, figure,
        first.finding, first.by, first.section,
    )  # fmt: skip


def _ratio(verdict: Verdict) -> dict[str, float] | None:
    """Distance over the limit of a problem, `estimate, low, high`, and `watch`, where watching begins; the other way round where
    little is bad. None where nothing is known."""
    found, rule = distance(verdict.finding), verdict.by
    if found is None:
        return None
    if rule.watch <= rule.problem:
        value, low, high, watch = (_over(number_, rule.problem) for number_ in (*found, rule.watch))
    else:
        value, high, low, watch = (_over(rule.problem, number_) for number_ in (*found, rule.watch))
    return {"estimate": value, "low": low, "high": high, "watch": min(watch, 1.0)}


def _over(value: float, limit: float) -> float:
    """Their ratio; a thousand, which is far beyond any limit, where there is nothing to divide by."""
    return min(value / limit, 1e3) if limit > 0 else 1e3
