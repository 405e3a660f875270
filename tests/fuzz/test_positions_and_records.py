"""Wrong positions and records by the thousand: each is refused in one line or can be played to its end.

They are read in a process of its own, so that one that dies is a failure like any other. What it died of lies in the
folder that the message names; `python -m tests.fuzz.play KIND NUMBER 1` does it again.
"""

import json
import re
import subprocess
import sys

import pytest
from builds import ROOT, environment
from soak import share

from seti_sim.seti import Game, PositionError

from . import spoil

HOURS = 5 * 3600


def try_them(kind, first, count, folder, kept, **env):
    path = kept / f"{kind}-{first}"
    process = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "tests.fuzz.play", kind, str(first), str(count), str(path)],
        cwd=folder,
        env=environment(folder, **env),
        capture_output=True,
        text=True,
        timeout=HOURS,
    )
    assert process.returncode == 0, f"{path}: {(process.stdout + process.stderr)[-4000:]}"
    refused, played = re.search(r"(\d+) refused, (\d+) played to the end, 0 wrong", process.stdout).groups()
    return int(refused), int(played)


@pytest.mark.parametrize("kind, count", [("position", 240), ("record", 60)])
def test_some(kind, count, tmp_path):
    """On the build that everybody has. Most are refused, some are no worse than they were."""
    refused, played = try_them(kind, 0, count, ROOT, tmp_path)
    assert refused > count // 3 and played > count // 20


def test_a_card_goes_once():
    """Effects that tuck the card being played, on the stack twice: it would have been tucked twice."""
    text = json.dumps(spoil.position(1_003_363))
    with pytest.raises(PositionError, match="pending.frames = 2: expected one effect at most"):
        Game.from_json(spoil.rules(), text)


@pytest.mark.soak
@pytest.mark.parametrize("kind, count", [("position", 12000), ("record", 3000)])
def test_many(kind, count, tmp_path):
    try_them(kind, 10**6, share(count), ROOT, tmp_path)
