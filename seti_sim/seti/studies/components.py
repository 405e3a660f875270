"""How strong is a tech, a gold tile's side or a species that somebody invented or changed? Against the others of its kind.

A *tech* is worth the points that a seat loses which may not take it, among seats that may, in the same games (`options`). A *side
of a gold tile* is worth the points of a mark, a *species* the points that a seat has from it, both in games of the variant. There
are few others of each kind, so a component is not counted among them: it is too strong above the upper, too weak below the lower
one-sided 95 % bound for one more of the same make, mean ± t(k - 1) s sqrt(1 + 1/k) of k others with the spread s that chance does
not explain (Hahn and Meeker 1991, prediction intervals).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from seti_sim.seti.analysis import gold, species, techs
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies.options import option_values
from seti_sim.stats import estimates
from seti_sim.stats.tails import norm_sf, t_isf

KINDS = ("techs", "gold_tiles", "species")
MEASURES = {
    "techs": "points lost by a seat that may not take it",
    "gold_tiles": "points of a mark",
    "species": "points of a seat from it",
}
TECH_GAMES = 4
"""So many times as many games are played to see what becomes of all as for each tech that a seat may not take."""
LEVEL = 0.95


def judged_components(rules: RuleSet) -> dict[str, list[str]]:
    """What a variant adds and changes of each of `KINDS`: ids, of gold tiles sides as `tech-a`; a species counts, too, where only
    its cards are new."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    new = {table: [name for kind, name, _ in rules.added() if kind == table] for table in KINDS}
    for address, _, value in rules.changes():
        table, _, rest = address.partition(".")
        name = rest.split(".")[0]
        gone = "." not in rest and value is None
        if table in KINDS and not gone and name in rules.tree[table] and name not in found[table]:
            found[table].append(name)
    return {kind: list(dict.fromkeys([*new[kind], *found[kind]])) for kind in KINDS}


def judge_components(run, rules: RuleSet, judged: Mapping[str, Sequence[str]], *, folder, variant, **options) -> pl.DataFrame:
    """Verdicts on components of a variant, whose games are `run`; `options` as of `option_values`, for the games that techs need.

    Frame: `table, component, name, verdict, sure, measure, estimate, low, high, n, kind, se, lower, upper, among, taken, taken_low,
    taken_high`: verdict and how sure it is from 0 to 1 (as of `seti_sim.seti.studies.verdicts`), the worth, the bounds for one more
    of the same make and of how many others they are, and the share of seats that take or mark it, of species of games in which
    it is discovered.
    """
    found = []
    for table in KINDS:
        if judged.get(table):
            worth, taken = WORTH[table](run, rules, folder=folder, variant=variant, **options)
            names = run.config["names"]["species"] if table == "species" else {}
            found += [_verdict(table, name, names.get(name, name), worth, taken) for name in judged[table]]
    return pl.DataFrame(found)


def _techs(run, rules, *, folder, variant, **options):
    """Each tech by the loss of a seat that may not take it."""
    made = option_values(list(rules.tech_ids), variant=variant, out=folder / "techs", **options)
    frame = made.frames["options"].filter(pl.col("outcome") == "score")
    worth = frame.select(pl.col("option").alias("component"), *map(pl.col, COLUMNS))
    return worth, _measured(techs.by_tech(run), "tech_id", "taken")


def _gold(run, rules, **_):
    frame = gold.by_side(run).with_columns(
        component=pl.format("{}-{}", pl.col("tile").cast(pl.String), pl.col("side").cast(pl.String))
    )
    return (_measured(frame, "component", measure) for measure in ("points", "marked"))


def _species(run, rules, **_):
    frame = species.by_species(run)
    return (_measured(frame, "species", measure) for measure in ("points", "found"))


WORTH = {"techs": _techs, "gold_tiles": _gold, "species": _species}
"""What each kind is worth and how often it is taken: two frames `component, estimate, low, high, n, kind, se`."""
COLUMNS = ("estimate", "low", "high", "n", "kind", "se")


def _measured(frame: pl.DataFrame, by: str, measure: str) -> pl.DataFrame:
    return frame.filter(pl.col("measure") == measure).select(
        pl.col(by).cast(pl.String).alias("component"), *map(pl.col, COLUMNS)
    )


def _verdict(table: str, component: str, name: str, worth: pl.DataFrame, taken: pl.DataFrame) -> dict[str, object]:
    """A row of the frame."""
    rows = worth.filter(pl.col("component") == component).to_dicts()
    row: dict[str, Any] = (
        rows[0] if rows else {"estimate": np.nan, "low": np.nan, "high": np.nan, "n": 0, "kind": "paired", "se": np.nan}
    )
    others = worth.filter(pl.col("component") != component, pl.col("se").is_finite())
    lower, upper = bounds(others["estimate"].to_numpy(), others["se"].to_numpy())
    share = taken.filter(pl.col("component") == component).to_dicts()
    often = share[0] if share else {"estimate": 0.0, "low": np.nan, "high": np.nan}
    verdict, sure = judgement(row["estimate"], row["se"], lower, upper)
    return {
        "table": table, "component": component, "name": name, "verdict": verdict, "sure": sure, "measure": MEASURES[table],
        **{key: row[key] for key in COLUMNS}, "lower": lower, "upper": upper, "among": others.height,
        "taken": often["estimate"], "taken_low": often["low"], "taken_high": often["high"],
    }  # fmt: skip


def bounds(values, errors, level: float = LEVEL) -> tuple[float, float]:
    """One-sided bounds for one more of the same make as `values` with standard `errors`; NaN with fewer than three."""
    k = len(values)
    if k < 3:
        return np.nan, np.nan
    shrunk = estimates.shrink(values, errors)
    half = t_isf(1 - level, k - 1) * shrunk.spread * np.sqrt(1 + 1 / k)
    return float(shrunk.centre - half), float(shrunk.centre + half)


def judgement(estimate: float, se: float, lower: float, upper: float) -> tuple[str, float]:
    """The likeliest verdict, and how likely it is by the standard error of the estimate."""
    if not np.isfinite([estimate, se, lower, upper]).all() or se <= 0:
        return "unknown", 0.0
    weak, strong = norm_sf((estimate - lower) / se), norm_sf((upper - estimate) / se)
    chances = {"fits": 1 - weak - strong, "too strong": strong, "too weak": weak}
    verdict = max(chances, key=chances.__getitem__)
    return verdict, float(chances[verdict])
