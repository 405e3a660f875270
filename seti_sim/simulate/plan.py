"""What a run is: game, rules, seed, players, who sits where. Nothing here plays or writes.

The identity of a run is everything its rows depend on, but not how many games it has: game, fingerprint of the rules,
seed, number of players, options of the game, policies with the keys of their weights, seating, engine (its sources, and
the tables that the rules become for it).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from seti_sim.core import registry as kinds
from seti_sim.core.errors import RunError
from seti_sim.core.names import did_you_mean, in_short
from seti_sim.core.registry import GameKind
from seti_sim.core.tree import read_toml, stack_name, variant_file

if TYPE_CHECKING:
    from seti_sim.core.columns import Table

SEATINGS = ("rotate", "fixed")
MAX_SEED = 2**63 - 1


def differences(there: dict[str, Any], asked: dict[str, Any]) -> str:
    """What of `identity_parts` is another in a folder than what is asked for, in words."""
    return "; ".join(
        f"{key} {_short(there.get(key))} there, {_short(value)} asked"
        for key, value in asked.items()
        if there.get(key) != value
    )


def _short(value: object) -> str:
    if isinstance(value, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        return ",".join(f"{name}({key})" for name, key in value)
    return str(value)


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
        raise RunError(f"policies {in_short(text)}: expected one name, or one name a seat with commas between")
    return tuple(names)


@dataclass(frozen=True, eq=False)
class Plan:
    """One run. `policies` are the distinct policy objects, `seats[s]` the index of the one named for seat s + 1.

    games, first: how many, and the number of the first. kind: the game. options: its own, as its `load` writes them; one
    without a default is there only if asked for. tables: names of those that are kept, in the order of the game's; none for all.
    """

    rules: Any
    players: int
    games: int
    seed: int
    policies: tuple[Any, ...]
    seats: tuple[int, ...]
    seating: str = "rotate"
    variant: dict[str, Any] | None = None
    variant_name: str | None = None
    first: int = 0
    tables: tuple[str, ...] = ()
    kind: GameKind = field(kw_only=True)
    options: dict[str, str] = field(kw_only=True)

    @cached_property
    def identity_parts(self) -> dict[str, Any]:
        """Everything that the rows depend on, as plain values."""
        return {
            "game": self.kind.name,
            "rules": self.rules.fingerprint,
            "seed": self.seed,
            "players": self.players,
            "policies": [[self.policies[i].name, str(self.policies[i].key)] for i in self.seats],
            "seating": self.seating,
            **self.options,
            "engine": self.kind.engine(self.rules),
            **({"tables": list(self.tables)} if self.tables else {}),
        }

    @property
    def end(self) -> int:
        """The number of the game before which it ends."""
        return self.first + self.games

    @property
    def seat_names(self) -> list[str]:
        """Policies by seat, before any rotation."""
        return [self.policies[i].name for i in self.seats]

    @cached_property
    def identity(self) -> str:
        """16 hexadecimal digits of `identity_parts`."""
        text = json.dumps(self.identity_parts, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def categories(self) -> dict[str, list[str]]:
        """Categories of the Enums of this run's tables."""
        names = [policy.name for policy in self.policies] + self.kind.automata(self.options)
        return self.kind.categories(self.rules) | {"policy": names}

    @property
    def kept_tables(self) -> dict[str, Table]:
        """The tables that are written, by name."""
        return self.kind.kept_tables(self.categories, self.tables)

    @cached_property
    def rotations(self) -> np.ndarray:
        """Distinct seatings, shape [rotations, seats]: one where seating is fixed or all policies are equal."""
        n = len(self.seats)
        turns = n if self.seating == "rotate" else 1
        every = [tuple(self.seats[(s + r) % n] for s in range(n)) for r in range(turns)]
        return np.array(list(dict.fromkeys(every)), np.uint8)

    @cached_property
    def combinations(self) -> np.ndarray | None:
        """Setups of the game that are met equally often, one a row (`GameKind.combinations`), or None."""
        return self.kind.combinations(self)

    @property
    def block(self) -> int:
        """Games in a block, in which every rotation of the policies meets every combination once."""
        return len(self.rotations) * (1 if self.combinations is None else len(self.combinations))

    @property
    def block_words(self) -> str:
        """What a block is of."""
        return "rotations" if self.combinations is None else f"rotations and {self.kind.setup_factor}"

    def assign(self, first: int, count: int) -> np.ndarray:
        """Policies of the seats of games first … first + count - 1, uint8 [count, seats that policies play]."""
        return self.rotations[self._in_block(first, count) % len(self.rotations)]

    def setups(self, first: int, count: int) -> np.ndarray | None:
        """Rows of `combinations` of games first … first + count - 1; None where there are none."""
        if self.combinations is None:
            return None
        return np.ascontiguousarray(self.combinations[self._in_block(first, count) // len(self.rotations)])

    def _in_block(self, first: int, count: int) -> np.ndarray:
        """For each game the number of its combination: rotation + rotations x number of its setup.

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


def _mix(x: Any) -> Any:
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014), on uint64 scalars or arrays."""
    x = np.asarray(x, np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def prepare(
    *,
    players: int | None,
    games: int | range,
    policies: Any = None,
    seed: int = 1,
    seating: str = "rotate",
    variant: str | Path | dict[str, Any] | None = None,
    game: str | GameKind = kinds.DEFAULT,
    clock: bool = False,
    tables: Sequence[str] = (),
    **options: str | int | None,
) -> Plan:
    """Check what is asked for and load rules and policies.

    `games` is how many, from number 0 on, or the range of their numbers; `game` the name of a game, or its object; `players` None for as many as usual; `policies` one for all seats or one a seat: names
    (text with commas, or a sequence) or, where the game has players in Python, callables; that of the game where there
    is none; `variant` the path of a TOML file, the name of an example, a dict of the same shape, or None for the printed game;
    `options` those of the game, None for what is left out; tables: names of those to keep besides `games` and `seats`, all where
    there are none. clock: may policies play by the clock? No run may. Raises RunError or RuleError.
    """
    kind = game if isinstance(game, GameKind) else kinds.get(game)
    own = own_options(kind, options)
    players, seats = kind.table(players, own)
    first, games = (games.start, len(games)) if isinstance(games, range) else (0, games)
    if not 1 <= games <= MAX_SEED:
        raise RunError(f"games {games}: expected at least 1" + (f" and at most {MAX_SEED}" if games > 1 else ""))
    if not 0 <= seed <= MAX_SEED:
        raise RunError(f"seed {seed}: expected 0 to {MAX_SEED}")
    if seating not in SEATINGS:
        raise RunError(f"seating {in_short(seating)}: expected {' or '.join(SEATINGS)}")
    policies = kind.policy if policies is None else policies
    names = split_policies(policies) if isinstance(policies, str) else policies
    names = tuple(names) if isinstance(names, (tuple, list)) else (names,)
    if len(names) not in (1, seats):
        raise RunError(
            f"{len(names)} policies for {seats} players: expected one name, or one a seat"
            if seats > 1
            else f"{len(names)} policies for a solo game: expected one, the player's"
        )
    names = names if len(names) == seats else names * seats
    rules, own = kind.load(own, players, variant)
    by_name: dict[str, Any] = {}
    known: dict[Any, Any] = {}
    seated = []
    for name in names:
        one = name if isinstance(name, str) else id(name)  # the same object in two seats is one player
        try:
            policy = known[one] = known.get(one) or kind.policy_of(name, rules, clock)
        except (KeyError, ValueError) as error:
            raise RunError(str(error.args[0]) if error.args else f"policy {name!r}: unknown") from None
        if by_name.setdefault(policy.name, policy) != policy:
            raise RunError(f"policy {in_short(policy.name)}: two players of that name, expected different names")
        seated.append(policy.name)
    distinct = list(by_name.values())
    position = {name: i for i, name in enumerate(by_name)}
    plan = Plan(
        kind=kind,
        rules=rules,
        options=own,
        players=players,
        games=games,
        first=first,
        seed=seed,
        policies=tuple(distinct),
        seats=tuple(position[name] for name in seated),
        seating=seating,
        variant=_content(variant, kind.name),
        variant_name=variant_file(variant, game=kind.name).name if isinstance(variant, (str, Path)) else stack_name(variant),
    )
    return replace(plan, tables=_tables(plan, tables)) if tables else plan


def split_tables(text: str | None) -> tuple[str, ...]:
    """`seats, cards` → ("seats", "cards"); nothing for None. RunError for an empty name."""
    names = tuple(name.strip() for name in text.split(",")) if text is not None else ()
    if not all(names):
        raise RunError(f"tables {in_short(text)}: expected names of tables with commas between")
    return names


def _tables(plan: Plan, names: Sequence[str]) -> tuple[str, ...]:
    """Those to keep in the order of the game's, `games` and `seats` always among them; none where they are all that there are."""
    every = list(plan.kept_tables)
    for name in names:
        if name not in every:
            raise RunError(f"table {in_short(name)}: expected some of {', '.join(every)}{did_you_mean(name, every, 1)}")
    kept = tuple(name for name in every if name in ("games", "seats", *names))
    return () if len(kept) == len(every) else kept


def game_numbers(text: str | int) -> int | range:
    """`20000` → 20000; `500000..1000000` → range(500000, 1000000), the last not with it. RunError for anything else.

    >>> game_numbers("500000..1000000")
    range(500000, 1000000)
    """
    first, dots, end = str(text).partition("..")
    if not dots and _is_number(first.removeprefix("-")):  # one below 1 is told of where games are asked for
        return int(first)
    if not (_is_number(first) and _is_number(end)) or int(first) >= int(end):
        raise RunError(
            f"games {in_short(text)}: expected a number, or the first and the one after the last, as 500000..1000000"
        )
    return range(int(first), int(end))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 100


def numbers_text(first: int, games: int) -> str:
    """What `game_numbers` reads: `20000`, or `500000..1000000` where it does not begin at 0."""
    return f"{first}..{first + games}" if first else str(games)


def asked_options(kind: GameKind, given: dict[str, Any]) -> dict[str, str]:
    """The options of a game that are given and not None, as text; RunError for one that the game does not have."""
    has, asked = [option.name for option in kind.options], {}
    for name, value in given.items():
        if value is None:
            continue
        if name not in has:
            theirs = [other.name for other, _ in kinds.options().get(name, ())]
            whose = f"an option of {' and '.join(theirs)}" if theirs else "no option"
            expected = f"expected of its own only {', '.join(has)}" if has else "it has none of its own"
            raise RunError(f"{name} {in_short(value)}: {whose}, and the game is {kind.name}; {expected}")
        asked[name] = str(value)
    return asked


def own_options(kind: GameKind, given: dict[str, Any]) -> dict[str, str]:
    """All options of a game as text: `asked_options`, and the others as usual."""
    return kind.usual(asked_options(kind, given))


def _content(variant: str | Path | dict[str, Any] | None, game: str) -> dict[str, Any] | None:
    """What a variant of a game says, to be kept in run.json; its `load` has already read the file without complaint."""
    if variant is None or isinstance(variant, dict):
        return variant
    return read_toml(variant_file(variant, game=game))
