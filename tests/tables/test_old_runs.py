"""Runs that an earlier version played (three folders of three games, made by commit 8ffd779): read, reported, not continued.

Their identity knows the version of the package in place of the engine.
"""

import json
import shlex
import tarfile
from pathlib import Path

import pytest
from command_line import one_line

from seti_sim.tables import open_run

ARCHIVE = Path(__file__).parents[1] / "data" / "runs_of_8ffd779.tar.xz"
KINDS = ("table", "solo", "planetx")


@pytest.fixture(params=KINDS)
def old(request, tmp_path):
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path / request.param


def contents(folder):
    return {file: file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


@pytest.mark.usefixtures("unmade")
def test_an_old_run_is_read_and_reported(old, cli):
    run = open_run(old)
    assert run.n_games == 3 and run.config["identity_parts"]["engine"] == "0.1.0"
    for name in run.kind.tables_for(run.config["categories"]):
        assert getattr(run, name).collect().height > 0, name
    before = contents(old)
    for words in (["info", old], ["report", old, "--out", "page.html"]):
        code, _, err = cli(*words)
        assert code == 0, err
    assert "0.1.0" in Path("page.html").read_text(encoding="utf-8") and contents(old) == before


def test_an_old_run_is_not_continued(old, cli):
    """F02: its command, as its file has it, is refused in a line that says why, before anything is written."""
    words = shlex.split(json.loads((old / "run.json").read_text(encoding="utf-8"))["command"])[1:]
    words[words.index("--games") + 1], words[words.index("--out") + 1] = "6", str(old)
    before = contents(old)
    code, out, err = cli(*words)
    assert code == 2 and out == "" and one_line(err), err
    assert f"{old}: " in err and "engine" in err and "0.1.0" in err and "another folder" in err
    assert contents(old) == before
