"""The cheapest fix: the fewest and smallest of some allowed changes of the rules that bring a metric where it should be.

Every allowed change is a key with values in order of size: the first is one step away from the game as it is, the next two.
All single changes are played on the same seeds as the game as it is. If one reaches the target, the one of fewest steps is
the fix. Else pairs are tried, then triples: what each change did alone is added up to guess which sets could reach it, and
those are played, the smallest first, until one does. The guess only says what to play.

The best of many noisy candidates looks better than it is, so what was found is played again, and the game as it is beside
it, on a seed that was not used for finding: only those figures are the result.
"""

from __future__ import annotations

import hashlib
from itertools import combinations, product
from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.analysis import metrics as of_metrics
from seti_sim.core.node import shown
from seti_sim.core.registry import DEFAULT
from seti_sim.stats import estimates
from seti_sim.studies.parts import weights_of
from seti_sim.studies.sides import Side, make_plan
from seti_sim.studies.store import Study, StudyError, claim
from seti_sim.studies.sweep import overlay, parse

SEATS = "seats"
"""The metric that is met when every seat's win share is within the width of equal."""
TRIES = 8
"""Most sets of a size that are played."""
GAMES = 10_000


def cheapest_fix(
    metric: str, changes, *, target=None, within: float, most=2, players=None, policies=None, seed=1, confirm_seed=None,
    games=GAMES, confirm_games=None, variant=None, jobs=1, out=None, stream=None, looked=None, game=DEFAULT, **options,
) -> Study:  # fmt: skip
    """Find the cheapest fix, see the module.

    metric: `seats`, whose target is equal win shares, or a name as of `analysis.metrics`. changes: texts
    `ADDRESS=VALUE,VALUE…`, the smallest change first. target, within: the metric shall be target ± within, in its units (0.005
    for half a percentage point). most: changes at once. games: of every candidate; confirm_games (twice as many),
    confirm_seed (seed + 1): of the fresh games. variant: the game to fix. game: its name; `options`: its own, as of `prepare`. `looked(words, distance)` is called for every
    candidate.

    Frames: `candidates` (`changes, count, steps, distance, reached`, in the order played, the game as it is first; distance of
    the metric, for `seats` of the farthest seat, from the target), `fresh` (`rules, metric, unit, estimate, low, high, n, kind,
    se, inside`: as it is and fixed on the fresh seed, intervals that hold for all metrics of a game at once; inside: yes
    where the whole interval is within the target, no where none of it is, else unclear), `gain` (`metric, unit` and the paired
    difference on the fresh seed). Facts: `fix` (changes as text), `count`, `steps`, `reached` (in the games of the search),
    `confirmed` (yes, no, unclear), `value`, `within`.
    """
    confirm_seed = seed + 1 if confirm_seed is None else confirm_seed
    if confirm_seed == seed:
        raise StudyError(f"confirm seed {confirm_seed}: expected another one than that used for finding")
    confirm_games = 2 * games if confirm_games is None else confirm_games
    if games < 2 or confirm_games < 2:
        raise StudyError(f"games {min(games, confirm_games)}: expected at least 2")
    if not within > 0:
        raise StudyError(f"within {within:g}: expected more than 0")
    allowed = [parse(text) for text in changes]
    addresses = [address for address, _ in allowed]
    if not allowed or len(set(addresses)) < len(addresses):
        raise StudyError("changes: expected at least one, each of another key")
    if not 1 <= most <= len(allowed):
        raise StudyError(f"most {most}: expected 1 to {len(allowed)}, the number of allowed changes")
    asked = {"game": game, "players": players, "policies": policies, "seating": "rotate", **options}
    base = make_plan(variant, games, asked | {"seed": seed})
    named, players = of_metrics.of(base.kind), base.players
    wanted, value = _target(named, metric, target, base.kind.seats(players), base.seat_names)
    for address, values in allowed:
        for one in values:
            changed = make_plan(merged(base.variant, [overlay(address, one)]), games, asked | {"seed": seed})
            if changed.rules.fingerprint == base.rules.fingerprint:
                raise StudyError(f"change {address}: {shown(one)} is what the game has, expected other values")
    key = repr([base.identity, metric, value, within, most, list(changes)])
    identity = base.identity_parts | {
        "metric": metric, "target": value, "within": within, "most": most, "changes": list(changes), "confirm_seed": confirm_seed,
    }  # fmt: skip
    folder = claim(out or Path("runs") / f"fix-{hashlib.sha256(key.encode()).hexdigest()[:8]}", "fix", identity)

    def play(chosen, seed, games):
        """The metrics [games, k] with the chosen changes, pairs (number, step)."""
        overlays = [overlay(allowed[i][0], allowed[i][1][step]) for i, step in chosen]
        name = f"seed-{seed}/" + ("-".join(f"{i + 1}.{step + 1}" for i, step in chosen) or "as-it-is")
        plan = make_plan(merged(base.variant, overlays), games, asked | {"seed": seed})
        run = Side(words(chosen), plan, folder / name).play(games, jobs=jobs, stream=stream)
        return named.values(run, wanted, 0, games - 1)

    def words(chosen) -> str:
        return "; ".join(f"{allowed[i][0]} = {shown(allowed[i][1][step])}" for i, step in chosen) or "as it is"

    played: dict[tuple, np.ndarray] = {}

    def distance(chosen) -> float:
        if chosen not in played:
            played[chosen] = play(chosen, seed, games).mean(axis=0)
            if looked:
                looked(words(chosen), float(np.abs(played[chosen] - value).max()))
        return float(np.abs(played[chosen] - value).max())

    found = search([len(values) for _, values in allowed], most, within, distance, played, value)
    order = list(played)
    candidates = pl.DataFrame({
        "changes": [words(chosen) for chosen in order], "count": [len(chosen) for chosen in order],
        "steps": [_steps(chosen) for chosen in order], "distance": [distance(chosen) for chosen in order],
        "reached": [distance(chosen) <= within for chosen in order],
    })  # fmt: skip
    before = play((), confirm_seed, confirm_games)
    after = play(found, confirm_seed, confirm_games) if found else before
    fresh = pl.concat([_fresh("as it is", before, wanted, value, within), _fresh("fixed", after, wanted, value, within)])
    got = estimates.mean(after - before, "paired", comparisons=len(wanted))
    gain = pl.DataFrame({"metric": [m.name for m in wanted], "unit": [m.unit for m in wanted], **got.columns()})
    inside = fresh.filter(pl.col("rules") == "fixed")["inside"].to_list()
    facts = {
        "fix": words(found), "count": len(found), "steps": _steps(found), "reached": distance(found) <= within,
        "confirmed": "yes" if set(inside) == {"yes"} else "no" if "no" in inside else "unclear", "value": value,
        "within": within, "confirm_seed": confirm_seed, "unit": wanted[0].unit,
        "weights": weights_of(base.policies), "rules": base.rules.fingerprint,
    }  # fmt: skip
    asked |= {
        "players": players, **base.options, "policies": ",".join(base.seat_names), "metric": metric, "changes": list(changes), "most": most, "games": games,
        "seed": seed, "confirm_games": confirm_games,
    }  # fmt: skip
    study = Study("fix", asked, {"candidates": candidates, "fresh": fresh, "gain": gain}, facts, folder)
    study.save()
    return study


