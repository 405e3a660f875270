"""ANO-10, ANO-11, ANO-13: the ten cards of the Anomalies as printed; the first four played."""

import pytest

from .bench import branch, changes, choices, do, go_on, legal, offers, probes, seat, settle_down, signals, snap, star, wins
from .more_bench import mission_spaces, tops
from .species_bench import (
    STARS,
    added,
    anomalies,
    capsules,
    corner_gain,
    cost_in_credits,
    found,
    gone,
    income_gain,
    sector_stars,
    taking,
)

THREE_FREE = [False, False, False]
HERE = {"5": "anomaly-signal/1", "2": "anomaly-lander/1", "0": "anomaly-analysis/1"}
AWAY = {"4": "anomaly-signal/1", "1": "anomaly-lander/1", "7": "anomaly-analysis/1"}


# ---------------------------------------------------------------- as printed


PRINTED = {  # cost, corner, sector, income
    "anomaly-01": (1, {"publicity": 2}, "blue", "hand"),
    "anomaly-02": (1, {"publicity": 2}, "red", "credits"),
    "anomaly-03": (1, {"vp": 1, "data": 1}, "yellow", "credits"),
    "anomaly-04": (2, {"vp": 1, "move": 1}, "red", "hand"),
    "anomaly-05": (1, {"vp": 1, "move": 1}, "blue", "energy"),
    "anomaly-06": (1, {"vp": 1, "data": 1}, "red", "credits"),
    "anomaly-07": (1, {"vp": 1, "move": 1}, "yellow", "hand"),
    "anomaly-08": (2, {"vp": 1, "data": 1}, "blue", "credits"),
    "anomaly-09": (1, {"publicity": 2}, "black", "energy"),
    "anomaly-10": (1, {"publicity": 2}, "yellow", "energy"),
}


@pytest.mark.parametrize("card", PRINTED)
def test_anomaly_cards_as_printed(card):
    """Cost in credits, both gains of the corner, the colour of the signal, the income at once and every round."""
    cost, corner, sector, income = PRINTED[card]
    assert (cost_in_credits("anomalies", card), corner_gain("anomalies", card)) == (cost, corner)
    assert sector_stars("anomalies", card) == STARS[sector]
    assert income_gain("anomalies", card) == ({income: 1}, {income: 1})


# ---------------------------------------------------------------- 01 and 02: launch and movement


@pytest.mark.parametrize("at, moves", [(HERE, True), (AWAY, False)])
def test_ANO_11_a_step_if_earths_sector_holds_an_anomaly(at, moves):
    """ANO-11, anomaly-01: a launch on Earth for nothing; 1 movement if Earth's sector holds an anomaly."""
    g = anomalies(at, P1=dict(hand=["anomaly-01"], energy=0))
    before = snap(g)
    go_on(do(g, "play anomaly-01"))
    assert offers(g, "step") == ({"1.5-1.4", "1.5-1.6", "1.5-2.5"} if moves else set())
    if moves:
        skipped = settle_down(do(branch(g), "skip"))
        assert probes(skipped) == [[1, 5]] and "end" in legal(skipped)
        do(g, "step 1.5-2.5")
    assert probes(g) == [[2, 5] if moves else [1, 5]] and "end" in legal(g) and gone(g) == ["anomaly-01"]
    assert changes(before, g) == {"credits": -1, "hand": -1, "probes": 1}


def test_ANO_11_the_movement_is_anybodys_of_the_player():
    """ANO-11: another probe or a capsule may use it."""
    g = anomalies(
        P1=dict(hand=["anomaly-01"], probes=[[3, 0]], techs=["probe-1"], capsules={"sample-vp": [4, 2]}),
        other=found("mascamites"),
    )
    go_on(do(g, "play anomaly-01"))
    assert {"3.0-4.0", "1.5-1.4", "4.2-4.1 sample-vp"} <= offers(g, "step")
    do(g, "step 4.2-4.1 sample-vp")
    assert capsules(g) == {"sample-vp": [4, 1]} and probes(g) == [[1, 5], [3, 0]] and "end" in legal(g)


