"""The coverage table: every function that makes an interval has its rows, and a small simulation of each holds."""

import importlib.util
import re
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


def script():
    """docs/writers/make_coverage.py as a module."""
    spec = importlib.util.spec_from_file_location("make_coverage", ROOT / "docs/writers/make_coverage.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


coverage = script()
SLOW = {
    "studies.strategies.mix", "stats.rating.ratings", "studies.luck.tables", "seti.analysis.draws.drawn_effect",
    "seti.analysis.rates.agreement", "seti.analysis.opening.winner",
}  # fmt: skip
"""Entries whose samples take long: in the long form alone."""
QUICK = [name for name in coverage.ENTRIES if name not in SLOW]


def test_every_function_that_makes_an_interval_stands_in_the_table():
    """A new one needs an entry, or a word on whose intervals it passes on; neither may name what is gone."""
    makers, entries = set(coverage.makers()), {name.partition(",")[0] for name in coverage.ENTRIES}
    new = ", ".join(sorted(makers - entries - set(coverage.PASSES_ON)))
    assert not new, f"{new}: an entry or PASSES_ON in docs/writers/make_coverage.py, then run it: `> docs/coverage.md`"
    assert set(coverage.PASSES_ON) <= makers and not set(coverage.PASSES_ON) & entries
    for name in entries:
        module, _, function = name.rpartition(".")
        assert callable(getattr(importlib.import_module(f"seti_sim.{module}"), function)), name


@pytest.mark.parametrize("made", [
    "def f(x):\n    return Estimate(x, low, high)", "def f(x):\n    return pl.DataFrame({'low': x, 'sim_high': x})",
    "def f(x):\n    return frame.with_columns(rank_low=x)", "def f(x):\n    return stats.t_estimate(x, 1, 2, 3, kind='paired')",
    "def f(x):\n    columns = ['estimate', 'low', 'high']\n    return pl.DataFrame(x, columns)",
    "class A:\n    def f(self):\n        return Estimate(1, 2, 3)",
])  # fmt: skip
def test_a_new_one_is_found(made, tmp_path):
    (tmp_path / "analysis").mkdir()
    (tmp_path / "analysis" / "new.py").write_text(made + "\n\n\ndef g(x):\n    return x + 1\n")
    assert coverage.makers(root=tmp_path) == ["analysis.new.A.f" if made.startswith("class") else "analysis.new.f"]


@pytest.mark.parametrize("name", QUICK)
def test_intervals_hold(name):
    """A small table: no row of 20 games is outside without a reason by more than chance does in one row of a thousand."""
    entry = coverage.ENTRIES[name]
    times = 2000 if entry.most == coverage.Entry.most else 40
    for truth in entry.truths:
        got = coverage.row(name, truth, 20, times, seed=7)
        words = coverage.verdict(got, entry.why.get((truth, 20)), slack=3.3)
        assert not words.startswith(coverage.FAULT), (truth, got, words)


@pytest.mark.soak
@pytest.mark.parametrize("name", coverage.ENTRIES)
def test_intervals_hold_in_full(name):
    entry = coverage.ENTRIES[name]
    for truth in entry.truths:
        for n in coverage.SIZES:
            got = coverage.row(name, truth, n, seed=11)
            words = coverage.verdict(got, entry.why.get((truth, n)), slack=3.3)
            assert not words.startswith(coverage.FAULT), (truth, n, got, words)


@pytest.mark.parametrize("row, why, words", [
    ((1.0, 0.95, 0.05, 0, 1000), None, "inside"),
    ((1.0, 0.98, 0.02, 0, 200), None, "inside, within the error"),
    ((1.0, 0.98, 0.02, 0, 4000), None, "fault: above without a reason"),
    ((1.0, 0.98, 0.02, 0, 4000), "whole games", "above: whole games"),
    ((0.1, 0.80, 0.02, 0, 4000), "chance", "below: chance"),
    ((0.1, 0.80, 0.02, 0, 4000), None, "fault: below without a reason"),
    ((1.0, 0.90, 0.10, 0, 1000), "whatever it says", "fault: misses too often"),
    ((1.0, 0.95, 0.05, 3, 1000), "whatever it says", "fault: 3 without width or beyond what is possible"),
    ((0.0, np.nan, 0.0, 0, 1000), None, "no interval"),
])  # fmt: skip
def test_a_row_is_judged(row, why, words):
    assert coverage.verdict(coverage.Row(*row), why) == words


@pytest.mark.parametrize("ends, words", [
    (lambda p, half: (p - half, p + half), "beyond what is possible"), (lambda p, half: (p, p), "without width"),
    (lambda p, half: (np.maximum(p - half / 2, 0), np.minimum(p + half / 2, 1)), "misses too often"),
    (lambda p, half: (np.maximum(p - 2 * half, 0), np.minimum(p + 2 * half, 1)), "above without a reason"),
])  # fmt: skip
def test_an_estimator_that_is_wrong_is_found(ends, words, monkeypatch):
    """Shares of half of 20 games: ends of 2.1 standard errors, and what comes of them if they are spoilt."""

    def draw(truth, n, times, rng):
        p = rng.binomial(n, 0.5, times) / n
        return *ends(p, 2.1 * np.sqrt(p * (1 - p) / n + 0.01)), 0.5

    entry = coverage.Entry(draw, {"middling": "50 %"}, least=0, top=0.9 if words.startswith("beyond") else 1)
    monkeypatch.setitem(coverage.ENTRIES, "wrong", entry)
    assert words in coverage.verdict(coverage.row("wrong", "middling", 20, 2000))


def test_the_table_is_whole_and_keeps_its_word():
    """docs/coverage.md has a row for every entry, truth and size, and what each is worth; none is at fault, and a reason that
    the script has for a row is one that the row needs."""
    text = (ROOT / "docs/coverage.md").read_text(encoding="utf-8")
    cells = [line.strip("| \n").split(" | ") for line in text.splitlines() if line.startswith("| `") and " % |" in line]
    found = {}
    for name, truth, n, _given, holds, error, misses, samples, words in cells:
        found[name.strip("`"), truth.partition(":")[0], int(n.replace(",", ""))] = holds, error, misses, samples, words
    assert set(found) == set(coverage.cases())
    number = lambda text: float(re.sub("[ %,]", "", text))  # noqa: E731
    for (name, truth, n), (holds, error, misses, samples, words) in found.items():
        why = coverage.ENTRIES[name].why.get((truth, n))
        assert words in ("inside", "inside, within the error", "no interval", f"above: {why}", f"below: {why}"), (
            name,
            truth,
            n,
        )
        if words != "no interval":
            off = max(number(holds) - 97, 93 - number(holds))
            assert off <= 0.05 or words != "inside", (name, truth, n)
            assert off <= 2 * (number(error) + 0.06) or why, (name, truth, n)
            assert number(misses) <= 7.05 + 200 * np.sqrt(0.05 * 0.95 / number(samples)), (name, truth, n)
        assert why is None or words.endswith(why), f"{name}, {truth}, {n}: a reason that is not needed"
    assert all(f"| `{name}` |" in text for name in coverage.PASSES_ON)
