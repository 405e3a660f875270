"""What the usual player fails to do: uses forced on it that it does not choose."""

from parts.stories import of_studies

PLACE = 39
TITLE = "What the usual player fails to do"
COMMANDS = ("seti-sim whatif blindspots learned --seed 7900 --games 1500 --each 12 --out RUNS/blindspots-learned",)


def told(runs):
    return of_studies(runs / "blindspots-learned")
