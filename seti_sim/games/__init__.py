"""Games: what the shared stages (runs, tables, estimators, report, commands) know of a game, and which there are.

`kind` says what a game has to provide, `seti` and `planetx` provide it for the two there are. docs/games.md tells how a
third one would plug in.
"""

from __future__ import annotations

from importlib import import_module

from seti_sim.games.kind import GameKind, Option, RunError
from seti_sim.names import did_you_mean

_KINDS = {"seti": "SETI", "planetx": "PLANETX"}  # module here and name in it, in the order that help lists them
DEFAULT = "seti"

__all__ = ["DEFAULT", "GameKind", "Option", "RunError", "get", "names", "options"]


def names() -> tuple[str, ...]:
    """Names of all games."""
    return tuple(_KINDS)


def get(name: str) -> GameKind:
    """The game of that name; RunError, in one line, where there is none."""
    if name not in _KINDS:
        raise RunError(f"game {name!r}: expected {' or '.join(_KINDS)}{did_you_mean(name, _KINDS, 1)}")
    return getattr(import_module(f"{__name__}.{name}"), _KINDS[name])


def options() -> dict[str, list[tuple[GameKind, Option]]]:
    """Options of their own that the games have: name → the games that have it, each with what it says of it."""
    found: dict[str, list] = {}
    for kind in map(get, _KINDS):
        for option in kind.options:
            found.setdefault(option.name, []).append((kind, option))
    return found
