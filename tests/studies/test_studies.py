"""Studies on the real engine: what they say is what the runs hold, they can be continued, and what they refuse."""

import io
import json

import numpy as np
import polars as pl
import pytest

from seti_sim.core.registry import example_variants
from seti_sim.seti.analysis import metrics
from seti_sim.studies import StudyError, compare, komi, load, sweep
from seti_sim.studies.compare import parse_precision, reached
from seti_sim.studies.komi import neighbours, with_start
from seti_sim.studies.sweep import levels
from seti_sim.tables import open_run

SMALL = {"players": 2, "policies": "greedy", "games": 24, "block": 12, "seed": 3}


def quiet(study, *args, **options):
    return study(*args, stream=io.StringIO(), **options)


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    out = tmp_path_factory.mktemp("compare") / "study"
    names = ["score", "times.scan", "win_share@seat=2"]
    return quiet(compare, [None, example_variants()["cheap-scan"]], metrics=names, out=out, **SMALL)


def test_comparison_is_that_of_its_runs(compared):
    frame = compared.frames["differences"]
    assert frame["variant"].to_list() == ["cheap-scan"] * 3 and frame["n"].to_list() == [24] * 3
    base, other = (open_run(compared.folder / name) for name in ("printed", "cheap-scan"))
    for i, name in enumerate(frame["metric"]):
        a, b = (metrics.values(run, [metrics.parse(name)], 0, 23)[:, 0] for run in (base, other))
        row = frame.row(i, named=True)
        assert (row["base"], row["value"], row["estimate"]) == pytest.approx((a.mean(), b.mean(), (b - a).mean()))
        assert row["se"] == pytest.approx((b - a).std(ddof=1) / np.sqrt(24)) and row["low"] < row["estimate"] < row["high"]
        assert row["correlation"] == pytest.approx(np.corrcoef(a, b)[0, 1]) and row["differ"] == np.mean(a != b)
    assert set(frame["kind"]) == {"paired"} and compared.facts["comparisons"] == 3
    assert compared.facts["sides"][1]["changes"] == [["actions.scan.cost.energy", "2", "1"]]
    assert compared.facts["looks"] == 2 and compared.frames["looks"]["n"].unique().sort().to_list() == [12, 24]


def test_sides_have_the_same_luck(compared):
    deals = [
        open_run(compared.folder / name).draws.filter(pl.col("chance") == "dealt").collect()
        for name in ("printed", "cheap-scan")
    ]
    assert deals[0].equals(deals[1])


def test_a_study_is_read_back_as_it_was(compared):
    again = load(compared.folder)
    assert (again.kind, again.asked, again.facts) == (compared.kind, json.loads(json.dumps(compared.asked)), compared.facts)
    for name, frame in compared.frames.items():
        assert again.frames[name].equals(frame.cast(again.frames[name].schema), null_equal=True)


def test_a_study_goes_on_from_what_is_there(compared, tmp_path):
    """More games in the same folder say what all of them in one go would."""
    more = SMALL | {"games": 36}
    variants = [None, example_variants()["cheap-scan"]]
    names = compared.frames["differences"]["metric"].to_list()
    whole = quiet(compare, variants, metrics=names, out=tmp_path / "whole", **more)
    quiet(compare, variants, metrics=names, out=tmp_path / "parts", **SMALL)
    parts = quiet(compare, variants, metrics=names, out=tmp_path / "parts", **more)
    assert parts.frames["differences"].equals(whole.frames["differences"])
    assert parts.frames["looks"].equals(whole.frames["looks"])


def test_stops_as_soon_as_it_is_precise(tmp_path):
    variants = [None, example_variants()["cheap-scan"]]
    asked = SMALL | {"games": 400, "block": 100, "metrics": ["score"]}
    found = []
    study = quiet(compare, variants, precision=["score=15"], out=tmp_path / "a", looked=found.append, **asked)
    assert study.facts["why"] == "precise" and study.facts["pairs"] < 400
    *early, last = [reached(frame) for frame in found]
    assert last and not any(early) and len(found) == study.facts["looks"]
    never = quiet(compare, variants, precision=["0.001vp"], out=tmp_path / "a", **(asked | {"games": 200}))
    assert never.facts["why"] == "games" and never.facts["pairs"] == 200


