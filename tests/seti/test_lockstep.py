"""Random games played by the engine and by the plain reference side by side.

After every line both must agree on who moves and on the set of legal actions; every few lines, and whenever a turn
ends, on the whole position, points by source with it; at the end on the scores. Two kinds of games: from a new setup,
and from positions in the middle of a game in which a lot can happen. In the games of `test_everything_occurs` all that
the data know has to happen. A handful of games is played always, many under `pytest -m soak`.
"""

import copy
import random
from functools import reduce
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from engine_luck import laid_out
from reference import Reference, comparable, coverage
from reference.position import KINDS, SLOTS, differences
from reference.random_play import any_of, lingering, pick, rich_position
from verb_cards import rules_with_verb_cards, verb_cards

import seti_sim
from seti_sim.seti import Game
from seti_sim.seti.rules import RuleSet

POSITION_EVERY = 7  # decisions between two comparisons of whole positions inside a turn


class Disagreement(AssertionError):
    """The two sides differ: what, and how to get there."""


def places_of_cards(position):
    """Where every card lies: in whose hand, in the row, in the discard pile …"""
    places = {card: place for place in ("row", "deck", "discard") for card in position[place] if card}
    for name, seat in position["seats"].items():
        for place in ("hand", "tucked", "missions", "completed", "endgame"):
            places |= {card: f"{place} of {name}" for card in seat[place]}
    return places


class Lockstep:
    """One game on both sides. `name` says how to make it again."""

    def __init__(self, rules, game, name):
        self.rules, self.game, self.name = rules, game, name
        self.start = game.to_json()
        self.lines = []
        self.decks = []  # the decks that reshuffles of the discard pile made, as far as they are known
        self.open_deck = None  # cards drawn from the newest deck in this very line: their order is not known
        hidden = [slot for slot in SLOTS if not self.start["species"][slot]["discovered"]]
        self.laid_out = {slot: laid_out(game, slot) for slot in hidden}
        self.reference = self.follow()

    def like(self, rules):
        """The same game with other rules on the reference's side."""
        return Lockstep(rules, self.game, self.name)

    # ------------------------------------------------------------------ reshuffling

    def deck(self, cards, k):
        """The reference asks for a new deck: the engine's, and on top of it what the line drew from it since."""
        if k < len(self.decks):
            return self.decks[k]
        below = [card for card in self.game.to_json()["deck"] if card in cards]
        drawn = [card for card in cards if card not in below]
        self.open_deck = (drawn, below) if len(drawn) > 1 else None
        self.decks.append(drawn + below)
        return self.decks[k]

    def follow(self):
        """A reference that has played all lines so far."""
        laid_out = copy.deepcopy(self.laid_out)
        reference = Reference.from_json(self.rules.tree, self.start, self.deck, laid_out.get)
        for line in self.lines:
            reference.apply(line)
        return reference

    def put_in_order(self):
        """Several cards were drawn from a new deck within one line: order them by where each has gone in the engine.

        Which card is drawn when cannot be seen from outside, but for the reference's first attempt the place where the
        i-th card went is known; the engine's i-th card is one that went to the same place there.
        """
        drawn, below = self.open_deck
        gone = {}
        for card, place in sorted(places_of_cards(self.game.to_json()).items()):
            if card in drawn:
                gone.setdefault(place, []).append(card)
        attempt = places_of_cards(self.reference.position())
        order = []
        for card in drawn:
            if not gone.get(attempt.get(card)):
                raise Disagreement(self.report([f"of the new deck {card} went to {attempt.get(card)}; engine: {gone}"]))
            order.append(gone[attempt[card]].pop(0))
        self.decks[-1] = order + below
        self.reference = self.follow()

    # ------------------------------------------------------------------ comparing

    def report(self, what):
        last = "\n".join(f"  {i}: {line}" for i, line in list(enumerate(self.lines))[-15:])
        return "\n".join([f"{self.name}, decision {len(self.lines)}:", *what, "last lines:", last])

    def compare(self, whole):
        """Raise `Disagreement` where the sides differ (the engine's side is named first)."""
        game, reference = self.game, self.reference
        if game.to_move != reference.to_move or game.is_over != reference.is_over:
            raise Disagreement(self.report([f"to move: {game.to_move} / {reference.to_move}", *self.only()]))
        if self.only():
            raise Disagreement(self.report(self.only()))
        if whole:
            found = differences(comparable(game.to_json()), comparable(reference.position()))
            if found:
                raise Disagreement(self.report(found))

    def only(self):
        engine, reference = {str(action) for action in self.game.legal_actions()}, self.reference.legal()
        sides = (("engine", engine - reference), ("reference", reference - engine))
        return [f"only the {side} offers: {sorted(lines)}" for side, lines in sides if lines]

    def play(self, line):
        turn = self.game.turn
        self.game.apply(line)
        self.lines.append(line)
        self.open_deck = None
        try:
            self.reference.apply(line)
            if self.open_deck:
                self.put_in_order()
        except (ValueError, AssertionError) as error:
            raise Disagreement(self.report([f"the reference fails: {error!r}"])) from error
        self.compare(len(self.lines) % POSITION_EVERY == 0 or self.game.turn != turn or self.game.is_over)

    def play_out(self, rng, choose=pick):
        """The whole game, and the scores at its end."""
        self.compare(whole=True)
        while not self.game.is_over:
            self.play(choose(rng, {str(action) for action in self.game.legal_actions()}))
        scores = self.game.scores()
        totals = {seat: table["total"] for seat, table in scores.items()}
        if totals != self.reference.scores():
            raise Disagreement(self.report([f"scores: {totals} / {self.reference.scores()}"]))
        by_source = {seat: table["by_source"] for seat, table in scores.items()}
        if by_source != self.reference.points_by_source():
            raise Disagreement(self.report([f"sources: {by_source} / {self.reference.points_by_source()}"]))
        best = [seat for seat, total in totals.items() if total == max(totals.values())]
        shares = {seat: table["win_share"] for seat, table in scores.items()}
        assert shares == {seat: (seat in best) / len(best) for seat in totals}, self.report([f"win shares: {shares}"])


