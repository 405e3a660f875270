"""Rulings played on the reference, so that it is not only compared with the engine but also right.

The positions are the bench with a few changes; `play` lets automatic effects happen (`go`) until its next line is
legal.
"""

import random
from functools import cache

import pytest

from seti_sim.seti.rules import RuleSet

from . import Reference, bench, comparable
from .position import cards_in
from .random_play import new_position, pick, rich_position
from .species_table import lay_out


@cache
def tree():
    return RuleSet.load().tree


def start(players=2, **changes):
    return Reference.from_json(tree(), bench(tree(), players, **changes))


def play(r, *lines):
    for line in lines:
        while line not in r.legal() and "go" in r.legal():
            r.apply("go")
        r.apply(line)
    return r


def go_on(r):
    while "go" in r.legal():
        r.apply("go")
    return r


def seat(r, name="P1"):
    return r.position()["seats"][name]


def slot(r, star):
    return r.position()["stars"][star]["slot"]


def taken(r, word):
    return {line.removeprefix(word + " ") for line in r.legal() if line.startswith(word + " ")}


def test_the_bench_reads_back_as_it_was():
    position = bench(tree(), P1={"probes": [[1, 5], [2, 2]], "hand": ["base-001"]})
    assert comparable(Reference.from_json(tree(), position).position()) == comparable(position)


def test_q008_launch():
    r = play(start(), "launch")
    assert (seat(r)["credits"], seat(r)["probes"], seat(r)["publicity"]) == (3, [[1, 5]], 4)


@pytest.mark.parametrize(
    "techs, probes, legal",
    [([], 0, True), ([], 1, False), (["probe-1"], 1, True), (["probe-1"], 2, False)],
)
def test_q009_probe_limit(techs, probes, legal):
    r = start(P1={"techs": techs, "probes": [[2, 5]] * probes})
    assert ("launch" in r.legal()) == legal


def test_q012_q013_q014_steps():
    assert taken(start(P1={"probes": [[1, 5]]}), "move") == {"1.5-1.4", "1.5-1.6", "1.5-2.5"}
    assert not taken(start(P1={"probes": [[2, 4]], "energy": 1}), "move")
    r = play(start(P1={"probes": [[2, 4]]}), "move 2.4-2.5")
    assert seat(r)["energy"] == 3
    r = play(start(P1={"probes": [[2, 4]], "energy": 1, "hand": ["base-039"]}), "corner base-039")
    assert r.legal() == {"skip", *(f"step 2.4-{there} +energy" for there in ("2.3", "2.5", "1.4", "3.4"))}
    play(r, "step 2.4-2.5 +energy")
    assert seat(r)["energy"] == 0 and seat(r)["hand"] == [] and seat(r)["probes"] == [[2, 5]]


def test_q019_four_planets_visited():
    r = start(P1={"probes": [[1, 5]], "hand": ["base-025"]})
    play(r, "play base-025", "step 1.5-1.4", "step 1.4-1.3", "step 1.3-1.2", "step 1.2-1.1")
    assert seat(r)["publicity"] == 6 and seat(r)["vp"] == 2


def test_q023_three_rotations():
    r = start(P1={"credits": 9, "hand": ["base-059"], "techs": []}, discs={"turns": [0, 0, 0], "next": "disc-1"})
    for _ in range(3):
        list(r.game.rotation(_closed()))
    at = {body: r.game.p.space_of(body) for body in ("earth", "mercury", "venus", "mars", "jupiter", "saturn")}
    assert (at["earth"], at["mercury"], at["venus"]) == ((1, 2), (1, 6), (1, 0)) and len(at) == 6
    assert (at["mars"], at["jupiter"], at["saturn"]) == ((2, 0), (3, 2), (3, 6))
    assert r.game.p.next_disc == "disc-1"


def _closed():
    from .decisions import Context

    return Context("P1", False)


def test_q024_pushed_by_another():
    r = start(P1={"publicity": 6}, P2={"probes": [[2, 1]]}, discs={"turns": [1, 0, 0], "next": "disc-2"})
    play(r, "research", "go")
    assert seat(r, "P2")["probes"] == [[2, 0]] and seat(r, "P2")["publicity"] == 5


