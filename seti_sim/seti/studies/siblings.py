"""A card that is judged, and what it could be instead: a credit dearer or cheaper, its effect one more or one less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from seti_sim.seti.rules import RuleError, RuleSet
from seti_sim.seti.rules.additions import MAX_CARDS
from seti_sim.seti.rules.opcodes import RESOURCES
from seti_sim.seti.rules.tree import printed_tree

TIMES = ("n", "times")
"""Keys of effects that say how much or how often."""


@dataclass(frozen=True)
class Judged:
    """A card to judge: numbers of its copies; of a sibling the card that it is one of, and how it differs."""

    card_id: str
    copies: tuple[int, ...]
    of: str = ""
    how: str = ""


def with_siblings(variant: dict | None, rules: RuleSet, groups: Sequence[Judged]) -> tuple[dict | None, list[Judged]]:
    """The variant with other forms of each judged card beside it (`siblings`), as far as the rules allow and there is room."""
    said = variant or {}
    new = said.get("new", {})
    more: dict[str, Any] = {}
    found: list[Judged] = []
    for group in groups:
        card = rules.tree["cards"][group.card_id]
        for how, changed in siblings(card):
            name = f"judged-{len(found) + 1}"
            if len(rules.card_ids) + len(more) >= MAX_CARDS:
                break
            more[name] = {**_whole(changed, group.card_id), "name": f"{rules.card_names[group.card_id]}, {how}"}
            made = {**said, "new": {**new, "cards": {**new.get("cards", {}), **more}}}
            try:
                RuleSet.load(made)
            except RuleError:  # beyond what a card may cost or give
                del more[name]
                continue
            found.append(Judged(name, (), group.card_id, how))
    return ({**said, "new": {**new, "cards": {**new.get("cards", {}), **more}}}, found) if more else (variant, [])


def siblings(card: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Other forms of a card as the rules' tree has it: (how it differs, the card). A credit dearer and cheaper, then the first
    number of its effects one more and one less, where it has such."""
    if isinstance(card.get("cost"), int):
        for step, how in ((1, "one credit dearer"), (-1, "one credit cheaper")):
            yield how, {**card, "cost": card["cost"] + step}
    if (path := next(amounts(card), None)) is None:
        return
    for step, how in ((1, "one more"), (-1, "one less")):
        changed = deepcopy(card)
        *way, key = path
        at: Any = changed
        for step_in in way:
            at = at[step_in]
        at[key] += step
        what = "" if key in TIMES else f" {NAMES.get(key, key)}"
        verb = "" if not isinstance(at.get("do"), str) or at["do"] == "gain" else f" ({at['do']} {at[key]})"
        if at[key] > 0:
            yield f"{how}{what}{verb}", changed


NAMES = {"vp": "point", "credits": "credit", "cards": "card"}
"""Resources in the singular."""


def amounts(card: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Where a card says how much it gives, as keys and places from the card down: when played, then for a mission, for triggers,
    at the end. What is paid is not among them."""
    yield from _in_effects(card.get("play", ()), ("play",))
    yield from _in_effects(card.get("mission", {}).get("reward", ()), ("mission", "reward"))
    for i, trigger in enumerate(card.get("triggers", ())):
        yield from _in_effects(trigger.get("reward", ()), ("triggers", i, "reward"))
    if "vp" in card.get("endgame", {}):
        yield "endgame", "vp"


def _in_effects(effects: Sequence[Any], way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for i, effect in enumerate(effects):
        keys = RESOURCES if effect.get("do") == "gain" else () if effect.get("do") == "pay" else TIMES
        for key in effect:
            if key in keys and isinstance(effect[key], int) and not isinstance(effect[key], bool):
                yield (*way, i, key)
        yield from _in_effects(effect.get("then", ()), (*way, i, "then"))


def _whole(card: dict[str, Any], card_id: str) -> dict[str, Any]:
    """All that is said of a card, as a new one, which players know by the printed card that it is or is made from."""
    printed = printed_tree()["cards"]
    of = card.get("copy_of", card_id)
    if of not in printed:
        return card
    gone: dict[str, Any] = {
        key: [] if key == "triggers" else {} for key in ("mission", "endgame", "triggers") if key in printed[of]
    }
    return {**gone, **card, "copy_of": of}
