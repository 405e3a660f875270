"""The table of single cards (R21), cards 101 to 138."""

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
    star,
    turns,
)
from .more_bench import gains, in_play, mission_spaces, owned, tops

THREE_FREE = [False, False, False]
KINDS = ("signal", "lander", "analysis")


def test_R21_base_102_the_trace_goes_to_that_species():
    """R21 base-102: one trace of each kind on the right slot; the reward's trace is offered there only."""
    g = bench(
        P1=dict(missions={"base-102": []}),
        species={"right": {"overflow": {kind: {"P1": 1} for kind in KINDS}}, "left": {"overflow": {"signal": {"P1": 2}}}},
    )
    before = snap(g)
    do(g, "mission base-102")
    assert legal(g) == {f"trace right {kind}{place}" for kind in KINDS for place in ("", " overflow")}
    do(g, "trace right lander")
    assert changes(before, g) == {"vp": 3, "publicity": 1, "missions": -1, "completed": 1}


def test_R21_base_102_spread_over_both_species():
    """R21 base-102: three kinds spread over the two slots, or three of one kind, do not do."""
    for species in (
        {"right": {"overflow": {"signal": {"P1": 1}, "lander": {"P1": 1}}}, "left": {"overflow": {"analysis": {"P1": 1}}}},
        {"right": {"overflow": {"signal": {"P1": 3}}}},
    ):
        illegal(bench(P1=dict(missions={"base-102": []}), species=species), "mission base-102")


@pytest.mark.parametrize(
    "card, cost, covered",
    [("base-004", 0, None), ("base-110", 1, 1), ("base-014", 2, 2), ("base-093", 3, 3), ("base-121", 4, None)],
)
def test_R21_base_106_exactly_the_credits_paid(card, cost, covered):
    """R21 base-106: a card for 1, 2 or 3 credits offers its space, after that card's effect; 0 and 4 offer none."""
    g = bench(
        P1=dict(hand=[card], missions={"base-106": THREE_FREE}), row=["base-136", "base-130", "base-105"], techs=tops("energy")
    )
    before = snap(g)
    go_on(do(g, f"play {card}"))
    if card == "base-093":
        assert offers(g, "cover") == set()  # not before the card's last effect
        do(g, "skip")
    if card == "base-121":
        do(g, "tech computer-1", "column 1")
    go_on(g)
    if covered is None:
        assert "end" in legal(g) and offers(g, "cover") == set()
        assert mission_spaces(g, "base-106") == THREE_FREE
        return
    assert legal(g) == {f"cover base-106/{covered}", "skip"}
    if card == "base-110":
        assert seat(g, "P1")["publicity"] == 4 + 3
    do(g, f"cover base-106/{covered}")
    if covered == 2:
        do(g, "take deck")
    reward = {1: {"vp": 2}, 2: {"hand": 1}, 3: {"publicity": 2}}[covered]
    effect = {"base-110": {"publicity": 3}, "base-014": {"publicity": 1, "data": 2, "endgame": 1}, "base-093": {}}[card]
    expected = {"credits": -cost, "hand": -1, **effect}
    for key, n in reward.items():
        expected[key] = expected.get(key, 0) + n
    assert "end" in legal(g) and changes(before, g) == {key: n for key, n in expected.items() if n}


def test_R21_base_106_a_space_once():
    """R21 base-106: a second card for 1 credit finds its space covered and offers nothing."""
    g = bench(P1=dict(hand=["base-137"], missions={"base-106": [True, False, False]}))
    do(g, "play base-137")
    go_on(g)
    assert "end" in legal(g) and mission_spaces(g, "base-106") == [True, False, False]


@pytest.mark.parametrize("publicity, marked", [(8, True), (10, True), (7, False)])
def test_R21_base_108_eight_publicity(publicity, marked):
    """R21 base-108: with at least 8 publicity a signal trace is marked and nothing is spent; with 7 nothing happens."""
    g = bench(P1=dict(hand=["base-108"], publicity=publicity))
    before = snap(g)
    go_on(do(g, "play base-108"))
    if marked:
        assert offers(g, "trace") == {"left signal", "right signal", "left signal overflow", "right signal overflow"}
        do(g, "trace left signal overflow")
        go_on(g)
        assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 3}
    else:
        assert "end" in legal(g) and changes(before, g) == {"credits": -1, "hand": -1}
    assert discard(g) == ["base-108"]


