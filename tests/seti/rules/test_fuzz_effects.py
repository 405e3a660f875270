"""Effects drawn at random, anywhere in the data: what is not refused in one line plays to the end."""

import pytest

from seti_sim.seti.rules import RuleError, RuleSet
from seti_sim.seti.rules.tree import printed_tree

from .judging import apart
from .made_up import variant

#: At most so many cards and rewards of another make in one variant.
SIZES = [(2, 0), (1, 3), (30, 1)]


@pytest.mark.parametrize("cards, rewards", SIZES)
def test_some_made_up_variants(tmp_path, cards, rewards):
    found = apart("made_up", tmp_path, 0, 40, cards, rewards)
    assert found["played"] > 3 and found["refused"] > 3


@pytest.mark.soak
@pytest.mark.parametrize("cards, rewards", SIZES)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_many_made_up_variants(tmp_path, policy, cards, rewards):
    found = apart("made_up", tmp_path, 1000, 3000, cards, rewards, policy)
    assert found["played"] > 200


def test_the_changes_lead_from_the_printed_game_to_the_variant():
    """`changes` names every address that differs, with what is printed there, and nothing else."""
    loaded = 0
    for seed in range(40):
        try:
            rules = RuleSet.load(variant(seed, 3, 2))
        except RuleError:
            continue
        tree = printed_tree()
        for address, printed, here in rules.changes():
            *path, key = address.split(".")
            table = tree
            for part in path:
                table = table[part]
            assert table.get(key) == printed and printed != here
            if here is None:
                del table[key]
            else:
                table[key] = here
        assert tree == rules.tree
        loaded += 1
    assert loaded > 10
