"""Every conditional mission, every triggered mission and every end-of-game card of the box (R14.2, R14.5, R19.1).

Each is tried where its state just holds and where it just does not, or with each event that it names.
"""

import pytest

from .bench import (
    bench,
    branch,
    changes,
    do,
    go_on,
    illegal,
    legal,
    main_actions,
    offers,
    printed_rules,
    probes,
    settle_down,
    snap,
    star,
)
from .more_bench import computer, end_scan, finale, last_pass, mission_spaces, tile

KINDS = ("signal", "lander", "analysis")
THREE_SIGNALS = {
    "left": {"spaces": {"signal": "P1"}, "overflow": {"signal": {"P1": 1}}},
    "right": {"overflow": {"signal": {"P1": 1}}},
}


def orbit(*planets, name="P1", n=1):
    """Orbiters of one seat, the first ones there."""
    return {"planets": {planet: {"first_orbit": name, "orbiters": {name: n}} for planet in planets}}


def lander(*planets, name="P1"):
    """Landers of one seat, each on the first data space."""
    return {"planets": {planet: {"landers": {name: 1}, "data": [[name]] + [[]] * (planet == "mars")} for planet in planets}}


def on(moon, name="P1"):
    return {"moons": {moon: [name]}}


def won(**names):
    """Wins by star: `won(vega=["P1"])`, with _ for -."""
    return {"stars": {star.strip("_").replace("_", "-"): {"wins": seats} for star, seats in names.items()}}


def each(kind, left=0, right=0):
    """So many overflow markers of P1 of a kind in the two slots."""
    return {"species": {slot: {"overflow": {kind: {"P1": n}}} for slot, n in (("left", left), ("right", right)) if n}}


def p1(**keys):
    return {"P1": keys}


TURNED = {"discs": {"turns": [1, 0, 0], "next": "disc-2"}}  # Earth at [1, 4], asteroids at [1, 3] and [2, 4]

