"""SOL-140 to SOL-173: objectives, the ends of rounds and of the game."""

import pytest

from seti_sim.seti.rules import RuleSet
from seti_sim.stats.shares import win_shares

from .bench import do, go_on, legal, offers, seat, settle_down, wins
from .solo_bench import done, fresh, games, marked, objectives, opened, progress, rival_turn, solo, table
from .species_bench import found, hidden

LAND_OR_WIN = "objective-1-02"
TWO_TRACES = "objective-3-02"
LAUNCH_AND_NINE = "objective-3-01"
ORBIT = "objective-3-05"
TWO_SCANS = "objective-3-08"
COMPUTER_AND_ANY = "objective-3-06"


def playing(*shown, level=2, deck=("rival-01",), own=None, **position):
    """The player before the main action, with these objectives open."""
    position.setdefault("main", "before")
    shown = shown or (None, None, None)
    extra = {key: position.pop(key) for key in ("stack", "marked", "completed", "given_up") if key in position}
    return solo(*deck, level=level, own={**objectives(*shown, **extra), **(own or {})}, **position)


# ---------------------------------------------------------------- marking


def test_SOL_140_a_task_is_marked_and_the_tile_completed():
    """SOL-140: orbiting completes the tile with that one task; it goes to the pile at the end of the turn."""
    g = playing(ORBIT, P1=dict(probes=[[1, 3]]))
    settle_down(do(g, "orbit venus"))
    assert marked(g, ORBIT) == [True] and done(g) == []
    do(g, "end")
    assert done(g) == [ORBIT] and opened(g) == []


def test_SOL_140_a_slash_is_one_or_the_other():
    """SOL-140: landing marks the task "land or win a sector"."""
    g = playing(LAND_OR_WIN, P1=dict(probes=[[1, 3]]))
    settle_down(do(g, "land venus"))
    if g.decision == "effect":
        settle_down(do(g, sorted(offers(g, "trace") and {f"trace {x}" for x in offers(g, "trace")})[0]))
    assert marked(g, LAND_OR_WIN) == [True]


def test_SOL_141_what_was_before_does_not_count():
    """SOL-141: an orbiter from before the tile was turned up marks nothing."""
    g = playing(ORBIT, planets={"venus": {"orbiters": {"P1": 1}}})
    assert marked(g, ORBIT) == []
    do(g, "launch", "end")
    assert opened(g) == [ORBIT]


@pytest.mark.parametrize(
    "tile, short, enough",
    [
        ("objective-1-01", dict(vp=15), dict(vp=16)),
        ("objective-1-03", dict(data=4), dict(data=5)),
        ("objective-1-04", dict(publicity=7), dict(publicity=8)),
        (LAUNCH_AND_NINE, dict(publicity=8), dict(publicity=9)),
    ],
)
def test_SOL_141_thresholds(tile, short, enough):
    """SOL-141: 16 points, 5 data in the pool, 8 or 9 publicity are marked in the moment of turning up if they hold."""
    for mine, holds in ((short, False), (enough, True)):
        g = playing(None, None, None, stack=[tile], P1=mine, main="after")
        rival_turn(g)
        one_task = tile != LAUNCH_AND_NINE
        assert (done(g) == [tile]) == (holds and one_task)
        if not one_task:
            assert marked(g, tile) == ([False, True] if holds else [])


def test_SOL_141_thresholds_as_soon_as_they_hold_and_for_good():
    """SOL-141: publicity reaches 9 and is spent again; the task stays marked."""
    gaining = next(
        card for card in RuleSet.load().card_ids if RuleSet.load().tree["cards"][card].get("corner") == {"publicity": 1}
    )
    g = playing(LAUNCH_AND_NINE, P1=dict(publicity=8, hand=[gaining]), row=[])
    do(g, f"corner {gaining}")
    assert marked(g, LAUNCH_AND_NINE) == [False, True] and seat(g, "P1")["publicity"] == 9
    do(g, "research")
    assert seat(g, "P1")["publicity"] < 9 and marked(g, LAUNCH_AND_NINE) == [False, True]


def test_SOL_142_one_trigger_one_task():
    """SOL-142: a tile with two equal tasks needs two triggers; with two tiles the player chooses."""
    g = playing(TWO_TRACES, P1=dict(computer={"top": 6}))
    settle_down(do(g, "analyze", "trace left analysis"))
    assert marked(g, TWO_TRACES) == [True, False]
    g = playing(TWO_TRACES, "objective-2-02", P1=dict(computer={"top": 6}))
    go_on(do(g, "analyze", "trace left analysis"))
    assert g.decision == "objective" and legal(g) == {f"objective {TWO_TRACES}/1", "objective objective-2-02/2"}
    do(g, "objective objective-2-02/2")
    assert marked(g, "objective-2-02") == [False, True] and marked(g, TWO_TRACES) == []


