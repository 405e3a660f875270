"""The table of single cards (R21), cards 001 to 050."""

import pytest

from .bench import (
    bench,
    branch,
    changes,
    choices,
    covered,
    discard,
    do,
    first_orbit,
    go_on,
    hand,
    illegal,
    landers,
    legal,
    moon,
    offers,
    orbiters,
    probes,
    row,
    seat,
    settle_down,
    signals,
    snap,
    star,
)
from .more_bench import mission_spaces

THREE_FREE = [False, False, False]
ALL_PLACES = {"signal", "lander", "analysis"}


def test_R21_base_009_two_launches_above_any_limit():
    """R21 base-009, R6.4: with a probe in space both launches are made and 1 publicity follows."""
    g = bench(P1=dict(hand=["base-009"], probes=[[2, 5]]), passed=["P2"])
    before = snap(g)
    settle_down(do(g, "play base-009"))
    assert changes(before, g) == {"credits": -3, "publicity": 1, "hand": -1, "probes": 2}
    assert probes(g) == [[1, 5], [1, 5], [2, 5]] and discard(g) == ["base-009"]
    do(g, "end")
    illegal(g, "launch")  # above the limit again
    assert {"1.5-1.4", "2.5-3.5"} <= offers(g, "move")  # all of them may go on


def test_R21_base_009_the_publicity_comes_last():
    """R21 base-009, R4.1: between the launches and after them publicity has not been gained yet."""
    g = bench(P1=dict(hand=["base-009"]))
    do(g, "play base-009")
    do(g, "go")
    assert (len(probes(g)), seat(g, "P1")["publicity"]) == (1, 4) and "go" in legal(g)
    do(g, "go")
    assert (len(probes(g)), seat(g, "P1")["publicity"]) == (2, 4) and "go" in legal(g)
    do(g, "go")
    assert (len(probes(g)), seat(g, "P1")["publicity"]) == (2, 5) and "end" in legal(g)


@pytest.mark.parametrize(
    "line, gain, kept",
    [
        ("take base-110", {"data": 1}, "base-110"),
        ("take base-130", {"publicity": 1}, "base-130"),
        ("take deck", {"data": 1}, "base-006"),
    ],
)
def test_R21_base_011_the_card_drawn_stays(line, gain, kept):
    """R21 base-011: the corner of the card drawn is gained, the card stays, and base-138 sees no corner discarded."""
    g = bench(P1=dict(hand=["base-011"], missions={"base-138": THREE_FREE}), top=["base-006", "base-001"])
    before = snap(g)
    settle_down(do(g, "play base-011", line))
    assert "end" in legal(g) and hand(g) == [kept] and discard(g) == ["base-011"] and len(row(g)) == 3
    assert changes(before, g) == {"credits": -1, **gain} and mission_spaces(g, "base-138") == THREE_FREE


def test_R21_base_011_a_move_corner():
    """R21 base-011: base-105 drawn gives one movement, which may be declined; without a probe it is void."""
    g = bench(P1=dict(hand=["base-011"], probes=[[2, 5]]))
    do(g, "play base-011", "take base-105", "step 2.5-3.5")
    assert probes(g) == [[3, 5]] and hand(g) == ["base-105"] and seat(g, "P1")["energy"] == 5
    g = bench(P1=dict(hand=["base-011"]))
    settle_down(do(g, "play base-011", "take base-105"))
    assert "end" in legal(g) and hand(g) == ["base-105"]


def test_R21_base_012_a_moon_without_the_tech():
    """R21 base-012: without probe-4 and without energy ganymede can be landed on: 12 points and 5 publicity."""
    g = bench(P1=dict(hand=["base-012"], energy=0, probes=[[3, 3]]))
    before = snap(g)
    do(g, "play base-012")
    assert choices(g) == {"land jupiter", "land io", "land europa", "land ganymede", "land callisto"}
    settle_down(do(g, "land ganymede"))
    assert changes(before, g) == {"credits": -2, "vp": 12, "publicity": 5, "hand": -1, "endgame": 1, "probes": -1}
    assert moon(g, "ganymede") == ["P1"] and landers(g, "jupiter") == 0


