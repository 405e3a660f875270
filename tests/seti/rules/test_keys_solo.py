"""The keys of solo play: each is changed, and the game changes with it. What their printed values do is in
tests/seti/rulings/test_solo_*.py."""

import pytest
from rulings.bench import changes, covered, do, moon, signals, space, star, wins
from rulings.solo_bench import full, marked, objectives, opened, progress, solo, steps, table, techs, turn_of
from rulings.species_bench import found, hidden, message_tile

from seti_sim.seti import Game
from seti_sim.seti.rules import RuleError, RuleSet

from .keys import alter, shows, together
from .vocabulary import varied

PROBE = dict(probes=[[1, 5]])


def solo_rules(*actions, card="rival-01", arrow="left", **tables):
    """The rules with these actions on a card, and other keys of `solo`."""
    cards = {"cards": {card: {"arrow": arrow, "actions": list(actions)}}} if actions else {}
    return varied({"solo": {**cards, **tables}})


def launch(*reward):
    return {"do": "launch", "reward": list(reward)}


def fly(body, moves=6, prefer=("orbit", "land"), **more):
    return {"do": "fly", "targets": [{"body": body, "moves": moves}], "prefer": list(prefer), **more}


# ---------------------------------------------------------------- what the rival gains


@shows("solo.progress_per_discovery_marker")
@pytest.mark.parametrize("n", [0, 2])
def test_progress_for_markers(n):
    rules = solo_rules(launch({"do": "trace", "kind": "analysis"}), progress_per_discovery_marker=n)
    before, g = turn_of("rival-01", rules=rules, species={"left": hidden("oumuamua", "P2 P1"), "right": hidden("anomalies")})
    assert steps(before, g) == 2 * n


@shows("solo.message_tiles")
@pytest.mark.parametrize("n", [0, 1, 4])
def test_message_tiles(n):
    rules = solo_rules(launch({"do": "trace", "kind": "analysis"}), message_tiles=n)
    before, g = turn_of(
        "rival-01", rules=rules, P2=dict(vp=1), species={"left": hidden("centaurians", "P2 P1"), "right": hidden("anomalies")}
    )
    assert table(g)["message_tiles"] == max(n - 1, 0) and (message_tile(g, "P2") is not None) == (n > 0)


@shows("solo.moon_order")
def test_moons_from_left_to_right():
    order = [*reversed(RuleSet.load().tree["solo"]["moon_order"])]
    before, g = turn_of(
        "rival-01", rules=solo_rules(fly("jupiter", moons=True), moon_order=order), P2=PROBE, own=dict(techs={"probe-1": 1})
    )
    assert moon(g, "io") == ["P2"]
    with pytest.raises(RuleError, match="every moon once"):
        solo_rules(moon_order=order[1:])


@shows("solo.conversion.credits", "solo.conversion.energy", "solo.conversion.card", "solo.conversion.income")
@pytest.mark.parametrize(
    "key, effect",
    [
        ("credits", {"do": "gain", "credits": 1}),
        ("energy", {"do": "gain", "energy": 1}),
        ("card", {"do": "draw", "n": 1, "from": "deck"}),
        ("income", {"do": "income"}),
    ],
)
def test_conversion(key, effect):
    rules = varied(
        together(
            alter("solo", {"conversion": {key: 7}, "cards": {"rival-01": {"actions": [fly("venus", prefer=["land"])]}}}),
            alter("planets.venus.land", [effect]),
        )
    )
    before, g = turn_of("rival-01", rules=rules, P2=dict(PROBE))
    assert steps(before, g) == 7


@shows("solo.computer.spaces")
def test_spaces_of_the_computer():
    spaces = [[{"do": "gain", "vp": 3}, {"do": "progress", "n": 2}], []]
    rules = solo_rules({"do": "scan", "signals": ["earth", "black", "blue"]}, computer={"spaces": spaces})
    before, g = turn_of("rival-01", rules=rules)
    assert changes(before, g, "P2") == {"vp": 3, "top": 2, "data": 1} and steps(before, g) == 2
    before, g = turn_of("rival-02", rules=rules, P2={"computer": {"top": 2}})
    assert space(g, "right", "analysis") == "P2"  # two data fill it; the arrow of S.2 points right


