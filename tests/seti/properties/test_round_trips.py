"""Copies, pickles, JSON positions and records of a game are equal to it and go on like it."""

import json
import pickle

from seti_sim.seti import Game

from .walks import every, over_games, policy, rules, walk, where


def copies(game):
    """The game made again in every way there is, by name."""
    return {
        "clone": game.clone(),
        "pickle": pickle.loads(pickle.dumps(game)),
        "JSON": Game.from_json(rules(), game.to_json()),
        "JSON text": Game.from_json(rules(), json.dumps(game.to_json())),
        "record": Game.replay(rules(), game.record()),
    }


def same(game, copy, how):
    """Equal in everything that can be asked."""
    at = (how, where(game))
    assert copy == game and copy.to_json() == game.to_json() and copy.scores() == game.scores(), at
    assert copy.legal_actions() == game.legal_actions(), at
    assert (copy.to_move, copy.turn, copy.round, copy.players, copy.is_over, copy.decision) == (
        game.to_move,
        game.turn,
        game.round,
        game.players,
        game.is_over,
        game.decision,
    ), at
    assert (copy.seed, copy.game) == (game.seed, game.game), at
    assert all(copy.view(seat) == game.view(seat) for seat in game.to_json()["seats"]), at


@over_games(4)
def test_copies_are_equal(players, seed, style):
    """At decisions of every kind; a copy of a copy too. Clones, pickles and records keep the line that led there."""
    for game in every(walk(players, seed, style), 23):
        for how, copy in copies(game).items():
            same(game, copy, how)
            if "JSON" in how:
                # A position is a beginning of its own: its record begins with it.
                assert copy.history == [] and Game.replay(rules(), copy.record()) == game, (how, where(game))
            else:
                assert copy.history == game.history and copy.record() == game.record(), (how, where(game))


@over_games(4)
def test_positions_of_every_decision(players, seed, style):
    """Every single decision of a game can be written down as text and read back, with the luck still to come."""
    for game in every(walk(players, seed, style), 3, first=seed % 3):
        copy = Game.from_json(rules(), json.dumps(game.to_json()))
        assert copy == game and copy.legal_actions() == game.legal_actions(), where(game)


@over_games(7)
def test_copies_go_on_alike(players, seed, style):
    """Copies made at some point in the game, played on with the same actions to its end, stay equal to it."""
    start = 20 + seed % 200
    twins = {}
    for number, game in enumerate(walk(players, seed, style)):
        if twins:
            for how, twin in twins.items():
                twin.apply(game.history[-1])
                assert twin == game, (how, where(game))
                assert twin.legal_actions() == game.legal_actions(), (how, where(game))
        elif number >= start:
            twins = copies(game)
    for how, twin in twins.items():
        same(game, twin, how)


@over_games(4)
def test_copies_are_independent(players, seed, style):
    """What is done to a copy does not happen to the game, and the other way round."""
    for game in every(walk(players, seed, style), 29):
        if game.is_over:
            continue
        before = game.to_json()
        for how, copy in copies(game).items():
            for _ in range(8):
                if not copy.is_over:
                    copy.apply(policy("random").choose(copy))
            assert copy != game and game.to_json() == before, (how, where(game))


@over_games(7)
def test_records_replay(players, seed, style):
    """A record leads to the same end, and `to` to each of the positions on the way; it is a line an action."""
    passed = {}
    for game in walk(players, seed, style):
        if len(game.history) % 31 == 0 or game.is_over:
            passed[len(game.history)] = game.clone()
    text = game.record()
    assert Game.replay(rules(), text) == game
    assert sum(line.startswith("P") for line in text.splitlines()) == len(game.history)
    for number, then in passed.items():
        again = Game.replay(rules(), text, to=number)
        assert again == then and again.history == then.history, where(then)


@over_games(6)
def test_looking_changes_nothing(players, seed, style):
    """Legal actions, scores, views, positions and records are looked at without a trace."""
    for game in every(walk(players, seed, style), 41):
        before, history = game.core.to_bytes(), list(game.history)
        first = game.to_json()
        game.legal_actions(), game.scores(), game.record(), repr(game), [game.view(seat) for seat in first["seats"]]
        assert game.core.to_bytes() == before and game.history == history and game.to_json() == first, where(game)
