"""The planner of The Search for Planet X: against players who only learn, and alone beside the real scripts."""

from parts.stories import about, run_at
from seti_sim.planetx.pages.strength import beside_scripts, strength
from seti_sim.report import markdown
from seti_sim.tables.folder import reading

PLACE = 81
TITLE = "The Search for Planet X: a player who plans"
GAMES = {
    "standard": {2: 4_800, 3: 1_200, 4: 1_200},
    "expert": {2: 120, 3: 120, 4: 120},
}
ALONE = {"standard": 960, "expert": 120}
_RUN = (
    "seti-sim run --game planetx --mode {} --players {} --policy {} --games {} --seed 21 --jobs 1 --out RUNS/planetx-planner/{}"
)
COMMANDS = tuple(
    _RUN.format(mode, players, "planner" + ",infogain" * (players - 1), games, f"{mode}-{players}")
    for mode, counts in GAMES.items()
    for players, games in counts.items()
) + tuple(
    _RUN.format(mode, 1, policy, games, f"{mode}-alone-{policy}")
    for mode, games in ALONE.items()
    for policy in ("planner", "infogain")
)


def told(runs):
    folder = runs / "planetx-planner"
    together = [run for mode in GAMES for n in GAMES[mode] if (run := run_at(folder / f"{mode}-{n}"))]
    alone = [run for mode in GAMES for name in ("planner", "infogain") if (run := run_at(folder / f"{mode}-alone-{name}"))]
    found = []
    for asked, section in ((together, strength), (alone, beside_scripts)):
        if asked:
            with reading(asked):
                found += markdown.lines(section(asked))
            found += [*(f"- {markdown.plain(about(run))}" for run in asked), ""]
    return found or None
