"""Players of The Search for Planet X by name, with options in brackets, `infogain[sure=800,theory=900]`, or from a file that a
tuning wrote, `infogain[weights=tuning/weights.toml]`."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from seti_sim.core import python_players
from seti_sim.core.errors import PlayerError
from seti_sim.core.names import did_you_mean, in_short
from seti_sim.core.python_players import targets
from seti_sim.core.weights import Weight, Weights, name_of, numbers_of, split
from seti_sim.core.weights import tunable as tuned

from .engine import _engine

OPTIONS = ("sure", "theory", "planet_x", "spread", "prior", "trust")
"""sure: locates once the likeliest (sector, object before, object after) has so many thousandths. theory: submits a theory
once it has. planet_x: thousandths of an action's worth that are what it tells about Planet X, the rest being all it tells.
spread: it draws among the actions that are worth at most so many thousandths less than the best; without it all players of a
policy would play alike. prior: thousandths of an arrangement's weight that are its weight in the `app` draw, the rest being
the same for all. trust: thousandths by which an arrangement becomes less likely for each face-down theory of another player
in a sector that appears empty in it.
"""

DEFAULTS = {
    "random": {},
    "survey-first": {"sure": 1000, "theory": 1000},
    "infogain": {"sure": 1000, "theory": 1000, "spread": 100},
    "racer": {"sure": 500, "theory": 800, "planet_x": 700, "spread": 100},
    "planner": {"sure": 500, "planet_x": 400, "spread": 100, "prior": 1000, "trust": 850},
}
HELD = {"spread": "it lets games of equal players differ, which stays"}
"""What a tuning leaves as it is, and why."""
WEIGHTS = {
    kind: {name: Weight(number, 0, 1000, HELD.get(name, "")) for name, number in options.items()}
    for kind, options in DEFAULTS.items()
}
"""The options of each, as `seti_sim.core.weights` has them."""


@dataclass(frozen=True)
class Player:
    """A compiled policy, the same in every process.

    name: as on the command line. kind: which compiled player. options: pairs of name and thousandths. key: 12 hex digits
    of kind and options, for a run's identity.
    """

    name: str
    kind: str
    options: tuple[tuple[str, int], ...] = ()

    @property
    def key(self) -> str:
        return hashlib.sha256(f"planetx:{self.kind}:{self.options}".encode()).hexdigest()[:12]

    def engine_policy(self) -> tuple[int, ...]:
        """Kind and options as the engine takes them."""
        options = dict(self.options)
        return (_engine.POLICIES.index(self.kind), *(options.get(name, 0) for name in OPTIONS))

    def choose(self, game):
        """The player's action at the decision of a `Game`, for the seat that is to move."""
        return game.action(game.core.choose(self.engine_policy()))


@dataclass(frozen=True)
class PythonPlayer(python_players.PythonPlayer):
    """A player in Python as runs of Planet X know it (`seti_sim.core.python_players` says what such a player is)."""

    def choose(self, game):
        """The player's action at the decision of a `Game`, for the seat that is to move."""
        seat, state = game.to_move, game.state
        number = int(state["seat"][game.seat_number(seat)]["decisions"])
        luck = hashlib.sha256(f"{game.seed}:{game.game}:{seat}:{number}".encode()).digest()
        legal = game.legal_actions()
        view = game.view(seat) | {"seat": seat, "luck": int.from_bytes(luck[:8], "big")}
        where = lambda: (  # noqa: E731
            f"game {game.game} of seed {game.seed}, {seat}, decision {number} of the seat ({game.decision})"
        )
        return legal[self.answer(view, legal, (game.seed, game.game), seat, where)]


def names() -> tuple[str, ...]:
    """Names of all policies."""
    return tuple(DEFAULTS)


def get(name) -> Player | PythonPlayer:
    """The policy of that name, or of module:attribute, or a callable; PlayerError, in one line, for what cannot be read or does
    not exist."""
    if not isinstance(name, str):
        return PythonPlayer.of(name)
    base = name.partition("[")[0].strip()
    if base not in DEFAULTS and (":" in base or base in targets()):
        if base != name.strip():
            raise PlayerError(f"policy {in_short(name)}: a player in Python takes no options")
        return PythonPlayer(base, base if ":" in base else targets()[base])
    kind, inside = split(name)
    if kind not in DEFAULTS:
        raise PlayerError(f"policy {in_short(name)}: expected one of {', '.join(DEFAULTS)}{did_you_mean(kind, DEFAULTS, 1)}")
    return _player(kind, numbers_of(name, inside, WEIGHTS[kind]))


def _player(kind: str, options) -> Player:
    return Player(name_of(kind, options, WEIGHTS[kind]), kind, tuple(options.items()))


def tunable(player) -> Weights | None:
    """What a tuning may change of a player: its options; None for one without."""
    if not getattr(player, "options", ()):
        return None
    numbers = dict(player.options)
    make = lambda options: _player(player.kind, options)  # noqa: E731
    return tuned(numbers, WEIGHTS[player.kind], make, lambda made: dict(made.options))
