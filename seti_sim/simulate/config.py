"""What `seti-sim run` is asked for: the options of a TOML file, and several numbers of players at once.

A file holds the same names as the command's options, without the dashes:

    players = [2, 3, 4]
    games = 20_000
    policy = "learned"
    out = "runs/all-counts"
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from seti_sim.core import registry as kinds
from seti_sim.core.errors import RunError
from seti_sim.core.kind import FLAG
from seti_sim.core.names import did_you_mean, in_short, middle_out
from seti_sim.core.registry import GameKind
from seti_sim.core.tree import stacked, variant_file, variants_expected
from seti_sim.simulate.plan import game_numbers

KEYS = {
    "game": f"{' or '.join(kinds.names())}",
    "players": "a number of players that the game can have, or a list of them",
    "games": 'a whole number, or the first and the one after the last as a text, "500000..1000000"',
    "policy": "a name, or a list of names, one a seat",
    "seating": "rotate or fixed",
    **{name: " or ".join(option.config for _, option in of) for name, of in kinds.options().items()},
    "seed": "a whole number",
    "variant": "the path of a TOML file from this one's folder, the name of an example variant, or a list of them",
    "jobs": "a whole number",
    "backend": "dask or ray",
    "address": "that of the cluster's scheduler",
    "chunk": "a whole number",
    "out": "the path of a folder",
    "tables": "the name of a table, or a list of them",
}
LISTS = ("players", "policy", "tables", *kinds.options())  # come as the text with commas that the command line takes
FLAGS = tuple(name for name, of in kinds.options().items() if of[0][1].flag)
_WHOLE = ("games", "seed", "jobs", "chunk")


def read(path) -> dict:
    """The options of a configuration file, `LISTS` as the text that the command line takes.

    RunError, in one line, for what cannot be read, does not exist or is of the wrong kind.
    """
    path = Path(path)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # no text, no TOML, a number of thousands of digits, brackets without end
        raise RunError(f"{path}: {error}; expected TOML") from None
    if (kind := table.pop("kind", "run")) != "run":
        raise RunError(f"{path}: kind = {in_short(kind)}: expected run; what else there is, seti-sim experiment carries out")
    for key, value in table.items():
        if key not in KEYS:
            raise RunError(f"{path}: {key}: expected one of {', '.join(KEYS)}{did_you_mean(key, KEYS, 1)}")
        if not _fits(key, value):
            raise RunError(f"{path}: {key} = {in_short(value)}: expected {KEYS[key]}")
        if key in FLAGS:
            table[key] = FLAG if value else None
        elif key in LISTS:
            table[key] = ",".join(map(str, value if isinstance(value, list) else [value]))
    if "variant" in table:
        table["variant"] = find_variants(table["variant"], path.parent, table.get("game"))
    return table


def _fits(key: str, value) -> bool:
    values = value if key in LISTS and isinstance(value, list) and value else [value]
    if key in FLAGS:
        return isinstance(value, bool)
    whole = key in _WHOLE or key == "players" or any(option.whole for _, option in kinds.options().get(key, ()))
    if key == "variant" and isinstance(value, list):
        return bool(value) and all(type(v) is str for v in value)
    if key == "games" and type(value) is str:
        try:
            game_numbers(value)
        except RunError:
            return False
        return True
    return all(type(v) is (int if whole else str) for v in values)


def find_variant(name: str, base: Path = Path(), game: str | None = None) -> Path | str:
    """The file that a variant's name stands for: a path seen from `base`, or the name of an example variant of a game (None: of
    any).

    RunError with the closest names for what is neither.
    """
    found = variant_file(name, base, game)
    if found is None:
        raise RunError(f"variant {str(base / name)!r}: expected {variants_expected(name, game)}")
    return found


def find_variants(names: str | list[str], base: Path = Path(), game: str | None = None):
    """The file of one variant as text, or what several of a list say together (`seti_sim.core.tree.stacked`); see `find_variant`."""
    files = [str(find_variant(name, base, game)) for name in ([names] if isinstance(names, str) else names)]
    return stacked(files) if len(files) > 1 else files[0]


def player_counts(text: str, kind: GameKind) -> list[int]:
    """`2,3,4` → [2, 3, 4]; RunError where there is anything but different numbers, which `prepare` looks at."""
    parts = [part.strip() for part in str(text).split(",")]
    for part in parts:
        if not part.isdecimal():
            expected = f"{kind.players[0]} to {kind.players[-1]}, several with commas between"
            raise RunError(f"players {part or '(none)'}: expected {expected}")
    counts = [int(part) for part in parts]
    if len(set(counts)) < len(counts):
        raise RunError(f"players {in_short(text)}: expected different numbers")
    return counts


def runs_of(kind: GameKind, players: str | None, options: dict) -> tuple[list[tuple], dict[str, str]]:
    """Runs that are asked for: (players, options, name of its folder below the common one) of each, and the options of
    a plan of which there are several values, with these.

    Several numbers of players make a run each, or several values of an option that allows it. RunError for what cannot
    be.
    """
    counts = [None] if players is None else player_counts(players, kind)
    found, several = [(n, options, f"{n}-players") for n in counts], {}
    for option in kind.options:
        values = [value.strip() for value in str(options.get(option.name) or "").split(",")]
        if not option.runs or len(values) == 1:
            continue
        if len(counts) > 1 or several:
            raise RunError(f"{option.name} {options[option.name]}: expected one, where there are several runs already")
        if len(set(values)) < len(values):
            raise RunError(f"{option.name} {middle_out(str(options[option.name]))}: expected different ones")
        found = [(counts[0], options | {option.name: value}, f"{option.name}-{value}") for value in values]
        several[option.runs] = ",".join(values)
    return found, several
