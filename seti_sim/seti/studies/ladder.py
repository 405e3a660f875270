"""Playing a ladder: a round robin of two-player games and a table of four of each player.

Every pairing plays blocks of two games: the same game (seed, number, species pair) with the seats exchanged. A mirror
pairing, a player with itself, would play the same game twice, so its blocks are single games; it says what seat and luck
do. The four-player games have one player in all seats.
"""

from __future__ import annotations

import itertools
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from seti_sim.simulate.cost import FEW, Cost, seconds_of
from seti_sim.studies.parts import PartFolder, join, play_pieces, weights_of

PAIRS = 20
"""Ordered pairs of species, which come equally often: games of a pairing are a multiple of twice that."""


@dataclass
class Ladder:
    """What was played.

    names: of the players. duels: {(i, j): scores int [blocks, games of a block, 2]}, i <= j, the scores of player i and
    of player j, i at seat 1 in the first game of a block and at seat 2 in the other. tables: {i: (seats, actions, sums)} of
    the four-player games: columns as in `Batch.seats`; [games, kinds], actions of the average seat by `ACTION_KINDS`; and
    a frame of one row a game, `seti_sim.seti.analysis.shape.sums_by_game`. speed: four-player games a second of one core.
    asked: the options it was played with. rules: their fingerprint.
    """

    names: tuple[str, ...]
    duels: dict
    tables: dict
    speed: dict
    asked: dict
    rules: str


def _duel(rules, players, i: int, j: int, seed: int, first: int, count: int):
    from seti_sim.seti.batch import play_games
    from seti_sim.seti.players.tune import pairs_of

    turns = (0,) if i == j else (0, 1)
    scores = np.zeros((count, len(turns), 2), int)
    for turn in turns:
        assign = np.tile(np.array([[0, 1], [1, 0]][turn], np.uint8), (count, 1))
        batch = play_games(
            rules,
            players=2,
            seed=seed,
            first=first,
            count=count,
            policies=[players[i], players[j]],
            assign=assign,
            pairs=pairs_of(rules, first, count),
            log=False,
        )
        by_seat = batch.seats["score"].reshape(count, 2)
        scores[:, turn] = by_seat if turn == 0 else by_seat[:, ::-1]
    return {"scores": scores}


def _table(rules, players, i: int, seed: int, first: int, count: int):
    from seti_sim.seti.analysis.shape import sums_by_game
    from seti_sim.seti.batch import play_games
    from seti_sim.seti.players.tune import pairs_of
    from seti_sim.seti.tables.memory import Played, frames_of

    begun = time.process_time()
    batch = play_games(
        rules,
        players=4,
        seed=seed,
        first=first,
        count=count,
        policies=[players[i]],
        pairs=pairs_of(rules, first, count),
    )
    spent = time.process_time() - begun
    run = Played(rules, frames_of(rules, batch, 4, [players[i].name]), [players[i].name] * 4)
    seats = {f"seats {name}": column for name, column in batch.seats.items()}
    sums = {f"sums {column.name}": column.to_numpy() for column in sums_by_game(run)}
    return seats | sums | {"actions": batch.actions.sum(axis=2).mean(axis=1), "seconds": np.array([spent])}


