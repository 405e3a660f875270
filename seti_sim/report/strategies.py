"""What the report says about ways to play against each other."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from seti_sim import charts
from seti_sim.core.amounts import both, percent, signed_pp
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import Cell, Column, Table, cell, column


class Strategies:
    """Ways to play against each other."""

    @staticmethod
    def heading(study) -> str:
        return "Ways to play against each other"

    @staticmethod
    def question(study) -> str:
        return "Is one way to play better than all others?"

    @staticmethod
    def finding(study) -> tuple[str, str]:
        mix = study.frames["mix"].sort("weight", descending=True)
        part = [f"{row['way']} {both(row | {'estimate': row['weight']}, replace(percent, digits=0))}"
                for row in mix.iter_rows(named=True)]  # fmt: skip
        best, dominates = study.facts["best"], study.facts["dominates"]
        first = (
            f"{best} surely wins against every other one with two players" if best else "No way surely wins against all others"
        )
        dominated = "; ".join(f"{worse} by {better}" for better, worse in dominates)
        middle = (
            f" Surely dominated, whatever the other plays: {dominated}."
            if dominated
            else " None is surely dominated by another."
        )
        answer = f"{first}.{middle} Two players who may choose would mix, with 95 % of resampled deals: {', '.join(part)}."
        alone = study.frames["alone"]
        fair = 1 / study.asked["among"]
        strong = alone.filter(pl.col("low").fill_nan(None) > fair).group_by("way", maintain_order=True).len()
        full = len(study.asked["policies"]) - 1
        invades = [row["way"] for row in strong.iter_rows(named=True) if row["len"] == full]
        if invades:
            answer += f" Alone among {study.asked['among'] - 1} others of any one way, {', '.join(invades)} surely has more than its share."
        species = study.frames["species"].filter(pl.col("q") < 0.05).sort("estimate", descending=True)
        if species.height:
            rows = species.iter_rows(named=True)
            told = [f"{row['way']} with {row['species']} {signed_pp(row['estimate'])}" for row in rows]
            answer += f" Species that change who wins: {', '.join(told)}."
        elif study.frames["species"].height:
            answer += " No species surely favours a way (false discovery rate 5 %)."
        return answer, basis(study.asked["games"], "deals, each played by all pairs in both seats", "paired")

    @staticmethod
    def charts(study, mark) -> list:
        frames, fair = study.frames, 1 / study.asked["among"]
        return [
            drawn(charts.strategy_matrix(frames["duels"], frames["mix"]), mark, "duels", "Win shares of ways with two players",
                  "The row's win share against the column, two players, with intervals that hold for all pairs at once; bold where "
                  "it surely is above or below half. At the right each way's share in the equilibrium of the game in which both "
                  "choose a way, with 95 % of resampled deals."),
            drawn(charts.strategy_matrix(frames["alone"], fair=fair), mark, "alone", "Win shares of one among others",
                  f"The same for one player of the row's way among {study.asked['among'] - 1} of the column's."),
        ]  # fmt: skip

    @staticmethod
    def tables(study) -> list[Table]:
        ways = study.frames["mix"]["way"].to_list()
        made = []
        for name, caption in (
            ("duels", "Win share of the row against the column, two players, seats exchanged on every deal."),
            ("alone", f"Win share of one player of the row among {study.asked['among'] - 1} of the column; fair is "
             f"{percent(1 / study.asked['among'], 0)}."),
        ):  # fmt: skip
            rows = {(row["way"], row["other"]): row for row in study.frames[name].iter_rows(named=True)}
            columns = []
            for other in ways:
                cells = []
                for way in ways:
                    row = rows.get((way, other))
                    cells.append(Cell("–") if row is None else
                                 cell(row, percent))  # fmt: skip
                columns.append(Column(other, "paired", f"{study.frames[name]['n'][0]:,.0f}", cells))
            made.append(Table(ways, columns, corner="way", caption=caption, counts="games"))
        species = study.frames["species"]
        if not species.height:
            return made
        found = [
            column(species.filter(pl.col("species") == name), name, signed_pp)
            for name in species["species"].unique(maintain_order=True)
        ]
        made.append(Table(ways, found, corner="way", counts="deals with the species",
                          caption="Win share against all others with the species instead of the mean species."))  # fmt: skip
        return made

    @staticmethod
    def notes(study) -> list[str]:
        mix = study.frames["mix"]
        told = ", ".join(f"{row['way']} {percent(row['in_mix'], 0)}" for row in mix.iter_rows(named=True))
        return [
            f"A way is in the mix of so many of the resampled deals: {told}. Where ways are about equal, mixes vary widely."
        ]

    @staticmethod
    def origin(study):
        yield "Alone among", f"{study.asked['among'] - 1} others"
