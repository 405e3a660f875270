"""The numbers that the compiler writes and the engine reads.

This is their only home: `setup.py` turns the groups below into a Cython `enum` (`ext/seti/_opcodes.pxi`) at build
time, so that the two sides cannot drift apart. Each group is a tuple of names; a name's number is its place.
"""

# Resources of `gain` and of costs.
RESOURCES = ("credits", "energy", "publicity", "data", "vp", "exofossil")
# Income printed on a card. The last two stand on species cards only.
INCOMES = ("credits", "energy", "card", "data", "publicity")
COLORS = ("yellow", "red", "blue", "black")
TRACE_KINDS = ("signal", "lander", "analysis")
TECH_KINDS = ("probe", "telescope", "computer")
CORNERS = ("move", "publicity", "data", "vp")
# What a space shows. Planets follow at their own numbers, so a bit mask over these names any set of spaces.
CELLS = (
    "empty",
    "asteroids",
    "comet",
    "mercury",
    "venus",
    "earth",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "oumuamua",
)
PLANETS = CELLS[3:]
TILE_BONUSES = ("vp", "energy", "publicity", "draw")
# Main actions with a cost of their own.
PAID_ACTIONS = ("launch", "orbit", "land", "scan", "analyze", "research")
GOLD_TILES = ("tech", "mission", "income", "other")

# Where points come from, for the breakdown of a score.
SOURCES = (
    "start",
    "orbit",
    "land",
    "moon",
    "signal",
    "sector",
    "trace",
    "tech",
    "computer",
    "card",
    "mission",
    "endgame",
    "gold",
    "species-left",
    "species-right",
    "other",
)

OPS = (
    "END",
    "GAIN",
    "DRAW",
    "INCOME",
    "MOVE",
    "LAUNCH",
    "ORBIT",
    "LAND",
    "ORBIT_OR_LAND",
    "SCAN",
    "ANALYZE",
    "ROTATE",
    "RESEARCH",
    "SIGNAL",
    "SIGNAL_ROW",
    "SIGNAL_HAND",
    "SIGNAL_DECK",
    "SIGNAL_PROBES",
    "TRACE",
    "IF",
    "PER",
    "CHOOSE",
    "MAY",
    "THIS_TURN",
    "CHOOSE_PROBE",
    "REMOVE",
    "ROW_CORNERS",
    "DRAWN_CORNER",
    "VISIT_MOVE_INSTEAD",
    "IGNORE_ASTEROIDS",
    "TUCK_THIS",
    "RETURN_THIS",
    "DRAW_SPECIES",
    "PAY",
    "REPEAT",
    "PICK_SAMPLE",
    "SAMPLE_REWARD",
    "DELIVER",
    "ANOMALY_REWARD",
    "DISCARD_DRAWN",
    "NO_MOVE_PUBLICITY",
    "PROGRESS",
)
# Words of code that each operation takes, itself included (CHOOSE: plus one a branch).
OP_LENGTH = {
    "END": 1,
    "GAIN": 3,
    "DRAW": 3,
    "INCOME": 1,
    "MOVE": 2,
    "LAUNCH": 2,
    "ORBIT": 1,
    "LAND": 2,
    "ORBIT_OR_LAND": 2,
    "SCAN": 1,
    "ANALYZE": 1,
    "ROTATE": 1,
    "RESEARCH": 3,
    "SIGNAL": 5,
    "SIGNAL_ROW": 2,
    "SIGNAL_HAND": 3,
    "SIGNAL_DECK": 2,
    "SIGNAL_PROBES": 2,
    "TRACE": 3,
    "IF": 3,
    "PER": 5,
    "CHOOSE": 2,
    "MAY": 2,
    "THIS_TURN": 2,
    "CHOOSE_PROBE": 2,
    "REMOVE": 4,
    "ROW_CORNERS": 2,
    "DRAWN_CORNER": 1,
    "VISIT_MOVE_INSTEAD": 1,
    "IGNORE_ASTEROIDS": 1,
    "TUCK_THIS": 1,
    "RETURN_THIS": 1,
    "DRAW_SPECIES": 3,
    "PAY": 3,
    "REPEAT": 2,
    "PICK_SAMPLE": 1,
    "SAMPLE_REWARD": 2,
    "DELIVER": 3,
    "ANOMALY_REWARD": 1,
    "DISCARD_DRAWN": 2,
    "NO_MOVE_PUBLICITY": 1,
    "PROGRESS": 2,
}
DRAW_FROM = ("deck", "row-or-deck", "row")
SIGNAL_WHERE = ("star", "color", "any", "body", "own-probe", "own-probe-and-neighbors", "next-anomaly")
TRACE_WHERE = ("anywhere", "own-species", "that-species")
PIECES = ("orbiter", "lander")

