"""Completion in the shell, and the page that lists the commands."""

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from seti_sim.cli import cli as program
from seti_sim.core.registry import example_variants

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def completed(words, begun):
    found = ShellComplete(program, {}, "seti-sim", "_SETI_SIM_COMPLETE").get_completions(words, begun)
    return [(item.value, item.type) for item in found]


@pytest.mark.parametrize(
    ("words", "begun", "found"),
    [
        ([], "wha", [("whatif", "plain")]), (["run"], "--chu", [("--chunk", "plain")]),
        (["run", "--game"], "pla", [("planetx", "plain")]), (["run", "--variant"], "cheap-s", [("cheap-scan", "plain"), ("cheap-s", "file")]),
        (["check"], "flat", [("flat-start", "plain"), ("flat", "file")]),
    ],
)  # fmt: skip
def test_what_is_completed(words, begun, found):
    assert completed(words, begun) == found


def test_variants_are_those_of_the_game_that_was_typed():
    of_planetx = {value for value, kind in completed(["run", "--game", "planetx", "--variant"], "") if kind == "plain"}
    assert "cheap-scan" not in of_planetx and of_planetx == set(example_variants("planetx"))


def test_every_command_stands_on_the_page_once_and_no_other():
    listed = [
        line.split("`seti-sim ")[1].split("`")[0]
        for line in PAGE.splitlines()
        if line.startswith("| ") and "`seti-sim " in line
    ]
    assert sorted(listed) == sorted(program.commands)
