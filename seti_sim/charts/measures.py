"""Several measures of the same keys side by side."""

from __future__ import annotations

import polars as pl

from seti_sim.charts.figures import chart
from seti_sim.charts.rows import VALUE, Panel, lay_rows
from seti_sim.core.amounts import Form


@chart
def measures(key: str, labels: dict, panels: list[tuple[str, pl.DataFrame, Form]], fair: float | None = None):
    """A panel a measure, a row a key, each estimate a dot with its interval.

    labels: the keys from the top, and what is written for each. panels: (words under the axis, frame with the column `key` and
    `estimate, low, high`, how numbers are written); other keys are left out. fair: where a dashed line stands in the first
    panel.
    """
    order = pl.DataFrame({key: list(labels), "label": list(labels.values())})
    made: list[Panel] = []
    for words, frame, form in panels:
        rows = frame.with_columns(pl.col(key).cast(order.schema[key])).join(order, on=key, maintain_order="left")
        line = fair if not made else None
        made.append(Panel(rows.with_columns(row=key), words, form, VALUE, line=line))
    return lay_rows(made, order=order.select("label", row=key))
