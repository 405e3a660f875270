"""The table of commands in docs/games.md: it has every command, and what it says is refused is refused in these words."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from seti_sim.cli import cli
from seti_sim.core import registry

ROOT = Path(__file__).resolve().parents[2]


def script():
    spec = importlib.util.spec_from_file_location("make_games", ROOT / "docs/writers/make_games.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


games = script()
LINES = [line for line in (ROOT / "docs/games.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
CELLS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in LINES]
TABLE = {cells[0].strip("`"): cells[1:] for cells in CELLS if len(cells) == 5}


def test_every_command_has_a_row_and_every_row_its_outcome():
    known = set()
    for name, command in cli.commands.items():
        inside = getattr(command, "commands", None)
        known |= {f"{name} {word}" for word in inside} if inside else {name}
    rows = {name.partition(" --policy")[0] for name in games.ROWS}
    rows = {"new" if name.startswith("new ") else name for name in rows}
    assert rows == known, rows ^ known
    assert set(TABLE) >= set(games.ROWS)
    for name in games.ROWS:
        assert TABLE[name][0] == games.ROWS[name][1], f"{name}: run `python docs/writers/make_games.py`"
        assert all(cell == "yes" or cell.startswith("no: ") for cell in TABLE[name][1:]), name


@pytest.mark.parametrize("at, game", list(enumerate(games.GAMES)), ids=["seti", "planetx", "python"])
def test_what_is_refused_is_refused_in_these_words(at, game):
    """These end before any game; what is carried out, the script does when it writes the page."""
    refused = [name for name in games.ROWS if TABLE[name][1 + at].startswith("no: ")]
    assert games.outcomes(game, refused) == {name: TABLE[name][1 + at] for name in refused}
    title, *others = (registry.named(name).title for name in (game, *(other for other in games.GAMES if other != game)))
    for name in refused:
        cell = TABLE[name][1 + at]
        assert title in cell and not any(re.search(rf"\b{other}\b", cell) for other in others), name


def test_pairs_save_at_least_half_of_the_games():
    """As measured: for three changes and more every metric needs twice as many games without pairs."""
    text = (ROOT / "docs/games.md").read_text(encoding="utf-8")
    rows = [
        line.split(" | ")[1:] for line in text.splitlines() if any(line.startswith(f"| {change} |") for change in games.PAIRS)
    ]
    gains = [[float(cell.strip(" |")) for cell in row if cell.strip(" |") != "the same"] for row in rows]
    assert len(rows) == len(games.PAIRS) and sum(min(row) >= 2 for row in gains) >= 3