def test_SOL_142_a_special_case_of_another():
    """SOL-142: a computer tech marks "a computer tech" or "any tech", not both."""
    g = playing(COMPUTER_AND_ANY, P1=dict(publicity=6))
    do(g, "research", "tech computer-1")
    while g.decision != "objective":
        do(
            g,
            sorted(legal(g) - {line for line in legal(g) if line.split()[0] in ("exchange", "corner", "buy", "move", "place")})[
                0
            ],
        )
    assert legal(g) == {f"objective {COMPUTER_AND_ANY}/1", f"objective {COMPUTER_AND_ANY}/2"}
    do(g, f"objective {COMPUTER_AND_ANY}/2")
    assert marked(g, COMPUTER_AND_ANY) == [False, True]


def test_SOL_142_and_a_triggered_mission_besides():
    """SOL-142: the same launch marks the task and covers a space of a mission in play."""
    rules = RuleSet.load(
        {
            "cards": {
                "base-002": {
                    "triggers": [
                        {"on": {"event": "launch"}, "reward": [{"do": "gain", "vp": 1}]},
                        {"on": {"event": "launch"}, "reward": []},
                    ]
                }
            }
        }
    )
    g = playing(LAUNCH_AND_NINE, rules=rules, P1=dict(missions={"base-002": []}))
    do(g, "launch", "cover base-002/1")
    assert marked(g, LAUNCH_AND_NINE) == [True, False] and seat(g, "P1")["missions"]["base-002"][0] is True


def test_SOL_143_orbit_and_planet_are_one_trigger():
    """SOL-143: orbiting Venus is asked for as such and by planet: one of the two tiles, by choice."""
    g = playing(ORBIT, "objective-2-07", P1=dict(probes=[[1, 3]]))
    do(g, "orbit venus")
    while g.decision != "objective":
        do(g, "skip" if "skip" in legal(g) else "go" if "go" in legal(g) else sorted(legal(g))[0])
    assert legal(g) == {f"objective {ORBIT}/1", "objective objective-2-07/1"}


def test_SOL_143_two_events_of_one_turn():
    """SOL-143: a trace and the scan that brought nothing of it: the sector won and the trace of its reward are two."""
    g = playing(TWO_SCANS, LAND_OR_WIN, stars={"61-virginis": {"slot": "P1 P1 P1 P1 P1 ."}})
    do(g, "scan", "step earth")
    while "end" not in legal(g):
        lines = legal(g)
        own = [x for x in sorted(lines) if x.split()[0] not in ("exchange", "corner", "buy", "move", "place")]
        do(g, own[0])
    assert marked(g, TWO_SCANS) == [True, False] and marked(g, LAND_OR_WIN) == [True]


def test_SOL_144_an_action_done_by_a_card_or_tech():
    """SOL-144: a launch by the tile of the two-probes tech marks the task of launching."""
    g = playing(LAUNCH_AND_NINE, P1=dict(publicity=6))
    do(g, "research", "tech probe-1")
    while "end" not in legal(g):
        own = [x for x in sorted(legal(g)) if x.split()[0] not in ("exchange", "corner", "buy", "move", "place")]
        do(g, own[0])
    assert marked(g, LAUNCH_AND_NINE) == [True, False]


def test_SOL_144_a_moon_is_at_its_planet():
    """SOL-144: a landing on Titan is one at Saturn."""
    g = playing("objective-2-08", P1=dict(probes=[[3, 7]], techs=["probe-4"]))
    do(g, "land titan")
    while "end" not in legal(g):
        own = [x for x in sorted(legal(g)) if x.split()[0] not in ("exchange", "corner", "buy", "move", "place")]
        do(g, own[0])
    assert marked(g, "objective-2-08") == [True]


@pytest.mark.parametrize("counts", [True, False])
def test_SOL_145_wins_in_the_rivals_turn(counts):
    """SOL-145: the rival's signal completes a sector that the player wins: the task is marked at once (a reading)."""
    rules = RuleSet.load(
        {
            "solo": {
                "readings": {"objectives_in_rivals_turn": counts},
                "cards": {"rival-01": {"actions": [{"do": "scan", "signals": ["earth"]}]}},
            }
        }
    )
    g = playing(LAND_OR_WIN, rules=rules, main="after", stars={"61-virginis": {"slot": "P1 P1 P1 P1 P1 ."}})
    do(g, "end")
    while g.decision not in ("turn",):
        do(g, sorted(legal(g))[0])
    assert wins(g, "61-virginis") == ["P1"] and marked(g, LAND_OR_WIN) == ([True] if counts else [])


