"""EXE-09 to EXE-14 and the fifteen cards of the Exertians: conditions, points, danger."""

import pytest

from .bench import KINDS, SEATS, do, settle_down
from .more_bench import computer, finale, last_pass
from .species_bench import found, hidden

RICH = dict(milestones=[20, 25, 30, 50, 70])
#: Danger and points on each card.
PRINTED = {
    "01": (6, 14),
    "02": (7, 15),
    "03": (3, 9),
    "04": (4, 12),
    "05": (4, 12),
    "06": (4, 12),
    "07": (5, 14),
    "08": (3, 11),
    "09": (7, 16),
    "10": (2, 10),
    "11": (8, 18),
    "12": (0, 7),
    "13": (9, 20),
    "14": (1, 8),
    "15": (4, 12),
}
TUCKED = ["base-064", "base-041", "base-039", "base-035", "base-037", "base-040", "base-033", "base-034"]
DONE = [f"base-{n:03d}" for n in range(1, 6)]


def over(species=None, other="mascamites", holders="neutral neutral neutral", **position):
    """A game at its end with the Exertians discovered on the left."""
    species = found("exertians", holders, **(species or {}))
    other = other if isinstance(other, dict) else hidden(other)
    return finale(species={"left": species, "right": other}, **position)


def points_of(number, other="mascamites", species=None, P1=None, **position):
    """What P1's played card is worth; P2 has more danger, and nothing to lose."""
    rest = ["exertian-02", "exertian-09"] if number in ("11", "13") else ["exertian-11", "exertian-13"]
    g = over(
        species, other, P1={"secrets_played": [f"exertian-{number}"], **(P1 or {})}, P2=dict(secrets_played=rest), **position
    )
    total = last_pass(g)
    assert total["P2"] == 0
    return total["P1"]


# ---------------------------------------------------------------- conditions


def techs(kind, n):
    names = [f"{kind}-{k}" for k in range(1, n + 1)]
    return computer(dict(zip(("1", "3", "5", "6"), names))) if kind == "computer" else dict(techs=names)


@pytest.mark.parametrize("number, kind", [("01", "probe"), ("02", "telescope"), ("03", "computer")])
def test_EXE_10_techs_of_a_type(number, kind):
    """EXE-10, exertian-01 to -03: three techs of the type; with two, and all of the others, nothing."""
    points = PRINTED[number][1]
    assert points_of(number, P1=techs(kind, 3)) == points == points_of(number, P1=techs(kind, 4))
    others = [f"{name}-{k}" for name in ("probe", "telescope") if name != kind for k in (1, 2, 3)]
    mine = techs(kind, 2)
    assert points_of(number, P1={**mine, "techs": mine["techs"] + others}) == 0


@pytest.mark.parametrize(
    "number, stars",
    [
        ("04", ("barnards-star", "proxima-centauri")),
        ("05", ("sirius-a", "procyon")),
        ("06", ("kepler-22", "61-virginis")),
        ("07", ("vega", "beta-pictoris")),
    ],
)
def test_EXE_10_wins_of_a_colour(number, stars):
    """EXE-10, exertian-04 to -07: two wins of the colour, at two stars or twice at one; one win does not do."""
    points = PRINTED[number][1]
    every = ("barnards-star", "proxima-centauri", "sirius-a", "procyon", "kepler-22", "61-virginis", "vega", "beta-pictoris")
    others = {star_id: {"wins": ["P1", "P1"]} for star_id in every if star_id not in stars}
    assert points_of(number, stars={star_id: {"wins": ["P1", "P2"]} for star_id in stars}) == points
    for star_id in stars:
        assert points_of(number, stars={star_id: {"wins": ["P1", "P2", "P1"]}}) == points
        assert points_of(number, stars={star_id: {"wins": ["P1", "P2", "P2"]}, **others}) == 0


def orbits(**counts):
    return {planet: {"orbiters": {"P1": n, "P2": 1}, "first_orbit": "P2"} for planet, n in counts.items()}


def lands(**counts):
    return {planet: {"landers": {"P1": n}} for planet, n in counts.items()}


OUMUAMUA = found("oumuamua")


@pytest.mark.parametrize(
    "planets, other, points",
    [
        (orbits(venus=3), "mascamites", 11),
        (orbits(venus=1, mars=1, saturn=1), "mascamites", 11),
        (orbits(venus=2, oumuamua=1), OUMUAMUA, 11),
        (orbits(venus=2), OUMUAMUA, 0),
        ({**orbits(mars=2), **lands(venus=4)}, "mascamites", 0),
    ],
)
def test_EXE_10_orbiters(planets, other, points):
    """EXE-10, exertian-08: three orbiters anywhere, at 'Oumuamua too; landers do not count."""
    assert points_of("08", other, planets=planets) == points


