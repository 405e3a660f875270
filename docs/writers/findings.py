"""Write docs/findings.md from results: tables and findings of runs and studies, no figure typed.

    python docs/writers/findings.py RUNS [--play] [SECTION...]

RUNS is the folder of all results; each section finds its own below it (`docs/writers/parts/`). A section whose results are
there, or one of the SECTIONs named, is written anew; others stay as they are on the page, or the page says which command
makes their results. With --play those commands are carried out first, one after the other; what is there already is not
played again. Nobody writes into the page by hand.
"""

import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from seti_sim.cli import main as seti_sim

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
PAGE = HERE.parent / "findings.md"
OPENING = """\
# Findings

<!-- written by `python docs/writers/findings.py RUNS`; do not edit by hand -->

What the toolkit found about the printed game and about changes of it. Every section is written from what the commands it
names have played, so anybody can make it again: the same command gives the same games. Intervals are of 95 %, with the game
as the unit. *Randomised*: chance or the seating made the difference; *paired*: compared on the same luck or inside a game;
*observational*: a description that tells no cause. All of it holds for the players named, which are heuristics. The
reports of the same runs have the charts.
"""


def parts() -> dict[str, object]:
    """The sections by name, in order of the page."""
    names = [file.stem for file in (HERE / "parts").glob("*.py")]
    found = {name: import_module(f"parts.{name}") for name in names if name != "__init__"}
    found = {name: module for name, module in found.items() if hasattr(module, "PLACE")}
    return dict(sorted(found.items(), key=lambda item: (item[1].PLACE, item[0])))


def page(runs: Path, before: str = "", names=()) -> str:
    """The page: sections with results in `runs` anew (or those of `names` alone), others as they are in `before`."""
    there = dict(re.findall(r"<!-- section (\w+) -->\n(.*?)(?=\n<!-- section |\Z)", before, re.S))
    text = [OPENING]
    for name, part in parts().items():
        told = part.told(runs) if not names or name in names else None
        commands = "\n".join(part.COMMANDS)
        if told is not None:
            body = "\n".join([f"## {part.TITLE}", "", "```", commands, "```", "", *told])
        else:
            body = there.get(name) or f"## {part.TITLE}\n\nNot made yet. This makes its results:\n\n```\n{commands}\n```"
        text.append(f"<!-- section {name} -->\n{body.strip()}\n")
    return "\n".join(text)


def play(runs: Path, names=()) -> None:
    """Carry out the commands of the sections, all or those of `names`; ends where one fails."""
    for part in (part for name, part in parts().items() if not names or name in names):
        for command in part.COMMANDS:
            words = shlex.split(command.replace("RUNS", str(runs)))
            print(" ".join(words), flush=True)
            if words[0] == "seti-sim":
                done = seti_sim(words[1:])
            else:  # a script of this folder
                done = subprocess.run([sys.executable, *words[1:]]).returncode
            if done:
                sys.exit(done)


def main(runs: str, *names: str) -> None:
    """Write the page."""
    playing, names = "--play" in names, [name for name in names if name != "--play"]
    unknown = sorted(set(names) - set(parts()))
    if unknown or not (playing or Path(runs).is_dir()):
        what = (
            f"{', '.join(unknown)}: no such section, expected some of {', '.join(parts())}"
            if unknown
            else f"{runs}: no such folder"
        )
        sys.exit(f"findings: {what}")
    if playing:
        play(Path(runs), names)
    before = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    PAGE.write_text(page(Path(runs), before, names), encoding="utf-8")
    print(f"{PAGE}: written")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.split("\n\n")[1].strip())
    main(*sys.argv[1:])
