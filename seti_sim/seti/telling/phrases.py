"""Actions in English, for a game told to a person."""

from __future__ import annotations

import re

from seti_sim.core.language import component, tr, trn
from seti_sim.seti.vocabulary_actions import ACTIONS

INCOMES = {
    "credits": "1 credit a round",
    "energy": "1 energy a round",
    "card": "1 card a round",
    "data": "1 data a round",
    "publicity": "1 publicity a round",
}
FORMS = {action.word: action.telling for action in ACTIONS if action.telling}
"""What a seat does, with {} for the arguments, of actions that are told without a method of their own."""
SPECIAL = {
    "place": "places a data",
    "take deck": "draws a card",
    "step telescope-4/1": "launches a probe by telescope-4",
    "step telescope-4/2": "gains movement by telescope-4",
}
"""Actions that are told otherwise than others with the same word."""
NOT_TOLD = (
    *(action.word for action in ACTIONS[1:] if action.telling == ""),
    *(f"step {step}" for step in ("earth", "row", "telescope-2", "telescope-3")),
)
"""Actions that what follows them tells as well."""
TRACES = {kind: f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} trace" for kind in ("signal", "lander", "analysis")}


class Phrases:
    """English for the notation of docs/protocol.md, with the names of a rule set."""

    def __init__(self, rules):
        self.cards = rules.card_names
        self.incomes = {card: INCOMES[data["income"]] for card, data in rules.tree["cards"].items() if "income" in data}
        self.stars = {star: component("star", star, data.get("name", star)) for star, data in rules.tree["stars"].items()}
        self.stars |= {
            name: tr("the tile of {name}", name=component("species", name, data["name"]))
            for name, data in rules.tree["species"].items()
            if "tile" in data
        }

    def star(self, star: str) -> str:
        """`Barnard's Star`."""
        return self.stars[star]

    def card(self, card: str) -> str:
        """`Lightsail (base-025)`."""
        return f"{self.cards[card]} ({card})" if card in self.cards else card

    def told(self, actions: list[str]) -> list[str]:
        """One seat's actions in a row as phrases: steps of one way become one, and so do data placed together."""
        found, i = [], 0
        while i < len(actions):
            text, start = actions[i], i
            verb, _, rest = text.partition(" ")
            i += 1
            if text in NOT_TOLD:
                continue
            if verb in ("move", "step") and re.match(r"\d", rest):
                steps = [rest.split()]
                while i < len(actions) and actions[i].startswith(f"{verb} {_target(steps[-1])}-"):
                    following = actions[i].split()[1:]
                    if _capsule(following) != _capsule(steps[-1]):
                        break
                    steps.append(following)
                    i += 1
                way = [steps[0][0].partition("-")[0], *map(_target, steps)]
                paid = [word[1:] for step in steps for word in step if word.startswith("+")]
                by = (
                    tr(" for energy")
                    if verb == "move"
                    else "".join(tr(", paying {resource}", resource=tr(resource)) for resource in paid)
                )
                what = _capsule(steps[0])
                whole = " > ".join(way) + by
                capsule = what and component("sample", what)
                found.append(
                    tr("moves the capsule {what} {way}", what=capsule, way=whole) if what else tr("moves {way}", way=whole)
                )
            elif text == "place":
                while i < len(actions) and actions[i] == "place":
                    i += 1
                found.append(trn("places a data", "places {n} data", i - start))
            elif text == "buy" and i < len(actions) and actions[i].startswith("take "):
                card = actions[i].partition(" ")[2]
                found.append(tr("buys the top card of the deck") if card == "deck" else tr("buys {card}", card=self.card(card)))
                i += 1
            else:
                found.append(self.one(text))
        return found

    def one(self, text: str) -> str:
        """One action by itself."""
        verb, _, rest = text.partition(" ")
        method = getattr(self, f"tell_{verb}", None)
        if text in SPECIAL:
            return tr(SPECIAL[text])
        if method is not None:
            return method(rest)
        return tr(FORMS[verb]).format(self.argument(verb, rest)) if verb in FORMS else text

    def argument(self, verb: str, rest: str) -> str:
        """What stands behind the first word, in English."""
        if verb in ("look", "orbit"):
            return _title(rest)
        if verb in ("sample", "message"):
            return component(verb, rest.partition("-")[2] or rest)
        if verb in ("land", "remove"):
            body, _, space = rest.partition("/")
            return _title(body) + (tr(", space {n}", n=space) if space else "")
        if verb in ("tech", "gold"):
            return component(verb, rest)
        return self.stars.get(rest) or self.card(rest)

    def tell_tuck(self, card: str) -> str:
        told, income = tr("tucks {card} for income", card=self.card(card)), self.incomes.get(card, "")
        return f"{told}, {tr(income)}" if income else told

    def tell_trace(self, rest: str) -> str:
        slot, kind, *where = rest.split()
        place = "" if not where else tr(", in its overflow area") if where == ["overflow"] else tr(", space {n}", n=where[0])
        return tr("marks {trace} of the {slot} species", trace=tr(TRACES[kind]), slot=component("slot", slot)) + place

    def tell_cover(self, rest: str) -> str:
        card, _, space = rest.partition("/")
        return tr("covers space {space} of {card}", space=space, card=self.card(card))

    def tell_exchange(self, rest: str) -> str:
        given, _, gained = rest.partition(">")
        return tr("exchanges {given} for {gained}", given=tr(given), gained=tr(gained))


def _target(step: list[str]) -> str:
    """Where a step such as `["3.2-3.3", "sample-data", "+energy"]` goes."""
    return step[0].partition("-")[2]


def _capsule(step: list[str]) -> str:
    """Which sample's capsule makes it, empty for a probe."""
    return next((word.partition("-")[2] for word in step[1:] if not word.startswith("+")), "")


def _title(body: str) -> str:
    return component("body", body, body.title())