def test_SOL_146_a_card_of_three_credits():
    """SOL-146: exactly 3 by its print; one of 2 does not count."""
    for n, expected in ((2, []), (3, [False, True]), (4, [])):
        rules = RuleSet.load({"cards": {"base-137": {"cost": n, "play": [{"do": "gain", "vp": 1}]}}})
        g = playing("objective-2-11", rules=rules, P1=dict(hand=["base-137"]))
        settle_down(do(g, "play base-137"))
        assert "end" in legal(g) and marked(g, "objective-2-11") == expected


@pytest.mark.parametrize("body, at, to", [("comet", [3, 0], [2, 0]), ("asteroids", [3, 6], [2, 6])])
def test_visits_mark_their_tasks(body, at, to):
    """SOL-140: a probe that moves to asteroids, to a comet."""
    tile = {"comet": "objective-2-11", "asteroids": "objective-2-03"}[body]
    ring, sector = at
    g = playing(tile, P1=dict(probes=[[ring, sector]], energy=5))
    do(g, f"move {ring}.{sector}-{to[0]}.{to[1]}")
    assert marked(g, tile) == [True, False]


def test_a_completed_mission_marks_its_task():
    """SOL-140: a mission, conditional or triggered."""
    rules = RuleSet.load({"cards": {"base-002": {"triggers": [{"on": {"event": "launch"}, "reward": []}]}}})
    g = playing("objective-2-01", rules=rules, P1=dict(missions={"base-002": []}))
    do(g, "launch", "cover base-002/1")
    assert marked(g, "objective-2-01") == [False, True]


def test_SOL_147_completed_tiles_are_replaced():
    """SOL-147: at the end of the player's turn, again until three open ones lie there or the stack is empty."""
    g = playing(
        ORBIT,
        None,
        None,
        stack=["objective-1-01", "objective-1-04", TWO_SCANS],
        marked={ORBIT: [True]},
        P1=dict(vp=20),
        main="after",
    )
    rival_turn(g)
    assert (
        sorted(done(g)) == sorted([ORBIT, "objective-1-01"])
        and opened(g) == ["objective-1-04", TWO_SCANS]
        or len(opened(g)) == 2
    )


def test_SOL_147_when_passing_too():
    g = playing(ORBIT, marked={ORBIT: [True]}, round=5, deck=("rival-01", "rival-02"), stack=[TWO_SCANS])
    do(g, "pass")
    assert g.is_over and done(g) == [ORBIT] and opened(g) == [TWO_SCANS]


# ---------------------------------------------------------------- ends of rounds


def last_of_round(number, have, **more):
    """The player passes as the last one in that round, with so many completed tiles."""
    tiles = ["objective-1-01", "objective-1-02", "objective-1-03", "objective-1-04", ORBIT][:have]
    return playing(
        TWO_SCANS,
        completed=tiles,
        own=dict(played=["rival-02"], deck=[]) | more.pop("own", {}),
        round=number,
        passed=["P2"],
        end_of_round=[[], [], [], []],
        first="P1",
        **more,
    )


@pytest.mark.parametrize("number, have, given, made", [(1, 1, 1, 0), (2, 1, 1, 3), (3, 4, 3, 0), (4, 0, 0, 12), (2, 0, 0, 6)])
def test_SOL_160_objectives_are_given_up(number, have, given, made):
    """SOL-160: as many as the number of the round; 3 steps of the rival for each one missing."""
    g = last_of_round(number, have)
    start = progress(g)
    do(g, "pass")
    t = table(g)["objectives"]
    assert len(t["given_up"]) == given and len(t["completed"]) == have - given
    assert progress(g) == (start - 1 + made) % 12 + 1
    assert len(table(g)["deck"]) + len(table(g)["played"]) == 1 + made // 12


def test_SOL_161_tiles_of_the_last_moment_count():
    """SOL-161: a tile completed in the rival's turn, after the player's last one, is collected before."""
    g = playing(
        LAND_OR_WIN,
        marked={},
        stack=[TWO_SCANS],
        deck=("rival-01",),
        round=1,
        passed=["P1"],
        turn="P2",
        first="P1",
        own=dict(deck=["rival-01"]),
        rules=RuleSet.load({"solo": {"cards": {"rival-01": {"actions": [{"do": "scan", "signals": ["earth"]}]}}}}),
        stars={"61-virginis": {"slot": "P1 P1 P1 P1 P1 ."}},
        end_of_round=[[], [], [], []],
        main="before",
    )
    while g.round == 1:
        do(g, sorted(legal(g))[0])
    t = table(g)["objectives"]
    assert t["given_up"] == [LAND_OR_WIN] and opened(g) == [TWO_SCANS] and progress(g) == 1


