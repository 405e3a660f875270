"""The keys of the five species: boards, deals, tokens, milestones; each is changed, and the game changes with it."""

import pytest
from rulings.bench import KINDS, branch, changes, do, go_on, hand, legal, offers, seat, settle_down, snap
from rulings.more_bench import finale, last_pass
from rulings.species_bench import (
    alien,
    alien_deck,
    board,
    discover,
    eve,
    face_up,
    found,
    hidden,
    message_tile,
    on_tile,
    pending,
    played,
    secrets,
)

from .keys import TREE, alter, printed, shows, together
from .test_species_data import check
from .vocabulary import CARD, varied

DECKS = ("mascamites", "anomalies", "oumuamua", "centaurians")
SPECIES = (*DECKS, "exertians")
NONE_DUE = [20, 25, 30, 50, 70]
MARK = {kind: [{"do": "trace", "kind": kind}] for kind in KINDS}


def vp(n):
    return [{"do": "gain", "vp": n}]


def rules_of(species, *overlays, play=None, **keys):
    """The rules with keys of a species changed, and with base-137 doing `play` for nothing."""
    own = {"cards": {CARD: {"cost": 0, "play": play}}} if play else {}
    return varied(together({"species": {species: keys}}, own, *overlays))


def other_than(species):
    return "anomalies" if species == "mascamites" else "mascamites"


def the(species, rules, P1=None, **position):
    """The bench with that species discovered and base-137 in P1's hand."""
    mine = {"hand": [CARD], "milestones": NONE_DUE, **(P1 or {})}
    return alien(species, rules=rules, P1=mine, other=position.pop("other", other_than(species)), **position)


# ---------------------------------------------------------------- deals


@shows("species.*.cards_per_discovery_marker")
@pytest.mark.parametrize("n", [0, 2, 3])
@pytest.mark.parametrize("species", SPECIES)
def test_cards_for_each_discovery_marker(species, n):
    every = {"cards_per_player": 1} if species == "exertians" else {}
    rules = rules_of(species, cards_per_discovery_marker=n, **every)
    g = discover(eve(species, rules=rules, other=other_than(species)))
    if species == "exertians":
        assert (len(secrets(g)), len(secrets(g, "P2"))) == (1 + 2 * n, 1 + n)
    else:
        assert (len(hand(g)), len(hand(g, "P2")), len(alien_deck(g))) == (2 * n, n, 10 - 3 * n - 1)


@shows("species.mascamites.face_up_cards", "species.anomalies.face_up_cards", "species.oumuamua.face_up_cards",
       "species.centaurians.face_up_cards")  # fmt: skip
@pytest.mark.parametrize("species", DECKS)
def test_no_face_up_card(species):
    rules = rules_of(species, face_up_cards=0, play=MARK["signal"], board={"signal": [
        {"reward": [{"do": "draw", "n": 2, "from": "species"}]}]})  # fmt: skip
    g = discover(eve(species, rules=rules, other=other_than(species)))
    assert face_up(g) is None and len(alien_deck(g)) == 7
    g = the(species, rules)
    assert face_up(g) is None and len(alien_deck(g)) == 10
    settle_down(do(g, f"play {CARD}", "trace left signal 1"))  # with one possibility nothing is asked
    assert len(hand(g)) == 2 and face_up(g) is None and len(alien_deck(g)) == 8


@shows("species.exertians.face_up_cards")
def test_secret_cards_have_no_other_number_of_face_up_cards():
    assert printed("species.exertians.face_up_cards") == 0
    check(alter("species.exertians.face_up_cards", 1), "species.exertians.face_up_cards = 1",
          "0, for secret cards never lie open")  # fmt: skip


@shows("species.exertians.cards_per_player")
@pytest.mark.parametrize("n", [0, 1, 2])
def test_cards_for_every_player(n):
    g = discover(eve("exertians", rules=rules_of("exertians", cards_per_player=n), players=3))
    assert [len(secrets(g, name)) for name in ("P1", "P2", "P3")] == [n + 2, n + 1, n]


