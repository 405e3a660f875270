"""Tuning weights by self-play with CMA-ES (package `cma`, Hansen's own).

The aim is the win share of one candidate among players of a pool. A win share of 0 or 1 a game is a coarse thing to
climb on, so a generation is ranked by its softened form, the logistic of the lead over the best other seat divided by
`SOFT` points; what is reported is the plain win share. Candidates of a generation play the same games (common random
numbers) in rotating seats, species pairs balanced. Games of tuning and of measuring come from different seeds.

The folder of a tuning holds plain data: what was asked, and what each candidate of each generation reached. The search
draws from its own seed, so telling it the same again brings it back to where it was.
"""

from __future__ import annotations

import itertools
import json
import math
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cma
import numpy as np

from seti_sim.core import registry as kinds
from seti_sim.core.errors import PlayerError
from seti_sim.core.files import GOES_ON, write_whole, writing
from seti_sim.simulate.cost import FEW, Cost, seconds_of
from seti_sim.simulate.plan import differences

from .registry import Player
from .weights import MOST, weight_rows, write_weights

STATE = "state.json"
FORMAT = 1
SOFT = 15.0
"""Points of lead per unit of the logistic."""
MEASURE = 2**32
"""Added to a tuning's seed for the games that measure its gain."""


@dataclass(frozen=True)
class Tuning:
    """What is asked for: the rest follows from it, whatever the number of processes.

    player: name of the parent. pool: names that sit in the other seats, in turn. players: seats of a game. games: a
    candidate's games in a generation, a multiple of `players`. population: candidates a generation. spread: first step
    as a share of SCALE times a weight. only: names of the weights to tune; when empty all but those that the player has
    a premium on.
    """

    player: str
    pool: tuple[str, ...]
    players: int = 4
    games: int = 400
    population: int = 32
    spread: float = 0.5
    seed: int = 1
    only: tuple[str, ...] = ()


def pairs_of(rules, first: int, count: int) -> np.ndarray:
    """Species pair of each game, int [count, 2]: all ordered pairs in turn, a block of them once for every seat."""
    pairs = np.array(list(itertools.permutations(map(rules.species_ids.index, rules.species_played), 2)), np.int32)
    return pairs[np.arange(first, first + count) % len(pairs)]


