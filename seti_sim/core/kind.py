"""`GameKind`: what a game provides so that the shared stages can play, store, open and report it.

A kind is one object without state. Whatever takes time to import it imports inside its methods, since the command line
asks every kind for its options before it does anything.
"""

from __future__ import annotations

import copyreg
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from seti_sim import __version__

from .errors import RunError
from .language import tr, trn
from .telling import Narrator

if TYPE_CHECKING:
    import polars as pl

    from .columns import Table
    from .weights import Weights

FLAG = "yes"
"""Value of an option that is a flag."""


@dataclass(frozen=True)
class Option:
    """An option of one game, as `--NAME` on the command line and as NAME in a configuration file; its value is text.

    default: text that stands for leaving it out; nothing where there is none, and the option then is in no run that
    did not ask for it. config: what a configuration file may say, for messages; a list there
    means the text with commas, of whole numbers with `whole`. shown: the default as help tells it. flag: whether it
    stands alone, its value being `FLAG`. runs: the option of a plan, where several values with commas make a run each.
    of_rules: whether it decides which rules there are, and not only how a game of them is dealt.
    studied: whether the commands that compare games take it, too.
    """

    name: str
    default: str
    metavar: str
    help: str
    config: str
    shown: str = ""
    whole: bool = False
    flag: bool = False
    runs: str = ""
    of_rules: bool = False
    studied: bool = True


