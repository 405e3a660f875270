"""Who has what lies where: the pieces on the table, the JSON form of a position, and the bench.

`Position` holds the table and answers simple questions about it; nothing here knows how the game goes on.
"""

import copy
import json
from collections import Counter

from . import solar
from .species_table import TILE, Board, comparable_seat, comparable_slot

KINDS = ("signal", "lander", "analysis")
SLOTS = ("left", "right")
NEUTRAL = "neutral"
SEATS = ("P1", "P2", "P3", "P4")
BODIES_TO_ORBIT = ("mercury", "venus", "mars", "jupiter", "saturn", "uranus", "neptune")  # every planet but Earth
BONUSES = ("vp", "energy", "publicity", "draw")


class Seat:
    """What one player has."""

    def __init__(self, table):
        self.points = Counter(table.get("points", {"other": table["vp"]}))  # by source
        self.credits = table["credits"]
        self.energy = table["energy"]
        self.publicity = table["publicity"]
        self.data = table["data"]  # in the pool
        self.exofossils = table.get("exofossils", 0)
        computer = table["computer"]
        self.top = computer["top"]  # how many top spaces are filled, from the left
        self.tiles = {int(column): tech for column, tech in computer["tiles"].items()}
        self.lower = set(computer["lower"])  # columns whose lower space is filled
        self.techs = sorted({*table["techs"], *self.tiles.values()})  # computer techs may be named by their tiles alone
        self.probes = [tuple(space) for space in table["probes"]]
        self.hand = sorted(table["hand"])
        self.tucked = list(table["tucked"])
        self.missions = {card: list(covered) for card, covered in table["missions"].items()}  # in play, not completed
        self.completed = list(table["completed"])
        self.endgame = list(table["endgame"])
        self.milestones = set(table["milestones"])  # the scores whose milestones are resolved
        self.capsules = {sample: tuple(space) for sample, space in table.get("capsules", {}).items()}
        self.message_tile = table.get("message_tile")  # the score at which it stands
        self.secrets = list(table.get("secrets", []))
        self.secrets_played = list(table.get("secrets_played", []))
        self.secret_milestones = list(table.get("secret_milestones", []))  # resolved ones

    @property
    def vp(self):
        return sum(self.points.values())

    @property
    def figures(self):
        """Where probes and capsules are (MAS-08)."""
        return self.probes + list(self.capsules.values())

    def as_json(self):
        return {
            "vp": self.vp,
            "points": {source: n for source, n in sorted(self.points.items()) if n},
            "credits": self.credits,
            "energy": self.energy,
            "publicity": self.publicity,
            "data": self.data,
            "exofossils": self.exofossils,
            "computer": {
                "top": self.top,
                "tiles": {str(column): tech for column, tech in sorted(self.tiles.items())},
                "lower": sorted(self.lower),
            },
            "techs": sorted(self.techs),
            "probes": sorted(list(space) for space in self.probes),
            "hand": sorted(self.hand),
            "tucked": sorted(self.tucked),
            "missions": {card: list(covered) for card, covered in sorted(self.missions.items())},
            "completed": sorted(self.completed),
            "endgame": sorted(self.endgame),
            "milestones": sorted(self.milestones),
            "capsules": {sample: list(space) for sample, space in sorted(self.capsules.items())},
            "message_tile": self.message_tile,
            "secrets": sorted(self.secrets),
            "secrets_played": sorted(self.secrets_played),
            "secret_milestones": sorted(self.secret_milestones),
        }


def slot_words(slot):
    """A slot as a list of words, however it is written."""
    return slot.split() if isinstance(slot, str) else list(slot)


class Star:
    """A star's slot: the markers in the order of placing, and who has won it."""

    def __init__(self, table, data_spaces):
        self.data_spaces = data_spaces
        self.markers = [word for word in slot_words(table["slot"]) if word not in (".", "|")]
        self.wins = list(table["wins"])
        self.filled_by = None  # who replaced the last data, while the sector waits to be settled

    @property
    def data_left(self):
        return max(0, self.data_spaces - len(self.markers))

    @property
    def completed(self):
        """Completed and not settled yet (R10.13)."""
        return self.data_left == 0

    def as_json(self):
        words = self.markers[: self.data_spaces] + ["."] * self.data_left
        if len(self.markers) > self.data_spaces:
            words += ["|"] + self.markers[self.data_spaces :]
        return {"slot": " ".join(words), "wins": list(self.wins)}


class Planet:
    """A planet's orbit and surface, its moons apart."""

    def __init__(self, table):
        self.first_orbit = table["first_orbit"]
        self.orbiters = dict(table["orbiters"])
        self.landers = dict(table["landers"])
        self.data = [list(seats) for seats in table["data"]]  # per data space the landers that cover it

    def as_json(self):
        return {
            "first_orbit": self.first_orbit,
            "orbiters": {seat: n for seat, n in sorted(self.orbiters.items()) if n},
            "landers": {seat: n for seat, n in sorted(self.landers.items()) if n},
            "data": [sorted(seats) for seats in self.data],
        }


