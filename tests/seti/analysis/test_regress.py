"""Regressions against statsmodels, against simulated data of known truth, and where they cannot work."""

import fake_engine
import numpy as np
import polars as pl
import pytest
import simulated
import statsmodels.api as sm
from polars.testing import assert_frame_equal
from scipy import sparse
from statsmodels.discrete.conditional_models import ConditionalLogit

from seti_sim.seti.analysis import cards, opening
from seti_sim.stats.regress import conditional_logit, least_squares
from seti_sim.tables import open_run


def blocks_of(x, y, game, size=100):
    """The blocks of a data set, `size` games each."""

    def blocks():
        for first in range(0, int(game.max()) + 1, size):
            mine = (game >= first) & (game < first + size)
            yield sparse.csr_matrix(x[mine]), y[mine], game[mine] - first

    return blocks


def contests(games, beta, seed, seats=4, ties=0.0):
    """Seats with covariates; who wins follows the conditional logit with `beta`."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(games, seats, len(beta)))
    value = x @ beta + rng.gumbel(size=(games, seats))
    won = (value == value.max(axis=1, keepdims=True)).astype(float)
    tied = rng.random(games) < ties
    won[tied] = [0.5, 0.5, *[0] * (seats - 2)]
    return x.reshape(-1, len(beta)), won.ravel(), np.repeat(np.arange(games), seats)


def test_least_squares_is_statsmodels():
    rng = np.random.default_rng(1)
    game = np.repeat(np.arange(300), 4)
    x = np.column_stack([np.ones(1200), rng.normal(size=(1200, 3))])
    y = x @ [1.0, 2, -1, 0] + rng.normal(size=300)[game] + rng.normal(size=1200)
    ours = least_squares(blocks_of(x, y, game))
    theirs = sm.OLS(y, x).fit(cov_type="cluster", cov_kwds={"groups": game, "use_correction": False})
    assert ours.beta == pytest.approx(theirs.params) and ours.explained == pytest.approx(theirs.rsquared)
    assert ours.covariance == pytest.approx(np.asarray(theirs.cov_params()) * 300 / 299)
    assert (ours.rows, ours.games) == (1200, 300)


def test_conditional_logit_is_statsmodels():
    x, won, game = contests(400, np.array([0.8, -0.5, 0.0]), 2)
    ours = conditional_logit(blocks_of(x, won, game), 4)
    model = ConditionalLogit(won, x, groups=game)
    theirs = model.fit(disp=False)
    assert ours.beta == pytest.approx(theirs.params, abs=1e-3)  # its search stops early; ours is at its maximum:
    assert np.abs(model.score(ours.beta)).max() < 1e-6 and model.loglike(ours.beta) >= theirs.llf
    naive = np.sqrt(np.diag(theirs.cov_params()))
    assert np.sqrt(np.diag(ours.covariance)) == pytest.approx(naive, rel=0.15)  # robust errors are near where it holds
    assert 0.05 < ours.explained < 0.6


def test_conditional_logit_covers_the_truth_with_ties():
    beta, hits = np.array([0.4, 0.0]), []
    for seed in range(200):
        fit = conditional_logit(blocks_of(*contests(250, beta, seed), size=250), 4)
        hits.append(np.abs(fit.beta - beta) < 1.96 * np.sqrt(np.diag(fit.covariance)))
    assert 0.92 <= np.mean(hits) <= 0.98
    tied = conditional_logit(blocks_of(*contests(2000, beta, 5, ties=1.0)), 4)
    x, won, game = contests(2000, beta, 5, ties=1.0)
    score = x.reshape(-1, 4, 2)
    chance = np.exp(score @ tied.beta)
    chance /= chance.sum(axis=1, keepdims=True)
    assert np.abs(((won.reshape(-1, 4) - chance)[..., None] * score).sum(axis=(0, 1))).max() < 1e-3


def test_least_squares_covers_the_truth_where_games_hang_together():
    hits = []
    for seed in range(300):
        rng = np.random.default_rng(seed)
        game = np.repeat(np.arange(100), 4)
        x = np.column_stack([np.ones(400), rng.normal(size=100)[game]])
        fit = least_squares(blocks_of(x, 2 * rng.normal(size=100)[game] + rng.normal(size=400), game))
        hits.append(abs(fit.beta[1]) < 1.98 * np.sqrt(fit.covariance[1, 1]))
    assert 0.91 <= np.mean(hits) <= 0.98


def test_a_column_that_decides_every_game_is_an_error():
    won = np.tile([1.0, 0, 0, 0], 50)
    with pytest.raises(ArithmeticError, match="no maximum"):
        conditional_logit(blocks_of(won[:, None].copy(), won, np.repeat(np.arange(50), 4)), 4)


def test_nothing_and_almost_nothing():
    def empty():
        yield sparse.csr_matrix((0, 3)), np.zeros(0), np.zeros(0, int)

    assert least_squares(empty).rows == conditional_logit(empty, 4).rows == 0
    x, won, game = contests(1, np.array([0.0]), 1)
    one = least_squares(blocks_of(x, won, game))
    assert np.isfinite(one.beta).all() and np.isnan(one.covariance).all()
    tie = conditional_logit(blocks_of(x[:4], np.full(4, 0.25), game), 4)
    assert tie.games == 1 and np.isnan(tie.covariance).all()
    same = conditional_logit(blocks_of(np.ones((40, 1)), contests(10, np.array([0.0]), 3)[1], np.repeat(range(10), 4)), 4)
    assert same.beta == pytest.approx([0.0])  # what no seat has before another tells nothing


def test_the_strong_card_is_found_and_the_interval_narrower(mirror_run):
    run = open_run(mirror_run)
    frame, plain = opening.dealt_adjusted(run), cards.dealt_effect(run)
    card = f"base-{fake_engine.STRONG + 1:03d}"
    row = frame.filter(pl.col("card_id") == card).row(0, named=True)
    assert row["low"] < fake_engine.STRONG_EFFECT < row["high"] and row["q"] < 1e-6 and row["kind"] == "randomised"
    assert frame.height == 138 and (frame.filter(pl.col("card_id") != card)["q"] < 0.05).sum() <= 2
    assert frame["n"].sum() == 5 * 4 * 1200 and frame["se"].median() < plain["se"].median()
    assert (frame["sim_low"] < frame["low"]).all()
    win = opening.winner(run)
    best = win.filter(pl.col("term") == "card", pl.col("level") == card).row(0, named=True)
    assert best["low"] > 0.3
    others = win.filter(pl.col("term") == "seat")
    assert others["level"].to_list() == ["2", "3", "4"] and (others["high"] < 0).all()  # seat 1 has points more


def test_games_too_few_to_know_their_skewness_give_no_interval(mirror_run, monkeypatch):
    monkeypatch.setattr(opening, "LEAST", 1201)
    frame = opening.dealt_adjusted(open_run(mirror_run))
    assert frame.height == 138 and frame["estimate"].is_finite().all()
    for name in ("se", "low", "high", "sim_low", "sim_high", "p"):
        assert frame[name].fill_nan(None).null_count() == 138, name


def test_policies_and_stretches(mixed_run, monkeypatch):
    run = open_run(mixed_run)
    whole, win = opening.dealt_adjusted(run, "win_share", "random"), opening.winner(run)
    monkeypatch.setattr(opening, "_STRETCH", 400)
    assert_frame_equal(opening.dealt_adjusted(run, "win_share", "random"), whole, abs_tol=1e-9)
    assert_frame_equal(opening.winner(run), win, abs_tol=1e-7)
    assert whole["n"].sum() == 5 * 1200
    policy = win.filter(pl.col("term") == "policy").row(0, named=True)
    assert policy["level"] == "random" and policy["low"] < 0 < policy["high"]  # both are the same stand-in


def test_the_deal_of_the_made_up_game():
    run = simulated.play(5000, 11)
    run.config["categories"] |= {"species": [], "gold": []}
    run.games = pl.LazyFrame(
        {"game_id": range(5000), "species_left": None, "species_right": None, "gold_sides": ""},
        {"game_id": pl.Int64, "species_left": pl.Enum([]), "species_right": pl.Enum([]), "gold_sides": pl.String},
    )
    frame = opening.dealt_adjusted(run)
    # Drawn later cards come from the rest of the deck, so a card is worth a little less than its value.
    truth = simulated.VALUES - (simulated.VALUES.sum() - simulated.VALUES) / 11
    assert np.corrcoef(frame["estimate"], truth)[0, 1] > 0.98
