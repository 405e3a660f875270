"""Q096-Q109: conditional and triggered missions."""

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
    legal,
    offers,
    probes,
    seat,
    settle_down,
    signals,
    snap,
    space,
    star,
    wins,
)
from .more_bench import gains, in_play, mission_spaces, owned, tile

JUPITER_ORBITER = {"jupiter": {"first_orbit": "P1", "orbiters": {"P1": 1}}}
THREE_FREE = [False, False, False]


def test_Q096_a_mission_can_be_completed_after_its_cards_effect():
    """R14.1, R14.3: base-035 marks two signals at kepler-22 first; then, in the same turn, its mission is completed."""
    g = bench(P1=dict(hand=["base-035"]), planets=JUPITER_ORBITER)
    before = snap(g)
    illegal(g, "mission base-035")
    do(g, "play base-035")  # the first signal, then an open point
    do(g, "go")
    assert star(g, "kepler-22") == "P1 . . . ." and "go" in legal(g)
    illegal(g, "mission base-035")
    do(g, "go")
    assert star(g, "kepler-22") == "P1 P1 . . ."
    assert changes(before, g) == {"credits": -2, "data": 2, "vp": 2, "hand": -1, "missions": 1}
    do(g, "mission base-035")
    assert changes(before, g) == {"credits": -2, "data": 2, "vp": 2 + 4, "hand": -1, "completed": 1}
    assert seat(g, "P1")["completed"] == ["base-035"] and in_play(g) == [] and discard(g) == []
    illegal(g, "mission base-035")
    without = bench(P1=dict(hand=["base-035"]))  # no orbiter, no lander
    do(without, "play base-035", "go")
    illegal(without, "mission base-035")


def test_Q097_the_cards_drawn_come_before_the_mission():
    """R14.1, R13.3: base-089 cannot be completed with its 3 cards in hand, but after all three were discarded."""
    g = bench(P1=dict(hand=["base-089"]), top=["base-137", "base-035", "base-006", "base-001"])
    before = snap(g)
    do(g, "play base-089")
    go_on(g)
    assert hand(g) == ["base-006", "base-035", "base-137"]
    assert changes(before, g) == {"credits": -2, "hand": 2, "missions": 1}
    for card in ("base-137", "base-035", "base-006"):
        illegal(g, "mission base-089")
        do(g, f"corner {card}")
    do(g, "mission base-089")
    assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"}
    do(g, "take deck")
    assert hand(g) == ["base-001"]
    assert changes(before, g) == {"credits": -2, "publicity": 2, "data": 1, "completed": 1}
    assert discard(g) == ["base-006", "base-035", "base-137"]


def test_Q098_the_state_must_hold_when_the_mission_is_completed():
    """R14.3: base-051 asks for 8 publicity; having reached 8 and spent 3 P1 cannot complete it at 5."""
    g = bench(P1=dict(publicity=8, missions={"base-051": []}), top=["base-001", "base-003"])
    held = branch(g)
    assert "mission base-051" in legal(g)
    do(g, "buy", "take deck")
    assert seat(g, "P1")["publicity"] == 5
    illegal(g, "mission base-051")
    before = snap(held)
    do(held, "mission base-051", "take deck")
    assert changes(before, held) == {"vp": 3, "hand": 1, "missions": -1, "completed": 1}  # nothing is spent
    illegal(bench(P1=dict(publicity=7, missions={"base-051": []})), "mission base-051")


def test_Q099_standing_on_a_planet_is_no_event():
    """R14.5, R6.12: base-002 played on Mercury covers nothing; leaving and coming back offers its space."""
    g = bench(P1=dict(probes=[[1, 1]], hand=["base-002"]), top=["base-001"])
    before = snap(g)
    do(g, "play base-002")
    assert "end" in legal(g) and mission_spaces(g, "base-002") == [False, False]
    do(g, "move 1.1-1.2")
    assert offers(g, "cover") == set()
    do(g, "move 1.2-1.1")
    assert legal(g) == {"cover base-002/1", "skip"}
    do(g, "cover base-002/1")
    assert mission_spaces(g, "base-002") == [True, False] and hand(g) == ["base-001"]
    assert changes(before, g) == {"energy": -2, "publicity": 1, "missions": 1}


