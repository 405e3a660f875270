"""What a dealt card is worth by exchange, beside blind draws, and how to use one."""

from parts.stories import of_studies

PLACE = 70
TITLE = "Another card dealt, and the uses of a card"
COMMANDS = (
    "seti-sim run --players 4 --games 40000 --policy learned --seed 702 --out RUNS/blind",
    "seti-sim whatif cards --games 80000 --seed 701 --against RUNS/blind --out RUNS/deal",
    "seti-sim whatif uses --games 8000 --seed 715 --out RUNS/uses",
)


def told(runs):
    return of_studies(runs / "deal", runs / "uses")