@pytest.fixture(scope="module")
def rules():
    return RuleSet.load()


PAIRS = list(combinations(("anomalies", "centaurians", "exertians", "mascamites", "oumuamua"), 2))


def new_game(rules, players, seed, pair=None):
    """A fresh game; without a pair its species are drawn."""
    game = Game.new(rules, players=players, seed=seed, species=pair)
    return Lockstep(rules, game, f"new game, players={players}, seed={seed}, pair={pair}")


def rich_game(rules, players, seed, cards=frozenset(), **options):
    position = rich_position(rules.tree, random.Random(seed), players, cards, **options)
    game = Game.from_json(rules, position | {"seed": seed})
    return Lockstep(rules, game, f"rich position, players={players}, seed={seed}, cards={sorted(cards)}, {options}")


def test_pairs(rules):
    assert {species for pair in PAIRS for species in pair} == set(rules.tree["species"]) and len(PAIRS) == 10


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_new_games(rules, pair):
    seed = PAIRS.index(pair)
    new_game(rules, 2 + seed % 3, seed, pair).play_out(random.Random(seed))


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_rich_positions(rules, players, pair):
    """The pair lies the other way round in every second game."""
    seed = PAIRS.index(pair)
    pair = pair[::-1] if (players + seed) % 2 else pair
    rich_game(rules, players, seed, pair=pair).play_out(random.Random(seed))


NEW = {
    "blank": {"name": "Blank", "cost": 1, "corner": {"data": 1}, "sector": "red", "income": "card",
              "play": [{"do": "gain", "vp": 4}], "count": 6},
    "my-laser": {"copy_of": "base-050", "cost": 0, "count": 4}, "quest": {"copy_of": "base-005", "cost": 0, "count": 4},
    "watch": {"copy_of": "base-001", "cost": 0, "count": 4}, "goal": {"copy_of": "base-038", "cost": 0, "count": 4},
    "kin": {"copy_of": "anomaly-09", "count": 3},
}  # fmt: skip


@pytest.mark.parametrize("players", (2, 3, 4))
def test_new_cards_of_a_variant(players):
    """Cards that are not printed, in every hand."""
    rules = RuleSet.load({"new": {"cards": NEW}})
    cards = frozenset(card for card in rules.card_ids[193:] if not card.startswith("kin"))
    rich_game(rules, players, players, cards, pair=("anomalies", "mascamites")).play_out(random.Random(players))
    new_game(rules, players, players, ("anomalies", "centaurians")).play_out(random.Random(players))


def test_every_verb_is_played():
    """New cards do the examples of every verb: whoever has one plays it, until all have been played."""
    rules, left = rules_with_verb_cards(), set(verb_cards())
    for seed in range(12):
        rng, held = random.Random(seed), set()
        position = rich_position(rules.tree, rng, 4, rounds=(2,), pair=("mascamites", "anomalies"))
        seats = list(position["seats"].values())
        decks = [below.get("deck", []) for below in position["species"].values()]
        for lying in (position["deck"], position["discard"], *decks):
            for card in sorted(left.intersection(lying)):
                lying.remove(card)
                seats[len(held) % 4]["hand"].append(card)
                held.add(card)
        for seat in seats:
            seat["credits"] = 30
        both = Lockstep(rules, Game.from_json(rules, position | {"seed": seed}), f"cards of all verbs, seed={seed}")
        both.compare(whole=True)
        while held & left and both.game.round == 2 and len(both.lines) < 500:
            lines = {str(action) for action in both.game.legal_actions()}
            plays = sorted(lines.intersection(f"play {card}" for card in left))
            kept = {line for line in lines if line != "pass" and not left.intersection(line.split())}
            both.play(plays[0] if plays else pick(rng, kept or lines))
            left.discard(both.lines[-1].removeprefix("play "))
        both.compare(whole=True)
        if not left:
            return
    pytest.fail(f"never played: {', '.join(sorted(left))}")


