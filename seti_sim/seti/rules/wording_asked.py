"""English for what effects and missions ask for: conditions, events and counts."""

from seti_sim.core.node import REQUIRED
from seti_sim.seti.vocabulary import EVENT_WORDS, PLANETS

from .sentences import sentence
from .wording_species import SpeciesWording
from .words import CORNERS, INCOMES, SPOTS, amount, article, color_of, kind_of, listed, word


class Asked(SpeciesWording):
    """The part of `Wording` that says conditions, events and counts. `root` tells the names of stars and bodies."""

    def __init__(self, root):
        self.root = root

    # ------------------------------------------------------------------ names

    def star(self, name):
        return self.root.value["stars"][name]["name"]

    def body(self, name):
        for table in ("planets", "moons", "species"):
            found = self.root.value[table].get(name, {}).get("name")
            if found:
                return found
        return "-".join(part.capitalize() for part in name.split("-"))

    # ------------------------------------------------------------------ keys of the vocabulary

    def said(self, node, key, it=False):
        """What a key of a verb or an event says in a sentence: a number, a truth value, or text."""
        if key.kind == "whole":
            return node.int(key.name, 0, 9999)
        if key.kind == "flag":
            return node.bool(key.name)
        if key.kind == "word":
            named = node.str(key.name, key.words, "" if key.optional else REQUIRED)
            return key.english.get(named) or (self.body(named) if named in PLANETS else named)
        if key.kind == "place":
            named = node.str(key.name)
            return key.english.get(named) or SPOTS.get(named) or self.body(named)
        if key.kind == "effects":
            return self.program(node.tables(key.name), it)
        if key.kind == "condition":
            return self.play_condition(node.table(key.name), it)
        if key.kind == "count":
            return self.per(node.table(key.name), it)
        raise KeyError(f"{key.name}: a key of kind {key.kind} needs a method do_… in Wording")

    # ------------------------------------------------------------------ conditions

    def play_condition(self, node, it=False):
        """A condition of `if`, as what follows the word if."""
        if node.has("landed_on"):
            bodies = ["any moon" if b == "any-moon" else self.body(b) for b in node.strs("landed_on")]
            text = "you landed on " + listed(bodies, "or")
        elif node.has("took_tech"):
            node.str("took_tech", ("known-to-others",))
            text = "another player has the tech just taken"
        elif node.has("signals_there"):
            text = f"you have exactly {amount(node.int('signals_there', 0, 9999), 'signal')} in that sector"
        elif it and node.has("probe_on"):
            text = "it is on " + self.spot(node)
        else:
            text = self.species_play_condition(node)
            if text is None:
                return "you have " + self.condition(node)
        node.done()
        return text

    def condition(self, node):
        """A condition as what a player has: "2 red sector wins"; a number means at least that many."""
        text = self.species_condition(node)
        if text is not None:
            pass
        elif node.has("all"):
            text = " and ".join(self.condition(part) for part in node.tables("all"))
        elif node.has("craft"):
            text = amount(node.int("craft", 1, 9999), "orbiter or lander", "orbiters or landers") + self.at(node)
        elif node.has("orbiters") and node.has("landers"):
            node.str("at", ("one-planet",))
            moons = ", its moons included" if node.bool("moons") else ""
            orbiters, landers = node.int("orbiters", 1, 9999), node.int("landers", 1, 9999)
            text = f"{amount(orbiters, 'orbiter')} and {amount(landers, 'lander')} at one planet{moons}"
        elif node.has("orbiters"):
            text = amount(node.int("orbiters", 1, 9999), "orbiter")
        elif node.has("landers"):
            moons = node.bool("moons", True)
            text = amount(node.int("landers", 1, 9999), "lander") + ("" if moons else " on planets, not on moons")
        elif node.has("wins") and node.has("at"):
            node.str("at", ("one-sector",))
            text = amount(node.int("wins", 1, 9999), "win") + " in one sector"
        elif node.has("wins"):
            text = amount(node.int("wins", 1, 9999), f"{color_of(node)}sector win")
        elif node.has("traces"):
            text = amount(node.int("traces", 1, 9999), f"{kind_of(node, 'kind')}trace")
        elif node.has("techs"):
            text = amount(node.int("techs", 1, 9999), f"{kind_of(node, 'tech')}tech")
        elif node.has("publicity"):
            text = f"at least {node.int('publicity', 1, 9999)} publicity"
        elif node.has("vp"):
            text = f"at least {amount(node.int('vp', 1, 9999), 'point')}"
        elif node.has("hand"):
            n = node.int("hand", 0, 9999)
            text = f"exactly {amount(n, 'card')} in hand" if n else "no cards in hand"
        elif node.has("signal_sectors"):
            text = "signals in " + amount(node.int("signal_sectors", 1, 9999), "sector")
        elif node.has("probe_on"):
            text = "a probe on " + self.spot(node)
            if node.has("next_to"):
                text += " adjacent to " + self.body(node.str("next_to"))
        elif node.has("probe_distance"):
            text = f"a probe at least {amount(node.int('probe_distance', 1, 9999), 'step')} from Earth"
        else:
            node.fail(None, "a condition that has an English wording")
        node.done()
        return text

    def at(self, node):
        if not node.has("at"):
            return "" if node.bool("moons", True) else " on planets, not on moons"
        moons = node.bool("moons")
        body = node.str("at")
        return f" at {self.body(body)}" + (" or its moons" if moons and self.has_moons(body) else "")

    def has_moons(self, planet):
        return bool(self.root.value["planets"].get(planet, {}).get("moons"))

    def spot(self, node):
        spot = node.str("probe_on")
        return SPOTS.get(spot) or self.body(spot)

    # ------------------------------------------------------------------ events

    def event(self, node):
        """An event as "when you …"."""
        name = node.str("event")
        if name not in EVENT_WORDS:
            node.fail("event", "an event that has an English wording")
        row = EVENT_WORDS[name]
        text = sentence(row.english, {key.name: self.said(node, key) for key in row.keys})
        node.done()
        return "when you " + text

    # ------------------------------------------------------------------ counts

    def per(self, node, it=False):
        """A count as "for each …"."""
        if node.has("min_of"):
            parts = [amount(*self.count(part, it)) for part in node.tables("min_of")]
            node.done()
            return "for each set of " + listed(parts)
        if node.has("max_of"):
            parts = [self.each(*self.count(part, it)) for part in node.tables("max_of")]
            node.done()
            return "for " + " or for ".join(parts) + ", whichever are more"
        return "for " + self.each(*self.count(node, it))

    @staticmethod
    def each(n, one, many):
        return f"each {one}" if n == 1 else f"every {n} {many}"

    def count(self, node, it=False):
        """(how many make one, singular, plural) of a count."""

        def counted(key, one, many=None):
            n = node.int(key, 1, 9999)
            node.done()
            return n, one, many or one + "s"

        found = self.species_count(node)
        if found:
            return found
        if node.has("marked"):
            color = node.str("color")
            return counted("marked", f"{color} signal marked by this card", f"{color} signals marked by this card")
        if node.has("marked_sectors"):
            rest = " in which this card marked a signal"
            return counted("marked_sectors", "sector" + rest, "sectors" + rest)
        if node.has("techs"):
            if node.raw("tech", None) == "taken":
                return counted("techs", "tech you have of the kind just taken", "techs you have of the kind just taken")
            return counted("techs", f"{kind_of(node, 'tech')}tech")
        if node.has("traces"):
            if node.raw("kind", None) == "marked":
                rest = " you have of the kind just marked"
                return counted("traces", "trace" + rest, "traces" + rest)
            return counted("traces", f"{kind_of(node, 'kind')}trace")
        if node.has("publicity"):
            return counted("publicity", "publicity you have", "publicity you have")
        if node.has("shown"):
            if node.has("income"):
                rest = f" you show from your hand with {word(node, 'income', INCOMES)} income"
            else:
                rest = f" you show from your hand with {article(word(node, 'corner', CORNERS))} corner"
            return counted("shown", "card" + rest, "cards" + rest)
        if node.has("income"):
            rest = f" tucked for {word(node, 'kind', INCOMES)} income"
            return counted("income", "card" + rest, "cards" + rest)
        if node.has("adjacent"):
            body = node.str("body")
            rest = f" with {SPOTS.get(body) or self.body(body)} adjacent to {'it' if it else 'your probe'}"
            return counted("adjacent", "space" + rest, "spaces" + rest)
        if node.has("earth_sector"):
            return counted(
                "earth_sector", "other planet or comet in Earth's sector", "other planets or comets in Earth's sector"
            )
        if node.has("wins"):
            return counted("wins", f"{color_of(node)}sector win")
        if node.has("craft"):
            place = self.at(node)
            return counted("craft", "orbiter or lander" + place, "orbiters or landers" + place)
        if node.has("signal_sectors"):
            return counted("signal_sectors", "sector with one of your signals", "sectors with your signals")
        if node.has("missions"):
            return counted("missions", "completed mission")
        if node.has("missions_or_endgame"):
            one, many = "completed mission or end-of-game card", "completed missions or end-of-game cards"
            return counted("missions_or_endgame", one, many)
        return node.fail(None, "a count that has an English wording")
