"""Following a table of cards, and what is confirmed on fresh games."""

import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from seti_sim.seti.analysis import draws
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies.cards import confirmed
from seti_sim.seti.studies.follow import Follower, follow
from seti_sim.studies.store import StudyError

sys.path.insert(0, str(Path(__file__).parents[1] / "seti" / "analysis"))
import simulated  # noqa: E402

RULES = RuleSet.load()
BASE = [card for card in RULES.card_ids if card.startswith("base-")]


def test_nobody_is_changed_by_a_table_that_says_nothing_else():
    """Where no card of the table is ever offered alone with others of it, nothing changes; games are the same."""
    frame = follow({"one card": {"base-001": 1.0}}, games=6, seed=5)
    assert frame["changed"].to_list() == [0, 0] and frame["estimate"].to_list() == [0, 0]
    assert frame["kind"].to_list() == ["paired"] * 2 and frame["correlation"][1] == pytest.approx(1)


def test_the_games_are_those_of_the_policy_and_chunks_do_not_matter(monkeypatch):
    table = {card: float(i) for i, card in enumerate(BASE)}
    whole = follow({"order": table}, games=9, seed=5, players=3)
    monkeypatch.setattr("seti_sim.seti.studies.follow._CHUNK", 4)
    assert follow({"order": table}, games=9, seed=5, players=3).equals(whole)
    assert whole["changed"][0] > 0 and whole["n"].to_list() == [9, 9]
    assert (whole["with"] - whole["without"]).to_list() == pytest.approx(whole["estimate"].to_list())


def test_the_follower_takes_the_best_card_of_its_table():
    from seti_sim.seti import Game
    from seti_sim.seti.players import registry

    weights = np.array(registry.get("greedy").engine_weights(), np.int32)
    follower = Follower.of("greedy", {card: float(-i) for i, card in enumerate(BASE)}, RULES)
    game, seen = Game.new(RULES, 4, 3, 0), 0
    while not game.is_over:
        action, changed = follower.choose(game.core, weights)
        legal = [str(a) for a in game.legal_actions()]
        if all(text.startswith("take base-") for text in legal) and len(legal) > 1:
            assert str(game.action(action)) == min(legal)
            seen += 1
        game.apply(action)
    assert seen > 3


@pytest.mark.parametrize(
    "table, message",
    [({"base-999": 1.0}, "base-999"), ({}, "at least one"), ({"base-001": float("nan")}, "at least one")],
)
def test_tables_that_cannot_be_followed(table, message):
    with pytest.raises(StudyError, match=message):
        follow({"table": table}, games=1, seed=1)
    with pytest.raises(StudyError, match="games = 0"):
        follow({"table": {"base-001": 1.0}}, games=0, seed=1)


def test_real_cards_are_confirmed_and_chance_finds_are_not():
    found, fresh = (draws.drawn_effect(simulated.play(1500, seed), ("score",), by_round=False) for seed in (1, 2))
    frame = confirmed(found, fresh).sort("card_id")
    strong = np.abs(simulated.VALUES) >= 6
    assert frame["confirmed"].to_numpy()[strong].all() and not frame["confirmed"].to_numpy()[simulated.VALUES == 0].any()
    assert frame.filter("confirmed").select((pl.col("again_low") * pl.col("again_high") > 0).all()).item()
    # Runs in which nothing does anything confirm nothing, however many cards they flag.
    none = [draws.drawn_effect(simulated.play(150, s, values=np.zeros(12)), ("score",), by_round=False) for s in range(40)]
    flagged = [one.__class__(one.effects, one.whole.with_columns(q=0.0), one.gain, 0, one.covariance) for one in none]
    wrong = [confirmed(a, b)["confirmed"].any() for a, b in zip(flagged[::2], none[1::2])]
    assert np.mean(wrong) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 20)


def test_a_study_from_finding_to_proof(tmp_path):
    from seti_sim.seti.studies.cards import FOLLOWED, SHUFFLED, card_strength

    study = card_strength(games=300, follow_games=4, out=tmp_path / "study")
    assert set(study.frames["proof"]["table"]) == {FOLLOWED, SHUFFLED}
    assert study.frames["cards"].height == 193 and study.facts["confirmed"] <= study.facts["flagged"]
    with pytest.raises(StudyError, match="three different"):
        card_strength(games=300, confirm_seed=1, out=tmp_path / "other")


def test_the_report_takes_the_study_in(tmp_path):
    from seti_sim.report import render
    from seti_sim.report.studies import in_short
    from seti_sim.seti.pages.card_study import finding
    from seti_sim.seti.studies import card_strength
    from seti_sim.studies import load

    made = card_strength(games=300, follow_games=4, out=tmp_path / "study")
    study = load(made.folder)
    assert in_short(study) == finding(study) == finding(made)
    proof = study.frames["proof"].filter(pl.col("outcome") == "win_share").row(0, named=True)
    page = render([], studies=[study])
    assert f"n = {proof['n']:,.0f} games followed, paired" in page and "Do strong cards prove themselves?" in page
    for low, high, words in (
        (0.01, 0.03, "the table proves itself"),
        (-0.03, -0.01, "no advice"),
        (-0.01, 0.01, "cannot be told"),
    ):
        moved = pl.lit((low + high) / 2).alias("estimate"), pl.lit(low).alias("low"), pl.lit(high).alias("high")
        study.frames["proof"] = made.frames["proof"].with_columns(*moved)
        assert words in finding(study)[0]
