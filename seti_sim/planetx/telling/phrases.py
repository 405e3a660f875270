"""Actions, clues and reviews of The Search for Planet X in English."""

from __future__ import annotations

from seti_sim.core.language import tr
from seti_sim.planetx import notation
from seti_sim.planetx.batch import EV_LOCATE, EV_RESEARCH, EV_SURVEY, EV_TARGET
from seti_sim.planetx.notation import NAMES
from seti_sim.planetx.rules import KINDS, LETTERS, TOPICS

SINGLE = {letter: name if letter == "X" else f"{'an' if name[0] in 'aeiou' else 'a'} {name}" for letter, name in NAMES.items()}
"""Objects with their articles."""
SEVERAL = {letter: f"{name}s" for letter, name in NAMES.items() if letter not in "EX"}


def one(letter: str) -> str:
    """An object with its article: `an asteroid`, `Planet X`."""
    return tr(SINGLE[letter])


def called(letter: str) -> str:
    """What an object is called: `asteroid`."""
    return tr(NAMES[letter])


def many(letter: str) -> str:
    """Several of an object; of E as surveys count it, with Planet X."""
    return tr("sectors that appear empty") if letter == "E" else tr(SEVERAL[letter])


def listed(parts: list[str], last: str = "") -> str:
    """`a, b and c`; `last` instead of and."""
    last = last or tr("and")
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}" if parts else ""


def span(first: int, last: int) -> str:
    """A range of sectors, given from 0: `sector 5`, `sectors 11-2`."""
    return (
        tr("sector {first}", first=first + 1) if first == last else tr("sectors {first}-{last}", first=first + 1, last=last + 1)
    )


def title(clue: dict) -> str:
    """What the title of a clue (as `Game.deal` has it) names: `asteroid and comet`."""
    return listed([called(letter) for letter in clue["about"]])


def facts(given: list[str]) -> str:
    """Starting facts such as `5G` in words: `no gas cloud in 5 and 9; no comet in 7`."""
    found: dict[str, list[str]] = {}
    for fact in given:
        found.setdefault(fact[-1], []).append(fact[:-1])
    return "; ".join(
        tr("no {object} in {places}", object=called(letter), places=listed(sorted(sectors, key=int)))
        for letter, sectors in sorted(found.items())
    )


class Phrases:
    """English for rows of a game's log; sectors and objects are numbers from 0 there."""

    def __init__(self, game):
        deal = game.deal()
        self.sectors = game.rules.sectors
        self.clues = game.rules.clues
        self.conferences = game.rules.conferences
        self.titles = {name: title(clue) for name, clue in deal["topics"].items()}

    def asked(self, row) -> str:
        """One of the four actions, without what came of it."""
        kind, a, b, c = (int(row[name]) for name in ("kind", "a", "b", "c"))
        if kind == EV_SURVEY:
            return tr("surveys {sectors} for {objects}", sectors=span(b, c), objects=many(KINDS[a]))
        if kind == EV_TARGET:
            return tr("targets sector {sector}", sector=a + 1)
        if kind == EV_RESEARCH:
            topic = TOPICS[a]
            return tr("researches topic {topic}, {title}", topic=topic, title=self.titles[topic])
        before, after = (a - 1) % self.sectors + 1, (a + 1) % self.sectors + 1
        return tr(
            "locates Planet X in sector {sector}, with {first} in {before} and {second} in {after}",
            sector=a + 1,
            first=one(LETTERS[b]),
            before=before,
            second=one(LETTERS[c]),
            after=after,
        )

    def answer(self, row) -> str:
        """What the app said to it."""
        kind, said = int(row["kind"]), int(row["d"])
        if kind == EV_SURVEY:
            return str(said)
        if kind == EV_TARGET:
            return tr("it appears empty") if KINDS[said] == "E" else one(KINDS[said])
        if kind == EV_LOCATE:
            return tr("right") if said else tr("wrong")
        return notation.describe(self.clues[said])

    def conference(self, row) -> str:
        return f"{self.conferences[row['a']]}: {notation.describe(self.clues[row['d']])}"
