"""Run folders: same rows whatever the jobs and parts, resuming, refusing, nothing half written."""

import io
import json
import os
import signal
import time
from contextlib import suppress

import fake_engine
import polars as pl
import pytest
from fake_run import make_plan, play
from joblib import delayed
from polars.testing import assert_frame_equal

from seti_sim.core.errors import RunError
from seti_sim.core.pool import in_parallel, interruptions
from seti_sim.seti.kind import SETI
from seti_sim.seti.tables.schema import TABLES
from seti_sim.simulate import run
from seti_sim.simulate.progress import Progress, words
from seti_sim.simulate.runner import missing, resume_command
from seti_sim.tables import open_run


def rows(folder, table):
    return getattr(open_run(folder), table).collect()


def assert_same_rows(a, b):
    for name, table in TABLES.items():
        assert_frame_equal(rows(a, name).sort(table.key), rows(b, name).sort(table.key))


def test_rows_do_not_depend_on_jobs_or_parts(tmp_path):
    plan = make_plan(90, policies=("a", "b"))
    play(plan, tmp_path / "one", chunk=1000)
    config = play(plan, tmp_path / "two", chunk=25, jobs=2).config
    assert [f.name for f in sorted((tmp_path / "two/cards").glob("*"))] == [
        "000000000-000000024.parquet",
        "000000025-000000049.parquet",
        "000000050-000000074.parquet",
        "000000075-000000089.parquet",
    ]
    assert_same_rows(tmp_path / "one", tmp_path / "two")
    assert config["finished"] and config["games_done"] == 90
    assert config["rows"]["seats"] == 360 == rows(tmp_path / "two", "seats").height
    assert not list((tmp_path / "two").rglob(".tmp*")) and not list((tmp_path / "two").rglob(".progress*"))


def test_resuming_equals_one_run(tmp_path):
    plan = make_plan(100)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    play(plan, whole, chunk=40)

    def stops(*args, **kwargs):
        if kwargs["first"] >= 60:  # in the middle of the second part
            raise KeyboardInterrupt
        return fake_engine.play_games(*args, **kwargs)

    with pytest.raises(KeyboardInterrupt):
        run(plan, broken, chunk=40, play=stops, stream=io.StringIO())
    config = json.loads((broken / "run.json").read_text())
    assert not config["finished"] and config["games_done"] == 40 and config["games"] == 100
    assert not open_run(broken).finished

    (broken / "cards" / ".tmp-1-000000040-000000079.parquet").write_bytes(b"half")
    (broken / "cards" / "000000040-000000079.parquet").write_bytes(b"its games part was never written")
    config = play(plan, broken, chunk=15).config
    assert config["finished"]
    assert_same_rows(whole, broken)


def test_larger_games_extends_and_finished_runs_are_left_alone(tmp_path):
    folder = tmp_path / "run"
    play(make_plan(30), folder)
    before = (folder / "games/000000000-000000029.parquet").stat().st_mtime_ns
    play(make_plan(50), folder, chunk=20)
    assert open_run(folder).n_games == 50
    config = play(make_plan(10), folder).config
    assert config["games"] == 50 and config["finished"]
    assert (folder / "games/000000000-000000029.parquet").stat().st_mtime_ns == before
    play(make_plan(50), tmp_path / "once")
    assert_same_rows(folder, tmp_path / "once")


def test_deleted_range_is_filled(tmp_path):
    play(make_plan(60), tmp_path / "run", chunk=20)
    for table in TABLES:
        (tmp_path / f"run/{table}/000000020-000000039.parquet").unlink()
    assert open_run(tmp_path / "run").n_games == 40
    play(make_plan(60), tmp_path / "run", chunk=7)
    play(make_plan(60), tmp_path / "whole")
    assert_same_rows(tmp_path / "run", tmp_path / "whole")


@pytest.mark.parametrize(
    "there, games, chunk, tasks",
    [
        ([], 25, 10, [(0, 10), (10, 10), (20, 5)]),
        ([(0, 10)], 10, 4, []),
        ([(0, 30)], 10, 4, []),
        ([(10, 5), (20, 5)], 30, 8, [(0, 8), (8, 2), (15, 1), (16, 4), (25, 5)]),
    ],
)
def test_missing_ranges(there, games, chunk, tasks):
    assert missing(there, 0, games, chunk) == tasks


