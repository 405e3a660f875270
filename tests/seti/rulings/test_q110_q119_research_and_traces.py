"""Q110-Q119: research and techs, traces and discovery."""

import pytest

from .bench import (
    bench,
    branch,
    changes,
    choices,
    discard,
    do,
    go_on,
    hand,
    illegal,
    legal,
    main_actions,
    moon,
    offers,
    overflow,
    probes,
    seat,
    settle_down,
    snap,
    space,
    traces,
    turns,
    untouched,
)
from .more_bench import BONUSES, TECHS, discovered, gains, owned, tile, tops, unchanged


def stack(g, tech):
    """A tech's stack as the position shows it: the tiles left, top first, and whether the 2-point tile is there."""
    table = g.to_json()["techs"][tech]
    return list(table["tiles"]), table["two_points"]


# ---------------------------------------------------------------- research


def test_Q110_research_costs_six_publicity():
    """R15.1: with 5 publicity research is illegal, with 6 it is legal and leaves 0 before gains."""
    illegal(bench(P1=dict(publicity=5)), "research")
    g = bench(P1=dict(publicity=6), techs=tops("vp"))
    before = snap(g)
    assert "research" in legal(g)
    do(g, "research")
    assert changes(before, g) == {"publicity": -6} and seat(g, "P1")["publicity"] == 0
    go_on(do(g, "tech telescope-4"))
    assert gains(before, g) == {"publicity": -6, "vp": 5} and owned(g) == {"telescope-4"}


def test_Q111_the_first_taker_gets_two_points():
    """R15.3: probe-3 with a bonus of 3 points gives its first taker 5; the next one gets no 2 points."""
    g = bench(P1=dict(publicity=6), P2=dict(publicity=6), techs=tile("probe-3", "vp"))
    before = snap(g)
    go_on(do(g, "research", "tech probe-3"))
    assert gains(before, g) == {"publicity": -6, "vp": 2 + 3} and owned(g) == {"probe-3"}
    assert stack(g, "probe-3") == (["energy", "publicity", "draw"], False)
    do(g, "end")
    before = snap(g)
    go_on(do(g, "research", "tech probe-3"))
    assert gains(before, g, "P2") == {"publicity": -6, "energy": 1} and owned(g, "P2") == {"probe-3"}
    assert stack(g, "probe-3") == (["publicity", "draw"], False)


def test_Q112_nobody_takes_a_tech_twice():
    """R15.6: the owner of telescope-2 is offered the eleven others."""
    g = bench(P1=dict(publicity=6, techs=["telescope-2"]))
    do(g, "research")
    go_on(g)
    assert offers(g, "tech") == set(TECHS) - {"telescope-2"} and len(offers(g, "tech")) == 11


def test_Q113_the_launch_on_probe_1_is_made_under_its_own_limit():
    """R15.4: with one probe in space P1 takes probe-1, and its launch is made: two probes."""
    g = bench(P1=dict(publicity=6, probes=[[2, 5]]), techs=tile("probe-1", "vp"))
    before = snap(g)
    do(g, "research", "tech probe-1")
    settle_down(g)
    assert probes(g) == [[1, 4], [2, 5]]  # Earth has moved with the rotation
    assert gains(before, g) == {"publicity": -6, "vp": 2 + 3, "probes": 1} and owned(g) == {"probe-1"}


@pytest.mark.parametrize("bonus", BONUSES)
def test_Q114_international_collaboration(bonus):
    """R15.9, R7.5: base-081 rotates nothing, gives a tech that P2 has, its 2 data, and not the tile's other bonus."""
    rest = [other for other in BONUSES if other != bonus][:2]
    g = bench(
        P1=dict(hand=["base-081"], techs=["probe-3"]),
        P2=dict(techs=["probe-3", "telescope-1"]),
        techs={"telescope-1": {"two_points": False, "tiles": [bonus, *rest]}},
    )
    before = snap(g)
    settle_down(do(g, "play base-081"))  # one tech is left to take: it is taken unasked
    assert "end" in legal(g) and owned(g) == {"probe-3", "telescope-1"}
    assert gains(before, g) == {"credits": -2, "data": 2, "hand": -1}
    assert turns(g) == ([0, 0, 0], "disc-1")
    assert stack(g, "telescope-1") == (rest, False)
    assert discard(g) == ["base-081"]
    unchanged(before, g, "P2")
    untouched(before, g, "row", "deck")


# ---------------------------------------------------------------- traces and discovery


def test_Q115_points_of_the_two_slots():
    """R16.4: a signal trace on the left slot gives 5 points and 1 publicity, one on the right slot 3 and 1."""
    g = bench(
        P1=dict(hand=["base-043", "base-044"], publicity=2),
        passed=["P2"],
        stars={"vega": {"slot": "P1 P1 P1 ."}, "beta-pictoris": {"slot": "P1 P1 P1 P1 ."}},
    )
    settle_down(do(g, "play base-044"))
    before = snap(g)
    go_on(do(g, "trace left signal"))
    assert changes(before, g) == {"vp": 5, "publicity": 1} and space(g, "left", "signal") == "P1"
    do(g, "end")
    settle_down(do(g, "play base-043"))
    assert offers(g, "trace") == {"right signal", "left signal overflow", "right signal overflow"}
    before = snap(g)
    go_on(do(g, "trace right signal"))
    assert changes(before, g) == {"vp": 3, "publicity": 1} and space(g, "right", "signal") == "P1"
    assert traces(g) == {"signal": 2}