class Slot:
    """One of the two species, hidden or discovered, and the discovery spaces and overflow areas below it.

    `table` is what a discovered one has on the table (`species_table.Board`), None before."""

    def __init__(self, table, printed):
        self.id = table["id"]
        self.discovered = bool(table["discovered"])
        self.spaces = {kind: table["spaces"].get(kind) for kind in KINDS}
        self.overflow = {kind: dict(table["overflow"].get(kind) or {}) for kind in KINDS}
        self.table = Board(printed[self.id], table) if self.discovered else None

    def traces(self, seat, kind):
        """How many markers of that kind a player has here, the board's among them (R16.7, SPG-08)."""
        if kind == "any":
            return sum(self.traces(seat, each) for each in KINDS)
        on_board = self.table.markers(seat, kind) if self.table else 0
        return (self.spaces[kind] == seat) + self.overflow[kind].get(seat, 0) + on_board

    def as_json(self):
        overflow = {kind: {s: n for s, n in sorted(self.overflow[kind].items()) if n} for kind in KINDS}
        return {
            "id": self.id,
            "discovered": self.discovered,
            "spaces": dict(self.spaces),
            "overflow": {kind: markers for kind, markers in overflow.items() if markers},
            **(self.table.as_json() if self.table else {}),
        }


class Position:
    """The whole table. `tree` is the rules' data; `table` a full JSON position."""

    def __init__(self, tree, table):
        table = copy.deepcopy(table)
        self.tree = tree
        self.players = table["players"]
        self.names = SEATS[: self.players]
        self.round = table["round"]
        self.turn = table["turn"]
        self.first = table["first"]  # who began the round
        self.main = table["main"]
        self.passed = list(table["passed"])
        self.disc_turns = list(table["discs"]["turns"])
        self.next_disc = table["discs"]["next"]
        self.places = list(table["sectors"])
        self.stars = {star: Star(table["stars"][star], tree["stars"][star]["data"]) for star in tree["stars"]}
        self.row = [card for card in table["row"] if card]
        self.deck = list(table["deck"])  # top first
        self.discard = list(table["discard"])
        self.end_of_round = [list(stack) for stack in table["end_of_round"]]
        self.techs = {tech: dict(stack, tiles=list(stack["tiles"])) for tech, stack in table["techs"].items()}
        self.gold = {tile: dict(entry, markers=list(entry["markers"])) for tile, entry in table["gold"].items()}
        self.neutral = {int(score): n for score, n in table["neutral"].items()}
        self.planets = {planet: Planet(table["planets"][planet]) for planet in BODIES_TO_ORBIT}
        self.moons = {moon: list(table["moons"].get(moon) or []) for moon in tree["moons"]}
        self.species = {slot: Slot(table["species"][slot], tree["species"]) for slot in SLOTS}
        self.gone = list(table.get("gone", []))  # species' cards that have left the game
        for slot in SLOTS:
            if self.species[slot].table and "tile" in self.species[slot].table.printed:
                self.lay_tile(self.species[slot].table.printed, table["stars"].get(TILE), table["planets"].get(TILE))
        self.seats = {name: Seat(table["seats"][name]) for name in self.names}
        self.seen = set()  # what has occurred (`coverage`)

    def saw(self, what, entry=None):
        """Note that something occurred: a word, and the entry of the data that it is about."""
        self.seen.add((what, entry and id(entry)))

    def as_json(self):
        return {
            "players": self.players,
            "round": self.round,
            "turn": self.turn,
            "first": self.first,
            "main": self.main,
            "passed": sorted(self.passed),
            "discs": {"turns": list(self.disc_turns), "next": self.next_disc},
            "sectors": list(self.places),
            "stars": {star: self.stars[star].as_json() for star in self.stars},
            "row": sorted(self.row),
            "deck": list(self.deck),
            "discard": sorted(self.discard),
            "end_of_round": [sorted(stack) for stack in self.end_of_round],
            "techs": copy.deepcopy(self.techs),
            "gold": copy.deepcopy(self.gold),
            "neutral": {str(score): n for score, n in self.neutral.items()},
            "planets": {planet: self.planets[planet].as_json() for planet in self.planets},
            "moons": {moon: sorted(seats) for moon, seats in self.moons.items()},
            "species": {slot: self.species[slot].as_json() for slot in SLOTS},
            "seats": {name: self.seats[name].as_json() for name in self.names},
            "gone": sorted(self.gone),
        }

    def lay_tile(self, printed, star=None, planet=None):
        """The tile fills a gap of its disc: a planet, and a slot for signals, which have no colour there (OUM-01).

        From then on the rules' data of this position have it, too."""
        tile, tree = printed["tile"], dict(self.tree)
        layers = {name: dict(layer) for name, layer in tree["solar"]["layers"].items()}
        for key, there in ((f"ring{tile['ring']}", TILE), (f"icon{tile['ring']}", tile["publicity"])):
            layers[tile["disc"]][key] = list(layers[tile["disc"]][key])
            layers[tile["disc"]][key][tile["cell"]] = there
        tree["solar"] = dict(tree["solar"], layers=layers)
        tree["planets"] = tree["planets"] | {TILE: printed["body"] | {"moons": []}}
        tree["stars"] = tree["stars"] | {TILE: {"data": tile["data"], "color": None}}
        self.tree = tree
        self.stars[TILE] = Star(star or {"slot": "", "wins": []}, tile["data"])
        free = [[] for _ in printed["body"]["land_first"]]
        nothing = {"first_orbit": None, "orbiters": {}, "landers": {}, "data": free}
        self.planets[TILE] = Planet(planet or nothing)

    def slot_of_tile(self):
        """The slot of the discovered species that has a tile, None without."""
        return next((s for s in SLOTS if self.species[s].table and "tile" in self.species[s].table.printed), None)

    # ------------------------------------------------------------------ who comes after whom

    def in_order_from(self, name):
        """All seats, clockwise from this one."""
        start = self.names.index(name)
        return self.names[start:] + self.names[:start]

    # ------------------------------------------------------------------ the solar system

    def shown(self, space):
        return solar.shown(self.tree, self.disc_turns, space)

    def space_of(self, body):
        return solar.space_of(self.tree, self.disc_turns, body)

    def star_in_sector(self, sector):
        return solar.star_of_sector(self.tree, self.places, sector % 8)

    def star_of_space(self, space):
        return self.star_in_sector(space[1])

    def stars_of_color(self, color):
        return [star for star in self.stars if self.tree["stars"][star]["color"] == color]

    # ------------------------------------------------------------------ techs

    def has_ability(self, name, ability):
        """Whether one of the player's techs has this word in its `effect`."""
        return any(ability in self.tree["techs"][tech]["effect"] for tech in self.seats[name].techs)

    def probe_limit(self, name):
        """R6.2."""
        effects = [self.tree["techs"][tech]["effect"] for tech in self.seats[name].techs]
        return max([self.tree["limits"]["probes_in_space"]] + [effect.get("probe_limit", 0) for effect in effects])

    def columns_open(self, name):
        """The free places for a computer tech (R12.2, R15.5)."""
        return [column for column in self.tree["computer"]["slot_columns"] if column not in self.seats[name].tiles]


