"""The keys of the 55 species cards; each is changed on every card that has it, and the game changes with it."""

import pytest
from rulings.bench import changes, do, go_on, hand, legal, offers, seat, settle_down, snap
from rulings.more_bench import finale, last_pass
from rulings.species_bench import STARS, alien, alien_cards, found, hidden, pending

from seti_sim.seti.rules import opcodes as oc

from .keys import ADDRESSES, TREE, fits, shows, together
from .test_species_data import refused
from .vocabulary import CARD, varied

CARDS = {name: card for name, card in TREE["cards"].items() if "species" in card}
HELD = [card for card in CARDS if "secret" not in CARDS[card]]  # those that can be in a hand
SECRETS = [card for card in CARDS if "secret" in CARDS[card]]
NONE_DUE = [20, 25, 30, 50, 70]
NEXT = {"yellow": "red", "red": "blue", "blue": "black", "black": "yellow"}


def vp(n):
    return [{"do": "gain", "vp": n}]


def of_kind(key):
    return [card for card in CARDS if key in CARDS[card]]


def every(key, change, play=()):
    """The rules in which `key` of all cards that have it is what `change` says; base-137 does `play` for nothing."""
    table = {card: {key: change(card)} for card in of_kind(key)}
    return varied({"cards": {CARD: {"cost": 0, "play": list(play)}, **table}})


def the(card, rules, P1=None, **position):
    """The bench with the card's species discovered in the left slot, another hidden in the right one."""
    species = CARDS[card]["species"]
    position.setdefault("other", "anomalies" if species == "mascamites" else "mascamites")
    return alien(species, rules=rules, P1={"milestones": NONE_DUE, **(P1 or {})}, **position)


# ---------------------------------------------------------------- cost, play, corner, sector, income


@shows("cards.mascamite-*.cost", "cards.anomaly-*.cost", "cards.oumuamua-*.cost", "cards.centaurian-*.cost.energy")
@pytest.mark.parametrize("card", HELD)
def test_cost(card):
    """2 more than printed; then 4 of the other resource instead."""
    printed = CARDS[card]["cost"]
    key, n = ("energy", printed["energy"]) if isinstance(printed, dict) else ("credits", printed)

    def dearer(name):
        cost = CARDS[name]["cost"]
        return {"energy": cost["energy"] + 2} if isinstance(cost, dict) else cost + 2

    def other(name):
        return 4 if isinstance(CARDS[name]["cost"], dict) else {"energy": 4}

    instead = "credits" if key == "energy" else "energy"
    for rules, resource, price in ((every("cost", dearer), key, n + 2), (every("cost", other), instead, 4)):
        at = {"hand": [card], "probes": [[3, 3]], "credits": 9, "energy": 9}
        assert f"play {card}" not in legal(the(card, rules, P1={**at, resource: price - 1}))
        assert f"play {card}" in legal(the(card, rules, P1={**at, resource: price}))


@shows("cards.mascamite-*.play", "cards.anomaly-*.play", "cards.oumuamua-*.play", "cards.centaurian-*.play")
@pytest.mark.parametrize("card", HELD)
def test_play(card):
    number = HELD.index(card)
    rules = every("play", lambda name: vp(1 + HELD.index(name)))
    g = the(card, rules, P1=dict(hand=[card]))
    before = snap(g)
    go_on(do(g, f"play {card}"))
    assert "end" in legal(g) and changes(before, g)["vp"] == 1 + number and hand(g) == []


def same_corner(card):
    return {key: n + 1 for key, n in CARDS[card]["corner"].items()}


def other_corner(card):
    return {"publicity": 1, "data": 2} if "move" in CARDS[card]["corner"] else {"vp": 4, "move": 2}


@shows(*(f"cards.{species}-*.corner.{key}" for species in ("mascamite", "anomaly", "oumuamua", "centaurian")
         for key in ("vp", "publicity", "data", "move")))  # fmt: skip