# card: (positions in which it can be completed, positions in which it cannot, its reward, lines that the reward asks)
CONDITIONAL = {
    "base-005": (
        [orbit("venus"), lander("venus")],
        [orbit("mars"), orbit("venus", name="P2"), p1(probes=[[1, 3]])],
        {"vp": 7, "publicity": 1},
        [],
    ),
    "base-006": (
        [orbit("jupiter"), lander("jupiter"), on("callisto")],
        [orbit("saturn"), p1(probes=[[3, 3]])],
        {"vp": 7, "publicity": 1},
        [],
    ),
    "base-007": (
        [orbit("mercury"), lander("mercury")],
        [lander("venus"), lander("mercury", name="P2")],
        {"vp": 7, "publicity": 1},
        [],
    ),
    "base-008": ([orbit("saturn"), lander("saturn"), on("enceladus")], [on("europa")], {"vp": 6, "publicity": 1}, []),
    "base-010": (
        [orbit("neptune", "uranus"), lander("neptune", "uranus"), {**lander("neptune"), **on("titania")}],
        [orbit("neptune"), lander("uranus"), {**orbit("uranus"), **on("titania")}],
        {"vp": 5, "hand": 1},
        ["take deck"],
    ),
    "base-031": (
        [lander("venus", "mars", "mercury")],
        [lander("venus", "mars"), {**lander("venus", "mars"), **on("io")}, orbit("venus", "mars", "mercury")],
        {"credits": 1},
        [],
    ),
    "base-032": ([orbit("mercury"), lander("mercury")], [lander("venus")], {"vp": 4}, []),
    "base-033": ([orbit("venus"), lander("venus")], [lander("mars")], {"vp": 4}, []),
    "base-034": ([orbit("mars"), lander("mars"), on("phobos-deimos")], [lander("venus")], {"vp": 4}, []),
    "base-035": ([orbit("jupiter"), lander("jupiter"), on("io")], [on("titan")], {"vp": 4}, []),
    "base-036": ([orbit("saturn"), lander("saturn"), on("titan")], [on("io")], {"vp": 4}, []),
    "base-037": (
        [won(barnards_star=["P1"], proxima_centauri=["P1"]), won(proxima_centauri=["P1", "P2", "P1"])],
        [won(barnards_star=["P1"], proxima_centauri=["P2"]), won(barnards_star=["P1"], vega=["P1"])],
        {"vp": 4, "publicity": 1},
        [],
    ),
    "base-039": (
        [won(kepler_22=["P1"], _61_virginis=["P1"]), won(kepler_22=["P1", "P1"])],
        [won(kepler_22=["P1"]), won(kepler_22=["P1"], procyon=["P1"])],
        {"vp": 4, "publicity": 1},
        [],
    ),
    "base-041": (
        [won(sirius_a=["P1"], procyon=["P1"]), won(procyon=["P1", "P1"])],
        [won(sirius_a=["P1"]), won(sirius_a=["P1"], vega=["P1"])],
        {"vp": 4, "publicity": 1},
        [],
    ),
    "base-043": (
        [won(vega=["P1"]), won(beta_pictoris=["P2", "P1"])],
        [won(vega=["P2"]), won(procyon=["P1"])],
        {"vp": 2, "publicity": 1},
        [],
    ),
    "base-051": ([p1(publicity=8), p1(publicity=10)], [p1(publicity=7)], {"vp": 3, "hand": 1}, ["take deck"]),
    "base-058": ([orbit("uranus"), on("titania")], [orbit("neptune")], {"vp": 3, "hand": 1}, []),
    "base-060": ([orbit("neptune"), on("triton")], [orbit("uranus")], {"vp": 4, "data": 1}, []),
    "base-061": (
        [p1(vp=50, hand=["base-064"]), p1(vp=77, hand=["base-064"])],
        [p1(vp=49, hand=["base-064"])],
        {"credits": 1, "hand": -1, "tucked": 1},
        ["tuck base-064"],
    ),
    "base-064": ([each("analysis", 1, 1)], [each("analysis", 2), each("signal", 1, 1)], {"data": 2}, []),
    "base-066": ([each("signal", 1, 1)], [each("signal", 0, 3), each("lander", 1, 1)], {"vp": 2, "energy": 1}, []),
    "base-070": (
        [each("analysis", 2, 1), each("analysis", 3)],
        [each("analysis", 1, 1), each("signal", 2, 2)],
        {"vp": 3, "data": 1},
        [],
    ),
    "base-087": (
        [p1(probes=[[2, 1]]), p1(probes=[[4, 7]]), p1(probes=[[1, 5], [3, 2]], techs=["probe-1"])],
        [p1(probes=[[1, 1]]), p1(probes=[[3, 7]]), p1(probes=[[4, 5]]), p1(), orbit("uranus")],
        {"vp": 3, "energy": 1},
        [],
    ),
    "base-089": ([p1()], [p1(hand=["base-001"])], {"hand": 1}, ["take deck"]),
    "base-095": (
        [{**p1(probes=[[1, 3]]), **TURNED}, {**p1(probes=[[2, 4]]), **TURNED}],
        [p1(probes=[[2, 4]]), p1(probes=[[2, 5]]), {**p1(probes=[[1, 5]]), **TURNED}, {"P2": dict(probes=[[1, 3]]), **TURNED}],
        {"vp": 5, "hand": 1},
        ["take deck"],
    ),
    "base-096": (
        [each("lander", 2, 1)],
        [each("lander", 1, 1), each("analysis", 3)],
        {"vp": 3},
        ["trace left lander overflow"],
    ),
    "base-097": ([each("lander", 1, 1)], [each("lander", 2)], {"vp": 2, "hand": 1}, []),
    "base-103": ([won(vega=["P1", "P2", "P1"])], [won(vega=["P1"], beta_pictoris=["P1"])], {"vp": 9}, []),
    "base-104": (
        [p1(probes=[[2, 0]]), p1(probes=[[4, 5]])],
        [p1(probes=[[2, 4]]), p1(probes=[[4, 0]])],
        {"vp": 3, "data": 1},
        [],
    ),
    "base-105": ([{"species": THREE_SIGNALS}], [each("signal", 1, 1)], {"vp": 3}, ["trace right signal overflow"]),
    "base-111": ([orbit("venus", "mars"), orbit("uranus", n=2)], [orbit("venus"), lander("venus", "mars")], {"data": 2}, []),
    "base-115": (
        [p1(techs=["telescope-1", "telescope-2", "telescope-4"])],
        [p1(techs=["telescope-1", "telescope-2", "probe-1"])],
        {"data": 1},
        [],
    ),
    "base-132": (
        [{"planets": {**orbit("venus", "mars")["planets"], **lander("mercury", "jupiter")["planets"]}, **on("titan")}],
        [{"planets": {**orbit("venus", "mars")["planets"], **lander("mercury")["planets"]}, **on("titan")}],
        {"vp": 3, "credits": 1},
        [],
    ),
}
HOLDING = [(card, position) for card, (holds, *_rest) in sorted(CONDITIONAL.items()) for position in holds]
MISSING = [(card, position) for card, (_holds, fails, *_rest) in sorted(CONDITIONAL.items()) for position in fails]