def test_players_can_be_compared_as_well_as_rules(tmp_path):
    asked = SMALL | {"variant_policies": "random", "metrics": ["score"], "games": 200, "block": 100}
    study = quiet(compare, [None, None], out=tmp_path, **asked)
    row = study.frames["differences"].row(0, named=True)
    assert row["variant"] == "random" and row["high"] < 0 and study.facts["sides"][1]["policies"] == ["random"] * 2
    with pytest.raises(ValueError, match="greedy does not play"):
        compare([None, None], out=tmp_path / "b", **(asked | {"metrics": ["score@policy=greedy"]}))


def test_blocks_are_whole_blocks_of_the_seating(tmp_path):
    asked = SMALL | {"block": 5, "games": 16, "policies": "greedy,random", "metrics": ["score@policy=greedy"]}
    study = quiet(compare, [None, example_variants()["cheap-scan"]], out=tmp_path, **asked)
    assert study.asked["block"] == 6 and study.frames["looks"]["n"].to_list() == [6, 12, 16]


def test_reached_wants_pairs_that_differ():
    frame = pl.DataFrame({"low": [0.0, 0.0], "high": [0.1, 0.1], "wanted": [0.2, float("nan")], "n": [100, 100]})
    assert not reached(frame.with_columns(differ=pl.lit(0.05)))
    assert reached(frame.with_columns(differ=pl.lit(0.2))) and reached(frame.with_columns(differ=pl.lit(0.0)))
    assert not reached(frame.with_columns(low=pl.lit(float("nan")), differ=pl.lit(0.2)))


def test_precision_is_read_by_unit_and_name():
    found = [metrics.parse(name) for name in ("score", "win_share@seat=1", "turns")]
    nan = float("nan")
    assert parse_precision(["0.5pp"], found) == pytest.approx([nan, 0.005, nan], nan_ok=True)
    assert parse_precision(["2vp", "turns=0.5"], found) == pytest.approx([2, nan, 0.5], nan_ok=True)
    assert parse_precision(["win_share@seat=1=1pp"], found) == pytest.approx([nan, 0.01, nan], nan_ok=True)
    for text in ("1", "score=", "=1", "0pp", "score=1pp", "win_share@seat=1=0.1", "margin=2", "win_share@seat=2=1pp"):
        with pytest.raises(StudyError, match="precision"):
            parse_precision([text], found)


def test_a_sweep_leaves_the_printed_value_to_the_base(tmp_path):
    study = quiet(sweep, "actions.scan.cost.energy=3,2,1", metrics=["times.scan"], out=tmp_path, **SMALL)
    assert study.frames["differences"]["variant"].to_list() == ["3", "1"] and study.facts["printed"] == "2"
    frame = levels(study)
    assert frame["label"].to_list() == ["1", "2", "3"] and frame["printed"].to_list() == [False, True, False]
    assert frame["position"].to_list() == [1, 2, 3]
    times = [open_run(tmp_path / name) for name in ("1", "printed", "3")]
    assert frame["estimate"].to_list() == pytest.approx(
        [metrics.values(run, [metrics.parse("times.scan")], 0, 23).mean() for run in times]
    )
    assert levels(load(tmp_path)).equals(frame)


def test_a_sweep_of_lists(tmp_path):
    study = quiet(sweep, "setup.start_vp=[5,5,5,5],[1,2,3,9]", metrics=["score"], out=tmp_path, **SMALL)
    frame = levels(study)
    assert frame["label"].to_list() == ["[5, 5, 5, 5]", "[1, 2, 3, 9]", "[1, 2, 3, 4]"]


