"""Which planets and moons are reached, when, and by whom? Descriptions, all `observational`."""

from __future__ import annotations

import polars as pl

from seti_sim.seti.rules.opcodes import PLANETS
from seti_sim.stats.grouped import means, of_policy, rates_per_seat, seats_of

_KEYS = ["craft", "body"]


def by_body(run, policy: str | None = None) -> pl.DataFrame:
    """Orbiters and landers at each planet and moon: frame `craft, body, measure, estimate, low, high, n, kind, se`.

    `reached`: share of seats that put one there (n = seats of all games, those without 'Oumuamua included). Over
    these seats (n): `round`, the mean round of their first one; `first`, the share that were first to orbit, or covered
    a space for first landers (planets only); `win_share` and `score`.
    """
    rows = _once_a_seat(run, policy)
    reached = rates_per_seat(run, rows, pl.lit(1), by=_KEYS, seats=seats_of(run, policy), share=True)
    reached = reached.with_columns(measure=pl.lit("reached"))
    measures = {name: pl.col(name) for name in ("round", "first", "win_share", "score")}
    found = means(run, rows, measures, by=_KEYS, shares=["first", "win_share"])
    found = found.filter((pl.col("measure") != "first") | pl.col("body").cast(pl.String).is_in(PLANETS))
    return pl.concat([reached.select(found.columns), found]).sort(_KEYS, maintain_order=True)


def by_round(run, policy: str | None = None) -> pl.DataFrame:
    """Seats by the round of their first orbiter or lander there: `craft, body, round, measure, estimate, …`; n = seats.

    Measures are `win_share` and `score`.
    """
    measures = {"win_share": pl.col("win_share"), "score": pl.col("score")}
    return means(run, _once_a_seat(run, policy), measures, by=[*_KEYS, "round"], shares=["win_share"])


def _once_a_seat(run, policy) -> pl.LazyFrame:
    """A row for each seat, body and kind of craft: of its first one there, and whether any was `first`."""
    value = [pl.col(name).first() for name in ("win_share", "score")]
    rows = of_policy(run.craft, policy).group_by("game_id", "seat", *_KEYS)
    return rows.agg(pl.col("round").min(), pl.col("first").any(), *value)
