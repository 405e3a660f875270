"""Counts, conditions and events, in the words of the data (explained at the head of the card file).

All functions look at a `Position` and change nothing. `record` is what one play has done so far (`Record`).
"""

from . import solar
from .position import KINDS, SLOTS
from .species_table import TILE


class Record:
    """What one play, action or reward has done itself, for its own later effects to look back on."""

    def __init__(self, card=None):
        self.card = card  # the card being played
        self.marked = []  # the stars of its signals, one entry a signal
        self.taken = None  # the tech it took …
        self.taken_known = False  # … and whether another player had that tech before
        self.trace_kind = None  # the kind of the trace it marked last
        self.landed_on = None  # where its landing was: a planet or a moon
        self.orbited = None  # the planet that it orbited
        self.launched = False
        self.all_drawn = []  # all cards that its draws took
        self.deliver_to = None  # the planet at which the mission is delivered
        self.delivered = None  # the sample that was
        self.drawn = None  # the card that its last draw took
        self.probe = None  # the space of the probe it chose
        self.returns = False  # base-120: the card goes back to the hand
        self.tucked = False  # base-091 to base-093: the card has become income
        self.species = None  # base-102: the slots whose traces fulfilled the mission


# ------------------------------------------------------------------ counting


def craft(p, name, at=None, moons=False):
    """Own orbiters and landers (R9.8): at one planet, with or without its moons, or anywhere, moons included."""
    planets = [at] if at else list(p.planets)
    found = sum(p.planets[planet].orbiters.get(name, 0) + p.planets[planet].landers.get(name, 0) for planet in planets)
    if moons or not at:
        found += sum(p.moons[moon].count(name) for planet in planets for moon in p.tree["planets"][planet]["moons"])
    return found


def orbiters(p, name):
    return sum(planet.orbiters.get(name, 0) for planet in p.planets.values())


def landers(p, name, moons):
    found = sum(planet.landers.get(name, 0) for planet in p.planets.values())
    return found + (sum(seats.count(name) for seats in p.moons.values()) if moons else 0)


def techs(p, name, kind):
    return sum(kind in ("any", p.tree["techs"][tech]["kind"]) for tech in p.seats[name].techs)


def of_species(p, name, kind, wanted, species):
    """Own traces for one species: the one whose card or board asks, or the other slot, hidden or not (SPG-08)."""
    slots = [slot for slot in SLOTS if (p.species[slot].id == species) == (wanted == "this")]
    return sum(p.species[slot].traces(name, kind) for slot in slots)


def table_of(p, species):
    """What that species has on the table, None where it is not discovered."""
    return next((p.species[slot].table for slot in SLOTS if p.species[slot].id == species), None)


def wins(p, name, color=None):
    """Own wins, several at one star each counted (R19.6)."""
    return sum(
        star.wins.count(name)
        for star_id, star in p.stars.items()
        if color is None or p.tree["stars"][star_id]["color"] == color
    )


def traces(p, name, kind):
    """Own traces of a kind, wherever they lie (R16.7)."""
    return sum(p.species[slot].traces(name, kind) for slot in SLOTS)


def signal_sectors(p, name):
    """Sectors in which the player has a signal now; excess counts (R10.6), winners' markers do not (R10.21)."""
    return sum(name in star.markers for star_id, star in p.stars.items() if star_id != TILE)  # the tile is no sector


def tucked(p, name, kind):
    """Tucked cards with that income; the printed income card is no tucked card (R13.13)."""
    return sum(p.tree["cards"][card]["income"] == kind for card in p.seats[name].tucked)


def earth_sector(p):
    """Other planets and comets that show in Earth's sector (base-133)."""
    earth = p.space_of("earth")
    in_sector = [p.shown((ring, earth[1])) for ring in solar.RINGS if (ring, earth[1]) != earth]
    return sum(body == "comet" or body in solar.PLANETS for body in in_sector)


def count(p, name, wanted, record=None, species=None):
    """How often a count is full: `{ techs = 2, tech = "any" }` is one for every full 2 techs."""
    times = _count(p, name, wanted, record, species)
    if times:
        p.saw("counted", wanted)
    return times


