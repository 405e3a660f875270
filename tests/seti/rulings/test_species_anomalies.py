"""ANO-01 to ANO-08: where the anomalies lie, what triggers them, who gains. The rest is in
test_species_anomalies_cards.py.
"""

import pytest

from .bench import (
    KINDS,
    branch,
    changes,
    choices,
    do,
    go_on,
    hand,
    legal,
    main_actions,
    offers,
    probes,
    row,
    seat,
    settle_down,
    signals,
    snap,
    turns,
    where,
)
from .more_bench import ALL_MILESTONES, deck, gold_markers, tops
from .species_bench import AT, alien, anomalies, board, discover, eve, hidden

THREE_FREE = [False, False, False]
TOKENS = ("anomaly-signal", "anomaly-lander", "anomaly-analysis")
#: Earth in sector 6, so that the next rotation brings it to sector 5.
BEFORE = {"turns": [7, 0, 0], "next": "disc-1"}
#: What each side gives where a card comes from the deck.
REWARD = {
    "anomaly-signal/1": {"credits": 1},
    "anomaly-signal/2": {"vp": 4},
    "anomaly-lander/1": {"publicity": 2},
    "anomaly-lander/2": {"hand": 1},
    "anomaly-analysis/1": {"data": 1},
    "anomaly-analysis/2": {"energy": 1},
}
#: Two other anomalies, away from sector 5.
BESIDE = {
    "anomaly-signal": {"1": "anomaly-lander/1", "3": "anomaly-analysis/1"},
    "anomaly-lander": {"1": "anomaly-signal/1", "3": "anomaly-analysis/1"},
    "anomaly-analysis": {"1": "anomaly-signal/1", "3": "anomaly-lander/1"},
}


def lies(g, side="left"):
    """{sector: "anomaly-signal/1", …}."""
    return dict(g.to_json()["species"][side]["anomalies"])


def kind_of(token):
    return token.split("-")[1].split("/")[0]


def coming(token, slot=None, **position):
    """The bench before the rotation that brings Earth to sector 5, where the token lies with that side up."""
    return anomalies({"5": token, **BESIDE[token.split("/")[0]]}, slot=slot, **{"discs": BEFORE, **position})


def leading(kind, name="P1"):
    return dict(board={kind: [name]})


def after_pass(g):
    """P1, first to pass, rotates; a card that anybody may choose comes from the deck, P1's of the stack is taken."""
    do(g, "pass")
    while offers(g, "take"):
        do(g, "take deck" if "take deck" in legal(g) else min(legal(g)))
    return g


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize("turned", range(8))
def test_ANO_01_three_sectors_around_earth(turned):
    """ANO-01: in Earth's sector, three counter-clockwise (lower numbers) and three clockwise of it."""
    g = discover(eve("anomalies", discs={"turns": [turned, (3 * turned) % 8, (5 * turned) % 8], "next": "disc-1"}))
    earth = where(g, "earth")[1]
    assert set(lies(g)) == {str(earth), str((earth - 3) % 8), str((earth + 3) % 8)}
    assert sorted(text.partition("/")[0] for text in lies(g).values()) == sorted(TOKENS)


def test_ANO_01_which_one_where_and_which_side_at_random():
    """ANO-01: in 60 games every token lies in every one of the three places with either side up."""
    seen = set()
    for number in range(60):
        seen |= set(lies(discover(eve("anomalies", game=number))).items())
    assert seen == {(sector, f"{token}/{side}") for sector in ("5", "2", "0") for token in TOKENS for side in (1, 2)}


def test_ANO_01_they_never_move():
    """ANO-01: rotations of all three discs leave them where they are."""
    for disc in ("disc-1", "disc-2", "disc-3"):
        g = anomalies(discs={"turns": [3, 2, 1], "next": disc})
        after_pass(g)
        assert turns(g)[0] != [3, 2, 1] and lies(g) == AT


