"""SOL-01 to SOL-34: setting up a solo game, the turns of the rival, what it gains, its progress."""

import pytest

from seti_sim.seti.batch import ACTION_KINDS
from seti_sim.seti.rules import RuleSet

from .bench import bench, changes, do, legal, moon, orbiters, row, seat, signals, space, star
from .solo_bench import (
    ADVANCED,
    BASIC,
    NONE_DUE,
    SPECIES,
    fresh,
    full,
    games,
    progress,
    rival_turn,
    rows,
    solo,
    steps,
    table,
    techs,
    top,
    turn_of,
)
from .species_bench import found

LEVELS = range(1, 6)


# ---------------------------------------------------------------- setup


def test_SOL_01_as_for_two_players():
    """SOL-01: four end-of-round stacks of three cards, two neutral markers at 20 and at 30; the player tucks a card."""
    g = fresh()
    position = g.to_json()
    assert [len(stack) for stack in position["end_of_round"]] == [3, 3, 3, 3] and position["neutral"] == {"20": 2, "30": 2}
    player = g.to_move
    assert g.decision == "setup" and len(position["seats"][player]["hand"]) == 5 and g.players == 2
    assert len(position["row"]) == 3 and set(position["seats"]) == {"P1", "P2"}


@pytest.mark.parametrize("level", LEVELS)
def test_SOL_02_the_rival_has_nothing_but_publicity(level):
    """SOL-02: no income card, credits, energy, hand, techs, data; both begin with 4 publicity."""
    g = fresh(level, seed=level)
    rival = seat(g, g.rival)
    assert rival["publicity"] == 4 == seat(g, g.to_move)["publicity"]
    assert not any(rival[key] for key in ("credits", "energy", "data", "hand", "techs", "tucked", "probes"))
    assert top(g, g.rival) == 0 and techs(g) == {} and seat(g, g.to_move)["credits"] == 4


def test_SOL_03_who_begins_is_drawn():
    """SOL-03: the first player has 1 point, the second 2, half the time each; the marker changes hands every round."""
    first = [fresh(seed=5, game=number).rival for number in range(200)]
    assert 70 < first.count("P1") < 130
    for number in range(6):
        g = fresh(seed=5, game=number)
        assert (seat(g, "P1")["vp"], seat(g, "P2")["vp"]) == (1, 2)
    g = do(solo("rival-02", passed=["P2"], main="before", end_of_round=[[], [], [], []]), "pass")
    assert g.to_json()["round"] == 3 and g.to_json()["first"] == "P2"


def test_SOL_03_the_rival_has_the_first_turn_of_its_rounds():
    """SOL-03: where the rival begins round 1 it has had its turn when the player's first one comes."""
    for number in range(6):
        g = fresh(seed=5, game=number)
        do(g, sorted(legal(g))[0])
        played = len(table(g)["played"])
        assert played == (1 if g.rival == "P1" else 0) and g.round == 1 and g.to_move != g.rival


START = {1: ("computer-1", 1), 2: ("computer-1", 1), 3: ("telescope-1", 1), 4: ("computer-4", 4), 5: ("telescope-1", 9)}
NUMBERS = {1: (0, 0, 0), 2: (2, 3, 5), 3: (2, 4, 6), 4: (2, 6, 7), 5: (2, 7, 8)}


@pytest.mark.parametrize("level", LEVELS)
def test_SOL_04_levels(level):
    """SOL-04: board, start space, objectives, advanced cards of each level."""
    g = fresh(level)
    assert progress(g) == START[level][1] and table(g)["level"] == level
    assert len(table(g)["deck"]) == (5 if level >= 3 else 4)
    tiles = [*table(g)["objectives"]["open"], *table(g)["objectives"]["stack"]]
    assert len([t for t in tiles if t]) == sum(NUMBERS[level])
    g = solo("rival-04", level=level, P2=dict(publicity=0))  # a research without cost, the last of its actions
    before = g.to_json()
    rival_turn(g)
    assert techs(g) == {START[level][0]: 1} and progress(before) == START[level][1]


