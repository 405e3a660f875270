"""Make the notebooks from the scripts of the same name, executed.

    python reports/make_notebooks.py [GAMES] [NAME...]

A script is written in cells (`# %%`), text in cells of its own (`# %% [markdown]`). The notebook has the same cells and
what they print and draw, with GAMES (2,000) where the script plays more; without a NAME all are made. The tests see to it that
both say the same.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
SCRIPTS = sorted(file for file in HERE.glob("*.py") if file.read_text(encoding="utf-8").startswith("# %%"))


def notebook(script: Path, games: int | None = None):
    """The cells of a script as a notebook without outputs; with `games` for the number that the script plays."""
    made = jupytext.reads(script.read_text(encoding="utf-8"), fmt="py:percent")
    made.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    for number, cell in enumerate(made.cells):
        cell.id = f"{script.stem}-{number}".replace("_", "-")
        cell.metadata = {}
        if games is not None:
            cell.source = re.sub(r"^GAMES = .*$", f"GAMES = {games}", cell.source, flags=re.M)
    return made


def execute(made, folder) -> None:
    """Run the cells in a folder, where they find the package of this clone; what they print is kept in them."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE.parent), *([before] if before else [])])
    try:
        NotebookClient(made, timeout=3600, resources={"metadata": {"path": str(folder)}}).execute()
    finally:
        os.environ.pop("PYTHONPATH") if before is None else os.environ.__setitem__("PYTHONPATH", before)
    for cell in made.cells:  # progress of the runs, which differs from time to time
        cell.get("metadata", {}).pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [out for out in cell.outputs if out.get("name") != "stderr" and not _is_gone(out)]


def _is_gone(output) -> bool:
    """Whether it is what a bar of progress leaves behind."""
    return output.get("output_type") == "display_data" and not output["data"].get("text/html", "text")


def main(games: str = "2000", *names: str) -> None:
    """Write the notebooks of those names, or all, beside their scripts."""
    for script in (script for script in SCRIPTS if not names or script.stem in names):
        made = notebook(script, int(games))
        with tempfile.TemporaryDirectory() as folder:
            execute(made, folder)
        nbformat.write(made, script.with_suffix(".ipynb"))
        print(f"{script.with_suffix('.ipynb').name}: written")


if __name__ == "__main__":
    main(*sys.argv[1:])
