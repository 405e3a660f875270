"""OUM-16 to OUM-22 and the ten cards of 'Oumuamua: effect, mission, corner, sector, income of each."""

import pytest

from .bench import (
    KINDS,
    branch,
    changes,
    choices,
    do,
    go_on,
    illegal,
    landers,
    legal,
    offers,
    probes,
    seat,
    settle_down,
    signals,
    snap,
    star,
    turns,
)
from .more_bench import end_scan, finale, in_play, last_pass, mission_spaces, owned, tile
from .species_bench import STARS, alien, corner_gain, found, gone, hidden, income_gain, sector_stars, spaces_of

THREE_FREE = [False, False, False]
PRINTED = {  # cost, corner, sector, income
    "oumuamua-01": (2, {"publicity": 2}, "blue", "hand"),
    "oumuamua-02": (2, {"vp": 1, "move": 1}, "red", "energy"),
    "oumuamua-03": (1, {"publicity": 2}, "yellow", "energy"),
    "oumuamua-04": (3, {"vp": 1, "move": 1}, "yellow", "credits"),
    "oumuamua-05": (1, {"vp": 1, "data": 1}, "blue", "credits"),
    "oumuamua-06": (1, {"publicity": 2}, "red", "energy"),
    "oumuamua-07": (2, {"vp": 1, "data": 1}, "yellow", "credits"),
    "oumuamua-08": (2, {"vp": 1, "move": 1}, "blue", "hand"),
    "oumuamua-09": (1, {"vp": 1, "move": 1}, "red", "energy"),
    "oumuamua-10": (1, {"vp": 1, "data": 1}, "black", "hand"),
}


@pytest.mark.parametrize("card", PRINTED)
def test_oumuamua_cards_as_printed(card):
    """Cost in credits, both gains of the corner, the colour of the signal, the income at once and every round."""
    cost, corner, sector, income = PRINTED[card]
    assert corner_gain("oumuamua", card) == corner
    assert sector_stars("oumuamua", card) == STARS[sector] | ({"oumuamua"} if sector == "yellow" else set())
    assert income_gain("oumuamua", card) == ({income: 1}, {income: 1})
    g = alien("oumuamua", P1=dict(hand=[card], credits=cost, energy=0))
    before = snap(g)
    paid = branch(g, f"play {card}")
    assert changes(before, paid)["credits"] == -cost and "energy" not in changes(before, paid)
    illegal(alien("oumuamua", P1=dict(hand=[card], credits=cost - 1)), f"play {card}")


# ---------------------------------------------------------------- 01 and 02: scans


def scanned(card, slot, to_tile, techs=(), more=(), P1=None):
    """Plays a card with a scan: Earth's, a row card's and a hand card's signals go to the tile or elsewhere."""
    g = alien(
        "oumuamua", P1={"hand": [card, "base-001"], "techs": list(techs), **(P1 or {})}, stars={"oumuamua": {"slot": slot}}
    )
    before = snap(g)
    lines = {"earth": ["step earth"], "row": ["step row", "discard base-130"], "hand": ["step telescope-3", "discard base-001"]}
    do(g, f"play {card}")
    for step in ("earth", "row", *(["hand"] if "telescope-3" in techs else [])):
        do(g, *lines[step], "signal oumuamua" if step in to_tile else "signal 61-virginis")
    end_scan(g)
    do(g, *more)
    settle_down(g)
    assert "end" in legal(g)
    return before, g


@pytest.mark.parametrize(
    "slot, to_tile, points",
    [(". . .", "", 2), (". . .", "earth", 1 + 2), ("P2 . .", "row", 0 + 2), (". . .", "earth row", 1 + 0 + 2 * 2)],
)
def test_OUM_16_signals_of_this_scan(slot, to_tile, points):
    """OUM-16, oumuamua-01: 2 points for each signal of this scan on the tile, besides the slot's 1 and 0 points.

    With none there two signals lie on the star, whose second space pays 2.
    """
    before, g = scanned("oumuamua-01", slot, to_tile.split())
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 2, "vp": points, "missions": 1}
    assert signals(g).get("oumuamua", 0) == len(to_tile.split()) and in_play(g) == ["oumuamua-01"]