@pytest.mark.parametrize("level", LEVELS)
def test_SOL_05_the_deck_and_the_reserve(level):
    """SOL-05: S.1 to S.4, from level 3 on one of S.5 to S.14, shuffled; the others are the reserve; S.15 to S.19 lie
    ready."""
    orders, dealt = set(), set()
    for number in range(60):
        t = table(fresh(level, game=number))
        deck, reserve = t["deck"], t["reserve"]
        extra = [card for card in deck if card not in BASIC]
        assert sorted(set(deck) - set(extra)) == BASIC and len(extra) == (level >= 3)
        assert sorted(extra + reserve) == ADVANCED
        assert t["out"] == [] and t["played"] == [] and t["card"] is None
        orders.add(tuple(card for card in deck if card in BASIC))
        dealt.update(extra)
    assert len(orders) > 15 and (len(dealt) > 7) == (level >= 3)


@pytest.mark.parametrize("level", (2, 3, 4, 5))
def test_SOL_06_objectives(level):
    """SOL-06: so many of each level of tiles, I on top of II on III; the top three are turned up."""
    seen = set()
    for number in range(40):
        t = table(fresh(level, game=number))["objectives"]
        pile = [*t["open"], *t["stack"]]
        kinds = [int(name[10]) for name in pile]
        assert kinds == sorted(kinds) and tuple(kinds.count(k) for k in (1, 2, 3)) == NUMBERS[level]
        assert len(t["open"]) == 3 and None not in t["open"] and len(set(pile)) == len(pile)
        seen |= set(pile)
    assert len(seen) == 24


# ---------------------------------------------------------------- rounds and turns


def test_SOL_11_turns_alternate():
    """SOL-11: one turn of the rival after each of the player's; it goes on alone when the player has passed, and the
    player alone when it has."""
    g = solo("rival-02", "rival-03", "rival-01", round=5)
    rival_turn(g)
    assert table(g)["played"] == ["rival-02"] and g.to_move == "P1"
    do(g, "pass")
    # The rival plays its other two cards, passes, and the game is over.
    assert g.is_over
    g = solo("rival-02", passed=["P2"], own=dict(played=["rival-02"], deck=[]), round=2)
    do(g, "end")
    assert g.to_move == "P1" and "pass" in legal(g) and g.to_json()["turns"] == 2


def test_SOL_12_the_first_possible_action_and_no_other():
    """SOL-12: S.1 with a probe on Earth, no data and 6 publicity does its third action, research, and nothing more."""
    before, g = turn_of("rival-01", P2=dict(probes=[[1, 5]], publicity=6))
    assert techs(g) == {"computer-1": 1} and seat(g, "P2")["probes"] == [[1, 4]]  # turned with the Earth
    assert table(g)["played"] == ["rival-01"] and signals(g, "P2") == {}
    before, g = turn_of("rival-01", P2=dict(publicity=6))
    assert changes(before, g, "P2") == {"probes": 1, "publicity": 1} and techs(g) == {}


def test_SOL_12_the_turn_ends_with_settlement_milestones_discoveries():
    """SOL-12: in its turn a sector is settled, a milestone marked and a species discovered."""
    before, g = turn_of(
        "rival-02",
        stars={"61-virginis": {"slot": "P2 P2 P1 P2 P1 ."}},
        P2=dict(vp=19, milestones=[25, 50, 70]),
        species={"left": {"id": "mascamites", "spaces": {"signal": "P1", "lander": "P1", "analysis": None}}},
    )
    assert g.to_json()["stars"]["61-virginis"]["wins"] == ["P2"] and 20 in seat(g, "P2")["milestones"]
    assert g.to_json()["species"]["left"]["discovered"] == 2 and space(g, "left", "analysis") == "neutral"


def test_SOL_13_without_a_card_it_passes():
    g = solo(own=dict(deck=[], played=["rival-02", "rival-01"]))
    rival_turn(g)
    assert g.to_json()["passed"] == ["P2"] and sorted(table(g)["deck"]) == ["rival-01", "rival-02"]


