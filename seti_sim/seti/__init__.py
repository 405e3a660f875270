"""SETI: Search for Extraterrestrial Intelligence. The Python face of its engine: games, actions, positions, records.

`Game` plays one game; `batch.play_games` plays millions. How decisions, notation and positions work is in
docs/protocol.md.
"""

from .engine import EndlessGame, EngineFault
from .game import Game
from .notation import Action
from seti_sim.core.notation import AmbiguousAction, IllegalAction, NotationError, UnreadableAction
from seti_sim.core.errors import PositionError
from .record import RecordError

__all__ = [
    "Action", "AmbiguousAction", "EndlessGame", "EngineFault", "Game", "IllegalAction", "NotationError", "PositionError",
    "RecordError", "UnreadableAction",
]
