"""From the checked tree of the data to the flat tables that the engine reads.

Every key is asked for by name and every table is closed with `done()`, so that a verb, condition, event, count or key
that the engine does not obey is an error here and never ignored. Effects become words of one code array (`opcodes`):
a program is a run of operations that ends with END, a condition a run of four-word terms that must all hold, a count
one four-word term (`min_of` and `max_of` are followed by theirs). Equal runs are stored once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from . import opcodes as oc
from .tree import Node

MAX_CARDS = 250  # a card is one byte, 255 means none
MAX_CODE = 16384
ANY_MASK = 0x7FFF
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
    tables: dict[str, int | list[int]] = field(default_factory=dict)


def _bit(names: tuple[str, ...], name: str) -> int:
    return 1 << names.index(name)


def _mask(names: tuple[str, ...], name: str) -> int:
    return (1 << len(names)) - 1 if name == "any" else _bit(names, name)


class _Coder:
    """Turns effect lists, conditions and counts into runs of the code array; says no to what it does not know."""

    def __init__(self, stars: tuple[str, ...]):
        self.stars = stars
        self.code: list[int] = []
        self.runs: dict[tuple[int, ...], int] = {}
        self.watches: list[tuple[int, int, int, int]] = []
        self.traces_each = 0  # of the mission whose reward is being compiled, for `where = "that-species"`

    def put(self, words: list[int]) -> int:
        key = tuple(words)
        if key not in self.runs:
            self.runs[key] = len(self.code)
            self.code += words
        return self.runs[key]

    # ------------------------------------------------------------------ programs
    def program(self, effects: list[Node], *, neighbours: bool = False) -> int:
        """Address of the run for a list of effects; `neighbours` marks the Earth step of a scan (telescope-1)."""
        words: list[int] = []
        for node in effects:
            verb = node.str("do")
            method = getattr(self, "do_" + verb.replace("-", "_"), None)
            if method is None:
                node.fail("do", "a verb that the engine does")
            op = method(node)
            if neighbours and op[0] == oc.OPS.index("SIGNAL"):
                op[4] |= 4
            node.done()
            words += op
        return self.put([*words, oc.OPS.index("END")])

    @staticmethod
    def op(name: str, *args: int) -> list[int]:
        return [oc.OPS.index(name), *args]

    def gain_of(self, node: Node) -> tuple[int, int]:
        named = [k for k in node.keys() if k in oc.RESOURCES]
        if len(named) != 1:
            node.fail("do", "gain of exactly one of " + ", ".join(oc.RESOURCES))
        return oc.RESOURCES.index(named[0]), node.int(named[0], 1, 60)

    def do_gain(self, node: Node) -> list[int]:
        return self.op("GAIN", *self.gain_of(node))

    def do_draw(self, node: Node) -> list[int]:
        n = node.int("n", 1, 10)
        return self.op("DRAW", oc.DRAW_FROM.index(node.str("from", oc.DRAW_FROM)), n)

    def do_income(self, node: Node) -> list[int]:
        return self.op("INCOME")

    def do_move(self, node: Node) -> list[int]:
        return self.op("MOVE", node.int("n", 1, 12))

    def do_launch(self, node: Node) -> list[int]:
        return self.op("LAUNCH", int(node.bool("ignore_limit")))

    def do_orbit(self, node: Node) -> list[int]:
        return self.op("ORBIT")

    @staticmethod
    def land_flags(node: Node) -> int:
        return int(node.bool("moons")) | 2 * int(node.bool("occupied"))

    def do_land(self, node: Node) -> list[int]:
        return self.op("LAND", self.land_flags(node))

    def do_orbit_or_land(self, node: Node) -> list[int]:
        return self.op("ORBIT_OR_LAND", self.land_flags(node))

    def do_scan(self, node: Node) -> list[int]:
        return self.op("SCAN")

    def do_analyze(self, node: Node) -> list[int]:
        return self.op("ANALYZE")

    def do_rotate(self, node: Node) -> list[int]:
        return self.op("ROTATE")

    def do_research(self, node: Node) -> list[int]:
        kinds = _mask(oc.TECH_KINDS, node.str("tech", (*oc.TECH_KINDS, "any")))
        flags = int(node.bool("known_to_others")) | 2 * int(node.bool("no_bonus"))
        return self.op("RESEARCH", kinds, flags)

    def do_signal(self, node: Node) -> list[int]:
        n = node.int("n", 1, 6)
        flags = int(node.bool("same_sector")) | 2 * int(node.bool("no_data"))
        given = [k for k in ("star", "color", "where") if node.has(k)]
        if len(given) != 1:
            node.fail("do", "signal with exactly one of star, color, where")
        if node.has("star"):
            where, arg = "star", self.stars.index(node.str("star", self.stars))
        elif node.has("color"):
            where, arg = "color", oc.COLORS.index(node.str("color", oc.COLORS))
        else:
            word = node.str("where", ("any", "own-probe", "own-probe-and-neighbors", *oc.PLANETS[:8]))
            where, arg = (word, 0) if word in oc.SIGNAL_WHERE else ("body", oc.CELLS.index(word))
        if where == "own-probe-and-neighbors" and n != 3:
            node.fail("n", "3, one for each of the three sectors")
        return self.op("SIGNAL", oc.SIGNAL_WHERE.index(where), arg, n, flags)

    def do_signal_row(self, node: Node) -> list[int]:
        return self.op("SIGNAL_ROW", node.int("n", 1, 6))

    def do_signal_hand(self, node: Node) -> list[int]:
        return self.op("SIGNAL_HAND", node.int("n", 1, 6), int(node.bool("optional")))

    def do_signal_deck(self, node: Node) -> list[int]:
        return self.op("SIGNAL_DECK", node.int("n", 1, 6))

    def do_signal_probes(self, node: Node) -> list[int]:
        return self.op("SIGNAL_PROBES", node.int("n", 1, 6))

    def do_trace(self, node: Node) -> list[int]:
        kind = node.str("kind", (*oc.TRACE_KINDS, "any"))
        where = node.str("where", ("own-species", "that-species"), "anywhere")
        if where == "that-species" and not self.traces_each:
            node.fail("where", '"that-species" only in the reward of a mission with traces_each')
        number = 3 if kind == "any" else oc.TRACE_KINDS.index(kind)
        return self.op("TRACE", number, oc.TRACE_WHERE.index(where) + 8 * self.traces_each)

    def do_if(self, node: Node) -> list[int]:
        return self.op("IF", self.condition(node.table("cond"), play=True), self.program(node.tables("then")))

    def do_per(self, node: Node) -> list[int]:
        count = self.count(node.table("count"), play=True)
        then = node.tables("then")
        if len(then) != 1:
            node.fail("then", "one effect: gain, move or draw, whose amounts add up")
        inner = then[0]
        verb = inner.str("do", ("gain", "move", "draw"))
        if verb == "gain":
            args = (0, *self.gain_of(inner))
        elif verb == "move":
            args = (1, 0, inner.int("n", 1, 12))
        else:
            source = oc.DRAW_FROM.index(inner.str("from", oc.DRAW_FROM))
            args = (2, source, inner.int("n", 1, 10))
        inner.done()
        return self.op("PER", count, *args)

    def do_choose(self, node: Node) -> list[int]:
        branches = [self.program(branch) for branch in node.lists("of")]
        if not 2 <= len(branches) <= 6:
            node.fail("of", "two to six branches")
        return self.op("CHOOSE", len(branches), *branches)

    def do_may(self, node: Node) -> list[int]:
        return self.op("MAY", self.program(node.tables("then")))

    def do_this_turn(self, node: Node) -> list[int]:
        types, mask, own_turn = self.event(node.table("on"))
        if own_turn:
            node.fail("on", "no own_turn: this-turn is in the own turn by nature")
        flags = int(node.bool("once")) | 2 * int(node.bool("distinct"))
        watch = (types, mask, flags, self.program(node.tables("then")))
        if watch not in self.watches:
            self.watches.append(watch)
        return self.op("THIS_TURN", self.watches.index(watch))

    def do_choose_probe(self, node: Node) -> list[int]:
        return self.op("CHOOSE_PROBE", self.program(node.tables("then")))

    def do_remove(self, node: Node) -> list[int]:
        piece = oc.PIECES.index(node.str("piece", oc.PIECES))
        return self.op("REMOVE", piece, int(node.bool("moons")), self.program(node.tables("then")))

    def do_row_corners(self, node: Node) -> list[int]:
        return self.op("ROW_CORNERS", node.int("n", 1, 6))

    def do_drawn_corner(self, node: Node) -> list[int]:
        return self.op("DRAWN_CORNER")

    def do_visit_move_instead(self, node: Node) -> list[int]:
        return self.op("VISIT_MOVE_INSTEAD")

    def do_ignore_asteroids(self, node: Node) -> list[int]:
        return self.op("IGNORE_ASTEROIDS")

    def do_tuck_this(self, node: Node) -> list[int]:
        return self.op("TUCK_THIS")

    def do_return_this(self, node: Node) -> list[int]:
        return self.op("RETURN_THIS")

    # ------------------------------------------------------------------ events
    def event(self, node: Node) -> tuple[int, int, bool]:
        """(bits of event types, bits of parameters that fit, only in the own turn)."""
        name = node.str("event", (*oc.EVENTS, "orbit-or-land"))
        own_turn, mask = False, ANY_MASK
        if name == "visit":
            body = node.str("body", ("planet", "any-planet", *oc.CELLS[1:]))
            planets = sum(_bit(oc.CELLS, p) for p in oc.PLANETS)
            earth = _bit(oc.CELLS, "earth")
            mask = {"planet": planets & ~earth, "any-planet": planets}.get(body) or _bit(oc.CELLS, body)
            own_turn = node.bool("own_turn")
        elif name == "move":
            if not node.bool("same_ring"):
                node.fail("same_ring", "true, the only kind of move that is watched")
            mask = 2
        elif name == "research":
            mask = _mask(oc.TECH_KINDS, node.str("tech", (*oc.TECH_KINDS, "any")))
        elif name == "trace":
            mask = _mask(oc.TRACE_KINDS, node.str("kind", (*oc.TRACE_KINDS, "any")))
        elif name == "signal":
            mask = _bit(oc.COLORS, node.str("color", oc.COLORS))
        elif name == "corner":
            mask = _bit(oc.CORNERS, node.str("corner", oc.CORNERS[:3]))
        elif name == "play":
            mask = 1 << node.int("cost", 0, 14)
        node.done()
        names = ("orbit", "land") if name == "orbit-or-land" else (name,)
        return sum(_bit(oc.EVENTS, n) for n in names), mask, own_turn

    # ------------------------------------------------------------------ conditions and counts
    @staticmethod
    def planets_at(node: Node) -> tuple[int, int]:
        """(bits of CELLS, moons count too) of `at` and `moons`; without `at` anywhere, moons included."""
        if not node.has("at"):
            node.bool("moons")
            return sum(_bit(oc.CELLS, p) for p in oc.PLANETS), 1
        return _bit(oc.CELLS, node.str("at", oc.PLANETS)), int(node.bool("moons"))

    def condition(self, node: Node, *, play: bool = False) -> int:
        return self.put([*self.terms(node, play), oc.CONDS.index("END"), 0, 0, 0])

    def terms(self, node: Node, play: bool) -> list[int]:
        """The words of one condition; `play` allows what only the effects of the card being played can ask."""
        if node.has("all"):
            words = [w for sub in node.tables("all") for w in self.terms(sub, play)]
            node.done()
            return words

        def term(name: str, a: int = 0, b: int = 0, c: int = 0) -> list[int]:
            node.done()
            return [oc.CONDS.index(name), a, b, c]

        def kind() -> int:
            word = node.str("kind", (*oc.TRACE_KINDS, "any"), "any")
            return 3 if word == "any" else oc.TRACE_KINDS.index(word)

        if play and node.has("landed_on"):
            bodies = node.strs("landed_on", (*oc.PLANETS, "any-moon"))
            # Bit 0 (an empty space) stands for any moon.
            return term("LANDED_ON", sum(1 if b == "any-moon" else _bit(oc.CELLS, b) for b in bodies))
        if play and node.has("took_tech"):
            node.str("took_tech", ("known-to-others",))
            return term("TOOK_TECH_KNOWN")
        if play and node.has("signals_there"):
            return term("SIGNALS_THERE", node.int("signals_there", 0, 20))
        if node.has("craft"):
            mask, moons = self.planets_at(node)
            return term("CRAFT", node.int("craft", 1, 30), mask, moons)
        if node.has("orbiters") and node.has("landers"):
            node.str("at", ("one-planet",))
            return term("ONE_PLANET", node.int("orbiters", 1, 30), node.int("landers", 1, 30), int(node.bool("moons")))
        if node.has("orbiters"):
            return term("ORBITERS", node.int("orbiters", 1, 30))
        if node.has("landers"):
            return term("LANDERS", node.int("landers", 1, 30), int(node.bool("moons", True)))
        if node.has("wins") and node.has("at"):
            node.str("at", ("one-sector",))
            return term("WINS_ONE_SECTOR", node.int("wins", 1, 20))
        if node.has("wins"):
            color = node.str("color", oc.COLORS, "any")
            return term("WINS", node.int("wins", 1, 20), _mask(oc.COLORS, color))
        if node.has("traces") and node.has("species"):
            node.str("species", ("each",))
            return term("TRACES_EACH_SPECIES", node.int("traces", 1, 20), kind())
        if node.has("traces"):
            return term("TRACES", node.int("traces", 1, 30), kind())
        if node.has("traces_each"):
            node.str("species", ("single",))
            return term("TRACES_OF_EACH_KIND", node.int("traces_each", 1, 10))
        if node.has("techs"):
            return term("TECHS", node.int("techs", 1, 12), _mask(oc.TECH_KINDS, node.str("tech", (*oc.TECH_KINDS, "any"))))
        if node.has("publicity"):
            return term("PUBLICITY", node.int("publicity", 1, 100))
        if node.has("vp"):
            return term("VP", node.int("vp", 1, 500))
        if node.has("hand"):
            return term("HAND", node.int("hand", 0, 100))
        if node.has("signal_sectors"):
            return term("SIGNAL_SECTORS", node.int("signal_sectors", 1, 8))
        if node.has("probe_on"):
            cell = _bit(oc.CELLS, node.str("probe_on", oc.CELLS[1:]))
            if node.has("next_to"):
                return term("PROBE_ON_NEXT_TO", cell, oc.CELLS.index(node.str("next_to", oc.PLANETS[:8])))
            return term("PROBE_ON", cell)
        if node.has("probe_distance"):
            return term("PROBE_DISTANCE", node.int("probe_distance", 1, 10))
        node.fail(next(iter(node.keys()), ""), "a condition that the engine knows")
        raise AssertionError("fail raises")

    def count(self, node: Node, *, play: bool = False) -> int:
        return self.put(self.count_words(node, play))

    def count_words(self, node: Node, play: bool) -> list[int]:
        def term(name: str, key: str, a: int = 0, b: int = 0) -> list[int]:
            divisor = node.int(key, 1, 20)
            node.done()
            return [oc.COUNTS.index(name), divisor, a, b]

        for name in ("min_of", "max_of"):
            if node.has(name):
                parts = [self.count_words(sub, play) for sub in node.tables(name)]
                node.done()
                return [oc.COUNTS.index(name.upper()), 1, len(parts), 0, *(w for part in parts for w in part)]
        if play:
            if node.has("marked"):
                return term("MARKED", "marked", oc.COLORS.index(node.str("color", oc.COLORS)))
            if node.has("marked_sectors"):
                return term("MARKED_SECTORS", "marked_sectors")
            if node.has("techs") and node.raw("tech") == "taken":
                return term("TECHS_TAKEN", "techs")
            if node.has("traces") and node.raw("kind") == "marked":
                return term("TRACES_MARKED", "traces")
            if node.has("shown"):
                if node.has("income"):
                    return term("SHOWN_INCOME", "shown", oc.INCOMES.index(node.str("income", oc.INCOMES)))
                return term("SHOWN_CORNER", "shown", oc.CORNERS.index(node.str("corner", oc.CORNERS)))
            if node.has("adjacent"):
                return term("ADJACENT", "adjacent", _bit(oc.CELLS, node.str("body", oc.CELLS[1:])))
            if node.has("earth_sector"):
                return term("EARTH_SECTOR", "earth_sector")
        if node.has("techs"):
            return term("TECHS", "techs", _mask(oc.TECH_KINDS, node.str("tech", (*oc.TECH_KINDS, "any"))))
        if node.has("traces"):
            kind = node.str("kind", (*oc.TRACE_KINDS, "any"))
            return term("TRACES", "traces", 3 if kind == "any" else oc.TRACE_KINDS.index(kind))
        if node.has("publicity"):
            return term("PUBLICITY", "publicity")
        if node.has("income"):
            return term("INCOME", "income", oc.INCOMES.index(node.str("kind", oc.INCOMES)))
        if node.has("wins"):
            return term("WINS", "wins", _mask(oc.COLORS, node.str("color", oc.COLORS, "any")))
        if node.has("craft"):
            mask, moons = self.planets_at(node)
            return term("CRAFT", "craft", mask, moons)
        if node.has("signal_sectors"):
            return term("SIGNAL_SECTORS", "signal_sectors")
        if node.has("missions"):
            return term("MISSIONS", "missions")
        if node.has("missions_or_endgame"):
            return term("MISSIONS_OR_ENDGAME", "missions_or_endgame")
        node.fail(next(iter(node.keys()), ""), "a count that the engine knows")
        raise AssertionError("fail raises")


def _named(root: Node, key: str) -> dict[str, Node]:
    table = root.table(key)
    return {name: table.table(name) for name in table.keys()}


def _cost(node: Node, key: str, allowed: tuple[str, ...] = ("credits", "energy", "publicity")) -> list[int]:
    """Amounts in the order of RESOURCES; a resource that is not named costs nothing."""
    table = node.table(key, {})
    amounts = [table.int(r, 0, 60, 0) if r in allowed else 0 for r in oc.RESOURCES]
    table.done()
    return amounts


def _cards(root: Node, coder: _Coder, out: dict) -> tuple[str, ...]:
    cards = _named(root, "cards")
    if not 1 <= len(cards) <= MAX_CARDS:
        root.fail("cards", f"1 to {MAX_CARDS} cards")
    cols = {
        name: [] for name in (
            "card_cost", "card_sector", "card_income", "card_play", "card_class", "mission_when", "mission_reward",
            "trigger_n", "end_kind", "end_vp", "end_arg",
        )
    }
    corner, ttypes, tmask, town, treward = [], [], [], [], []
    end = oc.OPS.index("END")
    for card in cards.values():
        card.str("name")
        cols["card_cost"].append(card.int("cost", 0, 14))
        table = card.table("corner")
        gains = [table.int(c, 1, 10, 0) for c in oc.CORNERS]
        table.done()
        if not any(gains):
            card.fail("corner", "a gain of " + ", ".join(oc.CORNERS))
        corner += gains
        cols["card_sector"].append(oc.COLORS.index(card.str("sector", oc.COLORS)))
        cols["card_income"].append(oc.INCOMES.index(card.str("income", oc.INCOMES)))
        cols["card_play"].append(coder.program(card.tables("play")))
        kinds = [k for k in ("mission", "triggers", "endgame") if card.has(k)]
        if len(kinds) > 1:
            card.fail(kinds[1], "at most one of mission, triggers, endgame")
        kind = kinds[0] if kinds else ""
        cols["card_class"].append(("", "mission", "triggers", "endgame").index(kind))
        when = reward = 0
        if kind == "mission":
            mission = card.table("mission")
            state = mission.table("when")
            # `traces_each` is read once more by `condition`; here it only says which species "that" one is.
            coder.traces_each = state.int("traces_each", 1, 10) if state.has("traces_each") else 0
            when = coder.condition(state)
            reward = coder.program(mission.tables("reward"))
            coder.traces_each = 0
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
    assert end == 0
    out.update(cols, card_corner=corner, trigger_types=ttypes, trigger_mask=tmask, trigger_own=town,
               trigger_reward=treward, n_cards=len(cards))
    return tuple(cards)


def _solar(root: Node, out: dict) -> None:
    """Which layer and cell each of the 32 spaces shows, and its publicity, in all 512 positions (GEO-04, GEO-05)."""
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
    for index in range(512):
        turns = (index >> 6, (index >> 3) & 7, index & 7, 0)
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
        if 255 in at[:8]:
            root.fail("solar", f"all eight planets in every position of the discs ({oc.PLANETS[at.index(255)]} is covered)")
        place += at
    out.update(shown=shown, layer_of=layer_of, space_publicity=publicity, planet_space=place)


def _stars(root: Node, coder: _Coder, out: dict) -> tuple[str, ...]:
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
    places = sectors.raw("places")
    if sorted(s for place in places for s in place) != list(range(8)) or any(len(p) != 2 for p in places):
        sectors.fail("places", "four pairs that name each sector once")
    out.update(
        star_color=color, star_data=data, win_first=first, win_later=later, board_stars=pairs,
        place_sectors=[s for place in places for s in place], contributor=coder.program(sectors.tables("contributor")),
        second_space=coder.program(sectors.tables("second_space")), bonus_space=sectors.int("bonus_space", 1, 10),
    )
    sectors.done()
    return tuple(boards)


def _planets(root: Node, coder: _Coder, out: dict) -> tuple[str, ...]:
    planets = _named(root, "planets")
    size = len(oc.PLANETS)
    orbit, land, n_bonus, bonus = [0] * size, [0] * size, [0] * size, [0] * (2 * size)
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
        if len(spaces) > 2:
            planet.fail("land_first", "at most two spaces")
        n_bonus[i] = len(spaces)
        for k, effects in enumerate(spaces):
            bonus[2 * i + k] = coder.program(effects)
        for moon in planet.strs("moons"):
            moon_of[moon] = name
        planet.done()
    if len(planets) != 7:
        root.fail("planets", "the seven planets besides Earth")
    rules = root.table("planet_rules")
    out["orbit_first"] = coder.program(rules.tables("orbit_first"))
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


def _techs(root: Node, coder: _Coder, out: dict) -> tuple[tuple[str, ...], tuple[str, ...]]:
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


def _board(root: Node, coder: _Coder, out: dict) -> tuple[tuple[int, ...], tuple[int, ...]]:
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
    research = [*coder.op("ROTATE"), *coder.op("RESEARCH", _mask(oc.TECH_KINDS, "any"), 0)]
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
    need = out["card_row"] + (out["rounds"] - 1) * (4 + out["end_of_round_extra"]) + 4 * out["start_cards"]
    have = len(card_ids) - len(set(without))
    if have < need:
        setup.fail("start", f"a deck that can be dealt to four players ({need} cards; the deck has {have})")


def compile_rules(root: Node) -> Compiled:
    """Check all of the tree and compile it. Raises `RuleError` naming file, key, value and what was expected."""
    out: dict[str, int | list[int]] = {}
    stars = tuple(root.table("stars").keys())
    if len(stars) != 8:
        root.fail("stars", "eight stars")
    coder = _Coder(stars)
    coder.put([oc.OPS.index("END")])  # address 0: the empty program
    boards = _stars(root, coder, out)
    moons = _planets(root, coder, out)
    techs, steps = _techs(root, coder, out)
    gold, neutral = _board(root, coder, out)
    cards = _cards(root, coder, out)
    _solar(root, out)
    _setup(root, cards, out)
    species = _named(root, "species")
    for node in species.values():
        node.str("name")
        node.done()
    if not 2 <= len(species) <= 16:
        root.fail("species", "two to sixteen species")
    out["n_species"] = len(species)
    root.done()
    if len(coder.code) > MAX_CODE or len(coder.watches) > 64:
        root.fail("cards", "fewer different effects: the code does not fit")
    out["code"] = coder.code
    out["watch_types"], out["watch_mask"], out["watch_flags"], out["watch_program"] = (
        [w[i] for w in coder.watches] for i in range(4)
    )
    return Compiled(
        card_ids=cards, star_ids=stars, tech_ids=techs, planet_ids=oc.PLANETS, moon_ids=moons,
        species_ids=tuple(species), sector_board_ids=boards, gold_tile_names=oc.GOLD_TILES, scan_step_names=steps,
        gold_milestones=gold, neutral_milestones=neutral, tables=out,
    )
