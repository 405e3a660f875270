"""Deals, positions and views as JSON.

A deal is what is drawn before the first turn, in the form of docs/planetx.md. A position is a deal with `state`, the
engine's fields by name (ext/planetx/structs.toml; sectors and objects as numbers from 0), and `log`, what happened so far.
"""

from __future__ import annotations

import re

import numpy as np

from seti_sim.core.errors import PositionError
from seti_sim.core.names import in_short
from seti_sim.core.position import fail, place

from . import notation
from .batch import EV_CONFERENCE, EV_LOCATE, FATES
from .engine import _engine, struct_dtype
from .position_check import TIME, check_log, check_script, check_state, whole
from .rules import LETTERS, THEORIES, TOPICS

KEYS = {
    "mode",
    "players",
    "seed",
    "game",
    "system",
    "topics",
    "conferences",
    "starting",
    "bot",
    "state",
    "log",
    "code",
    "generation",
}
EVENTS = (
    "",
    "survey",
    "target",
    "research",
    "locate",
    "conference",
    "submit",
    "theory",
    "review",
    "penalty",
    "last",
    "pass",
    "reveal",
)


# ------------------------------------------------------------------------------------ writing
def deal(game) -> dict:
    """See `Game.deal`."""
    rules, state = game.rules, game.state
    clues = [notation.clue_dict(rules.clues[c]) for c in state["clue"][: 6 + len(rules.conferences)]]
    out = {
        "mode": rules.mode,
        "players": game.players,
        "system": game.system,
        "topics": dict(zip(TOPICS, clues, strict=False)),
        "conferences": dict(zip(rules.conferences, clues[6:], strict=True)),
        "starting": {game.seat_name(i): _facts(state["seat"][i]) for i in range(game.players)},
    }
    if game.players == 1:
        n, known = int(state["n_script"]), int(state["n_known"])
        turns = []
        for code, at in zip(state["script"][:n], state["script_at"][:n], strict=True):
            turns.append({"at": int(at), "do": notation.text(int(code))})
        theories = zip(*(state[f"known_{name}"][:known] for name in ("sector", "object", "at")), strict=True)
        out["bot"] = {
            "turns": turns,
            "theories": [{"sector": int(s) + 1, "object": LETTERS[o], "learned_at": int(at)} for s, o, at in theories],
        }
    return out


def _facts(seat) -> list[str]:
    facts = seat["facts"][: 2 * int(seat["n_facts"])].reshape(-1, 2)
    return [f"{sector + 1}{LETTERS[o]}" for sector, o in facts]


def write(game) -> dict:
    """See `Game.to_json`."""
    state = {name: _plain(game.state[name]) for name in game.state.dtype.names if name not in ("key", "unused")}
    log = []
    for row in game.log:
        event = {name: int(row[name]) for name in row.dtype.names if name not in ("kind", "game", "unused") and row[name]}
        log.append({"kind": EVENTS[row["kind"]]} | event)
    return deal(game) | {"seed": game.seed, "game": game.game, "state": state, "log": log}


def _plain(value):
    """A field of a struct as JSON has it."""
    if getattr(value.dtype, "names", None):
        if value.ndim:
            return [_plain(item) for item in value]
        return {name: _plain(value[name]) for name in value.dtype.names if name != "unused"}
    return value.tolist()


