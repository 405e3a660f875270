"""Fenced examples of a Markdown page, and how they are run.

- `toml` whose first line is `# NAME.toml` is written to that file, for the commands after it.
- `console` holds commands behind `$ ` and, below each, what it prints; `…` is anything, a line `…` any lines.
- `python` is executed; where its first line is `# NAME.py` it is written to that file, and with `# NAME.py goes on` added to it.

Commands and scripts of a page run one after the other in one folder. Numbers of games are cut down to `FEW`.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FEW = 8


@dataclass
class Example:
    """One fenced block: its language, text, and the line it begins at."""

    language: str
    text: str
    line: int


def pages():
    """All pages of documentation."""
    top = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    return sorted(
        [
            *top,
            *ROOT.glob("docs/*.md"),
            *ROOT.glob("docs/writers/*.md"),
            *ROOT.glob("experiments/*.md"),
            *ROOT.glob("reports/*.md"),
        ]
    )


def examples(page):
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Example(found[1], found[2], text[: found.start()].count("\n") + 1)
        for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)
    ]


def written(example):
    """(file, text, whether it is added) of a Python example that is a file or goes on with one; None of any other."""
    found = re.match(r"# ([\w/-]+\.py)( goes on)?\n", example.text)
    if example.language != "python" or not found:
        return None
    return found[1], example.text[found.end() :], bool(found[2])


def commands(example):
    """(command, what it prints) of a console example."""
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in re.split(r"^\$ ", example.text, flags=re.M)[1:]]


def arguments(command):
    """Arguments of a `seti-sim` command, with fewer games."""
    words = shlex.split(command)
    assert words[0] == "seti-sim", command
    if words[1] in ("run", "compare", "sweep", "komi", "experiment") and len(words) > 2:
        at = words.index("--games") + 1 if "--games" in words else len(words) + 1
        if ".." not in "".join(words[at : at + 1]):  # a range stays what it is, few games in any case
            words[at - 1 : at + 1] = ["--games", str(FEW)]
        words += ["--jobs", "1"]
    return words[1:]


def pattern(printed):
    """A regular expression for what an example says that a command prints."""
    few = re.sub(r"\b\d+,\d00 games", f"{FEW} games", printed)
    lines = [re.escape(line).replace("…", "[^\n]*") if line != "…" else ".*" for line in few.splitlines()]
    return re.compile("\n".join(lines) + "\n*", re.S)
