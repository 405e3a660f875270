"""What a seat holds possible is exactly what agrees with all it was told, by the plain Python rules."""

import pytest

from seti_sim.planetx import Game, players

from . import reference
from .bench import rng, rules, walk


def check_all(game):
    """Every arrangement of the mode, one by one; not after the end, when a view shows everything."""
    if game.is_over:
        return
    sky = game.rules.sky
    for seat in game.seats[: game.players]:
        view = game.view(seat)
        expected = [i for i in range(len(sky)) if reference.agrees(sky.letters(i), view)]
        assert game.possible(seat).tolist() == expected, (game, seat)
        assert game.n_possible(seat) == len(expected) == view["possible"] > 0


def check_some(game, draw):
    """As many arrangements as time allows: some of those left, some of those not, the true one."""
    if game.is_over:
        return
    sky = game.rules.sky
    for seat in game.seats[: game.players]:
        view, possible = game.view(seat), set(game.possible(seat).tolist())
        assert len(possible) == game.n_possible(seat) and sky.find(game.system) in possible
        some = draw.sample(sorted(possible), min(60, len(possible)))
        # Neighbours in the order of letters differ in few places, so they are the hardest to tell apart.
        near = {min(max(i + d, 0), len(sky) - 1) for i in some[:30] for d in (-2, -1, 1, 2)}
        for system in {*some, *near, *draw.sample(range(len(sky)), 200)}:
            assert (system in possible) == reference.agrees(sky.letters(system), view), sky.letters(system)


@pytest.mark.parametrize("number", range(8))
def test_standard_random_play(number):
    """Actions drawn at random, wrong locates and wrong theories among them; solo games too."""
    draw = rng(number)
    game = Game.new(rules(), 1 + number % 4, seed=11, game=number, levels=4 * (number % 4))
    checks = 0
    for at in walk(game, draw, locate=0.1, stop=150):
        if len(at.history) % 30 == 7:
            check_all(at)
            checks += 1
    check_all(game)
    assert checks


@pytest.mark.parametrize("number", range(3))
def test_standard_players(number):
    """Games of compiled players, at every turn of one of them."""
    game = Game.new(rules(), 2, seed=12, game=number, levels=(0, 8))
    policy = players.get("racer")
    while not game.is_over:
        if game.decision == "turn" and game.to_move == "P1":
            check_all(game)
        game.apply(policy.choose(game))
    check_all(game)


@pytest.mark.parametrize("number", range(4))
def test_expert_random_play(number):
    draw = rng(100 + number)
    game = Game.new(rules("expert"), 1 + number, seed=13, game=number, levels=4 * (number % 4))
    for at in walk(game, draw, locate=0.1, stop=90):
        if len(at.history) % 25 == 4:
            check_some(at, draw)
    check_some(game, draw)


def test_asking_late_or_often_is_the_same():
    """Knowledge is brought up to date when asked for; when that is makes no difference."""
    for mode in ("standard", "expert"):
        game = Game.new(rules(mode), 3, seed=14, levels=8)
        often = game.clone()
        for _ in walk(game, rng(5), stop=60):
            for code in game.history[len(often.history) :]:
                often.apply(code)
            for seat in often.seats:
                often.n_possible(seat)
        late = Game.from_json(rules(mode), game.to_json())
        for code in game.history[len(often.history) :]:
            often.apply(code)
        for seat in game.seats:
            assert late.possible(seat).tolist() == often.possible(seat).tolist()
