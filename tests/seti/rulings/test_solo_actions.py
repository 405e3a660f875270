"""SOL-40 to SOL-88: launch, analysis, research, flight and scan of the rival.

On the bench Earth is in sector 5. Row from left to right: red, yellow, black.
"""

import pytest

from seti_sim.seti.rules import RuleSet

from .bench import (
    changes,
    covered,
    do,
    go_on,
    landers,
    moon,
    orbiters,
    probes,
    row,
    seat,
    signals,
    space,
    star,
    turns,
    where,
    wins,
)
from .solo_bench import full, progress, solo, steps, techs, top, turn_of

PROBE = dict(probes=[[1, 5]])


def flying(*targets, prefer=("orbit", "land"), moons=False, **readings):
    """Rules in which S.1 flies to these (body, moves)."""
    fly = {"do": "fly", "targets": [{"body": body, "moves": n} for body, n in targets], "moons": moons, "prefer": list(prefer)}
    return RuleSet.load({"solo": {"cards": {"rival-01": {"actions": [fly]}}, **({"readings": readings} if readings else {})}})


def scanning(*words, telescope="row", **more):
    return RuleSet.load(
        {"solo": {"cards": {"rival-01": {"actions": [{"do": "scan", "signals": list(words), "telescope": telescope}]}}, **more}}
    )


# ---------------------------------------------------------------- launch


def test_SOL_40_launch():
    """SOL-40: a probe on Earth, then 1 publicity (S.1), and 1 progress (S.6); not possible with a probe there."""
    before, g = turn_of("rival-01")
    assert probes(g, "P2") == [[1, 5]] and changes(before, g, "P2") == {"probes": 1, "publicity": 1} and steps(before, g) == 0
    before, g = turn_of("rival-06")
    assert changes(before, g, "P2") == {"probes": 1, "publicity": 1} and steps(before, g) == 1
    before, g = turn_of("rival-06", P2=PROBE)
    assert probes(g, "P2") == [[1, 5]] and signals(g, "P2")  # the third action, a scan


def test_SOL_41_the_probe_stays_on_earth():
    """SOL-41: it turns with the Earth, here by the player's research."""
    g = do(solo("rival-02", P2=PROBE, main="before", P1=dict(publicity=6)), "research")
    go_on(g)
    assert probes(g, "P2") == [[1, 4]] == [where(g, "earth")]


# ---------------------------------------------------------------- analysis


def test_SOL_50_the_order_of_an_analysis():
    """SOL-50: the computer is cleared, the pool fills it again with the benefits of the spaces, the trace is marked."""
    before, g = turn_of("rival-01", P2=full(5))
    assert top(g) == 5 and seat(g, "P2")["data"] == 0 and space(g, "left", "analysis") == "P2"
    # 5 points and 1 publicity of the discovery space; 1 publicity and 4 progress of the computer's spaces.
    assert changes(before, g, "P2") == {"vp": 5, "publicity": 2, "data": -5, "top": -1} and steps(before, g) == 4


def test_SOL_50_six_data_are_needed():
    before, g = turn_of("rival-02", P2={"computer": {"top": 5}})
    assert space(g, "left", "analysis") is None and signals(g, "P2")


def test_SOL_50_the_reward_of_the_card():
    """SOL-50 (2): S.5 brings 3 points."""
    before, g = turn_of("rival-05", P2=full())
    assert changes(before, g, "P2") == {"vp": 8, "publicity": 1, "top": -6}


def test_SOL_50_data_of_the_trace_come_before_the_pool():
    """SOL-50: data that the trace brings fill the cleared computer first."""
    rules = RuleSet.load({"discovery": {"left": [{"do": "gain", "data": 2}]}})
    before, g = turn_of("rival-01", rules=rules, P2=full(3))
    assert top(g) == 5 and seat(g, "P2")["data"] == 0


