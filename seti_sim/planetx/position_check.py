"""What a position may say: bounds of every field of the state and the log, and what has to go together.

The engine trusts its state. So a position that somebody wrote is looked at here before the engine sees it: each number
must fit the field, whoever decides must have something to decide, and whatever is accepted can be played to its end.
"""

from __future__ import annotations

from seti_sim.core.errors import PositionError
from seti_sim.core.position import fail

from .batch import (
    EV_CONFERENCE,
    EV_LOCATE,
    EV_RESEARCH,
    EV_REVEAL,
    EV_REVIEW,
    EV_SURVEY,
    EV_TARGET,
    EV_THEORY,
    TOKENS,
)
from .rules import KINDS, LETTERS, THEORIES, TOPICS

TIME = 30_000
"""The greatest time of a pawn in a position."""
COUNT = 60_000
NOBODY = 255
ROTATE, TURN, SUBMIT, PLACE, LAST, OVER = range(6)
"""Stages; a decision has the number of the stage in which it is made."""
DOWN, UP, WRONG, RIGHT_AT_END, WRONG_AT_END = range(1, 6)
DEAL_FIELDS = (
    "mode", "players", "seats", "solo", "system", "object", "clue", "n_script", "n_known", "script", "script_at",
    "known_sector", "known_object", "known_at",
)  # fmt: skip
"""Fields of the state that the deal decides; a position may repeat them."""