def test_Q100_covering_may_be_declined_and_is_offered_again():
    """R14.7: a declined visit to Venus leaves the space of base-002 free for a later one."""
    g = bench(P1=dict(publicity=10, probes=[[1, 4]], missions={"base-002": [False, False]}))
    before = snap(g)
    do(g, "move 1.4-1.3")
    assert legal(g) == {"cover base-002/2", "skip"}
    do(g, "skip")
    assert mission_spaces(g, "base-002") == [False, False] and changes(before, g) == {"energy": -1}
    assert "launch" not in legal(g) and "pass" in legal(g)  # the turn goes on (at the probe limit)
    do(g, "move 1.3-1.2", "move 1.2-1.3")
    assert legal(g) == {"cover base-002/2", "skip"}
    do(g, "cover base-002/2")
    assert mission_spaces(g, "base-002") == [False, True]
    assert changes(before, g) == {"energy": -3}  # publicity stays at 10


def test_Q101_one_event_covers_one_space_over_all_cards():
    """R14.6: a visit to Venus covers a space of base-004 or one of base-128, not both."""
    g = bench(P1=dict(probes=[[1, 4]], missions={"base-004": [False, False], "base-128": THREE_FREE}))
    before = snap(g)
    do(g, "move 1.4-1.3")
    assert legal(g) == {"cover base-004/1", "cover base-128/1", "cover base-128/2", "cover base-128/3", "skip"}
    special = branch(g, "cover base-004/1")
    assert "pass" in legal(special)  # no second offer
    assert changes(before, special) == {"energy": -1, "publicity": 1 + 1}
    assert mission_spaces(special, "base-004") == [True, False]
    assert mission_spaces(special, "base-128") == THREE_FREE
    general = branch(g, "cover base-128/2")
    assert "pass" in legal(general)
    assert changes(before, general) == {"energy": -1, "publicity": 1, "data": 1}
    assert mission_spaces(general, "base-004") == [False, False]
    assert mission_spaces(general, "base-128") == [False, True, False]


def test_Q102_one_launch_covers_one_of_three_equal_spaces():
    """R14.6: a launch covers one space of base-080; the next launch offers the other two."""
    g = bench(P1=dict(techs=["probe-1"], missions={"base-080": THREE_FREE}), passed=["P2"])
    before = snap(g)
    do(g, "launch")
    assert legal(g) == {"cover base-080/1", "skip"}  # of equal spaces the first free one
    do(g, "cover base-080/1")
    assert choices(g) == {"step 1.5-1.4", "step 1.5-1.6", "step 1.5-2.5", "skip"}
    do(g, "step 1.5-2.5")
    assert "end" in legal(g) and mission_spaces(g, "base-080") == [True, False, False]
    assert changes(before, g) == {"credits": -2, "probes": 1}
    do(g, "end", "launch")
    assert legal(g) == {"cover base-080/2", "skip"}
    do(g, "cover base-080/2", "skip")
    assert mission_spaces(g, "base-080") == [True, True, False]
    assert probes(g) == [[1, 5], [2, 5]] and changes(before, g) == {"credits": -4, "probes": 2}


