"""Effects set side by side over players: known truths come out, and noise alone is called nothing."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from seti_sim.analysis.agreement import VERDICTS, correlations, verdicts


def table(truth, se, rng):
    truth, se = np.asarray(truth, float), np.broadcast_to(np.asarray(se, float), np.shape(truth))
    return pl.DataFrame({"item": [f"i{k}" for k in range(len(truth))], "estimate": truth + rng.normal(0, se), "se": se})


def test_each_verdict_is_found():
    rng = np.random.default_rng(1)
    truths = {"a": [3, 3, 3, 3, 0], "b": [3, 0, 9, -3, 0], "c": [3, 3, 3, 3, 0]}
    # "holds in part": a player whose games are few shows nothing, and contradicts nothing.
    errors = {"a": 0.2, "b": [0.2, 3, 0.2, 0.2, 0.2], "c": 0.2}
    found = verdicts({name: table(truth, errors[name], rng) for name, truth in truths.items()})
    assert found["verdict"].to_list() == [VERDICTS[0], VERDICTS[1], VERDICTS[2], VERDICTS[3], VERDICTS[4]]
    assert found.columns == ["item", "a", "a_se", "b", "b_se", "c", "c_se", "q", "verdict"]


def test_noise_alone_makes_few_verdicts():
    rng = np.random.default_rng(2)
    found = verdicts({name: table(np.zeros(2000), 1, rng) for name in "abc"})
    assert (found["verdict"] == "no effect seen").mean() > 0.99


def test_items_that_one_table_lacks_or_knows_nothing_of_are_left_out():
    rng = np.random.default_rng(3)
    one, other = table([1, 2, 3], 0.1, rng), table([1, 2, 3, 4], 0.1, rng)
    other = other.with_columns(se=pl.when(pl.col("item") == "i1").then(float("nan")).otherwise("se"))
    assert verdicts({"one": one, "other": other})["item"].to_list() == ["i0", "i2"]
    assert np.isnan(correlations({"one": one, "other": other})["estimate"][0])


def test_the_true_correlation_comes_out_of_noise():
    rng = np.random.default_rng(4)
    x = rng.normal(size=3000)
    y = 0.6 * x + 0.8 * rng.normal(size=3000)
    row = correlations({"x": table(x, 1.0, rng), "y": table(y, 0.5, rng)}).row(0, named=True)
    assert row["true_correlation"] == pytest.approx(0.6, abs=0.07)
    assert row["reliability_one"] == pytest.approx(0.5, abs=0.05) and row["reliability_other"] == pytest.approx(0.8, abs=0.05)
    assert row["estimate"] < 0.6 * np.sqrt(0.5 * 0.8) + 0.05


def test_the_interval_of_the_rank_correlation_covers():
    """Bivariate normal items of true rank correlation 6/π asin(r/2), 93 to 97 % of 95 % intervals hold it."""
    rng = np.random.default_rng(5)
    r, n, held = 0.7, 138, 0
    truth = 6 / np.pi * np.arcsin(r / 2)
    for _ in range(500):
        x = rng.normal(size=n)
        y = r * x + np.sqrt(1 - r * r) * rng.normal(size=n)
        tables = {"x": table(x, 1e-9, rng), "y": table(y, 1e-9, rng)}
        row = correlations(tables).row(0, named=True)
        held += row["low"] <= truth <= row["high"]
    assert stats.binomtest(held, 500, 0.95).pvalue > 0.001
