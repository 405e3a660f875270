"""The Search for Planet X: standard and expert, by number of players, by policy, alone."""

from seti_sim.planetx import report as words
from seti_sim.report import markdown
from seti_sim.tables.folder import reading

from parts.stories import of_run, run_at

PLACE = 80
TITLE = "The Search for Planet X"
NAMES = ("standard", "expert", "players", "policies", "solo")
COMMANDS = tuple(f"seti-sim experiment planetx_{name} --out RUNS/planetx-{name}" for name in NAMES)
_ASKED = {
    "standard": [*words.SECTIONS],
    "expert": [*words.SECTIONS],
    "policies": [words.policy, words.theory_accuracy],
    "solo": [words.solo, words.time_to_locate],
}


def told(runs):
    found = []
    for name, questions in _ASKED.items():
        run = run_at(runs / f"planetx-{name}")
        found += of_run(run, questions) if run else []
    below = [run_at(folder) for folder in sorted((runs / "planetx-players").glob("*-players"))]
    below = [run for run in below if run]
    modes = [run for name in ("standard", "expert") if (run := run_at(runs / f"planetx-{name}"))]
    for several in (below, modes):
        if len(several) > 1:
            with reading(several):
                for section in words.together(several):
                    found += markdown.lines(section)
    return found or None
