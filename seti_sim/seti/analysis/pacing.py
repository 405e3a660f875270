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


def waiting(run) -> pl.DataFrame:
    """How long a seat waits, and what a turn asks: frame `measure, estimate, low, high, n, kind, se`; the game is the unit.

    `between`: turns of others between two turns of a seat in the same round (n = such pairs of turns); `after_pass`: turns of others
    in a round after the seat has passed (n = seats and rounds); `decisions_turn`: decisions a turn (n = turns).

    Turns go round the table from the first player, who is the next seat in each round, past those who have passed. So how many turns
    each seat has in a round says in which order all were taken.
    """
    main = run.actions.filter(pl.col("kind").cast(pl.String).is_in(MAIN_ACTIONS))
    turns = main.group_by("game_id", "round", "seat").agg(turns=pl.col("n").sum().cast(pl.Int64))
    place = (pl.col("seat").cast(pl.Int64) - pl.col("round").cast(pl.Int64)) % run.players
    turns = turns.with_columns(place=place)
    pairs = turns.join(turns.rename({name: f"other_{name}" for name in ("seat", "turns", "place")}), on=["game_id", "round"])
    pairs = pairs.filter(pl.col("seat") != pl.col("other_seat"))
    own, other = pl.col("turns"), pl.col("other_turns")
    later = (pl.col("other_place") > pl.col("place")).cast(pl.Int64)  # has its turn after the seat's in each lap of the table
    waits = pairs.group_by("game_id", "round", "seat").agg(
        gaps=own.first() - 1,
        between=pl.min_horizontal(own - 1, other - 1 + later).sum(),
        after_pass=pl.max_horizontal(other - own + later, pl.lit(0)).sum(),
    )
    found = [
        means(run, waits.filter(pl.col("gaps") > 0), {"between": pl.col("between") / pl.col("gaps")}, weight=pl.col("gaps")),
        means(run, waits, {"after_pass": pl.col("after_pass")}),
        means(run, run.games, {"decisions_turn": pl.col("decisions") / pl.col("turns")}, weight=pl.col("turns")),
    ]
    return pl.concat(found)


def turn_counts(run) -> pl.DataFrame:
    """How many games took how many turns: frame `turns, count`."""
    return collect(run.games.group_by("turns").agg(count=pl.len()).sort("turns"))
