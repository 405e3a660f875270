"""EXE-01 to EXE-08: the deal, secret plays, milestones, what the cards are not; the board."""

import pytest

from .bench import KINDS, SEATS, branch, changes, choices, do, go_on, hand, illegal, legal, offers, seat, settle_down, snap
from .more_bench import finale, last_pass
from .species_bench import alien, alien_cards, alien_deck, board, discover, eve, face_up, found, gone, hidden, played, secrets

MINE = ["exertian-03", "exertian-08", "exertian-14"]
TURN = ["launch", "end"]


def dealt(g, players):
    """All cards dealt to the seats, each in one place only."""
    cards = [card for name in SEATS[:players] for card in secrets(g, name) + played(g, name)]
    assert len(set(cards)) == len(cards)
    return cards


# ---------------------------------------------------------------- discovery


@pytest.mark.parametrize(
    "players, holders, counts, rest",
    [
        (4, "P1 P2", [5, 4, 3, 3], 0),
        (4, "neutral neutral", [4, 3, 3, 3], 2),
        (2, "P1 P1", [6, 3], 6),
        (3, "P3 neutral", [4, 3, 4], 4),
    ],
)
def test_EXE_01_three_for_everybody(players, holders, counts, rest):
    """EXE-01, EXE-02: three cards each, one more for each own discovery marker; the rest of the 15 leaves the game."""
    g = discover(eve("exertians", players=players, holders=holders))
    assert [len(secrets(g, name)) for name in SEATS[:players]] == counts
    assert sorted(dealt(g, players) + gone(g)) == alien_cards("exertians") and len(gone(g)) == rest
    assert alien_deck(g) == [] and face_up(g) is None
    assert all(hand(g, name) == [] for name in SEATS[:players])


def test_EXE_02_one_play_for_each_own_marker():
    """EXE-02, EXE-03: P1 with two markers may play two cards, P2 with one one, without credits; P3 none."""
    g = eve("exertians", players=3, P1=dict(credits=0), P2=dict(credits=0))
    discover(g)
    mine = secrets(g)
    assert g.to_move == "P1" and legal(g) == {*(f"secret {card}" for card in mine), "skip"}
    before = snap(g)
    do(g, f"secret {mine[1]}")
    assert g.to_move == "P1" and legal(g) == {*(f"secret {card}" for card in mine[2:]), "skip"}  # ascending
    do(g, f"secret {mine[3]}")
    assert played(g) == [mine[1], mine[3]] and secrets(g) == [mine[0], mine[2], mine[4]]
    assert g.to_move == "P2" and legal(g) == {*(f"secret {card}" for card in secrets(g, "P2")), "skip"}
    theirs = secrets(g, "P2")
    do(g, f"secret {theirs[2]}")
    assert played(g, "P2") == [theirs[2]] and len(secrets(g, "P2")) == 3 and g.to_move == "P2" and "pass" in legal(g)
    assert len(secrets(g, "P3")) == 3 and played(g, "P3") == []
    assert all(changes(before, g, name) == {} for name in SEATS[:3])


@pytest.mark.parametrize("holders, plays", [("P1 P1", 3), ("P1 neutral", 2), ("neutral P2", 1)])
def test_EXE_02_neither_overflow_nor_neutral_markers_count(holders, plays):
    """EXE-02, SPG-13: the number of plays is that of P1's markers on discovery spaces."""
    g = eve("exertians", holders=holders, slot=dict(overflow={"signal": {"P1": 2, "P2": 1}}))
    discover(g)
    assert len(secrets(g)) == 3 + plays
    for _ in range(plays):
        assert g.to_move == "P1"
        do(g, f"secret {min(offers(g, 'secret'))}")
    assert g.to_move == "P2" and len(played(g)) == plays and len(secrets(g)) == 3


def test_EXE_03_never_forced():
    """EXE-03: one of two plays may be left; nobody is asked again."""
    g = discover(eve("exertians"))
    do(g, f"secret {secrets(g)[1]}", "skip")
    assert len(played(g)) == 1 and len(secrets(g)) == 4 and g.to_move == "P2"
    do(g, "skip")
    assert played(g, "P2") == [] and len(secrets(g, "P2")) == 4 and "pass" in legal(g)


