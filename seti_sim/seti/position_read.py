"""Reading positions: from a named position on, with the given keys laid over it, everything checked.

Every error is one `PositionError` that names the place and says what was expected. The form is in docs/protocol.md.
"""

from __future__ import annotations

import numpy as np

from seti_sim.core.errors import EngineFault, PositionError
from seti_sim.core.position import fail
from seti_sim.seti.rules import opcodes as oc

from . import position_pending, position_solo, position_species
from .engine import _engine, engine_rules, read_state, struct_dtype, write_state
from .position import LUCK_DECK, MARKS, NONE, SLOTS, STACK_SIZE, bits_of, cards_of, discs_of, stars_of
from .position_seats import Reader, check_tucks, read_seat

_KEYS = {
    "format",
    "from",
    "players",
    "seed",
    "game",
    "round",
    "turn",
    "first",
    "main",
    "passed",
    "discs",
    "sectors",
    "stars",
    "row",
    "deck",
    "discard",
    "end_of_round",
    "techs",
    "gold",
    "neutral",
    "planets",
    "moons",
    "species",
    "seats",
    "turns",
    "decisions",
    "reshuffles",
    "gone",
    "solo",
    "pending",
}
_SEAT_KEYS = {
    "vp",
    "credits",
    "energy",
    "publicity",
    "data",
    "exofossils",
    "computer",
    "techs",
    "probes",
    "hand",
    "tucked",
    "missions",
    "completed",
    "endgame",
    "milestones",
    "points",
    "decisions",
    *position_species.SEAT_KEYS,
}
MANY = 60  # pieces of one kind of a seat in one place; they never run out (R1.1)
BENCH = {
    "players": 2,
    "round": 2,
    "turn": "P1",
    "first": "P1",
    "discs": {"turns": [0, 0, 0]},
    "sectors": ["procyon-vega", "sirius-barnard", "kepler-proxima", "virginis-pictoris"],
    "row": ["base-110", "base-130", "base-105"],
    "gold": {"side": "a"},  # of every tile
    "seat": {"vp": 0, "credits": 5, "energy": 5, "publicity": 4},
}
"""What "bench" says beyond the defaults: the position that the rulings are stated for."""