def test_refuses_a_different_run(tmp_path):
    play(make_plan(5), tmp_path / "run")
    with pytest.raises(RunError, match=r"different run \(seed 1 there, 2 asked\)"):
        play(make_plan(5, seed=2), tmp_path / "run")
    with pytest.raises(RunError, match=r"greedy\(key-greedy\).* there, random\(key-random\).* asked"):
        play(make_plan(5, policies=("random",)), tmp_path / "run")
    assert open_run(tmp_path / "run").config["seed"] == 1


def test_f02_refuses_to_go_on_with_another_engine(tmp_path, monkeypatch):
    """Engine and tables are part of a run's identity: what another engine played is read and not continued."""
    play(make_plan(5), tmp_path / "run")
    before = (tmp_path / "run/run.json").read_bytes()
    monkeypatch.setattr(type(SETI), "engine", lambda self, rules: "another")
    with pytest.raises(RunError, match=r"run: was played by another engine \(\w{16}, and this one is another\), whose games"):
        play(make_plan(9), tmp_path / "run")
    with pytest.raises(RunError, match=r"different run \(seed 1 there, 2 asked; engine \w{16} there, another asked\)"):
        play(make_plan(9, seed=2), tmp_path / "run")
    assert (tmp_path / "run/run.json").read_bytes() == before and open_run(tmp_path / "run").n_games == 5


def test_f02_an_engine_built_anew_while_a_run_goes_on(tmp_path, monkeypatch):
    """A worker that starts late may find another engine than the one the run was begun with; it plays nothing."""
    plan = make_plan(9)
    assert plan.identity
    monkeypatch.setattr(type(SETI), "engine", lambda self, rules: "another")
    with pytest.raises(RunError, match=r"the engine was built anew while the run went on \(\w{16}, now another\)"):
        play(plan, tmp_path / "run")
    assert not list((tmp_path / "run").rglob("*.parquet"))


def test_refuses_foreign_folders(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/todo.txt").write_text("x")
    with pytest.raises(RunError, match="holds todo.txt but no run.json; choose an empty folder"):
        play(make_plan(5), tmp_path / "notes")
    with pytest.raises(RunError, match="is a file"):
        play(make_plan(5), tmp_path / "notes/todo.txt")
    assert sorted(f.name for f in (tmp_path / "notes").iterdir()) == ["todo.txt"]


def test_refuses_what_cannot_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # the superuser may write everywhere
    with pytest.raises(RunError, match=f"{tmp_path} cannot be written"):
        play(make_plan(5), tmp_path / "deep/run")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [{"jobs": 0}, {"chunk": 0}, {"jobs": -2}])