def _count(p, name, wanted, record, species):
    if "min_of" in wanted:
        return min(count(p, name, part, record, species) for part in wanted["min_of"])
    if "max_of" in wanted:
        return max(count(p, name, part, record, species) for part in wanted["max_of"])
    seat = p.seats[name]
    if "marked_on" in wanted:  # OUM-16
        return record.marked.count(wanted["marked_on"])
    if wanted.get("signals") == "anomaly-sectors":  # ANO-12: on stars, not on a tile there
        tables = [p.species[slot].table for slot in SLOTS if p.species[slot].table]
        sectors = [sector for table in tables for sector in table.anomalies or ()]
        return sum(p.stars[p.star_in_sector(int(sector))].markers.count(name) for sector in sectors)
    if "traces" in wanted and "species" in wanted:
        return of_species(p, name, wanted["kind"], wanted["species"], species) // wanted["traces"]
    if "techs" in wanted:
        kind = wanted["tech"]
        if kind == "taken":  # the kind of the tech that this play took; none taken: none
            kind = p.tree["techs"][record.taken]["kind"] if record.taken else None
        return techs(p, name, kind) // wanted["techs"]
    if "missions" in wanted:
        return len(seat.completed) // wanted["missions"]
    if "missions_or_endgame" in wanted:
        return (len(seat.completed) + len(seat.endgame)) // wanted["missions_or_endgame"]
    if "income" in wanted and "shown" not in wanted:
        return tucked(p, name, wanted["kind"]) // wanted["income"]
    if "traces" in wanted:
        kind = record.trace_kind if wanted["kind"] == "marked" else wanted["kind"]
        return (traces(p, name, kind) if kind else 0) // wanted["traces"]
    if "wins" in wanted:
        return wins(p, name, wanted.get("color")) // wanted["wins"]
    if "craft" in wanted:
        return craft(p, name, wanted.get("at"), wanted.get("moons", False)) // wanted["craft"]
    if "signal_sectors" in wanted:
        return signal_sectors(p, name) // wanted["signal_sectors"]
    if "publicity" in wanted:
        return seat.publicity // wanted["publicity"]
    if "marked" in wanted:
        colors = [p.tree["stars"][star]["color"] for star in record.marked]
        return colors.count(wanted["color"]) // wanted["marked"]
    if "marked_sectors" in wanted:
        return len(set(record.marked) - {TILE}) // wanted["marked_sectors"]
    if "adjacent" in wanted:
        beside = solar.neighbours(record.probe)
        return sum(p.shown(space) == wanted["body"] for space in beside) // wanted["adjacent"]
    if "earth_sector" in wanted:
        return earth_sector(p) // wanted["earth_sector"]
    raise KeyError(f"unknown count {wanted}")


# ------------------------------------------------------------------ conditions


def holds(p, name, wanted, record=None, species=None):
    """Whether a condition holds now: all its fields together, a plain number being "at least"."""
    held = _holds(p, name, wanted, record, species)
    p.saw("held" if held else "did not hold", wanted)
    return held


