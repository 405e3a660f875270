"""What a run of The Search for Planet X says: starting facts, locating, theories, rules told, information, the bot.

Every function gives a frame with `estimate, low, high, n, kind, se` beside its keys, like those of
`seti_sim.analysis`. Bits are binary logarithms of how much the set of arrangements that a seat held possible shrank.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.analysis.seats import by_seat, seat_kind
from seti_sim.core.language import tr
from seti_sim.stats import estimates
from seti_sim.stats.grouped import collect, means, quantiles, rates_per_seat, with_estimate

BITS = (pl.col("before").cast(pl.Float64) / pl.col("after").cast(pl.Float64)).log(2)
"""What a seat learned, in bits."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def people(run, table: str = "seats") -> pl.LazyFrame:
    """Rows of a table without those of the bot."""
    return getattr(run, table).filter(pl.col("policy").is_not_null())


def levels(run) -> list[int]:
    """The numbers of starting facts that seats of the run have."""
    return sorted({int(level) for level in run.config["levels"].split(",")})


# ------------------------------------------------------------------------------------------ starting facts
def by_level(run) -> pl.DataFrame:
    """Means by starting facts, over all orders of the levels: frame `level, measure, …`; n = seats.

    win_share and score; finder: share of seats that locate Planet X first; located: that do so at all; theories_right.
    With one level at all seats the rules fix what it wins and how often it locates first, once a game: `constant`.
    """
    measures = {
        "win_share": pl.col("win_share"),
        "score": pl.col("score"),
        "finder": pl.col("located_at").is_not_null() & (pl.col("behind") == 0),
        "located": pl.col("located_at").is_not_null(),
        "theories_right": pl.col("theories_right"),
    }
    kind = seat_kind(run)
    shares = ("win_share", "finder", "located")
    fixed = ("win_share", "finder") if run.players > 1 and len(levels(run)) == 1 else ()
    return means(run, people(run), measures, by=["level"], kind=kind, shares=shares, fixed=fixed, comparisons=len(levels(run)))


def fact_worth(run) -> pl.DataFrame:
    """What one starting fact more is worth inside a game: frame `step, measure, …` with win_share and score; n = games.

    Step `all` is the slope over all seats of a game (least squares within games, weighted by the spread of the levels);
    `0 to 4` and so on the difference between seats of two neighbouring levels, a fourth of it.
    """
    level = pl.col("level").cast(pl.Float64)
    away = level - level.mean().over("game_id")
    outcomes = ("win_share", "score")
    products = {name: (pl.col("d") * pl.col(name).cast(pl.Float64)).sum() / (pl.col("d") ** 2).sum() for name in outcomes}
    rows = people(run).with_columns(d=away).group_by("game_id").agg(spread=(pl.col("d") ** 2).sum(), **products)
    kind = "paired" if seat_kind(run) == "randomised" else "observational"
    measures = {name: pl.col(name) for name in outcomes}
    found = [
        means(run, rows, measures, weight=pl.col("spread"), kind=kind, signed=outcomes).with_columns(
            step=pl.lit("all"), n=pl.lit(float(run.n_games))
        )
    ]
    known = levels(run)
    for low, high in zip(known, known[1:]):
        gap = {
            name: (pl.col(name).filter(pl.col("level") == high).mean() - pl.col(name).filter(pl.col("level") == low).mean())
            / (high - low)
            for name in outcomes
        }
        pairs = people(run).group_by("game_id").agg(**gap)
        found.append(means(run, pairs, measures, kind=kind, signed=outcomes).with_columns(step=pl.lit(f"{low} to {high}")))
    return pl.concat(found).select("step", "measure", pl.all().exclude("step", "measure"))


def seats_in_facts(run) -> pl.DataFrame:
    """Starting facts that would make up for each seat's place: frame `seat, …`; n = games.

    The lead of the seat in points over the worth of a fact in points, negative where a seat is ahead already (`in_facts`).
    """
    lead = by_seat(run).filter(pl.col("measure") == "lead")
    worth = fact_worth(run).filter((pl.col("step") == "all") & (pl.col("measure") == "score")).row(0, named=True)
    errors = lead["estimate"].to_numpy(), lead["se"].to_numpy(), worth["estimate"], worth["se"]
    got = in_facts(*errors, run.n_games, comparisons=run.players)
    return with_estimate(lead.select("seat"), got)


