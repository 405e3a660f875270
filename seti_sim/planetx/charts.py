"""Charts of The Search for Planet X, drawn like those of `seti_sim.charts`."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from seti_sim.charts.figures import chart, figure
from seti_sim.charts.style import ACCENT, INK, PALE, SOFT, TEXT, above, bare, dots


@chart
def measures(labels: list[str], panels: list[tuple[str, pl.DataFrame, float, str]], fair: float | None = None):
    """A panel a measure, a row a label, each estimate a dot with its interval; the first label on top.

    panels: (title, frame with `estimate, low, high` in the order of the labels, factor, how numbers are written).
    fair: where a dashed line stands in the first panel, in units of its frame.
    """
    heights = np.arange(len(labels))[::-1]
    fig = figure(0.9 + 0.36 * max(len(labels), 2))
    all_axes = fig.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for i, (axes, (title, frame, scale, form)) in enumerate(zip(all_axes, panels, strict=True)):
        bare(axes)
        dots(axes, heights, frame, scale=scale)
        for height, value in zip(heights, frame["estimate"], strict=True):
            if np.isfinite(value):
                above(axes, scale * value, height, form.format(scale * value), offset=(0, 6), fontsize=TEXT - 2)
        ends = scale * np.concatenate([frame[name].to_numpy() for name in ("low", "high", "estimate")])
        ends = ends[np.isfinite(ends)]
        if fair is not None and i == 0:
            axes.axvline(scale * fair, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2)
            ends = np.append(ends, scale * fair)
        if len(ends):
            pad = max(0.12 * (ends.max() - ends.min()), 1e-6 + 0.02 * abs(ends).max())
            axes.set_xlim(ends.min() - pad, ends.max() + pad)
        axes.xaxis.set_major_locator(MaxNLocator(4))
        axes.set_xlabel(title, fontsize=TEXT, color=SOFT)
    all_axes[0].set_yticks(heights, labels)
    all_axes[0].set_ylim(-0.6, len(labels) - 0.2)
    return fig


@chart
def times(counts: pl.DataFrame, quantiles: pl.DataFrame):
    """How often a game's finder begins its locate at each time; the middle half of the games is dark, the median named.

    Frames as of `analysis.end_times`.
    """
    time, share = counts["end_time"].to_numpy().astype(int), 100 * counts["count"].to_numpy() / counts["count"].sum()
    at = {row["quantile"]: row["estimate"] for row in quantiles.iter_rows(named=True)}
    fig = figure(2.5)
    axes = bare(fig.add_subplot(), grid=False)
    inks = [ACCENT if at[0.25] <= t <= at[0.75] else PALE for t in time]
    axes.bar(time, share, width=0.86, color=inks)
    above(axes, at[0.5], float(share.max()), f"median {at[0.5]:.0f}", offset=(0, 4), color=INK)
    axes.set_ylim(0, share.max() * 1.15)
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axes.set_xlabel(
        "time at which the finder's locate begins, in sectors from the start; height: share of games",
        fontsize=TEXT,
        color=SOFT,
    )
    return fig
