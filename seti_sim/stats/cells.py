"""Sums of the rows of each group in each game, as arrays: what intervals with the game as their unit are made of.

A run has a few hundred groups (cards, techs by round) and very many games, and its rows come in order of game. So a sum by
group and game is a count at a number, several times as fast as a table of hashes.
"""

from __future__ import annotations

import numpy as np
import polars as pl

_ROOM = 4  # cells a row up to which every pair of a group and a game gets a place
_SPAN = 4096  # whole numbers in so narrow a range are their own numbers


class Cells:
    """The pairs of a group and a game that the rows of a frame fall into.

    `frame` has `game_id` and the columns `by` that make the groups; `keys` are the groups that have rows, in no order.
    Arrays over rows go in, arrays over cells (`sums`) and over groups (`totals`) come out.
    """

    def __init__(self, frame: pl.DataFrame, by):
        by = list(by)
        group, self.keys = _groups(frame, by) if by else (0, pl.DataFrame())
        game = frame["game_id"].to_numpy().astype(np.int64)
        game -= game.min(initial=0 if not len(game) else game[0])
        games = int(game.max(initial=-1)) + 1
        if games > _ROOM * max(len(game), 1):  # a run with holes
            game = np.unique(game, return_inverse=True)[1]
            games = int(game.max(initial=-1)) + 1
        self._groups = self.keys.height if by else 1
        at = game + group * games
        self._size, self._of = self._groups * games, None
        if self._size > _ROOM * len(at):
            there, at = np.unique(at, return_inverse=True)
            self._size, self._of = len(there), there // max(games, 1)
        self._at = at

    def sums(self, values=None) -> np.ndarray:
        """Sum of `values` over the rows of every cell, or their number."""
        return np.bincount(self._at, values, self._size).astype(float, copy=False)

    def same(self, values) -> np.ndarray:
        """The value of every cell where all its rows share one, 0 where it has none."""
        found = np.zeros(self._size)
        found[self._at] = values
        return found

    def totals(self, x: np.ndarray, y: np.ndarray | None = None) -> np.ndarray:
        """Sum over games of `x`, or of `x` times `y`, both over cells, for every group."""
        if self._of is not None:
            return np.bincount(self._of, x if y is None else x * y, self._groups)
        shape = self._groups, self._size // max(self._groups, 1)
        x = x.reshape(shape)
        return x.sum(axis=1) if y is None else np.einsum("kg,kg->k", x, y.reshape(shape))


def _groups(frame: pl.DataFrame, by: list[str]) -> tuple[np.ndarray, pl.DataFrame]:
    """The number of each row's group, from 0, and the groups as a frame."""
    code, size = np.zeros(frame.height, np.int64), 1
    for name in by:
        own, count = _numbers(frame[name])
        code, size = code * count + own, size * count
    row = np.full(size, -1)
    row[code] = np.arange(len(code))
    there = np.flatnonzero(row >= 0)
    if len(there) < size:
        number = np.zeros(size, np.int64)
        number[there] = np.arange(len(there))
        code = number[code]
    return code, frame.select(by)[row[there]]


def _numbers(column: pl.Series) -> tuple[np.ndarray, int]:
    """A number from 0 for every value of a column, the same for the same value, and one more than the greatest."""
    if isinstance(column.dtype, pl.Enum | pl.Boolean) and not column.null_count():
        own = (column.to_physical() if column.dtype != pl.Boolean else column.cast(pl.UInt8)).to_numpy().astype(np.int64)
    elif column.dtype.is_integer() and not column.null_count() and _narrow(column):
        own = column.to_numpy().astype(np.int64)
        own = own - own.min(initial=own[0] if len(own) else 0)
    else:
        own = column.rank("dense").fill_null(0).to_numpy().astype(np.int64)
    return own, int(own.max(initial=0)) + 1


def _narrow(column: pl.Series) -> bool:
    return not len(column) or int(column.max()) - int(column.min()) < _SPAN
