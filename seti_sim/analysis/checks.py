"""Does the run hold together? What must be true of any run, and of one whose seats are all played alike.

A mirror run (one policy in every seat) comes first: there a difference between seats is the game's own, and
chance must have treated all seats and cards the same.
"""

from __future__ import annotations

from contextlib import suppress

import polars as pl

from seti_sim.core.errors import NotKept
from seti_sim.stats import estimates
from seti_sim.stats.grouped import collect


def integrity(run) -> pl.DataFrame:
    """Frame `check, holds, detail`: one row a thing that must be so in every run."""
    points = pl.sum_horizontal(pl.col(f"points_{source}").cast(pl.Int32) for source in run.kind.points)
    per_game = run.seats.group_by("game_id").agg(
        share=pl.col("win_share").cast(pl.Float64).sum(),
        wrong=(points != pl.col("score")).sum(),
        seats=pl.len(),
        mark=pl.struct(pl.all().exclude("game_id", "policy")).hash(seed=0).sum(),
    )
    if run.kind.marks:
        own = pl.struct(run.kind.marks).hash(seed=0).alias("own")
        per_game = per_game.join(run.games.select("game_id", own), on="game_id").with_columns(pl.col("mark") ^ pl.col("own"))
    found = collect(
        per_game.select(
            games=pl.len(),
            unequal=((pl.col("share") - 1).abs() > 1e-5).sum(),
            wrong=pl.col("wrong").sum(),
            seats=(pl.col("seats") != run.kind.seats(run.players)).sum(),
            distinct=pl.col("mark").n_unique(),
        )
    ).row(0, named=True)
    copies = found["games"] - found["distinct"]
    rows = [
        (
            "All games are there",
            found["games"] == run.n_games == run.config["games"] and not found["seats"],
            f"{found['games']:,} of {run.config['games']:,} games, {run.kind.seats(run.players)} seats each",
        ),
        ("Win shares sum to 1 in every game", not found["unequal"], f"{found['unequal']:,} games where they do not"),
        (
            "Points by source add up to the score of every seat",
            not found["wrong"],
            f"{found['wrong']:,} seats where they do not",
        ),
        # Two games with equal final states of every seat: possible, but not by the dozen.
        ("No two games are the same", copies <= run.n_games / 1000, f"{copies:,} games end exactly like another"),
    ]
    if len(set(run.config["seats"])) > 1:
        rows.append(_balance(run))
    with suppress(NotKept):  # a check that needs tables which the run was not to keep
        rows += run.kind.checks(run)
    return pl.DataFrame(rows, schema=["check", "holds", "detail"], orient="row")


def _balance(run) -> tuple[str, bool, str]:
    counts = collect(run.seats.group_by("policy", "seat").len())
    uneven = collect(run.seats.group_by("policy").agg(pl.len())).height * run.players != counts.height or any(
        group["len"].max() - group["len"].min() > run.config["block"] for _, group in counts.group_by("policy")
    )
    return (
        "Every policy sat in every seat equally often",
        not uneven,
        f"seating: {run.config['seating']}, blocks of {run.config['block']} games",
    )


def dealt_evenly(run) -> estimates.Test:
    """Test that each card ever dealt is dealt equally often to opening hands.

    In a game 5 cards a seat go out of the deck without replacement, so per card the count of a game is 0 or 1,
    with probability hands/deck.
    """
    counts = collect(run.cards.filter(pl.col("opening")).group_by("card_id").len())["len"].to_numpy()
    dealt, cards = int(counts.sum()), len(counts)
    if not cards:
        return estimates.Test(float("nan"), 0, float("nan"), 0)
    p = dealt / run.n_games / cards
    return estimates.exchangeable(counts - dealt / cards, run.n_games * cards * p * (1 - p), run.n_games)


def mirror(run) -> pl.DataFrame:
    """Frame `outcome, statistic, freedom, p, n`: are the seats exchangeable in win share, and in score?

    In a mirror run a small p means that the game itself favours a seat. n = games.
    """
    rows = []
    for outcome in ("win_share", "score"):
        value = pl.col(outcome).cast(pl.Float64)
        deviation = run.seats.select("game_id", "seat", d=value - value.mean().over("game_id"))
        sums = deviation.group_by("seat").agg(pl.col("d").sum(), s=(pl.col("d") ** 2).sum()).sort("seat").collect()
        test = estimates.exchangeable(sums["d"].to_numpy(), sums["s"].sum(), run.n_games)
        rows.append((outcome, test.statistic, test.freedom, test.p, test.n))
    return pl.DataFrame(rows, schema=["outcome", "statistic", "freedom", "p", "n"], orient="row")
