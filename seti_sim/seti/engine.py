"""The seam to the compiled engine: its structs as NumPy types, and one table of rules a rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from seti_sim.core import engines
from seti_sim.core.errors import SetiSimError
from seti_sim.core.structs import dtypes_of

if TYPE_CHECKING:
    from . import _engine
    from .rules import RuleSet
else:
    _engine = engines.load("seti")
FINGERPRINT: str = _engine.FINGERPRINT
"""Of the sources that the engine was built from (`seti_sim.core.engines`)."""
MAX_DECISIONS = _engine.MAX_DECISIONS
"""Decisions that a game may have; see `EndlessGame`."""
_LAYOUTS = _engine.struct_layouts()
_tables: dict[str, _engine.Rules] = {}  # by fingerprint


class EndlessGame(SetiSimError, ValueError):
    """A game by a variant had not ended after `MAX_DECISIONS` decisions: which game, and why that can be."""

    def __init__(self, players: int, seed: int, game: int) -> None:
        super().__init__(players, seed, game)
        self.players, self.seed, self.game = players, seed, game

    def __str__(self) -> str:
        return (
            f"game {self.game} of seed {self.seed} ({self.players} players): the game did not end within "
            f"{MAX_DECISIONS:,} decisions; a variant in which something pays for itself has no end"
        )


struct_dtype = dtypes_of(_LAYOUTS)
"""NumPy type of one of the engine's structs by name, fields at the engine's own offsets."""


def engine_rules(rules: RuleSet) -> _engine.Rules:
    """The engine's tables of a `RuleSet`, made once a process and rule set."""
    if rules.fingerprint not in _tables:
        fields = {field: rest for field, *rest in _LAYOUTS["RulesTable"][1]}
        _tables[rules.fingerprint] = _engine.Rules(rules.compiled.tables, fields)
    return _tables[rules.fingerprint]


def read_state(core: _engine.Core) -> np.ndarray:
    """The state as one record (a copy; `write_state` puts it back)."""
    return np.frombuffer(bytearray(core.to_bytes()), struct_dtype("State"))[0]


def write_state(core: _engine.Core, state: np.ndarray) -> None:
    core.from_bytes(state.tobytes())
