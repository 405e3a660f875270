"""R6-R9: what no written case covers of launch and movement, rotation, orbit and land."""

import pytest

from .bench import (
    bench,
    changes,
    choices,
    covered,
    do,
    finish_turn,
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
    seat,
    settle_down,
    signals,
    snap,
    traces,
    turns,
)

ROW_WITHOUT_130 = ["base-110", "base-111", "base-105"]

# ---------------------------------------------------------------- R6 launch and movement


def test_R6_3_one_launch_is_one_probe():
    """R6.3: also with probe-1."""
    g = bench(P1=dict(techs=["probe-1"]))
    before = snap(g)
    do(g, "launch")
    assert changes(before, g) == {"credits": -2, "probes": 1} and probes(g) == [[1, 5]]


@pytest.mark.parametrize("techs", [[], ["probe-1"]])
def test_R6_4_above_the_limit(techs):
    """R6.4: base-009 launches two more; all go on, but no further launch is possible."""
    g = bench(P1=dict(techs=techs, probes=[[2, 5]], hand=["base-009", "base-130"]), row=ROW_WITHOUT_130)
    before = snap(g)
    settle_down(do(g, "play base-009"))
    assert changes(before, g) == {"credits": -3, "hand": -1, "probes": 2, "publicity": 1}
    assert probes(g) == [[1, 5], [1, 5], [2, 5]]
    do(g, "end", "launch", "end")
    assert seat(g, "P1")["credits"] == 2
    illegal(g, "launch")
    assert offers(g, "move") == {"1.5-1.4", "1.5-1.6", "1.5-2.5", "2.5-2.4", "2.5-2.6", "2.5-1.5", "2.5-3.5"}
    do(g, "move 1.5-1.4", "move 2.5-2.6")
    assert probes(g) == [[1, 4], [1, 5], [2, 6]]
    settle_down(do(g, "play base-130"))
    assert len(probes(g)) == 3


def test_R6_6_an_orbit_frees_the_place_at_once():
    """R6.6: the launch that base-117 gives for an orbit is made in the same turn."""
    g = bench(P1=dict(probes=[[1, 3]], missions={"base-117": [False, False]}))
    before = snap(g)
    do(g, "orbit venus")
    go_on(g)
    assert choices(g) == {"cover base-117/1", "cover base-117/2", "skip"}
    settle_down(do(g, "cover base-117/1"))
    assert probes(g) == [[1, 5]]
    assert changes(before, g) == {"credits": -1, "energy": -1, "vp": 9}
    above = bench(P1=dict(probes=[[1, 3], [2, 5]], missions={"base-117": [False, False]}))
    settle_down(do(above, "orbit venus", "cover base-117/1"))
    assert probes(above) == [[2, 5]]
    assert seat(above, "P1")["missions"] == {"base-117": [True, False]}


def test_R6_7_any_number_in_one_space():
    """R6.7: others' probes and own ones do not block."""
    g = bench(P1=dict(techs=["probe-1"], probes=[[1, 4], [1, 3]]), P2=dict(probes=[[1, 3], [1, 3]]))
    before = snap(g)
    do(g, "move 1.4-1.3")
    assert probes(g) == [[1, 3], [1, 3]] and probes(g, "P2") == [[1, 3], [1, 3]]
    assert changes(before, g) == {"energy": -1, "publicity": 1} and changes(before, g, "P2") == {}


def test_R6_9_neighbours_and_asteroids():
    """R6.9: rings close at sector 7, nothing lies outside ring 4; entering asteroids costs nothing extra."""
    assert offers(bench(P1=dict(probes=[[4, 7]])), "move") == {"4.7-4.6", "4.7-4.0", "4.7-3.7"}
    assert offers(bench(P1=dict(probes=[[1, 0]])), "move") == {"1.0-1.1", "1.0-1.7", "1.0-2.0"}
    g = bench(P1=dict(probes=[[2, 5]]))
    before = snap(g)
    do(g, "move 2.5-2.4")
    assert changes(before, g) == {"energy": -1}


