"""What goes together with a card: win shares by what was seen and done, under the names that card-game sites use.

Descriptions, all of them (`observational`). Seats that do well draw more cards and play more of them, so nearly every
card's `improvement` comes out above zero; `draws` asks what a card does.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.seti.analysis.decks import deck_names
from seti_sim.stats import estimates
from seti_sim.stats.cells import Cells
from seti_sim.stats.correlation import rank_correlation
from seti_sim.stats.grouped import collect, higher, means, of_policy, summed, with_estimate

RATES = {
    "opening": "it was one of the five dealt (opening hand)",
    "drawn": "it came later, from anywhere, and was not in the opening hand (drawn)",
    "in_hand": "it was in hand at any time (game in hand)",
    "not_seen": "it never was in hand (game not seen)",
    "played": "it was played at least once",
    "tucked": "it was tucked for income at least once",
    "corner": "its corner was used at least once",
    "improvement": "in hand at any time less never seen (improvement when drawn)",
}
"""The rates and the seats over which each is taken."""

_CONDITIONS = {
    "opening": pl.col("opening"),
    "in_hand": pl.lit(True),
    "played": pl.col("fate") == "played",
    "tucked": pl.col("fate") == "tucked",
    "corner": pl.col("fate") == "corner",
}
"""Of a row; a seat had or did so if any of its rows of the card fulfils it."""


def by_card(run, outcome: str = "win_share", policy: str | None = None) -> pl.DataFrame:
    """Mean outcome of seats by what they had or did: `card_id, measure, estimate, low, high, n, kind, se, shrunk`.

    Measures are those of `RATES`; n = seats (those with the card for `improvement`). Seats count of games in which
    anybody had a card of the same deck, so that cards of a species are compared inside the games with that species.
    Intervals are clustered by game. `shrunk` is the empirical-Bayes value among the cards of the deck, so that a rare
    card does not head a list by luck. `observational`.
    """
    share = outcome == "win_share"
    value = pl.col(outcome).cast(pl.Float64)
    deck_of = deck_names(run)
    decks = list(dict.fromkeys(deck_of))
    number = pl.col("card_id").to_physical().replace_strict(
        list(range(len(deck_of))), [decks.index(name) for name in deck_of], return_dtype=pl.Int64
    )  # fmt: skip

    def per_game(within):
        seats = of_policy(within(run.seats), policy).group_by("game_id")
        return collect(seats.agg(u=value.sum(), w=pl.len().cast(pl.Float64)))

    def deck_sums(within):
        rows = collect(within(run.cards).select("game_id", deck=number)).join(per_game(within), on="game_id")
        cells = Cells(rows, ["deck"])
        found = {"games": cells.totals(cells.sums() > 0)} | _of_game(cells, rows)[2]
        return cells.keys.with_columns(**found)

    def card_sums(within):
        seats = _once_a_seat(collect(of_policy(within(run.cards), policy).select(
            "game_id", "seat", "card_id", value=value, **_CONDITIONS
        )))  # fmt: skip
        seats = seats.join(per_game(within), on="game_id", how="left", maintain_order="left")
        cells = Cells(seats, ["card_id"])
        values, sums = seats["value"].to_numpy(), {}
        for name in _CONDITIONS | {"drawn": None}:
            there = seats[name].to_numpy().astype(float)
            x, y = cells.sums(there), cells.sums(there * values)
            own = {"y": (y,), "x": (x,), "yy": (y, y), "xy": (x, y), "xx": (x, x), "games": (x > 0,)}
            sums |= {f"{name}.{key}": cells.totals(*pair) for key, pair in own.items()}
            if name == "in_hand":
                u, w, _ = _of_game(cells, seats)
                crossed = {"yu": (y, u), "yw": (y, w), "xu": (x, u), "xw": (x, w)}
                crossed = {key: cells.totals(*pair) for key, pair in crossed.items()}
                crossed |= higher(cells, "", y, x)
                sums |= {f"all.{key}": total for key, total in crossed.items()}
        return cells.keys.with_columns(**sums)

    whole = summed(run, deck_sums, ["deck"]).with_columns(pl.col("deck").replace_strict(dict(enumerate(decks))))
    cards = summed(run, card_sums, ["card_id"])
    deck = pl.col("card_id").cast(pl.String).str.replace(r"-[^-]*$", "").alias("deck")
    cards = cards.with_columns(deck).join(whole, on="deck", how="left", maintain_order="left")
    found = []
    for name in _CONDITIONS | {"drawn": None}:
        s = {key: cards[f"{name}.{key}"].to_numpy() for key in ("y", "x", "yy", "xy", "xx", "games")}
        got = estimates.ratio_of_sums(*s.values(), kind="observational", share=share)
        found.append(_rate(cards, name, got))
    inside = {key: cards[f"in_hand.{key}"].to_numpy() for key in ("y", "x", "yy", "xy", "xx", "games")}
    inside |= {key: cards[f"all.{key}"].to_numpy() for key in ("yu", "yw", "xu", "xw", *estimates.HIGHER)}
    total = {key: cards[key].to_numpy() for key in ("u", "w", "uu", "uw", "ww", "games")}
    found.append(_rate(cards, "improvement", estimates.difference_in_clusters(inside, total, "observational", share)))
    x, y = total["w"] - inside["x"], total["u"] - inside["y"]
    yy = total["uu"] - 2 * inside["yu"] + inside["yy"]
    xx = total["ww"] - 2 * inside["xw"] + inside["xx"]
    xy = total["uw"] - inside["xu"] - inside["yw"] + inside["xy"]
    got = estimates.ratio_of_sums(y, x, yy, xy, xx, total["games"], kind="observational", share=share)
    found.append(_rate(cards, "not_seen", got))
    frame = pl.concat(found)
    order = pl.Enum(list(RATES))
    return (
        frame.with_columns(pl.col("measure").cast(order))
        .sort("card_id", "measure")
        .with_columns(pl.col("measure").cast(pl.String))
    )


def _of_game(cells: Cells, rows: pl.DataFrame) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Outcomes and seats of the game of every cell, and their sums over games."""
    u, w = cells.same(rows["u"].to_numpy()), cells.same(rows["w"].to_numpy())
    pairs = {"u": (u,), "w": (w,), "uu": (u, u), "uw": (u, w), "ww": (w, w)}
    return u, w, {key: cells.totals(*pair) for key, pair in pairs.items()}


