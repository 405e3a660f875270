"""Legal actions: there is one until the end, each can be done, nothing else can, and their text reads back (R3, R5)."""

import random

import pytest

from seti_sim.seti import AmbiguousAction, Game, IllegalAction, UnreadableAction

from .walks import every, over_games, rules, walk, where

UNREADABLE = ("", "  ", "fly mars", "play base-999", "move 1.5", "signal nowhere", "take", "gold none", "buy card")


def refused(game, action, kinds):
    """Doing it raises one of these errors, in one clear line, and leaves everything as it was."""
    before, history = game.clone(), list(game.history)
    with pytest.raises(kinds) as caught:
        game.apply(action)
    message = str(caught.value)
    assert message and "\n" not in message and len(message) < 1000, (action, message)
    assert game == before and game.history == history, (action, where(game))
    return message


@over_games(20)
def test_somebody_can_act_until_the_end(players, seed, style):
    """R3.5, R19.1: an action exists at every decision, the seat to move is one of the game, and then it is over."""
    for game in walk(players, seed, style):
        actions = game.legal_actions()
        assert actions == game.legal_actions(), where(game)
        assert len({int(action) for action in actions}) == len({str(action) for action in actions}) == len(actions)
        if not game.is_over:
            assert actions and game.to_move in [f"P{i + 1}" for i in range(players)], where(game)
            assert len(game.history) < 5000, where(game)
    assert game.is_over and game.to_move is None and not actions, where(game)
    assert game.round == rules().tree["setup"]["rounds"] + 1, where(game)
    refused(game, "pass", IllegalAction)


@over_games(16)
def test_every_offered_action_can_be_done(players, seed, style):
    """On a copy, which goes on by itself to somebody's decision; the game it was copied from does not notice."""
    for game in every(walk(players, seed, style), 2):
        before = game.clone()
        for action in game.legal_actions():
            after = game.clone()
            after.apply(action)
            assert after != game and after.history == [*game.history, int(action)], (action, where(game))
            assert after.is_over or after.legal_actions(), (action, where(game))
        assert game == before, where(game)


@over_games(5)
def test_nothing_else_can_be_done(players, seed, style):
    """Actions offered elsewhere in this game, and offered ones with another argument, are refused without a trace."""
    rng = random.Random(seed)
    elsewhere = {}
    for game in every(walk(players, seed, style), 5, seed):
        offered = {int(action): action for action in game.legal_actions()}
        texts = {str(action).lower() for action in offered.values()}
        for code in rng.sample(sorted(elsewhere), min(6, len(elsewhere))):
            if code not in offered:
                message = refused(game, code, (IllegalAction, AmbiguousAction))
                assert str(elsewhere[code]) in message, message
                assert str(elsewhere[code]).lower() not in texts, where(game)
                refused(game, str(elsewhere[code]), (IllegalAction, AmbiguousAction))
        for code in rng.sample(sorted(offered), min(3, len(offered))):
            other = code ^ (rng.randrange(1, 256) << 8 * rng.randrange(4))
            if other not in offered:
                refused(game, other, (IllegalAction, UnreadableAction, AmbiguousAction))
        refused(game, rng.randrange(2**32 - 2**24, 2**32), UnreadableAction)
        refused(game, rng.choice(UNREADABLE), UnreadableAction)
        elsewhere |= offered


@over_games(8)
def test_notation_reads_back(players, seed, style):
    """An action's text names this action and no other, in any case and with any blanks between its words."""
    for game in every(walk(players, seed, style), 2):
        for action in game.legal_actions():
            text = str(action)
            for written in (text, text.upper(), "  " + text.replace(" ", "   ") + " "):
                assert game.parse(written) == action, (written, where(game))
            assert game.action(int(action)).text == text and text.split()[0] == action.kind, where(game)


@pytest.mark.parametrize("code", [-1, 2**32, 2**70])
def test_numbers_that_are_no_action(code):
    """What does not fit into an action's 32 bits is refused like any other number."""
    refused(Game.new(rules(), players=2, seed=1), code, UnreadableAction)