def _steps(chosen) -> int:
    return sum(step + 1 for _, step in chosen)


def search(sizes, most: int, within: float, distance, played, value) -> tuple:
    """The cheapest set of changes that brings `distance` to `within`; else the nearest that was tried.

    sizes: values of each change. A set is a tuple of (change, step), steps from 0, in order of change. distance(set): plays
    it and says how far it is; played: means of the metrics by set, filled by `distance`; value: what they should be.
    """
    if distance(()) <= within:
        return ()
    for count in range(1, most + 1):
        sets = [
            tuple(zip(which, steps))
            for which in combinations(range(len(sizes)), count)
            for steps in product(*(range(sizes[i]) for i in which))
        ]
        if count == 1:  # all of them, since larger sets are guessed from these
            reached = [chosen for chosen in sets if distance(chosen) <= within]
            if reached:
                return min(reached, key=lambda chosen: (_steps(chosen), distance(chosen)))
        for chosen in _likely(sets, within, played, value) if count > 1 else ():
            if distance(chosen) <= within:
                return chosen
    return min(played, key=lambda chosen: (distance(chosen), len(chosen), _steps(chosen)))


def _likely(sets, within, played, value):
    """The sets that may reach the target if changes add up, at most `TRIES`: the smallest that should, then the nearest."""

    def guess(chosen):
        means = played[()] + sum(played[(one,)] - played[()] for one in chosen)
        return float(np.abs(means - value).max())

    guesses = {chosen: guess(chosen) for chosen in sets}
    should = [chosen for chosen in sets if guesses[chosen] <= within]
    rest = [chosen for chosen in sets if guesses[chosen] > within]
    return [*sorted(should, key=lambda chosen: (_steps(chosen), guesses[chosen])), *sorted(rest, key=guesses.get)][:TRIES]


def _target(named, metric: str, target, players: int, seats):
    """(metrics whose means count, what each should be)."""
    if metric == SEATS:
        if target is not None:
            raise StudyError("target: that of seats is equal win shares, expected none")
        found = [named.parse(f"win_share@seat={seat}") for seat in range(1, players + 1)]
        named.check(found, players, seats)
        return found, 1 / players
    if target is None:
        raise StudyError(f"target: expected what {metric} should be")
    found = [named.parse(metric)]
    named.check(found, players, seats)
    return found, float(target)


def merged(variant: dict | None, overlays) -> dict | None:
    """A variant with overlays laid over it, later ones on top."""

    def lay(under, over):
        both = dict(under)
        for key, new in over.items():
            both[key] = lay(both[key], new) if isinstance(new, dict) and isinstance(both.get(key), dict) else new
        return both

    for one in overlays:
        variant = lay(variant or {}, one)
    return variant


def _fresh(rules: str, values, wanted, value, within) -> pl.DataFrame:
    got = estimates.mean(values, "randomised", comparisons=len(wanted))
    low, high = np.atleast_1d(got.low), np.atleast_1d(got.high)
    inside = np.where((low >= value - within) & (high <= value + within), "yes",
                      np.where((low > value + within) | (high < value - within), "no", "unclear"))  # fmt: skip
    keys = {"rules": [rules] * len(wanted), "metric": [m.name for m in wanted], "unit": [m.unit for m in wanted]}
    return pl.DataFrame(keys | got.columns() | {"inside": inside.tolist()})
