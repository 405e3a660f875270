"""Q046-Q073: signals and sectors, the scan."""

from .bench import (
    bench,
    changes,
    choices,
    discard,
    do,
    go_on,
    hand,
    illegal,
    legal,
    offers,
    probes,
    row,
    seat,
    settle_down,
    signals,
    snap,
    space,
    star,
    traces,
    untouched,
    wins,
)

SIGNAL_PLACES = {"left signal", "right signal", "left signal overflow", "right signal overflow"}
#: Paid for a scan, its two signals' data gained.
SCANNED = {"credits": -1, "energy": -2, "data": 2}


# ---------------------------------------------------------------- marking


def test_Q046_a_signal_at_vega():
    """R10.2, R10.4: the leftmost data for the pool, no points on the first space."""
    g = bench(P1=dict(hand=["base-044"]))
    before = snap(g)
    settle_down(do(g, "play base-044"))
    assert star(g, "vega") == "P1 . . ."
    assert changes(before, g) == {"credits": -1, "hand": -1, "endgame": 1, "data": 1}
    assert seat(g, "P1")["vp"] == 0
    assert signals(g) == {"vega": 1}


def test_Q047_second_space():
    """R10.4: 2 points, whoever holds the first space."""
    g = bench(P1=dict(hand=["base-044"]), stars={"vega": {"slot": "P2 . . ."}})
    before = snap(g)
    settle_down(do(g, "play base-044"))
    assert star(g, "vega") == "P2 P1 . ."
    assert changes(before, g) == {"credits": -1, "hand": -1, "endgame": 1, "data": 1, "vp": 2}
    assert changes(before, g, "P2") == {}