def test_ANO_01_a_planet_there_stays():
    """ANO-01: with an anomaly in sector 0 and 3 Uranus and Neptune are still visited, orbited and landed on."""
    at = {"0": "anomaly-signal/1", "3": "anomaly-lander/1", "6": "anomaly-analysis/1"}
    g = anomalies(at, P1=dict(probes=[[3, 0]]))
    before = snap(g)
    do(g, "move 3.0-4.0")
    assert changes(before, g) == {"energy": -1, "publicity": 1} and {"orbit uranus", "land uranus"} <= legal(g)
    assert "orbit neptune" in legal(anomalies(at, P1=dict(probes=[[4, 3]])))


@pytest.mark.parametrize("sector, shown", [(2, "nothing"), (5, "comet"), (0, "planet")])
def test_ANO_02_no_objects_for_probes(sector, shown):
    """ANO-02: a step there costs 1 energy and gives what the space shows (nothing, a comet, Uranus); base-128 sees a
    planet only where one is, and the probe goes on from there as from any space.
    """
    g = anomalies(P1=dict(probes=[[3, sector]], missions={"base-128": THREE_FREE}))
    before = snap(g)
    do(g, f"move 3.{sector}-4.{sector}")
    assert changes(before, g) == {"energy": -1, **({} if shown == "nothing" else {"publicity": 1})}
    assert (offers(g, "cover") != set()) == (shown == "planet")
    do(g, *(["skip"] if shown == "planet" else []), f"move 4.{sector}-4.{(sector + 1) % 8}")
    assert probes(g) == [[4, (sector + 1) % 8]]


BOARD = [(1, {"vp": 4, "hand": 1}), (2, {"vp": 2, "hand": 1}), (3, {"vp": 2, "publicity": 1}), (4, {"vp": 3}), (5, {"vp": 2})]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place, gain", BOARD)
def test_ANO_01_the_spaces_of_the_board(kind, place, gain):
    """SPG-03: 4 points and a card, 2 points and a card, 2 points and 1 publicity, 3 points, 2 points without end."""
    g = alien("anomalies", P1=dict(hand=["anomaly-09"]), cards=["anomaly-01"], up="anomaly-02")
    before = snap(g)
    do(g, "play anomaly-09", f"trace left {kind} {place}", *(["take anomaly-02"] if "hand" in gain else []))
    settle_down(g)
    expected = {"credits": -1, **gain, "hand": gain.get("hand", 0) - 1}
    assert changes(before, g) == {key: n for key, n in expected.items() if n}
    assert hand(g) == (["anomaly-02"] if "hand" in gain else [])
    column = [None, None, None, None, []]
    column[place - 1] = "P1" if place < 5 else ["P1"]
    assert board(g, kind) == column


# ---------------------------------------------------------------- triggers


@pytest.mark.parametrize("token", REWARD)
def test_ANO_03_every_kind_of_rotation(token):
    """ANO-03: research, a card, the first pass: the reward of the side that is up, before the effect goes on."""
    kind, gain = kind_of(token), REWARD[token]
    mine = dict(hand=["anomaly-08", "base-001"], publicity=8)
    slot = leading(kind)
    for line, cost in (("research", {"publicity": -6}), ("play anomaly-08", {"credits": -2, "hand": -1}), ("pass", {})):
        g = coming(token, slot, P1=mine, techs=tops("vp"), end_of_round=[[], [], [], []])
        before = snap(g)
        do(g, line)
        if token == "anomaly-lander/2":
            go_on(g)
            assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"} and not offers(g, "tech")
            do(g, "take deck")
        go_on(g)
        assert where(g, "earth") == [1, 5] and g.to_json()["species"]["left"]["anomalies"]["5"] == token
        assert changes(before, g) == {key: n for key in {*cost, *gain} if (n := cost.get(key, 0) + gain.get(key, 0))}
        if line != "pass":
            assert offers(g, "tech") and all(choice.startswith("tech") for choice in choices(g))