def read(rules, data) -> tuple:
    """(core, seed, game) of a position. Raises PositionError."""
    if not isinstance(data, dict):
        fail("(whole)", type(data).__name__, "a table")
    r = Reader(rules, data)
    r.table(data, "", _KEYS)
    if data.get("pending") is not None:
        pending = r.table(data["pending"], "pending", {"rules", "fields", "frames"})
        r.table(pending.get("fields"), "pending.fields")
        for k, frame in enumerate(r.list(pending.get("frames"), "pending.frames")):
            r.table(frame, f"pending.frames[{k}]")
    r.choice(data.get("format", 1), "format", (1,))
    base_name = data.get("from", "start")
    r.choice(base_name, "from", ("start", "bench"))
    bench = BENCH if base_name == "bench" else {}
    ids, tables = r.ids, r.ids.tables
    n = r.int(data.get("players", bench.get("players", 2)), "players", 2, 4)
    seed, game = (r.int(data.get(key, 0), key, 0, 2**64 - 1) for key in ("seed", "game"))
    level, rival = position_solo.level_of(r, n)
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
    # In the setup the rival, who tucks nothing, is nobody's turn.
    s["turn"] = r.seat(data.get("turn", "P2" if s["round"] == 0 and s["solo"]["rival"] == 1 else "P1"), "turn", n)
    usual = f"P{(max(int(s['round']), 1) - 1) % n + 1}"  # the marker goes one seat on each round (R17.7)
    s["first"] = r.seat(data.get("first", bench.get("first", usual)), "first", n)
    s["main"] = r.choice(data.get("main", "before"), "main", ("before", "running", "after"))
    s["turns"] = r.int(data.get("turns", int(s["round"] > 0)), "turns", 0, 60000)
    s["n_decisions"] = r.int(data.get("decisions", 0), "decisions", 0, 10**9)
    s["reshuffles"] = r.int(data.get("reshuffles", 0), "reshuffles", 0, 255)
    for i, name in enumerate(r.list(data.get("passed", []), "passed")):
        seat = s["seat"][r.seat(name, f"passed[{i}]", n)]
        if seat["passed"] or not s["round"]:
            fail(f"passed[{i}]", name, "each seat at most once" if s["round"] else "nobody during the setup")
        seat["passed"] = 1
        s["n_passed"] += 1
    if "pending" not in data and s["seat"][int(s["turn"])]["passed"]:
        fail("turn", data.get("turn", "P1"), "a seat that has not passed")
    _read_sky(r, {**bench.get("discs", {}), **r.table(data.get("discs", {}), "discs", {"turns", "next"})}, s)
    if "sectors" in data or "sectors" in bench:
        _read_boards(r, data.get("sectors", bench.get("sectors")), s)
    _read_species(r, s, n)
    _read_stars(r, s, n)
    _read_planets(r, s, n)
    _read_tiles(r, s, n, bench)
    default = {**bench.get("seat", {})}
    seats = r.table(data.get("seats", {}), "seats", {f"P{i + 1}" for i in range(n)})
    for i in range(n):
        said = r.table(seats.get(f"P{i + 1}", {}), f"seats.P{i + 1}", _SEAT_KEYS)
        own = dict(default)
        if not bench:
            goods = tables["start_resources"][6 * i : 6 * i + 6]
            own |= {key: goods[k] for k, key in enumerate(("credits", "energy", "publicity", "data"))}
            own["vp"] = tables["start_vp"][i]
            if i + 1 != s["solo"]["rival"] and not {"techs", "computer"} & said.keys():
                own |= _start_techs(ids, tables["start_techs"][i])
            if "vp" not in said:
                own["points"] = {"start": tables["start_vp"][i]}
        if i + 1 == s["solo"]["rival"]:
            own |= {"credits": 0, "energy": 0, "data": 0}
        read_seat(r, {**own, **said}, f"seats.P{i + 1}", s, i)
    for card in r.cards(data.get("gone", []), "gone"):
        if tables["card_species"][card] == NONE:
            fail("gone", ids.card_ids[card], "cards of species")
        s["gone"][card >> 6] |= np.uint64(1 << (card & 63))
    if level:
        position_solo.read(r, s, fresh)
    _check_tiles(r, s, n)
    _read_cards(r, s, n, bench, core)
    _read_tokens(r, s, n, core)
    r.check_cards(s)
    write_state(core, s)
    _finish(r, core, s)
    return core, seed, game


def _read_sky(r: Reader, discs: dict, s) -> None:
    if "turns" in discs:
        turns = r.list(discs["turns"], "discs.turns")
        if len(turns) != 3:
            fail("discs.turns", turns, "three numbers")
        t = [r.int(v, f"discs.turns[{i}]", 0, 7) for i, v in enumerate(turns)]
        s["disc_index"] = 64 * t[0] + 8 * t[1] + t[2]
    order = discs_of(r.ids)
    s["rotation"] = r.choice(discs.get("next", order[0]), "discs.next", order)


def _read_boards(r: Reader, names, s) -> None:
    boards = r.ids.sector_board_ids
    names = r.each(names, "sectors", boards, f"each of {', '.join(boards)} once")
    tables = r.ids.tables
    for place, name in enumerate(names):
        board = boards.index(name)
        for k in range(2):
            sector, star = tables["place_sectors"][2 * place + k], tables["board_stars"][2 * board + k]
            s["star_of_sector"][sector] = star
            s["sector_of_star"][star] = sector


