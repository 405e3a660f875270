"""`pending` of a written position: the engine's stack of frames and what belongs to it, read back and judged.

The engine trusts its own stack: it takes numbers in frames as places in its tables without looking. So every value is
compared here with what the engine can have written down: a program's address with the lists of effects that the seat
can be working off, a piece or card with where it lies, a counter with what it counts. `read` raises PositionError for
anything else. What each kind of frame holds is in `ext/seti/` where it is pushed.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np

from seti_sim.core.position import fail
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.rules.bounds import INNER, MAX_DEPTH, MAX_MOVEMENT, MAX_SIGNALS

from . import position_species
from .engine import _engine, struct_dtype
from .position import MARKS, NONE, STATE_WORDS, cards_of
from .position_seats import check_tucks

STARTED, CLOSED, ASIDE, GO = 1, 2, 4, 8
MAX_FRAMES = struct_dtype("State")["frame"].shape[0] - MAX_DEPTH
"""Frames of a written position: one list of effects may lay MAX_DEPTH more upon them."""
MAIN_BEFORE, MAIN_RUNNING, MAIN_AFTER = range(3)
TILE = 8  # as a star and as a planet
PLANETS = len(oc.PLANETS)

# Where frames lie. Those of BOTTOM have the turn, those of SECOND lie right upon it, the others are caused by these.
BOTTOM = ("setup", "turn", "rival")
SECOND = {
    "end-turn": ("turn", "rival"),
    "pass": ("turn",),
    "card-end": ("turn",),
    "rival-action": ("rival",),
    "rival-scan": ("rival",),
    "rival-pass": ("rival",),
}
UPON_END = ("reward", "message")  # right upon the end of the turn
ON_TOP = ("setup", "joint", "visit", "sample", "exchange", "reward")  # asked at once, gone before anything comes of it
MAY_START = ("program", "move", "scan", "settle", "star", "card-end")  # frames whose points can be open
MAY_GO = ("program", "move", "star", "card-end")  # those that the owner can let go on
OF_RIVAL = ("rival", "rival-action", "rival-scan", "rival-pass", "program", "event", "trigger", "push", "star",
            "settle", "settle-star", "end-turn", "refill", "anomaly", "reward", "message")  # fmt: skip
OF_TURN = ("turn", "rival", "card-end", "pass", "rival-action", "rival-scan", "rival-pass", "settle", "settle-star",
           "joint", "visit")  # fmt: skip
# Parameters of events: lowest and highest.
PARAMETERS = {
    "visit": (1, len(oc.CELLS) - 1),
    "move": (1, 1),
    "orbit": (3, len(oc.CELLS) - 1),
    "land": (3, len(oc.CELLS) - 1),
    "research": (0, 2),
    "trace": (0, 2),
    "signal": (0, len(oc.COLORS)),
    "corner": (0, 3),
    "play": (0, 15),
    "win": (0, 3),
}
EVENTS = (*oc.EVENTS, *oc.OBJECTIVE_EVENTS)
# Highest values of numbers that stand alone. What else they have to be is asked below.
HIGHEST = {
    "pending": 511, "sectors_marked": 255, "passing": 1, "over": 1, "fault": 0, "decision": len(_engine.DECISIONS) - 1,
    "n_watch": 8, "visit_instead": 1, "ignore_asteroids": 1, "no_move_publicity": 1, "returned": 1, "tucked": 1,
    "tech_known": 1, "landed": len(oc.CELLS) - 1, "landed_moon": 1, "orbited": len(oc.CELLS) - 1, "launched": 1,
    "n_push": 72, "n_corner": 6, "watch_used": 1, "push_player": 3, "push_space": 31, "filled_by": 4, "marked": 60,
    "fresh": 2**64 - 1, "watch_seen": 2**16 - 1,
}  # fmt: skip
OR_NONE = {"probe": 31, "tech": 2, "trace_kind": 2, "last_star": TILE}  # may be NONE, too
_programs: dict[str, Programs] = {}  # by fingerprint


class Programs:
    """Lists of effects in the compiled code: addresses of their operations, and which of them belong to what."""

    def __init__(self, compiled):
        self.tables = compiled.tables
        self.code = compiled.tables["code"]

    def points(self, program: int) -> dict[int, tuple[list[int], bool]]:
        """{address: (words, whether a delivery lies before it)} of all operations of a list and of those inside it, its
        ends too. The empty list has none, for nothing lies on the stack for it."""
        found: dict[int, tuple[list[int], bool]] = {}
        todo = [program]
        while todo:
            at, delivered = todo.pop(), False
            while at and at not in found:
                name = oc.OPS[self.code[at]]
                length = oc.OP_LENGTH[name] + (self.code[at + 1] if name == "CHOOSE" else 0)
                words = self.code[at : at + length]
                found[at] = words, delivered
                if name == "END":
                    break
                delivered = delivered or name == "DELIVER"
                todo += words[2:] if name == "CHOOSE" else [words[k] for k in INNER.get(name, ())]
                at += length
        return found

    @cached_property
    def anybody(self) -> dict[int, set[int]]:
        """{address: sources of points} of what any seat may be working off at any time."""
        t, source = self.tables, {name: {i} for i, name in enumerate(oc.SOURCES)}
        lists = {
            "orbit": [*t["orbit_first"], *t["orbit_reward"]], "land": [*t["land_reward"], *t["data_space"]],
            "moon": t["moon_land"], "signal": [t["second_space"], *t["scan_program"]],
            "tech": [*t["tile_bonus"], *t["tech_extra"], t["first_taker"], t["research_program"]],
            "trace": [*t["discovery"], t["overflow"], t["analyze_reward"]],
            "sector": [t["contributor"], *t["win_first"], *t["win_later"]],
            "computer": [*t["top_reward"], *t["tile_upper"], *t["tile_lower"]],
            "other": [t["buy_program"], t["exchange_draw"]],
        }  # fmt: skip
        return self.merge((program, source[name]) for name, programs in lists.items() for program in programs)

    @cached_property
    def rival(self) -> dict[int, set[int]]:
        """The same of what only the rival works off."""
        t, every = self.tables, set(range(len(oc.SOURCES)))
        lists = [t["rival_analysis"], t["rival_tech_reward"], *t["rival_reward"]]
        lists += [*t["rival_program"], *t["rival_extra"]]
        return self.merge((program, every) for program in lists)

    @cached_property
    def delivered(self) -> set[int]:
        """Addresses behind a delivery."""
        every = (self.points(program).items() for program in self.tables["mission_reward"])
        return {at for points in every for at, (_, delivered) in points if delivered}

    def merge(self, lists) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {}
        for program, sources in lists:
            for at in self.points(program):
                found[at] = found.get(at, set()) | sources
        return found

    def watches(self, card: int) -> list[int]:
        """The `this-turn` effects of a card, as often as they stand there."""
        words = (words for words, _ in self.points(self.tables["card_play"][card]).values())
        return [w[1] for w in words if oc.OPS[w[0]] == "THIS_TURN"]


def read(r, state) -> None:
    """Put `pending` of the position that `r` reads into the state, in which everything else stands already."""
    if r.rules.fingerprint not in _programs:
        _programs[r.rules.fingerprint] = Programs(r.ids)
    _Stack(r, state, _programs[r.rules.fingerprint]).read()


class _Stack:
    """The stack while it is read: the state, and its frames as dicts of numbers."""

    def __init__(self, r, state, programs: Programs):
        self.r, self.s, self.programs = r, state, programs
        self.ids, self.t = r.ids, r.ids.tables
        self.n = int(state["players"])
        self.turn = int(state["turn"])
        self.rival = int(state["solo"]["rival"]) - 1
        self.tile = bool(int(state["disc_index"]) & 512)  # the 'Oumuamua tile is there
        self.frames: list[dict[str, int]] = []
        self.kinds: list[str] = []
        self.known: dict[int, dict[int, set[int]]] = {}  # by seat, see `_lists`

    def read(self) -> None:
        pending = self.r.data["pending"]
        over = pending["fields"].get("over") == 1
        for field, value in pending["fields"].items():
            self._field(field, value)
        frames = pending["frames"]
        if over or int(self.s["round"]) > self.t["rounds"]:
            if frames or not over or int(self.s["round"]) != self.t["rounds"] + 1:
                self._wrong("over", "1 with no frames after the last round, else 0")
        elif not 0 < len(frames) <= MAX_FRAMES:
            fail("pending.frames", len(frames), f"1 to {MAX_FRAMES} frames")
        if int(self.s["n_frames"]) != len(frames):
            fail("pending.fields.n_frames", int(self.s["n_frames"]), f"the number of frames, {len(frames)}")
        names = struct_dtype("Frame").names
        for i, frame in enumerate(frames):
            path = f"pending.frames[{i}]"
            if set(frame) != set(names):
                fail(path, frame, "exactly " + ", ".join(names))
            for name in names:
                self.r.int(frame[name], f"{path}.{name}", 0, 65535 if name == "pc" else 255)
            if not 0 < frame["kind"] < len(_engine.FRAME_KINDS):
                fail(f"{path}.kind", frame["kind"], "a kind of frame")
            self.frames.append(frame)
            self.kinds.append(_engine.FRAME_KINDS[frame["kind"]])
        for i in range(len(frames)):
            self._place(i)
            check = getattr(self, "_" + self.kinds[i].replace("-", "_"), None)
            if check:
                check(i, **frames[i])
            else:
                self._only(i)
        self._check_sectors()
        self._check_play(over)
        self._check_watches()
        self._check_queues()
        self._check_seats(over)
        self.s["frame"] = np.zeros((), struct_dtype("State"))["frame"]
        for i, frame in enumerate(frames):
            for name in names:
                self.s["frame"][i][name] = frame[name]

    # ------------------------------------------------------------------ fields
    def _field(self, field: str, value) -> None:
        path = f"pending.fields.{field}"
        last = len(self.ids.card_ids) - 1
        high = {
            **HIGHEST, **dict.fromkeys((*OR_NONE, "card", "drawn"), NONE), "corner": last, "n_frames": MAX_FRAMES,
            "watch": max(len(self.t["watch_types"]) - 1, 0),
        }.get(field)  # fmt: skip
        if field in STATE_WORDS or high is None:
            fail(path, value, "a field of the engine's stack")
        shape = self.s.dtype[field].shape
        if shape:
            if len(self.r.list(value, path)) != shape[0]:
                fail(path, value, f"{shape[0]} numbers")
            for k, number in enumerate(value):
                self.r.int(number, f"{path}[{k}]", 0, high)
        else:
            self.r.int(value, path, 0, high)
            most = OR_NONE.get(field, last if field in ("card", "drawn") else NONE)
            if most < value < NONE:
                fail(path, value, f"0 to {most}, or {NONE}")
        self.s[field] = value

    def _wrong(self, field: str, expected: str, value=None) -> None:
        value = self.s[field].tolist() if value is None else value
        fail(f"pending.fields.{field}", value, expected)

    # ------------------------------------------------------------------ frames
    def _only(self, i: int, **within) -> None:
        """The numbers of a frame: those named in that range, the others 0."""
        for name in ("pc", "a", "b", "c", "d"):
            self.r.int(self.frames[i][name], f"pending.frames[{i}].{name}", *within.get(name, (0, 0)))

    def _bad(self, i: int, name: str, expected: str) -> None:
        fail(f"pending.frames[{i}].{name}", self.frames[i][name], expected)

    def _top(self, i: int) -> bool:
        return i == len(self.frames) - 1

    def _place(self, i: int) -> None:
        """Does a frame of that kind lie there, of that seat, open or closed like that?"""
        kind, frame = self.kinds[i], self.frames[i]
        below = self.kinds[i - 1] if i else ""
        if (kind in BOTTOM) != (i == 0):
            self._bad(i, "kind", "a turn or the setup at the bottom and nowhere else")
        if i == 0 and (kind == "setup") != (not self.s["round"]):
            self._bad(i, "kind", "the setup in round 0, a turn in any other")
        if kind in SECOND and (i != 1 or below not in SECOND[kind]):
            self._bad(i, "kind", f"{kind} right upon the turn")
        if kind in UPON_END and (i != 2 or below != "end-turn"):
            self._bad(i, "kind", f"{kind} right upon the end of the turn")
        if kind == "secret" and (i < 2 or self.kinds[1] != "end-turn"):
            self._bad(i, "kind", "secret cards at the end of the turn")
        if kind == "settle" and not (below == "turn" or (below == "end-turn" and i == 2)):
            self._bad(i, "kind", "sectors settled after an action or at the end of the turn")
        if kind == "settle-star" and below != "settle":
            self._bad(i, "kind", "a sector right upon the settling")
        if kind in ON_TOP and not self._top(i):
            self._bad(i, "kind", f"{kind} on top")
        if kind == "objective" and self.rival < 0:
            self._bad(i, "kind", "objectives in a solo game only")
        self.r.int(frame["player"], f"pending.frames[{i}].player", 0, self.n - 1)
        self.r.int(frame["source"], f"pending.frames[{i}].source", 0, len(oc.SOURCES) - 1)
        if frame["player"] == self.rival and kind not in OF_RIVAL:
            self._bad(i, "player", "a seat that decides, not the rival's")
        if kind in OF_TURN and frame["player"] != self.turn:
            self._bad(i, "player", f"{self.turn}, whose turn it is")
        flags = CLOSED | ASIDE
        if kind in MAY_START:
            flags |= STARTED | (GO if kind in MAY_GO else 0)
        if frame["flags"] & ~flags or (i > 1 and self.frames[i - 1]["flags"] & CLOSED and not frame["flags"] & CLOSED):
            self._bad(i, "flags", "what frames of this kind have, closed upon what is closed")
        main = int(self.s["main"])
        if kind == "end-turn" and main != MAIN_AFTER or kind in SECOND and kind != "end-turn" and main != MAIN_RUNNING:
            self._bad(i, "kind", "a frame of that part of the turn (`main`)")

    def _setup(self, i: int, player: int, **_) -> None:
        self._only(i)
        if self.turn or int(self.s["main"]) or self.frames[i]["flags"] != CLOSED:
            self._bad(i, "kind", "the setup, before anybody's turn")
        check_tucks(self.s, player)

    def _turn(self, i: int, **_) -> None:
        self._only(i)

    def _rival(self, i: int, **_) -> None:
        self._only(i, a=(2, 2))  # no card is being chosen when somebody decides

    def _program(self, i: int, player: int, source: int, flags: int, pc: int, a: int, d: int, **_) -> None:
        allowed = self._lists(player)
        if pc not in allowed:
            self._bad(i, "pc", "the address of an effect that the seat can be working off")
        if source not in allowed[pc]:
            self._bad(i, "source", "where the points of these effects come from")
        words, _ = self.programs.points(pc)[pc]
        if d and (pc not in self.programs.delivered or d > self.t["n_samples"]):
            self._bad(i, "d", "a sample that was delivered, or 0")
        name = oc.OPS[words[0]]
        most = 0
        if name == "SIGNAL":
            most = words[3]
        elif name.startswith("SIGNAL_"):
            most = words[1]
        elif name == "DRAW_SPECIES" or (name == "DRAW" and words[1] != oc.DRAW_FROM.index("deck")):
            most = words[2]
        if a and a >= most:
            self._bad(i, "a", f"0 to {max(most - 1, 0)}, how often the effect has been done")
        if a and flags & STARTED == 0 and name != "SIGNAL_PROBES":
            self._bad(i, "flags", "started, for the effect has been done before")
        if name == "SIGNAL" and a:
            remembered = words[4] & 1 or words[1] == oc.SIGNAL_WHERE.index("own-probe-and-neighbors")
            self._only(i, pc=(pc, pc), a=(a, a), b=(1, TILE + self.tile) if remembered else (0, 0), d=(d, d))
        elif name == "SIGNAL_PROBES" and a:
            self._only(i, pc=(pc, pc), a=(a, a), b=(1, 32 * self.n), c=(1, a), d=(d, d))
            waiting = list(zip(self.kinds, self.frames, strict=True))[max(i - a, 0) : i]
            if not self._top(i) or len(waiting) < a or any(k != "star" or f["player"] != player for k, f in waiting):
                self._bad(i, "a", "the number of signals that wait below")
        else:
            self._only(i, pc=(pc, pc), a=(a, a), d=(d, d))

    def _lists(self, player: int) -> dict[int, set[int]]:
        """{address: sources of points} of all effects that the seat can be working off now."""
        if player in self.known:
            return self.known[player]
        t, seat, every = self.t, self.s["seat"][player], set(range(len(oc.SOURCES)))
        lists = []
        left = oc.SOURCES.index("species-left")

        def of_card(card: int, usual: str) -> set[int]:
            slots = [k for k in (0, 1) if int(self.s["species"][k]) == t["card_species"][card] != NONE]
            return {left + slots[0]} if slots else {oc.SOURCES.index(usual)}

        for card in cards_of(seat["missions"]) + cards_of(seat["completed"]):
            lists += [(program, of_card(card, "mission")) for program in t["trigger_reward"][3 * card : 3 * card + 3]]
            if card in cards_of(seat["completed"]):
                lists.append((t["mission_reward"][card], of_card(card, "mission")))
        for kind, frame in zip(self.kinds, self.frames, strict=True):
            if frame["player"] == player and frame["a"] < len(self.ids.card_ids):
                if kind == "card-end":
                    lists.append((t["card_play"][frame["a"]], of_card(frame["a"], "card")))
                if kind == "message":
                    lists.append((t["message_program"][frame["a"]], of_card(frame["a"], "card")))
        if player == self.turn:
            watched = self.s["watch"][: int(self.s["n_watch"])].tolist()
            lists += [(t["watch_program"][w], {oc.SOURCES.index("card")}) for w in watched]
        for slot in (0, 1):
            if not self.s["discovered"][slot]:
                continue
            species, source = int(self.s["species"][slot]), {left + slot}
            rows = t["board_reward"][27 * species : 27 * species + 27]
            lists += [(program, source) for program in rows]
            if species == t["sample_species"]:
                lists += [(program, every) for program in t["sample_reward"]]
            if species == t["anomaly_species"]:
                lists += [(program, every) for program in t["anomaly_reward"]]
            if species == t["tile_species"]:
                lists += [(t["tile_under"], source), (t["tile_completed"], source)]
            if species == t["message_species"]:
                lists += [(program, source) for program in t["message_reward"]]
        found = self.programs.merge(lists)
        for known in (self.programs.anybody, self.programs.rival if player == self.rival else {}):
            for at, sources in known.items():
                found[at] = found.get(at, set()) | sources
        self.known[player] = found
        return found

    def _move(self, i: int, **_) -> None:
        self._only(i, a=(1 if self._top(i) else 0, MAX_MOVEMENT))

    def _scan(self, i: int, pc: int, **_) -> None:
        groups = sum({1 << group for group in self.t["scan_group"][: self.t["n_scan"]]})
        if pc & ~groups:
            self._bad(i, "pc", "bits of steps of the scan")
        self._only(i, pc=(pc, pc))

    def _event(self, i: int, a: int, b: int, **_) -> None:
        known = EVENTS if self.kinds[i] == "objective" else oc.EVENTS
        if a >= len(known):
            self._bad(i, "a", "an event")
        self._only(i, a=(a, a), b=PARAMETERS.get(known[a], (0, 0)))

    _trigger = _objective = _event

    def _star(self, i: int, a: int, b: int, **_) -> None:
        if not a and not b or b > self.tile:
            self._bad(i, "a", "bits of the stars to choose from")
        self._only(i, a=(a, a), b=(b, b))

    def _settle_star(self, i: int, a: int, b: int, c: int, **_) -> None:
        if a >= TILE + self.tile or self.s["data"][a]:
            self._bad(i, "a", "a completed sector")
        self._only(i, a=(a, a), b=(1, 2), c=(c, c))  # its first stage has begun
        marks = self.s["marks"][MARKS * a : MARKS * a + int(self.s["n_marks"][a])].tolist()
        # The seat with most markers, of equals the one whose latest was placed last (R10.17).
        latest = {p: k for k, p in enumerate(marks)}
        best = max(latest, key=lambda p: (marks.count(p), latest[p]))
        if c != best:
            self._bad(i, "c", f"{best}, who wins the sector")

    def _end_turn(self, i: int, player: int, b: int, c: int, **_) -> None:
        self._only(i, b=(0, max(self.t["n_gold"] - 1, 0)), c=(0, 1 if self._top(i) else 0))
        seat = self.s["seat"][player]
        gold = self.t["gold_score"][b] if b < self.t["n_gold"] else 0
        if c and (int(seat["gold_done"]) >> b & 1 or int(seat["res"][4]) < gold):
            self._bad(i, "b", "a gold milestone that is due")

    def _pass(self, i: int, player: int, a: int, b: int, **_) -> None:
        seat = self.s["seat"][player]
        self._only(i, a=(0, 2), b=(0, len(self.ids.card_ids)))
        if bool(seat["passed"]) != (a > 0):
            self._bad(i, "a", "0 before the seat has passed, then 2")
        if a == 1:
            self._bad(i, "a", "0 or 2")
        if a == 0:
            self._to_give(i, player, int(seat["n_hand"]) - self.t["hand_limit"], b)

    def _to_give(self, i: int, player: int, n: int, after: int) -> None:
        """So many cards of the hand from that number on are still to be given up."""
        if not self._top(i) or n < 1 or sum(card >= after for card in cards_of(self.s["seat"][player]["hand"])) < n:
            self._bad(i, "b", "a card below those that are still to be given up")

    def _exchange(self, i: int, player: int, a: int, b: int, **_) -> None:
        self._only(i, a=(0, self.t["exchange_give"] - 1), b=(0, len(self.ids.card_ids)), c=(0, 2))
        self._to_give(i, player, self.t["exchange_give"] - a, b)

    def _joint(self, i: int, player: int, a: int, b: int, c: int, **_) -> None:
        self._only(i, a=(0, 31), b=(0, 31), c=(0, self.t["n_samples"]))
        seat = self.s["seat"][player]
        ring, sector = abs((a >> 3) - (b >> 3)), (a - b) % 8
        if (ring, sector) not in ((0, 1), (0, 7), (1, 0)):
            self._bad(i, "b", "a space next to the first")
        capsule = c and self.s["capsule_owner"][c - 1] == player + 1 and self.s["capsule_space"][c - 1] == a
        figures = seat["probes"][: int(seat["n_probes"])].tolist().count(a)
        own = (self.s["capsule_owner"] == player + 1) & (self.s["capsule_space"] == a)
        if not (capsule if c else figures > int(own.sum())):
            self._bad(i, "a", "the space of a figure of the seat")
        moves = self.t["card_corner"][oc.CORNERS.index("move") :: len(oc.CORNERS)]
        if not any(moves[card] for card in cards_of(seat["hand"])):
            self._bad(i, "kind", "a hand with a card that moves")

    def _column(self, i: int, player: int, a: int, **_) -> None:
        seat, computer = self.s["seat"][player], oc.TECH_KINDS.index("computer")
        owned = a < self.t["n_techs"] and int(seat["techs"]) >> a & 1 and self.t["tech_kind"][a] == computer
        if not owned or a in seat["tile"].tolist():
            self._bad(i, "a", "a computer tech of the seat that has no column yet")
        self._only(i, a=(a, a))

    def _visit(self, i: int, **_) -> None:
        self._only(i, a=(1, 255))
        if not self.s["visit_instead"]:
            self._bad(i, "kind", "a visit that is not chosen for")

    def _push(self, i: int, a: int, b: int, d: int, **_) -> None:
        n = int(self.s["n_push"])
        self._only(i, a=(b, n - 1 if self._top(i) else n), b=(0, n), d=(1, 1))

    def _card_end(self, i: int, a: int, **_) -> None:
        if a != int(self.s["card"]):
            self._bad(i, "a", "the card that is being played")
        paid = 15 if self.t["card_energy"][a] else self.t["card_cost"][a]
        self._only(i, a=(a, a), b=(paid, paid), c=(0, 1))

    def _message(self, i: int, a: int, **_) -> None:
        if a != int(self.s["card"]) or oc.CARD_CLASSES[self.t["card_class"][a]] != "message":
            self._bad(i, "a", "the card whose message is being resolved")
        self._only(i, a=(a, a), b=(1, 1))

    def _sample(self, i: int, a: int, **_) -> None:
        known = any(position_species.has(self.ids, self.s, slot, "sample") for slot in (0, 1))
        if not known or a >= TILE or not self.s["samples_at"][a]:
            self._bad(i, "a", "a planet at which samples lie")
        self._only(i, a=(a, a), b=(0, 1))

    def _reward(self, i: int, **_) -> None:
        self._only(i)
        if not any(position_species.has(self.ids, self.s, slot, "message") for slot in (0, 1)):
            self._bad(i, "kind", "a message tile in a game with messages")

    def _secret(self, i: int, a: int, **_) -> None:
        species = self.t["secret_species"]
        if not any(position_species.has(self.ids, self.s, slot, "secret") for slot in (0, 1)):
            self._bad(i, "kind", "secret cards in a game with them")
        plays = max(3 * self.t["species_plays"][species], 1)
        self._only(i, a=(0, plays), b=(0, self.t["species_n_cards"][species]), c=(0, self.t["n_secret_milestones"]))

    def _rival_action(self, i: int, a: int, b: int, c: int, d: int, **_) -> None:
        card = int(self.s["solo"]["card"]) - 1
        if b != card or c >= self.t["rival_lines"][b]:
            self._bad(i, "b", "the card and line that the rival works through")
        at = b * 4 + c
        what = oc.RIVAL_DOES[self.t["rival_do"][at]]
        if what not in ("analyze", "research", "fly", "scan") or (what == "scan") != (self.kinds[i] == "rival-scan"):
            self._bad(i, "kind", "an action that takes more than one step")
        self._only(i, a=(1, 1 if what == "fly" else 2), b=(b, b), c=(c, c), d=(0, PLANETS if what == "fly" else 0))
        if d == PLANETS and not self.tile:
            self._bad(i, "d", "a planet that is there")

    _rival_scan = _rival_action

    def _rival_pass(self, i: int, **_) -> None:
        self._only(i, a=(1, 1))

    # ------------------------------------------------------------------ what the frames belong to
    def _check_sectors(self) -> None:
        """A sector without data waits for its settling, or is being settled."""
        settled = {f["a"] for kind, f in zip(self.kinds, self.frames, strict=True) if kind == "settle-star"}
        stars = TILE + self.tile
        for star in range(TILE + 1):
            size = self.t["star_data"][star] if star < stars else 0
            empty = star < stars and not self.s["data"][star]
            if empty != (bool(int(self.s["pending"]) >> star & 1) or star in settled):
                self._wrong("pending", "bits of the stars without data that wait for their settling")
            if not (1 if empty else 0) <= int(self.s["filled_by"][star]) <= (self.n if empty else 0):
                self._wrong("filled_by", "the seat that took the last data of each completed sector")
            if int(self.s["n_marks"][star]) > size + MAX_SIGNALS:
                fail(f"stars.{(*self.ids.star_ids, 'oumuamua')[star]}.slot", int(self.s["n_marks"][star]),
                     f"at most {size + MAX_SIGNALS} markers")  # fmt: skip

    def _check_play(self, over: bool) -> None:
        """What has been done by the play of this turn."""
        s, cards = self.s, len(self.ids.card_ids)
        played = [f for kind, f in zip(self.kinds, self.frames, strict=True) if kind in ("card-end", "message")]
        if (int(s["card"]) != NONE) != bool(played) or len(played) > 1:
            self._wrong("card", "the card that is being played, as long as it is")
        for field in ("returned", "tucked"):
            if s[field] and not played:
                self._wrong(field, "0 where no card is being played")
        programs = [f["pc"] for kind, f in zip(self.kinds, self.frames, strict=True) if kind == "program"]
        moves = sum(map(self._moves_card, programs))
        if moves > (0 if s["tucked"] or s["returned"] else 1):
            what = "one effect at most that tucks or returns the card being played, none once it is done"
            fail("pending.frames", moves, what)
        if s["tucked"] and not any(int(s["card"]) in cards_of(seat["tucked"]) for seat in s["seat"][: self.n]):
            self._wrong("tucked", "1 only for a card that is tucked")
        if int(s["probe"]) != NONE and not played:
            self._wrong("probe", f"{NONE} where no card is being played")
        drawn = cards_of(s["fresh"])
        if drawn and drawn[-1] >= cards:
            self._wrong("fresh", "bits of cards")
        if int(s["drawn"]) not in (NONE, *drawn):
            self._wrong("drawn", "one of the cards drawn (`fresh`)")
        if s["tech_known"] and int(s["tech"]) == NONE:
            self._wrong("tech_known", "0 without a tech")
        earth = oc.CELLS.index("earth")
        for field in ("landed", "orbited"):
            if s[field] and (s[field] < 3 or s[field] == earth or (s[field] == TILE + 3 and not self.tile)):
                self._wrong(field, "a planet's cell other than Earth's, or 0")
        if s["landed_moon"] and not s["landed"]:
            self._wrong("landed_moon", "0 without a landing")
        if int(s["last_star"]) == TILE and not self.tile:
            self._wrong("last_star", "a star")
        if s["marked"][len(oc.COLORS)] and not self.tile:
            self._wrong("marked", "no signals on a tile that is not there")
        if over and played:
            self._wrong("over", "0 while a card is being played")

    def _moves_card(self, pc: int) -> bool:
        """Whether the effects from an address on tuck or return the card that is being played: it can go only once."""
        return any(oc.OPS[words[0]] in ("TUCK_THIS", "RETURN_THIS") for words, _ in self.programs.points(pc).values())

    def _check_watches(self) -> None:
        """`this-turn` effects are those of one card; what is not in use is 0."""
        s, n = self.s, int(self.s["n_watch"])
        watches = s["watch"].tolist()
        if n:
            played = [int(s["card"])] if "card-end" in self.kinds else range(len(self.ids.card_ids))
            found = (self.programs.watches(card) for card in played)
            if not any(all(watches[:n].count(w) <= having.count(w) for w in watches[:n]) for having in found):
                self._wrong("watch", "this-turn effects of one card")
        for k in range(len(watches)):
            w, used, seen = watches[k], int(s["watch_used"][k]), int(s["watch_seen"][k])
            flags = self.t["watch_flags"][w] if k < n else 0
            mask = self.t["watch_mask"][w] if k < n else 0
            if (k >= n and w) or (used and not flags & 1):
                self._wrong("watch_used" if used else "watch", "0 for what is not in use")
            if seen and (not flags & 2 or seen & ~mask):
                self._wrong("watch_seen", "bits of what a distinct effect has paid for")

    def _check_queues(self) -> None:
        """Pushed probes and corners wait only while there is a frame for them."""
        s, n = self.s, int(self.s["n_push"])
        queues = [f["b"] for kind, f in zip(self.kinds, self.frames, strict=True) if kind == "push"]
        if queues != sorted(set(queues)) or bool(n) != bool(queues) or (queues and queues[0]):
            self._wrong("n_push", "the pushed probes that wait")
        owners, spaces = s["push_player"].tolist(), s["push_space"].tolist()
        if any(owners[n:]) or any(spaces[n:]) or any(p >= self.n for p in owners):
            self._wrong("push_player", "the seats of the pushed probes, then 0")
        for first, end in pairwise([*queues, n]):
            seats = owners[first:end]
            blocks = [p for k, p in enumerate(seats) if not k or seats[k - 1] != p]
            if len(blocks) != len(set(blocks)) or seats.count(self.rival) > 1:
                self._wrong("push_player", "the pushed probes of one seat after those of another")
        rows = self.kinds.count("row-corners")
        corners, waiting = s["corner"].tolist(), int(s["n_corner"])
        if rows > 1 or (waiting and not rows) or any(corners[waiting:]) or len(set(corners[:waiting])) != waiting:
            self._wrong("corner", "the cards whose corners are to come, then 0")
        if any(self.t["card_species"][card] != NONE for card in corners[:waiting]):
            self._wrong("corner", "cards of the row")

    def _check_seats(self, over: bool) -> None:
        """Who has passed, whose tiles wait for a column, whose card the rival works through."""
        s = self.s
        passes = {"pass", "rival-pass"} & set(self.kinds)
        if bool(s["passing"]) != bool(passes) and not (s["passing"] and "end-turn" in self.kinds):
            if not over:
                self._wrong("passing", "1 from passing to the end of the turn, else 0")
        if not over and s["passing"] and not passes and not s["seat"][self.turn]["passed"]:
            self._wrong("passing", "0 for a seat that has not passed")
        if not over and s["seat"][self.turn]["passed"] and not s["passing"]:
            fail("turn", f"P{self.turn + 1}", "a seat that has not passed")
        kinds, computer = self.t["tech_kind"], oc.TECH_KINDS.index("computer")
        columns = [f for kind, f in zip(self.kinds, self.frames, strict=True) if kind == "column"]
        for p in range(self.n):
            placed = [k for k in s["seat"][p]["tile"].tolist() if k != NONE]
            techs = [k for k in range(self.t["n_techs"]) if int(s["seat"][p]["techs"]) >> k & 1 and kinds[k] == computer]
            if sorted(placed + [f["a"] for f in columns if f["player"] == p]) != techs:
                fail(f"seats.P{p + 1}.computer.tiles", placed, "a column for each computer tech but those being placed")
        if self.rival >= 0:
            card = int(s["solo"]["card"])
            if card and self.turn != self.rival:
                fail("solo.card", card, "null where no action of the rival is being done")
