"""compare and sweep on games of Planet X: same skies and clues, its own metrics, its options; what it has no meaning for."""

import io

import polars as pl
import pytest

from seti_sim.analysis.metrics import MetricError, of
from seti_sim.cli import main
from seti_sim.core import registry
from seti_sim.planetx.metrics import METRICS
from seti_sim.simulate import prepare
from seti_sim.studies import StudyError, compare, load, sweep
from seti_sim.studies.sweep import levels
from seti_sim.tables import open_run

SMALL = {"game": "planetx", "players": 2, "games": 40, "block": 20, "seed": 3, "stream": io.StringIO()}
CHEAP = {"actions": {"locate_cost": 4}}


def drawn(run):
    skies = run.games.select("game_id", "arrangement").sort("game_id").collect()
    return skies, run.clues.sort("game_id", "place").collect()


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    metrics = ["score", "turns", "times.survey@seat=1", "win_share@seat=1"]
    return compare([CHEAP], metrics=metrics, out=tmp_path_factory.mktemp("planetx") / "study", **SMALL)


def test_pairs_have_the_same_skies_and_clues(compared):
    base, other = (drawn(open_run(compared.folder / name)) for name in ("printed", "variant"))
    assert all(mine.equals(theirs) for mine, theirs in zip(base, other)) and base[0]["arrangement"].n_unique() > 30
    assert compared.facts["drawn"] == []
    again = load(compared.folder)
    assert again.asked["game"] == "planetx" and again.asked["mode"] == "standard" and again.asked["levels"] == "0"
    assert compared.facts["sides"][1]["changes"] == [["actions.locate_cost", "5", "4"]]


def test_differences_are_those_of_the_tables(compared):
    frame = compared.frames["differences"]
    for i, column in enumerate(("score", "turns", "surveys")):
        sides = []
        for name in ("printed", "variant"):
            run = open_run(compared.folder / name)
            rows = run.games if column == "turns" else run.seats.filter(pl.col("seat") == 1) if i == 2 else run.seats
            sides.append(rows.select(pl.col(column).cast(pl.Float64).mean()).collect().item())
        assert frame["base"][i] == pytest.approx(sides[0]) and frame["value"][i] == pytest.approx(sides[1])


@pytest.mark.parametrize(
    "changes, what",
    [
        ({"actions": {"survey_cost": [5] * 9}}, []),
        ({"mode": {"standard": {"theory_points": {"A": 5}, "track": {"theory": [6, 12], "trigger": "enter"}}}}, []),
        ({"mode": {"standard": {"placement": {"next_to_no": {}}}}}, ["skies"]),
        ({"clues": {"single_object_titles": {"standard": [1, 1, 1, 0]}}}, ["clues"]),
        ({"mode": {"standard": {"track": {"conference": {"X2": 4}}}}}, ["clues"]),
        ({"mode": {"standard": {"visible": 5}}}, ["starting facts"]),
    ],
    ids=["cost", "points and track", "placement", "topics", "conference", "visible"],
)
def test_what_a_variant_draws_otherwise_is_said_and_nothing_else_is(changes, what, tmp_path):
    asked = {"game": "planetx", "players": 2, "games": 30, "seed": 5, "levels": "8", "arrangements": "uniform"}
    plans = [prepare(variant=variant, **asked) for variant in (None, changes)]
    kind = registry.get("planetx")
    assert kind.drawn_otherwise(*plans) == what
    games = [[plan.kind.new_game(plan, k).deal() for k in range(12)] for plan in plans]
    for key, name in (("system", "skies"), ("topics", "clues"), ("starting", "starting facts")):
        if name not in what and "skies" not in what:
            assert [game[key] for game in games[0]] == [game[key] for game in games[1]], name


def test_an_option_is_swept_like_a_key(tmp_path):
    study = sweep('levels=0,8,"0,12"', metrics=["turns"], out=tmp_path, **SMALL)
    assert study.facts["address"] == "levels" and study.facts["printed"] == "0"
    assert study.frames["differences"]["variant"].to_list() == ["8", "0,12"] and study.facts["drawn"] == []
    assert levels(study)["label"].to_list()[0] == "0"
    given = open_run(tmp_path / "0-12").seats.group_by("level").len().collect()
    assert sorted(given.rows()) == [(0, 40), (12, 40)]
    with pytest.raises(StudyError, match="only what it is anyway"):
        sweep("levels=0", out=tmp_path / "b", **SMALL)


def test_a_key_of_the_mode_that_plays_is_swept(tmp_path):
    study = sweep("actions.target_cost=3,4", metrics=["times.target"], levels="4", out=tmp_path, **SMALL)
    assert study.facts["printed"] == "4" and study.frames["differences"]["variant"].to_list() == ["3"]
    assert study.asked["levels"] == "4"


def test_every_metric_has_a_value_in_every_game(compared):
    run = open_run(compared.folder / "printed")
    found = [METRICS.parse(name) for name in METRICS.names if name != "win_share"]
    assert METRICS.values(run, found, 0, 39).shape == (40, len(found)) and of(registry.get("planetx")) is METRICS
    assert [metric.name for metric in METRICS.usual(2, ["racer"])] == [
        "score@policy=racer",
        "margin",
        "turns",
        "win_share@policy=racer",
    ]
    with pytest.raises(MetricError, match="expected a number of the tables games or seats, or times.KIND"):
        METRICS.parse("times.scan")


def test_alone_against_the_bot(tmp_path):
    study = compare([CHEAP], out=tmp_path, **(SMALL | {"players": 1, "games": 6, "block": 6}))
    assert study.frames["differences"]["metric"].to_list()[-1] == "win_share@policy=infogain"


NOTHING = {
    "cards": (["whatif", "cards"], "has no cards"),
    "uses": (["whatif", "uses"], "has no cards"),
    "judge": (["judge"], "has no cards"),
    "komi": (["komi"], "starting facts"),
    "options": (["whatif", "options", "scan"], "barred"),
    "course": (["whatif", "course"], "at its end alone"),
    "blind spots": (["whatif", "blindspots", "racer"], "made to do otherwise"),
    "species": (["compare", "a.toml", "--species", "drawn"], "an option of seti, and the game is planetx"),
}  # fmt: skip


@pytest.mark.parametrize("words, message", NOTHING.values(), ids=NOTHING)
def test_what_has_no_meaning_says_what_there_is_instead(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.toml").write_text("[actions]\nlocate_cost = 4\n")
    code = main([*words, "--game", "planetx"])
    out, err = capsys.readouterr()
    assert code == 2 and not out and err.count("\n") == 1 and message in err, err
    assert "Planet X" in err or "planetx" in err
    assert not (tmp_path / "runs").exists()


def test_the_other_games_options_are_refused_by_name(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words in (["komi", "--mode", "expert"], ["sweep", "actions.scan.cost.energy=1", "--levels", "4"]):
        assert main(words) == 2
        assert "an option of planetx, and the game is seti" in capsys.readouterr().err
