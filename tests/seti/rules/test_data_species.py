"""The species' data against what is printed on boards, tokens and cards, noted apart from the data files."""

from collections import Counter

import pytest

from seti_sim.seti.rules.tree import printed_tree

from .totals import dicts, gains, verbs

TREE = printed_tree()
SPECIES = TREE["species"]
CARDS = {name: card for name, card in TREE["cards"].items() if "species" in card}
KINDS = ("signal", "lander", "analysis")

#: Name, cost (e: energy), corner (P: 2 publicity, M: 1 point and 1 movement, D: 1 point and 1 data), sector, income.
FRONTS = {
    "mascamites": ("mascamite", [
        ("First Contact", "1", "P", "blue", "card"),
        ("Rover Exploration", "2", "P", "black", "energy"),
        ("Mass Sample Collection", "1", "D", "yellow", "energy"),
        ("Martian Quarantine Lab", "1", "D", "red", "credits"),
        ("Ecosystem Study", "1", "M", "blue", "card"),
        ("The Queen", "2", "M", "red", "credits"),
        ("Breeding Sample", "1", "P", "red", "energy"),
        ("Hive Sample", "3", "M", "blue", "energy"),
        ("Orbital Monitoring", "3", "M", "yellow", "credits"),
        ("Computer Simulations", "3", "D", "yellow", "card"),
    ]),
    "anomalies": ("anomaly", [
        ("Signs of Life", "1", "P", "blue", "card"),
        ("Close-up View", "1", "P", "red", "credits"),
        ("Concerned People", "1", "D", "yellow", "credits"),
        ("Listening Carefully", "2", "M", "red", "card"),
        ("Part of Everyday Life", "1", "M", "blue", "energy"),
        ("Flooding the Media Space", "1", "D", "red", "credits"),
        ("Are we Being Observed?", "1", "M", "yellow", "card"),
        ("Message Capsule", "2", "D", "blue", "credits"),
        ("New Physics", "1", "P", "black", "energy"),
        ("Amazing Uncertainty", "1", "P", "yellow", "energy"),
    ]),
    "oumuamua": ("oumuamua", [
        ("Visitor in the Sky", "2", "P", "blue", "card"),
        ("Altered Trajectory", "2", "M", "red", "energy"),
        ("Exofossil Discovery", "1", "P", "yellow", "energy"),
        ("Terrain Mapping", "3", "M", "yellow", "credits"),
        ("Probe Customisation", "1", "D", "blue", "credits"),
        ("Race Against Time", "1", "P", "red", "energy"),
        ("Perfect Timing", "2", "D", "yellow", "credits"),
        ("Exofossil Samples", "2", "M", "blue", "card"),
        ("Comparative Analysis", "1", "M", "red", "energy"),
        ("Excavation Rover", "1", "D", "black", "card"),
    ]),
    "centaurians": ("centaurian", [
        ("Vessel Designs", "1e", "D", "blue", "publicity"),
        ("Exocomputers", "1e", "M", "red", "data"),
        ("Infocluster", "1e", "P", "yellow", "publicity"),
        ("A Message from Afar", "1e", "M", "red", "energy"),
        ("Synthesis Instructions", "1e", "P", "yellow", "card"),
        ("Alien Schematics", "1e", "D", "blue", "credits"),
        ("Music of the Spheres", "2e", "D", "black", "energy"),
        ("Hivemind Concept", "2e", "P", "blue", "data"),
        ("Telescope Blueprints", "2e", "M", "red", "publicity"),
        ("Torrent-chain Signal", "2e", "P", "yellow", "data"),
    ]),
}  # fmt: skip
CORNERS = {"P": {"publicity": 2}, "M": {"vp": 1, "move": 1}, "D": {"vp": 1, "data": 1}}
#: Name, danger, points, condition.
SECRETS = [
    ("Razor-edge Shuttle", 6, 14, {"techs": 3, "tech": "probe"}),
    ("Deflector", 7, 15, {"techs": 3, "tech": "telescope"}),
    ("Expender Core", 3, 9, {"techs": 3, "tech": "computer"}),
    ("Pierced Exoplanet", 4, 12, {"wins": 2, "color": "red"}),
    ("Core-breach Exoplanet", 4, 12, {"wins": 2, "color": "blue"}),
    ("Vortex Exoplanet", 4, 12, {"wins": 2, "color": "yellow"}),
    ("Fission-sun Exoplanet", 5, 14, {"wins": 2, "color": "black"}),
    ("Oscillating Probes", 3, 11, {"orbiters": 3}),
    ("Generative Infrastructure", 7, 16, {"landers": 4, "moons": True}),
    ("Casette Deployment", 2, 10, {"craft": 3, "at": "one-planet", "moons": True}),
    ("Extractor", 8, 18, {"tucked": 8}),
    ("Automated Lab", 0, 7, {"traces": 6, "kind": "any", "species": "this"}),
    ("Neuralab", 9, 20, {"traces": 6, "kind": "any", "species": "other"}),
    ("Nanowielder Node", 1, 8, {"traces": 5, "kind": "same"}),
    ("Stratoelevator", 4, 12, {"missions": 5}),
]


