"""A stand-in for the engine: random batches that are right by the schema, with effects planted in them.

No game is played. What a batch says is a function of (seed, game number) alone, as the engine promises, and
the truth is known: being dealt `STRONG` is worth `STRONG_EFFECT` points, being dealt any other card is worth
nothing, and seat 1 has `SEAT_EFFECT` points more than the others. Tables, estimators and run folders are tested on it.
"""

from dataclasses import dataclass

import numpy as np

from seti_sim.seti import batch as engine
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.tables import schema

STRONG, STRONG_EFFECT, SEAT_EFFECT, SD = 7, 12.0, 5.0, 20.0
CARDS = 138
KINDS = engine.ACTION_KINDS
RULES = RuleSet.load()
CATEGORIES = {
    "card": list(RULES.card_ids),
    "tech": list(RULES.tech_ids),
    "species": list(RULES.species_ids),
    "body": [*RULES.compiled.planet_ids, *RULES.compiled.moon_ids],
    "gold": list(RULES.gold_tile_names),
    "objective": list(RULES.compiled.solo["objectives"]),
    "policy": ["greedy"],
}


@dataclass(frozen=True)
class FakePolicy:
    name: str = "greedy"
    key: str = "k1"


@dataclass
class FakeBatch:
    games: dict
    seats: dict
    actions: np.ndarray
    log: np.ndarray
    card_species: np.ndarray


def play_games(rules, players, seed, first, count, policies, assign):
    """Same arguments and result as `seti_sim.seti.batch.play_games`."""
    assert assign.shape == (count, players) and assign.dtype == np.uint8 and assign.max(initial=0) < len(policies)
    played = [_one_game(players, seed, first + i, assign[i]) for i in range(count)]
    games = {name: np.array([g[0][name] for g in played], dtype) for name, dtype in _GAME_TYPES.items()}
    seats = {
        name: np.concatenate([g[1][name] for g in played]) if played else np.zeros(0, np.int16)
        for name in schema.SEATS.column_names
    }
    actions = np.stack([g[2] for g in played]) if played else np.zeros((0, players, 5, len(KINDS)), np.uint16)
    log = np.concatenate([g[3] for g in played]) if played else np.zeros(0, engine.LOG_DTYPE)
    return FakeBatch(games, seats, actions, log, np.array(RULES.compiled.tables["card_species"], np.uint8))


_GAME_TYPES = {
    "game_id": np.int64, "species_left": np.uint8, "species_right": np.uint8, "turns": np.uint16,
    "decisions": np.uint32, "discovered_left": np.uint8, "discovered_right": np.uint8, "gold_sides": np.uint8,
}  # fmt: skip


