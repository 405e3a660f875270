"""Players: the registry of policies by name, and the weights (TOML) that the compiled ones play with."""

from .registry import Player, PlayerError, get, names

__all__ = ["Player", "PlayerError", "get", "names"]
