"""From the checked tree of the data to the flat tables that the engine reads.

Every key is asked for by name and every table is closed with `done()`, so that a verb, condition, event, count or key
that the engine does not obey is an error here and never ignored. `coder` turns effects into the engine's code.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from . import opcodes as oc
from .coder import Coder, bit_of, mask_of
from .species import compile_species
from .tree import Node, blame

MAX_CARDS = 250  # a card is one byte, 255 means none
MAX_CODE = 16384
NO_SPECIES = 255
FIGURES = ("launch", "orbit", "land", "scan", "analyze", "research")


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
    tables: dict[str, int | list[int]] = field(default_factory=dict)


def _named(root: Node, key: str) -> dict[str, Node]:
    table = root.table(key)
    return {name: table.table(name) for name in table.keys()}


def _cost(node: Node, key: str, allowed: tuple[str, ...] = ("credits", "energy", "publicity")) -> list[int]:
    """Amounts in the order of RESOURCES; a resource that is not named costs nothing."""
    table = node.table(key, {})
    amounts = [table.int(r, 0, 60, 0) if r in allowed else 0 for r in oc.RESOURCES]
    table.done()
    return amounts


def _cards(root: Node, coder: Coder, out: dict) -> tuple[str, ...]:
    cards = _named(root, "cards")
    if not 1 <= len(cards) <= MAX_CARDS:
        root.fail("cards", f"1 to {MAX_CARDS} cards")
    cols = {
        name: [] for name in (
            "card_cost", "card_energy", "card_sector", "card_income", "card_play", "card_class", "mission_when",
            "mission_reward", "trigger_n", "end_kind", "end_vp", "end_arg", "card_species", "message_program",
            "secret_when", "secret_vp", "secret_danger",
        )
    }
    corner, ttypes, tmask, town, treward = [], [], [], [], []
    for card in cards.values():
        card.str("name")
        species = card.str("species", coder.species) if card.has("species") else ""
        coder.own_species = coder.species.index(species) if species else NO_SPECIES
        cols["card_species"].append(coder.own_species)
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
        cols["message_program"].append(coder.program(card.tables("message")) if kind == "message" else 0)
        when = reward = 0
        if kind == "mission":
            mission = card.table("mission")
            state = mission.table("when")
            # `traces_each` is read once more by `condition`; here it only says which species "that" one is.
            coder.traces_each = state.int("traces_each", 1, 10) if state.has("traces_each") else 0
            coder.deliver_to = oc.CELLS.index(state.str("deliver", oc.PLANETS[:8])) if state.has("deliver") else 0
            coder.mission = mission
            when = coder.condition(state)
            reward = coder.program(mission.tables("reward"))
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
            rows.append((types, mask, int(own), coder.program(space.tables("reward"))))
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
                earg = (
                    coder.count(game_end.table("per")) if ekind == "per" else coder.condition(game_end.table("when"))
                )
            game_end.done()
        cols["end_kind"].append(oc.ENDGAMES.index(ekind))
        cols["end_vp"].append(evp)
        cols["end_arg"].append(earg)
        card.done()
    coder.own_species = NO_SPECIES
    out.update(cols, card_corner=corner, trigger_types=ttypes, trigger_mask=tmask, trigger_own=town,
               trigger_reward=treward, n_cards=len(cards))
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
    return credits, energy, gains, sector, income, coder.program(card.tables("play"))


def _secret(card: Node, coder: Coder) -> tuple[int, int, int]:
    """(condition, points, danger) of a card that is played face down (EXE-09 to EXE-11)."""
    secret = card.table("secret")
    found = coder.condition(secret.table("when")), secret.int("vp", 0, 100), secret.int("danger", 0, 50)
    secret.done()
    return found


def _solar(root: Node, tile: tuple[Node, int, int, int, int] | None, out: dict) -> None:
    """Which layer and cell each of the 32 spaces shows, and its publicity, in all 512 positions (GEO-04, GEO-05).

    Where there is a `tile` (node, layer, ring, cell, publicity), 512 more: the positions with it on its disc (OUM-01).
    """
    solar = root.table("solar")
    out["move_cost"] = solar.int("move_cost", 0, 5)
    out["leave_asteroids_extra"] = solar.int("leave_asteroids_extra", 0, 5)
    names = ("disc-1", "disc-2", "disc-3")
    order = solar.strs("rotation_order", names)
    if not 1 <= len(order) <= 8:
        solar.fail("rotation_order", "one to eight discs")
    out["rotation_order"] = [names.index(d) for d in order]
    out["n_rotation_order"] = len(order)
    layers = solar.table("layers")
    cells: list[dict[int, list[int | None]]] = []
    icons: list[dict[int, list[int]]] = []
    for name, rings in (*zip(names, (1, 2, 3), strict=True), ("base", 4)):
        layer = layers.table(name)
        cells.append({})
        icons.append({})
        for ring in range(1, rings + 1):
            words = layer.strs(f"ring{ring}", ("hole", *oc.CELLS[:-1]))
            bits = layer.ints(f"icon{ring}", 0, 5)
            if len(words) != 8 or len(bits) != 8:
                layer.fail(f"ring{ring}", "eight cells and eight icons")
            if name == "base" and "hole" in words:
                layer.fail(f"ring{ring}", "no hole: nothing lies below the base")
            cells[-1][ring] = [None if w == "hole" else oc.CELLS.index(w) for w in words]
            icons[-1][ring] = bits
        layer.done()
    layers.done()
    solar.done()
    shown, layer_of, publicity, place = [], [], [], []
    for index in range(1024 if tile else 512):
        if index == 512:
            node, level, ring, cell, icon = tile
            if cells[level][ring][cell] is not None:
                node.fail("cell", f"a hole in ring {ring} of {names[level]}, which the tile fills")
            cells[level][ring][cell] = oc.CELLS.index("oumuamua")
            icons[level][ring][cell] = icon
        turns = ((index >> 6) & 7, (index >> 3) & 7, index & 7, 0)
        at = [255] * len(oc.PLANETS)
        for ring in range(1, 5):
            for sector in range(8):
                for level in range(4):
                    cell = cells[level].get(ring, [None] * 8)[(sector + turns[level]) % 8]
                    if cell is not None:
                        break
                shown.append(cell)
                layer_of.append(level)
                publicity.append(icons[level][ring][(sector + turns[level]) % 8])
                if cell >= 3:
                    if at[cell - 3] != 255:
                        root.fail("solar", f"one {oc.CELLS[cell]} in every position of the discs")
                    at[cell - 3] = (ring - 1) * 8 + sector
        if index >= 512 and 255 in at:
            covered = "the tile" if at[8] == 255 else oc.PLANETS[at.index(255)]
            node.fail("cell", f"a place where the tile and all planets stay in sight ({covered} would be covered)")
        if 255 in at[:8]:
            root.fail("solar", f"all eight planets in every position of the discs ({oc.PLANETS[at.index(255)]} is covered)")
        place += at
    out.update(shown=shown, layer_of=layer_of, space_publicity=publicity, planet_space=place)


def _stars(root: Node, coder: Coder, out: dict) -> tuple[str, ...]:
    stars = _named(root, "stars")
    color, data, first, later = [], [], [], []
    for star in stars.values():
        star.str("name")
        color.append(oc.COLORS.index(star.str("color", oc.COLORS)))
        data.append(star.int("data", 1, 10))
        first.append(coder.program(star.tables("win_first")))
        later.append(coder.program(star.tables("win_later")))
        star.done()
    boards = _named(root, "sector_boards")
    pairs: list[int] = []
    for board in boards.values():
        pair = board.strs("stars", coder.stars)
        if len(pair) != 2:
            board.fail("stars", "two stars")
        pairs += [coder.stars.index(s) for s in pair]
        board.done()
    if len(boards) != 4 or sorted(pairs) != list(range(8)):
        root.fail("sector_boards", "four boards that hold each of the eight stars once")
    sectors = root.table("sectors")
    places = sectors.int_lists("places", 0, 7)
    if sorted(s for place in places for s in place) != list(range(8)) or any(len(p) != 2 for p in places):
        sectors.fail("places", "four pairs that name each sector once")
    out.update(
        star_color=color, star_data=data, win_first=first, win_later=later, board_stars=pairs,
        place_sectors=[s for place in places for s in place], contributor=coder.program(sectors.tables("contributor")),
        second_space=coder.program(sectors.tables("second_space")), bonus_space=sectors.int("bonus_space", 1, 10),
    )
    sectors.done()
    return tuple(boards)


def _planets(root: Node, coder: Coder, out: dict) -> tuple[str, ...]:
    planets = _named(root, "planets")
    size = len(oc.PLANETS)
    orbit, land, n_bonus, bonus = [0] * size, [0] * size, [0] * size, [0] * (3 * size)
    moon_of: dict[str, str] = {}
    for name, planet in planets.items():
        if name not in oc.PLANETS[:8] or name == "earth":
            root.fail("planets", f"planets of the game, not {name}")
        if planet.has("name"):
            planet.str("name")
        i = oc.PLANETS.index(name)
        orbit[i] = coder.program(planet.tables("orbit"))
        land[i] = coder.program(planet.tables("land"))
        spaces = planet.lists("land_first")
        if len(spaces) > 3:
            planet.fail("land_first", "at most three spaces")
        n_bonus[i] = len(spaces)
        for k, effects in enumerate(spaces):
            bonus[3 * i + k] = coder.program(effects)
        for moon in planet.strs("moons"):
            moon_of[moon] = name
        planet.done()
    if len(planets) != 7:
        root.fail("planets", "the seven planets besides Earth")
    rules = root.table("planet_rules")
    out["orbit_first"] = [coder.program(rules.tables("orbit_first"))] * size
    rules.done()
    moons = _named(root, "moons")
    moon_planet, moon_land = [], []
    for name, moon in moons.items():
        if moon.has("name"):
            moon.str("name")
        planet = moon.str("planet", oc.PLANETS[:8])
        if moon_of.get(name) != planet:
            moon.fail("planet", f"the planet whose `moons` name {name}")
        moon_planet.append(oc.PLANETS.index(planet))
        moon_land.append(coder.program(moon.tables("land")))
        moon.done()
    if set(moon_of) - set(moons):
        root.fail("moons", "an entry for " + sorted(set(moon_of) - set(moons))[0])
    if len(moons) > 12:
        root.fail("moons", "at most twelve moons")
    out.update(orbit_reward=orbit, land_reward=land, n_data_spaces=n_bonus, data_space=bonus, moon_planet=moon_planet,
               moon_land=moon_land, n_moons=len(moons))
    return tuple(moons)


def _techs(root: Node, coder: Coder, out: dict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    techs = _named(root, "techs")
    if not 1 <= len(techs) <= 12:
        root.fail("techs", "one to twelve techs")
    rules = root.table("tech_rules")
    bonuses = rules.table("bonuses")
    out["tile_bonus"] = [coder.program(bonuses.tables(name)) for name in oc.TILE_BONUSES]
    bonuses.done()
    out["first_taker"] = coder.program(rules.tables("first_taker"))
    rules.done()
    scan = root.table("scan")
    none = [0] * len(oc.RESOURCES)
    # One row a scan option: (name, group, tech or 255, mandatory, cost, program).
    steps = [
        ("earth", 0, 255, 1, none, coder.program(scan.tables("earth"), neighbours=True)),
        ("row", 1, 255, 1, none, coder.program(scan.tables("row"))),
    ]
    scan.done()
    kinds, extra, upper, lower = [], [], [], []
    limit, pub, leave, discount = [], [], [], []
    moons_mask = neighbour_mask = 0
    for i, (name, tech) in enumerate(techs.items()):
        kind = tech.str("kind", oc.TECH_KINDS)
        kinds.append(oc.TECH_KINDS.index(kind))
        extra.append(coder.program(tech.tables("extra")))
        effect = tech.table("effect")
        limit.append(effect.int("probe_limit", 1, 12, 0))
        visit = effect.table("visit_asteroids", {})
        pub.append(visit.int("publicity", 0, 5, 0))
        visit.done()
        leave.append(effect.int("leave_asteroids_extra", 0, 5, 255))
        cheaper = effect.table("land_discount", {})
        discount.append(cheaper.int("energy", 0, 10, 0))
        cheaper.done()
        moons_mask |= int(effect.bool("land_on_moons")) << i
        word = effect.str("scan", ("earth-or-neighbour", "extra"), "")
        if word == "earth-or-neighbour":
            neighbour_mask |= 1 << i
        elif word == "extra":
            choices = effect.tables("choose") if effect.has("choose") else [effect]
            for k, choice in enumerate(choices, 1):
                label = f"{name}/{k}" if len(choices) > 1 else name
                steps.append((label, 2 + i, i, 0, _cost(choice, "cost"), coder.program(choice.tables("then"))))
                if choice is not effect:
                    choice.done()
        if kind == "computer":
            upper.append(coder.program(effect.tables("upper")))
            lower.append(coder.program(effect.tables("lower")))
        else:
            upper.append(0)
            lower.append(0)
        effect.done()
        tech.done()
    if len(steps) > 12:
        root.fail("techs", "at most ten extra steps of a scan")
    out.update(
        n_techs=len(techs), tech_kind=kinds, tech_extra=extra, tile_upper=upper, tile_lower=lower,
        tech_probe_limit=limit, tech_asteroid_publicity=pub, tech_leave_extra=leave, tech_land_discount=discount,
        moons_mask=moons_mask, neighbour_mask=neighbour_mask, n_scan=len(steps),
        scan_group=[s[1] for s in steps], scan_tech=[s[2] for s in steps], scan_mandatory=[s[3] for s in steps],
        scan_cost=[c for s in steps for c in s[4]], scan_program=[s[5] for s in steps],
        probe_limit_mask=sum(1 << i for i, v in enumerate(limit) if v),
        asteroid_mask=sum(1 << i for i, v in enumerate(pub) if v),
        leave_mask=sum(1 << i for i, v in enumerate(leave) if v != 255),
        discount_mask=sum(1 << i for i, v in enumerate(discount) if v),
    )
    return tuple(techs), tuple(s[0] for s in steps)


def _board(root: Node, coder: Coder, out: dict) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Everything else that is printed on boards: discovery, computer, actions, setup, limits, milestones, gold."""
    found = root.table("discovery")
    out["discovery"] = [coder.program(found.tables(side)) for side in ("left", "right")]
    out["overflow"] = coder.program(found.tables("overflow"))
    found.done()

    computer = root.table("computer")
    tops = computer.lists("top_rewards")
    if not 1 <= len(tops) <= 8:
        computer.fail("top_rewards", "one to eight top spaces")
    out["computer_top"] = len(tops)
    out["top_reward"] = [coder.program(effects) for effects in tops]
    columns = computer.ints("slot_columns", 1, len(tops))
    if len(columns) != 4 or sorted(set(columns)) != columns:
        computer.fail("slot_columns", "four different columns in ascending order")
    out["slot_column"] = columns
    out["analyze_reward"] = coder.program(computer.tables("analyze"))
    computer.done()

    actions = root.table("actions")
    costs: list[int] = []
    for name in FIGURES:
        action = actions.table(name)
        costs += _cost(action, "cost")
        if name == "land":
            out["land_cost_with_orbiter"] = _cost(action, "cost_with_orbiter")
        action.done()
    out["action_cost"] = costs
    # The main action research is a rotation and then any tech (R15.1, R15.2).
    research = [*coder.op("ROTATE"), *coder.op("RESEARCH", mask_of(oc.TECH_KINDS, "any"), 0)]
    out["research_program"] = coder.put([*research, oc.OPS.index("END")])
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
    out["buy_program"] = coder.program(buy.tables("then"))
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
    out["probe_limit"] = limits.int("probes_in_space", 1, 12)
    limits.done()

    milestones = root.table("milestones")
    gold = milestones.ints("gold", 1, 300)
    neutral = milestones.ints("neutral", 1, 300)
    if len(gold) > 4 or sorted(set(gold)) != gold:
        milestones.fail("gold", "at most four scores in ascending order")
    if len(neutral) > 4 or sorted(set(neutral)) != neutral:
        milestones.fail("neutral", "at most four scores in ascending order")
    markers = milestones.table("neutral_markers")
    out["neutral_markers"] = [0, 0, *(markers.int(str(n), 0, 6) for n in (2, 3, 4))]
    markers.done()
    milestones.done()
    out.update(gold_score=gold, n_gold=len(gold), neutral_score=neutral, n_neutral=len(neutral))

    tiles = _named(root, "gold_tiles")
    values, counts = [0] * 24, [0] * 8
    seen = set()
    for tile in tiles.values():
        i = 2 * oc.GOLD_TILES.index(tile.str("tile", oc.GOLD_TILES)) + ("a", "b").index(tile.str("side", ("a", "b")))
        row = tile.ints("values", 0, 50)
        if len(row) != 3:
            tile.fail("values", "three values: first, second, third and later")
        values[3 * i : 3 * i + 3] = row
        counts[i] = coder.count(tile.table("count"))
        seen.add(i)
        tile.done()
    if len(seen) != 8:
        root.fail("gold_tiles", "both sides of all four tiles")
    out.update(gold_value=values, gold_count=counts)
    return tuple(gold), tuple(neutral)


