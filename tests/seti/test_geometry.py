"""The solar system against its test vectors, GEO-01 to GEO-64: the reference's geometry and the engine's.

`data/geometry_vectors.json` holds layers, rotations, ways and stars of single positions of the discs, and totals and
a hash over all 512.
"""

import hashlib
import json
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from reference import solar

from seti_sim.seti.rules import RuleSet

VECTORS = json.loads((Path(__file__).parent / "data" / "geometry_vectors.json").read_text())
POSITIONS = [list(turns) for turns in product(range(8), repeat=3)]
DISCS = ("disc-1", "disc-2", "disc-3")
HASH_TEXT = "ring 1 sector 0 first, one blank between cells, a line feed after each position"


class OfReference:
    """The reference's geometry."""

    def __init__(self):
        self.tree = RuleSet.load().tree
        self.costs = cache(lambda turns, start, probe_2: solar.costs_from(self.tree, turns, start, probe_2))

    def visible(self, turns):
        return solar.visible(self.tree, turns)

    def layers(self, turns):
        return solar.layers(self.tree, turns)

    def rotate_piece(self, turns, disc, piece):
        return solar.rotate_piece(self.tree, turns, disc, piece)

    def distance(self, turns, a, b, probe_2):
        return self.costs(tuple(turns), tuple(a), probe_2)[tuple(b)]


class OfEngine:
    """The engine's geometry, as `seti_sim.seti.geometry` shows it."""

    def __init__(self):
        self.engine = pytest.importorskip("seti_sim.seti.geometry")
        self.rules = RuleSet.load()

    def visible(self, turns):
        return [list(ring) for ring in self.engine.visible(self.rules, turns)]

    def layers(self, turns):
        return [list(ring) for ring in self.engine.layers(self.rules, turns)]

    def rotate_piece(self, turns, disc, piece):
        turns, piece, how = self.engine.rotate_piece(self.rules, turns, disc, piece)
        return list(turns), list(piece), how

    def distance(self, turns, a, b, probe_2):
        return self.engine.distance(self.rules, turns, a, b, probe_2)


@pytest.fixture(scope="module", params=[OfReference, OfEngine], ids=["reference", "engine"])
def geometry(request):
    return request.param()


def cases(name):
    return pytest.mark.parametrize("case", VECTORS[name], ids=lambda case: case["id"])


def icons(cells):
    """The printed publicity of what is shown: comets and planets but Earth (GEO-06)."""
    return [[int(cell not in ("empty", "asteroids", "earth")) for cell in ring] for ring in cells]


def publicity(cell, asteroid_tech):
    """What a visit to such a cell gives (GEO-31, GEO-32)."""
    return icons([[cell]])[0][0] or int(asteroid_tech and cell == "asteroids")


def at(table, space):
    return table[space[0] - 1][space[1]]


@cases("visible")
def test_what_shows(geometry, case):
    """GEO-03, GEO-04, GEO-05: the topmost layer that is not cut out, the discs being turned."""
    assert geometry.visible(case["turns"]) == case["cells"]
    assert geometry.layers(case["turns"]) == case["layers"]
    assert icons(case["cells"]) == case["publicity"]


@cases("visible")
def test_printed_publicity(case):
    """The icons of the data agree with the rule that comets and planets but Earth carry them."""
    assert solar.publicity(RuleSet.load().tree, case["turns"]) == case["publicity"]


@cases("rotation")
def test_one_rotation(geometry, case):
    """GEO-40, GEO-42, GEO-46: which discs turn, which way, and whether a piece is carried, pushed or stays."""
    turns, piece = case["turns"], case["piece"]
    stands_on = [at(geometry.layers(turns), piece), at(geometry.visible(turns), piece)]
    assert stands_on == case["stands_on"]
    after, moved, how = geometry.rotate_piece(turns, case["disc"], piece)
    assert (after, moved, how) == (case["turns_after"], case["piece_after"], case["how"])
    cell = at(geometry.visible(after), moved)
    assert [at(geometry.layers(after), moved), cell] == case["stands_on_after"]
    assert (publicity(cell, False) if how == "pushed" else 0) == case["publicity"]
    assert (publicity(cell, True) if how == "pushed" else 0) == case["publicity_with_asteroid_tech"]


@cases("sequence")
def test_rotations_in_a_row(geometry, case):
    turns, piece, gained, with_tech = case["turns"], case["piece"], 0, 0
    for step in case["steps"]:
        turns, piece, how = geometry.rotate_piece(turns, step["disc"], piece)
        assert (turns, piece, how) == (step["turns"], step["piece"], step["how"])
        if how == "pushed":
            cell = at(geometry.visible(turns), piece)
            gained, with_tech = gained + publicity(cell, False), with_tech + publicity(cell, True)
    assert (gained, with_tech) == (case["publicity"], case["publicity_with_asteroid_tech"])


