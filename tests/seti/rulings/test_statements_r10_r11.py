"""R10, R11: what no written case covers of signals, sectors and the scan."""

import pytest

from .bench import (
    bench,
    changes,
    choices,
    discard,
    do,
    finish_turn,
    go_on,
    hand,
    illegal,
    legal,
    offers,
    row,
    seat,
    settle_down,
    signals,
    snap,
    star,
    traces,
    untouched,
    wins,
)

# ---------------------------------------------------------------- R10 signals and sectors


def test_R10_3_marking_is_mandatory_and_always_possible():
    """R10.3: base-136 marks four signals, with a full pool, too, and nothing can be declined."""
    for data in (0, 6):
        g = do(bench(P1=dict(hand=["base-136"], data=data)), "play base-136")
        for n in range(1, 5):
            go_on(g)
            assert {line.split()[0] for line in choices(g)} == {"signal"}
            do(g, min(choices(g)))
            assert sum(signals(g).values()) == n


def test_R10_4_two_points_without_the_data():
    """R10.4, R10.12: base-136 gains no data, the second space still pays 2 points."""
    g = bench(P1=dict(hand=["base-136"]), stars={"vega": {"slot": "P2 . . ."}})
    before = snap(g)
    settle_down(do(g, "play base-136", "signal kepler-22", "signal barnards-star", "signal procyon", "signal vega"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 2}
    assert (star(g, "vega"), star(g, "kepler-22")) == ("P2 P1 . .", "P1 . . . .")


def test_R10_7_a_colour_is_chosen_signal_by_signal():
    """R10.7: two red row cards may go to two red stars, or to one."""
    g = bench(P1=dict(hand=["base-050"]), row=["base-110", "base-111", "base-105"])
    do(g, "play base-050", "discard base-110")
    assert offers(g, "signal") == {"barnards-star", "proxima-centauri"}
    do(g, "signal barnards-star", "discard base-111")
    assert offers(g, "signal") == {"barnards-star", "proxima-centauri"}
    apart = settle_down(do(g.clone(), "signal proxima-centauri", "signal vega"))
    assert signals(apart) == {"barnards-star": 1, "proxima-centauri": 1, "vega": 1} and seat(apart, "P1")["vp"] == 6
    together = settle_down(do(g, "signal barnards-star", "signal vega"))
    assert signals(together) == {"barnards-star": 2, "vega": 1}
    assert seat(together, "P1")["vp"] == 2 + 4  # the second space; two different sectors


def test_R10_9_fewer_row_cards_than_signals():
    """R10.9, R13.8: one card in the row, nothing to refill it with: one signal; then the discard pile refills it."""
    g = bench(P1=dict(hand=["base-045"]), row=["base-110"], deck=[], discard=[])
    before = snap(g)
    go_on(do(g, "play base-045"))
    assert offers(g, "signal") == {"barnards-star", "proxima-centauri"}
    settle_down(do(g, "signal barnards-star"))
    assert "end" in legal(g)
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 1} and signals(g) == {"barnards-star": 1}
    table = g.to_json()
    assert (row(g), table["deck"], table["discard"]) == (["base-110"], [], ["base-045"])


def test_R10_10_hand_cards_for_signals():
    """R10.10: base-114 discards up to three hand cards; nothing else of them is gained."""
    g = bench(P1=dict(hand=["base-114", "base-001", "base-002", "base-004"]))
    before = snap(g)
    do(g, "play base-114", "take base-110", "discard base-001")
    assert offers(g, "signal") == {"kepler-22", "61-virginis"}
    do(g, "signal kepler-22", "discard base-002", "signal procyon", "discard base-004", "signal barnards-star")
    settle_down(g)
    assert "end" in legal(g)  # three is the most
    assert changes(before, g) == {"credits": -1, "hand": -3, "data": 3}
    assert signals(g) == {"kepler-22": 1, "procyon": 1, "barnards-star": 1} and hand(g) == ["base-110"]
    assert discard(g) == ["base-001", "base-002", "base-004", "base-114"]


