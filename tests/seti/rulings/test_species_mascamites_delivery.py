"""MAS-10 to MAS-14: bringing capsules home, the new spaces that it makes, the end."""

import pytest

from .bench import branch, changes, choices, do, go_on, hand, illegal, legal, offers, row, seat, settle_down, snap, where
from .more_bench import finale, in_play, last_pass
from .species_bench import DELIVERY, SAMPLE, added, board, capsules, found, lying, mascamites, taking, tokens

EARTH, MARS, JUPITER, SATURN = [1, 5], [2, 2], [3, 3], [3, 7]
VP = "sample-vp"
DONE = {"missions": -1, "completed": 1}


def deliverer(card, sample=VP, space=None, **mine):
    """P1's keys with that mission in play and a capsule where it is to be delivered."""
    return dict(missions={card: []}, capsules={sample: space or DELIVERY[card][0]}, **mine)


# ---------------------------------------------------------------- where and when


@pytest.mark.parametrize("card", DELIVERY)
def test_MAS_10_on_the_planet_of_the_mission(card):
    """MAS-10: on Earth, for mascamite-04 on Mars; in every other space, with a probe there, it is not offered."""
    goal = DELIVERY[card][0]
    for ring in (1, 2, 3, 4):
        for sector in range(8):
            g = mascamites(P1=deliverer(card, space=[ring, sector], probes=[goal]))
            assert (f"mission {card}" in legal(g)) == ([ring, sector] == goal)
    illegal(mascamites(P1=dict(missions={card: []}, probes=[goal])), f"mission {card}")
    illegal(mascamites(P1=dict(missions={card: []}), P2=dict(capsules={VP: goal})), f"mission {card}")


def test_MAS_10_however_it_came_there():
    """MAS-10: pushed, carried or in place by a rotation of P2's; no move onto Earth is needed."""
    g = mascamites(P1=deliverer("mascamite-01", space=EARTH), turn="P2", end_of_round=[[], [], [], []])
    do(g, "pass")
    assert capsules(g) == {VP: [1, 4]} == {VP: where(g, "earth")} and "mission mascamite-01" in legal(g)
    g = mascamites(P1=deliverer("mascamite-01", space=[1, 4]), turn="P2", end_of_round=[[], [], [], []])
    do(g, "pass")
    assert capsules(g) == {VP: [1, 3]} and "mission mascamite-01" not in legal(g)


def test_MAS_10_a_free_action_of_the_own_turn():
    """MAS-10: before and after the main action, never in P2's turn, and not while passing."""
    g = mascamites(P1=deliverer("mascamite-01"))
    assert {"launch", "mission mascamite-01"} <= legal(g)
    after = settle_down(do(branch(g), "launch"))
    assert {"end", "mission mascamite-01"} <= legal(after)
    illegal(do(after, "end"), "mission mascamite-01")
    illegal(do(branch(g), "pass"), "mission mascamite-01")
    do(g, "mission mascamite-01")
    assert {"launch", "pass"} <= legal(g)  # the main action is still to come


def test_MAS_10_between_two_steps():
    """MAS-10: it can be delivered the moment it stands on Earth, the rest of the movement is used afterwards."""
    g = mascamites(P1=deliverer("mascamite-07", space=[2, 5], hand=["base-020"], probes=[[3, 5]]))
    do(g, "play base-020", f"step 2.5-1.5 {VP}")
    before = snap(g)
    do(g, "mission mascamite-07")
    assert changes(before, g) == added(DONE, {"vp": 14}) and capsules(g) == {}
    assert choices(g) == {"skip", *(f"step 3.5-{goal}" for goal in ("2.5", "3.4", "3.6", "4.5"))}


def test_MAS_11_one_mission_a_capsule_of_the_owners_choice():
    """MAS-11: with four missions in play one capsule completes the one that P1 chooses; the others need another."""
    missions = {card: [] for card in ("mascamite-01", "mascamite-02", "mascamite-06", "mascamite-04")}
    g = mascamites(P1=dict(missions=missions, capsules={VP: EARTH}))
    assert offers(g, "mission") == {"mascamite-01", "mascamite-02", "mascamite-06"}
    before = snap(g)
    do(g, "mission mascamite-02")
    assert changes(before, g) == added(DONE, {"vp": 7 + 3, "data": 3})
    assert in_play(g) == ["mascamite-01", "mascamite-04", "mascamite-06"] and offers(g, "mission") == set()


