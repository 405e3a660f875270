"""How many games: half-widths of the main estimates against games, and the games that a half-width needs."""

from __future__ import annotations

import re
from contextlib import suppress

import numpy as np
import polars as pl
from scipy import special

from seti_sim.analysis.seats import by_policy, by_seat, mean_score
from seti_sim.core.errors import NotKept, SetiSimError
from seti_sim.core.language import marked
from seti_sim.stats import estimates

WORDS = {
    "seat": (marked("win share of a seat"), "share"),
    "lead": (marked("score of a seat above the mean of its game"), "points"),
    "score": (marked("mean score"), "points"),
    "policy": (marked("win share of a policy"), "share"),
}
"""Estimates that every game has: words and unit. `GameKind.estimates` has those of one game."""


LEAST = 1e-6
"""Of a half-width, in its unit: beyond it numbers of games are no longer exact."""


class PrecisionError(SetiSimError, ValueError):
    """A precision that cannot be read; the message is one line."""


def parse(text: str) -> tuple[float, str]:
    """`0.5pp` → (0.005, "share"), `0.3vp` → (0.3, "points"); PrecisionError otherwise."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(pp|vp)\s*", text)
    if not match or float(match[1]) < LEAST:
        least = f", at least {LEAST:f}" if match else ""
        raise PrecisionError(
            f"precision {text!r}: expected a half-width like 0.5pp (percentage points) or 0.5vp (points){least}"
        )
    return (float(match[1]) / 100, "share") if match[2] == "pp" else (float(match[1]), "points")


def games_for_share(half: float, players: int, level: float = estimates.LEVEL) -> int:
    """Games after which the win share of a seat is known to ± `half`, if it is about 1/players: z² p (1 - p)/half².

    With shared wins a little fewer would do. For planning, before there are any games; `needed` goes by a run.
    """
    z, p = special.ndtri((1 + level) / 2), 1 / players
    return int(np.ceil(z * z * p * (1 - p) / half**2))


def main_estimates(run) -> pl.DataFrame:
    """Half-width of the main estimates of a run: frame `estimate, words, unit, half, games`.

    For a family (seats, cards) it is the median half-width of its members, at 95 % for each by itself. Half-widths
    shrink with the root of the games, so `half * sqrt(games / g)` is that of g games.
    """
    z = special.ndtri((1 + estimates.LEVEL) / 2)
    seats = by_seat(run)
    pick = lambda frame, measure: frame.filter(pl.col("measure") == measure)["se"]  # noqa: E731
    errors = {
        "seat": pick(seats, "win_share"),
        "lead": pick(seats, "lead"),
        "score": mean_score(run)["se"],
    }
    if not run.is_mirror:
        errors["policy"] = pick(by_policy(run), "win_share")
    found = [(name, *WORDS[name], errors[name]) for name in WORDS if name in errors]
    with suppress(NotKept):  # estimates that need tables which the run was not to keep
        found += run.kind.estimates(run)
    rows = []
    for name, words, unit, known in found:
        known = known.drop_nans().drop_nulls()
        if len(known) and known.median() > 0:
            rows.append((name, words, unit, z * float(known.median()), run.n_games))
    return pl.DataFrame(
        rows,
        schema={"estimate": pl.String, "words": pl.String, "unit": pl.String, "half": pl.Float64, "games": pl.Int64},
        orient="row",
    )


def needed(main: pl.DataFrame, half: float, unit: str) -> pl.DataFrame:
    """Games that each estimate of `main_estimates` of that unit needs for a half-width: `main` with a column `needed`."""
    games = (pl.col("games") * (pl.col("half") / half) ** 2).ceil().cast(pl.Int64)
    return main.filter(pl.col("unit") == unit).with_columns(needed=games)


def curve(main: pl.DataFrame, games) -> pl.DataFrame:
    """Half-widths at other numbers of `games`: frame `estimate, words, unit, games, half`."""
    games = pl.DataFrame({"at": np.asarray(games, int)})
    half = pl.col("half") * (pl.col("games") / pl.col("at")).sqrt()
    found = main.join(games, how="cross").with_columns(half=half)
    return found.select("estimate", "words", "unit", games="at", half="half")
