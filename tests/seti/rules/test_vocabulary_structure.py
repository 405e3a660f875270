"""Effects made of effects, and those that speak of the card being played or last for its turn."""

import pytest
from rulings.bench import (
    choices,
    covered,
    discard,
    do,
    first_orbit,
    hand,
    landers,
    legal,
    moon,
    offers,
    orbiters,
    probes,
    row,
    settle_down,
    snap,
    where,
)

from seti_sim.seti.rules import opcodes as oc

from .vocabulary import CARD, covers, gained, holding, played

POINT = [{"do": "gain", "vp": 1}]


@covers("verb", "if", "cond", "then")
@pytest.mark.parametrize("publicity, vp", [(4, 0), (5, 2), (6, 2)])
def test_if(publicity, vp):
    effect = {"do": "if", "cond": {"publicity": 5}, "then": [{"do": "gain", "vp": 2}]}
    before, g = played(effect, P1=dict(publicity=publicity))
    assert gained(before, g) == ({"vp": vp} if vp else {})


@covers("verb", "per", "count", "then")
@pytest.mark.parametrize(
    "then, gain",
    [({"do": "gain", "energy": 2}, {"energy": 6}), ({"do": "draw", "n": 2, "from": "deck"}, {"hand": 6}), (None, None)],
)
def test_per(then, gain):
    three = dict(techs=["probe-1", "probe-2", "telescope-1"], probes=[[4, 1]])
    effect = {"do": "per", "count": {"techs": 1, "tech": "any"}, "then": [then or {"do": "move", "n": 2}]}
    if then:
        before, g = played(effect, P1=three)
        assert gained(before, g) == gain
    else:
        lines = [f"step 4.{k}-4.{k + 1}" for k in (1, 2, 3, 4, 5, 6)]
        before, g = played(effect, lines=lines, P1=three)
        assert probes(g) == [[4, 7]] and "end" in legal(g)  # six steps and no seventh


def test_per_draws_from_the_deck():
    effect = {"do": "per", "count": {"publicity": 4}, "then": [{"do": "draw", "n": 1, "from": "deck"}]}
    before, g = played(effect, top=["base-001", "base-002"])
    assert hand(g) == ["base-001"] and row(g) == row(before)


@covers("verb", "choose", "of")
def test_choose():
    effect = {"do": "choose", "of": [POINT, [{"do": "gain", "data": 2}, *POINT], []]}
    assert choices(do(holding(effect), f"play {CARD}")) == {"choose 1", "choose 2", "choose 3"}
    for line, gain in (("choose 1", {"vp": 1}), ("choose 2", {"data": 2, "vp": 1}), ("choose 3", {})):
        before, g = played(effect, lines=[line])
        assert gained(before, g) == gain


@covers("verb", "may", "then")
def test_may():
    effect = {"do": "may", "then": POINT}
    assert choices(do(holding(effect), f"play {CARD}")) == {"yes", "skip"}
    for line, gain in (("yes", {"vp": 1}), ("skip", {})):
        before, g = played(effect, lines=[line])
        assert gained(before, g) == gain


@covers("verb", "this-turn", "on", "then", "once", "distinct")
@pytest.mark.parametrize("flags, vp", [({}, 3), ({"once": True}, 1), ({"distinct": True}, 2)])
def test_this_turn(flags, vp):
    """Visits to Mercury, Venus and Mercury again: all, the first, or each planet once."""
    watch = {"do": "this-turn", "on": {"event": "visit", "body": "any-planet"}, "then": POINT, **flags}
    lines = ["step 1.0-1.1", "step 1.1-1.2", "step 1.2-1.3", "step 1.3-1.2", "step 1.2-1.1", "skip"]
    before, g = played(watch, {"do": "move", "n": 6}, lines=lines, P1=dict(probes=[[1, 0]]))
    assert gained(before, g) == {"vp": vp, "publicity": 3}


def test_this_turn_ends_with_the_turn():
    watch = {"do": "this-turn", "on": {"event": "launch"}, "then": POINT}
    _, g = played(watch)
    do(g, "end", "launch", "end")  # P2 launches, then P1 in the next turn
    before = snap(g)
    do(g, "launch")
    assert gained(before, g) == {"probes": 1, "credits": -2, "hand": 1}
    # Another player's deeds are never watched.
    _, g = played(watch)
    do(g, "end")
    before = snap(g)
    do(g, "launch")
    assert gained(before, g, "P1") == {"hand": 1}


