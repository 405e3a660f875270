"""What nobody uses: resources and cards that seats have left at the end, cards thrown away, cards hardly ever played.

All `observational`: what these players leave lying others may use.
"""

from __future__ import annotations

import polars as pl

from seti_sim.seti.analysis.decks import deck_names, mission_cards
from seti_sim.stats.grouped import collect, means, of_policy

RARE = 0.05
"""Hardly ever played is a card that is played so seldom when it comes to a hand."""
LEFT = ("credits", "energy", "publicity", "data", "hand")
"""Columns of `seats` with what is left at the end."""
THROWN = "discarded"


def left_over(run, policy: str | None = None) -> pl.DataFrame:
    """What a seat has at the end: frame `who, measure, estimate, low, high, n, kind, se`.

    who: `seat`, the mean of all seats (n = seats), and `winner`, weighted by win share (n = the wins that they share). Measures are
    those of `LEFT`, and `discarded`, cards that the seat gave up for nothing in the game, at the limit of hands for example.
    """
    thrown = of_policy(run.cards, policy).filter(pl.col("fate") == THROWN).group_by("game_id", "seat").agg(thrown=pl.len())
    rows = of_policy(run.seats, policy).join(thrown, on=["game_id", "seat"], how="left", maintain_order="left")
    measures = {name: pl.col(name) for name in LEFT} | {THROWN: pl.col("thrown").fill_null(0)}
    return _seats_and_winners(run, rows, measures)


def unfinished(run, policy: str | None = None) -> pl.DataFrame | None:
    """Missions that a seat played and has not completed at the end: a frame as of `left_over`, of `missions` (how many) and
    `missed` (share of seats that have any). None where this version does not read the rules of the run.

    A card is counted once for each time that it was played and did not come back to the hand.
    """
    missions = mission_cards(run)
    if not missions:
        return None
    mine = of_policy(run.cards, policy).filter(pl.col("card_id").cast(pl.String).is_in(missions))
    back = (pl.col("source") == "returned").sum().cast(pl.Int64)
    begun = mine.group_by("game_id", "seat").agg(begun=(pl.col("fate") == "played").sum().cast(pl.Int64) - back)
    rows = of_policy(run.seats, policy).join(begun, on=["game_id", "seat"], how="left", maintain_order="left")
    rows = rows.with_columns(open=pl.col("begun").fill_null(0) - pl.col("missions"))
    return _seats_and_winners(run, rows, {"missions": pl.col("open"), "missed": pl.col("open") > 0}, shares=("missed",))


def _seats_and_winners(run, rows, measures, shares=()) -> pl.DataFrame:
    pieces = []
    for who, weight in (("seat", None), ("winner", pl.col("win_share"))):
        found = means(run, rows, measures, weight=weight, shares=shares)
        pieces.append(found.select(pl.lit(who).alias("who"), pl.all()))
    return pl.concat(pieces)


def hardly_played(run, policy: str | None = None) -> pl.DataFrame:
    """How often each card is played when it comes to a hand, the rarest first: frame `card_id, name, deck, estimate, low, high, n,
    kind, se, rare`.

    n = arrivals at a hand, the game as the unit. The intervals hold for all cards at once (Bonferroni). rare: all of the interval is
    below `RARE`. A card that never came to a hand is not there.
    """
    rows = of_policy(run.cards, policy)
    arrived = collect(rows.select(pl.col("card_id").n_unique())).item()
    played = {"played": pl.col("fate") == "played"}
    found = means(run, rows, played, by=["card_id"], shares=["played"], comparisons=max(arrived, 1))
    card = pl.col("card_id").cast(pl.String)
    decks = dict(zip(run.config["categories"]["card"], deck_names(run), strict=True))
    return found.select(
        card, card.replace(run.card_names).alias("name"), card.replace_strict(decks, return_dtype=pl.String).alias("deck"),
        pl.exclude("card_id", "measure"), rare=(pl.col("high").fill_nan(None) < RARE).fill_null(False),
    ).sort("estimate", "card_id")  # fmt: skip
