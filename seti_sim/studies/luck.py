"""How much of the result is the deal, the seat and skill? The same deals, with the players in every order.

A deal is all that chance decides before the first decision, as the game's number gives it. Each deal is
played once with every order of the players over the seats, n! games, so deal, seat and player are crossed completely, and
since a player's luck belongs to its seat nothing else is random. The outcome y of the player p at seat s of deal d, over all
orders that put p there, then splits into parts that share nothing (functional analysis of variance, Hoeffding 1948; the
parts are Sobol's 2001 indices of first and second order):

    skill            who plays, on average over deals and seats
    seat             where one sits, on average over deals and players
    seat x skill     a player who is better at some seats than at others
    deal             games with many or few points for all (nothing of who wins)
    deal x seat      what this deal gives to this seat, whoever plays it: the luck of the deal
    deal x skill     a deal that suits this player, wherever it sits
    rest             who sits between whom, and everything that hangs on all of deal, seat and player

A game of many choices is chaotic: another neighbour, and all comes out otherwise. That belongs to the rest, but some of it
stays in a mean over n! orders. Games of one deal that have the same player at the same seat tell how much, and it is taken
away from the parts with the deal and given to the rest. With two players there are no such games: what the deal gives to a
seat or suits a player in cannot be told from the rest then, which holds all three.

Where a game can draw a part of its deals anew (`GameKind.luck_parts`), each deal is played once more with that part drawn anew, and
`studies.apart` splits what the deal gives.

Only the deals are a sample, and they are the unit of the intervals (bootstrap). How large skill is depends on who plays:
players that are equal have none.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, permutations
from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.core.registry import DEFAULT
from seti_sim.simulate import prepare
from seti_sim.stats.estimates import left_over
from seti_sim.studies import apart
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, StudyError, claim

OUTCOMES = ("win_share", "score")
COMPONENTS = ("skill", "seat", "seat x skill", "deal", "deal x seat", "deal x skill", "rest")
RESAMPLES = 1000
DEALS = 200
"""Deals below which a bootstrap of the shares does not hold what it says (with 100, 90 %)."""
PART = 20
REDRAWN = "_redrawn"
AT_ONCE = 5_000_000  # weights in memory


def luck(
    policies, *, seed=1, games=20_000, variant=None, jobs=1, out=None, stream=None, game=DEFAULT, **options
) -> Study:  # fmt: skip
    """Shares of the variance of win share and score that are due to deal, seat and skill, see the module.

    policies: two to four different ones, which are the players of every game. games: of all deals and orders together. game: its name; `options`: its own, as of
    `prepare`, those of a seat staying with it.

    Frames: `shares` (`outcome, component, estimate, low, high, n, kind, se`: share of the variance over deals, orders and
    seats; n = deals, paired), `players` (`policy, outcome, estimate, low, high, n, kind, se`: mean of each player).
    Of a game with `luck_parts` also `apart`, as of `apart.shares`. Facts: `deals`, `orders`, `variance` by outcome.
    """
    names = [policies] if isinstance(policies, str) else list(policies)
    if len(set(names)) < len(names) or not 2 <= len(names) <= 4:
        raise StudyError("luck: expected two to four different players")
    orders = np.array(list(permutations(range(len(names)))), np.uint8)
    plan = prepare(
        players=len(names), games=games, policies=names, seed=seed, variant=variant, game=game, **options
    )  # fmt: skip
    twice = bool(plan.kind.luck_parts) and plan.kind.redrawn(plan, 0, 1, orders[:1]) is not None
    each = len(orders) * (1 + twice)
    deals = games // each
    if deals < 2:
        more = f", each also with other {plan.kind.luck_parts[1]}" if twice else ""
        raise StudyError(f"games {games}: expected at least {2 * each}, two deals in all {len(orders)} orders{more}")
    identity = plan.identity_parts | ({"redrawn": plan.kind.luck_parts[1]} if twice else {})
    folder = claim(out or Path("runs") / f"luck-{plan.identity[:8]}", "luck", identity)
    parts = Parts(_play, (plan, orders, twice), folder / "parts", identity | {"kind": "luck"}, PART, each)
    rows = parts.upto(deals, jobs=jobs, stream=stream)
    frames, variance = tables(rows, orders, [policy.name for policy in plan.policies])
    if twice:
        frames["apart"] = split(rows, orders, plan.kind.luck_parts)
    asked = {
        "game": game,
        **plan.options,
        "policies": [policy.name for policy in plan.policies],
        "players": len(names),
        "seed": seed,
        "games": games,
    }
    facts = {"deals": deals, "orders": len(orders), "variance": variance, "weights": weights_of(plan.policies)}
    facts["rules"] = plan.rules.fingerprint
    study = Study("luck", asked, frames, facts, folder)
    study.save()
    return study


def _play(context, numbers: range) -> dict[str, np.ndarray]:
    """`win_share`, `score` [deals, orders, seats]; `win_share_redrawn`, `score_redrawn` with a part of the deal drawn anew, if `twice`."""
    plan, orders, twice = context
    fixed, first, count = replace(plan, seating="fixed"), numbers.start, len(numbers)
    ways = {"": plan.kind.results} | ({REDRAWN: plan.kind.redrawn} if twice else {})
    rows: dict[str, np.ndarray] = {}
    for suffix, play in ways.items():
        found = [play(fixed, first, count, np.tile(order, (count, 1))) for order in orders]
        rows |= {name + suffix: np.stack([one[name] for one in found], axis=1) for name in OUTCOMES}
    return rows


def split(rows, orders, words: tuple[str, ...]) -> pl.DataFrame:
    """The frame `apart`: what of the deal is due to each of two parts of it."""
    found = []
    for outcome in OUTCOMES:
        both = [rows[name].astype(float) for name in (outcome, outcome + REDRAWN)]
        mean = np.mean(both)
        first, second = (Moments.of(values, orders, mean) for values in both)
        found.append(apart.shares(first, second, _parts, words, outcome, DEALS))
    return pl.concat(found)


def tables(rows, orders, names) -> tuple[dict[str, pl.DataFrame], dict]:
    """Frames `shares` and `players` of rows as played, and the variance by outcome."""
    from seti_sim.stats import estimates

    shares, players, variance = [], [], {}
    for outcome in OUTCOMES:
        values = rows[outcome].astype(float)
        moments = Moments.of(values, orders)
        found = moments.components()
        total = np.nansum(found)
        variance[outcome] = float(total)
        drawn = moments.resampled(RESAMPLES)
        with np.errstate(invalid="ignore"):
            drawn = drawn / np.nansum(drawn, axis=1, keepdims=True)
        low, high = np.clip(np.quantile(drawn, (0.025, 0.975), axis=0), 0, 1)
        share = found / total if total > 0 else np.full(len(found), np.nan)
        low, high = np.minimum(low, share), np.maximum(high, share)
        known = (high > low) & (len(values) >= DEALS)
        low, high = np.where(known, low, np.nan), np.where(known, high, np.nan)
        for i, name in enumerate(COMPONENTS):
            shares.append({
                "outcome": outcome, "component": name, "estimate": share[i], "low": low[i],
                "high": high[i], "n": float(len(values)), "kind": "paired", "se": float(np.std(drawn[:, i])),
            })  # fmt: skip
        for p, name in enumerate(names):
            mean = values[:, orders == p].mean(axis=1)
            players.append(
                {"policy": name, "outcome": outcome} | estimates.mean(mean, "paired", share=outcome == "win_share").columns()
            )
    return {"shares": pl.DataFrame(shares), "players": pl.DataFrame(players)}, variance


class Moments:
    """What the components need of each deal.

    cells [deals, seats, players]: mean outcome of a player at a seat, over all orders that put it there, above the mean of
    all. squares [deals]: mean square of all outcomes, so counted. chaos [deals, 2]: variance between orders of what seats
    have more than the mean of their game, and of that mean, each within what should be the same; NaN for two players.
    orders: games of a deal.
    """

    def __init__(self, cells, squares, chaos, orders: int):
        self.cells, self.squares, self.chaos, self.orders = cells, squares, chaos, orders

    @classmethod
    def of(cls, values, orders, mean: float | None = None) -> Moments:
        """From outcomes [deals, orders, seats] and who sat where, orders [orders, seats]; above `mean`, or their own."""
        n, values = orders.shape[1], left_over(values, values.mean() if mean is None else mean)
        level = values.mean(axis=2)
        off = values - level[:, :, None]
        cells, within = np.empty((len(values), n, n)), np.empty((len(values), n, n))
        for s in range(n):
            for p in range(n):
                there = orders[:, s] == p
                cells[:, s, p] = values[:, there, s].mean(axis=1)
                within[:, s, p] = off[:, there, s].var(axis=1, ddof=1) if there.sum() > 1 else np.nan
        chaos = np.column_stack([within.mean(axis=(1, 2)), level.var(axis=1, ddof=1)])
        return cls(cells, (values**2).mean(axis=(1, 2)), chaos, len(orders))

    def components(self, weights=None, bounded: bool = True) -> np.ndarray:
        """Variance of each of `COMPONENTS`, [7], of deals with whole `weights` (each once); NaN what cannot be told apart.

        Of `weights` [draws, deals] that of every draw, [draws, 7]. None is below 0 unless they are not `bounded`: what chance
        makes of nothing is as often below as above, and the rest has what the others have not. A mean over deals is known
        but for chance, which would show as a little skill or seat; what it adds on average (its own variance, from the
        deals) is taken away from these, as chaos is from the parts with the deal.
        """
        w = np.ones(len(self.cells)) if weights is None else np.asarray(weights, float)
        deals = w.sum(axis=-1)
        over = lambda values: w @ values.reshape(len(values), -1) / deals[..., None]  # noqa: E731
        mean = over(self.cells).reshape(*w.shape[:-1], *self.cells.shape[1:])  # [..., seats, players]
        of_mean, of_deals = _parts(mean), _parts(self.cells)
        # Deviations of each deal from the mean split in the same way; a deal's parts less those of the mean are theirs.
        squares = lambda part: (part**2).mean(axis=(-2, -1))  # noqa: E731
        varied = [
            np.maximum(over(squares(part))[..., 0] - squares(fixed), 0) * deals / np.maximum(deals - 1, 1)
            for part, fixed in zip(of_deals, of_mean, strict=True)
        ]
        deal, by_seat, by_skill, left = varied
        skill, seat, both = (squares(of_mean[i]) - varied[i] / deals for i in (2, 1, 3))
        total = np.maximum(over(self.squares)[..., 0] - squares(of_mean[0]), 0)
        chaos, chaos_of_level = np.moveaxis(over(self.chaos), -1, 0) / self.orders
        parts = np.array([skill, seat, both, deal - chaos_of_level, by_seat - chaos, by_skill - chaos])
        least = 0 if bounded else -np.inf
        parts = np.maximum(parts, least)  # NaN stays
        rest = np.maximum(total - np.nansum(parts, axis=0), least)
        return np.moveaxis(np.concatenate([parts, rest[None]]), 0, -1)

    def resampled(self, resamples: int, seed: int = 0) -> np.ndarray:
        """Components of deals drawn again with replacement, not bounded, [resamples, components]."""
        rng, deals = np.random.default_rng(seed), len(self.cells)
        draws = (np.bincount(rng.integers(deals, size=deals), minlength=deals) for _ in range(resamples))
        return np.concatenate(
            [self.components(list(some), bounded=False) for some in _batches(draws, max(AT_ONCE // deals, 1))]
        )


def _parts(cells) -> tuple[np.ndarray, ...]:
    """What cells [..., seats, players] are the sum of, each of that shape: level, seat, player, and what is left."""
    level = cells.mean(axis=(-2, -1), keepdims=True)
    seat, player = (cells.mean(axis=axis, keepdims=True) - level for axis in (-1, -2))
    return tuple(np.broadcast_to(part, cells.shape) for part in (level, seat, player, cells - level - seat - player))


def _batches(items, size: int):
    """Lists of so many items, the last of what is left."""
    items = iter(items)
    return iter(lambda: list(islice(items, size)), [])
