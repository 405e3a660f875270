"""The luck of a game in Python: numbers that depend on the seed, the number of the game and how many were drawn before.

Each stream of numbers is a counter that is hashed: the n-th is the finaliser of splitmix64 (Steele, Lea and Flood 2014) at
key + n times the golden ratio. Streams with names of their own do not disturb one another, so that two games of the same seed
and number stay comparable where a rule changes how often one of them is drawn from.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeVar

_MASK = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15
_PLAYERS = 0x5851F42D4C957F2D  # sets the luck of players apart from that of the game
T = TypeVar("T")


def _mix(x: int) -> int:
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


@lru_cache(4096)
def _hash(name: object) -> int:
    return int.from_bytes(blake2b(repr(name).encode(), digest_size=8).digest(), "little")


class Luck:
    """Chance, as a game or a player of it draws it. Equal ones have the same numbers before them.

    `of` names the stream that is drawn from, a text or a number, as "dice" or the number of a seat: what is drawn from one
    stream does not change what comes out of another. Without it there is one for all.
    """

    __slots__ = ("drawn", "key")

    def __init__(self, seed: int, game: int) -> None:
        """The luck of game number `game` of a seed."""
        self.key = _mix((_mix((seed + _GOLDEN) & _MASK) ^ game) + _GOLDEN & _MASK)
        self.drawn: dict[Any, int] = {}  # stream → the state of its counter

    @classmethod
    def of_player(cls, seed: int, game: int, seat: int) -> Luck:
        """The luck of whoever plays a seat, counted from 0: a player that draws from it changes nothing of the game's."""
        made = cls(seed ^ _PLAYERS, game)
        made.key = _mix(made.key ^ seat + 1)
        return made

    def copy(self) -> Luck:
        """One that has the same numbers before it."""
        made = object.__new__(Luck)
        made.key, made.drawn = self.key, self.drawn.copy()
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Luck) and (self.key, self.drawn) == (other.key, other.drawn)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def number(self, of: object = None) -> int:
        """A whole number from 0 to 2⁶⁴ - 1."""
        drawn = self.drawn
        at = drawn.get(of)
        if at is None:
            at = self.key if of is None else _mix(self.key ^ _hash(of))
        drawn[of] = at = (at + _GOLDEN) & _MASK
        x = ((at ^ (at >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
        return x ^ (x >> 31)

    def below(self, n: int, of: object = None) -> int:
        """A whole number from 0 to n - 1, all alike: no further from alike than n/2⁶⁴."""
        if n < 1:
            raise ValueError(f"below {n}: expected 1 at least")
        return self.number(of) * n >> 64

    def roll(self, sides: int = 6, of: object = None) -> int:
        """What a die of so many sides shows."""
        return self.below(sides, of) + 1

    def dice(self, count: int, sides: int = 6, of: object = None) -> list[int]:
        """What so many dice show."""
        return [self.below(sides, of) + 1 for _ in range(count)]

    def fraction(self, of: object = None) -> float:
        """A number from 0 to below 1."""
        return (self.number(of) >> 11) * 2.0**-53

    def chance(self, probability: float, of: object = None) -> bool:
        """Whether something of this probability happens."""
        return self.fraction(of) < probability

    def pick(self, items: Sequence[T], of: object = None) -> T:
        """One of them, all alike."""
        if not items:
            raise ValueError("pick: expected something to pick from")
        return items[self.below(len(items), of)]

    def shuffle(self, items: MutableSequence[Any], of: object = None) -> None:
        """Put them in an order at random, all orders alike, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1, of)
            items[i], items[j] = items[j], items[i]
