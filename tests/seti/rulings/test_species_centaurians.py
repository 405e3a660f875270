"""CEN-01 to CEN-09: message tiles and messages."""

import pytest

from .bench import (
    KINDS,
    SEATS,
    branch,
    changes,
    do,
    free_actions,
    go_on,
    hand,
    illegal,
    legal,
    offers,
    overflow,
    seat,
    settle_down,
    snap,
    space,
    star,
)
from .more_bench import finale, last_pass, tile
from .species_bench import (
    alien,
    alien_deck,
    board,
    discover,
    eve,
    face_up,
    found,
    gone,
    hidden,
    message_tile,
    on_tile,
    pending,
    rewards,
)

THREE_FREE = [False, False, False]
REWARDS = {f"message message-{word}" for word in ("trace", "card", "publicity", "vp")}
#: A turn that changes no score.
TURN = ["launch", "end"]


# ---------------------------------------------------------------- message tiles


@pytest.mark.parametrize("side, points", [("left", 5), ("right", 3)])
def test_CEN_01_every_tile_15_ahead_of_the_own_score(side, points):
    """CEN-01: four players, two of them without a trace, each 15 points ahead; the discoverer's points count."""
    g = eve(
        "centaurians",
        side,
        holders="P2 neutral",
        players=4,
        P1=dict(vp=2),
        P2=dict(vp=19, milestones=[]),
        P3=dict(vp=0),
        P4=dict(vp=88, milestones=[20, 25, 30, 50, 70]),
    )
    assert [message_tile(g, name) for name in SEATS] == [None] * 4
    discover(g, side)
    assert [message_tile(g, name) for name in SEATS] == [2 + points + 15, 19 + 15, 15, 88 + 15]
    assert rewards(g, side) == {} and pending(g, side) == []
    assert (len(hand(g)), len(hand(g, "P2")), len(hand(g, "P3")), len(alien_deck(g, side))) == (1, 1, 0, 7)
    assert face_up(g, side) is not None


@pytest.mark.parametrize("score, due", [(14, False), (15, True), (16, True)])
def test_CEN_01_reached_or_not(score, due):
    """CEN-01, SPG-28: at 15 points or more it is resolved at the end of the turn, at 14 it is not."""
    g = alien("centaurians", P1=dict(vp=score, message_tile=15))
    do(g, "launch")
    assert "end" in legal(g)  # nothing before the turn is over
    do(g, "end")
    assert (legal(g) == REWARDS) == due and message_tile(g) == (None if due else 15)
    assert g.to_move == ("P1" if due else "P2")


def test_R18_9_points_of_a_milestone_reach_further_ones():
    """R18.9: the 8 points of a message tile at 18 lift P1 over 20 and 25: a gold tile is marked before P2's turn."""
    g = alien("centaurians", P1=dict(vp=18, message_tile=18, milestones=[]))
    do(g, *TURN, "message message-vp")
    assert seat(g, "P1")["vp"] == 26 and g.to_move == "P1" and len(offers(g, "gold")) == 4
    do(g, "gold tech")
    assert g.to_move == "P2" and "pass" in legal(g)


def test_CEN_01_for_that_player_alone():
    """CEN-01: passing another's tile does nothing."""
    g = alien("centaurians", P1=dict(vp=18, message_tile=30), P2=dict(vp=3, message_tile=15))
    do(g, *TURN)
    assert g.to_move == "P2" and "pass" in legal(g) and rewards(g) == {}


@pytest.mark.parametrize(
    "line, gain",
    [
        ("message message-vp", {"vp": 8}),
        ("message message-publicity", {"publicity": 3}),
        ("message message-card", {"energy": 1, "hand": 1}),
    ],
)
def test_CEN_02_rewards(line, gain):
    """CEN-02: 8 points, 3 publicity, or a species card and 1 energy; the tile covers the reward."""
    g = alien("centaurians", P1=dict(vp=15, message_tile=15), cards=["centaurian-04"], up="centaurian-05")
    do(g, *TURN)
    before = snap(g)
    assert legal(g) == REWARDS
    do(g, line)
    if "hand" in gain:
        assert legal(g) == {"take deck", "take centaurian-05"}
        do(g, "take centaurian-05")
        assert hand(g) == ["centaurian-05"] and face_up(g) == "centaurian-04"
    assert changes(before, g) == gain and g.to_move == "P2"
    assert rewards(g) == {line.split()[1]: "P1"} and message_tile(g) is None


