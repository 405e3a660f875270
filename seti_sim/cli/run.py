"""`seti-sim run`: play games into a run folder."""

import sys
from contextlib import contextmanager

import click

from seti_sim.cli.options import (
    backend_options,
    cores,
    game_options,
    note_unchanged_plan,
    policy_option,
    variant_option,
    yes_option,
)
from seti_sim.core import registry
from seti_sim.core.registry import DEFAULT

DEFAULTS = {
    "game": DEFAULT,
    "players": None,
    "games": 20_000,
    "policy": None,
    "seating": "rotate",
    "seed": 1,
    "variant": None,
    "jobs": None,
    "backend": None,
    "address": None,
    "chunk": None,
    "out": None,
    "tables": None,
}


@click.command()
@click.argument("config", required=False, type=click.Path())
@click.option(
    "--players", metavar="N[,N]", help="Players of a game; several numbers make a run each.  [default: as many as can be]"
)
@click.option(
    "--games", metavar="N", help="Games that a run shall have; more than it has extends it. N..M: those numbered N to M - 1, for "
    "runs shared out over machines, which `seti-sim merge` joins.  [default: 20000]",
)  # fmt: skip
@click.option(
    "--precision", metavar="WIDTH", help="Instead of --games: as many as give the win share of a seat to this, as 0.5pp."
)
@policy_option(None, "One for all seats, or one a seat", registry.names())
@click.option(
    "--seating",
    metavar="HOW",
    help="rotate: every rotation of the policies equally often; fixed: as given.  [default: rotate]",
)
@game_options
@click.option("--seed", type=int, help="Same seed, same rows.  [default: 1]")
@variant_option
@click.option("--jobs", type=int, help="Worker processes.  [default: all cores, or all workers of the cluster]")
@backend_options
@click.option(
    "--chunk",
    type=int,
    help="Games of a part file, which is what a worker loses when it is killed.  [default: 1000 to 10000]",
)
@click.option(
    "--out",
    type=click.Path(),
    help="Run folder, or its URL, as s3://bucket/run; one that holds part of this run is continued.  [required]",
)
@click.option(
    "--tables", metavar="NAME[,NAME]", help="Tables to keep besides games and seats; a report leaves out what needs others.  "
    "[default: all]",
)  # fmt: skip
@yes_option
def run(config, yes, **given):
    """Play games into a run folder, or what is missing of them.

    CONFIG is a TOML file with these options under the same names; what is given here goes before it.

    \b
    seti-sim run --players 4 --games 20000 --policy greedy --seed 1 --out runs/a
    seti-sim run --solo --level 1,3 --policy greedy --games 2000 --out runs/solo
    seti-sim run experiments/seats.toml --jobs 2
    seti-sim run --game planetx --mode expert --levels 0,4,8,12 --games 1000 --out runs/x
    """
    from seti_sim.core.cluster import cluster
    from seti_sim.core.errors import RunError
    from seti_sim.core.places import place
    from seti_sim.simulate import prepare
    from seti_sim.simulate import run as play
    from seti_sim.simulate.config import read, runs_of
    from seti_sim.simulate.plan import game_numbers, split_tables
    from seti_sim.simulate.progress import pace, words
    from seti_sim.simulate.runner import check_writable, resume_command

    asked = DEFAULTS | (read(config) if config else {}) | {name: value for name, value in given.items() if value is not None}
    out, chunk, variant = asked["out"], asked["chunk"], asked["variant"]
    if out is None:
        raise RunError("--out is missing: expected the folder that the games go to")
    kind = registry.get(asked["game"])
    own = {name: asked.get(name) for name in registry.options()}
    runs, several = runs_of(kind, asked["players"], own)
    wanted = given["precision"]
    if wanted and given["games"] is not None:
        raise RunError(f"--precision {wanted} and --games {given['games']}: expected one of them")
    plans = [
        prepare(
            players=n,
            games=_games_for(wanted, n or kind.players[-1]) if wanted else game_numbers(asked["games"]),
            policies=asked["policy"],
            seed=asked["seed"],
            seating=asked["seating"],
            variant=variant,
            game=kind.name,
            tables=split_tables(asked["tables"]),
            **options,
        )
        for n, options, _ in runs
    ]
    for plan in {plan.rules.fingerprint: plan for plan in plans}.values() if variant else ():  # each mode once
        note_unchanged_plan(plan)
    if asked["backend"] is not None:
        check_writable(place(out))  # before anybody waits for a cluster
    click.get_current_context().with_resource(cluster(asked["backend"], asked["address"]))
    jobs = asked["jobs"] if asked["jobs"] is not None else cores()
    counts = None if several or len(runs) == 1 else ",".join(str(plan.players) for plan in plans)
    command = resume_command(plans[0], out, jobs, chunk, variant, counts, several)
    if wanted:  # the numbers of games differ with the players
        command = command.replace(f"--games {plans[0].games}", f"--precision {wanted}")
    command += " --yes" if yes else ""
    folders = [place(out) / name if len(plans) > 1 else place(out) for _, _, name in runs]
    with endings("what is written stays, and this continues it", command):
        if jobs > 0:
            agree(list(zip(plans, folders, strict=True)), jobs, yes)
        for plan, folder, (_, _, name) in zip(plans, folders, runs, strict=True):
            alone = resume_command(plan, folder, jobs, chunk, variant) + (" --yes" if yes else "")
            label = f"{name.replace('-', ' ')}: " if len(plans) > 1 else ""
            done = play(plan, folder, jobs=jobs, chunk=chunk, command=alone, label=label).config
            if done["games_done"] % plan.block:
                uneven = f"{done['games_done']:,} games are no whole number of blocks of {plan.block}"
                click.echo(f"seti-sim: note: {uneven} {plan.block_words}", err=True)
            speed = done["games_timed"] / done["core_seconds"] if done["core_seconds"] else 0
            click.echo(f"{folder}: {done['games_done']:,} games in {words(done['seconds'])}, {pace(speed)} games/s a core")