@shows("species.exertians.plays_per_discovery_marker")
@pytest.mark.parametrize("n", [0, 1, 2])
def test_plays_for_each_discovery_marker(n):
    g = discover(eve("exertians", rules=rules_of("exertians", plays_per_discovery_marker=n), holders="P2 neutral"))
    for name in ("P1", "P2"):
        for _ in range(n):
            assert g.to_move == name and "skip" in legal(g)
            do(g, f"secret {min(offers(g, 'secret'))}")
        assert len(played(g, name)) == n
    assert g.to_move == "P2" and "pass" in legal(g)


# ---------------------------------------------------------------- boards


def lay_samples(kind):
    """The Mascamites' spaces for samples, in another column than that kind's."""
    return {"lander" if kind == "analysis" else "analysis": [{"token": "setup"}] + [{"token": "delivered"}] * 6}


@shows("species.*.board.*")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("species", SPECIES)
def test_spaces_rewards_costs_and_open_ends(species, kind):
    """Three spaces, the first without a cost, the second for 2 data, the third open and for 2 exofossils."""
    column = [{"reward": vp(11)}, {"cost": {"data": 2}, "reward": vp(12)},
              {"capacity": "any", "cost": {"exofossil": 2}, "reward": vp(13)}]  # fmt: skip
    rules = rules_of(species, play=MARK[kind],
                     board={**(lay_samples(kind) if species == "mascamites" else {}), kind: column})  # fmt: skip
    for data, exofossils, spaces in ((0, 0, "1"), (2, 1, "12"), (1, 2, "13"), (2, 2, "123")):
        g = the(species, rules, P1=dict(data=data, exofossils=exofossils))
        go_on(do(g, f"play {CARD}"))
        assert offers(g, "trace") & {f"left {kind} {k}" for k in range(1, 10)} == {f"left {kind} {k}" for k in spaces}
    before = snap(g)
    for space, gain in (("1", {"vp": 11}), ("2", {"vp": 12, "data": -2}), ("3", {"vp": 13, "exofossils": -2})):
        marked = go_on(branch(g, f"trace left {kind} {space}"))
        assert changes(before, marked) == gain
        mine = {"1": ["P1", None, []], "2": [None, "P1", []], "3": [None, None, ["P1"]]}[space]
        assert board(marked, kind) == mine
    g = the(species, rules, P1=dict(data=2, exofossils=2), slot={"board": {kind: ["P2", "P2", ["P2", "P1"]]}})
    go_on(do(g, f"play {CARD}"))
    assert offers(g, "trace") & {f"left {kind} {k}" for k in range(1, 10)} == {f"left {kind} 3"}
    do(g, f"trace left {kind} 3")
    assert board(g, kind) == ["P2", "P2", ["P1", "P2", "P1"]]  # by seat, but the latest is the last


@shows("species.exertians.board.*")
@pytest.mark.parametrize("kind", KINDS)
def test_danger_of_the_spaces(kind):
    """P1's markers, one and two of them on the open space, against 10 danger of P2 on another column's space."""
    column = [{"danger": 9, "reward": []}, {"capacity": "any", "danger": 4, "reward": []}]
    more = next(word for word in KINDS if word != kind)
    rules = rules_of("exertians", board={kind: column, more: [{"danger": 10, "reward": []}]})
    for spaces, mine, theirs in (([None, ["P1", "P1"]], 30, 27), (["P1", []], 30, 27), (["P1", ["P1"]], 27, 30),
                                 ([None, ["P1"] * 3], 27, 30)):  # fmt: skip
        at = dict(vp=30, milestones=NONE_DUE)
        g = finale(rules=rules, P1=at, P2=at, species={"right": hidden("mascamites"), "left": found(
            "exertians", board={kind: spaces, more: ["P2"]})})  # fmt: skip
        assert last_pass(g) == {"P1": mine, "P2": theirs}


