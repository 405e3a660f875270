"""MAS-07 to MAS-09: a capsule moves and counts like a probe, but neither orbits nor lands nor takes up the limit."""

import pytest

from .bench import (
    branch,
    changes,
    choices,
    do,
    go_on,
    illegal,
    landers,
    legal,
    main_actions,
    offers,
    orbiters,
    probes,
    seat,
    settle_down,
    signals,
    snap,
    turns,
)
from .more_bench import finale, last_pass, mission_spaces
from .species_bench import capsules, found, mascamites

VP = "sample-vp"
JUPITER, SATURN, EARTH = [3, 3], [3, 7], [1, 5]
THREE_FREE = [False, False, False]
EVERY_SPACE = [[ring, sector] for ring in (1, 2, 3, 4) for sector in range(8)]
HOW = ("probe", "capsule")


def figure(how, space, **mine):
    """P1's keys with a probe or a capsule in that space."""
    return dict(probes=[space], **mine) if how == "probe" else dict(capsules={VP: space}, **mine)


def at(g, name="P1"):
    """Spaces of a seat's probes and capsules."""
    return sorted(probes(g, name) + list(capsules(g, name).values()))


def written(space):
    return f"{space[0]}.{space[1]}"


def no_figures(numbers):
    """Changes without the number of probes."""
    return {key: n for key, n in numbers.items() if key != "probes"}


# ---------------------------------------------------------------- moving


@pytest.mark.parametrize("energy", [0, 1, 2])
def test_MAS_07_moved_for_energy(energy):
    """MAS-07: 1 energy a step, as for a probe; the line names the capsule."""
    g = mascamites(P1=dict(capsules={VP: [3, 4]}, energy=energy))
    wanted = {"3.4-2.4", "3.4-3.3", "3.4-3.5", "3.4-4.4"} if energy else set()
    assert offers(g, "move") == {f"{step} {VP}" for step in wanted}
    if energy:
        before = snap(g)
        do(g, f"move 3.4-3.5 {VP}")
        assert changes(before, g) == {"energy": -1} and capsules(g) == {VP: [3, 5]}
        illegal(g, "move 3.5-3.4")


def test_MAS_07_any_movement_by_card_corner_or_tech():
    """MAS-07: the 2 of base-020, a move corner, and telescope-4; shared with a probe."""
    g = mascamites(P1=dict(capsules={VP: [2, 5]}, probes=[[2, 5]], hand=["base-020", "base-001"]))
    do(g, "corner base-001", f"step 2.5-3.5 {VP}", "play base-020")
    go_on(g)
    assert offers(g, "step") == {
        *(f"3.5-{end} {VP}" for end in ("2.5", "3.4", "3.6", "4.5")),
        *(f"2.5-{end}" for end in ("1.5", "2.4", "2.6", "3.5")),
    }
    do(g, f"step 3.5-3.4 {VP}", "step 2.5-2.6")
    assert capsules(g) == {VP: [3, 4]} and probes(g) == [[2, 6]] and seat(g, "P1")["energy"] == 5
    g = mascamites(P1=dict(capsules={VP: [2, 5]}, techs=["telescope-4"]))
    do(g, "scan", "step telescope-4/2", f"step 2.5-2.6 {VP}")
    assert capsules(g) == {VP: [2, 6]}


def test_MAS_07_probe_and_capsules_in_one_space():
    """MAS-07: a probe and two capsules at Saturn: each line moves its own figure."""
    g = mascamites(P1=dict(capsules={VP: SATURN, "sample-data": SATURN}, probes=[SATURN]))
    assert offers(g, "move") == {
        f"3.7-{end}{which}" for end in ("2.7", "3.0", "3.6", "4.7") for which in ("", f" {VP}", " sample-data")
    }
    for line, spaces in (
        ("move 3.7-3.6", ([[3, 6]], SATURN, SATURN)),
        (f"move 3.7-3.6 {VP}", ([SATURN], [3, 6], SATURN)),
        ("move 3.7-3.6 sample-data", ([SATURN], SATURN, [3, 6])),
    ):
        moved = do(branch(g), line)
        assert (probes(moved), capsules(moved)[VP], capsules(moved)["sample-data"]) == spaces