def agree(runs, jobs: int, yes: bool) -> None:
    """Say what runs, (plan, folder) each, will take where that is much; beyond a day or the free disk ask first.

    RunError where nobody can be asked.
    """
    from seti_sim.simulate.cost import Cost, cost_of

    agree_on(sum((cost_of(plan, folder, min(jobs, cores())) for plan, folder in runs), Cost(0, 0.0, 0.0)), runs[0][1], yes)


def agree_on(cost, folder, yes: bool) -> None:
    """`agree` on a cost that is known, of what goes to a folder."""
    from seti_sim.core.errors import RunError
    from seti_sim.simulate.cost import DAY, free_space

    free = free_space(folder)
    words = cost.said(free)
    if not yes and (cost.seconds > DAY or cost.size > free):
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise RunError(f"{words}; --yes plays them all the same")
        click.confirm(f"seti-sim: {words}; play them?", abort=True, err=True)
    elif not yes and (cost.seconds > DAY / 24 or cost.size > free / 10):
        click.echo(f"seti-sim: note: {words}", err=True)


def _games_for(width: str, players: int) -> int:
    """Games after which the win share of a seat is known to that half-width."""
    from seti_sim.analysis.precision import games_for_share, parse
    from seti_sim.core.errors import RunError

    half, unit = parse(width)
    if unit != "share":
        raise RunError(f"precision {width}: how far scores spread is known after a run (seti-sim precision); expected pp")
    return games_for_share(half, players)


@contextmanager
def endings(kept: str, command: str = ""):
    """Around long work: what ends it early is said in one line with what is kept, and the command that goes on; exit code 1."""
    from seti_sim.core.errors import RunStopped
    from seti_sim.core.pool import interruptions

    try:
        with interruptions():
            yield
    except (KeyboardInterrupt, RunStopped, MemoryError) as stop:
        why = "there is too little memory" if isinstance(stop, MemoryError) else str(stop) or "interrupted"
        click.echo(f"seti-sim: {why}; {kept}" + (f":\n  {command}" if command else ""), err=True)
        raise click.exceptions.Exit(1) from None