def whole(where: str, value, low: int, high: int) -> int:
    """The value, if it is a whole number of that range; numbers of NumPy are."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not low <= int(value) <= high:
        fail(where, value if not hasattr(value, "item") else value.item(), f"a whole number from {low} to {high}")
    return int(value)


def check_state(rules, state, dealt, staged: bool) -> None:
    """PositionError unless the engine can go on from the state. dealt: the state after the deal. staged: whether the
    position says at which decision it is; otherwise it goes on from the arrow."""
    for name in DEAL_FIELDS:
        if not (state[name] == dealt[name]).all():
            fail(f"state.{name}", state[name].tolist(), "what the deal of the position says, or nothing")
    seats, persons = int(state["seats"]), int(state["players"])
    whole("state.stamp", state["stamp"], 0, 10**9)
    whole("state.phase", state["phase"], 0, COUNT)
    bounds = {
        "arrow": (0, TIME), "turns": (0, 10**6), "decisions": (0, 10**7), "finder_time": (-1, TIME + 20),
        "end_time": (-1, TIME), "confirmed": (0, 2**rules.sectors - 1), "fault": (0, 0), "over": (0, 1),
        "stage": (TURN if staged else ROTATE, OVER), "decision": (0, OVER), "handled": (0, 1), "ending": (0, 1),
        "held": (0, 2 ** len(rules.conferences) - 1), "n_order": (0, seats), "at_order": (0, seats),
        "at_script": (0, int(state["n_script"])),
    }  # fmt: skip
    for name, (low, high) in bounds.items():
        whole(f"state.{name}", state[name], low, high)
    for name in ("actor", "finder"):
        if state[name] != NOBODY:
            whole(f"state.{name}", state[name], 0, seats - 1)
    for i, who in enumerate(state["order"]):
        whole(f"state.order[{i}]", who, 0, seats - 1 if i < state["n_order"] else NOBODY)
    for sector, bits in enumerate(state["ruled_out"]):
        here = f"state.ruled_out[{sector}]"
        whole(here, bits, 0, 2 ** len(THEORIES) - 1 if sector < rules.sectors else 0)
        if bits >> state["object"][sector] & 1:
            fail(here, int(bits), f"objects that sector {sector + 1} does not hold")
    for p, seat in enumerate(state["seat"]):
        where = f"state.seat[{p}]"
        if p < seats:
            _check_seat(rules, where, state, seat, dealt["seat"][p])
        elif seat.tobytes() != dealt["seat"][p].tobytes():
            raise PositionError(f"position: {where}: expected nothing, the game has {seats} seats")
    arrived = [int(seat["arrived"]) for seat in state["seat"][:seats]]
    if len(set(arrived)) < seats:
        fail("state.seat", arrived, "pawns that arrived one after the other (arrived)")
    if state["arrow"] > min(state["seat"]["time"][:seats]):
        fail("state.arrow", int(state["arrow"]), "a time at or before that of the hindmost pawn")
    _check_end(rules, state)
    if state["solo"]:
        _check_bot(state)
    if staged:
        _check_decision(rules, state, persons)
    else:
        for name, value in (("over", 0), ("finder", NOBODY)):
            if state[name] != value:
                fail(f"state.{name}", int(state[name]), f"{value}, or the stage of the game")
    _check_hands(rules, state, staged)


def _check_seat(rules, where, state, seat, dealt) -> None:
    tables = rules.tables
    for name in ("n_facts", "facts"):
        if not (seat[name] == dealt[name]).all():
            fail(f"{where}.{name}", seat[name].tolist(), "the starting facts of the position, or nothing")
    bounds = {
        "time": (0, TIME), "arrived": (0, max(int(state["stamp"]), int(dealt["arrived"]))), "decisions": (0, 10**7),
        "penalty": (0, TIME), "located_at": (-1, TIME), "targets": (0, tables["targets"]), "researched_last": (0, 1),
        "topics": (0, 2 ** len(TOPICS) - 1), "n_tokens": (0, TOKENS), "n_hand": (0, 2), "located": (0, 1),
        "behind": (0, tables["locate_cost"]), "x_points": (0, 10_000), "first_points": (0, 10_000),
        **dict.fromkeys(("n_surveys", "n_targets", "n_researches", "n_locates"), (0, COUNT)),
    }  # fmt: skip
    for name, (low, high) in bounds.items():
        whole(f"{where}.{name}", seat[name], low, high)
    laid = [0] * len(THEORIES)
    for i, token in enumerate(seat["token"]):
        here = f"{where}.token[{i}]"
        if i >= seat["n_tokens"]:
            if any(token[name] for name in token.dtype.names):
                raise PositionError(f"position: {here}: expected nothing, n_tokens is {seat['n_tokens']}")
            continue
        whole(f"{here}.sector", token["sector"], 0, rules.sectors - 1)
        whole(f"{here}.object", token["object"], 0, len(THEORIES) - 1)
        whole(f"{here}.cell", token["cell"], 1, tables["track_cells"] - (token["fate"] == DOWN))
        whole(f"{here}.fate", token["fate"], DOWN, WRONG_AT_END)
        whole(f"{here}.phase", token["phase"], 0, COUNT)
        whole(f"{here}.first", token["first"], 0, 1)
        whole(f"{here}.time", token["time"], 0, TIME)
        laid[token["object"]] += 1
        right = state["object"][token["sector"]] == token["object"]
        confirmed = bool(int(state["confirmed"]) >> int(token["sector"]) & 1)
        fits = {DOWN: not confirmed, UP: right and confirmed, WRONG: not right, RIGHT_AT_END: right, WRONG_AT_END: not right}
        if (
            not fits[int(token["fate"])]
            or (token["fate"] > WRONG)
            and not state["over"]
            or token["fate"] == DOWN
            and state["over"]
        ):
            fail(f"{here}.fate", int(token["fate"]), "what became of such a theory")
        for k, other in enumerate(seat["token"][:i]):
            same = other["fate"] == token["fate"] == DOWN and (other["sector"], other["object"]) == (
                token["sector"],
                token["object"],
            )
            if same and not tables["same_twice"]:
                raise PositionError(f"position: {here}: expected another sector or object than those of token[{k}]")
    for o, letter in enumerate(THEORIES):
        if laid[o] + int(seat["left"][o]) != tables["tokens"][o]:
            what = f"{tables['tokens'][o]} tokens of {letter}, with the {laid[o]} in token"
            fail(f"{where}.left[{o}]", int(seat["left"][o]), what)


def _check_end(rules, state) -> None:
    """Who found Planet X, who is how far behind, and points, which are there at the end only."""
    seats, tables, finder = state["seat"][: state["seats"]], rules.tables, int(state["finder"])
    found = finder != NOBODY
    if state["ending"] != found:
        fail("state.ending", int(state["ending"]), f"{int(found)}, as the finder is {finder}")
    if state["finder_time"] != (seats["time"][finder] if found else -1):
        fail("state.finder_time", int(state["finder_time"]), "the time of the finder's pawn, or -1")
    if found and not seats["located"][finder]:
        fail("state.finder", finder, "a seat that has located Planet X")
    earliest: dict[int, int] = {}
    for seat in seats:
        for token in seat["token"][: seat["n_tokens"]]:
            if token["fate"] in (UP, RIGHT_AT_END):
                sector, phase = int(token["sector"]), int(token["phase"])
                earliest[sector] = min(phase, earliest.get(sector, phase))
    for p, seat in enumerate(seats):
        where = f"state.seat[{p}]"
        behind = max(int(state["finder_time"]) - int(seat["time"]), 0) if found and p != finder else 0
        if seat["behind"] != behind:
            fail(f"{where}.behind", int(seat["behind"]), f"{behind}, the sectors behind the finder")
        if (seat["located_at"] >= 0) != bool(seat["located"]) or seat["located"] and not found:
            fail(f"{where}.located", int(seat["located"]), "1 with located_at and a finder, else 0")
        points, first = [0] * len(THEORIES), 0
        for i, token in enumerate(seat["token"][: seat["n_tokens"]]):
            right = bool(state["over"]) and token["fate"] in (UP, RIGHT_AT_END)
            is_first = right and token["phase"] == earliest[int(token["sector"])]
            points[token["object"]] += right * tables["points"][token["object"]]
            first += is_first * tables["first_theory"]
            if token["first"] != is_first:
                fail(f"{where}.token[{i}].first", int(token["first"]), str(int(is_first)))
        located = tables["locate_first"] if p == finder else tables["last_points"][behind]
        for name, value in (
            ("points", points),
            ("first_points", first),
            ("x_points", located * int(seat["located"]) * int(state["over"])),
        ):
            if seat[name].tolist() != value:
                fail(f"{where}.{name}", seat[name].tolist(), f"{value}, what the theories and the end of the game give")


def _check_bot(state) -> None:
    """The bot's pawn is where its script says."""
    done, n, bot = int(state["at_script"]), int(state["n_script"]), state["seat"][1]
    if (done == n) != bool(bot["located"]):
        fail("state.at_script", done, f"{n} when the bot has located Planet X, and less before")
    if not bot["located"] and bot["time"] != state["script_at"][done]:
        fail("state.seat[1].time", int(bot["time"]), f"{state['script_at'][done]}, the start of the bot's turn {done}")
    for i, token in enumerate(bot["token"][: bot["n_tokens"]]):
        if state["object"][token["sector"]] != token["object"]:
            fail(f"state.seat[1].token[{i}].object", int(token["object"]), "a right theory: the bot has no others")