# ------------------------------------------------------------------------------------ reading
def read(rules, data):
    """(core, seed, game) of a deal or position. What is left out of it is drawn from its seed, for what is said in it."""
    data = _table(data, "", KEYS)
    if data.get("mode", rules.mode) != rules.mode:
        fail("mode", data["mode"], f"{rules.mode}, that of the rules")
    if not isinstance(data.get("code", ""), str):
        fail("code", data["code"], "a text")
    players = whole("players", data.get("players", 1 if "bot" in data else 4), 1, 4)
    seed, number = whole("seed", data.get("seed", 0), 0, 2**64 - 1), whole("game", data.get("game", 0), 0, 2**64 - 1)
    try:
        generation = rules.generation(data.get("generation"))
    except ValueError as error:
        raise PositionError(f"position: {error}") from None
    core = _engine.Core(rules.engine)
    system = core.drawn_system(seed, number, generation == "app")
    if "system" in data:
        try:
            system = rules.sky.find(data["system"] if isinstance(data["system"], str) else "")
        except ValueError:
            fail("system", data["system"], f"a valid arrangement of {rules.sectors} sectors")
    try:
        core.deal(players, seed, number, system, _clues(rules, system, data))
        state, _ = _split(core)
        _write_facts(rules, state[0], data.get("starting", {}), players)
        if "bot" in data:
            _write_script(rules, state[0], data["bot"], players)
        core.from_bytes(state.tobytes())
        core.restart()
    except _engine.DealError as error:
        raise PositionError(f"position: {error}") from None
    if "state" in data or "log" in data:
        _write_state(rules, core, data.get("state", {}), data.get("log"), number)
    return core, seed, number


def _table(value, where: str, known, ask: tuple = ()) -> dict:
    """The value, if it is a table with no keys but those known, and with those that are asked for."""
    if not isinstance(value, dict):
        raise PositionError(f"position: {where + ': ' if where else ''}{type(value).__name__}: expected a table")
    for key in value:
        if key not in known:
            raise PositionError(f"position: {_below(where, key)}: expected one of {', '.join(sorted(known))}")
    for key in ask:
        if key not in value:
            raise PositionError(f"position: {_below(where, key)} is missing: expected one of the keys {', '.join(ask)}")
    return value


def _below(where: str, key) -> str:
    """The place of a key in the table at `where`, "" for the whole, as messages write it."""
    return place(f"{where}.{key}" if where else key)


def _list(value, where: str, low: int, high: int) -> list:
    if not isinstance(value, list) or not low <= len(value) <= high:
        fail(where, value, f"a list of {low} to {high}")
    return value


def _letter(value, where: str, letters: str) -> int:
    """Number of an object's letter, one of some."""
    if not isinstance(value, str) or len(value) != 1 or value not in letters:
        fail(where, value, f"one of {', '.join(letters)}")
    return LETTERS.index(value)


def _split(core):
    """(state, log) of a core as arrays that can be written to."""
    size = struct_dtype("State").itemsize
    data = core.to_bytes()
    return (np.frombuffer(bytearray(data[:size]), struct_dtype("State")), np.frombuffer(data[size:], struct_dtype("Event")))


def _clues(rules, system: int, data) -> np.ndarray:
    """uint8 [8]: the clues that are given, topics and then conferences, NOTHING where they are to be drawn."""
    given = np.full(8, notation.NOTHING, np.uint8)
    n = rules.n_research
    for part, names, first, offered in (
        ("topics", TOPICS, 0, rules.clues[:n]),
        ("conferences", rules.conferences, 6, rules.clues[n:]),
    ):
        for name, clue in _table(data.get(part, {}), part, names).items():
            where = f"{part}.{name}"
            _table(clue, where, ("rule", "x", "y", "n", "about"), ("rule", "x"))
            wanted = (clue["rule"], clue["x"], clue.get("y", ""), clue.get("n", 0))
            if wanted not in offered or isinstance(wanted[3], (bool, float)):
                fail(where, clue, "one of the rules of clues.toml")
            if not _is_true(rules, system, wanted):
                fail(where, clue, f"a rule that is true of {rules.sky.letters(system)}")
            title = notation.clue_dict(wanted)["about"]
            if "about" in clue and not (isinstance(clue["about"], list) and sorted(map(str, clue["about"])) == sorted(title)):
                fail(f"{where}.about", clue["about"], f"the title of this rule, {', '.join(title)}")
            given[first + names.index(name)] = offered.index(wanted) + (n if first else 0)
    return given


def _is_true(rules, system, clue):
    family, x, y, n = clue
    y = LETTERS.index(y) if y else notation.NOTHING
    return rules.sky.rule_is_true(system, _engine.FAMILIES.index(family), LETTERS.index(x), y, n)


