"""`seti-sim new`: a commented file to start a card, a species or any other variant from, or a folder to start a game from."""

import re
from pathlib import Path

import click

from seti_sim.cli.options import game_option
from seti_sim.core import registry


def _begins() -> list[str]:
    """What can be begun, of any game, and a game itself."""
    return ["game", *dict.fromkeys(what for name in registry.names() for what in registry.get(name).begins)]


@click.command()
@click.argument("what", type=click.Choice(_begins()))
@click.argument("name")
@game_option(registry.DEFAULT)
@click.option("--copy-of", "copy", metavar="CARD", help="Of a card: begin with this one, by id or title.")
def new(what, name, game, copy):
    """Write NAME.toml, a commented file to start from: a card or a species of your own, or any variant; or with `game` a folder
    with a game of your own (docs/your-own-game.md).

    \b
    seti-sim new game my-game
    seti-sim new card my-laser
    seti-sim new card my-laser --copy-of "Arecibo Observatory"
    seti-sim new species sleepers
    seti-sim new variant late-locate --game planetx
    """
    from seti_sim.core.errors import RunError
    from seti_sim.core.files import write_whole

    if what == "game":
        from seti_sim.python.begin import write_template

        if copy:
            raise RunError(f"--copy-of {copy}: expected of a card only")
        file = write_template(name)
        click.echo(f"{file}: written; seti-sim play --game {file} plays it")
        return
    kind = registry.get(game)
    if what not in kind.begins:
        raise RunError(f"{what}: {kind.title} has no such thing; expected {' or '.join(kind.begins) or 'another game'}")
    name = name.removesuffix(".toml")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > 40:
        raise RunError(f"name {name!r}: expected small letters, digits and single dashes, at most 40, as my-laser")
    file = Path(f"{name}.toml")
    if file.exists():
        raise RunError(f"{file}: is there already, expected another name")
    if copy and what != "card":
        raise RunError(f"--copy-of {copy}: expected of a card only")
    write_whole(file, kind.begin(what, name, copy).encode())
    click.echo(f"{file}: written")
