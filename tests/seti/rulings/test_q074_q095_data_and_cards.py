"""Q074-Q095: data, the computer, analysis; cards, the row, the deck, income; free actions."""

import pytest

from .bench import (
    bench,
    branch,
    changes,
    choices,
    covered,
    discard,
    do,
    go_on,
    hand,
    illegal,
    landers,
    legal,
    main_actions,
    offers,
    orbiters,
    row,
    seat,
    signals,
    snap,
    star,
    traces,
    untouched,
)
from .more_bench import computer, deck, gains, in_play, mission_spaces, owned, step_through, tile, unchanged

#: A row without base-110, for the cases that hold or play that card.
OTHER_ROW = ["base-136", "base-130", "base-105"]


# ---------------------------------------------------------------- data and analysis


def test_Q074_second_top_space_gives_publicity():
    """R12.1, R12.3: of two data placed the first gives nothing, the second 1 publicity."""
    g = bench(P1=dict(data=2))
    before = snap(g)
    do(g, "place")
    assert changes(before, g) == {"data": -1, "top": 1}
    do(g, "place")
    assert changes(before, g) == {"data": -2, "top": 2, "publicity": 1}
    unchanged(before, g, "P2")
    assert offers(g, "place") == set()  # the pool is empty
    assert "launch" in main_actions(g)  # placing is a free action


def test_Q075_fourth_top_space_is_an_optional_income():
    """R12.1, R13.10: the fourth space offers to tuck base-064 for 1 credit, which may be declined."""
    g = bench(P1=dict(data=1, computer=dict(top=3), hand=["base-064"]))
    before = snap(g)
    do(g, "place")
    assert legal(g) == {"tuck base-064", "skip"}
    tucked = branch(g, "tuck base-064")
    assert changes(before, tucked) == {"data": -1, "top": 1, "credits": 1, "hand": -1, "tucked": 1}
    assert seat(tucked, "P1")["tucked"] == ["base-064"] and discard(tucked) == []
    do(g, "skip")
    assert changes(before, g) == {"data": -1, "top": 1}
    assert hand(g) == ["base-064"]


def test_Q076_nothing_comes_between_placing_and_its_income():
    """R5.4: the lower space cannot be filled between placing on space 4 and the income of that space."""
    fourth_next = dict(data=2, **computer(top=3, tiles={"1": "computer-3"}, lower=[]))
    g = bench(P1=fourth_next, top=["base-001"])
    before = snap(g)
    do(g, "place")  # no card to tuck: the income is lost
    assert main_actions(g) and offers(g, "tuck") == set()
    assert changes(before, g) == {"data": -1, "top": 1}
    do(g, "place 1", "take base-110")  # too late for the income
    assert main_actions(g) and offers(g, "tuck") == set()
    assert changes(before, g) == {"data": -2, "top": 1, "lower": 1, "hand": 1}

    g = bench(P1=fourth_next, top=["base-001"])  # the lower space first
    do(g, "place 1")
    assert legal(g) == {"take base-110", "take base-130", "take base-105", "take deck"}
    do(g, "take base-110")
    assert row(g) == ["base-001", "base-105", "base-130"]
    do(g, "place")
    assert legal(g) == {"tuck base-110", "skip"}
    do(g, "tuck base-110")
    assert changes(before, g) == {"data": -2, "top": 1, "lower": 1, "credits": 1, "tucked": 1}


def test_Q077_analyze_needs_all_six_top_spaces():
    """R12.5: with five top spaces and two lower ones analyze is illegal; with six top ones it is legal."""
    tiles = {"1": "computer-1", "3": "computer-2"}
    g = bench(P1=computer(top=5, tiles=tiles, lower=[1, 3]))
    illegal(g, "analyze")
    assert "analyze" in legal(bench(P1=computer(top=6, tiles=tiles, lower=[1, 3])))
    assert "analyze" in legal(bench(P1=dict(energy=1, computer=dict(top=6))))
    illegal(bench(P1=dict(energy=0, computer=dict(top=6))), "analyze")