def test_R6_11_the_last_point_on_asteroids():
    """R6.11: 1 movement of base-027 and 1 energy or a move corner leave asteroids; alone it is lost."""
    onward = ("2.4-2.3", "2.4-2.5", "2.4-1.4", "2.4-3.4")
    g = bench(P1=dict(probes=[[2, 4]], energy=1, hand=["base-027", "base-039", "base-044"]))
    before = snap(g)
    do(g, "play base-027")
    assert choices(g) == {f"step {way} +{paid}" for way in onward for paid in ("energy", "card")} | {"skip"}
    by_energy = settle_down(do(g.clone(), "step 2.4-2.5 +energy"))
    assert changes(before, by_energy) == {"credits": -1, "energy": -1, "hand": -1, "data": 1}
    assert signals(by_energy) == {"61-virginis": 1}
    by_card = settle_down(do(g.clone(), "step 2.4-2.5 +card"))
    assert changes(before, by_card) == {"credits": -1, "hand": -2, "data": 1}
    assert hand(by_card) == ["base-044"]  # base-044 has no move corner
    g = bench(P1=dict(probes=[[2, 4]], energy=0, hand=["base-027", "base-044"]))
    settle_down(do(g, "play base-027"))
    assert probes(g) == [[2, 4]] and signals(g) == {"proxima-centauri": 1}
    g = do(bench(P1=dict(probes=[[2, 4]], hand=["base-025"])), "play base-025")
    go_on(g)
    assert choices(g) == {f"step {way}" for way in onward} | {"skip"}
    do(g, "step 2.4-2.5")
    assert seat(g, "P1")["energy"] == 5  # 2 of the 4 movement points
    do(g, "step 2.5-2.6")
    assert {"step 2.6-2.5 +energy"} <= legal(g) and "step 2.6-2.5" not in legal(g)


def test_D_33_a_step_out_of_asteroids_is_paid_jointly():
    """D-33, R6.11: by 2 energy, by an energy with a move corner, by the last movement of a card with an energy (above)."""
    g = bench(P1=dict(probes=[[2, 4]], energy=2, hand=["base-039"]))
    before = snap(g)
    by_energy = do(g.clone(), "move 2.4-2.5")
    assert changes(before, by_energy) == {"energy": -2}
    do(g, "corner base-039")
    assert {"step 2.4-2.5 +energy"} <= legal(g) and "step 2.4-2.5" not in legal(g)
    do(g, "step 2.4-2.5 +energy")
    assert changes(before, g) == {"energy": -1, "hand": -1} and probes(g) == [[2, 5]]


def test_R6_13_the_same_space_again():
    """R6.13: two visits to Venus in one turn, two publicity; a comet gives one, too."""
    g = bench(P1=dict(probes=[[1, 4]]))
    before = snap(g)
    do(g, "move 1.4-1.3", "move 1.3-1.4", "move 1.4-1.3")
    assert changes(before, g) == {"energy": -3, "publicity": 2}
    g = bench(P1=dict(probes=[[2, 2]]))
    before = snap(g)
    do(g, "move 2.2-2.1")
    assert changes(before, g) == {"energy": -1, "publicity": 1}


@pytest.mark.parametrize("techs, gained", [([], 0), (["probe-2"], 1)])
def test_R6_14_pushed_onto_asteroids(techs, gained):
    """R6.14: with probe-2 a push onto asteroids gives 1 publicity; it pays nothing for leaving."""
    for mover, other in (("P1", "P2"), ("P2", "P1")):
        g = bench(turn=mover, **{mover: dict(publicity=6), other: dict(techs=techs, probes=[[1, 4]], energy=0)})
        before = snap(g)
        do(g, "research")
        go_on(g)
        assert probes(g, other) == [[1, 3]]
        assert changes(before, g, other) == ({"publicity": gained} if gained else {})
    own = bench(P1=dict(techs=techs, publicity=6, probes=[[1, 4]]))
    do(own, "research")
    go_on(own)
    assert probes(own) == [[1, 3]] and seat(own, "P1")["publicity"] == gained


