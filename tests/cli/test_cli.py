"""The command line: what each command prints, one line and exit code 2 for bad input, interruption, speed of help."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from command_line import document, one_line

from seti_sim.seti import Game
from seti_sim.seti.rules import RuleSet
from seti_sim.tables import open_run

ROOT = Path(__file__).parents[2]
VARIANT = '[variant]\nname = "cheap"\ndescription = "scanning for less"\n[actions.scan.cost]\nenergy = 1\n'


@pytest.mark.usefixtures("unmade")
def test_run_report_info(cli, tmp_path):
    code, out, err = cli("run", "--players", 3, "--games", 6, "--policy", "random", "--seed", 4, "--jobs", 1, "--out", "runs/a")
    assert code == 0 and err == "" and re.match(r"runs/a: 6 games in \d+ s, [\d,.]+ games/s a core\n", out)
    opened = open_run("runs/a")
    assert opened.finished and opened.config["command"] == (
        "seti-sim run --players 3 --games 6 --policy random --seed 1 --jobs 1 --out runs/a".replace("seed 1", "seed 4")
    )
    code, out, _ = cli("info", "runs/a")
    assert code == 0 and "games     6 of 6, finished" in out and "random, random, random" in out
    (told,) = document(cli("info", "runs/a", "--json")[1])["runs"]
    assert (
        told["finished_games"] == told["games"] == 6
        and told["seats"] == ["random"] * 3
        and told["options"] == {"species": "drawn"}
    )
    code, out, _ = cli("report", "runs/a", "--out", "page.html")
    assert code == 0 and out == "page.html: written\n"
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert [f.name for f in tmp_path.iterdir() if f.name.startswith(".")] == []


def test_a_run_plays_what_play_plays(cli):
    for policy in ("greedy", "random"):
        assert cli("run", "--games", 3, "--policy", policy, "--seed", 9, "--jobs", 1, "--out", policy)[0] == 0
        seats = open_run(policy).seats.filter(pl.col("game_id") == 2).sort("seat").collect()
        code, out, _ = cli("play", "--policy", policy, "--seed", 9, "--number", 2, "--quiet")
        told = [int(n) for n in re.findall(rf"P\d {policy}  (-?\d+) points?", out)]
        assert code == 0 and told == seats["score"].to_list()


def test_rotation_sits_in_the_same_seats_in_play_and_run(cli):
    cli("run", "--games", 4, "--players", 2, "--policy", "greedy,random", "--jobs", 1, "--out", "a")
    for game in range(4):
        policies = open_run("a").seats.filter(pl.col("game_id") == game).sort("seat").collect()["policy"].to_list()
        _, out, _ = cli("play", "--players", 2, "--policy", "greedy,random", "--number", game, "--quiet")
        assert re.findall(r"P\d (\w+)  ", out) == policies


def test_a_different_run_is_refused(cli):
    cli("run", "--games", 2, "--policy", "random", "--jobs", 1, "--out", "a")
    before = Path("a/run.json").read_text()
    code, _, err = cli("run", "--games", 2, "--policy", "random", "--jobs", 1, "--seed", 5, "--out", "a")
    assert code == 2 and one_line(err) and "holds a different run (seed 1 there, 5 asked)" in err
    assert Path("a/run.json").read_text() == before


@pytest.mark.usefixtures("unmade")
def test_variant_goes_into_the_run(cli, tmp_path):
    (tmp_path / "v.toml").write_text(VARIANT)
    code, out, _ = cli("check", "v.toml")
    fingerprint = RuleSet.load(str(tmp_path / "v.toml")).fingerprint
    assert (
        code == 0
        and out == f"cheap: scanning for less (rules {fingerprint})\n  actions.scan.cost.energy: 2 -> 1\n1 change; sound\n"
    )
    told = document(cli("check", "v.toml", "--json")[1])
    assert told["lines"] == out.splitlines() and told["fingerprint"] == fingerprint and told["variant"] == "cheap"
    assert told["changes"] == [{"address": "actions.scan.cost.energy", "printed": 2, "here": 1}]
    code, out, _ = cli(
        "run", "--games", 2, "--players", 2, "--policy", "random", "--jobs", 1, "--variant", "v.toml", "--out", "a"
    )
    config = json.loads(Path("a/run.json").read_text())
    assert config["rules"]["fingerprint"] == fingerprint and config["rules"]["variant"]["actions"] == {
        "scan": {"cost": {"energy": 1}}
    }
    assert "--variant v.toml" in config["command"]
    assert "variant v.toml" in cli("info", "a")[1]
    assert "the variant" in (cli("report", "a") and Path("report.html").read_text(encoding="utf-8"))


def test_whole_blocks_are_wished_for(cli):
    code, _, err = cli("run", "--games", 3, "--players", 2, "--policy", "greedy,random", "--jobs", 1, "--out", "a")
    assert code == 0 and err == "seti-sim: note: 3 games are no whole number of blocks of 2 rotations\n"


def test_show(cli):
    assert "Giant Magellan Telescope" in cli("show", "base-086")[1]
    code, out, _ = cli("show", "tech", "probe-1")
    assert code == 0 and "probe" in out
    told = document(cli("show", "tech", "probe-1", "--json")[1])
    assert told["lines"] == out.splitlines() and told["data"] == {"techs.probe-1": RuleSet.load().tree["techs"]["probe-1"]}
    assert len(document(cli("show", "gold", "--json")[1])["data"]) == len(RuleSet.load().tree["gold_tiles"])
    assert document(cli("show", "actions", "--json")[1])["data"] == {}


def test_play_tells_a_game_that_replays(cli, tmp_path):
    code, out, _ = cli("play", "--players", 2, "--seed", 3, "--policy", "random", "--record", "game.txt")
    assert code == 0 and out.startswith("SETI, 2 players, seed 3, game 0, rules ")
    assert re.findall(r"^Round (\d): P\d begins", out, re.M) == list("12345")
    assert (
        re.search(r"Setup\n +P1  tucks .* \(base-\d+\) for income", out)
        and re.search(r" P\d: points \d+ \(\+\d+\)", out)
        and out.endswith("game.txt: written\n")
    )
    text = (tmp_path / "game.txt").read_text()
    game = Game.replay(RuleSet.load(), text)
    totals = [score["total"] for score in game.scores().values()]
    assert [int(n) for n in re.findall(r"P\d random  (-?\d+) point", out)] == totals
    # Every turn of the record is told once, and replaying tells the same.
    assert len(re.findall(r"\bpasses\b", out)) == 10
    code, again, _ = cli("replay", "game.txt")
    assert code == 0 and again.splitlines()[1:-4] == out.splitlines()[2:-5]
    code, part, _ = cli("replay", "game.txt", "--to", 12, "--state")
    assert code == 0 and "12 actions" in part and "Not over after 12 actions" in part
    board = part[part.rindex("sector  ring 1") :]
    position = Game.replay(RuleSet.load(), text, 12).to_json()
    for seat, have in position["seats"].items():
        numbers = [have[key] for key in ("vp", "credits", "energy", "publicity", "data")]
        assert re.search(rf"^ *{seat} +" + " +".join(map(str, [*numbers, len(have["hand"])])) + r"\b", board, re.M)
    for star, sector in position["stars"].items():
        assert re.search(rf"{star} +{re.escape(sector['slot'])}", board)


def test_scores_told_add_up(cli):
    out = cli("play", "--players", 4, "--seed", 2, "--policy", "greedy")[1]
    last = {seat: int(now) for seat, now in re.findall(r"(P\d): points (\d+) \([+-]\d+\)", out)}
    assert last == {seat: int(n) for seat, n in re.findall(r"(P\d) greedy  (\d+) point", out)}


def test_bench(cli):
    code, out, _ = cli("bench", "--policy", "random", "--players", "2", "--seconds", "0.01", "--repetitions", "2")
    head, row, foot = out.splitlines()
    assert code == 0 and head.split() == ["policy", "players", "games/s", "decisions/s", "decisions/game", "turns/game"]
    name, players, games, decisions, per_game, turns = row.split()
    assert (name, players) == ("random", "2") and float(games.replace(",", "")) > 0
    assert float(per_game) > float(turns) > 10 and "2 repetitions" in foot and "species drawn" in foot


def test_bench_of_a_pair_of_species(cli):
    options = ("--policy", "random", "--players", "2", "--seconds", "0.01", "--repetitions", "1")
    code, out, _ = cli("bench", *options, "--species", "exertians,anomalies")
    assert code == 0 and "species exertians,anomalies" in out
    code, out, err = cli("bench", *options, "--species", "exertians")
    assert (code, out) == (2, "") and "species 'exertians': expected two different ones" in err


def test_help(cli):
    for command in ("run", "report", "show", "check", "play", "replay", "info", "bench"):
        code, out, _ = cli(command, "--help")
        assert code == 0 and out.startswith(f"Usage: seti-sim {command}")
    code, out, _ = cli("--help")
    assert code == 0 and "report" in out
    assert cli("--version")[1].startswith("seti-sim ")


def test_help_needs_no_heavy_library():
    code = (
        "import sys; from seti_sim.cli import main; main(['--help']); "
        "print(sorted({m.split('.')[0] for m in sys.modules} & set(sys.argv[1:])))"
    )
    heavy = ["polars", "matplotlib", "scipy", "numpy", "joblib", "jinja2", "rich"]
    done = subprocess.run([sys.executable, "-c", code, *heavy], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a process group")
@pytest.mark.parametrize("jobs", [1, 2])
def test_interruption_says_how_to_continue(tmp_path, jobs):
    command = [sys.executable, "-m", "seti_sim", "run", "--games", "200000", "--players", "2", "--policy", "random"]
    command += ["--jobs", str(jobs), "--chunk", "100", "--out", str(tmp_path / "run")]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )
    until = time.monotonic() + 60
    while len(list((tmp_path / "run/games").glob("[0-9]*.parquet"))) < 3 and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1 and out == "" and "Traceback" not in err, err
    assert len(err.splitlines()) == 2, err
    first, second = err.splitlines()
    assert first.startswith("seti-sim: interrupted") and second.startswith(
        "  seti-sim run --players 2 --games 200000 --policy random --seed 1"
    )
    found = open_run(tmp_path / "run")
    assert not found.finished and found.n_games >= 300 and found.n_games == found.config["games_done"]
    assert not list((tmp_path / "run").rglob(".tmp*")) and not list((tmp_path / "run").rglob(".progress*"))