@pytest.mark.parametrize("side, points", [("left", 5), ("right", 3)])
@pytest.mark.parametrize("others, best", [(0, None), (44, 44), (95, 95)])
def test_EXE_04_milestones_ahead_of_the_highest_score(side, points, others, best):
    """EXE-04: 20 and 40 points ahead of whoever leads, P2 without a trace or P1; they go on past 100."""
    at = dict(milestones=[20, 25, 30, 50, 70])
    g = eve("exertians", side, holders="neutral neutral", P1=dict(vp=12, **at), P2=dict(vp=others, **at))
    discover(g, side)
    best = best or 12 + points
    assert g.to_json()["species"][side]["milestones"] == [best + 20, best + 40]


def test_EXE_04_after_this_turn_s_milestones():
    """EXE-04: the 8 points of a message tile resolved at the end of the same turn are in the highest score."""
    g = eve("exertians", holders="P2 P2", other=found("centaurians"), P1=dict(vp=10, message_tile=15))
    do(g, "analyze", "trace left analysis", "end")
    assert offers(g, "message") and g.to_json()["species"]["left"]["discovered"] is False
    do(g, "message message-vp")
    assert g.to_json()["species"]["left"]["milestones"] == [10 + 5 + 8 + 20, 10 + 5 + 8 + 40]


# ---------------------------------------------------------------- cards


def test_EXE_05_not_in_the_hand():
    """EXE-05: no corner, trade, signal, tucking or play; no hand limit; they do not make a hand (base-089)."""
    at = dict(secrets=MINE, probes=[[1, 3]], techs=["telescope-3"], missions={"base-089": []})
    g, without = alien("exertians", P1=at), alien("exertians", P1={**at, "secrets": []})
    assert legal(g) == legal(without) and "mission base-089" in legal(g)
    scanned, bare = branch(g, "scan"), branch(without, "scan")
    assert legal(scanned) == legal(bare) and "step telescope-3" not in legal(scanned)
    settle_down(do(g, "orbit venus"))  # income, but no card to tuck
    assert "end" in legal(g) and seat(g, "P1")["tucked"] == [] and secrets(g) == MINE


@pytest.mark.parametrize("cards, discards", [(4, 0), (5, 1)])
def test_EXE_05_no_hand_limit(cards, discards):
    """EXE-05: passing with four hand cards and three Exertian cards discards nothing; a fifth hand card goes."""
    ids = [f"base-{n:03d}" for n in range(1, cards + 1)]
    g = alien("exertians", P1=dict(hand=ids, secrets=MINE))
    do(g, "pass")
    assert offers(g, "discard") == (set(ids) if discards else set())
    if discards:
        do(g, "discard base-001")
    do(g, min(legal(g)))
    assert len(hand(g)) == 4 + 1 and secrets(g) == MINE


@pytest.mark.parametrize("score, due", [(19, 0), (20, 1), (39, 1), (40, 2), (90, 2)])
def test_EXE_06_two_milestones(score, due):
    """EXE-06: one card for the first, free, one for the second for 1 credit; at 19 and 39 points not yet."""
    g = alien(
        "exertians", slot=dict(milestones=[20, 40]), P1=dict(vp=score, secrets=MINE, credits=3, milestones=[20, 25, 30, 50, 70])
    )
    do(g, *TURN)
    assert seat(g, "P1")["credits"] == 1
    for k in range(due):
        assert g.to_move == "P1" and legal(g) == {*(f"secret {card}" for card in MINE[k:]), "skip"}
        do(g, f"secret {MINE[k]}")
        assert seat(g, "P1")["credits"] == 1 - k
    assert g.to_move == "P2" and played(g) == MINE[:due] and secrets(g) == MINE[due:]
    assert seat(g, "P1").get("secret_milestones", []) == ["exertian-milestone-1", "exertian-milestone-2"][:due]