def test_R6_15_only_the_top_layer_is_visited():
    """R6.15: asteroids of disc 3 hide the comet printed below; a comet turned away is none."""
    g = bench(P1=dict(probes=[[1, 6]]))
    before = snap(g)
    do(g, "move 1.6-1.7")
    assert changes(before, g) == {"energy": -1}
    do(g, "move 1.7-1.6")
    assert changes(before, g) == {"energy": -3}
    g = bench(P1=dict(probes=[[3, 0]]))
    do(g, "move 3.0-2.0")
    assert seat(g, "P1")["publicity"] == 5
    g = bench(discs={"turns": [1, 1, 1], "next": "disc-1"}, P1=dict(probes=[[2, 7]]))
    before = snap(g)
    do(g, "move 2.7-2.0")
    assert changes(before, g) == {"energy": -1}


def test_R6_16_visiting_earth():
    """R6.16: a planet for base-025, once, without publicity."""
    g = bench(P1=dict(probes=[[1, 4]], hand=["base-025"]))
    before = snap(g)
    do(g, "play base-025", "step 1.4-1.5")
    assert changes(before, g) == {"credits": -2, "hand": -1, "vp": 1}
    do(g, "step 1.5-1.6", "step 1.6-1.5", "skip")
    assert changes(before, g) == {"credits": -2, "hand": -1, "vp": 1}


def test_R6_17_a_move_within_the_same_ring():
    """R6.17: base-125 watches for a step to the next sector, by whatever movement, once."""
    g = bench(P1=dict(probes=[[1, 5]], hand=["base-125"]))
    before = snap(g)
    do(g, "play base-125", "step 1.5-2.5")
    assert changes(before, g) == {"credits": -1, "hand": -1}
    do(g, "move 2.5-2.6")
    assert changes(before, g) == {"credits": -1, "hand": -1, "energy": -1, "vp": 3, "publicity": 1}
    do(g, "move 2.6-2.5")
    assert changes(before, g) == {"credits": -1, "hand": -1, "energy": -3, "vp": 3, "publicity": 1}


def test_R6_18_distance_from_earth():
    """R6.18: base-087 asks for five steps of the shortest way, asteroids costing nothing extra."""
    for spot in ([4, 3], [4, 7], [3, 2], [2, 1], [4, 1]):
        g = bench(P1=dict(probes=[spot], missions={"base-087": []}))
        before = snap(g)
        do(g, "mission base-087")
        assert changes(before, g) == {"vp": 3, "energy": 1, "missions": -1, "completed": 1}
    for spot in ([4, 4], [4, 5], [3, 3], [2, 2], [1, 1]):
        illegal(bench(P1=dict(probes=[spot], missions={"base-087": []})), "mission base-087")
    turned = {"turns": [4, 0, 0], "next": "disc-1"}  # Earth at [1, 1]
    assert "mission base-087" not in legal(bench(discs=turned, P1=dict(probes=[[2, 1]], missions={"base-087": []})))
    assert "mission base-087" in legal(bench(discs=turned, P1=dict(probes=[[2, 5]], missions={"base-087": []})))


# ---------------------------------------------------------------- R7 rotation


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_R7_1_the_first_pass_of_a_round_rotates(number):
    """R7.1: in all five rounds, and the second pass does not."""
    g = bench(round=number)
    do(g, "pass")
    assert turns(g) == ([1, 0, 0], "disc-2")
    if number < 5:
        assert len(legal(g)) == 3
        do(g, min(legal(g)))
    do(g, "pass")
    assert turns(g) == ([1, 0, 0], "disc-2")


