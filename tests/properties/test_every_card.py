"""In a long run every card of the base game is used in each of its ways, and whatever it promises comes true once."""

import random
from functools import cache

import numpy as np
import pytest

from seti_sim.seti import Game
from seti_sim.seti.batch import FATES, LOG_LEAVE, play_games

from .walks import STYLES, choice, policy, rules

MOST_GAMES = 8000
"""Nearly all is seen in 500 games; a card that nobody has got to use by then is not one of bad luck."""
USES = {"play": "played", "corner": "corner", "tuck": "tucked"}
"""Kind of the action, and the fate that the log writes down."""


@cache
def cards_with(*keys):
    """Cards that have one of the keys."""
    return {card for card, entry in rules().tree["cards"].items() if any(entry.get(key) for key in keys)}


def keen(game, rng, style):
    """As in any walk, but what a card in play offers is taken, and cards that promise something are played first."""
    actions = game.legal_actions()
    gains = [action for action in actions if action.kind in ("mission", "cover")]
    promising = cards_with("mission", "triggers")
    plays = [action for action in actions if action.kind == "play" and str(action)[5:] in promising]
    if gains or (plays and game.round < 4):
        return rng.choice(gains or plays)
    return choice(game, rng, style)


def promises():
    """{what: all of it}: cards by action, spaces of triggered missions, missions, end-of-game cards."""
    cards = rules().tree["cards"]
    spaces = {f"{card}/{k + 1}" for card in cards_with("triggers") for k in range(len(cards[card]["triggers"]))}
    return {
        **{word: set(cards) for word in USES}, "cover": spaces,
        "completed": cards_with("mission", "triggers"), "endgame": cards_with("endgame"),
    }


def play_and_cross_off(seed, left):
    """Play a game of the run and take out of `left` what was done in it."""
    rng = random.Random(seed)
    game, style = Game.new(rules(), players=rng.choice((2, 3, 4)), seed=seed), rng.choice(STYLES)
    while not game.is_over:
        action = keen(game, rng, style)
        left.get(action.kind, set()).discard(str(action).partition(" ")[2])
        game.apply(action)
    for number, seat in enumerate(game.to_json()["seats"].values()):
        left["completed"] -= set(seat["completed"])
        points = game.core.score_now(number)[1]
        left["endgame"] -= {rules().card_ids[card] for card, vp in points.items() if vp}


def test_every_card_is_used_in_every_way():
    """R13.1: each of the 138 is played, discarded for its corner and tucked; each space of a triggered mission is
    covered, each mission completed; each end-of-game card is worth something at an end."""
    left = promises()
    assert [len(left[word]) for word in USES] == [138] * 3 and all(left.values())
    for seed in range(MOST_GAMES):
        play_and_cross_off(seed, left)
        if not any(left.values()):
            break
    assert not any(left.values()), {what: sorted(names) for what, names in left.items() if names}


def fates(name, players, games):
    """uint [fates, cards]: how often each card left a hand in each way, in games of one policy."""
    log = play_games(rules(), players=players, seed=11, first=0, count=games, policies=[policy(name)]).log
    left = log[log["kind"] == LOG_LEAVE]
    return np.array([np.bincount(left["item"][left["a"] == k], minlength=138) for k in range(len(FATES))])


def test_the_log_knows_every_use():
    """The same of games in bulk, by their log. Passing is the last thing that `random` does, so the cards that cost
    nothing are the only ones that it never discards then."""
    counts = dict(zip(FATES, fates("random", 4, 4000), strict=True))
    free = [entry["cost"] == 0 for entry in rules().tree["cards"].values()]
    assert [bool(n == 0) for n in counts.pop("discarded")] == free
    for fate, row in counts.items():
        assert row.shape == (138,) and row.min() > 0, (fate, [rules().card_ids[i] for i in np.flatnonzero(row == 0)])


@pytest.mark.soak
@pytest.mark.parametrize("players", (2, 3, 4))
def test_every_card_often(players):
    """In 100,000 games of `random` every card is played, tucked and used for its corner hundreds of times."""
    counts = fates("random", players, 100_000)
    for fate in USES.values():
        assert counts[FATES.index(fate)].min() >= 300, (fate, counts[FATES.index(fate)].min())
