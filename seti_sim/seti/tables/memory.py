"""Games in memory, read like the folder of a run: for what plays games that it does not keep."""

from __future__ import annotations

import polars as pl

from seti_sim.core import registry
from seti_sim.seti.tables.build import build


def frames_of(rules, batch, players: int, policies) -> dict[str, pl.DataFrame]:
    """The tables of a batch of SETI (`seti_sim.seti.batch.play_games`, with its log) by name, as a run has them. What a
    run has no column for, `seats` has, too: `delivered`, capsules that the seat has delivered."""
    categories = registry.get(registry.DEFAULT).categories(rules) | {"policy": list(policies)}
    frames = build(batch, players, categories)
    delivered = pl.Series("delivered", batch.seats["delivered"]).cast(pl.UInt8)
    return frames | {"seats": frames["seats"].with_columns(delivered)}


class Played:
    """As much of an opened run (`seti_sim.tables.Run`) as the estimators of `seti_sim.analysis` read.

    frames: tables by name, rows in order of game. names: who sat at the seats, one a seat.
    """

    def __init__(self, rules, frames: dict[str, pl.DataFrame], names):
        self.config = {"seats": list(names), "rounds": rules.tree["setup"]["rounds"]}
        self.kind = registry.get(registry.DEFAULT)
        self.policies = tuple(dict.fromkeys(names))
        self.players, self.n_games = len(names), frames["games"].height
        self._ends = (frames["games"]["game_id"].min(), frames["games"]["game_id"].max())
        for name, frame in frames.items():
            setattr(self, name, frame.lazy())

    def stretches(self, games: int = 0) -> list[tuple[int, int]]:
        """First and last game, of all: what is in memory need not be cut."""
        return [self._ends]
