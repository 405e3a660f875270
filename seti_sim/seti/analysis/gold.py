"""Which gold tiles are marked, and what do they bring?"""

from __future__ import annotations

import polars as pl

from seti_sim.stats.grouped import collect, means, of_policy, rates_per_seat, seats_of


def by_side(run, policy: str | None = None) -> pl.DataFrame:
    """Each side of each gold tile: frame `tile, side, measure, estimate, low, high, n, kind, se`.

    `marked`: share of seats that marked it (n = seats of the games in which that side lies up). Over the marks (n):
    `points`, `round`, the mean round, and `win_share` of who marked. `observational`.
    """
    rows = of_policy(run.gold, policy)
    marked = rates_per_seat(
        run, rows, pl.lit(1), by=["tile", "side"], seats=seats_of(run, policy), share=True, games=_games_with(run)
    )
    marked = marked.with_columns(measure=pl.lit("marked"))
    measures = {"points": pl.col("points"), "round": pl.col("round"), "win_share": pl.col("win_share")}
    found = means(run, rows, measures, by=["tile", "side"], shares=["win_share"])
    return pl.concat([marked.select(found.columns), found]).sort("tile", "side", maintain_order=True)


def _games_with(run) -> pl.DataFrame:
    """In how many games each side of each tile lies up: frame `tile, side, games`."""
    tiles, sides = (run.gold.collect_schema()[name] for name in ("tile", "side"))
    counts = collect(run.games.group_by("gold_sides").agg(games=pl.len()))
    found = []
    for i, tile in enumerate(tiles.categories):
        part = counts.group_by(side=pl.col("gold_sides").str.slice(i, 1)).agg(pl.col("games").sum())
        found.append(part.select(tile=pl.lit(tile).cast(tiles), side=pl.col("side").cast(sides), games=pl.col("games")))
    return pl.concat(found)


def by_place(run, policy: str | None = None) -> pl.DataFrame:
    """Points of a mark by tile, side and place (1 first, 2 second, 3 later): `tile, side, place, estimate, …`."""
    rows = of_policy(run.gold, policy)
    return means(run, rows, {"points": pl.col("points")}, by=["tile", "side", "place"]).drop("measure")


def by_milestone(run, policy: str | None = None) -> pl.DataFrame:
    """Share of seats that reach each milestone, and the round: `milestone, measure, estimate, …`.

    `reached`: n = seats of all games; `round`: mean round over those that did.
    """
    rows = of_policy(run.gold, policy)
    reached = rates_per_seat(run, rows, pl.lit(1), by=["milestone"], seats=seats_of(run, policy), share=True)
    reached = reached.with_columns(measure=pl.lit("reached"))
    when = means(run, rows, {"round": pl.col("round")}, by=["milestone"])
    return pl.concat([reached.select(when.columns), when]).sort("milestone", maintain_order=True)
