"""`seti-sim precision`: how many games a half-width takes."""

import click


@click.command()
@click.argument("width")
@click.argument("folder", required=False, type=click.Path())
@click.option("--players", type=int, default=4, show_default=True, help="Players of a game, 2 to 4, without a FOLDER.")
def precision(width, folder, players):
    """Say how many games it takes to know an estimate to within WIDTH, 0.5pp or 0.5vp.

    Without a FOLDER for the win share of a seat, before anything is played. With the run in FOLDER for its main
    estimates, from how much its games differ.

    \b
    seti-sim precision 0.5pp --players 4
    seti-sim precision 0.5vp runs/a
    """
    from seti_sim.analysis import precision as question
    from seti_sim.core.errors import RunError
    from seti_sim.core.registry import DEFAULT, get

    half, unit = question.parse(width)
    if folder is None:
        if players not in (counts := get(DEFAULT).players):
            raise RunError(f"players {players}: expected {counts[0]} to {counts[-1]}")
        if unit != "share":
            raise RunError(f"precision {width}: how far scores spread is known from a run; expected its folder, or pp")
        games = question.games_for_share(half, players)
        click.echo(f"{games:,} games give the win share of a seat of {players} to ± {width} (95 %)")
        return
    from seti_sim.tables import open_run
    from seti_sim.tables.folder import reading

    run = open_run(folder)
    with reading([run]):
        found = question.needed(question.main_estimates(run), half, unit)
    for row in found.iter_rows(named=True):
        click.echo(f"{row['needed']:>12,} games: {row['words']}")