def _write_facts(rules, state, starting, players):
    names = [f"P{p + 1}" for p in range(players)]
    if isinstance(starting, dict) and not starting.keys() <= set(names):
        wrong = next(seat for seat in starting if seat not in names)
        raise PositionError(f"position: {_below('starting', wrong)}: expected one of P1 to P{players}")
    for seat, facts in _table(starting, "starting", names).items():
        number, where = names.index(seat), f"starting.{seat}"
        for i, fact in enumerate(_list(facts, where, 0, 12)):
            match = re.fullmatch(r"([0-9]{1,2})([ACDG])", fact) if isinstance(fact, str) else None
            if not match or not 1 <= int(match[1]) <= rules.sectors:
                raise PositionError(f"position: {where}: {in_short(fact)}: expected a sector and one of A, C, D, G")
            sector, object_ = int(match[1]) - 1, LETTERS.index(match[2])
            if state["object"][sector] == object_:
                raise PositionError(f"position: {where}: {fact!r}: expected a fact that is true")
            state["seat"][number]["facts"][2 * i : 2 * i + 2] = sector, object_
        state["seat"][number]["n_facts"] = len(facts)


def _write_script(rules, state, bot, players):
    if players != 1:
        raise PositionError("position: bot: expected one player with it")
    _table(bot, "bot", ("turns", "theories", "starting_groups"), ("turns",))
    whole("bot.starting_groups", bot.get("starting_groups", 0), 0, 3)  # what the app says of a script, which it is made of
    letters = rules.sky.letters(int(state["system"]))
    turns = []
    for i, turn in enumerate(_list(bot["turns"], "bot.turns", 1, len(state["script"]))):
        where = f"bot.turns[{i}]"
        _table(turn, where, ("at", "do", "object", "from", "to", "sector", "topic"), ("at", "do"))
        at = whole(f"{where}.at", turn["at"], 0, TIME)
        try:
            code = notation.read(_turn_text(turn, where, letters))
        except notation.UnreadableAction as error:
            raise PositionError(f"position: {where}: {error}") from None
        if code >> 24 > 4 or (code >> 24 == 4) != (i == len(bot["turns"]) - 1):
            fail(where, turn, "one of the four actions, last a locate")
        turns.append((at, notation.parts(code)))
        state["script"][i], state["script_at"][i] = code, at
    check_script(rules, turns, letters)
    state["n_script"] = len(turns)
    starts, sectors = [at for at, _ in turns], set()
    theories = _list(bot.get("theories", []), "bot.theories", 0, rules.sectors)
    for i, theory in enumerate(theories):
        where = f"bot.theories[{i}]"
        _table(theory, where, ("sector", "object", "learned_at"), ("sector", "object", "learned_at"))
        sector = whole(f"{where}.sector", theory["sector"], 1, rules.sectors) - 1
        object_ = _letter(theory["object"], f"{where}.object", "ACDG")
        at = whole(f"{where}.learned_at", theory["learned_at"], 0, TIME)
        if state["object"][sector] != object_ or sector in sectors:
            fail(where, theory, "a right theory, one a sector")
        if at not in starts:
            fail(f"{where}.learned_at", at, "the start of the turn that settles it")
        sectors.add(sector)
        state["known_sector"][i], state["known_object"][i], state["known_at"][i] = sector, object_, at
    state["n_known"] = len(theories)


def _turn_text(turn, where: str, letters: str) -> str:
    """A turn of a script as notation; scripts of the app give the parts of an action by name, and no place to locate."""
    parts = {"survey": "survey {object} {from}-{to}", "target": "target {sector}", "research": "research {topic}"}
    do = turn["do"]
    if do == "locate":
        x = letters.index("X")
        _table(turn, where, ("at", "do"))
        return f"locate {x + 1} {letters[x - 1]} {letters[(x + 1) % len(letters)]}"
    if not isinstance(do, str):
        fail(f"{where}.do", do, "an action as text")
    _table(turn, where, ("at", "do", *re.findall(r"{(\w+)}", parts.get(do, ""))))
    try:
        return parts[do].format(**turn) if do in parts else do
    except KeyError as error:
        raise PositionError(f"position: {where}.{error.args[0]} is missing: expected it with {do}") from None


