"""Both games for OpenSpiel: `pyspiel.load_game("python_seti(players=2)")` after this module is imported.

Chance is one node at the root that picks one of `deals` deals, equally likely; all later luck follows from the deal, as in
every game here. So a history of actions is the whole game, and states can be copied, written down and read back.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from seti_sim.core.errors import RunError
from seti_sim.core.extras import need

need("pyspiel", "seti_sim.rl.openspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

from .episodes import Episodes, won_by_seat  # noqa: E402

DEALS = 1000
COMMON = {"players": 2, "deals": DEALS, "seed": 1, "variant": ""}
GAMES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "seti": ("python_seti", "SETI", {"species": "", "solo": False, "level": 0}),
    "planetx": ("python_planet_x", "The Search for Planet X", {"mode": "standard", "levels": 0}),
}
"""Short and long name of each game, and its own parameters; one that is empty or 0 is left out."""
MOST_DECISIONS = 10_000
"""Of a game, as OpenSpiel is told. The longest of 60 random games of SETI with four players had 400 decisions, of Planet X
with two 2,159."""


def _type(game: str) -> pyspiel.GameType:
    short, long, own = GAMES[game]
    return pyspiel.GameType(
        short_name=short,
        long_name=long,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=COMMON | own,
    )


class SimGame(pyspiel.Game):
    """A game of this package for OpenSpiel.

    Parameters: players (in solo games 1), deals (outcomes of the chance node), seed, variant (a file or an example), and options
    of the game as of `Episodes`. Returns are shares of the win less an equal share.
    """

    name = "seti"

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        _, _, own = GAMES[self.name]
        given = {**COMMON, **own, **(params or {})}
        players, self.deals, seed, variant = (given.pop(name) for name in COMMON)
        if self.deals < 1:
            raise RunError(f"deals {self.deals}: expected at least 1")
        options = {name: value for name, value in given.items() if value}
        alone = bool(options.get("solo"))
        self.episodes = Episodes(self.name, None if alone else players, variant or None, **options)
        self.episodes.reset(seed)
        super().__init__(
            _type(self.name),
            pyspiel.GameInfo(
                num_distinct_actions=self.episodes.spaces.n_actions,
                max_chance_outcomes=self.deals,
                num_players=len(self.episodes.agents),
                min_utility=-0.5 if len(self.episodes.agents) == 1 else -1 / players,
                max_utility=0.5 if len(self.episodes.agents) == 1 else 1 - 1 / players,
                utility_sum=None,
                max_game_length=MOST_DECISIONS,
            ),
            params or {},
        )

    def new_initial_state(self) -> SimState:
        return SimState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SimObserver:
        return SimObserver(self.episodes, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SetiGame(SimGame):
    """SETI for OpenSpiel."""

    name = "seti"


class PlanetXGame(SimGame):
    """The Search for Planet X for OpenSpiel."""

    name = "planetx"


class Position:
    """Where a game stands, copied as a whole: rules and numbers of actions are the same for all copies."""

    def __init__(self, episodes: Episodes, deals: int) -> None:
        self.episodes, self.deals = episodes, deals
        self.game: Any = None
        self.agent_of: dict[str, str | None] = {}
        self._memory: dict[str, str] = dict.fromkeys(episodes.agents, "")
        self._unread: dict[str, list[tuple[Any, int]]] = {agent: [] for agent in episodes.agents}

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:  # OpenSpiel clones a state by copying what it holds
        made = Position(self.episodes, self.deals)
        made.game = None if self.game is None else self.game.clone()
        made.agent_of, made._memory = self.agent_of, dict(self._memory)
        made._unread = {agent: list(rows) for agent, rows in self._unread.items()}
        return made

    def seat(self, player: int) -> str:
        """The seat of a player in this game."""
        return next(seat for seat, agent in self.agent_of.items() if agent == self.episodes.agents[player])

    def deal(self, number: int) -> None:
        """Begin that game of the seed."""
        self.game = self.episodes.kind.new_game(self.episodes.plan, number)
        self.agent_of = self.episodes.kind.deciders(list(self.episodes.agents), self.game)

    def apply(self, player: int, action: int) -> None:
        """An action, by its number."""
        code = int(self.episodes.spaces.codes[action])
        self._unread[self.episodes.agents[player]].append((self.game.clone(), code))
        self.game.apply(code)

    def memory(self, player: int) -> str:
        """32 hexadecimal digits of all that the player saw and did at its own decisions, "" before the first.

        Views take their time, and most states are never asked: they are made here.
        """
        agent, seat = self.episodes.agents[player], self.seat(player)
        for game, code in self._unread[agent]:
            text = f"{self._memory[agent]} {_seen(game, seat)} {code}"
            self._memory[agent] = hashlib.sha256(text.encode()).hexdigest()[:32]
        self._unread[agent].clear()
        return self._memory[agent]

    def seen(self, player: int) -> str:
        """The view of the player's seat, as text."""
        return _seen(self.game, self.seat(player))


def _seen(game: Any, seat: str) -> str:
    return json.dumps(game.view(seat), sort_keys=True)


class SimState(pyspiel.State):
    """A position; `position.game` is the `Game` of this package, None before the deal."""

    def __init__(self, game: SimGame) -> None:
        super().__init__(game)
        self.position = Position(game.episodes, game.deals)

    @property
    def _agents(self) -> tuple[str, ...]:
        return self.position.episodes.agents

    def current_player(self) -> int:
        at = self.position
        if at.game is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if at.game.is_over else self._agents.index(at.agent_of[at.game.to_move])

    def is_terminal(self) -> bool:
        return self.position.game is not None and self.position.game.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.position.deals) for deal in range(self.position.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        at = self.position
        return sorted(at.episodes.spaces.index[code] for code in at.game.core.legal())

    def _action_to_string(self, player: int, action: int) -> str:
        at = self.position
        return (
            f"deal {action}"
            if player == pyspiel.PlayerId.CHANCE
            else str(at.game.action(int(at.episodes.spaces.codes[action])))
        )

    def _apply_action(self, action: int) -> None:
        if self.position.game is None:
            self.position.deal(action)
        else:
            self.position.apply(self.current_player(), action)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * len(self._agents)
        won = won_by_seat(self.position.game)
        return [won[self.position.seat(player)] for player in range(len(self._agents))]

    def __str__(self) -> str:
        return "before the deal" if self.position.game is None else str(self.position.game.record())


class SimObserver:
    """What a player sees: `tensor` as docs/rl-spaces.md has it; as text the view of its seat, with perfect recall also a digest of
    all that it saw and did at its own decisions."""

    def __init__(self, episodes: Episodes, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters {params}: expected none")
        self.spaces, self.recall = episodes.spaces, iig_obs_type.perfect_recall
        self.tensor = np.zeros(0 if self.recall else self.spaces.n_observation, np.float32)
        self.dict = {} if self.recall else {"observation": self.tensor}

    def set_from(self, state: SimState, player: int) -> None:
        at = state.position
        if at.game is None:
            self.tensor.fill(0)
        elif not self.recall:
            self.tensor[:] = self.spaces.observe(at.game.view(at.seat(player)), at.seat(player))

    def string_from(self, state: SimState, player: int) -> str:
        at = state.position
        if at.game is None:
            return ""
        return f"{at.memory(player)} {at.seen(player)}".lstrip() if self.recall else at.seen(player)


for _name, _class in (("seti", SetiGame), ("planetx", PlanetXGame)):
    pyspiel.register_game(_type(_name), _class)
