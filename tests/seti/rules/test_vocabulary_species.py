"""The words that the species' cards brought along: effects, conditions and counts, each as what a changed card does.

Words that name no species stand on base-137 like all others; `species = "this"` and "other" stand on a species' card.
"""

import pytest
from rulings.bench import choices, do, go_on, hand, legal, offers, probes, seat, settle_down, signals, snap
from rulings.more_bench import finale, last_pass
from rulings.species_bench import SAMPLE, alien, anomalies, capsules, face_up, found, hidden, lying, mascamites, on_tile

from seti_sim.seti.rules import opcodes as oc

from .vocabulary import CARD, covers, gained, varied

NONE_DUE = [20, 25, 30, 50, 70]
IN_SECTOR = {2: "barnards-star"}  # of the bench
EACH = {kind: {"P1": 1} for kind in oc.TRACE_KINDS}
NOTHING = {"mission": {}, "triggers": [], "endgame": {}}


def changed(card, **fields):
    """The rules with another make of the card, without a mission or endgame of its own unless that is said."""
    return varied({"cards": {card: {**NOTHING, **fields}}})


def plays(*effects, card=CARD, lines=(), setting=alien, P1=None, **position):
    """(before, after) of P1 playing the card, which costs nothing and has these effects."""
    seat_of = {"milestones": NONE_DUE, **(P1 or {}), "hand": [card, *(P1 or {}).get("hand", ())]}
    g = setting(rules=changed(card, cost=0, play=list(effects)), P1=seat_of, **position)
    before = snap(g)
    return before, settle_down(do(g, f"play {card}", *lines))


def in_oumuamua(**position):
    return alien("oumuamua", **position)


def point(n=3):
    return [{"do": "gain", "vp": n}]


# ---------------------------------------------------------------- effects


@covers("verb", "pay", *oc.RESOURCES)
@pytest.mark.parametrize("resource", oc.RESOURCES)
@pytest.mark.parametrize("had, left", [(1, None), (2, 0), (5, 3)])
def test_pay(resource, had, left):
    """A `may` that begins with 2 to pay is offered to who has 2."""
    word = "exofossils" if resource == "exofossil" else resource
    effect = {"do": "may", "then": [{"do": "pay", resource: 2}, {"do": "draw", "n": 1, "from": "deck"}]}
    table = changed(CARD, cost=0, play=[effect])
    g = in_oumuamua(rules=table, P1={"hand": [CARD], word: had, "milestones": NONE_DUE})
    go_on(do(g, f"play {CARD}"))
    if left is None:
        assert "end" in legal(g) and seat(g, "P1")[word] == had and hand(g) == []
    else:
        settle_down(do(g, "yes"))
        assert seat(g, "P1")[word] == left and len(hand(g)) == 1
        if resource == "vp":  # booked where points of playing cards are
            assert g.scores()["P1"]["by_source"]["card"] == -2


def test_pay_decides_about_a_branch():
    branches = [[{"do": "pay", "energy": 2}, *point(9)], [{"do": "gain", "energy": 1}], point(1)]
    for energy, n in ((1, 2), (2, 3)):
        g = in_oumuamua(rules=changed(CARD, cost=0, play=[{"do": "choose", "of": branches}]),
                        P1=dict(hand=[CARD], energy=energy))  # fmt: skip
        assert len(choices(do(g, f"play {CARD}"))) == n


@covers("verb", "repeat", "then")
@pytest.mark.parametrize("times", [0, 1, 3])
def test_repeat(times):
    effect = {"do": "repeat", "then": [{"do": "pay", "exofossil": 1}, {"do": "gain", "energy": 2}]}
    g = in_oumuamua(rules=changed(CARD, cost=0, play=[effect]), P1=dict(hand=[CARD], exofossils=3, energy=0))
    do(g, f"play {CARD}")
    for _ in range(times):
        do(g, "yes")
    if times < 3:
        do(g, "skip")
    assert "end" in legal(settle_down(g))  # who cannot pay any more is not asked again
    assert seat(g, "P1")["exofossils"] == 3 - times and seat(g, "P1")["energy"] == 2 * times


@covers("verb", "pick-sample")
def test_pick_sample():
    effects = {"do": "orbit"}, {"do": "pick-sample"}
    before, g = plays(*effects, setting=mascamites, P1=dict(probes=[[3, 3]]), lines=["sample sample-energy"])
    assert capsules(g) == {"sample-energy": [3, 3]} and lying(g, "jupiter") == ["sample-credits", "sample-publicity"]


