"""Effects drawn at random, anywhere in the data: what is not refused in one line plays to the end."""

import pytest

from .judging import apart

#: At most so many cards and rewards of another make in one variant.
SIZES = [(2, 0), (1, 3), (30, 1)]


@pytest.mark.parametrize("cards, rewards", SIZES)
def test_some_made_up_variants(tmp_path, cards, rewards):
    found = apart("made_up", tmp_path, 0, 120, cards, rewards)
    assert found["played"] > 15 and found["refused"] > 15


@pytest.mark.soak
@pytest.mark.parametrize("cards, rewards", SIZES)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_many_made_up_variants(tmp_path, policy, cards, rewards):
    found = apart("made_up", tmp_path, 1000, 3000, cards, rewards, policy)
    assert found["played"] > 200
