"""The ten cards of the Centaurians: white and green part, corner, sector, income of each."""

import pytest

from .bench import (
    branch,
    changes,
    choices,
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
    turns,
    wins,
)
from .more_bench import computer, tops
from .species_bench import STARS, alien, corner_gain, gone, income_gain, pending, sector_stars

PRINTED = {  # cost in energy, corner, sector, income
    "centaurian-01": (1, {"vp": 1, "data": 1}, "blue", "publicity"),
    "centaurian-02": (1, {"vp": 1, "move": 1}, "red", "data"),
    "centaurian-03": (1, {"publicity": 2}, "yellow", "publicity"),
    "centaurian-04": (1, {"vp": 1, "move": 1}, "red", "energy"),
    "centaurian-05": (1, {"publicity": 2}, "yellow", "hand"),
    "centaurian-06": (1, {"vp": 1, "data": 1}, "blue", "credits"),
    "centaurian-07": (2, {"vp": 1, "data": 1}, "black", "energy"),
    "centaurian-08": (2, {"publicity": 2}, "blue", "data"),
    "centaurian-09": (2, {"vp": 1, "move": 1}, "red", "publicity"),
    "centaurian-10": (2, {"publicity": 2}, "yellow", "data"),
}
#: What the green part gives: the card tucked, or a trace in overflow for 3 points.
GREEN = {
    **{
        f"centaurian-{n}": ("tuck", {resource: 1, "tucked": 1})
        for n, resource in (
            ("01", "publicity"),
            ("02", "data"),
            ("03", "publicity"),
            ("08", "data"),
            ("09", "publicity"),
            ("10", "data"),
        )
    },
    "centaurian-04": ("signal", {"vp": 3}),
    "centaurian-05": ("lander", {"vp": 3}),
    "centaurian-06": ("analysis", {"vp": 3}),
    "centaurian-07": ("lander", {"vp": 3, "credits": 1}),
}
#: The white part: what is played after `play CARD`, and what it gives besides the cost.
WHITE = {
    "centaurian-01": ([], {"probes": 1}),
    "centaurian-02": ([], {"data": 2}),
    "centaurian-03": ([], {"publicity": 1, "credits": 1}),
    "centaurian-04": ([], {"hand": 1}),
    "centaurian-05": ([], {"data": 1}),
    "centaurian-06": ([], {"publicity": 2}),
    "centaurian-07": (["take base-130"], {"hand": 1}),
    "centaurian-08": (["tech computer-2", "column 3"], {"vp": 2, "energy": 1, "techs": 1}),
    "centaurian-09": (["tech telescope-2"], {"vp": 2, "energy": 1, "techs": 1}),
    "centaurian-10": (["signal vega"], {"data": 2, "vp": 2}),
}


@pytest.mark.parametrize("card", PRINTED)
def test_centaurian_cards_as_printed(card):
    """Cost in energy, both gains of the corner, the colour of the signal, the income at once and every round."""
    cost, corner, sector, income = PRINTED[card]
    assert corner_gain("centaurians", card) == corner
    assert sector_stars("centaurians", card) == STARS[sector]
    assert income_gain("centaurians", card) == ({income: 1}, {income: 1})
    g = alien("centaurians", P1=dict(hand=[card], energy=cost, credits=0))
    assert seat(branch(g, f"play {card}"), "P1")["energy"] == 0
    illegal(alien("centaurians", P1=dict(hand=[card], energy=cost - 1)), f"play {card}")


@pytest.mark.parametrize("card", WHITE)
def test_centaurian_cards_white_part(card):
    """The white part at once; the marker 15 points ahead; nothing of the green part yet."""
    lines, gain = WHITE[card]
    g = alien("centaurians", P1=dict(hand=[card], vp=3), top=["base-001"], techs=tops("energy"))
    before = snap(g)
    settle_down(do(g, f"play {card}", *lines))
    assert "end" in legal(g) and pending(g) == [[card, "P1", 3 + 15]]
    cost = PRINTED[card][0]
    expected = {**gain, "energy": gain.get("energy", 0) - cost, "hand": gain.get("hand", 0) - 1}
    assert changes(before, g) == {key: n for key, n in expected.items() if n}
    if card in ("centaurian-08", "centaurian-09"):
        assert turns(g) == ([1, 0, 0], "disc-2")
    do(g, "end")
    assert g.to_move == "P2" and gone(g) == [] and seat(g, "P1")["tucked"] == []


