"""The ladder of the players of The Search for Planet X, in both modes."""

from parts.stories import of_studies

PLACE = 81
TITLE = "The Search for Planet X: the ladder of players"
GAMES = {"standard": 400, "expert": 40}
COMMANDS = tuple(
    f"seti-sim ladder --game planetx --mode {mode} --policy random,survey-first,infogain,racer,planner --games {games} --tables {games} "
    f"--seed 41 --out RUNS/planetx-ladder/{mode}"
    for mode, games in GAMES.items()
)


def told(runs):
    return of_studies(*(runs / "planetx-ladder" / mode for mode in GAMES))