def in_facts(lead, lead_se, worth, worth_se, games, comparisons: int = 1) -> estimates.Estimate:
    """Minus a lead over the worth of a fact, both in points with their errors, as if independent; n = games.

    The interval is Fieller's (1954). Where the worth is not clear of 0 any number of facts would do: no end is bounded (-inf,
    inf). An interval from worths that are clear of 0 alone would hold less often than it says.
    """
    a, b = -np.asarray(lead, float), np.asarray(worth, float)
    n = np.broadcast_to(float(games), a.shape)
    t = estimates.t_estimate(0.0, 1.0, games, games, kind="paired", comparisons=comparisons).high
    va, vb = (t * np.asarray(lead_se, float)) ** 2, (t * np.asarray(worth_se, float)) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        below = b**2 - vb
        half = np.sqrt(a**2 * b**2 - (a**2 - va) * below) / below
        open_end = np.where(np.isfinite(va + vb), np.inf, np.nan)
        low, high = (np.where(below > 0, a * b / below + side * half, side * open_end) for side in (-1, 1))
        se = np.hypot(lead_se / b, a * worth_se / b**2)
    return estimates.Estimate(a / b, low, high, n, "paired", se)


# ------------------------------------------------------------------------------------------ locating and pace
def locating(run) -> pl.DataFrame:
    """When and how Planet X is located: frame `measure, …`; n = games, or seats for what is said of them.

    end_time: time at which the finder's locate begins; turns of all seats until then; located: share of the players'
    seats that locate it, last chance included; attempts a seat; late: share that locate it in the last chance.
    """
    games = means(run, run.games, {"end_time": pl.col("end_time"), "turns": pl.col("turns"), "phases": pl.col("phases")})
    there = pl.col("located_at").is_not_null()
    # A finder is behind nobody; the bot never is a person, but a person can be behind it.
    measures = {"located": there, "late": there & (pl.col("behind") > 0), "attempts": pl.col("locates")}
    return pl.concat([games, means(run, people(run), measures, shares=("located", "late"))])


def waiting(run) -> pl.DataFrame:
    """How long a seat waits: frame `measure, …` of `wait`, turns of others between two turns of a seat, the bot's among them, and
    `again`, the share of these waits that are none, since the seat is still the last in time; n = pairs of turns.
    """
    # Attempts of the last chance are no turns, and cost no time.
    turns = people(run, "actions").filter(pl.col("cost") > 0).select("game_id", "seat", pl.col("turn").cast(pl.Int64))
    turns = turns.sort("game_id", "seat", "turn").with_columns(wait=pl.col("turn").diff().over("game_id", "seat") - 1)
    rows = turns.filter(pl.col("wait").is_not_null())
    return means(run, rows, {"wait": pl.col("wait"), "again": pl.col("wait") == 0}, shares=("again",))


def finder_wins(run) -> pl.DataFrame:
    """Win share of the seat that locates Planet X first: frame `measure, …` of `win_share`; n = games in which a player does."""
    rows = people(run).join(run.games.select("game_id", "finder"), on="game_id").filter(pl.col("finder") == pl.col("seat"))
    return means(run, rows, {"win_share": pl.col("win_share")}, shares=("win_share",))


