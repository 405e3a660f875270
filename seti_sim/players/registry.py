"""Policies by name. A policy is a kind of compiled player, what it is barred from, and the weights it plays with.

A name may have options in brackets: `greedy[without=scan,without=computer-1]`, `greedy[weights=mine.toml]`.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import resources
from pathlib import Path

import numpy as np

KINDS = {"random": 0, "greedy": 1, "lookahead": 2, "mcts": 3}  # POLICY_… of ext/seti/players.pxi
BUDGETS = {"random": (0,) * 4, "greedy": (0,) * 4, "lookahead": (600, 1, 0, 16), "mcts": (0, 0, 100, 10)}
"""Nodes, deals, playouts (ext/seti/policy.pxi)."""
WEIGHTS = {"greedy": "greedy.toml", "lookahead": "lookahead.toml", "mcts": "lookahead.toml"}
"""The shipped file of each kind."""
VALUED = ("lookahead", "mcts")
"""Kinds with weights of a position's features besides those of actions."""
N_WEIGHTS = 320
MOST_VALUE = 2_000_000
MOST = 20_000  # of a weight; the engine multiplies two of them with small counts, in 32 bits


class PlayerError(ValueError):
    """A policy that does not exist or whose weights cannot be read."""


def padded(numbers: list[int]) -> list[int]:
    """As many numbers as the engine reads of a policy, zeros at the end."""
    from seti_sim.seti import _engine

    return [*numbers, *[0] * (_engine.POLICY_NUMBERS - len(numbers))]


@dataclass(frozen=True)
class Player:
    """A compiled policy, the same in every process.

    name: as on the command line. kind: which compiled player. weights: tuple of ints in the engine's order.
    barred: (actions, techs, kinds of trace, species, missions) as bit masks. key: 12 hex digits of kind, bars and
    weights, for a run's identity.
    """

    name: str
    kind: str
    weights: tuple[int, ...] = field(default=(), repr=False)
    barred: tuple[int, ...] = (0, 0, 0, 0)
    values: tuple[int, ...] = field(default=(), repr=False)
    budget: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def key(self) -> str:
        text = f"{self.kind}:{self.weights}"
        for more in (self.barred, self.values, self.budget):
            text += f":{more}" if any(more) else ""
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def engine_weights(self) -> list[int]:
        """Kind, bars, budget, weights and values as the engine takes them."""
        weights = [*self.weights, *[0] * (N_WEIGHTS - len(self.weights))]
        return padded([KINDS[self.kind], *self.barred, *self.budget, *weights, *self.values])

    def choose(self, game):
        """The player's action at the decision of a `Game`, for the seat that is to move."""
        from seti_sim.seti import _engine

        return game.action(_engine.choose_action(game.core, np.array(self.engine_weights(), np.int32)))


def names() -> tuple[str, ...]:
    """Names of all policies."""
    return tuple(KINDS)


