"""From TOML files to one tree of tables: reading, overlaying a variant, fingerprint.

The tree is plain dicts, lists, strings, integers and booleans; `node` has the checked access to it.
"""

import hashlib
import json
import numbers
import re
import tomllib
from functools import lru_cache
from pathlib import Path

from seti_sim import data
from seti_sim.names import did_you_mean, escaped, find, titles_of

from .node import MISSING, NOTHING, Absent, Files, Node, RuleError, join, one_line, quoted, shown

__all__ = [
    "MISSING", "NOTHING", "Absent", "Files", "Node", "RuleError", "Variant", "build_tree",
    "WORDS", "fingerprint", "join", "overlay_tree", "printed_files", "printed_tree", "quoted", "read_toml", "shown",
]

# Tables whose keys are the ids of components. A variant changes components, it cannot add any: the engine's numbers
# of cards, stars and so on are what is printed.
COMPONENTS = ("cards", "stars", "sector_boards", "planets", "moons", "techs", "gold_tiles", "species", "solar.layers",
              "species.mascamites.samples", "species.anomalies.anomalies", "species.centaurians.message_rewards",
              "species.exertians.milestones", "solo.boards", "solo.levels", "solo.cards", "solo.objectives")

# Tables that are one expression: half of one condition and half of another mean nothing. A variant may change the
# values of the printed one; as soon as it brings another key, it replaces the printed one whole.
EXPRESSIONS = frozenset({"corner", "when", "per", "count", "endgame"})

# Names for people to read: shown by `show`, in tables and on pages, and no more. Everything else is played. `*` is an id.
WORDS = ("cards.*.name", "stars.*.name", "planets.*.name", "species.*.name", "solo.cards.*.name")

MAX_DEPTH = 24
"""How many tables and lists a variant may nest; the printed game needs 9."""

# Tables that a variant empties by writing `{}`; anywhere else an empty table would change nothing and is refused.
EMPTIED = frozenset({"cost", "cost_with_orbiter", "mission", "endgame"})


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


def copied(value):
    """A copy of tables, lists and what is in them, all the way down; quicker than `copy.deepcopy` on plain values."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


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


def printed_files():
    """Which file each table of the printed game comes from, as `Files` wants it."""
    return dict(_printed()[1])


@lru_cache(maxsize=1)
def _text():
    return json.dumps(_printed()[0])  # to read it is the quickest copy


def printed_tree():
    """The printed game as a tree of its own: changing it changes nothing else."""
    return json.loads(_text())


# ---------------------------------------------------------------------------------------------- overlaying a variant


def variant_file(name, base=Path()):
    """The file that a variant's name stands for: a path seen from `base`, or the name of an example; None for neither.

    What is no text is taken as the file that it is.
    """
    if not isinstance(name, (str, Path)):
        return name
    path = base / name
    return path if path.exists() else data.example_variants().get(str(name))


def variants_expected(name):
    """What a variant's name should have been."""
    examples = data.example_variants()
    hint = did_you_mean(str(name).removesuffix(".toml"), examples, 1)
    return f"a TOML file or one of {', '.join(examples)}{hint}"


class Variant:
    """A variant as it was read: `name`, `description`, `label` for errors, and the `overlay` of the printed tree."""

    def __init__(self, source):
        if isinstance(source, dict):
            self.label, self.name = "variant", "variant"
            content = source
        else:
            self.label = str(source)
            source = variant_file(source)
            if source is None:
                raise RuleError(self.label, "", NOTHING, variants_expected(self.label))
            self.name = getattr(source, "name", None) or Path(source).name
            self.name = escaped(self.name.removesuffix(".toml"))
            content = read_toml(source, self.label)
        self.overlay = _plain(content, "", self.label)
        about = Node(self.overlay, "", self.label).table("variant", default=None)
        self.overlay.pop("variant", None)
        self.description = ""
        if about is not None:
            self.name = about.str("name", default=self.name)
            self.description = about.str("description", default="")
            about.done()


def _plain(value, address, label, depth=0):
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
        if not -(2**63) <= value < 2**63:
            raise RuleError(label, address, NOTHING, "a whole number of at most 18 digits")
        return int(value)
    if type(value).__name__ in ("bool_", "bool"):  # NumPy's, which is no Integral
        return bool(value)
    if isinstance(value, numbers.Real):
        return float(value)
    raise RuleError(label, address, one_line(value, 70), "a table, a list, text, an integer or true/false")


def overlay_tree(tree, overlay, label, emptied=EMPTIED):
    """`tree` (changed in place) with `overlay` merged in; returns the addresses that the overlay touched.

    `emptied`: keys of tables that `{}` takes away.

    Tables are merged key by key; a list, text or number replaces what was there. A `corner`, `when`, `per`, `count` or
    `endgame` with a key that the printed one lacks replaces it whole. An empty `cost`, `mission` or `endgame` takes the
    printed one away; so does an empty list of `triggers`. Raises `RuleError` for the id of a component that does not
    exist, and for an empty table that would change nothing.
    """
    touched = []
    for key in overlay.keys() - tree.keys():
        known = [*sorted(tree), "variant"]
        expected = f"one of the keys {', '.join(known)}{did_you_mean(key, known)}"
        raise RuleError(label, join("", key), overlay[key], expected)
    _merge(tree, overlay, "", label, touched, emptied)
    # A card may be named by its title, too.
    setup, titles = tree.get("setup"), titles_of(tree.get("cards", {})) if isinstance(tree.get("cards", {}), dict) else {}
    if isinstance(setup, dict) and isinstance(setup.get("without"), list):
        setup["without"] = [find(word, titles) or word if isinstance(word, str) else word for word in setup["without"]]
    # No mission and a mission that says nothing are the same card, so they must be the same tree.
    for card in _tables(tree.get("cards")):
        for key in ("mission", "endgame", "triggers"):
            if card.get(key, 0) in ({}, []):
                del card[key]
    return touched


def _tables(table):
    return [item for item in table.values() if isinstance(item, dict)] if isinstance(table, dict) else []


def _merge(base, overlay, address, label, touched, emptied):
    for key, value in overlay.items():
        here = join(address, key)
        if address in COMPONENTS and (known := find(key, titles_of(base))):
            key, here = known, join(address, known)
        elif address in COMPONENTS:
            expected = f"the id of one of the {len(base)} {address.split('.')[-1].replace('_', ' ')}"
            titles = titles_of(base)
            raise RuleError(label, here, value, expected + did_you_mean(key, [*base, *titles.values()]))
        printed = base.get(key)
        merged = isinstance(value, dict) and isinstance(printed, dict)
        if key in EXPRESSIONS and merged and not value.keys() <= printed.keys():
            merged = False
        if merged and printed and not value and key not in emptied:
            expected = "the keys that change; an empty table changes nothing"
            raise RuleError(label, here, value, expected)
        if merged and value:
            _merge(printed, value, here, label, touched, emptied)
        else:
            base[key] = copied(value)
            touched.append(here)


def build_tree(variant=None):
    """The printed game with a variant laid over it.

    `variant` is the path of a TOML file, a dict of the same shape, or None for the printed game.
    Returns (tree, files, variant): the merged dict, its `Files`, and the `Variant` or None. Raises `RuleError`.
    """
    tree, tables = printed_tree(), printed_files()
    if variant is None:
        return tree, Files(tables), None
    variant = Variant(variant)
    touched = overlay_tree(tree, variant.overlay, variant.label)
    return tree, Files(tables, variant.label, touched), variant


def fingerprint(tree):
    """16 hexadecimal digits of what the tree says: SHA-256 over its canonical JSON, the order of keys ignored."""
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
