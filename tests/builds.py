"""Builds of the engines with checks, made once a session in folders of their own, so that the ordinary build stays."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "ext", "seti_sim", "experiments", "tests")


def environment(folder, **more):
    return {**os.environ, "PYTHONPATH": str(folder), **more}


def build(folder, how, **preloaded):
    """A copy of the project in the folder, built with `SETI_SIM_CHECKED` as it says."""
    no = shutil.ignore_patterns("*.so", "*.pyd", "*.egg-info")
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name, **({"ignore": no} if (ROOT / name).is_dir() else {}))
    if (ROOT / "build/cython").is_dir():  # the C files of all builds are the same, and newer than what they are made of
        shutil.copytree(ROOT / "build/cython", folder / "build/cython")
    built = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        env=environment(folder, SETI_SIM_CHECKED=how),
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    found = subprocess.run(
        [sys.executable, "-c", "from seti_sim.seti import _engine; print(_engine.__file__, _engine.IS_CHECKED)"],
        cwd=folder,
        env=environment(folder, **preloaded),
        capture_output=True,
        text=True,
    )
    name, is_checked = found.stdout.split()
    assert Path(name).parent == folder / "seti_sim" / "seti" and is_checked == "True", found
    return folder


@pytest.fixture(scope="session")
def checked(tmp_path_factory):
    """Folder of a copy of the project in which the engine is the checked one."""
    return build(tmp_path_factory.mktemp("checked"), "1")


@pytest.fixture(scope="session")
def addresses(tmp_path_factory):
    """(folder of a copy in which the engine has AddressSanitizer, what its processes need in their environment)."""
    library = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
    if not Path(library).is_absolute():
        pytest.skip("no libasan.so of gcc")
    # With that of C++, of which it would miss what is loaded later: Matplotlib throws its errors.
    of_cpp = subprocess.run(["gcc", "-print-file-name=libstdc++.so.6"], capture_output=True, text=True).stdout.strip()
    preloaded = {"LD_PRELOAD": f"{library} {of_cpp}", "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    return build(tmp_path_factory.mktemp("addresses"), "address", **preloaded), preloaded
