"""SOL-90 to SOL-112: traces, milestones, replaced cards and passing of the rival."""

import pytest

from seti_sim.seti.rules import RuleSet

from .bench import changes, do, overflow, seat, signals, space, turns
from .solo_bench import SPECIES, full, rival_turn, solo, steps, table, turn_of
from .species_bench import board, found, hidden

NOBODY = "neutral neutral neutral"


def marking(kind, arrow="left", **readings):
    """Rules in which S.1 launches and marks a trace."""
    card = {"arrow": arrow, "actions": [{"do": "launch", "reward": [{"do": "trace", "kind": kind}]}]}
    return RuleSet.load({"solo": {"cards": {"rival-01": card}, **({"readings": readings} if readings else {})}})


def mark(kind, left, right, arrow="left", readings=None, **position):
    """The game after the rival's turn in which it marked a trace."""
    return turn_of(
        "rival-01", rules=marking(kind, arrow, **(readings or {})), species={"left": left, "right": right}, **position
    )


# ---------------------------------------------------------------- traces


@pytest.mark.parametrize("arrow, slot", [("left", "left"), ("right", "right")])
def test_SOL_90_the_lowest_free_space(arrow, slot):
    """SOL-90, SOL-92: of two free discovery spaces of the kind the arrow's; its reward is gained."""
    before, g = mark("lander", hidden("mascamites"), hidden("anomalies"), arrow)
    assert space(g, slot, "lander") == "P2"
    assert changes(before, g, "P2") == {"vp": 5 if slot == "left" else 3, "publicity": 1, "probes": 1}


@pytest.mark.parametrize("arrow, slot, kind", [("left", "left", "signal"), ("right", "right", "analysis")])
def test_SOL_90_a_universal_trace(arrow, slot, kind):
    """SOL-90: among the columns of all kinds; the trace has the kind of its column."""
    before, g = mark("any", hidden("mascamites"), hidden("anomalies"), arrow)
    assert space(g, slot, kind) == "P2"


def test_SOL_91_a_discovery_space_is_lower_than_any_space_of_a_board():
    """SOL-91: level 0, though the arrow points to the discovered species."""
    before, g = mark("lander", found("mascamites"), hidden("anomalies"))
    assert space(g, "right", "lander") == "P2"


def test_SOL_91_levels_of_a_board_are_counted():
    """SOL-91: with the first lander spaces taken on the left, the first one of the right is lower."""
    left = found("mascamites", board={"lander": ["P1"]})
    before, g = mark("lander", left, found("anomalies"))
    assert board(g, "lander", "right")[0] == "P2"
    before, g = mark("lander", left, found("anomalies", board={"lander": ["P1", "P1"]}))
    assert board(g, "lander")[1] == "P2"
    # A hidden species has no spaces but those of the discovery.
    before, g = mark("lander", found("mascamites"), hidden("anomalies", "P1 P1"))
    assert board(g, "lander")[0] == "P2"


@pytest.mark.parametrize("arrow, at", [("left", ("left", "signal")), ("right", ("right", "analysis"))])
def test_SOL_92_columns_from_left_to_right(arrow, at):
    """SOL-92: over both slots, signal, lander, analysis of the left one, then of the right one."""
    before, g = mark("any", found("mascamites"), found("anomalies"), arrow)
    assert board(g, at[1], at[0])[0] == "P2"


@pytest.mark.parametrize("arrow, slot", [("left", "left"), ("right", "right")])
def test_SOL_93_overflow_at_last(arrow, slot):
    """SOL-93: only where no column of the kind has a free space: by the arrow, 3 points."""
    before, g = mark("lander", hidden("mascamites", "P1 P1"), hidden("anomalies", "P1 P1"), arrow)
    assert overflow(g, slot, "lander", "P2") == 1 and changes(before, g, "P2") == {"vp": 3, "probes": 1}
    # One free space, though high, comes before it.
    high = found("mascamites", board={"lander": ["P1", "P1", "P1"]})
    before, g = mark("lander", high, hidden("anomalies", "P1 P1"), "right")
    assert board(g, "lander")[3] == "P2"


@pytest.mark.parametrize("have, place", [(0, 1), (3, 1), (4, 0)])
def test_SOL_94_exofossils(have, place):
    """SOL-94: the lowest space at 'Oumuamua costs four; with fewer it counts as occupied, with four they are paid."""
    before, g = mark("lander", found("oumuamua"), hidden("anomalies", "P1 P1"), P2=dict(exofossils=have))
    assert board(g, "lander")[place] == "P2"
    left = seat(g, "P2")["exofossils"]
    assert left == (have + 1 if place else 0)  # the second space brings one