def _check_decision(rules, state, persons: int) -> None:
    """Stage, decision, and whose it is go together."""
    stage, order, at = int(state["stage"]), state["order"][: state["n_order"]].tolist(), int(state["at_order"])
    if state["decision"] != stage or bool(state["over"]) != (stage == OVER):
        fail("state.decision", int(state["decision"]), f"{stage}, that of the stage, with over = {int(stage == OVER)}")
    if stage in (LAST, OVER) and not state["ending"] or stage in (TURN, SUBMIT) and state["ending"]:
        fail("state.stage", stage, "one that goes with the finder")
    if len(set(order)) < len(order):
        fail("state.order", order, "every seat once")
    if stage == OVER:
        return
    seats = state["seat"][: state["seats"]]
    pawns = sorted(range(len(seats)), key=lambda p: (seats["time"][p], seats["arrived"][p]))
    if stage == TURN:
        if state["arrow"] != seats["time"][pawns[0]]:
            fail("state.arrow", int(state["arrow"]), "the time of the hindmost pawn, whose turn it is")
        wanted = pawns[0]
    else:
        if at >= len(order):
            fail("state.at_order", at, "the place in the order of the seat that decides")
        wanted = order[at]
        own = persons if not state["ending"] else len(seats)
        if any(p >= own for p in order) or state["ending"] and int(state["finder"]) in order:
            fail("state.order", order, "the seats that decide")
    if state["actor"] != wanted or wanted >= persons:
        fail("state.actor", int(state["actor"]), f"{wanted}, whose decision it is, and no bot")


