"""Players of games in Python: functions that pick one of the actions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from seti_sim.core.errors import PlayerError
from seti_sim.core.outside import digest_of

from .base import PythonGame
from .game import Game
from .luck import Luck

Policy = Callable[[PythonGame, Sequence[Any], Luck], Any]
"""(the game as the seat to move sees it, its actions, the luck of the player) → one of the actions. It changes nothing."""


def at_random(game: PythonGame, actions: Sequence[Any], luck: Luck) -> Any:
    """Any action, all alike."""
    return luck.pick(actions)


class PythonPolicy:
    """A function as the runs know it. name: as on the command line. key: of the text of its module, for a run's identity."""

    def __init__(self, kind: Any, name: str, function: Policy) -> None:
        self.kind, self.name, self.function = kind, name, function
        self.key = digest_of(function.__module__)[:12] or "1"

    def __reduce__(self) -> tuple[Any, ...]:
        given = self.kind.functions.get(self.name) is not self.function
        return _policy, (self.kind, self.function if given else self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PythonPolicy) and (self.kind, self.function) == (other.kind, other.function)

    def __hash__(self) -> int:
        return hash(self.function)

    def choose(self, game: Game) -> Any:
        """Its action at the decision of a game; PlayerError where it is none of those that there are."""
        actions = game.legal_actions()
        state = game.state
        seen = game.ask(state.seen_by, state.seat)
        picked = game.ask(self.function, seen, actions, game.mind(state.seat))
        if picked not in actions:
            raise PlayerError(f"policy {self.name!r}, {game.where()}: {game.wrong(picked)}")
        return picked


def _policy(kind: Any, of: Any) -> PythonPolicy:
    return kind.get_policy(of)


def of_function(kind: Any, function: Any) -> PythonPolicy:
    """The player that a function is; PlayerError for what cannot be one."""
    try:
        inspect.signature(function).bind(None, (), None)
    except (TypeError, ValueError):
        raise PlayerError(f"policy {function!r}: expected a function of (game, actions, luck)") from None
    return PythonPolicy(kind, getattr(function, "__name__", type(function).__name__), function)
