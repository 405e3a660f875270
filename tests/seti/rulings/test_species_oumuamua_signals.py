"""OUM-08 to OUM-15: signals on the 'Oumuamua tile, how its slot is settled, exofossils."""

import pytest

from .bench import (
    KINDS,
    branch,
    changes,
    choices,
    do,
    go_on,
    illegal,
    legal,
    offers,
    row,
    seat,
    settle_down,
    signals,
    snap,
    star,
    turns,
    wins,
)
from .more_bench import finale, last_pass
from .species_bench import alien, board, found, hidden, on_tile, tile_space

THREE_FREE = [False, False, False]

# ---------------------------------------------------------------- signals

VIRGINIS, BOTH_YELLOW = {"61-virginis", "oumuamua"}, {"61-virginis", "kepler-22", "oumuamua"}
P2_THERE = dict(probes=[[4, 5]])
SOURCES = [
    ("star", "base-039", {}, ["play base-039"], VIRGINIS),
    ("another star", "base-037", {}, ["play base-037"], set()),
    ("colour", "base-049", {}, ["play base-049"], BOTH_YELLOW),
    ("another colour", "base-048", {}, ["play base-048"], {"barnards-star", "proxima-centauri"}),
    ("Earth", "base-083", {}, ["play base-083"], VIRGINIS),
    (
        "any",
        "base-115",
        {},
        ["play base-115"],
        {"procyon", "vega", "sirius-a", "barnards-star", "kepler-22", "proxima-centauri", "beta-pictoris", *VIRGINIS},
    ),
    ("own probe", "base-134", dict(P1=P2_THERE), ["play base-134"], VIRGINIS),
    ("own probe elsewhere", "base-134", dict(P1=dict(probes=[[3, 4]])), ["play base-134"], set()),
    ("anybody's probe", "base-030", dict(P2=P2_THERE), ["play base-030", "probe P2 4.5"], VIRGINIS),
    ("beside the probe", "base-029", dict(P1=dict(probes=[[4, 4]])), ["play base-029", "skip"], VIRGINIS),
    ("row card", "base-086", {}, ["play base-086", "discard base-130"], BOTH_YELLOW),
    ("red row card", "base-086", {}, ["play base-086", "discard base-110"], {"barnards-star", "proxima-centauri"}),
    ("deck card", "base-122", dict(top=["base-001", "base-003", "base-007"]), ["play base-122"], BOTH_YELLOW),
    (
        "hand card",
        "base-114",
        dict(P1=dict(hand=["base-114", "base-001"])),
        ["play base-114", "take deck", "discard base-001"],
        BOTH_YELLOW,
    ),
    ("scan", None, {}, ["scan", "step earth"], VIRGINIS),
    (
        "scan with telescope-1",
        None,
        dict(P1=dict(techs=["telescope-1"])),
        ["scan", "step earth"],
        {"proxima-centauri", "beta-pictoris", *VIRGINIS},
    ),
    (
        "Earth beside it",
        None,
        dict(P1=dict(techs=["telescope-1"]), discs={"turns": [1, 0, 0], "next": "disc-1"}),
        ["scan", "step earth"],
        {"proxima-centauri", "kepler-22", *VIRGINIS},
    ),
    (
        "Mercury",
        None,
        dict(P1=dict(techs=["telescope-2"]), discs={"turns": [4, 0, 0], "next": "disc-1"}),
        ["scan", "step telescope-2"],
        VIRGINIS,
    ),
    (
        "scan of a hand card",
        None,
        dict(P1=dict(techs=["telescope-3"], hand=["base-001"])),
        ["scan", "step telescope-3", "discard base-001"],
        BOTH_YELLOW,
    ),
    (
        "trigger",
        None,
        dict(P1=dict(missions={"base-101": THREE_FREE})),
        [
            "scan",
            "step earth",
            "signal 61-virginis",
            "step row",
            "discard base-110",
            "signal barnards-star",
            "done",
            "cover base-101/1",
        ],
        BOTH_YELLOW,
    ),
]


