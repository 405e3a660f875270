"""What a release is made by says the same wherever it is said: Pythons, dependencies, platforms; and a build that cannot be says why."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WHOLE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, WHEELS = WHOLE["project"], WHOLE["tool"]["cibuildwheel"]


def test_pythons_are_those_of_the_wheels():
    told = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in PROJECT["classifiers"]]
    versions = [found[1] for found in told if found]
    assert WHEELS["build"] == [f"cp{version.replace('.', '')}-*" for version in versions]
    assert PROJECT["requires-python"] == f">={versions[0]}"
    matrix = (ROOT / ".ci/matrix").read_text(encoding="utf-8")
    assert f"for version in {' '.join(versions)}; do" in matrix and f"oldest={versions[0]}\n" in matrix


def test_the_recipe_asks_for_the_same_as_pip():
    recipe = (ROOT / ".ci/conda/recipe.yaml").read_text(encoding="utf-8")
    run = re.search(r"^  run:\n((?:    - .*\n)+)", recipe, re.M)[1]
    asked = [line.removeprefix("    - ").replace("matplotlib-base", "matplotlib").replace(" ", "") for line in run.splitlines()]
    assert asked == ["python", *PROJECT["dependencies"]]
    host = re.search(r"^  host:\n((?:    - .*\n)+)", recipe, re.M)[1].replace(" ", "").splitlines()
    assert {f"-{name}" for name in WHOLE["build-system"]["requires"]} <= set(host)
    assert f"  version: {PROJECT['version']}\n" in recipe


def test_a_release_builds_on_every_platform_that_has_wheels():
    text = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    runners = re.search(r"runner: \[(.*)\]", text)[1].split(", ")
    assert {re.match("ubuntu|macos|windows", name)[0] for name in runners} == {"ubuntu", "macos", "windows"}
    assert len(runners) == sum(len(WHEELS[system]["archs"]) for system in ("linux", "macos", "windows"))


def test_without_a_compiler_one_line_says_what_to_install(tmp_path):
    """A small extension by the command that builds ours, which takes a minute."""
    (tmp_path / "ext").mkdir()
    shutil.copy(ROOT / "ext/compiling.py", tmp_path / "ext")
    (tmp_path / "x.c").write_text("")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "x"\nversion = "1"\n[tool.setuptools.cmdclass]\n'
        f"build_ext = {WHOLE['tool']['setuptools']['cmdclass']['build_ext']!r}\n"
    )
    program = "from setuptools import Extension, setup; setup(py_modules=[], ext_modules=[Extension('x', ['x.c'])])"
    done = subprocess.run(
        [sys.executable, "-c", program, "-q", "build_ext", "--inplace"], cwd=tmp_path, capture_output=True, text=True,
        env=os.environ | {"CC": "no-such-cc"}, timeout=120,
    )  # fmt: skip
    lines = [line for line in done.stderr.splitlines() if line.startswith("seti_sim: ")]
    assert done.returncode == 1 and "Traceback" not in done.stderr, done
    assert len(lines) == 1 and lines[0].startswith("seti_sim: no C compiler (no-such-cc), which its engines"), done
