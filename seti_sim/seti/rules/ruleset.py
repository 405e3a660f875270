"""`RuleSet`: the rules of one game, printed or varied, read, checked and compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seti_sim.core.node import Files, Node
from seti_sim.core.tree import differences, fingerprint

from . import tree as trees
from .additions import added
from .compile import Compiled, compile_rules

_compiled: dict[str, Compiled] = {}  # by fingerprint, the last used last
_MOST_KEPT = 16


class RuleSet:
    """The rules of one game. Make one with `RuleSet.load`; it does not change afterwards.

    tree            merged dict: cards, stars, sector_boards, planets, moons, techs, gold_tiles, species, solar,
                    sectors, discovery, computer, scan, actions, free_actions, setup, limits, milestones, …
    fingerprint     16 hexadecimal digits of the whole content; equal content, equal fingerprint, whatever its name
    variant         name of the variant or None; description says in a sentence what it asks
    compiled        what the engine reads
    card_ids, star_ids, tech_ids, species_ids, gold_tile_names
                    tuples, an index being the engine's number
    card_names      dict of names by id, in the order of card_ids
    """

    def __init__(self, tree: dict[str, Any], files: Files | str, variant: str | None = None, description: str = "") -> None:
        self.tree = tree
        self.variant = variant
        self.description = description
        self.fingerprint = fingerprint(tree)
        self.compiled = _compile(tree, self.fingerprint, files)

    @classmethod
    def load(cls, variant: str | Path | dict[str, Any] | None = None) -> RuleSet:
        """The printed game, or with a variant: the path of a TOML file or a dict of the same shape.

        Raises `RuleError`, one line, for what cannot be read, does not exist or cannot be obeyed.
        """
        tree, files, read = trees.build_tree(variant)
        return cls(tree, files, read and read.name, read.description if read else "")

    @property
    def card_ids(self) -> tuple[str, ...]:
        """Id of every card, in the order of the engine's numbers; `tree["cards"]` has what each is."""
        return self.compiled.card_ids

    @property
    def card_names(self) -> dict[str, str]:
        """Name of each card, by id in the order of `card_ids`; the id where it has none."""
        return {card: str(self.tree["cards"][card].get("name", card)) for card in self.card_ids}

    @property
    def star_ids(self) -> tuple[str, ...]:
        """Id of every star, in the order of the engine's numbers."""
        return self.compiled.star_ids

    @property
    def tech_ids(self) -> tuple[str, ...]:
        """Id of every tech, as `probe-1`, in the order of the engine's numbers."""
        return self.compiled.tech_ids

    @property
    def species_ids(self) -> tuple[str, ...]:
        """Id of every species, also of those that are left in the box, in the order of the engine's numbers."""
        return self.compiled.species_ids

    @property
    def species_played(self) -> tuple[str, ...]:
        """Those of `species_ids` that `setup.without` does not leave in the box."""
        out = self.compiled.tables["species_out"]
        return tuple(name for name, left in zip(self.species_ids, out, strict=True) if not left)  # type: ignore[arg-type]

    @property
    def gold_tile_names(self) -> tuple[str, ...]:
        """Name of every gold tile, in the order of the engine's numbers."""
        return self.compiled.gold_tile_names

    def difference(self, other: RuleSet) -> list[tuple[str, Any, Any]]:
        """What differs from `other` (a `RuleSet`): list of (address, value there, value here), in order of address
        as the files have it. A list is compared as a whole; None stands for an address that does not exist."""
        return list(differences(other.tree, self.tree))

    def changes(self) -> list[tuple[str, Any, Any]]:
        """What the variant changes of the printed game: list of (address, printed, here), empty without a variant."""
        return list(differences(trees.printed_tree(), self.tree))

    def added(self) -> list[tuple[str, str, list[str]]]:
        """Components that are not printed: list of (table, id, ids of all its copies, that one first)."""
        return added(self.tree, trees.printed_tree())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"RuleSet({self.variant or 'printed'}, {self.fingerprint})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.tree, self.variant, self.description)


def _restore(tree: dict[str, Any], variant: str | None, description: str) -> RuleSet:
    """A pickled `RuleSet`; the compiled form depends on the build of the engine and is made anew."""
    return RuleSet(tree, variant or "rules", variant, description)


def _compile(tree: dict[str, Any], mark: str, files: Files | str) -> Compiled:
    """The compiled rules, which equal trees share: to check and compile them takes longest of all, players look them up by name
    again and again, and a worker process unpickles the same ones once a chunk."""
    rules = _compiled.pop(mark, None) or compile_rules(Node(tree, "", files))
    _compiled[mark] = rules
    if len(_compiled) > _MOST_KEPT:
        del _compiled[next(iter(_compiled))]
    return rules
