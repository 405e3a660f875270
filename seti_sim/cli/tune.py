"""`seti-sim tune`: improve a player's weights by self-play."""

import click

from seti_sim.cli.options import game_options, note_unchanged_plan, typed, variant_option, yes_option
from seti_sim.core.amounts import both, number, percent, signed_pp


@click.command()
@click.argument("player")
@game_options(studied=True, even=True)
@click.option("--out", type=click.Path(file_okay=False), required=True, help="Folder of the tuning; an unfinished one goes on.")
@click.option("--pool", metavar="NAME[,NAME]", help="Players in the other seats, with commas between.  [default: greedy in SETI, "
              "elsewhere PLAYER itself]")  # fmt: skip
@click.option("--players", type=click.IntRange(2), help="Players of a game.  [default: as many as can be]")
@click.option("--generations", type=click.IntRange(1), default=100, show_default=True, help="That it shall have.")
@click.option("--games", type=click.IntRange(1), help="Of each candidate in a generation; every seat comes equally often with every setup, in "
              "SETI 20 pairs of species.  [default: 400, or the next number that fits]")  # fmt: skip
@click.option("--population", type=click.IntRange(4), default=24, show_default=True, help="Candidates a generation.")
@click.option("--spread", type=float, default=0.3, show_default=True, help="First step, as a share of a weight's scale.")
@click.option("--only", default="", help="Names of the weights to tune, with commas between.  [default: all]")
@click.option("--measure", type=click.IntRange(100), default=4000, show_default=True, help="Fresh games for the gain.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, help="Seed of games and search.")
@click.option("--jobs", type=click.IntRange(1), help="Processes.  [default: all cores]")
@variant_option
@yes_option
def tune(player, out, pool, players, generations, games, population, spread, only, measure, seed, jobs, variant, yes, **given):
    """Tune the weights of PLAYER for its win share against a pool, and write them to OUT/weights.toml.

    \b
    seti-sim tune greedy --only vp,trace --out tuning
    seti-sim tune planner --game planetx --players 2 --pool infogain,planner --out tuning
    seti-sim run --game planetx --policy "planner[weights=tuning/weights.toml],planner" --players 2 --out runs/tuned
    """
    from joblib import delayed

    from seti_sim.cli.options import cores
    from seti_sim.cli.run import agree_on, endings
    from seti_sim.cli.studies import kind_of
    from seti_sim.core.pool import in_parallel
    from seti_sim.simulate import split_policies
    from seti_sim.studies.tune import Search, Tuning, play

    kind = kind_of(given)
    names = tuple(word.strip() for word in only.split(",") if word.strip())
    others = split_policies(pool or kind.pool or player)
    options = {name: value for name, value in given.items() if name != "game" and value is not None}
    seats = players or kind.players[-1]
    asked = Tuning(player, others, seats, games, population, spread, seed, names, kind.name, options)
    search = Search(asked, out, variant)
    note_unchanged_plan(search.plan)
    jobs = jobs or cores()
    agree_on(search.cost(generations, measure, min(jobs, cores())), out, yes)
    with endings("what is written stays, and this continues it", typed(())):
        while len(search.history) < generations:
            line = search.step(lambda work: list(in_parallel((delayed(play)(*each) for each in work), jobs, ordered=True)))
            click.echo(
                f"generation {line['generation'] + 1} of {generations}: win share {100 * line['win_share']:.1f} %, "
                f"{line['score']:.1f} points, step {line['step']:.3f}, {line['seconds']:.1f} s"
            )
        found = search.measure(measure)
    path = search.folder / "weights.toml"
    search.write(path, found)
    click.echo(
        f"{path}: win share {percent(found['win_share'])} on fresh seeds, gain over {player} "
        f"{both(found | {'estimate': found['gain']}, signed_pp, ('gain_low', 'gain_high'))}, {number(found['score'])} points"
    )
