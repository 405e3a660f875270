"""How hard is the rival at each level, and what makes it harder?"""

from parts.stories import about, of_run

from seti_sim.report import markdown, solo
from seti_sim.tables import TablesError, open_run
from seti_sim.tables.folder import reading, runs_in

PLACE = 60
TITLE = "Solo: the rival at five levels"
COMMANDS = (
    "seti-sim run experiments/solo_levels.toml --out RUNS/solo_levels/greedy",
    "seti-sim run experiments/solo_levels.toml --policy random --out RUNS/solo_levels/random",
    "seti-sim run experiments/solo_levels.toml --policy lookahead --games 300 --out RUNS/solo_levels/lookahead",
    "seti-sim run experiments/solo_levels.toml --policy mcts --games 40 --out RUNS/solo_levels/mcts",
)
LOOKED_AT = ("greedy", "2")
"""Policy and level of the run whose species and objectives are told: won now and then, lost more often."""


def told(runs):
    folders = sorted(folder for folder in (runs / "solo_levels").glob("*") if folder.is_dir())
    opened = [run for folder in folders for run in _opened(folder)]
    if len(opened) < 2:
        return None
    with reading(opened):
        lines = [*markdown.lines(solo.levels(opened)), *(f"- {markdown.plain(about(run))}" for run in opened), ""]
    for run in opened:
        if (run.policies[0], run.config["solo"]) == LOOKED_AT:
            lines += of_run(run, (solo.species, solo.objectives, solo.start))
    return lines


def _opened(folder):
    try:
        return [open_run(found) for found in runs_in(folder)]
    except TablesError:  # no run there, or none that has begun
        return []
