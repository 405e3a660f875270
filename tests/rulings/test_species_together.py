"""What several species and milestones do to each other: SPG-28, SPG-29, two discoveries at once."""

import pytest

from .bench import do, legal, offers, seat, settle_down, space
from .more_bench import gold_markers, neutral_left
from .species_bench import alien, found

REWARDS = {f"message message-{word}" for word in ("trace", "card", "publicity", "vp")}
#: A turn that changes no score.
TURN = ["launch", "end"]


# ---------------------------------------------------------------- milestones of several sorts


BOTH = dict(other=found("exertians", milestones=[25, 45]))
DUE = {"gold", "message-tile", "message", "exertian-milestone-1"}


def several(**mine):
    """P1 with 25 points: gold, tile, message and Exertian milestone at the scores of `mine`."""
    at = {"vp": 25, "message_tile": 25, "secrets": ["exertian-03"], **mine}
    score = at.pop("message", 25)
    return do(alien("centaurians", P1=at, slot=dict(messages=[["centaurian-02", "P1", score]]), **BOTH), *TURN)


def test_SPG_29_equal_ones_in_any_order():
    """SPG-28, SPG-29: four at 25 points; the player says which comes first, each time anew, and has no free action."""
    g = several()
    assert legal(g) == {f"milestone {word}" for word in DUE}
    do(g, "milestone message", "tuck centaurian-02")
    assert legal(g) == {f"milestone {word}" for word in DUE - {"message"}}
    do(g, "milestone exertian-milestone-1")
    assert legal(g) == {"secret exertian-03", "skip"}
    do(g, "skip", "milestone message-tile")
    assert legal(g) == REWARDS
    do(g, "message message-publicity")
    assert legal(g) == {"gold tech", "gold mission", "gold income", "gold other"}
    do(g, "gold other")
    assert g.to_move == "P2" and gold_markers(g, "other") == ["P1"] and seat(g, "P1")["data"] == 1
    second = several()
    do(second, "milestone gold", "gold tech")
    assert legal(second) == {f"milestone {word}" for word in DUE - {"gold"}}


@pytest.mark.parametrize("scores, order", [
    (dict(message_tile=24, message=23), ["message", "tile"]), (dict(message_tile=23, message=24), ["tile", "message"])])
def test_SPG_29_different_ones_by_their_scores(scores, order):
    """SPG-29: what lies at fewer points comes first, unasked; then the two at 25 are a choice."""
    g = several(**scores)
    for word in order:
        assert legal(g) == ({"tuck centaurian-02", "skip"} if word == "message" else REWARDS)
        do(g, "skip" if word == "message" else "message message-publicity")
    assert legal(g) == {"milestone gold", "milestone exertian-milestone-1"}


def test_SPG_29_points_gained_while_resolving():
    """SPG-29: the 8 points of a message tile reach gold, a message and Exertian milestone in the same step."""
    g = several(vp=17, message_tile=17)
    assert legal(g) == REWARDS
    do(g, "message message-vp")
    assert seat(g, "P1")["vp"] == 25 and legal(g) == {f"milestone {word}" for word in DUE - {"message-tile"}}
    g = several(vp=16, message_tile=16)
    do(g, "message message-vp")
    assert seat(g, "P1")["vp"] == 24 and g.to_move == "P2"


def test_SPG_29_a_message_reached_by_another_messages_trace():
    """SPG-29: the 5 points of the first message's trace reach the second one at 20 points, not one at 21."""
    for score, reached in ((20, True), (21, False)):
        g = alien("centaurians", P1=dict(vp=15, milestones=[20]), slot=dict(
            messages=[["centaurian-04", "P1", 15], ["centaurian-05", "P1", score]]))
        do(g, *TURN, "trace left signal 3")
        assert seat(g, "P1")["vp"] == 20 and (g.to_move == "P1") == reached
        if reached:
            assert {line.split()[2] for line in legal(g)} == {"lander"}


def test_SPG_28_whoever_s_turn_it_was():
    """SPG-28: P1's turn brings P2 over its tile by a win; P1 resolves first, then P2, at the end of that turn."""
    g = alien("centaurians", P1=dict(hand=["base-044"], vp=20, milestones=[20], message_tile=20),
              P2=dict(vp=12, message_tile=17),
              stars={"vega": {"slot": "P2 P2 P2 .", "wins": ["P1"]}})
    do(g, "play base-044")
    settle_down(g)
    assert seat(g, "P2")["vp"] == 17 and "end" in legal(g)
    do(g, "end")
    assert g.to_move == "P1" and legal(g) == REWARDS
    do(g, "message message-vp")
    assert g.to_move == "P1" and offers(g, "gold")          # 28 points: gold at 25 (SPG-29)
    do(g, "gold tech")
    assert g.to_move == "P2" and legal(g) == REWARDS - {"message message-vp"}
    do(g, "message message-publicity")
    assert g.to_move == "P2" and "pass" in legal(g)


def test_SPG_28_before_the_neutral_markers():
    """SPG-11, R18.5: messages come with the gold milestones; the neutral marker of 20 points after all of them."""
    g = alien("centaurians", P1=dict(vp=15, message_tile=15), slot=dict(messages=[["centaurian-06", "P1", 16]]))
    do(g, *TURN)
    assert neutral_left(g) == {20: 2, 30: 2}
    do(g, "message message-vp")                             # 23 points
    assert {line.split()[2] for line in legal(g)} == {"analysis"} and neutral_left(g) == {20: 2, 30: 2}
    do(g, "trace right analysis")
    assert seat(g, "P1")["vp"] == 26 and neutral_left(g) == {20: 2, 30: 2}
    do(g, "gold tech")
    assert neutral_left(g) == {20: 1, 30: 2} and space(g, "right", "signal") == "neutral"
