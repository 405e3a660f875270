"""SPG-01 to SPG-14: the two slots, traces, costs, counting, discoveries.

The rest is in test_species_spg_cards.py and test_species_spg_effects.py; SPG-12 in test_species_together.py.
"""

import pytest

from seti_sim.seti import Game
from seti_sim.seti.rules import RuleSet

from .bench import (
    KINDS,
    SLOTS,
    bench,
    branch,
    changes,
    choices,
    do,
    go_on,
    hand,
    illegal,
    legal,
    overflow,
    printed_rules,
    seat,
    settle_down,
    snap,
    space,
    wins,
)
from .more_bench import discovered, finale, gold_markers, last_pass, neutral_left
from .species_bench import (
    DEALT,
    PREFIX,
    alien,
    alien_cards,
    alien_deck,
    anomalies,
    board,
    discover,
    eve,
    found,
    hidden,
    marks,
    mascamites,
    message_tile,
    secrets,
)

BOTH = {"left": hidden("mascamites"), "right": hidden("anomalies")}


def trace_lines(*places):
    """`trace_lines("left signal 1-5", "right lander")`: the lines of a choice of traces, numbers as ranges."""
    lines = set()
    for place in places:
        *words, last = place.split()
        if "-" in last:
            first, end = (int(n) for n in last.split("-"))
            lines |= {" ".join(["trace", *words, str(n)]) for n in range(first, end + 1)}
        else:
            lines.add(f"trace {place}")
    return lines


# ---------------------------------------------------------------- the two slots


def test_SPG_01_two_of_five_at_random():
    """SPG-01: every ordered pair of different species turns up; both are hidden from everybody."""
    pairs = set()
    for number in range(160):
        g = Game.new(printed_rules(), players=2, seed=11, game=number)
        slots = g.to_json()["species"]
        pairs.add((slots["left"]["id"], slots["right"]["id"]))
        assert not any(slots[side]["discovered"] for side in SLOTS)
        for name in ("P1", "P2"):
            assert [g.view(name)["species"][side]["id"] for side in SLOTS] == [None, None]
    assert pairs == {(one, other) for one in PREFIX for other in PREFIX if one != other}


@pytest.mark.parametrize("pair", [("mascamites", "exertians"), ("oumuamua", "anomalies"), ("anomalies", "centaurians")])
def test_SPG_01_the_other_three_take_no_part(pair):
    """SPG-01: before a discovery no species' card or tile lies anywhere, afterwards only those of that species do."""
    g = bench(
        P1=dict(hand=["base-075"]),
        P2=dict(hand=["base-001"]),
        species={"left": hidden(pair[0], "P2 P2"), "right": hidden(pair[1])},
    )
    text = str(g.to_json())
    assert not any(prefix in text for prefix in PREFIX.values()) and "oumuamua" not in g.to_json()["stars"]
    do(g, "play base-075", "trace left analysis", "end")
    text = str(g.to_json())
    assert [species for species, prefix in PREFIX.items() if prefix + "0" in text or prefix + "1" in text] == [pair[0]]
    assert ("oumuamua" in g.to_json()["stars"]) == (pair[0] == "oumuamua")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "place, gain",
    [
        ("left {}", {"vp": 5, "publicity": 1}),
        ("right {}", {"vp": 3, "publicity": 1}),
        ("left {} overflow", {"vp": 3}),
        ("right {} overflow", {"vp": 3}),
    ],
)
def test_SPG_02_what_discovery_and_overflow_pay(kind, place, gain):
    """SPG-02: left 5 points and 1 publicity, right 3 and 1, overflow 3 points; base-075 adds a point for the trace."""
    g = bench(P1=dict(hand=["base-075"]), species=BOTH)
    before = snap(g)
    settle_down(do(g, "play base-075", "trace " + place.format(kind)))
    assert changes(before, g) == {"credits": -2, "hand": -1, **gain, "vp": gain["vp"] + 1}
    side = place.split()[0]
    assert (space(g, side, kind), overflow(g, side, kind)) == ((None, 1) if "overflow" in place else ("P1", 0))