@pytest.mark.parametrize(
    "card, position, lines, stars", [source[1:] for source in SOURCES], ids=[source[0] for source in SOURCES]
)
def test_OUM_08_star_or_tile_whatever_names_the_sector(card, position, lines, stars):
    """OUM-08: wherever the sector is the tile's the tile may be chosen, and nowhere else (one star: unasked)."""
    position = {**position, "P1": {"hand": [card] if card else [], **position.get("P1", {})}}
    g = alien("oumuamua", **position)
    do(g, *lines)
    go_on(g)
    assert offers(g, "signal") == stars
    if "oumuamua" in stars:
        before = snap(g)
        on_star = branch(g, "signal 61-virginis")
        assert signals(on_star)["61-virginis"] == signals(before).get("61-virginis", 0) + 1
        assert on_tile(on_star) == ". . ."
        do(g, "signal oumuamua")
        assert on_tile(g) == "P1 . ." and signals(g) == {**signals(before), "oumuamua": 1}
        gained = changes(before, g)
        assert gained["data"] == gained["vp"] == 1 and gained.keys() <= {"data", "vp", "missions", "endgame"}
    else:
        assert on_tile(g) == ". . ."


@pytest.mark.parametrize(
    "first, second, points",
    [
        ("oumuamua", "61-virginis", 1),
        ("61-virginis", "oumuamua", 1),
        ("oumuamua", "oumuamua", 1),
        ("61-virginis", "61-virginis", 2),
    ],
)
def test_OUM_08_each_signal_is_chosen_anew(first, second, points):
    """OUM-08: of two signals at Earth each goes where P1 likes; the star's second space pays its 2 points."""
    g = alien("oumuamua", P1=dict(hand=["base-083"]))
    before = snap(g)
    do(g, "play base-083", f"signal {first}")
    go_on(g)
    assert offers(g, "signal") == VIRGINIS
    settle_down(do(g, f"signal {second}"))
    assert signals(g).get("oumuamua", 0) == [first, second].count("oumuamua")
    assert changes(before, g) == {"credits": -2, "hand": -1, "publicity": 1, "data": 2, "vp": points}


def test_OUM_08_the_star_under_the_tile_changes_with_disc_3():
    """OUM-08: after one turn of disc 3 the tile lies in the sector of Proxima Centauri, a red one."""
    g = alien("oumuamua", P1=dict(hand=["base-048", "base-049"]), discs={"turns": [1, 1, 1], "next": "disc-1"})
    yellow = branch(g, "play base-049")
    go_on(yellow)
    assert offers(yellow, "signal") == {"kepler-22", "61-virginis"}
    do(g, "play base-048")
    go_on(g)
    assert offers(g, "signal") == {"barnards-star", "proxima-centauri", "oumuamua"}


def test_OUM_08_three_signals_of_one_sector():
    """OUM-08, base-118: three signals without data may be divided; data of the tile leave it all the same."""
    g = alien("oumuamua", P1=dict(hand=["base-118"], probes=[[2, 5]]))
    before = snap(g)
    do(g, "play base-118", "signal oumuamua", "signal 61-virginis", "signal oumuamua")
    settle_down(g)
    assert on_tile(g) == "P1 P1 ." and star(g, "61-virginis") == "P1 . . . . ."
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 1}


def test_OUM_08_the_tile_is_no_sector_of_a_colour():
    """OUM-08: base-053 counts yellow signals: the one on the tile is on no star."""
    g = alien("oumuamua", P1=dict(hand=["base-053"]))
    before = snap(g)
    do(g, "play base-053", "step earth", "signal oumuamua", "step row", "discard base-130", "signal kepler-22", "done")
    settle_down(g)
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 2, "vp": 1 + 2}
    missions = {"base-116": THREE_FREE}
    for target, event in (("oumuamua", False), ("61-virginis", True)):
        g = alien("oumuamua", P1=dict(hand=["base-083"], missions=missions, probes=[[2, 2]]))
        do(g, "play base-083", f"signal {target}")
        assert bool(offers(g, "cover")) == event


