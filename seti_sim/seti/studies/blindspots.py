"""Where is a player blind? Uses that it did not choose, forced one at a time, and what that gains.

The player sits in all seats. At every decision of its games every legal action belongs to a use (play, tuck, launch, research,
pass …) with an object (a card, a tech, a planet …), and every use that is not chosen is forced by lot with a probability that
is known beforehand and depends on use, object and round alone. The forced action is one of that use by lot; then the same
player goes on in all seats with the same luck. The gain is what the seat ends with then, less what it ends with in the game as
the player plays it. So the mean gain of a cell (use, object, round) is that over all decisions at which the use was legal and
not chosen. A player errs in a cell whose mean gain is above 0, a blind spot: it would do better to do so at all such
decisions. Where the mean is below 0 it may still err at some of them, which no mean tells.

The probabilities are such that each cell has about as many deviations as wanted, by counts of chances in games of their own.
Cells with too few are joined: over rounds, else over objects, else all of a use. What gains clearly (false discovery rate 5 %
over all cells, one-sided, game as the unit) is played again on fresh games.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.seti.deviations import NONE, SHAPE, TWELFTHS, USES, Words, is_of_cards, play_deviations
from seti_sim.simulate import prepare
from seti_sim.stats import estimates
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, StudyError, claim

LEAST = 100
"""Deviations that a cell needs to be tested by itself."""
FLAG = 0.05
MORE, ENOUGH = 5, 1000
"""Times as many deviations of a use without cards, up to so many: there are few of them, and they tell what kind of action is
amiss."""
FRESH = 4
"""Times as many deviations of a flagged cell on the fresh games."""
PILOT = 200
PART, AT_ONCE = 20, 500
"""Games of a part at most, and whole games that a part with its deviations may cost, since slow players play hours for more."""
FIRST_OF_PILOT = 2**40
"""Number of the first game that chances are counted in, far from all others."""
_COLUMNS = ("game", "points", "base", "share", "base_share", "use", "object", "did", "did_object", "seat", "round")


def blind_spots(
    policy="greedy",
    *,
    players=4,
    seed=1,
    games=10_000,
    each=200,
    confirm_seed=None,
    variant=None,
    jobs=1,
    out=None,
    stream=None,
) -> Study:
    """Uses that a player does not choose and should, see the module.

    games: games of the player's own, in which deviations are made. each: deviations wanted of each use, card and round (of uses
    without cards `MORE` times as many, up to `ENOUGH`); as many as there are chances at most. confirm_seed: of as many fresh games for what is flagged (seed + 1).

    Frames: `cells` (`use, object, name, when, estimate, low, high, n, kind, se, p, q`: points gained, n = deviations, paired,
    clustered by game; `win_*`: win share gained; `gains, gains_*`: share of the deviations that gain; `chances` and `taken`:
    a game; `again, again_*` on fresh games, for all flagged at once; `flagged, confirmed`), the greatest gain first; object
    and when are `rest` where cells are joined. `uses` (the same by use and round, `when` = all for all rounds), of all chances.
    `instead` (by use and the use that was chosen, `chosen`). Facts: `deviations, tested, flagged, confirmed, least`.
    """
    confirm_seed = seed + 1 if confirm_seed is None else confirm_seed
    if confirm_seed == seed:
        raise StudyError("seeds of finding and confirming: expected two different ones")
    if each < 1:
        raise StudyError(f"each {each}: expected at least 1")
    plans = [_plan(policy, players, games, s, variant) for s in (seed, confirm_seed)]
    identity = plans[0].identity_parts | {"games": games, "each": each, "confirm_seed": confirm_seed}
    folder = claim(out or Path("runs") / f"blindspots-{plans[0].identity[:8]}", "blindspots", identity)
    kept = identity | {"kind": "blindspots"}

    def played(plan, rates, name, weight, count, first=0):
        size = max(min(PART, round(AT_ONCE / weight)), 1)
        parts = Parts(_play, (plan, rates, first), folder / name, kept, size, weight)
        return parts.upto(count, jobs=jobs, stream=stream, label=f"{name}: ")

    pilot = min(games, PILOT)
    counted = _table(played(plans[0], np.zeros(SHAPE), "count", 1, pilot, FIRST_OF_PILOT), "chances") * (games / pilot)
    rates = rates_of(counted, each)
    rows = played(plans[0], rates, "find", _cost(counted, rates, games), games)
    cells, members = tested(rows, Words(plans[0].rules))
    frame = found(rows, cells, members, rates, games)
    flagged = np.flatnonzero(frame["flagged"].to_numpy())
    fresh_rates = np.where(np.isin(members, flagged), np.minimum(FRESH * rates, 1), 0)
    fresh = None
    if len(flagged):
        fresh = played(plans[1], fresh_rates, "confirm", _cost(counted, fresh_rates, games), games)
    frame = confirmed(frame, fresh, members, fresh_rates)
    frames = {"cells": frame.sort("estimate", descending=True, nulls_last=True, maintain_order=True)}
    frames |= {"uses": by_use(rows, rates), "instead": instead(rows, rates)}
    asked = {
        "players": players,
        "policies": plans[0].seat_names[0],
        "seed": seed,
        "games": games,
        "each": each,
        "confirm_seed": confirm_seed,
    }
    facts = {
        "deviations": len(rows["game"]), "tested": int(frame["q"].is_finite().sum()), "flagged": len(flagged),
        "confirmed": int(frame["confirmed"].sum()), "least": LEAST, "weights": weights_of(plans[0].policies), "rules": plans[0].rules.fingerprint,
    }  # fmt: skip
    study = Study("blindspots", asked, frames, facts, folder)
    study.save()
    return study


def _plan(policy, players, games, seed, variant):
    plan = prepare(players=players, games=games, policies=policy, seed=seed, variant=variant, species="balanced")
    if len(plan.policies) > 1:
        raise StudyError(f"policy {policy!r}: expected one player, which sits in all seats")
    return plan


def _play(context, numbers: range) -> dict[str, np.ndarray]:
    """The deviations of the games, a row each, and where there were how many chances and choices (places of SHAPE)."""
    plan, rates, first = context
    first, count = first + numbers.start, len(numbers)
    got = play_deviations(
        plan.rules, players=plan.players, seed=plan.seed, first=first, count=count, policies=list(plan.policies),
        assign=plan.assign(first, count), pairs=plan.setups(first, count), rates=rates,
    )  # fmt: skip
    at = np.flatnonzero(got.chances + got.done)
    counts = {"at": at, "chances": got.chances.ravel()[at], "done": got.done.ravel()[at]}
    return {name: got.rows[name].astype(np.int64 if name == "game" else got.rows[name].dtype) for name in _COLUMNS} | counts


def _table(rows, name: str) -> np.ndarray:
    """A count by place of SHAPE, added up."""
    return np.bincount(rows["at"], rows[name], minlength=int(np.prod(SHAPE))).reshape(SHAPE)


def rates_of(chances, each: int) -> np.ndarray:
    """With what probability each use, object and round is forced, so that of as many `chances` about `each` are, more
    (`MORE`, `ENOUGH`) where the object is no card."""
    use, thing, _ = np.indices(SHAPE)
    of_cards = np.array([is_of_cards(number) for number in range(SHAPE[0])])
    wanted = np.where(of_cards[use] & (thing != NONE), each, max(each, min(MORE * each, ENOUGH)))
    return wanted / np.maximum(chances, wanted)


def _cost(chances, rates, games: int) -> float:
    """Whole games that a game with its deviations costs, each of which plays half a game on average."""
    return 1 + 0.5 * float((chances * rates).sum()) / games


def _place(rows) -> np.ndarray:
    """Place in SHAPE of each deviation."""
    return np.ravel_multi_index([rows[name].astype(int) for name in ("use", "object", "round")], SHAPE)


def tested(rows, words: Words) -> tuple[pl.DataFrame, np.ndarray]:
    """The cells that are tested (`use, object, name, when`), and of each place of SHAPE its cell's row, -1 of none.

    A place with `LEAST` deviations is a cell. Of the others those of a use and object are joined over rounds, if they have as
    many together; of what is left then those of a use and round; and what is left then of a use.
    """
    n = np.bincount(_place(rows), minlength=int(np.prod(SHAPE))).reshape(SHAPE)
    members = np.full(SHAPE, -1)
    found: list[dict[str, str]] = []
    use, thing, when = np.indices(SHAPE)

    def join(key, told):
        """Make cells of what is left with the same key, where it is enough; `told(place)` names one."""
        left = (n > 0) & (members < 0)
        there, at = np.unique(key[left], return_inverse=True)
        enough = np.bincount(at, n[left], minlength=len(there)) >= LEAST
        number = np.where(enough, len(found) + np.cumsum(enough) - 1, -1)
        members[left] = number[at]
        places = np.argwhere(left)
        first = np.unique(at, return_index=True)[1] if len(at) else []
        found.extend(told(*places[first[i]]) for i in np.flatnonzero(enough))

    def named(u, thing, when):
        return {"use": USES[u], "object": thing, "name": words.title(thing), "when": when}

    span = np.prod(SHAPE[1:])
    join(use * span + thing * SHAPE[2] + when, lambda u, o, r: named(u, words.object(u, o), _when(r)))
    join(np.where(thing == NONE, -1 - use, use * span + thing), lambda u, o, r: named(u, words.object(u, o), REST))
    join(use * span + when, lambda u, o, r: named(u, REST, _when(r)))
    join(use, lambda u, o, r: named(u, REST, REST))
    schema = dict.fromkeys(("use", "object", "name", "when"), pl.String)
    return pl.DataFrame(found, schema=schema), members


REST, ALL = "rest", "all"


def _when(round: int) -> str:
    return "setup" if round == 0 else str(round)


def _outcomes(rows) -> dict[str, np.ndarray]:
    """Of each deviation: points gained, win share gained, whether points were."""
    points = rows["points"].astype(float) - rows["base"]
    share = (rows["share"].astype(float) - rows["base_share"]) / TWELFTHS
    return {"": points, "win_": share, "gains": (points > 0).astype(float)}


def means(group, game, values, weight, size: int, **options) -> estimates.Estimate:
    """Weighted mean of the values in each of `size` groups, clustered by game; n = values. Rows of group -1 are left out."""
    inside = group >= 0
    group, game, values, weight = (a[inside] for a in (group, game, values, weight))
    _, game = np.unique(game, return_inverse=True)
    games = int(game.max(initial=0)) + 1
    there, at = np.unique(group.astype(np.int64) * games + game, return_inverse=True)
    of = there // games
    y, x = np.bincount(at, weight * values, len(there)), np.bincount(at, weight, len(there))
    total = lambda v: np.bincount(of, v, size)  # noqa: E731
    with np.errstate(invalid="ignore", divide="ignore"):
        off = y - (total(y) / total(x))[of] * x
    got = estimates.ratio_of_sums(
        total(y), total(x), total(y * y), total(x * y), total(x * x), np.bincount(of, minlength=size), kind="paired",
        powers=(total(off**3), total(off**4)), **options,
    )  # fmt: skip
    return replace(got, n=np.bincount(group, minlength=size).astype(float))


def equal_games(group, game, weight, size: int) -> np.ndarray:
    """Of each group the number of games of equal weight that would tell as much (Kish 1965)."""
    inside = group >= 0
    pairs, at = np.unique(np.stack([group[inside], game[inside]]), axis=1, return_inverse=True)
    x = np.bincount(at.ravel(), weight[inside], pairs.shape[1])
    total, squares = (np.bincount(pairs[0].astype(int), values, size) for values in (x, x * x))
    return total**2 / np.where(squares > 0, squares, np.nan)


def _estimates(rows, group, size: int, rates, comparisons: int = 1) -> dict[str, np.ndarray]:
    """Columns of points, win share and share of gains in each group; deviations weigh as many chances as they stand for."""
    weight = 1 / rates.ravel()[_place(rows)]
    found: dict[str, np.ndarray] = {}
    for name, values in _outcomes(rows).items():
        options = {"share": True} if name == "gains" else estimates.between("win_share" if name else "score")
        got = means(group, rows["game"], values, weight, size, comparisons=comparisons, **options)
        if name == "":
            found |= got.columns()
        elif name == "win_":
            found |= {"win": got.estimate, "win_low": got.low, "win_high": got.high}
        else:
            found |= {"gains": got.estimate, "gains_low": got.low, "gains_high": got.high}
    return found


def found(rows, cells: pl.DataFrame, members, rates, games: int) -> pl.DataFrame:
    """The cells with what was found in `rows`, and which are flagged."""
    size = cells.height
    group = members.ravel()[_place(rows)]
    columns = _estimates(rows, group, size, rates)
    clusters = equal_games(group, rows["game"], 1 / rates.ravel()[_place(rows)], size)
    p = np.asarray(estimates.p_value(columns["estimate"], columns["se"], clusters))
    p = np.where(columns["estimate"] > 0, p / 2, 1 - p / 2)  # one-sided: what loses is no blind spot
    q = estimates.benjamini_hochberg(p)
    place = members.ravel() + 1
    counts = {
        name: np.bincount(place, _table(rows, key).ravel(), size + 1)[1:] / games
        for name, key in (("chances", "chances"), ("taken", "done"))
    }
    return cells.with_columns(
        **{name: pl.Series(np.broadcast_to(value, size)) if name != "kind" else pl.lit(value) for name, value in columns.items()},
        p=pl.Series(p), q=pl.Series(q), **{name: pl.Series(value) for name, value in counts.items()},
        flagged=pl.Series((q < FLAG) & (np.nan_to_num(columns["low"], nan=-1) > 0), dtype=pl.Boolean),
    )  # fmt: skip


def confirmed(frame: pl.DataFrame, fresh, members, rates) -> pl.DataFrame:
    """`frame` with what fresh games (None: none) say of the flagged cells: `again, again_low, again_high, confirmed`.

    The intervals hold for all flagged cells at once (Bonferroni). Confirmed: all of it lies above 0.
    """
    size, count = frame.height, int(frame["flagged"].sum())
    again = dict.fromkeys(("again", "again_low", "again_high", "again_n"), np.full(size, np.nan))
    if fresh is not None and len(fresh["game"]):
        got = _estimates(fresh, members.ravel()[_place(fresh)], size, rates, max(count, 1))
        again = {"again": got["estimate"], "again_low": got["low"], "again_high": got["high"], "again_n": got["n"]}
    sure = np.nan_to_num(again["again_low"], nan=-1.0) > 0
    return frame.with_columns(
        **{name: pl.Series(value) for name, value in again.items()}, confirmed=pl.Series(sure) & pl.col("flagged")
    )


def by_use(rows, rates) -> pl.DataFrame:
    """What a use gains where it is legal and not chosen, by round and in all."""
    use, when = rows["use"].astype(int), rows["round"].astype(int)
    pieces = []
    for words, group, size in ((_when, use * SHAPE[2] + when, SHAPE[0] * SHAPE[2]), (lambda _: ALL, use, SHAPE[0])):
        there, at = np.unique(group, return_inverse=True)
        step = SHAPE[2] if size > SHAPE[0] else 1
        keys = {"use": [USES[key // step] for key in there], "when": [words(key % step) for key in there]}
        pieces.append(_framed(keys, _estimates(rows, at, len(there), rates)))
    return pl.concat(pieces)


def instead(rows, rates) -> pl.DataFrame:
    """What a use gains by what the player did instead, over all rounds."""
    there, at = np.unique(rows["use"].astype(int) * SHAPE[0] + rows["did"], return_inverse=True)
    keys = {"use": [USES[key // SHAPE[0]] for key in there], "chosen": [USES[key % SHAPE[0]] for key in there]}
    return _framed(keys, _estimates(rows, at, len(there), rates))


def _framed(keys: dict[str, list[str]], columns) -> pl.DataFrame:
    frame = pl.DataFrame(keys, schema=dict.fromkeys(keys, pl.String))
    return frame.with_columns(
        pl.lit(value).alias(name) if name == "kind" else pl.Series(name, np.broadcast_to(value, frame.height), dtype=pl.Float64)
        for name, value in columns.items()
    )
