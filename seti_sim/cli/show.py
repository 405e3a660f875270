"""`seti-sim show`: a component of the game, an action or a limit in plain English."""

import click

from seti_sim.cli.options import game_options, variant_option
from seti_sim.core import registry


def _examples() -> str:
    """The examples of help, of all games."""
    found = []
    for kind in map(registry.get, registry.names()):
        game = "" if kind.name == registry.DEFAULT else f" --game {kind.name}"
        found += [f"    seti-sim show {words}{game}" for words in kind.shown]
    return "\n".join(found)


@click.command(
    help=f"""Say what a part of the rules does: a component, an action, a limit, in words made from the data.

    \b
{_examples()}
    """
)
@click.argument("what", nargs=-1, required=True)
@game_options(default=registry.DEFAULT, of_rules=True)
@variant_option
def show(what, game, variant, **given):
    from seti_sim.simulate.plan import asked_options

    kind = registry.get(game)
    click.echo(kind.describe(asked_options(kind, given), variant, " ".join(what)))
