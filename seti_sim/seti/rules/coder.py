"""Effects as words of the engine's code array.

A program is a run of operations that ends with END; `terms` has the conditions, counts and events in it. Equal runs are
stored once. What the engine does not know is an error: every key is asked for by name, and every table is closed with
`done()`. A verb that needs no more than its row of the vocabulary has no method here.
"""

from __future__ import annotations

from typing import NamedTuple

from seti_sim.core.names import did_you_mean
from seti_sim.core.node import Node, blame
from seti_sim.seti.vocabulary import ANYWHERE, WORDS, Key

from . import opcodes as oc
from .terms import Terms, mask_of

KEYS = {(verb.name, key.name): key for verb in WORDS.values() for key in (*verb.keys, *verb.exactly_one)}
"""The rows of all keys of verbs: what may stand there is said in the vocabulary alone."""

MAX_EFFECTS = 16


class Place(NamedTuple):
    """Where a list of effects stands: what brings it about, the table and its key, and the address of its program."""

    cause: str
    node: Node
    key: str
    program: int


class Coder(Terms):
    """Turns effect lists, conditions and counts into runs of the code array; says no to what it does not know."""

    def __init__(self, stars: tuple[str, ...]):
        self.stars = stars
        self.code: list[int] = []
        self.runs: dict[tuple[int, ...], int] = {}
        self.watches: list[tuple[int, int, int, int]] = []
        self.places: list[Place] = []
        self.effects: dict[str, int] = {}  # where the code of each effect begins, by the effect's address
        self.inside = ""  # as in `Terms`
        self.chosen = False  # the play being compiled chooses a probe
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
    def listed(self, node: Node, key: str, cause: str, *, neighbours: bool = False) -> int:
        """Address of the program of the effects that `key` lists; `cause` says what brings them about (`bounds`)."""
        self.inside, self.chosen = (cause if cause in ("play", "message") else ""), False
        program = self.program(node.tables(key), neighbours=neighbours)
        self.places.append(Place(cause, node, key, program))
        return program

    def each_listed(self, node: Node, key: str, cause: str) -> list[int]:
        """The same for a list of lists of effects."""
        self.inside, self.chosen = "", False
        programs = [self.program(effects) for effects in node.lists(key)]
        self.places += [Place(cause, node, key, program) for program in programs]
        return programs

    def program(self, effects: list[Node], *, inside: str | None = None, neighbours: bool = False) -> int:
        """Address of the run for a list of effects; `neighbours` marks the Earth step of a scan (telescope-1)."""
        outside, self.inside = self.inside, self.inside if inside is None else inside
        if len(effects) > MAX_EFFECTS:
            effects[MAX_EFFECTS].fail(None, f"at most {MAX_EFFECTS} effects in a list")
        words: list[int] = []
        starts = []
        for node in effects:
            starts.append(len(words))
            op = self.effect(node)
            if neighbours and op[0] == oc.OPS.index("SIGNAL"):
                op[4] |= 4
            node.done()
            words += op
        self.inside = outside
        pc = self.put([*words, oc.OPS.index("END")])
        self.effects |= {node.address: pc + start for node, start in zip(effects, starts, strict=True)}
        return pc

    @staticmethod
    def verbs() -> list[str]:
        """Every word that `do` can be."""
        return sorted(WORDS)

    def effect(self, node: Node) -> list[int]:
        """The words of one effect: by the method `do_…` of its verb, or by its row of the vocabulary."""
        name = node.str("do")
        verb = WORDS.get(name)
        if verb is None:
            node.fail("do", "a verb that the engine does" + did_you_mean(name, self.verbs()))
        if verb.where != ANYWHERE:
            self.in_play(node, "do", verb.where)
        method = getattr(self, "do_" + name.replace("-", "_"), None)
        return method(node) if method else self.op(verb.op, *self.operands(node, verb.keys))

    def operands(self, node: Node, keys: tuple[Key, ...]) -> list[int]:
        """One word a key, in their order: the number, 0 or 1, the place of a word, or an address."""
        words = []
        for key in keys:
            if key.kind == "whole":
                words.append(self.number(node, key))
            elif key.kind == "flag":
                words.append(int(node.bool(key.name)))
            elif key.kind == "word":
                place = key.words.index(node.str(key.name, key.words))
                words += [place] if len(key.words) > 1 else []
            elif key.kind == "effects":
                words.append(self.program(node.tables(key.name)))
            elif key.kind == "condition":
                words.append(self.condition(node.table(key.name), play=True))
            else:
                raise KeyError(f"{key.name}: a key of kind {key.kind} needs a method do_… in Coder")
        return words

    @staticmethod
    def number(node: Node, key: Key) -> int:
        """The whole number at a key, within its bounds."""
        return node.int(key.name, key.lo, key.hi)

    @staticmethod
    def op(name: str, *args: int) -> list[int]:
        return [oc.OPS.index(name), *args]

    def gain_of(self, node: Node) -> tuple[int, int]:
        named = [k for k in node.keys() if k in oc.RESOURCES]
        if len(named) != 1:
            node.fail("do", f"{node.str('do')} of exactly one of " + ", ".join(oc.RESOURCES))
        return oc.RESOURCES.index(named[0]), self.number(node, KEYS["gain", named[0]])

    def do_gain(self, node: Node) -> list[int]:
        return self.op("GAIN", *self.gain_of(node))

    def do_draw(self, node: Node) -> list[int]:
        n = self.number(node, KEYS["draw", "n"])
        source = node.str("from", KEYS["draw", "from"].words)
        if source == "species":
            return self.op("DRAW_SPECIES", self.this_species(node, "from"), n)
        return self.op("DRAW", oc.DRAW_FROM.index(source), n)

    @staticmethod
    def land_flags(node: Node) -> int:
        return int(node.bool("moons")) | 2 * int(node.bool("occupied"))

    def do_land(self, node: Node) -> list[int]:
        return self.op("LAND", self.land_flags(node))

    def do_orbit_or_land(self, node: Node) -> list[int]:
        return self.op("ORBIT_OR_LAND", self.land_flags(node))

    def do_research(self, node: Node) -> list[int]:
        kinds = mask_of(oc.TECH_KINDS, node.str("tech", KEYS["research", "tech"].words))
        flags = int(node.bool("known_to_others")) | 2 * int(node.bool("no_bonus"))
        return self.op("RESEARCH", kinds, flags)

    def do_signal(self, node: Node) -> list[int]:
        n = self.number(node, KEYS["signal", "n"])
        flags = int(node.bool("same_sector")) | 2 * int(node.bool("no_data"))
        given = [k for k in ("star", "color", "where") if node.has(k)]
        if len(given) != 1:
            node.fail("do", "signal with exactly one of star, color, where")
        if node.has("star"):
            where, arg = "star", self.stars.index(node.str("star", self.stars))
        elif node.has("color"):
            where, arg = "color", oc.COLORS.index(node.str("color", oc.COLORS))
        else:
            word = node.str("where", KEYS["signal", "where"].words)
            where, arg = (word, 0) if word in oc.SIGNAL_WHERE else ("body", oc.CELLS.index(word))
        if where == "own-probe-and-neighbors":
            if n != 3:
                node.fail("n", "3, one for each of the three sectors")
            if flags & 1:
                node.fail("same_sector", "no same_sector: the signals go to three sectors")
        return self.op("SIGNAL", oc.SIGNAL_WHERE.index(where), arg, n, flags)

    def do_trace(self, node: Node) -> list[int]:
        kind = node.str("kind", KEYS["trace", "kind"].words)
        where = node.str("where", KEYS["trace", "where"].words, "anywhere")
        if where == "that-species" and not self.traces_each:
            node.fail("where", '"that-species" only in the reward of a mission with traces_each')
        number = 3 if kind == "any" else oc.TRACE_KINDS.index(kind)
        return self.op("TRACE", number, oc.TRACE_WHERE.index(where) + 8 * self.traces_each)

    def do_per(self, node: Node) -> list[int]:
        count = self.count(node.table("count"), play=True)
        then = node.tables("then")
        if len(then) != 1:
            node.fail("then", "one effect: gain, move or draw, whose amounts add up")
        inner = then[0]
        verb = inner.str("do", oc.PER_GIVES)
        if verb == "gain":
            args = self.gain_of(inner)
        elif verb == "move":
            args = (0, self.number(inner, KEYS["move", "n"]))
        else:
            # So many cards at once come unseen from the deck; nothing else is asked.
            args = (oc.DRAW_FROM.index(inner.str("from", ("deck",))), self.number(inner, KEYS["draw", "n"]))
        inner.done()
        return self.op("PER", count, oc.PER_GIVES.index(verb), *args)

    def do_choose(self, node: Node) -> list[int]:
        branches = [self.program(branch) for branch in node.lists("of")]
        if not 2 <= len(branches) <= 6:
            node.fail("of", "two to six branches")
        return self.op("CHOOSE", len(branches), *branches)

    def do_this_turn(self, node: Node) -> list[int]:
        types, mask, own_turn = self.event(node.table("on"))
        if own_turn:
            node.fail("on", "no own_turn: this-turn is in the own turn by nature")
        flags = int(node.bool("once")) | 2 * int(node.bool("distinct"))
        watch = (types, mask, flags, self.program(node.tables("then"), inside="watch"))
        if watch not in self.watches:
            self.watches.append(watch)
        return self.op("THIS_TURN", self.watches.index(watch))

    def do_choose_probe(self, node: Node) -> list[int]:
        if self.chosen:
            node.fail("do", "one choose-probe a card")
        self.chosen = True
        return self.op("CHOOSE_PROBE", self.program(node.tables("then"), inside="probe"))

    # ------------------------------------------------------------------ what only species' cards do
    def do_pay(self, node: Node) -> list[int]:
        return self.op("PAY", *self.gain_of(node))

    def do_repeat(self, node: Node) -> list[int]:
        then = self.program(node.tables("then"))
        if self.code[then] != oc.OPS.index("PAY"):
            node.fail("then", "a list that begins with pay, so that it has an end")
        return self.op("REPEAT", then)

    def do_sample_reward(self, node: Node) -> list[int]:
        return self.op("SAMPLE_REWARD", int(node.str("where", KEYS["sample-reward", "where"].words) == "own-probe"))

    def do_deliver(self, node: Node) -> list[int]:
        if not self.deliver_to:
            places = [(node, "do"), *([(self.mission, "when")] if self.mission else [])]
            blame(places, "deliver only in the reward of a mission whose `when` is deliver")
        return self.op("DELIVER", self.number(node, KEYS["deliver", "times"]), self.deliver_to)
