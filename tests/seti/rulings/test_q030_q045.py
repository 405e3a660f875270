"""Q030-Q045: orbit and land."""

from .bench import (
    bench,
    branch,
    changes,
    choices,
    covered,
    discard,
    do,
    finish_turn,
    first_orbit,
    go_on,
    hand,
    illegal,
    landers,
    legal,
    main_actions,
    moon,
    offers,
    orbiters,
    overflow,
    probes,
    seat,
    settle_down,
    signals,
    snap,
    space,
    star,
    traces,
    untouched,
)

P2_ORBITS_VENUS = {"venus": {"first_orbit": "P2", "orbiters": {"P2": 1}}}
LANDER_PLACES = {"left lander", "right lander", "left lander overflow", "right lander overflow"}


def test_Q030_first_orbit_of_venus_with_an_income():
    """R8.1, R8.2: 1 credit and 1 energy; 3 and 6 points; base-064 tucked for 1 credit."""
    g = bench(P1=dict(probes=[[1, 3]], hand=["base-064"]))
    before = snap(g)
    do(g, "orbit venus", "tuck base-064")
    settle_down(g)
    assert changes(before, g) == {"energy": -1, "vp": 9, "hand": -1, "tucked": 1, "probes": -1}
    assert (seat(g, "P1")["energy"], seat(g, "P1")["credits"], hand(g)) == (4, 5, [])
    assert (orbiters(g, "venus"), first_orbit(g, "venus"), probes(g)) == (1, "P1", [])
    assert seat(g, "P1")["tucked"] == ["base-064"]


def test_Q031_second_orbit_of_venus_without_an_income():
    """R8.2: no 3 points behind P2's orbiter; the income declined."""
    g = bench(P1=dict(probes=[[1, 3]], hand=["base-064"]), planets=P2_ORBITS_VENUS)
    before = snap(g)
    do(g, "orbit venus", "skip")
    settle_down(g)
    assert changes(before, g) == {"credits": -1, "energy": -1, "vp": 6, "probes": -1}
    assert (seat(g, "P1")["credits"], hand(g)) == (4, ["base-064"])
    assert (orbiters(g, "venus"), orbiters(g, "venus", "P2"), first_orbit(g, "venus")) == (1, 1, "P2")


def test_Q032_no_orbit_and_no_landing_on_earth_or_nowhere():
    """R8.1: a probe on Earth, or on an empty space."""
    for spot in ([1, 5], [1, 4]):
        g = bench(P1=dict(probes=[spot]))
        assert offers(g, "orbit") == set() and offers(g, "land") == set()
        assert main_actions(g) == {"scan", "pass"}
    g = bench(P1=dict(probes=[[1, 3]]))
    assert offers(g, "orbit") == {"venus"} and offers(g, "land") == {"venus"}


def test_Q033_orbit_of_mercury():
    """R8.2, R8.5, R10.4: a card, two signals in Mercury's sector, then the optional income."""
    g = bench(P1=dict(probes=[[1, 1]]), top=["base-101", "base-100"])
    before = snap(g)
    go_on(do(g, "orbit mercury"))
    assert changes(before, g) == {"credits": -1, "energy": -1, "probes": -1, "hand": 1, "data": 2, "vp": 5}
    assert star(g, "sirius-a") == "P1 P1 . . . ."
    assert signals(g) == {"sirius-a": 2}
    assert hand(g) == ["base-101"]
    assert choices(g) == {"tuck base-101", "skip"}
    declined = settle_down(branch(g, "skip"))
    assert changes(before, declined) == {"credits": -1, "energy": -1, "probes": -1, "hand": 1, "data": 2, "vp": 5}
    tucked = settle_down(branch(g, "tuck base-101"))
    assert changes(before, tucked) == {"credits": -1, "probes": -1, "tucked": 1, "data": 2, "vp": 5}


def test_Q034_orbit_of_uranus():
    """R8.5, R10.7: 11 points, three unseen cards, one black signal of P1's choice, no income."""
    g = bench(P1=dict(probes=[[4, 0]]), top=["base-101", "base-100", "base-102", "base-103"])
    before = snap(g)
    go_on(do(g, "orbit uranus"))
    assert offers(g, "signal") == {"vega", "beta-pictoris"}
    assert "skip" not in legal(g)
    for name in ("vega", "beta-pictoris"):
        after = settle_down(branch(g, f"signal {name}"))
        assert "end" in legal(after)  # nothing was asked: there is no income
        assert changes(before, after) == {"credits": -1, "energy": -1, "probes": -1, "hand": 3, "data": 1, "vp": 11}
        assert signals(after) == {name: 1}
        assert hand(after) == ["base-100", "base-101", "base-102"]
        untouched(before, after, "row")


