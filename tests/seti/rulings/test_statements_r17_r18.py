"""R17 and R18 where no case covers them: passing, income, rounds; milestones and gold tiles."""

import pytest

from .bench import (
    FREE_WORDS,
    bench,
    branch,
    changes,
    discard,
    do,
    free_actions,
    hand,
    legal,
    main_actions,
    offers,
    probes,
    seat,
    settle_down,
    snap,
    space,
    turns,
    untouched,
)
from .more_bench import (
    ALL_MILESTONES,
    deck,
    discovered,
    end_of_round,
    end_scan,
    finale,
    gold_markers,
    last_pass,
    neutral_left,
    unchanged,
)

ALL_GOLD = {"gold tech", "gold mission", "gold income", "gold other"}
STACKS = [[], ["base-010", "base-011", "base-012"], ["base-020", "base-021", "base-022"], ["base-030"]]
JUPITER_ORBITER = {"jupiter": {"first_orbit": "P1", "orbiters": {"P1": 1}}}
ORDER = [
    ("left", "signal"),
    ("left", "lander"),
    ("left", "analysis"),
    ("right", "signal"),
    ("right", "lander"),
    ("right", "analysis"),
]


def no_free_action(lines):
    """Whether none of these lines is a free action."""
    return not any(line.split()[0] in FREE_WORDS for line in lines)


# ---------------------------------------------------------------- passing and rounds


def test_R17_1_free_actions_before_passing():
    """R17.1: in the turn of passing a card may be bought and an exchange made first, and passing is still legal."""
    g = bench(P1=dict(publicity=3), end_of_round=STACKS, top=["base-001"])
    before = snap(g)
    do(g, "buy", "take deck", "exchange credits>energy", "pass", "take base-010")
    assert g.turn == "P2"
    assert changes(before, g) == {"publicity": -3, "credits": -2, "energy": 1, "hand": 2}


def test_R17_2_no_free_action_once_passing_has_begun():
    """R17.2: neither between the discards nor before the card of the stack is a free action offered."""
    five = ["base-001", "base-035", "base-041", "base-064", "base-137"]
    g = bench(P1=dict(hand=five, data=3, publicity=9), end_of_round=STACKS)
    assert free_actions(g)
    do(g, "pass")
    assert legal(g) == {f"discard {card}" for card in five} and no_free_action(legal(g))
    do(g, "discard base-035")
    assert legal(g) == {"take base-010", "take base-011", "take base-012"}
    do(g, "take base-010")
    assert g.to_move == "P2" and discard(g) == ["base-035"]


def test_R17_2_with_four_cards_nothing_is_discarded():
    """R17.2: four cards are kept, and the stack's card is the next thing."""
    g = bench(P1=dict(hand=["base-001", "base-035", "base-041", "base-064"]), end_of_round=STACKS)
    do(g, "pass")
    assert legal(g) == {"take base-010", "take base-011", "take base-012"} and discard(g) == []


def test_R17_2_the_rotation_of_the_first_pass_pushes():
    """R17.2, R7.6: the rotation comes after the discards and before the stack's card, and pays a pushed probe."""
    g = bench(P2=dict(probes=[[2, 1]]), discs={"turns": [1, 0, 0], "next": "disc-2"}, end_of_round=STACKS)
    before = snap(g)
    do(g, "pass")
    assert turns(g) == ([2, 1, 0], "disc-3") and probes(g, "P2") == [[2, 0]] and offers(g, "take")
    assert changes(before, g, "P2") == {"publicity": 1}


def test_R17_2_first_pass_rotates_once_a_round():
    """R17.2, R7.1: in each round the first pass rotates and the second does not."""
    g = bench(end_of_round=STACKS)
    do(g, "pass", "take base-010")
    assert turns(g) == ([1, 0, 0], "disc-2")
    do(g, "pass", "take base-011")
    assert turns(g) == ([1, 0, 0], "disc-2") and g.round == 3
    do(g, "pass", "take base-020")
    assert turns(g) == ([2, 1, 0], "disc-3")
    do(g, "pass", "take base-021")
    assert turns(g) == ([2, 1, 0], "disc-3") and g.round == 4


def test_R17_3_the_hand_can_be_five_after_passing():
    """R17.3: species cards count in the hand when it is cut to four; the card of the stack makes it five."""
    g = bench(
        P1=dict(hand=["base-001", "base-035", "base-041", "mascamite-01", "mascamite-02"]),
        end_of_round=STACKS,
        species={
            "left": {"id": "mascamites", "discovered": True, "spaces": {"signal": "P1", "lander": "P1", "analysis": "P2"}}
        },
    )
    do(g, "pass")
    assert offers(g, "discard") == {"base-001", "base-035", "base-041", "mascamite-01", "mascamite-02"}
    do(g, "discard mascamite-01", "take base-012")
    assert hand(g) == ["base-001", "base-012", "base-035", "base-041", "mascamite-02"] and discard(g) == []


