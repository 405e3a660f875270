"""`seti-sim show`: a component of the game, an action or a limit in plain English."""

import click

from seti_sim.cli.options import variant_option


@click.command()
@click.argument("what", nargs=-1, required=True)
@variant_option
def show(what, variant):
    """Say what a card, tech, star, planet, moon, gold tile, species or action does, and what limits and setup are.

    \b
    seti-sim show base-109
    seti-sim show tech probe-1
    seti-sim show gold
    seti-sim show actions
    """
    from seti_sim.seti.rules import RuleSet
    from seti_sim.seti.rules.describe import describe

    click.echo(describe(RuleSet.load(variant), " ".join(what)))
