"""Ways to play against each other: who beats whom, is there one that beats all, and what would a clever player mix?

Every game number k is one deal. On it each two ways play two games with the seats exchanged, and each way plays alone
among players who all have another way, its seat taking turns. So the deal is the same for all comparisons and its number
is the unit of every interval.

Two players who each pick a way and want to win play a constant-sum game with the matrix of win shares. Its equilibrium is
the mix against which no way does better than the mix itself; it is solved as a linear program (von Neumann), and how sure it
is comes from resampling deals: each resample has its own matrix and mix.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.core.registry import DEFAULT
from seti_sim.simulate import prepare
from seti_sim.stats import estimates
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, StudyError, claim

PART = 20
RESAMPLES = 1000
IN_MIX = 1e-6
DEALS = 500
"""Deals below which a bootstrap of the mix does not hold what it says, where a way hardly ever loses (with 200, 91 %)."""
AMONG = 4


def strategies(
    policies, *, among=AMONG, seed=1, games=1000, variant=None, jobs=1, out=None, stream=None, game=DEFAULT, **options
) -> Study:  # fmt: skip
    """Ways to play (names of policies, at least two) against each other on `games` deals, see the module.

    among: players of the games in which each is alone. game: its name; `options`: its own, as of `prepare`. Frames: `duels` (`way, other, estimate, low, high, n, kind, se`: win
    share of `way` in two-player games (n), intervals that hold for all pairs at once), `alone` (the same, `way` alone among
    `other`; fair share 1/among), `mix` (`way, weight, low, high, in_mix`: share in the equilibrium, 95 % of resamples,
    share of resamples in which it is in the mix), `species` (`way, species, estimate, low, high, n, kind, se, q`: win share of
    a way over all its two-player games with the species instead of the mean one). Facts: `best` (the way that surely beats all
    others, if one does), `dominates` (ways that another one surely is better than against every way: `[better, worse]`).
    """
    names = [policies] if isinstance(policies, str) else list(policies)
    asked = {"games": games, "seed": seed, "variant": variant, "game": game, **options}
    plans = [prepare(players=2, policies=name, **asked) for name in names]
    if len(names) < 2 or len(set(names)) < len(names):
        raise StudyError("strategies: expected at least two different ways to play")
    counts = [count for count in plans[0].kind.players if count > 1]
    if among not in counts:
        raise StudyError(f"among {among}: expected {counts[0]} to {counts[-1]} players")
    ways = [plan.policies[0] for plan in plans]
    tables_of = tuple(prepare(players=count, policies=names[0], **asked) for count in (2, among))
    identity = plans[0].identity_parts | {
        "kind": "strategies", "policies": [[way.name, str(way.key)] for way in ways], "among": among,
    }  # fmt: skip
    folder = claim(out or Path("runs") / f"strategies-{plans[0].identity[:8]}-{len(names)}", "strategies", identity)
    pairs, each = list(combinations(range(len(ways)), 2)), list(permutations(range(len(ways)), 2))
    parts = Parts(_play, (tables_of, ways), folder / "parts", identity, PART, 2 * len(pairs) + len(each))
    rows = parts.upto(games, jobs=jobs, stream=stream)
    frames, facts = tables(rows, [way.name for way in ways], plans[0].kind.factors(plans[0].rules))
    asked = {
        "game": game,
        **plans[0].options,
        "policies": [way.name for way in ways],
        "among": among,
        "seed": seed,
        "games": games,
    }
    facts |= {"weights": weights_of(ways), "rules": plans[0].rules.fingerprint}
    study = Study("strategies", asked, frames, facts, folder)
    study.save()
    return study


def _play(context, numbers: range) -> dict[str, np.ndarray]:
    """`duels` [deals, pairs]: win share of the first of a pair, mean of both games; `alone` [deals, ordered pairs];
    `species` [deals, k]: what else was drawn by lot (`GameKind.factors`)."""
    (two, many), ways = context
    first, count = numbers.start, len(numbers)

    def shares(plan, pair, assign):
        """Win shares [deals, seats] and factors, the ways of a pair sitting as `assign` says."""
        seated = replace(plan, policies=tuple(ways[i] for i in pair), seating="fixed")
        found = plan.kind.results(seated, first, count, assign)
        return found["win_share"], found.get("factors", np.zeros((count, 0), np.uint8))

    duels, alone, species = [], [], np.zeros((count, 0), np.uint8)
    for pair in combinations(range(len(ways)), 2):
        (one, species), (other, _) = (
            shares(two, pair, np.tile(np.array(seats, np.uint8), (count, 1))) for seats in ((0, 1), (1, 0))
        )
        duels.append(one[:, 0] / 2 + other[:, 1] / 2)
    seat = np.arange(numbers.start, numbers.stop) % many.players
    assign = np.ones((count, many.players), np.uint8)
    assign[np.arange(count), seat] = 0
    for pair in permutations(range(len(ways)), 2):
        alone.append(shares(many, pair, assign)[0][np.arange(count), seat])
    return {"duels": np.stack(duels, axis=1), "alone": np.stack(alone, axis=1), "species": species.astype(np.uint8)}


def tables(rows, names, species_ids=()) -> tuple[dict[str, pl.DataFrame], dict]:
    """Frames and facts of rows as played."""
    m = len(names)
    matrix = games_matrix(rows["duels"], m)
    pairs = list(permutations(range(m), 2))
    got = _shares(np.column_stack([matrix[:, i, k] for i, k in pairs]), m * (m - 1) // 2, 2)
    keys = {"way": [names[i] for i, _ in pairs], "other": [names[k] for _, k in pairs]}
    duels = pl.DataFrame(keys | got.columns())
    alone = pl.DataFrame(keys | _shares(rows["alone"], len(pairs)).columns())
    surely = {(i, k): low > 0.5 for (i, k), low in zip(pairs, np.atleast_1d(got.low))}
    best = [names[i] for i in range(m) if all(surely[i, k] for k in range(m) if k != i)]
    facts = {"best": best[0] if best else None, "dominates": [[names[i], names[k]] for i, k in dominated(matrix)]}
    return {
        "duels": duels,
        "alone": alone,
        "mix": mix(matrix, names),
        "species": by_species(matrix, rows["species"], names, species_ids),
    }, facts


def mix(matrix, names) -> pl.DataFrame:
    """The frame `mix` of win shares [deals, ways, ways]. No interval from less than `DEALS` deals, nor where all resamples
    agree: the ways of the mix may be others than those that were drawn."""
    weight, drawn = equilibrium(matrix.mean(axis=0)), resampled(matrix, RESAMPLES)
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    known = (high - low > IN_MIX) & (len(matrix) >= DEALS)
    return pl.DataFrame({
        "way": names, "weight": weight, "low": np.where(known, low, np.nan), "high": np.where(known, high, np.nan),
        "in_mix": (drawn > IN_MIX).mean(axis=0),
    })  # fmt: skip


def games_matrix(duels, ways: int) -> np.ndarray:
    """Win share of way i against k on each deal, [deals, ways, ways], from `duels` [deals, pairs]; 1/2 against itself."""
    matrix = np.full((len(duels), ways, ways), 0.5)
    for at, (i, k) in enumerate(combinations(range(ways), 2)):
        matrix[:, i, k], matrix[:, k, i] = duels[:, at], 1 - duels[:, at]
    return matrix


def _shares(values, comparisons: int, games: int = 1) -> estimates.Estimate:
    """Means of `values` [deals, columns], each the mean of so many games; n = games, deals are the clusters."""
    won = games * values.astype(float)
    return estimates.mean_of_sums(
        won.sum(axis=0), (won**2).sum(axis=0), len(won), games, kind="paired", share=True, comparisons=comparisons
    )


def equilibrium(matrix) -> np.ndarray:
    """The mix of ways [m] that guarantees the most against any way, in the two-player game of win shares `matrix` [m, m].

    The game is symmetric, so its value is 1/2 and both players have this mix. Where several mixes do, one that the solver
    (HiGHS, of SciPy) finds.
    """
    from scipy.optimize import linprog  # not above: every command would wait for it

    matrix = np.asarray(matrix, float)
    m = len(matrix)
    # Most v such that the mix wins at least v against every way: variables are the mix and v.
    bounds = [(0, 1)] * m + [(None, None)]
    found = linprog(
        np.r_[np.zeros(m), -1.0], A_ub=np.column_stack([-matrix.T, np.ones(m)]), b_ub=np.zeros(m),
        A_eq=[[1.0] * m + [0.0]], b_eq=[1.0], bounds=bounds, method="highs",
    )  # fmt: skip
    mix = np.clip(found.x[:m], 0, None)
    return mix / mix.sum()


def equilibria(matrices) -> np.ndarray:
    """The mixes [count, ways] of many games of win shares `matrices` [count, ways, ways], as `equilibrium` has them of one.

    With win shares less 1/2 the game is skew-symmetric. Where a mix wins exactly 1/2 against the ways in it and more against
    all others, and the equations for that have one solution, it is the only equilibrium; it has an odd number of ways
    (Kaplansky 1945). These are tried in turn, few ways first; the linear program solves what is left, where ways are equal.
    """
    payoff = np.asarray(matrices, float) - 0.5
    count, m = payoff.shape[:2]
    found, left = np.full((count, m), np.nan), np.arange(count)
    for some in (ways for size in range(1, m + 1, 2) for ways in combinations(range(m), size)):
        games, size, others = payoff[left], len(some), [k for k in range(m) if k not in some]
        equations = np.ones((len(left), size + 1, size + 1))
        equations[:, :size, :size], equations[:, size, size] = games[:, some][:, :, some], 0
        sure = np.abs(np.linalg.det(equations)) > 1e-12
        mix = np.zeros((len(left), m))
        right = np.zeros((int(sure.sum()), size + 1, 1))
        right[:, size] = 1
        mix[np.ix_(sure, some)] = np.linalg.solve(equations[sure], right)[:, :size, 0]
        gain = np.einsum("gi,gij->gj", mix, games)
        solved = sure & (mix[:, some] > 1e-9).all(axis=1) & (gain[:, others] > 1e-9).all(axis=1)
        found[left[solved]], left = mix[solved], left[~solved]
    for i in left:
        found[i] = equilibrium(matrices[i])
    return found


def resampled(matrix, resamples: int, seed: int = 0) -> np.ndarray:
    """Mixes [resamples, ways] of deals drawn again with replacement from `matrix` [deals, ways, ways]."""
    rng, deals = np.random.default_rng(seed), len(matrix)
    flat = matrix.reshape(deals, -1)
    drawn = [np.bincount(rng.integers(deals, size=deals), minlength=deals) @ flat / deals for _ in range(resamples)]
    return equilibria(np.array(drawn).reshape(resamples, *matrix.shape[1:]))


def dominated(matrix, level: float = estimates.LEVEL) -> list[tuple[int, int]]:
    """Pairs (better, worse): against every way the better one wins surely more than the worse one does.

    Strict dominance of pure ways; intervals hold for all pairs and opponents at once (Bonferroni).
    """
    m = matrix.shape[1]
    found = []
    for i, k in permutations(range(m), 2):
        gain = matrix[:, i, :] - matrix[:, k, :]
        got = estimates.mean(gain, "paired", level=level, comparisons=m * m * (m - 1))
        if (got.low > 0).all():
            found.append((i, k))
    return found


def by_species(matrix, species, names, species_ids) -> pl.DataFrame:
    """What each species does for each way: its win share against the others together with the species in the game instead of
    the mean species.

    Two species lie in a game, so where one is the others are rarer; least squares on all of them at once takes that out. They
    are drawn by lot; robust errors (White 1980), n = deals with the species, no interval where these are too few for the
    skewness of the win shares (`estimates.least_games`).
    """
    m = matrix.shape[1]
    if not len(species_ids):  # of a game that draws nothing else by lot
        nothing = dict.fromkeys(("estimate", "low", "high", "n", "se", "q"), pl.Float64)
        order = ("way", "species", "estimate", "low", "high", "n", "kind", "se", "q")
        return pl.DataFrame(schema={name: nothing.get(name, pl.String) for name in order})
    overall = (matrix.sum(axis=2) - 0.5) / (m - 1)  # [deals, ways]
    there = (species[:, :, None] == np.arange(len(species_ids))).any(axis=1).astype(float)
    x, y = there - there.mean(axis=0), overall - overall.mean(axis=0)
    deals, k = x.shape
    # What all species do together is the level of the games, so effects are set to sum to 0.
    inverse = np.linalg.pinv(x.T @ x + deals / k, hermitian=True)
    effect = inverse @ x.T @ y
    left = estimates.left_over(y, x @ effect)
    few = deals / max(deals - k, 1)
    rows, p = [], []
    for i, way in enumerate(names):
        se = np.sqrt(np.diagonal(inverse @ (x.T * left[:, i] ** 2) @ x @ inverse) * few)
        se = np.where(there.sum(axis=0) >= estimates.least_games(estimates.skewness(left[:, i])), se, np.nan)
        got = estimates.t_estimate(
            effect[:, i], se, there.sum(axis=0), np.full(k, deals), kind="randomised", floor=-1.0, top=1.0
        )
        rows.append(pl.DataFrame({"way": way, "species": list(species_ids), **got.columns()}))
        p.append(estimates.p_value(got.estimate, got.se, np.full(k, deals)))
    return pl.concat(rows).with_columns(q=pl.Series(estimates.benjamini_hochberg(np.concatenate(p)), dtype=pl.Float64))