def test_R17_4_the_last_round_still_cuts_the_hand():
    """R17.4: in round 5 the hand is cut to four and the first pass rotates; no card is taken."""
    six = ["base-001", "base-003", "base-035", "base-041", "base-064", "base-137"]
    g = bench(round=5, P1=dict(hand=six))
    do(g, "pass", "discard base-003", "discard base-064")
    assert g.to_move == "P2" and hand(g) == ["base-001", "base-035", "base-041", "base-137"]
    assert turns(g) == ([1, 0, 0], "disc-2") and discard(g) == ["base-003", "base-064"]


def test_R17_5_the_stacks_card_is_taken_at_once():
    """R17.5: the card is in P1's hand before P2 moves, and it is one of those left for P2."""
    g = bench(end_of_round=STACKS)
    do(g, "pass", "take base-011")
    assert hand(g) == ["base-011"] and g.to_move == "P2" and end_of_round(g, 2) == ["base-010", "base-012"]
    assert "skip" not in legal(branch(g, "pass"))


def test_R17_6_milestones_follow_a_pass():
    """R17.6: points gained by free actions in the passing turn reach 25: the gold tile is marked after the pass."""
    g = bench(P1=dict(vp=21, missions={"base-035": []}, milestones=[20]), planets=JUPITER_ORBITER, end_of_round=STACKS)
    do(g, "mission base-035", "pass")
    assert offers(g, "gold") == set()
    do(g, "take base-010")
    assert g.to_move == "P1" and legal(g) == ALL_GOLD
    do(g, "gold mission")
    assert g.to_move == "P2" and gold_markers(g, "mission") == ["P1"]


def test_R17_6_milestones_come_before_the_income():
    """R17.6, R17.7: after the last pass of a round its milestones are resolved before the round ends."""
    g = bench(P1=dict(vp=25, milestones=[20]), passed=["P2"], end_of_round=[[], ["base-010", "base-011"], [], []])
    before = snap(g)
    do(g, "pass", "take base-010")
    assert legal(g) == ALL_GOLD and g.round == 2 and changes(before, g) == {"hand": 1}
    do(g, "gold tech")
    assert g.round == 3 and changes(before, g) == {"hand": 2, "credits": 3, "energy": 2}


def test_R17_7_the_next_stack_and_the_first_pass():
    """R17.7: the leftover card is discarded, nobody has passed, and the next round's stack is the next one."""
    g = bench(end_of_round=STACKS)
    do(g, "pass", "take base-010", "pass", "take base-012")
    assert g.round == 3 and discard(g) == ["base-011"] and g.to_json()["passed"] == []
    do(g, "pass")
    assert offers(g, "take") == {"base-020", "base-021", "base-022"}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_R17_8_four_incomes(number):
    """R17.8: rounds 1 to 4 end with 3 credits, 2 energy and 1 card from the deck for everybody."""
    stacks = [["base-010", "base-011"] if stack == number - 1 else [] for stack in range(4)]
    g = bench(round=number, passed=["P2"], end_of_round=stacks, top=["base-001", "base-003", "base-041"])
    before = snap(g)
    do(g, "pass", "take base-010")
    assert g.round == number + 1 and not g.is_over
    assert changes(before, g) == {"credits": 3, "energy": 2, "hand": 2}
    assert changes(before, g, "P2") == {"credits": 3, "energy": 2, "hand": 1}
    assert deck(g)[0] == "base-041"
    untouched(before, g, "row")


def test_R17_8_none_after_the_last_round():
    """R17.8: after round 5 nothing is paid."""
    g = finale(P1=dict(tucked=["base-064"]))
    before = snap(g)
    last_pass(g)
    unchanged(before, g, "P1", "P2")


@pytest.mark.parametrize("first, second", [("P1", "P2"), ("P2", "P1")])
def test_R17_9_income_in_turn_order(first, second):
    """R17.9: the first player of the round that ended draws first, the printed card before those of tucked cards."""
    g = bench(
        first=first,
        passed=["P2"],
        end_of_round=[[], ["base-010", "base-011"], [], []],
        top=["base-001", "base-003", "base-041", "base-043"],
        **{first: dict(tucked=["base-039"])},
    )
    do(g, "pass", "take base-010")
    assert set(hand(g, first)) - {"base-010"} == {"base-001", "base-003"}
    assert set(hand(g, second)) - {"base-010"} == {"base-041"}


