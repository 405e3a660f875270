"""`seti-sim run` with the real engine: same rows whatever the jobs and parts, several counts, files, endings."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from command_line import one_line
from polars.testing import assert_frame_equal

from seti_sim.core.registry import example_variants
from seti_sim.seti.tables.schema import TABLES
from seti_sim.tables import open_run

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}
LONG = partial(pytest.param, marks=pytest.mark.soak)  # to start processes takes longest: of what is alike some are long checks


def assert_same_rows(a, b):
    """Same rows in the same order."""
    for name in TABLES:
        assert_frame_equal(getattr(open_run(a), name).collect(), getattr(open_run(b), name).collect())


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """60 four-player games, two policies rotated, in one part."""
    from seti_sim.cli import main

    folder = tmp_path_factory.mktemp("reference") / "run"
    assert main([*BASE, "--games", "60", "--jobs", "1", "--out", str(folder)]) == 0
    return folder


BASE = "run --players 4 --policy greedy,random,greedy,random --seed 6".split()


@pytest.mark.parametrize("options", [LONG("--jobs 2"), "--jobs 2 --chunk 7", "--jobs 1 --chunk 3", LONG("--jobs 3 --chunk 25")])
def test_rows_do_not_depend_on_jobs_and_parts(cli, reference, options):
    assert cli(*BASE, "--games", 60, *options.split(), "--out", "a")[0] == 0
    assert_same_rows("a", reference)
    found = {name: getattr(open_run("a"), name).select(pl.len()).collect().item() for name in TABLES}
    assert found == open_run("a").config["rows"] and all(found.values())


def test_a_larger_number_of_games_extends(cli, reference):
    assert cli(*BASE, "--games", 17, "--jobs", 1, "--out", "a")[0] == 0
    first = Path("a/seats/000000000-000000016.parquet").stat().st_mtime_ns
    assert cli(*BASE, "--games", 60, "--jobs", 1, "--chunk", 9, "--out", "a")[0] == 0
    assert Path("a/seats/000000000-000000016.parquet").stat().st_mtime_ns == first
    assert_same_rows("a", reference)
    code, out, _ = cli(*BASE, "--games", 20, "--jobs", 1, "--out", "a")
    assert code == 0 and "a: 60 games" in out


def test_a_lost_run_json_is_made_again(cli, reference):
    assert cli(*BASE, "--games", 30, "--jobs", 1, "--out", "a")[0] == 0
    Path("a/run.json").unlink()
    code, _, err = cli(*BASE[:-1], 7, "--games", 60, "--jobs", 1, "--out", "a")
    assert code == 2 and one_line(err) and "belongs to another run" in err and not Path("a/run.json").exists()
    assert cli(*BASE, "--games", 60, "--jobs", 1, "--out", "a")[0] == 0
    assert_same_rows("a", reference)


@pytest.mark.usefixtures("unmade")
def test_several_numbers_of_players(cli):
    code, out, err = cli("run", "--players", "2,3", "--policy", "random", "--games", 6, "--jobs", 1, "--out", "all")
    assert code == 0 and err == ""
    assert re.findall(r"all/(\d)-players: 6 games", out) == ["2", "3"]
    for players in (2, 3):
        folder = f"all/{players}-players"
        assert cli("run", "--players", players, "--policy", "random", "--games", 6, "--jobs", 1, "--out", "one")[0] == 0
        assert_same_rows(folder, "one")
        assert (
            open_run(folder)
            .config["command"]
            .endswith(f"--players {players} --games 6 --policy random --seed 1 --jobs 1 --out {folder}")
        )
        subprocess.run(["rm", "-r", "one"], check=True)
    told = cli("info", "all")[1]
    assert re.findall(r"^players +(\d)", told, re.M) == ["2", "3"] and "all/3-players" in told
    assert cli("report", "all")[1] == "report.html: written\n"
    page = Path("report.html").read_text(encoding="utf-8")
    assert re.findall(r'<h1 class="part" id="[^"]+">(\d players)</h1>', page) == ["2 players", "3 players"]


def test_seating(cli):
    for seating in ("rotate", "fixed"):
        options = ["--players", 3, "--policy", "greedy,random,random", "--seating", seating, "--games", 12, "--jobs", 1]
        assert cli("run", *options, "--out", seating)[0] == 0
        counts = open_run(seating).seats.group_by("seat", "policy").agg(pl.len()).collect()
        greedy = dict(counts.filter(pl.col("policy") == "greedy").select("seat", "len").iter_rows())
        assert greedy == ({1: 4, 2: 4, 3: 4} if seating == "rotate" else {1: 12})
    code, _, err = cli("run", *options[:5], "rotate", *options[6:], "--out", "fixed")
    assert code == 2 and "holds a different run (seating fixed there, rotate asked)" in err


def test_a_configuration_holds_everything(cli, tmp_path):
    (tmp_path / "v.toml").write_text("[actions.scan.cost]\nenergy = 1\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/c.toml").write_text(
        'players = [2, 3]\ngames = 6\npolicy = "random"\nseating = "fixed"\nseed = 8\nvariant = "../v.toml"\njobs = '
        '1\nchunk = 4\nout = "a"\n'
    )
    code, out, err = cli("run", "deep/c.toml")
    assert code == 0 and err == "" and "a/2-players: 6 games" in out and "a/3-players: 6 games" in out
    options = "--players 2,3 --games 6 --policy random --seating fixed --seed 8 --variant v.toml --jobs 1 --chunk 4"
    assert cli("run", *options.split(), "--out", "b")[0] == 0
    assert_same_rows("a/2-players", "b/2-players")
    assert [f.name for f in sorted(Path("a/3-players/games").iterdir())] == [
        "000000000-000000003.parquet",
        "000000004-000000005.parquet",
    ]
    # What is given on the command line goes before the file.
    assert cli("run", "deep/c.toml", "--players", "2", "--games", 3, "--out", "c")[0] == 0
    assert open_run("c").n_games == 3 and open_run("c").config["seating"] == "fixed"


def test_policies_of_a_configuration_by_seat(cli, tmp_path):
    (tmp_path / "c.toml").write_text('players = 2\npolicy = ["greedy", "random"]\ngames = 4\n')
    assert cli("run", "c.toml", "--jobs", 1, "--out", "a")[0] == 0
    assert open_run("a").config["seats"] == ["greedy", "random"]


def test_example_variants_go_by_name(cli):
    assert (
        cli(
            "run",
            "--variant",
            "cheap-scan",
            "--players",
            2,
            "--policy",
            "random",
            "--games",
            2,
            "--jobs",
            1,
            "--out",
            "a",
        )[0]
        == 0
    )
    config = json.loads(Path("a/run.json").read_text())
    assert config["rules"]["variant"]["actions"] == {"scan": {"cost": {"energy": 1}}}
    # The command of the run can be given again anywhere, whatever folder the package is in.
    command = shlex.split(config["command"])[1:]
    assert cli(*command)[0] == 0
    for name in example_variants("seti"):
        assert cli("check", name)[0] == 0


def heed_signals():
    """Signals as a terminal's shell hands them on: what runs in the background inherits some as ignored."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)


