"""Q001-Q029: setup and turns, launch and movement, rotation."""

from seti_sim.seti import Game

from .bench import (
    ALL_CARDS,
    bench,
    branch,
    changes,
    discard,
    do,
    finish_turn,
    go_on,
    hand,
    illegal,
    legal,
    main_actions,
    offers,
    printed_rules,
    probes,
    seat,
    settle_down,
    snap,
    star,
    turns,
    untouched,
    where,
)

#: A row without base-130 (and one without base-105), for tests that need that card in a hand.
ROW_WITHOUT_130 = ["base-110", "base-111", "base-105"]
#: The tile on top of a tech stack gives 3 points.
POINTS_ON_TOP = {"two_points": True, "tiles": ["vp", "energy", "publicity", "draw"]}
ALL_TECHS = {f"{kind}-{number}" for kind in ("probe", "telescope", "computer") for number in (1, 2, 3, 4)}


# ---------------------------------------------------------------- setup and turns


def test_Q001_start_of_a_three_player_game():
    """R2.8, R2.10, R2.11: what lies where before the first tucking."""
    g = Game.new(printed_rules(), players=3, seed=7, game=0)
    table = g.to_json()
    assert g.to_move == "P1"
    assert {line.split()[0] for line in legal(g)} == {"tuck"}
    assert [seat(g, name)["vp"] for name in ("P1", "P2", "P3")] == [1, 2, 3]
    for name in ("P1", "P2", "P3"):
        held = seat(g, name)
        assert (held["publicity"], held["credits"], held["energy"], len(held["hand"])) == (4, 4, 3, 5)
    assert [len(stack) for stack in table["end_of_round"]] == [4, 4, 4, 4]
    assert len(table["deck"]) == 104
    assert len(table["row"]) == 3
    assert table["discard"] == []


def test_Q002_first_tucking_is_due_and_pays_once():
    """R2.12: base-041 (income energy) tucked in the setup gives 1 energy; the tucking cannot be declined."""
    games = (Game.new(printed_rules(), players=2, seed=2, game=number) for number in range(600))
    g = next(game for game in games if "base-041" in seat(game, "P1")["hand"])
    assert g.to_move == "P1"
    assert legal(g) == {f"tuck {card}" for card in hand(g)}
    illegal(g, "skip")
    before = snap(g)
    do(g, "tuck base-041")
    assert changes(before, g) == {"energy": 1, "hand": -1, "tucked": 1}
    assert (seat(g, "P1")["energy"], seat(g, "P1")["credits"], len(hand(g))) == (4, 4, 4)
    assert seat(g, "P1")["tucked"] == ["base-041"]
    assert g.to_move == "P2"


def test_Q003_neutral_markers_by_number_of_players():
    """R2.7: two, one, none at each of the two scores."""
    for players, markers in ((2, 2), (3, 1), (4, 0)):
        neutral = Game.new(printed_rules(), players=players, seed=3, game=0).to_json()["neutral"]
        assert (neutral.get("20", 0), neutral.get("30", 0)) == (markers, markers)


def test_Q004_one_main_action_a_turn():
    """R3.2, R3.4: after a launch only free actions and the end of the turn are left."""
    g = bench(P1=dict(data=1, publicity=6, hand=["base-044"], techs=["probe-1"]))
    assert main_actions(g) == {"launch", "scan", "research", "pass", "play base-044"}
    do(g, "launch")
    illegal(g, "launch", "scan", "research", "pass", "play base-044")
    assert main_actions(g) == set()
    assert {"buy", "place", "end"} <= legal(g)
    assert seat(branch(g, "place"), "P1")["computer"]["top"] == 1
    assert "base-110" in hand(branch(g, "buy", "take base-110"))
    do(g, "end")
    assert g.to_move == "P2"


def test_Q005_passing_is_all_that_is_left():
    """R3.3, R3.5: without anything to pay with, passing is the only main action."""
    g = bench(P1=dict(credits=0, energy=0, publicity=0))
    assert legal(g) == {"pass"}
    assert main_actions(bench(P1=dict(credits=2, energy=0, publicity=0))) == {"pass", "launch"}


def test_Q006_passing_is_always_legal():
    """R3.3: a rich player may pass, too."""
    g = bench(P1=dict(credits=10, energy=10))
    assert main_actions(g) == {"pass", "launch", "scan"}
    do(g, "pass")
    do(g, min(legal(g)))  # the card of the end-of-round stack
    assert g.to_move == "P2"
    assert g.to_json()["passed"] == ["P1"]


