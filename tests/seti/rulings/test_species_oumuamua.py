"""OUM-01 to OUM-07: the 'Oumuamua tile and its discovery; it is a planet."""

import pytest

from .bench import (
    KINDS,
    bench,
    branch,
    changes,
    choices,
    covered,
    do,
    first_orbit,
    go_on,
    hand,
    illegal,
    landers,
    legal,
    offers,
    orbiters,
    probes,
    seat,
    settle_down,
    snap,
    where,
)
from .more_bench import finale, last_pass, mission_spaces
from .species_bench import alien, alien_deck, board, discover, eve, face_up, found, hidden, on_tile, tile_space

THREE_FREE = [False, False, False]


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize("turned", range(8))
def test_OUM_01_place_of_the_tile(turned):
    """OUM-01: in the ring of Jupiter and Saturn, two sectors counter-clockwise of Saturn, two clockwise of Jupiter."""
    discs = {"turns": [(turned * 3) % 8, (turned * 5) % 8, turned], "next": "disc-1"}
    for sector in range(8):
        g = alien("oumuamua", discs=discs, P1=dict(probes=[[3, sector]]))
        at = tile_space(g)
        assert at == [3, (where(g, "saturn")[1] - 2) % 8] == [3, (where(g, "jupiter")[1] + 2) % 8]
        assert ("orbit oumuamua" in legal(g)) == ([3, sector] == at)
        for ring in (1, 2, 4):
            other = alien("oumuamua", discs=discs, P1=dict(probes=[[ring, sector]]))
            assert "orbit oumuamua" not in legal(other)


@pytest.mark.parametrize("turning, to", [("disc-1", [3, 5]), ("disc-2", [3, 5]), ("disc-3", [3, 4])])
def test_OUM_01_disc_3_carries_what_stands_on_the_tile(turning, to):
    """OUM-01: the tile turns with disc 3 alone, with the probes on it, without a visit; a gap carries nothing."""
    at = dict(
        discs={"turns": [0, 0, 0], "next": turning},
        P1=dict(probes=[[3, 5]], missions={"base-128": THREE_FREE}),
        P2=dict(techs=["probe-1"], probes=[[3, 5], [3, 5]]),
    )
    g = alien("oumuamua", **at)
    before = snap(g)
    do(g, "pass")
    assert tile_space(g) == to and probes(g) == [to] and probes(g, "P2") == [to, to]
    assert "publicity" not in changes(before, g) and "publicity" not in changes(before, g, "P2")
    assert mission_spaces(g, "base-128") == THREE_FREE
    g = bench(species={"left": hidden("oumuamua", "P1 P2"), "right": hidden("mascamites")}, **at)
    do(g, "pass")
    assert probes(g) == [[3, 5]]


def test_OUM_01_a_whole_round_of_disc_3():
    """OUM-01: after eight turns of disc 3 the tile has gone once around with its rider, and only the rider differs."""
    for sector in range(8):
        for turned in range(8):
            at = dict(discs={"turns": [0, 0, turned], "next": "disc-3"}, P1=dict(probes=[[3, sector]]))
            g = alien("oumuamua", **at)
            without = bench(species={"left": hidden("mascamites"), "right": hidden("anomalies")}, **at)
            rider = tile_space(g) == [3, sector]
            before = snap(g)
            do(g, "pass")
            do(without, "pass")
            if rider:
                assert probes(g) == [[3, (sector - 1) % 8]] == [tile_space(g)] and probes(without) == [[3, sector]]
                assert changes(before, g) == {}
            else:
                assert probes(g) == probes(without)
                assert seat(g, "P1")["publicity"] == seat(without, "P1")["publicity"]


def test_OUM_01_asteroids_under_the_tile_are_covered():
    """OUM-01: with disc 3 turned twice the tile lies over asteroids, which cost 1 movement more to leave before."""
    at = dict(discs={"turns": [0, 0, 2], "next": "disc-1"}, P1=dict(probes=[[3, 3]], energy=1))
    g = alien("oumuamua", **at)
    assert tile_space(g) == [3, 3]
    before = snap(g)
    do(g, "move 3.3-4.3")
    assert changes(before, g) == {"energy": -1, "publicity": 1}  # Neptune
    assert not offers(bench(species={"left": hidden("oumuamua")}, **at), "move")
    at["P1"]["energy"] = 2
    before = snap(g := bench(species={"left": hidden("oumuamua")}, **at))
    do(g, "move 3.3-4.3")
    assert changes(before, g) == {"energy": -2, "publicity": 1}


