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
@pytest.mark.usefixtures("undrawn")
def test_a_script_runs_to_its_page(script, tmp_path, monkeypatch, capsys):
    """The charts that it saves itself are drawn; those of its page are in tests/report."""
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


def printed(notebook):
    return "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))


@pytest.mark.soak
@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_a_notebook_runs(script, tmp_path):
    made = MAKER.notebook(script, GAMES)
    MAKER.execute(made, tmp_path)
    assert "written" in printed(made)


def test_cells_are_executed_in_the_folder_with_the_package_of_this_clone(tmp_path):
    """The short form: the cells of the real ones are those of the scripts, which all run."""
    script = tmp_path / "a_script.py"
    script.write_text("# %% [markdown]\n# Told.\n# %%\nGAMES = 7\n# %%\nimport os\nimport sys\n"
                      "import seti_sim\nprint(GAMES, os.getcwd(), seti_sim.__file__)\nprint('progress', file=sys.stderr)\n")  # fmt: skip
    made = MAKER.notebook(script, 3)
    (tmp_path / "here").mkdir()
    MAKER.execute(made, tmp_path / "here")
    assert [cell.cell_type for cell in made.cells] == ["markdown", "code", "code"]
    assert printed(made) == f"3 {tmp_path / 'here'} {FOLDER.parent / 'seti_sim/__init__.py'}\n"
