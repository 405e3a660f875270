"""Does following a table of cards win? The same player with it and without it, in the same games.

The follower plays as its policy does in everything but one thing: when it is to take one card of several (from the row,
from an end-of-round stack, or unseen from the deck), it takes the one with the greatest value. That is the question
that the effect of a draw answers: what is a card worth on its way to the hand, instead of another? A card of the deck
that nobody has seen counts as the mean of the table. Where other cards than those of the table are offered, too (those
of species, which are worth what they are against their own deck), it does as its policy does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from joblib import delayed

from seti_sim.core.pool import in_parallel
from seti_sim.seti import Game
from seti_sim.seti.engine import _engine
from seti_sim.seti.notation import KINDS, NONE
from seti_sim.seti.players import registry
from seti_sim.seti.rules import RuleSet
from seti_sim.stats import estimates
from seti_sim.studies.store import StudyError

_TAKE = KINDS.index("take")
_CHUNK = 500


@dataclass(frozen=True)
class Follower:
    """A policy that takes cards by a table: `values` [256] by the engine's card number, NaN where it has none."""

    policy: registry.Player
    values: np.ndarray
    unseen: float

    @classmethod
    def of(cls, policy: str, table: dict[str, float], rules) -> Follower:
        """From values by card id; StudyError where there is none, or one of a card that the rules do not know."""
        known = {card: i for i, card in enumerate(rules.card_ids)}
        values = np.full(256, np.nan)
        for card, value in table.items():
            if card not in known:
                raise StudyError(f"card {card!r}: expected one that the rules know")
            values[known[card]] = value
        if not np.isfinite(values).any():
            raise StudyError("follow: expected a value of at least one card")
        return cls(registry.get(policy), values, float(np.nanmean(values)))

    def choose(self, core, weights) -> tuple[int, bool]:
        """The action, and whether it is another than the policy's."""
        action = _engine.choose_action(core, weights)
        if action >> 24 != _TAKE:
            return action, False
        legal = [int(code) for code in core.legal()]
        worth = [self.unseen if (code >> 16) & 255 == NONE else self.values[(code >> 16) & 255] for code in legal]
        if any(code >> 24 != _TAKE for code in legal) or not np.isfinite(worth).all():
            return action, False
        best = legal[int(np.argmax(worth))]
        return best, best != action


def follow(
    tables: dict[str, dict[str, float]], *, games: int, seed: int, policy: str = "greedy", players: int = 4,
    variant=None, jobs: int = 1,
) -> pl.DataFrame:  # fmt: skip
    """What each table of card values is worth to a player: one seat follows it, the others play on as they are.

    tables: values by card id, by the name of the table. Game k is played once without and once with each table, by
    seat k mod players, with the same luck; so n = games, `paired`. Frame `table, outcome, without, with, estimate, low,
    high, n, kind, se, correlation, changed`, for the outcomes win_share and score; `changed` is the mean number of
    other choices in a game. StudyError where something cannot be played.
    """
    if games < 1:
        raise StudyError(f"follow: games = {games}: expected at least 1")
    rules = RuleSet.load(variant)
    for table in tables.values():
        Follower.of(policy, table, rules)
    firsts = range(0, games, _CHUNK)
    calls = (delayed(_play)(variant, tables, policy, players, seed, first, min(_CHUNK, games - first)) for first in firsts)
    played = np.concatenate(list(in_parallel(calls, jobs, ordered=True)))  # [games, 1 + tables, (win share, score, changed)]
    rows = []
    for i, name in enumerate(tables, 1):
        for at, outcome in enumerate(("win_share", "score")):
            before, after = played[:, 0, at], played[:, i, at]
            got = estimates.mean(after - before, kind="paired")
            moving = before.std() > 0 and after.std() > 0
            rows.append({
                "table": name, "outcome": outcome, "without": before.mean(), "with": after.mean(), **got.columns(),
                "correlation": float(np.corrcoef(before, after)[0, 1]) if moving else float("nan"),
                "changed": played[:, i, 2].mean(),
            })  # fmt: skip
    return pl.DataFrame(rows).with_columns(pl.col("n").cast(pl.Float64))


def _play(variant, tables, policy, players, seed, first, count):
    """Outcomes of the following seat: [count, 1 + tables, (win share, score, other choices)]."""
    rules = RuleSet.load(variant)
    weights = registry.get(policy).engine_weights()
    followers = [None, *(Follower.of(policy, table, rules) for table in tables.values())]
    found = np.empty((count, len(followers), 3))
    for k in range(count):
        seat = (first + k) % players
        for i, follower in enumerate(followers):
            game, other = Game.new(rules, players, seed, first + k), 0
            core = game.core
            while not core.over:
                if follower is not None and core.to_move == seat:
                    action, changed = follower.choose(core, weights)
                    other += changed
                else:
                    action = _engine.choose_action(core, weights)
                core.apply(action)
            mine = game.scores()[f"P{seat + 1}"]
            found[k, i] = mine["win_share"], mine["total"], other
    return found
