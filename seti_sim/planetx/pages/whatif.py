"""What the report says about the what-if questions of The Search for Planet X."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, signed, signed_pp, signed_two
from seti_sim.planetx import charts
from seti_sim.report.answers import Answers
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import Cell, Column, Table, cell, column, enough, unless_few

MOST = 4
"""Things that an answer names."""


def _surely(rows: pl.DataFrame) -> pl.DataFrame:
    """Those whose interval for all at once has 0 outside, the greatest first."""
    clear = (pl.col("sim_low").fill_nan(None) > 0) | (pl.col("sim_high").fill_nan(None) < 0)
    return rows.filter(clear).sort(pl.col("estimate").abs(), descending=True)


def _known(worth: pl.DataFrame) -> pl.DataFrame:
    """Without what rests on few games, where other things rest on more; where all rest on few, all of it."""
    found = enough(worth)
    return found if found.height else worth


class Facts:
    """What is worth how much to the seat that alone is given it."""

    @staticmethod
    def heading(study) -> str:
        return f"What facts, clues and time are worth, {study.asked['mode']}, {study.asked['players']} players"

    @staticmethod
    def question(study) -> str:
        return "What is a fact, a clue, a conference, a target or a unit of time worth to the seat that alone has it?"

    @staticmethod
    def finding(study) -> tuple[str, str]:
        rows = _known(study.frames["worth"]).filter(pl.col("outcome") == "win_share")
        told = [f"{row['name']} {both(row, signed_pp)}" for row in _surely(rows).head(MOST).iter_rows(named=True)]
        answer = f"Most win share goes with: {'; '.join(told)}." if told else "Nothing that was given surely changes who wins."
        open_ = rows.filter(pl.col("sim_low") <= 0, pl.col("sim_high") >= 0)["name"].to_list()
        if open_:
            named = "; ".join(open_) if len(open_) <= MOST else f"{len(open_)} of {rows.height} things that were tried"
            answer += f" Not told from nothing: {named}."
        return answer, basis(study.asked["games"], "games, each played again with each thing", "paired")

    @staticmethod
    def charts(study, mark) -> list:
        reading = (
            "What the seat has more with the thing than in the same game without it. Thick: 95 % for it alone; thin: for all things at "
            "once. The dashed line is nothing."
        )
        return [
            drawn(
                charts.worth(_known(study.frames["worth"])),
                mark,
                "worth",
                "Win share and points that each thing brings",
                reading,
            )
        ]

    @staticmethod
    def tables(study) -> list[Table]:
        worth = study.frames["worth"]
        names = worth.filter(pl.col("outcome") == "win_share").select("group", "name")
        columns, differ = [], _known(worth).height < worth.height

        def shown(made: Cell, n: float) -> Cell:
            return unless_few(made, n) if differ else made

        for outcome, title, form in (("win_share", "win share", signed_pp), ("score", "points", signed)):
            rows = names.join(
                worth.filter(pl.col("outcome") == outcome), on=["group", "name"], how="left", maintain_order="left"
            )
            columns.append(
                Column(
                    title,
                    "paired",
                    cells=[shown(cell(row, form, f"{row['n']:,.0f}"), row["n"]) for row in rows.iter_rows(named=True)],
                )
            )
            if outcome == "win_share":
                changed = Column("result is another", "observational", cells=[
                    shown(Cell(percent(row["changed"]), order=row["changed"]), row["n"]) for row in rows.iter_rows(named=True)
                ])  # fmt: skip
        return [
            Table(
                names["name"].to_list(),
                [*columns, changed],
                corner="given to one seat",
                small=names["group"].to_list(),
                counts="games",
            )
        ]

    @staticmethod
    def notes(study) -> list[str]:
        return [
            "Nobody else knows what the seat was given, and players go on as they always do. What first theories are worth is counted "
            "after the end: their points taken from the seat, in the game as it was played."
        ]

    @staticmethod
    def origin(study):
        yield (
            "Game",
            f"{study.asked['mode']}, starting facts {study.asked['levels']}, {study.asked['arrangements']} arrangements",
        )


class Topics:
    """What kinds of topics and conferences do."""

    @staticmethod
    def heading(study) -> str:
        return f"What kinds of clues do to a game, {study.asked['mode']}, {study.asked['players']} players"

    @staticmethod
    def question(study) -> str:
        return "What does a kind of topic or conference do to the game that it lies in, in place of another?"

    @staticmethod
    def finding(study) -> tuple[str, str]:
        rows = study.frames["kinds"].filter(pl.col("outcome") == "end_time")
        clear = _surely(rows)
        told = [
            f"a {row['group']} {row['name']} {both(row, signed_two)}" for row in clear.head(MOST).iter_rows(named=True)
        ]  # fmt: skip
        answer = (
            f"The time at which Planet X is found, against the mean kind: {'; '.join(told)} sectors."
            if told
            else "No kind of clue surely changes the time at which Planet X is found."
        )
        return answer, basis(study.facts["played"], "games, each sky with every kind of clue that is true of it", "paired")

    @staticmethod
    def charts(study, mark) -> list:
        kinds = study.frames["kinds"]
        reading = (
            "How much later Planet X is found where a rule of the kind lies in the place of one topic or of a conference, against the mean kind. "
            "Thick: 95 % for it alone; thin: for all kinds of the place at once."
        )
        return [drawn(charts.kinds_of_clues(kinds), mark, "kinds", "Time of the find by kind of clue", reading)]

    @staticmethod
    def tables(study) -> list[Table]:
        made = []
        for group, rows in study.frames["kinds"].group_by("group", maintain_order=True):
            names = rows["name"].unique(maintain_order=True).to_list()
            columns = [
                column(rows.filter(pl.col("outcome") == outcome), title, signed_two)
                for outcome, title in (("end_time", "time of the find, sectors"), ("turns", "turns of all seats"), ("score", "points a seat"))
            ]  # fmt: skip
            made.append(Table(names, columns, corner=group[0], counts="games"))
        return made

    @staticmethod
    def notes(study) -> list[str]:
        return [
            "A topic lies open to everybody, so a kind of it changes how long games are and what is known in them, not which seat wins."
        ]

    origin = Facts.origin


class Handicap:
    """Starting facts that make players equal."""

    @staticmethod
    def heading(study) -> str:
        weaker, stronger = study.asked["policies"]
        return f"Starting facts that make {weaker} equal to {stronger}, {study.asked['players']} players"

    @staticmethod
    def question(study) -> str:
        weaker, stronger = study.asked["policies"]
        return f"How many starting facts make {weaker} equal to {stronger}?"

    @staticmethod
    def finding(study) -> tuple[str, str]:
        weaker, stronger = study.asked["policies"]
        levels, needed = (
            study.frames["levels"].filter(pl.col("outcome") == "win_share"),
            study.frames["needed"].row(0, named=True),
        )
        first, last = levels["facts"][0], levels["facts"][-1]
        if needed["estimate"] == float("inf"):
            answer = f"Even {last} are too few for {weaker} against {stronger}."
        elif needed["estimate"] == float("-inf"):
            answer = f"None: {weaker} has more than its share with {first} already."
        else:
            low = f"{number(needed['low'])}" if needed["low"] > float("-inf") else f"{first} or fewer"
            high = f"{number(needed['high'])}" if needed["high"] < float("inf") else f"more than {last}"
            answer = f"About {number(needed['estimate'])} ({low} to {high}), where {stronger} has {study.asked['levels']}."
        told = ", ".join(f"{both(row, percent)} with {row['facts']}" for row in levels.iter_rows(named=True))
        answer += f" It wins {told}; its fair share is {percent(study.facts['fair'], 0)}."
        return answer, basis(study.asked["games"], "games with each number of facts", "randomised")

    @staticmethod
    def charts(study, mark) -> list:
        reading = (
            "Win share of the weaker player by its starting facts, the same skies for all. The dashed line is its fair share. Thick: 95 % for "
            "the level alone; thin: for all levels at once."
        )
        figure = charts.handicap(study.frames["levels"], study.facts["fair"])
        return [drawn(figure, mark, "handicap", "Win share by starting facts", reading)]

    @staticmethod
    def tables(study) -> list[Table]:
        levels = study.frames["levels"]
        wins, points = (levels.filter(pl.col("outcome") == outcome) for outcome in ("win_share", "score"))
        labels = [str(facts) for facts in wins["facts"]]
        return [
            Table(
                labels, [column(wins, "win share", percent), column(points, "points")], corner="starting facts", counts="games"
            )
        ]

    @staticmethod
    def notes(study) -> list[str]:
        return [
            f"One of the weaker among {study.asked['players'] - 1} of the stronger, its seat going round; the shares between two levels are read off "
            "a straight line."
        ]

    origin = Facts.origin


ANSWERS = Answers({"facts": Facts, "topics": Topics, "handicap": Handicap})
