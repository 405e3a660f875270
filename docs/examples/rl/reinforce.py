"""A small policy of SETI, learned by playing against itself, and a player made of it: NumPy alone.

    python docs/examples/rl/reinforce.py --episodes 1000 --out trained.npz
    seti-sim run --players 2 --policy reinforce:trained,random --games 200 --seed 1 --out runs/trained

The first line trains (where this file lies elsewhere than in the current folder, copy it there for the second). REINFORCE (Williams
1992) on the points of each seat: an action scores w[kind] · x + b[action], x being some numbers of the observation, and
is drawn with the softmax of the scores of what is legal. What the points to come are more than a linear guess from x tells is
what an action is praised for.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from seti_sim import rl

WEIGHTS = Path("trained.npz")
FIELDS = ("decision", "round", "main", "own.vp", "own.credits", "own.energy", "own.publicity", "own.data", "own.top", "own.lower",
          "own.hand.n", "own.tech", "own.orbiter", "own.lander", "own.probe", "next.vp", "next.passed")  # fmt: skip
RATE, DISCOUNT, SCALE = 0.02, 0.99, 5.0
KEEP = 100
"""Episodes after which the weights are written."""


class Policy:
    """Weights by kind of action, a number for each action, and the guess of the points to come."""

    def __init__(self, spaces: rl.Spaces) -> None:
        self.spaces = spaces
        self.places = np.array([place for name in FIELDS for place in spaces.at[name].values()])
        self.largest = np.minimum(spaces.high[self.places], 20)
        self.kind = np.concatenate([np.full(len(block.codes), i) for i, block in enumerate(spaces.blocks)])
        n = len(self.places) + 1
        self.w, self.b, self.v = np.zeros((len(spaces.blocks), n)), np.zeros(spaces.n_actions), np.zeros(n)

    def features(self, observation: np.ndarray) -> np.ndarray:
        return np.append(observation[self.places] / self.largest, 1)

    def chances(self, x: np.ndarray, legal: np.ndarray) -> np.ndarray:
        scores = self.w[self.kind[legal]] @ x + self.b[legal]
        chances = np.exp(scores - scores.max())
        return chances / chances.sum()

    def save(self, path: Path) -> None:
        np.savez(path, w=self.w, b=self.b, v=self.v)

    def load(self, path: Path) -> Policy:
        with np.load(path) as data:
            self.w, self.b, self.v = data["w"], data["b"], data["v"]
        return self


def episode(env: Any, policy: Policy, draw: np.random.Generator) -> dict[str, list[Any]]:
    """What each seat saw, could do and did, and what it got until it acted again."""
    env.reset()
    steps: dict[str, list[Any]] = {agent: [] for agent in env.agents}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if steps[agent]:
            steps[agent][-1][-1] = reward
        if over:
            env.step(None)
            continue
        x, legal = policy.features(observation["observation"]), np.flatnonzero(observation["action_mask"])
        chosen = draw.choice(len(legal), p=policy.chances(x, legal))
        steps[agent].append([x, legal, chosen, 0.0])
        env.step(legal[chosen])
    return steps


def learn(policy: Policy, steps: list[Any]) -> None:
    """One step of ascent along what a seat did in one game, in the order backwards."""
    w, b, v, to_come = np.zeros_like(policy.w), np.zeros_like(policy.b), np.zeros_like(policy.v), 0.0
    for x, legal, chosen, reward in reversed(steps):
        to_come = reward / SCALE + DISCOUNT * to_come
        praise = to_come - policy.v @ x
        v += praise * x
        push = -praise * policy.chances(x, legal)
        push[chosen] += praise
        np.add.at(w, policy.kind[legal], push[:, None] * x)
        b[legal] += push
    for weights, step in ((policy.w, w), (policy.b, b), (policy.v, v)):
        weights += RATE * step / np.sqrt(1 + (step**2).sum())


def train(episodes: int = 1000, seed: int = 1, out: Path = WEIGHTS) -> Iterator[float]:
    """Trains, writes the weights now and then, and yields the mean score of each episode."""
    env = rl.env("seti", players=2, reward="score").unwrapped
    policy, draw = Policy(env.spaces), np.random.default_rng(seed)
    env.episodes.seed = seed
    for number in range(1, episodes + 1):
        steps = episode(env, policy, draw)
        for agent in steps:
            learn(policy, steps[agent])
        if number % KEEP == 0 or number == episodes:
            policy.save(out)
        yield float(np.mean([table["total"] for table in env.game.scores().values()]))


class Trained:
    """The player `(view, legal) -> index` of the weights in a file. An instance: a run never goes on with other weights."""

    def __init__(self, path: Path = WEIGHTS) -> None:
        self.path = path
        self.policy: Policy | None = None

    def __call__(self, view: dict[str, Any], legal: list[Any]) -> int:
        if self.policy is None:
            self.policy = Policy(rl.spaces("seti", view["players"])).load(self.path)
        spaces = self.policy.spaces
        x = self.policy.features(spaces.observe(view, view["seat"]))
        chances = self.policy.chances(x, np.array([spaces.index[int(action)] for action in legal]))
        return random.Random(view["luck"]).choices(range(len(legal)), chances)[0]


trained = Trained()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--episodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    asked = parser.parse_args()
    scores: list[float] = []
    for score in train(asked.episodes, asked.seed, asked.out):
        scores.append(score)
        if len(scores) % 20 == 0:
            print(f"{len(scores):5} episodes: mean score of the last 20 {np.mean(scores[-20:]):5.1f}", flush=True)


if __name__ == "__main__":
    main()