def test_MAS_11_several_capsules():
    """MAS-11: of three capsules on Earth one is chosen; two go to two missions, one after the other."""
    g = mascamites(
        P1=dict(
            missions={"mascamite-01": [], "mascamite-06": []},
            capsules={VP: EARTH, "sample-energy": EARTH, "sample-data": EARTH, "sample-credits": [2, 5]},
        )
    )
    before = snap(g)
    do(g, "mission mascamite-06")
    assert legal(g) == {"sample sample-vp", "sample sample-energy", "sample sample-data"}
    do(g, "sample sample-energy", "mission mascamite-01", "sample sample-data")
    assert changes(before, g) == {"missions": -2, "completed": 2, "energy": 2, "vp": 6, "publicity": 2, "data": 2 + 2}
    assert capsules(g) == {VP: EARTH, "sample-credits": [2, 5]} and tokens(g) == ["sample-energy", "sample-data"]


def test_MAS_11_any_capsule_serves_any_mission():
    """MAS-11: mascamite-03, whose pick-up fails, is completed with a capsule that P1 had before."""
    g = mascamites(P1=dict(hand=["mascamite-03"], capsules={"sample-credits": EARTH}))
    before = snap(g)
    settle_down(do(g, "play mascamite-03"))
    assert in_play(g) == ["mascamite-03"] and capsules(g) == {"sample-credits": EARTH}
    do(g, "mission mascamite-03")
    assert changes(before, g) == {"credits": -1 + 2 + 1, "hand": -1, "vp": 3, "completed": 1}


# ---------------------------------------------------------------- what happens


@pytest.mark.parametrize("sample", SAMPLE)
@pytest.mark.parametrize("card", DELIVERY)
def test_MAS_12_a_delivery(card, sample):
    """MAS-12: the sample's reward, twice with mascamite-07, the mission's own, the token on the next space; done."""
    goal, times, own = DELIVERY[card]
    g = mascamites(P1=deliverer(card, sample))
    before = snap(g)
    do(g, f"mission {card}")
    assert capsules(g) == {}  # it leaves the board first
    taking(g)
    assert changes(before, g) == added(DONE, own, *[SAMPLE[sample]] * times)
    lies = None if sample == VP else VP  # the space of the setup is left alone
    assert g.to_json()["species"]["left"]["tokens"]["analysis"] == [None, None, lies, sample, *[None] * 5]
    assert seat(g, "P1")["completed"] == [card] and lying(g, "jupiter") == lying(before, "jupiter")
    assert "pass" in legal(g) and offers(g, "mission") == set()


def test_MAS_12_in_this_order():
    """MAS-12: sample-vp-card: 3 points, then its card, then the mission's 2 points and its card, then the token."""
    g = mascamites(P1=deliverer("mascamite-04", "sample-vp-card"), row=["base-001", "base-003", "base-035"])
    before = snap(g)
    do(g, "mission mascamite-04")
    assert legal(g) == {"take base-001", "take base-003", "take base-035", "take deck"}
    assert changes(before, g) == added(DONE, {"vp": 3}) and tokens(g) == [VP] and capsules(g) == {}
    do(g, "take base-003")
    assert offers(g, "take") >= {"base-001", "base-035", "deck"} and tokens(g) == [VP]
    assert changes(before, g) == added(DONE, {"vp": 3 + 2, "hand": 1})
    do(g, "take base-001")
    assert tokens(g) == [VP, "sample-vp-card"] and hand(g) == ["base-001", "base-003"] and len(row(g)) == 3


@pytest.mark.parametrize("card, cards", [("mascamite-01", 2), ("mascamite-07", 4)])
def test_MAS_12_two_cards_of_the_deck(card, cards):
    """MAS-12: sample-cards gives the deck's top two cards, twice two with mascamite-07, with no choice of the row."""
    order = ["base-010", "base-011", "base-012", "base-020", "base-021"]
    g = mascamites(P1=deliverer(card, "sample-cards"), top=order)
    do(g, f"mission {card}")
    assert "pass" in legal(g) and hand(g) == order[:cards] and len(row(g)) == 3


