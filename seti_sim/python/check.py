"""Does a game in Python keep what the commands rely on? A check that its author calls in a test of his own."""

from __future__ import annotations

import re
from typing import Any

from seti_sim.core.outside import check_tables, checked

from .game import Game
from .kind import PythonKind


def check_game(kind: PythonKind, games: int = 5, seed: int = 1) -> None:
    """AssertionError or RunError, in one line, where a game does not keep what a run relies on; errors of its own code as they are.

    For every number of players and every policy so many games are played. Looked at: that there always is an action, that
    `actions`, policies and `points` change nothing, that a copy goes on as the game itself does and leaves it alone, that a
    policy's picks are actions, that a game ends, that a second game of the same seed and number is the same, that its record
    plays it again, and that its rows fit its tables.
    """
    checked(kind, kind.name)
    check_tables(kind, kind.name)
    rules = kind.load({}, kind.players[-1], None)[0]
    for players in kind.players:
        for name in kind.policies():
            for number in range(games):
                _check_one(kind, rules, players, name, seed, number)
        _check_rows(kind, players, seed)


def _check_one(kind: PythonKind, rules: Any, players: int, name: str, seed: int, number: int) -> None:
    game, policy = Game(kind, rules, players, seed, number), kind.get_policy(name)
    other = Game(kind, rules, players, seed, number)
    _same(game, other, "a second game of the same seed and number begins otherwise")
    while not game.is_over:
        assert len(game.history) < kind.max_decisions, f"{game.where()}: no end within {kind.max_decisions:,} decisions"
        before = game.state.copy()
        actions = list(game.legal_actions())
        texts = [kind.text(action) for action in actions]
        twice = [text for text in texts if texts.count(text) > 1]
        assert not twice, f"{game.where()}: two actions are written {twice[0]!r}, expected different texts"
        blanks = [text for text in texts if not re.fullmatch(r"\S(.*\S)?", text)]
        assert not blanks, f"{game.where()}: action {blanks[0]!r}: expected text on one line, without blanks around it"
        assert list(game.legal_actions()) == actions, f"{game.where()}: actions() is another the second time"
        picked = policy.choose(game)
        game.points()
        _unchanged(game, before, f"actions(), policy {name} or points()")
        copied = game.clone()
        game.advance(picked)
        _unchanged(copied, before, "act() of a game that it is a copy of")
        copied.advance(picked)
        _same(game, copied, "a copy goes on otherwise than the game itself")
        other.advance(picked)
        _same(game, other, "a second game of the same seed and number goes on otherwise")
    assert abs(sum(game.win_shares()) - 1) < 1e-9
    again = kind.replay(game.record())[1]
    _same(game, again, "its record plays another game")


def _check_rows(kind: PythonKind, players: int, seed: int) -> None:
    from seti_sim.simulate import prepare

    plan = prepare(game=kind, players=players, games=4, seed=seed)
    kind.frames(plan, kind.play(plan, 0, 4))


def _state(game: Any) -> dict[str, Any]:
    return vars(game.state if isinstance(game, Game) else game)


def _same(game: Game, other: Game, what: str) -> None:
    different = _different(_state(game), _state(other))
    assert not different, f"{game.where()}: {what}: {different}"


def _unchanged(game: Game, before: Any, who: str) -> None:
    different = _different(_state(game), vars(before))
    assert not different, f"{game.where()}: changed by {who}: {different}"


def _different(mine: dict[str, Any], others: dict[str, Any]) -> str:
    """Names of the attributes that differ; of those whose class has no equality only the text is looked at."""
    names = [name for name in mine.keys() | others.keys() if not _equal(mine.get(name), others.get(name))]
    return ", ".join(sorted(names))


def _equal(one: Any, other: Any) -> bool:
    if type(one).__eq__ is object.__eq__:
        return type(one) is type(other) and (not hasattr(one, "__dict__") or not _different(vars(one), vars(other)))
    return bool(one == other)
