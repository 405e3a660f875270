"""What a section of the report is made of, and the words that sections share."""

from __future__ import annotations

import shlex
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl

from seti_sim import charts
from seti_sim.core import registry
from seti_sim.core.amounts import Form, rounded
from seti_sim.core.errors import NotKept
from seti_sim.core.language import tr, trn
from seti_sim.simulate.again import options_of
from seti_sim.simulate.plan import numbers_text


@dataclass
class Figure:
    """A chart: its figure, what it shows for those who cannot see it, how to read it; `name` to save it.

    Ids inside its SVG begin with `mark`. Nothing is drawn before the SVG is asked for, since not every reader needs it.
    """

    figure: object = field(repr=False)
    mark: str
    alt: str
    reading: str
    name: str

    @cached_property
    def svg(self) -> str:
        """For a page of usual width."""
        return charts.svg(self.figure, self.mark)

    @cached_property
    def narrow(self) -> str:
        """The same chart for a page as wide as a phone's, where the other's letters would be too small."""
        return charts.svg(charts.narrow(self.figure), f"{self.mark}-narrow")


def answers(run, asked) -> list[Section]:
    """The sections that the questions give, a section or a list of them each; a question is left out that a run cannot answer, or
    that needs tables which the run was not to keep."""
    found: list[Section] = []
    for ask in asked:
        with suppress(NotKept):
            given = ask(run)
            found += given if isinstance(given, list) else [given]
    return [section for section in found if section is not None]


@dataclass
class Checks:
    """Lines that hold or do not: (what, holds, detail)."""

    lines: list[tuple[str, bool, str]]


@dataclass
class Story:
    """Lines to read: a list with `bullets`, else text laid out as it stands, folded under its title."""

    title: str
    lines: list[str]
    bullets: bool = False


@dataclass
class Boards:
    """A game in pictures, one below the other, which a script shows one at a time: (which moment, SVGs side by side)."""

    moments: list[tuple[str, list[str]]] = field(repr=False)


@dataclass
class Finding:
    """What a section tells a question of the first sheet, whose verdict a rule gives (`report.verdicts`).

    key: of the rule. row: the number with `estimate, low, high, n, kind`; None where too few games give any. form: how it is
    written. what: what it is, to stand behind it. told: a sentence more. ideal: where a game without fault would have it, from
    which the rule goes by the distance; None where it goes by the number itself. chart: rows of the small chart, `label,
    estimate, low, high`, in the form and about the ideal of the number; words stand under its axis. step: what
    to change or test first if it is no good, where not the section's `next_step`.
    """

    key: str
    row: dict | None
    form: Form
    what: str
    told: str = ""
    ideal: float | None = None
    chart: pl.DataFrame | None = field(default=None, repr=False)
    words: str = ""
    step: str = ""


@dataclass
class Section:
    """One question: its anchor, the short answer and what it rests on, then figures, tables and notes in order.

    next_step: what to test next because of the answer, in a sentence, or nothing. findings: what it tells the first sheet.
    """

    anchor: str
    question: str
    answer: str
    basis: str
    blocks: list = field(default_factory=list)
    next_step: str = ""
    findings: list[Finding] = field(default_factory=list)

    def __post_init__(self):
        self.question = tr(self.question)

    @property
    def figures(self) -> list[Figure]:
        """Its charts, in order."""
        return [block for block in self.blocks if isinstance(block, Figure)]


def chart(run, figure, name: str, alt: str, reading: str, games: float | None = None) -> Figure:
    """A figure for the page, under a line that says of which games it is: all, where not only so many of them were looked at.

    Ids inside the SVG depend on the run and the chart's name alone.
    """
    figure = charts.headed(
        figure, basis(run.n_games if games is None else games, tr("games of {at_table}", at_table=at_table(run)), who(run))
    )
    return drawn(figure, run.config["identity"], name, alt, reading)


def drawn(figure, identity: str, name: str, alt: str, reading: str) -> Figure:
    """A figure for the page, of whatever has an identity."""
    return Figure(figure, f"{identity}-{name}", alt, reading, name)


def basis(n: float, what: str, kind: str) -> str:
    """`n = 20,000 games, randomised`."""
    return tr("n = {n} {what}, {kind}", n=rounded(n), what=what, kind=tr(kind))


def at_table(run) -> str:
    """`4 players`, `1 player`."""
    return trn("{n} player", "{n} players", run.players)


def shell(*words) -> str:
    """A command as a shell takes it: words that it would read otherwise are quoted."""
    return shlex.join(map(str, words))


def command(run, policy: str) -> str:
    """The command that plays games like those of a run with one policy in every seat."""
    game = [] if run.kind.name == registry.DEFAULT else ["--game", registry.typed(run.kind)]
    seats, config = len(run.config["seats"]), run.config
    words = [
        *game,
        "--players",
        seats,
        "--games",
        numbers_text(config["first"], config["games"]),
        "--policy",
        policy,
        "--seed",
        config["seed"],
    ]
    return shell("seti-sim", "run", *words, *run.kind.words(options_of(config))) + tr(" --out …")


def who(run) -> str:
    """`greedy in every seat`, `greedy in 1 seat and random in 2 seats, rotated`, or who sits where."""
    names = run.config["seats"]
    if "solo" in run.config:
        return tr("{names} against the rival of level {solo}", names=names[0], solo=run.config["solo"])
    if run.is_mirror:
        return tr("{names} in every seat", names=names[0])
    if run.config["seating"] == "fixed":
        return ", ".join(tr("{name} in seat {seat}", name=name, seat=seat) for seat, name in enumerate(names, 1))
    counts = {name: names.count(name) for name in names}
    words = [trn("{name} in {n} seat", "{name} in {n} seats", n, name=name) for name, n in counts.items()]
    return ", ".join(words[:-1]) + tr(" and {words}, rotated", words=words[-1])