@shows("solo.computer.analysis")
def test_the_boards_analysis():
    before, g = turn_of("rival-01", rules=solo_rules(computer={"analysis": [{"do": "gain", "vp": 9}]}), P2=full())
    assert changes(before, g, "P2") == {"vp": 9, "top": -6}


@shows("solo.techs.analysis")
def test_a_computer_tech_given_up():
    rules = solo_rules(techs={"analysis": [{"do": "gain", "publicity": 2}]})
    before, g = turn_of("rival-01", rules=rules, P2=full(), own=dict(techs={"computer-1": 1}))
    assert changes(before, g, "P2") == {"vp": 5, "publicity": 3, "top": -6} and steps(before, g) == 0


@shows("solo.techs.extra")
def test_what_all_tiles_of_a_stack_bear():
    before, g = turn_of(
        "rival-04", rules=solo_rules(techs={"extra": True}), own=dict(progress=5), techs={"telescope-1": {"tiles": ["vp"]}}
    )
    assert changes(before, g, "P2") == {"vp": 5, "top": 2, "publicity": 1}


# ---------------------------------------------------------------- objectives


@shows("solo.objective_rules.open")
@pytest.mark.parametrize("n", [1, 4])
def test_open_objectives(n):
    g = Game.new(solo_rules(objective_rules={"open": n}), None, 3, 0, solo=True, level=3)
    assert len(opened(g)) == n


def round_end(rules, number=2, have=()):
    g = solo(
        level=2,
        rules=rules,
        round=number,
        passed=["P2"],
        end_of_round=[[], [], [], []],
        main="before",
        own={**objectives(completed=have), "deck": [], "played": ["rival-02"]},
    )
    return do(g, "pass")


@shows("solo.objective_rules.given_up", "solo.objective_rules.missing_progress")
def test_giving_up_objectives():
    rules = solo_rules(objective_rules={"given_up": [0, 3, 0, 0], "missing_progress": 2})
    g = round_end(rules, have=["objective-1-01"])
    assert table(g)["objectives"]["given_up"] == ["objective-1-01"] and progress(g) == 5
    assert progress(round_end(rules, number=1)) == 1


@shows("solo.objective_rules.uncompleted_vp")
def test_points_for_uncompleted_objectives():
    g = solo(
        level=2,
        rules=solo_rules(objective_rules={"uncompleted_vp": 8}),
        round=5,
        passed=["P2"],
        main="before",
        own={**objectives("objective-3-05"), "deck": []},
        P2=dict(vp=1),
    )
    assert do(g, "pass").scores()["P2"]["total"] == 9


@shows("solo.objectives.*.level")
def test_the_level_of_a_tile():
    moved = {f"objective-1-0{n}": {"level": 3} for n in (1, 2)}
    for number in range(10):
        g = Game.new(solo_rules(objectives=moved), None, 3, number, solo=True, level=2)
        assert set(opened(g)[:2]) == {"objective-1-03", "objective-1-04"}
    with pytest.raises(RuleError, match="at most 1, 11, 12"):
        solo_rules(objectives=moved | {"objective-1-03": {"level": 3}})


@shows("solo.objectives.*.tasks")
@pytest.mark.parametrize(
    "task, done",
    [
        ({"event": "launch"}, [True]),
        ({"event": "orbit"}, []),
        ({"state": "publicity", "n": 4}, [True]),
        ({"state": "publicity", "n": 5}, []),
    ],
)
def test_other_tasks(task, done):
    rules = solo_rules(objectives={"objective-3-05": {"tasks": [[task]]}})
    g = solo("rival-01", level=2, rules=rules, main="before", own=objectives(None, stack=["objective-3-05"]))
    do(g, "launch")
    do(g, "end")
    assert (table(g)["objectives"]["completed"] == ["objective-3-05"]) == (done == [True] and "state" in task)
    g = solo("rival-01", level=2, rules=rules, main="before", own=objectives("objective-3-05"))
    do(g, "launch")
    assert marked(g, "objective-3-05") == done


