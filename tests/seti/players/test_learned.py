"""The policy network: the engine's whole numbers against NumPy, luck and hidden cards, its files, and how it is learned."""

import io
import json
import pickle
from functools import cache

import numpy as np
import pytest

from seti_sim.core.errors import PlayerError
from seti_sim.seti import Game, _engine
from seti_sim.seti.batch import play_games
from seti_sim.seti.players import get, networds
from seti_sim.seti.players.learn import agreement, imitate, improve, learner, play
from seti_sim.seti.players.lessons import advantages, decisions, pairs_of, standings
from seti_sim.seti.players.policynet import SHARE, Batch, Network
from seti_sim.seti.players.weights import load_net, write_net
from seti_sim.seti.rules import RuleSet
from seti_sim.stats.shares import win_shares


@cache
def rules():
    return RuleSet.load()


@cache
def shipped():
    return Network.of(np.frombuffer(load_net("learned.npz").net, np.int32))


@cache
def lessons(players=3, level=0):
    return decisions(rules(), [get("learned")], players=players, games=12, seed=5, level=level, heat=1.0)


@pytest.mark.parametrize("players, level", [(2, 0), (4, 0), (1, 3)])
def test_the_engine_scores_as_numpy_does(players, level):
    """Scores of all options of whole games within the rounding of the weights; so are what the best option is and its share."""
    found, net = lessons(players, level), shipped()
    assert len(found) > 200 * players and (found.about[:, 7] > 1).all()
    batch = Batch(net, found, np.arange(len(found)))
    scores = net.scores(batch)
    assert np.abs(scores - found.value[batch.at]).max() < 0.15
    near = np.abs(batch.shares(scores) - batch.shares(found.value[batch.at]))
    assert near.max() < 0.03


def test_numbers_of_a_network_are_read_back_without_loss():
    numbers = np.frombuffer(load_net("learned.npz").net, np.int32)
    assert (Network.of(numbers).numbers() == numbers).all() and len(numbers) == _engine.NET_SIZES["numbers"]
    assert (np.frombuffer(learner(shipped()).net, np.int32) == numbers).all()


