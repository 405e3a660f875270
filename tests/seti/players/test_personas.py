"""Personas: each does visibly more of its lean than `greedy`, is no easy prey of it, and is taken wherever a name is."""

import runpy
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from seti_sim.core.errors import PlayerError
from seti_sim.seti.players import PERSONAS, get
from seti_sim.seti.players.weights import load

LEANS = {
    "explorer": {"launch": 1.15, "land": 1.05, "points_land": 1.05, "points_moon": 1.1},
    "observer": {"scan": 1.08, "points_signal": 1.02},
    "analyst": {"analyze": 1.03, "place": 1.03, "traces_analysis": 1.04, "points_computer": 1.04},
    "engineer": {"research": 1.01, "points_tech": 1.05, "techs": 1.02},
    "missionary": {"play": 1.06, "missions": 1.06, "points_mission": 1.04},
}
"""How many times what `greedy` has of it, at least; docs/players.md has what was measured."""
GAMES, FEW = 1_200, 400


one_among = runpy.run_path(str(Path(__file__).parents[3] / "experiments" / "personas.py"))["one_among"]


@cache
def among_greedy(name):
    return one_among(name, "greedy", FEW)


@pytest.mark.soak
@pytest.mark.parametrize("name", PERSONAS)
def test_a_persona_leans_and_is_competent(name):
    share, mine, theirs = one_among(name, "greedy", GAMES)
    assert share.low > 0.11, (name, share)
    for measure, times in LEANS[name].items():
        assert mine[measure] > times * theirs[measure], (name, measure, mine[measure], theirs[measure])


@pytest.mark.parametrize("name", PERSONAS)
def test_a_persona_leans_in_few_games(name):
    """The short form: of each measure more than `greedy`, and no easy prey."""
    share, mine, theirs = among_greedy(name)
    assert share.estimate > 0.11, (name, share)
    for measure in LEANS[name]:
        assert mine[measure] > theirs[measure], (name, measure, mine[measure], theirs[measure])


@pytest.mark.parametrize("name", PERSONAS)
def test_a_persona_beats_random(name):
    assert one_among(name, "random", 80)[0].estimate > 0.95


def test_each_leans_its_own_way():
    """Of every measure of a lean the persona whose it is has the most."""
    found = {name: among_greedy(name)[1] for name in PERSONAS}
    for name, measure in (
        ("explorer", "land"),
        ("observer", "scan"),
        ("analyst", "analyze"),
        ("engineer", "research"),
        ("missionary", "missions"),
    ):
        assert max(found, key=lambda who: found[who][measure]) == name, measure


def test_premiums_come_on_top(tmp_path):
    """A file's weights and premiums add up; without the table it is the player without a lean."""
    for name in PERSONAS:
        player = get(name)
        assert player.kind == "greedy" and player.premiums and player.name == name
        file = tmp_path / "mine.toml"
        content = load(f"{name}.toml", "greedy")
        assert content.weights == player.weights and content.premiums == player.premiums
        lines = ["[weights]", *(f"{row} = [1, 2, 3, 4, 5]" for row in _rows())]
        file.write_text("\n".join([*lines, "[premiums]", "scan = [10, 0, 0, 0, -10]"]))
        summed = np.reshape(get(f"{name}[weights={file}]").weights, (-1, 5))
        assert summed[_rows().index("scan")].tolist() == [11, 2, 3, 4, -5] and summed.sum() == 15 * len(_rows())


def _rows():
    from seti_sim.seti import _engine

    return list(_engine.WEIGHT_NAMES)


@pytest.mark.parametrize(
    "table, words",
    {
        "scna = [1, 1, 1, 1, 1]": "scna: expected only names that the player knows (did you mean scan?)",
        "scan = 3": "scan = 3: expected five whole numbers",
        "scan = [20000, 0, 0, 0, 0]": "scan = [20001, 1, 1, 1, 1] with its premium: expected numbers from -20000 to 20000",
    }.items(),
)
def test_wrong_premiums(tmp_path, table, words):
    file = tmp_path / "mine.toml"
    file.write_text("\n".join(["[premiums]", table, "[weights]", *(f"{row} = [1, 1, 1, 1, 1]" for row in _rows())]))
    with pytest.raises(PlayerError) as caught:
        get(f"observer[weights={file}]")
    assert str(caught.value).startswith(f"{file}: {words}")


def test_options_of_a_persona():
    """Barred like any other, and the base of a name that was misspelt."""
    player = get("explorer[without=orbit]")
    assert player.barred[0] and player.key != get("explorer").key
    with pytest.raises(PlayerError, match=r"did you mean missionary\?"):
        get("misionary")
    with pytest.raises(PlayerError, match="option playouts: expected without=… or weights=…"):
        get("explorer[playouts=3]")