def _write_state(rules, core, fields, log, number):
    """Lay fields over the state; without a `stage` among them the game goes on from the arrow."""
    state, rows = _split(core)
    dealt = state.copy()
    _overlay(state[0], fields, "state")
    check_state(rules, state[0], dealt[0], "stage" in fields)
    if log is not None:
        rows = np.zeros(len(_list(log, "log", 0, 100_000)), struct_dtype("Event"))
        rows["game"] = number & 0x7FFFFFFF  # as the engine writes it
        for i, event in enumerate(log):
            _write_event(rows, i, event)
        check_log(rules, int(state["seats"][0]), rows)
    core.from_bytes(state.tobytes() + rows.tobytes())
    if "stage" not in fields:
        core.proceed()
    if not core.over and not core.legal():
        raise PositionError("position: state: expected a position in which the seat that decides can do something")


def _write_event(rows, i: int, event) -> None:
    known = [name for name in rows.dtype.names if name not in ("game", "unused")]
    for name, value in _table(event, f"log[{i}]", known).items():
        where = f"log[{i}].{name}"
        if name == "kind":
            if not isinstance(value, str) or value not in EVENTS[1:]:
                fail(where, value, "a field of an event, one of " + ", ".join(EVENTS[1:]))
            value = EVENTS.index(value)
        most = np.iinfo(rows.dtype[name]).max
        rows[name][i] = whole(where, value, 0, int(most))


def _overlay(record, fields, where):
    names = [known for known in record.dtype.names if known not in ("key", "unused")]
    if isinstance(fields, dict) and not fields.keys() <= set(names):
        wrong = next(name for name in fields if name not in names)
        raise PositionError(f"position: {_below(where, wrong)}: expected one of {', '.join(names)}")
    for name, value in _table(fields, where, names).items():
        form, here = record.dtype[name].base, f"{where}.{name}"
        shape = record.dtype[name].shape
        if shape and (not isinstance(value, list) or len(value) > shape[0]):
            fail(here, value, f"a list of at most {shape[0]}")
        for i, item in enumerate(value if shape else [value]):
            place = f"{here}[{i}]" if shape else here
            if form.names:
                _overlay(record[name][i], item, place)
                continue
            if isinstance(item, bool) or not isinstance(item, int):
                fail(place, item, "whole numbers that fit")
            limits = np.iinfo(form)
            if not limits.min <= item <= limits.max:
                fail(place, item, "whole numbers that fit")
            if shape:
                record[name][i] = item
            else:
                record[name] = item


# ------------------------------------------------------------------------------------ views
def view(game, seat: str) -> dict:
    """See `Game.view`. Sectors are numbered from 1, objects are letters."""
    rules, state, me = game.rules, game.state, game.seat_number(seat)
    deal_ = deal(game)
    over, sectors = game.is_over, rules.sectors
    own = state["seat"][me]
    here = int(own["time"]) % sectors
    read_ = [TOPICS[i] for i in range(6) if over or int(own["topics"]) >> i & 1]
    held = [name for i, name in enumerate(rules.conferences) if over or int(state["held"]) >> i & 1]
    confirmed = [s for s in range(sectors) if int(state["confirmed"]) >> s & 1]
    order = sorted(range(game.core.seats), key=lambda p: (state["seat"][p]["time"], state["seat"][p]["arrived"]))
    out = {
        "mode": rules.mode,
        "seat": seat,
        "players": game.players,
        "to_move": game.to_move,
        "decision": game.decision,
        "arrow": int(state["arrow"]) % sectors + 1,
        "time": int(state["arrow"]),
        "turn_order": [game.seat_name(p) for p in order],
        "visible": [(here + i) % sectors + 1 for i in range(rules.tables["visible"])],
        "phase": int(state["phase"]),
        "confirmed": {s + 1: LETTERS[state["object"][s]] for s in confirmed},
        "ruled_out": {
            s + 1: "".join(letter for i, letter in enumerate(THEORIES) if int(state["ruled_out"][s]) >> i & 1)
            for s in range(sectors)
            if state["ruled_out"][s]
        },
        "topics": {name: clue if name in read_ else {"about": clue["about"]} for name, clue in deal_["topics"].items()},
        "conferences": {
            name: clue if name in held else {"about": clue["about"]} for name, clue in deal_["conferences"].items()
        },
        "starting": _facts(own),
        "possible": game.n_possible(seat) if me < game.players else None,
        "seats": {game.seat_name(p): _seat_view(game, state, p, p == me or over) for p in range(game.core.seats)},
        "events": [_event_view(game, row, me, over) for row in _rows(game.log) if _is_seen(row, me, over)],
    }
    return out | ({"system": game.system, "scores": game.scores()} if over else {})


