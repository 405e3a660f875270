"""What do players do, round by round?"""

from __future__ import annotations

import math

import polars as pl

from seti_sim.seti.tables.schema import FREE_ACTIONS, MAIN_ACTIONS
from seti_sim.stats.grouped import of_policy, rates_per_seat, seats_of


def by_round(run, policy: str | None = None) -> pl.DataFrame:
    """How often a seat does each action in each round: frame `action, main, round, estimate, low, high, n, kind, se`.

    A mean over the seats of all games (n), those that did not do it included; `main` tells main actions from
    free ones. Every action and round has a row. `observational`: what these policies do.
    """
    rows = of_policy(run.actions, policy).rename({"kind": "action"})
    seats = seats_of(run, policy)
    found = rates_per_seat(run, rows, pl.col("n"), by=["action", "round"], seats=seats)
    found = found.with_columns(pl.col("action").cast(pl.String), pl.col("round").cast(pl.Int64))
    return _every_cell(found, run.n_games * seats, run.config["rounds"])


def per_game(run, policy: str | None = None) -> pl.DataFrame:
    """How often a seat does each action in a whole game: as `by_round`, without `round`."""
    rows = of_policy(run.actions, policy).rename({"kind": "action"})
    seats = seats_of(run, policy)
    found = rates_per_seat(run, rows, pl.col("n"), by=["action"], seats=seats)
    return _every_cell(found.with_columns(pl.col("action").cast(pl.String)), run.n_games * seats)


def _every_cell(found: pl.DataFrame, n: int, rounds: int = 0) -> pl.DataFrame:
    """All actions (and rounds), with zeros for what was never done: up to the rate that would leave a trace in n seats
    with 97.5 % (Poisson)."""
    grid = pl.DataFrame({"action": MAIN_ACTIONS + FREE_ACTIONS}).with_columns(main=pl.col("action").is_in(MAIN_ACTIONS))
    keys = ["action"]
    if rounds:
        grid, keys = grid.join(pl.DataFrame({"round": range(1, rounds + 1)}), how="cross"), ["action", "round"]
    zeros = {
        "estimate": 0.0,
        "low": 0.0,
        "high": -math.log(0.025) / n,
        "se": 0.0,
        "n": float(n),
        "kind": "observational",
    }
    full = grid.join(found, on=keys, how="left", maintain_order="left")
    return full.with_columns(pl.col(name).fill_null(value) for name, value in zeros.items())
