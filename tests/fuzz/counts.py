"""How many inputs of each kind the fuzzers tried: written to a file for who asks, so that a long run can be added up."""

import json
import os
from collections import defaultdict
from pathlib import Path

FILE = "SETI_SIM_FUZZ_COUNTS"
"""The name of the variable of the environment that names the file; nothing is written without it."""


def tell(kind: str, refused: int, accepted: int) -> None:
    """Add to the file that so many inputs of a kind were refused and accepted."""
    if os.environ.get(FILE):
        with open(os.environ[FILE], "a", encoding="utf-8") as file:
            file.write(json.dumps([kind, refused, accepted]) + "\n")


def told(path: Path) -> dict[str, tuple[int, int]]:
    """{kind: (refused, accepted)} of all that was added to the file."""
    found = defaultdict(lambda: (0, 0))
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, refused, accepted = json.loads(line)
        found[kind] = found[kind][0] + refused, found[kind][1] + accepted
    return dict(found)


def table(found: dict[str, tuple[int, int]]) -> str:
    """The counts as lines: kind, tried, refused, accepted; their sums last."""
    rows = [(kind, sum(both), *both) for kind, both in sorted(found.items())]
    rows.append(("together", *(sum(row[i] for row in rows) for i in (1, 2, 3))))
    lines = [f"{'kind':<34}{'tried':>8}{'refused':>9}{'accepted':>10}"]
    return "\n".join(lines + [f"{kind:<34}{tried:>8}{refused:>9}{accepted:>10}" for kind, tried, refused, accepted in rows])
