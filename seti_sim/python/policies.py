"""Players of games in Python: functions that pick one of the actions."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from seti_sim.core.errors import PlayerError
from seti_sim.core.names import place_of
from seti_sim.core.outside import digest_of
from seti_sim.core.weights import Number, name_of

from .game import Game
from .luck import Luck

Policy = Callable[..., Any]
"""(the game as the seat to move sees it, its actions, the luck of the player) → one of the actions; one with weights is given them,
too, by name. It changes nothing."""


def at_random(game: Any, actions: Any, luck: Luck) -> Any:
    """Any action, all alike."""
    return luck.pick(actions)


class PythonPolicy:
    """A function as the runs know it. name: as on the command line. key: of the text of its module and its weights, for a run's
    identity. weights: {name: number}, nothing for a function without."""

    def __init__(self, kind: Any, base: str, function: Policy, weights: Mapping[str, Number] | None = None) -> None:
        self.kind, self.base, self.function, self.weights = kind, base, function, dict(weights or {})
        self.name = name_of(base, self.weights, kind.weights.get(base, {}))
        self.key = digest_of(function.__module__)[:12] or "1"
        if self.name != base:
            self.key = hashlib.sha256(f"{self.key}:{self.name}".encode()).hexdigest()[:12]
        self.given = (MappingProxyType(self.weights),) if self.weights else ()

    def __reduce__(self) -> tuple[Any, ...]:
        given = self.kind.functions.get(self.base) is not self.function and ":" not in self.base
        return _policy, (self.kind, self.function if given else self.name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PythonPolicy):
            return NotImplemented
        return (self.kind, self.function, self.weights) == (other.kind, other.function, other.weights)

    def __hash__(self) -> int:
        return hash(self.function)

    def choose(self, game: Game) -> Any:
        """Its action at the decision of a game; PlayerError where it is none of those that there are."""
        actions = game.legal_actions()
        state = game.state
        seen = game.ask(state.seen_by, state.seat)
        picked = game.ask(self.function, seen, actions, game.mind(state.seat), *self.given)
        if picked not in actions:
            raise PlayerError(f"policy {self.name!r}, {game.where()}: {game.wrong(picked)}{place_of(self.function)}")
        return picked


def _policy(kind: Any, of: Any) -> PythonPolicy:
    return kind.get_policy(of)


def of_function(kind: Any, function: Any, name: str = "") -> PythonPolicy:
    """The player that a function is, by the name it was asked for; PlayerError for what cannot be one."""
    if not takes(function, 3):
        raise PlayerError(f"policy {name or repr(function)}: expected a function of (game, actions, luck)")
    return PythonPolicy(kind, name or getattr(function, "__name__", type(function).__name__), function)


def takes(function: Any, count: int) -> bool:
    """Whether a function can be called with so many things."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except (TypeError, ValueError):
        return False
    return True
