"""The boards: stars and sectors, planets and moons, techs, the computer, actions, limits, milestones, gold tiles."""

from __future__ import annotations

from seti_sim.core.node import Node, blame
from seti_sim.seti.seats import FIFTH

from . import opcodes as oc
from .coder import Coder
from .terms import mask_of

MAX_PROBES = 8  # in space by the limit; the engine has room for 16, for launches that ignore it


def named(root: Node, key: str) -> dict[str, Node]:
    table = root.table(key)
    return {name: table.table(name) for name in table.keys()}


def _cost(node: Node, key: str, allowed: tuple[str, ...] = ("credits", "energy", "publicity")) -> list[int]:
    """Amounts in the order of RESOURCES; a resource that is not named costs nothing."""
    table = node.table(key, {})
    amounts = [table.int(r, 0, 60, 0) if r in allowed else 0 for r in oc.RESOURCES]
    table.done()
    return amounts


def compile_stars(root: Node, coder: Coder, out: dict) -> tuple[str, ...]:
    stars = named(root, "stars")
    color, data, first, later = [], [], [], []
    for star in stars.values():
        star.name("name")
        color.append(oc.COLORS.index(star.str("color", oc.COLORS)))
        data.append(star.int("data", 2, 10))  # the second player keeps one of them
        first.append(coder.listed(star, "win_first", "win"))
        later.append(coder.listed(star, "win_later", "win"))
        star.done()
    for shade in oc.COLORS:
        if oc.COLORS.index(shade) not in color:
            # A card of that colour would have no star for its signal.
            blame([(star, "color") for star in stars.values()], f"a star of every colour ({shade} has none)")
    boards = named(root, "sector_boards")
    pairs: list[int] = []
    for board in boards.values():
        pair = board.strs("stars", coder.stars)
        if len(pair) != 2:
            board.fail("stars", "two stars")
        pairs += [coder.stars.index(s) for s in pair]
        board.done()
    if len(boards) != 4 or sorted(pairs) != list(range(8)):
        blame([(board, "stars") for board in boards.values()], "four boards that hold each of the eight stars once")
    sectors = root.table("sectors")
    places = sectors.int_lists("places", 0, 7)
    if sorted(s for place in places for s in place) != list(range(8)) or any(len(p) != 2 for p in places):
        sectors.fail("places", "four pairs that name each sector once")
    out.update(
        star_color=color,
        star_data=data,
        win_first=first,
        win_later=later,
        board_stars=pairs,
        place_sectors=[s for place in places for s in place],
        contributor=coder.listed(sectors, "contributor", "contributor"),
        second_space=coder.listed(sectors, "second_space", "signal"),
        bonus_space=sectors.int("bonus_space", 1, 10),
    )
    sectors.done()
    return tuple(boards)


def compile_planets(root: Node, coder: Coder, out: dict) -> tuple[str, ...]:
    planets = named(root, "planets")
    size = len(oc.PLANETS)
    orbit, land, n_bonus, bonus = [0] * size, [0] * size, [0] * size, [0] * (3 * size)
    listed: dict[str, tuple[str, ...]] = {}
    moons = named(root, "moons")
    for name, planet in planets.items():
        if name not in oc.PLANETS[:8] or name == "earth":
            root.fail("planets", f"planets of the game, not {name}")
        planet.name("name", default=None)
        i = oc.PLANETS.index(name)
        orbit[i] = coder.listed(planet, "orbit", "orbit")
        land[i] = coder.listed(planet, "land", "land")
        spaces = coder.each_listed(planet, "land_first", "land")
        if len(spaces) > 3:
            planet.fail("land_first", "at most three spaces")
        n_bonus[i] = len(spaces)
        bonus[3 * i : 3 * i + len(spaces)] = spaces
        listed[name] = planet.strs("moons", tuple(moons))
        planet.done()
    if len(planets) != 7:
        root.fail("planets", "the seven planets besides Earth")
    rules = root.table("planet_rules")
    out["orbit_first"] = [coder.listed(rules, "orbit_first", "orbit")] * size
    rules.done()
    moon_planet, moon_land = [], []
    for name, moon in moons.items():
        moon.name("name", default=None)
        planet = moon.str("planet", tuple(planets))
        if [p for p, names in listed.items() for m in names if m == name] != [planet]:
            places = [(moon, "planet"), *((p, "moons") for p in planets.values())]
            blame(places, f"{name} once among the moons of one planet, the one that it names")
        moon_planet.append(oc.PLANETS.index(planet))
        moon_land.append(coder.listed(moon, "land", "land"))
        moon.done()
    if len(moons) > 12:
        root.fail("moons", "at most twelve moons")
    out.update(
        orbit_reward=orbit,
        land_reward=land,
        n_data_spaces=n_bonus,
        data_space=bonus,
        moon_planet=moon_planet,
        moon_land=moon_land,
        n_moons=len(moons),
    )
    return tuple(moons)


