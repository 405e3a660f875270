"""How strong the players are: a round robin of all of them, and four of each among themselves."""

from parts.stories import of_study

PLACE = 37
TITLE = "The ladder of players"
COMMANDS = (
    "seti-sim ladder --policy random,explorer,observer,analyst,engineer,missionary,greedy,lookahead,learned,search "
    "--games-of search=40 --out RUNS/ladder",
)


def told(runs):
    return of_study(runs / "ladder")