def cards_of(species):
    return {name: card for name, card in CARDS.items() if card["species"] == species}


# ---------------------------------------------------------------------------------------------- cards


def test_the_five_species_and_their_55_cards_in_order_of_their_number():
    assert list(SPECIES) == ["mascamites", "anomalies", "oumuamua", "centaurians", "exertians"]
    assert [species["name"] for species in SPECIES.values()] == [
        "Mascamites", "Anomalies", "'Oumuamua", "Centaurians", "Exertians",
    ]  # fmt: skip
    ids = [f"{prefix}-{n:02}" for prefix, cards in FRONTS.values() for n in range(1, len(cards) + 1)]
    assert list(CARDS) == ids + [f"exertian-{n:02}" for n in range(1, 16)]
    assert len(CARDS) == 55


@pytest.mark.parametrize("species", FRONTS)
def test_name_cost_corner_sector_and_income_of_every_card(species):
    prefix, rows = FRONTS[species]
    for number, (name, cost, corner, sector, income) in enumerate(rows, 1):
        paid = {"energy": int(cost[:-1])} if cost.endswith("e") else int(cost)
        card = CARDS[f"{prefix}-{number:02}"]
        assert (card["name"], card["cost"], card["sector"], card["income"]) == (name, paid, sector, income)
        assert card["corner"] == CORNERS[corner], name


@pytest.mark.parametrize("species", FRONTS)
def test_sectors_and_corners_of_a_deck(species):
    """Every deck has 3 cards of each colour but black, of which it has 1; corners come 4, 3 and 3."""
    cards = cards_of(species).values()
    assert Counter(card["sector"] for card in cards) == {"yellow": 3, "red": 3, "blue": 3, "black": 1}
    corners = Counter(tuple(card["corner"]) for card in cards)
    assert sorted(corners.values()) == [3, 3, 4] and set(corners) == {("publicity",), ("vp", "move"), ("vp", "data")}


@pytest.mark.parametrize(
    ("species", "costs", "incomes"),
    [
        ("mascamites", 18, {"energy": 4, "credits": 3, "card": 3}),
        ("anomalies", 12, {"credits": 4, "energy": 3, "card": 3}),
        ("oumuamua", 16, {"energy": 4, "credits": 3, "card": 3}),
        ("centaurians", 14, {"publicity": 3, "data": 3, "energy": 2, "credits": 1, "card": 1}),
    ],
)
def test_incomes_and_the_sum_of_the_costs(species, costs, incomes):
    cards = cards_of(species).values()
    assert Counter(card["income"] for card in cards) == incomes
    paid = [card["cost"]["energy"] if species == "centaurians" else card["cost"] for card in cards]
    assert sum(paid) == costs