@pytest.mark.parametrize(
    "planets, moons, other, points",
    [
        (lands(venus=2, mars=2), {}, "mascamites", 16),
        (lands(venus=1, mars=1), {"io": ["P1"], "titan": ["P1"]}, "mascamites", 16),
        (lands(oumuamua=3), {"io": ["P1"]}, OUMUAMUA, 16),
        (lands(venus=1, mars=1), {"io": ["P1"], "titan": ["P2"]}, "mascamites", 0),
        (lands(oumuamua=3), {}, OUMUAMUA, 0),
        ({**lands(venus=3), **orbits(mars=3)}, {}, "mascamites", 0),
    ],
)
def test_EXE_10_landers(planets, moons, other, points):
    """EXE-10, exertian-09: four landers, those on moons and on 'Oumuamua among them."""
    assert points_of("09", other, planets=planets, moons=moons) == points


@pytest.mark.parametrize(
    "planets, moons, other, points",
    [
        ({"jupiter": {"orbiters": {"P1": 1}, "landers": {"P1": 1}}}, {"io": ["P1"]}, "mascamites", 10),
        (orbits(mars=3), {}, "mascamites", 10),
        (lands(venus=3), {}, "mascamites", 10),
        ({}, {"io": ["P1"], "europa": ["P1"], "callisto": ["P1"]}, "mascamites", 10),
        ({"oumuamua": {"orbiters": {"P1": 2}, "landers": {"P1": 1}}}, {}, OUMUAMUA, 10),
        ({"jupiter": {"orbiters": {"P1": 1}, "landers": {"P1": 1}}}, {"io": ["P2"], "titan": ["P1"]}, "mascamites", 0),
        ({"oumuamua": {"orbiters": {"P1": 2}}, "mars": {"landers": {"P1": 2}}}, {}, OUMUAMUA, 0),
    ],
)
def test_EXE_10_craft_at_one_planet(planets, moons, other, points):
    """EXE-10, exertian-10: orbiters and landers together at one planet with its moons, three of them."""
    assert points_of("10", other, planets=planets, moons=moons) == points


@pytest.mark.parametrize("tucked, points", [(8, 18), (7, 0)])
def test_EXE_10_tucked_cards(tucked, points):
    """EXE-10, exertian-11: eight cards tucked; the starting income card is none of them."""
    assert points_of("11", P1=dict(tucked=TUCKED[:tucked])) == points


FREE = [None] * 4
HERE = dict(board={"signal": ["P1", "P2", None, None, "P1"], "lander": ["P2", "P1"]})  # three of P1


@pytest.mark.parametrize(
    "overflow, holders, points",
    [
        ({"signal": {"P1": 1}}, "P1 P1 P2", 7),
        ({"lander": {"P1": 3, "P2": 1}}, "P2 P2 P2", 7),
        ({"lander": {"P1": 2}}, "P2 neutral P2", 0),
        ({}, "P1 P1 P2", 0),
    ],
)
def test_EXE_10_six_traces_for_this_species(overflow, holders, points):
    """EXE-10, exertian-12: board, overflow and discovery markers of the Exertians; the other slot's do not count."""
    other = {**hidden("mascamites", "P1 P1"), "overflow": {"signal": {"P1": 4}}}
    g = over(
        {**HERE, "overflow": overflow},
        other,
        holders,
        P1=dict(secrets_played=["exertian-12"]),
        P2=dict(secrets_played=["exertian-11", "exertian-13"]),
    )
    assert last_pass(g) == {"P1": points, "P2": 0}


@pytest.mark.parametrize(
    "other, points",
    [
        ({**hidden("mascamites", "P1 P1"), "overflow": {"signal": {"P1": 4, "P2": 1}}}, 20),
        ({**hidden("mascamites", "P1 P1"), "overflow": {"signal": {"P1": 3, "P2": 3}}}, 0),
        (found("oumuamua", "P1 P2 P1", board={"signal": ["P1", "P1"], "lander": [*FREE, ["P1", "P1"]]}), 20),
        (found("oumuamua", "P1 P2 P1", board={"signal": ["P1", "P1"], "lander": [*FREE, ["P1", "P2"]]}), 0),
    ],
)
def test_EXE_10_six_traces_for_the_other_species(other, points):
    """EXE-10, exertian-13: at the other slot, hidden or discovered; those at the Exertians do not count."""
    here = dict(overflow={"signal": {"P1": 6}}, board={"signal": ["P2", "P2", "P2"]})
    assert points_of("13", other, here) == points


