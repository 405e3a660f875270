"""Every shipped experiment can be carried out as it is written, with fewer games, up to its page."""

import inspect
from pathlib import Path

import pytest

from seti_sim.cli import main
from seti_sim.core.errors import RunError
from seti_sim.seti.studies import card_strength
from seti_sim.studies import StudyError, load
from seti_sim.studies.experiment import KEYS, names, read
from seti_sim.tables import open_run

FOLDER = Path(__file__).resolve().parents[2] / "experiments"


FILES = sorted(FOLDER.glob("*.toml"))
RUNS = [file for file in FILES if read(file).kind == "run"]
DRAWN = {read(file).kind: file for file in FILES if file not in RUNS}.values()
# One page of a run among the standard tests; those of the others differ in nothing but their games.
ONE_RUN = [file.stem for file in RUNS].index("novice_at_the_table")
PAGES = [
    pytest.param(file, id=file.stem, marks=[pytest.mark.soak] if file in RUNS and file != RUNS[ONE_RUN] else [])
    for file in FILES
]


@pytest.mark.parametrize("file", PAGES)
def test_experiment_runs_to_its_page(file, tmp_path, capsys, request):
    """With its charts drawn for one study of each kind; those of runs are drawn in tests/report."""
    if file not in DRAWN:
        request.getfixturevalue("unmade")
    page = tmp_path / "page.html"
    command = ["experiment", file.stem, "--games", "24", "--jobs", "1", "--out", str(tmp_path / "out")]
    assert main([*command, "--report", str(page)]) == 0, capsys.readouterr().err
    experiment, text = read(file.stem), page.read_text(encoding="utf-8")
    assert experiment.purpose.endswith((".", "?")) and "</html>" in text
    if experiment.kind == "run":
        assert sorted(path.parent for path in tmp_path.rglob("run.json"))
    else:
        assert load(tmp_path / "out").kind == experiment.kind


@pytest.mark.parametrize("file", RUNS, ids=lambda file: file.stem)
def test_a_run_of_an_experiment_is_played(file, tmp_path):
    assert main(["run", str(file), "--games", "12", "--jobs", "1", "--out", str(tmp_path / "run")]) == 0
    assert list(tmp_path.rglob("run.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_experiment_is_described(file):
    assert file.name in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_they_are_listed_with_what_they_ask(capsys):
    assert main(["experiment"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == names() == sorted(file.stem for file in FOLDER.glob("*.toml"))
    assert all(read(name).purpose in line for name, line in zip(names(), lines))


def test_dashes_stand_for_underscores():
    assert read("cheap-scan") == read("cheap_scan")


BAD = {
    "no such kind": ('kind = "tournament"', "kind = 'tournament': expected one of run, compare, sweep, komi"),
    "unknown key": ('kind = "komi"\ngamess = 3', "gamess: expected one of .*did you mean games"),
    "key of another kind": ('kind = "komi"\nmetrics = ["score"]', "metrics: expected one of"),
    "text for a number": ('kind = "komi"\ngames = "many"', "games = 'many': expected a whole number"),
    "truth for a number": ('kind = "komi"\ngames = true', "games = True: expected a whole number"),
    "text for a list": ('kind = "compare"\nvariants = "cheap-scan"', "variants = 'cheap-scan': expected a list"),
    "list of numbers": ('kind = "compare"\nvariants = [1]', "expected a list"),
    "no variants": ('kind = "compare"', "variants is missing"),
    "no setting": ('kind = "sweep"', "setting is missing"),
    "no TOML": ("kind = ", "expected TOML"),
}


@pytest.mark.parametrize("content, message", BAD.values(), ids=BAD)
def test_what_is_wrong_is_told(tmp_path, content, message):
    file = tmp_path / "bad.toml"
    file.write_text(content)
    with pytest.raises(StudyError, match=message):
        read(file)


def test_an_unknown_name_is_told():
    with pytest.raises(StudyError, match="'seets': expected a TOML file or one of .*did you mean seats"):
        read("seets")


def test_a_study_is_no_run(tmp_path, capsys):
    """`run` refuses what only `experiment` carries out, and says so."""
    assert main(["run", str(FOLDER / "komi.toml"), "--out", str(tmp_path / "a")]) == 2
    assert "kind = 'komi': expected run; what else there is, seti-sim experiment carries out" in capsys.readouterr().err


def test_every_key_is_an_option_of_its_command():
    from seti_sim.cli import cli

    by_function = inspect.signature(card_strength).parameters  # which has no command
    assert {"policies" if key == "policy" else key for key in KEYS["card_strength"]} - {"kind", "game"} <= set(by_function)
    for kind in cli.commands.keys() & KEYS:
        keys = KEYS[kind]
        options = {parameter.name for parameter in cli.commands[kind].params}
        named = {"variant_policy": "variant_policies"}
        assert set(keys) - {"kind"} <= {*options, *named} and all(
            named.get(key, key) in options for key in set(keys) - {"kind"}
        )


def test_options_of_a_run_are_checked_as_those_of_a_run(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text("gams = 3")
    with pytest.raises(RunError, match="did you mean games"):
        read(file)


def test_a_list_of_variants_is_taken_together(tmp_path, cli):
    """In a run's file and in an experiment's, as several --variant are; clashes are named."""
    (tmp_path / "a.toml").write_text("[cards.base-055]\ncost = 2\n")
    (tmp_path / "c.toml").write_text("[cards.base-055]\ncost = 1\n")
    file = tmp_path / "run.toml"
    file.write_text('variant = ["a.toml", "cheap-scan"]\nplayers = 2\ngames = 8\npolicy = "random"\n')
    code, _, err = cli("run", str(file), "--jobs", "1", "--out", str(tmp_path / "run"))
    assert code == 0, err
    config = open_run(tmp_path / "run").config
    assert config["rules"]["variant"]["cards"] == {"base-055": {"cost": 2}} and "actions" in config["rules"]["variant"]
    assert f"--variant {tmp_path / 'a.toml'} --variant" in config["command"]
    file.write_text('variant = ["a.toml", "c.toml"]\ngames = 8\n')
    code, _, err = cli("run", str(file), "--out", str(tmp_path / "b"))
    assert code == 2 and "cards.base-055.cost = 1: expected what" in err and not (tmp_path / "b").exists()
    for wrong in ("[]", "[1]", "3"):
        file.write_text(f"variant = {wrong}\n")
        code, _, err = cli("run", str(file), "--out", str(tmp_path / "b"))
        assert code == 2 and "name of an example variant, or a list of them" in err
    file.write_text('kind = "komi"\nvariant = ["a.toml", "c.toml"]\ngames = 8\n')
    code, _, err = cli("experiment", str(file), "--out", str(tmp_path / "b"))
    assert code == 2 and "cards.base-055.cost = 1" in err and not (tmp_path / "b").exists()
