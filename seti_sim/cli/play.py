"""`seti-sim play`: one game, told turn by turn."""

from pathlib import Path

import click

from seti_sim.cli.options import variant_option


@click.command()
@click.option("--players", type=int, default=4, show_default=True, help="Players, 2 to 4.")
@click.option(
    "--policy", default="greedy", show_default=True, help="One for all seats, or one a seat with commas between."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the run that the game belongs to.")
@click.option("--game", type=int, default=0, show_default=True, help="Its number in that run.")
@variant_option
@click.option("--quiet", is_flag=True, help="Tell the result only.")
@click.option("--state", is_flag=True, help="Lay out the seats at the start of every round, too.")
@click.option("--record", type=click.Path(), help="Write the game to this file, for `seti-sim replay`.")
def play(players, policy, seed, game, variant, quiet, state, record):
    """Play one game and tell it turn by turn, the same that a run of this seed plays."""
    from seti_sim.cli.narrate import Narrator
    from seti_sim.seti import Game
    from seti_sim.simulate import RunError, prepare

    if game < 0:
        raise RunError(f"game {game}: expected 0 or more")
    plan = prepare(players=players, games=game + 1, policies=policy, seed=seed, variant=variant)
    seated = [plan.policies[i] for i in plan.assign(game, 1)[0]]
    played = Game.new(plan.rules, players=players, seed=seed, game=game)
    say = None if quiet else click.echo
    click.echo(f"SETI, {players} players, seed {seed}, game {game}, rules {plan.rules.fingerprint}")
    narrator = Narrator(played, say, state)
    while not played.is_over:
        narrator.apply(seated[int(played.to_move[1:]) - 1].choose(played))
    narrator.result([policy.name for policy in seated], click.echo)
    if record:
        Path(record).write_text(played.record(), encoding="utf-8")
        click.echo(f"{record}: written")
