"""Tuning goes on where it was left and writes what it did; fitting finds the weights of a position."""

import hashlib
import json
import pickle
import re
import runpy
import subprocess
import sys
import tomllib
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from seti_sim.core.errors import PlayerError
from seti_sim.seti.players import PERSONAS, get
from seti_sim.seti.players.fit import main as fit
from seti_sim.seti.players.net import Net, learn, returns
from seti_sim.studies.tune import Search, Tuning, plan_of, seating

ROOT = Path(__file__).parents[3]
SMALL = Tuning("greedy", ("greedy", "random"), players=2, games=40, population=4, seed=3, only=("vp", "trace"))


def test_seats_and_pairs_are_crossed():
    """The candidate sits once a game, in every seat equally often with every species pair."""
    plan = plan_of(Tuning("greedy", ("greedy", "random", "explorer")))
    assign, pairs = seating(4, 3, plan.turn, 0, 80), plan.setups(0, 80)
    assert ((assign == 0).sum(axis=1) == 1).all()
    met = {(int(np.flatnonzero(row == 0)[0]), *pair) for row, pair in zip(assign, pairs.tolist())}
    assert len(met) == 80


MADE = "efdd991d8b0e8a23d5a8b90bab48076e04447146d278d84180c6cee9e72898c3"
"""SHA-256 of the weights of `SMALL` after two generations, as they were before other games could be tuned; the games of measuring are in
it, so that it changes where rows of `greedy` do."""


def test_old_folders_give_the_same_weights(tmp_path):
    """Byte for byte, and what the folder says of itself has the same names, so that one of before goes on."""
    search = Search(replace(SMALL, spread=0.3), tmp_path)
    for _ in range(2):
        search.step()
    search.write(tmp_path / "weights.toml", search.measure(100))
    assert hashlib.sha256((tmp_path / "weights.toml").read_bytes()).hexdigest() == MADE
    assert list(json.loads((tmp_path / "state.json").read_text())["asked"]) == [
        "player", "pool", "players", "games", "population", "spread", "seed", "only", "rules", "engine", "parent_key", "pool_keys",
    ]  # fmt: skip


def test_a_tuning_goes_on(tmp_path):
    """Two generations at once, or one and another by a new process: the same candidate, and only the weights asked for."""
    whole = Search(SMALL, tmp_path / "whole")
    for _ in range(2):
        whole.step()
    Search(SMALL, tmp_path / "cut").step()
    again = Search(SMALL, tmp_path / "cut")
    assert len(again.history) == 1
    again.step()
    one, two = (search.player(search.es.result.xfavorite) for search in (whole, again))
    assert one.weights == two.weights != get("greedy").weights
    names = [name for name in np.repeat(list(_names()), 5)]
    changed = {name for name, a, b in zip(names, one.weights, get("greedy").weights) if a != b}
    assert changed <= {"vp", "trace"}
    path = tmp_path / "weights.toml"
    again.write(path, again.measure(80))
    assert get(f"greedy[weights={path}]").weights == two.weights
    with pytest.raises(PlayerError, match="of another tuning"):
        Search(Tuning("greedy", ("greedy",), players=2, games=40, population=4), tmp_path / "cut")


def test_f36_a_tuning_goes_on_in_another_process(tmp_path):
    """F36: the folder holds plain data, and whoever goes on with it finds the same search, whatever NumPy drew meanwhile."""
    whole = Search(SMALL, tmp_path / "whole")
    for _ in range(3):
        whole.step()
    code = (
        "import sys; from test_tuning import SMALL; from seti_sim.studies.tune import Search; Search(SMALL, sys.argv[1]).step()"
    )
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code, tmp_path / "cut"], check=True, cwd=Path(__file__).parent)
    again = Search(SMALL, tmp_path / "cut")
    np.random.standard_normal(7)
    again.step()
    assert again.aims == whole.aims and (again.es.ask()[0] == whole.es.ask()[0]).all()
    assert sorted(file.name for file in (tmp_path / "cut").iterdir()) == ["history.jsonl", "state.json"]
    json.loads((tmp_path / "cut" / "state.json").read_text())


class Evil:
    def __reduce__(self):
        return Path.touch, (Path("touched"),)


def test_f36_a_state_of_an_earlier_version_is_not_loaded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("state.pkl").write_bytes(pickle.dumps(Evil()))
    with pytest.raises(PlayerError, match="state.pkl: of an earlier version, whose state could hold code, and is not read"):
        Search(SMALL, tmp_path)
    assert not Path("touched").exists()