def test_OUM_16_the_signal_of_a_tech_counts():
    """OUM-16: with telescope-3 three signals go there, 1 + 0 + 2 points and 6, before the slot is settled."""
    before, g = scanned("oumuamua-01", ". . .", ["earth", "row", "hand"], ["telescope-3"])
    assert changes(before, g) == {"credits": -2, "hand": -2, "data": 3, "vp": 3 + 6, "missions": 1, "exofossils": 1}
    before, g = scanned("oumuamua-01", "P2 . .", ["earth", "row", "hand"], ["telescope-3"])
    assert changes(before, g) == {"credits": -2, "hand": -2, "data": 2, "vp": 0 + 2 + 6, "missions": 1, "exofossils": 1}


def test_OUM_16_markers_from_before_and_of_missions_do_not_count():
    """OUM-16: of three own signals on the tile one was there before, one is a mission's (base-101): 2 points."""
    before, g = scanned(
        "oumuamua-01",
        "P1 . .",
        ["earth"],
        P1=dict(missions={"base-101": THREE_FREE}),
        more=["cover base-101/1", "signal oumuamua"],
    )
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 3, "vp": 0 + 2 + 2, "missions": 1, "exofossils": 1}


@pytest.mark.parametrize("to_tile, exofossils", [("", 0), ("row", 1), ("earth row", 1)])
def test_OUM_16_one_exofossil(to_tile, exofossils):
    """OUM-16, oumuamua-02: 1 exofossil if any signal of this scan is on the tile, however many."""
    before, g = scanned("oumuamua-02", "P2 . .", to_tile.split())
    gained = changes(before, g)
    assert gained.get("exofossils", 0) - (to_tile == "earth row") == exofossils  # the slot is settled then
    assert gained["credits"] == -2 and gained["data"] == 2 and "energy" not in gained and gained["missions"] == 1


def test_OUM_16_an_old_marker_brings_no_exofossil():
    """OUM-16: an own marker on the tile from before is not of this scan."""
    before, g = scanned("oumuamua-02", "P1 . .", [])
    assert "exofossils" not in changes(before, g)


CENTAURIANS = found("centaurians", board={"signal": [None, None, None, "P1", ["P1"]]})


@pytest.mark.parametrize(
    "columns, other, met",
    [
        ({"signal": ["P1"]}, "mascamites", True),
        ({"lander": [None, None, None, None, ["P2", "P1"]]}, "mascamites", True),
        ({"analysis": [None, "P1", "P1", "P1", ["P2"]], "signal": ["P2"]}, "mascamites", False),
        ({}, CENTAURIANS, False),
    ],
)
def test_OUM_17_a_space_with_an_exofossil_cost(columns, other, met):
    """OUM-17, oumuamua-01: the bottom or the open top space; no other space, nobody else's, none that costs data."""
    g = alien("oumuamua", P1=dict(missions={"oumuamua-01": []}), slot=dict(board=columns), other=other)
    if not met:
        return illegal(g, "mission oumuamua-01")
    before = snap(g)
    do(g, "mission oumuamua-01")
    assert changes(before, g) == {"data": 1, "missions": -1, "completed": 1}


@pytest.mark.parametrize(
    "planets, met",
    [
        ({"oumuamua": {"landers": {"P1": 1}, "data": [["P1"], [], []]}}, True),
        ({"oumuamua": {"first_orbit": "P1", "orbiters": {"P1": 1}, "landers": {"P2": 1}, "data": [["P2"], [], []]}}, False),
        ({"mars": {"landers": {"P1": 2}, "data": [["P1"], ["P1"]]}}, False),
    ],
)
def test_oumuamua_02_mission(planets, met):
    """oumuamua-02: an own lander on 'Oumuamua gives 4 points; an orbiter, another's, one on Mars do not do."""
    g = alien("oumuamua", P1=dict(missions={"oumuamua-02": []}), planets=planets)
    if not met:
        return illegal(g, "mission oumuamua-02")
    before = snap(g)
    do(g, "mission oumuamua-02")
    assert changes(before, g) == {"vp": 4, "missions": -1, "completed": 1}


# ---------------------------------------------------------------- 03 and 04: signals


