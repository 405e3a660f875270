"""What the report says about cards that are judged: the verdict first, then what it rests on."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, form_of, percent, signed_pp, signed_two, two
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import Cell, Column, Table, column
from seti_sim.seti.charts import card_effects
from seti_sim.seti.studies.verdicts import nearest

_BESIDE = 8
"""Cards of the field that are drawn beside, from each end."""
WORDS = {
    "too strong": "too strong: it beats nearly all of the field",
    "too weak": "too weak: it beats hardly any of the field",
    "fits": "fits into the field",
    "hardly ever played": "hardly ever played",
    "unknown": "not known yet: too few games",
}


_TAKEN = {
    "techs": "{} of seats take it.", "gold_tiles": "{} of seats mark it in the games where it lies up.",
    "species": "It is discovered in {} of its games.",
}  # fmt: skip


class Judge:
    """How strong is it?"""

    @staticmethod
    def heading(study) -> str:
        return "How strong is it?"

    @staticmethod
    def question(study) -> str:
        return "How strong is the new or changed card?"

    @classmethod
    def finding(cls, study) -> tuple[str, str]:
        rests = basis(study.facts["whole"], "games of each side", "paired")
        parts = cls._components(study)
        if not study.asked["cards"]:
            return " ".join([*(parts or ["No new or changed card."]), cls._whole(study)]), rests
        for row in study.frames["verdicts"].iter_rows(named=True):
            sure = "" if row["verdict"] == "unknown" else f" ({percent(row['sure'])} sure)"
            text = f"{row['name']} {'is ' if row['verdict'] != 'fits' else ''}{WORDS[row['verdict']]}{sure}."
            if row["verdict"] != "unknown":
                text += (
                    f" Dealt instead of a random card of its deck it brings {both(row, signed_two)} points and beats "
                    f"{percent(row['beats'])} ({percent(row['beats_low'])} to {percent(row['beats_high'])}) of {row['among']} cards, like "
                    f"{row['like']}."
                )
            if row["taken"] == row["taken"]:
                text += f" It is played {percent(row['taken'])} of the times that it comes to a hand."
            if (how := nearest(study, row["card_id"])) and row["verdict"] in ("too strong", "too weak"):
                text += f" {how[:1].upper()}{how[1:]}, it would lie nearest to the middle."
            parts.append(text)
        parts += ["Too few games to tell."] if not parts else []
        played = basis(study.facts["bases"], f"base games, {study.facts['whole']:,} games of each side", "paired")
        return " ".join([*parts, cls._whole(study)]), played

    @staticmethod
    def _components(study) -> list[str]:
        """What techs, sides of gold tiles and species are found to be, a text each."""
        parts = []
        for row in study.frames["components"].iter_rows(named=True) if "components" in study.frames else ():
            if row["verdict"] == "unknown":
                parts.append(f"{row['name']}: {WORDS['unknown']}.")
                continue
            verb = {"fits": "fits in with"}.get(row["verdict"], f"is {row['verdict']} beside")
            sure = percent(row["sure"])
            text = (
                f"{row['name']} {verb} the {row['among']} others of its kind ({sure} sure): {row['measure']} {both(row, two)}"
            )
            text += f", where one more of their make would have {two(row['lower'])} to {two(row['upper'])}."
            parts.append(f"{text} {_TAKEN[row['table']].format(percent(row['taken']))}")
        return parts

    @staticmethod
    def _whole(study) -> str:
        """What it does to the whole game, in a sentence."""
        frame = study.frames["differences"]
        if frame.is_empty():
            return ""
        clear = [
            f"{row['words']} {both(row, form_of(row['unit'], sign=True))}"
            for row in frame.iter_rows(named=True)
            if row["low"] > 0 or row["high"] < 0
        ]
        return f"The whole game changes: {'; '.join(clear)}." if clear else "No change of the whole game is clear."

    @staticmethod
    def charts(study, mark) -> list:
        if "cards" not in study.frames:
            return []
        cards = study.frames["cards"].filter(pl.col("low").is_finite(), pl.col("outcome") == "score")
        cards = cards.sort("shrunk", "card_id", descending=True)
        judged = pl.col("card_id").is_in(study.asked["cards"])
        mine, field = cards.filter(judged), cards.filter(~judged)
        if mine.is_empty() or field.height < 2:
            return []
        picked = pl.concat([mine, field.head(_BESIDE), field.tail(min(_BESIDE, max(field.height - _BESIDE, 0)))])
        picked = picked.with_columns(
            q=pl.when(judged).then(0.0).otherwise(1.0), shrunk="estimate", sim_low="low", sim_high="high"
        )
        reading = (
            "Points at the end that a dealt card brings against the mean card of its deck: filled what is judged, and with it the best "
            "and the worst of the field, as far as so few games can tell."
        )
        figure = card_effects(picked, n=picked.height)
        return [drawn(figure, mark, "field", "Values of the judged cards in their field", reading)]

    @classmethod
    def for_terminal(cls, study) -> tuple[list[Table], bool]:
        """The verdict first, and without what becomes of the card."""
        return [table for table in cls.tables(study) if table.corner != "what becomes of it"], True

    @classmethod
    def tables(cls, study) -> list[Table]:
        made = []
        if "verdicts" in study.frames and study.frames["verdicts"].height:
            rows = study.frames["verdicts"]
            wins = (
                study.frames["cards"]
                .filter(pl.col("outcome") == "win_share")
                .select("card_id", "estimate", "low", "high", "n", "kind")
            )
            wins = rows.select("card_id").join(wins, on="card_id", maintain_order="left")
            made.append(Table(
                rows["name"].to_list(),
                [
                    Column("verdict", "paired", cells=[Cell(text) for text in rows["verdict"]]),
                    Column("sure", "paired", cells=[Cell(percent(v)) for v in rows["sure"]]),
                    column(rows, "points", signed_two), column(wins, "win share", signed_pp),
                    Column("beats of its deck", "paired", cells=[
                        Cell(f"{percent(b)}", f"{percent(low)} to {percent(high)}")
                        for b, low, high in rows.select("beats", "beats_low", "beats_high").rows()]),
                    Column("beats of its kind", "paired", cells=[
                        Cell(f"{percent(v)} of {n}") for v, n in rows.select("kin", "kins").rows()]),
                ], corner="card", small=rows["card_id"].to_list(), counts="games it was held in",
            ))  # fmt: skip
        if "siblings" in study.frames and study.frames["siblings"].height:
            rows = study.frames["siblings"]
            made.append(Table(
                rows["name"].to_list(),
                [column(rows, "points", signed_two), Column("beats of its deck", "paired", cells=[Cell(percent(v)) for v in rows["beats"]])],
                corner="as it would be", counts="games it was held in",
                caption="The same card at another cost, or with its first number one more or less, in the same games.",
            ))  # fmt: skip
        if "fates" in study.frames and study.frames["fates"].height:
            rows = study.frames["fates"]
            labels = [f"{name}: {what}" for name, what in rows.select("name", "component").rows()]
            made.append(
                Table(labels, [column(rows, "share", percent)], corner="what becomes of it", counts="arrivals in a hand")
            )
        if "drawn" in study.frames and study.frames["drawn"].height:
            rows = study.frames["drawn"]
            made.append(Table(
                rows["name"].to_list(), [column(rows, "points", signed_two)], corner="drawn unseen", small=rows["card_id"].to_list(),
                counts="draws", caption="What it brings that is drawn instead of a random card of its deck, at any time.",
            ))  # fmt: skip
        if "components" in study.frames:
            rows = study.frames["components"]
            made.append(Table(
                rows["name"].to_list(),
                [
                    Column("verdict", "paired", cells=[Cell(text) for text in rows["verdict"]]),
                    Column("sure", "paired", cells=[
                        Cell("–" if what == "unknown" else percent(v)) for what, v in rows.select("verdict", "sure").rows()]),
                    Column("what is measured", "paired", cells=[Cell(text) for text in rows["measure"]]), column(rows, "points", two),
                    Column("one more of their make", "paired", cells=[
                        Cell(f"{two(low)} to {two(high)}") for low, high in rows.select("lower", "upper").rows()]),
                    Column("taken", "paired", cells=[Cell(percent(v)) for v in rows["taken"]]),
                ], corner="component", small=rows["component"].to_list(), counts="games or seats",
                caption="Techs, sides of gold tiles and species against the others of their kind.",
            ))  # fmt: skip
        if study.frames["differences"].height:
            rows = study.frames["differences"]
            cells = []
            for row in rows.iter_rows(named=True):
                cells.append(Cell(both(row, form_of(row["unit"], sign=True))))
            made.append(Table(rows["words"].to_list(), [Column("difference", "paired", cells=cells)], corner="whole game",
                              caption="The game with it less the printed one, on the same seeds; all intervals hold at once."))  # fmt: skip
        return made

    @staticmethod
    def notes(study) -> list[str]:
        return [
            "A seat and one of its five dealt cards are drawn by lot, and the game is played again with the card in its place, with "
            "cards of the field, and with the card one credit dearer and cheaper and its first number one more and less, which lie in the "
            "deck of these games for it. Too "
            "strong beats 95 in 100 of its deck, too weak at most 5; how sure that is goes by the errors of the card and of the "
            "field, the field's chance taken out. Hardly ever played: surely less than 1 in 20 of the times that it comes. All of it "
            "holds for the policies that played. A tech is worth the points that a seat loses which may not take it, a side of a gold "
            "tile the points of a mark, a species the points that a seat has from it. There are few of each kind, so each is held "
            "against the bounds for one more of the same make (one-sided prediction bounds, 95 %), not counted among the others. "
            "Objectives and the rival's cards are not judged: solo runs with and without them tell what they do."
        ]

    @staticmethod
    def origin(study):
        yield (
            "Base games",
            f"{study.facts['bases']:,}; {study.facts['played']:,} rows; {study.facts['whole']:,} games of each side",
        )
        ends = {
            "precise": "as precise as wanted",
            "confident": f"as soon as the verdicts were clear, at look {study.facts.get('looks')}; intervals of cards hold at all looks",
        }
        yield "Ended", ends.get(study.facts["why"], "at the most games allowed")


ANSWERS = {"judge": Judge}