@pytest.mark.parametrize("turned", [{"turns": [6, 0, 0], "next": "disc-1"}, {"turns": [0, 0, 0], "next": "disc-1"}])
def test_ANO_03_only_in_earths_sector(turned):
    """ANO-03: a rotation that brings Earth to sector 6 or 4, beside the anomaly in sector 5, triggers nothing."""
    g = anomalies(
        {"5": "anomaly-signal/2", "1": "anomaly-lander/1", "2": "anomaly-analysis/1"},
        discs=turned,
        slot=dict(board={kind: ["P1"] for kind in KINDS}),
        end_of_round=[[], [], [], []],
    )
    before = snap(g)
    do(g, "pass")
    assert where(g, "earth")[1] in (6, 4) and changes(before, g) == {} and changes(before, g, "P2") == {}


@pytest.mark.parametrize("disc, earth", [("disc-1", 5), ("disc-2", 5), ("disc-3", 5)])
def test_ANO_03_every_disc_carries_earth_one_sector(disc, earth):
    """ANO-03: whichever disc turns, Earth comes from sector 6 to 5 and triggers the anomaly there."""
    g = coming("anomaly-signal/2", leading("signal"), discs={"turns": [7, 3, 2], "next": disc}, end_of_round=[[], [], [], []])
    before = snap(g)
    do(g, "pass")
    assert where(g, "earth") == [1, earth] and changes(before, g) == {"vp": 4}


def test_ANO_03_not_by_the_second_pass_nor_while_hidden():
    """ANO-03: only the first pass of a round rotates; the Anomalies still hidden trigger nothing."""
    g = coming("anomaly-signal/2", leading("signal"), passed=["P2"], end_of_round=[[], [], [], []], round=4)
    before = snap(g)
    do(g, "pass")
    assert turns(g)[0] == [7, 0, 0] and seat(g, "P1")["vp"] == seat(before, "P1")["vp"]
    g = alien("mascamites", other=hidden("anomalies", "P1 P1"), discs=BEFORE, end_of_round=[[], [], [], []])
    before = snap(g)
    do(g, "pass")
    assert changes(before, g) == changes(before, g, "P2") == {}


#: Sixteen cards that rotate and give a tech, each for 3 credits; with all techs of the kind owned they still rotate.
ROTATING = [
    "base-010",
    "base-061",
    "base-062",
    "base-063",
    "base-064",
    "base-066",
    "base-068",
    "base-070",
    "base-087",
    "base-097",
    "base-103",
    "base-111",
    "base-112",
    "base-059",
    "base-109",
    "base-119",
]


def test_ANO_04_after_three_five_and_eight_rotations():
    """ANO-04: rotations 3, 5, 8 trigger one, then 11, 13, 16: the sector three counter-clockwise of the first place of
    Earth, the one three clockwise, then Earth's own.
    """
    g = anomalies(
        P1=dict(hand=ROTATING, credits=60, publicity=0, milestones=ALL_MILESTONES),
        passed=["P2"],
        techs=tops("vp"),
        slot=dict(board={kind: ["P1"] for kind in KINDS}),
    )
    triggered = []
    for number, card in enumerate(ROTATING, 1):
        before = snap(g)
        go_on(do(g, f"play {card}"))
        gained = changes(before, g)
        got = {"signal": gained["credits"] + 3, "lander": gained.get("publicity", 0), "analysis": gained.get("data", 0)}
        triggered += [(number, kind, n) for kind, n in got.items() if n]
        while offers(g, "tech") or offers(g, "column"):
            go_on(do(g, min(choices(g))))
        do(settle_down(g), "end")
    assert turns(g)[0] == [16 % 8, 10 % 8, 5]
    assert triggered == [
        (3, "lander", 2),
        (5, "analysis", 1),
        (8, "signal", 1),
        (11, "lander", 2),
        (13, "analysis", 1),
        (16, "signal", 1),
    ]


def test_ANO_04_the_setup_triggers_nothing():
    """ANO-04: nobody has a marker on the board yet, and even an own trace of the same turn leads nothing."""
    for number in range(6):
        g = eve("anomalies", holders="P1 P1", game=number)
        before = snap(g)
        discover(g)
        assert changes(before, g) == {"energy": -1, "top": -6, "vp": 5, "publicity": 1, "hand": 3}
        assert changes(before, g, "P2") == {} and g.to_move == "P2"