@pytest.mark.parametrize("changed", [same_corner, other_corner])
@pytest.mark.parametrize("card", HELD)
def test_corner(card, changed):
    """All gains of the corner in one free action, 1 more of each than printed, or other ones."""
    g = the(card, every("corner", changed), P1=dict(hand=[card], probes=[[4, 1]]))
    before = snap(g)
    do(g, f"corner {card}")
    gain = changed(card)
    moves = gain.pop("move", 0)
    do(g, *["step 4.1-4.2", "step 4.2-4.1"][:moves])  # two empty spaces
    assert moves in (0, 2) and "pass" in legal(g)
    assert changes(before, g) == {"hand": -1, **gain}


@shows(*(f"cards.{species}-*.sector" for species in ("mascamite", "anomaly", "oumuamua", "centaurian")))
@pytest.mark.parametrize("card", HELD)
def test_sector(card):
    rules = every("sector", lambda name: NEXT[CARDS[name]["sector"]], [{"do": "signal-hand", "n": 1}])
    g = the(card, rules, P1=dict(hand=[CARD, card]))
    go_on(do(g, f"play {CARD}"))  # the only card in the hand is discarded for its signal
    assert hand(g) == [] and offers(g, "signal") - {"oumuamua"} == STARS[NEXT[CARDS[card]["sector"]]]


@shows(*(f"cards.{species}-*.income" for species in ("mascamite", "anomaly", "oumuamua", "centaurian")))
@pytest.mark.parametrize("card", HELD)
def test_income(card):
    """The income after the printed one in the order of the five: at once, and at the end of the round."""

    def following(name):
        return oc.INCOMES[(oc.INCOMES.index(CARDS[name]["income"]) + 1) % 5]

    rules, kind = every("income", following, [{"do": "income"}]), following(card)
    g = the(card, rules, P1=dict(hand=[CARD, card]))
    before = snap(g)
    settle_down(do(g, f"play {CARD}", f"tuck {card}"))
    gain = {"hand": -1} if kind == "card" else {"hand": -2, kind: 1}
    assert seat(g, "P1")["tucked"] == [card] and changes(before, g) == {"tucked": 1, **gain}
    ends = [the(card, rules, passed=["P2"], P1=dict(tucked=tucked)) for tucked in ([], [card])]
    for end in ends:
        do(end, "pass")
        do(end, min(line for line in legal(end) if line.startswith("take ")))
    assert changes(ends[0], ends[1]) == {"tucked": 1, {"card": "hand"}.get(kind, kind): 1}


@shows("cards.mascamite-*.species", "cards.anomaly-*.species", "cards.oumuamua-*.species")
def test_species():
    """The decks of three species change places."""
    to = {"mascamites": "anomalies", "anomalies": "oumuamua", "oumuamua": "mascamites"}
    moved = {card: to[CARDS[card]["species"]] for card in CARDS if CARDS[card]["species"] in to}
    rules = varied({"cards": {card: {"species": species} for card, species in moved.items()}})
    for old, new in to.items():
        slot = alien(new, rules=rules, other="centaurians").to_json()["species"]["left"]
        assert sorted([slot["face_up"], *slot["deck"]]) == alien_cards(old)


@shows("cards.centaurian-*.species", "cards.exertian-*.species")
@pytest.mark.parametrize("species", ["mascamites", "anomalies", "oumuamua", "centaurians", "exertians"])
def test_cards_with_a_mechanism_stay_where_it_is(species):
    for card in CARDS:
        what = "message" if "message" in CARDS[card] else "secret" if "secret" in CARDS[card] else None
        if what and CARDS[card]["species"] != species:
            text = refused({"cards": {card: {"species": species}}})
            assert text == f'cards.{card}.species = "{species}": expected the species that has {what} cards'


# ---------------------------------------------------------------- missions


