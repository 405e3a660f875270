"""Every rule id that is named anywhere is defined in docs/rules, and every id defined there is tested or says where."""

import re
from functools import cache
from pathlib import Path

import pytest

from .examples import ROOT

RULES = ROOT / "docs" / "rules"
FAMILIES = "SOL|SPG|MAS|OUM|EXE|ANO|CEN|GEO|PXC|PX"
ID = rf"(?:R\d{{1,2}}\.\d{{1,2}}|(?:{FAMILIES})-\d{{1,3}}|Q\d{{3}}|D-\d{{2}})"
CITED = re.compile(rf"(?<![A-Za-z0-9]){ID}(?![0-9])")
DEFINED = re.compile(rf"(?:- \*\*({ID})\*\* |\| ({ID}) \|)")
SOURCES = ("seti_sim", "ext", "tests", "docs", "reports", "experiments")
REFERENCE = Path("tests/seti/reference")
KINDS = {".py", ".pyx", ".pxd", ".pxi", ".md", ".toml", ".ipynb"}


@cache
def definitions():
    """{id: file} over the pages of docs/rules; an id that is defined twice is a fault."""
    where = {}
    for page in sorted(RULES.glob("*.md")):
        if page.name == "README.md":
            continue
        for line in page.read_text(encoding="utf-8").splitlines():
            if found := DEFINED.match(line):
                name = found[1] or found[2]
                assert name not in where, f"{name}: defined in {where[name]} and in {page.name}"
                where[name] = page.name
    return where


@cache
def texts():
    """{file: text} of everything that may name an id."""
    files = [ROOT / "README.md", ROOT / "setup.py"]
    for folder in SOURCES:
        files += [path for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    return {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in files}


def is_a_test(path):
    """Not the reference: it is the rules once more, and tests nothing by itself."""
    return path.parts[0] == "tests" and path.suffix == ".py" and REFERENCE not in path.parents


@cache
def ids_in_tests():
    """Ids that tests name, as (family, numbers): alone, or in a span of at most ten (`PX-02 to PX-07`, `px02_to_px07`)."""
    found = set()
    name = re.compile(
        r"(?<![a-z0-9])([a-z]{1,3})[-_]?(\d+)(?:[._](\d+))?"
        r"(?:(?:_to_| to )\1?[-_]?(\d+)(?:[._](\d+))?)?(?![0-9])"
    )
    for path, text in texts().items():
        if not is_a_test(path):
            continue
        for family, *numbers in name.findall(text.lower()):
            first, part, last, last_part = (int(number) if number else None for number in numbers)
            found.add((family, first, part))
            if part is None and last is not None and last - first < 10:
                found |= {(family, k, None) for k in range(first, last + 1)}
            if part is not None and last == first and last_part is not None and last_part - part < 10:
                found |= {(family, first, k) for k in range(part, last_part + 1)}
    return found


def is_tested(name):
    family, first, part = re.fullmatch(r"([A-Z]+)-?(\d+)(?:\.(\d+))?", name).groups()
    return (family.lower(), int(first), int(part) if part else None) in ids_in_tests()


def untested():
    """{id: what checks it} of the table in docs/rules/README.md."""
    page = (RULES / "README.md").read_text(encoding="utf-8")
    return dict(re.findall(rf"^\| ({ID}) \| ([\w.-]+) \|", page, re.M))


def test_there_are_rules_to_look_at():
    assert len(definitions()) > 700 and len(texts()) > 400


def test_every_id_cited_is_defined():
    unknown = {
        (str(path), name)
        for path, text in texts().items()
        for name in CITED.findall(text)
        if name not in definitions() and path.name != "test_rule_ids.py"
    }
    assert not unknown, f"cited and not defined in docs/rules: {sorted(unknown)}"


def test_a_comment_of_the_reference_is_no_test():
    files = [path for path in texts() if REFERENCE in path.parents]
    assert len(files) > 10 and not any(map(is_a_test, files))
    assert is_a_test(Path("tests/seti/test_geometry.py")) and not is_a_test(Path("seti_sim/seti/game.py"))


def test_every_id_defined_is_tested_or_says_where():
    nowhere = [name for name in definitions() if not is_tested(name) and name not in untested()]
    assert not nowhere, f"no test names {', '.join(nowhere)}: write one, or say in docs/rules/README.md what checks it"


@pytest.mark.parametrize("name, checked_by", untested().items())
def test_what_the_table_points_at_is_tested(name, checked_by):
    assert name in definitions() and not is_tested(name), f"{name}: leave it out of the table, a test names it"
    named = any(checked_by in text for path, text in texts().items() if path.parts[0] == "tests")
    assert named if checked_by.startswith("base-") else is_tested(checked_by)
