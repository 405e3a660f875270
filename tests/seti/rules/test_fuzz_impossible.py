"""Variants that a designer may try and no game can obey, each refused in one line; and odd ones that are played."""

import pytest

from seti_sim.seti.rules import RuleError, RuleSet
from seti_sim.seti.rules.tree import printed_tree

from .judging import judge
from .keys import alter, together

#: Cards of the deck, and all that come into a hand, those of species among them.
CARDS = [name for name, card in printed_tree()["cards"].items() if "species" not in card]
HELD = [name for name, card in printed_tree()["cards"].items() if "secret" not in card]
SECRETS = [name for name, card in printed_tree()["cards"].items() if "secret" in card]
POINT = {"do": "gain", "vp": 1}
TRACE, SCAN = {"do": "trace", "kind": "any"}, {"do": "scan"}
NOTHING = {"credits": 0, "energy": 0, "publicity": 0}
ACTIONS = ("launch", "orbit", "land", "scan", "analyze", "research")
NO_END = "what costs nothing could be done without end"


def signals(n):
    return {"do": "signal", "n": n, "where": "any"}


def this_turn(then, **on):
    return {"do": "this-turn", "on": on, "then": [then]}


def everywhere(table, **keys):
    return {table: {name: keys for name in (HELD if table == "cards" else printed_tree()[table])}}


LAUNCHES = [{"on": {"event": "launch"}, "reward": [{"do": "launch"}]}] * 3
STEPS = {"scan": "extra", "choose": [{"then": [POINT]}] * 3}
SCAN_OF_RED = this_turn(signals(1), event="signal", color="red")
HOP = this_turn({"do": "move", "n": 1}, event="visit", body="mars")
LEAP = {"do": "per", "count": {"publicity": 1}, "then": [{"do": "move", "n": 12}]}
BACK = {"do": "return-this"}
DRAW_4 = [{"do": "draw", "n": 4, "from": "deck"}]

