"""The table of single cards (R21), cards 051 to 100, and the missions "at a planet"."""

import pytest

from .bench import (
    bench,
    branch,
    changes,
    choices,
    discard,
    do,
    go_on,
    hand,
    illegal,
    landers,
    legal,
    moon,
    offers,
    probes,
    row,
    seat,
    settle_down,
    signals,
    snap,
    star,
    traces,
    turns,
)
from .more_bench import computer, end_scan, finale, gains, last_pass, mission_spaces, tile, tops

THREE_FREE = [False, False, False]
NO_STEP = {"trace left lander", "trace right lander", "trace left lander overflow", "trace right lander overflow"}


# ---------------------------------------------------------------- scans that count colours


def test_R21_base_052_red_signals_of_the_scan():
    """R21 base-052: 2 points for each red signal, that of telescope-3 included, that of base-101 not."""
    g = bench(P1=dict(hand=["base-052", "base-040"], techs=["telescope-3"], missions={"base-101": THREE_FREE}))
    before = snap(g)
    do(
        g,
        "play base-052",
        "step row",
        "discard base-110",
        "signal barnards-star",
        "step telescope-3",
        "discard base-040",
        "signal proxima-centauri",
        "step earth",
    )
    end_scan(g)
    assert legal(g) == {"cover base-101/1", "cover base-101/2", "cover base-101/3", "skip"}
    do(g, "cover base-101/2", "signal proxima-centauri")
    settle_down(g)
    assert "end" in legal(g) and signals(g) == {"61-virginis": 1, "barnards-star": 1, "proxima-centauri": 2}
    assert changes(before, g) == {"credits": -2, "hand": -2, "data": 4, "vp": 2 * 2 + 2}  # 2: a second space
    assert mission_spaces(g, "base-101") == [False, True, False]


def test_R21_base_053_yellow_signals_of_the_scan():
    """R21 base-053: 2 points for each yellow signal: the Earth step at 61-virginis and a yellow row card."""
    g = bench(P1=dict(hand=["base-053"], missions={"base-101": THREE_FREE}))
    before = snap(g)
    do(g, "play base-053", "step earth", "step row", "discard base-130", "signal kepler-22")
    end_scan(g)
    do(g, "cover base-101/1", "signal kepler-22")
    settle_down(g)
    assert "end" in legal(g) and signals(g) == {"61-virginis": 1, "kepler-22": 2}
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 3, "vp": 2 * 2 + 2}


def test_R21_base_054_blue_signals_of_the_scan():
    """R21 base-054: 2 points for each blue signal: those of telescope-2 (for 1 publicity) and telescope-3."""
    g = bench(P1=dict(hand=["base-054", "base-002"], techs=["telescope-2", "telescope-3"], missions={"base-101": THREE_FREE}))
    before = snap(g)
    do(
        g,
        "play base-054",
        "step earth",
        "step telescope-2",
        "step telescope-3",
        "discard base-002",
        "signal procyon",
        "step row",
        "discard base-110",
        "signal barnards-star",
    )
    end_scan(g)
    do(g, "cover base-101/3", "signal procyon")
    settle_down(g)
    assert "end" in legal(g)
    assert signals(g) == {"61-virginis": 1, "sirius-a": 1, "procyon": 2, "barnards-star": 1}
    assert changes(before, g) == {"credits": -2, "hand": -2, "data": 5, "publicity": -1, "vp": 2 * 2 + 2}


def test_R21_base_052_nothing_red():
    """R21 base-052: without a red signal the card pays no points; the scan costs nothing more."""
    g = bench(P1=dict(hand=["base-052"], energy=0))
    before = snap(g)
    do(g, "play base-052", "step earth", "step row", "discard base-130", "signal kepler-22")
    end_scan(g)
    settle_down(g)
    assert "end" in legal(g) and changes(before, g) == {"credits": -2, "hand": -1, "data": 2}


# ---------------------------------------------------------------- at a planet


