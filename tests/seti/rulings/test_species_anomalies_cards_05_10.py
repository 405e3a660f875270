"""ANO-09, ANO-12, ANO-14, ANO-15: the Anomalies' cards 05 to 10 played."""

from itertools import permutations

import pytest

from .bench import (
    KINDS,
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
    row,
    seat,
    settle_down,
    signals,
    snap,
    turns,
    wins,
)
from .more_bench import deck, in_play, mission_spaces, owned, tile
from .species_bench import STARS, added, anomalies, found, gone, hidden, taking

THREE_FREE = [False, False, False]
#: Earth is in sector 5: the next anomaly is the one in sector 2, Barnard's Star.
BESIDE = {
    "signal": {"7": "anomaly-lander/1", "0": "anomaly-analysis/1"},
    "lander": {"7": "anomaly-signal/1", "0": "anomaly-analysis/1"},
    "analysis": {"7": "anomaly-signal/1", "0": "anomaly-lander/1"},
}
REWARD = {
    "anomaly-signal/1": {"credits": 1},
    "anomaly-signal/2": {"vp": 4},
    "anomaly-lander/1": {"publicity": 2},
    "anomaly-lander/2": {"hand": 1},
    "anomaly-analysis/1": {"data": 1},
    "anomaly-analysis/2": {"energy": 1},
}
AWAY = {"4": "anomaly-signal/1", "1": "anomaly-lander/1", "7": "anomaly-analysis/1"}


# ---------------------------------------------------------------- 05 and 06: cards


OTHER_ROW = ["base-001", "base-003", "base-004"]
DRAWN = ["base-110", "base-041", "base-039"]  # data/credits, move/energy, move/card
CORNERS = {"base-110": {"data": 1}, "base-041": {}, "base-039": {}}
INCOMES = {"base-110": {"credits": 1}, "base-041": {"energy": 1}, "base-039": {"hand": 1}}


@pytest.mark.parametrize("corner, income, kept", list(permutations(DRAWN)))
def test_ANO_14_three_cards_corner_income_and_one_kept(corner, income, kept):
    """ANO-14, anomaly-05: of the three drawn one for its corner, another for its income resource, once; one stays."""
    g = anomalies(
        P1=dict(hand=["anomaly-05", "base-035", "anomaly-09"], probes=[[2, 5]]), row=OTHER_ROW, top=[*DRAWN, "base-010"]
    )
    before = snap(g)
    go_on(do(g, "play anomaly-05"))
    assert choices(g) == {f"discard {card}" for card in DRAWN}  # not base-035, not anomaly-09, no skip
    go_on(do(g, f"discard {corner}", *([] if corner == "base-110" else ["step 2.5-3.5"])))
    assert choices(g) == {f"discard {income}", f"discard {kept}"}
    settle_down(do(g, f"discard {income}"))
    assert changes(before, g) == added({"credits": -1, "hand": -1 + 1}, CORNERS[corner], INCOMES[income])
    assert set(hand(g)) == {"base-035", "anomaly-09", kept} | ({"base-010"} if income == "base-039" else set())
    assert seat(g, "P1")["tucked"] == [] and discard(g) == sorted([corner, income]) and "end" in legal(g)
    assert probes(g) == [[2, 5] if corner == "base-110" else [3, 5]]


def test_ANO_14_no_income_is_raised():
    """ANO-14: the next income is the printed 3 credits and 2 energy, with nothing of the card discarded."""
    g = anomalies(P1=dict(hand=["anomaly-05"]), top=DRAWN, row=OTHER_ROW, passed=["P2"])
    do(g, "play anomaly-05", "discard base-039", "discard base-110", "end")
    before = snap(g)
    do(g, "pass")
    do(g, min(line for line in legal(g) if line.startswith("take ")))
    assert changes(before, g) == {"credits": 3, "energy": 2, "hand": 2}


@pytest.mark.parametrize(
    "cards, gain",
    [
        (["base-110"], {"data": 1, "hand": -1}),
        ([], {"hand": -1}),
        (["base-110", "base-041"], {"data": 1, "energy": 1, "hand": -1}),
    ],
)
def test_ANO_14_fewer_cards(cards, gain):
    """ANO-14, SPG-22: with one or two cards left in the deck the rest is skipped; with none nothing happens."""
    g = anomalies(P1=dict(hand=["anomaly-05"]), deck=cards, row=OTHER_ROW)
    before = snap(g)
    do(g, "play anomaly-05")
    if len(cards) > 1:
        do(g, "discard base-110")
    settle_down(g)
    assert "end" in legal(g) and changes(before, g) == {"credits": -1, **gain}