def test_Q078_analyze_empties_the_computer_and_leaves_the_pool():
    """R12.5: analyze costs 1 energy, clears top and lower spaces, keeps the pool, and marks an analysis trace."""
    tiles = {"1": "computer-1", "3": "computer-2", "5": "computer-3"}
    g = bench(P1=dict(data=3, **computer(top=6, tiles=tiles, lower=[1])))
    before = snap(g)
    do(g, "analyze")
    assert choices(g) == {
        "trace left analysis",
        "trace right analysis",
        "trace left analysis overflow",
        "trace right analysis overflow",
    }
    do(g, "trace left analysis overflow")
    go_on(g)
    assert changes(before, g) == {"energy": -1, "top": -6, "lower": -1, "vp": 3}
    assert seat(g, "P1")["energy"] == 4 and seat(g, "P1")["data"] == 3
    assert seat(g, "P1")["computer"]["tiles"] == tiles
    assert traces(g) == {"analysis": 1}
    unchanged(before, g, "P2")


def test_Q079_data_beyond_six_are_lost():
    """R1.3, R4.8: 3 data gained with 5 in the pool make 6, and nothing can be placed in between."""
    g = bench(P1=dict(data=5, probes=[[1, 1]]))
    before = snap(g)
    go_on(do(g, "land mercury", "trace right lander"))
    assert changes(before, g) == {"energy": -3, "data": 1, "probes": -1, "vp": 12 + 3, "publicity": 1}
    assert seat(g, "P1")["data"] == 6 and seat(g, "P1")["computer"]["top"] == 0
    assert landers(g, "mercury") == 1 and covered(g, "mercury") == [["P1"]]


def test_Q080_a_tile_slid_under_data_scores_nothing():
    """R12.7: a computer tech put under a data gives no 2 points for it; its lower space is open at once."""
    g = bench(P1=dict(publicity=6, data=2, computer=dict(top=1)), techs=tile("computer-1", "energy"))
    before = snap(g)
    go_on(do(g, "research", "tech computer-1"))
    under = branch(g, "column 1")
    assert gains(before, under) == {"publicity": -6, "vp": 2, "energy": 1}  # the 2-point tile only
    do(under, "place 1")
    assert gains(before, under) == {"publicity": -6, "vp": 2, "energy": 1, "credits": 1, "data": -1, "lower": 1}
    do(g, "column 3", "place", "place")  # over an empty space it scores when that is filled
    assert gains(before, g) == {"publicity": -6 + 1, "vp": 2 + 2, "energy": 1, "data": -2, "top": 2}
    assert owned(g) == {"computer-1"}


@pytest.mark.parametrize("filled", [0, 6])
def test_Q081_first_computer_tech_has_four_places(filled):
    """R12.2: the places of a computer tech are over top spaces 1, 3, 5 and 6, filled or not."""
    g = bench(P1=dict(publicity=6, computer=dict(top=filled)), techs=tile("computer-2", "vp"))
    go_on(do(g, "research", "tech computer-2"))
    assert offers(g, "column") == {"1", "3", "5", "6"}
    do(g, "column 5")
    assert seat(g, "P1")["computer"]["tiles"] == {"5": "computer-2"}


def test_Q082_the_top_space_comes_before_its_lower_space():
    """R12.2, R12.4: space 3 under computer-2 gives 2 points, then its lower space 1 energy, not the other way."""
    g = bench(P1=dict(data=2, **computer(top=2, tiles={"3": "computer-2"})))
    before = snap(g)
    illegal(g, "place 3")
    do(g, "place")
    assert changes(before, g) == {"data": -1, "top": 1, "vp": 2}
    do(g, "place 3")
    assert changes(before, g) == {"data": -2, "top": 1, "lower": 1, "vp": 2, "energy": 1}


def test_Q083_a_full_computer_keeps_its_data():
    """R12.6, R12.4: the lower space of a full computer can be filled later; nothing leaves without analyzing."""
    g = bench(P1=dict(data=1, **computer(top=6, tiles={"1": "computer-1"})), passed=["P2"])
    before = snap(g)
    assert offers(g, "place") == {"1"}
    do(g, "place 1")
    assert changes(before, g) == {"data": -1, "lower": 1, "credits": 1}
    do(g, "launch", "end")
    assert g.turn == "P1" and seat(g, "P1")["computer"] == {"top": 6, "tiles": {"1": "computer-1"}, "lower": [1]}
    assert "analyze" in legal(g)


# ---------------------------------------------------------------- cards and free actions


def test_Q084_a_played_card_is_paid_and_discarded():
    """R13.2: base-110 costs 1, gives 3 publicity and lies on the discard pile."""
    g = bench(P1=dict(hand=["base-110"]), row=OTHER_ROW)
    before = snap(g)
    do(g, "play base-110")
    go_on(g)
    assert changes(before, g) == {"credits": -1, "publicity": 3, "hand": -1}
    assert seat(g, "P1")["credits"] == 4 and seat(g, "P1")["publicity"] == 7
    assert discard(g) == ["base-110"] and row(g) == sorted(OTHER_ROW)
    unchanged(before, g, "P2")


