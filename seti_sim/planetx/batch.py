"""Games in bulk: `play_games` gives arrays that depend on rules, players, seed, game numbers, policies and levels only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .engine import _engine, struct_dtype
from .notation import text

DealError = _engine.DealError
ACTIONS = ("survey", "target", "research", "locate")
FATES = ("down", "confirmed", "wrong", "right-at-end", "wrong-at-end")
"""What became of a theory token, by `fate` less 1; "down" never occurs in a finished game."""
TOKENS = 12
TOPICS = 6
(
    EV_SURVEY,
    EV_TARGET,
    EV_RESEARCH,
    EV_LOCATE,
    EV_CONFERENCE,
    EV_SUBMIT,
    EV_THEORY,
    EV_REVIEW,
    EV_PENALTY,
    EV_LAST,
    EV_PASS,
    EV_REVEAL,
) = range(1, 13)

_GAME_TYPES = {"system": np.int32, "turns": np.int32, "decisions": np.int32, "phases": np.uint16, "end_time": np.int32}
_SEAT_TYPES = {"located_at": np.int32, "time": np.int32, "penalty": np.int32, "possible": np.int32}


@dataclass
class Batch:
    """What `play_games` returns, as columns that NumPy and Polars take. n games of p seats, in order of game number;
    in solo games p is 2, the second seat being the bot (policy 255).

    games      one value a game: game_id, system (number of the arrangement), turns, decisions, phases, conferences held,
               finder (seat), end_time (when the finder's locate began), x_sector, confirmed (sectors)
    seats      one value a seat: game_id, seat, policy, level (starting facts), score, win_share, points by source (they
               add up to score), located_at (-1 never), behind (sectors behind the finder), time, penalty (time lost),
               surveys, targets, researches, locates, theories, theories_right, possible (arrangements left at the end,
               0 where not tracked)
    actions    one value an action of the four: game_id, seat, turn, time, kind (index of ACTIONS), object (index of KINDS;
               255 none), sector, size (sectors surveyed, 0 none), topic (1 to 6, 0 none), cost (0 in the last chance),
               answer (number, object, clue or success), before, after (arrangements possible to the seat)
    theories   one value a theory: game_id, seat, sector, object (index of LETTERS), phase, time, fate (index of FATES),
               right, first, points (with those for being first)
    clues      one value a topic and conference of a game: game_id, clue (index into rules.clues), place (0 to 5 topics A
               to F, then conferences)
    research   one value a clue that a seat got: game_id, seat, turn, time, place, clue, before, after
    log        the engine's rows, in order of happening (`struct_dtype("Event")`)
    """

    games: dict[str, np.ndarray]
    seats: dict[str, np.ndarray]
    actions: dict[str, np.ndarray]
    theories: dict[str, np.ndarray]
    clues: dict[str, np.ndarray]
    research: dict[str, np.ndarray]
    log: np.ndarray


def win_shares(score, located, first, solo: bool = False) -> np.ndarray:
    """Share of the win by seat, shape like `score` [n, p]: most points, then most for Planet X, then most for first
    theories, then shared (PX-90). solo: the player (first seat) wins with more points than the bot (PX-97)."""
    score, located, first = (np.asarray(part, np.int64) for part in (score, located, first))
    if solo:
        won = score[:, :1] > score[:, 1:]
        return np.hstack([won, ~won]).astype(np.float32)
    key = (score * 4096 + located) * 4096 + first
    best = key == key.max(axis=1, keepdims=True)
    return (best / best.sum(axis=1, keepdims=True)).astype(np.float32)


def play_games(rules, *, players, seed, first, count, policies, assign=None, levels=0, generation=None, track=True) -> Batch:
    """Play `count` games with numbers from `first` on.

    policies: players of `seti_sim.planetx.players`, or callables `(view, legal) -> index`, or classes of such (slow). assign: uint8 [count,
    players], which policy sits where; without it policy number i sits at seat i, or the only policy everywhere. levels:
    starting facts (0, 4, 8 or 12): one for all, one a seat, or [count, players]. generation: "app" or "uniform", as of
    `Game.new`. track: note before and after every action how many arrangements the seat holds possible. Raises EngineFault
    naming game, seed and actions, and DealError for rules under which a game cannot be dealt.
    """
    if players not in (1, 2, 3, 4):
        raise ValueError(f"players = {players!r}: expected 1 to 4")
    generation = rules.generation(generation)
    assign = _assigned(assign, count, players, len(policies))
    facts = _facts(rules, levels, count, players)
    n_seats = max(players, 2)
    games = np.zeros((count, len(_engine.GAME_COLUMNS)), np.int64)
    seats = np.zeros((count * n_seats, len(_engine.SEAT_COLUMNS)), np.int32)
    theories = np.zeros((count * n_seats * TOKENS, len(_engine.THEORY_COLUMNS)), np.int16)
    clues = np.full((count, 8), 255, np.uint8)
    arrays = (games, seats, theories, clues)
    if all(hasattr(policy, "engine_policy") for policy in policies):
        numbers = np.array([policy.engine_policy() for policy in policies], np.int32)
        core = _engine.Core(rules.engine)
        data, fault = _engine.play_batch(
            core, players, seed, first, numbers, assign, facts, generation == "app", *arrays, track
        )
        if fault:
            game, number, actions = fault
            done = f" after {len(actions)} actions, the last ones {', '.join(map(text, actions[-5:]))}" if actions else ""
            where = f"game {game} of seed {seed} ({players} players, {rules.mode}, rules {rules.fingerprint}){done}: "
            raise _engine.fault_error(number, where)
    else:
        data = _play_in_python(rules, players, seed, first, policies, assign, facts, generation, arrays)
    log = np.frombuffer(data, struct_dtype("Event"))
    return _batch(rules, players, first, assign, arrays, log)


def _assigned(assign, count, players, n_policies):
    if assign is None:
        row = range(players) if n_policies == players else [0] * players
        assign = np.tile(np.array(row, np.uint8), (count, 1))
    assign = np.ascontiguousarray(assign, np.uint8)
    if assign.shape != (count, players) or (assign.size and assign.max() >= n_policies):
        raise ValueError(f"assign: expected {count} x {players} indexes below {n_policies}, not {assign.shape}")
    return assign


def _facts(rules, levels, count, players):
    """uint8 [count, players] of starting facts."""
    facts = np.asarray(levels)
    if facts.ndim < 2:
        facts = np.broadcast_to(facts, (count, players)) if facts.ndim == 0 or facts.size == players else facts
    known = sorted(set(rules.levels.values()))
    if facts.shape != (count, players) or not np.isin(facts, known).all():
        raise ValueError(f"levels: expected starting facts of {players} seats, each one of {', '.join(map(str, known))}")
    return np.ascontiguousarray(facts, np.uint8)


def _play_in_python(rules, players, seed, first, policies, assign, facts, generation, arrays):
    from .game import Game
    from .players import get

    games, seats, theories, clues = arrays
    n_seats = max(players, 2)
    deciders = [policy if hasattr(policy, "choose") else get(policy) for policy in policies]
    logs = []
    for g in range(len(assign)):
        game = Game.new(rules, players, seed, first + g, levels=facts[g].tolist(), generation=generation)
        while not game.is_over:
            game.apply(deciders[assign[g, game.core.to_move]].choose(game))
        rows = slice(g * n_seats, (g + 1) * n_seats)
        _engine.result_rows(game.core, games[g], seats[rows], theories[rows.start * TOKENS : rows.stop * TOKENS])
        clues[g] = game.state["clue"]
        log = game.log.copy()
        log["game"] = first + g
        logs.append(log.tobytes())
    return b"".join(logs)


def _batch(rules, players, first, assign, arrays, log) -> Batch:
    games, seats, theories, clues = arrays
    count = len(games)
    n_seats = max(players, 2)
    ids = np.arange(first, first + count, dtype=np.int64)
    by_game = {"game_id": ids}
    for i, name in enumerate(_engine.GAME_COLUMNS):
        by_game[name] = games[:, i].astype(_GAME_TYPES.get(name, np.uint8))
    policy = assign if players > 1 else np.hstack([assign, np.full((count, 1), 255, np.uint8)])
    by_seat = {
        "game_id": np.repeat(ids, n_seats),
        "seat": np.tile(np.arange(1, n_seats + 1, dtype=np.uint8), count),
        "policy": policy.reshape(-1).copy(),
    }
    for i, name in enumerate(_engine.SEAT_COLUMNS):
        by_seat[name] = seats[:, i].astype(_SEAT_TYPES.get(name, np.int16))
    score, located, first_points = (
        by_seat[name].reshape(count, n_seats) for name in ("score", "points_locate", "points_first")
    )
    by_seat["win_share"] = win_shares(score, located, first_points, solo=players == 1).reshape(-1)
    return Batch(
        by_game,
        by_seat,
        _actions(rules, log),
        _theories(rules, ids, n_seats, theories),
        _clues(rules, ids, clues),
        _research(log),
        log,
    )


def _actions(rules, log):
    rows = log[(log["kind"] >= EV_SURVEY) & (log["kind"] <= EV_LOCATE)]
    kind = rows["kind"] - EV_SURVEY
    survey, research = kind == 0, kind == 2
    size = np.where(survey, (rows["c"].astype(np.int16) - rows["b"]) % rules.sectors + 1, 0)
    return {
        "game_id": rows["game"].astype(np.int64),
        "seat": rows["seat"] + 1,
        "turn": rows["turn"],
        "time": rows["time"],
        "kind": kind,
        "object": np.where(survey, rows["a"], 255).astype(np.uint8),
        "sector": np.where(survey, rows["b"] + 1, np.where(research, 0, rows["a"] + 1)).astype(np.uint8),
        "size": size.astype(np.uint8),
        "topic": np.where(research, rows["a"] + 1, 0).astype(np.uint8),
        "cost": rows["cost"],
        "answer": rows["d"],
        "before": rows["before"],
        "after": rows["after"],
    }


def _theories(rules, ids, n_seats, theories):
    game = np.repeat(ids, n_seats * TOKENS)
    used = theories[:, 0] > 0
    rows, game = theories[used], game[used]
    columns = {"game_id": game}
    for i, name in enumerate(_engine.THEORY_COLUMNS):
        columns[name] = rows[:, i].astype(np.int32 if name == "time" else np.uint16 if name == "phase" else np.uint8)
    columns["fate"] -= 1
    columns["first"] = columns["first"] == 1
    columns["right"] = np.isin(columns["fate"], (1, 3))
    points = np.array([*rules.tables["points"], 0, 0])[columns["object"]]
    points = np.where(columns["right"], points, 0) + columns["first"] * rules.tables["first_theory"]
    return columns | {"points": points.astype(np.int16)}


def _clues(rules, ids, clues):
    places = TOPICS + len(rules.conferences)
    return {
        "game_id": np.repeat(ids, places),
        "place": np.tile(np.arange(places, dtype=np.uint8), len(ids)),
        "clue": clues[:, :places].reshape(-1).copy(),
    }


def _research(log):
    rows = log[(log["kind"] == EV_RESEARCH) | (log["kind"] == EV_CONFERENCE)]
    return {
        "game_id": rows["game"].astype(np.int64),
        "seat": rows["seat"] + 1,
        "turn": rows["turn"],
        "time": rows["time"],
        "place": np.where(rows["kind"] == EV_CONFERENCE, rows["a"] + TOPICS, rows["a"]).astype(np.uint8),
        "clue": rows["d"],
        "before": rows["before"],
        "after": rows["after"],
    }
