"""`play --solo` and the replay of such a game."""

import json
import re

import pytest
from command_line import cli, one_line  # noqa: F401

from seti_sim.seti import Game
from seti_sim.seti.rules import RuleSet


@pytest.mark.parametrize("level", range(1, 6))
def test_a_solo_game_is_told(cli, level):  # noqa: F811
    code, out, err = cli("play", "--solo", "--level", level, "--policy", "greedy", "--seed", 2)
    assert (code, err) == (0, "") and f"solo, level {level}, the rival is P" in out
    rival = re.search(r"the rival is (P\d)", out)[1]
    told = re.findall(rf"{rival}  turns up (S\.\d+): (.*)", out)
    assert len(told) > 15 and {name for name, _ in told} >= {"S.1", "S.2"}
    assert out.count(f"{rival}  passes, for its deck is empty") == 5
    assert re.search(rf"{rival} rival  \d+ points", out) and ("objective-" in out) == (level > 1)


def test_it_says_why(cli):  # noqa: F811
    """What a line lacked is told with its number: the first cards of the game of seed 2."""
    out = cli("play", "--solo", "--level", "3", "--seed", "2")[1]
    assert "no analysis (0 data in the computer)" in out and "no flight (it has no probe)" in out
    assert "no species' card (the species is hidden)" in out and "takes the species' card instead" in out
    assert re.search(r"no research \(\d publicity\)", out) and re.search(r"flies to [A-Z]", out)


def test_record_and_replay(cli, tmp_path):  # noqa: F811
    result = cli("play", "--solo", "--level", "4", "--seed", "3", "--record", "game.txt")[1].split("Result")[1]
    code, out, err = cli("replay", "game.txt")
    assert (code, err) == (0, "") and "solo, level 4" in out and "turns up S." in out
    points = re.compile(r"(\d+) points")
    assert points.findall(result) == points.findall(out.split("Result")[1]) != []


def test_it_goes_on_from_a_position(cli, tmp_path):  # noqa: F811
    """From the position after some actions the game goes on, with as many policies as seats that they play."""
    cli("play", "--solo", "--level", "2", "--policy", "greedy", "--seed", "3", "--record", "game.txt", "--quiet")
    text = (tmp_path / "game.txt").read_text()
    position = Game.replay(RuleSet.load(), text, 40).to_json()
    (tmp_path / "at.json").write_text(json.dumps(position))
    code, out, err = cli("play", "--position", "at.json", "--policy", "greedy")
    assert (code, err) == (0, "") and out.startswith("SETI, solo, level 2, the rival is P") and ", from at.json, rules " in out
    assert re.search(r"P\d rival  \d+ points", out) and re.search(r"P\d greedy  \d+ points", out)


@pytest.mark.parametrize(
    "args, words",
    [
        (("--level", "6"), "level 6: expected 1 to 5"),
        (("--level", "0"), "level 0"),
        (("--policy", "greedy,random"), "expected one, the player's"),
    ],
)
def test_bad_input(cli, args, words):  # noqa: F811
    code, out, err = cli("play", "--solo", *args)
    assert code == 2 and one_line(err) and words in err and out == ""
