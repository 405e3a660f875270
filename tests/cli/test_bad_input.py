"""Bad input: one clear line on stderr (what, where, what was expected), exit code 2, nothing half written."""

import errno
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import one_line

from seti_sim.core import files
from seti_sim.tables import open_run

ROOT = Path(__file__).parents[2]

BAD_RUNS = {
    "unknown policy": (["--policy", "gredy"], "gredy.*greedy"),
    "no players": (["--players", 0], "players 0: expected 2 to 4"),
    "five players": (["--players", 5], "players 5: expected 2 to 4"),
    "one bad count of several": (["--players", "2,7"], "players 7: expected 2 to 4"),
    "the same count twice": (["--players", "2,2"], "players '2,2': expected different numbers"),
    "half a count": (["--players", "2,"], "players .none.: expected 2 to 4"),
    "no games": (["--games", 0], "games 0: expected at least 1"),
    "negative games": (["--games", -3], "games -3"),
    "negative seed": (["--seed", -1], "seed -1"),
    "huge seed": (["--seed", 2**64], "seed 18446744073709551616"),
    "no jobs": (["--jobs", 0], "jobs 0"),
    "no chunk": (["--chunk", 0], "chunk 0"),
    "seating": (["--seating", "random"], "seating 'random': expected rotate or fixed"),
    "unknown species": (["--species", "mascamite,anomalies"], "species 'mascamite': expected .*mascamites"),
    "one species": (["--species", "anomalies"], "species 'anomalies': expected two different ones"),
    "two policies for four": (["--policy", "greedy,random"], "2 policies for 4 players"),
    "policies for one count of two": (["--players", "2,3", "--policy", "greedy,random"], "2 policies for 3 players"),
    "not a number": (["--games", "many"], "many"),
    "no such option": (["--gamess", "1"], "--gamess"),
    "missing variant": (["--variant", "none.toml"], "none.toml"),
    "bad variant": (["--variant", "bad.toml"], "bad.toml.*nonsense"),
    "no folder": (["--out", "/proc/nowhere/run"], "/proc"),
    "no configuration": (["none.toml"], "none.toml: No such file"),
}


@pytest.mark.parametrize("args, message", BAD_RUNS.values(), ids=BAD_RUNS)
def test_runs(cli, tmp_path, args, message):
    (tmp_path / "bad.toml").write_text("[nonsense]\nx = 1\n")
    args = args if "--out" in args else [*args, "--out", "runs/a"]
    args = args if "--games" in args or "--gamess" in args else ["--games", 2, *args]
    code, out, err = cli("run", *args)
    assert code == 2 and out == "" and one_line(err) and re.search(message, err), err
    assert [f.name for f in tmp_path.iterdir()] == ["bad.toml"]


def test_a_run_without_a_folder_to_write(cli, tmp_path):
    code, out, err = cli("run", "--games", 2)
    assert code == 2 and one_line(err) and "--out is missing" in err and not list(tmp_path.iterdir())


BAD_CONFIGS = {
    "no TOML": ("players = ", "c.toml: .*expected TOML"),
    "unknown key": ("gams = 5", r"c.toml: gams: expected one of game, players, games, .* \(did you mean games\?\)"),
    "players as text": (
        "players = '4'",
        "c.toml: players = '4': expected a number of players that the game can have, or a list of them",
    ),
    "no players": ("players = []", r"c.toml: players = \[\]: expected a number"),
    "five players": ("players = [2, 5]", "players 5: expected 2 to 4"),
    "games as text": ("games = 'many'", "c.toml: games = 'many': expected a whole number"),
    "games as a truth": ("games = true", "c.toml: games = True: expected a whole number"),
    "policies of numbers": ("policy = [1]", r"c.toml: policy = \[1\]: expected a name, or a list of names"),
    "unknown policy": ("policy = ['greedy', 'x', 'x', 'x']", "policy 'x': expected one of"),
    "missing variant": ("variant = 'none.toml'", "none.toml"),
    "species of numbers": ("species = [1, 2]", r"c.toml: species = \[1, 2\]: expected drawn, balanced, or a list of two"),
    "three species": ("species = ['anomalies', 'exertians', 'oumuamua']", "expected two different ones"),
}


@pytest.mark.parametrize("text, message", BAD_CONFIGS.values(), ids=BAD_CONFIGS)
def test_configurations(cli, tmp_path, text, message):
    (tmp_path / "c.toml").write_text(text + "\n")
    code, out, err = cli("run", "c.toml", "--out", "a")
    assert code == 2 and out == "" and one_line(err) and re.search(message, err), err
    assert [f.name for f in tmp_path.iterdir()] == ["c.toml"]


