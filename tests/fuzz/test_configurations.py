"""Configuration and experiment files as nobody would write them: they are carried out, or refused in one clear line.

Every key gets other types, nothing, huge, negative and nested values, unknown names and names of other files; texts are cut
and get noise. What is accepted is prepared up to its first game. `pytest -m soak` draws thousands of such files.
"""

import json
import math
import random
from pathlib import Path

import pytest
from command_line import one_line
from soak import share

from seti_sim.cli import main
from seti_sim.simulate import runner
from seti_sim.simulate.config import KEYS
from seti_sim.studies import StudyError, seats
from seti_sim.studies.experiment import KEYS as STUDIES

from .counts import tell
from .limit import limited
from .spoil_json import GONE, VALUES

SOUND = {
    "run": {"players": 2, "games": 20, "policy": "random", "seed": 1},
    "run several": {"players": [2, 3], "games": 20, "policy": "random", "species": "balanced", "chunk": 10},
    "run solo": {"solo": True, "level": [1, 3], "games": 20, "policy": "greedy"},
    "run planetx": {"game": "planetx", "mode": "expert", "players": 2, "levels": [0, 4], "arrangements": "uniform", "games": 20},
    "compare": {"kind": "compare", "variants": ["cheap-scan"], "players": 2, "policy": "random", "games": 8, "block": 4,
                "metrics": ["score"], "precision": ["0.5vp"]},
    "sweep": {"kind": "sweep", "setting": "actions.scan.cost.energy=1,2", "players": 2, "policy": "random", "games": 8, "block": 4},
    "komi": {"kind": "komi", "players": 2, "policy": "random", "games": 20, "confirm_games": 20, "confirm_seed": 7},
    "card_strength": {"kind": "card_strength", "players": 2, "policy": "random", "games": 20, "confirm_games": 20, "follow_games": 4},
    "seats": {"kind": "seats", "policies": ["random", "greedy"], "players": [2], "games": [20, 20], "seed": 1},
}  # fmt: skip
WORDS = (
    "random", "gredy", "greedy,random", "greedy[", "greedy[nodes=x]", "lookahead[nodes=-1]", "mcts[time=0]", "mcts[time=1e400]", "nowhere:p",
    "nowhere:", ":", "json:loads", "json:nothing", "os.path:join", "cheap-scan", "cheap_scan", "printed", "chep-scan", ".", "..", "/", "/dev/null",
    "c.toml", "fixed", "rotates", "drawn", "balanced", "exertians,anomalies", "exertians", "expert", "planetx", "seti", "score", "0.5pp", "-1pp",
    "score=0", "win_share@seat=9=1", "actions.scan.cost.energy=", "actions.scan.cost=1,2", "=", "a=b=c", "setup.start_vp=[1,2],[3]",
    "actions.scan.cost.energy=nan,inf", "actions.scan.cost.energy=1,1", "2,3", "2,2", "9" * 400, "-0", "1e3", "²", "٣", "x" * 3000,
)  # fmt: skip