def test_R21_base_013_no_moon_without_the_tech():
    """R21 base-013, R9.6: the landing costs no energy; on Jupiter without probe-4 it is the planet, and no 4 points."""
    g = bench(P1=dict(hand=["base-013"], energy=0, probes=[[3, 3]]))
    before = snap(g)
    go_on(do(g, "play base-013"))
    assert choices(g) == {f"trace {slot} lander{over}" for slot in ("left", "right") for over in ("", " overflow")}
    settle_down(do(g, "trace left lander overflow"))
    assert changes(before, g) == {"credits": -1, "vp": 7 + 3, "data": 2, "hand": -1, "probes": -1}


@pytest.mark.parametrize(
    "space, techs, land, points, other",
    [
        ([2, 2], [], "land mars/1", 6 + 3 + 4, {"data": 2}),
        ([1, 1], [], None, 12 + 3 + 4, {"data": 3}),
        ([1, 3], [], None, 5 + 3, {"data": 2}),
        ([3, 7], ["probe-4"], "land saturn", 8 + 3, {"data": 2}),
        ([2, 2], ["probe-4"], "land phobos-deimos", 8 + 4, {}),
        ([4, 0], ["probe-4"], "land titania", 25 + 4, {}),
        ([3, 3], ["probe-4"], "land callisto", 13 + 4, {"data": 4}),
    ],
)
def test_R21_base_013_four_points(space, techs, land, points, other):
    """R21 base-013: 4 points for Mars, Mercury or any moon, none for other planets."""
    g = bench(P1=dict(hand=["base-013"], techs=techs, probes=[space]))
    before = snap(g)
    do(g, "play base-013")
    if land:
        do(g, land)
    go_on(g)
    if offers(g, "trace"):
        do(g, "trace right lander overflow")
    settle_down(g)
    assert "end" in legal(g)
    assert changes(before, g) == {"credits": -1, "vp": points, "hand": -1, "probes": -1, **other}


def test_R21_base_015_any_own_orbiter():
    """R21 base-015, R8.4: P1 chooses the orbiter; from the first place it leaves that place free for 3 points again."""
    g = bench(
        P1=dict(hand=["base-015"], probes=[[2, 2]]),
        passed=["P2"],
        top=["base-001", "base-003"],
        planets={
            "mars": {"first_orbit": "P1", "orbiters": {"P1": 2}},
            "venus": {"first_orbit": "P2", "orbiters": {"P1": 1, "P2": 1}},
        },
    )
    before = snap(g)
    do(g, "play base-015")
    assert choices(g) == {"remove mars", "remove mars/1", "remove venus"}
    venus = do(branch(g), "remove venus", "take deck")
    assert orbiters(venus, "venus") == 0 and orbiters(venus, "mars") == 2 and first_orbit(venus, "venus") == "P2"
    second = do(branch(g), "remove mars", "take deck", "end")
    assert orbiters(second, "mars") == 1 and first_orbit(second, "mars") == "P1"
    do(g, "remove mars/1", "take deck")
    assert changes(before, g) == {"credits": -1, "vp": 3, "data": 1} and hand(g) == ["base-001"]
    assert orbiters(g, "mars") == 1 and first_orbit(g, "mars") is None
    for game, points in ((g, 3), (second, 0)):
        if "end" in legal(game):
            do(game, "end")
        before = snap(game)
        do(game, "orbit mars", "take deck", "skip")
        assert changes(before, game).get("vp", 0) == points and orbiters(game, "mars") == 2
        assert first_orbit(game, "mars") == "P1"


def test_R21_base_015_without_an_orbiter():
    """R21 base-015: without an own orbiter nothing is gained; a lander or another's orbiter does not do."""
    g = bench(
        P1=dict(hand=["base-015"]),
        planets={"mars": {"first_orbit": "P2", "orbiters": {"P2": 1}, "landers": {"P1": 1}, "data": [["P1"], []]}},
    )
    before = snap(g)
    do(g, "play base-015")
    go_on(g)
    assert "end" in legal(g) and changes(before, g) == {"credits": -1, "hand": -1}
    assert landers(g, "mars") == 1 and orbiters(g, "mars", "P2") == 1


