"""What a run is: rules, seed, players, who sits where. Nothing here plays or writes.

The identity of a run is everything its rows depend on, but not how many games it has: fingerprint of the
rules, seed, number of players, species, policies with the keys of their weights, seating, version of the engine.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib import metadata
from itertools import permutations
from pathlib import Path

import numpy as np

PLAYERS = (2, 3, 4)
SEATINGS = ("rotate", "fixed")
DRAWN, BALANCED = "drawn", "balanced"
"""Species of the games: drawn at random as the rules say, or every pair in both orders equally often."""
RIVAL = "rival"
"""What stands for the rival of solo games where policies are named."""
MAX_SEED = 2**63 - 1


class RunError(ValueError):
    """A run that cannot be made or continued as asked; the message is one line."""


class RunStopped(RuntimeError):
    """A run that was ended from outside; what is written stays, and the same command continues it."""


def engine_version() -> str:
    """Version of the installed package, which the engine is part of."""
    try:
        return metadata.version("seti_sim")
    except metadata.PackageNotFoundError:
        import seti_sim

        return getattr(seti_sim, "__version__", "unknown")


def split_policies(text: str) -> tuple[str, ...]:
    """Policy names of a comma-separated list; commas inside brackets belong to the name.

    >>> split_policies("greedy[without=scan,without=orbit], random")
    ('greedy[without=scan,without=orbit]', 'random')
    """
    names, depth, start = [], 0, 0
    for i, char in enumerate(text + ","):
        depth += (char == "[") - (char == "]")
        if depth < 0:
            break
        if char == "," and depth == 0 or i == len(text):
            names.append(text[start:i].strip())
            start = i + 1
    if depth or not all(names):
        raise RunError(f"policies {text!r}: expected one name, or one name a seat with commas between")
    return tuple(names)


@dataclass(frozen=True, eq=False)
class Plan:
    """One run. `policies` are the distinct policy objects, `seats[s]` the index of the one named for seat s + 1."""

    rules: object
    players: int
    games: int
    seed: int
    policies: tuple
    seats: tuple[int, ...]
    seating: str = "rotate"
    variant: dict | None = None
    variant_name: str | None = None
    species: str = DRAWN  # or BALANCED, or the ids of the left and the right slot with a comma between
    solo: int | None = None  # level of solo games: two seats, the rival's being drawn; `seats` has the player's policy

    @property
    def kind(self) -> str:
        """"4 players", or "solo, level 3"."""
        return f"solo, level {self.solo}" if self.solo else f"{self.players} players"

    @cached_property
    def identity_parts(self) -> dict:
        """Everything that the rows depend on, as plain values."""
        return {
            "game": "seti",
            "rules": self.rules.fingerprint,
            "seed": self.seed,
            "players": self.players,
            "policies": [[self.policies[i].name, str(self.policies[i].key)] for i in self.seats],
            "seating": self.seating,
            "species": self.species,
            "engine": engine_version(),
        } | ({"solo": self.solo} if self.solo else {})

    @cached_property
    def identity(self) -> str:
        """16 hexadecimal digits of `identity_parts`."""
        text = json.dumps(self.identity_parts, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def categories(self) -> dict[str, list[str]]:
        """Categories of the Enums of this run's tables."""
        return {
            "card": list(self.rules.card_ids),
            "tech": list(self.rules.tech_ids),
            "species": list(self.rules.species_ids),
            "gold": list(self.rules.gold_tile_names),
            "policy": [policy.name for policy in self.policies] + ([RIVAL] if self.solo else []),
            **({"objective": self.rules.compiled.solo["objectives"]} if self.solo else {}),
        }

    @cached_property
    def rotations(self) -> np.ndarray:
        """Distinct seatings, shape [rotations, seats]: one where seating is fixed or all policies are equal."""
        n = len(self.seats)
        turns = n if self.seating == "rotate" else 1
        every = [tuple(self.seats[(s + r) % n] for s in range(n)) for r in range(turns)]
        return np.array(list(dict.fromkeys(every)), np.uint8)

    @cached_property
    def pairs(self) -> np.ndarray | None:
        """Pairs of species to play, as indexes into `rules.species_ids`, shape [pairs, 2]; None where they are drawn."""
        if self.species == DRAWN:
            return None
        names = self.rules.species_ids
        if self.species == BALANCED:
            return np.array(list(permutations(range(len(names)), 2)), np.int32)
        return np.array([[names.index(name) for name in self.species.split(",")]], np.int32)

    @property
    def block(self) -> int:
        """Games in a block, in which every rotation of the policies meets every pair of species once."""
        return len(self.rotations) * (1 if self.pairs is None else len(self.pairs))

    def assign(self, first: int, count: int) -> np.ndarray:
        """Policies of the seats of games first … first + count - 1, uint8 [count, seats]."""
        return self.rotations[self._combinations(first, count) % len(self.rotations)]

    def species_pairs(self, first: int, count: int) -> np.ndarray | None:
        """Species of the left and the right slot of games first … first + count - 1, int32 [count, 2]; None: drawn."""
        if self.pairs is None:
            return None
        return np.ascontiguousarray(self.pairs[self._combinations(first, count) // len(self.rotations)])

    def _combinations(self, first: int, count: int) -> np.ndarray:
        """For each game the number of its combination: rotation + rotations x pair of species.

        In each block of games all of them occur once. Their order in the block is the sort of keys hashed from (seed,
        block, combination), so that it depends on nothing else.
        """
        if count == 0 or self.block == 1:
            return np.zeros(count, np.int64)
        first_block, last_block = first // self.block, (first + count - 1) // self.block
        blocks = np.arange(first_block, last_block + 1, dtype=np.uint64)[:, None]
        with np.errstate(over="ignore"):
            keys = _mix(_mix(_mix(np.uint64(self.seed)) ^ blocks) ^ np.arange(self.block, dtype=np.uint64)[None, :])
        order = np.argsort(keys, axis=1, kind="stable").ravel()
        start = first - first_block * self.block
        return order[start : start + count]


def _mix(x):
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014), on uint64 scalars or arrays."""
    x = np.asarray(x, np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def prepare(
    *, players: int | None, games: int, policies="greedy", seed: int = 1, seating: str = "rotate", variant=None,
    species: str = DRAWN, solo: int | None = None,
) -> Plan:
    """Check what is asked for and load rules and policies.

    `policies` is one name for all seats or one a seat (text with commas, or a sequence); `variant` the path
    of a TOML file, a dict of the same shape, or None for the printed game; `species` as of `Plan`. `solo` is the level of
    solo games, with `players` None or 1. Raises RunError or RuleError.
    """
    from seti_sim import players as registry
    from seti_sim.rules import RuleSet

    if solo is not None:
        if players not in (None, 1):
            raise RunError(f"players {players}: expected 1 or nothing in solo games")
        seats, players = 1, 2
    else:
        seats = players = PLAYERS[-1] if players is None else players
    if players not in PLAYERS:
        raise RunError(f"players {players}: expected {PLAYERS[0]} to {PLAYERS[-1]}")
    if games < 1:
        raise RunError(f"games {games}: expected at least 1")
    if not 0 <= seed <= MAX_SEED:
        raise RunError(f"seed {seed}: expected 0 to {MAX_SEED}")
    if seating not in SEATINGS:
        raise RunError(f"seating {seating!r}: expected {' or '.join(SEATINGS)}")
    names = split_policies(policies) if isinstance(policies, str) else tuple(policies)
    if len(names) not in (1, seats):
        raise RunError(
            f"{len(names)} policies for {players} players: expected one name, or one a seat"
            if solo is None else f"{len(names)} policies for a solo game: expected one, the player's"
        )
    names = names if len(names) == seats else names * seats
    objects = {}
    for name in names:
        try:
            objects[name] = objects.get(name) or registry.get(name)
        except (KeyError, ValueError) as error:
            raise RunError(str(error.args[0]) if error.args else f"policy {name!r}: unknown") from None
    distinct = list({policy.name: policy for policy in objects.values()}.values())
    position = {policy.name: i for i, policy in enumerate(distinct)}
    rules = RuleSet.load(variant) if variant is not None else RuleSet.load()
    levels = len(rules.compiled.solo["levels"])
    if solo is not None and not 1 <= solo <= levels:
        raise RunError(f"level {solo}: expected 1 to {levels}")
    return Plan(
        rules=rules,
        species=_species(species, rules.species_ids),
        players=players,
        games=games,
        seed=seed,
        policies=tuple(distinct),
        seats=tuple(position[objects[name].name] for name in names),
        seating=seating,
        solo=solo,
        variant=_content(variant),
        variant_name=Path(variant).name if isinstance(variant, (str, Path)) else None,
    )


def _species(text: str, known: tuple[str, ...]) -> str:
    """The species as `Plan` keeps them."""
    names = [name.strip() for name in text.split(",")]
    if names in ([DRAWN], [BALANCED]):
        return names[0]
    for name in names:
        if name not in known:
            near = get_close_matches(name, (*known, DRAWN, BALANCED), 1)
            expected = f"two of {', '.join(known)} with a comma between, {BALANCED} or {DRAWN}"
            raise RunError(f"species {name!r}: expected {expected}" + (f" (did you mean {near[0]}?)" if near else ""))
    if len(names) != 2 or names[0] == names[1]:
        raise RunError(f"species {text!r}: expected two different ones, of the left and of the right slot")
    return ",".join(names)


def _content(variant) -> dict | None:
    """What a variant says, to be kept in run.json; RuleSet.load has already read the file without complaint."""
    if variant is None or isinstance(variant, dict):
        return variant
    return tomllib.loads(Path(variant).read_text(encoding="utf-8"))
