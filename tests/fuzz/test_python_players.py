"""Players in Python as nobody should write them: they play, or the run ends in one clear line and exit code 2.

A number says what a player is: where it fails and how. What was played before stays. `pytest -m soak` draws thousands.
"""

import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from command_line import one_line
from soak import share

from seti_sim.cli import main
from seti_sim.tables import open_run
from seti_sim.tables.folder import finished_ranges

from .counts import tell
from .limit import limited

ASKED = Counter()


class Leaving(BaseException):
    pass


class Silent(Exception):
    def __str__(self):
        raise RuntimeError("no words")


class Shy:
    def __repr__(self):
        raise Leaving


class Odd:
    def __index__(self):
        raise ValueError("no number\nto give")


def throw(error):
    raise error


def endless(*_):
    return endless(*_)


def spoil(view, legal):
    """Change what was given, and fail: nothing of the message may rest on it."""
    view.clear()
    legal.clear()
    raise KeyError("round")


def meddle(view, legal):
    for value in view.values():
        if isinstance(value, dict):
            value.clear()
    view["seat"], view["round"] = None, "x"
    legal.reverse()
    return 0


def chatter(view, legal):
    print("x" * 100_000)
    print("y" * 100_000, file=sys.stderr)
    return 0


def drawn(view, legal):
    yield 0


async def awaited(view, legal):
    return 0


WRONG = {
    **{repr(value)[:30]: lambda view, legal, value=value: value for value in (
        None, 0.0, float("nan"), "0", b"0", -1, 10**9, -(10**30), True, False, [], [0], (0,), {}, {0}, object, np.float64(0), np.bool_(True),
        np.array([0, 1]), np.arange(10_000), np.array("x"), "z" * 10**6, "a\nb\x1b[31m\u202e\ud800", [[]] * 10**5, 0j,
    )},
    "more digits than Python writes": lambda view, legal: 10**5000, "no repr": lambda view, legal: Shy(), "no index": lambda view, legal: Odd(),
    "an action": lambda view, legal: legal[0], "beyond": lambda view, legal: len(legal),
    **{type(error).__name__: lambda view, legal, error=error: throw(error) for error in (
        KeyError(3), ValueError("a\nb\x1b[31m\ud800"), SystemExit(0), Leaving(), Silent(), MemoryError(), GeneratorExit(), StopIteration(),
        AssertionError(), OSError(2, "no"), RecursionError("z" * 10**6), ImportError("no", name="x"), BrokenPipeError(), Warning(),
        UnicodeDecodeError("utf-8", b"x", 0, 1, "no"),
    )},
    "endless": endless, "spoil": spoil, "generator": drawn, "coroutine": awaited, "leaves": lambda view, legal: sys.exit("gone"),
    "one argument": lambda view: 0, "lookup": lambda view, legal: view["nothing"],
}  # fmt: skip
RIGHT = {
    "first": lambda view, legal: 0, "NumPy": lambda view, legal: np.int64(len(legal) - 1), "0-d": lambda view, legal: np.array(0, np.uint8),
    "meddle": meddle, "chatter": chatter,
}  # fmt: skip
SPOILT_CLASSES = {
    "no instance": lambda self: throw(RuntimeError("no model")), "leaves": lambda self: sys.exit(3), "cancels": lambda self: throw(Leaving()),
}  # fmt: skip


def __getattr__(name):
    """`p17w0`: player number 17 with the way to fail number 0."""
    if not name.startswith("p") or "w" not in name:
        raise AttributeError(f"no {name}")
    number, _, way = name[1:].partition("w")
    luck = random.Random(int(number))
    if way == "x":
        made = luck.choice(list(SPOILT_CLASSES.values()))
        return type("Spoilt", (), {"__init__": made, "__call__": lambda self, view, legal: 0, "__module__": __name__})
    patience, wrong = luck.choice((0, 1, 5, 40)), list((WRONG | RIGHT).values())[int(way)]

    def player(view, legal):
        ASKED[name] += 1
        return wrong(view, legal) if ASKED[name] > patience else random.Random(view["luck"]).randrange(len(legal))

    return player