@pytest.mark.parametrize(
    "place, gain",
    [
        ("left lander 1", {"vp": 5, "hand": 1}),
        ("left analysis overflow", {"vp": 3}),
        ("right signal", {"vp": 3, "publicity": 1}),
        ("right lander overflow", {"vp": 3}),
    ],
)
def test_CEN_02_the_trace_for_either_species(place, gain):
    """CEN-02: any kind, on the board, in overflow, or for the other species, hidden or not."""
    g = alien("centaurians", P1=dict(vp=15, message_tile=15), cards=["centaurian-04"], up="centaurian-05")
    do(g, *TURN, "message message-trace")
    assert legal(g) == {
        f"trace {where}"
        for where in (
            *(f"left {kind} {k}" for kind in KINDS for k in (1, 2, 3)),  # those with a data cost need data
            *(f"{side} {kind} overflow" for side in ("left", "right") for kind in KINDS),
            *(f"right {kind}" for kind in KINDS),
        )
    }
    before = snap(g)
    do(g, f"trace {place}", *(["take deck"] if "hand" in gain else []))
    assert changes(before, g) == gain and rewards(g) == {"message-trace": "P1"}
    other = alien("centaurians", P1=dict(vp=15, message_tile=15), other=found("exertians"))
    do(other, *TURN, "message message-trace")
    assert {f"right {kind} {k}" for kind in KINDS for k in range(1, 6)} <= offers(other, "trace")
    before = snap(other)
    do(other, "trace right signal 1")
    assert changes(before, other) == {"vp": 9, "credits": 1} and board(other, "signal", "right")[0] == "P1"


def test_CEN_02_each_reward_once():
    """CEN-02: a covered reward is not to be had; the last of four players gets what is left, unasked."""
    taken = {"message-card": "P3", "message-vp": "P2"}
    g = alien("centaurians", players=4, P1=dict(vp=15, message_tile=15), slot=dict(rewards=taken))
    do(g, *TURN)
    assert legal(g) == {"message message-trace", "message message-publicity"}
    illegal(g, "message message-vp", "message message-card")
    taken = {**taken, "message-trace": "P4"}
    g = alien("centaurians", players=4, P1=dict(vp=15, message_tile=15), slot=dict(rewards=taken))
    before = snap(g)
    do(g, *TURN)
    assert g.to_move == "P2" and changes(before, g) == {"credits": -2, "probes": 1, "publicity": 3}
    assert rewards(g) == {**taken, "message-publicity": "P1"}


def test_CEN_02_full_pockets():
    """CEN-02, SPG-22: publicity stops at 10; a species card is not to be had where none is left, the energy is."""
    g = alien("centaurians", P1=dict(vp=15, message_tile=15, publicity=8), slot=dict(deck=[], face_up=None))
    do(g, *TURN)
    assert seat(branch(g, "message message-publicity"), "P1")["publicity"] == 10
    before = snap(g)
    do(g, "message message-card")
    assert changes(before, g) == {"energy": 1}


# ---------------------------------------------------------------- messages


@pytest.mark.parametrize("card, cost", [("centaurian-02", 1), ("centaurian-07", 2)])
def test_CEN_03_paid_with_energy(card, cost):
    """CEN-03: the main action, for energy and no credits; credits are no help."""
    g = alien("centaurians", P1=dict(hand=[card], credits=0, energy=cost))
    before = snap(g)
    do(g, f"play {card}")
    assert changes(before, g)["energy"] == -cost and "credits" not in changes(before, g)
    settle_down(go_on(g) if "take deck" not in legal(g) else do(g, "take deck"))
    assert "end" in legal(g) and "pass" not in legal(g)
    illegal(alien("centaurians", P1=dict(hand=[card], energy=cost - 1)), f"play {card}")


