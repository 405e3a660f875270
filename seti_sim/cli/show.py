"""`seti-sim show`: a component of the game, an action or a limit in plain English."""

import click

from seti_sim.cli.options import game_options, json_option, lang_option, tell, variant_option
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
@json_option
@lang_option
def show(what, game, variant, **given):
    from seti_sim.simulate.plan import asked_options

    kind, asked = registry.get(game), " ".join(what)
    options = asked_options(kind, given)
    text = kind.describe(options, variant, asked)
    data = lambda: {address: value for address, value in kind.data(options, variant, asked)}  # noqa: E731
    tell(lambda: text, lambda: {"game": kind.name, "what": asked, "lines": text.split("\n"), "data": data()})
