"""Parts: the same rows whatever the processes and interruptions, and one line for a folder that does not fit."""

import io

import filelock
import numpy as np
import pytest

from seti_sim.studies import StudyError
from seti_sim.studies.parts import Parts

CALLS = []


def squares(context, numbers):
    """What is played here."""
    CALLS.append(numbers)
    return {"number": np.array(numbers), "square": np.array(numbers) ** context}


def fails_late(context, numbers):
    if numbers.start >= 20:
        raise KeyboardInterrupt
    return squares(context, numbers)


def parts(folder, play=squares, **identity):
    return Parts(play, 2, folder, {"seed": 1} | identity, 10)


def upto(count, folder, **options):
    play = options.pop("play", squares)
    return parts(folder, play).upto(count, stream=io.StringIO(), **options)


def test_rows_are_those_of_the_numbers_in_any_number_of_processes(tmp_path):
    one, two = upto(35, tmp_path / "a"), upto(35, tmp_path / "b", jobs=2)
    assert one["square"].tolist() == [n * n for n in range(35)]
    assert all((one[name] == two[name]).all() for name in one)
    assert upto(35, tmp_path / "a", first=10)["number"].tolist() == list(range(10, 35))


def test_an_interrupted_study_keeps_what_it_has_and_plays_the_rest(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        upto(40, tmp_path, play=fails_late)
    kept = sorted(file.name for file in tmp_path.glob("part-*"))
    assert kept == ["part-000000000-10.npz", "part-000000010-10.npz"] and not list(tmp_path.glob(".tmp-*"))
    CALLS.clear()
    assert len(upto(40, tmp_path)["square"]) == 40
    assert CALLS == [range(20, 30), range(30, 40)]


def test_a_folder_that_does_not_fit_is_refused(tmp_path):
    upto(10, tmp_path / "a")
    with pytest.raises(StudyError, match=r"holds another study \(variant None there, x asked\)"):
        parts(tmp_path / "a", variant="x").upto(10)
    with filelock.FileLock(str(tmp_path / "a/.lock")), pytest.raises(StudyError, match="another process"):
        upto(10, tmp_path / "a")
    (tmp_path / "a/parts.json").unlink()
    with pytest.raises(StudyError, match="holds parts but no parts.json"):
        upto(10, tmp_path / "a")
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="file: cannot be written"):
        upto(10, tmp_path / "file")
    with pytest.raises(StudyError, match="jobs 0"):
        upto(10, tmp_path / "b", jobs=0)
    assert not (tmp_path / "b").exists()