def test_ANO_14_its_corner_is_an_event():
    """ANO-14, SPG-25: discarded for its corner it triggers base-138; discarded for its income it does not."""
    g = anomalies(P1=dict(hand=["anomaly-05"], missions={"base-138": THREE_FREE}), top=DRAWN, row=OTHER_ROW)
    go_on(do(g, "play anomaly-05", "discard base-110"))
    assert choices(g) == {"cover base-138/2", "skip"}
    go_on(do(g, "skip"))
    settle_down(do(g, "discard base-041"))
    assert "end" in legal(g) and mission_spaces(g, "base-138") == THREE_FREE


def test_ANO_15_the_whole_row():
    """ANO-15, anomaly-06: all three cards of the row at once, unasked, then the row is filled from the deck."""
    g = anomalies(P1=dict(hand=["anomaly-06"]), top=["base-010", "base-011", "base-012", "base-020"])
    before = snap(g)
    settle_down(do(g, "play anomaly-06"))
    assert hand(g) == ["base-105", "base-110", "base-130"] and row(g) == ["base-010", "base-011", "base-012"]
    assert deck(g)[0] == "base-020" and changes(before, g) == {"credits": -1, "hand": -1 + 3} and "end" in legal(g)


@pytest.mark.parametrize("lies, cards", [(["base-001", "base-003"], ["base-010"]), (["base-001"], []), ([], [])])
def test_ANO_15_fewer_cards_in_the_row(lies, cards):
    """ANO-15: with the deck run out the row holds fewer; those are taken and nothing that is laid out afterwards."""
    g = anomalies(P1=dict(hand=["anomaly-06"]), row=lies, deck=cards)
    settle_down(do(g, "play anomaly-06"))
    assert hand(g) == lies and row(g) == cards and "end" in legal(g)


# ---------------------------------------------------------------- 07: the next anomaly's reward


@pytest.mark.parametrize("leader", [None, "P1", "P2"])
@pytest.mark.parametrize("token", REWARD)
def test_ANO_09_whoever_leads_the_column(token, leader):
    """ANO-09, anomaly-07: P1 gains the reward of the next anomaly's upper side; nobody else gains anything."""
    kind = token.split("-")[1].split("/")[0]
    g = anomalies(
        {"2": token, **BESIDE[kind]}, P1=dict(hand=["anomaly-07"]), top=["base-010"], slot=dict(board={kind: [leader]})
    )
    before = snap(g)
    do(g, "play anomaly-07")
    if token == "anomaly-lander/2":
        go_on(g)
        assert choices(g) == {"take base-110", "take base-130", "take base-105", "take deck"}
    settle_down(taking(g))
    assert changes(before, g) == added({"credits": -1, "hand": -1, "missions": 1}, REWARD[token])
    assert changes(before, g, "P2") == {} and turns(g)[0] == [0, 0, 0] and in_play(g) == ["anomaly-07"]


