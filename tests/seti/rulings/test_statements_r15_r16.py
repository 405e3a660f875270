"""R15 and R16 where no case covers them: research and techs; traces and discovery."""

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
    offers,
    overflow,
    probes,
    seat,
    settle_down,
    snap,
    traces,
    turns,
)
from .more_bench import COLUMNS, TECHS, computer, discovered, gains, owned, tile, tops, unchanged

ALL_COMPUTER = {"1": "computer-1", "3": "computer-2", "5": "computer-3", "6": "computer-4"}
OTHER_TECHS = [tech for tech in TECHS if not tech.startswith("computer")]
KINDS = ("signal", "lander", "analysis")


def everywhere(*kinds):
    """The lines for a trace of these kinds with both slots hidden and free."""
    return {f"trace {slot} {kind}{place}" for slot in ("left", "right") for kind in kinds for place in ("", " overflow")}


# ---------------------------------------------------------------- research


def test_R15_1_the_top_tile_is_taken():
    """R15.1: after the rotation the tech is chosen among all twelve, and its top tile's bonus is gained."""
    g = bench(P1=dict(publicity=8), techs=tile("telescope-3", "energy"))
    before = snap(g)
    do(g, "research")
    go_on(g)
    assert turns(g) == ([1, 0, 0], "disc-2") and choices(g) == {f"tech {tech}" for tech in TECHS}
    go_on(do(g, "tech telescope-3"))
    assert gains(before, g) == {"publicity": -6, "vp": 2, "energy": 1} and turns(g) == ([1, 0, 0], "disc-2")


def test_R15_2_publicity_of_the_rotation_comes_before_the_choice():
    """R15.2: the rotation pushes P1's probe onto a comet: 1 publicity and nothing else before the tech is chosen."""
    g = bench(P1=dict(publicity=6, probes=[[2, 1]]), discs={"turns": [1, 0, 0], "next": "disc-2"}, techs=tops("vp"))
    before = snap(g)
    do(g, "research")
    go_on(g)
    assert offers(g, "tech") == set(TECHS) and probes(g) == [[2, 0]]
    assert changes(before, g) == {"publicity": -6 + 1}


@pytest.mark.parametrize(
    "bonus, gain",
    [
        ("vp", {"vp": 2 + 3}),
        ("energy", {"vp": 2, "energy": 1}),
        ("publicity", {"vp": 2, "publicity": -6 + 1}),
        ("draw", {"vp": 2, "hand": 1}),
    ],
)
def test_R15_3_two_points_then_the_bonus(bonus, gain):
    """R15.3: the first taker has 2 points and the bonus on top: 3 points, 1 energy, 1 publicity or a card."""
    g = bench(P1=dict(publicity=6), techs=tile("probe-2", bonus), top=["base-001"])
    before = snap(g)
    go_on(do(g, "research", "tech probe-2"))
    if bonus == "draw":
        assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"}
        assert seat(g, "P1")["vp"] == 2  # the 2 points come first
        do(g, "take deck")
    assert gains(before, g) == {"publicity": -6, **gain}


def test_R15_3_the_launch_comes_before_the_card():
    """R15.3: probe-1 launches, then its bonus card is chosen; telescope-1 gives 2 data and its bonus."""
    g = bench(P1=dict(publicity=6), techs={**tile("probe-1", "draw"), **tile("telescope-1", "energy")})
    before = snap(g)
    telescope = do(branch(g), "research", "tech telescope-1")
    settle_down(telescope)
    assert gains(before, telescope) == {"publicity": -6, "vp": 2, "data": 2, "energy": 1}
    do(g, "research", "tech probe-1")
    go_on(g)
    assert offers(g, "take") == {"base-110", "base-130", "base-105", "deck"} and probes(g) == [[1, 4]]
    do(g, "take base-105")
    assert gains(before, g) == {"publicity": -6, "vp": 2, "hand": 1, "probes": 1}


def test_R15_3_the_ability_works_from_then_on():
    """R15.3: probe-2 taken as main action lets P1 leave asteroids for 1 energy in the same turn."""
    g = bench(P1=dict(publicity=6, energy=1, probes=[[2, 4]]), techs=tile("probe-2", "vp"))
    assert offers(g, "move") == set()
    do(g, "research", "tech probe-2", "move 2.4-2.5")
    assert probes(g) == [[2, 5]] and seat(g, "P1")["energy"] == 0