def _setup(root: Node, card_ids: tuple[str, ...], out: dict) -> None:
    setup = root.table("setup")
    out["rounds"] = setup.int("rounds", 1, 9)
    vp = setup.ints("start_vp", 0, 200)
    if len(vp) < 4:
        setup.fail("start_vp", "points for four seats")
    out["start_vp"] = vp[:4]
    start = setup.table("start")
    out["start_resources"] = [
        start.int("credits", 0, 60), start.int("energy", 0, 60), start.int("publicity", 0, out["publicity_max"]), 0, 0, 0,
    ]
    out["start_cards"] = start.int("cards", 1, 12)
    start.done()
    income = setup.table("income")
    out["base_income"] = [income.int("credits", 0, 60), income.int("energy", 0, 60), income.int("cards", 0, 10)]
    income.done()
    out["card_row"] = setup.int("card_row", 1, 6)
    out["n_species_slots"] = setup.int("species", 2, 2)
    out["end_of_round_extra"] = setup.int("end_of_round_extra", 1, 4)
    out["hand_limit"] = setup.int("hand_limit_on_pass", 0, 60)
    without = setup.strs("without", card_ids) if setup.has("without") else []
    out["left_out"] = [int(c in without) for c in card_ids]
    setup.done()
    base = [c for c, species in zip(card_ids, out["card_species"], strict=True) if species == NO_SPECIES]
    need = out["card_row"] + (out["rounds"] - 1) * (4 + out["end_of_round_extra"]) + 4 * out["start_cards"]
    have = len(set(base) - set(without))
    if have < need:
        setup.fail("start", f"a deck that can be dealt to four players ({need} cards; the deck has {have})")


