"""The example that trains a policy: it learns, and plays in a run."""

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from seti_sim import open_run
from seti_sim.cli import main

FOLDER = Path(__file__).parents[2] / "docs/examples/rl"


@pytest.fixture
def example(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.chdir(tmp_path)
    yield importlib.import_module("reinforce")
    sys.modules.pop("reinforce", None)


def test_it_trains_and_plays_in_a_run(example, capsys):
    scores = list(example.train(3, seed=2))
    assert len(scores) == 3 and all(0 <= score < 100 for score in scores)
    with np.load("trained.npz") as data:
        assert any(data["w"].ravel()) and any(data["b"]) and all(np.isfinite(data[name]).all() for name in data)
    assert main("run --players 2 --policy reinforce:trained,random --games 4 --jobs 1 --out run --seed 1".split()) == 0
    seats = open_run("run").seats.collect()
    assert seats["policy"].cast(str).unique().sort().to_list() == ["random", "reinforce:trained"] and len(seats) == 8
    assert main("run --players 2 --policy reinforce:trained,random --games 8 --jobs 1 --out run --seed 1".split()) == 2
    assert "reinforce:trained" in capsys.readouterr().err  # other weights, as far as anybody can tell


def test_what_brings_points_becomes_likelier(example):
    """One step of ascent on two steps of which the first is praised."""
    policy = example.Policy(example.rl.spaces("seti", 2))
    x, legal = np.ones(len(policy.places) + 1), np.array([0, 60, 250])
    before = policy.chances(x, legal)
    assert np.allclose(before, 1 / 3)
    example.learn(policy, [[x, legal, 1, 10.0]])
    after = policy.chances(x, legal)
    assert after[1] > 1 / 3 > after[0] and after.sum() == pytest.approx(1)


@pytest.mark.soak
def test_it_learns(example):
    scores = list(example.train(400, seed=1))
    assert np.mean(scores[-50:]) > 1.4 * np.mean(scores[:50])
