"""R1-R3: what no written case covers of pieces and limits, setup, rounds and turns."""

from itertools import permutations

import pytest

from seti_sim.seti import Game

from .bench import (
    ALL_CARDS,
    MAIN_WORDS,
    SEATS,
    bench,
    changes,
    do,
    finish_turn,
    hand,
    illegal,
    legal,
    main_actions,
    offers,
    orbiters,
    overflow,
    printed_rules,
    probes,
    seat,
    settle_down,
    signals,
    snap,
    star,
    untouched,
)

BOARDS = ["procyon-vega", "sirius-barnard", "kepler-proxima", "virginis-pictoris"]


@pytest.fixture(scope="module")
def fresh_games():
    """The positions of 600 fresh two-player games."""
    return [Game.new(printed_rules(), players=2, seed=11, game=number).to_json() for number in range(600)]


# ---------------------------------------------------------------- R1 pieces and limits


def test_R1_1_pieces_never_run_out():
    """R1.1: more orbiters, landers and markers than the box holds forbid nothing."""
    crowd = {"mars": {"first_orbit": "P1", "orbiters": {"P1": 9}, "landers": {"P1": 9}}}
    left = {"overflow": {"signal": {"P1": 40}}}
    g = bench(P1=dict(probes=[[2, 2]], hand=["base-044"]), planets=crowd, species={"left": left})
    assert {"orbit mars", "scan", "play base-044"} <= main_actions(g)
    settle_down(do(g, "orbit mars", "take deck", "skip"))
    assert orbiters(g, "mars") == 10
    assert "P1" in star(g, "barnards-star")
    do(g, "end", "launch", "end", "launch")
    assert probes(g) == [[1, 5]]
    assert overflow(g, "left", "signal") == 40


def test_R1_2_a_gain_is_lost_only_in_part():
    """R1.2: 3 publicity at 8 give 2, at 10 nothing."""
    for had, gained in ((8, 2), (10, 0), (7, 3)):
        g = bench(P1=dict(hand=["base-110"], publicity=had), row=["base-111", "base-130", "base-105"])
        settle_down(do(g, "play base-110"))
        assert seat(g, "P1")["publicity"] == had + gained


def test_R1_3_the_pool_is_the_only_cap_on_resources():
    """R1.3: 2 data at 5 give 1; credits and energy are not capped."""
    g = bench(P1=dict(hand=["base-137"], data=5))
    settle_down(do(g, "play base-137"))
    assert seat(g, "P1")["data"] == 6
    g = bench(P1=dict(credits=60, energy=60))
    do(g, "exchange energy>credits", "exchange energy>credits")
    assert (seat(g, "P1")["credits"], seat(g, "P1")["energy"]) == (62, 56)
    g = bench(P1=dict(hand=["base-059"], energy=99, techs=["probe-1", "probe-2", "probe-3", "probe-4"]))
    settle_down(do(g, "play base-059"))
    assert seat(g, "P1")["energy"] == 100


def test_R1_4_points_are_not_capped():
    """R1.4: 99 and 6 are 105; 253 and 6 are 259."""
    for had in (99, 253):
        planets = {"venus": {"first_orbit": "P2", "orbiters": {"P2": 1}}}
        g = bench(P1=dict(vp=had, milestones=[20, 25, 30, 50, 70], probes=[[1, 3]]), planets=planets)
        settle_down(do(g, "orbit venus"))
        assert seat(g, "P1")["vp"] == had + 6


def test_R1_5_orbiters_and_landers_are_no_probes():
    """R1.5: they neither move, nor count under the limit, nor carry a signal `own-probe`."""
    planets = {"mars": {"first_orbit": "P1", "orbiters": {"P1": 1}}, "venus": {"landers": {"P1": 1}, "data": [["P1"]]}}
    g = bench(P1=dict(hand=["base-025", "base-118", "base-018"]), planets=planets, moons={"europa": ["P1"]})
    assert offers(g, "move") == set() and offers(g, "orbit") == set() and offers(g, "land") == set()
    assert "launch" in legal(g)
    before = snap(g)
    settle_down(do(g, "play base-118"))
    assert signals(g) == {} and changes(before, g) == {"credits": -1, "hand": -1}
    finish_turn(g)
    do(g, "launch", "end")
    settle_down(do(g, "play base-025"))
    assert probes(g) == []
    untouched(before, g, "planets", "moons")


def test_R1_6_no_promotional_card_is_in_the_game():
    """R1.6: a fresh game holds the 138 cards of the box, each once."""
    table = Game.new(printed_rules(), players=4, seed=5, game=0).to_json()
    lying = table["deck"] + table["row"] + table["discard"] + sum(table["end_of_round"], [])
    for name in SEATS:
        lying += table["seats"][name]["hand"]
    assert sorted(lying) == ALL_CARDS


# ---------------------------------------------------------------- R2 setup


