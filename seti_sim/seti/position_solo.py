"""Solo games in positions: the rival's cards, marker and techs, and the objectives (docs/solo.md)."""

from __future__ import annotations

import numpy as np

KEYS = {
    "level",
    "rival",
    "progress",
    "arrow",
    "card",
    "deck",
    "played",
    "reserve",
    "out",
    "techs",
    "message_tiles",
    "found",
    "objectives",
}
NOT_THE_RIVALS = (
    "hand", "techs", "tucked", "missions", "completed", "endgame", "secrets", "capsules", "credits", "energy",
)  # fmt: skip
OBJECTIVE_KEYS = {"open", "marked", "stack", "completed", "given_up"}
SLOTS = ("left", "right")
ARROWS = ("left", "right")


def _listed(array, n: int, names) -> list[str]:
    return [names[i] for i in array[:n].tolist()]


def _of_bits(bits: int, names) -> list[str]:
    return [name for i, name in enumerate(names) if (int(bits) >> i) & 1]


def write(ids, s) -> dict:
    """The position's `solo` table."""
    v, cards, tiles = s["solo"], ids.solo["rival_cards"], ids.solo["objectives"]
    stacked = _listed(v["stack"], int(v["n_stack"]), tiles)
    marked = {
        name: [bool((int(v["marked"][i]) >> k) & 1) for k in range(ids.tables["objective_tasks"][i])]
        for i, name in enumerate(tiles)
        if v["marked"][i] and i + 1 in v["open"].tolist()
    }
    return {
        "level": int(v["level"]) + 1,
        "rival": f"P{int(v['rival'])}",
        "progress": int(v["progress"]) + 1,
        "arrow": ARROWS[v["arrow"]],
        "card": cards[int(v["card"]) - 1] if v["card"] else None,
        "deck": _listed(v["deck"], int(v["n_deck"]), cards)[::-1],
        "played": _listed(v["played"], int(v["n_played"]), cards),
        "reserve": _listed(v["reserve"], int(v["n_reserve"]), cards)[::-1],
        "out": _of_bits(v["out"], cards),
        "techs": {tech: int(n) for tech, n in zip(ids.tech_ids, v["tech"].tolist(), strict=False) if n},
        "message_tiles": int(v["tiles"]),
        "found": [SLOTS[i - 1] for i in v["found"].tolist() if i],
        "objectives": {
            "open": [tiles[i - 1] if i else None for i in v["open"].tolist()[: ids.tables["objective_open"]]],
            "marked": marked,
            "stack": stacked[::-1],
            "completed": _of_bits(v["pile"], tiles),
            "given_up": _of_bits(v["spent"], tiles),
        },
    }


def hide(table: dict) -> None:
    """Take out of a written `solo` table what the player cannot see: order of the deck and what was added to it face
    down, the reserve, the stack of objectives."""
    for key in ("deck", "reserve"):
        table[key] = len(table[key])
    table["objectives"]["stack"] = len(table["objectives"]["stack"])


def level_of(r, n: int) -> tuple[int, int]:
    """(level of a solo game or 0, the rival's seat, 1 or 2, or 0 where it is drawn)."""
    if "solo" not in r.data:
        return 0, 0
    table = r.table(r.data["solo"], "solo", KEYS)
    if n != 2:
        r.fail("players", n, "2, the player and the rival of a solo game")
    level = r.int(table.get("level", 1), "solo.level", 1, len(r.ids.solo["levels"]))
    return level, r.seat(table["rival"], "solo.rival", 2) + 1 if "rival" in table else 0


def read(r, s, fresh) -> None:
    """Fill the state's `solo` from the position; what it does not say is as the setup has it for the game's luck."""
    ids, tables = r.ids, r.ids.tables
    table = r.table(r.data.get("solo"), "solo", KEYS)
    cards, tiles = ids.solo["rival_cards"], ids.solo["objectives"]
    s["solo"] = fresh["solo"]
    v = s["solo"]
    level = int(v["level"])
    if "progress" in table:
        v["progress"] = r.int(table["progress"], "solo.progress", 1, tables["level_track_n"][level]) - 1
    v["arrow"] = r.choice(table.get("arrow", "left"), "solo.arrow", ARROWS)
    _read_cards(r, table, v, cards)
    for tech, n in r.table(table.get("techs", {}), "solo.techs", ids.tech_ids).items():
        i = ids.tech_ids.index(tech)
        v["tech"][i] = r.int(n, f"solo.techs.{tech}", 0, 4)
        if "taken" not in r.data.get("techs", {}).get(tech, {}):
            s["tile_taken"][i] += n
            if n and "two_points" not in r.data.get("techs", {}).get(tech, {}):
                s["two_points"][i] = 0
        if s["tile_taken"][i] > 4:
            r.fail(f"solo.techs.{tech}", n, "no more tiles than the stack has")
    v["tiles"] = r.int(table.get("message_tiles", 0), "solo.message_tiles", 0, tables["rival_message_tiles"])
    known = [SLOTS[i] for i in range(2) if s["discovered"][i]]
    expected = f"the slots of the discovered species in the order of discovery: {known}"
    found = r.each(table.get("found", known), "solo.found", known, expected)
    v["found"] = [SLOTS.index(slot) + 1 for slot in found] + [0] * (2 - len(found))
    if "objectives" in table:
        _read_objectives(r, table["objectives"], v, tiles)


