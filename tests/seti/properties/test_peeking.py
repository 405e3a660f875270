"""The fairness check can fail: whoever looks at anything hidden, directly or by searching on the true position, is caught.

Every player here goes through `hidden.caught`, the check that the honest ones pass in test_hidden.py.
"""

import random
from collections import Counter
from zlib import crc32

from seti_sim.seti import Game
from seti_sim.seti.batch import play_games

from .hidden import caught, discovered, own_stack
from .walks import every, policy, rules, walk


def of_others(position, seat, *keys):
    return [table.get(key) for name, table in sorted(position["seats"].items()) if name != seat for key in keys]


HIDDEN = {
    "deck": lambda game, position, seat: position["deck"],
    "next card": lambda game, position, seat: position["deck"][-1:],
    "hands": lambda game, position, seat: of_others(position, seat, "hand"),
    "stacks": lambda game, position, seat: [
        stack for number, stack in enumerate(position["end_of_round"]) if number != own_stack(game, seat)
    ],
    "tiles": lambda game, position, seat: [stack["tiles"][1:] for stack in position["techs"].values()],
    "undiscovered": lambda game, position, seat: [
        slot["id"] for slot in position["species"].values() if not slot["discovered"]
    ],
}
"""What a peeking player looks at: (game, its position with everything in it, the seat) to what lies there."""
LUCK = {"luck to come": lambda game, position, seat: (position["seed"], position["game"])}
OF_SPECIES = {
    "species' decks": lambda game, position, seat: [
        slot["deck"] for slot in position["species"].values() if slot["discovered"]
    ],
    "samples": lambda game, position, seat: [slot.get("samples") for slot in position["species"].values()],
    "capsules": lambda game, position, seat: of_others(position, seat, "capsules"),
    "secret cards": lambda game, position, seat: of_others(position, seat, "secrets", "secrets_played"),
    "cards gone unseen": lambda game, position, seat: position.get("gone"),
}


class Peeks:
    """Plays as `greedy`, but where what it looks at says so it takes any other legal action."""

    def __init__(self, look):
        self.look = look

    def choose(self, game):
        found = crc32(repr(self.look(game, game.to_json(), game.to_move)).encode())
        legal = game.legal_actions()
        return legal[found // 2 % len(legal)] if found % 2 else policy("greedy").choose(game)


class Searches:
    """Looks ahead without dealing anew: plays each choice on a copy of the true game to the end of the round, everybody
    going on as `greedy`, and takes the one with which it then has the most points and, among equals, cards."""

    def choose(self, game):
        seat, greedy = game.to_move, policy("greedy")

        def worth(action):
            copy = game.clone()
            copy.apply(action)
            while not copy.is_over and copy.round == game.round:
                copy.apply(greedy.choose(copy))
            table = copy.to_json()["seats"][seat]
            return table["vp"], len(table["hand"])

        return max(game.legal_actions()[:8], key=worth)


def times_caught(players, games, rng, luck=False):
    """How often each player is caught, and at how many decisions it could have been."""
    found, decisions = Counter(), 0
    for game in games:
        if not game.is_over:
            found.update(caught(players, game, rng, luck))
            decisions += 1
    return found, decisions


def test_whoever_looks_at_hidden_things_is_caught():
    """At many decisions of one game, for each kind of hidden thing alone; beside them honest players are not."""
    players = {name: Peeks(look) for name, look in (HIDDEN | LUCK).items()} | {"greedy": policy("greedy")}
    found, decisions = times_caught(players, every(walk(3, 5, "mixed"), 11), random.Random(5), luck=True)
    assert decisions > 10 and found.pop("greedy", 0) == 0
    assert {name for name, times in found.items() if times >= 3} == set(HIDDEN | LUCK), (found, decisions)


def test_without_new_luck_only_luck_is_not_seen():
    """The check of players with luck of their own leaves the luck and deals all else anew."""
    players = {name: Peeks(look) for name, look in (HIDDEN | LUCK).items()}
    found, decisions = times_caught(players, every(walk(3, 5, "mixed"), 11), random.Random(5))
    assert {name for name, times in found.items() if times >= 3} == set(HIDDEN), (found, decisions)


def test_a_search_on_the_true_position_is_caught():
    """What `lookahead` and `mcts` would be if they did not deal anew."""
    players = {"searches": Searches(), "lookahead": policy("lookahead"), "mcts": policy("mcts[playouts=8]")}
    turns = (game for game in walk(2, 3, "greedy") if game.decision == "turn" and len(game.history) % 3 == 0)
    found, decisions = times_caught(players, (game for game, _ in zip(turns, range(20))), random.Random(1))
    assert set(found) == {"searches"} and found["searches"] >= 2, (found, decisions)


def with_deliveries(species, count):
    """Numbers of games of three `greedy` with these species in which somebody delivers a capsule, so carries one before."""
    pair = [rules().species_ids.index(name) for name in species]
    batch = play_games(rules(), players=3, seed=1, count=1000, policies=[policy("greedy")], pairs=[pair] * 1000, log=False)
    found = batch.games["game_id"][batch.seats["delivered"].reshape(-1, 3).any(axis=1)]
    assert len(found) >= count
    return found[:count].tolist()


def test_whoever_looks_at_hidden_things_of_species_is_caught():
    """Some decisions with both species there, and some where another seat has a capsule."""
    players, found, looked_at = {name: Peeks(look) for name, look in OF_SPECIES.items()}, Counter(), Counter()
    species, rng = ("mascamites", "exertians"), random.Random(1)
    for number in with_deliveries(species, 8):
        game, of_game = Game.new(rules(), players=3, seed=1, game=number, species=species), Counter()
        while not game.is_over:
            game.apply(policy("greedy").choose(game))
            if game.decision != "turn":
                continue
            position = game.to_json()
            carried = any(of_others(position, game.to_move, "capsules"))
            what = "capsules" if carried else "both" if len(discovered(position)) == 2 else ""
            if what and of_game[what] < {"both": 3, "capsules": 9}[what]:
                found.update(caught(players, game, rng, luck=False))
                of_game[what] += 1
        looked_at += of_game
    assert looked_at["capsules"] > 5 and looked_at["both"] > 5, looked_at
    assert {name for name, times in found.items() if times >= 2} == set(OF_SPECIES), (found, looked_at)
