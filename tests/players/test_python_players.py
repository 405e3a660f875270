"""Players in Python: by module:attribute, mixed with compiled ones, in several processes, and what goes wrong."""

import pickle
import random

import numpy as np
import pytest
from joblib import Parallel, delayed

from seti_sim.players import PlayerError, get
from seti_sim.rules import RuleSet
from seti_sim.seti import Game
from seti_sim.seti.batch import play_games

EXAMPLE = "seti_sim.players.example:Cautious"


@pytest.fixture(scope="module")
def rules():
    return RuleSet.load()


def play(rules, first, count, names):
    return play_games(rules, players=len(names), seed=4, first=first, count=count, policies=[get(n) for n in names])


def test_the_example_in_several_processes(rules):
    """Games of the documentation's player among compiled ones: equal however they are cut and wherever they are played."""
    names = (EXAMPLE, "greedy", EXAMPLE)
    whole = play(rules, 0, 6, names)
    parts = Parallel(n_jobs=2)(delayed(play)(rules, first, 2, names) for first in (0, 2, 4))
    for key in whole.seats:
        assert np.array_equal(whole.seats[key], np.concatenate([part.seats[key] for part in parts])), key
    scores = whole.seats["score"].reshape(-1, 3)
    assert (scores[:, 1] > scores[:, 0]).all() and len(set(scores[:, 0])) > 1


def test_bulk_and_by_hand_are_the_same(rules):
    """`Player.choose` on a `Game` gives the game that the bulk gives."""
    game, player = Game.new(rules, players=2, seed=4, game=1), get(EXAMPLE)
    while not game.is_over:
        game.apply(player.choose(game))
    batch = play_games(rules, players=2, seed=4, first=1, count=1, policies=[player])
    assert [row["total"] for row in game.scores().values()] == batch.seats["score"].tolist()


def tells(view, legal):
    """Draws by its luck, and sees nothing hidden."""
    assert view["seat"] == view["to_move"] and len(legal) > 0 and isinstance(view["deck"], int)
    others = [table for name, table in view["seats"].items() if name != view["seat"]]
    assert all(isinstance(table["hand"], int) for table in others)
    return random.Random(view["luck"]).randrange(len(legal))


def too_far(view, legal):
    return len(legal)


def breaks(view, legal):
    raise KeyError("no idea")


def here(name):
    return f"{__name__}:{name}"


def test_a_function(rules):
    once, again = (play(rules, 0, 2, (here("tells"), here("tells"))) for _ in range(2))
    assert np.array_equal(once.log, again.log) and once.seats["score"].sum() != 0


def test_a_player_that_fails(rules):
    with pytest.raises(KeyError, match="no idea"):
        play(rules, 0, 1, ("greedy", here("breaks")))
    with pytest.raises(PlayerError, match="expected an index below"):
        play(rules, 0, 1, ("greedy", here("too_far")))


@pytest.mark.parametrize("name, words", {
    "no.such.module:thing": "No module named",
    "seti_sim.players.example:Nobody": "has no attribute 'Nobody'",
    "seti_sim.players.example:LIKES": "expected a callable",
}.items())
def test_a_player_that_is_not_there(name, words):
    with pytest.raises(PlayerError) as caught:
        get(name)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_it_travels():
    player = get(EXAMPLE)
    again = pickle.loads(pickle.dumps(player))
    assert again == player and again.key == player.key != get(here("tells")).key and len(player.key) == 12
