"""`PythonKind`: a game in plain Python as a `GameKind`, made of its author's class and a few lines about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Any

from seti_sim.core.columns import Column, Table
from seti_sim.core.errors import RunError
from seti_sim.core.kind import GameKind
from seti_sim.core.names import did_you_mean, in_short
from seti_sim.core.python_players import find
from seti_sim.core.weights import FILE, Number, Weight, Weights, numbers_of, split, tunable

from . import rules as of_rules
from .base import PythonGame, Values
from .policies import Policy, PythonPolicy, at_random, of_function, takes
from .tables import check, tables_of

if TYPE_CHECKING:
    import polars as pl

RANDOM = "random"
COMMANDS = (
    "run", "info", "report", "export", "merge", "bench", "play", "replay", "show rules", "check", "new variant", "compare", "sweep", "precision",
    "experiment", "ladder", "tune", "whatif strategies", "whatif luck", "whatif fix",
)  # fmt: skip
"""Commands that take any game in Python; the others say so."""


class PythonKind(GameKind):
    """A game in Python. Everything that the commands need is made of what is given here:

    game: the class of a game in progress, of `PythonGame`. name: as `--game` has it. title: as pages have it. players: numbers of
    players that it can have, 2 at least. sources: sources of points, {name: a few words}. rules: the printed rules, a table of
    numbers, texts, lists and tables that a variant may change. policies: {name: function}, besides `random`, which every game
    has; policy: the usual one, the last without it. weights: of those that have some, {policy: {name: (usual, lowest, highest)}}, which
    `policy[name=number]` and `seti-sim tune` give other values; such a function takes them as a fourth argument. game_columns, seat_columns: columns of its own in `games` and `seats`, filled
    by `game_row` and `seat_row`. tables: tables of its own, without `game_id`, filled by `rows`. categories: of `enum NAME`
    columns. check_rules: raises ValueError, in one line, for rules of a variant that cannot be. sections: functions of an opened
    run that give a section of the page each, or None, after those that every game has. max_decisions: a game with more is told
    of as one without end.

    ValueError, in one line, for what does not go together.
    """

    marks = ("luck",)
    instead = {
        "komi": "does not say what seats are given to begin with; a rule at several values, and what it does to the seats: seti-sim "
        "sweep ADDRESS=VALUE,VALUE",
        "judge": "has no verdict on single things; what a change of its rules does: seti-sim compare VARIANT",
        **dict.fromkeys(
            ("card_strength", "whatif cards", "whatif uses"),
            "does not say what its cards are, if it has any; what a change of its rules does: seti-sim compare VARIANT",
        ),
        "whatif course": "gives its points at the end alone; who wins, and by how much, is in the report of a run",
        **dict.fromkeys(
            ("whatif options", "whatif blindspots"),
            "has no player that can be made to do otherwise; ways to play are set against each other by: seti-sim whatif strategies "
            "PLAYER PLAYER",
        ),
        **dict.fromkeys(
            ("whatif facts", "whatif topics", "whatif handicap"),
            "has no starting facts and no topics; ways to play are set against each other by: seti-sim whatif strategies PLAYER PLAYER",
        ),
    }

    def __init__(
        self,
        game: type[PythonGame],
        *,
        name: str,
        title: str,
        players: Sequence[int],
        sources: Mapping[str, str],
        rules: Mapping[str, Any] | None = None,
        policies: Mapping[str, Policy] | None = None,
        policy: str = "",
        weights: Mapping[str, Mapping[str, tuple[Number, Number, Number]]] | None = None,
        game_columns: Sequence[Column] = (),
        seat_columns: Sequence[Column] = (),
        tables: Sequence[Table] = (),
        categories: Mapping[str, Sequence[str]] | None = None,
        check_rules: Callable[[Values], None] | None = None,
        sections: Sequence[Callable[[Any], Any]] = (),
        max_decisions: int = 100_000,
    ) -> None:
        if not (isinstance(game, type) and issubclass(game, PythonGame)):
            raise ValueError(f"{name}: {game!r}: expected a class of PythonGame")
        self.game, self.name, self.title, self.players = game, name, title, tuple(players)
        self.functions: dict[str, Policy] = {RANDOM: at_random, **(policies or {})}
        self.policy = policy or list(self.functions)[-1]
        self.weights = _weights(name, self.functions, weights or {})
        self.max_decisions = max_decisions
        self.printed = dict(rules or {})
        self.check_rules, self.own_sections = check_rules, tuple(sections)
        self._sources, self._categories = dict(sources), {key: tuple(of) for key, of in (categories or {}).items()}
        self.own = {"games": tuple(c.name for c in game_columns), "seats": tuple(c.name for c in seat_columns)}
        self.own_tables = {table.name: table.column_names for table in tables}
        self._tables = tables_of(self._sources, game_columns, seat_columns, tables)
        if self.players and min(self.players) < 2:
            raise ValueError(f"{name}: players {min(self.players)}: expected 2 at least, of whom one can win")
        if not self._sources:
            raise ValueError(f"{name}: sources: expected one at least, as {{'points': 'points'}}")
        if self.policy not in self.functions:
            raise ValueError(f"{name}: policy {self.policy!r}: expected one of {', '.join(self.functions)}")
        try:
            check(self._tables, self._categories, tables)
            of_rules.check_printed(self.printed, "rules")
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    @property
    def home(self) -> str:
        return self.game.__module__

    # ------------------------------------------------------------------ what is asked for
    def load(self, options: dict[str, str], players: int, variant: Any) -> tuple[of_rules.PythonRules, dict[str, str]]:
        return of_rules.load(self.name, self.printed, variant, self.check_rules), options

    def policies(self) -> tuple[str, ...]:
        return tuple(self.functions)

    def get_policy(self, name: Any, clock: bool = False) -> PythonPolicy:
        if callable(name):
            return of_function(self, name)
        base, inside = split(name)
        if base not in self.functions and ":" in name:
            return of_function(self, find(name, "a function of (game, actions, luck)"), name)
        if base not in self.functions:
            raise ValueError(
                f"policy {name!r}: expected one of {', '.join(self.functions)}{did_you_mean(name, self.functions, 1)}"
            )
        return PythonPolicy(self, base, self.functions[base], numbers_of(name, inside, self.weights.get(base, {})))

    def tunable(self, policy: Any) -> Weights | None:
        if not policy.weights:
            return None
        make = lambda numbers: PythonPolicy(self, policy.base, policy.function, numbers)  # noqa: E731
        return tunable(policy.weights, self.weights[policy.base], make, lambda made: made.weights)

    def question(self, name: str) -> Any:
        """RunError, always: what it has instead, and which commands there are for it."""
        try:
            return super().question(name)
        except RunError as error:
            raise RunError(f"{error}; there are for it: {', '.join(COMMANDS)}") from None

    # ------------------------------------------------------------------ playing
    def play(self, plan: Any, first: int, count: int, play: Any = None) -> Any:
        from .batch import play as play_games

        return play_games(self, plan, first, count) if play is None else play(plan, first, count)

    def results(self, plan: Any, first: int, count: int, assign: Any = None) -> dict[str, Any]:
        from .batch import results

        return results(self, plan, first, count, assign)

    def frames(self, plan: Any, batch: Any) -> dict[str, pl.DataFrame]:
        from .batch import frames

        return frames(self, plan, batch)

    def new_game(self, plan: Any, game: int) -> Any:
        from .game import Game

        return Game(self, plan.rules, plan.players, plan.seed, game)

    @staticmethod
    def text(action: Any) -> str:
        """An action as records and messages have it."""
        return action if isinstance(action, str) else str(action)

    # ------------------------------------------------------------------ one game, told
    def narrator(self, game: Any, say: Callable[[str], object] | None, state: bool = False) -> Any:
        from .telling import PythonNarrator

        return PythonNarrator(game, say, state)

    def replay(self, text: str, variant: Any = None, to: int | None = None) -> tuple[Any, Any]:
        from seti_sim.core.record import replay

        from .game import Game

        whole = replay(self.form, Game, self.rules(variant), text, to)
        return Game(self, whole.rules, whole.players, whole.seed, whole.game), whole

    # ------------------------------------------------------------------ rules in words
    @property
    def player_words(self) -> str:  # type: ignore[override]
        """Its policies as help tells them."""
        return ", ".join(self.functions)

    begins = ("variant",)
    shown = ("rules",)

    def describe(self, options: dict[str, str], variant: Any, what: str) -> str:
        if what != "rules":
            raise RunError(f"{what}: {self.title} shows its rules alone: expected rules")
        return (
            "\n".join(of_rules.lines(self.load(options, self.players[-1], variant)[0].table)) or "no rules that can be varied"
        )

    def data(self, options: dict[str, str], variant: Any, what: str) -> Iterator[tuple[str, Any]]:
        yield from self.load(options, self.players[-1], variant)[0].table.items()

    def begin(self, what: str, name: str, copy: str | None = None) -> str:
        return of_rules.begun(self.title, name, self.printed)

    # ------------------------------------------------------------------ records
    @property
    def record_line(self) -> str:  # type: ignore[override]
        """The first line of its records."""
        return f"seti_sim {self.name} record 1"

    @cached_property
    def form(self) -> Any:
        """What its records look like."""
        from .game import form

        return form(self)

    # ------------------------------------------------------------------ tables
    @property
    def tables(self) -> dict[str, Table]:
        return self._tables

    @property
    def fixed(self) -> dict[str, tuple[str, ...]]:
        return self._categories

    @property
    def points(self) -> dict[str, str]:
        return self._sources

    def categories(self, rules: Any) -> dict[str, list[str]]:
        return {}

    # ------------------------------------------------------------------ what is said about a run
    def changes(self, variant: dict[str, Any]) -> list[tuple[str, object, object]]:
        return of_rules.changes(self.printed, variant)

    @property
    def verdict_rules(self) -> Any:
        return resources.files("seti_sim.python") / "pages" / "verdicts.toml"

    def sections(self, run: Any, precision: Any = None) -> list[Any]:
        from .pages import sections

        return sections(run, precision)

    def together(self, runs: list[Any]) -> list[Any]:
        from .pages import together

        return together(runs)


def _weights(game: str, functions: Mapping[str, Policy], given: Mapping[str, Any]) -> dict[str, dict[str, Weight]]:
    """The weights of the policies that have some; ValueError, in one line, for what cannot be."""
    found: dict[str, dict[str, Weight]] = {}
    for policy, of in given.items():
        where = f"{game}: weights of {policy}"
        if policy not in functions:
            raise ValueError(f"{where}: expected of one of {', '.join(functions)}")
        if not isinstance(of, Mapping) or not of:
            raise ValueError(f"{where}: {in_short(of)}: expected {{name: (usual, lowest, highest)}}")
        if not takes(functions[policy], 4):
            raise ValueError(f"{where}: its function takes no weights, expected one of (game, actions, luck, weights)")
        for name, numbers in of.items():
            if not (isinstance(name, str) and name.isidentifier() and name != FILE):
                raise ValueError(f"{where}: {in_short(name)}: expected a name of letters, digits and _, and not {FILE}")
            try:
                found.setdefault(policy, {})[name] = Weight(*numbers)
            except (TypeError, ValueError) as error:
                expected = error if isinstance(error, ValueError) else f"{in_short(numbers)}: expected (usual, lowest, highest)"
                raise ValueError(f"{where}: {name}: {expected}") from None
    return found
