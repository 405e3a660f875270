"""The keys of the 138 cards of the deck, each changed on every card; conditions of missions: `test_keys_missions`."""

import pytest
from rulings.bench import bench, changes, do, go_on, legal, offers, probes, seat, snap
from rulings.more_bench import finale, last_pass

from seti_sim.seti.rules import opcodes as oc

from .keys import TREE, shows
from .vocabulary import varied

CARDS = {name: card for name, card in TREE["cards"].items() if "species" not in card}
IDS = [card for card, data in CARDS.items() if "species" not in data]  # species' cards: `test_keys_species_cards`
NEXT = {
    "sector": {"yellow": "red", "red": "blue", "blue": "black", "black": "yellow"},
    "income": {"credits": "energy", "energy": "card", "card": "credits"},
}
STARS = {"yellow": {"kepler-22", "61-virginis"}, "red": {"barnards-star", "proxima-centauri"},
         "blue": {"procyon", "sirius-a"}, "black": {"vega", "beta-pictoris"}}  # fmt: skip
NONE_DUE = [20, 25, 30, 50, 70]


def of_kind(key):
    return [card for card in IDS if key in CARDS[card]]


def turned(card):
    """Another cost, corner, sector and income than printed, and points for playing it by the number of the card."""
    number = IDS.index(card)
    printed = CARDS[card]
    corner = oc.CORNERS[(oc.CORNERS.index(next(iter(printed["corner"]))) + 1 + number % 3) % 4]
    return {
        "cost": (printed["cost"] + 1 + number % 4) % 6,
        "corner": {corner: 2 + number % 2},
        "sector": NEXT["sector"][printed["sector"]],
        "income": NEXT["income"][printed["income"]],
        "play": [{"do": "gain", "vp": 1 + number % 50}],
    }


def rules():
    return varied({"cards": {card: turned(card) for card in IDS}})


def other(*cards):
    """A row in which none of these lies."""
    return [card for card in ("base-001", "base-002", "base-003", "base-004") if card not in cards][:3]


@shows("cards.base-*.cost", "cards.base-*.play")
@pytest.mark.parametrize("card", IDS)
def test_cost_and_play(card):
    new = turned(card)
    poor = bench(rules(), row=other(card), P1=dict(hand=[card], credits=max(new["cost"] - 1, 0)))
    assert (f"play {card}" in legal(poor)) == (new["cost"] == 0)
    g = bench(rules(), row=other(card), P1=dict(hand=[card], credits=new["cost"], milestones=NONE_DUE))
    before = snap(g)
    go_on(do(g, f"play {card}"))
    gain = changes(before, g)
    assert gain["vp"] == new["play"][0]["vp"] and gain.get("credits", 0) == -new["cost"]
    assert legal(g) >= {"end"}


@shows("cards.base-*.corner.*")
@pytest.mark.parametrize("card", IDS)
def test_corner(card):
    ((kind, n),) = turned(card)["corner"].items()
    g = bench(rules(), row=other(card), P1=dict(hand=[card], probes=[[3, 5]], energy=0))
    before = snap(g)
    do(g, f"corner {card}")
    if kind == "move":
        do(g, *["step 3.5-4.5", "step 4.5-4.4", "step 4.4-4.3"][:n])
        assert probes(g) == [[4, 6 - n]] and "pass" in legal(g)
        assert changes(before, g) == {"hand": -1, "publicity": n - 1}  # comet, empty, Neptune
    else:
        assert changes(before, g) == {"hand": -1, kind: n}


@shows("cards.base-*.sector")
@pytest.mark.parametrize("card", IDS)
def test_sector(card):
    g = bench(rules(), row=[card])
    do(g, "scan", "step row")
    assert offers(g, "signal") == STARS[turned(card)["sector"]]


