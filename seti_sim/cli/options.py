"""Options that several commands have."""

import click


class Variant(click.ParamType):
    """A variant of the rules: a TOML file, or the name of an example variant. Gives the path of the file as text."""

    name = "variant"

    def convert(self, value, param, ctx):
        from seti_sim.simulate.config import find_variant

        return str(find_variant(value))


def variant_option(command):
    """The option `--variant`."""
    text = "Changes to the rules: a TOML file, or the name of an example variant."
    return click.option("--variant", type=Variant(), metavar="FILE", help=text)(command)


def species_option(command):
    """The option `--species`."""
    text = "Left and right species; balanced: every pair in both orders equally often.  [default: drawn at random]"
    return click.option("--species", metavar="NAME,NAME", help=text)(command)
