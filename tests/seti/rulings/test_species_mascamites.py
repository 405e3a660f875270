"""MAS-01 to MAS-06: samples at Jupiter and Saturn, picking them up. The rest is in
test_species_mascamites_capsules.py and test_species_mascamites_cards.py.
"""

import pytest

from .bench import (
    KINDS,
    changes,
    choices,
    do,
    go_on,
    hand,
    illegal,
    landers,
    legal,
    offers,
    orbiters,
    probes,
    seat,
    settle_down,
    signals,
    snap,
    where,
)
from .more_bench import in_play
from .species_bench import LAID, alien_cards, alien_deck, board, capsules, discover, eve, face_up, lying, mascamites, tokens

SAMPLES = [*LAID["jupiter"], *LAID["saturn"], *LAID["board"]]
THREE_FREE = [False, False, False]
JUPITER, SATURN = [3, 3], [3, 7]
LANDING = ["mascamite-01", "mascamite-02", "mascamite-03", "mascamite-04", "mascamite-06", "mascamite-07"]
COST = dict(zip(LANDING, (1, 2, 1, 1, 2, 1)))
VP = "sample-vp"


def capsule_at(space, sample=VP, **mine):
    """P1's keys with a capsule in that space."""
    return dict(capsules={sample: space}, **mine)


def landing(g, card, line=None):
    """Plays a card up to what comes after its landing: the movement of mascamite-01 is given up, and `line` is said
    where there is more than one possibility."""
    go_on(do(g, f"play {card}"))
    if card == "mascamite-01" and "skip" in legal(g):
        go_on(do(g, "skip"))
    if line and offers(g, "land"):
        go_on(do(g, line))
    return g


# ---------------------------------------------------------------- setup


def test_MAS_01_three_three_and_one_on_the_board():
    """MAS-01: three samples at each planet, the seventh on the lowest blue space for one; each anywhere in time."""
    at = {"jupiter": set(), "saturn": set(), "board": set()}
    for number in range(40):
        g = discover(eve("mascamites", game=number))
        lies = {"jupiter": lying(g, "jupiter"), "saturn": lying(g, "saturn"), "board": tokens(g)}
        assert [len(part) for part in lies.values()] == [3, 3, 1]
        assert sorted(sum(lies.values(), [])) == sorted(SAMPLES)
        assert g.to_json()["species"]["left"]["tokens"] == {"analysis": [None, None, lies["board"][0], *[None] * 6]}
        for place, part in lies.items():
            at[place] |= set(part)
    assert all(part == set(SAMPLES) for part in at.values())


def test_MAS_01_the_seventh_can_be_marked_from_then_on():
    """MAS-01: P2 marks it in the turn after the discovery and gains its reward; the empty spaces above stay closed."""
    g = discover(eve("mascamites", P2=dict(computer={"top": 6})))
    do(g, "analyze")
    assert {line for line in choices(g) if "left" in line} == {
        "trace left analysis 1",
        "trace left analysis 2",
        "trace left analysis 3",
        "trace left analysis overflow",
    }
    do(g, "trace left analysis 3")
    assert board(g, "analysis") == [None, None, "P2", *[None] * 6]
    for line in ("trace left analysis 4", "trace left analysis 9"):
        illegal(g, line)


@pytest.mark.parametrize("planet, space", [("jupiter", [3, 2]), ("saturn", [3, 6])])
def test_MAS_01_they_travel_with_their_planets(planet, space):
    """MAS-01: after a turn of disc 3 the samples are picked up where the planet is then, not where it was."""
    at = dict(turn="P2", discs={"turns": [0, 0, 0], "next": "disc-3"}, end_of_round=[[], [], [], []])
    g = mascamites(P1=dict(hand=["mascamite-07"], probes=[where(mascamites(), planet)]), **at)
    do(g, "pass")
    assert probes(g) == [space] == [where(g, planet)] and lying(g, planet) == LAID[planet]
    do(g, "play mascamite-07", "trace left lander 3", f"sample {LAID[planet][1]}")
    assert capsules(g) == {LAID[planet][1]: space}


