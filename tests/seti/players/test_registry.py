"""Policies by name, files of weights, and what a compiled player owes: whole games, the same again, well played."""

import pickle

import numpy as np
import pytest

from seti_sim.core.errors import PlayerError
from seti_sim.seti import Game, _engine
from seti_sim.seti import players as registry
from seti_sim.seti.batch import play_games
from seti_sim.seti.players import Player
from seti_sim.seti.players.weights import MOST, N_WEIGHTS, load
from seti_sim.seti.rules import RuleSet

ENOUGH = 140
"""Points a seat that four `greedy` average at least over `GAMES`; the weights reach what docs/players.md says."""
GAMES = 400


@pytest.fixture(scope="module")
def rules():
    return RuleSet.load()


def bulk(rules, policies, players=4, count=50, seed=3, **options):
    return play_games(rules, players=players, seed=seed, first=0, count=count, policies=policies, **options)


# ---------------------------------------------------------------------- names
def test_names():
    assert set(registry.names()) >= {"random", "greedy"}
    assert all(registry.get(name).name == name for name in registry.names())


HINTS = {"gredy": " (did you mean greedy?)", "Random": " (did you mean random?)", "": ""}


@pytest.mark.parametrize("name, hint", HINTS.items())
def test_an_unknown_name(name, hint):
    with pytest.raises(PlayerError) as caught:
        registry.get(name)
    assert str(caught.value) == f"policy {name!r}: expected one of {', '.join(registry.names())}{hint}"


# ---------------------------------------------------------------------- files of weights
GOOD = {name: [100, 90, 80, 70, 60] for name in _engine.WEIGHT_NAMES}


def file_of(folder, weights, more=""):
    path = folder / "mine.toml"
    path.write_text("[weights]\n" + "".join(f"{name} = {row}\n" for name, row in weights.items()) + more)
    return path


def test_a_file_of_weights(tmp_path):
    """The order in the file does not matter; the engine's does."""
    weights = {name: [i, -i, 0, MOST, -MOST] for i, name in enumerate(_engine.WEIGHT_NAMES)}
    backwards = dict(reversed(weights.items()))
    expected = tuple(value for row in weights.values() for value in row)
    assert (
        load(file_of(tmp_path, weights), "greedy").weights == load(file_of(tmp_path, backwards), "greedy").weights == expected
    )
    assert len(expected) == 5 * len(_engine.WEIGHT_NAMES) <= N_WEIGHTS


