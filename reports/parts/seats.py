"""Who starts: win shares by seat, by number of players and by policy from the weakest to the strongest."""

from pathlib import Path

from seti_sim.report import markdown
from seti_sim.report.starts import first_player
from seti_sim.tables import open_run

from parts.stories import about

PLACE = 20
TITLE = "Who starts, whoever plays and however many"
COMMANDS = ("seti-sim experiment seats --out RUNS/seats",)


def told(runs: Path):
    found = [open_run(file.parent) for file in sorted((runs / "seats").glob("**/run.json"))]
    section = first_player(found) if found else None
    if section is None:
        return None
    return [*markdown.lines(section), *(f"- {about(run)}" for run in found), ""]