def play_ladder(
    rules,
    names,
    *,
    games: int = 400,
    tables: int = 400,
    fewer: dict | None = None,
    seed: int = 1,
    jobs: int = 1,
    stream=None,
    folder: Path | None = None,
) -> Ladder:
    """Play it. games: of each pairing, rounded up to whole blocks of 40 (20 species pairs, seats exchanged); tables:
    four-player games of each player. fewer: {name: games}, at most so many of each pairing and table of that player,
    for slow ones. Progress goes to `stream` (stderr). The result does not depend on `jobs`. folder: where what is played
    stays in parts, so that the same call goes on from there. PlayerError for fewer than two different players, or what is
    none; StudyError where the folder holds something else.
    """
    import polars as pl

    names, fewer = tuple(names), fewer or {}
    players = _players(names, fewer)
    most = [fewer.get(name, games) for name in names]
    work = []
    for play, who, count in _blocks(names, games, tables, fewer):
        work += [(play, who, first, min(PAIRS, count - first)) for first in range(0, count, PAIRS)]
    # The slowest pieces first, so that no process has one left at the end: those of players with fewer games.
    work.sort(key=lambda piece: min(most[i] for i in piece[1]))
    identity = {"policies": list(names), "weights": weights_of(players), "seed": seed, "rules": rules.fingerprint}
    pieces = [
        (f"{play.__name__[1:]}-{'-'.join(map(str, who))}-{first:09d}-{count}", _games(play, who, first, count), play,
         (rules, players, *who, seed, first, count))
        for play, who, first, count in work
    ]  # fmt: skip
    with PartFolder(folder, identity) if folder else nullcontext() as kept:
        found = play_pieces(pieces, kept, jobs=jobs, stream=stream)
    duels: dict = {}
    tables_of: dict = {}
    for (play, who, _, _), arrays in sorted(zip(work, found), key=lambda one: one[0][1:3]):
        (duels if play is _duel else tables_of).setdefault(who if play is _duel else who[0], []).append(arrays)
    whole = {i: join(parts) for i, parts in tables_of.items()}
    at_tables = {
        i: (_named(arrays, "seats "), arrays["actions"], pl.DataFrame(_named(arrays, "sums "))) for i, arrays in whole.items()
    }
    speed = {i: len(arrays["actions"]) / max(arrays["seconds"].sum(), 1e-9) for i, arrays in whole.items()}
    duels = {who: join(parts)["scores"] for who, parts in duels.items()}
    asked = {"policies": list(names), "games": games, "tables": tables, "fewer": fewer, "seed": seed}
    return Ladder(names, duels, at_tables, speed, asked, rules.fingerprint)


def _named(arrays: dict, mark: str) -> dict:
    """The arrays whose names begin with a mark, by the rest of their names."""
    return {name.removeprefix(mark): array for name, array in arrays.items() if name.startswith(mark)}


def cost_of(rules, names, *, games: int, tables: int, fewer: dict, jobs: int) -> Cost:
    """What a ladder will take, from a few games of four of each player; a seat of two players takes as long as one of four."""
    players = _players(names, fewer)
    work = [(who, _games(play, who, 0, count)) for play, who, count in _blocks(names, games, tables, fewer)]
    total = sum(count for _, count in work)
    if total < FEW:
        return Cost(total, 0.0, 0.0)
    paces = [seconds_of(lambda count, i=i: _table(rules, players, i, 1, 0, count))[0] for i in range(len(players))]
    seconds = sum(count * (paces[who[0]] if len(who) == 1 else (paces[who[0]] + paces[who[1]]) / 4) for who, count in work)
    return Cost(total, seconds / jobs, 0.0)


def _players(names, fewer: dict) -> list:
    from seti_sim.core.errors import PlayerError
    from seti_sim.seti.players import get

    if len(names) < 2 or len(set(names)) < len(names):
        raise PlayerError(f"ladder {','.join(names)}: expected at least two different players")
    if unknown := set(fewer) - set(names):
        raise PlayerError(f"fewer games of {', '.join(sorted(unknown))}: expected players of the ladder")
    return [get(name, clock=True) for name in names]


def _blocks(names, games: int, tables: int, fewer: dict):
    """(what plays it, who, blocks) of each pairing and of each player's table, whose blocks are games."""
    most = [fewer.get(name, games) for name in names]
    for i, j in itertools.combinations_with_replacement(range(len(names)), 2):
        yield _duel, (i, j), -(-min(games, most[i], most[j]) // (2 * PAIRS)) * PAIRS * (2 if i == j else 1)
    for i, name in enumerate(names):
        yield _table, (i,), min(tables, fewer.get(name, tables))


def _games(play, who, first, count) -> int:
    """Games of a piece of work."""
    return count * (2 if len(who) == 2 and who[0] != who[1] else 1)
