"""Examples run, paths exist, generated pages are current, and nothing that a page should list is missing."""

import contextlib
import importlib.util
import io
import re
import runpy
import shutil
import subprocess
import sys
import tomllib

import pytest

from seti_sim import __version__
from seti_sim.cli import main
from seti_sim.core import registry
from seti_sim.core.registry import example_variants
from seti_sim.planetx import PlanetXRules
from seti_sim.seti.rules import RuleSet
from seti_sim.simulate import progress
from seti_sim.studies.experiment import read

from .examples import ROOT, arguments, commands, examples, pages, pattern, written

PAGES = {str(page.relative_to(ROOT)): page for page in pages()}


def script(path):
    """A script of the project as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
@pytest.mark.usefixtures("unmade")
def test_examples(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress, "LINE_EVERY", float("inf"))  # a busy machine would add lines on how far a run is
    (tmp_path / "experiments").symlink_to(ROOT / "experiments")
    for example in examples(page):
        where = f"{page.name}, line {example.line}"
        if example.language == "toml":
            name = re.match(r"# ([\w-]+\.toml)\n", example.text)
            assert name, f"{where}: expected the name of a file in the first line"
            (tmp_path / name[1]).write_text(example.text, encoding="utf-8")
            tomllib.loads(example.text)
        elif file := written(example):
            with (tmp_path / file[0]).open("a" if file[2] else "w", encoding="utf-8") as out:
                out.write(file[1])
        elif example.language == "python":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(example.text, where, "exec"), {"__name__": "example"})
        elif example.language == "console":
            for command, printed in commands(example):
                code = main(arguments(command))
                out, err = capsys.readouterr()
                assert pattern(printed).fullmatch(out + err), f"{where}: {command}\n{out}{err}"
                assert code == (2 if printed.startswith("seti-sim: ") else 0)
        elif example.language == "json":
            import json

            json.loads(example.text)
        elif example.language == "r":
            if shutil.which("Rscript"):  # needs arrow and dplyr, too
                done = subprocess.run(["Rscript", "-e", example.text], capture_output=True, text=True, timeout=120)
                assert done.returncode == 0 or "there is no package" in done.stderr, f"{where}: {done.stderr}"
        else:
            assert example.language == "sh", f"{where}: an example of unknown language"


def test_every_page_has_examples_where_it_tells_what_to_type():
    """No command of ours stands in a page outside an example that is run, but for those of README that install."""
    for name, page in PAGES.items():
        for example in examples(page):
            if example.language == "sh":
                assert name == "README.md", name


def test_every_path_named_exists():
    named = []
    for name, page in PAGES.items():
        text = page.read_text(encoding="utf-8")
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
        links = [link for link in re.findall(r"\]\(([^)#]+)", prose) if "://" not in link]
        named += [(name, link, page.parent / link) for link in links]
        folders = "docs|tests|seti_sim|ext|reports|experiments"
        quoted = re.findall(r"`([^`\n]*)`", prose)
        plain = re.sub(r"`[^`\n]*`|\]\([^)]*\)", "", prose)
        for piece in [*quoted, plain]:
            named += [(name, path, ROOT / path) for path in re.findall(rf"(?<![\w./-])((?:{folders})/[\w./*-]*[\w/*])", piece)]
    missing = [(page, path) for page, path, file in named if "*" not in path and not file.exists()]
    assert not missing and len(named) > 20


def check_made(file, text, command):
    """A file that a command writes is what it would write now."""
    assert (ROOT / file).read_text(encoding="utf-8") == text, f"{file} is not current: run `{command} > {file}`"


def test_generated_pages_are_current():
    from seti_sim.tables import page

    check_made("docs/tables.md", page.markdown(), "python -m seti_sim.tables.page")
    for name, writer in (("data", "make_data"), ("rl-spaces", "make_spaces")):
        check_made(f"docs/{name}.md", script(ROOT / f"docs/writers/{writer}.py").page(), f"python docs/writers/{writer}.py")


def test_the_addresses_are_whole():
    words = script(ROOT / "docs/writers/make_data.py")
    assert set(words.patterns()) == set(words.ADDRESSES)


def test_readme_commands_are_single_lines_and_the_same_as_in_continuous_integration():
    first, second = [example.text for example in examples(ROOT / "README.md") if example.language == "sh"]
    assert first.count("\n") == second.count("\n") == 1
    assert first.rstrip().endswith("reports/demo.py") and second.rstrip().endswith("-m pytest")
    assert re.match(r'echo "Installs .* minutes', first)  # since pip says nothing while it compiles
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert script.endswith(second) and "install -qy chromium" in script and "export CI=true" in script


def test_dependencies_are_explained():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *(line for lines in extras.values() for line in lines)]
    rows = re.findall(r"^\| ([\w, -]+) \|", (ROOT / "docs/dependencies.md").read_text(encoding="utf-8"), re.M)
    explained = {name.strip() for row in rows[1:] for name in row.split(",")} - {"---"}
    assert explained == {re.match(r"[\w-]+", name)[0] for name in asked}


def test_experiments_say_what_they_ask_and_go_to_folders_of_their_own():
    files = sorted((ROOT / "experiments").glob("*.toml"))
    found = [read(file) for file in files]
    asked = {experiment.name: experiment.options for experiment in found}
    assert all(re.match(r"# [A-Z].*[?.]\n", file.read_text(encoding="utf-8")) for file in files)
    assert len({options["out"] for options in asked.values()}) == len(files)
    # Fewer where several values, candidates, levels or modes play that many each.
    least = {"sweep": 10_000, "komi": 10_000, "seats": 4_000}
    games = [(one.kind, one.options["games"]) for one in found if not {"level", "mode"} & set(one.options)]
    assert all(min(n if isinstance(n, list) else [n]) >= least.get(kind, 20_000) for kind, n in games)
    # One seed twice, where the same luck under other rules is the question.
    seeds = {name: options["seed"] for name, options in asked.items() if "game" not in options}
    assert seeds.pop("flat_start") == seeds["seats"] and len(set(seeds.values())) == len(seeds)


def test_variants_are_named_and_say_what_they_ask():
    load = {"seti": RuleSet.load, "planetx": lambda variant: PlanetXRules.load("standard", variant)}
    for name, file in ((name, file) for game in registry.names() for name, file in example_variants(game).items()):
        rules = load[file.parent.parent.parent.name](str(file))
        assert rules.variant == name and rules.description and rules.changes()
        assert file.read_text(encoding="utf-8").startswith("# ")


@pytest.mark.usefixtures("unmade")
def test_the_demo(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["demo.py", "40"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(ROOT / "reports/demo.py"), run_name="__main__")
    out = capsys.readouterr().out
    assert not end.value.code and (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert out.count("$ seti-sim ") == 2 and "--games 40" in out
    assert 'games: str = "20000"' in (ROOT / "reports/demo.py").read_text(encoding="utf-8")


def test_the_demo_refuses_what_is_no_number_of_games(tmp_path):
    command = [sys.executable, str(ROOT / "reports/demo.py"), "many"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 2 and done.stderr.startswith("seti-sim: ") and not list(tmp_path.iterdir())


def test_doctests():
    import doctest

    from seti_sim.simulate import plan

    found = doctest.testmod(plan)
    assert found.attempted and not found.failed


def test_the_version_is_the_same_wherever_it_is_said():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)[1]
    newest = re.search(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)[1]
    assert project["version"] == cited == newest == __version__
