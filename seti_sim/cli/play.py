"""`seti-sim play`: one game, told turn by turn."""

from contextlib import suppress
from pathlib import Path

import click

from seti_sim.cli.options import (
    game_options,
    note_unchanged,
    policy_option,
    svg_option,
    time_budget_option,
    variant_option,
)  # fmt: skip
from seti_sim.core import registry


@click.command()
@click.option("--players", type=int, help="Players of the game.  [default: as many as can be]")
@policy_option(games=registry.names())
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the run that the game belongs to.")
@click.option("--number", type=int, default=0, show_default=True, help="Its number in that run.")
@game_options(default=registry.DEFAULT)
@variant_option
@time_budget_option
@click.option("--quiet", is_flag=True, help="Tell the result only.")
@click.option("--state", is_flag=True, help="Show the board again and again, too.")
@click.option("--record", type=click.Path(), help="Write the game to this file, for `seti-sim replay`.")
@svg_option
def play(players, policy, seed, number, game, variant, time_budget, quiet, state, record, svg, **given):
    """Play one game and tell it turn by turn, the same that a run of this seed plays.

    \b
    seti-sim play --players 2 --seed 7
    seti-sim play --game planetx --players 2 --levels 0,8 --seed 7
    """
    from seti_sim.core.errors import RunError
    from seti_sim.core.files import write_whole, writing
    from seti_sim.simulate import prepare, split_policies
    from seti_sim.simulate.again import play_again

    kind = registry.get(game)
    if number < 0:
        raise RunError(f"number {number}: expected 0 or more")
    if record and not kind.record_line:
        raise RunError(f"--record {record}: games of {kind.title} are not recorded; the same seed and number play it again")
    names = kind.with_time(split_policies(policy or kind.policy), time_budget)
    plan = prepare(
        players=players,
        games=number + 1,
        policies=names,
        seed=seed,
        variant=variant,
        game=kind.name,
        clock=True,
        **given,
    )
    with suppress(RunError):  # an option that only the variant allows, which then changes something
        note_unchanged(plan.rules, kind.load(plan.options, plan.players, None)[0], kind)
    played, whole, seated = play_again(plan, number)
    narrator = kind.narrator(played, None if quiet else click.echo, state)
    picture = kind.picture(whole) if svg else ""
    if record:  # before a word is told, since it may not be possible
        with writing(Path(record)):
            Path(record).write_text(whole.record(), encoding="utf-8")
    if svg:
        write_whole(Path(svg), picture.encode())
    click.echo(f"{kind.title}, {kind.table_words(played)}, seed {seed}, game {number}, rules {plan.rules.fingerprint}")
    if any(map(kind.is_timed, names)):
        click.echo("mcts plays by the clock here: this game cannot be played again, only replayed from a record.")
    if not quiet:
        click.echo("Numbers at the left count the actions of the game, as `seti-sim replay --to` does.")
    for code in whole.history:
        narrator.apply(played.action(code))
    narrator.result(seated, click.echo)
    for file in filter(None, (record, svg)):
        click.echo(f"{file}: written")