@pytest.mark.parametrize(
    "have, left",
    [
        ({}, {}),
        ({"computer-2": 1}, {}),
        ({"computer-1": 2}, {"computer-1": 1}),
        ({"probe-1": 1, "telescope-1": 1}, {"probe-1": 1, "telescope-1": 1}),
    ],
)
def test_SOL_51_one_computer_tech(have, left):
    """SOL-51: exactly one, if there is one, for 3 points and a step; other techs stay."""
    before, g = turn_of("rival-01", P2=full(), own=dict(techs=have))
    given = have != left
    assert techs(g) == left and steps(before, g) == given and changes(before, g, "P2")["vp"] == 5 + 3 * given


# ---------------------------------------------------------------- research


@pytest.mark.parametrize("have, done", [(5, False), (6, True), (10, True)])
def test_SOL_60_publicity_for_research(have, done):
    before, g = turn_of("rival-02", P2=dict(publicity=have))
    assert bool(techs(g)) == done and bool(signals(g, "P2")) != done


def test_SOL_60_without_cost():
    """SOL-60: the research of S.4 costs nothing."""
    before, g = turn_of("rival-04", P2=dict(publicity=3), techs={"computer-1": {"tiles": ["vp"]}})
    assert changes(before, g, "P2") == {"vp": 5} and techs(g) == {"computer-1": 1}


def test_SOL_61_the_order_of_a_research():
    """SOL-61: the rotation comes before the tech, the printed progress after the choice: the tech is that of the space
    before it; the rotation has its consequences for the player's probes."""
    before, g = turn_of("rival-04", P1=dict(probes=[[2, 7]]), techs={"computer-1": {"tiles": ["vp"]}})
    assert turns(g) == ([1, 0, 0], "disc-2") and techs(g) == {"computer-1": 1} and progress(g) == 2
    # The bonus's own step comes before the printed one; neither changes what is taken.
    before, g = turn_of("rival-04", techs={"computer-1": {"tiles": ["energy"]}})
    assert techs(g) == {"computer-1": 1} and progress(g) == 3


@pytest.mark.parametrize(
    "gone, tech",
    [((), "computer-3"), (("computer-3",), "computer-4"), (("computer-3", "computer-4", "telescope-1"), "telescope-2")],
)
def test_SOL_62_the_first_stack_with_its_tile(gone, tech):
    before, g = turn_of("rival-04", own=dict(progress=3), techs={t: {"two_points": False} for t in gone})
    assert techs(g) == {tech: 1}


def test_SOL_62_round_the_track():
    """SOL-62: from space 12 the search goes on with space 1."""
    before, g = turn_of("rival-04", own=dict(progress=12), techs={"probe-4": {"two_points": False}})
    assert techs(g) == {"computer-1": 1}


def test_SOL_63_without_any_two_point_tile():
    """SOL-63: then the first stack that is not empty."""
    every = {f"{kind}-{n}": {"two_points": False} for kind in ("probe", "telescope", "computer") for n in range(1, 5)}
    before, g = turn_of("rival-04", own=dict(progress=3), techs=every)
    assert techs(g) == {"computer-3": 1}
    every["computer-3"] = {"two_points": False, "tiles": [], "taken": ["vp", "energy", "publicity", "draw"]}
    before, g = turn_of("rival-04", own=dict(progress=3), techs=every)
    assert techs(g) == {"computer-4": 1} and "computer-3" not in techs(g)


def test_SOL_64_what_the_tech_brings():
    """SOL-64: 2 points for the stack's first tile, the tile's bonus, none of the 2 points later."""
    before, g = turn_of("rival-04", techs={"computer-1": {"tiles": ["publicity", "vp"]}})
    assert changes(before, g, "P2") == {"vp": 2, "publicity": 1}
    assert g.to_json()["techs"]["computer-1"]["two_points"] is False
    assert g.to_json()["techs"]["computer-1"]["tiles"][0] == "vp"


@pytest.mark.parametrize("tech, at", [("probe-1", 9), ("telescope-1", 5)])
def test_SOL_65_neither_launch_nor_data(tech, at):
    """SOL-65: the launch of two-probes tiles and the 2 data of the Earth telescope are not gained, the bonus is."""
    before, g = turn_of("rival-04", own=dict(progress=at), techs={tech: {"tiles": ["publicity"]}}, P2=dict(publicity=2))
    assert techs(g) == {tech: 1} and changes(before, g, "P2") == {"vp": 2, "publicity": 1}


