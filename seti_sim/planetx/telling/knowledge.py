"""What a seat knows, from the exact set of arrangements that it holds possible."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from seti_sim.planetx.rules import LETTERS, objects_of


@dataclass(frozen=True)
class Knowledge:
    """left: arrangements that agree with all that a seat was told. planet_x: sectors, from 1, that may hold Planet X.
    settled: {sector: letter} of the sectors that hold the same object in all of them."""

    left: int
    planet_x: tuple[int, ...]
    settled: dict[int, str]


def knowledge(game, seat: str) -> Knowledge:
    """What a seat of a `Game` knows now; the bot's knowledge is in its script, and ValueError says so."""
    rows = _objects(game.rules.sky)[game.possible(seat)]
    if not len(rows):  # the notes of a position that contradict one another
        return Knowledge(0, (), {})
    same = (rows == rows[0]).all(axis=0)
    places = np.flatnonzero((rows == LETTERS.index("X")).any(axis=0))
    settled = {int(s) + 1: LETTERS[rows[0, s]] for s in np.flatnonzero(same)}
    return Knowledge(len(rows), tuple(int(s) + 1 for s in places), settled)


def after(game, rows: int):
    """A `Game` that knows no more than so many rows of the log of this one; its pawns and tokens are those of this one."""
    from seti_sim.planetx.engine import struct_dtype

    then, size = game.clone(), struct_dtype("State").itemsize + rows * struct_dtype("Event").itemsize
    then.core.from_bytes(game.core.to_bytes()[:size])
    return then


@lru_cache(maxsize=2)
def _objects(sky) -> np.ndarray:
    """uint8 [arrangements, sectors] of a sky, which is not made anew for every turn."""
    return objects_of(sky)
