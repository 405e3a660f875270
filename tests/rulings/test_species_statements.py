"""No statement of the species' rules without a test: each id is in the name of a test, or is said here not to be one.

`STATEMENTS` is the list of ids: a new one is added here first, and this file fails until there is a test for it.
"""

import re
from pathlib import Path

import pytest

#: How many statements each part of the rules has; they are numbered from 1.
STATEMENTS = {"SPG": 31, "MAS": 17, "ANO": 16, "OUM": 23, "CEN": 13, "EXE": 16}
IDS = [f"{part}-{number:02}" for part, n in STATEMENTS.items() for number in range(1, n + 1)]
SOLO = "the solo game and its rival are not played"
#: Statements that no test can show, and why.
UNTESTED = {"MAS-17": SOLO, "ANO-16": SOLO, "OUM-23": SOLO, "CEN-13": SOLO, "EXE-15": SOLO,
            "EXE-16": SOLO + ", so that its score is nobody's highest"}  # fmt: skip
NAMED = re.compile(r"^def test_((?:SPG|MAS|ANO|OUM|CEN|EXE)_\d\d)_", re.MULTILINE)


def with_tests():
    """The ids that names of tests in this folder begin with: test_MAS_05_…"""
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    return {name.replace("_", "-") for file in files for name in NAMED.findall(file.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("statement", [name for name in IDS if name not in UNTESTED])
def test_every_statement_has_a_test(statement):
    assert statement in with_tests()


def test_every_name_is_that_of_a_statement():
    assert with_tests() <= set(IDS) and len(IDS) == 116


def test_what_is_untested_has_no_test_and_a_reason():
    assert set(UNTESTED) <= set(IDS) - with_tests() and all(UNTESTED.values())