def test_Q103_one_tech_covers_one_of_two_cards():
    """R14.6, R15: taking probe-2 covers the probe space of base-076 or that of base-094, not both."""
    g = bench(P1=dict(publicity=6, missions={"base-076": THREE_FREE, "base-094": THREE_FREE}), techs=tile("probe-2", "vp"))
    before = snap(g)
    go_on(do(g, "research", "tech probe-2"))
    assert legal(g) == {"cover base-076/1", "cover base-094/1", "skip"}
    energy = settle_down(branch(g, "cover base-076/1"))
    assert "end" in legal(energy) and owned(energy) == {"probe-2"}
    assert gains(before, energy) == {"publicity": -6, "vp": 2 + 3, "energy": 1}
    assert mission_spaces(energy, "base-076") == [True, False, False]
    assert mission_spaces(energy, "base-094") == THREE_FREE
    publicity = settle_down(branch(g, "cover base-094/1"))
    assert gains(before, publicity) == {"publicity": -6 + 2, "vp": 2 + 3}
    assert mission_spaces(publicity, "base-076") == THREE_FREE
    assert mission_spaces(publicity, "base-094") == [True, False, False]


@pytest.mark.parametrize("pool, data", [(0, {"data": 1}), (6, {})])
def test_Q104_an_event_in_anothers_turn(pool, data):
    """R14.8, R14.9: P2 wins a trace in P1's turn and may cover the signal space of base-077 at once."""
    g = bench(
        P1=dict(hand=["base-044"]),
        P2=dict(data=pool, missions={"base-077": THREE_FREE}),
        stars={"vega": {"slot": "P2 P2 P2 ."}},
    )
    before = snap(g)
    settle_down(do(g, "play base-044"))
    assert g.turn == "P1" and g.to_move == "P2"
    assert legal(g) == {"trace left signal", "trace right signal", "trace left signal overflow", "trace right signal overflow"}
    do(g, "trace left signal")
    assert g.to_move == "P2" and legal(g) == {"cover base-077/1", "skip"}
    declined = branch(g, "skip")
    do(g, "cover base-077/1")
    assert g.to_move == "P1" and "end" in legal(g)
    assert changes(before, g, "P2") == {"vp": 2 + 5, "publicity": 1 + 1, **data}
    assert mission_spaces(g, "base-077", "P2") == [True, False, False]
    assert changes(before, g) == {"credits": -1, "data": 1, "publicity": 1, "hand": -1, "endgame": 1}
    assert star(g, "vega") == "P1 . . ." and wins(g, "vega") == ["P2"] and space(g, "left", "signal") == "P2"
    assert changes(before, declined, "P2") == {"vp": 2 + 5, "publicity": 1 + 1}
    assert mission_spaces(declined, "base-077", "P2") == THREE_FREE


def test_Q105_a_mission_is_not_triggered_by_its_own_card():
    """R14.16: base-106 is not covered by its own payment; base-040 in the next turn offers the 2-credit space."""
    g = bench(P1=dict(hand=["base-106", "base-040"]), passed=["P2"], top=["base-001"])
    before = snap(g)
    do(g, "play base-106")
    assert "end" in legal(g) and mission_spaces(g, "base-106") == THREE_FREE
    assert changes(before, g) == {"credits": -1, "hand": -1, "missions": 1}
    do(g, "end")
    before = snap(g)
    go_on(do(g, "play base-040"))
    assert legal(g) == {"cover base-106/2", "skip"} and star(g, "kepler-22") == "P1 P1 . . ."
    do(g, "cover base-106/2")
    assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"}
    do(g, "take deck")
    assert mission_spaces(g, "base-106") == [False, True, False] and hand(g) == ["base-001"]
    assert changes(before, g) == {"credits": -2, "data": 2, "vp": 2, "endgame": 1}


def test_Q106_the_last_space_completes_a_triggered_mission():
    """R14.12, R14.13: with Mercury covered, covering Venus completes base-002 without any further action."""
    g = bench(P1=dict(probes=[[1, 4]], missions={"base-002": [True, False]}))
    before = snap(g)
    do(g, "move 1.4-1.3")
    assert legal(g) == {"cover base-002/2", "skip"}
    do(g, "cover base-002/2")
    assert seat(g, "P1")["completed"] == ["base-002"] and in_play(g) == []
    assert changes(before, g) == {"energy": -1, "publicity": 1 + 1, "missions": -1, "completed": 1}
    do(g, "move 1.3-1.4", "move 1.4-1.3")  # it is over: another visit offers nothing
    assert offers(g, "cover") == set() and discard(g) == []


