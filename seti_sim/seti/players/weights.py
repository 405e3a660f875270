"""Files of weights: TOML with five numbers a name, one a round, and the record of where they come from.

Tables: `weights`, all names of `WEIGHT_NAMES`, in thousandths of a credit; `premiums`, of some of these names, what a
persona puts on top of them on purpose (tuning leaves both its premium and the weight below it alone); where the kind of
player has them `values`, `hidden` and `units`, what a position's features are worth (`value_tables`); `record`, for people.
"""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from seti_sim.core.errors import PlayerError
from seti_sim.core.files import write_whole
from seti_sim.core.names import did_you_mean
from seti_sim.core.weights import Weights, record_lines

from . import networds

VALUED = ("lookahead", "mcts")
"""Kinds with weights of a position's features besides those of actions."""
TUNED = ("greedy", *VALUED)
"""Kinds whose file has weights of actions."""
N_WEIGHTS = 320
MOST = 20_000  # of a weight; the engine multiplies two of them with small counts, in 32 bits
MOST_VALUE = 2_000_000


class WeightsFile(NamedTuple):
    """What a file holds: weights with the premiums on top, values, and the premiums again, {name: five numbers}."""

    weights: tuple[int, ...]
    values: tuple[int, ...]
    premiums: dict[str, tuple[int, ...]]


def weight_rows(kind: str) -> tuple[str, ...]:
    """Names of the weights of a kind of player, in the engine's order; each has five numbers, one a round."""
    from seti_sim.seti.engine import _engine

    return () if kind == "random" else _engine.WEIGHT_NAMES


def value_tables() -> tuple[tuple[str, tuple[str, ...], int], ...]:
    """What a file says of a position's worth, in the engine's order: (table, its rows, numbers a row).

    values: each feature's weight by round, in thousandths of a point. hidden: its weights in the hidden units. units:
    by round what a unit begins with, and what it is worth, in thousandths of a point a unit.
    """
    from seti_sim.seti.engine import _engine

    names, units = _engine.VALUE_NAMES, _engine.HIDDEN_UNITS
    by_round = tuple(f"{word}_{i}" for word in ("begin", "worth") for i in range(1, 6))
    return ("values", names, 5), ("hidden", names, units), ("units", by_round, units)


def padded(numbers: list[int]) -> np.ndarray:
    """As many numbers as the engine reads of every policy, zeros at the end; int32."""
    from seti_sim.seti.engine import _engine

    out = np.zeros(_engine.POLICY_NUMBERS, np.int32)
    out[: len(numbers)] = numbers
    return out


def stacked(policies) -> np.ndarray:
    """int32 [policies, numbers]: what the engine reads of each, zeros at the end of the shorter ones."""
    rows = [policy.engine_weights() for policy in policies]
    out = np.zeros((len(rows), max(map(len, rows))), np.int32)
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return out


def write_weights(path: str | Path, player, record: Mapping[str, Any]) -> None:
    """A file of a `Player`'s weights that `load` reads, with the record of where they come from."""
    lines = [
        "# Weights of a player, five numbers a name, one a round; what each means is in docs/players.md.",
        *record_lines(record),
    ]
    if player.premiums:
        lines += ["", "[premiums]", *(f"{name} = {list(row)}" for name, row in player.premiums.items())]
    lines += ["", "[weights]"]
    for i, name in enumerate(weight_rows(player.kind)):
        row = player.weights[5 * i : 5 * i + 5]
        lines.append(f"{name} = {[w - p for w, p in zip(row, player.premiums.get(name, (0,) * 5))]}")
    at = 0
    for table, names, columns in value_tables() if player.values else ():
        lines += ["", f"[{table}]"]
        for name in names:
            lines.append(f"{name} = {list(player.values[at : at + columns])}")
            at += columns
    write_whole(Path(path), ("\n".join(lines) + "\n").encode())


def tunable(player) -> Weights | None:
    """What a tuning may change of a `Player`: five numbers a name, one a round, in steps of about a quarter of each; premiums stay.
    None for a player whose file holds no such numbers."""
    if player.kind not in TUNED:
        return None
    scales = 0.25 * np.abs(np.array(player.weights, float)) + 20

    def make(values):
        return replace(player, name="candidate", weights=tuple(int(value) for value in np.clip(np.rint(values), -MOST, MOST)))

    return Weights(
        names=tuple(np.repeat(weight_rows(player.kind), 5)), numbers=player.weights, scales=scales.tolist(), make=make,
        write=write_weights, held={name: f"{player.name} has a premium on it, which stays" for name in player.premiums},
    )  # fmt: skip


def load(file: str | Path, kind: str) -> WeightsFile:
    """The weights of a file for a kind of player, in the engine's order (`WEIGHT_NAMES`, `VALUE_NAMES`).

    `file` is a path or the name of a shipped file. PlayerError says what is wrong and where.
    """
    try:
        return _weights(str(file), _path(file).read_text(encoding="utf-8"), kind)
    except OSError as error:
        raise PlayerError(f"{file}: {error.strerror}: expected a file of weights") from None
    except PlayerError:
        raise
    except ValueError as error:  # no text
        raise PlayerError(f"{file}: {error}: expected a TOML file of weights") from None


