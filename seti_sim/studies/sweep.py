"""One key of the rules at several values, all on common seeds, compared with the printed game."""

from __future__ import annotations

import tomllib

from seti_sim.rules import RuleSet
from seti_sim.rules.node import shown
from seti_sim.studies.compare import compare
from seti_sim.studies.sides import PRINTED
from seti_sim.studies.store import Study, StudyError


def sweep(setting: str, **options) -> Study:
    """Play the values of a setting `ADDRESS=VALUE,VALUE,…` against the printed value and compare as `compare` does.

    The address is that of a variant (`actions.scan.cost.energy`), the values are TOML with commas between, lists
    too (`setup.start_vp=[1,2,3,4],[1,1,1,1]`). The frame `differences` has the values in the column `variant` as they
    were given, the printed one left out; `facts` says `address`, `values` and `printed`.
    """
    address, values = parse(setting)
    rules = [RuleSet.load(overlay(address, value)) for value in values]
    printed = RuleSet.load()
    kept = [(value, mine) for value, mine in zip(values, rules) if mine != printed]
    if not kept:
        raise StudyError(f"sweep {setting!r}: only the printed value, expected others")
    variants = [None, *(overlay(address, value) for value, _ in kept)]
    names = [PRINTED, *(shown(value) for value, _ in kept)]
    study = compare(variants, names=names, kind="sweep", **options)
    study.asked["setting"] = setting
    study.facts |= {"address": address, "values": [shown(value) for value in values]}
    study.facts["printed"] = shown(_at(printed.tree, address))
    study.save()
    return study


def parse(setting: str) -> tuple[str, list]:
    """Address and values of a setting; StudyError says what was expected."""
    address, equals, values = setting.partition("=")
    try:
        found = tomllib.loads(f"values = [{values}]")["values"]
        overlay(address.strip(), 0)
    except tomllib.TOMLDecodeError:
        found = []
    if not equals or not found:
        raise StudyError(f"sweep {setting!r}: expected ADDRESS=VALUE,VALUE, as in actions.scan.cost.energy=1,2,3")
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
