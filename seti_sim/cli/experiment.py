"""`seti-sim experiment`: carry out an experiment, from games to page."""

from pathlib import Path

import click

from seti_sim.cli.options import backend_options, charts_option, cores, own_game_option, yes_option


@click.command()
@click.argument("name", required=False)
@own_game_option
@click.option("--games", type=int, help="Games instead of those of the experiment: a small number tries it out.")
@click.option("--jobs", type=int, help="Worker processes.  [default: all cores, or all workers of the cluster]")
@backend_options
@click.option("--out", type=click.Path(), help="Folder of its runs.  [default: the experiment's]")
@click.option("--report", type=click.Path(), help="Page to write.  [default: report.html in that folder]")
@yes_option
@charts_option
@click.pass_context
def experiment(context, name, games, jobs, backend, address, out, report, yes, charts):
    """Carry out the experiment NAME, one that is shipped or a TOML file, and write a page about it.

    Without a NAME it lists what is shipped.

    \b
    seti-sim experiment
    seti-sim experiment cheap-scan --games 1000
    seti-sim experiment question.toml --game my_game.py
    """
    from seti_sim.core.cluster import cluster
    from seti_sim.core.errors import RunError
    from seti_sim.core.places import is_url, place
    from seti_sim.studies import experiment as experiments

    if name is None:
        width = max(len(known) for known in experiments.names())
        for known in experiments.names():
            click.echo(f"{known:<{width}}  {experiments.read(known).purpose}")
        return
    found = experiments.read(name)
    out = out or found.options.get("out") or str(Path("runs") / found.name)
    if report is None and is_url(place(out)):
        raise RunError(f"--out {out}: expected --report, too, a file on a disk that the page goes to")
    report = report or str(Path(out) / "report.html")
    context.with_resource(cluster(backend, address))
    jobs = cores() if jobs is None else jobs
    if found.kind == "run":
        _run(context, found, games, jobs, out, report, yes, charts)
    else:
        _study(found, games, jobs, out, report, yes, charts)


def _run(context, found, games, jobs, out, report, yes, charts):
    from seti_sim.cli.report import report as write
    from seti_sim.cli.run import run
    from seti_sim.report.page import check_places

    check_places(report, charts)
    # Without `variant`, whose callback only runs for what is typed, the run would be given an empty tuple for it.
    context.invoke(run, config=str(found.path), games=games, jobs=jobs, out=out, yes=yes, variant=None)
    context.invoke(write, folder=out, out=report, charts=charts)


def _study(found, games, jobs, out, report, yes, charts):
    from seti_sim import studies
    from seti_sim.cli.studies import carry_out, kind_of
    from seti_sim.studies import experiment as experiments

    options = found.options | {"jobs": jobs, "out": out}
    if games is not None:
        own = options.get("games")
        options["games"] = [min(games, n) for n in own] if isinstance(own, list) else games
    subject = options.pop({"compare": "variants", "sweep": "setting"}.get(found.kind, ""), None)
    if games is not None:
        for fitted in ("confirm_games", "follow_games"):
            options.pop(fitted, None)
        if "block" in options:
            options["block"] = min(options["block"], games)
    carry_out(
        getattr(studies, found.kind) if found.kind in experiments.SHARED else kind_of(options).question(found.kind),
        subject,
        options | {"report": report, "yes": yes, "charts": charts},
    )