def test_q030_orbit_venus():
    r = play(start(P1={"probes": [[1, 3]], "hand": ["base-064"]}), "orbit venus", "tuck base-064")
    assert (seat(r)["energy"], seat(r)["credits"], seat(r)["vp"], seat(r)["hand"]) == (4, 5, 9, [])


def test_q036_price_of_landing():
    orbiter = {"venus": {"first_orbit": "P2", "orbiters": {"P2": 1}}}
    for planets, techs, left in (({}, [], 2), (orbiter, [], 3), (orbiter, ["probe-3"], 4), ({}, ["probe-3"], 3)):
        r = play(start(P1={"probes": [[1, 3]], "techs": techs}, planets=planets), "land venus")
        assert seat(r)["energy"] == left


def test_q037_data_spaces_of_mars():
    r = start(P1={"probes": [[2, 2]]})
    assert taken(r, "land") == {"mars/1", "mars/2"}
    r = start(P1={"probes": [[2, 2]]}, planets={"mars": {"landers": {"P2": 1}, "data": [["P2"], []]}})
    assert taken(r, "land") == {"mars"}


def test_q042_landing_by_a_card():
    r = start(P1={"energy": 0, "probes": [[1, 1]], "hand": ["base-013"]})
    play(r, "play base-013", "trace left lander overflow")
    go_on(r)
    assert (seat(r)["energy"], seat(r)["vp"], seat(r)["data"]) == (0, 16 + 3, 3)


def test_q049_tie_broken_by_the_latest_marker():
    r = start(P1={"hand": ["base-044"]}, stars={"vega": {"slot": "P1 P2 P2 ."}})
    play(r, "play base-044", "settle vega", "trace left signal overflow")
    assert slot(r, "vega") == "P2 . . ." and r.position()["stars"]["vega"]["wins"] == ["P1"]
    assert (seat(r)["publicity"], seat(r, "P2")["publicity"], seat(r)["vp"]) == (5, 5, 2 + 3)


def test_q050_the_other_wins_in_this_turn():
    r = play(start(P1={"hand": ["base-044"]}, stars={"vega": {"slot": "P2 P2 P2 ."}}), "play base-044", "settle vega")
    places = {f"{slot} signal{where}" for slot in ("left", "right") for where in ("", " overflow")}
    assert r.to_move == "P2" and taken(r, "trace") == places
    play(r, "trace right signal")
    assert slot(r, "vega") == "P1 . . ." and seat(r, "P2")["vp"] == 2 + 3


def test_q052_excess():
    r = start(P1={"hand": ["base-040"]}, stars={"kepler-22": {"slot": "P1 P2 P1 P2 ."}})
    play(r, "play base-040", "go", "go")
    assert slot(r, "kepler-22") == "P1 P2 P1 P2 P1 | P1" and seat(r)["data"] == 1
    play(r, "settle kepler-22", "trace left signal overflow")
    assert slot(r, "kepler-22") == "P2 . . . ."


def test_q053_three_players():
    r = start(3, P1={"hand": ["base-048"]}, stars={"barnards-star": {"slot": "P1 P1 P2 P3 ."}})
    play(r, "play base-048", "signal barnards-star", "settle barnards-star", "trace left signal overflow")
    assert slot(r, "barnards-star") == "P3 . . . ."
    assert [seat(r, name)["publicity"] for name in ("P1", "P2", "P3")] == [5, 5, 5]


def test_q058_settled_after_the_whole_scan():
    r = start(stars={"61-virginis": {"slot": "P1 P2 P1 P2 P2 ."}})
    play(r, "scan", "step earth", "step row", "discard base-130", "signal 61-virginis")
    assert slot(r, "61-virginis") == "P1 P2 P1 P2 P2 P1 | P1" and len(r.position()["row"]) == 2
    play(r, "done", "settle 61-virginis", "trace left signal overflow")
    assert slot(r, "61-virginis") == "P2 . . . . ." and seat(r)["data"] == 1 and len(r.position()["row"]) == 3


