"""The one way in which charts lay out rows: a label, a mark with its interval, and its text at the right, on one line.

A chart hands over panels, each with one frame whose every line is one mark. Label, mark, interval and text of a line are
drawn together at the height of its row, so what stands on a line of the picture comes from one line of the frame.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import polars as pl
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter

from seti_sim.charts.figures import POINT, figure, is_narrow, key, length, lines, signs, width
from seti_sim.charts.style import ACCENT, DASHED, FAINT, INK, MARKS, PALE, SOFT, TEXT, bare, signed
from seti_sim.core.amounts import MINUS, NOBREAK, Form, both, number, pair

VALUE, BOTH = "value", "value and interval"
ANY = (-math.inf, math.inf)
_SIZE = TEXT - 0.5
_LINE = 1.2 * _SIZE * POINT  # inches
_BEYOND = 0.12  # of the axis, for an interval that goes on without an end
_PLAIN_ENDS = ("estimate", "low", "high")
_OUTER_ENDS = ("outer_low", "outer_high")


@dataclass
class Panel:
    """One axis with its rows, from the top.

    rows: a frame of marks with `label, estimate, low, high`; marks of one label share a row. Where it has these columns: `row`
    tells rows of one label apart, `text` stands at the right, `group` is one of the key's words (none stands there for ""),
    `filled` says whether a dot is
    filled, `outer_low, outer_high` are a wider, thinner interval. An interval whose end is infinite goes on to the edge of the
    axis, where an arrow stands; an unknown one (NaN) is not drawn, nor is an estimate that is not finite.
    form: how numbers are written, on the axis, too: a share has an axis of 0 to 100 % at most, a form with signs one with
    signs. tell: what stands at the right, VALUE or BOTH (with the interval) in this form, where there is no column `text`.
    words: under the axis. title: over it, at the left. line: where a dashed upright stands, and `line_words` over it. bounds:
    what values and intervals cannot pass. window: where the axis ends even if intervals go on. whole: the axis runs from bound
    to bound. ticks: places and their words. bars: groups drawn as bars from 0. zero: the axis begins at 0. shade: a field
    between two values. All in units of the frame.
    """

    rows: pl.DataFrame
    words: str = ""
    form: Form = number
    tell: str = ""
    title: str = ""
    line: float | None = None
    line_words: str = ""
    bounds: tuple[float, float] = ANY
    window: tuple[float, float] = ANY
    whole: bool = False
    ticks: dict | None = None
    bars: tuple = ()
    zero: bool = False
    shade: tuple[float, float] | None = None

    def __post_init__(self):
        have, rows = self.rows.columns, self.rows
        if self.form.unit == "%":
            self.bounds = (max(self.bounds[0], 0.0), min(self.bounds[1], 1.0))
        self.ends = [*_PLAIN_ENDS, *(name for name in _OUTER_ENDS if name in have)]
        rows = rows.with_columns(
            pl.col("label").cast(pl.String),
            pl.col("row" if "row" in have else "label").alias("row"),
            pl.col("group").cast(pl.String) if "group" in have else pl.lit("").alias("group"),
            pl.col(self.ends).cast(pl.Float64).fill_null(math.nan),
        )
        if "text" not in have:
            text = [self._text(row) for row in rows.iter_rows(named=True)]
            rows = rows.with_columns(pl.Series("text", text, dtype=pl.String))
        low, high = self.bounds
        bounded = [  # NaN, the unknown, stays what it is
            pl.when(pl.col(name) < low).then(pl.lit(low)).when(pl.col(name).is_nan()).then(pl.lit(math.nan))
            .when(pl.col(name) > high).then(pl.lit(high)).otherwise(pl.col(name)).alias(name)
            for name in self.ends
        ]  # fmt: skip
        self.rows = rows.with_columns(bounded).with_columns(pl.col(self.ends) * self.form.scale, pl.col("text").fill_null(""))

    def _text(self, row: dict) -> str:
        if self.tell == BOTH:
            return both(row, self.form)
        return pair(row["estimate"], row["low"], row["high"], self.form)[0] if self.tell == VALUE else ""

    def scaled(self, value: float) -> float:
        """A number in units of the frame, on the axis."""
        return self.form.scale * value

    def limits(self) -> tuple[float, float]:
        """Where the axis ends, in its units."""
        bounds, window = (tuple(map(self.scaled, pair)) for pair in (self.bounds, self.window))
        if self.whole:
            return bounds
        more = [self.scaled(value) for value in [self.line, *(self.shade or ()), *([0] if self.bars or self.zero else [])]
                if value is not None]  # fmt: skip
        ends = np.concatenate([*(self.rows[name].to_numpy() for name in self.ends), more])
        endless = [bool((self.rows[name] == end).any()) for name, end in (("low", -math.inf), ("high", math.inf))]
        ends = np.clip(ends[np.isfinite(ends)], *window)
        low, high = (float(ends.min()), float(ends.max())) if len(ends) else (0.0, 1.0)
        span = high - low or (abs(high) or 25.0)  # one value alone stands in the middle
        pads = [(_BEYOND if one else 0.04) * span for one in endless]
        low = 0.0 if (self.bars or self.zero) and low >= 0 else low - pads[0]
        return max(low, bounds[0]), min(high + pads[1], bounds[1])


def lay_rows(
    panels: list[Panel], *, beside: bool = True, columns: int = 4, order=None, breaks: dict | None = None, marks=None,
    together: bool = False, words: str = "",
):  # fmt: skip
    """A figure of rows.

    beside: panels stand side by side on the same rows, at most `columns` in a line (on a narrow page one below the other);
    else one below the other, each with rows of its own. order: the rows of panels side by side, from the top, as a frame with
    `label` (and `row`); else as they come in the panels. breaks: a row → words in the gap left after it. marks: a group →
    edge, face and shape, in the order of the key; else as the groups come. together: all axes have the same ends. words: under
    all.
    """  # fmt: skip
    breaks = breaks or {}
    several = beside and len(panels) > 1
    across = min(columns, len(panels)) if several and not is_narrow() else 1
    down = math.ceil(len(panels) / across)
    common = _rows_of(panels) if order is None else _rows_of([Panel(order.with_columns(estimate=0.0, low=0.0, high=0.0))])
    groups = list(dict.fromkeys(name for panel in panels for name in panel.rows["group"].to_list()))
    marks = {name: mark for name, mark in (marks or {}).items() if name in groups} or dict(zip(groups, MARKS * 3))
    lists = [common if beside else _rows_of([panel]) for panel in panels]
    places = [_heights(rows, panels if beside else [panel], marks, breaks) for rows, panel in zip(lists, panels)]
    room = max((length(line, _SIZE) for rows in lists for label in rows.values() for line in label.split("\n")), default=0)
    tall = [max(high for _, high in places[i * across : (i + 1) * across]) for i in range(down)]
    inches = [(width() - room) / across - 0.25] * len(panels)
    texts = [_lines_of(panel.words, inches[0]) for panel in panels]
    said = _lines_of(words, width() - 0.2)
    titles = [_lines_of(panel.title, inches[0] if across > 1 else inches[0] - 0.1) for panel in panels]
    high = sum(tall) + down * 0.36 + 0.1 + 0.19 * (said.count("\n") + 1 if said else 0)
    for i in range(down):
        line = range(i * across, min((i + 1) * across, len(panels)))
        high += max(0.19 * (texts[k].count("\n") + 1) if texts[k] else 0 for k in line)
        high += max(0.21 * (titles[k].count("\n") + 1) if titles[k] else 0 for k in line)
        high += max(0.19 if panels[k].line_words else 0 for k in line)
    made = figure(high)
    axes_of = made.subplots(down, across, squeeze=False, height_ratios=tall).ravel()
    for axes in axes_of[len(panels) :]:
        axes.set_visible(False)
    limits = [panel.limits() for panel in panels]
    if together:
        limits = [(min(low for low, _ in limits), max(end for _, end in limits))] * len(panels)
    for i, (axes, panel) in enumerate(zip(axes_of, panels)):
        at, total = places[i]
        _draw(axes, panel, at, marks, limits[i])
        axes.set_ylim(-total, 0)
        axes.set_yticks(list(at.values()), list(lists[i].values()) if i % across == 0 else [""] * len(at))
        axes.tick_params(axis="y", labelsize=_SIZE)
        for y, told in _gaps(at, breaks, places[i]).values():
            if told and i % across == 0:
                axes.annotate(told, (0, y), xycoords=("axes fraction", "data"), xytext=(-4, 0), textcoords="offset points",
                              ha="right", va="center", fontsize=_SIZE - 0.5, color=SOFT, style="italic",
                              annotation_clip=False)  # fmt: skip
        _name_axis(axes, panel, titles[i], texts[i], inches[0])
    if said:
        made.supxlabel(said, fontsize=TEXT, color=SOFT)
    told = [name for name in marks if name]
    if len(told) > 1:
        bars = {name for panel in panels for name in panel.bars}
        key(made, [Patch(facecolor=PALE) if name in bars else mark_in_key(marks[name]) for name in told], told)
    return made


def _rows_of(panels) -> dict:
    """Every row of the panels and its label, in lines, as they come."""
    most = 1.45 if is_narrow() else 3.0
    found = {}
    for panel in panels:
        for row, label in panel.rows.select("row", "label").iter_rows():
            label = signs(label)
            found.setdefault(row, lines(label, most, _SIZE) if length(label, _SIZE) > most else label)
    return found


def _lines_of(text: str, inches: float) -> str:
    return "\n".join(lines(line, inches) for line in text.split("\n")) if text else ""


def _told(text: str) -> str:
    """A text at the right, in lines where the page is narrow: an interval has a line of its own."""
    if not is_narrow() or length(text, _SIZE) <= 1.1:
        return text
    return "\n".join(lines(part, 1.1, _SIZE) for part in text.replace(" (", "\n(").split("\n"))


def _dotted(panel: Panel, marks) -> list:
    """The groups of a panel that are dots, which share the height of a row."""
    there = set(panel.rows["group"])
    return [name for name in marks if name in there and name not in panel.bars]


def _heights(rows: dict, panels, marks, breaks):
    """Each row's height on the axis in inches (0 at the top, downwards), and how high all are together."""
    several = max(len(_dotted(panel, marks)) for panel in panels)
    count = dict.fromkeys(rows, 1)
    for panel in panels:
        for row, text in panel.rows.select("row", "text").iter_rows():
            count[row] = max(count.get(row, 1), _told(text).count("\n") + 1)
    with_text = any(text for panel in panels for text in panel.rows["text"])
    each = (0.165 if with_text else 0.115) * several + 0.1
    at, y = {}, 0.05
    for row, label in rows.items():
        one = count[row] * _LINE
        high = max(
            (label.count("\n") + 1) * _LINE + 0.08, one + 0.08 if several <= 1 else max(one * several, each) + 0.04, 0.235
        )
        at[row] = -(y + high / 2)
        y += high
        if row in breaks:
            y += 0.26 if breaks[row] else 0.12
    return at, y + 0.05


