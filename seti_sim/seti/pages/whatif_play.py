"""What the report says about options barred."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, signed, signed_pp
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import Table, column
from seti_sim.seti.charts import whatif as charts


class Options:
    """Restricted play."""

    @staticmethod
    def heading(study) -> str:
        return "What each option is worth"

    @staticmethod
    def question(study) -> str:
        return "What does a player lose that never takes an option?"

    @staticmethod
    def finding(study) -> tuple[str, str]:
        rows = study.frames["options"].filter(pl.col("outcome") == "win_share")
        most = rows.group_by("option").agg(pl.col("estimate").mean()).sort("estimate", descending=True)["option"].to_list()
        sentences = []
        for option in most[:3]:
            mine = rows.filter(pl.col("option") == option).sort("players")
            each = [f"{both(row, signed_pp)} with {row['players']}" for row in mine.iter_rows(named=True)]
            sentences.append(f"{option} {', '.join(each)}")
        none = [
            option for option in most
            if (rows.filter(pl.col("option") == option)["sim_low"] <= 0).all()
        ]  # fmt: skip
        gains = [option for option in most if (rows.filter(pl.col("option") == option)["sim_high"] < 0).any()]
        answer = f"Most win share is lost, by number of players: {'; '.join(sentences)}."
        if none:
            answer += f" No loss can be told in any number of players without {', '.join(none)}."
        if gains:
            answer += f" Surely better off without: {', '.join(gains)}, so this policy misuses it."
        return answer, basis(rows["n"].max(), "pairs of games of each option and number of players", "paired")

    @staticmethod
    def charts(study, mark) -> list:
        reading = (
            "Win share lost by one player barred from the option among players who are not, on the same luck. Thick: 95 % for the "
            "option alone; thin: for all options of the panel at once."
        )
        figure = charts.option_values(study.frames["options"])
        return [drawn(figure, mark, "options", "Win share lost without each option", reading)]

    @staticmethod
    def tables(study) -> list[Table]:
        options = study.frames["options"]
        rows = options.filter(pl.col("outcome") == "win_share")
        order = rows.group_by("option", maintain_order=True).agg(pl.col("estimate").mean()).sort("estimate", descending=True)
        labels = order["option"].to_list()
        columns = []
        for players in sorted(rows["players"].unique()):
            for outcome, form in (("win_share", signed_pp), ("score", signed)):
                part = options.filter(pl.col("outcome") == outcome, pl.col("players") == players)
                part = order.select("option").join(part, on="option", maintain_order="left")
                columns.append(column(part, f"{players} players, {'win share' if outcome == 'win_share' else 'points'}", form))
        kinds = dict(rows.select("option", "kind_of").iter_rows())
        return [Table(labels, columns, corner="without", small=[kinds[label] for label in labels], counts="pairs of games",
                      caption="Lost without it: win share, and points.")]  # fmt: skip

    @staticmethod
    def notes(study) -> list[str]:
        return [
            "The barred player is its policy in everything else and does not know how to do without; a player made for it would lose "
            "less. Effects of cards that do the same as a barred action are not barred."
        ]

    @staticmethod
    def origin(study):
        return ()


ANSWERS = {"options": Options}