@pytest.mark.parametrize(
    "card, where, reward",
    [
        ("base-006", "europa", {"vp": 7, "publicity": 1}),
        ("base-008", "titan", {"vp": 6, "publicity": 1}),
        ("base-034", "phobos-deimos", {"vp": 4}),
        ("base-035", "io", {"vp": 4}),
        ("base-036", "enceladus", {"vp": 4}),
        ("base-058", "titania", {"vp": 3, "hand": 1}),
        ("base-060", "triton", {"vp": 4, "data": 1}),
    ],
)
def test_R21_base_058_060_at_a_planet_includes_its_moons(card, where, reward):
    """R21 base-058, base-060 and the like, R9.8: a lander on a moon is at its planet; another's is not one's own."""
    g = bench(P1=dict(missions={card: []}), moons={where: ["P1"]}, top=["base-001"])
    before = snap(g)
    do(g, f"mission {card}")
    assert changes(before, g) == {"missions": -1, "completed": 1, **reward}
    illegal(bench(P1=dict(missions={card: []}), moons={where: ["P2"]}), f"mission {card}")
    elsewhere = "titan" if where != "titan" else "europa"
    if card != "base-036":
        illegal(bench(P1=dict(missions={card: []}), moons={elsewhere: ["P1"]}), f"mission {card}")


@pytest.mark.parametrize(
    "card, planet, reward",
    [
        ("base-005", "venus", {"vp": 7, "publicity": 1}),
        ("base-007", "mercury", {"vp": 7, "publicity": 1}),
        ("base-032", "mercury", {"vp": 4}),
        ("base-033", "venus", {"vp": 4}),
        ("base-058", "uranus", {"vp": 3, "hand": 1}),
        ("base-060", "neptune", {"vp": 4, "data": 1}),
    ],
)
@pytest.mark.parametrize("craft", ["orbiter", "lander"])
def test_R21_base_058_060_orbiter_or_lander(card, planet, reward, craft):
    """R21 base-058, base-060 and the like: an orbiter does, and so does a lander on the planet."""
    there = {"first_orbit": "P1", "orbiters": {"P1": 1}} if craft == "orbiter" else {"landers": {"P1": 1}, "data": [["P1"]]}
    g = bench(P1=dict(missions={card: []}), planets={planet: there}, top=["base-001"])
    before = snap(g)
    do(g, f"mission {card}")
    assert changes(before, g) == {"missions": -1, "completed": 1, **reward}


@pytest.mark.parametrize("moon_of, done", [("titan", True), ("enceladus", True), ("europa", False)])
def test_R21_base_112_an_orbiter_and_a_lander_at_one_planet(moon_of, done):
    """R21 base-112: a lander on a moon goes with an orbiter of its planet, not with one elsewhere."""
    g = bench(
        P1=dict(missions={"base-112": []}),
        moons={moon_of: ["P1"]},
        planets={"saturn": {"first_orbit": "P1", "orbiters": {"P1": 1}}},
    )
    before = snap(g)
    if not done:
        illegal(g, "mission base-112")
        return
    do(g, "mission base-112")
    assert changes(before, g) == {"vp": 3, "data": 1, "missions": -1, "completed": 1}


def test_R21_base_010_both_outer_planets():
    """R21 base-010: craft at Neptune and at Uranus, moons included; one of them is not enough."""
    illegal(bench(P1=dict(missions={"base-010": []}), moons={"triton": ["P1"]}), "mission base-010")
    g = bench(
        P1=dict(missions={"base-010": []}),
        moons={"triton": ["P1"]},
        planets={"uranus": {"first_orbit": "P1", "orbiters": {"P1": 1}}},
    )
    before = snap(g)
    do(g, "mission base-010", "take deck")
    assert changes(before, g) == {"vp": 5, "hand": 1, "missions": -1, "completed": 1}


def test_R21_base_012_014_end_game_cards_count_moons():
    """R21 base-012, base-014: orbiters, landers and landers on moons of Jupiter and of Mars each count."""
    g = finale(
        P1=dict(endgame=["base-012", "base-014"]),
        moons={"io": ["P1"], "phobos-deimos": ["P1"]},
        planets={
            "jupiter": {"first_orbit": "P1", "orbiters": {"P1": 2}, "landers": {"P2": 1}, "data": [["P2"]]},
            "mars": {"landers": {"P1": 1}, "data": [[], ["P1"]]},
        },
    )
    assert last_pass(g) == {"P1": 3 * 3 + 4 * 2, "P2": 0}


