"""What of the luck of a deal is luck of one thing and what of another, as of the sky and of the clues of The Search for Planet X.

Each deal is played once more in all orders of the players, with the one as it was and the other drawn anew (`GameKind.redrawn`). An
effect of a deal (its level, what it gives to a seat, what it suits a player) is then known twice. The mean product of the two is
the variance of what they have in common; nothing else is in both. Half of the mean square of their difference is the variance of what
was drawn anew, and of the chaos that is left in a mean over orders, which is told and taken away as in `luck`: with two players it
cannot be told, and the rest holds what was drawn anew.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.stats.estimates import ratio_of_sums

EFFECTS = {"": 0, " x seat": 1, " x skill": 2}
"""Effects of a deal, each by its place in what `parts` gives."""


def shares(first, second, parts, words: tuple[str, ...], outcome: str, least: int) -> pl.DataFrame:
    """Shares of the variance of an outcome that are due to what stays of a deal, and to what is drawn anew.

    first, second: `Moments` of the deals as they are, and with the second part drawn anew, of outcomes above one and the same
    mean. parts: splits cells [..., seats, players] into level, seat, player and what is left. words: what stays, what is drawn
    anew. Frame `outcome, component, estimate, low, high, n, kind, se`; n = deals, paired; no interval
    for fewer deals than `least`; what cannot be told has no row.
    """
    deals = len(first.cells)
    total = (first.squares + second.squares) / 2
    chaos = (first.chaos + second.chaos) / 2 / first.orders
    ones, others = parts(first.cells), parts(second.cells)
    rows = []
    for suffix, at in EFFECTS.items():
        mean = (ones[at] + others[at]).mean(axis=0) / 2
        one, other = ones[at] - mean, others[at] - mean
        common = (one * other).mean(axis=(1, 2)) * deals / max(deals - 1, 1)
        anew = ((one - other) ** 2).mean(axis=(1, 2)) / 2 - chaos[:, 0 if at else 1]
        for word, values in zip(words, (common, anew), strict=True):
            if np.isfinite(values).all():
                rows.append({"outcome": outcome, "component": word + suffix} | _share(values, total, least))
    return pl.DataFrame(rows)


def _share(values, total, least: int) -> dict[str, object]:
    """The ratio of the sums of both over deals, with its interval where there are `least` deals."""
    sums = values.sum(), total.sum(), (values**2).sum(), (values * total).sum(), (total**2).sum()
    if not sums[1] or len(values) < least:
        return {
            "estimate": sums[0] / sums[1] if sums[1] else np.nan,
            "low": np.nan,
            "high": np.nan,
            "n": float(len(values)),
            "kind": "paired",
            "se": np.nan,
        }
    off = values - sums[0] / sums[1] * total
    got = ratio_of_sums(*sums, len(values), kind="paired", powers=((off**3).sum(), (off**4).sum())).columns()
    return {key: value if key == "kind" else float(value) for key, value in got.items()} | {"n": float(len(values))}
