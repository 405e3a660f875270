"""The Search for Planet X for learners: numbers of actions, and an observation made from the view of a seat (docs/rl.md)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from seti_sim.rl.layout import WHO, Block, Field, Spaces, numbered, of_seat, pairs

from . import notation
from .notation import NOTHING, code
from .rules import CONFERENCES, FAMILIES, KINDS, LETTERS, THEORIES, TOPICS

DECISIONS = ("turn", "submit", "place", "last")
MANY, POSSIBLE = 255, 2**31 - 1
UP = ("confirmed", "right-at-end")
ACTIONS = ("survey", "target", "research", "locate")


def blocks(rules: Any) -> list[Block]:
    """All actions under these rules, one block a kind, in the order of the kinds' numbers in the engine."""
    sectors, objects = range(rules.sectors), range(len(THEORIES))
    chosen: list[tuple[int, ...]] = [
        (NOTHING, NOTHING),
        *((a, NOTHING) for a in objects),
        *combinations_with_replacement(objects, 2),
    ]
    args: dict[str, tuple[str, list[tuple[int, ...]]]] = {
        "survey": ("object, first sector, last sector", [(kind, *pair) for kind in range(len(KINDS)) for pair in _surveyed(rules)]),
        "target": ("sector", [(sector,) for sector in sectors]),
        "research": ("topic", [(topic,) for topic in range(len(TOPICS))]),
        "locate": ("sector, object before, object after", [(s, a, b) for s in sectors for a in range(5) for b in range(5)]),
        "submit": ("one or two theories, or none", chosen),
        "place": ("object, sector", [(a, s) for a in objects for s in sectors]),
        "keep": ("object", [(a,) for a in objects]),
        "pass": ("", [()]),
    }  # fmt: skip
    return [
        Block(word, args[word][0], tuple(code(kind, *one) for one in args[word][1]))
        for kind, word in enumerate(notation.WORDS)
        if kind
    ]


def _surveyed(rules: Any) -> list[tuple[int, int]]:
    """First and last sectors of surveys, counted from 0: at most as many sectors as are visible."""
    return [
        (first, (first + size) % rules.sectors) for first in range(rules.sectors) for size in range(rules.tables["visible"])
    ]