def test_R2_1_random_boards_and_discs(fresh_games):
    """R2.1: all 24 orders of the boards and all turns of every disc occur; draws are independent."""
    assert {tuple(table["sectors"]) for table in fresh_games} == set(permutations(BOARDS))
    for disc in range(3):
        assert {table["discs"]["turns"][disc] for table in fresh_games} == set(range(8))
    # 600 draws of 512 equally likely positions hit 353 on average; tied discs could reach 64 at most
    assert len({tuple(table["discs"]["turns"]) for table in fresh_games}) > 250


def test_R2_2_species_lie_face_down(fresh_games):
    """R2.2: two different ones of five in any slot; nobody is told which."""
    pairs = {(table["species"]["left"]["id"], table["species"]["right"]["id"]) for table in fresh_games}
    species = set(printed_rules().species_ids)
    assert pairs == set(permutations(species, 2)) and len(species) == 5
    g = Game.new(printed_rules(), players=2, seed=11, game=0)
    for name in ("P1", "P2"):
        shown = g.view(name)["species"]
        assert shown["left"].get("id") is None and shown["right"].get("id") is None
        assert not shown["left"]["discovered"] and not shown["right"]["discovered"]


def test_R2_3_slots_are_full_of_data(fresh_games):
    """R2.3."""
    data = {
        "procyon": 5,
        "vega": 4,
        "sirius-a": 6,
        "barnards-star": 5,
        "kepler-22": 5,
        "proxima-centauri": 6,
        "61-virginis": 6,
        "beta-pictoris": 5,
    }
    for table in fresh_games[:20]:
        assert {name: slot["slot"].split() for name, slot in table["stars"].items()} == {
            name: ["."] * spaces for name, spaces in data.items()
        }


def test_R2_4_three_cards_are_the_row(fresh_games):
    """R2.4: the row and the deck are random."""
    assert {len(table["row"]) for table in fresh_games} == {3}
    assert len({card for table in fresh_games for card in table["row"]}) > 130
    assert len({table["deck"][0] for table in fresh_games}) > 100


def test_R2_5_tech_stacks(fresh_games):
    """R2.5: twelve stacks of the four bonuses in random order, each with a 2-point tile."""
    for table in fresh_games[:50]:
        assert len(table["techs"]) == 12
        for stack in table["techs"].values():
            assert stack["two_points"] is True
            assert sorted(stack["tiles"]) == ["draw", "energy", "publicity", "vp"]
    for tech in fresh_games[0]["techs"]:
        assert {tuple(table["techs"][tech]["tiles"]) for table in fresh_games} == set(
            permutations(("draw", "energy", "publicity", "vp"))
        )


def test_R2_6_random_sides_of_gold_tiles(fresh_games):
    """R2.6: each of the 16 combinations occurs, no tile is marked."""
    names = ("tech", "mission", "income", "other")
    assert len({tuple(table["gold"][name]["side"] for name in names) for table in fresh_games}) == 16
    assert all(table["gold"][name]["markers"] == [] for table in fresh_games for name in names)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R2_8_end_of_round_stacks(players):
    """R2.8: four stacks of players + 1 cards; the deck holds the rest."""
    table = Game.new(printed_rules(), players=players, seed=4, game=1).to_json()
    assert [len(stack) for stack in table["end_of_round"]] == [players + 1] * 4
    assert len(table["deck"]) == 138 - 3 - 4 * (players + 1) - 5 * players