@pytest.mark.parametrize("techs", [[], ["probe-2"]])
@pytest.mark.parametrize("space", EVERY_SPACE)
def test_MAS_07_every_step_costs_and_gives_what_a_probes_does(space, techs):
    """MAS-07: from every space to every neighbour: energy (2 out of asteroids without probe-2) and publicity."""
    probe, capsule = (mascamites(P1=figure(how, space, techs=techs)) for how in HOW)
    steps = offers(probe, "move")
    assert offers(capsule, "move") == {f"{step} {VP}" for step in steps}
    assert len(steps) == (3 if space[0] in (1, 4) else 4)
    for step in steps:
        one, other = do(branch(probe), f"move {step}"), do(branch(capsule), f"move {step} {VP}")
        assert at(one) == at(other) and changes(probe, one) == changes(capsule, other)


def test_MAS_07_asteroids_and_publicity_in_numbers():
    """MAS-07: out of asteroids 2 energy, with probe-2 one; Saturn 1 publicity, asteroids with it 1, Earth 0."""
    for techs, energy in (([], -2), (["probe-2"], -1)):
        g = mascamites(P1=dict(capsules={VP: [2, 7]}, techs=techs))
        before = snap(g)
        do(g, f"move 2.7-3.7 {VP}")
        assert changes(before, g) == {"energy": energy, "publicity": 1}
        before = snap(g)
        do(g, f"move 3.7-2.7 {VP}")
        assert changes(before, g) == {"energy": -1, **({"publicity": 1} if techs else {})}
    g = mascamites(P1=dict(capsules={VP: [1, 4]}))
    before = snap(g)
    do(g, f"move 1.4-1.5 {VP}")
    assert changes(before, g) == {"energy": -1}
    illegal(mascamites(P1=dict(capsules={VP: [2, 7]}, energy=1)), f"move 2.7-3.7 {VP}")


@pytest.mark.parametrize(
    "with_what, lacking", [(dict(energy=1), "+energy"), (dict(energy=0, hand=["base-041"]), "+card"), (dict(energy=0), None)]
)
def test_MAS_07_a_joint_step_out_of_asteroids(with_what, lacking):
    """MAS-07, R6.11: 1 movement and 1 energy or a move corner together bring a capsule out of asteroids."""
    mine = {**with_what, "hand": ["base-027", *with_what.get("hand", [])]}
    g = mascamites(P1=dict(capsules={VP: [2, 4]}, **mine))
    do(g, "play base-027")
    goals = ("1.4", "2.3", "2.5", "3.4") if lacking else ()
    assert offers(g, "step") == {f"2.4-{goal} {VP} {lacking}" for goal in goals}
    if lacking:
        settle_down(do(g, f"step 2.4-2.5 {VP} {lacking}"))
        assert capsules(g) == {VP: [2, 5]} and seat(g, "P1")["energy"] == 0 and seat(g, "P1")["hand"] == []
        assert signals(g) == {"61-virginis": 1}


@pytest.mark.parametrize(
    "turned, disc, moved, paid",
    [
        ([0, 0, 0], "disc-1", 7, 0),
        ([2, 5, 1], "disc-2", 13, 0),
        ([0, 0, 4], "disc-3", 21, 1),
        ([6, 3, 7], "disc-3", 22, 0),
        ([0, 0, 3], "disc-1", 7, 0),
    ],
)
def test_MAS_07_discs_carry_and_push_it(turned, disc, moved, paid):
    """MAS-07: from every space a capsule fares in a rotation as a probe does, publicity included."""
    count = publicity = 0
    for space in EVERY_SPACE:
        after = []
        for how in HOW:
            g = mascamites(P1=figure(how, space), discs={"turns": turned, "next": disc})
            before = snap(g)
            do(g, "pass")
            after.append((at(g), seat(g, "P1")["publicity"]))
            assert len(capsules(g)) == (how == "capsule") and no_figures(changes(before, g)).keys() <= {"publicity"}
        assert after[0] == after[1]
        count += after[1][0] != [space]
        publicity += after[1][1] - 4
    assert (count, publicity) == (moved, paid)


def test_MAS_07_carried_and_pushed_in_numbers():
    """MAS-07, GEO-45: worked example: carried with Saturn, pushed onto a comet for 1 publicity, one at rest."""
    g = mascamites(
        P1=dict(capsules={VP: [3, 3], "sample-data": [1, 0], "sample-cards": [4, 7]}),
        discs={"turns": [0, 0, 4], "next": "disc-3"},
    )
    before = snap(g)
    do(g, "pass")
    assert turns(g)[0] == [1, 1, 5] and changes(before, g) == {"publicity": 1}
    assert capsules(g) == {VP: [3, 2], "sample-data": [1, 7], "sample-cards": [4, 7]}


# ---------------------------------------------------------------- counting as a probe


