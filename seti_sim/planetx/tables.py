"""The tables of a run of The Search for Planet X: what every column means, and how they come out of a raw batch."""

from __future__ import annotations

import numpy as np

from seti_sim.core.columns import GAME_ID, Column, Table, frame

from .batch import ACTIONS as ACTION_NAMES
from .batch import FATES as ALL_FATES
from .batch import TOPICS as N_TOPICS
from .rules import KINDS, LETTERS, TOPICS, objects_of

OBJECTS = ("asteroid", "comet", "dwarf-planet", "gas-cloud", "empty", "planet-x")
"""What a sector holds, in the order of the engine's letters; a survey or target says `empty` of Planet X, too."""
PLACES = (*TOPICS, "X1", "X2")
FATES = ALL_FATES[1:]
FIXED = {"action": ACTION_NAMES, "object": OBJECTS, "place": PLACES, "fate": FATES}
SOURCE_WORDS = {
    "locate": "Planet X",
    "asteroid": "asteroids",
    "comet": "comets",
    "dwarf": "dwarf planets",
    "gas": "gas clouds",
    "first": "first theories",
}
"""Sources of points, in the order of the columns `points_…`, and as few words as charts have room for."""
_POINTS_MEANING = {
    "locate": "Planet X: 10 for the finder, 2 for each sector behind it in the last chance",
    "asteroid": "right theories about asteroids",
    "comet": "right theories about comets",
    "dwarf": "right theories about dwarf planets",
    "gas": "right theories about gas clouds",
    "first": "being among the first with the right theory about a sector",
}
_NOTHING = 255

SEAT = Column("seat", "UInt8", "", "seat, 1 to n in turn order of the first round; 2 is the bot where there is one player")
POLICY = Column("policy", "enum policy", "", "policy that played the seat; null for the bot")
LEVEL = Column("level", "UInt8", "facts", "starting facts of the seat: 0 genius, 4 experienced, 8 beginner, 12 youth")
_WHEN = (
    Column("turn", "UInt32", "turn", "turn of the game, counted over all seats from 1"),
    Column("time", "UInt32", "sectors", "time of the seat's pawn then, from 0, laps not forgotten"),
)
_KNOWN = (
    Column(
        "before",
        "UInt32",
        "arrangements",
        "how many arrangements the seat held possible before; null for the bot",
        "rows",
    ),
    Column("after", "UInt32", "arrangements", "how many after it; null for the bot", "rows"),
)

GAMES = Table(
    "games",
    "one game",
    ("game_id",),
    (
        GAME_ID,
        Column(
            "arrangement",
            "String",
            "",
            "the hidden sky, a letter a sector: A asteroid, C comet, D dwarf planet, G gas cloud, E truly empty, X Planet X",
        ),
        Column("x_sector", "UInt8", "", "sector of Planet X"),
        Column("turns", "UInt32", "turns", "turns of all seats together, the bot's included", "games"),
        Column("decisions", "UInt32", "decisions", "decisions of the players", "games"),
        Column("phases", "UInt16", "phases", "theory phases, without the last chance", "games"),
        Column("conferences", "UInt8", "", "conferences held", "games"),
        Column("finder", "UInt8", "seat", "seat that located Planet X first"),
        Column("end_time", "UInt32", "sectors", "time of the finder's pawn when its locate began", "games"),
        Column("confirmed", "UInt8", "sectors", "sectors confirmed by reviews before the end", "games"),
        Column("best_score", "Int16", "points", "highest score of the game", "games"),
        Column("margin", "Int16", "points", "highest score minus second highest", "games"),
        Column("winners", "UInt8", "seats", "seats that share the win", "games"),
    ),
)

SEATS = Table(
    "seats",
    "one seat of one game",
    ("game_id", "seat"),
    (
        GAME_ID,
        SEAT,
        POLICY,
        LEVEL,
        Column("score", "Int16", "points", "final score", "seats"),
        Column(
            "win_share",
            "Float32",
            "share",
            "1 for a sole winner, 1/k for k that stay tied, else 0; sums to 1 in every "
            "game. Alone, the player needs more points than the bot",
            "seats",
        ),
        *(
            Column(f"points_{name}", "Int16", "points", f"of the score: {meaning}", "seats")
            for name, meaning in _POINTS_MEANING.items()
        ),
        Column(
            "located_at",
            "UInt32",
            "sectors",
            "time of the pawn when the locate that succeeded began; null if none did",
            "seats that located Planet X",
        ),
        Column("behind", "UInt8", "sectors", "sectors behind the finder at the end, 0 for the finder", "seats"),
        Column("time", "UInt32", "sectors", "time of the pawn at the end", "seats"),
        Column("penalty", "UInt32", "sectors", "time lost to wrong theories", "seats"),
        Column("surveys", "UInt16", "times", "surveys", "seats"),
        Column("targets", "UInt8", "times", "targets", "seats"),
        Column("researches", "UInt16", "times", "researches", "seats"),
        Column("locates", "UInt16", "times", "attempts to locate Planet X, that of the last chance included", "seats"),
        Column("theories", "UInt8", "tokens", "theories submitted", "seats"),
        Column("theories_right", "UInt8", "tokens", "of these, right", "seats"),
        Column(
            "possible",
            "UInt32",
            "arrangements",
            "arrangements that the seat held possible at the end; null for the bot",
            "seats",
        ),
    ),
)

