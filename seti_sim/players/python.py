"""Players written in Python: a callable `(view, legal) -> index`, or a class whose instances are such.

view: what the seat sees, the dict of `Game.view(seat)`, with "seat" and "luck" added: a 64-bit number that depends on
game, seat and decision alone. A player that wants luck takes it from there (`random.Random(view["luck"])`) and from
nowhere else, or its runs cannot be repeated. legal: the legal actions, a list of `Action`; str() of one is its notation.
A class gets a fresh instance for each seat of each game, so that what it remembers is of that game.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import os
import sys
from dataclasses import dataclass, field
from importlib.metadata import entry_points

from .registry import N_HEAD
from .weights import N_VALUES, N_WEIGHTS, PlayerError

PYTHON = 100
"""POLICY_PYTHON of ext/seti/policy.pxi."""
GROUP = "seti_sim.players"
"""Entry points of installed packages under this name are players by their names."""


def targets() -> dict[str, str]:
    """Players that installed packages offer: {name: module:attribute}."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def find(target: str):
    """The object at `module:attribute`; PlayerError if it is not there or cannot be called."""
    module, _, attribute = target.partition(":")
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)  # the script `seti-sim` does not look where it is started
    try:
        found = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise PlayerError(f"policy {target!r}: {error}: expected module:attribute of a player in Python") from None
    if not callable(found):
        raise PlayerError(f"policy {target!r}: {type(found).__name__}: expected a callable (view, legal) -> index")
    return found


@dataclass(frozen=True)
class PythonPlayer:
    """A player in Python as the runs know it: only its name travels between processes.

    name: as on the command line. target: module:attribute. key: hash of its module's source, for a run's identity.
    """

    name: str
    target: str
    kind: str = "python"
    weights: tuple[int, ...] = ()
    minds: dict = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self):
        find(self.target)

    def __getstate__(self):
        return {**self.__dict__, "minds": {}}

    def __setstate__(self, state):
        self.__dict__.update(state)

    @property
    def key(self) -> str:
        found = find(self.target)
        try:
            source = inspect.getsource(sys.modules[found.__module__])
        except (OSError, TypeError, KeyError):
            source = ""
        return hashlib.sha256(f"python:{self.target}:{source}".encode()).hexdigest()[:12]

    def engine_weights(self) -> list[int]:
        """The engine only needs to know that it has to ask."""
        return [PYTHON, *[0] * (N_HEAD - 1 + N_WEIGHTS + N_VALUES)]

    def choose(self, game):
        """The player's action at the decision of a `Game`, for the seat that is to move."""
        return game.action(self.ask(game.rules, game.core, (game.seed, game.game)))

    def ask(self, rules, core, game) -> int:
        """Code of its choice. `game`: anything that tells games apart; a class is instantiated for each seat of it."""
        from seti_sim.seti import position
        from seti_sim.seti.game import notation_of

        seat = f"P{core.to_move + 1}"
        notation = notation_of(rules)
        codes = core.legal()
        legal = [notation.action(code) for code in codes]
        view = position.view(rules, core, seat) | {"seat": seat, "luck": core.player_luck()}
        index = self._mind(game, seat)(view, legal)
        if not hasattr(index, "__index__") or not 0 <= index < len(codes):
            raise PlayerError(f"policy {self.name!r} chose {index!r}: expected an index below {len(codes)}")
        return codes[index]

    def _mind(self, game, seat):
        found = find(self.target)
        if not inspect.isclass(found):
            return found
        if self.minds.get("game") != game:
            self.minds.clear()
            self.minds["game"] = game
        if seat not in self.minds:
            self.minds[seat] = found()
        return self.minds[seat]
