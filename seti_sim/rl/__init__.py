"""Games as environments for reinforcement learning (docs/rl.md).

`env`, `raw_env` and `parallel_env` are PettingZoo environments, `SingleAgentEnv` one of Gymnasium (extra `rl`). `spaces` gives
numbers of actions and fields of observations, which a trained player needs in a run; it takes NumPy only.
"""

from typing import TYPE_CHECKING

from seti_sim.core.lazy import later

if TYPE_CHECKING:
    from seti_sim.rl.aec import env, parallel_env, raw_env
    from seti_sim.rl.episodes import Episodes, spaces
    from seti_sim.rl.layout import Spaces
    from seti_sim.rl.single import SingleAgentEnv

__all__ = ["Episodes", "SingleAgentEnv", "Spaces", "env", "parallel_env", "raw_env", "spaces"]
__getattr__ = later(
    __name__,
    {
        "Episodes": "seti_sim.rl.episodes:Episodes",
        "SingleAgentEnv": "seti_sim.rl.single:SingleAgentEnv",
        "Spaces": "seti_sim.rl.layout:Spaces",
        "env": "seti_sim.rl.aec:env",
        "parallel_env": "seti_sim.rl.aec:parallel_env",
        "raw_env": "seti_sim.rl.aec:raw_env",
        "spaces": "seti_sim.rl.episodes:spaces",
    },
)
