"""The effect of drawing a card, on a made-up game whose truth is known, and on run folders."""

import numpy as np
import polars as pl
import pytest
import simulated
from polars.testing import assert_frame_equal
from scipy import stats as st

from seti_sim.seti.analysis import draws
from seti_sim.tables import open_run


def effect(run, outcome="score", **options):
    found = draws.drawn_effect(run, (outcome,), **options)
    return found.whole.sort("card_id")


@pytest.fixture(scope="module")
def large():
    return simulated.play(8000, 1)


def test_the_effect_is_the_truth_where_leaders_draw_more(large):
    frame = effect(large)
    off = (frame["estimate"].to_numpy() - large.truth) / frame["se"].to_numpy()
    assert np.abs(off).max() < 3.5 and (off**2).sum() < st.chi2.ppf(0.999, 12)
    assert set(frame["kind"]) == {"randomised"}
    # What a mean over those who drew it says: a bad card looks good.
    drew = large.cards.filter(pl.col("card_id") == simulated.CARDS[2]).collect()["score"].mean()
    assert drew > large.seats.collect()["score"].mean() + 2 and frame["high"][2] < -1


def test_the_control_variate_narrows_and_moves_nothing(large, monkeypatch):
    found = draws.drawn_effect(large, ("score",), by_round=False)
    assert found.gain["score"] > 1.25  # gold tiles give the leaders away
    with_it = found.whole.sort("card_id")
    monkeypatch.setattr(draws, "_fit", lambda *_: {})
    without = effect(large)
    assert (with_it["se"] < without["se"]).all()
    apart = (with_it["estimate"] - without["estimate"]) / without["se"]
    assert apart.abs().max() < 3


def test_a_control_variate_of_another_run_is_no_bias(large, monkeypatch):
    """Any guess that the draw cannot touch will do, however bad."""

    class Wild:
        mean = 0.0

        def guess(self, events):
            return 100.0 * events.drawer + 7.0 * events.turn

    usual = effect(large)["se"].mean()
    monkeypatch.setattr(draws, "_fit", lambda *_: {"score": Wild()})
    frame = effect(large)
    off = (frame["estimate"].to_numpy() - large.truth) / frame["se"].to_numpy()
    assert np.abs(off).max() < 3.5 and frame["se"].mean() > 2 * usual


@pytest.mark.parametrize("runs", [80, pytest.param(1000, marks=pytest.mark.soak)])
def test_intervals_cover(runs):
    """Of so many runs: each interval holds the truth in 95 % of them, all at once in 95 %, and ranks, too."""
    truth = simulated.play(20_000, 999).truth
    order = np.empty(len(truth))
    order[np.argsort(-simulated.VALUES)] = np.arange(1, len(truth) + 1)
    one, together, ranked = [], [], []
    for seed in range(runs):
        frame = effect(simulated.play(150, 1000 + seed), by_round=False)
        low, high = frame["low"].to_numpy(), frame["high"].to_numpy()
        one.append((low <= truth) & (truth <= high))
        together.append(((frame["sim_low"].to_numpy() <= truth) & (truth <= frame["sim_high"].to_numpy())).all())
        ends = frame["rank_low"].to_numpy(), frame["rank_high"].to_numpy()
        sure = simulated.VALUES != 0  # equal cards share their ranks
        ranked.append(((ends[0] <= order) & (order <= ends[1]))[sure].all())
    chance = 3 * np.sqrt(0.05 * 0.95 / runs)
    assert 0.93 <= np.mean(one) <= 0.97
    assert abs(np.mean(together) - 0.95) <= chance
    assert np.mean(ranked) >= 0.95 - chance


def test_size_and_power():
    """Where no card does anything, 5 % of them look as if; a card worth half an sd is found."""
    wrong, found = [], []
    for seed in range(100):
        null = effect(simulated.play(150, seed, values=np.zeros(12)), by_round=False)
        wrong.append((null["p"] < 0.05).mean())
        any_flag = (null["q"] < 0.05).any()
        found.append(any_flag)
    assert 0.03 <= np.mean(wrong) <= 0.07
    assert np.mean(found) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 100)
    strong = effect(simulated.play(600, 5), by_round=False)
    assert strong["q"][0] < 1e-6 and strong["q"][9] < 1e-6