def test_R15_4_the_launch_of_probe_1_respects_the_limit_of_two():
    """R15.4: with two probes in space (after base-009) the launch of probe-1 is skipped."""
    g = bench(P1=dict(publicity=6, probes=[[2, 5], [2, 3]]), techs=tile("probe-1", "vp"))
    before = snap(g)
    do(g, "research", "tech probe-1")
    settle_down(g)
    assert gains(before, g) == {"publicity": -6, "vp": 5} and len(probes(g)) == 2


def test_R15_5_the_place_of_a_computer_tech_is_chosen_after_its_gains():
    """R15.5: the bonus card comes before the column; a place that is taken is not offered; tiles stay."""
    g = bench(P1=dict(publicity=6, **computer(tiles={"3": "computer-4"})), techs=tile("computer-1", "draw"))
    do(g, "research", "tech computer-1")
    go_on(g)
    assert offers(g, "column") == set() and offers(g, "take") == {"base-110", "base-130", "base-105", "deck"}
    do(g, "take deck")
    go_on(g)
    assert offers(g, "column") == {"1", "5", "6"} and "skip" not in legal(g)
    do(g, "column 6")
    assert seat(g, "P1")["computer"]["tiles"] == {"3": "computer-4", "6": "computer-1"}


def test_R15_5_the_last_place_is_taken_unasked():
    """R15.5: the fourth computer tech goes to the one place left."""
    tiles = {column: tech for column, tech in ALL_COMPUTER.items() if tech != "computer-3"}
    g = bench(P1=dict(publicity=6, **computer(tiles=tiles)), techs=tile("computer-3", "vp"))
    do(g, "research", "tech computer-3")
    settle_down(g)
    assert "end" in legal(g) and seat(g, "P1")["computer"]["tiles"] == ALL_COMPUTER


def test_R15_6_every_player_can_take_the_same_tech():
    """R15.6: four players take probe-3 one after the other and get its four tiles in order."""
    rich = dict(publicity=6)
    g = bench(players=4, P1=rich, P2=rich, P3=rich, P4=rich, techs=tile("probe-3", "vp"))
    order = {"P1": {"vp": 5}, "P2": {"energy": 1}, "P3": {"publicity": -5}, "P4": {"hand": 1}}
    before = snap(g)
    for name, gain in order.items():
        assert g.to_move == name
        go_on(do(g, "research", "tech probe-3"))
        if name == "P4":
            do(g, "take deck")
        assert gains(before, g, name) == {"publicity": -6, **gain} and owned(g, name) == {"probe-3"}
        do(g, "end")
    assert list(g.to_json()["techs"]["probe-3"]["tiles"]) == []


@pytest.mark.parametrize(
    "card, cost, kind", [("base-063", 3, "probe"), ("base-062", 3, "telescope"), ("base-068", 3, "computer")]
)
def test_R15_7_a_card_that_names_a_kind(card, cost, kind):
    """R15.7: the tech of a card costs no publicity and is of the kind named."""
    g = bench(P1=dict(publicity=0, hand=[card]), techs=tops("vp"))
    before = snap(g)
    go_on(do(g, f"play {card}"))
    assert choices(g) == {f"tech {tech}" for tech in TECHS if tech.startswith(kind)}
    do(g, f"tech {kind}-4")
    if kind == "computer":
        do(g, "column 1")
    settle_down(g)
    assert gains(before, g) == {"credits": -cost, "vp": 5, "hand": -1, "endgame": 1} and owned(g) == {f"{kind}-4"}


def test_R15_7_all_of_the_kind_owned():
    """R15.7, R7.4: with all four computer techs base-068 rotates and takes nothing."""
    g = bench(P1=dict(hand=["base-068"], **computer(tiles=ALL_COMPUTER)))
    before = snap(g)
    settle_down(do(g, "play base-068"))
    assert "end" in legal(g) and gains(before, g) == {"credits": -3, "hand": -1, "endgame": 1}
    assert turns(g) == ([1, 0, 0], "disc-2") and owned(g) == set(ALL_COMPUTER.values())


def test_R15_8_all_twelve_techs():
    """R15.8: with all twelve techs research is illegal; with eleven the last one is taken unasked."""
    g = bench(P1=dict(publicity=10, **computer(tiles=ALL_COMPUTER, techs=OTHER_TECHS)))
    illegal(g, "research")
    eleven = [tech for tech in OTHER_TECHS if tech != "probe-3"]
    g = bench(P1=dict(publicity=10, **computer(tiles=ALL_COMPUTER, techs=eleven)), techs=tile("probe-3", "vp"))
    do(g, "research")
    settle_down(g)
    assert "end" in legal(g) and owned(g) == set(TECHS)


