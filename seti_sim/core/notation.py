"""Actions as text, of any game: the base of an action, and the errors that tell apart what cannot be read, what is not legal
here, and what is ambiguous."""

from __future__ import annotations

from collections.abc import Sequence

from .errors import SetiSimError


class NotationError(SetiSimError, ValueError):
    """An action's text that does not lead to one legal action."""


class UnreadableAction(NotationError):
    """The text is no action in any position."""


class IllegalAction(NotationError):
    """The text is an action, but not one of the legal ones here."""


class AmbiguousAction(NotationError):
    """The text fits more than one legal action."""


def offer(legal: Sequence[object]) -> str:
    """What was expected of an action, for a message: one of those that are legal, the first of them by name."""
    shown = ", ".join(map(str, legal[:12])) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
    return f"expected one of {shown}" if legal else "expected none, the game is over"


class Action:
    """One action: `str` gives the notation, `int` the engine's 32-bit code. Equal and hashable by code."""

    __slots__ = ("code", "text")

    def __init__(self, code: int, text: str) -> None:
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __int__(self) -> int:
        return self.code

    def __repr__(self) -> str:
        return f"Action({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.code == other.code

    def __hash__(self) -> int:
        return hash(self.code)