@pytest.mark.parametrize(
    "here, there, points",
    [
        ({"signal": 3}, {"signal": 2}, 8),
        ({}, {"lander": 5}, 8),
        ({"analysis": 5}, {}, 8),
        (dict.fromkeys(KINDS, 2), dict.fromkeys(KINDS, 2), 0),
        ({"signal": 4}, {"lander": 4, "analysis": 4}, 0),
    ],
)
def test_EXE_10_five_traces_of_a_kind(here, there, points):
    """EXE-10, exertian-14: five of one kind over both slots; four of each kind do not do."""
    here, there = ({kind: {"P1": n} for kind, n in counts.items()} for counts in (here, there))
    assert points_of("14", {**hidden("mascamites"), "overflow": there}, dict(overflow=here)) == points


@pytest.mark.parametrize("done, points", [(5, 12), (4, 0)])
def test_EXE_10_completed_missions(done, points):
    """EXE-10, exertian-15: five completed missions; those in play and end-of-game cards do not count."""
    mine = dict(completed=DONE[:done], missions={"base-032": [], "base-106": [True, True, False]}, endgame=["base-012"])
    assert points_of("15", P1=mine) == points


def test_EXE_09_at_most_once_and_each_for_itself():
    """EXE-09: twelve traces score exertian-12 once; of three played cards two hold."""
    g = over(
        dict(overflow={"signal": {"P1": 12}}),
        P1=dict(secrets_played=["exertian-12", "exertian-14", "exertian-15"]),
        P2=dict(secrets_played=["exertian-13"]),
    )
    assert last_pass(g) == {"P1": 7 + 8, "P2": 0}
    assert g.scores()["P1"]["by_source"]["species-left"] == 15


def test_EXE_09_before_the_discovery_there_is_nothing():
    """EXE-09: Exertians never discovered add nothing and take nothing away."""
    g = finale(P1=dict(vp=100, **RICH), species={"left": hidden("exertians", "P1 P1"), "right": hidden("mascamites")})
    assert last_pass(g) == {"P1": 100, "P2": 0}


# ---------------------------------------------------------------- danger


def danger_spaces(n):
    """Board columns on which P2 has so much danger: spaces of 3, 3, 2, 2 and 1 in each of three columns."""
    columns = {kind: [None] * 5 for kind in KINDS}
    for kind in KINDS:
        for k, danger in enumerate((3, 3, 2, 2, 1)):
            if danger <= n:
                columns[kind][k] = "P2"
                n -= danger
    assert n == 0
    return columns


def losers(P1=(), P2=(), columns=None, **keys):
    """Both have 100 points and play these cards, whose conditions do not hold; who loses the 10?"""
    g = over(
        dict(board=columns or {}, **keys),
        P1=dict(vp=100, secrets_played=[f"exertian-{n}" for n in P1], **RICH),
        P2=dict(vp=100, secrets_played=[f"exertian-{n}" for n in P2], **RICH),
    )
    total = last_pass(g)
    assert set(total.values()) <= {100, 90}
    return {name for name in total if total[name] == 90}


@pytest.mark.parametrize("number", PRINTED)
def test_EXE_11_danger_of_each_card(number):
    """EXE-11: the number on the card, though its condition does not hold, against as much, 1 less, 1 more danger."""
    danger = PRINTED[number][0]
    assert losers([number], columns=danger_spaces(danger)) == ({"P1", "P2"} if danger else set())
    assert losers([number], columns=danger_spaces(danger + 1)) == {"P2"}
    if danger:
        assert losers([number], columns=danger_spaces(danger - 1)) == {"P1"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "place, less, same, more",
    [(1, "10", "03", "04"), (2, "10", "03", "04"), (3, "14", "10", "03"), (4, "14", "10", "03"), (5, "12", "14", "10")],
)
def test_EXE_11_danger_of_the_tiers(kind, place, less, same, more):
    """EXE-11: a marker on the lower, middle or upper tier carries 3, 2 or 1: cards have 1 less, as much, 1 more."""
    columns = {kind: ["P1" if k == place else None for k in range(1, 6)]}
    assert losers(P2=[less], columns=columns) == {"P1"}
    assert losers(P2=[same], columns=columns) == {"P1", "P2"}
    assert losers(P2=[more], columns=columns) == {"P2"}


def test_EXE_11_cards_and_markers_together():
    """EXE-11: 9 + 8 + 3 + 2 + 1 = 23 against 7 + 7 + 6 + 3 = 23, then without a marker of 1."""
    mine = {"signal": [None, "P1", None, None, "P1"], "lander": [None, None, "P1"], "analysis": ["P2"]}
    assert losers(["13", "11"], ["02", "09", "01"], mine) == {"P1", "P2"}
    mine["signal"][4] = None
    assert losers(["13", "11"], ["02", "09", "01"], mine) == {"P2"}


