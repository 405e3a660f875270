"""Charts of The Search for Planet X, drawn like those of `seti_sim.charts`."""

from __future__ import annotations

import polars as pl
from matplotlib.ticker import MaxNLocator

from seti_sim.charts.figures import chart, figure, lines, width
from seti_sim.charts.rows import VALUE, Panel, lay_rows
from seti_sim.charts.style import ACCENT, INK, PALE, SOFT, TEXT, above, bare
from seti_sim.core.amounts import Form


@chart
def measures(key: str, labels: dict, panels: list[tuple[str, pl.DataFrame, Form]], fair: float | None = None):
    """A panel a measure, a row a key, each estimate a dot with its interval.

    labels: the keys from the top, and what is written for each. panels: (words under the axis, frame with the column `key` and
    `estimate, low, high`, how numbers are written); other keys are left out. fair: where a dashed line stands in the first
    panel.
    """
    order = pl.DataFrame({key: list(labels), "label": list(labels.values())})
    made = []
    for words, frame, form in panels:
        rows = frame.with_columns(pl.col(key).cast(order.schema[key])).join(order, on=key, maintain_order="left")
        line = fair if not made else None
        made.append(Panel(rows.with_columns(row=key), words, form, VALUE, line=line))
    return lay_rows(made, order=order.select("label", row=key))


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
    above(axes, at[0.5], float(share.max()), f"median {at[0.5]:.0f}", offset=(0, 4), color=INK)
    axes.set_ylim(0, share.max() * 1.15)
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    words = "time at which the finder's locate begins, in sectors from the start; height: share of games"
    axes.set_xlabel(lines(words, width() - 0.3), fontsize=TEXT, color=SOFT)
    return fig
