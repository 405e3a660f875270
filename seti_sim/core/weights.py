"""Numbers that a player weighs with: what a tuning may change of a player (`Weights`), and players that have a few numbers with
names (`Weight`), given as options in brackets, `racer[sure=700]`, or by a file, `racer[weights=mine.toml]`.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import PlayerError
from .files import write_whole
from .names import did_you_mean, in_short, middle_out

Number = int | float
FILE = "weights"
"""The option that names a file."""


@dataclass(frozen=True)
class Weights:
    """What a tuning may change of a player (`GameKind.tunable`): numbers, of which several may go by one name.

    names: of each number. numbers: as the player has them. scales: by how much a search tries them otherwise. make: the player with
    other numbers, each taken to the nearest that it can be. write: a file of a player that `make` gave, with the record of where it
    comes from; the game reads it. held: names that stay as they are, each with the reason. bounds: the lowest and the highest
    of each number, near which the search keeps inside; None where they are so far off that it need not know.
    """

    names: Sequence[str]
    numbers: Sequence[float]
    scales: Sequence[float]
    make: Callable[[Sequence[float]], Any]
    write: Callable[[str | Path, Any, Mapping[str, Any]], None]
    held: Mapping[str, str] = field(default_factory=dict)
    bounds: tuple[Sequence[float], Sequence[float]] | None = None


@dataclass(frozen=True)
class Weight:
    """A number with a name. usual: where nothing else is asked for. low, high: what it may be at least and at most; it is a whole
    number where all three are. held: why a tuning leaves it as it is; nothing where it does not.

    ValueError, in one line, for what is no such number.
    """

    usual: Number
    low: Number
    high: Number
    held: str = ""

    def __post_init__(self) -> None:
        numbers = (self.usual, self.low, self.high)
        if (
            not all(_is_number(number) for number in numbers)
            or not self.low <= self.usual <= self.high
            or self.low == self.high
        ):
            raise ValueError(f"{in_short(numbers)}: expected what it usually is, the lowest and the highest that it may be")

    @property
    def whole(self) -> bool:
        """Whether it is a whole number."""
        return all(isinstance(number, int) for number in (self.usual, self.low, self.high))

    @property
    def words(self) -> str:
        """What is expected of it."""
        return f"a {'whole ' if self.whole else ''}number from {self.low} to {self.high}"

    def fits(self, value: object) -> bool:
        """Whether a value is such a number."""
        kinds = int if self.whole else (int, float)
        return _is_number(value) and isinstance(value, kinds) and self.low <= value <= self.high

    def nearest(self, number: float) -> Number:
        """The number that it can be which is nearest; of six digits, so that a name tells all of it."""
        number = min(max(float(number), self.low), self.high)
        return round(number) if self.whole else float(f"{number:.6g}")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def split(name: str) -> tuple[str, str | None]:
    """`racer[sure=700]` → ("racer", "sure=700"); None where there are no brackets. What is not of this form stays whole."""
    match = re.fullmatch(r"\s*([\w-]+)\s*(?:\[(.*)\])?\s*", name)
    return (match[1], match[2]) if match else (name, None)


def numbers_of(name: str, inside: str | None, weights: Mapping[str, Weight]) -> dict[str, Number]:
    """The numbers of a player by name: as usual, else as a file of it says, else as its options do. PlayerError, in one line.

    name: as it was asked for, for messages. inside: what its brackets hold, None without.
    """
    asked: dict[str, Number] = {}
    from_file: dict[str, Number] = {}
    for part in inside.split(",") if inside is not None else ():
        key, _, value = (piece.strip() for piece in part.partition("="))
        if weights and key == FILE and value:
            from_file = load(value, weights)
            continue
        if key not in weights:
            known = f"one of the options {', '.join([*weights, FILE])}" if weights else "no options"
            raise PlayerError(f"policy {in_short(name)}: {in_short(key)}: expected {known}")
        number = _read(value)
        if number is None or not weights[key].fits(number):
            raise PlayerError(f"policy {in_short(name)}: {middle_out(key)} = {in_short(value)}: expected {weights[key].words}")
        asked[key] = number
    found = {key: weight.usual for key, weight in weights.items()} | from_file | asked
    return {key: number if weights[key].whole else float(number) for key, number in found.items()}


def _read(text: str) -> Number | None:
    """The number that a text says, None for another text."""
    try:
        return int(text) if text.isdecimal() or text[:1] == "-" and text[1:].isdecimal() else float(text)
    except ValueError:
        return None


def name_of(base: str, numbers: Mapping[str, Number], weights: Mapping[str, Weight]) -> str:
    """The name of a player, with the options that are not as usual; of equal players it is the same."""
    changed = [f"{key}={number}" for key, number in numbers.items() if number != weights[key].usual]
    return base + (f"[{','.join(changed)}]" if changed else "")


def load(file: str | Path, weights: Mapping[str, Weight]) -> dict[str, Number]:
    """What a file of weights says: a TOML file with numbers in [weights], and where they come from in [record], for people.
    PlayerError says what is wrong and where."""
    if Path(file).exists() and not Path(file).is_file():
        raise PlayerError(f"{file}: no file: expected a file of weights")
    try:
        table = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise PlayerError(f"{file}: {error.strerror}: expected a file of weights") from None
    except (ValueError, RecursionError) as error:  # no text, no TOML, brackets without end
        raise PlayerError(f"{file}: {error}: expected a TOML file of weights") from None
    table.pop("record", None)
    found = table.pop("weights", None)
    if table or not isinstance(found, dict):
        raise PlayerError(f"{file}: {', '.join(table) or f'weights = {in_short(found)}'}: expected one table, [weights]")
    for key, value in found.items():
        if key not in weights:
            hint = did_you_mean(key, weights, 1)
            raise PlayerError(f"{file}: {middle_out(key)}: expected only weights of the player, {', '.join(weights)}{hint}")
        if not weights[key].fits(value):
            raise PlayerError(f"{file}: {key} = {in_short(value)}: expected {weights[key].words}")
    return found


def write(path: str | Path, numbers: Mapping[str, Number], record: Mapping[str, Any]) -> None:
    """A file of weights that `load` reads, with the record of where they come from."""
    lines = [
        "# Weights of a player: NAME[weights=FILE] plays with them.", *record_lines(record), "", "[weights]",
        *(f"{key} = {number!r}" for key, number in numbers.items()),
    ]  # fmt: skip
    write_whole(Path(path), ("\n".join(lines) + "\n").encode())


def record_lines(record: Mapping[str, Any]) -> list[str]:
    """The table [record] of a file of weights, after an empty line."""
    return ["", "[record]", *(f"{key} = {_toml(value)}" for key, value in record.items())]


def _toml(value: object) -> str:
    if isinstance(value, float):
        return repr(round(value, 6))
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return str(value) if isinstance(value, int) else '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def tunable(
    numbers: Mapping[str, Number], weights: Mapping[str, Weight], make: Callable[[dict[str, Number]], Any],
    numbers_of: Callable[[Any], Mapping[str, Number]],
) -> Weights:  # fmt: skip
    """`Weights` of a player with named numbers; a search tries each a fifth of its range off. make: the player with other numbers;
    numbers_of: those of a player."""
    known = [weights[key] for key in numbers]
    return Weights(
        names=tuple(numbers), numbers=tuple(numbers.values()), scales=tuple((one.high - one.low) / 5 for one in known),
        bounds=(tuple(one.low for one in known), tuple(one.high for one in known)),
        make=lambda values: make({key: weights[key].nearest(value) for key, value in zip(numbers, values, strict=True)}),
        write=lambda path, player, record: write(path, numbers_of(player), record),
        held={key: weights[key].held for key in numbers if weights[key].held},
    )  # fmt: skip
