"""How long is a game, how close, and when are species discovered?"""

from __future__ import annotations

import polars as pl

from seti_sim.seti.tables.schema import MAIN_ACTIONS
from seti_sim.stats.grouped import collect, means, rates_per_seat


def per_game(run) -> pl.DataFrame:
    """Means over games: frame `measure, estimate, low, high, n, kind, se`; n = games that count for the measure.

    `turns`, `decisions` (all seats together), `margin` (best score minus second best), `best_score`, `reshuffles`,
    and shares of games: `shared_win`, `discovered_left`, `discovered_right`.
    """
    measures = {name: pl.col(name) for name in ("turns", "decisions", "best_score", "margin", "reshuffles")}
    measures |= {"shared_win": pl.col("winners") > 1}
    shares = ["shared_win"]
    for side in ("left", "right"):
        measures[f"discovered_{side}"] = pl.col(f"discovered_{side}").is_not_null()
        shares.append(f"discovered_{side}")
    return means(run, run.games, measures, shares=shares)


def discovery_round(run) -> pl.DataFrame:
    """How often each slot is discovered in each round: `slot, round, estimate, …`; n = games; never is left out."""
    found = []
    for side in ("left", "right"):
        rows = run.games.select("game_id", round=pl.col(f"discovered_{side}")).filter(pl.col("round").is_not_null())
        part = rates_per_seat(run, rows, pl.lit(1), by=["round"], seats=1, share=True)
        found.append(part.select(pl.lit(side).alias("slot"), pl.all()))
    return pl.concat(found)


def turns_by_round(run) -> pl.DataFrame:
    """Mean turns of a seat in each round, passing included: frame `round, estimate, …`; n = seats of all games."""
    rows = run.actions.filter(pl.col("kind").cast(pl.String).is_in(MAIN_ACTIONS))
    return rates_per_seat(run, rows, pl.col("n"), by=["round"], seats=run.players)


def turn_counts(run) -> pl.DataFrame:
    """How many games took how many turns: frame `turns, count`."""
    return collect(run.games.group_by("turns").agg(count=pl.len()).sort("turns"))