def test_rounds_are_parts_of_the_whole(large):
    found = draws.drawn_effect(large, ("score",))
    parts = found.effects.filter(pl.col("when") != "all")
    assert set(parts["when"]) == {"setup", "round 1", "round 2", "round 3", "round 4"}
    whole = found.effects.filter(pl.col("when") == "all").sort("card_id")
    assert parts.group_by("card_id").agg(pl.col("n").sum()).sort("card_id")["n"].to_list() == whole["n"].to_list()
    # The sums without the matrix give what those with it give.
    events = draws._Events(large, draws._Book(large), 0, 7999, None)
    residual, _ = events.residual("score", None)
    dense, sparse = (draws._Tally(12, ["score"]) for _ in range(2))
    dense.add(events, {"score": residual - 50}, None)
    events.when[:] = 0
    sparse.add(events, {"score": residual - 50}, 0)
    for name in ("estimate", "se", "n"):
        assert getattr(dense.estimate("score"), name) == pytest.approx(getattr(sparse.estimate("score"), name))


def test_against_slow_sums(large):
    """The definition, draw by draw."""
    run = simulated.play(40, 3)
    rows = run.draws.sort("game_id", "event").collect()
    score = {(g, s): v for g, s, v in run.seats.select("game_id", "seat", "score").collect().iter_rows()}
    above, below = np.zeros((40, 12)), np.zeros((40, 12))
    for (game,), part in rows.group_by("game_id"):
        left = set(range(12))
        for chance, seat, card, pool in part.select("chance", "seat", "card_id", "pool").iter_rows():
            card = simulated.CARDS.index(card)
            if seat is not None:
                for c in left:
                    above[game, c] += ((c == card) - 1 / pool) * score[game, seat]
                    below[game, c] += (1 - 1 / pool) / pool
            left.discard(card)
    effects = above.sum(axis=0) / below.sum(axis=0)
    events = draws._Events(run, draws._Book(run), 0, 39, None)
    tally = draws._Tally(12, ["score"])
    tally.add(events, {"score": events.residual("score", None)[0]}, None)
    assert tally.estimate("score").estimate == pytest.approx(effects)
    influence = (above - effects * below) / below.sum(axis=0)
    few = tally.n / (tally.n - 1)
    assert tally.estimate("score").se ** 2 == pytest.approx((influence**2).sum(axis=0) * few)
    assert tally.covariance("score")[0, 1] == pytest.approx(
        (influence[:, 0] * influence[:, 1]).sum() * np.sqrt(few[0] * few[1])
    )


def test_draws_after_a_reshuffle_are_left_out():
    run = simulated.play(4000, 2, reshuffle=True)
    found = draws.drawn_effect(run, ("score",), by_round=False)
    assert 0.2 < found.left_out < 0.5
    frame = found.whole.sort("card_id")
    off = (frame["estimate"].to_numpy() - run.truth) / frame["se"].to_numpy()
    assert np.abs(off).max() < 3.5
    assert draws.drawn_effect(simulated.play(50, 2), ("score",)).left_out == 0


@pytest.mark.parametrize("games", [1, 2, 3])
def test_few_games_have_wide_or_no_intervals(games):
    frame = effect(simulated.play(games, 4))
    assert frame.height and frame["estimate"].is_finite().all()
    once = frame.filter(pl.col("n") == 1)
    assert once.height and once["low"].is_nan().all() and once["sim_low"].is_nan().all()


def test_games_without_a_winner_say_nothing_about_win_shares():
    run = simulated.play(60, 4, values=np.zeros(12), ahead=0, sd=0)
    frame = effect(run, "win_share")
    assert frame["estimate"].abs().max() < 1e-9 and frame["q"].drop_nans().min() in (None, 1.0)


def test_stretches_and_policies(mirror_run, mixed_run, monkeypatch):
    whole = draws.drawn_effect(open_run(mirror_run)).whole
    monkeypatch.setattr(draws, "_STRETCH", 500)
    cut = draws.drawn_effect(open_run(mirror_run)).whole
    assert_frame_equal(whole, cut, abs_tol=1e-9)
    mixed = open_run(mixed_run)
    both = [draws.drawn_effect(mixed, ("score",), policy).whole["n"].sum() for policy in (None, "greedy", "random")]
    assert both[0] == both[1] + both[2] and both[1] * 2 == both[2]
