"""Files that somebody else may have written: nothing in the folder of a run, a study, a tuning or a variant executes code."""

import ast
import json
import re
from pathlib import Path

import numpy as np
import pytest
from command_line import one_line
from fake_run import make_plan, play

import seti_sim

PACKAGE = Path(seti_sim.__file__).parent
LOADS_BY_NAME = {
    "core/engines.py", "core/registry.py", "core/kind.py", "core/lazy.py", "core/notebook.py", "core/outside.py",
    "core/python_players.py",
}  # fmt: skip
"""Import modules by a name: of ours but for the last two, which take it from installed packages and from who asks for a player, or
names the file of a game."""
NEVER = {"pickle", "cloudpickle", "dill", "marshal", "shelve", "runpy", "yaml", "code", "jsonpickle"}


def test_nothing_in_the_package_can_load_code():
    """No module that makes objects of code from data, no eval, no array of objects; modules by name in seven places only."""
    by_name = set()
    for file in PACKAGE.rglob("*.py"):
        where = file.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {alias.name.partition(".")[0] for alias in node.names if isinstance(node, ast.Import)}
                names |= {(getattr(node, "module", "") or "").partition(".")[0]}
                assert not names & NEVER, (where, names)
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                bare = isinstance(node.func, ast.Name)
                assert not (bare and called in ("eval", "exec", "compile", "__import__")), (where, node.lineno)
                assert not any(word.arg == "allow_pickle" for word in node.keywords), where
                if called in ("import_module", "exec_module"):
                    by_name.add(where)
    assert by_name == LOADS_BY_NAME


@pytest.fixture
def evil(tmp_path, monkeypatch):
    """A module that leaves a mark where it is imported, in the folder where commands run."""
    mark = tmp_path / "imported"
    (tmp_path / "evil.py").write_text(f"open({str(mark)!r}, 'w').close()\n\ndef first(view, legal):\n    return 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    return mark


@pytest.mark.usefixtures("unmade")
def test_a_player_named_in_a_runs_file_is_told_and_not_loaded(cli, tmp_path, evil):
    """Told by info and report; loaded where the command line names it, and only there."""
    play(make_plan(40, players=2, policies=("evil:first",)), tmp_path / "run")
    for words in (["info", "run"], ["report", "run", "--out", "r.html"], ["precision", "5pp", "run"]):
        code, out, err = cli(*words)
        assert code == 0, err
    code, out, _ = cli("info", "run")
    assert "evil:first" in out and "evil:first" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert not evil.exists()
    code, _, err = cli("run", "--players", 2, "--policy", "evil:first", "--games", 50, "--jobs", 1, "--out", "run")
    assert code == 2 and one_line(err) and evil.exists()


@pytest.mark.usefixtures("unmade")
def test_a_player_named_in_a_studys_file_is_not_loaded(cli, tmp_path, evil):
    play(make_plan(40, players=2), tmp_path / "run")
    assert (
        cli(
            "compare", "cheap-scan", "--players", 2, "--policy", "random", "--games", 8, "--block", 4, "--jobs", 1, "--out", "s"
        )[0]
        == 0
    )
    file = tmp_path / "s" / "study.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"random,random"', '"evil:first,evil:first"'))
    for run in (tmp_path / "s").rglob("run.json"):
        run.write_text(run.read_text(encoding="utf-8").replace('"random"', '"evil:first"'))
    code, out, err = cli("report", "run", "--with", "s", "--out", "r.html")
    assert code == 0, err
    assert "evil:first" in (tmp_path / "r.html").read_text(encoding="utf-8") and not evil.exists()


@pytest.mark.usefixtures("unmade")
def test_what_a_run_says_is_text_on_its_page(cli, tmp_path):
    """Words of run.json stand on the page as words, whatever they hold."""
    script = "<script>alert(1)</script>"
    play(make_plan(40, players=2), tmp_path / "run")
    file = tmp_path / "run" / "run.json"
    config = json.loads(file.read_text(encoding="utf-8"))
    config |= {"command": script, "started": script}
    config["versions"] = {script: script}
    config["machine"] |= {"processor": script}
    config["names"]["card"] = dict.fromkeys(config["names"]["card"], script)
    config["rules"] |= {"file": script}
    file.write_text(json.dumps(config), encoding="utf-8")
    assert cli("report", "run", "--out", "r.html")[0] == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert script not in page and re.search("&lt;script&gt;alert", page)


def test_an_array_of_objects_is_no_part_of_a_study(tmp_path):
    """Parts of a what-if question are arrays of numbers; one of objects, which would be a program, is refused."""
    from seti_sim.studies.parts import Parts
    from seti_sim.studies.store import StudyError

    parts = Parts(lambda context, task: {"x": np.array(list(task))}, None, tmp_path, {"kind": "test"}, 2)
    parts.upto(2)
    (file,) = tmp_path.glob("*.npz")
    np.savez(file, x=np.array([Path("a"), Path("b")], object))
    with pytest.raises(StudyError, match="cannot be read"):
        parts.upto(2)
