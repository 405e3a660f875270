"""SPG-21 to SPG-31: what the species' effects lean on, the end of the game, what is hidden.

SPG-12, SPG-28 and SPG-29 are in test_species_together.py.
"""

import pytest

from .bench import (
    branch,
    changes,
    choices,
    do,
    go_on,
    illegal,
    legal,
    offers,
    probes,
    seat,
    settle_down,
    snap,
    star,
    turns,
    where,
)
from .more_bench import computer, finale, last_pass, mission_spaces, owned, tops
from .species_bench import anomalies, capsules, found, hidden, lying, mascamites

THREE_FREE = [False, False, False]


# ---------------------------------------------------------------- named actions, what cannot be done


@pytest.mark.parametrize("energy, offered", [(0, False), (1, True)])
def test_SPG_21_techs_cost_what_they_print(energy, offered):
    """SPG-21: the scan of anomaly-04 costs neither credit nor energy; telescope-4's launch in it costs 1 energy."""
    g = anomalies(P1=dict(hand=["anomaly-04"], techs=["telescope-4", "telescope-2"], credits=2, energy=energy, publicity=0))
    do(g, "play anomaly-04")
    assert seat(g, "P1")["energy"] == energy and seat(g, "P1")["credits"] == 0
    steps = offers(g, "step")
    assert {"earth", "row"} <= steps and ("telescope-4/1" in steps) == offered
    assert "telescope-2" not in steps  # 1 publicity
    if offered:
        do(g, "step telescope-4/1")
        assert seat(g, "P1")["energy"] == 0 and probes(g) == [[1, 5]]


@pytest.mark.parametrize(
    "position, land",
    [
        (dict(P1=dict(probes=[[3, 3]], energy=0)), {"jupiter", "io", "europa", "ganymede", "callisto"}),
        (dict(P1=dict(probes=[[3, 3]], energy=0), moons={"io": ["P2"], "callisto": ["P1"]}), {"jupiter", "europa", "ganymede"}),
        (dict(P1=dict(probes=[[3, 4]], energy=9)), set()),
    ],
)
def test_SPG_21_a_landing_needs_a_place_and_no_energy(position, land):
    """SPG-21: mascamite-02's landing is free of its 3 energy; being at a planet and a free moon stay required."""
    position["P1"]["hand"] = ["mascamite-02"]
    g = mascamites(**position)
    before = snap(g)
    do(g, "play mascamite-02")
    assert offers(g, "land") == land
    if land:
        illegal(mascamites(**position), "land jupiter")  # the main action needs 3 energy
    else:
        assert "end" in legal(settle_down(g)) and changes(before, g) == {"credits": -2, "hand": -1, "missions": 1}


def test_SPG_21_the_probe_limit_stays():
    """SPG-21: anomaly-01 launches one probe, two with probe-1 and one in space, and none at the limit."""
    for mine, launched in (
        (dict(), 1),
        (dict(probes=[[2, 5]]), 0),
        (dict(probes=[[2, 5]], techs=["probe-1"]), 1),
        (dict(probes=[[2, 5], [3, 5]], techs=["probe-1"]), 0),
    ):
        g = anomalies(P1=dict(hand=["anomaly-01"], credits=1, **mine))
        before = snap(g)
        do(g, "play anomaly-01")
        go_on(g)
        assert changes(before, g).get("probes", 0) == launched and seat(g, "P1")["credits"] == 0


def test_SPG_22_the_rest_of_the_card_still_happens():
    """SPG-22: no probe to move, no landing, no sample: mascamite-01 is played, and its mission is in play."""
    g = mascamites(P1=dict(hand=["mascamite-01"]))
    before = snap(g)
    settle_down(do(g, "play mascamite-01"))
    assert "end" in legal(g) and changes(before, g) == {"credits": -1, "hand": -1, "missions": 1}


ALL_PROBE = ["probe-1", "probe-2", "probe-3", "probe-4"]