def test_SOL_14_one_action_is_always_possible():
    """SOL-14: in games of every level each card turned up has a line that is done."""
    for level in LEVELS:
        batch = games(level, 40)
        skipped, lines = rows(batch, "RIVAL_SKIP"), rows(batch, "RIVAL_LINE")
        turns = {(r["game"], r["turn"]) for r in skipped}
        assert turns <= {(r["game"], r["turn"]) for r in lines} and len(lines) > 500


def test_SOL_14_a_variant_may_break_it():
    """SOL-14: then the turn ends without effect, and the card is a played one."""
    rules = RuleSet.load({"solo": {"cards": {"rival-02": {"actions": [{"do": "analyze"}]}}}})
    before, g = turn_of("rival-02", rules=rules)
    assert changes(before, g, "P2") == {} and table(g)["played"] == ["rival-02"] and g.to_move == "P1"


@pytest.mark.parametrize("card, left", [("rival-02", False), ("rival-03", True)])
def test_SOL_15_the_arrow(card, left):
    """SOL-15: S.3 shows left, S.2 right: the row cards, red, yellow, black from left to right, and their signals."""
    before, g = turn_of(card)
    assert table(g)["arrow"] == ("left" if left else "right")
    assert ("base-110" in row(g)) != left and ("base-105" in row(g)) == left
    assert signals(g, "P2") == ({"61-virginis": 2, "proxima-centauri": 1} if left else {"61-virginis": 2, "beta-pictoris": 1})


def test_SOL_15_after_a_replacement_the_new_cards_arrow():
    """SOL-15, SOL-106: S.3 points left, S.18 in its place right."""
    before, g = turn_of("rival-03", species={"left": found("centaurians")}, P2=dict(message_tile=40))
    assert table(g)["arrow"] == "right" and table(g)["played"] == [SPECIES["centaurians"]] and "base-105" not in row(g)


@pytest.mark.parametrize("arrow, tile_name", [("left", "tech"), ("right", "other")])
def test_SOL_16_the_arrow_of_the_last_card(arrow, tile_name):
    """SOL-16: a gold milestone that the rival reaches in the player's turn; before its first card the arrow is left."""
    g = solo("rival-02", own=dict(arrow=arrow), P2=dict(vp=25, milestones=[20, 30, 50, 70]), passed=["P2"])
    do(g, "end")
    assert g.to_json()["gold"][tile_name]["markers"] == ["P2"]
    assert table(fresh())["arrow"] == "left"


def test_SOL_17_what_it_cannot_do_is_skipped():
    """SOL-17: in a row of one card only one of two row signals is marked; nobody is asked, nothing is played."""
    before, g = turn_of("rival-02", row=["base-110"], deck=[])
    assert sum(signals(g, "P2").values()) == 2
    for level in LEVELS:
        acts = games(level, 20)
        names = ("play", "move", "place", "corner", "mission", "buy", "exchange")
        for number, rival in enumerate(acts.games["rival"]):
            assert not any(acts.actions[number, rival - 1, :, ACTION_KINDS.index(name)].any() for name in names)


# ---------------------------------------------------------------- gains


def test_SOL_21_publicity_ends_at_ten():
    before, g = turn_of("rival-06", P2=dict(publicity=5, probes=[]))
    assert changes(before, g, "P2") == {"probes": 1, "publicity": 1}
    before, g = turn_of("rival-01", P2=dict(publicity=10, probes=[]))
    assert changes(before, g, "P2") == {"probes": 1}


@pytest.mark.parametrize(
    "bonus, gain, made",
    [("vp", {"vp": 5}, 0), ("publicity", {"vp": 2, "publicity": 1}, 0), ("energy", {"vp": 2}, 1), ("draw", {"vp": 2}, 1)],
)
def test_SOL_22_progress_for_energy_and_cards(bonus, gain, made):
    """SOL-22: the bonus of a tech tile; energy and a card are a step each, besides the step that S.4 prints."""
    before, g = turn_of("rival-04", techs={"computer-1": {"tiles": [bonus]}})
    assert changes(before, g, "P2") == gain and steps(before, g) == 1 + made


