"""A card, a mission or a trigger of one's own, played from the bench; and which words of the data are tested.

- `played(effects, …)`: P1 plays base-137, which costs nothing and has these effects; returns (before, game).
- `gained(before, g)`: what that changed of P1 besides the card itself.
- `of_mission(when, …)`, `of_trigger(on, …)`: positions with base-137 as that mission in play, its reward 9 points.
- `@covers("verb", "draw", "n", "from")`: this test shows that the engine does the verb `draw` with its keys; what
  `test_vocabulary_complete` compares with the words that the compiler accepts.
"""

import json
from collections import defaultdict

from rulings.bench import bench, changes, do, settle_down, snap

from seti_sim.seti.rules import RuleSet

CARD = "base-137"
NINE = ({"do": "gain", "vp": 9},)
TESTED = defaultdict(set)  # (kind, word) -> keys
_rules = {}


def covers(kind, word, *keys):
    """Note that the decorated test shows the engine doing this word of the data with these keys."""

    def noted(function):
        TESTED[kind, word].update(keys)
        return function

    return noted


def varied(overlay):
    """The rules with a variant, loaded once."""
    key = json.dumps(overlay, sort_keys=True)
    if key not in _rules:
        _rules[key] = RuleSet.load(overlay)
    return _rules[key]


def with_card(rules=None, **fields):
    """The rules with base-137 changed, and with what `rules` (a variant's dict) says besides."""
    overlay = dict(rules or {})
    overlay["cards"] = {**overlay.get("cards", {}), CARD: fields}
    return varied(overlay)


def hand_of(position):
    seat = dict(position.pop("P1", {}))
    seat["hand"] = [CARD, *seat.get("hand", ())]
    seat.setdefault("milestones", [20, 25, 30, 50, 70])
    return {"P1": seat, **position}


def holding(*effects, rules=None, cost=0, **position):
    """P1 to move in the bench, with base-137 in hand: no cost, these effects when played."""
    return bench(with_card(rules, cost=cost, play=list(effects)), **hand_of(position))


def played(*effects, lines=(), rules=None, settle=True, **position):
    """(position before, game after) of playing base-137 for these effects, saying `lines` where something is asked.

    With `settle` everything that needs no choice has happened, too.
    """
    g = holding(*effects, rules=rules, **position)
    before = snap(g)
    do(g, f"play {CARD}", *lines)
    if settle:
        settle_down(g)
    return before, g


def gained(before, g, name="P1"):
    """`changes` without the card that left P1's hand by being played."""
    found = changes(before, g, name)
    if name == "P1":
        found["hand"] = found.get("hand", 0) + 1
    return {key: n for key, n in found.items() if n}


def of_mission(when, reward=NINE, rules=None, **position):
    """The bench with base-137 as a conditional mission of P1 in play."""
    table = varied({**(rules or {}), "cards": {CARD: {"mission": {"when": when, "reward": list(reward)}}}})
    seat = {"milestones": [20, 25, 30, 50, 70], **position.pop("P1", {}), "missions": {CARD: []}}
    return bench(table, P1=seat, **position)


def of_trigger(*events, reward=NINE, rules=None, **position):
    """The bench with base-137 as a triggered mission of P1 in play: a space with this reward for each event."""
    spaces = [{"on": on, "reward": list(reward)} for on in events]
    table = varied({**(rules or {}), "cards": {CARD: {"triggers": spaces}, **(rules or {}).get("cards", {})}})
    seat = {"milestones": [20, 25, 30, 50, 70], **position.pop("P1", {})}
    seat["missions"] = {**seat.get("missions", {}), CARD: [False] * len(spaces)}
    return bench(table, P1=seat, **position)
