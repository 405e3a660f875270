"""What is written in the files is obeyed or refused in one line that says file, key, value and what was expected."""

import pickle

import numpy as np
import pytest

from seti_sim.core.errors import PlayerError
from seti_sim.core.node import RuleError
from seti_sim.planetx import Game, PlanetXRules, play_games, players
from seti_sim.planetx.fitting import clue_counts, deal_games, distances
from seti_sim.planetx.rules import MODES, measured, objects_of

from . import reference
from .bench import rules


def variant(address, value):
    table = value
    for key in reversed(address.split(".")):
        table = {key: table}
    return table


@pytest.mark.parametrize(
    "address, value, message",
    [
        ("mode.standard.sectors", 13, "an even number"),
        ("mode.standard.sectors", 40, "a whole number from 6 to 18"),
        ("mode.standard.colour", "red", "one of the keys comet|expected one of the keys"),
        ("mode.standard.objects.A", 5, "12 objects in all"),
        ("mode.standard.objects.Z", 1, "expected one of the keys"),
        ("mode.standard.theory_tokens.A", 8, "a whole number from 0 to 7"),
        ("mode.standard.theory_tokens", {"A": 7, "G": 7}, "at most 12 tokens in all"),
        ("mode.standard.topics", ["A", "B"], "the six topics A to F"),
        ("mode.standard.track.trigger", "pass", "one of leave, enter"),
        ("mode.standard.track.conference", {"X2": 3, "X3": 5}, "one or two conferences"),
        ("mode.standard.track.theory", [3, 99], r"a whole number from 1 to 12"),
        ("mode.standard.placement.next_to_some", {"A": "Q"}, "one of A, C, D, G, E, X"),
        ("mode.standard.placement.only", {"C": [2]}, "rules that 1 to 2097152 arrangements obey"),
        ("mode.medium", {}, "expected one of the keys expert, standard"),
        ("actions.survey_cost", [4, 4], "nine whole numbers"),
        ("actions.locate_cost", 0, "a whole number from 1 to 20"),
        ("actions.research_twice_running", 1, "true or false"),
        ("theories.track_cells", 1, "a whole number from 2 to 9"),
        ("end.last_chance_theories", [0, 1], "six whole numbers"),
        ("starting.levels.expert", 6, "0 or whole groups of four facts"),
        ("starting.levels.expert", 16, "a whole number from 0 to 12"),
        ("solo.final", "locate", "one of locate-if-last, theories, nothing"),
        ("solo.standard.rates", [1], "nine whole numbers"),
        ("solo.expert.locate_starts", [1], "five whole numbers"),
        ("solo.facts.standard", 3, "0, 4, 8 or 12"),
        ("score.bonus", 1, "expected one of the keys first_theory, locate_first"),
        ("clues.research", [["near", "A", "C", 0, 1, 1]], "rows of .* with a known rule"),
        ("clues.conference", [["none-adjacent", "A", "C", 0, 1, 1]], "rows of .* with a known rule"),
        ("clues.research", [["some-adjacent", "A", "C", 0, 1, 1]] * 2, "every rule once"),
        ("clues.slack.none-within.standard", [1, 2], "four whole numbers"),
        ("clues.single_object_titles.expert", [0, 0, 0, 0], "four whole numbers, not all 0"),
        ("sky.standard.factor.A", [1, 2, 3], "12 whole numbers, one a sector"),
        ("sky.standard.beside_x", {"ACE": 3}, "two letters"),
        ("planets", {}, "expected one of the keys"),
    ],
)
def test_refused(address, value, message):
    with pytest.raises(RuleError, match=message) as error:
        PlanetXRules.load("standard", variant(address, value)).engine  # noqa: B018
    text = str(error.value)
    assert "\n" not in text and text.startswith(("variant: ", "planetx/")) and address.split(".")[0] in text


def test_a_file_that_is_none(tmp_path):
    with pytest.raises(RuleError, match="nothing.toml"):
        PlanetXRules.load("standard", tmp_path / "nothing.toml")
    with pytest.raises(ValueError, match="mode 'easy': expected one of standard, expert"):
        PlanetXRules.load("easy")


def test_fingerprints_and_variants(tmp_path):
    """Equal content, equal fingerprint; a variant from a file is what the same tables are."""
    path = tmp_path / "cheap.toml"
    path.write_text("[actions]\nlocate_cost = 4\n", encoding="utf-8")
    one, other = PlanetXRules.load("standard", path), rules(actions={"locate_cost": 4})
    assert one == other != rules() and one.variant == "cheap" and rules() != rules("expert")
    assert pickle.loads(pickle.dumps(one)) == one and one.tables["locate_cost"] == 4
    game = Game.new(one, 2, 1)
    game.apply("locate 1 C A")
    assert game.state["seat"][0]["time"] == 4
    assert rules().sky is PlanetXRules.load("standard", {"actions": {"target_cost": 3}}).sky