def test_q066_data_placed_in_the_middle_of_a_scan():
    r = start(P1={"techs": ["telescope-2"], "publicity": 0})
    play(r, "scan", "step earth", "step row", "discard base-110", "signal proxima-centauri")
    assert "step telescope-2" not in r.legal()
    play(r, "place", "place", "step telescope-2", "go")
    assert slot(r, "sirius-a") == "P1 . . . . ." and seat(r)["publicity"] == 0 and seat(r)["data"] == 1


def test_q069_launch_in_a_scan():
    r = play(start(P1={"techs": ["telescope-4"]}), "scan", "step telescope-4/1", "go")
    assert (seat(r)["energy"], seat(r)["credits"], seat(r)["probes"]) == (2, 4, [[1, 5]])
    assert "step telescope-4/2" not in r.legal()


def test_q076_a_free_action_is_not_interrupted():
    computer = {"top": 3, "tiles": {"1": "computer-3"}, "lower": []}
    r = play(start(P1={"computer": computer, "data": 2}), "place")
    assert "end" not in r.legal() and "place 1" in r.legal() and not taken(r, "tuck")
    r = play(start(P1={"computer": computer, "data": 2}), "place 1", "take base-110", "place")
    assert r.legal() == {"tuck base-110", "skip"}


def test_q091_reshuffling():
    pile = [f"base-{number:03}" for number in (1, 2, 3, 4, 5)]
    asked = []

    def turn_over(cards, k):
        asked.append((cards, k))
        return cards[::-1]

    r = Reference.from_json(tree(), bench(tree(), deck=[], discard=pile), turn_over)
    play(r, "buy", "take deck")
    assert asked == [(pile, 0)] and seat(r)["hand"] == ["base-005"] and r.position()["deck"] == pile[3::-1]


def test_q096_two_steps_of_a_mission():
    orbiter = {"jupiter": {"first_orbit": "P1", "orbiters": {"P1": 1}}}
    r = play(start(P1={"hand": ["base-035"]}, planets=orbiter), "play base-035", "go", "mission base-035")
    assert seat(r)["vp"] == 6 and seat(r)["completed"] == ["base-035"]


def test_q101_one_event_one_space():
    missions = {"base-004": [False, False], "base-128": [False, False, False]}
    r = play(start(P1={"probes": [[1, 2]], "missions": missions}), "move 1.2-1.3")
    assert r.legal() == {"cover base-004/1", "cover base-128/1", "cover base-128/2", "cover base-128/3", "skip"}
    play(r, "cover base-128/1")
    assert "end" not in r.legal() and "launch" not in r.legal() and "scan" in r.legal() and seat(r)["energy"] == 5


def test_q105_q108_paying_for_cards():
    r = play(start(P1={"hand": ["base-106"]}), "play base-106")
    assert "end" in r.legal() and seat(r)["missions"] == {"base-106": [False, False, False]}
    p1 = {"hand": ["base-044"], "missions": {"base-106": [False, False, False]}}
    r = start(P1=p1, stars={"vega": {"slot": "P2 P2 P2 ."}})
    play(r, "play base-044", "cover base-106/1")
    assert seat(r)["vp"] == 2 and "settle vega" in r.legal()


def test_q114_a_tech_without_its_bonus():
    r = start(P1={"hand": ["base-081"], "techs": ["probe-3"]}, P2={"techs": ["probe-3", "telescope-1"]})
    go_on(play(r, "play base-081"))
    assert seat(r)["techs"] == ["probe-3", "telescope-1"] and seat(r)["data"] == 2 and seat(r)["vp"] == 2
    assert r.position()["discs"] == {"turns": [0, 0, 0], "next": "disc-1"}


def test_q119_closed_until_the_turn_is_over():
    spaces = {"signal": "P2", "analysis": "P2", "lander": None}
    r = start(P1={"techs": ["probe-4"], "probes": [[3, 3]]}, species={"left": {"spaces": spaces}})
    play(r, "land europa", "trace left lander")
    while "go" in r.legal():
        r.apply("go")
    assert taken(r, "trace") == {"right lander", "left lander overflow", "right lander overflow"}
    assert not r.position()["species"]["left"]["discovered"]
    play(r, "trace left lander overflow")
    assert not r.position()["species"]["left"]["discovered"]
    play(r, "end")
    assert r.position()["species"]["left"]["discovered"]


