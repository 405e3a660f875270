"""What can occur in a game, and what of it has not occurred in some games that were played.

Two lists. *Lines*: every kind of action in every form that the notation has for it (`line_kind`). *Facts*: what the
reference noted with `Position.saw`: of every effect that it was done, of every condition that it held and that it did
not, of every count that it was more than nothing, of every event, mission, end-of-game card and gold tile that it came
about; and turns that the course of the game can take.
"""

import re

from .species_table import KINDS, TILE

CARD = re.compile(r"[a-z]+-\d\d\d?")
SPACE = re.compile(r"\d\.\d")
SAMPLE = re.compile(r"sample-[a-z-]+")

# What `saw` is called with, by what an entry of the data is.
_NEEDED = {
    "effect": ("done",),
    "condition": ("held", "did not hold"),
    "count": ("counted",),
    "event": ("happened",),
    "trigger": ("covered",),
    "mission": ("completed",),
    "endgame": ("scored",),
    "gold tile": ("gold value 1", "gold value 2", "gold value 3"),
    "species": ("species discovered",),
    "board space": ("marked on the board",),
    "message reward": ("covered a message reward",),
    "message card": ("answered",),
    "secret card": ("played face down",),
}
_KEYS = {
    "cond": "condition", "when": "condition", "all": "condition", "count": "count", "per": "count", "min_of": "count",
    "max_of": "count", "on": "event", "any_of": "event", "triggers": "trigger", "mission": "mission",
    "endgame": "endgame",
}  # fmt: skip

COURSE = (
    *(f"neutral marker {score}, {players} players" for score in (20, 30) for players in (2, 3)),
    *(f"no neutral marker left, {players} players" for players in (3, 4)),  # for two there is one for each of them
    "no space for a neutral marker", "discovery left", "discovery right", "discovery with a neutral marker",
    "a sector with excess", "a sector without excess", "a sector with a second", "a sector without a second",
    "a sector with a tie", "a sector won in another's turn", "win_first", "win_later",
    "a space covered in another's turn", "a landing on a space already taken", "a new deck",
    "a capsule", "a delivery", "an anomaly triggered", "the tile settled", "equal milestones", "most danger",
)  # fmt: skip


def entries(tree):
    """What the data hold that can occur: [(address, kind of entry, entry)]. The reference plays no rival, whose cards and
    objectives have their own list of what occurs (tests/seti/properties/test_solo.py)."""
    found = []
    for name, species in tree["species"].items():
        found.append((f"species.{name}", "species", species))
        for column in KINDS:
            spaces = enumerate(species["board"][column])
            found += [(f"species.{name}.board.{column}[{i}]", "board space", space) for i, space in spaces]
        rewards = species.get("message_rewards", {}).items()
        found += [(f"species.{name}.message_rewards.{reward}", "message reward", entry) for reward, entry in rewards]
    for name, card in tree["cards"].items():
        found += [(f"cards.{name}", f"{word} card", card) for word in ("message", "secret") if word in card]

    def look(value, address, key):
        if isinstance(value, dict):
            kind = "effect" if "do" in value else _KEYS.get(key, "gold tile" if "values" in value else None)
            if kind:
                found.append((address, kind, value))
            for word, part in value.items():
                look(part, f"{address}.{word}", word)
        elif isinstance(value, list):
            for i, part in enumerate(value):
                look(part, f"{address}[{i}]", key)

    for name, table in tree.items():
        if name != "solo":
            look(table, name, name)
    return found


def word_of(kind, entry):
    """An entry without its numbers and without the names of single stars: what word of the data it is an example of."""
    if kind in ("trigger", "mission", "endgame", "gold tile", "message reward", "message card", "secret card"):
        return kind
    if kind == "species":
        return f"species {entry['name']}"
    named = {key for key, value in entry.items() if isinstance(value, str | bool) and key != "star"}
    fields = [f"{key} = {value}" if key in named else key for key, value in entry.items()]
    return f"{kind} {{ {', '.join(sorted(fields))} }}"


def facts(tree, seen):
    """The pairs of `seen` with addresses in place of entries: {(what, address)}, the address "" without an entry."""
    address = {id(entry): place for place, _, entry in entries(tree)} | {None: ""}
    return {(what, address[entry]) for what, entry in seen if entry in address}


def missing_entries(tree, found):
    """What of the data has not occurred, one line each."""
    return [
        f"{address}: {what}" for address, kind, _ in entries(tree) for what in _NEEDED[kind] if (what, address) not in found
    ]


def missing_words(tree, found):
    """The words of the data of which no example has occurred, one line each, with where there are examples."""
    examples, met = {}, set()
    for address, kind, entry in entries(tree):
        for what in _NEEDED[kind]:
            line = f"{word_of(kind, entry)}: {what}"
            examples.setdefault(line, []).append(address)
            if (what, address) in found:
                met.add(line)
    return [f"{line} ({', '.join(addresses)})" for line, addresses in sorted(examples.items()) if line not in met]


def missing_course(found):
    return [what for what in COURSE if (what, "") not in found]


# ---------------------------------------------------------------------- lines


