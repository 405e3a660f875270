"""Q120-Q139: passing, income, the next round; milestones and gold tiles; final scoring."""

import pytest

from .bench import (
    bench,
    changes,
    discard,
    do,
    free_actions,
    go_on,
    hand,
    legal,
    main_actions,
    offers,
    seat,
    settle_down,
    snap,
    space,
    turns,
    untouched,
)
from .more_bench import ALL_MILESTONES, computer, deck, end_of_round, finale, gold_markers, last_pass, neutral_left, unchanged

ALL_GOLD = {"gold tech", "gold mission", "gold income", "gold other"}
JUPITER_ORBITER = {"jupiter": {"first_orbit": "P1", "orbiters": {"P1": 1}}}


# ---------------------------------------------------------------- passing and rounds


def test_Q120_the_first_to_pass():
    """R17.2, R17.3: seven cards are cut to four without corners, the system rotates once, a card of three is taken."""
    seven = ["base-001", "base-035", "base-041", "base-064", "base-110", "base-137", "base-138"]
    stack = ["base-010", "base-011", "base-012"]
    g = bench(
        P1=dict(hand=seven, probes=[[2, 5]]),
        row=["base-136", "base-130", "base-105"],
        end_of_round=[[], stack, ["base-020"], ["base-021"]],
    )
    before = snap(g)
    do(g, "pass")
    assert legal(g) == {f"discard {card}" for card in seven[:5]}  # two higher ones have to follow
    do(g, "discard base-035")
    assert legal(g) == {f"discard {card}" for card in seven[2:6]}
    assert turns(g) == ([0, 0, 0], "disc-1")
    do(g, "discard base-110", "discard base-137")
    assert turns(g) == ([1, 0, 0], "disc-2")
    assert legal(g) == {f"take {card}" for card in stack}  # no free action, no refusing
    assert len(hand(g)) == 4
    do(g, "take base-011")
    assert hand(g) == ["base-001", "base-011", "base-041", "base-064", "base-138"]
    assert changes(before, g) == {"hand": -2} and discard(g) == ["base-035", "base-110", "base-137"]
    assert end_of_round(g, 2) == ["base-010", "base-012"]
    assert g.turn == "P2" and g.round == 2 and g.to_json()["passed"] == ["P1"]
    assert turns(g) == ([1, 0, 0], "disc-2")
    untouched(before, g, "row", "deck")


def test_Q121_the_next_to_pass():
    """R17.2: P2 passing after P1 rotates nothing and chooses of 2 cards; the third is discarded at the round's end."""
    g = bench(end_of_round=[[], ["base-010", "base-011", "base-012"], ["base-020"], ["base-021"]], top=["base-001", "base-003"])
    do(g, "pass", "take base-011")
    before = snap(g)
    do(g, "pass")
    assert turns(g) == turns(before) == ([1, 0, 0], "disc-2")
    assert g.to_move == "P2" and legal(g) == {"take base-010", "take base-012"}
    assert discard(g) == []
    do(g, "take base-010")
    assert g.round == 3 and turns(g) == ([1, 0, 0], "disc-2")
    assert discard(g) == ["base-012"] and end_of_round(g, 2) == []
    assert changes(before, g, "P2") == {"credits": 3, "energy": 2, "hand": 2}
    assert "base-010" in hand(g, "P2") and end_of_round(g, 3) == ["base-020"]


def test_Q122_no_card_in_round_five():
    """R17.4: in round 5 the first to pass rotates the system and takes no card."""
    g = bench(round=5, P1=dict(hand=["base-001", "base-003"]))
    before = snap(g)
    do(g, "pass")
    assert turns(g) == ([1, 0, 0], "disc-2")
    unchanged(before, g, "P1", "P2")
    assert g.turn == "P2" and g.to_move == "P2" and not g.is_over
    assert "launch" in legal(g)


def test_Q123_tucked_cards_pay_at_the_income():
    """R17.8, R13.11: with base-064 and base-041 tucked the round's end pays 4 credits, 3 energy and 1 card."""
    g = bench(
        P1=dict(tucked=["base-064", "base-041"]),
        passed=["P2"],
        top=["base-001", "base-003", "base-004"],
        end_of_round=[[], ["base-010", "base-011"], ["base-020"], ["base-021"]],
    )
    before = snap(g)
    do(g, "pass", "take base-010")
    assert g.round == 3
    assert changes(before, g) == {"credits": 4, "energy": 3, "hand": 1 + 1}  # one of the stack, one of the deck
    assert changes(before, g, "P2") == {"credits": 3, "energy": 2, "hand": 1}
    assert set(hand(g)) - {"base-010"} | set(hand(g, "P2")) == {"base-001", "base-003"}
    assert deck(g)[0] == "base-004"


