"""The charts of card strength: all cards at a glance, and the best and worst by name."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import FuncFormatter

from seti_sim.charts.style import ACCENT, FAINT, INK, PALE, SOFT, TEXT, above, bare, figure

_SIGNED = FuncFormatter(lambda v, _: f"{v:+g}".replace("-", "\u2212") if v else "0")
OUTCOME_WORDS = {"score": ("points", 1.0, "{:+.1f}"), "win_share": ("percentage points of win share", 100.0, "{:+.1f}")}


def card_overview(effects: pl.DataFrame, outcome: str = "score", n: int = 15, flagged: float = 0.05):
    """All cards by the (shrunk) effect of being dealt them, the best at the left: dots with intervals.

    Thick and thin bars and filled dots as in `card_effects`; the grey fields hold the `n` best and worst, which that
    chart names.
    """
    unit, scale, _ = OUTCOME_WORDS[outcome]
    known = _ranked(effects)
    fig = figure(2.7)
    axes = bare(fig.add_subplot(), grid=False)
    at = np.arange(known.height)
    estimate, low, high, sim_low, sim_high = (
        known[c].to_numpy() * scale for c in ("estimate", "low", "high", "sim_low", "sim_high")
    )
    if known.height > 2 * n:
        for start, end, words, side in (
            (-0.5, n - 0.5, f"the {n} best", "left"),
            (len(at) - n - 0.5, len(at) - 0.5, f"the {n} worst", "right"),
        ):
            axes.axvspan(start, end, color=FAINT, linewidth=0, zorder=0)
            above(
                axes,
                start if side == "left" else end,
                1,
                words,
                xycoords=("data", "axes fraction"),
                offset=(0, 3),
                ha=side,
                color=SOFT,
                annotation_clip=False,
            )
    axes.axhline(0, color=SOFT, linewidth=1.1, zorder=2)
    axes.vlines(at, sim_low, sim_high, color=PALE, linewidth=1.2, zorder=3)
    axes.vlines(at, low, high, color=ACCENT, linewidth=1.5, zorder=4)
    strong = (known["q"] < flagged).to_numpy()
    axes.scatter(
        at, estimate, s=11, facecolors=np.where(strong, ACCENT, "white"), edgecolors=ACCENT, linewidths=0.9, zorder=5
    )
    axes.set_xticks([])
    axes.set_xlim(-1.2, max(known.height, 2) + 0.2)
    axes.set_xlabel(f"{known.height} cards, best to worst", fontsize=TEXT, color=SOFT)
    axes.set_ylabel(f"effect, in {unit}", fontsize=TEXT, color=SOFT)
    axes.yaxis.set_major_formatter(_SIGNED)
    axes.grid(axis="y", color=FAINT, linewidth=1)
    return fig


def _ranked(effects: pl.DataFrame) -> pl.DataFrame:
    """Cards whose interval is known, best first."""
    return effects.filter(pl.col("low").is_finite()).sort("shrunk", "estimate", descending=True)


def card_effects(effects: pl.DataFrame, outcome: str = "score", n: int = 15, flagged: float = 0.05):
    """The `n` best and `n` worst cards by the (shrunk) effect of being dealt them, as dots with intervals.

    `effects` is `cards.dealt_effect`. Thick: 95 % for the card alone; thin: 95 % for all cards at once. A filled
    dot is one that stays after control of the false discovery rate at `flagged`.
    """
    unit, scale, form = OUTCOME_WORDS[outcome]
    known = _ranked(effects)
    if known.height > 2 * n:
        shown, gap = pl.concat([known.head(n), known.tail(n)]), n
    else:
        shown, gap = known, None
    rows = shown.height
    heights = np.array([rows - i + (0 if gap is None or i >= gap else 1.2) for i in range(rows)], float)
    fig = figure(0.75 + 0.215 * (rows + (1.2 if gap else 0)))
    axes = bare(fig.add_subplot())
    if rows:
        _draw(axes, shown, heights, scale, form, flagged)
    if gap is not None:
        middle = (heights[gap - 1] + heights[gap]) / 2
        axes.annotate(
            f"{known.height - 2 * n} cards between",
            (0, middle),
            xycoords=("axes fraction", "data"),
            xytext=(-8, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=TEXT - 1.5,
            color=SOFT,
            style="italic",
            annotation_clip=False,
        )
    axes.set_yticks(heights, [f"{name}" for name in shown["name"]])
    axes.tick_params(axis="y", labelsize=TEXT - 1)
    axes.set_ylim(0.3, (heights.max() if rows else 1) + 0.7)
    axes.set_xlabel(f"effect of being dealt the card, in {unit}", fontsize=TEXT, color=SOFT)
    axes.xaxis.set_major_formatter(_SIGNED)
    return fig


def _draw(axes, shown, heights, scale, form, flagged):
    estimate, low, high, sim_low, sim_high = (
        shown[c].to_numpy() * scale for c in ("estimate", "low", "high", "sim_low", "sim_high")
    )
    axes.axvline(0, color=SOFT, linewidth=1.1, zorder=2)
    axes.hlines(heights, sim_low, sim_high, color=PALE, linewidth=1.4, zorder=3)
    axes.hlines(heights, low, high, color=ACCENT, linewidth=2.4, zorder=4)
    strong = (shown["q"] < flagged).to_numpy()
    axes.scatter(
        estimate,
        heights,
        s=30,
        facecolors=np.where(strong, ACCENT, "white"),
        edgecolors=ACCENT,
        linewidths=1.3,
        zorder=5,
    )
    left, right = np.nanmin(np.r_[sim_low, 0]), np.nanmax(np.r_[sim_high, 0])
    span = right - left
    axes.set_xlim(left - 0.03 * span, right + 0.10 * span)
    for height, value in zip(heights, estimate):  # one column of figures at the right
        axes.annotate(
            form.format(value).replace("-", "\u2212"),
            (1, height),
            xycoords=("axes fraction", "data"),
            ha="right",
            va="center",
            fontsize=TEXT - 1.5,
            color=INK,
            annotation_clip=False,
        )
