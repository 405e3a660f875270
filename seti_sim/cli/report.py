"""`seti-sim report`: the page about a run."""

import click


@click.command()
@click.argument("folder", type=click.Path())
@click.option("--out", default="report.html", show_default=True, type=click.Path(), help="File to write.")
def report(folder, out):
    """Write one self-contained HTML page about the run in FOLDER."""
    from seti_sim.report import write
    from seti_sim.tables import open_run

    click.echo(f"{write(open_run(folder), out)}: written")
