"""From TOML files to one tree of tables, for any game: reading, overlaying a variant, fingerprint.

The tree is plain dicts, lists, strings, integers and booleans; `node` has the checked access to it. What is special about
the tables of a game, its `Shape` says.
"""

import hashlib
import json
import numbers
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .names import did_you_mean, escaped, find, titles_of
from .node import NOTHING, Node, RuleError, join, one_line, shown
from .registry import example_variants

MAX_DEPTH = 24
"""How many tables and lists a variant may nest; the printed game needs 9."""


@dataclass(frozen=True)
class Shape:
    """How variants are laid over the tables of a game.

    components: addresses of tables whose keys are ids, to which a variant adds none. expressions: keys of tables that are
    one expression, replaced whole as soon as a variant brings another key. emptied: keys of tables that `{}` takes away.
    """

    components: frozenset[str]
    expressions: frozenset[str] = frozenset()
    emptied: frozenset[str] = frozenset()


# ---------------------------------------------------------------------------------------------- reading files


def read_toml(path: Any, label: str | None = None) -> dict[str, Any]:
    """The tables of one TOML file (`str`, `Path` or resource). Raises `RuleError` for anything that is not one."""
    path = Path(path) if isinstance(path, str) else path
    label = label or str(path)
    try:
        content = path.read_bytes()
    except IsADirectoryError:
        raise RuleError(label, "", NOTHING, "a TOML file, this is a folder") from None
    except FileNotFoundError:
        raise RuleError(label, "", NOTHING, "a TOML file, there is none of this name") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RuleError(label, "", NOTHING, f"a readable TOML file: {reason}") from None
    try:
        text = content.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RuleError(label, f"line {line}", NOTHING, "text in UTF-8") from None
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RuleError(label, "", NOTHING, "TOML, this is nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, and numbers of thousands of digits
        message = str(error)
        at = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
        where = ""
        if at:
            message = message[: at.start()]
            where = f"line {at[1]}, column {at[2]}" if at[1] else f"line {text.count(chr(10)) + 1}"
        raise RuleError(label, where, NOTHING, f"TOML: {message[:1].lower()}{message[1:]}") from None


def copied(value: Any) -> Any:
    """A copy of tables, lists and what is in them, all the way down; quicker than `copy.deepcopy` on plain values."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


# ---------------------------------------------------------------------------------------------- overlaying a variant


def variant_file(name: Any, base: Path = Path(), game: str | None = None) -> Any:
    """The file that a variant's name stands for: a path seen from `base`, or the name of an example of a game (None: of any);
    None for neither.

    What is no text is taken as the file that it is.
    """
    if not isinstance(name, (str, Path)):
        return name
    path = base / name
    return path if path.exists() else example_variants(game).get(str(name))


def variants_expected(name: object, game: str | None = None) -> str:
    """What the name of a variant of a game (None: of any) should have been."""
    examples = example_variants(game)
    if str(name) in example_variants() and str(name) not in examples:
        hint = "; it is an example of another game"
    else:
        hint = did_you_mean(str(name).removesuffix(".toml"), examples, 1)
    return f"a TOML file{' or one of ' + ', '.join(examples) if examples else ''}{hint}"


class Stack(dict[str, Any]):
    """What several variant files say together, and the `files` as they were named."""

    def __init__(self, content: dict[str, Any], files: tuple[str, ...]) -> None:
        super().__init__(content)
        self.files = files

    def __reduce__(self) -> tuple[Any, ...]:
        return Stack, (dict(self), self.files)


_BETWEEN = " + "


def files_of(variant: Any) -> list[str]:
    """The files of a variant as they are named: none, one, or those of a `Stack` or of its name in run.json."""
    if isinstance(variant, Stack):
        return list(variant.files)
    return str(variant).split(_BETWEEN) if isinstance(variant, (str, Path)) else []


def stack_name(variant: Any) -> str | None:
    """The names of the files of a `Stack` as one text; None for anything else."""
    if not isinstance(variant, Stack):
        return None
    return _BETWEEN.join(getattr(variant_file(file), "name", file) for file in variant.files)


def stacked(files: Sequence[str]) -> Stack:
    """Several variants as one. RuleError where two of them say different things at an address, naming both."""
    content: dict[str, Any] = {}
    says: dict[str, str] = {}
    about: dict[str, list[Any]] = {"name": [], "description": [], "take_away": []}
    for file in files:
        read = Variant(file, takes_away=True)
        _stack(content, read.overlay, "", read.label, says)
        about["name"].append(read.name)
        about["description"] += [read.description] if read.description else []
        about["take_away"] += read.away
    head: dict[str, Any] = {"name": _BETWEEN.join(about["name"]), "description": "; ".join(about["description"])}
    head |= {"take_away": list(dict.fromkeys(about["take_away"]))} if about["take_away"] else {}
    return Stack({"variant": head, **content}, tuple(files))


def _stack(under: dict[str, Any], over: dict[str, Any], address: str, label: str, says: dict[str, str]) -> None:
    for key, value in over.items():
        here = join(address, key)
        if key not in under:
            under[key] = copied(value)
            says[here] = label
        elif isinstance(value, dict) and value and isinstance(under[key], dict) and under[key]:
            _stack(under[key], value, here, label, says)
        elif under[key] != value or type(under[key]) is not type(value):
            first = next(says[start] for start in _starts(here) if start in says)
            raise RuleError(label, here, value, f"what {first} says, too, or nothing: there it is {shown(under[key])}")


def _starts(address: str) -> Iterator[str]:
    """The address and those above it, the nearest first."""
    while address:
        yield address
        address = address.rpartition(".")[0]


class Variant:
    """A variant as it was read: `name`, `description`, `label` for errors, the `overlay` of the printed tree, and `away`, the
    addresses that it takes away, of a game whose variants do. `game` is the one whose examples go by name."""

    def __init__(self, source: Any, takes_away: bool = False, game: str | None = None) -> None:
        if isinstance(source, dict):
            self.label, self.name = _BETWEEN.join(files_of(source)) or "variant", "variant"
            content = source
        else:
            self.label = str(source)
            source = variant_file(source, game=game)
            if source is None:
                raise RuleError(self.label, "", NOTHING, variants_expected(self.label, game))
            self.name = getattr(source, "name", None) or Path(source).name
            self.name = escaped(self.name.removesuffix(".toml"))
            content = read_toml(source, self.label)
        self.overlay = _plain(content, "", self.label)
        about = Node(self.overlay, "", self.label).table("variant", default=None)
        self.overlay.pop("variant", None)
        self.description = ""
        self.away: list[str] = []
        if about is not None:
            self.name = about.str("name", default=self.name)
            self.description = about.str("description", default="")
            self.away = about.strs("take_away", default=[]) if takes_away else []
            about.done()


def _plain(value: Any, address: str, label: str, depth: int = 0) -> Any:
    """A copy made of what TOML knows; a notebook may hand in tuples and NumPy integers."""
    if depth > MAX_DEPTH:
        # Deeper than that nothing printed goes; a dict that contains itself has no end.
        raise RuleError(label, address[:59] + "…", NOTHING, f"at most {MAX_DEPTH} tables and lists inside one another")
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                item = value[key] if isinstance(value[key], (bool, int, str)) else "…"
                raise RuleError(label, address or "(top)", {str(key): item}, f"keys that are text, not {one_line(key)}")
        return {key: _plain(item, join(address, key), label, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{address}[{i}]", label, depth + 1) for i, item in enumerate(value)]
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, numbers.Integral):
        if not -(2**63) <= int(value) < 2**63:
            raise RuleError(label, address, NOTHING, "a whole number of at most 18 digits")
        return int(value)
    if type(value).__name__ in ("bool_", "bool"):  # NumPy's, which is no Integral
        return bool(value)
    if isinstance(value, numbers.Real):
        return float(value)
    raise RuleError(label, address, one_line(value, 70), "a table, a list, text, an integer or true/false")


def overlay(tree: dict[str, Any], changes: dict[str, Any], label: str, shape: Shape) -> list[str]:
    """`tree` (changed in place) with `changes` merged in; returns the addresses that they touched.

    Tables are merged key by key; a list, text or number replaces what was there. An expression of the `Shape` with a key
    that the printed one lacks replaces it whole; `{}` takes away what the shape says. Raises `RuleError` for the id of a
    component that does not exist, and for an empty table that would change nothing.
    """
    touched: list[str] = []
    for key in changes.keys() - tree.keys():
        known = [*sorted(tree), "variant"]
        expected = f"one of the keys {', '.join(known)}{did_you_mean(key, known)}"
        raise RuleError(label, join("", key), changes[key], expected)
    merge(tree, changes, "", label, touched, shape)
    return touched


def merge(base: dict[str, Any], changes: dict[str, Any], address: str, label: str, touched: list[str], shape: Shape) -> None:
    """`overlay` of the table at an address, `base`; what is touched is added to `touched`."""
    for key, value in changes.items():
        here = join(address, key)
        if address in shape.components and (known := find(key, titles_of(base))):
            key, here = known, join(address, known)
        elif address in shape.components:
            expected = f"the id of one of the {len(base)} {address.split('.')[-1].replace('_', ' ')}"
            titles = titles_of(base)
            raise RuleError(label, here, value, expected + did_you_mean(key, [*base, *titles.values()]))
        printed: Any = base.get(key)
        merged = isinstance(value, dict) and isinstance(printed, dict)
        if key in shape.expressions and merged and not value.keys() <= printed.keys():
            merged = False
        if merged and printed and not value and key not in shape.emptied:
            expected = "the keys that change; an empty table changes nothing"
            raise RuleError(label, here, value, expected)
        if merged and value:
            merge(printed, value, here, label, touched, shape)
        else:
            base[key] = copied(value)
            touched.append(here)


def differences(old: dict[str, Any], new: dict[str, Any], address: str = "") -> Iterator[tuple[str, Any, Any]]:
    """What differs between two trees: (address, in the first, in the second), None where it does not stand."""
    for key in dict.fromkeys([*old, *new]):
        here = join(address, key)
        before, after = old.get(key), new.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            yield from differences(before, after, here)
        elif before != after or type(before) is not type(after):
            yield here, before, after


def fingerprint(tree: dict[str, Any]) -> str:
    """16 hexadecimal digits of what the tree says: SHA-256 over its canonical JSON, the order of keys ignored."""
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