@pytest.mark.parametrize("mine, place, left", [(full(2), 4, 1), (full(3), 3, 0), ({"computer": {"top": 5}}, None, 0)])
def test_SOL_95_data(mine, place, left):
    """SOL-95: the Centaurians' fourth space costs 3 data of the pool, the open one above it 1, with a full computer; else
    they count as occupied."""
    taken = found("centaurians", board={"signal": ["P1", "P1", "P1"]})
    before, g = mark("signal", taken, hidden("anomalies", "P1"), P2=mine)
    if place is None:
        assert "P2" not in str(board(g, "signal")) and overflow(g, "left", "signal", "P2") == 1
    else:
        assert board(g, "signal")[place] == (["P2"] if place == 4 else "P2")
    assert seat(g, "P2")["data"] == left


def test_SOL_96_empty_sample_spaces_are_not_there():
    """SOL-96: at the Mascamites only the token laid at the setup can be marked, then nothing is left but overflow."""
    taken = {"analysis": ["P1", "P1"]}
    before, g = mark("analysis", found("mascamites", board=taken), {"id": "anomalies", "spaces": {"analysis": "P1"}})
    assert board(g, "analysis")[2] == "P2"
    taken = {"analysis": ["P1", "P1", "P1"]}
    before, g = mark(
        "analysis", found("mascamites", board=taken), found("anomalies", board={"analysis": ["P1"] * 4 + [["P1"]]})
    )
    assert board(g, "analysis", "right")[4] == ["P1", "P2"]  # the open-ended top space is always free


def test_SOL_97_its_markers_count_for_the_discovery():
    """SOL-97: the third marker is the rival's, the species is discovered, a step for each of its markers."""
    before, g = mark("analysis", hidden("oumuamua", "P2 P1"), hidden("anomalies"))
    assert g.to_json()["species"]["left"]["discovered"] == 2 and steps(before, g) == 2 and table(g)["found"] == ["left"]


# ---------------------------------------------------------------- milestones


def test_SOL_100_neutral_milestones():
    """SOL-100: one neutral marker to the leftmost free discovery space at the end of the turn, if one is left."""
    before, g = mark("lander", hidden("mascamites", "P1"), hidden("anomalies"), P2=dict(vp=18, milestones=[25, 30, 50, 70]))
    assert space(g, "left", "lander") == "P2" and space(g, "left", "analysis") == "neutral"
    assert g.to_json()["neutral"]["20"] == 1 and 20 in seat(g, "P2")["milestones"]
    before, g = mark(
        "lander",
        hidden("mascamites", "P1"),
        hidden("anomalies"),
        neutral={"20": 0},
        P2=dict(vp=18, milestones=[25, 30, 50, 70]),
    )
    assert space(g, "left", "analysis") is None and 20 in seat(g, "P2")["milestones"]


@pytest.mark.parametrize(
    "arrow, marked, tile",
    [("left", (), "tech"), ("right", (), "other"), ("left", ("tech",), "mission"), ("right", ("other", "income"), "mission")],
)
def test_SOL_101_gold_milestones(arrow, marked, tile):
    """SOL-101: the first space of a tile on which no marker lies, by the arrow."""
    gold = {name: {"side": "a", "markers": ["P1"]} for name in marked}
    before, g = mark(
        "lander", hidden("mascamites"), hidden("anomalies"), arrow, gold=gold, P2=dict(vp=24, milestones=[20, 30, 50, 70])
    )
    assert g.to_json()["gold"][tile]["markers"] == ["P2"]
    assert all(g.to_json()["gold"][name]["markers"] == ["P1"] for name in marked)


def test_SOL_101_no_free_tile():
    """SOL-101: is the first space free on none, it takes nothing; also none that it has marked itself."""
    gold = {"tech": {"markers": ["P2"]}, **{name: {"markers": ["P1"]} for name in ("mission", "income", "other")}}
    before, g = mark(
        "lander", hidden("mascamites"), hidden("anomalies"), gold=gold, P2=dict(vp=49, milestones=[20, 25, 30, 70])
    )
    assert g.to_json()["gold"] == before["gold"] and 50 in seat(g, "P2")["milestones"]


def test_SOL_102_it_never_scores_gold_tiles():
    """SOL-102: at the end its marker is worth nothing."""
    g = solo(
        own=dict(deck=[]),
        round=5,
        main="before",
        passed=["P2"],
        gold={"other": {"side": "a", "markers": ["P2"]}, "tech": {"side": "a", "markers": ["P1"]}},
        P1=dict(techs=["probe-1", "telescope-1", "computer-1"], computer={"tiles": {"1": "computer-1"}}),
        P2=dict(vp=40),
    )
    do(g, "pass")
    scores = g.scores()
    assert g.is_over and scores["P2"]["total"] == 40 and scores["P1"]["by_source"]["gold"] == 11


# ---------------------------------------------------------------- replaced cards


def test_SOL_106_the_species_card_takes_its_place():
    """SOL-106: S.3 leaves the game, the card of the species discovered first is done in the same turn."""
    before, g = turn_of("rival-03", species={"left": found("centaurians")}, P2=dict(message_tile=90))
    t = table(g)
    assert t["out"].count("rival-03") == 1 and t["played"] == [SPECIES["centaurians"]] and signals(g, "P2")