def with_mission(card, position):
    """A bench in which P1 has the card in play, with nothing on the way of its reward."""
    seats = {name: dict(position.get(name, {})) for name in ("P1", "P2")}
    seats["P1"]["missions"] = {card: []}
    seats["P1"].setdefault("milestones", [20, 25, 30, 50, 70])
    rest = {key: value for key, value in position.items() if key not in seats}
    return bench(top=["base-002", "base-003"], **seats, **rest)


@pytest.mark.parametrize("card, position", HOLDING, ids=[f"{card}-{i}" for i, (card, _) in enumerate(HOLDING)])
def test_R14_2_the_state_holds(card, position):
    """R14.2, R14.3: where the mission's state holds it can be completed, and its whole reward is gained."""
    _holds, _fails, reward, lines = CONDITIONAL[card]
    g = with_mission(card, position)
    before = snap(g)
    assert offers(g, "mission") == {card}
    do(g, f"mission {card}", *lines)
    assert changes(before, g) == {"missions": -1, "completed": 1, **reward}
    assert main_actions(g)  # a free action


@pytest.mark.parametrize("card, position", MISSING, ids=[f"{card}-{i}" for i, (card, _) in enumerate(MISSING)])
def test_R14_3_the_state_does_not_hold(card, position):
    """R14.3: where the mission's state does not hold it cannot be completed."""
    illegal(with_mission(card, position), f"mission {card}")


def test_R14_2_no_mission_is_left_out():
    """R14.2: the table above and the tests of single cards name every conditional mission of the box."""
    elsewhere = {"base-088", "base-102", "base-112", "base-134"}
    cards = printed_rules().tree["cards"]
    assert {card for card, table in cards.items() if card.startswith("base-") and "mission" in table} == (
        set(CONDITIONAL) | elsewhere
    )


# ---------------------------------------------------------------- triggered missions

VISITS = {
    ("base-001", 1): ("3.4", "3.3", {"data": 1}),
    ("base-001", 2): ("3.6", "3.7", {"vp": 4}),
    ("base-002", 1): ("1.2", "1.1", {"hand": 1}),
    ("base-002", 2): ("1.4", "1.3", {"publicity": 1}),
    ("base-003", 1): ("4.1", "4.0", {"energy": 1}),
    ("base-003", 2): ("4.2", "4.3", {"credits": 1}),
    ("base-004", 1): ("1.4", "1.3", {"publicity": 1}),
    ("base-004", 2): ("3.4", "3.3", {"data": 1}),
}


@pytest.mark.parametrize("card, space", sorted(VISITS))
def test_R14_5_visits(card, space):
    """R14.5: the visit that a space names covers it and gains its reward; leaving the planet does not."""
    beside, body, reward = VISITS[card, space]
    g = bench(P1=dict(probes=[[int(n) for n in beside.split(".")]], missions={card: [False, False]}), top=["base-010"])
    before = snap(g)
    do(g, f"move {beside}-{body}")
    assert legal(g) == {f"cover {card}/{space}", "skip"}
    do(g, f"cover {card}/{space}")
    expected = {"energy": -1, "publicity": 1}
    for key, n in reward.items():
        expected[key] = expected.get(key, 0) + n
    assert changes(before, g) == {key: n for key, n in expected.items() if n}
    do(g, f"move {body}-{beside}")
    assert offers(g, "cover") == set() and mission_spaces(g, card) == [space == 1, space == 2]


