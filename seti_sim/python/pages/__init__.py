"""The sections of the page about a run of a game in Python: those that any game has, what its author's columns say, the
sections that the author adds, a game to read, and what to test next."""

from __future__ import annotations

import re

import polars as pl

from seti_sim.core.amounts import both, number, percent
from seti_sim.core.errors import NotKept, RunError, SetiSimError
from seti_sim.core.names import in_short, line_of, place_of, told
from seti_sim.python.game import PACKAGE
from seti_sim.report.blocks import Boards, Checks, Figure, Section, Story, basis, command, who
from seti_sim.report.cells import Table, listed, row
from seti_sim.report.closing import last_section, mean_game, next_steps, observational
from seti_sim.report.common import mirror, point_sources, policy, seat
from seti_sim.report.course import close, ways
from seti_sim.report.precision import how_many_games
from seti_sim.report.starts import first_player
from seti_sim.simulate.again import plan_of, play_again
from seti_sim.stats.grouped import means

from .own import columns_of_games, groups_section, numbers_of_seats

_BLOCKS = (str, Table, Figure, Story, Checks, Boards)

_NOTHING = 0.05
"""Part of games in which nobody may have points, for the lead to be told in parts of the best score."""

__all__ = ["groups_section", "sections", "together"]


def sections(run, precision=None) -> list[Section]:
    """All sections of the page about a run; a question that it cannot answer is left out."""
    by_source = [ways(run), point_sources(run)] if len(run.kind.points) > 1 else []
    found = [mirror(run), seat(run), policy(run), *by_source, numbers_of_seats(run)]
    found += own_sections(run)
    _check_anchors(run, [section.anchor for section in found if section is not None])
    found += [pace(run), how_many_games(run, precision), one_game(run)]
    there = [section for section in found if section is not None]
    return [*there, ending(run, there)]


def own_sections(run) -> list[Section]:
    """The sections that the author's functions give, those that can be shown; RunError as of `_asked`."""
    return [section for ask in run.kind.own_sections if (section := _asked(run, ask)) is not None]


def _asked(run, ask) -> Section | None:
    """The section that a function of the author gives, None where it needs a table that the run was not to keep; RunError in one
    line, with its cause and the line of the author's file, where it gives anything else."""
    where = f"game {run.kind.name}, section {getattr(ask, '__name__', ask)}"
    try:
        found = ask(run)
        if isinstance(found, Section):
            for figure in found.figures:
                _ = figure.svg, figure.narrow  # drawn here, where what cannot be drawn has a name
    except NotKept:
        return None
    except SetiSimError as error:
        raise RunError(f"{where}: {error}{line_of(error, PACKAGE)}") from error
    except Exception as error:
        raise RunError(f"{where}: {told(error, PACKAGE)}") from error
    if wrong := _wrong_section(found):
        raise RunError(f"{where}: gives {wrong}{place_of(ask)}")
    return found


def _wrong_section(found) -> str:
    """What is wrong with what a function of the author gives as a section; nothing for a section that can be shown, or None."""
    if found is None:
        return ""
    if not isinstance(found, Section):
        return f"{in_short(found)}: expected a Section, or None"
    for name in ("anchor", "question", "answer", "basis"):
        if not (isinstance(value := getattr(found, name), str) and value):
            return f"a section whose {name} is {in_short(value)}: expected text"
    if not re.fullmatch(r"[A-Za-z][\w-]*", found.anchor):
        return f"a section whose anchor is {in_short(found.anchor)}: expected a word"
    wrong = [block for block in found.blocks if not isinstance(block, _BLOCKS)]
    expected = "a text, or what groups_section or seti_sim.report has: Table, Figure, Story, Checks, Boards"
    return f"a section with {in_short(wrong[0])}: expected {expected}" if wrong else ""


def _check_anchors(run, anchors: list[str]) -> None:
    """RunError where two sections have one anchor, which a page cannot link to."""
    taken = [*anchors, "pace", "games", "game", "next"]
    twice = next((anchor for anchor in anchors if taken.count(anchor) > 1), None)
    if twice is not None:
        raise RunError(f"game {run.kind.name}: two sections of the page have the anchor {twice!r}: expected another for yours")


def together(runs) -> list[Section]:
    """Whether the seat matters, the runs side by side."""
    seats = first_player(runs)
    return [seats] if seats else []


