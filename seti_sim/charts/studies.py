"""Charts of studies: variants against a base, a key of the rules swept, starting points, half-widths against games."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

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
    rooms_right,
)

SHARE = "share"
MARKS = ((ACCENT, ACCENT, "o"), (INK, "white", "o"), ("#4f86ab", "#4f86ab", "s"), (INK, "white", "D"), (SOFT, SOFT, "^"))
"""Edge, face and shape of the marks of up to five groups: told apart by shape and fill, not by colour alone."""


def amount(value: float, unit: str, sign: bool = False) -> str:
    """A value in its unit's habit: `25.1` (per cent) for shares, two digits below 10 for the rest."""
    value = 100 * value if unit == SHARE else value
    digits = 1 if unit == SHARE or abs(value) >= 10 else 2
    text = f"{value:{'+' if sign else ''}.{digits}f}"
    text = text if float(text) else text.lstrip("+-")
    return text.replace("-", "\u2212")


def _unit_words(unit: str) -> str:
    return "percentage points" if unit == SHARE else unit


def comparison(differences: pl.DataFrame, base: str = "the base"):
    """Differences of every variant from the base with their intervals: a panel a unit, a row a metric and variant.

    `differences` is that frame of a study of `compare`. An upright line marks no difference.
    """
    units = differences["unit"].unique(maintain_order=True).to_list()
    parts = [differences.filter(pl.col("unit") == unit) for unit in units]
    several = differences["variant"].n_unique() > 1
    heights = [part.height + (part["metric"].n_unique() - 1) * 0.35 * several + 0.9 for part in parts]
    fig = figure(0.34 * sum(heights) + 0.5 * len(units))
    panels = []
    for axes, unit, part in zip(_stacked(fig, heights), units, parts):
        bare(axes)
        scale = 100 if unit == SHARE else 1
        at, labels, y = [], [], 0.0
        for (_, words), rows in part.group_by("metric", "words", maintain_order=True):
            for variant in rows["variant"]:
                at.append(y)
                labels.append(f"{words}   {variant}" if several else words)
                y -= 1
            y -= 0.35 * several
        dots(axes, at, part, scale=scale)
        axes.axvline(0, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2)
        axes.set_yticks(at, labels)
        axes.set_ylim(min(at) - 0.6, 0.6)
        _room(axes, part, scale)
        texts = [
            beside(axes, scale * _end(row), height, _told(row, unit), **CLEAR)
            for height, row in zip(at, part.iter_rows(named=True))
        ]
        panels.append((axes, texts))
        axes.set_xlabel(f"difference from {base}, {_unit_words(unit)}; {_pairs(part)}", fontsize=TEXT, color=SOFT)
    rooms_right(fig, panels)
    return fig


def _pairs(part) -> str:
    return f"n = {part['n'].max():,.0f} pairs of games"


def _stacked(fig, heights):
    got = fig.subplots(len(heights), 1, squeeze=False, gridspec_kw={"height_ratios": heights})
    return got[:, 0]


def _end(row) -> float:
    return row["high"] if np.isfinite(row["high"]) else row["estimate"]


def _told(row, unit) -> str:
    text = amount(row["estimate"], unit, True)
    if not np.isfinite(row["low"]):
        return text
    return f"{text}  ({amount(row['low'], unit, True)} to {amount(row['high'], unit, True)})"


def _room(axes, part, scale):
    """Limits that hold all intervals and 0, and never nothing."""
    ends = np.concatenate([part[c].to_numpy() for c in ("estimate", "low", "high")]) * scale
    ends = np.append(ends[np.isfinite(ends)], 0)
    low, high = float(ends.min()), float(ends.max())
    pad = 0.06 * (high - low) or 1.0
    axes.set_xlim(low - pad, high + pad)


def _panels(count: int, extra: float, height: float):
    """A figure of `count` panels in two columns, and the array of their axes; one too many is not shown."""
    columns = min(2, count)
    rows = -(-count // columns)
    fig = figure(extra + height * rows)
    all_axes = fig.subplots(rows, columns, squeeze=False)
    for axes in all_axes.flat[count:]:
        axes.set_visible(False)
    return fig, all_axes


def _lowest(all_axes, count: int):
    """The lowest shown panel of each column."""
    return all_axes.flat[max(count - all_axes.shape[1], 0) : count]


@chart
def narrowing(looks: pl.DataFrame, units: dict[str, str], words: dict[str, str]):
    """How the interval of each metric narrowed from look to look: a panel a metric, a band a variant.

    `looks` is that frame of a study; `units` and `words` say unit and name of each metric. At most eight metrics.
    """
    metrics = looks["metric"].unique(maintain_order=True).to_list()[:8]
    fig, all_axes = _panels(len(metrics), 0.4, 1.75)
    for axes, metric in zip(all_axes.flat, metrics):
        bare(axes, grid=False)
        scale = 100 if units[metric] == SHARE else 1
        axes.axhline(0, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)))
        part = looks.filter(pl.col("metric") == metric)
        for i, ((variant,), found) in enumerate(part.group_by("variant", maintain_order=True)):
            edge, face, shape = MARKS[i % len(MARKS)]
            n = found["n"].to_numpy()
            shift = 0.004 * (n.max() or 1) * i  # so that bars of several variants do not hide each other
            axes.vlines(n + shift, scale * found["low"], scale * found["high"], color=edge, linewidth=1.6)
            axes.scatter(
                n + shift, scale * found["estimate"], s=18, marker=shape, facecolors=face, edgecolors=edge, zorder=3,
                label=variant,
            )  # fmt: skip
        axes.set_title(f"{words[metric]}, {_unit_words(units[metric])}", fontsize=TEXT, color=INK, loc="left")
        axes.set_xlim(0, None)
        axes.xaxis.set_major_formatter(_thousands())
        axes.locator_params(axis="both", nbins=5)
    for axes in _lowest(all_axes, len(metrics)):
        axes.set_xlabel("pairs of games", fontsize=TEXT, color=SOFT)
    if looks["variant"].n_unique() > 1:
        handles, labels = all_axes.flat[0].get_legend_handles_labels()
        fig.legend(handles, labels, loc="outside upper left", ncols=5, frameon=False, fontsize=TEXT)
    return fig


