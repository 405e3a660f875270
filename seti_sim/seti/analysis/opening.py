"""What the five dealt, the seat and the policy do to score and win: regressions, so that none stands for another.

The deal is random, so the effects of cards are causes (for the policies of the run), as in `cards.dealt_effect`; taking
seat, policy, species and gold sides into account, and the other four cards, narrows their intervals.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy import sparse

from seti_sim.stats import estimates
from seti_sim.stats.grouped import collect, with_estimate
from seti_sim.stats.many import max_t
from seti_sim.stats.regress import Fit, conditional_logit, least_squares

_STRETCH = 25_000
LEAST = 30
"""Games below which their skewness is not known: those of a skewed outcome can look alike by chance, and then tell least."""


def dealt_adjusted(run, outcome: str = "score", policy: str | None = None) -> pl.DataFrame:
    """Effect of being dealt a card instead of the mean other card, all else in the deal and at setup accounted for.

    Frame `card_id, name, estimate, low, high, n, kind, se, sim_low, sim_high, p, q, shrunk`: least squares of the
    outcome on the five dealt, seat, policy, species and sides of gold tiles, clustered by game. n = seats dealt the
    card; `sim_low, sim_high` hold for all cards at once (max-t). A card dealt too rarely for the skewness of the outcome
    (`estimates.least_games`) has no se and no interval, and none has with fewer than `LEAST` games.
    """
    design = _Design(run, policy, whole=False)
    fit = least_squares(lambda: design.blocks(outcome))
    frame, covariance = _effects(design, fit, "randomised", **estimates.between(outcome))
    estimate, se = frame["estimate"].to_numpy(), frame["se"].to_numpy()
    games = np.minimum(frame["n"].to_numpy(), fit.games)
    games = np.where(games >= _least(fit, max(frame.height, 1)), games, 0)  # of all at once
    family = max_t(estimate, covariance, games, **estimates.between(outcome))
    p = estimates.p_value(estimate, se, frame["n"].to_numpy())
    return frame.with_columns(
        sim_low=pl.Series(family.low, dtype=pl.Float64), sim_high=pl.Series(family.high, dtype=pl.Float64),
        p=pl.Series(p, dtype=pl.Float64), q=pl.Series(estimates.benjamini_hochberg(p), dtype=pl.Float64),
        shrunk=pl.Series(estimates.shrink(estimate, se).estimate, dtype=pl.Float64),
    )  # fmt: skip


def winner(run, most: int | None = None) -> pl.DataFrame:
    """Who wins: conditional logit on seat, policy, species by seat, and the five dealt.

    Frame `term, level, name, estimate, low, high, n, kind, se`, with the terms `seat`, `policy`, `species` and `card`.
    Estimates are log odds ratios inside a game: of a seat against seat 1, of a policy against the first one, of a seat
    with a species in the game (level `2 mascamites`) against the mean of seats and species, of being dealt a card
    against the mean other card; exp of them is how many times as likely that makes a win, against an otherwise equal
    rival. Intervals hold for all levels of a term at once with 95 % (Bonferroni). `randomised`, but seats of a run with
    fixed seating, which go with their policies. n = games (of a card, seats dealt it), with `most` about so many of the
    first ones. What rests on less than `estimates.FEW` wins of a rival all but equal has no interval (`in_logit`).
    ArithmeticError where something decides every game: too few games, or a
    policy that never wins.
    """
    design = _Design(run, None, whole=True)
    fit = conditional_logit(lambda: design.blocks("win_share", most=most), run.players)
    cards, _ = _effects(design, fit, "randomised", at_once=True)
    cards = cards.select(term=pl.lit("card"), level=pl.col("card_id").cast(pl.String), name="name",
                         **{c: pl.col(c) for c in ("estimate", "low", "high", "n", "kind", "se")})  # fmt: skip
    kind = "observational" if run.config["seating"] == "fixed" and not run.is_mirror else "randomised"
    frames = []
    for term, levels in design.contrasts().items():
        if not levels or not len(fit.beta):
            continue
        keys = pl.DataFrame({"term": term, "level": list(levels), "name": list(levels)})
        estimate, se = fit.contrast(np.array(list(levels.values())))
        games = np.full(len(levels), float(fit.games))
        got = in_logit(estimate, se, games, fit.games, kind=kind if term != "species" else "randomised",
                               comparisons=len(levels))  # fmt: skip
        frames.append(with_estimate(keys, got))
    return pl.concat([*frames, cards])


def favourites(run, most: int = 100_000) -> pl.DataFrame:
    """How often the seat wins that the setup favours most: frame `known, estimate, low, high, n, kind, se`.

    What is `known` is `table` (seat, policy and species) or `hand` (these and the five dealt). The model of `winner` is
    fitted to one half of the games and names a favourite in each of the other half, both ways, so that it cannot boast of
    what it was fitted to. n = games, at most the first `most` of the run. `observational`. ArithmeticError as of `winner`.
    """
    design = _Design(run, None, whole=True)
    rows = []
    for known in ("table", "hand"):
        keep = slice(0 if known == "hand" else design.seat_at, design.width)
        won = []
        for half in (0, 1):
            fitted, judged = (_columns(design, keep, half=which, most=most) for which in (half, 1 - half))
            beta = conditional_logit(fitted, run.players).beta
            if not len(beta):
                continue
            for x, share, _ in judged():
                value = np.round((x @ beta).reshape(-1, run.players), 9)
                first = value == value.max(axis=1, keepdims=True)
                won.append((first * share.reshape(-1, run.players)).sum(axis=1) / first.sum(axis=1))
        won = np.concatenate(won) if won else np.zeros(0)
        rows.append(with_estimate(pl.DataFrame({"known": [known]}), estimates.mean(won, share=True)))
    return pl.concat(rows)


def in_logit(estimate, se, n, games, **options) -> estimates.Estimate:
    """`estimates.t_estimate` of log odds; without se and interval where 1/se², about the number of outcomes of the rarer kind
    that they rest on, is less than `estimates.FEW`."""
    with np.errstate(divide="ignore"):
        known = np.where(1 / np.asarray(se, float) ** 2 >= estimates.FEW, se, np.nan)
    return estimates.t_estimate(estimate, known, n, games, **options)


def _columns(design, keep: slice, **which):
    """The blocks of a design with some of its columns."""
    return lambda: ((x[:, keep], won, game) for x, won, game in design.blocks("win_share", **which))


def _least(fit: Fit, comparisons: int = 1) -> float:
    """How often a card has to be dealt for an interval of its effect (`estimates.least_games`)."""
    return float(estimates.least_games(fit.skewness, comparisons)) if fit.games >= LEAST else np.inf


def _effects(design, fit: Fit, kind: str, at_once: bool = False, **ends) -> tuple[pl.DataFrame, np.ndarray]:
    """Each card against the mean of the others that were dealt, and the covariance of these. ends: `floor` and `top`."""
    there = np.flatnonzero(design.dealt > 0)
    m = len(there)
    if not m or not len(fit.beta):
        keys = pl.DataFrame({"card_id": [], "name": []}, schema={"card_id": pl.String, "name": pl.String})
        empty = estimates.t_estimate(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0), kind=kind)
        return with_estimate(keys, empty), np.zeros((0, 0))
    weights = np.zeros((m, design.width))
    weights[:, there] = -1 / max(m - 1, 1)
    weights[np.arange(m), there] = 1
    estimate, se = fit.contrast(weights)
    made, least = (in_logit, estimates.FEW) if np.isnan(fit.skewness) else (estimates.t_estimate, _least(fit))
    known = np.where(design.dealt[there] >= least, se, np.nan)
    keys = pl.DataFrame({"card_id": [design.cards[i] for i in there], "name": [design.names[i] for i in there]})
    games = np.minimum(design.dealt[there], fit.games)
    got = made(estimate, known, design.dealt[there], games, kind=kind, comparisons=m if at_once else 1, **ends)
    return with_estimate(keys, got), weights @ fit.covariance @ weights.T


class _Design:
    """Columns: a card each, a seat each, a policy each; then species and sides each, or of `whole` games, where only what
    differs between their seats has an effect, a seat with a species each."""

    def __init__(self, run, policy, whole):
        self.run, self.policy, self.whole = run, policy, whole
        self.cards = list(run.config["categories"]["card"])
        self.names = [run.card_names.get(card, card) for card in self.cards]
        self.policies = list(run.policies)
        self.species = list(run.config["categories"]["species"])
        self.sides = [] if whole else list(run.config["categories"]["gold"])
        self.seat_at = len(self.cards)
        self.policy_at = self.seat_at + run.players
        self.species_at = self.policy_at + len(self.policies)
        self.side_at = self.species_at + len(self.species) * (run.players if whole else 1)
        self.width = self.side_at + len(self.sides)
        self.dealt = np.zeros(len(self.cards))

    def contrasts(self) -> dict[str, dict[str, np.ndarray]]:
        """Of whole games, weights of the columns for each level of each term but cards: what `winner` estimates."""
        players, several = self.run.players, len(self.species)
        eye = np.eye(self.width)
        seats = [eye[self.seat_at + i] for i in range(players)]
        with_species = eye[self.species_at : self.side_at].reshape(players, several, self.width)
        if several:  # a game has two species, whichever they are
            seats = [seat + 2 * with_species[i].mean(axis=0) for i, seat in enumerate(seats)]
        found = {
            "seat": {str(i + 1): seats[i] - seats[0] for i in range(1, players)},
            "policy": {name: eye[self.policy_at + i] - eye[self.policy_at] for i, name in enumerate(self.policies) if i},
            "species": {},
        }
        if "," not in self.run.config.get("species", "") and several:
            centred = with_species - with_species.mean(axis=1, keepdims=True)
            centred = centred - centred.mean(axis=0, keepdims=True)
            found["species"] = {f"{i + 1} {name}": centred[i, k] for i in range(players) for k, name in enumerate(self.species)}
        return found

    def blocks(self, outcome, half: int | None = None, most: int | None = None):
        """The blocks of `regress`; counts the deals of each card on the way. `half`: games of even or odd number only;
        `most`: about so many of the first games."""
        counts, before = np.zeros(len(self.cards)), 0
        for first, last in self.run.stretches(_STRETCH):
            if most is not None and before >= most:
                break
            before += last - first + 1
            within = pl.col("game_id").is_between(first, last)
            if half is not None:
                within &= pl.col("game_id") % 2 == half
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
            for column, level, there in self._of_games(within, ids):
                rows.append(every[there[game]])
                own = len(self.species) * (seat[there[game]] - 1) if self.whole else 0
                at.append(column + own + level[game][there[game]])
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
