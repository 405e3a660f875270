"""Charts of what-if questions on made-up results: labels readable whatever the numbers, what is sure is marked."""

import sys
from itertools import permutations

import numpy as np
import polars as pl
import pytest
from geometry import assert_readable, faces
from test_charts import words

from seti_sim import charts as shared
from seti_sim.seti.analysis import metrics
from seti_sim.seti.charts import whatif as charts
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies.course import tables as course_tables
from seti_sim.seti.studies.options import all_options
from seti_sim.seti.studies.options import table as option_table
from seti_sim.seti.studies.uses import tables as use_tables
from seti_sim.studies.fix import _fresh
from seti_sim.studies.luck import tables as luck_tables
from seti_sim.studies.strategies import tables as strategy_tables

RULES = RuleSet.load()


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """Enough to draw."""
    for module in ("luck", "strategies"):
        monkeypatch.setattr(sys.modules[f"seti_sim.studies.{module}"], "RESAMPLES", 20)


RNG = np.random.default_rng(3)


@pytest.mark.parametrize("count", [300, 5000])
def test_uses(count):
    level = RNG.normal(100, 30, count)[:, None]
    score = level + RNG.normal(0, 10, (count, 4))
    rows = {"round": RNG.integers(0, 6, count), "card": RNG.integers(0, 138, count), "score": score, "win_share": score / 1000}
    uses, _ = use_tables(rows, RULES)
    for outcome in ("score", "win_share"):
        figure = charts.card_uses(uses, outcome)
        assert_readable(figure)
        assert any(word.startswith("setup (") for word in words(figure))


@pytest.mark.parametrize("few", [True, False])
def test_options_and_their_order(few):
    known = list(all_options())[: 3 if few else None]
    frames = []
    for players in (2, 3, 4):
        base = RNG.normal(100, 30, 500)[:, None]
        score = np.column_stack([base, base - np.arange(len(known)) - RNG.normal(0, 20, (500, len(known)))])
        rows = {"score": score, "win_share": score / 100, "changed": np.ones((500, len(known)), bool)}
        frames.append(option_table(rows, known, {}).select(pl.lit(players).alias("players"), pl.all()))
    figure = charts.option_values(pl.concat(frames))
    assert_readable(figure)
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert set(labels) == set(known) and labels.index(known[-1]) < labels.index(known[0])


@pytest.mark.parametrize("names", [["a", "b"], ["explorer", "observer", "analyst", "engineer", "greedy[without=computer-4]"]])
def test_strategies(names):
    m = len(names)
    pairs = m * (m - 1)
    rows = {"duels": (RNG.random((60, pairs // 2)) < 0.9).astype(float), "alone": RNG.random((60, pairs)),
            "species": RNG.integers(0, 5, (60, 2))}  # fmt: skip
    frames, _ = strategy_tables(rows, names, RULES.species_ids)
    figure = shared.strategy_matrix(frames["duels"], frames["mix"])
    assert_readable(figure)
    bold = [text.get_text() for text in figure.axes[0].texts if text.get_fontweight() == "bold"]
    sure = frames["duels"].filter((pl.col("low") > 0.5) | (pl.col("high") < 0.5))
    assert sorted(bold) == sorted(f"{100 * v:.1f}" for v in sure["estimate"]) and bold
    assert_readable(shared.strategy_matrix(frames["alone"], fair=0.25))


@pytest.mark.parametrize("games", [2, 4000])
def test_course(games):
    points = RNG.integers(0, 40, (games, 5, 4)).cumsum(axis=1)
    final = points[:, -1] + RNG.integers(0, 20, (games, 4))
    won = (final == final.max(axis=1, keepdims=True)).astype(float)
    frames = course_tables({
        "course": points, "final": final, "win_share": won / won.sum(axis=1, keepdims=True), "lead_changes": points[:, 0, 0],
        "turns": points[:, 0, 0], "decisions": points[:, 0, 0],
    })  # fmt: skip
    assert_readable(charts.leaders(frames["leaders"], 4))
    assert_readable(charts.comebacks(frames["comebacks"], 4))


@pytest.mark.parametrize("players", [2, 4])
def test_luck(players):
    orders = np.array(list(permutations(range(players))))
    values = RNG.normal(100, 30, (30, len(orders), players))
    frames, _ = luck_tables({"score": values, "win_share": values / 1000}, orders, [f"p{i}" for i in range(players)])
    figure = shared.luck(frames["shares"])
    assert_readable(figure)
    assert ("deal x seat" in words(figure)) == (players > 2)  # not told apart with two


@pytest.mark.parametrize("name, value, within", [("win_share@seat=1", 0.25, 0.01), ("score", 140.0, 2.0)])
def test_fix(name, value, within):
    metric = metrics.parse(name)
    candidates = pl.DataFrame({
        "changes": ["as it is", "setup.hand_limit_on_pass = 5", "setup.start_vp = [13, 12, 11, 14]; actions.scan.cost.energy = 3; x = 1"],
        "distance": [3 * within, within / 2, 1.5 * within], "reached": [False, True, False],
    })  # fmt: skip
    fresh = pl.concat([
        _fresh(rules, RNG.normal(middle, 10 * within, (200, 1)), [metric], value, within)
        for rules, middle in (("as it is", value + 3 * within), ("fixed", value))
    ])  # fmt: skip
    figure = shared.fix(candidates, fresh, value, within)
    assert_readable(figure)
    assert [(face == 1).all() for face in faces(figure.axes[0])] == [False, True, True]  # the nearest first, filled


def test_dealt_and_drawn():
    n = 138
    x = RNG.normal(0, 3, n)
    y = x + RNG.normal(0, 1, n)
    frame = pl.DataFrame({
        "card_id": [f"base-{i:03}" for i in range(n)], "name": [f"Card number {i}" for i in range(n)], "here": x, "here_low": x - 1,
        "here_high": x + 1, "drawn": y, "drawn_low": y - 1, "drawn_high": y + 1, "q": np.where(np.abs(y - x) > 2, 0.01, 0.5),
    })  # fmt: skip
    figure = charts.dealt_and_drawn(frame)
    assert_readable(figure)
    farthest = frame["name"][int(np.argmax(np.abs(y - x)))]
    assert farthest in words(figure)
