"""Fixtures: small run folders of the stand-in engine, made once a session."""

import fake_engine
import numpy as np
import pytest
from shared import once

from seti_sim.seti.kind import SETI
from seti_sim.simulate import run
from seti_sim.simulate.plan import Plan


def make_plan(games=1200, seed=1, players=4, policies=("greedy",), seating="rotate", seats=None, species="drawn", first=0):
    """A plan on the stand-in rules; `policies` are names, `seats` indexes into them."""
    objects = tuple(fake_engine.FakePolicy(name, f"key-{name}") for name in policies)
    seats = tuple(seats) if seats else tuple(i % len(objects) for i in range(players))
    return Plan(
        fake_engine.RULES, players, games, seed, objects, seats, seating, kind=SETI, first=first, options={"species": species}
    )


def play(plan, out, **options):
    """Run a plan on the stand-in engine, without a word."""
    import io

    return run(plan, out, play=fake_engine.play_games, stream=io.StringIO(), **options)


@pytest.fixture(scope="session")
def mirror_run(request, tmp_path_factory):
    """Folder of a finished run of 1,200 four-player games, one policy, three parts."""
    return once(request, tmp_path_factory, "mirror", lambda folder: play(make_plan(), folder / "run", chunk=500)) / "run"


@pytest.fixture(scope="session")
def mixed_run(request, tmp_path_factory):
    """Folder of a finished run of 600 three-player games, `greedy` in one seat and `random` in two, rotated."""
    plan = make_plan(600, seed=5, players=3, policies=("greedy", "random"), seats=(0, 1, 1))
    return once(request, tmp_path_factory, "mixed", lambda folder: play(plan, folder / "run", chunk=400)) / "run"


@pytest.fixture(scope="session")
def fake_batch():
    """120 games of four players as the engine would give them."""
    return fake_engine.play_games(fake_engine.RULES, 4, 3, 40, 120, [fake_engine.FakePolicy()], np.zeros((120, 4), np.uint8))
