"""`seti-sim check`: is a variant sound, and what does it change?"""

from typing import Any

import click

from seti_sim.cli.options import game_options, json_option, tell, variant_argument
from seti_sim.core import registry


@click.command()
@variant_argument()
@game_options(default=registry.DEFAULT, of_rules=True)
@click.option(
    "--games", type=click.IntRange(0), help="Games in which it is looked at, or 0. SETI: new and changed components.  [default: 300 of "
    "SETI; 100 of Planet X]",
)  # fmt: skip
@json_option
def check(variant, game, games, **given):
    """Read a VARIANT, a TOML file or the name of an example, and say what it changes of the printed game; several files together
    as one."""
    from seti_sim.simulate.plan import asked_options

    kind = registry.get(game)
    asked = asked_options(kind, given)
    lines = list(kind.check(asked, variant, games))  # nothing is said of a variant that is not sound
    tell(lambda: "\n".join(lines), lambda: _found(kind, asked, variant) | {"lines": lines})


def _found(kind, asked, variant) -> dict[str, Any]:
    """What a sound variant is and changes, as values by name."""
    from seti_sim.core.checking import content

    rules = kind.rules_alone(asked, variant)
    changes = kind.changes(content(variant, kind.name))
    return {
        "game": kind.name,
        "variant": getattr(rules, "variant", None),
        "description": getattr(rules, "description", None),
        "fingerprint": rules.fingerprint,
        "changes": [{"address": address, "printed": printed, "here": here} for address, printed, here in changes],
        "sound": True,
    }
