"""The keys of milestones and gold tiles, each changed and played to the score."""

import pytest
from rulings.bench import bench, choices, do, legal, offers, seat, space
from rulings.more_bench import finale, last_pass, neutral_left

from seti_sim.seti import Game
from seti_sim.seti.rules import opcodes as oc

from .keys import TREE, alter, shows, together
from .vocabulary import varied

TILES = TREE["gold_tiles"]
NONE_DUE = [20, 25, 30, 50, 70]


def end_turn(rules, vp, **position):
    g = bench(varied(rules), P1=dict(vp=vp, milestones=[], **position.pop("P1", {})), **position)
    return do(g, "launch", "end")


@shows("milestones.gold")
@pytest.mark.parametrize("scores", [[5], [10, 40], [1, 2, 3, 4], [100, 200, 300]])
def test_gold_milestones(scores):
    for score in scores:
        rules = together(alter("milestones.gold", scores), alter("milestones.neutral", []))
        before = sum(other < score for other in scores)
        for vp, due in ((score - 1, before), (score, before + 1)):
            g = end_turn(rules, vp)
            for _ in range(min(due, 3)):  # where one tile is left it is marked without asking
                assert offers(g, "gold")
                do(g, min(choices(g)))
            assert sum(len(tile["markers"]) for tile in g.to_json()["gold"].values()) == due


@shows("milestones.neutral", "milestones.neutral_markers.*")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("scores, markers", [([7], 3), ([7, 9], 1), ([5, 6, 7], 2), ([7], 0)])
def test_neutral_milestones(players, scores, markers):
    rules = together(
        alter("milestones.gold", []), alter("milestones.neutral", scores),
        alter("milestones.neutral_markers", {"2": 5, "3": 5, "4": 5, str(players): markers}),
    )  # fmt: skip
    g = Game.new(varied(rules), players=players)
    assert g.to_json()["neutral"] == {str(score): markers for score in scores}
    position = {"players": players, "neutral": {str(score): markers for score in scores}}
    g = end_turn(rules, 7, **position)
    reached = [score for score in scores if score <= 7]
    neutral = sum(space(g, slot, kind) == "neutral" for slot in ("left", "right") for kind in oc.TRACE_KINDS)
    assert neutral == (len(reached) if markers else 0)
    assert {key: n for key, n in neutral_left(g).items() if key in scores} == {
        score: max(markers - (score in reached), 0) for score in scores
    }


@shows("gold_tiles.*.values")
@pytest.mark.parametrize("tile", TILES)
def test_values_of_a_gold_tile(tile):
    kind, side = TILES[tile]["tile"], TILES[tile]["side"]
    rules = varied({"gold_tiles": {tile: {"values": [13, 6, 2], "count": {"publicity": 4}}}})
    for place, value in enumerate((13, 6, 2, 2)):
        seats = ["P2", "P3", "P4"][:place] + ["P1"]
        g = finale(4, rules=rules, P1=dict(publicity=8, milestones=NONE_DUE), gold={kind: {"side": side, "markers": seats}})
        assert last_pass(g)["P1"] == 2 * value


@shows("gold_tiles.*.count.*")
@pytest.mark.parametrize("tile", TILES)
def test_count_of_a_gold_tile(tile):
    kind, side, value = TILES[tile]["tile"], TILES[tile]["side"], TILES[tile]["values"][0]
    rules = varied({"gold_tiles": {tile: {"count": {"craft": 2, "moons": True}}}})
    planets = {"mars": {"orbiters": {"P1": 4}}}
    g = finale(rules=rules, P1=dict(milestones=NONE_DUE), planets=planets, moons={"io": ["P1"]},
               gold={kind: {"side": side, "markers": ["P1"]}})  # fmt: skip
    assert last_pass(g)["P1"] == 2 * value


SOME = dict(tucked=["base-005", "base-001", "base-002", "base-009", "base-003"])  # income: 3 credits, 1 energy, 1 card
#: Each number and word of a printed count on its own: (tile, key, new value, position, count then, count as printed).
CHANGED = [
    ("tech-b", "techs", 3, dict(techs=[f"probe-{n}" for n in (1, 2, 3, 4)]), 1, 2),
    ("tech-b", "tech", "probe", dict(techs=["probe-1", "probe-2", "telescope-1", "telescope-2"]), 1, 2),
    ("mission-a", "missions", 2, dict(completed=["base-005", "base-006", "base-007"]), 1, 3),
    ("mission-b", "missions_or_endgame", 1, dict(completed=["base-005", "base-006"], endgame=["base-127"]), 3, 1),
    ("income-b", "max_of", [{"income": 1, "kind": "card"}, {"income": 1, "kind": "energy"}], SOME, 1, 3),
    ("income-a", "min_of", [{"income": 1, "kind": "credits"}, {"income": 2, "kind": "credits"}], SOME, 1, 1),
    ("tech-a", "min_of", [{"techs": 1, "tech": "probe"}, {"techs": 1, "tech": "telescope"}],
     dict(techs=["probe-1", "probe-2", "telescope-1", "telescope-2"]), 2, 0),
    ("other-a", "min_of", [{"publicity": 1}, {"publicity": 2}], dict(publicity=6), 3, 0),
    ("other-b", "min_of", [{"publicity": 1}, {"publicity": 2}], dict(publicity=6), 3, 0),
]  # fmt: skip


@pytest.mark.parametrize("tile, key, value, position, n, printed", CHANGED)
def test_a_number_or_word_of_a_count(tile, key, value, position, n, printed):
    kind, side, first = TILES[tile]["tile"], TILES[tile]["side"], TILES[tile]["values"][0]
    for rules, count in ((alter(f"gold_tiles.{tile}.count.{key}", value), n), ({}, printed)):
        g = finale(rules=varied(rules), P1={"milestones": NONE_DUE, **position}, gold={kind: {"side": side, "markers": ["P1"]}})
        assert last_pass(g)["P1"] == first * count


def test_every_count_of_a_gold_tile_is_changed():
    assert {(tile, key) for tile, key, *_ in CHANGED} == {
        (tile, key) for tile, table in TILES.items() for key in table["count"]
    }


@shows("gold_tiles.*.tile", "gold_tiles.*.side")
@pytest.mark.parametrize("one, other", [("tech-a", "tech-b"), ("mission-a", "income-b"), ("other-b", "tech-a")])
def test_two_gold_tiles_exchanged(one, other):
    """What is printed on the one tile lies where the other one lay."""
    swapped = {
        one: {key: TILES[other][key] for key in ("tile", "side")},
        other: {key: TILES[one][key] for key in ("tile", "side")},
    }
    for name, table in swapped.items():
        table["values"], table["count"] = ([9, 9, 9], {"publicity": 1}) if name == one else ([0, 0, 0], {"publicity": 1})
    kind, side = TILES[other]["tile"], TILES[other]["side"]
    g = finale(
        rules=varied({"gold_tiles": swapped}),
        P1=dict(publicity=4, milestones=NONE_DUE),
        gold={kind: {"side": side, "markers": ["P1"]}},
    )
    assert last_pass(g)["P1"] == 36
    kind, side = TILES[one]["tile"], TILES[one]["side"]
    g = finale(
        rules=varied({"gold_tiles": swapped}),
        P1=dict(publicity=4, milestones=NONE_DUE),
        gold={kind: {"side": side, "markers": ["P1"]}},
    )
    assert last_pass(g)["P1"] == 0 and seat(g, "P1")["publicity"] == 4 and not legal(g)