def test_Q116_where_a_lander_trace_can_go():
    """R16.2: with all discovery spaces free a lander trace may go to both slots' spaces and overflows (3 points)."""
    g = bench(P1=dict(probes=[[1, 3]]))
    before = snap(g)
    go_on(do(g, "land venus"))
    assert choices(g) == {
        "trace left lander",
        "trace right lander",
        "trace left lander overflow",
        "trace right lander overflow",
    }
    landing = {"energy": -3, "data": 2, "probes": -1}
    for slot in ("left", "right"):
        over = branch(g, f"trace {slot} lander overflow")
        go_on(over)
        assert changes(before, over) == {**landing, "vp": 5 + 3} and overflow(over, slot, "lander") == 1
        assert space(over, slot, "lander") is None
    left = go_on(branch(g, "trace left lander"))
    assert changes(before, left) == {**landing, "vp": 5 + 5, "publicity": 1}
    right = go_on(branch(g, "trace right lander"))
    assert changes(before, right) == {**landing, "vp": 5 + 3, "publicity": 1}


def third_marker():
    """P1 has just completed the left slot: signal and analysis P1's, lander P2's, an overflow marker of P1 besides."""
    g = bench(
        P1=dict(computer=dict(top=6)),
        species={
            "left": {"id": "mascamites", "spaces": {"signal": "P1", "lander": "P2"}, "overflow": {"signal": {"P1": 1}}},
            "right": {"id": "anomalies"},
        },
    )
    before = snap(g)
    go_on(do(g, "analyze", "trace left analysis"))
    assert changes(before, g) == {"energy": -1, "top": -6, "vp": 5, "publicity": 1}
    assert not discovered(g, "left") and main_actions(g) == set()  # not before the end of the turn
    return g


def test_Q117_the_species_is_turned_up_at_the_end_of_the_turn():
    """R16.9: the third marker completes the left slot; its species is turned up when P1's turn is over."""
    g = do(third_marker(), "end")
    assert discovered(g, "left") and not discovered(g, "right")
    assert g.turn == "P2" and g.to_move == "P2" and main_actions(g)
    assert [space(g, "left", kind) for kind in ("signal", "lander", "analysis")] == ["P1", "P2", "P1"]
    assert overflow(g, "left", "signal") == 1


def test_Q117_discovery_rewards_the_three_spaces():
    """R16.11: P1 is rewarded for two markers, P2 for one, the overflow marker for nothing."""
    g = third_marker()
    before = snap(g)
    do(g, "end")
    assert changes(before, g) == {"hand": 2} and changes(before, g, "P2") == {"hand": 1}
    cards = hand(g) + hand(g, "P2")
    assert len(set(cards)) == 3 and all(card.startswith("mascamite-") for card in cards)


def test_Q118_a_trace_for_an_own_species_needs_one():
    """R16.8: without any signal trace base-098 is skipped; with one in overflow it goes to that slot only."""
    g = bench(P1=dict(hand=["base-098"]), species={"left": {"spaces": {"signal": "P2"}}})
    before = snap(g)
    do(g, "play base-098")
    go_on(g)
    assert "end" in legal(g) and changes(before, g) == {"credits": -1, "hand": -1}
    assert seat(g, "P1")["credits"] == 4 and discard(g) == ["base-098"] and traces(g) == {}
    g = bench(P1=dict(hand=["base-098"]), species={"right": {"overflow": {"signal": {"P1": 1}}}})
    before = snap(g)
    do(g, "play base-098")
    assert choices(g) == {"trace right signal", "trace right signal overflow"}
    go_on(do(g, "trace right signal"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 3, "publicity": 1}


def test_Q119_a_full_slot_is_closed_until_the_turn_is_over():
    """R16.10, R16.2: europa's first trace fills the left slot; the second is offered the other three places only."""
    g = bench(
        P1=dict(techs=["probe-4"], probes=[[3, 3]]),
        species={"left": {"id": "mascamites", "spaces": {"signal": "P2", "analysis": "P2"}}, "right": {"id": "anomalies"}},
    )
    before = snap(g)
    do(g, "land europa", "trace left lander")
    go_on(g)
    assert offers(g, "trace") == {"right lander", "left lander overflow", "right lander overflow"}
    assert choices(g) == {"trace right lander", "trace left lander overflow", "trace right lander overflow"}
    go_on(do(g, "trace right lander"))
    assert not discovered(g, "left") and moon(g, "europa") == ["P1"]
    assert changes(before, g) == {"energy": -3, "probes": -1, "vp": 7 + 5 + 3, "publicity": 1 + 1}