def test_R10_11_top_cards_for_signals():
    """R10.11: base-122 reveals and discards three cards of the deck; the row is not touched."""
    g = bench(P1=dict(hand=["base-122"]), top=["base-111", "base-112", "base-137", "base-101"])
    before = snap(g)
    go_on(do(g, "play base-122"))
    assert choices(g) == {"signal barnards-star", "signal proxima-centauri"}
    go_on(do(g, "signal proxima-centauri"))
    assert choices(g) == {"signal kepler-22", "signal 61-virginis"}
    go_on(do(g, "signal kepler-22"))
    assert choices(g) == {"signal vega", "signal beta-pictoris"}
    settle_down(do(g, "signal beta-pictoris"))
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 3}
    assert signals(g) == {"proxima-centauri": 1, "kepler-22": 1, "beta-pictoris": 1}
    assert g.to_json()["deck"] == before["deck"][3:]
    assert discard(g) == ["base-111", "base-112", "base-122", "base-137"]
    untouched(before, g, "row")


def test_R10_12_data_to_the_supply():
    """R10.12: base-118 marks three signals in the probe's sector; the data leave the slot, not to the pool."""
    g = bench(P1=dict(hand=["base-118"], probes=[[2, 5]]))
    before = snap(g)
    settle_down(do(g, "play base-118"))
    assert star(g, "61-virginis") == "P1 P1 P1 . . ."
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 2}


WIN_REWARDS = [  # star, card that marks there, spaces, (points, traces) of the first win, of a later one
    ("procyon", "base-042", 5, (0, 1), (3, 0)),
    ("vega", "base-044", 4, (2, 1), (5, 0)),
    ("sirius-a", "base-041", 6, (0, 1), (0, 1)),
    ("barnards-star", "base-038", 5, (0, 1), (3, 0)),
    ("kepler-22", "base-040", 5, (0, 1), (3, 0)),
    ("proxima-centauri", "base-037", 6, (0, 1), (0, 1)),
    ("61-virginis", "base-039", 6, (0, 1), (0, 1)),
    ("beta-pictoris", "base-043", 5, (3, 1), (0, 1)),
]


@pytest.mark.parametrize("name, card, spaces, first, later", WIN_REWARDS)
def test_R10_18_first_and_later_wins(name, card, spaces, first, later):
    """R10.18, R10.19: the star's first win by anybody pays `win_first`, every other one `win_later`."""
    slot = " ".join(["P1"] * (spaces - 1) + ["."])
    for earlier, (points, marked) in (([], first), (["P2"], later), (["P1"], later), (["P2", "P1"], later)):
        g = bench(P1=dict(hand=[card]), stars={name: {"slot": slot, "wins": earlier}})
        before = snap(g)
        do(g, f"play {card}", f"settle {name}")
        if marked:
            assert offers(g, "trace") == {"left signal", "right signal", "left signal overflow", "right signal overflow"}
            do(g, "trace left signal overflow")
        settle_down(g)
        gained = changes(before, g)
        assert gained["data"] == 1 and gained["publicity"] == 1
        assert gained.get("vp", 0) == points + 3 * marked
        assert traces(g) == ({"signal": 1} if marked else {})
        assert wins(g, name) == sorted(earlier + ["P1"])
        assert star(g, name) == " ".join(["."] * spaces)
        assert changes(before, g, "P2") == {}


def test_R10_19_best_of_the_others():
    """R10.19: not the latest, but the one with most markers is second; the tie among them goes to the latest."""
    g = bench(players=3, P1=dict(hand=["base-040"]), stars={"kepler-22": {"slot": "P2 P2 P1 P3 ."}})
    do(g, "play base-040", "settle kepler-22")  # P1 3, P2 2, P3 1
    settle_down(do(g, "trace left signal"))
    assert star(g, "kepler-22") == "P2 . . . ."
    assert [seat(g, name)["publicity"] for name in ("P1", "P2", "P3")] == [6, 5, 5]


def test_R10_20_the_marker_left_behind_counts_as_the_oldest():
    """R10.20: it is a signal, gives nothing when it stays, and loses the next tie."""
    g = bench(P1=dict(hand=["base-040", "base-044"]), P2=dict(hand=["base-115"]), stars={"vega": {"slot": "P2 P1 P1 ."}})
    before = snap(g)
    do(g, "play base-044", "settle vega")
    settle_down(do(g, "trace left signal overflow"))
    assert star(g, "vega") == "P2 . . ." and signals(g, "P2") == {"vega": 1}
    assert changes(before, g, "P2") == {"publicity": 1}  # of the settlement, nothing for the marker
    # in the next sector at the star: P2's old marker and a new one against two later ones of P1
    h = bench(P1=dict(hand=["base-044"]), stars={"vega": {"slot": "P2 P2 P1 .", "wins": ["P1"]}})
    do(h, "play base-044", "settle vega")
    settle_down(h)
    assert wins(h, "vega") == ["P1", "P1"] and seat(h, "P1")["vp"] == 5
    assert star(h, "vega") == "P2 . . ."


