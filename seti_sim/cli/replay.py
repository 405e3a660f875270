"""`seti-sim replay`: a recorded game, told turn by turn."""

from pathlib import Path

import click

from seti_sim.cli.options import lang_option, own_game_option, svg_option, variant_option


@click.command()
@click.argument("record", type=click.Path())
@variant_option
@click.option("--to", type=int, help="Stop after so many actions.")
@click.option("--quiet", is_flag=True, help="Tell the result only.")
@click.option("--state", is_flag=True, help="Show the board again and again, and where it stops.")
@own_game_option
@svg_option
@lang_option
def replay(record, variant, to, quiet, state, svg):
    """Replay the game in the file RECORD and tell it turn by turn; the file says of which game it is."""
    from seti_sim.core.errors import RunError
    from seti_sim.core.files import write_whole
    from seti_sim.core.language import tr, trn
    from seti_sim.core.registry import of_record

    if to is not None and to < 0:
        raise RunError(f"to {to}: expected 0 or more")
    try:
        text = Path(record).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RunError(f"{record}: is no text file, expected the record of a game") from None
    kind = of_record(text)
    game, whole = kind.replay(text, variant, to)  # reads all of it before anything is told
    narrator = kind.narrator(game, None if quiet else click.echo, state)
    if svg:  # before a word is told, since it may not be possible
        write_whole(Path(svg), kind.picture(whole).encode())
    actions = trn("{n} action", "{n} actions", len(whole.history))
    which = tr("seed {seed}, game {number}", seed=game.seed, number=game.game)
    rules = tr("rules {fingerprint}", fingerprint=game.rules.fingerprint)
    click.echo(f"{record}: {tr(kind.title)}, {actions}, {kind.table_words(game)}, {which}, {rules}")
    for code in whole.history:
        narrator.apply(game.action(code))
    seats = kind.deciders([""] * game.players, game)
    narrator.result([kind.automaton if who is None else who for who in seats.values()], click.echo)
    if svg:
        click.echo(tr("{file}: written", file=svg))
