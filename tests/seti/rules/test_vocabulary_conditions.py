"""Each condition, where it just holds and where it just does not, for missions, effects and the end of the game."""

import pytest
from rulings.bench import do, offers
from rulings.more_bench import finale, last_pass

from seti_sim.seti.rules import opcodes as oc

from .vocabulary import CARD, covers, gained, of_mission, played, varied


def orbit(*planets, n=1, name="P1"):
    return {planet: {"orbiters": {name: n}} for planet in planets}


def land(*planets, n=1, name="P1"):
    return {planet: {"landers": {name: n}} for planet in planets}


def won(name, times=1, who="P1"):
    return {"stars": {name: {"wins": [who] * times}}}


def marked(left=None, right=None):
    """Overflow markers of P1: `marked({"signal": 1}, {"lander": 2})`."""
    both = {"left": left or {}, "right": right or {}}
    return {"species": {slot: {"overflow": {kind: {"P1": n} for kind, n in kinds.items()}} for slot, kinds in both.items()}}


def at(*spaces, **keys):
    return {"P1": dict(probes=[list(space) for space in spaces], **keys)}


PLAN = "planets"
EACH = {kind: 1 for kind in oc.TRACE_KINDS}
#: (condition, positions in which it holds, positions in which it does not)
MISSIONS = [
    ({"craft": 2}, [{PLAN: orbit("mars", n=2)}, {PLAN: land("mars"), "moons": {"io": ["P1"]}}],
     [{PLAN: orbit("mars")}, {PLAN: {**orbit("mars"), **orbit("venus", name="P2")}}]),
    ({"craft": 2, "moons": False}, [{PLAN: {**orbit("mars"), **land("venus")}}],
     [{PLAN: land("mars"), "moons": {"io": ["P1"]}}]),
    ({"craft": 1, "at": "jupiter"}, [{PLAN: orbit("jupiter")}, {PLAN: land("jupiter")}],
     [{"moons": {"io": ["P1"]}}, {PLAN: orbit("saturn")}]),
    ({"craft": 1, "at": "jupiter", "moons": True}, [{"moons": {"io": ["P1"]}}], [{"moons": {"titan": ["P1"]}}]),
    ({"orbiters": 2}, [{PLAN: orbit("mars", "venus")}, {PLAN: orbit("mars", n=2)}],
     [{PLAN: {**orbit("mars"), **land("venus")}}]),
    ({"landers": 2}, [{PLAN: land("mars"), "moons": {"io": ["P1"]}}, {PLAN: land("mars", n=2)}],
     [{PLAN: {**land("mars"), **orbit("venus")}}]),
    ({"landers": 2, "moons": False}, [{PLAN: land("mars", "venus")}], [{PLAN: land("mars"), "moons": {"io": ["P1"]}}]),
    ({"orbiters": 1, "landers": 1, "at": "one-planet"},
     [{PLAN: {"mars": {"orbiters": {"P1": 1}, "landers": {"P1": 1}}}}],
     [{PLAN: {**orbit("mars"), **land("venus")}}, {PLAN: orbit("jupiter"), "moons": {"io": ["P1"]}}]),
    ({"orbiters": 1, "landers": 1, "at": "one-planet", "moons": True},
     [{PLAN: orbit("jupiter"), "moons": {"io": ["P1"]}}],
     [{PLAN: orbit("jupiter"), "moons": {"titan": ["P1"]}}]),
    ({"wins": 2}, [won("vega", 2)], [won("vega"), won("vega", 2, "P2")]),
    ({"wins": 1, "color": "red"}, [won("barnards-star"), won("proxima-centauri")], [won("vega")]),
    ({"wins": 2, "at": "one-sector"}, [won("vega", 2)],
     [{"stars": {s: {"wins": ["P1"]} for s in ("vega", "procyon")}}]),
    ({"traces": 3}, [marked({"signal": 2}, {"lander": 1})], [marked({"signal": 2})]),
    ({"traces": 2, "kind": "lander"}, [marked({"lander": 1}, {"lander": 1})], [marked({"lander": 1, "signal": 1})]),
    ({"traces": 1, "kind": "signal", "species": "each"}, [marked({"signal": 1}, {"signal": 1})],
     [marked({"signal": 2})]),
    ({"traces": 2, "species": "each"}, [marked({"signal": 2}, {"signal": 1, "lander": 1})],
     [marked({"signal": 2}, {"signal": 1})]),
    ({"traces_each": 1, "species": "single"}, [marked(EACH)], [marked({"signal": 1, "lander": 1}, {"analysis": 1})]),
    ({"traces_each": 2, "species": "single"}, [marked({kind: 2 for kind in EACH})], [marked(EACH, EACH)]),
    ({"techs": 2, "tech": "any"}, [at(techs=["probe-1", "telescope-1"])], [at(techs=["probe-1"])]),
    ({"techs": 2, "tech": "probe"}, [at(techs=["probe-1", "probe-3"])], [at(techs=["probe-1", "telescope-1"])]),
    ({"publicity": 7}, [at(publicity=7), at(publicity=8)], [at(publicity=6)]),
    ({"vp": 12}, [at(vp=12), at(vp=13)], [at(vp=11)]),
    ({"hand": 1}, [at(hand=["base-001"])], [at(hand=[]), at(hand=["base-001", "base-002"])]),
    ({"signal_sectors": 2}, [{"stars": {"vega": {"slot": "P1 . . ."}, "procyon": {"slot": "P2 P1 . . ."}}}],
     [{"stars": {"vega": {"slot": "P1 P1 . ."}}}]),
    ({"probe_on": "comet"}, [at([2, 0])], [at([2, 4]), at()]),
    ({"probe_on": "asteroids"}, [at([2, 4])], [at([2, 0])]),
    ({"probe_on": "mars"}, [at([2, 2])], [at([1, 3])]),
    ({"probe_on": "comet", "next_to": "mars"}, [at([2, 1])], [at([2, 0]), at([4, 5])]),
    ({"probe_distance": 4}, [at([2, 2]), at([4, 6])], [at([4, 5]), at([1, 3]), at()]),
    ({"traces": 3, "kind": "same"}, [marked({"signal": 2}, {"signal": 1}), marked({"lander": 3})],
     [marked({"signal": 2}, {"lander": 2})]),
    ({"exofossil": 2}, [at(exofossils=2), at(exofossils=3)], [at(exofossils=1)]),
    ({"landers": 2, "at": "mars"}, [{PLAN: land("mars", n=2)}],
     [{PLAN: land("mars", "venus")}, {PLAN: orbit("mars", n=2)}]),
    ({"landers": 2, "at": "jupiter"}, [{PLAN: land("jupiter", n=2)}],
     [{PLAN: land("jupiter"), "moons": {"io": ["P1"]}}]),
    ({"landers": 2, "at": "jupiter", "moons": True}, [{PLAN: land("jupiter"), "moons": {"io": ["P1"]}}],
     [{PLAN: land("jupiter"), "moons": {"titan": ["P1"]}}]),
    ({"craft": 2, "at": "one-planet"}, [{PLAN: {"mars": {"orbiters": {"P1": 1}, "landers": {"P1": 1}}}}],
     [{PLAN: {**orbit("mars"), **land("venus")}}, {PLAN: orbit("jupiter"), "moons": {"io": ["P1"]}}]),
    ({"craft": 2, "at": "one-planet", "moons": True}, [{PLAN: orbit("jupiter"), "moons": {"io": ["P1"]}}],
     [{PLAN: orbit("jupiter"), "moons": {"titan": ["P1"]}}]),
    ({"missions": 2}, [at(completed=["base-005", "base-006"])], [at(completed=["base-005"])]),
    ({"tucked": 2}, [at(tucked=["base-002", "base-003"])], [at(tucked=["base-002"])]),
    ({"all": [{"publicity": 5}, {"vp": 5}]}, [at(publicity=5, vp=5)], [at(publicity=5), at(vp=5)]),
]  # fmt: skip
#: The term of the compiler that each entry comes to, and the keys besides.
TERMS = {
    "CRAFT": ("craft", "at", "moons"), "ORBITERS": ("orbiters",), "LANDERS": ("landers", "moons"),
    "ONE_PLANET": ("orbiters", "landers", "at", "moons"), "WINS": ("wins", "color"), "WINS_ONE_SECTOR": ("wins", "at"),
    "TRACES": ("traces", "kind"), "TRACES_EACH_SPECIES": ("traces", "species", "kind"),
    "TRACES_OF_EACH_KIND": ("traces_each", "species"), "TECHS": ("techs", "tech"), "PUBLICITY": ("publicity",),
    "VP": ("vp",), "HAND": ("hand",), "SIGNAL_SECTORS": ("signal_sectors",), "PROBE_ON": ("probe_on",),
    "PROBE_ON_NEXT_TO": ("probe_on", "next_to"), "PROBE_DISTANCE": ("probe_distance",),
    "TRACES_SAME": ("traces", "kind"), "EXOFOSSIL": ("exofossil",), "LANDERS_AT": ("landers", "at", "moons"),
    "CRAFT_ONE_PLANET": ("craft", "at", "moons"), "MISSIONS": ("missions",), "TUCKED": ("tucked",),
}  # fmt: skip
CASES = [(when, position, True) for when, holds, _ in MISSIONS for position in holds]
CASES += [(when, position, False) for when, _, fails in MISSIONS for position in fails]