def fuzz(tmp_path, monkeypatch, capsys, seed, ways):
    monkeypatch.chdir(tmp_path)
    luck, refused = random.Random(seed), 0
    for at, way in enumerate(ways):
        name = f"{__name__}:p{luck.randrange(10**6)}w{way}"
        seats = luck.choice(("{}", "{},random", "random,{}", "{},greedy", "{},{},random")).replace("{}", name)
        count = max(seats.count(",") + 1, 2)
        words = [
            "run",
            "--policy",
            seats,
            "--players",
            str(count),
            "--games",
            "1",
            "--seed",
            str(luck.randrange(1000)),
            "--jobs",
            "1",
        ]
        with limited():
            code = main([*words, "--out", f"r{at}"])
        _, err = capsys.readouterr()
        err = err.replace("y" * 100_000 + "\n", "")
        fine = code == 0 or code == 2 and one_line(err) and err[:-1].isprintable() and len(err) < 1500
        assert fine, (seed, name, code, err[:2000])
        refused += code == 2
        if way != "x" and int(way) < len(WRONG):
            assert code == 2, (seed, name)
            assert (
                err.startswith(f"seti-sim: policy '{name}', game 0 of seed ")
                and "expected an index (a whole number) below" in err
            ), err
        elif way != "x":
            assert code == 0, (seed, name, err)
    tell("players in Python", refused, len(ways) - refused)
    return refused


WAYS = [*range(len(WRONG) + len(RIGHT)), "x"]


def test_every_second_way_to_fail_once(tmp_path, monkeypatch, capsys):
    assert fuzz(tmp_path, monkeypatch, capsys, 1, [*WAYS[::2], "x"]) > len(WRONG) / 2


@pytest.mark.soak
def test_every_way_to_fail_once(tmp_path, monkeypatch, capsys):
    assert fuzz(tmp_path, monkeypatch, capsys, 1, WAYS) > len(WRONG)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_wild_players(tmp_path, monkeypatch, capsys, seed):
    luck = random.Random(seed)
    fuzz(tmp_path, monkeypatch, capsys, seed, [luck.choice(WAYS) for _ in range(share(500))])


MODULES = {
    "syntax": "def p(:\n", "import": "import nothing_of_this_name\n", "raises": "1 / 0\n", "leaves": "import sys\nsys.exit(0)\n",
    "cancels": "class L(BaseException):\n    pass\nraise L\n", "no attribute": "q = 1\n", "no callable": "p = 3\n", "nothing": "p = None\n",
    "no call": "class p:\n    pass\n", "no text": "\x00\udcff", "attribute that fails": "def __getattr__(name):\n    raise OSError('a\\nb')\n",
    "endless import": "def f():\n    f()\nf()\n", "indented": "  p = 1\n\tq = 2\n",
}  # fmt: skip


@pytest.mark.parametrize("what", MODULES)
def test_modules_that_are_no_players(tmp_path, monkeypatch, capsys, what):
    name = f"wild_{what.replace(' ', '_')}"
    (tmp_path / f"{name}.py").write_text(MODULES[what], encoding="utf-8", errors="surrogateescape")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["run", "--policy", f"{name}:p", "--players", "2", "--games", "1", "--jobs", "1", "--out", "r"]) == 2
    err = capsys.readouterr().err
    assert one_line(err) and err[:-1].isprintable() and f"{name}" in err and "expected" in err, err
    assert not (tmp_path / "r").exists()


def test_what_was_played_before_stays(tmp_path, monkeypatch, capsys):
    """A player that fails in the third game: the two parts before it are there, and the folder is sound."""
    (tmp_path / "third.py").write_text(
        "class p:\n    made = 0\n    def __init__(self):\n        p.made += 1\n"
        "    def __call__(self, view, legal):\n        return 0 if p.made < 3 else None\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    words = ["run", "--policy", "third:p,random", "--players", "2", "--games", "4", "--chunk", "1", "--jobs", "1", "--out", "r"]
    assert main(words) == 2 and "game 2 of seed 1" in capsys.readouterr().err
    assert finished_ranges(tmp_path / "r") == [(0, 1), (1, 1)]
    run = open_run(tmp_path / "r")
    assert run.n_games == 2 and not run.finished and not list((tmp_path / "r").rglob(".tmp*"))


def test_a_dead_worker_is_told(tmp_path):
    """A player that ends its process: one line and the command, and no word of libraries."""
    (tmp_path / "dead.py").write_text("import os\ndef p(view, legal):\n    os._exit(0)\n")
    words = ["run", "--policy", "dead:p,random", "--players", "2", "--games", "4", "--chunk", "2", "--jobs", "2", "--out", "r"]
    done = subprocess.run([sys.executable, "-m", "seti_sim", *words], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    lines = done.stderr.splitlines()
    assert done.returncode == 1 and done.stdout == "" and len(lines) == 2, done.stderr
    assert lines[0].startswith("seti-sim: a worker process was ended from outside") and lines[1].startswith("  seti-sim run ")
