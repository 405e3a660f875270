"""Random games played by the engine and by the plain reference side by side.

After every line both must agree on who moves and on the set of legal actions; every few lines, and whenever a turn
ends, on the whole position; at the end on the scores. Two kinds of games: from a new setup, and from positions in the
middle of a game in which a lot can happen. A handful is played always, many under `pytest -m soak`.
"""

import random
import sys
from pathlib import Path

import pytest

from seti_sim.rules import RuleSet

sys.path.insert(0, str(Path(__file__).parent))  # the reference is a package beside this file

from reference import Reference, comparable  # noqa: E402
from reference.position import differences  # noqa: E402
from reference.random_play import pick, rich_position  # noqa: E402

from seti_sim.seti import Game  # noqa: E402

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
        self.reference = self.follow()

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
        reference = Reference.from_json(self.rules.tree, self.start, self.deck)
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

    def play_out(self, rng):
        """The whole game, and the scores at its end."""
        self.compare(whole=True)
        while not self.game.is_over:
            self.play(pick(rng, {str(action) for action in self.game.legal_actions()}))
        scores = self.game.scores()
        totals = {seat: table["total"] for seat, table in scores.items()}
        if totals != self.reference.scores():
            raise Disagreement(self.report([f"scores: {totals} / {self.reference.scores()}"]))
        for seat, table in scores.items():
            if sum(table["by_source"].values()) != table["total"]:
                raise Disagreement(self.report([f"{seat}: the sources do not add up: {table}"]))
        best = [seat for seat, total in totals.items() if total == max(totals.values())]
        shares = {seat: table["win_share"] for seat, table in scores.items()}
        assert shares == {seat: (seat in best) / len(best) for seat in totals}, self.report([f"win shares: {shares}"])


@pytest.fixture(scope="module")
def rules():
    return RuleSet.load()


def play_new_game(rules, players, seed):
    game = Game.new(rules, players=players, seed=seed)
    Lockstep(rules, game, f"new game, players={players}, seed={seed}").play_out(random.Random(seed))


def play_rich_game(rules, players, seed):
    rng = random.Random(seed)
    position = rich_position(rules.tree, rng, players)
    game = Game.from_json(rules, position | {"seed": seed})
    Lockstep(rules, game, f"rich position, players={players}, seed={seed}").play_out(rng)


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("seed", range(3))
def test_new_games(rules, players, seed):
    play_new_game(rules, players, seed)


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("seed", range(5))
def test_rich_positions(rules, players, seed):
    play_rich_game(rules, players, seed)


@pytest.mark.soak
@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_many_new_games(rules, players, seed):
    play_new_game(rules, players, seed)


@pytest.mark.soak
@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("seed", range(1000, 1800))
def test_many_rich_positions(rules, players, seed):
    play_rich_game(rules, players, seed)
