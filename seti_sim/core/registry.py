"""Games: what the shared stages (runs, tables, estimators, report, commands) know of a game, and which there are.

`kind` says what a game has to provide, `seti` and `planetx` provide it for the two of this package. Others come from outside
(`outside`): installed packages name theirs by an entry point of the group `seti_sim.games`, and whoever starts a command, or
calls `named`, may name a Python file. docs/your-own-game.md makes one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module, resources
from typing import Any

from seti_sim.core import outside
from seti_sim.core.errors import RunError
from seti_sim.core.files import toml_files
from seti_sim.core.kind import GameKind, Option
from seti_sim.core.names import did_you_mean, in_short
from seti_sim.core.outside import GameError, Place

_KINDS = {"seti": "seti_sim.seti.kind:SETI", "planetx": "seti_sim.planetx.kind:PLANETX"}  # in the order that help lists them
DEFAULT = "seti"
_named: dict[str, tuple[GameKind, Place]] = {}  # those of files, by the names of the games

__all__ = ["DEFAULT", "GameError", "GameKind", "Option", "RunError", "broken", "example_variants", "get", "named", "names",
           "of_record", "options", "place_of", "typed"]  # fmt: skip


def names() -> tuple[str, ...]:
    """Names of all games that can be used."""
    mine, others = (*_KINDS, *_named), _found()[0]
    return (*mine, *(name for name in others if name not in mine and not isinstance(_installed(name), GameError)))


def broken() -> dict[str, str]:
    """Installed games that cannot be used: {name: why not}."""
    others, wrong = _found()
    tried = {name: _installed(name) for name in others}
    return wrong | {name: str(error) for name, error in tried.items() if isinstance(error, GameError)}


def get(name: str) -> GameKind:
    """The game of that name; RunError, in one line, where there is none or it cannot be used. No file is loaded."""
    if name in _KINDS:
        module, _, attribute = _KINDS[name].partition(":")
        return getattr(import_module(module), attribute)
    if name in _named:
        return _named[name][0]
    others, wrong = _found()
    if name in others:
        kind = _usable(name)
        if isinstance(kind, GameError):
            raise kind
        return kind
    if name in wrong:
        raise GameError(f"game {name}: {wrong[name]}")
    known = names()
    hint = did_you_mean(name, known, 1)
    if outside.is_file(name):
        hint = "; the file of a game is named where a command is typed, as --game FILE.py"
    raise RunError(f"game {in_short(name)}: expected {' or '.join(known)}{hint}")


def named(text: str) -> GameKind:
    """The game that somebody means who starts a command: its name, or the file that it is in, which is run.

    `FILE.py`, or `FILE.py:NAME` where it holds several. From then on it is a game like the others in this process and its
    workers. RunError, in one line, for what is no game.
    """
    if not outside.is_file(text):
        return get(text)
    kind, place = outside.load_file(text)
    others, wrong = _found()
    owner = _KINDS.get(kind.name) or (others[kind.name].told if kind.name in others else None)
    if owner and kind.name in others and _same_file(kind.name, place):
        return get(kind.name)  # installed from this very file
    if owner:
        raise GameError(f"{text}: name = {kind.name!r}: taken by {owner}, expected another")
    if (clash := _clash(kind, text)) is not None:
        raise clash
    outside.check_tables(kind, text)
    _named[kind.name] = kind, place
    return kind


def place_of(kind: GameKind) -> Place | None:
    """Where a game from a file comes from; None for others, and for an object that is not the game of that name."""
    found, place = _named.get(kind.name, (None, None))
    return place if found is kind else None


@contextmanager
def held(kind: GameKind) -> Iterator[None]:
    """While it lasts `get` gives this object for its name, wherever it comes from. GameError for the name of a game of the package."""
    if is_known(kind):
        yield
        return
    if kind.name in _KINDS:
        raise GameError(f"name = {kind.name!r}: taken by {_KINDS[kind.name]}, expected another")
    before = _named.get(kind.name)
    _named[kind.name] = kind, Place(kind.name)
    try:
        yield
    finally:
        if before is None:
            del _named[kind.name]
        else:
            _named[kind.name] = before


def typed(kind: GameKind) -> str:
    """How `--game` names it: by its name, or by its file."""
    place = place_of(kind)
    return place.told if place else kind.name


def is_known(kind: GameKind) -> bool:
    """Whether `get` gives this object for its name."""
    place = _KINDS.get(kind.name)
    if place:
        module, _, attribute = place.partition(":")
        return getattr(import_module(module), attribute) is kind
    return place_of(kind) is not None or (kind.name in _found()[0] and _installed(kind.name) is kind)


def places() -> tuple[Place, ...]:
    """Files whose games are in use in this process, for its workers."""
    return tuple(place for _, place in _named.values())


def load_places(files: tuple[Place, ...]) -> None:
    """In a worker: the games of these files, as `places` of the process that started it has them."""
    for place in files:
        recall(place)


def recall(place: Place) -> GameKind:
    """In a worker: the game of a file that the process that started it has named."""
    for kind, there in _named.values():
        if (there.file, there.attribute, there.digest) == (place.file, place.attribute, place.digest):
            return kind
    path = f"{place.file}:{place.attribute}" if place.attribute else place.file
    kind, found = outside.load_file(path)
    if found.digest != place.digest:
        raise GameError(f"{place.told}: was changed while games were played; start again")
    _named[kind.name] = kind, place
    return kind


def of_record(text: str) -> GameKind:
    """The game that a record is of, by its first line; RunError, in one line, for what is the record of none."""
    first = text.splitlines()[:1]
    lines = {kind.record_line: kind for kind in map(get, names()) if kind.record_line}
    found = lines.get(first[0].strip()) if first else None
    if found is None:
        said = in_short(first[0][:40]) if first else "''"
        raise RunError(
            f"record, line 1: {said}: expected {' or '.join(map(repr, lines))}, or one of a game named with --game FILE.py"
        )
    return found


def options() -> dict[str, list[tuple[GameKind, Option]]]:
    """Options of their own that the games have: name → the games that have it, each with what it says of it."""
    found: dict[str, list[tuple[GameKind, Option]]] = {}
    for kind in map(get, names()):
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


# ---------------------------------------------------------------------------------------------- installed games


@cache
def _found() -> tuple[dict[str, Place], dict[str, str]]:
    return outside.installed(_KINDS)


@cache
def _installed(name: str) -> GameKind | GameError:
    """An installed game, or why it cannot be used."""
    place = _found()[0][name]
    try:
        kind = outside.import_kind(name, place)
    except GameError as error:
        return error
    return _clash(kind, f"game {name}: {place.told}") or kind


def _clash(kind: GameKind, where: str) -> GameError | None:
    """What is wrong with options of a game beside those of the same name that the games of this package have."""
    flags = {option.name: option.flag for other in map(get, _KINDS) for option in other.options}
    for option in kind.options:
        if flags.get(option.name, option.flag) != option.flag:
            kinds = "takes a value", "stands alone"
            told, other = kinds[option.flag], kinds[not option.flag]
            return GameError(f"{where}: option {option.name} {told}, and that of another game {other}: expected another name")
    return None


@cache
def _usable(name: str) -> GameKind | GameError:
    """The same with its tables looked at, for which games may import what takes time."""
    kind = _installed(name)
    if isinstance(kind, GameKind):
        try:
            outside.check_tables(kind, f"game {name}: {_found()[0][name].told}")
        except GameError as error:
            return error
    return kind


def _same_file(name: str, place: Place) -> bool:
    kind = _installed(name)
    return isinstance(kind, GameKind) and outside.file_of(kind) == place.file


def forget() -> None:
    """Look again for installed games, and forget those of files."""
    for cached in (_found, _installed, _usable):
        cached.cache_clear()
    _named.clear()
