"""F31: the folder that a study goes to is empty or of this study; it is looked at before the first game."""

import json

import polars as pl
import pytest

from seti_sim.cli import main
from seti_sim.studies import StudyError
from seti_sim.studies.store import FILE, MARK, Study, claim

FEW = ["--games", "2", "--jobs", "1"]
TWO = ["--players", "2", "--policy", "random", *FEW]
SWEEP = ["sweep", "actions.scan.cost.energy=1", "--metric", "turns", "--block", "2", *TWO]
FIX = [
    "whatif",
    "fix",
    "score",
    "--target",
    "90",
    "--within",
    "1vp",
    "--change",
    "setup.start_vp=[4,5,6,7]",
    "--confirm-games",
    "2",
]
STUDIES = {
    "compare": ["compare", "cheap-scan", "--metric", "turns", "--block", "2", *TWO],
    "sweep": SWEEP,
    "komi": ["komi", "--confirm-games", "2", *TWO],
    "ladder": ["ladder", "--policy", "random,greedy", "--games", "1", "--tables", "2", "--jobs", "1"],
    "cards": ["whatif", "cards", *TWO[:4], "--games", "40", "--jobs", "1"],
    "uses": ["whatif", "uses", *TWO[:4], "--games", "40", "--jobs", "1"],
    "options": ["whatif", "options", "scan", "--players", "2", "--policy", "random", *FEW],
    "strategies": ["whatif", "strategies", "random", "greedy", *FEW],
    "course": ["whatif", "course", *TWO],
    "luck": ["whatif", "luck", "random", "greedy", "--games", "8", "--jobs", "1"],
    "blindspots": ["whatif", "blindspots", "random", "--players", "2", "--each", "1", *FEW],
    "fix": [*FIX, *TWO],
    "tune": [
        "tune",
        "greedy",
        "--players",
        "2",
        "--generations",
        "1",
        "--games",
        "40",
        "--population",
        "4",
        "--measure",
        "100",
    ],
}
EXPERIMENTS = {
    "seats": 'kind = "seats"\npolicies = ["random"]\nplayers = [2]\ngames = 2\n',
    "card_strength": 'kind = "card_strength"\nplayers = 2\npolicy = "random"\ngames = 300\nfollow_games = 4\n',
    "komi": 'kind = "komi"\nplayers = 2\npolicy = "random"\ngames = 2\n',
}


def files(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def refused(capsys, folder, *command):
    """What is said of a folder that stays as it is."""
    before = files(folder)
    capsys.readouterr()
    assert main([*command, "--out", str(folder)]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("seti-sim: ") and said.err.count("\n") == 1 and said.out == ""
    assert files(folder) == before
    return said.err


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder with a run beneath, one that is a run, one with a file of another kind, one with a study."""
    folder = tmp_path_factory.mktemp("folders")
    for out in ("runs/of-mine", "run"):
        assert main(["run", *TWO, "--out", str(folder / out)]) == 0
    (folder / "notes").mkdir()
    (folder / "notes/notes.txt").write_text("mine")
    assert main([*SWEEP, "--seed", "5", "--out", str(folder / "study")]) == 0
    return folder


@pytest.mark.parametrize("command", STUDIES.values(), ids=STUDIES)
def test_f31_what_is_not_of_the_study_is_refused(capsys, played, command):
    assert "holds of-mine" in refused(capsys, played / "runs", *command)
    assert "holds a run" in refused(capsys, played / "run", *command)
    assert "holds notes.txt" in refused(capsys, played / "notes", *command)
    refused(capsys, played / "study", *command)


@pytest.mark.parametrize("kind", EXPERIMENTS)
def test_f31_experiments_too(capsys, tmp_path, played, kind):
    file = tmp_path / "mine.toml"
    file.write_text("# Mine\n" + EXPERIMENTS[kind])
    for name, what in {
        "runs": "holds of-mine",
        "run": "holds a run",
        "notes": "holds notes.txt",
        "study": "another study",
    }.items():
        assert what in refused(capsys, played / name, "experiment", str(file), "--jobs", "1")


def test_f31_the_same_study_goes_on_and_another_does_not(capsys, tmp_path):
    out = str(tmp_path / "a")
    assert main([*SWEEP, "--out", out]) == 0
    assert main([*SWEEP, "--games", "4", "--out", out]) == 0  # more games of it
    found = refused(capsys, tmp_path / "a", *SWEEP, "--seed", "2")
    assert "holds another study (seed 1 there, 2 asked)" in found
    assert "kind sweep there, compare asked" in refused(capsys, tmp_path / "a", *STUDIES["compare"])
    # And no run goes into the folder of a study.
    assert "but no run.json" in refused(capsys, tmp_path / "a", "run", *TWO)


def test_f31_a_study_that_was_stopped_goes_on(tmp_path):
    """Its folder has a mark and games, and no result yet."""
    out = tmp_path / "a"
    assert main([*SWEEP, "--out", str(out)]) == 0
    (out / FILE).unlink()
    assert main([*SWEEP, "--out", str(out)]) == 0 and (out / FILE).exists()


@pytest.mark.parametrize("name", ["sweep", "komi", "options", "fix", "luck", "ladder"])
def test_f31_folders_from_before_there_were_marks_go_on(capsys, tmp_path, name):
    out, command = tmp_path / "a", STUDIES[name]
    assert main([*command, "--out", str(out)]) == 0
    (out / MARK).unlink()
    refused(capsys, out, *command, "--seed", "77")
    assert main([*command, "--out", str(out)]) == 0 and (out / MARK).exists()


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, "\udcff"], ids=["empty", "list", "cut", "deep", "bytes"])
def test_f31_a_damaged_mark_is_told(tmp_path, text):
    (tmp_path / MARK).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(StudyError, match="plan.json: cannot be read"):
        claim(tmp_path, "luck", {"seed": 1})


def test_f31_a_study_of_an_old_folder_is_compared_by_all_that_it_says(tmp_path):
    asked = {"seed": 1, "players": 2, "policies": ["a"], "games": 2}
    facts = {"deals": 1, "orders": 1, "weights": {}, "rules": "x"}
    Study("luck", asked, {"shares": pl.DataFrame(), "players": pl.DataFrame()}, facts, tmp_path).save()
    asked = {"rules": "x", "seed": 1, "players": 2, "engine": "e"}
    for key, other in {"rules": "y", "seed": 2, "players": 3}.items():
        with pytest.raises(StudyError, match=f"another study \\({key} "):
            claim(tmp_path, "luck", asked | {key: other})
    assert not (tmp_path / MARK).exists()
    claim(tmp_path, "luck", asked)
    assert json.loads((tmp_path / MARK).read_text()) == {"kind": "luck", **asked}
