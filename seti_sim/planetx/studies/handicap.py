"""Which handicap makes a weaker player equal to stronger ones? One of the weaker among the others, with ever more starting facts.

Every game is played with each number of starting facts of the weaker player, the others having what `levels` says; its seat
goes round the table. Sky, clues and the facts of the others stay what they are, so the levels are compared game by game.
The share of wins that is fair is one by the number of players. Between two levels the share is taken to grow in a straight line, which is how
the number of facts is read off at which it is fair; its ends are where the ends of the intervals of all levels together
are.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.core.names import in_short
from seti_sim.simulate import prepare
from seti_sim.stats import estimates
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, StudyError, claim

from .again import asked_of

GAMES = 4000
PART = 200
OUTCOMES = ("win_share", "score")


def handicap(policies, *, players=2, seed=1, games=GAMES, variant=None, jobs=1, out=None, stream=None, **options) -> Study:
    """How many starting facts make the first of two policies equal to the second, see the module.

    policies: the weaker and the stronger one; twice the same is allowed, who are equal without. players: 2 to 4, one of them the
    weaker. games: with each number of facts. options: as of `prepare`; `levels` are those of the stronger ones, one number.

    Frames: `levels` (`facts, outcome, estimate, low, high, n, kind, se, sim_low, sim_high`: win share and points of the weaker one;
    `sim_*` hold for all levels at once), `needed` (`estimate, low, high`: facts at which the win share is fair, -inf where it is more
    already with the fewest, inf where it is not with the most). Facts: `fair`.
    """
    names = [policies] if isinstance(policies, str) else list(policies)
    if len(names) != 2:
        raise StudyError(f"handicap {in_short(names)}: expected two policies, the weaker and the stronger")
    plan = prepare(
        players=players, games=games, policies=names[1], seed=seed, seating="fixed", variant=variant, game="planetx", **options
    )
    weak = prepare(
        players=players, games=games, policies=names[0], seed=seed, variant=variant, game="planetx", **options
    ).policies[0]
    if players < 2 or "," in plan.options["levels"]:
        raise StudyError(
            f"players {players}, levels {plan.options['levels']}: expected 2 to 4, and one level of those who are stronger"
        )
    levels = sorted(set(plan.rules.levels.values()))
    identity = plan.identity_parts | {"kind": "handicap", "weaker": [weak.name, str(weak.key)]}
    folder = claim(out or Path("runs") / f"handicap-{plan.identity[:8]}-{weak.key[:8]}", "handicap", identity)
    parts = Parts(_play, (plan, weak, levels), folder / "parts", identity, PART, len(levels))
    frames = tables(parts.upto(games, jobs=jobs, stream=stream), levels, players)
    asked = asked_of(plan, [weak.name, plan.seat_names[0]])
    facts = {"weights": weights_of([weak, *plan.policies]), "rules": plan.rules.fingerprint, "fair": 1 / players}
    study = Study("handicap", asked, frames, facts, folder)
    study.save()
    return study


def _play(context, numbers: range) -> dict[str, np.ndarray]:
    """`win_share`, `score` [games, levels] of the weaker one."""
    from seti_sim.planetx import play_games

    plan, weak, levels = context
    count, players = len(numbers), plan.players
    seat = np.arange(numbers.start, numbers.stop) % players
    assign = np.zeros((count, players), np.uint8)
    assign[np.arange(count), seat] = 1
    found: dict[str, list] = {name: [] for name in OUTCOMES}
    for level in levels:
        given = plan.setups(numbers.start, count)
        given[np.arange(count), seat] = level
        seats = play_games(
            plan.rules, players=players, seed=plan.seed, first=numbers.start, count=count, policies=[plan.policies[0], weak],
            assign=assign, levels=given, generation=plan.options["arrangements"], track=False,
        ).seats  # fmt: skip
        for name in OUTCOMES:
            found[name].append(seats[name].reshape(count, players)[np.arange(count), seat])
    return {name: np.stack(columns, axis=1).astype(float) for name, columns in found.items()}


def tables(rows, levels, players: int) -> dict[str, pl.DataFrame]:
    """The frames of rows as played."""
    pieces = []
    for outcome in OUTCOMES:
        share = outcome == "win_share"
        got, wide = (estimates.mean(rows[outcome], "randomised", share=share, comparisons=n) for n in (1, len(levels)))
        pieces.append(pl.DataFrame({
            "facts": levels, "outcome": [outcome] * len(levels), **got.columns(), "sim_low": wide.low, "sim_high": wide.high,
        }))  # fmt: skip
    frame = pl.concat(pieces).with_columns(pl.col("n").cast(pl.Float64))
    wins = frame.filter(pl.col("outcome") == "win_share")
    fair = 1 / players
    ends = {name: reached(levels, wins[column].to_list(), fair)
            for name, column in (("estimate", "estimate"), ("low", "sim_high"), ("high", "sim_low"))}  # fmt: skip
    return {
        "levels": frame,
        "needed": pl.DataFrame(
            ends | {"n": wins["n"][0]}, schema_overrides=dict.fromkeys(("estimate", "low", "high", "n"), pl.Float64)
        ),
    }


def reached(levels, shares, fair: float) -> float:
    """The number of facts at which a share first is `fair`, straight lines between levels; -inf below the first, inf beyond the last."""
    if not shares[0] < fair:
        return float(levels[0]) if shares[0] == fair else -np.inf
    for (x, y), (x1, y1) in zip(zip(levels, shares), zip(levels[1:], shares[1:])):
        if y < fair <= y1:
            return float(x + (x1 - x) * (fair - y) / (y1 - y))
    return np.inf
