"""What is printed on the components, as TOML, and example variants.

``seti/board.toml``, ``cards.toml``, ``species.toml``, ``species_cards.toml`` and ``solo.toml`` there say what the box of
SETI contains: numbers, ids and effects, under the same addresses that a variant uses (``[cards.base-109]``,
``[actions.scan.cost]``).
``planetx/`` says the same of The Search for Planet X, with what was measured on real games and what is fitted to it.
``variants/`` holds small files that a designer can copy: each one changes a few of those addresses.
Nothing here is code but the functions below; `seti_sim.rules` reads, checks and compiles the files.
"""

from importlib import resources
from pathlib import Path


def game_files():
    """The files that say what is printed, as readable resources in the order in which they are merged."""
    folder = resources.files(__name__) / "seti"
    return [folder / name for name in ("board.toml", "cards.toml", "species.toml", "species_cards.toml", "solo.toml")]


def example_variants():
    """The example variants: dict of name (file name without ``.toml``) to readable resource, sorted by name."""
    return _by_name(resources.files(__name__) / "variants")


def example_experiments():
    """The experiments of the folder ``experiments/``: dict of name to the path of its TOML file, sorted by name.

    They lie beside the package in a clone, and inside it where it is installed.
    """
    installed = Path(str(resources.files(__name__))) / "experiments"
    return _by_name(installed if installed.is_dir() else Path(__file__).resolve().parents[2] / "experiments")


def _by_name(folder):
    if not folder.is_dir():
        return {}
    return {
        entry.name.removesuffix(".toml"): entry
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }


def planetx_files():
    """The files that say what The Search for Planet X is made of, as readable resources in the order of merging."""
    folder = resources.files(__name__) / "planetx"
    return [folder / name for name in ("modes.toml", "sky.toml", "clues.toml")]


def planetx_measured():
    """The file of what was measured on real games of The Search for Planet X."""
    return resources.files(__name__) / "planetx" / "measured.toml"
