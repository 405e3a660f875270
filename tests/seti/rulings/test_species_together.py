"""What several species and milestones do to each other: SPG-28, SPG-29, two discoveries at once."""

import pytest

from .bench import KINDS, bench, changes, choices, do, go_on, hand, legal, offers, seat, settle_down, signals, snap, space
from .more_bench import discovered, finale, gold_markers, last_pass, mission_spaces, neutral_left
from .species_bench import alien, alien_deck, board, found, hidden, message_tile, on_tile, secrets

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


@pytest.mark.parametrize(
    "scores, order",
    [(dict(message_tile=24, message=23), ["message", "tile"]), (dict(message_tile=23, message=24), ["tile", "message"])],
)
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
        g = alien(
            "centaurians",
            P1=dict(vp=15, milestones=[20]),
            slot=dict(messages=[["centaurian-04", "P1", 15], ["centaurian-05", "P1", score]]),
        )
        do(g, *TURN, "trace left signal 3")
        assert seat(g, "P1")["vp"] == 20 and (g.to_move == "P1") == reached
        if reached:
            assert {line.split()[2] for line in legal(g)} == {"lander"}


def test_SPG_28_whoever_s_turn_it_was():
    """SPG-28: P1's turn brings P2 over its tile by a win; P1 resolves first, then P2, at the end of that turn."""
    g = alien(
        "centaurians",
        P1=dict(hand=["base-044"], vp=20, milestones=[20], message_tile=20),
        P2=dict(vp=12, message_tile=17),
        stars={"vega": {"slot": "P2 P2 P2 .", "wins": ["P1"]}},
    )
    do(g, "play base-044")
    settle_down(g)
    assert seat(g, "P2")["vp"] == 17 and "end" in legal(g)
    do(g, "end")
    assert g.to_move == "P1" and legal(g) == REWARDS
    do(g, "message message-vp")
    assert g.to_move == "P1" and offers(g, "gold")  # 28 points: gold at 25 (SPG-29)
    do(g, "gold tech")
    assert g.to_move == "P2" and legal(g) == REWARDS - {"message message-vp"}
    do(g, "message message-publicity")
    assert g.to_move == "P2" and "pass" in legal(g)


def test_SPG_28_before_the_neutral_markers():
    """SPG-11, R18.5: messages come with the gold milestones; the neutral marker of 20 points after all of them."""
    g = alien("centaurians", P1=dict(vp=15, message_tile=15), slot=dict(messages=[["centaurian-06", "P1", 16]]))
    do(g, *TURN)
    assert neutral_left(g) == {20: 2, 30: 2}
    do(g, "message message-vp")  # 23 points
    assert {line.split()[2] for line in legal(g)} == {"analysis"} and neutral_left(g) == {20: 2, 30: 2}
    do(g, "trace right analysis")
    assert seat(g, "P1")["vp"] == 26 and neutral_left(g) == {20: 2, 30: 2}
    do(g, "gold tech")
    assert neutral_left(g) == {20: 1, 30: 2} and space(g, "right", "signal") == "neutral"


def test_SPG_11_a_neutral_marker_causes_a_discovery():
    """SPG-11, SPG-13: P1's 20 points bring a neutral marker into the last space; owners of markers get their cards."""
    g = bench(P1=dict(vp=20), P2=dict(vp=6), species={"left": hidden("centaurians", "P1 P2"), "right": hidden("exertians")})
    do(g, *TURN)
    assert space(g, "left", "analysis") == "neutral" and discovered(g, "left")
    assert [len(hand(g, name)) for name in ("P1", "P2")] == [1, 1] and neutral_left(g) == {20: 1, 30: 2}
    assert [message_tile(g, name) for name in ("P1", "P2")] == [35, 21] and g.to_move == "P2"


# ---------------------------------------------------------------- two discoveries


