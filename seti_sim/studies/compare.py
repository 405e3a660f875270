"""Variants against a base on common seeds, stopped when the answer is as precise as wanted.

Game k of every side has the same luck and the same seating, so it is compared with game k of the base: the pair is the
unit. All sides are played in blocks of games. After each block all intervals are looked at; they are confidence
sequences, corrected for the number of variants times metrics, so with 95 % all of them hold at all looks.
"""

from __future__ import annotations

import math
import re

import numpy as np
import polars as pl

from seti_sim.analysis import metrics as of_metrics
from seti_sim.core.node import shown
from seti_sim.core.registry import DEFAULT
from seti_sim.stats.sequential import PairSums
from seti_sim.studies.sides import PRINTED, changes_of, identity_of, make_plan, names_of, sides
from seti_sim.studies.store import Study, StudyError, claim

BLOCK = 4000
GAMES = 40_000
LEVEL = 0.95
FEW = 10
"""Pairs that must differ before an interval is trusted enough to stop by it."""


def compare(
    variants, *, names=None, players=None, policies=None, seed=1, seating="rotate", metrics=(), precision=(),
    variant_policies=None, variant_options=None, games=GAMES, block=BLOCK, jobs=1, out=None, stream=None, kind="compare",
    looked=None, game=DEFAULT, **options,
) -> Study:  # fmt: skip
    """Compare variants with the first of them, which is the base; of a single variant the printed game is.

    variants: each the path of a TOML file, the name of an example variant, a dict of the shape of a file, or None or
    "printed" for the printed game; `names` renames them. players: of a game, as many as can be where it is None. game: its name;
    `options`: its own, as of `prepare`.
    variant_policies: who plays the variants, where that is not who plays the base (`policies`); a variant may then be
    None, too, which compares players rather than rules. variant_options: a dict for each variant, the options that it is played
    with instead of `options`. metrics: names as of `analysis.metrics` (the usual ones where none is
    given). precision: half-widths wanted, as
    `parse_precision` reads them; without any, `games` games are played. games: the most that a side plays. block: games
    between two looks, rounded up to whole blocks of the seating. `looked(frame)` is called after every look.

    The study has the frames `differences` (one row a variant and metric: `variant, metric, unit, words, base,
    base_low, base_high, value, value_low, value_high, estimate, low, high, n, kind, se, correlation, gain, differ,
    wanted`) and `looks` (`variant, metric, estimate, low, high, n` after every block). `correlation` is that of the
    pairs, `gain` how many times as many unpaired games would be needed, `differ` the share of pairs that differ.
    The facts say `why` it ended: `precise` or `games`; and what the sides do not draw alike (`drawn`), where the game can tell.
    """
    variants = [None if variant == PRINTED else variant for variant in variants]
    variants = [None, *variants] if len(variants) == 1 else variants
    if len(variants) < 2:
        raise StudyError("compare: expected at least one variant")
    for what, value in (("games", games), ("block", block), ("jobs", jobs)):
        if value < 1:
            raise StudyError(f"{what} {value}: expected at least 1")
    asked = {"game": game, "players": players, "policies": policies, "seed": seed, "seating": seating}
    others = asked | ({"policies": variant_policies} if variant_policies else {})
    own = variant_options or [{}] * len(variants)
    plans = [
        make_plan(variant, games, (others if i else asked) | options | own[i]) for i, variant in enumerate(variants)
    ]  # fmt: skip
    plan = plans[0]
    names = list(names or names_of(plans, variant_policies))
    played, folder = sides(kind, plans, names, out)
    named, rows = of_metrics.of(plan.kind), plan.kind.seats(plan.players)
    wanted_metrics = [named.parse(name) for name in metrics] or named.usual(rows, plan.seat_names)
    if len({m.name for m in wanted_metrics}) < len(wanted_metrics):
        raise StudyError("metrics: expected different ones")
    for sitting in plans[:2]:
        named.check(wanted_metrics, rows, sitting.seat_names)
    wanted = np.array(parse_precision(precision, wanted_metrics))
    whole = math.lcm(*(each.block for each in plans))
    block = -(-block // whole) * whole
    part = max(1, -(-block // jobs))
    claim(folder, kind, identity_of(plans))
    sums = [None] * (len(played) - 1)
    looks, done, why = [], 0, "games"
    while done < games:
        upto = min(done + block, games)
        opened = [side.play(upto, jobs=jobs, part=part, stream=stream) for side in played]
        base = named.values(opened[0], wanted_metrics, done, upto - 1)
        for i, run in enumerate(opened[1:]):
            new = PairSums.of(base, named.values(run, wanted_metrics, done, upto - 1))
            sums[i] = new if sums[i] is None else sums[i] + new
        done = upto
        frame = _differences(names[1:], wanted_metrics, sums, wanted)
        looks.append(frame.select("variant", "metric", "estimate", "low", "high", "n"))
        if looked:
            looked(frame)
        if np.isfinite(wanted).any() and reached(frame):
            why = "precise"
            break
    rules = [
        {"name": side.name, "fingerprint": side.plan.rules.fingerprint, "changes": _changes(side),
         "policies": side.plan.seat_names}
        for side in played
    ]  # fmt: skip
    drawn = list(dict.fromkeys(what for each in plans[1:] for what in plan.kind.drawn_otherwise(plan, each)))
    asked |= {"players": plan.players, "policies": ",".join(plan.seat_names), **plan.options}
    study = Study(
        kind,
        asked | {"games": games, "block": block, "precision": list(precision)},
        {"differences": frame, "looks": pl.concat(looks)},
        {"why": why, "pairs": done, "looks": len(looks), "comparisons": frame.height, "level": LEVEL, "sides": rules,
         "drawn": drawn},
        folder,
    )  # fmt: skip
    study.save()
    return study


def reached(frame: pl.DataFrame) -> bool:
    """Whether every interval whose half-width is `wanted` is as narrow as that, and rests on pairs that differ."""
    asked = frame.filter(pl.col("wanted").is_finite())
    half = (asked["high"] - asked["low"]) / 2
    differing = asked["differ"] * asked["n"]
    # Where no pair differs more games would not make it surer than it looks, and the page says what may be missed.
    return bool(((half <= asked["wanted"]) & (differing >= FEW) | (differing == 0)).fill_null(False).all())


def _differences(names, metrics, sums, wanted) -> pl.DataFrame:
    pieces = []
    comparisons = len(names) * len(metrics)
    for name, found in zip(names, sums, strict=True):
        share = np.array([m.is_share for m in metrics])
        got = found.difference(shares=share, level=LEVEL, comparisons=comparisons)
        base, value = (found.side(which, shares=share, level=LEVEL) for which in "ab")
        columns = {
            "variant": [name] * len(metrics),
            "metric": [m.name for m in metrics],
            "unit": [m.unit for m in metrics],
            "words": [m.words for m in metrics],
            "base": base.estimate, "base_low": base.low, "base_high": base.high,
            "value": value.estimate, "value_low": value.low, "value_high": value.high,
            "estimate": got.estimate, "low": got.low, "high": got.high,
            "n": np.full(len(metrics), found.n), "kind": ["paired"] * len(metrics), "se": got.se,
            "correlation": found.correlation, "gain": found.gain, "differ": found.differ / found.n,
            "wanted": wanted,
        }  # fmt: skip
        pieces.append(pl.DataFrame(columns))
    return pl.concat(pieces)


def _changes(side) -> list[list[str]]:
    """What the rules change of the printed game, as text: address, printed, here."""
    text = lambda value: "nothing" if value is None else shown(value)  # noqa: E731
    return [[address, text(old), text(new)] for address, old, new in changes_of(side.plan)]


def parse_precision(texts, metrics) -> list[float]:
    """The half-width wanted of each metric, NaN where none is.

    `0.5pp` is meant for every metric that is a share, `0.5vp` for every one in points, `NAME=0.5` (or `NAME=0.5pp`)
    for one. In units of the metric: 0.5pp of a share is 0.005.
    """
    wanted = [float("nan")] * len(metrics)
    for text in texts:
        name, _, amount = text.rpartition("=")
        match = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(pp|vp|)\s*", amount)
        if not match or float(match[1]) <= 0 or not (name or match[2]):
            raise StudyError(f"precision {text!r}: expected a half-width like 0.5pp, 0.5vp or turns=0.2")
        size, unit = float(match[1]), match[2]
        found = False
        for i, metric in enumerate(metrics):
            fits = metric.is_share if unit == "pp" else metric.unit == "points" if unit == "vp" else not metric.is_share
            if (metric.name == name.strip() if name else True) and fits:
                wanted[i] = size / 100 if unit == "pp" else size
                found = True
        if not found:
            raise StudyError(
                f"precision {text!r}: no metric of this unit and name is compared, expected one of "
                + ", ".join(f"{m.name} ({'pp' if m.is_share else m.unit})" for m in metrics)
            )
    return wanted
