"""The tables of a run: what every column means, how they are built, how a run folder is opened.

`schema` states each table and column as data, `build` turns the engine's raw batch into
Polars frames, `folder` opens a run folder as LazyFrames. `page` writes docs/tables.md.

>>> run = open_run("runs/a")            # doctest: +SKIP
>>> run.seats.group_by("seat").agg(pl.col("win_share").mean()).collect()     # doctest: +SKIP
"""

from seti_sim.core.errors import TablesError

__all__ = ["Run", "TablesError", "open_run"]


def __getattr__(name):
    # Polars is heavy, and `seti-sim --help` imports this package for its error class only.
    if name in ("Run", "open_run"):
        from seti_sim.tables import folder

        return getattr(folder, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
