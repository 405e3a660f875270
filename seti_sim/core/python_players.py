"""Players written in Python, of any game: a callable `(view, legal) -> index`, or a class whose instances are such.

view: what the seat sees, the dict of `Game.view(seat)`, with "seat" and "luck" added: a 64-bit number that depends on
game, seat and decision alone. A player that wants luck takes it from there (`random.Random(view["luck"])`) and from
nowhere else, or its runs cannot be repeated. legal: the legal actions, a list of `Action`; str() of one is its notation.
A class gets a fresh instance for each seat of each game, so that what it remembers is of that game.
"""

from __future__ import annotations

import copy
import hashlib
import importlib
import inspect
import operator
import os
import sys
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib.metadata import entry_points
from typing import Any

from . import modules
from .errors import PlayerError
from .names import TEXT, escaped, is_text, told, words_of

GROUP = "seti_sim.players"
"""Entry points of installed packages under this name are players by their names."""
_EXPECTED = "expected an index (a whole number) below"


def targets() -> dict[str, str]:
    """Players that installed packages offer: {name: module:attribute}."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def find(target: str, expected: str = "a callable (view, legal) -> index") -> Any:
    """The object at `module:attribute`; PlayerError if it is not there or cannot be called, as is `expected`."""
    if not is_text(target):
        raise PlayerError(f"policy {escaped(target)}: {TEXT}")
    module, _, attribute = target.partition(":")
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)  # the script `seti-sim` does not look where it is started
    try:
        found = importlib.import_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a module does when it is imported
        missing = isinstance(error, ImportError) or not module
        what = words_of(error) if missing else f"importing {module}: {told(error, __file__)}"
        raise PlayerError(f"policy {target!r}: {what}: expected module:attribute of a player in Python") from error
    try:
        for part in attribute.split("."):
            found = getattr(found, part)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        what = words_of(error) if isinstance(error, AttributeError) else told(error, __file__)
        raise PlayerError(f"policy {target!r}: {what}: expected module:attribute of a player in Python") from None
    _check(found, repr(target), expected)
    return found


def _check(found: Any, named: str, expected: str = "a callable (view, legal) -> index") -> None:
    """PlayerError for what cannot be a player."""
    of_class = inspect.isclass(found)
    if not callable(found) or (of_class and not any("__call__" in vars(base) for base in found.__mro__)):
        what = f"class {found.__name__} without __call__" if of_class else type(found).__name__
        raise PlayerError(f"policy {named}: {what}: expected {expected}")


def key_of(target: str, found: Any) -> str:
    """12 hexadecimal digits for a run's identity: of the modules that a player is made of, with those beside them.

    What remembers something that no source shows (an instance, a closure) has a key of this moment, which no other run
    has, so that no run goes on with what may be another player.
    """
    plain = inspect.isclass(found) or (inspect.isfunction(found) and not found.__closure__)
    names = {target.partition(":")[0], getattr(found, "__module__", None)}
    files = sorted({file for name in names if name in sys.modules for file in modules.files_of(sys.modules[name])})
    text = modules.digest(files) if files else ""
    if plain and not files:
        try:
            text = inspect.getsource(found)  # typed in a notebook
        except (OSError, TypeError):
            plain = False
    if not plain:
        text = uuid.uuid4().hex
    return hashlib.sha256(f"python:{target}:{text}".encode()).hexdigest()[:12]


def _index(answer: Any) -> int:
    """An answer as a whole number, -1 for what is none."""
    if isinstance(answer, bool):
        return -1
    try:
        return operator.index(answer)
    except TypeError:
        return -1


@dataclass(frozen=True)
class PythonPlayer:
    """A player in Python as the runs know it; each game says how one of its own `choose`s.

    name: as on the command line. target: module:attribute; only that travels between processes. given: the callable
    itself where code gave it instead of a name. key: as `key_of`.
    """

    name: str
    target: str
    given: object = field(default=None, repr=False)
    key: str = ""
    minds: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, given: Any) -> Any:
        """The player that is a callable `(view, legal) -> index`, or a class with one as instances."""
        _check(given, repr(given))
        home = given if hasattr(given, "__qualname__") else type(given)
        target = f"{home.__module__}:{home.__qualname__}"
        return cls(target, target, given=given)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", self.key or key_of(self.target, self._found()))

    def _found(self) -> Any:
        return find(self.target) if self.given is None else self.given

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "minds": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def fork(self) -> Any:
        """The same player for a game that goes another way from here, with copies of what it remembers of this one."""
        try:
            minds = copy.deepcopy(self.minds)
        except Exception as error:  # whatever somebody else's object says when it is copied
            raise PlayerError(f"policy {self.name!r}: what it remembers cannot be copied ({told(error, __file__)})") from error
        return replace(self, minds=minds)

    def answer(self, view: dict[str, Any], legal: list[Any], game: tuple[int, int], seat: str, where: Callable[[], str]) -> int:
        """Index of its choice; PlayerError where it has none. game: seed and number; a class is instantiated for each
        seat of it. where: which decision it is, for a message."""
        try:
            answer = self._mind(game, seat)(view, legal)
            index = _index(answer)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a player that leaves or cancels, too
            raise PlayerError(f"policy {self.name!r}, {where()}: {told(error, __file__)}; {_EXPECTED} {len(legal)}") from error
        if not 0 <= index < len(legal):
            if inspect.iscoroutine(answer):
                answer.close()  # else Python says, too, that nobody awaited it
            raise PlayerError(f"policy {self.name!r}, {where()}: {words_of(answer, repr)}; {_EXPECTED} {len(legal)}")
        return index

    def _mind(self, game: tuple[int, int], seat: str) -> Any:
        found = self._found()
        if not inspect.isclass(found):
            return found
        if self.minds.get("game") != game:
            self.minds.clear()
            self.minds["game"] = game
        if seat not in self.minds:
            self.minds[seat] = found()
        return self.minds[seat]