@pytest.mark.parametrize("name", ["learned", "search[playouts=4,width=3]"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_choice_is_a_function_of_the_position(name, players):
    """Sums that are kept from decision to decision change nothing: asked at each position alone, it plays the same game."""
    player, game = get(name), Game.new(rules(), players=players, seed=9)
    while not game.is_over and game.core.round < 3:
        game.apply(player.choose(game))
    again = Game.new(rules(), players=players, seed=9)
    kept = []
    while not again.is_over and again.core.round < 3:
        alone = Game.from_json(rules(), again.to_json()) if len(kept) % 7 == 0 else again
        action = player.choose(alone)
        kept.append(str(action))
        again.apply(again.parse(str(action)))
    assert again.core.to_bytes() == game.core.to_bytes() and len(kept) > 60


def test_it_wins_against_greedy_in_every_company():
    for players in (2, 3, 4):
        games = 60
        assign = ((np.arange(games)[:, None] + np.arange(players)) % players > 0).astype(np.uint8)
        found = play_games(
            rules(), players=players, seed=31, count=games, policies=[get("learned"), get("greedy")], assign=assign,
            pairs=pairs_of(rules(), 0, games), log=False,
        )  # fmt: skip
        share = win_shares(found.seats["score"].reshape(games, players).astype(float))[assign == 0].mean()
        assert share > 0.75, players


def test_a_search_wins_against_the_network_alone():
    games = 10
    assign = ((np.arange(games)[:, None] + np.arange(2)) % 2).astype(np.uint8)
    found = play_games(
        rules(), players=2, seed=32, count=games, policies=[get("search[playouts=8,width=4]"), get("learned")], assign=assign,
        pairs=pairs_of(rules(), 0, games), log=False,
    )  # fmt: skip
    points = found.seats["score"].reshape(games, 2)
    assert points[assign == 0].mean() > points[assign == 1].mean() + 10


@pytest.mark.parametrize("players, level", [(2, 0), (4, 0), (1, 3)])
def test_the_engine_values_positions_as_numpy_does(players, level):
    """Points now, less half the mean of the others', and what the network expects to come."""
    found, net = lessons(players, level), shipped()
    now, end = standings(found, SHARE)
    expected = net.values(Batch(net, found, np.arange(len(found))))
    if not level:  # a rival's objectives are taken off besides
        assert np.abs(found.about[:, 11] / 1000 - now - expected).max() < 0.5
    column = found.about[:, 2]
    late = column == 4
    blind = np.array([(end - now)[column == c].mean() for c in range(5)])[column]
    assert np.mean((end - now - expected)[late] ** 2) < np.mean((end - now - blind)[late] ** 2)


def test_advantages_add_up():
    """With nothing expected and nothing faded the advantage is all that comes; with a perfect guess there is none."""
    found = lessons(3)
    now, end = standings(found, SHARE)
    all_of_it, target = advantages(found, np.zeros(len(found)), share=SHARE, fade=1.0)
    assert np.allclose(all_of_it, end - now) and np.allclose(target, end - now)
    none, _ = advantages(found, end - now, share=SHARE, fade=0.5)
    assert np.allclose(none, 0)


def learned_from_nothing(seed):
    teacher = get("lookahead[nodes=20,width=4]")
    found = play(rules(), [teacher], players=2, games=6, seed=seed, first=0, teacher=0, explore=25)
    net = Network(seed)
    net.scale_by(found.x)
    imitate(net, found, epochs=40, seed=seed)
    own = play(rules(), [learner(net)], players=2, games=4, seed=seed, first=100, heat=1.0, keep=500)
    told = improve(net, own, rate=1e-3, seed=seed)
    return net.numbers(), told, found


def test_learning_is_repeatable_and_learns():
    """The same weights from the same seed, others from another; a network that imitates agrees more than one that does not."""
    numbers, told, found = learned_from_nothing(3)
    again, same, _ = learned_from_nothing(3)
    assert (numbers == again).all() and told == same and told["moved"] > 0 and told["entropy"] > 0
    assert (learned_from_nothing(4)[0] != numbers).mean() > 0.1
    fresh, net = Network(3), Network.of(numbers)
    fresh.scale_by(found.x)
    pick = np.arange(len(found))
    assert agreement(net, found, pick) > agreement(fresh, found, pick) + 0.03


def test_the_same_decisions_whatever_the_processes():
    """Games are cut into parts of a fixed number, in order."""
    one = play(rules(), [get("learned")], players=2, games=8, seed=6, first=40, heat=1.0)
    alone = [decisions(rules(), [get("learned")], players=2, games=1, seed=6, first=at, heat=1.0) for at in range(40, 48)]
    assert (one.about[:, :6] == np.concatenate([part.about[:, :6] for part in alone])).all()
    assert np.array_equal(one.value, np.concatenate([part.value for part in alone]))


class Evil:
    def __reduce__(self):
        return (print, ("executed",))


def npz(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


WRONG = {
    "no file": None,
    "empty": b"",
    "text": b"numbers = 3\n",
    "cut short": lambda good: good[:5000],
    "a byte changed": lambda good: good[:3000] + bytes([good[3000] ^ 255]) + good[3001:],
    "no numbers": npz(record=np.array("{}")),
    "no record": npz(numbers=np.zeros(4, np.int32)),
    "too few": npz(numbers=np.zeros(4, np.int32), record=np.array("{}")),
    "fractions": npz(numbers=np.zeros(286073), record=np.array("{}")),
    "objects": npz(numbers=np.array([Evil()], object), record=np.array("{}")),
    "a pickle": pickle.dumps(Evil()),
    "a record that is none": npz(numbers=np.zeros(4, np.int32), record=np.array("{")),
}


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("player", ["learned", "search"])
def test_a_wrong_file(tmp_path, capsys, what, player):
    """One line with the file and what was expected; nothing in it is executed."""
    path, content = tmp_path / "mine.npz", WRONG[what]
    if callable(content):
        write_net(path, np.frombuffer(load_net("learned.npz").net, np.int32), {"seed": 1})
        content = content(path.read_bytes())
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PlayerError) as caught:
        get(f"{player}[weights={path}]")
    message = str(caught.value)
    assert message.startswith(f"{path}: ") and "expected a file of weights" in message and "\n" not in message
    assert "executed" not in capsys.readouterr().out


def test_a_file_is_written_and_read_back(tmp_path):
    path = tmp_path / "mine.npz"
    numbers = np.frombuffer(load_net("learned.npz").net, np.int32)
    write_net(path, numbers, {"seed": 7})
    assert load_net(path).record == {"seed": 7} and json.dumps(load_net("learned.npz").record)
    assert get(f"learned[weights={path}]").key == get("learned").key != get("greedy").key
    other = numbers.copy()
    other[-1] += 1
    write_net(path, other, {})
    assert get(f"learned[weights={path}]").key != get("learned").key


def with_one_more(words):
    """A vocabulary with an action among the main ones, which shifts the numbers of most, and a verb at the end."""
    actions = list(words["actions"])
    actions.insert(actions.index("END"), "SELL")
    return words | {"actions": tuple(actions), "effects": (*words["effects"], "TOP_UP")}


def test_a_file_of_another_vocabulary_is_put_in_order_by_its_words(tmp_path):
    """A new main action gets zeros, all other rows stay with their action; and back again nothing is lost."""
    numbers, now = np.frombuffer(load_net("learned.npz").net, np.int32), networds.words()
    more, size = with_one_more(now), _engine.NET_SIZES
    assert networds.count(now) == len(numbers) and networds.in_order(numbers, now, now) is numbers
    moved = networds.in_order(numbers, now, more)
    assert len(moved) == networds.count(more) > len(numbers)
    worth, more_worth = (
        whole[2 * size["inputs"] :][: len(of["actions"]) * 15].reshape(-1, 15) for whole, of in ((numbers, now), (moved, more))
    )
    sell = more["actions"].index("SELL")
    assert not more_worth[sell].any() and (np.delete(more_worth, sell, axis=0) == worth).all()
    first = numbers[-size["first_rows"] * size["units"] // 2 :].view(np.int16).reshape(-1, size["units"])
    more_first = moved[-size["first_rows"] * size["units"] // 2 :].view(np.int16).reshape(-1, size["units"])
    new = len(first) - 5 - size["contexts"] + 32 + len(now["effects"])  # the row of the effect TOP_UP
    assert not more_first[new].any() and (np.delete(more_first, new, 0) == np.delete(first, new, 0)).all()
    write_net(tmp_path / "more.npz", moved, {}, more)  # as of a version with more words
    back = np.frombuffer(get(f"learned[weights={tmp_path / 'more.npz'}]").net, np.int32)
    assert (back != numbers).sum() <= size["units"]  # at most the row of no effect, in both first layers
    assert (networds.in_order(back, now, more) == moved).all()


def test_a_file_without_words_is_of_todays_vocabulary(tmp_path):
    numbers = np.frombuffer(load_net("learned.npz").net, np.int32)
    np.savez(tmp_path / "old.npz", numbers=numbers, record=np.array("{}"))
    assert load_net(tmp_path / "old.npz").net == numbers.tobytes()


@pytest.mark.parametrize(
    "words", ["[]", "{}", '{"actions": [1]}', json.dumps({group: ["A", "A"] for group in networds.GROUPS})]
)
def test_wrong_words_of_a_file_are_one_clear_line(tmp_path, words):
    path = tmp_path / "wrong.npz"
    np.savez(path, numbers=np.zeros(9, np.int32), record=np.array("{}"), words=np.array(words))
    with pytest.raises(PlayerError, match="wrong.npz: words: .*expected a file of weights") as caught:
        load_net(path)
    assert "\n" not in str(caught.value)