def test_OUM_01_a_comet_under_the_tile_is_covered():
    """OUM-01: with disc 3 turned thrice it covers a comet: 1 publicity, not 2, and no visit of a comet (base-124)."""
    at = dict(discs={"turns": [0, 0, 3], "next": "disc-1"}, P1=dict(probes=[[3, 1]], hand=["base-124"]))
    for g, points in ((alien("oumuamua", **at), 0), (bench(species={"left": hidden("oumuamua")}, **at), 4)):
        before = snap(g)
        do(g, "play base-124", "step 3.1-3.2", "skip")
        assert changes(before, g) == {"credits": -1, "hand": -1, "publicity": 1, **({"vp": points} if points else {})}


def test_OUM_02_probes_in_the_gap_bring_publicity():
    """OUM-02: 1 publicity for each probe in that space; the probes stay there, and it is no visit (base-128)."""
    g = eve(
        "oumuamua",
        P1=dict(probes=[[3, 5]], missions={"base-128": THREE_FREE}),
        P2=dict(techs=["probe-1"], probes=[[3, 5], [3, 5]]),
    )
    before = snap(g)
    settle_down(do(g, "analyze", "trace left analysis"))
    assert changes(before, g) == {"energy": -1, "top": -6, "vp": 5, "publicity": 1}
    before = snap(g)
    do(g, "end")
    assert changes(before, g) == {"publicity": 1, "hand": 2}
    assert changes(before, g, "P2") == {"publicity": 2, "hand": 1}
    assert probes(g) == [[3, 5]] == [tile_space(g)] and probes(g, "P2") == [[3, 5], [3, 5]]
    assert mission_spaces(g, "base-128") == THREE_FREE
    assert "orbit oumuamua" in legal(g)  # P2 stands at a planet


def test_OUM_02_capsules_too_and_nobody_beside_it():
    """OUM-02, MAS-08: a capsule there counts; probes of the neighbouring spaces do not; the track ends at 10."""
    at = dict(
        P1=dict(probes=[[3, 4], [3, 6]], techs=["probe-1"], publicity=4),
        P2=dict(capsules={"sample-vp": [3, 5]}, publicity=9),
        other=found("mascamites"),
    )
    g = eve("oumuamua", **at)
    before = snap(g)
    discover(g)
    assert changes(before, g)["publicity"] == 1 and changes(before, g, "P2") == {"publicity": 1, "hand": 1}
    at["P2"]["publicity"] = 10
    g = discover(eve("oumuamua", **at))
    assert seat(g, "P2")["publicity"] == 10 and "orbit oumuamua" not in legal(g)


@pytest.mark.parametrize("side, points", [("left", 5), ("right", 3)])
def test_OUM_03_three_data_in_the_slot(side, points):
    """OUM-03, OUM-01: before the discovery there is no tile; then three data lie in its slot, nothing else changes."""
    g = eve("oumuamua", side, holders="P2 neutral", other="anomalies", P1=dict(probes=[[3, 5]]))
    assert "oumuamua" not in g.to_json()["stars"] and "oumuamua" not in g.to_json()["planets"]
    illegal(g, "orbit oumuamua", "land oumuamua")
    before = snap(g)
    discover(g, side)
    assert on_tile(g) == ". . ." and covered(g, "oumuamua") == [[], [], []] and first_orbit(g, "oumuamua") is None
    assert changes(before, g) == {"energy": -1, "top": -6, "vp": points, "publicity": 2, "hand": 1}
    assert changes(before, g, "P2") == {"hand": 1}
    assert len(alien_deck(g, side)) == 7 and face_up(g, side) is not None  # ten, two dealt, one turned up
    assert all(board(g, kind, side) == [None, None, None, None, []] for kind in KINDS)


def test_OUM_03_exofossils_are_unlimited():
    """OUM-03: the 17 in the box do not limit what players hold."""
    g = alien("oumuamua", P1=dict(probes=[[3, 5]], exofossils=11), P2=dict(exofossils=6))
    before = snap(g)
    settle_down(do(g, "land oumuamua/3"))
    assert changes(before, g)["exofossils"] == 2 and seat(g, "P1")["exofossils"] == 13


# ---------------------------------------------------------------- a planet