@pytest.mark.parametrize("where, points", [("oumuamua", 1), ("61-virginis", 0)])
def test_oumuamua_03_a_signal_at_the_tile(where, points):
    """oumuamua-03: one signal in the tile's sector, on star or tile, then it is a mission in play."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-03"]))
    before = snap(g)
    do(g, "play oumuamua-03", f"signal {where}")
    settle_down(g)
    assert signals(g) == {where: 1} and in_play(g) == ["oumuamua-03"]
    assert changes(before, g) == {"credits": -1, "hand": -1, "missions": 1, "data": 1, **({"vp": 1} if points else {})}


@pytest.mark.parametrize("exofossils", [3, 5])
def test_OUM_18_three_held_two_taken(exofossils):
    """OUM-18, oumuamua-03: three exofossils are needed, two are given up, 11 points gained."""
    g = alien("oumuamua", P1=dict(missions={"oumuamua-03": []}, exofossils=exofossils))
    before = snap(g)
    do(g, "mission oumuamua-03")
    assert changes(before, g) == {"exofossils": -2, "vp": 11, "missions": -1, "completed": 1}
    illegal(alien("oumuamua", P1=dict(missions={"oumuamua-03": []}, exofossils=2)), "mission oumuamua-03")


def test_oumuamua_04_three_colours():
    """oumuamua-04: a yellow, a red and a blue signal; the yellow one may go to the tile."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-04"]))
    before = snap(g)
    do(g, "play oumuamua-04")
    for stars, chosen in (
        (STARS["yellow"] | {"oumuamua"}, "oumuamua"),
        (STARS["red"], "barnards-star"),
        (STARS["blue"], "procyon"),
    ):
        go_on(g)
        assert offers(g, "signal") == stars
        do(g, f"signal {chosen}")
    settle_down(g)
    assert signals(g) == {"oumuamua": 1, "barnards-star": 1, "procyon": 1} and "end" in legal(g)
    assert changes(before, g) == {"credits": -3, "hand": -1, "data": 3, "vp": 1, "endgame": 1}


@pytest.mark.parametrize("exofossils", [1, 2])
def test_OUM_21_one_more_signal_for_an_exofossil(exofossils):
    """OUM-21, oumuamua-04: for 1 exofossil a signal anywhere, the tile included, once; it may be refused."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-04"], exofossils=exofossils))
    do(g, "play oumuamua-04", "signal kepler-22", "signal barnards-star", "signal procyon")
    go_on(g)
    before = snap(g)
    assert choices(g) == {"yes", "skip"}
    refused = settle_down(branch(g, "skip"))
    assert changes(before, refused) == {"endgame": 1}
    do(g, "yes")
    go_on(g)
    assert offers(g, "signal") == {star_id for stars in STARS.values() for star_id in stars} | {"oumuamua"}
    settle_down(do(g, "signal vega"))
    assert "end" in legal(g) and changes(before, g) == {"exofossils": -1, "data": 1, "endgame": 1}
    assert star(g, "vega") == "P1 . . ."


def test_OUM_21_without_an_exofossil_it_is_not_asked():
    """OUM-21: oumuamua-04 and oumuamua-08 offer nothing to a player without one."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-04"]))
    do(g, "play oumuamua-04", "signal kepler-22", "signal barnards-star", "signal procyon")
    assert "end" in legal(settle_down(g)) and sum(signals(g).values()) == 3
    g = alien("oumuamua", P1=dict(hand=["oumuamua-08"]), techs=tile("computer-1", "energy"))
    do(g, "play oumuamua-08", "tech computer-1", "column 1")
    assert "end" in legal(settle_down(g)) and seat(g, "P1")["data"] == 0


def test_oumuamua_04_points_at_the_end():
    """oumuamua-04: 1 point for each own trace for this species: discovery, overflow and board, not the other one's."""
    slot = {
        **found("oumuamua", "P1 P2 P1", board={"signal": ["P2", "P1", None, None, ["P1", "P2", "P1"]]}),
        "overflow": {"lander": {"P1": 2, "P2": 1}},
    }
    other = {**hidden("mascamites", "P1"), "overflow": {"signal": {"P1": 3}}}
    g = finale(P1=dict(endgame=["oumuamua-04"]), species={"left": slot, "right": other})
    assert last_pass(g) == {"P1": 2 + 3 + 2, "P2": 0}
    assert g.scores()["P1"]["by_source"]["species-left"] == 7


# ---------------------------------------------------------------- 05 to 07: probes


