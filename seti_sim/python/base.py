"""`PythonGame`: what the author of a game writes: a game in progress, as a class in plain Python."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from .luck import Luck

PACKAGE = str(Path(__file__).resolve().parents[1])
"""Where the code is that is none of an author's."""


class Values:
    """The rules of a game by name: `rules.target` is what the printed rules, or a variant, say of `target`.

    A table inside is another such object. Nothing of it can be changed.
    """

    __slots__ = ("_table",)

    def __init__(self, table: dict[str, Any]) -> None:
        object.__setattr__(self, "_table", {key: _held(value) for key, value in table.items()})

    def __getattr__(self, name: str) -> Any:
        try:
            return self._table[name]
        except KeyError:
            raise AttributeError(f"the rules have no {name!r}, only {', '.join(self._table)}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"rules are not changed in play: {name}")

    def __getitem__(self, name: str) -> Any:
        return self._table[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def items(self) -> Any:
        """Pairs of a name and its value."""
        return self._table.items()

    def __reduce__(self) -> tuple[Any, ...]:
        return Values, (self._table,)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __repr__(self) -> str:
        return f"Values({self._table!r})"


def _held(value: Any) -> Any:
    if isinstance(value, dict):
        return Values(value)
    return tuple(map(_held, value)) if isinstance(value, (list, tuple)) else value


class PythonGame:
    """A game in progress. An author derives a class from it and writes `begin`, `actions`, `act` and `points`.

    rules: the numbers that the game is played by (`Values`). players: how many play. luck: the chance of this game (`Luck`), the
    only one it may use. seat: who is to move, counted from 0; 0 where the game begins, and `act` sets it. over: whether the
    game has ended; `act` sets it. Whatever else a game consists of, `begin` sets as attributes, and they are copied with it.
    """

    rules: Values
    players: int
    luck: Luck
    seat: int
    over: bool

    def __init__(self, rules: Values, players: int, luck: Luck) -> None:
        self.rules, self.players, self.luck, self.seat, self.over = rules, players, luck, 0, False
        self.begin()

    # ------------------------------------------------------------------ what an author writes
    def begin(self) -> None:
        """Set the game up: its own attributes, before the first action."""
        raise NotImplementedError

    def actions(self) -> Sequence[Any]:
        """What the seat that is to move may do now, one at least. Best texts, as "roll"; else whatever has an order of its own
        text, as a number or a tuple. It changes nothing."""
        raise NotImplementedError

    def act(self, action: Any) -> None:
        """Do one of `actions`, with all that follows from it, and say by `seat` and `over` how it goes on."""
        raise NotImplementedError

    def points(self) -> Sequence[Mapping[str, int] | int]:
        """For each seat its points by source, whole numbers; their sum is the score. Asked at the end. Of a game with one source a
        number a seat will do."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what an author may write
    def standing(self, seat: int) -> Any:
        """What decides who wins: the seat with the greatest, and equal ones share the win. Without it the score."""
        of = self.points()[seat]
        return sum(of.values()) if isinstance(of, Mapping) else of

    def seen_by(self, seat: int) -> Self:
        """The game as a player of that seat may know it, which policies are given: for games that hide something a copy
        without it. Without this method players see all."""
        return self

    def game_row(self) -> dict[str, Any]:
        """The values of the columns of its own in table `games`, at the end."""
        return {}

    def seat_row(self, seat: int) -> dict[str, Any]:
        """The values of the columns of its own in table `seats`, at the end."""
        return {}

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """Rows of tables of its own, by the names of the tables, at the end."""
        return {}

    def show(self) -> str:
        """The board, for people. Without this method: all attributes but tables of rows."""
        shown = {name: value for name, value in vars(self).items() if name not in ("rules", "luck", "players", "seat", "over")}
        rows = {name for name, value in shown.items() if isinstance(value, list) and value and isinstance(value[0], dict)}
        return "; ".join(f"{name} {value}" for name, value in shown.items() if name not in rows)

    def tell(self, action: Any) -> str:
        """An action for people, before it is done."""
        return str(action)

    # ------------------------------------------------------------------ what an author can use
    def copy(self) -> Self:
        """The same game, to be played on by itself."""
        made = object.__new__(type(self))
        vars(made).update({name: _copied(value) for name, value in vars(self).items()})
        return made

    def imagine(self, luck: Luck) -> Self:
        """A copy for a player to try out what may come: its chance is that of the player, not what will come."""
        made = self.copy()
        made.luck = Luck(luck.number(), 0)
        return made


_PLAIN = (int, str, float, bool, bytes, type(None), Values)


def _copied(value: Any) -> Any:
    """A copy of what changes in play; quicker than `copy.deepcopy` on what games consist of."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list:
        return [_copied(item) for item in value]
    if kind is dict:
        return {key: _copied(item) for key, item in value.items()}
    if kind is tuple:
        return tuple([_copied(item) for item in value])
    if kind is set:
        return value.copy()  # what a set holds does not change
    if kind is Luck:
        return value.copy()
    return copy.deepcopy(value)
