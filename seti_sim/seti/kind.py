"""SETI as a `GameKind`."""

from __future__ import annotations

from itertools import permutations

from seti_sim.core.errors import RunError
from seti_sim.core.kind import FLAG, GameKind, Option
from seti_sim.core.language import component, inside, tr
from seti_sim.core.names import did_you_mean, find, in_short, middle_out, titles_of

from .seats import FIFTH

PLAYERS = (2, 3, 4)
DRAWN, BALANCED = "drawn", "balanced"
"""Species of the games: drawn at random as the rules say, or every pair in both orders equally often."""


class Seti(GameKind):
    """Rules, tables and pages of SETI. Its options say which species its games have, and that they are solo games.

    In a plan or run `solo` is the level, and there is no `level`. Solo games have two seats, the rival's being drawn.
    """

    name, title = "seti", "SETI"
    players = PLAYERS
    more_players = FIFTH
    policy = "learned"
    player_words = (
        "random, greedy, lookahead, mcts, learned, search, explorer, observer, analyst, engineer, missionary, or module:attribute; "
        "options in brackets, as greedy[without=scan]"
    )
    options = (
        Option(
            "species", DRAWN, "NAME,NAME", "Left and right species; balanced: every pair in both orders equally often.",
            "drawn, balanced, or a list of two species", "drawn at random",
        ),
        Option("solo", "", "", "One player, --policy, against the rival.", "true", flag=True, studied=False),
        Option(
            "level", "", "N[,N]", "Level of solo games, 1 to 5, 1 where it is not said; of `run` several, a run each.",
            "a level of solo games, or a list of them", whole=True, runs="solo", studied=False,
        ),
    )  # fmt: skip
    facts = ("rounds",)
    enums = ("card", "tech", "species", "body", "gold", "objective")
    component_kinds = ("card", "tech", "gold", "species", "objective")
    setup_factor = "pairs of species"
    skill_key = "skill.player"
    table_module = "seti_sim.seti.tables.schema"
    automaton = "rival"
    record_line = "seti_sim record 1"
    shown = ("base-109", "tech probe-1", "gold", "actions")
    begins = ("card", "species", "variant")
    chance = "all that chance decides: decks, tiles, discs, sectors, species"
    instead = {
        "whatif facts": "has no starting facts; what a dealt card is worth: seti-sim whatif cards",
        "whatif topics": "has no topics; what a dealt card is worth: seti-sim whatif cards",
        "whatif handicap": "has no starting facts; starting points that make seats equal: seti-sim komi",
    }
    ladder = ("random", "greedy", "lookahead")
    even_setups = {"species": "balanced"}
    pool, lead_unit = "greedy", 15.0
    questions = {
        "komi": "seti_sim.studies:komi",
        "judge": "seti_sim.seti.studies:judge",
        "card_strength": "seti_sim.seti.studies:card_strength",
        **{
            f"whatif {name}": f"seti_sim.seti.studies:{function}"
            for name, function in (
                ("cards", "deal_values"), ("uses", "card_uses"), ("options", "option_values"),
                ("course", "course"), ("blindspots", "blind_spots"),
            )
        },
    }  # fmt: skip

    # ------------------------------------------------------------------ questions
    @property
    def leaning(self):
        from seti_sim.seti.players import PERSONAS

        return dict.fromkeys(PERSONAS, "greedy")

    @property
    def metrics(self):
        from seti_sim.seti.analysis.metrics import METRICS

        return METRICS

    def study_pages(self):
        from seti_sim.seti.pages import card_study, whatif

        return {"card_strength": card_study, **dict.fromkeys(whatif.KINDS, whatif.ANSWERS)}

    # ------------------------------------------------------------------ what is asked for
    def load(self, options, players, variant):
        from seti_sim.seti.rules import RuleSet

        rules = RuleSet.load(variant) if variant is not None else RuleSet.load()
        titles = titles_of(rules.tree["species"])
        found = {"species": _species(options["species"], {name: titles[name] for name in rules.species_played})}
        if "solo" in options:
            level, levels = options.get("level", options["solo"]), len(rules.compiled.solo["levels"])
            level = "1" if level == FLAG else level
            if not (level.isdecimal() and 1 <= int(level) <= levels):
                raise RunError(f"level {middle_out(level)}: expected 1 to {levels}")
            found["solo"] = level
        elif "level" in options:
            raise RunError(f"level {options['level']}: expected with solo only")
        return rules, found

    def table(self, players, options):
        if "solo" not in options:
            return super().table(players, options)
        if players not in (None, 1):
            raise RunError(f"players {players}: expected 1 or nothing in solo games")
        return 2, 1

    def words(self, options):
        own = super().words({name: value for name, value in options.items() if name != "solo"})
        return own + (["--solo", "--level", options["solo"]] if "solo" in options else [])

    def policies(self):
        from seti_sim.seti import players

        return players.names()

    def get_policy(self, name, clock=False):
        from seti_sim.seti import players

        return players.get(name, clock)

    def policy_of(self, name, rules, clock=False):
        from seti_sim.seti import players

        return players.get(name, clock, rules)

    def tunable(self, policy):
        from seti_sim.seti.players import Player
        from seti_sim.seti.players.weights import tunable

        return tunable(policy) if isinstance(policy, Player) else None

    def combinations(self, plan):
        """Pairs of species as indexes into `rules.species_ids`, int32 [pairs, 2]; None where they are drawn."""
        import numpy as np

        species, names = plan.options["species"], plan.rules.species_ids
        if species == DRAWN:
            return None
        if species == BALANCED:
            return np.array(list(permutations(map(names.index, plan.rules.species_played), 2)), np.int32)
        return np.array([[names.index(name) for name in species.split(",")]], np.int32)

    # ------------------------------------------------------------------ playing
    def engine(self, rules):
        from seti_sim.core.engines import digest
        from seti_sim.seti.engine import FINGERPRINT

        return digest(FINGERPRINT, rules.compiled.tables)

    def play(self, plan, first, count, play=None, assign=None, log=True):
        if play is None:
            from seti_sim.seti.batch import play_games as play
        pairs, solo = plan.setups(first, count), plan.options.get("solo")
        return play(
            plan.rules, players=len(plan.seats), seed=plan.seed, first=first, count=count, policies=list(plan.policies),
            assign=plan.assign(first, count) if assign is None else assign, **({} if pairs is None else {"pairs": pairs}),
            **({} if solo is None else {"solo": int(solo)}), **({} if log else {"log": False}),
        )  # fmt: skip

    def results(self, plan, first, count, assign=None):
        import numpy as np

        batch = self.play(plan, first, count, assign=assign, log=False)
        found = {name: batch.seats[name].reshape(count, -1) for name in ("score", "win_share")}
        return found | {"factors": np.column_stack([batch.games["species_left"], batch.games["species_right"]])}

    def habits(self, plan, batch):
        from seti_sim.seti.pages import habits

        return habits.arrays(plan, batch)

    def habit_frames(self, tables):
        from seti_sim.seti.pages import habits

        return habits.frames(tables)

    def habit_blocks(self, study, best):
        from seti_sim.seti.pages import habits

        return habits.blocks(study, best)

    def factors(self, rules):
        return tuple(rules.species_ids)

    def frames(self, plan, batch):
        from seti_sim.seti.tables.build import build

        return build(batch, plan.players, plan.categories, "solo" in plan.options)

    def new_game(self, plan, game):
        from seti_sim.seti import Game

        pair = plan.setups(game, 1)
        species = None if pair is None else [plan.rules.species_ids[i] for i in pair[0]]
        solo = plan.options.get("solo")
        who = {"players": plan.players} if solo is None else {"solo": True, "level": int(solo)}
        return Game.new(plan.rules, seed=plan.seed, game=game, species=species, **who)

    def deciders(self, policies, game):
        """The rival's seat is drawn: the only policy has the other one."""
        if game.rival is None:
            return super().deciders(policies, game)
        return {seat: None if seat == game.rival else policies[0] for seat in ("P1", "P2")}

    def automata(self, options):
        return [self.automaton] if "solo" in options else []

    @property
    def max_decisions(self):
        from seti_sim.seti.engine import MAX_DECISIONS

        return MAX_DECISIONS

    def endless(self, plan, game):
        from seti_sim.seti import EndlessGame

        return EndlessGame(plan.players, plan.seed, game)

    def spaces(self, plan):
        from seti_sim.seti.learning import SetiSpaces

        return SetiSpaces(plan.rules, self.seats(plan.players), "solo" in plan.options)

    # ------------------------------------------------------------------ one game, told
    def table_words(self, game):
        if game.rival is None:
            return super().table_words(game)
        return tr("solo, level {level}, the rival is {rival}", level=game.to_json()["solo"]["level"], rival=game.rival)

    def picture(self, game):
        return game.picture()

    def narrator(self, game, say, state=False):
        from seti_sim.seti.telling.narrate import Narrator

        return Narrator(game, say, state)

    def with_time(self, names, seconds):
        from seti_sim.seti.players.clock import with_time

        return with_time(names, seconds)

    def is_timed(self, name):
        from seti_sim.seti.players.clock import is_timed

        return is_timed(name)

    def read_position(self, text, variant=None):
        from seti_sim.seti import Game
        from seti_sim.seti.rules import RuleSet

        return Game.from_json(RuleSet.load(variant), text)

    def replay(self, text, variant=None, to=None):
        from seti_sim.seti import Game
        from seti_sim.seti.rules import RuleSet

        rules = RuleSet.load(variant)
        return Game.replay(rules, text, 0), Game.replay(rules, text, to)

    # ------------------------------------------------------------------ rules in words
    def describe(self, options, variant, what):
        from seti_sim.seti.rules.describe import describe

        return describe(self.load(self.usual(options), 4, variant)[0], what)

    def data(self, options, variant, what):
        from seti_sim.seti.rules.describe import data

        return data(self.load(self.usual(options), 4, variant)[0], what)

    def check(self, options, variant, games):
        from seti_sim.seti.checking import check

        return check(self.load(self.usual(options), 4, variant)[0], games)

    def begin(self, what, name, copy=None):
        from seti_sim.seti.begin import begin

        return begin(what, name, copy)

    # ------------------------------------------------------------------ tables
    @property
    def tables(self):
        return self._tables(True)

    def tables_for(self, categories):
        return self._tables(self.automaton in categories["policy"])

    def _tables(self, solo):
        from seti_sim.seti.tables.schema import tables_for

        return tables_for(solo)

    def categories(self, rules):
        return {
            "card": list(rules.card_ids),
            "tech": list(rules.tech_ids),
            "species": list(rules.species_ids),
            "body": [*rules.compiled.planet_ids, *rules.compiled.moon_ids],
            "gold": list(rules.gold_tile_names),
            "objective": list(rules.compiled.solo["objectives"]),
        }

    def names(self, rules):
        """Cards and species by name, techs and sides of gold tiles by what they do, objectives by what they ask for."""
        from seti_sim.seti.rules.describe import describe
        from seti_sim.seti.rules.describe_solo import objective_words
        from seti_sim.seti.tables.schema import GOLD_SIDE

        # The first two lines about a tech are its id and what everybody gets who takes it.
        does = {tech: describe(rules, f"tech {tech}").splitlines()[2:] for tech in rules.tech_ids}
        techs = {tech: "; ".join([*lines[:1], *(inside(line) for line in lines[1:])]) for tech, lines in does.items()}
        gold = {}
        for tile in rules.gold_tile_names:
            for line in describe(rules, f"gold {tile}").splitlines()[1:]:
                side, _, text = line.partition(": ")
                gold[GOLD_SIDE.format(tile, side.removeprefix("Side "))] = text
        species = {name: str(rules.tree["species"][name]["name"]) for name in rules.species_ids}
        objectives = {name: objective_words(entry) for name, entry in rules.tree["solo"]["objectives"].items()}
        return {"card": rules.card_names, "tech": techs, "gold": gold, "species": species, "objective": objectives}

    def called(self, what, names):
        if what == "card":
            return names
        return {name: component(what, name, text) if what == "species" else tr(text) for name, text in names.items()}

    def changes(self, variant):
        from seti_sim.seti.rules import RuleError, RuleSet

        try:
            return RuleSet.load(variant).changes()
        except RuleError:  # a run of another version's rules
            return []

    def numbers(self, rules):
        return {"rounds": rules.tree["setup"]["rounds"]}

    # ------------------------------------------------------------------ what is said about a run
    def checks(self, run):
        from seti_sim.analysis.checks import dealt_evenly

        test = dealt_evenly(run)
        detail = f"chi-square {test.statistic:.0f} with {test.freedom} degrees of freedom, p = {test.p:.2g}"
        detail += "; it fails below p = 0.0001, which one sound run in 10,000 does"
        return [("Every card of the deck is dealt equally often", not test.p < 1e-4, detail)]

    def estimates(self, run):
        from seti_sim.seti.analysis.cards import dealt_effect

        errors = dealt_effect(run, "win_share")["se"]
        return [("card", "effect of a dealt card on the win share", "share", errors)]

    def even_seats(self, run):
        from seti_sim.report.blocks import shell

        command = shell("seti-sim", "komi", "--players", run.players, "--policy", run.policies[0])
        return f"Look for starting points that make the seats equal: {command}."

    def sections(self, run, precision=None):
        from seti_sim.seti.pages.sections import sections

        return sections(run, precision)

    def together(self, runs):
        from seti_sim.report.starts import first_player
        from seti_sim.seti.pages.solo import levels
        from seti_sim.seti.pages.species import along

        found = [section for section in (first_player(runs), along(runs)) if section is not None]
        alone = [run for run in runs if "solo" in run.config]
        tables = {(run.policies[0], run.config["solo"]) for run in alone}
        return found + ([levels(alone)] if len(tables) == len(alone) > 1 else [])

    def beside_people(self, run):
        from seti_sim.seti.pages.people import beside

        return beside(run)

    def course(self, plan, games):
        from seti_sim.seti.batch import play_games

        pairs = plan.setups(0, games)
        batch = play_games(
            plan.rules, players=plan.players, seed=plan.seed, first=0, count=games, policies=list(plan.policies),
            assign=plan.assign(0, games), log=False, course=True, **({} if pairs is None else {"pairs": pairs}),
        )  # fmt: skip
        by_seat = {name: batch.seats[name].reshape(games, -1) for name in ("score", "win_share")}
        return {"points": batch.course, **by_seat}

    def head_words(self, config):
        return [tr("solo, level {level}", level=config["solo"])] if "solo" in config else []


def _species(text: str, known: dict[str, str]) -> str:
    """The species in one way of writing; RunError for what is none."""
    names = [find(name, known) or name.strip() for name in text.split(",")]
    if names in ([DRAWN], [BALANCED]):
        return names[0]
    for name in names:
        if name not in known:
            expected = f"two of {', '.join(known)} with a comma between, {BALANCED} or {DRAWN}"
            hint = did_you_mean(name, (*known, DRAWN, BALANCED), 1)
            raise RunError(f"species {in_short(name)}: expected {expected}{hint}")
    if len(names) != 2 or names[0] == names[1]:
        raise RunError(f"species {in_short(text)}: expected two different ones, of the left and of the right slot")
    return ",".join(names)


SETI = Seti()
