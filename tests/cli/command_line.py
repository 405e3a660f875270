"""Running the command line inside a test."""

import pytest

from seti_sim.cli import main


@pytest.fixture
def cli(capsys, tmp_path, monkeypatch):
    """Run the command line in an empty folder: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*args):
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def one_line(err):
    """Whether stderr is what a user may see of a mistake: one line of ours, no traceback."""
    return err.startswith("seti-sim: ") and err.count("\n") == 1 and "Traceback" not in err
