"""Rates of cards: against plain counts, on a made-up game in which they mislead, and where little is known."""

import numpy as np
import polars as pl
import pytest
import simulated

from seti_sim.seti.analysis import draws, rates
from seti_sim.stats.estimates import shrink
from seti_sim.tables import open_run


@pytest.fixture(scope="module")
def run(mirror_run):
    return open_run(mirror_run)


def pick(frame, card, measure):
    rows = frame.filter(pl.col("card_id").cast(pl.String) == card, pl.col("measure") == measure)
    assert rows.height == 1
    return rows.row(0, named=True)


def had(run, condition):
    """Win shares of the seats with a row of the card base-004 that fulfils a condition, one a seat."""
    rows = run.cards.filter(pl.col("card_id") == "base-004", condition).collect().unique(["game_id", "seat"])
    return rows["win_share"].cast(pl.Float64).to_numpy()


@pytest.mark.parametrize(
    "measure, condition",
    [
        ("opening", pl.col("opening")),
        ("in_hand", pl.lit(True)),
        ("played", pl.col("fate") == "played"),
        ("tucked", pl.col("fate") == "tucked"),
        ("corner", pl.col("fate") == "corner"),
    ],
)
def test_rates_are_means_over_seats(run, measure, condition):
    row, values = pick(rates.by_card(run), "base-004", measure), had(run, condition)
    assert (row["n"], row["estimate"]) == (len(values), pytest.approx(values.mean()))
    assert row["low"] < row["estimate"] < row["high"] and row["kind"] == "observational"


def test_drawn_not_seen_and_improvement(run):
    frame = rates.by_card(run)
    parts = {name: pick(frame, "base-004", name) for name in rates.RATES}
    assert parts["opening"]["n"] + parts["drawn"]["n"] == parts["in_hand"]["n"]
    assert parts["in_hand"]["n"] + parts["not_seen"]["n"] == 4 * run.n_games
    total = sum(parts[name]["n"] * parts[name]["estimate"] for name in ("in_hand", "not_seen"))
    assert total == pytest.approx(run.n_games)
    apart = parts["in_hand"]["estimate"] - parts["not_seen"]["estimate"]
    assert parts["improvement"]["estimate"] == pytest.approx(apart)
    assert frame["measure"].to_list()[:8] == list(rates.RATES)


def test_intervals_against_a_slow_sum_over_games(run):
    frame = rates.by_card(run, "score")
    rows = run.cards.filter(pl.col("card_id") == "base-004").select("game_id", "seat").unique()
    seats = run.seats.join(rows.with_columns(mine=1.0), on=["game_id", "seat"], how="left").collect()
    mine, score, game = (seats[name].fill_null(0).cast(pl.Float64).to_numpy() for name in ("mine", "score", "game_id"))
    for name, x in (("in_hand", mine), ("not_seen", 1 - mine)):
        mean = (x * score).sum() / x.sum()
        influence = np.bincount(game.astype(int), x * (score - mean)) / x.sum()
        assert pick(frame, "base-004", name)["se"] == pytest.approx(np.sqrt((influence**2).sum()), rel=2e-3)
    m1, m0 = (mine * score).sum() / mine.sum(), ((1 - mine) * score).sum() / (1 - mine).sum()
    parts = mine * (score - m1) / mine.sum() - (1 - mine) * (score - m0) / (1 - mine).sum()
    se = np.sqrt((np.bincount(game.astype(int), parts) ** 2).sum())
    assert pick(frame, "base-004", "improvement")["se"] == pytest.approx(se, rel=2e-3)


def test_rates_mislead_where_leaders_draw_more():
    run = simulated.play(6000, 7)
    run.cards = run.cards.with_columns(fate=pl.lit("held"), round_left=pl.lit(None, pl.Int64))
    frame = rates.by_card(run, "score")
    improvement = frame.filter(pl.col("measure") == "improvement")["estimate"].to_numpy()
    harmless = simulated.VALUES == 0
    assert (improvement[harmless] > 3).all() and pick(frame, simulated.CARDS[2], "improvement")["low"] > 0
    assert np.abs(run.truth[harmless]).max() < 0.5  # yet none of them does anything
    effects = draws.drawn_effect(run, ("score",), by_round=False).whole
    found = rates.misleads(frame, effects)
    assert found["card_id"].to_list()[0] == simulated.CARDS[0] and not found["wrong"][0]
    again = rates.misleads(
        frame,
        effects.with_columns(estimate=-pl.col("estimate"), sim_low=-pl.col("sim_high"), sim_high=-pl.col("sim_low")),
    )
    for given, least in ((effects, 0.5), (effects.with_columns(-pl.col("estimate")), -1.01)):
        order = rates.agreement(frame, given, "base").filter(pl.col("measure") == "improvement").row(0, named=True)
        assert order["low"] <= order["estimate"] <= order["high"] and order["n"] == 12 and order["estimate"] > least
    assert order["estimate"] < -0.9
    assert again.filter("wrong")["card_id"].len() >= 4


def test_rare_cards_are_shrunk_more(run):
    frame = rates.by_card(run).filter(pl.col("measure") == "played")
    found = shrink(frame["estimate"].to_numpy(), frame["se"].to_numpy())
    assert frame["shrunk"].to_numpy() == pytest.approx(found.estimate)


def test_exposure(run):
    frame = rates.exposure(run)
    rows = run.cards.filter(pl.col("card_id") == "base-004").collect()
    left = rows["round_left"].fill_null(5).cast(pl.Float64).clip(upper_bound=5)
    held = left - rows["round"].cast(pl.Float64)
    assert pick(frame, "base-004", "arrived")["estimate"] == pytest.approx(rows["round"].mean())
    assert pick(frame, "base-004", "rounds_in_hand")["estimate"] == pytest.approx(held.mean())
    plays = (rows["fate"] == "played").sum()
    assert pick(frame, "base-004", "played_a_round")["estimate"] == pytest.approx(plays / (held + 1).sum())
    assert pick(frame, "base-004", "played")["n"] == rows.height


def test_a_policy_and_few_games(mixed_run):
    mixed = open_run(mixed_run)
    both = [pick(rates.by_card(mixed, policy=p), "base-004", "in_hand")["n"] for p in (None, "greedy", "random")]
    assert both[0] == both[1] + both[2]
    one = simulated.play(1, 3)
    one.cards = one.cards.with_columns(fate=pl.lit("held"), round_left=pl.lit(None, pl.Int64))
    frame = rates.by_card(one)
    assert frame["estimate"].is_finite().all()
    assert frame.filter(pl.col("measure") == "improvement")["low"].is_nan().all()
