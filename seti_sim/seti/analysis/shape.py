"""What does a player's game look like, beside what good players say of theirs? All `observational`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from seti_sim.seti.analysis.decks import tech_kinds
from seti_sim.seti.rules.opcodes import PLANETS
from seti_sim.seti.tables.schema import MAIN_ACTIONS, SLOTS, TRACES
from seti_sim.stats import estimates
from seti_sim.stats.estimates import HIGHER
from seti_sim.stats.grouped import collect, of_policy, seats_of, summed, with_estimate

EARLY = 2
"""Rounds of the early game, in which strong players build up."""
CAPSULES = "mascamites"
"""The species whose samples become capsules."""


@dataclass(frozen=True)
class Measure:
    """One line of the shape: what it is called, what good players say of it (in games of their own, with equals), and
    over what it is a mean: `of` and `per` name sums of each game. share: between 0 and 1, shown in per cent. between: the
    numbers between which what is said is taken to be true, None where it is too vague."""

    name: str
    words: str
    of: str
    per: str = "seats"
    said: str = ""
    share: bool = False
    between: tuple[float, float] | None = None


def measures(rounds: int = 5) -> tuple[Measure, ...]:
    """The lines of the shape of a game of so many rounds, in order."""
    return (
        *(Measure(f"main_{r}", f"main actions in round {r}, passing aside", f"main_{r}") for r in range(1, rounds + 1)),
        Measure("growth", "main actions of the last round for each of the first", f"main_{rounds}", "main_1", "about 2",
                between=(1.8, 2.2)),
        Measure("turns", "turns a round, passing included", "turns", "seat_rounds"),
        Measure("tucked", "cards tucked for income, the one of setup aside", "tucked"),
        Measure("tucked_early", f"cards tucked in rounds 1 to {EARLY}, of all tucked", "tucked_early", "tucked", "mainly here",
                True, (0.5, 1)),
        Measure("craft", "orbits and landings", "craft", said="4 to 6", between=(4, 6)),
        Measure("orbits", "orbits", "orbits"),
        Measure("landings", "landings on planets", "landings"),
        Measure("guided", "landings on planets where an orbiter was already, of all", "guided", "landings", "preferred",
                True, (0.5, 1)),
        Measure("moons", "landings on moons", "moons"),
        Measure("techs", "techs", "techs", said="nearly 12", between=(10, 12)),
        *(Measure(f"{kind}_round", f"round of a {kind} tech", f"{kind}_rounds", f"{kind}_techs",
                  {"computer": "early", "telescope": "after computer techs"}.get(kind, ""))
          for kind in ("computer", "telescope", "probe")),
        Measure("traces", "traces", "traces"),
        Measure("all_kinds", "seats with traces of all three kinds", "all_kinds", "seats", "all", True, (0.95, 1)),
        Measure("missions", "missions completed", "missions"),
        Measure("endgame", "end-of-game cards played", "endgame"),
        Measure("delivered", "capsules delivered, where Mascamites are in play", "delivered", "capsule_seats"),
        Measure("gold", "share of the points from gold tiles", "gold", "points", "about 25 %", True, (0.2, 0.3)),
        Measure("score", "points a seat", "points", said="200 to 240", between=(200, 240)),
        Measure("winner", "points of a winner", "won_points", "won", "250 to 290", between=(250, 290)),
    )  # fmt: skip


_PARTS = ("y", "x", "yy", "xy", "xx", "games", *HIGHER)
_SHARES = frozenset(m.name for m in measures() if m.share)


def beside(shapes: pl.DataFrame) -> dict[str, list[Measure]]:
    """Where the games of one player stand beside what good players say: the measures `below`, `within` and `above` it.

    shapes: as from `shape`. Below and above are those whose whole interval is outside of `Measure.between`.
    """
    rows = {row["measure"]: row for row in shapes.iter_rows(named=True)}
    found = {"below": [], "within": [], "above": []}
    for m in measures(sum(name.startswith("main_") for name in rows)):
        if m.between is None or m.name not in rows or math.isnan(rows[m.name]["low"]):
            continue
        low, high = m.between
        row = rows[m.name]
        found["below" if row["high"] < low else "above" if row["low"] > high else "within"].append(m)
    return found


def shape(run, policy: str | None = None) -> pl.DataFrame:
    """What the games of all seats, or of a policy's, look like: frame `measure, estimate, low, high, n, kind, se`.

    The measures are those of `measures`, in their order. Each is a ratio of two sums over games, with the game as the
    unit of its interval (`estimates.ratio_of_sums`); n = games in which the lower sum is above 0 (with landings, with techs
    taken, with Mascamites). A winner's points are weighted by win shares, so with one policy in all seats they are the
    mean of the best score. Landings where an orbiter was already: somebody's came to the planet in an earlier turn. Capsules
    delivered are left out where the table of seats does not have them, as that of a run does not.
    """
    return _estimates(summed(run, lambda within: _sums(sums_by_game(run, policy, within))))


def of_sums(by_game: pl.DataFrame) -> pl.DataFrame:
    """`shape` from the `sums_by_game` of games that are gone."""
    return _estimates(_sums(by_game))


def sums_by_game(run, policy: str | None = None, within=lambda rows: rows) -> pl.DataFrame:
    """One row a game: `game_id` and every sum that a measure names, of all its seats that the policy has, 0 for none.

    `within` limits the rows of a LazyFrame to some games, as for `grouped.summed`.
    """
    rounds, seats = run.config["rounds"], seats_of(run, policy)
    own = lambda name: of_policy(within(getattr(run, name)), policy)  # noqa: E731
    in_play = pl.any_horizontal(pl.col(f"species_{slot}").cast(pl.String) == CAPSULES for slot in SLOTS)
    game = within(run.games).select(
        "game_id",
        seats=pl.lit(seats),
        seat_rounds=pl.lit(seats * rounds),
        capsule_seats=pl.when(in_play).then(seats).otherwise(0),
    )
    for part in (_seats(own("seats")), _actions(own("actions"), rounds), _tucked(own("cards")), _techs(own("techs"), tech_kinds(run)),
                 _craft(own("craft"), within(run.craft))):  # fmt: skip
        game = game.join(part, on="game_id", how="left", maintain_order="left")
    return collect(game).fill_null(0)


def _sums(by_game: pl.DataFrame) -> pl.DataFrame:
    """One row: what `estimates.ratio_of_sums` takes of each measure, which adds up over stretches of games."""
    found, rounds = {}, sum(name.startswith("main_") for name in by_game.columns)
    for m in measures(rounds):
        if m.of not in by_game.columns:
            continue
        y, x = (by_game[name].cast(pl.Float64).to_numpy() for name in (m.of, m.per))
        products = (np.prod([{"x": x, "y": y}[one] for one in name], axis=0).sum() for name in HIGHER)
        sums = (y.sum(), x.sum(), y @ y, x @ y, x @ x, np.count_nonzero(x), *products)
        found |= {f"{m.name}.{part}": float(value) for part, value in zip(_PARTS, sums, strict=True)}
    return pl.DataFrame(found)


def _estimates(total: pl.DataFrame) -> pl.DataFrame:
    pieces = []
    for name in _names(total):
        sums = {part: total[f"{name}.{part}"].to_numpy() for part in _PARTS}
        powers = estimates.powers_of_ratio(sums["y"], sums["x"], [sums[product] for product in HIGHER])
        first = [sums[part] for part in _PARTS[:6]]
        got = estimates.ratio_of_sums(*first, kind="observational", share=name in _SHARES, powers=powers, floor=0)
        key = pl.DataFrame({"measure": [name]})
        pieces.append(with_estimate(key, replace(got, n=sums["games"])))
    # Points aside all of it is counted: what was never seen may happen up to the rate that would leave a trace with 97.5 %
    # (Poisson).
    never = ~pl.col("measure").is_in(["score", "winner", *_SHARES]) & (pl.col("estimate") == 0)
    lower = pl.Series([total[f"{name}.x"][0] for name in _names(total)])
    return pl.concat(pieces).with_columns(
        low=pl.when(never).then(0.0).otherwise("low"), high=pl.when(never).then(-math.log(0.025) / lower).otherwise("high")
    )


def _names(total: pl.DataFrame) -> list[str]:
    return list(dict.fromkeys(column.partition(".")[0] for column in total.columns))


def _seats(rows: pl.LazyFrame) -> pl.LazyFrame:
    rows_delivered = [pl.col("delivered").sum()] if "delivered" in rows.collect_schema().names() else []
    won = pl.col("win_share").cast(pl.Float64)
    kinds = [f"traces_{kind}" for kind in TRACES]
    return rows.with_columns(pl.col(pl.UInt8, pl.Int16).cast(pl.Int64)).group_by("game_id").agg(
        *rows_delivered,
        traces=pl.sum_horizontal(kinds).sum(), all_kinds=(pl.min_horizontal(kinds) > 0).sum(),
        missions=pl.col("missions").sum(), endgame=pl.col("endgame_cards").sum(), gold=pl.col("points_gold").sum(),
        points=pl.col("score").sum(), won=won.sum(), won_points=(won * pl.col("score")).sum(),
    )  # fmt: skip


def _actions(rows: pl.LazyFrame, rounds: int) -> pl.LazyFrame:
    """Main actions by round, passing aside, and turns: main actions, passing included."""
    kind, n = pl.col("kind").cast(pl.String), pl.col("n").cast(pl.Int64)
    main = n.filter(kind.is_in(MAIN_ACTIONS))
    return rows.group_by("game_id").agg(
        turns=main.sum(),
        **{f"main_{r}": n.filter(kind.is_in(MAIN_ACTIONS) & (kind != "pass") & (pl.col("round") == r)).sum()
           for r in range(1, rounds + 1)},
    )  # fmt: skip


def _tucked(rows: pl.LazyFrame) -> pl.LazyFrame:
    rows = rows.filter(pl.col("fate").cast(pl.String) == "tucked", pl.col("round_left") > 0)
    return rows.group_by("game_id").agg(tucked=pl.len(), tucked_early=(pl.col("round_left") <= EARLY).sum())


def _techs(rows: pl.LazyFrame, kinds: dict[str, str]) -> pl.LazyFrame:
    """Techs of each kind, and the sum of the rounds in which they were taken."""
    kind, round_ = (
        pl.col("tech_id").cast(pl.String).replace(kinds),
        pl.col("round").cast(pl.Int64),
    )
    sums = {"techs": pl.len()}
    for name in ("computer", "telescope", "probe"):
        sums |= {
            f"{name}_techs": kind.str.starts_with(name).sum(),
            f"{name}_rounds": round_.filter(kind.str.starts_with(name)).sum(),
        }
    return rows.group_by("game_id").agg(**sums)


def _craft(rows: pl.LazyFrame, everybodys: pl.LazyFrame) -> pl.LazyFrame:
    """Orbits, landings on planets and on moons; of those on planets, how many came after an orbiter of anybody's."""
    is_orbiter = pl.col("craft").cast(pl.String) == "orbiter"
    first = everybodys.filter(is_orbiter).group_by("game_id", "body").agg(first_orbit=pl.col("turn").min())
    on_planet = ~is_orbiter & pl.col("body").cast(pl.String).is_in(PLANETS)
    return rows.join(first, on=["game_id", "body"], how="left").group_by("game_id").agg(
        craft=pl.len(), orbits=is_orbiter.sum(), landings=on_planet.sum(), moons=(~is_orbiter & ~on_planet).sum(),
        guided=(on_planet & (pl.col("first_orbit") < pl.col("turn")).fill_null(False)).sum(),
    )  # fmt: skip