def test_R21_base_114_up_to_three_hand_cards():
    """R21 base-114: after the draw up to three hand cards are discarded for their signals, one after the other."""
    g = bench(P1=dict(hand=["base-114", "base-001", "base-040", "base-035", "base-043"]), top=["base-012"])
    before = snap(g)
    do(g, "play base-114", "take deck")
    assert offers(g, "discard") == {"base-001", "base-012", "base-035", "base-040", "base-043"} and "skip" in legal(g)
    do(g, "discard base-001", "signal kepler-22")  # yellow
    go_on(g)
    assert offers(g, "discard") == {"base-012", "base-035", "base-040", "base-043"} and "skip" in legal(g)
    do(g, "discard base-012", "signal vega", "discard base-040", "signal barnards-star")
    assert "end" in legal(g) and offers(g, "discard") == set()
    assert signals(g) == {"kepler-22": 1, "vega": 1, "barnards-star": 1}
    assert hand(g) == ["base-035", "base-043"] and discard(g) == ["base-001", "base-012", "base-040", "base-114"]
    assert changes(before, g) == {"credits": -1, "hand": -1 + 1 - 3, "data": 3}


@pytest.mark.parametrize("used", [0, 1, 2])
def test_R21_base_114_stopping_earlier(used):
    """R21 base-114: P1 may stop after none, one or two cards."""
    g = bench(P1=dict(hand=["base-114", "base-001", "base-003"]), top=["base-006"])
    do(g, "play base-114", "take deck")
    for card, star_id in (("base-001", "kepler-22"), ("base-003", "61-virginis"))[:used]:
        do(g, f"discard {card}", f"signal {star_id}")
    go_on(g)
    do(g, "skip")
    assert "end" in legal(g) and len(hand(g)) == 3 - used and sum(signals(g).values()) == used


def test_R21_base_067_at_most_one_hand_card():
    """R21 base-067: after the tech one hand card may be discarded for its signal, or none."""
    g = bench(P1=dict(hand=["base-067", "base-001", "base-003"]), techs=tops("energy"))
    before = snap(g)
    do(g, "play base-067", "tech telescope-4")
    go_on(g)
    assert choices(g) == {"discard base-001", "discard base-003", "skip"}
    none = branch(g, "skip")
    assert "end" in legal(none)
    assert gains(before, none) == {"credits": -3, "hand": -1, "publicity": 1, "vp": 2, "energy": 1}
    do(g, "discard base-003", "signal 61-virginis")
    assert "end" in legal(g) and hand(g) == ["base-001"]
    assert gains(before, g) == {"credits": -3, "hand": -2, "publicity": 1, "vp": 2, "energy": 1, "data": 1}


@pytest.mark.parametrize(
    "slot, returned, points",
    [(". . . . . .", True, 0), ("P2 . . . . .", True, 2), ("P1 . . . . .", False, 2), ("P2 P1 . . . .", False, 0)],
)
def test_R21_base_120_returns_with_exactly_one_signal(slot, returned, points):
    """R21 base-120: the card returns to the hand if exactly one own signal is in that sector after marking."""
    g = bench(P1=dict(hand=["base-120"], probes=[[2, 5]]), stars={"61-virginis": {"slot": slot}})
    before = snap(g)
    settle_down(do(g, "play base-120"))
    expected = {"credits": -1, "data": 1, "vp": points, "hand": 0 if returned else -1}
    assert "end" in legal(g) and changes(before, g) == {key: n for key, n in expected.items() if n}
    assert (hand(g), discard(g)) == ((["base-120"], []) if returned else ([], ["base-120"]))


def test_R21_base_120_is_judged_before_the_settlement():
    """R21 base-120: a signal that completes the sector is P1's only one there: the card returns before that."""
    g = bench(P1=dict(hand=["base-120"], probes=[[3, 0]]), stars={"vega": {"slot": "P2 P2 P2 ."}})
    do(g, "play base-120")
    go_on(g)
    assert choices(g) == {"settle vega"} and hand(g) == ["base-120"] and discard(g) == []
    g = bench(P1=dict(hand=["base-120"], probes=[[3, 0]]), stars={"vega": {"slot": "P1 P2 P2 ."}})
    do(g, "play base-120")
    go_on(g)
    assert choices(g) == {"settle vega"} and hand(g) == [] and discard(g) == ["base-120"]


def test_R21_base_120_again_in_the_next_turn():
    """R21 base-120: returned, it can be played again next turn; that second signal discards it; without a probe too."""
    g = bench(P1=dict(hand=["base-120"], probes=[[2, 5]]), passed=["P2"])
    settle_down(do(g, "play base-120"))
    illegal(g, "play base-120")  # one main action a turn
    do(g, "end")
    settle_down(do(g, "play base-120"))
    assert hand(g) == [] and discard(g) == ["base-120"] and star(g, "61-virginis") == "P1 P1 . . . ."
    without = bench(P1=dict(hand=["base-120"]))
    before = snap(without)
    settle_down(do(without, "play base-120"))
    assert changes(before, without) == {"credits": -1, "hand": -1} and discard(without) == ["base-120"]


