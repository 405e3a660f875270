"""A Gymnasium environment: one seat learns, a policy plays the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seti_sim.core.errors import RunError
from seti_sim.core.extras import need
from seti_sim.core.kind import GameKind
from seti_sim.core.names import in_short

need("gymnasium", "seti_sim.rl")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402

from .environment import LOSES, LOST, RENDERED, Environment, check_render_mode, observation_space, refusing  # noqa: E402
from .episodes import Episodes  # noqa: E402


class SingleAgentEnv(Environment, gymnasium.Env):
    """A game as an environment of Gymnasium: `agent` learns, and `opponents` plays the other seats.

    Arguments are those of `Episodes`, and: agent: "player_0" and on, or None: each episode draws it anew. opponents: name of a
    policy, or a callable `(view, legal) -> index` where the game has players in Python; it is not asked in solo games. illegal:
    "lose": an action that is not legal ends the episode with the reward -1; else as of `Episodes`. render_mode: None or "svg".

    A step ends when the agent is to act again, or when the game is over. Equal seeds and actions give equal episodes.
    """

    metadata = {"render_modes": list(RENDERED), "render_fps": 1}

    def __init__(
        self,
        game: str | GameKind = "seti",
        players: int | None = None,
        variant: str | Path | dict[str, Any] | None = None,
        *,
        agent: str | None = "player_0",
        opponents: Any = None,
        reward: str = "win",
        illegal: str = LOSES,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        refused = refusing(illegal)
        check_render_mode(render_mode)
        self.loses = illegal == LOSES
        self.episodes = Episodes(game, players, variant, reward=reward, illegal=refused, **options)
        if agent not in (None, *self.episodes.agents):
            raise RunError(f"agent {in_short(agent)}: expected {', '.join(self.episodes.agents)}, or None")
        kind = self.episodes.kind
        self.opponents = kind.policy_of(kind.policy if opponents is None else opponents, self.episodes.plan.rules)
        self.fixed, self.render_mode = agent, render_mode
        self.agent, self.over = self.episodes.agents[0], True
        self.observation_space = observation_space(self.spaces)
        self.action_space = gymnasium.spaces.Discrete(self.spaces.n_actions)

    def action_masks(self) -> np.ndarray:
        """Legal actions, bool [n_actions]; the name under which sb3-contrib's MaskablePPO asks for them."""
        return self.episodes.mask(self.agent).astype(bool)

    # ------------------------------------------------------------------ playing
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """The first game of a seed that is given, the next game without. options: {"game": number} begins that game instead."""
        super().reset(seed=seed)
        self.episodes.reset(seed, (options or {}).get("game"))
        names = self.episodes.agents
        drawn = np.random.default_rng((self.episodes.seed or 0, self.episodes.number)).integers(len(names))
        self.agent = names[drawn] if self.fixed is None else self.fixed
        self.over = False
        self._others(0.0)
        return self.episodes.observe(self.agent), self._info()

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        if self.over or self.episodes.agent != self.agent:
            raise RunError("step: the episode is over; expected reset first")
        if self.loses and not self.episodes.is_legal(action):
            self.over = True
            return self.episodes.observe(self.agent), LOST, True, False, self._info() | {"illegal": True}
        reward = self._others(self.episodes.act(action)[self.agent])
        return self.episodes.observe(self.agent), reward, self.episodes.agent is None, False, self._info()

    def _others(self, reward: float) -> float:
        """Lets the others act until the agent is to; `reward` with what comes to it meanwhile."""
        while self.episodes.agent not in (self.agent, None):
            chosen = self.opponents.choose(self.episodes.game)
            reward += self.episodes.act(self.spaces.index[int(chosen)])[self.agent]
        return reward

    def _info(self) -> dict[str, Any]:
        return self.episodes.info(self.agent) | {"agent": self.agent}


for _name, _game in (("Seti", "seti"), ("PlanetX", "planetx")):
    gymnasium.register(f"seti_sim/{_name}-v0", entry_point=SingleAgentEnv, kwargs={"game": _game})