def test_R21_base_016_a_covered_data_space_again():
    """R21 base-016: P2 has covered the data of Venus; P1 lands there and gains the 2 data all the same."""
    position = dict(planets={"venus": {"landers": {"P2": 1}, "data": [["P2"]]}})
    g = bench(P1=dict(hand=["base-016"], energy=0, probes=[[1, 3]]), **position)
    before = snap(g)
    do(g, "play base-016")
    if offers(g, "land"):
        assert "land venus/1" in choices(g)
        do(g, "land venus/1")
    do(g, "trace left lander overflow")
    go_on(g)
    assert changes(before, g) == {"credits": -1, "vp": 5 + 3, "data": 2, "hand": -1, "probes": -1}
    assert sorted(covered(g, "venus")[0]) == ["P1", "P2"] and landers(g, "venus") == landers(g, "venus", "P2") == 1
    usual = bench(P1=dict(probes=[[1, 3]]), **position)  # the main action finds it covered
    do(usual, "land venus", "trace left lander overflow")
    assert seat(usual, "P1")["data"] == 0


@pytest.mark.parametrize("line, data", [("land mars/1", 2), ("land mars/2", 1)])
def test_R21_base_016_both_data_spaces_of_mars(line, data):
    """R21 base-016: with both data spaces of Mars covered P1 may take either again."""
    g = bench(P1=dict(hand=["base-016"], probes=[[2, 2]]), planets={"mars": {"landers": {"P2": 2}, "data": [["P2"], ["P2"]]}})
    before = snap(g)
    do(g, "play base-016")
    assert {"land mars/1", "land mars/2"} <= choices(g) and "land phobos-deimos" not in choices(g)
    do(g, line, "trace left lander overflow")
    go_on(g)
    assert changes(before, g) == {"credits": -1, "vp": 6 + 3, "data": data, "hand": -1, "probes": -1}


def test_R21_base_016_an_occupied_moon():
    """R21 base-016: an occupied moon may be landed on with probe-4, its reward included; without the tech not."""
    position = dict(moons={"ganymede": ["P2"]})
    g = bench(P1=dict(hand=["base-016"], techs=["probe-4"], probes=[[3, 3]]), **position)
    before = snap(g)
    settle_down(do(g, "play base-016", "land ganymede"))
    assert changes(before, g) == {"credits": -1, "vp": 12, "publicity": 5, "hand": -1, "probes": -1}
    assert sorted(moon(g, "ganymede")) == ["P1", "P2"]
    without = bench(P1=dict(hand=["base-016"], probes=[[3, 3]]), **position)
    do(without, "play base-016")
    assert "land ganymede" not in legal(without) and "land europa" not in legal(without)
    main_action = bench(P1=dict(techs=["probe-4"], probes=[[3, 3]]), **position)
    assert "ganymede" not in offers(main_action, "land") and "europa" in offers(main_action, "land")


@pytest.mark.parametrize(
    "space, data", [([2, 7], 4), ([2, 6], 3), ([2, 5], 2), ([2, 4], 2), ([1, 7], 3), ([3, 1], 2), ([4, 1], 1), ([2, 2], 0)]
)
def test_R21_base_017_asteroids_around_one_probe(space, data):
    """R21 base-017: 2 data on asteroids and 1 more for each adjacent asteroid space."""
    g = bench(P1=dict(hand=["base-017"], probes=[space]))
    before = snap(g)
    settle_down(do(g, "play base-017"))
    expected = {"credits": -1, "hand": -1, "data": data}
    assert "end" in legal(g) and changes(before, g) == {key: n for key, n in expected.items() if n}
    assert probes(g) == [space]


