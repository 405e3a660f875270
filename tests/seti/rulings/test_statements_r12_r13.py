"""R12 and R13 where no case covers them: data, computer, analysis; cards, row, deck, income."""

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
    row,
    seat,
    settle_down,
    snap,
    star,
    untouched,
)
from .more_bench import COLUMNS, computer, deck, gains, in_play, tile

#: What the lower space of each computer tech gives to a seat with an empty hand that takes the top of the deck.
LOWER = {"computer-1": {"credits": 1}, "computer-2": {"energy": 1}, "computer-3": {"hand": 1}, "computer-4": {"publicity": 2}}
DISCOVERED = {"left": {"id": "mascamites", "discovered": True, "spaces": {"signal": "P1", "lander": "P2", "analysis": "P2"}}}


# ---------------------------------------------------------------- data, computer, analysis


def test_R12_1_six_top_spaces():
    """R12.1: six data fill the top row; only the second and the fourth space give something; a seventh has no place."""
    g = bench(P1=dict(data=6, hand=["base-041"]))
    before = snap(g)
    do(g, "place", "place", "place", "place", "tuck base-041", "place", "place")
    assert changes(before, g) == {"data": -6, "top": 6, "publicity": 1, "energy": 1, "hand": -1, "tucked": 1}
    full = bench(P1=dict(data=3, computer=dict(top=6)))
    assert offers(full, "place") == set()
    illegal(full, "place")


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("tech", sorted(LOWER))
def test_R12_2_every_tile_in_every_place(tech, column):
    """R12.2: any computer tech over 1, 3, 5 or 6 gives its top space 2 points and has its own lower reward."""
    g = bench(P1=dict(data=2, **computer(top=int(column) - 1, tiles={column: tech})), top=["base-001"])
    before = snap(g)
    illegal(g, f"place {column}")
    do(g, "place")
    assert changes(before, g) == {"data": -1, "top": 1, "vp": 2}
    do(g, f"place {column}")
    if tech == "computer-3":
        assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"}
        do(g, "take deck")
    assert changes(before, g) == {"data": -2, "top": 1, "lower": 1, "vp": 2, **LOWER[tech]}
    illegal(g, f"place {column}")


def test_R12_3_leftmost_top_space_or_any_open_lower_space():
    """R12.3: one data goes to the next top space or to a lower space under a filled one; each is one free action."""
    tiles = {"1": "computer-1", "3": "computer-2", "5": "computer-4"}
    g = bench(P1=dict(data=2, **computer(top=3, tiles=tiles, lower=[1])))
    assert offers(g, "place") == {"", "3"}  # 1 is filled, the top space over 5 is empty
    before = snap(g)
    do(g, "place 3")
    assert changes(before, g) == {"data": -1, "lower": 1, "energy": 1}
    assert offers(g, "place") == {""}
    assert offers(bench(P1=dict(data=0, **computer(top=3, tiles=tiles))), "place") == set()


def test_R12_4_lower_spaces_in_any_order():
    """R12.4: lower spaces are filled in any order, also after all top spaces, and may stay empty for an analysis."""
    tiles = {"1": "computer-1", "3": "computer-2", "5": "computer-4", "6": "computer-3"}
    g = bench(P1=dict(data=2, **computer(top=6, tiles=tiles)))
    before = snap(g)
    assert offers(g, "place") == {"1", "3", "5", "6"} and "analyze" in legal(g)
    do(g, "place 5", "place 1")
    assert changes(before, g) == {"data": -2, "lower": 2, "publicity": 2, "credits": 1}
    assert sorted(seat(g, "P1")["computer"]["lower"]) == [1, 5]
    do(g, "analyze", "trace left analysis overflow")
    assert seat(g, "P1")["computer"]["top"] == 0 and seat(g, "P1")["computer"]["lower"] == []


