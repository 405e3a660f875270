"""Is a variant refused in one clear line, or can it be played to the end? And many of them, in a process of their own.

- `judge(variant)`: "refused", "played", or "endless" where something pays for itself and the engine says so in one
  line; raises AssertionError for anything else.
- `judge_all(case_file, cases)`: many; writes each case to the file before it tries it, prints what it found as JSON.
- `apart(module, tmp_path, …)`: runs such a module in a process of its own, since what these tests look for may take
  the whole process down, and fails with the case at which it died.
"""

import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from seti_sim.seti import EndlessGame, players
from seti_sim.seti.batch import play_games
from seti_sim.seti.rules import RuleError, RuleSet
from seti_sim.seti.rules.describe import describe

SECONDS = 60  # of processor, for one case; none takes ten
NO_END = "the game did not end within 20,000 decisions; a variant in which something pays for itself has no end"
SHOWN = {"cards": "card", "stars": "star", "techs": "tech", "planets": "planet", "moons": "moon", "species": "species"}


def top_of(address):
    return address.split(".")[0].split("[")[0]


def load(variant):
    """(its rules, None), or (None, the error that refuses it), which says in one clear line what is wrong with it."""
    try:
        return RuleSet.load(variant), None
    except RuleError as error:
        text = str(error)
        assert text.isprintable() and len(text) < 1000, f"not one clear line: {text!r:.300}"
        assert error.file == "variant" and ": expected " in text, f"does not blame the variant: {text}"
        assert top_of(error.address) in {*variant, "(top)"}, f"speaks of another place: {text}"
        return None, error


def judge(variant, policies=("random",), games=1):
    """Load a variant (a dict), describe what it changes, and play games of 2, 3 and 4 players."""
    rules, _ = load(variant)
    if rules is None:
        return "refused"
    assert {top_of(address) for address, _, _ in rules.changes()} <= {*variant, *variant.get("new", ())}
    ended = True
    for policy in policies:
        for n in (2, 3, 4):
            try:
                batch = play_games(rules, players=n, seed=7, first=0, count=games, policies=[players.get(policy)])
            except EndlessGame as error:
                assert str(error) == f"game {error.game} of seed 7 ({n} players): {NO_END}"
                ended = False
            else:
                assert len(batch.seats["score"]) == n * games
    for table, kind in SHOWN.items():
        for name in (*variant.get(table, ()), *variant.get("new", {}).get(table, ())):
            assert all(line.isprintable() for line in describe(rules, f"{kind} {name}").split("\n"))
    if "gold_tiles" in variant:
        describe(rules, "gold")
    return "played" if ended else "endless"


def judge_all(case_file, cases, policies=(), games=1, counts=None):
    """Judge each (what it is, variant); one that takes longer than `SECONDS` ends the process by SIGPROF. `counts`, a dict that the cases
    fill, is printed with the rest."""
    where, found, faults = Path(case_file), defaultdict(int), []
    for what, variant in cases:
        where.write_text(what, encoding="utf-8")
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            found[judge(variant, policies or ("random",), games)] += 1
        except Exception as error:  # whatever it is, it is a fault
            faults.append(f"{what}: {type(error).__name__}: {str(error)[:400]}")
    signal.setitimer(signal.ITIMER_PROF, 0)
    print(json.dumps({"found": {**found, **(counts or {})}, "faults": faults}))


def apart(module, tmp_path, *arguments):
    """{"refused": n, "played": m, …} of `python -m rules.MODULE CASE_FILE ARGUMENTS`."""
    case = tmp_path / "case"
    program = [sys.executable, "-X", "faulthandler", "-m", f"rules.{module}", str(case), *map(str, arguments)]
    path = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)])
    done = subprocess.run(program, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    at = case.read_text(encoding="utf-8") if case.exists() else "the start"
    assert done.returncode == 0, f"ended with {done.returncode} at {at}: {done.stderr[-600:]}"
    result = json.loads(done.stdout)
    assert not result["faults"], f"{len(result['faults'])} faults: " + "; ".join(result["faults"][:3])
    return result["found"]
