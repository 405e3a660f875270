"""Positions as JSON-able dicts: writing them, and what one seat may see. The form is in docs/protocol.md; how they are
read is in `position_read`.
"""

from __future__ import annotations

import numpy as np

from seti_sim.seti.rules import opcodes as oc

from . import position_solo, position_species
from .engine import _engine, read_state, struct_dtype, write_state

NONE = 255
DISCS = ("disc-1", "disc-2", "disc-3")
SLOTS = ("left", "right")
LUCK_DECK = 3
MARKS, STACK_SIZE, STACKS = 24, 8, 8

# Parts of the state that a position names in words; all the rest is in "pending", where it is not as at a turn's start.
STATE_WORDS = {
    "seat",
    "key",
    "discard",
    "n_decisions",
    "disc_index",
    "turns",
    "players",
    "round",
    "turn",
    "first",
    "main",
    "n_passed",
    "rotation",
    "reshuffles",
    "deck_n",
    "deck",
    "row",
    "stack",
    "stack_n",
    "covered",
    "star_of_sector",
    "sector_of_star",
    "data",
    "n_marks",
    "marks",
    "won",
    "orbit_first",
    "data_space",
    "tile_order",
    "tile_taken",
    "two_points",
    "gold_side",
    "gold_n",
    "gold_marks",
    "neutral_left",
    "species",
    "discovered",
    "space",
    "solo",
    *position_species.STATE_WORDS,
}


def points_by_source(seat: np.void) -> dict[str, int]:
    """Points of a seat of the state by where they came from, sources without points left out."""
    return {name: int(n) for name, n in zip(oc.SOURCES, seat["points"], strict=True) if n}


# ---------------------------------------------------------------------- sets of cards
def cards_of(words) -> list[int]:
    found = []
    for i in range(4):
        word = int(words[i])
        while word:
            lowest = word & -word
            found.append(64 * i + lowest.bit_length() - 1)
            word ^= lowest
    return found


def bits_of(cards) -> list[int]:
    words = [0, 0, 0, 0]
    for card in cards:
        words[card >> 6] |= 1 << (card & 63)
    return words


# ---------------------------------------------------------------------- writing
def write(rules, core, seed: int, game: int, pending: bool = True) -> dict:
    """The whole position of a core as a dict of plain values; `pending`: with what of the engine's stack it needs."""
    s = read_state(core)
    ids = rules.compiled
    name = ids.card_ids
    n = int(s["players"])
    seats = [f"P{i + 1}" for i in range(n)]
    rounds = rules.tree["setup"]["rounds"]
    out = {
        "format": 1,
        "players": n,
        "seed": seed,
        "game": game,
        "round": int(s["round"]),
        "turn": f"P{s['turn'] + 1}",
        "first": f"P{s['first'] + 1}",
        "main": ("before", "running", "after")[s["main"]],
        "passed": [seats[i] for i in range(n) if s["seat"][i]["passed"]],
        "discs": {
            "turns": [(int(s["disc_index"]) >> 6) & 7, (int(s["disc_index"]) >> 3) & 7, int(s["disc_index"]) & 7],
            "next": discs_of(ids)[s["rotation"]],
        },
        "sectors": _boards(ids, s),
        "stars": {star: _star(s, i, seats, ids.tables["star_data"][i]) for i, star in enumerate(stars_of(ids, s))},
        "row": [None if c == NONE else name[c] for c in s["row"][: ids.tables["card_row"]].tolist()],
        "deck": [name[c] for c in s["deck"][: s["deck_n"]][::-1].tolist()],
        "discard": [name[c] for c in cards_of(s["discard"])],
        "end_of_round": [
            [name[c] for c in s["stack"][STACK_SIZE * i : STACK_SIZE * i + s["stack_n"][i]].tolist()] for i in range(rounds - 1)
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
            moon: [seats[p] for p in range(n) for _ in range(s["seat"][p]["moon"][i])] for i, moon in enumerate(ids.moon_ids)
        },
        "species": {slot: _species(ids, s, i, seats) for i, slot in enumerate(SLOTS)},
        "seats": {seats[i]: _seat(ids, s, i) for i in range(n)},
        "turns": int(s["turns"]),
        "decisions": int(s["n_decisions"]),
        "reshuffles": int(s["reshuffles"]),
    }
    if s["solo"]["rival"]:
        out["solo"] = position_solo.write(ids, s)
    if s["gone"].any():
        out["gone"] = [name[c] for c in cards_of(s["gone"])]
    left = _pending(rules, core, s) if pending else None
    if left:
        out["pending"] = left
    return out


def discs_of(ids) -> list[str]:
    """The discs in the order of their rotations; one that comes more than once as "disc-1/1", "disc-1/2"."""
    order = [DISCS[i] for i in ids.tables["rotation_order"]]
    return [name if order.count(name) == 1 else f"{name}/{order[: i + 1].count(name)}" for i, name in enumerate(order)]


def stars_of(ids, s) -> tuple[str, ...]:
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
    return {
        "slot": " ".join(words),
        "wins": [seats[p] for p in range(len(seats)) for _ in range(s["seat"][p]["wins"][i])],
    }


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
    for card in cards_of(seat["missions"]):
        spaces = tables["trigger_n"][card]
        missions[name[card]] = [bool((int(s["covered"][card]) >> k) & 1) for k in range(spaces)]
    return {
        "vp": res["vp"],
        "credits": res["credits"],
        "energy": res["energy"],
        "publicity": res["publicity"],
        "data": res["data"],
        "exofossils": res["exofossil"],
        "computer": {
            "top": int(seat["top"]),
            "tiles": {
                str(tables["slot_column"][k]): ids.tech_ids[seat["tile"][k]] for k in range(4) if seat["tile"][k] != NONE
            },
            "lower": [tables["slot_column"][k] for k in range(4) if (int(seat["lower"]) >> k) & 1],
        },
        "techs": [tech for k, tech in enumerate(ids.tech_ids) if (int(seat["techs"]) >> k) & 1],
        "probes": _probes(s, i),
        "hand": [name[c] for c in cards_of(seat["hand"])],
        "tucked": [name[c] for c in cards_of(seat["tucked"])],
        "missions": missions,
        "completed": [name[c] for c in cards_of(seat["completed"])],
        "endgame": [name[c] for c in cards_of(seat["endgame"])],
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
        if field not in STATE_WORDS and field != "frame" and not np.array_equal(s[field], fresh[field])
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
    out = write(rules, core, 0, 0, pending=False)
    if seat not in out["seats"]:
        raise ValueError(f"seat {seat!r}: expected one of {', '.join(out['seats'])}")
    choosing = core.decision == "pass-take" and f"P{core.to_move + 1}" == seat
    for key in ("seed", "game", "format"):
        del out[key]
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
    secret = {rules.compiled.card_ids[c] for c in position_species.secret_cards(rules.compiled)}
    if "solo" in out:
        position_solo.hide(out["solo"])
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
    """What everybody sees of an action under way: the card being played, the probe chosen for it, the points of
    movement that are left; empty where nothing is.
    """
    out: dict = {}
    if s["card"] != NONE:
        out["card"] = rules.compiled.card_ids[s["card"]]
    if s["probe"] != NONE:
        out["probe"] = [int(s["probe"]) // 8 + 1, int(s["probe"]) % 8]
    left = sum(int(frame["a"]) for frame in s["frame"][: s["n_frames"]] if frame["kind"] == _engine.FRAME_MOVE)
    if left:
        out["movement"] = left
    return out
