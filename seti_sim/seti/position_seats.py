"""Seats of a written position, and the checked access to it that all of the reading uses."""

from __future__ import annotations

import re

from seti_sim.core.position import fail
from seti_sim.seti.rules import opcodes as oc

from . import position_solo, position_species
from .position import NONE, bits_of


class Reader:
    """Checked access to a position; remembers which cards have been put somewhere."""

    def __init__(self, rules, data: dict):
        self.rules = rules
        self.ids = rules.compiled
        self.data = data
        self.where: dict[int, str] = {}
        self.index = {card: i for i, card in enumerate(self.ids.card_ids)}

    fail = staticmethod(fail)

    def space(self, value, path: str) -> int:
        """A space written as [ring, sector] or "ring.sector"."""
        if isinstance(value, str):
            value = [int(x) if re.fullmatch("[0-9]", x) else x for x in value.split(".")]
        if len(self.list(value, path)) != 2:
            fail(path, value, "[ring, sector]")
        return 8 * (self.int(value[0], f"{path}[0]", 1, 4) - 1) + self.int(value[1], f"{path}[1]", 0, 7)

    def table(self, value, path: str, keys=None) -> dict:
        if not isinstance(value, dict):
            fail(path, value, "a table")
        for key in value:
            if keys is not None and key not in keys:
                fail(f"{path}.{key}" if path else key, value[key], "one of " + ", ".join(sorted(map(str, keys))))
        return value

    def int(self, value, path: str, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            fail(path, value, f"a whole number from {low} to {high}")
        return value

    def choice(self, value, path: str, choices) -> int:
        for i, choice in enumerate(choices):
            if type(value) is type(choice) and value == choice:  # 1, 1.0 and true are equal
                return i
        fail(path, value, "one of " + ", ".join(map(str, choices)))

    def list(self, value, path: str, most: int | None = None) -> list:
        if not isinstance(value, list):
            fail(path, value, "a list")
        if most is not None and len(value) > most:
            fail(path, value, f"at most {most} entries")
        return value

    def each(self, value, path: str, known, expected: str) -> list:
        """A list that has each of the words once, in any order."""
        words = [word for word in self.list(value, path) if isinstance(word, str)]
        if len(words) < len(value) or sorted(words) != sorted(known):
            fail(path, value, expected)
        return words

    def seat(self, value, path: str, players: int) -> int:
        return self.choice(value, path, [f"P{i + 1}" for i in range(players)])

    def card(self, value, path: str) -> int:
        if not isinstance(value, str) or value not in self.index:
            fail(path, value, "the id of a card")
        card = self.index[value]
        if card in self.where:
            fail(path, value, f"a card that lies nowhere else (it is in {self.where[card]})")
        self.where[card] = path
        return card

    def cards(self, value, path: str, in_hand: bool = False) -> list[int]:
        """Cards of a list; `in_hand`: of those that can come into a hand (EXE-05)."""
        found = [self.card(card, f"{path}[{i}]") for i, card in enumerate(self.list(value, path))]
        for i, card in enumerate(found):
            if in_hand and oc.CARD_CLASSES[self.ids.tables["card_class"][card]] == "secret":
                fail(f"{path}[{i}]", value[i], "a card that can be in a hand; this one is played face down (`secrets`)")
        return found

    def check_cards(self, s) -> None:
        """No card that is not in this game: left out, or of a species that has not been discovered."""
        found = {int(s["species"][i]) for i in range(2) if s["discovered"][i]}
        for card, path in self.where.items():
            name, species = self.ids.card_ids[card], self.ids.tables["card_species"][card]
            if self.ids.tables["left_out"][card]:
                fail(path, name, "a card that setup.without does not leave out")
            if species != NONE and species not in found:
                fail(path, name, f"no card of {self.ids.species_ids[species]}, which are not discovered")


def read_seat(r: Reader, row: dict, path: str, s, i: int) -> None:
    ids, tables, seat = r.ids, r.ids.tables, s["seat"][i]
    limits = {"publicity": tables["publicity_max"], "data": tables["pool_max"]}
    rival = i + 1 == s["solo"]["rival"]
    if rival:
        del limits["data"]
        for key in position_solo.NOT_THE_RIVALS:
            if row.get(key):
                fail(f"{path}.{key}", row[key], "nothing of the kind for the rival")
    for k, res in enumerate(oc.RESOURCES):
        key = "exofossils" if res == "exofossil" else res
        seat["res"][k] = r.int(row.get(key, 0), f"{path}.{key}", 0, limits.get(res, 30000))
    points = r.table(row.get("points", {"other": row.get("vp", 0)}), f"{path}.points", oc.SOURCES)
    for source, value in points.items():
        # The loss for most danger is a negative one, and effects may pay with points.
        seat["points"][oc.SOURCES.index(source)] = r.int(value, f"{path}.points.{source}", -30000, 30000)
    if sum(points.values()) != row.get("vp", 0):
        fail(f"{path}.points", points, f"a sum of vp, {row.get('vp', 0)}")
    for k, tech in enumerate(r.list(row.get("techs", []), f"{path}.techs")):
        t = r.choice(tech, f"{path}.techs[{k}]", ids.tech_ids)
        if (int(seat["techs"]) >> t) & 1:
            fail(f"{path}.techs[{k}]", tech, "each tech at most once")
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
            fail(f"{path}.computer.tiles.{column}", tech, "a computer tech of the seat's techs, each once")
        seat["tile"][columns.index(int(column))] = t
    placed = sum(1 for t in seat["tile"].tolist() if t != NONE)
    have = sum(
        1
        for t in range(len(ids.tech_ids))
        if (int(seat["techs"]) >> t) & 1 and tables["tech_kind"][t] == oc.TECH_KINDS.index("computer")
    )
    if placed != have and "pending" not in r.data:
        fail(f"{path}.computer.tiles", own, "a column for each computer tech of the seat")
    for k, column in enumerate(r.list(computer.get("lower", []), f"{path}.computer.lower")):
        slot = r.choice(column, f"{path}.computer.lower[{k}]", columns)
        if seat["tile"][slot] == NONE or seat["top"] < column:
            fail(f"{path}.computer.lower[{k}]", column, "a column with a tile and a filled top space")
        seat["lower"] |= 1 << slot
    spaces = []
    for k, space in enumerate(r.list(row.get("probes", []), f"{path}.probes")):
        spaces.append(r.space(space, f"{path}.probes[{k}]"))
    if rival and len(spaces) > 1:
        fail(f"{path}.probes", spaces, "at most one probe of the rival")
    if len(spaces) > 16:
        fail(f"{path}.probes", len(spaces), "at most 16 probes")
    seat["n_probes"] = len(spaces)
    seat["probes"][: len(spaces)] = sorted(spaces)
    hand = r.cards(row.get("hand", []), f"{path}.hand", in_hand=True)
    seat["hand"], seat["n_hand"] = bits_of(hand), len(hand)
    tucked = r.cards(row.get("tucked", []), f"{path}.tucked", in_hand=True)
    seat["tucked"] = bits_of(tucked)
    for card in tucked:
        seat["income"][tables["card_income"][card]] += 1
    position_species.read_seat(r, row, path, s, i)
    _read_missions(r, row, path, s, seat)
    gold, neutral = ids.gold_milestones, ids.neutral_milestones
    for k, score in enumerate(r.list(row.get("milestones", []), f"{path}.milestones")):
        r.choice(score, f"{path}.milestones[{k}]", gold + neutral)
        if score in row["milestones"][:k]:
            fail(f"{path}.milestones[{k}]", score, "each milestone at most once")
        if score in gold:
            seat["gold_done"] |= 1 << gold.index(score)
        if score in neutral:
            seat["neutral_done"] |= 1 << neutral.index(score)
    seat["decisions"] = r.int(row.get("decisions", 0), f"{path}.decisions", 0, 10**9)


def check_tucks(s, seat: int) -> None:
    """In the setup everybody from that seat on has a card to tuck; the rival tucks none (SOL-02)."""
    for i in range(seat, int(s["players"])):
        if i + 1 != s["solo"]["rival"] and not s["seat"][i]["n_hand"]:
            fail(f"seats.P{i + 1}.hand", [], "a card to tuck")


def _read_missions(r: Reader, row: dict, path: str, s, seat) -> None:
    ids, tables = r.ids, r.ids.tables
    playing = r.table(row.get("missions", {}), f"{path}.missions")
    cards = r.cards(list(playing), f"{path}.missions")
    for card, covered in zip(cards, playing.values(), strict=True):
        kind, spaces = tables["card_class"][card], tables["trigger_n"][card]
        place = f"{path}.missions.{ids.card_ids[card]}"
        if kind not in (1, 2):
            fail(place, covered, "a card with a mission")
        flags = r.list(covered, place) or [False] * spaces
        if len(flags) != spaces or not all(isinstance(f, bool) for f in flags) or (spaces and all(flags)):
            fail(place, covered, f"{spaces} of true or false, not all true")
        s["covered"][card] = sum(1 << k for k, f in enumerate(flags) if f)
    seat["missions"] = bits_of(cards)
    done = r.cards(row.get("completed", []), f"{path}.completed")
    for card in done:
        if tables["card_class"][card] not in (1, 2):
            fail(f"{path}.completed", ids.card_ids[card], "cards with a mission")
        s["covered"][card] = (1 << tables["trigger_n"][card]) - 1
    seat["completed"] = bits_of(done)
    end = r.cards(row.get("endgame", []), f"{path}.endgame")
    for card in end:
        if tables["card_class"][card] != 3:
            fail(f"{path}.endgame", ids.card_ids[card], "cards that score at the end of the game")
    seat["endgame"] = bits_of(end)