def test_R12_5_after_an_analysis_the_computer_is_filled_again():
    """R12.5: an analyzed computer starts from its first space; the tiles stay and score again."""
    g = bench(P1=dict(data=2, **computer(top=6, tiles={"1": "computer-1"}, lower=[1])))
    do(g, "analyze", "trace left analysis overflow")
    before = snap(g)
    illegal(g, "place 1")
    do(g, "place", "place 1")
    assert changes(before, g) == {"data": -2, "top": 1, "lower": 1, "vp": 2, "credits": 1}


def test_R12_7_the_lower_space_under_data_waits_for_its_tile_only():
    """R12.7: tiles slid under several filled spaces open their lower spaces at once and score nothing."""
    g = bench(P1=dict(data=1, publicity=6, computer=dict(top=6)), techs=tile("computer-4", "energy", two_points=False))
    before = snap(g)
    illegal(g, "place 6")
    do(g, "research", "tech computer-4", "column 6", "place 6")
    assert gains(before, g) == {"publicity": -6 + 2, "energy": 1, "data": -1, "lower": 1}


def test_R12_8_data_for_a_full_pool_in_anothers_turn_are_lost():
    """R12.8: P2's data won in P1's turn are lost with a full pool; P2 places nothing meanwhile."""
    g = bench(
        P1=dict(hand=["base-044"]),
        P2=dict(data=6, missions={"base-077": [False, True, True]}),
        stars={"vega": {"slot": "P2 P2 P2 ."}},
    )
    before = snap(g)
    settle_down(do(g, "play base-044"))
    assert g.to_move == "P2" and offers(g, "place") == set()
    do(g, "trace right signal overflow")
    assert legal(g) == {"cover base-077/1", "skip"}
    do(g, "cover base-077/1")
    assert changes(before, g, "P2") == {"vp": 2 + 3, "publicity": 1, "missions": -1, "completed": 1}


# ---------------------------------------------------------------- cards, row, deck, income


@pytest.mark.parametrize(
    "lines, place",
    [
        (["play base-137"], "discard"),
        (["corner base-137"], "discard"),
        (["exchange cards>credits"], "discard"),
        (["orbit venus", "tuck base-137"], "tucked"),
        (["play base-067", "tech telescope-4", "discard base-137"], "discard"),
    ],
)
def test_R13_1_every_use_takes_the_card_out_of_the_hand(lines, place):
    """R13.1: played, discarded for its corner or signal, exchanged or tucked, a card is used up."""
    second = ["base-067"] if "base-067" in lines[0] else ["base-138"] if "exchange" in lines[0] else []
    g = bench(P1=dict(hand=["base-137", *second], probes=[[1, 3]]), techs=tile("telescope-4", "vp"))
    do(g, *lines)
    settle_down(g)
    if offers(g, "signal"):
        do(g, sorted(choices(g) - {"skip"})[0])
        settle_down(g)
    assert hand(g) == []
    assert ("base-137" in discard(g)) == (place == "discard")
    assert ("base-137" in seat(g, "P1")["tucked"]) == (place == "tucked")


@pytest.mark.parametrize(
    "card, place", [("base-137", "discard"), ("base-043", "missions"), ("base-001", "missions"), ("base-014", "endgame")]
)
def test_R13_2_where_a_played_card_goes(card, place):
    """R13.2: to the discard pile, or with a mission or a gold box in front of the player."""
    g = bench(P1=dict(hand=[card]))
    settle_down(do(g, f"play {card}"))
    assert "end" in legal(g) and hand(g) == []
    assert (discard(g), in_play(g), seat(g, "P1")["endgame"]) == tuple(
        [card] if place == name else [] for name in ("discard", "missions", "endgame")
    )


def test_R13_2_a_card_needs_its_cost():
    """R13.2: with 1 credit a card for 2 cannot be played, with 2 it can."""
    illegal(bench(P1=dict(credits=1, hand=["base-014"])), "play base-014")
    assert "play base-014" in legal(bench(P1=dict(credits=2, hand=["base-014"])))
    assert "play base-004" in legal(bench(P1=dict(credits=0, hand=["base-004"])))


