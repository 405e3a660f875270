"""`seti-sim check`: is a variant sound, and what does it change?"""

import click

from seti_sim.cli.options import variant_argument


@click.command()
@variant_argument()
@click.option(
    "--games", type=click.IntRange(0), default=300, show_default=True, help="Games in which new cards are looked at; 0: none."
)
def check(variant, games):
    """Read a VARIANT, a TOML file or the name of an example, and say what it changes of the printed game; several files together
    as one."""
    from seti_sim.seti.rules import RuleSet
    from seti_sim.seti.rules.additions import NEW
    from seti_sim.seti.rules.describe import describe_new

    rules = RuleSet.load(variant)
    title = " ".join(part for part in (f"{rules.variant}:" if rules.variant else "", rules.description) if part)
    click.echo(f"{title or 'variant'} (rules {rules.fingerprint})")
    new = rules.added()
    looks = _looks(rules, [copies for table, _, copies in new if table == "cards"], games)
    for table, name, copies in new:
        first, *lines = describe_new(rules, table, name).splitlines()
        several = f" ({len(copies)} copies)" if len(copies) > 1 else ""
        more = looks.get(name, ()) if table == "cards" else ()
        for line in (f"new: {first}{several}", *(f"  {line}" for line in (*lines, *more))):
            click.echo(f"  {line}")
    addresses = {f"{NEW[table]}.{copy}" for table, _, copies in new for copy in copies}
    changes = rules.changes()
    for address, printed, here in changes:
        if address not in addresses:
            click.echo(f"  {address}: {_say(printed)} -> {_say(here)}")
    told = f"{len(changes)} change{'' if len(changes) == 1 else 's'}" if changes else "changes nothing of the printed game"
    click.echo(f"{told}; sound")


def _looks(rules, cards, games) -> dict[str, list[str]]:
    """What becomes of new cards in some games, by the id of the first copy."""
    from seti_sim.seti.engine import EndlessGame
    from seti_sim.seti.studies.first_look import first_look

    if not cards or not games:
        return {}
    try:
        return {copies[0]: lines for copies, lines in zip(cards, first_look(rules, cards, games=games), strict=True)}
    except EndlessGame as error:
        return {copies[0]: [f"Not looked at in games: {error}"] for copies in cards}


def _say(value) -> str:
    """A value as the file has it."""
    from seti_sim.core.node import shown

    return "nothing" if value is None else shown(value, 200)
