"""Options barred and ways to play: against direct play, toy games of known truth, and the equilibrium."""

import io
import sys

import numpy as np
import polars as pl
import pytest

from seti_sim.seti.batch import play_games
from seti_sim.seti.players import get
from seti_sim.seti.players.registry import bars
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies import option_values
from seti_sim.seti.studies.options import all_options, table
from seti_sim.studies import StudyError, strategies
from seti_sim.studies.strategies import (
    DEALS,
    by_species,
    dominated,
    equilibria,
    equilibrium,
    games_matrix,
    mix,
    resampled,
    tables,
)

RULES = RuleSet.load()


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """Enough to look at what they are, not to report them."""
    monkeypatch.setattr(sys.modules["seti_sim.studies.strategies"], "RESAMPLES", 40)


def test_options_are_what_a_policy_can_be_barred_from():
    known = all_options()
    assert {"scan", "research", "mission", "telescope-1", "signal-trace", "species", "mascamites"} <= set(known)
    assert all(bars("greedy", list(known)))


def test_the_barred_seat_is_compared_with_itself(tmp_path):
    study = option_values(
        ("scan", "species"), players=3, policies="greedy", games=12, seed=6, out=tmp_path, stream=io.StringIO()
    )
    rows = study.frames["options"].filter(pl.col("option") == "scan")
    free, barred = get("greedy"), get("greedy[without=scan]")
    losses = {"win_share": [], "score": []}
    for game in range(12):
        seat = game % 3
        assign = np.zeros((1, 3), np.uint8)
        before = play_games(RULES, players=3, seed=6, first=game, count=1, policies=[free, barred], assign=assign)
        assign[0, seat] = 1
        after = play_games(RULES, players=3, seed=6, first=game, count=1, policies=[free, barred], assign=assign)
        for name, found in losses.items():
            found.append(float(before.seats[name][seat]) - float(after.seats[name][seat]))
    for row in rows.iter_rows(named=True):
        assert row["estimate"] == pytest.approx(np.mean(losses[row["outcome"]]), abs=1e-6) and row["n"] == 12
        assert row["sim_low"] < row["low"] < row["high"] < row["sim_high"] and row["kind"] == "paired"
    assert rows["estimate"].min() > 0.1 and rows["changed"].min() == 1


def test_a_toy_of_options():
    rng = np.random.default_rng(1)
    base = rng.normal(100, 30, 4000)
    score = np.column_stack([base, base - 5 + rng.normal(0, 10, 4000), base, base + rng.normal(0, 10, 4000)])
    rows = {"score": score, "win_share": score / 100, "changed": np.array([[True, False, True]] * 4000)}
    found = table(rows, ["five", "nothing", "noise"], {"five": "kind"}).filter(pl.col("outcome") == "score")
    five, nothing, noise = found.iter_rows(named=True)
    assert five["low"] < 5 < five["high"] and five["q"] < 1e-6 and five["kind_of"] == "kind"
    assert nothing["estimate"] == 0 and nothing["changed"] == 0 and nothing["correlation"] == pytest.approx(1)
    assert noise["sim_low"] < 0 < noise["sim_high"] and five["correlation"] == pytest.approx(30 / np.hypot(30, 10), abs=0.02)


ROCK = np.array([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]])


@pytest.mark.parametrize("matrix, mix", [
    (ROCK, [1 / 3, 1 / 3, 1 / 3]),
    ([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]], [1, 0, 0]),
    # Rock wins only three quarters against scissors: paper, which beats rock, is what the mix has less of. By hand.
    ([[0.5, 0.0, 0.75], [1.0, 0.5, 0.0], [0.25, 1.0, 0.5]], [0.4, 0.2, 0.4]),
])  # fmt: skip
def test_equilibria_known_by_hand(matrix, mix):
    assert equilibrium(matrix) == pytest.approx(mix, abs=1e-9)
    against = np.array(mix) @ np.array(matrix)
    assert (against >= 0.5 - 1e-9).all()


@pytest.mark.parametrize("ways", [2, 3, 4, 6])
def test_many_equilibria_are_those_of_the_linear_program(ways):
    """Also where ways are equal, so that several mixes are as good: none of them loses to any way."""
    away = np.random.default_rng(ways).normal(0, 0.1, (40, ways, ways))
    matrices = 0.5 + (away - away.transpose(0, 2, 1)) / 2
    assert equilibria(matrices) == pytest.approx(np.array([equilibrium(matrix) for matrix in matrices]), abs=1e-9)
    matrices[:, 0], matrices[:, :, 0] = matrices[:, 1], matrices[:, :, 1]
    matrices[:, 0, 0] = matrices[:, 0, 1] = matrices[:, 1, 0] = 0.5
    mixes = equilibria(matrices)
    assert (np.einsum("gi,gij->gj", mixes, matrices) > 0.5 - 1e-9).all() and mixes.sum(axis=1) == pytest.approx(1)
    assert equilibria(np.full((2, ways, ways), 0.5)).sum(axis=1) == pytest.approx(1)


