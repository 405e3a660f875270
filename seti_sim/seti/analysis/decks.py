"""Which deck a card of a run lies in, and of which kind a tech is: told by their ids where they are printed, else by the rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

MAIN = "base"
"""The deck from which everybody draws."""


def deck_names(run) -> list[str]:
    """The deck of each card of a run, in their order: `base`, or that of a species, as its cards' ids begin."""
    cards = run.config["categories"]["card"]
    of = _varied(run)[0]
    return [of.get(card) or card.rpartition("-")[0] for card in cards]


def tech_kinds(run) -> dict[str, str]:
    """{tech: probe, telescope or computer} of the techs that are not printed; those of the others begin with it."""
    return _varied(run)[1]


def _varied(run) -> tuple[dict[str, str], dict[str, str]]:
    rules = run.config.get("rules", {})
    variant = rules.get("variant")
    if not isinstance(variant, dict) or "new" not in variant:
        return {}, {}
    return _of_rules(rules["fingerprint"], _Same(variant))


class _Same:
    """A variant's content; those of one fingerprint are one to the cache."""

    def __init__(self, variant: dict[str, Any]) -> None:
        self.variant = variant

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same)


def mission_cards(run) -> list[str]:
    """Ids of the cards of a run's rules that have a mission, of one space or of several; none of rules of another version."""
    rules = run.config.get("rules", {})
    variant = rules.get("variant")
    return _missions(rules.get("fingerprint", ""), _Same(variant if isinstance(variant, dict) else {}))


@lru_cache(maxsize=8)
def _missions(fingerprint: str, of: _Same) -> list[str]:
    from seti_sim.seti.rules import RuleError, RuleSet

    try:
        cards = RuleSet.load(of.variant).tree["cards"]
    except RuleError:
        return []
    return [card for card, entry in cards.items() if "mission" in entry or "triggers" in entry]


@lru_cache(maxsize=8)
def _of_rules(fingerprint: str, of: _Same) -> tuple[dict[str, str], dict[str, str]]:
    """Decks of the cards and kinds of the techs that are not printed."""
    from seti_sim.seti.rules import RuleError, RuleSet
    from seti_sim.seti.rules.tree import printed_tree

    try:
        rules = RuleSet.load(of.variant)
    except RuleError:  # a run of another version's rules
        return {}, {}
    printed = printed_tree()["cards"]
    begin = {entry.get("species", MAIN): card.rpartition("-")[0] for card, entry in printed.items()}
    decks = {card: entry.get("species", MAIN) for card, entry in rules.tree["cards"].items() if card not in printed}
    kinds = {name: rules.tree["techs"][name]["kind"] for kind, name, _ in rules.added() if kind == "techs"}
    return {card: begin.get(species, species) for card, species in decks.items()}, kinds