def test_R13_3_the_card_being_played_is_nowhere():
    """R13.3: while base-011 is played it is not in the hand, and an empty deck is not made of it."""
    g = bench(P1=dict(hand=["base-011"]), deck=[], discard=[])
    go_on(do(g, "play base-011"))
    assert offers(g, "take") == {"base-110", "base-130", "base-105"}
    assert hand(g) == [] and discard(g) == []
    do(g, "take base-110")  # nothing can be laid in its place
    settle_down(g)
    assert row(g) == ["base-105", "base-130"] and hand(g) == ["base-110"] and discard(g) == ["base-011"]
    assert seat(g, "P1")["data"] == 1  # the corner of base-110


def test_R13_3_the_card_being_played_pays_for_nothing():
    """R13.3: base-114 cannot be discarded for its own signal, nor exchanged together with the card drawn."""
    g = bench(P1=dict(hand=["base-114"]), top=["base-001"])
    go_on(do(g, "play base-114"))
    do(g, "take deck")
    assert offers(g, "discard") == {"base-001"}
    assert not any(line.startswith("exchange cards") for line in legal(g))
    illegal(g, "corner base-114")


def test_R13_4_a_deck_draw_is_unseen():
    """R13.4: the three cards of base-089 come from the deck without a choice, in its order."""
    g = bench(P1=dict(hand=["base-089"]), top=["base-064", "base-001", "base-041", "base-003"])
    before = snap(g)
    do(g, "play base-089")
    go_on(g)
    assert hand(g) == ["base-001", "base-041", "base-064"] and deck(g)[0] == "base-003"
    untouched(before, g, "row")


def test_R13_5_a_card_that_came_to_the_row_can_be_bought_next():
    """R13.5: the place of a bought row card is filled before the next card is drawn."""
    g = bench(P1=dict(publicity=6), top=["base-001", "base-003"])
    do(g, "buy", "take base-130")
    assert row(g) == ["base-001", "base-105", "base-110"]
    do(g, "buy")
    assert offers(g, "take") == {"base-001", "base-105", "base-110", "deck"}
    do(g, "take base-001")
    assert hand(g) == ["base-001", "base-130"] and row(g) == ["base-003", "base-105", "base-110"]


def test_R13_6_species_cards_are_not_in_the_row():
    """R13.6: with a species discovered, buying and scanning see the three cards of the row only."""
    g = bench(
        P1=dict(computer=dict(top=6)),
        passed=["P2"],
        species={"left": {"id": "mascamites", "spaces": {"signal": "P2", "lander": "P2"}}, "right": {"id": "anomalies"}},
    )
    do(g, "analyze", "trace left analysis", "end")
    buying = branch(g, "buy")
    assert offers(buying, "take") == {"base-110", "base-130", "base-105", "deck"}
    do(g, "scan", "step row")
    assert offers(g, "discard") == {"base-110", "base-130", "base-105"}


def test_R13_7_no_hand_limit_in_a_round():
    """R13.7: the eleventh card is bought and kept beyond the end of the turn; only passing cuts the hand."""
    ten = [f"base-{number:03d}" for number in range(1, 11)]
    g = bench(P1=dict(hand=ten, publicity=3), top=["base-041"])
    do(g, "buy", "take deck", "launch", "end")
    assert g.to_move == "P2" and len(hand(g)) == 11


def test_R13_8_deck_and_discard_pile_empty():
    """R13.8: with no card anywhere the draw and the refill are skipped, and the row stays short."""
    g = bench(P1=dict(publicity=6, hand=["base-089"]), deck=[], discard=[])
    do(g, "buy")
    assert offers(g, "take") == {"base-110", "base-130", "base-105"}
    do(g, "take base-105")
    assert row(g) == ["base-110", "base-130"]
    before = snap(g)
    do(g, "play base-089")
    go_on(g)
    assert changes(before, g) == {"credits": -2, "hand": -1, "missions": 1}


