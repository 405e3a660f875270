"""The charts of card strength: all cards at a glance, the best and worst by name, by round, and against win rates."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.ticker import FuncFormatter

from seti_sim.charts.figures import chart, figure
from seti_sim.charts.style import (
    ACCENT, CLEAR, FAINT, INK, PALE, SOFT, TEXT, above, bare, beside, dots, room_right,
)  # fmt: skip

_SIGNED = FuncFormatter(lambda v, _: f"{v:+g}".replace("-", "\u2212") if v else "0")
OUTCOME_WORDS = {"score": ("points", 1.0, "{:+.1f}"), "win_share": ("percentage points of win share", 100.0, "{:+.1f}")}


@chart
def card_overview(effects: pl.DataFrame, outcome: str = "score", n: int = 15, flagged: float = 0.05):
    """All cards by the (shrunk) effect of drawing them, the best at the left: dots with intervals.

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


@chart
def card_effects(
    effects: pl.DataFrame, outcome: str = "score", n: int = 15, flagged: float = 0.05, decks: bool = False
):
    """The `n` best and `n` worst cards by the (shrunk) effect of drawing them, as dots with intervals.

    `effects` is one outcome of `draws.drawn_effect(…).whole`, or `cards.dealt_effect`. Thick: 95 % for the card alone;
    thin: 95 % for all cards at once. A filled dot is one that stays after control of the false discovery rate at
    `flagged`. With `decks` the labels name the deck, too.
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
    names = shown["name"].to_list()
    if decks:
        names = [f"{name} ({deck.replace('-', ' ')})" for name, deck in zip(names, shown["deck"])]
    axes.set_yticks(heights, names)
    axes.tick_params(axis="y", labelsize=TEXT - 1)
    axes.set_ylim(0.3, (heights.max() if rows else 1) + 0.7)
    axes.set_xlabel(f"effect of the card, in {unit}", fontsize=TEXT, color=SOFT)
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


@chart
def card_rounds(picked: pl.DataFrame, effects: pl.DataFrame, outcome: str = "score"):
    """The effect of drawing each of a few cards by when it was drawn: a column of dots with intervals for each `when`.

    `picked` has `card_id, name` of the cards, the best first; `effects` is one outcome of `draws.drawn_effect`.
    """
    unit, scale, _ = OUTCOME_WORDS[outcome]
    whens = [when for when in effects["when"].unique(maintain_order=True) if when != "all"]
    rows = effects.filter(pl.col("card_id").is_in(picked["card_id"].to_list()), pl.col("low").is_finite())
    fig = figure(0.9 + 0.24 * picked.height)
    heights = {card: picked.height - i for i, card in enumerate(picked["card_id"])}
    panels = np.atleast_1d(fig.subplots(1, max(len(whens), 1), sharex=True, sharey=True))
    for axes, when in zip(panels, whens):
        bare(axes)
        part = rows.filter(pl.col("when") == when)
        axes.axvline(0, color=SOFT, linewidth=1.1, zorder=2)
        dots(axes, [heights[card] for card in part["card_id"]], part, scale=scale)
        axes.set_title(when, fontsize=TEXT, color=INK)
        axes.xaxis.set_major_formatter(_SIGNED)
    panels[0].set_yticks(list(heights.values()), picked["name"].to_list())
    panels[0].set_ylim(0.3, picked.height + 0.7)
    fig.supxlabel(f"effect of drawing the card then, in {unit}", fontsize=TEXT, color=SOFT)
    return fig


@chart
def card_rates(both: pl.DataFrame, named: int = 4):
    """What win rates say of cards against what draws say, in points of win share: a dot a card, with both intervals.

    `both` is `rates.misleads`. Filled: surely of the wrong sign. The `named` cards farthest from the line have names.
    """
    fig = figure(4.6)
    axes = bare(fig.add_subplot())
    axes.grid(axis="y", color=FAINT, linewidth=1)
    x, y = (both[name].to_numpy() * 100 for name in ("effect", "beyond"))
    for ends, way in ((("effect_low", "effect_high"), axes.hlines), (("beyond_low", "beyond_high"), axes.vlines)):
        low, high = (both[name].to_numpy() * 100 for name in ends)
        way(y if way == axes.hlines else x, low, high, color=PALE, linewidth=1, zorder=2)
    axes.axhline(0, color=SOFT, linewidth=1.1, zorder=1)
    axes.axvline(0, color=SOFT, linewidth=1.1, zorder=1)
    reach = float(np.nanmax(np.abs(np.r_[x, y]), initial=1e-9))
    axes.plot([-reach, reach], [-reach, reach], color=SOFT, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    wrong = both["wrong"].to_numpy()
    axes.scatter(x, y, s=24, facecolors=np.where(wrong, ACCENT, "white"), edgecolors=ACCENT, linewidths=1.1, zorder=4)
    told, texts = [], []
    for i in np.argsort(-np.abs(y - x), kind="stable"):  # names that would lie on one another are left out
        if len(told) < named and all(abs(y[i] - y[j]) > reach / 10 or abs(x[i] - x[j]) > reach for j in told):
            texts.append(beside(axes, x[i], y[i], both["name"][int(i)], **CLEAR))
            told.append(i)
    axes.xaxis.set_major_formatter(_SIGNED)
    axes.yaxis.set_major_formatter(_SIGNED)
    axes.set_xlabel("what drawing it does, in percentage points of win share", fontsize=TEXT, color=SOFT)
    axes.set_ylabel("rate of the card, against its deck", fontsize=TEXT, color=SOFT)
    room_right(axes, texts)
    return fig


@chart
def card_again(cards: pl.DataFrame, n: int = 10):
    """The `n` best and worst flagged cards: the effect as found (open) and in fresh games (filled, with intervals).

    `cards` has `name, estimate` and `again, again_low, again_high`, in points, the best first.
    """
    shown = cards if cards.height <= 2 * n else pl.concat([cards.head(n), cards.tail(n)])
    fig = figure(0.75 + 0.23 * shown.height)
    axes = bare(fig.add_subplot())
    heights = np.arange(shown.height, 0, -1)
    fresh = shown.select(estimate="again", low="again_low", high="again_high")
    axes.axvline(0, color=SOFT, linewidth=1.1, zorder=2)
    dots(axes, heights, fresh)
    axes.scatter(shown["estimate"], heights, s=34, facecolors="none", edgecolors=INK, linewidths=1.1, zorder=5)
    axes.set_yticks(heights, shown["name"].to_list())
    axes.set_ylim(0.3, shown.height + 0.7)
    axes.set_xlabel("effect of drawing the card, in points", fontsize=TEXT, color=SOFT)
    axes.xaxis.set_major_formatter(_SIGNED)
    return fig
