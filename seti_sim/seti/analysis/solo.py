"""Runs of solo games: how often the player beats the rival, by what, and what makes it harder."""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.seti.analysis.species import species_kind
from seti_sim.stats import estimates
from seti_sim.stats.grouped import collect, means, with_estimate

MEASURES = {"win_share": pl.col("win_share"), "score": pl.col("score"), "rival": pl.col("rival"), "margin": pl.col("margin")}
"""Win of the player, its score, the rival's, and the first less the second; one value a game."""


def results(run) -> pl.LazyFrame:
    """A row a game: `game_id, seat` (the player's), `win_share` (equal scores are a loss), `score, rival, margin`."""
    rival = run.seats.filter("is_rival").select("game_id", rival="score")
    mine = run.seats.filter(~pl.col("is_rival")).select("game_id", "seat", "win_share", "score")
    joined = mine.join(rival, on="game_id", how="inner", maintain_order="left")
    return joined.with_columns(margin=pl.col("score") - pl.col("rival"))


def outcome(run) -> pl.DataFrame:
    """`MEASURES` over all games: frame `measure, estimate, low, high, n, kind, se`; n = games, of this player and level."""
    return means(run, results(run), MEASURES, shares=["win_share"], signed=["margin"])


def by_start(run) -> pl.DataFrame:
    """`MEASURES` by who begins: frame `first` (player, rival), `measure, …`. Who begins is drawn, so `randomised`; the
    intervals of a measure hold for both with 95 %."""
    rows = results(run).with_columns(first=pl.when(pl.col("seat") == 1).then(pl.lit("player")).otherwise(pl.lit("rival")))
    return means(run, rows, MEASURES, by=["first"], kind="randomised", shares=["win_share"], signed=["margin"], comparisons=2)


def start_difference(run) -> tuple[dict, float]:
    """Margin of the player when it begins less that when the rival does: (row of an estimate, p)."""
    games = collect(results(run))
    got, p = _difference(games["margin"].to_numpy(), (games["seat"] == 1).to_numpy(), "randomised")
    return {name: _plain(value) for name, value in got.columns().items()}, _plain(p)


def by_species(run) -> pl.DataFrame:
    """For each species the margin in games with it less that in games without: frame `species, share, estimate, low, high,
    n, kind, se, p, q`; n = games with it, `share` the win share in them, q after Benjamini and Hochberg over the species."""
    games = collect(results(run).join(run.games.select("game_id", "species_left", "species_right"), on="game_id"))
    names = sorted({*games["species_left"].cast(pl.String), *games["species_right"].cast(pl.String)})
    pair = [games[f"species_{side}"].cast(pl.String).to_numpy() for side in ("left", "right")]
    return _effects(games, "species", names, [(pair[0] == name) | (pair[1] == name) for name in names], species_kind(run))


def by_first_objective(run) -> pl.DataFrame:
    """For each objective that can lie open from the start, the margin in games where it does less that in games where it
    does not: as `by_species`, with `objective`. The tiles are drawn, so `randomised`; empty at a level without objectives."""
    games = collect(results(run))
    opened = collect(run.objectives.filter(pl.col("turn_open") == 0).select("game_id", pl.col("objective").cast(pl.String)))
    names = sorted(set(opened["objective"]))
    ids = games["game_id"].to_numpy()
    marks = [np.isin(ids, opened.filter(pl.col("objective") == name)["game_id"].to_numpy()) for name in names]
    return _effects(games, "objective", names, marks, "randomised")


def objectives(run) -> pl.DataFrame:
    """How often each objective that was turned up is completed, and for how many turns of the game it lay open till then:
    frame `objective, measure` (completed, turns), `estimate, …`; n = games in which it came up, or was completed."""
    rows = run.objectives.with_columns(
        done=pl.col("round_completed").is_not_null(), turns=pl.col("turn_completed").cast(pl.Int32) - pl.col("turn_open")
    )
    done = means(run, rows, {"completed": pl.col("done")}, by=["objective"], shares=["completed"])
    turns = means(run, rows.filter("done"), {"turns": pl.col("turns")}, by=["objective"])
    return pl.concat([done, turns])


def rounds(run) -> pl.DataFrame:
    """What the rival does and the player completes in a round, a mean over games: frame `round, measure, estimate, …`."""
    names = [name for name in run.rival.collect_schema().names() if name not in ("game_id", "round")]
    return means(run, run.rival, {name: pl.col(name) for name in names}, by=["round"])


def levels(runs) -> pl.DataFrame:
    """`outcome` of several runs: frame `policy, level, measure, estimate, low, high, n, kind, se`, by policy from the one
    that wins least to the one that wins most, then by level."""
    frames = []
    for run in runs:
        key = [pl.lit(run.policies[0]).alias("policy"), pl.lit(int(run.config["solo"])).alias("level")]
        frames.append(outcome(run).select(*key, pl.all()))
    found = pl.concat(frames)
    order = found.filter(pl.col("measure") == "margin").group_by("policy").agg(order=pl.col("estimate").mean())
    return found.join(order, on="policy").sort("order", "policy", "level", maintain_order=True).drop("order")


def not_harder(found: pl.DataFrame) -> list[tuple[str, int, int]]:
    """Steps up in level at which a policy's margin does not clearly fall: (policy, level, next level). `found` is of
    `levels`; clear is a difference beyond 1.96 of its standard errors."""
    unclear = []
    for (policy,), rows in found.filter(pl.col("measure") == "margin").group_by("policy", maintain_order=True):
        steps = rows.sort("level").select("level", "estimate", "se").rows()
        for (low, before, se), (high, after, other) in zip(steps, steps[1:]):
            if not before - after > 1.96 * (se**2 + other**2) ** 0.5:
                unclear.append((policy, low, high))
    return unclear


def _effects(games: pl.DataFrame, key: str, names: list[str], marks: list[np.ndarray], kind: str) -> pl.DataFrame:
    if not names:
        return pl.DataFrame(schema={key: pl.String, "estimate": pl.Float64, "p": pl.Float64, "q": pl.Float64})
    margin, share = (games[name].to_numpy().astype(float) for name in ("margin", "win_share"))
    got, p = _difference(margin, np.array(marks), kind)
    with np.errstate(invalid="ignore"):
        shares = [float(share[at].mean()) if at.any() else float("nan") for at in marks]
    frame = with_estimate(pl.DataFrame({key: names, "share": shares}), got)
    return frame.with_columns(p=pl.Series(np.atleast_1d(p)), q=pl.Series(estimates.benjamini_hochberg(np.atleast_1d(p))))


def _difference(values: np.ndarray, marks: np.ndarray, kind: str):
    """Mean of the values where marked less that where not, with its p; marks [games] or [groups, games]."""
    values = values.astype(float)
    values = values - values.mean() if len(values) else values  # it cancels in the difference
    sums = [tuple((at * values**power).sum(axis=-1) for power in range(5)) for at in (marks, ~marks)]
    return estimates.difference_of_means(*sums, kind)


def _plain(value):
    return value if isinstance(value, str) else float(value)
