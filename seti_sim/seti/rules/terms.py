"""Events, conditions and counts as words of the engine's code array.

What may stand at a key is said by the rows of the vocabulary alone. A condition is a run of four-word terms that must all
hold, a count one four-word term (`min_of` and `max_of` are followed by theirs), an event the bits of its types and of the
parameters that fit.
"""

from __future__ import annotations

from seti_sim.core.node import Node
from seti_sim.seti.vocabulary import CONDITIONS, COUNTED, EVENT_WORDS, PLAY, Event, Key, Term

from . import opcodes as oc

ANY_MASK = 0x7FFF
CONDITION = {term.name: term for term in CONDITIONS}
COUNT = {term.name: term for term in COUNTED}
ONLY_IN_PLAY = "only in what a card does when it is played (`play`)"


def bit_of(names: tuple[str, ...], name: str) -> int:
    return 1 << names.index(name)


def mask_of(names: tuple[str, ...], name: str) -> int:
    return (1 << len(names)) - 1 if name == "any" else bit_of(names, name)


class Row:
    """Reads the keys of a table as its row of the vocabulary says they can be."""

    def __init__(self, node: Node, row: Term | Event):
        self.node = node
        self.keys: dict[str, Key] = {key.name: key for key in row.keys}

    def number(self, name: str) -> int:
        return self.node.int(name, self.keys[name].lo, self.keys[name].hi)

    def word(self, name: str, *default: str) -> str:
        """One of the words of the key; `default` where it is left out."""
        return self.node.str(name, self.keys[name].words, *default)


def words_of(rows: tuple[Term, ...], first: str, key: str) -> tuple[str, ...]:
    """What may stand at a key in any of the rows that begin with that word."""
    return tuple(word for row in rows if row.word == first for k in row.keys if k.name == key for word in k.words)


