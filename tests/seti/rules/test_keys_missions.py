"""What the 37 conditional missions wait for: each number and word changed, and other positions fulfil the mission.

The positions are those of the tests of the printed missions: for each card some in which its state holds, the first of
them just so, and some in which it does not.
"""

import pytest
from rulings.bench import bench, offers
from rulings.test_every_mission import CONDITIONAL, lander, on, orbit, p1, won

from seti_sim.seti.rules import RuleError
from seti_sim.seti.rules import opcodes as oc

from .keys import TREE, shows
from .vocabulary import varied

CARDS = {name: card for name, card in TREE["cards"].items() if "species" not in card}
SIGNALS = {"vega": "P1 . . .", "procyon": "P1 . . . .", "sirius-a": "P2 P1 . . . .", "kepler-22": "P1 . . . ."}


def slots(*names):
    return {"stars": {name: {"slot": SIGNALS[name]} for name in names}}


EACH_KIND = {"species": {"left": {"overflow": {kind: {"P1": 1} for kind in oc.TRACE_KINDS}}}}
#: Positions for the missions that the table of the printed ones leaves to other tests: just held, just not.
ELSEWHERE = {
    "base-088": ([slots(*SIGNALS)], [slots("vega", "procyon", "sirius-a")]),
    "base-134": ([slots(*SIGNALS)], [slots("vega", "procyon", "sirius-a")]),
    "base-102": ([EACH_KIND], [p1()]),
    "base-112": ([{"planets": {"venus": {"orbiters": {"P1": 1}, "landers": {"P1": 1}}}},
                  {**orbit("jupiter"), **on("io")}], [orbit("venus")]),
}  # fmt: skip
POSITIONS = {card: (holds, fails) for card, (holds, fails, *_) in CONDITIONAL.items()} | ELSEWHERE
#: Another word for a key, not the printed one, and a position that fulfils the mission then and did not before.
OTHER = {
    "at": [("saturn", lander("saturn")), ("mars", lander("mars"))],
    "color": [("black", won(vega=["P1", "P1"])), ("red", won(barnards_star=["P1", "P1"]))],
    "tech": [("probe", p1(techs=["probe-1", "probe-2", "probe-3"]))],
    "kind": [(kind, {"species": {slot: {"overflow": {kind: {"P1": 3}}} for slot in ("left", "right")}})
             for kind in oc.TRACE_KINDS],
    "next_to": [("saturn", p1(probes=[[2, 7]]))],
    "probe_on": [("mars", p1(probes=[[2, 2]]))],
    # A comet beside Earth.
    "base-095.probe_on": [("comet", {**p1(probes=[[2, 5]]), "discs": {"turns": [0, 2, 3], "next": "disc-1"}})],
}  # fmt: skip
#: Words that stand for the form of a condition; no other goes with it, but for those of species' cards.
FORMS = {"each": "each, this, other", "single": "single, this", "one-planet": "one-planet", "one-sector": "one-sector"}
LEAVES = [(card, key) for card, table in CARDS.items() if "mission" in table for key in table["mission"]["when"]]


def fulfilled(rules, card, position):
    seats = {name: dict(position.get(name, {})) for name in ("P1", "P2")}
    seats["P1"]["missions"] = {card: []}
    rest = {key: value for key, value in position.items() if key not in seats}
    if "row" not in rest:
        rest["row"] = [c for c in ("base-110", "base-130", "base-105") if c != card]
    return card in offers(bench(rules, **seats, **rest), "mission")


def changed(card, key, value):
    return varied({"cards": {card: {"mission": {"when": {key: value}}}}})


@shows("cards.base-*.mission.when.*")
@pytest.mark.parametrize("card, key", LEAVES)
def test_what_a_mission_waits_for(card, key):
    value = CARDS[card]["mission"]["when"][key]
    holds, fails = POSITIONS[card]
    assert all(fulfilled(varied({}), card, position) for position in holds)
    assert not any(fulfilled(varied({}), card, position) for position in fails)
    if isinstance(value, str) and value in FORMS:
        with pytest.raises(RuleError, match=f"expected one of {FORMS[value]}$"):
            changed(card, key, min(set(FORMS) - {value}))
        for word in FORMS[value].split(", ")[1:]:
            with pytest.raises(RuleError, match="no species here: only on species' boards and cards$"):
                changed(card, key, word)
    elif isinstance(value, bool):
        # With and without its moons: a lander on one fulfils the mission, or does not any more.
        judged = [fulfilled(changed(card, key, not value), card, position) for position in (*holds, *fails)]
        assert judged != [True] * len(holds) + [False] * len(fails)
    elif key == "hand":
        assert fulfilled(changed(card, key, 1), card, p1(hand=["base-001"]))
        assert not fulfilled(changed(card, key, 1), card, p1())
    elif key == "all":
        assert fulfilled(changed(card, key, value[:1]), card, fails[0])  # an orbiter at Neptune is enough
    elif isinstance(value, int):
        # The position just holds: one more is too much, one less would be enough.
        assert not fulfilled(changed(card, key, value + 1), card, holds[0])
        assert value == 1 or fulfilled(changed(card, key, value - 1), card, holds[0])
    else:
        words = OTHER.get(f"{card}.{key}", OTHER[key])
        word, position = next((word, position) for word, position in words if word != value)
        assert fulfilled(changed(card, key, word), card, position) and not fulfilled(varied({}), card, position)
        assert not fulfilled(changed(card, key, word), card, holds[0])
