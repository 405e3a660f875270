"""Ratings and win shares of a ladder.

Ratings are Plackett-Luce strengths (for two players Bradley and Terry's), fitted by `choix`; equal scores are split at
random from a seed; intervals come from a bootstrap over blocks (the same game with seats exchanged), within pairings.
A rating is shown as 400 log10 of the strength, so that 100 more means winning about 64 % of games, with `greedy` at 0,
or else the first player of the ladder: how far `random` is from anybody is not well known, since it hardly ever wins.
`share` is the plain win share, equal scores counting a half.
"""

from __future__ import annotations

import numpy as np

from seti_sim.analysis.stats import Estimate, mean_of_sums

SCALE = 400 / np.log(10)
BASE = "greedy"
"""Whose rating is 0."""


def _fit(wins: np.ndarray) -> np.ndarray:
    """Strengths (log, mean 0) from wins [n, n]; a little regularised, so that a player who never lost has one, too."""
    import choix

    return choix.ilsr_pairwise_dense(wins, alpha=0.01)


def _wins(n: int, duels: dict, rng) -> np.ndarray:
    wins = np.zeros((n, n))
    for (i, j), scores in duels.items():
        if i == j:
            continue
        flat = scores.reshape(-1, 2)
        first = flat[:, 0] + rng.uniform(0, 0.5, len(flat)) > flat[:, 1] + rng.uniform(0, 0.5, len(flat))
        wins[i, j] += first.sum()
        wins[j, i] += len(flat) - first.sum()
    return wins


def ratings(ladder, *, seed: int = 1, rounds: int = 200, level: float = 0.95) -> list[dict]:
    """One row a player: name, estimate (its rating), low, high, in the order of the ladder's names."""
    rng = np.random.default_rng(seed)
    n = len(ladder.names)
    fitted = SCALE * _fit(_wins(n, ladder.duels, rng))
    draws = np.empty((rounds, n))
    for k in range(rounds):
        again = {who: scores[rng.integers(0, len(scores), len(scores))] for who, scores in ladder.duels.items()}
        draws[k] = SCALE * _fit(_wins(n, again, rng))
    base = ladder.names.index(BASE) if BASE in ladder.names else 0
    draws -= draws[:, [base]]
    fitted = fitted - fitted[base]
    ends = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return [
        {"name": name, "estimate": float(fitted[i]), "low": float(ends[0, i]), "high": float(ends[1, i])}
        for i, name in enumerate(ladder.names)
    ]


def share(scores: np.ndarray) -> Estimate:
    """Win share of the first of a pairing, n = games, the block being the unit. scores: [blocks, games of a block, 2]."""
    blocks, each = scores.shape[:2]
    first, second = scores[..., 0], scores[..., 1]
    wins = ((first > second) + 0.5 * (first == second)).sum(axis=1)
    return mean_of_sums(wins.sum(), (wins**2).sum(), blocks, each, kind="randomised", share=True)
