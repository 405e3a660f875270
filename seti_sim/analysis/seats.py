"""Does the seat matter, how far do scores spread, and which policy wins?"""

from __future__ import annotations

import polars as pl

from seti_sim.stats.grouped import collect, means, quantiles


def seat_kind(run) -> str:
    """How seats can be compared: `randomised` where all policies sit everywhere equally often, else `observational`."""
    return "randomised" if run.is_mirror or run.config["seating"] == "rotate" else "observational"


def one_share(run) -> bool:
    """Whether the rules fix what the policy of a run wins: it plays all seats, and they share one win in every game.

    A player alone has a rival that may win instead.
    """
    return run.is_mirror and run.players > 1


def by_seat(run) -> pl.DataFrame:
    """Win share, score and lead of each seat: frame `seat, measure, estimate, low, high, n, kind, se`.

    `win_share` and `score` are means over the games (n); `lead` is the seat's score minus the mean score of its
    game, compared inside games (`paired`), which takes the level of the game out. The intervals of a measure hold
    for all seats at once with 95 % (Bonferroni).
    """
    score = pl.col("score").cast(pl.Float64)
    rows = run.seats.with_columns(lead=score - score.mean().over("game_id"))
    kind = seat_kind(run)
    got = means(
        run,
        rows,
        {"win_share": pl.col("win_share"), "score": score},
        by=["seat"],
        kind=kind,
        shares=["win_share"],
        comparisons=run.players,
    )
    lead = means(
        run,
        rows,
        {"lead": pl.col("lead")},
        by=["seat"],
        signed=["lead"],
        kind="paired" if kind == "randomised" else kind,
        comparisons=run.players,
    )
    return pl.concat([got, lead]).sort("seat", maintain_order=True)


def by_policy(run) -> pl.DataFrame:
    """Win share and score of each policy: frame `policy, measure, estimate, low, high, n, kind, se`.

    Means over the seats (n) that the policy played, clustered by game; the fair share is 1/players.
    `randomised` where the seating is rotated. The rules fix the win share of one policy in all seats (`one_share`):
    `constant`.
    """
    measures = {"win_share": pl.col("win_share"), "score": pl.col("score")}
    fixed = ["win_share"] if one_share(run) else []
    return means(run, run.seats, measures, by=["policy"], kind=seat_kind(run), shares=["win_share"], fixed=fixed)


def score_counts(run, by: str = "seat") -> pl.DataFrame:
    """How often each seat (or `by="policy"`) ended with each score: frame `seat, score, count`."""
    return collect(run.seats.group_by(by, "score").agg(count=pl.len()).sort(by, "score"))


def score_quantiles(run, by: str = "seat", qs=(0.05, 0.25, 0.5, 0.75, 0.95)) -> pl.DataFrame:
    """Quantiles of the score by seat (or policy): `seat, quantile, estimate, low, high, n, kind, se`; n = seats."""
    return quantiles(run, run.seats, "score", qs, by=[by], kind=seat_kind(run))


def mean_score(run) -> pl.DataFrame:
    """Mean score over all seats: frame `measure, estimate, low, high, n, kind, se` of one row; n = seats."""
    return means(run, run.seats, {"score": pl.col("score")})
