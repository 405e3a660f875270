"""`Game`: one game of SETI, from a seed or from a written position, played action by action."""

from __future__ import annotations

import json

from . import _engine, position, position_read, record
from .core import engine_rules, read_state
from .notation import Action, Notation, NotationError, UnreadableAction

_notations: dict[str, Notation] = {}  # by fingerprint


def notation_of(rules) -> Notation:
    if rules.fingerprint not in _notations:
        _notations[rules.fingerprint] = Notation(rules)
    return _notations[rules.fingerprint]


class Game:
    """A game of SETI in progress. Make one with `Game.new`, `Game.from_json` or `Game.replay`.

    Seats are "P1" to "P4" in turn order of round 1. Equal games hold the same state under the same rules.
    """

    def __init__(self, rules, core, seed: int, game: int, start: dict | None = None, history=(), species=None):
        self.rules = rules
        self.core = core
        self.seed = seed
        self.game = game
        self.start = start  # the written position that it began from, None for a fresh game
        self.history: list[int] = list(history)  # codes of the actions so far
        self.species = species  # (left, right) where the pair was given and not drawn

    # ------------------------------------------------------------------ making
    @classmethod
    def new(cls, rules, players: int = 4, seed: int = 0, game: int = 0, species=None) -> Game:
        """A fresh game of 2 to 4 players; (rules, players, seed, game) decide all its luck.

        species: ids for the left and the right slot; they are drawn where it is None. All other luck stays the same.
        """
        if not isinstance(players, int) or not 2 <= players <= 4:
            raise ValueError(f"players = {players!r}: expected 2, 3 or 4")
        core = _engine.Core(engine_rules(rules))
        pair = -1
        if species is not None:
            known = rules.species_ids
            if len(species) != 2 or species[0] == species[1] or not set(species) <= set(known):
                raise ValueError(f"species = {species!r}: expected two different ones of {', '.join(known)}")
            pair = known.index(species[0]) + 256 * known.index(species[1])
        core.start(players, seed, game, pair)
        return cls(rules, core, seed, game, species=None if species is None else tuple(species))

    @classmethod
    def from_json(cls, rules, data) -> Game:
        """A game from a position (dict or its JSON text). Raises PositionError naming the place and what was expected."""
        if isinstance(data, str):
            try:
                data = json.loads(data)
            except json.JSONDecodeError as error:
                raise position.PositionError(f"position, line {error.lineno}: {error.msg}: expected JSON") from None
        core, seed, game = position_read.read(rules, data)
        return cls(rules, core, seed, game, start=data)

    @classmethod
    def replay(cls, rules, text: str, to: int | None = None) -> Game:
        """The game of a record after its first `to` actions (all without). Raises RecordError naming the line."""
        return record.replay(cls, rules, text, to)

    def clone(self) -> Game:
        """An independent copy."""
        return Game(self.rules, self.core.copy(), self.seed, self.game, self.start, self.history, self.species)

    # ------------------------------------------------------------------ playing
    @property
    def to_move(self) -> str | None:
        """The seat that decides, None when the game is over."""
        seat = self.core.to_move
        return None if seat is None else f"P{seat + 1}"

    @property
    def turn(self) -> str:
        """The seat whose turn it is; it need not be the one that decides (R3.9)."""
        return f"P{self.core.turn + 1}"

    @property
    def round(self) -> int:
        """0 during setup, 1 to 5, one more when the game is over."""
        return self.core.round

    @property
    def players(self) -> int:
        return self.core.players

    @property
    def is_over(self) -> bool:
        return self.core.over

    @property
    def decision(self) -> str:
        """The kind of decision: setup, turn, go, effect, move, scan, trigger, star, settle, gold, …"""
        return self.core.decision

    def legal_actions(self) -> list[Action]:
        """All legal actions, in the engine's order; empty only when the game is over."""
        notation = notation_of(self.rules)
        return [notation.action(code) for code in self.core.legal()]

    def action(self, code: int) -> Action:
        """The action of an engine code."""
        return notation_of(self.rules).action(code)

    def parse(self, text: str) -> Action:
        """The legal action that a notation names; UnreadableAction, IllegalAction or AmbiguousAction otherwise."""
        return notation_of(self.rules).find(text, self.legal_actions(), f"for {self.to_move} ({self.decision})")

    def apply(self, action) -> None:
        """Do an action: an `Action`, its notation or its code. What is not legal raises and changes nothing."""
        if isinstance(action, str):
            action = self.parse(action)
        code = int(action)
        try:
            self.core.apply(code)
        except (ValueError, OverflowError):
            # Let the notation say why; a code that is none at all has no text.
            try:
                text = notation_of(self.rules).text(code) or hex(code)
            except (IndexError, NotationError):
                text = hex(code)
            legal = self.parse(text)
            raise UnreadableAction(f"{code:#x} cannot be read as an action; {text} is {int(legal):#x}") from None
        self.history.append(code)

    # ------------------------------------------------------------------ looking
    def scores(self) -> dict[str, dict]:
        """{seat: {"total", "win_share", "by_source"}}. Final scoring is in it once the game is over (R19)."""
        state = read_state(self.core)
        totals = [int(state["seat"][i]["res"][4]) for i in range(self.players)]
        best = max(totals)
        return {
            f"P{i + 1}": {
                "total": totals[i],
                "win_share": (totals[i] == best) / totals.count(best),
                "by_source": position.points_by_source(state["seat"][i]),
            }
            for i in range(self.players)
        }

    def to_json(self) -> dict:
        """The whole position, hidden cards too; `from_json` reads it back to an equal game."""
        return position.write(self.rules, self.core, self.seed, self.game)

    def view(self, seat: str) -> dict:
        """The position without what that seat cannot see (R20)."""
        return position.view(self.rules, self.core, seat)

    def record(self) -> str:
        """The game so far as text: where it began, and one line an action."""
        return record.write(self)

    def __eq__(self, other) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.rules.fingerprint == other.rules.fingerprint and self.core == other.core

    __hash__ = None

    def __getstate__(self):
        return self.rules, self.core.to_bytes(), self.seed, self.game, self.start, self.history, self.species

    def __setstate__(self, state):
        self.rules, data, self.seed, self.game, self.start, self.history, self.species = state
        self.core = _engine.Core(engine_rules(self.rules))
        self.core.from_bytes(data)
        self.core.miss_cards()

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"round {self.round}, {self.to_move} to move"
        return f"<Game of {self.players}, seed {self.seed}, game {self.game}, {where}>"