COMET, ASTEROIDS = [2, 0], [2, 4]
SEEN = [  # a card, the figure's space, lines (a step's capsule is added), what changes besides cost and card, signals
    ("base-027", [2, 5], ["step 2.5-2.6"], {"data": 1}, {"beta-pictoris": 1}),
    ("base-134", [4, 6], [], {"data": 1, "missions": 1}, {"beta-pictoris": 1}),
    ("base-088", [4, 6], [], {"data": 2, "vp": 2, "missions": 1}, {"beta-pictoris": 2}),
    ("base-029", [2, 5], ["skip"], {"data": 3}, {"61-virginis": 1, "proxima-centauri": 1, "beta-pictoris": 1}),
    ("base-118", [2, 5], [], {"vp": 2}, {"61-virginis": 3}),
    ("base-120", [2, 5], [], {"data": 1, "hand": 1}, {"61-virginis": 1}),
    ("base-030", [2, 5], [], {"data": 1}, {"61-virginis": 1}),
    ("base-017", ASTEROIDS, [], {"data": 2}, {}),
    ("base-017", [3, 4], [], {"data": 1}, {}),
    ("base-018", ASTEROIDS, ["trace left lander 4"], {"vp": 4}, {}),
    ("base-018", [2, 5], [], {}, {}),
    ("base-024", [4, 7], ["step 4.7-3.7", "skip"], {"publicity": 1, "vp": 6}, {}),
    ("base-123", [2, 5], ["step 2.5-2.4"], {"data": 1}, {}),
    ("base-124", [2, 2], ["step 2.2-2.1", "skip"], {"publicity": 1, "vp": 4}, {}),
    ("base-125", [2, 5], ["step 2.5-2.6"], {"publicity": 1, "vp": 3}, {}),
]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("card, space, lines, gain, marked", SEEN)
def test_MAS_08_cards_see_a_capsule_as_a_probe(card, space, lines, gain, marked, how):
    """MAS-08: signals where a probe is, a probe on asteroids, visits of Saturn, comets, asteroids, a ring move."""
    g = mascamites(P1=figure(how, space, hand=[card]))
    before = snap(g)
    do(g, f"play {card}")
    for line in lines:
        do(g, f"{line} {VP}" if line.startswith("step") and how == "capsule" else line)
    if offers(g, "probe"):
        do(g, f"probe P1 {written(space)}")
    settle_down(g)
    assert "end" in legal(g) and signals(g) == marked
    cost = {"base-123": 0, "base-024": 2, "base-088": 2, "base-029": 2, "base-030": 2}.get(card, 1)
    expected = {"credits": -cost, "hand": gain.get("hand", 0) - 1, **{k: n for k, n in gain.items() if k != "hand"}}
    assert changes(before, g) == {key: n for key, n in expected.items() if n}


MISSIONS = [
    ("base-104", COMET, [3, 4], 0, {"vp": 3, "data": 1}),
    ("base-087", [4, 1], [4, 6], 0, {"vp": 3, "energy": 1}),
    ("base-095", ASTEROIDS, [2, 6], 1, {"vp": 5, "hand": 1}),
]  # Earth in 1.4


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("card, space, nearly, turned, gain", MISSIONS)
def test_MAS_08_missions_about_a_probes_place(card, space, nearly, turned, gain, how):
    """MAS-08: on a comet, five spaces from Earth, on asteroids beside Earth; not in a space that is not meant."""
    discs = {"turns": [turned, 0, 0], "next": "disc-1"}
    illegal(mascamites(P1=figure(how, nearly, missions={card: []}), discs=discs), f"mission {card}")
    g = mascamites(P1=figure(how, space, missions={card: []}), discs=discs)
    before = snap(g)
    do(g, f"mission {card}")
    if offers(g, "take"):
        do(g, "take deck")
    assert changes(before, g) == {"missions": -1, "completed": 1, **gain}


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("space, points", [(ASTEROIDS, 13), ([2, 5], 0)])
def test_MAS_08_points_for_a_probes_place(space, points, how):
    """MAS-08: base-127 scores 13 points at the end for a probe or capsule on asteroids."""
    g = finale(
        P1=figure(how, space, endgame=["base-127"]),
        species={"left": found("mascamites")},
        discs={"turns": [0, 0, 0], "next": "disc-1"},
    )
    assert last_pass(g) == {"P1": points, "P2": 0}


