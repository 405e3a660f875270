"""SPG-15 to SPG-20: the species' cards in deck, face up and in the hand."""

import pytest

from .bench import (
    KINDS,
    branch,
    changes,
    choices,
    discard,
    do,
    go_on,
    hand,
    illegal,
    legal,
    main_actions,
    offers,
    printed_rules,
    probes,
    row,
    seat,
    settle_down,
    signals,
    snap,
    star,
)
from .more_bench import deck
from .species_bench import DEALT, alien, alien_cards, alien_deck, anomalies, eve, face_up, gone

THREE_FREE = [False, False, False]
ROW = {"base-110", "base-130", "base-105"}
UP = dict(cards=["anomaly-07", "anomaly-08"], up="anomaly-09")


# ---------------------------------------------------------------- deck and face-up card


@pytest.mark.parametrize("species", DEALT)
def test_SPG_15_ten_cards_shuffled_dealt_and_one_turned_up(species):
    """SPG-15: three dealt, one turned up, six left, all ten of the species, in another order in another game."""
    orders = set()
    for number in range(12):
        g = eve(species, game=number)
        do(g, "analyze", "trace left analysis")
        assert face_up_and_deck_unknown(g)
        do(g, "end")
        assert g.to_move == "P2" and "pass" in legal(g)  # nobody was asked anything
        assert len(alien_deck(g)) == 6 and len(hand(g)) == 2 and len(hand(g, "P2")) == 1
        lies = [*hand(g), *hand(g, "P2"), face_up(g), *alien_deck(g)]
        assert sorted(lies) == alien_cards(species)
        orders.add(tuple(lies))
    assert len(orders) == 12


def face_up_and_deck_unknown(g):
    """Before the discovery no card of the species lies anywhere."""
    return "deck" not in g.to_json()["species"]["left"] and "face_up" not in g.to_json()["species"]["left"]


ICON = [
    (species, kind, place) for species in ("mascamites", "anomalies", "centaurians") for kind in KINDS for place in (1, 2)
] + [("oumuamua", kind, place) for kind in KINDS for place in (2, 3)]
POINTS = {"mascamites": {1: 5, 2: 3}, "anomalies": {1: 4, 2: 2}, "centaurians": {1: 5, 2: 3}, "oumuamua": {2: 3, 3: 3}}


@pytest.mark.parametrize("species, kind, place", ICON)
def test_SPG_16_the_icon_gives_deck_or_face_up_card(species, kind, place):
    """SPG-16: one card, as the player likes; a face-up card is replaced by the deck's top at once."""
    first, second, third = alien_cards(species)[4:7]
    g = alien(species, P1=dict(hand=["base-075"]), cards=[first, second], up=third)
    do(g, "play base-075")
    before = snap(g)
    do(g, f"trace left {kind} {place}")
    go_on(g)
    assert choices(g) == {"take deck", f"take {third}"}
    up = settle_down(branch(g, f"take {third}"))
    assert hand(up) == [third] and face_up(up) == first and alien_deck(up)[0] == second
    settle_down(do(g, "take deck"))
    assert hand(g) == [first] and face_up(g) == third and alien_deck(g)[0] == second
    gained = changes(before, g)
    assert gained["vp"] == POINTS[species][place] + 1 and gained["hand"] == 1 and "credits" not in gained


def test_SPG_16_no_card_left():
    """SPG-16, SPG-17: with the last card face up it is taken unasked; with none the icon does nothing; none returns."""
    away = alien_cards("anomalies")
    last = away.pop()
    g = anomalies(P1=dict(hand=["anomaly-09", "base-075"]), passed=["P2"], gone=away[:8], slot=dict(deck=[], face_up=last))
    do(g, "play anomaly-09")
    before = snap(g)
    settle_down(do(g, "trace left signal 2"))
    assert changes(before, g) == {"vp": 2, "hand": 1} and last in hand(g) and face_up(g) is None
    do(g, "end", "play base-075")
    before = snap(g)
    settle_down(do(g, "trace left signal 1"))
    assert changes(before, g) == {"vp": 4 + 2} and face_up(g) is None and alien_deck(g) == []
    assert gone(g) == sorted([*away[:8], "anomaly-09"])


