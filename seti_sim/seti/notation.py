"""Actions as text: one short line each (docs/protocol.md). Reading tells apart what cannot be read, what is not legal
here, and what is ambiguous."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from seti_sim.core import notation as core
from seti_sim.core.names import did_you_mean, in_short
from seti_sim.core.notation import AmbiguousAction, IllegalAction, UnreadableAction, offer
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.vocabulary_actions import ACTIONS

KINDS = tuple(action.word for action in ACTIONS)
"""First words of actions, in the engine's numbers."""
SLOTS = ("left", "right")
GIVEN = ("credits", "energy", "cards")
GAINED = ("credits", "energy", "card")
PAID = ("", " +energy", " +card")
NONE = 255


class Form(NamedTuple):
    """A form of arguments: their text by the three bytes of an engine code, and every text that can be read."""

    text: Callable[[int, int, int], str]
    known: Callable[[], set[str]]


class Action(core.Action):
    """One action of SETI."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The action's first word."""
        return KINDS[self.code >> 24]


def space_text(space: int) -> str:
    """`ring.sector` of a space number."""
    return f"{space // 8 + 1}.{space % 8}"


def latest(rules, codes: list[int]) -> str:
    """How many actions led to a fault, and the last five as text; what came by force after A_NONE is called so."""
    notation, texts = Notation(rules), []
    for code in codes[-5:]:
        try:
            texts.append(notation.text(code) or "by force")
        except (IndexError, KeyError):
            texts.append(hex(code))
    return f"after {len(codes)} actions; the last ones are {', '.join(texts)}"


class Notation:
    """Text of actions under one rule set."""

    def __init__(self, rules):
        self.ids = rules.compiled
        self.columns = rules.compiled.tables["slot_column"]
        self.stars = (*rules.compiled.star_ids, "oumuamua")
        tokens = rules.compiled.tokens
        self.samples, self.rewards = tokens["samples"], tokens["message_rewards"]
        self.objectives = rules.compiled.solo["objectives"]
        self.due = ("gold", "message-tile", "message", *tokens["milestones"])

    def text(self, code: int) -> str:
        """The notation of an engine code."""
        row = ACTIONS[code >> 24]
        rest = self.forms[row.takes].text((code >> 16) & 255, (code >> 8) & 255, code & 255)
        return f"{row.word} {rest}" if rest else row.word

    def action(self, code: int) -> Action:
        return Action(code, self.text(code))

    @cached_property
    def forms(self) -> dict[str, Form]:
        """What stands behind the first word of an action, by the form that its row of the vocabulary names."""
        ids, cards = self.ids, self.ids.card_ids
        spaces = [space_text(i) for i in range(32)]

        def one_of(names) -> Form:
            return Form(lambda a, b, c: names[a], lambda: set(names))

        def numbered(names, most: int) -> Form:
            """The second number counts from 1: a space of a card, a task of an objective."""
            known = {f"{name}/{k}" for name in names for k in range(1, most + 1)}
            return Form(lambda a, b, c: f"{names[a]}/{b + 1}", lambda: known)

        def way(a: int, b: int, figure: int) -> str:
            return f"{space_text(a)}-{space_text(b)}" + (f" {self.samples[figure - 1]}" if figure else "")

        def ways() -> set[str]:
            plain = {f"{a}-{b}" for a in spaces for b in spaces}
            return plain | {f"{way} {sample}" for way in plain for sample in self.samples}

        def body(a: int, b: int, c: int) -> str:
            return (ids.planet_ids[a] if b == NONE else ids.moon_ids[b]) + (f"/{c}" if c else "")

        def bodies() -> set[str]:
            return {*ids.planet_ids, *ids.moon_ids, *(f"{planet}/{k}" for planet in ids.planet_ids for k in (1, 2, 3))}

        def numbers() -> set[str]:
            return {str(i) for i in range(256)}

        def trace(a: int, b: int, c: int) -> str:
            return f"{SLOTS[a]} {oc.TRACE_KINDS[b]}" + ("" if c == 0 else " overflow" if c == 1 else f" {c - 1}")

        def traces() -> set[str]:
            places = ("", " overflow", *(f" {i}" for i in range(1, 10)))
            return {f"{slot} {kind}{place}" for slot in SLOTS for kind in oc.TRACE_KINDS for place in places}

        return {
            "": Form(lambda a, b, c: "", lambda: {""}),
            "body": Form(body, bodies),
            "card": one_of(cards),
            "card or deck": Form(lambda a, b, c: "deck" if a == NONE else cards[a], lambda: {*cards, "deck"}),
            "column": Form(lambda a, b, c: str(self.columns[a]), numbers),
            "cover": numbered(cards, 3),
            "exchange": Form(
                lambda a, b, c: f"{GIVEN[a]}>{GAINED[b]}", lambda: {f"{give}>{get}" for give in GIVEN for get in GAINED}
            ),
            "gold": one_of(ids.gold_tile_names),
            "milestone": one_of(self.due),
            "move": Form(way, ways),
            "number": Form(lambda a, b, c: str(a), numbers),
            "place": Form(lambda a, b, c: str(a) if a else "", lambda: numbers() | {""}),
            "planet": one_of(ids.planet_ids),
            "probe": Form(
                lambda a, b, c: f"P{a + 1} {space_text(b)}", lambda: {f"p{i} {space}" for i in range(1, 5) for space in spaces}
            ),
            "reward": one_of(self.rewards),
            "sample": one_of(self.samples),
            "scan step": one_of(ids.scan_step_names),
            "space": Form(lambda a, b, c: space_text(a), lambda: set(spaces)),
            "star": one_of(self.stars),
            "step": Form(
                lambda a, b, c: way(a, b, c >> 2) + PAID[c & 3], lambda: {f"{way}{paid}" for way in ways() for paid in PAID}
            ),
            "task": numbered(self.objectives, 3),
            "tech": one_of(ids.tech_ids),
            "trace": Form(trace, traces),
        }

    @cached_property
    def words(self) -> dict[str, set[str]]:
        """Arguments that each first word can have; what is not here cannot be read."""
        found: dict[str, set[str]] = {}
        for row in ACTIONS[1:]:
            found.setdefault(row.word, set()).update(self.forms[row.takes].known())
        return found

    def find(self, text: str, legal: list[Action], where: str) -> Action:
        """The one legal action that the text names; `where` says which decision it is, for the message."""
        wanted = " ".join(text.split()).lower()
        for act in legal:
            if act.text.lower() == wanted:
                return act
        longer = [act for act in legal if act.text.lower().startswith((wanted + " ", wanted + "/")) and wanted]
        if len(longer) > 1 and wanted.startswith(("land", "remove", "place", "trace", "step", "probe", "cover")):
            raise AmbiguousAction(f"{in_short(text)} is ambiguous {where}: {offer(longer)}")
        word, _, rest = wanted.partition(" ")
        if word not in self.words or rest not in self.words[word]:
            raise UnreadableAction(
                f"{in_short(text)} cannot be read as an action{self._hint(word, rest)} {where}: {offer(legal)}"
            )
        raise IllegalAction(f"{in_short(text)} is not legal {where}: {offer(legal)}")

    def _hint(self, word: str, rest: str) -> str:
        if word in self.words:
            return did_you_mean(f"{word} {rest}", [f"{word} {known}" for known in self.words[word]], 1)
        return did_you_mean(word, self.words, 1)