def pace(run) -> Section:
    """How long is a game, and how close?"""
    own, words = columns_of_games(run)
    shared = {
        "turns": ("turns of all seats", number), "decisions": ("decisions of all seats", number),
        "best_score": ("best score", number), "margin": ("lead of the best over the second", number),
    }  # fmt: skip
    measures = {name: pl.col(name) for name in shared} | own
    signed = [name for name in measures if name in ("best_score",) or name in own and words[name][1] is not percent]
    zero_one = {"shared_win": pl.col("winners") > 1}
    shares = ["shared_win", *(name for name in own if words[name][1] is percent)]
    frame = means(run, run.games, measures | zero_one, signed=signed, shares=shares)
    answer = (
        f"A game has {both(row(frame, 'turns'))} turns and {both(row(frame, 'decisions'))} decisions; the best score leads by "
        f"{both(row(frame, 'margin'))} points, and {both(row(frame, 'shared_win'), percent)} of the games end in a shared win."
    )
    table = listed(frame, shared | {"shared_win": ("games with a shared win", percent)} | words)
    turns, decisions = (number(row(frame, name)["estimate"]) for name in ("turns", "decisions"))
    length = f"A game has {turns} turns of all seats and {decisions} decisions."
    unfit = no_parts(run)
    notes = [f"No verdict on how close games are: {unfit}. So the lead is no part of the best score."] if unfit else []
    return Section("pace", "How long is a game, and how close?", answer, basis(run.n_games, "games", "observational"),
                   [table, *notes], findings=[] if unfit else [close(run, length)])  # fmt: skip


def no_parts(run) -> str:
    """Why the lead of the best score cannot be told in parts of that score, in a few words; nothing where it can."""
    ends = run.seats.join(run.games.select("game_id", "best_score"), on="game_id").select(
        below=(pl.col("score") < 0).any(),
        otherwise=((pl.col("win_share") > 0) & (pl.col("score") < pl.col("best_score"))).any(),
        nothing=(pl.col("best_score") == 0).mean(),
    )
    found = ends.collect().row(0, named=True)
    if found["below"]:
        return "scores can be below 0, which leaves them no zero to be parts of"
    if found["otherwise"]:
        return "the win does not go to the best score alone"
    return f"nobody has a point in {percent(found['nothing'])} of them" if found["nothing"] > _NOTHING else ""


def one_game(run) -> Section:
    """What does a game look like? A line that says why there is none where the game of today is not the one that was played."""
    plan = plan_of(run.config)
    asked, rests = "What does a game look like?", basis(run.n_games, "games", "observational")
    if plan is None:
        named = [name for name in run.policies if name.partition("[")[0] not in run.kind.policies()]
        why = (
            f"{named[0]} is none of the players that the game declares, and what a run names is not loaded"
            if named
            else f"{run.kind.title}, a player of it or seti_sim was changed after the run, so that a game of today may be another"
        )
        return Section("game", asked, f"None is told: {why}. The same command plays a run of what there is now.", rests)
    number_of = mean_game(run)
    game, whole, policies = play_again(plan, number_of)
    lines: list[str] = []
    narrator = run.kind.narrator(game, lines.append)
    for action in whole.history:
        narrator.apply(action)
    narrator.result(policies, lines.append)
    won = [seat for seat, score in whole.scores().items() if score["win_share"]]
    answer = f"Game {number_of:,} of the run is of mean length: {' and '.join(won)} win{'' if len(won) > 1 else 's'}."
    return Section("game", asked, answer, rests, [Story(f"Game {number_of:,}", lines)])


def ending(run, found: list[Section]) -> Section:
    """What should be tested next, and what can this not tell?"""
    others = [name for name in run.kind.policies() if name not in run.policies and name != "random"]
    nexts = next_steps(found, command(run, others[0] if others else "random"))
    limits = [
        f"The players are programs ({who(run)}). How strong they are beside people is not known: a finding counts that stays with "
        "other players.",
        observational(found),
        "Whether a game is tense at the table is in none of these numbers.",
    ]
    answer = (
        f"{len(nexts)} thing{'s' if len(nexts) > 1 else ''} to test below. What it cannot tell: whether people would find the "
        f"same, since all games are of {who(run)}."
    )
    return last_section(run, answer, nexts, limits)
