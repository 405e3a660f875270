"""Tuning a player's weights by self-play with CMA-ES (package `cma`, Hansen's own), for every game whose players have some
(`GameKind.tunable`).

The aim is the win share of one candidate among players of a pool. A win share of 0 or 1 a game is a coarse thing to
climb on, so where a game says what a clear lead is (`GameKind.lead_unit`), a generation is ranked by the softened form, the
logistic of the lead over the best other seat in these units; what is reported is the plain win share. Candidates of a generation
play the same games (common random numbers) in rotating seats, with every setup of the game equally often, as pairs of species in
SETI. Games of tuning and of measuring come from different seeds.

The folder of a tuning holds plain data: what was asked, and what each candidate of each generation reached. The search
draws from its own seed, so telling it the same again brings it back to where it was.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import cma
import numpy as np

from seti_sim.core import registry
from seti_sim.core.errors import PlayerError
from seti_sim.core.files import GOES_ON, write_whole, writing
from seti_sim.core.kind import GameKind
from seti_sim.core.names import did_you_mean
from seti_sim.core.registry import DEFAULT
from seti_sim.simulate import Plan, prepare
from seti_sim.simulate.cost import FEW, Cost, seconds_of
from seti_sim.simulate.plan import differences
from seti_sim.studies.store import check_folder

STATE = "state.json"
FORMAT = 1
MEASURE = 2**32
"""Added to a tuning's seed for the games that measure its gain."""
USUAL_GAMES = 400
MOST_LISTED = 12
"""Names of weights that a message lists."""


@dataclass(frozen=True)
class Tuning:
    """What is asked for: the rest follows from it, whatever the number of processes.

    player: name of the parent. pool: names that sit in the other seats, in turn. players: seats of a game. games: a
    candidate's games in a generation, a multiple of `Search.block`; None for about 400. population: candidates a generation.
    spread: first step as a share of the scale of a weight. only: names of the weights to tune; when empty all but those that
    stay as they are. game: its name. options: those of the game, as of `prepare`.
    """

    player: str
    pool: tuple[str, ...]
    players: int = 4
    games: int | None = USUAL_GAMES
    population: int = 32
    spread: float = 0.5
    seed: int = 1
    only: tuple[str, ...] = ()
    game: str = DEFAULT
    options: Mapping[str, Any] = field(default_factory=dict)


