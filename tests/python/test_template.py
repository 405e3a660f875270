"""`seti-sim new game`: the folder that it writes is a game at once: played, reported, tested, installed."""

import importlib.util
import os
import subprocess
import sys

import pytest
from command_line import cli, one_line  # noqa: F401

from seti_sim.python.begin import words_of
from seti_sim.tables import open_run

pytestmark = pytest.mark.usefixtures("forgotten")


@pytest.mark.usefixtures("unmade")
def test_it_is_played_and_reported_at_once(cli, tmp_path):  # noqa: F811
    code, out, err = cli("new", "game", "long-shot")
    assert (code, err) == (0, "") and out == (
        "long-shot/long_shot_game.py: written; seti-sim play --game long-shot/long_shot_game.py plays it\n"
    )
    folder = tmp_path / "long-shot"
    assert sorted(file.name for file in folder.iterdir()) == [
        "README.md", "long_shot_game.py", "pyproject.toml", "test_long_shot_game.py"
    ]  # fmt: skip
    assert not [file for file in folder.iterdir() if "{" in file.read_text() and file.suffix == ".toml"]
    game = ["--game", "long-shot/long_shot_game.py"]
    command = ["run", *game, "--players", 2, "--policy", "content,greedy", "--games", 400, "--chunk", 100]
    for jobs in (1, 2):
        code, out, err = cli(*command, "--jobs", jobs, "--out", f"of-{jobs}")
        assert code == 0, err
    one, two = (open_run(tmp_path / f"of-{jobs}") for jobs in (1, 2))
    assert one.seats.collect().equals(two.seats.collect()) and one.games.collect().equals(two.games.collect())
    code, out, err = cli("report", *game, "of-1", "--out", "page.html")
    assert code == 0, err
    page = (tmp_path / "page.html").read_text()
    assert "400 games of Long shot" in page and "bonus for sixes" in page and "sixes kept" in page
    code, out, err = cli("play", *game, "--state")
    assert code == 0 and "keeps a" in out and "round 1, points" in out, err


def test_its_tests_pass(cli, tmp_path, monkeypatch):  # noqa: F811
    assert cli("new", "game", "luck")[0] == 0  # a name that would hide one that the module imports
    monkeypatch.syspath_prepend(tmp_path / "luck")
    spec = importlib.util.spec_from_file_location("template_tests", tmp_path / "luck" / "test_luck_game.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.delitem(sys.modules, "luck_game")
    module.test_it_is_a_game_that_the_commands_can_use()
    module.test_rules_by_hand()


def test_it_can_be_installed(cli, tmp_path):  # noqa: F811
    assert cli("new", "game", "long-shot")[0] == 0
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index", "--target", site]
    subprocess.run([*pip, tmp_path / "long-shot"], check=True, capture_output=True)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}
    told = [sys.executable, "-m", "seti_sim", "run", "--game", "long-shot", "--games", "8", "--jobs", "2", "--out", "x"]
    done = subprocess.run(told, env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and "x: 8 games" in done.stdout, done.stderr


@pytest.mark.parametrize("name, message", {
    "Pig": "name 'Pig': expected small letters, digits and single dashes",
    "../pig": "name '../pig': expected small letters",
    "seti": "name 'seti': there is a game of this name, expected another",
    "there": "there: is there already, expected another name",
}.items())  # fmt: skip
def test_names_that_cannot_be(name, message, cli, tmp_path):  # noqa: F811
    (tmp_path / "there").mkdir()
    code, out, err = cli("new", "game", name)
    assert code == 2 and not out and one_line(err) and message in err
    assert [file.name for file in tmp_path.iterdir()] == ["there"] and not list((tmp_path / "there").iterdir())


def test_words():
    assert words_of("long-shot") == {
        "name": "long-shot", "title": "Long shot", "cls": "LongShot", "const": "LONG_SHOT", "module": "long_shot_game", "folder": "long-shot",
    }  # fmt: skip
    assert words_of("column")["cls"] == "ColumnGame"