@pytest.mark.parametrize("kind", KINDS)
def test_SPG_02_one_marker_a_space_any_number_in_overflow(kind):
    """SPG-02: a marked discovery space, by a player or neutral, is closed; an overflow area with nine takes a tenth."""
    full = {"overflow": {kind: {"P1": 5, "P2": 4}}}
    g = bench(
        P1=dict(hand=["base-075"]),
        species={
            "left": {**hidden("mascamites"), "spaces": {kind: "P2"}, **full},
            "right": {**hidden("anomalies"), "spaces": {kind: "neutral"}},
        },
    )
    do(g, "play base-075")
    assert {line for line in choices(g) if f" {kind}" in line} == trace_lines(f"left {kind} overflow", f"right {kind} overflow")
    do(g, f"trace left {kind} overflow")
    assert overflow(g, "left", kind) == 6 and overflow(g, "left", kind, "P2") == 4


def test_SPG_03_any_free_space_of_the_kind():
    """SPG-03: discovery spaces and board spaces of the kind, whatever lies below them, and both overflow areas."""
    g = anomalies(
        P1=dict(computer={"top": 6}),
        other=hidden("mascamites", "P2"),
        slot=dict(board={"analysis": [None, "P2"], "signal": ["P1"]}),
    )
    do(g, "analyze")
    assert choices(g) == trace_lines(
        "left analysis 1-1", "left analysis 3-5", "left analysis overflow", "right analysis", "right analysis overflow"
    )
    for line, gain in (
        ("trace left analysis 4", {"vp": 3}),
        ("trace left analysis overflow", {"vp": 3}),
        ("trace right analysis overflow", {"vp": 3}),
        ("trace left analysis 5", {"vp": 2}),
        ("trace right analysis", {"vp": 3, "publicity": 1}),
    ):
        before = snap(g)
        assert changes(before, settle_down(branch(g, line))) == gain
    illegal(g, "trace left analysis 2", "trace left signal 2", "trace right lander")


def test_SPG_03_somebody_elses_markers_do_not_matter():
    """SPG-03: P1, who has nothing there, marks a space of a board on which P2 holds all lower ones."""
    g = anomalies(P1=dict(computer={"top": 6}), slot=dict(board={"analysis": ["P2", "P2", "P2"]}))
    before = snap(g)
    settle_down(do(g, "analyze", "trace left analysis 4"))
    assert changes(before, g) == {"energy": -1, "top": -6, "vp": 3}
    assert board(g, "analysis") == ["P2", "P2", "P2", "P1", []]


def test_SPG_04_marking_is_mandatory_and_always_possible():
    """SPG-04: with every space of the kind taken the two overflow areas are left, and there is no way around them."""
    g = mascamites(
        P1=dict(computer={"top": 6}), other=hidden("anomalies", "P2 P2 P2"), slot=dict(board={"analysis": ["P1", "P2", "P2"]})
    )
    do(g, "analyze")
    assert legal(g) & {"skip", "end", "go"} == set()
    assert choices(g) == trace_lines("left analysis overflow", "right analysis overflow")
    illegal(g, "skip", "end", "trace left analysis 4")
    before = snap(g)
    do(g, "trace right analysis overflow")
    go_on(g)
    assert changes(before, g) == {"vp": 3} and "end" in legal(g)


@pytest.mark.parametrize("kind", KINDS)
def test_SPG_05_a_universal_trace_has_the_kind_of_its_space(kind):
    """SPG-05: anomaly-09's trace is offered for all three kinds; base-096 then counts it as a lander trace or not."""
    g = anomalies(P1=dict(hand=["anomaly-09"], missions={"base-096": []}), slot=dict(board={"lander": ["P1", "P1"]}))
    illegal(g, "mission base-096")
    do(g, "play anomaly-09")
    assert {line.split()[2] for line in choices(g)} == set(KINDS)
    do(g, f"trace left {kind} 4")
    assert board(g, kind)[3] == "P1" and ("mission base-096" in legal(g)) == (kind == "lander")


# ---------------------------------------------------------------- costs


@pytest.mark.parametrize("exofossils", [0, 1, 4])
def test_SPG_06_only_who_can_pay(exofossils):
    """SPG-06: 'Oumuamua's spaces for 1 and 4 exofossils are offered to whoever has them; the cost goes first."""
    g = alien("oumuamua", P1=dict(computer={"top": 6}, exofossils=exofossils))
    do(g, "analyze")
    for place, cost, points in ((5, 1, 6), (1, 4, 25)):
        if exofossils < cost:
            illegal(g, f"trace left analysis {place}")
            continue
        before = snap(g)
        assert changes(before, go_on(branch(g, f"trace left analysis {place}"))) == {"exofossils": -cost, "vp": points}


