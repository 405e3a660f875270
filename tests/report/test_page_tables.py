"""F44: no estimate from a handful of rows stands among others, heads a list or is named in a sentence."""

import re

import polars as pl
import pytest

from seti_sim.amounts import percent
from seti_sim.report import markdown, render
from seti_sim.report.cells import FEWEST, Table, column, enough, in_order
from seti_sim.tables import open_run


def frame(ns, estimates=None):
    """Shares with their n, in rows named from a."""
    values = estimates or [0.5] * len(ns)
    return pl.DataFrame({
        "who": [chr(97 + i) for i in range(len(ns))], "estimate": values, "low": [v - 0.1 for v in values],
        "high": [v + 0.1 for v in values], "n": ns, "kind": ["observational"] * len(ns),
    })  # fmt: skip


def table(ns, labels="abcd"):
    whole = column(frame([800] * len(ns)), "reached by", percent)
    return Table(list(labels[: len(ns)]), [whole, column(frame(ns), "win share", percent)], small=list("wxyz")[: len(ns)])


def test_f44_a_row_from_few_is_left_out_and_counted():
    made = table([100, 1, 29, 30])
    assert made.labels == ["a", "d"] and made.small == ["w", "z"] and made.left_out == 2
    assert [len(c.cells) for c in made.columns] == [2, 2] and made.columns[0].n == "800"
    assert "2 rows rest on fewer than 30 and are left out." in made.foot
    assert "1 row rests on fewer than 30 and is left out." in table([100, 2, 40]).foot
    assert "left out" in "\n".join(markdown.table(made)) and "| b |" not in "\n".join(markdown.table(made))


def test_f44_a_cell_from_few_beside_others_has_a_dash_and_its_n():
    made = Table(["a", "b"], [column(frame([50, 3]), "round 1", percent), column(frame([60, 70]), "round 2", percent)])
    assert made.labels == ["a", "b"] and made.left_out == 0
    cell = made.columns[0].cells[1]
    assert (cell.value, cell.interval, cell.n, cell.order) == ("–", "", "3", None)
    assert "A dash with its n: fewer than 30" in made.foot
    alone = Table(["a", "b"], [column(in_order(frame([3]), "who", ["a", "b"]), "round 1", percent)])
    assert alone.labels == ["b"] and alone.left_out == 1  # one seat did, and nobody else: n does not hide in the heading


def test_f44_where_all_rows_are_from_few_they_stay_with_dashes():
    made = table([3, 17])
    assert made.labels == ["a", "b"] and made.left_out == 0
    assert [cell.value for cell in made.columns[1].cells] == ["–", "–"] and made.columns[0].cells[0].interval


def test_f44_runs_that_were_asked_for_stand_side_by_side_with_their_n():
    shown = column(frame([40, 4]), "points", fewest=0)
    assert [(cell.value, cell.n) for cell in shown.cells] == [("0.5", "40"), ("0.5", "4")]


def test_f44_all_from_the_same_few_games_stay():
    """A run of 12 games says at its top that they are few; leaving all out would leave nothing."""
    made = Table(["a", "b"], [column(frame([12, 12]), "win share", percent)])
    assert made.labels == ["a", "b"] and made.columns[0].n == "12" and made.foot == "All observational."
    assert enough(frame([12, 30]))["n"].to_list() == [30]


def test_f44_no_table_of_a_report_shows_an_estimate_from_few(mirror_sections):
    seen = 0
    for section in mirror_sections:
        for block in section.blocks:
            for shown in block.columns if isinstance(block, Table) else ():
                for cell in shown.cells:
                    if cell.n and cell.interval and re.fullmatch(r"[\d,]+", cell.n):
                        assert int(cell.n.replace(",", "")) >= FEWEST, (section.anchor, shown.title, cell)
                        seen += 1
    assert seen > 500


@pytest.mark.parametrize("games", [1, 2])
def test_f44_a_report_of_one_game_has_no_empty_brackets(tmp_path, games, undrawn):
    import fake_run

    fake_run.play(fake_run.make_plan(games, players=2), tmp_path / "run")
    page = render(open_run(tmp_path / "run"))
    assert "(–)" not in page and "(-)" not in page and "(no interval)" in page