def test_Q048_full_pool():
    """R10.5: the data is lost, the marker lies all the same."""
    g = bench(P1=dict(hand=["base-044"], data=6))
    before = snap(g)
    settle_down(do(g, "play base-044"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "endgame": 1}
    assert seat(g, "P1")["data"] == 6
    assert star(g, "vega") == "P1 . . ."


# ---------------------------------------------------------------- settling


def _q049():
    """P1 fills vega, two markers against two, and marks the trace on the right slot."""
    g = bench(P1=dict(hand=["base-044", "base-115"]), stars={"vega": {"slot": "P1 P2 P2 ."}})
    before = snap(g)
    go_on(do(g, "play base-044"))
    assert star(g, "vega") == "P1 P2 P2 P1"
    assert changes(before, g) == {"credits": -1, "hand": -1, "endgame": 1, "data": 1}
    do(g, "settle vega")
    assert changes(before, g) == {"credits": -1, "hand": -1, "endgame": 1, "data": 1, "publicity": 1, "vp": 2}
    assert g.to_move == "P1"
    assert choices(g) == {f"trace {place}" for place in SIGNAL_PLACES}
    settle_down(do(g, "trace right signal"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "endgame": 1, "data": 1, "publicity": 2, "vp": 5}
    assert changes(before, g, "P2") == {"publicity": 1}
    return g


def test_Q049_latest_marker_breaks_the_tie():
    """R10.17, R10.16, R10.19: P1 wins 2 against 2; P2 keeps one marker."""
    g = _q049()
    assert wins(g, "vega") == ["P1"]
    assert star(g, "vega") == "P2 . . ."
    assert space(g, "right", "signal") == "P1"
    assert traces(g) == {"signal": 1} and traces(g, "P2") == {}


def test_Q050_a_win_in_anothers_turn():
    """R10.17, R10.22: P2 wins in P1's turn and marks the trace."""
    g = bench(P1=dict(hand=["base-044"]), stars={"vega": {"slot": "P2 P2 P2 ."}})
    before = snap(g)
    do(g, "play base-044", "settle vega")
    assert changes(before, g, "P2") == {"publicity": 1, "vp": 2}
    assert (g.to_move, g.turn) == ("P2", "P1")
    assert legal(g) == {f"trace {place}" for place in SIGNAL_PLACES}
    settle_down(do(g, "trace left signal"))
    assert changes(before, g, "P2") == {"publicity": 2, "vp": 7}
    assert changes(before, g) == {"credits": -1, "hand": -1, "endgame": 1, "data": 1, "publicity": 1}
    assert space(g, "left", "signal") == "P2"
    assert wins(g, "vega") == ["P2"]
    assert star(g, "vega") == "P1 . . ."
    assert g.to_move == "P1" and "end" in legal(g)


def test_Q051_nobody_second():
    """R10.19: all markers were P1's, the slot is filled with data completely."""
    g = bench(P1=dict(hand=["base-044"]), stars={"vega": {"slot": "P1 P1 P1 ."}})
    before = snap(g)
    settle_down(do(g, "play base-044", "settle vega", "trace left signal overflow"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "endgame": 1, "data": 1, "publicity": 1, "vp": 5}
    assert changes(before, g, "P2") == {}
    assert (wins(g, "vega"), star(g, "vega")) == (["P1"], ". . . .")


def test_Q052_excess_marker():
    """R10.6, R10.13: the second of two signals finds no data, and counts for winning."""
    g = bench(P1=dict(hand=["base-040"]), stars={"kepler-22": {"slot": "P1 P2 P1 P2 ."}})
    before = snap(g)
    go_on(do(g, "play base-040"))
    assert star(g, "kepler-22") == "P1 P2 P1 P2 P1 | P1"
    assert signals(g) == {"kepler-22": 4}
    assert changes(before, g) == {"credits": -2, "hand": -1, "endgame": 1, "data": 1}
    do(g, "settle kepler-22")
    assert changes(before, g) == {"credits": -2, "hand": -1, "endgame": 1, "data": 1, "publicity": 1}
    settle_down(do(g, "trace right signal"))
    assert changes(before, g) == {"credits": -2, "hand": -1, "endgame": 1, "data": 1, "publicity": 2, "vp": 3}
    assert changes(before, g, "P2") == {"publicity": 1}
    assert (wins(g, "kepler-22"), star(g, "kepler-22")) == (["P1"], "P2 . . . .")


def _q053():
    """Three players; P1 fills barnards-star with its third marker and settles it."""
    g = bench(players=3, P1=dict(hand=["base-048"]), stars={"barnards-star": {"slot": "P1 P1 P2 P3 ."}})
    before = snap(g)
    go_on(do(g, "play base-048"))
    assert choices(g) == {"signal barnards-star", "signal proxima-centauri"}
    do(g, "signal barnards-star", "settle barnards-star")
    return before, g


def test_Q053_second_place_by_the_latest_marker():
    """R10.19: P2 and P3 have one each, P3's is later and stays; each of the three gains 1 publicity."""
    before, g = _q053()
    assert changes(before, g) == {"credits": -1, "hand": -1, "data": 1, "publicity": 1}
    settle_down(do(g, "trace left signal overflow"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "data": 1, "publicity": 1, "vp": 3}
    assert changes(before, g, "P2") == {"publicity": 1} and changes(before, g, "P3") == {"publicity": 1}
    assert (wins(g, "barnards-star"), star(g, "barnards-star")) == (["P1"], "P3 . . . .")
    assert discard(g) == ["base-048"]


def test_Q054_publicity_once_a_contributor():
    """R10.16: three markers of P1 bring 1 publicity, not 3."""
    before, g = _q053()
    assert [changes(before, g, name)["publicity"] for name in ("P1", "P2", "P3")] == [1, 1, 1]
    settle_down(do(g, "trace left signal overflow"))  # overflow gives no publicity
    assert [seat(g, name)["publicity"] for name in ("P1", "P2", "P3")] == [5, 5, 5]


def test_Q055_sirius_again():
    """R10.18: a later win of sirius-a gives a signal trace, too."""
    g = bench(P1=dict(hand=["base-041"]), stars={"sirius-a": {"slot": "P1 P1 P1 P2 P2 .", "wins": ["P2"]}})
    before = snap(g)
    do(g, "play base-041", "settle sirius-a")
    assert changes(before, g) == {"credits": -2, "hand": -1, "missions": 1, "data": 1, "publicity": 1}
    settle_down(do(g, "trace right signal overflow"))
    assert changes(before, g) == {"credits": -2, "hand": -1, "missions": 1, "data": 1, "publicity": 1, "vp": 3}
    assert traces(g) == {"signal": 1}
    assert (wins(g, "sirius-a"), star(g, "sirius-a")) == (["P1", "P2"], "P2 . . . . .")


def test_Q056_first_marker_after_a_settlement():
    """R10.20, R10.4: behind the marker left behind lies the second space, 2 points."""
    g = _q049()
    do(g, "end", "launch", "end")
    before = snap(g)
    do(g, "play base-115", "signal vega")
    settle_down(g)
    assert star(g, "vega") == "P2 P1 . ."
    assert changes(before, g) == {"credits": -1, "hand": -1, "missions": 1, "data": 1, "vp": 2}


def test_Q057_several_completed_sectors():
    """R10.15: P1 chooses which is settled first; milestones come after both."""
    g = bench(
        P1=dict(hand=["base-136"], vp=23, milestones=[20]),
        stars={"vega": {"slot": "P1 P2 P2 ."}, "kepler-22": {"slot": "P1 P1 P2 P2 ."}},
    )
    before = snap(g)
    do(g, "play base-136", "signal kepler-22", "signal proxima-centauri", "signal sirius-a", "signal vega")
    go_on(g)
    assert offers(g, "settle") == {"vega", "kepler-22"}
    assert changes(before, g) == {"credits": -1, "hand": -1}
    for first, second, gained in (("vega", "kepler-22", 2), ("kepler-22", "vega", 0)):
        h = do(g.clone(), f"settle {first}")
        assert changes(before, h) == (
            {"credits": -1, "hand": -1, "publicity": 1, "vp": 2} if gained else {"credits": -1, "hand": -1, "publicity": 1}
        )
        do(h, "trace left signal")
        assert offers(h, "settle") == {second}
        assert offers(h, "gold") == set()
        do(h, f"settle {second}", "trace right signal")
        assert "end" in legal(h)
        # 2 points of vega, 5 and 3 of the traces; publicity: two settlements and two discovery spaces
        assert changes(before, h) == {"credits": -1, "hand": -1, "publicity": 4, "vp": 10}
        assert changes(before, h, "P2") == {"publicity": 2}
        assert (star(h, "vega"), star(h, "kepler-22")) == ("P2 . . .", "P2 . . . .")
        do(h, "end")
        assert (h.to_move, choices(h)) == ("P1", {"gold tech", "gold mission", "gold income", "gold other"})


def test_Q058_settled_only_after_the_whole_scan():
    """R10.14: the second signal of the scan still counts for winning."""
    g = bench(P1=dict(), stars={"61-virginis": {"slot": "P1 P2 P1 P2 P2 ."}}, top=["base-101"])
    before = snap(g)
    do(g, "scan", "step earth")
    assert star(g, "61-virginis") == "P1 P2 P1 P2 P2 P1"
    do(g, "step row")
    assert offers(g, "settle") == set()
    do(g, "discard base-130", "signal 61-virginis")
    assert star(g, "61-virginis") == "P1 P2 P1 P2 P2 P1 | P1"
    assert offers(g, "settle") == set()
    assert changes(before, g) == {"credits": -1, "energy": -2, "data": 1}
    do(g, "done")
    assert row(g) == ["base-101", "base-105", "base-110"]
    do(g, "settle 61-virginis")
    assert changes(before, g) == {"credits": -1, "energy": -2, "data": 1, "publicity": 1}
    settle_down(do(g, "trace left signal overflow"))
    assert changes(before, g) == {"credits": -1, "energy": -2, "data": 1, "publicity": 1, "vp": 3}
    assert changes(before, g, "P2") == {"publicity": 1}
    assert (wins(g, "61-virginis"), star(g, "61-virginis")) == (["P1"], "P2 . . . . .")


# ---------------------------------------------------------------- where signals go


def test_Q059_a_named_star():
    """R10.7: base-037 names proxima-centauri; no other red star is offered."""
    g = bench(P1=dict(hand=["base-037"]))
    before = snap(g)
    do(g, "play base-037")
    while "end" not in legal(g):
        assert offers(g, "signal") == set()
        do(g, "go")
    assert (star(g, "proxima-centauri"), star(g, "barnards-star")) == ("P1 P1 . . . .", ". . . . .")
    assert changes(before, g) == {"credits": -2, "hand": -1, "missions": 1, "data": 2, "vp": 2}


def test_Q060_two_signals_in_earths_sector():
    """R10.1: base-083."""
    g = bench(P1=dict(hand=["base-083"]))
    before = snap(g)
    settle_down(do(g, "play base-083"))
    assert star(g, "61-virginis") == "P1 P1 . . . ."
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 2, "vp": 2, "publicity": 1}
    assert seat(g, "P1")["publicity"] == 5
    assert signals(g) == {"61-virginis": 2}


def test_Q061_both_signals_in_one_sector():
    """R10.8: base-088 with probes in two sectors."""
    g = bench(P1=dict(hand=["base-088"], techs=["probe-1"], probes=[[2, 5], [2, 2]]))
    before = snap(g)
    do(g, "play base-088")
    assert choices(g) == {"signal 61-virginis", "signal barnards-star"}
    for name in ("61-virginis", "barnards-star"):
        h = do(g.clone(), f"signal {name}")
        go_on(h)
        assert "end" in legal(h)  # the second signal asked for nothing
        assert signals(h) == {name: 2}
        assert changes(before, h) == {"credits": -2, "hand": -1, "missions": 1, "data": 2, "vp": 2}


def test_Q062_an_orbiter_is_no_probe():
    """R9.8, R1.5: base-088 marks nothing and stays as a mission."""
    g = bench(P1=dict(hand=["base-088"]), planets={"mars": {"first_orbit": "P1", "orbiters": {"P1": 1}}})
    before = snap(g)
    settle_down(do(g, "play base-088"))
    assert changes(before, g) == {"credits": -2, "hand": -1, "missions": 1}
    assert signals(g) == {}
    assert list(seat(g, "P1")["missions"]) == ["base-088"]


# ---------------------------------------------------------------- scan


def test_Q063_a_plain_scan():
    """R11.1, R11.2: two signals, a row card discarded and replaced."""
    g = bench(top=["base-101"])
    before = snap(g)
    do(g, "scan", "step earth", "step row", "discard base-110")
    assert offers(g, "signal") == {"barnards-star", "proxima-centauri"}
    do(g, "signal proxima-centauri")
    settle_down(g)
    assert changes(before, g) == SCANNED
    assert (seat(g, "P1")["credits"], seat(g, "P1")["energy"], seat(g, "P1")["data"]) == (4, 3, 2)
    assert signals(g) == {"61-virginis": 1, "proxima-centauri": 1}
    assert row(g) == ["base-101", "base-105", "base-130"]
    assert discard(g) == ["base-110"]


def test_Q064_row_step_first():
    """R11.2: the steps of a scan come in any order."""
    g = bench(top=["base-101"])
    before = snap(g)
    do(g, "scan")
    assert choices(g) == {"step earth", "step row"}
    do(g, "step row", "discard base-110", "signal proxima-centauri")
    assert signals(g) == {"proxima-centauri": 1}
    assert choices(g) == {"step earth"}
    do(g, "step earth")
    settle_down(g)
    assert changes(before, g) == SCANNED
    assert signals(g) == {"61-virginis": 1, "proxima-centauri": 1}
    assert row(g) == ["base-101", "base-105", "base-130"]
    assert discard(g) == ["base-110"]


def test_Q065_telescope_1():
    """R11.3: the Earth step may go to a neighbouring sector; it adds no signal."""
    for name in ("61-virginis", "proxima-centauri", "beta-pictoris"):
        g = bench(P1=dict(techs=["telescope-1"]))
        before = snap(g)
        do(g, "scan", "step earth")
        assert choices(g) == {"signal 61-virginis", "signal proxima-centauri", "signal beta-pictoris"}
        do(g, f"signal {name}", "step row", "discard base-110", "signal barnards-star")
        assert choices(g) == {"done"}
        settle_down(g)
        assert signals(g) == {name: 1, "barnards-star": 1}
        assert changes(before, g) == SCANNED


def test_Q066_publicity_for_the_mercury_signal():
    """R11.4, R5.3: data placed in the middle of the scan give the publicity that telescope-2 asks for."""
    g = bench(P1=dict(techs=["telescope-2"], publicity=0))
    before = snap(g)
    do(g, "scan", "step earth", "step row", "discard base-110", "signal proxima-centauri")
    illegal(g, "step telescope-2")
    do(g, "place")
    illegal(g, "step telescope-2")
    do(g, "place")
    assert seat(g, "P1")["publicity"] == 1
    do(g, "step telescope-2")
    assert seat(g, "P1")["publicity"] == 0
    settle_down(g)
    assert "end" in legal(g)
    assert signals(g) == {"61-virginis": 1, "proxima-centauri": 1, "sirius-a": 1}
    assert changes(before, g) == {"credits": -1, "energy": -2, "data": 1, "top": 2}
    assert (seat(g, "P1")["publicity"], seat(g, "P1")["data"]) == (0, 1)


def test_Q067_no_publicity_for_the_mercury_signal():
    """R11.4: with the second space filled already, nothing brings the publicity."""
    g = bench(P1=dict(techs=["telescope-2"], publicity=0, computer={"top": 2}))
    do(g, "scan")
    assert choices(g) == {"step earth", "step row"}
    do(g, "step earth")
    assert choices(g) == {"step row"}
    do(g, "step row", "discard base-110", "signal proxima-centauri", "place", "place")
    assert seat(g, "P1")["publicity"] == 0
    illegal(g, "step telescope-2")
    assert choices(g) == {"done"}
    g = do(bench(P1=dict(techs=["telescope-2"], publicity=1, computer={"top": 2})), "scan")
    assert choices(g) == {"step earth", "step row", "step telescope-2"}


def test_Q068_telescope_3():
    """R11.5: a hand card for a third signal; the row is not involved."""
    g = bench(P1=dict(techs=["telescope-3"], hand=["base-105"]), row=["base-110", "base-130", "base-111"])
    before = snap(g)
    do(g, "scan", "step telescope-3")
    assert choices(g) == {"discard base-105", "skip"}
    do(g, "discard base-105")
    assert offers(g, "signal") == {"vega", "beta-pictoris"}
    do(g, "signal beta-pictoris")
    untouched(before, g, "row")
    assert discard(g) == ["base-105"]
    do(g, "step earth", "step row", "discard base-110", "signal barnards-star")
    settle_down(g)
    assert changes(before, g) == {"credits": -1, "energy": -2, "hand": -1, "data": 3}
    assert signals(g) == {"beta-pictoris": 1, "61-virginis": 1, "barnards-star": 1}


def test_Q069_telescope_4_launches():
    """R11.6: 1 energy for a launch; the free move is not also gained."""
    g = bench(P1=dict(techs=["telescope-4"]))
    before = snap(g)
    do(g, "scan", "step telescope-4/1")
    go_on(g)
    assert changes(before, g) == {"credits": -1, "energy": -3, "probes": 1}
    assert (seat(g, "P1")["energy"], seat(g, "P1")["credits"], probes(g)) == (2, 4, [[1, 5]])
    assert offers(g, "step") == {"earth", "row"}
    do(g, "step earth", "step row", "discard base-110", "signal barnards-star")
    assert choices(g) == {"done"}
    settle_down(g)
    assert changes(before, g) == {"credits": -1, "energy": -3, "probes": 1, "data": 2}


def test_Q070_telescope_4_at_the_probe_limit():
    """R11.6, R6.2: no launch, but one free move."""
    g = bench(P1=dict(techs=["telescope-4"], probes=[[1, 5]]))
    before = snap(g)
    do(g, "scan")
    assert choices(g) == {"step earth", "step row", "step telescope-4/2"}
    illegal(g, "step telescope-4/1")
    do(g, "step telescope-4/2")
    assert choices(g) == {"step 1.5-1.4", "step 1.5-1.6", "step 1.5-2.5", "skip"}
    do(g, "step 1.5-1.6")
    assert probes(g) == [[1, 6]]
    assert offers(g, "step") == {"earth", "row"}
    assert changes(before, g) == {"credits": -1, "energy": -2}


def test_Q071_a_scan_by_a_card():
    """R11.8: base-055 scans without the base cost; telescope-2 still costs its publicity."""
    g = bench(P1=dict(credits=3, energy=0, publicity=1, techs=["telescope-2"], hand=["base-055"]))
    before = snap(g)
    do(g, "play base-055", "step earth", "step row", "discard base-110", "signal proxima-centauri")
    do(g, "step telescope-2")
    go_on(g)
    assert changes(before, g) == {"credits": -3, "hand": -1, "publicity": -1, "data": 3}
    assert signals(g) == {"61-virginis": 1, "proxima-centauri": 1, "sirius-a": 1}
    do(g, "done")
    go_on(g)
    assert offers(g, "signal") == {
        "vega",
        "sirius-a",
        "barnards-star",
        "kepler-22",
        "proxima-centauri",
        "61-virginis",
        "beta-pictoris",
        "procyon",
    }
    settle_down(do(g, "signal vega"))
    assert changes(before, g) == {"credits": -3, "hand": -1, "publicity": -1, "data": 4}
    assert discard(g) == ["base-055", "base-110"]
    poor = bench(P1=dict(credits=3, energy=0, publicity=0, techs=["telescope-2"], hand=["base-055"]))
    do(poor, "play base-055")
    assert choices(poor) == {"step earth", "step row"}


def test_Q072_row_signals_before_the_refill():
    """R10.9: the second card is chosen among the two that were left; no sector completed, so no energy."""
    g = bench(P1=dict(hand=["base-045"]), top=["base-101", "base-102"])
    before = snap(g)
    go_on(do(g, "play base-045"))
    assert offers(g, "discard") == {"base-110", "base-130", "base-105"}
    do(g, "discard base-110", "signal proxima-centauri")
    go_on(g)
    assert offers(g, "discard") == {"base-130", "base-105"}
    assert row(g) == ["base-105", "base-130"]
    do(g, "discard base-130", "signal kepler-22")
    settle_down(g)
    assert row(g) == ["base-101", "base-102", "base-105"]
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 2}
    assert signals(g) == {"proxima-centauri": 1, "kepler-22": 1}
    assert discard(g) == ["base-045", "base-110", "base-130"]


def test_Q073_points_for_different_sectors():
    """Card base-050: three row signals in three sectors pay 6 points."""
    g = bench(P1=dict(hand=["base-050"]), top=["base-101", "base-102", "base-103"])
    before = snap(g)
    do(g, "play base-050", "discard base-110", "signal barnards-star", "discard base-130", "signal kepler-22")
    do(g, "signal vega")  # the last card goes without asking
    settle_down(g)
    assert changes(before, g) == {"credits": -3, "hand": -1, "data": 3, "vp": 6}
    assert signals(g) == {"barnards-star": 1, "kepler-22": 1, "vega": 1}
    assert row(g) == ["base-101", "base-102", "base-103"]
    assert hand(g) == []
