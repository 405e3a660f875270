"""Experiments: what to play and ask, as a TOML file whose first line says why.

    # What happens if a scan costs one energy less?
    kind = "compare"
    variants = ["cheap-scan"]
    games = 40_000

`kind` is run (where it is not said), compare, sweep, komi, seats or card_strength, `game` which game it is about. A run has the
options of `seti-sim run`, the others have those of the command or function of their name.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from seti_sim.core import registry as kinds
from seti_sim.core.files import toml_files
from seti_sim.core.names import did_you_mean, in_short
from seti_sim.simulate.config import find_variant, find_variants
from seti_sim.studies.store import StudyError

_VARIANT = "a variant, or a list of them that are taken together"
_WHOLE, _WHOLES, _TEXT, _TEXTS = "a whole number", "a list of whole numbers", "a text", "a list of texts"
_OWN = {name: " or ".join(option.config for _, option in of) for name, of in kinds.options().items()
        if all(option.studied for _, option in of)}  # fmt: skip
"""Options that single games have of their own."""
_COMMON = {"kind": _TEXT, "game": " or ".join(kinds.names()), "players": _WHOLE, "policy": "a name, or a list of names, one a seat",
           "seed": _WHOLE, "games": _WHOLE, "out": "the path of a folder"}  # fmt: skip
_PAIRED = _COMMON | _OWN | {"seating": "rotate or fixed", "metrics": _TEXTS, "precision": _TEXTS, "block": _WHOLE,
                     "variant_policy": "a name, or a list of names, one a seat"}  # fmt: skip
KEYS = {
    "compare": _PAIRED | {"variants": "a list of variants, of which the first is the base if there are several"},
    "sweep": _PAIRED | {"setting": "ADDRESS=VALUE,VALUE,…"},
    "komi": _COMMON | {"species": _TEXT, "variant": _VARIANT, "confirm_games": _WHOLE, "confirm_seed": _WHOLE, "of": _TEXT},
    "card_strength": _COMMON
    | dict.fromkeys(("confirm_games", "confirm_seed", "follow_games", "follow_seed"), _WHOLE) | {"variant": _VARIANT},
    "seats": _OWN | {"kind": _TEXT, "game": _COMMON["game"], "policies": _TEXTS, "players": _WHOLES, "games": f"{_WHOLE}, or one a policy", "seed": _WHOLE,
              "variant": _VARIANT, "out": _COMMON["out"]},
}  # fmt: skip
SHARED = ("compare", "sweep", "seats")
"""Kinds that any game can be asked; the others are questions of the game (`GameKind.question`)."""
PRINTED = "printed"
_ARGUMENTS = {"policy": "policies", "variant_policy": "variant_policies"}


@dataclass(frozen=True)
class Experiment:
    """One experiment: the file it is written in, its name, what it asks, its kind, and the options of that kind."""

    path: Path
    name: str
    purpose: str
    kind: str
    options: dict


def names() -> list[str]:
    """Names of the experiments that are shipped."""
    return list(example_experiments())


def read(name) -> Experiment:
    """The shipped experiment of that name, or that in a file; StudyError or RunError, in one line, for what is wrong.

    The options of a run are left to `simulate.config.read`.
    """
    shipped = example_experiments()
    path = Path(shipped.get(str(name).replace("-", "_"), name))
    if not path.is_file():
        hint = did_you_mean(name, shipped, 1)
        raise StudyError(f"experiment {str(name)!r}: expected a TOML file or one of {', '.join(shipped)}{hint}")
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # no text, no TOML, a number of thousands of digits, brackets without end
        raise StudyError(f"{path}: {error}; expected TOML") from None
    first = text.partition("\n")[0]
    purpose = first.lstrip("# ") if first.startswith("#") else ""
    kind = table.get("kind", "run")
    if kind == "run":
        from seti_sim.simulate.config import read as read_run

        return Experiment(path, path.stem, purpose, kind, read_run(path))
    if not isinstance(kind, str) or kind not in KEYS:
        raise StudyError(f"{path}: kind = {in_short(kind)}: expected one of run, {', '.join(KEYS)}")
    return Experiment(path, path.stem, purpose, kind, _checked(path, kind, table))


def _checked(path: Path, kind: str, table: dict) -> dict:
    """The options of a study as its function takes them."""
    known, options = KEYS[kind], {}
    for key, value in table.items():
        if key not in known:
            raise StudyError(f"{path}: {key}: expected one of {', '.join(known)}{did_you_mean(key, known, 1)}")
        if not _fits(known[key], key, value):
            raise StudyError(f"{path}: {key} = {in_short(value)}: expected {known[key]}")
        if key in (*_ARGUMENTS, "policies") and isinstance(value, list):
            value = ",".join(value)
        if key in _OWN:
            value = ",".join(map(str, value if isinstance(value, list) else [value]))
        options[_ARGUMENTS.get(key, key)] = value
    del options["kind"]
    needed = {"compare": "variants", "sweep": "setting"}.get(kind)
    if needed and needed not in options:
        raise StudyError(f"{path}: {needed} is missing: expected {known[needed]}")
    if kind == "compare":
        found = [
            None if name == PRINTED else str(find_variant(name, path.parent, options.get("game")))
            for name in options["variants"]
        ]
        options["variants"] = [None, *found] if len(found) == 1 else found
    if "variant" in options:
        options["variant"] = find_variants(options["variant"], path.parent, options.get("game"))
    return options


def _fits(expected: str, key: str, value) -> bool:
    if key == "game":
        return value in kinds.names()
    if key in _OWN:
        whole = any(option.whole for _, option in kinds.options()[key])
        return all(
            type(part) in ((int, str) if whole else (str,))
            for part in (value if isinstance(value, list) and value else [value])
        )
    if expected == _WHOLE:
        return type(value) is int
    if _WHOLE[2:] in expected:  # whole numbers, or one
        numbers = value if isinstance(value, list) and value else [value] if expected != _WHOLES else [None]
        return all(type(number) is int for number in numbers)
    texts = value if isinstance(value, list) and value else [value]
    if key in _ARGUMENTS:
        return all(isinstance(text, str) for text in texts)
    if key == "variant":
        return all(isinstance(text, str) for text in texts)
    if key in ("variants", "metrics", "precision", "policies"):
        return isinstance(value, list) and all(isinstance(text, str) for text in texts)
    return isinstance(value, str)


def example_experiments():
    """The experiments of the folder `experiments/`: dict of name to the path of its TOML file, sorted by name.

    They lie beside the package in a clone, and inside it where it is installed.
    """
    package = Path(str(resources.files("seti_sim")))
    installed = package / "experiments"
    return toml_files(installed if installed.is_dir() else package.parent / "experiments")
