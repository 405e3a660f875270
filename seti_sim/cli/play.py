"""`seti-sim play`: one game, told turn by turn."""

from pathlib import Path

import click

from seti_sim.cli.options import species_option, variant_option


@click.command()
@click.option("--players", type=int, default=4, show_default=True, help="Players, 2 to 4.")
@click.option(
    "--policy", default="greedy", show_default=True, help="One for all seats, or one a seat with commas between."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the run that the game belongs to.")
@click.option("--game", type=int, default=0, show_default=True, help="Its number in that run.")
@click.option("--solo", is_flag=True, help="One player against the rival; the policy is the player's.")
@click.option("--level", type=int, default=1, show_default=True, help="Level of a solo game, 1 to 5.")
@species_option
@variant_option
@click.option("--quiet", is_flag=True, help="Tell the result only.")
@click.option("--state", is_flag=True, help="Show the board at the start of every round, too.")
@click.option("--record", type=click.Path(), help="Write the game to this file, for `seti-sim replay`.")
def play(players, policy, seed, game, solo, level, species, variant, quiet, state, record):
    """Play one game and tell it turn by turn, the same that a run of this seed plays."""
    from seti_sim.cli.narrate import Narrator
    from seti_sim.seti import EndlessGame, Game
    from seti_sim.seti.core import MAX_DECISIONS
    from seti_sim.simulate import RunError, prepare
    from seti_sim.simulate.plan import DRAWN, split_policies
    from seti_sim.simulate.worker import writing

    if game < 0:
        raise RunError(f"game {game}: expected 0 or more")
    if solo:
        players = 2
        if len(split_policies(policy)) > 1:
            raise RunError(f"policies {policy!r}: expected one, the player's, in a solo game")
    plan = prepare(
        players=players, games=game + 1, policies=policy, seed=seed, variant=variant, species=species or DRAWN
    )
    if solo and not 1 <= level <= len(plan.rules.compiled.solo["levels"]):
        raise RunError(f"level {level}: expected 1 to {len(plan.rules.compiled.solo['levels'])}")
    seated = [plan.policies[i] for i in plan.assign(game, 1)[0]]
    pair = plan.species_pairs(game, 1)
    pair = None if pair is None else [plan.rules.species_ids[i] for i in pair[0]]
    if solo:
        played = Game.new(plan.rules, seed=seed, game=game, species=pair, solo=True, level=level)
    else:
        played = Game.new(plan.rules, players=players, seed=seed, game=game, species=pair)
    whole = played.clone()
    while not whole.is_over:
        if len(whole.history) == MAX_DECISIONS:
            raise EndlessGame(players, seed, game)
        whole.apply(seated[int(whole.to_move[1:]) - 1].choose(whole))
    if record:  # before a word is told, since it may not be possible
        with writing(Path(record)):
            Path(record).write_text(whole.record(), encoding="utf-8")
    kind = f"solo, level {level}, the rival is {played.rival}" if solo else f"{players} players"
    click.echo(f"SETI, {kind}, seed {seed}, game {game}, rules {plan.rules.fingerprint}")
    if not quiet:
        click.echo("Numbers at the left count the actions of the game, as `seti-sim replay --to` does.")
    narrator = Narrator(played, None if quiet else click.echo, state)
    for code in whole.history:
        narrator.apply(played.action(code))
    names = ["rival" if f"P{i + 1}" == played.rival else policy.name for i, policy in enumerate(seated)]
    narrator.result(names, click.echo)
    if record:
        click.echo(f"{record}: written")