def test_R13_8_the_pile_is_shuffled_when_a_card_is_needed():
    """R13.8: a draw of three with one card in the deck takes it, then shuffles the pile for the other two."""
    g = bench(P1=dict(hand=["base-089"]), deck=["base-001"], discard=["base-003", "base-041", "base-044", "base-064"])
    do(g, "play base-089")
    go_on(g)
    assert len(hand(g)) == 3 and "base-001" in hand(g)
    assert len(deck(g)) == 2 and discard(g) == []
    assert sorted(hand(g) + deck(g)) == ["base-001", "base-003", "base-041", "base-044", "base-064"]


def test_R13_8_taking_the_last_card_does_not_shuffle_yet():
    """R13.8: the deck may lie empty; the pile is shuffled only when the next card is needed."""
    g = bench(P1=dict(publicity=6), deck=["base-001"], discard=["base-003", "base-041"])
    do(g, "buy", "take deck")
    assert deck(g) == [] and discard(g) == ["base-003", "base-041"]
    do(g, "buy", "take base-105")  # the refill needs one
    assert len(deck(g)) == 1 and discard(g) == [] and len(row(g)) == 3


def test_R13_8_the_payment_of_an_exchange_can_be_drawn():
    """R13.8, R5.7: with deck and pile empty the two cards given are shuffled into the deck that is drawn from."""
    g = bench(P1=dict(hand=["base-001", "base-003"]), deck=[], discard=[])
    do(g, "exchange cards>card")
    assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"}
    do(g, "take deck")
    assert len(hand(g)) == 1 and len(deck(g)) == 1 and discard(g) == []
    assert sorted(hand(g) + deck(g)) == ["base-001", "base-003"]


def test_R13_8_revealing_reshuffles_too():
    """R13.8, R10.11: base-122 reveals the one card of the deck, then the pile's with that card in it."""
    g = bench(P1=dict(hand=["base-122"]), deck=["base-001"], discard=["base-003"])
    do(g, "play base-122")
    for _ in range(3):
        go_on(g)
        if "end" in legal(g):
            break
        do(g, "signal kepler-22")  # all yellow
    settle_down(g)
    assert star(g, "kepler-22") == "P1 P1 P1 . ."
    assert sorted(deck(g) + discard(g)) == ["base-001", "base-003", "base-122"]


def test_R13_9_what_never_returns_to_the_deck():
    """R13.9: tucked cards, missions, completed ones, end-game cards, stacks and hands are not shuffled in."""
    g = bench(
        P1=dict(
            publicity=3,
            tucked=["base-001"],
            missions={"base-002": [False, False]},
            completed=["base-003"],
            endgame=["base-014"],
            hand=["base-041"],
        ),
        P2=dict(tucked=["base-043"], hand=["base-044"]),
        deck=[],
        discard=["base-064"],
        end_of_round=[[], ["base-010"], ["base-011"], ["base-012"]],
    )
    do(g, "buy", "take deck")
    assert hand(g) == ["base-041", "base-064"] and deck(g) == [] and discard(g) == []


def test_R13_9_species_cards_leave_for_good():
    """R13.9: a species card discarded for its corner does not lie on the discard pile."""
    g = bench(P1=dict(hand=["mascamite-01"]), species=DISCOVERED)
    before = snap(g)
    do(g, "corner mascamite-01")
    assert changes(before, g) == {"publicity": 2, "hand": -1} and discard(g) == []


