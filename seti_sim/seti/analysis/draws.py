"""What is a card worth when it is drawn? Every blind draw is a coin toss, and the table `draws` has all of them.

When a seat draws unseen from a deck of N cards, each of them comes with probability 1/N, whatever went before. So the
seats that drew a card differ from those that drew another card *while it was still in that deck* by this card alone:
an experiment at every draw, many times more of them than cards dealt at setup. The effect of card c is

    sum of (T - 1/N) (Y - m)  over  sum of (1/N) (1 - 1/N)

over all draws with c in the deck, with T = 1 where c was drawn, Y the outcome of the seat that drew and m a guess at Y
from what was known before the draw. That is unbiased for the mean over draws of what c brings *instead of the other
cards of the deck*, each draw weighted by its chance to bring c, for any guess m that the draw could not touch: here a
regression on seat, policy, techs and gold tiles so far, fitted on other games (a control variate; compare AIVAT, Burch
et al. 2018). Games are the clusters.

Which cards are in a deck is known exactly until its first reshuffle: those not drawn yet, to wherever. Draws after
a reshuffle are left out. A species' deck is a deck like any other, so its cards are compared with each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from seti_sim.seti.analysis.decks import deck_names
from seti_sim.stats import estimates
from seti_sim.stats.grouped import collect, with_estimate
from seti_sim.stats.many import max_t

OUTCOMES = ("score", "win_share")
HAND = ("dealt", "deck", "species")  # chances that bring a card to a seat unseen
FIT_GAMES = 20_000  # the control variate is fitted on so many at most
_STRETCH = 10_000  # games in memory at once


@dataclass(frozen=True)
class Drawn:
    """The effect of drawing each card.

    effects: frame `outcome, when, card_id, name, estimate, low, high, n, kind, se`, `randomised`; `when` is `all`,
    `setup` (the five dealt) or `round 1` … and n = draws of the card. whole: frame of `when = all` with `sim_low,
    sim_high, p, q, shrunk, rank_low, rank_high, tier, deck` more. gain: by outcome, the variance without the control variate
    as a multiple of that with it. left_out: share of draws that came after a reshuffle. covariance: by outcome, of the
    estimates of `whole` in its order.
    """

    effects: pl.DataFrame
    whole: pl.DataFrame
    gain: dict[str, float]
    left_out: float
    covariance: dict[str, np.ndarray]


def drawn_effect(run, outcomes=OUTCOMES, policy: str | None = None, by_round=True) -> Drawn:
    """Effect of drawing each card instead of another of its deck, on `outcomes`, for the seats of a policy (all).

    `by_round`: whether to give effects by `when`, too, or for which outcomes.
    """
    book = _Book(run)
    controls = _fit(run, book, outcomes, policy)
    split = outcomes if by_round is True else by_round or ()
    tallies = {"all": _Tally(len(book.cards), outcomes)}
    tallies |= {cell: _Tally(len(book.cards), split) for cell in book.whens if split}
    plain = {outcome: np.zeros(3) for outcome in outcomes}
    seen, kept = 0, 0
    for first, last in run.stretches(_STRETCH):
        events = _Events(run, book, first, last, policy)
        seen, kept = seen + events.drawn, kept + len(events.at)
        residuals = {}
        for outcome in outcomes:
            residuals[outcome], raw = events.residual(outcome, controls.get(outcome))
            plain[outcome] += [(residuals[outcome] ** 2).sum(), (raw**2).sum(), (residuals[outcome] ** 3).sum()]
        for cell, tally in tallies.items():
            tally.add(events, residuals, None if cell == "all" else book.whens.index(cell))
    frames, whole, covariance = [], [], {}
    skewness = {
        outcome: cubes / (squares**1.5 / kept**0.5) if squares > 0 else 0 for outcome, (squares, _, cubes) in plain.items()
    }
    for outcome, cell in ((o, c) for o in outcomes for c in tallies if o in tallies[c].of):
        tally = tallies[cell]
        got = tally.estimate(outcome, estimates.least_games(skewness[outcome]))
        keys = pl.DataFrame({"card_id": book.cards, "name": book.names}).select(
            pl.lit(outcome).alias("outcome"), pl.lit(cell).alias("when"), pl.all()
        )
        frame = with_estimate(keys, got)
        frames.append(frame.filter(pl.col("n") > 0))
        if cell == "all":
            there = np.flatnonzero(tally.n > 0)
            covariance[outcome] = tally.covariance(outcome)[np.ix_(there, there)]
            least = estimates.least_games(skewness[outcome], len(there))
            games = np.where(tally.n[there] >= least, tally.n[there], 0)  # too few for intervals of all at once
            whole.append(_with_family(frame.filter(pl.col("n") > 0), covariance[outcome], games, book, outcome))
    gain = {k: float(v[1] / v[0]) if v[0] > 0 else np.nan for k, v in plain.items()}
    return Drawn(pl.concat(frames), pl.concat(whole), gain, 1 - kept / seen if seen else np.nan, covariance)


def _with_family(frame, covariance, games, book, outcome) -> pl.DataFrame:
    """Simultaneous intervals, ranks, p, q and shrunk values; every deck is a family of its own."""
    estimate, se = frame["estimate"].to_numpy(), frame["se"].to_numpy()
    decks = np.array([book.deck_name[book.code[card]] for card in frame["card_id"]])
    columns = ("sim_low", "sim_high", "rank_low", "rank_high", "tier", "shrunk")
    more = {name: np.full(frame.height, np.nan) for name in columns}
    p = estimates.p_value(estimate, se, frame["n"].to_numpy())
    q = np.full(frame.height, np.nan)
    for deck in dict.fromkeys(decks):
        at = np.flatnonzero(decks == deck)
        family = max_t(estimate[at], covariance[np.ix_(at, at)], games[at], **estimates.between(outcome))
        more["sim_low"][at], more["sim_high"][at] = family.low, family.high
        more["rank_low"][at], more["rank_high"][at] = family.rank_low, family.rank_high
        more["tier"][at] = family.tier
        more["shrunk"][at] = estimates.shrink(estimate[at], se[at]).estimate
        q[at] = estimates.benjamini_hochberg(p[at])
    return frame.with_columns(
        *(pl.Series(name, values, dtype=pl.Float64) for name, values in more.items()),
        p=pl.Series(p, dtype=pl.Float64), q=pl.Series(q, dtype=pl.Float64),
        deck=pl.Series(list(decks), dtype=pl.String),
    )  # fmt: skip


class _Book:
    """What is the same in every stretch of a run: its cards, their decks, the cells of the effects."""

    def __init__(self, run):
        self.cards = list(run.config["categories"]["card"])
        self.code = {card: i for i, card in enumerate(self.cards)}
        self.names = [run.card_names.get(card, card) for card in self.cards]
        self.deck_name = deck_names(run)
        self.decks = list(dict.fromkeys(self.deck_name))
        self.deck = np.array([self.decks.index(name) for name in self.deck_name], np.uint8)
        self.whens = ["setup", *(f"round {i}" for i in range(1, run.config["rounds"] + 1))]
        self.policies = list(run.policies)


class _Events:
    """All cards that left a deck in a stretch of games, in order of deck, game and event.

    Arrays over these: `game` (from 0), `card`, `start` (index of the first of the same game and deck), `last` (whether
    it is the last of them). `at` are the indices of those that came unseen to a seat of the policy, and over these:
    `drawer` (seat from 0), `pool`, `turn`, `when` (cell). What came after a reshuffle is gone; `drawn` counts it.
    """

    def __init__(self, run, book, first, last, policy):
        within = pl.col("game_id").is_between(first, last)
        chances = list(run.draws.collect_schema()["chance"].categories)
        to_hand = np.array([name in HAND for name in chances])
        draws = collect(
            run.draws.filter(within, pl.col("card_id").is_not_null()).select(
                "game_id", "round", "turn", "pool",
                pl.col("chance", "card_id").to_physical(), pl.col("seat").fill_null(0),
            )
        )  # fmt: skip
        outcome = collect(run.seats.filter(within).select("game_id", "seat", pl.col("policy").to_physical(), *OUTCOMES))
        outcome = outcome.sort("game_id", "seat")
        self.book, self.players = book, run.players
        self.ids = outcome["game_id"].to_numpy()[:: run.players]
        self.n_games = len(self.ids)
        shape = (self.n_games, run.players)
        self.outcome = {name: outcome[name].to_numpy().astype(float).reshape(shape) for name in OUTCOMES}
        self.policy = outcome["policy"].to_numpy().reshape(shape)
        self._run, self._within, self._known = run, within, None
        # Rows are in order of game and event; a stable sort by deck keeps that order inside a deck.
        raw = {name: draws[name].to_numpy() for name in draws.columns}
        del draws
        order = np.argsort(book.deck[raw["card_id"]], kind="stable")
        raw = {name: values[order] for name, values in raw.items()}
        card, game = raw["card_id"], self.index(raw["game_id"])
        at, fresh = np.arange(len(card)), np.ones(len(card), bool)
        deck = book.deck[card]
        fresh[1:] = (deck[1:] != deck[:-1]) | (game[1:] != game[:-1])
        start = np.maximum.accumulate(np.where(fresh, at, 0))
        # Until the first reshuffle a deck shrinks by one at a time.
        off = raw["pool"] != raw["pool"][start] - (at - start)
        broken = np.cumsum(off)
        whole = broken == (broken - off)[start]
        hand = to_hand[raw["chance"]] & (raw["seat"] > 0)
        if policy is not None:
            hand &= self.policy[game, np.maximum(raw["seat"], 1) - 1] == book.policies.index(policy)
        self.drawn = int(hand.sum())
        keep = np.flatnonzero(whole)
        # The first row of a unit is always whole, so starts survive.
        self.game, self.card, self.start = game[keep], card[keep], (np.cumsum(whole) - 1)[start[keep]]
        self.last = np.ones(len(keep), bool)
        self.last[:-1] = self.start[1:] != self.start[:-1]
        self.at = np.flatnonzero(hand[keep])
        drawn = keep[self.at]
        self.drawer, self.pool = raw["seat"][drawn].astype(np.int64) - 1, raw["pool"][drawn].astype(float)
        self.turn = raw["turn"][drawn].astype(np.int64)
        dealt = raw["chance"][drawn] == chances.index("dealt")
        self.when = np.where(dealt, 0, np.clip(raw["round"][drawn], 1, len(book.whens) - 1))

    def index(self, game_id):
        """Numbers of games in the stretch, from 0."""
        if self.n_games and self.ids[-1] - self.ids[0] == self.n_games - 1:
            return game_id - self.ids[0]
        return np.searchsorted(self.ids, game_id)

    def known(self):
        """What was known before each draw to a hand: matrix [draws, columns]; seat, policy, techs and gold tiles."""
        if self._known is None:
            game, seat, turn = self.game[self.at], self.drawer, self.turn
            columns = [seat == s for s in range(self.players)]
            mine = self.policy[game, seat]
            columns += [mine == i for i in range(1, len(self.book.policies))]
            for table in ("techs", "gold"):
                columns += self._so_far(table, game, seat, turn)
            self._known = np.column_stack([np.asarray(column, float) for column in columns])
        return self._known

    def _so_far(self, table, game, seat, turn):
        """Rows of a table in earlier turns: of the seat, and of its mean rival."""
        rows = collect(getattr(self._run, table).filter(self._within).select("game_id", "seat", "turn"))
        turns = int(max(rows["turn"].max() or 0, turn.max(initial=0))) + 1
        place = self.index(rows["game_id"].to_numpy()) * turns + rows["turn"].to_numpy()
        place = place * self.players + rows["seat"].to_numpy() - 1
        there = np.bincount(place, minlength=self.n_games * turns * self.players)
        there = there.reshape(self.n_games, turns, self.players)
        sofar = there.cumsum(axis=1) - there
        counts = sofar[game, turn]
        own = counts[np.arange(len(game)), seat]
        return own, (counts.sum(axis=1) - own) / max(self.players - 1, 1)

    def residual(self, outcome, control):
        """Outcome of each draw to a hand less the guess of the control variate, and less a plain mean."""
        value = self.outcome[outcome][self.game[self.at], self.drawer]
        if control is None:
            return value, value
        return tuple(estimates.left_over(value, guess) for guess in (control.guess(self), control.mean))

    def prefix(self, values):
        """Sums of `values` (one a draw to a hand) from the first event of the same game and deck to each event."""
        spread = np.zeros(len(self.game))
        spread[self.at] = values
        total = np.cumsum(spread)
        return total - (total - spread)[self.start]


class _Tally:
    """Sums over games from which the effects of some outcomes come."""

    def __init__(self, cards, outcomes):
        self.b, self.n = np.zeros(cards), np.zeros(cards)  # a card is drawn once a game at most, so n counts games, too
        self.bb = np.zeros((cards, cards))
        self.of = {outcome: _Sums(np.zeros(cards), np.zeros((cards, cards)), np.zeros((cards, cards))) for outcome in outcomes}

    def add(self, events, residuals, when):
        """The sums of a stretch; of the draws of one cell `when`, or of all, which gives the covariances, too."""
        book, at, game, card, last = events.book, events.at, events.game, events.card, events.last
        counts = np.ones(len(at)) if when is None else (events.when == when).astype(float)
        chance = 1 / events.pool
        size, decks = len(self.n), book.deck[card]
        self.n += np.bincount(card[at], counts, size)

        def ends(values):
            """What is left of every game and deck at its end, for the cards that never came."""
            found = np.zeros((events.n_games, len(book.decks)))
            found[game[last], decks[last]] = values[last]
            return found

        b = events.prefix(counts * chance * (1 - chance))
        end_b = ends(b)
        if when is None:
            dense_b = _dense(end_b, b, book, game, card)
            self.b += dense_b.sum(axis=0)
            self.bb += dense_b.T @ dense_b
        else:
            self.b += _mended(end_b, b, end_b[game, decks], book, card)
            self.bb[np.diag_indices(size)] += _mended(end_b**2, b**2, end_b[game, decks] ** 2, book, card)
        for outcome, sums in self.of.items():
            before = -events.prefix(counts * residuals[outcome] * chance)
            own = before.copy()
            own[at] += counts * residuals[outcome]
            end_a = ends(before)
            if when is None:
                dense = _dense(end_a, own, book, game, card)
                sums.a += dense.sum(axis=0)
                sums.aa += dense.T @ dense
                sums.ab += dense.T @ dense_b
                continue
            end, end_of_b = end_a[game, decks], end_b[game, decks]
            sums.a += _mended(end_a, own, end, book, card)
            diagonal = np.diag_indices(size)
            sums.aa[diagonal] += _mended(end_a**2, own**2, end**2, book, card)
            sums.ab[diagonal] += _mended(end_a * end_b, own * b, end * end_of_b, book, card)

    def covariance(self, outcome):
        """Covariance of the effects over games, that of a ratio of sums; with a correction for few games."""
        sums = self.of[outcome]
        with np.errstate(divide="ignore", invalid="ignore"):
            effect = sums.a / self.b
            squares = sums.aa - effect[None, :] * sums.ab - effect[:, None] * sums.ab.T
            squares = squares + np.outer(effect, effect) * self.bb
            few = np.sqrt(np.where(self.n > 1, self.n / (self.n - 1), np.nan))
            return squares / np.outer(self.b, self.b) * np.outer(few, few)

    def estimate(self, outcome, least: float = estimates.FEW) -> estimates.Estimate:
        """Effects with t intervals; NaN where a card was never drawn, no interval where in less than `least` games."""
        with np.errstate(divide="ignore", invalid="ignore"):
            effect = np.where((self.n > 0) & (self.b > 0), self.of[outcome].a / self.b, np.nan)
            se = np.where(self.n >= least, np.sqrt(np.maximum(np.diagonal(self.covariance(outcome)), 0)), np.nan)
        return estimates.t_estimate(effect, se, self.n, self.n, kind="randomised", **estimates.between(outcome))


@dataclass
class _Sums:
    """Of one outcome: numerators [cards], sums of their products with each other and with the denominators."""

    a: np.ndarray
    aa: np.ndarray
    ab: np.ndarray


def _dense(end, own, book, game, card):
    """What every game says of every card [games, cards]: what its deck ended with, or `own` where the card left it."""
    found = end[:, book.deck]
    found[game, card] = own
    return found


def _mended(end, own, instead, book, card):
    """The sum over games of `_dense` without making it: what every deck adds, mended where a card left it."""
    return end.sum(axis=0)[book.deck] + np.bincount(card, own - instead, len(book.deck))


class _Control:
    """A guess at the outcome before each draw, by cell and half; each half of the games has the other's fit."""

    def __init__(self, mean, fits):
        self.mean, self.fits = mean, fits

    def guess(self, events):
        known, when = events.known(), events.when
        half = events.ids[events.game[events.at]] % 2
        guess = np.full(len(when), self.mean)
        for (part, cell), weights in self.fits.items():
            mine = (half != part) & (when == cell)
            guess[mine] = known[mine] @ weights
        return guess