@pytest.mark.parametrize(
    "turning, after, then", [("disc-1", [1, 0, 0], "disc-2"), ("disc-2", [1, 1, 0], "disc-3"), ("disc-3", [1, 1, 1], "disc-1")]
)
def test_R7_2_which_discs_turn(turning, after, then):
    """R7.1, R7.2, GEO-41, GEO-42: one rotation a research, disc after disc; a disc takes those above it along."""
    g = bench(discs={"turns": [0, 0, 0], "next": turning}, P1=dict(publicity=6))
    do(g, "research", "tech telescope-2")
    settle_down(g)
    assert turns(g) == (after, then)
    g = bench(discs={"turns": [7, 7, 7], "next": turning}, P1=dict(publicity=6))
    do(g, "research")
    go_on(g)
    assert turns(g) == ([(turned + 7) % 8 for turned in after], then)


def test_R7_6_a_push_triggers_missions():
    """R7.6: base-129 asks for asteroids in the own turn; the space is covered before the tech is chosen."""
    mission = dict(probes=[[1, 4]], missions={"base-129": [False, False, False]})
    g = bench(P1=dict(publicity=6, **mission))
    before = snap(g)
    do(g, "research")
    go_on(g)
    assert legal(g) == {"cover base-129/1", "skip"}
    do(g, "cover base-129/1")
    assert changes(before, g) == {"publicity": -6, "data": 1}
    assert len(offers(g, "tech")) == 12
    g = bench(P1=dict(publicity=6), P2=mission)
    before = snap(g)
    do(g, "research")
    go_on(g)
    assert g.to_move == "P1" and len(offers(g, "tech")) == 12
    assert changes(before, g, "P2") == {} and probes(g, "P2") == [[1, 3]]
    assert seat(g, "P2")["missions"] == {"base-129": [False, False, False]}


def test_R7_7_several_pushed_probes():
    """R7.7: all move together; P1 orders its own, then P2 its own, before the tech is chosen."""
    two = dict(techs=["probe-1", "probe-2"], probes=[[1, 0], [1, 4]])
    g = bench(P1=dict(publicity=6, **two), P2=two)
    before = snap(g)
    do(g, "research")
    go_on(g)
    assert probes(g) == probes(g, "P2") == [[1, 3], [1, 7]]
    assert g.to_move == "P1" and legal(g) == {"push 1.3", "push 1.7"}
    do(g, "push 1.7")
    assert changes(before, g) == {"publicity": -4}  # 6 paid, twice asteroids
    assert g.to_move == "P2" and legal(g) == {"push 1.3", "push 1.7"}
    do(g, "push 1.3")
    assert changes(before, g, "P2") == {"publicity": 2}
    assert g.to_move == "P1" and offers(g, "tech") == {
        "probe-3",
        "probe-4",
        "telescope-1",
        "telescope-2",
        "telescope-3",
        "telescope-4",
        "computer-1",
        "computer-2",
        "computer-3",
        "computer-4",
    }


def test_R7_8_a_planets_sector_is_where_it_is_now():
    """R7.8: Mercury's signals go to vega once disc 1 has turned; its orbiter does not move."""
    planets = {"mercury": {"first_orbit": "P1", "orbiters": {"P1": 1}}}
    g = bench(discs={"turns": [1, 0, 0], "next": "disc-2"}, planets=planets, P1=dict(hand=["base-032"]))
    settle_down(do(g, "play base-032"))
    assert signals(g) == {"vega": 2}
    do(g, "end", "pass")
    assert turns(g) == ([2, 1, 0], "disc-3") and orbiters(g, "mercury") == 1
    assert signals(g) == {"vega": 2}


# ---------------------------------------------------------------- R8 orbit


def test_R8_3_orbiters_are_unlimited():
    """R8.3: a second orbiter of the same player, without the 3 points."""
    g = bench(P1=dict(probes=[[1, 3]]), planets={"venus": {"first_orbit": "P1", "orbiters": {"P1": 1}}})
    before = snap(g)
    settle_down(do(g, "orbit venus"))
    assert changes(before, g) == {"credits": -1, "energy": -1, "probes": -1, "vp": 6}
    assert orbiters(g, "venus") == 2