# ---------------------------------------------------------------- samples


@shows("species.mascamites.samples_at.*")
@pytest.mark.parametrize("at", [{"jupiter": 0, "saturn": 6}, {"jupiter": 2}, {"jupiter": 5, "saturn": 0}])
def test_samples_at_planets(at):
    """Where fewer lie at planets, more lie on the board; Mars gets what Saturn and Jupiter lack in the second case."""
    at = {"mars": 1, **at} if at == {"jupiter": 2} else at
    lying = {"jupiter": 3, "saturn": 3, **at}
    on_board = 7 - sum(lying.values())
    spaces = [{"token": "setup"}] * on_board + [{"token": "delivered"}] * sum(lying.values())
    g = discover(eve("mascamites", rules=rules_of("mascamites", samples_at=at, board={"analysis": spaces}),
                     other="anomalies"))  # fmt: skip
    slot = g.to_json()["species"]["left"]
    found_there = {planet: len(samples) for planet, samples in slot["samples"].items()}
    assert found_there == {planet: n for planet, n in lying.items() if n}
    assert [token is not None for token in slot["tokens"]["analysis"]] == [True] * on_board + [False] * (7 - on_board)
    everywhere = [*sum(slot["samples"].values(), []), *filter(None, slot["tokens"]["analysis"])]
    assert sorted(everywhere) == sorted(TREE["species"]["mascamites"]["samples"])


SAMPLES = list(TREE["species"]["mascamites"]["samples"])


@shows("species.mascamites.samples.*.reward")
@pytest.mark.parametrize("number", range(7))
def test_rewards_of_samples(number):
    """Delivered on Earth, looked at on Jupiter, and marked on the board: the changed reward each time."""
    name = SAMPLES[number]
    rest = [sample for sample in SAMPLES if sample != name]
    rules = rules_of("mascamites", play=MARK["analysis"],
                     samples={sample: {"reward": vp(21 + i)} for i, sample in enumerate(SAMPLES)})  # fmt: skip
    tokens = {"tokens": {"analysis": [None, None, name]}, "samples": {"jupiter": rest[:3], "saturn": rest[3:]}}
    g = the("mascamites", rules, slot=tokens)
    before = snap(g)
    go_on(do(g, f"play {CARD}", "trace left analysis 3"))
    assert changes(before, g) == {"hand": -1, "vp": 21 + number}
    away = {"tokens": {"analysis": [None, None, rest[0]]}, "samples": {"jupiter": rest[1:4], "saturn": rest[4:]}}
    g = the("mascamites", rules, slot=away, P1=dict(capsules={name: [1, 5]}, missions={"mascamite-07": []}))
    before = snap(g)
    do(g, "mission mascamite-07")
    assert changes(before, g)["vp"] == 2 * (21 + number)
    assert g.to_json()["species"]["left"]["tokens"]["analysis"][3] == name
    near = {"tokens": {"analysis": [None, None, rest[0]]}, "samples": {"jupiter": [name], "saturn": rest[1:]}}
    g = the("mascamites", rules, slot=near, P1=dict(hand=["mascamite-05"], probes=[[3, 3]]))
    before = snap(g)
    settle_down(do(g, "play mascamite-05"))
    assert changes(before, g)["vp"] == 21 + number