EVENTS = (
    "visit",
    "move",
    "complete-sector",
    "launch",
    "orbit",
    "land",
    "scan",
    "research",
    "trace",
    "signal",
    "corner",
    "play",
)
CONDS = (
    "END",
    "CRAFT",
    "ORBITERS",
    "LANDERS",
    "ONE_PLANET",
    "WINS",
    "WINS_ONE_SECTOR",
    "TRACES",
    "TRACES_EACH_SPECIES",
    "TRACES_OF_EACH_KIND",
    "TECHS",
    "PUBLICITY",
    "VP",
    "HAND",
    "SIGNAL_SECTORS",
    "PROBE_ON",
    "PROBE_ON_NEXT_TO",
    "PROBE_DISTANCE",
    "TRACES_SPECIES",
    "TRACES_SAME",
    "EACH_KIND_SPECIES",
    "PAID_TRACES",
    "EXOFOSSIL",
    "LANDERS_AT",
    "CRAFT_ONE_PLANET",
    "SIGNALS_ON_TILE",
    "MISSIONS",
    "TUCKED",
    "DELIVER",
    # From here on what only the effects of the card being played can ask.
    "LANDED_ON",
    "TOOK_TECH_KNOWN",
    "SIGNALS_THERE",
    "MARKED_ON_TILE",
    "LAUNCHED_AT_ANOMALY",
)
COUNTS = (
    "END",
    "MARKED",
    "MARKED_SECTORS",
    "TECHS",
    "TECHS_TAKEN",
    "TRACES",
    "TRACES_MARKED",
    "PUBLICITY",
    "INCOME",
    "SHOWN_INCOME",
    "SHOWN_CORNER",
    "ADJACENT",
    "EARTH_SECTOR",
    "WINS",
    "CRAFT",
    "SIGNAL_SECTORS",
    "MISSIONS",
    "MISSIONS_OR_ENDGAME",
    "MIN_OF",
    "MAX_OF",
    "TRACES_SPECIES",
    "MARKED_ON_TILE",
    "SIGNALS_AT_ANOMALIES",
)
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
    "GOLD": GOLD_TILES,
    "PAID": PAID_ACTIONS,
    "EV": EVENTS,
    "COND": CONDS,
    "CNT": COUNTS,
    "EGM": ENDGAMES,
    "CLASS": CARD_CLASSES,
    "RVL": RIVAL_DOES,
}


def cython_enum() -> str:
    """The text of `ext/seti/_opcodes.pxi`: one anonymous enum a group, and the number of members as N_PREFIX."""
    lines = ["# Made by setup.py from seti_sim/seti/rules/opcodes.py; not edited by hand."]
    for prefix, names in ENUMS.items():
        lines.append("cdef enum:")
        lines += [f"    {prefix}_{name.upper().replace('-', '_')} = {i}" for i, name in enumerate(names)]
        lines.append(f"    N_{prefix} = {len(names)}")
    lines.append(f"cdef enum:\n    OTHER_SPECIES = {OTHER_SPECIES}")
    return "\n".join(lines) + "\n"