def told_by_number(rows: tuple[Term, ...], node: Node) -> list[str]:
    """Names of the rows, of those that a number alone tells and that look at no play, whose word the table has."""
    return [row.name for row in rows if not row.played and [k.kind for k in row.keys] == ["whole"] and node.has(row.word)]


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
        row = Row(node, EVENT_WORDS[name])
        own_turn, mask = False, ANY_MASK
        if name == "visit":
            body = row.word("body")
            planets = sum(bit_of(oc.CELLS, p) for p in oc.PLANETS)
            earth = bit_of(oc.CELLS, "earth")
            mask = {"planet": planets & ~earth, "any-planet": planets}.get(body) or bit_of(oc.CELLS, body)
            own_turn = node.bool("own_turn")
        elif name == "move":
            if not node.bool("same_ring"):
                node.fail("same_ring", "true, the only kind of move that is watched")
            mask = 2
        elif name == "research":
            mask = mask_of(oc.TECH_KINDS, row.word("tech"))
        elif name == "trace":
            mask = mask_of(oc.TRACE_KINDS, row.word("kind"))
        elif name == "signal":
            mask = bit_of(oc.COLORS, row.word("color"))
        elif name == "corner":
            mask = bit_of(oc.CORNERS, row.word("corner"))
        elif name == "play":
            mask = 1 << row.number("cost")
        node.done()
        return sum(bit_of(oc.EVENTS, n) for n in EVENT_WORDS[name].of or (name,)), mask, own_turn

    # ------------------------------------------------------------------ conditions and counts
    @staticmethod
    def planets_at(row: Row) -> tuple[int, int]:
        """(bits of CELLS, moons count too) of `at` and `moons`; without `at` anywhere, moons included unless denied."""
        if not row.node.has("at"):
            return sum(bit_of(oc.CELLS, p) for p in oc.PLANETS), int(row.node.bool("moons", True))
        return bit_of(oc.CELLS, row.word("at")), int(row.node.bool("moons"))

    @staticmethod
    def trace_kind(row: Row) -> int:
        """The number of a kind of trace, 3 for any."""
        word = row.word("kind", *(["any"] if row.keys["kind"].optional else []))
        return 3 if word == "any" else oc.TRACE_KINDS.index(word)

    def species_asked(self, row: Row) -> int:
        """The species of the board or card, marked where the other slot's is meant."""
        other = oc.OTHER_SPECIES if row.word("species") == "other" else 0
        return self.this_species(row.node, "species") + other

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

        def row(name: str) -> Row:
            return Row(node, CONDITION[name])

        def plain(name: str) -> list[int]:
            """Of a condition that is told by its number alone."""
            return term(name, row(name).number(CONDITION[name].word))

        for condition in CONDITIONS:
            if condition.played and play and node.has(condition.word):
                self.in_play(node, condition.word)
        if play and node.has("landed_on"):
            bodies = node.strs("landed_on", row("LANDED_ON").keys["landed_on"].words)
            if not bodies:
                node.fail("landed_on", "at least one body")
            # Bit 0 (an empty space) stands for any moon.
            return term("LANDED_ON", sum(1 if b == "any-moon" else bit_of(oc.CELLS, b) for b in bodies))
        for word, name in (("took_tech", "TOOK_TECH_KNOWN"), ("launched_in", "LAUNCHED_AT_ANOMALY")):
            if play and node.has(word):
                row(name).word(word)
                return term(name)
        if play and node.has("signals_there"):
            return plain("SIGNALS_THERE")
        if play and node.has("marked_on"):
            row("MARKED_ON_TILE").word("marked_on")
            return term("MARKED_ON_TILE", row("MARKED_ON_TILE").number("n"))
        if node.has("deliver"):
            return term("DELIVER", oc.CELLS.index(row("DELIVER").word("deliver")))
        if node.has("craft") and node.raw("at", "") == "one-planet":
            row("CRAFT_ONE_PLANET").word("at")
            return term("CRAFT_ONE_PLANET", row("CRAFT_ONE_PLANET").number("craft"), int(node.bool("moons")))
        if node.has("signals"):
            row("SIGNALS_ON_TILE").word("at")
            return plain("SIGNALS_ON_TILE")
        if node.has("paid_traces"):
            row("PAID_TRACES").word("species")
            return term("PAID_TRACES", row("PAID_TRACES").number("paid_traces"), self.this_species(node, "species"))
        if node.has("craft"):
            mask, moons = self.planets_at(row("CRAFT"))
            return term("CRAFT", row("CRAFT").number("craft"), mask, moons)
        if node.has("orbiters") and node.has("landers"):
            asked = row("ONE_PLANET")
            asked.word("at")
            return term("ONE_PLANET", asked.number("orbiters"), asked.number("landers"), int(node.bool("moons")))
        if node.has("landers") and node.has("at"):
            mask = bit_of(oc.CELLS, row("LANDERS_AT").word("at"))
            return term("LANDERS_AT", row("LANDERS_AT").number("landers"), mask, int(node.bool("moons")))
        if node.has("landers"):
            return term("LANDERS", row("LANDERS").number("landers"), int(node.bool("moons", True)))
        if node.has("wins") and node.has("at"):
            row("WINS_ONE_SECTOR").word("at")
            return plain("WINS_ONE_SECTOR")
        if node.has("wins"):
            color = row("WINS").word("color", "any")
            return term("WINS", row("WINS").number("wins"), mask_of(oc.COLORS, color))
        if node.has("traces") and node.has("species"):
            if node.str("species", words_of(CONDITIONS, "traces", "species")) != "each":
                asked = row("TRACES_SPECIES")
                species = self.species_asked(asked)
                return term("TRACES_SPECIES", asked.number("traces"), self.trace_kind(asked), species)
            asked = row("TRACES_EACH_SPECIES")
            return term("TRACES_EACH_SPECIES", asked.number("traces"), self.trace_kind(asked))
        if node.has("traces") and node.raw("kind", "any") == "same":
            row("TRACES_SAME").word("kind")
            return plain("TRACES_SAME")
        if node.has("traces"):
            return term("TRACES", row("TRACES").number("traces"), self.trace_kind(row("TRACES")))
        if node.has("traces_each"):
            if node.str("species", words_of(CONDITIONS, "traces_each", "species")) == "this":
                number = row("EACH_KIND_SPECIES").number("traces_each")
                return term("EACH_KIND_SPECIES", number, self.this_species(node, "species"))
            return plain("TRACES_OF_EACH_KIND")
        if node.has("techs"):
            return term("TECHS", row("TECHS").number("techs"), mask_of(oc.TECH_KINDS, row("TECHS").word("tech")))
        if node.has("probe_on"):
            cell = bit_of(oc.CELLS, row("PROBE_ON").word("probe_on"))
            if play and self.chosen and (self.inside != "probe" or node.has("next_to")):
                # The engine would ask it of the chosen probe, or of all of them.
                node.fail("probe_on", "a question about the chosen probe, inside choose-probe and without next_to")
            if node.has("next_to"):
                return term("PROBE_ON_NEXT_TO", cell, oc.CELLS.index(row("PROBE_ON_NEXT_TO").word("next_to")))
            return term("PROBE_ON", cell)
        for name in told_by_number(CONDITIONS, node):
            return plain(name)
        node.fail(next(iter(node.keys()), None), "a condition that the engine knows")
        raise AssertionError("fail raises")

    def count(self, node: Node, *, play: bool = False) -> int:
        return self.put(self.count_words(node, play))

    def count_words(self, node: Node, play: bool) -> list[int]:
        def term(name: str, a: int = 0, b: int = 0) -> list[int]:
            divisor = row(name).number(COUNT[name].word)
            node.done()
            return [oc.COUNTS.index(name), divisor, a, b]

        def row(name: str) -> Row:
            return Row(node, COUNT[name])

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
                return term("MARKED", oc.COLORS.index(row("MARKED").word("color")))
            if node.has("marked_sectors"):
                return term("MARKED_SECTORS")
            if node.has("techs") and node.raw("tech", None) == "taken":
                return term("TECHS_TAKEN")
            if node.has("traces") and node.raw("kind", None) == "marked":
                return term("TRACES_MARKED")
            if node.has("shown"):
                if node.has("income"):
                    return term("SHOWN_INCOME", oc.INCOMES.index(row("SHOWN_INCOME").word("income")))
                return term("SHOWN_CORNER", oc.CORNERS.index(row("SHOWN_CORNER").word("corner")))
            if node.has("adjacent"):
                return term("ADJACENT", bit_of(oc.CELLS, row("ADJACENT").word("body")))
            if node.has("earth_sector"):
                return term("EARTH_SECTOR")
            for name in ("MARKED_ON_TILE", "SIGNALS_AT_ANOMALIES"):
                if node.has(COUNT[name].word):
                    row(name).word(COUNT[name].word)
                    node.done()
                    return [oc.COUNTS.index(name), 1, 0, 0]
        if node.has("techs"):
            return term("TECHS", mask_of(oc.TECH_KINDS, row("TECHS").word("tech")))
        if node.has("traces"):
            trace = self.trace_kind(row("TRACES"))
            if node.has("species"):
                return term("TRACES_SPECIES", trace, self.species_asked(row("TRACES_SPECIES")))
            return term("TRACES", trace)
        if node.has("income"):
            return term("INCOME", oc.INCOMES.index(row("INCOME").word("kind")))
        if node.has("wins"):
            return term("WINS", mask_of(oc.COLORS, row("WINS").word("color", "any")))
        if node.has("craft"):
            return term("CRAFT", *self.planets_at(row("CRAFT")))
        for name in told_by_number(COUNTED, node):
            return term(name)
        node.fail(next(iter(node.keys()), None), "a count that the engine knows")
        raise AssertionError("fail raises")