def test_CEN_03_no_cost_in_credits_for_others_to_watch():
    """CEN-03: base-106 watches for cards that cost 1, 2 or 3 credits; a message costs none."""
    for card, event in (("centaurian-02", False), ("base-110", True)):
        g = alien("centaurians", P1=dict(hand=[card], missions={"base-106": THREE_FREE}), row=["base-130", "base-105"])
        do(g, f"play {card}")
        go_on(g)
        assert bool(offers(g, "cover")) == event


@pytest.mark.parametrize("score", [0, 7, 97])
def test_CEN_04_the_marker_before_the_white_part(score):
    """CEN-04: 15 ahead of the score before the white part's points, here 2 and 3 of a tech; it goes on past 100."""
    g = alien(
        "centaurians",
        P1=dict(hand=["centaurian-09"], vp=score, milestones=[20, 25, 30, 50, 70]),
        techs=tile("telescope-2", "vp"),
    )
    before = snap(g)
    do(g, "play centaurian-09")
    assert changes(before, g) == {"energy": -2, "hand": -1} and pending(g) == [["centaurian-09", "P1", score + 15]]
    settle_down(do(g, "tech telescope-2"))
    assert seat(g, "P1")["vp"] == score + 5 and pending(g) == [["centaurian-09", "P1", score + 15]]


def test_CEN_04_kept_in_front():
    """CEN-04, CEN-08: the card is neither in the hand nor tucked nor out of the game, and no mission."""
    g = alien("centaurians", P1=dict(hand=["centaurian-02"]))
    before = snap(g)
    do(g, "play centaurian-02", "end")
    assert changes(before, g) == {"energy": -1, "data": 2, "hand": -1} and gone(g) == []
    assert pending(g) == [["centaurian-02", "P1", 15]]


def test_CEN_04_points_of_a_free_action_before_it_count():
    """CEN-04: a corner's point before the play moves the score; one after the play does not move the marker."""
    g = alien("centaurians", P1=dict(hand=["centaurian-02", "centaurian-01"]))
    first = do(branch(g), "corner centaurian-01", "play centaurian-02")
    assert pending(first) == [["centaurian-02", "P1", 16]]
    do(g, "play centaurian-02", "corner centaurian-01")
    assert pending(g) == [["centaurian-02", "P1", 15]]


@pytest.mark.parametrize("score, due", [(11, False), (12, True), (40, True)])
def test_CEN_05_reached_at_the_end_of_the_turn(score, due):
    """CEN-05: the green part at the end of the turn in which 12 is reached, then the marker is gone."""
    g = alien("centaurians", P1=dict(vp=score, milestones=[20, 25, 30]), slot=dict(messages=[["centaurian-06", "P1", 12]]))
    do(g, *TURN)
    assert bool(offers(g, "trace")) == due == (g.to_move == "P1")
    assert pending(g) == ([] if due else [["centaurian-06", "P1", 12]])
    if due:
        assert {line.split()[2] for line in legal(g)} == {"analysis"} and not free_actions(g)
        do(g, "trace right analysis overflow")
        assert g.to_move == "P2" and gone(g) == ["centaurian-06"] and overflow(g, "right", "analysis") == 1


