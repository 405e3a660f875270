"""Komi of something else than points: credits, energy, … and to whom."""

import io

import numpy as np
import pytest

from seti_sim.analysis import starts
from seti_sim.report.studies import in_short, starting_points
from seti_sim.studies import StudyError, komi
from seti_sim.studies.komi import OF, neighbours, with_start
from seti_sim.tables import open_run


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


def test_what_a_gift_does_is_told_without_a_search(tmp_path):
    """Nine credits are so many that seat 1 wins more; each number is that of the games, paired."""
    found = quiet(of="credits", seats=(1,), give=9, games=20, confirm_games=120, out=tmp_path / "a")
    assert found.facts["printed"] == [4, 4] and found.facts["komi"] == [13, 4] and found.facts["candidates"] == 2
    rows = {(row["seat"], row["measure"]): row for row in found.frames["given"].iter_rows(named=True)}
    runs = [open_run(tmp_path / "a/seed-2" / name) for name in ("13-4", "4-4")]
    more = np.subtract(*(starts.seat_matrix(run, "score") for run in runs))
    assert len(more) == 120 and np.isclose(rows[1, "score"]["estimate"], more[:, 0].mean())
    assert rows[1, "win_share"]["low"] > 0 > rows[2, "win_share"]["high"] and rows[1, "score"]["kind"] == "paired"
    assert in_short(found)[0].startswith("With +9 in starting credits for seat 1 seat 1 wins +")
    section = starting_points(found)
    assert section.question == "What do +9 in starting credits for seat 1 do?" and "points more" in str(
        section.blocks[1].columns[1]
    )


@pytest.mark.parametrize("of", OF)
def test_every_thing_has_its_address(of):
    from seti_sim.seti.rules import RuleSet

    rules = RuleSet.load(with_start({"variant": {"name": "x"}}, (1, 2, 3, 4), OF[of]))
    assert [here for _, _, here in rules.changes()] == ([[1, 2, 3, 4]] if of != "points" else [])


@pytest.mark.parametrize(("options", "text"), [({"of": "luck"}, "of 'luck': expected one of points, credits"),
                                               ({"seats": (3,)}, "seats 3: expected different ones of 1 to 2"),
                                               ({"give": 1}, "give 1: expected how much more than printed, and to which seats"),
                                               ({"give": 0, "seats": (1,)}, "give 0: expected how much more")])  # fmt: skip
def test_what_cannot_be_given(options, text, tmp_path):
    with pytest.raises(StudyError, match=text):
        quiet(games=4, out=tmp_path / "a", **options)