UNEVEN = {
    "setup": {
        "start": {
            "credits": [4, 6, 2, 5],
            "data": [1, 0, 3, 2],
            "cards": [5, 3, 6, 4],
            "techs": [["probe-1"], ["computer-2", "computer-1"], [], ["probe-1", "telescope-3"]],
        },
        "income": {"credits": [3, 4, 2, 5], "energy": 2, "cards": [1, 0, 2, 1]},
    }
}


@pytest.mark.parametrize(
    ("variant", "pair"),
    [("sleepers", ("sleepers", "anomalies")), ("sleepers", ("centaurians", "sleepers")), ("invented-cards", None),
     ("invented-tech", None), ("invented-gold-tile", None), (UNEVEN, None)],
)  # fmt: skip
def test_what_a_variant_adds(variant, pair):
    """Species, techs, tiles of a variant, and seats that begin with different things."""
    rules = RuleSet.load(variant)
    new_game(rules, 3, 11, pair).play_out(random.Random(11))
    rich_game(rules, 3, 11, pair=pair or ("anomalies", "mascamites")).play_out(random.Random(12))


TOLD_IN = {
    "planet_rules.orbit_first.0.vp": 4, "species.mascamites.samples.sample-vp.reward.0.vp": 61,
    "species.anomalies.anomalies.anomaly-signal.sides.1.0.vp": 23, "species.oumuamua.tile.marker_vp.0": 7,
    "species.oumuamua.board.signal.4.cost.exofossil": 14, "species.centaurians.message_ahead": 6,
    "species.centaurians.message_rewards.message-vp.reward.0.vp": 18, "species.exertians.board.analysis.4.danger": 115,
    "cards.exertian-12.secret.vp": 14,
}  # fmt: skip


@pytest.mark.parametrize(
    "address",
    ("actions.launch.cost.credits", "sectors.second_space.0.vp", "planet_rules.orbit_first.0.vp", "limits.data_pool",
     "planets.venus.land.0.vp", "gold_tiles.tech-a.values.0", "free_actions.buy.cost.publicity", "setup.income.energy",
     "species.mascamites.samples.sample-vp.reward.0.vp", "species.anomalies.anomalies.anomaly-signal.sides.1.0.vp",
     "species.oumuamua.tile.marker_vp.0", "species.oumuamua.board.signal.4.cost.exofossil",
     "species.centaurians.message_ahead", "species.centaurians.message_rewards.message-vp.reward.0.vp",
     "species.exertians.milestones.exertian-milestone-2.ahead_of_leader", "species.exertians.most_danger_loses",
     "species.exertians.board.analysis.4.danger", "cards.exertian-12.secret.vp"),
)  # fmt: skip
def test_a_wrong_number_is_noticed(rules, address):
    """With one number of the reference's data changed the two sides must not agree on all of a few games.

    The rarest numbers tell in one game of eighty: for these the game that told them last is played first.
    """
    wrong = SimpleNamespace(tree=copy.deepcopy(rules.tree))
    *path, last = (int(word) if word.isdecimal() else word for word in address.split("."))
    table = reduce(lambda value, word: value[word], path, wrong.tree)
    table[last] += 1
    with pytest.raises(Disagreement):
        for seed in (TOLD_IN.get(address, 0), *range(120)):
            rich_game(rules, 2, seed, rounds=(3, 4)).like(wrong).play_out(random.Random(seed))


VARIANTS = sorted((Path(seti_sim.__file__).parent / "seti/data/variants").glob("*.toml"))
assert VARIANTS


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda path: path.stem)
def test_variants(variant):
    """The reference reads the same data, so it knows every variant's rules."""
    rules = RuleSet.load(variant)
    new_game(rules, 3, 1).play_out(random.Random(1))
    rich_game(rules, 2, 1, {"base-089", "base-109"}, rounds=(4,)).play_out(random.Random(1))


