"""Actions, clues and reviews of The Search for Planet X in English."""

from __future__ import annotations

from seti_sim.planetx import notation
from seti_sim.planetx.batch import EV_LOCATE, EV_RESEARCH, EV_SURVEY, EV_TARGET
from seti_sim.planetx.notation import NAMES
from seti_sim.planetx.rules import KINDS, LETTERS, TOPICS


def one(letter: str) -> str:
    """An object with its article: `an asteroid`, `Planet X`."""
    name = NAMES[letter]
    return name if letter == "X" else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def many(letter: str) -> str:
    """Several of an object; of E as surveys count it, with Planet X."""
    return "sectors that appear empty" if letter == "E" else NAMES[letter] + "s"


def listed(parts: list[str], last: str = "and") -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}" if parts else ""


def span(first: int, last: int) -> str:
    """A range of sectors, given from 0: `sector 5`, `sectors 11-2`."""
    return f"sector {first + 1}" if first == last else f"sectors {first + 1}-{last + 1}"


def title(clue: dict) -> str:
    """What the title of a clue (as `Game.deal` has it) names: `asteroid and comet`."""
    return listed([NAMES[letter] for letter in clue["about"]])


def facts(given: list[str]) -> str:
    """Starting facts such as `5G` in words: `no gas cloud in 5 and 9; no comet in 7`."""
    found: dict[str, list[str]] = {}
    for fact in given:
        found.setdefault(fact[-1], []).append(fact[:-1])
    return "; ".join(f"no {NAMES[letter]} in {listed(sorted(sectors, key=int))}" for letter, sectors in sorted(found.items()))


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
            return f"surveys {span(b, c)} for {many(KINDS[a])}"
        if kind == EV_TARGET:
            return f"targets sector {a + 1}"
        if kind == EV_RESEARCH:
            topic = TOPICS[a]
            return f"researches topic {topic}, {self.titles[topic]}"
        before, after = (a - 1) % self.sectors + 1, (a + 1) % self.sectors + 1
        return f"locates Planet X in sector {a + 1}, with {one(LETTERS[b])} in {before} and {one(LETTERS[c])} in {after}"

    def answer(self, row) -> str:
        """What the app said to it."""
        kind, said = int(row["kind"]), int(row["d"])
        if kind == EV_SURVEY:
            return str(said)
        if kind == EV_TARGET:
            return "it appears empty" if KINDS[said] == "E" else one(KINDS[said])
        if kind == EV_LOCATE:
            return "right" if said else "wrong"
        return notation.describe(self.clues[said])

    def conference(self, row) -> str:
        return f"{self.conferences[row['a']]}: {notation.describe(self.clues[row['d']])}"
