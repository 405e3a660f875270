"""Each event as what a space of a triggered mission and what a this-turn effect wait for, and what does not count."""

import pytest
from rulings.bench import choices, do, go_on, legal, offers, seat, snap
from rulings.more_bench import mission_spaces, tops

from .vocabulary import CARD, covers, gained, of_trigger, played

SPACES = {"mercury": [1, 1], "venus": [1, 3], "earth": [1, 5], "mars": [2, 2], "jupiter": [3, 3], "saturn": [3, 7],
          "uranus": [4, 0], "neptune": [4, 3], "asteroids": [3, 1], "comet": [4, 5]}  # fmt: skip
RICH = dict(credits=20, energy=20, publicity=10)


def beside(ring, sector):
    """A space next to it from which no asteroids must be left."""
    return [ring, (sector + 1) % 8] if [ring, (sector + 1) % 8] not in ([2, 7], [2, 4]) else [ring, (sector - 1) % 8]


def step_to(goal):
    start = beside(*goal)
    return {"P1": dict(probes=[start], **RICH)}, [f"move {start[0]}.{start[1]}-{goal[0]}.{goal[1]}"]


PROBE = {"P1": dict(RICH, probes=[[1, 3]])}  # at Venus
ORBIT = ["orbit venus"]
LAND = ["land venus", "trace left lander overflow"]
SCAN = ["scan", "step earth", "step row", "discard base-110", "signal barnards-star", "done"]
TECHS = {"P1": RICH, "techs": tops("vp")}


def research(kind):
    return ["research", f"tech {kind}-2", *(["column 1"] if kind == "computer" else [])]


def hand(*cards):
    return {"P1": dict(RICH, hand=list(cards))}


MOVE, PUBLICITY, DATA = "base-014", "base-007", "base-006"  # cards by their corners
#: (event, position, lines that bring it about, lines that do not)
CASES = [
    *(({"event": "visit", "body": body}, *step_to(goal), ["scan"]) for body, goal in SPACES.items()),
    ({"event": "visit", "body": "planet"}, *step_to(SPACES["mars"]), ["scan"]),
    ({"event": "visit", "body": "any-planet"}, *step_to(SPACES["earth"]), ["scan"]),
    ({"event": "launch"}, {"P1": RICH}, ["launch"], ["scan"]),
    ({"event": "orbit"}, PROBE, ORBIT, LAND), ({"event": "land"}, PROBE, LAND, ORBIT),
    ({"event": "orbit-or-land"}, PROBE, ORBIT, ["pass"]), ({"event": "orbit-or-land"}, PROBE, LAND, ["scan"]),
    ({"event": "scan"}, {"P1": RICH}, SCAN, ["launch"]),
    ({"event": "research", "tech": "probe"}, TECHS, research("probe"), research("telescope")),
    ({"event": "research", "tech": "telescope"}, TECHS, research("telescope"), research("computer")),
    ({"event": "research", "tech": "computer"}, TECHS, research("computer"), research("probe")),
    ({"event": "research", "tech": "any"}, TECHS, research("computer"), ["launch"]),
    ({"event": "trace", "kind": "lander"}, PROBE, LAND, ORBIT), ({"event": "trace", "kind": "any"}, PROBE, LAND, ORBIT),
    ({"event": "signal", "color": "yellow"}, {"P1": RICH}, ["scan", "step earth"], ["launch"]),
    ({"event": "corner", "corner": "publicity"}, hand(PUBLICITY, MOVE), [f"corner {PUBLICITY}"], [f"corner {MOVE}"]),
    ({"event": "corner", "corner": "data"}, hand(PUBLICITY, DATA), [f"corner {DATA}"], [f"corner {PUBLICITY}"]),
    ({"event": "corner", "corner": "move"}, hand(PUBLICITY, MOVE), [f"corner {MOVE}"], [f"corner {PUBLICITY}"]),
]  # fmt: skip
IDS = ["-".join(map(str, event.values())) + f"-{i}" for i, (event, *_) in enumerate(CASES)]


@pytest.mark.parametrize("event, position, lines, others", CASES, ids=IDS)
def test_a_mission_is_triggered_by_it(event, position, lines, others):
    position = {key: dict(value) for key, value in position.items()}
    g = go_on(do(of_trigger(event, {"event": "complete-sector"}, **position), *lines))
    assert offers(g, "cover") == {f"{CARD}/1"} and "skip" in legal(g)
    before = snap(g)
    do(g, f"cover {CARD}/1")
    assert mission_spaces(g, CARD) == [True, False]
    assert seat(g, "P1")["vp"] == seat(before, "P1")["vp"] + 9