def test_Q035_first_landing_on_venus():
    """R9.1, R9.4, R16.4: 3 energy; 2 data, 5 points, a lander trace for 5 points and 1 publicity."""
    g = bench(P1=dict(probes=[[1, 3]]))
    before = snap(g)
    do(g, "land venus", "trace left lander")
    settle_down(g)
    assert changes(before, g) == {"energy": -3, "vp": 10, "data": 2, "publicity": 1, "probes": -1}
    assert seat(g, "P1")["energy"] == 2
    assert space(g, "left", "lander") == "P1"
    assert traces(g) == {"lander": 1}
    assert (landers(g, "venus"), covered(g, "venus")) == (1, [["P1"]])


def test_Q036_cheaper_landings():
    """R9.1: an orbiter at the planet and probe-3 save 1 energy each."""
    cases = [(P2_ORBITS_VENUS, [], 3), (P2_ORBITS_VENUS, ["probe-3"], 4), ({}, ["probe-3"], 3), ({}, [], 2)]
    for planets, techs, left in cases:
        g = bench(P1=dict(probes=[[1, 3]], techs=techs), planets=planets)
        before = snap(g)
        settle_down(do(g, "land venus", "trace left lander"))
        assert seat(g, "P1")["energy"] == left
        assert changes(before, g) == {"energy": left - 5, "vp": 10, "data": 2, "publicity": 1, "probes": -1}
        enough = bench(P1=dict(probes=[[1, 3]], techs=techs, energy=5 - left), planets=planets)
        assert offers(enough, "land") == {"venus"}
        illegal(bench(P1=dict(probes=[[1, 3]], techs=techs, energy=4 - left), planets=planets), "land venus")


def test_Q037_two_data_spaces_on_mars():
    """R9.4: the first lander chooses, the second gets the other, the third none."""
    for first, own, others in ((1, 2, 1), (2, 1, 2)):
        g = bench(P1=dict(probes=[[2, 2], [2, 2]], techs=["probe-1"], energy=6), P2=dict(probes=[[2, 2]]))
        assert offers(g, "land") == {"mars/1", "mars/2"}
        before = snap(g)
        do(g, f"land mars/{first}", "trace left lander")
        finish_turn(g)
        assert changes(before, g) == {"energy": -3, "vp": 11, "data": own, "publicity": 1, "probes": -1}
        assert offers(g, "land") == {"mars"}
        do(g, "land mars", "trace right lander")
        finish_turn(g)
        assert changes(before, g, "P2") == {"energy": -3, "vp": 9, "data": others, "publicity": 1, "probes": -1}
        assert covered(g, "mars") == ([["P1"], ["P2"]] if first == 1 else [["P2"], ["P1"]])
        before = snap(g)
        assert offers(g, "land") == {"mars"}
        do(g, "land mars", "trace left lander overflow")
        settle_down(g)
        assert changes(before, g) == {"energy": -3, "vp": 9, "probes": -1}
        assert (landers(g, "mars"), landers(g, "mars", "P2")) == (2, 1)


def test_Q038_second_lander_on_jupiter():
    """R9.4: 7 points and a lander trace, no data."""
    g = bench(P1=dict(probes=[[3, 3]]), planets={"jupiter": {"landers": {"P2": 1}, "data": [["P2"]]}})
    before = snap(g)
    go_on(do(g, "land jupiter"))
    assert changes(before, g) == {"energy": -3, "vp": 7, "probes": -1}
    assert offers(g, "trace") == LANDER_PLACES
    settle_down(do(g, "trace right lander"))
    assert changes(before, g) == {"energy": -3, "vp": 10, "publicity": 1, "probes": -1}
    assert covered(g, "jupiter") == [["P2"]]


def test_Q039_moons_ask_for_probe_4():
    """R9.6."""
    g = bench(P1=dict(probes=[[3, 3]]))
    assert offers(g, "land") == {"jupiter"}
    illegal(g, "land europa")
    g = bench(P1=dict(probes=[[3, 3]], techs=["probe-4"]))
    assert offers(g, "land") == {"jupiter", "io", "europa", "ganymede", "callisto"}