def told(value):
    return "-".join(f"{key}-{item}" for key, item in value.items() if not isinstance(item, list)) or "all"


@pytest.mark.parametrize("when, position, holds", CASES, ids=[f"{told(w)}-{i}" for i, (w, _, _) in enumerate(CASES)])
def test_a_mission_asks_it(when, position, holds):
    position = {key: dict(value) for key, value in position.items()}
    g = of_mission(when, **position)
    assert (CARD in offers(g, "mission")) == holds
    if holds:
        do(g, f"mission {CARD}")
        done = position.get("P1", {}).get("completed", [])
        assert g.to_json()["seats"]["P1"]["completed"] == [*done, CARD]
        assert g.to_json()["seats"]["P1"]["vp"] == position.get("P1", {}).get("vp", 0) + 9


@pytest.mark.parametrize("when, position, holds", CASES[::3], ids=[f"{told(w)}-{i}" for i, (w, _, _) in enumerate(CASES[::3])])
def test_an_effect_depends_on_it(when, position, holds):
    effect = {"do": "if", "cond": when, "then": [{"do": "gain", "energy": 3}]}
    before, g = played(effect, **{key: dict(value) for key, value in position.items()})
    assert gained(before, g) == ({"energy": 3} if holds else {})


@pytest.mark.parametrize("when, position, holds", CASES[::4], ids=[f"{told(w)}-{i}" for i, (w, _, _) in enumerate(CASES[::4])])
def test_an_end_of_game_card_pays_for_it(when, position, holds):
    seat = {"milestones": [20, 25, 30, 50, 70], **position.get("P1", {}), "endgame": [CARD]}
    rest = {key: value for key, value in position.items() if key != "P1"}
    rules = varied({"cards": {CARD: {"endgame": {"vp": 7, "when": when}}}})
    # Nothing else scores: the gold tiles have no markers.
    assert last_pass(finale(rules=rules, P1=seat, **rest))["P1"] == seat.get("vp", 0) + 7 * holds


