"""What `seti-sim check` says of a variant of The Search for Planet X: what it changes, in words too, how many arrangements there are,
and how some games of it go beside printed ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from seti_sim.core.checking import change_lines, heading, verdict

from . import players
from .batch import DealError, play_games
from .describe import texts
from .rules import MODES, PlanetXRules

GAMES = {"standard": 100, "expert": 20}
"""Games that are played where nobody says how many; an expert one takes fifty times as long."""
SEATS, PLAYER, SEED = 4, "infogain", 1


def check(variant: Any, mode: str | None = None, games: int | None = None) -> Iterator[str]:
    """Lines of text about a variant, in one mode or in every mode that it changes."""
    every = {name: PlanetXRules.load(name, variant) for name in ([mode] if mode else MODES)}
    changes = next(iter(every.values())).changes()
    yield heading(next(iter(every.values())))
    yield from change_lines(changes)
    for name, rules in every.items():
        printed = PlanetXRules.load(name)
        if changes and (mode or _plays(rules) != _plays(printed)):
            yield from _mode(name, rules, printed, GAMES[name] if games is None else games)
    yield verdict(len(changes))


def _plays(rules: PlanetXRules) -> tuple:
    """What decides how games go."""
    return rules.tables, rules.placement, rules.clues, rules.levels, rules.factors, rules.beside_x


def _mode(name: str, rules: PlanetXRules, printed: PlanetXRules, games: int) -> Iterator[str]:
    """What is another in a mode."""
    now, was = texts(rules), texts(printed)
    yield f"  {name}, {len(rules.sky):,} arrangements ({len(printed.sky):,} in the printed game)"
    for title in dict.fromkeys([*was, *now]):
        gone = [line for line in was.get(title, []) if line not in now.get(title, [])]
        come = [line for line in now.get(title, []) if line not in was.get(title, [])]
        if title != "sky":
            yield from (f"    - {title}: {line.strip()}" for line in gone)
            yield from (f"    + {title}: {line.strip()}" for line in come)
    if games:
        yield from _games(rules, printed, games)


def _games(rules: PlanetXRules, printed: PlanetXRules, games: int) -> Iterator[str]:
    """How some games of the variant go, beside as many printed ones."""
    try:
        here, there = _means(rules, games), _means(printed, games)
    except DealError as error:
        yield f"    Not looked at in games: {error}"
        return
    words = (f"{what} {value:.1f} (printed {there[what]:.1f})" for what, value in here.items())
    yield f"    {games} games of {PLAYER} with {SEATS} players, on average: {', '.join(words)}"


def _means(rules: PlanetXRules, games: int) -> dict[str, float]:
    batch = play_games(rules, players=SEATS, seed=SEED, first=0, count=games, policies=[players.get(PLAYER)])
    return {
        "points a seat": float(np.mean(batch.seats["score"])),
        "turns a seat": float(np.mean(batch.games["turns"])) / SEATS,
        "Planet X found at time": float(np.mean(batch.games["end_time"])),
    }
