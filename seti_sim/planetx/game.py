"""`Game`: one game of The Search for Planet X, from a seed, a deal or a position, played action by action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from seti_sim.core.game import CompiledGame, check_luck
from seti_sim.core.names import in_short

from . import notation, position
from .batch import win_shares
from .engine import _engine, struct_dtype
from .notation import Action
from .record import FORM

if TYPE_CHECKING:
    from .rules import PlanetXRules


class Game(CompiledGame):
    """A game in progress. Make one with `Game.new`, `Game.from_json` or `Game.replay`.

    Seats are "P1" to "P4" in turn order of the first round; in solo games the bot is "bot". Equal games hold the same
    state and log under the same rules.
    """

    form = FORM

    def __init__(
        self,
        rules: PlanetXRules,
        core: _engine.Core,
        seed: int,
        game: int,
        levels: Iterable[int] = (),
        generation: str = "app",
        start: dict[str, Any] | None = None,
        history: Iterable[int] = (),
    ) -> None:
        self.rules = rules
        self.core = core
        self.seed = seed
        self.game = game
        self.levels = tuple(levels)
        self.generation = generation
        self.start = start  # the position that it began from, None for a drawn game
        self.history: list[int] = list(history)  # codes of the actions so far

    # ------------------------------------------------------------------ making
    @classmethod
    def new(
        cls,
        rules: PlanetXRules,
        players: int = 4,
        seed: int = 0,
        game: int = 0,
        levels: int | Iterable[int] = 0,
        generation: str | None = None,
    ) -> Game:
        """A fresh game of 1 to 4 players; (rules, players, seed, game, levels, generation) decide all its luck.

        levels: starting facts, one number for all or one a seat. generation: "app" or "uniform" (docs/planetx.md); without
        it "app" where the placement is the printed one, whose weights those are, and "uniform" elsewhere.
        """
        if players not in (1, 2, 3, 4):
            raise ValueError(f"players = {in_short(players)}: expected 1 to 4")
        check_luck(seed, game)
        generation = rules.generation(generation)
        levels = (levels,) * players if isinstance(levels, int) else tuple(levels)
        known = sorted(set(rules.levels.values()))
        if len(levels) != players or not set(levels) <= set(known):
            raise ValueError(f"levels {in_short(levels)}: expected {players} of {', '.join(map(str, known))} starting facts")
        core = _engine.Core(rules.engine)
        core.start(players, seed, game, levels, generation == "app")
        return cls(rules, core, seed, game, levels, generation)

    @classmethod
    def from_json(cls, rules: PlanetXRules, data: str | dict[str, Any]) -> Game:
        """A game from a deal or a position (dict or its JSON text). Raises PositionError saying what was expected."""
        data = cls._position(data)
        core, seed, game = position.read(rules, data)
        return cls(rules, core, seed, game, start=data)

    def clone(self) -> Game:
        """An independent copy."""
        return Game(self.rules, self.core.copy(), self.seed, self.game, self.levels, self.generation, self.start, self.history)

    # ------------------------------------------------------------------ playing
    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the seats, the bot's included."""
        return tuple(self.seat_name(i) for i in range(self.core.seats))

    @property
    def decision(self) -> str:
        """turn, submit (choose theory tokens), place (one of them), last (the last chance), or over."""
        return self.core.decision

    def seat_name(self, seat: int) -> str:
        return "bot" if self.players == 1 and seat == 1 else f"P{seat + 1}"

    def seat_number(self, seat: str) -> int:
        """Number from 0 of a seat's name; ValueError for anything else."""
        if seat not in self.seats:
            raise ValueError(f"seat {seat!r}: expected one of {', '.join(self.seats)}")
        return self.seats.index(seat)

    def legal_actions(self) -> list[Action]:
        """All legal actions, in the engine's order; empty only when the game is over."""
        return [notation.action(code) for code in self.core.legal()]

    def action(self, code: int) -> Action:
        """The action of an engine code."""
        return notation.action(code)

    def parse(self, text: str) -> Action:
        """The legal action that a notation names; UnreadableAction or IllegalAction otherwise."""
        return notation.find(text, self.legal_actions(), f"for {self.to_move} ({self.decision})")

    def apply(self, action: Action | str | int) -> None:
        """Do an action: an `Action`, its notation or its code. What is not legal raises and changes nothing."""
        code = int(self.parse(action)) if isinstance(action, str) else int(action)
        try:
            self.core.apply(code)
        except (ValueError, OverflowError):
            legal = 0 <= code < 2**32 and 0 < code >> 24 < len(notation.WORDS)
            what = notation.text(code) if legal else f"{code:#x}"
            error = notation.IllegalAction if legal else notation.UnreadableAction
            offered = notation.offer(self.legal_actions())
            raise error(f"{in_short(what)} is not legal for {self.to_move} ({self.decision}): {offered}") from None
        self.history.append(code)

    # ------------------------------------------------------------------ looking
    @property
    def state(self) -> np.ndarray:
        """The engine's state as one record, a copy (fields as in ext/planetx/structs.toml)."""
        size = struct_dtype("State").itemsize
        return np.frombuffer(bytearray(self.core.to_bytes()[:size]), struct_dtype("State"))[0]

    @property
    def log(self) -> np.ndarray:
        """What happened so far, one row each, a copy (fields of `Event` in ext/planetx/structs.toml)."""
        size = struct_dtype("State").itemsize
        return np.frombuffer(bytearray(self.core.to_bytes()[size:]), struct_dtype("Event"))

    @property
    def system(self) -> str:
        """The hidden arrangement, one letter a sector."""
        return self.rules.sky.letters(int(self.state["system"]))

    def possible(self, seat: str) -> np.ndarray:
        """Numbers (ascending, int32) of the arrangements that agree with all that a seat has been told."""
        return np.frombuffer(self.core.possible(self._player(seat)), np.int32)

    def n_possible(self, seat: str) -> int:
        """How many arrangements agree with all that a seat has been told."""
        return self.core.n_possible(self._player(seat))

    def _player(self, seat: str) -> int:
        number = self.seat_number(seat)
        if number >= self.players:
            raise ValueError("the bot knows its script, no set of arrangements")
        return number

    def scores(self) -> dict[str, dict[str, Any]]:
        """{seat: {"total", "win_share", "locate", "first", "theories": {object: points}}}; all 0 before the end."""
        seats = [self.state["seat"][i] for i in range(self.core.seats)]
        total = [int(s["x_points"] + s["first_points"] + s["points"].sum()) for s in seats]
        located, first = (np.array([[s[name] for s in seats]]) for name in ("x_points", "first_points"))
        share = win_shares(np.array([total]), located, first, solo=self.players == 1)[0]
        return {
            self.seat_name(i): {
                "total": total[i],
                "win_share": float(share[i]) if self.is_over else 0.0,
                "locate": int(s["x_points"]),
                "first": int(s["first_points"]),
                "theories": dict(zip("ACDG", map(int, s["points"]), strict=True)),
            }
            for i, s in enumerate(seats)
        }

    def deal(self) -> dict[str, Any]:
        """What was drawn before the first turn: arrangement, clues, starting facts, the bot's script."""
        return position.deal(self)

    def to_json(self) -> dict[str, Any]:
        """The whole position, hidden things too; `from_json` reads it back to an equal game."""
        return position.write(self)

    def view(self, seat: str) -> dict[str, Any]:
        """The position without what that seat cannot see."""
        return position.view(self, seat)

    def picture(self, seen_by: str | None = None) -> str:
        """The position as SVG text, 1100 units wide; `seen_by`: with what that seat knows, and no more."""
        from .picture import picture

        return picture(self, seen_by)

    def _repr_html_(self) -> str:
        """In a notebook: the sky with all that is hidden, as wide as there is room."""
        return self.picture().replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def __getstate__(self) -> tuple[Any, ...]:
        return (self.rules, self.core.to_bytes(), self.seed, self.game, self.levels, self.generation, self.start, self.history)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.rules, data, self.seed, self.game, self.levels, self.generation, self.start, self.history = state
        self.core = _engine.Core(self.rules.engine)
        self.core.from_bytes(data)

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"{self.to_move} to move ({self.decision})"
        return f"<Planet X, {self.rules.mode}, {self.players} players, seed {self.seed}, game {self.game}, {where}>"
