"""Ranges of games: played apart and merged they are the rows of one run; what does not go together is refused, nothing written."""

import json
import shutil

import pytest
from fake_run import make_plan, play
from polars.testing import assert_frame_equal

from seti_sim.core.errors import RunError
from seti_sim.seti.tables.schema import TABLES
from seti_sim.simulate.merge import merge
from seti_sim.simulate.plan import game_numbers, numbers_text
from seti_sim.simulate.runner import resume_command
from seti_sim.tables import TablesError, open_run


def same_rows(a, b):
    for name, table in TABLES.items():
        one, other = (getattr(open_run(folder), name).collect().sort(table.key) for folder in (a, b))
        assert_frame_equal(one, other)


@pytest.fixture
def apart(tmp_path):
    """Games 0 to 39 and 40 to 99 in folders of their own, and all of them in one."""
    for name, first, games in (("a", 0, 40), ("b", 40, 60), ("whole", 0, 100)):
        play(make_plan(games, policies=("a", "b"), first=first), tmp_path / name, chunk=25)
    return tmp_path


@pytest.mark.parametrize("text, numbers", [("20", 20), ("5..9", range(5, 9)), ("0..1", range(1)), (7, 7)])
def test_numbers_are_read(text, numbers):
    assert game_numbers(text) == numbers
    first, games = (numbers.start, len(numbers)) if isinstance(numbers, range) else (0, numbers)
    assert numbers_text(first, games) == str(text) if first else numbers_text(first, games) == str(games)


@pytest.mark.parametrize(
    "text", ["", "..", "3..", "..3", "3..3", "4..2", "-1..3", "--1", "1.5", "a", "1..2..3", "٣", "1" * 200]
)
def test_numbers_that_are_none_are_refused(text):
    with pytest.raises(RunError, match="expected a number, or the first and the one after the last, as 500000..1000000"):
        game_numbers(text)


def test_a_range_plays_its_games_and_no_others(apart):
    run = open_run(apart / "b")
    assert run.games.collect()["game_id"].to_list() == list(range(40, 100))
    assert run.finished and run.config["first"] == 40 and run.config["games"] == 60
    assert "--games 40..100" in run.config["command"]


def test_merged_ranges_are_one_run(apart):
    config = merge([apart / "b", apart / "a"], apart / "merged")
    same_rows(apart / "merged", apart / "whole")
    whole = open_run(apart / "whole").config
    assert config["finished"] and (config["first"], config["games"], config["games_done"]) == (0, 100, 100)
    assert config["rows"] == whole["rows"] and config["identity"] == whole["identity"]
    assert config == open_run(apart / "merged").config
    parts = [open_run(apart / name).config for name in ("a", "b")]
    assert config["games_timed"] == sum(part["games_timed"] for part in parts)


def test_the_same_folder_goes_on_in_both_directions(apart):
    play(make_plan(40, policies=("a", "b"), first=0), apart / "b", chunk=25)
    same_rows(apart / "b", apart / "whole")
    config = open_run(apart / "b").config
    assert config["finished"] and (config["first"], config["games"]) == (0, 100)


def test_a_gap_between_ranges_is_said(apart):
    play(make_plan(10, policies=("a", "b"), first=120), apart / "c")
    config = merge([apart / "a", apart / "c"], apart / "merged")
    assert not config["finished"] and (config["first"], config["games"], config["games_done"]) == (0, 130, 50)


def test_an_interrupted_merging_goes_on(apart, monkeypatch):
    import seti_sim.simulate.merge as module

    bring, calls = module._bring, []

    def stops(source, final):
        calls.append(final)
        if len(calls) > 5:
            raise KeyboardInterrupt
        bring(source, final)

    monkeypatch.setattr(module, "_bring", stops)
    with pytest.raises(KeyboardInterrupt):
        merge([apart / "a", apart / "b"], apart / "merged")
    assert not (apart / "merged/run.json").exists()
    monkeypatch.undo()
    merge([apart / "a", apart / "b"], apart / "merged")
    same_rows(apart / "merged", apart / "whole")


@pytest.mark.parametrize("how", ["overlap", "other run", "damaged", "foreign target", "foreign part", "twice", "target is one"])
def test_what_does_not_go_together_is_refused(apart, how):
    folders, out, words = [apart / "a", apart / "b"], apart / "merged", ""
    if how == "overlap":
        folders, words = [apart / "a", apart / "whole"], "holds game 0, which .* holds, too"
    elif how == "other run":
        play(make_plan(20, policies=("a", "b"), first=40, seed=9), apart / "c")
        folders, words = [apart / "a", apart / "c"], "holds a different run than .*seed"
    elif how == "damaged":
        file = next((apart / "b/cards").glob("*.parquet"))
        file.write_bytes(file.read_bytes()[:50])
        words = "damaged"
    elif how == "foreign target":
        out.mkdir()
        (out / "mine.txt").write_text("x")
        words = "holds mine.txt; expected a new folder"
    elif how == "foreign part":
        play(make_plan(40, policies=("a", "b"), seed=9), apart / "c", chunk=25)
        shutil.copytree(apart / "c/cards", out / "cards")
        words = "belongs to another run"
    elif how == "twice":
        folders, words = [apart / "a", apart / "a"], "expected folders that differ"
    else:
        out, words = apart / "a", "expected folders that differ"
    before = {file: file.read_bytes() for file in apart.rglob("*") if file.is_file()}
    with pytest.raises((RunError, TablesError), match=words) as caught:
        merge(folders, out)
    assert "\n" not in str(caught.value)
    assert {file: file.read_bytes() for file in apart.rglob("*") if file.is_file() and file.name != ".lock"} == {
        file: content for file, content in before.items() if file.name != ".lock"
    }


def test_runs_from_before_there_were_ranges_begin_at_game_0(apart):
    file = apart / "whole/run.json"
    config = json.loads(file.read_text())
    del config["first"]
    file.write_text(json.dumps(config))
    assert open_run(apart / "whole").config["first"] == 0


def test_the_command_of_a_range(tmp_path):
    assert "--games 40..100" in resume_command(make_plan(60, first=40), tmp_path, 1)


def test_half_written_files_do_not_end_as_tables_do(tmp_path, monkeypatch):
    import os

    from seti_sim.core import files

    seen = []
    replace = os.replace
    monkeypatch.setattr(files.os, "replace", lambda a, b: (seen.append(list(tmp_path.glob("*.parquet"))), replace(a, b)))
    files.write_whole(tmp_path / "x.parquet", b"x")
    assert seen == [[]] and (tmp_path / "x.parquet").read_bytes() == b"x"
