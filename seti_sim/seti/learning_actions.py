"""A number for every action of SETI: what may stand in the three bytes of a code, kind by kind.

The numbers depend on nothing but which components there are: a variant that adds none has those of the printed game, whatever
else it changes. tests/rl/test_spaces.py plays games and finds no legal action without a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from seti_sim.rl.layout import Block

from .notation import NONE, Notation
from .position_species import SPACES
from .rules import opcodes as oc
from .vocabulary_actions import ACTIONS

RINGS, SECTORS, SEATS, LOWER = 4, 8, 4, 4
SPECIAL = 3  # data spaces of a planet at most; first landers stand there
BRANCHES = 6  # of a `choose`
SPACES_OF_CARD = 3  # of a triggered mission at most
TASKS = 3  # of an objective at most
PAYMENTS = 3  # of a step: nothing lacks, an energy, a card

Args = Iterable[tuple[int, int, int]]


def near(space: int) -> list[int]:
    """The spaces next to a space: in its ring both ways round, in the rings inside and outside."""
    ring, sector = divmod(space, SECTORS)
    beside = {ring * SECTORS + (sector + 1) % SECTORS, ring * SECTORS + (sector - 1) % SECTORS}
    across = {other * SECTORS + sector for other in (ring - 1, ring + 1) if 0 <= other < RINGS}
    return sorted(beside | across)


def blocks(rules) -> list[Block]:
    """All actions under these rules, one block a kind, in the order of the kinds' numbers in the engine."""
    forms = _forms(rules)
    return [
        Block(row.op.lower().replace("_", "-"), row.holds, tuple(kind << 24 | a << 16 | b << 8 | c for a, b, c in _args(forms, row)))
        for kind, row in enumerate(ACTIONS)
        if kind
    ]  # fmt: skip


def _args(forms: dict[str, Callable[[], Args]], row) -> list[tuple[int, int, int]]:
    # A number counts branches or cards, a column is the number of a slot: only the kind tells which.
    return sorted(set(forms[row.op if row.op in forms else row.takes]()))


def _forms(rules) -> dict[str, Callable[[], Args]]:
    """What the bytes of a code may be, by the form of arguments, or by the kind where others of its form have others."""
    ids, tables, notation = rules.compiled, rules.compiled.tables, Notation(rules)
    cards, moves = range(len(ids.card_ids)), [(a, b) for a in range(RINGS * SECTORS) for b in near(a)]
    figures = range(len(notation.samples) + 1)

    def one(n) -> Callable[[], Args]:
        return lambda: ((a, 0, 0) for a in range(n))

    def bodies() -> Args:
        yield from ((a, NONE, c) for a in range(len(ids.planet_ids)) for c in range(SPECIAL + 1))
        yield from ((tables["moon_planet"][moon], moon, 0) for moon in range(len(ids.moon_ids)))

    return {
        "": one(1),
        "body": bodies,
        "card": one(len(cards)),
        "card or deck": lambda: ((a, 0, 0) for a in (*cards, NONE)),
        "column": one(LOWER),
        "cover": lambda: ((a, b, 0) for a in cards for b in range(SPACES_OF_CARD)),
        "exchange": lambda: ((a, b, 0) for a, b in product(range(3), range(3))),
        "gold": one(len(ids.gold_tile_names)),
        "milestone": one(len(notation.due)),
        "move": lambda: ((a, b, c) for a, b in moves for c in figures),
        "place": lambda: ((a, 0, 0) for a in {0, *tables["slot_column"]}),
        "planet": one(len(ids.planet_ids)),
        "probe": lambda: ((a, b, 0) for a in range(SEATS) for b in range(RINGS * SECTORS)),
        "reward": one(len(notation.rewards)),
        "sample": one(len(notation.samples)),
        "scan step": one(len(ids.scan_step_names)),
        "space": one(RINGS * SECTORS),
        "star": one(len(notation.stars)),
        "step": lambda: ((a, b, 4 * c + paid) for a, b in moves for c in figures for paid in range(PAYMENTS)),
        "task": lambda: ((a, b, 0) for a in range(len(notation.objectives)) for b in range(TASKS)),
        "tech": one(len(ids.tech_ids)),
        "trace": lambda: product(range(2), range(len(oc.TRACE_KINDS)), range(SPACES + 2)),
        "CHOOSE": lambda: ((a, 0, 0) for a in range(1, BRANCHES + 1)),
        "SHOW": one(len(cards) + 1),
    }  # fmt: skip
