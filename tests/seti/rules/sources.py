"""Texts of the project's own files, for tests that look for words in them."""

from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@cache
def source(place):
    """Text of the files of a pattern; those that `setup.py` makes are none."""
    return "\n".join(file.read_text() for file in sorted(ROOT.glob(place)) if not file.name.startswith("_"))
