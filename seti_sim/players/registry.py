"""Policies by name. A policy is a kind of compiled player and the weights it plays with."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import resources
from pathlib import Path

import numpy as np

KINDS = {"random": 0, "greedy": 1}  # POLICY_… of ext/seti/players.pxi
N_WEIGHTS = 256
MOST = 20_000  # of a weight; the engine multiplies two of them with small counts, in 32 bits


class PlayerError(ValueError):
    """A policy that does not exist or whose weights cannot be read."""


@dataclass(frozen=True)
class Player:
    """A compiled policy, the same in every process.

    name: as on the command line. kind: which compiled player. weights: tuple of ints in the engine's order.
    key: 12 hex digits of kind and weights, for a run's identity.
    """

    name: str
    kind: str
    weights: tuple[int, ...] = field(default=(), repr=False)

    @property
    def key(self) -> str:
        return hashlib.sha256(f"{self.kind}:{self.weights}".encode()).hexdigest()[:12]

    def engine_weights(self) -> list[int]:
        """Kind and weights as the engine takes them, N_WEIGHTS + 1 numbers."""
        return [KINDS[self.kind], *self.weights, *[0] * (N_WEIGHTS - len(self.weights))]

    def choose(self, game):
        """The player's action at the decision of a `Game`, for the seat that is to move."""
        from seti_sim.seti import _engine

        return game.action(_engine.choose_action(game.core, np.array(self.engine_weights(), np.int32)))


def names() -> tuple[str, ...]:
    """Names of all policies."""
    return tuple(KINDS)


def get(name: str) -> Player:
    """The policy of that name; PlayerError with the nearest names otherwise."""
    if name not in KINDS:
        near = get_close_matches(name, KINDS, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise PlayerError(f"policy {name!r}: expected one of {', '.join(KINDS)}{hint}")
    if name == "random":
        return Player(name, name)
    return Player(name, name, load_weights(f"{name}.toml"))


def load_weights(file: str | Path) -> tuple[int, ...]:
    """Weights of a file in the engine's order (`WEIGHT_NAMES`), in thousandths of a credit: one table `weights`, five
    whole numbers a name. `file` is a path or the name of a shipped file. PlayerError says what is wrong and where."""
    from seti_sim.seti import _engine

    try:
        table = tomllib.loads(resources.files("seti_sim.players").joinpath(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise PlayerError(f"{file}: {error.strerror}: expected a file of weights") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlayerError(f"{file}: {error}: expected a TOML file of weights") from None
    weights = table.pop("weights", None)
    if table or not isinstance(weights, dict):
        raise PlayerError(f"{file}: {', '.join(table) or f'weights = {weights!r}'}: expected one table, [weights]")
    for name in weights:
        if name not in _engine.WEIGHT_NAMES:
            near = get_close_matches(name, _engine.WEIGHT_NAMES, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise PlayerError(f"{file}: {name}: expected only names that the player knows{hint}")
    values: list[int] = []
    for name in _engine.WEIGHT_NAMES:
        row = weights.get(name, "(missing)")
        if not isinstance(row, list) or len(row) != 5 or not all(type(v) is int and abs(v) <= MOST for v in row):
            raise PlayerError(
                f"{file}: {name} = {row}: expected five whole numbers from -{MOST} to {MOST}, one a round"
            )
        values += row
    return tuple(values)
