"""docs/findings.md: put together from results, section by section, and nothing in it that no script wrote."""

import importlib.util
import re
from pathlib import Path

import pytest

from seti_sim.cli import main
from seti_sim.report import markdown
from seti_sim.report.blocks import Checks, Section, Story
from seti_sim.report.cells import Cell, Column, Table
from seti_sim.studies import compare
from seti_sim.tables import open_run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def findings():
    """`docs/writers/findings.py` as a module."""
    spec = importlib.util.spec_from_file_location("findings", ROOT / "docs/writers/findings.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Results of one section only."""
    folder = tmp_path_factory.mktemp("runs")
    variant = {"actions": {"scan": {"cost": {"energy": 1}}}}
    compare([None, variant], names=["printed", "cheap"], metrics=["score"], games=8, out=folder / "cheap-scan")
    return folder


def test_sections_without_results_say_which_command_makes_them(findings, tmp_path):
    text = findings.page(tmp_path)
    sections = findings.parts()
    assert re.findall(r"^## (.*)$", text, re.M) == [part.TITLE for part in sections.values()]
    assert re.findall(r"<!-- section (\w+) -->", text) == list(sections) and text.count("Not made yet") == len(sections)
    assert all(command in text for part in sections.values() for command in part.COMMANDS)


def test_a_section_is_written_from_its_results_and_the_others_stay(findings, runs, tmp_path):
    first = findings.page(runs)
    assert "What changes with cheap?" in first and "8 pairs of games" in first and "Not made yet" in first
    again = findings.page(tmp_path, first)  # no results here: what was told stays
    assert again == first
    assert "What changes with cheap?" not in findings.page(runs, names=["komi"])


@pytest.fixture(scope="module")
def of_players(tmp_path_factory):
    """A small ladder, and four of some players."""
    folder = tmp_path_factory.mktemp("players")
    few = ["--policy", "random,greedy", "--games", "40", "--tables", "10", "--jobs", "1"]
    assert main(["ladder", *few, "--out", str(folder / "ladder")]) == 0
    for name, policy, games in (("greedy", "greedy", "40"), ("lookahead", "lookahead[nodes=30]", "4")):
        command = ["run", "--players", "4", "--games", games, "--policy", policy, "--seed", "5", "--jobs", "1"]
        assert (
            main([*command, "--species", "balanced" if games == "40" else "drawn", "--out", str(folder / "players" / name)])
            == 0
        )
    return folder


def test_the_ladder_and_four_of_each_player(findings, of_players):
    text = findings.page(of_players)
    sections = dict(re.findall(r"<!-- section (\w+) -->\n(.*?)(?=\n<!-- section |\Z)", text, re.S))
    ladder, four = sections["ladder"], sections["players"]
    for words in (
        "How strong is each player?",
        "| greedy |",
        "games a second of a core",
        "gold tiles",
        "orbits and landings",
        "1 of 1 steps are clear of 50 %.",
        "Four greedy, the highest rated",
        "stay below what good players say",
        "40 of each pairing",
    ):
        assert words in ladder, words
    run = open_run(of_players / "players/greedy")
    score = run.seats.select("score").collect()["score"].mean()
    best = run.games.select("best_score").collect()["best_score"].mean()
    row = next(line for line in four.splitlines() if line.startswith("| greedy |"))
    assert f"| {score:.1f} (" in row and f"| {best:.1f} (" in row and "| lookahead[nodes=30] |" in four
    both = sections["agreement"]
    for words in (
        "Is a seat favoured?",
        "Which cards are strong?",
        "Rank correlation of the card tables",
        "| greedy, lookahead |",
    ):
        assert words in both, words
    assert "- From 40 games of 4 players, greedy in every seat" in four and "What do 4 of each player score?" in four


def test_the_page_is_as_the_script_lays_it_out(findings, tmp_path):
    """Nothing but the sections of the script in their order, under its opening; written anew it stays the same."""
    stored = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
    assert findings.page(tmp_path, stored) == stored


def test_an_unknown_section_or_folder_is_told_in_a_line(findings, tmp_path):
    with pytest.raises(SystemExit, match="seets: no such section, expected some of balance, "):
        findings.main(str(tmp_path), "seets")
    with pytest.raises(SystemExit, match="nowhere: no such folder"):
        findings.main(str(tmp_path / "nowhere"))


def test_sections_as_markdown():
    value = Column("points", "randomised", "", [Cell(f"{i}", "1 to 2", "30", i) for i in range(5)])
    table = Table([f"card {i}" for i in range(5)], [value], corner="card", sortable=True, counts="draws")
    blocks = [Checks([("All there", True, "5 of 5")]), Story("", ["one", "two"], bullets=True), table, "A | note < 3"]
    lines = markdown.lines(Section("cards", "Which?", "This one.", "n = 5 draws, randomised", blocks), most=1)
    assert lines[0] == "### Which?" and "(n = 5 draws, randomised)" in lines
    assert "- All there: holds (5 of 5)" in lines and "- two" in lines and "A \\| note &lt; 3" in lines
    at = lines.index("| card | points |")
    assert lines[at + 1 : at + 5] == [
        "| --- | --- |", "| card 0 | 0 (1 to 2), n = 30 |", "| 3 more | … |", "| card 4 | 4 (1 to 2), n = 30 |"
    ]  # fmt: skip
    assert lines[at + 6] == "All randomised. n counts draws."
