"""What four of a player score among themselves: runs of one player in all seats."""

from parts.stories import about, run_at
from seti_sim.report import markdown
from seti_sim.seti.pages.players import section
from seti_sim.tables.folder import reading

PLACE = 36
TITLE = "What four of a player score"
GAMES = {"greedy": 40_000, "lookahead": 2_000, "learned": 40_000, "search": 400}
COMMANDS = tuple(
    f"seti-sim run --players 4 --games {games} --policy {name} --species balanced --seed 5 --out RUNS/players/{name}"
    for name, games in GAMES.items()
)


def told(runs):
    found = [run for name in GAMES if (run := run_at(runs / "players" / name))]
    if not found:
        return None
    with reading(found):
        lines = markdown.lines(section(found))
    return [*lines, *(f"- {markdown.plain(about(run))}" for run in found)]