@pytest.mark.parametrize("card", alien_cards("exertians"))
def test_EXE_06_every_card_face_down(card):
    """EXE-06, EXE-07: each card is played at a milestone without any cost; its points come at the end only."""
    g = alien("exertians", slot=dict(milestones=[20, 40]), P1=dict(vp=20, secrets=[card], credits=2, milestones=[20]))
    before = snap(g)
    do(g, *TURN)
    assert legal(g) == {f"secret {card}", "skip"}
    do(g, f"secret {card}")
    assert played(g) == [card] and secrets(g) == [] and changes(before, g) == {"credits": -2, "probes": 1}


def test_EXE_06_each_serves_each_player_once():
    """EXE-06: after both were resolved, played or not, nothing more is asked; another player has them still."""
    g = alien(
        "exertians",
        slot=dict(milestones=[20, 40]),
        P1=dict(vp=45, secrets=MINE, milestones=[20, 25, 30]),
        P2=dict(vp=21, secrets=["exertian-01", "exertian-02"], milestones=[20]),
    )
    do(g, *TURN, "secret exertian-14", "skip")
    assert g.to_move == "P2" and legal(g) == {"secret exertian-01", "secret exertian-02", "skip"}  # P1's turn still
    assert seat(g, "P2")["credits"] == 5 and g.to_json()["turn"] == "P1"
    do(g, "secret exertian-02")
    assert g.to_json()["turn"] == "P2" and seat(g, "P2")["credits"] == 5 and played(g, "P2") == ["exertian-02"]
    do(g, "launch", "end")
    assert g.to_move == "P1" and "pass" in legal(g) and played(g) == ["exertian-14"]
    do(g, "pass")
    do(g, min(legal(g)))
    assert g.to_move == "P2" and "pass" in legal(g) and secrets(g) == ["exertian-03", "exertian-08"]


def test_EXE_06_who_cannot_pay_misses_it():
    """EXE-06: with no credit at the second milestone nothing is asked, and later credits do not bring it back."""
    at = dict(vp=40, secrets=MINE, secret_milestones=["exertian-milestone-1"], milestones=[20, 25, 30])
    g = alien("exertians", slot=dict(milestones=[20, 40]), passed=["P2"], P1=dict(at, credits=2))
    do(g, *TURN)
    assert g.to_move == "P1" and "pass" in legal(g) and played(g) == []
    assert seat(g, "P1")["secret_milestones"] == ["exertian-milestone-1", "exertian-milestone-2"]
    do(g, "exchange energy>credits", "pass")
    do(g, min(legal(g)))
    assert played(g) == [] and g.to_json()["round"] == 3
    able = alien("exertians", slot=dict(milestones=[20, 40]), passed=["P2"], P1=dict(at, credits=3))
    do(able, *TURN)
    assert legal(able) == {*(f"secret {card}" for card in MINE), "skip"}


def test_EXE_06_nothing_to_play():
    """EXE-06: who holds no card is not asked and pays nothing."""
    g = alien("exertians", slot=dict(milestones=[20, 40]), P1=dict(vp=40, milestones=[20, 25, 30]))
    before = snap(g)
    do(g, *TURN)
    assert g.to_move == "P2" and changes(before, g) == {"credits": -2, "probes": 1}


def test_EXE_06_also_without_traces_here():
    """EXE-06, EXE-04: P2, whose markers lie for the other species only, reaches the first one by a win in P1's turn."""
    g = alien(
        "exertians",
        "right",
        slot=dict(milestones=[17, 37]),
        P1=dict(hand=["base-044"]),
        P2=dict(vp=12, secrets=["exertian-09"]),
        stars={"vega": {"slot": "P2 P2 P2 .", "wins": ["P1"]}},
    )
    settle_down(do(g, "play base-044"))
    do(g, "end")
    assert g.to_move == "P2" and legal(g) == {"secret exertian-09", "skip"} and g.to_json()["turn"] == "P1"
    do(g, "secret exertian-09")
    assert played(g, "P2") == ["exertian-09"] and "pass" in legal(g)


