"""Readings that docs/protocol.md settles in a sentence and on which random games in lockstep once found the engine wrong."""

from .bench import bench, choices, do, free_actions, go_on, legal, settle_down, signals
from .species_bench import alien, mascamites, on_tile


def test_signal_probes_are_all_chosen_before_the_first_signal():
    """R21 base-030: three *different* probes, so what moves between two signals cannot be chosen again."""
    g = bench(P1=dict(hand=["base-030"], probes=[[1, 5]]), P2=dict(techs=["probe-1"], probes=[[2, 2], [3, 3]]))
    do(g, "play base-030", "probe P1 1.5")
    assert legal(g) == {"probe P2 2.2", "probe P2 3.3", "skip"} and signals(g) == {}
    do(g, "probe P2 2.2", "skip")
    assert signals(g) == {"61-virginis": 1} and "go" in legal(g) and "move 1.5-1.6" in free_actions(g)
    do(g, "move 1.5-1.6")
    assert choices(g) == {"go"}
    settle_down(g)
    assert signals(g) == {"61-virginis": 1, "barnards-star": 1} and "end" in legal(g)


def test_signal_probes_mark_where_the_probe_stood_when_it_was_chosen():
    """R21 base-030: two probes of one's own in one space, chosen both; one of them moves before the second signal."""
    g = bench(P1=dict(hand=["base-030"], techs=["probe-1"], probes=[[1, 5], [1, 5]]))
    do(g, "play base-030", "probe P1 1.5")
    assert choices(g) == {"probe P1 1.5", "skip"}
    do(g, "probe P1 1.5", "move 1.5-1.4")
    settle_down(g)
    assert signals(g) == {"61-virginis": 2} and "end" in legal(g)


def test_the_free_movement_of_a_scan_is_offered_only_where_a_step_can_be_paid():
    """R11.6, R6.11: from asteroids 1 point is not enough, unless energy or a card adds the other."""
    position = dict(techs=["telescope-4"], probes=[[2, 4]], energy=2)
    g = bench(P1=position)
    do(g, "scan")
    assert "step telescope-4/2" not in legal(g) and "step earth" in legal(g)
    for more in (dict(energy=3), dict(hand=["base-039"]), dict(techs=["telescope-4", "probe-2"])):
        assert "step telescope-4/2" in legal(do(bench(P1=position | more), "scan"))


def test_movement_for_a_visit_by_a_free_action_is_not_kept_for_the_effect_that_it_interrupts():
    """R5.4, R5.5, base-019: the point gained by a step for energy is used within that free action or lost."""
    g = bench(P1=dict(hand=["base-019", "base-110"], probes=[[1, 5]]))
    do(g, "play base-019", "step 1.5-1.4")
    assert "move 1.4-1.3" in free_actions(g)  # between the two points of the card
    do(g, "move 1.4-1.3", "movement")  # Venus
    assert choices(g) == legal(g) == {"step 1.3-1.2", "step 1.3-1.4", "step 1.3-2.3", "skip"}
    do(g, "step 1.3-1.2")
    assert "corner base-110" in free_actions(g)  # the free action is over, the card has its second point
    do(g, "step 1.2-1.3", "movement")  # this point joins the card's movement
    assert {"step 1.3-1.2", "corner base-110"} <= legal(g)
    go_on(do(g, "step 1.3-1.2"))
    assert "end" in legal(g)


def test_the_point_stays_open_when_the_only_figure_is_delivered_during_a_movement():
    """MAS-10, R5.2: the movement has nothing left to move, and other free actions may still come before it is over."""
    capsule = dict(missions={"mascamite-07": []}, capsules={"sample-vp": [2, 5]}, hand=["base-020", "base-039"])
    g = mascamites(P1=capsule)
    do(g, "play base-020", "step 2.5-1.5 sample-vp", "mission mascamite-07")
    assert choices(g) == {"go"} and "corner base-039" in free_actions(g)
    do(g, "go")
    assert "end" in legal(g)
    plain = mascamites(P1=dict(capsule, hand=["base-020"], publicity=0, credits=1, energy=1))
    do(plain, "play base-020", "step 2.5-1.5 sample-vp", "mission mascamite-07")
    assert "end" in legal(plain)


def test_the_point_between_two_signals_of_probes_is_open_where_star_or_tile_is_chosen():
    """OUM-08, R5.2: the choice of the second signal and the free actions before it are one decision."""
    g = alien("oumuamua", P1=dict(hand=["base-030", "base-039"], probes=[[2, 2]]), P2=dict(probes=[[4, 5]]))
    do(g, "play base-030", "probe P1 2.2", "probe P2 4.5")
    assert choices(g) == {"signal 61-virginis", "signal oumuamua"} and "corner base-039" in free_actions(g)
    do(g, "corner base-039", "skip", "signal oumuamua")
    assert signals(g) == {"barnards-star": 1, "oumuamua": 1} and on_tile(g) == "P1 . ."
    first = alien("oumuamua", P1=dict(hand=["base-030", "base-039"], probes=[[1, 5]]), P2=dict(probes=[[2, 2]]))
    do(first, "play base-030", "probe P1 1.5", "probe P2 2.2")
    assert choices(first) == {"signal 61-virginis", "signal oumuamua"} and not free_actions(first)
