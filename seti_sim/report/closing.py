"""How the report of any game ends: a game to read, what to test next, what the numbers cannot tell."""

from __future__ import annotations

import polars as pl

from seti_sim.core.language import tr
from seti_sim.report.blocks import Section, Story, basis


def mean_game(run, also: str = "best_score") -> int:
    """The game whose number of turns is nearest to the mean, and of these the one nearest to it in the column `also`."""
    turns, other = (pl.col(name).cast(pl.Float64) for name in ("turns", also))
    games = run.games.select("game_id", a=(turns - turns.mean()).abs(), b=(other - other.mean()).abs())
    return games.sort("a", "b", "game_id").head(1).collect()["game_id"].item()


def next_steps(found: list[Section], command: str) -> list[str]:
    """What the sections of a page say is to be tested next, and at last the command of a run by another player."""
    steps = [section.next_step for section in found if section.next_step]
    return [*steps, tr("See which findings change with the player: {command}", command=command)]


def observational(found: list[Section]) -> str:
    """How many of the sections of a page describe only, in a sentence."""
    described = sum(section.basis.endswith("observational") for section in found)
    return tr(
        "{described} of the {found} answers above are observational: they say what goes together.",
        described=described,
        found=len(found),
    )


def last_section(run, answer: str, nexts: list[str], limits: list[str]) -> Section:
    """The last section of a page, of its parts."""
    blocks = [
        tr("To test next:"),
        Story("", nexts, bullets=True),
        tr("What this cannot tell:"),
        Story("", limits, bullets=True),
    ]
    return Section("next", tr("What should be tested next, and what can this not tell?"), answer,
                   basis(run.n_games, tr("games"), "observational"), blocks)  # fmt: skip
