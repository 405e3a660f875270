"""Players of Planet X in Python: by module:attribute, among compiled ones, in several processes, and what goes wrong."""

import random
import sys

import numpy as np
import pytest

from seti_sim.cli import main
from seti_sim.core.errors import PlayerError
from seti_sim.planetx import PlanetXRules, play_games, players
from seti_sim.simulate import prepare, run
from seti_sim.tables import open_run

HERE = f"{__name__}:Wanders"


class Wanders:
    """Draws by its luck, remembers its own turns, locates after 15 of them; and sees nothing hidden."""

    def __init__(self):
        self.turns = 0

    def __call__(self, view, legal):
        assert "system" not in view and view["seat"] in ("P1", "P2") and 0 <= view["luck"] < 2**64
        self.turns += 1
        locates = [i for i, action in enumerate(legal) if str(action).startswith("locate")]
        others = [i for i in range(len(legal)) if i not in set(locates)]
        return random.Random(view["luck"]).choice(others if others and self.turns < 15 else locates or others)


def far(view, legal):
    return len(legal)


def fails(view, legal):
    raise KeyError("mine")


def play(names, first, count):
    policies = [players.get(name) for name in names]
    return play_games(PlanetXRules.load(), players=2, seed=5, first=first, count=count, policies=policies)


def test_games_are_the_same_however_they_are_cut():
    whole, parts = play((HERE, "infogain"), 0, 4), [play((HERE, "infogain"), first, 2) for first in (0, 2)]
    for key in whole.seats:
        assert np.array_equal(whole.seats[key], np.concatenate([part.seats[key] for part in parts])), key
    assert whole.seats["win_share"].reshape(-1, 2)[:, 1].mean() > 0.5


def test_a_run_has_it_among_compiled_ones_and_goes_on(tmp_path):
    for games in (3, 6):
        run(prepare(game="planetx", players=2, games=games, policies=[Wanders, "infogain"], seed=2), tmp_path / "a", jobs=1)
    stored = open_run(tmp_path / "a")
    assert stored.n_games == 6 and sorted(stored.config["seats"]) == sorted([HERE, "infogain"])
    assert (
        prepare(game="planetx", players=2, games=1, policies=[Wanders, "infogain"], seed=2).identity
        == stored.config["identity"]
    )


@pytest.mark.parametrize("name, message", [
    (f"{__name__}:far", r"game 0 of seed 5, P1, decision 0 of the seat \(turn\): \d+; expected an index"),
    (f"{__name__}:fails", r"KeyError: 'mine' \(test_python_players.py, line \d+\); expected an index"),
])  # fmt: skip
def test_what_a_player_does_wrong_is_told(name, message):
    with pytest.raises(PlayerError, match=message):
        play((name, "random"), 0, 1)


@pytest.mark.parametrize("name, message", [
    ("no_such_module:Player", "No module named 'no_such_module'"),
    (f"{__name__}:gone", "has no attribute 'gone'"),
    (f"{__name__}:HERE", "str: expected a callable"),
    (f"{HERE}[sure=3]", "takes no options"),
])  # fmt: skip
def test_what_is_no_player_is_refused(name, message):
    with pytest.raises(PlayerError, match=message):
        players.get(name)


def test_the_command_takes_module_and_attribute(tmp_path, monkeypatch, capsys):
    (tmp_path / "px_players_of_mine.py").write_text("def first(view, legal):\n    return 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    code = main(["play", "--game", "planetx", "--players", "2", "--policy", "infogain,px_players_of_mine:first", "--seed", "3"])
    out = capsys.readouterr().out
    assert code == 0 and "px_players_of_mine:first" in out
    sys.modules.pop("px_players_of_mine", None)
