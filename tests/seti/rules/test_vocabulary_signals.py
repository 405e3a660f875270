"""Signals and traces, each as the effect of a card that a variant made up."""

import pytest
from rulings.bench import (
    choices,
    discard,
    do,
    legal,
    offers,
    overflow,
    row,
    seat,
    settle_down,
    signals,
    snap,
    space,
    star,
)
from rulings.more_bench import deck

from seti_sim.seti.rules import opcodes as oc

from .vocabulary import covers, gained, holding, of_mission, played

#: The two stars of each colour, and the star of each planet's sector in the bench.
STARS = {"yellow": {"kepler-22", "61-virginis"}, "red": {"barnards-star", "proxima-centauri"},
         "blue": {"procyon", "sirius-a"}, "black": {"vega", "beta-pictoris"}}  # fmt: skip
SECTOR = {"mercury": "sirius-a", "venus": "kepler-22", "earth": "61-virginis", "mars": "barnards-star",
          "jupiter": "kepler-22", "saturn": "procyon", "uranus": "vega", "neptune": "kepler-22"}  # fmt: skip
ALL = {name for pair in STARS.values() for name in pair}


@covers("verb", "signal", "n", "star", "color", "where", "same_sector", "no_data")
@pytest.mark.parametrize("name", sorted(ALL))
def test_signal_at_a_star(name):
    before, g = played({"do": "signal", "n": 1, "star": name})
    assert signals(g) == {name: 1} and gained(before, g) == {"data": 1}


@pytest.mark.parametrize("color", oc.COLORS)
def test_signal_of_a_color(color):
    g = do(holding({"do": "signal", "n": 1, "color": color}), "play base-137")
    assert offers(g, "signal") == STARS[color]


@pytest.mark.parametrize("body", oc.PLANETS[:8])
def test_signal_in_the_sector_of_a_body(body):
    before, g = played({"do": "signal", "n": 1, "where": body})
    assert signals(g) == {SECTOR[body]: 1} and gained(before, g) == {"data": 1}


def test_signal_anywhere():
    g = do(holding({"do": "signal", "n": 1, "where": "any"}), "play base-137")
    assert offers(g, "signal") == ALL


def test_signal_n_times():
    before, g = played({"do": "signal", "n": 3, "star": "vega"})
    assert star(g, "vega") == "P1 P1 P1 ." and gained(before, g) == {"data": 3, "vp": 2}
    lines = ["signal procyon", "signal sirius-a"]
    before, g = played({"do": "signal", "n": 2, "color": "blue"}, lines=lines)
    assert signals(g) == {"procyon": 1, "sirius-a": 1}


def test_signals_in_the_same_sector():
    effect = {"do": "signal", "n": 2, "color": "blue", "same_sector": True}
    before, g = played(effect, lines=["signal sirius-a"])
    assert signals(g) == {"sirius-a": 2} and gained(before, g) == {"data": 2, "vp": 2}


def test_signal_without_its_data():
    before, g = played({"do": "signal", "n": 1, "star": "vega", "no_data": True})
    assert star(g, "vega") == "P1 . . ." and gained(before, g) == {}


def test_signal_at_own_probes():
    probes = dict(probes=[[1, 4], [3, 6]])
    g = do(holding({"do": "signal", "n": 1, "where": "own-probe"}, P1=probes), "play base-137")
    assert offers(g, "signal") == {"proxima-centauri", "beta-pictoris"}
    effect = {"do": "signal", "n": 3, "where": "own-probe-and-neighbors"}
    before, g = played(effect, P1=dict(probes=[[1, 4]]))
    assert signals(g) == {"kepler-22": 1, "proxima-centauri": 1, "61-virginis": 1}


@covers("verb", "signal-row", "n")
def test_signal_of_row_cards():
    lines = ["discard base-110", "signal proxima-centauri", "discard base-130", "signal kepler-22"]
    before, g = played({"do": "signal-row", "n": 2}, lines=lines, top=["base-001", "base-002"])
    assert signals(g) == {"proxima-centauri": 1, "kepler-22": 1}
    assert row(g) == ["base-001", "base-002", "base-105"] and {"base-110", "base-130"} <= set(discard(g))


@covers("verb", "signal-hand", "n", "optional")
def test_signal_of_hand_cards():
    hand = dict(hand=["base-004", "base-005"])  # red, blue
    g = do(holding({"do": "signal-hand", "n": 1}, P1=hand), "play base-137")
    assert choices(g) == {"discard base-004", "discard base-005"}
    g = holding({"do": "signal-hand", "n": 2, "optional": True}, P1=hand)
    before = snap(g)
    do(g, "play base-137")
    assert choices(g) == {"discard base-004", "discard base-005", "skip"}
    settle_down(do(g, "discard base-004", "signal barnards-star", "discard base-005", "signal procyon"))
    assert gained(before, g) == {"hand": -2, "data": 2} and signals(g) == {"barnards-star": 1, "procyon": 1}


@covers("verb", "signal-deck", "n")
def test_signal_of_the_deck():
    lines = ["signal kepler-22", "signal sirius-a"]  # base-001 is yellow, base-002 blue
    before, g = played({"do": "signal-deck", "n": 2}, lines=lines, top=["base-001", "base-002", "base-003"])
    assert deck(g)[0] == "base-003" and {"base-001", "base-002"} <= set(discard(g))
    assert signals(g) == {"kepler-22": 1, "sirius-a": 1} and gained(before, g) == {"data": 2}


@covers("verb", "signal-probes", "n")
def test_signal_at_anybodys_probes():
    where = {"P1": dict(probes=[[1, 4]]), "P2": dict(probes=[[3, 7], [4, 1]])}
    g = do(holding({"do": "signal-probes", "n": 2}, **where), "play base-137")
    assert offers(g, "probe") == {"P1 1.4", "P2 3.7", "P2 4.1"} and "skip" in legal(g)
    settle_down(do(g, "probe P1 1.4", "probe P2 3.7"))
    assert signals(g) == {"proxima-centauri": 1, "procyon": 1}


# ---------------------------------------------------------------- traces


@covers("verb", "trace", "kind", "where")
@pytest.mark.parametrize("kind", oc.TRACE_KINDS)
def test_trace(kind):
    g = holding({"do": "trace", "kind": kind})
    before = snap(g)
    do(g, "play base-137")
    assert offers(g, "trace") == {f"{slot} {kind}{over}" for slot in ("left", "right") for over in ("", " overflow")}
    settle_down(do(g, f"trace left {kind}"))
    assert space(g, "left", kind) == "P1" and gained(before, g) == {"vp": 5, "publicity": 1}


def test_trace_of_any_kind_for_one_of_the_own_species():
    g = do(holding({"do": "trace", "kind": "any"}), "play base-137")
    assert len(offers(g, "trace")) == 12
    marked = {"right": {"spaces": {"lander": "P1"}}}
    effect = {"do": "trace", "kind": "any", "where": "own-species"}
    before, g = played(effect, species=marked)
    assert overflow(g, "right", "lander") == 1 and gained(before, g) == {"vp": 3}


def test_trace_for_that_species():
    full = {"left": {"overflow": {kind: {"P1": 1} for kind in oc.TRACE_KINDS}}}
    reward = [{"do": "trace", "kind": "signal", "where": "that-species"}]
    g = of_mission({"traces_each": 1, "species": "single"}, reward, species=full)
    do(g, "mission base-137")
    assert offers(g, "trace") == {"left signal", "left signal overflow"}
    assert seat(g, "P1")["completed"] == ["base-137"]
