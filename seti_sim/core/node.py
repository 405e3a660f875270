"""Checked access to the tables of the rules, and the one error that everything wrong in them becomes.

A `Node` is a table that knows its address and the file it came from, so that whoever reads a value can say in one line
what is wrong, where, and what was expected.
"""

from __future__ import annotations

import builtins
import enum
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NoReturn

from seti_sim.core.errors import SetiSimError
from seti_sim.core.names import did_you_mean

_BARE = re.compile(r"[A-Za-z0-9_-]+").fullmatch
REQUIRED = object()
"""Default of a `Node` getter: the key has to be there."""


class Absent(enum.Enum):
    """Values of a `RuleError` where there is none to show. An enum, so that they survive pickling."""

    MISSING = "(missing)"  # a key that is not there
    NOTHING = ""  # the error is about a whole file or a line of it


MISSING, NOTHING = Absent.MISSING, Absent.NOTHING


class RuleError(SetiSimError, ValueError):
    """Something in a rules file cannot be obeyed: which file, which address, its value, and what was expected."""

    def __init__(self, file: str, address: str, value: Any, expected: str) -> None:
        super().__init__(file, address, value, expected)
        self.file, self.address, self.value, self.expected = file, address, value, expected

    def __str__(self) -> str:
        what = self.address if self.value is NOTHING else f"{self.address} = {shown(self.value)}"
        return f"{self.file}: {what}: expected {self.expected}" if what else f"{self.file}: expected {self.expected}"


def shown(value: Any, width: int = 70) -> str:
    """A value as TOML on one line, cut after `width` characters."""
    text = _toml(value)
    return text if len(text) <= width else text[: width - 1] + "…"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        items = ", ".join(f"{_bare(key)} = {_toml(item)}" for key, item in value.items())
        return "{ " + items + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return value.value if isinstance(value, Absent) else one_line(value, 200)


def one_line(value: object, width: int = 40) -> str:
    """Whatever Python says of a value, on one line; numbers of thousands of digits it refuses to write."""
    try:
        return " ".join(repr(value).split())[:width]
    except ValueError:
        return "…"


