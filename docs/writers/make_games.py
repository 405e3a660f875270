"""Writes the two tables of docs/games.md that are made by running commands: every command for each game, and what pairs are worth.

    python docs/writers/make_games.py

Each row of the first table is a command with what it gives; it is carried out for each game in a folder of its own, with few
games. What is refused stands there in the words that are printed. The second table has, for changes of The Search for Planet X, how
many times as many games without pairs would be as precise (`gain` of `seti-sim compare`).
"""

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from seti_sim.cli import main
from seti_sim.core import registry
from seti_sim.studies import load

PAGE = Path(__file__).parents[1] / "games.md"
OWN = str(Path(__file__).parents[1] / "examples" / "cant-stop" / "cant_stop_game.py")
"""The game of docs/your-own-game.md, which stands for those in plain Python."""
GAMES = ("seti", "planetx", OWN)
TOLD = ("run", "info", "report", "export", "replay", "merge", "experiment")
"""Commands that find out by themselves which game a folder, a record or a file is of, and `run`, which makes it."""
FILES = {
    "seti": {"mine.toml": "[actions.scan.cost]\nenergy = 1\n", "ask.toml": '# Mine\nkind = "compare"\nvariants = ["mine.toml"]\n'},
    "planetx": {"mine.toml": "[actions]\nlocate_cost = 4\n",
                "ask.toml": '# Mine\nkind = "compare"\ngame = "planetx"\nvariants = ["mine.toml"]\n'},
    OWN: {"mine.toml": "columns_to_win = 2\n",
          "ask.toml": '# Mine\nkind = "compare"\ngame = "cant-stop"\nvariants = ["mine.toml"]\n'},
}  # fmt: skip
_VIEWER = "def first(view, legal):\n    locate = [i for i, a in enumerate(legal) if str(a).startswith('locate')]\n" \
          "    return locate[0] if locate else 0\n"  # fmt: skip
PLAYERS = {"seti": _VIEWER, "planetx": _VIEWER, OWN: "def first(game, actions, luck):\n    return actions[-1]\n"}
WORDS = {
    "seti": {"A": "random", "B": "greedy", "SHOWN": "base-055", "KEY": "actions.scan.cost.energy=1", "OPTION": "scan", "METRIC": "score"},
    "planetx": {"A": "survey-first", "B": "infogain", "SHOWN": "comet", "KEY": "actions.locate_cost=4", "OPTION": "target",
                "METRIC": "score"},
    OWN: {"A": "three-rolls", "B": "by-the-odds", "SHOWN": "rules", "KEY": "columns_to_win=2", "OPTION": "roll", "METRIC": "score"},
}  # fmt: skip
SMALL = "--players 2 --games 6 --jobs 1"
ROWS = {
    "run": (f"{SMALL} --policy B --seed 1 --out run", "games in a folder of tables"),
    "info": ("run", "what a folder holds"),
    "report": ("run --out run.html", "the page"),
    "export": ("run --to csv --out tables", "tables for other tools"),
    "merge": ("first second --out whole", "one run of several folders"),
    "bench": ("--players 2 --policy A --seconds 0.01 --repetitions 1", "games a second"),
    "play": ("--players 2 --policy B --seed 1 --record game.txt", "a game turn by turn"),
    "play --policy module:attribute": ("--players 2 --policy firstplayer:first,A --seed 1", "a player in Python"),
    "replay": ("game.txt", "a record, told"),
    "show": ("SHOWN", "a part of the rules in words"),
    "check": ("mine.toml", "what a variant changes"),
    "new variant": ("begun", "a file to start from"),
    "new card": ("begun-card", "a file to start from"),
    "compare": (f"mine.toml {SMALL} --block 6 --policy A --out compare", "variants on the same luck"),
    "sweep": (f"KEY {SMALL} --block 6 --policy A --out sweep", "a key at several values"),
    "komi": (f"{SMALL} --policy A --confirm-games 6 --out komi", "starting points that make seats equal"),
    "precision": ("2pp", "how many games"),
    "experiment": ("ask.toml --games 6 --jobs 1 --out asked", "a question from a file"),
    "ladder": ("--policy A,B --games 1 --tables 2 --jobs 1", "ratings of players"),
    "tune": ("B --out tuned --players 2 --generations 1 --games 40 --population 4 --measure 100 --jobs 1", "better weights"),
    "judge": (f"mine.toml {SMALL} --whole 6 --policy A --out judge", "a verdict on what is invented"),
    "whatif cards": ("--players 2 --games 60 --jobs 1 --policy A --out cards", "what a dealt card is worth"),
    "whatif uses": ("--players 2 --games 60 --jobs 1 --policy A --out uses", "what to do with a card"),
    "whatif options": (f"OPTION {SMALL} --policy A --out options", "what an option is worth"),
    "whatif strategies": ("A B --among 3 --games 4 --jobs 1 --out strategies", "ways to play against each other"),
    "whatif course": (f"{SMALL} --policy A --out course", "who leads, and comes back"),
    "whatif luck": ("A B --games 12 --jobs 1 --out luck", "luck beside skill"),
    "whatif blindspots": (f"A {SMALL} --each 1 --out blind", "what a player fails to do"),
    "whatif fix": (f"METRIC --target 20 --within 5vp --change KEY {SMALL} --policy A --confirm-games 6 --out fix", "the smallest change"),
    "whatif facts": (f"{SMALL} --policy A --out facts", "what a fact, a clue or time is worth"),
    "whatif topics": (f"{SMALL} --policy A --out topics", "what a kind of clue does"),
    "whatif handicap": (f"A B {SMALL} --out handicap", "starting facts that make players equal"),
}  # fmt: skip
"""Command → its arguments, with words of `WORDS`, and what it gives."""
PAIRS = {
    "locating costs 4 instead of 5": "[actions]\nlocate_cost = 4\n",
    "a target costs 3 instead of 4": "[actions]\ntarget_cost = 3\n",
    "comets count 5 points instead of 3": "[mode.standard.theory_points]\nC = 5\n",
    "no point for the first theory": "[score]\nfirst_theory = 0\n",
}
PAIRED = 4000