@pytest.mark.parametrize("card", GREEN)
def test_centaurian_cards_from_play_to_answer(card):
    """Sent in one turn; 25 points on Titania in the next one reach the marker; then the green part, then gold."""
    what, gain = GREEN[card]
    g = alien(
        "centaurians",
        P1=dict(hand=[card], probes=[[4, 0]], techs=["probe-1", "probe-4"], energy=8),
        passed=["P2"],
        top=["base-001"],
        techs=tops("publicity"),
    )
    settle_down(do(g, f"play {card}", *WHITE[card][0]))
    do(g, "end")
    assert g.to_move == "P1" and pending(g) == [[card, "P1", 15]]
    settle_down(do(g, "land titania"))
    assert pending(g) == [[card, "P1", 15]]
    before = snap(g)
    do(g, "end")
    if what == "tuck":
        assert legal(g) == {f"tuck {card}", "skip"}
        do(g, f"tuck {card}")
    else:
        do(g, f"trace right {what} overflow")
    assert changes(before, g) == gain and pending(g) == []
    assert gone(g) == ([] if what == "tuck" else [card])
    assert legal(g) == {"gold tech", "gold mission", "gold income", "gold other"}
    do(g, "gold tech")
    assert g.to_move == "P1" and "pass" in legal(g)


@pytest.mark.parametrize("probes, launched", [([], 1), ([[2, 5]], 0)])
def test_centaurian_01_beyond_the_probe_limit(probes, launched):
    """centaurian-01, SPG-22: with a probe in space nothing is launched; the message is sent all the same."""
    g = alien("centaurians", P1=dict(hand=["centaurian-01"], probes=probes))
    before = snap(g)
    settle_down(do(g, "play centaurian-01"))
    assert changes(before, g) == {"energy": -1, "hand": -1, **({"probes": 1} if launched else {})}
    assert pending(g) == [["centaurian-01", "P1", 15]]


def test_centaurian_07_row_or_deck():
    """centaurian-07: one card of row or deck; the row is refilled."""
    g = alien("centaurians", P1=dict(hand=["centaurian-07"]), top=["base-001", "base-002"])
    do(g, "play centaurian-07")
    assert choices(g) == {"take deck", "take base-110", "take base-130", "take base-105"}
    do(g, "take base-105")
    assert hand(g) == ["base-105"] and row(g) == ["base-001", "base-110", "base-130"]


def test_centaurian_07_any_trace():
    """centaurian-07: its green part is 1 credit, then a trace of any kind."""
    g = alien("centaurians", P1=dict(vp=15, credits=2), slot=dict(messages=[["centaurian-07", "P1", 15]]))
    do(g, "launch", "end")
    assert seat(g, "P1")["credits"] == 1 and {line.split()[2] for line in legal(g)} == {"signal", "lander", "analysis"}


@pytest.mark.parametrize("card, kind", [("centaurian-08", "computer"), ("centaurian-09", "telescope")])
def test_centaurian_08_09_a_tech_of_the_kind(card, kind):
    """centaurian-08, -09: a rotation and a tech of that kind; with all four the rotation alone."""
    techs = [f"{kind}-{n}" for n in range(1, 5)]
    g = alien("centaurians", P1=dict(hand=[card]))
    do(g, f"play {card}")
    go_on(g)
    assert offers(g, "tech") == set(techs) and turns(g) == ([1, 0, 0], "disc-2")
    mine = (
        computer({column: tech for column, tech in zip(("1", "3", "5", "6"), techs)})
        if kind == "computer"
        else {"techs": techs}
    )
    g = alien("centaurians", P1=dict(hand=[card], **mine))
    before = snap(g)
    settle_down(do(g, f"play {card}"))
    assert changes(before, g) == {"energy": -2, "hand": -1} and turns(g) == ([1, 0, 0], "disc-2")


def test_centaurian_10_a_sector_completed_by_it():
    """centaurian-10: the second signal takes Vega's last data; it is settled after the effect."""
    g = alien("centaurians", P1=dict(hand=["centaurian-10"]), stars={"vega": {"slot": "P2 P2 . .", "wins": ["P2"]}})
    before = snap(g)
    settle_down(do(g, "play centaurian-10", "signal vega"))
    assert changes(before, g) == {"energy": -2, "hand": -1, "data": 2, "publicity": 1, "vp": 5}
    assert wins(g, "vega") == ["P1", "P2"] and star(g, "vega") == "P2 . . ."


def test_centaurian_cards_ten_messages_at_once():
    """CEN-05: all ten are pending for one player and reached in one turn, in the order of sending."""
    cards = [f"centaurian-{n:02d}" for n in (3, 1, 10, 2, 9, 4, 8, 5, 7, 6)]
    g = alien("centaurians", P1=dict(vp=20, milestones=[20]), slot=dict(messages=[[card, "P1", 20] for card in cards]))
    do(g, "launch", "end")
    order = []
    while g.to_move == "P1":
        if offers(g, "tuck"):
            order += offers(g, "tuck")
            do(g, f"tuck {order[-1]}")
        elif offers(g, "gold"):
            assert len(order) == 10  # 32 points by the traces
            do(g, "gold tech")
        else:
            order.append(cards[len(order)])
            kind = GREEN[order[-1]][0]
            do(g, f"trace left {kind} overflow")
    assert order == cards and pending(g) == []
    assert seat(g, "P1")["vp"] == 20 + 4 * 3 and len(seat(g, "P1")["tucked"]) == 6 and len(gone(g)) == 4
