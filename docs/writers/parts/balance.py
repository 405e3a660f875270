"""The balance of the printed game for four players, from one large run."""

from parts.stories import of_run, run_at
from seti_sim.report.precision import how_many_games
from seti_sim.seti.pages.sections import SECTIONS

PLACE = 10
TITLE = "Balance of the printed game, four players"
COMMANDS = ("seti-sim run --players 4 --games 100000 --policy learned --species balanced --seed 1 --out RUNS/balance",)


def told(runs):
    run = run_at(runs / "balance")
    return run and of_run(run, [*SECTIONS, how_many_games])
