"""Does a game in Python keep what the commands rely on? A check that its author calls in a test of his own."""

from __future__ import annotations

import re
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from seti_sim.core import registry
from seti_sim.core.outside import check_tables, checked

from .game import Game
from .kind import PythonKind

_PAGE = 12
"""Games of the run whose page is made."""


def check_game(kind: PythonKind, games: int = 5, seed: int = 1) -> None:
    """AssertionError or RunError, in one line, where a game does not keep what a run and its page rely on. An error in the author's
    code is told with its file and line.

    For every number of players and every policy so many games are played. Looked at: that there always is an action, that
    `actions`, policies and `points` change nothing, that a copy goes on as the game itself does and leaves it alone, that a
    policy's picks are actions, that a game ends, that a second game of the same seed and number is the same, that its record
    plays it again, that its rows fit its tables, that its own sections of the page can be made of a run with each number of players,
    and the whole page of one with the most.
    """
    checked(kind, kind.name)
    check_tables(kind, kind.name)
    rules = kind.load({}, kind.players[-1], None)[0]
    for players in kind.players:
        for name in kind.policies():
            for number in range(games):
                _check_one(kind, rules, players, name, seed, number)
        _check_page(kind, players, seed)


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


def _check_page(kind: PythonKind, players: int, seed: int) -> None:
    """A small run with the policies round the table, and its page, or only what the author adds to that, in a folder that is gone
    afterwards."""
    from seti_sim.python.pages import own_sections
    from seti_sim.report import render
    from seti_sim.simulate import prepare, run

    policies = list(islice(cycle(reversed(kind.policies())), players))
    plan = prepare(game=kind, players=players, games=_PAGE, policies=policies, seed=seed)
    with registry.held(kind), TemporaryDirectory() as folder:
        played = run(plan, Path(folder) / "run")
        render(played) if players == kind.players[-1] else own_sections(played)


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
