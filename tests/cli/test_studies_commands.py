"""compare, sweep, komi, precision and the options of report: what is printed and written, and what is refused."""

import html
import re
import shlex

import pytest
from command_line import document, one_line

from seti_sim.report import studies as studies_words
from seti_sim.studies import load

SMALL = ["--players", 2, "--games", 12, "--block", 6, "--jobs", 1]
KOMI = ["--players", 2, "--games", 12, "--jobs", 1]


def test_compare_prints_a_table_and_writes_page_and_charts(cli, tmp_path):
    code, out, err = cli(
        "compare", "cheap-scan", *SMALL, "--metric", "score", "--report", "a.html", "--charts", "c", "--out", "o"
    )
    assert code == 0 and re.search(r"^cheap-scan: score +\d", out, re.M) and "n = 12 pairs of games, paired; o)" in out
    assert out.endswith("a.html: written\nc: written\n")
    assert "What changes with cheap-scan?" in (tmp_path / "a.html").read_text()
    names = sorted(file.name for file in (tmp_path / "c").iterdir())
    assert len(names) == 4 and all(re.fullmatch(r"compare-\w{8}-(differences|narrowing)\.(png|svg)", name) for name in names)
    assert (tmp_path / "o/study.json").exists() and (tmp_path / "o/printed/run.json").exists()


def test_a_study_without_a_folder_gets_one_of_its_own_and_goes_on_there(cli, tmp_path):
    for games in (6, 12):
        code, out, err = cli("compare", "cheap-scan", "flat-start", *SMALL, "--games", games, "--metric", "score")
        assert code == 0 and f"n = {games} pairs" in out
    assert [folder.name.split("-")[0] for folder in (tmp_path / "runs").iterdir()] == ["compare"]


@pytest.mark.usefixtures("unmade")
def test_sweep_and_komi_come_into_a_report(cli, tmp_path, monkeypatch):
    saved = []
    monkeypatch.setattr("seti_sim.report.page.save", lambda figure, folder, name, *told: saved.append(name) or [])
    assert cli("sweep", "actions.scan.cost.energy=1,2", *SMALL, "--metric", "turns", "--out", "s")[0] == 0
    assert cli("komi", *KOMI, "--out", "k")[0] == 0
    assert cli("run", *KOMI, "--out", "r")[0] == 0
    code, out, err = cli("report", "r", "--with", "s", "--with", "k", "--precision", "1vp", "--charts", "c")
    page = (tmp_path / "report.html").read_text()
    assert code == 0, err
    assert "What does actions.scan.cost.energy do?" in page and "Which starting points would make 2 seats equal?" in page
    assert "For ±\u00a01.00 points it takes" in page and "How many games does it take?" in page
    assert {name.split("-")[0] for name in saved} > {"sweep", "komi"}


def test_precision_tells_games(cli):
    assert cli("precision", "0.5pp")[1] == "28,811 games give the win share of a seat of 4 to ± 0.5pp (95 %)\n"
    assert cli("precision", "0.5pp", "--players", 2)[1].startswith("38,415 games")
    assert cli("run", "--players", 2, "--games", 40, "--out", "r", "--jobs", 1)[0] == 0
    code, out, err = cli("precision", "2vp", "r")
    assert code == 0 and re.search(r"^ +[\d,]+ games: mean score$", out, re.M)
    needed = document(cli("precision", "2vp", "r", "--json")[1])["needed"]
    assert [f"{row['needed']:>12,} games: {row['words']}" for row in needed] == out.splitlines()
    assert document(cli("precision", "0.5pp", "--json")[1])["needed"][0]["needed"] == 28811


def test_run_plays_what_a_precision_needs(cli, tmp_path):
    code, out, err = cli("run", "--players", "2", "--precision", "20pp", "--out", "r", "--jobs", 1)
    assert code == 0 and out.startswith("r: 25 games"), out


