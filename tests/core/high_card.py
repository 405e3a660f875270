"""The smallest game there can be: everybody draws a number, and the highest wins. What a `GameKind` has to provide, and no more.

Tests import it, copy it to where no package is, and install it as a distribution.
"""

from types import SimpleNamespace

import numpy as np

from seti_sim.core.columns import GAME_ID, Column, Table, frame
from seti_sim.core.registry import GameKind

TABLES = {
    "games": Table("games", "one game", ("game_id",), (GAME_ID, Column("cards", "UInt8", "cards", "cards drawn", "games"))),
    "seats": Table(
        "seats",
        "one seat",
        ("game_id", "seat"),
        (
            GAME_ID,
            Column("seat", "UInt8", "", "seat"),
            Column("policy", "enum policy", "", "policy"),
            Column("score", "Int16", "points", "value of the card", "seats"),
            Column("points_card", "Int16", "points", "the same", "seats"),
            Column("win_share", "Float32", "share", "share of the win", "seats"),
        ),
    ),
}


CARDS = (3, 9, 1)


class Draws:
    """A game action by action, which always deals `CARDS`."""

    def __init__(self, players):
        self.players, self.history = players, []

    def clone(self):
        return Draws(self.players)

    @property
    def is_over(self):
        return len(self.history) == self.players

    @property
    def to_move(self):
        return f"P{len(self.history) + 1}"

    def action(self, code):
        return code

    def apply(self, action):
        self.history.append(action)

    def scores(self):
        best = max(CARDS[: self.players])
        return {f"P{i + 1}": {"total": n, "win_share": float(n == best)} for i, n in enumerate(CARDS[: self.players])}


class Rules:
    """Rules of a class of their own, as a worker process has to be able to read them."""

    fingerprint = "f" * 16


class HighCard(GameKind):
    name, title, players, policy, max_decisions = "highcard", "High Card", (2, 3), "draw", 10
    tables, fixed, points = TABLES, {}, {"card": "cards"}

    def load(self, options, players, variant):
        return Rules(), options

    def policies(self):
        return ("draw",)

    def get_policy(self, name, clock=False):
        if name != "draw":
            raise ValueError(f"policy {name!r}: expected draw")
        return SimpleNamespace(name="draw", key="1", choose=lambda game: f"draw {CARDS[len(game.history)]}")

    def play(self, plan, first, count, play=None):
        ids = np.arange(first, first + count)
        score = np.array([np.random.default_rng((plan.seed, i)).integers(1, 1000, plan.players) for i in ids])
        return SimpleNamespace(
            games={"game_id": ids, "turns": score[:, 0] * 0 + 1, "decisions": score[:, 0] * 0 + 1}, score=score
        )

    def frames(self, plan, batch):
        ids, score = batch.games["game_id"], batch.score
        won = score == score.max(axis=1, keepdims=True)
        seats = {
            "game_id": ids.repeat(plan.players),
            "seat": np.tile(np.arange(1, plan.players + 1), len(ids)),
            "policy": plan.assign(int(ids[0]), len(ids)).ravel(),
            "score": score.ravel(),
            "points_card": score.ravel(),
            "win_share": (won / won.sum(axis=1, keepdims=True)).ravel(),
        }
        columns = {"games": {"game_id": ids, "cards": np.full(len(ids), plan.players)}, "seats": seats}
        return {name: frame(name, schema, columns[name]) for name, schema in self.schemas(plan.categories).items()}

    def new_game(self, plan, game):
        return Draws(plan.players)

    def categories(self, rules):
        return {}

    def sections(self, run, precision=None):
        from seti_sim.report.common import mirror, point_sources, seat
        from seti_sim.report.precision import how_many_games

        return [mirror(run), seat(run), point_sources(run), how_many_games(run, precision)]


HIGHCARD = HighCard()
