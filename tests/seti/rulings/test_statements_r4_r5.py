"""R4, R5: what no written case covers of effects in general and of free actions."""

from .bench import (
    FREE_WORDS,
    bench,
    branch,
    changes,
    choices,
    discard,
    do,
    finish_turn,
    free_actions,
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
    star,
    traces,
    turns,
)

# ---------------------------------------------------------------- R4 effects in general


def test_R4_1_printed_order():
    """R4.1: base-083 gives its publicity before the signals, base-121 its data before the rotation."""
    g = bench(P1=dict(hand=["base-083"]))
    before = snap(g)
    do(g, "play base-083")
    do(g, "go")
    assert changes(before, g) == {"credits": -2, "hand": -1, "publicity": 1}
    do(g, "go")
    assert changes(before, g) == {"credits": -2, "hand": -1, "publicity": 1, "data": 1}
    g = bench(P1=dict(hand=["base-121"]))
    do(g, "play base-121")
    do(g, "go")
    assert seat(g, "P1")["data"] == 3 and turns(g) == ([0, 0, 0], "disc-1")


def test_R4_2_text_below_icons_changes_them():
    """R4.2: base-136 marks four signals and gains no data for any of them."""
    g = bench(P1=dict(hand=["base-136"]))
    before = snap(g)
    do(g, "play base-136", "signal kepler-22")
    assert changes(before, g) == {"credits": -1, "hand": -1}
    settle_down(do(g, "signal barnards-star", "signal procyon", "signal vega"))
    assert changes(before, g) == {"credits": -1, "hand": -1}
    assert len(signals(g)) == 4


def test_R4_3_mandatory_effects_cannot_be_refused():
    """R4.3: a signal, a tech, a trace, a card to take, a step of the scan."""
    g = do(bench(P1=dict(hand=["base-115"])), "play base-115")
    illegal(g, "skip")
    assert len(choices(g)) == 8
    g = do(bench(P1=dict(publicity=6)), "research")
    illegal(g, "skip")
    go_on(g)
    assert len(offers(g, "tech")) == 12
    g = do(bench(P1=dict(hand=["base-075"])), "play base-075")
    illegal(g, "skip")
    assert len(offers(g, "trace")) == 12
    g = do(bench(P1=dict(hand=["base-131"])), "play base-131")
    illegal(g, "skip")
    assert choices(g) == {"take base-110", "take base-130", "take base-105", "take deck"}
    g = do(bench(), "scan")
    illegal(g, "skip", "done")


def test_R4_4_optional_effects_can_be_refused():
    """R4.4: movement, tucking, `up to`, telescope techs, conditional missions, spaces of triggered missions."""
    g = do(bench(P1=dict(hand=["base-025"], probes=[[1, 5]])), "play base-025", "skip")
    assert "end" in legal(settle_down(g))
    g = do(bench(P1=dict(hand=["base-044"], probes=[[1, 3]])), "orbit venus", "skip")
    assert seat(g, "P1")["tucked"] == [] and hand(g) == ["base-044"]
    g = do(bench(P1=dict(hand=["base-114", "base-044"])), "play base-114", "take base-110", "skip")
    assert signals(g) == {} and hand(g) == ["base-044", "base-110"]
    g = bench(P1=dict(techs=["telescope-2", "telescope-3", "telescope-4"], hand=["base-044"]))
    do(g, "scan", "step earth", "step row", "discard base-110", "signal barnards-star", "done")
    assert sum(signals(g).values()) == 2 and seat(g, "P1")["publicity"] == 4
    g = bench(P1=dict(publicity=8, missions={"base-051": []}))
    assert "mission base-051" in legal(g)
    do(g, "launch", "end")
    assert list(seat(g, "P1")["missions"]) == ["base-051"] and seat(g, "P1")["completed"] == []
    g = do(bench(P1=dict(probes=[[1, 4]], missions={"base-002": [False, False]})), "move 1.4-1.3", "skip")
    assert seat(g, "P1")["missions"] == {"base-002": [False, False]}


def test_R4_5_what_cannot_be_done_is_skipped():
    """R4.5: no card to draw anywhere, no card to tuck; the other effects happen."""
    g = bench(P1=dict(hand=["base-096"]), deck=[], discard=[])
    before = snap(g)
    settle_down(do(g, "play base-096"))
    assert changes(before, g) == {"credits": -2, "hand": -1, "missions": 1, "publicity": 1, "data": 1}
    g = bench(P1=dict(probes=[[3, 7]]))
    before = snap(g)
    settle_down(do(g, "orbit saturn"))
    assert "end" in legal(g)
    assert changes(before, g) == {"credits": -1, "energy": -1, "probes": -1, "vp": 3, "publicity": 2, "data": 1}
    assert signals(g) == {"procyon": 1}