@pytest.mark.parametrize("change", [
    lambda state: state.pop("aims"), lambda state: state["aims"].append([1.0]), lambda state: state["aims"][0].pop(),
    lambda state: state["aims"][0].__setitem__(0, float("nan")), lambda state: state["aims"][0].__setitem__(0, "x"),
    lambda state: state.__setitem__("format", 2), lambda state: state.__setitem__("history", [1]),
    lambda state: state.__setitem__("asked", []),
])  # fmt: skip
def test_f36_a_state_that_cannot_be_read(tmp_path, change):
    Search(SMALL, tmp_path).step()
    file = tmp_path / "state.json"
    state = json.loads(file.read_text())
    change(state)
    file.write_text(text := json.dumps(state))
    with pytest.raises(PlayerError, match="state.json: cannot be read; expected the state of a tuning"):
        Search(SMALL, tmp_path)
    assert file.read_text() == text


def _names():
    from seti_sim.seti import _engine

    return _engine.WEIGHT_NAMES


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"games": 41}, "expected a multiple of 40"),
        ({"only": ("vpp",)}, "only = vpp"),
        ({"player": "random"}, "tune random: expected a player with weights, of SETI greedy, lookahead, mcts, explorer"),
        ({"player": "learned"}, "tune learned: expected a player with weights"),
        ({"players": 1}, "players 1: expected at least 2"),
        ({"spread": 0.0}, "spread 0.0: expected a number above 0"),
        ({"spread": float("nan")}, "spread nan: expected a number above 0"),
    ],
)
def test_a_tuning_that_cannot_be(tmp_path, changes, words):
    with pytest.raises(PlayerError, match=words):
        Search(Tuning(**{**SMALL.__dict__, **changes}), tmp_path)
    assert not list(tmp_path.iterdir())


def test_premiums_stay(tmp_path):
    """Tuning a persona leaves its premiums alone, and the weights below them; what it writes is the same player again."""
    asked = Tuning("engineer", ("greedy",), players=2, games=40, population=4, seed=3, spread=2.0)
    search, parent = Search(asked, tmp_path), get("engineer")
    search.step()
    path = tmp_path / "weights.toml"
    search.write(path, search.measure(80))
    tuned = get(f"engineer[weights={path}]")
    assert tuned.premiums == parent.premiums and tuned.weights == search.player(search.es.result.xfavorite).weights
    changed = np.reshape(tuned.weights, (-1, 5)) != np.reshape(parent.weights, (-1, 5))
    held = [name in parent.premiums for name in _names()]
    assert not changed[held].any() and changed[np.logical_not(held)].mean() > 0.5
    with pytest.raises(PlayerError, match="only = tech: engineer has a premium on it, which stays"):
        Search(Tuning("engineer", ("greedy",), games=80, only=("tech",)), tmp_path / "other")


RECORD = ("parent", "parent_key", "pool", "seed", "games", "rules", "measured_games", "measured_seed", "win_share", "gain",
          "gain_low", "gain_high")  # fmt: skip