def test_SOL_66_several_tiles_of_one_stack():
    every = {f"{kind}-{n}": {"two_points": False} for kind in ("probe", "telescope", "computer") for n in range(1, 5)}
    before, g = turn_of("rival-04", own=dict(progress=3, techs={"computer-3": 2}), techs=every)
    assert techs(g) == {"computer-3": 3}


def test_SOL_67_techs_have_no_abilities():
    """SOL-67: asteroids cost it one more to leave though it has probe-2, and bring no publicity; a landing's cost is no
    matter; no signal in the neighbouring sector."""
    rules = flying(("mars", 5))
    for have in ({}, {"probe-2": 1}):
        before, g = turn_of("rival-01", rules=rules, P2=PROBE, own=dict(techs=have))
        assert changes(before, g, "P2")["publicity"] == changes(*turn_of("rival-01", rules=rules, P2=PROBE), "P2")["publicity"]
    before, g = turn_of("rival-01", rules=scanning("earth"), own=dict(techs={"telescope-1": 1}))
    assert star(g, "61-virginis").startswith("P2") and techs(g) == {}


# ---------------------------------------------------------------- flight


def test_SOL_70_a_probe_and_a_body_in_reach():
    """SOL-70: without a probe, or with nothing in reach, the line is not possible."""
    before, g = turn_of("rival-04")
    assert techs(g) and not any(orbiters(g, p, "P2") for p in ("venus", "mars", "jupiter", "saturn"))
    rules = RuleSet.load(
        {
            "solo": {
                "cards": {
                    "rival-04": {
                        "actions": [
                            {"do": "fly", "targets": [{"body": "neptune", "moves": 1}], "prefer": ["orbit"]},
                            {"do": "research"},
                        ]
                    }
                }
            }
        }
    )
    before, g = turn_of("rival-04", rules=rules, P2=PROBE)
    assert techs(g) and probes(g, "P2") == [[1, 4]]


def test_SOL_71_the_first_body_in_reach():
    """SOL-71: of Jupiter, Mars, Saturn (four moves away) and Venus (two) only Venus is within three moves."""
    before, g = turn_of("rival-04", P2=PROBE)
    assert orbiters(g, "venus", "P2") == 1
    rules = flying(("jupiter", 4), ("venus", 3))
    assert orbiters(turn_of("rival-01", rules=rules, P2=PROBE)[1], "jupiter", "P2") == 1
    rules = flying(("venus", 3), ("jupiter", 4))
    assert orbiters(turn_of("rival-01", rules=rules, P2=PROBE)[1], "venus", "P2") == 1


def test_SOL_71_asteroids_cost_one_more():
    """SOL-71: with discs in which the way to Venus leads through asteroids the printed moves do not reach."""
    # The second disc turned by one: asteroids in 1.4, between Earth in 1.5 and Venus in 1.3; the way round is longer.
    position = dict(discs={"turns": [0, 1, 0], "next": "disc-1"}, P2=PROBE)
    for moves, reached in ((2, False), (3, True)):
        before, g = turn_of("rival-01", rules=flying(("venus", moves)), **position)
        assert (orbiters(g, "venus", "P2") == 1) == reached


def test_SOL_72_the_route_with_most_publicity():
    """SOL-72: to Mars within four moves by the shortest ways, 1 for Mars and 1 for Venus on the way; within more moves
    a longer way with comets brings more."""
    gained = {}
    for moves in (4, 5, 6, 8):
        before, g = turn_of("rival-01", rules=flying(("mars", moves)), P2=dict(PROBE, publicity=0))
        gained[moves] = seat(g, "P2")["publicity"]
    assert gained[4] == 2 and gained[4] <= gained[5] <= gained[6] <= gained[8] and gained[8] > 2


def test_SOL_73_no_space_twice():
    """SOL-73: with as many moves as could be made, the publicity is that of a route without a space entered twice; with
    the other reading it is more."""
    once, again = (
        seat(turn_of("rival-01", rules=flying(("mars", 8), **reading), P2=dict(PROBE, publicity=0))[1], "P2")["publicity"]
        for reading in ({}, {"route_returns": True})
    )
    assert (once, again) == (5, 6)


