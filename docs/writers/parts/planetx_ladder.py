"""The ladder of the players of The Search for Planet X, in both modes."""

from parts.stories import of_studies

PLACE = 81
TITLE = "The Search for Planet X: the ladder of players"
PLAYED = {
    "standard": "--policy random,survey-first,infogain,racer,planner --games 400 --tables 400",
    "expert": "--mode expert --policy survey-first,infogain,racer,planner --games 60 --tables 40",
}
COMMANDS = tuple(
    f"seti-sim ladder --game planetx {asked} --seed 41 --out RUNS/planetx-ladder/{mode}" for mode, asked in PLAYED.items()
)


def told(runs):
    return of_studies(*(runs / "planetx-ladder" / mode for mode in PLAYED))
