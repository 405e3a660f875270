"""`seti-sim check`: is a variant sound, and what does it change?"""

import click

from seti_sim.cli.options import Variant


@click.command()
@click.argument("variant", type=Variant())
def check(variant):
    """Read a VARIANT, a TOML file or the name of an example, and say what it changes of the printed game."""
    from seti_sim.seti.rules import RuleSet

    rules = RuleSet.load(variant)
    title = " ".join(part for part in (f"{rules.variant}:" if rules.variant else "", rules.description) if part)
    click.echo(f"{title or variant} (rules {rules.fingerprint})")
    changes = rules.changes()
    for address, printed, here in changes:
        click.echo(f"  {address}: {_say(printed)} -> {_say(here)}")
    told = f"{len(changes)} change{'' if len(changes) == 1 else 's'}" if changes else "changes nothing of the printed game"
    click.echo(f"{told}; sound")


def _say(value) -> str:
    """A value as the file has it."""
    from seti_sim.core.node import shown

    return "nothing" if value is None else shown(value, 200)
