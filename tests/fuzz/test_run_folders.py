"""Run and study folders as nobody would write them: each is read as it stands, or refused in one clear line and exit code 2.

Every key of run.json gets other types, nothing, huge, negative and nested values; files are cut off, swapped and given
other columns. `pytest -m soak` draws thousands of such changes.
"""

import json
import random
import shutil
from pathlib import Path

import polars as pl
import pytest
from command_line import one_line
from fake_run import make_plan, play
from soak import share

from seti_sim.cli import main
from seti_sim.core.errors import RunError, TablesError
from seti_sim.tables import open_run

from .counts import tell
from .limit import SECONDS, limited
from .spoil_json import GONE, VALUES, changed, places

QUICK, LONG = 4, share(3000)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A small run of the stand-in engine, and a study made beside it."""
    folder = tmp_path_factory.mktemp("sound")
    play(make_plan(40, players=2, policies=("greedy", "random")), folder / "run", chunk=20)
    words = ["compare", "cheap-scan", "--players", "2", "--policy", "random", "--games", "8", "--block", "4", "--jobs", "1"]
    assert main([*words, "--out", str(folder / "study")]) == 0
    return folder


def judge(capsys, words, what):
    """Obeyed, or refused in one line; notes may stand before it."""
    try:
        with limited(3 * SECONDS if words[0] == "report" else SECONDS):  # a page draws all its charts
            code = main([str(word) for word in words])
    except BaseException as error:
        error.add_note(repr((what, words)))
        raise
    out, err = capsys.readouterr()
    assert code == 0 or code == 2 and one_line(err), (what, words, code, err)
    return code


def contents(folder):
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file() and file.name != ".lock"}


def go_on(run, what):
    """Whether the damaged run is continued: then all its games are there and sound; else nothing of it is lost."""
    plan, before = make_plan(60, players=2, policies=("greedy", "random")), contents(run)
    try:
        with limited():
            play(plan, run, chunk=20)
    except (RunError, TablesError) as error:
        assert str(error).isprintable() and len(str(error)) < 2000, (what, str(error))
        assert contents(run) == before, (what, str(error))
        return False
    except BaseException as error:
        error.add_note(repr(what))
        raise
    assert sorted(open_run(run).games.select("game_id").collect()["game_id"]) == list(range(60)), what
    return True


def commands(run, page, luck):
    """What reads a run: the cheap ones always, the page now and then."""
    found = [["info", run], ["precision", "5pp", run]]
    return [*found, ["report", run, "--out", page]] if luck.random() < 0.2 else found


def fuzz_run_json(sound, tmp_path, capsys, seed, count):
    luck, run = random.Random(seed), tmp_path / "run"
    shutil.copytree(sound / "run", run)
    text = (run / "run.json").read_text(encoding="utf-8")
    where = list(places(json.loads(text)))
    refused = went_on = bad = 0
    for number in range(count):
        at, new = luck.choice(where), luck.choice([*VALUES, GONE])
        (run / "run.json").write_text(changed(text, at, new), encoding="utf-8")
        before = contents(run)
        codes = [judge(capsys, words, (number, at, new)) for words in commands(run, tmp_path / "page.html", luck)]
        refused, bad = refused + codes.count(2), bad + (2 in codes)
        assert contents(run) == before, (number, at, new)
        if luck.random() < 0.3:
            went_on += go_on(run, (number, at, new))
            shutil.rmtree(run)
            shutil.copytree(sound / "run", run)
    tell("run folders", bad, count - bad)
    assert went_on
    assert refused > count / 10  # changes that nobody reads are many


def fuzz_files(sound, tmp_path, capsys, seed, count):
    """Parts cut off, swapped between tables and ranges, with other columns or rows, or gone; folders where files are."""
    luck, run = random.Random(seed), tmp_path / "run"
    shutil.copytree(sound / "run", run)
    files = sorted(run.rglob("*.parquet")) + [run / "run.json"]
    original, bad = {file: file.read_bytes() for file in files}, 0
    for number in range(count):
        file = luck.choice(files)
        how = luck.choice(("cut", "swap", "noise", "columns", "gone", "folder", "empty"))
        content = original[file]
        if how == "cut":
            file.write_bytes(content[: luck.randrange(len(content))])
        elif how == "swap":
            file.write_bytes(original[luck.choice(files)])
        elif how == "noise":
            at = luck.randrange(len(content))
            file.write_bytes(content[:at] + luck.randbytes(8) + content[at + 8 :])
        elif how == "columns":
            pl.DataFrame({"game_id": [1], "x": ["y"]}).write_parquet(file)
        elif how == "empty":
            file.write_bytes(b"")
        else:
            file.unlink()
            if how == "folder":
                file.mkdir()
        what = number, file.relative_to(run), how
        bad += 2 in [judge(capsys, words, what) for words in commands(run, tmp_path / "page.html", luck)]
        if luck.random() < 0.3:
            go_on(run, what)
            shutil.rmtree(run)
            shutil.copytree(sound / "run", run)
            continue
        if file.is_dir():
            file.rmdir()
        file.write_bytes(content)
    tell("run folders", bad, count - bad)


@pytest.mark.parametrize("fuzz, count", [(fuzz_run_json, QUICK), (fuzz_files, QUICK)])
def test_some_damaged_folders(sound, tmp_path, capsys, fuzz, count):
    fuzz(sound, tmp_path, capsys, 1, count)


@pytest.mark.soak
@pytest.mark.parametrize("fuzz, count", [(fuzz_run_json, LONG), (fuzz_files, LONG)])
@pytest.mark.parametrize("seed", range(2, 4))
def test_many_damaged_folders(sound, tmp_path, capsys, fuzz, count, seed):
    fuzz(sound, tmp_path, capsys, seed, count)


def test_a_folder_where_a_part_is_to_lie_is_left_alone(sound, tmp_path):
    """It is told in one line when the run is continued, and no other part is removed before."""
    for name in ("draws/000000020-000000039.parquet", ".tmp-x"):
        run = tmp_path / name.replace("/", "-") / "run"
        shutil.copytree(sound / "run", run)
        (run / name).unlink(missing_ok=True)
        (run / name).mkdir()
        before = contents(run)
        with pytest.raises(RunError, match=f"{name}: is a folder: expected a file"):
            play(make_plan(60, players=2, policies=("greedy", "random")), run, chunk=20)
        assert contents(run) == before


@pytest.mark.parametrize("table", ["games", "seats"])
def test_a_part_under_the_name_of_another_is_refused_and_played_again(sound, tmp_path, table):
    run = tmp_path / "run"
    shutil.copytree(sound / "run", run)
    first, second = (run / table / f"{name}.parquet" for name in ("000000000-000000019", "000000020-000000039"))
    shutil.copy(second, first)
    with pytest.raises(TablesError, match=f"{first.name}: holds what was written as {second.name}; delete it"):
        open_run(run)
    first.unlink()
    play(make_plan(60, players=2, policies=("greedy", "random")), run, chunk=20)
    assert sorted(open_run(run).games.select("game_id").collect()["game_id"]) == list(range(60))


def test_a_name_that_no_file_of_text_can_hold_is_refused(sound, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(sound / "run", run)
    text = (run / "run.json").read_text()
    config = json.loads(text)
    config["categories"]["card"][3] += "\udcff"
    (run / "run.json").write_text(json.dumps(config))
    with pytest.raises(TablesError, match=r"run.json: categories.card = .*expected .* in each place"):
        open_run(run)


def test_a_deep_file_is_refused(sound, tmp_path, capsys):
    """Brackets beyond what the reader can hold."""
    shutil.copytree(sound / "run", tmp_path / "run")
    Path(tmp_path / "run" / "run.json").write_text("[" * 200_000)
    assert judge(capsys, ["info", tmp_path / "run"], "deep") == 2
    shutil.copytree(sound / "study", tmp_path / "study")
    Path(tmp_path / "study" / "study.json").write_text('{"a":' * 100_000)
    assert judge(capsys, ["report", sound / "run", "--with", tmp_path / "study"], "deep") == 2
