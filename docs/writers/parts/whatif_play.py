"""What an option is worth, and which way to play beats which."""

from parts.stories import of_studies

PLACE = 71
TITLE = "Options barred, and ways to play"
COMMANDS = (
    "seti-sim whatif options --games 1000 --seed 716 --out RUNS/options",
    "seti-sim whatif strategies learned explorer observer analyst engineer missionary --games 1000 --seed 711 --out RUNS/strategies",
)


def told(runs):
    return of_studies(runs / "options", runs / "strategies")
