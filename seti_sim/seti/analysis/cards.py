"""Which cards are strong?

Two kinds of answer. The five cards dealt at setup are dealt at random, so games in which a seat was dealt a card
differ from the others by that card alone: `dealt_effect` is an effect (`randomised`), for the policies of the
run; `opening` narrows it by regression, and `draws` does the same for every blind draw. What is done with a card is
chosen, or earned by doing well: those rates and win shares (here and in `rates`) are descriptions (`observational`).
"""

from __future__ import annotations

import polars as pl

from seti_sim.seti.analysis import draws, opening, rates
from seti_sim.seti.tables.schema import FATES
from seti_sim.stats import estimates
from seti_sim.stats.grouped import collect, means, of_policy, summed, with_estimate

OUTCOMES = ("win_share", "score")


def dealt_effect(run, outcome: str = "score", policy: str | None = None) -> pl.DataFrame:
    """Effect of being dealt each card in the opening five: mean outcome of seats dealt it minus that of those not.

    Frame `card_id, name, with_card, without_card, estimate, low, high, n, kind, se, sim_low, sim_high, p, q,
    shrunk`. n = seats dealt the card. `low, high` hold for one card (95 %, clustered by game); `sim_low, sim_high`
    for all cards at once (Bonferroni); q controls the false discovery rate over all cards of this outcome
    (Benjamini-Hochberg); `shrunk` is the empirical-Bayes value, for ranking. "Dealt" means the five dealt, whatever
    was tucked of them. Those without the card include the rivals of a seat that has it.
    """
    value = pl.col(outcome).cast(pl.Float64)
    # Taking a round number off keeps the sums of squares small; it cancels in the difference.
    centre = float(collect(run.seats.select(value.mean().round(0))).item())
    value = value - centre
    u, w, x, y = (pl.col(name) for name in "uwxy")
    count = pl.len().cast(pl.Float64)

    def per_game(within):
        return of_policy(within(run.seats), policy).group_by("game_id").agg(u=value.sum(), w=count)

    def all_sums(within):
        return per_game(within).select(u=u.sum(), w=w.sum(), uu=(u * u).sum(), uw=(u * w).sum(), ww=(w * w).sum(), games=count)

    def dealt_sums(within):
        dealt = of_policy(within(run.cards), policy).filter(pl.col("opening"))
        dealt = dealt.group_by("card_id", "game_id").agg(y=value.sum(), x=count)
        return dealt.join(per_game(within), on="game_id").group_by("card_id").agg(
            games=count, y=y.sum(), x=x.sum(), yy=(y * y).sum(), xy=(x * y).sum(), xx=(x * x).sum(),
            **{k: pl.reduce(lambda p, q: p * q, [{"x": x, "y": y}[c] for c in k]).sum() for k in estimates.HIGHER}, yu=(y * u).sum(), yw=(y * w).sum(), xu=(x * u).sum(), xw=(x * w).sum(),
        )  # fmt: skip

    total = summed(run, all_sums).row(0, named=True)
    inside = summed(run, dealt_sums, ["card_id"])
    sums = {name: inside[name].to_numpy() for name in inside.columns if name != "card_id"}
    options = {"kind": "randomised", "share": outcome == "win_share"}
    got = estimates.difference_in_clusters(sums, total, **options)
    wide = estimates.difference_in_clusters(sums, total, **options, comparisons=max(inside.height, 1))
    with_card = sums["y"] / sums["x"] + centre
    p = estimates.p_value(got.estimate, got.se, sums["games"])
    frame = with_estimate(_named(run, inside.select("card_id")), got).with_columns(
        with_card=pl.Series(with_card, dtype=pl.Float64),
        without_card=pl.Series(with_card - got.estimate, dtype=pl.Float64),
        sim_low=pl.Series(wide.low, dtype=pl.Float64),
        sim_high=pl.Series(wide.high, dtype=pl.Float64),
        p=pl.Series(p, dtype=pl.Float64),
        q=pl.Series(estimates.benjamini_hochberg(p), dtype=pl.Float64),
        shrunk=pl.Series(estimates.shrink(got.estimate, got.se).estimate, dtype=pl.Float64),
    )
    return frame.select(
        "card_id", "name", "with_card", "without_card", pl.all().exclude("card_id", "name", "with_card", "without_card")
    )


