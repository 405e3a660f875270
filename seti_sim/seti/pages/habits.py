"""What a ladder tells of how players play SETI: their actions, and the shape of their games beside good players'."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from seti_sim.report.ladder import habit_table
from seti_sim.seti.analysis.shape import beside, of_sums, sums_by_game
from seti_sim.seti.batch import ACTION_KINDS
from seti_sim.seti.pages import shape
from seti_sim.seti.tables.memory import Played, frames_of
from seti_sim.stats.estimates import mean

SUMS, ACTIONS = "sums ", "actions"


def arrays(plan, batch) -> dict[str, Any]:
    """`actions` [games, kinds], of the average seat by `ACTION_KINDS`, and the sums of each game that its shape is made of."""
    names = [plan.policies[0].name] * plan.players
    run = Played(plan.rules, frames_of(plan.rules, batch, plan.players, names[:1]), names)
    sums = {f"{SUMS}{sums.name}": sums.to_numpy() for sums in sums_by_game(run)}
    return sums | {ACTIONS: batch.actions.sum(axis=2).mean(axis=1)}


def frames(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, pl.DataFrame]:
    """actions: player, action, and the mean of a seat a game. shape: player, and what the games look like, as
    `seti_sim.seti.analysis.shape.shape`."""
    actions = [
        {"player": player, "action": name, **mean(found[ACTIONS][:, kind], floor=0).columns()}
        for player, found in tables.items()
        for kind, name in enumerate(ACTION_KINDS)
    ]
    shapes = []
    for player, found in tables.items():
        sums = pl.DataFrame({name.removeprefix(SUMS): array for name, array in found.items() if name.startswith(SUMS)})
        shapes.append(of_sums(sums).select(pl.lit(player).alias("player"), pl.all()))
    return {"actions": pl.DataFrame(actions), "shape": pl.concat(shapes)}


def blocks(study, best: str) -> tuple[list, list[str]]:
    """Tables of actions and of the shape of play; sentences on where the best player's games differ from good players'."""
    caption = "Actions of a seat in a game, the player in all seats."
    tables = [
        habit_table(study, "actions", "action", {}, "games", caption),
        shape.table(study.frames["shape"], study.asked["policies"]),
    ]
    lines, compared = [], beside(study.frames["shape"].filter(pl.col("player") == best))
    for where, words in (
        ("within", "agree, as far as these games tell, with"),
        ("below", "stay below"),
        ("above", "go beyond"),
    ):
        if compared[where]:
            measures = "; ".join(f"{m.words} ({m.said})" for m in compared[where])
            lines.append(f"Games of {best} alone {words} what good players say of theirs in: {measures}.")
    return tables, lines