def compile_rules(root: Node) -> Compiled:
    """Check all of the tree and compile it. Raises `RuleError` naming file, key, value and what was expected."""
    out: dict[str, int | list[int]] = {}
    stars = tuple(root.table("stars").keys())
    if len(stars) != 8:
        root.fail("stars", "eight stars")
    coder = Coder(stars)
    coder.species = tuple(root.table("species").keys())
    coder.put([oc.OPS.index("END")])  # address 0: the empty program
    boards = _stars(root, coder, out)
    moons = _planets(root, coder, out)
    techs, steps = _techs(root, coder, out)
    gold, neutral = _board(root, coder, out)
    cards = _cards(root, coder, out)
    tile = compile_species(root, coder, cards, out)
    _solar(root, tile, out)
    _setup(root, cards, out)
    root.done()
    if len(coder.code) > MAX_CODE or len(coder.watches) > 64:
        root.fail("cards", "fewer different effects: the code does not fit")
    out["code"] = coder.code
    out["watch_types"], out["watch_mask"], out["watch_flags"], out["watch_program"] = (
        [w[i] for w in coder.watches] for i in range(4)
    )
    return Compiled(
        card_ids=cards, star_ids=stars, tech_ids=techs, planet_ids=oc.PLANETS, moon_ids=moons,
        species_ids=coder.species, tokens=out.pop("tokens"), sector_board_ids=boards, gold_tile_names=oc.GOLD_TILES, scan_step_names=steps,
        gold_milestones=gold, neutral_milestones=neutral, tables=out,
    )