def mission(card, when, rules=None, **position):
    """The bench with the card as P1's mission, asking for something else than printed, its reward 9 points."""
    rules = varied(together({"cards": {card: {"mission": {"when": when}}}}, rules or {}))
    mine = {**position.pop("P1", {}), "missions": {card: []}}
    return the(card, rules, P1=mine, **position)


DELIVER = [card for card in CARDS if "deliver" in CARDS[card].get("mission", {}).get("when", {})]


@shows("cards.mascamite-*.mission.when.deliver")
@pytest.mark.parametrize("card", DELIVER)
def test_where_a_capsule_is_to_be_delivered(card):
    """On Venus instead of Earth or Mars."""
    rules = varied({"cards": {name: {"mission": {"when": {"deliver": "venus"}}} for name in DELIVER}})
    for space, legal_there in (([1, 3], True), ([1, 5], False), ([2, 2], False)):
        g = the(card, rules, P1=dict(missions={card: []}, capsules={"sample-vp": space}))
        assert (f"mission {card}" in legal(g)) == legal_there


@shows("cards.mascamite-*.mission.reward", "cards.anomaly-*.mission.reward", "cards.oumuamua-*.mission.reward")
@pytest.mark.parametrize("card", of_kind("mission"))
def test_reward(card):
    """Points by the card's number for a mission that everybody fulfils; a delivery brings the sample thrice besides."""
    number = 1 + list(CARDS).index(card)
    if card in DELIVER:
        reward = [{"do": "deliver", "times": 3}, *vp(number)]
        rules = varied({"cards": {card: {"mission": {"reward": reward}}}})
        g = the(card, rules, P1=dict(missions={card: []}, capsules={
            "sample-vp": [2, 2] if CARDS[card]["mission"]["when"]["deliver"] == "mars" else [1, 5]}))  # fmt: skip
        gain = {"vp": 3 * 7 + number}
    else:
        rules = varied({"cards": {card: {"mission": {"when": {"hand": 0}, "reward": vp(number)}}}})
        g = the(card, rules, P1=dict(missions={card: []}))
        gain = {"vp": number}
    before = snap(g)
    do(g, f"mission {card}")
    assert changes(before, g) == {"missions": -1, "completed": 1, **gain}
    assert not seat(g, "P1").get("capsules")


@shows("cards.mascamite-*.mission.when.traces", "cards.mascamite-*.mission.when.kind",
       "cards.mascamite-*.mission.when.species")  # fmt: skip
@pytest.mark.parametrize("card", ["mascamite-08", "mascamite-09", "mascamite-10"])
@pytest.mark.parametrize("when, fulfilled", [
    ({"traces": 3}, [("left", "printed", 3)]), ({"traces": 1}, [("left", "printed", 1)]),
    ({"species": "other"}, [("right", "printed", 2)]), ({"kind": "next"}, [("left", "next", 2)]),
    ({"kind": "any"}, [("left", "printed", 1), ("left", "next", 1)])])  # fmt: skip
def test_traces_for_a_species(card, when, fulfilled):
    """Met by exactly these traces, and with one less of any it is not met."""
    printed = CARDS[card]["mission"]["when"]["kind"]
    kinds = {"printed": printed, "next": oc.TRACE_KINDS[(oc.TRACE_KINDS.index(printed) + 1) % 3]}
    when = {**when, **({"kind": kinds.get(when["kind"], when["kind"])} if "kind" in when else {})}

    def at(traces):
        areas = {"left": {}, "right": {}}
        for side, kind, n in traces:
            areas[side][kinds[kind]] = {"P1": n} if n else {}
        return mission(card, when, slot={"overflow": areas["left"]}, other=hidden("anomalies", overflow=areas["right"]))

    assert f"mission {card}" in legal(at(fulfilled))
    for i, (side, kind, n) in enumerate(fulfilled):
        assert f"mission {card}" not in legal(at([*fulfilled[:i], (side, kind, n - 1), *fulfilled[i + 1 :]]))
    elsewhere = [("right" if side == "left" else "left", kind, n) for side, kind, n in fulfilled]
    assert f"mission {card}" not in legal(at(elsewhere))


