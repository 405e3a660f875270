"""R14 where no case covers it: missions and end-of-game cards."""

import pytest

from .bench import (
    bench,
    branch,
    changes,
    choices,
    do,
    go_on,
    illegal,
    legal,
    offers,
    probes,
    seat,
    settle_down,
    snap,
    star,
    traces,
    wins,
)
from .more_bench import end_scan, finale, gains, in_play, last_pass, mission_spaces, owned, tile

THREE_FREE = [False, False, False]


def test_R14_2_every_mission_says_its_reward():
    """R14.2: a conditional mission gives its whole reward: base-005 with a lander on Venus 7 points and 1 publicity."""
    g = bench(P1=dict(missions={"base-005": []}), planets={"venus": {"landers": {"P1": 1}, "data": [["P1"]]}})
    before = snap(g)
    do(g, "mission base-005")
    assert changes(before, g) == {"vp": 7, "publicity": 1, "missions": -1, "completed": 1}
    illegal(
        bench(P1=dict(missions={"base-005": []}), planets={"venus": {"landers": {"P2": 1}, "data": [["P2"]]}}),
        "mission base-005",
    )  # another's lander does not do (R4.10)


def test_R14_3_a_mission_waits_for_its_state():
    """R14.3: not completed in the turn of play, base-006 is completed in a later turn, before the main action."""
    g = bench(P1=dict(hand=["base-006"], techs=["probe-1"], probes=[[3, 3]]), passed=["P2"])
    do(g, "play base-006")
    settle_down(g)
    illegal(g, "mission base-006")
    do(g, "end", "orbit jupiter")
    settle_down(g)
    do(g, "end")
    before = snap(g)
    do(g, "mission base-006")
    assert changes(before, g) == {"vp": 7, "publicity": 1, "missions": -1, "completed": 1}
    assert "pass" in legal(g)  # the main action is still to come


def test_R14_3_only_in_the_own_turn():
    """R14.3, R5.2: in P2's turn nothing of P1's can be completed, and P2 is not offered P1's mission."""
    g = bench(P1=dict(publicity=8, missions={"base-051": []}))
    do(g, "launch", "end")
    assert g.to_move == "P2" and offers(g, "mission") == set()


def test_R14_4_the_state_is_only_looked_at():
    """R14.4: base-031 looks at three landers, which stay; so do the traces that base-070 looks at."""
    g = bench(
        P1=dict(missions={"base-031": [], "base-070": []}),
        planets={"mars": {"landers": {"P1": 2}, "data": [["P1"], ["P1"]]}, "venus": {"landers": {"P1": 1}, "data": [["P1"]]}},
        species={"left": {"overflow": {"analysis": {"P1": 3}}}},
    )
    before = snap(g)
    do(g, "mission base-031", "mission base-070")
    assert changes(before, g) == {"credits": 1, "vp": 3, "data": 1, "missions": -2, "completed": 2}
    assert g.to_json()["planets"] == before["planets"] and traces(g) == {"analysis": 3}


def test_R14_5_earlier_events_do_not_count():
    """R14.5: a launch before base-079 is played covers nothing afterwards."""
    g = bench(P1=dict(hand=["base-079"]), passed=["P2"])
    do(g, "launch", "end", "play base-079")
    go_on(g)
    assert "end" in legal(g) and mission_spaces(g, "base-079") == THREE_FREE


def test_R14_5_equal_spaces_with_different_rewards_are_all_offered():
    """R14.5: a launch may cover any one of base-079's spaces, whose rewards differ."""
    g = bench(P1=dict(missions={"base-079": THREE_FREE}), top=["base-001"])
    before = snap(g)
    do(g, "launch")
    assert legal(g) == {"cover base-079/1", "cover base-079/2", "cover base-079/3", "skip"}
    points = branch(g, "cover base-079/3")
    assert changes(before, points) == {"credits": -2, "probes": 1, "vp": 5}
    assert mission_spaces(points, "base-079") == [False, False, True]
    card = do(branch(g, "cover base-079/2"), "take deck")
    assert changes(before, card) == {"credits": -2, "probes": 1, "hand": 1}
    do(g, "cover base-079/1")
    assert changes(before, g) == {"credits": -2 + 1, "probes": 1}