#: (address, what the variant says there, what was expected, what it says besides)
IMPOSSIBLE = [
    # Nothing to play with.
    ("setup.without", CARDS, "a deck for four players (they are dealt 43 cards, it has 0)"),
    ("setup.without", CARDS[:96], "a deck for four players (they are dealt 43 cards, it has 42)"),
    ("setup.without", CARDS[:80], "they are dealt 71 cards, it has 58", alter("setup.start.cards", 12)),
    ("setup.without", SECRETS[:1], "a deal for four players and three markers that the 14 cards allow"),
    ("setup.without", ["base-001", "base-001"], "each of them once"),
    ("cards", [], "a table"), ("stars", [], "a table"), ("cards.base-001", [], "a table"),
    ("stars.sol", {}, "the id of one of the 8 stars"), ("cards.base-139", {}, "the id of one of the 193 cards"),
    ("setup.rounds", 0, "a whole number from 1 to 9"), ("setup.start.cards", 0, "a whole number from 1 to 12"),
    ("setup.card_row", 0, "a whole number from 1 to 6"), ("setup.start_vp", [], "the points of four seats"),
    ("setup.start_vp", [1, 2, 3], "the points of four seats"),
    ("solar.rotation_order", [], "one to eight discs"), ("computer.top_rewards", [], "four to eight top spaces"),
    ("computer.top_rewards", [[], [], [], []], "columns that have a top space"),
    ("computer.slot_columns", [1, 3, 5, 7], "columns that have a top space"),
    ("limits.probes_in_space", 0, "a whole number from 1 to 8"),
    # What does not go together.
    ("limits.publicity", 3, "no more publicity to start with than the limit allows"),
    ("setup.start.publicity", 11, "no more publicity to start with than the limit allows"),
    ("stars.vega.color", "red", "a star of every colour (black has none)", alter("stars.beta-pictoris.color", "red")),
    ("stars.procyon.color", "blue", "a star of every colour (yellow has none)", everywhere("stars", color="blue")),
    ("stars.vega.data", 1, "a whole number from 2 to 10"),
    ("sectors.places", [[0, 1], [2, 3], [4, 5], [6, 6]], "four pairs that name each sector once"),
    ("sector_boards.procyon-vega.stars", ["vega", "vega"], "each of the eight stars once"),
    ("planets.jupiter.moons", ["io"], "europa once among the moons of one planet"),
    ("planets.venus.moons", ["io"], "io once among the moons of one planet"),
    ("planets.mars.moons", ["phobos-deimos"] * 2, "phobos-deimos once among the moons of one planet"),
    ("moons.titan.planet", "mars", "titan once among the moons of one planet, the one that it names"),
    ("moons.titan.planet", "earth", "one of mercury, venus, mars"),
    ("gold_tiles.tech-a.side", "b", "both sides of all four tiles, each once"),
    ("milestones.gold", [50, 25], "at most four scores in ascending order"),
    ("milestones.neutral", [1, 2, 3, 4, 5], "at most four scores in ascending order"),
    ("free_actions.exchange.get", 2, "the whole number 1"),
    ("cards.base-005.endgame", {"vp": 1, "per": {"missions": 1}}, "at most one of mission, triggers, endgame"),
    ("cards.base-001.mission", {"when": {"vp": 1}, "reward": []}, "at most one of mission, triggers, endgame"),
    ("solar.layers.base.ring4", ["empty"] * 8, "uranus in sight in every position of the discs"),
    ("solar.layers.base.ring3", ["uranus"] * 8, "one uranus in every position of the discs"),
    ("solar.layers.disc-1.ring1", ["earth"] * 8, "one earth in every position of the discs"),
    ("solar.layers.base.ring1", ["hole"] * 8, "no hole: nothing lies below the base"),
    ("solar.layers.base.icon1", [0] * 7, "eight, one for each sector"),
    # No end.
    ("actions.scan.cost", {}, NO_END), ("actions.scan.cost", NOTHING, NO_END),
    ("actions.launch.cost", {}, "a launch and then an orbit", alter("actions.orbit.cost", {})),
    ("actions.launch.cost", {}, "a launch and then a landing", alter("actions.land.cost", {})),
    ("actions.launch.cost", {}, "a launch and then a landing", alter("actions.land.cost_with_orbiter.energy", 1)),
    ("solar.move_cost", 0, "a whole number from 1 to 5"), ("free_actions.move.cost", {}, "at least 1 energy"),
    ("free_actions.buy.cost", {}, "a cost"),
    ("free_actions.buy.then", [{"do": "gain", "publicity": 3}, POINT], "a purchase that does not pay for the next one"),
    ("free_actions.buy.then", DRAW_4, "a purchase that does not pay for the next one"),
    ("cards.base-001.corner", {"publicity": 4}, "a purchase that does not pay for the next one",
     everywhere("cards", corner={"publicity": 4})),
    ("discovery.overflow", [TRACE], "a trace would bring a trace about"),
    ("discovery.left", [SCAN], "a trace would bring a trace about", alter("scan.row", [TRACE])),
    ("sectors.second_space", [signals(1)], "a signal would bring a signal about"),
    ("scan.earth", [SCAN], "a scan would bring a scan about"),
    ("techs.probe-2.extra", [{"do": "research", "tech": "any"}], "a research would bring a research about"),
    ("planets.mars.orbit", [{"do": "orbit"}], "an orbit would bring an orbit about"),
    ("moons.io.land", [{"do": "land"}], "a landing would bring a landing about"),
    ("computer.analyze", [{"do": "analyze"}], "an analysis would bring an analysis about"),
    ("stars.vega.win_later", [signals(3)], "fewer signals for a completed sector than complete the next one"),
    ("sectors.contributor", [signals(1)], "fewer signals for a completed sector than complete the next one"),
    ("stars.vega.win_first", [signals(1)], "fewer signals for a completed sector", alter("stars.vega.data", 2)),
    ("cards.base-110.play", [SCAN_OF_RED], "once = true or distinct = true"),
    ("cards.base-110.play", [HOP], "once = true or distinct = true"),
    ("cards.base-120.play", [BACK], "a card that costs more than it brings", alter("cards.base-120.cost", 0)),
    ("cards.base-120.play", [{"do": "gain", "energy": 2}, BACK], "a card that costs more than it brings"),
    ("cards.oumuamua-05.play", [{"do": "gain", "energy": 4}, BACK], "a card that costs more than it brings",
     {"cards": {"oumuamua-05": {"cost": {"energy": 4}}}}),
    ("cards.mascamite-05.play", [{"do": "sample-reward", "where": "jupiter-or-saturn"}, BACK],
     "a card that costs more than it brings"),
    ("cards.centaurian-01.play", [BACK], "neither tuck-this nor return-this: a card with a message stays in front"),
    ("cards.centaurian-01.message", [{"do": "tuck-this"}] * 2, "at most one of tuck-this and return-this"),
    ("species.mascamites.samples.sample-vp.reward", [{"do": "sample-reward", "where": "own-probe"}],
     "a sample's reward would bring a sample's reward about"),
    ("species.anomalies.anomalies.anomaly-signal.sides", [[{"do": "rotate"}], [POINT]],
     "an anomaly would bring an anomaly about"),
    ("species.oumuamua.tile.completed", [signals(1)], "fewer signals for a completed tile than it has data"),
    ("species.anomalies.board.signal", [{"reward": [TRACE]}], "a trace would bring a trace about"),
    ("species.centaurians.message_rewards.message-vp.reward", [signals(6), signals(1)], "at most 6 signals in all"),
    ("cards.oumuamua-05.play", [{"do": "repeat", "then": [{"do": "pay", "energy": 1}, {"do": "gain", "energy": 1}]}],
     "a repeat that neither gains what it pays"),
    ("cards.oumuamua-05.play", [{"do": "repeat", "then": [{"do": "pay", "energy": 1}, SCAN]}],
     "nor brings about anything but moves"),
    # More than there is room for.
    ("cards.base-110.play", [signals(6), signals(6), signals(1)], "at most 12 signals in all"),
    ("planets.mars.land", [signals(6), signals(1)], "at most 6 signals in all"),
    ("cards.base-110.play", [LEAP], "at most 250 movement at a time", alter("limits.publicity", 100)),
    ("cards.base-110.play", [this_turn(LEAP, event="launch")], "at most 250 movement", alter("limits.publicity", 100)),
    ("cards.base-110.play", [this_turn(POINT, event="launch")] * 9, "at most 8 effects this-turn"),
    ("cards.base-076.triggers", LAUNCHES, "that can set each other off",
     together(*(alter(f"cards.{name}.triggers", LAUNCHES) for name in ("base-077", "base-078")))),
    ("techs.probe-1.effect.choose", STEPS["choose"], "at most ten extra steps of a scan in all",
     together(*(alter(f"techs.{name}.effect", STEPS) for name in ("probe-1", "probe-2", "probe-3", "probe-4")))),
    # Names that no line can show.
    ("cards.base-001.name", "two\nlines", "a name on one line"), ("stars.vega.name", "", "a name on one line"),
]  # fmt: skip


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case[0])
def test_what_no_game_can_obey_is_refused(case):
    address, value, expected, *rest = case
    with pytest.raises(RuleError) as caught:
        RuleSet.load(together(*rest, alter(address, value)))
    error = caught.value
    assert error.file == "variant" and expected in error.expected, str(error)
    assert error.address == address or error.address.startswith(f"{address}[0].")
    assert str(error).isprintable() and len(str(error)) < 250