@pytest.mark.parametrize("card, gain", [("base-064", {"credits": 1}), ("base-041", {"energy": 1}), ("base-039", {"hand": 1})])
def test_R13_10_tucking_gains_its_income_at_once(card, gain):
    """R13.10: a tucked card gives 1 credit, 1 energy or 1 card from the deck at once."""
    g = bench(P1=dict(probes=[[1, 3]], hand=[card]), top=["base-001"])
    before = snap(g)
    do(g, "orbit venus")
    go_on(g)
    assert choices(g) == {f"tuck {card}", "skip"}
    before = snap(g)
    do(g, f"tuck {card}")
    expected = {"hand": -1, "tucked": 1}
    for key, n in gain.items():
        expected[key] = expected.get(key, 0) + n
    assert changes(before, g) == {key: n for key, n in expected.items() if n}
    assert seat(g, "P1")["tucked"] == [card]


def test_R13_10_any_hand_card_can_be_tucked_one_an_effect():
    """R13.10: one income effect takes one of the hand's cards; two effects (phobos-deimos) take two."""
    g = bench(
        P1=dict(probes=[[2, 2]], techs=["probe-4"], hand=["base-064", "base-041", "base-110"]),
        row=["base-136", "base-130", "base-105"],
    )
    before = snap(g)
    go_on(do(g, "land phobos-deimos"))
    assert choices(g) == {"tuck base-041", "tuck base-064", "tuck base-110", "skip"}
    do(g, "tuck base-110")
    go_on(g)
    assert choices(g) == {"tuck base-041", "tuck base-064", "skip"}
    do(g, "tuck base-041")
    assert "end" in legal(g)
    assert changes(before, g) == {"energy": -3 + 1, "credits": 1, "vp": 8, "probes": -1, "hand": -2, "tucked": 2}


def test_R13_11_tucked_cards_pay_at_every_later_income():
    """R13.11: a tucked card income draws one card more at the end of this round and of the next."""
    g = bench(
        P1=dict(tucked=["base-039"]),
        end_of_round=[[], ["base-010", "base-011", "base-012"], ["base-020", "base-021", "base-022"], ["base-023"]],
    )
    for number in (2, 3):
        before = snap(g)
        assert g.round == number
        while g.round == number:
            do(g, "pass", sorted(line for line in legal(branch(g, "pass")) if line.startswith("take"))[0])
        assert changes(before, g) == {"credits": 3, "energy": 2, "hand": 1 + 2}
        assert changes(before, g, "P2") == {"credits": 3, "energy": 2, "hand": 1 + 1}


def test_R13_12_tucking_the_card_itself_may_be_declined():
    """R13.12: declined, base-091 is discarded and gains no income."""
    g = bench(P1=dict(hand=["base-091"], tucked=["base-041"]))
    before = snap(g)
    do(g, "play base-091")
    go_on(g)
    assert choices(g) == {"tuck base-091", "skip"}
    do(g, "skip")
    assert "end" in legal(g) and discard(g) == ["base-091"]
    assert changes(before, g) == {"credits": -3, "energy": 1, "hand": -1}


def test_R13_13_the_starting_income_card_does_not_count():
    """R13.13: without a tucked energy income base-091 gives nothing before it is tucked itself."""
    g = bench(P1=dict(hand=["base-091"], tucked=["base-064", "base-039"]))
    before = snap(g)
    go_on(do(g, "play base-091"))
    assert changes(before, g) == {"credits": -3, "hand": -1}
    do(g, "tuck base-091")
    assert changes(before, g) == {"credits": -3, "energy": 1, "hand": -1, "tucked": 1}


def test_R13_14_any_number_may_be_shown():
    """R13.14: of two cards with a move corner shown for base-074 P1 may show one; the card played is not in hand."""
    g = bench(P1=dict(hand=["base-074", "base-001", "base-002", "base-035"]))
    do(g, "play base-074")
    go_on(g)
    assert {"1", "2"} <= offers(g, "show") and "3" not in offers(g, "show")
    do(g, "show 1", "step 1.5-2.5")
    assert "end" in legal(g) and seat(g, "P1")["probes"] == [[2, 5]]
    assert hand(g) == ["base-001", "base-002", "base-035"]
