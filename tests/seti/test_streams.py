"""Luck comes in streams by purpose, so that two games that differ in one thing keep the rest of their luck.

What is claimed of games with the same seed and number:

1. Taking one card out of the box leaves the other cards in their order, in the deck of the setup and in every
   reshuffled pile, and leaves discs, sector boards, tech stacks, gold sides and species as they were.
2. So do another number of players, and a rule that is changed.
3. Whoever plays and whatever they do, cards come off the deck in one and the same order until it is empty. The order of
   a reshuffled pile depends on its cards and on how many reshuffles there were before, on nothing else: two piles have
   the cards that lie in both in the same order.
4. The luck of a seat's player is a function of (game, seat, number of that seat's decision): wherever a seat has the
   same choices at its k-th decision, `random` takes the same one, whatever policies sit elsewhere and whatever happened
   before.
5. A game in bulk is the game of its number: rows and log are the same alone, in any chunk, and whoever plays the other
   games.
6. Other seeds, numbers and purposes have luck of their own.
"""

import random
from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from engine_luck import SLOTS, laid_out
from scipy.stats import chi2_contingency

from seti_sim.seti import Game
from seti_sim.seti import players as registry
from seti_sim.seti.batch import LOG_ARRIVE, LOG_LEAVE, LOG_REFILL, LOG_STACK, play_games
from seti_sim.seti.engine import read_state
from seti_sim.seti.rules import RuleError, RuleSet

SEEDS = range(30)
TABLE = ("discs", "sectors", "techs", "gold", "species")
"""Parts of a position that setup draws, cards apart."""
IN_DECK = [card for card, entry in RuleSet.load().tree["cards"].items() if "species" not in entry]
"""The cards of the deck; those of species lie beside their boards."""
CHANGES = {
    "a cheaper card": {"cards": {"base-109": {"cost": 2}}},
    "points at the start": {"setup": {"start_vp": [5, 1, 1, 9]}},
    "a longer publicity track": {"limits": {"publicity": 15}},
    "a row of four": {"setup": {"card_row": 4}},
    "a hand of six": {"setup": {"start": {"cards": 6}}},
}


@cache
def rules(*without) -> RuleSet:
    return RuleSet.load({"setup": {"without": list(without)}} if without else None)


@cache
def changed(what) -> RuleSet:
    return RuleSet.load(CHANGES[what])


@cache
def policy(name):
    return registry.get(name)


def bulk(rule_set, players, seed, names, **options):
    return play_games(rule_set, players=players, seed=seed, policies=[policy(name) for name in names], **options)


def walk(game, names):
    """Play to the end, one policy a seat; yields the game before every decision and at the end."""
    while not game.is_over:
        yield game
        game.apply(policy(names[int(game.to_move[1]) - 1]).choose(game))
    yield game


def deck_at_setup(rule_set, players, seed):
    """All cards of a fresh game in the order in which they lay in the deck before anything was dealt."""
    log = bulk(rule_set, players, seed, ["random"], first=0, count=1).log
    log = log[: np.flatnonzero(log["kind"] == LOG_LEAVE)[0]]  # the first tucking
    dealt = log[np.isin(log["kind"], (LOG_REFILL, LOG_STACK, LOG_ARRIVE))]
    sizes = dealt["b"].tolist()  # of the deck before the card was taken
    assert sizes == list(range(sizes[0], sizes[0] - len(sizes), -1))
    names = [rule_set.card_ids[item] for item in dealt["item"]]
    fresh = Game.new(rule_set, players=players, seed=seed).to_json()
    assert names[: len(fresh["row"])] == fresh["row"]
    return names + fresh["deck"]


def without(cards, *gone):
    return [card for card in cards if card not in gone]


def same_table(one, other):
    return all(one.to_json()[part] == other.to_json()[part] for part in TABLE)


# ---------------------------------------------------------------------- 1, 2: setup
@pytest.mark.parametrize("card", ["base-001", "base-055", "base-138"])
def test_taking_a_card_out_of_the_deck(card):
    """Claim 1, setup. Deals shift by the missing card; nothing else moves."""
    for seed in SEEDS:
        whole, less = deck_at_setup(rules(), 4, seed), deck_at_setup(rules(card), 4, seed)
        assert sorted(whole) == sorted(IN_DECK) and less == without(whole, card), seed
        assert same_table(Game.new(rules(), 4, seed), Game.new(rules(card), 4, seed)), seed