@pytest.mark.parametrize("card, cost, data", [("base-121", 4, 3), ("base-069", 3, 1)])
def test_R21_base_121_069_data_before_the_rotation(card, cost, data):
    """R21 base-121, base-069: the data come first, can be placed, and the rotation and the tech follow."""
    g = bench(P1=dict(hand=[card]), techs=tops("energy"))
    before = snap(g)
    do(g, f"play {card}", "go")
    assert changes(before, g) == {"credits": -cost, "hand": -1, "data": data}
    assert turns(g) == ([0, 0, 0], "disc-1") and {"go", "place"} <= legal(g)
    do(g, "place")
    assert turns(g) == ([0, 0, 0], "disc-1")
    do(g, "tech computer-4", "column 1")
    settle_down(g)
    assert turns(g) == ([1, 0, 0], "disc-2") and owned(g) == {"computer-4"}
    assert gains(before, g) == {
        key: n for key, n in {"credits": -cost, "hand": -1, "data": data - 1, "top": 1, "vp": 2, "energy": 1}.items() if n
    }


def test_R21_base_129_in_the_own_turn_only():
    """R21 base-129: a step onto asteroids and a push in the own turn count; a push in P2's turn does not."""
    g = bench(P1=dict(probes=[[2, 5]], missions={"base-129": THREE_FREE}))
    before = snap(g)
    do(g, "move 2.5-2.4")
    assert legal(g) == {"cover base-129/1", "skip"}
    do(g, "cover base-129/1")
    assert changes(before, g) == {"energy": -1, "data": 1}
    g = bench(P1=dict(publicity=6, probes=[[1, 4]], missions={"base-129": [True, False, False]}))
    do(g, "research")
    go_on(g)
    assert legal(g) == {"cover base-129/2", "skip"} and probes(g) == [[1, 3]]
    before = snap(g)
    do(g, "cover base-129/2")
    assert changes(before, g) == {"data": 1} and offers(g, "tech")
    g = bench(turn="P2", P2=dict(publicity=6), P1=dict(probes=[[1, 4]], missions={"base-129": THREE_FREE}))
    before = snap(g)
    do(g, "research")
    go_on(g)
    assert g.to_move == "P2" and offers(g, "tech") and probes(g) == [[1, 3]]
    assert changes(before, g) == {} and mission_spaces(g, "base-129") == THREE_FREE


def test_R21_base_129_the_rotation_of_a_pass():
    """R21 base-129: the rotation of the own pass pushes onto asteroids in the own turn; that of P2's pass does not."""
    g = bench(
        P1=dict(probes=[[1, 0]], missions={"base-129": THREE_FREE}),
        end_of_round=[[], ["base-010", "base-011", "base-012"], [], []],
    )
    do(g, "pass")
    assert probes(g) == [[1, 7]] and legal(g) == {"cover base-129/1", "skip"}
    before = snap(g)
    do(g, "cover base-129/1")
    assert changes(before, g) == {"data": 1} and offers(g, "take") == {"base-010", "base-011", "base-012"}
    g = bench(
        turn="P2",
        P1=dict(probes=[[1, 0]], missions={"base-129": THREE_FREE}),
        end_of_round=[[], ["base-010", "base-011", "base-012"], [], []],
    )
    do(g, "pass")
    assert g.to_move == "P2" and probes(g) == [[1, 7]] and offers(g, "take")


@pytest.mark.parametrize(
    "discs, earth, beside, moves",
    [
        ([1, 0, 0], "1.4", "1.5", 0),
        ([0, 0, 0], "1.5", "1.6", 1),
        ([0, 2, 3], "1.5", "1.6", 2),
        ([2, 7, 0], "1.3", "1.4", 3),
        ([5, 2, 7], "1.0", "1.1", 3),
    ],
)
def test_R21_base_133_bodies_in_earths_sector(discs, earth, beside, moves):
    """R21 base-133: 1 movement for each other planet or comet in Earth's sector; Earth and asteroids do not count."""
    g = bench(P1=dict(hand=["base-133"]), discs={"turns": discs, "next": "disc-1"})
    before = snap(g)
    settle_down(do(g, "play base-133"))
    here, there = earth, beside  # to the empty space beside Earth, back, and there again
    for _ in range(moves):
        do(g, f"step {here}-{there}")
        here, there = there, here
    assert "end" in legal(g) and offers(g, "step") == set()
    assert probes(g) == [[int(number) for number in here.split(".")]]
    assert changes(before, g) == {"credits": -2, "hand": -1, "probes": 1}


def test_R21_base_133_without_a_launch():
    """R21 base-133, R4.5: at the probe limit nothing is launched, and the movement is had all the same."""
    g = bench(P1=dict(hand=["base-133"], probes=[[2, 2]]))
    before = snap(g)
    do(g, "play base-133", "step 2.2-3.2")
    assert "end" in legal(g) and probes(g) == [[3, 2]]
    assert changes(before, g) == {"credits": -2, "hand": -1}


