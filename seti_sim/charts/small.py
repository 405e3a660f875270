"""Small charts of the first sheet: values beside the limits of their rule, at the size at which they are printed."""

from __future__ import annotations

import math

import polars as pl
from matplotlib.ticker import FuncFormatter, MaxNLocator

from seti_sim.charts.figures import POINT, as_wide_as, chart, figure, lines
from seti_sim.charts.style import ACCENT, DASHED, SMALL, SOFT, bare
from seti_sim.core.amounts import Form
from seti_sim.core.language import tr

WIDTH = 2.75
"""Inches; letters are as large as in other charts."""
_WATCH, _PROBLEM = "#e9ebee", "#cdd1d6"
_ROW = 0.16  # inches
_PADS = (0.03, 0.01)
_LABEL = 1.3  # inches that labels have at most


@chart
def beside_limits(rows: pl.DataFrame, form: Form, limits: tuple[float, float], ideal: float | None = None, words: str = ""):
    """Values with intervals, a row each, on fields that say where the rule watches (light) and sees a problem (dark).

    rows: `label, estimate, low, high`, from the top.
    limits: where watching and where a problem begins, as distances from `ideal` (dashed) where there is one, else as values;
    the first is the greater where little is bad. form: how numbers of the axis are written. words: under the axis.
    """
    with as_wide_as(WIDTH):
        labels = [lines(str(label), _LABEL, SMALL) for label in rows["label"]]
        heights = [_ROW + SMALL * 1.15 * POINT * label.count("\n") for label in labels]
        fig = figure(sum(heights) + 0.2 + (0.14 if words else 0.0), pads=_PADS)
        axes = bare(fig.add_subplot(), grid=False)
        at, y = [], 0.0
        for high in heights:
            at.append(y - high / 2)
            y -= high
        columns = ("estimate", "low", "high")
        scaled = rows.select(pl.col(columns).cast(pl.Float64).fill_null(math.nan) * form.scale)
        own = None if ideal is None else ideal * form.scale
        watch, problem = (limit * form.scale for limit in limits)
        left, right = _ends(scaled, own, watch, problem, form)
        axes.set_xlim(left, right)
        axes.set_ylim(y, 0)
        for low, high, ink in _fields(own, watch, problem, left, right):
            axes.axvspan(low, high, color=ink, linewidth=0, zorder=0)
        if own is not None:
            axes.axvline(own, **DASHED)
        for place, row in zip(at, scaled.iter_rows(named=True)):
            axes.hlines(place, max(row["low"], left), min(row["high"], right), color=ACCENT, linewidth=2, zorder=3)
            axes.scatter([row["estimate"]], [place], s=18, color=ACCENT, zorder=4, clip_on=False)
        axes.set_yticks(at, labels)
        axes.tick_params(labelsize=SMALL)
        axes.tick_params(axis="x", pad=1)
        axes.xaxis.set_major_locator(MaxNLocator(4))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _tick(value, form)))
        if words:
            fig.supxlabel(lines(words, WIDTH - 0.1, SMALL), fontsize=SMALL, color=SOFT)
    return fig


def _tick(value: float, form: Form) -> str:
    sign = "+" if form.sign and value > 0 else ""
    return f"{sign}{value:g}".replace("-", "\u2212")


def _ends(scaled, own, watch, problem, form) -> tuple[float, float]:
    """Where the axis ends: all estimates, their intervals but for what is far out, and the limit of watching."""
    values = [value for name in scaled.columns for value in scaled[name] if math.isfinite(value)]
    near = [own - watch, own, own + watch] if own is not None else [watch]
    low, high = min([*values, *near]), max([*values, *near])
    pad = 0.06 * (high - low or 1.0)
    low, high = low - pad, high + pad
    if form.unit == "%":
        low, high = max(low, 0.0), min(high, 100.0)
    return low, high


def _fields(own, watch, problem, left, right):
    """Fields of the axis with their inks: beyond the limits on both sides of the ideal, or on the bad side of a value."""
    if own is not None:
        yield own + watch, own + problem, _WATCH
        yield own - problem, own - watch, _WATCH
        if own + problem < right:
            yield own + problem, right, _PROBLEM
        if own - problem > left:
            yield left, own - problem, _PROBLEM
    elif watch <= problem:
        yield watch, problem, _WATCH
        if problem < right:
            yield problem, right, _PROBLEM
    else:
        yield problem, watch, _WATCH
        if problem > left:
            yield left, problem, _PROBLEM


@chart
def limit_ratios(rows: pl.DataFrame):
    """How far each question is from its limit: 1 is where a problem begins. rows: `label, estimate, low, high, watch`."""
    with as_wide_as(WIDTH):
        fig = figure(_ROW * rows.height + 0.2, pads=_PADS)
        axes = bare(fig.add_subplot(), grid=False)
        right = max(1.15, *(min(value, 2.5) for value in rows["high"]))
        axes.set_xlim(0, right)
        axes.set_ylim(-rows.height, 0)
        axes.axvspan(1, right, color=_PROBLEM, linewidth=0, zorder=0)
        for place, row in enumerate(rows.iter_rows(named=True)):
            y = -place - 0.5
            axes.barh(y, 1 - row["watch"], left=row["watch"], height=1, color=_WATCH, zorder=0)
            axes.hlines(y, max(row["low"], 0), min(row["high"], right), color=ACCENT, linewidth=2, zorder=3)
            axes.scatter([min(row["estimate"], right)], [y], s=22, color=ACCENT, zorder=4)
        axes.set_yticks([-place - 0.5 for place in range(rows.height)], rows["label"].to_list())
        axes.tick_params(labelsize=SMALL)
        axes.set_xticks([0, 1], ["0", tr("limit of a problem")])
        axes.tick_params(axis="x", pad=1)
    return fig