def test_OUM_04_every_visit_gives_publicity():
    """OUM-04: each step onto the tile gives 1 publicity; standing there or leaving gives none."""
    g = alien("oumuamua", P1=dict(probes=[[2, 5]]))
    before = snap(g)
    for line, publicity in (("move 2.5-3.5", 1), ("move 3.5-3.4", 1), ("move 3.4-3.5", 2), ("move 3.5-3.6", 2)):
        do(g, line)
        assert changes(before, g).get("publicity") == publicity


def test_OUM_04_cards_that_speak_of_planets():
    """OUM-04: it is any planet (base-025, once in the turn) and covers base-128; no comet, no Jupiter."""
    g = alien(
        "oumuamua",
        P1=dict(probes=[[2, 5]], hand=["base-025"], energy=2, missions={"base-128": THREE_FREE, "base-001": [False, False]}),
    )
    before = snap(g)
    do(g, "play base-025", "step 2.5-3.5")
    assert choices(g) == {"cover base-128/1", "cover base-128/2", "cover base-128/3", "skip"}
    do(g, "cover base-128/2", "step 3.5-3.6", "step 3.6-3.5", "skip", "step 3.5-3.4")
    assert changes(before, g) == {"credits": -2, "hand": -1, "vp": 1, "publicity": 2, "data": 1}
    assert mission_spaces(g, "base-001") == [False, False]


@pytest.mark.parametrize(
    "techs, orbiter, energy", [([], None, 3), ([], "P1", 2), ([], "P2", 2), (["probe-3"], None, 2), (["probe-3"], "P2", 1)]
)
def test_OUM_04_costs_of_orbit_and_landing(techs, orbiter, energy):
    """OUM-04: 1 credit and 1 energy to orbit; 3 energy to land, 1 less with any orbiter there and with probe-3."""
    planets = {"oumuamua": {"first_orbit": orbiter, "orbiters": {orbiter: 1}}} if orbiter else {}
    at = dict(planets=planets, cards=["oumuamua-01"], up="oumuamua-02")
    g = alien("oumuamua", P1=dict(probes=[[3, 5]], techs=techs, credits=1, energy=energy), **at)
    before = snap(g)
    orbited = branch(g, "orbit oumuamua", *([] if orbiter else ["take deck"]), "signal 61-virginis")
    assert changes(before, orbited)["credits"] == changes(before, orbited)["energy"] == -1
    do(g, "land oumuamua/1")
    assert changes(before, g)["energy"] == -energy and "credits" not in changes(before, g)
    poor = alien("oumuamua", P1=dict(probes=[[3, 5]], techs=techs, credits=0, energy=energy - 1), **at)
    assert not offers(poor, "land") and "orbit oumuamua" not in legal(poor)


def test_OUM_04_no_moons():
    """OUM-04: with probe-4, and with a card that allows moons (base-012), there is only the planet itself."""
    g = alien("oumuamua", P1=dict(probes=[[3, 5]], techs=["probe-4"], hand=["base-012"]))
    only = {"oumuamua/1", "oumuamua/2", "oumuamua/3"}
    assert offers(g, "land") == only
    do(g, "play base-012")
    assert choices(g) == {f"land {place}" for place in only}


def test_OUM_04_orbit_and_landing_are_events():
    """OUM-04: they are watched for like those at other planets (base-082, base-117)."""
    at = dict(missions={"base-082": [False, False]}, probes=[[3, 5]])
    g = alien("oumuamua", P1=at, planets={"oumuamua": {"first_orbit": "P2", "orbiters": {"P2": 1}}})
    before = snap(g)
    for lines in (["land oumuamua/1", "cover base-082/2"], ["orbit oumuamua", "signal 61-virginis", "cover base-082/1"]):
        assert changes(before, branch(g, *lines))["publicity"] == 2
    g = alien("oumuamua", P1=dict(missions={"base-117": [False, False]}, probes=[[3, 5]]))
    do(g, "land oumuamua/2", "cover base-117/1")
    assert probes(g) == [[1, 5]]