def get(name: str) -> Player:
    """The policy of that name, options in brackets obeyed; PlayerError with the nearest names otherwise."""
    from .python import PythonPlayer, targets

    base, options = _split(name)
    if base not in KINDS and (":" in base or base in targets()) and not options:
        return PythonPlayer(name, base if ":" in base else targets()[base])
    if base not in KINDS:
        near = get_close_matches(base, KINDS, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise PlayerError(f"policy {name!r}: expected one of {', '.join(KINDS)}{hint}")
    weights, values = (), ()
    if base != "random":
        weights, values = load_player(options.pop("weights", [WEIGHTS[base]])[-1], base)
    without = options.pop("without", [])
    budget = list(BUDGETS[base])
    for number, word in enumerate(("nodes", "deals", "playouts", "width")):
        if budget[number] and word in options:
            text = options.pop(word)[-1]
            if not text.isdecimal() or not 1 <= int(text) <= 1_000_000 or (word == "width" and int(text) > 48):
                most = 48 if word == "width" else 1_000_000
                raise PlayerError(f"policy {name!r}: {word}={text}: expected a whole number from 1 to {most}")
            budget[number] = int(text)
    if options:
        known = ["without=…", *(["weights=…"] if base != "random" else [])]
        known += [f"{word}=…" for number, word in enumerate(("nodes", "deals", "playouts", "width")) if budget[number]]
        raise PlayerError(f"policy {name!r}: option {', '.join(options)}: expected {' or '.join(known)}")
    return Player(name, base, weights, bars(name, without) if without else (0, 0, 0, 0), values, tuple(budget))


def _split(name: str) -> tuple[str, dict[str, list[str]]]:
    """Base and options of a name: {option: its values}."""
    match = re.fullmatch(r"([^\[\]]*)(?:\[([^\[\]]*)\])?", name)
    if match is None:
        raise PlayerError(f"policy {name!r}: expected a name, or a name with options in brackets as in greedy[without=scan]")
    options: dict[str, list[str]] = {}
    for part in (match[2] or "").split(","):
        key, sign, value = part.strip().partition("=")
        if match[2] is not None and not (sign and key and value):
            raise PlayerError(f"policy {name!r}: {part!r}: expected option=value")
        if sign:
            options.setdefault(key.strip(), []).append(value.strip())
    return match[1], options


ACTIONS = {
    "launch": 1, "orbit": 2, "land": 3, "scan": 4, "analyze": 5, "play": 6, "research": 7, "move": 10, "place": 11,
    "corner": 12, "mission": 13, "buy": 14, "exchange": 15,
}
"""What `without=` bars from, as kinds of action (A_… of ext/seti/actions.pxi)."""
TRACES = ("signal", "lander", "analysis")


def bars(name: str, without) -> tuple[int, ...]:
    """Masks of the actions, techs, traces and species that the words of `without` name."""
    from seti_sim.rules import RuleSet

    rules = RuleSet.load()
    techs, species = list(rules.compiled.tech_ids), list(rules.species_ids)
    masks = [0, 0, 0, 0]
    for word in without:
        if word in ACTIONS:
            masks[0] |= 1 << ACTIONS[word]
        elif word in techs:
            masks[1] |= 1 << techs.index(word)
        elif word in ("probe", "telescope", "computer"):
            masks[1] |= sum(1 << i for i, tech in enumerate(techs) if tech.startswith(word))
        elif word.removesuffix("-trace") in TRACES and word.endswith("-trace"):
            masks[2] |= 1 << TRACES.index(word.removesuffix("-trace"))
        elif word == "species":
            masks[3] |= (1 << len(species)) - 1
        elif word in species:
            masks[3] |= 1 << species.index(word)
        else:
            known = [*ACTIONS, *techs, "probe", "telescope", "computer", *(f"{t}-trace" for t in TRACES), "species", *species]
            near = get_close_matches(word, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise PlayerError(f"policy {name!r}: without={word}: expected one of {', '.join(known)}{hint}")
    return tuple(masks)


def weight_rows(kind: str) -> tuple[str, ...]:
    """Names of the weights of a kind of player, in the engine's order; each has five numbers, one a round."""
    from seti_sim.seti import _engine

    return () if kind == "random" else _engine.WEIGHT_NAMES


def value_tables() -> tuple[tuple[str, tuple[str, ...], int], ...]:
    """What a file says of a position's worth, in the engine's order: (table, its rows, numbers a row).

    values: each feature's weight by round, in thousandths of a point. hidden: its weights in the hidden units. units:
    by round what a unit begins with, and what it is worth, in thousandths of a point a unit.
    """
    from seti_sim.seti import _engine

    names, units = _engine.VALUE_NAMES, _engine.HIDDEN_UNITS
    by_round = tuple(f"{word}_{i}" for word in ("begin", "worth") for i in range(1, 6))
    return ("values", names, 5), ("hidden", names, units), ("units", by_round, units)


def write_weights(path: str | Path, player: Player, record: dict) -> None:
    """A file of weights that `load_weights` reads, with the record of where they come from."""
    lines = ["# Weights of a player, five numbers a name, one a round; what each means is in docs/players.md.", "", "[record]"]
    for key, value in record.items():
        lines.append(f"{key} = {_toml(value)}")
    lines += ["", "[weights]"]
    for i, name in enumerate(weight_rows(player.kind)):
        lines.append(f"{name} = {list(player.weights[5 * i:5 * i + 5])}")
    if player.values:
        from seti_sim.seti import _engine

        at = 0
        for table, rows, columns in value_tables():
            lines += ["", f"[{table}]"]
            for name in rows:
                lines.append(f"{name} = {list(player.values[at:at + columns])}")
                at += columns
    part = Path(f"{path}.part")
    part.write_text("\n".join(lines) + "\n", encoding="utf-8")
    part.replace(path)


def _toml(value) -> str:
    if isinstance(value, float):
        return repr(round(value, 6))
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return str(value) if isinstance(value, int) else '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _read(file: str | Path) -> str:
    shipped = resources.files("seti_sim.players").joinpath(Path(file).name)
    own = Path(file)
    return (shipped if not own.exists() and own.name == str(file) and shipped.is_file() else own).read_text(encoding="utf-8")


def load_weights(file: str | Path) -> tuple[int, ...]:
    """Weights of a file in the engine's order (`WEIGHT_NAMES`), in thousandths of a credit: one table `weights`, five
    whole numbers a name. `file` is a path or the name of a shipped file. PlayerError says what is wrong and where."""
    return load_player(file, "greedy")[0]


def load_player(file: str | Path, kind: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(weights, values) of a file for a kind of player; values, weights of a position's features in thousandths of a
    point, stand in the table `values` where the kind has them. A table `record` says where they come from."""
    from seti_sim.seti import _engine

    try:
        table = tomllib.loads(_read(file))
    except OSError as error:
        raise PlayerError(f"{file}: {error.strerror}: expected a file of weights") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlayerError(f"{file}: {error}: expected a TOML file of weights") from None
    table.pop("record", None)  # for people
    weights = table.pop("weights", None)
    shapes = value_tables() if kind in VALUED else ()
    tables = [table.pop(name, None) for name, _, _ in shapes]
    if table or not isinstance(weights, dict):
        raise PlayerError(f"{file}: {', '.join(table) or f'weights = {weights!r}'}: expected one table, [weights]")
    values: tuple[int, ...] = ()
    for found, (name, rows, columns) in zip(tables, shapes, strict=True):
        if not isinstance(found, dict):
            raise PlayerError(f"{file}: {name} = {found!r}: expected a table [{name}]; {kind} has weights of positions, too")
        values += _rows(file, found, rows, MOST_VALUE, columns)
    return _rows(file, weights, _engine.WEIGHT_NAMES, MOST), values


def _rows(file, table: dict, names, most: int, columns: int = 5) -> tuple[int, ...]:
    """The numbers of a table in the order of the names, `columns` a name."""
    for name in table:
        if name not in names:
            near = get_close_matches(name, names, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise PlayerError(f"{file}: {name}: expected only names that the player knows{hint}")
    values: list[int] = []
    for name in names:
        row = table.get(name, "(missing)")
        if not isinstance(row, list) or len(row) != columns or not all(type(v) is int and abs(v) <= most for v in row):
            raise PlayerError(
                f"{file}: {name} = {row}: expected {'five' if columns == 5 else columns} whole numbers from -{most} to {most}"
                + (", one a round" if columns == 5 else "")
            )
        values += row
    return tuple(values)
