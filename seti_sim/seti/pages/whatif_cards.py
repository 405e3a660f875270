"""What the report says about cards dealt and the uses of a card."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, rounded, signed, signed_pp, signed_two, two
from seti_sim.report.blocks import basis, drawn
from seti_sim.report.cells import Cell, Column, Table, column, enough
from seti_sim.seti.charts import card_effects, card_overview
from seti_sim.seti.charts import whatif as charts


class Deal:
    """Values of cards by exchange of a dealt card."""

    @staticmethod
    def heading(study) -> str:
        return "What a dealt card is worth"

    @staticmethod
    def question(study) -> str:
        return "What is a card worth that is dealt instead of another?"

    @staticmethod
    def _main(study, outcome="score") -> pl.DataFrame:
        return study.frames["cards"].filter(pl.col("outcome") == outcome, pl.col("deck") == "base")

    @staticmethod
    def _chosen(study) -> pl.DataFrame | None:
        """Points of the cards that were chosen, the best first; None where all were tried."""
        if not study.asked.get("cards"):
            return None
        return study.frames["cards"].filter(pl.col("outcome") == "score").sort("estimate", descending=True)

    @classmethod
    def _told_of(cls, study, chosen) -> tuple[str, str]:
        decks = study.frames["decks"].filter(pl.col("outcome") == "score")
        rests = basis(decks["pairs"].sum(), f"exchanges in {study.facts['bases']:,} base games", "paired")
        cards = enough(chosen).filter(pl.col("low").is_finite())
        never = len(study.asked["cards"]) - cards.height
        parts = [f"{row['name']} {both(row, signed_two)}" for row in cards.iter_rows(named=True)]
        answer = f"Against the mean card of its deck, in points at the end: {'; '.join(parts)}. " if parts else ""
        return answer + (f"Too few games for {never} of the cards." if never else "Each interval is of the card alone."), rests

    @classmethod
    def finding(cls, study) -> tuple[str, str]:
        if (chosen := cls._chosen(study)) is not None:
            return cls._told_of(study, chosen)
        cards = enough(cls._main(study)).filter(pl.col("low").is_finite()).sort("shrunk", descending=True)
        deck = study.frames["decks"].filter(pl.col("deck") == "base", pl.col("outcome") == "score").row(0, named=True)
        rests = basis(deck["pairs"], f"exchanges in {deck['bases']:,} base games", "paired")
        if cards.is_empty():
            return "Too few games to tell any card from another.", rests
        sure_up = cards.filter(pl.col("sim_low").fill_nan(None) > 0).height
        sure_down = cards.filter(pl.col("sim_high") < 0).height
        best, worst = cards.row(0, named=True), cards.row(-1, named=True)
        answer = (
            f"Surely better than the mean card of the deck: {sure_up} of {cards.height} cards; surely worse: {sure_down} (all "
            f"at once, 95 %). In points at the end: {best['name']} {both(best, signed_two)} at the top, "
            f"{worst['name']} {both(worst, signed_two)} at the bottom. {_tiers(deck['tiers'])} The half-width "
            f"of a card is {number(deck['half'], 2)} points, the games of a pair correlate by {number(deck['correlation'], 2)}, and "
            f"{percent(deck['diverged'])} of the exchanges changed the course of the game."
        )
        if "agreement" in study.frames:
            answer += " " + cls._agreement(study)
        return answer, rests

    @staticmethod
    def _agreement(study) -> str:
        rows = {row["when"]: row for row in study.frames["agreement"].iter_rows(named=True)}
        text = ""
        if row := rows.get("setup"):
            text = (
                f"Blind draws at setup, which ask the same of other games, agree: the true values correlate by "
                f"{number(row['true_correlation'], 2)} (noise taken out), and {row['differ']} of {row['cards']} cards differ by "
                "more than chance (false discovery rate 5 %)."
            )
        late = [row for when, row in rows.items() if when.startswith("round") and row["cards"] > 100]
        if late:
            told = ", ".join(f"{row['when'].removeprefix('round ')}: {number(row['slope'], 2)}" for row in late)
            text += (
                f" Of a point that a card is worth when dealt, this much is left when it is drawn in round {told}: what a card "
                "is worth hangs on when it comes, which is why values of all draws together differ from those here."
            )
        return text

    @classmethod
    def charts(cls, study, mark) -> list:
        if (chosen := cls._chosen(study)) is not None:
            if chosen.filter(pl.col("low").is_finite()).is_empty():
                return []
            reading = (
                "What holding the card brings instead of the mean card of its deck. Thick: 95 % for the card alone; thin: for all "
                "these cards of a deck at once. Filled: not 0 after control of the false discovery rate."
            )
            return [
                drawn(card_effects(chosen, n=chosen.height, decks=True), mark, "chosen", "Values of the chosen cards", reading)
            ]
        cards = cls._main(study)
        if cards.filter(pl.col("low").is_finite()).is_empty():
            return []
        found = [
            drawn(card_overview(cards), mark, "all", "Values of all cards dealt with intervals",
                  "Every card of the deck by what holding it brings instead of the mean card. Thick: 95 % for the card alone; "
                  "thin: for all cards at once. Filled: not 0 after control of the false discovery rate."),
            drawn(card_effects(cards), mark, "ends", "The best and worst cards dealt", "The same for the cards at either end."),
        ]  # fmt: skip
        species = study.frames["cards"].filter(pl.col("outcome") == "score", pl.col("deck") != "base")
        if species.filter(pl.col("low").is_finite()).height > 1:
            reading = "Species' cards against the mean card of their own deck, exchanged at the first one a seat draws unseen."
            found.append(drawn(card_effects(species, decks=True), mark, "species", "Values of species' cards", reading))
        if "blind" in study.frames:
            reading = (
                "Across: the value by exchange; upwards: the effect of drawing the card at setup in a run of other games. On the "
                "dashed line both say the same. Filled dots differ by more than chance."
            )
            alt = "Values by exchange against effects of draws"
            found.append(drawn(charts.dealt_and_drawn(study.frames["blind"]), mark, "drawn", alt, reading))
        return found

    @classmethod
    def tables(cls, study) -> list[Table]:
        made = []
        decks = study.frames["decks"].filter(pl.col("outcome") == "score")
        made.append(Table(
            decks["deck"].to_list(),
            [Column(title, "paired", cells=[Cell(form(v)) for v in decks[name]]) for title, name, form in (
                ("base games", "bases", lambda v: f"{v:,}"), ("exchanges", "pairs", lambda v: f"{v:,}"),
                ("correlation of a pair", "correlation", two), ("course changed", "diverged", percent),
                ("half-width of a card, points", "half", two), ("tiers", "tiers", rounded),
            )], corner="deck",
        ))  # fmt: skip
        if (chosen := cls._chosen(study)) is not None:
            wins = (
                study.frames["cards"]
                .filter(pl.col("outcome") == "win_share")
                .select("card_id", "estimate", "low", "high", "n", "kind")
            )
            wins = chosen.select("card_id").join(wins, on="card_id", maintain_order="left")
            made[0] = Table(made[0].labels, made[0].columns[:-1], corner="deck")  # tiers are of whole decks
            made.append(Table(
                chosen["name"].to_list(), [column(chosen, "points", signed_two), column(wins, "win share", signed_pp)],
                corner="card", small=chosen["card_id"].to_list(), counts="games it was held in",
                caption="The cards of interest against the mean card of their deck.",
            ))  # fmt: skip
            return made
        cards = cls._main(study).sort("shrunk", descending=True, nulls_last=True)
        wins = cls._main(study, "win_share").select("card_id", "estimate", "low", "high", "n", "kind")
        wins = cards.select("card_id").join(wins, on="card_id", maintain_order="left")
        made.append(Table(
            cards["name"].to_list(),
            [
                column(cards, "points", signed_two), column(wins, "win share", signed_pp),
                Column("tier", "paired", cells=[Cell(number(v, 0), order=v) for v in cards["tier"]]),
                Column("rank", "paired", cells=[Cell(f"{low:.0f} to {high:.0f}", order=low)
                                                for low, high in cards.select("rank_low", "rank_high").rows()]),
            ], corner="card", small=cards["card_id"].to_list(), sortable=True, sorted_by=0, counts="games it was held in",
            caption="Against the mean card of the deck. A tier begins at the first card, from the top, that is surely worse than the "
            "first of the tier before; ranks hold for all cards at once.",
        ))  # fmt: skip
        species = study.frames["cards"].filter(pl.col("outcome") == "score", pl.col("deck") != "base")
        species = species.sort("shrunk", descending=True, nulls_last=True)
        if species.height:
            made.append(Table(
                species["name"].to_list(),
                [
                    column(species, "points", signed_two),
                    Column("tier", "paired", cells=[Cell(rounded(v)) for v in species["tier"]]),
                ],
                corner="card", small=species["card_id"].to_list(), sortable=True, sorted_by=0, counts="games it was held in",
                caption="Species' cards against the mean card of their own deck, at the first one that a seat draws unseen.",
            ))  # fmt: skip
        if "agreement" in study.frames:
            rows = study.frames["agreement"]
            made.append(Table(
                rows["when"].to_list(),
                [Column(title, "observational", cells=[Cell(form(v)) for v in rows[name]]) for title, name, form in (
                    ("correlation", "correlation", two),
                    ("of true values", "true_correlation", two),
                    ("points then for a point here", "slope", two),
                    ("cards that differ", "differ", str),
                )], corner="drawn", caption="Values here beside effects of blind draws at that time.",
            ))  # fmt: skip
        return made

    @staticmethod
    def notes(study) -> list[str]:
        if study.asked.get("cards"):
            return [
                "A seat and one of its five dealt cards are drawn by lot, and the game is played again with the card of interest in its "
                "place where that lies in the undealt deck, all other luck the same. The pair is the unit. Values are those of the "
                "policies that played."
            ]
        return [
            "A seat and one of its five dealt cards are drawn by lot, and the game is played again with cards of the undealt deck in "
            "its place, all other luck the same. Levels of base games and values of cards are fitted together; base games are "
            "resampled for the intervals. Values are those of the policies that played."
        ]

    @staticmethod
    def origin(study):
        yield "Base games", f"{study.facts['bases']:,}; {study.facts['played']:,} rows"
        yield "Ended", "as precise as wanted" if study.facts["why"] == "precise" else "at the most games allowed"
        if study.facts["against"]:
            yield "Blind draws", study.facts["against"]


def _tiers(n: float) -> str:
    return f"They fall into {n:.0f} tiers that can be told apart." if n > 1 else "No tiers can be told apart."


class Uses:
    """Play, corner or income."""

    @staticmethod
    def heading(study) -> str:
        return "Uses of a card"

    @staticmethod
    def question(study) -> str:
        return "When is a card better as income?"

    @staticmethod
    def _rows(study, by, better="income", than="play", outcome="score") -> pl.DataFrame:
        return study.frames["uses"].filter(
            pl.col("outcome") == outcome, pl.col("by") == by, pl.col("better") == better, pl.col("than") == than
        )

    @classmethod
    def finding(cls, study) -> tuple[str, str]:
        clear = {"better": [], "worse": [], "not told": []}
        for row in cls._rows(study, "round").pipe(enough).iter_rows(named=True):
            key = "better" if row["low"] > 0 else "worse" if row["high"] < 0 else "not told"
            clear[key].append(f"{_when(row['group'])} ({signed(row['estimate'])})")
        parts = []
        if clear["better"]:
            parts.append(f"Tucking a card beats playing it at {', '.join(clear['better'])}")
        if clear["worse"]:
            parts.append(f"playing beats tucking at {', '.join(clear['worse'])}")
        if clear["not told"]:
            parts.append(f"no difference can be told at {', '.join(clear['not told'])}")
        sentence = "; ".join(parts)
        answer = f"{sentence[:1].upper()}{sentence[1:]}, in points." if parts else "Too few positions to tell."
        return answer, basis(study.facts["counted"], f"positions of {study.facts['positions']:,} games", "paired")

    @staticmethod
    def charts(study, mark) -> list:
        reading = (
            "Points at the end after one use less those after the other, from the same position with the same luck. Where the bar "
            "lies on one side of the dashed line the difference is clear."
        )
        return [
            drawn(charts.card_uses(study.frames["uses"]), mark, "uses", "Uses of a card against each other by round", reading)
        ]

    @classmethod
    def tables(cls, study) -> list[Table]:
        made = []
        for by, corner in (("round", "when"), ("income", "its income"), ("cost", "its cost in credits")):
            first = cls._rows(study, by)
            columns = [
                column(cls._rows(study, by, *pair), title, signed_two)
                for title, pair in (
                    ("income less play", ("income", "play")), ("income less corner", ("income", "corner")),
                    ("play less corner", ("play", "corner")), ("income less kept", ("income", "kept")),
                )
            ]  # fmt: skip
            labels = [_when(group) if by == "round" else group for group in first["group"]]
            made.append(Table(labels, columns, corner=corner, counts="positions"))
        cards = study.frames["cards"]
        played = cards.filter(pl.col("than") == "play").sort("shrunk", descending=True)
        corner = played.select("card_id").join(cards.filter(pl.col("than") == "corner"), on="card_id", maintain_order="left")
        made.append(Table(
            played["name"].to_list(),
            [column(played, "income less play", signed_two), column(corner, "income less corner", signed_two)],
            corner="card", small=played["card_id"].to_list(), sortable=True, sorted_by=0, counts="positions",
            caption="By card, those that are best tucked first; the spread of single positions is taken as the same for all cards.",
        ))  # fmt: skip
        return made

    @staticmethod
    def notes(study) -> list[str]:
        return [
            "At a decision which card to tuck, one card of the hand is drawn by lot. It is tucked; or the card is tucked that the "
            "policy would tuck without it, and at its next turn the seat plays the card, uses its corner, or does as it likes "
            "(kept). Positions count where both are possible then, so these are cards that the seat can afford."
        ]

    @staticmethod
    def origin(study):
        yield "Positions", f"{study.facts['counted']:,} that count, of {study.facts['positions']:,}"


def _when(group: str) -> str:
    return "setup" if group == "0" else f"round {group}"


ANSWERS = {"deal": Deal, "uses": Uses}
