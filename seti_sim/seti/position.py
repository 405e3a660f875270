"""Positions as JSON-able dicts: reading, writing, and what one seat may see. The form is in docs/protocol.md.

Reading starts from a named position, lays the given keys over it, and checks everything; every error is one
`PositionError` that names the place and says what was expected.
"""

from __future__ import annotations

import numpy as np

from seti_sim.rules import opcodes as oc

from . import _engine, position_solo, position_species
from .core import EngineFault, engine_rules, read_state, struct_dtype, write_state

NONE = 255
DISCS = ("disc-1", "disc-2", "disc-3")
SLOTS = ("left", "right")
LUCK_DECK = 3
MARKS, STACK_SIZE, STACKS = 24, 8, 8

# Parts of the state that a position names in words; all the rest is in "pending", where it is not as at a turn's start.
_STATE_WORDS = {
    "seat", "key", "discard", "n_decisions", "disc_index", "turns", "players", "round", "turn", "first", "main", "n_passed",
    "rotation", "reshuffles", "deck_n", "deck", "row", "stack", "stack_n", "covered", "star_of_sector",
    "sector_of_star", "data", "n_marks", "marks", "won", "orbit_first", "data_space", "tile_order", "tile_taken",
    "two_points", "gold_side", "gold_n", "gold_marks", "neutral_left", "species", "discovered", "space",
    "solo", *position_species.STATE_WORDS,
}


class PositionError(ValueError):
    """A position that cannot be. The message names the place, the value and what was expected."""


def _fail(path: str, value, expected: str):
    raise PositionError(f"position: {path} = {value!r}: expected {expected}")


def points_by_source(seat: np.void) -> dict[str, int]:
    """Points of a seat of the state by where they came from, sources without points left out."""
    return {name: int(n) for name, n in zip(oc.SOURCES, seat["points"], strict=True) if n}


# ---------------------------------------------------------------------- sets of cards
def _cards(words) -> list[int]:
    return [64 * i + bit for i in range(4) for bit in range(64) if (int(words[i]) >> bit) & 1]


def _bits(cards) -> list[int]:
    words = [0, 0, 0, 0]
    for card in cards:
        words[card >> 6] |= 1 << (card & 63)
    return words


# ---------------------------------------------------------------------- writing
def write(rules, core, seed: int, game: int) -> dict:
    """The whole position of a core as a dict of plain values."""
    s = read_state(core)
    ids = rules.compiled
    name = ids.card_ids
    n = int(s["players"])
    seats = [f"P{i + 1}" for i in range(n)]
    rounds = rules.tree["setup"]["rounds"]
    out = {
        "format": 1, "players": n, "seed": seed, "game": game, "round": int(s["round"]), "turn": f"P{s['turn'] + 1}",
        "first": f"P{s['first'] + 1}",
        "main": ("before", "running", "after")[s["main"]],
        "passed": [seats[i] for i in range(n) if s["seat"][i]["passed"]],
        "discs": {
            "turns": [(int(s["disc_index"]) >> 6) & 7, (int(s["disc_index"]) >> 3) & 7, int(s["disc_index"]) & 7],
            "next": _discs(ids)[s["rotation"]],
        },
        "sectors": _boards(ids, s),
        "stars": {star: _star(s, i, seats, ids.tables["star_data"][i]) for i, star in enumerate(_stars(ids, s))},
        "row": [None if c == NONE else name[c] for c in s["row"][: ids.tables["card_row"]].tolist()],
        "deck": [name[c] for c in s["deck"][: s["deck_n"]][::-1].tolist()],
        "discard": [name[c] for c in _cards(s["discard"])],
        "end_of_round": [
            [name[c] for c in s["stack"][STACK_SIZE * i : STACK_SIZE * i + s["stack_n"][i]].tolist()]
            for i in range(rounds - 1)
        ],
        "techs": {
            tech: {
                "two_points": bool(s["two_points"][i]),
                "tiles": [oc.TILE_BONUSES[b] for b in s["tile_order"][4 * i + s["tile_taken"][i] : 4 * i + 4].tolist()],
                "taken": [oc.TILE_BONUSES[b] for b in s["tile_order"][4 * i : 4 * i + s["tile_taken"][i]].tolist()],
            }
            for i, tech in enumerate(ids.tech_ids)
        },
        "gold": {
            tile: {
                "side": "ab"[s["gold_side"][i]],
                "markers": [seats[p] for p in s["gold_marks"][4 * i : 4 * i + s["gold_n"][i]].tolist()],
            }
            for i, tile in enumerate(ids.gold_tile_names)
        },
        "neutral": {str(score): int(s["neutral_left"][i]) for i, score in enumerate(ids.neutral_milestones)},
        "planets": {
            planet: _planet(ids, s, i, seats)
            for i, planet in enumerate(ids.planet_ids if position_species.tile_in_play(ids, s) else ids.planet_ids[:8])
            if planet != "earth"
        },
        "moons": {
            moon: [seats[p] for p in range(n) for _ in range(s["seat"][p]["moon"][i])]
            for i, moon in enumerate(ids.moon_ids)
        },
        "species": {slot: _species(ids, s, i, seats) for i, slot in enumerate(SLOTS)},
        "seats": {seats[i]: _seat(ids, s, i) for i in range(n)},
        "turns": int(s["turns"]), "decisions": int(s["n_decisions"]), "reshuffles": int(s["reshuffles"]),
    }
    if s["solo"]["rival"]:
        out["solo"] = position_solo.write(ids, s)
    if s["gone"].any():
        out["gone"] = [name[c] for c in _cards(s["gone"])]
    pending = _pending(rules, core, s)
    if pending:
        out["pending"] = pending
    return out


def _discs(ids) -> list[str]:
    """The discs in the order of their rotations; one that comes more than once as "disc-1/1", "disc-1/2"."""
    order = [DISCS[i] for i in ids.tables["rotation_order"]]
    return [name if order.count(name) == 1 else f"{name}/{order[: i + 1].count(name)}" for i, name in enumerate(order)]


