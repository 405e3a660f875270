"""F21: names with non-ASCII or undecodable bytes work with the name escaped, or are refused before the first game."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import one_line

ROOT = Path(__file__).parents[2]
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
UTF8 = {"LC_ALL": "C.UTF-8"}
FEW = b"--players 2 --games 2 --policy random --jobs 1".split()
MORE = b"--players 2 --games 12 --block 6 --policy greedy --jobs 1".split()
BYTES, ACCENT = b"caf\xe9", "café".encode()
NEXT = b"--next"

# Charts of a report stay empty: they hold none of the names, and to draw them takes longest.
PROGRAM = """
import os, sys, tempfile, traceback
from itertools import groupby
from seti_sim.cli import main

words = sys.argv[1:]
if "report" in words or "--report" in words:
    from seti_sim.report.blocks import Figure
    Figure.svg = Figure.narrow = "<svg></svg>"
told, found = os.dup(1), []
for between, command in groupby(words, "--next".__eq__):
    if between:
        continue
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        try:
            code = main(list(command))
        except BaseException:
            code = traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        found.append((code, *(file.seek(0) or file.read() for file in (out, err))))
with open(told, "w", encoding="ascii") as file:
    file.write(repr(found))
"""


def told(folder, locale, *commands):
    """Exit code, stdout and stderr of each command, all in one process of that locale, since to start one takes longest;
    arguments and output in bytes as the system has them."""
    words = [word for command in commands for word in (NEXT, *command)]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], cwd=folder, capture_output=True, timeout=120,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | locale,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = [(code, out.decode(), err.decode()) for code, out, err in ast.literal_eval(done.stdout.decode("ascii"))]
    assert len(found) == len(commands)
    return found


@pytest.mark.parametrize("name, locale", [(BYTES, UTF8), (ACCENT, ASCII)], ids=["bytes", "ascii"])
def test_f21_a_folder_that_cannot_be_read_again_is_refused_before_the_first_game(tmp_path, name, locale):
    commands = [
        [b"run", *FEW],
        [b"compare", b"cheap-scan", *FEW],
        b"ladder --policy random,greedy --games 40 --tables 2 --jobs 1".split(),
        b"whatif course --players 2 --policy random --games 4 --jobs 1".split(),
        b"tune greedy --pool random --games 80 --generations 1 --population 4 --jobs 1 --measure 100".split(),
    ]
    for code, out, err in told(tmp_path, locale, *([*command, b"--out", name] for command in commands)):
        assert (
            code == 2 and out == "" and one_line(err) and "caf\\udc" in err and "expected a name that is text in UTF-8" in err
        )
    assert not os.listdir(bytes(tmp_path))


@pytest.mark.parametrize("name, locale", [(BYTES, UTF8), (ACCENT, ASCII), (ACCENT, UTF8)], ids=["bytes", "ascii", "utf-8"])
def test_f21_a_variant_of_any_name_is_played_and_told(tmp_path, name, locale):
    Path(os.fsdecode(bytes(tmp_path) + b"/" + name + b".toml")).write_text("[actions.scan.cost]\nenergy = 1\n")
    file, page = name + b".toml", name + b".html"
    last = (  # a page takes long to make: with the other names it is that of a study
        [b"report", b"r", b"--out", page] if locale is ASCII else [b"compare", file, *MORE, b"--out", b"c", b"--report", page]
    )
    check, run, info, paged = told(
        tmp_path, locale, [b"check", file], [b"run", *FEW, b"--variant", file, b"--out", b"r"], [b"info", b"r"], last
    )
    assert check[0] == 0 and "1 change; sound" in check[1] and check[2] == ""
    assert run[::2] == (0, "")
    assert info[0] == 0 and "caf" in info[1] and info[2] == ""
    code, out, err = paged
    assert code == 0 and (err == "" if locale is ASCII else "caf" in out and "Traceback" not in err)
    assert os.path.getsize(bytes(tmp_path) + b"/" + page) > 10_000


def test_f21_a_name_in_a_file_is_shown_where_there_is_no_sign_for_it(tmp_path):
    text = '[variant]\nname = "käse"\ndescription = "größer"\n[cards.base-001]\nname = "Ä"\n[actions.scan.cost]\nenergy = 1\n'
    (tmp_path / "v.toml").write_text(text, encoding="utf-8")
    check, compare, precision, run = told(
        tmp_path,
        ASCII,
        [b"check", b"v.toml"],
        [b"compare", b"v.toml", *FEW, b"--block", b"2", b"--out", b"c"],
        [b"precision", b"0.5pp"],
        [b"run", b"--policy", "frühling".encode(), b"--out", b"d"],
    )
    assert check[::2] == (0, "") and ("käse: größer" in check[1] or "k\\xe4se: gr\\xf6\\xdfer" in check[1])
    assert compare[0] == 0 and precision[1].endswith("\n")
    assert run[0] == 2 and one_line(run[2]) and not (tmp_path / "d").exists()


@pytest.mark.parametrize(
    "name, locale, code", [(ACCENT, UTF8, 0), (BYTES, UTF8, 2), (ACCENT, ASCII, 2)], ids=["text", "bytes", "ascii"]
)
def test_f21_a_player_in_a_file_of_any_name(tmp_path, name, locale, code):
    """Sits down where its name is text here; else one line says so."""
    Path(os.fsdecode(bytes(tmp_path) + b"/" + name + b".py")).write_text("def first(view, legal):\n    return 0\n")
    ((found, out, err),) = told(tmp_path, locale, [b"run", *FEW, b"--policy", name + b":first", b"--out", b"r"])
    assert found == code and "Traceback" not in err
    if code:
        assert out == "" and one_line(err) and "policy caf" in err and ":first: expected a name that is text in UTF-8" in err
        assert not (tmp_path / "r").exists()


def test_f21_a_variant_of_an_undecodable_name_in_a_ladder_and_a_question(tmp_path):
    file = Path(os.fsdecode(bytes(tmp_path) + b"/" + BYTES + b".toml"))
    file.write_text("[actions.scan.cost]\nenergy = 1\n")
    ladder = b"ladder --policy random,greedy --games 40 --tables 2"
    question = b"whatif course --players 2 --policy random --games 4"
    given = [b"--jobs", b"1", b"--variant", BYTES + b".toml"]
    for code, _, err in told(tmp_path, UTF8, *([*command.split(), *given] for command in (ladder, question))):
        assert code == 0 and "Traceback" not in err