@pytest.mark.parametrize(
    "messages, kinds",
    [
        (
            [["centaurian-05", "P1", 10], ["centaurian-04", "P1", 12], ["centaurian-06", "P1", 15]],
            ["lander", "signal", "analysis"],
        ),  # the last is reached by the 3 points of the first trace
        (
            [["centaurian-06", "P1", 12], ["centaurian-04", "P1", 12], ["centaurian-05", "P1", 12]],
            ["analysis", "signal", "lander"],
        ),
    ],
)
def test_CEN_05_any_number_the_first_sent_first(messages, kinds):
    """CEN-05: several are pending; at 12 points those reached are resolved in the order of sending, equal ones too."""
    g = alien("centaurians", P1=dict(vp=12), slot=dict(messages=messages))
    do(g, *TURN)
    for i, kind in enumerate(kinds):
        assert g.to_move == "P1" and {line.split()[2] for line in legal(g)} == {kind}
        assert pending(g) == messages[i + 1 :]
        do(g, f"trace left {kind} overflow")
    assert g.to_move == "P2" and pending(g) == [] and seat(g, "P1")["vp"] == 12 + 3 * 3


def test_CEN_05_of_two_players():
    """CEN-05, SPG-28: another's marker is not reached by P1; P1's message comes first in P1's turn, then P2's."""
    messages = [["centaurian-05", "P2", 10], ["centaurian-04", "P1", 12]]
    g = alien("centaurians", P1=dict(vp=12), P2=dict(vp=9), slot=dict(messages=messages))
    do(g, *TURN, "trace left signal overflow")
    assert g.to_move == "P2" and pending(g) == messages[:1] and "pass" in legal(g)
    g = alien("centaurians", P1=dict(vp=12), P2=dict(vp=10), slot=dict(messages=messages))
    do(g, *TURN)
    assert g.to_move == "P1"
    do(g, "trace left signal overflow")
    assert g.to_move == "P2" and legal(g) == {
        f"trace {where}"
        for where in (
            "left lander 1",
            "left lander 2",
            "left lander 3",
            "left lander overflow",
            "right lander",
            "right lander overflow",
        )
    }
    before = snap(g)
    do(g, "trace right lander")
    assert changes(before, g, "P2") == {"vp": 3, "publicity": 1} and "pass" in legal(g) and g.to_move == "P2"


def test_CEN_05_after_passing():
    """CEN-05: a player who has passed resolves a message at the end of another's turn."""
    g = alien(
        "centaurians", passed=["P2"], P2=dict(vp=30, milestones=[20, 25, 30]), slot=dict(messages=[["centaurian-02", "P2", 30]])
    )
    do(g, *TURN)
    assert g.to_move == "P2" and legal(g) == {"tuck centaurian-02", "skip"}
    do(g, "tuck centaurian-02")
    assert seat(g, "P2")["data"] == 1 and g.to_move == "P1"


@pytest.mark.parametrize(
    "card, resource",
    [
        ("centaurian-01", "publicity"),
        ("centaurian-02", "data"),
        ("centaurian-03", "publicity"),
        ("centaurian-08", "data"),
        ("centaurian-09", "publicity"),
        ("centaurian-10", "data"),
    ],
)
def test_CEN_06_the_green_part_tucks_the_card(card, resource):
    """CEN-06: it becomes an income card, its resource is gained once at once; hand cards are no choice."""
    g = alien("centaurians", P1=dict(vp=15, hand=["base-064"]), slot=dict(messages=[[card, "P1", 15]]))
    do(g, *TURN)
    assert legal(g) == {f"tuck {card}", "skip"}
    before = snap(g)
    refused = branch(g, "skip")
    assert changes(before, refused) == {} and gone(refused) == [card]
    do(g, f"tuck {card}")
    assert changes(before, g) == {resource: 1, "tucked": 1} and seat(g, "P1")["tucked"] == [card]
    assert gone(g) == [] and hand(g) == ["base-064"]


