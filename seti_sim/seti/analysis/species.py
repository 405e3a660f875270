"""What does each species do to a game?

Which two species are in a game is drawn at random, or every pair is played equally often, so differences between
species or pairs are their effect (`randomised`) for the policies of the run. Who discovers a species, and who has most
traces for it, is earned by playing: those frames are `observational`.
"""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from seti_sim.analysis.seats import one_share, seat_kind
from seti_sim.stats import estimates
from seti_sim.stats.grouped import collect, means, summed, with_estimate

ROWS = 50
"""Rows below which a standard deviation has no interval."""
PAIR = " + "
"""Between the names of a pair of species, in the order of the run's species."""


def species_kind(run) -> str:
    """How species can be compared: `observational` where one pair was fixed, there being nothing to compare."""
    return "observational" if "," in run.config["species"] else "randomised"


def pair() -> pl.Expr:
    """The pair of a row of `games`, whatever slots the two are in, as `mascamites + oumuamua`."""
    left, right = (pl.col(f"species_{slot}") for slot in ("left", "right"))
    in_order = left.to_physical() < right.to_physical()
    left, right = left.cast(pl.String), right.cast(pl.String)
    return pl.when(in_order).then(left + PAIR + right).otherwise(right + PAIR + left)


def _games_by_species(run) -> pl.LazyFrame:
    """Rows of `games`, once for each of the two species, which stands in `species`."""
    columns = ["game_id", "turns", "best_score"]
    return pl.concat(
        run.games.select(*columns, species=f"species_{slot}", found=pl.col(f"discovered_{slot}").is_not_null(),
                         round=f"discovered_{slot}")
        for slot in ("left", "right")
    )  # fmt: skip


def _by_group(run, by: str, games: pl.LazyFrame, seats: pl.LazyFrame, groups: int) -> pl.DataFrame:
    """The measures that species and pairs share; `seats` has `points`, what a seat had from species."""
    kind = species_kind(run)
    options = {"by": [by], "kind": kind, "comparisons": groups}
    points = means(run, seats, {"points": pl.col("points")}, signed=["points"], **options)
    # Points from species over all points, a ratio of sums: it rests on as many seats as the mean points.
    share = means(
        run, seats, {"share": pl.col("points") / pl.col("score")}, weight=pl.col("score"), signed=["share"], **options
    )
    found = [
        means(run, seats, {"score": pl.col("score")}, **options),
        spread(run, seats, by, kind, groups),
        means(run, games, {"best_score": pl.col("best_score"), "turns": pl.col("turns")}, **options),
        points,
        share.with_columns(points["n"]),
    ]
    return pl.concat(found).sort(by, maintain_order=True)


def by_species(run) -> pl.DataFrame:
    """Games with each species: frame `species, measure, estimate, low, high, n, kind, se`.

    Over the seats of those games (n): `score`; `spread`, the standard deviation of the score; `points` from this species
    and `share`, their share of all points scored; over the games (n): `best_score`, `turns` of all seats, `found`, the
    share in which it is discovered, and `round`, when (n = games with its discovery). Intervals of a measure hold for
    all species at once with 95 % (Bonferroni).
    """
    groups = len(run.config["categories"]["species"])
    games = _games_by_species(run)
    seats = run.species.select("game_id", "species", "score", points=pl.col("points_during") + pl.col("points_end"))
    options = {"by": ["species"], "comparisons": groups}
    found = means(run, games, {"found": pl.col("found")}, kind=species_kind(run), shares=["found"], **options)
    when = means(run, games.filter("found"), {"round": pl.col("round")}, **options)
    return pl.concat([_by_group(run, "species", games, seats, groups), found, when]).sort("species", maintain_order=True)


