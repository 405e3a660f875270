"""What a learner of a game sees and does: numbers of actions, and the fields of an observation.

Each game makes its own `Spaces` of its rules (`GameKind.spaces`). Everything about a position comes from the view of a seat,
so that an observation cannot hold what the seat must not see.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Block:
    """Actions of one kind: their codes in the order of their numbers, of which the first is `first`."""

    name: str
    meaning: str
    codes: tuple[int, ...]
    first: int = 0


@dataclass(frozen=True)
class Field:
    """A field of an observation: one number, or one for each of its entries.

    least, most: bounds of each number. A field without entries has the one entry "".
    """

    name: str
    meaning: str
    entries: tuple[str, ...] = ("",)
    most: int = 1
    least: int = 0


def numbered(n: int, first: int = 0) -> tuple[str, ...]:
    """Entries that are numbers in a row."""
    return tuple(str(i) for i in range(first, first + n))


def pairs(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    """Entries `one/other`, all of them."""
    return tuple(f"{a}/{b}" for a in first for b in second)


def of_seat(who: str, fields: Iterable[Field]) -> list[Field]:
    """Fields that each seat has, as those of one, `WHO/name`."""
    return [replace(field, name=f"{who}.{field.name}") for field in fields]


class Spaces(ABC):
    """Actions and observations of one game under one set of rules, for one number of seats at the table.

    codes: the engine's code of each action, uint32 [n_actions]; an action's number is its place there. blocks: the same by
    kind. fields: what an observation holds, in its order, `to_move`, `decision` and `seat` among them. names: one name a number of it, `field/entry`. low, high: bounds,
    float32 [n_observation].
    """

    def __init__(self, blocks: Iterable[Block], fields: Sequence[Field]) -> None:
        placed: list[Block] = []
        codes: list[int] = []
        for block in blocks:
            placed.append(Block(block.name, block.meaning, block.codes, len(codes)))
            codes += block.codes
        self.blocks = tuple(placed)
        self.codes = np.array(codes, np.uint32)
        self.index = {code: number for number, code in enumerate(codes)}
        self.fields = tuple(fields)
        self.names = tuple(f"{field.name}/{entry}" if entry else field.name for field in self.fields for entry in field.entries)
        self.low = np.array([field.least for field in self.fields for _ in field.entries], np.float32)
        self.high = np.array([field.most for field in self.fields for _ in field.entries], np.float32)
        self.at: dict[str, dict[str, int]] = {}
        first = 0
        for field in self.fields:
            self.at[field.name] = {entry: first + i for i, entry in enumerate(field.entries)}
            first += len(field.entries)
        self.where = {name: entries[""] for name, entries in self.at.items() if "" in entries}

    @property
    def n_actions(self) -> int:
        """How many actions there are, legal or not."""
        return len(self.codes)

    @property
    def n_observation(self) -> int:
        """How many numbers an observation has."""
        return len(self.names)

    def mask(self, legal: Iterable[Any]) -> np.ndarray:
        """Legal actions, or their codes, as int8 [n_actions] of 0 and 1. KeyError for an action that has no number."""
        mask = np.zeros(self.n_actions, np.int8)
        mask[[self.index[int(action)] for action in legal]] = 1
        return mask

    def observe(self, view: dict[str, Any], seat: str) -> np.ndarray:
        """The observation of a seat, float32 [n_observation], from its view (`Game.view(seat)`) and nothing else."""
        x, seats = np.zeros(self.n_observation, np.float32), list(view["seats"])
        x[self.where["to_move"]] = view["to_move"] == seat
        if view["decision"] in self.at["decision"]:
            x[self.at["decision"][view["decision"]]] = 1
        x[self.at["seat"][str(1 + seats.index(seat))]] = 1
        self._fill(x, view, seat, dict(zip(around(seats, seat), WHO, strict=False)))
        return np.clip(x, self.low, self.high, out=x)

    @abstractmethod
    def _fill(self, x: np.ndarray, view: dict[str, Any], seat: str, who: dict[str, str]) -> None:
        """Writes what the view says, but for what every game has, into `x`. who: what each seat is to this one, `WHO` by name."""


def around(seats: Sequence[str], seat: str) -> list[str]:
    """The seats of a table in turn order, beginning with `seat`."""
    at = list(seats).index(seat)
    return [*seats[at:], *seats[:at]]


WHO = ("own", "next", "second", "third")
"""Seats at a table as an observation names them: its own, then those after it in turn order."""
