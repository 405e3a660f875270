"""Charts of what species do to a game."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from seti_sim.charts.figures import chart, figure
from seti_sim.charts.style import ACCENT, INK, PALE, SOFT, TEXT, bare, dots, percent

PANELS = {
    "score": ("mean score", 1, "{:.1f}"),
    "best_score": ("winning score", 1, "{:.1f}"),
    "turns": ("turns of a game", 1, "{:.1f}"),
    "share": ("% from species", 100, "{:.1f}"),
}
"""Measures of `species.by_species` and `by_pair` that are drawn: title, factor, how their numbers are written."""

_SHAPES = "osD^"  # seats 1 to 4, told apart in grey


@chart
def species_measures(frame: pl.DataFrame, names: dict | None = None):
    """A panel a measure, a row a species or pair, with intervals; rows in the order of the mean score, best on top.

    `frame` is `species.by_species` or `species.by_pair`; `names` are what to write for its species or pairs.
    """
    key = frame.columns[0]
    frame = frame.with_columns(pl.col(key).cast(pl.String))
    order = frame.filter(pl.col("measure") == "score").sort("estimate")[key].to_list()
    heights = np.arange(len(order))
    fig = figure(0.9 + 0.34 * len(order))
    panels = fig.subplots(1, len(PANELS), sharey=True, squeeze=False)[0]
    for axes, (measure, (title, scale, form)) in zip(panels, PANELS.items(), strict=True):
        bare(axes)
        rows = frame.filter(pl.col("measure") == measure)
        rows = pl.concat([rows.filter(pl.col(key) == name) for name in order])
        dots(axes, heights, rows, scale=scale)
        for height, value in zip(heights, rows["estimate"], strict=True):
            axes.annotate(
                form.format(scale * value), (scale * value, height), xytext=(0, 6), textcoords="offset points",
                ha="center", va="bottom", fontsize=TEXT - 2, color=INK,
            )  # fmt: skip
        ends = scale * np.concatenate([rows[name].to_numpy() for name in ("low", "high", "estimate")])
        low, high = np.nanmin(ends), np.nanmax(ends)
        pad = max(0.12 * (high - low), 0.5)
        axes.set_xlim(low - pad, high + pad)
        axes.xaxis.set_major_locator(MaxNLocator(3))
        axes.set_xlabel(title, fontsize=TEXT, color=SOFT)
    panels[0].set_yticks(heights, [(names or {}).get(name, name) for name in order])
    panels[0].set_ylim(-0.6, len(order) - 0.2)
    return fig


@chart
def species_seats(frame: pl.DataFrame, names: dict | None = None):
    """Win share of each seat with each pair of species, with intervals; the fair share as a line.

    `frame` is `species.seats_by_pair`.
    """
    pairs = frame["pair"].unique().sort(descending=True).to_list()
    seats = frame["seat"].unique().sort().to_list()
    fig = figure(1.0 + 0.16 * len(pairs) * len(seats))
    axes = bare(fig.add_subplot())
    step = 0.8 / len(seats)
    for i, seat in enumerate(seats):
        rows = frame.filter(pl.col("seat") == seat).sort("pair", descending=True)
        heights = np.arange(len(pairs)) + step * ((len(seats) - 1) / 2 - i)
        ink = ACCENT if i % 2 == 0 else INK
        low, high, estimate = (100 * rows[name].to_numpy() for name in ("low", "high", "estimate"))
        axes.hlines(heights, low, high, colors=ink, linewidth=1.6, zorder=3)
        axes.scatter(
            estimate, heights, s=26, marker=_SHAPES[i], edgecolors=ink, facecolors=ink if i < 2 else "white", zorder=4,
            label=f"seat {seat}",
        )  # fmt: skip
    for edge in np.arange(len(pairs) - 1) + 0.5:
        axes.axhline(edge, color=PALE, linewidth=0.6)
    axes.axvline(100 / len(seats), color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2)
    axes.set_yticks(np.arange(len(pairs)), [(names or {}).get(pair, pair) for pair in pairs])
    axes.set_ylim(-0.6, len(pairs) - 0.4)
    axes.set_xlabel(f"win share in %; the dashed line is the fair share, {percent(1 / len(seats))}", fontsize=TEXT, color=SOFT)
    fig.legend(loc="outside upper left", ncols=len(seats), frameon=False, fontsize=TEXT, handletextpad=0.3)
    return fig


@chart
def species_leaders(most: pl.DataFrame, gain: pl.DataFrame, players: int, names: dict | None = None):
    """Left: win share of seats with the most traces. Right: the discoverer's lead over the others. A row a species.

    `most` is `species.most_traces`, `gain` is `species.discoverer_gain`.
    """
    order = most.sort("estimate")["species"].cast(pl.String).to_list()
    heights = np.arange(len(order))
    fig = figure(0.9 + 0.4 * len(order))
    left, right = fig.subplots(1, 2, sharey=True)
    lead = gain.filter(pl.col("measure") == "lead")
    for axes, frame, scale, form, line, title in (
        (left, most, 100, "{:.1f} %", 100 / players, "win share of who has most traces, in %"),
        (right, lead, 1, "{:+.1f}", 0, "discoverer's score above the others' mean"),
    ):
        bare(axes)
        frame = frame.with_columns(pl.col("species").cast(pl.String))
        rows = pl.concat([frame.filter(pl.col("species") == name) for name in order])
        at = [order.index(name) for name in rows["species"]]
        dots(axes, np.array(at), rows, scale=scale)
        for height, value in zip(at, rows["estimate"], strict=True):
            axes.annotate(
                form.format(scale * value), (scale * value, height), xytext=(0, 6), textcoords="offset points",
                ha="center", va="bottom", fontsize=TEXT - 1, color=INK,
            )  # fmt: skip
        axes.axvline(line, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2)
        axes.margins(x=0.12)
        axes.set_xlabel(title, fontsize=TEXT, color=SOFT)
    left.set_yticks(heights, [(names or {}).get(name, name) for name in order])
    left.set_ylim(-0.6, len(order) - 0.3)
    return fig