@pytest.mark.parametrize("began, following", [("P1", "P2"), ("P2", "P3"), ("P3", "P1")])
@pytest.mark.parametrize("passes_first", ["P3", "P1"])
def test_Q124_the_next_first_player(began, following, passes_first):
    """R17.10: P1 began round 2, P3 passed first; P2 begins round 3: the marker goes on one seat whoever passes."""
    order = ["P1", "P2", "P3"]
    start = order.index(began)
    g = bench(players=3, first=began, turn=began)
    for name in order[start:] + order[:start]:
        assert g.turn == name
        if name == passes_first:
            do(g, "pass")
            do(g, sorted(legal(g))[0])  # any card of the stack
        else:
            do(g, "launch", "end")
    while g.round == 2:
        do(g, "pass")
        do(g, sorted(legal(g))[0])
    assert g.round == 3 and g.turn == following and g.to_move == following
    assert g.to_json()["passed"] == [] and g.to_json()["first"] == following


# ---------------------------------------------------------------- milestones and gold tiles


def test_Q125_gold_follows_the_turn():
    """R18.1, R18.4: P1 at 24 gains 1 point; after the turn, not before, P1 must mark a gold tile."""
    g = bench(P1=dict(vp=24, probes=[[1, 4]], hand=["base-025"], milestones=[20]))
    do(g, "play base-025", "step 1.4-1.3")  # Venus: 1 point
    assert seat(g, "P1")["vp"] == 25
    do(g, "skip")
    assert offers(g, "gold") == set() and "end" in legal(g) and free_actions(g)
    before = snap(g)
    do(g, "end")
    assert g.to_move == "P1" and legal(g) == ALL_GOLD
    do(g, "gold tech")
    assert gold_markers(g, "tech") == ["P1"] and g.turn == "P2" and g.to_move == "P2"
    assert sorted(seat(g, "P1")["milestones"]) == [20, 25]
    assert changes(before, g) == {} and neutral_left(g) == {20: 2, 30: 2}
    one_less = bench(P1=dict(vp=24, milestones=[20]))
    do(one_less, "launch", "end")
    assert one_less.to_move == "P2" and offers(one_less, "gold") == set()


def test_Q126_the_player_of_the_turn_marks_first():
    """R18.2: P1 and P2 reach 25 in P1's turn; P1 marks first, P2's marker on the same tile has the second value."""
    techs = computer(tiles={"1": "computer-1"}, techs=["probe-1", "telescope-1"])
    g = finale(
        P1=dict(vp=21, hand=["base-044"], missions={"base-035": []}, milestones=[20], **techs),
        P2=dict(vp=23, milestones=[20], **techs),
        stars={"vega": {"slot": "P2 P2 P2 ."}},
        planets=JUPITER_ORBITER,
    )
    do(g, "play base-044", "mission base-035", "settle vega", "trace right signal overflow")
    assert seat(g, "P1")["vp"] == 25 and seat(g, "P2")["vp"] == 23 + 2 + 3
    do(g, "end")
    assert g.to_move == "P1" and legal(g) == ALL_GOLD
    do(g, "gold tech")
    assert g.to_move == "P2" and legal(g) == ALL_GOLD
    do(g, "gold tech")
    assert gold_markers(g, "tech") == ["P1", "P2"] and g.turn == "P1"
    assert last_pass(g) == {"P1": 25 + 11, "P2": 28 + 8}


def test_Q127_four_markers_on_one_tile():
    """R18.4: four players mark the tech tile (side a) one after the other: 11, 8, 5, 5."""
    everyone = dict(vp=25, milestones=[20], **computer(tiles={"1": "computer-1"}, techs=["probe-1", "telescope-1"]))
    g = finale(players=4, P1=everyone, P2=everyone, P3=everyone, P4=everyone)
    do(g, "launch", "end")
    for name in ("P1", "P2", "P3", "P4"):
        assert g.to_move == name and legal(g) == ALL_GOLD
        do(g, "gold tech")
    assert gold_markers(g, "tech") == ["P1", "P2", "P3", "P4"] and g.turn == "P1"
    assert last_pass(g) == {"P1": 25 + 11, "P2": 25 + 8, "P3": 25 + 5, "P4": 25 + 5}


