"""Variants of The Search for Planet X: placement rules changed and taken away, other costs, games that cannot be dealt."""

import warnings

import numpy as np
import pytest

from seti_sim.cli import main
from seti_sim.core.errors import PositionError
from seti_sim.core.node import RuleError
from seti_sim.planetx import Game, PlanetXRules, play_games, players
from seti_sim.planetx.batch import DealError
from seti_sim.planetx.fitting import deal_games
from seti_sim.planetx.rules import app_weights, objects_of

from . import reference
from .bench import deal, play, rules, stand, table


def placed(mode="standard", **placement):
    return rules(mode, mode={mode: {"placement": placement}})


def letters_of(rules_):
    return [rules_.sky.letters(i) for i in range(len(rules_.sky))]


def beside(letters, one, other):
    return any(letters[i - 1] + letters[i] in (one + other, other + one) for i in range(len(letters)))


# ------------------------------------------------------------------------------------------ taking rules away
@pytest.mark.parametrize("change, broken", [
    ({"next_to_no": {}}, lambda sky: beside(sky, "D", "X")),
    ({"next_to_no": {"D": ""}}, lambda sky: beside(sky, "D", "X")),
    ({"only": {}}, lambda sky: sky[0] == "C"),
    ({"only": {"C": []}}, lambda sky: sky[0] == "C"),
    ({"next_to_some": {"A": ""}}, lambda sky: not beside(sky, "A", "A")),
    ({"next_to_some": {"G": ""}}, lambda sky: not beside(sky, "G", "E")),
])  # fmt: skip
def test_f04_a_placement_rule_is_taken_away(change, broken):
    """F04: every printed arrangement stays, and some come that the rule forbade."""
    changed = placed(**change)
    now, printed = set(letters_of(changed)), set(letters_of(rules()))
    assert printed < now and not any(map(broken, printed)) and any(map(broken, now))
    assert changed.fingerprint != rules().fingerprint


def test_f04_the_band_of_the_expert_game():
    """F04: without it there are more arrangements than can be held, which is said; with two rules more they fit."""
    with pytest.raises(RuleError, match="mode.expert.placement = .*: expected rules that 1 to 2097152 arrangements obey"):
        placed("expert", band={}).sky  # noqa: B018
    fewer = placed("expert", band={}, only={"C": [2, 3], "X": [8], "G": [5, 10, 15]})
    bands = {reference.band(fewer.sky.letters(i), "D") for i in range(0, len(fewer.sky), 499)}
    assert bands - {6} and reference.band(rules("expert").sky.letters(7), "D") == 6
    assert placed("expert", band={"D": 0}).placement == placed("expert", band={}).placement


def test_f04_what_is_not_there_cannot_be_taken_away():
    for change in ({"actions": {}}, {"mode": {"standard": {"objects": {}}}}, {"mode": {"standard": {}}}):
        with pytest.raises(RuleError, match="expected the keys that change; an empty table changes nothing"):
            rules(**change)


# ------------------------------------------------------------------------------------------ how arrangements are drawn
NINE = "[mode.standard.placement]\nonly = { C = [2, 3, 5, 7, 9, 11] }\n"


@pytest.fixture
def nine(tmp_path):
    path = tmp_path / "nine.toml"
    path.write_text(NINE, encoding="utf-8")
    return path


