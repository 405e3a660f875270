"""SOL-120 to SOL-132: the rival and the five species."""

import pytest

from seti_sim.seti.rules import RuleSet

from .bench import changes, covered, do, go_on, landers, moon, orbiters, seat, signals, star
from .solo_bench import SPECIES, solo, steps, table, top, turn_of
from .species_bench import LAID, alien_cards, alien_deck, board, found, hidden, message_tile, on_tile, played, rewards, secrets

PROBE = dict(probes=[[1, 5]])


def with_card(species, slot=None, **more):
    """(before, game) of a turn in which the species' card is turned up."""
    tables = {"left": found(species, **(slot or {})), "right": hidden("anomalies" if species != "anomalies" else "mascamites")}
    return turn_of(SPECIES[species], species=tables, **more)


# ---------------------------------------------------------------- Mascamites


def test_SOL_120_launch_first():
    before, g = with_card("mascamites")
    assert changes(before, g, "P2") == {"probes": 1, "publicity": 1}


@pytest.mark.parametrize("turns, planet", [([0, 0, 0], "saturn"), ([0, 0, 4], "jupiter")])
def test_SOL_120_MAS_17_a_landing_at_saturn_or_jupiter(turns, planet):
    """SOL-120: Saturn at most four moves away, else Jupiter within five; a random sample goes to the board, face up,
    and brings the rival nothing."""
    seen = set()
    for number in range(12):
        before, g = with_card(
            "mascamites",
            P2=PROBE,
            discs={"turns": turns, "next": "disc-1"},
            game=number,
            slot=dict(samples={k: LAID[k] for k in ("jupiter", "saturn")}, tokens={"analysis": [None, None, "sample-vp"]}),
        )
        assert landers(g, planet, "P2") == 1 and orbiters(g, planet, "P2") == 0
        tokens = g.to_json()["species"]["left"]["tokens"]["analysis"]
        assert tokens[:3] == [None, None, "sample-vp"] and tokens[3] in LAID[planet] and tokens[4:] == [None] * 5
        seen.add(tokens[3])
        assert steps(before, g) == changes_of_landing(before, g)
    assert len(seen) > 1


def changes_of_landing(before, g):
    """Steps that the landing itself brings: 4 for the fourth data in the computer; a sample would bring more."""
    return 4 if top(g) >= 4 else 0


@pytest.mark.parametrize("turns", [[a, b, c] for a in range(0, 8, 3) for b in range(0, 8, 3) for c in range(8)])
def test_SOL_120_one_of_the_two_is_always_in_reach(turns):
    before, g = with_card("mascamites", P2=PROBE, discs={"turns": turns, "next": "disc-1"})
    assert landers(g, "saturn", "P2") + landers(g, "jupiter", "P2") == 1


def test_SOL_120_on_a_moon_and_no_sample_left():
    """SOL-120: on a moon by SOL-74, which stands for its planet; without a sample there nothing comes to the board."""
    slot = dict(
        samples={"jupiter": LAID["jupiter"], "saturn": []}, tokens={"analysis": [None, None, "sample-vp", *LAID["saturn"]]}
    )
    before, g = with_card("mascamites", P2=PROBE, own=dict(techs={"probe-1": 1}), slot=slot)
    assert moon(g, "enceladus") == ["P2"]  # the arrow of S.15 points right
    assert g.to_json()["species"]["left"]["tokens"] == before["species"]["left"]["tokens"]
    slot = dict(samples={k: LAID[k] for k in ("jupiter", "saturn")}, tokens={"analysis": [None, None, "sample-vp"]})
    before, g = with_card("mascamites", P2=PROBE, own=dict(techs={"probe-1": 1}), slot=slot)
    assert g.to_json()["species"]["left"]["tokens"]["analysis"][3] in LAID["saturn"]


# ---------------------------------------------------------------- Anomalies


