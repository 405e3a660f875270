"""Every shipped experiment can be run as it is written, with fewer games."""

from pathlib import Path

import pytest

from seti_sim.cli import main

FOLDER = Path(__file__).resolve().parents[2] / "experiments"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_experiment_runs(file, tmp_path, capsys):
    assert main(["run", str(file), "--games", "24", "--jobs", "1", "--out", str(tmp_path / "run")]) == 0
    assert file.name in (FOLDER / "README.md").read_text()
    folders = sorted(path.parent for path in tmp_path.rglob("run.json"))
    assert folders