def test_ANO_11_no_launch_no_movement():
    """ANO-11: at the probe limit there is neither, with an anomaly in Earth's sector and a probe to move."""
    g = anomalies(P1=dict(hand=["anomaly-01"], probes=[[2, 5]]))
    before = snap(g)
    go_on(do(g, "play anomaly-01"))
    assert "end" in legal(g) and offers(g, "step") == set()
    assert changes(before, g) == {"credits": -1, "hand": -1} and probes(g) == [[2, 5]]


def test_ANO_13_no_publicity_from_moves_of_this_turn():
    """ANO-13, anomaly-02: 5 movements past Jupiter and a comet bring nothing, nor do moves for energy afterwards."""
    g = anomalies(P1=dict(hand=["anomaly-02"], probes=[[3, 4]], energy=3, techs=["probe-2"]))
    before = snap(g)
    do(g, "play anomaly-02", "step 3.4-3.3", "step 3.3-4.3", "step 4.3-4.4", "step 4.4-4.5", "step 4.5-4.6")
    assert "end" in legal(g) and changes(before, g) == {"credits": -1, "hand": -1} and gone(g) == ["anomaly-02"]
    do(g, "move 4.6-4.7", "move 4.7-3.7", "move 3.7-2.7")  # a comet, Saturn, asteroids with probe-2
    assert changes(before, g) == {"credits": -1, "hand": -1, "energy": -3}


def test_ANO_13_before_it_and_the_next_turn():
    """ANO-13: moves before the card is played bring publicity, and so do those of P2's turn and of P1's next one."""
    g = anomalies(P1=dict(hand=["anomaly-02"], probes=[[3, 4]]), P2=dict(probes=[[3, 6]]))
    do(g, "move 3.4-3.3")
    assert seat(g, "P1")["publicity"] == 5
    do(g, "play anomaly-02", "step 3.3-3.4", "step 3.4-3.3", "skip")
    assert seat(g, "P1")["publicity"] == 5
    do(g, "end", "move 3.6-3.7", "scan", "step earth", "step row", "discard base-110", "signal barnards-star", "done", "end")
    assert seat(g, "P2")["publicity"] == 5
    do(g, "move 3.3-4.3")
    assert seat(g, "P1")["publicity"] == 6


def test_ANO_13_capsules_too_and_no_other_publicity():
    """ANO-13: a capsule's moves bring none; corners, spaces of the computer and missions still do."""
    g = anomalies(
        P1=dict(
            hand=["anomaly-02", "anomaly-01"],
            capsules={"sample-vp": [2, 3]},
            computer={"top": 1},
            data=1,
            missions={"base-002": [False, False]},
        ),
        other=found("mascamites"),
    )
    before = snap(g)
    do(g, "play anomaly-02", "step 2.3-1.3 sample-vp")
    assert legal(g) == {"cover base-002/2", "skip"} and "publicity" not in changes(before, g)
    do(g, "cover base-002/2", "step 1.3-2.3 sample-vp", "step 2.3-2.2 sample-vp", "skip")
    assert seat(g, "P1")["publicity"] == 4 + 1  # of the mission, not of Venus nor of Mars
    do(g, "corner anomaly-01", "place")
    assert seat(g, "P1")["publicity"] == 4 + 1 + 2 + 1


def test_ANO_13_visits_are_visits():
    """ANO-13: without its publicity a visit still triggers base-004."""
    g = anomalies(P1=dict(hand=["anomaly-02"], probes=[[3, 4]], missions={"base-004": [False, False]}))
    do(g, "play anomaly-02", "step 3.4-3.3", "cover base-004/2", "skip")
    assert seat(g, "P1")["publicity"] == 4 and seat(g, "P1")["data"] == 1


# ---------------------------------------------------------------- 03: its three spaces