@covers("verb", "choose-probe", "then")
def test_choose_probe():
    on = {"do": "if", "cond": {"probe_on": "asteroids"}, "then": [{"do": "gain", "data": 1}]}
    beside = {"do": "per", "count": {"adjacent": 1, "body": "asteroids"}, "then": [{"do": "gain", "vp": 1}]}
    effect = {"do": "choose-probe", "then": [on, beside]}
    two = dict(probes=[[2, 4], [4, 1]])
    assert choices(do(holding(effect, P1=two), f"play {CARD}")) == {"probe P1 2.4", "probe P1 4.1"}
    before, g = played(effect, lines=["probe P1 2.4"], P1=two)
    assert gained(before, g) == {"data": 1}  # none of its four neighbours
    before, g = played(effect, lines=["probe P1 4.1"], P1=two)
    assert gained(before, g) == {"vp": 1}  # 3.1


@covers("verb", "remove", "piece", "moons", "then")
@pytest.mark.parametrize("piece", oc.PIECES)
def test_remove(piece):
    there = {"planets": {"venus": {"orbiters": {"P1": 1}, "first_orbit": "P1", "landers": {"P1": 1}, "data": [["P1"]]}}}
    before, g = played({"do": "remove", "piece": piece, "then": POINT}, **there)
    assert gained(before, g) == {"vp": 1}
    assert (orbiters(g, "venus"), landers(g, "venus")) == ((0, 1) if piece == "orbiter" else (1, 0))
    assert (first_orbit(g, "venus"), covered(g, "venus")) == ((None, [["P1"]]) if piece == "orbiter" else ("P1", [[]]))


def test_remove_from_a_moon():
    effect = {"do": "remove", "piece": "lander", "then": POINT}
    before, g = played(effect, moons={"io": ["P1"]})
    assert gained(before, g) == {} and moon(g, "io") == ["P1"]
    before, g = played({**effect, "moons": True}, moons={"io": ["P1"]})
    assert gained(before, g) == {"vp": 1} and moon(g, "io") == []


@covers("verb", "row-corners", "n")
def test_row_corners():
    g = holding({"do": "row-corners", "n": 2}, row=["base-110", "base-130"], top=["base-001", "base-002"])
    before = snap(g)
    do(g, f"play {CARD}", "discard base-110")  # 1 data, then base-130: 1 publicity
    settle_down(g)
    assert gained(before, g) == {"data": 1, "publicity": 1} and {"base-110", "base-130"} <= set(discard(g))
    before, g = played({"do": "row-corners", "n": 1}, top=["base-001"])
    assert gained(before, g) == {"data": 1} and row(g) == ["base-001", "base-105", "base-130"]


@covers("verb", "drawn-corner")
def test_drawn_corner():
    draw = {"do": "draw", "n": 1, "from": "deck"}
    before, g = played(draw, {"do": "drawn-corner"}, top=["base-007", "base-001"])
    assert gained(before, g) == {"hand": 1, "publicity": 1} and hand(g) == ["base-007"]
    before, g = played({"do": "drawn-corner"}, top=["base-007"])
    assert gained(before, g) == {}  # nothing was drawn


@covers("verb", "visit-move-instead")
def test_visit_move_instead():
    g = holding({"do": "visit-move-instead"}, {"do": "move", "n": 1}, P1=dict(probes=[[1, 2]]))
    before = snap(g)
    do(g, f"play {CARD}", "step 1.2-1.3")
    assert choices(g) == {"publicity", "movement"}
    do(g, "movement", "step 1.3-1.4")
    assert gained(before, g) == {} and probes(g) == [[1, 4]]


@covers("verb", "ignore-asteroids")
def test_ignore_asteroids():
    assert where(holding(), "earth") == [1, 5]
    on_asteroids = dict(probes=[[2, 4]], energy=0, hand=[])
    steps = offers(do(holding({"do": "move", "n": 1}, P1=on_asteroids), f"play {CARD}"), "step")
    assert steps == set()
    g = holding({"do": "ignore-asteroids"}, {"do": "move", "n": 1}, P1=on_asteroids)
    do(g, f"play {CARD}", "step 2.4-2.5")
    assert probes(g) == [[2, 5]] and "end" in legal(g)


@covers("verb", "tuck-this")
def test_tuck_this():
    before, g = played({"do": "tuck-this"}, lines=[f"tuck {CARD}"])
    assert gained(before, g) == {"energy": 1, "tucked": 1} and CARD not in discard(g)
    before, g = played({"do": "tuck-this"}, lines=["skip"])
    assert gained(before, g) == {} and CARD in discard(g)


@covers("verb", "return-this")
def test_return_this():
    before, g = played({"do": "return-this"}, cost=1)
    assert hand(g) == [CARD] and gained(before, g) == {"hand": 1, "credits": -1} and CARD not in discard(g)
    assert "end" in legal(g)
