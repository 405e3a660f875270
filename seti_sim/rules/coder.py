"""Effects, conditions and counts as words of the engine's code array.

A program is a run of operations that ends with END, a condition a run of four-word terms that must all hold, a count
one four-word term (`min_of` and `max_of` are followed by theirs). Equal runs are stored once. What the engine does not
know is an error: every key is asked for by name, and every table is closed with `done()`.
"""

from __future__ import annotations

from . import opcodes as oc
from .tree import Node, blame, did_you_mean

ANY_MASK = 0x7FFF


def bit_of(names: tuple[str, ...], name: str) -> int:
    return 1 << names.index(name)


def mask_of(names: tuple[str, ...], name: str) -> int:
    return (1 << len(names)) - 1 if name == "any" else bit_of(names, name)


class Coder:
    """Turns effect lists, conditions and counts into runs of the code array; says no to what it does not know."""

    def __init__(self, stars: tuple[str, ...]):
        self.stars = stars
        self.code: list[int] = []
        self.runs: dict[tuple[int, ...], int] = {}
        self.watches: list[tuple[int, int, int, int]] = []
        self.species: tuple[str, ...] = ()
        self.own_species = 255  # number of the species whose board or card is being compiled
        self.deliver_to = 0  # planet cell of the mission whose reward is being compiled
        self.mission: Node | None = None  # whose reward is being compiled
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
                verbs = [name[3:].replace("_", "-") for name in dir(self) if name.startswith("do_")]
                node.fail("do", "a verb that the engine does" + did_you_mean(verb, verbs))
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
            node.fail("do", f"{node.str('do')} of exactly one of " + ", ".join(oc.RESOURCES))
        return oc.RESOURCES.index(named[0]), node.int(named[0], 1, 60)

    def do_gain(self, node: Node) -> list[int]:
        return self.op("GAIN", *self.gain_of(node))

    def do_draw(self, node: Node) -> list[int]:
        n = node.int("n", 1, 10)
        source = node.str("from", (*oc.DRAW_FROM, "species"))
        if source == "species":
            return self.op("DRAW_SPECIES", self.this_species(node, "from"), n)
        return self.op("DRAW", oc.DRAW_FROM.index(source), n)

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
        kinds = mask_of(oc.TECH_KINDS, node.str("tech", (*oc.TECH_KINDS, "any")))
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
            word = node.str("where", ("any", "own-probe", "own-probe-and-neighbors", "next-anomaly", *oc.PLANETS))
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

    # ------------------------------------------------------------------ what only species' cards do
    def this_species(self, node: Node, key: str) -> int:
        if self.own_species == 255:
            node.fail(key, "no species here: only on species' boards and cards")
        return self.own_species

    def do_pay(self, node: Node) -> list[int]:
        return self.op("PAY", *self.gain_of(node))

    def do_repeat(self, node: Node) -> list[int]:
        then = self.program(node.tables("then"))
        if self.code[then] != oc.OPS.index("PAY"):
            node.fail("then", "a list that begins with pay, so that it has an end")
        return self.op("REPEAT", then)

    def do_pick_sample(self, node: Node) -> list[int]:
        return self.op("PICK_SAMPLE")

    def do_sample_reward(self, node: Node) -> list[int]:
        return self.op("SAMPLE_REWARD", int(node.str("where", ("own-probe", "jupiter-or-saturn")) == "own-probe"))

    def do_deliver(self, node: Node) -> list[int]:
        if not self.deliver_to:
            places = [(node, "do"), *([(self.mission, "when")] if self.mission else [])]
            blame(places, "deliver only in the reward of a mission whose `when` is deliver")
        return self.op("DELIVER", node.int("times", 1, 5), self.deliver_to)

    def do_anomaly_reward(self, node: Node) -> list[int]:
        node.str("which", ("next",))
        return self.op("ANOMALY_REWARD")

    def do_discard_drawn(self, node: Node) -> list[int]:
        return self.op("DISCARD_DRAWN", ("corner", "income").index(node.str("for", ("corner", "income"))))

    def do_no_move_publicity(self, node: Node) -> list[int]:
        return self.op("NO_MOVE_PUBLICITY")

    # ------------------------------------------------------------------ events
    def event(self, node: Node) -> tuple[int, int, bool]:
        """(bits of event types, bits of parameters that fit, only in the own turn)."""
        name = node.str("event", (*oc.EVENTS, "orbit-or-land"))
        own_turn, mask = False, ANY_MASK
        if name == "visit":
            body = node.str("body", ("planet", "any-planet", *oc.CELLS[1:]))
            planets = sum(bit_of(oc.CELLS, p) for p in oc.PLANETS)
            earth = bit_of(oc.CELLS, "earth")
            mask = {"planet": planets & ~earth, "any-planet": planets}.get(body) or bit_of(oc.CELLS, body)
            own_turn = node.bool("own_turn")
        elif name == "move":
            if not node.bool("same_ring"):
                node.fail("same_ring", "true, the only kind of move that is watched")
            mask = 2
        elif name == "research":
            mask = mask_of(oc.TECH_KINDS, node.str("tech", (*oc.TECH_KINDS, "any")))
        elif name == "trace":
            mask = mask_of(oc.TRACE_KINDS, node.str("kind", (*oc.TRACE_KINDS, "any")))
        elif name == "signal":
            mask = bit_of(oc.COLORS, node.str("color", oc.COLORS))
        elif name == "corner":
            mask = bit_of(oc.CORNERS, node.str("corner", oc.CORNERS[:3]))
        elif name == "play":
            mask = 1 << node.int("cost", 0, 14)
        node.done()
        names = ("orbit", "land") if name == "orbit-or-land" else (name,)
        return sum(bit_of(oc.EVENTS, n) for n in names), mask, own_turn

    # ------------------------------------------------------------------ conditions and counts
    @staticmethod
    def planets_at(node: Node) -> tuple[int, int]:
        """(bits of CELLS, moons count too) of `at` and `moons`; without `at` anywhere, moons included."""
        if not node.has("at"):
            node.bool("moons")
            return sum(bit_of(oc.CELLS, p) for p in oc.PLANETS), 1
        return bit_of(oc.CELLS, node.str("at", oc.PLANETS)), int(node.bool("moons"))

    def condition(self, node: Node, *, play: bool = False) -> int:
        return self.put([*self.terms(node, play), oc.CONDS.index("END"), 0, 0, 0])

    def terms(self, node: Node, play: bool) -> list[int]:
        """The words of one condition; `play` allows what only the effects of the card being played can ask."""
        if node.has("all"):
            words = [w for sub in node.tables("all") for w in self.terms(sub, play)]
            if not words:
                node.fail("all", "at least one condition")
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
            if not bodies:
                node.fail("landed_on", "at least one body")
            # Bit 0 (an empty space) stands for any moon.
            return term("LANDED_ON", sum(1 if b == "any-moon" else bit_of(oc.CELLS, b) for b in bodies))
        if play and node.has("took_tech"):
            node.str("took_tech", ("known-to-others",))
            return term("TOOK_TECH_KNOWN")
        if play and node.has("signals_there"):
            return term("SIGNALS_THERE", node.int("signals_there", 0, 20))
        if play and node.has("marked_on"):
            node.str("marked_on", ("oumuamua",))
            return term("MARKED_ON_TILE", node.int("n", 1, 20))
        if play and node.has("launched_in"):
            node.str("launched_in", ("anomaly-sector",))
            return term("LAUNCHED_AT_ANOMALY")
        if node.has("deliver"):
            return term("DELIVER", oc.CELLS.index(node.str("deliver", oc.PLANETS[:8])))
        if node.has("craft") and node.raw("at", "") == "one-planet":
            node.str("at", ("one-planet",))
            return term("CRAFT_ONE_PLANET", node.int("craft", 1, 30), int(node.bool("moons")))
        if node.has("signals"):
            node.str("at", ("oumuamua",))
            return term("SIGNALS_ON_TILE", node.int("signals", 1, 20))
        if node.has("exofossil"):
            return term("EXOFOSSIL", node.int("exofossil", 1, 100))
        if node.has("missions"):
            return term("MISSIONS", node.int("missions", 1, 100))
        if node.has("tucked"):
            return term("TUCKED", node.int("tucked", 1, 100))
        if node.has("paid_traces"):
            node.str("species", ("this",))
            return term("PAID_TRACES", node.int("paid_traces", 1, 20), self.this_species(node, "species"))
        if node.has("craft"):
            mask, moons = self.planets_at(node)
            return term("CRAFT", node.int("craft", 1, 30), mask, moons)
        if node.has("orbiters") and node.has("landers"):
            node.str("at", ("one-planet",))
            return term("ONE_PLANET", node.int("orbiters", 1, 30), node.int("landers", 1, 30), int(node.bool("moons")))
        if node.has("orbiters"):
            return term("ORBITERS", node.int("orbiters", 1, 30))
        if node.has("landers") and node.has("at"):
            mask = bit_of(oc.CELLS, node.str("at", oc.PLANETS))
            return term("LANDERS_AT", node.int("landers", 1, 30), mask, int(node.bool("moons")))
        if node.has("landers"):
            return term("LANDERS", node.int("landers", 1, 30), int(node.bool("moons", True)))
        if node.has("wins") and node.has("at"):
            node.str("at", ("one-sector",))
            return term("WINS_ONE_SECTOR", node.int("wins", 1, 20))
        if node.has("wins"):
            color = node.str("color", oc.COLORS, "any")
            return term("WINS", node.int("wins", 1, 20), mask_of(oc.COLORS, color))
        if node.has("traces") and node.has("species"):
            word = node.str("species", ("each", "this", "other"))
            if word != "each":
                species = self.this_species(node, "species") + (oc.OTHER_SPECIES if word == "other" else 0)
                return term("TRACES_SPECIES", node.int("traces", 1, 20), kind(), species)
            return term("TRACES_EACH_SPECIES", node.int("traces", 1, 20), kind())
        if node.has("traces") and node.raw("kind", "any") == "same":
            node.str("kind", ("same",))
            return term("TRACES_SAME", node.int("traces", 1, 30))
        if node.has("traces"):
            return term("TRACES", node.int("traces", 1, 30), kind())
        if node.has("traces_each"):
            if node.str("species", ("single", "this")) == "this":
                return term("EACH_KIND_SPECIES", node.int("traces_each", 1, 10), self.this_species(node, "species"))
            return term("TRACES_OF_EACH_KIND", node.int("traces_each", 1, 10))
        if node.has("techs"):
            return term("TECHS", node.int("techs", 1, 12), mask_of(oc.TECH_KINDS, node.str("tech", (*oc.TECH_KINDS, "any"))))
        if node.has("publicity"):
            return term("PUBLICITY", node.int("publicity", 1, 100))
        if node.has("vp"):
            return term("VP", node.int("vp", 1, 500))
        if node.has("hand"):
            return term("HAND", node.int("hand", 0, 100))
        if node.has("signal_sectors"):
            return term("SIGNAL_SECTORS", node.int("signal_sectors", 1, 8))
        if node.has("probe_on"):
            cell = bit_of(oc.CELLS, node.str("probe_on", oc.CELLS[1:]))
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
                if not 2 <= len(parts) <= 4 or any(len(part) != 4 for part in parts):
                    node.fail(name, "two to four plain counts")
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
                return term("ADJACENT", "adjacent", bit_of(oc.CELLS, node.str("body", oc.CELLS[1:])))
            if node.has("earth_sector"):
                return term("EARTH_SECTOR", "earth_sector")
            for key, word, name in (
                ("marked_on", "oumuamua", "MARKED_ON_TILE"), ("signals", "anomaly-sectors", "SIGNALS_AT_ANOMALIES"),
            ):
                if node.has(key):
                    node.str(key, (word,))
                    node.done()
                    return [oc.COUNTS.index(name), 1, 0, 0]
        if node.has("techs"):
            return term("TECHS", "techs", mask_of(oc.TECH_KINDS, node.str("tech", (*oc.TECH_KINDS, "any"))))
        if node.has("traces"):
            kind = node.str("kind", (*oc.TRACE_KINDS, "any"))
            if node.has("species"):
                word = node.str("species", ("this", "other"))
                species = self.this_species(node, "species") + (oc.OTHER_SPECIES if word == "other" else 0)
                return term("TRACES_SPECIES", "traces", 3 if kind == "any" else oc.TRACE_KINDS.index(kind), species)
            return term("TRACES", "traces", 3 if kind == "any" else oc.TRACE_KINDS.index(kind))
        if node.has("publicity"):
            return term("PUBLICITY", "publicity")
        if node.has("income"):
            return term("INCOME", "income", oc.INCOMES.index(node.str("kind", oc.INCOMES)))
        if node.has("wins"):
            return term("WINS", "wins", mask_of(oc.COLORS, node.str("color", oc.COLORS, "any")))
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