def test_R21_base_031_and_132_with_and_without_moons():
    """R21: base-031 excludes landers on moons, base-132 includes them."""
    planets = {"mars": {"landers": {"P1": 2}, "data": [["P1"], ["P1"]]}, "venus": {"first_orbit": "P1", "orbiters": {"P1": 1}}}
    g = bench(P1=dict(missions={"base-031": [], "base-132": []}), planets=planets, moons={"io": ["P1"]})
    assert offers(g, "mission") == set()  # 2 landers off moons; 4 craft
    g = bench(P1=dict(missions={"base-031": [], "base-132": []}), planets=planets, moons={"io": ["P1"], "titan": ["P1"]})
    assert offers(g, "mission") == {"base-132"}  # 5 craft


# ---------------------------------------------------------------- research cards


@pytest.mark.parametrize(
    "tech, owned_before, points",
    [
        ("telescope-3", ["telescope-2", "probe-1"], 2 * 2),
        ("probe-2", ["telescope-2", "probe-1", "probe-4"], 2 * 3),
        ("telescope-1", [], 2),
    ],
)
def test_R21_base_071_points_for_the_kind_taken(tech, owned_before, points):
    """R21 base-071: after taking, 2 points for each tech of the taken kind, the new one included."""
    g = bench(P1=dict(hand=["base-071"], techs=owned_before), techs=tops("energy"))
    before = snap(g)
    settle_down(do(g, "play base-071", f"tech {tech}"))
    data = {"data": 2} if tech == "telescope-1" else {}
    assert "end" in legal(g)
    assert gains(before, g) == {"credits": -3, "hand": -1, "vp": 2 + points, "energy": 1, **data}
    assert turns(g) == ([1, 0, 0], "disc-2")


def test_R21_base_071_computer_techs():
    """R21 base-071: computer techs count wherever they lie."""
    g = bench(P1=dict(hand=["base-071"], **computer(tiles={"3": "computer-1"}, techs=["probe-1"])), techs=tops("energy"))
    before = snap(g)
    settle_down(do(g, "play base-071", "tech computer-2", "column 6"))
    assert gains(before, g) == {"credits": -3, "hand": -1, "vp": 2 + 2 * 2, "energy": 1}


@pytest.mark.parametrize("owner, publicity", [("P2", {"publicity": 2}), (None, {})])
def test_R21_base_072_a_tech_known_to_others(owner, publicity):
    """R21 base-072: 2 publicity if someone else owned that tech before, else none."""
    seats = {owner: dict(techs=["probe-3"])} if owner else {"P2": dict(techs=["probe-4"])}
    g = bench(P1=dict(hand=["base-072"]), seats=seats, techs=tile("probe-3", "energy", two_points=owner is None))
    before = snap(g)
    settle_down(do(g, "play base-072", "tech probe-3"))
    points = {} if owner else {"vp": 2}
    assert gains(before, g) == {"credits": -3, "hand": -1, "energy": 1, **points, **publicity}


def test_R21_base_126_choose_a_kind():
    """R21 base-126: the first branch takes a probe tech, the second a telescope tech; one rotation either way."""
    g = bench(P1=dict(hand=["base-126"]), techs=tops("energy"))
    before = snap(g)
    do(g, "play base-126")
    assert choices(g) == {"choose 1", "choose 2"} and turns(g) == ([0, 0, 0], "disc-1")
    for line, kind in (("choose 1", "probe"), ("choose 2", "telescope")):
        game = branch(g, line)
        go_on(game)
        assert choices(game) == {f"tech {kind}-{number}" for number in (1, 2, 3, 4)}
        assert turns(game) == ([1, 0, 0], "disc-2")
        settle_down(do(game, f"tech {kind}-4"))
        assert "end" in legal(game) and turns(game) == ([1, 0, 0], "disc-2")
        assert gains(before, game) == {"credits": -3, "hand": -1, "vp": 2, "energy": 1, "endgame": 1}


# ---------------------------------------------------------------- the row's corners, traces