# ---------------------------------------------------------------------- positions as JSON

# what the engine writes besides the position itself: where its random numbers come from, counters, its stack
_DROPPED = ("from", "format", "seed", "game", "turns", "decisions", "reshuffles", "pending")
_DROPPED_OF_SEAT = ("decisions",)
_UNORDERED_OF_SEAT = ("techs", "probes", "hand", "tucked", "completed", "endgame", "milestones")


def comparable(table):
    """A JSON position in a form in which equal positions are equal: what has no order sorted, what is nothing left out.

    The order of the deck, of a star's markers and of the markers on a gold tile mean something and are kept.
    """
    table = json.loads(json.dumps(table))  # a copy, and all that is written
    for key in _DROPPED:
        table.pop(key, None)
    for star in table["stars"].values():
        star["slot"] = " ".join(slot_words(star["slot"]))
        star["wins"] = sorted(star["wins"])
    for stack in table["techs"].values():
        stack.pop("taken", None)
    table["row"] = [card for card in table["row"] if card]  # a place may be empty in the middle of an action
    for key in ("passed", "row", "discard"):
        table[key] = sorted(table[key])
    table["gone"] = sorted(table.get("gone", []))
    table["end_of_round"] = [sorted(stack) for stack in table["end_of_round"]]
    for planet in table["planets"].values():
        planet["data"] = [sorted(seats) for seats in planet["data"]]
        for pieces in ("orbiters", "landers"):
            planet[pieces] = {seat: n for seat, n in planet[pieces].items() if n}
    table["moons"] = {moon: sorted(seats or []) for moon, seats in table["moons"].items()}
    for slot in table["species"].values():
        kinds = {kind: {s: n for s, n in (markers or {}).items() if n} for kind, markers in slot["overflow"].items()}
        slot["overflow"] = {kind: markers for kind, markers in kinds.items() if markers}
        slot["discovered"] = bool(slot["discovered"])  # or the round of the discovery
        slot["spaces"] = {kind: slot["spaces"].get(kind) for kind in KINDS}
        comparable_slot(slot)
    for seat in table["seats"].values():
        for key in _DROPPED_OF_SEAT:
            seat.pop(key, None)
        seat.setdefault("points", {"other": seat["vp"]} if seat["vp"] else {})
        for key in _UNORDERED_OF_SEAT:
            seat[key] = sorted(list(item) if isinstance(item, tuple) else item for item in seat[key])
        seat["computer"]["lower"] = sorted(seat["computer"]["lower"])
        comparable_seat(seat)
        seat["techs"] = sorted({*seat["techs"], *seat["computer"]["tiles"].values()})
    return table


