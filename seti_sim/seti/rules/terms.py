"""Events, conditions and counts as words of the engine's code array.

A condition is a run of four-word terms that must all hold, a count one four-word term (`min_of` and `max_of` are
followed by theirs), an event the bits of its types and of the parameters that fit.
"""

from __future__ import annotations

from seti_sim.core.node import Node
from seti_sim.seti.vocabulary import CONDITIONS, EVENT_WORDS, PLAY

from . import opcodes as oc

ANY_MASK = 0x7FFF
ONLY_IN_PLAY = "only in what a card does when it is played (`play`)"


def bit_of(names: tuple[str, ...], name: str) -> int:
    return 1 << names.index(name)


def mask_of(names: tuple[str, ...], name: str) -> int:
    return (1 << len(names)) - 1 if name == "any" else bit_of(names, name)


class Terms:
    """The part of `Coder` that reads what effects and missions ask for."""

    inside: str  # "play", "probe" within its choose-probe, "watch" within its this-turn, "message", "" anywhere else
    chosen: bool  # the play being compiled chooses a probe
    own_species: int  # number of the species whose board or card is being compiled, 255: of none

    def in_play(self, node: Node, key: str, where: tuple[str, ...] = PLAY) -> None:
        """Refuse what speaks of the card being played, or lasts for its turn, anywhere but in a card's `play`."""
        if self.inside not in where:
            node.fail(key, ONLY_IN_PLAY)

    def this_species(self, node: Node, key: str) -> int:
        if self.own_species == 255:
            node.fail(key, "no species here: only on species' boards and cards")
        return self.own_species

    # ------------------------------------------------------------------ events
    def event(self, node: Node) -> tuple[int, int, bool]:
        """(bits of event types, bits of parameters that fit, only in the own turn)."""
        name = node.str("event", tuple(EVENT_WORDS))
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
        return sum(bit_of(oc.EVENTS, n) for n in EVENT_WORDS[name].of or (name,)), mask, own_turn

    # ------------------------------------------------------------------ conditions and counts
    @staticmethod
    def planets_at(node: Node) -> tuple[int, int]:
        """(bits of CELLS, moons count too) of `at` and `moons`; without `at` anywhere, moons included unless denied."""
        if not node.has("at"):
            return sum(bit_of(oc.CELLS, p) for p in oc.PLANETS), int(node.bool("moons", True))
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

        for asked in CONDITIONS:
            if asked.played and play and node.has(asked.word):
                self.in_play(node, asked.word)
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
            kinds = mask_of(oc.TECH_KINDS, node.str("tech", (*oc.TECH_KINDS, "any")))
            return term("TECHS", node.int("techs", 1, 12), kinds)
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
            if play and self.chosen and (self.inside != "probe" or node.has("next_to")):
                # The engine would ask it of the chosen probe, or of all of them.
                node.fail("probe_on", "a question about the chosen probe, inside choose-probe and without next_to")
            if node.has("next_to"):
                return term("PROBE_ON_NEXT_TO", cell, oc.CELLS.index(node.str("next_to", oc.PLANETS[:8])))
            return term("PROBE_ON", cell)
        if node.has("probe_distance"):
            return term("PROBE_DISTANCE", node.int("probe_distance", 1, 10))
        node.fail(next(iter(node.keys()), None), "a condition that the engine knows")
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
            for word in ("marked", "marked_sectors", "marked_on"):
                if node.has(word):
                    self.in_play(node, word)
            for word, kind, what in (("techs", "tech", "taken"), ("traces", "kind", "marked")):
                if node.has(word) and node.value.get(kind) == what:
                    self.in_play(node, kind)
            if node.has("adjacent") and self.inside != "probe":
                node.fail("adjacent", "only inside choose-probe: the spaces beside the chosen probe")
            if node.has("marked"):
                return term("MARKED", "marked", oc.COLORS.index(node.str("color", oc.COLORS)))
            if node.has("marked_sectors"):
                return term("MARKED_SECTORS", "marked_sectors")
            if node.has("techs") and node.raw("tech", None) == "taken":
                return term("TECHS_TAKEN", "techs")
            if node.has("traces") and node.raw("kind", None) == "marked":
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
                ("marked_on", "oumuamua", "MARKED_ON_TILE"),
                ("signals", "anomaly-sectors", "SIGNALS_AT_ANOMALIES"),
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
        node.fail(next(iter(node.keys()), None), "a count that the engine knows")
        raise AssertionError("fail raises")
