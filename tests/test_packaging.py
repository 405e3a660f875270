"""What is shipped: a source distribution with all it needs, and a wheel built from it that works by itself."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "pyproject.toml",
    "setup.py",
    "ext",
    "seti_sim",
    "tests",
    "docs",
    "experiments",
    "reports",
)
MADE = {
    f"ext/{game}/_{name}.pxi" for game in ("seti", "planetx") for name in ("opcodes", "structs", "field_table", "fingerprint")
}

pytestmark = pytest.mark.soak


def run(*command, cwd, **more):
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, timeout=900, **more)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def sources(folder):
    """Files that a clone has, as paths below the folder."""
    found = set()
    for name in SHIPPED:
        here = folder / name
        for file in [here] if here.is_file() else here.rglob("*"):
            path = file.relative_to(folder).as_posix()
            if file.is_file() and "__pycache__" not in path and file.suffix not in (".so", ".c", ".pyc") and path not in MADE:
                found.add(path)
    return {path for path in found if not path.startswith("seti_sim.egg-info")}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The source distribution, unpacked, and the copy of the clone that it was made of."""
    clone = tmp_path_factory.mktemp("clone") / "seti_sim"
    clone.mkdir()
    for path in [*sources(ROOT), "MANIFEST.in"]:
        (clone / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, clone / path)
    run(sys.executable, "setup.py", "-q", "sdist", cwd=clone)
    (archive,) = (clone / "dist").glob("*.tar.gz")
    place = tmp_path_factory.mktemp("sdist")
    with tarfile.open(archive) as tar:
        tar.extractall(place, filter="data")
    (folder,) = place.iterdir()
    return folder, clone


def test_source_distribution_holds_what_a_clone_holds(unpacked):
    folder, clone = unpacked
    assert sources(folder) == sources(clone) and len(sources(folder)) > 200
    assert not [path for path in folder.rglob("*") if path.suffix in (".so", ".c", ".pyc")]


def test_wheel_built_from_it_works_by_itself(unpacked, tmp_path):
    folder, _ = unpacked
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        tmp_path / "dist",
        ".",
        cwd=folder,
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        file.extractall(tmp_path / "site")
    package = {path for path in sources(folder) if path.startswith("seti_sim/")}
    assert package <= names and any(name.startswith("seti_sim/seti/_engine.") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "docs/", "ext/"))]
    # Only the wheel's files and the libraries: neither the clone nor what is installed of it.
    place = {"cwd": tmp_path, "env": os.environ | {"PYTHONPATH": str(tmp_path / "site")}}
    where = run(sys.executable, "-c", "import seti_sim; print(seti_sim.__file__)", **place)
    assert str(tmp_path) in where
    command = [sys.executable, "-m", "seti_sim"]
    assert "Arecibo" in run(*command, "show", "base-055", **place)
    run(*command, *"run --players 2 --games 20 --policy greedy --variant cheap-scan --jobs 2 --out a".split(), **place)
    run(*command, "report", "a", **place)
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
