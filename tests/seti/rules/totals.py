"""Sums over a part of the data: what it does and what it gives, however deep that is written."""

from collections import Counter


def dicts(value):
    """Every table in a value, outer ones first."""
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from dicts(item)


def verbs(value):
    """How often each verb is written."""
    return Counter(table["do"] for table in dicts(value) if "do" in table)


def gains(value, verb="gain"):
    """How much of each resource all effects with that verb name together."""
    total = Counter()
    for table in dicts(value):
        if table.get("do") == verb:
            total.update({key: n for key, n in table.items() if key != "do"})
    return total