def test_Q128_neutral_markers_fill_discovery_spaces():
    """R18.5: P1 reaching 20 puts a neutral marker on the left signal space; P2 later one on the left lander space."""
    g = bench(P1=dict(vp=18, hand=["base-044"]), P2=dict(vp=18, hand=["base-040"]), stars={"vega": {"slot": "P2 . . ."}})
    do(g, "play base-044")  # the second space of vega: 2 points
    go_on(g)
    before = snap(g)
    assert seat(g, "P1")["vp"] == 20 and neutral_left(g) == {20: 2, 30: 2}
    do(g, "end")
    assert g.to_move == "P2" and space(g, "left", "signal") == "neutral"
    assert neutral_left(g) == {20: 1, 30: 2} and changes(before, g) == {}
    settle_down(do(g, "play base-040"))
    before = snap(g)
    assert seat(g, "P2")["vp"] == 20
    do(g, "end")
    assert space(g, "left", "lander") == "neutral" and space(g, "left", "analysis") is None
    assert space(g, "right", "signal") is None
    assert neutral_left(g) == {20: 0, 30: 2} and changes(before, g, "P2") == {} and g.to_move == "P1"


def test_Q129_no_space_for_a_neutral_marker():
    """R18.6: with all six discovery spaces full nothing is placed when P1 reaches 20."""
    full = {"signal": "P1", "lander": "P2", "analysis": "P2"}
    g = bench(
        P1=dict(vp=18, hand=["base-044"]),
        stars={"vega": {"slot": "P2 . . ."}},
        species={
            "left": {"id": "mascamites", "discovered": True, "spaces": full},
            "right": {"id": "anomalies", "discovered": True, "spaces": full},
        },
    )
    do(g, "play base-044")
    go_on(g)
    before = snap(g)
    assert seat(g, "P1")["vp"] == 20
    do(g, "end")
    assert g.turn == "P2" and g.to_move == "P2" and neutral_left(g) == {20: 2, 30: 2}
    untouched(before, g, "species", "neutral")
    assert changes(before, g) == {}


def test_Q130_gold_comes_before_neutral():
    """R18.2: reaching 20 and 25 in one turn P1 marks a gold tile first; the neutral marker follows."""
    g = bench(P1=dict(vp=18, missions={"base-006": []}), planets=JUPITER_ORBITER)
    do(g, "mission base-006", "launch")  # 7 points
    assert seat(g, "P1")["vp"] == 25
    do(g, "end")
    assert g.to_move == "P1" and legal(g) == ALL_GOLD
    assert space(g, "left", "signal") is None and neutral_left(g) == {20: 2, 30: 2}
    do(g, "gold other")
    assert space(g, "left", "signal") == "neutral" and neutral_left(g) == {20: 1, 30: 2}
    assert gold_markers(g, "other") == ["P1"] and g.to_move == "P2"


def test_Q131_the_second_lap_has_no_milestones():
    """R18.3: P1 goes from 118 to 127, and nothing is due."""
    two_wins = {"sirius-a": {"wins": ["P1", "P1"]}}
    g = bench(P1=dict(vp=118, missions={"base-103": []}, milestones=ALL_MILESTONES), stars=two_wins)
    before = snap(g)
    do(g, "mission base-103", "launch")
    assert seat(g, "P1")["vp"] == 127
    do(g, "end")
    assert g.turn == "P2" and g.to_move == "P2" and "launch" in main_actions(g)
    untouched(before, g, "gold", "neutral", "species")
    first_lap = bench(P1=dict(vp=62, missions={"base-103": []}, milestones=[20, 25, 30, 50]), stars=two_wins)
    do(first_lap, "mission base-103", "launch", "end")  # 71: the milestone at 70
    assert first_lap.to_move == "P1" and legal(first_lap) == ALL_GOLD


# ---------------------------------------------------------------- final scoring


@pytest.mark.parametrize("side, points", [("a", 1 * 11), ("b", 3 * 7)])
def test_Q132_the_tech_tile(side, points):
    """R19.3: 3 probe, 1 telescope and 2 computer techs score 1 x 11 on side a, 3 x 7 on side b."""
    g = finale(
        P1=computer({"1": "computer-1", "5": "computer-4"}, ["probe-1", "probe-2", "probe-4", "telescope-3"]),
        gold={"tech": {"side": side, "markers": ["P1"]}},
    )
    assert last_pass(g) == {"P1": points, "P2": 0}


@pytest.mark.parametrize("side, points", [("a", 5 * 3), ("b", 3 * 6)])
def test_Q133_the_mission_tile(side, points):
    """R19.4: 5 completed missions, 2 end-game cards and a mission not completed, marked second: 5 x 3 or 3 x 6."""
    g = finale(
        P1=dict(
            completed=["base-001", "base-002", "base-003", "base-004", "base-076"],
            endgame=["base-012", "base-014"],
            missions={"base-080": [True, True, False]},
        ),
        planets={"mars": {"landers": {"P1": 1}, "data": [["P1"], []]}},
        gold={"mission": {"side": side, "markers": ["P2", "P1"]}},
    )
    assert last_pass(g) == {"P1": points + 4, "P2": 0}  # base-014 scores 4 for the lander on Mars, base-012 none


