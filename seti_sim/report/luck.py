"""What the report says about luck and skill."""

from __future__ import annotations

import polars as pl

from seti_sim import charts
from seti_sim.core import registry
from seti_sim.core.amounts import both, percent
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import Table, column
from seti_sim.studies.luck import COMPONENTS


class Luck:
    """Shares of the variance."""

    @staticmethod
    def heading(study) -> str:
        return f"Luck and skill, {study.asked['players']} players"

    @staticmethod
    def question(study) -> str:
        return f"How much is luck of the deal, how much the seat, how much skill, with {study.asked['players']} players?"

    @staticmethod
    def finding(study) -> tuple[str, str]:
        shares = study.frames["shares"]
        parts = []
        for outcome, words in (("win_share", "who wins"), ("score", "the points")):
            rows = {row["component"]: row for row in shares.filter(pl.col("outcome") == outcome).iter_rows(named=True)}
            told = ", ".join(
                f"{name} {both(rows[name], percent)}" for name in COMPONENTS if rows[name]["estimate"] >= 0.005
            )  # NaN: not told apart
            parts.append(f"Of {words}: {told}.")
        means = study.frames["players"].filter(pl.col("outcome") == "win_share")
        who = ", ".join(f"{row['policy']} {percent(row['estimate'])}" for row in means.iter_rows(named=True))
        if (apart := study.frames.get("apart")) is not None:
            rows = apart.filter(pl.col("component").is_in([f"{word} x seat" for word in _words(study)]), outcome="win_share")
            told = ", ".join(f"{row['component']} {both(row, percent)}" for row in rows.iter_rows(named=True))
            parts.append(f"Of who wins, of what the deal gives to a seat: {told}.")
        answer = " ".join(parts) + f" Skill is as large as these players differ: they win {who}."
        facts = study.facts
        return answer, basis(facts["deals"], f"deals, each played in all {facts['orders']} orders of the players", "paired")

    @staticmethod
    def charts(study, mark) -> list:
        reading = (
            "Shares of the variance over deals, orders and seats, with 95 % of resampled deals. Deal x seat is what a deal gives to a "
            "seat whoever plays it; rest is what hangs on deal, seat, player and neighbours together."
        )
        return [drawn(charts.luck(study.frames["shares"]), mark, "luck", "Shares of the variance by cause", reading)]

    @staticmethod
    def tables(study) -> list[Table]:
        shares = study.frames["shares"]
        columns = [
            column(shares.filter(pl.col("outcome") == outcome), title, percent)
            for outcome, title in (("win_share", "of who wins"), ("score", "of the points"))
        ]
        tables = [Table(list(COMPONENTS), columns, corner="due to", counts="deals")]
        if (apart := study.frames.get("apart")) is not None:
            names = list(dict.fromkeys(apart["component"]))
            columns = [
                column(_in_order(apart.filter(pl.col("outcome") == outcome), names), title, percent)
                for outcome, title in (("win_share", "of who wins"), ("score", "of the points"))
            ]
            tables.append(
                Table(names, columns, corner="of the deal, due to", counts="deals", caption=_APART.format(*_words(study)))
            )
        return tables

    @staticmethod
    def notes(study) -> list[str]:
        notes = [
            "Crossed design: every deal is played with every order of the same players over the seats; only deals are a sample. The deal "
            f"is {_chance(study)}. Rest is what hangs on deal, seat, player and "
            "neighbours together: small differences that grow with every choice."
        ]
        if study.asked["players"] == 2:
            notes.append(
                "With two players, what a deal gives to a seat or to a player cannot be told from the rest, which holds both"
                + (f"; what the {_words(study)[0]} gives can." if "apart" in study.frames else ".")
            )
        return notes

    @staticmethod
    def origin(study):
        yield "Deals", f"{study.facts['deals']:,}, each in {study.facts['orders']} orders"


_APART = (
    "Each deal was played once more in all orders with the same {0} and other {1}. What is the same both times is of the {0} (and "
    "whatever else of the deal stays), what differs of the {1}. A share below 0 is chance about nothing."
)


def _words(study) -> tuple[str, ...]:
    return registry.get(study.asked["game"]).luck_parts


def _in_order(frame: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    return pl.DataFrame({"component": names}).join(frame, on="component", how="left", maintain_order="left")


def _chance(study) -> str:
    """What a deal decides in the game of a study; studies of before 0.3 do not say which game it is, and are of the first."""
    return registry.get(study.asked.get("game", registry.DEFAULT)).chance
