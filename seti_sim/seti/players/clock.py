"""`mcts` by the clock: as many playouts for a choice as its seconds allow.

What it plays depends on machine and moment, so `seti_sim.seti.players.get` gives it only to those who ask for it
(`clock=True`: the commands `play` and `ladder`), and no run can have it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from seti_sim.core.errors import PlayerError
from seti_sim.core.names import in_short, middle_out

from .python import PYTHON
from .weights import padded

LONGEST = 3600.0
FIRST = 50
"""Playouts that tell how long one takes."""
MOST = 1_000_000


@dataclass(frozen=True)
class TimedPlayer:
    """A compiled player that searches for `seconds` of real time a choice. player: with any number of playouts."""

    name: str
    player: object
    seconds: float
    kind: str = "clock"

    @property
    def key(self) -> str:
        return self.player.key

    def engine_weights(self) -> np.ndarray:
        """The engine only needs to know that it has to ask."""
        return padded([PYTHON])

    def choose(self, game):
        """The player's action at the decision of a `Game`, for the seat that is to move."""
        return game.action(self.ask(game.rules, game.core, (game.seed, game.game)))

    def ask(self, rules, core, game) -> int:
        """Code of its choice: a first search tells how long a playout takes, a second one fills the time."""
        from seti_sim.seti.engine import _engine

        end, playouts = time.perf_counter() + self.seconds, FIRST
        while True:
            begun = time.perf_counter()
            nodes, deals, _, *more = self.player.budget
            player = replace(self.player, budget=(nodes, deals, playouts, *more))
            choice = _engine.choose_action(core, player.engine_weights())
            now = time.perf_counter()
            spent, left = now - begun, end - now
            if left < 2 * spent or playouts == MOST:
                return choice
            playouts = min(MOST, int(playouts * 0.9 * left / max(spent, 1e-6)))


def seconds_of(name: str, text: str) -> float:
    """The seconds of `mcts[seconds=…]`; PlayerError for what is none."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        raise PlayerError(
            f"policy {in_short(name)}: seconds={middle_out(text)}: expected seconds a choice, above 0 and at most {LONGEST:,.0f}"
        )
    return seconds


def with_time(names, seconds: float | None) -> tuple[str, ...]:
    """The names with every `mcts` among them searching for that long; PlayerError where there is none."""
    if seconds is None:
        return tuple(names)
    found = tuple(
        f"{name[:-1]},seconds={seconds:g}]"
        if name.startswith("mcts[")
        else f"mcts[seconds={seconds:g}]"
        if name == "mcts"
        else name
        for name in names
    )
    if found == tuple(names):
        raise PlayerError(f"time budget {seconds:g}: expected mcts among the policies, not only {', '.join(names)}")
    return found


def is_timed(name: str) -> bool:
    """Does a policy of that name play by the clock?"""
    return name.startswith("mcts[") and "seconds=" in name