ACTIONS = Table(
    "actions",
    "one survey, target, research or locate of a seat",
    ("game_id", "turn", "seat"),
    (
        GAME_ID,
        SEAT,
        POLICY,
        *_WHEN,
        Column("kind", "enum action", "", "which of the four"),
        Column("object", "enum object", "", "object surveyed; null for other actions"),
        Column(
            "sector",
            "UInt8",
            "",
            "first sector surveyed, sector targeted, sector named for Planet X; null for research",
        ),
        Column("size", "UInt8", "sectors", "sectors surveyed; null for other actions"),
        Column("topic", "enum place", "", "topic researched; null for other actions"),
        Column("cost", "UInt8", "sectors", "time that it cost; 0 in the last chance", "rows"),
        Column(
            "found",
            "UInt8",
            "",
            "what the survey counted; 1 or 0 for a locate that succeeds or fails; null for other actions",
            "rows of the kind",
        ),
        Column("seen", "enum object", "", "object that the target showed; null for other actions"),
        *_KNOWN,
    ),
    "Turns are numbered through the game; attempts of the last chance have the turn of the finder's.",
)

THEORIES = Table(
    "theories",
    "one theory submitted",
    ("game_id", "seat", "sector", "object"),
    (
        GAME_ID,
        SEAT,
        POLICY,
        Column("sector", "UInt8", "", "sector that it is about"),
        Column("object", "enum object", "", "object that it says"),
        Column("phase", "UInt16", "", "theory phase in which it was submitted, from 1; the last chance is one of its own"),
        Column("time", "UInt32", "sectors", "time of the pawn then"),
        Column("fate", "enum fate", "", "confirmed by a review, wrong in a review, right or wrong at the end"),
        Column("right", "Boolean", "", "whether it is right", "theories"),
        Column("first", "Boolean", "", "whether nobody submitted the right object there in an earlier phase", "theories"),
        Column("points", "Int16", "points", "points that it scored, those for being first included", "theories"),
    ),
)

CLUES = Table(
    "clues",
    "one research topic or conference of a game, read or not",
    ("game_id", "place"),
    (
        GAME_ID,
        Column("place", "enum place", "", "A to F: research topics; X1, X2: conferences"),
        Column("clue", "enum clue", "", "the rule behind it"),
    ),
)

RESEARCH = Table(
    "research",
    "one rule that a seat was told, by research or in a conference",
    ("game_id", "turn", "seat", "place"),
    (
        GAME_ID,
        SEAT,
        POLICY,
        *_WHEN,
        Column("place", "enum place", "", "topic or conference"),
        Column("clue", "enum clue", "", "the rule told"),
        *_KNOWN,
        Column("win_share", "Float32", "share", "win share of the seat in the game", "rows"),
    ),
    "A topic that a seat reads twice has a row each time.",
)

TABLES = {table.name: table for table in (GAMES, SEATS, ACTIONS, THEORIES, CLUES, RESEARCH)}


def clue_names(rules) -> dict[str, str]:
    """{id of a rule, as `none-within-3-A-C`: what it says}, in the engine's order: research first, then conferences."""
    from . import notation

    found = {}
    for number, clue in enumerate(rules.clues):
        family, x, y, n = clue
        name = "-".join(
            str(part) for part in ("" if number < rules.n_research else "conference", family, n or "", x, y) if part
        )
        found[name] = notation.describe(clue)
    return found


def build(rules, batch, players: int, schemas: dict) -> dict:
    """Tables of a batch of `play_games`: a dict of Polars frames by table name, each as its schema says."""
    raw = {"games": _games(rules, batch), "seats": _seats(batch.seats)}
    size = max(players, 2)
    first = int(batch.games["game_id"][0]) if len(batch.games["game_id"]) else 0

    def seat_of(rows, column):
        return batch.seats[column][(rows["game_id"] - first) * size + rows["seat"] - 1]

    raw["actions"] = _actions(batch.actions) | _known(batch.actions, seat_of)
    raw["theories"] = batch.theories | {"fate": batch.theories["fate"] - 1}
    raw["clues"] = batch.clues
    raw["research"] = batch.research | _known(batch.research, seat_of)
    raw["research"]["win_share"] = seat_of(batch.research, "win_share")
    for name in ("actions", "theories", "research"):
        policy = seat_of(raw[name], "policy")
        raw[name]["policy"] = (policy, policy != _NOTHING)
    return {name: frame(name, schemas[name], columns) for name, columns in raw.items()}


def _games(rules, batch) -> dict:
    games, count = batch.games, len(batch.games["game_id"])
    score = np.sort(batch.seats["score"].reshape(count, -1), axis=1)
    winners = (batch.seats["win_share"].reshape(count, -1) > 0).sum(axis=1)
    letters = np.frombuffer(LETTERS.encode(), np.uint8)[objects_of(rules.sky)[games["system"]]]
    arrangement = np.ascontiguousarray(letters).view(f"S{rules.sectors}").ravel().astype(str)
    return games | {
        "arrangement": arrangement,
        "best_score": score[:, -1],
        "margin": score[:, -1] - score[:, -2],
        "winners": winners,
    }


def _seats(seats) -> dict:
    person = seats["policy"] != _NOTHING
    return seats | {
        "policy": (seats["policy"], person),
        "located_at": (seats["located_at"], seats["located_at"] >= 0),
        "possible": (seats["possible"], person),
    }


def _known(rows, seat_of) -> dict:
    person = seat_of(rows, "policy") != _NOTHING
    return {name: (rows[name], person) for name in ("before", "after")}


def _actions(rows) -> dict:
    survey, target, research, locate = (rows["kind"] == i for i in range(len(ACTION_NAMES)))
    return rows | {
        "object": (np.where(survey, rows["object"], 0), survey),
        "sector": (rows["sector"], ~research),
        "size": (rows["size"], survey),
        "topic": (np.where(research, rows["topic"] - 1, 0), research),
        "found": (rows["answer"], survey | locate),
        "seen": (np.where(target, rows["answer"], 0), target),
    }


assert len(KINDS) == len(OBJECTS) - 1 and N_TOPICS == len(TOPICS)
