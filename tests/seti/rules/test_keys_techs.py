"""The keys of the technologies, each changed and played."""

import pytest
from rulings.bench import bench, changes, do, go_on, legal, offers, settle_down, signals, snap
from rulings.more_bench import computer, tile

from seti_sim.seti.rules import RuleError, RuleSet
from seti_sim.seti.rules import opcodes as oc

from .keys import TREE, alter, shows, together
from .vocabulary import played, varied

TECHS = TREE["techs"]
NONE_DUE = [20, 25, 30, 50, 70]
RICH = dict(credits=9, energy=9, publicity=0, milestones=NONE_DUE)


def points(n):
    return [{"do": "gain", "vp": n}]


@shows("tech_rules.first_taker", "tech_rules.bonuses.*", "techs.*.extra")
@pytest.mark.parametrize("bonus", oc.TILE_BONUSES)
@pytest.mark.parametrize("tech", TECHS)
def test_what_a_tech_brings(tech, bonus):
    n, b = 1 + list(TECHS).index(tech), 20 + oc.TILE_BONUSES.index(bonus)
    extras = {name: {"extra": points(1 + k)} for k, name in enumerate(TECHS)}
    bonuses = {name: points(20 + k) for k, name in enumerate(oc.TILE_BONUSES)}
    rules = varied({"techs": extras, "tech_rules": {"bonuses": bonuses, "first_taker": points(50)}})
    for first in (True, False):
        g = bench(rules, P1=dict(RICH, publicity=6), techs=tile(tech, bonus, two_points=first))
        before = snap(g)
        settle_down(do(g, "research", f"tech {tech}", *(["column 1"] if tech.startswith("computer") else [])))
        assert changes(before, g) == {"publicity": -6, "techs": 1, "vp": n + b + 50 * first}


@shows("techs.*.kind")
@pytest.mark.parametrize("tech", [t for t in TECHS if not t.startswith("computer")])
def test_kind_of_a_tech(tech):
    """A probe tech that is a telescope, and the other way round; no other kind for computer techs and their spaces."""
    old = TECHS[tech]["kind"]
    new = "telescope" if old == "probe" else "probe"
    for kind in (old, new):
        g = played({"do": "research", "tech": kind}, settle=False, rules=alter(f"techs.{tech}.kind", new))[1]
        assert (tech in offers(g, "tech")) == (kind == new)


@shows("techs.*.kind")
@pytest.mark.parametrize("kind", ["probe", "telescope"])
@pytest.mark.parametrize("tech", [t for t in TECHS if t.startswith("computer")])
def test_a_computer_tech_stays_one(tech, kind):
    """Its spaces are those of a column: no other kind has them, and there is no column for a fifth computer tech."""
    with pytest.raises(RuleError, match=f"variant: techs.{tech}.kind = .{kind}.: expected upper and lower in computer"):
        RuleSet.load(alter(f"techs.{tech}.kind", kind))
    fifth = {"probe-1": {"kind": "computer", "effect": {"upper": [], "lower": []}}}
    with pytest.raises(RuleError, match="techs.probe-1.kind = .computer.: expected at most four computer techs"):
        RuleSet.load({"techs": fifth})


@shows("techs.*.effect.probe_limit")
@pytest.mark.parametrize("limit", [2, 3, 4, 8])
def test_limit_of_probes(limit):
    rules = varied(alter("techs.probe-1.effect.probe_limit", limit))
    for n in (limit - 1, limit):
        g = bench(rules, P1=dict(RICH, techs=["probe-1"], probes=[[4, 1]] * n))
        assert ("launch" in legal(g)) == (n < limit)
    assert "launch" not in legal(bench(rules, P1=dict(RICH, probes=[[4, 1]])))


@shows("techs.*.effect.visit_asteroids.publicity", "techs.*.effect.leave_asteroids_extra")
@pytest.mark.parametrize("publicity, extra", [(0, 1), (1, 0), (3, 0), (2, 3)])
def test_asteroids(publicity, extra):
    effect = {"visit_asteroids": {"publicity": publicity}, "leave_asteroids_extra": extra}
    rules = together(alter("techs.probe-2.effect", effect), alter("solar.leave_asteroids_extra", 3))
    for techs in (["probe-2"], []):
        g = bench(varied(rules), P1=dict(RICH, techs=techs, probes=[[2, 5]]))
        before = snap(g)
        do(g, "move 2.5-2.4")
        found = {"energy": -1, "publicity": publicity if techs else 0}
        assert changes(before, g) == {key: n for key, n in found.items() if n}
        do(g, "move 2.4-2.5")
        assert changes(before, g)["energy"] == -2 - (extra if techs else 3)