BAD_VARIANTS = {
    "wrong card id": ("[cards.base-999]\ncost = 1", "base-999"),
    "negative cost": ("[cards.base-109]\ncost = -1", "base-109.*cost.*-1"),
    "unknown key": ("[cards.base-109]\ncosts = 1", r"costs.*cost"),
    "unknown star": ("[stars.wega]\ndata = 5", "wega.*vega"),
    "unknown section": ("[action.scan]\nx = 1", "action"),
    "no TOML": ("[cards.", "v.toml"),
    "impossible": ("[setup]\nhand = 99", "setup"),
}


@pytest.mark.parametrize("text, message", BAD_VARIANTS.values(), ids=BAD_VARIANTS)
@pytest.mark.parametrize("command", ["check", "run"])
def test_variants(cli, tmp_path, command, text, message):
    (tmp_path / "v.toml").write_text(text + "\n")
    args = ["check", "v.toml"] if command == "check" else ["run", "--variant", "v.toml", "--games", 2, "--out", "a"]
    code, out, err = cli(*args)
    assert code == 2 and out == "" and one_line(err) and "v.toml" in err and re.search(message, err), err
    assert [f.name for f in tmp_path.iterdir()] == ["v.toml"]


#: Traces of overflow that pay for the scans that bring the next one.
ENDLESS = """
[discovery]
overflow = [ {do="signal-row", n=1}, {do="gain", energy=4} ]
[stars.barnards-star]
win_first = [ {do="signal", where="own-probe", n=1} ]
[stars.proxima-centauri]
win_later = []
"""
NO_END = (
    r"seti-sim: game {game} of seed {seed} \(2 players\): the game did not end within 20,000 decisions; "
    r"a variant in which something pays for itself has no end\n"
)
TWO = ["--players", 2, "--policy", "greedy", "--variant", "v.toml"]


@pytest.mark.parametrize(
    "args, game, seed",
    [
        (["run", *TWO, "--games", 3, "--seed", 8, "--out", "a"], 0, 8),
        (["run", *TWO, "--games", 3, "--seed", 8, "--jobs", 2, "--out", "a"], 0, 8),
        (["play", *TWO, "--seed", 8], 0, 8),
        (["bench", *TWO], r"\d+", 0),
    ],
    ids=["run", "run with two jobs", "play", "bench"],
)
def test_a_variant_whose_games_have_no_end(cli, tmp_path, args, game, seed):
    (tmp_path / "v.toml").write_text(ENDLESS)
    code, out, err = cli(*args)
    assert code == 2 and one_line(err) and re.fullmatch(NO_END.format(game=game, seed=seed), err), err


def test_other_commands(cli, tmp_path):
    (tmp_path / "broken.txt").write_text("hello\n")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty").mkdir()
    for args, message in {
        ("fly",): "fly",
        ("report",): "FOLDER",
        ("report", "nowhere"): "nowhere: no such run folder",
        ("report", "empty"): "run.json: missing",
        ("report", "broken.txt"): "broken.txt: is a file, expected the folder of a run",
        ("info", "nowhere"): "nowhere: no such run folder",
        ("info", "empty"): "run.json: missing",
        ("check", "none.toml"): "none.toml",
        ("show", "base-999"): "base-999",
        ("show", "star", "wega"): "vega",
        ("show", "tech", "probe-9"): "probe-9",
        ("play", "--players", 7): "players 7",
        ("play", "--players", 0): "players 0",
        ("play", "--number", -1): "number -1",
        ("play", "--game", -1): "its number in the run is --number",
        ("play", "--seed", -1): "seed -1",
        ("play", "--policy", "nobody"): "nobody",
        ("play", "--record", "nowhere/game.txt"): "nowhere/game.txt: cannot be written",
        ("replay", "none.txt"): "none.txt: No such file",
        ("replay", "broken.txt"): "line 1: 'hello'",
        ("replay", "binary.txt"): "binary.txt: is no text file",
        ("replay", "broken.txt", "--to", -1): "to -1",
        ("ladder", "--seed", -1): "--seed",
        ("tune", "greedy", "--out", "t", "--seed", 2**64): "--seed",
        ("bench", "--players", "9"): "players 9",
        ("bench", "--repetitions", "0"): "repetitions 0",
        ("bench", "--policy", "nobody"): "nobody",
    }.items():
        code, out, err = cli(*args)
        assert code == 2 and out == "" and one_line(err) and message in err, (args, err)


