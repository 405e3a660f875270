"""What `seti-sim run` is asked for: the options of a TOML file, and several numbers of players at once.

A file holds the same names as the command's options, without the dashes:

    players = [2, 3, 4]
    games = 20_000
    policy = "greedy"
    out = "runs/all-counts"
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from pathlib import Path

from seti_sim.data import example_variants
from seti_sim.simulate.plan import PLAYERS, RunError

KEYS = {
    "players": "a number from 2 to 4, or a list of them",
    "solo": "true or false",
    "level": "a number from 1 to 5, or a list of them",
    "games": "a whole number",
    "policy": "a name, or a list of names, one a seat",
    "seating": "rotate or fixed",
    "species": "drawn, balanced, or a list of two species",
    "seed": "a whole number",
    "variant": "the path of a TOML file from this one's folder, or the name of an example variant",
    "jobs": "a whole number",
    "chunk": "a whole number",
    "out": "the path of a folder",
}
LISTS = ("players", "level", "policy", "species")  # come as the text with commas that the command line takes
_WHOLE = ("games", "seed", "jobs", "chunk")


def read(path) -> dict:
    """The options of a configuration file, `LISTS` as the text that the command line takes.

    RunError, in one line, for what cannot be read, does not exist or is of the wrong kind.
    """
    path = Path(path)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: {error}; expected TOML") from None
    if (kind := table.pop("kind", "run")) != "run":
        raise RunError(f"{path}: kind = {kind!r}: expected run; what else there is, seti-sim experiment carries out")
    for key, value in table.items():
        if key not in KEYS:
            near = get_close_matches(key, KEYS, 1)
            raise RunError(
                f"{path}: {key}: expected one of {', '.join(KEYS)}" + (f" (did you mean {near[0]}?)" if near else "")
            )
        if not _fits(key, value):
            raise RunError(f"{path}: {key} = {value!r}: expected {KEYS[key]}")
        if key in LISTS:
            table[key] = ",".join(map(str, value if isinstance(value, list) else [value]))
    if "variant" in table:
        table["variant"] = str(find_variant(table["variant"], path.parent))
    return table


def _fits(key: str, value) -> bool:
    values = value if key in LISTS and isinstance(value, list) and value else [value]
    kind = bool if key == "solo" else int if key in (*_WHOLE, "players", "level") else str
    return all(type(v) is kind for v in values)


def find_variant(name: str, base: Path = Path()) -> Path | str:
    """The file that a variant's name stands for: a path seen from `base`, or the name of an example variant.

    What is neither comes back as it is, for `RuleSet.load` to complain about.
    """
    path = base / name
    return path if path.exists() else example_variants().get(name, path)


def player_counts(text: str) -> list[int]:
    """`2,3,4` → [2, 3, 4]; RunError where there is anything but different numbers of players."""
    parts = [part.strip() for part in str(text).split(",")]
    for part in parts:
        if not (part.isdecimal() and int(part) in PLAYERS):
            raise RunError(
                f"players {part or '(none)'}: expected {PLAYERS[0]} to {PLAYERS[-1]}, several with commas between"
            )
    counts = [int(part) for part in parts]
    if len(set(counts)) < len(counts):
        raise RunError(f"players {text!r}: expected different numbers")
    return counts


def tables_of(asked: dict) -> list[dict]:
    """What `prepare` is told for each run of `players`, or of `level` where `solo` is true; RunError for what cannot be."""
    if not asked["solo"]:
        if asked["level"] is not None:
            raise RunError(f"level {asked['level']}: expected with solo games only")
        return [{"players": n} for n in player_counts(PLAYERS[-1] if asked["players"] is None else asked["players"])]
    if asked["players"] not in (None, "1"):
        raise RunError(f"players {asked['players']}: expected 1 or nothing in solo games")
    parts = [part.strip() for part in str(asked["level"] or 1).split(",")]
    for part in parts:
        if not part.isdecimal():
            raise RunError(f"level {part or '(none)'}: expected a level, several with commas between")
    if len(set(parts)) < len(parts):
        raise RunError(f"level {asked['level']!r}: expected different levels")
    return [{"players": None, "solo": int(part)} for part in parts]


def run_folder(out, plan, runs: int) -> Path:
    """Where a run goes: `out` itself, or a folder below it where there are several."""
    if runs == 1:
        return Path(out)
    return Path(out) / (f"level-{plan.solo}" if plan.solo else f"{plan.players}-players")