def test_a_step_in_another_players_turn_is_not_paid_with_energy():
    """R5.2, R6.11. In print no movement comes in another's turn, so here a signal trace is worth one to base-077."""
    trigger = {"on": {"event": "trace", "kind": "signal"}, "reward": [{"do": "move", "n": 1}]}
    rules = RuleSet.load({"cards": {"base-077": {"triggers": [trigger]}}})
    p2 = {"missions": {"base-077": [False]}, "probes": [[2, 4], [1, 5]], "techs": ["probe-1"]}  # [2, 4]: asteroids
    position = {
        "from": "bench",
        "stars": {"vega": {"slot": "P2 P2 P2 ."}},
        "seats": {"P1": {"hand": ["base-044"]}, "P2": p2},
    }
    both = Lockstep(rules, Game.from_json(rules, position), "a signal trace for P2 in P1's turn")
    for line in ("play base-044", "settle vega", "trace left signal", "cover base-077/1"):
        if line not in both.reference.legal():
            both.play("go")
        both.play(line)
    assert both.reference.to_move == "P2"
    assert both.reference.legal() == {"skip", "step 1.5-1.4", "step 1.5-1.6", "step 1.5-2.5"}


def test_some_of_a_row_that_holds_more():
    """ANO-15. In print the row never holds more than such an effect takes, so here it is longer."""
    rules = RuleSet.load({"setup": {"card_row": 5}})
    row = [f"base-00{k}" for k in range(1, 6)]
    left = {"id": "anomalies", "discovered": True, "spaces": dict.fromkeys(KINDS, "P1")}
    position = {"from": "bench", "row": row, "species": {"left": left}, "seats": {"P1": {"hand": ["anomaly-06"]}}}
    for seed in range(5):
        both = Lockstep(rules, Game.from_json(rules, position), "three cards of a row of five")
        both.play("play anomaly-06")
        assert {f"take {card}" for card in row} <= both.reference.legal()
        both.play_out(random.Random(seed))


class Everything:
    """Games in which lines are preferred of which there has been none, until all has occurred that can."""

    def __init__(self, rules, entry_by_entry):
        self.rules, self.tree, self.entry_by_entry = rules, rules.tree, entry_by_entry
        self.lines, self.facts = set(), set()  # kinds of lines played, what else has occurred
        self.cards = frozenset()  # wanted in the game that is going on

    def play(self, players, seed):
        rng = random.Random(seed)
        self.cards = self.cards_wanted(rng)
        game = rich_game(self.rules, players, seed, self.cards, rounds=(4, 5))
        game.play_out(rng, self.choose)
        self.facts |= coverage.facts(self.tree, game.reference.seen)

    def cards_wanted(self, rng):
        """As many of the cards that could make occur what is missing as players have in such a position."""
        cards = sorted(coverage.cards_for(self.tree, self.missing()))
        return frozenset(rng.sample(cards, min(len(cards), 25)))

    def choose(self, rng, lines):
        kinds = {line: coverage.line_kind(self.tree, line) for line in lines}
        plays = {f"play {card}" for card in self.cards}
        line = pick(rng, lines, {line for line, kind in kinds.items() if kind not in self.lines or line in plays})
        self.lines.add(kinds[line])
        return line

    def missing(self):
        data = coverage.missing_entries if self.entry_by_entry else coverage.missing_words
        lines = coverage.missing_lines(self.tree, self.lines)
        return lines + coverage.missing_course(self.facts) + data(self.tree, self.facts)


def check_everything_occurs(rules, entry_by_entry, games):
    everything = Everything(rules, entry_by_entry)
    for seed in range(games):
        everything.play(2 + seed % 3, seed)
        if not everything.missing():
            return
    pytest.fail(f"in {games} games there has been no\n" + "\n".join(everything.missing()))


@pytest.mark.soak
def test_everything_occurs(rules):
    """Every kind of action, every card played, and an example of every word of the data."""
    check_everything_occurs(rules, entry_by_entry=False, games=260)


@pytest.mark.soak
def test_every_entry_of_the_data_occurs(rules):
    """Every effect of every card and board, every condition both ways, every value of every gold tile …"""
    check_everything_occurs(rules, entry_by_entry=True, games=2000)


@pytest.mark.soak
@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("seed", range(1000, 2000))
def test_many_new_games(rules, players, seed):
    new_game(rules, players, seed).play_out(random.Random(seed))


@pytest.mark.soak
@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("seed", range(1000, 1350))
def test_many_rich_positions(rules, players, seed):
    rich_game(rules, players, seed).play_out(random.Random(seed))


@pytest.mark.soak
@pytest.mark.parametrize("choose", (any_of, lingering))
@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("seed", range(3000, 3050))
def test_games_of_other_players(rules, players, seed, choose):
    """Choices without weights, and those of a player who does all that can be done before going on."""
    new_game(rules, players, seed).play_out(random.Random(seed), choose)
    rich_game(rules, players, seed).play_out(random.Random(seed), choose)
