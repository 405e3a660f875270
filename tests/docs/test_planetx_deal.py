"""The deal in docs/planetx.md is one that loads."""

import json
import re
from pathlib import Path

from seti_sim.planetx import Game
from tests.planetx import reference
from tests.planetx.bench import rules
from tests.planetx.position_fuzz import DOCS

ROOT = Path(__file__).resolve().parents[2]


def test_f05_the_deal_of_the_docs_loads():
    """F05: the example of docs/planetx.md as it stands there; what is left out is drawn for the sky that is given."""
    text = (ROOT / "docs" / "planetx.md").read_text(encoding="utf-8")
    example = json.loads(re.search(r"```json\n(.*?)```", text, re.S)[1])
    assert example == DOCS
    game = Game.from_json(rules(), example)
    said = game.deal()
    assert said["system"] == example["system"] and said["bot"] == example["bot"]
    assert said["starting"] == example["starting"]
    for part in ("topics", "conferences"):
        for clue in said[part].values():
            assert reference.holds(said["system"], clue["rule"], clue["x"], clue.get("y", ""), clue.get("n", 0))
        for name, clue in example[part].items():
            assert {key: said[part][name][key] for key in clue} == clue
    titles = [tuple(sorted(clue["about"])) for clue in said["topics"].values()]
    assert len(titles) == len(set(titles)) == 6