def test_OUM_19_moves_for_exofossils():
    """OUM-19, oumuamua-05: 2 moves for each exofossil, decided after each move, then a landing that costs nothing."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-05"], probes=[[1, 5]], exofossils=3, energy=0))
    before = snap(g)
    do(g, "play oumuamua-05")
    assert choices(g) == {"yes", "skip"}
    do(g, "yes", "step 1.5-1.4")
    assert changes(before, g)["exofossils"] == -1
    do(g, "step 1.4-1.5")
    go_on(g)
    assert choices(g) == {"yes", "skip"}
    do(g, "yes", "step 1.5-2.5", "step 2.5-3.5")
    assert choices(go_on(g)) == {"yes", "skip"} and seat(g, "P1")["exofossils"] == 1
    do(g, "skip")
    assert choices(go_on(g)) == {"land oumuamua/1", "land oumuamua/2", "land oumuamua/3"}
    settle_down(do(g, "land oumuamua/1"))
    assert "end" in legal(g) and "oumuamua-05" in gone(g)
    assert changes(before, g) == {"credits": -1, "hand": -1, "publicity": 1, "vp": 9, "data": 3, "probes": -1}
    assert seat(g, "P1")["exofossils"] == 3 - 2 + 2 and landers(g, "oumuamua") == 1


def test_OUM_19_moves_may_be_left_and_the_landing_may_fail():
    """OUM-19: the second move may be left unused; at no planet there is no landing; without exofossils no moves."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-05"], probes=[[2, 5]], exofossils=1))
    before = snap(g)
    do(g, "play oumuamua-05", "yes", "step 2.5-1.5", "skip")
    settle_down(g)
    assert "end" in legal(g) and probes(g) == [[1, 5]]
    assert changes(before, g) == {"credits": -1, "hand": -1, "exofossils": -1}
    g = alien("oumuamua", P1=dict(hand=["oumuamua-05"], probes=[[3, 5]]))
    do(g, "play oumuamua-05")
    go_on(g)
    assert offers(g, "land") == {"oumuamua/1", "oumuamua/2", "oumuamua/3"} and "yes" not in legal(g)


def test_oumuamua_05_no_moon_without_the_tech():
    """oumuamua-05: a landing as usual: on Saturn a moon only with probe-4."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-05"], probes=[[3, 7]], techs=["probe-4"], energy=0))
    do(g, "play oumuamua-05")
    go_on(g)
    assert choices(g) == {"land saturn", "land enceladus", "land titan"}
    g = alien("oumuamua", P1=dict(hand=["oumuamua-05"], probes=[[3, 7]], energy=0))
    before = snap(g)
    do(g, "play oumuamua-05", "trace right lander overflow")
    settle_down(g)
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 8 + 3, "data": 2, "probes": -1}


@pytest.mark.parametrize("standing, launched", [([], 1), ([[3, 5]], 0)])
def test_oumuamua_06_a_launch_and_an_exofossil(standing, launched):
    """oumuamua-06: a launch that costs nothing more, and 1 exofossil; beyond the probe limit only the exofossil."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-06"], probes=standing))
    before = snap(g)
    settle_down(do(g, "play oumuamua-06"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "exofossils": 1, **({"probes": 1} if launched else {})}
    assert ([1, 5] in probes(g)) == bool(launched) and gone(g) == ["oumuamua-06"]


def test_OUM_20_visits_of_this_turn():
    """OUM-20, oumuamua-07: 4 moves; the first visit gives 1 exofossil, a second one none."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-07"], probes=[[2, 5]]))
    before = snap(g)
    do(g, "play oumuamua-07", "step 2.5-3.5")
    assert changes(before, g)["exofossils"] == 1
    do(g, "step 3.5-3.6", "step 3.6-3.5", "step 3.5-2.5")
    assert "end" in legal(g) and in_play(g) == ["oumuamua-07"]
    assert changes(before, g) == {"credits": -2, "hand": -1, "missions": 1, "publicity": 2, "exofossils": 1}


@pytest.mark.parametrize(
    "lines, exofossils",
    [
        (["skip"], 0),
        (["step 3.5-3.4", "skip"], 0),
        (["step 3.5-3.4", "step 3.4-3.5", "skip"], 1),
        (["step 3.5-3.4", "skip", "move 3.4-3.5"], 1),
    ],
)
def test_OUM_20_standing_there_is_none(lines, exofossils):
    """OUM-20: a probe already there has to leave and come back; moves bought later in the turn count, too."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-07"], probes=[[3, 5]]))
    do(g, "play oumuamua-07", *lines)
    assert seat(g, "P1")["exofossils"] == exofossils