def line_kind(tree, line):
    """A line without the names of spaces and seats, and of cards except where each has its own play, mission, cover."""
    word = line.split()[0]
    if word in ("push", "step", "move", "probe"):
        line = re.sub(r"P\d ", "", SAMPLE.sub("SAMPLE", SPACE.sub("SPACE", line)))
    elif word == "trace":
        line = re.sub(r"\d+$", "SPACE", line)  # which one is told by the entries of the data
    elif word == "show":
        line = line if line == "show 0" else "show N"
    elif word == "remove":
        place, _, special = line.removeprefix("remove ").partition("/")
        line = "remove MOON" if place in tree["moons"] else "remove PLANET" + (special and f"/{special}")
    if word in ("play", "mission", "cover", "secret"):
        return line
    *words, last = line.split(" ")
    if last in tree["cards"]:
        last = "SPECIES-CARD" if "species" in tree["cards"][last] else "CARD"
    return " ".join([*words, last])


def lines(tree):
    """All kinds of lines."""
    yield from ("launch", "scan", "analyze", "research", "pass", "end", "go", "skip", "done", "buy")
    planets = [planet for planet in tree["planets"] if planet != "earth"]
    yield from (f"orbit {planet}" for planet in planets)
    yield from (f"land {place}" for place in [*planets, *tree["moons"], "mars/1", "mars/2"])
    for figure in ("", " SAMPLE"):
        yield f"move SPACE-SPACE{figure}"
        yield from (f"step SPACE-SPACE{figure}{paid}" for paid in ("", " +energy", " +card"))
    yield from ("publicity", "movement", "push SPACE", "probe SPACE", "show 0", "show N", "choose 1", "choose 2")
    if any(kind == "effect" and entry["do"] == "may" for _, kind, entry in entries(tree)):
        yield "yes"
    columns = tree["computer"]["slot_columns"]
    yield from ("place", *(f"place {column}" for column in columns), *(f"column {column}" for column in columns))
    yield from (f"tech {tech}" for tech in tree["techs"])
    goods = ("credits", "energy", "card")
    yield from (f"exchange {have}>{want}" for have in ("credits", "energy", "cards") for want in goods if have != want)
    yield "take deck"
    yield from (f"{word} {card}" for word in ("corner", "discard", "take", "tuck") for card in ("CARD", "SPECIES-CARD"))
    steps = ("earth", "row", "telescope-2", "telescope-3", "telescope-4/1", "telescope-4/2")
    yield from (f"step {step}" for step in steps)
    yield from (f"{word} {star}" for word in ("signal", "settle") for star in tree["stars"])
    for slot in ("left", "right"):
        for kind in KINDS:
            yield from (f"trace {slot} {kind}", f"trace {slot} {kind} overflow", f"trace {slot} {kind} SPACE")
    yield from (f"gold {tile}" for tile in ("tech", "mission", "income", "other"))
    yield from ("remove PLANET", "remove PLANET/1", "remove PLANET/2", "remove MOON")
    yield from lines_of_species(tree)
    for card, entry in tree["cards"].items():
        yield f"secret {card}" if "secret" in entry else f"play {card}"
        if "mission" in entry:
            yield f"mission {card}"
        yield from (f"cover {card}/{k}" for k in range(1, len(entry.get("triggers", ())) + 1))


def lines_of_species(tree):
    """What is only said with one of the species in play."""
    for species in tree["species"].values():
        if "tile" in species:
            yield from (f"{word} {TILE}" for word in ("orbit", "land", "signal", "settle"))
            yield from (f"land {TILE}/{k}" for k in range(1, len(species["body"]["land_first"]) + 1))
        for planet in species.get("samples_at", ()):
            yield f"look {planet}"
        yield from (f"sample {sample}" for sample in species.get("samples", ()))
        yield from (f"message {reward}" for reward in species.get("message_rewards", ()))
        if "message_rewards" in species:
            yield from ("milestone message-tile", "milestone message")
        yield from (f"milestone {mark}" for mark in species.get("milestones", ()))
    yield "milestone gold"


def missing_lines(tree, kinds):
    """The kinds of lines that are not among these."""
    return sorted(set(lines(tree)) - kinds)


# ---------------------------------------------------------------------- what could make it occur

_ASKED_BY = {
    "remove": "remove", "choose": "choose", "probe": "signal-probes", "movement": "visit-move-instead",
    "publicity": "visit-move-instead", "a landing on a space already taken": "occupied", "show": "shown",
    "look": "sample-reward", "sample": "sample",
}  # fmt: skip


def cards_for(tree, missing):
    """The cards named in lines of what is missing, and those that could make such a line occur."""
    cards = set(CARD.findall(" ".join(missing))) & set(tree["cards"])
    for words, asked_by in _ASKED_BY.items():
        if any(line.startswith(words) for line in missing):
            cards |= {card for card, entry in tree["cards"].items() if asked_by in str(entry)}
    for line in set(lines_of_species(tree)).intersection(missing):  # any card of a species brings it into play
        brings = {name for name, species in tree["species"].items() if line.split()[-1].split("/")[0] in str(species)}
        cards |= {card for card, entry in tree["cards"].items() if entry.get("species") in brings}
    return cards
