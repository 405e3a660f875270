"""`CompiledGame`: what the `Game` of every compiled game has in common: who is to move, records, equality."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Self

from seti_sim.core import record as records
from seti_sim.core.names import in_short


def check_luck(seed: Any, game: Any) -> None:
    """ValueError unless the seed and the number of a game are whole numbers that the engine tells apart."""
    for name, value in (("seed", seed), ("game", game)):
        if isinstance(value, bool) or not hasattr(value, "__index__") or not 0 <= value < 2**64:
            raise ValueError(f"{name} = {in_short(value)}: expected a whole number from 0 to {2**64 - 1}")


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON table, in which no key may stand twice: of two values JSON would drop one without a word."""
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"{key[:80]!r} stands twice in one table")
        table[key] = value
    return table


class CompiledGame:
    """A game in progress on a compiled core, `core`, under `rules`.

    A class of a game has `form`, how its records look (`seti_sim.core.record.Form`). Seats are "P1" to "P4" in turn
    order of the first round. Equal games hold the same state under the same rules.
    """

    form: records.Form
    rules: Any
    core: Any

    @classmethod
    def replay(cls, rules: Any, text: str, to: int | None = None) -> Self:
        """The game of a record after its first `to` actions (all without). Raises RecordError naming the line."""
        return records.replay(cls.form, cls, rules, text, to)

    @classmethod
    def _position(cls, data: Any) -> dict[str, Any]:
        """A position as a dict, from one or from its JSON text."""
        if not isinstance(data, str):
            return data
        try:
            return json.loads(data, object_pairs_hook=_once)
        except json.JSONDecodeError as error:
            raise cls.form.impossible(f"position, line {error.lineno}: {error.msg}: expected JSON") from None
        except RecursionError:
            raise cls.form.impossible("position: tables too deep inside one another: expected a position") from None
        except ValueError as error:  # a key twice; a number of more digits than Python reads
            raise cls.form.impossible(f"position: {str(error).partition(';')[0]}: expected a position") from None

    def seat_name(self, seat: int) -> str:
        """Name of a seat, counted from 0."""
        return f"P{seat + 1}"

    @property
    def to_move(self) -> str | None:
        """The seat that decides, None when the game is over."""
        seat = self.core.to_move
        return None if seat is None else self.seat_name(seat)

    @property
    def players(self) -> int:
        """How many play."""
        return self.core.players

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be decided any more."""
        return self.core.over

    def record(self) -> str:
        """The game so far as text: where it began, and one line an action."""
        return records.write(self.form, self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CompiledGame) or type(self) is not type(other):
            return NotImplemented
        return self.rules.fingerprint == other.rules.fingerprint and self.core == other.core

    __hash__ = None  # type: ignore[assignment]  # a game changes