@shows("techs.*.effect.land_discount.energy")
@pytest.mark.parametrize("discount", [0, 1, 2, 10])
def test_discount_for_landing(discount):
    rules = varied(alter("techs.probe-3.effect.land_discount.energy", discount))
    for orbited, cost in ((False, 3), (True, 2)):
        planets = {"venus": {"orbiters": {"P2": 1}}} if orbited else {}
        g = bench(rules, P1=dict(RICH, techs=["probe-3"], probes=[[1, 3]]), planets=planets)
        before = snap(g)
        do(g, "land venus")
        assert changes(before, g).get("energy", 0) == -max(cost - discount, 0)


@shows("techs.*.effect.land_on_moons")
def test_landing_on_moons():
    rules = together(alter("techs.probe-4.effect.land_on_moons", False), alter("techs.computer-1.effect.land_on_moons", True))
    for tech, moons in (("probe-4", False), ("computer-1", True), ("probe-2", False)):
        keys = computer({"1": tech}) if tech.startswith("computer") else {"techs": [tech]}
        g = bench(varied(rules), P1=dict(RICH, probes=[[4, 3]], **keys))
        assert offers(g, "land") == ({"neptune", "triton"} if moons else {"neptune"})


def steps(tech, rules, **position):
    seat_keys = {**RICH, "publicity": 4, "techs": [tech], **position.pop("P1", {})}
    g = bench(varied(rules), P1=seat_keys, **position)
    return do(g, "scan")


@shows("techs.*.effect.scan")
def test_kinds_of_changes_of_a_scan():
    g = do(steps("telescope-1", {}), "step earth")
    assert offers(g, "signal") == {"61-virginis", "proxima-centauri", "beta-pictoris"}
    rules = {"techs": {"telescope-1": {"effect": {"scan": "extra", "then": [{"do": "signal", "n": 1, "where": "venus"}]}}}}
    g = steps("telescope-1", rules)
    assert offers(g, "step") == {"earth", "row", "telescope-1"}
    do(g, "step earth", "step telescope-1")
    assert signals(g) == {"61-virginis": 1, "kepler-22": 1}  # one sector only, and the extra one
    for tech in ("telescope-2", "telescope-3", "telescope-4"):
        with pytest.raises(RuleError, match=f"variant: techs.{tech}.effect.scan = .earth-or-neighbour.: expected scan = "):
            RuleSet.load(alter(f"techs.{tech}.effect.scan", "earth-or-neighbour"))


@shows("techs.*.effect.cost.*", "techs.*.effect.then")
@pytest.mark.parametrize("tech", ["telescope-2", "telescope-3"])
@pytest.mark.parametrize("cost", [{"publicity": 3}, {"publicity": 1, "credits": 2, "energy": 1}])
def test_cost_of_an_extra_step(tech, cost):
    rules = {"techs": {tech: {"effect": {"cost": cost, "then": points(4)}}}}
    g = steps(tech, rules)
    before = snap(g)
    go_on(do(g, f"step {tech}"))
    assert changes(before, g) == {"vp": 4, **{key: -n for key, n in cost.items()}}
    assert f"step {tech}" not in legal(g)
    assert f"step {tech}" not in legal(steps(tech, rules, P1={"publicity": cost["publicity"] - 1}))


@shows("techs.*.effect.choose")
def test_choice_of_extra_steps():
    options = [{"cost": {"publicity": k}, "then": points(k)} for k in (1, 2, 3)]
    g = steps("telescope-4", alter("techs.telescope-4.effect.choose", options))
    assert offers(g, "step") == {"earth", "row", "telescope-4/1", "telescope-4/2", "telescope-4/3"}
    before = snap(g)
    go_on(do(g, "step telescope-4/3"))
    assert changes(before, g) == {"publicity": -3, "vp": 3} and "step telescope-4/1" not in legal(g)
    g = steps("telescope-4", alter("techs.telescope-4.effect.choose", options[:1]))
    assert offers(g, "step") == {"earth", "row", "telescope-4"}


@shows("techs.*.effect.upper", "techs.*.effect.lower")
@pytest.mark.parametrize("tech", [t for t in TECHS if t.startswith("computer")])
def test_spaces_of_a_computer_tech(tech):
    n = 5 + int(tech[-1])
    rules = together(
        *(alter(f"techs.computer-{k}.effect", {"upper": points(5 + k), "lower": points(15 + k)}) for k in range(1, 5))
    )
    g = bench(varied(rules), P1=dict(RICH, data=2, **computer({"3": tech}, top=2)))
    before = snap(g)
    do(g, "place")
    assert changes(before, g) == {"data": -1, "top": 1, "vp": n}
    before = snap(g)
    do(g, "place 3")
    assert changes(before, g) == {"data": -1, "lower": 1, "vp": n + 10}
