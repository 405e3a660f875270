"""In a long run every card is used in each of its ways, and whatever it promises comes true; those of species too."""

import random
from functools import cache

import numpy as np
import pytest

from seti_sim.seti import Game, geometry
from seti_sim.seti.batch import LOG_LEAVE, play_games
from seti_sim.seti.vocabulary_tables import FATES

from .walks import STYLES, choice, policy, rules

MOST_GAMES = 8000
"""Nearly all is seen in 500 games; a card that nobody has got to use by then is not one of bad luck."""
FEW_GAMES = 40
USES = {"play": "played", "corner": "corner", "tuck": "tucked"}
"""Kind of the action, and the fate that the log writes down."""


@cache
def cards_with(*keys):
    """Cards that have one of the keys."""
    return {card for card, entry in rules().tree["cards"].items() if any(entry.get(key) for key in keys)}


def homeward(game, actions):
    """Steps of an own capsule that bring it nearer the planet of a delivery mission in play."""
    steps = [action for action in actions if action.kind in ("move", "step") and " sample-" in str(action)]
    position = game.to_json() if steps else {}
    missions = position["seats"][game.to_move]["missions"] if steps else ()
    wanted = {rules().tree["cards"][card].get("mission", {}).get("when", {}).get("deliver") for card in missions}
    if not wanted & {"earth", "mars"}:
        return []
    cells = geometry.visible(rules(), position["discs"]["turns"])
    goals = [(ring, cells[ring].index(planet)) for planet in wanted & {"earth", "mars"} for ring in range(4)
             if planet in cells[ring]]  # fmt: skip

    def far(space):
        ring, sector = (int(part) for part in space.split("."))
        apart = [(ring - 1 - r, (sector - s) % 8) for r, s in goals]
        return min(abs(rings) + min(sectors, 8 - sectors) for rings, sectors in apart)

    spaces = {action: str(action).split()[1].split("-") for action in steps}
    return [action for action in steps if far(spaces[action][1]) < far(spaces[action][0])]


def keen(game, rng, style):
    """As in any walk, but what a card in play offers is taken, capsules are brought where they are wanted, cards that
    promise something are played first, and species' cards, which are few, tucked first."""
    actions = game.legal_actions()
    gains = [action for action in actions if action.kind in ("mission", "cover")]
    promising = cards_with("mission", "triggers")
    plays = [action for action in actions if action.kind == "play" and str(action)[5:] in promising]
    gains = gains or homeward(game, actions)
    gains += [action for action in actions if action.kind == "tuck" and str(action)[5:] in cards_with("species")]
    if gains or (plays and game.round < 4):
        return rng.choice(gains or plays)
    return choice(game, rng, style)


def promises():
    """{what: all of it}: cards by action, spaces of triggered missions, missions, end-of-game cards."""
    cards = rules().tree["cards"]
    spaces = {f"{card}/{k + 1}" for card in cards_with("triggers") for k in range(len(cards[card]["triggers"]))}
    return {
        **{word: set(cards) - cards_with("secret") for word in USES},
        "cover": spaces,
        "completed": cards_with("mission", "triggers"),
        "endgame": cards_with("endgame"),
        "reached": cards_with("message"),
        "secret": cards_with("secret"),
    }


def play_and_cross_off(seed, left):
    """Play a game of the run and take out of `left` what was done in it."""
    rng = random.Random(seed)
    # What is left in the end are cards of one species or two: it is in the game then.
    cards, names = rules().tree["cards"], [name for what in left.values() for name in what]
    of = sorted({cards[name.split("/")[0]].get("species", "") for name in names}) if len(names) < 8 else [""]
    pair = [of[0], rng.choice([name for name in rules().species_ids if name != of[0]])] if of[0] else None
    game, style = Game.new(rules(), players=rng.choice((2, 3, 4)), seed=seed, species=pair), rng.choice(STYLES)
    sent = set()
    while not game.is_over:
        action = keen(game, rng, style)
        card = str(action).partition(" ")[2]
        left.get(action.kind, set()).discard(card)
        if action.kind == "play" and card in cards_with("message"):
            sent.add(card)
        game.apply(action)
    position = game.to_json()
    left["reached"] -= sent - {card for slot in position["species"].values() for card, _, _ in slot.get("messages", ())}
    for number, seat in enumerate(position["seats"].values()):
        left["completed"] -= set(seat["completed"])
        points = game.core.score_now(number)[1]
        left["endgame"] -= {rules().card_ids[card] for card, vp in points.items() if vp}


