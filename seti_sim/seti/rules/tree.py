"""The tables of SETI: what is printed, and a variant laid over it."""

import fnmatch
import json
from functools import lru_cache
from importlib import resources

from seti_sim.core.names import find, titles_of
from seti_sim.core.node import Files, RuleError, join
from seti_sim.core.tree import Shape, Variant, copied, overlay, read_toml

from .additions import add_new, check_room, take_away, take_new

# Tables whose keys are the ids of components. A variant changes those that are printed there; new ones it has below `new`.
COMPONENTS = frozenset(
    (
        "cards",
        "stars",
        "sector_boards",
        "planets",
        "moons",
        "techs",
        "gold_tiles",
        "species",
        "solar.layers",
        "species.mascamites.samples",
        "species.anomalies.anomalies",
        "species.centaurians.message_rewards",
        "species.exertians.milestones",
        "solo.boards",
        "solo.levels",
        "solo.cards",
        "solo.objectives",
    )
)

# Tables that are one expression: half of one condition and half of another mean nothing. A variant may change the
# values of the printed one; as soon as it brings another key, it replaces the printed one whole.
EXPRESSIONS = frozenset({"corner", "when", "per", "count", "endgame"})

# Names for people to read: shown by `show`, in tables and on pages, and no more. Everything else is played. `*` is an id.
WORDS = ("cards.*.name", "stars.*.name", "planets.*.name", "species.*.name", "solo.cards.*.name")

# Tables that a variant empties by writing `{}`; anywhere else an empty table would change nothing and is refused.
EMPTIED = frozenset({"cost", "cost_with_orbiter", "mission", "endgame"})

SHAPE = Shape(COMPONENTS, EXPRESSIONS, EMPTIED)
FILES = ("board.toml", "cards.toml", "species.toml", "species_cards.toml", "solo.toml")


def game_files():
    """The files that say what is printed, as readable resources in the order in which they are merged."""
    folder = resources.files("seti_sim.seti") / "data"
    return [folder / name for name in FILES]


@lru_cache(maxsize=1)
def _printed():
    tree, files = {}, {}
    for path in game_files():
        label = f"seti/{path.name}"
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


@lru_cache(maxsize=1)
def printed_numbers():
    """{id: number} of the printed cards, as the engine numbers them in the printed game."""
    return {card: number for number, card in enumerate(_printed()[0]["cards"])}


# ---------------------------------------------------------------------------------------------- overlaying a variant


def overlay_tree(tree, changes, label, said=None, away=()):
    """`overlay` for SETI: an empty `cost`, `mission` or `endgame` takes the printed one away, and so does an empty list of
    `triggers`; cards that are left out may be named by their titles. What is below `new` becomes components of the tree
    (`additions`); `said`, a dict, gets their addresses with those at which the variant says them. What is at the addresses `away`
    is taken out of the tree."""
    said = {} if said is None else said
    new = {}
    if "new" in changes:
        changes = copied(changes)
        new = take_new(changes, label, SHAPE)
    touched = overlay(tree, changes, label, SHAPE)
    if new:
        said |= add_new(tree, new, label, SHAPE)
        touched += said
    take_away(tree, away, label, SHAPE.components.__contains__)
    touched += away
    setup = tree.get("setup")
    if isinstance(setup, dict) and isinstance(setup.get("without"), list):
        setup["without"] = [word for said in setup["without"] for word in _meant(tree, said)]
        if new:
            check_room(tree, said, label)
    # No mission and a mission that says nothing are the same card, so they must be the same tree.
    for card in _tables(tree.get("cards")):
        for key in ("mission", "endgame", "triggers"):
            if card.get(key, 0) in ({}, []):
                del card[key]
    return touched


def _meant(tree, word):
    """Ids of what stays in the box: cards and species by id or title, or by a pattern such as base-* that some ids fit."""
    tables = [tree[key] for key in ("cards", "species") if isinstance(tree.get(key), dict)]
    titles = {name: title for table in tables for name, title in titles_of(table).items()}
    if not isinstance(word, str):
        return [word]
    return fnmatch.filter(titles, word) or [word] if "*" in word else [find(word, titles) or word]


def _tables(table):
    return [item for item in table.values() if isinstance(item, dict)] if isinstance(table, dict) else []


def build_tree(variant=None):
    """The printed game with a variant laid over it.

    `variant` is the path of a TOML file, a dict of the same shape, or None for the printed game.
    Returns (tree, files, variant): the merged dict, its `Files`, and the `Variant` or None. Raises `RuleError`.
    """
    tree, tables = printed_tree(), printed_files()
    if variant is None:
        return tree, Files(tables), None
    variant = Variant(variant, takes_away=True, game="seti")
    said = {}
    touched = overlay_tree(tree, variant.overlay, variant.label, said, variant.away)
    return tree, Files(tables, variant.label, touched, said), variant
