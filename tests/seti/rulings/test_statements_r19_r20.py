"""R19 and R20 where no case covers them: final scoring; what a player can see."""

import pytest

from .bench import bench, do, legal
from .more_bench import ALL_MILESTONES, computer, finale, last_pass

# ---------------------------------------------------------------- final scoring


def test_R19_1_the_game_ends_with_the_last_pass_of_round_five():
    """R19.1: after P1's pass P2 still plays; after the last pass everything is scored."""
    g = bench(
        round=5,
        P1=dict(endgame=["base-014"]),
        P2=dict(endgame=["base-012"]),
        planets={"mars": {"landers": {"P1": 1}, "data": [["P1"], []]}, "jupiter": {"first_orbit": "P2", "orbiters": {"P2": 1}}},
    )
    do(g, "pass")
    assert not g.is_over and g.to_move == "P2"
    do(g, "launch", "end", "pass")
    assert g.is_over and g.to_move is None
    assert {name: table["total"] for name, table in g.scores().items()} == {"P1": 4, "P2": 3}
    for table in g.scores().values():
        assert sum(table["by_source"].values()) == table["total"]


def test_R19_1_the_last_turn_ends_before_the_scoring():
    """R19.1, R17.6: a milestone due after the very last pass is resolved, and its tile is scored."""
    g = finale(P1=dict(vp=25, milestones=[20], completed=["base-001", "base-002"]))
    do(g, "pass")
    assert not g.is_over and g.to_move == "P1"
    assert legal(g) == {"gold tech", "gold mission", "gold income", "gold other"}
    do(g, "gold mission")
    assert g.is_over and g.scores()["P1"]["total"] == 25 + 2 * 4
    assert g.scores()["P1"]["by_source"]["gold"] == 8


def test_R19_1_all_three_parts_add_up():
    """R19.1: end-of-game cards and gold tiles are scored on top of the points of the game."""
    g = finale(
        P1=dict(vp=40, milestones=[20, 25, 30], endgame=["base-038"], completed=["base-001"]),
        stars={"barnards-star": {"wins": ["P1"]}, "proxima-centauri": {"wins": ["P2", "P1"]}},
        gold={"mission": {"side": "a", "markers": ["P1"]}},
    )
    assert last_pass(g) == {"P1": 40 + 2 * 3 + 1 * 4, "P2": 0}


@pytest.mark.parametrize(
    "tile, side, values",
    [
        ("tech", "a", [11, 8, 5, 5]),
        ("tech", "b", [7, 5, 3, 3]),
        ("mission", "a", [4, 3, 2, 2]),
        ("mission", "b", [8, 6, 4, 4]),
        ("income", "a", [11, 8, 5, 5]),
        ("income", "b", [5, 4, 3, 3]),
        ("other", "a", [8, 6, 4, 4]),
        ("other", "b", [8, 6, 4, 4]),
    ],
)
def test_R19_2_values_of_the_four_markers(tile, side, values):
    """R19.2: each marker scores its value times the player's own count, here 1 for everybody."""
    names = ["P1", "P2", "P3", "P4"]
    tucked = zip(
        ["base-035", "base-037", "base-040", "base-064"],
        ["base-033", "base-041", "base-043", "base-069"],
        ["base-034", "base-036", "base-039", "base-042"],
    )
    done = [["base-001", "base-005"], ["base-002", "base-006"], ["base-003", "base-007"], ["base-004", "base-008"]]
    count = 2 if (tile, side) == ("mission", "b") else 1  # of missions
    seats = {
        name: dict(
            **computer(tiles={"1": "computer-1"}, techs=["probe-1", "telescope-1"]),
            tucked=list(cards),
            completed=done[names.index(name)][:count],
        )
        for name, cards in zip(names, tucked)
    }
    g = finale(
        players=4,
        **seats,
        stars={star: {"wins": [name]} for star, name in zip(("vega", "procyon", "sirius-a", "kepler-22"), names)},
        planets={"venus": {"landers": dict.fromkeys(names, 1), "data": [["P1"]]}},
        species={"left": {"overflow": {kind: dict.fromkeys(names, 1) for kind in ("signal", "lander", "analysis")}}},
        gold={tile: {"side": side, "markers": ["P3", "P1", "P4", "P2"]}},
    )
    assert last_pass(g) == {"P3": values[0], "P1": values[1], "P4": values[2], "P2": values[3]}


