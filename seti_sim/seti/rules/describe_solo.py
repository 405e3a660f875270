"""Objectives of solo play in words: `objective_words({"tasks": …})` gives "launch; reach 9 publicity"."""

from __future__ import annotations

_EVENTS = {
    "launch": "launch",
    "orbit": "orbit",
    "land": "land",
    "scan": "scan",
    "mission": "complete a mission",
    "orbit-or-land": "orbit or land at {at}",
    "research": "research a {tech} tech",
    "trace": "mark a trace of {kind}",
    "win": "win a {color} sector",
    "visit": "visit {body}",
    "play": "play a card of {cost} credits",
    "move": "move a probe within its ring",
    "complete-sector": "complete a sector",
    "signal": "mark a signal in a {color} sector",
    "corner": "discard a card for its {corner} corner",
}
_STATES = {"vp": "reach {n} points", "publicity": "reach {n} publicity", "data": "hold {n} data"}
_BODIES = {"asteroids": "asteroids", "comet": "a comet"}


def objective_words(objective: dict) -> str:
    """What an objective asks for: tasks with semicolons between, alternatives of a task with "or"."""
    return "; ".join(" or ".join(map(_words, task)) for task in objective["tasks"])


def _words(entry: dict) -> str:
    if "state" in entry:
        return _STATES[entry["state"]].format(n=entry["n"])
    text = _EVENTS[entry["event"]]
    named = {
        key: _BODIES.get(value, str(value).capitalize() if key in ("at", "body") else value) for key, value in entry.items()
    }
    return text.format_map({"cost": "any", **named}).replace("a any", "any")