@pytest.mark.parametrize(
    "turned, other", [(0, "61-virginis"), (3, "barnards-star"), (5, "vega"), (6, "procyon"), (7, "beta-pictoris")]
)
def test_OUM_09_the_icon_with_the_tile(turned, other):
    """OUM-09: the sector to mark is the tile's wherever it lies, star or tile."""
    g = alien("oumuamua", discs={"turns": [0, 0, turned], "next": "disc-1"}, P1=dict(hand=["oumuamua-03"]))
    do(g, "play oumuamua-03")
    assert choices(g) == {"signal oumuamua", f"signal {other}"}
    do(g, f"signal {other}")
    assert star(g, other).startswith("P1 .") and on_tile(g) == ". . ."


@pytest.mark.parametrize("slot, after, points", [(". . .", "P1 . .", 1), ("P2 . .", "P2 P1 .", 0), ("P1 P2 .", None, 2)])
def test_OUM_10_points_of_the_slot(slot, after, points):
    """OUM-10: each signal takes one data into the pool; the first marker gives 1 point, the second 0, the third 2."""
    g = alien("oumuamua", P1=dict(hand=["base-134"], probes=[[2, 5]]), stars={"oumuamua": {"slot": slot}})
    before = snap(g)
    do(g, "play base-134", "signal oumuamua")
    gained = changes(before, g)
    assert gained.get("data") == 1 and gained.get("vp", 0) == points
    if after:
        assert on_tile(g) == after


def test_OUM_10_a_full_pool():
    """OUM-10: with six data in the pool the marker is placed all the same and the data is lost."""
    g = alien("oumuamua", P1=dict(hand=["base-134"], probes=[[2, 5]], data=6))
    before = snap(g)
    do(g, "play base-134", "signal oumuamua")
    assert on_tile(g) == "P1 . ." and changes(before, g) == {"credits": -1, "hand": -1, "missions": 1, "vp": 1}


def test_OUM_11_more_signals_before_it_is_settled():
    """OUM-11: after the last data a further signal of the same effect gives neither data nor points."""
    g = alien("oumuamua", P1=dict(hand=["base-118"], probes=[[2, 5]]), stars={"oumuamua": {"slot": "P2 P2 ."}})
    before = snap(g)
    do(g, "play base-118", "signal oumuamua")
    assert changes(before, g)["vp"] == 2 and on_tile(g) == "P2 P2 P1"
    do(g, "signal oumuamua", "signal oumuamua")
    assert on_tile(g) == "P2 P2 P1 | P1 P1" and choices(g) == {"settle oumuamua"}
    do(g, "settle oumuamua")
    assert on_tile(g) == ". . ." and "end" in legal(g)
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 2, "exofossils": 1}


def test_OUM_11_settled_after_the_whole_effect():
    """OUM-11: the third data is taken by the first of two signals; markers still lie there at the second one."""
    g = alien("oumuamua", P1=dict(hand=["base-083"]), stars={"oumuamua": {"slot": "P2 P1 ."}})
    before = snap(g)
    do(g, "play base-083", "signal oumuamua")
    go_on(g)
    assert on_tile(g) == "P2 P1 P1" and offers(g, "signal") == VIRGINIS
    excess = branch(g, "signal oumuamua")
    settle_down(excess)
    assert changes(before, excess) == {"credits": -2, "hand": -1, "publicity": 1, "data": 1, "vp": 2, "exofossils": 1}
    settle_down(do(g, "signal 61-virginis"))
    assert changes(before, g) == {"credits": -2, "hand": -1, "publicity": 1, "data": 2, "vp": 2, "exofossils": 1}
    assert on_tile(g) == ". . ." == on_tile(excess)


