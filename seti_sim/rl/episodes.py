"""Games one after the other, as every environment has them: who is to act, what it sees, what its actions are worth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from seti_sim.core import registry
from seti_sim.core.errors import RunError
from seti_sim.core.kind import FLAG, GameKind
from seti_sim.core.names import in_short
from seti_sim.simulate.plan import MAX_SEED, Plan, prepare

from .layout import Spaces

REWARDS = ("win", "score")
ILLEGAL = ("raise", "next")


def plan_of(game: str | GameKind, players: int | None, variant: Any, options: dict[str, Any]) -> Plan:
    """The plan whose games are played; options of the game as `prepare` takes them, a flag as True or False."""
    kind = game if isinstance(game, GameKind) else registry.get(game)
    given: dict[str, Any] = {
        name: FLAG if value is True else None if value is False else value for name, value in options.items()
    }
    return prepare(players=players, games=1, policies=kind.policies()[0], game=kind, variant=variant, **given)


def spaces(
    game: str | GameKind = registry.DEFAULT,
    players: int | None = None,
    variant: str | Path | dict[str, Any] | None = None,
    **options: Any,
) -> Spaces:
    """Numbers of actions and fields of observations of a game; the arguments are those of `env`."""
    plan = plan_of(game, players, variant, options)
    found: Spaces = plan.kind.spaces(plan)
    return found


def won_by_seat(game: Any) -> dict[str, float]:
    """Of a game that is over, {seat: its share of the win less an equal share}."""
    scores = game.scores()
    return {seat: score["win_share"] - 1 / len(scores) for seat, score in scores.items()}


class Episodes:
    """Games of one kind, one after the other.

    game: its name. players: how many, as many as usual without; variant: as of `seti_sim.prepare`. reward: "win", at the end the
    share of the win less an equal share (the sum over all seats is 0); "score", what the points have grown by. illegal: what to do
    with an action that is not legal: "raise" an error, or do the "next" legal one, by number and round the end. options: those of
    the game, as `species="mascamites,anomalies"`, `solo=True, level=3` or `mode="expert"`. Raises RunError or RuleError.

    agents: those who act, "player_0" to "player_3" for seats P1 to P4; the one of a solo game has the seat that is drawn for
    it. seat_of: their seats in the game that is being played. spaces: what they see and do.
    """

    def __init__(
        self,
        game: str | GameKind = registry.DEFAULT,
        players: int | None = None,
        variant: str | Path | dict[str, Any] | None = None,
        *,
        reward: str = "win",
        illegal: str = "raise",
        **options: Any,
    ) -> None:
        for name, value, known in (("reward", reward, REWARDS), ("illegal", illegal, ILLEGAL)):
            if value not in known:
                raise RunError(f"{name} {in_short(value)}: expected {' or '.join(known)}")
        self.plan = plan_of(game, players, variant, options)
        self.kind = self.plan.kind
        self.spaces: Spaces = self.kind.spaces(self.plan)
        self.reward, self.illegal = reward, illegal
        self.agents = tuple(f"player_{i}" for i in range(len(self.plan.seats)))
        self.seed: int | None = None
        self.number = 0
        self.game: Any = None
        self.seat_of: dict[str, str] = {}
        self.agent_of: dict[str, str | None] = {}
        self._points: dict[str, float] = {}
        self._seen: dict[str, np.ndarray] = {}

    # ------------------------------------------------------------------ beginning
    def reset(self, seed: int | None = None, number: int | None = None) -> None:
        """Begin the next game: number 0 of a seed that is given, else the one after the latest. number: that one instead.

        Game k of a seed is game k of a run with that seed. Where no seed was ever given, the system gives one.
        """
        if seed is not None:
            if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= int(seed) <= MAX_SEED:
                raise RunError(f"seed {in_short(seed)}: expected 0 to {MAX_SEED}")
            self.seed, self.number = int(seed), 0
        elif self.seed is None:
            self.seed, self.number = int(np.random.default_rng().integers(MAX_SEED)), 0
        else:
            self.number += 1
        if number is not None:
            if isinstance(number, bool) or not hasattr(number, "__index__") or not 0 <= int(number) < 2**63:
                raise RunError(f"game {in_short(number)}: expected the number of a game, from 0")
            self.number = int(number)
        self.plan = replace(self.plan, seed=self.seed)
        self.begin(self.kind.new_game(self.plan, self.number))

    def begin(self, game: Any) -> None:
        """Go on from a game, a position for instance, of as many players and under the same rules."""
        self.game = game
        self.agent_of = self.kind.deciders(list(self.agents), game)
        self.seat_of = {agent: seat for seat, agent in self.agent_of.items() if agent is not None}
        self._points = self._totals() if self.reward == "score" else {}
        self._seen = {}

    # ------------------------------------------------------------------ looking
    @property
    def agent(self) -> str | None:
        """Who is to act; None when the game is over."""
        return None if self.game.is_over else self.agent_of[self.game.to_move]

    def mask(self, agent: str) -> np.ndarray:
        """What the agent may do, int8 [n_actions]; nothing for one who is not to act."""
        return self.spaces.mask(self.game.core.legal() if agent == self.agent else ())

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """{"observation": float32 [n_observation], "action_mask": int8 [n_actions]}, of the view of the agent's seat."""
        if agent not in self._seen:
            seat = self.seat_of[agent]
            self._seen[agent] = self.spaces.observe(self.game.view(seat), seat)
        return {"observation": self._seen[agent].copy(), "action_mask": self.mask(agent)}

    def info(self, agent: str) -> dict[str, Any]:
        """Seat of the agent, and which game it is."""
        return {"seat": self.seat_of[agent], "seed": self.seed, "game": self.number}

    def describe(self, action: int) -> str:
        """An action, by its number, in the notation of the game."""
        return str(self.game.action(int(self.spaces.codes[action])))

    # ------------------------------------------------------------------ acting
    def act(self, action: Any) -> dict[str, float]:
        """Do an action, by its number, for who is to act; the reward that it brings each agent. RunError for what is no number of a
        legal action, where those are refused."""
        self.apply(self._code(action))
        return self._rewards()

    def apply(self, code: int) -> None:
        """Do a legal action by its code, without any reward."""
        self.game.apply(code)
        self._seen = {}

    def is_legal(self, action: Any) -> bool:
        """Whether the number is that of a legal action; RunError for what is no number of an action."""
        return self._named(action) in self.game.core.legal()

    def _named(self, action: Any) -> int:
        n = self.spaces.n_actions
        if isinstance(action, (bool, np.bool_)) or not hasattr(action, "__index__") or not 0 <= int(action) < n:
            raise RunError(f"action {in_short(action)}: expected a number from 0 to {n - 1}")
        return int(self.spaces.codes[int(action)])

    def _code(self, action: Any) -> int:
        code = self._named(action)
        legal = self.game.core.legal()
        if code in legal:
            return code
        if self.illegal == "raise":
            raise RunError(
                f"action {int(action)} ({self.describe(action)}): not legal for {self.agent} ({self.game.decision}); expected one of "
                f"the {len(legal)} in its action_mask"
            )
        numbers = sorted(self.spaces.index[int(one)] for one in legal)
        later = [number for number in numbers if number > int(action)]
        return int(self.spaces.codes[(later or numbers)[0]])

    def _rewards(self) -> dict[str, float]:
        if self.reward == "score":
            now = self._totals()
            grown = {agent: now[agent] - self._points[agent] for agent in self.agents}
            self._points = now
            return grown
        if not self.game.is_over:
            return dict.fromkeys(self.agents, 0.0)
        won = won_by_seat(self.game)
        return {agent: won[self.seat_of[agent]] for agent in self.agents}

    def _totals(self) -> dict[str, float]:
        scores = self.game.scores()
        return {agent: float(scores[seat]["total"]) for agent, seat in self.seat_of.items()}
