"""From TOML files to one tree of tables: reading, overlaying a variant, fingerprint, and checked access.

The tree is plain dicts, lists, strings, integers and booleans. A `Node` is a table of it that knows its address and
the file it came from, so that whoever reads a value can say in one line what is wrong, where, and what was expected.
"""

import copy
import difflib
import enum
import hashlib
import json
import numbers
import re
import tomllib
from functools import lru_cache
from pathlib import Path

from seti_sim import data

REQUIRED = object()
"""Default of a `Node` getter: the key has to be there."""


class Absent(enum.Enum):
    """Values of a `RuleError` where there is none to show. An enum, so that they survive pickling."""

    MISSING = "(missing)"  # a key that is not there
    NOTHING = ""  # the error is about a whole file or a line of it


MISSING, NOTHING = Absent.MISSING, Absent.NOTHING

# Tables whose keys are the ids of components. A variant changes components, it cannot add any: the engine's numbers
# of cards, stars and so on are what is printed.
COMPONENTS = ("cards", "stars", "sector_boards", "planets", "moons", "techs", "gold_tiles", "species", "solar.layers",
              "species.mascamites.samples", "species.anomalies.anomalies", "species.centaurians.message_rewards",
              "species.exertians.milestones")

# Tables that are one expression: half of one condition and half of another mean nothing. A variant may change the
# values of the printed one; as soon as it brings another key, it replaces the printed one whole.
EXPRESSIONS = frozenset({"corner", "when", "per", "count", "endgame"})

# Tables that a variant empties by writing `{}`; anywhere else an empty table changes nothing.
EMPTIED = frozenset({"cost", "cost_with_orbiter", "mission", "endgame"})


class RuleError(ValueError):
    """Something in a rules file cannot be obeyed: which file, which address, its value, and what was expected."""

    def __init__(self, file, address, value, expected):
        super().__init__(file, address, value, expected)
        self.file, self.address, self.value, self.expected = file, address, value, expected

    def __str__(self):
        what = self.address if self.value is NOTHING else f"{self.address} = {shown(self.value)}"
        return f"{self.file}: {what}: expected {self.expected}" if what else f"{self.file}: expected {self.expected}"


def shown(value, width=70):
    """A value as TOML on one line, cut after `width` characters."""
    text = _toml(value)
    return text if len(text) <= width else text[: width - 1] + "…"


def _toml(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return value.value if isinstance(value, Absent) else str(value)


def did_you_mean(word, known):
    """A suggestion such as ``" (did you mean "scan"?)"``, empty where nothing known is close to `word`."""
    close = difflib.get_close_matches(str(word).lower(), list(dict.fromkeys(known)), n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(json.dumps(name, ensure_ascii=False) for name in close)}?)" if close else ""


def join(address, key):
    """The address of `key` below `address`; a key that is no bare TOML key is quoted."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", key):
        key = json.dumps(key, ensure_ascii=False)
    return f"{address}.{key}" if address else key


# ---------------------------------------------------------------------------------------------- reading files


def read_toml(path, label=None):
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


@lru_cache(maxsize=1)
def _printed():
    tree, files = {}, {}
    for path in data.game_files():
        label = f"{path.parent.name}/{path.name}"
        for key, table in read_toml(path, label).items():
            if key == "cards" and key in tree:
                # The species' cards have a file of their own.
                for card in table:
                    if card in tree[key]:
                        raise RuleError(label, join(key, card), table[card], f"a card that {files[key]} does not have")
                    files[join(key, card)] = label
                tree[key].update(table)
                continue
            if key in tree:
                raise RuleError(label, key, table, f"a table that {files[key]} does not have")
            tree[key], files[key] = table, label
    return tree, files


def printed_tree():
    """The printed game as a tree of its own: changing it changes nothing else."""
    return copy.deepcopy(_printed()[0])


# ---------------------------------------------------------------------------------------------- overlaying a variant


class Files:
    """Which file an address comes from: the variant's where the variant says something there, above or below it."""

    def __init__(self, tables, variant=None, touched=()):
        self.tables = dict(tables)  # top-level key, or key and entry -> file
        self.variant = variant
        self.touched = tuple(touched)

    def varied(self, address):
        """Whether the variant says something at the address, above or below it."""
        return self.variant is not None and any(
            not address or _within(address, touched) or _within(touched, address) for touched in self.touched
        )

    def of(self, address):
        if self.varied(address):
            return self.variant
        top = re.match(r"[^.\[]*", address)[0]
        entry = re.match(r"[^.\[]*\.[^.\[]*", address)
        return (self.tables.get(entry[0]) if entry else None) or self.tables.get(top) or self.variant or next(iter(self.tables.values()), "rules")


def _within(inner, outer):
    return inner == outer or (inner.startswith(outer) and inner[len(outer)] in ".[")


