"""Starting points that would make the seats equal."""

from parts.stories import of_studies

PLACE = 30
TITLE = "Starting points that would make the seats equal"
COMMANDS = ("seti-sim experiment komi --out RUNS/komi",)


def told(runs):
    return of_studies(runs / "komi")
