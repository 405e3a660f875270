"""Tails and quantiles are SciPy's own numbers, at the ends of what they are asked, too."""

import numpy as np
import pytest
from scipy import stats

from seti_sim.analysis.starts import _noncentrality
from seti_sim.stats import estimates, tails
from seti_sim.stats.correlation import rank_correlation

FREEDOM = np.array([0.5, 1, 2, 3.7, 10, 199, 1e5, 1e8, np.inf, np.nan])[:, None]
TAILS = np.array([0, 1e-300, 1e-16, 1e-9, 0.001, 0.025, 0.5, 0.9, 0.975, 1, np.nan])
PLACES = np.array([-np.inf, -50, -3, -0.1, 0, 0.1, 1, 3, 40, 1e5, np.inf, np.nan])


@pytest.mark.parametrize(
    "ours, scipys",
    [
        (tails.t_isf(TAILS, FREEDOM), stats.t.isf(TAILS, FREEDOM)),
        (tails.t_sf(PLACES, FREEDOM), stats.t.sf(PLACES, FREEDOM)),
        (tails.norm_isf(TAILS), stats.norm.isf(TAILS)),
        (tails.norm_sf(PLACES), stats.norm.sf(PLACES)),
        (tails.chi2_sf(np.abs(PLACES), FREEDOM[:-2]), stats.chi2.sf(np.abs(PLACES), FREEDOM[:-2])),
    ],
    ids=["t_isf", "t_sf", "norm_isf", "norm_sf", "chi2_sf"],
)
def test_tails_are_scipys(ours, scipys):
    np.testing.assert_allclose(ours, scipys, rtol=1e-12)


@pytest.mark.parametrize("share", [0.025, 0.3, 0.975])
def test_quantiles_of_counts_are_scipys(share):
    n, p = np.meshgrid(np.arange(1, 300), [0.01, 0.25, 0.5, 0.75, 0.99])
    np.testing.assert_array_equal(tails.binom_ppf(share, n, p), stats.binom.ppf(share, n, p))


@pytest.mark.parametrize("statistic", [12.0, 300.0, 1e6])
@pytest.mark.parametrize("share", [0.025, 0.975])
def test_a_noncentrality_is_where_scipys_chi_square_has_that_share(statistic, share):
    found = _noncentrality(statistic, 3.3, share)
    assert stats.ncx2.cdf(statistic, 3.3, found) == pytest.approx(share, rel=1e-6)


def test_what_is_counted_here_is_as_scipy_counts_it():
    """Adjusted p-values, skewness and rank correlation, with ties and what is not known."""
    rng = np.random.default_rng(4)
    p = np.concatenate([rng.random(50) ** 3, [0.2, 0.2, 1.0, 0.0]])
    np.testing.assert_allclose(estimates.benjamini_hochberg(p), stats.false_discovery_control(p), rtol=1e-14)
    assert np.isnan(estimates.benjamini_hochberg([0.01, np.nan])[1]) and estimates.benjamini_hochberg([0.01, np.nan])[0] == 0.01
    values = rng.exponential(size=200) + 1e4
    assert estimates.skewness(values) == pytest.approx(stats.skew(values))
    x, y = rng.integers(0, 9, (2, 40))
    assert rank_correlation(x, y).estimate == pytest.approx(stats.spearmanr(x, y).statistic)