def test_EXE_11_discovery_and_overflow_carry_none():
    """EXE-11: discovery and overflow markers carry no danger, nor do markers for the other species."""
    other = found("centaurians", "P1 P1 P1", board={"signal": ["P1", "P1", "P1"]})
    g = over(
        dict(overflow={"signal": {"P1": 3}}),
        other,
        "P1 P1 P1",
        P1=dict(vp=100, **RICH),
        P2=dict(vp=100, secrets_played=["exertian-14"], **RICH),
    )
    assert last_pass(g) == {"P1": 100, "P2": 90}


@pytest.mark.parametrize("total, left", [(9, 9), (10, 9), (109, 99), (200, 180), (0, 0)])
def test_EXE_12_a_tenth_rounded_down(total, left):
    """EXE-12: whoever has most danger loses a tenth of the total, rounded down; the other nothing."""
    g = over(P1=dict(vp=total, secrets_played=["exertian-15"], **RICH), P2=dict(vp=55, **RICH))
    assert last_pass(g) == {"P1": left, "P2": 55}


@pytest.mark.parametrize(
    "cards, totals",
    [
        ({"P1": ["04"], "P2": ["05"], "P3": ["06"], "P4": ["15"]}, [90, 81, 72, 64]),
        ({"P1": ["04"], "P2": ["03"], "P3": ["06"], "P4": []}, [90, 90, 72, 71]),
        ({"P1": ["04"], "P2": ["03"], "P3": ["10", "08"], "P4": ["14", "09"]}, [100, 90, 80, 64]),
    ],
)
def test_EXE_12_all_that_are_tied_lose(cards, totals):
    """EXE-12: four players with 100, 90, 80, 71 points: all tied ones lose a tenth, each of the own total."""
    seats = {
        name: dict(vp=vp, secrets_played=[f"exertian-{n}" for n in cards[name]], **RICH)
        for name, vp in zip(SEATS, (100, 90, 80, 71))
    }
    assert list(last_pass(over(players=4, **seats)).values()) == totals


def test_EXE_12_the_loss_decides_the_game():
    """EXE-12, SPG-30: 100 points with most danger are 90, behind 91."""
    g = over(P1=dict(vp=100, secrets_played=["exertian-14"], **RICH), P2=dict(vp=91, **RICH))
    assert last_pass(g) == {"P1": 90, "P2": 91}


def test_EXE_13_of_everything():
    """EXE-13: 80 points, 4 of a gold-box card, 8 of a gold tile, 8 of exertian-14 are 100, of which 10 go."""
    g = over(
        dict(overflow={"signal": {"P1": 5}}),
        P1=dict(vp=80, endgame=["base-014"], secrets_played=["exertian-14"], completed=DONE[:2], **RICH),
        planets={"mars": {"landers": {"P1": 1}, "data": [["P1"], []]}},
        gold={"mission": {"markers": ["P1"]}},
    )
    assert last_pass(g) == {"P1": 80 + 4 + 8 + 8 - 10, "P2": 0}
    by_source = g.scores()["P1"]["by_source"]
    assert (by_source["endgame"], by_source["gold"], by_source["species-left"]) == (4, 8, 8 - 10)
    short = over(dict(overflow={"signal": {"P1": 4}}), P1=dict(vp=91, secrets_played=["exertian-14"], **RICH))
    assert last_pass(short) == {"P1": 91 - 9, "P2": 0}


def test_EXE_13_points_of_the_other_species_cards_are_in_it():
    """EXE-13, SPG-30: an end-of-game card of another species is scored before the loss: 98 + 2 - 10."""
    g = over(
        other=found("oumuamua", "P1 P1 P2"), P1=dict(vp=98, endgame=["oumuamua-04"], secrets_played=["exertian-14"], **RICH)
    )
    assert last_pass(g) == {"P1": 98 + 2 - 10, "P2": 0}


def test_EXE_14_without_any_danger_nobody_loses():
    """EXE-14: exertian-12 carries 0: nobody has danger, nobody loses; with a single 1 its owner does."""
    assert losers() == set() and losers(["12"]) == set() and losers(["12"], ["14"]) == {"P2"}
    g = over(
        dict(overflow={"signal": {"P1": 6}}), P1=dict(vp=100, secrets_played=["exertian-12"], **RICH), P2=dict(vp=100, **RICH)
    )
    assert last_pass(g) == {"P1": 107, "P2": 100}


def test_EXE_10_a_trace_marked_in_the_last_turn_counts():
    """EXE-10, EXE-11: things at the very end: the last marker fulfils exertian-12 and brings danger 1."""
    g = over(
        dict(overflow={"signal": {"P1": 5}}),
        P2=dict(vp=50, **RICH),
        P1=dict(secrets_played=["exertian-12"], computer={"top": 6}, vp=90, **RICH),
    )
    do(g, "analyze", "trace left analysis 5")
    settle_down(g)
    do(g, "end")
    assert last_pass(g) == {"P1": 90 + 3 + 7 - 10, "P2": 50}
