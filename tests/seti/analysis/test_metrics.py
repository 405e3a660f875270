"""Metrics by name: their values against the tables, and what is refused."""

import numpy as np
import polars as pl
import pytest

from seti_sim.seti.analysis import metrics
from seti_sim.tables import open_run


def values(run, *names, first=0, last=None):
    found = [metrics.parse(name) for name in names]
    return metrics.values(run, found, first, run.n_games - 1 if last is None else last)


def test_values_are_those_of_the_tables(mixed_run):
    run = open_run(mixed_run)
    seats, games = run.seats.collect().sort("game_id", "seat"), run.games.collect().sort("game_id")
    got = values(run, "score", "score@seat=2", "score@policy=random", "win_share@policy=greedy", "margin", "shared_win")
    score = seats["score"].to_numpy().reshape(-1, 3).astype(float)
    greedy = (seats["policy"] == "greedy").to_numpy().reshape(-1, 3)
    shares = seats["win_share"].to_numpy().reshape(-1, 3)
    expected = [
        score.mean(axis=1), score[:, 1], (score * ~greedy).sum(axis=1) / 2, (shares * greedy).sum(axis=1),
        games["margin"].to_numpy(), (games["winners"] > 1).to_numpy(),
    ]  # fmt: skip
    assert got == pytest.approx(np.column_stack(expected))


def test_times_count_seats_that_did_not(mixed_run):
    run = open_run(mixed_run)
    actions = run.actions.filter(pl.col("kind") == "launch").collect()
    got = values(run, "times.launch", "times.launch@seat=1", "times.launch@policy=random")
    assert got.mean(axis=0) * run.n_games * [3, 1, 2] == pytest.approx(
        [
            actions["n"].sum(),
            actions.filter(pl.col("seat") == 1)["n"].sum(),
            actions.filter(pl.col("policy") == "random")["n"].sum(),
        ]
    )


def test_values_of_a_stretch(mirror_run):
    run = open_run(mirror_run)
    assert values(run, "score", "turns", first=450, last=620) == pytest.approx(values(run, "score", "turns")[450:621])


def test_every_metric_has_values_unit_and_words(mirror_run):
    run = open_run(mirror_run)
    found = [metrics.parse(name) for name in metrics.NAMES if name != "win_share"]
    got = metrics.values(run, found, 0, 49)
    assert got.shape == (50, len(found)) and np.isfinite(got).all()
    assert all(metric.unit and metric.words for metric in found)
    assert metrics.parse("win_share@seat=1").is_share and not metrics.parse("score").is_share


@pytest.mark.parametrize(
    "name, message",
    [
        ("scores", "did you mean score"),
        ("", "expected a number of the tables"),
        ("times.fly", "expected a number of the tables"),
        ("score@", "expected"),
        ("score@seat=0", "seat=0: expected a seat from 1 to 4"),
        ("score@seat=x", "seat=x: expected a seat from 1 to 4"),
        ("score@chair=1", "expected @seat=N or @policy=NAME"),
        ("margin@seat=1", "belongs to the whole game"),
    ],
)
def test_what_is_no_metric(name, message):
    with pytest.raises(metrics.MetricError, match=message):
        metrics.parse(name)


@pytest.mark.parametrize(
    "name, message",
    [
        ("win_share", "always 1/3"),
        ("win_share@policy=greedy", "always 1/3"),
        ("score@seat=4", "no seat 4"),
        ("score@policy=random", "random does not play, expected one of greedy"),
    ],
)
def test_what_a_run_cannot_have(name, message):
    with pytest.raises(metrics.MetricError, match=message):
        metrics.check([metrics.parse(name)], 3, ["greedy"] * 3)


def test_the_usual_ones_fit(mixed_run):
    names = [m.name for m in metrics.usual(3, ["greedy", "random", "random"])]
    assert names == ["score", "margin", "turns", "win_share@policy=greedy", "win_share@policy=random"]
    for seats in (["greedy"] * 2, ["greedy", "random"]):
        metrics.check(metrics.usual(2, seats), 2, seats)