@pytest.mark.parametrize("take, card", [("take deck", "oumuamua-04"), ("take oumuamua-07", "oumuamua-07")])
@pytest.mark.parametrize("signal, points", [("signal oumuamua", 1), ("signal 61-virginis", 0)])
def test_OUM_05_the_first_orbit(take, card, signal, points):
    """OUM-05: 10 points, 1 exofossil, a signal and a species card, but not the 3 points of other planets."""
    g = alien("oumuamua", P1=dict(probes=[[3, 5]]), cards=["oumuamua-04", "oumuamua-01"], up="oumuamua-07")
    before = snap(g)
    do(g, "orbit oumuamua")
    assert choices(g) == {"take deck", "take oumuamua-07"}
    do(g, take)
    go_on(g)
    assert choices(g) == {"signal oumuamua", "signal 61-virginis"}
    settle_down(do(g, signal))
    assert "end" in legal(g) and hand(g) == [card]
    assert changes(before, g) == {
        "credits": -1,
        "energy": -1,
        "vp": 10 + points,
        "exofossils": 1,
        "data": 1,
        "hand": 1,
        "probes": -1,
    }
    assert orbiters(g, "oumuamua") == 1 and first_orbit(g, "oumuamua") == "P1"
    assert face_up(g) == ("oumuamua-04" if take == "take oumuamua-07" else "oumuamua-07")


def test_OUM_05_later_orbits():
    """OUM-05: the second orbiter brings 10 points, 1 exofossil and the signal, no card and no 3 points."""
    g = alien("oumuamua", P1=dict(probes=[[3, 5]]), planets={"oumuamua": {"first_orbit": "P2", "orbiters": {"P2": 1}}})
    before = snap(g)
    settle_down(do(g, "orbit oumuamua", "signal 61-virginis"))
    assert changes(before, g) == {"credits": -1, "energy": -1, "vp": 10, "exofossils": 1, "data": 1, "probes": -1}
    assert first_orbit(g, "oumuamua") == "P2"
    none = alien("oumuamua", P1=dict(probes=[[3, 5]]), slot=dict(deck=[], face_up=None))  # SPG-16: no card is left
    do(none, "orbit oumuamua", "signal 61-virginis")
    assert hand(none) == [] and seat(none, "P1")["vp"] == 10


@pytest.mark.parametrize("place, data", [(1, 3), (2, 2), (3, 1)])
def test_OUM_06_landing_and_its_three_spaces(place, data):
    """OUM-06: 9 points, 2 exofossils, no trace; the first three landers choose among the free 3, 2 and 1 data."""
    g = alien("oumuamua", P1=dict(probes=[[3, 5]]))
    assert offers(g, "land") == {"oumuamua/1", "oumuamua/2", "oumuamua/3"}
    before = snap(g)
    do(g, f"land oumuamua/{place}")
    settle_down(g)
    assert "end" in legal(g) and landers(g, "oumuamua") == 1
    assert changes(before, g) == {"energy": -3, "vp": 9, "exofossils": 2, "data": data, "probes": -1}
    assert covered(g, "oumuamua") == [["P1"] if k == place else [] for k in (1, 2, 3)]
    assert {kind: g.to_json()["species"]["left"]["overflow"].get(kind) for kind in KINDS} == dict.fromkeys(KINDS)


@pytest.mark.parametrize(
    "holders, lines, data",
    [
        ([["P2"], [], []], {"oumuamua/2", "oumuamua/3"}, 1),
        ([["P2"], [], ["P1"]], {"oumuamua"}, 2),
        ([["P2"], ["P2"], ["P1"]], {"oumuamua"}, 0),
    ],
)
def test_OUM_06_spaces_that_are_covered(holders, lines, data):
    """OUM-06: covered spaces are not to be had; with one free it is that one; the fourth lander gets none."""
    count = {name: sum(row.count(name) for row in holders) for name in ("P1", "P2")}
    g = alien("oumuamua", P1=dict(probes=[[3, 5]]), planets={"oumuamua": {"landers": count, "data": holders}})
    assert offers(g, "land") == lines
    before = snap(g)
    settle_down(do(g, f"land {max(lines)}"))
    bonus = {"data": data} if data else {}
    assert changes(before, g) == {"energy": -3, "vp": 9, "exofossils": 2, "probes": -1, **bonus}


@pytest.mark.parametrize("place, data", [(1, 3), (2, 2), (3, 1)])
def test_OUM_06_a_covered_space_again(place, data):
    """OUM-06, base-016: that card's landing may use a space that is covered, of 'Oumuamua too."""
    holders = [["P2"], ["P2"], ["P1"]]
    g = alien(
        "oumuamua",
        P1=dict(hand=["base-016"], probes=[[3, 5]]),
        planets={"oumuamua": {"landers": {"P1": 1, "P2": 2}, "data": holders}},
    )
    before = snap(g)
    do(g, "play base-016", f"land oumuamua/{place}")
    settle_down(g)
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 9, "exofossils": 2, "data": data, "probes": -1}
    assert sorted(covered(g, "oumuamua")[place - 1]) == sorted([*holders[place - 1], "P1"])


