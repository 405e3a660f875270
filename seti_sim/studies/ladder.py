"""A ladder: a round robin of two-player games, and tables with one player in all seats.

Every pairing plays blocks of two games: the same game (seed, number, setup) with the seats exchanged. A mirror pairing, a
player with itself, would play the same game twice, so its blocks are single games; it says what seat and luck do. Where a
game sets up something on purpose, as the species of SETI, every setup comes equally often.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from seti_sim.core import registry
from seti_sim.core.errors import PlayerError
from seti_sim.core.registry import DEFAULT
from seti_sim.simulate import Plan, prepare
from seti_sim.simulate.cost import FEW, Cost, seconds_of
from seti_sim.stats.estimates import Estimate, mean
from seti_sim.stats.rating import ratings, share
from seti_sim.studies.parts import PartFolder, join, play_pieces, weights_of
from seti_sim.studies.store import Study

PIECE = 20
"""Blocks, or games of a table, that one process plays at a time, or as many as there are setups."""
POINTS = "points_"
"""How the columns of `seats` with the points of a source begin (`GameKind.points`)."""


@dataclass(frozen=True)
class Asked:
    """What a ladder plays: plans of two and of as many players as sit at a table, and the players, from the weakest on.

    fewer: {name: games}, at most so many of each pairing and table of that player.
    """

    two: Plan
    many: Plan
    players: tuple[Any, ...]
    games: int
    tables: int
    fewer: dict[str, int]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def setups(self) -> int:
        """Setups that come equally often, at least one."""
        found = self.two.kind.combinations(self.two)
        return 1 if found is None else len(found)

    def blocks(self):
        """(what plays it, who, blocks) of each pairing and of each player's table, whose blocks are games."""
        most = [self.fewer.get(name, self.games) for name in self.names]
        for i, j in itertools.combinations_with_replacement(range(len(self.names)), 2):
            sets = -(-min(self.games, most[i], most[j]) // (2 * self.piece))
            yield _duel, (i, j), sets * self.piece * (2 if i == j else 1)
        for i, name in enumerate(self.names):
            yield _table, (i,), min(self.tables, self.fewer.get(name, self.tables))

    @property
    def piece(self) -> int:
        return self.setups * max(PIECE // self.setups, 1)


@dataclass
class Ladder:
    """What was played.

    names: of the players. duels: {(i, j): win shares [blocks, games of a block, 2]}, i <= j, of player i and of player j, i at
    seat 1 in the first game of a block and at seat 2 in the other. tables: {i: arrays by name, one row a game}: `score`
    [games, seats], the mean seat's `points_…` by source and what the game tells of how it is played
    (`GameKind.habits`). speed: games of a table a second of one core. asked: the options it was played with. rules: their fingerprint.
    """

    names: tuple[str, ...]
    duels: dict[tuple[int, int], np.ndarray]
    tables: dict[int, dict[str, np.ndarray]]
    speed: dict[int, float]
    asked: dict[str, Any]
    rules: str


def prepare_ladder(
    policies: Sequence[str] | None = None, *, games: int = 400, tables: int = 400, fewer: dict[str, int] | None = None,
    seed: int = 1, variant: Any = None, game: str = DEFAULT, **options: Any,
) -> Asked:  # fmt: skip
    """Check what is asked for. policies: names, at least two, those of the game's own ladder for None; `options`: the game's own, as
    of `prepare`. PlayerError, RunError or a RuleError in one line."""
    kind, fewer = registry.get(game), fewer or {}
    names = kind.ladder or kind.policies() if policies is None else tuple(policies)
    if games < 1 or tables < 2:
        raise PlayerError(f"games {games}, tables {tables}: expected at least 1 and 2")
    if unknown := set(fewer) - set(names):
        raise PlayerError(f"fewer games of {', '.join(sorted(unknown))}: expected players of the ladder")
    counts = [count for count in kind.players if count > 1]
    if 2 not in counts:
        raise PlayerError(f"ladder: {kind.title} has no games of two players, which a ladder is made of")
    asked = {"games": games, "seed": seed, "variant": variant, "game": game, "seating": "fixed", "clock": True}
    asked |= {**kind.even_setups, **{name: value for name, value in options.items() if value is not None}}
    plans = [prepare(players=2, policies=name, **asked) for name in names]
    if len(names) < 2 or len(set(names)) < len(names):
        raise PlayerError(f"ladder {','.join(names)}: expected at least two different players")
    players = tuple(plan.policies[0] for plan in plans)
    many = prepare(players=counts[-1], policies=names[0], **asked)
    own_name = {name: player.name for name, player in zip(names, players, strict=True)}
    return Asked(plans[0], many, players, games, tables, {own_name[name]: most for name, most in fewer.items()})


def _duel(asked: Asked, i: int, j: int, first: int, count: int) -> dict[str, np.ndarray]:
    turns = (0,) if i == j else (0, 1)
    shares = np.zeros((count, len(turns), 2))
    for turn in turns:
        order = (i, j) if turn == 0 else (j, i)
        seated = replace(
            asked.two, policies=tuple(asked.players[k] for k in dict.fromkeys(order)), seats=(0, int(i != j)), seating="fixed"
        )
        found = seated.kind.results(seated, first, count)["win_share"]
        shares[:, turn] = found if turn == 0 else found[:, ::-1]
    return {"win_share": shares}


def _table(asked: Asked, i: int, first: int, count: int) -> dict[str, np.ndarray]:
    plan = replace(asked.many, policies=(asked.players[i],), seats=(0,) * asked.many.players)
    begun = time.process_time()
    batch = plan.kind.play(plan, first, count)
    spent = time.process_time() - begun
    seats = plan.kind.frames(plan, batch)["seats"].sort("game_id", "seat")
    by_seat = lambda name: seats[name].to_numpy().reshape(count, -1)  # noqa: E731
    points = {f"{POINTS}{source}": by_seat(f"{POINTS}{source}").mean(axis=1) for source in plan.kind.points}
    return {"score": by_seat("score"), "seconds": np.array([spent])} | points | plan.kind.habits(plan, batch)


def play_ladder(asked: Asked, *, jobs: int = 1, stream=None, folder: Path | None = None) -> Ladder:
    """Play it. Games of a pairing are rounded up to whole blocks, every setup in them with both seatings. Progress goes to `stream`
    (stderr). The result does not depend on `jobs`. folder: where what is played stays in parts, so that the same call goes on from
    there. StudyError where the folder holds something else, or for less than one process.
    """
    names, seed = asked.names, asked.two.seed
    if jobs < 1:
        raise PlayerError(f"jobs {jobs}: expected at least 1")
    most = [asked.fewer.get(name, asked.games) for name in names]
    work = []
    for play, who, count in asked.blocks():
        work += [(play, who, first, min(asked.piece, count - first)) for first in range(0, count, asked.piece)]
    # The slowest pieces first, so that no process has one left at the end: those of players with fewer games.
    work.sort(key=lambda piece: min(most[i] for i in piece[1]))
    own = {key: value for key, value in asked.two.identity_parts.items() if key not in ("players", "policies", "seating")}
    identity = own | {"policies": list(names), "weights": weights_of(asked.players)}
    pieces = [
        (f"{play.__name__[1:]}-{'-'.join(map(str, who))}-{first:09d}-{count}", _games(play, who, count), play,
         (asked, *who, first, count))
        for play, who, first, count in work
    ]  # fmt: skip
    with PartFolder(folder, identity) if folder else nullcontext() as kept:
        found = play_pieces(pieces, kept, jobs=jobs, stream=stream)
    parts: dict = {_duel: {}, _table: {}}
    for (play, who, _, _), arrays in sorted(zip(work, found), key=lambda one: one[0][1:3]):
        parts[play].setdefault(who, []).append(arrays)
    whole = {who[0]: join(pieces) for who, pieces in parts[_table].items()}
    speed = {i: len(arrays["score"]) / max(arrays.pop("seconds").sum(), 1e-9) for i, arrays in whole.items()}
    duels = {who: join(pieces)["win_share"] for who, pieces in parts[_duel].items()}
    usual = asked.two.kind.usual({name: str(value) for name, value in asked.two.kind.even_setups.items()})
    options = {name: value for name, value in asked.two.options.items() if usual.get(name) != value}
    told = {
        "game": asked.two.kind.name, **options, "policies": list(names), "games": asked.games, "tables": asked.tables,
        "fewer": asked.fewer, "seed": seed, "players": asked.many.players,
    }  # fmt: skip
    return Ladder(names, duels, whole, speed, told, asked.two.rules.fingerprint)


def cost_of(asked: Asked, jobs: int) -> Cost:
    """What a ladder will take, from a few games of a table of each player; a seat of two players takes as long as one of many."""
    work = [(who, _games(play, who, count)) for play, who, count in asked.blocks()]
    total = sum(count for _, count in work)
    if total < FEW:
        return Cost(total, 0.0, 0.0)
    paces = [seconds_of(lambda count, i=i: _table(asked, i, 0, count))[0] for i in range(len(asked.players))]
    seats = asked.many.players
    seconds = sum(count * (paces[who[0]] if len(who) == 1 else (paces[who[0]] + paces[who[1]]) / seats) for who, count in work)
    return Cost(total, seconds / jobs, 0.0)


def _games(play, who, count) -> int:
    """Games of a piece of work."""
    return count * (2 if play is _duel and who[0] != who[1] else 1)


def as_study(ladder: Ladder, folder: Path | None = None) -> Study:
    """The ladder in frames.

    players: one row a player, in the order of the ladder: name, rating (estimate, low, high; -inf or inf where the games
    bound it on one side only; n, games against others; kind, constant for the base, which is 0 by definition), score (mean points of a seat, the player in all seats, with ends), winner (mean of the best seat,
    with ends), tables, speed (games a second of a core), first (win share of seat 1 in its mirror, with ends), mirror (games).
    pairings: name, against, games, and the win share of name over against. points: player, source, and the mean of a seat a
    game. And what the game has of its own (`GameKind.habit_frames`).
    """
    names, rows = ladder.names, ratings(ladder, seed=ladder.asked["seed"])
    pairings, points = [], []
    for i, row in enumerate(rows):
        arrays = ladder.tables[i]
        scores = arrays["score"]
        _add(row, "score", mean(scores.mean(axis=1), "randomised"))
        _add(row, "winner", mean(scores.max(axis=1)))
        first = share(ladder.duels[(i, i)])
        _add(row, "first", first)
        row |= {
            "n": sum(shares.size // 2 for who, shares in ladder.duels.items() if i in who and who[0] != who[1]),
            "kind": "constant" if row["low"] == row["high"] else "randomised",
            "tables": len(scores),
            "mirror": int(first.n),
            "speed": ladder.speed[i],
        }
        for name, column in arrays.items():
            if name.startswith(POINTS):
                # A source that took points from nobody gives none below 0.
                found = mean(column, floor=0) if (column >= 0).all() else mean(column)
                points.append({"player": row["name"], "source": name.removeprefix(POINTS), **found.columns()})
        for j in range(i):
            shares = ladder.duels[(j, i)][..., ::-1]
            pairings.append({"name": names[i], "against": names[j], "games": shares.size // 2, **share(shares).columns()})
    frames = {"players": pl.DataFrame(rows), "pairings": pl.DataFrame(pairings)}
    frames |= {"points": pl.DataFrame(points)} if points else {}
    frames |= registry.get(ladder.asked["game"]).habit_frames({name: ladder.tables[i] for i, name in enumerate(names)})
    return Study("ladder", ladder.asked, frames, {"rules": ladder.rules}, folder)


def _add(row: dict, name: str, found: Estimate) -> None:
    row |= {name: found.estimate, f"{name}_low": found.low, f"{name}_high": found.high}


def steps(study: Study) -> pl.DataFrame:
    """The pairings of each player with the one before it in the ladder, and of a player with those that lean on one of its ways.

    Those are other ways to play, no further rungs: they stand beside the ladder where that player is in it.
    """
    names, leaning = study.asked["policies"], registry.get(study.asked.get("game", DEFAULT)).leaning
    aside = {name: of for name in names if (of := leaning.get(name.split("[")[0])) in names}
    rungs = [name for name in names if name not in aside]
    pairs = list(zip(rungs[1:], rungs[:-1], strict=True))
    pairs += [tuple(sorted(pair, key=names.index, reverse=True)) for pair in aside.items()]
    neighbours = pl.DataFrame(pairs, schema={"name": pl.String, "against": pl.String}, orient="row")
    return neighbours.join(study.frames["pairings"], on=["name", "against"], maintain_order="left")
