"""What `seti-sim check` says of a variant of SETI: what is new, what becomes of new cards in games, what else changes."""

from __future__ import annotations

from collections.abc import Iterator

from seti_sim.core.checking import change_lines, heading, verdict

from .engine import EndlessGame
from .rules import RuleSet
from .rules.additions import NEW
from .rules.describe import describe_new

GAMES = 300
"""Games in which new cards are looked at where nobody says how many."""


def check(rules: RuleSet, games: int | None = None) -> Iterator[str]:
    """Lines of text; new cards are looked at in so many games, in none with 0."""
    yield heading(rules)
    new = rules.added()
    looks = _looks(rules, [copies for table, _, copies in new if table == "cards"], GAMES if games is None else games)
    for table, name, copies in new:
        first, *lines = describe_new(rules, table, name).splitlines()
        several = f" ({len(copies)} copies)" if len(copies) > 1 else ""
        more = looks.get(name, ()) if table == "cards" else ()
        yield f"  new: {first}{several}"
        for line in (*lines, *more):
            yield f"    {line}"
    addresses = {f"{NEW[table]}.{copy}" for table, _, copies in new for copy in copies}
    changes = rules.changes()
    yield from change_lines(change for change in changes if change[0] not in addresses)
    yield verdict(len(changes))


def _looks(rules: RuleSet, cards: list[list[str]], games: int) -> dict[str, list[str]]:
    """What becomes of new cards in some games, by the id of the first copy."""
    from .studies.first_look import first_look

    if not cards or not games:
        return {}
    try:
        return {copies[0]: lines for copies, lines in zip(cards, first_look(rules, cards, games=games), strict=True)}
    except EndlessGame as error:
        return {copies[0]: [f"Not looked at in games: {error}"] for copies in cards}
