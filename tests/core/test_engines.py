"""F02: an engine that was built from other sources than those beside it plays nothing, and no run goes on by another."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import one_line

from seti_sim.core import engines
from seti_sim.core.engines import CURE
from seti_sim.core.registry import get
from seti_sim.planetx import engine as planetx
from seti_sim.seti import engine as seti

ROOT = Path(__file__).resolve().parents[2]
VOCABULARY = tuple(f"seti_sim/seti/{name}.py" for name in ("vocabulary", "vocabulary_actions", "vocabulary_tables"))
BUILT = {"seti": seti.FINGERPRINT, "planetx": planetx.FINGERPRINT}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package, its engines and their sources."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "seti_sim", folder / "seti_sim")  # compiled Python with it, which takes long to make
    shutil.copytree(ROOT / "ext", folder / "ext")
    shutil.copy(ROOT / "setup.py", folder)
    return folder


def command(folder, *words):
    """The command line of the package in a folder: exit code, stdout, stderr."""
    done = subprocess.run(
        [sys.executable, "-m", "seti_sim", *map(str, words)], cwd=folder, capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(folder)}, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", engines.SOURCES)
def test_f02_the_fingerprint_is_built_in_and_covers_every_source(name, copy, tmp_path):
    """Each file of the engine counts, by name and text; line ends and what setup.py makes do not."""
    assert BUILT[name] == engines.fingerprint(name) == engines.fingerprint(name, copy)
    tree = tmp_path / "tree"
    for place in ("ext", "seti_sim/seti/rules/opcodes.py", *VOCABULARY, "setup.py"):
        source, target = copy / place, tree / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    files = [file for pattern in engines.SOURCES[name] for file in tree.glob(pattern)]
    own = [file for file in (tree / "ext" / name).iterdir() if file.suffix in (".pyx", ".pxi", ".toml")]
    assert set(own) <= set(files) and len(files) > 15
    for file in files:
        text, made = file.read_bytes(), file.name.startswith("_")
        file.write_bytes(text.replace(b"\n", b"\r\n"))
        assert engines.fingerprint(name, tree) == BUILT[name], file
        file.write_bytes(text + b"\n")
        assert (engines.fingerprint(name, tree) == BUILT[name]) == made, file
        file.write_bytes(text)
    (tree / "ext" / name / "more.pxi").write_text("")
    assert engines.fingerprint(name, tree) != BUILT[name]


FORM = "expected a type and sizes by name, as uint8_t[SEATS]"


@pytest.mark.parametrize("game, before, after, expected", [
    ("seti", "[STACKS][STACK_SIZE]", "[64]", f"structs.State.stack: uint8_t[64]: {FORM}"),
    ("seti", '"uint8_t[ROW]"', '"byte[ROW]"', f"structs.State.row: byte[ROW]: {FORM}"),
    ("seti", "[N_SRC]", "[N_SCR]", "structs.Seat.points: N_SCR: expected one of [sizes]"),
    ("planetx", '"TOPICS + CONFERENCES"', '"TOPICS + CONFERENZ"', "sizes.CLUES: CONFERENZ: expected one of [sizes]"),
])  # fmt: skip
def test_a_wrong_struct_ends_the_build_with_a_line_that_says_where(copy, game, before, after, expected):
    """Sizes without a name, unknown names and types, before anything is made of them."""
    file = copy / "ext" / game / "structs.toml"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    try:
        done = subprocess.run([sys.executable, "setup.py", "--version"], cwd=copy, capture_output=True, text=True, check=False)
    finally:
        file.write_text(text, encoding="utf-8")
    assert done.returncode == 1 and done.stderr == f"ext/{game}/structs.toml: {expected}\n"


def test_f02_two_words_swapped_and_nothing_built(copy):
    """The case itself: a run begun, two words of the bytecode swapped, the run continued: refused in one line."""
    run = ("run", "--players", 2, "--policy", "random", "--seed", 9, "--jobs", 1, "--out", "r", "--games")
    assert command(copy, *run, 2)[0] == 0
    file = copy / "seti_sim" / "seti" / "vocabulary.py"
    text, times = file.read_text(encoding="utf-8"), file.stat()
    file.write_text(text.replace('("yellow", "red", "blue", "black")', '("red", "yellow", "blue", "black")'))
    os.utime(file, (times.st_atime, times.st_mtime + 10))  # of the same length, so that its time tells it from what is compiled
    before = (copy / "r" / "run.json").read_bytes()
    try:
        for words in ((*run, 4), ("play", "--players", 2)):
            code, out, err = command(copy, *words)
            assert code == 2 and out == "" and one_line(err), err
            assert err.rstrip().endswith("built from other sources: pip install -e .")
    finally:
        file.write_text(text)
        os.utime(file, (times.st_atime, times.st_mtime))
    assert (copy / "r" / "run.json").read_bytes() == before
    assert command(copy, *run, 4)[0] == 0


def test_the_cure_is_what_contributing_says():
    assert CURE in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_f02_an_engine_that_is_not_built(copy):
    (engine,) = (file for file in (copy / "seti_sim" / "planetx").glob("_engine.*") if file.suffix != ".pyi")
    engine.rename(copy / "away")
    try:
        code, out, err = command(copy, "run", "--game", "planetx", "--players", 2, "--games", 1, "--out", "x")
        assert code == 2 and out == "" and one_line(err)
        assert err == "seti-sim: seti_sim.planetx: its engine is not built for this Python: pip install -e .\n"
    finally:
        (copy / "away").rename(engine)


def test_f02_without_sources_there_is_nothing_to_compare(copy, tmp_path):
    """An installed package: the same engine and words, no ext/ beside."""
    shutil.copytree(copy / "seti_sim", tmp_path / "seti_sim")
    code, _, err = command(tmp_path, "run", "--players", 2, "--policy", "random", "--games", 2, "--jobs", 1, "--out", "r")
    assert code == 0, err
    there = json.loads((tmp_path / "r" / "run.json").read_text())["identity_parts"]["engine"]
    assert there == get("seti").engine(_rules()) and len(there) == 16


def _rules():
    from seti_sim.seti.rules import RuleSet

    return RuleSet.load()


def test_f02_what_python_makes_of_the_rules_counts():
    """Another table from the same rules is another engine, and another name of the same variant is none."""
    rules, kind = _rules(), get("seti")
    cards = rules.compiled.tables["card_cost"]
    before = kind.engine(rules)
    cards[0] += 1
    try:
        assert kind.engine(rules) != before
    finally:
        cards[0] -= 1
    assert kind.engine(rules) == before
