"""How hard is the rival at each level, and what makes it harder?"""

from parts.stories import about, of_run, run_at
from seti_sim.report import markdown
from seti_sim.seti.pages import solo
from seti_sim.tables.folder import reading

PLACE = 60
TITLE = "Solo: the rival at five levels"
COMMANDS = (
    "seti-sim run experiments/solo_levels.toml --out RUNS/solo_levels/learned",
    "seti-sim run experiments/solo_levels.toml --policy greedy --out RUNS/solo_levels/greedy",
    "seti-sim run experiments/solo_levels.toml --policy random --out RUNS/solo_levels/random",
    "seti-sim run experiments/solo_levels.toml --policy lookahead --games 200 --out RUNS/solo_levels/lookahead",
    "seti-sim run experiments/solo_levels.toml --policy search --games 40 --out RUNS/solo_levels/search",
)
LOOKED_AT = ("learned", "3")
"""Policy and level of the run whose species and objectives are told: won now and then, lost more often."""


def told(runs):
    opened = [run_at(file.parent) for file in sorted((runs / "solo_levels").glob("*/*/run.json"))]
    if len(opened) < 2:
        return None
    with reading(opened):
        lines = [*markdown.lines(solo.levels(opened)), *(f"- {markdown.plain(about(run))}" for run in opened), ""]
    for run in opened:
        if (run.policies[0], run.config["solo"]) == LOOKED_AT:
            lines += of_run(run, (solo.species, solo.objectives, solo.start))
    return lines
