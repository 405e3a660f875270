"""One key of the rules at several values, all on common seeds, compared with the printed game."""

from __future__ import annotations

import tomllib

import polars as pl

from seti_sim.core import registry
from seti_sim.core.node import shown
from seti_sim.studies.compare import compare
from seti_sim.studies.sides import PRINTED, make_plan
from seti_sim.studies.store import Study, StudyError


def sweep(setting: str, *, game: str = registry.DEFAULT, **options) -> Study:
    """Play the values of a setting `ADDRESS=VALUE,VALUE,…` against the printed value and compare as `compare` does.

    The address is that of a variant (`actions.scan.cost.energy`), the values are TOML with commas between, lists
    too (`setup.start_vp=[1,2,3,4],[1,1,1,1]`). Or it is an option of the game (`levels=4,8,"0,8"`), compared with what `options`
    say or, without that, what it usually is. The frame `differences` has the values in the column `variant` as they
    were given, the base's left out; `facts` says `address`, `values` and `printed`, the base's.
    """
    address, values = parse(setting)
    kind = registry.get(game)
    if address in (option.name for option in kind.options if option.studied):
        return _sweep_option(setting, kind, address, values, options)
    asked = {name: options[name] for name in ("players", *(option.name for option in kind.options)) if name in options}
    printed, *found = (make_plan(variant, 1, asked | {"game": game, "players": options.get("players")}).rules
                       for variant in (None, *(overlay(address, value) for value in values)))  # fmt: skip
    kept = [value for value, mine in zip(values, found) if mine.fingerprint != printed.fingerprint]
    if not kept:
        raise StudyError(f"sweep {setting!r}: only the printed value, expected others")
    names = [PRINTED, *map(shown, kept)]
    study = compare([None, *(overlay(address, value) for value in kept)], names=names, kind="sweep", game=game, **options)
    return _saved(study, setting, address, [*map(shown, values)], shown(_at(getattr(printed, "tree", {}), address)))


def _sweep_option(setting: str, kind, name: str, values: list, options: dict) -> Study:
    """The sweep of an option of the game."""
    texts = [value if isinstance(value, str) else shown(value) for value in values]
    usual = options.pop(name, None) or next(option.default for option in kind.options if option.name == name)
    others = [text for text in texts if text != usual]
    if not others:
        raise StudyError(f"sweep {setting!r}: only what it is anyway, expected others")
    sides = [usual, *others]
    study = compare([None] * len(sides), names=sides, variant_options=[{name: text} for text in sides], kind="sweep",
                    game=kind.name, **options)  # fmt: skip
    return _saved(study, setting, name, texts, usual)


def _saved(study: Study, setting: str, address: str, values: list[str], printed: str) -> Study:
    study.asked["setting"] = setting
    study.facts |= {"address": address, "values": values, "printed": printed}
    study.save()
    return study


def parse(setting: str) -> tuple[str, list]:
    """Address and values of a setting; StudyError says what was expected."""
    address, equals, values = setting.partition("=")
    try:
        found = tomllib.loads(f"values = [{values}]")["values"]
        overlay(address.strip(), 0)
    except (ValueError, RecursionError):
        found = []
    if not equals or not found:
        raise StudyError(
            f'sweep {setting!r}: expected ADDRESS=VALUE,VALUE, with values as TOML has them, such as 1,2,3 or [1,2],[2,3] or "text"'
        )
    if len({shown(value) for value in found}) < len(found):
        raise StudyError(f"sweep {setting!r}: expected different values")
    return address.strip(), found


def overlay(address: str, value) -> dict:
    """The variant that sets one address: `a.b.c` and 1 → {"a": {"b": {"c": 1}}}."""
    tree = tomllib.loads(f"{address} = 0")
    at = tree
    while True:
        key = next(iter(at))
        if not isinstance(at[key], dict):
            at[key] = value
            return tree
        at = at[key]


def _at(tree: dict, address: str):
    """What the printed game has at an address; None where it has nothing."""
    keys = tomllib.loads(f"{address} = 0")
    while isinstance(keys, dict):
        key = next(iter(keys))
        tree, keys = (tree.get(key) if isinstance(tree, dict) else None), keys[key]
    return tree


def levels(study: Study) -> pl.DataFrame:
    """A sweep as levels, for a chart: frame `metric, unit, words, position, label, printed, estimate, low, high, n`.

    Values that are numbers stand at their number, others in the order given. The printed value is always there. The
    intervals hold at all looks, for each level by itself; differences between levels are known better, being paired.
    """
    found, printed = study.frames["differences"], study.facts["printed"]
    labels = list(dict.fromkeys([*study.facts["values"], printed]))
    try:
        places = {label: float(label) for label in labels}
    except ValueError:
        places = {label: float(i) for i, label in enumerate(labels)}
    keys = ("metric", "unit", "words")
    rows = []
    for row in found.iter_rows(named=True):
        label = row["variant"]
        rows.append(
            [*(row[k] for k in keys), places[label], label, False, row["value"], row["value_low"], row["value_high"], row["n"]]
        )
    for row in found.unique("metric", maintain_order=True).iter_rows(named=True):
        rows.append(
            [*(row[k] for k in keys), places[printed], printed, True, row["base"], row["base_low"], row["base_high"], row["n"]]
        )
    names = [*keys, "position", "label", "printed", "estimate", "low", "high", "n"]
    order = {metric: i for i, metric in enumerate(found["metric"].unique(maintain_order=True))}
    rows.sort(key=lambda row: (order[row[0]], row[3]))
    return pl.DataFrame(rows, schema=names, orient="row")