@pytest.mark.parametrize("tile", ["tech", "mission", "income", "other"])
@pytest.mark.parametrize("side", ["a", "b"])
def test_R19_2_a_count_of_nothing(tile, side):
    """R19.2: a marker on a tile of which the player has nothing scores 0; unmarked tiles score nothing."""
    g = finale(gold={tile: {"side": side, "markers": ["P1"]}})
    assert last_pass(g) == {"P1": 0, "P2": 0}
    g = finale(
        P1=dict(techs=["probe-1", "probe-2"], completed=["base-001", "base-002"], tucked=["base-064"]),
        gold={tile: {"side": side, "markers": []}},
    )
    assert last_pass(g) == {"P1": 0, "P2": 0}


@pytest.mark.parametrize(
    "techs, tiles, a, b",
    [
        (["probe-1", "telescope-1"], {}, 0, 1),
        (["probe-1", "telescope-1"], {"1": "computer-1"}, 1, 1),
        (["probe-1", "probe-2", "probe-3", "probe-4", "telescope-1"], {}, 0, 2),
        (["probe-1", "probe-2", "telescope-1", "telescope-2"], {"1": "computer-1", "3": "computer-2"}, 2, 3),
    ],
)
def test_R19_3_counts_of_techs(techs, tiles, a, b):
    """R19.3: side a counts the smallest of the three kinds, side b half of all techs, rounded down."""
    for side, expected in (("a", 11 * a), ("b", 7 * b)):
        g = finale(P1=computer(tiles=tiles, techs=techs), gold={"tech": {"side": side, "markers": ["P1"]}})
        assert last_pass(g) == {"P1": expected, "P2": 0}


@pytest.mark.parametrize(
    "tucked, a, b",
    [
        (["base-064"], 0, 1),
        (["base-064", "base-041", "base-039"], 1, 1),
        (["base-041", "base-043", "base-033", "base-039"], 0, 3),
        ([], 0, 0),
    ],
)
def test_R19_5_counts_of_income(tucked, a, b):
    """R19.5: side a counts the smallest of credit, energy and card incomes, side b the larger of credits and energy."""
    for side, expected in (("a", 11 * a), ("b", 5 * b)):
        g = finale(P1=dict(tucked=tucked), gold={"income": {"side": side, "markers": ["P1"]}})
        assert last_pass(g) == {"P1": expected, "P2": 0}


@pytest.mark.parametrize(
    "card, others",
    [
        ("mascamite-01", ["base-041", "base-064"]),
        ("mascamite-02", ["base-039", "base-064"]),
        ("mascamite-04", ["base-039", "base-041"]),
    ],
)
def test_R19_5_incomes_of_species_cards(card, others):
    """R19.5: a tucked species card with a card, energy or credit income counts like any other."""
    g = finale(
        P1=dict(tucked=[card, *others]),
        species={
            "left": {"id": "mascamites", "discovered": True, "spaces": {"signal": "P1", "lander": "P2", "analysis": "P2"}}
        },
        gold={"income": {"side": "a", "markers": ["P1"]}},
    )
    assert last_pass(g) == {"P1": 11, "P2": 0}  # one of each of the three kinds


@pytest.mark.parametrize(
    "orbiters, landers, wins, expected", [(1, 0, 2, 1), (0, 1, 2, 1), (1, 1, 3, 2), (2, 2, 1, 1), (1, 1, 0, 0)]
)
def test_R19_6_wins_and_craft(orbiters, landers, wins, expected):
    """R19.6: side b counts the smaller of wins and craft; several wins at one star count each."""
    planets = {}
    if orbiters:
        planets["venus"] = {"first_orbit": "P1", "orbiters": {"P1": orbiters}}
    if landers:
        planets["mars"] = {"landers": {"P1": landers}, "data": [["P1"], []]}
    g = finale(stars={"procyon": {"wins": ["P1"] * wins}}, planets=planets, gold={"other": {"side": "b", "markers": ["P1"]}})
    assert last_pass(g) == {"P1": 8 * expected, "P2": 0}


