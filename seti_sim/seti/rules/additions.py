"""New components of a variant: the tables below `new`, made whole and put among the printed ones.

`[new.cards.my-laser]` is a card that is not printed. `copy_of` begins with a printed card, `count` puts several copies into
the deck, each with an id of its own: my-laser, my-laser-2, my-laser-3. A component stands in the tree as if it were printed,
so that everything that reads the tree knows it; what is wrong about it is told with the address where the variant says it.
"""

from __future__ import annotations

import re
from typing import Any

from seti_sim.core.names import did_you_mean, find, titles_of
from seti_sim.core.node import Node, RuleError, join
from seti_sim.core.tree import Shape, copied, merge

MAX_CARDS = 250  # a card is one byte, 255 means none
NEW_TABLES = ("cards",)
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*").fullmatch
_MOST_LETTERS = 40


def take_new(changes: dict[str, Any], label: str, shape: Shape) -> dict[str, Any]:
    """The table `new` of a variant, taken out of its changes.

    What the variant says at `cards.ID` of a new card is what it says at `new.cards.ID`, so that an address of the tree is one
    that can be changed: it is merged there, and taken out, too.
    """
    new = changes.pop("new", {})
    if not isinstance(new, dict) or not new:
        raise RuleError(label, "new", new, f"tables of new components: {', '.join(NEW_TABLES)}")
    for table, entries in new.items():
        here = join("new", table)
        if table not in NEW_TABLES:
            raise RuleError(label, here, entries, f"one of {', '.join(NEW_TABLES)}{did_you_mean(table, NEW_TABLES)}")
        if not isinstance(entries, dict) or not entries:
            raise RuleError(label, here, entries, "tables of new components, each with an id of its own")
        said = changes.get(table)
        if not isinstance(said, dict):
            continue
        for name in entries.keys() & said.keys():
            if isinstance(entries[name], dict) and isinstance(said[name], dict):
                merge(entries, {name: said.pop(name)}, here, label, [], shape)
        if not said:
            del changes[table]
    return new


def add_new(tree: dict[str, Any], new: dict[str, Any], label: str, shape: Shape) -> dict[str, str]:
    """Put the new components of a variant into the tree; {address in the tree: the one that the variant says it at}."""
    said: dict[str, str] = {}
    for name in sorted(new.get("cards", {})):
        said |= _add_card(tree["cards"], name, new["cards"][name], label, shape)
    if len(tree["cards"]) > MAX_CARDS:
        there = len(tree["cards"]) - len(said)
        expected = f"at most {MAX_CARDS - there} new cards: the engine has room for {MAX_CARDS}, {there} are printed"
        raise RuleError(label, "new.cards", {"…": len(said)}, expected)
    return said


def _add_card(cards: dict[str, Any], name: str, entry: Any, label: str, shape: Shape) -> dict[str, str]:
    here = join("new.cards", name)
    own = Node({name: entry}, "new.cards", label).table(name)
    titles = titles_of(cards)
    check_id(name, here, entry, titles, label)
    count = own.int("count", 1, MAX_CARDS, 1)
    card: dict[str, Any] = {}
    if "copy_of" in entry:
        of: str = own.str("copy_of")
        known = find(of, titles) or ""
        if not known:
            own.fail("copy_of", "the id or name of a card" + did_you_mean(of, [*titles, *titles.values()]))
        # A copy of a copy plays like the card that is printed.
        card = {**copied(cards[known]), "copy_of": cards[known].get("copy_of", known)}
        card.pop("name", None)
    changes = {key: value for key, value in entry.items() if key not in ("count", "copy_of")}
    merge(card, changes, here, label, [], shape)
    title = own.name("name", name.replace("-", " ").capitalize())
    if find(title, titles) is not None:
        own.fail("name", f"a name that no other card has, as {find(title, titles)} does")
    said = {}
    for number in range(1, count + 1):
        copy = name if number == 1 else f"{name}-{number}"
        if copy in cards:
            own.fail("count", f"fewer copies: {copy} is the id of another card")
        cards[copy] = {**copied(card), "name": title if number == 1 else f"{title} ({number})"}
        said[join("cards", copy)] = here
    return said


def check_id(name: str, here: str, entry: Any, titles: dict[str, str], label: str) -> None:
    """RuleError for an id that cannot be one of a new component, or that another component has."""
    if not _ID(name) or len(name) > _MOST_LETTERS:
        raise RuleError(
            label, here, entry, f"an id of small letters, digits and single dashes, at most {_MOST_LETTERS}, as my-laser"
        )
    if (known := find(name, titles)) is not None:
        raise RuleError(label, here, entry, f"an id of its own, and {known} is there already")


def added(tree: dict[str, Any], printed: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """What a tree has that the printed one lacks: (table, id, ids of its copies, itself the first), in the tree's order."""
    found: list[tuple[str, str, list[str]]] = []
    for table in NEW_TABLES:
        entries = {name: entry for name, entry in tree[table].items() if name not in printed[table]}
        for name, entry in entries.items():
            first = re.sub(r"-\d+$", "", name)
            if found and found[-1][:2] == (table, first) and _unnamed(entries[first]) == _unnamed(entry):
                found[-1][2].append(name)
            else:
                found.append((table, name, [name]))
    return found


def _unnamed(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "name"}
