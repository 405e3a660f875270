"""F44: no estimate from a handful of rows stands among others, heads a list or is named in a sentence."""

import re
from types import SimpleNamespace

import polars as pl
import pytest

from seti_sim.core.amounts import number, percent
from seti_sim.report import ladder, markdown, render
from seti_sim.report.cells import FEWEST, Table, column, enough, in_order, listed
from seti_sim.seti.pages import species as species_sections
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


@pytest.mark.parametrize(
    "games, shown", [((400, 400, 4), ["50.0\u00a0%", "50.0\u00a0%", "–"]), ((4, 4, 4), ["50.0\u00a0%"] * 3)]
)
def test_f44_a_pairing_of_a_ladder_from_few_is_not_shown_among_others(games, shown):
    names = ["a", "b", "c"]
    pairs = pl.DataFrame({"name": ["b", "c", "c"], "against": ["a", "a", "b"]})
    pairs = pairs.hstack(frame(games).select("estimate", "low", "high", games="n"))
    made = ladder._pairings(SimpleNamespace(asked={"policies": names}, frames={"pairings": pairs}))
    found = {(name, column.title[-1]): cell for column in made.columns for name, cell in zip(made.labels, column.cells)}
    cells = [found[pair] for pair in (("b", "a"), ("c", "a"), ("c", "b"))]
    assert [cell.value for cell in cells] == shown and found["b", "b"].value == ""
    assert cells[2].n == "4" and bool(cells[2].interval) == (shown[2] != "–")


def test_f44_a_list_of_means_shows_none_from_few_among_others():
    said = {"a": ("first", number), "b": ("second", percent)}
    made = listed(frame([800, 3]).rename({"who": "measure"}), said)
    assert made.labels == ["first"] and made.left_out == 1
    alone = listed(frame([3, 3]).rename({"who": "measure"}), said)
    assert alone.labels == ["first", "second"] and all(cell.interval for cell in alone.columns[0].cells)


def test_f44_who_leads_with_a_species_is_told_from_enough_seats(mirror_run, monkeypatch):
    def ask(ns):
        most = frame(ns, [0.25, 0.9, 0.3]).rename({"who": "species"})
        gain = pl.concat([most.with_columns(measure=pl.lit(measure)) for measure in ("lead", "win_share")])
        monkeypatch.setattr(species_sections.species, "most_traces", lambda run: most)
        monkeypatch.setattr(species_sections.species, "discoverer_gain", lambda run: gain)
        return species_sections._leaders(open_run(mirror_run), {"a": "Ants", "b": "Bees", "c": "Crows"})

    assert "Bees" in ask([300, 300, 300]).answer
    answer = ask([300, 2, 300]).answer
    assert "Bees" not in answer and "most traces for Crows win 30.0" in answer
    assert ask([3, 2, 5]).answer.startswith("Too few games tell")


@pytest.mark.parametrize("games", [1, 2])
def test_f44_a_report_of_one_game_has_no_empty_brackets(tmp_path, games, undrawn):
    import fake_run

    fake_run.play(fake_run.make_plan(games, players=2), tmp_path / "run")
    page = render(open_run(tmp_path / "run"))
    assert "(–)" not in page and "(-)" not in page and "(no interval)" in page