def _stars(ids, s) -> tuple[str, ...]:
    """Ids of the stars and, once it is there, of the tile, which has a slot for signals like them."""
    return (*ids.star_ids, "oumuamua") if position_species.tile_in_play(ids, s) else ids.star_ids


def _boards(ids, s) -> list[str]:
    """Sector boards by place."""
    places = ids.tables["place_sectors"]
    pairs = ids.tables["board_stars"]
    first = [int(s["star_of_sector"][places[2 * i]]) for i in range(4)]
    return [ids.sector_board_ids[pairs.index(star) // 2] for star in first]


def _star(s, i: int, seats, size: int) -> dict:
    marks = s["marks"][MARKS * i : MARKS * i + s["n_marks"][i]].tolist()
    words = [seats[p] for p in marks] + ["."] * int(s["data"][i])
    if len(words) > size:
        words.insert(size, "|")
    return {"slot": " ".join(words), "wins": [seats[p] for p in range(len(seats)) for _ in range(s["seat"][p]["wins"][i])]}


def _planet(ids, s, i: int, seats) -> dict:
    first = int(s["orbit_first"][i])
    return {
        "first_orbit": seats[first - 1] if first else None,
        "orbiters": {p: int(s["seat"][k]["orbiters"][i]) for k, p in enumerate(seats) if s["seat"][k]["orbiters"][i]},
        "landers": {p: int(s["seat"][k]["landers"][i]) for k, p in enumerate(seats) if s["seat"][k]["landers"][i]},
        "data": [
            [p for k, p in enumerate(seats) for _ in range(s["data_space"][(3 * i + space) * 4 + k])]
            for space in range(ids.tables["n_data_spaces"][i])
        ],
    }


def _marker(value: int, seats):
    return None if value == 0 else "neutral" if value == 5 else seats[value - 1]


def _species(ids, s, i: int, seats) -> dict:
    over = {
        kind: {p: int(s["seat"][k]["overflow"][3 * i + j]) for k, p in enumerate(seats) if s["seat"][k]["overflow"][3 * i + j]}
        for j, kind in enumerate(oc.TRACE_KINDS)
    }
    return {
        "id": ids.species_ids[s["species"][i]],
        "discovered": int(s["discovered"][i]) or False,
        "spaces": {kind: _marker(int(s["space"][3 * i + j]), seats) for j, kind in enumerate(oc.TRACE_KINDS)},
        "overflow": {kind: row for kind, row in over.items() if row},
        **(position_species.write_slot(ids, s, i, seats) if s["discovered"][i] else {}),
    }


def _seat(ids, s, i: int) -> dict:
    seat = s["seat"][i]
    name = ids.card_ids
    res = {r: int(seat["res"][k]) for k, r in enumerate(oc.RESOURCES)}
    tables = ids.tables
    missions = {}
    for card in _cards(seat["missions"]):
        spaces = tables["trigger_n"][card]
        missions[name[card]] = [bool((int(s["covered"][card]) >> k) & 1) for k in range(spaces)]
    return {
        "vp": res["vp"], "credits": res["credits"], "energy": res["energy"], "publicity": res["publicity"],
        "data": res["data"], "exofossils": res["exofossil"],
        "computer": {
            "top": int(seat["top"]),
            "tiles": {
                str(tables["slot_column"][k]): ids.tech_ids[seat["tile"][k]] for k in range(4) if seat["tile"][k] != NONE
            },
            "lower": [tables["slot_column"][k] for k in range(4) if (int(seat["lower"]) >> k) & 1],
        },
        "techs": [tech for k, tech in enumerate(ids.tech_ids) if (int(seat["techs"]) >> k) & 1],
        "probes": _probes(s, i),
        "hand": [name[c] for c in _cards(seat["hand"])],
        "tucked": [name[c] for c in _cards(seat["tucked"])],
        "missions": missions,
        "completed": [name[c] for c in _cards(seat["completed"])],
        "endgame": [name[c] for c in _cards(seat["endgame"])],
        "milestones": sorted(
            [m for k, m in enumerate(ids.gold_milestones) if (int(seat["gold_done"]) >> k) & 1]
            + [m for k, m in enumerate(ids.neutral_milestones) if (int(seat["neutral_done"]) >> k) & 1]
        ),
        "points": points_by_source(seat),
        **position_species.write_seat(ids, s, i),
        "decisions": int(seat["decisions"]),
    }


def _probes(s, i: int) -> list[list[int]]:
    """Spaces of the seat's probes, its capsules not among them."""
    spaces = s["seat"][i]["probes"][: s["seat"][i]["n_probes"]].tolist()
    for owner, space in zip(s["capsule_owner"].tolist(), s["capsule_space"].tolist(), strict=True):
        if owner == i + 1:
            spaces.remove(space)
    return [[p // 8 + 1, p % 8] for p in spaces]


def _plain(value):
    """A field of a state as nested lists of ints."""
    if isinstance(value, np.void):
        return {field: _plain(value[field]) for field in value.dtype.names}
    return value.tolist() if hasattr(value, "tolist") else value


def _turn_start(core, s):
    """A bare state at the start of such a turn: what of the engine's stack need not be written down."""
    blank = np.zeros(1, struct_dtype("State"))[0]
    blank["players"], blank["round"] = s["players"], 1
    fresh = core.copy()
    write_state(fresh, blank)
    fresh.fresh_turn(int(s["turn"]), s["main"] == 2)
    start = read_state(fresh)
    # The engine would only say so, too, but its checks look for the cards, which a bare state does not have.
    start["decision"] = _engine.DECISIONS.index("turn")
    return start


def _pending(rules, core, s) -> dict | None:
    fresh = _turn_start(core, s)
    fields = {
        field: _plain(s[field])
        for field in s.dtype.names
        if field not in _STATE_WORDS and field != "frame" and not np.array_equal(s[field], fresh[field])
    }
    frames = [_plain(frame) for frame in s["frame"][: s["n_frames"]]]
    usual = [_plain(frame) for frame in fresh["frame"][: fresh["n_frames"]]]
    if not fields and frames == usual:
        return None
    return {"rules": rules.fingerprint, "fields": fields, "frames": frames}


# ---------------------------------------------------------------------- what a seat sees
def view(rules, core, seat: str) -> dict:
    """The position without what that seat cannot see (R20.2): deck order, other hands, end-of-round stacks (but the one
    it is choosing from), species not discovered, tech bonuses below the top, species' decks, samples face down and in
    others' capsules, others' secret cards (those played until the game is over, EXE-07). Numbers of cards, spaces of
    capsules stand in their place. `playing` is what of an action under way lies open: see `_playing`."""
    out = write(rules, core, 0, 0)
    if seat not in out["seats"]:
        raise ValueError(f"seat {seat!r}: expected one of {', '.join(out['seats'])}")
    choosing = core.decision == "pass-take" and f"P{core.to_move + 1}" == seat
    for key in ("seed", "game", "format", "pending"):
        out.pop(key, None)
    out["decision"] = core.decision
    out["playing"] = _playing(rules, read_state(core))
    out["to_move"] = None if core.to_move is None else f"P{core.to_move + 1}"
    out["deck"] = len(out["deck"])
    out["end_of_round"] = [
        stack if choosing and i == core.round - 1 else len(stack) for i, stack in enumerate(out["end_of_round"])
    ]
    for other, table in out["seats"].items():
        if other != seat:
            hidden = ("hand", "secrets") if core.over else ("hand", "secrets", "secrets_played")
            for key in hidden:
                if key in table:
                    table[key] = len(table[key])
            if "capsules" in table:
                table["capsules"] = sorted(table["capsules"].values())
    if "solo" in out:
        position_solo.hide(out["solo"])
    secret = {rules.compiled.card_ids[c] for c in position_species.secret_cards(rules.compiled)}
    if "gone" in out:  # secret cards left the game unseen
        out["gone"] = [card for card in out["gone"] if card not in secret]
    for stack in out["techs"].values():
        stack["left"] = len(stack["tiles"])
        stack["tiles"] = stack["tiles"][:1]
    for slot in out["species"].values():
        if not slot["discovered"]:
            slot["id"] = None
            continue
        slot["deck"] = len(slot["deck"])
        if "samples" in slot and not (core.decision == "sample" and out["to_move"] == seat):
            slot["samples"] = {planet: len(lying) for planet, lying in slot["samples"].items()}
        elif "samples" in slot:  # the seat is looking at those of one planet
            planet = rules.compiled.planet_ids[read_state(core)["frame"][read_state(core)["n_frames"] - 1]["a"]]
            slot["samples"] = {p: lying if p == planet else len(lying) for p, lying in slot["samples"].items()}
    return out


def _playing(rules, s) -> dict:
    """What everybody sees of an action under way: the card being played, the probe chosen for it, the points of movement
    that are left; empty where nothing is."""
    out: dict = {}
    if s["card"] != NONE:
        out["card"] = rules.compiled.card_ids[s["card"]]
    if s["probe"] != NONE:
        out["probe"] = [int(s["probe"]) // 8 + 1, int(s["probe"]) % 8]
    left = sum(int(frame["a"]) for frame in s["frame"][: s["n_frames"]] if frame["kind"] == _engine.FRAME_MOVE)
    if left:
        out["movement"] = left
    return out


# ---------------------------------------------------------------------- reading
_KEYS = {
    "format", "from", "players", "seed", "game", "round", "turn", "first", "main", "passed", "discs", "sectors", "stars", "row",
    "deck", "discard", "end_of_round", "techs", "gold", "neutral", "planets", "moons", "species", "seats", "turns",
    "decisions", "reshuffles", "gone", "solo", "pending",
}
_SEAT_KEYS = {
    "vp", "credits", "energy", "publicity", "data", "exofossils", "computer", "techs", "probes", "hand", "tucked",
    "missions", "completed", "endgame", "milestones", "points", "decisions", *position_species.SEAT_KEYS,
}
BENCH = {
    "players": 2, "round": 2, "turn": "P1", "first": "P1", "discs": {"turns": [0, 0, 0]},
    "sectors": ["procyon-vega", "sirius-barnard", "kepler-proxima", "virginis-pictoris"],
    "row": ["base-110", "base-130", "base-105"],
    "gold": {tile: {"side": "a"} for tile in oc.GOLD_TILES},
    "seat": {"vp": 0, "credits": 5, "energy": 5, "publicity": 4},
}
"""What "bench" says beyond the defaults: the position that the rulings are stated for."""


class _Reader:
    """Checked access to a position; remembers which cards have been put somewhere."""

    def __init__(self, rules, data: dict):
        self.rules = rules
        self.ids = rules.compiled
        self.data = data
        self.where: dict[int, str] = {}
        self.index = {card: i for i, card in enumerate(self.ids.card_ids)}

    fail = staticmethod(_fail)

    def space(self, value, path: str) -> int:
        """A space written as [ring, sector] or "ring.sector"."""
        if isinstance(value, str):
            value = [int(x) if x.isdigit() else x for x in value.split(".")]
        if len(self.list(value, path)) != 2:
            _fail(path, value, "[ring, sector]")
        return 8 * (self.int(value[0], f"{path}[0]", 1, 4) - 1) + self.int(value[1], f"{path}[1]", 0, 7)

    def table(self, value, path: str, keys=None) -> dict:
        if not isinstance(value, dict):
            _fail(path, value, "a table")
        for key in value:
            if keys is not None and key not in keys:
                _fail(f"{path}.{key}" if path else key, value[key], "one of " + ", ".join(sorted(map(str, keys))))
        return value

    def int(self, value, path: str, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            _fail(path, value, f"a whole number from {low} to {high}")
        return value

    def choice(self, value, path: str, choices) -> int:
        if value not in choices:
            _fail(path, value, "one of " + ", ".join(map(str, choices)))
        return list(choices).index(value)

    def list(self, value, path: str) -> list:
        if not isinstance(value, list):
            _fail(path, value, "a list")
        return value

    def seat(self, value, path: str, players: int) -> int:
        return self.choice(value, path, [f"P{i + 1}" for i in range(players)])

    def card(self, value, path: str) -> int:
        if value not in self.index:
            _fail(path, value, "the id of a card")
        card = self.index[value]
        if card in self.where:
            _fail(path, value, f"a card that lies nowhere else (it is in {self.where[card]})")
        self.where[card] = path
        return card

    def cards(self, value, path: str, in_hand: bool = False) -> list[int]:
        """Cards of a list; `in_hand`: of those that can come into a hand (EXE-05)."""
        found = [self.card(card, f"{path}[{i}]") for i, card in enumerate(self.list(value, path))]
        for i, card in enumerate(found):
            if in_hand and oc.CARD_CLASSES[self.ids.tables["card_class"][card]] == "secret":
                _fail(f"{path}[{i}]", value[i], "a card that can be in a hand; this one is played face down (`secrets`)")
        return found

    def check_cards(self, s) -> None:
        """No card that is not in this game: left out, or of a species that has not been discovered."""
        found = {int(s["species"][i]) for i in range(2) if s["discovered"][i]}
        for card, path in self.where.items():
            name, species = self.ids.card_ids[card], self.ids.tables["card_species"][card]
            if self.ids.tables["left_out"][card]:
                _fail(path, name, "a card that setup.without does not leave out")
            if species != NONE and species not in found:
                _fail(path, name, f"no card of {self.ids.species_ids[species]}, which are not discovered")


def read(rules, data) -> tuple:
    """(core, seed, game) of a position. Raises PositionError."""
    if not isinstance(data, dict):
        _fail("(whole)", type(data).__name__, "a table")
    r = _Reader(rules, data)
    r.table(data, "", _KEYS)
    if "format" in data and data["format"] != 1:
        _fail("format", data["format"], "1")
    base_name = data.get("from", "start")
    r.choice(base_name, "from", ("start", "bench"))
    bench = BENCH if base_name == "bench" else {}
    ids, tables = r.ids, r.ids.tables
    n = r.int(data.get("players", bench.get("players", 2)), "players", 2, 4)
    seed = data.get("seed", 0)
    game = data.get("game", 0)
    for key, value in (("seed", seed), ("game", game)):
        if type(value) is not int:
            _fail(key, value, "a whole number")
    level, rival = _solo_level(r, n)
    core = _engine.Core(engine_rules(rules))
    # Luck of the seed for what is not given: discs, boards, tiles, sides, species, the rival's cards.
    core.start(n, seed, game, -1, level)
    fresh = read_state(core)
    s = np.zeros(1, struct_dtype("State"))[0]
    for field in ("key", "disc_index", "star_of_sector", "sector_of_star", "tile_order", "gold_side", "species"):
        s[field] = fresh[field]
    for field in ("card", "probe", "drawn", "tech", "trace_kind", "last_star"):
        s[field] = NONE
    if level:
        fresh["solo"]["rival"] = rival or fresh["solo"]["rival"]
        s["solo"]["rival"] = fresh["solo"]["rival"]
    rounds = tables["rounds"]
    s["players"] = n
    s["round"] = r.int(data.get("round", bench.get("round", 1)), "round", 0, rounds + 1)
    s["turn"] = r.seat(data.get("turn", "P1"), "turn", n)
    usual = f"P{(max(int(s['round']), 1) - 1) % n + 1}"  # the marker goes one seat on each round (R17.7)
    s["first"] = r.seat(data.get("first", bench.get("first", usual)), "first", n)
    s["main"] = r.choice(data.get("main", "before"), "main", ("before", "running", "after"))
    s["turns"] = r.int(data.get("turns", 1), "turns", 0, 60000)
    s["n_decisions"] = r.int(data.get("decisions", 0), "decisions", 0, 10**9)
    s["reshuffles"] = r.int(data.get("reshuffles", 0), "reshuffles", 0, 255)
    for i, name in enumerate(r.list(data.get("passed", []), "passed")):
        s["seat"][r.seat(name, f"passed[{i}]", n)]["passed"] = 1
        s["n_passed"] += 1
    if "pending" not in data and s["seat"][int(s["turn"])]["passed"]:
        _fail("turn", data.get("turn", "P1"), "a seat that has not passed")
    _read_sky(r, {**bench.get("discs", {}), **r.table(data.get("discs", {}), "discs", {"turns", "next"})}, s)
    if "sectors" in data or "sectors" in bench:
        _read_boards(r, data.get("sectors", bench.get("sectors")), s)
    _read_species(r, s, n)
    _read_stars(r, s, n)
    _read_planets(r, s, n)
    _read_tiles(r, s, n, bench)
    default = {**bench.get("seat", {})}
    if not bench:
        start = tables["start_resources"]
        default = {"credits": start[0], "energy": start[1], "publicity": start[2]}
    seats = r.table(data.get("seats", {}), "seats", {f"P{i + 1}" for i in range(n)})
    for i in range(n):
        own = dict(default) if bench else {**default, "vp": tables["start_vp"][i]}
        if i + 1 == s["solo"]["rival"]:
            own |= {"credits": 0, "energy": 0}
        _read_seat(r, {**own, **r.table(seats.get(f"P{i + 1}", {}), f"seats.P{i + 1}", _SEAT_KEYS)}, f"seats.P{i + 1}", s, i)
    for card in r.cards(data.get("gone", []), "gone"):
        if tables["card_species"][card] == NONE:
            _fail("gone", ids.card_ids[card], "cards of species")
        s["gone"][card >> 6] |= np.uint64(1 << (card & 63))
    if level:
        position_solo.read(r, s, fresh)
    _read_cards(r, s, n, bench, core)
    _read_tokens(r, s, n, core)
    r.check_cards(s)
    write_state(core, s)
    _finish(r, core, s)
    return core, seed, game


def _solo_level(r: _Reader, n: int) -> tuple[int, int]:
    """(level of a solo game or 0, the rival's seat, 1 or 2, or 0 where it is drawn)."""
    if "solo" not in r.data:
        return 0, 0
    table = r.table(r.data["solo"], "solo", position_solo.KEYS)
    if n != 2:
        _fail("players", n, "2, the player and the rival of a solo game")
    level = r.int(table.get("level", 1), "solo.level", 1, len(r.ids.solo["levels"]))
    return level, r.seat(table["rival"], "solo.rival", 2) + 1 if "rival" in table else 0


def _read_sky(r: _Reader, discs: dict, s) -> None:
    if "turns" in discs:
        turns = r.list(discs["turns"], "discs.turns")
        if len(turns) != 3:
            _fail("discs.turns", turns, "three numbers")
        t = [r.int(v, f"discs.turns[{i}]", 0, 7) for i, v in enumerate(turns)]
        s["disc_index"] = 64 * t[0] + 8 * t[1] + t[2]
    order = _discs(r.ids)
    s["rotation"] = r.choice(discs.get("next", order[0]), "discs.next", order)


def _read_boards(r: _Reader, names, s) -> None:
    names = r.list(names, "sectors")
    if sorted(map(str, names)) != sorted(r.ids.sector_board_ids):
        _fail("sectors", names, "each of " + ", ".join(r.ids.sector_board_ids) + " once")
    tables = r.ids.tables
    for place, name in enumerate(names):
        board = r.ids.sector_board_ids.index(name)
        for k in range(2):
            sector, star = tables["place_sectors"][2 * place + k], tables["board_stars"][2 * board + k]
            s["star_of_sector"][sector] = star
            s["sector_of_star"][star] = sector


def _read_stars(r: _Reader, s, n: int) -> None:
    names = _stars(r.ids, s)
    stars = r.table(r.data.get("stars", {}), "stars", names)
    for i, star in enumerate(names):
        path = f"stars.{star}"
        row = r.table(stars.get(star, {}), path, {"slot", "wins"})
        size = r.ids.tables["star_data"][i]
        slot = row.get("slot", ["."] * size)
        words = slot.replace("|", " ").split() if isinstance(slot, str) else [w for w in r.list(slot, f"{path}.slot") if w != "|"]
        marks = [w for w in words if w != "."]
        data = len(words) - len(marks)
        if words != marks + ["."] * data or len(words) < size or (data and len(words) != size) or len(marks) > MARKS:
            _fail(f"{path}.slot", slot, f"markers, then data, {size} together, or {size} or more markers")
        if not data and "pending" not in r.data:
            # A completed sector waits for its settlement only between the two; no turn begins with one.
            _fail(f"{path}.slot", slot, "at least one data (a completed sector is settled before a turn begins)")
        for k, name in enumerate(marks):
            s["marks"][MARKS * i + k] = r.seat(name, f"{path}.slot[{k}]", n)
        s["n_marks"][i] = len(marks)
        s["data"][i] = data
        for k, name in enumerate(r.list(row.get("wins", []), f"{path}.wins")):
            s["seat"][r.seat(name, f"{path}.wins[{k}]", n)]["wins"][i] += 1
            s["won"][i] += 1


def _counts(r: _Reader, value, path: str, n: int) -> list[int]:
    table = r.table(value, path, {f"P{i + 1}" for i in range(n)})
    return [r.int(table.get(f"P{i + 1}", 0), f"{path}.P{i + 1}", 0, 60) for i in range(n)]


def _read_planets(r: _Reader, s, n: int) -> None:
    last = 9 if position_species.tile_in_play(r.ids, s) else 8
    names = [p for p in r.ids.planet_ids[:last] if p != "earth"]
    planets = r.table(r.data.get("planets", {}), "planets", names)
    for name, row in planets.items():
        i, path = r.ids.planet_ids.index(name), f"planets.{name}"
        r.table(row, path, {"first_orbit", "orbiters", "landers", "data"})
        for k, count in enumerate(_counts(r, row.get("orbiters", {}), f"{path}.orbiters", n)):
            s["seat"][k]["orbiters"][i] = count
        for k, count in enumerate(_counts(r, row.get("landers", {}), f"{path}.landers", n)):
            s["seat"][k]["landers"][i] = count
        orbited = [k for k in range(n) if s["seat"][k]["orbiters"][i]]
        first = row.get("first_orbit", f"P{orbited[0] + 1}" if orbited else None)
        if first is not None:
            k = r.seat(first, f"{path}.first_orbit", n)
            if k not in orbited:
                _fail(f"{path}.first_orbit", first, "a seat with an orbiter there, or null")
            s["orbit_first"][i] = k + 1
        spaces = r.list(row.get("data", _first_spaces(r, s, i, n)), f"{path}.data")
        if len(spaces) > r.ids.tables["n_data_spaces"][i]:
            _fail(f"{path}.data", spaces, f"a list for each of {r.ids.tables['n_data_spaces'][i]} data spaces")
        for k, holders in enumerate(spaces):
            for j, holder in enumerate(r.list(holders, f"{path}.data[{k}]")):
                s["data_space"][(3 * i + k) * 4 + r.seat(holder, f"{path}.data[{k}][{j}]", n)] += 1
        for k in range(n):
            if sum(int(s["data_space"][(3 * i + m) * 4 + k]) for m in range(3)) > s["seat"][k]["landers"][i]:
                _fail(f"{path}.data", spaces, "no more holders than landers")
    moons = r.table(r.data.get("moons", {}), "moons", r.ids.moon_ids)
    for name, holders in moons.items():
        for j, holder in enumerate(r.list(holders, f"moons.{name}")):
            s["seat"][r.seat(holder, f"moons.{name}[{j}]", n)]["moon"][r.ids.moon_ids.index(name)] += 1


def _first_spaces(r: _Reader, s, planet: int, n: int) -> list[list[str]]:
    """Data spaces as the first landers would hold them, where a position does not say: in seat order."""
    landed = [f"P{k + 1}" for k in range(n) for _ in range(s["seat"][k]["landers"][planet])]
    return [[seat] for seat in landed[: r.ids.tables["n_data_spaces"][planet]]]


def _read_species(r: _Reader, s, n: int) -> None:
    species = r.table(r.data.get("species", {}), "species", SLOTS)
    named = [row.get("id") for row in species.values() if isinstance(row, dict)]
    for i, slot in enumerate(SLOTS):
        path = f"species.{slot}"
        row = r.table(species.get(slot, {}), path, {"id", "discovered", "spaces", "overflow", *position_species.SLOT_KEYS})
        if row.get("id") is not None:
            s["species"][i] = r.choice(row["id"], f"{path}.id", r.ids.species_ids)
        elif r.ids.species_ids[s["species"][i]] in named:
            used = {r.ids.species_ids.index(x) for x in named if x in r.ids.species_ids} | {int(s["species"][1 - i])}
            s["species"][i] = next(k for k in range(len(r.ids.species_ids)) if k not in used)
        spaces = r.table(row.get("spaces", {}), f"{path}.spaces", oc.TRACE_KINDS)
        for kind, holder in spaces.items():
            k = 3 * i + oc.TRACE_KINDS.index(kind)
            if holder == "neutral":
                s["space"][k] = 5
            elif holder is not None:
                s["space"][k] = 1 + r.seat(holder, f"{path}.spaces.{kind}", n)
        found = row.get("discovered", False)
        if found is not False:
            full = all(s["space"][3 * i + k] for k in range(3))
            if not full:
                _fail(f"{path}.discovered", found, "false while a discovery space is free")
            s["discovered"][i] = int(s["round"]) if found is True else r.int(found, f"{path}.discovered", 1, 9)
            position_species.read_board(r, row, path, s, i, n)
        elif any(key in row for key in position_species.SLOT_KEYS):
            key = next(key for key in position_species.SLOT_KEYS if key in row)
            _fail(f"{path}.{key}", row[key], "nothing while the species is not discovered")
        over = r.table(row.get("overflow", {}), f"{path}.overflow", oc.TRACE_KINDS)
        for kind, counts in over.items():
            for k, count in enumerate(_counts(r, counts, f"{path}.overflow.{kind}", n)):
                s["seat"][k]["overflow"][3 * i + oc.TRACE_KINDS.index(kind)] = count
    if s["species"][0] == s["species"][1]:
        _fail("species", [r.ids.species_ids[k] for k in s["species"].tolist()], "two different species")


def _read_tokens(r: _Reader, s, n: int, core) -> None:
    """Decks and tokens of discovered species, laid out by the engine and then as the position says."""
    found = [i for i in range(2) if s["discovered"][i]]
    write_state(core, s)
    for i in found:
        core.place_species(i)
    placed = read_state(core)
    if found:
        for field in position_species.PLACED:
            s[field] = placed[field]
    for i in found:
        position_species.read_tokens(r, s, placed, i, n)


def _read_tiles(r: _Reader, s, n: int, bench: dict) -> None:
    ids = r.ids
    techs = r.table(r.data.get("techs", {}), "techs", ids.tech_ids)
    s["two_points"][: len(ids.tech_ids)] = 1
    for tech, row in techs.items():
        i, path = ids.tech_ids.index(tech), f"techs.{tech}"
        r.table(row, path, {"two_points", "tiles", "taken"})
        two = row.get("two_points", True)
        if not isinstance(two, bool):
            _fail(f"{path}.two_points", two, "true or false")
        s["two_points"][i] = two
        if "tiles" in row or "taken" in row:
            left = [r.choice(b, f"{path}.tiles[{k}]", oc.TILE_BONUSES) for k, b in enumerate(r.list(row.get("tiles", []), f"{path}.tiles"))]
            gone = [r.choice(b, f"{path}.taken[{k}]", oc.TILE_BONUSES) for k, b in enumerate(r.list(row.get("taken", []), f"{path}.taken"))]
            rest = [b for b in s["tile_order"][4 * i : 4 * i + 4].tolist() if b not in left + gone]
            # Named tiles lie on top in their order; of unnamed ones those that were taken are not said.
            order = gone + left + rest if "taken" in row else left + rest
            if len(order) != 4 or sorted(order) != [0, 1, 2, 3]:
                _fail(f"{path}.tiles", row.get("tiles"), "different ones of " + ", ".join(oc.TILE_BONUSES))
            s["tile_order"][4 * i : 4 * i + 4] = order
            s["tile_taken"][i] = len(gone)
    gold = r.table(r.data.get("gold", {}), "gold", ids.gold_tile_names)
    for i, tile in enumerate(ids.gold_tile_names):
        row = {**bench.get("gold", {}).get(tile, {}), **r.table(gold.get(tile, {}), f"gold.{tile}", {"side", "markers"})}
        if "side" in row:
            s["gold_side"][i] = r.choice(row["side"], f"gold.{tile}.side", ("a", "b"))
        marks = [r.seat(p, f"gold.{tile}.markers[{k}]", n) for k, p in enumerate(r.list(row.get("markers", []), f"gold.{tile}.markers"))]
        if len(set(marks)) != len(marks):
            _fail(f"gold.{tile}.markers", row["markers"], "each seat at most once")
        s["gold_n"][i] = len(marks)
        s["gold_marks"][4 * i : 4 * i + len(marks)] = marks
    neutral = r.table(r.data.get("neutral", {}), "neutral", [str(m) for m in ids.neutral_milestones])
    for i, score in enumerate(ids.neutral_milestones):
        s["neutral_left"][i] = r.int(neutral.get(str(score), ids.tables["neutral_markers"][n]), f"neutral.{score}", 0, 6)


def _read_seat(r: _Reader, row: dict, path: str, s, i: int) -> None:
    ids, tables, seat = r.ids, r.ids.tables, s["seat"][i]
    limits = {"publicity": tables["publicity_max"], "data": tables["pool_max"]}
    rival = i + 1 == s["solo"]["rival"]
    if rival:
        del limits["data"]
        for key in ("hand", "techs", "tucked", "missions", "completed", "endgame", "secrets", "capsules", "credits", "energy"):
            if row.get(key):
                _fail(f"{path}.{key}", row[key], "nothing of the kind for the rival")
    for k, res in enumerate(oc.RESOURCES):
        key = "exofossils" if res == "exofossil" else res
        seat["res"][k] = r.int(row.get(key, 0), f"{path}.{key}", 0, limits.get(res, 30000))
    points = r.table(row.get("points", {"other": row.get("vp", 0)}), f"{path}.points", oc.SOURCES)
    for source, value in points.items():
        # The loss for most danger is a negative one, and effects may pay with points.
        seat["points"][oc.SOURCES.index(source)] = r.int(value, f"{path}.points.{source}", -30000, 30000)
    if sum(points.values()) != row.get("vp", 0):
        _fail(f"{path}.points", points, f"a sum of vp, {row.get('vp', 0)}")
    for k, tech in enumerate(r.list(row.get("techs", []), f"{path}.techs")):
        t = r.choice(tech, f"{path}.techs[{k}]", ids.tech_ids)
        if (int(seat["techs"]) >> t) & 1:
            _fail(f"{path}.techs[{k}]", tech, "each tech at most once")
        seat["techs"] |= 1 << t
        if "taken" not in r.data.get("techs", {}).get(tech, {}):
            s["tile_taken"][t] += 1
            if "two_points" not in r.data.get("techs", {}).get(tech, {}):
                s["two_points"][t] = 0
            if "tiles" in r.data.get("techs", {}).get(tech, {}):
                # The tiles named lie on top of what is left: one more of the unnamed ones is the one taken.
                order = s["tile_order"][4 * t : 4 * t + 4].tolist()
                s["tile_order"][4 * t : 4 * t + 4] = order[-1:] + order[:-1]
    computer = r.table(row.get("computer", {}), f"{path}.computer", {"top", "tiles", "lower"})
    seat["top"] = r.int(computer.get("top", 0), f"{path}.computer.top", 0, tables["rival_spaces" if rival else "computer_top"])
    seat["tile"] = NONE
    columns = tables["slot_column"]
    own = r.table(computer.get("tiles", {}), f"{path}.computer.tiles", [str(k) for k in columns])
    for column, tech in own.items():
        t = r.choice(tech, f"{path}.computer.tiles.{column}", ids.tech_ids)
        if not (int(seat["techs"]) >> t) & 1 or tables["tech_kind"][t] != oc.TECH_KINDS.index("computer") or t in seat["tile"]:
            _fail(f"{path}.computer.tiles.{column}", tech, "a computer tech of the seat's techs, each once")
        seat["tile"][columns.index(int(column))] = t
    placed = sum(1 for t in seat["tile"].tolist() if t != NONE)
    have = sum(1 for t in range(len(ids.tech_ids)) if (int(seat["techs"]) >> t) & 1 and tables["tech_kind"][t] == oc.TECH_KINDS.index("computer"))
    if placed != have and "pending" not in r.data:
        _fail(f"{path}.computer.tiles", own, "a column for each computer tech of the seat")
    for k, column in enumerate(r.list(computer.get("lower", []), f"{path}.computer.lower")):
        slot = r.choice(column, f"{path}.computer.lower[{k}]", columns)
        if seat["tile"][slot] == NONE or seat["top"] < column:
            _fail(f"{path}.computer.lower[{k}]", column, "a column with a tile and a filled top space")
        seat["lower"] |= 1 << slot
    spaces = []
    for k, space in enumerate(r.list(row.get("probes", []), f"{path}.probes")):
        spaces.append(r.space(space, f"{path}.probes[{k}]"))
    if rival and len(spaces) > 1:
        _fail(f"{path}.probes", spaces, "at most one probe of the rival")
    if len(spaces) > 16:
        _fail(f"{path}.probes", len(spaces), "at most 16 probes")
    seat["n_probes"] = len(spaces)
    seat["probes"][: len(spaces)] = sorted(spaces)
    hand = r.cards(row.get("hand", []), f"{path}.hand", in_hand=True)
    seat["hand"], seat["n_hand"] = _bits(hand), len(hand)
    tucked = r.cards(row.get("tucked", []), f"{path}.tucked", in_hand=True)
    seat["tucked"] = _bits(tucked)
    for card in tucked:
        seat["income"][tables["card_income"][card]] += 1
    position_species.read_seat(r, row, path, s, i)
    _read_missions(r, row, path, s, seat)
    gold, neutral = ids.gold_milestones, ids.neutral_milestones
    for k, score in enumerate(r.list(row.get("milestones", []), f"{path}.milestones")):
        r.choice(score, f"{path}.milestones[{k}]", gold + neutral)
        if score in gold:
            seat["gold_done"] |= 1 << gold.index(score)
        if score in neutral:
            seat["neutral_done"] |= 1 << neutral.index(score)
    seat["decisions"] = r.int(row.get("decisions", 0), f"{path}.decisions", 0, 10**9)


def _read_missions(r: _Reader, row: dict, path: str, s, seat) -> None:
    ids, tables = r.ids, r.ids.tables
    playing = r.table(row.get("missions", {}), f"{path}.missions")
    cards = r.cards(list(playing), f"{path}.missions")
    for card, covered in zip(cards, playing.values(), strict=True):
        kind, spaces = tables["card_class"][card], tables["trigger_n"][card]
        place = f"{path}.missions.{ids.card_ids[card]}"
        if kind not in (1, 2):
            _fail(place, covered, "a card with a mission")
        flags = r.list(covered, place) or [False] * spaces
        if len(flags) != spaces or not all(isinstance(f, bool) for f in flags) or (spaces and all(flags)):
            _fail(place, covered, f"{spaces} of true or false, not all true")
        s["covered"][card] = sum(1 << k for k, f in enumerate(flags) if f)
    seat["missions"] = _bits(cards)
    done = r.cards(row.get("completed", []), f"{path}.completed")
    for card in done:
        if tables["card_class"][card] not in (1, 2):
            _fail(f"{path}.completed", ids.card_ids[card], "cards with a mission")
        s["covered"][card] = (1 << tables["trigger_n"][card]) - 1
    seat["completed"] = _bits(done)
    end = r.cards(row.get("endgame", []), f"{path}.endgame")
    for card in end:
        if tables["card_class"][card] != 3:
            _fail(f"{path}.endgame", ids.card_ids[card], "cards that score at the end of the game")
    seat["endgame"] = _bits(end)


def _read_cards(r: _Reader, s, n: int, bench: dict, core) -> None:
    """Row, deck, discard pile and stacks; what is not given comes off a deck of all cards that lie nowhere else."""
    ids, tables, data = r.ids, r.ids.tables, r.data
    size, rounds = tables["card_row"], tables["rounds"]
    s["row"] = NONE
    row = data.get("row")
    if row is None and bench:
        row = [card for card in bench["row"] if r.index[card] not in r.where and not tables["left_out"][r.index[card]]]
    if row is not None:
        row = r.list(row, "row")
        if len(row) > size:
            _fail("row", row, f"at most {size} cards")
        for k, card in enumerate(row):
            s["row"][k] = NONE if card is None else r.card(card, f"row[{k}]")
    s["discard"] = _bits(r.cards(data.get("discard", []), "discard"))
    stacks = None
    if "end_of_round" in data:
        stacks = [r.cards(cards, f"end_of_round[{k}]") for k, cards in enumerate(r.list(data["end_of_round"], "end_of_round"))]
        if len(stacks) > rounds - 1 or any(len(cards) > STACK_SIZE for cards in stacks):
            _fail("end_of_round", data["end_of_round"], f"{rounds - 1} stacks of at most {STACK_SIZE} cards")
    playing = (data.get("pending") or {}).get("fields", {}).get("card", NONE)
    if isinstance(playing, int) and playing != NONE and not (data.get("pending") or {}).get("fields", {}).get("tucked"):
        sent = [entry[:1] for slot in data.get("species", {}).values() for entry in slot.get("messages", [])]
        if [ids.card_ids[playing]] not in sent:  # a message that is being sent has its marker already
            r.where[playing] = "pending"
    if "deck" in data:
        deck = r.cards(data["deck"], "deck")[::-1]
    else:
        rest = [
            c for c in range(len(ids.card_ids))
            if c not in r.where and not tables["left_out"][c] and tables["card_species"][c] == NONE
        ]
        deck = core.shuffled(rest, LUCK_DECK, 0)
    for k in range(size):
        if s["row"][k] == NONE and deck and (row is None or (bench and "row" not in data)):
            s["row"][k] = deck.pop()
    if stacks is None:
        stacks = []
        for k in range(rounds - 1):
            left = n + tables["end_of_round_extra"] - (int(s["n_passed"]) if k == s["round"] - 1 else 0)
            want = 0 if k < s["round"] - 1 or "deck" in data else min(left, len(deck))
            stacks.append([deck.pop() for _ in range(want)])
    for k, cards in enumerate(stacks):
        s["stack"][STACK_SIZE * k : STACK_SIZE * k + len(cards)] = cards
        s["stack_n"][k] = len(cards)
    lying = [*deck, *_cards(s["discard"]), *(c for c in s["row"].tolist() if c != NONE), *(c for cards in stacks for c in cards)]
    for card in lying:
        if tables["card_species"][card] != NONE:
            _fail("deck", ids.card_ids[card], "no species' cards in deck, discard pile, row and stacks")
    s["deck_n"] = len(deck)
    s["deck"][: len(deck)] = deck


def _finish(r: _Reader, core, s) -> None:
    """Bring the position to its decision: exactly as written down, or to the start of the turn."""
    pending = r.data.get("pending")
    if pending is None:
        if s["main"] == 1 or not 1 <= s["round"] <= r.ids.tables["rounds"]:
            _fail("main" if s["main"] == 1 else "round", r.data.get("main" if s["main"] == 1 else "round"), "a turn to be played")
        core.fresh_turn(int(s["turn"]), s["main"] == 2)
        core.miss_cards()
        try:
            core.proceed()
        except EngineFault as fault:
            raise PositionError(f"position: {fault}") from None
        return
    r.table(pending, "pending", {"rules", "fields", "frames"})
    if pending.get("rules") != r.rules.fingerprint:
        _fail("pending.rules", pending.get("rules"), f"{r.rules.fingerprint}, the rules it is read with")
    over = bool((pending.get("fields") or {}).get("over"))
    core.fresh_turn(int(s["turn"]), s["main"] == 2)
    state = read_state(core)
    state["main"] = s["main"]
    try:
        for field, value in pending["fields"].items():
            if field in _STATE_WORDS or field not in state.dtype.names:
                _fail(f"pending.fields.{field}", value, "a field of the engine's stack")
            state[field] = value
        state["frame"] = np.zeros((), struct_dtype("State"))["frame"]
        for k, frame in enumerate(pending["frames"]):
            for field, value in frame.items():
                state["frame"][k][field] = value
        state["n_frames"] = len(pending["frames"])
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError) as error:
        if isinstance(error, PositionError):
            raise
        raise PositionError(f"position: pending: {error}: expected what `to_json` wrote") from None
    state["turn"] = s["turn"]
    if not over and not 0 < int(state["n_frames"]) <= 48:
        _fail("pending.frames", len(pending["frames"]), "1 to 48 frames")
    write_state(core, state)
    core.miss_cards()
    if over:
        core.check()
        return
    try:
        # The same decision comes up again: the frames say what was being decided.
        core.proceed()
    except EngineFault as fault:
        raise PositionError(f"position: {fault}") from None
