"""What the report says about the blind spots of a player, and the sentence about them beside the card table."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, signed, signed_pp
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import FEWEST, Cell, Column, Table, cell, column
from seti_sim.seti.charts import whatif as charts
from seti_sim.seti.studies.blindspots import ALL, LEAST, REST

SHOWN = 40
"""Rows of the table of blind spots, at most."""
_AGAIN = ("again", "again_low", "again_high")
_WIN, _GAINS = ("win", "win_low", "win_high"), ("gains", "gains_low", "gains_high")


class Blindspots:
    """Uses forced."""

    @staticmethod
    def heading(study) -> str:
        return f"Blind spots of {study.asked['policies']}"

    @staticmethod
    def question(study) -> str:
        return f"What does {study.asked['policies']} fail to do, with {study.asked['players']} players?"

    @staticmethod
    def finding(study) -> tuple[str, str]:
        facts, asked = study.facts, study.asked
        count = _count(facts["confirmed"])
        answer = (
            f"{count[0].upper()}{count[1:]} of {asked['policies']} {'is' if facts['confirmed'] < 2 else 'are'} known: "
            f"{facts['tested']:,} uses were forced often enough to be tested, {facts['flagged'] or 'none'} of them gained clearly"
            + (f", and {facts['confirmed'] or 'none'} of these again in fresh games." if facts["flagged"] else ".")
        )
        for row in _known(study).head(3).iter_rows(named=True):
            answer += f" {charts.use_words(row)}: {both(_again(row), signed)} points each time."
        rests = basis(facts["deviations"], f"deviations in {asked['games']:,} games", "paired")
        return answer, rests

    @staticmethod
    def charts(study, mark) -> list:
        made = []
        known = _known(study)
        if known.height:
            reading = (
                "Points that a seat gains at the end where the use is forced at a decision at which the player did not choose it, less "
                "what it ends with as it plays; in fresh games, with intervals that hold for all uses tested there at once. In "
                "brackets how often in a game there is such a decision."
            )
            figure = charts.blind_spots(known)
            made.append(drawn(figure, mark, "blindspots", "Points gained by the uses that the player should choose", reading))
        uses = _uses(study)
        if uses.height:
            reading = (
                "The mean over all decisions at which a use was legal and not chosen: most uses lose where the player does not "
                "choose them, as they should."
            )
            made.append(
                drawn(
                    charts.uses_forced(uses),
                    mark,
                    "blindspots-uses",
                    "Points gained by each use where it was not chosen",
                    reading,
                )
            )
        return made

    @staticmethod
    def tables(study) -> list[Table]:
        made = []
        flagged = study.frames["cells"].filter("flagged").sort("again", descending=True, nulls_last=True).head(SHOWN)
        if flagged.height:
            rows = list(flagged.iter_rows(named=True))
            columns = [
                Column("fresh games", "paired", cells=[cell(row, signed, f"{row['again_n']:,.0f}", _AGAIN) for row in rows]),
                column(flagged, "when found", signed),
                Column("win share", "paired", cells=[cell(row, signed_pp, names=_WIN) for row in rows]),
                Column("share that gains", "paired", cells=[cell(row, percent, names=_GAINS) for row in rows]),
                Column("chances a game", cells=[Cell(number(row["chances"], 2), order=row["chances"]) for row in rows]),
                Column("confirmed", cells=[Cell("yes" if row["confirmed"] else "no") for row in rows]),
            ]
            made.append(Table([charts.use_words(row) for row in rows], columns, corner="made to", counts="deviations",
                              small=[_id(row) for row in rows], sortable=True, caption="Points gained, what gains most on top. "
                              "Together: objects or rounds with too few deviations of their own."))  # fmt: skip
        uses = _uses(study)
        if uses.height:
            rows = list(uses.iter_rows(named=True))
            columns = [
                column(uses, "points", signed),
                Column("win share", "paired", cells=[cell(row, signed_pp, names=_WIN) for row in rows]),
                Column("share that gains", "paired", cells=[cell(row, percent, names=_GAINS) for row in rows]),
            ]
            made.append(Table(uses["use"].to_list(), columns, corner="made to", counts="deviations", sortable=True,
                              caption="All rounds and objects, over all decisions at which the use was legal and not chosen."))  # fmt: skip
        other = study.frames["instead"].filter(pl.col("n") >= LEAST).sort("estimate", descending=True)
        if other.height:
            labels = [f"{row['use']} instead of {row['chosen']}" for row in other.iter_rows(named=True)]
            made.append(Table(labels, [column(other, "points", signed)], corner="made to", counts="deviations", sortable=True,
                              caption="By what the player chose."))  # fmt: skip
        return made

    @staticmethod
    def notes(study) -> list[str]:
        least = study.facts["least"]
        return [
            "A decision and a use that was legal and not chosen are drawn by lot, each with a probability that hangs on use, object and "
            "round alone; one of its actions is forced, and the same player goes on in all seats with the same luck. So a mean is "
            "that over all such decisions. Where it is above 0 the player is blind: it would do better always to do so. Where it is "
            "below 0 the player may still err at some of them. The share that gains is half luck: after any change a game goes "
            f"another way. Cells with fewer than {least} deviations are joined, over rounds, else over objects. Gains of several "
            "blind spots do not add up."
        ]

    @staticmethod
    def origin(study):
        yield "Deviations", f"{study.facts['deviations']:,}, {study.asked['each']:,} wanted of each use, object and round"
        yield "Confirmed", f"{study.asked['games']:,} games, seed {study.asked['confirm_seed']}"

    @staticmethod
    def beside(study, run) -> dict[str, str]:
        """A sentence for sections of the report of a run by that player, by their anchors."""
        keys = {policy["name"]: policy["key"] for policy in run.config["policies"]}
        weights = study.facts["weights"]
        if run.kind.name != "seti" or not set(weights.items()) & set(keys.items()):
            return {}
        facts, known = study.facts, _known(study)
        most = f", the largest worth {both(_again(known.row(0, named=True)))} points each time" if known.height else ""
        count = _count(facts["confirmed"], "known ")
        text = (
            f"This table is of a player, {study.asked['policies']}, with {count}{most}; {facts['tested']:,} uses were tested."
        )
        return {"cards": text}


def _count(count: int, word: str = "") -> str:
    """`no blind spot`, `1 blind spot`, `2 blind spots`."""
    return f"{count or 'no'} {word}blind spot{'s' if count > 1 else ''}"


def _known(study) -> pl.DataFrame:
    """The confirmed cells, what gains most on fresh games first."""
    return study.frames["cells"].filter("confirmed").sort("again", descending=True)


def _again(row: dict) -> dict:
    return {"estimate": row["again"], "low": row["again_low"], "high": row["again_high"]}


def _id(row: dict) -> str:
    return row["object"] if row["object"] not in (row["name"], REST) else ""


def _uses(study) -> pl.DataFrame:
    """Each use over all rounds, of which there is enough."""
    uses = study.frames["uses"]
    return uses.filter(pl.col("when") == ALL, pl.col("n") >= FEWEST).sort("estimate", descending=True)


ANSWERS = {"blindspots": Blindspots}
