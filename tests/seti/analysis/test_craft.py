"""Orbiters and landers: the estimates against counts over a few games of the engine."""

from collections import defaultdict

import pytest

from seti_sim.report import cells
from seti_sim.report.cells import Table
from seti_sim.seti.analysis import craft
from seti_sim.seti.pages.craft import planets
from seti_sim.seti.rules.opcodes import PLANETS
from seti_sim.simulate import prepare
from seti_sim.simulate import run as play
from seti_sim.tables import open_run

GAMES, PLAYERS = 24, 2


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("craft") / "run"
    play(prepare(players=PLAYERS, games=GAMES, policies="greedy", seed=8), folder)
    return open_run(folder)


@pytest.fixture(scope="module")
def seats(run):
    """{(craft, body): {(game, seat): [(round, first, win share)]}}, counted row by row."""
    found = defaultdict(lambda: defaultdict(list))
    for game, seat, what, body, round_, first, share in run.craft.select(
        "game_id", "seat", "craft", "body", "round", "first", "win_share"
    ).collect().iter_rows():  # fmt: skip
        found[what, body][game, seat].append((round_, first, share))
    return found


def test_places_against_counts(run, seats):
    frame = craft.by_body(run)
    rows = {(what, body, name): (value, n) for what, body, name, value, n in frame.select(
        "craft", "body", "measure", "estimate", "n").iter_rows()}  # fmt: skip
    assert len(seats) > 8 and {(what, body) for what, body, _ in rows} == set(seats)
    for place, there in seats.items():
        n = len(there)
        assert rows[*place, "reached"] == (pytest.approx(n / (GAMES * PLAYERS)), GAMES * PLAYERS)
        assert rows[*place, "round"] == (pytest.approx(sum(min(rows)[0] for rows in there.values()) / n), n)
        firsts = sum(any(first for _, first, _ in rows) for rows in there.values())
        moon = place[1] not in PLANETS  # whose places are not numbered
        assert not firsts if moon else rows[*place, "first"][0] == pytest.approx(firsts / n)
        assert rows[*place, "win_share"][0] == pytest.approx(sum(rows[0][2] for rows in there.values()) / n)
    assert set(frame["kind"]) == {"observational"}


def test_rounds_are_parts_of_the_whole(run, seats):
    frame = craft.by_round(run)
    for (what, body), there in seats.items():
        part = frame.filter(craft=what, body=body, measure="win_share")
        assert part["n"].sum() == len(there)
        assert (part["estimate"] * part["n"]).sum() == pytest.approx(sum(rows[0][2] for rows in there.values()))


def test_the_section_names_them(run, monkeypatch):
    section = planets(run)
    assert section.answer.startswith("Commonest is a") and "goes with the most wins" not in section.answer  # F44: all from few
    monkeypatch.setattr(cells, "FEWEST", 1)
    section = planets(run)
    assert section.answer.startswith("Commonest is a") and "may be ahead already" in section.answer
    table = next(block for block in section.blocks if isinstance(block, Table))
    assert "Orbiter at Mars" in table.labels and any(label.startswith("Lander on ") for label in table.labels)


def test_a_run_without_any_says_so(run, monkeypatch):
    monkeypatch.setattr(run, "craft", run.craft.filter(False))
    assert planets(run).answer == "No probe was put into orbit or landed in this run."
