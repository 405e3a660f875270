"""`seti-sim check`: is a variant sound, and what does it change?"""

import click

from seti_sim.cli.options import game_options, variant_argument
from seti_sim.core import registry


@click.command()
@variant_argument()
@game_options(default=registry.DEFAULT, of_rules=True)
@click.option(
    "--games", type=click.IntRange(0), help="Games in which it is looked at, or 0. SETI: those of new cards.  [default: 300 of "
    "SETI; 100 of Planet X]",
)  # fmt: skip
def check(variant, game, games, **given):
    """Read a VARIANT, a TOML file or the name of an example, and say what it changes of the printed game; several files together
    as one."""
    from seti_sim.simulate.plan import asked_options

    kind = registry.get(game)
    for line in list(kind.check(asked_options(kind, given), variant, games)):  # nothing is said of a variant that is not sound
        click.echo(line)
