"""`seti-sim judge`: how strong is what somebody invented?"""

import click

from seti_sim.cli.options import policy_option, study_options, variant_argument
from seti_sim.cli.studies import carry_out, kind_of


@click.command()
@variant_argument(required=False)
@study_options(
    "Most games that are played for the values, all replays counted.  [default: 90000]", without=("policy",), own=False
)
@policy_option("greedy")
@click.option("--whole", type=int, help="Games of each side, with it and by the printed rules.  [default: 8000]")
@click.option(
    "--until", metavar="confident", help="confident: go on until every card's verdict is sure at 95 %, over all looks together."
)
@click.option(
    "--precision", metavar="WIDTH", help="Stop as soon as the half-width of what is judged is below this: 1vp or 2pp."
)
@click.option("--card", "cards", multiple=True, metavar="ID", help="Only this card, by id or title; several times for several.")
def judge(variant, **given):
    """Judge what a VARIANT adds or changes: too strong, fits, too weak, or hardly ever played, and how sure that is.

    Cards against their deck, with what a credit and an effect more or less would make of them; techs, gold tiles and species
    against the others of their kind; the whole game on the same seeds.

    \b
    seti-sim judge my-laser.toml
    seti-sim judge my-laser.toml --until confident
    seti-sim judge my-laser.toml --precision 0.5vp --report my-laser.html
    seti-sim judge --card "Arecibo Observatory"
    """
    carry_out(kind_of(given).question("judge"), None, given | ({"variant": variant} if variant else {}))