def toml(value):
    """A value as TOML writes it; None as no TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float):
        return "nan" if math.isnan(value) else "inf" if value == math.inf else repr(value)
    return json.dumps(value)


def spoil(luck):
    """The text of a file, its kind and what was done to it."""
    kind = luck.choice(list(SOUND))
    table, what = dict(SOUND[kind]), []
    known = [*KEYS, "kind"] if kind.startswith("run") else list(STUDIES[kind])
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        key = luck.choice([*table, *known, luck.choice(("x", "Players", "game s", "", "\u202e", "pólicy", *KEYS))])
        new = luck.choice(
            (*VALUES, GONE, *WORDS, [luck.choice(WORDS)], [luck.choice(WORDS), luck.choice(WORDS)], [2, 3], [1, -1], [2] * 2000)
        )
        what.append((key, new))
        table.pop(key, None)
        if new is not GONE:
            table[key] = new
    bare = str.isidentifier
    lines = [f"{key if bare(key) and key.isascii() else json.dumps(key)} = {toml(value)}" for key, value in table.items()]
    text = "# Why?\n" + "\n".join(lines) + "\n"
    how = luck.random()
    if how < 0.05:
        text = text[: luck.randrange(len(text))]
    elif how < 0.1:
        at = luck.randrange(len(text))
        text = (
            text[:at]
            + luck.choice(
                (
                    '"',
                    "[",
                    "\x00",
                    "\ud800",
                    "= ",
                    "[[x]]\n",
                    "\n" * 3,
                    "{" * 2000,
                    "\nx = " + "[" * 2000,
                    "\nx = " + "9" * 5000,
                )
            )
            + text[at:]
        )
    elif how < 0.12:
        text += lines[0] if lines else ""
    return text, kind, (what, how)


def fuzz(tmp_path, monkeypatch, capsys, seed, count):
    """The first game of what is accepted is the end: like an interrupt there."""

    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(runner._Sitting, "run", interrupted)
    inside = tmp_path / "a" / "b" / "c"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    luck, ends = random.Random(seed), {1: 0, 2: 0}
    for number in range(count):
        text, kind, what = spoil(luck)
        Path("c.toml").write_text(text, encoding="utf-8", errors="surrogatepass")
        given = ["--jobs", "1"] if luck.random() < 0.8 else []
        words = ["run", "c.toml"] if kind.startswith("run") and luck.random() < 0.7 else ["experiment", "c.toml"]
        out = ["--out", f"out{number}"] if luck.random() < 0.8 else []
        try:
            with limited():
                code = main([*words, *given, *out])
        except BaseException as error:
            error.add_note(f"{number} of seed {seed}, {words} {out}: {kind}, {what}"[:2000])
            raise
        err = capsys.readouterr().err
        lines = [line for line in err.splitlines() if not line.startswith("seti-sim: note: ")]
        assert code in ends, (number, kind, what, err)
        if code == 2:
            assert len(lines) == 1 and one_line(lines[0] + "\n") and lines[0].isprintable() and len(lines[0]) < 4000, (
                number,
                kind,
                what,
                err,
            )
            assert not Path(f"out{number}").exists(), (number, kind, what, err)
        else:
            assert lines[0].startswith("seti-sim: interrupted"), (number, kind, what, err)
        ends[code] += 1
    tell("configurations", ends[2], ends[1])
    assert ends[1] and ends[2] > count / 3, ends


def test_the_sound_ones_are_carried_out(tmp_path, monkeypatch, capsys):
    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(runner._Sitting, "run", interrupted)
    monkeypatch.chdir(tmp_path)
    for name, table in SOUND.items():
        Path("c.toml").write_text("".join(f"{key} = {toml(value)}\n" for key, value in table.items()))
        code = main(["experiment", "c.toml", "--jobs", "1", "--out", f"o {name}"])
        assert code == 1 and capsys.readouterr().err.startswith("seti-sim: interrupted"), name


def test_some_wild_configurations(tmp_path, monkeypatch, capsys):
    fuzz(tmp_path, monkeypatch, capsys, 1, 60)


def test_a_key_that_a_terminal_would_obey(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("c.toml").write_text('"\\u202e\\u001b[31m" = 1')
    assert main(["run", "c.toml", "--out", "o"]) == 2
    assert capsys.readouterr().err.startswith("seti-sim: c.toml: \\u202e\\x1b[31m: expected one of ")


@pytest.mark.parametrize("text", ["x = " + "[" * 2000, "x = " + "9" * 5000, 'x = "\ud800"', "players = 2\nplayers = 3", "\x00"])
@pytest.mark.parametrize("command", ["run", "experiment"])
def test_what_the_reader_of_toml_cannot_read(tmp_path, monkeypatch, capsys, command, text):
    monkeypatch.chdir(tmp_path)
    Path("c.toml").write_text(text, encoding="utf-8", errors="surrogatepass")
    assert main([command, "c.toml", "--out", "o"]) == 2
    err = capsys.readouterr().err
    assert one_line(err) and err.startswith("seti-sim: c.toml: ") and "expected TOML" in err and len(err) < 300, err


def test_a_long_list_is_told_in_short():
    with pytest.raises(StudyError, match="^games .*….*: expected one number, or one for each of random, greedy$") as caught:
        seats(policies="random,greedy", games=[2] * 2000)
    assert len(str(caught.value)) < 300


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_wild_configurations(tmp_path, monkeypatch, capsys, seed):
    fuzz(tmp_path, monkeypatch, capsys, seed, share(1000))
