"""Does a leader run away? Points after each round against what equal players would show. Games as arrays, no tables.

Equal players whose lead brings nothing but its points would make what is left of a game whoever leads: what each seat still
gains would fall to the seats in any order alike. So for every game and round the points that the seats gained after the
round are dealt to them in all orders, and it is counted how often the leader would win. What it wins beyond that, a lead
brings besides its points (below 0: who is behind catches up). Comebacks are the same of the seats that are last.

The games are their own control, so the differences are `paired`; win shares by themselves are `observational`. With seats that
are not equal (several policies) the stronger gains more whether it leads or not, and the difference has that in it.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
import polars as pl

from seti_sim.stats import estimates
from seti_sim.stats.shares import win_shares

BEHIND = (1, 6, 11, 21)
"""Least points behind the leader of each class of `comebacks`; the last has no end."""
MEASURES = ("leads", "leader_wins", "leader_equal", "leader_beyond", "last_wins", "last_equal", "last_beyond")


def by_round(points, final, won) -> pl.DataFrame:
    """What leaders and last seats make of it: frame `round, measure, estimate, low, high, n, kind, se`; n = games.

    points: [games, rounds, seats] after each round; final: [games, seats]; won: [games, seats] win shares. `leads`: points of
    the best seat ahead of the next; `leader_wins`: win share of the seat with most points after the round, `leader_equal`: what
    it would be of equal players, `leader_beyond`: the first less the second; `last_…` the same of the seat with fewest
    points. Seats that are equal there count each its part. ValueError with fewer than two seats.
    """
    points, final, won = (np.asarray(values, float) for values in (points, final, won))
    games, rounds, seats = points.shape
    if seats < 2:
        raise ValueError(f"{seats} seat: expected two at least, of whom one leads")
    rows = []
    for at in range(rounds):
        now = points[:, at]
        equal = _of_equal_players(now, final - now)
        ordered = np.sort(now, axis=1)
        values = {"leads": ordered[:, -1] - ordered[:, -2]}
        for who, best in (("leader", now.max(axis=1)), ("last", now.min(axis=1))):
            there = now == best[:, None]
            part = there / there.sum(axis=1, keepdims=True)
            values |= {f"{who}_wins": (part * won).sum(axis=1), f"{who}_equal": (part * equal).sum(axis=1)}
            values[f"{who}_beyond"] = values[f"{who}_wins"] - values[f"{who}_equal"]
        for name in MEASURES:
            got = (
                estimates.mean_change(values[name])
                if name.endswith("beyond")
                else estimates.mean(values[name], share=name != "leads")
            )
            rows.append({"round": at + 1, "measure": name} | _floats(got))
    return pl.DataFrame(rows, schema_overrides={"round": pl.Int64})


def comebacks(points, final, won) -> pl.DataFrame:
    """What seats make of a distance behind the leader: frame `round, behind, measure, estimate, low, high, n, kind, se`; n = seats.

    Arrays as for `by_round`. behind: points behind the best seat after the round, in the classes of `BEHIND`. `wins`: win share of such
    seats; `equal`: what it would be of equal players; `beyond`: the first less the second. The game is the unit.
    """
    points, final, won = (np.asarray(values, float) for values in (points, final, won))
    rows = []
    for at in range(points.shape[1]):
        now = points[:, at]
        equal = _of_equal_players(now, final - now)
        behind = now.max(axis=1, keepdims=True) - now
        for least, next_ in zip(BEHIND, (*BEHIND[1:], np.inf)):
            there = (behind >= least) & (behind < next_)
            key = {"round": at + 1, "behind": f"{least}–{next_ - 1}" if np.isfinite(next_) else f"{least}+"}
            for measure, values in (("wins", won), ("equal", equal), ("beyond", won - equal)):
                rows.append(key | {"measure": measure} | _floats(_over_seats(values * there, there, measure != "beyond")))
    return pl.DataFrame(rows, schema_overrides={"round": pl.Int64})


def _over_seats(values: np.ndarray, there: np.ndarray, share: bool) -> estimates.Estimate:
    """Mean over the seats that are there, from their values, [games, seats], in clusters of games."""
    y, x = values.sum(axis=1), there.sum(axis=1).astype(float)
    sums = (y.sum(), x.sum(), (y * y).sum(), (x * y).sum(), (x * x).sum(), (x > 0).sum())
    if share:
        return estimates.ratio_of_sums(*sums, kind="observational", share=True)
    off = y - (y.sum() / x.sum() if x.sum() else 0) * x
    powers = (off**3).sum(), (off**4).sum()
    return estimates.ratio_of_sums(*sums, kind="paired", powers=powers, floor=-1, top=1)


def _of_equal_players(now: np.ndarray, gains: np.ndarray) -> np.ndarray:
    """[games, seats]: win share of each seat where the gains fall to the seats in any order, all orders alike."""
    orders = list(permutations(range(now.shape[1])))
    total = np.zeros(now.shape)
    for order in orders:
        total += win_shares(now + gains[:, order])
    return total / len(orders)


def middle(rounds: int) -> int:
    """The round after which a verdict looks: half of the game is played, or just more."""
    return (rounds + 1) // 2


def _floats(got: estimates.Estimate) -> dict:
    return {name: value if name == "kind" else float(value) for name, value in got.columns().items()}
