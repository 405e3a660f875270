"""English for the vocabulary of the data: effects, conditions, events and counts, in the words of the rulebook.

Every key is asked for and the rest refused, so that a word added to the vocabulary without its English is noticed.
"""

from itertools import groupby

UNCOUNTED = {"energy", "publicity", "data", "movement"}
GAINED = {
    "credits": "credit",
    "energy": "energy",
    "publicity": "publicity",
    "data": "data",
    "vp": "point",
    "exofossil": "exofossil",
}
PAID = {"credits": "credit", "energy": "energy", "publicity": "publicity"}
CORNERS = {"move": "movement", "publicity": "publicity", "data": "data", "vp": "point"}
INCOMES = {"credits": "credit", "energy": "energy", "card": "card", "data": "data", "publicity": "publicity"}
SPOTS = {"asteroids": "asteroids", "comet": "a comet"}
DRAWN_FROM = {"deck": "the deck", "row-or-deck": "the row or the deck", "row": "the row"}


class Wording:
    """English for effects, conditions, events and counts. `root` tells the names of stars, planets and moons."""

    def __init__(self, root):
        self.root = root

    # ------------------------------------------------------------------ names

    def star(self, name):
        return self.root.value["stars"][name]["name"]

    def body(self, name):
        for table in ("planets", "moons"):
            found = self.root.value[table].get(name, {}).get("name")
            if found:
                return found
        return "-".join(part.capitalize() for part in name.split("-"))

    def cost(self, node, key):
        cost = node.table(key, default={})
        text = listed([amount(cost.int(k, 0, 999), PAID[k]) for k in cost.keys() if k in PAID and cost.value[k]])
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
        parts = []
        for text, group in groupby(self.effect(effect).removeprefix("gain ") for effect in effects):
            times = len(list(group))
            parts.append(text if times == 1 else f"{text} ({times} times)")
        return ", ".join(parts) or "nothing"

    def program(self, effects, it=False):
        """A list of effects inside a sentence: "gain 3 points and 1 data, then draw 1 card from the deck"."""
        parts = []
        for gaining, group in groupby((self.effect(effect, it) for effect in effects), key=is_gain):
            group = list(group)
            parts += ["gain " + listed([text.removeprefix("gain ") for text in group])] if gaining else group
        return listed(parts, "then") or "do nothing"

    def effect(self, node, it=False):
        """One effect as an order. `it`: the probe chosen before, which conditions and counts may speak of."""
        verb = node.str("do")
        word_it = getattr(self, "do_" + verb.replace("-", "_"), None)
        if word_it is None:
            node.fail("do", "a verb that has an English wording")
        text = word_it(node, it)
        node.done()
        return text

    def do_gain(self, node, it):
        gains = [amount(node.int(key, 1, 999), GAINED[key]) for key in node.keys() if key in GAINED]
        return "gain " + listed(gains)

    def do_draw(self, node, it):
        return f"draw {amount(node.int('n', 1, 99), 'card')} from {word(node, 'from', DRAWN_FROM)}"

    def do_income(self, node, it):
        return "increase your income with a card from your hand"

    def do_move(self, node, it):
        return "gain " + amount(node.int("n", 1, 99), "movement")

    def do_launch(self, node, it):
        return "launch a probe" + (" without regard to the limit" if node.bool("ignore_limit") else "")

    def do_orbit(self, node, it):
        return "orbit a planet"

    def do_land(self, node, it):
        return "land" + self.landing(node)

    def do_orbit_or_land(self, node, it):
        return "orbit or land" + self.landing(node)

    @staticmethod
    def landing(node):
        moons, occupied = node.bool("moons"), node.bool("occupied")
        return (", also on a moon without the tech for it" if moons else "") + (
            ", even on an occupied space as if it were free" if occupied else ""
        )

    def do_scan(self, node, it):
        return "scan"

    def do_analyze(self, node, it):
        return "analyze data"

    def do_rotate(self, node, it):
        return "rotate the solar system"

    def do_research(self, node, it):
        text = "research " + of_kind(node.str("tech"), "tech")
        text += " that another player has" if node.bool("known_to_others") else ""
        return text + (", without the bonus of its tile" if node.bool("no_bonus") else "")

    def do_signal(self, node, it):
        n, same = node.int("n", 1, 99), node.bool("same_sector")
        many = n > 1 and not same
        if node.has("star"):
            place = "at " + self.star(node.str("star"))
        elif node.has("color"):
            color = node.str("color")
            place = f"in {color} sectors" if many else f"in a {color} sector"
        else:
            where = node.str("where")
            if where == "any":
                place = "in any sectors" if many else "in any sector"
            elif where == "own-probe":
                place = "in sectors with your probes" if many else "in a sector with one of your probes"
            elif where == "own-probe-and-neighbors":
                n, place = 1, "in a sector with one of your probes and one in each of the two sectors beside it"
            else:
                place = f"in {self.body(where)}'s sector"
        text = ("mark " + amount(n, "signal") if n > 1 else "mark a signal") + " " + place
        return text + (", without gaining the data" if node.bool("no_data") else "")

    def do_signal_row(self, node, it):
        n = node.int("n", 1, 99)
        return f"discard {amount(n, 'card')} from the row to mark {'its signal' if n == 1 else 'their signals'}"

    def do_signal_hand(self, node, it):
        n, optional = node.int("n", 1, 99), node.bool("optional")
        text = f"{amount(n, 'card')} from your hand to mark {'its signal' if n == 1 else 'their signals'}"
        return ("you may discard " + ("up to " if n > 1 else "") if optional else "discard ") + text

    def do_signal_deck(self, node, it):
        n = node.int("n", 1, 99)
        times = "" if n == 1 else f", {n} times"
        return f"discard the top card of the deck to mark its signal{times}"

    def do_signal_probes(self, node, it):
        n = node.int("n", 1, 99)
        if n == 1:
            return "you may mark a signal in the sector of any probe, whoever owns it"
        return f"mark a signal in the sector of each of up to {n} probes, whoever owns them"

    def do_trace(self, node, it):
        kind, where = node.str("kind"), node.str("where", default="anywhere")
        text = "mark a trace of any kind" if kind == "any" else f"mark {article(kind)} trace"
        places = {
            "anywhere": "",
            "own-species": " for a species of which you have such a trace already",
            "that-species": " for that species",
        }
        if where not in places:
            node.fail("where", "a place that has an English wording")
        return text + places[where]

    def do_if(self, node, it):
        return f"if {self.play_condition(node.table('cond'), it)}, {self.program(node.tables('then'), it)}"

    def do_per(self, node, it):
        return f"{self.program(node.tables('then'), it)} {self.per(node.table('count'), it)}"

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

    def do_remove(self, node, it):
        piece, moons = node.str("piece"), node.bool("moons")
        start = f"remove one of your {piece}s from a planet" + (" or moon" if moons else "")
        return f"{start} to {self.program(node.tables('then'), it)}"

    def do_row_corners(self, node, it):
        n = node.int("n", 1, 99)
        if n == 1:
            return "discard the first card of the row and gain its corner"
        cards = amount(n, "card") if n >= self.root.value["setup"]["card_row"] else f"first {amount(n, 'card')}"
        return f"discard the {cards} of the row and gain their corners in any order"

    def do_drawn_corner(self, node, it):
        return "gain the corner of the card just drawn, keeping the card"

    def do_visit_move_instead(self, node, it):
        return "this turn, each time you visit a planet, you may gain 1 movement instead of its publicity"

    def do_ignore_asteroids(self, node, it):
        return "this turn, leaving asteroids costs no extra movement"

    def do_tuck_this(self, node, it):
        return "you may increase your income with this card"

    def do_return_this(self, node, it):
        return "return this card to your hand"

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
            text = f"you have exactly {amount(node.int('signals_there', 0, 99), 'signal')} in that sector"
        elif it and node.has("probe_on"):
            text = "it is on " + self.spot(node)
        else:
            return "you have " + self.condition(node)
        node.done()
        return text

    def condition(self, node):
        """A condition as what a player has: "2 red sector wins"; a number means at least that many."""
        if node.has("all"):
            text = " and ".join(self.condition(part) for part in node.tables("all"))
        elif node.has("craft"):
            text = amount(node.int("craft", 1, 99), "orbiter or lander", "orbiters or landers") + self.at(node)
        elif node.has("orbiters") and node.has("landers"):
            node.str("at", ("one-planet",))
            moons = ", its moons included" if node.bool("moons") else ""
            orbiters, landers = node.int("orbiters", 1, 99), node.int("landers", 1, 99)
            text = f"{amount(orbiters, 'orbiter')} and {amount(landers, 'lander')} at one planet{moons}"
        elif node.has("orbiters"):
            text = amount(node.int("orbiters", 1, 99), "orbiter")
        elif node.has("landers"):
            moons = node.bool("moons", True)
            text = amount(node.int("landers", 1, 99), "lander") + ("" if moons else " on planets, not on moons")
        elif node.has("wins") and node.has("at"):
            node.str("at", ("one-sector",))
            text = amount(node.int("wins", 1, 99), "win") + " in one sector"
        elif node.has("wins"):
            text = amount(node.int("wins", 1, 99), f"{color_of(node)}sector win")
        elif node.has("traces"):
            text = amount(node.int("traces", 1, 99), f"{kind_of(node, 'kind')}trace")
            if node.has("species"):
                node.str("species", ("each",))
                text += " for each of the two species"
        elif node.has("traces_each"):
            node.str("species", ("single",))
            text = amount(node.int("traces_each", 1, 99), "trace") + " of each kind for one species"
        elif node.has("techs"):
            text = amount(node.int("techs", 1, 99), f"{kind_of(node, 'tech')}tech")
        elif node.has("publicity"):
            text = f"at least {node.int('publicity', 1, 999)} publicity"
        elif node.has("vp"):
            text = f"at least {amount(node.int('vp', 1, 999), 'point')}"
        elif node.has("hand"):
            n = node.int("hand", 0, 99)
            text = f"exactly {amount(n, 'card')} in hand" if n else "no cards in hand"
        elif node.has("signal_sectors"):
            text = "signals in " + amount(node.int("signal_sectors", 1, 99), "sector")
        elif node.has("probe_on"):
            text = "a probe on " + self.spot(node)
            if node.has("next_to"):
                text += " adjacent to " + self.body(node.str("next_to"))
        elif node.has("probe_distance"):
            text = f"a probe at least {amount(node.int('probe_distance', 1, 99), 'step')} from Earth"
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
        if name == "visit":
            body = node.str("body")
            named = {"planet": "a planet other than Earth", "any-planet": "a planet", **SPOTS}
            text = f"visit {named.get(body) or self.body(body)}"
            text += " in your turn" if node.bool("own_turn") else ""
        elif name == "move":
            text = "move a probe" + (" within its ring" if node.bool("same_ring") else "")
        elif name == "complete-sector":
            text = "complete a sector"
        elif name == "launch":
            text = "launch a probe"
        elif name in ("orbit", "land", "scan"):
            text = name
        elif name == "orbit-or-land":
            text = "orbit or land"
        elif name == "research":
            text = "research " + of_kind(node.str("tech"), "tech")
        elif name == "trace":
            text = "mark " + of_kind(node.str("kind"), "trace")
        elif name == "signal":
            text = f"mark a signal in a {node.str('color')} sector"
        elif name == "corner":
            text = f"discard a card for its {word(node, 'corner', CORNERS)} corner"
        elif name == "play":
            text = f"play a card for {amount(node.int('cost', 0, 99), 'credit')}"
        else:
            node.fail("event", "an event that has an English wording")
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
            n = node.int(key, 1, 99)
            node.done()
            return n, one, many or one + "s"

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

    # ------------------------------------------------------------------ end of the game, techs

    def endgame(self, node):
        """The end-of-game scoring of a card."""
        if node.has("gold_tile"):
            node.str("gold_tile", ("unmarked",))
            node.str("value", ("last",))
            text = "score one gold tile that you have not marked, at its last value"
        else:
            text = amount(node.int("vp", 0, 999), "point") + " "
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
            lines.append(f"You may have {amount(node.int('probe_limit', 1, 99), 'probe')} in space")
        if node.has("visit_asteroids"):
            visit = node.table("visit_asteroids")
            lines.append("When you visit asteroids: " + amount(visit.int("publicity", 0, 99), "publicity"))
            visit.done()
        if node.has("leave_asteroids_extra"):
            n = node.int("leave_asteroids_extra", 0, 99)
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


# ---------------------------------------------------------------------------------------------- small words


def amount(n, one, many=None):
    """ "1 point", "2 points", "no energy"; what cannot be counted has no plural."""
    if n == 0:
        return f"no {one if one in UNCOUNTED else many or one + 's'}"
    return f"{n} {one if n == 1 or one in UNCOUNTED else many or one + 's'}"


def article(text):
    return f"{'an' if text[0] in 'aeiou' else 'a'} {text}"


def is_gain(text):
    """Whether an effect is worded as a plain gain, which can be listed with others behind one verb."""
    return text.startswith("gain ") and " for " not in text and " corner" not in text


def of_kind(kind, thing):
    return article(thing if kind == "any" else f"{kind} {thing}")


def kind_of(node, key):
    kind = node.str(key, default="any")
    return "" if kind == "any" else kind + " "


def color_of(node):
    return f"{node.str('color')} " if node.has("color") else ""


def word(node, key, words):
    return words[node.str(key, tuple(words))]


def listed(parts, last="and"):
    """ "a", "a and b", "a, b and c"; with `last` = "then": "a, then b"."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + (f", {last} " if last == "then" else f" {last} ") + parts[-1]


def upper_first(text):
    return text[:1].upper() + text[1:]
