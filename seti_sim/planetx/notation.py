"""Actions, clues and facts as text. Reading an action tells apart what cannot be read and what is not legal here."""

from __future__ import annotations

import re

from seti_sim.core.language import SOURCE, language, tr
from seti_sim.core.names import in_short
from seti_sim.core.notation import Action as _Action
from seti_sim.core.notation import IllegalAction, UnreadableAction, offer

from .rules import KINDS, LETTERS, THEORIES, TOPICS

# Kinds of action in the engine's numbers (A_… of ext/planetx/actions.pxi), by their first word.
WORDS = ("", "survey", "target", "research", "locate", "submit", "place", "keep", "pass")
FORMS = {
    "survey": "survey A 3-7 or survey C 5",
    "target": "target 5",
    "research": "research B",
    "locate": "locate 7 A E (sector, object before it, object after it)",
    "submit": "submit A, submit A C or submit none",
    "place": "place A 5",
    "keep": "keep A",
    "pass": "pass",
}
NAMES = {
    "A": "asteroid",
    "C": "comet",
    "D": "dwarf planet",
    "G": "gas cloud",
    "E": "truly empty sector",
    "X": "Planet X",
}
CLUES = {
    "some-adjacent": "{one}: at least one is adjacent to: {other}",
    "every-adjacent": "{one}: every one is adjacent to: {other}",
    "none-adjacent": "{one}: none is adjacent to: {other}",
    "every-within": "{one}: every one is within {n} sectors of: {other}",
    "none-within": "{one}: none is within {n} sectors of: {other}",
    "some-opposite": "{one}: at least one is opposite: {other}",
    "every-opposite": "{one}: every one is opposite: {other}",
    "none-opposite": "{one}: none is opposite: {other}",
    "band-at-most": "{one}: all lie in {n} consecutive sectors",
    "all-consecutive": "{one}: all lie in a row",
    "run-of": "{one}: the longest row is exactly {n}",
    "X some-adjacent": "{one}: adjacent to: {other}",
    "X every-adjacent": "{one}: adjacent to: {other}",
    "X none-adjacent": "{one}: not adjacent to: {other}",
    "X every-within": "{one}: within {n} sectors of: {other}",
    "X none-within": "{one}: not within {n} sectors of: {other}",
    "X some-opposite": "{one}: opposite: {other}",
    "X every-opposite": "{one}: opposite: {other}",
    "X none-opposite": "{one}: not opposite: {other}",
}
"""Logic rules by family, for languages whose nouns a sentence would bend; X: about Planet X."""
NOTHING = 255


class Action(_Action):
    """One action: `str` gives the notation, `int` the engine's 32-bit code. Equal and hashable by code."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The action's first word."""
        return WORDS[self.code >> 24]