def test_MAS_02_cards():
    """MAS-02: a card for each marker, the deck's top card turned up beside it."""
    g = eve("mascamites", holders="P2 P2")
    before = snap(g)
    discover(g)
    assert changes(before, g)["hand"] == 1 and changes(before, g, "P2") == {"hand": 2}
    assert sorted([*hand(g), *hand(g, "P2"), face_up(g), *alien_deck(g)]) == alien_cards("mascamites")
    assert len(alien_deck(g)) == 6 and g.to_move == "P2" and "pass" in legal(g)


BOARD = (
    [(kind, 1, {"vp": 5, "hand": 1}) for kind in KINDS]
    + [(kind, 2, {"vp": 3, "hand": 1}) for kind in KINDS]
    + [("signal", 3, {"vp": 5}), ("signal", 4, {"vp": 4}), ("lander", 3, {"vp": 5}), ("lander", 4, {"vp": 4})]
)


@pytest.mark.parametrize("kind, place, gain", BOARD)
def test_MAS_01_the_spaces_of_the_board(kind, place, gain):
    """SPG-03: 5 points and a card, 3 points and a card, 5 points, 4 points, each once; base-075 adds 1 point."""
    g = mascamites(P1=dict(hand=["base-075"]), cards=["mascamite-05"], up="mascamite-09")
    before = snap(g)
    do(g, "play base-075", f"trace left {kind} {place}", *(["take deck"] if "hand" in gain else []))
    settle_down(g)
    expected = {"credits": -2, "hand": gain.get("hand", 0) - 1, "vp": gain["vp"] + 1}
    assert changes(before, g) == {key: n for key, n in expected.items() if n} and "end" in legal(g)
    assert [board(g, k).count("P1") for k in KINDS].count(1) == 1 and board(g, kind)[place - 1] == "P1"
    do(g, "end", "launch", "end")
    other = mascamites(P1=dict(hand=["base-075"]), slot=dict(board={kind: [None] * (place - 1) + ["P2"]}))
    do(other, "play base-075")
    illegal(other, f"trace left {kind} {place}")


# ---------------------------------------------------------------- picking up


PICKS = [
    (card, planet, line, points, data)
    for card in LANDING
    for planet, line, points, data in (("jupiter", "land jupiter", 7, 2), ("saturn", "land saturn", 8, 2))
]


@pytest.mark.parametrize("card, planet, line, points, data", PICKS)
def test_MAS_03_after_the_landing_one_of_those_there(card, planet, line, points, data):
    """MAS-03: landing reward and trace (3 points) first, then one of three samples; the others stay, face down."""
    g = mascamites(P1=dict(hand=[card], probes=[where(mascamites(), planet)], energy=0))
    before = snap(g)
    landing(g, card, line)
    assert offers(g, "sample") == set() and offers(g, "trace")  # the reward is not finished yet
    do(g, "trace left lander overflow")
    go_on(g)
    assert choices(g) == {f"sample {sample}" for sample in LAID[planet]}
    assert changes(before, g) == {"credits": -COST[card], "hand": -1, "probes": -1, "vp": points + 3, "data": data}
    illegal(g, "skip", f"sample {VP}")
    before_pick = snap(g)
    do(g, f"sample {LAID[planet][2]}")
    settle_down(g)
    assert changes(before_pick, g) == {"missions": 1} and in_play(g) == [card] and "end" in legal(g)
    assert capsules(g) == {LAID[planet][2]: where(g, planet)} and lying(g, planet) == LAID[planet][:2]
    other = "saturn" if planet == "jupiter" else "jupiter"
    assert lying(g, other) == LAID[other] and tokens(g) == LAID["board"]