def _thousands():
    return FuncFormatter(lambda value, _: f"{value:,.0f}")


@chart
def sweep(levels: pl.DataFrame, address: str):
    """A metric at each value of a key: a panel a metric, a dot with its interval a value, the printed value ringed.

    `levels` has `metric, unit, words, position, label, printed, estimate, low, high`, one row a metric and value.
    """
    metrics = levels["metric"].unique(maintain_order=True).to_list()
    fig, all_axes = _panels(len(metrics), 0.55, 1.9)
    for axes, metric in zip(all_axes.flat, metrics):
        bare(axes, grid=False)
        axes.grid(axis="y", color=FAINT, linewidth=1)
        part = levels.filter(pl.col("metric") == metric).sort("position")
        unit = part["unit"][0]
        scale = 100 if unit == SHARE else 1
        x, y = part["position"].to_numpy(), scale * part["estimate"].to_numpy()
        axes.plot(x, y, color=PALE, linewidth=1.5, zorder=1)
        axes.vlines(x, scale * part["low"], scale * part["high"], color=ACCENT, linewidth=2.2, zorder=3)
        face = ["white" if printed else ACCENT for printed in part["printed"]]
        axes.scatter(x, y, s=38, facecolors=face, edgecolors=ACCENT, linewidths=1.6, zorder=4)
        for value, row in zip(x, part.iter_rows(named=True)):
            beside(axes, value, scale * row["estimate"], amount(row["estimate"], unit), **CLEAR)
        axes.set_xticks(x, part["label"].to_list())
        step = (x.max() - x.min()) / max(len(x) - 1, 1) or 1.0
        axes.set_xlim(x.min() - 0.35 * step, x.max() + 0.6 * step)
        axes.margins(y=0.15)
        axes.locator_params(axis="y", nbins=4)
        words = "per cent" if unit == SHARE else unit
        title = part["words"][0]
        axes.set_title(title if title == unit else f"{title}, {words}", fontsize=TEXT, color=INK, loc="left")
    for axes in _lowest(all_axes, len(metrics)):
        axes.set_xlabel(f"{address}; n = {levels['n'].max():,.0f} games a value", fontsize=TEXT, color=SOFT)
    return fig


@chart
def komi(seats: pl.DataFrame):
    """Win share of each seat under the printed and under the found starting points, on the same fresh seed.

    `seats` is that frame of a study of `komi`.
    """
    share = seats.filter(pl.col("measure") == "win_share")
    players = share["seat"].n_unique()
    rules = share["rules"].unique(maintain_order=True).to_list()
    fig = figure(0.95 + 0.62 * players)
    axes = bare(fig.add_subplot())
    panels = []
    for i, name in enumerate(rules):
        edge, face, shape = MARKS[i]
        part = share.filter(pl.col("rules") == name).sort("seat")
        at = -part["seat"].to_numpy().astype(float) + 0.16 - 0.32 * i
        axes.hlines(at, 100 * part["low"], 100 * part["high"], color=edge, linewidth=2.2, zorder=3)
        axes.scatter(
            100 * part["estimate"], at, s=34, facecolors=face, edgecolors=edge, marker=shape, zorder=4,
            label={"printed": "printed starting points", "komi": "komi"}.get(name, name),
        )  # fmt: skip
        texts = [
            beside(axes, 100 * row["high"], y, f"{percent(row['estimate'])} from {row['start_vp']}", **CLEAR)
            for y, row in zip(at, part.iter_rows(named=True))
        ]
        panels.append((axes, texts))
    rooms_right(fig, panels)
    axes.axvline(100 / players, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2)
    seat_numbers = range(1, players + 1)
    axes.set_yticks([-s for s in seat_numbers], [f"Seat {s}" for s in seat_numbers])
    axes.set_ylim(-players - 0.6, -0.4)
    axes.set_xlabel(
        f"win share in per cent, the fair one dashed, and what the seat starts with; n = {share['n'].max():,.0f} games",
        fontsize=TEXT, color=SOFT,
    )  # fmt: skip
    fig.legend(loc="outside upper left", ncols=2, frameon=False, fontsize=TEXT, handletextpad=0.5)
    return fig


