"""Runs and studies in Python and in a notebook: a line, a table, a chart; the bar of long work."""

import io
import time
from xml.etree import ElementTree

import fake_engine
import nbformat
import polars as pl
import pytest
from fake_run import make_plan
from matplotlib.figure import Figure
from nbclient import NotebookClient

from seti_sim.report.common import seat
from seti_sim.seti.kind import Seti
from seti_sim.seti.pages.sections import pace
from seti_sim.simulate import run
from seti_sim.simulate.progress import Progress
from seti_sim.studies import compare, load
from seti_sim.tables import Run, open_run


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    variant = {"variant": {"name": "cheap"}, "actions": {"scan": {"cost": {"energy": 1}}}}
    out = tmp_path_factory.mktemp("study") / "out"
    return compare([None, variant], names=["printed", "<b>cheap</b>"], players=2, policies="random", games=8, block=4, out=out)


def parts(text):
    """What a notebook shows: (headings and answers, cells of tables, charts)."""
    tree = ElementTree.fromstring(text)
    told = " ".join("".join(line.itertext()) for line in tree.iter("p"))
    return told, ["".join(cell.itertext()) for cell in tree.iter("td")], list(tree.iter("{http://www.w3.org/2000/svg}svg"))


def test_run_gives_the_opened_run(tmp_path):
    played = run(make_plan(40), tmp_path / "run", play=fake_engine.play_games, stream=io.StringIO())
    assert isinstance(played, Run) and played.n_games == 40 and played.finished and played.config["rows"]["seats"] == 160
    assert repr(played) == repr(open_run(tmp_path / "run"))


def test_a_run_is_told_in_a_line_a_table_and_a_chart(mirror_run):
    opened = open_run(mirror_run)
    assert str(opened) == "1,200 games of SETI, 4 players, greedy in every seat, seed 1"
    told, cells, charts = parts(opened._repr_html_())
    assert str(opened) in told and "n = 1,200 games, randomised" in told
    assert len(charts) == 1
    wins = opened.seats.group_by("seat").agg(pl.col("win_share").mean()).sort("seat").collect()["win_share"]
    assert [f"{100 * win:.1f}" for win in wins] == [cell.split("\xa0")[0] for cell in cells[1::3]]


def test_policies_are_shown_where_several_played(mixed_run):
    told, cells, _ = parts(open_run(mixed_run)._repr_html_())
    assert "greedy in 1 seat and random in 2 seats, rotated" in told and "fair share is 33.3" in told and len(cells) > 4


def test_tables_and_charts_of_a_run_have_names(mirror_run, tmp_path, monkeypatch):
    monkeypatch.setattr(Seti, "sections", lambda _, run, precision=None: [seat(run), pace(run)])  # of many the quick ones
    opened = open_run(mirror_run)
    assert set(opened.tables) == {path.name for path in mirror_run.iterdir() if path.is_dir()}
    assert opened.tables["games"].collect().height == 1200
    charts = opened.charts()
    assert set(charts) == {"seat", "scores", "pace"} and all(isinstance(chart, Figure) for chart in charts.values())
    assert opened.report(tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_study_is_told_in_two_lines_a_table_and_a_chart(study, tmp_path):
    first, second = str(study).splitlines()
    assert first == "<b>cheap</b> against printed" and second.endswith("n = 8 pairs of games, paired")
    assert repr(study).startswith("Study('compare', ") and len(repr(study)) < 200 and len(repr(study).splitlines()) == 1
    told, cells, charts = parts(study._repr_html_())
    assert first in told and second.split(";")[0] in told and len(cells) > 10 and len(charts) == 1
    assert set(study.charts()) == {"differences", "narrowing"}
    assert str(load(study.folder)) == str(study)
    assert study.report(tmp_path / "page.html").is_file()


def test_the_bar_is_there_within_a_second_and_goes(mirror_run):
    """In a real kernel: what a cell shows while the work is under way, after it, and for a run, a game, a study."""
    book = nbformat.v4.new_notebook()
    cells = (
        "import time; from seti_sim.simulate.progress import Progress\nstart = time.monotonic()\n"
        "bar = Progress(lambda: 250, 1000, 0, None, 'a <run>: '); bar.__enter__(); time.sleep(1)",
        "bar.__exit__()",
        f"from seti_sim import Game, RuleSet, open_run\nopen_run({str(mirror_run)!r})",
        "Game.new(RuleSet.load(), players=2, seed=1)",
    )
    book.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
    seen = []

    def look(cell, cell_index, **_):
        seen.append([output.data.get("text/html", "") for output in cell.outputs if "data" in output])

    NotebookClient(book, timeout=120, on_cell_executed=look).execute()
    (bar,) = seen[0]
    assert "<progress" in bar and 'value="250" max="1000"' in bar and "a &lt;run&gt;: 250 of 1,000 games" in bar
    assert "games/s" in bar  # by the time that a second is over it has moved
    assert not book.cells[0].outputs[0].data.get("text/html", "").strip() and not seen[1]
    assert "1,200 games of SETI" in seen[2][0] and "<svg" in seen[2][0]
    assert "<figure" in seen[3][0] and seen[3][0].count("<svg") == 9


def test_elsewhere_there_is_no_bar_of_a_notebook():
    stream = io.StringIO()
    with Progress(lambda: 1, 2, 0, stream) as progress:
        time.sleep(0.01)
    assert not progress.in_cell and stream.getvalue() == ""