@pytest.mark.parametrize("slot, second", [("P2 P2 .", 1), ("P1 P1 .", 0), ("P1 P2 .", 1)])
def test_OUM_12_what_the_settled_slot_pays(slot, second):
    """OUM-12: 1 exofossil for each player with a marker, once; no publicity, winner or second; three new data."""
    g = alien("oumuamua", P1=dict(hand=["base-134"], probes=[[2, 5]]), stars={"oumuamua": {"slot": slot}})
    before = snap(g)
    settle_down(do(g, "play base-134", "signal oumuamua"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "missions": 1, "data": 1, "vp": 2, "exofossils": 1}
    assert changes(before, g, "P2") == ({"exofossils": 1} if second else {})
    assert on_tile(g) == ". . ." and wins(g, "oumuamua") == []
    assert all(wins(g, name) == [] for name in g.to_json()["stars"])


def test_OUM_12_it_is_no_won_sector():
    """OUM-12: base-103 wants two wins in one sector, base-039 two yellow ones: two settled slots are none."""
    g = alien(
        "oumuamua",
        P1=dict(hand=["base-134"], probes=[[2, 5]], missions={"base-103": [], "base-039": []}),
        stars={"oumuamua": {"slot": "P1 P1 ."}, "61-virginis": {"wins": ["P1"]}},
    )
    settle_down(do(g, "play base-134", "signal oumuamua"))
    illegal(g, "mission base-103", "mission base-039")
    g = alien("oumuamua", P1=dict(missions={"base-103": [], "base-039": []}), stars={"61-virginis": {"wins": ["P1", "P1"]}})
    assert offers(g, "mission") == {"base-103", "base-039"}


def test_OUM_12_three_players_share_it():
    """OUM-12: P1 completes a slot with markers of all three and two of its own; each gains 1 exofossil."""
    g = alien("oumuamua", players=3, P1=dict(hand=["base-083"]), stars={"oumuamua": {"slot": "P3 P2 ."}})
    before = snap(g)
    settle_down(do(g, "play base-083", "signal oumuamua", "signal oumuamua"))
    for name in ("P2", "P3"):
        assert changes(before, g, name) == {"exofossils": 1}
    assert seat(g, "P1")["exofossils"] == 1


def test_OUM_13_the_order_of_settling_is_chosen():
    """OUM-13: with the star of the same effect completed too, the exofossil is there for its trace, or not yet."""
    stars = {"61-virginis": {"slot": "P1 P1 P1 P1 P1 ."}, "oumuamua": {"slot": "P1 P1 ."}}
    g = alien("oumuamua", P1=dict(hand=["base-039"]), stars=stars)
    do(g, "play base-039", "signal 61-virginis", "signal oumuamua")
    go_on(g)
    assert offers(g, "settle") == {"61-virginis", "oumuamua"}
    first = branch(g, "settle oumuamua", "settle 61-virginis")
    assert "left signal 5" in offers(first, "trace")
    before = snap(first)
    do(first, "trace left signal 5")
    assert changes(before, first) == {"exofossils": -1, "vp": 6} and board(first, "signal")[4] == ["P1"]
    do(g, "settle 61-virginis")
    assert "left signal 5" not in offers(g, "trace") and "left signal 4" in offers(g, "trace")
    do(g, "trace left signal 4")  # this space gives one itself
    settle_down(g)
    assert seat(g, "P1")["exofossils"] == 1 + 1 and wins(g, "61-virginis") == ["P1"] and on_tile(g) == ". . ."


# ---------------------------------------------------------------- exofossils


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "space, cost, gain",
    [
        (1, 4, {"vp": 25}),
        (2, 0, {"vp": 3, "hand": 1, "exofossils": 1}),
        (3, 0, {"vp": 3, "hand": 1}),
        (4, 0, {"vp": 2, "exofossils": 1}),
        (5, 1, {"vp": 6}),
    ],
)
def test_OUM_14_spaces_of_the_board(kind, space, cost, gain):
    """OUM-14: 4 exofossils for the bottom space, 1 for the open top space; who has one less cannot choose it."""

    def at(exofossils):
        g = alien("oumuamua", P1=dict(hand=["base-075"], exofossils=exofossils), cards=["oumuamua-01"], up="oumuamua-02")
        return do(g, "play base-075")

    g = at(cost)
    before = snap(g)
    assert f"left {kind} {space}" in offers(g, "trace")
    do(g, f"trace left {kind} {space}", *(["take oumuamua-02"] if "hand" in gain else []))
    settle_down(g)
    expected = {**gain, "vp": gain["vp"] + 1}  # base-075: 1 point for the only trace of that kind
    if cost:
        expected["exofossils"] = -cost
    assert changes(before, g) == expected
    assert board(g, kind)[space - 1] == (["P1"] if space == 5 else "P1")
    if cost:
        illegal(at(cost - 1), f"trace left {kind} {space}")


