"""One-step deviations in bulk: games of a player, and what would have come of uses that it did not choose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seti_sim.core.errors import EngineFault
from seti_sim.seti.batch import caller_of, pair_codes
from seti_sim.seti.engine import EndlessGame, _engine, engine_rules, struct_dtype
from seti_sim.seti.notation import GAINED, GIVEN, KINDS, NONE, latest
from seti_sim.seti.players.weights import stacked
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.vocabulary_actions import NUMBER

ROW = struct_dtype("DeviationRow")
TWELFTHS = 12
SHAPE = (_engine.N_USES, _engine.N_OBJECTS, _engine.USE_ROUNDS)
"""Of tables by use, object and round (0: setup)."""

USES = list(KINDS) + list(_engine.USES)
USES[NUMBER["SCAN_STEP"]] = "scan-step"
"""Names of uses by number."""
_OF_CARDS = {
    "play", "corner", "mission", "discard", "take", "tuck", "cover", "secret", "drop", "give", "take from the stack", "deliver",
    "leave untucked", "leave in hand", "leave lying", "skip", "choose", "yes",
}  # fmt: skip


@dataclass
class Deviated:
    """What `play_deviations` returns.

    rows     of ROW, in order of game and decision: the deviations. `share` and `base_share` are in twelfths of a win.
    chances  int64 [SHAPE]: decisions at which the use was legal and not chosen
    done     int64 [SHAPE]: decisions at which it was chosen
    """

    rows: np.ndarray
    chances: np.ndarray
    done: np.ndarray


def play_deviations(rules, *, players, seed, first, count, policies, assign, pairs=None, rates) -> Deviated:
    """Play games `first` to `first + count - 1` and, by lot, what would have come of uses that were not chosen.

    At every decision every use that is legal, not barred and not chosen is forced with the probability rates[use, object,
    round] (float [SHAPE]), each for itself; then the same players go on with the same luck. policies, assign, pairs: as of
    `batch.play_games`. Raises EngineFault and EndlessGame as that does.
    """
    asked = any(hasattr(policy, "ask") for policy in policies)

    def callers(of):
        return [caller_of(policy, rules, seed) for policy in of]

    def fork():
        return callers([policy.fork() if hasattr(policy, "fork") else policy for policy in policies])

    weights = stacked(policies)
    limits = np.round(np.clip(rates, 0, 1) * _engine.CERTAIN).astype(np.uint64)
    chances, done = np.zeros(SHAPE, np.int64), np.zeros(SHAPE, np.int64)
    data, fault = _engine.play_deviations(
        engine_rules(rules), players, seed, first, weights, np.ascontiguousarray(assign, np.uint8), pair_codes(rules, pairs, count),
        np.ascontiguousarray(limits), chances, done, callers(policies), fork if asked else None,
    )  # fmt: skip
    if fault:
        game, what, actions = fault
        if what == _engine.ENDLESS and rules.changes():
            raise EndlessGame(players, seed, game)
        raise EngineFault(
            f"game {game} of seed {seed} ({players} players, rules {rules.fingerprint}): {what} {latest(rules, actions)}"
        )
    return Deviated(np.frombuffer(data or b"", ROW), chances, done)


class Words:
    """Uses and objects of one rule set by name."""

    def __init__(self, rules):
        self.rules = rules
        self.cards, self.names = rules.card_ids, rules.card_names

    def object(self, use: int, number: int) -> str:
        """Id of an object of a use: a card's, a tech's, a planet's …; nothing where there is none."""
        word, ids = USES[use], self.rules.compiled
        if word in _OF_CARDS:
            if number < len(self.cards):
                return self.cards[number]
            return "deck" if word in ("take", "leave lying") else ""
        if number == NONE:
            return ""
        if word in ("orbit", "look"):
            return ids.planet_ids[number]
        if word in ("land", "remove"):
            planets = len(oc.CELLS) - 3
            return ids.planet_ids[number] if number < planets else ids.moon_ids[number - planets]
        if word in ("move", "step", "carry a capsule"):
            return oc.CELLS[number]
        if word == "place":
            return f"column {number}" if number else "top"
        if word == "exchange":
            return f"{GIVEN[number // 3]} for {GAINED[number % 3]}"
        if word == "trace":
            return self._trace(number)
        named = {
            "leave undone": KINDS, "signal": (*ids.star_ids, "oumuamua"), "tech": ids.tech_ids, "gold": ids.gold_tile_names,
            "scan-step": ids.scan_step_names, "sample": ids.tokens["samples"], "message": ids.tokens["message_rewards"],
            "milestone": ("gold", "message-tile", "message", *ids.tokens["milestones"]),
            "column": [str(column) for column in ids.tables["slot_column"]],
        }.get(word)  # fmt: skip
        return named[number] if named else str(number)

    def _trace(self, number: int) -> str:
        kinds = len(oc.TRACE_KINDS[:3])
        where = ("discovery", "overflow", *self.rules.species_ids)[number // kinds]
        return f"{oc.TRACE_KINDS[number % kinds]} {where}"

    def title(self, object_id: str) -> str:
        """What it is called: a card by its title."""
        return self.names.get(object_id, object_id)


def is_of_cards(use: int) -> bool:
    """Whether the objects of that use are cards."""
    return USES[use] in _OF_CARDS