@shows("species.mascamites.board.lander")
def test_spaces_for_samples_in_another_column():
    """The spaces for samples lie in the lander column: the second of two set up is marked, a third delivered."""
    spaces = [{"token": "setup"}, {"token": "setup"}, *[{"token": "delivered"}] * 5]
    rules = rules_of("mascamites", play=MARK["lander"], samples_at={"jupiter": 2},
                     board={"lander": spaces, "analysis": [{"reward": vp(1)}]})  # fmt: skip
    rest = [sample for sample in SAMPLES if sample not in ("sample-vp", "sample-energy")]
    at = {"tokens": {"lander": ["sample-energy", "sample-vp"]}, "samples": {"jupiter": rest[:2], "saturn": rest[2:]}}
    g = the("mascamites", rules, slot=at)
    before = snap(g)
    go_on(do(g, f"play {CARD}"))
    assert offers(g, "trace") >= {"left lander 1", "left lander 2"} and "left lander 3" not in offers(g, "trace")
    go_on(do(g, "trace left lander 2"))
    assert changes(before, g) == {"hand": -1, "vp": 7}
    at["samples"]["jupiter"] = rest[1:2]
    g = the("mascamites", rules, slot=at, P1=dict(capsules={rest[0]: [1, 5]}, missions={"mascamite-01": []}))
    do(g, "mission mascamite-01")
    assert g.to_json()["species"]["left"]["tokens"]["lander"][:4] == ["sample-energy", "sample-vp", rest[0], None]


# ---------------------------------------------------------------- anomalies


@shows("species.anomalies.anomalies_at")
@pytest.mark.parametrize("at", [[1, 2, 6], [7, 0, 4]])
def test_places_of_the_anomalies(at):
    """Counter-clockwise of Earth, which stands in sector 5."""
    g = discover(eve("anomalies", rules=rules_of("anomalies", anomalies_at=at)))
    assert set(g.to_json()["species"]["left"]["anomalies"]) == {str((5 - n) % 8) for n in at}


@shows("species.anomalies.anomalies.*.kind", "species.anomalies.anomalies.*.sides")
@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize("number", range(3))
def test_kind_and_sides_of_the_anomalies(number, side):
    """Each has the kind of the next one; P2 leads that kind's column, P1 the printed one."""
    names = [f"anomaly-{kind}" for kind in KINDS]
    anomalies = {name: {"kind": KINDS[(i + 1) % 3], "sides": [vp(11 + i), vp(21 + i)]} for i, name in enumerate(names)}
    rules = rules_of("anomalies", anomalies=anomalies, play=[{"do": "rotate"}])
    first, second = (name for name in names if name != names[number])
    where = {"4": f"{names[number]}/{side}", "1": f"{first}/1", "7": f"{second}/1"}
    columns = {KINDS[number]: [None, "P1"], KINDS[(number + 1) % 3]: ["P2"]}
    g = the("anomalies", rules, slot={"anomalies": where, "board": columns})
    before = snap(g)
    settle_down(do(g, f"play {CARD}"))
    assert changes(before, g, "P2") == {"vp": 10 * side + 1 + number} and "vp" not in changes(before, g)


# ---------------------------------------------------------------- the tile


@shows("species.oumuamua.tile.disc", "species.oumuamua.tile.ring", "species.oumuamua.tile.cell")
@pytest.mark.parametrize("disc, ring, cell", [("disc-3", 3, 0), ("disc-3", 3, 6), ("disc-2", 2, 1), ("disc-1", 1, 4)])
def test_place_of_the_tile(disc, ring, cell):
    rules = rules_of("oumuamua", tile={"disc": disc, "ring": ring, "cell": cell})
    turns = [1, 3, 6]
    there = [ring, (cell - turns[int(disc[-1]) - 1]) % 8]
    for space in ([r, s] for r in (1, 2, 3, 4) for s in range(8)):
        g = alien("oumuamua", rules=rules, discs={"turns": turns, "next": disc}, P1=dict(probes=[space]))
        assert ("orbit oumuamua" in legal(g)) == (space == there)
        if space == there:
            do(g, "pass")  # the disc turns by one and carries the tile
            assert seat(g, "P1")["probes"] == [[ring, (there[1] - 1) % 8]]


@shows("species.oumuamua.tile.publicity")
@pytest.mark.parametrize("n", [0, 3])
def test_publicity_of_a_visit(n):
    g = alien("oumuamua", rules=rules_of("oumuamua", tile={"publicity": n}), P1=dict(probes=[[3, 4]]))
    before = snap(g)
    do(g, "move 3.4-3.5")
    assert changes(before, g) == {"energy": -1, **({"publicity": n} if n else {})}


