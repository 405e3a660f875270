"""MAS-15 and MAS-16: looking at samples; the ten cards of the Mascamites as printed and played."""

import pytest

from .bench import KINDS, branch, changes, choices, do, go_on, illegal, legal, offers, probes, seat, settle_down, snap, turns
from .more_bench import finale, in_play, last_pass, owned, tile
from .species_bench import (
    DELIVERY,
    LAID,
    SAMPLE,
    STARS,
    added,
    capsules,
    corner_gain,
    cost_in_credits,
    found,
    gone,
    hidden,
    income_gain,
    lying,
    mascamites,
    sector_stars,
    taking,
    tokens,
)

EARTH, MARS, JUPITER, SATURN = [1, 5], [2, 2], [3, 3], [3, 7]
VP = "sample-vp"
DONE = {"missions": -1, "completed": 1}


# ---------------------------------------------------------------- looking only


@pytest.mark.parametrize("sample", LAID["jupiter"])
@pytest.mark.parametrize("mine", [dict(probes=[JUPITER]), dict(capsules={VP: JUPITER})])
def test_MAS_15_looking_at_the_planet_of_a_probe(mine, sample):
    """MAS-15, mascamite-05: probe or capsule at Jupiter: one of the three samples' reward, all three stay."""
    g = mascamites(P1=dict(hand=["mascamite-05"], **mine))
    before = snap(g)
    do(g, "play mascamite-05")
    go_on(g)
    assert choices(g) == {f"sample {name}" for name in LAID["jupiter"]}
    settle_down(do(g, f"sample {sample}"))
    assert changes(before, g) == added({"credits": -1, "hand": -1, "endgame": 1}, SAMPLE[sample])
    assert lying(g, "jupiter") == LAID["jupiter"] and capsules(g) == capsules(before)


def test_MAS_15_two_planets_and_a_single_sample():
    """MAS-15: with figures at both the planet is chosen first; one sample there is gained unasked."""
    g = mascamites(
        jupiter=LAID["jupiter"],
        saturn=["sample-vp-card"],
        board=[VP, "sample-data", "sample-cards"],
        P1=dict(hand=["mascamite-05"], probes=[JUPITER, SATURN], techs=["probe-1"]),
    )
    do(g, "play mascamite-05")
    assert choices(g) == {"look jupiter", "look saturn"}
    assert choices(do(branch(g), "look jupiter")) == {f"sample {name}" for name in LAID["jupiter"]}
    before = snap(g)
    settle_down(taking(do(g, "look saturn")))
    assert changes(before, g) == {"vp": 3, "hand": 1, "endgame": 1} and lying(g, "saturn") == ["sample-vp-card"]


@pytest.mark.parametrize(
    "mine, position",
    [
        (dict(probes=[[3, 4], MARS]), {}),
        (dict(), {}),
        (dict(capsules={"sample-credits": SATURN}), dict(saturn=[], board=[VP, *LAID["saturn"]])),
        (dict(capsules={name: SATURN for name in LAID["saturn"]}), {}),
    ],
)
def test_MAS_15_nothing_to_look_at(mine, position):
    """MAS-15: beside the planets, without a figure, where no sample lies, or only samples inside capsules do."""
    g = mascamites(P1=dict(hand=["mascamite-05"], **mine), P2=dict(probes=[JUPITER]), **position)
    before = snap(g)
    settle_down(do(g, "play mascamite-05"))
    assert "end" in legal(g) and changes(before, g) == {"credits": -1, "hand": -1, "endgame": 1}


LOOKING = {"mascamite-08": "lander", "mascamite-09": "signal", "mascamite-10": "analysis"}


@pytest.mark.parametrize("planet", ["jupiter", "saturn"])
@pytest.mark.parametrize("card", LOOKING)
def test_MAS_16_at_jupiter_or_saturn_as_the_player_likes(card, planet):
    """MAS-16: two traces of the kind for this species; a look at either planet, wherever the probes are."""
    g = mascamites(P1=dict(missions={card: []}), slot=dict(board={LOOKING[card]: ["P1", "P1"]}))
    for sample in LAID[planet]:
        looked = branch(g)
        before = snap(looked)
        do(looked, f"mission {card}")
        assert legal(looked) == {"look jupiter", "look saturn"}
        do(looked, f"look {planet}")
        assert legal(looked) == {f"sample {name}" for name in LAID[planet]}
        taking(do(looked, f"sample {sample}"))
        assert changes(before, looked) == added(DONE, SAMPLE[sample]) and capsules(looked) == {}
        assert lying(looked, planet) == LAID[planet] and "pass" in legal(looked)