def test_SOL_74_a_moon_for_a_probe_tech():
    """SOL-74: with a probe tech and a free moon it lands there; without one of the two it never does."""
    rules = flying(("mars", 6), moons=True)
    before, g = turn_of("rival-01", rules=rules, P2=PROBE, own=dict(techs={"probe-1": 2}))
    assert moon(g, "phobos-deimos") == ["P2"] and techs(g) == {"probe-1": 1} and orbiters(g, "mars", "P2") == 0
    before, g = turn_of("rival-01", rules=rules, P2=PROBE, own=dict(techs={"computer-1": 1}))
    assert moon(g, "phobos-deimos") == [] and orbiters(g, "mars", "P2") == 1
    before, g = turn_of("rival-01", rules=rules, P2=PROBE, own=dict(techs={"probe-1": 1}), moons={"phobos-deimos": ["P1"]})
    assert moon(g, "phobos-deimos") == ["P1"] and orbiters(g, "mars", "P2") == 1 and techs(g) == {"probe-1": 1}


@pytest.mark.parametrize(
    "arrow, taken, moon_id",
    [
        ("left", (), "callisto"),
        ("right", (), "io"),
        ("left", ("callisto",), "ganymede"),
        ("right", ("io", "europa"), "ganymede"),
    ],
)
def test_SOL_75_several_free_moons(arrow, taken, moon_id):
    """SOL-75: Callisto, Ganymede, Europa, Io from left to right."""
    card = {
        "arrow": arrow,
        "actions": [{"do": "fly", "targets": [{"body": "jupiter", "moves": 6}], "moons": True, "prefer": ["orbit", "land"]}],
    }
    rules = RuleSet.load({"solo": {"cards": {"rival-01": card}}})
    before, g = turn_of(
        "rival-01", rules=rules, P2=PROBE, own=dict(techs={"probe-1": 1}), moons={name: ["P1"] for name in taken}
    )
    assert moon(g, moon_id) == ["P2"]


@pytest.mark.parametrize(
    "first_orbit, landed, prefer, orbits",
    [
        (None, False, ("orbit", "land"), True),
        (None, False, ("land", "orbit"), False),  # both free
        ("P1", True, ("orbit", "land"), True),
        ("P1", True, ("land", "orbit"), False),  # neither
        ("P1", False, ("orbit", "land"), False),
        (None, True, ("land", "orbit"), True),  # exactly one
        (None, True, ("land",), False),
        ("P1", False, ("orbit",), True),
    ],
)  # only one is printed
def test_SOL_76_orbit_or_landing(first_orbit, landed, prefer, orbits):
    venus = {"orbiters": {"P1": 1} if first_orbit else {}, "landers": {"P1": 1} if landed else {}}
    before, g = turn_of("rival-01", rules=flying(("venus", 3), prefer=prefer), P2=PROBE, planets={"venus": venus})
    assert (orbiters(g, "venus", "P2"), landers(g, "venus", "P2")) == ((1, 0) if orbits else (0, 1))


@pytest.mark.parametrize("taken, chosen", [((), 0), ((0,), 1)])
def test_SOL_77_several_first_lander_spaces(taken, chosen):
    """SOL-77: of the free ones at Mars the one with most data; one free space is enough."""
    holders = [["P1"] if k in taken else [] for k in range(2)]
    mars = {"orbiters": {"P1": 1}, "landers": {"P1": len(taken)} if taken else {}, "data": holders}
    before, g = turn_of("rival-01", rules=flying(("mars", 4), prefer=("orbit", "land")), P2=PROBE, planets={"mars": mars})
    assert covered(g, "mars")[chosen] == ["P2"]


def test_SOL_77_most_data_where_it_is_not_the_first():
    rules = RuleSet.load(
        {
            "planets": {"mars": {"land_first": [[{"do": "gain", "data": 1}], [{"do": "gain", "data": 4}]]}},
            "solo": {
                "cards": {
                    "rival-01": {"actions": [{"do": "fly", "targets": [{"body": "mars", "moves": 4}], "prefer": ["land"]}]}
                }
            },
        }
    )
    before, g = turn_of("rival-01", rules=rules, P2=PROBE)
    assert covered(g, "mars") == [[], ["P2"]] and top(g) == 4


