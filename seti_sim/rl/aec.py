"""PettingZoo environments: agents act one after the other, each at its own decisions (AEC)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seti_sim.core.errors import RunError
from seti_sim.core.extras import need
from seti_sim.core.kind import GameKind
from seti_sim.core.names import in_short

for _package in ("pettingzoo", "gymnasium"):
    need(_package, "seti_sim.rl")

import numpy as np  # noqa: E402
from gymnasium import spaces as gym_spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

from .environment import LOSES, LOST, RENDERED, Environment, check_render_mode, observation_space, refusing  # noqa: E402
from .episodes import Episodes  # noqa: E402


class raw_env(Environment, AECEnv):  # noqa: N801 - the name that PettingZoo's environments have
    """A game as an environment of PettingZoo, without wrappers.

    Arguments are those of `Episodes`, and: max_cycles: decisions after which a game is truncated, None for no such end.
    render_mode: None, or "svg", with which `render` gives the board as SVG text.

    possible_agents: "player_0" and on, in the turn order of the first round; "player_0" alone in a solo game. An observation is
    {"observation": float32 [n_observation], "action_mask": int8 [n_actions]}.
    """

    metadata = {"name": "seti_sim_v0", "render_modes": list(RENDERED), "is_parallelizable": False}

    def __init__(
        self,
        game: str | GameKind = "seti",
        players: int | None = None,
        variant: str | Path | dict[str, Any] | None = None,
        *,
        reward: str = "win",
        illegal: str = "raise",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise RunError(f"max_cycles {in_short(max_cycles)}: expected at least 1, or None")
        check_render_mode(render_mode)
        self.episodes = Episodes(game, players, variant, reward=reward, illegal=illegal, **options)
        self.metadata = {**self.metadata, "name": f"{self.episodes.kind.name}_v0"}
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = list(self.episodes.agents)
        space = observation_space(self.spaces)
        self._observation_spaces = {agent: gym_spaces.Dict(dict(space.spaces)) for agent in self.possible_agents}
        self._action_spaces = {agent: gym_spaces.Discrete(self.spaces.n_actions) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection: str = self.possible_agents[0]

    def __str__(self) -> str:
        return str(self.metadata["name"])

    # ------------------------------------------------------------------ spaces
    @property
    def game(self) -> Any:
        """The `Game` that is being played."""
        return self.episodes.game

    def observation_space(self, agent: str) -> gym_spaces.Space:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gym_spaces.Space:
        return self._action_spaces[agent]

    # ------------------------------------------------------------------ playing
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The first game of a seed that is given, the next game without. options: {"game": number} begins that game instead."""
        self.episodes.reset(seed, (options or {}).get("game"))
        self._decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self.episodes.info(agent) for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.episodes.agent or self.agents[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self.episodes.observe(agent)

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        rewards = self.episodes.act(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = rewards
        self._accumulate_rewards()
        self._decisions += 1
        agent = self.episodes.agent
        if agent is None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._decisions == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0] if agent is None else agent

    def close(self) -> None:
        """Nothing is held open."""


def env(
    game: str | GameKind = "seti", players: int | None = None, variant: Any = None, *, illegal: str = LOSES, **arguments: Any
) -> AECEnv:
    """`raw_env` in the wrappers that PettingZoo's games of turns have: out of bounds and out of order is told.

    illegal: "lose": an action that is not legal ends the game with the reward -1; else as of `raw_env`.
    """
    made: AECEnv = raw_env(game, players, variant, illegal=refusing(illegal), **arguments)
    if illegal == LOSES:
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=LOST)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def parallel_env(*given: Any, **arguments: Any) -> Any:
    """`env` with all agents at once: at each step only the action of the one who is to act counts, whose mask alone is not empty."""
    return turn_based_aec_to_parallel(env(*given, **arguments))