def test_R19_6_a_lander_on_a_moon_is_craft():
    """R19.6: one win and one lander on a moon make 1."""
    g = finale(stars={"procyon": {"wins": ["P1"]}}, moons={"titan": ["P1"]}, gold={"other": {"side": "b", "markers": ["P1"]}})
    assert last_pass(g) == {"P1": 8, "P2": 0}


def test_R19_7_the_unmarked_tile_that_pays_best():
    """R19.7: base-113 scores the best unmarked tile at its lowest value: income b 3 x 3 before tech b 2 x 3."""
    mine = dict(
        endgame=["base-113"],
        techs=["probe-1", "probe-2", "telescope-1", "telescope-2"],
        tucked=["base-064", "base-035", "base-037"],
    )
    sides = {name: {"side": "b"} for name in ("tech", "mission", "income", "other")}
    g = finale(P1=mine, gold=sides)
    assert last_pass(g) == {"P1": 3 * 3, "P2": 0}


def test_R19_7_marked_tiles_are_not_scored_again():
    """R19.7: with the income tile marked (first value 5) base-113 takes the tech tile at its last value."""
    mine = dict(
        endgame=["base-113"],
        techs=["probe-1", "probe-2", "telescope-1", "telescope-2"],
        tucked=["base-064", "base-035", "base-037"],
    )
    sides = {
        "tech": {"side": "b", "markers": ["P2"]},
        "mission": {"side": "b"},
        "other": {"side": "b"},
        "income": {"side": "b", "markers": ["P1"]},
    }
    g = finale(P1=mine, gold=sides)
    assert last_pass(g) == {"P1": 3 * 5 + 2 * 3, "P2": 0}


def test_R19_7_the_card_counts_as_an_end_game_card():
    """R19.7, R19.4: base-113 and another end-game card make the unmarked mission tile (side b) pay 1 x 4."""
    g = finale(P1=dict(endgame=["base-113", "base-012"]), gold={"mission": {"side": "b"}})
    assert last_pass(g) == {"P1": 4, "P2": 0}


def test_R19_9_shares_of_a_win():
    """R19.9: the most points win alone; three at the top share."""
    marks = dict(milestones=ALL_MILESTONES)
    g = finale(players=4, P1=dict(vp=90, **marks), P2=dict(vp=91, **marks), P3=dict(vp=91, **marks), P4=dict(vp=91, **marks))
    last_pass(g)
    shares = {name: table["win_share"] for name, table in g.scores().items()}
    assert shares["P1"] == 0 and all(shares[name] == pytest.approx(1 / 3) for name in ("P2", "P3", "P4"))
    g = finale(P1=dict(vp=1))
    last_pass(g)
    assert {name: table["win_share"] for name, table in g.scores().items()} == {"P1": 1.0, "P2": 0.0}


# ---------------------------------------------------------------- what a player can see

