"""Gains, cards, income, movement and the figures' deeds, each as the effect of a card that a variant made up."""

import pytest
from rulings.bench import (
    choices,
    covered,
    discard,
    do,
    first_orbit,
    go_on,
    hand,
    landers,
    legal,
    moon,
    offers,
    orbiters,
    probes,
    row,
    seat,
    settle_down,
    snap,
    star,
    turns,
)
from rulings.more_bench import computer, deck, owned, tile, tops

from seti_sim.seti.rules import opcodes as oc

from .vocabulary import covers, gained, holding, played

TOP = ["base-001", "base-002", "base-003", "base-004"]


@covers("verb", "gain", *oc.RESOURCES)
@pytest.mark.parametrize("resource", oc.RESOURCES)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_gain(resource, n):
    before, g = played({"do": "gain", resource: n})
    assert gained(before, g) == {"exofossils" if resource == "exofossil" else resource: n}


@covers("verb", "draw", "n", "from")
@pytest.mark.parametrize("n", [1, 3])
def test_draw_from_the_deck(n):
    before, g = played({"do": "draw", "n": n, "from": "deck"}, top=TOP)
    assert hand(g) == TOP[:n] and deck(g)[0] == TOP[n] and row(g) == row(before)


def test_draw_from_row_or_deck():
    g = holding({"do": "draw", "n": 2, "from": "row-or-deck"}, top=TOP)
    do(g, "play base-137")
    assert choices(g) == {"take base-105", "take base-110", "take base-130", "take deck"}
    do(g, "take base-105")
    assert row(g) == ["base-001", "base-110", "base-130"]
    settle_down(do(g, "take deck"))
    assert hand(g) == ["base-002", "base-105"]


def test_draw_from_the_row():
    g = holding({"do": "draw", "n": 1, "from": "row"}, top=TOP)
    do(g, "play base-137")
    assert choices(g) == {"take base-105", "take base-110", "take base-130"}
    settle_down(do(g, "take base-130"))
    assert hand(g) == ["base-130"] and row(g) == ["base-001", "base-105", "base-110"]


@covers("verb", "income")
def test_income():
    g = holding({"do": "income"}, P1=dict(hand=["base-101", "base-102"]))
    before = snap(g)
    do(g, "play base-137")
    assert choices(g) == {"tuck base-101", "tuck base-102", "skip"}
    settle_down(do(g, "tuck base-101"))
    assert gained(before, g) == {"energy": 1, "hand": -1, "tucked": 1}


@covers("verb", "move", "n")
@pytest.mark.parametrize("n, goal", [(1, [4, 5]), (2, [4, 6])])
def test_move(n, goal):
    steps = ["step 3.5-4.5", "step 4.5-4.6"][:n]
    before, g = played({"do": "move", "n": n}, lines=steps, P1=dict(probes=[[3, 5]]))
    assert probes(g) == [goal] and "end" in legal(g)
    assert gained(before, g) == {"publicity": 1}  # the comet's; no energy


@covers("verb", "launch", "ignore_limit")
def test_launch():
    before, g = played({"do": "launch"})
    assert probes(g) == [[1, 5]] and gained(before, g) == {"probes": 1}
    before, g = played({"do": "launch"}, P1=dict(probes=[[4, 1]]))
    assert probes(g) == [[4, 1]]  # the limit holds
    before, g = played({"do": "launch", "ignore_limit": True}, P1=dict(probes=[[4, 1]]))
    assert probes(g) == [[1, 5], [4, 1]]


@covers("verb", "orbit")
def test_orbit():
    before, g = played({"do": "orbit"}, P1=dict(probes=[[1, 3]], energy=0, credits=0))
    assert orbiters(g, "venus") == 1 and first_orbit(g, "venus") == "P1"
    assert gained(before, g) == {"probes": -1, "vp": 3 + 6}


@covers("verb", "land", "moons", "occupied")
def test_land():
    at_jupiter = dict(probes=[[3, 3]], energy=0)
    before, g = played({"do": "land"}, lines=["trace left lander overflow"], P1=at_jupiter)
    assert landers(g, "jupiter") == 1 and gained(before, g) == {"probes": -1, "vp": 7 + 3, "data": 2}
    g = do(holding({"do": "land", "moons": True}, P1=at_jupiter), "play base-137")
    assert choices(g) == {"land jupiter", "land io", "land europa", "land ganymede", "land callisto"}
    do(g, "land io")
    assert moon(g, "io") == ["P1"]


