"""Each count as what an effect is repeated for, what an end-of-game card and what a gold tile pay for."""

import pytest
from rulings.bench import choices, do, settle_down, snap
from rulings.more_bench import finale, last_pass

from seti_sim.seti.rules import opcodes as oc

from .test_vocabulary_conditions import at, land, marked, orbit
from .vocabulary import CARD, covers, gained, holding, played, varied

TUCKED = {"credits": "base-005", "energy": "base-001", "card": "base-003"}
WON = {"stars": {"barnards-star": {"wins": ["P1"]}, "vega": {"wins": ["P1", "P1", "P2"]}}}
CRAFT = {"planets": {**orbit("jupiter"), **land("venus", n=2), **orbit("mars", name="P2")}, "moons": {"io": ["P1"]}}
TECHS = at(techs=["probe-1", "probe-2", "probe-3", "telescope-1"])
TRACES = marked({"signal": 2}, {"signal": 1, "analysis": 1})
DONE = dict(completed=["base-005", "base-006", "base-007"], endgame=["base-014"])
#: (count, position, its value), all of them asked by cards, end-of-game cards and gold tiles alike
ANYWHERE = [
    ({"techs": 1, "tech": "any"}, TECHS, 4), ({"techs": 2, "tech": "probe"}, TECHS, 1),
    ({"techs": 1, "tech": "computer"}, TECHS, 0), ({"traces": 1, "kind": "any"}, TRACES, 4),
    ({"traces": 1, "kind": "signal"}, TRACES, 3), ({"traces": 2, "kind": "signal"}, TRACES, 1),
    ({"publicity": 1}, at(publicity=7), 7), ({"publicity": 3}, at(publicity=8), 2),
    ({"wins": 1}, WON, 3), ({"wins": 1, "color": "black"}, WON, 2), ({"wins": 2, "color": "red"}, WON, 0),
    ({"craft": 1}, CRAFT, 4), ({"craft": 2}, CRAFT, 2), ({"craft": 1, "at": "jupiter"}, CRAFT, 1),
    ({"craft": 1, "at": "jupiter", "moons": True}, CRAFT, 2), ({"craft": 1, "at": "mars"}, CRAFT, 0),
    ({"signal_sectors": 1}, {"stars": {"vega": {"slot": "P1 P1 . ."}, "procyon": {"slot": "P2 P1 . . ."}}}, 2),
    ({"missions": 1}, {"P1": DONE}, 3), ({"missions": 2}, {"P1": DONE}, 1),
    ({"missions_or_endgame": 1}, {"P1": DONE}, 4), ({"missions_or_endgame": 2}, {"P1": DONE}, 2),
    *(({"income": 1, "kind": kind}, {"P1": dict(tucked=[card, "base-002"])}, 2 if kind == "credits" else 1)
      for kind, card in TUCKED.items()),
    ({"min_of": [{"techs": 1, "tech": "probe"}, {"techs": 1, "tech": "telescope"}]}, TECHS, 1),
    ({"max_of": [{"techs": 1, "tech": "probe"}, {"techs": 1, "tech": "telescope"}]}, TECHS, 3),
]  # fmt: skip
IDS = [f"{'-'.join(map(str, count))}-{i}" for i, (count, _, _) in enumerate(ANYWHERE)]
KEYS = {
    "TECHS": ("techs", "tech"), "TRACES": ("traces", "kind"), "PUBLICITY": ("publicity",), "INCOME": ("income", "kind"),
    "WINS": ("wins", "color"), "CRAFT": ("craft", "at", "moons"), "SIGNAL_SECTORS": ("signal_sectors",),
    "MISSIONS": ("missions",), "MISSIONS_OR_ENDGAME": ("missions_or_endgame",), "MIN_OF": ("min_of",),
    "MAX_OF": ("max_of",),
}  # fmt: skip


def copied(position):
    return {key: dict(value) for key, value in position.items()}


@pytest.mark.parametrize("count, position, n", ANYWHERE, ids=IDS)
def test_an_effect_is_repeated_for_each(count, position, n):
    effect = {"do": "per", "count": count, "then": [{"do": "gain", "credits": 2}]}
    before, g = played(effect, **copied(position))
    assert gained(before, g) == ({"credits": 2 * n} if n else {})


@pytest.mark.parametrize("count, position, n", ANYWHERE, ids=IDS)
def test_an_end_of_game_card_pays_for_each(count, position, n):
    """base-137 itself, in the place of the other end-of-game card of the position, is the one that pays."""
    seat = {**position.get("P1", {}), "milestones": [20, 25, 30, 50, 70], "endgame": [CARD]}
    rest = {key: value for key, value in position.items() if key != "P1"}
    rules = varied({"cards": {CARD: {"endgame": {"vp": 3, "per": count}}}})
    assert last_pass(finale(rules=rules, P1=seat, **rest))["P1"] == 3 * n