def test_R14_6_two_cards_watching_one_scan():
    """R14.6: one scan covers one space of base-078 or base-131, whichever the player likes."""
    g = bench(P1=dict(missions={"base-078": THREE_FREE, "base-131": [False, False]}))
    do(g, "scan", "step earth", "step row", "discard base-130", "signal kepler-22")
    end_scan(g)
    assert legal(g) == {"cover base-078/1", "cover base-078/2", "cover base-078/3", "cover base-131/2", "skip"}
    before = snap(g)
    do(g, "cover base-131/2")
    assert "end" in legal(g) and changes(before, g) == {"data": 1}
    assert mission_spaces(g, "base-078") == THREE_FREE and mission_spaces(g, "base-131") == [False, True]


def test_R14_7_spaces_in_any_order():
    """R14.7: base-001's Saturn is covered before Jupiter; the earlier circle is not asked for first."""
    g = bench(P1=dict(probes=[[3, 6]], missions={"base-001": [False, False]}))
    before = snap(g)
    do(g, "move 3.6-3.7")
    assert legal(g) == {"cover base-001/2", "skip"}
    do(g, "cover base-001/2")
    assert changes(before, g) == {"energy": -1, "publicity": 1, "vp": 4}
    assert mission_spaces(g, "base-001") == [False, True]


def test_R14_8_a_push_in_anothers_turn():
    """R14.8: P2's probe pushed onto asteroids in P1's turn triggers nothing that asks for the own turn."""
    g = bench(P1=dict(publicity=6), P2=dict(probes=[[1, 4]], missions={"base-129": THREE_FREE}))
    do(g, "research")
    go_on(g)
    assert g.to_move == "P1" and offers(g, "tech")
    assert probes(g, "P2") == [[1, 3]] and mission_spaces(g, "base-129", "P2") == THREE_FREE


def test_R14_9_the_reward_comes_before_the_next_effect():
    """R14.9: the launch of base-007 pays base-079's space before the movement of base-007."""
    g = bench(P1=dict(hand=["base-007"], missions={"base-079": THREE_FREE}))
    before = snap(g)
    do(g, "play base-007")
    go_on(g)
    assert legal(g) == {"cover base-079/1", "cover base-079/2", "cover base-079/3", "skip"}
    assert probes(g) == [[1, 5]]
    do(g, "cover base-079/3")
    assert changes(before, g) == {"credits": -3, "probes": 1, "hand": -1, "vp": 5}
    assert choices(g) == {"step 1.5-1.4", "step 1.5-1.6", "step 1.5-2.5", "skip"}
    do(g, "step 1.5-2.5")
    assert probes(g) == [[2, 5]] and in_play(g) == ["base-007", "base-079"]


def test_R14_10_each_signal_is_an_event():
    """R14.10: two yellow signals of base-039 are two events for base-116, but it has one yellow space."""
    g = bench(P1=dict(hand=["base-039"], probes=[[2, 5]], missions={"base-116": THREE_FREE}))
    do(g, "play base-039")
    go_on(g)
    assert legal(g) == {"cover base-116/1", "skip"} and star(g, "61-virginis") == "P1 . . . . ."
    do(g, "skip")
    go_on(g)
    assert legal(g) == {"cover base-116/1", "skip"} and star(g, "61-virginis") == "P1 P1 . . . ."
    do(g, "cover base-116/1", "step 2.5-3.5")
    assert "end" in legal(g) and mission_spaces(g, "base-116") == [True, False, False] and probes(g) == [[3, 5]]


def test_R14_10_each_step_is_an_event():
    """R14.10: two steps onto planets within one movement cover two spaces of base-128."""
    g = bench(P1=dict(hand=["base-020"], probes=[[1, 2]], missions={"base-128": THREE_FREE}))
    before = snap(g)
    do(g, "play base-020", "step 1.2-1.3")
    assert legal(g) == {"cover base-128/1", "cover base-128/2", "cover base-128/3", "skip"}
    do(g, "cover base-128/1")
    do(g, "step 1.3-1.2", "move 1.2-1.1")  # the second point, then one for energy: Mercury
    assert legal(g) == {"cover base-128/2", "cover base-128/3", "skip"}
    do(g, "cover base-128/2")
    assert changes(before, g) == {"credits": -1, "hand": -1, "publicity": 2, "vp": 4, "data": 1}
    assert mission_spaces(g, "base-128") == [True, True, False]


