"""Report scripts and their notebooks: same cells, and both run on a few games."""

import importlib.util
import re
import runpy
import sys
from pathlib import Path

import nbformat
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "reports"
GAMES = 30


def maker():
    """`reports/make_notebooks.py` as a module."""
    spec = importlib.util.spec_from_file_location("make_notebooks", FOLDER / "make_notebooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = maker()
SCRIPTS = {script.stem: script for script in MAKER.SCRIPTS}


def sources(notebook):
    return [(cell.cell_type, cell.source) for cell in notebook.cells]


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_a_script_runs_to_its_page(script, tmp_path, monkeypatch, capsys, request):
    """The charts of its page are drawn for one of them; those that it saves itself, for all."""
    if script.stem != "seat_balance":
        request.getfixturevalue("undrawn")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(script), str(GAMES)])
    runpy.run_path(str(script), run_name="__main__")
    page = tmp_path / "runs" / script.stem.replace("_", "-") / "report.html"
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>") and "written" in capsys.readouterr().out
    assert sorted(page.parent.glob("*.png")) and len(list(page.parent.glob("*.png"))) == len(list(page.parent.glob("*.svg")))


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_a_notebook_is_its_script(script):
    stored = nbformat.read(script.with_suffix(".ipynb"), 4)
    nbformat.validate(stored)
    code = "\n".join(cell.source for cell in stored.cells if cell.cell_type == "code")
    games = int(re.search(r"^GAMES = (\d+)$", code, re.M)[1])
    assert sources(stored) == sources(MAKER.notebook(script, games))
    outputs = [output for cell in stored.cells if cell.cell_type == "code" for output in cell.outputs]
    assert outputs and not any(output.output_type == "error" for output in outputs)
    assert any("image/png" in output.get("data", {}) for output in outputs)


@pytest.mark.parametrize("script", [
    pytest.param(script, id=name, marks=() if name == "variant_comparison" else pytest.mark.soak) for name, script in SCRIPTS.items()
])  # fmt: skip
def test_a_notebook_runs(script, tmp_path):
    """One of them each time: their cells are those of the scripts, which all run."""
    made = MAKER.notebook(script, GAMES)
    MAKER.execute(made, tmp_path)
    printed = "".join(output.get("text", "") for cell in made.cells for output in cell.get("outputs", []))
    assert "written" in printed
