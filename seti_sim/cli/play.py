"""`seti-sim play`: one game, told turn by turn."""

from pathlib import Path

import click

from seti_sim.cli.options import note_unchanged, policy_option, species_option, time_budget_option, variant_option
from seti_sim.core import registry
from seti_sim.core.kind import FLAG


class GameNumber(click.ParamType):
    """The number of a game in its run; here that is no name of a game, as it is for `run`."""

    name = "integer"

    def convert(self, value, param, ctx):
        if value in registry.names():
            other = "" if value == registry.DEFAULT else f"; games of {value} are played by: seti-sim run --game {value}"
            self.fail(
                f"{value!r}: play tells games of SETI, and --game is the number of one in its run, as 0{other}", param, ctx
            )
        return click.INT.convert(value, param, ctx)


@click.command()
@click.option("--players", type=int, help="Players, 2 to 4.  [default: 4]")
@policy_option()
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the run that the game belongs to.")
@click.option("--game", type=GameNumber(), default=0, show_default=True, help="Its number in that run.")
@click.option("--solo", is_flag=True, flag_value=FLAG, default=None, help="One player, --policy, against the rival.")
@click.option("--level", type=int, metavar="N", help="Level of a solo game, 1 to 5.  [default: 1]")
@species_option
@variant_option
@time_budget_option
@click.option("--quiet", is_flag=True, help="Tell the result only.")
@click.option("--state", is_flag=True, help="Show the board at the start of every round, too.")
@click.option("--record", type=click.Path(), help="Write the game to this file, for `seti-sim replay`.")
def play(players, policy, seed, game, solo, level, species, variant, time_budget, quiet, state, record):
    """Play one game and tell it turn by turn, the same that a run of this seed plays."""
    from seti_sim.core.errors import RunError
    from seti_sim.core.files import writing
    from seti_sim.seti.kind import SETI
    from seti_sim.seti.players.clock import is_timed, with_time
    from seti_sim.seti.rules import RuleSet
    from seti_sim.seti.telling.narrate import Narrator
    from seti_sim.simulate import prepare, split_policies
    from seti_sim.simulate.again import play_again

    if game < 0:
        raise RunError(f"game {game}: expected 0 or more")
    names = with_time(split_policies(policy or SETI.policy), time_budget)
    plan = prepare(
        players=players,
        games=game + 1,
        policies=names,
        seed=seed,
        variant=variant,
        species=species,
        clock=True,
        solo=solo,
        level=level,
    )
    note_unchanged(plan.rules, RuleSet.load())
    played, whole, seated = play_again(plan, game)
    if record:  # before a word is told, since it may not be possible
        with writing(Path(record)):
            Path(record).write_text(whole.record(), encoding="utf-8")
    kind = f"solo, level {plan.options['solo']}, the rival is {played.rival}" if solo else f"{plan.players} players"
    click.echo(f"SETI, {kind}, seed {seed}, game {game}, rules {plan.rules.fingerprint}")
    if any(map(is_timed, names)):
        click.echo("mcts plays by the clock here: this game cannot be played again, only replayed from a record.")
    if not quiet:
        click.echo("Numbers at the left count the actions of the game, as `seti-sim replay --to` does.")
    narrator = Narrator(played, None if quiet else click.echo, state)
    for code in whole.history:
        narrator.apply(played.action(code))
    narrator.result(seated, click.echo)
    if record:
        click.echo(f"{record}: written")
