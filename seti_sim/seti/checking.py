"""What `seti-sim check` says of a variant of SETI: what is new, what players make of it and of what is changed, what else changes."""

from __future__ import annotations

from collections.abc import Iterator

from seti_sim.core.checking import change_lines, heading, verdict
from seti_sim.core.errors import EngineFault

from .engine import EndlessGame
from .rules import RuleSet
from .rules.additions import NEW
from .rules.describe import describe, describe_new

GAMES = 300
"""Games in which components are looked at where nobody says how many."""

LOOKED_AT = (*NEW, "planets", "moons")
"""Tables of components that players are asked about (`first_look`)."""


def check(rules: RuleSet, games: int | None = None) -> Iterator[str]:
    """Lines of text; new and changed components are looked at in so many games, in none with 0."""
    yield heading(rules)
    new = rules.added()
    changed = _changed(rules)
    looked = [(table, copies) for table, _, copies in new] + [(table, [name]) for table, name in changed]
    looks = _looks(rules, looked, GAMES if games is None else games)
    for table, name, copies in new:
        first, *lines = describe_new(rules, table, name).splitlines()
        several = f" ({len(copies)} copies)" if len(copies) > 1 else ""
        yield f"  new: {first}{several}"
        for line in (*lines, *looks.get((table, name), ())):
            yield f"    {line}"
    addresses = {f"{NEW[table]}.{copy}" for table, _, copies in new for copy in copies}
    changes = rules.changes()
    yield from change_lines(change for change in changes if change[0] not in addresses)
    for table, name in changed:
        first, *lines = _words(rules, table, name).splitlines()
        yield f"  changed: {first}"
        for line in (*lines, *looks.get((table, name), ())):
            yield f"    {line}"
    yield verdict(len(changes))


def _words(rules: RuleSet, table: str, name: str) -> str:
    """What a component of `LOOKED_AT` is, in words; the first line has its id."""
    if table in NEW:
        return str(describe_new(rules, table, name))
    return str(describe(rules, f"{table.removesuffix('s')} {name}"))


def _changed(rules: RuleSet) -> list[tuple[str, str]]:
    """(table, id) of printed components of `LOOKED_AT` that the variant changes and that are in the game."""
    new = {f"{NEW[table]}.{copy}" for table, _, copies in rules.added() for copy in copies}
    out = {*rules.tree["setup"]["without"]}
    found = []
    for address, _, here in rules.changes():
        for table in LOOKED_AT:
            start = NEW.get(table, table) + "."
            if not address.startswith(start):
                continue
            name, _, key = address.removeprefix(start).partition(".")
            if (key or here is not None) and not {name, f"{start}{name}"} & {*out, *new} and key != "name":
                found.append((table, name))
    return list(dict.fromkeys(found))


def _looks(rules: RuleSet, looked: list[tuple[str, list[str]]], games: int) -> dict[tuple[str, str], list[str]]:
    """What players make of components in some games, by table and id."""
    from .studies.first_look import first_look  # Polars and more, which a quick check does without

    if not looked or not games:
        return {}
    try:
        return first_look(rules, looked, games=games)
    except (EndlessGame, EngineFault) as error:
        return {(table, copies[0]): [f"Not looked at in games: {error}"] for table, copies in looked}