def test_R17_9_resources_and_cards_are_drawn_seat_by_seat():
    """R17.9: with three players the deck's cards go to P3, P1, P2 after round 3, which P3 began."""
    g = bench(
        players=3,
        round=3,
        first="P3",
        passed=["P2", "P3"],
        end_of_round=[[], [], ["base-010", "base-011"], []],
        top=["base-001", "base-003", "base-041"],
    )
    do(g, "pass", "take base-010")
    assert (hand(g, "P3"), hand(g), hand(g, "P2")) == (["base-001"], ["base-003", "base-010"], ["base-041"])
    assert g.turn == "P1" and g.round == 4


# ---------------------------------------------------------------- milestones and gold tiles


def test_R18_1_in_anybodys_turn():
    """R18.1: P2 reaches 25 in P1's turn; P2 marks a gold tile when that turn is over, before P2's own turn."""
    g = bench(P1=dict(hand=["base-044"]), P2=dict(vp=20, milestones=[20]), stars={"vega": {"slot": "P2 P2 P2 ."}})
    settle_down(do(g, "play base-044"))
    do(g, "trace left signal overflow")  # 20 + 2 + 3
    assert g.to_move == "P1" and offers(g, "gold") == set()
    do(g, "end")
    assert g.to_move == "P2" and legal(g) == ALL_GOLD
    do(g, "gold income")
    assert gold_markers(g, "income") == ["P2"] and g.to_move == "P2" and main_actions(g)


def test_R18_2_one_player_does_all_before_the_next():
    """R18.2: P1 with two gold milestones marks both before P2 marks one."""
    g = bench(P1=dict(vp=50, milestones=[20, 30]), P2=dict(vp=25, milestones=[20]))
    do(g, "launch", "end")
    assert g.to_move == "P1"
    do(g, "gold tech")
    assert g.to_move == "P1" and legal(g) == ALL_GOLD - {"gold tech"}
    do(g, "gold mission")
    assert g.to_move == "P2" and legal(g) == ALL_GOLD
    do(g, "gold mission")
    assert gold_markers(g, "mission") == ["P1", "P2"] and gold_markers(g, "tech") == ["P1"]
    assert g.turn == "P2" and main_actions(g)


def test_R18_2_from_the_player_whose_turn_ended():
    """R18.2: after P2's turn P2 marks before P3 and P1."""
    rich = dict(vp=25, milestones=[20])
    g = bench(players=3, turn="P2", P1=rich, P2=rich, P3=rich)
    do(g, "launch", "end")
    for name in ("P2", "P3", "P1"):
        assert g.to_move == name
        do(g, "gold other")
    assert gold_markers(g, "other") == ["P2", "P3", "P1"] and g.turn == "P3"


def test_R18_3_each_milestone_once():
    """R18.3: a resolved milestone is not due again; P1 at 40 with 25 and 20 and 30 resolved has none."""
    g = bench(P1=dict(vp=40, milestones=[20, 25, 30]))
    do(g, "launch", "end")
    assert g.to_move == "P2" and neutral_left(g) == {20: 2, 30: 2} and gold_markers(g, "tech") == []


def test_R18_4_every_tile_once_a_player():
    """R18.4: at 25, 50 and 70 P1 marks three different tiles, and must."""
    g = bench(P1=dict(vp=70, milestones=[20, 30]))
    do(g, "launch", "end", "gold tech", "gold other")
    assert legal(g) == {"gold mission", "gold income"} and g.to_move == "P1"
    do(g, "gold income")
    assert g.to_move == "P2" and [gold_markers(g, name) for name in ("tech", "mission", "income", "other")] == [
        ["P1"],
        [],
        ["P1"],
        ["P1"],
    ]
    assert sorted(seat(g, "P1")["milestones"]) == ALL_MILESTONES


@pytest.mark.parametrize("score, due", [(24, 0), (25, 1), (49, 1), (50, 2), (69, 2), (70, 3), (99, 3)])
def test_R18_4_the_scores_of_gold(score, due):
    """R18.4: gold milestones lie at 25, 50 and 70."""
    g = bench(P1=dict(vp=score, milestones=[20, 30]))
    do(g, "launch", "end")
    marked = 0
    while offers(g, "gold"):
        do(g, sorted(legal(g))[0])
        marked += 1
    assert marked == due and g.to_move == "P2"