# ---------------------------------------------------------------- readings


@shows("solo.readings.replaced_by", "solo.readings.route_returns", "solo.readings.orbit_signal_on_tile",
       "solo.readings.objectives_in_rivals_turn", "solo.readings.data_space")  # fmt: skip
@pytest.mark.parametrize("reading, arrow, chosen", [("arrow", "left", 0), ("arrow", "right", 1), ("most-data", "right", 0)])
def test_which_data_space(reading, arrow, chosen):
    """The other readings are in the rulings: SOL-106, SOL-73, SOL-126, SOL-145."""
    rules = solo_rules(fly("mars", prefer=["land"]), arrow=arrow, readings={"data_space": reading})
    before, g = turn_of("rival-01", rules=rules, P2=PROBE)
    assert covered(g, "mars")[chosen] == ["P2"]


@shows("solo.readings.full_sector")
@pytest.mark.parametrize("reading, where", [(False, "proxima-centauri"), (True, "barnards-star")])
def test_a_full_sector_that_it_leads(reading, where):
    rules = solo_rules({"do": "scan", "signals": ["red", "red"]}, readings={"full_sector": reading})
    before, g = turn_of(
        "rival-01",
        rules=rules,
        stars={"barnards-star": {"slot": "P2 P1 P2 P1 ."}, "proxima-centauri": {"slot": "P2 P2 P2 . . ."}},
    )
    assert wins(g, "barnards-star") == ["P2"]
    assert (star(g, "proxima-centauri") == "P2 P2 P2 P2 . .") == (where == "proxima-centauri")


@shows("solo.readings.reserve_empty_vp")
def test_points_for_an_empty_reserve():
    rules = solo_rules(launch({"do": "progress", "n": 1}), readings={"reserve_empty_vp": 8})
    before, g = turn_of("rival-01", rules=rules, own=dict(progress=12, reserve=[]))
    assert changes(before, g, "P2") == {"vp": 8, "probes": 1}


@shows("solo.readings.arrow_elsewhere")
@pytest.mark.parametrize("reading, tile", [("last", "other"), ("left", "tech")])
def test_the_arrow_elsewhere(reading, tile):
    g = solo(
        own=dict(arrow="right"),
        rules=solo_rules(readings={"arrow_elsewhere": reading}),
        passed=["P2"],
        P2=dict(vp=25, milestones=[20, 30, 50, 70]),
    )
    assert do(g, "end").to_json()["gold"][tile]["markers"] == ["P2"]


@shows("solo.readings.middle_column_lower")
@pytest.mark.parametrize("reading, kind", [(False, "signal"), (True, "lander")])
def test_the_middle_column(reading, kind):
    rules = solo_rules(launch({"do": "trace", "kind": "any"}), readings={"middle_column_lower": reading})
    before, g = turn_of("rival-01", rules=rules)
    assert space(g, "left", kind) == "P2"


# ---------------------------------------------------------------- levels and boards


@shows("solo.levels.*.board", "solo.levels.*.advanced", "solo.levels.*.objectives")
def test_levels():
    rules = solo_rules(levels={"level-1": {"board": "rival-board-5", "advanced": 3, "objectives": [1, 0, 2]}})
    g = Game.new(rules, None, 3, 0, solo=True, level=1)
    assert progress(g) == 9 and len(table(g)["deck"]) == 7 and [name[10] for name in opened(g)] == ["1", "3", "3"]


@shows("solo.boards.*.track", "solo.boards.*.start", "solo.boards.*.reinforce_after")
def test_boards():
    board = {"track": ["probe-2", "computer-3"], "start": 2, "reinforce_after": 1}
    rules = solo_rules(launch({"do": "progress", "n": 4}), boards={"rival-board-1": board})
    assert progress(Game.new(rules, None, 3, 0, solo=True, level=1)) == 2
    before, g = turn_of("rival-01", rules=rules, own=dict(reserve=["rival-05", "rival-06", "rival-07"]))
    assert progress(g) == 2 and len(table(g)["reserve"]) == 1
    before, g = turn_of("rival-04", rules=rules)
    assert techs(g) == {"computer-3": 1}
    with pytest.raises(RuleError, match="one of the 2 spaces"):
        solo_rules(boards={"rival-board-1": {"track": ["probe-2", "computer-3"]}})


