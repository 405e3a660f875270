"""Charts of who wins and where points come from."""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.charts.figures import chart, figure, is_narrow
from seti_sim.charts.rows import BOTH, Panel, lay_rows
from seti_sim.charts.style import ACCENT, FAINT, INK, MARKS, PALE, SOFT, TEXT, bare, fair_share
from seti_sim.core.amounts import number, percent, times
from seti_sim.core.language import tr


@chart
def seat_win_share(by_seat: pl.DataFrame, names: dict | None = None):
    """Win share of each seat with its interval, and the fair share as a line.

    `by_seat` is `seats.by_seat`, or any frame with `seat, estimate, low, high` (rows of `measure` win_share are
    taken where there is such a column). `names` renames seats.
    """
    frame = by_seat.filter(pl.col("measure") == "win_share") if "measure" in by_seat.columns else by_seat
    fair = 1 / frame.height
    rows = frame.sort("seat").select(
        pl.col("seat").replace_strict(names or {}, default=pl.format(tr("Seat {}"), "seat"), return_dtype=pl.String).alias("label"),
        "estimate", "low", "high",
    )  # fmt: skip
    return lay_rows([Panel(rows, tr("win share"), percent, BOTH, line=fair, line_words=fair_share(frame.height))])


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
        q = {round(k, 3): int(v) for k, v in quantiles.filter(pl.col(by) == group).select("quantile", "estimate").iter_rows()}
        edges, heights = np.repeat(bins, 2)[1:-1], np.repeat(share, 2)
        axes.fill_between(edges, 0, heights, color=FAINT, linewidth=0)
        axes.fill_between(np.clip(edges, q[0.25] - 0.5, q[0.75] + 0.5), 0, heights, color=PALE, linewidth=0)
        axes.plot(np.r_[bins[0], edges, bins[-1]], np.r_[0, heights, 0], color=SOFT, linewidth=1)
        axes.vlines(q[0.5], 0, share[min(np.searchsorted(bins, q[0.5]) - 1, len(share) - 1)], color=ACCENT, linewidth=2.2)
        axes.set_yticks([])
        axes.set_ylabel(
            tr("Seat {group}", group=group) if by == "seat" else str(group),
            rotation=0,
            ha="right",
            va="center",
            fontsize=TEXT,
            color=INK,
        )
        axes.annotate(
            tr("median {q}\nmiddle half {q2} to {q3}", q=q[0.5], q2=q[0.25], q3=q[0.75]),
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
    all_axes[-1].set_xlabel(tr("final score"), fontsize=TEXT, color=SOFT)
    return fig


def _bins(start: int, end: int) -> np.ndarray:
    """About forty bins of a whole number of points."""
    width = next((w for w in (1, 2, 3, 4, 5, 10, 20, 50) if (end - start) / w <= 45), 100)
    first = start - start % width
    return np.arange(first, end + width + 1, width) - 0.5


@chart
def points_by_source(whole: pl.DataFrame, groups: dict[str, pl.DataFrame], words: dict[str, str]):
    """Points of a seat by source: a bar for all seats, a mark with its interval for each of up to four groups.

    `whole` is `points.by_source`, `groups` map a label to a frame with `source, estimate, low, high`. Sources without
    points are left out. The numbers are those of all seats.
    """
    known = pl.col("estimate") != 0
    everyone = whole.filter(known).sort("estimate", "source", descending=[True, False])
    nothing = pl.lit(np.nan)
    rows = [everyone.select("source", "estimate", low=nothing, high=nothing, group=pl.lit(tr("all seats")),
                            text=pl.col("estimate").map_elements(number, pl.String))]  # fmt: skip
    for label, frame in groups.items():
        part = frame.filter(pl.col("source").is_in(everyone["source"].to_list()))
        rows.append(part.select("source", "estimate", "low", "high", group=pl.lit(label), text=pl.lit("")))
    label = pl.col("source").cast(pl.String).replace(words)
    panel = Panel(pl.concat(rows).with_columns(label=label), tr("mean points of a seat; the numbers are those of all seats"),
                  bars=(tr("all seats"),))  # fmt: skip
    return lay_rows([panel], marks={tr("all seats"): MARKS[0]} | dict(zip(groups, MARKS)))


@chart
def odds(frame: pl.DataFrame, breaks=()):
    """How many times as likely a win is, with intervals, on an axis of powers: a row a line of `frame`, from the top.

    `frame` has `label` and the log odds ratios `estimate, low, high` (`opening.winner`); `breaks` are the labels after which a
    gap is left.
    """
    most = np.log(100)
    panel = Panel(frame, tr("times as likely to win"), times, BOTH, line=0.0, window=(-most, most))
    low, high = panel.limits()
    fine = (0.7, 1.4) if is_narrow() else (0.7, 0.8, 0.9, 1.1, 1.2, 1.5)
    middle, wide = (0.2, 0.5, 2, 5), (0.01, 0.1, 1, 10, 100)
    ticks = sorted({*wide, *(middle if high - low < 5 else ()), *(fine if high - low < 1.5 else ())})
    panel.ticks = {float(np.log(tick)): f"{tick:g}" for tick in ticks}
    return lay_rows([panel], breaks=dict.fromkeys(breaks, ""))