@pytest.mark.parametrize("species", DEALT)
def test_SPG_17_seven_spaces_at_most_give_a_card(species):
    """SPG-17: with three dealt no more than seven icons of the board, the orbit and the message rewards draw."""
    assert str(printed_rules().tree["species"][species]).count("'from': 'species'") in (6, 7)
    assert len(alien_cards(species)) == 10


def test_SPG_17_discarded_cards_never_return():
    """SPG-17, R13.8: corner, exchange and play put cards out of the game, not into the discard pile or a new deck."""
    mine = ["anomaly-01", "anomaly-02", "anomaly-03", "anomaly-06"]
    g = anomalies(
        P1=dict(hand=mine),
        deck=[],
        row=["base-001", "base-002", "base-003"],
        slot=dict(deck=["anomaly-10"], face_up="anomaly-09"),
    )
    do(g, "corner anomaly-02", "exchange cards>credits", "discard anomaly-01", "discard anomaly-03")
    assert gone(g) == mine[:3] and discard(g) == []
    do(g, "play anomaly-06")
    settle_down(g)
    assert gone(g) == mine and row(g) == [] and discard(g) == [] and deck(g) == []
    assert alien_deck(g) == ["anomaly-10"] and face_up(g) == "anomaly-09"


# ---------------------------------------------------------------- the face-up card, cards in the hand


def test_SPG_18_it_is_not_in_the_row():
    """SPG-18: neither a purchase, nor a card from row or deck, nor a discard for a signal, nor anomaly-06 reach it."""
    g = alien("anomalies", P1=dict(hand=["base-011", "anomaly-06"]), **UP)
    assert offers(do(branch(g), "buy"), "take") == ROW | {"deck"}
    assert offers(do(branch(g), "play base-011"), "take") == ROW | {"deck"}
    scan = do(branch(g), "scan", "step row")
    assert offers(scan, "discard") == ROW
    illegal(scan, "discard anomaly-09")
    settle_down(do(g, "play anomaly-06"))
    assert set(hand(g)) == {"base-011", "base-110", "base-130", "base-105"}
    assert face_up(g) == "anomaly-09" and alien_deck(g)[:2] == ["anomaly-07", "anomaly-08"] and len(row(g)) == 3