@pytest.mark.parametrize(
    "change",
    [
        {"mode": {"standard": {"placement": {"band": {"A": 5}}}}},
        {"mode": {"standard": {"objects": {"A": 3, "E": 3}}}},
        {"mode": {"standard": {"placement": {"next_to_no": {"D": "X", "C": "G"}}}}},
        {"mode": {"standard": {"track": {"trigger": "enter"}}}},
        {"theories": {"hand_binds": False, "penalties_together": False, "same_object_same_sector_twice": True}},
        {"end": {"last_chance_theories": [1, 2, 2, 2, 2, 2]}, "solo": {"final": "nothing"}},
        {"mode": {"standard": {"theories_per_phase": 2, "visible": 9}}},
        {"solo": {"final": "theories", "facts": {"standard": 8}}},
    ],
)
def test_variants_are_played(change):
    """Whole games under changed rules, every invariant looked at; placement rules are obeyed."""
    changed = rules(**change)
    for players_, name in ((1, "infogain"), (3, "racer"), (4, "random")):
        for number in range(3):
            game = Game.new(changed, players_, 2, number, levels=4)
            while not game.is_over:
                game.apply(players.get(name).choose(game))
                game.core.invariants()
    band = changed.tree["mode"]["standard"]["placement"]["band"].get("A")
    if band:
        for system in range(0, len(changed.sky), 97):
            assert reference.band(changed.sky.letters(system), "A") == band


@pytest.mark.parametrize("mode", MODES)
def test_px64_app_games_are_close_to_real_ones(mode):
    """Distances to the 7739 real games, on fresh seeds: those of docs/planetx.md, with room for chance."""
    found = distances(mode, seed=99, count=20_000)
    assert found["objects by sector, mean"] < 0.012 and found["largest"] < 0.02
    assert found["research rules"] < found["research rules, by chance alone"]
    assert found["conference rules"] < found["conference rules, by chance alone"]
    assert all(value < 0.03 for name, value in found.items() if name.startswith(("slack", "single", "AC", "CC")))


def test_uniform_draws_are_uniform():
    """Every arrangement about equally often: chi-squared of 4446 cells."""
    systems = deal_games(rules(), 5, 60_000, "uniform").systems
    counts = np.bincount(systems, minlength=4446)
    expected = 60_000 / 4446
    chi2 = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi2 - 4445) < 5 * np.sqrt(2 * 4445)


@pytest.mark.parametrize("mode", MODES)
def test_dealt_clues_are_true(mode):
    game_rules = rules(mode)
    dealt = deal_games(game_rules, 3, 300)
    assert clue_counts(game_rules, dealt).sum() == 300 * (6 + len(game_rules.conferences))
    for system, clues in zip(dealt.systems, dealt.clues, strict=True):
        letters = game_rules.sky.letters(int(system))
        assert all(reference.holds(letters, *game_rules.clues[clue]) for clue in clues if clue != 255)


def test_measured_shares_are_shares():
    for mode in MODES:
        share = np.array(list(measured()["share"][mode].values()))
        assert share.sum(axis=0) == pytest.approx(np.ones(share.shape[1]), abs=0.002)
        assert objects_of(rules(mode).sky).shape[1] == share.shape[1]


# ------------------------------------------------------------------ players by name
@pytest.mark.parametrize(
    "name, message",
    [
        ("infogian", "policy 'infogian': expected one of random, .* .did you mean infogain"),
        ("infogain[sure]", "sure = '': expected a whole number from 0 to 1000"),
        ("infogain[sure=1001]", "sure = '1001': expected a whole number from 0 to 1000"),
        ("infogain[luck=1]", "'luck': expected one of the options sure, theory, spread"),
        ("random[sure=1]", "'sure': expected no options"),
        ("infogain[", "expected one of random"),
    ],
)
def test_wrong_players(name, message):
    with pytest.raises(PlayerError, match=message):
        players.get(name)


def test_player_names_read_back():
    for name in players.names():
        assert players.get(name).name == name and players.get(name).key == players.get(f"{name}").key
    one = players.get("racer[sure=700, theory=900]")
    assert one.name == "racer[sure=700,theory=900]" and players.get(one.name) == one
    assert one.key != players.get("racer").key and players.get("racer[sure=500]").name == "racer"


def test_options_are_obeyed():
    """Surer players locate later and fail less."""
    played = {
        sure: play_games(rules(), players=2, seed=3, first=0, count=150, policies=[players.get(f"racer[sure={sure}]")])
        for sure in (300, 1000)
    }
    locates = {sure: part.seats["locates"].mean() for sure, part in played.items()}
    assert played[300].games["end_time"].mean() < played[1000].games["end_time"].mean()
    assert locates[300] > locates[1000]


@pytest.mark.parametrize("levels", [5, (0, 4, 8), [[0, 4]]])
def test_wrong_levels(levels):
    with pytest.raises(ValueError, match="starting facts"):
        play_games(rules(), players=2, seed=1, first=0, count=3, policies=[players.get("random")], levels=levels)