def test_refuses_senseless_numbers(tmp_path, options):
    with pytest.raises(RunError, match="expected at least 1"):
        play(make_plan(5), tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()


def test_second_process_is_refused(tmp_path):
    import filelock

    play(make_plan(5), tmp_path / "run")
    with filelock.FileLock(str(tmp_path / "run/.lock")):
        with pytest.raises(RunError, match="another process"):
            play(make_plan(9), tmp_path / "run")


def test_failure_in_a_worker_reaches_the_caller_and_leaves_a_sound_folder(tmp_path):
    with pytest.raises(RuntimeError, match="game 40"):
        run(make_plan(60), tmp_path / "run", chunk=20, jobs=2, play=fails_at_40, stream=io.StringIO())
    play(make_plan(60), tmp_path / "run", chunk=20)
    assert open_run(tmp_path / "run").finished


def fails_at_40(*args, **kwargs):
    if kwargs["first"] <= 40 < kwargs["first"] + kwargs["count"]:
        raise RuntimeError("engine fault in game 40")
    return fake_engine.play_games(*args, **kwargs)


def test_run_json_says_how_it_was_made(mirror_run):
    config = json.loads((mirror_run / "run.json").read_text())
    assert config["rules"]["fingerprint"] == fake_engine.RULES.fingerprint
    assert config["policies"] == [{"name": "greedy", "key": "key-greedy"}]
    assert config["versions"]["polars"] == pl.__version__
    assert config["command"].startswith(
        "seti-sim run --players 4 --games 1200 --policy greedy --seed 1 --jobs 1 --chunk 500 --out "
    )
    assert config["core_seconds"] > 0 and config["machine"]["cores"] >= 1
    assert config["names"]["card"]["base-001"] == fake_engine.RULES.tree["cards"]["base-001"]["name"]
    assert config["names"]["tech"]["probe-4"] == "You may land on moons"


def test_parts_carry_the_fingerprint(mirror_run):
    metadata = pl.read_parquet_metadata(mirror_run / "draws/000000000-000000499.parquet")
    assert metadata["seti_sim.fingerprint"] == fake_engine.RULES.fingerprint


def test_resume_command():
    plan = make_plan(7, policies=("greedy[without=scan]", "random"), seats=(0, 1, 1, 1), seating="fixed")
    assert resume_command(plan, "runs/a b", 2, None, "v.toml") == (
        "seti-sim run --players 4 --games 7 --policy 'greedy[without=scan],random,random,random' --seed 1 --seating "
        "fixed --variant v.toml --jobs 2 --out 'runs/a b'"
    )
    plan = make_plan(7, species="anomalies,exertians")
    assert resume_command(plan, "a", 1).endswith("--seed 1 --species anomalies,exertians --jobs 1 --out a")


def test_progress_text():
    progress = Progress(lambda: 0, 1000, 200)
    assert progress.text(200) == "200 of 1,000 games"
    progress.started = time.monotonic() - 10
    assert progress.text(600) == "600 of 1,000 games, 40 games/s, 10 s left"
    progress.started = time.monotonic() - 1000
    assert progress.text(600) == "600 of 1,000 games, 0.40 games/s, 16 min 40 s left"
    assert [words(s) for s in (0.4, 59, 61, 7500)] == ["0 s", "59 s", "1 min 1 s", "2 h 5 min"]


def test_progress_is_silent_for_short_runs_without_a_terminal(tmp_path):
    stream = io.StringIO()
    run(make_plan(30), tmp_path / "run", play=fake_engine.play_games, stream=stream)
    assert stream.getvalue() == ""


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_f37_an_interruption_that_a_library_keeps_to_itself_is_heeded():
    """F37: libraries have bare `except`s and destructors; what asked for an end there is not asked twice."""
    seen = []
    with pytest.raises(KeyboardInterrupt), interruptions():
        for result in in_parallel((delayed(abs)(number) for number in range(3)), 1):
            seen.append(result)
            with suppress(BaseException):
                signal.raise_signal(signal.SIGTERM)
    assert seen == [0]
    with interruptions():  # an older interruption is no reason to end what comes next
        assert list(in_parallel((delayed(abs)(number) for number in range(3)), 1)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("place", "wrong"),
    [("categories.policy", ["a", ""]), ("categories.gold", ["x"]), ("names.card", {}), ("block", 7), ("rounds", 0), ("seats", ["b", "b"])],
)  # fmt: skip
def test_what_follows_from_the_plan_is_said_anew_whatever_a_damaged_file_says(tmp_path, place, wrong):
    """A run that goes on can be opened afterwards: the long fuzz of run folders found categories kept that no part has."""
    plan = make_plan(40, players=2, policies=("a", "b"))
    play(plan, tmp_path / "run", chunk=20)
    file = tmp_path / "run" / "run.json"
    sound = json.loads(file.read_text())
    spoilt = json.loads(file.read_text())
    *way, key = place.split(".")
    at = spoilt
    for word in way:
        at = at[word]
    at[key] = wrong
    file.write_text(json.dumps(spoilt))
    play(make_plan(60, players=2, policies=("a", "b")), tmp_path / "run", chunk=20)
    whole = open_run(tmp_path / "run")
    assert sorted(whole.games.select("game_id").collect()["game_id"]) == list(range(60))
    assert all(whole.config[key] == sound[key] for key in ("categories", "names", "block", "rounds", "seats", "started"))
