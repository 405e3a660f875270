"""`seti-sim report`: the page about a run."""

import click

from seti_sim.cli.options import charts_option, lang_option, own_game_option


@click.command()
@click.argument("folder", type=click.Path())
@click.option("--out", default="report.html", show_default=True, type=click.Path(), help="File to write.")
@click.option(
    "--with",
    "studies",
    multiple=True,
    type=click.Path(),
    metavar="DIR",
    help="Folder of a study (compare, sweep, komi, ladder, whatif) that the page shall tell, too; several times for several.",
)
@click.option("--precision", metavar="WIDTH", help="Half-width to tell the games needed for: 0.5pp or 0.5vp.")
@click.option(
    "--verdicts", metavar="FILE", type=click.Path(), help="TOML file with other limits for the verdicts of the first sheet."
)
@click.option(
    "--short", "form", flag_value="short", help="Verdicts and answers alone, without charts and tables of each question."
)
@click.option("--full", "form", flag_value="full", help="With every section open.")
@own_game_option
@charts_option
@lang_option
def report(folder, out, studies, precision, verdicts, form, charts):
    """Write one self-contained HTML page about the run in FOLDER, or about all of them where it holds several."""
    from seti_sim.analysis.precision import parse
    from seti_sim.report import write
    from seti_sim.studies import load
    from seti_sim.tables import open_run
    from seti_sim.tables.folder import runs_in

    wanted = parse(precision) if precision else None
    found = [load(study) for study in studies]
    runs = [open_run(run) for run in runs_in(folder)]
    click.echo(
        f"{write(runs, out, studies=found, precision=wanted, charts=charts, verdicts=verdicts, form=form or '')}: written"
    )
    if charts:
        click.echo(f"{charts}: written")
