"""Simultaneous intervals and ranks, on normal data whose covariance is known, and where there is nothing to say."""

import numpy as np
import pytest
from scipy import stats as st

from seti_sim.stats.many import max_t


def test_independent_estimates_have_sidaks_critical_value():
    family = max_t(np.zeros(20), np.eye(20), 1e9, draws=40_000)
    assert family.critical == pytest.approx(st.norm.isf((1 - 0.95 ** (1 / 20)) / 2), abs=0.03)
    assert family.low == pytest.approx(-family.critical, rel=1e-3) and (family.p > 0.9).all()


def test_equal_estimates_are_one_estimate():
    family = max_t(np.full(7, 3.0), np.ones((7, 7)), 1e9, draws=40_000)
    assert family.critical == pytest.approx(1.96, abs=0.03)
    assert family.p == pytest.approx(2 * st.norm.sf(3), abs=1e-3)
    assert (family.rank_low == 1).all() and (family.rank_high == 7).all()


def test_coverage_with_correlation_like_that_of_cards():
    """Estimates that sum to nothing: intervals and ranks hold together in 95 % of 400 samples."""
    rng = np.random.default_rng(2)
    m = 15
    truth = np.linspace(-2, 2, m)
    covariance = 0.2 * (np.eye(m) - 1 / m)
    rank = m - np.arange(m)
    covered, ranked, width = [], [], []
    for _ in range(400):
        family = max_t(rng.multivariate_normal(truth, covariance, method="eigh"), covariance, 1e9, draws=1000)
        covered.append(((family.low <= truth) & (truth <= family.high)).all())
        ranked.append(((family.rank_low <= rank) & (rank <= family.rank_high)).all())
        width.append((family.rank_high - family.rank_low).mean())
    assert 0.92 <= np.mean(covered) <= 0.98 and np.mean(ranked) >= 0.93
    assert np.mean(width) < 11  # they say something


def test_few_games_are_corrected():
    few, many = max_t([1.0, -1.0], np.eye(2), 4), max_t([1.0, -1.0], np.eye(2), 1e6)
    assert (few.high - few.low > 1.5 * (many.high - many.low)).all() and (few.p > many.p).all()


def test_what_is_not_known_is_left_out():
    covariance = np.diag([1.0, 0.0, np.nan, 1.0, 1.0])
    family = max_t([5.0, 1.0, 2.0, np.nan, -5.0], covariance, [9, 9, 9, 9, 1])
    assert np.isfinite(family.low).tolist() == [True, False, False, False, False]
    assert family.rank_low.tolist() == [1] * 5 and family.rank_high.tolist() == [1, 5, 5, 5, 5]
    for nothing in (max_t([], np.zeros((0, 0)), 5), max_t([np.nan], [[np.nan]], 0)):
        assert np.isnan(nothing.critical) and np.isnan(nothing.low).all()


def test_the_same_question_has_the_same_answer():
    one, two = (max_t([1.0, 2.0, 3.0], np.eye(3), 50) for _ in range(2))
    assert one.low.tolist() == two.low.tolist() and one.critical == two.critical