@pytest.mark.parametrize("card", LOOKING)
def test_MAS_16_traces_of_the_kind_for_this_species(card):
    """MAS-16: discovery, overflow and board count; one, another kind, the other species' or another's do not."""
    kind = LOOKING[card]
    other = KINDS[(KINDS.index(kind) + 1) % 3]
    own = " ".join("P1" if k == kind else "neutral" for k in KINDS)
    nobody = "neutral neutral neutral"
    for holders, slot, beside, met in (
        (own, dict(overflow={kind: {"P1": 1}}), {}, True),
        (nobody, dict(overflow={kind: {"P1": 2}}), {}, True),
        (own, dict(board={kind: [None, "P1"]}), {}, True),
        (own, {}, {}, False),
        (own, dict(board={other: ["P1", "P1"]}), {}, False),
        (own, dict(board={kind: ["P2"]}), dict(overflow={kind: {"P1": 3}}), False),
    ):
        g = mascamites(P1=dict(missions={card: []}), holders=holders, slot=slot, other={**hidden("anomalies"), **beside})
        assert (f"mission {card}" in legal(g)) == met


@pytest.mark.parametrize("card", LOOKING)
def test_MAS_16_one_planet_or_none(card):
    """MAS-16: with samples at one planet only it is looked at unasked; with none it is completed for nothing."""
    traces = dict(slot=dict(board={LOOKING[card]: ["P1", "P1"]}))
    g = mascamites(jupiter=[], board=[VP, *LAID["jupiter"]], P1=dict(missions={card: []}), **traces)
    do(g, f"mission {card}")
    assert legal(g) == {f"sample {name}" for name in LAID["saturn"]}
    g = mascamites(jupiter=[], saturn=[], board=[VP, *LAID["jupiter"], *LAID["saturn"]], P1=dict(missions={card: []}), **traces)
    before = snap(g)
    do(g, f"mission {card}")
    assert changes(before, g) == DONE and "pass" in legal(g)


# ---------------------------------------------------------------- the cards


PRINTED = {  # cost, corner, sector, income
    "mascamite-01": (1, {"publicity": 2}, "blue", "hand"),
    "mascamite-02": (2, {"publicity": 2}, "black", "energy"),
    "mascamite-03": (1, {"vp": 1, "data": 1}, "yellow", "energy"),
    "mascamite-04": (1, {"vp": 1, "data": 1}, "red", "credits"),
    "mascamite-05": (1, {"vp": 1, "move": 1}, "blue", "hand"),
    "mascamite-06": (2, {"vp": 1, "move": 1}, "red", "credits"),
    "mascamite-07": (1, {"publicity": 2}, "red", "energy"),
    "mascamite-08": (3, {"vp": 1, "move": 1}, "blue", "energy"),
    "mascamite-09": (3, {"vp": 1, "move": 1}, "yellow", "credits"),
    "mascamite-10": (3, {"vp": 1, "data": 1}, "yellow", "hand"),
}


@pytest.mark.parametrize("card", PRINTED)
def test_mascamite_cards_as_printed(card):
    """Cost in credits, both gains of the corner, the colour of the signal, the income at once and every round."""
    cost, corner, sector, income = PRINTED[card]
    assert (cost_in_credits("mascamites", card), corner_gain("mascamites", card)) == (cost, corner)
    assert sector_stars("mascamites", card) == STARS[sector]
    assert income_gain("mascamites", card) == ({income: 1}, {income: 1})


@pytest.mark.parametrize("move, picked", [("step 3.4-3.3", "jupiter"), ("step 3.4-3.5", None), ("skip", None)])
def test_mascamite_01_a_step_a_landing_a_sample(move, picked):
    """mascamite-01: 1 movement (1 publicity at Jupiter), a landing for nothing, a sample; then its mission."""
    g = mascamites(P1=dict(hand=["mascamite-01"], probes=[[3, 4]], energy=0))
    before = snap(g)
    do(g, "play mascamite-01", move)
    if picked:
        do(g, "trace left lander 4", "sample sample-publicity")
    settle_down(g)
    expected = {"credits": -1, "hand": -1, "missions": 1}
    if picked:
        expected |= {"publicity": 1, "probes": -1, "vp": 7 + 4, "data": 2}
    assert "end" in legal(g) and changes(before, g) == expected and in_play(g) == ["mascamite-01"]
    assert capsules(g) == ({"sample-publicity": JUPITER} if picked else {})