def test_R10_21_win_markers_are_no_signals():
    """R10.21: base-134 needs signals in four sectors; a win at a fourth star is none."""
    slots = {
        name: {"slot": slot}
        for name, slot in (("kepler-22", "P1 . . . ."), ("procyon", "P1 . . . ."), ("sirius-a", "P1 . . . . ."))
    }
    won = {**slots, "vega": {"slot": ". . . .", "wins": ["P1"]}}
    illegal(bench(P1=dict(missions={"base-134": []}), stars=won), "mission base-134")
    g = bench(P1=dict(missions={"base-134": []}), stars={**slots, "vega": {"slot": "P1 . . .", "wins": []}})
    before = snap(g)
    do(g, "mission base-134")
    assert changes(before, g) == {"publicity": 2, "missions": -1, "completed": 1}


def test_R10_14_R10_24_who_completes_a_sector():
    """R10.24: base-045 pays 1 energy for the first sector that P1 fills, though P2 wins both; R10.14: row first."""
    g = bench(
        P1=dict(hand=["base-045"]),
        top=["base-101", "base-102"],
        stars={"barnards-star": {"slot": "P2 P2 P2 P2 ."}, "kepler-22": {"slot": "P2 P2 P2 P2 ."}},
    )
    before = snap(g)
    do(g, "play base-045", "discard base-110", "signal barnards-star", "discard base-130", "signal kepler-22")
    go_on(g)
    assert choices(g) == {"settle barnards-star", "settle kepler-22"}
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 2}
    assert row(g) == ["base-101", "base-102", "base-105"] and discard(g) == ["base-045", "base-110", "base-130"]
    do(g, "settle kepler-22")
    assert g.to_move == "P2"
    do(g, "trace left signal")
    assert g.to_move == "P1"
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 2, "publicity": 1, "energy": 1}
    do(g, "settle barnards-star", "trace right signal")
    settle_down(g)
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": 2, "publicity": 2, "energy": 1}
    assert (star(g, "barnards-star"), star(g, "kepler-22")) == ("P1 . . . .", "P1 . . . .")
    # a sector that P2 fills in P2's own turn is no deed of P1, and the turn of base-045 is over
    g = bench(P1=dict(hand=["base-045"]), P2=dict(hand=["base-044"]), stars={"vega": {"slot": "P2 P2 P2 ."}})
    do(g, "play base-045", "discard base-110", "signal barnards-star", "discard base-130", "signal kepler-22")
    finish_turn(g)
    before = snap(g)
    settle_down(do(g, "play base-044", "settle vega", "trace left signal"))
    assert changes(before, g) == {}


def test_R10_15_each_settlement_is_finished_before_the_next():
    """R10.15, R10.23: the trace of the first is marked before the second is settled."""
    g = bench(P1=dict(hand=["base-136"]), stars={"vega": {"slot": "P1 P1 P1 ."}, "procyon": {"slot": "P1 P1 P1 P1 ."}})
    do(g, "play base-136", "signal kepler-22", "signal barnards-star", "signal procyon", "signal vega", "settle vega")
    assert choices(g) == {
        "trace left signal",
        "trace right signal",
        "trace left signal overflow",
        "trace right signal overflow",
    }
    assert star(g, "procyon") == "P1 P1 P1 P1 P1"
    do(g, "trace left signal")
    assert star(g, "vega") == ". . . ."
    assert choices(g) == {"settle procyon"}


# ---------------------------------------------------------------- R11 scan


def test_R11_2_both_signals_are_mandatory():
    """R11.2: the scan ends only after the Earth step and the row step."""
    g = do(bench(P1=dict(techs=["telescope-2"])), "scan")
    assert choices(g) == {"step earth", "step row", "step telescope-2"}
    do(g, "step earth")
    illegal(g, "done", "skip", "step earth")
    assert choices(g) == {"step row", "step telescope-2"}
    do(g, "step row", "discard base-110", "signal barnards-star")
    assert choices(g) == {"step telescope-2", "done"}