def test_R15_9_the_launch_and_the_two_points_of_a_tech_known_to_others():
    """R15.9: base-081 gains the launch of probe-1, and 2 points where the 2-point tile still lies, not the bonus."""
    g = bench(
        P1=dict(hand=["base-081"]),
        P2=dict(techs=["probe-1"]),
        techs={"probe-1": {"two_points": True, "tiles": ["vp", "energy", "publicity"]}},
    )
    before = snap(g)
    settle_down(do(g, "play base-081"))
    assert gains(before, g) == {"credits": -2, "hand": -1, "vp": 2, "probes": 1} and owned(g) == {"probe-1"}
    assert probes(g) == [[1, 5]] and turns(g) == ([0, 0, 0], "disc-1")


def test_R15_9_nothing_known_to_others():
    """R15.9: where nobody else has a tech that P1 lacks, base-081 does nothing."""
    g = bench(P1=dict(hand=["base-081"], techs=["probe-3", "probe-4"]), P2=dict(techs=["probe-3"]))
    before = snap(g)
    settle_down(do(g, "play base-081"))
    assert "end" in legal(g) and gains(before, g) == {"credits": -2, "hand": -1}
    assert turns(g) == ([0, 0, 0], "disc-1") and discard(g) == ["base-081"]


def test_R15_9_several_techs_known_to_others():
    """R15.9: of several techs of the other players P1 chooses; a computer tech gets its place."""
    g = bench(
        players=3,
        P1=dict(hand=["base-081"], techs=["probe-3"]),
        P2=dict(techs=["probe-3", "telescope-4"]),
        P3=computer(tiles={"1": "computer-2"}),
        techs={"computer-2": {"two_points": False, "tiles": ["vp", "energy", "publicity"]}},
    )
    before = snap(g)
    go_on(do(g, "play base-081"))
    assert choices(g) == {"tech telescope-4", "tech computer-2"}
    do(g, "tech computer-2")
    assert offers(g, "column") == set(COLUMNS)
    do(g, "column 5")
    assert gains(before, g) == {"credits": -2, "hand": -1} and owned(g) == {"probe-3", "computer-2"}


# ---------------------------------------------------------------- traces and discovery


def test_R16_1_a_discovery_space_holds_one_marker():
    """R16.1: marked spaces are not offered again; overflow always is, however many lie there."""
    g = bench(
        P1=dict(computer=dict(top=6)),
        species={"left": {"spaces": {"analysis": "P2"}, "overflow": {"analysis": {"P1": 2, "P2": 1}}}},
    )
    do(g, "analyze")
    assert choices(g) == {"trace right analysis", "trace left analysis overflow", "trace right analysis overflow"}
    do(g, "trace left analysis overflow")
    assert overflow(g, "left", "analysis") == 3 and overflow(g, "left", "analysis", "P2") == 1


def test_R16_1_a_neutral_marker_takes_a_space():
    """R16.1: a space with a neutral marker is not free."""
    g = bench(P1=dict(computer=dict(top=6)), species={"left": {"spaces": {"analysis": "neutral"}}})
    do(g, "analyze")
    assert choices(g) == {"trace right analysis", "trace left analysis overflow", "trace right analysis overflow"}


def test_R16_2_a_discovered_board_has_more_places():
    """R16.2: with the left species discovered its board's analysis spaces are offered besides the right slot's."""
    g = bench(
        P1=dict(computer=dict(top=6)),
        passed=["P2"],
        species={
            "left": {"id": "mascamites", "discovered": True, "spaces": {"signal": "P1", "lander": "P2", "analysis": "P2"}}
        },
    )
    do(g, "analyze")
    usual = {"trace right analysis", "trace left analysis overflow", "trace right analysis overflow"}
    assert choices(g) - usual == {f"trace left analysis {place}" for place in (1, 2, 3)} and usual < choices(g)


def test_R16_3_a_universal_trace_may_be_of_any_kind():
    """R16.3: the trace of base-075 may go to twelve places; marked as a lander trace it is one."""
    g = bench(P1=dict(hand=["base-075"]))
    before = snap(g)
    go_on(do(g, "play base-075"))
    assert choices(g) == everywhere(*KINDS) and len(choices(g)) == 12
    do(g, "trace right lander")
    settle_down(g)
    assert traces(g) == {"lander": 1}
    assert changes(before, g) == {"credits": -2, "hand": -1, "vp": 3 + 1, "publicity": 1}