@pytest.mark.parametrize(
    "body, planet, lines, gain",
    [
        ("io", "jupiter", [], {"vp": 10, "energy": 4}),
        ("ganymede", "jupiter", [], {"vp": 12, "publicity": 5}),
        ("callisto", "jupiter", [], {"vp": 13, "data": 4}),
        ("europa", "jupiter", ["trace left lander 3", "trace left lander 4"], {"vp": 7 + 5 + 4}),
        ("titan", "saturn", ["trace left signal 4", "trace left analysis 3"], {"vp": 7 + 4 + 7}),
        ("enceladus", "saturn", ["signal proxima-centauri", "signal sirius-a", "signal kepler-22"], {"vp": 12, "data": 3}),
    ],
)
@pytest.mark.parametrize("card", ["mascamite-02", "mascamite-06"])
def test_MAS_03_a_moon_stands_for_its_planet(card, body, planet, lines, gain):
    """MAS-03: a landing on a moon of Jupiter or Saturn, all its reward, then a sample of the planet."""
    g = mascamites(P1=dict(hand=[card], probes=[where(mascamites(), planet)]))
    before = snap(g)
    do(g, f"play {card}", f"land {body}", *lines)
    go_on(g)
    assert choices(g) == {f"sample {sample}" for sample in LAID[planet]}
    do(g, f"sample {LAID[planet][0]}")
    assert changes(before, g) == {"credits": -2, "hand": -1, "probes": -1, "missions": 1, **gain}
    assert capsules(g) == {LAID[planet][0]: where(g, planet)} and g.to_json()["moons"][body] == ["P1"]


@pytest.mark.parametrize(
    "planet, star_id, gain", [("jupiter", "kepler-22", {"data": 2}), ("saturn", "procyon", {"publicity": 2, "data": 1})]
)
def test_MAS_03_after_orbiting_too(planet, star_id, gain):
    """MAS-03, mascamite-03: the orbit's 3 points for the first, its signal and its income come before the sample."""
    g = mascamites(P1=dict(hand=["mascamite-03", "base-064"], probes=[where(mascamites(), planet)], energy=0))
    before = snap(g)
    do(g, "play mascamite-03", f"orbit {planet}", "tuck base-064")
    go_on(g)
    assert choices(g) == {f"sample {sample}" for sample in LAID[planet]}
    do(g, f"sample {LAID[planet][1]}")
    assert changes(before, g) == {"hand": -2, "probes": -1, "vp": 3, "tucked": 1, "missions": 1, **gain}  # 1 credit
    assert orbiters(g, planet) == 1 and signals(g) == {star_id: 1}
    assert capsules(g) == {LAID[planet][1]: where(g, planet)}


def test_MAS_03_only_by_a_card_that_says_so():
    """MAS-03: the main action, base-013's landing and an orbit at Jupiter bring no sample."""
    for line, mine in (("land jupiter", {}), ("play base-013", dict(hand=["base-013"])), ("orbit jupiter", {})):
        g = mascamites(P1=dict(probes=[JUPITER], **mine))
        settle_down(do(g, line))
        if offers(g, "trace"):
            settle_down(do(g, "trace left lander 4"))
        assert "end" in legal(g) and capsules(g) == {} and lying(g, "jupiter") == LAID["jupiter"]


def test_MAS_03_a_last_sample_is_taken_unasked():
    """MAS-03: with one sample at Jupiter there is nothing to choose, and it must be taken."""
    g = mascamites(
        jupiter=["sample-energy"],
        saturn=LAID["saturn"],
        board=[VP, "sample-credits", "sample-publicity"],
        P1=dict(hand=["mascamite-04"], probes=[JUPITER]),
    )
    settle_down(do(g, "play mascamite-04", "trace left lander 4"))
    assert "end" in legal(g) and capsules(g) == {"sample-energy": JUPITER} and lying(g, "jupiter") == []


@pytest.mark.parametrize("card", LANDING)
@pytest.mark.parametrize(
    "planet, line, points", [("mars", "land mars/1", 6), ("venus", "land venus", 5), ("neptune", "land neptune", 10)]
)
def test_MAS_04_elsewhere_nothing(card, planet, line, points):
    """MAS-04: landings on other planets bring no sample; the mission comes into play all the same."""
    g = mascamites(P1=dict(hand=[card], probes=[where(mascamites(), planet)]))
    settle_down(do(landing(g, card, line), "trace left lander 4"))
    assert "end" in legal(g) and landers(g, planet) == 1 and in_play(g) == [card]
    assert seat(g, "P1")["vp"] == points + 4 and capsules(g) == {}
    assert lying(g, "jupiter") + lying(g, "saturn") == LAID["jupiter"] + LAID["saturn"]


