"""In which order files of tests are handed to pytest-xdist's workers: long ones first, so that at the end none works alone.

By itself pytest-xdist begins with the files of most tests, and a long file of few tests comes last.
"""

from pathlib import Path

TESTS = Path(__file__).resolve().parent
LONG = (
    "test_checked_build.py",
    "seti/players",
    "report",
    "reports",
    "cli",
    "docs",
    "experiments",
    "charts",
    "analysis",
    "seti/analysis",
    "seti/properties",
)
SHORT = ("seti/rules", "seti/rulings")
"""Files, or folders of files, that take longest, and folders of files of which each takes seconds."""


def place(path: Path) -> int:
    """Files are sorted by this; those that are named in neither list come between the two."""
    below = path.relative_to(TESTS)
    for number, name in enumerate((*LONG, *SHORT)):
        if below.is_relative_to(name):
            return number if number < len(LONG) else number + 1
    return len(LONG)
