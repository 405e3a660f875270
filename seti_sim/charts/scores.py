"""Charts of who wins and where points come from."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from seti_sim.charts.figures import chart, figure
from seti_sim.charts.style import (
    ACCENT,
    CLEAR,
    FAINT,
    INK,
    PALE,
    SOFT,
    TEXT,
    above,
    bare,
    beside,
    dots,
    percent,
    reach,
    room_right,
)


@chart
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
    above(
        axes,
        100 * fair,
        1,
        f"fair share {percent(fair, 0 if 100 % frame.height == 0 else 1)}",
        xycoords=("data", "axes fraction"),
        offset=(0, 3),
        color=SOFT,
        annotation_clip=False,
    )
    ends = np.concatenate([frame["low"].to_numpy(), frame["high"].to_numpy()])
    room = max(100 * float(np.nanmax(np.abs(np.r_[ends, frame["estimate"].to_numpy()] - fair))) * 1.1, 2.0)
    axes.set_xlim(max(100 * fair - room, -1), 100 * fair + 1.45 * room)  # a column of figures at the right
    ticks = MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(max(100 * fair - room, 0), 100 * fair + room)
    low_end = axes.get_xlim()[0]
    ticks = [t for t in ticks if low_end <= t <= min(100 * fair + room, 100)]
    axes.set_xticks(ticks, [f"{t:g}\u00a0%" for t in ticks])
    axes.set_xlabel("win share", fontsize=TEXT, color=SOFT)
    for height, (estimate, low, high) in zip(heights, frame.select("estimate", "low", "high").iter_rows()):
        text = f"{percent(estimate)}  ({100 * low:.1f} to {100 * high:.1f})" if np.isfinite(low) else percent(estimate)
        axes.annotate(
            text, (1, height), xycoords=("axes fraction", "data"), ha="right", va="center", fontsize=TEXT - 1, color=INK
        )
    return fig


@chart
def scores(counts: pl.DataFrame, quantiles: pl.DataFrame):
    """How scores spread, one strip a seat or policy: share by score, the middle half shaded, the median named.

    `counts` is `seats.score_counts`, `quantiles` is `seats.score_quantiles` with 0.25, 0.5 and 0.75 among them.
    """
    by = counts.columns[0]
    groups = counts[by].unique().sort().to_list()
    low, high = int(counts["score"].min()), int(counts["score"].max())
    # Strips end where a tenth of a per cent of the seats is left, so that one wild game does not squeeze the rest.
    ordered = counts.group_by("score").agg(pl.col("count").sum()).sort("score")
    below = ordered["count"].cum_sum() / ordered["count"].sum()
    start = int(ordered["score"][int((below < 0.001).sum())])
    end = int(ordered["score"][int((below < 0.999).sum())])
    start, end = max(low, start - 5), min(high, end + 5)
    bins = _bins(start, end)
    fig = figure(0.55 + 0.85 * len(groups))
    all_axes = fig.subplots(len(groups), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    top = 0.0
    for axes, group in zip(all_axes, groups):
        bare(axes, x=group == groups[-1], grid=False)
        rows = counts.filter(pl.col(by) == group)
        share, _ = np.histogram(rows["score"], bins, weights=rows["count"])
        share = share / rows["count"].sum()
        top = max(top, share.max())
        q = {
            round(k, 3): int(v)
            for k, v in quantiles.filter(pl.col(by) == group).select("quantile", "estimate").iter_rows()
        }
        edges, heights = np.repeat(bins, 2)[1:-1], np.repeat(share, 2)
        axes.fill_between(edges, 0, heights, color=FAINT, linewidth=0)
        axes.fill_between(np.clip(edges, q[0.25] - 0.5, q[0.75] + 0.5), 0, heights, color=PALE, linewidth=0)
        axes.plot(np.r_[bins[0], edges, bins[-1]], np.r_[0, heights, 0], color=SOFT, linewidth=1)
        axes.vlines(
            q[0.5], 0, share[min(np.searchsorted(bins, q[0.5]) - 1, len(share) - 1)], color=ACCENT, linewidth=2.2
        )
        axes.set_yticks([])
        axes.set_ylabel(
            f"Seat {group}" if by == "seat" else str(group),
            rotation=0,
            ha="right",
            va="center",
            fontsize=TEXT,
            color=INK,
        )
        axes.annotate(
            f"median {q[0.5]}\nmiddle half {q[0.25]} to {q[0.75]}",
            (1, 0.95),
            xycoords="axes fraction",
            ha="right",
            va="top",
            fontsize=TEXT - 1,
            color=INK,
        )
    all_axes[0].set_ylim(0, top * 1.08)
    # Room for the words at the right of every strip.
    all_axes[0].set_xlim(bins[0], bins[-1] + 0.25 * (bins[-1] - bins[0]))
    all_axes[-1].set_xlabel("final score", fontsize=TEXT, color=SOFT)
    return fig


def _bins(start: int, end: int) -> np.ndarray:
    """About forty bins of a whole number of points."""
    width = next((w for w in (1, 2, 3, 4, 5, 10, 20, 50) if (end - start) / w <= 45), 100)
    first = start - start % width
    return np.arange(first, end + width + 1, width) - 0.5


_MARKERS = (
    (ACCENT, ACCENT, "o"),
    (INK, "white", "o"),
    ("#4f86ab", "#4f86ab", "s"),
    (INK, "white", "D"),
)  # edge, face, shape


@chart
def points_by_source(whole: pl.DataFrame, groups: dict[str, pl.DataFrame], words: dict[str, str]):
    """Points of a seat by source: a bar for all seats, a mark with its interval for each of up to four groups.

    `whole` is `points.by_source`, `groups` map a label to a frame with `source, estimate, low, high`. Sources without
    points are left out.
    """
    rows = whole.filter(pl.col("estimate") != 0).sort("estimate")
    at = {source: float(i) for i, source in enumerate(rows["source"])}
    fig = figure(0.95 + 0.33 * max(rows.height, 2))
    axes = bare(fig.add_subplot())
    axes.barh(list(at.values()), rows["estimate"], height=0.62, color=PALE, zorder=1, label="all seats")
    shift = 0.34 / max(len(groups), 1)
    for i, (label, frame) in enumerate(groups.items()):
        edge, face, shape = _MARKERS[i % len(_MARKERS)]
        part = frame.filter(pl.col("source").is_in(list(at)))
        heights = np.array([at[s] + shift * ((len(groups) - 1) / 2 - i) for s in part["source"]])
        axes.hlines(heights, part["low"], part["high"], color=edge, linewidth=1.4, zorder=3)
        axes.scatter(
            part["estimate"],
            heights,
            s=26,
            facecolors=face,
            edgecolors=edge,
            marker=shape,
            linewidths=1.2,
            zorder=4,
            label=label,
        )
    axes.set_yticks(
        list(at.values()),
        [f"{words.get(s, s)}   {value:.1f}" for s, value in rows.select("source", "estimate").iter_rows()],
    )
    axes.set_ylim(-0.6, max(rows.height, 2) - 0.4)
    axes.set_xlabel("mean points of a seat; the numbers at the left are those of all seats", fontsize=TEXT, color=SOFT)
    fig.legend(loc="outside upper left", ncols=len(groups) + 1, frameon=False, fontsize=TEXT, handletextpad=0.5)
    return fig


@chart
def odds(frame: pl.DataFrame, labels: list[str], breaks=()):
    """How many times as likely a win is, with intervals, on an axis of powers: a row a line of `frame`, from the top.

    `frame` has log odds ratios `estimate, low, high` (`opening.winner`); `breaks` are the rows after which a gap is left.
    """
    at = np.array([-i - 0.6 * sum(b < i for b in breaks) for i in range(frame.height)], float)
    fig = figure(0.75 + 0.27 * (frame.height + 0.6 * len(breaks)))
    axes = bare(fig.add_subplot())
    dots(axes, at, frame)
    ends = np.append(np.concatenate([frame[name].to_numpy() for name in ("estimate", "low", "high")]), 0.0)
    ends = np.clip(ends[np.isfinite(ends)], -np.log(100), np.log(100))
    low, high = ends.min() - 0.1, ends.max() + 0.1
    axes.set_xlim(low, high)
    axes.axvline(0, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2)
    axes.set_yticks(at, labels)
    axes.set_ylim(at.min() - 0.6, 0.6)
    texts = [
        beside(axes, min(reach(row["estimate"], row["high"]), high), y, f"{np.exp(row['estimate']):.2f}", **CLEAR)
        for y, row in zip(at, frame.iter_rows(named=True))
    ]
    room_right(axes, texts)
    fine, middle, wide = (0.7, 0.8, 0.9, 1.1, 1.2, 1.5), (0.2, 0.5, 2, 5), (0.01, 0.1, 1, 10, 100)
    marks = sorted({*wide, *(middle if high - low < 5 else ()), *(fine if high - low < 1.5 else ())})
    marks = [mark for mark in marks if low <= np.log(mark) <= high]
    axes.set_xticks(np.log(marks), [f"{mark:g}" for mark in marks])
    axes.set_xlabel("times as likely to win", fontsize=TEXT, color=SOFT)
    return fig