@pytest.mark.parametrize("holders, place", [([], 0), (["P1"], 1), (["P2", "P1"], 2), (["P1", "P1", "P1", "P1"], 4)])
def test_SOL_121_SOL_122_ANO_16_a_trace_where_it_does_not_lead(holders, place):
    """SOL-121, SOL-122: the next anomaly counter-clockwise of Earth (sector 5, its own excepted) is that of landers: the
    lowest free space of the column, its reward and 3 points, also where it does not lead by that."""
    slot = dict(
        anomalies={"5": "anomaly-signal/1", "2": "anomaly-lander/1", "0": "anomaly-analysis/1"}, board={"lander": holders}
    )
    before, g = with_card("anomalies", slot=slot)
    holder = board(g, "lander")[place]
    assert holder == (["P2"] if place == 4 else "P2")
    points = [4, 2, 2, 3, 2][place] + 3
    assert changes(before, g, "P2")["vp"] == points and steps(before, g) == (1 if place < 2 else 0)


@pytest.mark.parametrize("holders", [["P2"], ["P1", "P2"], ["P1", "P1", "P1", "P1", ["P1", "P2"]]])
def test_SOL_121_it_leads_already(holders):
    """SOL-121: with the highest marker, in the open top space the latest, the second action is done: research."""
    slot = dict(
        anomalies={"2": "anomaly-lander/1", "1": "anomaly-signal/1", "0": "anomaly-analysis/1"}, board={"lander": holders}
    )
    before, g = with_card("anomalies", slot=slot)
    assert table(g)["techs"] == {"computer-1": 1} and board(g, "lander") == before["species"]["left"]["board"]["lander"]


def test_SOL_123_it_wins_anomalies():
    """SOL-123: a rotation triggers one, the rival leads: its reward, an energy being a step of progress."""
    slot = dict(
        anomalies={"4": "anomaly-analysis/2", "1": "anomaly-signal/1", "7": "anomaly-lander/1"}, board={"analysis": ["P2"]}
    )
    tables = {"left": found("anomalies", **slot), "right": hidden("mascamites")}
    before, g = turn_of(
        "rival-04", species=tables, own=dict(found=["left"]), P2=dict(publicity=0), techs={"computer-1": {"tiles": ["vp"]}}
    )
    assert steps(before, g) == 2  # one printed on S.4, one for the energy


# ---------------------------------------------------------------- 'Oumuamua


def test_SOL_124_flight_to_oumuamua():
    """SOL-124: four moves; landing is preferred; of the landers' spaces the one with most data."""
    before, g = with_card("oumuamua", P2=PROBE, discs={"turns": [0, 0, 0], "next": "disc-1"})
    assert landers(g, "oumuamua", "P2") == 1 and covered(g, "oumuamua")[0] == ["P2"]
    assert seat(g, "P2")["exofossils"] == 2 and top(g) == 3 and changes(before, g, "P2")["vp"] == 9


def test_SOL_124_orbit_where_only_that_is_free():
    oumuamua = {"landers": {"P1": 3}, "data": [["P1"], ["P1"], ["P1"]]}
    before, g = with_card("oumuamua", P2=PROBE, planets={"oumuamua": oumuamua})
    assert orbiters(g, "oumuamua", "P2") == 1 and changes(before, g, "P2")["vp"] == 11  # 1 of the tile's first space
    assert steps(before, g) == 1  # the first orbiter's card


def test_SOL_124_out_of_reach():
    """SOL-124: with the tile on the far side the scan is done instead."""
    before, g = with_card("oumuamua", P2=PROBE, discs={"turns": [0, 0, 4], "next": "disc-1"})
    assert landers(g, "oumuamua", "P2") == 0 and sum(signals(g, "P2").values()) == 3


def test_SOL_125_OUM_23_only_the_icon_goes_to_the_tile():
    """SOL-125: with the tile in Earth's sector the Earth signal goes to the star, the last of S.17 to the tile."""
    before, g = with_card("oumuamua", discs={"turns": [0, 0, 0], "next": "disc-1"})
    assert on_tile(g) == "P2 . ." and star(g, "61-virginis").startswith("P2")
    before, g = turn_of("rival-02", species={"left": found("oumuamua"), "right": hidden("anomalies")})
    assert on_tile(g) == ". . ." and sum(signals(g, "P2").values()) == 3