def test_R11_3_neighbours_of_earth():
    """R11.3: one sector to either side, across the seam between 7 and 0."""
    g = bench(discs={"turns": [5, 0, 0], "next": "disc-1"}, P1=dict(techs=["telescope-1"]))
    do(g, "scan", "step earth")
    assert choices(g) == {"signal procyon", "signal vega", "signal sirius-a"}


def test_R11_4_the_mercury_signal_once_a_scan():
    """R11.4, R11.2: each telescope tech at most once, though the publicity would suffice."""
    g = bench(P1=dict(techs=["telescope-2"], publicity=9))
    before = snap(g)
    do(g, "scan", "step telescope-2")
    go_on(g)
    assert choices(g) == {"step earth", "step row"}
    do(g, "step earth", "step row", "discard base-110", "signal barnards-star")
    settle_down(g)
    assert changes(before, g) == {"credits": -1, "energy": -2, "publicity": -1, "data": 3}
    assert signals(g) == {"sirius-a": 1, "61-virginis": 1, "barnards-star": 1}


def test_R11_5_one_hand_card():
    """R11.5: telescope-3 takes one card, not two; it may be left unused."""
    g = bench(P1=dict(techs=["telescope-3"], hand=["base-001", "base-002"]))
    do(g, "scan", "step telescope-3")
    assert choices(g) == {"discard base-001", "discard base-002", "skip"}
    do(g, "discard base-002", "signal procyon")
    assert choices(g) == {"step earth", "step row"}
    assert hand(g) == ["base-001"] and signals(g) == {"procyon": 1}


def test_R11_6_the_launch_must_be_paid():
    """R11.6: with no energy left only a free action in the middle of the scan makes the launch possible."""
    g = do(bench(P1=dict(techs=["telescope-4"], energy=2)), "scan", "step earth")
    illegal(g, "step telescope-4/1")
    do(g, "exchange credits>energy")
    before = snap(g)
    do(g, "step telescope-4/1")
    go_on(g)
    assert changes(before, g) == {"energy": -1, "probes": 1}
    assert choices(g) == {"step row"}


def test_R11_7_the_row_during_a_scan():
    """R11.7: the place of the discarded card stays empty; only a card bought meanwhile is replaced at once."""
    g = bench(top=["base-101", "base-102"])
    do(g, "scan", "step row", "discard base-110", "signal barnards-star")
    assert row(g) == ["base-105", "base-130"]
    do(g, "buy", "take base-130")
    assert row(g) == ["base-101", "base-105"]
    do(g, "step earth")
    assert row(g) == ["base-101", "base-105"]
    settle_down(g)
    assert row(g) == ["base-101", "base-102", "base-105"]
    assert hand(g) == ["base-130"] and discard(g) == ["base-110"]


def test_R11_9_a_scan_has_happened_once_its_steps_are_done():
    """R11.9: base-078 is offered after the last step and before the sector is settled."""
    g = bench(P1=dict(missions={"base-078": [False, False, False]}), stars={"61-virginis": {"slot": "P2 P2 P2 P2 P2 ."}})
    before = snap(g)
    do(g, "scan", "step earth")
    assert offers(g, "cover") == set()
    do(g, "step row", "discard base-110", "signal barnards-star", "done")
    assert legal(g) == {"cover base-078/1", "cover base-078/2", "cover base-078/3", "skip"}
    assert len(row(g)) == 3
    do(g, "cover base-078/3")
    assert changes(before, g) == {"credits": -1, "energy": -2, "data": 2, "vp": 4}
    assert star(g, "61-virginis") == "P2 P2 P2 P2 P2 P1" and offers(g, "settle") == {"61-virginis"}
    assert seat(g, "P1")["missions"] == {"base-078": [False, False, True]}


def test_R11_10_no_card_anywhere():
    """R11.10: the row step is skipped, the scan is done after the Earth step."""
    g = bench(row=[], deck=[], discard=[])
    before = snap(g)
    do(g, "scan")
    assert choices(g) == {"step earth"}
    settle_down(do(g, "step earth"))
    assert "end" in legal(g)
    assert changes(before, g) == {"credits": -1, "energy": -2, "data": 1} and signals(g) == {"61-virginis": 1}
