"""Playing many games: what a run is (`plan`), how it is asked for (`config`), its folder and parts
(`runner`, `worker`), its progress line.

>>> from seti_sim.simulate import prepare, run
>>> plan = prepare(players=4, games=1000, policies="learned", seed=1)    # doctest: +SKIP
>>> run(plan, "runs/a", jobs=2)                                          # doctest: +SKIP

A game is a function of the rules, the options, the number of players, the seed, its own number and the policies in its
seats. So the rows of a run are the same whatever the number of jobs and the size of the parts. What differs between
SETI and other games is behind `seti_sim.core.registry`.
"""

from seti_sim.core.errors import RunError, RunStopped
from seti_sim.simulate.plan import Plan, prepare, split_policies
from seti_sim.simulate.runner import run

__all__ = ["Plan", "RunError", "RunStopped", "prepare", "run", "split_policies"]