def _read_stars(r: Reader, s, n: int) -> None:
    names = stars_of(r.ids, s)
    stars = r.table(r.data.get("stars", {}), "stars", names)
    for i, star in enumerate(names):
        path = f"stars.{star}"
        row = r.table(stars.get(star, {}), path, {"slot", "wins"})
        size = r.ids.tables["star_data"][i]
        slot = row.get("slot", ["."] * size)
        words = (
            slot.replace("|", " ").split() if isinstance(slot, str) else [w for w in r.list(slot, f"{path}.slot") if w != "|"]
        )
        marks = [w for w in words if w != "."]
        data = len(words) - len(marks)
        if words != marks + ["."] * data or len(words) < size or (data and len(words) != size) or len(marks) > MARKS:
            fail(f"{path}.slot", slot, f"markers, then data, {size} together, or {size} or more markers")
        if not data and "pending" not in r.data:
            # A completed sector waits for its settlement only between the two; no turn begins with one.
            fail(f"{path}.slot", slot, "at least one data (a completed sector is settled before a turn begins)")
        for k, name in enumerate(marks):
            s["marks"][MARKS * i + k] = r.seat(name, f"{path}.slot[{k}]", n)
        s["n_marks"][i] = len(marks)
        s["data"][i] = data
        for k, name in enumerate(r.list(row.get("wins", []), f"{path}.wins", MANY)):
            if star == "oumuamua":
                fail(f"{path}.wins", row["wins"], "[]: nobody wins the tile")
            s["seat"][r.seat(name, f"{path}.wins[{k}]", n)]["wins"][i] += 1
            s["won"][i] += 1


def _counts(r: Reader, value, path: str, n: int) -> list[int]:
    table = r.table(value, path, {f"P{i + 1}" for i in range(n)})
    return [r.int(table.get(f"P{i + 1}", 0), f"{path}.P{i + 1}", 0, MANY) for i in range(n)]


def _read_planets(r: Reader, s, n: int) -> None:
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
                fail(f"{path}.first_orbit", first, "a seat with an orbiter there, or null")
            s["orbit_first"][i] = k + 1
        spaces = r.list(row.get("data", _first_spaces(r, s, i, n)), f"{path}.data")
        if len(spaces) > r.ids.tables["n_data_spaces"][i]:
            fail(f"{path}.data", spaces, f"a list for each of {r.ids.tables['n_data_spaces'][i]} data spaces")
        for k, holders in enumerate(spaces):
            for j, holder in enumerate(r.list(holders, f"{path}.data[{k}]", MANY)):
                s["data_space"][(3 * i + k) * 4 + r.seat(holder, f"{path}.data[{k}][{j}]", n)] += 1
        for k in range(n):
            if sum(int(s["data_space"][(3 * i + m) * 4 + k]) for m in range(3)) > s["seat"][k]["landers"][i]:
                fail(f"{path}.data", spaces, "no more holders than landers")
    moons = r.table(r.data.get("moons", {}), "moons", r.ids.moon_ids)
    for name, holders in moons.items():
        for j, holder in enumerate(r.list(holders, f"moons.{name}", MANY)):
            s["seat"][r.seat(holder, f"moons.{name}[{j}]", n)]["moon"][r.ids.moon_ids.index(name)] += 1


def _first_spaces(r: Reader, s, planet: int, n: int) -> list[list[str]]:
    """Data spaces as the first landers would hold them, where a position does not say: in seat order."""
    landed = [f"P{k + 1}" for k in range(n) for _ in range(s["seat"][k]["landers"][planet])]
    return [[seat] for seat in landed[: r.ids.tables["n_data_spaces"][planet]]]