@pytest.mark.parametrize("side, points", [("a", 2 * 11), ("b", 4 * 5)])
def test_Q134_the_income_tile(side, points):
    """R19.5: 4 credit, 2 energy and 3 card incomes score 2 x 11 on side a, 4 x 5 on side b."""
    g = finale(
        P1=dict(
            tucked=["base-035", "base-037", "base-040", "base-064", "base-041", "base-043", "base-039", "base-042", "base-034"]
        ),
        gold={"income": {"side": side, "markers": ["P1"]}},
    )
    assert last_pass(g) == {"P1": points, "P2": 0}


@pytest.mark.parametrize("side, points", [("a", 2 * 4), ("b", 4 * 4)])
def test_Q135_the_tile_other(side, points):
    """R19.6: marked third, with 4 wins, 5 craft and 3, 2, 4 traces: 2 x 4 on side a, 4 x 4 on side b."""
    g = finale(
        players=3,
        stars={"vega": {"wins": ["P1", "P1"]}, "kepler-22": {"wins": ["P1"]}, "procyon": {"wins": ["P1"]}},
        planets={
            "venus": {"first_orbit": "P1", "orbiters": {"P1": 1}},
            "jupiter": {"first_orbit": "P1", "orbiters": {"P1": 1}},
            "mars": {"landers": {"P1": 2}, "data": [["P1"], ["P1"]]},
        },
        moons={"europa": ["P1"]},
        species={
            "left": {"spaces": {"signal": "P1"}, "overflow": {"signal": {"P1": 1}, "lander": {"P1": 2}, "analysis": {"P1": 2}}},
            "right": {"spaces": {"analysis": "P1"}, "overflow": {"signal": {"P1": 1}, "analysis": {"P1": 1}}},
        },
        gold={"other": {"side": side, "markers": ["P2", "P3", "P1"]}},
    )
    assert last_pass(g) == {"P1": points, "P2": 0, "P3": 0}


def test_Q136_equal_scores_share_the_win():
    """R19.9: 143 and 143 are half a win each."""
    g = finale(P1=dict(vp=143, milestones=ALL_MILESTONES), P2=dict(vp=143, milestones=ALL_MILESTONES))
    assert last_pass(g) == {"P1": 143, "P2": 143}
    assert {name: table["win_share"] for name, table in g.scores().items()} == {"P1": 0.5, "P2": 0.5}
    g = finale(P1=dict(vp=143, milestones=ALL_MILESTONES), P2=dict(vp=144, milestones=ALL_MILESTONES))
    last_pass(g)
    assert {name: table["win_share"] for name, table in g.scores().items()} == {"P1": 0.0, "P2": 1.0}


def test_Q137_final_scoring_reaches_no_milestone():
    """R18.10: 68 points and 9 from end-game cards make 77, and no third gold tile is marked."""
    g = finale(
        P1=dict(vp=68, milestones=[20, 25, 30, 50], endgame=["base-040"]),
        stars={"kepler-22": {"wins": ["P1", "P1", "P1"]}},
        gold={"tech": {"side": "a", "markers": ["P1"]}, "income": {"side": "a", "markers": ["P1"]}},
    )
    before = snap(g)
    assert last_pass(g) == {"P1": 68 + 9, "P2": 0}
    untouched(before, g, "gold", "neutral")


def test_Q138_end_game_cards_count_even_if_they_score_nothing():
    """R14.14, R19.4: base-014 and base-012 score 0 without craft, and the mission tile (side b) scores 1 x 8."""
    g = finale(P1=dict(endgame=["base-014", "base-012"]), gold={"mission": {"side": "b", "markers": ["P1"]}})
    assert last_pass(g) == {"P1": 8, "P2": 0}
    g = finale(P1=dict(endgame=["base-014", "base-012"]))
    assert last_pass(g) == {"P1": 0, "P2": 0}


def test_Q139_left_over_things_are_worth_nothing():
    """R19.8: 4 credits, 3 energy, 9 publicity, 5 data and 4 cards score no points."""
    g = finale(P1=dict(credits=4, energy=3, publicity=9, data=5, hand=["base-001", "base-003", "base-041", "base-064"]))
    before = snap(g)
    assert last_pass(g) == {"P1": 0, "P2": 0}
    assert changes(before, g) == {}
