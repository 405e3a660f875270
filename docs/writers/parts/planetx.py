"""The Search for Planet X: standard and expert, by number of players, by policy, alone."""

from parts.stories import of_run, run_at
from seti_sim.planetx import pages
from seti_sim.planetx.pages.alone import solo
from seti_sim.planetx.pages.course import theory_accuracy, time_to_locate
from seti_sim.report import markdown
from seti_sim.report.common import policy
from seti_sim.tables.folder import reading

PLACE = 80
TITLE = "The Search for Planet X"
NAMES = ("standard", "expert", "players", "policies", "solo")
COMMANDS = tuple(f"seti-sim experiment planetx_{name} --out RUNS/planetx-{name}" for name in NAMES)
_ASKED = {
    "standard": pages.SECTIONS,
    "expert": pages.SECTIONS,
    "policies": (policy, theory_accuracy),
    "solo": (solo, time_to_locate),
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
                for section in pages.together(several):
                    found += markdown.lines(section)
    return found or None