def _read_species(r: Reader, s, n: int) -> None:
    species = r.table(r.data.get("species", {}), "species", SLOTS)
    named = [row.get("id") for row in species.values() if isinstance(row, dict)]
    for i, slot in enumerate(SLOTS):
        path = f"species.{slot}"
        row = r.table(species.get(slot, {}), path, {"id", "discovered", "spaces", "overflow", *position_species.SLOT_KEYS})
        if row.get("id") is not None:
            s["species"][i] = r.choice(row["id"], f"{path}.id", r.ids.species_ids)
            if r.ids.tables["species_out"][s["species"][i]]:
                r.fail(f"{path}.id", row["id"], "a species that setup.without does not leave in the box")
        elif r.ids.species_ids[s["species"][i]] in named:
            used = {r.ids.species_ids.index(x) for x in named if x in r.ids.species_ids} | {int(s["species"][1 - i])}
            s["species"][i] = next(k for k, out in enumerate(r.ids.tables["species_out"]) if k not in used and not out)
        spaces = r.table(row.get("spaces", {}), f"{path}.spaces", oc.TRACE_KINDS)
        for kind, holder in spaces.items():
            k = 3 * i + oc.TRACE_KINDS.index(kind)
            if holder == "neutral":
                s["space"][k] = 5
            elif holder is not None:
                s["space"][k] = 1 + r.seat(holder, f"{path}.spaces.{kind}", n)
        found = row.get("discovered", False)
        if found is not False:
            if not s["round"]:
                fail(f"{path}.discovered", found, "false during the setup")
            full = all(s["space"][3 * i + k] for k in range(3))
            if not full:
                fail(f"{path}.discovered", found, "false while a discovery space is free")
            latest = min(int(s["round"]), r.ids.tables["rounds"])
            s["discovered"][i] = latest if found is True else r.int(found, f"{path}.discovered", 1, latest)
            position_species.read_board(r, row, path, s, i, n)
        elif any(key in row for key in position_species.SLOT_KEYS):
            key = next(key for key in position_species.SLOT_KEYS if key in row)
            fail(f"{path}.{key}", row[key], "nothing while the species is not discovered")
        over = r.table(row.get("overflow", {}), f"{path}.overflow", oc.TRACE_KINDS)
        for kind, counts in over.items():
            for k, count in enumerate(_counts(r, counts, f"{path}.overflow.{kind}", n)):
                s["seat"][k]["overflow"][3 * i + oc.TRACE_KINDS.index(kind)] = count
    if s["species"][0] == s["species"][1]:
        fail("species", [r.ids.species_ids[k] for k in s["species"].tolist()], "two different species")


def _start_techs(ids, mask: int) -> dict:
    """The techs with which a seat begins, computer tiles from the left."""
    techs = [tech for t, tech in enumerate(ids.tech_ids) if mask >> t & 1]
    kinds, computer = ids.tables["tech_kind"], oc.TECH_KINDS.index("computer")
    tiles = [tech for tech in techs if kinds[ids.tech_ids.index(tech)] == computer]
    columns = map(str, ids.tables["slot_column"])
    return {"techs": techs, "computer": {"tiles": dict(zip(columns, tiles))}} if techs else {}


def _read_tokens(r: Reader, s, n: int, core) -> None:
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


