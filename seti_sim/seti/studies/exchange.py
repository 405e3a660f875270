"""Exchanges of a card that comes to a hand: the same game again with another card in its place, and what that brings.

What `deals` asks of all cards, or of some, and `verdicts` of those that somebody invented.
"""

from __future__ import annotations

import numpy as np

from seti_sim.seti.batch import LOG_ARRIVE, LOG_REFILL, LOG_STACK, LOG_TURN_UP, NO_SPECIES, play_games
from seti_sim.seti.vocabulary_tables import ARRIVALS
from seti_sim.studies.compare import parse_precision
from seti_sim.studies.store import StudyError

EACH, EACH_SPECIES = 15, 5
"""Cards that are tried in a base game, of the deck and of a species'."""
PART = 100
"""Base games of a part."""
BLOCK = 1000
"""Base games between two looks."""
MAIN = "base"
"""The name of the deck that no species has."""
OUTCOMES = ("score", "win_share")


def chosen_cards(cards, rules) -> tuple[int, ...]:
    """Numbers of the cards that are called so, by id or title."""
    from seti_sim.core.names import did_you_mean, find

    known = dict(zip(rules.card_ids, rules.card_names.values()))
    left_out, order = rules.compiled.tables["left_out"], list(known)
    found = []
    for text in [cards] if isinstance(cards, str) else cards:
        card = find(text, known)
        if card is None:
            hint = did_you_mean(text, [*known, *known.values()], 1)
            raise StudyError(f"card {text!r}: expected the id of a card, or its title where no other has it{hint}")
        if left_out[order.index(card)]:
            raise StudyError(f"card {text!r}: is left out of the game, expected one that can be dealt")
        found.append(order.index(card))
    if len(set(found)) < len(found):
        raise StudyError("cards: expected different ones")
    return tuple(sorted(found))


def half_width_wanted(precision):
    """(outcome, half-width) of a precision, or None."""
    if precision is None:
        return None
    from seti_sim.seti.analysis import metrics

    both = [metrics.parse("score"), metrics.parse("win_share@seat=1")]
    found = parse_precision([precision], both)
    return next((outcome, width) for outcome, width in zip(OUTCOMES, found) if np.isfinite(width))


def play_exchanges(plan, numbers: range, chosen=(), pick=None) -> dict[str, np.ndarray]:
    """Rows of base games: `base, deck` (0, or 1 + species), `card, score, win_share, diverged` (-1 for the game as dealt).

    chosen: the cards that may be tried; all where there are none. pick: says instead which are tried, of those that could have
    come instead, the card as dealt, and a generator of random numbers.
    """
    rules, first, count = plan.rules, numbers.start, len(numbers)
    seating = plan.assign(first, count)
    common = {"players": plan.players, "seed": plan.seed, "policies": list(plan.policies)}
    whole = play_games(rules, first=first, count=count, assign=seating, **common)
    found: list[tuple[int, int, int, int]] = []  # base, deck, card as dealt, card instead
    starts = np.searchsorted(whole.log["game"], np.arange(first, first + count + 1))
    seats = np.empty(count, np.int64)
    for i in range(count):
        rng = np.random.default_rng((plan.seed, first + i))
        seats[i] = rng.integers(plan.players)
        log = whole.log[starts[i] : starts[i + 1]]
        for deck, dealt, others, most in _chances(rules, whole.card_species, log, int(seats[i]) + 1, rng):
            others = np.intersect1d(others, chosen) if chosen else others
            tried = pick(others, dealt, rng) if pick else rng.permutation(others)[:most]
            found += [(i, deck, dealt, other) for other in tried]
    tries = np.array(found, np.int64).reshape(-1, 4)
    again = play_games(
        rules, numbers=first + tries[:, 0], assign=seating[tries[:, 0]], exchanges=tries[:, 2:], log=False, **common
    )
    held = tries[:, [0, 1, 2]]
    held = held[np.unique(held, axis=0, return_index=True)[1]]  # each base game once for each deck
    before, after = _outcomes(whole, plan.players), _outcomes(again, plan.players)
    base = np.r_[held[:, 0], tries[:, 0]]
    at = np.r_[held[:, 0] * plan.players + seats[held[:, 0]], np.arange(len(tries)) * plan.players + seats[tries[:, 0]]]
    end = len(held)
    same = (_whole_games(whole, plan.players)[tries[:, 0]] == _whole_games(again, plan.players)).all(axis=1)
    return {
        "base": first + base,
        "deck": np.r_[held[:, 1], tries[:, 1]].astype(np.int8),
        "card": np.r_[held[:, 2], tries[:, 3]].astype(np.uint8),
        "score": np.r_[before[0][at[:end]], after[0][at[end:]]].astype(np.int16),
        "win_share": np.r_[before[1][at[:end]], after[1][at[end:]]].astype(np.float32),
        "diverged": np.r_[np.full(end, -1), ~same].astype(np.int8),
    }


def _outcomes(batch, players):
    return batch.seats["score"], batch.seats["win_share"]


def _whole_games(batch, players):
    """What tells games apart: decisions, and every seat's points by source; a row a game."""
    points = [values.reshape(-1, players) for name, values in batch.seats.items() if name.startswith("points_")]
    return np.column_stack([batch.games["decisions"], *points])


def _chances(rules, card_species, log, seat, rng):
    """(deck, card that came, cards that could have come instead, how many to try) for the exchanges of a base game."""
    left_out = np.array(rules.compiled.tables["left_out"], bool)
    came = np.isin(log["kind"], (LOG_ARRIVE, LOG_REFILL, LOG_STACK, LOG_TURN_UP))
    setup = came & (log["round"] == 0)
    mine = log[setup & (log["kind"] == LOG_ARRIVE) & (log["seat"] == seat)]
    dealt = mine["item"][mine["a"] == ARRIVALS.index("dealt")]
    if len(dealt):
        free = np.flatnonzero((card_species == NO_SPECIES) & ~left_out)
        yield 0, int(dealt[rng.integers(len(dealt))]), np.setdiff1d(free, log["item"][setup]), EACH
    unseen = (log["kind"] == LOG_ARRIVE) & (log["a"] == ARRIVALS.index("species")) & (log["b"] > 0)
    drawn = np.flatnonzero(unseen & (log["seat"] == seat))
    if len(drawn):
        row = log[drawn[0]]
        species = card_species[row["item"]]
        deck = np.flatnonzero((card_species == species) & ~left_out)
        gone = log["item"][: drawn[0]][came[: drawn[0]]]
        others = np.setdiff1d(deck, np.r_[gone, row["item"]])
        if len(others) == row["b"] - 1:  # else cards came back, and which lie where is not known
            yield 1 + int(species), int(row["item"]), others, EACH_SPECIES