def test_taking_several_cards_out():
    """Claim 1: which other cards are missing makes no difference."""
    for seed in SEEDS:
        gone = random.Random(seed).sample(IN_DECK, 12)
        assert deck_at_setup(rules(*gone), 3, seed) == without(deck_at_setup(rules(), 3, seed), *gone), seed


@pytest.mark.parametrize("what", CHANGES)
def test_changing_a_rule(what):
    """Claim 2: what a rule says is no part of the luck."""
    for seed in SEEDS:
        assert deck_at_setup(changed(what), 4, seed) == deck_at_setup(rules(), 4, seed), seed
        assert same_table(Game.new(changed(what), 4, seed), Game.new(rules(), 4, seed)), seed


def test_another_number_of_players():
    """Claim 2: the same box is opened, and the same deck is dealt from."""
    for seed in SEEDS:
        games = [Game.new(rules(), players, seed) for players in (2, 3, 4)]
        assert same_table(games[0], games[1]) and same_table(games[0], games[2]), seed
        assert deck_at_setup(rules(), 2, seed) == deck_at_setup(rules(), 3, seed) == deck_at_setup(rules(), 4, seed)


def species_luck(rule_set, players, seed):
    """{species: what chance will lay out when it is discovered} of a fresh game."""
    game = Game.new(rule_set, players, seed)
    return {game.to_json()["species"][slot]["id"]: laid_out(game, slot) for slot in SLOTS}


def test_what_species_lay_out():
    """Claims 1, 2 and 6: deck, samples and anomalies. That what is done in between makes no difference is for the
    games in lockstep to show, where it is known at the start what will be laid out."""
    seen = set()
    for seed in SEEDS:
        whole = species_luck(rules(), 4, seed)
        for players in (2, 3):
            assert species_luck(rules(), players, seed) == whole, seed
        for what in CHANGES:
            assert species_luck(changed(what), 4, seed) == whole, (seed, what)
        for species, laid in whole.items():
            cards = [card for card, entry in rules().tree["cards"].items() if entry.get("species") == species]
            assert sorted(laid["deck"]) == sorted(cards), seed
            seen.add((species, str(laid)))
            if "cards_per_player" in rules().tree["species"][species]:
                with pytest.raises(RuleError):  # all its cards are needed for the deal of four players (EXE-01, EXE-02)
                    rules(cards[3], "base-001")
                continue
            less = species_luck(rules(cards[3], "base-001"), 4, seed)
            assert less[species] == laid | {"deck": without(laid["deck"], cards[3])}, (seed, species)
    assert len(seen) == 2 * len(SEEDS) and len({species for species, _ in seen}) == 5


# ---------------------------------------------------------------------- 1, 3: the deck in play, reshuffles
SEATINGS = (["random"] * 4, ["greedy"] * 4, ["random", "greedy", "random", "random"])


def test_cards_come_off_the_deck_in_one_order():
    """Claim 3: at every decision, under any policies, the deck is the lower part of the deck of the setup."""
    lengths = Counter()
    for seed in SEEDS[:3]:
        fresh = Game.new(rules(), 4, seed).to_json()["deck"]
        for names in SEATINGS:
            for number, game in enumerate(walk(Game.new(rules(), 4, seed), names)):
                if number % 5 == 0:
                    position = game.to_json()
                    if position["reshuffles"]:
                        break
                    deck = position["deck"]
                    assert deck == fresh[len(fresh) - len(deck) :], (seed, names, number)
                    lengths[len(deck)] += 1
    assert len(lengths) > 60 and min(lengths) < 30


def reshuffled(pile, seed=0, reshuffles=0, rule_set=None, **seats):
    """The order in which a discard pile comes back, top first, when a card is needed and the deck is empty."""
    position = {
        "from": "bench",
        "seed": seed,
        "reshuffles": reshuffles,
        "deck": [],
        "discard": sorted(pile),
        "row": [],
        "end_of_round": [[], [], [], []],
        "seats": {"P1": {"credits": 2}, **seats},
    }
    game = Game.from_json(rule_set or rules(), position)
    game.apply("exchange credits>card")
    after = game.to_json()
    assert after["reshuffles"] == reshuffles + 1 and after["discard"] == []
    return [*after["seats"]["P1"]["hand"], *after["deck"]]


