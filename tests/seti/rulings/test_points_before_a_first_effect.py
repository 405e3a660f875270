"""F13: free actions between paying and the first effect (R5.3), of cards and of all else that has one.

`legal` is all that is offered: `go` and the free actions at an open point (docs/protocol.md).
"""

import pytest

from .bench import bench, branch, choices, do, free_actions, hand, illegal, landers, legal, probes, seat, settle_down
from .more_bench import tops

NOTHING = {"credits": 0, "energy": 0, "publicity": 0}


def waits(g):
    """Is it an open point at which only `go` lets the game go on?"""
    return choices(g) == {"go"} and free_actions(g) != set()


def test_f13_a_probe_moves_to_where_the_landing_is_possible():
    """R5.3: base-013, paid for, lands where the probe is by then."""
    g = bench(P1=dict(hand=["base-013"], probes=[[1, 4]]))
    g.apply("play base-013")
    assert waits(g) and seat(g, "P1")["credits"] == 4
    g.apply("move 1.4-1.3")
    assert waits(g) and probes(g) == [[1, 3]]
    g.apply("go")
    assert landers(g, "venus") == 1 and probes(g) == []
    assert waits(g)  # before the data of the first lander


def test_f13_without_the_move_the_landing_is_skipped():
    g = bench(P1=dict(hand=["base-013"], probes=[[1, 4]]))
    settle_down(do(g, "play base-013"))
    assert probes(g) == [[1, 4]] and "end" in legal(g)


def test_f13_the_hand_is_empty_before_the_first_effect():
    """R5.3, R14.3: base-089 in play (no cards in hand) is completed before base-131 draws a card."""
    g = bench(P1=dict(hand=["base-131"], missions={"base-089": []}))
    g.apply("play base-131")
    assert "mission base-089" in legal(g)
    done = branch(g, "mission base-089")
    assert seat(done, "P1")["completed"] == ["base-089"]
    do(g, "take deck")
    settle_down(g)
    illegal(g, "mission base-089")


def test_f13_a_card_without_effects_and_what_its_play_triggers():
    """R14.9: what base-106 gives for a card that was paid for comes after the point, and may be a card for the hand."""
    missions = {"base-106": [False] * 3, "base-089": []}
    g = bench(P1=dict(hand=["base-080"], missions=missions, probes=[]))
    cost = 5 - seat(branch(g, "play base-080"), "P1")["credits"]
    assert cost in (1, 2, 3)
    g.apply("play base-080")
    assert waits(g) and "mission base-089" in legal(g) and f"cover base-106/{cost}" not in legal(g)
    g.apply("go")
    assert f"cover base-106/{cost}" in legal(g)
    # Without a mission that watches for it nothing can depend on the point.
    g = bench(P1=dict(hand=["base-080"], missions={"base-089": []}))
    g.apply("play base-080")
    assert "end" in legal(g) and "mission base-089" in legal(g)


def test_f13_research_paid_for_leaves_room_for_publicity():
    """Before the rotation, which carries Venus away."""
    g = bench(P1=dict(publicity=10, probes=[[1, 4]]))
    g.apply("research")
    assert waits(g) and seat(g, "P1")["publicity"] == 4
    g.apply("move 1.4-1.3")
    assert seat(g, "P1")["publicity"] == 5
    g.apply("go")
    assert probes(g) == [[1, 2]] and "tech probe-1" in legal(g)


def test_f13_a_scan_paid_for():
    g = bench(P1=dict(data=6))
    g.apply("scan")
    assert choices(g) == {"step earth", "step row"} and "place" in free_actions(g)


def test_f13_a_step_of_a_scan_that_costs_something():
    """Publicity paid for the signal makes room for that of the second data space."""
    g = bench(P1=dict(techs=["telescope-2"], publicity=10, data=6, computer={"top": 1}))
    do(g, "scan", "step telescope-2")
    assert waits(g) and seat(g, "P1")["publicity"] == 9
    g.apply("place")
    assert seat(g, "P1")["publicity"] == 10
    g.apply("go")
    assert seat(g, "P1")["data"] == 6  # the signal's data found room


def test_f13_an_emptied_computer_takes_data_before_the_trace():
    g = bench(P1=dict(data=6, computer={"top": 6}))
    g.apply("analyze")
    assert "place" in legal(g) and "trace left analysis" in legal(g)


@pytest.mark.parametrize("line", ["land jupiter", "orbit jupiter"])
def test_f13_a_mission_between_the_piece_and_its_reward(line):
    """base-035: an orbiter or lander at Jupiter."""
    g = bench(P1=dict(probes=[[3, 3]], missions={"base-035": []}))
    before = seat(g, "P1")["vp"]
    g.apply(line)
    assert waits(g) and "mission base-035" in legal(g) and seat(g, "P1")["vp"] == before


def test_f13_between_a_trace_and_what_its_space_brings():
    g = bench(P1=dict(hand=["base-075"], missions={"base-077": [True, True, False]}))
    do(g, "play base-075", "trace left signal")
    assert waits(g) and seat(g, "P1")["vp"] == 0


def test_f13_between_a_tech_and_its_gains():
    g = bench(P1=dict(publicity=6), techs=tops("vp"))
    do(g, "research", "tech probe-2")
    assert waits(g) and seat(g, "P1")["vp"] == 0 and "probe-2" in seat(g, "P1")["techs"]


def test_f13_what_removing_a_piece_gives():
    g = bench(P1=dict(hand=["base-084"]), planets={"venus": {"landers": {"P1": 1}, "data": [["P1"]]}})
    do(g, "play base-084")
    g.apply("go")
    assert landers(g, "venus") == 0 and "trace left lander" in legal(g) and free_actions(g)


def test_f13_where_there_is_no_such_point():
    """A launch is the whole of its action; passing is closed (R5.2); a covered space's reward follows at once (R14.9);
    and where no free action is legal nothing is asked."""
    g = bench(P1=dict(hand=["base-039"]))
    g.apply("launch")
    assert "end" in legal(g)
    g = bench(P1=dict(hand=["base-039"] + [f"base-04{k}" for k in range(5)]))
    g.apply("pass")
    assert free_actions(g) == set()
    g = bench(P1=dict(hand=["base-130"], missions={"base-079": [False] * 3}))
    do(g, "play base-130", "cover base-079/1")
    assert seat(g, "P1")["credits"] == 5
    g = bench(P1={**NOTHING, "hand": ["base-013"], "credits": 1, "probes": [[1, 4]]})
    g.apply("play base-013")
    assert legal(g) == {"end"} and hand(g) == []