@pytest.mark.parametrize("count, position, n", ANYWHERE, ids=IDS)
def test_a_gold_tile_pays_for_each(count, position, n):
    rules = varied({"gold_tiles": {"tech-a": {"count": count}}, "cards": {"base-014": {"endgame": {"vp": 0}}}})
    seat = {**position.get("P1", {}), "milestones": [20, 25, 30, 50, 70]}
    rest = {key: value for key, value in position.items() if key != "P1"}
    g = finale(rules=rules, P1=seat, gold={"tech": {"side": "a", "markers": ["P1"]}}, **rest)
    assert last_pass(g)["P1"] == 11 * n


for name, keys in KEYS.items():
    covers("count", name, *keys)(test_an_effect_is_repeated_for_each)


# ---------------------------------------------------------------- what only the card being played can count


def per(count, n=2):
    return {"do": "per", "count": count, "then": [{"do": "gain", "credits": n}]}


@covers("count", "MARKED", "marked", "color")
@pytest.mark.parametrize("color, n", [("black", 2), ("red", 1), ("blue", 0)])
def test_signals_marked_by_this_card(color, n):
    signals = [{"do": "signal", "n": 2, "star": "vega"}, {"do": "signal", "n": 1, "star": "barnards-star"}]
    before, g = played(*signals, per({"marked": 1, "color": color}), stars={"procyon": {"slot": "P1 . . . ."}})
    assert gained(before, g).get("credits", 0) == 2 * n


@covers("count", "MARKED_SECTORS", "marked_sectors")
def test_sectors_marked_by_this_card():
    signals = [{"do": "signal", "n": 2, "star": "vega"}, {"do": "signal", "n": 1, "star": "barnards-star"}]
    before, g = played(*signals, per({"marked_sectors": 1}), stars={"procyon": {"slot": "P1 . . . ."}})
    assert gained(before, g)["credits"] == 4


@covers("count", "TECHS_TAKEN", "techs", "tech")
def test_techs_of_the_kind_taken():
    research = {"do": "research", "tech": "any"}
    had = dict(techs=["probe-1", "probe-3", "telescope-1"])
    before, g = played(research, per({"techs": 1, "tech": "taken"}), lines=["tech probe-2"], P1=had)
    assert gained(before, g)["credits"] == 6


@covers("count", "TRACES_MARKED", "traces", "kind")
def test_traces_of_the_kind_marked():
    had = {"left": {"overflow": {"signal": {"P1": 2}, "lander": {"P1": 3}}}}
    effects = {"do": "trace", "kind": "any"}, per({"traces": 1, "kind": "marked"})
    before, g = played(*effects, lines=["trace right signal overflow"], species=had)
    assert gained(before, g)["credits"] == 6


@covers("count", "SHOWN_INCOME", "shown", "income")
@pytest.mark.parametrize("income", oc.INCOMES[:3])
def test_cards_shown_by_income(income):
    hand = dict(hand=[*TUCKED.values(), "base-002", "base-004", "base-006"])  # two of each
    g = holding(per({"shown": 1, "income": income}), P1=hand)
    before = snap(g)
    do(g, f"play {CARD}")
    assert choices(g) == {"show 0", "show 1", "show 2"}
    settle_down(do(g, "show 2"))
    assert gained(before, g) == {"credits": 4}  # the cards stay


@covers("count", "SHOWN_CORNER", "shown", "corner")
@pytest.mark.parametrize("corner, n", [("move", 2), ("publicity", 1), ("data", 3)])
def test_cards_shown_by_corner(corner, n):
    hand = ["base-001", "base-002", "base-007", "base-014", "base-006", "base-010", "base-022"]
    g = holding(per({"shown": 1, "corner": corner}), P1=dict(hand=hand), rules={"cards": {"base-014": {"corner": {"vp": 1}}}})
    do(g, f"play {CARD}")
    assert choices(g) == {f"show {k}" for k in range(n + 1)}


@covers("count", "ADJACENT", "adjacent", "body")
@pytest.mark.parametrize("body, n", [("comet", 2), ("asteroids", 0), ("venus", 0), ("mars", 1)])
def test_spaces_beside_the_chosen_probe(body, n):
    effect = {"do": "choose-probe", "then": [per({"adjacent": 1, "body": body})]}
    probe = [2, 1]  # between a comet and Mars, Mercury below
    before, g = played(
        effect,
        P1=dict(probes=[probe]),
        rules={"solar": {"layers": {"base": {"ring3": ["empty", "comet"] + ["empty"] * 6}}}},
    )
    assert gained(before, g).get("credits", 0) == 2 * n


@covers("count", "EARTH_SECTOR", "earth_sector")
def test_bodies_in_the_sector_of_earth():
    before, g = played(per({"earth_sector": 1}))
    assert gained(before, g) == {"credits": 2}  # the comet in ring 4
    before, g = played(per({"earth_sector": 1}), discs={"turns": [2, 0, 0], "next": "disc-1"})
    assert gained(before, g) == {"credits": 4}  # Jupiter and Neptune in sector 3