def compile_techs(root: Node, coder: Coder, out: dict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    techs = named(root, "techs")
    if not 1 <= len(techs) <= 12:
        root.fail("techs", "one to twelve techs")
    rules = root.table("tech_rules")
    bonuses = rules.table("bonuses")
    out["tile_bonus"] = [coder.listed(bonuses, name, "research") for name in oc.TILE_BONUSES]
    bonuses.done()
    out["first_taker"] = coder.listed(rules, "first_taker", "research")
    rules.done()
    scan = root.table("scan")
    none = [0] * len(oc.RESOURCES)
    # One row a scan option: (name, group, tech or 255, mandatory, cost, program).
    steps = [
        ("earth", 0, 255, 1, none, coder.listed(scan, "earth", "scan", neighbours=True)),
        ("row", 1, 255, 1, none, coder.listed(scan, "row", "scan")),
    ]
    scan.done()
    kinds, extra, upper, lower = [], [], [], []
    limit, pub, leave, discount = [], [], [], []
    moons_mask = neighbour_mask = 0
    for i, (name, tech) in enumerate(techs.items()):
        kind = tech.str("kind", oc.TECH_KINDS)
        kinds.append(oc.TECH_KINDS.index(kind))
        extra.append(coder.listed(tech, "extra", "research"))
        effect = tech.table("effect")
        limit.append(effect.int("probe_limit", 1, MAX_PROBES, 0))
        visit = effect.table("visit_asteroids", {})
        pub.append(visit.int("publicity", 0, 5, 0))
        visit.done()
        leave.append(effect.int("leave_asteroids_extra", 0, 5, 255))
        cheaper = effect.table("land_discount", {})
        discount.append(cheaper.int("energy", 0, 10, 0))
        cheaper.done()
        moons_mask |= int(effect.bool("land_on_moons")) << i
        word = effect.str("scan", ("earth-or-neighbour", "extra"), "")
        neighbour_mask |= int(word == "earth-or-neighbour") << i
        given = [key for key in ("then", "choose", "cost") if effect.has(key)]
        if (word == "extra") != bool(given):
            blame([(effect, "scan"), *((effect, key) for key in given)], 'scan = "extra" together with then or choose')
        if word == "extra":
            choices = effect.tables("choose") if effect.has("choose") else [effect]
            if not choices:
                effect.fail("choose", "at least one step")
            for k, choice in enumerate(choices, 1):
                label = f"{name}/{k}" if len(choices) > 1 else name
                steps.append((label, 2 + i, i, 0, _cost(choice, "cost"), coder.listed(choice, "then", "scan")))
                if choice is not effect:
                    choice.done()
        spaces = [key for key in ("upper", "lower") if effect.has(key)]
        if len(spaces) != (2 if kind == "computer" else 0):
            places = [(tech, "kind"), *((effect, key) for key in spaces)]
            blame(places, "upper and lower in computer techs, in no others")
        if kind == "computer":
            upper.append(coder.listed(effect, "upper", "place"))
            lower.append(coder.listed(effect, "lower", "place"))
        else:
            upper.append(0)
            lower.append(0)
        effect.done()
        tech.done()
    if len(steps) > 12:
        places = [(tech.table("effect"), key) for tech in techs.values() for key in ("choose", "then")]
        blame(places, "at most ten extra steps of a scan in all")
    if kinds.count(oc.TECH_KINDS.index("computer")) > 4:
        blame([(tech, "kind") for tech in techs.values()], "at most four computer techs, one for each column")
    out.update(
        n_techs=len(techs),
        tech_kind=kinds,
        tech_extra=extra,
        tile_upper=upper,
        tile_lower=lower,
        tech_probe_limit=limit,
        tech_asteroid_publicity=pub,
        tech_leave_extra=leave,
        tech_land_discount=discount,
        moons_mask=moons_mask,
        neighbour_mask=neighbour_mask,
        n_scan=len(steps),
        scan_group=[s[1] for s in steps],
        scan_tech=[s[2] for s in steps],
        scan_mandatory=[s[3] for s in steps],
        scan_cost=[c for s in steps for c in s[4]],
        scan_program=[s[5] for s in steps],
        probe_limit_mask=sum(1 << i for i, v in enumerate(limit) if v),
        asteroid_mask=sum(1 << i for i, v in enumerate(pub) if v),
        leave_mask=sum(1 << i for i, v in enumerate(leave) if v != 255),
        discount_mask=sum(1 << i for i, v in enumerate(discount) if v),
    )
    return tuple(techs), tuple(s[0] for s in steps)


def _no_free_circle(actions: Node, costs: list[int], out: dict) -> None:
    """What can be done again and again must cost something: else there is always a main action, and no end of it."""
    cost = {name: costs[6 * i : 6 * i + 6] for i, name in enumerate(oc.PAID_ACTIONS)}
    endless = "a cost: what costs nothing could be done without end"
    if not sum(cost["scan"]):
        actions.table("scan").fail("cost", endless)
    energy = oc.RESOURCES.index("energy")
    free = [("orbit", "cost")] if not sum(cost["orbit"]) else []
    for key, amounts in (("cost", cost["land"]), ("cost_with_orbiter", out["land_cost_with_orbiter"])):
        if sum(amounts) <= min(amounts[energy], sum(out["tech_land_discount"])):
            free.append(("land", key))
    if free and not sum(cost["launch"]):
        places = [(actions.table("launch"), "cost"), *((actions.table(name), key) for name, key in free)]
        blame(places, f"{endless} (a launch and then {'an orbit' if free[0][0] == 'orbit' else 'a landing'})")


def compile_board(root: Node, coder: Coder, out: dict) -> tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]:
    """Everything else that is printed on boards: discovery, computer, actions, setup, limits, milestones, gold.

    Returns scores of milestones, gold and neutral ones, and the names of the gold tiles.
    """
    found = root.table("discovery")
    out["discovery"] = [coder.listed(found, side, "trace") for side in ("left", "right")]
    out["overflow"] = coder.listed(found, "overflow", "trace")
    found.done()

    computer = root.table("computer")
    tops = coder.each_listed(computer, "top_rewards", "place")
    if not 4 <= len(tops) <= 8:
        computer.fail("top_rewards", "four to eight top spaces")
    out["computer_top"] = len(tops)
    out["top_reward"] = tops
    columns = computer.ints("slot_columns", 1, 8)
    if len(columns) != 4 or sorted(set(columns)) != columns:
        computer.fail("slot_columns", "four different columns in ascending order")
    if columns[-1] > len(tops):
        blame([(computer, "slot_columns"), (computer, "top_rewards")], "columns that have a top space")
    out["slot_column"] = columns
    out["analyze_reward"] = coder.listed(computer, "analyze", "analyze")
    computer.done()

    actions = root.table("actions")
    costs: list[int] = []
    for name in oc.PAID_ACTIONS:
        action = actions.table(name)
        costs += _cost(action, "cost")
        if name == "land":
            out["land_cost_with_orbiter"] = _cost(action, "cost_with_orbiter")
        action.done()
    out["action_cost"] = costs
    # The main action research is a rotation and then any tech (R15.1, R15.2).
    research = [*coder.op("ROTATE"), *coder.op("RESEARCH", mask_of(oc.TECH_KINDS, "any"), 0)]
    out["research_program"] = coder.put([*research, oc.OPS.index("END")])
    _no_free_circle(actions, costs, out)
    actions.done()

    free = root.table("free_actions")
    move = free.table("move")
    out["move_energy"] = _cost(move, "cost", ("energy",))[oc.RESOURCES.index("energy")]
    if out["move_energy"] < 1:
        move.fail("cost", "at least 1 energy (a free step would have no end)")
    move.done()
    buy = free.table("buy")
    out["buy_cost"] = _cost(buy, "cost")
    if not sum(out["buy_cost"]):
        buy.fail("cost", "a cost (free cards would have no end)")
    out["buy_program"] = coder.listed(buy, "then", "buy")  # `check_bounds` sees to it that it does not pay for itself
    buy.done()
    exchange = free.table("exchange")
    out["exchange_give"] = exchange.int("give", 2, 5)
    out["exchange_get"] = exchange.int("get", 1, out["exchange_give"] - 1)
    draw = coder.op("DRAW", oc.DRAW_FROM.index("row-or-deck"), out["exchange_get"])
    out["exchange_draw"] = coder.put([*draw, oc.OPS.index("END")])
    exchange.done()
    free.done()

    limits = root.table("limits")
    out["publicity_max"] = limits.int("publicity", 1, 100)
    out["pool_max"] = limits.int("data_pool", 1, 100)
    out["probe_limit"] = limits.int("probes_in_space", 1, MAX_PROBES)
    limits.done()

    milestones = root.table("milestones")
    gold = milestones.ints("gold", 1, 300)
    neutral = milestones.ints("neutral", 1, 300)
    if len(gold) > 4 or sorted(set(gold)) != gold:
        milestones.fail("gold", "at most four scores in ascending order")
    if len(neutral) > 4 or sorted(set(neutral)) != neutral:
        milestones.fail("neutral", "at most four scores in ascending order")
    markers = milestones.table("neutral_markers")
    if "5" in markers.value:
        markers.fail("5", f"markers of two, three and four players; {FIFTH}")
    out["neutral_markers"] = [0, 0, *(markers.int(str(n), 0, 6) for n in (2, 3, 4))]
    markers.done()
    milestones.done()
    out.update(gold_score=gold, n_gold=len(gold), neutral_score=neutral, n_neutral=len(neutral))

    tiles = named(root, "gold_tiles")
    values, counts = [0] * 24, [0] * 8
    seen = set()
    for side_id, tile in tiles.items():
        name, side = tile.str("tile"), tile.str("side", ("a", "b"))
        new = name not in oc.GOLD_TILES and side_id == f"{name}-{side}"  # `additions` made it
        place = oc.GOLD_TILES.index(tile.str("in_place_of" if new else "tile", oc.GOLD_TILES))
        i = 2 * place + ("a", "b").index(side)
        row = tile.ints("values", 0, 50)
        if len(row) != 3:
            tile.fail("values", "three values: first, second, third and later")
        values[3 * i : 3 * i + 3] = row
        counts[i] = coder.count(tile.table("count"))
        seen.add((place, name, side))
        tile.done()
    names = tuple(dict.fromkeys(name for _, name, _ in sorted(seen)))
    if len(seen) != 8 or len(names) != 4:
        places = [(tile, key) for tile in tiles.values() for key in ("tile", "side")]
        blame(places, "both sides of all four tiles, each once")
    out.update(gold_value=values, gold_count=counts)
    return tuple(gold), tuple(neutral), names