def seating(players: int, n_pool: int, first: int, count: int) -> np.ndarray:
    """Who sits where, uint8 [count, players]: 0 the candidate, in every seat in turn, 1 and on those of the pool.

    The candidate's seat changes once every block of 20 pairs, so that seats and pairs are crossed.
    """
    games = np.arange(first, first + count)
    assign = (1 + (games[:, None] + np.arange(players)[None, :]) % n_pool).astype(np.uint8)
    assign[np.arange(count), games // 20 % players] = 0
    return assign


def play(rules, candidate: Player, pool, tuning: Tuning, seed: int, first: int, count: int) -> dict[str, np.ndarray]:
    """The candidate's games: {"win_share", "soft", "score"}, each [count]."""
    from seti_sim.seti.batch import play_games

    assign = seating(tuning.players, len(pool), first, count)
    batch = play_games(
        rules,
        players=tuning.players,
        seed=seed,
        first=first,
        count=count,
        policies=[candidate, *pool],
        assign=assign,
        pairs=pairs_of(rules, first, count),
        log=False,
    )
    own = assign == 0
    scores = batch.seats["score"].reshape(count, -1).astype(float)
    lead = scores[own] - np.where(own, -np.inf, scores).max(axis=1)
    return {
        "win_share": batch.seats["win_share"].reshape(count, -1)[own].astype(float),
        "soft": 1 / (1 + np.exp(-lead / SOFT)),
        "score": scores[own],
    }


class Search:
    """A tuning in progress: `step` plays a generation; its folder goes on exactly where it was left."""

    def __init__(self, tuning: Tuning, folder: str | Path, variant=None):
        from seti_sim.seti.players import get
        from seti_sim.seti.rules import RuleSet

        if tuning.games % (20 * tuning.players):
            raise PlayerError(
                f"games = {tuning.games}: expected a multiple of {20 * tuning.players}, so that seats and "
                "species pairs come equally often"
            )
        self.tuning, self.folder, self.rules = tuning, Path(folder), RuleSet.load(variant=variant)
        self.parent = get(tuning.player)
        if not self.parent.weights:
            raise PlayerError(f"tune {tuning.player}: expected a player with weights")
        self.pool = [get(name) for name in tuning.pool]
        rows = weight_rows(self.parent.kind)
        unknown = sorted(set(tuning.only) - set(rows))
        if unknown:
            raise PlayerError(f"only = {', '.join(unknown)}: expected names of weights of {self.parent.kind}")
        held = sorted(set(tuning.only) & set(self.parent.premiums))
        if held:
            raise PlayerError(f"only = {', '.join(held)}: {self.parent.name} has a premium on it, which stays")
        free = set(tuning.only or rows) - set(self.parent.premiums)
        self.free = np.array([i for i, name in enumerate(np.repeat(rows, 5)) if name in free])
        base = np.array(self.parent.weights, float)[self.free]
        self.base, self.scale = base, 0.25 * np.abs(base) + 20
        self.history: list[dict] = []
        self.aims: list[list[float]] = []
        self.asked = {
            **asdict(tuning), "pool": list(tuning.pool), "only": list(tuning.only), "rules": self.rules.fingerprint,
            "engine": kinds.get("seti").engine(self.rules), "parent_key": self.parent.key,
            "pool_keys": [player.key for player in self.pool],
        }  # fmt: skip
        luck = np.random.default_rng(tuning.seed + 1)
        options = {"seed": tuning.seed + 1, "popsize": tuning.population, "CMA_diagonal": True, "verbose": -9,
                   "randn": lambda *shape: luck.standard_normal(shape)}  # fmt: skip
        self.es = cma.CMAEvolutionStrategy(np.zeros(len(base)), tuning.spread, options)
        self._go_on()
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)

    def _go_on(self) -> None:
        """Bring the search to where the folder has it; PlayerError for a state that is of another tuning or cannot be read."""
        from seti_sim.studies.store import check_folder

        file, old = self.folder / STATE, self.folder / "state.pkl"
        check_folder(self.folder, (file.name, old.name))
        if old.exists():
            raise PlayerError(
                f"{old}: of an earlier version, whose state could hold code, and is not read; choose another folder"
            )
        if not file.exists():
            return
        try:
            state = json.loads(file.read_text(encoding="utf-8"))
            asked, history, aims = (state[key] for key in ("asked", "history", "aims"))
            sound = state["format"] == FORMAT and isinstance(asked, dict) and len(history) == len(aims)
            sound = sound and all(isinstance(line, dict) for line in history)
            aims = [[float(aim) for aim in told] for told in aims] if sound else []
            sound = sound and all(len(told) == self.tuning.population and all(map(math.isfinite, told)) for told in aims)
        except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
            sound = False
        if not sound:
            raise PlayerError(f"{file}: cannot be read; expected the state of a tuning, or another folder")
        if asked != self.asked:
            raise PlayerError(f"{file}: is of another tuning ({differences(asked, self.asked) or 'more was asked there'}); "
                              "expected the same options, rules and weights, or another folder")  # fmt: skip
        for told in aims:
            self.es.tell(self.es.ask(), [-aim for aim in told])
        self.history, self.aims = history, aims

    def player(self, x) -> Player:
        """The candidate at a point of the search."""
        weights = np.array(self.parent.weights)
        weights[self.free] = np.clip(np.rint(self.base + np.asarray(x) * self.scale), -MOST, MOST)
        return replace(self.parent, name="candidate", weights=tuple(int(w) for w in weights))

    def step(self, parallel=None) -> dict:
        """One generation; returns its line of history."""
        tuning, start = self.tuning, time.perf_counter()
        generation = len(self.history)
        points = self.es.ask()
        work = [
            (self.rules, self.player(x), self.pool, tuning, tuning.seed, generation * tuning.games, tuning.games)
            for x in points
        ]
        results = [play(*each) for each in work] if parallel is None else parallel(work)
        soft = [float(r["soft"].mean()) for r in results]
        self.es.tell(points, [-value for value in soft])
        line = {
            "generation": generation,
            "soft": float(np.mean(soft)),
            "best": float(np.max(soft)),
            "win_share": float(np.mean([r["win_share"].mean() for r in results])),
            "score": float(np.mean([r["score"].mean() for r in results])),
            "step": float(self.es.sigma),
            "seconds": round(time.perf_counter() - start, 2),
        }
        self.history.append(line)
        self.aims.append(soft)
        self.save()
        return line

    def save(self) -> None:
        lines = "".join(json.dumps(line) + "\n" for line in self.history)
        write_whole(self.folder / "history.jsonl", lines.encode(), GOES_ON)
        state = {"format": FORMAT, "asked": self.asked, "history": self.history, "aims": self.aims}
        write_whole(self.folder / STATE, json.dumps(state).encode(), GOES_ON)

    def cost(self, generations: int, measure: int, jobs: int) -> Cost:
        """What is missing of so many generations, and of measuring the gain with two times `measure` games, will take."""
        tuning, left = self.tuning, max(generations - len(self.history), 0)
        searched = left * tuning.population * tuning.games
        if searched + 2 * measure < FEW:
            return Cost(searched + 2 * measure, 0.0, 0.0)
        seconds = seconds_of(lambda count: play(self.rules, self.parent, self.pool, tuning, tuning.seed, 0, count))[0]
        return Cost(searched + 2 * measure, seconds * (searched / jobs + 2 * measure), 0.0)  # one process measures

    def measure(self, games: int = 4000) -> dict:
        """Gain of the search's mean over the parent against the pool, on seeds that the search has not seen.

        Paired by game; the interval is 95 % by the normal approximation over games.
        """
        best, seed = self.player(self.es.result.xfavorite), self.tuning.seed + MEASURE
        games -= games % (20 * self.tuning.players)
        ours, theirs = (play(self.rules, p, self.pool, self.tuning, seed, 0, games) for p in (best, self.parent))
        gain = ours["win_share"] - theirs["win_share"]
        half = 1.96 * gain.std(ddof=1) / np.sqrt(games)
        return {
            "measured_games": games,
            "measured_seed": seed,
            "win_share": float(ours["win_share"].mean()),
            "gain": float(gain.mean()),
            "gain_low": float(gain.mean() - half),
            "gain_high": float(gain.mean() + half),
            "score": float(ours["score"].mean()),
            "parent_score": float(theirs["score"].mean()),
        }

    def write(self, path: str | Path, measured: dict) -> None:
        """The tuned weights with their record."""
        t = self.tuning
        record = {
            "parent": self.parent.name,
            "parent_key": self.parent.key,
            "pool": list(t.pool),
            "method": "CMA-ES, diagonal",
            "players": t.players,
            "seed": t.seed,
            "generations": len(self.history),
            "population": t.population,
            "games": len(self.history) * t.population * t.games,
            "rules": self.rules.fingerprint,
            **measured,
        }
        write_weights(path, self.player(self.es.result.xfavorite), record)