def test_ANO_05_the_pushed_probes_publicity_comes_first():
    """ANO-05: a push onto a comet has given its publicity, and P2's its own, when the anomaly's card is chosen."""
    g = anomalies(
        {"4": "anomaly-lander/2", "1": "anomaly-signal/1", "7": "anomaly-analysis/1"},
        slot=leading("lander"),
        P1=dict(probes=[[1, 0]], publicity=6),
        P2=dict(probes=[[1, 0]]),
        discs={"turns": [0, 0, 4], "next": "disc-3"},
    )
    before = snap(g)
    do(g, "research")
    go_on(g)
    assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"} and where(g, "earth") == [1, 4]
    assert changes(before, g) == {"publicity": -6 + 1} and changes(before, g, "P2") == {"publicity": 1}


def test_ANO_05_and_its_events():
    """ANO-05, GEO-49: base-129, which the push onto asteroids triggers, is decided before the 4 points come."""
    g = anomalies(
        {"4": "anomaly-signal/2", "1": "anomaly-lander/1", "7": "anomaly-analysis/1"},
        slot=leading("signal"),
        P1=dict(probes=[[2, 7]], publicity=6, missions={"base-129": THREE_FREE}),
        discs={"turns": [0, 0, 4], "next": "disc-3"},
    )
    do(g, "research")
    go_on(g)
    assert probes(g) == [[2, 6]] and legal(g) == {"cover base-129/1", "skip"} and seat(g, "P1")["vp"] == 0
    go_on(do(g, "cover base-129/1"))
    assert seat(g, "P1")["vp"] == 4 and seat(g, "P1")["data"] == 1 and offers(g, "tech")


# ---------------------------------------------------------------- who gains


LEADERS = [
    (dict(board={"signal": ["P1"]}), "P1"),
    (dict(board={"signal": ["P1", "P2"]}), "P2"),
    (dict(board={"signal": ["P2", None, None, "P1"]}), "P1"),
    (dict(board={"signal": ["P1", "P1", "P1", None, ["P2"]]}), "P2"),
    (dict(board={"signal": [None, None, None, "P2", ["P2", "P2", "P1"]]}), "P1"),
    (dict(board={"signal": [None, None, None, None, ["P1", "P1", "P2"]]}), "P2"),
    (dict(board={}), None),
    (dict(board={"lander": ["P1"], "analysis": ["P1", "P1"]}), None),
    (dict(board={"signal": ["P2"]}, overflow={"signal": {"P1": 5}}), "P2"),
    (dict(board={}, overflow={"signal": {"P1": 5}}), None),
]


@pytest.mark.parametrize("slot, leader", LEADERS)
def test_ANO_06_the_highest_marker_of_the_column(slot, leader):
    """ANO-06: of the anomaly's kind; in the open top space the latest; discovery and overflow markers do not count."""
    g = coming("anomaly-signal/2", slot, holders="P1 P1 P1", end_of_round=[[], [], [], []])
    before = snap(g)
    do(g, "pass")
    for name in ("P1", "P2"):
        assert changes(before, g, name) == ({"vp": 4} if name == leader else {})


def test_ANO_06_marking_above_takes_the_lead():
    """ANO-06: P2's marker is the latest in the open top space until P1 marks it, too; then P1 gains at the rotation."""
    for lines, gain in ((["end"], {"P2": 4}), (["trace left signal 5", "end"], {"P1": 2 + 4})):
        g = coming(
            "anomaly-signal/2",
            dict(board={"signal": [None] * 4 + [["P1", "P2"]]}),
            P1=dict(hand=["anomaly-09", "anomaly-08"]),
            passed=["P2"],
            techs=tops("vp"),
        )
        do(g, "play anomaly-09" if len(lines) > 1 else "launch", *lines)
        go_on(do(g, "play anomaly-08"))
        assert offers(g, "tech") and {name: seat(g, name)["vp"] for name in ("P1", "P2") if seat(g, name)["vp"]} == gain