def _check_hands(rules, state, staged: bool) -> None:
    """Chosen tokens are there only while they are put down."""
    stage = int(state["stage"]) if staged else ROTATE
    order, at = state["order"][: state["n_order"]].tolist(), int(state["at_order"])
    holders = {SUBMIT: order[:at], PLACE: order[at : at + 1] if state["ending"] else order[at:]}.get(stage, [])
    for p, seat in enumerate(state["seat"][: state["seats"]]):
        where, n = f"state.seat[{p}]", int(seat["n_hand"])
        most = rules.tables["last_theories"][seat["behind"]] if state["ending"] else rules.tables["theories_per_phase"]
        if n > (min(most, 2) if p in holders else 0):
            fail(f"{where}.n_hand", n, "tokens that the seat may have chosen and not yet put down")
        hand = seat["hand"].tolist()
        if any(o >= len(THEORIES) for o in hand[:n]) or any(hand[n:]):
            fail(f"{where}.hand", hand, f"{n} objects, then 0")
        if any(hand[:n].count(o) > seat["left"][o] for o in hand[:n]):
            fail(f"{where}.hand", hand, "tokens that are left")
    if stage == PLACE and not state["seat"]["n_hand"][state["actor"]]:
        fail(f"state.seat[{state['actor']}].n_hand", 0, "the token that is put down")


def check_log(rules, seats: int, rows) -> None:
    """PositionError unless every event names seats, sectors, objects and clues that there are.

    What an event says was answered need not be true, as the notes of a player need not be; a seat whose notes contradict
    each other begins them anew.
    """
    sectors, objects, kinds = rules.sectors - 1, len(LETTERS) - 1, len(KINDS) - 1
    limits = {
        EV_SURVEY: (kinds, sectors, sectors, 8), EV_TARGET: (sectors, 255, 255, kinds),
        EV_RESEARCH: (len(TOPICS) - 1, 255, 255, len(rules.clues) - 1), EV_LOCATE: (sectors, kinds, kinds, 1),
        EV_CONFERENCE: (len(rules.conferences) - 1, 255, 255, len(rules.clues) - 1),
        EV_THEORY: (sectors, len(THEORIES) - 1, 255, 255), EV_REVIEW: (sectors, objects, 255, 1),
        EV_REVEAL: (sectors, objects, 255, 1),
    }  # fmt: skip
    for i, row in enumerate(rows):
        where, kind = f"log[{i}]", int(row["kind"])
        if kind == 0:
            raise PositionError(f"position: {where}: expected the kind of the event")
        if row["seat"] != NOBODY or kind != EV_REVIEW:
            whole(f"{where}.seat", row["seat"], 0, seats - 1)
        for name in ("turn", "time"):
            whole(f"{where}.{name}", row[name], 0, 10**6)
        for name, most in zip("abcd", limits.get(kind, ()), strict=False):
            whole(f"{where}.{name}", row[name], 0, most)


def check_script(rules, turns: list[tuple[int, tuple[str, int, int, int]]], truth: str) -> None:
    """PositionError unless a bot can do these turns, (time, parts of the action) each: every one legal when it begins, one
    after the other, and the last a locate that is right (PX-92)."""
    tables, sectors, clock, targets, researched = rules.tables, rules.sectors, 0, rules.tables["targets"], False
    for i, (at, (word, a, b, c)) in enumerate(turns):
        where = f"position: bot.turns[{i}]"
        if at != clock:
            raise PositionError(f"{where}.at = {at!r}: expected {clock}, when the turn before it is over")
        here = [(at + k) % sectors for k in range(tables["visible"])]
        if word == "survey":
            if b not in here or c not in here or here.index(c) < here.index(b):
                raise PositionError(f"{where}: expected sectors that are visible, {here[0] + 1} to {here[-1] + 1}")
            if KINDS[a] == "C" and tables["comet_ends"] and not all(tables["comet_mask"] >> s & 1 for s in (b, c)):
                raise PositionError(f"{where}: expected a survey that begins and ends in possible comet sectors")
            clock += tables["survey_cost"][here.index(c) - here.index(b)]
        elif word == "target":
            targets -= 1
            if a not in here or targets < 0:
                what = f"at most {tables['targets']} targets, in sectors that are visible, {here[0] + 1} to {here[-1] + 1}"
                raise PositionError(f"{where}: expected {what}")
            clock += tables["target_cost"]
        elif word == "research":
            if researched and not tables["research_twice"]:
                raise PositionError(f"{where}: expected another action than research after research")
            clock += tables["research_cost"]
        elif (a, LETTERS[b], LETTERS[c]) != (x := truth.index("X"), truth[x - 1], truth[(x + 1) % sectors]):
            right = f"locate {x + 1} {truth[x - 1]} {truth[(x + 1) % sectors]}"
            raise PositionError(f"{where}: expected {right}, since a script ends with a locate that is right")
        researched = word == "research"