def test_Q085_a_card_for_nothing_is_the_main_action():
    """R13.2: playing base-004 for 0 credits is the main action of the turn."""
    g = bench(P1=dict(hand=["base-004", "base-110"]), row=OTHER_ROW)
    before = snap(g)
    do(g, "play base-004")
    assert changes(before, g) == {"hand": -1, "missions": 1}
    assert main_actions(g) == set() and "end" in legal(g)
    illegal(g, "launch", "play base-110", "pass")
    assert in_play(g) == ["base-004"] and mission_spaces(g, "base-004") == [False, False]
    assert discard(g) == []


def test_Q086_a_card_is_used_once():
    """R13.1, R5.6: base-110 discarded for its corner gives 1 data and cannot be played any more."""
    g = bench(P1=dict(hand=["base-110"]), row=OTHER_ROW)
    before = snap(g)
    assert "play base-110" in legal(g)
    do(g, "corner base-110")
    assert changes(before, g) == {"data": 1, "hand": -1}
    illegal(g, "play base-110", "corner base-110")
    assert discard(g) == ["base-110"] and "launch" in main_actions(g)


def test_Q087_a_void_corner_may_be_taken():
    """R5.6: with 10 publicity base-035 may be discarded for its publicity corner, which is lost."""
    g = bench(P1=dict(publicity=10, hand=["base-035"]))
    before = snap(g)
    do(g, "corner base-035")
    assert changes(before, g) == {"hand": -1}
    assert seat(g, "P1")["publicity"] == 10 and discard(g) == ["base-035"]


def test_Q088_any_two_cards_are_of_one_kind():
    """R5.7: a base card and a species card are exchanged for 1 credit."""
    g = bench(
        P1=dict(hand=["base-110", "mascamite-01"]),
        row=OTHER_ROW,
        species={
            "left": {"id": "mascamites", "discovered": True, "spaces": {"signal": "P1", "lander": "P2", "analysis": "P2"}}
        },
    )
    before = snap(g)
    do(g, "exchange cards>credits")
    assert changes(before, g) == {"credits": 1, "hand": -2}
    assert hand(g) == [] and discard(g) == ["base-110"]  # species cards never go to the discard pile (R13.9)


def test_Q088_a_card_and_an_energy_are_not_two_of_a_kind():
    """R5.7: with one card and one energy nothing can be exchanged; two base cards can, and so can two energy."""
    g = bench(P1=dict(hand=["base-110"], energy=1, credits=1), row=OTHER_ROW)
    assert offers(g, "exchange") == set()
    illegal(g, "exchange cards>credits", "exchange energy>credits")
    g = bench(P1=dict(hand=["base-110"], energy=2, credits=1), row=OTHER_ROW)
    assert offers(g, "exchange") == {"energy>credits", "energy>card"}
    g = bench(P1=dict(hand=["base-110", "base-001"], energy=1, credits=1), row=OTHER_ROW)
    before = snap(g)
    assert offers(g, "exchange") == {"cards>credits", "cards>energy", "cards>card"}
    do(g, "exchange cards>credits")
    assert changes(before, g) == {"credits": 1, "hand": -2} and discard(g) == ["base-001", "base-110"]


def test_Q089_a_row_card_gained_is_replaced_at_once():
    """R5.7, R13.5: two cards are exchanged for the row card base-130, and the row has three cards again."""
    g = bench(P1=dict(hand=["base-041", "base-044"]), top=["base-001", "base-003"])
    before = snap(g)
    do(g, "exchange cards>card")
    assert discard(g) == ["base-041", "base-044"]  # the payment goes first
    assert legal(g) == {"take base-110", "take base-130", "take base-105", "take deck"}
    do(g, "take base-130")
    assert hand(g) == ["base-130"] and changes(before, g) == {"hand": -1}
    assert row(g) == ["base-001", "base-105", "base-110"] and deck(g)[0] == "base-003"
    assert discard(g) == ["base-041", "base-044"]


def test_Q090_buying_a_card():
    """R5.10: the top of the deck is bought for 3 publicity; 2 publicity do not buy."""
    g = bench(P1=dict(publicity=3), top=["base-001", "base-003"])
    before = snap(g)
    do(g, "buy")
    assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"}
    do(g, "take deck")
    assert changes(before, g) == {"publicity": -3, "hand": 1} and seat(g, "P1")["publicity"] == 0
    assert hand(g) == ["base-001"] and deck(g)[0] == "base-003"
    untouched(before, g, "row", "discard")
    illegal(bench(P1=dict(publicity=2)), "buy")


