"""What the report says about the course of games, luck, and the cheapest fix."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from seti_sim.core.amounts import Form, both, number, percent, pp, signed_pp, two
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import Cell, Column, Table, column, pick
from seti_sim.seti.charts import whatif as charts
from seti_sim.seti.studies.luck import COMPONENTS

SHARE = "share"


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
        return [Table(list(COMPONENTS), columns, corner="due to", counts="deals")]

    @staticmethod
    def notes(study) -> list[str]:
        notes = [
            "Crossed design: every deal is played with every order of the same players over the seats; only deals are a sample. The deal "
            "is all that chance decides: decks, tiles, discs, sectors, species. Rest is what hangs on deal, seat, player and "
            "neighbours together: small differences that grow with every choice."
        ]
        if study.asked["players"] == 2:
            notes.append(
                "With two players, what a deal gives to a seat or to a player cannot be told from the rest, which holds both."
            )
        return notes

    @staticmethod
    def origin(study):
        yield "Deals", f"{study.facts['deals']:,}, each in {study.facts['orders']} orders"


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


ANSWERS = {"course": Course, "luck": Luck, "fix": Fix}
