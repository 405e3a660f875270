"""The array job of experiments/slurm: its tasks, carried out one after the other, make the run that one command plays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from seti_sim.seti.tables.schema import TABLES
from seti_sim.tables import open_run

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "experiments" / "slurm"
ASKED = "--players 2 --policy random --seed 3"


@pytest.fixture
def shell(tmp_path):
    """Runs a command in an empty folder with `seti-sim` in its path: (exit code, stdout, stderr)."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "seti-sim"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m seti_sim "$@"\n')
    program.chmod(0o755)

    def run(*words, **variables):
        path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)} | variables
        done = subprocess.run(list(map(str, words)), cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
        return done.returncode, done.stdout, done.stderr

    return run


def test_the_tasks_of_an_array_make_one_run(shell, tmp_path):
    for task in ("1", "0"):  # in any order
        code, out, err = shell(SCRIPTS / "play.sh", SLURM_ARRAY_TASK_ID=task, GAMES="30", OUT="there", ASKED=ASKED)
        assert code == 0 and "30 games" in out, err
    assert open_run(tmp_path / "there/part-00001").ranges == [(30, 30)]
    code, out, err = shell(SCRIPTS / "join.sh", OUT="there")
    assert code == 0 and out.startswith("there/whole: 60 games of 2 folders\n"), err
    assert shell("seti-sim", "run", *ASKED.split(), "--games", "60", "--jobs", "1", "--out", "here")[0] == 0
    for name, table in TABLES.items():
        one, other = (getattr(open_run(tmp_path / run), name).collect().sort(table.key) for run in ("here", "there/whole"))
        assert_frame_equal(one, other)


def test_a_task_outside_an_array_says_what_is_missing(shell, tmp_path):
    code, out, err = shell(SCRIPTS / "play.sh", OUT="there", ASKED=ASKED)
    assert code != 0 and "SLURM_ARRAY_TASK_ID" in err and not (tmp_path / "there").exists()


def test_what_slurm_reads_stands_before_the_first_command():
    for script in SCRIPTS.glob("*.sh"):
        lines = script.read_text().splitlines()
        first = next(i for i, line in enumerate(lines) if line and not line.startswith("#"))
        asked = [i for i, line in enumerate(lines) if line.startswith("#SBATCH ")]
        assert asked and max(asked) < first and lines[0] == "#!/bin/bash"
