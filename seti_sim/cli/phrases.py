"""Actions in English, for a game told to a person."""

from __future__ import annotations

import re

INCOMES = {
    "credits": "1 credit a round",
    "energy": "1 energy a round",
    "card": "1 card a round",
    "cards": "1 card a round",
}
NOT_TOLD = ("end", "go", "done", "step earth", "step row", "step telescope-2", "step telescope-3")
"""Actions that what follows them tells as well."""


class Phrases:
    """English for the notation of docs/protocol.md, with the names of a rule set."""

    def __init__(self, rules):
        self.cards = {card: data.get("name", card) for card, data in rules.tree["cards"].items()}
        self.incomes = {card: INCOMES.get(data.get("income"), "") for card, data in rules.tree["cards"].items()}
        self.stars = {star: data.get("name", star) for star, data in rules.tree["stars"].items()}

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
                way = rest.split()[0].split("-")
                paid = [rest.split()[1]] if " " in rest else []
                while i < len(actions) and actions[i].startswith(f"{verb} {way[-1]}-"):
                    target, _, pay = actions[i].partition(" ")[2].partition("-")[2].partition(" ")
                    way, paid, i = [*way, target], paid + [pay] * bool(pay), i + 1
                by = " for energy" if verb == "move" else "".join(f", paying {pay[1:]}" for pay in paid)
                found.append(f"moves {' > '.join(way)}{by}")
            elif text == "place":
                while i < len(actions) and actions[i] == "place":
                    i += 1
                found.append("places a data" if i - start == 1 else f"places {i - start} data")
            elif text == "buy" and i < len(actions) and actions[i].startswith("take "):
                card = actions[i].partition(" ")[2]
                found.append("buys the top card of the deck" if card == "deck" else f"buys {self.card(card)}")
                i += 1
            else:
                found.append(self.one(text))
        return found

    def one(self, text: str) -> str:
        """One action by itself."""
        verb, _, rest = text.partition(" ")
        if (verb, rest) in _WHOLE:
            return _WHOLE[verb, rest]
        form = _FORMS.get(verb)
        if form is None:
            return text
        if verb == "tuck":
            income = self.incomes.get(rest, "")
            return f"tucks {self.card(rest)} for income{f', {income}' if income else ''}"
        if verb in ("land", "remove"):
            body, _, space = rest.partition("/")
            return form.format(_title(body)) + (f", space {space}" if space else "")
        if verb == "orbit":
            return form.format(_title(rest))
        if verb == "trace":
            slot, kind, *over = rest.split()
            return f"marks {'an' if kind[0] in 'aeiou' else 'a'} {kind} trace of the {slot} species" + (
                ", in its overflow area" if over else ""
            )
        if verb == "cover":
            card, _, space = rest.partition("/")
            return f"covers space {space} of {self.card(card)}"
        if verb == "exchange":
            given, _, gained = rest.partition(">")
            return f"exchanges {given} for {gained}"
        return form.format(self.stars.get(rest) or self.card(rest))


_WHOLE = {
    ("launch", ""): "launches a probe",
    ("scan", ""): "scans",
    ("analyze", ""): "analyzes data",
    ("research", ""): "researches",
    ("pass", ""): "passes",
    ("buy", ""): "buys a card",
    ("skip", ""): "declines",
    ("yes", ""): "accepts",
    ("take", "deck"): "draws a card",
    ("publicity", ""): "takes the publicity",
    ("movement", ""): "takes the movement instead of publicity",
    ("step", "telescope-4/1"): "launches a probe by telescope-4",
    ("step", "telescope-4/2"): "gains movement by telescope-4",
}
_FORMS = {
    "orbit": "orbits {}",
    "land": "lands on {}",
    "remove": "removes a piece from {}",
    "play": "plays {}",
    "place": "places a data in column {}",
    "corner": "uses the corner of {}",
    "mission": "completes the mission of {}",
    "exchange": "",
    "signal": "marks a signal at {}",
    "discard": "discards {}",
    "take": "takes {}",
    "tuck": "",
    "trace": "",
    "tech": "takes the tech {}",
    "column": "puts it in column {}",
    "cover": "",
    "choose": "chooses number {}",
    "show": "shows {} cards",
    "probe": "picks the probe of {}",
    "push": "handles the probe pushed to {}",
    "settle": "settles {}",
    "gold": "marks the gold tile {}",
}


def _title(body: str) -> str:
    return body.title()