@shows("cards.anomaly-*.mission.when.traces_each", "cards.anomaly-*.mission.when.species",
       "cards.oumuamua-*.mission.when.traces_each", "cards.oumuamua-*.mission.when.species")  # fmt: skip
@pytest.mark.parametrize("card", ["anomaly-07", "oumuamua-10"])
@pytest.mark.parametrize("when, left, right, met", [
    ({"traces_each": 2}, (2, 2, 2), (0, 0, 0), True), ({"traces_each": 2}, (2, 1, 2), (2, 2, 2), False),
    ({"species": "single"}, (0, 0, 0), (1, 1, 1), True), ({"species": "single"}, (1, 0, 1), (0, 1, 0), False),
    ({"species": "this"}, (0, 0, 0), (1, 1, 1), False)])  # fmt: skip
def test_traces_of_each_kind(card, when, left, right, met):
    def areas(counts):
        return {kind: {"P1": n} for kind, n in zip(oc.TRACE_KINDS, counts, strict=True) if n}

    g = mission(card, when, slot={"overflow": areas(left)}, other=hidden("mascamites", overflow=areas(right)))
    assert (f"mission {card}" in legal(g)) == met


@shows("cards.oumuamua-*.mission.when.paid_traces")
def test_traces_on_spaces_with_a_cost():
    for spaces, met in (
        (["P1", None, None, None, []], False), ([None, None, None, None, ["P1", "P1"]], True),
        (["P1", None, None, None, ["P1"]], True), (["P1", "P1", "P1", "P1", ["P2"]], False),
    ):  # fmt: skip
        g = mission("oumuamua-01", {"paid_traces": 2}, slot={"board": {"lander": spaces}})
        assert ("mission oumuamua-01" in legal(g)) == met


@shows("cards.oumuamua-*.mission.when.landers", "cards.oumuamua-*.mission.when.at")
def test_landers_at_a_planet():
    for when, planet, n, met in (
        ({"landers": 2}, "oumuamua", 2, True), ({"landers": 2}, "oumuamua", 1, False),
        ({"at": "mars"}, "mars", 1, True), ({"at": "mars"}, "oumuamua", 1, False),
    ):  # fmt: skip
        g = mission("oumuamua-02", when, planets={planet: {"landers": {"P1": n}}})
        assert ("mission oumuamua-02" in legal(g)) == met


@shows("cards.oumuamua-*.mission.when.exofossil")
@pytest.mark.parametrize("n", [2, 5])
def test_exofossils(n):
    """The reward still pays 2 of them."""
    for has in (n - 1, n):
        g = mission("oumuamua-03", {"exofossil": n}, P1=dict(exofossils=has))
        assert ("mission oumuamua-03" in legal(g)) == (has == n)
    before = snap(g)
    do(g, "mission oumuamua-03")
    assert changes(before, g) == {"exofossils": -2, "vp": 11, "missions": -1, "completed": 1}


@shows("cards.oumuamua-*.mission.when.signals")
def test_signals_on_the_tile():
    for slot, met in (("P1 P1 .", True), ("P1 P2 .", False)):
        g = mission("oumuamua-07", {"signals": 2}, stars={"oumuamua": {"slot": slot}})
        assert ("mission oumuamua-07" in legal(g)) == met


@shows("cards.anomaly-*.triggers", "cards.oumuamua-*.triggers")
@pytest.mark.parametrize("card", ["anomaly-03", "oumuamua-09"])
def test_triggers(card):
    spaces = [{"on": {"event": "launch"}, "reward": vp(8)}, {"on": {"event": "scan"}, "reward": vp(9)}]
    g = the(card, varied({"cards": {card: {"triggers": spaces}}}), P1=dict(missions={card: [False, False]}))
    before = snap(g)
    do(g, "launch", f"cover {card}/1")
    assert changes(before, g) == {"credits": -2, "probes": 1, "vp": 8}
    assert seat(g, "P1")["missions"][card] == [True, False]


