"""The demo: 20,000 four-player games, and a report about them in `report.html`.

    python reports/demo.py [GAMES]

It runs the two commands that it prints. Games that an earlier demo of the same version left in `runs/` are used again.
"""

import sys

from seti_sim.cli import main
from seti_sim.simulate import prepare


def demo(games: str = "20000") -> int:
    """Play the games and write the page; the exit code of the first command that fails, or 0."""
    run = ["run", "--players", "4", "--games", games, "--policy", "learned", "--species", "balanced", "--seed", "1"]
    # A folder of its own for every version of rules and engine, so that an old demo never stands in the way.
    folder = f"runs/demo-{prepare(players=4, games=1, policies='learned', seed=1, species='balanced').identity[:8]}"
    for command in ([*run, "--out", folder], ["report", folder, "--out", "report.html"]):
        print("$ seti-sim", " ".join(command), flush=True)
        if code := main(command):
            return code
    print("Open report.html in a browser.")
    return 0


if __name__ == "__main__":
    sys.exit(demo(*sys.argv[1:2]))