def test_f03_the_weights_of_the_app_are_of_the_printed_placement(nine, tmp_path, capsys):
    """F03: refused in one line before the first game; drawn uniformly a comet lies in sector 9 as often as it can."""
    command = ["run", "--game", "planetx", "--players", "2", "--games", "4", "--jobs", "1", "--variant", str(nine)]
    assert main([*command, "--out", str(tmp_path / "a")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and not (tmp_path / "a").exists()
    assert "arrangements 'app': its weights are those of the printed placement, which nine changes; expected uniform" in said
    assert main([*command, "--out", str(tmp_path / "b"), "--arrangements", "uniform"]) == 0
    assert main(["info", str(tmp_path / "b")]) == 0
    told = capsys.readouterr().out
    assert "uniform" in told and "nine.toml" in told
    changed = PlanetXRules.load("standard", nine)
    objects = objects_of(changed.sky)
    drawn = objects[deal_games(changed, 1, 6000, "uniform").systems, 8] == 1
    assert drawn[:1500].mean() == pytest.approx(0.336, abs=0.0005)
    assert drawn.mean() == pytest.approx((objects[:, 8] == 1).mean(), abs=0.02)


@pytest.mark.parametrize("change", [
    {"placement": {"only": {"C": [1, 4, 6, 8, 12]}}}, {"placement": {"next_to_no": {}}}, {"objects": {"A": 3, "E": 3}},
])  # fmt: skip
def test_f03_whoever_asks_for_them(change):
    changed = rules(mode={"standard": change})
    asked = (
        lambda: Game.new(changed, 2, generation="app"),
        lambda: play_games(changed, players=2, seed=1, first=0, count=1, policies=[players.get("random")], generation="app"),
        lambda: deal_games(changed, 1, 1, "app"),
        lambda: Game.from_json(changed, {"generation": "app"}),
    )
    for ask in asked:
        with pytest.raises(ValueError, match="'app': its weights are those of the printed placement, which variant changes"):
            ask()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game = Game.new(changed, 2)
        assert game.generation == "uniform" and "\ngeneration uniform\n" in game.record()
        assert Game.from_json(changed, {}).legal_actions()


def test_f03_a_placement_that_is_the_printed_one_keeps_the_weights():
    same = placed(only={"C": [2, 3, 5, 7, 11]}, band={})
    assert same.has_app and Game.new(same, 2, 3).system == Game.new(rules(), 2, 3).system


def test_f03_weights_of_a_variants_own():
    """They are obeyed, however little has weight at all; weights of nothing are refused."""
    factor = {letter: [10_000] * 12 for letter in "ACDGEX"}
    change = {"placement": {"only": {"C": [2, 3, 5, 7, 9, 11]}}}
    own = rules(mode={"standard": change}, sky={"standard": {"factor": factor, "beside_x": {}}})
    assert own.has_app and len(np.unique(app_weights(own.sky, own.factors, own.beside_x))) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        heavy = rules(sky={"standard": {"factor": {**factor, "X": [0] * 11 + [10**7], "D": [10**7] + [1] * 11}}})
        drawn = objects_of(heavy.sky)[deal_games(heavy, 1, 300).systems]
        assert (drawn[:, 11] == 5).all()
        with pytest.raises(RuleError, match="sky.standard.factor = .*: expected weights that are not 0 for every arrangement"):
            rules(sky={"standard": {"factor": {**factor, "C": [0] * 12}}}).sky  # noqa: B018


# ------------------------------------------------------------------------------------------ costs and tables
def test_f33_the_tables_of_the_last_chance_reach_as_far_as_a_locate():
    """F33: with a locate that costs 8 a pawn can be 8 behind; the tables say what that is worth, or it is refused."""
    with pytest.raises(RuleError, match="actions.locate_cost = 8: expected 9 whole numbers in last_chance_theories"):
        rules(actions={"locate_cost": 8})
    end = {"last_chance_theories": [0, *[1] * 5, 2, 2, 2], "last_chance_locate_points": [0, 2, 4, 6, 8, 10, 12, 14, 16]}
    long = rules(actions={"locate_cost": 8}, end=end)
    game = play(stand(table(players=4, rules_=long), [(1, 10), (2, 10), (3, 12), (4, 14)]), "P1 locate 1 A C")
    assert [game.view(seat)["seats"][seat]["time"] for seat in game.seats] == [18, 10, 12, 14]
    play(game, "P2 locate 1 A C", "P3 locate 1 A C", "P4 locate 1 A C")
    assert game.is_over and [game.scores()[seat]["locate"] for seat in game.seats] == [10, 16, 12, 8]
    short = rules(actions={"locate_cost": 2})
    assert (
        play(stand(table(rules_=short), [(1, 10), (2, 11)]), "P1 locate 1 A C", "P2 locate 1 A C").scores()["P2"]["locate"] == 2
    )


@pytest.mark.parametrize("address, value, message", [
    ("end.last_chance_locate_points", [1] * 22, "at most 21 whole numbers"),
    ("mode.standard.track.conference", {"Y": 3}, "one or two conferences .*X1 or X1 and X2"),
    ("sky.standard.beside_x", {"AX": 1}, "two letters of A, C, D, G, E, in this order"),
    ("sky.standard.beside_x", {"CA": 1}, "two letters of A, C, D, G, E, in this order"),
    ("mode.standard.placement.band", {"A": 13}, "a whole number from 0 to 12"),
    ("solo.standard.tries", 1001, "a whole number from 0 to 1000"),
    ("starting", {"levels": {"youth": 4, "beginner": 4}, "group": [{"sectors": "any", "standard": {"ACDG": 1}, "expert": {"ACDG": 1}}]},
     "a group of starting facts for every four of solo.facts.expert = 8"),
])  # fmt: skip
def test_f33_its_kind(address, value, message):
    """F33: keys of the same kind, whose values the engine's tables could not follow."""
    change = value
    for key in reversed(address.split(".")):
        change = {key: change}
    with pytest.raises(RuleError, match=message) as error:
        rules(**change)
    assert address in str(error.value)


def test_equal_rules_deal_equal_games_however_they_are_written():
    """Two deals of a group in another order: the fingerprint is the same, and so is the game."""

    def group(deals):
        groups = [{"sectors": "comet", "standard": deals, "expert": {"ADGG": 1}}]
        return rules(starting={"group": groups, "levels": {"youth": 4, "beginner": 4}}, solo={"facts": {"expert": 4}})

    one, other = group({"ADDG": 500, "ADGG": 500}), group({"ADGG": 500, "ADDG": 500})
    assert one == other and Game.new(one, 2, 4, levels=4) == Game.new(other, 2, 4, levels=4)


def test_a_conference_of_a_variant():
    two = rules(mode={"standard": {"track": {"conference": {"X2": 4}}}})
    assert two.conferences == ("X1", "X2") and set(Game.new(two, 2).deal()["conferences"]) == {"X1", "X2"}


# ------------------------------------------------------------------------------------------ games that cannot be dealt
@pytest.mark.parametrize("change, options, message", [
    ("[mode.standard.placement]\nonly = {}\n", ["--levels", "8", "--arrangements", "uniform"], "starting facts"),
    ("[clues.single_object_titles]\nstandard = [0, 0, 0, 1]\n[clues]\nsame_rule_at_most = 1\n", [], None),
    ("[clues]\ntopics_naming_an_object_at_most = 1\n", [], "six topics"),
])  # fmt: skip
def test_games_that_cannot_be_dealt(change, options, message, tmp_path, capsys):
    """One line before the first game, no fault of the engine."""
    path = tmp_path / "odd.toml"
    path.write_text(change, encoding="utf-8")
    command = ["run", "--game", "planetx", "--games", "2", "--jobs", "1", "--variant", str(path), "--out", str(tmp_path / "r")]
    code = main([*command, *(["--players", "2"] if "--players" not in options else []), *options])
    said = capsys.readouterr().err
    if message is None:
        assert code == 0 or "the rules cannot be dealt" in said
        return
    assert code == 2 and said.count("\n") == 1 and "the rules cannot be dealt: expected" in said and message in said
    assert str(path) in said and not (tmp_path / "r").exists()


def test_a_position_that_cannot_be_dealt():
    odd = rules(clues={"topics_naming_an_object_at_most": 1})
    with pytest.raises(DealError, match="expected six topics"):
        Game.new(odd, 2)
    with pytest.raises(PositionError, match="position: the rules cannot be dealt"):
        Game.from_json(odd, {"players": 2})
    assert Game.from_json(odd, deal(odd, "XCEGCDEGAAAA")).legal_actions()