def test_R21_base_073_all_corners_of_the_row():
    """R21 base-073: the row is discarded, its corners are gained in any order, it is refilled; no hand discards."""
    g = bench(
        P1=dict(hand=["base-073"], probes=[[2, 5]], missions={"base-138": THREE_FREE}), top=["base-001", "base-003", "base-004"]
    )
    before = snap(g)
    do(g, "play base-073")
    go_on(g)
    assert choices(g) == {"discard base-105", "discard base-110", "discard base-130"}
    do(g, "discard base-105", "step 2.5-3.5", "discard base-130")
    settle_down(g)  # the third corner is gained unasked
    assert "end" in legal(g) and mission_spaces(g, "base-138") == THREE_FREE
    assert changes(before, g) == {"credits": -1, "hand": -1, "publicity": 1, "data": 1} and probes(g) == [[3, 5]]
    assert row(g) == ["base-001", "base-003", "base-004"]
    assert discard(g) == ["base-073", "base-105", "base-110", "base-130"]


@pytest.mark.parametrize(
    "line, counted",
    [("trace right signal", 3), ("trace left signal overflow", 3), ("trace right analysis", 1), ("trace right lander", 2)],
)
def test_R21_base_075_traces_of_the_kind_marked(line, counted):
    """R21 base-075: 1 point for each own trace of the kind just marked, the new one included."""
    g = bench(
        P1=dict(hand=["base-075"]),
        species={
            "left": {"spaces": {"signal": "P1", "analysis": "P2"}, "overflow": {"lander": {"P1": 1, "P2": 3}}},
            "right": {"overflow": {"signal": {"P1": 1}}},
        },
    )
    before = snap(g)
    settle_down(do(g, "play base-075", line))
    publicity = {} if line.endswith("overflow") else {"publicity": 1}
    assert "end" in legal(g)
    assert changes(before, g) == {"credits": -2, "hand": -1, "vp": 3 + counted, **publicity}


def test_R21_base_084_a_lander_for_a_trace():
    """R21 base-084, R9.10: P1 chooses a lander, on a moon too; its place is free again and a lander trace is marked."""
    g = bench(
        P1=dict(hand=["base-084"], techs=["probe-4"], probes=[[3, 3]]),
        passed=["P2"],
        moons={"ganymede": ["P1"]},
        planets={"venus": {"landers": {"P1": 2, "P2": 1}, "data": [["P1"]]}},
    )
    before = snap(g)
    do(g, "play base-084")
    assert choices(g) == {"remove ganymede", "remove venus", "remove venus/1"}
    for line, data in (("remove venus", [["P1"]]), ("remove venus/1", [[]])):
        game = do(branch(g, line), "trace left lander overflow")
        assert landers(game, "venus") == 1 and moon(game, "ganymede") == ["P1"]
        assert game.to_json()["planets"]["venus"]["data"] == data
    do(g, "remove ganymede")
    go_on(g)
    assert choices(g) == NO_STEP
    do(g, "trace left lander overflow")
    go_on(g)
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 3} and moon(g, "ganymede") == []
    do(g, "end")
    before = snap(g)
    settle_down(do(g, "land ganymede"))  # the moon can be had again
    assert changes(before, g) == {"energy": -3, "probes": -1, "vp": 12, "publicity": 5}


def test_R21_base_084_frees_the_data_space():
    """R21 base-084, R9.10: the lander taken off Venus's data space leaves it to the next one, who gains its data."""
    g = bench(
        P1=dict(hand=["base-084"], probes=[[1, 3]]), passed=["P2"], planets={"venus": {"landers": {"P1": 1}, "data": [["P1"]]}}
    )
    do(g, "play base-084", "trace left lander overflow", "end")
    before = snap(g)
    do(g, "land venus", "trace left lander overflow")
    go_on(g)
    assert changes(before, g) == {"energy": -3, "probes": -1, "data": 2, "vp": 5 + 3}


def test_R21_base_084_without_a_lander():
    """R21 base-084: without an own lander no trace is marked; orbiters do not do."""
    g = bench(P1=dict(hand=["base-084"]), moons={"io": ["P2"]}, planets={"mars": {"first_orbit": "P1", "orbiters": {"P1": 1}}})
    before = snap(g)
    settle_down(do(g, "play base-084"))
    assert "end" in legal(g) and changes(before, g) == {"credits": -1, "hand": -1} and traces(g) == {}


