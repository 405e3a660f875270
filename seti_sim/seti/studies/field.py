"""What a judged card is worth in its field: the games that are played for it, the values, and the share of the field that it beats.

A seat and one of its five dealt cards are drawn by lot, and the game is played again with each judged card, its other forms and a
few cards of the field in its place (`exchange`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from seti_sim.seti.studies.exchange import BLOCK, MAIN, OUTCOMES, PART, half_width_wanted, play_exchanges
from seti_sim.seti.studies.siblings import Judged
from seti_sim.stats import estimates
from seti_sim.stats.crossed import Crossed, crossed_effects, effect_estimates
from seti_sim.studies.parts import Parts
from seti_sim.studies.store import StudyError

FIELD = 4
"""Cards of the field that are tried in a base game."""
CONFIDENT = "confident"
"""What games can be played until."""
STRONG, WEAK = 0.95, 0.05
"""Too strong beats so much of the field, too weak so little."""
DRAWS = 4000
CARDS: dict[str, Any] = {
    **dict.fromkeys(("outcome", "card_id", "name", "deck"), pl.String), **dict.fromkeys(("estimate", "low", "high"), pl.Float64),
    "n": pl.Int64, "kind": pl.String, **dict.fromkeys(("se", "shrunk", "left"), pl.Float64),
}  # fmt: skip
SIBLINGS: dict[str, Any] = {"changes": pl.String, "component": pl.String}
"""Columns of the frames `cards` and `siblings`, where they have no rows."""


def pick(others, dealt, rng, groups=(), field=FIELD):
    """One copy of each judged card that could have come instead, and some of the field."""
    known = np.concatenate([np.array(group, int) for group in groups])
    tried = []
    for group in groups:
        there = np.intersect1d(others, group)
        if len(there) and dealt not in group:
            tried.append(rng.choice(there))
    if not len(np.intersect1d(np.append(others, dealt), known)):
        return []  # of a deck that has none of them
    return [*tried, *rng.permutation(np.setdiff1d(others, known))[:field]]


def spent(looks: int) -> int:
    """Comparisons that a look counts for where there are several, 1 without any: k-th looks at the level 1 - 0.05 / (k (k + 1)) miss
    at any of them in at most 5 % (the sum over all k is 0.05)."""
    return looks * (looks + 1) if looks else 1


def exchanged(plan, tried, games, precision, until, folder, jobs, stream, looked):
    """Rows of base games, why it ended, how many base games there are, and looks that were taken at verdicts."""
    cost = 1 + len(tried) + FIELD
    bases = games // cost
    if bases < 1:
        raise StudyError(f"games {games}: expected at least {cost}, which a base game costs")
    wanted = half_width_wanted(precision)
    groups = tuple(group.copies for group in tried)
    identity = plan.identity_parts | {"kind": "judge", "field": FIELD, "tried": [list(group) for group in groups]}
    parts = Parts(partial(play_exchanges, pick=partial(pick, groups=groups)), plan, folder / "parts", identity, PART, cost)
    mine = [group.card_id for group in tried if not group.of]
    done, looks = 0, 0
    while done < bases:
        done = min(done + BLOCK, bases) if wanted or until else bases
        rows = parts.upto(done, jobs=jobs, stream=stream, label="values: ")
        if not wanted and not until:
            continue
        looks += bool(until)
        frame = values(rows, plan, tried, spent(looks))["cards"]
        judged = frame.filter(pl.col("outcome") == (wanted[0] if wanted else OUTCOMES[0]), pl.col("card_id").is_in(mine))
        half = float(((judged["high"] - judged["low"]) / 2).fill_nan(np.inf).max() or np.inf)
        if looked:
            looked(half)
        if wanted and half <= wanted[1]:
            return rows, "precise", done, looks
        if until and judged.height == len(mine) and confident(frame, mine, looks):
            return rows, CONFIDENT, done, looks
    return rows, "games", bases, looks


def confident(cards: pl.DataFrame, mine: Sequence[str], looks: int) -> bool:
    """Whether the verdict of every judged card is clear at look `looks`: its share of the field lies with all of its interval, at
    the level that is left for this look, above `STRONG`, below `WEAK`, or between them."""
    rng = np.random.default_rng((7, looks))
    scores = cards.filter(pl.col("outcome") == OUTCOMES[0])
    tail = 0.025 / spent(looks)
    for row in scores.filter(pl.col("card_id").is_in(list(mine))).iter_rows(named=True):
        field = scores.filter(pl.col("deck") == row["deck"], ~pl.col("card_id").is_in(list(mine)))
        share = beaten(row["estimate"], row["se"], field, rng, max(DRAWS, int(20 / tail)))
        if not np.isfinite(share).all():
            return False
        low, high = np.quantile(share, (tail, 1 - tail))
        if not (low > STRONG or high < WEAK or (low > WEAK and high < STRONG)):
            return False
    return True


def values(rows, plan, tried: Sequence[Judged], comparisons: int = 1) -> dict[str, pl.DataFrame]:
    """The frames `cards` and `siblings` of rows as played; copies of a card are one. comparisons: see `spent`."""
    rules = plan.rules
    one = np.arange(len(rules.card_ids))
    for group in tried:
        one[list(group.copies)] = group.copies[0]
    ids, words = np.array(rules.card_ids), list(rules.card_names.values())
    how = {group.card_id: group for group in tried if group.of}
    cards, siblings = [], []
    for deck in np.unique(rows["deck"]):
        mine = rows["deck"] == deck
        there, at = np.unique(one[rows["card"][mine]], return_inverse=True)
        if not any(group.copies[0] in there for group in tried):
            continue
        name = MAIN if deck == 0 else rules.species_ids[deck - 1]
        for outcome in OUTCOMES:
            base, value = rows["base"][mine], rows[outcome][mine]
            _, first = np.unique(np.column_stack([base, at]), axis=0, return_index=True)  # two copies of one game count once
            fit: Crossed = crossed_effects(base[first], at[first], value[first], len(there))
            got = effect_estimates(fit, outcome, comparisons)
            field = np.array([ids[i] not in how for i in there])
            shrunk = estimates.shrink(np.where(field, got.estimate, np.nan), np.where(field, got.se, np.nan))
            frame = pl.DataFrame({
                "outcome": outcome, "card_id": list(ids[there]), "name": [words[i] for i in there], "deck": name, **got.columns(),
                "shrunk": shrunk.estimate, "left": shrunk.se,
            })  # fmt: skip
            cards.append(frame.filter(pl.Series(field)))
            if outcome == OUTCOMES[0]:
                siblings.append(frame.filter(~pl.Series(field)))
    if not cards:  # so few games that no deck with one of them was drawn from
        return {"cards": pl.DataFrame(schema=CARDS), "siblings": pl.DataFrame(schema=CARDS | SIBLINGS)}
    of = [how[card] for frame in siblings for card in frame["card_id"]]
    apart = pl.concat(siblings).with_columns(
        changes=pl.Series([group.how for group in of], dtype=pl.String),
        component=pl.Series([group.of for group in of], dtype=pl.String),
    )
    return {"cards": pl.concat(cards), "siblings": apart}


def beaten(estimate: float, se: float, field: pl.DataFrame, rng, draws: int = DRAWS) -> np.ndarray:
    """Draws of the share of a field that a card beats: its value within its error, those of the field within what is left of
    theirs once chance is taken out. NaN of no field."""
    if field.is_empty():
        return np.full(draws, np.nan)
    left = field["left"].fill_nan(0.0).to_numpy()
    others = field["shrunk"].to_numpy() + left * rng.standard_normal((draws, field.height))
    mine = estimate + se * rng.standard_normal(draws)
    return (others < mine[:, None]).mean(axis=1)