def test_SOL_162_a_card_on_top_for_the_next_round():
    """SOL-162: the steps at the end of a round bring a card on top of the shuffled deck."""
    g = last_of_round(1, 0, own=dict(progress=11, reserve=["rival-09"], deck=["rival-02", "rival-01"], played=[]))
    do(g, "pass")
    assert table(g)["reserve"] == [] and (table(g)["deck"][:1] == ["rival-09"] or "rival-09" in table(g)["played"])


def test_SOL_163_none_of_this_at_level_1():
    g = solo(own=dict(deck=["rival-02"]), level=1, round=4, main="before", passed=["P2"], end_of_round=[[], [], [], []])
    do(g, "pass")
    assert g.round == 5 and progress(g) == 1 and fresh(1).to_json()["solo"]["objectives"]["open"] == [None, None, None]


# ---------------------------------------------------------------- the end


def ending(level=2, own=None, **position):
    return solo(own={"deck": [], **(own or {})}, level=level, round=5, main="before", passed=["P2"], **position)


def test_SOL_170_the_player_scores_as_always():
    g = ending(
        gold={"tech": {"side": "a", "markers": ["P1"]}},
        own=objectives(),
        P2=dict(vp=3),
        P1=dict(vp=7, techs=["probe-1", "telescope-1", "computer-1"], computer={"tiles": {"1": "computer-1"}}),
    )
    do(g, "pass")
    assert g.is_over and g.scores()["P1"]["total"] == 18 and g.scores()["P2"]["total"] == 3


@pytest.mark.parametrize(
    "table_, points",
    [
        (objectives(), 0),
        (objectives(ORBIT), 5),
        (objectives(ORBIT, TWO_SCANS, stack=["objective-1-01", "objective-1-02"]), 20),
        (objectives(ORBIT, TWO_SCANS, marked={ORBIT: [True]}, completed=["objective-1-01"], given_up=["objective-1-02"]), 5),
    ],
)
def test_SOL_171_uncompleted_objectives(table_, points):
    """SOL-171: 5 points for each in the row or in the stack; completed ones, spent or not, do not count."""
    g = ending(own=table_, P2=dict(vp=10))
    do(g, "pass")
    assert g.scores()["P2"]["total"] == 10 + points


def test_SOL_171_none_at_level_1():
    g = ending(level=1, P2=dict(vp=10))
    do(g, "pass")
    assert g.scores()["P2"]["total"] == 10


def test_SOL_172_the_danger_penalty_comes_last():
    """SOL-172: it is taken from a total that has the points for objectives and the secret cards; no milestones."""
    rules = RuleSet.load()
    secret = rules.tree["cards"]["exertian-01"]["secret"]
    assert secret["danger"] > 0
    g = ending(
        own=objectives(ORBIT, TWO_SCANS),
        P2=dict(vp=50, secrets_played=["exertian-01"], milestones=[20, 25, 30, 50]),
        species={"left": found("exertians", milestones=[200, 201]), "right": hidden("anomalies")},
    )
    do(g, "pass")
    while not g.is_over:
        do(g, "skip")
    total = 50 + 10 + secret["vp"]
    assert g.scores()["P2"]["total"] == total - total // rules.tree["species"]["exertians"]["most_danger_loses"]
    assert 70 not in seat(g, "P2")["milestones"] or total < 70


@pytest.mark.parametrize("player, rival, share", [(31, 30, 1.0), (30, 30, 0.0), (29, 30, 0.0)])
def test_SOL_173_equality_is_a_loss(player, rival, share):
    g = ending(level=1, P1=dict(vp=player), P2=dict(vp=rival))
    do(g, "pass")
    scores = g.scores()
    assert (scores["P1"]["win_share"], scores["P2"]["win_share"]) == (share, 1 - share)


def test_SOL_173_in_games_in_bulk():
    import numpy as np

    scores = np.array([[30, 30], [30, 30], [31, 30], [30, 31]])
    assert win_shares(scores, np.array([0, 1, 0, 0])).tolist() == [[1, 0], [0, 1], [1, 0], [0, 1]]
    batch = games(1, 60)
    assert batch.seats["win_share"].reshape(-1, 2).sum(axis=1).tolist() == [1.0] * 60