def test_SPG_06_a_reward_does_not_pay_its_own_cost():
    """SPG-06: a space that costs 1 exofossil and gives 2 is closed without one, and leaves 2 to whoever has 1."""
    spaces = [
        {"cost": {"exofossil": 1}, "reward": [{"do": "gain", "exofossil": 2}]},
        *printed_rules().tree["species"]["oumuamua"]["board"]["analysis"][1:],
    ]
    rules = RuleSet.load({"species": {"oumuamua": {"board": {"analysis": spaces}}}})
    for have in (0, 1):
        g = alien("oumuamua", rules=rules, P1=dict(computer={"top": 6}, exofossils=have))
        do(g, "analyze")
        if have:
            do(g, "trace left analysis 1")
            go_on(g)
            assert seat(g, "P1")["exofossils"] == 2
        else:
            illegal(g, "trace left analysis 1")


@pytest.mark.parametrize("kind", KINDS)
def test_SPG_07_open_ended_spaces_never_fill(kind):
    """SPG-07: six markers lie in the Anomalies' top space, P1's among them; P1 marks it again for 2 points."""
    markers = ["P1", "P2", "P1", "P1", "P2", "P2"]
    g = anomalies(P1=dict(hand=["anomaly-09", "base-075"]), slot=dict(board={kind: [None] * 4 + [markers]}))
    before = snap(g)
    settle_down(do(g, "play anomaly-09", f"trace left {kind} 5"))
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 2}
    assert sorted(board(g, kind)[4]) == sorted([*markers, "P1"]) and board(g, kind)[4][-1] == "P1"
    do(g, "end", "launch", "end", "play base-075", f"trace left {kind} 5")
    assert marks(g) == 3 + 2 and marks(g, name="P2") == 3


@pytest.mark.parametrize("data", [2, 1])
def test_SPG_07_paid_each_time(data):
    """SPG-07: the Centaurians' top space takes 1 data and gives 6 points, each time anew."""
    g = alien(
        "centaurians",
        P1=dict(hand=["base-075"], computer={"top": 6}, data=data),
        passed=["P2"],
        slot=dict(board={"signal": [None] * 4 + [["P1"]]}),
    )
    before = snap(g)
    settle_down(do(g, "play base-075", "trace left signal 5"))
    assert changes(before, g) == {"credits": -2, "hand": -1, "data": -1, "vp": 6 + 2}  # base-075: two traces
    do(g, "end", "analyze")
    assert ("trace left analysis 5" in legal(g)) == (data == 2)


# ---------------------------------------------------------------- counting


EVERYWHERE = {
    "left": {
        **found("mascamites", "P1 P2 P1", board={"signal": ["P1", None, "P1"], "lander": ["P2"]}),
        "overflow": {"signal": {"P1": 2, "P2": 1}, "lander": {"P1": 1}},
    },
    "right": {**hidden("anomalies", "P1"), "overflow": {"analysis": {"P1": 1}}},
}


@pytest.mark.parametrize(
    "card, points",
    [("mascamite-05", 2 + 3 + 2), ("base-062", 2 * (1 + 2 + 2 + 1)), ("base-063", 2 * 1), ("base-068", 2 * (1 + 1))],
)
def test_SPG_08_discovery_overflow_and_board(card, points):
    """SPG-08: mascamite-05 counts its species' three places; base-062, 063 and 068 a kind over both slots."""
    g = finale(P1=dict(endgame=[card]), species=EVERYWHERE)
    assert last_pass(g) == {"P1": points, "P2": 0}


