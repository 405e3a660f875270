"""Ratings and win shares of a ladder.

Ratings are Plackett-Luce strengths (for two players Bradley and Terry's), fitted by `choix`; equal scores are split at
random from a seed; intervals come from a bootstrap over blocks (the same game with seats exchanged), within pairings.
A rating is shown as 400 log10 of the strength, so that 100 more means winning about 64 % of games, with `greedy` at 0,
or else the first player of the ladder: how far `random` is from anybody is not well known, since it hardly ever wins.

Games bound a rating on a side only where both won some of them (Ford 1957): who never won, nor beat anybody who did, may
be weaker by any amount. Such a rating has one end: estimate and `low` are -inf and `high` is the most that agrees with
having won nothing; of a player that never lost, estimate and `high` are inf. Where no chain of games leads from a player
to the base at all, the estimate is NaN and both ends are open. `share` is the plain win share, equal scores counting a
half.
"""

from __future__ import annotations

import numpy as np
from scipy import special
from scipy.sparse.csgraph import connected_components

from seti_sim.stats.estimates import LEVEL, Estimate, mean_of_sums

SCALE = 400 / np.log(10)
BASE = "greedy"
"""Whose rating is 0."""
FEW = 20
"""Wins or losses below which the bootstrap, which sees no rarer events than the games did, does not stand alone."""
_FAR = 60.0  # log strength: beyond all that games can tell


def strengths(wins: np.ndarray, base: int) -> np.ndarray:
    """Log strengths [n] above that of player `base`, of greatest likelihood, from wins [n, n] (row over column).

    -inf for who is below the base by any amount: it is beaten, perhaps through others, and never wins back; inf for who
    is above it so; NaN for who has no chain of games that leads to it.
    """
    import choix  # not above, as `optimize` below: what a page of a run does not need makes it slower to begin

    n = len(wins)
    _, part = connected_components(wins > 0, directed=True, connection="strong")
    inside = np.flatnonzero(part == part[base])
    found = np.full(n, np.nan)
    if len(inside) == 2:  # of greatest likelihood are the odds of the wins
        i, j = inside
        found[inside] = 0, np.log(wins[j, i] / wins[i, j])
    else:
        found[inside] = choix.ilsr_pairwise_dense(wins[np.ix_(inside, inside)], max_iter=10_000) if len(inside) > 1 else 0
    found -= found[base]
    over = np.linalg.matrix_power(np.eye(n, dtype=int) + (wins > 0), n) > 0  # by a chain of wins
    away = part != part[base]
    found[away & over[:, base]], found[away & over[base]] = np.inf, -np.inf
    return found


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


def ratings(ladder, *, seed: int = 1, rounds: int = 200, level: float = LEVEL) -> list[dict]:
    """One row a player: name, estimate (its rating), low, high, in the order of the ladder's names.

    An end that the games do not bound is -inf or inf. The base has no interval: estimate and ends are 0 by definition.
    """
    rng = np.random.default_rng(seed)
    n = len(ladder.names)
    base = ladder.names.index(BASE) if BASE in ladder.names else 0
    wins = _wins(n, ladder.duels, rng)
    fitted = strengths(wins, base)
    draws = np.empty((rounds, n))
    for k in range(rounds):
        again = {who: scores[rng.integers(0, len(scores), len(scores))] for who, scores in ladder.duels.items()}
        draws[k] = strengths(_wins(n, again, rng), base)
    # A draw in which a player is beyond all bounds, or out of reach, is as far as an end can be.
    low = np.quantile(np.nan_to_num(draws, nan=-np.inf, posinf=np.inf, neginf=-np.inf), (1 - level) / 2, axis=0, method="lower")
    high = np.quantile(
        np.nan_to_num(draws, nan=np.inf, posinf=np.inf, neginf=-np.inf), (1 + level) / 2, axis=0, method="higher"
    )
    units = {who: _unit(scores) for who, scores in ladder.duels.items()}
    for i in range(n):
        if i != base and (not np.isfinite(fitted[i]) or min(wins[i].sum(), wins[:, i].sum()) < FEW):
            ends = _bounds(i, wins, fitted, units, level)
            low[i], high[i] = min(low[i], ends[0]), max(high[i], ends[1])
    return [
        {"name": name, "estimate": float(SCALE * fitted[i]), "low": float(SCALE * low[i]), "high": float(SCALE * high[i])}
        for i, name in enumerate(ladder.names)
    ]


def _bounds(i: int, wins: np.ndarray, fitted: np.ndarray, units: dict, level: float) -> tuple[float, float]:
    """Ends of the log strength of player i, those of its rivals taken as known, from Clopper and Pearson's for its wins.

    Only rivals of a known strength count, and a game as what it is worth beside others of its block (`_unit`). A binomial
    of the mean chance spreads no less than wins against several rivals do (Hoeffding 1956).
    """
    from scipy import optimize

    rivals = [j for j in range(len(fitted)) if j != i and np.isfinite(fitted[j]) and wins[i, j] + wins[j, i] > 0]
    if not rivals:
        return -np.inf, np.inf
    unit = np.array([units[min(i, j), max(i, j)] for j in rivals])
    won, lost = (wins[i, rivals] * unit).sum(), (wins[rivals, i] * unit).sum()
    games, rate = (wins[i, rivals] + wins[rivals, i]) * unit, fitted[rivals]

    def strength(share: float) -> float:
        chance = lambda at: float(games @ special.expit(at - rate) / games.sum()) - share  # noqa: E731
        span = rate.min() - _FAR, rate.max() + _FAR
        return float(optimize.brentq(chance, *span)) if chance(span[0]) < 0 < chance(span[1]) else np.sign(share - 0.5) * np.inf

    tail = (1 - level) / 2
    low = strength(special.betaincinv(won, lost + 1, tail)) if won > 0 else -np.inf
    high = strength(special.betaincinv(won + 1, lost, 1 - tail)) if lost > 0 else np.inf
    return low, high


def _unit(scores: np.ndarray) -> float:
    """How many independent games a game of a pairing is worth, from 1 (those of a block are as good as of others) to one in a
    block: the variance of wins between blocks, that of independent games over it. scores: [blocks, games of a block, 2]."""
    blocks, each = scores.shape[:2]
    wins = (scores[..., 0] > scores[..., 1]) + 0.5 * (scores[..., 0] == scores[..., 1])
    alone, together = wins.var(), wins.sum(axis=1).var(ddof=1) if blocks > 1 else 0
    return float(np.clip(each * alone / together, 1 / each, 1)) if together > 0 else 1 / each


def share(scores: np.ndarray) -> Estimate:
    """Win share of the first of a pairing, n = games, the block being the unit. scores: [blocks, games of a block, 2]."""
    blocks, each = scores.shape[:2]
    first, second = scores[..., 0], scores[..., 1]
    wins = ((first > second) + 0.5 * (first == second)).sum(axis=1)
    return mean_of_sums(wins.sum(), (wins**2).sum(), blocks, each, kind="randomised", share=True)