def test_R2_9_the_marker_begins_at_disc_1(fresh_games):
    """R2.9: whatever the position of the discs, disc-1 turns first."""
    assert {table["discs"]["next"] for table in fresh_games} == {"disc-1"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R2_10_R2_11_points_and_resources_at_the_start(players):
    """R2.10, R2.11: 1, 2, 3, 4 points in turn order; the same resources for all."""
    g = Game.new(printed_rules(), players=players, seed=9, game=2)
    for number, name in enumerate(SEATS[:players]):
        held = seat(g, name)
        assert held["vp"] == number + 1
        assert (held["publicity"], held["credits"], held["energy"], held["data"], len(held["hand"])) == (4, 4, 3, 0, 5)


def test_R2_12_R2_13_R2_14_tucking_in_seat_order():
    """R2.12-R2.14: each seat tucks one card and gains that income once; nothing else is paid in round 1."""
    kinds = {card: printed_rules().tree["cards"][card]["income"] for card in ALL_CARDS}
    met = set()
    for number in range(12):
        g = Game.new(printed_rules(), players=3, seed=21, game=number)
        for name in ("P1", "P2", "P3"):
            assert g.to_move == name
            before = snap(g)
            card = hand(g, name)[number % 5]
            on_top = before["deck"][0]
            do(g, f"tuck {card}")
            kind = kinds[card]
            met.add(kind)
            gained = {"card": {"tucked": 1}}.get(kind, {kind: 1, "hand": -1, "tucked": 1})
            assert changes(before, g, name) == gained
            assert seat(g, name)["tucked"] == [card]
            if kind == "card":
                assert on_top in hand(g, name)
                assert len(snap(g)["deck"]) == len(before["deck"]) - 1
            else:
                untouched(before, g, "deck")
        assert (g.to_move, g.turn, g.round) == ("P1", "P1", 1)
        assert "pass" in legal(g)
        for name in ("P1", "P2", "P3"):
            held = seat(g, name)
            paid = {kind: kinds[held["tucked"][0]] == kind for kind in ("credits", "energy", "card")}
            assert (held["credits"], held["energy"], len(held["hand"])) == (
                4 + paid["credits"],
                3 + paid["energy"],
                4 + paid["card"],
            )
    assert met == {"credits", "energy", "card"}


# ---------------------------------------------------------------- R3 rounds and turns


def _quick_pass(g):
    """Passes, taking the first choice at every step, until the next turn has begun."""
    do(g, "pass")
    while not g.is_over and "pass" not in legal(g):
        g.apply(min(legal(g)))


def test_R3_1_R3_8_five_rounds():
    """R3.1, R3.8: a round ends when all have passed, the game after the fifth."""
    g = Game.new(printed_rules(), players=3, seed=31, game=0)
    while "pass" not in legal(g):
        g.apply(min(legal(g)))
    turns_taken = []
    while not g.is_over:
        turns_taken.append((g.round, g.to_move))
        _quick_pass(g)
    assert [number for number, _ in turns_taken] == [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3 + [5] * 3
    assert [name for _, name in turns_taken[:3]] == ["P1", "P2", "P3"]
    assert g.to_move is None


def test_R3_1_who_has_passed_is_skipped():
    """R3.1: P2 of three has passed; P3 follows P1."""
    g = bench(players=3, passed=["P2"])
    do(g, "launch", "end")
    assert (g.to_move, g.turn) == ("P3", "P3")
    do(g, "launch", "end")
    assert g.to_move == "P1"


def test_R3_2_eight_main_actions():
    """R3.2: all eight, where all can be paid and done."""
    g = bench(P1=dict(publicity=6, probes=[[1, 3]], techs=["probe-1"], hand=["base-044"], computer={"top": 6}))
    assert main_actions(g) == {"launch", "orbit venus", "land venus", "scan", "analyze", "play base-044", "research", "pass"}
    assert {line.split()[0] for line in main_actions(g)} == set(MAIN_WORDS)


def test_R3_4_free_actions_before_during_and_after():
    """R3.4: data placed before the main action, between its two effects and after it."""
    g = bench(P1=dict(data=1, hand=["base-040"]))
    do(g, "place", "play base-040")
    do(g, "go")
    assert signals(g) == {"kepler-22": 1} and "go" in legal(g)
    do(g, "place")
    assert signals(g) == {"kepler-22": 1}
    do(g, "go")
    assert signals(g) == {"kepler-22": 2} and "end" in legal(g)
    do(g, "place", "end")
    assert seat(g, "P1")["computer"]["top"] == 3


def test_R3_5_costs_and_conditions_of_main_actions():
    """R3.5: each main action is illegal one below its cost and legal at it."""
    full = {"top": 6}
    cases = [
        ("launch", dict(credits=2), dict(credits=1)),
        ("orbit venus", dict(credits=1, energy=1, probes=[[1, 3]]), dict(credits=0, energy=1, probes=[[1, 3]])),
        ("orbit venus", dict(credits=1, energy=1, probes=[[1, 3]]), dict(credits=1, energy=0, probes=[[1, 3]])),
        ("land venus", dict(energy=3, probes=[[1, 3]]), dict(energy=2, probes=[[1, 3]])),
        ("scan", dict(credits=1, energy=2), dict(credits=0, energy=2)),
        ("scan", dict(credits=1, energy=2), dict(credits=1, energy=1)),
        ("analyze", dict(energy=1, computer=full), dict(energy=0, computer=full)),
        ("play base-050", dict(credits=3, hand=["base-050"]), dict(credits=2, hand=["base-050"])),
        ("research", dict(publicity=6), dict(publicity=5)),
    ]
    for line, enough, too_little in cases:
        broke = dict(credits=0, energy=0, publicity=0)
        assert line in legal(bench(P1={**broke, **enough}))
        illegal(bench(P1={**broke, **too_little}), line)


def test_R3_6_milestones_then_discoveries_then_the_next_player():
    """R3.6: after `end` the gold tile comes first, the species is turned up after it."""
    left = {"id": "mascamites", "spaces": {"signal": "P2", "analysis": "P2"}}
    g = bench(P1=dict(vp=19, milestones=[20], probes=[[1, 3]]), species={"left": left, "right": {"id": "centaurians"}})
    settle_down(do(g, "land venus", "trace left lander"))
    assert seat(g, "P1")["vp"] == 29
    assert "end" in legal(g)  # the turn ends when its owner says so
    do(g, "end")
    assert legal(g) == {"gold tech", "gold mission", "gold income", "gold other"}
    assert snap(g)["species"]["left"]["discovered"] is False
    do(g, "gold tech")
    assert snap(g)["species"]["left"]["discovered"]
    assert (g.to_move, g.turn) == ("P2", "P2")
