"""What `seti-sim check` says of a variant of any game: its head, what it changes address by address, the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .node import shown
from .tree import read_toml, variant_file

LONGEST = 200
"""Signs of a value that is told."""


def content(variant: Any, game: str) -> dict[str, Any]:
    """What a variant of a game says, the path of a file, the name of an example or a dict of the same shape."""
    return variant if isinstance(variant, dict) else read_toml(variant_file(variant, game=game), str(variant))


def heading(rules: Any) -> str:
    """`cheap-scan: scanning costs 1 energy less (rules …)`, as far as the rules have a name and a description."""
    name, description = (getattr(rules, key, None) for key in ("variant", "description"))
    title = " ".join(part for part in (f"{name}:" if name else "", description or "") if part)
    return f"{title or 'variant'} (rules {rules.fingerprint})"


def change_lines(changes: Iterable[tuple[str, Any, Any]]) -> Iterator[str]:
    """A line for each (address, printed value, value here)."""
    for address, printed, here in changes:
        yield f"  {address}: {_say(printed)} -> {_say(here)}"


def verdict(count: int) -> str:
    """The last line, of a variant with so many changes that has been read without complaint."""
    told = f"{count} change{'' if count == 1 else 's'}" if count else "changes nothing of the printed game"
    return f"{told}; sound"


def _say(value: Any) -> str:
    """A value as the file has it."""
    return "nothing" if value is None else shown(value, LONGEST)
