"""What goes with winning by when it comes: techs, milestones, openings, probes. Descriptions, all `observational`."""

from __future__ import annotations

import polars as pl

from seti_sim.seti.tables.schema import MAIN_ACTIONS
from seti_sim.stats.grouped import means, of_policy

_OUTCOMES = {"win_share": pl.col("win_share"), "score": pl.col("score")}
_OPENING = [kind for kind in MAIN_ACTIONS if kind != "pass"]
_BASE = 32  # more of one kind in one round than anybody does


def techs(run, policy: str | None = None) -> pl.DataFrame:
    """Takers of each tech by the round in which they took it: `tech_id, round, measure, estimate, …`; n = takers.

    Measures are `win_share` and `score`, means over the takers.
    """
    return _outcomes(run, of_policy(run.techs, policy), ["tech_id", "round"])


def milestones(run, policy: str | None = None) -> pl.DataFrame:
    """Seats that reached each milestone by the round in which they did: `milestone, round, measure, estimate, …`."""
    return _outcomes(run, of_policy(run.gold, policy), ["milestone", "round"])


def probes(run, policy: str | None = None) -> pl.DataFrame:
    """Seats by how many orbiters and landers they ended with: `craft, number, measure, estimate, …`; n = seats."""
    rows = of_policy(run.seats, policy)
    found = []
    for craft in ("orbiters", "landers"):
        part = _outcomes(run, rows.with_columns(number=pl.col(craft).cast(pl.Int64)), ["number"])
        found.append(part.select(pl.lit(craft).alias("craft"), pl.all()))
    return pl.concat(found)


def openings(run, policy: str | None = None, most: int = 12) -> pl.DataFrame:
    """What seats do in round 1, in any order: `opening, measure, estimate, low, high, n, kind, se`, commonest first.

    An opening is the main actions of the round, passing aside: `play ×2, scan`. `share` is that of all seats (n = seats
    of all games); `win_share` and `score` are means over the seats that opened so (n). The `most` commonest ones; seats
    that passed at once have the opening `nothing`.
    """
    place = {kind: _BASE**i for i, kind in enumerate(_OPENING)}
    first = run.actions.filter(pl.col("round") == 1, pl.col("kind").cast(pl.String).is_in(_OPENING))
    worth = pl.col("kind").cast(pl.String).replace_strict(place, return_dtype=pl.Int64) * pl.col("n").cast(pl.Int64)
    codes = first.group_by("game_id", "seat").agg(code=worth.sum())
    seats = of_policy(run.seats, policy).select("game_id", "seat", "win_share", "score")
    rows = seats.join(codes, on=["game_id", "seat"], how="left").with_columns(pl.col("code").fill_null(0))
    found = _outcomes(run, rows, ["code"])
    counts = found.filter(pl.col("measure") == "score").sort("n", "code", descending=[True, False])
    picked = counts.head(most)["code"].to_list()
    every = {f"c{i}": pl.col("code") == code for i, code in enumerate(picked)}
    shares = means(run, rows, every, shares=list(every))
    named = shares.with_columns(
        pl.Series("code", [picked[int(name[1:])] for name in shares["measure"]], dtype=pl.Int64),
        measure=pl.lit("share"),
    )
    whole = pl.concat([named.select(found.columns), found.filter(pl.col("code").is_in(picked))])
    order = {code: i for i, code in enumerate(picked)}
    measure = pl.Enum(["share", "win_share", "score"])
    whole = whole.with_columns(
        pl.col("code").replace_strict(order, return_dtype=pl.Int64).alias("at"), pl.col("measure").cast(measure)
    ).sort("at", "measure")
    words = [opening_words(code) for code in whole["code"]]
    return whole.select(
        pl.Series("opening", words, dtype=pl.String), pl.col("measure").cast(pl.String),
        pl.all().exclude("at", "code", "measure"),
    )  # fmt: skip


def opening_words(code: int) -> str:
    """`play ×2, scan` for the code of an opening."""
    parts = []
    for kind in _OPENING:
        code, n = divmod(code, _BASE)
        if n:
            parts.append(kind if n == 1 else f"{kind} ×{n}")
    return ", ".join(parts) or "nothing"


def _outcomes(run, rows, by) -> pl.DataFrame:
    return means(run, rows, _OUTCOMES, by=by, shares=["win_share"])