def two_at_once(left, right):
    """P1 lands on Titan and marks the last discovery space of both slots; P2 holds the four others."""
    g = bench(
        P1=dict(probes=[[3, 7]], techs=["probe-4"]), species={"left": hidden(left, "P2 P2"), "right": hidden(right, "P2 P2")}
    )
    do(g, "land titan", "trace left analysis")
    go_on(g)
    # SPG-10: the left board is closed until the turn is over.
    assert offers(g, "trace") == {
        *(f"{side} {kind} overflow" for side in ("left", "right") for kind in KINDS),
        "right analysis",
    }
    do(g, "trace right analysis")
    settle_down(g)
    assert seat(g, "P1")["vp"] == 7 + 5 + 3 and not discovered(g, "left") and not discovered(g, "right")
    return do(g, "end")


def test_SPG_12_left_first():
    """SPG-12: Exertians on the left are done, plays included, before the Centaurians come; then the other way."""
    g = two_at_once("exertians", "centaurians")
    assert g.to_move == "P1" and discovered(g, "left") and not discovered(g, "right") and message_tile(g) is None
    assert g.to_json()["species"]["left"]["milestones"] == [35, 55]
    do(g, "skip", "skip")
    assert discovered(g, "right") and [message_tile(g, name) for name in ("P1", "P2")] == [30, 15]
    assert [len(secrets(g, name)) for name in ("P1", "P2")] == [4, 5]
    assert [len(hand(g, name)) for name in ("P1", "P2")] == [1, 2] and g.to_move == "P2" and "pass" in legal(g)
    g = two_at_once("centaurians", "exertians")
    assert g.to_move == "P1" and discovered(g, "left") and discovered(g, "right") and message_tile(g) == 30
    assert [len(hand(g, name)) for name in ("P1", "P2")] == [1, 2] and offers(g, "secret")


def test_SPG_12_two_species_without_choices():
    """SPG-12: with 'Oumuamua and the Mascamites both boards are open at the next turn, cards from each deck."""
    g = two_at_once("oumuamua", "mascamites")
    assert g.to_move == "P2" and "pass" in legal(g) and on_tile(g) == ". . ."
    for name, counts in (("P1", (1, 1)), ("P2", (2, 2))):
        assert tuple(sum(card.startswith(prefix) for card in hand(g, name)) for prefix in ("oumuamua-", "mascamite-")) == counts
    assert len(alien_deck(g, "left")) == len(alien_deck(g, "right")) == 10 - 3 - 1


# ---------------------------------------------------------------- one species and the other


@pytest.mark.parametrize("exofossils, open_space", [(1, True), (0, False)])
def test_CEN_02_a_message_rewards_trace_on_a_paid_space(exofossils, open_space):
    """CEN-02, SPG-06: the trace of a message tile on 'Oumuamua's open space costs its exofossil, for 6 points."""
    g = alien("centaurians", P1=dict(vp=15, message_tile=15, exofossils=exofossils), other=found("oumuamua"))
    do(g, *TURN, "message message-trace")
    assert ("right lander 5" in offers(g, "trace")) == open_space and "right lander 1" not in offers(g, "trace")
    if open_space:
        before = snap(g)
        do(g, "trace right lander 5")
        assert changes(before, g) == {"exofossils": -1, "vp": 6} and board(g, "lander", "right")[4] == ["P1"]


def test_CEN_05_a_mission_sees_the_trace_of_a_message():
    """CEN-05, SPG-25: P2's message is answered in P1's turn, and its trace covers one space of P2's oumuamua-09."""
    g = alien(
        "centaurians",
        P2=dict(vp=12, missions={"oumuamua-09": [False] * 3}),
        other=found("oumuamua"),
        slot=dict(messages=[["centaurian-04", "P2", 12]]),
    )
    do(g, *TURN)
    before = snap(g)
    do(g, "trace right signal 4")
    assert g.to_move == "P2" and legal(g) == {*(f"cover oumuamua-09/{k}" for k in (1, 2, 3)), "skip"}
    do(g, "cover oumuamua-09/3")
    assert changes(before, g, "P2") == {"vp": 2 + 3, "exofossils": 1} and "pass" in legal(g)
    assert mission_spaces(g, "oumuamua-09", "P2") == [False, False, True]


OPEN = [None] * 4