@cases("distance")
def test_cheapest_ways(geometry, case):
    """GEO-20, GEO-21, GEO-22: neighbours without the Sun, one movement a step, one more out of asteroids."""
    found = [geometry.distance(case["turns"], case["from"], case["to"], tech) for tech in (False, True)]
    assert found == [case["cost"], case["cost_with_asteroid_tech"]]


def spaces_of_bodies(cells):
    """Where the planets lie: {"earth": [1, 5], …}."""
    return {
        cell: [ring, sector] for ring, row in enumerate(cells, 1) for sector, cell in enumerate(row) if cell in solar.PLANETS
    }


@cases("from_earth")
def test_ways_from_earth(geometry, case):
    bodies = spaces_of_bodies(geometry.visible(case["turns"]))
    assert bodies["earth"] == case["earth"]
    for key, tech in (("cost", False), ("cost_with_asteroid_tech", True)):
        found = {body: geometry.distance(case["turns"], case["earth"], bodies[body], tech) for body in case[key]}
        assert found == case[key]


@cases("stars")
def test_stars_of_sectors_and_bodies(case):
    """GEO-60, GEO-64: the star of each sector, and those beside Earth's."""
    tree = RuleSet.load().tree
    stars = [solar.star_of_sector(tree, case["places"], sector) for sector in range(8)]
    assert stars == case["star_of_sector"]
    bodies = spaces_of_bodies(solar.visible(tree, case["turns"]))
    assert {body: stars[space[1]] for body, space in bodies.items()} == case["star_of_body"]
    earth = bodies["earth"][1]
    assert {stars[(earth + 1) % 8], stars[(earth - 1) % 8]} == set(case["earth_neighbours"])


@cases("stars")
def test_stars_of_sectors_in_the_engine(case):
    """The engine through its actions: an Earth step with telescope-1 may go to Earth's star and the two beside it."""
    seti = pytest.importorskip("seti_sim.seti")
    position = {"from": "bench", "sectors": case["places"], "discs": {"turns": case["turns"]}}
    position["seats"] = {"P1": {"techs": ["telescope-1"], "hand": ["base-032", "base-033", "base-034", "base-036"]}}
    game = seti.Game.from_json(RuleSet.load(), position)
    scan = game.clone()
    for line in ("scan", "step earth"):
        scan.apply(line)
    offered = {str(action).removeprefix("signal ") for action in scan.legal_actions()}
    assert offered == {case["star_of_body"]["earth"], *case["earth_neighbours"]}
    for card, body in (("032", "mercury"), ("033", "venus"), ("034", "mars"), ("036", "saturn")):
        played = game.clone()
        played.apply(f"play base-{card}")
        while "go" in map(str, played.legal_actions()):
            played.apply("go")
        slots = {star: entry["slot"] for star, entry in played.to_json()["stars"].items()}
        assert [star for star, slot in slots.items() if "P1" in slot] == [case["star_of_body"][body]]


def test_totals_over_all_positions(geometry):
    totals = VECTORS["totals"]
    shown, outcomes, text = Counter(), {disc: Counter() for disc in DISCS}, ""
    plain = {disc: Counter() for disc in DISCS}
    cells = {tuple(turns): geometry.visible(turns) for turns in POSITIONS}
    for turns in POSITIONS:
        line = [cell for ring in cells[tuple(turns)] for cell in ring]
        shown.update(line)
        text += " ".join(line) + "\n"
        for disc in DISCS:
            for space in solar.SPACES:
                after, piece, how = geometry.rotate_piece(turns, disc, list(space))
                outcomes[disc][how] += 1
                if how == "pushed":
                    cell = at(cells[tuple(after)], piece)
                    plain[disc]["plain"] += publicity(cell, False)
                    plain[disc]["with_asteroid_tech"] += publicity(cell, True)
    assert len(POSITIONS) == totals["positions"]
    assert shown == totals["visible_cells"]
    assert {shown[planet] for planet in solar.PLANETS if planet != "oumuamua"} == {len(POSITIONS)}  # GEO-07
    assert outcomes == totals["rotation_outcomes"]
    assert plain == totals["push_publicity"]
    assert hashlib.sha256(text.encode()).hexdigest() == totals["sha256_of_visible_cells"], HASH_TEXT


@pytest.mark.parametrize("tech, key", [(False, "plain"), (True, "with_asteroid_tech")])
def test_sum_of_all_distances_from_earth(geometry, tech, key):
    """To all 32 spaces, Earth's own included."""
    total = 0
    for turns in POSITIONS:
        earth = spaces_of_bodies(geometry.visible(turns))["earth"]
        total += sum(geometry.distance(turns, earth, list(space), tech) for space in solar.SPACES)
    assert total == VECTORS["totals"]["sum_of_distances_from_earth"][key]