def test_SPG_22_what_is_not_optional():
    """SPG-22: landing, sample, tech, signal and trace cannot be refused; a movement and a tucking can."""
    g = do(mascamites(P1=dict(hand=["mascamite-01"], probes=[[2, 2]])), "play mascamite-01")
    assert "skip" in legal(g)
    go_on(do(g, "skip"))
    assert choices(g) == {"land mars/1", "land mars/2"}
    g = do(mascamites(P1=dict(hand=["mascamite-02", "mascamite-08"], probes=[[3, 3]])), "play mascamite-02")
    assert choices(g) == {f"land {body}" for body in ("jupiter", "io", "europa", "ganymede", "callisto")}
    do(g, "land io")
    assert legal(g) & {"skip"} == set() and choices(go_on(g)) == {
        f"sample {sample}" for sample in ("sample-credits", "sample-energy", "sample-publicity")
    }
    g = go_on(do(mascamites(P1=dict(hand=["mascamite-08"])), "play mascamite-08"))
    assert choices(g) == {f"tech {tech}" for tech in ALL_PROBE}
    g = do(anomalies(P1=dict(hand=["anomaly-10"])), "play anomaly-10")
    assert len(choices(g)) == 8 and "skip" not in choices(g)
    g = do(anomalies(P1=dict(hand=["anomaly-09"])), "play anomaly-09")
    assert "skip" not in choices(g) and all(line.startswith("trace ") for line in choices(g))
    g = anomalies(P1=dict(hand=["anomaly-02", "anomaly-03"], probes=[[2, 5]], computer={"top": 3}, data=1))
    assert "skip" in choices(go_on(do(branch(g), "play anomaly-02"))) and "skip" in choices(do(branch(g), "place"))


@pytest.mark.parametrize("card, kind", [("mascamite-08", "probe"), ("mascamite-09", "telescope"), ("mascamite-10", "computer")])
def test_SPG_23_one_rotation_then_the_tech(card, kind):
    """SPG-23: a single rotation before the choice; with all four techs owned it still happens, and no tech comes."""
    g = mascamites(P1=dict(hand=[card]), techs=tops("vp"), discs={"turns": [3, 1, 4], "next": "disc-2"})
    before = snap(g)
    do(g, f"play {card}")
    go_on(g)
    assert turns(g) == ([4, 2, 4], "disc-3") and offers(g, "tech") == {f"{kind}-{n}" for n in (1, 2, 3, 4)}
    do(g, f"tech {kind}-4", *(["column 1"] if kind == "computer" else []))
    settle_down(g)
    assert turns(g) == ([4, 2, 4], "disc-3") and owned(g) == {f"{kind}-4"}
    four = [f"{kind}-{n}" for n in (1, 2, 3, 4)]
    mine = computer(dict(zip(("1", "3", "5", "6"), four))) if kind == "computer" else dict(techs=four)
    g = mascamites(P1=dict(hand=[card], **mine), discs={"turns": [3, 1, 4], "next": "disc-2"})
    before = snap(g)
    settle_down(do(g, f"play {card}"))
    assert "end" in legal(g) and turns(g) == ([4, 2, 4], "disc-3")
    assert changes(before, g) == {"credits": -3, "hand": -1, "publicity": 1, "missions": 1}


# ---------------------------------------------------------------- missions and events


def test_SPG_24_in_play_after_the_whole_effect():
    """SPG-24: P1 has a trace of each kind; anomaly-07's mission is open only once its effect is over, and costs no
    main action; in P2's turn it is closed.
    """
    g = anomalies(
        {"2": "anomaly-lander/2", "5": "anomaly-signal/1", "0": "anomaly-analysis/1"},
        holders="P1 P1 P1",
        P1=dict(hand=["anomaly-07"]),
    )
    before = snap(g)
    do(g, "play anomaly-07")
    go_on(g)
    assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"} and offers(g, "mission") == set()
    illegal(g, "mission anomaly-07")
    do(g, "take deck")
    assert "mission anomaly-07" in legal(g)
    later = do(branch(g), "end")
    illegal(later, "mission anomaly-07")
    do(later, "launch", "end")
    assert {"launch", "mission anomaly-07"} <= legal(later)
    do(g, "mission anomaly-07")
    assert changes(before, g) == {"credits": -1, "vp": 3, "publicity": 2, "completed": 1}  # one card for one


