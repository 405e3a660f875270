"""Games from outside the package: installed ones, which an entry point of the group `seti_sim.games` names, and Python files
that somebody named on the command line or in a call.

Nothing else is code: what a run folder, a record or a configuration file says of its game is a name, never an order to load
something. Whatever is wrong with a game from outside becomes a GameError of one line, and the other games do not notice.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.abc import SourceLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from .errors import RunError
from .kind import GameKind, Option
from .modules import digest, files_of
from .names import in_short, words_of

GROUP = "seti_sim.games"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
NAME_WORDS = f"small letters, digits and single dashes, at most {LONGEST}, as my-game"
RESERVED = frozenset(
    "block chunk config full game games generations help jobs measure metric number only out players policy pool population precision "
    "record report seating seed short spread tables variant verdicts with yes".split()
)
"""Names of options that every game has, which no game can have as its own."""
_NEEDED = {"games": ("game_id",), "seats": ("game_id", "seat", "policy", "score", "win_share")}


class GameError(RunError):
    """A game from outside that cannot be used: where it comes from, what is wrong, what was expected."""


@dataclass(frozen=True)
class Place:
    """Where a game is: `module:ATTRIBUTE` of an installed package, or the path of a file and the name in it.

    told: as messages and commands call it. digest: of the text of a file when it was loaded.
    """

    told: str
    module: str = ""
    file: str = ""
    attribute: str = ""
    digest: str = ""


# ---------------------------------------------------------------------------------------------- installed games


def installed(taken: Iterable[str]) -> tuple[dict[str, Place], dict[str, str]]:
    """Games that entry points name: their places by name, and what is wrong with the names of others.

    taken: names that are another game's already. Nothing is imported.
    """
    from importlib import metadata  # takes a while, and not every caller asks

    found: dict[str, Place] = {}
    wrong: dict[str, str] = {}
    for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        package = entry.dist.name if entry.dist else "an installed package"
        told = f"{entry.value} of {package}"
        if entry.name in taken:
            wrong[f"{entry.name} ({package})"] = f"{told}: the name {entry.name} is taken, expected another"
        elif entry.name in found and found[entry.name].told != told:
            wrong[entry.name] = f"both {found.pop(entry.name).told} and {told} are called {entry.name}, expected one"
        elif entry.name in wrong:
            continue
        elif not is_name(entry.name):
            wrong[entry.name] = f"{told}: the name {entry.name!r}: expected {NAME_WORDS}"
        elif not entry.attr:
            wrong[entry.name] = f"{told}: expected module:ATTRIBUTE, the object of the game"
        else:
            found[entry.name] = Place(told, module=entry.module, attribute=entry.attr)
    return found, wrong


def is_name(text: str) -> bool:
    """Whether a game may be called so."""
    return bool(NAME.fullmatch(text)) and len(text) <= LONGEST


def import_kind(name: str, place: Place) -> GameKind:
    """The game of an installed package; GameError for whatever goes wrong with it."""
    try:
        found: Any = importlib.import_module(place.module)
        for part in place.attribute.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:
        raise GameError(f"game {name}: {place.told}: {_said(error)}") from None
    return checked(found, f"game {name}: {place.told}", name)


# ---------------------------------------------------------------------------------------------- files


def is_file(text: str) -> bool:
    """Whether a text names a file rather than a game: it ends in `.py`, or in `.py:NAME` where the file has several games."""
    return _split(text)[0].endswith(".py")


def _split(text: str) -> tuple[str, str]:
    path, colon, attribute = text.rpartition(":")
    return (path, attribute) if colon and path.endswith(".py") and attribute.isidentifier() else (text, "")


def load_file(text: str) -> tuple[GameKind, Place]:
    """Run a file and give its game: `FILE.py`, or `FILE.py:NAME` where it holds several. GameError for whatever goes wrong.

    The file is imported under a name of its own, as a whole: it can import what is installed, and nothing that lies beside it.
    """
    path, attribute = _split(text)
    file = Path(path)
    try:
        source = file.read_bytes()
    except OSError as error:
        raise GameError(f"{path}: expected a Python file with a game ({(error.strerror or str(error)).lower()})") from None
    where = hashlib.sha256(str(file.resolve()).encode(errors="surrogateescape")).hexdigest()[:8]
    name = f"seti_sim_game_{re.sub(r'[^0-9A-Za-z_]', '_', file.stem)}_{where}"
    loader = _Loader(source, str(file.resolve()))
    spec = importlib.util.spec_from_file_location(name, file.resolve(), loader=loader)
    if spec is None:
        raise GameError(f"{path}: expected a Python file with a game")
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(name)
    digest_of.cache_clear()
    sys.modules[name] = module  # dataclasses and pickle look a class up there
    try:
        loader.exec_module(module)
        kind = _only(module, path, attribute)
    except BaseException as error:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        if isinstance(error, GameError) or not isinstance(error, (Exception, SystemExit)):
            raise
        raise GameError(f"{path}{_line(error, loader.path)}: {_said(error)}") from None
    return kind, Place(text, file=str(file.resolve()), attribute=attribute, digest=hashlib.sha256(source).hexdigest())


class _Loader(SourceLoader):
    """Loads the text that was read, and no compiled file of an earlier one."""

    def __init__(self, source: bytes, path: str) -> None:
        self.source, self.path = source, path

    def get_filename(self, fullname: str) -> str:
        return self.path

    def get_data(self, path: str | bytes) -> bytes:
        if path != self.path:
            raise OSError(f"{path!r}: not asked for")
        return self.source


def _only(module: ModuleType, path: str, attribute: str) -> GameKind:
    if attribute:
        if not hasattr(module, attribute):
            raise GameError(f"{path}: has no {attribute}, expected the name of its game")
        return checked(getattr(module, attribute), f"{path}:{attribute}")
    kinds = {name: value for name, value in vars(module).items() if isinstance(value, GameKind)}
    of = {id(value): name for name, value in kinds.items()}
    if not of:
        classes = [
            name
            for name, value in vars(module).items()
            if isinstance(value, type) and issubclass(value, GameKind) and value.__module__ == module.__name__
        ]
        line = f"{classes[0].upper()} = {classes[0]}()" if classes else "MYGAME = PythonKind(MyGame, …)"
        raise GameError(f"{path}: holds no game, expected a line such as {line}: docs/your-own-game.md")
    if len(of) > 1:
        raise GameError(f"{path}: holds several games, expected one of {', '.join(f'{path}:{name}' for name in of.values())}")
    return checked(next(iter(kinds.values())), path)


def _line(error: BaseException, file: str) -> str:
    """`, line N` of the file in which an error came up."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return f", line {error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f", line {lines[-1]}" if lines else ""


def _said(error: BaseException) -> str:
    text = words_of(error.msg if isinstance(error, SyntaxError) else error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


# ---------------------------------------------------------------------------------------------- what a game must have


def checked(kind: Any, where: str, name: str = "") -> GameKind:
    """The object, if it is a game that the shared stages can use; GameError says what is wrong with it."""

    def expect(holds: bool, what: str) -> None:
        if not holds:
            raise GameError(f"{where}: {what}")

    if isinstance(kind, type) and issubclass(kind, GameKind):
        raise GameError(f"{where}: is a class, expected the one object of it, as {kind.__name__.upper()} = {kind.__name__}()")
    if not isinstance(kind, GameKind):
        raise GameError(f"{where}: is {type(kind).__name__}, expected an object of a class of GameKind")
    for attribute, kinds, words in _ATTRIBUTES:
        value = getattr(kind, attribute, None)
        fits = isinstance(value, kinds) and not isinstance(value, bool) and bool(value or attribute == "options")
        expect(fits, f"{attribute} {'is missing' if value is None else f'= {in_short(value)}'}: expected {words}")
    expect(is_name(kind.name), f"name = {kind.name!r}: expected {NAME_WORDS}")
    expect(not name or kind.name == name, f"name = {kind.name!r}: expected {name}, the name of its entry point")
    whole = all(type(n) is int and n > 0 for n in kind.players)
    expect(
        whole and list(kind.players) == sorted(set(kind.players)), f"players = {kind.players}: expected numbers, rising, from 1"
    )
    for option in kind.options:
        expect(isinstance(option, Option), f"options: {in_short(option)}: expected objects of Option")
        expect(is_name(option.name), f"option {option.name!r}: expected {NAME_WORDS}")
        expect(option.name not in RESERVED, f"option {option.name}: every game has one of this name, expected another")
    return kind


_ATTRIBUTES = (
    ("name", str, "its name, as --game has it"),
    ("title", str, "its title, as pages have it"),
    ("players", tuple, "the numbers of players that it can have, as (2, 3, 4)"),
    ("policy", str, "the name of the policy that plays where none is asked for"),
    ("max_decisions", int, "a whole number, decisions of a game that certainly ends before"),
    ("options", tuple, "a tuple of Option"),
)


def check_tables(kind: GameKind, where: str) -> None:
    """GameError where the tables of a game lack what the shared stages read."""
    try:
        tables: Mapping[str, Any] = kind.tables
        columns = {name: table.column_names for name, table in tables.items()}
        points = [f"points_{source}" for source in kind.points]
    except GameError:
        raise
    except Exception as error:
        raise GameError(f"{where}: its tables: {_said(error)}") from None
    for table, needed in _NEEDED.items():
        if table not in columns:
            raise GameError(f"{where}: expected a table {table}")
        for column in (*needed, *(points if table == "seats" else ())):
            if column not in columns[table]:
                raise GameError(f"{where}: table {table}: expected a column {column}")


def file_of(kind: GameKind) -> str:
    """The path of the file that a game stands in (`GameKind.home`); nothing where there is none."""
    file = getattr(sys.modules.get(kind.home), "__file__", None)
    return str(Path(file).resolve()) if file else ""


@cache
def digest_of(module: str) -> str:
    """64 hexadecimal digits of the text of an imported module and of what it imports from beside it; nothing where it has no file.

    Read once a process, when it is first asked for: what plays is what was loaded then. A file that is loaded again, after a
    change, has its text looked at again.
    """
    found = sys.modules.get(module)
    files = files_of(found) if found is not None else []
    return digest(files) if files else ""
