"""Environments pass the checks of those who defined them, and play the games that the engine plays."""

import importlib
import sys
import types
import warnings
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from seti_sim import rl
from seti_sim.core.errors import RunError, SetiSimError

TABLES = {
    **{f"seti-{n}": {"game": "seti", "players": n} for n in (2, 3, 4)},
    "seti-solo": {"game": "seti", "solo": True, "level": 2},
    **{f"planetx-{n}": {"game": "planetx", "players": n} for n in (1, 2, 3, 4)},
}
every_table = pytest.mark.parametrize("given", TABLES.values(), ids=TABLES)


@pytest.fixture(autouse=True)
def quiet():
    """PettingZoo warns of any environment with a mask that is none of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def masked(mask, draw):
    return int(draw.choice(np.flatnonzero(mask)))


def played(env, draw, look=0):
    """One episode of random legal actions: the rewards that each agent got. look: every how many decisions to observe."""
    env.reset()
    total, decisions = dict.fromkeys(env.agents, 0.0), 0
    while env.agents:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            env.step(None)
            continue
        if look and decisions % look == 0:
            env.observe(agent)
        env.step(masked(env.episodes.mask(agent), draw))
        for name, reward in env.rewards.items():
            total[name] += reward
        decisions += 1
    return total


# ---------------------------------------------------------------------------------------------- their own checks


@every_table
def test_pettingzoo(given):
    env = rl.env(**given)
    api_test(env, num_cycles=12)
    seed_test(lambda: rl.env(**given), num_cycles=12)


@every_table
def test_pettingzoo_all_at_once(given):
    """`max_cycles_test` draws actions without looking at masks, and counts a cycle for every agent."""

    def parallel(**more):
        return rl.parallel_env(**given, illegal="next", **more)

    max_cycles_test(types.SimpleNamespace(parallel_env=parallel, env=lambda **more: parallel_to_aec(parallel(**more))))
    parallel_api_test(parallel(), num_cycles=20)


@every_table
def test_gymnasium(given):
    check_env(rl.SingleAgentEnv(**given, opponents="random"), skip_render_check=True)


@pytest.mark.soak
@every_table
def test_pettingzoo_at_length(given):
    api_test(rl.env(**given), num_cycles=1000)
    seed_test(lambda: rl.env(**given), num_cycles=500)


# ---------------------------------------------------------------------------------------------- the engine's games


def again(env, text):
    """The game of a record, played again by the engine; without `text` action by action, for records take long to read."""
    game, episodes = env.game, env.episodes
    if text:
        return type(game).replay(game.rules, game.record())
    fresh = episodes.kind.new_game(episodes.plan, episodes.number)
    for code in game.history:
        fresh.apply(code)
    return fresh


def same_as_records(given, episodes, seed=11, look=0, text=1):
    """Random episodes end with the scores of their records, played again by the engine, and rewards are made of these.
    text: of every how many the record is written and read."""
    env, draw = rl.raw_env(**given), np.random.default_rng(seed)
    env.episodes.seed = seed
    for number in range(episodes):
        rewards = played(env, draw, look)
        game = again(env, text=number % text == 0)
        scores = game.scores()
        assert game == env.game and game.is_over and scores == env.game.scores()
        for agent, seat in env.episodes.seat_of.items():
            assert rewards[agent] == pytest.approx(scores[seat]["win_share"] - 1 / len(scores))
        assert len(rewards) < len(scores) or sum(rewards.values()) == pytest.approx(0)
    assert env.episodes.number == episodes


@every_table
def test_random_episodes_end_as_their_records(given):
    same_as_records(given, 1 if given.get("game") == "planetx" and given["players"] > 2 else 3, look=20)


@pytest.mark.soak
@every_table
def test_ten_thousand_random_episodes_end_as_their_records(given):
    same_as_records(given, 1250, text=50)


@pytest.mark.parametrize("given, policy", [(TABLES["seti-3"], "greedy"), (TABLES["seti-solo"], "greedy"), (TABLES["planetx-3"], "infogain"),
                                           (TABLES["planetx-1"], "infogain")])  # fmt: skip
def test_episodes_of_a_policy_are_the_games_of_a_run(given, policy):
    """Game k of a seed: every choice goes through its number, and scores are those of the batch that runs are made of."""
    env = rl.raw_env(**given, reward="score")
    chooser = env.episodes.kind.get_policy(policy)
    env.reset(seed=5)
    for number in range(3):
        points, start = dict.fromkeys(env.agents, 0.0), env.game.scores()
        while not any(env.terminations.values()):
            env.step(env.spaces.index[int(chooser.choose(env.game))])
            for agent, reward in env.rewards.items():
                points[agent] += reward
        batch = env.episodes.kind.results(replace(env.episodes.plan, policies=(chooser,)), number, 1)
        seats = list(env.game.scores())
        for agent, seat in env.episodes.seat_of.items():
            assert points[agent] + start[seat]["total"] == batch["score"][0, seats.index(seat)]
        env.reset()


def test_equal_seeds_give_equal_games_and_other_seeds_others():
    env, other = (rl.raw_env("seti", 2) for _ in range(2))
    env.reset(seed=3)
    first = env.game.clone()
    other.reset(seed=3)
    assert other.game == first
    env.reset()
    assert env.episodes.number == 1 and env.game != first
    other.reset(options={"game": 1})
    assert other.game == env.game
    env.reset(seed=3)
    assert env.game == first
    env.reset(seed=4)
    assert env.game != first
    fresh, another = (rl.raw_env("seti", 2) for _ in range(2))
    fresh.reset(), another.reset()
    assert fresh.episodes.seed != another.episodes.seed


def test_truncation_after_max_cycles():
    env = rl.raw_env("planetx", 2, max_cycles=3)
    env.reset(seed=1)
    draw = np.random.default_rng(1)
    for number in range(3):
        assert not any(env.truncations.values())
        env.step(masked(env.episodes.mask(env.agent_selection), draw))
    assert all(env.truncations.values()) and not any(env.terminations.values())


# ---------------------------------------------------------------------------------------------- one who learns


def test_the_others_are_played_by_the_policy_and_rewards_add_up():
    env = rl.SingleAgentEnv("planetx", 3, agent=None, opponents="infogain")
    draw, agents = np.random.default_rng(2), set()
    seen, info = env.reset(seed=7)
    for number in range(4):
        agents.add(info["agent"])
        reward, over = 0.0, False
        while not over:
            assert env.episodes.agent == info["agent"] and (env.action_masks() == seen["action_mask"]).all()
            seen, more, over, cut, info = env.step(masked(seen["action_mask"], draw))
            reward += more
            assert not cut
        scores = env.episodes.game.scores()
        assert reward == pytest.approx(scores[info["seat"]]["win_share"] - 1 / 3)
        with pytest.raises(RunError, match="reset"):
            env.step(0)
        seen, info = env.reset()
    assert len(agents) > 1


def test_an_action_that_is_not_legal():
    """It ends the game, is refused in one line, or the next legal one is done."""
    wrong = rl.spaces("planetx", 2).index[8 << 24]  # pass, in the last chance alone
    env = rl.env("planetx", 2)
    env.reset(seed=1)
    env.step(wrong)
    assert all(env.terminations.values()) and sorted(env.rewards.values()) == [-1, 0]
    single = rl.SingleAgentEnv("planetx", 2, opponents="random")
    single.reset(seed=1)
    _, reward, over, _, info = single.step(wrong)
    assert (reward, over, info["illegal"]) == (-1, True, True)
    with pytest.raises(RunError, match="reset"):
        single.step(0)
    raw = rl.raw_env("planetx", 2)
    raw.reset(seed=1)
    with pytest.raises(RunError, match=r"^action 745 \(pass\): not legal for player_0 \(turn\); expected one of the \d+"):
        raw.step(wrong)
    for word in (-1, 746, 1.5, True, "pass"):
        with pytest.raises(RunError, match="expected a number from 0 to 745"):
            raw.step(word)
    following = rl.raw_env("planetx", 2, illegal="next")
    following.reset(seed=1)
    following.step(wrong)
    assert following.game.history[0] == following.spaces.codes[0]  # round the end


@pytest.mark.parametrize("wrong, told", [
    ({"game": "chess"}, "game 'chess'"), ({"players": 5}, "players 5"), ({"reward": "money"}, "reward 'money'"),
    ({"illegal": "cry"}, "illegal 'cry'"), ({"max_cycles": 0}, "max_cycles 0"), ({"render_mode": "3d"}, "render_mode '3d'"),
    ({"mode": "expert"}, "mode 'expert'"), ({"variant": "nowhere.toml"}, "nowhere"), ({"level": 9, "solo": True}, "level 9"),
])  # fmt: skip
def test_what_cannot_be_is_told_in_one_line(wrong, told):
    with pytest.raises(SetiSimError, match=f"^.*{told}") as error:
        rl.env(**wrong)
    assert "\n" not in str(error.value)


def test_other_wrong_things_are_told_in_one_line():
    with pytest.raises(RunError, match="^agent 'P1': expected player_0, player_1, or None$"):
        rl.SingleAgentEnv("planetx", 2, agent="P1")
    env = rl.raw_env("planetx", 2)
    with pytest.raises(RunError, match="^seed -1: expected 0 to"):
        env.reset(seed=-1)
    with pytest.raises(RunError, match="^game 'x': expected the number of a game"):
        env.reset(options={"game": "x"})


def test_the_board_is_drawn():
    for game in ("seti", "planetx"):
        env = rl.env(game, 2, render_mode="svg")
        env.reset(seed=1)
        assert env.render().startswith("<svg")
        env.close()


def test_a_missing_package_is_told_with_the_command_that_helps(monkeypatch):
    monkeypatch.setattr("seti_sim.core.extras.find_spec", lambda name: None)
    for module, package, extra in (("aec", "pettingzoo", "rl"), ("single", "gymnasium", "rl")):
        monkeypatch.delitem(sys.modules, f"seti_sim.rl.{module}")
        with pytest.raises(RunError) as error:
            importlib.import_module(f"seti_sim.rl.{module}")
        assert str(error.value) == f"the package {package} is missing, which seti_sim.rl needs: pip install -e '.[{extra}]'"


def test_opponents_are_of_the_rules_that_are_played():
    """A policy of the other seats may name what a variant adds, as in a run."""
    env = rl.SingleAgentEnv("seti", 2, "invented-tech", opponents="greedy[without=landing-crew]")
    assert env.opponents.barred[1] == 1 << list(env.episodes.plan.rules.tech_ids).index("landing-crew")
    with pytest.raises(ValueError, match="without=landing-crew"):
        rl.SingleAgentEnv("seti", 2, opponents="greedy[without=landing-crew]")