def test_R21_base_017_one_probe_is_chosen():
    """R21 base-017: of two probes one is chosen; without a probe nothing happens; another's probe does not count."""
    g = bench(P1=dict(hand=["base-017"], techs=["probe-1"], probes=[[2, 7], [2, 5]]), P2=dict(probes=[[2, 6]]))
    before = snap(g)
    do(g, "play base-017")
    assert choices(g) == {"probe P1 2.5", "probe P1 2.7"}
    other = settle_down(branch(g, "probe P1 2.5"))
    assert changes(before, other) == {"credits": -1, "hand": -1, "data": 2}
    settle_down(do(g, "probe P1 2.7"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "data": 4}
    g = bench(P1=dict(hand=["base-017"]), P2=dict(probes=[[2, 7]]))
    before = snap(g)
    settle_down(do(g, "play base-017"))
    assert changes(before, g) == {"credits": -1, "hand": -1}


def test_R21_base_019_publicity_or_movement():
    """R21 base-019: each visit to a planet gives 1 publicity or 1 movement, each decided on its own."""
    g = bench(P1=dict(hand=["base-019"], probes=[[1, 4]]))
    before = snap(g)
    do(g, "play base-019", "step 1.4-1.3")
    assert choices(g) == {"publicity", "movement"}
    plain = do(branch(g, "publicity"), "step 1.3-1.2")
    assert "end" in legal(plain) and changes(before, plain) == {"credits": -1, "hand": -1, "publicity": 1}
    do(g, "movement", "step 1.3-1.2", "step 1.2-1.1")  # the step won and the second one of the card
    assert choices(g) == {"publicity", "movement"}
    do(g, "publicity")
    assert "end" in legal(g) and probes(g) == [[1, 1]]
    assert changes(before, g) == {"credits": -1, "hand": -1, "publicity": 1}


def test_R21_base_019_holds_for_the_turn_and_for_planets_only():
    """R21 base-019: a comet asks nothing and gives its publicity; a later move for energy to a planet asks again."""
    g = bench(P1=dict(hand=["base-019"], probes=[[1, 0]]))
    before = snap(g)
    do(g, "play base-019", "step 1.0-2.0")  # a comet
    assert "publicity" not in legal(g) and seat(g, "P1")["publicity"] == 5
    do(g, "step 2.0-1.0", "move 1.0-1.1")  # Mercury
    assert legal(g) == {"publicity", "movement"}
    do(g, "movement", "step 1.1-1.2")
    assert "end" in legal(g) and probes(g) == [[1, 2]]
    assert changes(before, g) == {"credits": -1, "hand": -1, "publicity": 1, "energy": -1}
    g = bench(P1=dict(hand=["base-019"], probes=[[1, 4]]), passed=["P2"])
    do(g, "play base-019", "skip", "end", "move 1.4-1.3")  # in the next turn it is over
    assert "movement" not in legal(g) and seat(g, "P1")["publicity"] == 5


FLYBYS = {  # card: cost, movement, bonus, publicity of a visit, space beside the body, its space
    "base-020": (1, {"vp": 4}, 1, "1.2", "1.1"),
    "base-021": (1, {"vp": 3}, 1, "1.4", "1.3"),
    "base-022": (1, {"vp": 4}, 1, "2.3", "2.2"),
    "base-023": (1, {"vp": 4}, 1, "3.4", "3.3"),
    "base-024": (2, {"vp": 6}, 1, "3.6", "3.7"),
    "base-124": (1, {"vp": 4}, 1, "1.0", "2.0"),
    "base-123": (0, {"data": 1}, 0, "2.5", "2.4"),
}


def place(text):
    return [int(number) for number in text.split(".")]


def paid(expected):
    return {key: n for key, n in expected.items() if n}


@pytest.mark.parametrize("card", sorted(FLYBYS))
def test_R21_flybys_are_paid_once(card):
    """R21 base-020 to 024, 123, 124: the bonus comes at the first visit after the play, and not at the second."""
    cost, bonus, publicity, beside, body = FLYBYS[card]
    leave = 2 if card == "base-123" else 1  # energy for leaving asteroids
    g = bench(P1=dict(hand=[card], probes=[place(beside)]))
    before = snap(g)
    do(g, f"play {card}", f"step {beside}-{body}")
    if "skip" in legal(g):
        do(g, "skip")
    assert "end" in legal(g)
    assert changes(before, g) == paid({"credits": -cost, "hand": -1, "publicity": publicity, **bonus})
    do(g, f"move {body}-{beside}", f"move {beside}-{body}")
    assert changes(before, g) == paid({"credits": -cost, "hand": -1, "publicity": 2 * publicity, "energy": -leave - 1, **bonus})


@pytest.mark.parametrize("card", sorted(FLYBYS))
def test_R21_flybys_count_later_moves_of_the_turn(card):
    """R21 base-020 to 024, 123, 124, R4.11: a visit for energy after the card's movement was given up counts."""
    cost, bonus, publicity, beside, body = FLYBYS[card]
    g = bench(P1=dict(hand=[card], probes=[place(beside)]), passed=["P2"])
    before = snap(g)
    do(g, f"play {card}", "skip", f"move {beside}-{body}")
    assert changes(before, g) == paid({"credits": -cost, "hand": -1, "publicity": publicity, "energy": -1, **bonus})
    later = bench(P1=dict(hand=[card], probes=[place(beside)]), passed=["P2"])
    before = snap(later)
    do(later, f"play {card}", "skip", "end", f"move {beside}-{body}")
    assert changes(before, later) == paid({"credits": -cost, "hand": -1, "publicity": publicity, "energy": -1})


@pytest.mark.parametrize("card", sorted(FLYBYS))
def test_R21_flybys_do_not_look_back(card):
    """R21 base-020 to 024, 123, 124: a visit before the card was played, or standing there, is not paid."""
    cost, bonus, publicity, beside, body = FLYBYS[card]
    g = bench(P1=dict(hand=[card], probes=[place(beside)]))
    before = snap(g)
    do(g, f"move {beside}-{body}", f"play {card}")
    if "skip" in legal(g):
        do(g, "skip")
    assert changes(before, g) == paid({"credits": -cost, "hand": -1, "publicity": publicity, "energy": -1})


def test_R21_base_025_each_planet_once_with_earth():
    """R21 base-025, R6.16: Earth and Venus pay a point once each; a second visit to Earth pays none."""
    g = bench(P1=dict(hand=["base-025"], probes=[[1, 4]]))
    before = snap(g)
    do(g, "play base-025", "step 1.4-1.5")
    assert (seat(g, "P1")["vp"], seat(g, "P1")["publicity"]) == (1, 4)
    do(g, "step 1.5-1.4", "step 1.4-1.3", "step 1.3-1.4")
    assert "end" in legal(g)
    assert changes(before, g) == {"credits": -2, "hand": -1, "vp": 2, "publicity": 1}
    do(g, "move 1.4-1.5", "move 1.5-1.4", "move 1.4-1.3")  # again Earth and Venus
    assert changes(before, g) == {"credits": -2, "hand": -1, "vp": 2, "publicity": 2, "energy": -3}


def test_R21_base_025_neither_launching_nor_standing_is_a_visit():
    """R21 base-025, R6.12: a probe launched on Earth, or standing there, has not visited it."""
    g = bench(P1=dict(hand=["base-025"], probes=[[1, 5]]))
    before = snap(g)
    do(g, "play base-025", "step 1.5-1.6", "skip")
    assert changes(before, g) == {"credits": -2, "hand": -1}


def test_R21_base_026_asteroids_are_left_for_one_movement():
    """R21 base-026: in this turn leaving asteroids costs 1, from the card and for energy; in the next turn 2 again."""
    g = bench(P1=dict(hand=["base-026"], probes=[[2, 4]]), passed=["P2"])
    before = snap(g)
    do(g, "play base-026", "step 2.4-2.5", "step 2.5-2.6")
    assert "end" in legal(g) and probes(g) == [[2, 6]] and changes(before, g) == {"credits": -1, "hand": -1}
    do(g, "move 2.6-2.7", "move 2.7-2.6")
    assert changes(before, g) == {"credits": -1, "hand": -1, "energy": -2}  # and no publicity
    do(g, "end", "move 2.6-2.5")
    assert changes(before, g) == {"credits": -1, "hand": -1, "energy": -2 - 2}


@pytest.mark.parametrize(
    "space, stars", [([2, 5], ["61-virginis", "proxima-centauri", "beta-pictoris"]), ([3, 0], ["vega", "procyon", "sirius-a"])]
)
def test_R21_base_029_the_sector_and_its_neighbours(space, stars):
    """R21 base-029: one signal in the probe's sector and one in each of the sectors beside it, round the circle."""
    g = bench(P1=dict(hand=["base-029"], probes=[space]))
    before = snap(g)
    do(g, "play base-029", "skip")
    settle_down(g)
    assert "end" in legal(g) and signals(g) == dict.fromkeys(stars, 1)
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 3}


