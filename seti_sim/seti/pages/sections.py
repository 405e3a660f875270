"""The questions of the report: each asks the run, words an answer, and hands over figures and tables.

A sentence says no more than its estimate: what is observational is described, never given as a cause.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import polars as pl

from seti_sim.core.amounts import both, number, percent, rounded, two
from seti_sim.core.language import component, tr
from seti_sim.report.blocks import Section, answers, basis, chart
from seti_sim.report.cells import Column, Table, cell, column, listed
from seti_sim.report.common import mirror, point_sources, policy, seat
from seti_sim.report.course import close, leader, ways
from seti_sim.report.precision import how_many_games
from seti_sim.seti import charts
from seti_sim.seti.analysis import actions, pacing
from seti_sim.seti.pages import solo
from seti_sim.seti.pages.cards import card_sections
from seti_sim.seti.pages.craft import planets
from seti_sim.seti.pages.ending import ending, one_game
from seti_sim.seti.pages.species import species_effects
from seti_sim.seti.pages.techs import gold_tiles, techs_taken
from seti_sim.seti.pages.timing import by_round, openings
from seti_sim.seti.pages.unused import left_and_unused
from seti_sim.seti.pages.winner import setup_and_winner
from seti_sim.seti.vocabulary_actions import MAIN

ACTION_WORDS = {action.word: action.doing for action in MAIN}


def sections(run, precision=None) -> list[Section]:
    """All sections of the report, the mirror check first; a question that a run cannot answer is left out.

    `precision` is the half-width and unit that the last one, on numbers of games, shall be about.
    """
    asked = (solo.sections,) if "solo" in run.config else SECTIONS
    found = answers(run, (*asked, partial(how_many_games, wanted=precision), one_game))
    return [*found, ending(run, found)]


def action_rounds(run) -> Section:
    """What do players do, round by round?"""
    frame, whole = actions.by_round(run), actions.per_game(run)
    main = whole.filter("main", pl.col("action") != "pass").sort("estimate", descending=True)
    turns = {
        k: v / run.players
        for k, v in pacing.per_game(run)
        .filter(pl.col("measure") == "turns")
        .select("estimate", "low", "high")
        .row(0, named=True)
        .items()
    }
    words = [f"{tr(ACTION_WORDS[row['action']])}, {both(row, two)}" for row in main.head(3).iter_rows(named=True)]
    answer = tr("A seat takes {turns} turns a game. Most frequent are {words}.", turns=both(turns), words="; ".join(words))
    peaks = []
    for name in main.head(3)["action"]:
        rows = frame.filter(pl.col("action") == name)
        peaks.append(
            tr(
                "{action} is most frequent in round {round}",
                action=tr(ACTION_WORDS[name]),
                round=rows["round"][int(rows["estimate"].arg_max())],
            )
        )
    reading = tr(
        "One panel an action, one bar a round, all on one scale: how often a seat does it in the round, those "
        "that do not included. Of the commonest, {peaks}. Everybody passes once a round. This is what these "
        "policies do, not what the rules advise.",
        peaks=", ".join(peaks),
    )
    labels = [component("action", action) for action in whole["action"]]
    columns = [column(whole, tr("times a game"), two)]
    for round_ in range(1, run.config["rounds"] + 1):
        columns.append(column(frame.filter(pl.col("round") == round_), tr("round {round_}", round_=round_), two))
    free = [(tr("free action") if not m else tr("main action")) for m in whole["main"]]
    table = Table(
        labels,
        columns,
        small=free,
        counts=tr("seats, those that did not do it included"),
        caption=tr("Mean times a seat does it; effects of cards that do the same are not counted."),
    )
    figure = chart(run, charts.actions_by_round(frame), "actions", tr("Main actions by round"), reading)
    rests_on = basis(whole["n"][0], tr("seats"), "observational")
    return Section("actions", tr("What do players do, round by round?"), answer, rests_on, [figure, table])


def pace(run) -> Section:
    """How long is a game, and how close?"""
    frame = pacing.per_game(run)
    value = {row["measure"]: row for row in frame.iter_rows(named=True)}
    answer = tr(
        "A game has {turns} turns and {decisions} decisions of all seats together; the winner leads by {margin} "
        "points, and {shared_win} of the games end in a shared win.",
        turns=both(value["turns"]),
        decisions=both(value["decisions"], rounded),
        margin=both(value["margin"]),
        shared_win=both(value["shared_win"], percent),
    )
    words = {
        "turns": (tr("turns"), number),
        "decisions": (tr("decisions"), number),
        "best_score": (tr("best score"), number),
        "margin": (tr("lead of the best over the second"), number),
        "reshuffles": (tr("reshuffles of the deck"), two),
        "shared_win": (tr("games with a shared win"), percent),
        "discovered_left": (tr("games with the left species discovered"), percent),
        "discovered_right": (tr("games with the right species discovered"), percent),
    }
    cells = Column(tr("per game"), "observational", f"{run.n_games:,}")
    for measure, (_, form) in words.items():
        row = value[measure]
        cells.cells.append(cell(row, form))
    reading = tr(
        "Left: turns of a seat in each round, its pass included. Then: in which round each of the two species is "
        "discovered, as a share of all games."
    )
    figure = chart(
        run,
        charts.pacing(pacing.turns_by_round(run), pacing.discovery_round(run)),
        "pace",
        tr("Turns by round and rounds of discovery"),
        reading,
    )
    tables = [Table([title for title, _ in words.values()], [cells], counts=tr("games"))]
    if "solo" not in run.config:
        waits = {
            "between": (tr("turns of others between two own turns in a round"), two),
            "after_pass": (tr("turns of others in a round after passing"), two),
            "decisions_turn": (tr("decisions a turn"), two),
        }
        tables.append(replace(listed(pacing.waiting(run), waits), counts=tr("pairs of turns, seats and rounds, turns")))
    return Section(
        "pace",
        tr("How long is a game, and how close?"),
        answer,
        basis(run.n_games, tr("games"), "observational"),
        [figure, *tables],
        findings=[] if "solo" in run.config else [close(run, _length(run, value))],
    )


def _length(run, value: dict) -> str:
    """How long a game is, for the first sheet."""
    turns, decisions = (value[name]["estimate"] / run.players for name in ("turns", "decisions"))
    return tr(
        "A game has {estimate} turns, {turns} a seat, with {decisions} decisions each; {estimate2} of the games "
        "end in a shared win.",
        estimate=rounded(value["turns"]["estimate"]),
        turns=rounded(turns),
        decisions=rounded(decisions),
        estimate2=percent(value["shared_win"]["estimate"]),
    )


SECTIONS = (
    mirror, seat, policy, ways, leader, point_sources, action_rounds, card_sections, setup_and_winner, techs_taken, planets, gold_tiles,
    by_round, openings, left_and_unused, species_effects, pace,
)  # fmt: skip