@pytest.mark.parametrize(
    "card, line, gain",
    [
        ("centaurian-04", "trace right signal", {"vp": 3, "publicity": 1}),
        ("centaurian-05", "trace left lander 3", {"vp": 5}),
        ("centaurian-06", "trace left analysis overflow", {"vp": 3}),
        ("centaurian-07", "trace right lander overflow", {"vp": 3, "credits": 1}),
    ],
)
def test_CEN_06_other_cards_are_discarded(card, line, gain):
    """CEN-06, CEN-07: after a trace the card is out of the game; the trace may be for either species."""
    g = alien("centaurians", P1=dict(vp=15), slot=dict(messages=[[card, "P1", 15]]))
    before = snap(g)
    do(g, *TURN)
    kind = {"04": ["signal"], "05": ["lander"], "06": ["analysis"], "07": list(KINDS)}[card[-2:]]
    assert legal(g) == {
        f"trace {where}"
        for k in kind
        for where in (f"left {k} 1", f"left {k} 2", f"left {k} 3", f"left {k} overflow", f"right {k}", f"right {k} overflow")
    }
    do(g, line)
    launched = {"credits": gain.get("credits", 0) - 2, "probes": 1}
    assert changes(before, g) == {**gain, **launched} and gone(g) == [card] and g.to_move == "P2"


def test_CEN_07_a_trace_completes_the_other_species():
    """CEN-07, SPG-11: a message's trace in the last discovery space lets the other species be discovered at once."""
    g = alien(
        "centaurians", P1=dict(vp=15), slot=dict(messages=[["centaurian-06", "P1", 15]]), other=hidden("oumuamua", "P2 P2")
    )
    do(g, *TURN, "trace right analysis")
    assert space(g, "right", "analysis") == "P1" and on_tile(g) == ". . ."
    assert [len(hand(g, name)) for name in ("P1", "P2")] == [1, 2] and g.to_move == "P2"


def test_CEN_08_neither_missions_nor_end_of_game_cards():
    """CEN-08: pending and done ones count for no gold tile and not as missions in play; undone they do nothing."""
    for side, value in (("a", 4), ("b", 8)):

        def totals(**mine):
            g = finale(
                P1=mine,
                gold={"mission": {"side": side, "markers": ["P1"]}},
                species={
                    "left": found("centaurians", messages=[["centaurian-01", "P1", 99], ["centaurian-04", "P1", 99]]),
                    "right": hidden("mascamites"),
                },
            )
            illegal(g, "mission centaurian-01", "mission centaurian-04")
            return last_pass(g)

        assert totals() == {"P1": 0, "P2": 0}
        assert totals(completed=["base-001", "base-002"]) == {"P1": 2 * value if side == "a" else value, "P2": 0}


def test_CEN_08_messages_not_reached_before_the_scoring():
    """CEN-08: points of the final scoring reach no message; those of the last turn do."""

    def game(score):
        return finale(
            P1=dict(vp=score, endgame=["base-014"]),
            planets={"mars": {"landers": {"P1": 1}, "data": [["P1"], []]}},
            species={"left": found("centaurians", messages=[["centaurian-04", "P1", 15]]), "right": hidden("mascamites")},
        )

    assert last_pass(game(14)) == {"P1": 14 + 4, "P2": 0}
    g = game(15)
    do(g, "pass")
    assert not g.is_over and {line.split()[2] for line in legal(g)} == {"signal"}
    do(g, "trace left signal 3")
    assert g.is_over and g.scores()["P1"]["total"] == 15 + 5 + 4


def test_CEN_09_used_like_other_cards():
    """CEN-09: in the hand it may be tucked, used for its corner, exchanged or discarded for its signal."""
    at = dict(hand=["centaurian-03", "centaurian-10"], probes=[[1, 3]])
    g = alien("centaurians", P1=at)
    assert {"corner centaurian-03", "exchange cards>credits"} <= legal(g)
    before = snap(g)
    tucked = do(branch(g), "orbit venus", "tuck centaurian-03")
    assert seat(tucked, "P1")["tucked"] == ["centaurian-03"] and pending(tucked) == []
    traded = do(branch(g), "exchange cards>credits")
    assert changes(before, traded) == {"hand": -2, "credits": 1} and gone(traded) == ["centaurian-03", "centaurian-10"]
    g = alien("centaurians", P1=dict(at, techs=["telescope-3"]))
    do(g, "scan", "step telescope-3", "discard centaurian-10", "signal kepler-22")
    assert star(g, "kepler-22") == "P1 . . . ." and gone(g) == ["centaurian-10"]
