"""A dot a thing by two measures of it, and names for the few that lie farthest apart."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import FuncFormatter, MaxNLocator

from seti_sim.charts.figures import POINT, figure, is_narrow, lines, width
from seti_sim.charts.style import ACCENT, DASHED, FAINT, INK, PALE, SOFT, TEXT, bare, signed

_SIZE = TEXT - 1


def against(frame: pl.DataFrame, columns, filled: str, named: int, scale: float, words):
    """Two measures of each thing, both with intervals: a dot a thing, filled where the column `filled` is true.

    columns: of the measure along and of the one upwards; `_low` and `_high` after their names are the ends of intervals. words:
    under and beside the axes. Frame with `name`; the `named` things farthest from the dashed line, on which both measures are
    the same, have their names in a column at the right, where no name can lie on a dot, each tied to its dot.
    """
    frame = frame.sort("name")
    high = 4.6 if not is_narrow() else 3.6
    made = figure(high)
    axes = bare(made.add_subplot())
    axes.grid(axis="y", color=FAINT, linewidth=1)
    x, y = (frame[name].to_numpy() * scale for name in columns)
    for name, way, at in ((columns[0], axes.hlines, y), (columns[1], axes.vlines, x)):
        ends = (frame[f"{name}_{end}"].to_numpy() * scale for end in ("low", "high"))
        way(at, *ends, color=PALE, linewidth=1, zorder=2)
    axes.axhline(0, color=SOFT, linewidth=1.1, zorder=1)
    axes.axvline(0, color=SOFT, linewidth=1.1, zorder=1)
    reach = float(np.nanmax(np.abs(np.r_[x, y]), initial=1e-9)) * 1.1
    axes.plot([-reach, reach], [-reach, reach], **DASHED | {"zorder": 1})
    axes.scatter(
        x, y, s=24, facecolors=np.where(frame[filled].to_numpy(), ACCENT, "white"), edgecolors=ACCENT, linewidths=1.1, zorder=4
    )
    far = np.where(np.isfinite(x) & np.isfinite(y), np.abs(y - x), -1)
    told = [int(i) for i in np.argsort(-far, kind="stable")[:named] if far[i] >= 0]
    _name(axes, x, y, frame["name"].to_list(), sorted(told, key=lambda i: y[i]), high)
    for axis, text, most in ((axes.xaxis, words[0], width() - 1.2), (axes.yaxis, words[1], high - 0.6)):
        axis.set_major_formatter(FuncFormatter(signed))
        axis.set_major_locator(MaxNLocator(4 if is_narrow() else 7))
        axis.set_label_text(lines(text, most), fontsize=TEXT, color=SOFT)
    return made


def _name(axes, x, y, names, told, high: float):
    """Names of the dots `told`, from the lowest: a column right of the axes, as high as their dots where there is room."""
    if not told:
        return
    low, top = axes.get_ylim()
    texts = [lines(names[i], 1.2 if is_narrow() else 2.2, _SIZE) for i in told]
    inch = (top - low) / (high - 0.6)  # of the axis
    tall = [((text.count("\n") + 1) * 1.2 * _SIZE * POINT + 0.04) * inch for text in texts]
    at, before = [], 0.0
    for i, one in zip(told, tall):
        at.append(max(y[i], at[-1] + (one + before) / 2 if at else low + one / 2))
        before = one
    over = at[-1] + tall[-1] / 2 - top
    for k in reversed(range(len(at))):  # too high at the top: all below move down as far as they must
        at[k] = min(at[k], (at[k + 1] - (tall[k] + tall[k + 1]) / 2) if k + 1 < len(at) else at[k] - max(over, 0))
    right = axes.get_xlim()[1]
    axes.set_xlim(axes.get_xlim()[0], right)
    axes.set_ylim(low, top)
    for i, place, text in zip(told, at, texts):
        axes.annotate(text, (1, place), xycoords=("axes fraction", "data"), xytext=(14, 0), textcoords="offset points", ha="left",
                      va="center", fontsize=_SIZE, color=INK, annotation_clip=False)  # fmt: skip
        axes.annotate("", (x[i], y[i]), xycoords="data", xytext=(1, place), textcoords=("axes fraction", "data"), zorder=3,
                      annotation_clip=False, arrowprops={"arrowstyle": "-", "color": SOFT, "linewidth": 0.7, "shrinkA": 0,
                                                         "shrinkB": 3})  # fmt: skip