def _gaps(at: dict, breaks: dict, place):
    """The middle of each gap, and its words."""
    rows = list(at)
    return {row: ((at[row] + at[after]) / 2, breaks[row]) for row, after in zip(rows, rows[1:]) if row in breaks}


def _draw(axes, panel: Panel, at: dict, marks: dict, limits):
    bare(axes)
    low, high = limits
    axes.set_xlim(low, high)
    if panel.shade:
        axes.axvspan(*map(panel.scaled, panel.shade), color=FAINT, linewidth=0, zorder=0)
    if panel.line is not None:
        axes.axvline(panel.scaled(panel.line), **DASHED)
    dotted = _dotted(panel, marks)
    step = 0.165 if any(panel.rows["text"]) else 0.115
    shift = {name: step * ((len(dotted) - 1) / 2 - i) for i, name in enumerate(dotted)}
    if len(dotted) > 1 and is_narrow():
        tallest = max((_told(text).count("\n") + 1 for text in panel.rows["text"]), default=1)
        shift = {name: value * (max(tallest * _LINE, step) / step) for name, value in shift.items()}
    told = {text: _told(text) for text in panel.rows["text"]}
    column = max((length(line, _SIZE) for text in told.values() for line in text.split("\n")), default=0) / POINT
    dots, bars = defaultdict(list), defaultdict(list)  # alike in all but their places: one artist each, which is drawn faster
    for row in panel.rows.iter_rows(named=True):
        y = at[row["row"]] + shift.get(row["group"], 0.0)
        edge, face, shape = marks[row["group"]]
        if "outer_low" in row:
            bars[PALE, 1.4, 2.5].append((y, row["outer_low"], row["outer_high"]))
        if row["group"] in panel.bars:
            axes.barh(y, row["estimate"] if math.isfinite(row["estimate"]) else 0, height=0.15, color=PALE, zorder=1)
            bars[ACCENT, 2.2, 3].append((y, row["low"], row["high"]))
        else:
            bars[edge, 2.2 if len(dotted) == 1 else 1.6, 3].append((y, row["low"], row["high"]))
            if math.isfinite(row["estimate"]) and low <= row["estimate"] <= high:
                dots[edge, face if row.get("filled", True) else "white", shape].append((row["estimate"], y))
        if row["text"]:
            axes.annotate(told[row["text"]], (1, y), xycoords=("axes fraction", "data"), xytext=(7 + column, 0),
                          textcoords="offset points", ha="right", va="center", fontsize=_SIZE, color=INK, linespacing=1.05,
                          annotation_clip=False)  # fmt: skip
    for (ink, thick, zorder), ends in bars.items():
        _intervals(axes, ends, limits, ink, thick, zorder)
    for (edge, face, shape), places in dots.items():
        axes.scatter(*zip(*places), s=32 if len(dotted) == 1 else 26, marker=shape, facecolors=face, edgecolors=edge,
                     linewidths=1.3, zorder=4, clip_on=False)  # fmt: skip


