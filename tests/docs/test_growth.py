"""The table of growth in docs/performance.md, which docs/writers/make_growth.py measures and writes."""

import re
from pathlib import Path

import pytest

from .test_docs import script

ROOT = Path(__file__).parents[2]


def test_rows_go_to_their_place_and_nowhere_else():
    writer = script(ROOT / "docs/writers/make_growth.py")
    page = writer.PAGE.read_text(encoding="utf-8")
    table = page.partition(writer.BEGIN)[2].partition(writer.END)[0]
    assert table.startswith(writer.HEAD)
    rows = table.removeprefix(writer.HEAD).splitlines(keepends=True)
    assert len(rows) >= 4 and all(re.fullmatch(r"\| [\d,]+ \| (all|seats) (\| [\d,.]+ ){6}\|\n", row) for row in rows)
    assert writer.placed(page, rows) == page
    assert writer.placed(page, rows[:1]) == page.replace("".join(rows), rows[0])
    with pytest.raises(SystemExit, match="no place for the table"):
        writer.placed("# Performance\n", rows)