@covers("verb", "sample-reward", "where")
@pytest.mark.parametrize("where, offered", [("own-probe", set()), ("jupiter-or-saturn", {"jupiter", "saturn"})])
def test_sample_reward(where, offered):
    effect = {"do": "sample-reward", "where": where}
    g = mascamites(rules=changed(CARD, cost=0, play=[effect]), P1=dict(hand=[CARD]))
    go_on(do(g, f"play {CARD}"))
    assert offers(g, "look") == offered and ("end" in legal(g)) == (not offered)
    before, g = plays(effect, setting=mascamites, P1=dict(probes=[[3, 3]]),
                      lines=[*(["look jupiter"] if offered else []), "sample sample-credits"])  # fmt: skip
    assert gained(before, g) == SAMPLE["sample-credits"] and len(lying(g, "jupiter")) == 3


@covers("verb", "deliver", "times")
@pytest.mark.parametrize("times", [1, 2, 5])
def test_deliver(times):
    card = "mascamite-01"
    mission = {"when": {"deliver": "earth"}, "reward": [{"do": "deliver", "times": times}]}
    seats = dict(missions={card: []}, capsules={"sample-vp": [1, 5]}, milestones=[20, 25, 30, 50, 70])
    g = mascamites(rules=varied({"cards": {card: {"mission": mission}}}), P1=seats)
    before = snap(g)
    settle_down(do(g, f"mission {card}"))
    assert seat(g, "P1")["vp"] - before["seats"]["P1"]["vp"] == 7 * times
    assert capsules(g) == {} and seat(g, "P1")["completed"] == [card]


@covers("verb", "anomaly-reward", "which")
@pytest.mark.parametrize("side, gain", [(1, {"credits": 1}), (2, {"vp": 4})])
def test_anomaly_reward(side, gain):
    """The next one counter-clockwise of Earth in sector 5, whoever leads its column."""
    lie = {"5": "anomaly-lander/1", "2": f"anomaly-signal/{side}", "0": "anomaly-analysis/1"}
    before, g = plays({"do": "anomaly-reward", "which": "next"}, setting=anomalies, at=lie)
    assert gained(before, g) == gain


@covers("verb", "discard-drawn", "for")
@pytest.mark.parametrize("use, gain", [("corner", {"publicity": 3}), ("income", {"energy": 1})])
def test_discard_drawn(use, gain):
    effects = {"do": "draw", "n": 2, "from": "deck"}, {"do": "discard-drawn", "for": use}
    table = {"base-001": {"corner": {"publicity": 3}, "income": "energy"}, CARD: {"cost": 0, "play": list(effects)}}
    g = anomalies(rules=varied({"cards": table}), top=["base-001", "base-002"], P1=dict(hand=[CARD, "base-003"]))
    before = snap(g)
    go_on(do(g, f"play {CARD}"))
    assert choices(g) == {"discard base-001", "discard base-002"}
    settle_down(do(g, "discard base-001"))
    assert gained(before, g) == {**gain, "hand": 1} and hand(g) == ["base-002", "base-003"]


@covers("verb", "no-move-publicity")
@pytest.mark.parametrize("silent", [True, False])
def test_no_move_publicity(silent):
    effects = [{"do": "no-move-publicity"}] * silent + [{"do": "move", "n": 1}]
    before, g = plays(*effects, setting=in_oumuamua, P1=dict(probes=[[1, 4]]), lines=["step 1.4-1.3"])  # Venus
    assert gained(before, g).get("publicity", 0) == 1 - silent and probes(g) == [[1, 3]]


def test_draw_from_the_species():
    card = "anomaly-09"
    effect = {"do": "draw", "n": 2, "from": "species"}
    before, g = plays(effect, card=card, setting=anomalies, cards=["anomaly-01", "anomaly-02"], up="anomaly-03",
                      lines=["take anomaly-03", "take deck"])  # fmt: skip
    assert hand(g) == ["anomaly-02", "anomaly-03"] and face_up(g) == "anomaly-01"