class PlanetXSpaces(Spaces):
    """Actions and observations of The Search for Planet X; `seats` are those at the table, the bot among them in solo games."""

    def __init__(self, rules: Any, seats: int, solo: bool = False) -> None:
        self.rules, self.seats, self.solo = rules, seats, solo
        self.sectors = numbered(rules.sectors, 1)
        super().__init__(blocks(rules), self._fields())

    # ------------------------------------------------------------------ fields
    def _fields(self) -> list[Field]:
        sectors, who = self.sectors, WHO[: self.seats]
        fields = [
            Field("to_move", "1: the seat decides"),
            Field("decision", "what is decided, one of them 1", DECISIONS),
            Field("seat", "place of the seat in the turn order of the first round, one of them 1", numbered(self.seats, 1)),
            Field("arrow", "sector of the sun's arrow, one of them 1", sectors),
            Field("visible", "sectors that the seat can survey", sectors),
            Field("phase", "theory phases so far", most=MANY),
            Field("order", "seats in front of a seat in turn order", who, 3),
            Field("confirmed", "the object that is known to be in a sector, as `sector/object`, one of them 1",
                  pairs(sectors, LETTERS)),
            Field("ruled_out", "objects that a review showed not to be there, as `sector/object`", pairs(sectors, THEORIES)),
            Field("starting", "starting facts of the seat: this object is not there", pairs(sectors, THEORIES)),
            Field("possible", "arrangements that agree with all that the seat knows", most=POSSIBLE),
            *_clue_fields("topic", TOPICS),
            *_clue_fields("conference", CONFERENCES),
            Field("survey", "the seat's own surveys, as `object/first-last`: 0 none, else 1 and the answer",
                  tuple(self._survey(kind, a, b) for kind in KINDS for a, b in _surveyed(self.rules)), 19),
            Field("target", "what the seat's own targets found, as `sector/object`", pairs(sectors, KINDS)),
            Field("locate", "the seat's own locates that failed, as `sector/before/after`",
                  tuple(f"{s}/{a}/{b}" for s in sectors for a in KINDS for b in KINDS)),
            Field("tokens", "theory tokens left of the seat", tuple(THEORIES), MANY),
            Field("hand", "theory tokens that the seat has chosen", tuple(THEORIES), 2),
        ]  # fmt: skip
        for seat in who:
            own = [
                Field("time", "time of the pawn after the arrow", most=MANY),
                Field("sector", "sector of the pawn, one of them 1", sectors),
                Field("facts", "starting facts", most=MANY),
                Field("targets", "target tokens left", most=MANY),
                Field("researched_last", "1: the latest action was research"),
                Field("located", "1: has found Planet X"),
                Field("topic", "topics researched", TOPICS),
                Field("surveyed", "surveys of an object that took in a sector, as `object/sector`",
                      pairs(tuple(KINDS), sectors), MANY),
                Field("targeted", "targets of a sector", sectors, MANY),
                Field("actions", "actions so far", ACTIONS, MANY),
                Field("theory", "cell of the theory that is on its way, as `sector/object`, `?`: face down, 0 none",
                      pairs(sectors, (*THEORIES, "?")), 9),
                Field("right", "theories that were right, as `sector/object`", pairs(sectors, THEORIES)),
                Field("wrong", "theories that were wrong, as `sector/object`", pairs(sectors, THEORIES)),
            ]  # fmt: skip
            fields += of_seat(seat, own)
        return fields

    @staticmethod
    def _survey(kind: str, first: int, last: int) -> str:
        """As the notation has it, sectors counted from 1."""
        return f"{kind}/{first + 1}-{last + 1}"

    # ------------------------------------------------------------------ a position
    def _fill(self, x: np.ndarray, view: dict[str, Any], seat: str, who: dict[str, str]) -> None:
        at, put = self.at, self.where
        x[at["arrow"][str(view["arrow"])]] = 1
        for sector in view["visible"]:
            x[at["visible"][str(sector)]] = 1
        x[put["phase"]] = view["phase"]
        x[put["possible"]] = view["possible"]
        for place, name in enumerate(view["turn_order"]):
            x[at["order"][who[name]]] = place
        for sector, letter in view["confirmed"].items():
            x[at["confirmed"][f"{sector}/{letter}"]] = 1
        for sector, letters in view["ruled_out"].items():
            for letter in letters:
                x[at["ruled_out"][f"{sector}/{letter}"]] = 1
        for fact in view["starting"]:
            x[at["starting"][f"{fact[:-1]}/{fact[-1]}"]] = 1
        for field in ("topic", "conference"):
            for name, told in view[f"{field}s"].items():
                self._fill_clue(x, field, name, told)
        for name in who:
            self._fill_seat(x, view["seats"][name], who[name], view["time"])
        for letter, n in view["seats"][seat]["tokens"].items():
            x[at["tokens"][letter]] = n
        for letter in view["seats"][seat]["hand"]:
            x[at["hand"][letter]] += 1
        for event in view["events"]:
            if event["event"] in ACTIONS:
                self._fill_event(x, event, who[event["seat"]])

    def _fill_clue(self, x: np.ndarray, field: str, name: str, told: dict[str, Any]) -> None:
        at = self.at
        for letter in told["about"]:
            x[at[f"{field}.about"][f"{name}/{letter}"]] = 1
        if "rule" in told:
            x[at[f"{field}.known"][name]] = 1
            x[at[f"{field}.rule"][f"{name}/{told['rule']}"]] = 1
            x[at[f"{field}.x"][f"{name}/{told['x']}"]] = 1
            if "y" in told:
                x[at[f"{field}.y"][f"{name}/{told['y']}"]] = 1
            x[at[f"{field}.n"][name]] = told.get("n", 0)

    def _fill_seat(self, x: np.ndarray, told: dict[str, Any], who: str, arrow: int) -> None:
        at, put = self.at, self.where
        x[put[f"{who}.time"]] = told["time"] - arrow
        x[at[f"{who}.sector"][str(told["time"] % len(self.sectors) + 1)]] = 1
        for name in ("facts", "targets", "researched_last", "located"):
            x[put[f"{who}.{name}"]] = told[name]
        for topic in told["topics"]:
            x[at[f"{who}.topic"][topic]] = 1
        for theory in told["theories"]:
            entry = f"{theory['sector']}/{theory['object'] or '?'}"
            if theory["fate"] == "down":
                x[at[f"{who}.theory"][entry]] = theory["cell"]
            else:
                x[at[f"{who}.{'right' if theory['fate'] in UP else 'wrong'}"][entry]] = 1

    def _fill_event(self, x: np.ndarray, event: dict[str, Any], who: str) -> None:
        """An action: what everybody sees of it, and the answer where it is the seat's own."""
        at, word = self.at, event["event"]
        x[at[f"{who}.actions"][word]] += 1
        if event["action"] == word or word == "research":  # hidden, or a bit of the seat
            return
        _, *args = notation.parts(notation.read(event["action"]))
        first, last = args[1:]
        if word == "survey":
            for sector in self._between(first, last):
                x[at[f"{who}.surveyed"][f"{KINDS[args[0]]}/{sector}"]] += 1
        elif word == "target":
            x[at[f"{who}.targeted"][str(args[0] + 1)]] += 1
        if who != "own":
            return
        if word == "survey":
            x[at["survey"][self._survey(KINDS[args[0]], first, last)]] = 1 + int(event["answer"])
        elif word == "target":
            x[at["target"][f"{args[0] + 1}/{event['answer']}"]] = 1
        elif event["answer"] == "no":
            x[at["locate"][f"{args[0] + 1}/{LETTERS[first]}/{LETTERS[last]}"]] = 1

    def _between(self, first: int, last: int) -> list[int]:
        n = len(self.sectors)
        return [(first + i) % n + 1 for i in range((last - first) % n + 1)]


def _clue_fields(field: str, names: tuple[str, ...]) -> list[Field]:
    return [
        Field(f"{field}.about", "objects that its title names", pairs(names, LETTERS)),
        Field(f"{field}.known", "1: the seat knows its rule", names),
        Field(f"{field}.rule", "kind of the rule", pairs(names, FAMILIES)),
        Field(f"{field}.x", "its first object", pairs(names, LETTERS)),
        Field(f"{field}.y", "its second object", pairs(names, LETTERS)),
        Field(f"{field}.n", "its number, 0 without", names, 18),
    ]
