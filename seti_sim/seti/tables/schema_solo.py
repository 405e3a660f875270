"""The tables that runs of solo games have besides the others, and the column that they add to `seats`."""

from __future__ import annotations

from seti_sim.core.columns import GAME_ID, Column, Table
from seti_sim.seti.tables.schema import OUTCOME

RIVAL_ACTIONS = ("analyze", "launch", "research", "fly", "scan", "replace", "anomaly-trace", "message", "secret-card")

IS_RIVAL = Column(
    "is_rival", "Boolean", "", "whether the seat is the rival's, which no policy plays; in solo runs only", "seats"
)

RIVAL = Table(
    "rival",
    "one round of one game: what the rival did in it",
    ("game_id", "round"),
    (
        GAME_ID,
        Column("round", "UInt8", "round", "1 to 5"),
        Column("cards", "UInt8", "cards", "cards that it turned up, one a turn", "rounds of all games"),
        *(
            Column(f"did_{name.replace('-', '_')}", "UInt8", "times", f"lines of its cards done: {name}", "rounds of all games")
            for name in RIVAL_ACTIONS
        ),
        *(
            Column(
                f"skipped_{name.replace('-', '_')}", "UInt8", "times",
                f"lines not possible, so that one further down was tried: {name}", "rounds of all games",
            )
            for name in RIVAL_ACTIONS
        ),
        Column(
            "progress", "UInt8", "steps",
            "steps of its marker, those of the player's turns and of the round's end included", "rounds of all games",
        ),
        Column("cards_added", "UInt8", "cards", "advanced cards that came to its deck for them", "rounds of all games"),
        Column("completed", "UInt8", "objectives", "objectives that the player completed, those of the final scoring in the last round", "rounds of all games"),
        Column("given_up", "UInt8", "objectives", "objectives that the player gave up at its end", "rounds of all games"),
    ),
    "In solo runs only. A species' card that takes the place of another is worked through in the same turn: "
    "`did_replace` counts it, and its own line counts as well.",
)  # fmt: skip

OBJECTIVES = Table(
    "objectives",
    "one objective of one game that was turned up",
    ("game_id", "objective"),
    (
        GAME_ID,
        Column("objective", "enum objective", "", "objective"),
        Column("round_open", "UInt8", "round", "round in which it was turned up, 0 setup"),
        Column("turn_open", "UInt16", "turn", "turn of the game in which it was turned up, counted over both seats; 0 setup"),
        Column("round_completed", "UInt8", "round", "round in which its last task was marked, one more than the rounds at the final scoring; null if never", "completed objectives"),
        Column("turn_completed", "UInt16", "turn", "turn of the game in which its last task was marked; null if never"),
        Column("round_given_up", "UInt8", "round", "round at whose end it was given up; null if never"),
        Column("tasks_marked", "UInt8", "tasks", "tasks marked at the end", "rows of this table"),
        *OUTCOME,
    ),
    "In solo runs only, and without rows at a level that has no objectives. Policy, score and win share are the player's. "
    "What lay in the stack to the end is not here.",
)  # fmt: skip
