"""`seti-sim run`: play games into a run folder."""

import os

import click


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command()
@click.option("--players", type=int, default=4, show_default=True, help="Players of a game, 2 to 4.")
@click.option("--games", type=int, default=20_000, show_default=True, help="Games the folder shall hold; more than it has extends it.")
@click.option("--policy", default="greedy", show_default=True, help="One for all seats, or one a seat with commas between.")
@click.option("--seating", default="rotate", show_default=True, help="rotate: every rotation of the policies equally often; fixed: as given.")
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same rows.")
@click.option("--variant", type=click.Path(), help="TOML file with changes to the rules.")
@click.option("--jobs", type=int, default=cores, show_default="all cores", help="Worker processes.")
@click.option("--chunk", type=int, default=10_000, show_default=True, help="Games a part file; what an interruption can lose, per worker.")
@click.option("--out", required=True, type=click.Path(), help="Run folder; one that holds part of this run is continued.")
def run(players, games, policy, seating, seed, variant, jobs, chunk, out):
    """Play games into a run folder, or what is missing of them.

    \b
    seti-sim run --players 4 --games 20000 --policy greedy --seed 1 --out runs/a
    """
    from seti_sim.simulate import prepare
    from seti_sim.simulate import run as play
    from seti_sim.simulate.progress import words
    from seti_sim.simulate.runner import resume_command

    plan = prepare(players=players, games=games, policies=policy, seed=seed, seating=seating, variant=variant)
    if games % plan.block:
        click.echo(f"seti-sim: note: {games:,} games are no whole number of blocks of {plan.block} rotations", err=True)
    command = resume_command(plan, out, jobs, chunk, variant)
    try:
        config = play(plan, out, jobs=jobs, chunk=chunk, command=command)
    except KeyboardInterrupt:
        click.echo(f"seti-sim: interrupted; what is written stays, and this continues it:\n  {command}", err=True)
        raise click.exceptions.Exit(1) from None
    speed = config["games_done"] / config["core_seconds"] if config["core_seconds"] else 0
    click.echo(f"{out}: {config['games_done']:,} games in {words(config['seconds'])}, {speed:,.0f} games/s a core")
