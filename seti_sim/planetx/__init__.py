"""The Search for Planet X. The Python face of its engine: rules, games, actions, positions, records, games in bulk.

`Game` plays one game; `batch.play_games` plays thousands. How the engine works, how games are written and how they are
made is in docs/planetx.md.
"""

from . import engine, notation
from .batch import Batch, EngineFault, play_games
from .game import Game
from .rules import PlanetXRules

__all__ = ["Batch", "EngineFault", "Game", "PlanetXRules", "core", "notation", "play_games"]