@pytest.mark.parametrize("discovered_too", [True, False])
@pytest.mark.parametrize("n, points", [(6, 20 - 2), (5, 0)])
def test_SPG_08_a_hidden_slot_is_the_other_species(discovered_too, n, points):
    """SPG-08: exertian-13 asks for six traces for the other species, hidden or not; its 9 danger costs a tenth."""
    other = found("mascamites", "P1 P1 P2") if discovered_too else hidden("mascamites", "P1 P1")
    g = finale(
        P1=dict(secrets_played=["exertian-13"]),
        species={
            "left": {**other, "overflow": {"signal": {"P1": n - 2}}},
            "right": {**found("exertians", "P1 P1 P1"), "overflow": {"lander": {"P1": 9}}},
        },
    )
    assert last_pass(g) == {"P1": points, "P2": 0}


@pytest.mark.parametrize(
    "spaces, at",
    [
        ({}, ("left", "signal")),
        ({"left": "P1"}, ("left", "lander")),
        ({"left": "P1 P2"}, ("left", "analysis")),
        ({"left": "P1 P2 P1"}, ("right", "signal")),
        ({"left": "P1 P2 P1", "right": "P1 neutral"}, ("right", "analysis")),
    ],
)
def test_SPG_09_neutral_markers_go_to_the_leftmost_discovery_space(spaces, at):
    """SPG-09: the neutral marker of 20 points lies on the first free space over both slots and earns nothing."""
    left = (
        found("anomalies", spaces["left"])
        if spaces.get("left", "").count(" ") == 2
        else hidden("anomalies", spaces.get("left", ""))
    )
    g = bench(P1=dict(vp=20), species={"left": left, "right": hidden("mascamites", spaces.get("right", ""))})
    before = snap(g)
    do(g, "launch", "end")
    assert space(g, *at) == "neutral" and neutral_left(g) == {20: 1, 30: 2}
    assert "publicity" not in changes(before, g) and "vp" not in changes(before, g)
    if discovered(g, "left"):
        assert [board(g, kind) for kind in KINDS] == [[None] * 4 + [[]]] * 3


def test_SPG_09_never_on_a_board_or_in_overflow():
    """SPG-09: with all six discovery spaces full the marker goes nowhere."""
    g = anomalies(P1=dict(vp=30, milestones=[25]), other=found("mascamites"))
    before = snap(g)
    do(g, "launch", "end")
    assert g.to_json()["species"] == before["species"] and neutral_left(g) == {20: 2, 30: 2}


@pytest.mark.parametrize("players, left", [(2, 2), (3, 1), (4, 0)])
def test_SPG_09_fewer_than_four_players(players, left):
    """SPG-09: two markers at each of two scores for two players, one for three, none for four."""
    assert neutral_left(Game.new(printed_rules(), players=players)) == {20: left, 30: left}
    g = bench(players=players, P1=dict(vp=30, milestones=[25]), species=BOTH)
    do(g, "launch", "end")
    placed = [space(g, "left", kind) for kind in KINDS].count("neutral")
    assert placed == (2 if left else 0) and neutral_left(g) == {20: max(left - 1, 0), 30: max(left - 1, 0)}


# ---------------------------------------------------------------- discovery


def test_SPG_10_the_board_is_closed_until_the_turn_is_over():
    """SPG-10: Europa's first trace fills the left slot; the second finds neither a board nor a species' card."""
    g = bench(
        P1=dict(probes=[[3, 3]], techs=["probe-4"], publicity=3, computer={"top": 6}),
        passed=["P2"],
        species={
            "left": {**hidden("anomalies"), "spaces": {"signal": "P1", "analysis": "P2"}},
            "right": hidden("mascamites", "P2 P2"),
        },
    )
    do(g, "land europa", "trace left lander")
    go_on(g)
    assert choices(g) == trace_lines("left lander overflow", "right lander overflow")
    do(g, "trace left lander overflow")
    go_on(g)
    assert not discovered(g, "left") and hand(g) == [] and "end" in legal(g)
    do(g, "end", "analyze")
    assert discovered(g, "left") == 2
    assert choices(g) == trace_lines("left analysis 1-5", "left analysis overflow", "right analysis", "right analysis overflow")


def test_SPG_10_two_spaces_and_overflow_are_no_discovery():
    """SPG-10: the three discovery spaces must be filled; markers in overflow do not fill the third."""
    g = eve("anomalies", slot=dict(overflow={kind: {"P1": 1, "P2": 1} for kind in KINDS}))
    do(g, "analyze", "trace left analysis overflow", "end")
    assert not discovered(g, "left") and hand(g) == hand(g, "P2") == []
    other = discover(eve("anomalies", holders="P2 P2"))
    assert discovered(other, "left")