@pytest.mark.parametrize(
    ("species", "kinds"),
    [
        ("mascamites", {"mission": 9, "endgame": 1}),
        ("anomalies", {"plain": 8, "triggers": 1, "mission": 1}),
        ("oumuamua", {"mission": 5, "endgame": 1, "triggers": 1, "plain": 3}),
        ("centaurians", {"message": 10}),
        ("exertians", {"secret": 15}),
    ],
)
def test_what_the_cards_are(species, kinds):
    found = [[key for key in ("mission", "triggers", "endgame", "message", "secret") if key in card] or ["plain"]
             for card in cards_of(species).values()]  # fmt: skip
    assert Counter(map(tuple, found)) == {(kind,): n for kind, n in kinds.items()}


def test_what_the_missions_ask():
    asked = {name: card["mission"]["when"] for name, card in CARDS.items() if "mission" in card}
    assert asked == {
        **{f"mascamite-{n:02}": {"deliver": "earth"} for n in (1, 2, 3, 6, 7)},
        "mascamite-04": {"deliver": "mars"},
        "mascamite-08": {"traces": 2, "kind": "lander", "species": "this"},
        "mascamite-09": {"traces": 2, "kind": "signal", "species": "this"},
        "mascamite-10": {"traces": 2, "kind": "analysis", "species": "this"},
        "anomaly-07": {"traces_each": 1, "species": "this"},
        "oumuamua-01": {"paid_traces": 1, "species": "this"},
        "oumuamua-02": {"landers": 1, "at": "oumuamua"},
        "oumuamua-03": {"exofossil": 3},
        "oumuamua-07": {"signals": 1, "at": "oumuamua"},
        "oumuamua-10": {"traces_each": 1, "species": "this"},
    }
    ends = {name: card["endgame"] for name, card in CARDS.items() if "endgame" in card}
    own = {"vp": 1, "per": {"traces": 1, "kind": "any", "species": "this"}}
    assert ends == {"mascamite-05": own, "oumuamua-04": own}


@pytest.mark.parametrize(
    ("species", "does", "gives"),
    [
        ("mascamites",
         {"gain": 11, "deliver": 6, "pick-sample": 6, "land": 5, "sample-reward": 4, "research": 3, "rotate": 3,
          "draw": 1, "move": 1, "orbit-or-land": 1}, {"vp": 14, "data": 5, "publicity": 5, "credits": 1}),
        ("anomalies",
         {"gain": 6, "draw": 3, "discard-drawn": 2, "move": 2, "signal": 2, "anomaly-reward": 1, "if": 1, "launch": 1,
          "no-move-publicity": 1, "per": 1, "research": 1, "rotate": 1, "scan": 1, "trace": 1},
         {"vp": 7, "publicity": 3, "energy": 1}),
        ("oumuamua",
         {"gain": 15, "signal": 5, "pay": 4, "if": 2, "land": 2, "may": 2, "move": 2, "scan": 2, "launch": 1, "per": 1,
          "repeat": 1, "research": 1, "rotate": 1, "this-turn": 1},
         {"vp": 23, "exofossil": 6, "data": 3, "publicity": 1}),
        ("centaurians",
         {"gain": 6, "tuck-this": 6, "trace": 4, "draw": 2, "research": 2, "rotate": 2, "launch": 1, "signal": 1},
         {"data": 3, "publicity": 3, "credits": 2}),
    ],
)  # fmt: skip
def test_effects_of_the_cards(species, does, gives):
    cards = cards_of(species)
    assert verbs(cards) == does and gains(cards) == gives
    assert gains(cards, "pay") == ({"exofossil": 5} if species == "oumuamua" else {})


def test_cards_that_are_played_face_down():
    assert [CARDS[f"exertian-{n:02}"] for n in range(1, 16)] == [
        {"name": name, "species": "exertians", "secret": {"danger": danger, "when": when, "vp": vp}}
        for name, danger, vp, when in SECRETS
    ]
    secrets = [card["secret"] for card in cards_of("exertians").values()]
    assert sum(secret["danger"] for secret in secrets) == 67
    assert sum(secret["vp"] for secret in secrets) == 190


