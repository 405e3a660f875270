"""Who starts: win shares by seat, by number of players and by policy from the weakest to the strongest."""

from parts.stories import of_studies

PLACE = 20
TITLE = "Who starts, whoever plays and however many"
COMMANDS = ("seti-sim experiment seats --out RUNS/seats",)


def told(runs):
    return of_studies(runs / "seats")
