"""`seti-sim merge`: folders with games of one run become one."""

import click

from seti_sim.cli.options import own_game_option


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(), metavar="RUN...")
@click.option("--out", required=True, type=click.Path(), help="The new folder.")
@own_game_option
def merge(folders, out):
    """Make one run of folders that hold different games of it, played on different machines.

    \b
    seti-sim run --games 0..500000 --seed 1 --out a        (on one machine)
    seti-sim run --games 500000..1000000 --seed 1 --out b  (on another)
    seti-sim merge a b --out whole
    """
    from seti_sim.core.errors import RunError
    from seti_sim.simulate.merge import merge as merged

    if len(folders) < 2:
        raise RunError(f"merge {folders[0]}: expected two run folders or more")
    config = merged(list(folders), out)
    left = config["games"] - config["games_done"]
    click.echo(f"{out}: {config['games_done']:,} games of {len(folders)} folders")
    if left:
        click.echo(f"{left:,} games between them are missing; this plays them: {config['command']}")
