"""SETI: Search for Extraterrestrial Intelligence. The Python face of its engine: games, actions, positions, records.

`Game` plays one game; `batch.play_games` plays millions. How decisions, notation and positions work is in
docs/protocol.md.
"""

from typing import TYPE_CHECKING

from seti_sim.core.lazy import later

if TYPE_CHECKING:
    from seti_sim.core.errors import EngineFault, PositionError
    from seti_sim.core.notation import AmbiguousAction, IllegalAction, NotationError, UnreadableAction
    from seti_sim.core.record import RecordError
    from seti_sim.seti.engine import EndlessGame
    from seti_sim.seti.game import Game
    from seti_sim.seti.notation import Action

__all__ = [
    "Action",
    "AmbiguousAction",
    "EndlessGame",
    "EngineFault",
    "Game",
    "IllegalAction",
    "NotationError",
    "PositionError",
    "RecordError",
    "UnreadableAction",
]
__getattr__ = later(
    __name__,
    {
        "Action": "seti_sim.seti.notation:Action",
        "AmbiguousAction": "seti_sim.core.notation:AmbiguousAction",
        "EndlessGame": "seti_sim.seti.engine:EndlessGame",
        "EngineFault": "seti_sim.core.errors:EngineFault",
        "Game": "seti_sim.seti.game:Game",
        "IllegalAction": "seti_sim.core.notation:IllegalAction",
        "NotationError": "seti_sim.core.notation:NotationError",
        "PositionError": "seti_sim.core.errors:PositionError",
        "RecordError": "seti_sim.core.record:RecordError",
        "UnreadableAction": "seti_sim.core.notation:UnreadableAction",
    },
)