def test_R21_base_029_one_of_two_probes():
    """R21 base-029: with probes in two sectors the middle is chosen; the movement comes before."""
    g = bench(P1=dict(hand=["base-029"], techs=["probe-1"], probes=[[2, 5], [2, 2]]))
    do(g, "play base-029", "step 2.2-2.3")
    go_on(g)
    assert offers(g, "signal") == {"61-virginis", "kepler-22"}
    settle_down(do(g, "signal kepler-22"))
    assert signals(g) == {"kepler-22": 1, "barnards-star": 1, "proxima-centauri": 1}
    without = bench(P1=dict(hand=["base-029"]))
    settle_down(do(without, "play base-029"))
    assert signals(without) == {} and "end" in legal(without)


def test_R21_base_030_probes_of_anybody():
    """R21 base-030: three different probes, two of them P2's in one sector, give three signals of P1."""
    g = bench(P1=dict(hand=["base-030"], probes=[[2, 5]]), P2=dict(techs=["probe-1"], probes=[[2, 2], [3, 2]]))
    before = snap(g)
    do(g, "play base-030")
    assert choices(g) == {"probe P1 2.5", "probe P2 2.2", "probe P2 3.2", "skip"}
    settle_down(do(g, "probe P1 2.5", "probe P2 2.2", "probe P2 3.2"))
    assert "end" in legal(g) and star(g, "61-virginis") == "P1 . . . . ." and star(g, "barnards-star") == "P1 P1 . . ."
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 3, "vp": 2}