def test_R4_7_a_named_action_keeps_its_conditions():
    """R4.7: a launch by base-130 costs nothing more than the card; base-013 asks for a tech for moons."""
    g = bench(P1=dict(credits=1, hand=["base-130"]), row=["base-110", "base-111", "base-105"])
    before = snap(g)
    settle_down(do(g, "play base-130"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "probes": 1}
    for techs, spots in (
        ([], {"land jupiter", "land venus"}),
        (["probe-4"], {"land jupiter", "land venus", "land io", "land europa", "land ganymede", "land callisto"}),
    ):
        g = bench(P1=dict(energy=0, hand=["base-013"], techs=["probe-1", *techs], probes=[[1, 3], [3, 3]]))
        do(g, "play base-013")
        assert choices(g) == spots


def test_R4_8_a_gain_is_not_interrupted():
    """R4.8: with 5 data in the pool 2 of 3 gained are lost; none can be placed in between."""
    g = bench(P1=dict(data=5, hand=["base-121"]))
    do(g, "play base-121")
    go_on(g)
    assert seat(g, "P1")["data"] == 6 and seat(g, "P1")["computer"]["top"] == 0
    do(g, "place")
    assert seat(g, "P1")["data"] == 5


def test_R4_9_choices_are_made_when_they_are_reached():
    """R4.9: base-136 asks for one colour after the other."""
    g = do(bench(P1=dict(hand=["base-136"])), "play base-136")
    for pair, chosen in (
        ({"kepler-22", "61-virginis"}, "61-virginis"),
        ({"barnards-star", "proxima-centauri"}, "barnards-star"),
        ({"sirius-a", "procyon"}, "sirius-a"),
        ({"vega", "beta-pictoris"}, "vega"),
    ):
        assert offers(g, "signal") == pair
        do(g, f"signal {chosen}")
    assert star(g, "61-virginis") == "P1 . . . . ."


def test_R4_10_only_the_own_pieces_count():
    """R4.10: P2's lander at Jupiter does not complete P1's mission, P1's own does."""
    ours = {"jupiter": {"landers": {"P1": 1}, "data": [["P1"]]}}
    theirs = {"jupiter": {"landers": {"P2": 1}, "data": [["P2"]]}}
    mission = dict(missions={"base-035": []})
    illegal(bench(P1=mission, planets=theirs), "mission base-035")
    g = bench(P1=mission, planets=ours)
    before = snap(g)
    do(g, "mission base-035")
    assert changes(before, g) == {"vp": 4, "missions": -1, "completed": 1}


def test_R4_11_this_turn_begins_with_the_card_and_ends_with_the_turn():
    """R4.11: a visit before the card counts for nothing, a free move after it counts, once."""
    earlier = bench(P1=dict(probes=[[1, 4]], hand=["base-021"]))
    do(earlier, "move 1.4-1.3", "play base-021", "skip")
    assert seat(settle_down(earlier), "P1")["vp"] == 0
    g = bench(P1=dict(probes=[[1, 4]], hand=["base-021"], energy=6))
    before = snap(g)
    do(g, "play base-021", "skip")
    later = finish_turn(g.clone())
    do(g, "move 1.4-1.3")
    assert changes(before, g) == {"credits": -1, "hand": -1, "energy": -1, "publicity": 1, "vp": 3}
    do(g, "move 1.3-1.2", "move 1.2-1.3")
    assert changes(before, g) == {"credits": -1, "hand": -1, "energy": -3, "publicity": 2, "vp": 3}
    do(later, "launch", "end", "move 1.4-1.3")
    assert changes(before, later) == {"credits": -1, "hand": -1, "energy": -1, "publicity": 1}


def test_R4_12_conditions_are_judged_when_reached():
    """R4.12: base-108 looks for 8 publicity after it was paid, base-018 for a probe on asteroids."""
    g = bench(P1=dict(publicity=8, hand=["base-108"]))
    before = snap(g)
    do(g, "play base-108", "trace right signal overflow")
    assert changes(before, settle_down(g)) == {"credits": -1, "hand": -1, "vp": 3}
    g = bench(P1=dict(publicity=7, hand=["base-108"]))
    before = snap(g)
    settle_down(do(g, "play base-108"))
    assert changes(before, g) == {"credits": -1, "hand": -1} and traces(g) == {}
    for spot, kinds in (([2, 4], {"lander": 1}), ([2, 5], {})):
        g = do(bench(P1=dict(probes=[spot], hand=["base-018"])), "play base-018")
        if kinds:
            do(g, "trace left lander")
        assert traces(settle_down(g)) == kinds and "end" in legal(g)


# ---------------------------------------------------------------- R5 free actions


def test_R5_1_the_six_free_actions():
    """R5.1: all of them, where all can be paid."""
    g = bench(P1=dict(probes=[[1, 5]], data=1, hand=["base-044"], publicity=8, missions={"base-051": []}))
    assert {line.split()[0] for line in free_actions(g)} == set(FREE_WORDS)


def test_R5_2_free_actions_in_the_own_turn_only():
    """R5.2: none in another's turn, none while milestones are resolved or the steps of passing are done."""
    rich = dict(data=3, credits=9, energy=9, publicity=9, hand=["base-001", "base-003"])
    g = bench(P1=dict(hand=["base-044"]), P2=rich, stars={"vega": {"slot": "P2 P2 P2 ."}})
    do(g, "play base-044", "settle vega")
    assert g.to_move == "P2" and free_actions(g) == set()
    g = bench(P1={**rich, "vp": 25})
    do(g, "launch", "end")
    assert g.to_move == "P1" and legal(g) == {"gold tech", "gold mission", "gold income", "gold other"}
    g = bench(P1={**rich, "hand": ["base-001", "base-002", "base-003", "base-004", "base-005"]})
    do(g, "pass")
    assert free_actions(g) == set() and offers(g, "discard") == set(hand(g))
    do(g, "discard base-001")
    assert legal(g) == {f"take {card}" for card in offers(g, "take")} and len(legal(g)) == 3


def test_R5_3_where_free_actions_can_interrupt():
    """R5.3: between effects, steps of a scan and movement points, before and after a settlement."""
    g = do(bench(P1=dict(hand=["base-083"])), "play base-083")
    assert "go" in legal(g) and free_actions(g)
    g = do(bench(), "scan", "step earth")
    assert free_actions(g)
    do(g, "step row", "discard base-110", "signal barnards-star")
    assert free_actions(g) and choices(g) == {"done"}
    g = do(bench(P1=dict(hand=["base-025"], probes=[[1, 5]])), "play base-025", "step 1.5-1.4")
    assert "move 1.4-1.3" in legal(g) and "step 1.4-1.3" in legal(g)
    g = bench(P1=dict(hand=["base-136"]), stars={"vega": {"slot": "P2 P2 P2 ."}, "kepler-22": {"slot": "P2 P2 P2 P2 ."}})
    do(g, "play base-136", "signal kepler-22", "signal barnards-star", "signal procyon", "signal vega")
    go_on(g)
    assert offers(g, "settle") == {"vega", "kepler-22"} and free_actions(g)
    do(g, "settle vega", "trace left signal")
    assert offers(g, "settle") == {"kepler-22"} and free_actions(g)


def test_R5_4_a_free_action_is_not_interrupted():
    """R5.4: while placing on space 4 asks for a tuck, or a corner for a step, nothing else is offered."""
    g = bench(P1=dict(data=2, computer={"top": 3}, hand=["base-064", "base-044"], probes=[[1, 5]]))
    do(g, "place")
    assert legal(g) == {"tuck base-044", "tuck base-064", "skip"}
    do(g, "skip", "corner base-064")
    assert legal(g) == {"step 1.5-1.4", "step 1.5-1.6", "step 1.5-2.5", "skip"}
    do(g, "skip")
    assert "pass" in legal(g)


def test_R5_5_no_movement_point_is_kept():
    """R5.5: the corner's move given up is gone; a later step costs energy again."""
    g = bench(P1=dict(probes=[[1, 5]], hand=["base-039"], energy=0, credits=0))
    do(g, "corner base-039", "skip")
    assert offers(g, "move") == set() and offers(g, "step") == set()
    g = bench(P1=dict(probes=[[1, 5]], hand=["base-039"], energy=0))
    before = snap(g)
    do(g, "corner base-039", "step 1.5-1.4")
    assert changes(before, g) == {"hand": -1} and probes(g) == [[1, 4]]


def test_R5_6_void_corners_may_be_discarded():
    """R5.6: a move without a probe, a data with a full pool."""
    g = bench(P1=dict(hand=["base-039", "base-006"], data=6))
    before = snap(g)
    do(g, "corner base-039")
    assert changes(before, g) == {"hand": -1}
    do(g, "corner base-006")
    assert changes(before, g) == {"hand": -2}
    assert discard(g) == ["base-006", "base-039"]


def test_R5_7_R5_8_exchanges():
    """R5.7, R5.8: seven kinds; two of a kind are given, one is gained; idle ones are not offered."""

    def two_cards():
        return bench(P1=dict(credits=2, energy=2, publicity=2, hand=["base-044", "base-039"]), top=["base-101"])

    assert offers(two_cards(), "exchange") == {
        "credits>energy",
        "credits>card",
        "energy>credits",
        "energy>card",
        "cards>credits",
        "cards>energy",
        "cards>card",
    }
    gains = {
        "credits>energy": {"credits": -2, "energy": 1},
        "energy>credits": {"energy": -2, "credits": 1},
        "cards>credits": {"hand": -2, "credits": 1},
        "cards>energy": {"hand": -2, "energy": 1},
    }
    for kind, change in gains.items():
        g = two_cards()
        before = snap(g)
        do(g, f"exchange {kind}")
        assert changes(before, g) == change
    for kind, change in (
        ("credits>card", {"credits": -2, "hand": 1}),
        ("energy>card", {"energy": -2, "hand": 1}),
        ("cards>card", {"hand": -1}),
    ):
        g = two_cards()
        before = snap(g)
        do(g, f"exchange {kind}")
        assert legal(g) == {"take base-110", "take base-130", "take base-105", "take deck"}
        do(g, "take deck")
        assert changes(before, g) == change and "base-101" in hand(g)
    assert offers(bench(P1=dict(credits=1, energy=1, hand=["base-044"])), "exchange") == set()


def test_R5_7_two_of_three_cards_are_chosen():
    """R5.7: the cards given are the player's choice; they go to the discard pile before the gain."""
    g = bench(P1=dict(hand=["base-039", "base-044", "base-064"]))
    do(g, "exchange cards>credits")
    assert legal(g) == {"discard base-039", "discard base-044"}
    given = do(g.clone(), "discard base-039")
    assert legal(given) == {"discard base-044", "discard base-064"}
    do(given, "discard base-064")
    assert hand(given) == ["base-044"] and seat(given, "P1")["credits"] == 6
    do(g, "discard base-044")
    assert hand(g) == ["base-039"] and seat(g, "P1")["credits"] == 6
    assert discard(g) == ["base-044", "base-064"]


def test_R5_7_the_payment_goes_first():
    """R5.7, R13.8: with nothing else to draw, one of the two cards given comes back."""
    g = bench(P1=dict(hand=["base-039", "base-044"]), deck=[], discard=[])
    do(g, "exchange cards>card", "take deck")
    table = g.to_json()
    assert sorted(hand(g) + table["deck"]) == ["base-039", "base-044"]
    assert len(hand(g)) == 1 and table["discard"] == []


def test_R5_10_buying_a_card():
    """R5.10: 3 publicity for a card of the row, which is replaced, or for the top of the deck."""
    g = bench(P1=dict(publicity=7), top=["base-101", "base-102"])
    before = snap(g)
    do(g, "buy")
    assert legal(g) == {"take base-110", "take base-130", "take base-105", "take deck"}
    do(g, "take base-110")
    assert changes(before, g) == {"publicity": -3, "hand": 1} and hand(g) == ["base-110"]
    assert row(g) == ["base-101", "base-105", "base-130"]
    do(g, "buy", "take deck")
    assert hand(g) == ["base-102", "base-110"]
    assert changes(before, g) == {"publicity": -6, "hand": 2}
    illegal(g, "buy")


def test_R5_12_free_actions_repeat():
    """R5.12: as often as they can be paid."""
    g = bench(P1=dict(credits=8, energy=1, data=3, probes=[[1, 5]]))
    before = snap(g)
    do(
        g,
        "exchange credits>energy",
        "exchange credits>energy",
        "exchange credits>energy",
        "place",
        "place",
        "place",
        "move 1.5-1.6",
        "move 1.6-1.5",
        "move 1.5-1.6",
        "move 1.6-1.5",
    )
    assert changes(before, g) == {"credits": -6, "energy": -1, "data": -3, "top": 3, "publicity": 1}
    assert offers(g, "move") == set()
    assert "pass" in legal(branch(g, "exchange credits>energy"))
