"""Players: the registry of policies by name, and the weights (TOML) that the compiled ones play with."""

from seti_sim.core.errors import PlayerError

from .registry import PERSONAS, Player, get, names

__all__ = ["PERSONAS", "Player", "PlayerError", "get", "names"]
