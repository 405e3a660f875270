"""The network of `learned` and `search`, in NumPy: its scores and worths, their slopes, and its whole numbers.

What it computes is ext/seti/net.pxi in floating point. Hidden units are a sum of rows (features of the position, cards, the
decision, the round), cut off below 0 and above MOST_UNIT. The policy: an option's score is the product of the units with the
sum of the option's rows, plus constants, plus its worth to `greedy` weighed by kind of action and round. The worth of a
position, with units of its own: a weighted sum of units and inputs by round.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy import sparse

from .lessons import Decisions

MOST_INPUT = 8.0
MOST_UNIT = 16.0
MOST_HALF = 8191
"""Of a weight in 16 bits, so that no sum of products leaves 32 bits."""
CARD_ACTIONS = ("play", "corner", "mission", "discard", "take", "tuck", "cover", "secret")
"""Kinds of action with a row a card, in the order of `card_kind`."""
POINTS = 60.0
"""Points a unit of the worth of a position, so that its weights are near 1."""
SHARE = 0.5
"""What counts is a seat's points less this share of the mean of the others'."""


def sizes() -> dict[str, int]:
    """NET_SIZES of ext/seti/net.pxi."""
    from seti_sim.seti.engine import _engine

    return _engine.NET_SIZES


class Batch:
    """Some decisions in the shape that the network takes: z [b, inputs], bits [b, cards]; of all their options [m], `of`: of
    which decision, `start`: the first of each, `chosen`: the chosen one of each, `at`: its place in the Decisions."""

    def __init__(self, net: Network, found: Decisions, pick: np.ndarray):
        about = found.about[pick]
        n = about[:, 7].astype(np.int64)
        self.start = np.concatenate([[0], np.cumsum(n)[:-1]])
        self.of = np.repeat(np.arange(len(pick)), n)
        self.at = np.arange(int(n.sum())) + np.repeat(about[:, 6] - self.start, n)
        self.chosen = self.start + about[:, 8]
        self.z = net.scaled(found.x[pick])
        self.bits = np.unpackbits(found.cards[pick].view(np.uint8), axis=1, bitorder="little").astype(np.float32)
        self.context, self.column = about[:, 3], about[:, 2]
        rows = found.rows[self.at].astype(np.int64)
        kept = rows >= 0
        ends = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
        ones = np.ones(int(ends[-1]), np.float32)
        self.rows = sparse.csr_matrix((ones, rows[kept], ends), shape=(len(rows), sizes()["option_rows"]))
        self.kind = net.kinds_of(rows[:, 0])
        self.worths = found.worths[self.at].astype(np.float32) / 1000
        self.unit = self.row_sum = self.value_unit = np.zeros(0, np.float32)  # of the latest `scores` and `values`

    def sums(self, of_options: np.ndarray) -> np.ndarray:
        """Sum over the options of each decision."""
        return np.add.reduceat(of_options, self.start, axis=0)

    def shares(self, scores: np.ndarray) -> np.ndarray:
        """Probabilities of the options [m] by their scores: softmax of each decision."""
        most = np.maximum.reduceat(scores, self.start)
        shares = np.exp(scores - most[self.of])
        return shares / self.sums(shares)[self.of]


class Network:
    """Weights by name (`weights`), and centre and factor of the inputs.

    first [rows, units], options [rows, units], constant [rows], worth [kinds, 5, 3] of the policy; value_first [rows, units],
    value_units [5, units], value_inputs [5, inputs], value_constant [5] of the worth of positions."""

    policy = ("first", "options", "constant", "worth")
    value = ("value_first", "value_units", "value_inputs", "value_constant")

    def __init__(self, seed: int):
        from seti_sim.seti.notation import KINDS

        size = sizes()
        luck = np.random.default_rng(seed)
        self.inputs, self.cards, units = size["inputs"], 3 * 256, size["units"]
        self._card_kinds = np.array([KINDS.index(word) for word in CARD_ACTIONS])
        spread = np.full((size["first_rows"], 1), 0.065, np.float32)
        spread[self.inputs :] *= 0.3  # cards and decisions are rare
        first, options = (size["first_rows"], units), (size["option_rows"], units)
        shapes: dict[str, tuple[int, ...]] = {"first": first, "options": options, "constant": (size["option_rows"],)}
        shapes |= {"worth": (size["kinds"], 5, size["worths"]), "value_first": first}
        shapes |= {"value_units": (5, units), "value_inputs": (5, self.inputs), "value_constant": (5,)}
        self.weights = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        for name, by in (("first", spread), ("value_first", spread), ("options", 0.02), ("value_units", 0.05)):
            self.weights[name] += (luck.standard_normal(shapes[name]) * by).astype(np.float32)
        self.weights["worth"] += np.array([0.1, 0.5, 0.5], np.float32)
        self.centre, self.factor = np.zeros(self.inputs, np.int32), np.zeros(self.inputs, np.int32)
        self._moment = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._square = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._steps = dict.fromkeys(self.weights, 0)

    def kinds_of(self, rows: np.ndarray) -> np.ndarray:
        """Kind of action of each option by its first row."""
        cards = 256 * len(CARD_ACTIONS)
        return np.where(rows < cards, self._card_kinds[np.minimum(rows, cards - 1) // 256], (rows - cards) // 64)

    def scale_by(self, x: np.ndarray) -> None:
        """Centre every input at its most frequent value in x [n, inputs] and scale it by its spread about it."""
        one = 1 << sizes()["input_bits"]
        for i in range(self.inputs):
            values, counts = np.unique(x[:, i], return_counts=True)
            self.centre[i] = values[counts.argmax()]
            spread = float(np.sqrt(np.mean((x[:, i].astype(float) - self.centre[i]) ** 2)))
            self.factor[i] = 0 if spread == 0 else int(np.clip(round(256 * one / max(spread, 0.2)), 1, 1 << 20))

    def scaled(self, x: np.ndarray) -> np.ndarray:
        """Inputs as the engine scales them, in units of their spread."""
        one = 1 << sizes()["input_bits"]
        v = (x.astype(np.int64) - self.centre) * self.factor >> 8
        return np.clip(v, -MOST_INPUT * one, MOST_INPUT * one).astype(np.float32) / one

    def _units(self, batch: Batch, first: np.ndarray) -> np.ndarray:
        n, rows = self.inputs, self.inputs + self.cards
        total = batch.z @ first[:n] + batch.bits @ first[n:rows]
        total += first[rows + batch.context] + first[rows + sizes()["contexts"] + batch.column]
        return np.clip(total, 0, MOST_UNIT)

    def _slope_of_first(self, batch: Batch, unit: np.ndarray, back: np.ndarray) -> np.ndarray:
        n, rows = self.inputs, self.inputs + self.cards
        back = back * ((unit > 0) & (unit < MOST_UNIT))
        slope = np.zeros_like(self.weights["first"])
        slope[:n], slope[n:rows] = batch.z.T @ back, batch.bits.T @ back
        np.add.at(slope, rows + batch.context, back)
        np.add.at(slope, rows + sizes()["contexts"] + batch.column, back)
        return slope

    def scores(self, batch: Batch) -> np.ndarray:
        """Scores of all options [m]; what `learn_scores` needs is kept in the batch."""
        weights = self.weights
        batch.unit = self._units(batch, weights["first"])
        batch.row_sum = batch.rows @ weights["options"]
        worth = (weights["worth"][batch.kind, batch.column[batch.of]] * batch.worths).sum(axis=1)
        return (batch.row_sum * batch.unit[batch.of]).sum(axis=1) + batch.rows @ weights["constant"] + worth

    def learn_scores(self, batch: Batch, slope: np.ndarray, rate: float) -> None:
        """One step against the slope [m] of what is to become less, after `scores`."""
        by = slope[:, None].astype(np.float32)
        worth = np.zeros_like(self.weights["worth"])
        np.add.at(worth, (batch.kind, batch.column[batch.of]), by * batch.worths)
        slopes = {
            "options": batch.rows.T @ (by * batch.unit[batch.of]),
            "constant": batch.rows.T @ by[:, 0],
            "worth": worth,
            "first": self._slope_of_first(batch, batch.unit, batch.sums(by * batch.row_sum)),
        }
        self._adam(slopes, rate)

    def values(self, batch: Batch) -> np.ndarray:
        """Points still to come (less the share of the others') of each decision's position [b]."""
        weights, column = self.weights, batch.column
        batch.value_unit = self._units(batch, weights["value_first"])
        total = (batch.value_unit * weights["value_units"][column]).sum(axis=1)
        total += (batch.z * weights["value_inputs"][column]).sum(axis=1) + weights["value_constant"][column]
        return total * POINTS

    def learn_values(self, batch: Batch, target: np.ndarray, rate: float) -> float:
        """One step towards the targets in points [b]; returns the mean squared error before it, in points squared."""
        error = ((self.values(batch) - target) / POINTS).astype(np.float32)
        of = np.zeros((len(target), 5), np.float32)
        of[np.arange(len(target)), batch.column] = 1
        by = of * (error / len(target))[:, None]
        slopes = {
            "value_units": by.T @ batch.value_unit,
            "value_inputs": by.T @ batch.z,
            "value_constant": by.sum(axis=0),
            "value_first": self._slope_of_first(batch, batch.value_unit, by @ self.weights["value_units"]),
        }
        self._adam(slopes, rate)
        return float(error @ error) / len(target) * POINTS**2

    def _adam(self, slopes: dict[str, np.ndarray], rate: float) -> None:
        """One step of Adam (Kingma and Ba 2015)."""
        for name, slope in slopes.items():
            moment, square = self._moment[name], self._square[name]
            self._steps[name] += 1
            moment += 0.1 * (slope - moment)
            square += 0.001 * (slope * slope - square)
            by = rate * np.sqrt(1 - 0.999 ** self._steps[name]) / (1 - 0.9 ** self._steps[name])
            self.weights[name] -= by * moment / (np.sqrt(square) + 1e-8)

    def _scales(self) -> tuple[tuple[str, float], ...]:
        """(weight, its units to the engine's) in the engine's order; whole numbers of 32 bits, then of 16."""
        size = sizes()
        score = float(1 << (size["unit_bits"] + size["option_bits"]))
        points = 1000 * POINTS
        return (
            ("worth", score / 1000),
            ("constant", score),
            ("value_constant", points),
            ("value_inputs", points),
            ("value_units", points),
            ("first", float(1 << size["first_bits"])),
            ("options", float(1 << size["option_bits"])),
            ("value_first", float(1 << size["first_bits"])),
        )

    def numbers(self) -> np.ndarray:
        """int32: the network as the engine reads it."""
        whole = {name: np.rint(self.weights[name].astype(float) * by).ravel() for name, by in self._scales()}
        wide = [self.centre, self.factor, whole["worth"], whole["constant"], [round(1000 * SHARE)]]
        wide += [whole["value_constant"], whole["value_inputs"], whole["value_units"]]
        half = np.concatenate([whole["first"], whole["options"], whole["value_first"]])
        half = np.clip(half, -MOST_HALF, MOST_HALF).astype(np.int16)
        wide_numbers = np.concatenate([np.asarray(part, float) for part in wide])
        return np.concatenate([np.clip(wide_numbers, -(2**31) + 1, 2**31 - 1).astype(np.int32), half.view(np.int32)])

    @classmethod
    def of(cls, numbers: np.ndarray) -> Network:
        """The network of an engine's numbers, to be learned on."""
        net = cls(0)
        net.centre, net.factor, at = numbers[: net.inputs].copy(), numbers[net.inputs : 2 * net.inputs].copy(), 2 * net.inputs
        wide, half = net._scales()[:5], net._scales()[5:]
        for name, by in wide:
            shape = net.weights[name].shape
            count = int(np.prod(shape))
            net.weights[name] = (numbers[at : at + count].reshape(shape) / by).astype(np.float32)
            at += count + (name == "constant")  # then the share of the others' points
        rest = np.ascontiguousarray(numbers[at:]).view(np.int16)
        at = 0
        for name, by in half:
            shape = net.weights[name].shape
            count = int(np.prod(shape))
            net.weights[name] = (rest[at : at + count].reshape(shape) / by).astype(np.float32)
            at += count
        return net


@lru_cache(maxsize=4)
def with_average_cards(net: bytes) -> np.ndarray:
    """int32: a network as the engine reads it, with the rows of what is no printed card filled: a new card of a variant is an
    average card of the printed deck to it, or of the species' cards, unless it is a copy of one (`card_as` of the rules)."""
    from seti_sim.seti.rules import RuleSet
    from seti_sim.seti.rules.compile import UNKNOWN, UNKNOWN_OF_SPECIES
    from seti_sim.seti.rules.species import NONE

    size, numbers = sizes(), np.frombuffer(net, np.int32).copy()
    inputs, options, units = size["inputs"], size["option_rows"], size["units"]
    constants = 2 * inputs + size["kinds"] * 5 * size["worths"]
    half = numbers[constants + options + 1 + 5 * (1 + inputs + units) :].view(np.int16)
    of_deck = np.array(RuleSet.load().compiled.tables["card_species"]) == NONE
    firsts, at_options = size["first_rows"] * units, (size["first_rows"] + options) * units
    first = [half[start + inputs * units :][: 3 * 256 * units].reshape(3, 256, units) for start in (0, at_options)]
    kinds = len(CARD_ACTIONS)
    rows = half[firsts:][: kinds * 256 * units].reshape(kinds, 256, units)
    tables: list[np.ndarray] = [*first, rows, numbers[constants:][: kinds * 256].reshape(kinds, 256, 1)]
    for table in tables:
        printed = table[:, : len(of_deck)]
        for row, which in ((UNKNOWN, of_deck), (UNKNOWN_OF_SPECIES, ~of_deck)):
            table[:, row] = np.rint(printed[:, which].mean(axis=1))
    return numbers
