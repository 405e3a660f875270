"""No statement of the rules of species and of solo play without a test: each id is in the name of one.

`STATEMENTS` and `SOLO` are the list of ids: a new one is added here first, and this file fails until there is a test for it.
"""

import re
from functools import cache
from pathlib import Path

import pytest

#: How many statements each part of the rules has; they are numbered from 1.
STATEMENTS = {"SPG": 31, "MAS": 17, "ANO": 16, "OUM": 23, "CEN": 13, "EXE": 16}
PARTS = (*STATEMENTS, "SOL")
#: Those of solo play, by the first and the last number of each part.
SOLO = ((1, 6), (11, 17), (21, 27), (30, 34), (40, 41), (50, 51), (60, 67), (70, 78), (80, 88), (90, 97), (100, 102),
        (106, 108), (110, 112), (120, 132), (140, 147), (160, 163), (170, 173))  # fmt: skip
IDS = [f"{part}-{number:02}" for part, n in STATEMENTS.items() for number in range(1, n + 1)]
IDS += [f"SOL-{number:02}" for first, last in SOLO for number in range(first, last + 1)]
NAMED = re.compile(r"^def test_((?:[A-Z]{3}_\d{2,3}_)+)", re.MULTILINE)


@cache
def with_tests():
    """The ids that names of tests in this folder begin with: test_MAS_05_…, test_SOL_120_MAS_17_…"""
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    names = [name for file in files for name in NAMED.findall(file.read_text(encoding="utf-8"))]
    return {found.replace("_", "-") for name in names for found in re.findall(r"[A-Z]{3}_\d{2,3}", name)}


@pytest.mark.parametrize("statement", IDS)
def test_every_statement_has_a_test(statement):
    assert statement in with_tests()


def test_every_name_is_that_of_a_statement():
    assert {name for name in with_tests() if name[:3] in PARTS} <= set(IDS) and len(IDS) == 116 + 101