def test_ANO_09_not_that_of_earths_sector():
    """ANO-09, ANO-08: with 4 points in Earth's own sector and 1 data in the next P1 gains 1 data."""
    g = anomalies({"5": "anomaly-signal/2", "2": "anomaly-analysis/1", "0": "anomaly-lander/1"}, P1=dict(hand=["anomaly-07"]))
    before = snap(g)
    settle_down(do(g, "play anomaly-07"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "missions": 1, "data": 1}


@pytest.mark.parametrize(
    "holders, slot, met",
    [
        ("P1 P1 P1", {}, True),
        ("neutral neutral neutral", dict(overflow={kind: {"P1": 1} for kind in KINDS}), True),
        ("P1 neutral P2", dict(overflow={"lander": {"P1": 1}}, board={"analysis": [None] * 4 + [["P2", "P1", "P2"]]}), True),
        ("P1 P1 P2", dict(overflow={"lander": {"P1": 2}}), False),
        ("P1 P1 P2", dict(board={"signal": ["P1"]}), False),
    ],
)
def test_anomaly_07_mission(holders, slot, met):
    """anomaly-07: a trace of each kind for this species gives 3 points and 2 publicity; the other's do not count."""
    g = anomalies(
        holders=holders,
        slot=slot,
        P1=dict(missions={"anomaly-07": []}),
        other=hidden("mascamites") if met else found("mascamites", "P1 P1 P1"),
    )
    if not met:
        return illegal(g, "mission anomaly-07")
    before = snap(g)
    do(g, "mission anomaly-07")
    assert changes(before, g) == {"vp": 3, "publicity": 2, "missions": -1, "completed": 1}


# ---------------------------------------------------------------- 08 to 10


@pytest.mark.parametrize("tech", ["probe-4", "telescope-4", "computer-4"])
def test_anomaly_08_any_tech(tech):
    """anomaly-08: one rotation, then any of the twelve techs, for 2 credits and no publicity."""
    g = anomalies(AWAY, P1=dict(hand=["anomaly-08"], publicity=0), techs=tile(tech, "energy"))
    before = snap(g)
    go_on(do(g, "play anomaly-08"))
    assert len(offers(g, "tech")) == 12 and turns(g) == ([1, 0, 0], "disc-2")
    settle_down(do(g, f"tech {tech}", *(["column 3"] if tech == "computer-4" else [])))
    found_gain = changes(before, g)
    found_gain.pop("techs", None)
    assert found_gain == {"credits": -2, "hand": -1, "vp": 2, "energy": 1} and owned(g) == {tech}
    assert turns(g) == ([1, 0, 0], "disc-2") and gone(g) == ["anomaly-08"]


@pytest.mark.parametrize(
    "line, gain",
    [
        ("trace left signal 4", {"vp": 3}),
        ("trace left lander 3", {"vp": 2, "publicity": 1}),
        ("trace left analysis 5", {"vp": 2}),
        ("trace right lander", {"vp": 3, "publicity": 1}),
        ("trace right signal overflow", {"vp": 3}),
    ],
)
def test_ANO_15_any_kind_for_either_species(line, gain):
    """ANO-15, anomaly-09: one trace of any kind on either slot's places."""
    g = anomalies(P1=dict(hand=["anomaly-09"]), other=hidden("mascamites", "P2"))
    before = snap(g)
    do(g, "play anomaly-09")
    wanted = {f"trace left {kind} {place}" for kind in KINDS for place in (1, 2, 3, 4, 5, "overflow")}
    wanted |= {f"trace right {kind} overflow" for kind in KINDS} | {"trace right lander", "trace right analysis"}
    assert choices(g) == wanted
    settle_down(do(g, line))
    assert changes(before, g) == {"credits": -1, "hand": -1, **gain} and "end" in legal(g)


COUNTED = [  # slots, where the signal goes, points
    ({}, "vega", 1),
    ({}, "kepler-22", 0),
    ({"vega": "P1 P1 . ."}, "vega", 3),
    ({"vega": "P1 P2 P1 ."}, "kepler-22", 2),
    ({"61-virginis": "P1 . . . . .", "barnards-star": "P2 P1 P1 . ."}, "vega", 4),
    ({"61-virginis": "P1 . . . . ."}, "61-virginis", 2 + 2),  # the second space of the star pays 2
    ({"kepler-22": "P1 P1 P1 . .", "procyon": "P1 . . . ."}, "sirius-a", 0),
    ({"vega": "P2 P2 P2 ."}, "61-virginis", 1),
]


@pytest.mark.parametrize("slots, where, points", COUNTED)
def test_ANO_12_own_signals_in_the_three_sectors(slots, where, points):
    """ANO-12, anomaly-10: a signal anywhere; 1 point for each own one at Vega, Barnard's Star or 61 Virginis."""
    g = anomalies(P1=dict(hand=["anomaly-10"]), stars={name: {"slot": slot} for name, slot in slots.items()})
    before = snap(g)
    do(g, "play anomaly-10")
    assert offers(g, "signal") == {name for stars in STARS.values() for name in stars}
    settle_down(do(g, f"signal {where}"))
    assert changes(before, g) == added({"credits": -1, "hand": -1, "data": 1}, {"vp": points})


def test_ANO_12_before_any_sector_is_settled():
    """ANO-12: the signal completes Vega, where P1 has three of four: 3 points before it is settled and cleared."""
    g = anomalies(P1=dict(hand=["anomaly-10"]), stars={"vega": {"slot": "P1 P2 P1 .", "wins": ["P1"]}})
    before = snap(g)
    do(g, "play anomaly-10", "signal vega")
    go_on(g)
    assert choices(g) == {"settle vega"} and changes(before, g) == {"credits": -1, "hand": -1, "data": 1, "vp": 3}
    do(g, "settle vega")
    assert changes(before, g) == {"credits": -1, "hand": -1, "data": 1, "vp": 3 + 5, "publicity": 1}
    assert signals(g) == {} and wins(g, "vega") == ["P1", "P1"]