TILES = ["vp", "energy", "publicity", "draw"]
HIDDEN = {
    "deck order": (dict(deck=["base-001", "base-003", "base-004"]), dict(deck=["base-004", "base-001", "base-003"])),
    "another's hand": (
        dict(P2=dict(hand=["base-001"]), deck=["base-003"]),
        dict(P2=dict(hand=["base-003"]), deck=["base-001"]),
    ),
    "end-of-round stacks": (
        dict(end_of_round=[[], ["base-001", "base-003", "base-004"], [], []]),
        dict(end_of_round=[[], ["base-001", "base-003", "base-006"], [], []]),
    ),
    "species": (
        dict(species={"left": {"id": "mascamites"}, "right": {"id": "anomalies"}}),
        dict(species={"left": {"id": "anomalies"}, "right": {"id": "exertians"}}),
    ),
    "tiles below the top": (
        dict(techs={"probe-1": {"two_points": True, "tiles": TILES}}),
        dict(techs={"probe-1": {"two_points": True, "tiles": [TILES[0], *TILES[:0:-1]]}}),
    ),
}
OPEN = {
    "own hand": (dict(P1=dict(hand=["base-001"]), deck=["base-003"]), dict(P1=dict(hand=["base-003"]), deck=["base-001"])),
    "size of a hand": (
        dict(P2=dict(hand=["base-001"]), deck=["base-003", "base-004"]),
        dict(P2=dict(hand=["base-001", "base-003"]), deck=["base-004"]),
    ),
    "size of the deck": (dict(deck=["base-001", "base-003"]), dict(deck=["base-001"])),
    "size of a stack": (
        dict(deck=["base-003"], end_of_round=[[], ["base-001", "base-004"], [], []]),
        dict(deck=["base-003"], end_of_round=[[], ["base-001"], [], []]),
    ),
    "row": (dict(deck=["base-003"]), dict(deck=["base-003"], row=["base-110", "base-130", "base-001"])),
    "discard pile": (dict(deck=["base-003"], discard=["base-001"]), dict(deck=["base-003"], discard=["base-004"])),
    "another's tucked cards": (
        dict(P2=dict(tucked=["base-001"]), deck=["base-003"]),
        dict(P2=dict(tucked=["base-004"]), deck=["base-003"]),
    ),
    "another's missions": (
        dict(P2=dict(missions={"base-001": [True, False]})),
        dict(P2=dict(missions={"base-001": [False, True]})),
    ),
    "another's completed missions": (
        dict(P2=dict(completed=["base-001"]), deck=["base-003"]),
        dict(P2=dict(completed=["base-004"]), deck=["base-003"]),
    ),
    "another's end-game cards": (
        dict(P2=dict(endgame=["base-038"]), deck=["base-003"]),
        dict(P2=dict(endgame=["base-014"]), deck=["base-003"]),
    ),
    "the top tile": (
        dict(techs={"probe-1": {"two_points": True, "tiles": TILES}}),
        dict(techs={"probe-1": {"two_points": True, "tiles": TILES[::-1]}}),
    ),
    "another's resources": (dict(P2=dict(credits=4)), dict(P2=dict(credits=5))),
    "a discovered species": (
        dict(
            species={
                "left": {"id": "mascamites", "discovered": True, "spaces": {"signal": "P1", "lander": "P1", "analysis": "P1"}}
            }
        ),
        dict(species={"left": {"id": "mascamites", "discovered": False, "spaces": {}}}),
    ),
}
#: No stack is dealt from the deck that a position names.
STACKS = [[], ["base-010", "base-011", "base-012"], ["base-020"], ["base-021"]]


def both(pair):
    return [bench(**{"end_of_round": STACKS, **position}) for position in pair]


@pytest.mark.parametrize("what", sorted(HIDDEN))
def test_R20_2_hidden(what):
    """R20.2: positions that differ only in what is hidden look the same to P1."""
    one, other = both(HIDDEN[what])
    assert one != other and one.view("P1") == other.view("P1")


@pytest.mark.parametrize("what", sorted(OPEN))
def test_R20_1_open(what):
    """R20.1: positions that differ in something open look different to P1."""
    one, other = both(OPEN[what])
    assert one.view("P1") != other.view("P1")


def test_R20_1_everybody_sees_the_own_hand():
    """R20.1, R20.2: each seat's view shows its own hand and not the other's."""
    g = bench(P1=dict(hand=["base-001"]), P2=dict(hand=["base-003"]), end_of_round=STACKS)
    assert sorted(g.view("P1")["seats"]["P1"]["hand"]) == ["base-001"]
    assert sorted(g.view("P2")["seats"]["P2"]["hand"]) == ["base-003"]
    assert "base-003" not in str(g.view("P1")) and "base-001" not in str(g.view("P2"))


def test_R20_2_a_player_sees_a_stack_while_choosing_from_it():
    """R20.2: the passing player is offered the cards of the stack by name; the other one does not see them."""
    g = bench(end_of_round=STACKS)
    do(g, "pass")
    assert legal(g) == {"take base-010", "take base-011", "take base-012"}
    assert "base-011" not in str(g.view("P2"))
