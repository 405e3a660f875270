"""From the checked tree of the data to the flat tables that the engine reads.

Every key is asked for by name and every table is closed with `done()`, so that a verb, condition, event, count or key
that the engine does not obey is an error here and never ignored. `coder` turns effects into the engine's code.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from seti_sim.core.node import Node, blame
from seti_sim.seti.seats import FIFTH

from . import opcodes as oc
from .additions import MAX_CARDS
from .boards import compile_board, compile_planets, compile_stars, compile_techs, named
from .bounds import check_bounds
from .coder import Coder
from .sky import compile_sky
from .solo import compile_solo
from .species import NONE, compile_species, left_in_box
from .tree import printed_numbers

MAX_CODE = 16384
SEATS = 4
UNKNOWN, UNKNOWN_OF_SPECIES = 253, 254
"""What a new card that is no copy is to players who have learned cards one by one: an average card of the deck of all, or of
the species (`seti_sim.seti.players.weights`). Every other card is one that is printed, by its number there."""


@dataclass
class Compiled:
    """What the engine is built from: names in engine order, and plain tables of integers by field of its `Rules`.

    `tables` maps a field of the engine's struct to an int or a flat list of ints in the order of that field.
    """

    card_ids: tuple[str, ...]
    star_ids: tuple[str, ...]
    tech_ids: tuple[str, ...]
    planet_ids: tuple[str, ...]
    moon_ids: tuple[str, ...]
    species_ids: tuple[str, ...]
    sector_board_ids: tuple[str, ...]
    gold_tile_names: tuple[str, ...]
    scan_step_names: tuple[str, ...]
    neutral_milestones: tuple[int, ...]
    gold_milestones: tuple[int, ...]
    tokens: dict[str, tuple[str, ...]]  # species' tokens by mechanism: samples, anomalies, message_rewards, milestones
    solo: dict[str, tuple[str, ...]]  # solo play: rival_cards, objectives, levels
    tables: dict[str, int | list[int]] = field(default_factory=dict)
    effects: dict[str, int] = field(default_factory=dict)  # where the code of each effect begins, by its address in the tree


def _in_game(root: Node) -> tuple[dict[str, Node], dict[str, Node]]:
    """Cards that have a number in the engine, and others. Where there is room for all, all have one, so that leaving a card in
    the box changes nothing else; else those that stay in the box have none."""
    cards = named(root, "cards")
    if len(cards) <= MAX_CARDS:
        return cards, {}
    out = set(left_in_box(root))
    away = {name: card for name, card in cards.items() if out & {name, card.value.get("species")}}
    kept = {name: card for name, card in cards.items() if name not in away}
    if len(kept) > MAX_CARDS:
        root.fail("cards", f"at most {MAX_CARDS} cards besides those that stay in the box (setup.without), not {len(kept)}")
    return kept, away


def _cards(cards: dict[str, Node], coder: Coder, out: dict) -> tuple[str, ...]:
    cols = {
        name: []
        for name in (
            "card_cost",
            "card_energy",
            "card_sector",
            "card_income",
            "card_play",
            "card_class",
            "mission_when",
            "mission_reward",
            "trigger_n",
            "end_kind",
            "end_vp",
            "end_arg",
            "card_species",
            "message_program",
            "secret_when",
            "secret_vp",
            "secret_danger",
            "card_as",
        )
    }
    known = printed_numbers()
    corner, ttypes, tmask, town, treward = [], [], [], [], []
    for name, card in cards.items():
        card.name("name")
        species = card.str("species", coder.species) if card.has("species") else ""
        coder.own_species = coder.species.index(species) if species else NONE
        cols["card_species"].append(coder.own_species)
        of = card.str("copy_of", known) if name not in known and card.has("copy_of") else name
        cols["card_as"].append(known.get(of, UNKNOWN_OF_SPECIES if species else UNKNOWN))
        kinds = [k for k in oc.CARD_CLASSES[1:] if card.has(k)]
        if len(kinds) > 1:
            blame([(card, k) for k in kinds], "at most one of " + ", ".join(oc.CARD_CLASSES[1:]))
        kind = kinds[0] if kinds else "plain"
        cols["card_class"].append(oc.CARD_CLASSES.index(kind))
        if kind in ("message", "secret") and not species:
            card.fail(kind, f"no {kind} on a card without species")
        when, vp, danger = _secret(card, coder) if kind == "secret" else (0, 0, 0)
        cols["secret_when"].append(when)
        cols["secret_vp"].append(vp)
        cols["secret_danger"].append(danger)
        credits, energy, gains, sector, income, play = (0, 0, [0] * 4, 0, 0, 0) if kind == "secret" else _front(card, coder)
        cols["card_cost"].append(credits)
        cols["card_energy"].append(energy)
        corner += gains
        cols["card_sector"].append(sector)
        cols["card_income"].append(income)
        cols["card_play"].append(play)
        cols["message_program"].append(coder.listed(card, "message", "message") if kind == "message" else 0)
        when = reward = 0
        if kind == "mission":
            mission = card.table("mission")
            state = mission.table("when")
            # `traces_each` is read once more by `condition`; here it only says which species "that" one is.
            coder.traces_each = state.int("traces_each", 1, 10) if state.has("traces_each") else 0
            coder.deliver_to = oc.CELLS.index(state.str("deliver", oc.PLANETS[:8])) if state.has("deliver") else 0
            coder.mission = mission
            when = coder.condition(state)
            reward = coder.listed(mission, "reward", "mission")
            coder.traces_each = coder.deliver_to = 0
            coder.mission = None
            mission.done()
        cols["mission_when"].append(when)
        cols["mission_reward"].append(reward)
        triggers = card.tables("triggers") if kind == "triggers" else []
        if kind == "triggers" and not 1 <= len(triggers) <= 3:
            card.fail("triggers", "one to three spaces")
        cols["trigger_n"].append(len(triggers))
        rows = []
        for space in triggers:
            types, mask, own = coder.event(space.table("on"))
            rows.append((types, mask, int(own), coder.listed(space, "reward", "trigger")))
            space.done()
        rows += [(0, 0, 0, 0)] * (3 - len(rows))
        ttypes += [r[0] for r in rows]
        tmask += [r[1] for r in rows]
        town += [r[2] for r in rows]
        treward += [r[3] for r in rows]
        ekind, evp, earg = "none", 0, 0
        if kind == "endgame":
            game_end = card.table("endgame")
            if game_end.has("gold_tile"):
                game_end.str("gold_tile", ("unmarked",))
                game_end.str("value", ("last",))
                ekind = "gold"
            else:
                evp = game_end.int("vp", 0, 100)
                ekind = "per" if game_end.has("per") else "when"
                earg = coder.count(game_end.table("per")) if ekind == "per" else coder.condition(game_end.table("when"))
            game_end.done()
        cols["end_kind"].append(oc.ENDGAMES.index(ekind))
        cols["end_vp"].append(evp)
        cols["end_arg"].append(earg)
        card.done()
    coder.own_species = NONE
    out.update(
        cols,
        card_corner=corner,
        trigger_types=ttypes,
        trigger_mask=tmask,
        trigger_own=town,
        trigger_reward=treward,
        n_cards=len(cards),
    )
    return tuple(cards)


def _front(card: Node, coder: Coder) -> tuple[int, int, list[int], int, int, int]:
    """(credits, energy, corner gains, sector, income, program) of a card that can be in a hand."""
    if isinstance(card.raw("cost"), dict):
        cost = card.table("cost")
        credits, energy = 0, cost.int("energy", 0, 14)
        cost.done()
    else:
        credits, energy = card.int("cost", 0, 14), 0
    table = card.table("corner")
    gains = [table.int(c, 1, 10, 0) for c in oc.CORNERS]
    table.done()
    if not any(gains):
        card.fail("corner", "a gain of " + ", ".join(oc.CORNERS))
    sector = oc.COLORS.index(card.str("sector", oc.COLORS))
    income = oc.INCOMES.index(card.str("income", oc.INCOMES))
    return credits, energy, gains, sector, income, coder.listed(card, "play", "play")


def _secret(card: Node, coder: Coder) -> tuple[int, int, int]:
    """(condition, points, danger) of a card that is played face down (EXE-09 to EXE-11)."""
    secret = card.table("secret")
    found = coder.condition(secret.table("when")), secret.int("vp", 0, 100), secret.int("danger", 0, 50)
    secret.done()
    return found


def more_than_four(numbers: list) -> str:
    """What is said besides where a list has a number for a fifth seat."""
    return f"; {FIFTH}" if len(numbers) > SEATS else ""


def by_seat(node: Node, key: str, lo: int, hi: int, default: int | None = None) -> list[int]:
    """What the four seats have: one number for all of them, or a list of four."""
    if isinstance(node.value.get(key), list):
        numbers: list[int] = node.ints(key, lo, hi)
        if len(numbers) != SEATS:
            node.fail(key, "one number for all seats, or a list of four" + more_than_four(numbers))
        return numbers
    return [node.int(key, lo, hi) if default is None else node.int(key, lo, hi, default)] * SEATS


def _start_techs(start: Node, techs: tuple[str, ...], out: dict) -> list[int]:
    """The techs with which each seat begins, as masks: one list of ids for all of them, or a list of four lists."""
    said = start.value.get("techs")
    apart = isinstance(said, list) and any(isinstance(one, list) for one in said)
    lists = start.str_lists("techs", techs) if apart else [start.strs("techs", techs, default=[])] * SEATS
    if len(lists) != SEATS:
        start.fail("techs", "one list of techs for all seats, or a list of four" + more_than_four(lists))
    for each in lists:
        if len(set(each)) != len(each):
            start.fail("techs", "each tech once")
        if sum(out["tech_kind"][techs.index(tech)] == oc.TECH_KINDS.index("computer") for tech in each) > len(
            out["slot_column"]
        ):
            start.fail("techs", f"at most {len(out['slot_column'])} computer techs of a seat")
    return [sum(1 << techs.index(tech) for tech in each) for each in lists]


def _setup(root: Node, card_ids: tuple[str, ...], techs: tuple[str, ...], out: dict) -> None:
    setup = root.table("setup")
    out["rounds"] = setup.int("rounds", 1, 9)
    out["start_vp"] = setup.ints("start_vp", 0, 200)
    if len(out["start_vp"]) != SEATS:
        setup.fail("start_vp", "the points of four seats" + more_than_four(out["start_vp"]))
    if "players" in setup.value:
        setup.fail("players", f"no such key: two to four play, as `--players` says; {FIFTH}")
    start = setup.table("start")
    goods = [by_seat(start, key, 0, 60) for key in ("credits", "energy", "publicity")] + [by_seat(start, "data", 0, 60, 0)]
    out["start_resources"] = [n for seat in zip(*goods, strict=True) for n in (*seat, 0, 0)]
    for key, most, has in (("publicity", "publicity_max", goods[2]), ("data", "pool_max", goods[3])):
        if max(has) > out[most]:
            places = [(start, key), (root.table("limits"), "data_pool" if key == "data" else key)]
            blame(places, f"no more {key} to start with than the limit allows")
    out["start_cards"] = by_seat(start, "cards", 1, 12)
    out["start_techs"] = _start_techs(start, techs, out)
    start.done()
    income = setup.table("income")
    due = [by_seat(income, key, 0, most) for key, most in (("credits", 60), ("energy", 60), ("cards", 10))]
    out["base_income"] = [n for seat in zip(*due, strict=True) for n in seat]
    income.done()
    out["card_row"] = setup.int("card_row", 1, 6)
    out["n_species_slots"] = setup.int("species", 2, 2)
    out["end_of_round_extra"] = setup.int("end_of_round_extra", 1, 4)
    out["hand_limit"] = setup.int("hand_limit_on_pass", 0, 60)
    without = left_in_box(root)
    if len(set(without)) != len(without):
        setup.fail("without", "each of them once")
    out["left_out"] = [int(c in without) for c in card_ids]
    setup.done()
    need = out["card_row"] + (out["rounds"] - 1) * (4 + out["end_of_round_extra"]) + sum(out["start_cards"])
    have = sum(s == NONE and not out_of_it for s, out_of_it in zip(out["card_species"], out["left_out"], strict=True))
    if have < need:
        places = [(setup, key) for key in ("without", "card_row", "rounds", "end_of_round_extra")]
        blame([*places, (start, "cards")], f"a deck for four players (they are dealt {need} cards, it has {have})")


def compile_rules(root: Node) -> Compiled:
    """Check all of the tree and compile it. Raises `RuleError` naming file, key, value and what was expected."""
    out: dict[str, int | list[int]] = {}
    stars = tuple(root.table("stars").keys())
    if len(stars) != 8:
        root.fail("stars", "eight stars")
    coder = Coder(stars)
    coder.species = tuple(root.table("species").keys())
    coder.put([oc.OPS.index("END")])  # address 0: the empty program
    boards = compile_stars(root, coder, out)
    moons = compile_planets(root, coder, out)
    techs, steps = compile_techs(root, coder, out)
    gold, neutral, gold_tiles = compile_board(root, coder, out)
    kept, away = _in_game(root)
    beside = Coder(stars)
    beside.species = coder.species
    _cards(away, beside, {})  # what they say is right, too
    cards = _cards(kept, coder, out)
    tile = compile_species(root, coder, cards, out)
    compile_sky(root, tile, out)
    _setup(root, cards, techs, out)
    solo = compile_solo(root, coder, techs, moons, out)
    root.done()
    if len(coder.code) > MAX_CODE or len(coder.watches) > 64:
        root.fail("cards", "fewer different effects: the code does not fit")
    check_bounds(coder, out, root.table("limits"))
    out["code"] = coder.code
    out["watch_types"], out["watch_mask"], out["watch_flags"], out["watch_program"] = (
        [w[i] for w in coder.watches] for i in range(4)
    )
    return Compiled(
        card_ids=cards,
        star_ids=stars,
        tech_ids=techs,
        planet_ids=oc.PLANETS,
        moon_ids=moons,
        species_ids=coder.species,
        sector_board_ids=boards,
        gold_tile_names=gold_tiles,
        scan_step_names=steps,
        gold_milestones=gold,
        neutral_milestones=neutral,
        tokens=out.pop("tokens"),
        solo=solo,
        tables=out,
        effects=coder.effects,
    )