def _one_game(players, seed, game, assign):
    rng = np.random.default_rng([seed, game])
    rows = []

    def log(kind, seat=0, round_=0, turn=0, item=0, a=0, b=0):
        rows.append({"game": game, "kind": kind, "seat": seat, "round": round_, "turn": turn, "item": item, "a": a, "b": b})

    deck = list(rng.permutation(CARDS))
    hands = {seat: [] for seat in range(1, players + 1)}
    for _ in range(3):
        log(engine.LOG_REFILL, item=deck.pop(), b=len(deck) + 1)
    for seat, hand in hands.items():
        for _ in range(5):
            hand.append(deck.pop())
            log(engine.LOG_ARRIVE, seat, item=hand[-1], a=0, b=len(deck) + 1)
    for stack in range(4):
        for _ in range(players + 1):
            log(engine.LOG_STACK, item=deck.pop(), a=stack, b=len(deck) + 1)
    opening = {seat: set(hand) for seat, hand in hands.items()}
    techs, tiles, gold_marks = {s: [] for s in hands}, [4] * 12, [0] * 4
    gold, gold_tiles = {s: [] for s in hands}, {s: list(rng.permutation(4)) for s in hands}
    turn = 0
    discovered = rng.integers(0, 6, 2)
    marks = np.random.default_rng([seed, game, 1])  # luck of its own for traces
    for round_ in range(1, 6):
        for seat, hand in hands.items():
            turn += 1
            if hand and rng.random() < 0.9:
                card = hand.pop(rng.integers(len(hand)))
                log(engine.LOG_LEAVE, seat, round_, turn, card, rng.integers(0, 6))
                if rng.random() < 0.1:
                    hand.append(card)
                    log(engine.LOG_ARRIVE, seat, round_, turn, card, 4)
            hand.append(deck.pop())
            log(engine.LOG_ARRIVE, seat, round_, turn, hand[-1], 1, len(deck) + 1)
            if rng.random() < 0.6:
                tech = rng.choice([t for t in range(12) if t not in techs[seat]])
                techs[seat].append(tech)
                log(engine.LOG_TECH, seat, round_, turn, tech, rng.integers(4), int(tiles[tech] == 4))
                tiles[tech] -= 1
                if tiles[tech]:
                    log(engine.LOG_TILE, 0, round_, turn, tech, rng.integers(4), tiles[tech])
            if marks.random() < 0.7:
                log(engine.LOG_TRACE, seat, round_, turn, marks.integers(6), marks.integers(4))
            if marks.random() < 0.4:
                log(engine.LOG_ORBIT, seat, round_, turn, marks.integers(8), marks.integers(2))
            if marks.random() < 0.4:
                moon = marks.integers(10) * marks.integers(2)
                log(engine.LOG_LAND, seat, round_, turn, marks.integers(8), 0 if moon else marks.integers(3), moon)
            if round_ in (3, 4, 5) and rng.random() < 0.7:
                tile = gold_tiles[seat].pop()
                log(engine.LOG_GOLD, seat, round_, turn, tile, min(gold_marks[tile], 2), (25, 50, 70)[len(gold[seat])])
                gold[seat].append(tile)
                gold_marks[tile] += 1
        for slot in np.flatnonzero(discovered == round_):
            log(engine.LOG_DISCOVER, int(rng.integers(1, players + 1)), round_, turn, slot)
    for seat, marked in gold.items():
        for tile in marked:
            count = rng.integers(0, 4)
            log(engine.LOG_GOLD_SCORE, seat, 6, turn, tile, count, count * 5)

    score = np.rint(rng.normal(100, SD, players)).astype(np.int16)
    score[0] += int(SEAT_EFFECT)
    for seat in hands:
        score[seat - 1] += int(STRONG_EFFECT) * (STRONG in opening[seat])
    best = score == score.max()
    columns = {name: rng.integers(0, 5, players).astype(np.uint8) for name in schema.SEATS.column_names}
    columns |= {
        "game_id": np.full(players, game),
        "seat": np.arange(1, players + 1, dtype=np.uint8),
        "policy": assign.copy(),
    }
    columns |= {"score": score, "win_share": (best / best.sum()).astype(np.float32)}
    parts = {f"points_{s}": rng.integers(0, 8, players).astype(np.int16) for s in schema.POINT_SOURCES}
    parts["points_card"] = (score - sum(v for s, v in parts.items() if s != "points_card")).astype(np.int16)
    game_row = {"game_id": game, "turns": turn, "decisions": turn * 4 + rng.integers(10)}
    game_row |= dict(zip(("species_left", "species_right"), rng.choice(5, 2, replace=False)))
    game_row |= {"gold_sides": rng.integers(0, 16), "discovered_left": discovered[0], "discovered_right": discovered[1]}
    actions = rng.poisson(0.7, (players, 5, len(KINDS))).astype(np.uint16)
    return game_row, columns | parts, actions, _structured(rows)


def _structured(rows):
    """Dicts as rows of the log, whatever the order of its fields."""
    log = np.zeros(len(rows), engine.LOG_DTYPE)
    for name in engine.LOG_DTYPE.names:
        log[name] = [row[name] for row in rows]
    return log
