"""Objectives of solo play in words: `objective_words({"tasks": …})` gives "launch; reach 9 publicity"."""

from __future__ import annotations

from seti_sim.seti.vocabulary import EVENT_WORDS

_EVENTS = {
    **{name: event.objective for name, event in EVENT_WORDS.items()},
    "mission": "complete a mission",
    "win": "win a {color} sector",
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
