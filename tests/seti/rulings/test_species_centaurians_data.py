"""CEN-10 to CEN-12: spaces that cost data, data and publicity incomes, two signals in one sector."""

import pytest

from .bench import KINDS, branch, changes, do, go_on, illegal, legal, offers, seat, settle_down, signals, snap
from .more_bench import finale, last_pass
from .species_bench import alien, board, found, hidden


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "place, cost, gain",
    [(1, 0, {"vp": 5, "hand": 1}), (2, 0, {"vp": 3, "hand": 1}), (3, 0, {"vp": 5}), (4, 3, {"vp": 15}), (5, 1, {"vp": 6})],
)
def test_CEN_10_spaces_of_the_board(kind, place, cost, gain):
    """CEN-10: 3 data for 15 points, 1 data for 6 on the open space; from the pool, never out of the computer."""

    def at(data):
        g = alien("centaurians", P1=dict(hand=["base-075"], data=data, computer={"top": 6}), up="centaurian-02")
        return do(g, "play base-075")

    g = at(cost)
    before = snap(g)
    do(g, f"trace left {kind} {place}", *(["take centaurian-02"] if "hand" in gain else []))
    settle_down(g)
    expected = {**gain, "vp": gain["vp"] + 1}  # base-075: 1 point for the only trace of that kind
    if cost:
        expected["data"] = -cost
    assert changes(before, g) == expected and seat(g, "P1")["computer"]["top"] == 6
    assert board(g, kind)[place - 1] == (["P1"] if place == 5 else "P1")
    if cost:
        illegal(at(cost - 1), f"trace left {kind} {place}")


def test_CEN_10_data_still_in_the_pool():
    """CEN-10: data placed first are gone for it; a taken 15-point space is closed, the open one takes more."""
    g = alien("centaurians", P1=dict(hand=["base-075"], data=3), slot=dict(board={"signal": [None, None, None, "P2", ["P2"]]}))
    late = do(branch(g), "place", "play base-075")
    assert {"left lander 5", "left signal 5"} <= offers(late, "trace") and "left lander 4" not in offers(late, "trace")
    do(g, "play base-075")
    assert {"left lander 4", "left signal 5"} <= offers(g, "trace") and "left signal 4" not in offers(g, "trace")
    do(g, "trace left signal 5")
    assert board(g, "signal")[4] == ["P2", "P1"] and seat(g, "P1")["data"] == 2


@pytest.mark.parametrize("data, publicity, expected", [(0, 4, {"data": 2, "publicity": 1}), (5, 10, {"data": 1}), (6, 10, {})])
def test_CEN_11_data_and_publicity_at_every_income(data, publicity, expected):
    """CEN-11: two data incomes and a publicity income, within pool and track, beside the printed income."""
    g = alien(
        "centaurians",
        passed=["P2"],
        P1=dict(tucked=["centaurian-01", "centaurian-02", "centaurian-08"], data=data, publicity=publicity),
    )
    before = snap(g)
    do(g, "pass")
    do(g, min(legal(g)))
    assert changes(before, g) == {"credits": 3, "energy": 2, "hand": 2, **expected}


@pytest.mark.parametrize(
    "tucked, a, b",
    [
        (["centaurian-01", "centaurian-02", "centaurian-03"], 0, 0),
        (["centaurian-02", "centaurian-04", "centaurian-05", "centaurian-06"], 11, 5),
        (["centaurian-01", "centaurian-08", "base-064"], 0, 5),
        (["centaurian-04", "centaurian-07", "centaurian-02"], 0, 10),
    ],
)
def test_CEN_11_gold_tiles_count_three_kinds(tucked, a, b):
    """CEN-11: side a and b of the income tile count credits, energy and cards, not data or publicity."""
    for side, expected in (("a", a), ("b", b)):
        g = finale(
            P1=dict(tucked=tucked),
            gold={"income": {"side": side, "markers": ["P1"]}},
            species={"left": found("centaurians"), "right": hidden("mascamites")},
        )
        assert last_pass(g) == {"P1": expected, "P2": 0}


@pytest.mark.parametrize("others, expected", [(3, 18 - 1), (2, 0)])
def test_CEN_11_tucked_cards_count_these_too(others, expected):
    """CEN-11: exertian-11 counts eight tucked cards, five data and publicity incomes among them; danger costs 1."""
    tucked = [f"centaurian-{n}" for n in ("01", "02", "03", "08", "09")] + ["base-064", "base-041", "base-039"][:others]
    g = finale(
        P1=dict(tucked=tucked, secrets_played=["exertian-11"]),
        species={"left": found("centaurians"), "right": found("exertians")},
    )
    assert last_pass(g) == {"P1": expected, "P2": 0}


@pytest.mark.parametrize(
    "first, second, marked",
    [
        ("oumuamua", "oumuamua", {"oumuamua": 2}),
        ("oumuamua", "61-virginis", {"oumuamua": 1, "61-virginis": 1}),
        ("61-virginis", "oumuamua", {"oumuamua": 1, "61-virginis": 1}),
        ("61-virginis", "61-virginis", {"61-virginis": 2}),
    ],
)
def test_CEN_12_both_in_one_sector_star_or_tile(first, second, marked):
    """CEN-12: in the sector of 'Oumuamua each signal may go to star or tile; the slot's first gives 1 point."""
    g = alien("centaurians", P1=dict(hand=["centaurian-10"]), other=found("oumuamua"))
    before = snap(g)
    do(g, "play centaurian-10")
    assert len(offers(g, "signal")) == 9
    do(g, f"signal {first}")
    go_on(g)
    assert offers(g, "signal") == {"61-virginis", "oumuamua"}
    settle_down(do(g, f"signal {second}"))
    points = 2 if "oumuamua" not in marked else 1
    assert signals(g) == marked and changes(before, g) == {"energy": -2, "hand": -1, "data": 2, "vp": points}


def test_CEN_12_another_sector():
    """CEN-12: in a sector without the tile both go to its star; not one to each of two stars."""
    g = alien("centaurians", P1=dict(hand=["centaurian-10"]), other=found("oumuamua"))
    settle_down(do(g, "play centaurian-10", "signal vega"))
    assert signals(g) == {"vega": 2} and "end" in legal(g)
    without = alien("centaurians", P1=dict(hand=["centaurian-10"]))
    do(without, "play centaurian-10")
    assert len(offers(without, "signal")) == 8