def test_R8_4_the_first_place_becomes_free_again():
    """R8.4: base-015 removes the orbiter there; the next one gains 3 points though others are in orbit."""
    planets = {"mars": {"first_orbit": "P1", "orbiters": {"P1": 2, "P2": 1}}}
    g = bench(P1=dict(hand=["base-015"]), P2=dict(probes=[[2, 2]]), planets=planets)
    before = snap(g)
    do(g, "play base-015")
    assert choices(g) == {"remove mars", "remove mars/1"}
    for line, holder, points in (("remove mars/1", None, 3), ("remove mars", "P1", 0)):
        h = do(g.clone(), line, "take deck")
        settle_down(h)
        assert changes(before, h) == {"credits": -1, "vp": 3, "data": 1}  # one card played, one drawn
        assert (orbiters(h, "mars"), orbiters(h, "mars", "P2"), first_orbit(h, "mars")) == (1, 1, holder)
        finish_turn(h)
        do(h, "orbit mars", "take deck", "skip")
        settle_down(h)
        assert changes(before, h, "P2") == {
            key: value
            for key, value in {"credits": -1, "energy": -1, "probes": -1, "hand": 1, "data": 1, "vp": points}.items()
            if value
        }
        assert first_orbit(h, "mars") == (holder or "P2")


def test_R8_5_signals_of_orbit_rewards():
    """R8.5: in the planet's sector of that moment, or in either sector of the printed colour."""
    g = bench(discs={"turns": [2, 1, 0], "next": "disc-3"}, P1=dict(probes=[[2, 1]]))
    settle_down(do(g, "orbit mars", "take deck", "skip"))
    assert signals(g) == {"sirius-a": 1}
    g = bench(P1=dict(probes=[[3, 3]]))
    before = snap(g)
    settle_down(do(g, "orbit jupiter"))
    assert changes(before, g) == {"credits": -1, "energy": -1, "probes": -1, "vp": 3, "data": 2}
    assert signals(g) == {"kepler-22": 1}
    g = bench(P1=dict(probes=[[4, 3]]))
    before = snap(g)
    go_on(do(g, "orbit neptune"))
    assert offers(g, "signal") == {"vega", "beta-pictoris"}
    settle_down(do(g, "signal vega"))
    assert changes(before, g) == {"credits": -1, "energy": -1, "probes": -1, "vp": 10, "data": 5}


# ---------------------------------------------------------------- R9 land


def test_R9_2_the_orbiter_is_there_before_the_landing_is_paid():
    """R9.1, R9.2: 2 energy land where anybody's orbiter is, and nowhere else; one in orbit elsewhere does not count."""
    g = bench(P1=dict(probes=[[1, 3]], energy=2), planets={"mars": {"first_orbit": "P1", "orbiters": {"P1": 1}}})
    illegal(g, "land venus")
    g = bench(P1=dict(probes=[[1, 3]], energy=2), planets={"venus": {"first_orbit": "P2", "orbiters": {"P2": 1}}})
    do(g, "land venus")
    assert seat(g, "P1")["energy"] == 0


def test_R9_4_the_data_come_first():
    """R9.4: the covered data space pays before the points and the trace."""
    g = bench(P1=dict(probes=[[4, 0]]))
    do(g, "land uranus")
    go_on(g)
    assert seat(g, "P1")["data"] == 3 and traces(g) == {}
    settle_down(do(g, "trace left lander overflow"))
    assert (seat(g, "P1")["data"], seat(g, "P1")["vp"], traces(g)) == (3, 12, {"lander": 1})


