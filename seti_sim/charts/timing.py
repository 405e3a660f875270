"""Charts of what goes with winning by when it comes: a panel a round, a row a thing; and of openings."""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.charts.figures import chart, figure
from seti_sim.charts.style import CLEAR, INK, SOFT, TEXT, bare, beside, dots, percent, room_right


@chart
def win_share_by_round(frame: pl.DataFrame, key: str, fair: float):
    """Win share of those that had each thing, by round: dots with intervals, a column a round; a line at `fair`.

    `frame` has `key`, `round`, `estimate, low, high` (shares).
    """
    known = frame.filter(pl.col("low").is_finite()).with_columns(pl.col(key).cast(pl.String))
    things = known[key].unique(maintain_order=True).to_list()
    rounds = sorted(known["round"].unique().to_list())
    heights = {thing: len(things) - i for i, thing in enumerate(things)}
    fig = figure(0.9 + 0.24 * max(len(things), 1))
    panels = np.atleast_1d(fig.subplots(1, max(len(rounds), 1), sharex=True, sharey=True))
    for axes, round_ in zip(panels, rounds):
        bare(axes)
        part = known.filter(pl.col("round") == round_)
        axes.axvline(100 * fair, color=SOFT, linewidth=1.1, zorder=2)
        dots(axes, [heights[thing] for thing in part[key]], part, scale=100)
        axes.set_title(f"round {round_}", fontsize=TEXT, color=INK)
    panels[0].set_yticks(list(heights.values()), things)
    panels[0].set_ylim(0.3, len(things) + 0.7)
    fig.supxlabel("win share, in per cent; the line is the fair share", fontsize=TEXT, color=SOFT)
    return fig


@chart
def openings(frame: pl.DataFrame, fair: float):
    """Win share of each opening with its interval, and how common it is; `frame` is `analysis.timing.openings`."""
    won, share = (frame.filter(pl.col("measure") == name) for name in ("win_share", "share"))
    heights = np.arange(won.height, 0, -1)
    fig = figure(0.75 + 0.26 * max(won.height, 1))
    axes = bare(fig.add_subplot())
    axes.axvline(100 * fair, color=SOFT, linewidth=1.1, zorder=2)
    dots(axes, heights, won, scale=100)
    ends = np.where(won["high"].is_finite(), won["high"], won["estimate"]) * 100
    told = [beside(axes, x, y, f"{percent(s)} of seats", **CLEAR) for x, y, s in zip(ends, heights, share["estimate"])]
    axes.set_yticks(heights, won["opening"].to_list())
    axes.set_ylim(0.3, won.height + 0.7)
    axes.set_xlabel("win share, in per cent; the line is the fair share", fontsize=TEXT, color=SOFT)
    room_right(axes, told)
    return fig
