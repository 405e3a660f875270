"""Games in bulk: `play_games` gives arrays that depend on rules, players, seed, game numbers and policies only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seti_sim.core.errors import EngineFault
from seti_sim.seti.rules.opcodes import RIVAL_DOES
from seti_sim.seti.vocabulary_actions import FREE_WORDS, MAIN_WORDS
from seti_sim.seti.vocabulary_tables import LOG_ROWS, RESULTS
from seti_sim.stats.shares import win_shares

from .engine import EndlessGame, _engine, engine_rules, struct_dtype
from .notation import latest
from .players.weights import stacked

LOG_DTYPE = struct_dtype("LogRow")
"""One row of the log: game, kind (LOG_…), seat (1 to n, 0 nobody), round (0 setup, n + 1 final), turn, item, a, b."""

ACTION_KINDS = (*MAIN_WORDS, *FREE_WORDS)

(
    LOG_ARRIVE,
    LOG_LEAVE,
    LOG_REFILL,
    LOG_STACK,
    LOG_TILE,
    LOG_TECH,
    LOG_GOLD,
    LOG_DISCOVER,
    LOG_GOLD_SCORE,
    LOG_RESHUFFLE,
    LOG_REVEAL,
    LOG_TRACE,
    LOG_SPECIES_SCORE,
    LOG_TURN_UP,
    LOG_RIVAL_LINE,
    LOG_RIVAL_SKIP,
    LOG_RIVAL_PASS,
    LOG_PROGRESS,
    LOG_REINFORCE,
    LOG_OBJECTIVE,
    LOG_ORBIT,
    LOG_LAND,
) = range(1, len(LOG_ROWS))
NO_SPECIES = 255
TRACE_SPACES = ("discovery", "overflow", "board")
"""Where a LOG_TRACE row puts the marker, by its `a`; anything above is the board, too."""
RIVAL_ACTIONS = RIVAL_DOES
"""Action of a LOG_RIVAL_LINE row, by the lower byte of its `b`; in the upper one is the planet of a flight."""
SKIP_REASONS = (
    "",
    "computer",
    "probe",
    "no-probe",
    "reach",
    "publicity",
    "hidden",
    "leads",
    "no-anomaly",
    "no-tile",
    "tile-out",
    "enough",
    "no-card",
)
"""Why a line of the rival's card was skipped, by the lower byte of a LOG_RIVAL_SKIP row's `b`; a number is in the upper."""
OBJECTIVE_STEPS = ("open", "marked", "done", "given-up")
"""What happened to an objective, by a LOG_OBJECTIVE row's `a`."""

_TYPES = {"score": np.int16, "turns": np.uint16, "decisions": np.uint32}


@dataclass
class Batch:
    """What `play_games` returns. n games of p players, in order of game number.

    games    one value a game: game_id, species_left and species_right (index into `rules.species_ids`), turns,
             decisions, discovered_left and discovered_right (round of discovery, 0 never), gold_sides (bit i: gold tile
             number i lies with side b up), rival (its seat in a solo game, 0 in any other)
    seats    one value a seat, row game * p + seat - 1: game_id, seat, policy (index; of the rival the number of policies),
    score, win_share, points by
             source (they add up to score), what the seat had at the end, and delivered, its capsules (MAS-11), of which
             tables of runs have no column
    actions  uint16 [n, p, rounds, len(ACTION_KINDS)]: main and free actions taken
    log      rows of LOG_DTYPE in the order of happening
    rival_lines   uint8 [cards of the rival, lines]: what each line does, an index into RIVAL_ACTIONS
    card_species  species of each card, an index into `rules.species_ids`; NO_SPECIES of the others
    course   int16 [n, rounds, p]: points of the seats after each round, after the last one before the final scoring;
             None unless asked for
    lead_changes  int16 [n]: how often after a turn another seat led alone than the one that had done so last; as `course`
    """

    games: dict[str, np.ndarray]
    seats: dict[str, np.ndarray]
    actions: np.ndarray
    log: np.ndarray
    card_species: np.ndarray
    rival_lines: np.ndarray
    course: np.ndarray | None = None
    lead_changes: np.ndarray | None = None


def pair_codes(rules, pairs, count: int) -> np.ndarray:
    """The engine's number of each game's pair of species, int32 [count]; -1, to be drawn, where `pairs` is None."""
    if pairs is None:
        return np.full(count, -1, np.int32)
    pairs = np.asarray(pairs, np.int32)
    if (
        pairs.shape != (count, 2)
        or pairs.min() < 0
        or pairs.max() >= len(rules.species_ids)
        or (pairs[:, 0] == pairs[:, 1]).any()
    ):
        raise ValueError(f"pairs: expected {count} x 2 indexes of different species below {len(rules.species_ids)}")
    return np.ascontiguousarray(pairs[:, 0] + 256 * pairs[:, 1])


