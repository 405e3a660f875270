"""What every card of the box does when it is played (R13.2, R4.1), apart from those that have tests of their own.

Each row: what P1 and the position have, the lines after `play CARD`, what changes for P1 besides the cost, and
where the card lies then. Cards without an effect of their own are played, too.
"""

import pytest

from .bench import (
    bench,
    changes,
    discard,
    do,
    illegal,
    legal,
    offers,
    printed_rules,
    row,
    settle_down,
    signals,
    snap,
    star,
    turns,
    wins,
)
from .more_bench import deck, gains, owned, tile, unchanged

MISSION, GOLD, GONE = {"missions": 1}, {"endgame": 1}, {}
ORBIT = [[2, 5]]  # a probe in an empty space of ring 2, sector 5


def signals_at(star_id, n):
    """What n signals at an empty star give."""
    return {"data": n, **({"vp": 2} if n > 1 else {})}, {star_id: n}


def row_of(card, cost, position, lines, gain, where, marked=None, ends=None):
    return card, cost, position, lines, gain, where, marked or {}, ends


def observation(card, cost, star_id, n, where):
    gain, marked = signals_at(star_id, n)
    return row_of(card, cost, {}, [], gain, where, marked)


def construction(card, cost, kind, where, gain=(), before=(), after=()):
    """A card with a rotation and a tech of a kind; the tile has the energy bonus and its 2-point tile."""
    tech = f"{kind}-4"
    lines = [*before, f"tech {tech}", *(["column 1"] if kind == "computer" else []), *after]
    total = {"vp": 2, "energy": 1}
    for key, n in dict(gain).items():
        total[key] = total.get(key, 0) + n
    return row_of(card, cost, dict(techs=tile(tech, "energy")), lines, total, where, ends=tech)