def _read_tiles(r: Reader, s, n: int, bench: dict) -> None:
    ids = r.ids
    techs = r.table(r.data.get("techs", {}), "techs", ids.tech_ids)
    s["two_points"][: len(ids.tech_ids)] = 1
    for tech, row in techs.items():
        i, path = ids.tech_ids.index(tech), f"techs.{tech}"
        r.table(row, path, {"two_points", "tiles", "taken"})
        two = row.get("two_points", not row.get("taken"))
        if not isinstance(two, bool):
            fail(f"{path}.two_points", two, "true or false")
        s["two_points"][i] = two
        if "tiles" in row or "taken" in row:
            left = [
                r.choice(b, f"{path}.tiles[{k}]", oc.TILE_BONUSES)
                for k, b in enumerate(r.list(row.get("tiles", []), f"{path}.tiles"))
            ]
            gone = [
                r.choice(b, f"{path}.taken[{k}]", oc.TILE_BONUSES)
                for k, b in enumerate(r.list(row.get("taken", []), f"{path}.taken"))
            ]
            rest = [b for b in s["tile_order"][4 * i : 4 * i + 4].tolist() if b not in left + gone]
            # Named tiles lie on top in their order; of unnamed ones those that were taken are not said.
            order = gone + left + rest if "taken" in row else left + rest
            if len(order) != 4 or sorted(order) != [0, 1, 2, 3]:
                fail(f"{path}.tiles", row.get("tiles"), "different ones of " + ", ".join(oc.TILE_BONUSES))
            s["tile_order"][4 * i : 4 * i + 4] = order
            s["tile_taken"][i] = len(gone)
    gold = r.table(r.data.get("gold", {}), "gold", ids.gold_tile_names)
    marked = [0] * n
    for i, tile in enumerate(ids.gold_tile_names):
        row = {
            **bench.get("gold", {}),
            **r.table(gold.get(tile, {}), f"gold.{tile}", {"side", "markers"}),
        }
        if "side" in row:
            s["gold_side"][i] = r.choice(row["side"], f"gold.{tile}.side", ("a", "b"))
        marks = [
            r.seat(p, f"gold.{tile}.markers[{k}]", n)
            for k, p in enumerate(r.list(row.get("markers", []), f"gold.{tile}.markers"))
        ]
        if len(set(marks)) != len(marks):
            fail(f"gold.{tile}.markers", row["markers"], "each seat at most once")
        for p in marks:
            marked[p] += 1
            if marked[p] > len(ids.gold_milestones):
                most = len(ids.gold_milestones)
                fail(f"gold.{tile}.markers", row["markers"], f"at most {most} of a seat, one for each gold milestone")
        s["gold_n"][i] = len(marks)
        s["gold_marks"][4 * i : 4 * i + len(marks)] = marks
    neutral = r.table(r.data.get("neutral", {}), "neutral", [str(m) for m in ids.neutral_milestones])
    each = ids.tables["neutral_markers"][n]
    for i, score in enumerate(ids.neutral_milestones):
        s["neutral_left"][i] = r.int(neutral.get(str(score), each), f"neutral.{score}", 0, each)


def _check_tiles(r: Reader, s, n: int) -> None:
    """A tile is gone for every seat that has the tech. The 2-point tile may lie there still: rulings are stated so."""
    for i, tech in enumerate(r.ids.tech_ids):
        row, taken = r.data.get("techs", {}).get(tech, {}), int(s["tile_taken"][i])
        holders = sum((int(s["seat"][k]["techs"]) >> i) & 1 for k in range(n)) + int(s["solo"]["tech"][i])
        if taken < holders or (taken > holders and not s["solo"]["rival"]):  # the rival gives techs up
            fail(f"techs.{tech}.taken", row.get("taken"), f"a tile for each seat with the tech, {holders}")


def _read_cards(r: Reader, s, n: int, bench: dict, core) -> None:
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
            fail("row", row, f"at most {size} cards")
        for k, card in enumerate(row):
            s["row"][k] = NONE if card is None else r.card(card, f"row[{k}]")
    s["discard"] = bits_of(r.cards(data.get("discard", []), "discard"))
    stacks = None
    if "end_of_round" in data:
        stacks = [r.cards(cards, f"end_of_round[{k}]") for k, cards in enumerate(r.list(data["end_of_round"], "end_of_round"))]
        most = n + tables["end_of_round_extra"]
        if len(stacks) > rounds - 1 or any(len(cards) > most for cards in stacks):
            fail("end_of_round", data["end_of_round"], f"{rounds - 1} stacks of at most {most} cards")
        for k, cards in enumerate(stacks[: max(int(s["round"]), 1) - 1]):
            if cards:
                fail(f"end_of_round[{k}]", data["end_of_round"][k], f"[]: round {k + 1} is over")
    playing = (data.get("pending") or {}).get("fields", {}).get("card", NONE)
    if isinstance(playing, int) and playing != NONE and not (data.get("pending") or {}).get("fields", {}).get("tucked"):
        messages = [
            entry
            for name, slot in data.get("species", {}).items()
            for entry in r.list(slot.get("messages", []), f"species.{name}.messages")
        ]
        sent = [entry[0] for entry in messages if isinstance(entry, list) and entry]
        if not 0 <= playing < len(ids.card_ids):
            fail("pending.fields.card", playing, "the number of a card")
        if ids.card_ids[playing] not in sent:  # a message that is being sent has its marker already
            r.where[playing] = "pending"
    if "deck" in data:
        deck = r.cards(data["deck"], "deck")[::-1]
    else:
        rest = [
            c
            for c in range(len(ids.card_ids))
            if c not in r.where and not tables["left_out"][c] and tables["card_species"][c] == NONE
        ]
        deck = core.shuffled(rest, LUCK_DECK, 0)
    for k in range(size):
        if s["row"][k] == NONE and deck and (row is None or (bench and "row" not in data)):
            s["row"][k] = deck.pop()
    now = max(int(s["round"]), 1) - 1
    if stacks is None:
        stacks = []
        for k in range(rounds - 1):
            left = n + tables["end_of_round_extra"] - (int(s["n_passed"]) if k == now else 0)
            stacks.append([deck.pop() for _ in range(min(left, len(deck)))] if k >= now else [])
    if not s["round"] and "pending" not in data:
        _deal_hands(r, s, n, deck)
    for k, cards in enumerate(stacks):
        s["stack"][STACK_SIZE * k : STACK_SIZE * k + len(cards)] = cards
        s["stack_n"][k] = len(cards)
    lying = [
        *deck,
        *cards_of(s["discard"]),
        *(c for c in s["row"].tolist() if c != NONE),
        *(c for cards in stacks for c in cards),
    ]
    for card in lying:
        if tables["card_species"][card] != NONE:
            fail("deck", ids.card_ids[card], "no species' cards in deck, discard pile, row and stacks")
    s["deck_n"] = len(deck)
    s["deck"][: len(deck)] = deck