def test_EXE_07_never_played_means_nothing():
    """EXE-07: held cards score nothing and carry no danger, fulfilled or not; another's marker of 1 loses the tenth."""
    g = finale(
        P1=dict(
            vp=100,
            milestones=[20, 25, 30, 50, 70],
            secrets=["exertian-01", "exertian-13"],
            techs=["probe-1", "probe-2", "probe-3"],
        ),
        P2=dict(vp=100, milestones=[20, 25, 30, 50, 70]),
        species={"left": found("exertians", board={"signal": [None, None, None, None, "P2"]}), "right": hidden("mascamites")},
    )
    assert last_pass(g) == {"P1": 100, "P2": 90}


@pytest.mark.parametrize("side, points", [("a", 2 * 4), ("b", 1 * 8)])
def test_EXE_08_neither_missions_nor_end_of_game_cards(side, points):
    """EXE-08: played ones count for neither mission tile; two completed missions do."""

    def totals(**mine):
        g = finale(
            P1=dict(secrets_played=["exertian-12", "exertian-14"], **mine),
            P2=dict(secrets_played=["exertian-10"]),
            gold={"mission": {"side": side, "markers": ["P1"]}},
            species={"left": found("exertians"), "right": hidden("mascamites")},
        )
        return last_pass(g)["P1"]

    assert totals() == 0 and totals(completed=["base-001", "base-002"]) == points


def test_EXE_08_not_completed_missions_for_exertian_15():
    """EXE-08: exertian-15 wants five completed missions; four and any number of played cards do not do."""
    others = ["exertian-04", "exertian-05", "exertian-06"]
    done = [f"base-{n:03d}" for n in range(1, 6)]
    for completed, points in ((done, 12), (done[:4], 0)):
        g = finale(
            P1=dict(secrets_played=["exertian-15", *others], completed=completed),
            P2=dict(secrets_played=["exertian-13", "exertian-11"]),
            species={"left": found("exertians"), "right": hidden("mascamites")},
        )
        assert last_pass(g) == {"P1": points, "P2": 0}


# ---------------------------------------------------------------- the board

SIGNAL = [
    {"vp": 9, "credits": 1},
    {"vp": 7, "credits": 1},
    {"vp": 5, "credits": 1},
    {"vp": 4, "credits": 1},
    {"vp": 3, "publicity": 1},
]
LANDER = [
    {"vp": 6, "energy": 1, "hand": 1},
    {"vp": 4, "energy": 1, "hand": 1},
    {"vp": 2, "energy": 1, "hand": 1},
    {"vp": 1, "energy": 1, "hand": 1},
    {"vp": 3, "publicity": 1},
]
ANALYSIS = [
    {"vp": 6, "data": 1, "publicity": 1},
    {"vp": 4, "data": 1, "publicity": 1},
    {"vp": 2, "data": 1, "publicity": 1},
    {"vp": 1, "data": 1, "publicity": 1},
    {"vp": 3, "publicity": 1},
]


@pytest.mark.parametrize(
    "kind, place, gain", [(kind, k + 1, column[k]) for kind, column in zip(KINDS, (SIGNAL, LANDER, ANALYSIS)) for k in range(5)]
)
def test_EXE_02_spaces_of_the_board(kind, place, gain):
    """EXE-02: 15 spaces for one marker each, in any order, none of which gives a species card: row or deck."""
    g = alien("exertians", P1=dict(hand=["base-075"]), top=["base-001"])
    do(g, "play base-075")
    assert {f"left {kind} {k}" for k in range(1, 6)} <= offers(g, "trace")
    before = snap(g)
    do(g, f"trace left {kind} {place}")
    if "hand" in gain:
        go_on(g)
        assert choices(g) == {"take deck", "take base-105", "take base-110", "take base-130"}
        do(g, "take deck")
    settle_down(g)
    assert changes(before, g) == {**gain, "vp": gain["vp"] + 1} and board(g, kind)[place - 1] == "P1"
    taken = alien(
        "exertians", P1=dict(hand=["base-075"]), slot=dict(board={kind: ["P2" if k == place - 1 else None for k in range(5)]})
    )
    illegal(do(taken, "play base-075"), f"trace left {kind} {place}")