def test_Q007_turn_after_turn_when_the_others_have_passed():
    """R3.7: P2 has passed, so P1 is to move again after a turn."""
    g = bench(passed=["P2"])
    do(g, "launch", "end")
    assert (g.to_move, g.turn, g.round) == ("P1", "P1", 2)
    assert {"scan", "pass"} <= main_actions(g)
    h = do(bench(), "launch", "end")
    assert h.to_move == "P2"


# ---------------------------------------------------------------- launch and movement


def test_Q008_launch():
    """R6.1, R6.5: 2 credits, a probe on Earth, no publicity."""
    g = bench()
    before = snap(g)
    do(g, "launch")
    assert changes(before, g) == {"credits": -2, "probes": 1}
    assert seat(g, "P1")["credits"] == 3
    assert probes(g) == [[1, 5]]
    assert seat(g, "P1")["publicity"] == 4
    assert changes(before, g, "P2") == {}


def test_Q009_probe_limit():
    """R6.2: one probe in space, two with probe-1."""
    illegal(bench(P1=dict(probes=[[2, 5]])), "launch")
    illegal(bench(P1=dict(probes=[[2, 5], [2, 5]], techs=["probe-1"])), "launch")
    g = do(bench(P1=dict(probes=[[2, 5]], techs=["probe-1"])), "launch")
    assert probes(g) == [[1, 5], [2, 5]]


def test_Q010_a_launch_that_the_limit_forbids_is_skipped():
    """R6.2, R4.5, R4.6: base-130 may be played all the same and is discarded."""
    g = bench(P1=dict(probes=[[2, 5]], hand=["base-130"]), row=ROW_WITHOUT_130)
    before = snap(g)
    settle_down(do(g, "play base-130"))
    assert changes(before, g) == {"credits": -1, "hand": -1}
    assert seat(g, "P1")["credits"] == 4
    assert probes(g) == [[2, 5]]
    assert discard(g) == ["base-130"]
    untouched(before, g, "row", "deck", "discs", "stars")
    g = bench(P1=dict(hand=["base-130"]), row=ROW_WITHOUT_130)
    settle_down(do(g, "play base-130"))
    assert probes(g) == [[1, 5]]


def test_Q011_moving_for_energy():
    """R6.9, R6.13: two steps, the second onto Venus."""
    g = bench(P1=dict(probes=[[1, 5]]))
    before = snap(g)
    do(g, "move 1.5-1.4")
    assert changes(before, g) == {"energy": -1}
    do(g, "move 1.4-1.3")
    assert changes(before, g) == {"energy": -2, "publicity": 1}
    assert seat(g, "P1")["energy"] == 3
    assert probes(g) == [[1, 3]]
    assert "launch" not in legal(g) and "pass" in legal(g)  # the main action is still to come


def test_Q012_steps_from_earth():
    """R6.9, R6.8: along the ring and outward, never into the Sun."""
    g = bench(P1=dict(probes=[[1, 5]]))
    assert offers(g, "move") == {"1.5-1.4", "1.5-1.6", "1.5-2.5"}


def test_Q013_leaving_asteroids_costs_two():
    """R6.9, R5.5: with 1 energy no step is possible, with 2 a step costs both."""
    g = bench(P1=dict(probes=[[2, 4]], energy=1))
    assert offers(g, "move") == set()
    illegal(g, "move 2.4-2.5")
    g = bench(P1=dict(probes=[[2, 4]], energy=2))
    assert offers(g, "move") == {"2.4-2.3", "2.4-2.5", "2.4-1.4", "2.4-3.4"}
    before = snap(g)
    do(g, "move 2.4-2.5")
    assert changes(before, g) == {"energy": -2}
    assert probes(g) == [[2, 5]]


def test_Q014_energy_and_a_corner_pay_together():
    """R5.5, R6.11: 1 energy and a move corner pay for one step out of asteroids."""
    g = bench(P1=dict(probes=[[2, 4]], energy=1, hand=["base-039"]))
    before = snap(g)
    do(g, "corner base-039")
    assert offers(g, "step") == {"2.4-2.3 +energy", "2.4-2.5 +energy", "2.4-1.4 +energy", "2.4-3.4 +energy"}
    do(g, "step 2.4-2.5 +energy")
    assert changes(before, g) == {"energy": -1, "hand": -1}
    assert seat(g, "P1")["energy"] == 0
    assert probes(g) == [[2, 5]]
    assert discard(g) == ["base-039"]


def test_Q015_probe_2_on_asteroids():
    """R6.9, R6.14: leaving asteroids costs 1, entering them gives 1 publicity."""
    g = bench(P1=dict(probes=[[2, 4]], techs=["probe-2"]))
    before = snap(g)
    do(g, "move 2.4-2.5")
    assert changes(before, g) == {"energy": -1}
    do(g, "move 2.5-2.4")
    assert changes(before, g) == {"energy": -2, "publicity": 1}
    assert seat(g, "P1")["energy"] == 3


