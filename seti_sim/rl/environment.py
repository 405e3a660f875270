"""What the environments of PettingZoo and Gymnasium have alike; whoever imports it has seen to it that Gymnasium is there."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces as gym_spaces

from seti_sim.core.errors import RunError
from seti_sim.core.names import in_short

from .episodes import ILLEGAL, Episodes
from .layout import Spaces

RENDERED = ("svg",)
LOSES = "lose"
LOST = -1.0
"""Reward of who does what is not legal, where that ends the game."""


class Environment:
    """The games that it goes through, one after the other, and pictures of them."""

    episodes: Episodes
    render_mode: str | None

    @property
    def spaces(self) -> Spaces:
        """Numbers of the actions, fields of the observations."""
        return self.episodes.spaces

    @property
    def observation_names(self) -> tuple[str, ...]:
        """What each number of an observation is."""
        return self.spaces.names

    def render(self) -> Any:
        """The board as SVG text, or None where `render_mode` asks for none."""
        return self.episodes.kind.picture(self.episodes.game) if self.render_mode else None


def check_render_mode(mode: str | None) -> None:
    """RunError for a mode that there is not."""
    if mode not in (None, *RENDERED):
        raise RunError(f"render_mode {in_short(mode)}: expected svg or None")


def refusing(illegal: str) -> str:
    """What `Episodes` does with an action that is not legal, where an environment can also end the game over it; RunError for
    anything else."""
    if illegal not in (LOSES, *ILLEGAL):
        raise RunError(f"illegal {in_short(illegal)}: expected {', '.join((LOSES, *ILLEGAL))}")
    return "raise" if illegal == LOSES else illegal


def observation_space(spaces: Spaces) -> gym_spaces.Dict:
    """The space of observations with the mask of legal actions."""
    return gym_spaces.Dict(
        {
            "observation": gym_spaces.Box(spaces.low, spaces.high, dtype=np.float32),
            "action_mask": gym_spaces.Box(0, 1, (spaces.n_actions,), np.int8),
        }
    )
