"""How much of who wins is settled before the first turn: the favourite of games not fitted to, and what is said of it."""

import numpy as np
import polars as pl
import pytest
import simulated
from matplotlib.text import Text

from seti_sim.seti.analysis import opening
from seti_sim.seti.pages.winner import setup_and_winner
from seti_sim.simulate import prepare
from seti_sim.simulate import run as play
from seti_sim.tables import open_run


def made_up(games, seed, **options):
    run = simulated.play(games, seed, **options)
    run.config |= {"seating": "rotate", "species": "drawn"}
    run.config["categories"] |= {"species": [], "gold": []}
    run.games = pl.LazyFrame(
        {"game_id": range(games), "species_left": None, "species_right": None, "gold_sides": ""},
        {"game_id": pl.Int64, "species_left": pl.Enum([]), "species_right": pl.Enum([]), "gold_sides": pl.String},
    )
    return run


def test_the_favourite_does_not_boast():
    """Where nothing of the setup matters a favourite wins its fair share, though a model fits 12 cards to 400 games."""
    hits = []
    for seed in range(12):
        for row in opening.favourites(made_up(400, seed, values=np.zeros(12), ahead=0)).iter_rows(named=True):
            hits.append(row["low"] <= 0.5 <= row["high"])
    assert np.mean(hits) >= 0.8  # 24 intervals of 95 %: three standard errors are 13 points


def test_the_favourite_of_a_known_hand_and_the_cards_behind_it():
    run = made_up(4000, 3, ahead=0)
    found = {row["known"]: row for row in opening.favourites(run).iter_rows(named=True)}
    seats, cards = run.seats.collect(), run.cards.filter(pl.col("opening")).collect()
    worth = dict(zip(simulated.CARDS, simulated.VALUES))
    hand = cards.group_by("game_id", "seat").agg(worth=pl.col("card_id").cast(pl.String).replace_strict(worth).sum())
    both = seats.join(hand, on=["game_id", "seat"], how="left").sort("game_id", "seat")
    value = both["worth"].fill_null(0).to_numpy().reshape(-1, 2)
    apart = value[:, 0] != value[:, 1]
    truth = both["win_share"].to_numpy().reshape(-1, 2)[np.arange(4000), value.argmax(axis=1)][apart].mean()
    assert found["hand"]["low"] < truth * apart.mean() + (1 - apart.mean()) / 2 < found["hand"]["high"] + 0.02
    assert found["table"]["low"] < 0.5 < found["table"]["high"] < found["hand"]["low"]
    assert opening.favourites(run, most=100)["n"].max() <= 4000
    odds = opening.winner(run).filter(pl.col("term") == "card")
    assert np.corrcoef(odds["estimate"], simulated.VALUES)[0, 1] > 0.97


def test_too_few_games_and_none_of_a_kind_are_said():
    """One game and three decide everything; no model, but an answer."""
    for games in (1, 3):
        with pytest.raises(ArithmeticError, match="no maximum"):
            opening.winner(made_up(games, 2))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("winner") / "run"
    play(prepare(players=3, games=2000, policies="greedy,greedy,explorer", seed=4, species="balanced"), folder)
    return open_run(folder)


def test_the_section_has_every_term(mixed):
    frame = opening.winner(mixed, most=2000)
    species = frame.filter(pl.col("term") == "species")
    assert species.height == 3 * 5 and species["estimate"].sum() == pytest.approx(0, abs=1e-8)
    assert frame["term"].unique(maintain_order=True).to_list() == ["seat", "policy", "species", "card"]
    assert (frame["low"] < frame["estimate"]).all() and set(frame["kind"]) == {"randomised"}
    section = setup_and_winner(mixed)
    figure, favourite, odds, note = section.blocks
    assert len(odds.labels) == 2 + 1 + 15 + 10 and "seat, policy and species" in section.answer and len(favourite.labels) == 2
    assert figure.name == "winner" and "Species and deals" not in note


def test_the_chart_says_how_many_games_the_model_was_fitted_to(mixed, monkeypatch):
    frame = opening.winner(mixed).with_columns(n=pl.when(pl.col("term") == "card").then("n").otherwise(1234.0))
    monkeypatch.setattr(opening, "winner", lambda run, most: frame)
    heads = [text.get_text() for text in setup_and_winner(mixed).blocks[0].figure.findobj(Text)]
    assert any("n = 1,234 games of 3 players" in head for head in heads)