def test_SPG_24_a_triggered_mission_does_not_see_its_own_play():
    """SPG-24: a research of the turn in which anomaly-03 is played covers nothing before that; the next one does."""
    g = anomalies(P1=dict(hand=["anomaly-03"], publicity=6), techs=tops("vp"), passed=["P2"])
    do(g, "play anomaly-03", "end", "research", "tech probe-2")
    go_on(g)
    assert choices(g) == {f"cover anomaly-03/{n}" for n in (1, 2, 3)} | {"skip"}
    g = anomalies(P1=dict(hand=["anomaly-03"], publicity=6), techs=tops("vp"), passed=["P2"])
    settle_down(do(g, "research", "tech probe-2"))
    do(g, "end", "play anomaly-03")
    go_on(g)
    assert "end" in legal(g) and mission_spaces(g, "anomaly-03") == THREE_FREE


@pytest.mark.parametrize(
    "answer, gain",
    [
        ("cover anomaly-03/1", {"energy": 1}),
        ("cover anomaly-03/3", {"vp": 3}),
        ("cover base-076/1", {"energy": 1}),
        ("skip", {}),
    ],
)
def test_SPG_25_one_event_one_space_of_all_missions(answer, gain):
    """SPG-25: one probe tech fits three spaces of anomaly-03 and one of base-076; one of these or none is covered."""
    g = anomalies(
        P1=dict(hand=["base-063"], missions={"anomaly-03": THREE_FREE, "base-076": THREE_FREE}), techs=tops("publicity")
    )
    before = snap(g)
    do(g, "play base-063", "tech probe-3")
    go_on(g)
    assert choices(g) == {*(f"cover anomaly-03/{n}" for n in (1, 2, 3)), "cover base-076/1", "skip"}
    settle_down(do(g, answer))
    assert "end" in legal(g)
    expected = {"credits": -3, "hand": -1, "techs": 1, "endgame": 1, "publicity": 1, "vp": 2, **gain}
    expected["vp"] = 2 + gain.get("vp", 0)
    assert changes(before, g) == expected
    covered = sum(mission_spaces(g, "anomaly-03")) + sum(mission_spaces(g, "base-076"))
    assert covered == (answer != "skip")


def test_SPG_26_visiting_is_moving_there():
    """SPG-26: a probe or capsule at Jupiter is no visit; leaving and coming back is one, each time."""
    g = mascamites(P1=dict(missions={"base-004": [False, False]}, probes=[[3, 3]], energy=4))
    assert offers(g, "cover") == set()
    before = snap(g)
    do(g, "move 3.3-3.4", "move 3.4-3.3")
    assert legal(g) == {"cover base-004/2", "skip"} and seat(g, "P1")["publicity"] == 4 + 1
    do(g, "skip", "move 3.3-3.4", "move 3.4-3.3", "cover base-004/2")
    assert changes(before, g) == {"energy": -4, "publicity": 2, "data": 1}
    assert mission_spaces(g, "base-004") == [False, True]


@pytest.mark.parametrize("mine", [dict(probes=[[1, 0]]), dict(capsules={"sample-vp": [1, 0]})])
def test_SPG_26_pushed_in_anothers_turn(mine):
    """SPG-26: P2's rotation pushes P1's figure from asteroids onto a comet: moved, 1 publicity, nothing paid."""
    g = mascamites(P1=mine, turn="P2", discs={"turns": [0, 0, 4], "next": "disc-3"})
    before = snap(g)
    do(g, "pass")
    assert turns(g)[0] == [1, 1, 5] and changes(before, g) == {"publicity": 1}
    assert probes(g) + list(capsules(g).values()) == [[1, 7]]