def test_mascamite_01_the_movement_may_bring_a_capsule_home():
    """mascamite-01, MAS-07: its movement may go to a capsule; the probe at Saturn then lands there."""
    g = mascamites(P1=dict(hand=["mascamite-01"], probes=[SATURN], capsules={VP: [2, 5]}))
    do(g, "play mascamite-01", f"step 2.5-1.5 {VP}", "trace left lander 4", "sample sample-data")
    settle_down(g)
    assert capsules(g) == {VP: EARTH, "sample-data": SATURN} and "mission mascamite-01" in legal(g)


@pytest.mark.parametrize("card", ["mascamite-02", "mascamite-04", "mascamite-06", "mascamite-07"])
def test_mascamite_02_04_06_07_land_and_bring_home(card):
    """A landing on Saturn, a sample, and the capsule's whole way to its goal over several turns."""
    goal, times, own = DELIVERY[card]
    g = mascamites(P1=dict(hand=[card], probes=[SATURN], energy=9), passed=["P2"])
    do(
        g,
        f"play {card}",
        *(["land saturn"] if card in ("mascamite-02", "mascamite-06") else []),
        "trace left lander 4",
        "sample sample-cards",
    )
    go_on(g)
    illegal(g, f"mission {card}")
    way = ["3.7-3.6", "3.6-3.5", "3.5-2.5", "2.5-1.5"]
    if goal == MARS:
        way = ["3.7-3.0", "3.0-2.0", "2.0-2.1", "2.1-2.2"]
    do(g, *(f"move {step} sample-cards" for step in way))
    before = snap(g)
    taking(do(g, f"mission {card}"))
    assert changes(before, g) == added(DONE, own, {"hand": 2 * times}) and tokens(g) == [VP, "sample-cards"]


def test_mascamite_03_orbit_or_landing():
    """mascamite-03: at Jupiter both, at no planet neither."""
    g = mascamites(P1=dict(hand=["mascamite-03"], probes=[JUPITER]))
    do(g, "play mascamite-03")
    assert choices(g) == {"orbit jupiter", "land jupiter"}


def test_mascamite_05_points_at_the_end():
    """mascamite-05: 1 point for each own trace for this species, on all its places, not for the other one."""
    slot = {
        **found("mascamites", "P1 P2 P1", board={"signal": ["P2", "P1", "P1"], "analysis": ["P1"]}),
        "overflow": {"lander": {"P1": 2, "P2": 1}},
    }
    other = {**hidden("anomalies", "P1"), "overflow": {"signal": {"P1": 3}}}
    g = finale(P1=dict(endgame=["mascamite-05"]), species={"left": slot, "right": other})
    assert last_pass(g) == {"P1": 2 + 3 + 2, "P2": 0} and g.scores()["P1"]["by_source"]["species-left"] == 7


@pytest.mark.parametrize(
    "card, kind, lines",
    [("mascamite-08", "probe", []), ("mascamite-09", "telescope", []), ("mascamite-10", "computer", ["column 5"])],
)
def test_mascamite_08_09_10_a_tech(card, kind, lines):
    """mascamite-08, 09, 10: 1 publicity, a rotation, a tech of the kind with its 2 points and bonus; then a mission."""
    g = mascamites(P1=dict(hand=[card]), techs=tile(f"{kind}-4", "energy"))
    before = snap(g)
    do(g, f"play {card}")
    go_on(g)
    assert seat(g, "P1")["publicity"] == 5 and offers(go_on(g), "tech") == {f"{kind}-{n}" for n in (1, 2, 3, 4)}
    assert turns(g) == ([1, 0, 0], "disc-2")
    settle_down(do(g, f"tech {kind}-4", *lines))
    found_gain = changes(before, g)
    found_gain.pop("techs", None)
    assert "end" in legal(g) and owned(g) == {f"{kind}-4"} and in_play(g) == [card] and gone(g) == []
    assert found_gain == {"credits": -3, "hand": -1, "publicity": 1, "vp": 2, "energy": 1, "missions": 1}
    assert probes(g) == []