def _deal_hands(r: Reader, s, n: int, deck: list[int]) -> None:
    """Of the seats that have not tucked a card yet, hands that a position of the setup does not say (R2.12)."""
    for i in range(int(s["turn"]), n):
        if "hand" not in r.data.get("seats", {}).get(f"P{i + 1}", {}) and i + 1 != s["solo"]["rival"]:
            hand = [deck.pop() for _ in range(min(r.ids.tables["start_cards"][i], len(deck)))]
            s["seat"][i]["hand"], s["seat"][i]["n_hand"] = bits_of(hand), len(hand)


def _finish(r: Reader, core, s) -> None:
    """Bring the position to its decision: exactly as written down, or to the start of the turn or of the setup."""
    pending = r.data.get("pending")
    if pending is None:
        setup = not s["round"]
        for key, value, holds in (
            ("main", r.data.get("main"), s["main"] == 0 if setup else s["main"] != 1),
            ("round", int(s["round"]), s["round"] <= r.ids.tables["rounds"]),
        ):
            if not holds:
                fail(key, value, "a turn to be played")
        seat = int(s["turn"])
        if setup:
            if seat + 1 == s["solo"]["rival"]:
                fail("turn", f"P{seat + 1}", "the player's seat: the rival tucks no card")
            check_tucks(s, seat)
            core.fresh_setup(seat)
        else:
            core.fresh_turn(seat, s["main"] == 2)
        core.miss_cards()
        _proceed(core)
        return
    if pending.get("rules") != r.rules.fingerprint:
        fail("pending.rules", pending.get("rules"), f"{r.rules.fingerprint}, the rules it is read with")
    core.fresh_turn(int(s["turn"]), s["main"] == 2)
    state = read_state(core)
    state["main"], state["decision"] = s["main"], _engine.DECISIONS.index("turn")
    position_pending.read(r, state)
    write_state(core, state)
    core.miss_cards()
    _proceed(core)
    # The frames say what was being decided, so the same decision comes up again and nothing else changes.
    if core.to_bytes() != state.tobytes():
        fail("pending", pending["frames"], f"the stack of a decision; the engine goes on from it to {core.decision!r}")


def _proceed(core) -> None:
    """On to the next decision; what the invariants do not allow is no position."""
    try:
        core.proceed()
        core.verify()
    except EngineFault as fault:
        raise PositionError(f"position: {fault}: expected a position that a game can have") from None
