"""F20: what a command needs is installed with the program; where it is missing all the same, one line says so before
the first game."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from command_line import one_line

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = [line.partition(">")[0] for line in PROJECT["dependencies"]]
SMALL = "--games 8 --jobs 1"
STUDY = f"--players 2 --policy random {SMALL} --report page.html --charts charts --out out"
COMMANDS = {
    "run": f"run --players 2 --policy random {SMALL} --out out",
    "run of Planet X": f"run --game planetx --players 2 --policy random {SMALL} --out out",
    "compare": f"compare cheap-scan --block 8 {STUDY}",
    "sweep": f"sweep actions.scan.cost.energy=1 --block 8 {STUDY}",
    "komi": f"komi {STUDY}",
    "experiment": "experiment cheap-scan --games 8 --jobs 1 --out out --report page.html",
    "ladder": "ladder --policy random,greedy --games 40 --tables 40 --jobs 1 --out out",
    "tune": "tune greedy --out out --players 2 --games 40 --population 4 --generations 1 --measure 100 --jobs 1",
    "play": "play --players 2 --policy random --record out",
    "show": "show base-055",
    "check": "check cheap-scan",
    "bench": "bench --policy random --players 2 --seconds 0.01 --repetitions 1",
    "precision": "precision 1pp",
    "whatif cards": f"whatif cards {STUDY.replace('8', '40')}",
    "whatif course": f"whatif course {STUDY}",
    "whatif luck": f"whatif luck random greedy {SMALL} --report page.html --out out",
    "report": "report nowhere",
}
NEEDED = [
    ("choix", "ladder"), ("cma", "tune"), ("jinja2", "compare"), ("matplotlib", "ladder"), ("polars", "run"),
    ("scipy", "experiment"),
]  # fmt: skip


def without(package, command, folder):
    """The command in a new process in which the package cannot be imported: (exit code, stdout, stderr)."""
    program = f"import sys; sys.modules[{package!r}] = None; from seti_sim.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, *command.split()], cwd=folder, capture_output=True, text=True, timeout=300,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def is_told_before_the_first_game(package, command, folder):
    code, out, err = without(package, command, folder)
    line = f"seti-sim: the package {package} is missing, which this command needs: pip install -e .\n"
    assert (code, out, err) == (2, "", line), (code, out, err)
    assert not [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("package, command", NEEDED)
def test_f20_a_missing_package_is_told_before_the_first_game(package, command, tmp_path):
    is_told_before_the_first_game(package, COMMANDS[command], tmp_path)


def test_f20_what_every_command_needs_is_installed_with_the_program():
    assert {"choix", "cma"} <= set(PACKAGES)
    # What only those have who take tables to another tool, and the tests.
    assert list(PROJECT["optional-dependencies"]) == [
        "pandas",
        "excel",
        "duckdb",
        "docs",
        "notebook",
        "rl",
        "openspiel",
        "dask",
        "ray",
        "url",
        "test",
    ]


@pytest.mark.parametrize("backend, package", [("dask", "distributed"), ("ray", "ray")])
def test_f20_a_missing_cluster_is_told_before_the_first_game(backend, package, tmp_path):
    code, out, err = without(package, f"{COMMANDS['run']} --backend {backend} --address tcp://127.0.0.1:9", tmp_path)
    line = f"the package {package} is missing, which --backend {backend} needs: pip install -e '.[{backend}]'"
    assert (code, out, err) == (2, "", f"seti-sim: {line}\n") and not list(tmp_path.iterdir())


@pytest.mark.soak
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("package", [package for package in PACKAGES if package != "click"])
def test_f20_any_package_and_any_command(package, command, tmp_path):
    """Either the command does not need the package, or it says so before it has done anything."""
    code, out, err = without(package, COMMANDS[command], tmp_path)
    if code == 0 or "is missing, which" not in err:
        assert code == 0 or (command == "report" and one_line(err)), (code, err)
    else:
        assert out == "" and one_line(err) and not [path for path in tmp_path.rglob("*") if path.is_file()]