# ---------------------------------------------------------------- cards


@shows("solo.cards.*.group")
def test_groups_of_cards():
    rules = solo_rules(cards={"rival-04": {"group": "advanced"}})
    for number in range(5):
        t = table(Game.new(rules, None, 3, number, solo=True, level=1))
        assert sorted(t["deck"]) == ["rival-01", "rival-02", "rival-03"] and "rival-04" in t["reserve"]


@shows("solo.cards.*.species")
def test_species_of_cards():
    swap = {"rival-15": {"species": "anomalies"}, "rival-16": {"species": "mascamites"}}
    before, g = turn_of(
        "rival-03", rules=solo_rules(cards=swap), species={"left": found("anomalies"), "right": hidden("oumuamua")}
    )
    assert table(g)["played"] == ["rival-15"]
    with pytest.raises(RuleError, match="one card for each species"):
        solo_rules(cards={"rival-15": {"species": "anomalies"}})


@shows("solo.cards.*.arrow", "solo.cards.*.actions")
@pytest.mark.parametrize("arrow, where", [("left", "proxima-centauri"), ("right", "beta-pictoris")])
def test_cards(arrow, where):
    before, g = turn_of("rival-01", rules=solo_rules({"do": "scan", "signals": ["row", "mercury"]}, arrow=arrow))
    assert signals(g, "P2") == {where: 1, "sirius-a": 1}  # Mercury lies in sector 1


WRONG = [
    ({"do": "nap"}, "expected one of analyze"), ({"do": "fly", "targets": [], "prefer": ["land"]}, "one to 6 bodies"),
    ({"do": "fly", "targets": [{"body": "earth", "moves": 2}], "prefer": ["land"]}, "expected one of mercury"),
    ({"do": "fly", "targets": [{"body": "mars", "moves": 2}], "prefer": ["land", "land"]}, "orbit, land or both"),
    ({"do": "scan", "signals": []}, "one to 6 signals"), ({"do": "scan", "signals": ["sun"]}, "expected one of row"),
    ({"do": "replace", "species": 3}, "from 1 to 2"), ({"do": "research", "cost": {"credits": 1}}, "publicity"),
    ({"do": "launch", "reward": [{"do": "draw", "n": 1, "from": "deck"}]}, "one of gain, progress, trace"),
    ({"do": "launch", "reward": [{"do": "progress"}]}, "from 1 to 20"), ({"do": "analyze", "cost": {}}, "one of the keys"),
    ({"do": "message"}, "from 1 to 200"), ({"do": "secret-card"}, "from 1 to 50")]  # fmt: skip


@pytest.mark.parametrize("action, expected", WRONG)
def test_actions_that_the_engine_does_not_do(action, expected):
    with pytest.raises(RuleError, match=expected) as wrong:
        RuleSet.load({"solo": {"cards": {"rival-01": {"actions": [action]}}}})
    assert str(wrong.value).startswith("variant: solo.cards.rival-01.actions")


@pytest.mark.parametrize("task, expected", [
    ({"event": "sneeze"}, "expected one of visit"), ({"state": "energy", "n": 1}, "one of vp, publicity, data"),
    ({"event": "win"}, "color"), ({"event": "orbit-or-land", "at": "earth"}, "expected one of mercury"),
    ({"event": "visit", "body": "comet", "own_turn": True}, "no own_turn")])  # fmt: skip
def test_tasks_that_the_engine_does_not_watch(task, expected):
    with pytest.raises(RuleError, match=expected) as wrong:
        RuleSet.load({"solo": {"objectives": {"objective-3-05": {"tasks": [[task]]}}}})
    assert str(wrong.value).startswith("variant: solo.objectives.objective-3-05.tasks")
