"""`Game`: one game of SETI, from a seed or from a written position, played action by action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from seti_sim.core.game import CompiledGame, check_luck
from seti_sim.core.names import in_short
from seti_sim.core.notation import NotationError, UnreadableAction

from . import position, position_read
from .engine import _engine, engine_rules, read_state, struct_dtype
from .notation import Action, Notation
from .record import FORM

if TYPE_CHECKING:
    from .rules import RuleSet

_notations: dict[str, Notation] = {}  # by fingerprint


def notation_of(rules: RuleSet) -> Notation:
    if rules.fingerprint not in _notations:
        _notations[rules.fingerprint] = Notation(rules)
    return _notations[rules.fingerprint]


class Game(CompiledGame):
    """A game of SETI in progress. Make one with `Game.new`, `Game.from_json` or `Game.replay`.

    Seats are "P1" to "P4" in turn order of round 1. Equal games hold the same state under the same rules.
    """

    form = FORM

    def __init__(
        self,
        rules: RuleSet,
        core: _engine.Core,
        seed: int,
        game: int,
        start: dict[str, Any] | None = None,
        history: Iterable[int] = (),
        species: tuple[str, ...] | None = None,
        level: int | None = None,
    ) -> None:
        self.rules = rules
        self.core = core
        self.seed = seed
        self.game = game
        self.start = start  # the written position that it began from, None for a fresh game
        self.history: list[int] = list(history)  # codes of the actions so far
        self.species = species  # (left, right) where the pair was given and not drawn
        self.level = level  # of a solo game that began afresh, None otherwise

    # ------------------------------------------------------------------ making
    @classmethod
    def new(
        cls,
        rules: RuleSet,
        players: int | None = None,
        seed: int = 0,
        game: int = 0,
        species: Sequence[str] | None = None,
        solo: bool = False,
        level: int = 1,
    ) -> Game:
        """A fresh game of 2 to 4 players (4 unless said), or of one against the rival; (rules, players, seed, game)
        decide all its luck.

        species: ids for the left and the right slot; they are drawn where it is None. All other luck stays the same.
        solo: one player against the rival at `level` 1 to 5. There are two seats; who is P1 is drawn, `rival` says which
        seat nobody plays.
        """
        check_luck(seed, game)
        levels = len(rules.compiled.solo["levels"])
        if solo:
            if players not in (None, 1):
                raise ValueError(f"players = {players!r}: expected 1, or nothing, in a solo game")
            if type(level) is not int or not 1 <= level <= levels:
                raise ValueError(f"level = {in_short(level)}: expected 1 to {levels}")
            players = 2
        else:
            players = 4 if players is None else players
        if not isinstance(players, int) or not 2 <= players <= 4:
            raise ValueError(f"players = {in_short(players)}: expected 2, 3 or 4")
        core = _engine.Core(engine_rules(rules))
        numbers = -1
        if species is not None:
            known, played = rules.species_ids, rules.species_played
            if len(species) != 2 or species[0] == species[1] or not set(species) <= set(played):
                raise ValueError(f"species = {in_short(species)}: expected two different ones of {', '.join(played)}")
            numbers = known.index(species[0]) + 256 * known.index(species[1])
        core.start(players, seed, game, numbers, level=level if solo else 0)
        pair = None if species is None else tuple(species)
        return cls(rules, core, seed, game, species=pair, level=level if solo else None)

    @classmethod
    def from_json(cls, rules: RuleSet, data: str | dict[str, Any]) -> Game:
        """A game from a position (dict or its JSON text). Raises PositionError naming the place and what was expected."""
        data = cls._position(data)
        core, seed, game = position_read.read(rules, data)
        return cls(rules, core, seed, game, start=data)

    def clone(self) -> Game:
        """An independent copy."""
        return Game(self.rules, self.core.copy(), self.seed, self.game, self.start, self.history, self.species, self.level)

    # ------------------------------------------------------------------ playing
    @property
    def turn(self) -> str:
        """The seat whose turn it is; it need not be the one that decides (R3.9)."""
        return f"P{self.core.turn + 1}"

    @property
    def round(self) -> int:
        """0 during setup, 1 to 5, one more when the game is over."""
        return self.core.round

    @property
    def rival(self) -> str | None:
        """The seat of the rival in a solo game, None in any other. It is never asked to decide."""
        return None if self.core.rival is None else f"P{self.core.rival + 1}"

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

    def apply(self, action: Action | str | int) -> None:
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

    def listen(self) -> None:
        """Write down from now on what happens besides the actions; `heard` gives it."""
        self.core.listen()

    def new_log(self) -> np.ndarray:
        """Rows of the engine's log (`batch.LOG_DTYPE`) of what has happened since the last call."""
        return np.frombuffer(self.core.heard(), struct_dtype("LogRow"))

    # ------------------------------------------------------------------ looking
    def scores(self) -> dict[str, dict[str, Any]]:
        """{seat: {"total", "win_share", "by_source"}}. Final scoring is in it once the game is over (R19). Equal players
        share the win; against the rival, who has as many points has lost (SOL-173)."""
        state = read_state(self.core)
        totals = [int(state["seat"][i]["res"][4]) for i in range(self.players)]
        best = max(totals)
        shares = [(total == best) / totals.count(best) for total in totals]
        if self.core.rival is not None:
            shares = [float(i == self.core.rival) if totals[0] == totals[1] else share for i, share in enumerate(shares)]
        return {
            f"P{i + 1}": {
                "total": totals[i],
                "win_share": shares[i],
                "by_source": position.points_by_source(state["seat"][i]),
            }
            for i in range(self.players)
        }

    def to_json(self) -> dict[str, Any]:
        """The whole position, hidden cards too; `from_json` reads it back to an equal game."""
        return position.write(self.rules, self.core, self.seed, self.game)

    def view(self, seat: str) -> dict[str, Any]:
        """The position without what that seat cannot see (R20)."""
        return position.view(self.rules, self.core, seat)

    def picture(self, seen_by: str | None = None) -> str:
        """The position as SVG text, 1280 units wide; `seen_by`: without what that seat cannot see."""
        from .picture import picture

        return picture(self, seen_by)

    def _repr_html_(self) -> str:
        """In a notebook: the board, with all cards open, as many columns wide as there is room for."""
        from .picture import html

        return html(self)

    def __getstate__(self) -> tuple[Any, ...]:
        return self.rules, self.core.to_bytes(), self.seed, self.game, self.start, self.history, self.species, self.level

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.rules, data, self.seed, self.game, self.start, self.history, self.species, self.level = state
        self.core = _engine.Core(engine_rules(self.rules))
        self.core.from_bytes(data)
        self.core.miss_cards()

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"round {self.round}, {self.to_move} to move"
        kind = f"Game of {self.players}" if self.rival is None else f"Solo game, rival {self.rival}"
        return f"<{kind}, seed {self.seed}, game {self.game}, {where}>"