def test_most_cards_are_used_in_a_few_games():
    """R13.1: of the 178 that can be in a hand half are played, discarded for their corner and tucked soon."""
    left = promises()
    for seed in range(FEW_GAMES):
        play_and_cross_off(seed, left)
    assert all(len(left[word]) < 89 for word in USES), {word: len(left[word]) for word in USES}


@pytest.mark.soak
def test_every_card_is_used_in_every_way():
    """R13.1, SPG-19: each of the 178 that can be in a hand is played, discarded for its corner and tucked; each space
    of a triggered mission is covered, each mission completed, each message reached, each secret card played face down;
    each end-of-game card is worth something at an end."""
    left = promises()
    assert [len(left[word]) for word in USES] == [178] * 3 and all(left.values())
    for seed in range(MOST_GAMES):
        play_and_cross_off(seed, left)
        if not any(left.values()):
            break
    assert not any(left.values()), {what: sorted(names) for what, names in left.items() if names}


def leaves(name, players, games):
    """Rows of the log for cards that left a hand, in games of one policy."""
    log = play_games(rules(), players=players, seed=11, first=0, count=games, policies=[policy(name)]).log
    return log[log["kind"] == LOG_LEAVE]


def fates(rows):
    """uint [fates, cards]: how often each card left a hand in each way."""
    n = len(rules().card_ids)
    return np.array([np.bincount(rows["item"][rows["a"] == k], minlength=n) for k in range(len(FATES))])


def numbers_of(species):
    """Numbers of the ordinary cards, or of those of species."""
    cards = rules().tree["cards"]
    return [i for i, name in enumerate(rules().card_ids) if ("species" in cards[name]) == species]


def discarded_for_income(rows):
    """Of each row: was the card discarded by anomaly-05, for its income (ANO-14)? Nobody passes in a turn of a play, so
    nothing else discards there."""
    mains = rows["game"] << 16 | rows["turn"].astype(np.int64)
    plays = (rows["a"] == FATES.index("played")) & (rows["item"] == rules().card_ids.index("anomaly-05"))
    return (rows["a"] == FATES.index("discarded")) & np.isin(mains, mains[plays])


def test_the_log_knows_every_use():
    """The same of games in bulk, by their log. Passing is the last thing that `random` does, so it never discards the
    cards that cost nothing when it passes; only anomaly-05, which discards a card that it draws (ANO-14), does."""
    cards = numbers_of(species=False)
    rows = leaves("random", 4, 4000)
    by_effect = discarded_for_income(rows)
    turns = np.stack([rows["game"][by_effect], rows["turn"][by_effect]])
    assert len(np.unique(turns, axis=1).T) == by_effect.sum() > 0  # one card a play
    counts = dict(zip(FATES, fates(rows[~by_effect])[:, cards], strict=True))
    free = np.array([rules().tree["cards"][rules().card_ids[i]]["cost"] == 0 for i in cards])
    passing = counts.pop("discarded")
    assert passing[free].max() == 0 < passing[~free].min()
    for fate, row in counts.items():
        assert row.shape == (138,) and row.min() > 0, (fate, [rules().card_ids[i] for i in np.flatnonzero(row == 0)])


def test_the_log_knows_that_species_cards_are_played():
    """Those of species, which `random` seldom gets to see, in games of `greedy`; secret cards leave a hand only so."""
    cards = numbers_of(species=True)
    counts = dict(zip(FATES, fates(leaves("greedy", 4, 3000))[:, cards], strict=True))
    assert counts["played"].shape == (55,) and counts["played"].min() > 0
    secret = ["secret" in rules().tree["cards"][rules().card_ids[i]] for i in cards]
    for fate, row in counts.items():
        assert fate == "played" or not row[secret].any(), fate


@pytest.mark.soak
@pytest.mark.parametrize("players", (2, 3, 4))
def test_every_card_often(players):
    """In 100,000 games of `random` every ordinary card is played, tucked and used for its corner hundreds of times."""
    counts = fates(leaves("random", players, 100_000))[:, numbers_of(species=False)]
    for fate in USES.values():
        assert counts[FATES.index(fate)].min() >= 300, (fate, counts[FATES.index(fate)].min())
