"""Games: what the shared stages (runs, tables, estimators, report, commands) know of a game, and which there are.

`kind` says what a game has to provide, `seti` and `planetx` provide it for the two there are. docs/games.md tells how a
third one would plug in.
"""

from __future__ import annotations

from importlib import import_module, resources
from typing import Any

from seti_sim.core.errors import RunError
from seti_sim.core.files import toml_files
from seti_sim.core.kind import GameKind, Option
from seti_sim.core.names import did_you_mean, in_short

_KINDS = {"seti": "seti_sim.seti.kind:SETI", "planetx": "seti_sim.planetx.kind:PLANETX"}  # in the order that help lists them
DEFAULT = "seti"

__all__ = ["DEFAULT", "GameKind", "Option", "RunError", "example_variants", "get", "names", "of_record", "options"]


def names() -> tuple[str, ...]:
    """Names of all games."""
    return tuple(_KINDS)


def get(name: str) -> GameKind:
    """The game of that name; RunError, in one line, where there is none."""
    if name not in _KINDS:
        raise RunError(f"game {name!r}: expected {' or '.join(_KINDS)}{did_you_mean(name, _KINDS, 1)}")
    module, _, kind = _KINDS[name].partition(":")
    return getattr(import_module(module), kind)


def of_record(text: str) -> GameKind:
    """The game that a record is of, by its first line; RunError, in one line, for what is the record of none."""
    first = text.splitlines()[:1]
    lines = {kind.record_line: kind for kind in map(get, _KINDS) if kind.record_line}
    found = lines.get(first[0].strip()) if first else None
    if found is None:
        said = in_short(first[0][:40]) if first else "''"
        raise RunError(f"record, line 1: {said}: expected {' or '.join(map(repr, lines))}")
    return found


def options() -> dict[str, list[tuple[GameKind, Option]]]:
    """Options of their own that the games have: name → the games that have it, each with what it says of it."""
    found: dict[str, list[tuple[GameKind, Option]]] = {}
    for kind in map(get, _KINDS):
        for option in kind.options:
            found.setdefault(option.name, []).append((kind, option))
    return found


def example_variants(game: str | None = None) -> dict[str, Any]:
    """The example variants of a game, or of all: dict of name (file name without `.toml`) to readable resource, sorted by
    name.

    They lie in the folder `data/variants` of a game's package, which is not imported.
    """
    found: dict[str, Any] = {}
    for place in _KINDS.values() if game is None else [_KINDS[game]] if game in _KINDS else []:
        package = place.partition(":")[0].split(".")
        if len(package) > 1:
            found |= toml_files(resources.files(package[0]).joinpath(*package[1:-1], "data", "variants"))
    return dict(sorted(found.items()))
