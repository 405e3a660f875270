"""What a run is: policy lists, seatings in blocks, identity."""

from collections import Counter

import fake_engine
import numpy as np
import pytest
from fake_run import make_plan

from seti_sim.core.errors import RunError
from seti_sim.simulate import prepare, split_policies


@pytest.mark.parametrize(
    "text, names",
    [
        ("greedy", ("greedy",)),
        (" greedy , random", ("greedy", "random")),
        ("greedy[without=scan,without=orbit],random", ("greedy[without=scan,without=orbit]", "random")),
    ],
)
def test_split_policies(text, names):
    assert split_policies(text) == names


@pytest.mark.parametrize("text", ["", "greedy,", ",greedy", "greedy[without=scan", "greedy]x["])
def test_split_policies_refuses(text):
    with pytest.raises(RunError, match="policies"):
        split_policies(text)


@pytest.mark.parametrize(
    "policies, seats, block",
    [("abcd", (0, 1, 2, 3), 4), ("ab", (0, 1, 0, 1), 2), ("ab", (0, 0, 1, 1), 4), ("a", (0, 0, 0, 0), 1)],
)
def test_rotation_is_crossed_in_every_block(policies, seats, block):
    plan = make_plan(policies=tuple(policies), seats=seats)
    assert plan.block == block
    assign = plan.assign(0, 40 * block)
    for start in range(0, len(assign), block):
        games = {tuple(row) for row in assign[start : start + block].tolist()}
        assert len(games) == block
        for row in games:  # a rotation of the seats asked for
            assert row in {tuple(np.roll(seats, -r).tolist()) for r in range(4)}
    for seat in range(4):
        counts = Counter(assign[:, seat].tolist())
        assert {p: counts[p] / len(assign) for p in counts} == {p: seats.count(p) / 4 for p in set(seats)}


def test_order_in_blocks_is_permuted_by_the_seed_alone():
    plan = make_plan(policies=tuple("abcd"))
    whole = plan.assign(0, 1000)
    assert np.array_equal(whole, np.concatenate([plan.assign(i, 1) for i in range(1000)]))
    assert np.array_equal(whole[37:441], plan.assign(37, 404))
    first = Counter(whole[::4, 0].tolist())  # who sits first in the first game of a block
    assert min(first.values()) > 35
    assert not np.array_equal(whole, make_plan(policies=tuple("abcd"), seed=2).assign(0, 1000))


def test_fixed_seating_and_empty_ranges():
    plan = make_plan(policies=("a", "b"), seats=(0, 1, 1, 0), seating="fixed")
    assert plan.block == 1
    assert plan.assign(5, 3).tolist() == [[0, 1, 1, 0]] * 3
    assert make_plan(policies=tuple("abcd")).assign(5, 0).shape == (0, 4)


def test_identity_is_what_the_rows_depend_on():
    same = make_plan().identity
    assert make_plan(games=77).identity == same
    others = [make_plan(seed=2), make_plan(players=3), make_plan(policies=("random",)), make_plan(seating="fixed")]
    assert len({same, *(plan.identity for plan in others)}) == 5


def test_balanced_species_are_crossed_with_the_rotations_in_every_block():
    plan = make_plan(policies=tuple("abcd"), species="balanced")
    assert plan.block == 4 * 20
    assign, pairs = plan.assign(0, 240), plan.setups(0, 240)
    assert pairs.dtype == np.int32 and pairs.shape == (240, 2) and (pairs[:, 0] != pairs[:, 1]).all()
    for start in range(0, 240, 80):
        met = {(*a, *p) for a, p in zip(assign[start : start + 80].tolist(), pairs[start : start + 80].tolist())}
        assert len(met) == 80  # each of 4 rotations with each of 20 pairs, so each exactly once
    assert np.array_equal(pairs[37:201], plan.setups(37, 164))
    other = make_plan(policies=tuple("abcd"), species="balanced", seed=2).setups(0, 240)
    assert not np.array_equal(pairs, other)


def test_a_pair_and_drawn_species():
    names = fake_engine.RULES.species_ids
    plan = make_plan(species=f"{names[3]},{names[1]}")
    assert plan.block == 1 and plan.setups(5, 3).tolist() == [[3, 1]] * 3
    assert make_plan().setups(0, 3) is None
    identities = {make_plan(species=s).identity for s in ("drawn", "balanced", f"{names[3]},{names[1]}")}
    assert len(identities) == 3


@pytest.mark.parametrize(
    "text, message",
    [
        ("mascamite,oumuamua", "species 'mascamite': expected two of mascamites, .*did you mean mascamites"),
        ("mascamites", "species 'mascamites': expected two different ones"),
        ("mascamites,mascamites", "expected two different ones"),
        ("mascamites,oumuamua,anomalies", "expected two different ones"),
        ("", "species '': expected two of mascamites"),
        ("balance", "did you mean balanced"),
        ("balanced,mascamites", "species 'balanced': expected two of"),
    ],
)
def test_species_that_are_none(text, message):
    with pytest.raises(RunError, match=message):
        prepare(players=2, games=1, species=text)


def test_the_same_species_however_they_are_written():
    assert prepare(players=2, games=1, species=" exertians , anomalies ").options["species"] == "exertians,anomalies"