def test_SPG_19_playing_it_is_the_main_action():
    """SPG-19: a species card costs its credits and the turn's main action; then only free actions are left."""
    g = anomalies(P1=dict(hand=["anomaly-03", "anomaly-09"], credits=5))
    before = snap(g)
    settle_down(do(g, "play anomaly-03"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "publicity": 1, "missions": 1}
    assert main_actions(g) == set() and "corner anomaly-09" in legal(g)
    illegal(g, "play anomaly-09")


def test_SPG_19_corner_and_exchange():
    """SPG-19: its corner is a free action; two for one also together with an ordinary card."""
    g = anomalies(P1=dict(hand=["anomaly-01", "anomaly-02", "base-001"]))
    before = snap(g)
    do(g, "corner anomaly-01")
    assert changes(before, g) == {"publicity": 2, "hand": -1} and "launch" in legal(g)
    do(g, "exchange cards>energy")
    assert changes(before, g) == {"publicity": 2, "hand": -3, "energy": 1}
    assert gone(g) == ["anomaly-01", "anomaly-02"] and discard(g) == ["base-001"]
    illegal(anomalies(P1=dict(hand=["anomaly-02"])), "exchange cards>energy")


def test_SPG_19_discarded_for_its_signal_in_a_scan():
    """SPG-19: telescope-3 takes a species card from the hand: anomaly-09 is black, so Vega or Beta Pictoris."""
    g = anomalies(P1=dict(hand=["anomaly-09"], techs=["telescope-3"]))
    do(g, "scan", "step telescope-3", "discard anomaly-09")
    assert offers(g, "signal") == {"vega", "beta-pictoris"}
    before = snap(g)
    do(g, "signal vega")
    assert changes(before, g) == {"data": 1} and star(g, "vega") == "P1 . . ." and gone(g) == ["anomaly-09"]


def test_SPG_19_tucked():
    """SPG-19: an income effect tucks it, and its credit comes at once; so does each later income."""
    g = anomalies(P1=dict(hand=["anomaly-02"], computer={"top": 3}, data=1), passed=["P2"])
    before = snap(g)
    do(g, "place", "tuck anomaly-02")
    assert changes(before, g) == {"data": -1, "top": 1, "hand": -1, "tucked": 1, "credits": 1}
    before = snap(g)
    do(g, "pass")
    do(g, min(line for line in legal(g) if line.startswith("take ")))
    assert changes(before, g) == {"credits": 3 + 1, "energy": 2, "hand": 1 + 1}


@pytest.mark.parametrize("mine, base, discards", [(2, 3, 1), (3, 3, 2), (2, 2, 0)])
def test_SPG_19_it_counts_toward_the_four_kept(mine, base, discards):
    """SPG-19: on passing, hands of five and six cards, species cards among them, go down to four."""
    cards = [f"anomaly-0{n + 1}" for n in range(mine)]
    g = anomalies(P1=dict(hand=cards + ["base-001", "base-003", "base-035"][:base]))
    do(g, "pass")
    for n in range(discards):
        assert cards[n] in offers(g, "discard")
        do(g, f"discard {cards[n]}")
    assert offers(g, "discard") == set() and len(hand(g)) == 4 and gone(g) == cards[:discards]
    assert seat(g, "P1")["publicity"] == 4 and seat(g, "P1")["vp"] == 0  # no corner


@pytest.mark.parametrize(
    "card, gain, space, more",
    [
        ("anomaly-04", {"vp": 1}, 3, {}),
        ("anomaly-06", {"vp": 1, "data": 1}, 2, {"data": 1}),
        ("anomaly-01", {"publicity": 2}, 1, {"publicity": 1}),
    ],
)
def test_SPG_20_both_gains_and_one_kind(card, gain, space, more):
    """SPG-20: both gains in one free action; base-138 sees a move, a data or a publicity corner, and one only."""
    g = anomalies(P1=dict(hand=[card], missions={"base-138": THREE_FREE}, probes=[[2, 5]]))
    before = snap(g)
    do(g, f"corner {card}")
    if offers(g, "step"):
        do(g, "step 2.5-3.5")
        assert card == "anomaly-04" and probes(g) == [[3, 5]]
    assert legal(g) == {f"cover base-138/{space}", "skip"}
    do(g, f"cover base-138/{space}")
    if offers(g, "step"):
        assert card == "anomaly-04"
        do(g, "skip")
    total = {key: gain.get(key, 0) + more.get(key, 0) for key in {*gain, *more}}
    assert changes(before, g) == {"hand": -1, **total} and "pass" in legal(g)


@pytest.mark.parametrize("card, points", [("base-001", 0), ("anomaly-04", 1)])
def test_SPG_20_a_move_corner_that_pays_with_another_point(card, points):
    """SPG-20, R6.11: leaving asteroids with 1 movement and a corner of 1 point and 1 move: the point is gained, too."""
    g = anomalies(P1=dict(hand=["base-027", card], probes=[[2, 4]], energy=0))
    before = snap(g)
    do(g, "play base-027", "step 2.4-2.5 +card")
    settle_down(g)
    assert changes(before, g) == {"credits": -1, "hand": -2, "data": 1, **({"vp": points} if points else {})}
    assert probes(g) == [[2, 5]] and signals(g) == {"61-virginis": 1}


@pytest.mark.parametrize("card, n", [("anomaly-04", 1), ("anomaly-06", 0), ("anomaly-01", 0)])
def test_SPG_20_shown_as_a_move_corner(card, n):
    """SPG-20: base-074 gives a movement for each move corner shown; 1 point + 1 move is one, the others are not."""
    g = anomalies(P1=dict(hand=["base-074", card]))
    go_on(do(g, "play base-074"))
    assert offers(g, "show") == ({"0", "1"} if n else set())