@shows("cards.base-*.income")
@pytest.mark.parametrize("card", IDS)
def test_income(card):
    income = turned(card)["income"]
    one = {"hand" if income == "card" else income: 1}
    g = bench(rules(), row=other(card), P1=dict(hand=[card], probes=[[1, 3]], milestones=NONE_DUE))
    go_on(do(g, "orbit venus"))
    before = snap(g)
    do(g, f"tuck {card}")  # gained once for tucking it …
    found = sum_of({"tucked": 1, "hand": -1}, one)
    assert changes(before, g) == {key: n for key, n in found.items() if n}
    g = bench(rules(), row=other(card), passed=["P2"], P1=dict(tucked=[card]))
    before = snap(g)
    do(g, "pass")
    do(g, min(legal(g)))  # one of the two cards left in the stack
    # … and at the end of the round, with the printed income and a card of the end-of-round stack.
    assert g.round == 3 and changes(before, g) == sum_of({"credits": 3, "energy": 2, "hand": 2}, one)


@pytest.mark.parametrize("income", ["data", "publicity"])
def test_income_that_no_printed_card_of_the_box_has(income):
    table = varied({"cards": {"base-001": {"income": income}}})
    g = bench(table, row=other("base-001"), passed=["P2"], P1=dict(tucked=["base-001"]))
    before = snap(g)
    do(g, "pass", min(legal(do(g.clone(), "pass"))))
    assert g.round == 3 and changes(before, g) == {"credits": 3, "energy": 2, "hand": 2, income: 1}


def test_a_corner_of_every_kind():
    table = varied({"cards": {"base-001": {"corner": {"move": 1, "publicity": 2, "data": 3, "vp": 4}}}})
    g = bench(table, row=other("base-001"), P1=dict(hand=["base-001"], probes=[[3, 5]], energy=0, milestones=NONE_DUE))
    before = snap(g)
    do(g, "corner base-001", "step 3.5-3.4")
    assert changes(before, g) == {"hand": -1, "publicity": 2, "data": 3, "vp": 4} and probes(g) == [[3, 4]]


def sum_of(*tables):
    return {key: sum(table.get(key, 0) for table in tables) for key in set().union(*tables)}


# ---------------------------------------------------------------- missions and the end of the game


@shows("cards.base-*.mission.reward")
@pytest.mark.parametrize("card", of_kind("mission"))
def test_reward_of_a_mission(card):
    number = 1 + of_kind("mission").index(card)
    table = {}
    for k, name in enumerate(of_kind("mission"), 1):
        table[name] = {"mission": {"when": {"vp": k}, "reward": [{"do": "gain", "vp": k}, {"do": "gain", "energy": 2}]}}
    g = bench(varied({"cards": table}), row=other(card), P1=dict(missions={card: []}, vp=number - 1, milestones=NONE_DUE))
    assert not offers(g, "mission")
    g = bench(varied({"cards": table}), row=other(card), P1=dict(missions={card: []}, vp=number, milestones=NONE_DUE))
    before = snap(g)
    do(g, f"mission {card}")
    assert changes(before, g) == {"vp": number, "energy": 2, "missions": -1, "completed": 1}


@shows("cards.base-*.triggers")
@pytest.mark.parametrize("card", of_kind("triggers"))
def test_triggers(card):
    number = 1 + of_kind("triggers").index(card)
    table = {name: {"triggers": [{"on": {"event": "scan"}, "reward": []},
                                 {"on": {"event": "launch"}, "reward": [{"do": "gain", "vp": 1 + k}]}]}
             for k, name in enumerate(of_kind("triggers"))}  # fmt: skip
    g = bench(varied({"cards": table}), row=other(card), P1=dict(missions={card: [False, False]}, milestones=NONE_DUE))
    before = snap(g)
    do(g, "launch", f"cover {card}/2")
    assert changes(before, g) == {"vp": number, "credits": -2, "probes": 1}


@pytest.mark.parametrize("kind", ["mission", "triggers", "endgame"])
def test_a_mission_or_an_endgame_taken_away(kind):
    """An empty table takes it away: the card goes to the discard pile when it has been played."""
    empty = [] if kind == "triggers" else {}
    table = varied({"cards": {card: {kind: empty, "play": [], "cost": 0} for card in of_kind(kind)}})
    for card in of_kind(kind):
        g = bench(table, row=other(card), P1=dict(hand=[card]))
        do(g, f"play {card}")
        assert g.to_json()["discard"] == [card]
        assert not seat(g, "P1")["missions"] and not seat(g, "P1")["endgame"]


