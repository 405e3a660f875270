"""Playing a ladder: a round robin of two-player games and a table of four of each player.

Every pairing, a player with itself too, plays blocks of two games: the same game (seed, number, species pair) with the
seats exchanged. Mirror pairings say what seat and luck do. The four-player games have one player in all seats.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass

import numpy as np


@dataclass
class Ladder:
    """What was played.

    names: of the players. duels: {(i, j): scores int [blocks, 2 games, 2]}, i <= j, the scores of player i and of
    player j, i at seat 1 in the first game of a block and at seat 2 in the other. tables: {i: seats} of the four-player
    games, columns as in `Batch.seats`, with "turns" and "actions" (means) beside them. speed: four-player games a second
    of one core. seed, rules: what they were played with.
    """

    names: tuple[str, ...]
    duels: dict
    tables: dict
    speed: dict
    seed: int
    rules: str


def _duel(rules, players, i: int, j: int, seed: int, first: int, count: int):
    from seti_sim.players.tune import pairs_of
    from seti_sim.seti.batch import play_games

    scores = np.zeros((count, 2, 2), int)
    for turn in range(2):
        assign = np.tile(np.array([[0, 1], [1, 0]][turn], np.uint8), (count, 1))
        batch = play_games(
            rules, players=2, seed=seed, first=first, count=count, policies=[players[i], players[j]], assign=assign,
            pairs=pairs_of(rules, first, count), log=False,
        )
        by_seat = batch.seats["score"].reshape(count, 2)
        scores[:, turn] = by_seat if turn == 0 else by_seat[:, ::-1]
    return "duel", (i, j), first, scores


def _table(rules, players, i: int, seed: int, first: int, count: int):
    from seti_sim.players.tune import pairs_of
    from seti_sim.seti.batch import play_games

    begun = time.process_time()
    batch = play_games(
        rules, players=4, seed=seed, first=first, count=count, policies=[players[i]],
        pairs=pairs_of(rules, first, count), log=False,
    )
    spent = time.process_time() - begun
    return "table", i, first, (batch.seats, batch.actions.mean(axis=(0, 1)), spent)


def play_ladder(rules, names, *, games: int = 400, tables: int = 400, seed: int = 1, jobs: int = 1) -> Ladder:
    """Play it. games: of each pairing, rounded up to whole blocks of 40 (20 species pairs, seats exchanged); tables:
    four-player games of each player. The result does not depend on `jobs`."""
    from joblib import Parallel, delayed

    from seti_sim.players import get

    players = [get(name) for name in names]
    blocks = -(-games // 40) * 20
    work = []
    for i, j in itertools.combinations_with_replacement(range(len(players)), 2):
        work += [delayed(_duel)(rules, players, i, j, seed, first, 20) for first in range(0, blocks, 20)]
    for i in range(len(players)):
        work += [
            delayed(_table)(rules, players, i, seed, first, min(20, tables - first)) for first in range(0, tables, 20)
        ]
    done = Parallel(n_jobs=jobs)(work)
    duels: dict = {}
    pieces: dict = {}
    for kind, who, _, result in sorted(done, key=lambda row: (row[0], str(row[1]), row[2])):
        (duels if kind == "duel" else pieces).setdefault(who, []).append(result)
    seats = {
        i: {name: np.concatenate([part[0][name] for part in parts]) for name in parts[0][0]}
        | {"actions": np.mean([part[1] for part in parts], axis=0)}
        for i, parts in pieces.items()
    }
    speed = {i: tables / max(sum(part[2] for part in parts), 1e-9) for i, parts in pieces.items()}
    duels = {who: np.concatenate(parts) for who, parts in duels.items()}
    return Ladder(tuple(names), duels, seats, speed, seed, rules.fingerprint)
