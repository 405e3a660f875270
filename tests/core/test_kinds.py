"""Games behind one interface: the registry, options of one game given to another, and a third game that plugs in."""

import re
from pathlib import Path

import high_card
import polars as pl
import pytest

import seti_sim
from seti_sim.cli import main
from seti_sim.core import registry
from seti_sim.core.errors import RunError
from seti_sim.simulate import prepare
from seti_sim.tables import open_run

PACKAGE = Path(seti_sim.__file__).parent
SHARED = (
    "simulate",
    "tables",
    "core",
    "stats",
    "studies",
    "analysis",
    "charts",
    "report",
    "cli/run.py",
    "cli/bench.py",
    "cli/info.py",
    "cli/report.py",
    "cli/play.py",
    "cli/replay.py",
    "cli/show.py",
    "cli/check.py",
    "cli/new.py",
    "cli/options.py",
)


def test_shared_stages_ask_no_game_by_its_name():
    """Whatever differs between games is behind the interface: no shared stage compares or imports one of them."""
    files = [
        file for place in SHARED for file in ([PACKAGE / place] if place.endswith(".py") else (PACKAGE / place).glob("*.py"))
    ]
    assert len(files) > 15
    for file in files:
        if file.name == "registry.py":  # the one place where the games are listed
            continue
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"[!=]= ?[\"'](seti|planetx)[\"']|seti_sim\.(seti|planetx)\b|games\.(seti|planetx)\b", text), file


def test_kinds_by_name():
    assert registry.names() == ("seti", "planetx") and registry.DEFAULT in registry.names()
    for name in registry.names():
        kind = registry.get(name)
        first = kind.record_line
        assert registry.of_record(f"{first}\nand more\n") is kind
        assert all(kind.get_policy(name).name in kind.player_words for name in kind.policies())
        assert kind.name == name and registry.get(name) is kind and {"games", "seats"} <= set(kind.tables)
        sources = {f"points_{source}" for source in kind.points}
        assert sources == {c for c in kind.tables["seats"].column_names if c.startswith("points_")}
        for table in kind.tables.values():
            assert set(table.key) <= set(table.column_names) and table.column_names[0] == "game_id"
    with pytest.raises(RunError, match="game 'planet': expected seti or planetx .*did you mean planetx"):
        registry.get("planet")


WRONG = {
    "no such game": (["--game", "chess"], "game 'chess': expected seti or planetx"),
    "mode of the other game": (["--mode", "expert"], "mode 'expert': an option of planetx, and the game is seti"),
    "species of the other game": (
        ["--game", "planetx", "--species", "drawn"],
        "an option of seti, and the game is planetx",
    ),
    "no such mode": (["--game", "planetx", "--mode", "hard"], "mode 'hard': expected standard or expert"),
    "no such level": (["--game", "planetx", "--levels", "5"], "levels '5': expected starting facts, of 0 .genius., 4"),
    "too few levels": (
        ["--game", "planetx", "--players", 3, "--levels", "0,4"],
        "2 levels for 3 players: expected one, or one a",
    ),
    "no such arrangements": (
        ["--game", "planetx", "--arrangements", "any"],
        "arrangements 'any': expected uniform or app",
    ),
    "five players": (["--game", "planetx", "--players", 5], "players 5: expected 1 to 4"),
    "one player": (["--players", 1], "players 1: expected 2 to 4"),
    "policy of the other game": (
        ["--game", "planetx", "--policy", "greedy"],
        "policy 'greedy': expected one of random, survey-",
    ),
    "two policies alone": (
        ["--game", "planetx", "--players", 1, "--policy", "racer,random"],
        "2 policies for a solo game",
    ),
    "a variant of the other": (["--game", "planetx", "--variant", "cheap-scan"], "expected"),
}


@pytest.mark.parametrize("options, message", WRONG.values(), ids=WRONG)
def test_bad_options_are_told_in_one_line(options, message, capsys, tmp_path):
    code = main([str(word) for word in ["run", "--games", 4, "--jobs", 1, "--out", tmp_path / "run", *options]])
    out, err = capsys.readouterr()
    assert code == 2 and out == "" and err.count("\n") == 1 and re.search(message, err), err
    assert not (tmp_path / "run").exists()