def _fit(run, book, outcomes, policy) -> dict[str, _Control]:
    """The control variates, fitted by least squares on the first games: even ones serve odd ones, and back."""
    squares, products, rows = {}, {o: {} for o in outcomes}, {}
    sums, count = dict.fromkeys(outcomes, 0.0), 0
    for first, last in run.stretches(_STRETCH):
        first_of_run = run.ranges[0][0]
        if first - first_of_run >= FIT_GAMES:
            break
        events = _Events(run, book, first, min(last, first_of_run + FIT_GAMES - 1), policy)
        known, when = events.known(), events.when
        half = events.ids[events.game[events.at]] % 2
        count += len(when)
        for part in (0, 1):
            for cell in range(len(book.whens)):
                mine = (half == part) & (when == cell)
                x = known[mine]
                squares[part, cell] = squares.get((part, cell), 0) + x.T @ x
                rows[part, cell] = rows.get((part, cell), 0) + len(x)
                for outcome in outcomes:
                    y = events.residual(outcome, None)[0][mine]
                    products[outcome][part, cell] = products[outcome].get((part, cell), 0) + x.T @ y
        for outcome in outcomes:
            sums[outcome] += events.residual(outcome, None)[0].sum()
    controls = {}
    for outcome in outcomes:
        fits = {
            key: np.linalg.lstsq(squares[key], products[outcome][key], rcond=1e-9)[0]
            for key, n in rows.items()
            if n >= 20 * len(squares[key])  # a fit on a few rows would add noise
        }
        controls[outcome] = _Control(sums[outcome] / count if count else 0.0, fits)
    return controls