@pytest.mark.parametrize("card", LANDING)
def test_MAS_04_no_sample_left(card):
    """MAS-04: at Saturn without a sample nothing is picked up, Jupiter's three notwithstanding."""
    g = mascamites(saturn=[], board=[*LAID["board"], *LAID["saturn"]], P1=dict(hand=[card], probes=[SATURN]))
    settle_down(do(landing(g, card, "land saturn"), "trace left lander 4"))
    assert "end" in legal(g) and landers(g, "saturn") == 1 and in_play(g) == [card] and capsules(g) == {}


@pytest.mark.parametrize("mine", [dict(probes=[[3, 4]]), dict(), capsule_at(JUPITER)])
@pytest.mark.parametrize("card", LANDING)
def test_MAS_04_no_landing_no_sample(card, mine):
    """MAS-04: beside Jupiter, without a probe, or with a capsule alone at Jupiter: no landing, no sample."""
    g = mascamites(P1=dict(hand=[card], **mine))
    before = snap(g)
    settle_down(landing(g, card))
    assert changes(before, g) == {"credits": -COST[card], "hand": -1, "missions": 1} and "end" in legal(g)
    assert capsules(g) == capsules(before) and lying(g, "saturn") == LAID["saturn"]


def test_MAS_04_a_landing_of_before_does_not_count():
    """MAS-04: a lander and an orbiter that P1 has at Jupiter already pick up nothing."""
    g = mascamites(
        P1=dict(hand=["mascamite-07"]),
        planets={"jupiter": {"landers": {"P1": 1}, "data": [["P1"]], "first_orbit": "P1", "orbiters": {"P1": 1}}},
    )
    settle_down(do(g, "play mascamite-07"))
    assert "end" in legal(g) and capsules(g) == {} and in_play(g) == ["mascamite-07"]


def test_MAS_05_a_capsule_starts_on_the_planet_without_a_visit():
    """MAS-05: no publicity, and neither base-128 nor base-004 sees a visit of Jupiter; several are possible."""
    g = mascamites(
        P1=dict(
            hand=["mascamite-07"],
            probes=[JUPITER],
            capsules={"sample-data": [2, 5]},
            missions={"base-128": THREE_FREE, "base-004": [False, False]},
        )
    )
    go_on(do(g, "play mascamite-07", "trace left lander 4"))
    before = snap(g)
    do(g, "sample sample-credits")
    assert changes(before, g) == {"missions": 1} and "end" in legal(g) and offers(g, "cover") == set()
    assert capsules(g) == {"sample-credits": JUPITER, "sample-data": [2, 5]} and probes(g) == []


def test_MAS_05_its_owners():
    """MAS-05: P2 neither moves nor delivers P1's capsule."""
    g = mascamites(turn="P2", P1=capsule_at([1, 5]), P2=capsule_at([1, 4], "sample-data", missions={"mascamite-01": []}))
    assert offers(g, "move") == {f"1.4-{end} sample-data" for end in ("1.3", "1.5", "2.4")}
    illegal(g, "mission mascamite-01", f"move 1.5-1.4 {VP}")


@pytest.mark.parametrize(
    "card, any_moon",
    [
        ("mascamite-01", False),
        ("mascamite-02", True),
        ("mascamite-03", False),
        ("mascamite-04", False),
        ("mascamite-06", True),
        ("mascamite-07", False),
    ],
)
@pytest.mark.parametrize("techs", [[], ["probe-4"]])
def test_MAS_06_moons(card, any_moon, techs):
    """MAS-06: mascamite-02 and mascamite-06 allow a moon without probe-4, the others only with it."""
    g = mascamites(P1=dict(hand=[card], probes=[SATURN], techs=techs), moons={"enceladus": ["P2"]})
    landing(g, card)
    moons = any_moon or techs
    assert ("land titan" in legal(g)) == bool(moons) and "land enceladus" not in legal(g)
    if moons:
        assert "land saturn" in legal(g)
    elif card == "mascamite-03":
        assert choices(g) == {"land saturn", "orbit saturn"}
    else:
        assert landers(g, "saturn") == 1 and offers(g, "trace")  # the one possibility, unasked