#: A position in which every word of a count has a number of its own.
RICH = {
    "planets": {"jupiter": {"orbiters": {"P1": 3}}, "mars": {"landers": {"P1": 2}}, "venus": {"orbiters": {"P1": 1}}},
    "moons": {"io": ["P1"], "titan": ["P1"]},
    "stars": {"vega": {"wins": ["P1"], "slot": "P1 . . ."}, "procyon": {"wins": ["P1"] * 2, "slot": "P1 . . . ."},
              "barnards-star": {"wins": ["P1"] * 3}, "kepler-22": {"wins": ["P1"] * 4, "slot": "P2 P1 . . ."}},
    "species": {"left": {"overflow": {"signal": {"P1": 3}, "lander": {"P1": 2}, "analysis": {"P1": 4}}}},
    "P1": {"techs": ["probe-1", "probe-2", "probe-3", "telescope-1", "telescope-2", "computer-1"],
           "computer": {"tiles": {"1": "computer-1"}}, "probes": [[2, 4]], "milestones": NONE_DUE},
}  # fmt: skip
WORDS = {
    "craft": {None: 8, "jupiter": 3, "mars": 2, "venus": 1, "saturn": 0},
    "moons": {"jupiter": 4, "mars": 2, "saturn": 1},
    "wins": {None: 10, "black": 1, "blue": 2, "red": 3, "yellow": 4},
    "traces": {"signal": 3, "lander": 2, "analysis": 4, "any": 9},
    "techs": {"probe": 3, "telescope": 2, "computer": 1, "any": 6},
    "signal_sectors": {None: 3},
}


def number(per):
    (word,) = set(per) & {"craft", "wins", "traces", "techs", "signal_sectors"}
    table = WORDS["moons" if per.get("moons") else word]
    return table[per.get("at") or per.get("color") or per.get("kind") or per.get("tech")] // per[word]


def scored(card, **endgame):
    table = varied({"cards": {card: {"endgame": endgame}}}) if endgame else varied({})
    position = {key: dict(value) for key, value in RICH.items()}
    position["P1"]["endgame"] = [card]
    return last_pass(finale(rules=table, row=other(card), **position))["P1"]


PER = [card for card in of_kind("endgame") if "per" in CARDS[card]["endgame"]]


@shows("cards.base-*.endgame.vp", "cards.base-*.endgame.per.*")
@pytest.mark.parametrize("card", PER)
def test_points_for_each(card):
    endgame = CARDS[card]["endgame"]
    vp, per = endgame["vp"], endgame["per"]
    assert scored(card) == vp * number(per)
    assert scored(card, vp=vp + 4) == (vp + 4) * number(per)
    (word,) = set(per) & set(WORDS) - {"moons"}
    assert scored(card, per={word: 2}) == vp * number({**per, word: 2})
    for key, words in (
        ("at", ["mars", "jupiter", "saturn"]),
        ("color", oc.COLORS),
        ("kind", oc.TRACE_KINDS),
        ("tech", oc.TECH_KINDS),
    ):
        if key in per:
            for name in words:
                assert scored(card, per={key: name}) == vp * number({**per, key: name}), name
    if "moons" in per:
        assert scored(card, per={"moons": False}) == vp * number({**per, "moons": False})


@shows("cards.base-*.endgame.vp", "cards.base-*.endgame.when.*")
@pytest.mark.parametrize("where, points", [("asteroids", 13), ("comet", 0), ("mars", 0)])
def test_points_once(where, points):
    assert scored("base-127", when={"probe_on": where}) == points
    assert scored("base-127", when={"probe_on": where}, vp=5) == min(points, 5)


@shows("cards.base-*.endgame.gold_tile", "cards.base-*.endgame.value")
@pytest.mark.parametrize("last, points", [(4, 8), (7, 14), (0, 5)])
def test_points_of_an_unmarked_gold_tile(last, points):
    """Two sets of traces at the last value of their tile, or one set of techs at 5 points."""
    table = varied({"gold_tiles": {"other-a": {"values": [8, 6, last]}}})
    position = {key: dict(value) for key, value in RICH.items()}
    position["P1"]["endgame"] = ["base-113"]
    assert last_pass(finale(rules=table, **position))["P1"] == points