def carried_out(command: str, game: str) -> tuple[int, str]:
    """Exit code of a command for a game in the folder that we are in, and its line on stderr."""
    arguments = [",".join(WORDS[game].get(one, one) for one in word.split(",")) for word in shlex.split(ROWS[command][0])]
    words = command.partition(" --policy")[0].split()
    asked = [] if words[0] in TOLD and words[0] != "run" and game != OWN else ["--game", game]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([*words, *arguments, *asked])
    said = [line for line in err.getvalue().splitlines() if line.startswith("seti-sim: ") and ": note: " not in line]
    line = said[-1].removeprefix("seti-sim: ") if code and said else ""
    return code, line.partition("; there are for it: ")[0]  # the list of commands is the table itself


def prepared(game: str) -> None:
    """The files that the commands need, in the folder that we are in."""
    for name, text in FILES[game].items():
        Path(name).write_text(text)
    Path("firstplayer.py").write_text(PLAYERS[game])


def outcomes(game: str, commands=tuple(ROWS)) -> dict[str, str]:
    """Of each command what comes out for a game, as the table has it."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            prepared(game)
            if "merge" in commands:
                for name, numbers in (("first", "0..3"), ("second", "3..6")):
                    quiet(["run", "--game", game, "--players", "2", "--policy", WORDS[game]["A"], "--games", numbers, "--jobs", "1",
                           "--out", name])  # fmt: skip
            found = {}
            for command in commands:
                code, line = carried_out(command, game)
                if code and not line:
                    raise SystemExit(f"{command} --game {game}: exit code {code}")
                found[command] = f"no: {line}" if code else "yes"
            return found
        finally:
            os.chdir(before)
            sys.path[:] = [place for place in sys.path if place != folder]
            sys.modules.pop("firstplayer", None)


def quiet(words: list[str]) -> int:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return main(words)


def commands_table() -> str:
    """Markdown of the first table."""
    found = {game: outcomes(game) for game in GAMES}
    titles = [registry.named(game).title + (", in plain Python" if game == OWN else "") for game in GAMES]
    lines = [f"| command | gives | {' | '.join(titles)} |", "| --- | --- |" + " --- |" * len(GAMES)]
    for command, (_, gives) in ROWS.items():
        cells = [found[game][command].replace("|", "\\|") for game in GAMES]
        lines.append(f"| `{command}` | {gives} | {' | '.join(cells)} |")
    return "\n".join(lines)


def pairs_table() -> str:
    """Markdown of the second table."""
    lines = ["| change | score | margin | turns | win share of seat 1 |", "| --- | ---: | ---: | ---: | ---: |"]
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for at, (change, text) in enumerate(PAIRS.items()):
                Path(f"change-{at}.toml").write_text(text)
                quiet(["compare", f"change-{at}.toml", "--game", "planetx", "--players", "2", "--games", str(PAIRED), "--out", f"of-{at}",
                       "--metric", "score", "--metric", "margin", "--metric", "turns", "--metric", "win_share@seat=1"])  # fmt: skip
                gains = dict(load(f"of-{at}").frames["differences"].select("metric", "gain").iter_rows())
                lines.append(
                    f"| {change} | {' | '.join('the same' if gain is None or gain != gain or gain == float('inf') else f'{gain:.1f}' for gain in gains.values())} |"
                )
        finally:
            os.chdir(before)
    return "\n".join(lines)


def between(text: str, name: str, table: str) -> str:
    """The page with a table between its marks."""
    begin, end = (f"<!-- {word} {name}: made by docs/writers/make_games.py -->" for word in ("begin", "end"))
    return re.sub(f"{re.escape(begin)}\n.*?{re.escape(end)}", lambda _: f"{begin}\n\n{table}\n\n{end}", text, flags=re.S)


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    for name, made in (("commands", commands_table), ("pairs", pairs_table)):
        text = between(text, name, made())
    PAGE.write_text(text, encoding="utf-8")