for name, keys in TERMS.items():
    covers("condition", name, *keys)(test_a_mission_asks_it)
covers("condition", "all")(test_a_mission_asks_it)


# ---------------------------------------------------------------- what only the card being played can ask


@covers("condition", "LANDED_ON", "landed_on")
@pytest.mark.parametrize(
    "bodies, probe, lines, holds",
    [
        (["mars", "venus"], [1, 3], ["trace left lander overflow"], True),
        (["mars"], [1, 3], ["trace left lander overflow"], False),
        (["any-moon"], [3, 3], ["land io"], True),
        (["jupiter"], [3, 3], ["land io"], False),
        (["any-moon"], [3, 3], ["land jupiter", "trace left lander overflow"], False),
    ],
)
def test_landed_on(bodies, probe, lines, holds):
    effects = (
        {"do": "land", "moons": True},
        {"do": "if", "cond": {"landed_on": bodies}, "then": [{"do": "gain", "credits": 4}]},
    )
    before, g = played(*effects, lines=lines, P1=dict(probes=[probe]))
    assert gained(before, g).get("credits", 0) == 4 * holds


@covers("condition", "TOOK_TECH_KNOWN", "took_tech")
@pytest.mark.parametrize("other, holds", [(["probe-2"], True), (["probe-3"], False)])
def test_took_tech(other, holds):
    reward = {"do": "if", "cond": {"took_tech": "known-to-others"}, "then": [{"do": "gain", "credits": 4}]}
    before, g = played({"do": "research", "tech": "probe"}, reward, lines=["tech probe-2"], P2=dict(techs=other))
    assert gained(before, g).get("credits", 0) == 4 * holds


@covers("condition", "SIGNALS_THERE", "signals_there")
@pytest.mark.parametrize("slot, holds", [("P2 . . .", False), ("P1 . . .", True), ("P1 P1 . .", False)])
def test_signals_there(slot, holds):
    reward = {"do": "if", "cond": {"signals_there": 2}, "then": [{"do": "gain", "credits": 4}]}
    before, g = played({"do": "signal", "n": 1, "star": "vega"}, reward, stars={"vega": {"slot": slot}})
    assert gained(before, g).get("credits", 0) == 4 * holds
