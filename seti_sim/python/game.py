"""`Game`: one game of a kind in Python as the shared stages know it: seats by name, actions and their history, records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from seti_sim.core import record as records
from seti_sim.core.errors import PlayerError, PositionError, RunError, SetiSimError
from seti_sim.core.game import check_luck
from seti_sim.core.names import in_short, place_of, told

from .base import PACKAGE, PythonGame
from .luck import Luck


class ActionError(PlayerError):
    """An action that nobody can do now; the message says which there are."""


class Game:
    """A game in progress of a kind in Python under `rules`. `state` is what its author made of it (`PythonGame`).

    Seats are "P1", "P2" and so on, in the order of the author's numbers. history: the actions so far. turns: how often somebody
    began to move: actions that follow one another of the same seat are of one turn.
    """

    start = None  # it is always drawn from a seed, and no position begins one

    def __init__(self, kind: Any, rules: Any, players: int, seed: int = 0, game: int = 0) -> None:
        check_luck(seed, game)
        self.kind, self.rules, self.players, self.seed, self.game = kind, rules, players, seed, game
        self.history: list[Any] = []
        self.state: PythonGame = self.ask(kind.game, rules.values, players, Luck(seed, game))
        self.turns = 0
        self.last = -1  # seat that moved last
        self._minds: dict[int, Luck] = {}
        self._check_seat()

    # ------------------------------------------------------------------ where it is
    @property
    def seats(self) -> list[str]:
        """Names of the seats."""
        return [f"P{seat + 1}" for seat in range(self.players)]

    @property
    def to_move(self) -> str | None:
        """The seat that decides, None when the game is over."""
        return None if self.state.over else f"P{self.state.seat + 1}"

    @property
    def is_over(self) -> bool:
        return self.state.over

    def legal_actions(self) -> Sequence[Any]:
        """What the seat that is to move may do; none when the game is over. RunError where the author's class gives none."""
        if self.state.over:
            return []
        actions: Sequence[Any] = self.ask(self.state.actions)
        if not isinstance(actions, Sequence) or isinstance(actions, str):
            here = place_of(self.state.actions)
            raise RunError(f"{self.where()}: actions() gives {in_short(actions)}: expected a list of them{here}")
        if not actions:
            here = place_of(self.state.actions)
            raise RunError(f"{self.where()}: {self.to_move} is to move and has no action: expected one, or over = True{here}")
        return actions

    def ask(self, function: Callable[..., Any], *given: Any) -> Any:
        """What code of the author gives. What goes wrong in it is a RunError of one line, with the game and the line of that code."""
        try:
            return function(*given)
        except SetiSimError:
            raise
        except Exception as error:
            raise RunError(f"game {self.kind.name}: {self.where()}: {told(error, PACKAGE)}") from error

    def where(self) -> str:
        """Which game it is, and how far, for messages."""
        return f"game {self.game} of seed {self.seed} ({self.players} players), after {len(self.history)} actions"

    def mind(self, seat: int) -> Luck:
        """The luck of the player of a seat, from 0."""
        if seat not in self._minds:
            self._minds[seat] = Luck.of_player(self.seed, self.game, seat)
        return self._minds[seat]

    # ------------------------------------------------------------------ playing
    def apply(self, action: Any) -> None:
        """Do an action; ActionError for one that is none of those there are now."""
        if action not in self.legal_actions():
            raise self.wrong(action)
        self.advance(action)

    def advance(self, action: Any) -> None:
        """Do an action that is known to be one of those there are."""
        state = self.state
        if state.seat != self.last:
            self.turns += 1
            self.last = state.seat
        self.ask(state.act, action)
        self.history.append(action)
        self._check_seat()

    def _check_seat(self) -> None:
        seat = self.state.seat
        if not self.state.over and (type(seat) is not int or not 0 <= seat < self.players):
            here = place_of(self.state.act if self.history else self.state.begin)
            expected = f"expected a whole number from 0 to {self.players - 1}"
            raise RunError(f"{self.where()}: seat = {in_short(seat)}: {expected}{here}")

    def wrong(self, action: Any) -> ActionError:
        """What to say of an action that there is not."""
        there = [self.kind.text(one) for one in self.legal_actions()]
        listed = ", ".join(there[:12]) + (f", … ({len(there)} in all)" if len(there) > 12 else "")
        return ActionError(
            f"{in_short(self.kind.text(action))}: expected {f'one of {listed}' if there else 'nothing: the game is over'}"
        )

    def action(self, code: Any) -> Any:
        """An action of `history` as `apply` takes it: itself."""
        return code

    def parse(self, text: str) -> Any:
        """The action that a text says now; ActionError where there is none such."""
        for action in self.legal_actions():
            if self.kind.text(action) == text:
                return action
        raise self.wrong(text)

    def clone(self) -> Self:
        """The same game, to be played on by itself."""
        made = object.__new__(type(self))
        vars(made).update(vars(self))
        made.state, made.history = self.state.copy(), self.history.copy()
        made._minds = {seat: luck.copy() for seat, luck in self._minds.items()}
        return made

    # ------------------------------------------------------------------ results
    def points(self) -> list[dict[str, int]]:
        """Points by source of each seat, every source in its order. RunError where the author's class gives anything else."""
        given = self.ask(self.state.points)
        if not isinstance(given, Sequence):
            raise self._wrong_points(f"points() gives {in_short(given)}: expected a list with an entry for each seat")
        if len(given) != self.players:
            raise self._wrong_points(f"points of {len(given)} seats: expected those of {self.players}")
        found = []
        for seat, of in enumerate(given, 1):
            if len(self.kind.points) == 1 and _is_whole(of):  # of the only source
                of = {next(iter(self.kind.points)): of}
            if not isinstance(of, Mapping):
                expected = "a dict of points by source, as {" + ", ".join(f"{source!r}: 0" for source in self.kind.points) + "}"
                raise self._wrong_points(f"points of seat {seat}: {in_short(of)}: expected {expected}")
            if more := [source for source in of if source not in self.kind.points]:
                known = ", ".join(self.kind.points)
                raise self._wrong_points(f"points of seat {seat} from {in_short(more[0])}: expected of {known}")
            row = {source: of.get(source, 0) for source in self.kind.points}
            if wrong := [source for source, value in row.items() if not _is_whole(value)]:
                value = in_short(row[wrong[0]])
                raise self._wrong_points(f"points of seat {seat} from {wrong[0]} = {value}: expected a whole number")
            found.append(row)
        return found

    def _wrong_points(self, what: str) -> RunError:
        return RunError(f"{self.where()}: {what}{place_of(self.state.points)}")

    def win_shares(self) -> list[float]:
        """Share of the win of each seat: those that stand equally best share it."""
        of_author = type(self.state).standing is not PythonGame.standing
        own = [self.ask(self.state.standing, seat) for seat in range(self.players)] if of_author else None
        standing = own or [sum(of.values()) for of in self.points()]
        try:
            best = max(standing)
        except TypeError:
            expected = f"expected what can be compared, as numbers{place_of(self.state.standing)}"
            raise RunError(f"{self.where()}: standing() gives {in_short(standing)}: {expected}") from None
        first = [value == best for value in standing]
        return [won / sum(first) for won in first]

    def scores(self) -> dict[str, dict[str, Any]]:
        """{seat: points by source, their `total` and the `win_share`}, 0 for all while the game is not over."""
        shares = self.win_shares() if self.is_over else [0.0] * self.players
        return {
            seat: {**of, "total": sum(of.values()), "win_share": share}
            for seat, of, share in zip(self.seats, self.points(), shares, strict=True)
        }

    # ------------------------------------------------------------------ records
    def record(self) -> str:
        """The game so far as text: where it began, and one line an action."""
        return records.write(self.kind.form, self)

    @classmethod
    def from_json(cls, rules: Any, data: Any) -> Self:
        """PositionError: what a record that begins with a position is told."""
        raise PositionError("position: expected players, seed and game, since games in Python have no positions in text")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, others = ((g.kind, g.rules.fingerprint, g.players, g.seed, g.game, g.history) for g in (self, other))
        return mine == others

    __hash__ = None  # type: ignore[assignment]  # a game changes


def _is_whole(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _drawn(game: Game) -> list[str]:
    return [f"players {game.players}", f"seed {game.seed}", f"game {game.game}"]


def form(kind: Any) -> records.Form:
    """What records of games of a kind look like."""

    def start(cls: Any, rules: Any, head: dict[str, str]) -> Game:
        players, seed, game = (records.whole(name, head[name]) for name in ("players", "seed", "game"))
        if players not in kind.players:
            raise ValueError(f"players {players}: expected {' or '.join(map(str, kind.players))}")
        return Game(kind, rules, players, seed, game)

    return records.Form(
        first=kind.record_line, names=("players", "seed", "game"), needs="players, seed and game", drawn=_drawn, start=start,
        told=lambda game, action: kind.text(action), do=lambda game, text: game.advance(game.parse(text)), wrong=ActionError,
        impossible=PositionError,
    )  # fmt: skip
