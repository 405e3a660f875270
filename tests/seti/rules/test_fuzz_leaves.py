"""Wrong values at every leaf of the data: one clear line, or a game that can be played. Never anything else."""

import pytest

from .judging import apart, judge
from .wrong_values import at, cases, leaves, overlay

PARTS = 8


def test_wrong_values_at_some_leaves(tmp_path):
    found = apart("wrong_values", tmp_path, 200, 0, 1)
    assert found["refused"] > 100 and found["played"] > 6


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_wrong_values_at_all_leaves(tmp_path, part):
    found = apart("wrong_values", tmp_path, 0, part, PARTS)
    assert found["refused"] > 5000 and found["played"] > 500


@pytest.mark.soak
def test_greedy_finishes_the_games_that_can_be_played(tmp_path):
    found = apart("wrong_values", tmp_path, 6000, 0, 1, "greedy")
    assert found["played"] > 150


def test_the_cases_are_what_they_say():
    """The variants are laid over the right leaf, and a fault is seen as one."""
    paths = list(leaves())
    assert len(paths) > 2000 and len({str(path) for path in paths}) == len(paths)
    path = ("cards", "base-005", "play", 1, "publicity")
    assert at(path) == 1
    made = dict(cases(path))
    assert made["12"] == {"cards": {"base-005": {"play": [{"do": "launch"}, {"do": "gain", "publicity": 12}]}}}
    assert made["left out"] == {"cards": {"base-005": {"play": [{"do": "launch"}, {"do": "gain"}]}}}
    assert judge(made["12"]) == "played" and judge(made["left out"]) == "refused"
    path = ("setup", "start_vp", 2)
    assert overlay(path, lambda table, key: table.pop(key)) == {"setup": {"start_vp": [1, 2, 4]}}
    path = ("actions", "scan", "cost", "energy")
    assert dict(cases(path))["a sibling"] == {"actions": {"scan": {"cost": {"energy": 2, "sibling": 1}}}}