def test_R9_5_landers_are_unlimited():
    """R9.5."""
    g = bench(P1=dict(probes=[[1, 3]]), planets={"venus": {"landers": {"P1": 3, "P2": 2}, "data": [["P2"]]}})
    before = snap(g)
    settle_down(do(g, "land venus", "trace left lander overflow"))
    assert changes(before, g) == {"energy": -3, "probes": -1, "vp": 8}
    assert (landers(g, "venus"), landers(g, "venus", "P2")) == (4, 2)


def test_R9_6_discounts_hold_for_moons():
    """R9.6: with probe-3 and an orbiter there, io costs 1 energy."""
    planets = {"jupiter": {"first_orbit": "P2", "orbiters": {"P2": 1}}}
    g = bench(P1=dict(probes=[[3, 3]], energy=1, techs=["probe-3", "probe-4"]), planets=planets)
    before = snap(g)
    settle_down(do(g, "land io"))
    assert changes(before, g) == {"energy": 3, "probes": -1, "vp": 10}
    assert moon(g, "io") == ["P1"]
    illegal(bench(P1=dict(probes=[[3, 3]], energy=0, techs=["probe-3", "probe-4"]), planets=planets), "land io")


def test_R9_7_a_moon_gives_nothing_of_its_planet():
    """R9.7: Phobos and Deimos: 8 points and two incomes; the data spaces of Mars stay free."""
    g = bench(P1=dict(probes=[[2, 2]], techs=["probe-4"], hand=["base-044", "base-041"]))
    assert offers(g, "land") == {"mars/1", "mars/2", "phobos-deimos"}
    before = snap(g)
    settle_down(do(g, "land phobos-deimos", "tuck base-044", "tuck base-041"))
    assert changes(before, g) == {"energy": -2, "credits": 1, "hand": -2, "tucked": 2, "probes": -1, "vp": 8}
    assert (landers(g, "mars"), covered(g, "mars"), traces(g)) == (0, [[], []], {})


def test_R9_8_at_a_planet_includes_its_moons():
    """R9.8: base-035 accepts a lander on europa; base-031 excludes moons."""
    g = bench(P1=dict(missions={"base-035": []}), moons={"europa": ["P1"]})
    before = snap(g)
    do(g, "mission base-035")
    assert changes(before, g) == {"vp": 4, "missions": -1, "completed": 1}
    two = {"venus": {"landers": {"P1": 1}}, "mars": {"landers": {"P1": 1}}}
    illegal(bench(P1=dict(missions={"base-031": []}), planets=two, moons={"io": ["P1"]}), "mission base-031")
    g = bench(P1=dict(missions={"base-031": []}), planets={**two, "saturn": {"landers": {"P1": 1}}})
    before = snap(g)
    do(g, "mission base-031")
    assert changes(before, g) == {"credits": 1, "missions": -1, "completed": 1}


def test_R9_10_a_removed_lander_frees_its_space():
    """R9.10: base-084 frees the data space of Venus, or the moon."""
    planets = {"venus": {"landers": {"P1": 1}, "data": [["P1"]]}}
    g = bench(
        P1=dict(hand=["base-084"]),
        P2=dict(techs=["probe-1", "probe-4"], probes=[[1, 3], [3, 3]]),
        planets=planets,
        moons={"europa": ["P1"]},
    )
    before = snap(g)
    do(g, "play base-084")
    assert choices(g) == {"remove venus/1", "remove europa"}
    h = do(g.clone(), "remove venus/1", "trace right lander")
    finish_turn(h)
    assert changes(before, h) == {"credits": -1, "hand": -1, "vp": 3, "publicity": 1}
    assert (landers(h, "venus"), covered(h, "venus"), moon(h, "europa")) == (0, [[]], ["P1"])
    do(h, "land venus", "trace left lander overflow")
    assert changes(before, settle_down(h), "P2") == {"energy": -3, "probes": -1, "data": 2, "vp": 8}
    h = do(g.clone(), "remove europa", "trace right lander")
    finish_turn(h)
    assert (landers(h, "venus"), covered(h, "venus"), moon(h, "europa")) == (1, [["P1"]], [])
    assert "land europa" in legal(h)
