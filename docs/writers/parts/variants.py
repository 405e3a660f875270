"""What changes of the rules do: those of the shipped experiments."""

from parts.stories import of_studies

PLACE = 50
TITLE = "Variants of the rules"
NAMES = ("cheap-scan", "scan-cost", "flat-start", "neutral-markers", "no-telescope-techs")
COMMANDS = tuple(f"seti-sim experiment {name} --out RUNS/{name}" for name in NAMES)


def told(runs):
    return of_studies(*(runs / name for name in NAMES))