def test_R16_4_overflow_and_discovery_points():
    """R16.4: left 5 points and 1 publicity, right 3 and 1, overflow 3 points alone, for each kind."""
    g = bench(P1=dict(hand=["base-075"]))
    go_on(do(g, "play base-075"))
    before = snap(g)
    for kind in KINDS:
        for place, gain in (("left", {"vp": 5, "publicity": 1}), ("right", {"vp": 3, "publicity": 1})):
            after = settle_down(branch(g, f"trace {place} {kind}"))
            assert changes(before, after) == {**gain, "vp": gain["vp"] + 1}  # base-075 counts the trace
            over = settle_down(branch(g, f"trace {place} {kind} overflow"))
            assert changes(before, over) == {"vp": 3 + 1} and overflow(over, place, kind) == 1


def test_R16_5_marking_is_not_declined():
    """R16.5: neither skip nor go is offered for a trace, even with all discovery spaces full."""
    full = {"signal": "P2", "lander": "P2", "analysis": "P2"}
    g = bench(
        P1=dict(computer=dict(top=6)),
        species={"left": {"id": "exertians", "spaces": full}, "right": {"id": "mascamites", "spaces": full}},
    )
    do(g, "analyze")
    assert choices(g) == {"trace left analysis overflow", "trace right analysis overflow"}


def test_R16_6_traces_of_one_effect_one_after_the_other():
    """R16.6: titan's two universal traces are marked one by one, the second seeing the first."""
    g = bench(P1=dict(techs=["probe-4"], probes=[[3, 7]]))
    before = snap(g)
    do(g, "land titan")
    go_on(g)
    assert choices(g) == everywhere(*KINDS)
    do(g, "trace left signal")
    go_on(g)
    assert choices(g) == everywhere(*KINDS) - {"trace left signal"}
    go_on(do(g, "trace right analysis"))
    assert changes(before, g) == {"energy": -3, "probes": -1, "vp": 7 + 5 + 3, "publicity": 1 + 1}
    assert traces(g) == {"signal": 1, "analysis": 1}


@pytest.mark.parametrize("missing", KINDS)
def test_R16_7_discovery_and_overflow_count_for_a_species(missing):
    """R16.7: base-102 wants one trace of each kind for one slot; overflow counts, the other slot does not."""
    here = {kind: {"P1": 1} for kind in KINDS if kind not in (missing, "signal")}
    spaces = {} if missing == "signal" else {"signal": "P1"}
    position = dict(P1=dict(missions={"base-102": []}))
    g = bench(species={"right": {"spaces": spaces, "overflow": here}, "left": {"overflow": {missing: {"P1": 1}}}}, **position)
    illegal(g, "mission base-102")
    g = bench(species={"right": {"spaces": spaces, "overflow": {**here, missing: {"P1": 1}}}}, **position)
    assert "mission base-102" in legal(g)


@pytest.mark.parametrize("card, kind", [("base-098", "signal"), ("base-099", "lander"), ("base-100", "analysis")])
def test_R16_8_only_a_species_with_an_own_marker_of_the_kind(card, kind):
    """R16.8: base-098 to base-100 go to a slot where P1 has a marker of the very kind; others do not do."""
    other = {"signal": "lander", "lander": "analysis", "analysis": "signal"}[kind]
    g = bench(
        P1=dict(hand=[card]),
        species={"left": {"spaces": {kind: "P1"}}, "right": {"overflow": {other: {"P1": 1}, kind: {"P2": 1}}}},
    )
    before = snap(g)
    settle_down(do(g, f"play {card}"))  # the one place is overflow: marked unasked
    assert "end" in legal(g) and overflow(g, "left", kind) == 1
    assert changes(before, g) == {"credits": -1, "hand": -1, "vp": 3}
    g = bench(P1=dict(hand=[card]), species={"right": {"overflow": {other: {"P1": 1}, kind: {"P2": 1}}}})
    before = snap(g)
    settle_down(do(g, f"play {card}"))
    assert changes(before, g) == {"credits": -1, "hand": -1} and "end" in legal(g)


def test_R16_8_both_slots_with_own_markers():
    """R16.8: with a marker of the kind for both slots P1 chooses freely among their places."""
    g = bench(
        P1=dict(hand=["base-099"]),
        species={"left": {"overflow": {"lander": {"P1": 1}}}, "right": {"overflow": {"lander": {"P1": 2}}}},
    )
    go_on(do(g, "play base-099"))
    assert choices(g) == everywhere("lander")


def test_R16_9_neutral_markers_complete_a_slot():
    """R16.9: a slot filled with the help of neutral markers is discovered."""
    g = bench(
        P1=dict(computer=dict(top=6)),
        species={"left": {"id": "mascamites", "spaces": {"signal": "neutral", "lander": "neutral"}}},
    )
    do(g, "analyze", "trace left analysis", "end")
    assert discovered(g, "left") and not discovered(g, "right") and g.to_move == "P2"