def test_a_long_list_of_words_is_cut():
    with pytest.raises(RuleError) as caught:
        RuleSet.load(alter("setup.without", ["base-1O9"]))
    cut = "expected one of base-001, base-002, base-003, … (198 in all) (did you mean "
    assert str(caught.value).startswith(f'variant: setup.without[0] = "base-1O9": {cut}') and len(str(caught.value)) < 200


#: Odd, and yet a game.
ODD = [
    alter("setup.without", CARDS[:95]), alter("setup.without", [card for card in HELD if card not in CARDS]),
    alter("setup.rounds", 1), alter("setup.rounds", 9),
    alter("setup", {"rounds": 9, "start": {"cards": 12}, "card_row": 6, "end_of_round_extra": 4}),
    alter("setup", {"start": {**NOTHING, "cards": 1}, "income": {"credits": 0, "energy": 0, "cards": 0}}),
    alter("setup", {"start": {"credits": 60, "energy": 60}, "income": {"credits": 60, "energy": 60, "cards": 10}}),
    alter("setup.hand_limit_on_pass", 0), alter("setup.hand_limit_on_pass", 60),
    alter("limits.publicity", 5), alter("limits.data_pool", 1), alter("limits", {"publicity": 100, "data_pool": 100}),
    together(alter("limits.probes_in_space", 8), alter("actions.launch.cost", {})),
    everywhere("cards", cost=0), everywhere("cards", cost=14), everywhere("cards", play=[]),
    everywhere("cards", corner={"vp": 10}), everywhere("cards", income="data"),
    alter("cards.base-002.corner", {"publicity": 4}),
    everywhere("stars", data=2), everywhere("stars", data=10), everywhere("stars", win_first=[], win_later=[]),
    everywhere("planets", orbit=[], land=[], land_first=[]), everywhere("moons", land=[]),
    everywhere("techs", extra=[]),
    alter("scan", {"earth": [], "row": []}), alter("milestones", {"gold": [], "neutral": []}),
    alter("milestones", {"gold": [1, 2, 3, 4], "neutral": [1, 2, 3, 4], "neutral_markers": {"2": 6, "3": 6, "4": 6}}),
    alter("sectors.bonus_space", 10), alter("sectors", {"contributor": [], "second_space": []}),
    alter("computer", {"analyze": [], "top_rewards": [[]] * 8}), alter("free_actions.buy.then", []),
    alter("free_actions.buy.cost.publicity", 1),
    together(*(alter(f"actions.{name}.cost.credits", 60) for name in ACTIONS)),
    together(*(alter(f"actions.{name}.cost", {}) for name in ("research", "analyze", "orbit", "land"))),
    {"cards": {name: {"play": [{"do": "launch", "ignore_limit": True}] * 2, "cost": 0} for name in CARDS[::4]}},
    {"cards": {name: {"play": [signals(6), signals(6)]} for name in CARDS[::4]}},
    alter("stars.vega", {"win_first": [signals(2)], "win_later": [signals(2)]}),
    alter("discovery.overflow", [signals(1)]), alter("cards.base-120.cost", 0),
    alter("cards.base-120.play", [POINT, BACK]),
]  # fmt: skip
ODD_IDS = [f"{'-'.join(variant)}-{i}" for i, variant in enumerate(ODD)]


@pytest.mark.parametrize("variant", ODD, ids=ODD_IDS)
def test_what_is_odd_is_played(variant):
    assert judge(variant, games=5) == "played"


@pytest.mark.soak
@pytest.mark.parametrize("variant", ODD, ids=ODD_IDS)
def test_what_is_odd_is_played_often(variant):
    assert judge(variant, games=1000) == "played"


@pytest.mark.parametrize(
    "value, expected",
    [(10**5000, "a whole number of at most 18 digits"), (None, "a table, a list, text, an integer or true/false")],
    ids=["digits", "None"],
)
def test_values_that_no_file_can_hold(value, expected):
    with pytest.raises(RuleError) as caught:
        RuleSet.load(alter("setup.rounds", value))
    assert caught.value.address == "setup.rounds" and caught.value.expected == expected
    assert str(caught.value).isprintable()


def test_a_dict_that_contains_itself():
    endless = {}
    endless["setup"] = endless
    with pytest.raises(RuleError, match="at most 24 tables and lists inside one another"):
        RuleSet.load(endless)