@chart
def first_player(by_seat: pl.DataFrame):
    """Win share of each seat, less the fair share, by policy: a panel a number of players.

    `by_seat` is `starts.over_runs`. Up to five policies, told apart by shape and fill.
    """
    share = by_seat.filter(pl.col("measure") == "win_share")
    counts = sorted(share["players"].unique())
    policies = share["policy"].unique(maintain_order=True).to_list()
    fig = figure(0.8 + 0.3 * sum(counts) + 0.45 * len(counts))
    all_axes = fig.subplots(
        len(counts), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": [c + 0.3 for c in counts]}
    )[:, 0]
    spread = 0.5 / max(len(policies), 1)
    handles = {}
    for axes, players in zip(all_axes, counts):
        bare(axes, x=players == counts[-1])
        for i, policy in enumerate(policies):
            part = share.filter((pl.col("players") == players) & (pl.col("policy") == policy)).sort("seat")
            edge, face, shape = MARKS[i % len(MARKS)]
            at = -part["seat"].to_numpy().astype(float) + spread * ((len(policies) - 1) / 2 - i)
            low, high, middle = (100 * (part[c].to_numpy() - 1 / players) for c in ("low", "high", "estimate"))
            axes.hlines(at, low, high, color=edge, linewidth=1.8, zorder=3)
            handles[policy] = axes.scatter(middle, at, s=28, facecolors=face, edgecolors=edge, marker=shape, zorder=4)
        axes.axvline(0, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2)
        seats = range(1, players + 1)
        axes.set_yticks([-s for s in seats], [f"Seat {s}" for s in seats])
        axes.set_ylim(-players - 0.6, -0.4)
        axes.set_title(f"{players} players, fair share {percent(1 / players)}", fontsize=TEXT, color=INK, loc="left")
    all_axes[-1].set_xlabel(f"win share less the fair share, percentage points; {_games(share)}", fontsize=TEXT, color=SOFT)
    fig.legend(
        list(handles.values()), list(handles), loc="outside upper left", ncols=5, frameon=False, fontsize=TEXT,
        handletextpad=0.4,
    )  # fmt: skip
    return fig


def _games(share) -> str:
    low, high = int(share["n"].min()), int(share["n"].max())
    return f"n = {high:,} games each" if low == high else f"n = {low:,} to {high:,} games"


@chart
def half_widths(curve: pl.DataFrame, games: int, wanted: tuple[float, str] | None = None):
    """Half-width of the main estimates against games, both in powers of ten: a panel a unit, a line an estimate.

    `curve` is `precision.curve`, `games` those of the run (an upright line), `wanted` a half-width and its unit.
    """
    units = curve["unit"].unique(maintain_order=True).to_list()
    fig = figure(0.3 + 2.3 * len(units))
    for axes, unit in zip(fig.subplots(len(units), 1, squeeze=False)[:, 0], units):
        bare(axes, grid=False)
        axes.grid(color=FAINT, linewidth=1)
        axes.tick_params(which="both", length=0)
        scale = 100 if unit == SHARE else 1
        part = curve.filter(pl.col("unit") == unit).with_columns(pl.col("half") * scale)
        axes.set_xscale("log")
        axes.set_yscale("log")
        ends = []
        for (words,), rows in part.group_by("words", maintain_order=True):
            axes.plot(rows["games"], rows["half"], color=ACCENT, linewidth=1.8)
            ends.append((float(rows["half"][-1]), words))
        first, last = part["games"].min(), part["games"].max()
        low, high = part["half"].min() / 1.4, part["half"].max() * 1.4
        apart = (high / low) ** 0.11  # the height of a label
        y = 0.0
        for half, words in sorted(ends):
            y = max(half, y * apart)
            beside(axes, last, y, words)
        axes.set_xlim(first / 1.2, last * (last / first) ** 0.75)  # the right of it is for the labels
        axes.set_ylim(low, high)
        axes.axvline(games, color=SOFT, linewidth=1.2, linestyle=(0, (4, 3)))
        above(axes, games, 1, "this run", xycoords=("data", "axes fraction"), color=SOFT, annotation_clip=False)
        if wanted and wanted[1] == unit:
            axes.plot([first / 1.2, last], [scale * wanted[0]] * 2, color=INK, linewidth=1.2, linestyle=(0, (1, 2)))
        ticks = 10.0 ** np.arange(np.ceil(np.log10(first)), np.floor(np.log10(last)) + 1)
        axes.xaxis.set_major_locator(FixedLocator(ticks))
        axes.xaxis.set_major_formatter(_thousands())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_minor_formatter(NullFormatter())
        axes.set_xlabel(f"games; upwards the half-width in {_unit_words(unit)}", fontsize=TEXT, color=SOFT)
    return fig