def test_SOL_125_it_takes_part_in_completing_the_tile():
    """SOL-125: the last data of the tile: everybody there gains an exofossil."""
    before, g = with_card("oumuamua", stars={"oumuamua": {"slot": "P1 P2 ."}})
    assert on_tile(g) == ". . ." and seat(g, "P2")["exofossils"] == 1 == seat(g, "P1")["exofossils"]


@pytest.mark.parametrize("reading, tile", [(True, "P2 . ."), (False, ". . .")])
def test_SOL_126_the_signal_of_the_orbit(reading, tile):
    """SOL-126: the orbiter's icon is the same, so its signal goes to the tile; by the other reading to the star."""
    rules = RuleSet.load({"solo": {"readings": {"orbit_signal_on_tile": reading}}})
    oumuamua = {"landers": {"P1": 3}, "data": [["P1"], ["P1"], ["P1"]]}
    before, g = with_card("oumuamua", rules=rules, P2=PROBE, planets={"oumuamua": oumuamua})
    assert on_tile(g) == tile and (star(g, "61-virginis").startswith("P2")) != reading


# ---------------------------------------------------------------- Centaurians


def test_SOL_127_message_tiles():
    """SOL-127: at the discovery one tile 15 ahead of its score, two in reserve."""
    g = solo(
        "rival-01",
        main="before",
        P1=dict(computer={"top": 6}),
        P2=dict(vp=11),
        species={"left": hidden("centaurians", "P1 P2"), "right": hidden("anomalies")},
    )
    do(g, "analyze", "trace left analysis", "end")
    assert message_tile(g, "P2") == 26 and table(g)["message_tiles"] == 2 and message_tile(g, "P1") is not None


@pytest.mark.parametrize("reserve, out, done", [(2, None, True), (0, None, False), (2, 70, False)])
def test_SOL_128_CEN_13_another_tile(reserve, out, done):
    """SOL-128: with a tile in reserve and none on the track: 15 ahead of the present score, then a step."""
    before, g = with_card(
        "centaurians", P2=dict(vp=7, **({"message_tile": out} if out else {})), own=dict(message_tiles=reserve)
    )
    if done:
        assert message_tile(g, "P2") == 22 and table(g)["message_tiles"] == 1 and steps(before, g) == 1 and not signals(g, "P2")
    else:
        assert message_tile(g, "P2") == out and sum(signals(g, "P2").values()) == 3


@pytest.mark.parametrize(
    "arrow, covered_by, reward",
    [
        ("right", {}, "message-vp"),
        ("right", {"message-vp": "P1"}, "message-publicity"),
        ("left", {"message-trace": "P1"}, "message-card"),
    ],
)
def test_SOL_129_reaching_a_tile(arrow, covered_by, reward):
    """SOL-129: the leftmost or rightmost uncovered reward, which the tile covers."""
    card = {"arrow": arrow, "actions": [{"do": "launch", "reward": [{"do": "gain", "vp": 3}]}]}
    rules = RuleSet.load({"solo": {"cards": {"rival-01": card}}})
    tables = {"left": found("centaurians", rewards=covered_by), "right": hidden("anomalies")}
    before, g = turn_of("rival-01", rules=rules, species=tables, P2=dict(vp=20, message_tile=22))
    assert rewards(g)[reward] == "P2" and message_tile(g, "P2") is None
    gain = {"message-vp": {"vp": 11}, "message-publicity": {"vp": 3, "publicity": 3}, "message-card": {"vp": 3}}[reward]
    assert changes(before, g, "P2") == {**gain, "probes": 1} and steps(before, g) == (2 if reward == "message-card" else 0)


def test_SOL_129_none_left():
    tables = {
        "left": found("centaurians", rewards={f"message-{k}": "P1" for k in ("trace", "card", "publicity", "vp")}),
        "right": hidden("anomalies"),
    }
    rules = RuleSet.load(
        {"solo": {"cards": {"rival-01": {"actions": [{"do": "launch", "reward": [{"do": "gain", "vp": 3}]}]}}}}
    )
    before, g = turn_of("rival-01", rules=rules, species=tables, P2=dict(vp=20, message_tile=22))
    assert changes(before, g, "P2") == {"vp": 3, "probes": 1} and message_tile(g, "P2") is None and g.to_move == "P1"


