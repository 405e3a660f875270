"""The three worked examples of the solar system's statements, on the reference's own geometry."""

from functools import cache

from seti_sim.seti.rules import RuleSet

from . import solar


@cache
def tree():
    return RuleSet.load().tree


def follow(turns, discs, piece):
    """Rotations one after another: (turns, piece, how, publicity of a push) after each."""
    story = []
    for disc in discs:
        turns, piece, how = solar.rotate_piece(tree(), turns, disc, piece)
        story.append((turns, piece, how, solar.icon(tree(), turns, piece) if how == "pushed" else 0))
    return story


def test_example_1_gap_push_ride():
    assert solar.layer_shown(tree(), [0, 0, 3], (1, 7)) == "disc-3"
    assert solar.shown(tree(), [0, 0, 3], (1, 7)) == "asteroids"
    assert follow([0, 0, 3], ["disc-1", "disc-2", "disc-3"], [1, 7]) == [
        ([1, 0, 3], [1, 7], "stays", 0),
        ([2, 1, 3], [1, 6], "pushed", 1),
        ([3, 2, 4], [1, 5], "carried", 0),
    ]
    assert solar.shown(tree(), [3, 2, 4], (1, 5)) == "comet"


def test_example_2_one_turn_of_disc_3():
    pieces = {(1, 5): ([1, 4], "carried", 0), (3, 3): ([3, 2], "carried", 0), (1, 0): ([1, 7], "pushed", 1)}
    pieces |= {(1, 7): ([1, 7], "stays", 0), (4, 7): ([4, 7], "stays", 0)}
    for piece, expected in pieces.items():
        assert follow([0, 0, 4], ["disc-3"], list(piece)) == [([1, 1, 5], *expected)]


def test_example_3_ways_and_stars():
    turns = [4, 1, 6]
    places = ["kepler-proxima", "procyon-vega", "virginis-pictoris", "sirius-barnard"]
    at = {body: solar.space_of(tree(), turns, body) for body in ("earth", *tree()["planets"])}
    assert at["earth"] == (1, 1) and at["venus"] == (1, 7) and at["mercury"] == (1, 5)
    assert at["mars"] == (2, 1) and at["saturn"] == (3, 1)
    assert [s for s in solar.SECTORS if solar.shown(tree(), turns, (1, s)) == "asteroids"] == [0, 4]
    costs = {"saturn": (2, 2), "venus": (3, 2), "mercury": (5, 4)}
    for body, (plain, with_probe_2) in costs.items():
        assert solar.distance(tree(), turns, at["earth"], at[body]) == plain
        assert solar.distance(tree(), turns, at["earth"], at[body], probe_2=True) == with_probe_2
    star = {sector: solar.star_of_sector(tree(), places, sector) for sector in solar.SECTORS}
    assert (star[0], star[1], star[2]) == ("proxima-centauri", "procyon", "vega")
    assert star[at["mercury"][1]] == "sirius-a"
    turns = solar.turned(turns, "disc-1")
    assert turns == [5, 1, 6]
    assert star[solar.space_of(tree(), turns, "earth")[1]] == "proxima-centauri" and star[7] == "kepler-22"
    assert star[solar.space_of(tree(), turns, "mercury")[1]] == "beta-pictoris"