@pytest.mark.parametrize("card", ["rival-03", "rival-04"])
def test_SOL_106_not_discovered(card):
    """SOL-106: otherwise the next action on the card is tried."""
    before, g = turn_of(card, P2=dict(publicity=0))
    assert table(g)["played"] == [card] and card not in table(g)["out"]


@pytest.mark.parametrize("order", [("left", "right"), ("right", "left")])
def test_SOL_106_the_order_of_discovery(order):
    """SOL-106: S.3 asks for the first, S.4 for the second one discovered, whatever their slots."""
    both = {
        "left": found("anomalies", board={"signal": ["P2"], "lander": ["P2"], "analysis": ["P2"]}),
        "right": found("exertians"),
    }
    which = {"left": SPECIES["anomalies"], "right": SPECIES["exertians"]}
    for card, slot in zip(("rival-03", "rival-04"), order, strict=True):
        before, g = turn_of(card, own=dict(found=list(order)), species=both)
        assert table(g)["played"] == [which[slot]]


def test_SOL_106_the_other_reading():
    """SOL-106: by the slot: S.3 asks for the left one, though the right one was discovered first."""
    rules = RuleSet.load({"solo": {"readings": {"replaced_by": "slot"}}})
    both = {"left": found("anomalies"), "right": found("exertians")}
    before, g = turn_of("rival-03", rules=rules, own=dict(found=["right", "left"]), species=both)
    assert table(g)["played"] == [SPECIES["anomalies"]]
    before, g = turn_of("rival-03", rules=rules, species={"left": hidden("anomalies"), "right": found("exertians")})
    assert table(g)["played"] == ["rival-03"]


def test_SOL_107_two_at_once():
    """SOL-107: two species discovered in one turn: the left one is the first."""
    rules = RuleSet.load(
        {
            "solo": {
                "cards": {
                    "rival-01": {
                        "actions": [
                            {
                                "do": "launch",
                                "reward": [{"do": "trace", "kind": "analysis"}, {"do": "trace", "kind": "analysis"}],
                            }
                        ]
                    }
                }
            }
        }
    )
    before, g = turn_of(
        "rival-01", rules=rules, species={"left": hidden("oumuamua", "P1 P1"), "right": hidden("anomalies", "P1 P1")}
    )
    assert table(g)["found"] == ["left", "right"]


def test_SOL_108_both_replaced_in_one_round():
    """SOL-108: the species' cards are its cards from then on, and are shuffled with the others."""
    both = {"left": found("centaurians"), "right": found("exertians")}
    g = solo("rival-03", "rival-04", species=both, P2=dict(message_tile=90))
    rival_turn(g)
    do(g, "launch", "end")
    assert table(g)["played"] == [SPECIES["centaurians"], SPECIES["exertians"]] and {"rival-03", "rival-04"} <= set(
        table(g)["out"]
    )
    do(g, "pass")
    assert set(table(g)["deck"] + table(g)["played"]) == {SPECIES["centaurians"], SPECIES["exertians"]}


# ---------------------------------------------------------------- passing


def test_SOL_110_the_played_cards_are_the_next_deck():
    """SOL-110: shuffled; the order depends on the round's luck."""
    orders = set()
    for number in range(30):
        g = solo(own=dict(deck=[], played=["rival-01", "rival-02", "rival-03", "rival-04"]), game=number)
        rival_turn(g)
        t = table(g)
        assert sorted(t["deck"]) == ["rival-01", "rival-02", "rival-03", "rival-04"] and t["played"] == []
        orders.add(tuple(t["deck"]))
    assert len(orders) > 8


@pytest.mark.parametrize("number, passed, turned", [(2, [], True), (2, ["P1"], False), (5, [], True)])
def test_SOL_111_the_first_to_pass_turns_the_discs(number, passed, turned):
    """SOL-111: in round 5, too."""
    g = solo(own=dict(deck=[], played=["rival-02"]), round=number, main="before")
    if passed:
        before = turns(do(g, "pass"))  # the player's pass turned disc 1, the rival's turned nothing
        assert before[0] == [1, 0, 0]
        return
    do(g, "launch", "end")
    assert g.to_json()["passed"] == ["P2"] and (turns(g)[0] == [1, 0, 0]) == turned


def test_SOL_112_the_top_card_of_the_stack():
    """SOL-112: it is removed, for 1 progress; in round 5 there is no stack."""
    stacks = [[], ["base-001", "base-002", "base-003"], ["base-004"], ["base-005"]]
    g = solo(own=dict(deck=[], played=["rival-02"]), end_of_round=stacks)
    before = g.to_json()
    rival_turn(g)
    assert steps(before, g) == 1 and len(g.to_json()["end_of_round"][1]) == 2 and len(g.to_json()["discard"]) == 1
    g = solo(own=dict(deck=[], played=["rival-02"]), round=5)
    before = g.to_json()
    rival_turn(g)
    assert steps(before, g) == 0 and g.to_json()["discard"] == []
