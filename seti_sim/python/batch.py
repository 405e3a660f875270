"""Many games of a kind in Python played to their ends, and their rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from seti_sim.core.errors import RunError
from seti_sim.core.names import in_short, place_of

from .game import Game
from .tables import frame

if TYPE_CHECKING:
    import polars as pl


@dataclass
class Batch:
    """Games as they were played. games: arrays by column, those that every game has; columns: lists of values by column, for each
    table."""

    games: dict[str, np.ndarray]
    columns: dict[str, dict[str, list[Any]]]


def play(kind: Any, plan: Any, first: int, count: int) -> Batch:
    """Games first … first + count - 1 of a plan. RunError or PlayerError, in one line, for what goes wrong in the code of the game or of a
    policy."""
    columns: dict[str, dict[str, list[Any]]] = {
        name: {column: [] for column in table.column_names} for name, table in kind.tables.items()
    }
    for game, policies in played(kind, plan, first, plan.assign(first, count)):
        _add(kind, game, [policy.name for policy in policies], columns)
    arrays = {name: np.array(columns["games"][name], np.int64) for name in ("game_id", "turns", "decisions")}
    return Batch(arrays, columns)


def results(kind: Any, plan: Any, first: int, count: int, assign: Any = None) -> dict[str, np.ndarray]:
    """`score` and `win_share` [games, seats], as `GameKind.results` says, without rows of tables."""
    scores, shares = np.zeros((count, plan.players)), np.zeros((count, plan.players))
    assign = plan.assign(first, count) if assign is None else assign
    for i, (game, _) in enumerate(played(kind, plan, first, assign)):
        scores[i], shares[i] = [sum(of.values()) for of in game.points()], game.win_shares()
    return {"score": scores, "win_share": shares}


def played(kind: Any, plan: Any, first: int, assign: np.ndarray) -> Iterator[tuple[Game, list[Any]]]:
    """Games from number `first` on at their ends, one for each row of `assign`, indexes into the policies of a plan; with who sat
    there."""
    for number, seats in enumerate(assign.tolist(), first):
        game = Game(kind, plan.rules, plan.players, plan.seed, number)
        policies = [plan.policies[i] for i in seats]
        state, most = game.state, kind.max_decisions
        while not state.over:
            if len(game.history) == most:
                raise kind.endless(plan, number)
            game.advance(policies[state.seat].choose(game))
        yield game, policies


def _add(kind: Any, game: Game, policies: list[str], columns: dict[str, dict[str, list[Any]]]) -> None:
    """The rows of a game that has ended."""
    state = game.state
    points, shares = game.points(), game.win_shares()
    scores = [sum(of.values()) for of in points]
    top, second = sorted(scores, reverse=True)[:2]
    _row(
        columns["games"], kind.own["games"], game.ask(state.game_row), game, "game_row", "game_row",
        game_id=game.game, luck=state.luck.key, turns=game.turns, decisions=len(game.history), best_score=top,
        margin=top - second, winners=sum(share > 0 for share in shares),
    )  # fmt: skip
    for seat, of in enumerate(points):
        by_source = {f"points_{source}": value for source, value in of.items()}
        _row(
            columns["seats"], kind.own["seats"], game.ask(state.seat_row, seat), game, "seat_row", "seat_row",
            game_id=game.game, seat=seat + 1, policy=policies[seat], score=scores[seat], win_share=shares[seat], **by_source,
        )  # fmt: skip
    rows = game.ask(state.rows)
    if not isinstance(rows, Mapping):
        raise RunError(f"{game.where()}: rows gives {in_short(rows)}: expected a dict of lists of rows{place_of(state.rows)}")
    if rows.keys() != kind.own_tables.keys():
        expected = f"expected those of {_listed(kind.own_tables)}{place_of(state.rows)}"
        raise RunError(f"{game.where()}: rows of {_listed(rows)}: {expected}")
    for table, names in kind.own_tables.items():
        if not isinstance(rows[table], Sequence) or isinstance(rows[table], str):
            raise RunError(
                f"{game.where()}: rows, {table} gives {in_short(rows[table])}: expected a list{place_of(state.rows)}"
            )
        for row in rows[table]:
            _row(columns[table], names, row, game, "rows", f"rows, {table}", game_id=game.game)


def _row(into: dict[str, list[Any]], names: tuple[str, ...], own: Any, game: Game, of: str, where: str, **shared: Any) -> None:
    """Add a row: what is shared, and the author's `own` values, which the method `of` of the game gave."""
    if not isinstance(own, Mapping) or own.keys() != set(names):
        given, expected = (_listed(own), _listed(names)) if isinstance(own, Mapping) else (in_short(own), "a dict")
        raise RunError(f"{game.where()}: {where} gives {given}: expected {expected}{place_of(getattr(game.state, of))}")
    for name, value in shared.items():
        into[name].append(value)
    for name in names:
        into[name].append(own[name])


def _listed(names: Any) -> str:
    return ", ".join(map(str, names)) if len(names) else "nothing"


def frames(kind: Any, plan: Any, batch: Batch) -> dict[str, pl.DataFrame]:
    """The tables of a batch."""
    found = {}
    for name, schema in kind.schemas(plan.categories).items():
        filled = getattr(kind.game, {"games": "game_row", "seats": "seat_row"}.get(name, "rows"))
        found[name] = frame(name, schema, batch.columns[name], place_of(filled))
    return found