class Variant:
    """A variant as it was read: `name`, `description`, `label` for errors, and the `overlay` of the printed tree."""

    def __init__(self, source):
        if isinstance(source, dict):
            self.label, self.name = "variant", "variant"
            content = source
        else:
            self.label = str(source)
            self.name = getattr(source, "name", None) or Path(source).name
            self.name = self.name.removesuffix(".toml")
            content = read_toml(source, self.label)
        self.overlay = _plain(content, "", self.label)
        about = Node(self.overlay, "", self.label).table("variant", default=None)
        self.overlay.pop("variant", None)
        self.description = ""
        if about is not None:
            self.name = about.str("name", default=self.name)
            self.description = about.str("description", default="")
            about.done()


def _plain(value, address, label):
    """A copy made of what TOML knows; a notebook may hand in tuples and NumPy integers."""
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise RuleError(label, address or "(top)", {str(key): value[key]}, f"keys that are text, not {key!r}")
        return {key: _plain(item, join(address, key), label) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{address}[{i}]", label) for i, item in enumerate(value)]
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if type(value).__name__ in ("bool_", "bool"):  # NumPy's, which is no Integral
        return bool(value)
    if isinstance(value, numbers.Real):
        return float(value)
    raise RuleError(label, address, str(value), "a table, a list, text, an integer or true/false")


def overlay_tree(tree, overlay, label):
    """`tree` (changed in place) with `overlay` merged in; returns the addresses that the overlay touched.

    Tables are merged key by key; a list, text or number replaces what was there. A `corner`, `when`, `per`, `count` or
    `endgame` with a key that the printed one lacks replaces it whole. An empty `cost`, `mission` or `endgame` takes the
    printed one away; so does an empty list of `triggers`. Raises `RuleError` for the id of a component that does not
    exist.
    """
    touched = []
    _merge(tree, overlay, "", label, touched)
    # No mission and a mission that says nothing are the same card, so they must be the same tree.
    for card in _tables(tree.get("cards")):
        for key in ("mission", "endgame", "triggers"):
            if card.get(key, 0) in ({}, []):
                del card[key]
    return touched


def _tables(table):
    return [item for item in table.values() if isinstance(item, dict)] if isinstance(table, dict) else []


def _merge(base, overlay, address, label, touched):
    for key, value in overlay.items():
        here = join(address, key)
        if address in COMPONENTS and key not in base:
            expected = f"the id of one of the {len(base)} {address.split('.')[-1].replace('_', ' ')}"
            raise RuleError(label, here, value, expected + did_you_mean(key, base))
        printed = base.get(key)
        merged = isinstance(value, dict) and isinstance(printed, dict)
        if key in EXPRESSIONS and merged and not value.keys() <= printed.keys():
            merged = False
        if merged and not (key in EMPTIED and not value):
            _merge(printed, value, here, label, touched)
        else:
            base[key] = copy.deepcopy(value)
            touched.append(here)


def build_tree(variant=None):
    """The printed game with a variant laid over it.

    `variant` is the path of a TOML file, a dict of the same shape, or None for the printed game.
    Returns (tree, files, variant): the merged dict, its `Files`, and the `Variant` or None. Raises `RuleError`.
    """
    tree, tables = printed_tree(), _printed()[1]
    if variant is None:
        return tree, Files(tables), None
    variant = Variant(variant)
    touched = overlay_tree(tree, variant.overlay, variant.label)
    return tree, Files(tables, variant.label, touched), variant


def fingerprint(tree):
    """16 hexadecimal digits of what the tree says: SHA-256 over its canonical JSON, the order of keys ignored."""
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ---------------------------------------------------------------------------------------------- checked access


def blame(places, expected):
    """Raise `RuleError` where several places do not go together: about the one that a variant changed, else the first.

    `places` are pairs of a `Node` and a key of it.
    """
    node, key = next((place for place in places if place[0].varied(place[1])), places[0])
    node.fail(key, expected)


class Node:
    """A table with its address. Every getter names the key it reads, checks the value, or raises `RuleError`.

    `files` is a `Files` or simply the name of one file. A getter whose key is missing returns `default`, and raises
    if there is none. `done()` raises for every key that no getter has asked for, so that nothing written in a file
    is ignored in silence.
    """

    def __init__(self, table, address="", files="rules"):
        self.value = table
        self.address = address
        self.files = files
        self._asked = {}  # key -> what was handed out, so that asking twice gives the same Node

    def __repr__(self):
        return f"Node({self.address or '(top)'}: {shown(self.value, 60)})"

    # ---- errors

    def _error(self, address, value, expected):
        file = self.files if isinstance(self.files, str) else self.files.of(address)
        return RuleError(file, address or "(top)", value, expected)

    def fail(self, key, expected):
        """Raise `RuleError` about `key` of this table, or about the table itself where `key` is None."""
        if key is None:
            raise self._error(self.address, self.value, expected)
        raise self._error(join(self.address, key), self.value.get(key, MISSING), expected)

    def varied(self, key):
        """Whether a variant says something about `key` of this table."""
        return isinstance(self.files, Files) and self.files.varied(join(self.address, key))

    def done(self):
        """Raise `RuleError` for the first key that nobody has asked for."""
        for key in self.value:
            if key not in self._asked:
                known = sorted(self._asked)
                names = "one of the keys " + ", ".join(known) if known else "no keys here"
                self.fail(key, names + did_you_mean(key, known))

    # ---- getters

    def keys(self):
        """The keys of the table, in the order of the file. Does not count as asking for them."""
        return list(self.value)

    def has(self, key):
        """Whether the key is there. Counts as knowing the key only for the suggestion of `done`, if it is absent."""
        if key not in self.value:
            self._asked.setdefault(key, None)
            return False
        return True

    def raw(self, key, default=REQUIRED):
        """The value as it is."""
        return self._get(key, default, lambda value, address: value, "a value")

    def int(self, key, lo, hi, default=REQUIRED):
        """A whole number from `lo` to `hi`; true and false are none."""
        return self._get(key, default, lambda value, address: self._int(value, address, lo, hi), _whole(lo, hi))

    def str(self, key, choices=None, default=REQUIRED):
        """Text, one of `choices` if given."""
        return self._get(key, default, lambda value, address: self._str(value, address, choices), _text(choices))

    def bool(self, key, default=False):
        """true or false."""

        def check(value, address):
            if not isinstance(value, bool):
                raise self._error(address, value, "true or false")
            return value

        return self._get(key, default, check, "true or false")

    def table(self, key, default=REQUIRED):
        """A table, as a `Node`; so is a `default` that is a dict."""
        if isinstance(default, dict):
            default = Node(default, join(self.address, key), self.files)
        return self._get(key, default, self._node, "a table")

    def tables(self, key, default=REQUIRED):
        """A list of tables, as a list of `Node`."""

        def check(value, address):
            return [self._node(item, place) for item, place in self._list(value, address, "a list of tables")]

        return self._get(key, default, check, "a list of tables")

    def lists(self, key, default=REQUIRED):
        """A list of lists of tables, as a list of lists of `Node`."""

        def check(value, address):
            return [
                [self._node(item, place) for item, place in self._list(inner, where, "a list of tables")]
                for inner, where in self._list(value, address, "a list of lists of tables")
            ]

        return self._get(key, default, check, "a list of lists of tables")

    def strs(self, key, choices=None, default=REQUIRED):
        """A list of texts, each one of `choices` if given."""

        def check(value, address):
            return [self._str(item, place, choices) for item, place in self._list(value, address, "a list of texts")]

        return self._get(key, default, check, "a list of texts")

    def ints(self, key, lo, hi, default=REQUIRED):
        """A list of whole numbers, each from `lo` to `hi`."""
        expected = f"a list of whole numbers from {lo} to {hi}"

        def check(value, address):
            return [self._int(item, place, lo, hi) for item, place in self._list(value, address, expected)]

        return self._get(key, default, check, expected)

    def int_lists(self, key, lo, hi, default=REQUIRED):
        """A list of lists of whole numbers, each from `lo` to `hi`."""
        expected = f"a list of lists of whole numbers from {lo} to {hi}"

        def check(value, address):
            return [
                [self._int(item, place, lo, hi) for item, place in self._list(inner, where, "a list of whole numbers")]
                for inner, where in self._list(value, address, expected)
            ]

        return self._get(key, default, check, expected)

    # ---- checks

    def _get(self, key, default, check, expected):
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

    def _int(self, value, address, lo, hi):
        if isinstance(value, bool) or not isinstance(value, int) or not lo <= value <= hi:
            raise self._error(address, value, _whole(lo, hi))
        return value

    def _str(self, value, address, choices):
        if not isinstance(value, str) or (choices is not None and value not in choices):
            hint = did_you_mean(value, choices) if choices is not None and isinstance(value, str) else ""
            raise self._error(address, value, _text(choices) + hint)
        return value

    def _list(self, value, address, expected):
        if not isinstance(value, list):
            raise self._error(address, value, expected)
        return [(item, f"{address}[{i}]") for i, item in enumerate(value)]

    def _node(self, value, address):
        if not isinstance(value, dict):
            raise self._error(address, value, "a table")
        return Node(value, address, self.files)


def _whole(lo, hi):
    return f"the whole number {lo}" if lo == hi else f"a whole number from {lo} to {hi}"


def _text(choices):
    if choices is None:
        return "text"
    return "one of " + ", ".join(map(str, choices))
