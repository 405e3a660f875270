"""Deals, positions and views as JSON.

A deal is what is drawn before the first turn, in the form of docs/planetx.md. A position is a deal with `state`, the
engine's fields by name (ext/planetx/state.pxi; sectors and objects as numbers from 0), and `log`, what happened so far.
"""

from __future__ import annotations

import re

import numpy as np

from seti_sim.seti.position import PositionError

from . import _engine, notation
from .batch import EV_CONFERENCE, EV_LOCATE, FATES, GENERATIONS
from .core import struct_dtype
from .rules import LETTERS, THEORIES, TOPICS

KEYS = {
    "mode", "players", "seed", "game", "system", "topics", "conferences", "starting", "bot", "state", "log", "code",
    "generation",
}
DEALT = ("system", "topics", "conferences", "starting", "bot")
EVENTS = (
    "", "survey", "target", "research", "locate", "conference", "submit", "theory", "review", "penalty", "last", "pass",
    "reveal",
)


# ------------------------------------------------------------------------------------ writing
def deal(game) -> dict:
    """See `Game.deal`."""
    rules, state = game.rules, game.state
    clues = [notation.clue_dict(rules.clues[c]) for c in state["clue"][: 6 + len(rules.conferences)]]
    out = {
        "mode": rules.mode, "players": game.players, "system": game.system,
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
    """(core, seed, game) of a deal or position. What is left out of it is drawn from its seed."""
    if not isinstance(data, dict):
        raise PositionError(f"position: {type(data).__name__}: expected a table")
    for key in data:
        if key not in KEYS:
            raise PositionError(f"position: {key}: expected one of {', '.join(sorted(KEYS))}")
    if data.get("mode", rules.mode) != rules.mode:
        raise PositionError(f"position: mode = {data['mode']!r}: expected {rules.mode}, that of the rules")
    players = _whole(data, "players", 1, 4, 1 if "bot" in data else 4)
    seed, number = _whole(data, "seed", 0, 2**64 - 1, 0), _whole(data, "game", 0, 2**31 - 1, 0)
    generation = data.get("generation", "app")
    if generation not in GENERATIONS:
        raise PositionError(f"position: generation = {generation!r}: expected one of {', '.join(GENERATIONS)}")
    core = _engine.Core(rules.engine)
    core.start(players, seed, number, [0] * players, generation == "app")
    if any(key in data for key in DEALT):
        _write_deal(rules, core, data, players)
    if "state" in data or "log" in data:
        _write_state(core, data.get("state", {}), data.get("log"), players, number)
    return core, seed, number


def _whole(data, key, low, high, default):
    value = data.get(key, default)
    if type(value) is not int or not low <= value <= high:
        raise PositionError(f"position: {key} = {value!r}: expected a whole number from {low} to {high}")
    return value


def _split(core):
    """(state, log) of a core as arrays that can be written to."""
    size = struct_dtype("State").itemsize
    data = core.to_bytes()
    return (
        np.frombuffer(bytearray(data[:size]), struct_dtype("State")), np.frombuffer(data[size:], struct_dtype("Event"))
    )


def _write_deal(rules, core, data, players):
    """Lay a deal over the drawn one and start anew."""
    drawn, _ = _split(core)
    state = np.zeros(1, struct_dtype("State"))
    for name in ("key", "mode", "players", "seats", "solo", "system", "object", "clue"):
        state[name] = drawn[name]
    sky = rules.sky
    if "system" in data:
        try:
            state["system"] = sky.find(str(data["system"]))
        except ValueError as error:
            raise PositionError(f"position: system: {error}") from None
        state["object"][0][: rules.sectors] = [LETTERS.index(letter) for letter in data["system"]]
    _write_clues(rules, state, data.get("topics", {}), TOPICS, 0, data)
    _write_clues(rules, state, data.get("conferences", {}), rules.conferences, 6, data)
    _write_facts(rules, state[0], data.get("starting", {}), players)
    if "bot" in data:
        _write_script(rules, state[0], data["bot"], players)
    core.from_bytes(state.tobytes())
    core.restart()


def _write_clues(rules, state, clues, names, first, data):
    system = int(state["system"][0])
    for name, clue in clues.items():
        if name not in names:
            raise PositionError(f"position: {name}: expected one of {', '.join(names)}")
        wanted = (clue.get("rule"), clue.get("x"), clue.get("y", ""), clue.get("n", 0))
        offered = range(rules.n_research) if first == 0 else range(rules.n_research, len(rules.clues))
        for number in offered:
            if rules.clues[number] == wanted:
                break
        else:
            raise PositionError(f"position: {name} = {clue!r}: expected one of the rules of clues.toml")
        state["clue"][0][first + list(names).index(name)] = number
    # Whatever is left of the drawn clues must be true of the arrangement, too.
    for place in range(first, first + len(names)):
        if not _is_true(rules, system, rules.clues[state["clue"][0][place]]):
            name = names[place - first]
            raise PositionError(f"position: {name}: expected a rule that is true of {rules.sky.letters(system)}")


def _is_true(rules, system, clue):
    family, x, y, n = clue
    y = LETTERS.index(y) if y else notation.NOTHING
    return rules.sky.rule_is_true(system, _engine.FAMILIES.index(family), LETTERS.index(x), y, n)


def _write_facts(rules, state, starting, players):
    for seat, facts in starting.items():
        number = int(seat[1:]) - 1 if re.fullmatch(r"P[1-4]", seat) else players
        if number >= players:
            raise PositionError(f"position: starting.{seat}: expected one of P1 to P{players}")
        if not isinstance(facts, list) or len(facts) > 12:
            raise PositionError(f"position: starting.{seat} = {facts!r}: expected a list of at most 12 facts")
        for i, fact in enumerate(facts):
            match = re.fullmatch(r"(\d{1,2})([ACDG])", str(fact))
            if not match or not 1 <= int(match[1]) <= rules.sectors:
                raise PositionError(f"position: starting.{seat}: {fact!r}: expected a sector and one of A, C, D, G")
            sector, object_ = int(match[1]) - 1, LETTERS.index(match[2])
            if state["object"][sector] == object_:
                raise PositionError(f"position: starting.{seat}: {fact!r}: expected a fact that is true")
            state["seat"][number]["facts"][2 * i : 2 * i + 2] = sector, object_
        state["seat"][number]["n_facts"] = len(facts)


def _write_script(rules, state, bot, players):
    if players != 1:
        raise PositionError("position: bot: expected one player with it")
    turns, theories = bot.get("turns", []), bot.get("theories", [])
    if not 1 <= len(turns) <= 64 or len(theories) > 12:
        raise PositionError("position: bot: expected 1 to 64 turns and at most 12 theories")
    for i, turn in enumerate(turns):
        try:
            code = notation.read(_turn_text(rules, state, turn))
        except notation.UnreadableAction as error:
            raise PositionError(f"position: bot.turns[{i}]: {error}") from None
        if code >> 24 > 4 or (code >> 24 == 4) != (i == len(turns) - 1):
            raise PositionError(f"position: bot.turns[{i}] = {turn!r}: expected one of the four actions, last a locate")
        state["script"][i], state["script_at"][i] = code, turn["at"]
    state["n_script"] = len(turns)
    for i, theory in enumerate(theories):
        sector, object_ = theory["sector"] - 1, LETTERS.index(theory["object"])
        if state["object"][sector] != object_:
            raise PositionError(f"position: bot.theories[{i}] = {theory!r}: expected a right theory")
        state["known_sector"][i], state["known_object"][i] = sector, object_
        state["known_at"][i] = theory["learned_at"]
    state["n_known"] = len(theories)


def _turn_text(rules, state, turn) -> str:
    """A turn of a script as notation; scripts of the app give the parts of an action by name, and no place to locate."""
    do = turn.get("do", "")
    if do == "survey":
        return f"survey {turn['object']} {turn['from']}-{turn['to']}"
    if do == "target":
        return f"target {turn['sector']}"
    if do == "research":
        return f"research {turn['topic']}"
    if do == "locate":
        letters = rules.sky.letters(int(state["system"]))
        x = letters.index("X")
        return f"locate {x + 1} {letters[x - 1]} {letters[(x + 1) % len(letters)]}"
    return do


def _write_state(core, fields, log, players, number):
    """Lay fields over the state; without a `stage` among them the game goes on from the arrow."""
    state, rows = _split(core)
    _overlay(state[0], fields, "state")
    if log is not None:
        rows = np.zeros(len(log), struct_dtype("Event"))
        rows["game"] = number
        for i, event in enumerate(log):
            for name, value in event.items():
                if name == "kind" and value in EVENTS[1:]:
                    rows[i]["kind"] = EVENTS.index(value)
                elif name in rows.dtype.names and name != "kind":
                    rows[i][name] = value
                else:
                    raise PositionError(f"position: log[{i}].{name} = {value!r}: expected a field of an event")
    core.from_bytes(state.tobytes() + rows.tobytes())
    if "stage" not in fields:
        core.proceed()


def _overlay(record, fields, where):
    if not isinstance(fields, dict):
        raise PositionError(f"position: {where} = {fields!r}: expected a table")
    for name, value in fields.items():
        names = [known for known in record.dtype.names if known not in ("key", "unused")]
        if name not in names:
            raise PositionError(f"position: {where}.{name}: expected one of {', '.join(names)}")
        form = record.dtype[name].base
        try:
            if form.names:
                for i, item in enumerate(value):
                    _overlay(record[name][i], item, f"{where}.{name}[{i}]")
            elif record.dtype[name].shape:
                record[name][: len(value)] = value
            else:
                record[name] = value
        except (TypeError, ValueError, OverflowError, IndexError):
            raise PositionError(f"position: {where}.{name} = {value!r}: expected whole numbers that fit") from None


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
        "mode": rules.mode, "seat": seat, "players": game.players, "to_move": game.to_move, "decision": game.decision,
        "arrow": int(state["arrow"]) % sectors + 1, "time": int(state["arrow"]),
        "turn_order": [game.seat_name(p) for p in order],
        "visible": [(here + i) % sectors + 1 for i in range(rules.tables["visible"])],
        "phase": int(state["phase"]),
        "confirmed": {s + 1: LETTERS[state["object"][s]] for s in confirmed},
        "ruled_out": {
            s + 1: "".join(letter for i, letter in enumerate(THEORIES) if int(state["ruled_out"][s]) >> i & 1)
            for s in range(sectors) if state["ruled_out"][s]
        },
        "topics": {
            name: clue if name in read_ else {"about": clue["about"]} for name, clue in deal_["topics"].items()
        },
        "conferences": {
            name: clue if name in held else {"about": clue["about"]} for name, clue in deal_["conferences"].items()
        },
        "starting": _facts(own), "possible": game.n_possible(seat) if me < game.players else None,
        "seats": {game.seat_name(p): _seat_view(game, state, p, p == me or over) for p in range(game.core.seats)},
        "events": [_event_view(game, row, me, over) for row in game.log if _is_seen(row, me, over)],
    }
    return out | ({"system": game.system, "scores": game.scores()} if over else {})


def _seat_view(game, state, p, open_):
    seat = state["seat"][p]
    theories = []
    for token in seat["token"][: int(seat["n_tokens"])]:
        seen = open_ or token["fate"] != 1
        theories.append({
            "sector": int(token["sector"]) + 1, "object": LETTERS[token["object"]] if seen else None,
            "cell": int(token["cell"]), "phase": int(token["phase"]), "fate": FATES[token["fate"] - 1],
        })
    out = {
        "time": int(seat["time"]), "facts": int(seat["n_facts"]), "targets": int(seat["targets"]),
        "researched_last": bool(seat["researched_last"]), "topics": [t for i, t in enumerate(TOPICS) if seat["topics"] >> i & 1],
        "theories": theories, "located": bool(seat["located"]),
    }
    if open_:
        out["tokens"] = dict(zip(THEORIES, map(int, seat["left"]), strict=True))
        out["hand"] = [THEORIES[o] for o in seat["hand"][: int(seat["n_hand"])]]
    return out


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