BAD = {
    "unknown variant": (["compare", "cheap"], "cheap"),
    "the same twice": (["compare", "cheap-scan", "cheap-scan"], "same rules and players"),
    "only the printed game": (["compare", "printed"], "same rules and players"),
    "no variant": (["compare"], "(?i)missing argument"),
    "unknown metric": (["compare", "cheap-scan", "--metric", "scor"], "'scor'.*did you mean score"),
    "a share that is always the same": (["compare", "cheap-scan", "--metric", "win_share"], "always 1/4"),
    "no seat of that number": (["compare", "cheap-scan", "--players", 2, "--metric", "score@seat=3"], "no seat 3"),
    "no precision": (["compare", "cheap-scan", "--precision", "0.5"], "precision '0.5': expected a half-width"),
    "precision of what is not compared": (["compare", "cheap-scan", "--metric", "score", "--precision", "1pp"], "1pp"),
    "no games": (["compare", "cheap-scan", "--games", 0], "games 0"),
    "no jobs": (["compare", "cheap-scan", "--jobs", 0], "jobs 0"),
    "no jobs for komi": (["komi", "--jobs", 0], "jobs 0"),
    "no policy": (["compare", "cheap-scan", "--variant-policy", "gredy"], "gredy.*greedy"),
    "page that is a folder": (["compare", "cheap-scan", "--report", "."], "is no file"),
    "charts that are a file": (["compare", "cheap-scan", "--charts", "file"], "is no folder"),
    "no setting": (["sweep", "actions.scan.cost.energy"], "expected ADDRESS=VALUE"),
    "unknown address": (["sweep", "actions.scam.cost.energy=1,2"], "scam"),
    "impossible value": (["sweep", "actions.scan.cost.energy=1,-3"], "energy"),
    "komi of five": (["komi", "--players", 5], "players 5: expected 2 to 4"),
    "komi confirmed on its own seed": (["komi", "--confirm-seed", 1], "confirm seed 1: expected another"),
    "width": (["precision", "half"], "precision 'half': expected a half-width"),
    "points without a run": (["precision", "1vp"], "known from a run"),
    "games and precision": (["run", "--games", 3, "--precision", "1pp", "--out", "a"], "expected one of them"),
    "run to so many points": (["run", "--precision", "1vp", "--out", "a"], "after a run"),
    "players of precision": (["precision", "1pp", "--players", 9], "players 9"),
    "precision of no run": (["precision", "1pp", "none"], "no such run folder"),
    "variant spelt nearly right": (
        ["compare", "cheap-scn"],
        "'cheap-scn': expected a TOML file or one of .*did you mean cheap-scan",
    ),
    "unknown experiment": (["experiment", "seets"], "did you mean seats"),
    "report with no study": (["report", "r", "--with", "none"], "study.json: missing"),
    "report with no precision": (["report", "r", "--precision", "5"], "precision '5'"),
}


@pytest.mark.parametrize("args, message", BAD.values(), ids=BAD)
def test_bad_input_is_one_line(cli, tmp_path, args, message):
    (tmp_path / "file").write_text("")
    code, out, err = cli(*args)
    assert code == 2 and out == "" and one_line(err) and re.search(message, err), (code, out, err)
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def of_page(path):
    """What stands on a page as code, its headings and its text."""
    text = html.unescape(path.read_text(encoding="utf-8"))
    return re.findall(r"<code>(.*?)</code>", text), re.findall(r"<h[12][^>]*>(.*?)</h", text), text


@pytest.mark.usefixtures("unmade")
def test_f41_a_study_says_the_command_that_gives_the_same_rows(cli, tmp_path):
    """F41: quoted for a shell, without what changes no row; typed again it finds all there and writes the same page."""
    odd = "it's cheap.toml"
    (tmp_path / odd).write_text("actions.scan.cost.energy = 1\n")
    args = ["compare", odd, "--players", "2", "--games", "12", "--block", "6", "--metric", "score", "--metric", "turns",
            "--policy", "greedy[without=scan]", "--variant-policy", "random", "--out", "o"]  # fmt: skip
    assert cli(*args, "--jobs", 1, "--report", "a.html")[0] == 0
    (command,), _, text = of_page(tmp_path / "a.html")
    words = shlex.split(command)
    assert sorted(words) == sorted(["seti-sim", *args]) and words[-1] != "1"
    assert "The same command gives the same rows" in text
    code, out, err = cli(*words[1:], "--report", "b.html", "--json")
    assert code == 0 and document(out)["written"] == ["b.html"] and document(out)["facts"]["command"] == command
    assert (tmp_path / "b.html").read_text() == (tmp_path / "a.html").read_text()


@pytest.mark.usefixtures("unmade")
def test_f47_a_page_of_a_study_has_its_answer_and_its_question_once(cli, tmp_path):
    assert cli("sweep", "actions.scan.cost.energy=1,2", *SMALL, "--metric", "turns", "--out", "s", "--report", "s.html")[0] == 0
    assert document(cli("komi", *KOMI, "--out", "k", "--report", "k.html", "--json")[1])["written"] == ["k.html"]
    for name in "sk":
        (command,), headings, text = of_page(tmp_path / f"{name}.html")
        answer = studies_words.in_short(load(tmp_path / name))[0]
        assert text.count(answer) == 1 and len(set(headings)) == len(headings) and "In short" not in headings
        assert command.startswith("seti-sim ")
