"""The tables of solo runs from the engine's log."""

from __future__ import annotations

import numpy as np

from seti_sim.core.errors import TablesError
from seti_sim.seti import batch as engine
from seti_sim.seti.tables.schema_solo import RIVAL_ACTIONS

_CODES = np.array([engine.RIVAL_ACTIONS.index(name) for name in RIVAL_ACTIONS])


def rival(log, first: int, count: int, rounds: int, line_does: np.ndarray) -> dict:
    """Columns of `rival`, a row a game and round. `log(kind)` gives the rows of a kind; `line_does[card, line]` is the
    action of a line of a card of the rival."""

    def counted(rows, weights=None, also=None):
        # The final scoring can complete an objective (SOL-141); it belongs to the last round.
        at = (rows["game"] - first) * rounds + np.minimum(rows["round"].astype(np.int64), rounds) - 1
        if also is not None:
            at, weights = at[also], None if weights is None else weights[also]
        return np.bincount(at, weights, count * rounds).astype(np.int64)

    lines, skips = log(engine.LOG_RIVAL_LINE), log(engine.LOG_RIVAL_SKIP)
    done, skipped = lines["b"] & 255, line_does[skips["item"], skips["a"]]
    steps, cards, objectives = log(engine.LOG_PROGRESS), log(engine.LOG_REINFORCE), log(engine.LOG_OBJECTIVE)
    columns = {
        "game_id": np.repeat(np.arange(first, first + count), rounds),
        "round": np.tile(np.arange(1, rounds + 1), count),
        "cards": counted(lines, also=done != engine.RIVAL_ACTIONS.index("replace")),
        "progress": counted(steps, steps["b"]),
        "cards_added": counted(cards, also=cards["item"] < len(line_does)),
        "completed": counted(objectives, also=objectives["a"] == engine.OBJECTIVE_STEPS.index("done")),
        "given_up": counted(objectives, also=objectives["a"] == engine.OBJECTIVE_STEPS.index("given-up")),
    }
    for code, name in zip(_CODES, RIVAL_ACTIONS, strict=True):
        columns[f"did_{name.replace('-', '_')}"] = counted(lines, also=done == code)
        columns[f"skipped_{name.replace('-', '_')}"] = counted(skips, also=skipped == code)
    return columns


def objectives(log, first: int, n_objectives: int) -> tuple[dict, np.ndarray]:
    """Columns of `objectives` but for the player's outcome, and the number in the batch of the game of each row.

    A tile is turned up at most once in a game, so its other rows belong to that."""
    rows = log(engine.LOG_OBJECTIVE)
    key = (rows["game"] - first) * n_objectives + rows["item"]
    of = {name: rows["a"] == i for i, name in enumerate(engine.OBJECTIVE_STEPS)}
    opened, order = np.unique(key[of["open"]], return_index=True)
    game, tile = np.divmod(opened, n_objectives)
    columns = {"game_id": game + first, "objective": tile}
    for word in ("round", "turn"):
        columns[f"{word}_open"] = rows[word][of["open"]][order]
    for step, name, words in (("done", "completed", ("round", "turn")), ("given-up", "given_up", ("round",))):
        at = np.searchsorted(opened, key[of[step]])
        if (at >= len(opened)).any() or (opened[at] != key[of[step]]).any():
            raise TablesError(f"a batch has objectives {name.replace('_', ' ')} that were not turned up")
        there = np.zeros(len(opened), bool)
        there[at] = True
        for word in words:
            values = np.zeros(len(opened), np.int64)
            values[at] = rows[word][of[step]]
            columns[f"{word}_{name}"] = (values, there)
    marked = np.searchsorted(opened, key[of["marked"]])
    columns["tasks_marked"] = np.bincount(marked, minlength=len(opened))
    return columns, game
