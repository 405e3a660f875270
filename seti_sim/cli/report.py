"""`seti-sim report`: the page about a run."""

import click


@click.command()
@click.argument("folder", type=click.Path())
@click.option("--out", default="report.html", show_default=True, type=click.Path(), help="File to write.")
def report(folder, out):
    """Write one self-contained HTML page about the run in FOLDER, or about all of them where it holds several."""
    from seti_sim.report import write
    from seti_sim.tables import open_run
    from seti_sim.tables.folder import runs_in

    click.echo(f"{write([open_run(run) for run in runs_in(folder)], out)}: written")
