"""Do the effects of the rules come to an end, and within the room that the engine has for them?

Lists of effects bring each other about: a trace its place's reward, a scan its steps, a signal the reward of the second
space. `check_bounds` refuses rules in which they could go in a circle, lie too deep inside one another or mark more
signals in a row than a sector has room for. It reads the compiled code, so that it sees exactly what the engine does.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, reduce
from operator import or_

from seti_sim.core.node import blame
from seti_sim.seti.vocabulary import VERBS

from . import opcodes as oc
from .species import NONE
from .terms import ANY_MASK

MAX_DEPTH = 20  # frames of the engine's stack for what one list brings about; it has 48 for all
MAX_SIGNALS = 12  # signals that a played card marks at most; a sector has room for 24 markers, excess included
MAX_REWARD_SIGNALS = 6  # the same for any other list
MAX_MOVEMENT = 250  # points of one movement, which are one byte
MANY = 20  # of whatever is counted, but publicity
MOVES = oc.PER_GIVES.index("move")
MAX_CIRCLE = 6  # spaces of triggered missions that can set each other off

# What an operation brings about, as the lists and events that belong to it are called. Those without gain, draw, pay or
# tuck, change what holds this turn, or hand on to the programs inside them, which are looked at for themselves. A PER of
# moves is told by its words.
CAUSES = {verb.op: verb.causes for verb in VERBS}
EVENTS = {
    "signal": ("signal", "complete-sector"),
    "trace": ("trace",),
    "orbit": ("orbit",),
    "land": ("land",),
    "scan": ("scan",),
    "research": ("research",),
    "launch": ("launch",),
    "move": ("visit", "move", "corner"),
    "rotate": ("visit",),
}
CREDITS = {"credits": 1, "energy": 1 / 2, "publicity": 1 / 6, "card": 1 / 2}
"""What can be exchanged or bought for credits, and for how many at most."""


def _per(words):
    """A count of what there are many of; of moves nothing stays."""
    given = oc.PER_GIVES[words[2]]
    return {"gain": {oc.RESOURCES[words[3]]: MANY * words[4]}, "draw": {"card": MANY * words[4]}, "move": {}}[given]


# How much a verb brings at most, {resource or "card": number}, by its words of code; "reward": how often what a list of its
# causes gives. Every verb whose row has `brings` stands here, by which all checks of loops go. The others cost something,
# move pieces, or gain places of which there is an end; or they only hand on to the programs inside them.
AMOUNTS = {
    "GAIN": lambda words: {oc.RESOURCES[words[1]]: words[2]},
    "DRAW": lambda words: {"card": words[2]},
    "DRAW_SPECIES": lambda words: {"card": words[2]},
    "PER": _per,
    "INCOME": lambda words: {"credits": 1},  # the best of a card's incomes
    "DISCARD_DRAWN": lambda words: {"credits": 1},
    "TUCK_THIS": lambda words: {},  # the card does not return to do so again
    "DRAWN_CORNER": lambda words: {"publicity": 2},  # the best of a card's corners
    "ROW_CORNERS": lambda words: {"publicity": 2 * words[1]},
    "SAMPLE_REWARD": lambda words: {"reward": 1},
    "ANOMALY_REWARD": lambda words: {"reward": 1},
    "DELIVER": lambda words: {"reward": words[1]},
}
BRINGS = {verb.op: verb.brings for verb in VERBS}
IN_WORDS = {
    "signal": "a signal",
    "trace": "a trace",
    "orbit": "an orbit",
    "land": "a landing",
    "scan": "a scan",
    "analyze": "an analysis",
    "research": "a research",
    "sample": "a sample's reward",
    "anomaly": "an anomaly",
}
# Words that are addresses of programs.
INNER = {verb.op: (verb.inner,) for verb in VERBS if verb.inner is not None}


def check_bounds(coder, out, limits):
    """Raise `RuleError` for effects without end or beyond the engine's room.

    `out` are the tables compiled so far, `limits` the table of that name.
    """
    graph = _Graph(coder)
    for place in coder.places:
        for name in graph.uncounted(place.program):
            verb, brought = name.lower().replace("_", "-"), ", ".join(BRINGS[name])
            expected = (
                f"verbs of which AMOUNTS in seti_sim/seti/rules/bounds.py says how much they bring, not {verb} ({brought})"
            )
            place.node.fail(place.key, expected)
    for cause in IN_WORDS:
        if cause in graph.reach(cause):
            # The list to blame is one from which the circle goes on.
            circle = [p for c in IN_WORDS for p in graph.places.get(c, ()) if cause in graph.reach_of(p.program)]
            words = f"effects that come to an end ({IN_WORDS[cause]} would bring {IN_WORDS[cause]} about)"
            blame([(p.node, p.key) for p in circle if p.cause in {cause, *graph.reach(cause)}], words)
    for place in coder.places:
        if not graph.ends(place.program):
            expected = "a repeat that neither gains what it pays nor brings about anything but moves"
            blame([(place.node, place.key)], expected)
        if graph.depth(place.program) > MAX_DEPTH:
            blame(graph.involved(place), f"effects that lie at most {MAX_DEPTH} deep inside one another")
        most = MAX_SIGNALS if place.cause == "play" else MAX_REWARD_SIGNALS
        if graph.signals(place.program) > most:
            blame(graph.involved(place), f"effects that mark at most {most} signals in all")
        if graph.movement(place.program, out["publicity_max"]) > MAX_MOVEMENT:
            places = [(place.node, place.key), (limits, "publicity")]
            blame(places, f"effects that bring at most {MAX_MOVEMENT} movement at a time")
        if place.cause in ("play", "message") and graph.moves_of_card(place.program) > 1:
            place.node.fail(place.key, "at most one of tuck-this and return-this: a card goes to one place")
        if place.cause == "play":
            _check_play(graph, place)
            if graph.returns(place.program) and graph.worth(place.program) >= _cost(place.node):
                places = [(place.node, "play"), (place.node, "cost")]
                blame(places, "a card that costs more than it brings, or its return to the hand would have no end")
    _check_sectors(graph, out)
    _check_missions(graph, out)
    _check_buying(graph, out)


def _cost(card):
    """What playing the card costs, in credits."""
    cost = card.raw("cost")
    return cost.get("energy", 0) / 2 if isinstance(cost, dict) else cost


def _check_play(graph, place):
    watches = list(graph.watches(place.program))
    if len(watches) > 8:
        place.node.fail(place.key, "at most 8 effects this-turn")
    if graph.moves_of_card(place.program) and place.node.has("message"):
        places = [(place.node, place.key), (place.node, "message")]
        blame(places, "neither tuck-this nor return-this: a card with a message stays in front")
    open_ended = [watch for watch in watches if not watch[2]]
    fits = {
        a: [b for b in open_ended if _meet(graph.events(a[3]), b[0], b[1])] for a in open_ended
    }  # what an effect without `once` or `distinct` can set off
    for watch in open_ended:
        if watch in _closure(fits, watch):
            expected = "once = true or distinct = true in a this-turn that can bring its own event about"
            blame(graph.involved(place), expected)


def _check_sectors(graph, out):
    """A settled sector must not pay for the next one (R10.16): each has at least all but one of its spaces to fill, the
    tile all of them (OUM-12)."""
    by_cause = graph.places
    win = max(by_cause["win"], key=lambda place: graph.signals(place.program))
    each = by_cause["contributor"][0]
    for place in by_cause.get("tile", ()):
        if 4 * graph.signals(place.program) >= out["star_data"][8]:
            blame([*graph.involved(place), (place.node, "data")], "fewer signals for a completed tile than it has data")
    if graph.signals(win.program) + 4 * graph.signals(each.program) >= min(out["star_data"][:8]) - 1:
        places = [*graph.involved(win), *graph.involved(each)]
        places += [(node, "data") for node in {p.node.address: p.node for p in by_cause["win"]}.values()]
        blame(places, "fewer signals for a completed sector than complete the next one")


def _check_missions(graph, out):
    spaces = [
        (out["trigger_types"][3 * card + k], out["trigger_mask"][3 * card + k], out["trigger_reward"][3 * card + k])
        for card, n in enumerate(out["trigger_n"])
        for k in range(n)
    ]
    causing = [i for i, space in enumerate(spaces) if graph.events(space[2])]
    fits = {i: [j for j in causing if _meet(graph.events(spaces[i][2]), *spaces[j][:2])] for i in causing}
    circle = [i for i in causing if i in _closure(fits, i)]
    if len(circle) > MAX_CIRCLE:
        places = [p for p in graph.places["trigger"] if p.program in {spaces[i][2] for i in circle}]
        expected = f"at most {MAX_CIRCLE} spaces of missions in the game that can set each other off"
        blame([(p.node, p.key) for p in places], f"{expected}; there are {len(circle)}")


def _check_buying(graph, out):
    """What is bought must not pay for the next purchase, neither by itself nor by the corners of the cards."""
    (place,) = graph.places["buy"]
    brought = graph.brought(place.program)
    gains, cards = [brought[resource] for resource in oc.RESOURCES], brought["card"]
    # Species' cards cannot be bought.
    corners = [
        corner
        for corner, species in zip(
            out["card_corner"][oc.CORNERS.index("publicity") :: len(oc.CORNERS)], out["card_species"], strict=True
        )
        if species == NONE
    ]
    publicity = oc.RESOURCES.index("publicity")
    # Who buys again and again keeps the cards without publicity and goes round with the third that has most of it.
    best = sorted(corners, reverse=True)[: -(-len(corners) // 3)]
    paid = [gains[i] + (cards * sum(best) / len(best) if i == publicity else 0) for i in range(len(gains))]
    due = [(i, cost) for i, cost in enumerate(out["buy_cost"]) if cost]
    if all(gains[i] >= cost for i, cost in due) or all(paid[i] > cost for i, cost in due):
        places = [(place.node, "then"), (place.node, "cost"), *((p.node, "corner") for p in graph.places["play"])]
        blame(places, "a purchase that does not pay for the next one, with the corners of its cards")


def _closure(edges, start):
    """All that can be reached from `start` in at least one step."""
    found, todo = set(), list(edges[start])
    while todo:
        item = todo.pop()
        if item not in found:
            found.add(item)
            todo += edges[item]
    return found


def _meet(events, types, mask):
    """Can one of the events {number: bits of parameters} be the one that is watched for?"""
    return any((types >> number) & 1 and params & mask for number, params in events.items())


class _Graph:
    """What the lists of effects of a rule set bring about, read from the code of a `Coder`."""

    def __init__(self, coder):
        self.code, self.all_watches = coder.code, coder.watches
        self.places = {}
        for place in coder.places:
            self.places.setdefault(place.cause, []).append(place)
        # The same program is asked for at many places.
        for name in ("operations", "causes", "events", "depth", "signals", "reach"):
            setattr(self, name, cache(getattr(self, name)))

    def operations(self, program):
        """(name, words, programs inside) of each operation."""
        found, at = [], program
        while self.code[at] != oc.OPS.index("END"):
            name = oc.OPS[self.code[at]]
            length = oc.OP_LENGTH[name] + (self.code[at + 1] if name == "CHOOSE" else 0)
            words = self.code[at : at + length]
            inner = words[2:] if name == "CHOOSE" else [words[i] for i in INNER.get(name, ())]
            found.append((name, words, inner))
            at += length
        return found

    def inside(self, name, words, inner):
        """The programs inside an operation, with what a this-turn does later."""
        return [*inner, self.all_watches[words[1]][3]] if name == "THIS_TURN" else inner

    def watches(self, program):
        for name, words, inner in self.operations(program):
            if name == "THIS_TURN":
                yield self.all_watches[words[1]]
            for other in inner:
                yield from self.watches(other)

    def causes(self, program):
        """What the program itself brings about, as words of `CAUSES`."""
        found = set()
        for name, words, inner in self.operations(program):
            found.update(CAUSES[name])
            if name == "PER" and words[2] == MOVES:
                found.add("move")
            for other in inner:
                found |= self.causes(other)
        return frozenset(found)

    def reach_of(self, program):
        """What the program brings about, itself or through others' rewards."""
        return frozenset().union(*({cause, *self.reach(cause)} for cause in self.causes(program)))

    def reach(self, cause):
        """What a cause brings about in turn; a circle has itself in it."""
        edges = {c: set().union(*(self.causes(p.program) for p in self.places.get(c, ()))) for c in EVENTS | IN_WORDS}
        return frozenset(_closure(edges, cause))

    def involved(self, place):
        """The place and all places whose lists it brings about, as pairs for `blame`."""
        others = [p for cause in self.reach_of(place.program) for p in self.places.get(cause, ())]
        return [(p.node, p.key) for p in (place, *others)]

    def events(self, program):
        """{number of an event: bits of its parameters} that the program can make happen."""
        found = {}

        def add(event, mask):
            number = oc.EVENTS.index(event)
            found[number] = found.get(number, 0) | mask

        for name, words, inner in self.operations(program):
            for other in inner:
                for number, mask in self.events(other).items():
                    add(oc.EVENTS[number], mask)
            for cause in CAUSES[name] or (("move",) if name == "PER" and words[2] == MOVES else ()):
                for event in EVENTS.get(cause, ()):
                    mask = ANY_MASK
                    if name == "RESEARCH" and event == "research":
                        mask = words[1]
                    elif name == "TRACE" and words[1] < 3:
                        mask = 1 << words[1]
                    elif name == "SIGNAL" and event == "signal" and words[1] == oc.SIGNAL_WHERE.index("color"):
                        mask = 1 << words[2]
                    add(event, mask)
                for other in self.reach(cause):
                    for event in EVENTS.get(other, ()):
                        add(event, ANY_MASK)
        return found

    def depth(self, program):
        """Frames that lie on the engine's stack at once, at most."""
        deepest = 0
        for name, words, inner in self.operations(program):
            deepest = max([deepest, *map(self.depth, self.inside(name, words, inner))])
        for cause in self.causes(program):
            # Events, the series itself, and its lists before and after the one that is being worked off.
            lists = [self.depth(place.program) for place in self.places.get(cause, ())]
            deepest = max(deepest, 3 + max(lists, default=0))
        return 1 + deepest

    def signals(self, program):
        """Signals that the program marks at most."""
        total = 0
        for name, words, inner in self.operations(program):
            parts = [self.signals(other) for other in inner]
            total += max(parts) if name == "CHOOSE" else sum(parts) * (MANY if name == "REPEAT" else 1)
            if name.startswith("SIGNAL"):
                total += words[3] if name == "SIGNAL" else words[1]
            for cause in CAUSES[name]:
                if cause != "signal":
                    # One of several places, or all of a scan's steps.
                    numbers = [self.signals(place.program) for place in self.places.get(cause, ())]
                    times = words[1] if name == "DELIVER" else 1
                    total += (sum(numbers) if cause == "scan" else max(numbers, default=0)) * times
            if name == "THIS_TURN":
                watch = self.all_watches[words[1]]
                total += self.signals(watch[3]) * (1 if watch[2] & 1 else 4)
        return total

    def movement(self, program, publicity):
        """The most movement that one effect of the program brings, by a rule set with that limit of publicity."""
        most = 0
        for name, words, inner in self.operations(program):
            if name == "PER" and words[2] == MOVES:
                count, divisor = oc.COUNTS[self.code[words[1]]], self.code[words[1] + 1]
                many = publicity if count in ("PUBLICITY", "MIN_OF", "MAX_OF") else MANY
                most = max(most, many // divisor * words[4])
            most = max([most, *(self.movement(other, publicity) for other in self.inside(name, words, inner))])
        return most

    def returns(self, program):
        """Can the card go back to the hand every time? Not where the signals there are asked: they become more."""
        for name, words, inner in self.operations(program):
            if name == "RETURN_THIS":
                return True
            asked = oc.CONDS[self.code[words[1]]] if name == "IF" else ""
            if asked != "SIGNALS_THERE" and any(self.returns(other) for other in inner):
                return True
        return False

    def uncounted(self, program):
        """Operations of the program of which nothing says how much they bring."""
        for name, words, inner in self.operations(program):
            if BRINGS[name] and name not in AMOUNTS:
                yield name
            for other in self.inside(name, words, inner):
                yield from self.uncounted(other)

    def rewards(self, name):
        """The programs of which an operation gives one."""
        return [place.program for cause in CAUSES[name] for place in self.places.get(cause, ())]

    def brought(self, program):
        """What the program brings at most, each {resource or "card": number} for itself."""
        total = Counter()
        for name, words, inner in self.operations(program):
            parts = [self.brought(other) for other in self.inside(name, words, inner)]
            total += reduce(or_, parts, Counter()) if name == "CHOOSE" else sum(parts, Counter())
            found = Counter(AMOUNTS[name](words) if BRINGS[name] else {})
            if times := found.pop("reward", 0):
                best = reduce(or_, map(self.brought, self.rewards(name)), Counter())
                total += Counter({word: times * n for word, n in best.items()})
            total += found
        return total

    def worth(self, program):
        """What the program brings at most, in credits that can be had for it in exchange or by purchase."""
        total = 0
        for name, words, inner in self.operations(program):
            parts = [self.worth(other) for other in self.inside(name, words, inner)]
            total += max(parts) if name == "CHOOSE" else sum(parts)
            for word, n in AMOUNTS[name](words).items() if BRINGS[name] else ():
                best = max(map(self.worth, self.rewards(name)), default=0) if word == "reward" else CREDITS.get(word, 0)
                total += n * best
        return total

    def ends(self, program):
        """Does every repeat in it end because what it pays runs out? Moves may visit, which brings publicity."""
        for name, words, inner in self.operations(program):
            if name == "REPEAT":
                paid = self.code[words[1] + 1]
                gained = self.brought(words[1])
                brings = self.causes(words[1])
                nested = any(inside for _, _, inside in self.operations(words[1]))
                if gained[oc.RESOURCES[paid]] or nested or brings - {"move"} or (brings and oc.RESOURCES[paid] != "exofossil"):
                    return False
                if any(n in ("PER", "DRAW_SPECIES") for n, _, _ in self.operations(words[1])):
                    return False
            if not all(self.ends(other) for other in self.inside(name, words, inner)):
                return False
        return True

    def moves_of_card(self, program):
        """How often the program takes the card being played away, at most."""
        total = 0
        for name, _, inner in self.operations(program):
            parts = [self.moves_of_card(other) for other in inner]
            total += max(parts) if name == "CHOOSE" else sum(parts) + (name in ("TUCK_THIS", "RETURN_THIS"))
        return total
