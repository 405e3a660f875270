"""The planner of The Search for Planet X: against players who only learn, and alone beside the real scripts."""

from parts.stories import about, run_at
from seti_sim.planetx.pages.strength import beside_scripts, strength
from seti_sim.report import markdown
from seti_sim.tables.folder import reading

PLACE = 81
TITLE = "The Search for Planet X: a player who plans"
GAMES = {"standard": 4_800, "expert": 240}
COMMANDS = tuple(
    f"seti-sim run --game planetx --mode {mode} --players {players} --policy planner{',infogain' * (players - 1)} "
    f"--games {games} --seed 21 --jobs 1 --out RUNS/planetx-planner/{mode}-{players}"
    for mode, games in GAMES.items()
    for players in (2, 3, 4)
) + tuple(
    f"seti-sim run --game planetx --mode {mode} --players 1 --policy {policy} --games {games} --seed 21 --jobs 1 "
    f"--out RUNS/planetx-planner/{mode}-alone-{policy}"
    for mode, games in (("standard", 960), ("expert", 120))
    for policy in ("planner", "infogain")
)


def told(runs):
    folder = runs / "planetx-planner"
    together = [run for mode in GAMES for n in (2, 3, 4) if (run := run_at(folder / f"{mode}-{n}"))]
    alone = [run for mode in GAMES for name in ("planner", "infogain") if (run := run_at(folder / f"{mode}-alone-{name}"))]
    found = []
    for asked, section in ((together, strength), (alone, beside_scripts)):
        if asked:
            with reading(asked):
                found += markdown.lines(section(asked))
            found += [*(f"- {markdown.plain(about(run))}" for run in asked), ""]
    return found or None