@pytest.mark.parametrize("target, space", [("orbit venus", 1), ("land venus", 2)])
def test_R14_10_an_orbit_and_a_landing(target, space):
    """R14.10: orbiting covers base-082's orbit space, landing its landing space: 2 publicity each."""
    g = bench(P1=dict(probes=[[1, 3]], missions={"base-082": [False, False]}))
    do(g, target)
    if space == 2:
        do(g, "trace left lander overflow")
    go_on(g)
    assert legal(g) == {f"cover base-082/{space}", "skip"}
    before = snap(g)
    do(g, f"cover base-082/{space}")
    assert changes(before, g) == {"publicity": 2} and "end" in legal(g)


@pytest.mark.parametrize("target", ["orbit mars", "land mars/1", "land phobos-deimos"])
def test_R14_10_orbit_or_land(target):
    """R14.10: base-117 watches orbits and landings, on moons too; its launch is made with the probe just freed."""
    g = bench(P1=dict(probes=[[2, 2]], techs=["probe-4"], missions={"base-117": [False, False]}), top=["base-001"])
    do(g, target)
    go_on(g)
    if offers(g, "take"):
        do(g, "take deck")
        go_on(g)
    if "skip" in legal(g) and not offers(g, "cover"):
        do(g, "skip")  # the income
        go_on(g)
    if offers(g, "trace"):
        do(g, "trace left lander overflow")
        go_on(g)
    assert legal(g) == {"cover base-117/1", "cover base-117/2", "skip"}
    assert probes(g) == []
    energy = branch(g, "cover base-117/2")
    assert seat(energy, "P1")["energy"] == seat(g, "P1")["energy"] + 1
    do(g, "cover base-117/1")
    assert probes(g) == [[1, 5]] and mission_spaces(g, "base-117") == [True, False] and "end" in legal(g)


def test_R14_10_each_corner_is_an_event():
    """R14.10: two corners of one kind are two events; base-138 has one space for the kind."""
    g = bench(P1=dict(hand=["base-137", "base-035"], missions={"base-138": THREE_FREE}))
    before = snap(g)
    do(g, "corner base-137")
    assert legal(g) == {"cover base-138/1", "skip"}
    do(g, "skip", "corner base-035")
    assert legal(g) == {"cover base-138/1", "skip"}
    do(g, "cover base-138/1")
    assert changes(before, g) == {"publicity": 1 + 1 + 1, "hand": -2}


def test_R14_10_a_scan_is_one_event_besides_its_signals():
    """R14.10: a scan's signals are events for base-116, the scan itself one for base-078."""
    g = bench(P1=dict(missions={"base-116": THREE_FREE, "base-078": THREE_FREE}))
    do(g, "scan", "step earth")  # no probe: the movement of base-116 is void
    assert legal(g) == {"cover base-116/1", "skip"}
    do(g, "cover base-116/1", "step row", "discard base-110", "signal barnards-star")
    assert legal(g) == {"cover base-116/2", "skip"}
    do(g, "skip")
    end_scan(g)
    assert legal(g) == {"cover base-078/1", "cover base-078/2", "cover base-078/3", "skip"}
    before = snap(g)
    do(g, "cover base-078/3")
    assert changes(before, g) == {"vp": 4}


def test_R14_10_a_tech_of_an_effect_is_an_event():
    """R14.10: the telescope tech of base-062 covers base-131's space, before the card's place is taken."""
    g = bench(P1=dict(hand=["base-062"], missions={"base-131": [False, False]}), techs=tile("telescope-2", "vp"))
    before = snap(g)
    go_on(do(g, "play base-062", "tech telescope-2"))
    assert legal(g) == {"cover base-131/1", "skip"}
    do(g, "cover base-131/1")
    settle_down(g)
    assert gains(before, g) == {"credits": -3, "vp": 5, "publicity": 1, "hand": -1, "endgame": 1}
    assert owned(g) == {"telescope-2"}