@pytest.mark.parametrize("event, position, lines, others", CASES, ids=IDS)
def test_a_mission_is_not_triggered_by_anything_else(event, position, lines, others):
    position = {key: dict(value) for key, value in position.items()}
    g = go_on(do(of_trigger(event, {"event": "complete-sector"}, **position), *others))
    assert not offers(g, "cover")


@pytest.mark.parametrize("body", sorted(SPACES))
def test_a_visit_names_its_body(body):
    position, lines = step_to(SPACES[body])
    others = [other for other in SPACES if other != body][:2]
    g = of_trigger(*({"event": "visit", "body": name} for name in (body, *others)), **position)
    do(g, *lines)
    assert offers(g, "cover") == {f"{CARD}/1"}


@pytest.mark.parametrize("cost", [0, 1, 2, 3, 14])
def test_a_play_is_known_by_its_cost(cost):
    """The cost is that of the played card: here base-026, which costs nothing to 14 credits."""
    rules = {"cards": {"base-026": {"cost": cost}}}
    events = [{"event": "play", "cost": n} for n in (cost, (cost + 1) % 15)]
    g = of_trigger(*events, rules=rules, **hand("base-026"))
    before = snap(g)
    go_on(do(g, "play base-026"))
    assert offers(g, "cover") == {f"{CARD}/1"} and gained(before, g).get("credits", 0) == -cost


def test_all_spaces_of_bodies_that_are_named():
    g = of_trigger({"event": "visit", "body": "planet"}, {"event": "visit", "body": "any-planet"}, **step_to([1, 5])[0])
    do(g, *step_to([1, 5])[1])
    assert offers(g, "cover") == {f"{CARD}/2"}  # Earth is a planet, but no other one


for case in CASES:
    covers("event", case[0]["event"], *(case[0].keys() - {"event"}))(test_a_mission_is_triggered_by_it)
covers("event", "play", "cost")(test_a_play_is_known_by_its_cost)


@covers("event", "move", "same_ring")
def test_a_step_within_the_ring():
    watch = {"do": "this-turn", "on": {"event": "move", "same_ring": True}, "then": [{"do": "gain", "vp": 1}]}
    before, g = played(watch, {"do": "move", "n": 2}, lines=["step 3.5-3.4", "step 3.4-4.4"], P1=dict(probes=[[3, 5]]))
    assert gained(before, g) == {"vp": 1}


@covers("event", "complete-sector")
def test_a_sector_completed_by_ones_own_signal():
    watch = {"do": "this-turn", "on": {"event": "complete-sector"}, "then": [{"do": "gain", "credits": 3}]}
    slots = {"vega": {"slot": "P2 P2 P2 ."}, "procyon": {"slot": "P2 P2 P2 . ."}}
    before, g = played(watch, {"do": "signal", "n": 1, "star": "vega"}, settle=False, stars=slots)
    while "settle vega" in legal(g) or "go" in legal(g):
        do(g, "settle vega" if "settle vega" in legal(g) else "go")
    do(g, "trace left signal overflow")
    assert gained(before, g)["credits"] == 3  # who completes it, whoever wins it
    before, g = played(watch, {"do": "signal", "n": 1, "star": "procyon"}, stars=slots)
    assert "credits" not in gained(before, g)


@covers("event", "visit", "own_turn")
@pytest.mark.parametrize("own_turn, covered", [(False, True), (True, False)])
def test_a_visit_in_the_own_turn_only(own_turn, covered):
    """P2's rotation pushes P1's probe onto asteroids."""
    event = {"event": "visit", "body": "asteroids", **({"own_turn": True} if own_turn else {})}
    g = of_trigger(event, P1=dict(probes=[[1, 0]]), turn="P2")
    do(g, "pass")
    assert seat(g, "P1")["probes"] == [[1, 7]] and (offers(g, "cover") == {f"{CARD}/1"}) == covered


def test_events_of_others_do_not_count():
    g = of_trigger({"event": "launch"}, turn="P2")
    do(g, "launch")
    assert choices(g) == {"end"} and mission_spaces(g, CARD) == [False]