def test_land_on_an_occupied_space():
    taken = {"planets": {"mars": {"landers": {"P2": 2}, "data": [["P2"], ["P2"]]}}}
    at_mars = dict(probes=[[2, 2]], energy=0)
    g = go_on(do(holding({"do": "land"}, P1=at_mars, **taken), "play base-137"))
    assert covered(g, "mars") == [["P2"], ["P2"]] and seat(g, "P1")["data"] == 0
    g = do(holding({"do": "land", "occupied": True}, P1=at_mars, **taken), "play base-137")
    assert offers(g, "land") >= {"mars/1", "mars/2"}
    go_on(do(g, "land mars/1"))
    assert covered(g, "mars")[0] == ["P1", "P2"] and seat(g, "P1")["data"] == 2


@covers("verb", "orbit-or-land", "moons", "occupied")
def test_orbit_or_land():
    at_saturn = dict(probes=[[3, 7]], energy=0, credits=0)
    g = do(holding({"do": "orbit-or-land"}, P1=at_saturn), "play base-137")
    assert choices(g) == {"orbit saturn", "land saturn"}
    g = do(holding({"do": "orbit-or-land", "moons": True}, P1=at_saturn, moons={"titan": ["P2"]}), "play base-137")
    assert choices(g) == {"orbit saturn", "land saturn", "land enceladus"}
    do(g, "orbit saturn")
    assert orbiters(g, "saturn") == 1
    both = {"do": "orbit-or-land", "moons": True, "occupied": True}
    g = do(holding(both, P1=at_saturn, moons={"titan": ["P2"]}), "play base-137", "land titan")
    assert moon(g, "titan") == ["P1", "P2"]


@covers("verb", "scan")
def test_scan():
    g = holding({"do": "scan"}, P1=dict(credits=0, energy=0))
    do(g, "play base-137")
    assert choices(g) == {"step earth", "step row"}
    do(g, "step earth")
    assert star(g, "61-virginis") == "P1 . . . . ." and seat(g, "P1")["data"] == 1
    do(g, "step row", "discard base-110", "signal barnards-star")
    assert star(g, "barnards-star") == "P1 . . . ." and "base-110" in discard(g)


@covers("verb", "analyze")
def test_analyze():
    full = computer({}, top=6)
    before, g = played({"do": "analyze"}, lines=["trace left analysis overflow"], P1=dict(energy=0, **full))
    assert gained(before, g) == {"top": -6, "vp": 3}
    before, g = played({"do": "analyze"}, P1=computer({}, top=5))
    assert gained(before, g) == {}  # not full: it cannot be done


@covers("verb", "rotate")
def test_rotate():
    before, g = played({"do": "rotate"}, P1=dict(probes=[[1, 5]]))
    assert turns(g) == ([1, 0, 0], "disc-2") and probes(g) == [[1, 4]]


@covers("verb", "research", "tech", "known_to_others", "no_bonus")
@pytest.mark.parametrize("kind", oc.TECH_KINDS)
def test_research_one_kind(kind):
    before, g = played({"do": "research", "tech": kind}, settle=False, P1=dict(publicity=0))
    assert offers(g, "tech") == {f"{kind}-{n}" for n in range(1, 5)} and turns(g) == turns(before)


def test_research_any_known_to_others_without_bonus():
    g = do(holding({"do": "research", "tech": "any"}), "play base-137")
    assert len(offers(g, "tech")) == 12
    effect = {"do": "research", "tech": "any", "known_to_others": True}
    others = {"P2": dict(techs=["probe-2", "telescope-3"])}
    before, g = played(effect, lines=["tech probe-2"], techs=tops("energy"), **others)
    assert owned(g) == {"probe-2"} and gained(before, g) == {"techs": 1, "energy": 1, "vp": 2}
    g = do(holding(effect, **others), "play base-137")
    assert offers(g, "tech") == {"probe-2", "telescope-3"}
    plain = {**effect, "no_bonus": True}
    before, g = played(plain, lines=["tech probe-2"], techs=tops("energy"), **others)
    assert owned(g) == {"probe-2"} and gained(before, g) == {"techs": 1, "vp": 2}


def test_research_without_bonus_keeps_what_every_tile_has():
    effect = {"do": "research", "tech": "telescope", "no_bonus": True}
    before, g = played(effect, lines=["tech telescope-1"], techs=tile("telescope-1", "publicity", two_points=False))
    assert gained(before, g) == {"techs": 1, "data": 2}