def test_R14_11_a_landing_and_its_trace_are_two_events():
    """R14.11: landing on Venus covers the landing space of base-082 and the lander space of base-077."""
    g = bench(P1=dict(probes=[[1, 3]], missions={"base-082": [False, False], "base-077": THREE_FREE}))
    before = snap(g)
    do(g, "land venus", "trace left lander overflow")
    go_on(g)
    assert legal(g) == {"cover base-077/2", "skip"}  # the trace is marked within the landing's reward
    do(g, "cover base-077/2")
    go_on(g)
    assert legal(g) == {"cover base-082/2", "skip"}
    do(g, "cover base-082/2")
    assert changes(before, g) == {"energy": -3, "probes": -1, "vp": 5 + 3, "data": 2 + 1, "publicity": 2}
    assert mission_spaces(g, "base-077") == [False, True, False] and mission_spaces(g, "base-082") == [False, True]


def test_R14_12_a_mission_is_completed_in_anothers_turn():
    """R14.12: P2's last space of base-077, covered in P1's turn, completes the card at once."""
    g = bench(
        P1=dict(hand=["base-044"]), P2=dict(missions={"base-077": [False, True, True]}), stars={"vega": {"slot": "P2 P2 P2 ."}}
    )
    settle_down(do(g, "play base-044"))
    before = snap(g)
    do(g, "trace left signal overflow", "cover base-077/1")
    assert seat(g, "P2")["completed"] == ["base-077"] and in_play(g, "P2") == []
    assert changes(before, g, "P2") == {"vp": 3, "data": 1, "missions": -1, "completed": 1}


def test_R14_13_completed_missions_never_return():
    """R14.13: a completed mission is not offered again though its state holds, and does not trigger any more."""
    g = bench(P1=dict(publicity=8, completed=["base-051", "base-079"]))
    assert offers(g, "mission") == set()
    do(g, "launch")
    assert offers(g, "cover") == set() and "end" in legal(g)
    assert sorted(seat(g, "P1")["completed"]) == ["base-051", "base-079"]


def test_R14_15_missions_not_completed_are_worth_nothing():
    """R14.15: at the end missions whose state holds, but which nobody completed, count for nothing."""
    g = finale(
        P1=dict(publicity=8, missions={"base-051": [], "base-079": [True, True, False]}),
        gold={"mission": {"side": "a", "markers": ["P1"]}},
    )
    assert last_pass(g) == {"P1": 0, "P2": 0}


def test_R14_16_a_signal_of_the_card_itself_is_no_event_for_it():
    """R14.16: base-131 watches scans and telescope techs from its next turn on, nothing of its own play."""
    g = bench(P1=dict(hand=["base-131"]), passed=["P2"])
    do(g, "play base-131", "take base-110")
    settle_down(g)
    assert "end" in legal(g) and mission_spaces(g, "base-131") == [False, False]
    do(g, "end", "scan", "step earth", "step row", "discard base-130", "signal kepler-22")
    end_scan(g)
    assert legal(g) == {"cover base-131/2", "skip"}


def test_R14_17_wins_settled_after_the_card_count_for_it():
    """R14.17: base-043 completes beta-pictoris, which P1 wins; its mission (a black win) can be completed then."""
    g = bench(P1=dict(hand=["base-043"]), stars={"beta-pictoris": {"slot": "P1 P1 P1 P1 ."}})
    before = snap(g)
    do(g, "play base-043")
    go_on(g)
    assert choices(g) == {"settle beta-pictoris"} and in_play(g) == ["base-043"]
    illegal(g, "mission base-043")
    do(g, "settle beta-pictoris", "trace left signal overflow", "mission base-043")
    assert wins(g, "beta-pictoris") == ["P1"]
    assert changes(before, g) == {"credits": -1, "data": 1, "vp": 3 + 3 + 2, "publicity": 1 + 1, "hand": -1, "completed": 1}


def test_R14_17_a_trace_won_triggers_the_mission_just_played():
    """R14.17: base-044 settles vega after it was played; the trace covers a space of base-077 played before."""
    g = bench(P1=dict(hand=["base-077", "base-044"]), passed=["P2"], stars={"vega": {"slot": "P1 P1 P1 ."}})
    do(g, "play base-077", "end", "play base-044")
    settle_down(g)
    do(g, "trace left signal")
    assert legal(g) == {"cover base-077/1", "skip"}
    do(g, "cover base-077/1")
    assert mission_spaces(g, "base-077") == [True, False, False]
