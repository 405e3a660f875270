"""F21: names with non-ASCII or undecodable bytes work with the name escaped, or are refused before the first game."""

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


UNDRAWN = "from seti_sim.report.blocks import Figure; Figure.svg = Figure.narrow = '<svg></svg>'; "
MAIN = "import sys; from seti_sim.cli import main; sys.exit(main(sys.argv[1:]))"


def told(folder, locale, *args):
    """Exit code, stdout and stderr of a command in that locale; arguments and output in bytes as the system has them.

    Charts of a report stay empty: they hold none of the names, and to draw them takes longest.
    """
    program = UNDRAWN + MAIN if args[0] == b"report" else MAIN
    done = subprocess.run(
        [sys.executable, "-c", program, *args], cwd=folder, capture_output=True, timeout=120,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | locale,
    )  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("name, locale", [(BYTES, UTF8), (ACCENT, ASCII)], ids=["bytes", "ascii"])
def test_f21_a_folder_that_cannot_be_read_again_is_refused_before_the_first_game(tmp_path, name, locale):
    for args in ((b"run", *FEW), (b"compare", b"cheap-scan", *FEW)):
        code, out, err = told(tmp_path, locale, *args, b"--out", name)
        assert (
            code == 2 and out == "" and one_line(err) and "caf\\udc" in err and "expected a name that is text in UTF-8" in err
        )
    assert not os.listdir(bytes(tmp_path))


@pytest.mark.parametrize("name, locale", [(BYTES, UTF8), (ACCENT, ASCII), (ACCENT, UTF8)], ids=["bytes", "ascii", "utf-8"])
def test_f21_a_variant_of_any_name_is_played_and_told(tmp_path, name, locale):
    Path(os.fsdecode(bytes(tmp_path) + b"/" + name + b".toml")).write_text("[actions.scan.cost]\nenergy = 1\n")
    file, page = name + b".toml", name + b".html"
    code, out, err = told(tmp_path, locale, b"check", file)
    assert code == 0 and "1 change; sound" in out and err == ""
    assert told(tmp_path, locale, b"run", *FEW, b"--variant", file, b"--out", b"r")[::2] == (0, "")
    code, out, err = told(tmp_path, locale, b"info", b"r")
    assert code == 0 and "caf" in out and err == ""
    if locale is ASCII:  # a page takes long to draw: with the other names it is that of a study
        code, out, err = told(tmp_path, locale, b"report", b"r", b"--out", page)
        assert code == 0 and err == ""
    else:
        code, out, err = told(tmp_path, locale, b"compare", file, *MORE, b"--out", b"c", b"--report", page)
        assert code == 0 and "caf" in out and "Traceback" not in err
    assert os.path.getsize(bytes(tmp_path) + b"/" + page) > 10_000


def test_f21_a_name_in_a_file_is_shown_where_there_is_no_sign_for_it(tmp_path):
    text = '[variant]\nname = "käse"\ndescription = "größer"\n[cards.base-001]\nname = "Ä"\n[actions.scan.cost]\nenergy = 1\n'
    (tmp_path / "v.toml").write_text(text, encoding="utf-8")
    code, out, err = told(tmp_path, ASCII, b"check", b"v.toml")
    assert (code, err) == (0, "") and ("käse: größer" in out or "k\\xe4se: gr\\xf6\\xdfer" in out)
    assert told(tmp_path, ASCII, b"compare", b"v.toml", *FEW, b"--block", b"2", b"--out", b"c")[0] == 0
    assert told(tmp_path, ASCII, b"precision", b"0.5pp")[1].endswith("\n")
    code, out, err = told(tmp_path, ASCII, b"run", b"--policy", "frühling".encode(), b"--out", b"d")
    assert code == 2 and one_line(err) and not (tmp_path / "d").exists()


@pytest.mark.parametrize("name, locale", [(BYTES, UTF8), (ACCENT, ASCII)], ids=["bytes", "ascii"])
@pytest.mark.parametrize("args", [
    b"ladder --policy random,greedy --games 40 --tables 2 --jobs 1", b"whatif course --players 2 --policy random --games 4 --jobs 1",
    b"tune greedy --pool random --games 80 --generations 1 --population 4 --jobs 1 --measure 100",
], ids=["ladder", "whatif", "tune"])  # fmt: skip
def test_f21_folders_of_questions_too(tmp_path, name, locale, args):
    """A folder that cannot be read again is refused before the first game."""
    code, out, err = told(tmp_path, locale, *args.split(), b"--out", name)
    assert code == 2 and out == "" and one_line(err) and "expected a name that is text in UTF-8" in err
    assert not os.listdir(bytes(tmp_path))


@pytest.mark.parametrize(
    "name, locale, code", [(ACCENT, UTF8, 0), (BYTES, UTF8, 2), (ACCENT, ASCII, 2)], ids=["text", "bytes", "ascii"]
)
def test_f21_a_player_in_a_file_of_any_name(tmp_path, name, locale, code):
    """Sits down where its name is text here; else one line says so."""
    Path(os.fsdecode(bytes(tmp_path) + b"/" + name + b".py")).write_text("def first(view, legal):\n    return 0\n")
    found, out, err = told(tmp_path, locale, b"run", *FEW, b"--policy", name + b":first", b"--out", b"r")
    assert found == code and "Traceback" not in err
    if code:
        assert out == "" and one_line(err) and "policy caf" in err and ":first: expected a name that is text in UTF-8" in err
        assert not (tmp_path / "r").exists()


def test_f21_a_variant_of_an_undecodable_name_in_a_ladder_and_a_question(tmp_path):
    file = Path(os.fsdecode(bytes(tmp_path) + b"/" + BYTES + b".toml"))
    file.write_text("[actions.scan.cost]\nenergy = 1\n")
    for args in (
        b"ladder --policy random,greedy --games 40 --tables 2",
        b"whatif course --players 2 --policy random --games 4",
    ):
        code, _, err = told(tmp_path, UTF8, *args.split(), b"--jobs", b"1", b"--variant", BYTES + b".toml")
        assert code == 0 and "Traceback" not in err