@pytest.mark.parametrize("taken", range(6))
def test_R18_5_the_leftmost_free_space(taken):
    """R18.5: a neutral marker goes to the leftmost free space: left signal, lander, analysis, then the right slot."""
    spaces = {"left": {}, "right": {}}
    for slot, kind in ORDER[:taken]:
        spaces[slot][kind] = "P2"
    species = {slot: {"spaces": marks, "discovered": len(marks) == 3} for slot, marks in spaces.items()}
    species["left"]["id"], species["right"]["id"] = "mascamites", "anomalies"
    g = bench(P1=dict(vp=20), species=species)
    before = snap(g)
    do(g, "launch", "end")
    assert space(g, *ORDER[taken]) == "neutral" and neutral_left(g) == {20: 1, 30: 2}
    assert [space(g, *place) for place in ORDER[taken + 1 :]] == [None] * (5 - taken)
    assert changes(before, g) == {"credits": -2, "probes": 1}


def test_R18_5_a_gap_is_filled_first():
    """R18.5: a free space left of marked ones is taken."""
    g = bench(
        P1=dict(vp=20),
        species={
            "left": {"spaces": {"lander": "P1", "analysis": "P1"}, "id": "mascamites"},
            "right": {"spaces": {"signal": "P1"}, "id": "anomalies"},
        },
    )
    do(g, "launch", "end")
    assert space(g, "left", "signal") == "neutral" and space(g, "right", "lander") is None


def test_R18_5_the_last_neutral_marker():
    """R18.5: with one marker left at 20 and both players reaching it, only one marker is placed."""
    g = bench(P1=dict(vp=20), P2=dict(vp=20), neutral={"20": 1, "30": 2})
    do(g, "launch", "end")
    assert space(g, "left", "signal") == "neutral" and space(g, "left", "lander") is None
    assert neutral_left(g) == {20: 0, 30: 2} and g.to_move == "P2"
    assert 20 in seat(g, "P1")["milestones"] and 20 in seat(g, "P2")["milestones"]


def test_R18_5_both_scores_in_one_turn():
    """R18.5: P1 reaching 30 in one turn places a marker of 20 and one of 30, after the gold tile of 25."""
    g = bench(P1=dict(vp=30))
    do(g, "launch", "end")
    assert legal(g) == ALL_GOLD and space(g, "left", "signal") is None
    do(g, "gold tech")
    assert space(g, "left", "signal") == space(g, "left", "lander") == "neutral"
    assert space(g, "left", "analysis") is None and neutral_left(g) == {20: 1, 30: 1}


def test_R18_5_each_player_once():
    """R18.5: staying above 20 places no second marker in the next turn."""
    g = bench(P1=dict(vp=20), passed=["P2"])
    do(g, "launch", "end")
    assert neutral_left(g) == {20: 1, 30: 2}
    do(g, "scan", "step earth", "step row", "discard base-130", "signal kepler-22")
    end_scan(g)
    do(g, "end")
    assert neutral_left(g) == {20: 1, 30: 2} and space(g, "left", "lander") is None


def test_R18_7_no_neutral_marker_in_overflow():
    """R18.7: with all discovery spaces full neither overflow nor a board gets the neutral marker."""
    full = {"signal": "P1", "lander": "P2", "analysis": "P2"}
    g = bench(
        P1=dict(vp=30, milestones=[25]),
        species={
            "left": {"id": "mascamites", "discovered": True, "spaces": full},
            "right": {"id": "anomalies", "discovered": True, "spaces": full},
        },
    )
    before = snap(g)
    do(g, "launch", "end")
    untouched(before, g, "species", "neutral")
    assert g.to_move == "P2"


def test_R18_8_a_neutral_marker_completes_a_discovery():
    """R18.8: the neutral marker fills the left slot, whose species is discovered in the same end of turn."""
    g = bench(P1=dict(vp=20), species={"left": {"id": "mascamites", "spaces": {"signal": "P1", "lander": "P2"}}})
    do(g, "launch", "end")
    assert space(g, "left", "analysis") == "neutral" and discovered(g, "left") and not discovered(g, "right")
    assert g.to_move == "P2" and main_actions(g)


def test_R18_10_gold_tiles_reach_no_milestone():
    """R18.10: a gold tile's 14 points lift P1 from 45 over 50 at the end, and no further tile is marked."""
    g = finale(
        P1=dict(vp=45, milestones=[20, 25, 30], techs=["probe-1", "probe-2", "telescope-1", "telescope-2"]),
        gold={"tech": {"side": "b", "markers": ["P1"]}},
    )
    before = snap(g)
    assert last_pass(g) == {"P1": 45 + 14, "P2": 0}
    untouched(before, g, "gold")
