"""Uses of a card: what each way does from the position, and a toy game of known truth."""

import io

import numpy as np
import polars as pl
import pytest

from seti_sim.seti import _engine
from seti_sim.seti.engine import engine_rules, read_state
from seti_sim.seti.players import get
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies import card_uses, uses
from seti_sim.simulate import prepare
from seti_sim.studies import StudyError

RULES = RuleSet.load()


def holds(core, seat, what, card):
    return bool(int(read_state(core)["seat"][seat][what][card >> 6]) >> (card & 63) & 1)


def test_every_way_does_what_it_says(monkeypatch):
    """The four positions that are played on, looked at before they are."""
    seen = []
    real = _engine.play_to_end

    class Watching:
        choose_action, Core = staticmethod(_engine.choose_action), _engine.Core

        @staticmethod
        def play_to_end(core, weights, seats):
            seen.append(core.copy())
            return real(core, weights, seats)

    monkeypatch.setattr(uses, "_engine", Watching)
    plan = prepare(players=3, games=40, policies="greedy", seed=8)
    weights = np.array([get("greedy").engine_weights()], np.int32)
    counted = 0
    for game in range(12):
        seen.clear()
        found = uses._position(plan, weights, np.zeros(3, np.uint8), game)
        if found is None:
            assert not seen
            continue
        counted += 1
        _, when, card, scores, shares = found
        income, play, corner, kept = seen
        turn = {id(core): core.turns if hasattr(core, "turns") else None for core in seen}
        assert len(turn) == 4
        seats = [seat for seat in range(3) if holds(income, seat, "tucked", card)]
        assert len(seats) == 1
        seat = seats[0]
        assert holds(kept, seat, "hand", card) and not holds(kept, seat, "tucked", card)
        for core in (play, corner):
            assert not holds(core, seat, "hand", card) and not holds(core, seat, "tucked", card)
        assert 0 <= when <= 5 and shares.max() <= 1
        assert real(kept, weights, np.zeros(3, np.uint8))[seat] == scores[uses.WAYS.index("kept")]
        # What is played stays in play or goes to the discard pile; a corner always goes there.
        assert int(read_state(corner)["discard"][card >> 6]) >> (card & 63) & 1
    assert counted >= 5


def test_the_other_card_is_what_the_policy_would_tuck_without_this_one():
    core = _engine.Core(engine_rules(RULES))
    core.start(2, 3, 1)
    policy = np.array(get("greedy").engine_weights(), np.int32)
    hand, own = uses._tucks(core), _engine.choose_action(core, policy) >> 16 & 255
    before = core.to_bytes()
    assert all(uses._without(core, 0, card, policy) == own for card in hand if card != own)
    assert uses._without(core, 0, own, policy) in set(hand) - {own}
    assert core.to_bytes() == before


def test_a_toy_game_of_known_truth(monkeypatch, tmp_path):
    """Income is worth 4 more than play in the setup and 4 less in round 4, the corner 1 less than income."""

    def toy(plan, numbers):
        rng = np.random.default_rng(numbers.start)
        n = len(numbers)
        when = np.where(np.arange(n) % 2, 4, 0).astype(np.int8)
        level = rng.normal(100, 30, n)
        income = level + rng.normal(0, 2, n)
        score = np.column_stack([income, level - np.where(when == 0, 4, -4), income - 1, level])
        return {"game": np.array(numbers), "round": when, "card": (np.arange(n) % 10).astype(np.uint8), "score": score,
                "win_share": score / 1000}  # fmt: skip

    monkeypatch.setattr(uses, "_play", toy)
    study = card_uses(games=2000, out=tmp_path, stream=io.StringIO())
    rows = study.frames["uses"].filter(pl.col("outcome") == "score", pl.col("by") == "round")
    found = {(row["group"], row["better"], row["than"]): row for row in rows.iter_rows(named=True)}
    for group, truth in (("0", 4), ("4", -4)):
        row = found[group, "income", "play"]
        assert row["low"] < truth < row["high"] and row["high"] - row["low"] < 0.6 and row["n"] == 1000
        assert found[group, "income", "corner"]["estimate"] == pytest.approx(1)
    cards = study.frames["cards"].filter(pl.col("than") == "play")
    assert cards.height == 10 and (cards["n"] == 200).all()
    odd = cards["card_id"].is_in([RULES.card_ids[i] for i in range(1, 10, 2)])  # those of round 4 alone
    assert (cards.filter(odd)["high"] < 0).all() and (cards.filter(~odd)["low"] > 0).all()


def test_a_study_goes_on_and_small_ones_say_that_they_are(tmp_path):
    options = {"players": 2, "seed": 3, "stream": io.StringIO()}
    whole = card_uses(games=120, out=tmp_path / "whole", **options)
    card_uses(games=100, out=tmp_path / "parts", **options)
    parts = card_uses(games=120, out=tmp_path / "parts", **options)
    assert parts.frames["uses"].equals(whole.frames["uses"], null_equal=True) and parts.facts == whole.facts
    assert 0 < whole.facts["counted"] <= 120 == whole.facts["positions"]
    with pytest.raises(StudyError, match="expected more games"):
        card_uses(games=1, out=tmp_path / "few", **options)