@pytest.mark.parametrize("holders, made", [("P2 P2 P1", 2), ("P1 P2 P1", 1), ("P1 neutral P1", 0)])
def test_SOL_22_SOL_97_progress_at_a_discovery(holders, made):
    """SOL-97: a step for each of its markers on the discovery spaces, whatever the species; no cards."""
    for species in SPECIES:
        signal, lander, analysis = holders.split()
        g = bench(
            seats={"P1": dict(computer={"top": 6}, milestones=NONE_DUE), "P2": dict(milestones=NONE_DUE)},
            solo=dict(level=1, rival="P2", deck=["rival-01"]),
            species={"left": {"id": species, "spaces": {"signal": signal, "lander": lander, "analysis": None}}},
        )
        before = g.to_json()
        do(g, "analyze", "trace left analysis", "end")
        while g.decision == "secret":
            do(g, "skip")
        assert steps(before, g) == made and not seat(g, "P2").get("hand") and not seat(g, "P2").get("secrets"), species


def test_SOL_23_four_steps_for_an_income():
    """SOL-23: the landing on Phobos and Deimos, with two incomes, eight; the orbit around Venus, with one, four."""
    before, g = turn_of("rival-04", P2=dict(probes=[[1, 5]]))
    assert orbiters(g, "venus", "P2") == 1 and steps(before, g) == 4
    rules = RuleSet.load(
        {
            "solo": {
                "cards": {
                    "rival-04": {
                        "actions": [{"do": "fly", "targets": [{"body": "mars", "moves": 6}], "moons": True, "prefer": ["land"]}]
                    }
                }
            }
        }
    )
    before, g = turn_of("rival-04", rules=rules, P2=dict(probes=[[1, 5]]), own=dict(techs={"probe-4": 1}))
    assert moon(g, "phobos-deimos") == ["P2"] and steps(before, g) == 8 and techs(g) == {}


@pytest.mark.parametrize("filled, gain, made", [(0, 0, 0), (1, 1, 0), (2, 0, 0), (3, 0, 4), (4, 0, 0), (5, 0, 0)])
def test_SOL_24_data_go_to_the_computer(filled, gain, made):
    """SOL-24: the leftmost free space; the second brings 1 publicity, the fourth 4 progress."""
    rules = RuleSet.load({"solo": {"cards": {"rival-02": {"actions": [{"do": "scan", "signals": ["earth"]}]}}}})
    before, g = turn_of("rival-02", rules=rules, P2=dict(computer={"top": filled}))
    expected = {"top": 1, "publicity": gain}
    assert changes(before, g, "P2") == {k: n for k, n in expected.items() if n} and steps(before, g) == made


def test_SOL_24_the_pool_has_no_limit():
    """SOL-24: with a full computer data go to the pool, the seventh, eighth, ninth, too."""
    rules = RuleSet.load({"solo": {"cards": {"rival-02": {"actions": [{"do": "scan", "signals": ["earth", "row"]}]}}}})
    before, g = turn_of("rival-02", rules=rules, P2=full(12))
    assert changes(before, g, "P2") == {"data": 2}
    assert seat(g, "P2")["data"] == 14


def test_SOL_25_movement_is_lost():
    """SOL-25: a second space that gives movement gives nothing, though the rival has a probe."""
    rules = RuleSet.load({"sectors": {"second_space": [{"do": "move", "n": 2}]}})
    before, g = turn_of("rival-02", rules=rules, P2=dict(probes=[[1, 5]]))
    assert seat(g, "P2")["probes"] == [[1, 5]] and g.to_move == "P1" and star(g, "61-virginis").startswith("P2 P2")


