"""The sections of the page about a run of a game in Python: those that any game has, what its author's columns say, the
sections that the author adds, a game to read, and what to test next."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent
from seti_sim.core.errors import RunError, SetiSimError
from seti_sim.core.names import in_short, told
from seti_sim.python.game import PACKAGE
from seti_sim.report.blocks import Section, Story, basis, command, who
from seti_sim.report.cells import listed, row
from seti_sim.report.closing import last_section, mean_game, next_steps, observational
from seti_sim.report.common import mirror, point_sources, policy, seat
from seti_sim.report.course import close, ways
from seti_sim.report.precision import how_many_games
from seti_sim.report.starts import first_player
from seti_sim.simulate.again import plan_of, play_again
from seti_sim.stats.grouped import means

from .own import columns_of_games, groups_section, numbers_of_seats

__all__ = ["groups_section", "sections", "together"]


def sections(run, precision=None) -> list[Section]:
    """All sections of the page about a run; a question that it cannot answer is left out."""
    by_source = [ways(run), point_sources(run)] if len(run.kind.points) > 1 else []
    found = [mirror(run), seat(run), policy(run), *by_source, numbers_of_seats(run)]
    found += [_asked(run, ask) for ask in run.kind.own_sections]
    found += [pace(run), how_many_games(run, precision), one_game(run)]
    there = [section for section in found if section is not None]
    return [*there, ending(run, there)]


def _asked(run, ask) -> Section | None:
    """The section that a function of the author gives; RunError in one line, with its cause, where it gives anything else."""
    where = f"game {run.kind.name}, section {getattr(ask, '__name__', ask)}"
    try:
        found = ask(run)
    except SetiSimError:
        raise
    except Exception as error:
        raise RunError(f"{where}: {told(error, PACKAGE)}") from error
    if not isinstance(found, Section | None):
        raise RunError(f"{where}: gives {in_short(found)}: expected a Section, or None")
    return found


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
        f"A game has {both(row(frame, 'turns'))} turns and {both(row(frame, 'decisions'))} decisions; the winner leads by "
        f"{both(row(frame, 'margin'))} points, and {both(row(frame, 'shared_win'), percent)} of the games end in a shared win."
    )
    table = listed(frame, shared | {"shared_win": ("games with a shared win", percent)} | words)
    turns, decisions = (number(row(frame, name)["estimate"]) for name in ("turns", "decisions"))
    length = f"A game has {turns} turns of all seats and {decisions} decisions."
    return Section("pace", "How long is a game, and how close?", answer, basis(run.n_games, "games", "observational"), [table],
                   findings=[close(run, length)])  # fmt: skip


def one_game(run) -> Section | None:
    """What does a game look like? None where the game of today is not the one that was played."""
    plan = plan_of(run.config)
    if plan is None:
        return None
    number_of = mean_game(run)
    game, whole, policies = play_again(plan, number_of)
    lines: list[str] = []
    narrator = run.kind.narrator(game, lines.append)
    for action in whole.history:
        narrator.apply(action)
    narrator.result(policies, lines.append)
    won = [seat for seat, score in whole.scores().items() if score["win_share"]]
    answer = f"Game {number_of:,} of the run is of mean length: {' and '.join(won)} win{'' if len(won) > 1 else 's'}."
    return Section("game", "What does a game look like?", answer, basis(run.n_games, "games", "observational"),
                   [Story(f"Game {number_of:,}", lines)])  # fmt: skip


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
