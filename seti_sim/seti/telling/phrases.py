"""Actions in English, for a game told to a person."""

from __future__ import annotations

import re

INCOMES = {
    "credits": "1 credit a round",
    "energy": "1 energy a round",
    "card": "1 card a round",
    "data": "1 data a round",
    "publicity": "1 publicity a round",
}
NOT_TOLD = ("end", "go", "done", "step earth", "step row", "step telescope-2", "step telescope-3")
"""Actions that what follows them tells as well."""


class Phrases:
    """English for the notation of docs/protocol.md, with the names of a rule set."""

    def __init__(self, rules):
        self.cards = rules.card_names
        self.incomes = {card: INCOMES[data["income"]] for card, data in rules.tree["cards"].items() if "income" in data}
        self.stars = {star: data.get("name", star) for star, data in rules.tree["stars"].items()}
        self.stars |= {name: f"the tile of {data['name']}" for name, data in rules.tree["species"].items() if "tile" in data}

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
                by = " for energy" if verb == "move" else "".join(f", paying {resource}" for resource in paid)
                what = _capsule(steps[0])
                found.append(f"moves {f'the capsule {what} ' if what else ''}{' > '.join(way)}{by}")
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
        if verb == "look":
            return form.format(_title(rest))
        if verb in ("sample", "message"):
            return form.format(rest.partition("-")[2])
        if verb in ("land", "remove"):
            body, _, space = rest.partition("/")
            return form.format(_title(body)) + (f", space {space}" if space else "")
        if verb == "orbit":
            return form.format(_title(rest))
        if verb == "trace":
            slot, kind, *where = rest.split()
            place = "" if not where else ", in its overflow area" if where == ["overflow"] else f", space {where[0]}"
            return f"marks {'an' if kind[0] in 'aeiou' else 'a'} {kind} trace of the {slot} species{place}"
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
    "objective": "marks the task {}",
    "gold": "marks the gold tile {}",
    "look": "looks at the samples at {}",
    "sample": "chooses the sample {}",
    "secret": "plays {} face down",
    "message": "covers the message reward {}",
    "milestone": "resolves first the milestone {}",
}


def _target(step: list[str]) -> str:
    """Where a step such as `["3.2-3.3", "sample-data", "+energy"]` goes."""
    return step[0].partition("-")[2]


def _capsule(step: list[str]) -> str:
    """Which sample's capsule makes it, empty for a probe."""
    return next((word.partition("-")[2] for word in step[1:] if not word.startswith("+")), "")


def _title(body: str) -> str:
    return body.title()
