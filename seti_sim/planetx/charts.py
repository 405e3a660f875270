"""Charts of The Search for Planet X, drawn like those of `seti_sim.charts`."""

from __future__ import annotations

import polars as pl
from matplotlib.ticker import MaxNLocator

from seti_sim.charts.figures import chart, figure, lines, width
from seti_sim.charts.measures import measures as measures
from seti_sim.charts.rows import VALUE, Panel, lay_rows
from seti_sim.charts.style import ACCENT, INK, PALE, SOFT, TEXT, above, bare
from seti_sim.core.amounts import Form, percent, rounded, signed, signed_pp, signed_two
from seti_sim.core.language import digits, tr


@chart
def times(counts: pl.DataFrame, quantiles: pl.DataFrame):
    """How often a game's finder begins its locate at each time; the middle half of the games is dark, the median named.

    Frames as of `analysis.end_times`.
    """
    counts = counts.sort("end_time")
    time, share = counts["end_time"].to_numpy().astype(int), 100 * counts["count"].to_numpy() / counts["count"].sum()
    at = {row["quantile"]: row["estimate"] for row in quantiles.iter_rows(named=True)}
    fig = figure(2.5)
    axes = bare(fig.add_subplot(), grid=False)
    inks = [ACCENT if at[0.25] <= t <= at[0.75] else PALE for t in time]
    axes.bar(time, share, width=0.86, color=inks)
    above(axes, at[0.5], float(share.max()), tr("median {at}", at=digits(f"{at[0.5]:.0f}")), offset=(0, 4), color=INK)
    axes.set_ylim(0, share.max() * 1.15)
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    words = tr("time at which the finder's locate begins, in sectors from the start; height: share of games")
    axes.set_xlabel(lines(words, width() - 0.3), fontsize=TEXT, color=SOFT)
    return fig


FEW = 30
"""Games below which a thing is in the table alone."""


def _panel(frame: pl.DataFrame, outcome: str, words: str, form: Form, line: float = 0.0) -> Panel:
    """The panel of an outcome of `frame` (`label, outcome, estimate, low, high, sim_low, sim_high`), thin bars for all rows at once."""
    rows = frame.filter(pl.col("outcome") == outcome).with_columns(row="label", outer_low="sim_low", outer_high="sim_high")
    rows = rows.drop("group", strict=False)
    return Panel(rows, words, form, VALUE, line=line)


@chart
def worth(worth: pl.DataFrame):
    """What each thing is worth to the seat that alone is given it: a panel of win share, one of points; that frame of `facts`.

    Things that were to be had in few games are left out.
    """
    rows = worth.filter(pl.col("n") >= min(FEW, worth["n"].to_numpy().max(initial=0))).with_columns(label="name")
    order = rows.filter(pl.col("outcome") == "win_share").select("label", row="label")
    panels = [_panel(rows, "win_share", tr("win share"), signed_pp), _panel(rows, "score", "points", signed)]
    return lay_rows(
        panels,
        order=order,
        words=tr("more with it than without; n = up to {n} games", n=rounded(rows["n"].to_numpy().max())),
    )


@chart
def kinds_of_clues(kinds: pl.DataFrame):
    """How much later Planet X is found with each kind of topic and of conference; the frame `kinds` of `topics`."""
    rows = kinds.filter(pl.col("outcome") == "end_time").with_columns(label=pl.format("{}: {}", "group", "name"))
    order = rows.sort("group", "estimate", descending=[True, True]).select("label", row="label")
    words = tr("sectors later than with the mean kind; n = up to {n} games", n=rounded(rows["n"].to_numpy().max()))
    return lay_rows([_panel(rows, "end_time", "", signed_two)], order=order, words=words)


@chart
def handicap(levels: pl.DataFrame, fair: float):
    """Win share of the weaker player by its starting facts, its fair share dashed; the frame `levels` of `handicap`."""
    rows = levels.with_columns(label=pl.format(tr("{} facts"), "facts"))
    order = rows.filter(pl.col("outcome") == "win_share").sort("facts").select("label", row="label")
    words = tr("win share of the weaker player; n = {n} games each", n=rounded(rows["n"].to_numpy().max()))
    return lay_rows([_panel(rows, "win_share", "", percent, fair)], order=order, words=words)