def test_OUM_14_full_spaces_and_the_open_one():
    """OUM-14, SPG-07: the bottom space takes one marker; the open one takes any number, each for 1 exofossil."""
    g = alien(
        "oumuamua",
        P1=dict(hand=["base-075"], exofossils=5),
        slot=dict(board={"signal": ["P2", None, None, None, ["P1", "P2", "P1"]]}),
    )
    do(g, "play base-075")
    illegal(g, "trace left signal 1")
    before = snap(g)
    do(g, "trace left signal 5")
    settle_down(g)
    assert board(g, "signal") == ["P2", None, None, None, ["P1", "P1", "P2", "P1"]]
    assert changes(before, g) == {"exofossils": -1, "vp": 6 + 3}  # base-075: three traces of the kind


def test_OUM_14_no_exchange_and_no_points_at_the_end():
    """OUM-14: exofossils cannot be exchanged and are worth nothing at the end."""
    rich, poor = (alien("oumuamua", P1=dict(exofossils=n, hand=["base-001"])) for n in (20, 0))
    assert legal(rich) == legal(poor)
    g = finale(P1=dict(exofossils=20), species={"left": found("oumuamua"), "right": hidden("mascamites")})
    assert last_pass(g) == {"P1": 0, "P2": 0}


def test_OUM_15_any_number_may_be_held():
    """OUM-15: forty and one more."""
    g = alien("oumuamua", P1=dict(hand=["oumuamua-06"], exofossils=40))
    settle_down(do(g, "play oumuamua-06"))
    assert seat(g, "P1")["exofossils"] == 41


# ---------------------------------------------------------------- with other things


def test_oumuamua_a_capsule_on_the_tile():
    """OUM-01, MAS-08: a capsule is carried by the tile and names its sector; it does not orbit or land there."""
    at = dict(other=found("mascamites"), P1=dict(capsules={"sample-vp": [3, 5]}, hand=["base-134"]))
    g = alien("oumuamua", **at)
    assert not offers(g, "land") and not offers(g, "orbit")
    do(g, "play base-134")
    assert offers(g, "signal") == VIRGINIS
    g = alien("oumuamua", discs={"turns": [0, 0, 0], "next": "disc-3"}, **at)
    before = snap(g)
    do(g, "pass")
    assert seat(g, "P1")["capsules"] == {"sample-vp": [3, 4]} and "publicity" not in changes(before, g)


def test_oumuamua_research_rotates_before_anything_is_counted():
    """OUM-01, SPG-23: base-065 marks its signals before its rotation moves the tile; the markers go along."""
    g = alien("oumuamua", discs={"turns": [0, 0, 0], "next": "disc-3"}, P1=dict(hand=["base-065"]))
    do(g, "play base-065", "discard base-130")
    assert offers(g, "signal") == BOTH_YELLOW
    do(g, "signal oumuamua")
    assert turns(g)[0] == [0, 0, 0] and on_tile(g) == "P1 . ." and "base-130" not in row(g)
    do(g, "discard base-110", "signal barnards-star")
    go_on(g)
    assert turns(g)[0] == [1, 1, 1] and tile_space(g) == [3, 4] and on_tile(g) == "P1 . ."
