"""English for the vocabulary of the data: effects, conditions, events and counts, in the words of the rulebook.

A verb says what its row of the vocabulary has as a sentence, or has a method here. Every key is asked for and the rest
refused, so that a word added to the vocabulary without its English is noticed.
"""

from itertools import groupby

from seti_sim.seti.vocabulary import WORDS

from .sentences import sentence
from .wording_asked import Asked
from .words import PAID, amount, amounts, is_gain, listed, upper_first


class Wording(Asked):
    """English for effects, and with `Asked` for conditions, events and counts."""

    # ------------------------------------------------------------------ costs

    def cost(self, node, key):
        cost = node.table(key, default={})
        text = listed([amount(cost.int(k, 0, 9999), PAID[k]) for k in cost.keys() if k in PAID and cost.value[k]])
        for k in PAID:
            cost.raw(k, default=0)
        cost.done()
        return text or "nothing"

    # ------------------------------------------------------------------ programs

    def sentences(self, effects):
        """What a card does when played: a sentence an effect."""
        return " ".join(upper_first(self.effect(effect)) + "." for effect in effects)

    def reward(self, effects):
        """A list of effects without the word gain: "4 points, 1 publicity"."""
        if self.begins_with_pay(effects):
            return self.program(effects)
        parts = []
        for text, group in groupby(self.effect(effect).removeprefix("gain ") for effect in effects):
            times = len(list(group))
            parts.append(text if times == 1 else f"{text} ({times} times)")
        return ", ".join(parts) or "nothing"

    def program(self, effects, it=False):
        """A list of effects inside a sentence: "gain 3 points and 1 data, then draw 1 card from the deck"."""
        if self.begins_with_pay(effects):
            return f"{self.effect(effects[0], it)} to {self.program(effects[1:], it)}"
        parts = []
        for gaining, group in groupby((self.effect(effect, it) for effect in effects), key=is_gain):
            group = list(group)
            parts += ["gain " + listed([text.removeprefix("gain ") for text in group])] if gaining else group
        return listed(parts, "then") or "do nothing"

    def effect(self, node, it=False):
        """One effect as an order. `it`: the probe chosen before, which conditions and counts may speak of."""
        name = node.str("do")
        word_it = getattr(self, "do_" + name.replace("-", "_"), None)
        if word_it is not None:
            text = word_it(node, it)
        elif name in WORDS and WORDS[name].english is not None:
            text = sentence(WORDS[name].english, {key.name: self.said(node, key, it) for key in WORDS[name].keys})
        else:
            node.fail("do", "a verb that has an English wording")
        node.done()
        return text

    def do_gain(self, node, it):
        return "gain " + amounts(node)

    def do_signal(self, node, it):
        n, same = node.int("n", 1, 9999), node.bool("same_sector")
        many = n > 1 and not same
        if node.has("star"):
            place = "at " + self.star(node.str("star"))
        elif node.has("color"):
            color = node.str("color")
            place = f"in {color} sectors" if many else f"in a {color} sector"
        else:
            where = node.str("where")
            if where == "any":
                place = "in any sectors" if many else "in any one sector" if same else "in any sector"
            elif where == "own-probe":
                place = "in sectors with your probes" if many else "in a sector with one of your probes"
            elif where == "own-probe-and-neighbors":
                n, place = 1, "in a sector with one of your probes and one in each of the two sectors beside it"
            elif where == "next-anomaly":
                place = "in the sector of the next anomaly"
            else:
                place = f"in {self.body(where)}'s sector"
        text = ("mark " + amount(n, "signal") if n > 1 else "mark a signal") + " " + place
        return text + (", without gaining the data" if node.bool("no_data") else "")

    def do_signal_hand(self, node, it):
        n, optional = node.int("n", 1, 9999), node.bool("optional")
        text = f"{amount(n, 'card')} from your hand to mark {'its signal' if n == 1 else 'their signals'}"
        return ("you may discard " + ("up to " if n > 1 else "") if optional else "discard ") + text

    def do_choose(self, node, it):
        return "choose one: " + "; or ".join(self.program(branch, it) for branch in node.lists("of"))

    def do_may(self, node, it):
        return "you may " + self.program(node.tables("then"), it).removeprefix("you may ")

    def do_this_turn(self, node, it):
        once, distinct = node.bool("once"), node.bool("distinct")
        event = self.event(node.table("on"))
        start = "the first time " if once else "each time "
        text = event.replace("when ", start, 1) + (", once for each different one" if distinct else "")
        return f"this turn, {text}: {self.program(node.tables('then'), it)}"

    def do_choose_probe(self, node, it):
        parts = [self.effect(effect, True) for effect in node.tables("then")]
        return "choose one of your probes in space: " + ("; ".join(parts) or "do nothing")

    def do_row_corners(self, node, it):
        n = node.int("n", 1, 9999)
        if n == 1:
            return "discard the first card of the row and gain its corner"
        cards = amount(n, "card") if n >= self.root.value["setup"]["card_row"] else f"first {amount(n, 'card')}"
        return f"discard the {cards} of the row and gain their corners in any order"

    # ------------------------------------------------------------------ end of the game, techs

    def endgame(self, node):
        """The end-of-game scoring of a card."""
        if node.has("gold_tile"):
            node.str("gold_tile", ("unmarked",))
            node.str("value", ("last",))
            text = "score one gold tile that you have not marked, at its last value"
        else:
            text = amount(node.int("vp", 0, 9999), "point") + " "
            if node.has("per"):
                text += self.per(node.table("per"))
            else:
                text += "if you have " + self.condition(node.table("when"))
        node.done()
        return text

    def tech_effect(self, node):
        """Lines saying what a tech does once it lies on the player board."""
        lines = []
        if node.has("probe_limit"):
            lines.append(f"You may have {amount(node.int('probe_limit', 1, 9999), 'probe')} in space")
        if node.has("visit_asteroids"):
            visit = node.table("visit_asteroids")
            lines.append("When you visit asteroids: " + amount(visit.int("publicity", 0, 9999), "publicity"))
            visit.done()
        if node.has("leave_asteroids_extra"):
            n = node.int("leave_asteroids_extra", 0, 9999)
            lines.append(f"Leaving asteroids costs {amount(n, 'extra movement', 'extra movement')}")
        if node.has("land_discount"):
            lines.append(f"Landing costs {self.cost(node, 'land_discount')} less")
        if node.bool("land_on_moons"):
            lines.append("You may land on moons")
        scan = node.str("scan", default="")
        if scan == "earth-or-neighbour":
            lines.append("Scan: the signal in Earth's sector may be marked in a sector beside it instead")
        elif scan == "extra":
            options = node.tables("choose") if node.has("choose") else [node]
            lines.append("Scan: besides, you may " + ", or ".join(self.option(option) for option in options))
            for option in options:
                if option is not node:
                    option.done()
        elif scan:
            node.fail("scan", "a change of the scan that has an English wording")
        for key, place in (("upper", "Data on the top space under it"), ("lower", "Data on the space below it")):
            if node.has(key):
                lines.append(f"{place}: {self.reward(node.tables(key))}")
        node.done()
        return lines

    def option(self, node):
        text = self.program(node.tables("then")).removeprefix("you may ")
        cost = self.cost(node, "cost")
        return text if cost == "nothing" else f"spend {cost} to {text}"