EXPECTED_ROW = f"expected five whole numbers from -{MOST} to {MOST}, one a round"
WRONG = {
    "a missing name": (lambda w: w.pop("vp"), "", f"vp = (missing): {EXPECTED_ROW}"),
    "an unknown name": (
        lambda w: w.update(vpp=[1] * 5),
        "",
        "vpp: expected only names that the player knows (did you mean vp?)",
    ),
    "a name like no other": (lambda w: w.update(zzzz=[1] * 5), "", "zzzz: expected only names that the player knows"),
    "four numbers": (lambda w: w.update(vp=[1, 2, 3, 4]), "", f"vp = [1, 2, 3, 4]: {EXPECTED_ROW}"),
    "six numbers": (lambda w: w.update(vp=[1] * 6), "", f"vp = [1, 1, 1, 1, 1, 1]: {EXPECTED_ROW}"),
    "a single number": (lambda w: w.update(vp=200), "", f"vp = 200: {EXPECTED_ROW}"),
    "a fraction": (lambda w: w.update(vp=[1, 2, 3, 4, 5.5]), "", f"vp = [1, 2, 3, 4, 5.5]: {EXPECTED_ROW}"),
    "a word": (lambda w: w.update(vp='["much", 1, 1, 1, 1]'), "", f"vp = ['much', 1, 1, 1, 1]: {EXPECTED_ROW}"),
    "a truth": (lambda w: w.update(vp="[true, 1, 1, 1, 1]"), "", f"vp = [True, 1, 1, 1, 1]: {EXPECTED_ROW}"),
    "too great a number": (lambda w: w.update(vp=[MOST + 1] * 5), "", f"vp = {[MOST + 1] * 5}: {EXPECTED_ROW}"),
    "far too great a number": (lambda w: w.update(vp=[-(2**40)] * 5), "", f"vp = {[-(2**40)] * 5}: {EXPECTED_ROW}"),
    "another table": (lambda w: None, "[wieghts]\nvp = 1\n", "wieghts: expected one table, [weights]"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_of_weights(tmp_path, what):
    """One line: the file, the place, what is there and what was expected."""
    change, more, message = WRONG[what]
    weights = dict(GOOD)
    change(weights)
    path = file_of(tmp_path, weights, more)
    with pytest.raises(PlayerError) as caught:
        load(path, "greedy")
    assert str(caught.value) == f"{path}: {message}"


@pytest.mark.parametrize(
    "content, words",
    [
        (b"[weights\n", "expected a TOML file of weights"),
        (b"\xff\xfe", "expected a TOML file of weights"),
        (b"", "weights = None: expected one table, [weights]"),
        (b"weights = 3\n", "weights = 3: expected one table, [weights]"),
        (None, "No such file or directory: expected a file of weights"),
    ],
)
def test_no_file_of_weights(tmp_path, content, words):
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PlayerError) as caught:
        load(path, "greedy")
    message = str(caught.value)
    assert message.startswith(f"{path}: ") and message.endswith(words) and "\n" not in message


# ---------------------------------------------------------------------- keys
def test_keys():
    """A key stands for kind and weights, whatever the name; it is the same in every process."""
    values = [registry.get(name) for name in registry.names()]
    weights = registry.get("greedy").weights
    others = [Player("greedy", "greedy", (*weights[:i], weights[i] + 1, *weights[i + 1 :])) for i in range(len(weights))]
    keys = [player.key for player in (*values, *others)]
    assert len(set(keys)) == len(keys) and all(len(key) == 12 and int(key, 16) >= 0 for key in keys)
    assert Player("else", "greedy", weights).key == registry.get("greedy").key
    assert Player("greedy", "random", weights).key != registry.get("greedy").key
    assert Player("mine", "random").key == registry.get("random").key == "fb2b7023854a"
    for player in values:
        assert pickle.loads(pickle.dumps(player)) == player and pickle.loads(pickle.dumps(player)).key == player.key


def test_what_the_engine_takes():
    for name in registry.names():
        numbers = registry.get(name).engine_weights()
        more = _engine.NET_SIZES["numbers"] if name in ("learned", "search") else 0
        assert numbers.dtype == np.int32 and numbers.shape == (_engine.POLICY_NUMBERS + more,)
    assert registry.get("random").engine_weights()[0] != registry.get("greedy").engine_weights()[0]


# ---------------------------------------------------------------------- playing
@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("players", (2, 3, 4))
def test_games_are_finished(rules, players, name):
    """Whole games, which a second run repeats; in bulk and by hand alike (see tests/seti/test_streams.py)."""
    policy = registry.get("mcts[playouts=1]" if name == "mcts" else name)
    count = {"lookahead": 2, "mcts": 1, "search": 1}.get(name, 40)
    once, again = (bulk(rules, [policy], players, count) for _ in range(2))
    assert (once.games["turns"] >= 5 * players).all() and len(once.seats["score"]) == count * players
    assert all((once.seats[key] == again.seats[key]).all() for key in once.seats)
    assert np.array_equal(once.log, again.log) and np.array_equal(once.actions, again.actions)
    other = bulk(rules, [policy], players, count, seed=4)
    assert not np.array_equal(once.seats["score"], other.seats["score"])


def test_greedy_is_deterministic(rules):
    """It has no luck of its own: asked twice it answers the same, and so with another seed in an equal position."""
    greedy, game = registry.get("greedy"), Game.new(rules, players=3, seed=5)
    while not game.is_over:
        action = greedy.choose(game)
        assert greedy.choose(game) == action and action in game.legal_actions()
        if len(game.history) % 9 == 0:
            assert greedy.choose(Game.from_json(rules, game.to_json() | {"seed": 6, "game": 7})) == action
        game.apply(action)


def test_weights_make_a_difference(rules):
    """Each column plays in its round: games differ as soon as the weights of any round do."""
    greedy = registry.get("greedy")
    rows = [greedy.weights[i : i + 5] for i in range(0, len(greedy.weights), 5)]
    plain = bulk(rules, [greedy])
    for column in range(5):
        flat = Player("flat", "greedy", tuple(0 if k == column else v for row in rows for k, v in enumerate(row)))
        played = bulk(rules, [flat])
        assert not np.array_equal(played.seats["score"], plain.seats["score"]), column
        # Setup looks like round 1; before the changed round everything is as it was.
        assert np.array_equal(played.actions[:, :, :column], plain.actions[:, :, :column]), column
        assert not np.array_equal(played.actions[:, :, column], plain.actions[:, :, column]), column


@pytest.mark.parametrize("players", (2, 3, 4))
def test_greedy_beats_random(rules, players):
    """One `greedy` among `random` ones takes nearly every game, from any seat."""
    assign = np.zeros((200, players), np.uint8)
    assign[np.arange(200), np.arange(200) % players] = 1
    batch = bulk(rules, [registry.get("random"), registry.get("greedy")], players, 200, assign=assign)
    assert batch.seats["win_share"][batch.seats["policy"] == 1].mean() > 0.95


def test_greedy_plays_sensibly(rules):
    """It takes income early, fills its computer, lands and researches; and it scores."""
    batch = bulk(rules, [registry.get("greedy")], count=GAMES)
    assert batch.seats["score"].mean() >= ENOUGH
    seats = {key: batch.seats[key].mean() for key in batch.seats}
    techs = seats["techs_probe"] + seats["techs_telescope"] + seats["techs_computer"]
    income = seats["income_credits"] + seats["income_energy"] + seats["income_card"]
    assert techs > 3 and income > 2 and seats["landers"] > 1 and seats["points_computer"] > 1, seats


@pytest.mark.parametrize(
    "seat, paid, choice",
    [
        ({"probes": [[3, 3]], "missions": {"base-035": []}}, "land jupiter", "mission base-035"),
        ({"hand": ["base-013"], "probes": [[1, 4]], "data": 6}, "play base-013", "place"),
        ({"hand": ["base-013"], "probes": [[1, 4]]}, "play base-013", "go"),
    ],
)
def test_greedy_before_the_next_effect(rules, seat, paid, choice):
    """F13: where only free actions may come (`go`), it completes a mission whose state holds, places data that would be
    lost, and makes no step (docs/players.md), although one would bring the probe of base-013 to where it can land."""
    game = Game.from_json(rules, {"from": "bench", "seats": {"P1": seat}})
    game.apply(paid)
    assert game.decision == "go" and choice in map(str, game.legal_actions())
    assert str(registry.get("greedy").choose(game)) == choice