def test_R21_base_134_one_signal():
    """R21 base-134: one signal in a sector with an own probe, of several the player's choice; without one none."""
    g = bench(P1=dict(hand=["base-134"], techs=["probe-1"], probes=[[2, 5], [2, 2]]))
    before = snap(g)
    do(g, "play base-134")
    assert offers(g, "signal") == {"61-virginis", "barnards-star"}
    settle_down(do(g, "signal barnards-star"))
    assert signals(g) == {"barnards-star": 1} and in_play(g) == ["base-134"]
    assert changes(before, g) == {"credits": -1, "hand": -1, "data": 1, "missions": 1}
    g = bench(P1=dict(hand=["base-134"]), P2=dict(probes=[[2, 5]]))
    settle_down(do(g, "play base-134"))
    assert signals(g) == {} and in_play(g) == ["base-134"]


@pytest.mark.parametrize("sectors, done", [(3, False), (4, True), (5, True)])
def test_R21_base_134_signals_in_four_sectors(sectors, done):
    """R21 base-134, R10.21: four different sectors with own signals; several in one count once, wins not at all."""
    names = ["kepler-22", "sirius-a", "procyon", "vega", "beta-pictoris"]
    stars = {name: {"slot": "P2 P1 P1 ." + " ." * (n - 4)} for name, n in zip(names[:sectors], (5, 6, 5, 4, 5))}
    stars["61-virginis"] = {"wins": ["P1"]}
    g = bench(P1=dict(missions={"base-134": []}), stars=stars)
    before = snap(g)
    if done:
        do(g, "mission base-134")
        assert changes(before, g) == {"publicity": 2, "missions": -1, "completed": 1}
    else:
        illegal(g, "mission base-134")


@pytest.mark.parametrize("card, covered, gain", [("base-137", 1, {"publicity": 1 + 1}), ("base-006", 2, {"data": 1 + 1})])
def test_R21_base_138_corner_and_reward(card, covered, gain):
    """R21 base-138: the corner discarded must be of the space's kind; its gain and the reward both happen."""
    g = bench(P1=dict(hand=[card], missions={"base-138": THREE_FREE}))
    before = snap(g)
    do(g, f"corner {card}")
    assert legal(g) == {f"cover base-138/{covered}", "skip"}
    do(g, f"cover base-138/{covered}")
    assert changes(before, g) == {"hand": -1, **gain} and discard(g) == [card]
    assert mission_spaces(g, "base-138") == [covered == number for number in (1, 2, 3)]


def test_R21_base_138_a_move_corner():
    """R21 base-138: a move corner moves first; covering its space gives another movement."""
    g = bench(P1=dict(hand=["base-001"], probes=[[2, 5]], missions={"base-138": THREE_FREE}))
    do(g, "corner base-001", "step 2.5-3.5")
    assert legal(g) == {"cover base-138/3", "skip"}
    do(g, "cover base-138/3", "step 3.5-3.4")
    assert probes(g) == [[3, 4]] and mission_spaces(g, "base-138") == [False, False, True]


def test_R21_base_138_discards_that_are_no_corners():
    """R21 base-138: exchanging and discarding for a signal are no corners; a played base-138 does not see itself."""
    g = bench(P1=dict(hand=["base-001", "base-137"], missions={"base-138": THREE_FREE}))
    do(g, "exchange cards>credits")
    assert "launch" in legal(g) and mission_spaces(g, "base-138") == THREE_FREE
    g = bench(P1=dict(hand=["base-035"], techs=["telescope-3"], missions={"base-138": THREE_FREE}))
    do(g, "scan", "step telescope-3", "discard base-035", "signal procyon")
    assert offers(g, "cover") == set() and mission_spaces(g, "base-138") == THREE_FREE


@pytest.mark.parametrize("card, kind", [("mascamite-01", 1), ("mascamite-03", 2)])
def test_R21_base_138_corners_of_species_cards(card, kind):
    """R21 base-138: a species card's corner counts by its kind: 2 publicity, or 1 point and 1 data."""
    g = bench(
        P1=dict(hand=[card], missions={"base-138": THREE_FREE}),
        species={
            "left": {"id": "mascamites", "discovered": True, "spaces": {"signal": "P1", "lander": "P2", "analysis": "P2"}}
        },
    )
    before = snap(g)
    do(g, f"corner {card}")
    assert legal(g) == {f"cover base-138/{kind}", "skip"}
    do(g, f"cover base-138/{kind}")
    gain = {1: {"publicity": 2 + 1}, 2: {"vp": 1, "data": 1 + 1}}[kind]
    assert changes(before, g) == {"hand": -1, **gain} and discard(g) == []
