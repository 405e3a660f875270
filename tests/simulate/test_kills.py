"""A run that is killed (kill -9 of the parent or of a worker) at random moments and started again has, in the end, the
rows of an undisturbed run; its workers end with their parent."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from command_line import words_of_run
from polars.testing import assert_frame_equal

from seti_sim.seti.tables.schema import TABLES
from seti_sim.tables import open_run

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the workers of a process in /proc")


def start(folder, games, chunk):
    """`seti-sim run` with two workers, in a process of its own."""
    command = words_of_run(folder, games, chunk, "--jobs", 2)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def children(pid):
    """Processes that this one has started and that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(") ")[2].split()[:2]
        except OSError:  # it has ended meanwhile
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(stat.parent.name))
    return found


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[0] != "Z"
    except OSError:
        return False


def finish(folder, games, chunk):
    process = start(folder, games, chunk)
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return out


def kill_parent(process):
    workers = children(process.pid)
    process.kill()
    process.communicate(timeout=60)
    return workers


def kill_worker(process):
    """Kill one worker; the run must notice, say how to go on, and end with 1."""
    workers = [pid for pid in children(process.pid) if "loky" in Path(f"/proc/{pid}/cmdline").read_text()]
    if not workers:  # they have not started yet
        return kill_parent(process)
    os.kill(random.choice(workers), signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    if process.returncode != 0:
        assert process.returncode == 1 and "Traceback" not in err, err
        assert "a worker process was ended from outside" in err and "\n  seti-sim run --players 4 " in err
    return workers


def assert_same_rows(a, b):
    for name in TABLES:
        assert_frame_equal(getattr(open_run(a), name).collect(), getattr(open_run(b), name).collect())


def killed_run(folder, games, chunks, kills, longest, seed):
    """Start a run again and again, kill it after up to `longest` seconds, and let the last start finish."""
    luck = random.Random(seed)
    for number in range(kills):
        process = start(folder, games, luck.choice(chunks))
        time.sleep(luck.uniform(0.2, longest))
        workers = (kill_parent, kill_worker)[number % 2](process)
        if number % 3 == 0:  # otherwise the next one starts while they are still there
            until = time.monotonic() + 30
            while any(alive(pid) for pid in workers) and time.monotonic() < until:
                time.sleep(0.1)
            assert not any(alive(pid) for pid in workers)
    finish(folder, games, luck.choice(chunks))
    assert not list(folder.rglob(".tmp*")) and not list(folder.glob(".playing*")) and not list(folder.glob(".progress*"))


def test_two_kills(tmp_path):
    killed_run(tmp_path / "killed", 6000, [400, 700], 2, 3.0, seed=2)
    finish(tmp_path / "whole", 6000, 3000)
    assert_same_rows(tmp_path / "whole", tmp_path / "killed")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_twenty_kills(tmp_path, seed):
    killed_run(tmp_path / "killed", 100_000, [700, 1000, 2500], 20, 4.0, seed)
    finish(tmp_path / "whole", 100_000, 10_000)
    assert_same_rows(tmp_path / "whole", tmp_path / "killed")