def test_Q091_an_empty_deck_is_reshuffled():
    """R13.8: buying from the empty deck shuffles the 5 discarded cards; one is gained, 4 are left."""
    five = ["base-001", "base-003", "base-041", "base-044", "base-064"]
    g = bench(P1=dict(publicity=3), deck=[], discard=five)
    before = snap(g)
    do(g, "buy", "take deck")
    assert changes(before, g) == {"publicity": -3, "hand": 1}
    assert len(deck(g)) == 4 and discard(g) == []
    assert sorted(deck(g) + hand(g)) == five
    untouched(before, g, "row")


def test_Q092_fusion_reactor_counts_then_tucks_itself():
    """R13.12, R13.13: base-091 pays for two tucked energy incomes, is tucked as a third, and pays from then on."""
    g = bench(
        P1=dict(hand=["base-091"], tucked=["base-041", "base-043", "base-064"]),
        passed=["P2"],
        end_of_round=[[], ["base-001", "base-003"], [], []],
        top=["base-010", "base-011", "base-012"],
    )
    before = snap(g)
    do(g, "play base-091")
    go_on(g)
    assert changes(before, g) == {"credits": -3, "energy": 2, "hand": -1}
    assert choices(g) == {"tuck base-091", "skip"}
    do(g, "tuck base-091")
    assert changes(before, g) == {"credits": -3, "energy": 2 + 1, "hand": -1, "tucked": 1}
    assert sorted(seat(g, "P1")["tucked"]) == ["base-041", "base-043", "base-064", "base-091"] and discard(g) == []
    do(g, "end")
    before = snap(g)
    do(g, "pass", "take base-001")
    assert g.round == 3
    assert changes(before, g) == {"credits": 3 + 1, "energy": 2 + 3, "hand": 1 + 1}


def test_Q093_deck_and_row_or_deck():
    """R13.4: the card of Mercury's orbit is the top of the deck; Mars's orbit offers the row, too."""
    g = bench(P1=dict(probes=[[1, 1]]), top=["base-001"])
    before = snap(g)
    do(g, "orbit mercury")
    for lines in step_through(g):
        assert not any(line.startswith("take") for line in lines)
    do(g, "skip")  # the income
    assert hand(g) == ["base-001"]
    assert changes(before, g) == {"credits": -1, "energy": -1, "probes": -1, "hand": 1, "data": 2, "vp": 3 + 2}
    assert star(g, "sirius-a") == "P1 P1 . . . ." and orbiters(g, "mercury") == 1
    untouched(before, g, "row")

    g = bench(P1=dict(probes=[[2, 2]]), top=["base-001"])
    before = snap(g)
    go_on(do(g, "orbit mars"))
    assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"}
    do(g, "take base-105", "skip")
    assert hand(g) == ["base-105"] and signals(g) == {"barnards-star": 1}
    assert changes(before, g) == {"credits": -1, "energy": -1, "probes": -1, "hand": 1, "data": 1, "vp": 3}


def test_Q094_shown_cards_stay_in_the_hand():
    """R13.14: base-090 pays up to 2 energy for base-136 and base-041; all three cards stay in the hand."""
    g = bench(P1=dict(hand=["base-136", "base-041", "base-064", "base-090"]))
    before = snap(g)
    go_on(do(g, "play base-090"))
    assert {"1", "2"} <= offers(g, "show") and "3" not in offers(g, "show")
    fewer = branch(g, "show 1")
    assert changes(before, fewer) == {"credits": -1, "energy": 1, "hand": -1}
    do(g, "show 2")
    assert changes(before, g) == {"credits": -1, "energy": 2, "hand": -1}
    assert hand(g) == ["base-041", "base-064", "base-136"] and discard(g) == ["base-090"]


def test_Q095_publicity_and_data_are_not_exchanged():
    """R5.9: with 8 publicity and 6 data alone no exchange is offered; buying a card is."""
    g = bench(P1=dict(credits=0, energy=0, publicity=8, data=6))
    assert offers(g, "exchange") == set()
    illegal(g, "exchange credits>energy", "exchange cards>credits", "exchange energy>card")
    assert "buy" in legal(g)
    assert offers(bench(P1=dict(credits=2, energy=0, publicity=8, data=6)), "exchange") == {"credits>energy", "credits>card"}
