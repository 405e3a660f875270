"""The printed rules of a game in Python, and variants of them: a table of numbers, texts, lists and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from seti_sim.core.names import told
from seti_sim.core.node import RuleError, join, shown
from seti_sim.core.tree import Shape, Variant, copied, fingerprint, overlay

from .base import PACKAGE, Values

_SHAPE = Shape(frozenset())


@dataclass(frozen=True, eq=False)
class PythonRules:
    """Rules that a game is played by. Equal ones say the same, whatever they are called.

    table: what they say. values: the same as a game reads it. variant: the name of the variant, None for the printed rules.
    """

    table: dict[str, Any]
    variant: str | None = None
    description: str = ""
    values: Values = field(init=False, repr=False)
    fingerprint: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", Values(self.table))
        object.__setattr__(self, "fingerprint", fingerprint(self.table))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PythonRules) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)


def load(game: str, printed: dict[str, Any], variant: Any, check: Callable[[Values], None] | None) -> PythonRules:
    """The printed rules, or what a variant (a path, the content of one, None) makes of them.

    check: what the author says of rules that cannot be, a ValueError with one line. RuleError names the address.
    """
    table = copied(printed)
    if variant is None:
        return PythonRules(table)
    read = Variant(variant)
    touched = overlay(table, read.overlay, read.label, _SHAPE)
    _alike(printed, table, "", read.label)
    rules = PythonRules(table, read.name, read.description)
    if check is not None:
        try:
            check(rules.values)
        except Exception as error:
            said = error if type(error) is ValueError else told(error, PACKAGE)
            address = next(iter(touched), "(top)")
            raise RuleError(read.label, address, _at(table, address), f"rules of {game} that can be: {said}") from None
    return rules


def changes(printed: dict[str, Any], content: dict[str, Any]) -> list[tuple[str, object, object]]:
    """What the content of a variant changes: (address, printed value, its own)."""
    try:
        changed = load("", printed, content, None).table
    except RuleError:
        return []
    return list(_different(printed, changed, ""))


def _different(old: dict[str, Any], new: dict[str, Any], address: str) -> list[tuple[str, object, object]]:
    found: list[tuple[str, object, object]] = []
    for key, value in new.items():
        here = join(address, key)
        if isinstance(value, dict):
            found += _different(old[key], value, here)
        elif value != old[key]:
            found.append((here, old[key], value))
    return found


def _at(table: Any, address: str) -> Any:
    for key in address.split("."):
        table = table.get(key, "…") if isinstance(table, dict) else table
    return table


_WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text", list: "a list", dict: "a table"}


def _alike(printed: Any, value: Any, address: str, label: str) -> None:
    """RuleError where a value is of another kind than the printed one, or a table has other keys."""
    kind = type(printed)
    fits = isinstance(value, (int, float)) and not isinstance(value, bool) if kind is float else type(value) is kind
    if not fits:
        raise RuleError(label, address, value, f"{_WORDS[kind]}, as printed")
    if kind is dict:
        for key, item in value.items():
            here = join(address, key)
            if key not in printed:
                raise RuleError(label, here, item, f"one of the keys {', '.join(printed)}")
            _alike(printed[key], item, here, label)
    elif kind is list and printed:
        for i, item in enumerate(value):
            _alike(printed[0], item, f"{address}[{i}]", label)


def check_printed(table: Any, where: str) -> None:
    """ValueError where printed rules are no table of numbers, texts, lists of such and tables."""
    if type(table) not in _WORDS:
        raise ValueError(f"{where} = {table!r}: expected numbers, texts, true or false, lists of such, and tables of such")
    if isinstance(table, dict):
        for key, value in table.items():
            if not isinstance(key, str) or not key.isidentifier() or key.startswith("_") or hasattr(Values, key):
                raise ValueError(f"{where}: key {key!r}: expected a name that can stand behind a dot, and not items")
            check_printed(value, f"{where}.{key}")
    elif isinstance(table, list):
        if len({type(item) for item in table}) > 1:
            raise ValueError(f"{where}: expected a list of values of one kind")
        for i, item in enumerate(table):
            check_printed(item, f"{where}[{i}]")


def lines(table: dict[str, Any], address: str = "") -> Iterator[str]:
    """A line for each value of a table, with its address."""
    for key, value in table.items():
        here = join(address, key)
        if isinstance(value, dict):
            yield from lines(value, here)
        else:
            yield f"{here} = {shown(value)}"


def begun(title: str, name: str, printed: dict[str, Any]) -> str:
    """The text of a file to begin a variant with: every printed value, as a comment."""
    head = f"# {name}, a variant of {title}. What is not said here stays as printed: take the # off what changes.\n"
    head += f'\n[variant]\nname = "{name}"\ndescription = "what it asks"\n'
    # Keys above the first table would belong to it: dotted keys of the top stand before [variant].
    return head.replace("\n[variant]", "\n" + "".join(f"# {line}\n" for line in lines(printed)) + "\n[variant]")