def fates(run, policy: str | None = None) -> pl.DataFrame:
    """What becomes of each card: frame `card_id, fate, estimate, low, high, n, kind, se`.

    Share of the arrivals of the card at a hand that ended so (`played`, `tucked`, `corner`, `signal`, `exchanged`,
    `discarded`, `held`); n = arrivals. The shares of a card sum to 1. `observational`.
    """
    measures = {fate: pl.col("fate") == fate for fate in FATES}
    rows = of_policy(run.cards, policy)
    return means(run, rows, measures, by=["card_id"], shares=FATES).rename({"measure": "fate"})


def round_played(run, policy: str | None = None) -> pl.DataFrame:
    """Mean round in which each card is played: frame `card_id, estimate, low, high, n, kind, se`; n = plays."""
    rows = of_policy(run.cards, policy).filter(pl.col("fate") == "played")
    return means(run, rows, {"round": pl.col("round_left")}, by=["card_id"]).drop("measure")


def card_table(run, policy: str | None = None, drawn=None, seen=None) -> pl.DataFrame:
    """One row a card, for the full table of the report.

    `card_id, name, deck`; of drawing it instead of another card of its deck (`draws`, randomised): `score_effect,
    win_effect` with `_low, _high, _n`, and `score_q, rank_low, rank_high, tier` (ranks and tiers hold for all cards of
    the deck at once); `dealt_effect` with `_low, _high, _n` (`opening`, randomised, points); win shares of who had or did what
    (`rates`, observational): `in_hand, played, improvement` with `_win, _win_low, _win_high, _n`; what becomes of its
    arrivals: `played, tucked, corner` with `_low, _high`, `arrivals`; `round_played`, and `rounds_in_hand` with `_low,
    _high`. What a card never was is null. `drawn, seen`: what `draws.drawn_effect` and `rates.by_card` gave, if known.
    """
    drawn = draws.drawn_effect(run, policy=policy, by_round=False) if drawn is None else drawn
    seen = rates.by_card(run, policy=policy) if seen is None else seen
    ids = collect(of_policy(run.cards, policy).select(pl.col("card_id").unique()).sort("card_id"))
    table = _named(run, ids).with_columns(deck=pl.col("card_id").cast(pl.String).str.replace(r"-[^-]*$", ""))
    for outcome, label in (("score", "score"), ("win_share", "win")):
        part = drawn.whole.filter(pl.col("outcome") == outcome)
        extra = {"q": "score_q", "rank_low": "rank_low", "rank_high": "rank_high", "tier": "tier"} if label == "score" else {}
        table = _joined(table, part, _four(f"{label}_effect", f"{label}") | extra)
    table = _joined(table, opening.dealt_adjusted(run, "score", policy), _four("dealt_effect", "dealt"))
    for name in ("in_hand", "played", "improvement"):
        part = seen.filter(pl.col("measure") == name)
        table = _joined(table, part, _four(f"{name}_win", f"{name}_win"))
    fate = fates(run, policy)
    for name in ("played", "tucked", "corner"):
        part = fate.filter(pl.col("fate") == name)
        extra = {"n": "arrivals"} if name == "played" else {}
        table = _joined(table, part, {"estimate": name, "low": f"{name}_low", "high": f"{name}_high"} | extra)
    held = rates.exposure(run, policy).filter(pl.col("measure") == "rounds_in_hand")
    names = {"estimate": "rounds_in_hand", "low": "rounds_in_hand_low", "high": "rounds_in_hand_high"}
    return _joined(_joined(table, held, names), round_played(run, policy), {"estimate": "round_played"})


def _four(name: str, stem: str) -> dict[str, str]:
    """New names of estimate, low, high and n."""
    return {"estimate": name, "low": f"{stem}_low", "high": f"{stem}_high", "n": f"{stem}_n"}


def _joined(table: pl.DataFrame, part: pl.DataFrame, names: dict[str, str]) -> pl.DataFrame:
    key = pl.col("card_id").cast(table.schema["card_id"])
    part = part.select(key, *(pl.col(old).alias(new) for old, new in names.items()))
    return table.join(part, on="card_id", how="left", maintain_order="left")


def _named(run, cards: pl.DataFrame) -> pl.DataFrame:
    names = [run.card_names.get(card, card) for card in cards["card_id"].cast(pl.String).to_list()]
    return cards.with_columns(name=pl.Series(names, dtype=pl.String))
