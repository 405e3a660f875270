"""The numbers that the compiler writes and the engine reads: those of the vocabulary, and of what else has a number.

`setup.py` turns the groups below into a Cython `enum` (`ext/seti/_opcodes.pxi`) at build time, so that the two sides
cannot drift apart. Each group is a tuple of names; a name's number is its place. `setup.py` runs this file before there is
a package that works, so that it imports nothing but the vocabulary.
"""

from seti_sim.seti.vocabulary import (
    CELLS,
    COLORS,
    CONDS,
    CORNERS,
    COUNTS,
    DRAW_FROM,
    EVENTS,
    INCOMES,
    OP_LENGTH,
    OPS,
    PER_GIVES,
    PIECES,
    PLANETS,
    RESOURCES,
    SIGNAL_WHERE,
    TECH_KINDS,
    TRACE_KINDS,
    TRACE_WHERE,
)
from seti_sim.seti.vocabulary_actions import ACTIONS, FREE, MAIN, PAID_ACTIONS
from seti_sim.seti.vocabulary_actions import COUNTED as COUNTED_ACTIONS
from seti_sim.seti.vocabulary_tables import ARRIVALS, FATES, LOG_ROWS, POINTS, RESULTS

__all__ = [  # the words above, passed on
    "ARRIVALS",
    "CELLS",
    "COLORS",
    "CONDS",
    "CORNERS",
    "COUNTS",
    "DRAW_FROM",
    "EVENTS",
    "FATES",
    "INCOMES",
    "OPS",
    "OP_LENGTH",
    "PAID_ACTIONS",
    "PER_GIVES",
    "PIECES",
    "PLANETS",
    "RESOURCES",
    "SIGNAL_WHERE",
    "TECH_KINDS",
    "TRACE_KINDS",
    "TRACE_WHERE",
]

TILE_BONUSES = ("vp", "energy", "publicity", "draw")
GOLD_TILES = ("tech", "mission", "income", "other")

SOURCES = tuple(source.replace("_", "-") for source in POINTS)

# What a card is besides its effects.
CARD_CLASSES = ("plain", "mission", "triggers", "endgame", "message", "secret")
# Tokens on a species' board.
BOARD_TOKENS = ("", "setup", "delivered")
OTHER_SPECIES = 128  # added to a species' number in a condition: the other slot is meant
ENDGAMES = ("none", "per", "when", "gold")

# What else objectives of solo play watch for, numbered after EVENTS.
OBJECTIVE_EVENTS = ("win", "mission")
# Actions on the rival's cards.
RIVAL_DOES = (
    "analyze",
    "launch",
    "research",
    "fly",
    "scan",
    "replace",
    "anomaly-trace",
    "message",
    "secret-card",
)

# Groups that the engine needs as numbers, with the prefix of their names there.
ENUMS = {
    "RES": RESOURCES,
    "INC": INCOMES,
    "COL": COLORS,
    "TRK": TRACE_KINDS,
    "TEK": TECH_KINDS,
    "CNR": CORNERS,
    "CELL": CELLS,
    "SRC": SOURCES,
    "OP": OPS,
    "FROM": DRAW_FROM,
    "WHERE": SIGNAL_WHERE,
    "TRW": TRACE_WHERE,
    "PIECE": PIECES,
    "PER": PER_GIVES,
    "GOLD": GOLD_TILES,
    "PAID": PAID_ACTIONS,
    "EV": EVENTS,
    "COND": CONDS,
    "CNT": COUNTS,
    "EGM": ENDGAMES,
    "CLASS": CARD_CLASSES,
    "RVL": RIVAL_DOES,
    "A": tuple(action.op for action in ACTIONS),
    "ACT": COUNTED_ACTIONS,
    "LOG": tuple(LOG_ROWS),
    "ARRIVAL": ARRIVALS,
    "FATE": FATES,
    "RESULT": RESULTS,
}
# What stands beside a number in the engine: what the bytes of an action or of a row of the log hold.
NOTES = {"A": tuple(action.holds for action in ACTIONS), "LOG": tuple(LOG_ROWS.values())}
# The first and the last of what stands together.
BOUNDS = {"A_FIRST_MAIN": f"A_{MAIN[0].op}", "A_FIRST_FREE": f"A_{FREE[0].op}", "A_LAST_FREE": f"A_{FREE[-1].op}"}


def cython_enum() -> str:
    """The text of `ext/seti/_opcodes.pxi`: one anonymous enum a group, and the number of members as N_PREFIX."""
    lines = ["# Made by setup.py from seti_sim/seti/rules/opcodes.py; not edited by hand."]
    for prefix, names in ENUMS.items():
        lines.append("cdef enum:")
        for i, (name, note) in enumerate(zip(names, NOTES.get(prefix, ("",) * len(names)), strict=True)):
            member = f"    {prefix}_{name.upper().replace('-', '_')} = {i}"
            lines.append(f"{member}  # {note}" if note else member)
        lines.append(f"    N_{prefix} = {len(names)}")
    lines += ["cdef enum:", *(f"    {name} = {value}" for name, value in BOUNDS.items()), f"    N_MAIN = {len(MAIN)}"]
    lines.append(f"cdef enum:\n    OTHER_SPECIES = {OTHER_SPECIES}")
    return "\n".join(lines) + "\n"
