"""What the report says about the course of games."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from seti_sim.core.amounts import both, number, percent
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import Cell, Column, Table, column, pick
from seti_sim.seti.charts import whatif as charts


class Course:
    """Leaders, comebacks, margins."""

    @staticmethod
    def heading(study) -> str:
        return "The course of a game"

    @staticmethod
    def question(study) -> str:
        return "Who leads, who comes back, and when is a game decided?"

    @staticmethod
    def finding(study) -> tuple[str, str]:
        leaders = pick(study.frames["leaders"], "wins").sort("round")
        games = {row["measure"]: row for row in study.frames["games"].iter_rows(named=True)}
        told = ", ".join(f"{both(row, percent)} after round {row['round']}" for row in leaders.iter_rows(named=True))
        short = lambda name, digits=1: both(games[name], replace(number, digits=digits))  # noqa: E731
        answer = (
            f"The seat that leads alone wins {told}; the fair share is {percent(1 / study.asked['players'])}. The lead changes "
            f"{short('lead_changes')} times a game, {both(games['come_from_behind'], percent)} of the wins go to seats that do not "
            f"lead before the last round, and the winner ends {short('margin')} points ahead. A game has {short('turns', 0)} turns "
            f"and {short('decisions', 0)} decisions, {short('decisions_each', 0)} a seat."
        )
        return answer, basis(study.asked["games"], "games", "observational")

    @staticmethod
    def charts(study, mark) -> list:
        players = study.asked["players"]
        return [
            drawn(charts.leaders(study.frames["leaders"], players), mark, "leaders", "Win share of the leader after each round",
                  "How often the seat with the most points after a round wins in the end, and how far it is ahead on average. What is "
                  "missing to 100 per cent in the last row is decided by the final scoring."),
            drawn(charts.comebacks(study.frames["comebacks"], players), mark, "comebacks", "Win share by points behind",
                  "Win share of a seat by how far it is behind the best other seat after each round."),
        ]  # fmt: skip

    @staticmethod
    def tables(study) -> list[Table]:
        leaders, games = study.frames["leaders"], study.frames["games"]
        rounds = sorted(leaders["round"].unique())
        columns = [
            column(pick(leaders, name).sort("round"), title, form)
            for name, title, form in (
                ("alone", "a seat leads alone", percent),
                ("wins", "it wins", percent),
                ("lead", "points ahead", number),
            )
        ]
        comebacks = study.frames["comebacks"]
        classes = comebacks["behind"].unique(maintain_order=True).to_list()
        by_round = [column(comebacks.filter(pl.col("round") == r), f"round {r}", percent) for r in rounds]
        margins = study.frames["margins"]
        words = {"lead_changes": "lead changes", "margin": "points between first and second", "turns": "turns",
                 "turns_each": "turns a seat", "decisions": "decisions", "decisions_each": "decisions a seat"}  # fmt: skip
        lengths = games.filter(pl.col("measure").is_in(list(words)))
        return [
            Table([f"after round {r}" for r in rounds], columns, counts="games"),
            Table(classes, by_round, corner="points behind", counts="seats", caption="Win share by points behind the best other seat."),
            Table([words[name] for name in lengths["measure"]], [column(lengths, "a game")], counts="games"),
            Table([percent(q, 0) for q in margins["quantile"]], [Column("margin, points", "observational", f"{margins['n'][0]:,}",
                  [Cell(number(v, 0)) for v in margins["margin"]])], corner="games below", counts="games"),
        ]  # fmt: skip

    @staticmethod
    def notes(study) -> list[str]:
        return []

    @staticmethod
    def origin(study):
        yield "Seating", study.asked["seating"]


ANSWERS = {"course": Course}