@shows("species.oumuamua.tile.under_tile")
def test_what_a_probe_under_the_tile_brings():
    rules = rules_of("oumuamua", tile={"under_tile": [{"do": "gain", "credits": 2}]})
    g = eve("oumuamua", rules=rules, P2=dict(techs=["probe-1"], probes=[[3, 5], [3, 5]]))
    before = snap(g)
    discover(g)
    assert changes(before, g, "P2") == {"hand": 1, "credits": 4} and "credits" not in changes(before, g)


@shows("species.oumuamua.tile.data", "species.oumuamua.tile.marker_vp", "species.oumuamua.tile.completed")
def test_the_slot_of_the_tile():
    """Four data; points for the second and the third marker; 9 points for all who have markers, and four new data."""
    tile = {"data": 4, "marker_vp": [0, 6, 8, 0], "completed": vp(9)}
    rules = rules_of("oumuamua", tile=tile, play=[{"do": "signal", "n": 1, "where": "oumuamua"}])
    assert on_tile(discover(eve("oumuamua", rules=rules))) == ". . . ."
    for slot, points, after in (
        (". . . .", 0, "P1 . . ."), ("P2 . . .", 6, "P2 P1 . ."), ("P2 P2 . .", 8, "P2 P2 P1 ."),
    ):  # fmt: skip
        g = the("oumuamua", rules, stars={"oumuamua": {"slot": slot}})
        before = snap(g)
        settle_down(do(g, f"play {CARD}", "signal oumuamua"))
        assert changes(before, g) == {"hand": -1, "data": 1, **({"vp": points} if points else {})}
        assert on_tile(g) == after
    g = the("oumuamua", rules, stars={"oumuamua": {"slot": "P2 P2 P2 ."}})
    before = snap(g)
    settle_down(do(g, f"play {CARD}", "signal oumuamua"))
    assert changes(before, g) == {"hand": -1, "data": 1, "vp": 9} and changes(before, g, "P2") == {"vp": 9}
    assert on_tile(g) == ". . . ."


@shows("species.oumuamua.body.orbit", "species.oumuamua.body.orbit_first")
@pytest.mark.parametrize("first, gain", [(None, {"vp": 4, "publicity": 2}), ("P2", {"vp": 4})])
def test_orbiting_the_tile(first, gain):
    body = {"orbit": vp(4), "orbit_first": [{"do": "gain", "publicity": 2}]}
    g = alien("oumuamua", rules=rules_of("oumuamua", body=body), P1=dict(probes=[[3, 5]]),
              planets={"oumuamua": {"first_orbit": first, "orbiters": {"P2": 1} if first else {}}})  # fmt: skip
    before = snap(g)
    settle_down(do(g, "orbit oumuamua"))
    assert changes(before, g) == {"credits": -1, "energy": -1, "probes": -1, **gain}


@shows("species.oumuamua.body.land", "species.oumuamua.body.land_first")
def test_landing_on_the_tile():
    rules = rules_of("oumuamua", body={"land": vp(4), "land_first": [vp(7), [{"do": "gain", "credits": 2}]]})
    g = alien("oumuamua", rules=rules, P1=dict(probes=[[3, 5]]))
    assert offers(g, "land") == {"oumuamua/1", "oumuamua/2"}
    before = snap(g)
    for place, gain in ((1, {"vp": 11}), (2, {"vp": 4, "credits": 2})):
        landed = settle_down(branch(g, f"land oumuamua/{place}"))
        assert changes(before, landed) == {"energy": -3, "probes": -1, **gain}


# ---------------------------------------------------------------- messages


@shows("species.centaurians.message_tile_ahead")
@pytest.mark.parametrize("n", [1, 9, 200])
def test_how_far_ahead_message_tiles_lie(n):
    g = discover(eve("centaurians", rules=rules_of("centaurians", message_tile_ahead=n), P2=dict(vp=7)))
    assert (message_tile(g), message_tile(g, "P2")) == (5 + n, 7 + n)  # P1 has 5 points for the left analysis space