SCAN = ["step earth", "step row", "discard base-130", "signal kepler-22", "done"]
SCANNED = {"61-virginis": 1, "kepler-22": 1}
PLAYED = [
    *[row_of(card, 0, {}, [], {}, MISSION) for card in ("base-001", "base-002", "base-003", "base-004", "base-129")],
    *[
        row_of(card, 1, {}, [], {}, MISSION)
        for card in ("base-076", "base-080", "base-082", "base-106", "base-116", "base-128", "base-138")
    ],
    row_of("base-101", 2, {}, [], {}, MISSION),
    row_of("base-005", 3, {}, [], {"probes": 1, "publicity": 1}, MISSION),
    row_of("base-006", 3, {}, [], {"probes": 1, "data": 1}, MISSION),
    row_of("base-007", 3, {}, ["step 1.5-1.4"], {"probes": 1}, MISSION),
    row_of("base-008", 3, {}, ["take base-130"], {"probes": 1, "hand": 1}, MISSION),
    row_of("base-014", 2, {}, [], {"publicity": 1, "data": 2}, GOLD),
    row_of("base-018", 1, dict(P1=dict(probes=[[2, 4]])), ["trace left lander overflow"], {"vp": 3}, GONE),
    row_of("base-018", 1, dict(P1=dict(probes=ORBIT)), [], {}, GONE),
    row_of("base-020", 1, dict(P1=dict(probes=ORBIT)), ["step 2.5-3.5", "step 3.5-3.4"], {}, GONE),
    row_of(
        "base-024",
        2,
        dict(P1=dict(probes=ORBIT)),
        ["step 2.5-3.5", "step 3.5-3.6", "step 3.6-3.7"],
        {"publicity": 1, "vp": 6},
        GONE,
    ),
    row_of("base-027", 1, dict(P1=dict(probes=ORBIT)), ["step 2.5-3.5"], {"data": 1}, GONE, {"61-virginis": 1}),
    row_of("base-028", 2, dict(P1=dict(probes=ORBIT)), ["skip"], {"data": 2, "vp": 2}, GONE, {"61-virginis": 2}),
    row_of("base-031", 2, {}, ["step 1.5-1.4"], {"probes": 1}, MISSION),
    observation("base-032", 2, "sirius-a", 2, MISSION),
    observation("base-033", 2, "kepler-22", 2, MISSION),
    observation("base-034", 2, "barnards-star", 2, MISSION),
    observation("base-035", 2, "kepler-22", 2, MISSION),
    observation("base-036", 2, "procyon", 2, MISSION),
    observation("base-037", 2, "proxima-centauri", 2, MISSION),
    observation("base-038", 2, "barnards-star", 2, GOLD),
    observation("base-039", 2, "61-virginis", 2, MISSION),
    observation("base-040", 2, "kepler-22", 2, GOLD),
    observation("base-041", 2, "sirius-a", 2, MISSION),
    observation("base-042", 2, "procyon", 2, GOLD),
    observation("base-043", 1, "beta-pictoris", 1, MISSION),
    observation("base-044", 1, "vega", 1, GOLD),
    *[
        row_of(
            card,
            2,
            {},
            ["discard base-110", "signal proxima-centauri", "discard base-130", "signal kepler-22"],
            {"data": 2},
            GONE,
            {"proxima-centauri": 1, "kepler-22": 1},
        )
        for card in ("base-045", "base-046", "base-047")
    ],
    *[
        row_of(card, 1, dict(P1=dict(probes=ORBIT)), ["step 2.5-3.5", f"signal {star_id}"], {"data": 1}, GONE, {star_id: 1})
        for card, star_id in (("base-048", "proxima-centauri"), ("base-049", "kepler-22"), ("base-056", "procyon"))
    ],
    row_of("base-051", 3, {}, SCAN, {"data": 1 + 2}, MISSION, SCANNED),
    row_of("base-055", 3, {}, [*SCAN, "signal vega"], {"data": 3}, GONE, {**SCANNED, "vega": 1}),
    construction("base-057", 3, "telescope", GONE, {"hand": 1}, before=["take base-130"]),
    row_of("base-058", 2, {}, [], {"probes": 1}, MISSION),
    construction("base-010", 3, "probe", MISSION),
    construction("base-059", 3, "probe", GONE, {"energy": 1}),
    row_of("base-060", 2, {}, [], {"probes": 1}, MISSION),
    construction("base-061", 3, "computer", MISSION),
    construction("base-062", 3, "telescope", GOLD),
    construction("base-063", 3, "probe", GOLD),
    construction("base-064", 3, "computer", MISSION),
    construction("base-066", 3, "telescope", MISSION),
    construction("base-068", 3, "computer", GOLD),
    construction("base-069", 3, "computer", GONE, {"data": 1}),
    construction("base-070", 3, "computer", MISSION),
    row_of("base-074", 2, dict(P1=dict(hand=["base-001"])), ["show 1", "step 1.5-1.4"], {"probes": 1}, GONE),
    row_of("base-077", 1, {}, [], {"publicity": 1}, MISSION),
    row_of("base-078", 2, {}, [], {"publicity": 1}, MISSION),
    row_of("base-079", 2, {}, [], {"publicity": 1}, MISSION),
    row_of("base-083", 2, {}, [], {"publicity": 1, "data": 2, "vp": 2}, GONE, {"61-virginis": 2}),
    construction("base-085", 4, "probe", GONE, {"probes": 1}),
    row_of("base-086", 1, {}, ["discard base-105", "signal vega"], {"data": 1}, GOLD, {"vega": 1}),
    construction("base-087", 3, "probe", MISSION),
    row_of("base-090", 1, dict(P1=dict(hand=["base-041", "base-064"])), ["show 1"], {"energy": 1}, GONE),
    row_of("base-094", 2, {}, [], {"publicity": 1}, MISSION),
    row_of("base-095", 2, {}, [], {"publicity": 2}, MISSION),
    row_of("base-096", 2, {}, [], {"publicity": 1, "data": 1, "hand": 1}, MISSION),
    construction("base-097", 3, "probe", MISSION),
    row_of("base-102", 2, {}, [], {"publicity": 3}, MISSION),
    construction("base-103", 3, "telescope", MISSION),
    row_of("base-104", 2, {}, [], {"probes": 1}, MISSION),
    row_of("base-105", 2, dict(row=["base-110", "base-130", "base-136"]), SCAN, {"data": 2}, MISSION, SCANNED),
    row_of("base-107", 2, {}, [], {"data": 2}, MISSION),
    construction("base-109", 3, "computer", GONE, {"energy": 1}),
    construction("base-111", 3, "telescope", MISSION),
    construction("base-112", 3, "probe", MISSION),
    row_of("base-113", 2, {}, [], {"publicity": 2}, GOLD),
    row_of("base-115", 1, {}, ["signal sirius-a"], {"data": 1}, MISSION, {"sirius-a": 1}),
    row_of("base-117", 3, {}, [], {"probes": 1}, MISSION),
    row_of("base-118", 1, dict(P1=dict(probes=ORBIT)), [], {"vp": 2}, GONE, {"61-virginis": 3}),
    construction("base-119", 3, "computer", GONE, {"vp": 4}),
    construction("base-121", 4, "computer", GONE, {"data": 3}),
    row_of("base-125", 1, dict(P1=dict(probes=ORBIT)), ["step 2.5-3.5"], {}, GONE),
    row_of("base-125", 1, dict(P1=dict(probes=[[3, 5]])), ["step 3.5-3.4"], {"vp": 3, "publicity": 1}, GONE),
    row_of("base-127", 1, {}, [], {"publicity": 2}, GOLD),
    row_of("base-130", 1, dict(row=["base-110", "base-136", "base-105"]), [], {"probes": 1}, GONE),
    row_of("base-131", 1, {}, ["take base-105"], {"hand": 1}, MISSION),
    row_of("base-132", 3, {}, [], {"probes": 1, "publicity": 2}, MISSION),
    row_of("base-135", 2, {}, SCAN, {"publicity": 1, "data": 2}, GONE, SCANNED),
    row_of(
        "base-136",
        1,
        {},
        ["signal kepler-22", "signal barnards-star", "signal procyon", "signal vega"],
        {},
        GONE,
        {"kepler-22": 1, "barnards-star": 1, "procyon": 1, "vega": 1},
    ),
    row_of("base-137", 1, {}, [], {"data": 2}, GONE),
]


