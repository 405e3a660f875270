"""The charts of card strength: all cards at a glance, the best and worst by name, by round, and against win rates."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
from matplotlib.ticker import FuncFormatter

from seti_sim.charts.figures import chart, figure
from seti_sim.charts.rows import VALUE, Panel, lay_rows
from seti_sim.charts.scatter import against
from seti_sim.charts.style import ACCENT, FAINT, PALE, SOFT, TEXT, above, bare
from seti_sim.charts.style import signed as signed_tick
from seti_sim.core.amounts import pair, signed, signed_pp
from seti_sim.core.language import marked, tr

OUTCOMES = {
    "score": (marked("points"), signed),
    "win_share": (marked("percentage points of win share"), replace(signed_pp, unit="")),
}
"""What an effect is in, and how it is written where that has been said."""


@chart
def card_overview(effects: pl.DataFrame, outcome: str = "score", n: int = 15, flagged: float = 0.05):
    """All cards by the (shrunk) effect of drawing them, the best at the left: dots with intervals.

    Thick and thin bars and filled dots as in `card_effects`; the grey fields hold the `n` best and worst, which that
    chart names.
    """
    words, form = OUTCOMES[outcome]
    unit = tr(words)
    scale, known = form.scale, _ranked(effects)
    fig = figure(2.7)
    axes = bare(fig.add_subplot(), grid=False)
    at = np.arange(known.height)
    estimate, low, high, sim_low, sim_high = (
        known[c].to_numpy() * scale for c in ("estimate", "low", "high", "sim_low", "sim_high")
    )
    if known.height > 2 * n:
        for start, end, words, side in (
            (-0.5, n - 0.5, tr("the {n} best", n=n), "left"),
            (len(at) - n - 0.5, len(at) - 0.5, tr("the {n} worst", n=n), "right"),
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
    axes.scatter(at, estimate, s=11, facecolors=np.where(strong, ACCENT, "white"), edgecolors=ACCENT, linewidths=0.9, zorder=5)
    axes.set_xticks([])
    axes.set_xlim(-1.2, max(known.height, 2) + 0.2)
    axes.set_xlabel(tr("{height} cards, best to worst", height=known.height), fontsize=TEXT, color=SOFT)
    axes.set_ylabel(tr("effect, in {unit}", unit=unit), fontsize=TEXT, color=SOFT)
    axes.yaxis.set_major_formatter(FuncFormatter(signed_tick))
    axes.grid(axis="y", color=FAINT, linewidth=1)
    return fig


def _ranked(effects: pl.DataFrame) -> pl.DataFrame:
    """Cards whose interval is known, best first."""
    return effects.filter(pl.col("low").is_finite()).sort("shrunk", "estimate", "card_id", descending=[True, True, False])


@chart
def card_effects(effects: pl.DataFrame, outcome: str = "score", n: int = 15, flagged: float = 0.05, decks: bool = False):
    """The `n` best and `n` worst cards by the (shrunk) effect of drawing them, as dots with intervals.

    `effects` is one outcome of `draws.drawn_effect(…).whole`, or `cards.dealt_effect`. Thick: 95 % for the card alone;
    thin: 95 % for all cards at once. A filled dot is one that stays after control of the false discovery rate at
    `flagged`. With `decks` the labels name the deck, too.
    """
    words, form = OUTCOMES[outcome]
    unit = tr(words)
    known = _ranked(effects)
    shown = known if known.height <= 2 * n else pl.concat([known.head(n), known.tail(n)])
    breaks = {} if shown is known else {known["card_id"][n - 1]: tr("{height} cards between", height=known.height - 2 * n)}
    label = pl.format("{} ({})", "name", pl.col("deck").cast(pl.String).str.replace_all("-", " ")) if decks else pl.col("name")
    rows = shown.with_columns(
        row="card_id", label=label, filled=pl.col("q") < flagged, outer_low="sim_low", outer_high="sim_high"
    )
    panel = Panel(rows, tr("effect of the card, in {unit}", unit=unit), form, VALUE, line=0.0)
    return lay_rows([panel], breaks=breaks)


@chart
def card_rounds(picked: pl.DataFrame, effects: pl.DataFrame, outcome: str = "score"):
    """The effect of drawing each of a few cards by when it was drawn: a column of dots with intervals for each `when`.

    `picked` has `card_id, name` of the cards, the best first; `effects` is one outcome of `draws.drawn_effect`.
    """
    words, form = OUTCOMES[outcome]
    unit = tr(words)
    order = picked.select(row="card_id", label="name")
    rows = effects.filter(pl.col("low").is_finite()).drop("name", strict=False).join(order, left_on="card_id", right_on="row")
    rows = rows.with_columns(row="card_id")
    whens = sorted(effects["when"].unique(), key=lambda when: (when != "setup", when))
    panels = [Panel(rows.filter(pl.col("when") == when), form=form, title=when, line=0.0) for when in whens if when != "all"]
    return lay_rows(
        panels, order=order, columns=6, together=True, words=tr("effect of drawing the card then, in {unit}", unit=unit)
    )


@chart
def card_rates(both: pl.DataFrame, named: int = 4):
    """What win rates say of cards against what draws say, in points of win share: a dot a card, with both intervals.

    `both` is `rates.misleads`. Filled: surely of the wrong sign. The `named` cards farthest from the dashed line, on which both
    say the same, have names at the right.
    """
    return against(
        both, ("effect", "beyond"), "wrong", named, signed_pp.scale,
        (tr("what drawing it does, in percentage points of win share"), tr("rate of the card against its deck, in percentage points")),
    )  # fmt: skip


@chart
def card_again(cards: pl.DataFrame, n: int = 10):
    """The `n` best and worst flagged cards: the effect as found (open) and in fresh games (filled, with intervals).

    `cards` has `name, estimate` and `again, again_low, again_high`, in points. The number is that of the fresh games.
    """
    row = pl.col("card_id" if "card_id" in cards.columns else "name")
    ranked = cards.with_columns(row=row).sort("estimate", "row", descending=[True, False])
    shown = ranked if cards.height <= 2 * n else pl.concat([ranked.head(n), ranked.tail(n)])
    again = shown.select(
        "row", label="name", estimate="again", low="again_low", high="again_high", group=pl.lit(tr("in fresh games"))
    )
    text = [pair(row["estimate"], row["low"], row["high"], signed)[0] for row in again.iter_rows(named=True)]
    again = again.with_columns(text=pl.Series(text, dtype=pl.String))
    nothing = pl.lit(None, pl.Float64)
    found = shown.select(
        "row", label="name", estimate="estimate", low=nothing, high=nothing, group=pl.lit(tr("as found")), text=pl.lit("")
    )
    panel = Panel(
        pl.concat([again, found], how="vertical_relaxed"), tr("effect of drawing the card, in points"), signed, line=0.0
    )
    return lay_rows([panel], order=shown.select("row", label="name"))
