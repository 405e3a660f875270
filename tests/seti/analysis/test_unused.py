"""What is left over and hardly ever played, against sums by hand and made-up rows of known truth."""

import numpy as np
import polars as pl
import pytest
from simulated import MadeUp

from seti_sim.seti.analysis import unused
from seti_sim.seti.pages.unused import left_and_unused
from seti_sim.tables import open_run

CARDS = ["base-001", "base-002", "base-003", "base-004", "base-005"]
PLAYED = {"base-001": 0.0, "base-002": 0.02, "base-003": 0.04, "base-004": 0.5}
"""How often each card is truly played; the last one never comes to a hand."""


@pytest.fixture(scope="module")
def run(mirror_run):
    return open_run(mirror_run)


def made_up(games, seed=0):
    """A run in which each of two seats gets every card but the last one in every game, and plays it as often as PLAYED says."""
    rng, rows = np.random.default_rng(seed), []
    for card, share in PLAYED.items():
        for seat in (1, 2):
            played = rng.random(games) < share
            rows.append(
                pl.DataFrame({
                    "game_id": np.arange(games), "seat": np.full(games, seat), "card_id": [card] * games, "source": ["deck"] * games,
                    "fate": np.where(played, "played", "discarded" if card == "base-004" else "tucked"), "policy": ["one"] * games,
                })
            )  # fmt: skip
    cards = pl.concat(rows).with_columns(pl.col("card_id").cast(pl.Enum(CARDS))).sort("game_id")
    seats = pl.DataFrame({
        "game_id": np.repeat(np.arange(games), 2), "seat": np.tile([1, 2], games), "policy": ["one"] * (2 * games),
        "win_share": np.tile([1.0, 0.0], games), "credits": np.tile([1, 3], games), "energy": np.full(2 * games, 2),
        "publicity": np.tile([4, 8], games), "data": np.zeros(2 * games, int), "hand": rng.integers(0, 3, 2 * games),
        "missions": np.zeros(2 * games, int),
    })  # fmt: skip
    config = {"categories": {"card": CARDS}, "rounds": 5, "seats": ["one", "one"], "block": 1}
    return MadeUp(cards=cards.lazy(), seats=seats.lazy(), config=config, card_names={"base-001": "Nobody's"}, players=2,
                  policies=("one",), ranges=[(0, games)], n_games=games, is_mirror=True)  # fmt: skip


def test_what_is_left_is_the_mean_of_seats_and_of_winners():
    run = made_up(300)
    found = {(row["who"], row["measure"]): row for row in unused.left_over(run).iter_rows(named=True)}
    seats = run.seats.collect()
    for name in unused.LEFT:
        assert found["seat", name]["estimate"] == pytest.approx(seats[name].mean())
        assert found["winner", name]["estimate"] == pytest.approx(seats.filter(seat=1)[name].mean())
    assert (found["seat", "credits"]["n"], found["winner", "credits"]["n"]) == (600, 300)
    thrown = run.cards.collect().filter(fate="discarded")
    assert found["seat", "discarded"]["estimate"] == pytest.approx(thrown.height / 600)
    assert found["winner", "discarded"]["estimate"] == pytest.approx(thrown.filter(seat=1).height / 300)
    hand = found["seat", "hand"]
    assert hand["low"] < 1 < hand["high"] and 0 <= hand["low"]


def test_a_card_is_rare_where_all_of_its_interval_is_below_the_limit():
    """With 4,000 arrivals 0 and 2 % are surely below 5 %; 4 % is not surely so for four cards at once; nothing is with 20."""
    few, many = (unused.hardly_played(made_up(games)) for games in (10, 2000))
    assert not few["rare"].any() and few["card_id"].to_list()[0] == "base-001"
    rows = {row["card_id"]: row for row in many.iter_rows(named=True)}
    assert many["card_id"].to_list() == list(PLAYED) and rows["base-001"]["name"] == "Nobody's"
    assert [rows[card]["rare"] for card in PLAYED] == [True, True, rows["base-003"]["high"] < 0.05, False]
    for card, truth in PLAYED.items():
        assert rows[card]["n"] == 4000 and rows[card]["low"] <= truth <= rows[card]["high"], card
    assert set(rows["base-001"]) >= {"estimate", "low", "high", "n", "kind", "se", "deck"}


def test_intervals_hold_for_all_cards_at_once():
    """In about 95 % of runs, and no fewer, all cards' intervals hold the truth together."""
    held = []
    for seed in range(60):
        rows = unused.hardly_played(made_up(200, seed)).select("card_id", "low", "high").rows()
        held.append(all(low <= PLAYED[card] <= high for card, low, high in rows))
    assert np.mean(held) >= 0.9


def test_the_section_names_the_rare_cards_and_says_where_there_are_none():
    section = left_and_unused(made_up(2000))
    assert "2.00 (no interval) credits" in section.answer and "surely: Nobody's" in section.answer
    assert "base-002" in section.answer and "base-004" not in section.answer
    assert [table.labels[0] for table in section.blocks[:2]] == ["credits", "base-001"]
    none = left_and_unused(made_up(40))
    assert "No card is surely played in less than 5.0" in none.answer
    empty = left_and_unused(made_up(5))
    assert "often enough" in empty.answer and len(empty.blocks) == 2


def test_a_real_run_by_hand(run):
    """Played share and arrivals of every card, counted again."""
    cards = run.cards.collect()
    counted = cards.group_by("card_id").agg(n=pl.len(), played=(pl.col("fate") == "played").mean())
    by_card = {str(card): (n, played) for card, n, played in counted.rows()}
    found = unused.hardly_played(run)
    assert found.height == len(by_card)
    for card, n, estimate in found.select("card_id", "n", "estimate").rows():
        assert (n, estimate) == pytest.approx(by_card[card])


def test_missions_not_completed_are_those_played_and_not_come_back_less_those_completed():
    """Seat 1 plays two missions of which one comes back, and completes none; seat 2 plays two and completes one, with a third in hand."""
    run, games = made_up(50), 50
    kept = [(1, "base-005", "dealt", "played"), (1, "base-006", "deck", "played"), (1, "base-006", "returned", "held"),
            (2, "base-005", "deck", "played"), (2, "base-006", "row", "played"), (2, "base-007", "row", "tucked"),
            (2, "base-009", "row", "played")]  # fmt: skip
    rows = [(game, *row) for game in range(games) for row in kept]
    names = ["game_id", "seat", "card_id", "source", "fate"]
    run.cards = pl.DataFrame(rows, schema=names, orient="row").with_columns(policy=pl.lit("one")).lazy()
    run.seats = run.seats.with_columns(missions=pl.when(pl.col("seat") == 2).then(1).otherwise(0))
    found = {(row["who"], row["measure"]): row for row in unused.unfinished(run).iter_rows(named=True)}
    assert {key: row["estimate"] for key, row in found.items()} == {
        ("seat", "missions"): 1, ("seat", "missed"): 1, ("winner", "missions"): 1, ("winner", "missed"): 1,
    }  # fmt: skip
    assert found["seat", "missions"]["n"] == 100 and found["winner", "missed"]["n"] == 50