# ---------------------------------------------------------------- messages


@shows("cards.centaurian-*.message")
@pytest.mark.parametrize("card", of_kind("message"))
def test_message(card):
    rules = every("message", lambda name: vp(2 + HELD.index(name)))
    g = the(card, rules, slot=dict(messages=[[card, "P1", 5]]), P1=dict(vp=5), main="after")
    before = snap(g)
    do(g, "end")
    assert changes(before, g) == {"vp": 2 + HELD.index(card)} and pending(g) == []
    assert card in g.to_json()["gone"]  # nothing tucked it


# ---------------------------------------------------------------- the end of the game


@shows(*(f"cards.{species}-*.endgame.{key}" for species in ("mascamite", "oumuamua")
         for key in ("vp", "per.traces", "per.kind", "per.species")))  # fmt: skip
@pytest.mark.parametrize("card", of_kind("endgame"))
@pytest.mark.parametrize("change, points", [
    ({"vp": 4}, 4 * 6), ({"per": {"traces": 2}}, 3), ({"per": {"kind": "lander"}}, 5),
    ({"per": {"species": "other"}}, 2)])  # fmt: skip
def test_end_of_the_game(card, change, points):
    """6 traces for the card's species, 5 of them lander traces, and 2 signal traces for the other."""
    species = CARDS[card]["species"]
    here = {"lander": {"P1": 5}, "analysis": {"P1": 1}}
    g = finale(rules=varied({"cards": {card: {"endgame": change}}}), P1=dict(endgame=[card], milestones=NONE_DUE),
               species={"left": found(species, overflow=here),
                        "right": hidden("anomalies", overflow={"signal": {"P1": 2}})})  # fmt: skip
    assert last_pass(g)["P1"] == points


def secret_end(rules, cards, P2=(), other=None, slot=None, **position):
    """Points of P1 and P2 at the end, of whom nobody loses any for danger: 1 in 1000."""
    mine = {"milestones": NONE_DUE, **position.pop("P1", {}), "secrets_played": list(cards)}
    g = finale(rules=rules, P1=mine, P2=dict(milestones=NONE_DUE, secrets_played=list(P2)),
               species={"left": found("exertians", **(slot or {})), "right": other or hidden("mascamites")},
               **position)  # fmt: skip
    return last_pass(g)


@shows("cards.exertian-*.secret.danger", "cards.exertian-*.secret.vp")
@pytest.mark.parametrize("card", SECRETS)
def test_danger_and_points_of_secret_cards(card):
    """P2 has one card of 30 danger. With 31 P1 loses all its points, with 30 both do, with 29 only P2 does."""
    number = SECRETS.index(card)
    against = SECRETS[number - 1]
    for danger in (29, 30, 31):
        rules = varied({
            "cards": {card: {"secret": {"danger": danger, "vp": 11 + number, "when": {"hand": 0}}},
                      against: {"secret": {"danger": 30, "vp": 9, "when": {"hand": 0}}}},
            "species": {"exertians": {"most_danger_loses": 1}}})  # fmt: skip
        assert secret_end(rules, [card], P2=[against]) == {
            "P1": 11 + number if danger == 29 else 0, "P2": 9 if danger == 31 else 0,
        }  # fmt: skip