def test_a_run_of_a_game_that_is_not_there_is_told(tmp_path, capsys):
    assert (
        main(["run", "--game", "planetx", "--players", "2", "--games", "4", "--jobs", "1", "--out", str(tmp_path / "a")]) == 0
    )
    file = tmp_path / "a" / "run.json"
    file.write_text(
        file.read_text(encoding="utf-8").replace('"game": "planetx",\n "identity"', '"game": "chess",\n "identity"')
    )
    capsys.readouterr()
    assert main(["info", str(tmp_path / "a")]) == 2
    assert "game = 'chess': expected seti or planetx" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------ a third game
CARDS = high_card.CARDS


@pytest.fixture
def highcard(monkeypatch):
    monkeypatch.setitem(registry._KINDS, "highcard", "high_card:HIGHCARD")
    return high_card.HIGHCARD


SAYS = {
    "show": (
        ["show", "ace"],
        "ace: High Card has no parts that are told one by one; seti-sim play --game highcard tells a game",
    ),
    "record": (["play", "--record", "x.txt"], "--record x.txt: games of High Card are not recorded; the same seed and number"),
    "state": (["play", "--state"], "--state: High Card has no board to show; without it the game is told action by action"),
    "position": (["play", "--position", __file__], "--position: High Card reads no positions; its games begin from a seed and"),
    "svg": (["play", "--svg", "x.svg"], "--svg: High Card has no picture; without it the game is told in words"),
    "time": (["play", "--time-budget", "1"], "--time-budget 1.0: no player of High Card goes by the clock; expected nothing"),
    "option": (["play", "--levels", "4"], "levels '4': an option of planetx, and the game is highcard; it has none of its own"),
    "new": (["new", "variant", "x"], "variant: High Card has no such thing; expected another game"),
}


@pytest.mark.parametrize("args, message", SAYS.values(), ids=SAYS)
def test_what_a_game_does_not_have_is_said_in_one_line(highcard, monkeypatch, tmp_path, capsys, args, message):
    monkeypatch.chdir(tmp_path)
    assert main([*args, "--game", "highcard"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err and not list(tmp_path.iterdir())


def test_a_game_without_a_telling_of_its_own_is_told(highcard, monkeypatch, capsys):
    assert main(["play", "--game", "highcard", "--players", "3", "--seed", "4"]) == 0
    head, note, *lines = capsys.readouterr().out.splitlines()
    assert head == f"High Card, 3 players, seed 4, game 0, rules {'f' * 16}" and "count the actions" in note
    assert lines[:3] == [f"    {i}  P{i}  draw {CARDS[i - 1]}" for i in (1, 2, 3)]
    assert lines[3:] == ["", "Result", "  P1 draw  3 points", "  P2 draw  9 points  wins", "  P3 draw  1 point"]


def test_a_third_game_plugs_in(highcard, tmp_path, capsys):
    """A game of fifty lines is played into a run folder, continued, opened and shown on a page by the same commands."""
    folder = tmp_path / "run"
    command = ["run", "--game", "highcard", "--players", "3", "--jobs", "1", "--chunk", "150", "--out", str(folder)]
    assert main([*command, "--games", "300"]) == 0 and main([*command, "--games", "600"]) == 0
    run = open_run(folder)
    assert run.n_games == 600 and run.seats.select(pl.len()).collect().item() == 1800
    assert run.config["identity_parts"]["game"] == "highcard" and "species" not in run.config
    assert main(["info", str(folder)]) == 0 and "High Card" in capsys.readouterr().out
    page = tmp_path / "page.html"
    assert main(["report", str(folder), "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "600 games of High Card" in text and "Does the seat matter?" in text
    assert main(["bench", "--game", "highcard", "--seconds", "0.01", "--repetitions", "1"]) == 0
    assert prepare(game="highcard", players=2, games=1).identity != prepare(game="highcard", players=3, games=1).identity