@pytest.mark.parametrize("star, shown", [("oumuamua", "P1 . ."), ("sirius-a", ". . .")])
def test_signal_at_the_tile(star, shown):
    """On the bench disc 3 carries the tile in the sector of one star."""
    effect = {"do": "signal", "n": 1, "where": "oumuamua"}
    g = in_oumuamua(rules=changed(CARD, cost=0, play=[effect]), P1=dict(hand=[CARD]))
    do(g, f"play {CARD}")
    stars = offers(g, "signal")
    assert "oumuamua" in stars and len(stars) == 2
    chosen = "oumuamua" if star == "oumuamua" else min(stars - {"oumuamua"})
    settle_down(do(g, f"signal {chosen}"))
    assert on_tile(g) == shown and signals(g) == {chosen: 1}


def test_signal_at_the_next_anomaly():
    before, g = plays({"do": "signal", "n": 2, "where": "next-anomaly"}, setting=anomalies)
    assert signals(g) == {IN_SECTOR[2]: 2}


# ---------------------------------------------------------------- conditions of a mission


HERE = {"kind": "signal", "species": "this"}
#: (card, its mission's condition, positions that fulfil it, positions that do not)
MISSIONS = [
    ("TRACES_SPECIES", ("traces", "kind", "species"), "mascamite-08", {"traces": 2, **HERE},
     [dict(slot={"overflow": {"signal": {"P1": 2}}}),
      dict(slot={"overflow": {"signal": {"P1": 1}}}, holders="P1 P2 P2")],
     [dict(slot={"overflow": {"signal": {"P1": 1}, "lander": {"P1": 2}}}),
      dict(other=hidden("anomalies", overflow={"signal": {"P1": 2}}))]),
    ("TRACES_SPECIES", (), "mascamite-08", {"traces": 2, "kind": "any", "species": "other"},
     [dict(other=hidden("anomalies", overflow={"signal": {"P1": 1}, "lander": {"P1": 1}}))],
     [dict(slot={"overflow": {"signal": {"P1": 2}}}),
      dict(other=hidden("anomalies", overflow={"signal": {"P1": 1}}))]),
    ("EACH_KIND_SPECIES", ("traces_each", "species"), "anomaly-07", {"traces_each": 1, "species": "this"},
     [dict(slot={"overflow": EACH}), dict(holders="P1 P1 P1")],
     [dict(slot={"overflow": {"signal": {"P1": 3}}}), dict(other=hidden("mascamites", overflow=EACH))]),
    ("PAID_TRACES", ("paid_traces", "species"), "oumuamua-01", {"paid_traces": 2, "species": "this"},
     [dict(slot={"board": {"signal": ["P1", None, None, None, ["P1"]]}})],
     [dict(slot={"board": {"signal": ["P1", "P1", "P1", "P1", []]}}),
      dict(slot={"board": {"signal": [None, None, None, None, ["P1", "P2"]]}})]),
    ("SIGNALS_ON_TILE", ("signals", "at"), "oumuamua-07", {"signals": 2, "at": "oumuamua"},
     [dict(stars={"oumuamua": {"slot": "P1 P1 ."}})],
     [dict(stars={"oumuamua": {"slot": "P1 P2 ."}}), dict(stars={"vega": {"slot": "P1 P1 . ."}})]),
    ("DELIVER", ("deliver",), "mascamite-01", {"deliver": "venus"},
     [dict(P1=dict(capsules={"sample-vp": [1, 3]}))],
     [dict(P1=dict(capsules={"sample-vp": [1, 5]})), dict(P1=dict(probes=[[1, 3]]))]),
]  # fmt: skip
CASES = [(card, when, position, met) for _, _, card, when, holds, fails in MISSIONS
         for positions, met in ((holds, True), (fails, False)) for position in positions]  # fmt: skip


def of_species(card):
    return {"m": "mascamites", "a": "anomalies", "o": "oumuamua"}[card[0]]


@pytest.mark.parametrize("card, when, position, met", CASES)
def test_a_mission_asks_it(card, when, position, met):
    table = varied({"cards": {card: {"mission": {"when": when, "reward": point(9)}, "triggers": [], "endgame": {}}}})
    mine = {**position.get("P1", {}), "missions": {card: []}, "milestones": NONE_DUE}
    g = alien(of_species(card), rules=table, **{**position, "P1": mine})
    assert (card in offers(g, "mission")) == met
    if met:
        settle_down(do(g, f"mission {card}"))
        assert seat(g, "P1")["vp"] == 9 and seat(g, "P1")["completed"] == [card]