# ---------------------------------------------------------------------------------------------- boards


def column(species, kind, key):
    return [space.get(key) for space in SPECIES[species]["board"][kind]]


def points(species, kind):
    return [gains(space)["vp"] for space in SPECIES[species]["board"][kind]]


@pytest.mark.parametrize(
    ("species", "kinds", "from_bottom", "rest"),
    [
        ("mascamites", KINDS[:2], [5, 3, 5, 4], {}),
        ("mascamites", KINDS[2:], [5, 3, 0, 0, 0, 0, 0, 0, 0], {}),
        ("anomalies", KINDS, [4, 2, 2, 3, 2], {"publicity": 1}),
        ("oumuamua", KINDS, [25, 3, 3, 2, 6], {"exofossil": 2}),
        ("centaurians", KINDS, [5, 3, 5, 15, 6], {}),
        ("exertians", KINDS[:1], [9, 7, 5, 4, 3], {"credits": 4, "publicity": 1}),
        ("exertians", KINDS[1:2], [6, 4, 2, 1, 3], {"energy": 4, "publicity": 1}),
        ("exertians", KINDS[2:], [6, 4, 2, 1, 3], {"data": 4, "publicity": 5}),
    ],
)
def test_points_of_the_spaces_and_what_a_column_gives_besides(species, kinds, from_bottom, rest):
    for kind in kinds:
        assert points(species, kind) == from_bottom
        assert gains(SPECIES[species]["board"][kind]) == {"vp": sum(from_bottom), **rest}


@pytest.mark.parametrize(
    ("species", "places"),
    [("mascamites", [0, 1]), ("anomalies", [0, 1]), ("oumuamua", [1, 2]), ("centaurians", [0, 1])],
)
def test_spaces_that_give_a_card(species, places):
    for kind in KINDS:
        draws = [[effect for effect in dicts(space) if effect.get("do") == "draw"]
                 for space in SPECIES[species]["board"][kind]]  # fmt: skip
        assert [i for i, found in enumerate(draws) if found] == places
        assert all(found == [{"do": "draw", "n": 1, "from": "species"}] for found in draws if found)


@pytest.mark.parametrize(
    ("species", "key", "from_bottom"),
    [
        ("anomalies", "capacity", [None, None, None, None, "any"]),
        ("oumuamua", "capacity", [None, None, None, None, "any"]),
        ("centaurians", "capacity", [None, None, None, None, "any"]),
        ("oumuamua", "cost", [{"exofossil": 4}, None, None, None, {"exofossil": 1}]),
        ("centaurians", "cost", [None, None, None, {"data": 3}, {"data": 1}]),
        ("exertians", "danger", [3, 3, 2, 2, 1]),
    ],
)
def test_costs_danger_and_open_ends_of_the_spaces(species, key, from_bottom):
    for kind in KINDS:
        assert column(species, kind, key) == from_bottom
    has = {name for name in SPECIES for kind in KINDS if any(column(name, kind, key))}
    assert has == {"capacity": {"anomalies", "oumuamua", "centaurians"}, "cost": {"oumuamua", "centaurians"},
                   "danger": {"exertians"}}[key]  # fmt: skip


def test_spaces_for_samples():
    assert column("mascamites", "analysis", "token") == [None, None, "setup", *["delivered"] * 6]
    assert {name for name in SPECIES for kind in KINDS if any(column(name, kind, "token"))} == {"mascamites"}


# ---------------------------------------------------------------------------------------------- mechanisms


def test_deals_and_face_up_cards():
    assert all(species["cards_per_discovery_marker"] == 1 for species in SPECIES.values())
    assert [species["face_up_cards"] for species in SPECIES.values()] == [1, 1, 1, 1, 0]