@pytest.mark.parametrize("tech, number", [("probe-2", 1), ("telescope-4", 2), ("computer-1", 3)])
@pytest.mark.parametrize("card", ["base-076", "base-094", "base-131"])
def test_R14_5_research(card, tech, number):
    """R14.5: taking a tech covers the space of its kind."""
    rewards = {
        "base-076": [{"energy": 1}, {"publicity": 1}, {"hand": 1}],
        "base-094": [{"publicity": 2}] * 3,
        "base-131": [{}, {"publicity": 1}, {}],
    }
    spaces = 2 if card == "base-131" else 3
    g = bench(P1=dict(publicity=6, missions={card: [False] * spaces}), techs=tile(tech, "vp"), top=["base-010"])
    go_on(do(g, "research", f"tech {tech}"))
    if tech.startswith("computer"):
        go_on(do(g, "column 1"))
    if card == "base-131":
        if tech != "telescope-4":
            assert offers(g, "cover") == set() and "end" in legal(g)
            return
        number = 1
    assert legal(g) == {f"cover {card}/{number}", "skip"}
    before = snap(g)
    do(g, f"cover {card}/{number}")
    if card == "base-076" and number == 3:
        do(g, "take deck")
    assert changes(before, g) == rewards[card][1 if card == "base-131" else number - 1] and "end" in legal(g)


@pytest.mark.parametrize("kind", KINDS)
def test_R14_5_traces(kind):
    """R14.5: base-077 has a space for each kind of trace; base-107 two different ones for analysis."""
    g = bench(P1=dict(hand=["base-075"], missions={"base-077": [False] * 3, "base-107": [False, False]}))
    do(g, "play base-075", f"trace left {kind} overflow")
    number = KINDS.index(kind) + 1
    more = {"cover base-107/1", "cover base-107/2"} if kind == "analysis" else set()
    go_on(g)
    assert legal(g) == {f"cover base-077/{number}", "skip"} | more
    before = snap(g)
    for line, reward in (
        (f"cover base-077/{number}", {"data": 1}),
        ("cover base-107/1", {"publicity": 2}),
        ("cover base-107/2", {"vp": 4}),
    ):
        if line in legal(g):
            game = branch(g, line)
            assert changes(before, game) == reward
            settle_down(game)
            assert changes(before, game) == {**reward, "vp": reward.get("vp", 0) + 1}  # base-075's own point


@pytest.mark.parametrize(
    "line, reward, lines",
    [
        ("cover base-078/1", {"data": 2}, []),
        ("cover base-078/2", {"hand": 1}, ["take deck"]),
        ("cover base-078/3", {"vp": 4}, []),
        ("cover base-101/1", {"data": 1}, ["signal kepler-22"]),
        ("cover base-101/2", {"data": 1}, ["signal barnards-star"]),
        ("cover base-101/3", {"data": 1}, ["signal procyon"]),
        ("cover base-131/2", {"data": 1}, []),
    ],
)
def test_R14_5_scans(line, reward, lines):
    """R14.5: a scan covers one of the spaces that name it."""
    g = bench(
        P1=dict(missions={"base-078": [False] * 3, "base-101": [False] * 3, "base-131": [False] * 2}),
        top=["base-010", "base-011"],
    )
    end_scan(do(g, "scan", "step earth", "step row", "discard base-110", "signal proxima-centauri"))
    before = snap(g)
    do(g, line, *lines)
    settle_down(g)
    assert "end" in legal(g) and changes(before, g) == reward


@pytest.mark.parametrize(
    "card, color, star_id",
    [
        ("base-039", 1, "61-virginis"),
        ("base-037", 2, "proxima-centauri"),
        ("base-042", 3, "procyon"),
        ("base-044", None, "vega"),
    ],
)
def test_R14_5_signals(card, color, star_id):
    """R14.5: base-116 watches yellow, red and blue signals, not black ones."""
    g = bench(P1=dict(hand=[card], probes=[[2, 5]], missions={"base-116": [False] * 3}))
    do(g, f"play {card}")
    go_on(g)
    assert star(g, star_id).startswith("P1")
    if color is None:
        assert offers(g, "cover") == set()
        return
    assert legal(g) == {f"cover base-116/{color}", "skip"}
    do(g, f"cover base-116/{color}", "step 2.5-3.5")
    assert probes(g) == [[3, 5]]