@lru_cache(32)
def _weights(file: str, text: str, kind: str) -> WeightsFile:
    """The weights that a file's text says. Kept, since every player of a name asks for them."""
    from seti_sim.seti.engine import _engine

    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # no TOML, a number of thousands of digits, brackets without end
        raise PlayerError(f"{file}: {error}: expected a TOML file of weights") from None
    table.pop("record", None)  # for people
    weights, premiums = table.pop("weights", None), table.pop("premiums", {})
    shapes = value_tables() if kind in VALUED else ()
    tables = [table.pop(name, None) for name, _, _ in shapes]
    if table or not isinstance(weights, dict):
        raise PlayerError(f"{file}: {', '.join(table) or f'weights = {weights!r}'}: expected one table, [weights]")
    values: tuple[int, ...] = ()
    for found, (name, names, columns) in zip(tables, shapes, strict=True):
        if not isinstance(found, dict):
            raise PlayerError(f"{file}: {name} = {found!r}: expected a table [{name}]; {kind} has weights of positions, too")
        values += sum(_rows(file, found, names, MOST_VALUE, columns=columns).values(), ())
    if not isinstance(premiums, dict):
        raise PlayerError(f"{file}: premiums = {premiums!r}: expected a table [premiums]")
    names = _engine.WEIGHT_NAMES
    rows = _rows(file, weights, names, MOST)
    extra = _rows(file, premiums, names, MOST, whole=False)
    for name, row in extra.items():
        rows[name] = tuple(w + p for w, p in zip(rows[name], row))
        if max(map(abs, rows[name])) > MOST:
            raise PlayerError(f"{file}: {name} = {list(rows[name])} with its premium: expected numbers from -{MOST} to {MOST}")
    return WeightsFile(sum(rows.values(), ()), values, extra)


class NetFile(NamedTuple):
    """What a file of a network holds: int32 numbers as bytes, as the engine reads them, and where they come from."""

    net: bytes
    record: dict


def write_net(path: str | Path, numbers: np.ndarray, record: dict, of: networds.Words | None = None) -> None:
    """A file of a network that `load_net` reads: an .npz of `numbers`, and as JSON texts the record and the words that rows go
    by, those of this version for None."""
    content = io.BytesIO()
    text, words = np.array(json.dumps(record)), np.array(json.dumps(of or networds.words()))
    np.savez_compressed(content, numbers=numbers, record=text, words=words)
    write_whole(Path(path), content.getbuffer())


def load_net(file: str | Path) -> NetFile:
    """The network of a file of `learned`, its rows in the order of this version's vocabulary; nothing in it can execute code.
    A file without words is read as of this vocabulary. PlayerError says what is wrong and where."""
    now = networds.words()
    expected = "expected a file of weights that `python -m seti_sim.seti.players.learn` wrote"
    try:
        with np.load(_path(file)) as found:
            numbers, record = found["numbers"], json.loads(str(found["record"]))
            of = _net_words(json.loads(str(found["words"]))) if "words" in found else now
    except OSError as error:
        raise PlayerError(f"{file}: {error.strerror or error}: {expected}") from None
    except (
        ValueError,
        KeyError,
        EOFError,
        zipfile.BadZipFile,
        TypeError,
        AttributeError,
        zlib.error,
        NotImplementedError,
    ) as error:
        raise PlayerError(f"{file}: {' '.join(str(error).split()) or type(error).__name__}: {expected}") from None
    size = networds.count(of)
    if numbers.dtype != np.int32 or numbers.shape != (size,):
        raise PlayerError(f"{file}: numbers of {numbers.dtype}, {numbers.shape}: {expected}, {size:,} of int32")
    return NetFile(networds.in_order(numbers, of, now).tobytes(), record)


def _net_words(found: Any) -> networds.Words:
    """The words of a file of a network; ValueError unless each group is a list of different words."""
    groups = networds.GROUPS
    lists: list[Any] = [found.get(group) for group in groups] if isinstance(found, dict) else [None]
    if not all(isinstance(each, list) and all(isinstance(word, str) for word in each) for each in lists):
        raise ValueError(f"words: expected lists of {', '.join(groups)}")
    if not all(len(set(each)) == len(each) for each in lists):
        raise ValueError("words: one stands there twice")
    return {group: tuple(each) for group, each in zip(groups, lists, strict=True)}


def _path(file: str | Path) -> Path:
    """Where a file of weights is: a shipped one by its name, unless there is one of that name here."""
    shipped = Path(str(resources.files("seti_sim.seti.players").joinpath(Path(file).name)))
    own = Path(file)
    if own.exists() and not own.is_file():
        raise PlayerError(f"{file}: no file: expected a file of weights")
    return shipped if not own.exists() and own.name == str(file) and shipped.is_file() else own


def _rows(file, table: dict, names, most: int, whole: bool = True, columns: int = 5) -> dict[str, tuple[int, ...]]:
    """{name: `columns` numbers} of a table in the order of the names; of all names unless `whole` is False."""
    for name in table:
        if name not in names:
            hint = did_you_mean(name, names, 1)
            raise PlayerError(f"{file}: {name}: expected only names that the player knows{hint}")
    rows = {}
    for name in names if whole else [name for name in names if name in table]:
        row = table.get(name, "(missing)")
        if not isinstance(row, list) or len(row) != columns or not all(type(v) is int and abs(v) <= most for v in row):
            raise PlayerError(
                f"{file}: {name} = {row}: expected {'five' if columns == 5 else columns} whole numbers from "
                f"-{most} to {most}" + (", one a round" if columns == 5 else "")
            )
        rows[name] = tuple(row)
    return rows
