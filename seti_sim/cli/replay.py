"""`seti-sim replay`: a recorded game, told turn by turn."""

from pathlib import Path

import click

from seti_sim.cli.options import variant_option


@click.command()
@click.argument("record", type=click.Path())
@variant_option
@click.option("--to", type=int, help="Stop after so many actions.")
@click.option("--quiet", is_flag=True, help="Tell the result only.")
@click.option("--state", is_flag=True, help="Show the board at the start of every round, and where it stops.")
def replay(record, variant, to, quiet, state):
    """Replay the game in the file RECORD and tell it turn by turn."""
    from seti_sim.core.errors import RunError
    from seti_sim.seti import Game
    from seti_sim.seti.rules import RuleSet
    from seti_sim.seti.telling.narrate import Narrator

    if to is not None and to < 0:
        raise RunError(f"to {to}: expected 0 or more")
    try:
        text = Path(record).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RunError(f"{record}: is no text file, expected the record of a game") from None
    rules = RuleSet.load(variant)
    whole = Game.replay(rules, text, to)  # reads all of it before anything is told
    game = Game.replay(rules, text, 0)
    kind = f"solo, level {game.to_json()['solo']['level']}" if game.rival else f"{game.players} players"
    click.echo(f"{record}: {len(whole.history)} actions, {kind}, seed {game.seed}, game {game.game}, rules {rules.fingerprint}")
    narrator = Narrator(game, None if quiet else click.echo, state)
    for code in whole.history:
        narrator.apply(game.action(code))
    narrator.result(["rival" if f"P{i + 1}" == game.rival else "" for i in range(game.players)], click.echo)
