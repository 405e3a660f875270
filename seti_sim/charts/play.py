"""Charts of what players do: actions, techs, gold tiles, pace."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import FuncFormatter, MaxNLocator

from seti_sim.charts.figures import chart, figure
from seti_sim.charts.style import (
    ACCENT, FAINT, INK, PALE, SOFT, TEXT, above, bare, beside, dots, percent, reach, room_right,
)  # fmt: skip
from seti_sim.tables.schema import GOLD_SIDE, MAIN_ACTIONS


@chart
def actions_by_round(frame: pl.DataFrame):
    """Main actions by round: one small panel an action, bars for the rounds on one scale, values above them.

    `frame` is `actions.by_round`. Every seat passes exactly once a round, so passing has no panel of its own.
    """
    shown = [a for a in MAIN_ACTIONS if a != "pass"]
    highest = [
        frame.filter(pl.col("action").is_in(row))["high"].fill_nan(None).max() or 1.0 for row in (shown[:4], shown[4:])
    ]
    most = max(highest)
    tops = [max(value, 0.35 * most) + 0.2 * most for value in highest]  # room for the figures above the bars
    fig = figure(0.9 + 1.3 * sum(tops) / max(tops))
    # Rows as high as their axes are long, so that all panels have one scale.
    panels = fig.subplots(2, 4, sharey="row", gridspec_kw={"height_ratios": tops})
    for axes, action in zip(panels.ravel(), shown):
        rows = frame.filter(pl.col("action") == action).sort("round")
        _round_bars(axes, rows)
        axes.set_title(action, fontsize=TEXT + 0.5, color=INK, loc="left", fontweight="bold")
    last = panels.ravel()[-1]
    last.axis("off")
    words = "Bars are mean times\na seat does it in a\nround. All have one\nscale. Thin lines are\nintervals of 95 %."
    last.text(0, 1.0, words, fontsize=TEXT - 1, va="top", linespacing=1.45, transform=last.transAxes, color=SOFT)
    for row, top in zip(panels, tops):
        row[0].set_ylim(0, top)
    fig.supxlabel("round", fontsize=TEXT, color=SOFT)
    return fig


def _round_bars(axes, rows):
    bare(axes, grid=False)
    axes.bar(rows["round"], rows["estimate"], color=PALE, width=0.78)
    axes.vlines(rows["round"], rows["low"], rows["high"], color=INK, linewidth=1.1)
    for round_, value, high in rows.select("round", "estimate", "high").iter_rows():
        text = f"{value:.{1 if value >= 0.995 else 2}f}"
        above(axes, round_, reach(value, high), text, fontsize=TEXT - 1.5)
    axes.set_xticks(list(rows["round"]))
    axes.set_yticks([])


@chart
def techs(by_tech: pl.DataFrame):
    """Each tech: share of seats that take it, and the mean round, side by side. `by_tech` is `techs.by_tech`."""
    frame = by_tech.with_columns(pl.col("tech_id").cast(pl.String))
    words = ("share of seats that take it", "mean round in which it is taken")
    return _share_and_round(frame, "tech_id", "taken", lambda tech: tech.split("-")[0], *words)


@chart
def places(by_body: pl.DataFrame):
    """Orbiters and landers at planets and moons: share of seats that have one there, and the mean round of the first.

    `by_body` is `craft.by_body` with what each row is called in `place`, which begins with the kind of craft.
    """
    words = ("share of seats with one there", "mean round of the first")
    return _share_and_round(by_body, "place", "reached", lambda place: place.split()[0], *words)


def _share_and_round(frame, key, share, group, left_words, right_words):
    """Rows of `key`, in groups set apart: the measure `share` at the left, `round` at the right."""
    order = frame.filter(pl.col("measure") == share)[key].to_list()[::-1]
    gaps = np.cumsum([0.0] + [0.6 if group(a) != group(b) else 0.0 for a, b in zip(order, order[1:])])
    heights = dict(zip(order, np.arange(len(order)) + gaps))
    fig = figure(0.9 + 0.25 * max(len(order) + 1, 5))
    left, right = fig.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [1.25, 1]})
    _measure(left, frame, key, share, heights, left_words, share=True)
    _measure(right, frame, key, "round", heights, right_words, limits=(1, 5))
    left.set_yticks(list(heights.values()), list(heights))
    return fig


@chart
def gold(by_side: pl.DataFrame, by_place: pl.DataFrame):
    """Each side of each gold tile: share of seats that mark it, and what a mark brings by its place on the tile.

    `by_side` is `gold.by_side`, `by_place` is `gold.by_place`.
    """
    named = pl.format(GOLD_SIDE, "tile", "side")
    frame, places = by_side.with_columns(tile=named), by_place.with_columns(tile=named)
    order = frame.filter(pl.col("measure") == "marked")["tile"].to_list()[::-1]
    heights = dict(zip(order, np.arange(len(order), dtype=float)))
    fig = figure(0.9 + 0.5 * max(len(order), 2))
    left, right = fig.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [1, 1.25]})
    _measure(left, frame, "tile", "marked", heights, "share of seats that mark it", share=True)
    left.set_yticks(list(heights.values()), list(heights))
    left.set_ylim(-0.6, len(order) - 0.35)
    bare(right)
    texts = []
    for place, word, shift, ink in (
        (1, "first", 0.26, ACCENT),
        (2, "second", 0.0, "#4f86ab"),
        (3, "later", -0.26, SOFT),
    ):
        rows = places.filter(pl.col("place") == place, pl.col("tile").is_in(order))
        at = np.array([heights[t] + shift for t in rows["tile"]])
        dots(right, at, rows, inks=[ink] * rows.height)
        for y, (estimate, high) in zip(at, rows.select("estimate", "high").iter_rows()):
            texts.append(beside(right, reach(estimate, high), y, f"{word} {estimate:.1f}", fontsize=TEXT - 2))
    right.set_xlim(left=0)
    right.set_xlabel("mean points of a mark, by its place on the tile", fontsize=TEXT, color=SOFT)
    room_right(right, texts)
    return fig


def _measure(axes, frame, key, measure, heights, label, share=False, limits=None):
    """One panel of dots with intervals and values; `limits` are rounds, between which the axis runs."""
    bare(axes)
    rows = frame.filter(pl.col("measure") == measure, pl.col(key).is_in(list(heights)))
    at = np.array([heights[k] for k in rows[key]])
    scale = 100 if share else 1
    if limits:  # an interval may say less than the rounds themselves do
        rows = rows.with_columns(pl.col("low", "high").clip(*limits))
    dots(axes, at, rows, scale=scale)
    texts = []
    for y, (estimate, high) in zip(at, rows.select("estimate", "high").iter_rows()):
        text = percent(estimate, 0) if share else f"{estimate:.1f}"
        texts.append(beside(axes, scale * reach(estimate, high), y, text))
    axes.set_xlabel(label, fontsize=TEXT, color=SOFT)
    if share:
        axes.set_xlim(0, min(100, 100 * max((rows["high"].fill_nan(None).max() or 0) * 1.05, 0.05)))
        axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:g}\u00a0%"))
    if limits:
        axes.set_xticks(range(limits[0], limits[1] + 1))
        axes.set_xlim(*limits)
    room_right(axes, texts)


@chart
def pacing(turns: pl.DataFrame, discoveries: pl.DataFrame):
    """Turns of a seat in each round, and in which round the species are discovered.

    `turns` is `pacing.turns_by_round`, `discoveries` is `pacing.discovery_round`.
    """
    fig = figure(2.3)
    first, *slots = fig.subplots(1, 3, gridspec_kw={"width_ratios": [1, 1, 1]})
    _round_bars(first, turns)
    first.set_title("turns of a seat", fontsize=TEXT + 0.5, loc="left", fontweight="bold", color=INK)
    first.margins(y=0.15)
    top = 0.0
    for axes, slot in zip(slots, ("left", "right")):
        rows = discoveries.filter(pl.col("slot") == slot)
        found = {
            round_: (value, low, high)
            for round_, value, low, high in rows.select("round", "estimate", "low", "high").iter_rows()
        }
        bare(axes, grid=False)
        bars = [(str(r), r, *found.get(r, (0.0, 0.0, 0.0))) for r in range(1, 6)]
        bars.append(("never", 6.4, max(1 - sum(value for value, _, _ in found.values()), 0.0), np.nan, np.nan))
        axes.bar(
            [b[1] for b in bars],
            [b[2] for b in bars],
            width=0.78,
            color=[PALE] * 5 + [FAINT],
            edgecolor=[PALE] * 6,
            linewidth=0.8,
        )
        axes.vlines([b[1] for b in bars], [b[3] for b in bars], [b[4] for b in bars], color=INK, linewidth=1.1)
        for _, x, value, _, high in bars:
            end = reach(value, high)
            above(axes, x, end, percent(value, 0), fontsize=TEXT - 2.5)
            top = max(top, end)
        axes.set_xticks([b[1] for b in bars], [b[0] for b in bars])
        axes.set_yticks([])
        axes.set_title(f"{slot} species discovered", fontsize=TEXT + 0.5, loc="left", fontweight="bold", color=INK)
    for axes in slots:
        axes.set_ylim(0, top * 1.18)
    fig.supxlabel("round", fontsize=TEXT, color=SOFT)
    return fig
