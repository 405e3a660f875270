"""Files of studies as nobody would write them: told as they stand, or refused in one clear line.

tests/data/studies.tar.xz has a small study of each kind as `seti-sim` wrote it. Every value gets other types, nothing, huge,
negative and nested ones; frames lose columns and rows and get other types. `pytest -m soak` draws thousands of such changes.
"""

import json
import random
import tarfile
from pathlib import Path

import pytest
from soak import share

from seti_sim.report import render
from seti_sim.studies import StudyError, load
from seti_sim.studies.store import HOLDS

from .counts import tell
from .limit import limited
from .spoil_json import GONE, VALUES, changed, places

STORE = Path(__file__).parents[1] / "data" / "studies.tar.xz"


@pytest.fixture(scope="module")
def texts():
    with tarfile.open(STORE) as store:
        found = [store.extractfile(member).read().decode() for member in store.getmembers()]
    assert {json.loads(text)["kind"] for text in found} == set(HOLDS)
    return found


def spoil_frame(text, luck):
    """A study one of whose frames has a column or rows less, another type, other values or columns of other lengths."""
    content = json.loads(text)
    name = luck.choice(list(content["frames"]))
    columns, types = content["frames"][name], content["types"][name]
    column = luck.choice(list(columns))
    how = luck.choice(("no column", "no frame", "no rows", "type", "short", "null", "values"))
    if how == "no column":
        del columns[column], types[column]
    elif how == "no frame":
        del content["frames"][name]
    elif how == "no rows":
        content["frames"][name] = {key: [] for key in columns}
    elif how == "type":
        types[column] = luck.choice(("text", "whole", "number", "truth", "x"))
        columns[column] = [{"text": "x", "whole": 1, "number": 0.5, "truth": True}.get(types[column])] * len(columns[column])
    elif how == "short":
        columns[column] = columns[column][1:]
    else:
        columns[column] = [None if how == "null" else luck.choice((-1, 0, 2**40, "x", "nan", -1.5))] * len(columns[column])
    return json.dumps(content), (name, column, how)


def fuzz(texts, folder, seed, count):
    luck, refused = random.Random(seed), 0
    for number in range(count):
        text = luck.choice(texts)
        if luck.random() < 0.3:
            made, what = spoil_frame(text, luck)
        else:
            what = luck.choice(list(places(json.loads(text)))), luck.choice([*VALUES, GONE])
            made = changed(text, *what)
        (folder / "study.json").write_text(made, encoding="utf-8", errors="surrogatepass")
        try:
            with limited():
                render([], studies=[load(folder)]).encode()
        except StudyError as error:
            refused += 1
            assert str(error).isprintable() and len(str(error)) < 400, repr(str(error))
        except BaseException as error:
            error.add_note(f"input {number} of seed {seed}: {json.loads(text)['kind']}, {what}")
            raise
    tell("studies", refused, count - refused)
    assert refused > count / 4


def test_every_kind_is_told(texts, tmp_path):
    for text in texts:
        (tmp_path / "study.json").write_text(text)
        assert len(load(tmp_path).asked) > 2


def test_some_damaged_studies(texts, tmp_path):
    fuzz(texts, tmp_path, 1, 16)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_damaged_studies(texts, tmp_path, seed):
    fuzz(texts, tmp_path, seed, share(700))


@pytest.mark.parametrize("kind, place, value, words", [
    ("compare", ("facts", "sides"), [[]], "facts.sides = [[]]: expected a list, in each place a table of name, fingerprint, changes, policies"),
    ("seats", ("facts", "runs", 0, "policy"), [], "facts.runs = [{'policy': [], "),
    ("course", ("asked", "games"), "x", "asked.games = 'x': expected a whole number or a list, in each place a whole number"),
    ("fix", ("types", "fresh", "unit"), "number", "cannot be read"),
    ("card_strength", ("frames", "proof", "table", 1), "x", "what it holds cannot be told (ValueError"),
    ("course", ("frames", "games", "measure", 0), "x", "what it holds cannot be told (KeyError"),
], ids=["nested", "unhashable", "text", "column", "rows that are gone", "other words"])  # fmt: skip
def test_what_is_wrong_is_said(texts, tmp_path, kind, place, value, words):
    (text,) = (text for text in texts if json.loads(text)["kind"] == kind)
    (tmp_path / "study.json").write_text(changed(text, place, value))
    with pytest.raises(StudyError) as caught:
        render([], studies=[load(tmp_path)])
    assert str(caught.value).startswith(f"{tmp_path / 'study.json'}: {words}"), caught.value
    assert str(caught.value).endswith("; delete it and run the same command again")


def test_a_name_that_a_terminal_would_obey(texts, tmp_path):
    (text,) = (text for text in texts if json.loads(text)["kind"] == "ladder")
    (tmp_path / "study.json").write_text(changed(text, ("asked", "policies", 1), "\x00\u202e"))
    with pytest.raises(StudyError, match=r"cannot be told \(.*\\x00\\u202e") as caught:
        render([], studies=[load(tmp_path)])
    assert str(caught.value).isprintable()
