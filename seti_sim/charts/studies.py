"""Charts of studies: variants against a base, a key of the rules swept, starting points, half-widths against games."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

from seti_sim.charts.figures import chart, figure, is_narrow, key, lines
from seti_sim.charts.rows import BOTH, VALUE, Panel, lay_rows, mark_in_key
from seti_sim.charts.style import ACCENT, DASHED, FAINT, INK, MARKS, SOFT, TEXT, above, bare, fair_share
from seti_sim.charts.style import signed as signed_tick
from seti_sim.core.amounts import both, form_of, percent, rounded, signed_pp
from seti_sim.core.language import tr

SHARE = "share"


def _named(words: str, unit: str) -> str:
    """What is measured and its unit, once where both are the same word."""
    return words if words == unit else f"{words}, {unit}"


@chart
def comparison(differences: pl.DataFrame, base: str = "the base"):
    """Differences of every variant from the base with their intervals: a panel a unit, a row a metric and variant.

    `differences` is that frame of a study of `compare`. An upright line marks no difference.
    """
    several = differences["variant"].n_unique() > 1
    label = pl.format("{}   {}", "words", "variant") if several else pl.col("words")
    rows = differences.with_columns(row=pl.format("{} {}", "metric", "variant"), label=label)
    panels, breaks = [], {}
    for unit in rows["unit"].unique(maintain_order=True):
        part = rows.filter(pl.col("unit") == unit)
        part = pl.concat([part.filter(pl.col("metric") == metric) for metric in part["metric"].unique(maintain_order=True)])
        if several:
            breaks |= dict.fromkeys(part.group_by("metric", maintain_order=True).agg(pl.col("row").last())["row"], "")
        words = tr(
            "difference from {base}, {unit}; {pairs}",
            base=base,
            unit=tr("percentage points") if unit == SHARE else unit,
            pairs=_pairs(part),
        )
        panels.append(Panel(part, words, form_of(unit, True), BOTH, line=0.0))
    return lay_rows(panels, beside=False, breaks=breaks)


def _pairs(part) -> str:
    return tr("n = {n} pairs of games", n=rounded(part["n"].max()))


@chart
def narrowing(looks: pl.DataFrame, units: dict[str, str], words: dict[str, str]):
    """How the interval of each metric narrowed from look to look: a panel a metric, a mark with its interval a look and
    variant.

    `looks` is that frame of a study, of two looks at least (ValueError); `units` and `words` say unit and name of each metric.
    At most eight metrics.
    """
    if looks["n"].n_unique() < 2:
        raise ValueError("one look: expected two looks at least, between which an interval narrows")
    looks = looks.sort("n", maintain_order=True)
    metrics = list(dict.fromkeys(metric for metric in units if metric in looks["metric"]))[:8]
    variants = sorted(looks["variant"].unique())
    across = 1 if is_narrow() or len(metrics) == 1 else 2
    down = -(-len(metrics) // across)
    fig = figure(0.4 + 1.75 * down)
    all_axes = fig.subplots(down, across, squeeze=False)
    most = looks["n"].max()
    for axes, metric in zip(all_axes.flat, metrics):
        bare(axes, grid=False)
        unit = units[metric]
        scale = form_of(unit, True).scale
        axes.axhline(0, **DASHED)
        for i, variant in enumerate(variants):
            found = looks.filter(pl.col("metric") == metric, pl.col("variant") == variant)
            edge, face, shape = MARKS[i % len(MARKS)]
            n = found["n"].to_numpy() + 0.006 * most * (i - (len(variants) - 1) / 2)  # so that variants do not hide each other
            axes.vlines(n, scale * found["low"], scale * found["high"], color=edge, linewidth=1.6)
            axes.scatter(n, scale * found["estimate"], s=18, marker=shape, facecolors=face, edgecolors=edge, zorder=3)
        axes.set_title(
            _named(words[metric], tr("percentage points") if unit == SHARE else unit), fontsize=TEXT, color=INK, loc="left"
        )
        axes.set_xlim(0, 1.04 * most)
        axes.xaxis.set_major_formatter(_thousands())
        axes.yaxis.set_major_formatter(FuncFormatter(signed_tick))
        axes.locator_params(axis="both", nbins=5 if across == 1 or not is_narrow() else 4)
    for axes in all_axes.flat[len(metrics) :]:
        axes.set_visible(False)
    for axes in all_axes.flat[max(len(metrics) - across, 0) : len(metrics)]:
        axes.set_xlabel(tr("pairs of games"), fontsize=TEXT, color=SOFT)
    if len(variants) > 1:
        handles = [mark_in_key(MARKS[i % len(MARKS)]) for i in range(len(variants))]
        key(fig, handles, variants)
    return fig


def _thousands():
    return FuncFormatter(lambda value, _: f"{value:,.0f}")


@chart
def sweep(levels: pl.DataFrame, address: str):
    """A metric at each value of a key: a panel a metric, a row a value with its dot and interval, the printed value ringed.

    `levels` has `metric, unit, words, position, label, printed, estimate, low, high`, one row a metric and value.
    """
    levels = levels.sort("position", "label").with_columns(row="label", filled=~pl.col("printed"))
    panels = []
    for (metric, unit, words), _ in levels.sort("metric").group_by("metric", "unit", "words", maintain_order=True):
        part = levels.filter(pl.col("metric") == metric)
        panels.append(
            Panel(part, form=form_of(unit), tell=VALUE, title=_named(words, tr("per cent") if unit == SHARE else unit))
        )
    n = tr("n = {n} games a value", n=rounded(levels["n"].max()))
    return lay_rows(panels, columns=3, order=levels.select("row", "label").unique(maintain_order=True), words=f"{address}; {n}")


@chart
def komi(seats: pl.DataFrame):
    """Win share of each seat under the printed and under the found starting points, on the same fresh seed.

    `seats` is that frame of a study of `komi`.
    """
    share = seats.filter(pl.col("measure") == "win_share")
    players = share["seat"].n_unique()
    words = {"printed": tr("printed starting points"), "komi": "komi"}
    text = [
        tr("{row} from {start_vp}", row=both(row, percent), start_vp=row["start_vp"]) for row in share.iter_rows(named=True)
    ]
    rows = share.with_columns(
        label=pl.format(tr("Seat {}"), "seat"),
        group=pl.col("rules").cast(pl.String).replace(words),
        text=pl.Series(text, dtype=pl.String),
    )
    panel = Panel(
        rows.sort("seat"), tr("win share, and what the seat starts with; n = {n} games", n=rounded(share['n'].max())), percent,
        line=1 / players, line_words=fair_share(players),
    )  # fmt: skip
    return lay_rows([panel], marks=dict(zip(words.values(), MARKS)))


@chart
def first_player(by_seat: pl.DataFrame):
    """Win share of each seat, less the fair share, by policy: a panel a number of players.

    `by_seat` is `starts.over_runs`. Up to five policies, told apart by shape and fill.
    """
    share = by_seat.filter(pl.col("measure") == "win_share").sort("players", "seat", "policy")
    rows = share.with_columns(
        pl.col("estimate", "low", "high") - 1 / pl.col("players"), label=pl.format(tr("Seat {}"), "seat"), group="policy"
    )
    panels = [
        Panel(
            rows.filter(pl.col("players") == players),
            form=signed_pp,
            title=tr("{players} players, {fair_share}", players=players, fair_share=fair_share(players)),
            line=0.0,
        )
        for players in rows["players"].unique().sort()
    ]
    marks = dict(zip(sorted(rows["group"].unique()), MARKS * 3))
    words = tr("win share less the fair share, percentage points; {games}", games=_games(share))
    return lay_rows(panels, beside=False, marks=marks, together=True, words=words)


def _games(share) -> str:
    low, high = int(share["n"].min()), int(share["n"].max())
    return (
        tr("n = {high} games each", high=rounded(high))
        if low == high
        else tr("n = {low} to {high} games", low=rounded(low), high=rounded(high))
    )


@chart
def half_widths(curve: pl.DataFrame, games: int, wanted: tuple[float, str] | None = None):
    """Half-width of the main estimates against games, both in powers of ten: a panel a unit, a line an estimate.

    `curve` is `precision.curve`, `games` those of the run (an upright line), `wanted` a half-width and its unit.
    """
    curve = curve.sort("games")
    units = curve["unit"].unique().sort(descending=True).to_list()
    most = 1.3 if is_narrow() else 2.6  # inches, for the labels
    fig = figure(0.3 + 2.3 * len(units))
    for axes, unit in zip(fig.subplots(len(units), 1, squeeze=False)[:, 0], units):
        bare(axes, grid=False)
        axes.grid(color=FAINT, linewidth=1)
        axes.tick_params(which="both", length=0)
        scale = form_of(unit, True).scale
        part = curve.filter(pl.col("unit") == unit).with_columns(pl.col("half") * scale)
        axes.set_xscale("log")
        axes.set_yscale("log")
        ends = []
        for (words,), rows in part.sort("words", maintain_order=True).group_by("words", maintain_order=True):
            axes.plot(rows["games"], rows["half"], color=ACCENT, linewidth=1.8)
            ends.append((float(rows["half"][-1]), lines(words, most)))
        first, last = part["games"].min(), part["games"].max()
        low, high = part["half"].min() / 1.4, part["half"].max() * 1.4
        y, before = 0.0, 0
        for half, words in sorted(ends):
            count = words.count("\n") + 1
            y = max(half, y * (high / low) ** (0.055 * (before + count)))  # the height of the labels
            before = count
            axes.annotate(words, (1, y), xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points", ha="left",
                          va="center", fontsize=TEXT - 1, color=INK, annotation_clip=False)  # fmt: skip
        axes.set_xlim(first / 1.2, last)
        axes.set_ylim(low, high)
        axes.axvline(games, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)))
        above(axes, games, 1, tr("this run"), xycoords=("data", "axes fraction"), color=SOFT, annotation_clip=False)
        if wanted and wanted[1] == unit:
            axes.axhline(scale * wanted[0], color=INK, linewidth=1.2, linestyle=(0, (1, 2)))
        every = 2 if is_narrow() and last / first > 1e4 else 1
        ticks = 10.0 ** np.arange(np.ceil(np.log10(first)), np.floor(np.log10(last)) + 1, every)
        axes.xaxis.set_major_locator(FixedLocator(ticks))
        axes.xaxis.set_major_formatter(_thousands())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_minor_formatter(NullFormatter())
        unit_words = tr("percentage points") if unit == SHARE else unit
        axes.set_xlabel(tr("games; upwards the half-width in {unit_words}", unit_words=unit_words), fontsize=TEXT, color=SOFT)
    return fig