def test_a_mix_of_few_deals_has_no_interval():
    duels = np.random.default_rng(4).integers(0, 2, (DEALS, 3)).astype(float)
    for deals, known in ((DEALS, True), (DEALS - 1, False)):
        got = mix(games_matrix(duels[:deals], 3), ["a", "b", "c"])
        assert (got["low"].is_not_nan() == known).all() and (got["high"].is_not_nan() == known).all()


def test_resampled_mixes_say_how_sure_it_is():
    rng = np.random.default_rng(2)
    pairs = [(0, 1), (0, 2), (1, 2)]
    widths = []
    for deals in (4000, 60):
        duels = np.column_stack([rng.random(deals) < 0.5 + 0.3 * (ROCK[i, k] - 0.5) * 2 for i, k in pairs]).astype(float)
        drawn = resampled(games_matrix(duels, 3), 200)
        low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
        assert (low < 1 / 3).all() and (1 / 3 < high).all() and drawn.sum(axis=1) == pytest.approx(1)
        widths.append(high - low)
    assert (widths[0] < 0.25).all() and (widths[1] > 2 * widths[0]).all()


def test_dominance_and_the_best_way_are_told_where_they_are_sure():
    rng = np.random.default_rng(3)
    win = {(0, 1): 0.6, (0, 2): 0.8, (1, 2): 0.65}
    duels = np.column_stack([rng.random(8000) < win[pair] for pair in win]).astype(float)
    rows = {"duels": duels, "alone": np.full((8000, 6), 0.25), "species": rng.integers(0, 5, (8000, 2))}
    frames, facts = tables(rows, ["a", "b", "c"], RULES.species_ids)
    assert facts == {"best": "a", "dominates": [["a", "b"], ["a", "c"], ["b", "c"]]}
    assert frames["mix"]["weight"].to_list() == [1, 0, 0] and frames["mix"]["in_mix"].to_list() == [1, 0, 0]
    found = {(row["way"], row["other"]): row for row in frames["duels"].iter_rows(named=True)}
    row = found["a", "c"]
    assert row["low"] < 0.8 < row["high"] and row["se"] == pytest.approx(np.sqrt(0.8 * 0.2 / 8000), rel=0.1)
    assert found["c", "a"]["estimate"] == pytest.approx(1 - found["a", "c"]["estimate"])
    few = {name: values[:30] for name, values in rows.items()}
    assert tables(few, ["a", "b", "c"], RULES.species_ids)[1]["dominates"] == []
    assert dominated(games_matrix(duels[:, :1] * 0 + 0.5, 2)) == []


def test_species_that_favour_a_way_are_found():
    rng = np.random.default_rng(4)
    species = np.array([rng.choice(5, 2, replace=False) for _ in range(6000)])
    there = (species == 2).any(axis=1)
    duels = (rng.random(6000) < np.where(there, 0.6, 0.5))[:, None].astype(float)
    found = by_species(games_matrix(duels, 2), species, ["a", "b"], RULES.species_ids)
    for row in found.iter_rows(named=True):
        favoured = row["species"] == RULES.species_ids[2]
        truth = (0.08 if favoured else -0.02) * (1 if row["way"] == "a" else -1)  # of 0.1 the mean species has a fifth
        assert row["low"] < truth < row["high"] and (row["n"] == there.sum() or not favoured)
        assert row["q"] < 1e-6 if favoured else row["q"] > 1e-6


def test_duels_are_those_of_the_players_and_a_study_goes_on(tmp_path):
    names = ["greedy", "random"]
    quiet = io.StringIO()
    study = strategies(names, games=20, seed=2, among=3, out=tmp_path, stream=quiet)
    more = strategies(names, games=24, seed=2, among=3, out=tmp_path, stream=quiet)
    assert study.facts["best"] == "greedy" and study.frames["mix"]["weight"].to_list() == [1, 0]
    alone = {(row["way"], row["other"]): row["estimate"] for row in more.frames["alone"].iter_rows(named=True)}
    assert alone["greedy", "random"] == 1 and alone["random", "greedy"] == 0
    assert more.frames["duels"]["n"].to_list() == [48, 48] and more.frames["alone"]["n"].to_list() == [24, 24]
    for bad, words in ((["greedy"], "at least two"), (["greedy", "greedy"], "at least two different")):
        with pytest.raises(StudyError, match=words):
            strategies(bad, out=tmp_path)
    with pytest.raises(StudyError, match="among 7"):
        strategies(names, among=7)
