"""Write docs/findings.md from results: tables and findings of runs and studies, no figure typed.

    python reports/findings.py RUNS [SECTION...]

RUNS is the folder of all results; each section finds its own below it (`reports/parts/`). A section whose results are
there, or one of the SECTIONs named, is written anew; others stay as they are on the page, which then says which command
makes them. Nobody writes into the page by hand.
"""

import re
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
PAGE = HERE.parent / "docs" / "findings.md"
OPENING = """\
# Findings

<!-- written by `python reports/findings.py RUNS`; do not edit by hand -->

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


def main(runs: str, *names: str) -> None:
    """Write the page."""
    unknown = sorted(set(names) - set(parts()))
    if unknown or not Path(runs).is_dir():
        what = f"{', '.join(unknown)}: no such section, expected some of {', '.join(parts())}" if unknown else f"{runs}: no such folder"
        sys.exit(f"findings: {what}")
    before = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    PAGE.write_text(page(Path(runs), before, names), encoding="utf-8")
    print(f"{PAGE}: written")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.split("\n\n")[1].strip())
    main(*sys.argv[1:])