def _places(r, names, index, path: str, seen: dict) -> list[int]:
    """Numbers of things that lie nowhere else."""
    found = []
    for k, name in enumerate(r.list(names, path)):
        i = r.choice(name, f"{path}[{k}]", index)
        if i in seen:
            r.fail(f"{path}[{k}]", name, f"one that lies nowhere else (it is in {seen[i]})")
        seen[i] = path
        found.append(i)
    return found


def _read_cards(r, table: dict, v, cards) -> None:
    """Cards that the position names lie there; of the rest the basic ones are the deck, the advanced ones the reserve."""
    tables, seen = r.ids.tables, {}
    group = tables["rival_group"]
    named = {
        key: _places(r, table[key], cards, f"solo.{key}", seen) for key in ("played", "out", "deck", "reserve") if key in table
    }
    card = table.get("card")
    if card is not None:
        v["card"] = _places(r, [card], cards, "solo.card", seen)[0] + 1
        if "pending" not in r.data:
            r.fail("solo.card", card, "null where no action of the rival is being done")
    usual = {key: v[key][: v[f"n_{key}"]].tolist()[::-1] for key in ("deck", "reserve")}
    for key in ("played", "deck", "reserve"):
        lying = named.get(key, [i for i in usual.get(key, []) if i not in seen])
        seen |= dict.fromkeys(lying, f"solo.{key}")
        v[key] = 0
        v[f"n_{key}"] = len(lying)
        v[key][: len(lying)] = lying if key == "played" else lying[::-1]
    v["out"] = sum(1 << i for i in named.get("out", []))
    v["ready"] = sum(1 << i for i in range(len(cards)) if group[i] == 2 and i not in seen)
    # What lies nowhere is out of the game: a position may say the deck alone.
    v["out"] |= sum(1 << i for i in range(len(cards)) if group[i] < 2 and i not in seen)


def _read_objectives(r, table, v, tiles) -> None:
    tables, seen = r.ids.tables, {}
    r.table(table, "solo.objectives", OBJECTIVE_KEYS)
    room = tables["objective_open"]
    shown = r.list(table.get("open", []), "solo.objectives.open")
    if len(shown) > room:
        r.fail("solo.objectives.open", shown, f"at most {room} tiles")
    lying = iter(_places(r, [name for name in shown if name is not None], tiles, "solo.objectives.open", seen))
    v["open"] = [next(lying) + 1 if name is not None else 0 for name in [*shown, *[None] * (4 - len(shown))]]
    stack = _places(r, table.get("stack", []), tiles, "solo.objectives.stack", seen)
    v["stack"] = 0
    v["n_stack"] = len(stack)
    v["stack"][: len(stack)] = stack[::-1]
    full = np.array([(1 << n) - 1 for n in tables["objective_tasks"]], np.uint8)
    v["marked"] = 0
    for key, field in (("completed", "pile"), ("given_up", "spent")):
        done = _places(r, table.get(key, []), tiles, f"solo.objectives.{key}", seen)
        v[field] = sum(1 << i for i in done)
        for i in done:
            v["marked"][i] = full[i]
    for name, flags in r.table(table.get("marked", {}), "solo.objectives.marked", tiles).items():
        i, path = tiles.index(name), f"solo.objectives.marked.{name}"
        if i + 1 not in v["open"].tolist():
            r.fail(path, flags, "an objective that lies open")
        n = tables["objective_tasks"][i]
        if len(r.list(flags, path)) != n or not all(isinstance(flag, bool) for flag in flags):
            r.fail(path, flags, f"{n} of true or false")
        v["marked"][i] = sum(1 << k for k, flag in enumerate(flags) if flag)