def test_SOL_26_it_pays_publicity_for_research_only():
    """SOL-26: analysis, launch, flight and scan cost it nothing."""
    for deck, mine in (
        (("rival-01",), full()),
        (("rival-01",), {}),
        (("rival-04",), dict(probes=[[1, 5]])),
        (("rival-02",), {}),
    ):
        before, g = turn_of(*deck, P2=dict(mine, publicity=5))
        assert changes(before, g, "P2").get("publicity", 0) >= 0
    before, g = turn_of("rival-02", P2=dict(publicity=7), techs={"computer-1": {"tiles": ["vp"]}})
    assert changes(before, g, "P2") == {"vp": 5, "publicity": -6}


def test_SOL_27_no_income():
    """SOL-27: at the end of a round the player has its income, the rival none, and no progress for it."""
    g = solo(own=dict(deck=[], played=["rival-02"]), main="before", round=2, end_of_round=[[], [], [], []])
    do(g, "pass")
    assert g.to_json()["round"] == 3
    rival = seat(g, "P2")
    assert rival["credits"] == rival["energy"] == 0 and rival["hand"] == [] and seat(g, "P1")["credits"] == 8
    assert progress(g) == 1


# ---------------------------------------------------------------- progress


def test_SOL_30_the_space_names_the_tech():
    """SOL-30, SOL-62: on the third space the stack of the third space is taken."""
    for at, tech in ((3, "computer-3"), (7, "telescope-3"), (12, "probe-4")):
        before, g = turn_of("rival-04", own=dict(progress=at))
        assert techs(g) == {tech: 1}


def test_SOL_31_reinforcement():
    """SOL-31: the step from space 12 to space 1 brings the top card of the reserve on top of the deck."""
    before, g = turn_of(
        "rival-04", "rival-02", own=dict(progress=12, reserve=["rival-09", "rival-05"]), techs={"probe-4": {"tiles": ["vp"]}}
    )
    assert progress(g) == 1 and table(g)["deck"] == ["rival-09", "rival-02"] and table(g)["reserve"] == ["rival-05"]


def test_SOL_31_two_passes_bring_two_cards():
    """SOL-31: the second one lies on top."""
    rules = RuleSet.load(
        {"solo": {"cards": {"rival-01": {"actions": [{"do": "launch", "reward": [{"do": "progress", "n": 14}]}]}}}}
    )
    before, g = turn_of("rival-01", rules=rules, own=dict(progress=12, reserve=["rival-09", "rival-05", "rival-06"]))
    assert progress(g) == 2 and table(g)["deck"] == ["rival-05", "rival-09"] and table(g)["reserve"] == ["rival-06"]


def test_SOL_32_the_card_comes_next():
    """SOL-32: with an empty deck it has that turn instead of passing."""
    g = solo("rival-04", own=dict(progress=12, reserve=["rival-09"], deck=["rival-04"]), P2=dict(publicity=0))
    rival_turn(g)
    assert table(g)["deck"] == ["rival-09"] and g.to_json()["passed"] == []
    do(g, "launch", "end")
    assert table(g)["played"] == ["rival-04", "rival-09"] and g.to_json()["passed"] == []


def test_SOL_32_after_it_has_passed():
    """SOL-32: the step for the end-of-round card puts it on top of the deck of the next round."""
    g = solo(own=dict(progress=12, reserve=["rival-09"], deck=[], played=["rival-01", "rival-02"]))
    rival_turn(g)
    assert table(g)["deck"][0] == "rival-09" and len(table(g)["deck"]) == 3 and g.to_json()["passed"] == ["P2"]


def test_SOL_33_an_empty_reserve():
    """SOL-33: nothing happens."""
    before, g = turn_of("rival-04", own=dict(progress=12, reserve=[]), techs={"probe-4": {"tiles": ["publicity"]}})
    assert progress(g) == 1 and table(g)["deck"] == [] and changes(before, g, "P2") == {"vp": 2, "publicity": 1}


def test_SOL_34_nothing_for_the_start_space():
    """SOL-34: levels 4 and 5 begin beyond the first space, with no card more for it."""
    assert (len(table(fresh(4))["deck"]), progress(fresh(4))) == (5, 4)
    assert (len(table(fresh(5))["deck"]), progress(fresh(5))) == (5, 9)