def _seat_view(game, state, p, open_):
    seat = state["seat"][p]
    theories = []
    for token in seat["token"][: int(seat["n_tokens"])]:
        seen = open_ or token["fate"] != 1
        theories.append(
            {
                "sector": int(token["sector"]) + 1,
                "object": LETTERS[token["object"]] if seen else None,
                "cell": int(token["cell"]),
                "phase": int(token["phase"]),
                "fate": FATES[token["fate"] - 1],
            }
        )
    out = {
        "time": int(seat["time"]),
        "facts": int(seat["n_facts"]),
        "targets": int(seat["targets"]),
        "researched_last": bool(seat["researched_last"]),
        "topics": [t for i, t in enumerate(TOPICS) if seat["topics"] >> i & 1],
        "theories": theories,
        "located": bool(seat["located"]),
    }
    if open_:
        out["tokens"] = dict(zip(THEORIES, map(int, seat["left"]), strict=True))
        out["hand"] = [THEORIES[o] for o in seat["hand"][: int(seat["n_hand"])]]
    return out


def _rows(log):
    """Rows of the log as dicts of plain numbers, of which fields are read many times faster than of records."""
    names = log.dtype.names
    return [dict(zip(names, row, strict=True)) for row in log.tolist()]


def _is_seen(row, me, over):
    """How many tokens others choose is open only once they lie; a conference is told once."""
    kind = EVENTS[row["kind"]]
    if kind == "conference":
        return row["seat"] == (me if me < 4 else 0)
    return over or kind != "submit" or row["seat"] == me


def _event_view(game, row, me, over):
    """An event as text parts: what all see, and the answer where it is the seat's own."""
    kind, own = EVENTS[row["kind"]], over or row["seat"] == me
    out = {"event": kind, "turn": int(row["turn"]), "time": int(row["time"])}
    if row["seat"] != 255 and kind != "conference":
        out["seat"] = game.seat_name(int(row["seat"]))
    if row["kind"] <= EV_LOCATE:
        code = notation.code(*(int(row[name]) for name in ("kind", "a", "b", "c")))
        hidden = row["kind"] == EV_LOCATE and not own
        out["action"] = "locate" if hidden else notation.text(code)
        if own or row["kind"] == EV_LOCATE:
            out["answer"] = notation.answer_text(code, int(row["d"]), game.rules.clues)
    elif row["kind"] == EV_CONFERENCE:
        out |= {"conference": game.rules.conferences[row["a"]], "answer": notation.describe(game.rules.clues[row["d"]])}
    elif kind in ("theory", "review", "reveal"):
        out["sector"] = int(row["a"]) + 1
        if kind != "theory" or own:
            out["object"] = LETTERS[row["b"]]
        if kind != "theory":
            out["right"] = bool(row["d"])
    elif kind in ("penalty", "last"):
        out["steps" if kind == "penalty" else "behind"] = int(row["a"])
    return out
