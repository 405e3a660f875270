"""The keys of planets, moons, discovery spaces, computer and scan, each changed and played."""

import pytest
from rulings.bench import (
    bench,
    changes,
    covered,
    do,
    first_orbit,
    go_on,
    illegal,
    legal,
    moon,
    offers,
    overflow,
    settle_down,
    signals,
    snap,
    space,
    where,
)
from rulings.more_bench import computer, tile

from seti_sim.seti.rules import opcodes as oc

from .keys import TREE, alter, shows, together
from .vocabulary import gained, played, varied

PLANETS, MOONS, TECHS = TREE["planets"], TREE["moons"], TREE["techs"]
NONE_DUE = [20, 25, 30, 50, 70]
RICH = dict(credits=9, energy=9, publicity=0, milestones=NONE_DUE)


def points(n):
    return [{"do": "gain", "vp": n}]


def at(planet):
    return dict(RICH, probes=[where(bench(), planet)])


# ---------------------------------------------------------------- planets and moons


@shows("planets.*.orbit", "planet_rules.orbit_first")
@pytest.mark.parametrize("planet", PLANETS)
def test_orbit(planet):
    n = 10 + list(PLANETS).index(planet)
    rules = varied(together(*(alter(f"planets.{name}.orbit", points(10 + k)) for k, name in enumerate(PLANETS)),
                            alter("planet_rules.orbit_first", points(40))))  # fmt: skip
    g = bench(rules, P1=at(planet))
    before = snap(g)
    settle_down(do(g, f"orbit {planet}"))
    assert changes(before, g) == {"credits": -1, "energy": -1, "probes": -1, "vp": n + 40}
    taken = {planet: {"orbiters": {"P2": 1}, "first_orbit": "P2"}}
    g = bench(rules, P1=at(planet), planets=taken)
    before = snap(g)
    settle_down(do(g, f"orbit {planet}"))
    assert changes(before, g)["vp"] == n and first_orbit(g, planet) == "P2"


@shows("planets.*.land", "planets.*.land_first")
@pytest.mark.parametrize("planet", PLANETS)
def test_landing(planet):
    n = 10 + list(PLANETS).index(planet)
    changed = [alter(f"planets.{name}", {"land": points(10 + k), "land_first": [[{"do": "gain", "publicity": 3}]]})
               for k, name in enumerate(PLANETS)]  # fmt: skip
    g = bench(varied(together(*changed)), P1=at(planet))
    before = snap(g)
    settle_down(do(g, f"land {planet}"))
    assert changes(before, g) == {"energy": -3, "probes": -1, "vp": n, "publicity": 3}
    assert covered(g, planet) == [["P1"]]
    second = {planet: {"landers": {"P2": 1}, "data": [["P2"]]}}
    g = bench(varied(together(*changed)), P1=at(planet), planets=second)
    before = snap(g)
    settle_down(do(g, f"land {planet}"))
    assert changes(before, g) == {"energy": -3, "probes": -1, "vp": n}


@pytest.mark.parametrize("planet", PLANETS)
@pytest.mark.parametrize("spaces", [0, 1, 2])
def test_number_of_data_spaces(planet, spaces):
    rules = alter(f"planets.{planet}", {"land": [], "land_first": [[{"do": "gain", "data": 1 + k}] for k in range(spaces)]})
    g = bench(varied(rules), P1=at(planet))
    assert offers(g, "land") == ({f"{planet}/1", f"{planet}/2"} if spaces == 2 else {planet})
    before = snap(g)
    settle_down(do(g, f"land {planet}/2" if spaces == 2 else f"land {planet}"))
    assert changes(before, g).get("data", 0) == spaces
    assert len(covered(g, planet)) == spaces


@shows("moons.*.land")
@pytest.mark.parametrize("name", MOONS)
def test_landing_on_a_moon(name):
    n = 30 + list(MOONS).index(name)
    rules = varied(together(*(alter(f"moons.{m}.land", points(30 + k)) for k, m in enumerate(MOONS))))
    g = bench(rules, P1=dict(at(MOONS[name]["planet"]), techs=["probe-4"]))
    before = snap(g)
    settle_down(do(g, f"land {name}"))
    assert changes(before, g) == {"energy": -3, "probes": -1, "vp": n} and moon(g, name) == ["P1"]