@pytest.mark.parametrize("space, gain", [(1, {"energy": 1}), (2, {"hand": 1}), (3, {"vp": 3})])
@pytest.mark.parametrize("tech", ["probe-2", "telescope-2", "computer-2"])
@pytest.mark.parametrize("line", ["research", "play anomaly-08"])
def test_anomaly_03_any_tech_covers_one(line, tech, space, gain):
    """anomaly-03: 1 publicity; then 1 energy, a card of row or deck, 3 points for techs of any kind, one a tech."""
    spaces = [n != space for n in (1, 2, 3)]
    g = anomalies(AWAY, P1=dict(hand=["anomaly-08"], publicity=6, missions={"anomaly-03": spaces}), techs=tops("publicity"))
    before = snap(g)
    do(g, line, f"tech {tech}", *(["column 1"] if tech.startswith("computer") else []))
    go_on(g)
    assert choices(g) == {f"cover anomaly-03/{space}", "skip"}
    do(g, f"cover anomaly-03/{space}")
    if space == 2:
        assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"}
    settle_down(taking(g))
    paid = {"publicity": -6} if line == "research" else {"credits": -2, "hand": -1}
    found_gain = changes(before, g)
    found_gain.pop("techs", None)
    assert found_gain == added(paid, {"publicity": 1, "vp": 2, "missions": -1, "completed": 1}, gain)


def test_anomaly_03_played():
    """anomaly-03: 1 publicity and three free spaces; P2's research covers none."""
    g = anomalies(P1=dict(hand=["anomaly-03"]), P2=dict(publicity=6), techs=tops("vp"))
    before = snap(g)
    settle_down(do(g, "play anomaly-03"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "publicity": 1, "missions": 1}
    do(g, "end", "research", "tech probe-2")
    settle_down(g)
    assert g.to_move == "P2" and "end" in legal(g) and mission_spaces(g, "anomaly-03") == THREE_FREE


# ---------------------------------------------------------------- 04: a scan and one signal more


SCAN = ["step earth", "step row", "discard base-130", "signal kepler-22", "done"]


def test_ANO_10_a_signal_at_the_next_anomaly():
    """ANO-10, anomaly-04: Earth's and a row card's signal, then one at Barnard's Star: 3 data for 2 credits."""
    g = anomalies(P1=dict(hand=["anomaly-04"]))
    before = snap(g)
    settle_down(do(g, "play anomaly-04", *SCAN))
    assert signals(g) == {"61-virginis": 1, "kepler-22": 1, "barnards-star": 1} and gone(g) == ["anomaly-04"]
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 3} and "end" in legal(g)


def test_ANO_10_sectors_are_settled_after_it():
    """ANO-10: the scan completes Barnard's Star; the additional signal is excess there and wins it for P1."""
    slot = "P2 P2 P1 P2 ."
    g = anomalies(P1=dict(hand=["anomaly-04"]), stars={"barnards-star": {"slot": slot}})
    before = snap(g)
    do(g, "play anomaly-04", "step row", "discard base-110", "signal barnards-star")
    assert star(g, "barnards-star") == "P2 P2 P1 P2 P1" and offers(g, "settle") == set()
    do(g, "step earth", "done")
    go_on(g)
    assert star(g, "barnards-star") == "P2 P2 P1 P2 P1 | P1" and choices(g) == {"settle barnards-star"}
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 2}
    do(g, "settle barnards-star", "trace right signal overflow")
    assert wins(g, "barnards-star") == ["P1"]  # three against three, P1's placed last
    assert star(g, "barnards-star") == "P2 . . . ."


def test_ANO_10_it_is_not_a_part_of_the_scan():
    """ANO-10: a scan that marks nothing else still leaves the additional signal; base-101 sees one scan."""
    g = anomalies(P1=dict(hand=["anomaly-04"], missions={"base-101": THREE_FREE}))
    do(g, "play anomaly-04", *SCAN)
    assert choices(go_on(g)) == {f"cover base-101/{n}" for n in (1, 2, 3)} | {"skip"}
    settle_down(do(g, "skip"))
    assert "end" in legal(g) and signals(g) == {"61-virginis": 1, "kepler-22": 1, "barnards-star": 1}