def test_MAS_12_twice_makes_one_space():
    """MAS-12: mascamite-07 with sample-vp-card: 6 points, two cards, and one token for one new space."""
    g = mascamites(P1=deliverer("mascamite-07", "sample-vp-card"))
    before = snap(g)
    taking(do(g, "mission mascamite-07"))
    assert changes(before, g) == added(DONE, {"vp": 6, "hand": 2})
    assert g.to_json()["species"]["left"]["tokens"]["analysis"] == [None, None, VP, "sample-vp-card", *[None] * 5]


def test_MAS_12_a_completed_mission():
    """MAS-12: it counts for what counts completed missions: 4 points of mission tile side a for the first marker."""
    g = finale(
        P1=dict(missions={"mascamite-01": []}, capsules={VP: EARTH}),
        species={"left": found("mascamites")},
        gold={"mission": {"side": "a", "markers": ["P1"]}},
    )
    assert last_pass(branch(g)) == {"P1": 0, "P2": 0}
    do(g, "mission mascamite-01")
    assert last_pass(g) == {"P1": 7 + 4, "P2": 0}


def test_MAS_12_all_six_spaces():
    """MAS-12, MAS-13: the six empty spaces fill in order, and a seventh does not exist."""
    order = ["sample-credits", "sample-energy", "sample-publicity", "sample-data", "sample-cards", "sample-vp-card"]
    g = mascamites(jupiter=[], saturn=[], board=[VP, *order[:5]], P1=deliverer("mascamite-01", order[5]))
    do(g, "mission mascamite-01")
    taking(g)
    assert tokens(g) == [VP, *order] and len(g.to_json()["species"]["left"]["tokens"]["analysis"]) == 9


@pytest.mark.parametrize("sample", SAMPLE)
def test_MAS_13_an_ordinary_blue_space(sample):
    """MAS-13: a token's reward for one marker of anyone; base-075 adds 1 point; the next space is closed."""
    others = [other for other in SAMPLE if other != sample]
    position = dict(jupiter=others[:3], saturn=others[3:5], board=[others[5], sample])
    g = mascamites(P1=dict(hand=["base-075"]), P2=dict(hand=["base-108"], publicity=8), **position)
    before = snap(g)
    do(g, "play base-075")
    assert {line for line in choices(g) if line.startswith("trace left analysis")} == {
        f"trace left analysis {place}" for place in (1, 2, 3, 4)
    } | {"trace left analysis overflow"}
    do(g, "trace left analysis 4")
    settle_down(taking(go_on(g)))
    assert changes(before, g) == added({"credits": -2, "hand": -1, "vp": 1}, SAMPLE[sample])
    assert board(g, "analysis")[3] == "P1" and tokens(g) == [others[5], sample]
    g = mascamites(P1=dict(computer={"top": 6}), slot=dict(board={"analysis": [None, None, None, "P2"]}), **position)
    do(g, "analyze")
    illegal(g, "trace left analysis 4", "trace left analysis 5")
    assert "trace left analysis 3" in legal(g)


def test_MAS_13_anyone_from_the_delivery_on():
    """MAS-13: P2 marks the space in the turn after P1's delivery; before, it was closed."""
    g = mascamites(P1=deliverer("mascamite-01", "sample-publicity"), P2=dict(computer={"top": 6}))
    without = do(branch(g), "launch", "end", "analyze")
    illegal(without, "trace left analysis 4")
    do(g, "mission mascamite-01", "launch", "end", "analyze")
    before = snap(g)
    do(g, "trace left analysis 4")
    go_on(g)
    assert changes(before, g, "P2") == {"publicity": 3} and board(g, "analysis")[3] == "P2"


def test_MAS_14_worth_nothing_at_the_end():
    """MAS-14: capsules, samples at planets and a mission not completed score nothing."""
    g = finale(
        P1=dict(vp=3, capsules={VP: EARTH, "sample-vp-card": JUPITER}, missions={"mascamite-06": []}),
        P2=dict(capsules={"sample-credits": MARS}),
        species={"left": found("mascamites")},
    )
    assert last_pass(g) == {"P1": 3, "P2": 0}
