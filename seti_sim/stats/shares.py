"""Who wins: points to shares of the win."""

import numpy as np


def win_shares(scores: np.ndarray, rival: np.ndarray | None = None) -> np.ndarray:
    """Share of the win by seat, shape like `scores` [n, p]: the most points win, equal scores share (R19.9).

    rival: seats of the rival of solo games, from 0: it wins with as many points as the player (SOL-173)."""
    best = scores == scores.max(axis=1, keepdims=True)
    if rival is not None:
        games = np.arange(len(scores))
        best[games, 1 - rival] &= ~best[games, rival]
    return (best / best.sum(axis=1, keepdims=True)).astype(np.float32)