def test_OUM_06_a_lander_removed_frees_its_space():
    """OUM-06, R9.10: base-084 takes P1's lander off the 3 data for a trace; the next lander may have them again."""
    g = alien(
        "oumuamua",
        P1=dict(hand=["base-084"], probes=[[3, 5]]),
        passed=["P2"],
        planets={"oumuamua": {"landers": {"P1": 1, "P2": 1}, "data": [["P1"], ["P2"], []]}},
    )
    do(g, "play base-084", "trace left lander overflow")
    assert landers(g, "oumuamua") == 0 and covered(g, "oumuamua") == [[], ["P2"], []]
    do(g, "end")
    assert offers(g, "land") == {"oumuamua/1", "oumuamua/3"}


def test_OUM_07_any_number_of_orbiters_and_landers():
    """OUM-07: after seven orbiters and eight landers there is room for more."""
    planets = {
        "oumuamua": {
            "first_orbit": "P2",
            "orbiters": {"P1": 3, "P2": 4},
            "landers": {"P1": 5, "P2": 3},
            "data": [["P1"], ["P2"], ["P1"]],
        }
    }
    g = alien("oumuamua", P1=dict(probes=[[3, 5]]), planets=planets)
    before = snap(g)
    landed = settle_down(branch(g, "land oumuamua"))
    assert changes(before, landed)["exofossils"] == 2 and landers(landed, "oumuamua") == 6
    do(g, "orbit oumuamua", "signal 61-virginis")
    assert orbiters(g, "oumuamua") == 4 and changes(before, g)["exofossils"] == 1


@pytest.mark.parametrize(
    "card, orbits, lands, gain",
    [
        ("base-111", 2, 0, {"data": 2}),
        ("base-031", 0, 3, {"credits": 1}),
        ("base-112", 1, 1, {"vp": 3, "data": 1}),
        ("base-132", 2, 3, {"vp": 3, "credits": 1}),
    ],
)
def test_OUM_07_they_count_for_missions(card, orbits, lands, gain):
    """OUM-07: as orbiters, landers, both at one planet and craft; with one less the mission cannot be completed."""

    def at(orbiting, landed):
        table = {
            "first_orbit": "P2",
            "orbiters": {"P1": orbiting, "P2": 1},
            "landers": {"P1": landed, "P2": 3},
            "data": [["P2"], ["P2"], ["P2"]],
        }
        return alien("oumuamua", P1=dict(missions={card: []}), planets={"oumuamua": table})

    g = at(orbits, lands)
    before = snap(g)
    do(g, f"mission {card}")
    assert changes(before, g) == {"missions": -1, "completed": 1, **gain}
    for orbiting, landed in ((orbits - 1, lands), (orbits, lands - 1)):
        if min(orbiting, landed) >= 0:
            assert f"mission {card}" not in legal(at(orbiting, landed))


@pytest.mark.parametrize("orbits, lands, expected", [(1, 0, 8), (0, 1, 8), (1, 1, 16), (0, 0, 0)])
def test_OUM_07_they_count_for_the_gold_tile(orbits, lands, expected):
    """OUM-07: other b counts the smaller of wins and craft, here two wins."""
    g = finale(
        stars={"procyon": {"wins": ["P1", "P1"]}},
        gold={"other": {"side": "b", "markers": ["P1"]}},
        species={"left": found("oumuamua"), "right": hidden("mascamites")},
        planets={"oumuamua": {"orbiters": {"P1": orbits}, "landers": {"P1": lands}}},
    )
    assert last_pass(g) == {"P1": expected, "P2": 0}


def test_oumuamua_a_push_into_the_gap_and_onto_the_tile():
    """OUM-01, GEO-47: whatever turns, a pushed probe never comes onto the tile, for it moves with its neighbours."""
    for turning in ("disc-1", "disc-2", "disc-3"):
        for sector in range(8):
            for ring in (1, 2, 3, 4):
                g = alien("oumuamua", discs={"turns": [0, 0, 0], "next": turning}, P1=dict(probes=[[ring, sector]]))
                stood = [ring, sector] == tile_space(g)
                do(g, "pass")
                assert (probes(g) == [tile_space(g)]) == stood
