"""Actions as text: one short line each (docs/protocol.md). Reading tells apart what cannot be read, what is not legal
here, and what is ambiguous."""

from __future__ import annotations

from functools import cached_property

from seti_sim.core import notation as core
from seti_sim.core.names import did_you_mean, in_short
from seti_sim.core.notation import AmbiguousAction, IllegalAction, UnreadableAction, offer
from seti_sim.seti.rules import opcodes as oc

# Kinds of action in the engine's numbers (A_… of ext/seti/actions.pxi), by their first word.
KINDS = (
    "",
    "launch",
    "orbit",
    "land",
    "scan",
    "analyze",
    "play",
    "research",
    "pass",
    "end",
    "move",
    "place",
    "corner",
    "mission",
    "buy",
    "exchange",
    "go",
    "skip",
    "step",
    "done",
    "step",
    "signal",
    "discard",
    "take",
    "tuck",
    "trace",
    "tech",
    "column",
    "cover",
    "choose",
    "yes",
    "show",
    "probe",
    "remove",
    "push",
    "publicity",
    "movement",
    "settle",
    "gold",
    "sample",
    "look",
    "secret",
    "message",
    "milestone",
    "objective",
)
SLOTS = ("left", "right")
GIVEN = ("credits", "energy", "cards")
GAINED = ("credits", "energy", "card")
NONE = 255


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
        kind, a, b, c = code >> 24, (code >> 16) & 255, (code >> 8) & 255, code & 255
        ids = self.ids
        word = KINDS[kind]
        if word in ("play", "corner", "mission", "discard", "tuck", "secret"):
            return f"{word} {ids.card_ids[a]}"
        if word == "take":
            return "take deck" if a == NONE else f"take {ids.card_ids[a]}"
        if word == "orbit":
            return f"orbit {ids.planet_ids[a]}"
        if word in ("land", "remove"):
            body = ids.planet_ids[a] if b == NONE else ids.moon_ids[b]
            return f"{word} {body}/{c}" if c else f"{word} {body}"
        if word == "move":
            return f"move {space_text(a)}-{space_text(b)}" + (f" {self.samples[c - 1]}" if c else "")
        if kind == 18:
            capsule = f" {self.samples[(c >> 2) - 1]}" if c >> 2 else ""
            return f"step {space_text(a)}-{space_text(b)}{capsule}" + ("", " +energy", " +card")[c & 3]
        if kind == 20:
            return f"step {ids.scan_step_names[a]}"
        if word == "place":
            return f"place {a}" if a else "place"
        if word == "exchange":
            return f"exchange {GIVEN[a]}>{GAINED[b]}"
        if word in ("signal", "settle"):
            return f"{word} {self.stars[a]}"
        if word == "trace":
            return f"trace {SLOTS[a]} {oc.TRACE_KINDS[b]}" + ("" if c == 0 else " overflow" if c == 1 else f" {c - 1}")
        if word == "tech":
            return f"tech {ids.tech_ids[a]}"
        if word == "column":
            return f"column {self.columns[a]}"
        if word == "cover":
            return f"cover {ids.card_ids[a]}/{b + 1}"
        if word in ("choose", "show"):
            return f"{word} {a}"
        if word == "probe":
            return f"probe P{a + 1} {space_text(b)}"
        if word == "push":
            return f"push {space_text(a)}"
        if word == "gold":
            return f"gold {ids.gold_tile_names[a]}"
        if word == "sample":
            return f"sample {self.samples[a]}"
        if word == "look":
            return f"look {ids.planet_ids[a]}"
        if word == "message":
            return f"message {self.rewards[a]}"
        if word == "objective":
            return f"objective {self.objectives[a]}/{b + 1}"
        if word == "milestone":
            return f"milestone {self.due[a]}"
        return word

    def action(self, code: int) -> Action:
        return Action(code, self.text(code))

    @cached_property
    def words(self) -> dict[str, set[str]]:
        """Arguments that each first word can have, by their form; what is not here cannot be read."""
        ids = self.ids
        spaces = {space_text(i) for i in range(32)}
        bodies = {*ids.planet_ids, *ids.moon_ids}
        numbered = bodies | {f"{body}/{k}" for body in ids.planet_ids for k in (1, 2, 3)}
        ways = {f"{a}-{b}" for a in spaces for b in spaces}
        steps = ways | {f"{way} {sample}" for way in ways for sample in self.samples}
        numbers = {str(i) for i in range(256)}
        cards = set(ids.card_ids)
        nothing = {""}
        return {
            "launch": nothing,
            "analyze": nothing,
            "research": nothing,
            "pass": nothing,
            "end": nothing,
            "go": nothing,
            "skip": nothing,
            "buy": nothing,
            "done": nothing,
            "yes": nothing,
            "publicity": nothing,
            "scan": nothing,
            "movement": nothing,
            "orbit": set(ids.planet_ids),
            "land": numbered,
            "remove": numbered,
            "play": cards,
            "corner": cards,
            "mission": cards,
            "discard": cards,
            "tuck": cards,
            "take": cards | {"deck"},
            "move": steps,
            "step": steps | {f"{s}{pay}" for s in steps for pay in (" +energy", " +card")} | set(ids.scan_step_names),
            "place": nothing | numbers,
            "exchange": {f"{g}>{t}" for g in GIVEN for t in GAINED},
            "signal": set(self.stars),
            "settle": set(self.stars),
            "sample": set(self.samples),
            "look": set(ids.planet_ids),
            "secret": cards,
            "message": set(self.rewards),
            "milestone": set(self.due),
            "objective": {f"{name}/{k}" for name in self.objectives for k in (1, 2, 3)},
            "trace": {
                f"{s} {k}{o}"
                for s in SLOTS
                for k in oc.TRACE_KINDS
                for o in ("", " overflow", *(f" {i}" for i in range(1, 10)))
            },
            "tech": set(ids.tech_ids),
            "column": numbers,
            "choose": numbers,
            "show": numbers,
            "cover": {f"{card}/{k}" for card in cards for k in (1, 2, 3)},
            "probe": {f"p{i} {s}" for i in range(1, 5) for s in spaces},
            "push": spaces,
            "gold": set(ids.gold_tile_names),
        }

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