def quoted(text: str) -> str:
    """Text in quotes on one line: what no terminal shows (line breaks, other control characters) is escaped."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


@lru_cache(4096)
def _bare(key: str) -> str:
    """A key as TOML writes it."""
    return key if _BARE(key) else quoted(key)


def join(address: str, key: str) -> str:
    """The address of `key` below `address`; a key that is no bare TOML key is quoted."""
    return f"{address}.{_bare(key)}" if address else _bare(key)


_STARTS = (re.compile(r"[^.\[]*\.?[^.\[]*").match, re.compile(r"[^.\[]*").match)
"""The first two keys of an address, and its first."""


class Files:
    """Which file an address comes from: the variant's where the variant says something there, above or below it.

    `said` are addresses of components that the variant adds, each with the address at which the variant says it.
    """

    def __init__(
        self,
        tables: Mapping[str, str],
        variant: str | None = None,
        touched: Iterable[str] = (),
        said: Mapping[str, str] | None = None,
    ) -> None:
        self.tables = dict(tables)  # top-level key, or key and entry -> file
        self.variant = variant
        self.touched = tuple(touched)
        self.said = dict(said or {})

    def shown(self, address: str) -> str:
        """The address as its file has it."""
        start = next((start for start in self.said if _within(address, start)), None)
        return address if start is None else self.said[start] + address[len(start) :]

    def varied(self, address: str) -> bool:
        """Whether the variant says something at the address, above or below it."""
        return self.variant is not None and any(
            not address or _within(address, touched) or _within(touched, address) for touched in self.touched
        )

    def of(self, address: str) -> str:
        if self.variant is not None and self.varied(address):
            return self.variant
        found = (self.tables.get(start(address)[0]) for start in _STARTS)  # type: ignore[index]  # they match anything
        return next(filter(None, found), None) or self.variant or next(iter(self.tables.values()), "rules")


def _within(inner: str, outer: str) -> bool:
    return inner == outer or (inner.startswith(outer) and inner[len(outer)] in ".[")


# ---------------------------------------------------------------------------------------------- checked access


def blame(places: Sequence[tuple[Node, str]], expected: str) -> NoReturn:
    """Raise `RuleError` where several places do not go together: about the one that a variant changed, else the first.

    `places` are pairs of a `Node` and a key of it.
    """
    node, key = next((place for place in places if place[0].varied(place[1])), places[0])
    node.fail(key, expected)


Choices = Mapping[str, str] | Collection[str] | None
"""Texts that a getter takes; {id: title} for the suggestion."""


class Node:
    """A table with its address. Every getter names the key it reads, checks the value, or raises `RuleError`.

    `files` is a `Files` or simply the name of one file. A getter whose key is missing returns `default`, and raises
    if there is none. `done()` raises for every key that no getter has asked for, so that nothing written in a file
    is ignored in silence.
    """

    def __init__(
        self, table: dict[builtins.str, Any], address: builtins.str = "", files: Files | builtins.str = "rules"
    ) -> None:
        self.value = table
        self.address = address
        self.files = files
        self._asked: dict[builtins.str, Any] = {}  # key -> what was handed out, so that asking twice gives the same Node

    def __repr__(self) -> builtins.str:
        return f"Node({self.address or '(top)'}: {shown(self.value, 60)})"

    # ---- errors

    def _error(self, address: builtins.str, value: Any, expected: builtins.str) -> RuleError:
        if isinstance(self.files, str):
            return RuleError(self.files, address or "(top)", value, expected)
        return RuleError(self.files.of(address), self.files.shown(address) or "(top)", value, expected)

    def fail(self, key: builtins.str | None, expected: builtins.str) -> NoReturn:
        """Raise `RuleError` about `key` of this table, or about the table itself where `key` is None."""
        if key is None:
            raise self._error(self.address, self.value, expected)
        raise self._error(join(self.address, key), self.value.get(key, MISSING), expected)

    def varied(self, key: builtins.str) -> builtins.bool:
        """Whether a variant says something about `key` of this table."""
        return isinstance(self.files, Files) and self.files.varied(join(self.address, key))

    def done(self) -> None:
        """Raise `RuleError` for the first key that nobody has asked for."""
        for key in self.value:
            if key not in self._asked:
                known = sorted(self._asked)
                names = "one of the keys " + ", ".join(known) if known else "no keys here"
                self.fail(key, names + did_you_mean(key, known))

    # ---- getters

    def keys(self) -> list[builtins.str]:
        """The keys of the table, in the order of the file. Does not count as asking for them."""
        return list(self.value)

    def has(self, key: builtins.str) -> builtins.bool:
        """Whether the key is there. Counts as knowing the key only for the suggestion of `done`, if it is absent."""
        if key not in self.value:
            self._asked.setdefault(key, None)
            return False
        return True

    def raw(self, key: builtins.str, default: Any = REQUIRED) -> Any:
        """The value as it is."""
        return self._get(key, default, lambda value, address: value, "a value")

    def int(self, key: builtins.str, lo: builtins.int, hi: builtins.int, default: Any = REQUIRED) -> Any:
        """A whole number from `lo` to `hi`; true and false are none."""
        value = self.value.get(key)
        if type(value) is int and lo <= value <= hi:  # nearly always, and nobody needs its address
            self._asked[key] = value
            return value
        return self._get(key, default, lambda value, address: self._int(value, address, lo, hi), _whole(lo, hi))

    def str(self, key: builtins.str, choices: Choices = None, default: Any = REQUIRED) -> Any:
        """Text, one of `choices` if given; those may be a dict {id: title}, for the suggestion."""
        value = self.value.get(key)
        if type(value) is str and (choices is None or value in choices):
            self._asked[key] = value
            return value
        return self._get(key, default, lambda value, address: self._str(value, address, choices), _text(choices))

    def name(self, key: builtins.str, default: Any = REQUIRED) -> Any:
        """Text to be shown on a line: neither empty nor with blanks around it, nothing that cannot be printed."""
        expected = "a name on one line"

        def check(value: Any, address: builtins.str) -> Any:
            if not isinstance(value, str) or not value or value != value.strip() or not value.isprintable():
                raise self._error(address, value, expected)
            return value

        return self._get(key, default, check, expected)

    def bool(self, key: builtins.str, default: Any = False) -> Any:
        """true or false."""

        def check(value: Any, address: builtins.str) -> Any:
            if not isinstance(value, bool):
                raise self._error(address, value, "true or false")
            return value

        return self._get(key, default, check, "true or false")

    def table(self, key: builtins.str, default: Any = REQUIRED) -> Any:
        """A table, as a `Node`; so is a `default` that is a dict."""
        if isinstance(default, dict):
            default = Node(default, join(self.address, key), self.files)
        return self._get(key, default, self._node, "a table")

    def tables(self, key: builtins.str, default: Any = REQUIRED) -> Any:
        """A list of tables, as a list of `Node`."""

        def check(value: Any, address: builtins.str) -> Any:
            return [self._node(item, place) for item, place in self._list(value, address, "a list of tables")]

        return self._get(key, default, check, "a list of tables")

    def lists(self, key: builtins.str, default: Any = REQUIRED) -> Any:
        """A list of lists of tables, as a list of lists of `Node`."""

        def check(value: Any, address: builtins.str) -> Any:
            return [
                [self._node(item, place) for item, place in self._list(inner, where, "a list of tables")]
                for inner, where in self._list(value, address, "a list of lists of tables")
            ]

        return self._get(key, default, check, "a list of lists of tables")

    def strs(self, key: builtins.str, choices: Choices = None, default: Any = REQUIRED) -> Any:
        """A list of texts, each one of `choices` if given."""

        def check(value: Any, address: builtins.str) -> Any:
            return [self._str(item, place, choices) for item, place in self._list(value, address, "a list of texts")]

        return self._get(key, default, check, "a list of texts")

    def ints(self, key: builtins.str, lo: builtins.int, hi: builtins.int, default: Any = REQUIRED) -> Any:
        """A list of whole numbers, each from `lo` to `hi`."""
        expected = f"a list of whole numbers from {lo} to {hi}"

        def check(value: Any, address: builtins.str) -> Any:
            return [self._int(item, place, lo, hi) for item, place in self._list(value, address, expected)]

        return self._get(key, default, check, expected)

    def int_lists(self, key: builtins.str, lo: builtins.int, hi: builtins.int, default: Any = REQUIRED) -> Any:
        """A list of lists of whole numbers, each from `lo` to `hi`."""
        expected = f"a list of lists of whole numbers from {lo} to {hi}"

        def check(value: Any, address: builtins.str) -> Any:
            return [
                [self._int(item, place, lo, hi) for item, place in self._list(inner, where, "a list of whole numbers")]
                for inner, where in self._list(value, address, expected)
            ]

        return self._get(key, default, check, expected)

    def str_lists(self, key: builtins.str, choices: Choices = None, default: Any = REQUIRED) -> Any:
        """A list of lists of texts, each one of `choices` if given."""

        def check(value: Any, address: builtins.str) -> Any:
            return [
                [self._str(item, place, choices) for item, place in self._list(inner, where, "a list of texts")]
                for inner, where in self._list(value, address, "a list of lists of texts")
            ]

        return self._get(key, default, check, "a list of lists of texts")

    # ---- checks

    def _get(self, key: builtins.str, default: Any, check: Callable[[Any, builtins.str], Any], expected: builtins.str) -> Any:
        if key not in self.value:
            self._asked.setdefault(key, None)
            if default is REQUIRED:
                self.fail(key, expected)
            return default
        asked = self._asked.get(key)
        value = check(self.value[key], join(self.address, key))
        if isinstance(asked, Node) and isinstance(value, Node):
            return asked
        self._asked[key] = value
        return value

    def _int(self, value: Any, address: builtins.str, lo: builtins.int, hi: builtins.int) -> builtins.int:
        if isinstance(value, bool) or not isinstance(value, int) or not lo <= value <= hi:
            raise self._error(address, value, _whole(lo, hi))
        return value

    def _str(self, value: Any, address: builtins.str, choices: Choices) -> builtins.str:
        if not isinstance(value, str) or (choices is not None and value not in choices):
            known = [*choices, *choices.values()] if isinstance(choices, dict) else choices
            hint = did_you_mean(value, known) if known is not None and isinstance(value, str) else ""
            raise self._error(address, value, _text(choices) + hint)
        return value

    def _list(self, value: Any, address: builtins.str, expected: builtins.str) -> list[tuple[Any, builtins.str]]:
        if not isinstance(value, list):
            raise self._error(address, value, expected)
        return [(item, f"{address}[{i}]") for i, item in enumerate(value)]

    def _node(self, value: Any, address: builtins.str) -> Node:
        if not isinstance(value, dict):
            raise self._error(address, value, "a table")
        return Node(value, address, self.files)


def _whole(lo: int, hi: int) -> str:
    return f"the whole number {lo}" if lo == hi else f"a whole number from {lo} to {hi}"


def _text(choices: Choices) -> str:
    if choices is None:
        return "text"
    words = list(map(str, choices))
    return "one of " + ", ".join(words if len(words) <= 20 else [*words[:3], f"… ({len(words)} in all)"])
