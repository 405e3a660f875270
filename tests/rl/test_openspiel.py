"""Both games as games of OpenSpiel: its own generic test passes, and states are those of the engine."""

import random

import numpy as np
import pytest
from properties.hidden import otherwise
from properties.walks import rules

pytest.importorskip("pyspiel")

import pyspiel

import seti_sim.rl.openspiel  # noqa: F401 - registers the games
from seti_sim.planetx import Game as PlanetX
from seti_sim.planetx import PlanetXRules
from seti_sim.seti import Game

LONG = ("python_seti(players=2)", "python_seti(players=3)", "python_seti(players=4)", "python_seti(solo=True,level=3)",
        "python_planet_x(players=2)", "python_planet_x(players=3)", "python_planet_x(players=4)",
        "python_planet_x(players=1,mode=expert)")  # fmt: skip


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """A variant of SETI with one round."""
    path = tmp_path_factory.mktemp("variant") / "short.toml"
    path.write_text("[setup]\nrounds = 1\n")
    return path


def whole(text, **more):
    """OpenSpiel's own test: random games with all that is asked of a state, copies, and writing and reading back."""
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False, **more)


@pytest.mark.parametrize("table", ["players=2", "players=3", "solo=True,level=2"])
def test_openspiel_on_seti(short, table):
    whole(f"python_seti({table},variant={short})")


def test_openspiel_on_planet_x():
    whole("python_planet_x(players=1)")


@pytest.mark.soak
@pytest.mark.parametrize("text", LONG)
def test_openspiel_on_whole_games(text):
    whole(text)


@pytest.mark.parametrize(
    "text, players", [("python_seti(players=3)", 3), ("python_seti(solo=True)", 1), ("python_planet_x(players=1)", 1)]
)
def test_a_state_is_a_game_of_the_engine(text, players):
    game, draw = pyspiel.load_game(text), random.Random(1)
    state = game.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 1000 and game.num_players() == players
    state.apply_action(7)
    if text == "python_seti(players=3)":
        assert state.position.game == Game.new(rules(), players=3, seed=1, game=7)
    if text == "python_planet_x(players=1)":
        assert state.position.game == PlanetX.new(PlanetXRules.load(), 1, 1, 7)
    copy = state.clone()
    while not state.is_terminal():
        spaces, engine = state.position.episodes.spaces, state.position.game
        legal = state.legal_actions()
        assert sorted(int(spaces.codes[one]) for one in legal) == sorted(engine.core.legal())
        action = draw.choice(legal)
        assert state.action_to_string(action) == str(engine.action(int(spaces.codes[action])))
        state.apply_action(action)
    scores = state.position.game.scores()
    wanted = [scores[state.position.seat(p)]["win_share"] - 1 / len(scores) for p in range(players)]
    assert state.returns() == pytest.approx(wanted) and any(wanted)
    assert copy.position.game != state.position.game and not copy.is_terminal() and not copy.position.game.history


def test_a_player_is_told_what_its_seat_sees_and_remembers_what_it_did():
    game, rng = pyspiel.load_game("python_seti(players=2)"), random.Random(1)
    state = game.new_initial_state()
    state.apply_action(0)
    for _ in range(30):
        state.apply_action(rng.choice(state.legal_actions()))
    for player in (0, 1):
        seat = state.position.seat(player)
        tensor = state.observation_tensor(player)
        seen = state.observation_string(player), state.information_state_string(player)
        assert np.array_equal(tensor, state.position.episodes.spaces.observe(state.position.game.view(seat), seat))
        kept, state.position.game = state.position.game, otherwise(state.position.game, seat, rng)
        assert (state.observation_string(player), state.information_state_string(player)) == seen
        assert state.observation_tensor(player) == tensor
        state.position.game = kept
        memory = seen[1].partition(" ")[0]
        assert len(memory) == 32 and seen[1].endswith(seen[0])
    mover = state.current_player()
    first, second = state.child(state.legal_actions()[0]), state.child(state.legal_actions()[-1])
    assert first.information_state_string(mover) != second.information_state_string(mover)
    again = game.deserialize_state(state.serialize())
    assert again.information_state_string(mover) == state.information_state_string(mover)
    assert again.position.game == state.position.game


@pytest.mark.parametrize("text, told", [("python_seti(players=5)", "players 5"), ("python_seti(solo=True,level=9)", "level 9"),
                                        ("python_planet_x(mode=hard)", "mode 'hard'"), ("python_seti(deals=0)", "deals 0")])  # fmt: skip
def test_what_cannot_be_is_told(text, told):
    with pytest.raises(Exception, match=told):
        pyspiel.load_game(text)