@pytest.mark.parametrize(
    "left, right, expected",
    [
        ({"signal": ["P1", "P2"]}, {"lander": ["P1"], "analysis": [*OPEN, "P1"]}, 8),
        ({"signal": ["P1", "P1"]}, {"lander": ["P1"], "analysis": ["P2"]}, 0),
        ({"signal": ["P1", "P1"], "lander": ["P1", "P1"], "analysis": [*OPEN, ["P2", "P1", "P1"]]}, {}, 16),
    ],
)
def test_SPG_08_markers_on_boards_count_as_traces(left, right, expected):
    """SPG-08: gold tile other a counts the smallest kind over both boards, open-ended spaces included."""
    g = finale(
        species={"left": found("oumuamua", board=left), "right": found("exertians", board=right)},
        P2=dict(secrets_played=["exertian-13"]),
        gold={"other": {"side": "a", "markers": ["P1"]}},
    )
    assert last_pass(g) == {"P1": expected, "P2": 0}


ANOMALIES = found("anomalies", anomalies={"0": "anomaly-signal/1", "2": "anomaly-lander/1", "5": "anomaly-analysis/1"})


def test_ANO_08_the_next_anomaly_in_the_sector_of_the_tile():
    """OUM-08, ANO-08: with Earth in sector 6 the next anomaly's signal may go to the star or to the tile."""
    for turned, stars in (([7, 0, 0], {"61-virginis", "oumuamua"}), ([0, 0, 0], set())):
        g = alien("oumuamua", P1=dict(hand=["anomaly-04"]), other=ANOMALIES, discs={"turns": turned, "next": "disc-1"})
        do(g, "play anomaly-04", "step earth")
        if offers(g, "signal"):
            do(g, "signal 61-virginis")
        do(g, "step row", "discard base-110", "signal proxima-centauri", "done")
        go_on(g)
        assert offers(g, "signal") == stars
        if not stars:  # sector 2, one star, unasked
            assert signals(g) == {"61-virginis": 1, "proxima-centauri": 1, "barnards-star": 1}


@pytest.mark.parametrize("where, points", [("oumuamua", 1 + 2), ("61-virginis", 3), ("vega", 3), ("kepler-22", 2)])
def test_ANO_12_a_marker_on_the_tile_is_in_no_sector(where, points):
    """ANO-12: two own signals lie at anomalies' stars; a third on the tile above one of them does not count."""
    g = alien(
        "oumuamua",
        P1=dict(hand=["anomaly-10"]),
        other=ANOMALIES,
        stars={"61-virginis": {"slot": "P2 P1 . . . ."}, "barnards-star": {"slot": "P1 P2 . . ."}},
    )
    before = snap(g)
    do(g, "play anomaly-10", f"signal {where}")
    settle_down(g)
    assert changes(before, g) == {"credits": -1, "hand": -1, "data": 1, "vp": points}


@pytest.mark.parametrize("fourth, met", [("oumuamua", False), ("61-virginis", True)])
def test_ANO_12_nor_for_what_counts_sectors(fourth, met):
    """ANO-12 (open point 2): base-134 wants signals in four sectors, base-086 pays for each: the tile is none."""
    data = {"vega": 3, "procyon": 4, "sirius-a": 5, "oumuamua": 2, "61-virginis": 5}
    stars = {name: {"slot": "P1" + " ." * data[name]} for name in ("vega", "procyon", "sirius-a", fourth)}
    g = alien("oumuamua", P1=dict(missions={"base-134": []}), stars=stars)
    assert ("mission base-134" in legal(g)) == met
    g = finale(P1=dict(endgame=["base-086"]), stars=stars, species={"left": found("oumuamua"), "right": hidden("mascamites")})
    assert last_pass(g) == {"P1": 3 + met, "P2": 0}


def test_OUM_04_movement_instead_of_publicity():
    """OUM-04: base-019 gives a movement instead of the publicity of a planet, of 'Oumuamua too."""
    g = alien("oumuamua", P1=dict(hand=["base-019"], probes=[[2, 5]]))
    before = snap(g)
    do(g, "play base-019", "step 2.5-3.5")
    assert choices(g) == {"publicity", "movement"}
    do(g, "movement", "step 3.5-3.4", "step 3.4-4.4")
    assert "end" in legal(g) and changes(before, g) == {"credits": -1, "hand": -1}
