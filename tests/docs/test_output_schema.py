"""docs/output.schema.json: current, of all commands that answer something, and a refusal of what is wrong."""

import copy
import json

import pytest
from command_line import document, faults

from seti_sim.cli import cli as commands

from .test_docs import ROOT, check_made, script

WRITER = script(ROOT / "docs/writers/make_output_schema.py")


def test_the_schema_is_current_and_a_schema():
    from jsonschema import Draft202012Validator

    text = (ROOT / "docs/output.schema.json").read_text(encoding="utf-8")
    check_made("docs/output.schema.json", WRITER.page(), "python docs/writers/make_output_schema.py")
    Draft202012Validator.check_schema(json.loads(text))


def test_every_command_that_answers_something_has_json():
    alone = {"info", "check", "show", "precision", "compare", "sweep", "komi", "judge", "ladder"}
    assert set(WRITER.with_json(commands)) == alone | {f"whatif {name}" for name in commands.commands["whatif"].commands}


@pytest.mark.parametrize(
    "args, message",
    [
        (["check", "cheap-scn"], "did you mean cheap-scan"),
        (["compare", "cheap-scan", "--jobs", 0], "jobs 0"),
        (["info", "none"], "none"),
    ],
)
def test_what_is_wrong_is_one_line_on_stderr(cli, args, message):
    code, out, err = cli(*args, "--json")
    assert (code, out) == (2, "") and message in err and err.count("\n") == 1


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """The document of a small comparison."""
    from contextlib import redirect_stdout
    from io import StringIO

    from seti_sim.cli import main

    folder = str(tmp_path_factory.mktemp("compare"))
    with redirect_stdout(StringIO()) as out:
        words = "compare cheap-scan --players 2 --policy random --games 40 --jobs 1 --metric score --json --out"
        assert main([*words.split(), folder]) == 0
    return document(out.getvalue())


def test_every_interval_has_the_five_names_and_the_kind_of_what_it_is(compared):
    (row,) = compared["frames"]["differences"]
    assert row["kind"] == "paired" and row["n"] == 40 and row["low"] < row["estimate"] < row["high"]
    for side in ("base", "value"):
        assert list(row[side]) == ["estimate", "low", "high", "n", "kind"] and row[side]["kind"] == "observational"
    assert row["value"]["estimate"] - row["base"]["estimate"] == pytest.approx(row["estimate"])
    assert [look["kind"] for look in compared["frames"]["looks"]] == ["paired"]


def without(place, name):
    del place[name]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda found: without(found, "version"),
        lambda found: found.update(command="comapre"),
        lambda found: found.update(format=2),
        lambda found: without(found["frames"], "looks"),
        lambda found: without(found["facts"], "pairs"),
        lambda found: found["facts"].update(pairs="40"),
        lambda found: without(found["frames"]["differences"][0], "n"),
        lambda found: found["frames"]["differences"][0].update(kind="sure"),
        lambda found: without(found["frames"]["differences"][0]["base"], "high"),
        lambda found: found["frames"]["differences"][0].update(metric=3),
    ],
)
def test_what_is_wrong_is_refused(compared, spoil):
    wrong = copy.deepcopy(compared)
    spoil(wrong)
    assert faults(wrong)
