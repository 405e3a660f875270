"""Where do points come from?"""

from __future__ import annotations

import polars as pl

from seti_sim.stats.grouped import means, of_policy


def by_source(run, group: str | None = None, policy: str | None = None) -> pl.DataFrame:
    """Mean points of a seat from each source: frame `[group,] source, estimate, low, high, n, kind, se`.

    `group` is None (all seats together), "seat", "policy" or "winner". With "winner" the groups are `winners`
    (seats weighted by their win share) and `others` (by what is missing to 1): a description of who won, not of
    what wins. n = seats (sum of weights). Intervals are clustered by game.
    """
    rows = of_policy(run.seats, policy)
    measures = {source: pl.col(f"points_{source}") for source in run.kind.points}
    if group == "winner":
        share = pl.col("win_share").cast(pl.Float64)
        won = means(run, rows, measures, weight=share, signed=measures).with_columns(winner=pl.lit("winners"))
        lost = means(run, rows, measures, weight=1 - share, signed=measures).with_columns(winner=pl.lit("others"))
        found = pl.concat([won, lost]).select("winner", pl.all().exclude("winner"))
    else:
        found = means(run, rows, measures, by=[group] if group else [], signed=measures)
    return found.rename({"measure": "source"})