for _name, _keys, *_ in MISSIONS:
    covers("condition", _name, *_keys)(test_a_mission_asks_it)


# ---------------------------------------------------------------- what only the card being played can ask


@covers("condition", "MARKED_ON_TILE", "marked_on", "n")
@covers("count", "MARKED_ON_TILE", "marked_on")
@pytest.mark.parametrize("marked", [0, 1, 2])
def test_signals_that_this_card_put_on_the_tile(marked):
    effects = [
        {"do": "signal", "n": 2, "where": "oumuamua"},
        {"do": "if", "cond": {"marked_on": "oumuamua", "n": 2}, "then": [{"do": "gain", "energy": 1}]},
        {"do": "per", "count": {"marked_on": "oumuamua"}, "then": [{"do": "gain", "credits": 2}]},
    ]
    g = in_oumuamua(rules=changed(CARD, cost=0, play=effects), P1=dict(hand=[CARD], milestones=NONE_DUE))
    before = snap(g)
    do(g, f"play {CARD}")
    star = min(offers(g, "signal") - {"oumuamua"})
    settle_down(do(g, *[f"signal {'oumuamua' if i < marked else star}" for i in range(2)]))
    gain = gained(before, g)
    assert gain.get("credits", 0) == 2 * marked and gain.get("energy", 0) == (marked == 2)


@covers("condition", "LAUNCHED_AT_ANOMALY", "launched_in")
@pytest.mark.parametrize(
    "at, effects, met",
    [("5", [{"do": "launch"}], True), ("4", [{"do": "launch"}], False), ("5", [{"do": "move", "n": 1}], False)],
)
def test_launched_in_the_sector_of_an_anomaly(at, effects, met):
    reward = {"do": "if", "cond": {"launched_in": "anomaly-sector"}, "then": [{"do": "gain", "energy": 4}]}
    lie = {at: "anomaly-signal/1", "2": "anomaly-lander/1", "0": "anomaly-analysis/1"}
    before, g = plays(*effects, reward, setting=anomalies, at=lie)
    assert gained(before, g).get("energy", 0) == 4 * met


@covers("count", "SIGNALS_AT_ANOMALIES", "signals")
@pytest.mark.parametrize("slot, n", [("P1 . . . .", 1), ("P1 P2 P1 . .", 2), ("P2 . . . .", 0)])
def test_signals_in_sectors_with_anomalies(slot, n):
    data = {IN_SECTOR[2]: {"slot": slot}, "procyon": {"slot": "P1 P1 . . ."}}
    count = {"do": "per", "count": {"signals": "anomaly-sectors"}, "then": [{"do": "gain", "energy": 2}]}
    before, g = plays(count, setting=anomalies, stars=data)
    assert gained(before, g).get("energy", 0) == 2 * n


TRACES = {"slot": {"overflow": {"signal": {"P1": 3}, "lander": {"P1": 1}}},
          "other": hidden("anomalies", overflow={"signal": {"P1": 1}, "analysis": {"P1": 4}})}  # fmt: skip


COUNTS = [{"traces": 1, "kind": "signal", "species": "this"}, {"traces": 2, "kind": "any", "species": "this"},
          {"traces": 1, "kind": "signal", "species": "other"},
          {"traces": 1, "kind": "any", "species": "other"}]  # fmt: skip


@covers("count", "TRACES_SPECIES", "traces", "kind", "species")
@pytest.mark.parametrize("count, n", list(zip(COUNTS, (3, 2, 1, 5), strict=True)))
def test_traces_for_one_species(count, n):
    card = "mascamite-05"
    effect = {"do": "per", "count": count, "then": [{"do": "gain", "credits": 2}]}

    def setting(**keys):
        return alien("mascamites", **keys)

    before, g = plays(effect, card=card, setting=setting, **TRACES)
    assert gained(before, g) == {"credits": 2 * n}
    table = varied({"cards": {card: {"endgame": {"vp": 3, "per": count}}}})
    species = {"left": found("mascamites", **TRACES["slot"]), "right": TRACES["other"]}
    g = finale(rules=table, P1=dict(endgame=[card], milestones=NONE_DUE), species=species)
    assert last_pass(g)["P1"] == 3 * n
