"""The Search for Planet X. The Python face of its engine: rules, games, actions, positions, records, games in bulk.

`Game` plays one game; `batch.play_games` plays thousands. How the engine works, how games are written and how they are
made is in docs/planetx.md.
"""

from typing import TYPE_CHECKING

from seti_sim.core.lazy import later

if TYPE_CHECKING:
    from seti_sim.core.errors import EngineFault
    from seti_sim.planetx.batch import Batch, play_games
    from seti_sim.planetx.game import Game
    from seti_sim.planetx.rules import PlanetXRules

__all__ = ["Batch", "EngineFault", "Game", "PlanetXRules", "play_games"]
__getattr__ = later(
    __name__,
    {
        "Batch": "seti_sim.planetx.batch:Batch",
        "EngineFault": "seti_sim.core.errors:EngineFault",
        "Game": "seti_sim.planetx.game:Game",
        "PlanetXRules": "seti_sim.planetx.rules:PlanetXRules",
        "play_games": "seti_sim.planetx.batch:play_games",
    },
)