def test_SOL_78_everything_that_a_player_would_gain():
    """SOL-78: the landing on Venus, first there: points, data, a lander trace with its reward; no costs."""
    before, g = turn_of("rival-01", rules=flying(("venus", 3), prefer=("land",)), P2=dict(PROBE, publicity=3))
    player = RuleSet.load().tree["planets"]["venus"]
    points = sum(e.get("vp", 0) for e in player["land"])
    assert space(g, "left", "lander") == "P2" and seat(g, "P2")["vp"] == points + 5
    assert top(g) == player["land_first"][0][0]["data"] and seat(g, "P2")["publicity"] >= 5


def test_SOL_78_a_signal_where_a_colour_is_printed():
    """SOL-78: Enceladus marks a red, a blue and a yellow signal, each by SOL-84."""
    before, g = turn_of(
        "rival-01", rules=flying(("saturn", 6), moons=True), P2=PROBE, own=dict(techs={"probe-1": 1}), moons={"titan": ["P1"]}
    )
    assert moon(g, "enceladus") == ["P2"]
    assert signals(g, "P2") == {"proxima-centauri": 1, "sirius-a": 1, "61-virginis": 1}  # most data spaces of each colour


# ---------------------------------------------------------------- scan


def test_SOL_80_signals_in_printed_order():
    """SOL-80: S.6, Earth, Earth, row: data for each, the 2 points of the second space, nothing is paid."""
    before, g = turn_of("rival-06", P2=dict(PROBE, publicity=5))
    assert signals(g, "P2") == {"61-virginis": 2, "proxima-centauri": 1}
    assert changes(before, g, "P2") == {"vp": 2, "publicity": 1, "top": 3}  # the computer's second space


def test_SOL_81_row_cards_by_the_arrow():
    """SOL-81: S.3, left: the red card, then the yellow one; S.2, right: the black one, then the yellow one."""
    before, g = turn_of("rival-03")
    assert signals(g, "P2") == {"61-virginis": 2, "proxima-centauri": 1}
    assert sorted(g.to_json()["discard"]) == ["base-110", "base-130"]
    before, g = turn_of("rival-02")
    assert sorted(g.to_json()["discard"]) == ["base-105", "base-130"]


@pytest.mark.parametrize(
    "have, left, marked",
    [
        ({}, {}, 3),
        ({"telescope-2": 1}, {}, 4),
        ({"telescope-2": 2}, {"telescope-2": 1}, 4),
        ({"probe-1": 1}, {"probe-1": 1}, 3),
    ],
)
def test_SOL_82_one_telescope_tech_for_a_row_signal(have, left, marked):
    before, g = turn_of("rival-02", own=dict(techs=have))
    assert techs(g) == left and sum(signals(g, "P2").values()) == marked


def test_SOL_83_the_row_is_filled_after_the_action():
    """SOL-83: with two row signals and the telescope's all three cards are used up, none of the new ones."""
    before, g = turn_of("rival-02", own=dict(techs={"telescope-1": 1}), top=["base-001", "base-002", "base-003"])
    assert sorted(g.to_json()["discard"]) == ["base-105", "base-110", "base-130"]
    assert row(g) == ["base-001", "base-002", "base-003"]


