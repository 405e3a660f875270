"""Do players agree? The same effects, estimated from games of several players, set side by side.

An effect is a difference that is 0 where there is none: of a seat's win share from equal, of a card from the others of its
deck, of games with a species from those without.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl

from seti_sim.stats import estimates
from seti_sim.stats.correlation import rank_correlation, true_moments
from seti_sim.stats.tails import chi2_sf, norm_sf

FLAG = 0.05
VERDICTS = ("holds", "holds in part", "changes", "turns round", "no effect seen")
"""holds: every player shows the effect, with the same sign, and sizes differ by no more than chance. holds in part: the same, but
some players show none. changes: the sizes differ. turns round: one player shows it, another the opposite."""


def verdicts(tables: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """What becomes of each effect from player to player.

    tables: by player, frames `item, estimate, se` of independent runs; items that all of them have are compared. Frame
    `item`, the estimate of each player under its name and its standard error under `NAME_se`, `q` (that sizes differ: Cochran's Q over the players, Benjamini-Hochberg
    over the items), `verdict`, one of `VERDICTS`. An effect is shown where its q over all items and players is below 5 %.
    """
    names = list(tables)
    both = _common(tables)
    x = both.select(pl.col(f"{name}_estimate") for name in names).to_numpy().reshape(-1, len(names))
    se = both.select(pl.col(f"{name}_se") for name in names).to_numpy().reshape(-1, len(names))
    with np.errstate(divide="ignore", invalid="ignore"):
        alone = 2 * norm_sf(np.abs(x / se))
        weight = 1 / se**2
        mean = (weight * x).sum(1) / weight.sum(1)
        spread = (weight * (x - mean[:, None]) ** 2).sum(1)
    shown = estimates.benjamini_hochberg(alone.ravel()).reshape(x.shape) < FLAG
    q = estimates.benjamini_hochberg(chi2_sf(spread, len(names) - 1)) if len(names) > 1 else np.full(len(x), np.nan)
    up, down = (shown & (x > 0)).any(1), (shown & (x < 0)).any(1)
    verdict = np.select(
        [up & down, q < FLAG, ~up & ~down, shown.all(1)], [VERDICTS[3], VERDICTS[2], VERDICTS[4], VERDICTS[0]], VERDICTS[1]
    )
    found = both.rename({f"{name}_estimate": name for name in names})
    return found.with_columns(q=pl.Series(q, dtype=pl.Float64), verdict=pl.Series(verdict, dtype=pl.String))


def correlations(tables: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """How alike the players rank the items: a row for each pair of players.

    tables: as in `verdicts`. Frame `one, other, n` (items), `estimate, low, high`: Spearman's rank correlation with the interval
    of Bonett and Wright (2000), items as the unit; `reliability_one, reliability_other`: the share of the estimates' variance
    that is no noise, which a correlation cannot go beyond the root of; `true_correlation`: Pearson's of the true effects, noise taken
    out (Spearman 1904), NaN where one table is nothing but noise. NaN with fewer than five items.
    """
    rows = []
    for one, other in combinations(tables, 2):
        both = _common({name: tables[name] for name in (one, other)})
        n = both.height
        x, y = (both[f"{name}_estimate"].to_numpy() for name in (one, other))
        row = {"one": one, "other": other, "n": n}
        if n < 5:
            nothing = ("estimate", "low", "high", "reliability_one", "reliability_other", "true_correlation")
            rows.append(row | dict.fromkeys(nothing, float("nan")))
            continue
        rank = rank_correlation(x, y)
        true = true_moments(x, y, both[f"{one}_se"], both[f"{other}_se"])
        part = [max(variance, 0.0) / (max(variance, 0.0) + noise) for variance, noise in zip((true.x, true.y), true.noise)]
        rows.append(row | {
            "estimate": rank.estimate, "low": rank.low, "high": rank.high, "reliability_one": part[0], "reliability_other": part[1],
            "true_correlation": true.correlation,
        })  # fmt: skip
    return pl.DataFrame(rows)


def _common(tables: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """The items that all tables know: `item`, and `NAME_estimate, NAME_se` for each."""
    found: pl.DataFrame | None = None
    for name, table in tables.items():
        part = table.select("item", pl.col("estimate").alias(f"{name}_estimate"), pl.col("se").alias(f"{name}_se"))
        part = part.drop_nulls().drop_nans().filter(pl.col(f"{name}_se") > 0)
        found = part if found is None else found.join(part, on="item", how="inner", maintain_order="left")
    return pl.DataFrame({"item": []}) if found is None else found