def test_Q016_standing_on_a_planet_is_no_visit():
    """R6.13: publicity only for the return to Venus."""
    g = bench(P1=dict(probes=[[1, 3]]))
    before = snap(g)
    do(g, "move 1.3-1.2")
    assert changes(before, g) == {"energy": -1}
    do(g, "move 1.2-1.3")
    assert changes(before, g) == {"energy": -2, "publicity": 1}


def test_Q017_earth_gives_no_publicity():
    """R6.13, R6.16."""
    g = bench(P1=dict(probes=[[1, 4]]))
    before = snap(g)
    do(g, "move 1.4-1.5")
    assert changes(before, g) == {"energy": -1}
    assert seat(g, "P1")["publicity"] == 4


def test_Q018_publicity_stops_at_ten():
    """R1.2: a visit to Venus with 10 publicity."""
    g = bench(P1=dict(probes=[[1, 4]], publicity=10))
    before = snap(g)
    do(g, "move 1.4-1.3")
    assert changes(before, g) == {"energy": -1}
    assert seat(g, "P1")["publicity"] == 10


def test_Q019_four_moves_and_two_planets():
    """R6.10, R6.13: base-025 pays 1 point for each of Venus and Mercury."""
    g = bench(P1=dict(probes=[[1, 5]], hand=["base-025"]))
    before = snap(g)
    do(g, "play base-025", "step 1.5-1.4", "step 1.4-1.3", "step 1.3-1.2", "step 1.2-1.1")
    settle_down(g)
    assert changes(before, g) == {"credits": -2, "hand": -1, "publicity": 2, "vp": 2}
    assert probes(g) == [[1, 1]]


def test_Q020_moves_spread_over_two_probes():
    """R6.10: one move on each probe, the other two are given up."""
    g = bench(P1=dict(probes=[[1, 5], [2, 2]], techs=["probe-1"], hand=["base-025"]))
    before = snap(g)
    do(g, "play base-025", "step 1.5-1.4", "step 2.2-2.3", "skip")
    settle_down(g)
    assert probes(g) == [[1, 4], [2, 3]]
    assert offers(g, "step") == set()
    assert changes(before, g) == {"credits": -2, "hand": -1}


def test_Q021_moves_without_a_probe():
    """R4.6, R6.10: the card is played for nothing."""
    g = bench(P1=dict(hand=["base-025"]))
    before = snap(g)
    settle_down(do(g, "play base-025"))
    assert changes(before, g) == {"credits": -2, "hand": -1}
    assert seat(g, "P1")["credits"] == 3
    untouched(before, g, "stars", "discs", "row", "deck", "planets")


def test_Q022_visit_this_turn():
    """R4.11, R6.12: standing on Venus does not count for base-021, coming back does."""
    g = bench(P1=dict(probes=[[1, 3]], hand=["base-021"]))
    before = snap(g)
    do(g, "play base-021", "step 1.3-1.2")
    stays, returns = branch(g, "skip"), branch(g, "step 1.2-1.3")
    finish_turn(stays)
    assert changes(before, stays) == {"credits": -1, "hand": -1}
    assert seat(stays, "P1")["vp"] == 0
    finish_turn(returns)
    assert changes(before, returns) == {"credits": -1, "hand": -1, "vp": 3, "publicity": 1}


# ---------------------------------------------------------------- rotation


def test_Q023_three_rotations():
    """R7.2: disc 1, then disc 2 with it, then disc 3 with both; what stands on planets is carried along."""
    on_planets = [[1, 1], [1, 3], [1, 5], [2, 2], [3, 3], [3, 7], [4, 0], [4, 3]]
    g = bench(
        P1=dict(publicity=6),
        P2=dict(publicity=6, probes=on_planets),
        techs={"telescope-2": POINTS_ON_TOP, "telescope-3": POINTS_ON_TOP},
    )
    do(g, "research", "tech telescope-2", "end")
    assert turns(g) == ([1, 0, 0], "disc-2")
    do(g, "research", "tech telescope-3", "end")
    assert turns(g) == ([2, 1, 0], "disc-3")
    do(g, "pass")
    assert turns(g) == ([3, 2, 1], "disc-1")
    places = {
        "earth": [1, 2],
        "mercury": [1, 6],
        "venus": [1, 0],
        "mars": [2, 0],
        "jupiter": [3, 2],
        "saturn": [3, 6],
        "uranus": [4, 0],
        "neptune": [4, 3],
    }
    assert {body: where(g, body) for body in places} == places
    assert probes(g, "P2") == sorted(places.values())
    assert seat(g, "P2")["publicity"] == 0  # 6 paid; to be carried is no visit
    there = [space for body, space in places.items() if body != "earth"]
    g = bench(discs={"turns": [3, 2, 1], "next": "disc-1"}, P1=dict(probes=there))
    assert offers(g, "orbit") == set(places) - {"earth"}


