"""Effects of cards from games that were played several times with another card: a crossed fit of cards and games.

Outcome of game g with card c = level of the game + effect of the card + rest. A game that was played with k cards tells
about all differences between them, and its level, which most of the luck is in, drops out. Least squares for both at once
gives the effects up to a constant; they are set to sum to 0 over the cards, so an effect is that of a card against the
mean card. (Two-way layout without interaction; with cards as vertices and games as the sets of cards that meet, the normal
equations are those of a weighted graph.)

Rows of one game hang together, so games are the unit: variances are those of the bootstrap that resamples base games, in
its normal limit (the sum over games of the squared influence of each, as in `analysis.many`, whose draws are made of it).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csgraph, csr_matrix

from seti_sim.stats import estimates
from seti_sim.stats.estimates import left_over, skewness


@dataclass(frozen=True)
class Crossed:
    """Effects [cards] with their `covariance` [cards, cards] over games, `n` rows and `games` of each card; NaN where
    a card never met others. level: mean outcome of all rows. correlation: of two rows of a game; share of the variance
    that lies between games. skewness: of what the fit leaves of rows. rows, bases: how many there were."""

    effect: np.ndarray
    covariance: np.ndarray
    n: np.ndarray
    games: np.ndarray
    level: float
    correlation: float
    rows: int
    bases: int
    skewness: float = 0.0


def crossed_effects(base, card, value, cards: int) -> Crossed:
    """Fit effects of `cards` cards to rows (base game, card from 0, outcome), a card at most once a game.

    Rows of games with a single card tell nothing and are left out. Cards that no chain of games joins to most others
    cannot be compared with them and are NaN.
    """
    base, card, value = np.asarray(base), np.asarray(card, np.int64), np.asarray(value, float)
    _, at, size = np.unique(base, return_inverse=True, return_counts=True)
    several = size[at] > 1
    _, at, size = np.unique(base[several], return_inverse=True, return_counts=True)
    card, value = card[several], value[several]
    games = len(size)
    held = csr_matrix((np.ones(len(card)), (at, card)), shape=(games, cards))
    if held.nnz and held.data.max() > 1:
        raise ValueError("a card twice in a base game; expected at most once")
    n = np.bincount(card, minlength=cards).astype(float)
    effect, covariance = np.full(cards, np.nan), np.full((cards, cards), np.nan)
    if games == 0:
        return Crossed(effect, covariance, n, n, np.nan, np.nan, 0, 0)
    weighted = held.multiply(1 / size[:, None]).tocsr()
    laplace = np.diag(n) - (held.T @ weighted).toarray()
    _, part = csgraph.connected_components(csr_matrix(np.abs(laplace) > 1e-12))
    most = np.bincount(part[n > 0]).argmax()
    known = np.flatnonzero((n > 0) & (part == most))
    if len(known) < 2:
        return Crossed(effect, covariance, n, n, float(value.mean()), np.nan, len(value), games)
    # The equations leave a constant free; one more, that effects sum to 0, makes them regular whatever the rounding.
    ones = np.full((len(known), len(known)), 1 / len(known))
    inverse = np.linalg.inv(laplace[np.ix_(known, known)] + ones) - ones
    mean = np.bincount(at, value) / size
    effect[known] = inverse @ np.bincount(card, value - mean[at], cards)[known]
    filled = np.nan_to_num(effect)
    level = np.bincount(at, value - filled[card]) / size
    left = left_over(value, filled[card] + level[at])
    influence = csr_matrix((left, (at, card)), shape=(games, cards))[:, known]
    few = games / max(games - 1, 1)
    covariance[np.ix_(known, known)] = inverse @ (influence.T @ influence).toarray() @ inverse * few
    # Variance within games, and between games less what the mean of a game's rows has of it.
    within = (left**2).sum() / max(len(value) - games, 1)
    between = mean.var(ddof=1) - within * (1 / size).mean() if games > 1 else np.nan
    total = within + max(between, 0)
    correlation = float(max(between, 0) / total) if total > 0 else np.nan
    return Crossed(effect, covariance, n, n, float(value.mean()), correlation, len(value), games, skewness(left))


def paired_effects(base, card, value, dealt, size: int) -> tuple[np.ndarray, Crossed]:
    """The cards that were tried and their effects, from pairs: a game as dealt, and with the card instead; rows as above.

    dealt: whether a row is of the game as dealt. Its card was drawn by lot from the `size` - 1 other cards of the deck, so the
    mean of the pairs is the value of the card less the mean of those; (size - 1)/size of it is that against the mean card. Each
    base game has one pair of a card and is the unit.
    """
    base, card, value, dealt = np.asarray(base), np.asarray(card, np.int64), np.asarray(value, float), np.asarray(dealt, bool)
    cards, at = np.unique(card[~dealt], return_inverse=True)
    games, number = np.unique(base, return_inverse=True)
    level = np.full(len(games), np.nan)
    level[number[dealt]] = value[dealt]
    number, there, share = number[~dealt], value[~dealt], (size - 1) / size
    gain = share * (there - level[number])
    n = np.bincount(at, minlength=len(cards)).astype(float)
    effect = np.bincount(at, gain, len(cards)) / n
    left = left_over(gain, effect[at])
    few = np.sqrt(np.where(n > 1, n / np.maximum(n - 1, 1), np.nan))
    influence = csr_matrix((left / n[at], (number, at)), shape=(len(games), len(cards)))
    covariance = (influence.T @ influence).toarray() * np.outer(few, few)
    spread = there.std() * level[number].std()
    correlation = (
        float(((there - there.mean()) * (level[number] - level[number].mean())).mean() / spread) if spread > 0 else np.nan
    )
    made = Crossed(effect, covariance, n, n, float(value.mean()), correlation, len(value), len(games), skewness(left))
    return cards, made


def effect_estimates(fit, outcome: str, comparisons: int = 1):
    """Effects on an outcome with t intervals; none where a card was held in too few games for the skewness of the outcome."""
    se = np.sqrt(np.maximum(np.diagonal(fit.covariance), 0))
    se = np.where(fit.games >= estimates.least_games(fit.skewness), se, np.nan)
    return estimates.t_estimate(
        fit.effect, se, fit.n, fit.games, kind="paired", comparisons=comparisons, **estimates.between(outcome)
    )
