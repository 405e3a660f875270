"""`seti-sim export`: the tables of a run for other tools."""

import click

from seti_sim.cli.options import own_game_option

FORMATS = ("csv", "xlsx", "duckdb")
"""Those of `seti_sim.tables.formats.FORMATS`."""


@click.command()
@click.argument("folder", type=click.Path())
@click.option("--to", required=True, metavar="FORMAT", help=f"{', '.join(FORMATS)}: a folder of files, a workbook, a database.")
@click.option("--out", type=click.Path(), help="The new file or folder.  [default: the run's name with the format's ending]")
@click.option(
    "--table", "tables", multiple=True, metavar="NAME", help="Only this table; several times for several.  [default: all]"
)
@own_game_option
def export(folder, to, out, tables):
    """Write the tables of the run in FOLDER for another tool, with what each column means.

    pandas, Polars, DuckDB and R read the Parquet parts of a run folder as they are: docs/your-data.md.

    \b
    seti-sim export runs/a --to xlsx --table games --table seats
    """
    from pathlib import Path

    from seti_sim.tables import open_run
    from seti_sim.tables.formats import export as write

    run = open_run(folder)
    place = Path(out) if out else Path(f"{Path(folder).resolve().name}{'-csv' if to == 'csv' else f'.{to}'}")
    for name, rows in write(run, place, to, tables):
        click.echo(f"{name:<9} {rows:>11,} rows")
    click.echo(f"{place}: written")