def test_records_that_are_corrupt(cli, tmp_path):
    assert cli("play", "--players", 2, "--policy", "random", "--record", "good.txt")[0] == 0
    lines = (tmp_path / "good.txt").read_text().splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("P1 "))
    spoilt = {
        "an action that is none": (
            [*lines[: head + 3], "P1 jump mars", *lines[head + 4 :]],
            f"line {head + 4}: .*jump mars",
        ),
        "an action that is not legal": (
            [*lines[: head + 2], "P1 end", *lines[head + 3 :]],
            f"line {head + 3}: 'end' is not legal",
        ),
        "another seat's action": (
            [*lines[:head], lines[head].replace("P1", "P2"), *lines[head + 1 :]],
            "expected an action of P1",
        ),
        "other rules": (
            [line.replace("rules ", "rules f") for line in lines],
            "expected .*, the rules it is replayed with",
        ),
        "no seed": ([line for line in lines if not line.startswith("seed")], "seed is missing"),
        "players as words": (
            [re.sub(r"^players 2", "players two", line) for line in lines],
            "head: players .two.: expected a whole number",
        ),
        "nine players": ([re.sub(r"^players 2", "players 9", line) for line in lines], "expected 2, 3 or 4"),
        "nothing": ([], "line 1: '': expected 'seti_sim record"),
    }
    for what, (text, message) in spoilt.items():
        (tmp_path / "bad.txt").write_text("\n".join(text) + "\n")
        code, out, err = cli("replay", "bad.txt")
        assert code == 2 and out == "" and one_line(err) and re.search(message, err), (what, err)
    code, out, err = cli("replay", "good.txt", "--to", 10**6)
    assert code == 2 and one_line(err) and "--to 1000000: expected at most" in err


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of 40 two-player games, in two parts."""
    from seti_sim.cli import main

    folder = tmp_path_factory.mktemp("finished") / "a"
    assert main([*"run --players 2 --games 40 --policy random --jobs 1 --chunk 20 --out".split(), str(folder)]) == 0
    return folder


RUN = "run --players 2 --games 40 --policy random --jobs 1 --chunk 20 --out a".split()


def cut(file, keep):
    file.write_bytes(file.read_bytes()[:keep])


SPOILT = {
    "a truncated part": (
        lambda f: cut(f / "cards/000000020-000000039.parquet", -40),
        "a/cards/000000020-000000039.parquet: damaged",
        True,
    ),
    "an empty part": (
        lambda f: cut(f / "games/000000000-000000019.parquet", 0),
        "a/games/000000000-000000019.parquet: damaged",
        True,
    ),
    "a truncated run.json": (lambda f: cut(f / "run.json", 100), "a/run.json: cannot be read", True),
    "a run.json of something else": (
        lambda f: (f / "run.json").write_text("[]"),
        "a/run.json: expected a run of format",
        True,
    ),
    "a run.json without its seed": (
        lambda f: (f / "run.json").write_text((f / "run.json").read_text().replace('"seed": 1,\n "seating"', '"seating"')),
        "a/run.json: seed = None: expected a whole number",
        True,
    ),
    "a run.json that is no text": (
        lambda f: (f / "run.json").write_bytes(b"\xff\xfe{}"),
        "a/run.json: cannot be read",
        True,
    ),
}


@pytest.mark.parametrize("spoil, message, mends", SPOILT.values(), ids=SPOILT)
@pytest.mark.usefixtures("unmade")
def test_damaged_runs_are_refused_and_can_be_mended(cli, tmp_path, finished, spoil, message, mends):
    shutil.copytree(finished, "a")
    spoil(Path("a"))
    for command in (["report", "a"], RUN):
        code, out, err = cli(*command)
        assert code == 2 and out == "" and one_line(err) and re.search(message, err), err
        assert not Path("report.html").exists()
    # The line says what helps: deleting that file and running the same command again.
    named = Path(re.match(r"seti-sim: (\S+):", err)[1])
    assert mends == ("delete it and run the same command again" in err or "expected a run of format" in err)
    named.unlink()
    assert cli(*RUN)[0] == 0
    assert_same_rows("a", finished)


@pytest.mark.usefixtures("unmade")
def test_data_damaged_inside_a_part_is_found_by_the_report(cli, finished):
    shutil.copytree(finished, "a")
    file = Path("a/seats/000000020-000000039.parquet")
    data = bytearray(file.read_bytes())
    data[100:1500] = bytes(1400)
    file.write_bytes(data)
    code, out, err = cli("report", "a")
    assert code == 2 and out == "" and one_line(err) and f"{file}: damaged" in err
    assert not Path("report.html").exists()


def assert_same_rows(a, b):
    from polars.testing import assert_frame_equal

    from seti_sim.seti.tables.schema import TABLES

    for name in TABLES:
        assert_frame_equal(getattr(open_run(a), name).collect(), getattr(open_run(b), name).collect())


@pytest.mark.usefixtures("unmade")
def test_a_report_of_nothing(cli, finished, tmp_path):
    shutil.copytree(finished, "a")
    for file in Path("a").rglob("*.parquet"):
        file.unlink()
    code, out, err = cli("report", "a")
    assert code == 2 and out == "" and one_line(err) and "a: holds no games yet" in err
    assert not Path("report.html").exists()


def test_a_report_that_cannot_be_written(cli, finished):
    for out, message in {
        "nowhere/r.html": "nowhere/r.html: cannot be written",
        str(finished): "is no file",
        "/dev/full": "is no file",
    }.items():
        code, _, err = cli("report", finished, "--out", out)
        assert code == 2 and one_line(err) and message in err
    assert not Path("/dev/full").is_file()


def test_several_runs_need_a_name_where_one_is_meant(cli, finished):
    for name in ("x", "y"):
        shutil.copytree(finished, f"all/{name}")
    with pytest.raises(ValueError, match="all: holds several runs, expected one of all/x, all/y"):
        open_run("all")


def test_a_full_disk_while_parts_are_written(cli, finished, monkeypatch):
    written = []

    def full(file):
        written.append(file)
        if len(written) > 9:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(files.os, "fsync", full)
        code, out, err = cli(*RUN)
    assert code == 2 and out == "" and one_line(err)
    assert re.search(r"a/\w+/\d+-\d+.parquet: cannot be written \(No space left on device\); what was finished stays", err)
    assert not list(Path("a").rglob(".tmp*"))
    assert cli(*RUN)[0] == 0
    assert_same_rows("a", finished)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_cannot_grow(tmp_path, jobs):
    """As on a full disk, but for real and in workers, too: the system lets no file grow beyond 20 kB."""
    command = [
        sys.executable,
        "-m",
        "seti_sim",
        *"run --players 2 --games 2000 --policy random --chunk 500".split(),
    ]
    limit = 20_000
    done = subprocess.run(
        [*command, "--jobs", str(jobs), "--out", "a"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        timeout=120,
    )
    assert done.returncode == 2 and done.stdout == "" and one_line(done.stderr), done.stderr
    assert "cannot be written (File too large" in done.stderr
    assert not list((tmp_path / "a").rglob("*.parquet")) and not list((tmp_path / "a").rglob(".tmp*"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", ["show tech", "play --players 2 --policy random", "--help", "info {run}"])
def test_output_that_cannot_be_written(finished, command):
    command = command.format(run=finished).split()
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "seti_sim", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
    assert done.returncode == 2 and one_line(done.stderr) and "No space left on device" in done.stderr


def test_a_reader_that_has_had_enough(tmp_path):
    command = f"{sys.executable} -m seti_sim play --players 2 --policy random | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.stdout.startswith("SETI, 2 players") and done.stderr == ""


def test_a_position_is_no_record_of_other_rules(cli, tmp_path):
    """A record of a variant is refused under the printed rules, and replays under its own."""
    (tmp_path / "v.toml").write_text("[actions.scan.cost]\nenergy = 1\n")
    assert cli("play", "--variant", "v.toml", "--players", 2, "--policy", "random", "--record", "g.txt")[0] == 0
    code, _, err = cli("replay", "g.txt")
    assert code == 2 and one_line(err) and "the rules it is replayed with" in err
    code, out, _ = cli("replay", "g.txt", "--variant", "v.toml")
    assert code == 0 and "Result" in out


LONG = "2," * 5000 + "2"


@pytest.mark.parametrize(
    "words",
    [
        ("--levels", LONG), ("--level", LONG), ("--solo", "--level", LONG), ("--species", LONG), ("--policy", LONG), ("--tables", LONG),
        ("--policy", f"greedy[nodes={LONG}]"), ("--policy", f"greedy[without={'x' * 9000}]"), ("--policy", f"lookahead[nodes={'9' * 9000}]"),
        ("--policy", f"[{LONG}"), ("--policy", f"greedy[{'x' * 9000}=1]"), ("--policy", f"mcts[seconds={'9' * 9000}x]"),
        ("--policy", f"{'x' * 9000},greedy"), ("--game", "g" * 9000), ("--game", "planetx", "--levels", LONG),
        ("--game", "planetx", "--mode", LONG), ("--game", "planetx", "--policy", f"racer[sure={LONG}]"),
        ("--game", "planetx", "--policy", f"racer[{'x' * 9000}=1]"), ("--game", "planetx", "--policy", "x" * 9000), ("--seating", LONG),
    ],
    ids=lambda words: " ".join(word[:20] for word in words),
)  # fmt: skip
def test_a_very_long_value_is_told_in_short(cli, words):  # noqa: F811
    """F21 as a kind: whatever is typed, its line is one that a terminal can show; the middle of a long value is left out."""
    code, _, err = cli("run", "--games", 4, "--players", 2, "--out", "x", *words)
    assert code == 2 and one_line(err) and len(err) < 1500, (len(err), err[:300])
