"""The addresses of the data at which a variant can change something, and which of them a test shows to be obeyed.

- `ADDRESSES`: `cards.base-001.cost`, `cards.base-001.play`, … : down to the first list, number or word.
- `@shows("cards.*.cost")`: this test changes what stands there, and the game changes as printed there. `*` is one part
  of an address. `test_keys_complete` looks for addresses without a test.
- `alter(address, value)`: the variant that says that; `together(…)`: several at once.
"""

import copy
import re

from seti_sim.seti.rules.tree import printed_tree

TREE = printed_tree()
SHOWN = {}  # pattern -> names of tests


def _addresses(value, address=""):
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _addresses(item, f"{address}.{key}" if address else key)
    else:
        yield address


ADDRESSES = tuple(_addresses(TREE))


def shows(*patterns):
    """Note that the decorated test shows the game obeying what stands at these addresses."""

    def noted(function):
        for pattern in patterns:
            SHOWN.setdefault(pattern, []).append(function.__name__)
        return function

    return noted


def fits(pattern, address):
    return re.fullmatch(re.escape(pattern).replace(r"\*", r"[^.]+"), address) is not None


def printed(address):
    value = TREE
    for key in address.split("."):
        value = value[key]
    return copy.deepcopy(value)


def alter(address, value):
    """The variant that says `value` at the address."""
    for key in reversed(address.split(".")):
        value = {key: value}
    return value


def together(*variants):
    """One variant of several; of two that speak of the same address the later one counts."""
    merged = {}
    for variant in variants:
        _lay(merged, variant)
    return merged


def _lay(base, top):
    for key, value in top.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            _lay(base[key], value)
        else:
            base[key] = copy.deepcopy(value)