@shows("species.centaurians.message_ahead")
@pytest.mark.parametrize("n", [1, 8, 200])
def test_how_far_ahead_messages_lie(n):
    g = alien("centaurians", rules=rules_of("centaurians", message_ahead=n), P1=dict(vp=6, hand=["centaurian-06"]))
    do(g, "play centaurian-06")
    assert pending(g) == [["centaurian-06", "P1", 6 + n]]


@shows("species.centaurians.message_rewards.*.reward")
def test_rewards_of_message_tiles():
    names = list(TREE["species"]["centaurians"]["message_rewards"])
    rewards = {name: {"reward": vp(3 + i)} for i, name in enumerate(names)}
    g = alien("centaurians", rules=rules_of("centaurians", message_rewards=rewards), P1=dict(vp=15, message_tile=15))
    do(g, "launch", "end")
    assert legal(g) == {f"message {name}" for name in names}
    before = snap(g)
    for i, name in enumerate(names):
        assert changes(before, branch(g, f"message {name}")) == {"vp": 3 + i}


# ---------------------------------------------------------------- secrets


@shows("species.exertians.milestones.*.ahead_of_leader")
def test_how_far_ahead_the_secret_milestones_lie():
    milestones = {"exertian-milestone-1": {"ahead_of_leader": 7}, "exertian-milestone-2": {"ahead_of_leader": 3}}
    rules = rules_of("exertians", milestones=milestones)
    g = discover(eve("exertians", rules=rules, P2=dict(vp=41, milestones=NONE_DUE)))
    assert g.to_json()["species"]["left"]["milestones"] == [48, 44]


@shows("species.exertians.milestones.exertian-milestone-1.cost",
       "species.exertians.milestones.exertian-milestone-2.cost.*")  # fmt: skip
@pytest.mark.parametrize("number, cost", [
    (1, {"energy": 2}), (1, {"credits": 1, "publicity": 3}), (2, {"credits": 4}), (2, {}),
    (2, {"credits": 1, "energy": 1, "publicity": 1})])  # fmt: skip
def test_costs_of_the_secret_milestones(number, cost):
    """Paid as the card is played; with 1 less of any resource the milestone is missed."""
    rules = rules_of("exertians", milestones={f"exertian-milestone-{number}": {"cost": cost}})

    def reached(**resources):
        done = ["exertian-milestone-1"][: number - 1]
        mine = dict(vp=20 * number, milestones=NONE_DUE, secrets=["exertian-03"], secret_milestones=done)
        g = alien("exertians", rules=rules, slot=dict(milestones=[20, 40]), P1={**mine, **resources}, main="after")
        return do(g, "end")

    has = {"credits": 0, "energy": 0, "publicity": 0, **cost}
    g = reached(**has)
    before = snap(g)
    assert legal(g) == {"secret exertian-03", "skip"}
    do(g, "secret exertian-03")
    assert changes(before, g) == {key: -n for key, n in cost.items()} and played(g) == ["exertian-03"]
    for key, n in cost.items():
        poor = reached(**{**has, key: n - 1})
        assert poor.to_move == "P2" and seat(poor, "P1")["secret_milestones"][-1] == f"exertian-milestone-{number}"


@shows("species.exertians.most_danger_loses")
@pytest.mark.parametrize("share, left", [(1, 0), (2, 26), (7, 44), (1000, 51)])
def test_share_that_most_danger_loses(share, left):
    rules = rules_of("exertians", most_danger_loses=share)
    at = dict(vp=51, milestones=NONE_DUE)
    g = finale(rules=rules, P1={**at, "secrets_played": ["exertian-13"]}, P2=at,
               species={"left": found("exertians"), "right": hidden("mascamites")})  # fmt: skip
    assert last_pass(g) == {"P1": left, "P2": 51}