def test_SPG_26_carried_is_no_visit():
    """SPG-26, GEO-44: riding on Jupiter gives P1 nothing, and base-004 sees nothing."""
    g = mascamites(
        P1=dict(probes=[[3, 3]], missions={"base-004": [False, False]}), turn="P2", discs={"turns": [0, 0, 0], "next": "disc-3"}
    )
    before = snap(g)
    do(g, "pass")
    assert probes(g) == [[3, 2]] == [where(g, "jupiter")] and changes(before, g) == {}
    assert mission_spaces(g, "base-004") == [False, False]


@pytest.mark.parametrize("slot, points", [(". . . . .", 1), ("P1 P2 . . .", 2), ("P2 P2 P1 P1 .", 3)])
def test_SPG_27_win_markers_are_no_signals(slot, points):
    """SPG-27: P1 has won 61 Virginis twice and has one signal there; anomaly-10 counts signals, the new one too, and
    a sector that it completes is settled afterwards.
    """
    at = {"2": "anomaly-signal/1", "4": "anomaly-lander/1", "7": "anomaly-analysis/1"}
    g = anomalies(
        at,
        P1=dict(hand=["anomaly-10"]),
        stars={"barnards-star": {"slot": slot, "wins": ["P1", "P1"]}, "procyon": {"slot": ". . . . .", "wins": ["P1"]}},
    )
    before = snap(g)
    do(g, "play anomaly-10", "signal barnards-star")
    go_on(g)
    assert changes(before, g) == {"credits": -1, "hand": -1, "data": 1, "vp": points}
    full = slot.count(".") == 1
    assert star(g, "barnards-star").count("P1") == points and (choices(g) == {"settle barnards-star"}) == full
    if full:
        do(g, "settle barnards-star")
        assert changes(before, g) == {"credits": -1, "hand": -1, "data": 1, "vp": points + 3, "publicity": 1}
        assert star(g, "barnards-star") == "P2 . . . ." and changes(before, g, "P2") == {"publicity": 1}


# ---------------------------------------------------------------- the end, and what is hidden


def test_SPG_30_cards_gold_tiles_species():
    """SPG-30: 50 points, 4 by mascamite-05, 11 by a gold tile, 8 by exertian-14, then a tenth of all 73 is lost."""
    g = finale(
        P1=dict(
            vp=50,
            milestones=[20, 25, 30, 50],
            endgame=["mascamite-05"],
            secrets_played=["exertian-14"],
            techs=["probe-1", "telescope-1", "computer-1"],
            computer={"tiles": {"1": "computer-1"}},
        ),
        species={
            "left": {**found("mascamites", "P1 P1 P1"), "overflow": {"signal": {"P1": 1}}},
            "right": {**found("exertians"), "overflow": {"signal": {"P1": 4}}},
        },
        gold={"tech": {"side": "a", "markers": ["P1"]}},
    )
    assert last_pass(g) == {"P1": 73 - 7, "P2": 0}
    assert g.scores()["P1"]["by_source"]["gold"] == 11 and g.scores()["P1"]["by_source"]["species-left"] == 4
    assert g.scores()["P1"]["by_source"]["species-right"] == 8 - 7


@pytest.mark.parametrize("second, shares", [(30, (0.5, 0.5)), (29, (1.0, 0.0)), (31, (0.0, 1.0))])
def test_SPG_30_most_points_win(second, shares):
    """SPG-30: equal points share the win."""
    done = dict(milestones=[20, 25, 30])
    g = finale(
        P1=dict(vp=28, endgame=["mascamite-05"], **done),
        P2=dict(vp=second, **done),
        species={"left": found("mascamites", "P1 P1 P2"), "right": hidden("anomalies")},
    )
    assert last_pass(g) == {"P1": 30, "P2": second}
    assert tuple(g.scores()[name]["win_share"] for name in ("P1", "P2")) == shares