def test_R21_base_084_the_only_lander():
    """R21 base-084: the only lander is removed without asking; it cannot be kept."""
    g = bench(P1=dict(hand=["base-084"]), moons={"io": ["P1"]})
    do(g, "play base-084")
    go_on(g)
    assert choices(g) == NO_STEP and moon(g, "io") == []


def test_R21_base_088_before_the_settlement():
    """R21 base-088, R10.14: P1's signal in a sector that P1 loses as third counts before it is settled, not after."""
    g = bench(
        players=3,
        P1=dict(hand=["base-043"], missions={"base-088": []}),
        stars={
            "kepler-22": {"slot": "P1 . . . ."},
            "sirius-a": {"slot": "P1 . . . . ."},
            "procyon": {"slot": "P1 . . . ."},
            "beta-pictoris": {"slot": "P2 P2 P3 P3 ."},
        },
    )
    illegal(g, "mission base-088")
    do(g, "play base-043")
    go_on(g)
    before = snap(g)
    early = do(branch(g), "mission base-088")
    assert changes(before, early) == {"publicity": 2, "missions": -1, "completed": 1}
    do(g, "settle beta-pictoris", "trace left signal overflow")
    assert g.to_move == "P1" and star(g, "beta-pictoris") == "P2 . . . ."
    illegal(g, "mission base-088")


def test_R21_base_088_two_signals_in_one_sector():
    """R21 base-088: both signals go to one sector with an own probe, chosen where there are two."""
    g = bench(P1=dict(hand=["base-088"], techs=["probe-1"], probes=[[2, 5], [2, 2]]))
    before = snap(g)
    do(g, "play base-088")
    assert offers(g, "signal") == {"61-virginis", "barnards-star"}
    settle_down(do(g, "signal barnards-star"))
    assert star(g, "barnards-star") == "P1 P1 . . ." and signals(g) == {"barnards-star": 2}
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 2, "vp": 2, "missions": 1}


def test_R21_base_089_an_empty_hand():
    """R21 base-089: only where no card can be drawn is the mission done at once; one card in hand forbids it."""
    g = bench(P1=dict(hand=["base-089"]), deck=[], discard=[])
    settle_down(do(g, "play base-089"))
    assert hand(g) == []
    before = snap(g)
    do(g, "mission base-089")
    assert offers(g, "take") == {"base-110", "base-130", "base-105"}
    do(g, "take base-130")
    assert changes(before, g) == {"hand": 1, "missions": -1, "completed": 1}
    illegal(bench(P1=dict(missions={"base-089": []}, hand=["base-001"])), "mission base-089")


# ---------------------------------------------------------------- cards that tuck themselves


@pytest.mark.parametrize(
    "card, tucked, counted, income",
    [
        ("base-091", ["base-041", "base-043", "base-064"], {"energy": 2}, {"energy": 1}),
        ("base-092", ["base-039", "base-042", "base-041"], {"publicity": 2 + 2}, {"hand": 1}),
        ("base-093", ["base-064", "base-035", "base-039"], {"vp": 3 * 2}, {"credits": 1}),
        ("base-091", [], {}, {"energy": 1}),
        ("base-092", [], {"publicity": 2}, {"hand": 1}),
        ("base-093", [], {}, {"credits": 1}),
    ],
)
def test_R21_base_091_092_093_count_first(card, tucked, counted, income):
    """R21 base-091 to base-093: what is tucked is counted first; then the card itself may be tucked for its income."""
    g = bench(P1=dict(hand=[card], tucked=tucked), top=["base-001"])
    before = snap(g)
    go_on(do(g, f"play {card}"))
    assert choices(g) == {f"tuck {card}", "skip"}
    assert changes(before, g) == {"credits": -3, "hand": -1, **counted}
    declined = settle_down(branch(g, "skip"))
    assert changes(before, declined) == {"credits": -3, "hand": -1, **counted} and discard(declined) == [card]
    do(g, f"tuck {card}")
    settle_down(g)
    expected = {"credits": -3, "hand": -1, "tucked": 1, **counted}
    for key, n in income.items():
        expected[key] = expected.get(key, 0) + n
    assert changes(before, g) == {key: n for key, n in expected.items() if n}
    assert card in seat(g, "P1")["tucked"] and discard(g) == [] and "end" in legal(g)
