"""The tutorial's game: its own tests, and that docs/your-own-game.md shows it whole."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs/examples/cant-stop"))

from test_cant_stop_game import *  # noqa: E402, F403  # what pytest finds here are the tests of the example


def test_the_page_shows_the_whole_file():
    from docs.examples import examples, written  # of tests/docs

    page = ROOT / "docs/your-own-game.md"
    lines: list[str] = []
    for example in examples(page):
        name = written(example)
        if name and name[0] == "cant-stop/cant_stop_game.py":
            lines += name[1].splitlines()
    file = (ROOT / "docs/examples/cant-stop/cant_stop_game.py").read_text(encoding="utf-8").splitlines()
    assert list(filter(None, lines)) == list(filter(None, file))  # blanks between the pieces of the page aside
