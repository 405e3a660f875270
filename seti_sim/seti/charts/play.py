"""Charts of what players do: actions, techs, gold tiles, pace."""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.charts.figures import chart, figure, is_narrow
from seti_sim.charts.rows import VALUE, Panel, lay_rows
from seti_sim.charts.style import FAINT, INK, MARKS, PALE, SOFT, TEXT, above, bare, reach
from seti_sim.core.amounts import number, percent
from seti_sim.core.language import component, tr
from seti_sim.seti.tables.schema import GOLD_SIDE, MAIN_ACTIONS

ROUNDS = (1, 5)


@chart
def actions_by_round(frame: pl.DataFrame):
    """Main actions by round: one small panel an action, bars for the rounds on one scale, values above them.

    `frame` is `actions.by_round`. Every seat passes exactly once a round, so passing has no panel of its own.
    """
    shown = [a for a in MAIN_ACTIONS if a != "pass"]
    across = 2 if is_narrow() else 4
    lines_of = [shown[i : i + across] for i in range(0, len(shown), across)]
    highest = [frame.filter(pl.col("action").is_in(line))["high"].fill_nan(None).max() or 1.0 for line in lines_of]
    most = max(highest)
    tops = [max(value, 0.35 * most) + 0.2 * most for value in highest]  # room for the figures above the bars
    fig = figure(0.9 + 1.3 * sum(tops) / max(tops))
    # Rows as high as their axes are long, so that all panels have one scale.
    panels = fig.subplots(len(lines_of), across, sharey="row", gridspec_kw={"height_ratios": tops})
    for axes, action in zip(panels.ravel(), shown):
        rows = frame.filter(pl.col("action") == action).sort("round")
        _round_bars(axes, rows)
        axes.set_title(component("action", action), fontsize=TEXT + 0.5, color=INK, loc="left", fontweight="bold")
    last = panels.ravel()[-1]
    last.axis("off")
    words = tr("Bars are mean times\na seat does it in a\nround. All have one\nscale. Thin lines are\nintervals of 95 %.")
    last.text(0, 1.0, words, fontsize=TEXT - 1, va="top", linespacing=1.45, transform=last.transAxes, color=SOFT)
    for line, top in zip(panels, tops):
        line[0].set_ylim(0, top)
    fig.supxlabel(tr("round"), fontsize=TEXT, color=SOFT)
    return fig


def _round_bars(axes, rows):
    bare(axes, grid=False)
    axes.bar(rows["round"], rows["estimate"], color=PALE, width=0.78)
    axes.vlines(rows["round"], rows["low"], rows["high"], color=INK, linewidth=1.1)
    for round_, value, high in rows.select("round", "estimate", "high").iter_rows():
        text = f"{value:.{1 if value >= 0.995 else 2}f}"
        above(axes, round_, reach(value, high), text)
    axes.set_xticks(list(rows["round"]))
    axes.set_yticks([])


@chart
def techs(by_tech: pl.DataFrame, kinds: dict[str, str] | None = None):
    """Each tech: share of seats that take it, and the mean round, side by side. `by_tech` is `techs.by_tech`;
    `kinds`: of which kind each is, where their ids do not begin with it."""
    called = {tech: component("tech", tech) for tech in by_tech["tech_id"].cast(pl.String).unique()}
    kind_of = {label: (kinds or {}).get(tech) or tech.split("-")[0] for tech, label in called.items()}
    frame = by_tech.with_columns(pl.col("tech_id").cast(pl.String).replace(called).alias("label"))
    words = (tr("share of seats that take it"), tr("mean round in which it is taken"))
    return _share_and_round(frame, "taken", kind_of.get, *words)


@chart
def places(by_body: pl.DataFrame):
    """Orbiters and landers at planets and moons: share of seats that have one there, and the mean round of the first.

    `by_body` is `craft.by_body` with what each row is called in `place`, which begins with the kind of craft.
    """
    words = (tr("share of seats with one there"), tr("mean round of the first"))
    return _share_and_round(by_body.with_columns(label="place"), "reached", lambda place: place.split()[0], *words)


def _share_and_round(frame, share, group, left, right):
    """Rows in groups set apart, as they come in `share`: that measure at the left, `round` at the right."""
    order = frame.filter(pl.col("measure") == share).select("label")
    labels = order["label"].to_list()
    breaks = {a: "" for a, b in zip(labels, labels[1:]) if group(a) != group(b)}
    frame = frame.filter(pl.col("label").is_in(labels))
    return lay_rows([_measured(frame, share, left), _rounds(frame, "round", right)], order=order, breaks=breaks)


@chart
def gold(by_side: pl.DataFrame, by_place: pl.DataFrame):
    """Each side of each gold tile: share of seats that mark it, and what a mark brings by its place on the tile.

    `by_side` is `gold.by_side`, `by_place` is `gold.by_place`.
    """
    tiles = {tile: component("gold", tile) for tile in by_side["tile"].cast(pl.String).unique()}
    named = pl.format(tr(GOLD_SIDE), pl.col("tile").cast(pl.String).replace(tiles), "side")
    sides = by_side.with_columns(label=named)
    order = sides.filter(pl.col("measure") == "marked").select("label")
    words = {1: tr("first"), 2: tr("second"), 3: tr("later")}
    word = pl.col("place").replace_strict(words, return_dtype=pl.String)
    worth = by_place.with_columns(label=named).filter(pl.col("label").is_in(order["label"].to_list()))
    worth = worth.filter(pl.col("place").is_in(list(words))).with_columns(group=word)
    share = _measured(sides, "marked", tr("share of seats that mark it"))
    panels = [share, Panel(worth, tr("mean points of a mark, by its place on the tile"), number, VALUE, zero=True)]
    return lay_rows(panels, order=order, marks={"": MARKS[0]} | dict(zip(words.values(), MARKS)))


def _measured(frame, measure, words):
    """The panel of a share in a frame with `label`."""
    return Panel(frame.filter(pl.col("measure") == measure), words, percent, VALUE, zero=True)


def _rounds(frame, measure, words):
    """The panel of a mean round in a frame with `label`: an interval may say less than the rounds themselves do."""
    ticks = {round_: str(round_) for round_ in range(ROUNDS[0], ROUNDS[1] + 1)}
    rows = frame.filter(pl.col("measure") == measure)
    return Panel(rows, words, number, VALUE, bounds=ROUNDS, whole=True, ticks=ticks)


@chart
def pacing(turns: pl.DataFrame, discoveries: pl.DataFrame):
    """Turns of a seat in each round, and in which round the species are discovered.

    `turns` is `pacing.turns_by_round`, `discoveries` is `pacing.discovery_round`.
    """
    fig = figure(4.8 if is_narrow() else 2.3)
    first, *slots = fig.subplots(3, 1) if is_narrow() else fig.subplots(1, 3)
    _round_bars(first, turns)
    first.set_title(tr("turns of a seat"), fontsize=TEXT + 0.5, loc="left", fontweight="bold", color=INK)
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
            above(axes, x, end, percent(value, 0))
            top = max(top, end)
        axes.set_xticks([b[1] for b in bars], [b[0] for b in bars])
        axes.set_yticks([])
        axes.set_title(
            tr("{slot} species discovered", slot=component("slot", slot)),
            fontsize=TEXT + 0.5,
            loc="left",
            fontweight="bold",
            color=INK,
        )
    for axes in slots:
        axes.set_ylim(0, top * 1.18)
    fig.supxlabel(tr("round"), fontsize=TEXT, color=SOFT)
    return fig