@pytest.mark.parametrize("passed", [[], ["P2"]])
@pytest.mark.parametrize("token", REWARD)
def test_ANO_07_in_anothers_turn_or_after_passing(token, passed):
    """ANO-07: P2 gains while P1 researches, a card at once from row or deck, before P1 goes on."""
    g = coming(
        token,
        leading(kind_of(token), "P2"),
        P1=dict(publicity=6),
        passed=passed,
        techs=tops("vp"),
        top=["base-010", "base-011"],
    )
    before = snap(g)
    do(g, "research")
    if token == "anomaly-lander/2":
        go_on(g)
        assert g.to_move == "P2" and g.turn == "P1"
        assert legal(g) == {"take base-110", "take base-130", "take base-105", "take deck"}
        blind = do(branch(g), "take deck")
        assert hand(blind, "P2") == ["base-010"] and deck(blind)[0] == "base-011"
        do(g, "take base-130")
        assert hand(g, "P2") == ["base-130"] and row(g) == ["base-010", "base-105", "base-110"]
    go_on(g)
    assert changes(before, g, "P2") == REWARD[token] and changes(before, g) == {"publicity": -6}
    assert g.to_move == "P1" and "tech probe-1" in legal(g)


@pytest.mark.parametrize("vp, reached", [(21, True), (20, False)])
def test_ANO_07_points_count_at_the_end_of_that_turn(vp, reached):
    """ANO-07: P2's 4 points reach 25 in P1's turn; P2 marks a gold tile when that turn is over."""
    g = coming(
        "anomaly-signal/2", leading("signal", "P2"), P1=dict(publicity=6), P2=dict(vp=vp, milestones=[20]), techs=tops("energy")
    )
    settle_down(do(g, "research", "tech telescope-3"))
    assert seat(g, "P2")["vp"] == vp + 4 and g.to_move == "P1" and gold_markers(g, "tech") == []
    do(g, "end")
    assert (offers(g, "gold") != set()) == reached and g.to_move == "P2"
    if reached:
        do(g, "gold tech")
        assert gold_markers(g, "tech") == ["P2"] and g.to_move == "P2" and main_actions(g)


@pytest.mark.parametrize("publicity, expected", [(9, 10), (10, 10), (4, 6)])
def test_ANO_07_within_the_track(publicity, expected):
    """ANO-07, R1.3: 2 publicity end at 10."""
    g = coming("anomaly-lander/1", leading("lander"), P1=dict(publicity=publicity), end_of_round=[[], [], [], []])
    do(g, "pass")
    assert seat(g, "P1")["publicity"] == expected


NEXT = {0: "5", 1: "0", 2: "0", 3: "2", 4: "2", 5: "2", 6: "5", 7: "5"}


@pytest.mark.parametrize("earth", NEXT)
def test_ANO_08_the_nearest_one_counter_clockwise(earth):
    """ANO-08: with anomalies in 0, 2 and 5 the one that Earth will come to next; one in its own sector is not it."""
    stars = {"5": "61-virginis", "2": "barnards-star", "0": "vega"}
    gains = {"5": {"credits": 1}, "2": {"publicity": 2}, "0": {"data": 1}}
    discs = {"turns": [(5 - earth) % 8, 0, 0], "next": "disc-1"}
    g = anomalies(P1=dict(hand=["anomaly-07"]), discs=discs)
    assert where(g, "earth") == [1, earth]
    before = snap(g)
    settle_down(do(g, "play anomaly-07"))
    expected = {"credits": -1, "hand": -1, "missions": 1}
    for key, n in gains[NEXT[earth]].items():
        expected[key] = expected.get(key, 0) + n
    assert changes(before, g) == {key: n for key, n in expected.items() if n}
    g = anomalies(P1=dict(hand=["anomaly-04"]), discs=discs, row=["base-032", "base-033", "base-034"])
    do(g, "play anomaly-04", "step row", "discard base-033", "signal proxima-centauri", "step earth")
    counts = signals(g)
    do(g, "done")
    settle_down(g)
    star_id = stars[NEXT[earth]]
    assert signals(g) == {**counts, star_id: counts.get(star_id, 0) + 1}
