"""Which cards are strong, confirmed on fresh games, and whether a player wins that takes them."""

from parts.stories import of_studies

PLACE = 40
TITLE = "Strong cards, confirmed and proved"
COMMANDS = ("seti-sim experiment card-strength --out RUNS/card-strength",)


def told(runs):
    return of_studies(runs / "card-strength")
