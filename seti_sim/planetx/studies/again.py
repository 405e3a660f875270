"""One game dealt, changed before its first decision, and played to its end by compiled players: what the studies play."""

from __future__ import annotations

import numpy as np

from seti_sim.planetx.batch import TOKENS, win_shares
from seti_sim.planetx.engine import _engine, struct_dtype
from seti_sim.studies.store import StudyError

_STATE = struct_dtype("State")
NOTHING = 255
"""A clue that is drawn."""
ANEW = 0x6C0E7D5B3A291F48
"""Makes of a seed that of clues which are drawn anew."""


def asked_of(plan, policies: str | list[str]) -> dict[str, object]:
    """What a study was asked, of the plan that it plays; `policies` as it tells who played."""
    own = {"game": plan.kind.name, **plan.options}
    return own | {"players": plan.players, "policies": policies, "seed": plan.seed, "games": plan.games}


class Again:
    """Games of a plan by their numbers, from the deal on, each as often as wanted.

    plan: of a game whose policies are all compiled. StudyError for a player in Python.
    """

    def __init__(self, plan) -> None:
        for policy in plan.policies:
            if not hasattr(policy, "engine_policy"):
                raise StudyError(
                    f"policy {policy.name!r}: a player in Python; expected those of the game, which are played in bulk"
                )
        self.plan, self.core = plan, _engine.Core(plan.rules.engine)
        self.numbers = [policy.engine_policy() for policy in plan.policies]

    def deal(self, number: int, levels) -> tuple:
        """The state of game `number` at its first decision (one record, fields as in ext/planetx/structs.toml) and its log."""
        plan = self.plan
        self.core.start(plan.players, plan.seed, number, [int(n) for n in levels], plan.options["arrangements"] == "app")
        data = self.core.to_bytes()
        return np.frombuffer(bytearray(data[: _STATE.itemsize]), _STATE)[0], data[_STATE.itemsize :]

    def play(self, state: np.ndarray, log: bytes, assign) -> dict[str, np.ndarray]:
        """The game from that state to its end, policy `assign[s]` at seat s: the columns of the engine's rows, `score`,
        `win_share`, `points_first` and so on by seat, `turns` and so on of the game."""
        core = self.core
        core.from_bytes(state.tobytes() + log)
        core.proceed()
        while not core.over:
            core.apply(core.choose(self.numbers[assign[core.to_move]]))
        seats = core.seats
        game, rows = np.zeros(len(_engine.GAME_COLUMNS), np.int64), np.zeros((seats, len(_engine.SEAT_COLUMNS)), np.int32)
        _engine.result_rows(core, game, rows, np.zeros((seats * TOKENS, len(_engine.THEORY_COLUMNS)), np.int16))
        found: dict[str, np.ndarray] = dict(zip(_engine.GAME_COLUMNS, game))
        found |= {name: rows[:, i] for i, name in enumerate(_engine.SEAT_COLUMNS)}
        return found | {"win_share": shares(found, self.plan.players)}


def clues_anew(plan, number: int, state) -> np.ndarray:
    """Topics and conferences as they might have been dealt under the sky of a state, which game `number` of a plan begins with."""
    core = _engine.Core(plan.rules.engine)
    core.deal(plan.players, plan.seed ^ ANEW, number, int(state["system"]), np.full(len(state["clue"]), NOTHING, np.uint8))
    return np.frombuffer(core.to_bytes()[: _STATE.itemsize], _STATE)[0]["clue"]


def redrawn(plan, first: int, count: int, assign) -> dict[str, np.ndarray] | None:
    """`score` and `win_share` [games, seats] of games with other topics and conferences that are true of their skies, drawn as they are
    dealt there; sky, starting facts and the players' own luck stay. None for a player in Python."""
    if not all(hasattr(policy, "engine_policy") for policy in plan.policies):
        return None
    again = Again(plan)
    found = {name: np.zeros((count, plan.players)) for name in ("score", "win_share")}
    for i, (levels, seats) in enumerate(zip(plan.setups(first, count), assign, strict=True)):
        state, log = again.deal(first + i, levels)
        state["clue"] = clues_anew(plan, first + i, state)
        got = again.play(state, log, seats)
        for name, values in found.items():
            values[i] = got[name]
    return found


def shares(found: dict[str, np.ndarray], players: int, without: int | None = None) -> np.ndarray:
    """Win share by seat; `without`: a seat that has no points for first theories."""
    score, first = found["score"].copy(), found["points_first"].copy()
    if without is not None:
        score[without] -= first[without]
        first[without] = 0
    return win_shares(score[None], found["points_locate"][None], first[None], solo=players == 1)[0]