def code(kind: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    """The engine's code of an action."""
    return kind << 24 | a << 16 | b << 8 | c


def parts(number: int) -> tuple[str, int, int, int]:
    """First word and the three bytes of a code."""
    return WORDS[number >> 24], number >> 16 & 255, number >> 8 & 255, number & 255


def text(number: int) -> str:
    """The notation of an engine code."""
    word, a, b, c = parts(number)
    if word == "survey":
        return f"survey {KINDS[a]} {b + 1}-{c + 1}" if b != c else f"survey {KINDS[a]} {b + 1}"
    if word == "target":
        return f"target {a + 1}"
    if word == "research":
        return f"research {TOPICS[a]}"
    if word == "locate":
        return f"locate {a + 1} {LETTERS[b]} {LETTERS[c]}"
    if word == "submit":
        return "submit " + (" ".join(THEORIES[x] for x in (a, b) if x != NOTHING) or "none")
    if word == "place":
        return f"place {THEORIES[a]} {b + 1}"
    return f"keep {THEORIES[a]}" if word == "keep" else word


def action(number: int) -> Action:
    return Action(number, text(number))


def read(line: str) -> int:
    """The code that a notation names, legal or not; UnreadableAction otherwise."""
    wanted = " ".join(line.split()).upper()
    patterns = (
        (r"SURVEY ([ACDGE]) ([0-9]+)(?:-([0-9]+))?", lambda o, a, b: (1, KINDS.index(o), _sector(a), _sector(b or a))),
        (r"TARGET ([0-9]+)", lambda a: (2, _sector(a))),
        (r"RESEARCH ([A-F])", lambda t: (3, TOPICS.index(t))),
        (r"LOCATE ([0-9]+) ([ACDGE]) ([ACDGE])", lambda s, a, b: (4, _sector(s), LETTERS.index(a), LETTERS.index(b))),
        (r"SUBMIT NONE", lambda: (5, NOTHING, NOTHING)),
        (r"SUBMIT ([ACDG])(?: ([ACDG]))?", _submitted),
        (r"PLACE ([ACDG]) ([0-9]+)", lambda o, s: (6, THEORIES.index(o), _sector(s))),
        (r"KEEP ([ACDG])", lambda o: (7, THEORIES.index(o))),
        (r"PASS", lambda: (8,)),
    )
    for pattern, numbers in patterns:
        if match := re.fullmatch(pattern, wanted):
            return code(*numbers(*match.groups()))
    word = wanted.split(" ")[0].lower()
    form = FORMS.get(word, "one of " + ", ".join(FORMS))
    raise UnreadableAction(f"{in_short(line)} cannot be read as an action; expected {form}")


def _sector(digits: str) -> int:
    digits = digits.lstrip("0")
    return min(int(digits[:4]), 255) - 1 if digits else NOTHING


def _submitted(first, second):
    chosen = sorted(THEORIES.index(letter) for letter in (first, second) if letter)
    return 5, chosen[0], chosen[1] if second else NOTHING


def find(line: str, legal: list[Action], where: str) -> Action:
    """The legal action that the text names; `where` says which decision it is, for the message."""
    number = read(line)
    for one in legal:
        if one.code == number:
            return one
    raise IllegalAction(f"{in_short(line)} is not legal {where}: {offer(legal)}")


def answer_text(number: int, answer: int, clues) -> str:
    """What the app says to one of the four actions, in a few words; empty for other actions."""
    word = parts(number)[0]
    if word == "survey":
        return str(answer)
    if word == "target":
        return KINDS[answer]
    if word == "research":
        return describe(clues[answer])
    return ("no", "yes")[answer] if word == "locate" else ""


def clue_dict(clue) -> dict:
    """A logic rule as JSON has it: its title's objects and its content."""
    family, x, y, n = clue
    about = [letter for letter in dict.fromkeys((x, y)) if letter and letter != "E"]
    return {"about": about, "rule": family, "x": x} | ({"y": y} if y else {}) | ({"n": n} if n else {})


def describe(clue) -> str:
    """A logic rule in English (PX-61)."""
    family, x, y, n = clue
    if language() != SOURCE:
        told = f"X {family}" if x == "X" else family
        return tr(CLUES[told], one=tr(NAMES[x]), other=tr(NAMES[y]) if y else "", n=n)
    one, many = NAMES[x], "Planet X" if x == "X" else NAMES[x] + "s"
    other = ("another " if x == y else "") + (NAMES[y] if y else "")
    if x != y and y and y != "X":
        other = ("an " if other[0] == "a" else "a ") + other
    some = "Planet X is" if x == "X" else f"at least one {one} is"
    every = "Planet X is" if x == "X" else f"every {one} is"
    none = "Planet X is not" if x == "X" else f"no {one} is"
    return {
        "some-adjacent": f"{some} adjacent to {other}",
        "every-adjacent": f"{every} adjacent to {other}",
        "none-adjacent": f"{none} adjacent to {other}",
        "every-within": f"{every} within {n} sectors of {other}",
        "none-within": f"{none} within {n} sectors of {other}",
        "some-opposite": f"{some} opposite {other}",
        "every-opposite": f"{every} opposite {other}",
        "none-opposite": f"{none} opposite {other}",
        "band-at-most": f"all {many} lie in {n} consecutive sectors",
        "all-consecutive": f"all {many} lie in a row",
        "run-of": f"the longest row of {many} has exactly {n}",
    }[family]