def test_Q024_pushed_onto_a_comet():
    """R7.6, R6.13: a push in another's turn gives publicity at once."""
    g = bench(discs={"turns": [1, 0, 0], "next": "disc-2"}, P1=dict(publicity=6), P2=dict(probes=[[2, 1]]))
    before = snap(g)
    do(g, "research")
    go_on(g)
    assert turns(g) == ([2, 1, 0], "disc-3")
    assert probes(g, "P2") == [[2, 0]]
    assert changes(before, g, "P2") == {"publicity": 1}
    assert changes(before, g) == {"publicity": -6}
    assert (g.to_move, g.turn) == ("P1", "P1")
    assert offers(g, "tech") == ALL_TECHS


def test_Q025_carried_with_mars():
    """R6.12: to be carried is no visit."""
    g = bench(discs={"turns": [1, 0, 0], "next": "disc-2"}, P1=dict(publicity=6), P2=dict(probes=[[2, 2]]))
    before = snap(g)
    do(g, "research")
    go_on(g)
    assert where(g, "mars") == [2, 1]
    assert probes(g, "P2") == [[2, 1]]
    assert changes(before, g, "P2") == {}


def test_Q026_one_rotation_before_the_tech():
    """R7.3: the rotation printed on base-059 is that research's own."""
    g = bench(P1=dict(hand=["base-059"]), techs={"probe-3": POINTS_ON_TOP})
    before = snap(g)
    do(g, "play base-059")
    assert turns(g) == ([0, 0, 0], "disc-1")  # the energy comes first
    go_on(g)
    assert changes(before, g) == {"credits": -3, "energy": 1, "hand": -1}
    go_on(g)
    assert turns(g) == ([1, 0, 0], "disc-2")
    assert offers(g, "tech") == {"probe-1", "probe-2", "probe-3", "probe-4"}
    settle_down(do(g, "tech probe-3"))
    assert turns(g) == ([1, 0, 0], "disc-2")
    assert changes(before, g) == {"credits": -3, "energy": 1, "hand": -1, "techs": 1, "vp": 5}
    assert seat(g, "P1")["techs"] == ["probe-3"]


def test_Q027_rotation_without_a_tech():
    """R7.4, R15.7: all four probe techs owned; energy and rotation still come."""
    owned = ["probe-1", "probe-2", "probe-3", "probe-4"]
    g = bench(P1=dict(hand=["base-059"], techs=owned))
    before = snap(g)
    settle_down(do(g, "play base-059"))
    assert "end" in legal(g)
    assert changes(before, g) == {"credits": -3, "energy": 1, "hand": -1}
    assert turns(g) == ([1, 0, 0], "disc-2")
    assert sorted(seat(g, "P1")["techs"]) == owned


def test_Q028_signals_stay_when_discs_turn():
    """R7.8, R10.1: after a rotation the Earth step marks proxima-centauri."""
    g = bench(
        turn="P2", stars={"61-virginis": {"slot": "P1 . . . . ."}}, P2=dict(publicity=6), techs={"telescope-2": POINTS_ON_TOP}
    )
    do(g, "research", "tech telescope-2", "end")
    assert where(g, "earth") == [1, 4]
    before = snap(g)
    do(g, "scan", "step earth")
    assert star(g, "proxima-centauri") == "P1 . . . . ."
    assert star(g, "61-virginis") == "P1 . . . . ."
    assert changes(before, g) == {"credits": -1, "energy": -2, "data": 1}


def test_Q029_publicity_of_the_rotation_does_not_pay():
    """R15.2: 5 publicity are too few although the rotation would bring one."""
    discs = {"turns": [1, 0, 0], "next": "disc-2"}
    illegal(bench(discs=discs, P1=dict(publicity=5, probes=[[2, 1]])), "research")
    g = do(bench(discs=discs, P1=dict(publicity=6, probes=[[2, 1]])), "research")
    go_on(g)
    assert probes(g) == [[2, 0]]
    assert seat(g, "P1")["publicity"] == 1


def test_cards_of_the_bench_lie_in_one_place():
    """The bench itself: every card of the box is somewhere, and only once."""
    g = bench(P1=dict(hand=["base-044", "base-001"]), top=["base-100"])
    table = g.to_json()
    assert table["deck"][0] == "base-100"
    lying = table["deck"] + table["row"] + table["discard"] + sum(table["end_of_round"], []) + hand(g)
    assert sorted(lying) == ALL_CARDS