@pytest.mark.parametrize(
    "setting, message",
    [
        ("actions.scan.cost.energy", "expected ADDRESS=VALUE"),
        ("actions.scan.cost.energy=", "expected ADDRESS=VALUE"),
        ("actions.scan cost=1", "expected ADDRESS=VALUE"),
        ("=1,2", "expected ADDRESS=VALUE"),
        ("actions.scan.cost.energy=1,one", "expected ADDRESS=VALUE"),
        ("actions.scan.cost.energy=1,1", "expected different values"),
        ("actions.scan.cost.energy=2", "only the printed value"),
    ],
)
def test_what_cannot_be_swept(setting, message, tmp_path):
    with pytest.raises(StudyError, match=message):
        sweep(setting, out=tmp_path / "none", **SMALL)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "variants, options, message",
    [
        ([], {}, "expected at least one variant"),
        ([None], {}, "same rules and players"),
        ([None, {}], {}, "same rules and players"),
        ([None, {"limits": {"publicity": 12}}], {"metrics": ["score", "score"]}, "different ones"),
        ([None, {"limits": {"publicity": 12}}], {"games": 0}, "games 0"),
        ([None, {"limits": {"publicity": 12}}], {"block": 0}, "block 0"),
    ],
)
def test_what_cannot_be_compared(variants, options, message, tmp_path):
    with pytest.raises(StudyError, match=message):
        compare(variants, out=tmp_path / "none", **(SMALL | options))
    assert not (tmp_path / "none").exists()


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    out = tmp_path_factory.mktemp("komi") / "study"
    # Seat 2 begins so far ahead that its advantage shows in a few games.
    ahead = {"setup": {"start_vp": [1, 60, 3, 4]}}
    return quiet(komi, variant=ahead, players=2, games=60, confirm_games=120, out=out)


def test_komi_takes_a_planted_advantage_away(found):
    assert found.facts["printed"] == [1, 60] and found.facts["komi"][0] == 1
    assert found.facts["komi"][1] < 30 and found.facts["better"] == "yes"
    both = {row["rules"]: row for row in found.frames["inequality"].iter_rows(named=True)}
    assert both["komi"]["estimate"] < both["printed"]["estimate"] and both["printed"]["p"] < 1e-6
    shares = found.frames["seats"].filter(pl.col("measure") == "win_share")
    assert shares.group_by("rules").agg(pl.col("estimate").sum())["estimate"].to_list() == pytest.approx([1, 1])
    assert shares.filter(pl.col("rules") == "komi")["start_vp"].to_list() == found.facts["komi"]


def test_komi_is_the_best_of_its_neighbours_and_confirmed_on_fresh_games(found):
    tried = found.frames["candidates"]
    assert tried["start_vp"][0] == ", ".join(map(str, found.facts["komi"])) and tried["estimate"][0] == 0
    near = {", ".join(map(str, points)) for points in neighbours(tuple(found.facts["komi"]), 2)}
    assert near <= set(tried["start_vp"]) and found.facts["candidates"] == tried.height
    assert found.facts["seed"] != found.facts["confirm_seed"]
    for folder in found.folder.glob("seed-*/*"):
        run = open_run(folder)
        assert run.config["seed"] in (1, 2) and run.n_games == (60 if run.config["seed"] == 1 else 120)


def test_komi_says_the_same_where_its_folder_holds_more_games(found):
    asked = {"variant": {"setup": {"start_vp": [1, 60, 3, 4]}}, "players": 2, "out": found.folder}
    before = {name: frame.clone() for name, frame in found.frames.items()}
    few = quiet(komi, games=30, confirm_games=40, **asked)
    assert few.frames["inequality"]["n"].to_list() == [40, 40]
    again = quiet(komi, games=60, confirm_games=120, **asked)
    assert all(again.frames[name].equals(frame) for name, frame in before.items())


def test_neighbours_change_one_seat_by_one_point():
    assert set(neighbours((1, 0, 3, 4), 3)) == {(1, 1, 3, 4), (1, 0, 2, 4), (1, 0, 4, 4)}
    assert with_start({"setup": {"rounds": 4}, "x": 1}, (1, 2, 3, 4)) == {
        "setup": {"rounds": 4, "start_vp": [1, 2, 3, 4]},
        "x": 1,
    }


def test_komi_confirms_on_other_seeds_only(tmp_path):
    with pytest.raises(StudyError, match="confirm seed 4: expected another"):
        komi(players=2, games=10, seed=4, confirm_seed=4, out=tmp_path / "none")


LACKS = '{"format": 2, "kind": "compare", "asked": {}, "facts": {}, "types": {}, "frames": {}}'


@pytest.mark.parametrize("content", ["", "{}", '{"format": 9}', "[]", '{"format": 2, "kind": "compare"}', LACKS])
def test_a_damaged_study_is_told_in_one_line(tmp_path, content):
    with pytest.raises(StudyError, match="study.json: missing"):
        load(tmp_path)
    (tmp_path / "study.json").write_text(content)
    with pytest.raises(StudyError, match="study.json: (cannot be read|expected a study of format)"):
        load(tmp_path)