def test_OUM_20_only_from_the_play_to_the_end_of_the_turn():
    """OUM-20: neither a visit earlier in the same turn nor one of the next turn."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-07"], probes=[[2, 5]]), passed=["P2"])
    do(g, "move 2.5-3.5", "play oumuamua-07", "skip")
    assert seat(g, "P1")["exofossils"] == 0
    do(g, "move 3.5-3.4", "end", "move 3.4-3.5")
    assert seat(g, "P1")["exofossils"] == 0 and seat(g, "P1")["publicity"] == 4 + 2


def test_OUM_20_a_capsule_visits():
    """OUM-20, MAS-08: a capsule that moves there is as good as a probe."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-07"], capsules={"sample-vp": [3, 4]}), other=found("mascamites"))
    do(g, "play oumuamua-07", "step 3.4-3.5 sample-vp", "skip")
    assert seat(g, "P1")["exofossils"] == 1 and seat(g, "P1")["capsules"] == {"sample-vp": [3, 5]}


@pytest.mark.parametrize("slot, met", [("P2 P1 .", True), ("P2 . .", False), (". . .", False)])
def test_OUM_20_its_mission(slot, met):
    """OUM-20, oumuamua-07: an own marker on the tile at that moment gives 1 exofossil; one on the star does not."""
    g = alien(
        "oumuamua",
        P1=dict(missions={"oumuamua-07": []}),
        stars={"oumuamua": {"slot": slot}, "61-virginis": {"slot": "P1 . . . . ."}},
    )
    if not met:
        return illegal(g, "mission oumuamua-07")
    before = snap(g)
    do(g, "mission oumuamua-07")
    assert changes(before, g) == {"exofossils": 1, "missions": -1, "completed": 1}


def test_OUM_20_after_the_slot_is_settled_no_marker_is_left():
    """OUM-20, OUM-12: the mission can be completed before the settling and not after it."""
    g = alien(
        "oumuamua",
        P1=dict(hand=["base-134"], probes=[[2, 5]], missions={"oumuamua-07": []}),
        stars={"oumuamua": {"slot": "P2 P2 ."}},
    )
    do(g, "play base-134", "signal oumuamua")
    assert "mission oumuamua-07" in legal(g) and choices(g) == {"settle oumuamua"}
    done = do(branch(g), "mission oumuamua-07", "settle oumuamua")
    assert seat(done, "P1")["exofossils"] == 2
    illegal(do(g, "settle oumuamua"), "mission oumuamua-07")


# ---------------------------------------------------------------- 08 to 10


