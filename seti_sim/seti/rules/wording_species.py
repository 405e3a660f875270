"""English for what the species add to the vocabulary: verbs, conditions and counts of their boards and cards."""

from .words import amount, amounts, kind_of, word

WHOSE = {"each": "each of the two species", "this": "this species", "other": "the other species"}
SETS = {"single": "one species", "this": "this species"}


class SpeciesWording:
    """The part of `Wording` that only species need; `program` and `body` come from the rest of it."""

    # ------------------------------------------------------------------ verbs

    @staticmethod
    def begins_with_pay(effects):
        """Whether a list of effects is bought with what its first one gives up."""
        return len(effects) > 1 and effects[0].raw("do", None) == "pay"

    def do_pay(self, node, it):
        return "pay " + amounts(node)

    # ------------------------------------------------------------------ conditions

    def species_play_condition(self, node):
        """What only the card being played asks, as what follows the word if; None if it is nothing of species."""
        if node.has("marked_on"):
            n, tile = node.int("n", 1, 9999), self.body(node.str("marked_on"))
            text = f"this card marked {'a signal' if n == 1 else f'at least {n} signals'} on the {tile} tile"
        elif node.has("launched_in"):
            node.str("launched_in", ("anomaly-sector",))
            text = "you launched it in a sector with an anomaly"
        else:
            return None
        return text

    def species_condition(self, node):
        """What a player has, for conditions that only species ask; None for all others."""
        if node.has("deliver"):
            text = "a capsule on " + self.body(node.str("deliver"))
        elif node.has("craft") and node.raw("at", None) == "one-planet":
            node.str("at")
            text = amount(node.int("craft", 1, 9999), "orbiter or lander", "orbiters or landers") + " at one planet"
            text += ", its moons included" if node.bool("moons") else ""
        elif node.has("landers") and node.has("at") and not node.has("orbiters"):
            text = amount(node.int("landers", 1, 9999), "lander") + self.at(node)
        elif node.has("signals"):
            text = f"{amount(node.int('signals', 1, 9999), 'signal')} on the {self.body(node.str('at'))} tile"
        elif node.has("exofossil"):
            text = amount(node.int("exofossil", 1, 9999), "exofossil")
        elif node.has("missions"):
            text = amount(node.int("missions", 1, 9999), "completed mission")
        elif node.has("tucked"):
            text = amount(node.int("tucked", 1, 9999), "card") + " tucked for income"
        elif node.has("paid_traces"):
            node.str("species", ("this",))
            n = node.int("paid_traces", 1, 9999)
            spaces = "a space of this species that costs" if n == 1 else "spaces of this species that cost"
            text = f"{amount(n, 'trace')} on {spaces} exofossils"
        elif node.has("traces") and node.raw("kind", None) == "same":
            node.str("kind")
            text = amount(node.int("traces", 1, 9999), "trace") + " of the same kind"
        elif node.has("traces") and node.has("species"):
            text = amount(node.int("traces", 1, 9999), f"{kind_of(node, 'kind')}trace")
            text += " for " + word(node, "species", WHOSE)
        elif node.has("traces_each"):
            text = amount(node.int("traces_each", 1, 9999), "trace") + " of each kind for " + word(node, "species", SETS)
        else:
            return None
        return text

    # ------------------------------------------------------------------ counts

    def species_count(self, node):
        """(how many make one, singular, plural) of a count that only species ask; None for all others."""
        if node.has("marked_on"):
            rest = f" marked on the {self.body(node.str('marked_on'))} tile by this card"
            found = 1, "signal" + rest, "signals" + rest
        elif node.has("signals"):
            node.str("signals", ("anomaly-sectors",))
            found = 1, "signal you have in a sector with an anomaly", "signals you have in sectors with anomalies"
        elif node.has("traces") and node.has("species"):
            rest = " you have for " + word(node, "species", WHOSE)
            kind = kind_of(node, "kind")
            found = node.int("traces", 1, 9999), f"{kind}trace{rest}", f"{kind}traces{rest}"
        else:
            return None
        node.done()
        return found