def test_samples():
    mascamites = SPECIES["mascamites"]
    assert mascamites["samples_at"] == {"jupiter": 3, "saturn": 3}
    assert len(mascamites["samples"]) == 7
    assert gains(mascamites["samples"]) == {"credits": 2, "energy": 2, "publicity": 3, "data": 2, "vp": 10}
    drawn = [table for table in dicts(mascamites["samples"]) if table.get("do") == "draw"]
    assert drawn == [{"do": "draw", "n": 2, "from": "deck"}, {"do": "draw", "n": 1, "from": "row-or-deck"}]


def test_anomalies():
    anomalies = SPECIES["anomalies"]
    assert anomalies["anomalies_at"] == [0, 3, 5]
    assert {token["kind"]: token["sides"] for token in anomalies["anomalies"].values()} == {
        "signal": [[{"do": "gain", "credits": 1}], [{"do": "gain", "vp": 4}]],
        "lander": [[{"do": "gain", "publicity": 2}], [{"do": "draw", "n": 1, "from": "row-or-deck"}]],
        "analysis": [[{"do": "gain", "data": 1}], [{"do": "gain", "energy": 1}]],
    }


def test_the_tile_and_its_place():
    oumuamua = SPECIES["oumuamua"]
    ring = TREE["solar"]["layers"]["disc-3"]["ring3"]
    # Cells run clockwise: two clockwise of Jupiter, two counter-clockwise of Saturn, and a hole before.
    assert oumuamua["tile"] == {
        "disc": "disc-3", "ring": 3, "cell": 5, "publicity": 1, "under_tile": [{"do": "gain", "publicity": 1}],
        "data": 3, "marker_vp": [1, 0, 2], "completed": [{"do": "gain", "exofossil": 1}],
    }  # fmt: skip
    assert (ring[5], ring[5 - 2], ring[5 + 2]) == ("hole", "jupiter", "saturn")
    assert oumuamua["body"] == {
        "orbit": [{"do": "gain", "vp": 10}, {"do": "gain", "exofossil": 1},
                  {"do": "signal", "n": 1, "where": "oumuamua"}],
        "orbit_first": [{"do": "draw", "n": 1, "from": "species"}],
        "land": [{"do": "gain", "vp": 9}, {"do": "gain", "exofossil": 2}],
        "land_first": [[{"do": "gain", "data": 3}], [{"do": "gain", "data": 2}], [{"do": "gain", "data": 1}]],
    }  # fmt: skip


def test_messages():
    centaurians = SPECIES["centaurians"]
    assert (centaurians["message_tile_ahead"], centaurians["message_ahead"]) == (15, 15)
    assert list(centaurians["message_rewards"].values()) == [
        {"reward": [{"do": "trace", "kind": "any"}]},
        {"reward": [{"do": "draw", "n": 1, "from": "species"}, {"do": "gain", "energy": 1}]},
        {"reward": [{"do": "gain", "publicity": 3}]},
        {"reward": [{"do": "gain", "vp": 8}]},
    ]


def test_secrets():
    exertians = SPECIES["exertians"]
    assert (exertians["cards_per_player"], exertians["plays_per_discovery_marker"]) == (3, 1)
    assert exertians["most_danger_loses"] == 10
    assert list(exertians["milestones"].values()) == [
        {"ahead_of_leader": 20, "cost": {}},
        {"ahead_of_leader": 40, "cost": {"credits": 1}},
    ]


def test_no_species_has_what_is_not_tested_here():
    """Every key of a species is one of those above."""
    common = {"name", "board", "cards_per_discovery_marker", "face_up_cards"}
    assert {name: set(species) - common for name, species in SPECIES.items()} == {
        "mascamites": {"samples", "samples_at"},
        "anomalies": {"anomalies", "anomalies_at"},
        "oumuamua": {"tile", "body"},
        "centaurians": {"message_tile_ahead", "message_ahead", "message_rewards"},
        "exertians": {"cards_per_player", "plays_per_discovery_marker", "most_danger_loses", "milestones"},
    }
