"""What the report says about the cheapest fix."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from seti_sim import charts
from seti_sim.core.amounts import Form, both, percent, pp, signed_pp, two
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import Cell, Column, Table, column

SHARE = "share"


class Fix:
    """The cheapest fix."""

    @staticmethod
    def heading(study) -> str:
        return f"The cheapest fix of {study.asked['metric']}"

    @staticmethod
    def question(study) -> str:
        facts = study.facts
        return f"What is the smallest change that brings {study.asked['metric']} within {_form(facts, pp)(facts['within'])} of its target?"

    @staticmethod
    def finding(study) -> tuple[str, str]:
        facts = study.facts
        rests = basis(study.asked["confirm_games"], "fresh games of each", "randomised")
        wanted = f"{_form(facts)(facts['value'])} ± {_form(facts, pp)(facts['within'])}"
        if facts["count"] == 0 and facts["reached"]:
            begin = f"None is needed: the game as it is is within {wanted} in the games of the search."
        elif facts["reached"]:
            words = "one change" if facts["count"] == 1 else f"{facts['count']} changes"
            begin = (
                f"{facts['fix']} ({words}, {facts['steps']} step{'s' if facts['steps'] > 1 else ''}) brings it within {wanted}."
            )
        else:
            begin = f"None of the allowed changes brings it within {wanted}; the nearest is {facts['fix']}."
        end = {
            "yes": "Fresh games confirm that.", "no": "On fresh games it is surely outside.",
            "unclear": "Fresh games leave open whether it is inside: the interval reaches beyond.",
        }[facts["confirmed"]]  # fmt: skip
        fresh = study.frames["fresh"]
        rows = [f"{row['metric']} {both(row, _form(facts))}"
                for row in fresh.filter(pl.col("rules") == "fixed").iter_rows(named=True)]  # fmt: skip
        return f"{begin} {end} On fresh games: {', '.join(rows)}.", rests

    @staticmethod
    def charts(study, mark) -> list:
        facts = study.facts
        figure = charts.fix(study.frames["candidates"], study.frames["fresh"], facts["value"], facts["within"])
        reading = (
            "Above what was tried, by its distance from the target on the seed of the search, filled where it reached it; below the "
            "metric on fresh games as it is and fixed, with intervals; the target is shaded."
        )
        return [drawn(figure, mark, "fix", "Candidates by distance, and the fix on fresh games", reading)]

    @staticmethod
    def tables(study) -> list[Table]:
        facts, fresh, tried = study.facts, study.frames["fresh"], study.frames["candidates"]
        columns = [column(fresh.filter(pl.col("rules") == name), name, _form(facts)) for name in ("as it is", "fixed")]
        columns.append(column(study.frames["gain"], "change, paired", _form(facts, signed_pp)))
        metrics = fresh["metric"].unique(maintain_order=True).to_list()
        return [
            Table(metrics, columns, counts="fresh games"),
            Table(tried["changes"].to_list(), [
                Column("distance", "observational", f"{study.asked['games']:,}", [Cell(_form(facts, pp)(v), order=v) for v in tried["distance"]]),
                Column("changes", "observational", cells=[Cell(str(v)) for v in tried["count"]]),
                Column("steps", "observational", cells=[Cell(str(v)) for v in tried["steps"]]),
            ], corner="tried", sortable=True, counts="games of each, on the seed of the search"),
        ]  # fmt: skip

    @staticmethod
    def notes(study) -> list[str]:
        return [
            "Every candidate was played on the same seed; sets of changes were chosen by adding up what each change did alone. Holds for "
            "the policies that played, which do not learn the changes."
        ]

    @staticmethod
    def origin(study):
        yield "Allowed", "; ".join(study.asked["changes"])
        yield "Confirmed", f"{study.asked['confirm_games']:,} games of each, seed {study.facts['confirm_seed']}"


def _form(facts, share: Form = percent) -> Form:
    """How the metric is written; `share` where it is one: a level as it is, differences of levels in percentage points."""
    return share if facts["unit"] == SHARE else replace(two, sign=share.sign)