SWAPPED = dict(
    jupiter=["sample-data", "sample-energy", "sample-publicity"], saturn=["sample-credits", "sample-cards", "sample-vp-card"]
)
HIDDEN = {
    "the species' deck": (
        dict(slot=dict(deck=["mascamite-01", "mascamite-02"], face_up="mascamite-03")),
        dict(slot=dict(deck=["mascamite-02", "mascamite-01"], face_up="mascamite-03")),
    ),
    "another's hand": (
        dict(P2=dict(hand=["mascamite-01"]), slot=dict(deck=["mascamite-02"], face_up=None)),
        dict(P2=dict(hand=["mascamite-02"]), slot=dict(deck=["mascamite-01"], face_up=None)),
    ),
    "samples at planets": ({}, SWAPPED),
    "another's capsule": (dict(P2=dict(capsules={"sample-data": [2, 5]})), dict(P2=dict(capsules={"sample-cards": [2, 5]}))),
    "another's secret cards": (
        dict(P2=dict(secrets=["exertian-01"], secrets_played=["exertian-02"])),
        dict(P2=dict(secrets=["exertian-03"], secrets_played=["exertian-04"])),
    ),
}
OPEN = {
    "the face-up card": (
        dict(slot=dict(deck=["mascamite-01"], face_up="mascamite-03")),
        dict(slot=dict(deck=["mascamite-01"], face_up="mascamite-02")),
    ),
    "a sample on the board": ({}, dict(saturn=["sample-vp", "sample-cards", "sample-vp-card"], board=["sample-data"])),
    "the own capsule": (dict(P1=dict(capsules={"sample-data": [2, 5]})), dict(P1=dict(capsules={"sample-cards": [2, 5]}))),
    "where another's capsule is": (
        dict(P2=dict(capsules={"sample-data": [2, 5]})),
        dict(P2=dict(capsules={"sample-data": [2, 6]})),
    ),
    "number of secret cards": (dict(P2=dict(secrets=["exertian-01"])), dict(P2=dict(secrets=["exertian-01", "exertian-02"]))),
    "own secret cards": (dict(P1=dict(secrets=["exertian-01"])), dict(P1=dict(secrets=["exertian-02"]))),
}
#: No card is dealt by chance.
STACKS = [[], ["base-010", "base-011", "base-012"], ["base-020"], ["base-021"]]


@pytest.mark.parametrize("what", HIDDEN)
def test_SPG_31_hidden(what):
    """SPG-31: positions that differ only in what is hidden look the same to P1."""
    one, other = (mascamites(end_of_round=STACKS, other=found("exertians"), **p) for p in HIDDEN[what])
    assert one != other and one.view("P1") == other.view("P1")


@pytest.mark.parametrize("what", OPEN)
def test_SPG_31_open(what):
    """SPG-31: positions that differ in something open look different to P1."""
    one, other = (mascamites(end_of_round=STACKS, other=found("exertians"), **p) for p in OPEN[what])
    assert one.view("P1") != other.view("P1")


def test_SPG_31_samples_are_seen_while_they_are_looked_at():
    """SPG-31, MAS-03: P1, who picks at Jupiter, sees the three samples there, not those at Saturn; P2 sees none."""
    g = do(mascamites(P1=dict(hand=["mascamite-07"], probes=[[3, 3]])), "play mascamite-07", "trace left lander 3")
    go_on(g)
    assert set(offers(g, "sample")) == set(lying(g, "jupiter"))
    assert g.view("P1")["species"]["left"]["samples"] == {
        "jupiter": ["sample-credits", "sample-energy", "sample-publicity"],
        "saturn": 3,
    }
    assert g.view("P2")["species"]["left"]["samples"] == {"jupiter": 3, "saturn": 3}
    do(g, "sample sample-energy")
    assert g.view("P1")["species"]["left"]["samples"] == {"jupiter": 2, "saturn": 3}
    assert g.view("P1")["seats"]["P1"]["capsules"] == {"sample-energy": [3, 3]}
    assert "sample-energy" not in str(g.view("P2"))
