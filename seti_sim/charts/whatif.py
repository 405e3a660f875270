"""Charts of what-if questions: cards dealt, uses of a card, options barred, ways to play, the course of games, luck, fixes."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.colors import LinearSegmentedColormap

from seti_sim.charts.studies import CLEAR, MARKS, SHARE, amount
from seti_sim.charts.figures import chart, figure
from seti_sim.charts.style import ACCENT, FAINT, INK, PALE, SOFT, TEXT, bare, beside, dots, percent, reach, rooms_right

_DASHED = {"color": SOFT, "linewidth": 1.2, "linestyle": (0, (4, 3)), "zorder": 2}
_GREYS = LinearSegmentedColormap.from_list("greys", ["#ffffff", "#9fb6c6"])


@chart
def dealt_and_drawn(blind: pl.DataFrame, named: int = 5):
    """Values of cards by exchange against effects of drawing them at setup: a dot a card with both intervals, in points.

    `blind` is that frame of a study of `deal_values`. On the dashed line both say the same; filled: differs after control of
    the false discovery rate at 5 %; the `named` cards farthest from the line have names.
    """
    fig = figure(4.8)
    axes = bare(fig.add_subplot())
    axes.grid(axis="y", color=FAINT, linewidth=1)
    x, y = blind["here"].to_numpy(), blind["drawn"].to_numpy()
    axes.hlines(y, blind["here_low"], blind["here_high"], color=PALE, linewidth=1, zorder=2)
    axes.vlines(x, blind["drawn_low"], blind["drawn_high"], color=PALE, linewidth=1, zorder=2)
    reach = float(np.nanmax(np.abs(np.r_[x, y]), initial=1e-9)) * 1.1
    axes.plot([-reach, reach], [-reach, reach], **_DASHED)
    differs = (blind["q"] < 0.05).to_numpy()
    axes.scatter(x, y, s=24, facecolors=np.where(differs, ACCENT, "white"), edgecolors=ACCENT, linewidths=1.1, zorder=4)
    told, texts = [], []
    for i in np.argsort(-np.abs(y - x), kind="stable"):
        if len(told) < named and all(abs(y[i] - y[j]) > reach / 8 or abs(x[i] - x[j]) > reach for j in told):
            told.append(i)
            texts.append(beside(axes, x[i], y[i], blind["name"][int(i)], **CLEAR))
    axes.set_ylim(-1.25 * reach, 1.25 * reach)
    axes.set_xlim(-1.25 * reach, 1.25 * reach)
    axes.set_xlabel("value by exchange of a dealt card, in points", fontsize=TEXT, color=SOFT)
    axes.set_ylabel("effect of drawing it at setup, in points", fontsize=TEXT, color=SOFT)
    rooms_right(fig, [(axes, texts)])
    return fig


@chart
def card_uses(uses: pl.DataFrame, outcome: str = "score"):
    """What one use of a card brings more than another, by round: a panel a comparison, a row a round.

    `uses` is that frame of a study of `card_uses`; rounds with fewer than 30 positions are left out.
    """
    rows = uses.filter(pl.col("outcome") == outcome, pl.col("by") == "round", pl.col("n") >= 30)
    pairs = rows.select("better", "than").unique(maintain_order=True).rows()[:3]
    scale, unit = (100, "percentage points of win share") if outcome == "win_share" else (1, "points")
    rounds = sorted(rows["group"].unique())
    fig = figure(1.0 + 0.3 * max(len(rounds), 1))
    panels = fig.subplots(1, max(len(pairs), 1), sharey=True, squeeze=False)[0]
    for axes, (better, than) in zip(panels, pairs):
        bare(axes)
        part = rows.filter(pl.col("better") == better, pl.col("than") == than).sort("group")
        at = [-rounds.index(group) for group in part["group"]]
        axes.axvline(0, **_DASHED)
        dots(axes, at, part, scale=scale)
        axes.set_title(f"{_USE[better]}\nless {_USE[than]}", fontsize=TEXT, color=INK, loc="left")
        axes.locator_params(axis="x", nbins=5)
    n = {row["group"]: row["n"] for row in rows.iter_rows(named=True)}
    labels = [f"{'setup' if r == '0' else f'round {r}'} ({n[r]:,.0f})" for r in rounds]
    panels[0].set_yticks([-i for i in range(len(rounds))], labels)
    panels[0].set_ylim(-len(rounds) + 0.4, 0.6)
    fig.supxlabel(f"{unit} more; in brackets the positions of a round", fontsize=TEXT, color=SOFT)
    return fig


_USE = {"income": "tucked", "play": "played", "corner": "corner", "kept": "kept"}


@chart
def option_values(options: pl.DataFrame, outcome: str = "win_share"):
    """What a player loses that is barred from an option: a panel a number of players, a row an option, the greatest first.

    `options` is that frame of a study of `option_values`. Thick: 95 % for the option alone; thin: for all of a panel at once.
    """
    rows = options.filter(pl.col("outcome") == outcome)
    counts = sorted(rows["players"].unique())
    scale, unit = (100, "percentage points of win share") if outcome == "win_share" else (1, "points")
    order = rows.group_by("option").agg(pl.col("estimate").mean()).sort("estimate", descending=True)["option"].to_list()
    fig = figure(0.95 + 0.225 * len(order))
    panels = fig.subplots(1, len(counts), sharey=True, squeeze=False)[0]
    for axes, players in zip(panels, counts):
        bare(axes)
        part = rows.filter(pl.col("players") == players)
        at = [-order.index(option) for option in part["option"]]
        axes.axvline(0, **_DASHED)
        axes.hlines(at, part["sim_low"] * scale, part["sim_high"] * scale, color=PALE, linewidth=1.4, zorder=3)
        dots(axes, at, part, scale=scale)
        axes.set_title(f"{players} players", fontsize=TEXT, color=INK, loc="left")
        axes.locator_params(axis="x", nbins=5)
    panels[0].set_yticks([-i for i in range(len(order))], order)
    panels[0].tick_params(axis="y", labelsize=TEXT - 1)
    panels[0].set_ylim(-len(order) + 0.4, 0.6)
    fig.supxlabel(f"{unit} lost without it; n = {rows['n'].max():,.0f} pairs of games each", fontsize=TEXT, color=SOFT)
    return fig


@chart
def strategy_matrix(duels: pl.DataFrame, mix: pl.DataFrame | None = None, fair: float = 0.5):
    """Win share of the way of a row against that of a column, surely above or below `fair` in bold, and the mix beside.

    `duels` and `mix` are these frames of a study of `strategies`; with its frame `alone`, no mix and `fair` = 1/players the
    row is alone among players of the column's way.
    """
    ways = duels["way"].unique(maintain_order=True).to_list()
    m = len(ways)
    fig = figure(0.9 + 0.5 * m)
    axes, *bars = np.atleast_1d(fig.subplots(1, 1 if mix is None else 2, width_ratios=[m] if mix is None else [m, 1.6]))
    shades = np.full((m, m), np.nan)
    for row in duels.iter_rows(named=True):
        i, k = ways.index(row["way"]), ways.index(row["other"])
        shades[i, k] = row["estimate"]
        sure = row["low"] > fair or row["high"] < fair
        axes.text(k, i, f"{100 * row['estimate']:.1f}", ha="center", va="bottom", fontsize=TEXT, color=INK,
                  fontweight="bold" if sure else "normal")  # fmt: skip
        axes.text(k, i + 0.06, f"{100 * row['low']:.0f} to {100 * row['high']:.0f}", ha="center", va="top",
                  fontsize=TEXT - 2, color=SOFT)  # fmt: skip
    axes.imshow(shades, cmap=_GREYS, vmin=0, vmax=2 * fair, aspect="auto")
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_xticks(range(m), [_short(way) for way in ways])
    axes.set_yticks(range(m), [_short(way) for way in ways])
    axes.tick_params(length=0, labelsize=TEXT - 1, labelcolor=INK)
    axes.set_xlabel(
        f"win share of the row in per cent, fair {percent(fair, 0)}; n = {duels['n'].max():,.0f} games", fontsize=TEXT, color=SOFT
    )
    for beside_it in bars:
        bare(beside_it)
        at = np.arange(m)
        beside_it.barh(at, 100 * mix["weight"], color=PALE, height=0.55, zorder=2)
        beside_it.hlines(at, 100 * mix["low"], 100 * mix["high"], color=ACCENT, linewidth=2.2, zorder=3)
        beside_it.set_ylim(m - 0.5, -0.5)
        beside_it.set_xlim(0, 100)
        beside_it.set_yticks([])
        beside_it.set_xlabel("share in the mix, per cent", fontsize=TEXT, color=SOFT)
    return fig


def _short(way: str, most: int = 14) -> str:
    return way if len(way) <= most else way.replace("[", "\n[")


@chart
def leaders(leaders: pl.DataFrame, players: int):
    """How often the seat that leads alone after a round wins, with the fair share dashed.

    `leaders` is that frame of a study of `course`.
    """
    part = leaders.filter(pl.col("measure") == "wins").sort("round")
    lead = leaders.filter(pl.col("measure") == "lead").sort("round")
    fig = figure(0.8 + 0.36 * part.height)
    axes = bare(fig.add_subplot())
    at = -part["round"].to_numpy()
    axes.axvline(100 / players, **_DASHED)
    dots(axes, at, part, scale=100)
    texts = [
        beside(axes, 100 * reach(row["estimate"], row["high"]), y, f"{percent(row['estimate'])}, {points:.1f} points ahead", **CLEAR)
        for y, row, points in zip(at, part.iter_rows(named=True), lead["estimate"])
    ]
    ends = 100 * part.select(pl.max_horizontal("estimate", "high").fill_nan(0).max()).item()
    starts = 100 * part["low"].fill_nan(1).min()
    axes.set_xlim(max(min(100 / players, starts) - 4, 0), max(ends, 100 / players) + 4)
    last = part["round"].max()
    axes.set_yticks(at, [f"after round {r}" + (", before the final scoring" if r == last else "") for r in part["round"]])
    axes.set_ylim(at.min() - 0.6, at.max() + 0.6)
    axes.set_xlabel(
        f"win share of the seat that leads, per cent, the fair share dashed; n up to {part['n'].max():,.0f} games",
        fontsize=TEXT, color=SOFT,
    )  # fmt: skip
    rooms_right(fig, [(axes, texts)])
    return fig


@chart
def comebacks(comebacks: pl.DataFrame, players: int):
    """Win share of a seat against how many points it is behind the best other one: a line a round, named at its end.

    `comebacks` is that frame of a study of `course`; classes of fewer than 30 seats are left out.
    """
    fig = figure(3.6)
    axes = bare(fig.add_subplot(), grid=False)
    axes.grid(axis="y", color=FAINT, linewidth=1)
    classes = comebacks["behind"].unique(maintain_order=True).to_list()
    rounds = sorted(comebacks["round"].unique())
    width = 0.5 / max(len(rounds), 1)
    handles = []
    for i, r in enumerate(rounds):
        part = comebacks.filter(pl.col("round") == r, pl.col("n") >= 30)
        edge, face, shape = MARKS[i % len(MARKS)]
        x = np.array([classes.index(one) for one in part["behind"]]) + (i - (len(rounds) - 1) / 2) * width
        axes.vlines(x, 100 * part["low"], 100 * part["high"], color=edge, linewidth=1.5, zorder=3)
        handles.append(axes.scatter(x, 100 * part["estimate"], s=24, marker=shape, facecolors=face, edgecolors=edge, zorder=4))
    axes.axhline(100 / players, **_DASHED)
    axes.set_xticks(range(len(classes)), classes)
    axes.set_ylim(-1.5, None)
    axes.set_ylabel("win share, per cent", fontsize=TEXT, color=SOFT)
    axes.set_xlabel("points behind the best other seat, the fair share dashed", fontsize=TEXT, color=SOFT)
    fig.legend(handles, [f"round {r}" for r in rounds], loc="outside upper left", ncols=5, frameon=False, fontsize=TEXT)
    return fig


@chart
def luck(shares: pl.DataFrame):
    """Shares of the variance by what they are due to, with intervals: a panel for who wins and one for the points.

    `shares` is that frame of a study of `luck`.
    """
    titles = {"win_share": "who wins", "score": "points"}
    outcomes = [name for name in titles if name in shares["outcome"].to_list()]
    components = shares.filter(pl.col("estimate").is_finite())["component"].unique(maintain_order=True).to_list()
    fig = figure(0.9 + 0.32 * len(components))
    axes_of = fig.subplots(1, len(outcomes), sharey=True, squeeze=False)[0]
    panels = []
    for axes, outcome in zip(axes_of, outcomes):
        bare(axes)
        part = shares.filter(pl.col("outcome") == outcome, pl.col("estimate").is_finite())
        at = [-components.index(name) for name in part["component"]]
        axes.barh(at, 100 * part["estimate"], color=PALE, height=0.5, zorder=2)
        axes.hlines(at, 100 * part["low"], 100 * part["high"], color=ACCENT, linewidth=2.2, zorder=3)
        ends = (100 * part.select(pl.max_horizontal("estimate", "high")).to_series()).to_list()
        texts = [beside(axes, end, y, percent(value), **CLEAR) for end, y, value in zip(ends, at, part["estimate"])]
        axes.set_xlim(0, max([*ends, 1]) * 1.02)
        axes.set_title(titles[outcome], fontsize=TEXT, color=INK, loc="left")
        panels.append((axes, texts))
    axes_of[0].set_yticks([-i for i in range(len(components))], components)
    axes_of[0].set_ylim(-len(components) + 0.4, 0.6)
    fig.supxlabel(f"share of the variance, per cent; n = {shares['n'].max():,.0f} deals", fontsize=TEXT, color=SOFT)
    rooms_right(fig, panels)
    return fig


@chart
def fix(candidates: pl.DataFrame, fresh: pl.DataFrame, value: float, within: float):
    """What was tried, by its distance from the target, and the metric on fresh games as it was and fixed, target shaded.

    `candidates` and `fresh` are these frames of a study of `cheapest_fix`; at most 12 candidates, the nearest ones.
    """
    unit = fresh["unit"][0]
    scale, words = (100, "percentage points") if unit == SHARE else (1, unit)
    shown = candidates.sort("distance").head(12)
    metrics = fresh["metric"].unique(maintain_order=True).to_list()
    fig = figure(1.5 + 0.25 * shown.height + 0.5 * len(metrics))
    above, below = fig.subplots(2, 1, height_ratios=[shown.height + 1, 2 * len(metrics) + 1])
    bare(above)
    at = -np.arange(shown.height)
    above.axvline(scale * within, **_DASHED)
    reached = shown["reached"].to_numpy()
    above.scatter(scale * shown["distance"], at, s=34, facecolors=np.where(reached, ACCENT, "white"), edgecolors=ACCENT, zorder=4)
    labels = [text if len(text) <= 60 else text[:58] + "…" for text in shown["changes"]]
    above.set_yticks(at, labels)
    above.tick_params(axis="y", labelsize=TEXT - 1)
    above.set_ylim(at.min() - 0.6, 0.6)
    above.set_xlim(0, scale * max(shown["distance"].max(), within) * 1.08)
    above.set_xlabel(f"distance from the target, {words}; what is wanted dashed", fontsize=TEXT, color=SOFT)
    bare(below)
    below.axvspan(scale * (value - within), scale * (value + within), color=FAINT, linewidth=0, zorder=0)
    panels, handles = [], []
    for i, rules in enumerate(("as it is", "fixed")):
        part = fresh.filter(pl.col("rules") == rules)
        edge, face, shape = MARKS[1 - i]
        heights = [-metrics.index(name) + 0.16 - 0.32 * i for name in part["metric"]]
        below.hlines(heights, scale * part["low"], scale * part["high"], color=edge, linewidth=2.2, zorder=3)
        handles.append(below.scatter(
            scale * part["estimate"], heights, s=34, marker=shape, facecolors=face, edgecolors=edge, zorder=4
        ))  # fmt: skip
        texts = [beside(below, scale * row["high"], y, amount(row["estimate"], unit), **CLEAR)
                 for y, row in zip(heights, part.iter_rows(named=True))]  # fmt: skip
        panels.append((below, texts))
    below.set_yticks([-i for i in range(len(metrics))], [name.replace("win_share@seat=", "seat ") for name in metrics])
    below.set_ylim(-len(metrics) + 0.4, 0.6)
    below.set_xlabel(f"on fresh games, {'per cent' if unit == SHARE else unit}; n = {fresh['n'].max():,.0f} games each",
                     fontsize=TEXT, color=SOFT)  # fmt: skip
    fig.legend(handles, ["as it is", "fixed"], loc="outside upper left", ncols=2, frameon=False, fontsize=TEXT)
    rooms_right(fig, panels)
    return fig
