"""Komi of something else than points: credits, energy, … and to whom."""

import io

import pytest

from seti_sim.report.studies import in_short
from seti_sim.studies import StudyError, komi
from seti_sim.studies.komi import OF, neighbours, with_start


def quiet(**options):
    return komi(stream=io.StringIO(), policies="greedy", players=2, **options)


def test_credits_planted_at_a_seat_are_taken_away(tmp_path):
    """One at a time, until no neighbour is better on so few games."""
    ahead = {"setup": {"start": {"credits": [4, 11, 4, 4]}}}
    found = quiet(variant=ahead, of="credits", games=60, confirm_games=100, out=tmp_path / "a")
    assert found.facts["printed"] == found.facts["guess"] == [4, 11]
    assert found.facts["komi"][0] == 4 and found.facts["komi"][1] < 11
    assert "in starting credits" in in_short(found)[0]


def test_only_the_named_seats_get_something():
    assert neighbours((4, 4, 4, 4), 4, (1,)) == [(3, 4, 4, 4), (5, 4, 4, 4)]
    assert neighbours((4, 4, 4, 4), 2) == [(4, 3, 4, 4), (4, 5, 4, 4)]


def test_what_the_rules_do_not_allow_is_not_tried(tmp_path):
    full = {"setup": {"start": {"publicity": 10}}}
    found = quiet(variant=full, of="publicity", seats=(1,), games=20, confirm_games=20, out=tmp_path / "a")
    assert max(max(map(int, text.split(", "))) for text in found.frames["candidates"]["start_vp"]) == 10


@pytest.mark.parametrize("of", OF)
def test_every_thing_has_its_address(of):
    from seti_sim.seti.rules import RuleSet

    rules = RuleSet.load(with_start({"variant": {"name": "x"}}, (1, 2, 3, 4), OF[of]))
    assert [here for _, _, here in rules.changes()] == ([[1, 2, 3, 4]] if of != "points" else [])


@pytest.mark.parametrize(("options", "text"), [({"of": "luck"}, "of 'luck': expected one of points, credits"),
                                               ({"seats": (3,)}, "seats 3: expected different ones of 1 to 2")])  # fmt: skip
def test_what_cannot_be_given(options, text, tmp_path):
    with pytest.raises(StudyError, match=text):
        quiet(games=4, out=tmp_path / "a", **options)
