"""What goes together with a card: win shares by what was seen and done, under the names that card-game sites use.

Descriptions, all of them (`observational`). Seats that do well draw more cards and play more of them, so nearly every
card's `improvement` comes out above zero; `draws` asks what a card does.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy.stats import norm, spearmanr

from seti_sim.analysis import stats
from seti_sim.analysis.grouped import means, of_policy, summed, with_estimate

RATES = {
    "opening": "it was one of the five dealt (opening hand)",
    "drawn": "it came later, from anywhere, and was not in the opening hand (drawn)",
    "in_hand": "it was in hand at any time (game in hand)",
    "not_seen": "it never was in hand (game not seen)",
    "played": "it was played at least once",
    "tucked": "it was tucked for income at least once",
    "corner": "its corner was used at least once",
    "improvement": "in_hand less not_seen (improvement when drawn)",
}
"""The rates and the seats over which each is taken."""

_CONDITIONS = {
    "opening": pl.col("opening").any(),
    "drawn": ~pl.col("opening").any(),
    "in_hand": pl.lit(True),
    "played": (pl.col("fate") == "played").any(),
    "tucked": (pl.col("fate") == "tucked").any(),
    "corner": (pl.col("fate") == "corner").any(),
}


def by_card(run, outcome: str = "win_share", policy: str | None = None) -> pl.DataFrame:
    """Mean outcome of seats by what they had or did: `card_id, measure, estimate, low, high, n, kind, se, shrunk`.

    Measures are those of `RATES`; n = seats (those with the card for `improvement`). Seats count of games in which
    anybody had a card of the same deck, so that cards of a species are compared inside the games with that species.
    Intervals are clustered by game. `shrunk` is the empirical-Bayes value among the cards of the deck, so that a rare
    card does not head a list by luck. `observational`.
    """
    value = pl.col(outcome).cast(pl.Float64)
    share = outcome == "win_share"
    deck = pl.col("card_id").cast(pl.String).str.replace(r"-[^-]*$", "").alias("deck")
    count = pl.len().cast(pl.Float64)

    def per_game(within):
        return of_policy(within(run.seats), policy).group_by("game_id").agg(u=value.sum(), w=count)

    def deck_sums(within):
        decks = within(run.cards).select("game_id", "card_id").unique().select("game_id", deck).unique()
        u, w = pl.col("u"), pl.col("w")
        both = decks.join(per_game(within), on="game_id")
        return both.group_by("deck").agg(
            u=u.sum(), w=w.sum(), uu=(u * u).sum(), uw=(u * w).sum(), ww=(w * w).sum(), games=count
        )

    def card_sums(within):
        seats = of_policy(within(run.cards), policy).group_by("card_id", "game_id", "seat")
        seats = seats.agg(value.first().alias("value"), **_CONDITIONS)
        x = {f"x_{name}": pl.col(name).cast(pl.Float64).sum() for name in _CONDITIONS}
        y = {f"y_{name}": (pl.col(name) * pl.col("value")).sum() for name in _CONDITIONS}
        games = seats.with_columns(in_hand=True).group_by("card_id", "game_id").agg(**x, **y)
        games = games.join(per_game(within), on="game_id")
        sums = {}
        for name in _CONDITIONS:
            x, y = pl.col(f"x_{name}"), pl.col(f"y_{name}")
            cells = {"x": x, "y": y, "xx": x * x, "xy": x * y, "yy": y * y, "games": (x > 0).cast(pl.Float64)}
            sums |= {f"{name}.{key}": cell.sum() for key, cell in cells.items()}
        x, y, u, w = (pl.col(name) for name in ("x_in_hand", "y_in_hand", "u", "w"))
        crossed = {"u": u, "w": w, "uu": u * u, "uw": u * w, "ww": w * w}
        crossed |= {"yu": y * u, "yw": y * w, "xu": x * u, "xw": x * w}
        return games.group_by("card_id").agg(**sums, **{f"all.{key}": cell.sum() for key, cell in crossed.items()})

    whole = summed(run, deck_sums, ["deck"])
    cards = summed(run, card_sums, ["card_id"])
    cards = cards.with_columns(deck).join(whole, on="deck", how="left", maintain_order="left")
    found = []
    for name in _CONDITIONS:
        s = {key: cards[f"{name}.{key}"].to_numpy() for key in ("y", "x", "yy", "xy", "xx", "games")}
        got = stats.ratio_of_sums(*s.values(), kind="observational", share=share)
        found.append(_rate(cards, name, got))
    inside = {key: cards[f"in_hand.{key}"].to_numpy() for key in ("y", "x", "yy", "xy", "xx", "games")}
    inside |= {key: cards[f"all.{key}"].to_numpy() for key in ("u", "w", "uu", "uw", "ww", "yu", "yw", "xu", "xw")}
    total = {key: cards[key].to_numpy() for key in ("u", "w", "uu", "uw", "ww", "games")}
    found.append(_rate(cards, "improvement", stats.difference_in_clusters(inside, total, kind="observational")))
    x, y = total["w"] - inside["x"], total["u"] - inside["y"]
    yy = total["uu"] - 2 * inside["yu"] + inside["yy"]
    xx = total["ww"] - 2 * inside["xw"] + inside["xx"]
    xy = total["uw"] - inside["xu"] - inside["yw"] + inside["xy"]
    got = stats.ratio_of_sums(y, x, yy, xy, xx, total["games"], kind="observational", share=share)
    found.append(_rate(cards, "not_seen", got))
    frame = pl.concat(found)
    order = pl.Enum(list(RATES))
    return (
        frame.with_columns(pl.col("measure").cast(order))
        .sort("card_id", "measure")
        .with_columns(pl.col("measure").cast(pl.String))
    )


def _rate(cards: pl.DataFrame, name: str, got: stats.Estimate) -> pl.DataFrame:
    """Rows of one measure, with values shrunk inside each deck."""
    frame = with_estimate(cards.select("card_id", pl.lit(name).alias("measure")), got)
    shrunk = stats.shrink_groups(got.estimate, got.se, cards["deck"].to_list())
    return frame.filter(pl.Series(got.n > 0)).with_columns(shrunk=pl.Series(shrunk[got.n > 0], dtype=pl.Float64))


def exposure(run, policy: str | None = None) -> pl.DataFrame:
    """How long cards are there to be used: `card_id, measure, estimate, low, high, n, kind, se`; n = arrivals.

    `arrived`: mean round in which the card comes to a hand (setup is 0). `rounds_left`: rounds from then to the end.
    `rounds_in_hand`: rounds from its coming to its leaving, 0 inside one round. `played`: share of arrivals played;
    `played_a_round`: plays for each round in hand or begun (the rate at which a holder plays it). `observational`.
    """
    rounds = run.config["rounds"]
    came, left = pl.col("round").cast(pl.Float64), pl.col("round_left").fill_null(rounds).cast(pl.Float64)
    rows = of_policy(run.cards, policy)
    held, played = left.clip(upper_bound=rounds) - came, pl.col("fate") == "played"
    measures = {
        "arrived": came, "rounds_left": (rounds - came).clip(lower_bound=0),
        "rounds_in_hand": held.clip(lower_bound=0), "played": played,
    }  # fmt: skip
    found = means(run, rows, measures, by=["card_id"], shares=["played"])
    begun = held.clip(lower_bound=0) + 1
    rate = means(run, rows, {"played_a_round": played / begun}, by=["card_id"], weight=begun)
    return pl.concat([found, rate]).sort("card_id", maintain_order=True)


def misleads(rates: pl.DataFrame, effects: pl.DataFrame, measure: str = "improvement") -> pl.DataFrame:
    """Where a rate points the wrong way, seen from what the draws tell.

    `rates` as of `by_card`, `effects` one row a card with `deck, estimate, sim_low, sim_high` (`draws`), both of one
    outcome. An effect of a draw is against the other cards of the deck, so the rate is taken against the mean of the
    deck, too: frame `card_id, name, deck, rate, beyond, beyond_low, beyond_high, effect, effect_low, effect_high,
    wrong`. `wrong`: the two have opposite signs, both surely (95 % intervals, those of the effects simultaneous).
    """
    part = rates.filter(pl.col("measure") == measure).select(
        pl.col("card_id").cast(pl.String), rate="estimate", half=(pl.col("high") - pl.col("low")) / 2
    )
    cards = effects.select(
        pl.col("card_id").cast(pl.String),
        "name",
        "deck",
        effect="estimate",
        effect_low="sim_low",
        effect_high="sim_high",
    )
    beyond, half = pl.col("rate") - pl.col("rate").mean().over("deck"), pl.col("half")
    both = cards.join(part, on="card_id").with_columns(
        beyond=beyond, beyond_low=beyond - half, beyond_high=beyond + half
    )
    good = (pl.col("effect_low") > 0) & (pl.col("beyond_high") < 0)
    bad = (pl.col("effect_high") < 0) & (pl.col("beyond_low") > 0)
    return both.drop("half").with_columns(wrong=(good | bad).fill_null(False)).sort("effect", "card_id")


def agreement(rates: pl.DataFrame, effects: pl.DataFrame, deck: str) -> pl.DataFrame:
    """How far each rate orders the cards of a deck as the draws do: `measure, estimate, low, high, n, kind, se, wrong`.

    The estimate is Spearman's rank correlation over the cards (n) with Bonett and Wright's interval (2000); `wrong` is
    the number of cards that surely have the wrong sign (`misleads`). Both come from the same games, whose
    luck they share: in few games they agree too well. `observational`.
    """
    found = []
    for measure in RATES:
        both = misleads(rates, effects, measure).filter(pl.col("deck") == deck, pl.col("beyond").is_finite())
        n = both.height
        if n < 4 or both["beyond"].n_unique() < 2 or both["effect"].n_unique() < 2:
            continue
        r = float(spearmanr(both["effect"], both["beyond"]).statistic)
        se = np.sqrt((1 + r * r / 2) / (n - 3))
        low, high = np.tanh(np.arctanh(np.clip(r, -0.999999, 0.999999)) + np.array([-1, 1]) * norm.isf(0.025) * se)
        wrong = int(both["wrong"].sum())
        found.append((measure, r, min(low, r), max(high, r), float(n), "observational", se * (1 - r * r), wrong))
    names = ["measure", "estimate", "low", "high", "n", "kind", "se", "wrong"]
    types = dict(zip(names, [pl.String, *[pl.Float64] * 4, pl.String, pl.Float64, pl.Int64]))
    return pl.DataFrame(found, types, orient="row")