@shows("moons.*.planet", "planets.*.moons")
@pytest.mark.parametrize("name", MOONS)
def test_a_moon_of_another_planet(name):
    old = MOONS[name]["planet"]
    new = "venus" if old != "venus" else "mars"
    rules = together(
        alter(f"moons.{name}.planet", new),
        alter(f"planets.{old}.moons", [m for m in PLANETS[old]["moons"] if m != name]),
        alter(f"planets.{new}.moons", [name]),
    )
    assert offers(bench(varied(rules), P1=dict(at(new), techs=["probe-4"])), "land") == {new, name}
    illegal(bench(varied(rules), P1=dict(at(old), techs=["probe-4"])), f"land {name}")


@pytest.mark.parametrize("planet", ["mercury", "venus"])
@shows("planets.*.moons")
def test_a_planet_that_gets_all_moons(planet):
    rules = together(
        *(alter(f"planets.{name}.moons", []) for name in PLANETS),
        alter(f"planets.{planet}.moons", list(MOONS)),
        *(alter(f"moons.{name}.planet", planet) for name in MOONS),
    )
    g = bench(varied(rules), P1=dict(at(planet), techs=["probe-4"]))
    assert offers(g, "land") == {planet, *MOONS}


# ---------------------------------------------------------------- discovery, computer, scan


@shows("discovery.left", "discovery.right", "discovery.overflow")
def test_discovery_spaces():
    rules = {"discovery": {"left": points(11), "right": points(12), "overflow": points(13)}}
    for kind in oc.TRACE_KINDS:
        for line, n in (("left", 11), ("right", 12), ("left overflow", 13), ("right overflow", 13)):
            slot, _, over = line.partition(" ")
            say = f"trace {slot} {kind} {over}".strip()
            before, g = played({"do": "trace", "kind": kind}, lines=[say], rules=rules)
            assert gained(before, g) == {"vp": n}
            assert (overflow(g, slot, kind) if over else space(g, slot, kind)) == (1 if over else "P1")


@shows("computer.top_rewards")
@pytest.mark.parametrize("n", [4, 6, 8])
def test_top_spaces(n):
    """So many top spaces, the k-th with k points; data are analyzed once all are filled."""
    rules = {"computer": {"top_rewards": [points(k) for k in range(1, n + 1)], "slot_columns": [1, 2, 3, 4]}}
    g = bench(varied(rules), P1=dict(RICH, data=6, computer={"top": n - 4}))
    for k in range(n - 3, n + 1):
        illegal(g, "analyze")
        before = snap(g)
        do(g, "place")
        assert changes(before, g) == {"data": -1, "top": 1, "vp": k}
    assert "analyze" in legal(g) and "place" not in legal(g)


@shows("computer.slot_columns")
def test_columns_of_the_computer():
    rules = varied(alter("computer.slot_columns", [2, 3, 4, 6]))
    g = bench(rules, P1=dict(RICH, data=2, **computer({"4": "computer-1"}, top=3)))
    before = snap(g)
    do(g, "place")
    assert changes(before, g)["vp"] == 2  # the upper reward of the tile over space 4
    assert offers(g, "place") == {"", "4"}
    before = snap(g)
    do(g, "place 4")
    assert changes(before, g) == {"data": -1, "credits": 1, "lower": 1}
    g = bench(rules, P1=dict(RICH, publicity=6), techs=tile("computer-2", "vp"))
    do(g, "research", "tech computer-2")
    assert offers(go_on(g), "column") == {"2", "3", "4", "6"}


@shows("computer.analyze")
def test_what_an_analysis_gains():
    g = bench(varied(alter("computer.analyze", points(9))), P1=dict(RICH, computer={"top": 6}))
    before = snap(g)
    settle_down(do(g, "analyze"))
    assert changes(before, g) == {"energy": -1, "top": -6, "vp": 9}


@shows("scan.earth", "scan.row")
def test_steps_of_a_scan():
    rules = {"scan": {"earth": [{"do": "signal", "n": 2, "where": "earth"}], "row": [{"do": "signal-row", "n": 2}]}}
    g = bench(varied(rules))
    do(g, "scan", "step earth")
    assert signals(go_on(g)) == {"61-virginis": 2}
    do(g, "step row", "discard base-110", "signal proxima-centauri", "discard base-130", "signal kepler-22")
    assert signals(g) == {"61-virginis": 2, "proxima-centauri": 1, "kepler-22": 1}
    g = bench(varied({"scan": {"earth": [], "row": [{"do": "gain", "publicity": 2}]}}))
    do(g, "scan")
    assert offers(g, "step") == {"row"}
    before = snap(g)
    do(g, "step row")
    assert changes(before, g) == {"publicity": 2}
