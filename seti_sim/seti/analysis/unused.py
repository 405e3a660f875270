"""What nobody uses: resources and cards that seats have left at the end, cards thrown away, cards hardly ever played.

All `observational`: what these players leave lying others may use.
"""

from __future__ import annotations

import polars as pl

from seti_sim.seti.analysis.decks import deck_names
from seti_sim.stats import estimates
from seti_sim.stats.grouped import collect, means, of_policy, summed, with_estimate

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
    pieces = []
    for who, weight in (("seat", None), ("winner", pl.col("win_share"))):
        found = means(run, rows, measures, weight=weight)
        pieces.append(found.select(pl.lit(who).alias("who"), pl.all()))
    return pl.concat(pieces)


def hardly_played(run, policy: str | None = None) -> pl.DataFrame:
    """How often each card is played when it comes to a hand, the rarest first: frame `card_id, name, deck, estimate, low, high, n,
    kind, se, rare`.

    n = arrivals at a hand, the game as the unit. The intervals hold for all cards at once (Bonferroni). rare: all of the interval is
    below `RARE`. A card that never came to a hand is not there.
    """
    cards = run.config["categories"]["card"]

    def sums(within):
        rows = collect(of_policy(within(run.cards), policy).select("game_id", "card_id", played=pl.col("fate") == "played"))
        games = rows.group_by("game_id", "card_id").agg(x=pl.len().cast(pl.Float64), y=pl.col("played").sum().cast(pl.Float64))
        return games.group_by("card_id").agg(
            pl.col("x").sum(), pl.col("y").sum(), xx=(pl.col("x") ** 2).sum(), yy=(pl.col("y") ** 2).sum(),
            xy=(pl.col("x") * pl.col("y")).sum(), games=pl.len().cast(pl.Float64),
        ).sort("card_id")  # fmt: skip

    total = summed(run, sums, ["card_id"])
    y, x, yy, xy, xx, games = (total[name].to_numpy() for name in ("y", "x", "yy", "xy", "xx", "games"))
    got = estimates.ratio_of_sums(y, x, yy, xy, xx, games, kind="observational", share=True, comparisons=max(total.height, 1))
    decks = dict(zip(cards, deck_names(run), strict=True))
    keys = total.select(
        pl.col("card_id").cast(pl.String), name=pl.col("card_id").cast(pl.String).replace(run.card_names),
        deck=pl.col("card_id").cast(pl.String).replace_strict(decks, return_dtype=pl.String),
    )  # fmt: skip
    found = with_estimate(keys, got).with_columns(rare=(pl.col("high").fill_nan(None) < RARE).fill_null(False))
    return found.sort("estimate", "card_id")
