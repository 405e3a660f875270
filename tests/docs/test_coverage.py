"""The coverage table: every function that makes an interval has its rows, and a small simulation of each holds."""

import importlib.util
import re
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


def script():
    """docs/make_coverage.py as a module."""
    spec = importlib.util.spec_from_file_location("make_coverage", ROOT / "docs/make_coverage.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


coverage = script()
SLOW = {"whatif.strategies.mix", "ladder.rating.ratings", "whatif.luck.tables", "analysis.draws.drawn_effect"}
QUICK = [name for name in coverage.ENTRIES if name not in SLOW]


def test_every_function_that_makes_an_interval_stands_in_the_table():
    """A new one needs an entry, or a word on whose intervals it passes on; neither may name what is gone."""
    makers, entries = set(coverage.makers()), {name.partition(",")[0] for name in coverage.ENTRIES}
    assert makers <= entries | set(coverage.PASSES_ON), makers - entries - set(coverage.PASSES_ON)
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
    """At most 7 % of a small number of samples miss, and what chance adds to that in one sample of a thousand."""
    entry = coverage.ENTRIES[name]
    times = 300 if entry.most == coverage.Entry.most else 40
    for truth in entry.truths:
        got = coverage.row(name, truth, 20, times, seed=7)
        assert got.misses <= 0.07 + 3.1 * np.sqrt(0.07 * 0.93 / got.times), (truth, got)


@pytest.mark.soak
@pytest.mark.parametrize("name", coverage.ENTRIES)
def test_intervals_hold_in_full(name):
    for truth in coverage.ENTRIES[name].truths:
        for n in coverage.SIZES:
            got = coverage.row(name, truth, n, seed=11)
            assert got.misses <= 0.07 + 3.1 * got.error, (truth, n, got)


def test_the_table_is_whole_and_keeps_its_word():
    """docs/coverage.md has a row for every entry, truth and size; none misses too often, none is wide without a reason."""
    text = (ROOT / "docs/coverage.md").read_text(encoding="utf-8")
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `") and " % |" in line]
    found = {}
    for name, truth, n, given, holds, misses, error, samples, *note in cells:
        found[name.strip("`"), truth.partition(":")[0], int(n.replace(",", ""))] = holds, misses, error, note
    wanted = {(name, truth, n) for name, entry in coverage.ENTRIES.items() for truth in entry.truths for n in coverage.SIZES}
    assert set(found) == wanted
    for key, (holds, misses, error, note) in found.items():
        number = lambda text: float(re.sub("[ %]", "", text)) / 100  # noqa: E731
        assert number(misses) <= 0.07 + 2 * number(error), key
        assert holds == "–" or number(holds) <= 0.97 or note, key
    assert all(f"| `{name}` |" in text for name in coverage.PASSES_ON)
