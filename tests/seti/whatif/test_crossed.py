"""The crossed fit of cards and base games: exact without noise, honest with it, and what it refuses."""

import numpy as np
import pytest
import toys

from seti_sim.stats.crossed import crossed_effects, paired_effects
from seti_sim.stats.many import max_t

EFFECTS = np.array([3.0, 1.0, 0.0, -1.0, -3.0, 0.5, -0.5, 0.0])


def test_without_noise_the_effects_are_found_exactly_whatever_the_levels():
    rng = np.random.default_rng(1)
    base, card, value = toys.card_games(40, 3, EFFECTS, 100.0, 0.0, rng)
    got = crossed_effects(base + 7, card, value, 8)
    assert got.effect == pytest.approx(EFFECTS) and got.effect.sum() == pytest.approx(0)
    assert got.correlation == pytest.approx(1) and (got.rows, got.bases) == (120, 40)
    assert got.n.sum() == 120 and np.abs(got.covariance).max() < 1e-15


def test_intervals_cover_and_the_bootstrap_of_base_games_agrees():
    rng = np.random.default_rng(2)
    covered, spread, told = [], [], []
    for _ in range(300):
        base, card, value = toys.card_games(120, 4, EFFECTS, 20.0, 5.0, rng)
        got = crossed_effects(base, card, value, 8)
        se = np.sqrt(np.diagonal(got.covariance))
        covered.append(np.abs(got.effect - EFFECTS) < 1.98 * se)
        spread.append(got.effect)
        told.append(se)
    assert 0.925 < np.mean(covered) < 0.975
    assert np.mean(told, axis=0) == pytest.approx(np.std(spread, axis=0), rel=0.15)
    assert got.correlation == pytest.approx(400 / 425, abs=0.05)
    # Base games drawn again with replacement, each time as other games.
    drawn, rows = [], [np.flatnonzero(base == g) for g in range(120)]
    for _ in range(300):
        picked = [rows[g] for g in rng.integers(120, size=120)]
        at = np.concatenate(picked)
        new = np.repeat(np.arange(120), [len(p) for p in picked])
        drawn.append(crossed_effects(new, card[at], value[at], 8).effect)
    assert np.std(drawn, axis=0) == pytest.approx(se, rel=0.2)


@pytest.mark.parametrize("cards, most, bases", [(10, 5, 1785), (15, 6, 3228), (138, 16, 900)])
def test_errors_stay_sound_in_designs_of_any_size(cards, most, bases):
    """The free constant of the equations must never be taken for information, whatever rounding does."""
    rng = np.random.default_rng(cards)
    sizes = rng.integers(2, most + 1, bases)
    base = np.repeat(np.arange(bases), sizes)
    card = np.concatenate([rng.permutation(cards)[:size] for size in sizes])
    value = 30 * rng.standard_normal(bases)[base] + 10 * rng.standard_normal(len(base))
    got = crossed_effects(base, card, value, cards)
    se = np.sqrt(np.diagonal(got.covariance))
    assert se == pytest.approx(10 / np.sqrt(got.n) * np.sqrt(np.mean(sizes) / (np.mean(sizes) - 1)), rel=0.6)
    assert (
        np.abs(got.covariance.sum(axis=0)).max() < 1e-9 and np.isfinite(max_t(got.effect, got.covariance, got.games).low).all()
    )


def test_what_a_fit_leaves_by_rounding_is_no_variation():
    """Effects without any chance: errors are 0, and none is an interval of the width of a rounding."""
    rng = np.random.default_rng(1)
    base = np.repeat(np.arange(40), 4)
    card = rng.random((40, 8)).argsort(axis=1)[:, :4].ravel()
    value = np.array([3.0, 1, 0, -1, -3, 0.5, -0.5, 0])[card] + rng.normal(0, 20, 40)[base]
    got = crossed_effects(base, card, value, 8)
    assert (np.diagonal(got.covariance) == 0).all() and got.skewness == 0
    dealt = np.tile([True, False], 40)
    pairs = np.repeat(rng.normal(0, 20, 40), 2) + np.where(dealt, 0, 0.7)
    _, made = paired_effects(np.repeat(np.arange(40), 2), np.where(dealt, 1, 0), pairs, dealt, 8)
    assert made.effect == pytest.approx([0.7 * 7 / 8]) and made.covariance.tolist() == [[0]]


def test_games_with_one_card_and_cards_out_of_reach_tell_nothing():
    base = np.array([0, 0, 1, 1, 2, 3, 3])
    card = np.array([0, 1, 1, 2, 0, 4, 5])
    value = np.array([1.0, 0.0, 5.0, 3.0, 99.0, 1.0, 2.0])
    got = crossed_effects(base, card, value, 7)
    assert got.effect[:3] == pytest.approx([4 / 3, 1 / 3, -5 / 3]) and np.isnan(got.effect[3:]).all()
    assert got.rows == 6 and got.n.tolist() == [1, 2, 1, 0, 1, 1, 0]
    nothing = crossed_effects([], [], [], 3)
    assert np.isnan(nothing.effect).all() and nothing.rows == 0
    with pytest.raises(ValueError, match="a card twice"):
        crossed_effects([0, 0, 0], [1, 1, 2], [0.0, 0.0, 1.0], 3)


def test_tiers_are_told_apart_only_where_they_can_be():
    rng = np.random.default_rng(3)
    effects = np.array([5.0, 5.0, 0.0, 0.0, 0.0, -10.0])
    effects = effects - effects.mean()
    base, card, value = toys.card_games(600, 4, effects, 20.0, 4.0, rng)
    got = crossed_effects(base, card, value, 6)
    family = max_t(got.effect, got.covariance, got.games)
    assert family.tier.tolist() == [1, 1, 2, 2, 2, 3]
    base, card, value = toys.card_games(60, 4, effects / 50, 20.0, 4.0, rng)
    got = crossed_effects(base, card, value, 6)
    assert set(max_t(got.effect, got.covariance, got.games).tier) == {1.0}