def test_q120_q121_passing():
    hand = [f"base-{number:03}" for number in range(1, 8)]
    r = start(P1={"hand": hand})
    stack = r.position()["end_of_round"][1]
    play(r, "pass")
    assert r.legal() == {f"discard {card}" for card in hand[:5]}
    play(r, "discard base-001", "discard base-004", "discard base-007", f"take {stack[0]}")
    assert len(seat(r)["hand"]) == 5 and r.position()["discs"]["turns"] == [1, 0, 0]
    play(r, "pass")
    assert r.to_move == "P2" and taken(r, "take") == set(stack[1:])
    play(r, f"take {stack[1]}")
    assert r.position()["discs"]["turns"] == [1, 0, 0] and stack[2] in r.position()["discard"]
    assert r.position()["round"] == 3 and r.to_move == "P2"


def test_q126_q128_q130_milestones():
    r = start(P1={"vp": 26}, P2={"vp": 25}, main="after")
    play(r, "end")
    assert r.to_move == "P1" and taken(r, "gold") == {"tech", "mission", "income", "other"}
    play(r, "gold tech")
    assert r.to_move == "P2"
    play(r, "gold tech")
    position = r.position()
    assert position["gold"]["tech"]["markers"] == ["P1", "P2"] and position["neutral"] == {"20": 0, "30": 2}
    assert position["species"]["left"]["spaces"] == {"signal": "neutral", "lander": "neutral", "analysis": None}


def test_q132_to_q135_gold_tiles():
    tiles = {tile: {"side": "a", "markers": ["P1"]} for tile in ("tech",)}
    techs = ["probe-1", "probe-2", "probe-3", "telescope-1", "computer-1", "computer-2"]
    for side, points in (("a", 11), ("b", 21)):
        tiles["tech"]["side"] = side
        r = start(P1={"techs": techs}, gold=tiles)
        assert r.game.final_points("P1") == {"endgame": 0, "gold": points}


def test_q138_endgame_cards_without_points_count():
    r = start(P1={"endgame": ["base-014", "base-012"]}, gold={"mission": {"side": "b", "markers": ["P1"]}})
    assert r.game.final_points("P1") == {"endgame": 0, "gold": 8}


def samples_in(position):
    """All samples of a position, wherever they lie."""
    found = [sample for seat in position["seats"].values() for sample in seat["capsules"]]
    for slot in position["species"].values():
        found += [sample for lying in slot.get("samples", {}).values() for sample in lying]
        found += [sample for column in slot.get("tokens", {}).values() for sample in column if sample]
    return sorted(found)


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("kind", (new_position, rich_position))
@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_every_card_and_marker(kind, players, seed):
    """No card and no sample is lost or doubled, nothing leaves its range, and every game ends."""
    rng = random.Random(seed)

    def shuffled(cards, k=0):
        return rng.sample(cards, len(cards))

    start = kind(tree(), rng, players)
    species = {slot: entry["id"] for slot, entry in start["species"].items()}
    r = Reference.from_json(tree(), start, shuffled, lambda slot: lay_out(tree(), species[slot], shuffled))

    def check(held):
        """`held`: cards and samples that what is going on may have in its hands."""
        position = r.position()
        found = {slot["id"] for slot in position["species"].values() if slot["discovered"]} | {None}
        cards, there = cards_in(position), {c for c, e in tree()["cards"].items() if e.get("species") in found}
        assert len(cards) == len(set(cards)) and set(cards) <= there and len(there) - len(cards) <= held
        samples = sorted(tree()["species"]["mascamites"]["samples"]) if "mascamites" in found else []
        lying = samples_in(position)
        assert len(lying) == len(set(lying)) and set(lying) <= set(samples) and len(samples) - len(lying) <= held
        for table in position["seats"].values():
            numbers = [table[key] for key in ("credits", "energy", "publicity", "data", "vp", "exofossils")]
            assert min(numbers) >= 0 and table["publicity"] <= 10 and table["data"] <= 6

    while not r.is_over:
        check(held=1)
        if "pass" in r.legal():  # a turn begins
            check(held=0)
        r.apply(pick(rng, r.legal()))
    check(held=0)