def test_a_reshuffled_pile():
    """Claims 1 and 3: its order is that of its cards in the k-th reshuffle of the game."""
    orders = set()
    for seed in SEEDS[:6]:
        for k in (0, 1, 5):
            whole = reshuffled(IN_DECK, seed, k)
            assert sorted(whole) == sorted(IN_DECK)
            some = random.Random(seed).sample(IN_DECK, 60)
            assert reshuffled(some, seed, k) == [card for card in whole if card in some], (seed, k)
            assert reshuffled(without(whole, "base-055"), seed, k, rules("base-055")) == without(whole, "base-055")
            # Hands and points of the other seat are no part of the luck.
            other = {"hand": ["base-001"], "vp": 33, "milestones": [20, 25, 30], "decisions": 17}
            assert reshuffled(without(whole, "base-001"), seed, k, P2=other) == without(whole, "base-001"), (seed, k)
            orders.add(tuple(whole))
    assert len(orders) == 18


def reshuffles_of(rule_set, names, seed):
    """{k: deck after the k-th reshuffle} of a game. What the line that reshuffled drew at once is gone from it."""
    seen = {}
    for game in walk(Game.new(rule_set, len(names), seed), names):
        k = int(read_state(game.core)["reshuffles"])
        if k and k not in seen:
            seen[k] = game.to_json()["deck"]
    return seen


def test_reshuffles_of_games_that_go_different_ways():
    """Claim 3 in whole games: of the k-th piles, however different, the common cards lie in the same order. Half of the
    cards stay in the box, so that there is much reshuffling."""
    half = rules(*IN_DECK[1::2])
    compared = 0
    for seed in SEEDS[:8]:
        games = [reshuffles_of(half, names, seed) for names in SEATINGS]
        for one, other in combinations(games, 2):
            for k in one.keys() & other.keys():
                common = set(one[k]) & set(other[k])
                assert [c for c in one[k] if c in common] == [c for c in other[k] if c in common], (seed, k)
                compared += len(common) > 5 and one[k] != other[k]
    assert compared > 20, compared


# ---------------------------------------------------------------------- 4: players
def choices_of(names, seed):
    """{(seat, number of its decision): (what it could do, what `random` does then, the whole position)} for a game."""
    seen = {}
    for game in walk(Game.new(rules(), len(names), seed), names):
        if not game.is_over:
            state = read_state(game.core)
            key = game.to_move, int(state["seat"][int(game.to_move[1]) - 1]["decisions"])
            offers = game.decision, int(state["main"]), tuple(map(str, game.legal_actions()))
            seen[key] = offers, str(policy("random").choose(game)), game.core.to_bytes()
    return seen


def test_changing_the_policy_of_one_seat():
    """Claim 4: with `greedy` at P2 the other seats take what they took before, wherever they have the same choices."""
    compared = different = 0
    for seed in range(10):
        before, after = (choices_of(names, seed) for names in (SEATINGS[0], SEATINGS[2]))
        for key in before.keys() & after.keys():
            (offers, choice, state), (offers2, choice2, state2) = before[key], after[key]
            if offers == offers2 and len(offers[2]) > 1 and state != state2:
                assert choice == choice2, (seed, key)
                compared += 1
            elif len(set(offers[2]) & set(offers2[2])) > 1:
                different += choice != choice2
    assert compared > 100 and different > 100, (compared, different)


def test_the_luck_of_a_decision():
    """Claim 4: it goes with game, seat and number of the decision, and with nothing else in the position."""

    def choice(seat="P1", decisions=3, vp=0, seed=1, game=0):
        mine = {"hand": IN_DECK[:30], "credits": 9, "decisions": decisions}
        other = {"hand": IN_DECK[40:45], "vp": vp, "milestones": [20, 25], "decisions": 7 * vp}
        seats = {seat: mine, "P2" if seat == "P1" else "P1": other}
        position = {"from": "bench", "turn": seat, "seed": seed, "game": game, "seats": seats, "round": 2 + vp % 3}
        return str(policy("random").choose(Game.from_json(rules(), position)))

    assert len({choice(vp=vp) for vp in range(20)}) == 1
    for varied in ("decisions", "seed", "game"):
        assert len({choice(**{varied: n}) for n in range(20)}) > 5, varied
    assert any(choice("P1", n) != choice("P2", n) for n in range(20))