def differences(left, right, path=""):
    """The addresses at which two comparable positions differ, one line each."""
    if left == right:
        return []
    if isinstance(left, dict) and isinstance(right, dict):
        lines = []
        for key in sorted(set(left) | set(right)):
            lines += differences(left.get(key, "(absent)"), right.get(key, "(absent)"), f"{path}.{key}")
        return lines
    return [f"{path.lstrip('.')}: {left!r} != {right!r}"]


def bench(tree, players=2, **changes):
    """The bench: the position that the rulings start from, with `changes` at its top-level keys.

    `P1=dict(...)` … change a seat key by key; the deck is every card that lies nowhere else, in ascending order,
    unless it is given; the end-of-round stacks of the rounds to come are dealt from its end.
    """
    seat = {
        "vp": 0, "credits": 5, "energy": 5, "publicity": 4, "data": 0, "exofossils": 0,
        "computer": {"top": 0, "tiles": {}, "lower": []},
        "techs": [], "probes": [], "hand": [], "tucked": [], "missions": {}, "completed": [], "endgame": [],
        "milestones": [],
    }  # fmt: skip
    table = {
        "players": players, "round": 2, "turn": "P1", "first": "P1", "main": "before", "passed": [],
        "discs": {"turns": [0, 0, 0], "next": "disc-1"},
        "sectors": ["procyon-vega", "sirius-barnard", "kepler-proxima", "virginis-pictoris"],
        "stars": {star: {"slot": " ".join("." * entry["data"]), "wins": []} for star, entry in tree["stars"].items()},
        "row": ["base-110", "base-130", "base-105"],
        "discard": [],
        "techs": {tech: {"two_points": True, "tiles": list(BONUSES)} for tech in tree["techs"]},
        "gold": {tile: {"side": "a", "markers": []} for tile in gold_tiles(tree)},
        "neutral": {str(score): tree["milestones"]["neutral_markers"][str(players)] for score in
                    tree["milestones"]["neutral"]},
        "planets": {planet: {"first_orbit": None, "orbiters": {}, "landers": {},
                             "data": [[] for _ in tree["planets"][planet]["land_first"]]}
                    for planet in BODIES_TO_ORBIT},
        "moons": {moon: [] for moon in tree["moons"]},
        "species": {slot: {"id": species, "discovered": False, "spaces": dict.fromkeys(KINDS), "overflow": {}}
                    for slot, species in zip(SLOTS, sorted(tree["species"]))},
        "seats": {name: copy.deepcopy(seat) for name in SEATS[:players]},
    }  # fmt: skip
    for key, value in changes.items():
        if key in SEATS:
            table["seats"][key].update(copy.deepcopy(value))
        elif key in ("stars", "techs", "gold", "planets", "species", "moons"):
            for item, entry in value.items():
                if isinstance(entry, dict):
                    table[key][item].update(copy.deepcopy(entry))
                else:
                    table[key][item] = copy.deepcopy(entry)
        else:
            table[key] = copy.deepcopy(value)
    placed = cards_in(table)
    deck = (card for card, entry in tree["cards"].items() if "species" not in entry)
    spare = [card for card in sorted(deck) if card not in placed]
    if "end_of_round" not in table:
        size = players + tree["setup"]["end_of_round_extra"]
        table["end_of_round"] = [[] if stack < table["round"] else [spare.pop() for _ in range(size)] for stack in (1, 2, 3, 4)]
    table.setdefault("deck", spare)
    return table


def gold_tiles(tree):
    """The names of the gold tiles."""
    return dict.fromkeys(side["tile"] for side in tree["gold_tiles"].values())


def cards_in(table):
    """All cards that lie somewhere in a JSON position, as often as they do."""
    found = [card for place in ("row", "deck", "discard", "gone") for card in table.get(place, []) if card]
    found += [card for stack in table.get("end_of_round", []) for card in stack]
    for seat in table["seats"].values():
        for place in ("hand", "tucked", "missions", "completed", "endgame", "secrets", "secrets_played"):
            found += seat.get(place, [])
    for slot in table["species"].values():
        found += slot.get("deck", []) + [card for card, *_ in slot.get("messages", [])]
        found += [slot["face_up"]] if slot.get("face_up") else []
    return found