@pytest.mark.parametrize(
    "card, cost, position, lines, gain, where, marked, tech", PLAYED, ids=[f"{row[0]}-{i}" for i, row in enumerate(PLAYED)]
)
def test_R13_2_the_card_is_played(card, cost, position, lines, gain, where, marked, tech):
    """R13.2, R4.1: the card costs what it prints, does what it says, in order, and goes to its place."""
    position = dict(position)
    mine = dict(position.pop("P1", {}))
    mine["hand"] = [card, *mine.get("hand", [])]
    g = bench(P1=mine, top=["base-016", "base-017", "base-015", "base-013"], **position)
    before = snap(g)
    do(g, f"play {card}", *lines)
    settle_down(g)
    assert "end" in legal(g), legal(g)
    expected = {"credits": -cost, "hand": -1}
    for key, n in [*gain.items(), *where.items()]:
        expected[key] = expected.get(key, 0) + n
    assert gains(before, g) == {key: n for key, n in expected.items() if n}
    assert signals(g) == marked and owned(g) == ({tech} if tech else set())
    assert turns(g) == (([1, 0, 0], "disc-2") if tech else ([0, 0, 0], "disc-1"))
    assert (card in discard(g)) == (where == GONE) and len(row(g)) == 3
    unchanged(before, g, "P2")
    if cost:
        illegal(bench(P1={**mine, "credits": cost - 1}, **position), f"play {card}")


def test_R13_2_no_card_is_left_out():
    """R13.2: the rows above, and the tests named by a single card or by its ruling, play every card of the box."""
    single = """009 011 012 013 015 016 017 019 021 022 023 025 026 029 030 050 052 053 054 065 067 071 072 073 075 081
        084 088 089 091 092 093 098 099 100 108 110 114 120 122 123 124 126 133 134""".split()
    cards = {card for card in printed_rules().card_ids if card.startswith("base-")}
    assert cards == {row[0] for row in PLAYED} | {f"base-{number}" for number in single}


def test_R4_1_base_065_marks_before_it_rotates():
    """R4.1: base-065 discards two row cards, the row is refilled, then the system rotates and a tech is taken."""
    g = bench(P1=dict(hand=["base-065"]), techs=tile("telescope-4", "energy"), top=["base-010", "base-011"])
    before = snap(g)
    do(g, "play base-065", "discard base-110", "signal barnards-star")
    assert len(row(g)) == 2 and turns(g) == ([0, 0, 0], "disc-1")
    do(g, "discard base-105", "signal vega", "tech telescope-4")
    settle_down(g)
    assert row(g) == ["base-010", "base-011", "base-130"] and turns(g) == ([1, 0, 0], "disc-2")
    assert gains(before, g) == {"credits": -4, "hand": -1, "data": 2, "vp": 2, "energy": 1}
    assert signals(g) == {"barnards-star": 1, "vega": 1} and discard(g) == ["base-065", "base-105", "base-110"]


def test_R4_1_base_122_reveals_three_cards():
    """R10.11: base-122 reveals the top three cards one after the other and marks each one's signal."""
    g = bench(P1=dict(hand=["base-122"]), top=["base-040", "base-001", "base-012", "base-013"])
    before = snap(g)
    do(g, "play base-122", "signal proxima-centauri", "signal 61-virginis", "signal beta-pictoris")
    settle_down(g)
    assert signals(g) == {"proxima-centauri": 1, "61-virginis": 1, "beta-pictoris": 1}
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 3}
    assert discard(g) == ["base-001", "base-012", "base-040", "base-122"] and deck(g)[0] == "base-013"


def test_R10_12_base_118_data_to_the_supply():
    """R10.12, R10.4: base-118 replaces three data that nobody gains; the second space's 2 points are gained."""
    g = bench(P1=dict(hand=["base-118"], probes=[[3, 0]]), stars={"vega": {"slot": "P2 . . ."}})
    before = snap(g)
    do(g, "play base-118")
    settle_down(g)
    if offers(g, "trace"):
        do(g, "trace left signal overflow")
    settle_down(g)
    assert wins(g, "vega") == ["P1"] and star(g, "vega") == "P2 . . ."
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 2 + 2 + 3, "publicity": 1}
