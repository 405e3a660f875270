"""Games from outside: installed ones by entry point, files by path, and what is said of those that are wrong."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import high_card
import polars as pl
import pytest
from command_line import cli, one_line  # noqa: F401
from joblib.externals.loky import get_reusable_executor

from seti_sim.core import registry
from seti_sim.core.errors import RunError, TablesError
from seti_sim.simulate import prepare
from seti_sim.tables import open_run

SOURCE = Path(high_card.__file__).read_text(encoding="utf-8")


pytestmark = pytest.mark.usefixtures("forgotten")


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install a distribution that names games by entry points, as pip would leave it: (name, module text, entry points)."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]))

    def make(package, text, **entries):
        module = package.replace("-", "_")
        (site / f"{module}.py").write_text(text, encoding="utf-8")
        info = site / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name.replace('_', '-')} = {value}" for name, value in entries.items()]
        (info / "entry_points.txt").write_text("[seti_sim.games]\n" + "\n".join(lines) + "\n")
        monkeypatch.delitem(sys.modules, module, raising=False)
        get_reusable_executor().shutdown(wait=True)  # workers of earlier tests look for packages where those were
        registry.forget()
        return module

    return make


def written(folder, text=SOURCE, name="cards.py"):
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


# ------------------------------------------------------------------------------------------ installed
@pytest.mark.usefixtures("unmade")
def test_an_installed_game_is_one_like_the_others(install, cli, tmp_path):  # noqa: F811
    install("high-card-game", SOURCE, highcard="high_card_game:HIGHCARD")
    assert registry.names() == ("seti", "planetx", "highcard") and registry.broken() == {}
    assert registry.get("highcard").title == "High Card" and registry.get("highcard") is registry.get("highcard")
    command = ["run", "--game", "highcard", "--players", 3, "--games", 300, "--chunk", 100]
    code, out, err = cli(*command, "--jobs", 2, "--out", "two")  # workers import it by themselves
    assert code == 0, err
    assert cli(*command, "--jobs", 1, "--out", "one")[0] == 0
    one, two = (open_run(tmp_path / name) for name in ("one", "two"))
    assert one.seats.collect().equals(two.seats.collect()) and one.config["identity"] == two.config["identity"]
    assert "--game highcard" in one.config["command"]
    assert "High Card" in cli("info", "one")[1] and cli("report", "one")[0] == 0


def test_help_lists_installed_games(install):
    install("high-card-game", SOURCE, highcard="high_card_game:HIGHCARD", worst="nowhere_to_be_found:GAME")
    done = subprocess.run([sys.executable, "-m", "seti_sim", "--help"], capture_output=True, text=True, check=True)
    assert "highcard  High Card" in done.stdout and "cannot be used" in done.stdout and "nowhere_to_be_found" in done.stdout
    done = subprocess.run([sys.executable, "-m", "seti_sim", "run", "--help"], capture_output=True, text=True, check=True)
    assert "seti or planetx or highcard" in " ".join(done.stdout.split())


WRONG_ENTRIES = {
    "no module": ("", {"worst": "nowhere_to_be_found:GAME"}, "worst: nowhere_to_be_found:GAME of bad-game: ModuleNotFoundError"),
    "no attribute": ("X = 1", {"worst": "bad_game:GAME"}, "has no attribute 'GAME'"),
    "no object named": ("X = 1", {"worst": "bad_game"}, "expected module:ATTRIBUTE, the object of the game"),
    "raises": ("1 / 0", {"worst": "bad_game:GAME"}, "ZeroDivisionError: division by zero"),
    "exits": ("raise SystemExit(3)", {"worst": "bad_game:GAME"}, "SystemExit: 3"),
    "no game": ("GAME = 3", {"worst": "bad_game:GAME"}, "is int, expected an object of a class of GameKind"),
    "a class": (SOURCE, {"worst": "bad_game:HighCard"}, "is a class, expected the one object of it, as HIGHCARD = HighCard()"),
    "another name": (SOURCE, {"worst": "bad_game:HIGHCARD"}, "name = 'highcard': expected worst, the name of its entry point"),
    "no name for a game": (SOURCE, {"Worst": "bad_game:HIGHCARD"}, "the name 'Worst': expected small letters"),
    "a method is missing": (
        SOURCE.replace("def policies(self):", "def policys(self):"), {"worst": "bad_game:HIGHCARD"}, "abstract .*policies"),
    "name taken": (SOURCE, {"seti": "bad_game:HIGHCARD"}, "the name seti is taken, expected another"),
}  # fmt: skip


@pytest.mark.parametrize("text, entries, message", WRONG_ENTRIES.values(), ids=WRONG_ENTRIES)
def test_a_wrong_installed_game_breaks_no_other(text, entries, message, install, cli):  # noqa: F811
    install("bad-game", text, **entries)
    (told,) = registry.broken().values()
    assert re.search(message, told) and registry.names() == ("seti", "planetx") and "\n" not in told
    name = next(iter(entries))
    if name != "seti":
        code, out, err = cli("run", "--game", name, "--games", 4, "--out", "x")
        assert code == 2 and not out and one_line(err) and re.search(message, err), err
    assert (
        cli("bench", "--game", "planetx", "--policy", "random", "--players", 2, "--seconds", 0.01, "--repetitions", 1)[0] == 0
    )


def test_two_packages_with_one_game(install):
    install("a-game", SOURCE, highcard="a_game:HIGHCARD")
    install("b-game", SOURCE, highcard="b_game:HIGHCARD")
    assert registry.names() == ("seti", "planetx")
    with pytest.raises(RunError, match="both a_game:HIGHCARD of a-game and b_game:HIGHCARD of b-game are called highcard"):
        registry.get("highcard")


# ------------------------------------------------------------------------------------------ files
@pytest.mark.usefixtures("unmade")
def test_a_file_is_a_game_where_it_is_named(cli, tmp_path):  # noqa: F811
    written(tmp_path)
    command = ["run", "--game", "./cards.py", "--players", 3, "--games", 300, "--chunk", 100]
    code, out, err = cli(*command, "--jobs", 1, "--out", "one")
    assert code == 0, err
    assert "--game ./cards.py" in json.loads((tmp_path / "one/run.json").read_text())["command"]
    code, out, err = cli(*command, "--jobs", 2, "--out", "two")  # whose rules are of a class of the file
    assert code == 0, err
    rows = [open_run(tmp_path / name).seats.collect() for name in ("one", "two")]
    assert rows[0].equals(rows[1]) and rows[0].height == 900
    assert cli("report", "--game", "cards.py", "one")[0] == 0
    registry.forget()
    for command in (["info", "one"], ["report", "one"], ["export", "one", "--to", "csv"], ["precision", "0.5pp", "one"],
                    ["merge", "one", "two", "--out", "both"]):  # fmt: skip
        code, out, err = cli(*command)
        assert code == 2 and not out and one_line(err) and "the file of your own named with --game FILE.py" in err
    for command in (["info", "one"], ["export", "one", "--to", "csv"], ["precision", "0.5pp", "one"]):
        registry.forget()
        assert cli(*command, "--game", "./cards.py")[0] == 0


def test_no_file_names_code_that_runs(cli, tmp_path):  # noqa: F811
    """A run folder or a configuration file may say what it likes: nothing is loaded that was not typed."""
    written(tmp_path)
    assert cli("run", "--game", "cards.py", "--games", 4, "--jobs", 1, "--out", "one")[0] == 0
    registry.forget()
    trap = written(tmp_path, f"open({str(tmp_path / 'sprung')!r}, 'w')\n" + SOURCE, "trap.py")
    file = tmp_path / "one/run.json"
    config = json.loads(file.read_text())
    for name in (str(trap), "./trap.py", "trap.py:HIGHCARD", "trap:HIGHCARD"):
        file.write_text(json.dumps(config | {"game": name}))
        with pytest.raises(TablesError, match="expected seti or planetx"):
            open_run(tmp_path / "one")
        assert cli("info", "one")[0] == cli("report", "one")[0] == 2
        (tmp_path / "asked.toml").write_text(f"game = {json.dumps(name)}\ngames = 4\nout = 'x'\n")
        code, out, err = cli("run", "asked.toml")
        assert code == 2 and one_line(err) and "expected seti or planetx" in err
        with pytest.raises(RunError):
            prepare(game=name, players=2, games=1)
    assert not (tmp_path / "sprung").exists()


WRONG_FILES = {
    "not there": (None, r"cards.py: expected a Python file with a game \(no such file"),
    "no text of Python": ("def f(:\n", "cards.py, line 1: SyntaxError: "),
    "raises": ("x = 1\n1 / 0\n", "cards.py, line 2: ZeroDivisionError: division by zero"),
    "imports what is beside it": ("import other_file_beside\n", "cards.py, line 1: ModuleNotFoundError: .*other_file_beside"),
    "no game": ("x = 1\n", "cards.py: holds no game, expected a line such as MYGAME = PythonKind.MyGame, …"),
    "only a class": (SOURCE.replace("HIGHCARD = HighCard()", ""), "holds no game, expected a line such as HIGHCARD = HighCard"),
    "several": (SOURCE + "ANOTHER = HighCard()\n", "holds several games, expected one of cards.py:HIGHCARD, cards.py:ANOTHER"),
    "name taken": (SOURCE.replace('"highcard"', '"seti"'), "cards.py: name = 'seti': taken by seti_sim.seti.kind:SETI"),
    "no title": (SOURCE.replace('"High Card"', '""'), "cards.py: title = '': expected its title, as pages have it"),
    "wrong players": (SOURCE.replace("(2, 3)", "(3, 2)"), r"cards.py: players = \(3, 2\): expected numbers, rising"),
    "a list of players": (SOURCE.replace("(2, 3)", "[2, 3]"), r"players = \[2, 3\]: expected the numbers of players"),
    "a method is missing": (SOURCE.replace("def load(", "def lode("), "cards.py, line .*: TypeError: .*abstract method '?load"),
    "a table is missing": (SOURCE.replace('"seats": Table', '"seat": Table'), "cards.py: expected a table seats"),
    "a column is missing": (SOURCE.replace('"points_card"', '"points_cards"'), "table seats: expected a column points_card"),
    "an option of every game": (
        SOURCE.replace("tables, fixed", "from seti_sim.core.kind import Option\n    options = "
                       "(Option('seed', '', 'N', '', ''),)\n    tables, fixed"), "option seed: every game has one of this name"),
    "a flag of another": (
        SOURCE.replace("tables, fixed", "from seti_sim.core.kind import Option\n    options = "
                       "(Option('solo', '', 'N', '', ''),)\n    tables, fixed"), "option solo takes a value, and that of another"),
}  # fmt: skip


@pytest.mark.parametrize("text, message", WRONG_FILES.values(), ids=WRONG_FILES)
def test_a_wrong_file_is_told_in_one_line(text, message, cli, tmp_path):  # noqa: F811
    if text is not None:
        written(tmp_path, text)
    code, out, err = cli("run", "--game", "cards.py", "--games", 4, "--jobs", 1, "--out", "x")
    assert code == 2 and not out and one_line(err) and re.search(message, err), err
    assert not (tmp_path / "x").exists()
    assert registry.names() == ("seti", "planetx")


def test_one_of_several_games_of_a_file(cli, tmp_path):  # noqa: F811
    written(tmp_path, SOURCE + "ANOTHER = HighCard()\nANOTHER.name = 'other-card'\n")
    assert cli("run", "--game", "cards.py:ANOTHER", "--games", 4, "--jobs", 1, "--out", "x")[0] == 0
    assert open_run(tmp_path / "x").config["game"] == "other-card"
    code, _, err = cli("run", "--game", "cards.py:NOTHING", "--games", 4, "--jobs", 1, "--out", "x")
    assert code == 2 and "cards.py: has no NOTHING, expected the name of its game" in err


def test_a_changed_file_is_another_game(cli, tmp_path):  # noqa: F811
    """Its rows may be others, so a run is not continued by it."""
    written(tmp_path)
    command = ["run", "--game", "cards.py", "--jobs", 1, "--out", "x"]
    assert cli(*command, "--games", 4)[0] == 0
    written(tmp_path, SOURCE.replace("integers(1, 1000", "integers(1, 2000"))
    code, _, err = cli(*command, "--games", 8)
    assert code == 2 and "was played by another engine" in err


def test_the_file_of_an_installed_game(install, cli, tmp_path):  # noqa: F811
    module = install("high-card-game", SOURCE, highcard="high_card_game:HIGHCARD")
    kind = registry.get("highcard")
    assert registry.named(str(tmp_path / "site" / f"{module}.py")) is kind
    with pytest.raises(RunError, match="name = 'highcard': taken by high_card_game:HIGHCARD of high-card-game"):
        registry.named(str(written(tmp_path)))


def test_an_object_plays_without_a_name(tmp_path):
    """A game made in a notebook: its object is enough for a plan, in this process."""
    plan = prepare(game=high_card.HIGHCARD, players=2, games=40)
    assert plan.kind is high_card.HIGHCARD
    frames = plan.kind.frames(plan, plan.kind.play(plan, 0, 40))
    assert frames["seats"].select(pl.len()).item() == 80
