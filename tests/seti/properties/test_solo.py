"""Solo games of uniform random choices: positions and records round-trip, the rival is never asked, nothing hidden shows."""

import json
import random

import pytest

from seti_sim.seti import Game, players
from seti_sim.seti import batch as engine
from seti_sim.seti.rules import RuleSet

RULES = RuleSet.load()


def walk(level, seed):
    """A solo game played with every legal action equally likely; yields the game before each action."""
    rng, game = random.Random(seed), Game.new(RULES, seed=seed, solo=True, level=level)
    while not game.is_over:
        yield game
        game.apply(rng.choice(game.legal_actions()))
    yield game


@pytest.mark.parametrize("level", range(1, 6))
def test_positions_and_records(level):
    """Every 20th position is read back to an equal game, also in the middle of a decision; the record replays."""
    for i, game in enumerate(walk(level, level)):
        assert game.is_over or game.to_move != game.rival
        if i % 20 == 0:
            again = Game.from_json(RULES, json.dumps(game.to_json()))
            assert again == game and again.to_json() == game.to_json()
    again = Game.replay(RULES, game.record())
    assert again == game and again.scores() == game.scores() and again.rival == game.rival


def test_what_the_player_sees():
    """Neither the order of the rival's deck nor what was added to it, nor the reserve, nor the stack of objectives."""
    for i, game in enumerate(walk(5, 3)):
        if i % 40:
            continue
        seen, whole = game.view(game.to_move or "P1")["solo"], game.to_json()["solo"]
        assert seen["deck"] == len(whole["deck"]) and seen["reserve"] == len(whole["reserve"])
        assert seen["objectives"]["stack"] == len(whole["objectives"]["stack"])
        assert seen["played"] == whole["played"] and seen["objectives"]["open"] == whole["objectives"]["open"]


def test_a_written_game_goes_on_as_the_other():
    """Equal states play on equally: copies after 60 actions, played by the same random choices."""
    game = next(g for i, g in enumerate(walk(4, 9)) if i == 60)
    copies = [game.clone(), Game.from_json(RULES, game.to_json())]
    for copy in copies:
        rng = random.Random(1)
        while not copy.is_over:
            copy.apply(rng.choice(copy.legal_actions()))
    assert copies[0] == copies[1] and copies[0].history[60:] == copies[1].history


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_games_in_bulk_are_those_played_alone(policy):
    """Game k of a batch is the one that `Game.new` and the policy play, whatever the batch."""
    who = players.get(policy)
    batch = engine.play_games(RULES, players=1, seed=5, first=10, count=4, policies=[who], solo=3)
    for k in range(4):
        game = Game.new(RULES, seed=5, game=10 + k, solo=True, level=3)
        while not game.is_over:
            game.apply(who.choose(game))
        scores = game.scores()
        assert batch.seats["score"][2 * k : 2 * k + 2].tolist() == [scores[p]["total"] for p in ("P1", "P2")]
        assert batch.seats["win_share"][2 * k : 2 * k + 2].tolist() == [scores[p]["win_share"] for p in ("P1", "P2")]
        assert f"P{batch.games['rival'][k]}" == game.rival
        assert batch.seats["policy"][2 * k + batch.games["rival"][k] - 1] == 1


def test_levels_share_their_luck():
    """Two games that differ in the level keep the rest of their luck: discs, deck, species, who begins."""
    games = [Game.new(RULES, seed=8, solo=True, level=level).to_json() for level in (1, 2, 5)]
    for key in ("discs", "sectors", "deck", "row", "species", "seats", "gold", "end_of_round"):
        assert games[0][key] == games[1][key] == games[2][key]
    assert [card for card in games[2]["solo"]["deck"] if card < "rival-05"] == games[0]["solo"]["deck"]


@pytest.mark.parametrize("position, words", [
    ({"players": 3, "solo": {}}, "players = 3: expected 2"), ({"solo": {"level": 6}}, "solo.level = 6"),
    ({"solo": {"rival": "P3"}}, "solo.rival = 'P3'"), ({"solo": {"deck": ["rival-01", "rival-01"]}}, "lies nowhere else"),
    ({"solo": {"found": ["left"]}}, "solo.found"), ({"solo": {"objectives": {"open": ["nothing"]}}}, "solo.objectives.open"),
    ({"solo": {"rival": "P2"}, "seats": {"P2": {"credits": 3}}}, "nothing of the kind for the rival"),
    ({"solo": {"rival": "P2"}, "seats": {"P2": {"probes": [[1, 5], [1, 4]]}}}, "at most one probe"),
    ({"solo": {"objectives": {"open": [], "marked": {"objective-3-05": [True]}}}}, "an objective that lies open"),
    ({"solo": {"speed": 2}}, "solo.speed")])  # fmt: skip
def test_positions_that_cannot_be(position, words):
    from seti_sim.seti import PositionError

    with pytest.raises(PositionError) as wrong:
        Game.from_json(RULES, {"from": "bench", **position})
    assert words in str(wrong.value) and "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    "how, words", [(dict(level=0), "level = 0"), (dict(level="2"), "level = '2'"), (dict(players=2), "players = 2")]
)
def test_games_that_cannot_be(how, words):
    with pytest.raises(ValueError, match=words):
        Game.new(RULES, solo=True, **how)
    if "level" in how and how["level"] == 0:
        with pytest.raises(ValueError, match="solo = 0"):
            engine.play_games(RULES, players=1, seed=1, first=0, count=1, policies=[players.get("random")], solo=0)


def hidden_otherwise(game, rng):
    """The game with what the player cannot see of the rival and the objectives dealt anew; luck to come stays."""
    position = game.to_json()
    table, cards, tiles = position["solo"], RULES.tree["solo"]["cards"], RULES.tree["solo"]["objectives"]
    advanced = [(pile, i) for pile in (table["deck"], table["reserve"]) for i, card in enumerate(pile)
                if cards[card]["group"] == "advanced"]  # fmt: skip
    names = [pile[i] for pile, i in advanced]
    rng.shuffle(names)
    for (pile, i), name in zip(advanced, names):
        pile[i] = name
    rng.shuffle(table["deck"])
    rows = table["objectives"]
    seen = {*rows["open"], *rows["completed"], *rows["given_up"]}
    for level in (1, 2, 3):
        at = [i for i, name in enumerate(rows["stack"]) if tiles[name]["level"] == level]
        free = [name for name, tile in tiles.items() if tile["level"] == level and name not in seen]
        for i, name in zip(at, rng.sample(free, len(at))):
            rows["stack"][i] = name
    return Game.from_json(RULES, position)


@pytest.mark.parametrize("seed", range(3))
def test_no_choice_depends_on_what_is_hidden(seed):
    """R20.2: the rival's deck and reserve, covered objectives; as tests/seti/properties/test_hidden.py for all else."""
    rng, differ, looked = random.Random(seed), 0, 0
    for i, game in enumerate(walk(5, seed + 20)):
        if i % 15 or game.is_over:
            continue
        other = hidden_otherwise(game, rng)
        assert other.legal_actions() == game.legal_actions() and other.view(game.to_move) == game.view(game.to_move)
        differ += other != game
        looked += 1
        for name in ("greedy", "explorer", "lookahead[deals=2]", "mcts[playouts=8]"):
            who = players.get(name)
            assert str(who.choose(other)) == str(who.choose(game)), (name, i)
    assert differ >= looked - 1 > 3
