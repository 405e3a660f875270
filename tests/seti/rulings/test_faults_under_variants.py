"""Faults that only variants and positions written by hand brought to light."""

import numpy as np

from seti_sim.seti import Game, players
from seti_sim.seti.batch import play_games
from seti_sim.seti.rules import RuleSet

from .bench import bench, do, settle_down
from .species_bench import mascamites


def greedy_games(variant, seats, seed, count):
    rules = RuleSet.load(variant)
    batch = play_games(rules, players=seats, seed=seed, first=0, count=count, policies=[players.get("greedy")])
    return np.unique(batch.seats["game_id"]).size


def test_greedy_values_a_trace_that_brings_a_signal():
    overflow = [{"do": "signal", "where": "earth", "n": 1}]
    assert greedy_games({"discovery": {"overflow": overflow}}, 4, 1, 20) == 20


def test_greedy_places_no_data_that_it_does_not_have():
    assert greedy_games({"limits": {"data_pool": 1}}, 3, 7, 20) == 20


def test_a_missions_reward_does_not_see_the_probe_of_the_card_being_played():
    reward = [{"do": "if", "cond": {"probe_on": "mars"}, "then": [{"do": "gain", "vp": 5}]}]
    rules = RuleSet.load({"cards": {"base-137": {"mission": {"when": {"publicity": 1}, "reward": reward}, "endgame": {}}}})
    game = Game.from_json(
        rules,
        {
            "from": "bench",
            "seats": {"P1": {"hand": ["base-017"], "probes": [[2, 4], [2, 2]], "missions": {"base-137": []}}},
        },
    )
    do(game, "play base-017", "probe P1 2.4")
    before = game.to_json()["seats"]["P1"]["vp"]
    do(game, "mission base-137")
    assert game.to_json()["seats"]["P1"]["vp"] == before + 5


def test_a_launch_beyond_the_room_for_probes_is_skipped():
    game = bench(P1=dict(hand=["base-009"], probes=[[4, 1]] * 16))
    do(game, "play base-009")
    assert len(game.to_json()["seats"]["P1"]["probes"]) == 16


def test_all_samples_become_capsules_beside_as_many_probes_as_there_is_room_for():
    samples = ["sample-credits", "sample-energy", "sample-publicity", "sample-data", "sample-cards", "sample-vp-card"]
    mine = {"hand": ["mascamite-01"], "probes": [[3, 3]] * 16, "capsules": {name: [3, 3] for name in samples[1:]}}
    game = mascamites(P1=mine)
    do(game, "play mascamite-01", "skip", "trace right lander")
    settle_down(game)
    after = game.to_json()["seats"]["P1"]
    assert len(after["probes"]) == 15 and sorted(after["capsules"]) == sorted(samples)
