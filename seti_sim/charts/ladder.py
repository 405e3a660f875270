"""Chart of a ladder."""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.charts.figures import chart, figure
from seti_sim.charts.style import SOFT, TEXT, bare, beside, dots, room_right


@chart
def ladder(players: pl.DataFrame):
    """Ratings with their intervals, the weakest player below: frame with name, estimate, low, high and score."""
    frame = players.sort("estimate")
    fig = figure(0.8 + 0.4 * frame.height)
    axes = bare(fig.add_subplot())
    heights = np.arange(frame.height)
    dots(axes, heights, frame)
    axes.set_yticks(heights, frame["name"].to_list())
    axes.set_ylim(-0.6, frame.height - 0.4)
    axes.set_xlabel("rating: 100 more wins about 64 % of two-player games", fontsize=TEXT, color=SOFT)
    room_right(axes, [
        beside(axes, high, height, f"{score:.0f} points a seat")
        for height, (high, score) in zip(heights, frame.select("high", "score").iter_rows())
    ])
    return fig
