"""Other values for a place of a JSON or TOML file."""

import json
import math

VALUES = (
    None, True, 0, -1, 3, 2**31, 10**30, 0.5, -1e308, math.nan, math.inf, "", "x", "\u0000\u202e", "../../x", "\ud800", [], [1], [[]],
    ["x", None], {}, {"x": 1}, {"": {}}, [{"name": 1}],
)  # fmt: skip
GONE = object()
"""A place that is not there."""


def places(value, at=()):
    """Every place of a JSON value, as a path of keys and indexes; of long lists the first two items."""
    yield at
    if isinstance(value, dict):
        items = list(value.items())[:40]
    else:
        items = list(enumerate(value))[:2] if isinstance(value, list) else []
    for key, item in items:
        yield from places(item, (*at, key))


def changed(text, at, new):
    """The text of a JSON file with another value at a place, or without it."""
    if not at:
        return "" if new is GONE else json.dumps(new)
    content = json.loads(text)
    here = content
    for key in at[:-1]:
        here = here[key]
    if new is GONE:
        del here[at[-1]]
    else:
        here[at[-1]] = new
    return json.dumps(content)