def test_R14_10_a_reward_can_be_an_event():
    """R14.10: the signal of base-101's reward is an event for base-116, whose movement is one for base-128."""
    g = bench(
        P1=dict(probes=[[1, 4]], missions={"base-101": [False] * 3, "base-116": [True, False, False], "base-128": [False] * 3})
    )
    end_scan(do(g, "scan", "step earth", "step row", "discard base-105", "signal vega"))
    do(g, "cover base-101/2", "signal barnards-star")
    assert legal(g) == {"cover base-116/2", "skip"}
    do(g, "cover base-116/2", "step 1.4-1.3")
    assert legal(g) == {"cover base-128/1", "cover base-128/2", "cover base-128/3", "skip"}
    do(g, "cover base-128/3", "step 1.3-1.2")
    assert "end" in legal(g) and probes(g) == [[1, 2]]
    assert mission_spaces(g, "base-128") == [False, False, True]


def test_R14_10_a_launch_of_a_reward_is_a_launch():
    """R14.10: the launch of base-117's reward covers base-080's space, whose movement is made."""
    g = bench(P1=dict(probes=[[1, 3]], missions={"base-117": [False, False], "base-080": [False] * 3}))
    go_on(do(g, "orbit venus"))
    do(g, "cover base-117/1")
    assert legal(g) == {"cover base-080/1", "skip"}
    do(g, "cover base-080/1", "step 1.5-1.4")
    assert "end" in legal(g) and probes(g) == [[1, 4]]


# ---------------------------------------------------------------- end-of-game cards

TRACES = {
    "species": {
        "left": {"spaces": {"signal": "P1", "lander": "P2"}, "overflow": {"lander": {"P1": 2}}},
        "right": {"spaces": {"analysis": "P1"}, "overflow": {"analysis": {"P1": 2, "P2": 1}}},
    }
}
ENDGAME = [
    ("base-012", {**orbit("jupiter", n=2), **on("io")}, 9),
    ("base-012", orbit("saturn"), 0),
    ("base-014", {**lander("mars"), **on("phobos-deimos")}, 8),
    ("base-014", lander("mars", name="P2"), 0),
    ("base-038", won(barnards_star=["P1", "P2"], proxima_centauri=["P1"], vega=["P1"]), 6),
    ("base-040", won(kepler_22=["P1", "P1"], _61_virginis=["P1"], procyon=["P1"]), 9),
    ("base-042", won(sirius_a=["P1"], procyon=["P2"]), 3),
    ("base-044", won(vega=["P1"], beta_pictoris=["P1"]), 6),
    ("base-062", TRACES, 2),
    ("base-063", TRACES, 4),
    ("base-068", TRACES, 6),
    (
        "base-086",
        {
            "stars": {
                "vega": {"slot": "P1 P1 . ."},
                "procyon": {"slot": "P2 P1 . . ."},
                "kepler-22": {"slot": "P2 . . . .", "wins": ["P1"]},
            }
        },
        2,
    ),
    ("base-126", {"P1": computer({"1": "computer-4", "6": "computer-2"}, ["probe-1"])}, 4),
    ("base-127", p1(probes=[[2, 4]]), 13),
    ("base-127", p1(probes=[[2, 4], [2, 6]], techs=["probe-1"]), 13),
    ("base-127", p1(probes=[[2, 0]]), 0),
    ("base-127", {"P2": dict(probes=[[2, 4]])}, 0),
]


@pytest.mark.parametrize("card, position, points", ENDGAME, ids=[f"{row[0]}-{i}" for i, row in enumerate(ENDGAME)])
def test_R19_1_end_of_game_cards(card, position, points):
    """R19.1: what each end-of-game card scores."""
    seats = {name: dict(position.get(name, {})) for name in ("P1", "P2")}
    seats["P1"]["endgame"] = [card]
    rest = {key: value for key, value in position.items() if key not in seats}
    assert last_pass(finale(**seats, **rest)) == {"P1": points, "P2": 0}


def test_R19_1_no_end_of_game_card_is_left_out():
    """R19.1: the table above and base-113's tests name every end-of-game card of the box."""
    cards = printed_rules().tree["cards"]
    assert {card for card, table in cards.items() if card.startswith("base-") and "endgame" in table} == (
        {card for card, _, _ in ENDGAME} | {"base-113"}
    )