# ---------------------------------------------------------------------- 5: games in bulk
def same_rows(one, at, other, players):
    """Are the rows of the games in `other` those of `one` from its index `at` on?"""
    ids = other.games["game_id"]
    n, seats = len(ids), slice(at * players, (at + len(ids)) * players)
    logs = [batch.log[np.isin(batch.log["game"], ids)] for batch in (one, other)]
    return (
        all((one.games[name][at : at + n] == column).all() for name, column in other.games.items())
        and all((one.seats[name][seats] == column).all() for name, column in other.seats.items())
        and (one.actions[at : at + n] == other.actions).all()
        and len(logs[0]) == len(logs[1])
        and all((logs[0][f] == logs[1][f]).all() for f in logs[0].dtype.names)
    )


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("name", ("random", "greedy"))
def test_a_game_is_the_game_of_its_number(players, name):
    """Claim 5: alone, in a chunk, and as the engine's Python face plays it."""
    whole = bulk(rules(), players, 9, [name], first=0, count=30)
    for first, count in ((0, 1), (17, 1), (29, 1), (8, 15)):
        assert same_rows(whole, first, bulk(rules(), players, 9, [name], first=first, count=count), players)
    for number in (0, 17, 29):
        game = Game.new(rules(), players, seed=9, game=number)
        for game in walk(game, [name] * players):
            pass
        scores = [score["total"] for score in game.scores().values()]
        assert scores == whole.seats["score"][number * players : (number + 1) * players].tolist()
        assert len(game.history) == whole.games["decisions"][number]


def test_who_plays_the_other_games_makes_no_difference():
    """Claim 5: seating `greedy` in every other game leaves the games between as they were."""
    plain = bulk(rules(), 4, 3, ["random", "greedy"], first=0, count=20, assign=np.zeros((20, 4), np.uint8))
    assign = np.zeros((20, 4), np.uint8)
    assign[1::2, 1] = 1
    mixed = bulk(rules(), 4, 3, ["random", "greedy"], first=0, count=20, assign=assign)
    scores = [batch.seats["score"].reshape(20, 4) for batch in (plain, mixed)]
    assert (scores[0][::2] == scores[1][::2]).all() and (scores[0][1::2] != scores[1][1::2]).any(axis=1).all()
    even = [batch.log[batch.log["game"] % 2 == 0] for batch in (plain, mixed)]
    assert len(even[0]) == len(even[1]) and all((even[0][f] == even[1][f]).all() for f in even[0].dtype.names)


# ---------------------------------------------------------------------- 6: different luck
def test_luck_differs_and_is_even():
    """Claim 6 (R2.1, R2.5, R2.6, R2.13): what setup draws is even, and each draw says nothing about another one."""
    n = 2000
    drawn = []
    for number in range(n):
        position = Game.new(rules(), 2, seed=77, game=number).to_json()
        turns = position["discs"]["turns"]
        drawn.append(
            {
                "disc-1": turns[0],
                "disc-2": turns[1],
                "disc-3": turns[2],
                "board": position["sectors"][0],
                "last board": position["sectors"][3],
                "gold": position["gold"]["tech"]["side"],
                "other gold": position["gold"]["other"]["side"],
                "tile": position["techs"]["probe-1"]["tiles"][0],
                "other tile": position["techs"]["computer-4"]["tiles"][0],
                "species": position["species"]["left"]["id"],
                "card": IN_DECK.index(position["row"][0]) % 6,
                "number": number % 4,
            }
        )
    names = list(drawn[0])
    for name in names:
        counts = Counter(row[name] for row in drawn)
        even = n / len(counts)
        assert max(abs(count - even) for count in counts.values()) < 5 * even**0.5, (name, counts)
    for one, other in combinations(names, 2):
        if (one, other) == ("board", "last board"):
            continue  # the same board cannot lie in both places
        kinds = [sorted({row[name] for row in drawn}, key=str) for name in (one, other)]
        table = np.zeros([len(k) for k in kinds], int)
        for row in drawn:
            table[kinds[0].index(row[one]), kinds[1].index(row[other])] += 1
        assert chi2_contingency(table).pvalue > 1e-6, (one, other)


def test_seeds_and_numbers_differ():
    """Claim 6: neither neighbours nor exchanged ones have the same deck."""
    pairs = [(seed, game) for seed in (2**64 - 1, 0, 1, 2, 2**63) for game in (0, 1, 2, 3, 2**40)]
    decks = {tuple(Game.new(rules(), 2, seed, game).to_json()["deck"]) for seed, game in pairs}
    assert len(decks) == len(pairs)
