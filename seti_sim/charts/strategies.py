"""The chart of ways to play against each other."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import FuncFormatter, MaxNLocator

from seti_sim.charts.figures import chart, figure, is_narrow, lines, width
from seti_sim.charts.style import ACCENT, INK, PALE, SMALL, SOFT, TEXT, bare, fair_share
from seti_sim.core.amounts import rounded
from seti_sim.core.language import digits, tr

_GREYS = LinearSegmentedColormap.from_list("greys", ["#ffffff", "#9fb6c6"])


@chart
def strategy_matrix(duels: pl.DataFrame, mix: pl.DataFrame | None = None, fair: float = 0.5):
    """Win share of the way of a row against that of a column, surely above or below `fair` in bold, and the mix beside.

    `duels` and `mix` are these frames of a study of `strategies`; with its frame `alone`, no mix and `fair` = 1/players the
    row is alone among players of the column's way.
    """
    ways = duels["way"].unique(maintain_order=True).to_list()
    m, labels = len(ways), [_short(way) for way in ways]
    if mix is None:
        fig = figure(0.9 + 0.5 * m)
        axes, bars = fig.subplots(), None
    elif is_narrow():
        fig = figure(1.5 + 0.8 * m)
        axes, bars = fig.subplots(2, 1, height_ratios=[5, 3])
    else:
        fig = figure(0.9 + 0.5 * m)
        axes, bars = fig.subplots(1, 2, width_ratios=[m, 1.6])
    shades = np.full((m, m), np.nan)
    for row in duels.iter_rows(named=True):
        i, k = ways.index(row["way"]), ways.index(row["other"])
        shades[i, k] = row["estimate"]
        sure = row["low"] > fair or row["high"] < fair
        axes.text(k, i, f"{100 * row['estimate']:.1f}", ha="center", va="bottom", fontsize=TEXT, color=INK,
                  fontweight="bold" if sure else "normal")  # fmt: skip
        axes.text(k, i + 0.06, tr("{low} to {high}", low=digits(f"{100 * row['low']:.0f}"), high=digits(f"{100 * row['high']:.0f}")), ha="center", va="top",
                  fontsize=SMALL, color=SOFT)  # fmt: skip
    axes.imshow(shades, cmap=_GREYS, vmin=0, vmax=2 * fair, aspect="auto")
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_xticks(range(m), labels)
    axes.set_yticks(range(m), labels)
    axes.tick_params(length=0, labelsize=TEXT - 1, labelcolor=INK)
    words = tr(
        "win share of the row in per cent, {fair_share}; n = {n} games",
        fair_share=fair_share(round(1 / fair)),
        n=rounded(duels["n"].to_numpy().max()),
    )
    axes.set_xlabel(lines(words, width() - 1.4 if bars is None or is_narrow() else 0.6 * width()), fontsize=TEXT, color=SOFT)
    if bars is not None and mix is not None:
        bare(bars)
        at = [ways.index(way) for way in mix["way"]]
        bars.barh(at, 100 * mix["weight"], color=PALE, height=0.55, zorder=2)
        bars.hlines(at, 100 * mix["low"], 100 * mix["high"], color=ACCENT, linewidth=2.2, zorder=3)
        bars.set_ylim(m - 0.5, -0.5)
        bars.set_xlim(0, 100)
        bars.set_yticks(range(m), labels if is_narrow() else [""] * m)
        bars.tick_params(axis="y", labelsize=TEXT - 1)
        bars.xaxis.set_major_locator(MaxNLocator(3))
        bars.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}\u00a0%"))
        bars.set_xlabel(tr("share in the mix"), fontsize=TEXT, color=SOFT)
    return fig


def _short(way: str, most: int = 14) -> str:
    return way if len(way) <= most else way.replace("[", "\n[")
