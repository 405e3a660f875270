"""A tuning of The Search for Planet X and of a game in plain Python: goes on, is told, and its file is read as a player."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from command_line import cli, one_line  # noqa: F401

from seti_sim.core import registry
from seti_sim.core.errors import PlayerError
from seti_sim.core.weights import Weight
from seti_sim.planetx import players
from seti_sim.studies.tune import Search, Tuning, plan_of, seating

CANT_STOP = Path(__file__).parents[2] / "docs" / "examples" / "cant-stop" / "cant_stop_game.py"
PLANNER = Tuning("planner", ("infogain", "racer"), players=2, games=8, population=4, seed=5, game="planetx")

pytestmark = pytest.mark.usefixtures("forgotten")


def test_a_tuning_of_planet_x_goes_on_and_its_file_is_a_player(tmp_path):
    whole = Search(PLANNER, tmp_path / "whole")
    for _ in range(2):
        whole.step()
    Search(PLANNER, tmp_path / "cut").step()
    again = Search(PLANNER, tmp_path / "cut")
    again.step()
    assert again.aims == whole.aims
    made = again.player(again.es.result.xfavorite)
    assert made == whole.player(whole.es.result.xfavorite) != again.parent
    file = tmp_path / "weights.toml"
    again.write(file, again.measure(8))
    found = tomllib.loads(file.read_text())
    assert found["weights"] == dict(made.options) and found["record"]["game"] == "planetx"
    assert found["record"]["parent"] == "planner" and found["record"]["games"] == 64
    assert players.get(f"planner[weights={file}]") == made == players.get(made.name)
    assert dict(made.options)["spread"] == 100  # no strength, and left alone
    assert players.get(f"planner[weights={file},sure=1]").name.startswith("planner[sure=1,")
    with pytest.raises(PlayerError, match="state.json: is of another tuning .levels None there, 4 asked"):
        Search(Tuning(**{**PLANNER.__dict__, "options": {"levels": "4"}}), tmp_path / "cut")


def test_seats_setups_and_the_pool_are_crossed():
    """Every order of the levels with the candidate in every seat; where there is one setup, everybody of the pool."""
    asked = {**PLANNER.__dict__, "players": 3, "options": {"levels": "0,4,8"}}
    plan = plan_of(Tuning(**asked))
    assert plan.turn == 6
    assign, levels = seating(3, 2, plan.turn, 0, 18), plan.setups(0, 18)
    assert len({(int(np.flatnonzero(row == 0)[0]), *facts) for row, facts in zip(assign, levels.tolist())}) == 18
    plan = plan_of(PLANNER)
    assert plan.turn == 2 and {tuple(row) for row in seating(2, 2, 2, 0, 4).tolist()} == {(0, 1), (0, 2), (1, 0), (2, 0)}


@pytest.mark.parametrize("changes, words", [
    ({"player": "random"}, "tune random: expected a player with weights, of The Search for Planet X survey-first, infogain, racer, planner"),
    ({"only": ("sur",)}, "only = sur: expected some of sure, planet_x, spread, prior, trust .did you mean sure"),
    ({"only": ("spread",)}, "only = spread: it lets games of equal players differ, which stays"),
    ({"games": 6}, "games = 6: expected a multiple of 4, so that every seat comes equally often with every setup"),
    ({"players": 1}, "players 1: expected at least 2"),
])  # fmt: skip
def test_a_tuning_that_cannot_be(tmp_path, changes, words):
    with pytest.raises(PlayerError, match=words):
        Search(Tuning(**{**PLANNER.__dict__, **changes}), tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text, words", [
    (None, "mine.toml: No such file or directory: expected a file of weights"), ("[weights", "expected a TOML file of weights"),
    ("sure = 1", "mine.toml: sure: expected one table, .weights."), ("[weights]\nshure = 1", "shure: expected only weights of the player, sure"),
    ("weights = 1", "weights = 1: expected one table"), ("[weights]\nsure = 1001", "sure = 1001: expected a whole number from 0 to 1000"),
    ("[weights]\nsure = 1.5", "sure = 1.5: expected a whole number"), ("[weights]\nsure = true", "sure = True: expected a whole number"),
])  # fmt: skip
def test_a_file_that_is_none(tmp_path, monkeypatch, text, words):
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path("mine.toml").write_text(text)
    with pytest.raises(PlayerError, match=words):
        players.get("planner[weights=mine.toml]")


def test_by_the_command_line(cli, tmp_path):  # noqa: F811
    """Reported like a tuning of SETI; a game in Python whose players have weights, and one whose have none."""
    few = ("--players", 2, "--generations", 1, "--population", 4, "--measure", 100, "--jobs", 1)
    code, out, err = cli("tune", "survey-first", "--game", "planetx", "--games", 4, *few, "--out", "px")
    assert code == 0 and err == "" and out.splitlines()[1].startswith("px/weights.toml: win share "), (out, err)
    assert " on fresh seeds, gain over survey-first " in out
    code, _, err = cli("tune", "three-rolls", "--game", CANT_STOP, *few, "--out", "no")
    expected = "seti-sim: tune three-rolls: expected a player with weights, of Can't Stop by-the-odds\n"
    assert (code, err) == (2, expected) and not (tmp_path / "no").exists()
    odds = "by-the-odds[steps=2.5]"
    code, out, err = cli("play", "--game", CANT_STOP, "--players", 2, "--policy", f"{odds},by-the-odds", "--quiet")
    assert code == 0 and err == ""
    code, _, err = cli("play", "--game", CANT_STOP, "--policy", "by-the-odds[steps=5]", "--quiet")
    assert code == 2 and err == "seti-sim: policy 'by-the-odds[steps=5]': steps = '5': expected a number from 0.0 to 4.0\n"


def test_a_tuning_of_a_game_in_python_goes_on(tmp_path):
    kind = registry.named(str(CANT_STOP))
    asked = Tuning("by-the-odds", ("rule-of-28",), players=2, games=4, population=4, game=kind.name)
    whole, cut = Search(asked, tmp_path / "whole"), Search(asked, tmp_path / "cut")
    for search in (whole, cut):
        search.step()
    again = Search(asked, tmp_path / "cut")
    assert again.aims == whole.aims and (again.es.ask()[0] == whole.es.ask()[0]).all()
    whole.write(tmp_path / "weights.toml", whole.measure(4))
    made = kind.get_policy(f"by-the-odds[weights={tmp_path / 'weights.toml'}]")
    assert made == whole.player(whole.es.result.xfavorite) and made.key != kind.get_policy("by-the-odds").key


@pytest.mark.parametrize("numbers, words", [
    ((1, 2, 3), "expected what it usually is, the lowest and the highest"), ((1, 1, 1), "the lowest and the highest"),
    ((1, 0, float("inf")), "the lowest"), (("1", 0, 2), "the lowest"),
])  # fmt: skip
def test_a_weight_that_cannot_be(numbers, words):
    with pytest.raises(ValueError, match=words):
        Weight(*numbers)


def test_an_experiment_with_a_game_of_a_file(cli, tmp_path, unmade):  # noqa: F811
    """The file says the game's name, the command where it is."""
    Path("mine.toml").write_text("columns_to_win = 1\n")
    Path("ask.toml").write_text('# Mine\nkind = "compare"\ngame = "cant-stop"\nvariants = ["mine.toml"]\nplayers = 2\n')
    words = ("experiment", "ask.toml", "--games", 2, "--jobs", 1, "--out", "asked")
    assert cli(*words)[0] == 2
    code, _, err = cli(*words, "--game", CANT_STOP)
    assert code == 0 and (tmp_path / "asked" / "study.json").exists(), err
    assert f"--game {CANT_STOP}" in (tmp_path / "asked" / "study.json").read_text()
