"""Decisions a second of environments with random legal actions, beside the classics of PettingZoo, as the table of docs/rl.md.

    python docs/writers/make_throughput.py

Each is played for `SECONDS` of one core's time, three times, and the fastest counts. `seen` is the usual loop, `env.last()`, a masked
sample, `env.step()`, so that each agent is given an observation at each of its decisions; `unseen` takes the mask and leaves the
observation; `engine` is the game without any environment, from Python. The classics need `pip install pettingzoo[classic]`; one
that cannot be imported is left out.
"""

from __future__ import annotations

import importlib
import random
import time
import warnings
from collections.abc import Callable, Iterator

import numpy as np

from seti_sim import rl

SECONDS, TIMES = 2.0, 3
OURS = (
    ("SETI, 2 players", {"game": "seti", "players": 2}),
    ("SETI, 4 players", {"game": "seti", "players": 4}),
    ("SETI, solo", {"game": "seti", "solo": True}),
    ("Planet X, 2 players", {"game": "planetx", "players": 2}),
    ("Planet X, 4 players", {"game": "planetx", "players": 4}),
    ("Planet X, solo", {"game": "planetx", "players": 1}),
)
CLASSICS = ("tictactoe_v3", "connect_four_v3", "chess_v6", "go_v5", "leduc_holdem_v4", "texas_holdem_v4", "gin_rummy_v4")
WARM = 20
"""Decisions before the clock starts."""


def seen(env) -> Iterator[None]:
    """Decisions of random episodes, one after the other, each with its observation."""
    env.reset(seed=1)
    while True:
        for agent in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            env.step(env.action_space(agent).sample(mask))
            yield
        env.reset()


def unseen(env) -> Iterator[None]:
    """The same without observations."""
    env.reset(seed=1)
    draw = np.random.default_rng(1)
    while True:
        while not any(env.terminations.values()):
            env.step(int(draw.choice(np.flatnonzero(env.episodes.mask(env.agent_selection)))))
            yield
        env.reset()


def alone(env) -> Iterator[None]:
    """The engine, asked from Python."""
    env.reset(seed=1)
    draw = random.Random(1)
    while True:
        core = env.game.core
        while not core.over:
            core.apply(draw.choice(core.legal()))
            yield
        env.reset()


def speed(decisions: Callable[[], Iterator[None]]) -> float:
    """Decisions a second of one core, the best of several times."""
    best = 0.0
    for _ in range(TIMES):
        going = decisions()
        for _ in range(WARM):
            next(going)
        n, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            next(going)
            n += 1
        best = max(best, n / (time.process_time() - start))
    return best


def main() -> None:
    warnings.simplefilter("ignore")
    print("| environment | seen | unseen | engine |", "| --- | ---: | ---: | ---: |", sep="\n")
    for name, given in OURS:
        speeds = (
            speed(lambda given=given: seen(rl.env(**given))),
            speed(lambda given=given: unseen(rl.raw_env(**given))),
            speed(lambda given=given: alone(rl.raw_env(**given))),
        )
        print(f"| {name} | {' | '.join(f'{one:,.0f}' for one in speeds)} |", flush=True)
    for name in CLASSICS:
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            env = module.env()
        except ImportError:
            continue
        print(f"| PettingZoo {name} | {speed(lambda env=env: seen(env)):,.0f} | | |", flush=True)


if __name__ == "__main__":
    main()
