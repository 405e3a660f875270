"""Runs of a made-up card game of which everything is known: tables in memory, without a folder or an engine.

Two seats, one deck of `len(VALUES)` cards. Half of the seats are ahead by luck of their own: they have 30 points more
and draw far more cards. A card drawn or dealt is worth its value to the seat, whatever is done with it. So the seats
that drew a card, any card, win more than others, though some cards are bad.
"""

from types import SimpleNamespace

import numpy as np
import polars as pl

VALUES = np.array([-9.0, -6, -3, 0, 0, 0, 0, 3, 6, 9, 0, 0])
CARDS = [f"base-{i + 1:03d}" for i in range(len(VALUES))]
ROUNDS, AHEAD = 4, 30.0
DRAW = {False: 0.25, True: 0.9}  # chance of drawing in a round, by whether the seat is ahead
_CHANCES = ["dealt", "deck", "refill", "stack", "revealed", "tile", "species", "turned-up"]


class MadeUp(SimpleNamespace):
    """As much of a `tables.Run` as the analysis reads; `truth` is the effect of drawing each card."""

    def stretches(self, games=25_000):
        first, count = self.ranges[0]
        starts = range(first, first + count, max(games, 1))
        return [(start, min(start + games, first + count) - 1) for start in starts]


def play(games: int, seed: int, values=VALUES, ahead=AHEAD, sd=10.0, reshuffle=False) -> MadeUp:
    """`games` games. With `reshuffle`, the third round begins with all cards back in the deck."""
    rng = np.random.default_rng(seed)
    n = len(values)
    draws, cards, seats, gold = [], [], [], []
    above, below = np.zeros(n), np.zeros(n)
    for game in range(games):
        lead = rng.random(2) < 0.5
        # Who draws when is settled by who is ahead, so the draws still to come are known to the truth below.
        plan = [("dealt", seat, 0, 0) for seat in (0, 1)] + [("refill", None, 0, 0)]
        for round_ in range(1, ROUNDS + 1):
            for seat in (0, 1):
                if rng.random() < DRAW[bool(lead[seat])]:
                    plan.append(("deck", seat, round_, 2 * round_ + seat - 1))
        deck, hand, whole = list(rng.permutation(n)), ([], []), True
        for event, (chance, seat, round_, turn) in enumerate(plan):
            if reshuffle and round_ == 3 and whole:
                deck, whole = list(rng.permutation(n)), False
            pool = len(deck)
            if seat is not None and whole:
                later = [e for e in plan[event + 1 :] if e[1] == seat and not (reshuffle and e[2] >= 3)]
                here = values[deck]
                others = (here.sum() - here) / (pool - 1)
                weight = (1 - 1 / pool) / pool
                above[deck] += weight * (here - others) * (1 - len(later) / (pool - 1))
                below[deck] += weight
            card = deck.pop()
            draws.append((game, event, chance, None if seat is None else seat + 1, round_, turn, CARDS[card], pool))
            if seat is not None:
                hand[seat].append(card)
                source = chance
                cards.append((game, seat + 1, CARDS[card], source, pool, round_, turn, chance == "dealt"))
        score = 50 + ahead * lead + [values[h].sum() for h in hand] + rng.normal(0, sd, 2)
        best = score == score.max()
        for seat in (0, 1):
            seats.append((game, seat + 1, float(score[seat]), best[seat] / best.sum()))
            if lead[seat]:
                gold.append((game, seat + 1, 2))
    policy = pl.lit("one").cast(pl.Enum(["one"])).alias("policy")
    seat_table = pl.DataFrame(seats, ["game_id", "seat", "score", "win_share"], orient="row").with_columns(policy)
    where = ["game_id", "seat", "card_id", "source", "deck_size", "round", "turn", "opening"]
    card_table = pl.DataFrame(cards, where, orient="row").join(seat_table, on=["game_id", "seat"], maintain_order="left")
    names = ["game_id", "event", "chance", "seat", "round", "turn", "card_id", "pool"]
    draw_table = pl.DataFrame(draws, {c: pl.String if c in ("chance", "card_id") else pl.Int64 for c in names}, orient="row")
    enums = [pl.col("card_id").cast(pl.Enum(CARDS)), pl.col("chance").cast(pl.Enum(_CHANCES))]
    marks = pl.DataFrame(gold, {c: pl.Int64 for c in ("game_id", "seat", "turn")}, orient="row")
    with np.errstate(invalid="ignore"):
        truth = above / below
    return MadeUp(
        draws=draw_table.with_columns(enums).lazy(), cards=card_table.with_columns(enums[0]).lazy(),
        seats=seat_table.lazy(), gold=marks.lazy(), techs=marks.clear().lazy(), truth=truth,
        config={"categories": {"card": CARDS}, "rounds": ROUNDS, "seats": ["one", "one"], "block": 1},
        card_names={}, players=2, policies=("one",), ranges=[(0, games)], n_games=games, is_mirror=True,
    )  # fmt: skip