def by_pair(run) -> pl.DataFrame:
    """Games with each pair of species, whatever slots they are in: frame `pair, measure, estimate, low, high, n, kind, se`.

    Measures as of `by_species`, `points` and `share` from both together. Intervals of a measure hold for all pairs at
    once with 95 % (Bonferroni).
    """
    species = len(run.config["categories"]["species"])
    games = run.games.select("game_id", "turns", "best_score", pair=pair())
    points = pl.col("points_species_left") + pl.col("points_species_right")
    seats = run.seats.select("game_id", "score", points=points).join(games.select("game_id", "pair"), on="game_id")
    return _by_group(run, "pair", games, seats, species * (species - 1) // 2)


def by_policy(run) -> pl.DataFrame:
    """Each policy in games with each species: frame `species, policy, measure, estimate, low, high, n, kind, se`.

    Over the seats that the policy played in those games (n): `win_share`, and `lead`, the score above the mean of the
    game. Intervals of a measure hold for all species and policies at once with 95 % (Bonferroni). The rules fix both for a
    policy in all seats (`constant`).
    """
    score = pl.col("score").cast(pl.Float64)
    rows = run.species.select("game_id", "species", "policy", "win_share", lead=score - score.mean().over("game_id"))
    kind = seat_kind(run)
    options = {"by": ["species", "policy"], "comparisons": len(run.config["categories"]["species"]) * len(run.policies)}
    fixed = ["win_share", "lead"] if one_share(run) else []
    share = means(run, rows, {"win_share": pl.col("win_share")}, kind=kind, shares=["win_share"], fixed=fixed, **options)
    kind = "paired" if kind == "randomised" else kind
    lead = means(run, rows, {"lead": pl.col("lead")}, kind=kind, signed=["lead"], fixed=fixed, **options)
    return pl.concat([share, lead]).sort("species", "policy", maintain_order=True)


def spread(run, rows, by: str, kind: str, comparisons: int) -> pl.DataFrame:
    """Standard deviation of the score in each group: frame `by, measure, estimate, …`, clustered by game; n = rows.

    The interval is that of the mean squared distance from the group's mean, which is taken as known, under the root. None
    below `ROWS` rows or five times the squared skewness of these squares: what is rare in them was hardly seen.
    """
    centre = collect(rows.group_by(by).agg(centre=pl.col("score").cast(pl.Float64).mean()))
    distance = (pl.col("score") - pl.col("centre")) ** 2
    squares = means(run, rows.join(centre.lazy(), on=by), {"spread": distance}, by=[by], kind=kind, comparisons=comparisons)
    skewness = collect(rows.join(centre.lazy(), on=by).group_by(by).agg(skewness=distance.skew()))
    few = (pl.col("n") < ROWS) | (pl.col("n") < 5 * pl.col("skewness") ** 2)
    squares = squares.join(skewness, on=by, how="left", maintain_order="left").with_columns(
        pl.when(few).then(math.nan).otherwise(pl.col(name)).alias(name) for name in ("low", "high")
    ).drop("skewness")  # fmt: skip
    root = [pl.col(name).clip(lower_bound=0).sqrt() for name in ("estimate", "low", "high")]
    return squares.with_columns(*root, se=pl.col("se") / (2 * pl.col("estimate").sqrt()))


def seats_by_pair(run) -> pl.DataFrame:
    """Win share of each seat in games with each pair: frame `pair, seat, estimate, low, high, n, kind, se`; n = games.

    Intervals hold for all seats of all pairs at once with 95 % (Bonferroni).
    """
    species = len(run.config["categories"]["species"])
    games = run.games.select("game_id", pair=pair())
    rows = run.seats.select("game_id", "seat", "win_share").join(games, on="game_id")
    tests = species * (species - 1) // 2 * run.players
    got = means(
        run, rows, {"win_share": pl.col("win_share")}, by=["pair", "seat"], kind=species_kind(run),
        shares=["win_share"], comparisons=tests,
    )  # fmt: skip
    return got.drop("measure")


def _seat_sums(run) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    """Pairs; games with each [pairs]; sums of win shares [pairs, seats] and of their products [pairs, seats, seats]."""
    seats = range(run.players)
    share = pl.col("win_share").cast(pl.Float64)
    wide = {f"w{i}": share.filter(pl.col("seat") == i + 1).sum() for i in seats}
    sums = {f"w{i}": pl.col(f"w{i}").sum() for i in seats}
    products = {f"w{i}w{j}": (pl.col(f"w{i}") * pl.col(f"w{j}")).sum() for i in seats for j in seats}

    def of_pairs(within):
        games = within(run.seats).group_by("game_id").agg(**wide)
        games = games.join(within(run.games).select("game_id", pair=pair()), on="game_id")
        return games.group_by("pair").agg(games=pl.len().cast(pl.Int64), **sums, **products)

    total = summed(run, of_pairs, ["pair"])
    by_two = total.select(products.keys()).to_numpy().reshape(-1, run.players, run.players)
    return total["pair"].to_list(), total["games"].to_numpy(), total.select(sums.keys()).to_numpy(), by_two


def seat_tests(run) -> pl.DataFrame:
    """Do seats win equally often with each pair? Frame `pair, statistic, freedom, p, q, n`; n = games.

    Sum test of equal win shares inside games; q controls the false discovery rate over the pairs (Benjamini-Hochberg).
    """
    rows = []
    for name, games, shares, products in zip(*_seat_sums(run), strict=True):
        # Win shares of a game sum to 1, so their mean in each game is the fair share.
        fair = games / run.players
        test = estimates.exchangeable(shares - fair, np.trace(products) - fair, int(games))
        rows.append((name, test.statistic, test.freedom, test.p, test.n))
    frame = pl.DataFrame(rows, schema=["pair", "statistic", "freedom", "p", "n"], orient="row")
    return frame.with_columns(q=pl.Series(estimates.benjamini_hochberg(frame["p"].to_numpy()), dtype=pl.Float64))


def seats_alike(run) -> estimates.Test:
    """Test that the seats' win shares are the same with all pairs, equal or not (`estimates.same_in_all_groups`)."""
    _, games, shares, products = _seat_sums(run)
    return estimates.same_in_all_groups(shares, products.sum(axis=0), games)


def seat_gains(run) -> pl.DataFrame:
    """Which seats profit from a species: a seat's win share in games with it less that in games without it.

    Frame `species, seat, estimate, low, high, n, kind, se`; n = games of the smaller group. Intervals hold for all seats
    of all species at once with 95 % (Bonferroni).
    """
    pairs, games, shares, products = _seat_sums(run)
    squares = np.diagonal(products, axis1=1, axis2=2)
    names = run.config["categories"]["species"]
    tests, found, keys = len(names) * run.players, [], []
    for name in names:
        here = np.array([name in one.split(PAIR) for one in pairs], bool)
        groups = []
        for mine in (here, ~here):
            y, yy = shares[mine].sum(axis=0), squares[mine].sum(axis=0)
            groups.append(
                estimates.mean_of_sums(y, yy, games[mine].sum(), kind=species_kind(run), share=True, comparisons=tests)
            )
        keys += [(name, seat) for seat in range(1, run.players + 1)]
        got = estimates.difference_of_shares(*groups, kind=species_kind(run))
        found.append(with_estimate(pl.DataFrame(keys[-run.players :], ["species", "seat"], orient="row"), got))
    return pl.concat(found)


def interactions(run) -> tuple[pl.DataFrame, estimates.Test]:
    """What two species do together beyond what each does by itself, in points of the mean score of a game.

    Frame `pair, estimate, low, high, n, kind, se`: the mean score in games with the pair less what the sum of a part for
    each of the two (least squares over the games) makes of it; n = games with the pair. Intervals hold for all pairs at
    once with 95 % (Bonferroni). The test is that there is nothing beyond the sum of two parts, with any pair.
    """
    means_of_games = run.seats.group_by("game_id").agg(y=pl.col("score").cast(pl.Float64).mean())
    rows = means_of_games.join(run.games.select("game_id", pair=pair()), on="game_id")
    y = pl.col("y")
    moments = {"games": pl.len().cast(pl.Float64), "y": y.sum(), "yy": (y * y).sum(), "yyy": (y**3).sum()}
    total = summed(run, lambda within: within(rows).group_by("pair").agg(**moments), ["pair"])
    total = total.filter(pl.col("games") > 1)
    names, n = run.config["categories"]["species"], total["games"].to_numpy()
    both = np.array([[name in one.split(PAIR) for name in names] for one in total["pair"]], float).reshape(-1, len(names))
    got, test = beyond_sums(both, n, *(total[name].to_numpy() for name in ("y", "yy", "yyy")), species_kind(run))
    return with_estimate(total.select("pair"), got), test


def beyond_sums(parts, games, sums, squares, cubes, kind: str) -> tuple[estimates.Estimate, estimates.Test]:
    """Means of groups of games less the best sum of their parts, and the test (Wald) that nothing is left.

    parts: [groups, parts], which parts each group has; games, sums, squares, cubes: [groups], of one value a game, at least
    two games each. Variances are those of each group. The intervals hold for all groups at once (Bonferroni); there are none
    where a group has too few games for how skewed they are (`estimates.least_games`).
    """
    parts, games, sums, squares, cubes = (np.asarray(values, float) for values in (parts, games, sums, squares, cubes))
    count, mean = len(games), sums / games
    third = (cubes - 3 * mean * squares + 2 * games * mean**3).sum()
    second = np.maximum(squares - games * mean**2, 0).sum()
    skewness = third / games.sum() / (second / games.sum()) ** 1.5 if second > 1e-9 * squares.sum() else 0.0
    off = squares - games * mean**2
    # What is left of equal values by rounding is not variation.
    variance = np.where(off > 1e-12 * squares, off, 0) / (games - 1) / games
    left = np.eye(count) - parts @ np.linalg.pinv(parts.T @ (games[:, None] * parts), hermitian=True) @ (parts.T * games)
    freedom = count - int(np.linalg.matrix_rank(parts)) if count else 0
    away, spread = left @ mean, left @ np.diag(variance) @ left.T
    if freedom == 0:
        nothing = np.full(count, np.nan)
        return estimates.t_estimate(nothing, nothing, games, games, kind=kind), estimates.Test(
            np.nan, 0, np.nan, int(games.sum())
        )
    few = games.min() < estimates.least_games(skewness, count)
    got = estimates.t_estimate(
        away, np.where(few, np.nan, np.sqrt(np.maximum(np.diag(spread), 0))), games, games, kind=kind, comparisons=count
    )
    if not variance.any():
        same = bool(np.abs(away).max() < 1e-9 * max(1.0, np.abs(mean).max()))
        return got, estimates.Test(0.0 if same else np.nan, freedom, 1.0 if same else np.nan, int(games.sum()))
    return got, estimates.wald(away, spread, freedom, games.sum())


def most_traces(run) -> pl.DataFrame:
    """Win share of seats with the most traces for a discovered species: frame `species, estimate, …`; n = such seats.

    Seats that are equal count each. `observational`; intervals hold for all species at once with 95 % (Bonferroni).
    """
    rows = run.species.filter(pl.col("discovered").is_not_null() & pl.col("most_traces"))
    groups = len(run.config["categories"]["species"])
    got = means(run, rows, {"win_share": pl.col("win_share")}, by=["species"], shares=["win_share"], comparisons=groups)
    return got.drop("measure")


def discoverer_gain(run) -> pl.DataFrame:
    """Score of the discoverer minus the mean of the other seats: frame `species, measure, estimate, …`; n = discoveries.

    Measures `lead` in points and `win_share` of the discoverer. `observational`: who discovers a species often is ahead
    anyway. Intervals of a measure hold for all species at once with 95 % (Bonferroni).
    """
    groups = len(run.config["categories"]["species"])
    score = pl.col("score").cast(pl.Float64)
    others = (score.sum().over("game_id", "slot") - score) / (pl.len().over("game_id", "slot") - 1)
    rows = run.species.with_columns(lead=score - others).filter("discoverer")
    options = {"by": ["species"], "comparisons": groups}
    lead = means(run, rows, {"lead": pl.col("lead")}, signed=["lead"], **options)
    share = means(run, rows, {"win_share": pl.col("win_share")}, shares=["win_share"], **options)
    return pl.concat([lead, share]).sort("species", maintain_order=True)


def traces_and_cards(run) -> pl.DataFrame:
    """What a seat does with each discovered species: frame `species, measure, estimate, …`; n = its seats.

    `traces` of any kind, `traces_board` on its board, `cards_gained`, `cards_played`, `points_during`, `points_end`.
    `observational`.
    """
    names = ("traces", "traces_board", "cards_gained", "cards_played", "points_during", "points_end")
    rows = run.species.filter(pl.col("discovered").is_not_null())
    return means(run, rows, {name: pl.col(name) for name in names}, by=["species"], signed=["points_during", "points_end"])


def differences(run, measure: str = "score") -> pl.DataFrame:
    """Each species against the games without it: frame `species, estimate, low, high, n, kind, se, p, q`; n = games with it.

    `measure` is `score`, the mean of the game's seats, `best_score` or `turns`. Intervals hold for each species alone;
    q controls the false discovery rate over the species (Benjamini-Hochberg).
    """
    if measure == "score":
        rows = run.seats.group_by("game_id").agg(value=pl.col("score").cast(pl.Float64).mean())
        rows = rows.join(run.games.select("game_id", "species_left", "species_right"), on="game_id")
    else:
        rows = run.games.select("game_id", "species_left", "species_right", value=pl.col(measure).cast(pl.Float64))
    value = pl.col("value")
    moments = {"games": pl.len().cast(pl.Float64)} | {f"y{power}": (value**power).sum() for power in range(1, 5)}
    total = summed(run, lambda within: within(rows).select(**moments)).row(0, named=True)
    pieces = [
        summed(run, lambda within, slot=slot: within(rows).group_by(species=f"species_{slot}").agg(**moments), ["species"])
        for slot in ("left", "right")
    ]
    inside = pl.concat(pieces).group_by("species").sum().sort("species")
    with_it = [inside[name].to_numpy() for name in moments]
    without = [total[name] - sums for name, sums in zip(moments, with_it, strict=True)]
    got, p = estimates.difference_of_means(with_it, without, species_kind(run))
    return with_estimate(inside.select("species"), got).with_columns(
        p=pl.Series(p, dtype=pl.Float64), q=pl.Series(estimates.benjamini_hochberg(p), dtype=pl.Float64)
    )