ORBITERS = {"venus": {"orbiters": {"P1": 2}}}
#: card, what its condition says instead, a position that meets that and not what is printed.
WHEN = [
    ("exertian-01", {"techs": 1}, dict(P1=dict(techs=["probe-1"]))),
    ("exertian-01", {"tech": "telescope"}, dict(P1=dict(techs=["telescope-1", "telescope-2", "telescope-3"]))),
    ("exertian-02", {"tech": "any"}, dict(P1=dict(techs=["telescope-1", "probe-2", "probe-3"]))),
    ("exertian-03", {"tech": "probe"}, dict(P1=dict(techs=["probe-1", "probe-2", "probe-3"]))),
    ("exertian-04", {"wins": 1}, dict(stars={"barnards-star": {"wins": ["P1"]}})),
    ("exertian-04", {"color": "blue"}, dict(stars={"procyon": {"wins": ["P1", "P1"]}})),
    ("exertian-05", {"color": "red"}, dict(stars={"barnards-star": {"wins": ["P1", "P1"]}})),
    ("exertian-06", {"color": "black"}, dict(stars={"vega": {"wins": ["P1", "P1"]}})),
    ("exertian-07", {"color": "yellow"}, dict(stars={"kepler-22": {"wins": ["P1", "P1"]}})),
    ("exertian-08", {"orbiters": 2}, dict(planets=ORBITERS)),
    ("exertian-09", {"landers": 1}, dict(moons={"europa": ["P1"]})),
    ("exertian-10", {"craft": 2}, dict(planets=ORBITERS)),
    ("exertian-10", {"craft": 1, "at": "venus"}, dict(planets=ORBITERS)),
    ("exertian-11", {"tucked": 1}, dict(P1=dict(tucked=["base-001"]))),
    ("exertian-12", {"traces": 2}, dict(slot={"overflow": {"signal": {"P1": 2}}})),
    ("exertian-12", {"species": "other"}, dict(other=hidden("mascamites", overflow={"signal": {"P1": 6}}))),
    ("exertian-13", {"species": "this"}, dict(slot={"overflow": {"signal": {"P1": 6}}})),
    ("exertian-14", {"traces": 2}, dict(slot={"overflow": {"signal": {"P1": 2}}})),
    ("exertian-14", {"kind": "any"}, dict(slot={"overflow": {"signal": {"P1": 3}, "lander": {"P1": 2}}})),
    ("exertian-15", {"missions": 1}, dict(P1=dict(completed=["base-035"]))),
]  # fmt: skip
#: What is met as printed and no longer is.
NO_LONGER = [
    ("exertian-09", {"moons": False}, dict(moons={"europa": ["P1"], "titan": ["P1"]}, planets={
        "mars": {"landers": {"P1": 2}}})),
    ("exertian-10", {"moons": False}, dict(moons={"europa": ["P1"]}, planets={"jupiter": {"orbiters": {"P1": 2}}})),
    ("exertian-12", {"kind": "lander"}, dict(slot={"overflow": {"signal": {"P1": 6}}})),
    ("exertian-13", {"kind": "lander"}, dict(other=hidden("mascamites", overflow={"signal": {"P1": 6}}))),
]  # fmt: skip


@shows(*(f"cards.exertian-*.secret.when.{key}" for key in
         ("techs", "tech", "wins", "color", "orbiters", "landers", "moons", "craft", "at", "tucked", "traces", "kind",
          "species", "missions")))  # fmt: skip
@pytest.mark.parametrize("card, when, position, met", [(*case, True) for case in WHEN] + [(*case, False) for case in NO_LONGER])
def test_conditions_of_secret_cards(card, when, position, met):
    mild = {"species": {"exertians": {"most_danger_loses": 1000}}}
    points = CARDS[card]["secret"]["vp"]
    printed = secret_end(varied(mild), [card], **position)["P1"]
    changed = secret_end(varied({**mild, "cards": {card: {"secret": {"when": when}}}}), [card], **position)["P1"]
    assert abs(changed - printed) == points and (changed > printed) == met


# ---------------------------------------------------------------- nothing left out


def test_every_address_of_species_has_its_test():
    from . import test_keys_species  # noqa: F401
    from .keys import SHOWN

    own = [a for a in ADDRESSES if a.split(".")[1] in CARDS or a.startswith("species.")]
    assert len(own) > 500
    assert [a for a in own if not a.endswith(".name") and not any(fits(pattern, a) for pattern in SHOWN)] == []
    assert [p for p in SHOWN if p.startswith("species.") and not any(fits(p, a) for a in own)] == []
