"""Toy games of known truth, to be played instead of SETI."""

import numpy as np


def card_games(bases, each, effects, sd_game, sd_rest, rng):
    """Rows (base, card, value) of base games played with `each` cards each: level + effect + rest."""
    cards = len(effects)
    base = np.repeat(np.arange(bases), each)
    card = np.concatenate([rng.permutation(cards)[:each] for _ in range(bases)])
    value = (sd_game * rng.standard_normal(bases))[base] + effects[card] + sd_rest * rng.standard_normal(len(base))
    return base, card, value