@pytest.mark.parametrize("answer", ["yes", "skip"])
def test_OUM_21_a_data_for_an_exofossil(answer):
    """OUM-21, oumuamua-08: rotation and a computer tech, then 1 exofossil for 1 data if the player likes, once."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-08"], exofossils=2), techs=tile("computer-2", "energy"))
    before = snap(g)
    do(g, "play oumuamua-08")
    go_on(g)
    assert turns(g) == ([1, 0, 0], "disc-2")
    assert offers(g, "tech") == {"computer-1", "computer-2", "computer-3", "computer-4"}
    do(g, "tech computer-2", "column 3")
    go_on(g)
    assert choices(g) == {"yes", "skip"}
    settle_down(do(g, answer))
    assert "end" in legal(g) and owned(g) == {"computer-2"} and "oumuamua-08" in gone(g)
    paid = {"exofossils": -1, "data": 1} if answer == "yes" else {}
    assert {key: n for key, n in changes(before, g).items() if key != "techs"} == {
        "credits": -2,
        "hand": -1,
        "vp": 2,
        "energy": 1,
        **paid,
    }


def test_oumuamua_09_every_trace_covers_one_space():
    """oumuamua-09: 1 exofossil; then one of 1 data, 1 publicity, 3 points at each own trace, wherever it is marked."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-09"]))
    before = snap(g)
    settle_down(do(g, "play oumuamua-09"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "exofossils": 1, "missions": 1}
    assert mission_spaces(g, "oumuamua-09") == THREE_FREE


@pytest.mark.parametrize(
    "place, vp, other",
    [
        ("right analysis overflow", 3, {}),
        ("right analysis", 3, {"publicity": 1}),
        ("left analysis overflow", 3, {}),
        ("left analysis 4", 2, {"exofossils": 1}),
    ],
)
@pytest.mark.parametrize("space, gain", [(1, {"data": 1}), (2, {"publicity": 1}), (3, {"vp": 3})])
def test_oumuamua_09_triggers(place, vp, other, space, gain):
    """oumuamua-09: covered after the trace's own reward; the last space completes it."""
    spaces = [k != space for k in (1, 2, 3)]
    g = alien("oumuamua", P1=dict(missions={"oumuamua-09": spaces}, computer={"top": 6}))
    before = snap(g)
    do(g, "analyze", f"trace {place}")
    go_on(g)
    assert choices(g) == {f"cover oumuamua-09/{space}", "skip"}
    refused = branch(g, "skip")
    assert seat(refused, "P1")["missions"] == {"oumuamua-09": spaces}
    settle_down(do(g, f"cover oumuamua-09/{space}"))
    expected = {"energy": -1, "top": -6, "vp": vp, **other, "missions": -1, "completed": 1}
    for key, n in gain.items():
        expected[key] = expected.get(key, 0) + n
    assert changes(before, g) == expected


def test_oumuamua_09_somebody_elses_trace_covers_nothing():
    """oumuamua-09: it watches for its owner's traces only."""
    g = alien("oumuamua", P1=dict(computer={"top": 6}), P2=dict(missions={"oumuamua-09": THREE_FREE}))
    settle_down(do(g, "analyze", "trace left analysis overflow"))
    assert "end" in legal(g) and mission_spaces(g, "oumuamua-09", "P2") == THREE_FREE


@pytest.mark.parametrize(
    "space, line, points, other",
    [
        ([3, 5], "land oumuamua/3", 9 + 3, {"exofossils": 2, "data": 1}),
        ([2, 2], "land mars/2", 6 + 3, {"data": 1}),
        ([1, 3], None, 5 + 3, {"data": 2}),
    ],
)
def test_OUM_22_points_for_landing_there(space, line, points, other):
    """OUM-22, oumuamua-10: 3 points more on 'Oumuamua; elsewhere only the landing and its trace (3 in overflow)."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-10"], probes=[space], energy=0))
    before = snap(g)
    do(g, "play oumuamua-10", *([line] if line else []))
    go_on(g)
    if offers(g, "trace"):
        do(g, "trace left lander overflow")
    settle_down(g)
    assert changes(before, g) == {"credits": -1, "hand": -1, "probes": -1, "missions": 1, "vp": points, **other}


def test_OUM_22_no_landing_no_points():
    """OUM-22, SPG-22: without a landing nothing is gained, a lander from before does not do, the mission comes."""
    g = alien(
        "oumuamua",
        P1=dict(hand=["oumuamua-10"], probes=[[2, 5]]),
        planets={"oumuamua": {"landers": {"P1": 1}, "data": [["P1"], [], []]}},
    )
    before = snap(g)
    settle_down(do(g, "play oumuamua-10"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "missions": 1}


@pytest.mark.parametrize(
    "mine, met",
    [
        (dict(holders="P1 P1 P1"), True),
        (
            dict(holders="P2 P1 neutral", slot=dict(overflow={"signal": {"P1": 1}}, board={"analysis": [None, None, "P1"]})),
            True,
        ),
        (dict(slot=dict(board={kind: [None, None, None, "P1"] for kind in KINDS})), True),
        (dict(holders="P1 P1 P2", slot=dict(overflow={"lander": {"P1": 2}})), False),
        (
            dict(
                holders="P1 P1 P2",
                other={**hidden("mascamites"), "spaces": spaces_of("P1 P1"), "overflow": {"analysis": {"P1": 1}}},
            ),
            False,
        ),
    ],
)
def test_oumuamua_10_mission(mine, met):
    """oumuamua-10: a trace of each kind for this species, wherever they lie, gives 1 exofossil."""
    g = alien("oumuamua", P1=dict(missions={"oumuamua-10": []}), **mine)
    if not met:
        return illegal(g, "mission oumuamua-10")
    before = snap(g)
    do(g, "mission oumuamua-10")
    assert changes(before, g) == {"exofossils": 1, "missions": -1, "completed": 1}