def four_sectors():
    return bench(
        P1=dict(hand=["base-044"], missions={"base-134": []}),
        stars={
            "kepler-22": {"slot": "P1 . . . ."},
            "sirius-a": {"slot": "P1 . . . . ."},
            "procyon": {"slot": "P1 . . . ."},
            "vega": {"slot": "P2 P2 P2 ."},
        },
    )


def test_Q107_signals_count_until_their_sector_is_settled_and_after():
    """R10.14, base-134: four sectors are reached before vega is settled, and P1's marker stays there afterwards."""
    g = four_sectors()
    before = snap(g)
    illegal(g, "mission base-134")  # three sectors
    do(g, "play base-044")
    go_on(g)
    assert choices(g) == {"settle vega"} and star(g, "vega") == "P2 P2 P2 P1"
    after = branch(g)
    do(g, "mission base-134")
    assert changes(before, g) == {
        "credits": -1,
        "data": 1,
        "publicity": 2,
        "hand": -1,
        "endgame": 1,
        "missions": -1,
        "completed": 1,
    }
    do(g, "settle vega", "trace left signal")  # P2's trace
    assert wins(g, "vega") == ["P2"] and star(g, "vega") == "P1 . . ."
    do(after, "settle vega", "trace left signal")
    assert after.to_move == "P1" and star(after, "vega") == "P1 . . ."
    do(after, "mission base-134")
    for game in (g, after):
        assert changes(before, game) == {
            "credits": -1,
            "data": 1,
            "publicity": 2 + 1,
            "hand": -1,
            "endgame": 1,
            "missions": -1,
            "completed": 1,
        }
        assert changes(before, game, "P2") == {"vp": 2 + 5, "publicity": 1 + 1}
        assert signals(game) == {"kepler-22": 1, "sirius-a": 1, "procyon": 1, "vega": 1}


def test_Q108_the_paid_card_is_an_event_before_the_settlement():
    """R14.9, R14.10: base-044 for 1 credit may cover the 1-credit space of base-106 before vega is settled."""
    g = bench(P1=dict(hand=["base-044"], missions={"base-106": THREE_FREE}), stars={"vega": {"slot": "P1 P2 P2 ."}})
    before = snap(g)
    do(g, "play base-044")
    go_on(g)
    assert legal(g) == {"cover base-106/1", "skip"}
    assert star(g, "vega") == "P1 P2 P2 P1" and wins(g, "vega") == []
    do(g, "cover base-106/1")
    assert star(g, "vega") == "P1 P2 P2 P1" and wins(g, "vega") == []
    assert changes(before, g) == {"credits": -1, "data": 1, "vp": 2, "hand": -1, "endgame": 1}
    assert mission_spaces(g, "base-106") == [True, False, False]
    settle_down(g)
    do(g, "trace right signal overflow")
    assert wins(g, "vega") == ["P1"] and star(g, "vega") == "P2 . . ."
    assert changes(before, g) == {"credits": -1, "data": 1, "vp": 2 + 2 + 3, "publicity": 1, "hand": -1, "endgame": 1}
    assert changes(before, g, "P2") == {"publicity": 1}


def test_Q109_one_orbiter_serves_two_missions():
    """R14.4: one orbiter at Jupiter completes base-035 and base-006, one after the other."""
    g = bench(P1=dict(missions={"base-035": [], "base-006": []}), planets=JUPITER_ORBITER)
    before = snap(g)
    assert offers(g, "mission") == {"base-006", "base-035"}
    do(g, "mission base-035")
    assert changes(before, g) == {"vp": 4, "missions": -1, "completed": 1}
    do(g, "mission base-006")
    assert changes(before, g) == {"vp": 11, "publicity": 1, "missions": -2, "completed": 2}
    assert sorted(seat(g, "P1")["completed"]) == ["base-006", "base-035"] and offers(g, "mission") == set()
    assert "pass" in legal(g)
