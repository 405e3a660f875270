"""New components of a variant: the tables below `new`, made whole and put among the printed ones.

`[new.cards.my-laser]` is a card that is not printed. `copy_of` begins with another one of its kind, `count` puts several copies
of a card into the deck, each with an id of its own: my-laser, my-laser-2, my-laser-3. A component stands in the tree as if it
were printed, so that everything that reads the tree knows it; what is wrong about it is told with the address where the variant
says it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from seti_sim.core.names import did_you_mean, find, titles_of
from seti_sim.core.node import Node, RuleError, join
from seti_sim.core.tree import Shape, copied, merge

MAX_CARDS = 250  # a card is one byte, 255 means none
NEW = {
    "cards": "cards",
    "species": "species",
    "techs": "techs",
    "gold_tiles": "gold_tiles",
    "objectives": "solo.objectives",
    "rival_cards": "solo.cards",
}
"""Tables of `new`, and where their components stand in the tree."""
MOST = {"cards": MAX_CARDS, "species": 8, "objectives": 32, "rival_cards": 32}
"""How many of each the engine has room for; a tech and a gold tile take the place of another."""
SIDES = ("a", "b")
"""Sides of a gold tile, which stand in the tree one by one: those of `new.gold_tiles.far` as far-a and far-b."""
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*").fullmatch
_MOST_LETTERS = 40


def table_of(tree: dict[str, Any], address: str) -> dict[str, Any]:
    """The table at an address of the tree."""
    found: dict[str, Any] = reduce(lambda table, key: table[key], address.split("."), tree)
    return found


def take_new(changes: dict[str, Any], label: str, shape: Shape) -> dict[str, Any]:
    """The table `new` of a variant, taken out of its changes.

    What the variant says at `cards.ID` of a new card is what it says at `new.cards.ID`, so that an address of the tree is one
    that can be changed: it is merged there, and taken out, too.
    """
    new = changes.pop("new", {})
    if not isinstance(new, dict) or not new:
        raise RuleError(label, "new", new, f"tables of new components: {', '.join(NEW)}")
    for table, entries in new.items():
        here = join("new", table)
        if table not in NEW:
            raise RuleError(label, here, entries, f"one of {', '.join(NEW)}{did_you_mean(table, NEW)}")
        if not isinstance(entries, dict) or not entries:
            raise RuleError(label, here, entries, "tables of new components, each with an id of its own")
        places = _sides(entries) if table == "gold_tiles" else entries
        _move(changes, NEW[table].split("."), places, partial(merge, address=here, label=label, touched=[], shape=shape))
    return new


def _sides(tiles: dict[str, Any]) -> dict[str, Any]:
    """The sides of new gold tiles by their ids in the tree; one that is not said is empty."""
    whole = {name: tile for name, tile in tiles.items() if isinstance(tile, dict)}
    return {f"{name}-{side}": tile.setdefault(side, {}) for name, tile in whole.items() for side in SIDES}


def _move(said: Any, path: list[str], entries: dict[str, Any], lay: Callable[..., None]) -> None:
    """Lay what is said at a path of the ids of `entries` over these, and take it out; tables left empty go with it."""
    if not isinstance(said, dict):
        return
    if not path:
        for name in entries.keys() & said.keys():
            if isinstance(entries[name], dict) and isinstance(said[name], dict):
                lay(entries, {name: said.pop(name)})
        return
    if path[0] in said:
        _move(said[path[0]], path[1:], entries, lay)
        if said[path[0]] == {}:
            del said[path[0]]


def add_new(tree: dict[str, Any], new: dict[str, Any], label: str, shape: Shape) -> dict[str, str]:
    """Put the new components of a variant into the tree; {address in the tree: the one that the variant says it at}."""
    said: dict[str, str] = {}
    for kind in sorted(new, key=list(NEW).index):
        for name in sorted(new[kind]):
            way = _GoldTile if kind == "gold_tiles" else _Addition
            said |= way(tree, kind, name, new[kind][name], label, shape).add()
    return said


def check_room(tree: dict[str, Any], said: dict[str, str], label: str) -> None:
    """RuleError where the components of a tree with the additions `said` are more than the engine has room for. Cards that stay
    in the box, by themselves or with their species, need none."""
    out = {word for word in tree["setup"]["without"] if isinstance(word, str)}
    for kind, most in MOST.items():
        there, address = table_of(tree, NEW[kind]), f"new.{kind}."
        away = [name for name, entry in there.items() if out & {name, entry.get("species")}] if kind == "cards" else []
        more = sum(at.startswith(address) for at in said.values())
        if more and len(there) - len(away) > most:
            rest = f"{most}, {len(there) - more} are printed" + (f", {len(away)} stay in the box" if away else "")
            room = max(most - (len(there) - more) + len(away), 0)
            expected = f"at most {room} new {kind.replace('_', ' ')}: the engine has room for {rest}"
            raise RuleError(label, address[:-1], {"…": more}, expected)


class _Addition:
    """One new component on its way into the tree."""

    def __init__(self, tree: dict[str, Any], kind: str, name: str, entry: Any, label: str, shape: Shape) -> None:
        self.tree, self.kind, self.name, self.entry, self.label, self.shape = tree, kind, name, entry, label, shape
        self.here = join(f"new.{kind}", name)
        self.node = Node({name: entry}, f"new.{kind}", label).table(name)
        self.table = table_of(tree, NEW[kind])
        self.titles = titles_of(self.table)

    def add(self) -> dict[str, str]:
        self._check_id()
        count = self.node.int("count", 1, MAX_CARDS, 1) if self.kind == "cards" else 1
        whole = self._begun()
        own = {"copy_of", *(("count",) if self.kind == "cards" else ()), *(("in_place_of",) if self.kind == "techs" else ())}
        merge(whole, {key: value for key, value in self.entry.items() if key not in own}, self.here, self.label, [], self.shape)
        title = self._title()
        copies = [self.name, *(f"{self.name}-{number}" for number in range(2, count + 1))]
        for number, copy in enumerate(copies, 1):
            if number > 1 and copy in self.table:
                self.node.fail("count", f"fewer copies: {copy} is the id of another card")
            named = {"name": title if number == 1 else f"{title} ({number})"} if title else {}
            self.table[copy] = copied(whole) | named
        if self.kind == "techs":
            self._take_place()
        return {join(NEW[self.kind], copy): self.here for copy in copies}

    def _check_id(self) -> None:
        if not _ID(self.name) or len(self.name) > _MOST_LETTERS:
            expected = f"an id of small letters, digits and single dashes, at most {_MOST_LETTERS}, as my-laser"
            raise RuleError(self.label, self.here, self.entry, expected)
        for kind in NEW:
            # Words such as setup.without and `show` take an id of any kind.
            titles = titles_of(table_of(self.tree, NEW[kind]))
            known = next((known for name in self._ids() if (known := find(name, titles)) is not None), None)
            if known is not None:
                raise RuleError(self.label, self.here, self.entry, f"an id of its own, and {known} is there already")

    def _ids(self) -> list[str]:
        """Ids that it will have in the tree, and its own."""
        return [self.name]

    def _begun(self) -> dict[str, Any]:
        """What it begins with: another one of its kind, or nothing."""
        if "copy_of" not in self.entry:
            return {}
        of: str = self.node.str("copy_of")
        known = find(of, self.titles) or ""
        if not known:
            hint = did_you_mean(of, [*self.titles, *self.titles.values()])
            self.node.fail("copy_of", f"the id or name of one of the {self.kind.replace('_', ' ')}{hint}")
        begun: dict[str, Any] = copied(self.table[known])
        begun.pop("name", None)
        if self.kind == "cards":
            # What players make of it that know cards one by one. A copy of a copy plays like the card that is printed.
            begun.setdefault("copy_of", known)
        return begun

    def _title(self) -> str:
        if self.kind in ("techs", "objectives"):
            return ""
        title: str = self.node.name("name", self.name.replace("-", " ").capitalize())
        if (known := find(title, self.titles)) is not None:
            self.node.fail("name", f"a name that no other has, as {known} does")
        return title

    def _take_place(self) -> None:
        """A tech has the place of another: the engine has room for those that are printed."""
        places = [name for name in self.table if name != self.name]
        old: str = self.node.str("in_place_of", places)
        new = self.table.pop(self.name)
        _replace(self.table, {old: (self.name, new)})
        for board in self.tree["solo"]["boards"].values():
            if isinstance(board.get("track"), list):
                board["track"] = [self.name if tech == old else tech for tech in board["track"]]


class _GoldTile(_Addition):
    """A gold tile with both its sides. It lies where another one would lie, by which the engine and the players know it."""

    def add(self) -> dict[str, str]:
        sides = {
            (entry.get("tile"), entry.get("side")): (name, entry)
            for name, entry in self.table.items() if isinstance(entry, dict)
        }  # fmt: skip
        tiles = list(dict.fromkeys(tile for tile, _ in sides))
        self._check_id()
        if self.name in tiles:
            raise RuleError(self.label, self.here, self.entry, "an id of its own, and a tile of this name is there already")
        old, of = self.node.str("in_place_of", tiles), self.node.str("copy_of", tiles, default=None)
        lain, said = {}, {}
        for side in SIDES:
            here = self.node.table(side)
            for key in here.keys():
                if key not in ("values", "count"):
                    here.fail(key, "one of the keys count, values" + did_you_mean(key, ("values", "count")))
            before, place = sides[old, side]
            whole = copied(sides[of, side][1]) if of else {}
            whole |= {"tile": self.name, "side": side, "in_place_of": place.get("in_place_of", old)}
            merge(whole, here.value, join(self.here, side), self.label, [], self.shape)
            name = f"{self.name}-{side}"
            lain[before], said[join(NEW[self.kind], name)] = (name, whole), join(self.here, side)
        self.node.done()
        _replace(self.table, lain)
        return said

    def _ids(self) -> list[str]:
        return [self.name, *(f"{self.name}-{side}" for side in SIDES)]


def _replace(table: dict[str, Any], others: dict[str, tuple[str, Any]]) -> None:
    """Put other entries, {id: (id, entry) in its place}, into a table."""
    entries = [others.get(name, (name, entry)) for name, entry in table.items()]
    table.clear()
    table.update(entries)


def added(tree: dict[str, Any], printed: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """What a tree has that the printed one lacks: (table of `new`, id, ids of its copies, itself the first)."""
    found: list[tuple[str, str, list[str]]] = []
    for kind, address in NEW.items():
        there, known = table_of(tree, address), table_of(printed, address)
        entries = {name: entry for name, entry in there.items() if name not in known}
        for name, entry in entries.items():
            first = re.sub(r"-\d+$", "", name)
            if found and found[-1][:2] == (kind, first) and _unnamed(entries[first]) == _unnamed(entry):
                found[-1][2].append(name)
            else:
                found.append((kind, name, [name]))
    return found


def _unnamed(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "name"}


# ---------------------------------------------------------------------------------------------- taking away


def take_away(tree: dict[str, Any], addresses: list[str], label: str, kept: Callable[[str], bool]) -> None:
    """Take the keys at these addresses out of the tree; `kept` says which may not go, which are components.

    RuleError for what is not there, and for a component.
    """
    for i, address in enumerate(addresses):
        here = f"variant.take_away[{i}]"
        *path, key = address.split(".")
        table: Any = tree
        for part in path:
            table = table.get(part) if isinstance(table, dict) else None
        if not isinstance(table, dict) or key not in table:
            hint = did_you_mean(key, table) if isinstance(table, dict) else ""
            raise RuleError(label, here, address, f"the address of a key that is there, as cards.base-005.mission{hint}")
        if not path or kept(".".join(path)):
            raise RuleError(label, here, address, "a key of a component; what stays in the box is in setup.without")
        del table[key]
