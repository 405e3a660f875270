"""What the five dealt, the seat and the policy do to score and win: regressions, so that none stands for another.

The deal is random, so the effects of cards are causes (for the policies of the run), as in `cards.dealt_effect`; taking
seat, policy, species and gold sides into account, and the other four cards, narrows their intervals.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy import sparse

from seti_sim.analysis import stats
from seti_sim.analysis.grouped import collect, with_estimate
from seti_sim.analysis.many import max_t
from seti_sim.analysis.regress import Fit, conditional_logit, least_squares

_STRETCH = 25_000


def dealt_adjusted(run, outcome: str = "score", policy: str | None = None) -> pl.DataFrame:
    """Effect of being dealt a card instead of the mean other card, all else in the deal and at setup accounted for.

    Frame `card_id, name, estimate, low, high, n, kind, se, sim_low, sim_high, p, q, shrunk`: least squares of the
    outcome on the five dealt, seat, policy, species and sides of gold tiles, clustered by game. n = seats dealt the
    card; `sim_low, sim_high` hold for all cards at once (max-t).
    """
    design = _Design(run, policy, whole=False)
    fit = least_squares(lambda: design.blocks(outcome))
    frame, covariance = _effects(design, fit, "randomised")
    estimate, se = frame["estimate"].to_numpy(), frame["se"].to_numpy()
    games = np.minimum(frame["n"].to_numpy(), fit.games)
    family, p = max_t(estimate, covariance, games), stats.p_value(estimate, se, games)
    return frame.with_columns(
        sim_low=pl.Series(family.low, dtype=pl.Float64), sim_high=pl.Series(family.high, dtype=pl.Float64),
        p=pl.Series(p, dtype=pl.Float64), q=pl.Series(stats.benjamini_hochberg(p), dtype=pl.Float64),
        shrunk=pl.Series(stats.shrink(estimate, se).estimate, dtype=pl.Float64),
    )  # fmt: skip


def winner(run) -> pl.DataFrame:
    """Who wins: conditional logit on seat, policy and the five dealt.

    Frame `term, level, name, estimate, low, high, n, kind, se`, with the terms `seat`, `policy` and `card`.
    Estimates are log odds ratios inside a game: of a seat against seat 1, of a policy against the first one, of being
    dealt a card against the mean other card; exp of them is how many times as likely that makes a win, against an
    otherwise equal rival. `randomised`, but seats of a run with fixed seating, which go with their policies.
    """
    design = _Design(run, None, whole=True)
    fit = conditional_logit(lambda: design.blocks("win_share"), run.players)
    cards, _ = _effects(design, fit, "randomised")
    cards = cards.select(term=pl.lit("card"), level=pl.col("card_id").cast(pl.String), name="name",
                         **{c: pl.col(c) for c in ("estimate", "low", "high", "n", "kind", "se")})  # fmt: skip
    weights, rows = [], []
    for label, level, column, base in design.levels():
        if column == base:
            continue
        weight = np.zeros(design.width)
        weight[column], weight[base] = 1, -1
        weights.append(weight)
        rows.append((label, level, level))
    kind = "observational" if run.config["seating"] == "fixed" and not run.is_mirror else "randomised"
    estimate, se = fit.contrast(np.reshape(weights, (-1, design.width)))
    got = stats.t_estimate(estimate, se, np.full(len(rows), float(fit.games)), fit.games, kind=kind)
    keys = pl.DataFrame(rows, {"term": pl.String, "level": pl.String, "name": pl.String}, orient="row")
    return pl.concat([with_estimate(keys, got), cards])


def _effects(design, fit: Fit, kind: str) -> tuple[pl.DataFrame, np.ndarray]:
    """Each card against the mean of the others that were dealt, and the covariance of these."""
    there = np.flatnonzero(design.dealt > 0)
    m = len(there)
    if not m or not len(fit.beta):
        keys = pl.DataFrame({"card_id": [], "name": []}, schema={"card_id": pl.String, "name": pl.String})
        empty = stats.t_estimate(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0), kind=kind)
        return with_estimate(keys, empty), np.zeros((0, 0))
    weights = np.zeros((m, design.width))
    weights[:, there] = -1 / max(m - 1, 1)
    weights[np.arange(m), there] = 1
    estimate, se = fit.contrast(weights)
    known = np.where(design.dealt[there] > 1, se, np.nan)
    keys = pl.DataFrame({"card_id": [design.cards[i] for i in there], "name": [design.names[i] for i in there]})
    got = stats.t_estimate(estimate, known, design.dealt[there], np.minimum(design.dealt[there], fit.games), kind=kind)
    return with_estimate(keys, got), weights @ fit.covariance @ weights.T


class _Design:
    """Columns: a card each, a seat each, a policy each; and, unless games are `whole`, species and sides each."""

    def __init__(self, run, policy, whole):
        self.run, self.policy, self.whole = run, policy, whole
        self.cards = list(run.config["categories"]["card"])
        self.names = [run.card_names.get(card, card) for card in self.cards]
        self.policies = list(run.policies)
        self.species = [] if whole else list(run.config["categories"]["species"])
        self.sides = [] if whole else list(run.config["categories"]["gold"])
        self.seat_at = len(self.cards)
        self.policy_at = self.seat_at + run.players
        self.species_at = self.policy_at + len(self.policies)
        self.side_at = self.species_at + len(self.species)
        self.width = self.side_at + len(self.sides)
        self.dealt = np.zeros(len(self.cards))

    def levels(self):
        """(term, level, column, column of the level it is compared with) of seats and policies."""
        for seat in range(self.run.players):
            yield "seat", str(seat + 1), self.seat_at + seat, self.seat_at
        for i, name in enumerate(self.policies):
            yield "policy", name, self.policy_at + i, self.policy_at

    def blocks(self, outcome):
        """The blocks of `regress`; counts the deals of each card on the way."""
        counts = np.zeros(len(self.cards))
        for first, last in self.run.stretches(_STRETCH):
            within = pl.col("game_id").is_between(first, last)
            seats = self.run.seats.filter(within)
            if self.policy is not None:
                seats = seats.filter(pl.col("policy") == self.policy)
            columns = ["game_id", "seat", pl.col("policy").to_physical(), outcome]
            seats = collect(seats.select(columns)).sort("game_id", "seat")
            cards = self.run.cards.filter(within, pl.col("opening"))
            cards = collect(cards.select("game_id", "seat", pl.col("card_id").to_physical()))
            ids, game = np.unique(seats["game_id"].to_numpy(), return_inverse=True)
            seat = seats["seat"].to_numpy().astype(np.int64)
            key = seats["game_id"].to_numpy() * 8 + seat
            wanted = cards["game_id"].to_numpy() * 8 + cards["seat"].to_numpy()
            row = np.searchsorted(key, wanted)
            mine = row < len(key)
            mine[mine] = key[row[mine]] == wanted[mine]
            row, card = row[mine], cards["card_id"].to_numpy()[mine].astype(np.int64)
            counts += np.bincount(card, minlength=len(counts))
            every = np.arange(len(key))
            rows, at = [row, every, every], [card, self.seat_at + seat - 1, self.policy_at + seats["policy"].to_numpy()]
            if not self.whole:
                for column, level, there in self._of_games(within, ids):
                    rows.append(every[there[game]])
                    at.append(column + level[game][there[game]])
            rows, at = np.concatenate(rows), np.concatenate(at, dtype=np.int64)
            x = sparse.csr_matrix((np.ones(len(rows)), (rows, at)), shape=(len(key), self.width))
            yield x, seats[outcome].to_numpy().astype(float), game
        self.dealt = counts

    def _of_games(self, within, ids):
        """(first column, level, whether it counts) of each game, for the two species and every gold tile."""
        names = ("species_left", "species_right")
        codes = [pl.col(name).to_physical() for name in names]
        games = collect(self.run.games.filter(within).select("game_id", *codes, "gold_sides")).sort("game_id")
        games = games.filter(pl.col("game_id").is_in(ids.tolist()))
        for name in names:
            there = games[name].is_not_null().to_numpy()
            yield self.species_at, games[name].fill_null(0).to_numpy().astype(np.int64), there
        for i in range(len(self.sides)):
            yield (
                self.side_at + i,
                np.zeros(len(ids), np.int64),
                (games["gold_sides"].str.slice(i, 1) == "b").to_numpy(),
            )
