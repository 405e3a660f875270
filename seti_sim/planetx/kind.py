"""The Search for Planet X as a `GameKind`."""

from __future__ import annotations

from itertools import permutations

from seti_sim.core.errors import RunError
from seti_sim.core.kind import GameKind, Option
from seti_sim.core.language import tr
from seti_sim.core.names import in_short

MODES = ("standard", "expert")
DEALS_TRIED = 20


class PlanetX(GameKind):
    """Rules, tables and pages of The Search for Planet X."""

    name, title = "planetx", "The Search for Planet X"
    players = (1, 2, 3, 4)
    policy = "infogain"
    player_words = "random, survey-first, infogain, racer or planner; options in brackets, as racer[sure=700]"
    options = (
        Option("mode", "standard", "NAME[,NAME]", "standard or expert; of `run` both, a run each.",
               "standard, expert or a list of both", runs="mode", of_rules=True),
        Option("levels", "0", "N[,N]", "Starting facts, 0, 4, 8 or 12: one number for all seats, or one a seat, which "
               "then go round in all orders.", "a number of starting facts, or a list of them, one a seat", whole=True),
        Option("arrangements", "app", "HOW", "app: objects lie where they do as often as in the app; uniform: all "
               "valid arrangements equally likely.", "app or uniform"),
    )  # fmt: skip
    max_decisions = 200_000
    facts = ("sectors",)
    enums = ("clue",)
    component_kinds = ("clue",)
    setup_factor = "orders of the levels"
    shown = ("comet", "actions", "conference X1 --mode expert", "limits")
    begins = ("variant",)
    marks = ("arrangement", "turns", "decisions", "end_time")
    table_module = "seti_sim.planetx.tables"
    automaton = "bot"
    lead_unit = 3.0
    record_line = "seti_sim planetx record 1"
    chance = "all that chance decides: sky, clues and starting facts"
    luck_parts = "sky", "clues"
    questions = {f"whatif {name}": f"seti_sim.planetx.studies:{name}" for name in ("facts", "topics", "handicap")}
    instead = {
        "komi": "gives no seat points, credits or cards to begin with; starting facts make players equal: seti-sim whatif "
        "handicap --game planetx",
        **dict.fromkeys(
            ("judge", "card_strength", "whatif cards", "whatif uses"),
            "has no cards; what a fact, a clue or a topic is worth: seti-sim whatif facts and whatif topics, --game planetx",
        ),
        "whatif options": "has no player that can be barred from an action; what an action costs is swept by: seti-sim sweep "
        "--game planetx actions.target_cost=3,4,5",
        "whatif blindspots": "has no player that can be made to do otherwise; players are compared by: seti-sim compare --game "
        "planetx printed printed --variant-policy NAME",
        "whatif course": "scores at its end alone, so nobody leads before; how long games are and when they end is in the report of a run",
    }

    # ------------------------------------------------------------------ what is asked for
    def load(self, options, players, variant):
        rules = self.rules_alone(options, variant)
        try:
            rules.generation(options["arrangements"], "arrangements")
        except ValueError as error:
            raise RunError(str(error)) from None
        options = options | {"levels": _levels(options["levels"], players, rules)}
        if any(rules.files.varied(key) for key in ("mode", "clues", "starting", "solo")):
            _deal_some(rules, options, players)
        return rules, options

    def policies(self):
        from seti_sim.planetx import players

        return players.names()

    def get_policy(self, name, clock=False):
        from seti_sim.planetx import players

        return players.get(name)

    def tunable(self, policy):
        from seti_sim.planetx import players

        return players.tunable(policy)

    def combinations(self, plan):
        """Starting facts by seat, uint8 [orders, players]: every order of the levels; as given with fixed seats."""
        import numpy as np

        given = [int(level) for level in plan.options["levels"].split(",")]
        given = given if len(given) == plan.players else given * plan.players
        orders = sorted(set(permutations(given))) if plan.seating == "rotate" else [tuple(given)]
        return np.array(orders, np.uint8)

    def head_words(self, config):
        arrangements = [] if config["arrangements"] == "app" else [tr("{how} arrangements", how=config["arrangements"])]
        facts = tr("starting facts {facts}", facts=self.option_text("levels", config["levels"]))
        return [tr(config["mode"]), facts, *arrangements]

    # ------------------------------------------------------------------ playing
    def engine(self, rules):
        from seti_sim.core.engines import digest
        from seti_sim.planetx.engine import FINGERPRINT

        sky = [rules.placement, rules.clues, rules.factors, rules.beside_x]
        return digest(FINGERPRINT, rules.tables | {"sky": sky})

    def play(self, plan, first, count, play=None):
        if play is None:
            from seti_sim.planetx import play_games as play
        return play(
            plan.rules, players=plan.players, seed=plan.seed, first=first, count=count, policies=list(plan.policies),
            assign=plan.assign(first, count), levels=plan.setups(first, count), generation=plan.options["arrangements"],
        )  # fmt: skip

    def results(self, plan, first, count, assign=None):
        from seti_sim.planetx import play_games

        seats = play_games(
            plan.rules, players=plan.players, seed=plan.seed, first=first, count=count, policies=list(plan.policies),
            assign=plan.assign(first, count) if assign is None else assign, levels=plan.setups(first, count),
            generation=plan.options["arrangements"], track=False,
        ).seats  # fmt: skip
        return {name: seats[name].reshape(count, -1) for name in ("score", "win_share")}

    def redrawn(self, plan, first, count, assign):
        from seti_sim.planetx.studies.again import redrawn

        return redrawn(plan, first, count, assign)

    def frames(self, plan, batch):
        from seti_sim.planetx.tables import build

        return build(plan.rules, batch, plan.players, self.schemas(plan.categories))

    def new_game(self, plan, game):
        from seti_sim.planetx import Game

        levels = plan.setups(game, 1)[0].tolist()
        return Game.new(plan.rules, plan.players, plan.seed, game, levels, plan.options["arrangements"])

    def deciders(self, policies, game):
        return dict(zip(game.seats, [*policies, None], strict=False))

    def spaces(self, plan):
        from seti_sim.planetx.learning import PlanetXSpaces

        return PlanetXSpaces(plan.rules, self.seats(plan.players), plan.players == 1)

    # ------------------------------------------------------------------ one game, told
    def table_words(self, game):
        who = tr("solo against the bot") if game.players == 1 else super().table_words(game)
        levels = [len(facts) for facts in game.deal()["starting"].values()]
        facts = ", ".join(map(str, levels if len(set(levels)) > 1 else levels[:1]))
        return f"{tr(game.rules.mode)}, {who}, {tr('starting facts {facts}', facts=facts)}"

    def narrator(self, game, say, state=False):
        from seti_sim.planetx.telling.narrate import Narrator

        return Narrator(game, say, state)

    def picture(self, game):
        return game.picture()

    def read_position(self, text, variant=None):
        from seti_sim.planetx import Game, PlanetXRules
        from seti_sim.planetx.record import mode_of_position

        return Game.from_json(PlanetXRules.load(mode_of_position(text), variant), text)

    def replay(self, text, variant=None, to=None):
        from seti_sim.planetx import Game, PlanetXRules
        from seti_sim.planetx.record import mode_of

        rules = PlanetXRules.load(mode_of(text), variant)
        return Game.replay(rules, text, 0), Game.replay(rules, text, to)

    # ------------------------------------------------------------------ rules in words
    def describe(self, options, variant, what):
        from seti_sim.planetx.describe import describe

        return describe(self.rules_alone(options, variant), what)

    def check(self, options, variant, games):
        from seti_sim.planetx.checking import check

        return check(variant, self.rules_alone(options, variant).mode if options else None, games)

    def rules_alone(self, options, variant):
        from seti_sim.planetx import PlanetXRules

        mode = options.get("mode", MODES[0])
        if mode not in MODES:
            raise RunError(f"mode {in_short(mode)}: expected {' or '.join(MODES)}")
        return PlanetXRules.load(mode, variant)

    def begin(self, what, name, copy=None):
        from seti_sim.planetx.begin import begin

        return begin(what, name)

    # ------------------------------------------------------------------ tables
    def categories(self, rules):
        return {"clue": list(self.names(rules)["clue"])}

    def names(self, rules):
        from seti_sim.planetx.tables import clue_names

        return {"clue": clue_names(rules)}

    def numbers(self, rules):
        return {"sectors": rules.sectors}

    def seats(self, players):
        return max(players, 2)

    # ------------------------------------------------------------------ questions
    @property
    def metrics(self):
        from seti_sim.planetx.metrics import METRICS

        return METRICS

    def study_pages(self):
        from seti_sim.planetx.pages.whatif import ANSWERS

        return dict.fromkeys(ANSWERS.by_kind, ANSWERS)

    def drawn_otherwise(self, plan, other):
        mine, theirs = (each.rules.draws(each.options["arrangements"]) for each in (plan, other))
        return [name for name, value in mine.items() if value != theirs[name]]

    # ------------------------------------------------------------------ what is said about a run
    def changes(self, variant):
        from seti_sim.core.node import RuleError
        from seti_sim.planetx import PlanetXRules

        try:
            return PlanetXRules.load(MODES[0], variant).changes()
        except RuleError:  # a run of another version's rules
            return []

    def sections(self, run, precision=None):
        from seti_sim.planetx.pages import sections

        return sections(run, precision)

    def beside_people(self, run):
        told = tr("Nothing is known of what good people score; the players know exactly which arrangements are still possible.")
        limits = tr(
            "Read numbers as true of these players. People miss what their notes hold, and take longer: a finding counts that "
            "stays with other players."
        )
        return [(tr("Beside people"), told), (tr("So"), limits)]

    def together(self, runs):
        from seti_sim.planetx.pages import together

        return together(runs)


def _deal_some(rules, options: dict[str, str], players: int) -> None:
    """RunError where games of a variant cannot be dealt: better before the first game than in the midst of a run."""
    from seti_sim.planetx import Game
    from seti_sim.planetx.batch import DealError

    levels = [int(level) for level in options["levels"].split(",")]
    levels = levels if len(levels) == players else levels * players
    for number in range(DEALS_TRIED):
        try:
            Game.new(rules, players, 0, number, levels, options["arrangements"])
        except DealError as error:
            raise RunError(f"{rules.files.variant}: {error}") from None


def _levels(text: str, players: int, rules) -> str:
    """Starting facts in one way of writing: one number where all seats have the same."""
    known = {**{str(facts): facts for facts in rules.levels.values()}, **rules.levels}
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if part not in known:
            told = ", ".join(f"{facts} ({name})" for name, facts in rules.levels.items())
            raise RunError(f"levels {in_short(part)}: expected starting facts, of {told}")
    if len(parts) not in (1, players):
        raise RunError(f"{len(parts)} levels for {players} players: expected one, or one a seat")
    facts = [known[part] for part in parts]
    return ",".join(map(str, facts if len(set(facts)) > 1 else facts[:1]))


PLANETX = PlanetX()