class InTurn(Plan):
    """A plan whose setups come in turn, game after game."""

    def setups(self, first: int, count: int) -> np.ndarray | None:
        rows = self.combinations
        return None if rows is None else np.ascontiguousarray(rows[np.arange(first, first + count) % len(rows)])

    @property
    def turn(self) -> int:
        """Games in which the candidate stays in its seat: every setup equally often, and whoever of the pool there is."""
        setups = 1 if self.combinations is None else len(self.combinations)
        return setups * -(-(len(self.policies) - 1) // setups)


def seating(players: int, n_pool: int, turn: int, first: int, count: int) -> np.ndarray:
    """Who sits where, uint8 [count, players]: 0 the candidate, in every seat in turn, 1 and on those of the pool.

    The candidate's seat changes once every `turn` games, so that seats and setups are crossed.
    """
    games = np.arange(first, first + count)
    assign = (1 + (games[:, None] + np.arange(players)[None, :]) % n_pool).astype(np.uint8)
    assign[np.arange(count), games // turn % players] = 0
    return assign


def play(plan: InTurn, seed: int, first: int, count: int) -> dict[str, np.ndarray]:
    """The games of the first policy of a plan among the others: {"win_share", "soft", "score"}, each [count]."""
    plan = replace(plan, seed=seed)
    assign = seating(plan.players, len(plan.policies) - 1, plan.turn, first, count)
    found = plan.kind.results(plan, first, count, assign)
    own, scores = assign == 0, found["score"].astype(float)
    share, unit = found["win_share"][own].astype(float), plan.kind.lead_unit
    lead = scores[own] - np.where(own, -np.inf, scores).max(axis=1)
    return {"win_share": share, "soft": 1 / (1 + np.exp(-lead / unit)) if unit else share, "score": scores[own]}


def plan_of(tuning: Tuning, variant: Any = None) -> InTurn:
    """What a tuning plays: its player and the pool as policies."""
    kind = registry.get(tuning.game)
    if tuning.players < 2:
        raise PlayerError(f"players {tuning.players}: expected at least 2, since a tuning is for wins against others")
    asked: dict[str, Any] = {"players": tuning.players, "games": 1, "seed": tuning.seed, "variant": variant, "game": kind.name}
    asked |= {**kind.even_setups, **tuning.options}
    if not 0 < tuning.spread < math.inf:
        raise PlayerError(f"spread {tuning.spread}: expected a number above 0")
    plans = [prepare(policies=name, **asked) for name in (tuning.player, *tuning.pool)]
    plan = InTurn(**{one.name: getattr(plans[0], one.name) for one in fields(Plan)})
    return replace(plan, policies=tuple(each.policies[0] for each in plans), seats=(0,) * tuning.players)


class Search:
    """A tuning in progress: `step` plays a generation; its folder goes on exactly where it was left.

    PlayerError, RunError or a RuleError, in one line, for what cannot be.
    """

    def __init__(self, tuning: Tuning, folder: str | Path, variant: Any = None) -> None:
        self.plan = plan_of(tuning, variant)
        kind, players = self.plan.kind, self.plan.policies
        self.block = self.plan.turn * tuning.players
        """Games in which the candidate sits in every seat with every setup equally often."""
        games = -(-USUAL_GAMES // self.block) * self.block if tuning.games is None else tuning.games
        if games < 1 or games % self.block:
            even = "so that every seat comes equally often with every setup and with everybody of the pool"
            raise PlayerError(f"games = {games}: expected a multiple of {self.block}, {even}")
        self.tuning, self.folder, self.rules = replace(tuning, games=games), Path(folder), self.plan.rules
        self.games = games
        """Of each candidate in a generation."""
        self.parent = players[0]
        weights = kind.tunable(self.parent)
        if weights is None:
            raise PlayerError(f"tune {tuning.player}: {without(kind)}")
        self.weights = weights
        names = list(dict.fromkeys(weights.names))
        if unknown := sorted(set(tuning.only) - set(names)):
            known = f"some of {', '.join(names)}" if len(names) <= MOST_LISTED else f"names of weights of {self.parent.name}"
            raise PlayerError(f"only = {', '.join(unknown)}: expected {known}{did_you_mean(unknown[0], names, 1)}")
        for name in sorted(set(tuning.only) & set(weights.held)):
            raise PlayerError(f"only = {name}: {weights.held[name]}")
        chosen = set(tuning.only or names) - set(weights.held)
        self.free = np.array([i for i, name in enumerate(weights.names) if name in chosen], int)
        self.base, self.scale = (np.array(of, float)[self.free] for of in (weights.numbers, weights.scales))
        self.history: list[dict] = []
        self.aims: list[list[float]] = []
        self.asked = {
            **{name: value for name, value in asdict(self.tuning).items() if name not in ("game", "options")},
            "pool": list(tuning.pool), "only": list(tuning.only), "rules": self.rules.fingerprint,
            "engine": kind.engine(self.rules), "parent_key": str(self.parent.key), "pool_keys": [str(one.key) for one in players[1:]],
            **self._of_game(),
        }  # fmt: skip
        luck = np.random.default_rng(tuning.seed + 1)
        options = {"seed": tuning.seed + 1, "popsize": tuning.population, "CMA_diagonal": True, "verbose": -9,
                   "randn": lambda *shape: luck.standard_normal(shape)}  # fmt: skip
        if weights.bounds is not None:
            ends = (np.array(end, float)[self.free] for end in weights.bounds)
            options["bounds"] = [list((end - self.base) / self.scale) for end in ends]
        self.es = cma.CMAEvolutionStrategy(np.zeros(len(self.base)), tuning.spread, options)
        self._go_on()
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)

    def _of_game(self) -> dict[str, Any]:
        """Game and options, where they are not as usual: folders of before there were others go on."""
        kind = self.plan.kind
        usual = kind.usual({name: str(value) for name, value in kind.even_setups.items()})
        options = {name: value for name, value in self.plan.options.items() if usual.get(name) != value}
        return ({} if kind.name == DEFAULT else {"game": kind.name}) | options

    def _go_on(self) -> None:
        """Bring the search to where the folder has it; PlayerError for a state that is of another tuning or cannot be read."""
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

    def player(self, x) -> Any:
        """The candidate at a point of the search."""
        numbers = np.array(self.weights.numbers, float)
        numbers[self.free] = self.base + np.asarray(x) * self.scale
        return self.weights.make(numbers.tolist())

    def with_player(self, player) -> InTurn:
        """The plan with a player in the candidate's place."""
        return replace(self.plan, policies=(player, *self.plan.policies[1:]))

    def step(self, parallel=None) -> dict:
        """One generation; returns its line of history."""
        tuning, start = self.tuning, time.perf_counter()
        generation = len(self.history)
        points = self.es.ask()
        work = [(self.with_player(self.player(x)), tuning.seed, generation * self.games, self.games) for x in points]
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
        searched = left * tuning.population * self.games
        if searched + 2 * measure < FEW:
            return Cost(searched + 2 * measure, 0.0, 0.0)
        seconds = seconds_of(lambda count: play(self.plan, tuning.seed, 0, count))[0]
        return Cost(searched + 2 * measure, seconds * (searched / jobs + 2 * measure), 0.0)  # one process measures

    def measure(self, games: int = 4000) -> dict:
        """Gain of the search's mean over the parent against the pool, on seeds that the search has not seen.

        Paired by game; the interval is 95 % by the normal approximation over games.
        """
        best, seed = self.player(self.es.result.xfavorite), self.tuning.seed + MEASURE
        games = max(games // self.block, 1) * self.block
        ours, theirs = (play(self.with_player(player), seed, 0, games) for player in (best, self.parent))
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
            "games": len(self.history) * t.population * self.games,
            "rules": self.rules.fingerprint,
            **self._of_game(),
            **measured,
        }
        self.weights.write(path, self.player(self.es.result.xfavorite), record)


def without(kind: GameKind) -> str:
    """What to say of a player without weights: which players of the game have some."""
    known = [name for name in kind.policies() if kind.tunable(kind.get_policy(name)) is not None]
    if known:
        return f"expected a player with weights, of {kind.title} {', '.join(known)}"
    return f"no player of {kind.title} has weights; how strong its players are is told by: seti-sim ladder --game {kind.name}"