def test_SPG_11_sectors_then_milestones_then_discoveries():
    """SPG-11: the sector won fills the slot and passes 25 points; P1 marks gold, then the species is turned up."""
    g = bench(
        P1=dict(hand=["base-044"], vp=19, milestones=[20]),
        stars={"vega": {"slot": "P1 P2 P1 ."}},
        species={"left": {**hidden("anomalies"), "spaces": {"lander": "P1", "analysis": "P2"}}},
    )
    do(g, "play base-044", "settle vega", "trace left signal")
    assert wins(g, "vega") == ["P1"] and seat(g, "P1")["vp"] == 19 + 2 + 5 and not discovered(g, "left")
    assert gold_markers(g, "tech") == []
    do(g, "end")
    assert choices(g) == legal(g) == {"gold tech", "gold mission", "gold income", "gold other"}
    assert not discovered(g, "left") and hand(g) == []
    do(g, "gold tech")
    assert discovered(g, "left") and len(hand(g)) == 2 and len(hand(g, "P2")) == 1 and g.to_move == "P2"


@pytest.mark.parametrize("side, points", [("left", 5), ("right", 3)])
@pytest.mark.parametrize("species", DEALT)
def test_SPG_13_one_card_for_each_marker(species, side, points):
    """SPG-13: P1 has two markers, P2 one and four in overflow: two cards, one card, and nothing else."""
    g = eve(species, side=side, holders="P2 P1", slot=dict(overflow={"signal": {"P2": 3}, "lander": {"P1": 2, "P2": 1}}))
    before = snap(g)
    discover(g, side)
    assert changes(before, g) == {"energy": -1, "top": -6, "vp": points, "publicity": 1, "hand": 2}
    assert changes(before, g, "P2") == {"hand": 1} and discovered(g, side)
    assert all(card in alien_cards(species) for card in hand(g) + hand(g, "P2"))


@pytest.mark.parametrize("species", DEALT)
def test_SPG_13_neutral_and_overflow_markers_get_nothing(species):
    """SPG-13: beside two neutral markers P1 gets one card, and P2, in overflow only, none."""
    g = eve(species, holders="neutral neutral", slot=dict(overflow={kind: {"P2": 2, "P1": 1} for kind in KINDS}))
    before = snap(g)
    discover(g)
    assert changes(before, g)["hand"] == 1 and changes(before, g, "P2") == {} and len(alien_deck(g)) == 10 - 1 - 1


def test_SPG_13_three_and_four_players():
    """SPG-13: each owner of a marker gets its cards, whoever's turn it is; P3 without a marker gets none."""
    g = eve("anomalies", holders="P4 P2", players=4)
    discover(g)
    assert [len(hand(g, name)) for name in ("P1", "P2", "P3", "P4")] == [1, 1, 0, 1] and g.to_move == "P2"


@pytest.mark.parametrize("vp, tile", [(90, 95 + 15), (140, 145 + 15)])
def test_SPG_14_milestones_of_a_discovery_lie_ahead(vp, tile):
    """SPG-14: a message tile lies 15 points ahead, past 100 as well, and is not reached at once."""
    done = dict(milestones=[20, 25, 30, 50, 70])
    g = eve("centaurians", P1=dict(vp=vp, **done), P2=dict(vp=99, **done))
    discover(g)
    assert (message_tile(g), message_tile(g, "P2")) == (tile, 114) and g.to_move == "P2" and "pass" in legal(g)
    g = alien("centaurians", P1=dict(vp=110, message_tile=110, **done))
    do(g, "launch", "end")
    assert "message message-vp" in legal(g)


def test_SPG_14_secret_milestones_past_100():
    """SPG-14: with P2 leading at 93 the Exertians' milestones are put at 113 and 133; nobody has reached them."""
    g = eve("exertians", P1=dict(vp=40, milestones=[20, 25, 30]), P2=dict(vp=93, milestones=[20, 25, 30, 50, 70]))
    discover(g)
    assert g.to_json()["species"]["left"]["milestones"] == [113, 133]
    do(g, "skip", "skip")
    assert g.to_move == "P2" and "pass" in legal(g) and len(secrets(g)) == 3 + 2