def end_times(run) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Counts and quantiles of the time at which the finder's locate begins: `all, end_time, count` and `all, quantile,
    …`.
    """
    rows = run.games.with_columns(all=pl.lit("games"))
    counts = collect(rows.group_by("all", "end_time").agg(count=pl.len()).sort("end_time"))
    return counts, quantiles(run, rows, "end_time", QUANTILES, by=["all"])


def pace(run) -> pl.DataFrame:
    """Frame `measure, …` over games: turns, decisions, phases, confirmed sectors, best score, margin, shared wins.

    A player alone never shares a win with the bot (PX-97): `constant`.
    """
    names = ("turns", "decisions", "phases", "confirmed", "best_score", "margin")
    measures = {name: pl.col(name) for name in names} | {"shared_win": pl.col("winners") > 1}
    fixed = ("shared_win",) if run.players == 1 else ()
    return means(run, run.games, measures, shares=("shared_win",), fixed=fixed)


# ------------------------------------------------------------------------------------------ theories
def theories(run, by: str = "object") -> pl.DataFrame:
    """Right, first and by reviews refuted theories, and their points: frame `BY, measure, …`; n = theories.

    `by` is object, policy or level.
    """
    rows = people(run, "theories")
    if by == "level":
        rows = rows.join(run.seats.select("game_id", "seat", "level"), on=["game_id", "seat"])
    refuted = pl.col("fate").cast(pl.String) == "wrong"
    measures = {"right": pl.col("right"), "refuted": refuted, "first": pl.col("first"), "points": pl.col("points")}
    return means(run, rows, measures, by=[by], shares=("right", "refuted", "first"))


def theories_per_seat(run) -> pl.DataFrame:
    """Theories submitted by object, a player's seat: frame `object, …`; n = seats."""
    return rates_per_seat(run, people(run, "theories"), pl.lit(1), by=["object"], seats=len(run.config["seats"]))


# ------------------------------------------------------------------------------------------ information
def parts_of(run) -> pl.DataFrame:
    """The rules that can be told, by parts: frame `clue, family, title`; a title names the objects, sorted."""
    rows = []
    for name in run.config["categories"]["clue"]:
        letters = name.removeprefix("conference-").split("-")
        objects = [part for part in letters if len(part) == 1 and part in "ACDGEX"]
        family = "-".join(part for part in letters if part not in objects and not part.isdecimal())
        about = sorted({letter for letter in objects if letter != "E"})
        rows.append((name, family, tr(" and ").join(tr(WORDS[letter]) for letter in about)))
    clue = pl.Enum(run.config["categories"]["clue"])
    return pl.DataFrame(rows, schema=["clue", "family", "title"], orient="row").with_columns(pl.col("clue").cast(clue))


WORDS = {"A": "asteroids", "C": "comets", "D": "dwarf planets", "G": "gas clouds", "X": "Planet X"}


def bits_of_rules(run, by: str, conferences: bool = False) -> pl.DataFrame:
    """Bits of rules told in research, or in conferences: frame `BY, measure, …` with bits, none, left; n = times told.

    `by` is clue, family, title or place. none: share of times that it told nothing new; at: time of the pawn.
    """
    rows = people(run, "research").filter(pl.col("place").cast(pl.String).str.starts_with("X") == conferences)
    rows = rows.join(parts_of(run).lazy(), on="clue", how="left", maintain_order="left")
    measures = {"bits": BITS, "none": pl.col("before") == pl.col("after"), "at": pl.col("time")}
    return means(run, rows, measures, by=[by], shares=("none",))


def read_share(run, by: str) -> pl.DataFrame:
    """Share of the seats for whom a topic is on offer that read it: frame `BY, …`; n = seats and topics on offer."""
    parts = parts_of(run).lazy()
    seats = people(run).select("game_id", "seat")
    offers = run.clues.filter(~pl.col("place").cast(pl.String).str.starts_with("X"))
    keys = ["game_id", "seat", "place"]
    read = people(run, "research").select(keys).unique().with_columns(read=pl.lit(True))
    rows = seats.join(offers, on="game_id").join(read, on=keys, how="left").join(parts, on="clue")
    return means(run, rows, {"read": pl.col("read").fill_null(False)}, by=[by], shares=("read",)).drop("measure")


def information(run) -> pl.DataFrame:
    """What actions tell: frame `action, measure, …`; actions are survey-N by sectors, target, research and locate.

    bits: a time it is done; rate: bits per sector of time; n = times done. Attempts of the last chance are left out.
    """
    kind = pl.col("kind").cast(pl.String)
    name = pl.when(kind == "survey").then(pl.format("survey-{}", pl.col("size"))).otherwise(kind)
    rows = people(run, "actions").filter(pl.col("cost") > 0).with_columns(action=name)
    bits = means(run, rows, {"bits": BITS}, by=["action"])
    rate = means(run, rows, {"rate": BITS / pl.col("cost")}, by=["action"], weight=pl.col("cost").cast(pl.Float64))
    times = bits.select("action", times="n")
    rate = rate.join(times, on="action", maintain_order="left").with_columns(n=pl.col("times")).drop("times")
    return pl.concat([bits, rate]).sort("action", maintain_order=True)


def actions_per_seat(run) -> pl.DataFrame:
    """How often a player's seat does each action: frame `action, …` as of `information`; n = seats."""
    kind = pl.col("kind").cast(pl.String)
    name = pl.when(kind == "survey").then(pl.format("survey-{}", pl.col("size"))).otherwise(kind)
    rows = people(run, "actions").with_columns(action=name)
    return rates_per_seat(run, rows, pl.lit(1), by=["action"], seats=len(run.config["seats"]))


# ------------------------------------------------------------------------------------------ alone against the bot
def against_bot(run) -> pl.DataFrame:
    """The player and the bot: frame `who, measure, …`; finder: share of games in which it locates first; n = games."""
    who = pl.when(pl.col("policy").is_null()).then(pl.lit("bot")).otherwise(pl.lit("player"))
    rows = run.seats.with_columns(who=who).join(run.games.select("game_id", "finder"), on="game_id")
    measures = {
        "win_share": pl.col("win_share"),
        "score": pl.col("score"),
        "finder": pl.col("finder") == pl.col("seat"),
        "theories_right": pl.col("theories_right"),
        "first": pl.col("points_first"),
    }
    return means(run, rows, measures, by=["who"], kind="randomised", shares=("win_share", "finder"))


def by_player(run) -> pl.DataFrame:
    """What each policy gets: frame `policy, measure, …`; n = seats that it played.

    win_share, score; finder: it locates Planet X first; theories_right and theories_wrong, a seat.
    """
    rows = people(run).join(run.games.select("game_id", "finder"), on="game_id")
    measures = {
        "win_share": pl.col("win_share"),
        "score": pl.col("score"),
        "finder": pl.col("finder") == pl.col("seat"),
        "theories_right": pl.col("theories_right"),
        "theories_wrong": pl.col("theories") - pl.col("theories_right"),
    }
    return means(run, rows, measures, by=["policy"], kind=seat_kind(run), shares=("win_share", "finder"))


def alone(run) -> pl.DataFrame:
    """Turns of a player alone up to its locate: frame `measure, …`; n = games in which it locates Planet X before the bot.

    surveys, targets, researches and theories a game; q1, median and q3 of the time at which the locate begins.
    """
    rows = people(run).join(run.games.select("game_id", "finder"), on="game_id").filter(pl.col("finder") == pl.col("seat"))
    got = means(run, rows, {name: pl.col(name) for name in ("surveys", "targets", "researches", "theories")})
    starts = quantiles(run, rows, "located_at", (0.25, 0.5, 0.75), by=["policy"]).sort("quantile")
    starts = starts.with_columns(measure=pl.Series(["q1", "median", "q3"])).select(got.columns)
    return pl.concat([got, starts])


def side_by_side(runs) -> pl.DataFrame:
    """Runs by what differs between them: frame `run, measure, …`, `run` counting from 0.

    end_time, turns, best_score and margin of a game; score of a player's seat; wins: against the bot, of runs of one player
    (of several, seats share one win in every game, whoever plays); located: share of the players' seats; right: share of
    the players' theories.
    """
    found = []
    for i, run in enumerate(runs):
        seats = {"score": pl.col("score"), "located": pl.col("located_at").is_not_null()}
        seats |= {"wins": pl.col("win_share")} if run.players == 1 else {}
        parts = [
            means(run, run.games, {name: pl.col(name) for name in ("end_time", "turns", "best_score", "margin")}),
            means(run, people(run), seats, shares=("located", "wins")),
            means(run, people(run, "theories"), {"right": pl.col("right")}, shares=("right",)),
        ]
        found.append(pl.concat(parts).with_columns(run=pl.lit(i)))
    return pl.concat(found).select("run", pl.all().exclude("run"))