def caller_of(policy, rules, seed):
    """What the engine calls for a policy that has to be asked, as one in Python; None for a compiled one."""
    ask = getattr(policy, "ask", None)
    return ask and (lambda core, game: ask(rules, core, (seed, game)))


def play_games(
    rules, *, players, seed, first=0, count=None, policies, assign=None, pairs=None, log=True, solo: int | None = None,
    numbers=None, exchanges=None, course=False,
) -> Batch:  # fmt: skip
    """Play `count` games with numbers from `first` on, or those of the given `numbers`.

    policies: players (`seti_sim.seti.players`). assign: uint8 [count, players], which policy sits where; without it
    policy number i sits at seat i, or the only policy everywhere. pairs: int [count, 2], indexes into `rules.species_ids`
    of the left and the right slot; without it they are drawn. solo: level of solo games, with `players` = 1: the games
    have two seats, the rival's being drawn, and `assign` has one column. exchanges: int [count, 2], two cards (indexes into
    `rules.card_ids`) of each game that lie in each other's place in the shuffled deck that both belong to, all other luck
    the same; twice the same card for none. course: whether to keep the points by round. Raises EngineFault naming game, seed
    and actions, and EndlessGame where a variant lets a game go on for ever.
    """
    if numbers is not None:
        numbers = np.ascontiguousarray(numbers, np.int64)
        count = len(numbers)
    if exchanges is not None:
        exchanges = np.asarray(exchanges)
        if exchanges.shape != (count, 2) or (count and not 0 <= exchanges.min() <= exchanges.max() < len(rules.card_ids)):
            raise ValueError(f"exchanges: expected {count} x 2 cards, indexes below {len(rules.card_ids)}")
        exchanges = np.ascontiguousarray(exchanges, np.uint8)
    if assign is None:
        row = range(players) if len(policies) == players else [0] * players
        assign = np.tile(np.array(row, np.uint8), (count, 1))
    assign = np.ascontiguousarray(assign, np.uint8)
    if assign.shape != (count, players) or (assign.size and assign.max() >= len(policies)):
        raise ValueError(f"assign: expected {count} x {players} indexes below {len(policies)}, not {assign.shape}")
    if solo is not None:
        levels = len(rules.compiled.solo["levels"])
        if players != 1 or not 1 <= solo <= levels:
            raise ValueError(f"players = {players}, solo = {solo}: expected 1 player and a level from 1 to {levels}")
        players = 2
        assign = np.repeat(assign, 2, axis=1)
    weights = stacked(policies)
    rounds = rules.tree["setup"]["rounds"]
    games = np.zeros((count, len(_engine.GAME_COLUMNS)), np.int64)
    seats = np.zeros((count * players, len(RESULTS)), np.int32)
    acts = np.zeros((count * players, rounds * len(ACTION_KINDS)), np.uint16)
    points = np.zeros((count, rounds * players + len(_engine.COURSE_COLUMNS)), np.int16) if course else None
    data, fault = _engine.play_batch(
        engine_rules(rules),
        players,
        seed,
        first,
        weights,
        assign,
        games,
        seats,
        acts,
        pair_codes(rules, pairs, count),
        log,
        [caller_of(policy, rules, seed) for policy in policies],
        solo or 0,
        numbers,
        exchanges,
        points,
    )
    if fault:
        game, what, actions = fault
        if what == _engine.ENDLESS and rules.changes():
            raise EndlessGame(players, seed, game)
        kind = f"solo, level {solo}" if solo else f"{players} players"
        raise EngineFault(f"game {game} of seed {seed} ({kind}, rules {rules.fingerprint}): {what} {latest(rules, actions)}")
    ids = np.arange(first, first + count, dtype=np.int64) if numbers is None else numbers
    by_game = {"game_id": ids}
    for i, name in enumerate(_engine.GAME_COLUMNS):
        by_game[name] = games[:, i].astype(_TYPES.get(name, np.uint8))
    by_seat = {
        "game_id": np.repeat(ids, players),
        "seat": np.tile(np.arange(1, players + 1, dtype=np.uint8), count),
        "policy": assign.reshape(-1).copy(),
    }
    for i, name in enumerate(RESULTS):
        by_seat[name] = seats[:, i].astype(np.int16)
    rival = by_game["rival"].astype(np.intp) - 1 if solo else None
    if solo:
        by_seat["policy"].reshape(count, players)[np.arange(count), rival] = len(policies)
    by_seat["win_share"] = win_shares(seats[:, 0].reshape(count, players), rival).reshape(-1)
    return Batch(
        by_game,
        by_seat,
        acts.reshape(count, players, rounds, len(ACTION_KINDS)),
        np.frombuffer(data, LOG_DTYPE),
        np.array(rules.compiled.tables["card_species"], np.uint8),
        np.array(rules.compiled.tables["rival_do"], np.uint8).reshape(-1, 4),
        points[:, : rounds * players].reshape(count, rounds, players) if course else None,
        points[:, rounds * players + _engine.COURSE_COLUMNS.index("changes")] if course else None,
    )