def test_Q040_landing_on_europa():
    """R9.6, R9.7, R16.6: 7 points and two traces; the moon is closed, Jupiter's data are not touched."""
    g = bench(P1=dict(probes=[[3, 3]], techs=["probe-4"]), P2=dict(probes=[[3, 3]], techs=["probe-4"]))
    before = snap(g)
    go_on(do(g, "land europa"))
    assert changes(before, g) == {"energy": -3, "vp": 7, "probes": -1}
    assert offers(g, "trace") == LANDER_PLACES
    go_on(do(g, "trace left lander"))
    assert changes(before, g) == {"energy": -3, "vp": 12, "publicity": 1, "probes": -1}
    assert offers(g, "trace") == LANDER_PLACES - {"left lander"}
    settle_down(do(g, "trace right lander"))
    assert changes(before, g) == {"energy": -3, "vp": 15, "publicity": 2, "probes": -1}
    assert (seat(g, "P1")["energy"], seat(g, "P1")["data"]) == (2, 0)
    assert (moon(g, "europa"), landers(g, "jupiter")) == (["P1"], 0)
    do(g, "end")
    assert offers(g, "land") == {"jupiter", "io", "ganymede", "callisto"}
    before = snap(g)
    do(g, "land jupiter", "trace left lander overflow")
    settle_down(g)
    assert changes(before, g, "P2") == {"energy": -3, "vp": 10, "data": 2, "probes": -1}
    own = bench(P1=dict(probes=[[3, 3]], techs=["probe-4"]), moons={"europa": ["P1"]})
    assert offers(own, "land") == {"jupiter", "io", "ganymede", "callisto"}


def test_Q041_an_orbiter_cannot_land():
    """R9.3, R1.5."""
    planets = {"venus": {"first_orbit": "P1", "orbiters": {"P1": 1}}}
    g = bench(planets=planets)
    assert offers(g, "land") == set()
    illegal(g, "land venus")
    g = bench(planets=planets, P1=dict(probes=[[1, 3]]))
    assert offers(g, "land") == {"venus"}


def test_Q042_a_free_landing_on_mercury():
    """R4.7: base-013 lands for no energy and pays 4 points for Mercury."""
    g = bench(P1=dict(probes=[[1, 1]], energy=0, hand=["base-013"]))
    before = snap(g)
    go_on(do(g, "play base-013"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "probes": -1, "data": 3, "vp": 12}
    assert offers(g, "trace") == LANDER_PLACES
    settle_down(do(g, "trace left lander overflow"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "probes": -1, "data": 3, "vp": 12 + 3 + 4}
    assert seat(g, "P1")["energy"] == 0
    assert traces(g) == {"lander": 1}
    assert (landers(g, "mercury"), overflow(g, "left", "lander")) == (1, 1)
    assert discard(g) == ["base-013"]


def test_Q043_a_named_landing_is_mandatory():
    """R9.9, R4.3: on Jupiter without probe-4 there is nothing to choose, and no bonus of base-013."""
    g = bench(P1=dict(probes=[[3, 3]], hand=["base-013"]))
    before = snap(g)
    go_on(do(g, "play base-013"))
    assert (landers(g, "jupiter"), probes(g)) == (1, [])
    assert choices(g) == {f"trace {place}" for place in LANDER_PLACES}
    settle_down(do(g, "trace right lander overflow"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "probes": -1, "data": 2, "vp": 7 + 3}
    two = bench(P1=dict(probes=[[3, 3], [1, 3]], techs=["probe-1"], hand=["base-013"]))
    do(two, "play base-013")
    assert choices(two) == {"land jupiter", "land venus"}
    illegal(two, "skip", "land europa")


def test_Q044_a_named_landing_without_a_planet_is_skipped():
    """R4.5, R4.6."""
    g = bench(P1=dict(probes=[[1, 4]], hand=["base-013"]))
    before = snap(g)
    settle_down(do(g, "play base-013"))
    assert changes(before, g) == {"credits": -1, "hand": -1}
    assert (seat(g, "P1")["credits"], probes(g)) == (4, [[1, 4]])
    untouched(before, g, "planets", "moons", "species", "stars")


def test_Q045_moons_by_a_card():
    """Card base-012: Saturn and its moons without probe-4, at no energy."""
    g = bench(P1=dict(probes=[[3, 7]], energy=0, hand=["base-012"]))
    before = snap(g)
    do(g, "play base-012")
    assert choices(g) == {"land saturn", "land enceladus", "land titan"}
    planet = settle_down(branch(g, "land saturn", "trace left lander"))
    assert changes(before, planet) == {
        "credits": -2,
        "hand": -1,
        "endgame": 1,
        "probes": -1,
        "data": 2,
        "vp": 13,
        "publicity": 1,
    }
    titan = settle_down(branch(g, "land titan", "trace left analysis", "trace right signal overflow"))
    assert changes(before, titan) == {"credits": -2, "hand": -1, "endgame": 1, "probes": -1, "vp": 15, "publicity": 1}
    assert (moon(titan, "titan"), traces(titan)) == (["P1"], {"analysis": 1, "signal": 1})
    do(g, "land enceladus", "signal barnards-star", "signal procyon", "signal kepler-22")
    settle_down(g)
    assert changes(before, g) == {"credits": -2, "hand": -1, "endgame": 1, "probes": -1, "data": 3, "vp": 12}
    assert signals(g) == {"barnards-star": 1, "procyon": 1, "kepler-22": 1}
    assert (moon(g, "enceladus"), covered(g, "saturn")) == (["P1"], [[]])
