"""The tables of a run: what every column means, how they are built, how a run folder is opened.

`schema` states each table and column as data, `build` turns the engine's raw batch into
Polars frames, `folder` opens a run folder as LazyFrames. `page` writes docs/tables.md.

>>> run = open_run("runs/a")            # doctest: +SKIP
>>> run.seats.group_by("seat").agg(pl.col("win_share").mean()).collect()     # doctest: +SKIP
"""

from typing import TYPE_CHECKING

from seti_sim.core.lazy import later

if TYPE_CHECKING:
    from seti_sim.core.errors import TablesError
    from seti_sim.tables.folder import Run, open_run
    from seti_sim.tables.formats import export
    from seti_sim.tables.joined import Runs, open_runs

__all__ = ["Run", "Runs", "TablesError", "export", "open_run", "open_runs"]
__getattr__ = later(
    __name__,
    {
        "Run": "seti_sim.tables.folder:Run",
        "TablesError": "seti_sim.core.errors:TablesError",
        "Runs": "seti_sim.tables.joined:Runs",
        "export": "seti_sim.tables.formats:export",
        "open_run": "seti_sim.tables.folder:open_run",
        "open_runs": "seti_sim.tables.joined:open_runs",
    },
)
