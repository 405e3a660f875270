"""Running the command line inside a test, and reading what it prints with `--json`."""

import json
import sys
from functools import cache
from pathlib import Path

import pytest

from seti_sim.cli import main


@pytest.fixture
def cli(capsys, tmp_path, monkeypatch):
    """Run the command line in an empty folder: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*args):
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def words_of_run(folder, games, chunk, *more):
    """`seti-sim run` of random games in a process of its own, as a list."""
    words = f"run --players 4 --games {games} --policy random --seed 11 --chunk {chunk}".split()
    return [sys.executable, "-m", "seti_sim", *words, "--out", str(folder), *map(str, more)]


def one_line(err):
    """Whether stderr is what a user may see of a mistake: one line of ours, no traceback."""
    return err.startswith("seti-sim: ") and err.count("\n") == 1 and "Traceback" not in err


@cache
def _validator():
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads((Path(__file__).parents[2] / "docs/output.schema.json").read_text(encoding="utf-8")))


def faults(document):
    """What docs/output.schema.json says against a document, a line each."""
    return [f"{error.json_path}: {error.message[:200]}" for error in _validator().iter_errors(document)]


def document(out):
    """The one document that a command printed, which obeys the schema and in whose rows no interval stands outside an estimate."""
    found = json.loads(out)
    assert not faults(found), faults(found)
    rows = [row for frame in found.get("frames", {}).values() for row in frame]
    assert not {name for row in rows for name in row if name.endswith(("_low", "_high"))}
    return found