def _once_a_seat(rows: pl.DataFrame) -> pl.DataFrame:
    """A row for each game, seat and card: what any of its rows fulfils, and `drawn`, that it was not dealt."""
    key = (rows["game_id"].to_numpy() * 8 + rows["seat"].to_numpy()) * 1024 + rows["card_id"].to_physical().to_numpy()
    if (key[1:] < key[:-1]).any():  # a run has its rows in this order
        order = np.argsort(key, kind="stable")
        rows, key = rows[order], key[order]
    first = np.flatnonzero(np.r_[np.ones(min(len(key), 1), bool), key[1:] != key[:-1]])
    any_of = {name: np.logical_or.reduceat(rows[name].to_numpy(), first) for name in _CONDITIONS} if len(first) else {}
    found = rows[first].with_columns(pl.Series(name, values) for name, values in any_of.items())
    return found.with_columns(drawn=~pl.col("opening"))


def _rate(cards: pl.DataFrame, name: str, got: estimates.Estimate) -> pl.DataFrame:
    """Rows of one measure, with values shrunk inside each deck."""
    frame = with_estimate(cards.select("card_id", pl.lit(name).alias("measure")), got)
    shrunk = estimates.shrink_groups(got.estimate, got.se, cards["deck"].to_list())
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
    both = cards.join(part, on="card_id").with_columns(beyond=beyond, beyond_low=beyond - half, beyond_high=beyond + half)
    good = (pl.col("effect_low").fill_nan(None) > 0) & (pl.col("beyond_high") < 0)
    bad = (pl.col("effect_high") < 0) & (pl.col("beyond_low").fill_nan(None) > 0)
    return both.drop("half").with_columns(wrong=(good | bad).fill_null(False)).sort("effect", "card_id")


def agreement(rates: pl.DataFrame, effects: pl.DataFrame, deck: str) -> pl.DataFrame:
    """How far each rate orders the cards of a deck as the draws do: `measure, estimate, low, high, n, kind, se, wrong`.

    The estimate is Spearman's rank correlation over the cards (n) with Bonett and Wright's interval (2000); `wrong` is
    the number of cards that surely have the wrong sign (`misleads`). `not_seen`, which is good where the card is bad, is
    left out. Both come from the same games, whose
    luck they share: in few games they agree too well. `observational`.
    """
    found = []
    for measure in (name for name in RATES if name != "not_seen"):
        both = misleads(rates, effects, measure).filter(pl.col("deck") == deck, pl.col("beyond").is_finite())
        n = both.height
        if n < 4 or both["beyond"].n_unique() < 2 or both["effect"].n_unique() < 2:
            continue
        got = rank_correlation(both["effect"], both["beyond"])
        wrong = int(both["wrong"].sum())
        se = got.se * (1 - got.estimate**2)
        found.append((measure, got.estimate, got.low, got.high, float(n), "observational", se, wrong))
    names = ["measure", "estimate", "low", "high", "n", "kind", "se", "wrong"]
    types = dict(zip(names, [pl.String, *[pl.Float64] * 4, pl.String, pl.Float64, pl.Int64]))
    return pl.DataFrame(found, types, orient="row")