def _holds(p, name, wanted, record, species):
    seat = p.seats[name]
    if "all" in wanted:
        return all(holds(p, name, part, record, species) for part in wanted["all"])
    if "deliver" in wanted:  # MAS-10
        return p.space_of(wanted["deliver"]) in seat.capsules.values()
    if "marked_on" in wanted:
        return record.marked.count(wanted["marked_on"]) >= wanted["n"]
    if "launched_in" in wanted:  # ANO-11
        tables = [p.species[slot].table for slot in SLOTS if p.species[slot].table]
        return record.launched and any(t.anomaly_reward(p.space_of("earth")[1]) for t in tables)
    if "signals" in wanted:
        return TILE in p.stars and p.stars[TILE].markers.count(name) >= wanted["signals"]
    if "exofossil" in wanted:
        return seat.exofossils >= wanted["exofossil"]
    if "missions" in wanted:
        return len(seat.completed) >= wanted["missions"]
    if "tucked" in wanted:
        return len(seat.tucked) >= wanted["tucked"]
    if "paid_traces" in wanted:  # OUM-17
        spaces = table_of(p, species).on_spaces(name) if table_of(p, species) else []
        return sum("exofossil" in space.get("cost", {}) for space in spaces) >= wanted["paid_traces"]
    if "craft" in wanted and wanted.get("at") == "one-planet":
        moons = wanted.get("moons", False)
        return any(craft(p, name, planet, moons) >= wanted["craft"] for planet in p.planets)
    if "landers" in wanted and "orbiters" not in wanted and "at" in wanted:
        planet = wanted["at"]
        return planet in p.planets and landers_at(p, name, planet, wanted.get("moons", False)) >= wanted["landers"]
    if wanted.get("at") == "one-planet":  # an orbiter and a lander at the same planet
        return any(
            planet.orbiters.get(name, 0) >= wanted.get("orbiters", 0)
            and landers_at(p, name, planet_id, wanted.get("moons", False)) >= wanted.get("landers", 0)
            for planet_id, planet in p.planets.items()
        )
    if "craft" in wanted:
        return craft(p, name, wanted.get("at"), wanted.get("moons", False)) >= wanted["craft"]
    if "orbiters" in wanted:
        return orbiters(p, name) >= wanted["orbiters"]
    if "landers" in wanted:
        return landers(p, name, wanted.get("moons", True)) >= wanted["landers"]
    if "wins" in wanted:
        if wanted.get("at") == "one-sector":
            return any(star.wins.count(name) >= wanted["wins"] for star in p.stars.values())
        return wins(p, name, wanted.get("color")) >= wanted["wins"]
    if "traces" in wanted:
        if wanted.get("species") in ("this", "other"):
            return of_species(p, name, wanted["kind"], wanted["species"], species) >= wanted["traces"]
        if wanted["kind"] == "same":
            return any(traces(p, name, kind) >= wanted["traces"] for kind in KINDS)
        if wanted.get("species") == "each":
            return all(p.species[slot].traces(name, wanted["kind"]) >= wanted["traces"] for slot in SLOTS)
        return traces(p, name, wanted["kind"]) >= wanted["traces"]
    if "traces_each" in wanted:
        if wanted["species"] == "this":
            own = [slot for slot in SLOTS if p.species[slot].id == species]
            return any(slot in own for slot in species_with_each(p, name, wanted["traces_each"]))
        return bool(species_with_each(p, name, wanted["traces_each"]))
    if "techs" in wanted:
        return techs(p, name, wanted["tech"]) >= wanted["techs"]
    if "publicity" in wanted:
        return seat.publicity >= wanted["publicity"]
    if "vp" in wanted:
        return seat.vp >= wanted["vp"]
    if "hand" in wanted:  # exactly
        return len(seat.hand) == wanted["hand"]
    if "signal_sectors" in wanted:
        return signal_sectors(p, name) >= wanted["signal_sectors"]
    if "signals_there" in wanted:  # exactly; in the sector of the signal just marked
        return p.stars[record.marked[-1]].markers.count(name) == wanted["signals_there"] if record.marked else False
    if "probe_on" in wanted:
        own = seat.figures if record is None or record.probe is None else [record.probe]
        return any(p.shown(space) == wanted["probe_on"] and next_to(p, space, wanted) for space in own)
    if "probe_distance" in wanted:
        earth = p.space_of("earth")
        return any(solar.steps_between(space, earth) >= wanted["probe_distance"] for space in seat.figures)
    if "landed_on" in wanted:
        there = record.landed_on
        return there in wanted["landed_on"] or ("any-moon" in wanted["landed_on"] and there in p.moons)
    if "took_tech" in wanted:
        assert wanted["took_tech"] == "known-to-others"
        return record.taken_known
    raise KeyError(f"unknown condition {wanted}")


def landers_at(p, name, planet, moons):
    found = p.planets[planet].landers.get(name, 0)
    return found + (sum(p.moons[moon].count(name) for moon in p.tree["planets"][planet]["moons"]) if moons else 0)


def next_to(p, space, wanted):
    """The `next_to` of a `probe_on`: a space adjacent to that body's."""
    return "next_to" not in wanted or p.space_of(wanted["next_to"]) in solar.neighbours(space)


def species_with_each(p, name, n):
    """The slots at which a player has n traces of every kind (base-102)."""
    return [slot for slot in SLOTS if all(p.species[slot].traces(name, kind) >= n for kind in KINDS)]


# ------------------------------------------------------------------ events


def fits(p, on, event):
    """Whether what happened is what `on` waits for. `event` is a dict with the word `event` and its particulars."""
    fitting = _fits(p, on, event)
    if fitting:
        p.saw("happened", on)
    return fitting


def _fits(p, on, event):
    if "any_of" in on:
        return any(fits(p, part, event) for part in on["any_of"])
    what = event["event"]
    if on["event"] == "orbit-or-land":
        if what not in ("orbit", "land"):
            return False
        at = event["at"]  # a planet or a moon
        return "at" not in on or at == on["at"] or (on.get("moons") and at in p.tree["planets"][on["at"]]["moons"])
    if on["event"] != what:
        return False
    if what == "visit":
        if on.get("own_turn") and not event["own_turn"]:
            return False
        planets = {"planet": [b for b in solar.PLANETS if b != "earth"], "any-planet": solar.PLANETS}
        return event["body"] in planets.get(on["body"], [on["body"]])
    if what == "move":
        return not on.get("same_ring") or event["same_ring"]
    if what == "research":
        return on["tech"] in ("any", event["kind"])
    if what == "trace":
        return on["kind"] in ("any", event["kind"])
    if what == "signal":
        return "color" not in on or on["color"] == event["color"]
    if what == "corner":
        return on["corner"] in event["corner"]
    if what == "play":
        return on.get("cost", event["cost"]) == event["cost"]
    return True  # launch, orbit, land, scan, complete-sector