# ---------------------------------------------------------------- Exertians


def test_SOL_130_no_cards_and_no_milestones():
    """SOL-130: at the discovery the rival gets none, the deck stays; its reaching a milestone of theirs is nothing."""
    g = solo(
        "rival-01",
        main="before",
        P1=dict(computer={"top": 6}),
        P2=dict(vp=11),
        species={"left": hidden("exertians", "P1 P2"), "right": hidden("anomalies")},
    )
    before = g.to_json()
    do(g, "analyze", "trace left analysis", "end")
    while g.decision == "secret":
        do(g, "skip")
    assert secrets(g, "P2") == [] and len(secrets(g, "P1")) > 0 and len(alien_deck(g)) > 5 and steps(before, g) == 1
    tables = {"left": found("exertians", milestones=[21, 22]), "right": hidden("anomalies")}
    rules = RuleSet.load(
        {"solo": {"cards": {"rival-01": {"actions": [{"do": "launch", "reward": [{"do": "gain", "vp": 9}]}]}}}}
    )
    before, g = turn_of("rival-01", rules=rules, species=tables, P2=dict(vp=20))
    assert g.to_move == "P1" and played(g, "P2") == [] and seat(g, "P2")["vp"] == 29


@pytest.mark.parametrize("vp", [11, 44])
def test_EXE_16_the_rivals_score_counts_for_the_milestones(vp):
    """EXE-16, EXE-04: they are put ahead of the highest score, which with 44 points is the rival's."""
    g = solo(
        "rival-01",
        main="before",
        P1=dict(computer={"top": 6}, vp=30),
        P2=dict(vp=vp),
        species={"left": hidden("exertians", "P1 P2"), "right": hidden("anomalies")},
    )
    go_on(do(g, "analyze", "trace left analysis"))
    highest = max(seat(g, "P1")["vp"], vp)
    do(g, "end")
    ahead = [entry["ahead_of_leader"] for entry in g.rules.tree["species"]["exertians"]["milestones"].values()]
    assert g.to_json()["species"]["left"]["milestones"] == [highest + n for n in ahead]


@pytest.mark.parametrize("cards, marks, done", [(0, 0, True), (4, 0, True), (5, 0, False), (2, 3, False), (2, 2, True)])
def test_SOL_131_EXE_15_a_secret_card(cards, marks, done):
    """SOL-131: with fewer than five cards and markers on the board proper a random card of the deck; else a scan."""
    own = alien_cards("exertians")[:cards]
    columns = {kind: (["P2"] if k < marks else []) for k, kind in enumerate(("signal", "lander", "analysis"))}
    before, g = with_card("exertians", slot=dict(board=columns), P2=dict(secrets_played=own))
    assert len(played(g, "P2")) == cards + done and bool(signals(g, "P2")) != done


def test_SOL_131_discovery_spaces_and_overflow_do_not_count():
    slot = dict(holders="P2 P2 P2", overflow={"lander": {"P2": 4}})
    before, g = with_card("exertians", slot=slot)
    assert len(played(g, "P2")) == 1


def test_SOL_131_the_card_is_random():
    seen = {played(with_card("exertians", game=number)[1], "P2")[0] for number in range(25)}
    assert len(seen) > 6


def test_SOL_132_all_its_cards_count():
    """SOL-132: at the end each gives its points, fulfilled or not; danger of both sides is compared."""
    rules = RuleSet.load()
    card = "exertian-01"
    secret = rules.tree["cards"][card]["secret"]
    g = solo(
        own=dict(deck=[]),
        round=5,
        main="before",
        passed=["P2"],
        P1=dict(vp=100),
        P2=dict(vp=40, secrets_played=[card]),
        species={"left": found("exertians", milestones=[200, 201]), "right": hidden("anomalies")},
    )
    do(g, "pass")
    while not g.is_over:
        do(g, "skip")
    total = 40 + secret["vp"]
    loss = total // rules.tree["species"]["exertians"]["most_danger_loses"] if secret["danger"] else 0
    assert g.scores()["P2"]["total"] == total - loss and g.scores()["P1"]["total"] == 100
