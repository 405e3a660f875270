"""Players of SETI that are written in Python (`seti_sim.core.python_players` says what such a player is)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seti_sim.core import python_players
from seti_sim.core.python_players import targets

from .weights import padded

__all__ = ["PYTHON", "PythonPlayer", "targets"]

PYTHON = 100
"""POLICY_PYTHON of ext/seti/policy.pxi."""


@dataclass(frozen=True)
class PythonPlayer(python_players.PythonPlayer):
    """A player in Python as runs of SETI know it."""

    kind: str = "python"
    weights: tuple[int, ...] = ()

    def engine_weights(self) -> np.ndarray:
        """The engine only needs to know that it has to ask."""
        return padded([PYTHON])

    def choose(self, game):
        """The player's action at the decision of a `Game`, for the seat that is to move."""
        return game.action(self.ask(game.rules, game.core, (game.seed, game.game)))

    def ask(self, rules, core, game: tuple[int, int]) -> int:
        """Code of its choice; PlayerError where it has none. game: seed and number."""
        from seti_sim.seti import position
        from seti_sim.seti.game import notation_of

        seat = f"P{core.to_move + 1}"
        notation = notation_of(rules)
        codes = core.legal()
        legal = [notation.action(code) for code in codes]
        view = position.view(rules, core, seat) | {"seat": seat, "luck": core.player_luck()}
        return codes[self.answer(view, legal, game, seat, lambda: _at(rules, core, game, seat))]


def _at(rules, core, game, seat) -> str:
    """Which decision it is, for a message."""
    from seti_sim.seti import position
    from seti_sim.seti.engine import read_state

    view = position.view(rules, core, seat)  # the player may have changed the one it was given
    number = int(read_state(core)["n_decisions"])
    when = f" in round {view['round']}" if view["round"] else ""
    return f"game {game[1]} of seed {game[0]}, {seat}, decision {number} of the game ({view['decision']}{when})"