def test_MAS_08_visits_trigger_missions():
    """MAS-08, SPG-26: a capsule that comes to Jupiter triggers base-004, and base-128 for any planet."""
    g = mascamites(P1=dict(capsules={VP: [3, 4]}, missions={"base-004": [False, False], "base-128": THREE_FREE}))
    before = snap(g)
    do(g, f"move 3.4-3.3 {VP}")
    assert legal(g) == {"cover base-004/2", *(f"cover base-128/{n}" for n in (1, 2, 3)), "skip"}
    do(g, "cover base-004/2")
    assert changes(before, g) == {"energy": -1, "publicity": 1, "data": 1}
    assert mission_spaces(g, "base-128") == THREE_FREE


def test_MAS_08_numbers_of_probes_and_others_capsules():
    """MAS-08: base-030 finds P1's probe and capsule and P2's capsule: three signals in three sectors."""
    g = mascamites(
        P1=dict(capsules={VP: [2, 5]}, probes=[[3, 0]], hand=["base-030"]), P2=dict(capsules={"sample-data": [4, 2]})
    )
    do(g, "play base-030")
    assert choices(g) == {"probe P1 2.5", "probe P1 3.0", "probe P2 4.2", "skip"}
    do(g, "probe P1 2.5", "probe P1 3.0", "probe P2 4.2")
    settle_down(g)
    assert signals(g) == {"61-virginis": 1, "vega": 1, "barnards-star": 1}


def test_MAS_08_two_figures_in_one_sector():
    """MAS-08: a probe and a capsule in one space give base-030 two signals there."""
    g = mascamites(P1=dict(capsules={VP: [2, 5]}, probes=[[2, 5]], hand=["base-030"]))
    do(g, "play base-030", "probe P1 2.5", "probe P1 2.5")
    settle_down(g)
    assert signals(g) == {"61-virginis": 2} and "end" in legal(g)


# ---------------------------------------------------------------- what it cannot do


@pytest.mark.parametrize("space, planet", [(JUPITER, "jupiter"), (SATURN, "saturn"), ([2, 2], "mars"), ([4, 3], "neptune")])
def test_MAS_09_it_neither_orbits_nor_lands(space, planet):
    """MAS-09: a capsule at a planet offers neither; a probe beside it does, and the probe is what goes."""
    g = mascamites(P1=dict(capsules={VP: space}, techs=["probe-4"], hand=["base-013", "mascamite-03"]))
    assert offers(g, "orbit") == offers(g, "land") == set()
    illegal(g, f"orbit {planet}", f"land {planet}")
    for card in ("base-013", "mascamite-03"):
        played = settle_down(do(branch(g), f"play {card}"))
        assert "end" in legal(played) and capsules(played) == {VP: space} and landers(played, planet) == 0
    g = mascamites(P1=dict(capsules={VP: space}, probes=[space]))
    settle_down(do(g, f"orbit {planet}"))
    assert orbiters(g, planet) == 1 and probes(g) == [] and capsules(g) == {VP: space}
    assert offers(g, "orbit") == offers(g, "land") == set()


@pytest.mark.parametrize(
    "mine, launch",
    [
        (dict(capsules={VP: EARTH}), True),
        (dict(capsules={VP: [2, 5], "sample-data": [2, 6], "sample-cards": [3, 0]}), True),
        (dict(capsules={VP: [2, 5]}, probes=[[2, 5]]), False),
        (dict(capsules={VP: [2, 5]}, probes=[[2, 5]], techs=["probe-1"]), True),
        (dict(capsules={VP: [2, 5]}, probes=[[2, 5], [2, 6]], techs=["probe-1"]), False),
    ],
)
def test_MAS_09_no_place_under_the_limit(mine, launch):
    """MAS-09: capsules do not count for a launch, main action or card; probes still do."""
    g = mascamites(P1=dict(hand=["base-130"], **mine))
    assert ("launch" in main_actions(g)) == launch
    by_card = settle_down(do(branch(g), "play base-130"))
    assert len(probes(by_card)) - len(mine.get("probes", [])) == launch and capsules(by_card) == mine["capsules"]


def test_MAS_09_picking_up_needs_no_place():
    """MAS-09: with the limit of one probe used by another one P1 still takes a capsule after a landing."""
    g = mascamites(P1=dict(hand=["mascamite-07"], probes=[JUPITER, [2, 5]], techs=["probe-1"], capsules={VP: [2, 6]}))
    do(g, "play mascamite-07", "trace left lander 4", "sample sample-energy")
    assert at(g) == [[2, 5], [2, 6], JUPITER] and capsules(g) == {VP: [2, 6], "sample-energy": JUPITER}
    go_on(g)
    do(g, "end")
    assert "launch" in main_actions(do(g, "launch", "end"))  # one probe of two; the capsules do not count