def test_R21_base_030_up_to_three():
    """R21 base-030: P1 may stop after one probe or at once; a probe is used once; a space counts its probes."""
    position = dict(P1=dict(hand=["base-030"], probes=[[2, 5]]), P2=dict(techs=["probe-1"], probes=[[2, 2], [2, 2]]))
    g = bench(**position)
    before = snap(g)
    do(g, "play base-030", "skip")
    assert changes(before, g) == {"credits": -2, "hand": -1} and signals(g) == {}
    g = do(bench(**position), "play base-030", "probe P2 2.2")
    go_on(g)
    assert choices(g) == {"probe P2 2.2", "skip"}  # P1's probe comes before those of P2
    settle_down(do(g, "probe P2 2.2"))
    assert "end" in legal(g) and signals(g) == {"barnards-star": 2}
    alone = bench(P1=dict(hand=["base-030"]))
    settle_down(do(alone, "play base-030"))
    assert signals(alone) == {} and "end" in legal(alone)


@pytest.mark.parametrize(
    "stars, sectors, second",
    [(("barnards-star", "barnards-star", "kepler-22"), 2, 2), (("barnards-star", "proxima-centauri", "kepler-22"), 3, 0)],
)
def test_R21_base_050_points_for_different_sectors(stars, sectors, second):
    """R21 base-050: 2 points for each different sector among its three signals."""
    g = bench(P1=dict(hand=["base-050"]), row=["base-110", "base-136", "base-130"], top=["base-001", "base-003", "base-004"])
    before = snap(g)
    do(
        g,
        "play base-050",
        "discard base-110",
        f"signal {stars[0]}",
        "discard base-136",
        f"signal {stars[1]}",
        f"signal {stars[2]}",
    )  # the third card is discarded unasked
    settle_down(g)
    assert "end" in legal(g)
    assert changes(before, g) == {"credits": -3, "hand": -1, "data": 3, "vp": 2 * sectors + second}
    assert row(g) == ["base-001", "base-003", "base-004"]
    assert discard(g) == ["base-050", "base-110", "base-130", "base-136"]


def test_R21_base_050_signals_of_a_mission_do_not_count():
    """R21 base-050: a sector in which P1 had a signal before counts if it is marked now, others do not."""
    g = bench(
        P1=dict(hand=["base-050"]),
        row=["base-110", "base-130"],
        stars={"vega": {"slot": "P1 . . ."}, "kepler-22": {"slot": "P1 . . . ."}},
        deck=[],
        discard=[],
    )
    before = snap(g)
    do(g, "play base-050", "discard base-110", "signal barnards-star", "signal kepler-22")
    settle_down(g)  # only two cards lie in the row (R10.9)
    assert changes(before, g) == {"credits": -3, "hand": -1, "data": 2, "vp": 2 * 2 + 2}
