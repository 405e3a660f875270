"""Charts of who wins and where points come from."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from seti_sim.charts.style import ACCENT, FAINT, INK, PALE, SOFT, TEXT, bare, beside, dots, figure, percent
from seti_sim.tables.schema import SOURCE_WORDS


def seat_win_share(by_seat: pl.DataFrame, names: dict | None = None):
    """Win share of each seat with its interval, and the fair share as a line.

    `by_seat` is `seats.by_seat`, or any frame with `seat, estimate, low, high` (rows of `measure` win_share are
    taken where there is such a column). `names` renames seats.
    """
    frame = by_seat.filter(pl.col("measure") == "win_share") if "measure" in by_seat.columns else by_seat
    frame = frame.sort("seat", descending=True)
    fair = 1 / frame.height
    fig = figure(0.75 + 0.42 * frame.height)
    axes = bare(fig.add_subplot())
    heights = np.arange(frame.height)
    dots(axes, heights, frame, scale=100)
    axes.set_yticks(heights, [(names or {}).get(seat, f"Seat {seat}") for seat in frame["seat"]])
    axes.set_ylim(-0.6, frame.height - 0.1)
    axes.axvline(100 * fair, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2)
    axes.annotate(
        f"fair share {percent(fair, 0 if 100 % frame.height == 0 else 1)}", (100 * fair, 1), xycoords=("data", "axes fraction"),
        xytext=(0, 3), textcoords="offset points", ha="center", va="bottom", fontsize=TEXT - 1, color=SOFT, annotation_clip=False,
    )  # fmt: skip
    ends = np.concatenate([frame["low"].to_numpy(), frame["high"].to_numpy()])
    reach = max(100 * float(np.nanmax(np.abs(np.r_[ends, frame["estimate"].to_numpy()] - fair))) * 1.1, 2.0)
    axes.set_xlim(max(100 * fair - reach, -1), 100 * fair + 1.45 * reach)  # a column of figures at the right
    ticks = MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(max(100 * fair - reach, 0), 100 * fair + reach)
    low_end = axes.get_xlim()[0]
    ticks = [t for t in ticks if low_end <= t <= min(100 * fair + reach, 100)]
    axes.set_xticks(ticks, [f"{t:g}\u00a0%" for t in ticks])
    axes.set_xlabel("win share", fontsize=TEXT, color=SOFT)
    for height, (estimate, low, high) in zip(heights, frame.select("estimate", "low", "high").iter_rows()):
        text = f"{percent(estimate)}  ({100 * low:.1f} to {100 * high:.1f})" if np.isfinite(low) else percent(estimate)
        axes.annotate(text, (1, height), xycoords=("axes fraction", "data"), ha="right", va="center", fontsize=TEXT - 1, color=INK)
    return fig


def score_by_seat(counts: pl.DataFrame, quantiles: pl.DataFrame):
    """How scores spread, one strip a seat: share of games by score, the middle half shaded, the median named.

    `counts` is `seats.score_counts`, `quantiles` is `seats.score_quantiles` with 0.25, 0.5 and 0.75 among them.
    """
    seats = counts["seat"].unique().sort().to_list()
    low, high = int(counts["score"].min()), int(counts["score"].max())
    # Strips end where a tenth of a per cent of the seats is left, so that one wild game does not squeeze the rest.
    ordered = counts.group_by("score").agg(pl.col("count").sum()).sort("score")
    below = ordered["count"].cum_sum() / ordered["count"].sum()
    start = int(ordered["score"][int((below < 0.001).sum())])
    end = int(ordered["score"][int((below < 0.999).sum())])
    start, end = max(low, start - 5), min(high, end + 5)
    bins = _bins(start, end)
    fig = figure(0.55 + 0.85 * len(seats))
    all_axes = fig.subplots(len(seats), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    top = 0.0
    for axes, seat in zip(all_axes, seats):
        bare(axes, x=seat == seats[-1], grid=False)
        rows = counts.filter(pl.col("seat") == seat)
        share, _ = np.histogram(rows["score"], bins, weights=rows["count"])
        share = share / rows["count"].sum()
        top = max(top, share.max())
        q = {round(k, 3): v for k, v in quantiles.filter(pl.col("seat") == seat).select("quantile", "score").iter_rows()}
        edges, heights = np.repeat(bins, 2)[1:-1], np.repeat(share, 2)
        axes.fill_between(edges, 0, heights, color=FAINT, linewidth=0)
        axes.fill_between(np.clip(edges, q[0.25] - 0.5, q[0.75] + 0.5), 0, heights, color=PALE, linewidth=0)
        axes.plot(np.r_[bins[0], edges, bins[-1]], np.r_[0, heights, 0], color=SOFT, linewidth=1)
        axes.vlines(q[0.5], 0, share[min(np.searchsorted(bins, q[0.5]) - 1, len(share) - 1)], color=ACCENT, linewidth=2.2)
        axes.set_yticks([])
        axes.set_ylabel(f"Seat {seat}", rotation=0, ha="right", va="center", fontsize=TEXT, color=INK)
        axes.annotate(
            f"median {q[0.5]}\nmiddle half {q[0.25]} to {q[0.75]}", (1, 0.95), xycoords="axes fraction", ha="right", va="top", fontsize=TEXT - 1, color=INK
        )
    all_axes[0].set_ylim(0, top * 1.08)
    # Room for the words at the right of every strip.
    all_axes[0].set_xlim(bins[0], bins[-1] + 0.17 * (bins[-1] - bins[0]))
    all_axes[-1].set_xlabel("final score", fontsize=TEXT, color=SOFT)
    return fig


def _bins(start: int, end: int) -> np.ndarray:
    """About forty bins of a whole number of points."""
    width = next((w for w in (1, 2, 3, 4, 5, 10, 20, 50) if (end - start) / w <= 45), 100)
    first = start - start % width
    return np.arange(first, end + width + 1, width) - 0.5


_SHADES = ("#12507b", "#a9c4d6", "#4f86ab", "#d9e4ec")  # neighbours differ in grey, too


def points_by_source(groups: dict[str, pl.DataFrame], smallest: float = 0.02):
    """Points by source, stacked, one bar a group; groups map a label to a frame with `source, estimate`.

    Sources are sorted by the first group; those below `smallest` of its total are drawn together as "rest".
    """
    first = next(iter(groups.values()))
    mean = dict(first.select("source", "estimate").iter_rows())
    total = sum(mean.values())
    named = [s for s in sorted(mean, key=mean.get, reverse=True) if mean[s] >= smallest * total]
    rest = [s for s in mean if s not in named]
    widest = 1.08 * max(sum(f["estimate"]) for f in groups.values())  # the length of the axis
    fig = figure(1.55 + 0.5 * len(groups))
    axes = bare(fig.add_subplot(), grid=False)
    heights = np.arange(len(groups))[::-1]
    ends = []
    for height, (label, frame) in zip(heights, groups.items()):
        value = dict(frame.select("source", "estimate").iter_rows())
        parts = [(s, value.get(s, 0.0)) for s in named]
        parts += [("rest", sum(value.get(s, 0.0) for s in rest))] if rest else []
        at = 0.0
        for i, (source, width) in enumerate(parts):
            shade = _SHADES[i % len(_SHADES)]
            axes.barh(height, width, left=at, height=0.66, color=shade, edgecolor="white", linewidth=1)
            if width >= 0.036 * widest:
                ink = "white" if i % len(_SHADES) in (0, 2) else INK
                axes.text(at + width / 2, height, f"{width:.1f}", ha="center", va="center", fontsize=TEXT - 1.5, color=ink)
            if height == heights[0]:
                ends.append((at, at + width, source))
            at += width
        beside(axes, at, height, f"{at:.1f}", fontweight="bold")
    axes.set_yticks(heights, list(groups))
    axes.set_ylim(-0.5, heights[0] + 0.5)
    axes.set_xlim(min(0.0, *(a for a, _, _ in ends)), widest)
    axes.set_xlabel("mean points of a seat", fontsize=TEXT, color=SOFT)
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    _slanted(axes, [((a + b) / 2, SOURCE_WORDS.get(s, s)) for a, b, s in ends], heights[0] + 0.33)
    return fig


def _slanted(axes, labels, base: float):
    """Names above a bar, slanted, pushed apart to at least a line's width, each with a thin leader to its segment."""
    low, high = axes.get_xlim()
    gap = (high - low) * 0.031
    at = []
    for x, _ in labels:
        at.append(max(x, at[-1] + gap) if at else x)
    for i in range(len(at) - 2, -1, -1):  # what was pushed far right pulls its neighbours left as well
        over = at[-1] - (high - gap)
        if over > 0:
            at[-1] = high - gap
        at[i] = min(at[i], at[i + 1] - gap)
    for (x, text), place in zip(labels, at):
        axes.annotate(
            text, (x, base), xytext=(place, base + 0.38), ha="left", va="bottom", rotation=38, rotation_mode="anchor", fontsize=TEXT - 1,
            color=INK, annotation_clip=False, arrowprops={"arrowstyle": "-", "color": PALE, "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0},
        )  # fmt: skip
