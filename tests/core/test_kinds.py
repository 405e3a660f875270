"""Games behind one interface: the registry, options of one game given to another, and a third game that plugs in."""

import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import polars as pl
import pytest

import seti_sim
from seti_sim.cli import main
from seti_sim.core import registry
from seti_sim.core.columns import GAME_ID, Column, Table, frame
from seti_sim.core.errors import RunError
from seti_sim.core.registry import GameKind
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
TABLES = {
    "games": Table("games", "one game", ("game_id",), (GAME_ID, Column("cards", "UInt8", "cards", "cards drawn", "games"))),
    "seats": Table(
        "seats",
        "one seat",
        ("game_id", "seat"),
        (
            GAME_ID,
            Column("seat", "UInt8", "", "seat"),
            Column("policy", "enum policy", "", "policy"),
            Column("score", "Int16", "points", "value of the card", "seats"),
            Column("points_card", "Int16", "points", "the same", "seats"),
            Column("win_share", "Float32", "share", "share of the win", "seats"),
        ),
    ),
}
FIXED, SOURCE_WORDS = {}, {"card": "cards"}


CARDS = (3, 9, 1)


class Draws:
    """A game action by action, which always deals `CARDS`."""

    def __init__(self, players):
        self.players, self.history = players, []

    def clone(self):
        return Draws(self.players)

    @property
    def is_over(self):
        return len(self.history) == self.players

    @property
    def to_move(self):
        return f"P{len(self.history) + 1}"

    def action(self, code):
        return code

    def apply(self, action):
        self.history.append(action)

    def scores(self):
        best = max(CARDS[: self.players])
        return {f"P{i + 1}": {"total": n, "win_share": float(n == best)} for i, n in enumerate(CARDS[: self.players])}


class HighCard(GameKind):
    """Everybody draws a number; the highest wins. What a third game has to provide, and no more."""

    name, title, players, policy, table_module, max_decisions = (
        "highcard",
        "High Card",
        (2, 3),
        "draw",
        "high_card_tables",
        10,
    )

    def load(self, options, players, variant):
        return SimpleNamespace(fingerprint="f" * 16), options

    def policies(self):
        return ("draw",)

    def get_policy(self, name, clock=False):
        if name != "draw":
            raise ValueError(f"policy {name!r}: expected draw")
        return SimpleNamespace(name="draw", key="1", choose=lambda game: f"draw {CARDS[len(game.history)]}")

    def play(self, plan, first, count, play=None):
        ids = np.arange(first, first + count)
        score = np.array([np.random.default_rng((plan.seed, i)).integers(1, 1000, plan.players) for i in ids])
        return SimpleNamespace(
            games={"game_id": ids, "turns": score[:, 0] * 0 + 1, "decisions": score[:, 0] * 0 + 1}, score=score
        )

    def frames(self, plan, batch):
        ids, score = batch.games["game_id"], batch.score
        won = score == score.max(axis=1, keepdims=True)
        seats = {
            "game_id": ids.repeat(plan.players),
            "seat": np.tile(np.arange(1, plan.players + 1), len(ids)),
            "policy": plan.assign(int(ids[0]), len(ids)).ravel(),
            "score": score.ravel(),
            "points_card": score.ravel(),
            "win_share": (won / won.sum(axis=1, keepdims=True)).ravel(),
        }
        columns = {"games": {"game_id": ids, "cards": np.full(len(ids), plan.players)}, "seats": seats}
        return {name: frame(name, schema, columns[name]) for name, schema in self.schemas(plan.categories).items()}

    def new_game(self, plan, game):
        return Draws(plan.players)

    def categories(self, rules):
        return {}

    def sections(self, run, precision=None):
        from seti_sim.report.common import mirror, point_sources, seat
        from seti_sim.report.precision import how_many_games

        return [mirror(run), seat(run), point_sources(run), how_many_games(run, precision)]


@pytest.fixture
def high_card(monkeypatch):
    module = ModuleType("high_card")
    module.HIGHCARD = HighCard()
    monkeypatch.setitem(sys.modules, "high_card", module)
    monkeypatch.setitem(sys.modules, "high_card_tables", sys.modules[__name__])
    monkeypatch.setitem(registry._KINDS, "highcard", "high_card:HIGHCARD")
    return module.HIGHCARD


SAYS = {
    "show": (
        ["show", "ace"],
        "ace: High Card has no parts that are told one by one; seti-sim play --game highcard tells a game",
    ),
    "record": (["play", "--record", "x.txt"], "--record x.txt: games of High Card are not recorded; the same seed and number"),
    "state": (["play", "--state"], "--state: High Card has no board to show; without it the game is told action by action"),
    "svg": (["play", "--svg", "x.svg"], "--svg: High Card has no picture; without it the game is told in words"),
    "time": (["play", "--time-budget", "1"], "--time-budget 1.0: no player of High Card goes by the clock; expected nothing"),
    "option": (["play", "--levels", "4"], "levels '4': an option of planetx, and the game is highcard; it has none of its own"),
    "new": (["new", "variant", "x"], "variant: High Card has no such thing; expected another game"),
}


@pytest.mark.parametrize("args, message", SAYS.values(), ids=SAYS)
def test_what_a_game_does_not_have_is_said_in_one_line(high_card, monkeypatch, tmp_path, capsys, args, message):
    monkeypatch.chdir(tmp_path)
    assert main([*args, "--game", "highcard"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err and not list(tmp_path.iterdir())


def test_a_game_without_a_telling_of_its_own_is_told(high_card, monkeypatch, capsys):
    assert main(["play", "--game", "highcard", "--players", "3", "--seed", "4"]) == 0
    head, note, *lines = capsys.readouterr().out.splitlines()
    assert head == f"High Card, 3 players, seed 4, game 0, rules {'f' * 16}" and "count the actions" in note
    assert lines[:3] == [f"    {i}  P{i}  draw {CARDS[i - 1]}" for i in (1, 2, 3)]
    assert lines[3:] == ["", "Result", "  P1 draw  3 points", "  P2 draw  9 points  wins", "  P3 draw  1 point"]


def test_a_third_game_plugs_in(high_card, tmp_path, capsys):
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
