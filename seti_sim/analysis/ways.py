"""Is there one way to win? Seats by the source of points in which they stand out, and who wins."""

from __future__ import annotations

import polars as pl

from seti_sim.stats.grouped import collect, means


def by_way(run, policy: str | None = None) -> pl.DataFrame:
    """Ways to win: frame `way, measure, estimate, low, high, n, kind, se`, the commonest among winners first.

    The way of a seat is the source from which it has most points beyond the mean of all seats of its policy; of equal ones the
    first. `won`: share of the wins that seats of this way have (n = wins), `taken`: share of
    the seats (n = seats), `win_share`: of the seats of this way (n = those). Sources in which no seat
    stands out are left out. All `observational`: a source that varies much is often the one in which a winner stands out.
    """
    sources = list(run.kind.points)
    seats = run.seats.filter(pl.col("policy").cast(pl.String).is_in(run.config["seats"]))
    seats = seats if policy is None else seats.filter(pl.col("policy") == policy)
    points = {source: pl.col(f"points_{source}").cast(pl.Float64) for source in sources}
    centres = collect(
        seats.group_by(pl.col("policy").cast(pl.String)).agg(**{name: value.mean() for name, value in points.items()})
    )
    centre = {name: dict(zip(centres["policy"], centres[name])) for name in sources}
    mean = lambda name: pl.col("policy").cast(pl.String).replace_strict(centre[name], return_dtype=pl.Float64)  # noqa: E731
    beyond = pl.concat_list([value - mean(name) for name, value in points.items()])
    way = beyond.list.arg_max().replace_strict(dict(enumerate(sources)), return_dtype=pl.Enum(sources))
    rows = seats.with_columns(way=way)
    every = {name: pl.col("way") == name for name in sources}
    share = pl.col("win_share").cast(pl.Float64)
    won = means(run, rows, every, weight=share, shares=sources).rename({"measure": "way"})
    taken = means(run, rows, every, shares=sources).rename({"measure": "way"})
    wins = means(run, rows, {"win_share": share}, by=["way"], shares=["win_share"])
    columns = ["way", "measure", *won.columns[1:]]
    frames = [
        won.with_columns(measure=pl.lit("won")).select(columns),
        taken.with_columns(measure=pl.lit("taken")).select(columns),
        wins.with_columns(pl.col("way").cast(pl.String)).select(columns),
    ]
    order = won.sort("estimate", "way", descending=[True, False])["way"].to_list()
    there = set(taken.filter(pl.col("estimate") > 0)["way"])
    whole = pl.concat(frames).filter(pl.col("way").is_in(there))
    place = {name: i for i, name in enumerate(order)}
    return whole.sort(pl.col("way").replace_strict(place, return_dtype=pl.Int64), maintain_order=True)