@pytest.mark.parametrize(
    "stars, where",
    [
        ({}, "proxima-centauri"),  # neither: most data spaces
        ({"barnards-star": "P1 . . . ."}, "barnards-star"),  # (2) its second space
        ({"barnards-star": "P2 P1 . . .", "proxima-centauri": "P1 P1 . . . ."}, "barnards-star"),  # (3) most own markers
        ({"barnards-star": "P2 P1 P2 P1 .", "proxima-centauri": "P1 . . . . ."}, "barnards-star"),  # (1) before (2)
        ({"barnards-star": "P2 P1 P1 P1 .", "proxima-centauri": "P1 P1 . . . ."}, "barnards-star"),  # no win: (3)
        ({"barnards-star": "P1 P1 P1 P1 .", "proxima-centauri": "P1 P2 P1 . . ."}, "proxima-centauri"),
        ({"barnards-star": "P2 P1 P2 P1 .", "proxima-centauri": "P2 P1 P2 P1 P1 ."}, "proxima-centauri"),  # both: more spaces
        ({"barnards-star": "P1 . . . .", "proxima-centauri": "P1 . . . . ."}, "proxima-centauri"),
    ],
)
def test_SOL_84_which_sector(stars, where):
    """SOL-84: a red signal: win, second space, most markers; between several the one with more data spaces."""
    before, g = turn_of("rival-01", rules=scanning("red"), stars={name: {"slot": slot} for name, slot in stars.items()})
    grown = [name for name in ("proxima-centauri", "barnards-star") if star(g, name) != star(before, name)]
    assert grown == [where]


def test_SOL_85_a_tie_goes_to_the_later_marker():
    """SOL-85: with as many markers as the player the last signal wins the sector; with fewer it does not."""
    before, g = turn_of("rival-01", rules=scanning("red"), stars={"barnards-star": {"slot": "P2 P1 P1 P2 ."}})
    assert wins(g, "barnards-star") == ["P2"]
    before, g = turn_of(
        "rival-01",
        rules=scanning("red"),
        stars={"barnards-star": {"slot": "P2 P1 P1 P1 ."}, "proxima-centauri": {"slot": "P2 P2 . . . ."}},
    )
    assert wins(g, "barnards-star") == [] and star(g, "proxima-centauri").startswith("P2 P2 P2")


def test_SOL_86_excess_markers_count():
    """SOL-85, SOL-86: a red signal after the sector was filled in the same action goes on counting there: the excess
    marker that makes it lead is a win by this signal."""
    rules = scanning("red", "red")
    before, g = turn_of(
        "rival-01",
        rules=rules,
        stars={"barnards-star": {"slot": "P2 P1 P2 P1 ."}, "proxima-centauri": {"slot": "P2 P1 P1 . . ."}},
    )
    # The first fills Barnard's star and leads; the second is no win there, and no second space: most own markers.
    assert wins(g, "barnards-star") == ["P2"] and star(g, "proxima-centauri").startswith("P2 P1 P1 .")


def test_SOL_87_the_two_sectors_of_a_colour_differ():
    stars = RuleSet.load().tree["stars"].values()
    for color in ("yellow", "red", "blue", "black"):
        assert len({s["data"] for s in stars if s["color"] == color}) == 2


def test_SOL_88_settlement_in_its_turn():
    """SOL-88: both contributors get 1 publicity, the winner the reward and the marker, the second keeps a marker."""
    before, g = turn_of(
        "rival-01",
        rules=scanning("earth"),
        stars={"61-virginis": {"slot": "P2 P1 P2 P1 P2 ."}},
        P1=dict(publicity=3),
        P2=dict(publicity=3),
    )
    assert wins(g, "61-virginis") == ["P2"] and star(g, "61-virginis") == "P1 . . . . ."
    assert changes(before, g, "P1") == {"publicity": 1} and seat(g, "P2")["publicity"] >= 4


def test_SOL_88_several_at_once_clockwise_from_earths_sector():
    """SOL-88: 61 Virginis in Earth's sector (5) is settled before beta Pictoris (6), though it was filled later: only the
    reward of the second one finds two sectors won."""
    second = {
        name: {"win_first": [{"do": "if", "cond": {"wins": 2}, "then": [{"do": "gain", "vp": n}]}]}
        for name, n in (("61-virginis", 30), ("beta-pictoris", 70))
    }
    rules = RuleSet.load(
        {"stars": second, "solo": {"cards": {"rival-01": {"actions": [{"do": "scan", "signals": ["black", "earth"]}]}}}}
    )
    before, g = turn_of(
        "rival-01", rules=rules, stars={"61-virginis": {"slot": "P2 P1 P2 P1 P2 ."}, "beta-pictoris": {"slot": "P2 P1 P2 P1 ."}}
    )
    assert wins(g, "61-virginis") == wins(g, "beta-pictoris") == ["P2"]
    assert seat(g, "P2")["vp"] == 70