@pytest.mark.parametrize("name", ("greedy", *PERSONAS))
def test_a_shipped_file_says_where_it_comes_from(name):
    record = tomllib.loads(files("seti_sim.seti.players").joinpath(f"{name}.toml").read_text())["record"]
    if "note" in record:  # not tuned, and why
        assert not {"parent", "parent_key"} - set(record) and "not tuned" in record["note"]
        return
    assert not set(RECORD) - set(record), name
    assert record["gain_low"] <= record["gain"] <= record["gain_high"]
    assert record["measured_seed"] != record["seed"] and len(record["rules"]) == 16


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("greedy", 1, 4, 80), r"greedy: win share \S+ % among greedy, gain over the start \S+ points of it \(\S+ to \S+\)"),
        pytest.param(
            ("missionary", 1, 4, 80),
            "missionary: win share .* among greedy, explorer, .*missionary, gain over the start",
            marks=pytest.mark.soak,
        ),
        (("lookahead", 1, 4, 20), r"lookahead: [\d,]+ positions of 20 games; .*; win share against the shipped one"),
    ],
)
def test_tuning_again_at_small_scale(tmp_path, monkeypatch, arguments, words):
    """The script that repeats how the shipped weights were made finds the same again, in another folder from the beginning
    as in one where it was left."""
    name, *numbers = arguments
    again = runpy.run_path(str(ROOT / "experiments" / "tune_again.py"))["main"]
    measure = Search.measure  # in a tenth of the games, and below of the nodes
    monkeypatch.setattr(Search, "measure", lambda search, games: measure(search, games // 10))
    quick = {"lookahead": "lookahead[nodes=60]"}
    monkeypatch.setitem(again.__globals__, "get", lambda name: get(quick.get(name, name)))
    assert re.match(words, line := again(name, str(tmp_path / "one"), *numbers))
    assert again(name, str(tmp_path / "two"), *numbers) == line
    one, two = (get(f"{name}[weights={tmp_path / folder / 'weights.toml'}]") for folder in ("one", "two"))
    assert (one.weights, one.values) == (two.weights, two.values) and one.key == two.key
    assert one.key != get(name).key and one.premiums == get(name).premiums
    if name != "lookahead":
        assert again(name, str(tmp_path / "one"), *numbers) == line


def test_fitting_again_gives_the_same_weights(tmp_path):
    """Two rounds of playing and fitting, here and in a process of its own: the same files; another seed: other weights."""
    command = ["--player", "lookahead[nodes=10]", "--games", "20", "--keep", "1", "--rounds"]
    for folder, rounds, seed in (("here", "2", "3"), ("other", "1", "4")):
        fit([*command, rounds, "--seed", seed, "--out", str(tmp_path / folder)], standalone_mode=False)
    there = [sys.executable, "-m", "seti_sim.seti.players.fit", *command, "2", "--seed", "3", "--out", str(tmp_path / "there")]
    subprocess.run(there, check=True, capture_output=True, cwd=ROOT)
    for name in ("round-1.toml", "round-2.toml"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes(), name
    first, second, other = (
        get(f"lookahead[weights={tmp_path / name}.toml]").values for name in ("here/round-1", "here/round-2", "other/round-1")
    )
    assert len({first, second, other, get("lookahead").values}) == 4


def test_learning_finds_what_positions_are_worth():
    """Points to come that are a sum of features by round and a bend are found again, and the engine's whole numbers give
    the same; a feature that never varies gets nothing."""
    rng = np.random.default_rng(1)
    x = rng.integers(0, 9, (40_000, 5)).astype(np.int16)
    x[:, 0], x[:, 4] = 1, 5
    truth = np.array([[10, 20, 30, 40, 50], [3, 2, 1, 4, -1], [0, 0, 5, 0, 0], [0] * 5, [0] * 5], float)
    column = rng.integers(0, 5, len(x))
    bend = 4 * np.maximum(x[:, 3] - x[:, 1], 0)
    come = (np.einsum("nf,fn->n", x, truth[:, column]) + bend).astype(np.float32)
    game = np.arange(len(x)) // 10
    net, explained = learn(x, column, come, game, units=8, epochs=150, seed=1)
    straight = Net(x, column, come, 8, 1)
    straight.weights[3][:] = 0
    error, without = (np.abs(one.predict(x, column) - come).mean() for one in (net, straight))
    assert explained.min() > 0.97 and error < without / 3
    linear, hidden, begin, worth = np.split(net.whole(1024), np.cumsum([25, 40, 40]))
    unit = np.maximum(x @ hidden.reshape(5, 8) + begin.reshape(5, 8)[column], 0) / 1024
    value = (x @ linear.reshape(5, 5))[np.arange(len(x)), column] + (unit * worth.reshape(5, 8)[column]).sum(axis=1)
    assert np.abs(value / 1000 - net.predict(x, column)).max() < 0.2
    assert (linear.reshape(5, 5)[4] == 0).all() and (hidden.reshape(5, 8)[4] == 0).all()


def test_returns_mix_what_came_with_what_was_expected():
    """TD(lambda): with 1 the points to the end of the game, with 0 those to the next row and what the net expects there."""
    x = np.array([[1, 2], [1, 5], [1, 3]], np.int16)
    column = np.array([0, 0, 0])
    many = np.repeat(x, 50, axis=0)
    net = Net(many, np.arange(150) % 5, 2 * many[:, 1].astype(np.float32), 2, 1)
    expected = net.predict(x, column)
    about = np.array([[0, 0, 0, 10, 31], [0, 0, 0, 14, 31], [0, 1, 0, 8, 20]])
    assert returns(net, x, about, 1.0) == pytest.approx([21, 17, 12])
    assert returns(net, x, about, 0.0) == pytest.approx([4 + expected[1], 17, 12])
    assert returns(net, x, about, 0.5) == pytest.approx([4 + 0.5 * expected[1] + 0.5 * 17, 17, 12])