def _intervals(axes, ends, limits, ink, thick, zorder):
    """Bars at heights, each between two ends; an end beyond the axis is an arrow at its edge, an unknown one draws nothing."""
    ends = [(y, low, high) for y, low, high in ends if not (math.isnan(low) or math.isnan(high))]
    if not ends:
        return
    spans = [(y, max(low, limits[0]), min(high, limits[1])) for y, low, high in ends]
    y, starts, stops = zip(*((y, start, max(start, stop)) for y, start, stop in spans))
    axes.hlines(y, starts, stops, colors=ink, linewidth=thick, zorder=zorder)
    for y, low, high in ends:
        for beyond, x, marker in ((low < limits[0], limits[0], "<"), (high > limits[1], limits[1], ">")):
            if beyond:
                axes.plot([x], [y], marker=marker, color=ink, markersize=5, zorder=zorder, clip_on=False)


def _name_axis(axes, panel: Panel, title: str, words: str, inches: float):
    if title:
        axes.set_title(title, fontsize=TEXT, color=INK, loc="left", pad=6 + (12 if panel.line_words else 0))
    if words:
        axes.set_xlabel(words, fontsize=TEXT, color=SOFT)
    if panel.line_words:
        axes.annotate(panel.line_words, (panel.scaled(panel.line), 1), xycoords=("data", "axes fraction"), xytext=(0, 3), ha="center", va="bottom",
                      textcoords="offset points", fontsize=_SIZE, color=SOFT, annotation_clip=False)  # fmt: skip
    if panel.ticks is not None:
        low, high = axes.get_xlim()
        shown = {panel.scaled(at): word for at, word in panel.ticks.items() if low <= panel.scaled(at) <= high}
        axes.set_xticks(list(shown), list(shown.values()))
        return
    column = max((length(line, _SIZE) for text in panel.rows["text"] for line in _told(text).split("\n")), default=0)
    write = _ticks_of(panel.form)
    axes.set_xticks(_places(*axes.get_xlim(), inches - column, lambda place: length(write(place, None))))
    axes.xaxis.set_major_formatter(FuncFormatter(write))


def _places(low: float, high: float, inches: float, long) -> list[float]:
    """Round places between the ends of an axis, as near to each other as their words (`long` inches each) allow."""
    size = 10.0 ** math.floor(math.log10(high - low) - 1)
    for step in (size * one for one in (1, 2, 5, 10, 20, 50, 100)):
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        places = [round(step * i, 12) for i in range(first, last + 1)]
        if step / (high - low) * inches >= max(map(long, places), default=0) + 0.2:
            return places
    return places


def _ticks_of(form: Form):
    """How the numbers of an axis are written, which are in the form's unit already."""
    if form.sign:
        return signed
    return lambda value, _: f"{value:,g}".replace("-", MINUS) + (NOBREAK + "%" if form.unit == "%" else "")


def mark_in_key(mark):
    """A mark (edge, face, shape) as a key shows it."""
    edge, face, shape = mark
    return Line2D([], [], linestyle="none", marker=shape, markerfacecolor=face, markeredgecolor=edge, markersize=6)