def ended(process):
    """What a process says until its end; one that does not end is killed, so that it disturbs no other test."""
    try:
        return process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def start(folder, *options, **more):
    if os.name == "posix":
        more.setdefault("preexec_fn", heed_signals)
    command = [
        sys.executable,
        "-m",
        "seti_sim",
        *BASE,
        "--games",
        "200000",
        "--chunk",
        "50",
        "--out",
        str(folder),
        *map(str, options),
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, **more)


def await_parts(folder, count=2):
    until = time.monotonic() + 90
    while len(list((folder / "games").glob("[0-9]*.parquet"))) < count:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_second_process_is_refused(cli, tmp_path):
    first = start(tmp_path / "a", "--jobs", 1)
    try:
        await_parts(tmp_path / "a")
        code, out, err = cli(*BASE, "--games", 9, "--jobs", 1, "--out", "a")
        assert code == 2 and out == "" and one_line(err) and "a: another process is writing this run" in err
    finally:
        first.terminate()
        ended(first)


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("jobs, number", [
    (1, "SIGINT"), (2, "SIGTERM"), (1, "SIGHUP"), (2, "SIGQUIT"),
    LONG(2, "SIGINT"), LONG(1, "SIGTERM"), LONG(2, "SIGHUP"), LONG(1, "SIGQUIT"),
])  # fmt: skip
def test_whoever_ends_it_is_told_how_to_continue(cli, tmp_path, number, jobs):
    process = start("a", "--jobs", jobs, cwd=tmp_path)
    await_parts(tmp_path / "a")
    process.send_signal(getattr(signal, number))
    out, err = ended(process)
    assert process.returncode == 1 and out == "" and len(err.splitlines()) == 2, err
    assert err.startswith(
        "seti-sim: interrupted; what is written stays, and this continues it:\n  seti-sim run --players 4 --games 200000 "
    )
    found = open_run("a")
    assert not found.finished and found.n_games == found.config["games_done"] >= 100
    assert not list(Path("a").rglob(".tmp*")) and not list(Path("a").glob(".p*"))
    # The command continues it: with fewer games, so that it ends soon.
    command = shlex.split(err.splitlines()[1])[1:]
    games = sum(found.ranges[-1]) + 20  # workers finish parts in any order
    command[command.index("--games") + 1] = str(games)
    code, out, err = cli(*command)
    assert code == 0 and err == "" and f"a: {games:,} games" in out


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_a_run_that_shall_survive_its_terminal_does(tmp_path):
    process = start(tmp_path / "a", "--jobs", 1, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    await_parts(tmp_path / "a")
    process.send_signal(signal.SIGHUP)
    await_parts(tmp_path / "a", len(list((tmp_path / "a/games").iterdir())) + 2)
    assert process.poll() is None
    process.terminate()
    assert process.wait(timeout=60) == 1


def test_progress_is_a_line_now_and_then_without_a_terminal(cli, monkeypatch):
    from seti_sim.simulate import progress

    monkeypatch.setattr(progress, "LINE_EVERY", 0.0)
    monkeypatch.setattr(progress, "POLL", 0.01)
    code, _, err = cli("run", "--players", 2, "--policy", "random", "--games", 4000, "--jobs", 1, "--out", "a")
    lines = err.splitlines()
    assert code == 0 and lines
    assert all(re.fullmatch(r"[\d,]+ of 4,000 games(, [\d,.]+ games/s, (\d+ min )?\d+ s left)?", line) for line in lines), lines


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_progress_is_a_bar_on_a_terminal(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "seti_sim",
        *"run --players 2 --policy random --games 20000 --jobs 1 --out a".split(),
    ]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=tmp_path,
        env=ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    assert process.wait(timeout=60) == 0
    assert re.search(r"of 20,000 games, [\d,.]+ games/s, \d+ s left", shown.decode()), shown[-500:]


def test_balanced_species_do_not_depend_on_jobs_and_parts_and_extend(cli):
    options = ["--players", 2, "--species", "balanced", "--policy", "random", "--seed", 5]
    assert cli("run", *options, "--games", 60, "--jobs", 1, "--out", "whole")[0] == 0
    assert cli("run", *options, "--games", 25, "--jobs", 2, "--chunk", 7, "--out", "parts")[0] == 0
    assert cli("run", *options, "--games", 60, "--jobs", 2, "--chunk", 11, "--out", "parts")[0] == 0
    assert_same_rows("parts", Path("whole"))
    pairs = open_run("whole").games.collect().group_by("species_left", "species_right").len()
    assert pairs["len"].to_list() == [3] * 20
    code, _, err = cli("run", *options, "--games", 61, "--out", "parts")
    assert code == 0 and "61 games are no whole number of blocks of 20 rotations and pairs of species" in err


def test_species_are_part_of_what_a_run_is(cli, tmp_path):
    options = ["--players", 2, "--games", 3, "--policy", "random", "--out", "a"]
    assert cli("run", *options, "--species", "anomalies,exertians")[0] == 0
    table = open_run(tmp_path / "a").games.collect()
    assert set(table["species_left"]) == {"anomalies"} and set(table["species_right"]) == {"exertians"}
    code, _, err = cli("run", *options, "--species", "exertians,anomalies")
    assert code == 2 and "species" in err
    (tmp_path / "c.toml").write_text('species = ["exertians", "anomalies"]\nplayers = 2\ngames = 2\npolicy = "random"\n')
    assert cli("run", "c.toml", "--out", "b")[0] == 0
    assert set(open_run(tmp_path / "b").games.collect()["species_left"]) == {"exertians"}
    told = cli("play", "--players", 2, "--policy", "greedy", "--species", "exertians,anomalies", "--seed", 3)[1]
    assert "the left species is discovered: Exertians" in told


# ------------------------------------------------------------------------------------------ what it will take
@pytest.mark.parametrize("asked, games", [
    (["--games", "999999999999"], "999,999,999,999"), (["--precision", "0.0001pp"], "960,364,705,174"),
    (["--players", "2,3", "--games", "900000000000"], "1,800,000,000,000"),
])  # fmt: skip
def test_f29_a_run_of_more_than_a_day_is_not_begun_unasked(cli, tmp_path, asked, games):
    """F29: it says what it will take and, where nobody can be asked, names --yes; nothing is written."""
    code, out, err = cli("run", "--players", 2, "--policy", "random", "--jobs", 1, "--out", "big", *asked)
    assert code == 2 and out == "" and one_line(err)
    said = r"seti-sim: [\d,]+ games take about [\d,]+ (?:days|years) and [\d,.]+ [TP]B of disk \([\d,.]+ [kMGT]B free\); --yes plays them all the same\n"
    assert re.fullmatch(said, err) and f" {games} games" in err and not (tmp_path / "big").exists()


def test_f29_more_games_than_a_folder_has_names_for(cli, tmp_path):
    words = ("run", "--players", 2, "--policy", "random", "--jobs", 1, "--out", "big", "--yes", "--games")
    assert cli(*words, 10**12)[::2] == (2, "seti-sim: games 1000000000000: expected at most 1,000,000,000 in one folder\n")
    assert cli(*words, 10**9, "--chunk", 1)[::2] == (2, "seti-sim: chunk 1: expected at least 1,000 for 1,000,000,000 games\n")
    code, _, err = cli(*words, 10**30)
    assert code == 2 and one_line(err) and "expected at least 1 and at most" in err
    for width in ("0.0000001pp", "0." + "0" * 400 + "1pp"):
        code, _, err = cli("run", "--players", 2, "--precision", width, "--out", "big")
        assert code == 2 and one_line(err) and "at least 0.000001" in err
    assert not (tmp_path / "big").exists()


def test_f29_the_disk_and_a_run_that_is_there(cli, tmp_path, monkeypatch):
    """A run that has games is judged by these; a full disk is a reason to ask, half an hour is none, an hour is told."""
    words = ("run", "--players", 2, "--policy", "random", "--jobs", 1, "--out", "r", "--games")
    assert cli(*words, 20)[0] == 0
    file = tmp_path / "r" / "run.json"
    config = json.loads(file.read_text())
    monkeypatch.setattr("seti_sim.simulate.cost._trial", None)
    for seconds, games, telling in (
        (3599, 1020, ""),
        (5000, 1020, "note: 1,000 games take about 1 h 23 min"),
        (90_000, 1020, "games take about 25 h"),
    ):
        file.write_text(json.dumps(config | {"core_seconds": seconds * config["games_timed"] / 1000.0}))
        monkeypatch.setattr("seti_sim.simulate.run", lambda plan, *more, **options: SimpleNamespace(config=config))
        _, _, err = cli(*words, games)
        assert telling in err and (telling or not err), err
    file.write_text(json.dumps(config))
    monkeypatch.setattr("seti_sim.simulate.cost.free_space", lambda folder: 1000)
    code, _, err = cli(*words, 5000)
    assert code == 2 and one_line(err) and "of disk (1.0 kB free); --yes plays" in err
    assert cli(*words, 5000, "--yes")[0] == 0


def test_f29_on_a_terminal_it_asks(tmp_path):
    """On a terminal the question is asked, and no is the answer of whoever presses return."""
    import pty

    here, there = pty.openpty()
    words = ["run", "--players", "2", "--policy", "random", "--jobs", "1", "--out", "big", "--games", "999999999999"]
    process = subprocess.Popen(
        [sys.executable, "-m", "seti_sim", *words], cwd=tmp_path, stdin=there, stdout=there, stderr=there
    )
    os.close(there)
    text = b""
    while b"[y/N]" not in text:
        text += os.read(here, 1000)
    os.write(here, b"\n")
    assert process.wait(60) == 1 and b"games take about" in text and not (tmp_path / "big").exists()
    os.close(here)


@pytest.mark.parametrize("words", [
    ("compare", "cheap-scan", "--policy", "random"), ("komi", "--policy", "random"), ("whatif", "uses", "--policy", "random"),
    ("sweep", "actions.scan.cost.energy=1,2", "--policy", "random"), ("experiment", "cheap-scan"), ("ladder", "--policy", "random,greedy"),
])  # fmt: skip
def test_f29_so_does_whatever_plays_games(cli, tmp_path, words):
    code, out, err = cli(*words, "--games", 999999999999, "--jobs", 1, "--out", "s")
    assert code == 2 and out == "" and one_line(err) and re.search("games take about .* --yes plays them all the same", err), (
        err
    )
    assert not (tmp_path / "s").exists()


def test_f29_a_tuning_too(cli, tmp_path):
    words = ("tune", "greedy", "--pool", "random", "--games", 80, "--jobs", 1, "--out", "t", "--measure", 100, "--generations")
    code, out, err = cli(*words, 10**9)
    assert (
        code == 2
        and out == ""
        and one_line(err)
        and re.search("games take about [\\d,]+ (?:days|years); --yes plays them", err)
    ), err
    assert not (tmp_path / "t" / "state.json").exists()
    assert cli(*words, 1, "--population", 4, "--yes")[0] == 0


# ------------------------------------------------------------------------------------------ killed, and too little memory
LADDER = "ladder --policy random,greedy --games 40000 --tables 20000 --jobs 2 --out l"
TUNE = "tune greedy --out l --pool random --generations 500 --games 80 --population 4 --jobs 2"


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("words, kept, number", [
    LONG(LADDER, "what was finished stays, and this goes on from there", "SIGTERM"),
    (LADDER, "what was finished stays, and this goes on from there", "SIGQUIT"),
    (TUNE, "what is written stays, and this continues it", "SIGINT"),
    LONG(TUNE, "what is written stays, and this continues it", "SIGHUP"),
], ids=["ladder-SIGTERM", "ladder-SIGQUIT", "tune-SIGINT", "tune-SIGHUP"])  # fmt: skip
def test_f37_a_ladder_and_a_tuning_end_like_a_run(tmp_path, words, kept, number):
    """F37: one line and the command, whatever ends them, typed at a terminal (to all processes) or not."""
    command = [sys.executable, "-m", "seti_sim", *words.split(), "--yes"]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
        preexec_fn=heed_signals,
    )
    if words == TUNE:
        assert process.stdout.readline()  # a generation is written
    else:
        while not (tmp_path / "l").exists():  # the last thing before it plays
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(1)
    os.killpg(process.pid, getattr(signal, number))
    _, err = ended(process)
    assert process.returncode == 1, err
    lines = [line for line in err.splitlines() if not re.match(r"[\d,]+ of [\d,]+ games", line)]
    assert lines == [f"seti-sim: interrupted; {kept}:", f"  seti-sim {words} --yes"], err


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("number, code", [("SIGQUIT", 1), LONG("SIGHUP", 1), ("SIGKILL", -9)])
def test_f37_a_signal_to_all_its_processes(tmp_path, number, code):
    """F37: typed at a terminal it reaches workers and helpers, too. Nothing is said of semaphores or by libraries; after a
    kill nothing at all."""
    process = start("a", "--jobs", 2, cwd=tmp_path, start_new_session=True)
    await_parts(tmp_path / "a", 6)  # both workers are there
    if number == "SIGKILL":
        process.kill()  # the helper that tidies up outlives it
    else:
        os.killpg(process.pid, getattr(signal, number))
    out, err = ended(process)
    assert process.returncode == code and out == ""
    lines = err.splitlines()
    if number == "SIGKILL":
        assert not lines, err
    else:
        assert len(lines) == 2 and lines[0].endswith("what is written stays, and this continues it:"), err
        assert lines[1].startswith("  seti-sim run --players 4 --games 200000 ")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ulimit -v")
