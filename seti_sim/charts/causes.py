"""Charts of what results are due to, and of what mends a metric."""

from __future__ import annotations

import polars as pl

from seti_sim.charts.figures import chart
from seti_sim.charts.rows import BOTH, VALUE, Panel, lay_rows
from seti_sim.charts.studies import SHARE
from seti_sim.charts.style import MARKS
from seti_sim.core.amounts import form_of, number, percent, pp, rounded
from seti_sim.core.language import tr


@chart
def luck(shares: pl.DataFrame):
    """Shares of the variance by what they are due to, with intervals: a panel for who wins and one for the points.

    `shares` is that frame of a study of `luck`; the greatest part of who wins on top.
    """
    titles = {"win_share": tr("who wins"), "score": "points"}
    rows = shares.filter(pl.col("estimate").is_finite()).with_columns(label="component")
    outcomes = [name for name in titles if name in shares["outcome"]]
    order = rows.filter(pl.col("outcome") == outcomes[0]).sort("estimate", "label", descending=[True, False]).select("label")
    panels = [
        Panel(rows.filter(pl.col("outcome") == outcome), form=percent, tell=VALUE, title=titles[outcome], bars=("",))
        for outcome in outcomes
    ]
    words = tr("share of the variance; n = {n} deals", n=rounded(shares["n"].to_numpy().max()))
    return lay_rows(
        panels, order=pl.concat([order, rows.select("label").unique().sort("label")]).unique(maintain_order=True), words=words
    )


@chart
def fix(candidates: pl.DataFrame, fresh: pl.DataFrame, value: float, within: float):
    """What was tried, by its distance from the target, and the metric on fresh games as it was and fixed, target shaded.

    `candidates` and `fresh` are these frames of a study of `cheapest_fix`; at most 12 candidates, the nearest ones. Filled:
    near enough to the target.
    """
    unit = fresh["unit"][0]
    words = tr("percentage points") if unit == SHARE else unit
    nothing, form = pl.lit(None, pl.Float64), pp if unit == SHARE else number
    shown = candidates.sort("distance", "changes").head(12)
    cut_short = pl.when(pl.col("changes").str.len_chars() > 60).then(pl.format("{}…", pl.col("changes").str.slice(0, 58)))
    tried = shown.select(
        row="changes", label=cut_short.otherwise("changes"), estimate="distance", low=nothing, high=nothing, filled="reached",
    )  # fmt: skip
    named = pl.col("metric").str.replace("win_share@seat=", "seat ", literal=True)
    games = fresh.sort("metric").with_columns(row="metric", label=named, group="rules")
    panels = [
        Panel(tried, tr("distance from the target, {words}; what is wanted dashed", words=words), form, VALUE, line=within, zero=True),
        Panel(games, tr("on fresh games, the target shaded; n = {n} games each", n=rounded(fresh['n'].to_numpy().max())), form_of(unit), BOTH,
              shade=(value - within, value + within)),
    ]  # fmt: skip
    return lay_rows(panels, beside=False, marks={"": MARKS[0], "as it is": MARKS[1], "fixed": MARKS[0]})