class GameKind(ABC):
    """A game, for everything that is the same for all games.

    name: as `--game` and run.json have it. title: as pages have it. players: numbers of players that it can have. more_players:
    what is said to who asks for more.
    policy: the policy where none is asked for. options: its own, beyond those that every game has. max_decisions: of
    one game. facts: whole numbers about the rules that run.json keeps. enums: Enums whose categories a run's rules decide.
    component_kinds: kinds of components that pages call by names. setup_factor: what `combinations` are of, in the plural.
    marks: columns of table `games` that, with those of `seats`, no two games share but by accident. automaton: what stands for
    a seat that rules play, where players are named. chance: what a deal decides, in words, for a sentence. luck_parts: what of it stays and
    what is drawn anew by `redrawn`, a word each, where there is such. table_module: the module with its tables as `TABLES`, `FIXED` and
    `SOURCE_WORDS`. skill_key: the rule of the first sheet by which the better of several players is judged.
    player_words: its policies as help tells them. record_line: the first line of its records, "" where its games cannot be recorded. shown: things that `seti-sim show` tells,
    one a line of its help. begins: what `seti-sim new` can begin a file of.
    ladder: policies that a ladder sets against each other unless others are named, from the weakest on; all of them where there are
    none. leaning: policies that lean on one way to play of another, {name: the other}. even_setups: values of its options by which
    every setup comes equally often.
    pool: whom a player that is tuned plays against unless others are named; the player itself where there is nobody. lead_unit:
    points of lead over the best other seat in a unit of the logistic by which a tuning softens wins; 0: wins count as they are.
    questions: questions that play games of their own and that not every game has, by name, each with the function that answers
    it, as MODULE:NAME. instead: of others that are asked of some game, what to say after the title of this one.
    """

    name: str
    title: str
    players: tuple[int, ...]
    more_players: str = ""
    policy: str
    options: tuple[Option, ...] = ()
    max_decisions: int
    facts: tuple[str, ...] = ()
    enums: tuple[str, ...] = ()
    component_kinds: tuple[str, ...] = ()
    setup_factor: str = ""
    marks: tuple[str, ...] = ()
    automaton: str = ""
    chance: str = "all that chance decides before the first decision"
    luck_parts: tuple[str, ...] = ()
    table_module: str
    skill_key: str = "skill"
    player_words: str = ""
    record_line: str = ""
    shown: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    ladder: tuple[str, ...] = ()
    leaning: Mapping[str, str] = {}
    even_setups: Mapping[str, str] = {}
    pool: str = ""
    lead_unit: float = 0.0
    questions: Mapping[str, str] = {}
    instead: Mapping[str, str] = {}

    def __reduce__(self) -> tuple[Any, ...]:  # as a worker process gets it
        from seti_sim.core import registry

        if (place := registry.place_of(self)) is not None:
            return registry.recall, (place,)
        if registry.is_known(self):
            return registry.get, (self.name,)
        return copyreg.__newobj__, (type(self),), self.__dict__  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    @property
    def home(self) -> str:
        """The name of the module that the game stands in, whose text decides what is played."""
        return type(self).__module__

    # ------------------------------------------------------------------ what is asked for
    @abstractmethod
    def load(self, options: dict[str, str], players: int, variant: Any) -> tuple[Any, dict[str, str]]:
        """Rules, and every option checked and in one way of writing. RunError or a RuleError in one line.

        `variant` is the path of a TOML file, a dict of its shape, or None. Rules have a `fingerprint`.
        """

    @abstractmethod
    def policies(self) -> tuple[str, ...]:
        """Names of the policies."""

    @abstractmethod
    def get_policy(self, name: str, clock: bool = False) -> Any:
        """The policy of a name, with its options, which may play by the clock where `clock` says so; it has `name`,
        `key` and `choose(game)`. A ValueError in one line.
        """

    def policy_of(self, name: str, rules: Any, clock: bool = False) -> Any:
        """`get_policy` for games by these rules, where options of a policy may name what a variant adds."""
        return self.get_policy(name, clock)

    def tunable(self, policy: Any) -> Weights | None:
        """The weights of a policy, for a tuning; None for one without."""
        return None

    def table(self, players: int | None, options: dict[str, str]) -> tuple[int, int]:
        """Players of a game, and how many of their seats policies play; RunError where there can be none such."""
        players = self.players[-1] if players is None else players
        if players not in self.players:
            more = f"; {self.more_players}" if self.more_players and players > self.players[-1] else ""
            raise RunError(f"players {players}: expected {self.players[0]} to {self.players[-1]}{more}")
        return players, players

    def combinations(self, plan: Any) -> Any:
        """Setups to be met equally often, an array with one a row; None where nothing is set up on purpose.

        They are crossed with the rotations of the policies in blocks of games.
        """
        return None

    def words(self, options: dict[str, str]) -> list[str]:
        """The options of a plan as the command line takes them, without those that are as usual."""
        usual = {option.name: option.default for option in self.options}
        return [word for name, value in options.items() if value != usual[name] for word in (f"--{name}", value)]

    def option_text(self, option: str, value: str) -> str:
        """The value of an option as pages tell it."""
        return value.replace(",", ", ")

    def head_words(self, config: dict[str, Any]) -> list[str]:
        """What the head of a page says about the options of a run, from its run.json."""
        return []

    # ------------------------------------------------------------------ playing
    def engine(self, rules: Any) -> str:
        """What plays by these rules, as a text that changes with it: engine and tables (`seti_sim.core.engines.digest`); for a
        game that has nothing of its own to tell the version of the package and a digest of the sources of the game's class."""
        from seti_sim.core.outside import digest_of

        return f"{__version__} {digest_of(self.home)[:16]}".rstrip()

    @abstractmethod
    def play(self, plan: Any, first: int, count: int, play: Any = None) -> Any:
        """Games first … first + count - 1 of a plan as a raw batch, whose `games` has arrays `turns` and `decisions`.

        `play` stands in for the engine's own function in tests.
        """

    @abstractmethod
    def frames(self, plan: Any, batch: Any) -> dict[str, pl.DataFrame]:
        """The tables of a raw batch as Polars frames, each as its schema says."""

    def results(self, plan: Any, first: int, count: int, assign: Any = None) -> dict[str, Any]:
        """`score` and `win_share` [games, seats] of games first … first + count - 1 of a plan, as `play` plays them, and `factors`
        [games, k], indexes into `factors`, where there are any. assign: who sits where instead of as the plan says, indexes into its
        policies [games, seats]. A game that can leave out what only tables need does."""
        import numpy as np

        if assign is None:
            seats = self.frames(plan, self.play(plan, first, count))["seats"].sort("game_id", "seat")
            return {name: seats[name].to_numpy().reshape(count, -1) for name in ("score", "win_share")}
        found: dict[str, Any] = {}
        for row in np.unique(assign, axis=0):
            seated = replace(plan, seats=tuple(map(int, row)), seating="fixed")
            mine = (assign == row).all(axis=1)
            for name, values in self.results(seated, first, count).items():
                found.setdefault(name, values.copy())[mine] = values[mine]
        return found

    def redrawn(self, plan: Any, first: int, count: int, assign: Any) -> dict[str, Any] | None:
        """As `results`, of the same games with the second of `luck_parts` drawn anew, as it might have been dealt; None where
        games of these policies cannot be played so."""
        return None

    def factors(self, rules: Any) -> tuple[str, ...]:
        """Names of what else is drawn by lot for a game and may suit a way to play, as the species of SETI."""
        return ()

    @abstractmethod
    def new_game(self, plan: Any, game: int) -> Any:
        """Game number `game` of a plan, before its first action, as a `Game`."""

    def deciders(self, policies: list[Any], game: Any) -> dict[str, Any]:
        """{seat: who decides for it} of a game, None for an automaton; `policies` are those of the seats they play."""
        return {f"P{i + 1}": policy for i, policy in enumerate(policies)}

    def automata(self, options: dict[str, str]) -> list[str]:
        """What the tables have as policies besides those of the plan."""
        return []

    def endless(self, plan: Any, game: int) -> Exception:
        """What to raise about a game that has not ended after `max_decisions`."""
        return RunError(
            f"game {game} of seed {plan.seed} ({plan.players} players): no end within {self.max_decisions:,} decisions"
        )

    def spaces(self, plan: Any) -> Any:
        """Numbers of actions and fields of observations for learners, in games of a plan (`seti_sim.rl.layout.Spaces`); RunError
        where the game has none."""
        raise RunError(
            f"game {self.name}: {self.title} has no numbers for its actions, which a learner needs; expected seti or planetx"
        )

    # ------------------------------------------------------------------ one game, told
    def table_words(self, game: Any) -> str:
        """Who sits at the table of a `Game`, and what of its options a reader needs, in a few words."""
        return trn("{n} player", "{n} players", game.players)

    def narrator(self, game: Any, say: Callable[[str], object] | None, state: bool = False) -> Narrator:
        """What tells a `Game` as its actions are applied (`seti_sim.core.telling.Narrator`); `say` takes a line, None: only the
        result is told. `state`: show the board, too; RunError in a game that has none to show."""
        if state:
            raise RunError(f"--state: {self.title} has no board to show; without it the game is told action by action")
        return Narrator(game, say)

    def picture(self, game: Any) -> str:
        """A position of a `Game` as an SVG document; RunError in a game that has no picture."""
        raise RunError(f"--svg: {self.title} has no picture; without it the game is told in words")

    def with_time(self, names: Sequence[str], seconds: float | None) -> tuple[str, ...]:
        """Names of policies of which those that search have so many seconds a choice; None: as they are."""
        if seconds is not None:
            raise RunError(f"--time-budget {seconds}: no player of {self.title} goes by the clock; expected nothing")
        return tuple(names)

    def is_timed(self, name: str) -> bool:
        """Whether the policy of a name plays by the clock, so that its games cannot be played again."""
        return False

    def read_position(self, text: str, variant: Any = None) -> Any:
        """The `Game` that goes on from a written position, its JSON text; `variant` as of `load`. PositionError or RuleError in one
        line; RunError in a game that has no positions to read."""
        raise RunError(f"--position: {self.title} reads no positions; its games begin from a seed and a number")

    def replay(self, text: str, variant: Any = None, to: int | None = None) -> tuple[Any, Any]:
        """The game of a record of this game, begun and after `to` actions (all without): (before its first, after them).

        `variant` as of `load`. RecordError or RuleError in one line. Asked only of a game with a `record_line`.
        """
        raise NotImplementedError

    # ------------------------------------------------------------------ rules in words
    def describe(self, options: dict[str, str], variant: Any, what: str) -> str:
        """What `seti-sim show` says about a part of the rules: lines of text. RuleError or RunError in one line.

        `options`: those that were asked for, here and in `check`.
        """
        raise RunError(
            f"{what}: {self.title} has no parts that are told one by one; seti-sim play --game {self.name} tells a game"
        )

    def data(self, options: dict[str, str], variant: Any, what: str) -> Iterator[tuple[str, Any]]:
        """Where what `describe` tells stands in the rules, and its value there: (address, value). Nothing where it is made of more
        than is at an address; asked of what `describe` took without complaint."""
        yield from ()

    def rules_alone(self, options: dict[str, str], variant: Any) -> Any:
        """The rules of a variant, whether or not a game of them can be dealt with the usual options."""
        return self.load(self.usual(options), self.players[-1], variant)[0]

    def check(self, options: dict[str, str], variant: Any, games: int | None) -> Iterator[str]:
        """What `seti-sim check` says of a variant, line by line; `games`: how many to look at it in, None as many as usual.

        Here: what it changes, as `changes` has it.
        """
        from .checking import change_lines, content, heading, verdict

        rules = self.rules_alone(options, variant)
        changes = self.changes(content(variant, self.name))
        yield heading(rules)
        yield from change_lines(changes)
        yield verdict(len(changes))

    def begin(self, what: str, name: str, copy: str | None = None) -> str:
        """The text of a file to begin a thing of `begins` with, called `name`; `copy`: the printed one to start from."""
        raise RunError(f"{what}: {self.title} has no file to begin with")

    # ------------------------------------------------------------------ tables
    @property
    def tables(self) -> dict[str, Table]:
        """Tables of a run by name (`tables.columns.Table`), `games` and `seats` among them."""
        return import_module(self.table_module).TABLES

    @property
    def fixed(self) -> dict[str, tuple[str, ...]]:
        """Enums whose categories are always the same."""
        return import_module(self.table_module).FIXED

    @property
    def points(self) -> dict[str, str]:
        """Sources of points → a few words for charts; `seats` has a column `points_…` for each."""
        return {source: tr(words) for source, words in import_module(self.table_module).SOURCE_WORDS.items()}

    @abstractmethod
    def categories(self, rules: Any) -> dict[str, list[str]]:
        """Categories of `enums`."""

    def names(self, rules: Any) -> dict[str, dict[str, str]]:
        """What pages call the components of each kind in `named`: {kind: {id: text}}."""
        return {}

    def called(self, what: str, names: dict[str, str]) -> dict[str, str]:
        """What pages call the components of a kind in the language that holds, given their names in English."""
        return names

    def numbers(self, rules: Any) -> dict[str, int]:
        """The values of `facts`."""
        return {}

    def seats(self, players: int) -> int:
        """Rows of table `seats` that a game has."""
        return players

    def kept_tables(self, categories: dict[str, list[str]], names: Sequence[str] = ()) -> dict[str, Table]:
        """The tables that a run with these categories keeps: those of these names, all where there are none."""
        every = self.tables_for(categories)
        return {name: table for name, table in every.items() if name in names} if names else every

    def schemas(self, categories: dict[str, list[str]], names: Sequence[str] = ()) -> dict[str, pl.Schema]:
        """`pl.Schema` of every table that a run keeps, given the categories of its Enums, and names as of `kept_tables`."""
        from seti_sim.core.columns import polars_schema

        enums = self.fixed | {name: tuple(categories[name]) for name in (*self.enums, "policy")}
        return {name: polars_schema(table, enums) for name, table in self.kept_tables(categories, names).items()}

    def tables_for(self, categories: dict[str, list[str]]) -> dict[str, Table]:
        """The tables of a run with these categories, for a game whose runs do not all have the same."""
        return self.tables

    # ------------------------------------------------------------------ questions
    def rules(self, variant: Any = None) -> Any:
        """The printed rules, or with a variant, as of `load`, of a game as it is played where nothing else is said."""
        return self.load(self.usual({}), self.players[-1], variant)[0]

    def usual(self, given: dict[str, str]) -> dict[str, str]:
        """Options as `load` takes them: those given, and the others as usual."""
        return {option.name: option.default for option in self.options if option.default} | given

    @property
    def metrics(self) -> Any:
        """Its metrics (`seti_sim.analysis.metrics.Metrics`), numbers of a game by name; None for all numbers of its tables
        `games` and `seats`, and no others."""
        return None

    def question(self, name: str) -> Any:
        """The function that answers a question that not every game has, by its name: it plays and gives a `Study`. RunError, in
        one line, that says what the game has instead, for a question that means nothing in it."""
        place = self.questions.get(name)
        if place is None:
            told = self.instead.get(name, f"has no answer to it; what it has is listed by: seti-sim whatif --help, for {self.name}: "
                                          f"{', '.join(self.questions) or 'nothing of its own'}")  # fmt: skip
            raise RunError(f"{name}: {self.title} {told}")
        module, _, function = place.partition(":")
        return getattr(import_module(module), function)

    def habits(self, plan: Any, batch: Any) -> dict[str, Any]:
        """What is done in the games of a raw batch with one policy in all seats: arrays by name, one row a game, which a ladder
        keeps for `habit_frames`; nothing where a game has no more to tell than points."""
        return {}

    def habit_frames(self, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, pl.DataFrame]:
        """Frames by name, with a column `player`, of the `habits` of several players: {player: arrays}."""
        return {}

    def habit_blocks(self, study: Any, best: str) -> tuple[list[Any], list[str]]:
        """What a page tells of the `habit_frames` of a ladder: tables, and sentences about the player of the highest rating."""
        return [], []

    def drawn_otherwise(self, plan: Any, other: Any) -> list[str]:
        """What game k of two plans of one seed, which differ in rules or options, does not draw alike though it is drawn before
        the first decision, in the plural; nothing where all of it is the same, or nobody can tell."""
        return []

    def study_pages(self) -> dict[str, ModuleType]:
        """Kinds of study that only this game has, each with the module that tells about it: `heading`, `section`, `told`,
        `made`, and `warnings` where there are any."""
        return {}

    # ------------------------------------------------------------------ what is said about a run
    def changes(self, variant: dict[str, Any]) -> list[tuple[str, object, object]]:
        """What a variant's content changes: (address, printed value, its own); nothing where it cannot be told."""
        return []

    def checks(self, run: Any) -> list[tuple[str, bool, str]]:
        """Checks of its own that every run must pass: (what, whether it holds, detail)."""
        return []

    def estimates(self, run: Any) -> list[tuple[str, str, str, object]]:
        """Main estimates of its own: (name, words, unit, standard errors), unit `share` or `points`."""
        return []

    def even_seats(self, run: Any) -> str:
        """What to try where equal players do not fare equally, in a sentence."""
        return ""

    @abstractmethod
    def sections(self, run: Any, precision: Any = None) -> list[Any]:
        """The sections of the page about one run."""

    @property
    def verdict_rules(self) -> Any:
        """The TOML file with the questions of the first sheet and the rules of their verdicts; None where there is none."""
        from importlib import resources

        package = type(self).__module__.rpartition(".")[0]
        file = resources.files(package) / "pages" / "verdicts.toml" if package else None
        return file if file is not None and file.is_file() else None

    def beside_people(self, run: Any) -> list[tuple[str, str]]:
        """Rows (what, text) about how strong the players of a run are beside people, and what that limits."""
        return []

    def course(self, plan: Any, games: int) -> dict[str, Any] | None:
        """The first games of a plan played again with the points after each round: `points` [games, rounds, seats] before any
        scoring at the end, `score` and `win_share` [games, seats]. None for a game that scores at its end alone."""
        return None

    def together(self, runs: list[Any]) -> list[Any]:
        """Sections about several runs of this game side by side."""
        return []