@pytest.mark.parametrize("words", [
    "run --players 2 --policy random --games 50 --out a", "compare cheap-scan --policy random --games 8 --out a",
    "tune greedy --generations 1 --out a",
])  # fmt: skip
def test_f37_too_little_memory_is_told_first(tmp_path, words):
    """F37: libraries abort in their own words where addresses are short, so it is said before they are loaded."""
    command = f"ulimit -v 600000; exec {shlex.quote(sys.executable)} -m seti_sim {words}"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 2 and done.stdout == "" and one_line(done.stderr), done.stderr
    assert re.match(r"seti-sim: memory limit 614 MB \(ulimit -v\): expected at least [\d,]+ MB a process$", done.stderr)
    assert not (tmp_path / "a").exists()


def test_f37_memory_that_ends_in_the_middle(cli, monkeypatch):
    def full(*args, **kwargs):
        raise MemoryError

    monkeypatch.setattr("seti_sim.simulate.run", full)
    code, out, err = cli("run", "--players", 2, "--policy", "random", "--games", 50, "--jobs", 1, "--out", "a")
    assert (
        code == 1
        and out == ""
        and err
        == (
            "seti-sim: there is too little memory; what is written stays, and this continues it:\n"
            "  seti-sim run --players 2 --games 50 --policy random --seed 1 --jobs 1 --out a\n"
        )
    )


def test_f29_what_is_loaded_once_does_not_count(monkeypatch):
    """The first game of a process waits for libraries; what a run will take is told by those after it."""
    from seti_sim.simulate import cost

    clock = [0.0]

    class Kind:
        def play(self, plan, first, count):
            clock[0] += count / 10 + (0.0 if clock[0] else 600.0)
            return count

        def frames(self, plan, batch):
            return {"games": pl.DataFrame({"x": pl.Series([1] * batch, dtype=pl.UInt8)})}

    monkeypatch.setattr(cost.time, "perf_counter", lambda: clock[0])
    plan = SimpleNamespace(kind=Kind(), games=600_000, first=0, end=600_000, identity="x")
    found = cost.cost_of(plan, "none", jobs=2)
    assert found.games == 600_000 and found.seconds == pytest.approx(30_000) and found.size == pytest.approx(100_000)