def test_R16_11_neutral_markers_get_nothing():
    """R16.11: with two neutral markers in the slot only P1's one marker is rewarded."""
    g = bench(
        P1=dict(computer=dict(top=6)),
        species={
            "left": {"id": "mascamites", "spaces": {"signal": "neutral", "lander": "neutral"}},
            "right": {"id": "anomalies"},
        },
    )
    before = snap(g)
    do(g, "analyze", "trace left analysis", "end")
    assert discovered(g, "left") and changes(before, g)["hand"] == 1
    unchanged(before, g, "P2")


def test_R16_9_two_spaces_are_not_enough():
    """R16.9: with two spaces full and overflow in the third nothing is discovered."""
    g = bench(P1=dict(computer=dict(top=6)), species={"left": {"spaces": {"signal": "P1", "lander": "P2"}}})
    do(g, "analyze", "trace left analysis overflow", "end")
    assert not discovered(g, "left") and not discovered(g, "right") and g.to_move == "P2"


def test_R16_10_a_full_slot_stays_hidden_in_the_turn():
    """R16.10: after the third marker P1 goes on with the turn; the species is turned up only when it ends."""
    g = bench(P1=dict(computer=dict(top=6), publicity=3), species={"left": {"spaces": {"signal": "P2", "lander": "P2"}}})
    go_on(do(g, "analyze", "trace left analysis"))
    assert not discovered(g, "left") and hand(g) == []
    do(g, "buy", "take deck")
    assert not discovered(g, "left") and len(hand(g)) == 1
    do(g, "end")
    assert discovered(g, "left") and not discovered(g, "right")


def test_R16_11_overflow_gets_nothing_at_the_discovery():
    """R16.11: P1 with three overflow markers and none on the spaces gets no card; P2 gets three."""
    g = bench(
        turn="P2",
        P2=dict(computer=dict(top=6)),
        passed=["P1"],
        species={
            "left": {
                "id": "mascamites",
                "spaces": {"signal": "P2", "lander": "P2"},
                "overflow": {kind: {"P1": 1} for kind in KINDS},
            },
            "right": {"id": "anomalies"},
        },
    )
    do(g, "analyze", "trace left analysis", "end")
    assert discovered(g, "left") and hand(g) == [] and len(hand(g, "P2")) == 3


def test_R16_12_milestones_before_discoveries():
    """R16.12: P1's trace reaches 25 points and completes the slot: the gold tile is marked before the discovery."""
    g = bench(
        P1=dict(vp=20, milestones=[20], computer=dict(top=6)),
        species={"left": {"id": "mascamites", "spaces": {"signal": "P1", "lander": "P2"}}},
    )
    do(g, "analyze", "trace left analysis", "end")
    assert offers(g, "gold") == {"tech", "mission", "income", "other"} and not discovered(g, "left")
    do(g, "gold tech")
    assert discovered(g, "left") and not discovered(g, "right") and g.turn == "P2"


def test_R16_12_two_slots_completed_in_one_turn():
    """R16.12: two traces that complete both slots discover both at the end of the turn."""
    almost = {"signal": "P2", "analysis": "P2"}
    g = bench(
        P1=dict(techs=["probe-4"], probes=[[3, 3]]),
        species={"left": {"id": "mascamites", "spaces": almost}, "right": {"id": "anomalies", "spaces": almost}},
    )
    do(g, "land europa", "trace right lander", "trace left lander")
    assert not discovered(g, "left") and not discovered(g, "right")
    go_on(g)
    do(g, "end")
    assert discovered(g, "left") and discovered(g, "right")


@pytest.mark.parametrize("left, right", [("mascamites", "anomalies"), ("anomalies", "mascamites")])
def test_R16_12_both_species_reward_their_spaces(left, right):
    """R16.12, R16.11: both species discovered at once reward their own spaces' markers."""
    almost = {"signal": "P2", "analysis": "P2"}
    g = bench(
        P1=dict(techs=["probe-4"], probes=[[3, 3]]),
        species={"left": {"id": left, "spaces": almost}, "right": {"id": right, "spaces": almost}},
    )
    before = snap(g)
    do(g, "land europa", "trace right lander", "trace left lander")
    assert not discovered(g, "left") and not discovered(g, "right")
    do(g, "end")
    assert discovered(g, "left") and discovered(g, "right")
    assert changes(before, g, "P2") == {"hand": 4} and changes(before, g)["hand"] == 2
    names = {card.rsplit("-", 1)[0] for card in hand(g)}
    assert names == {"mascamite", "anomaly"}
