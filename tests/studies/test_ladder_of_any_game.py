"""The ladder of any game: that of The Search for Planet X."""

import pytest

from seti_sim.cli import main
from seti_sim.report import render
from seti_sim.simulate import prepare
from seti_sim.studies import load

PLANETX = "ladder --game planetx --levels 4 --policy random,survey-first,infogain --games 40 --tables 20 --jobs 1".split()


@pytest.fixture(scope="module")
def of_planetx(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ladder")
    assert main([*PLANETX, "--out", str(folder)]) == 0
    return folder


def test_planetx_is_rated(of_planetx, capsys):
    """Win shares with its ties broken decide; points by its own sources add up to the score, of as many as can play."""
    study = load(of_planetx)
    assert (study.asked["game"], study.asked["levels"], study.asked["players"]) == ("planetx", "4", 4)
    assert set(study.frames) == {"players", "pairings", "points"}
    players = {row["name"]: row for row in study.frames["players"].iter_rows(named=True)}
    assert list(players) == ["random", "survey-first", "infogain"] and players["random"]["estimate"] == 0
    assert players["infogain"]["estimate"] > players["survey-first"]["low"] > 100
    for name, row in players.items():
        points = study.frames["points"].filter(player=name)
        assert points["estimate"].sum() == pytest.approx(row["score"]) and (points["low"].fill_nan(0) >= 0).all()
    beaten = study.frames["pairings"].filter(name="infogain", against="survey-first").row(0, named=True)
    pair, asked = ("survey-first", "infogain"), {"game": "planetx", "players": 2, "games": 20, "seed": 1, "levels": "4"}
    plans = [prepare(policies=order, seating="fixed", **asked) for order in (pair, pair[::-1])]
    one, other = (plan.kind.results(plan, 0, 20)["win_share"] for plan in plans)
    assert beaten["games"] == 40 and beaten["estimate"] == pytest.approx((one[:, 1].mean() + other[:, 0].mean()) / 2)


def test_a_page_and_a_table_of_planetx(of_planetx):
    """Its words are those of the game: no species, no actions of SETI, its sources of points, its option."""
    page, text = render([], studies=[load(of_planetx)]), (of_planetx / "ladder.md").read_text()
    for words in ("How strong is each player?", "The Search for Planet X", "first theories", "dwarf planets", "Levels"):
        assert words in page, words
    assert "species" not in page and "good players" not in page
    assert "| infogain against survey-first |" in text and "points a seat, four of it" in text


def test_it_goes_on_and_refuses_other_options(of_planetx, capsys):
    before = (of_planetx / "study.json").read_bytes()
    assert main([*PLANETX, "--out", str(of_planetx)]) == 0
    assert load(of_planetx).frames["pairings"].height == 3 and len((of_planetx / "study.json").read_bytes()) == len(before)
    assert main([*PLANETX, "--mode", "expert", "--out", str(of_planetx)]) == 2
    assert "holds another study" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options, words",
    [
        (["--species", "balanced"], "species 'balanced': an option of seti, and the game is planetx"),
        (["--policy", "infogain,greedy"], "policy 'greedy'"),
        (["--policy", "infogain"], "expected at least two different players"),
        (["--policy", "infogian"], "did you mean infogain"),
        (["--time-budget", "1"], "no player of The Search for Planet X goes by the clock"),
        (["--tables", "1"], "tables 1: expected at least 1 and 2"),
    ],
)
def test_a_ladder_of_planetx_that_cannot_be(options, words, capsys):
    usual = [] if "--policy" in options else ["--policy", "random,infogain"]
    assert main(["ladder", "--game", "planetx", "--games", "2", *usual, *options]) == 2
    error = capsys.readouterr().err
    assert words in error and error.count("\n") == 1
