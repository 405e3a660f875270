"""Numbers of actions and fields of observations: every action has one number, and nothing hidden is in an observation."""

import random

import numpy as np
import pytest
from planetx.test_fairness import another_truth
from properties.hidden import otherwise
from properties.walks import STYLES, every_kind, policy, walk, where
from properties.walks import rules as printed

from seti_sim import RuleSet, rl
from seti_sim.core.errors import RunError
from seti_sim.core.registry import example_variants
from seti_sim.planetx import Game as PlanetX
from seti_sim.planetx import PlanetXRules, players
from seti_sim.rl.layout import WHO
from seti_sim.seti import Game
from seti_sim.seti.learning import SetiSpaces

SIZES = {"seti": 6208, "planetx": 746}
"""Actions of the printed games: a network that was trained goes by these numbers."""


def all_numbered(spaces, game):
    legal = game.core.legal()
    assert all(code in spaces.index for code in legal), [str(game.action(code)) for code in legal if code not in spaces.index]
    mask = spaces.mask(legal)
    assert mask.sum() == len(legal) and sorted(spaces.codes[mask == 1]) == sorted(legal)


def watched(spaces, game, rng, choose):
    """Play to the end and look at every decision."""
    while not game.is_over:
        all_numbered(spaces, game)
        game.apply(choose(game) if rng.random() < 0.7 else rng.choice(game.core.legal()))


@pytest.mark.parametrize("game", SIZES)
def test_numbers_are_fixed(game):
    spaces = rl.spaces(game, 2)
    assert spaces.n_actions == len(set(spaces.codes.tolist())) == len(spaces.index)
    assert spaces.n_actions == SIZES[game], "SIZES here; `python docs/writers/make_spaces.py > docs/rl-spaces.md`"
    assert [spaces.index[int(code)] for code in spaces.codes] == list(range(spaces.n_actions))
    assert spaces.n_actions == sum(len(block.codes) for block in spaces.blocks)
    assert len(set(spaces.names)) == spaces.n_observation == len(spaces.low) == len(spaces.high)
    others = [rl.spaces(game, n) for n in (3, 4)]
    assert all((other.codes == spaces.codes).all() for other in others)


def seti_games(count, rules):
    for number in range(count):
        table = {"solo": True, "level": 1 + number // 4 % 5} if number % 4 == 3 else {"players": 2 + number % 4}
        yield Game.new(rules, seed=17, game=number, **table)


def test_every_action_of_seti_has_a_number():
    rng, spaces = random.Random(3), rl.spaces("seti", 2)
    for game in seti_games(12, printed()):
        watched(spaces, game, rng, policy("greedy").choose)


def test_every_action_of_planet_x_has_a_number():
    rng, chooser = random.Random(3), players.get("survey-first")
    for mode in ("standard", "expert"):
        spaces = rl.spaces("planetx", 2, mode=mode)
        for number in range(1, 4):
            game = PlanetX.new(PlanetXRules.load(mode), number, 17, number)
            watched(spaces, game, rng, chooser.choose)


@pytest.mark.soak
def test_every_action_of_many_games_has_a_number():
    rng, spaces = random.Random(4), rl.spaces("seti", 2)
    for game in seti_games(2000, printed()):
        watched(spaces, game, rng, policy("greedy").choose)


@pytest.mark.parametrize("name", example_variants("seti"))
def test_variants_have_numbers_for_what_they_add(name):
    rules = RuleSet.load(name)
    spaces, rng = SetiSpaces(rules, 2), random.Random(5)
    if rules.compiled.card_ids == printed().compiled.card_ids:
        assert spaces.n_actions == SIZES["seti"]
    watched(spaces, Game.new(rules, players=2, seed=5), rng, policy("greedy").choose)
    game = Game.new(rules, players=2, seed=5)
    assert spaces.observe(game.view("P1"), "P1").shape == (spaces.n_observation,)


@pytest.mark.parametrize("name", example_variants("planetx"))
def test_variants_of_planet_x_have_numbers(name):
    rng, chooser = random.Random(5), players.get("infogain")
    spaces = rl.spaces("planetx", 2, name, arrangements=PlanetXRules.load(variant=name).generation())
    watched(spaces, PlanetX.new(spaces.rules, 2, 5, 0), rng, chooser.choose)


def test_a_game_without_numbers_says_so():
    from seti_sim.core.kind import GameKind

    with pytest.raises(RunError, match="no numbers for its actions"):
        GameKind.spaces(type("Mine", (), {"name": "mine", "title": "Mine"})(), None)


# ---------------------------------------------------------------------------------------------- what is in an observation


def inside(spaces, x):
    assert x.dtype == np.float32 and x.shape == (spaces.n_observation,)
    assert (x >= spaces.low).all() and (x <= spaces.high).all()


@pytest.mark.parametrize("style", STYLES)
def test_nothing_hidden_of_seti_is_in_an_observation(style):
    """Every seat's observation, at anybody's decision: all that it cannot see is dealt anew, and it stays the same."""
    seed = STYLES.index(style)
    n = 2 + seed % 3
    spaces, rng = SetiSpaces(printed(), n), random.Random(seed)
    for game in every_kind(walk(n, seed, style), 24):
        for seat in game.to_json()["seats"]:
            x, other = spaces.observe(game.view(seat), seat), otherwise(game, seat, rng)
            assert other != game, where(game)
            assert (spaces.observe(other.view(seat), seat) == x).all(), (seat, where(game))
            inside(spaces, x)


def test_an_observation_of_more_than_the_view_is_found():
    """The comparison above can fail: with the whole hand of another seat, or the next card of the deck, in its view."""
    spaces, rng, found = SetiSpaces(printed(), 2), random.Random(2), {"hand": 0, "next card": 0}

    def peeking(game, what):
        view, position = game.view("P1"), game.to_json()
        if what == "hand":
            view["discard"] = [*view["discard"], *position["seats"]["P2"]["hand"]]
        else:
            view["row"] = [*view["row"], position["deck"][-1]]
        return spaces.observe(view, "P1")

    for game in every_kind(walk(2, 3, "greedy"), 24):
        other = otherwise(game, "P1", rng)
        for what in found:
            found[what] += bool((peeking(game, what) != peeking(other, what)).any())
    assert min(found.values()) >= 3, found


@pytest.mark.parametrize("mode", ["standard", "expert"])
def test_nothing_hidden_of_planet_x_is_in_an_observation(mode):
    chooser, compared, differed = players.get("infogain"), 0, 0
    rules = PlanetXRules.load(mode)
    for number in range(2):
        draw, n = random.Random(number), 2 + number
        game, spaces = PlanetX.new(rules, n, 31, number, levels=4 * number), rl.spaces("planetx", n, mode=mode)
        while not game.is_over and len(game.history) < 50:
            seat = game.to_move
            if draw.random() < 0.4 and (other := another_truth(game, seat, draw)) is not None:
                x = spaces.observe(game.view(seat), seat)
                assert (spaces.observe(other.view(seat), seat) == x).all(), (seat, len(game.history))
                inside(spaces, x)
                compared += 1
                differed += other.system != game.system
            game.apply(chooser.choose(game) if draw.random() < 0.8 else draw.choice(game.legal_actions()))
    assert compared > 10 and differed > 5


def counted(spaces, x, field):
    """The entries of a field that are not 0."""
    return {entry: float(x[place]) for entry, place in spaces.at[field].items() if x[place]}


def test_numbers_of_seti_are_what_lies_on_the_table():
    """Against the position itself, at many decisions."""
    spaces = SetiSpaces(printed(), 3)
    for game in every_kind(walk(3, 1, "mixed"), 12):
        position = game.to_json()
        seats = list(position["seats"])
        for k, seat in enumerate(seats):
            x = spaces.observe(game.view(seat), seat)
            order = [*seats[k:], *seats[:k]]
            assert counted(spaces, x, "own.hand") == dict.fromkeys(position["seats"][seat]["hand"], 1.0)
            for who, name in zip(WHO, order, strict=False):
                table = position["seats"][name]
                for word in ("vp", "credits", "energy", "publicity", "data"):
                    assert x[spaces.where[f"{who}.{word}"]] == table[word]
                assert x[spaces.where[f"{who}.hand.n"]] == len(table["hand"])
                assert set(counted(spaces, x, f"{who}.tech")) == set(table["techs"])
                landers = {p: row["landers"][name] for p, row in position["planets"].items() if name in row["landers"]}
                assert counted(spaces, x, f"{who}.lander") == landers
                marks = {s: row["slot"].split().count(name) for s, row in position["stars"].items()}
                assert counted(spaces, x, f"{who}.signal") == {star: n for star, n in marks.items() if n}
            assert x[spaces.where["deck"]] == len(position["deck"])
            assert set(counted(spaces, x, "discard")) == set(position["discard"])


def ended(species):
    """The view of P1 at the end of a game of two with these species, both of them discovered."""
    for number in range(40):
        game = Game.new(printed(), players=2, seed=1, game=number, species=species)
        while not game.is_over:
            game.apply(policy("greedy").choose(game))
        if all(slot["discovered"] for slot in game.view("P1")["species"].values()):
            return game.view("P1")
    raise AssertionError(species)


def test_species_are_what_lies_on_the_table():
    """Against the view; what is rare is written into it."""
    spaces = SetiSpaces(printed(), 2)
    view = ended(("mascamites", "exertians"))
    view["seats"]["P1"] |= {"capsules": {"sample-vp": [2, 3]}, "secrets": ["exertian-02"], "secrets_played": ["exertian-07"]}
    view["seats"]["P2"] |= {"capsules": [[1, 1], [1, 1]], "secrets": 2, "secrets_played": 3}
    view["species"]["left"]["samples"] = {"jupiter": ["sample-data", "sample-energy"], "saturn": 3}
    x = spaces.observe(view, "P1")
    for field, wanted in {
        "own.capsule.space": {"sample-vp/2.3": 1}, "own.capsule.n": {"2.3": 1}, "next.capsule.n": {"1.1": 2},
        "own.secrets": {"exertian-02": 1}, "own.secrets_played": {"exertian-07": 1}, "own.secrets.n": {"": 1},
        "next.secrets.n": {"": 2}, "next.secrets_played.n": {"": 3}, "left.species": {"mascamites": 1},
        "right.species": {"exertians": 1}, "samples": {"jupiter": 2, "saturn": 3}, "samples.seen": {"sample-data": 1, "sample-energy": 1},
    }.items():  # fmt: skip
        assert counted(spaces, x, field) == wanted, field
    assert list(counted(spaces, x, "secret.milestone").values()) == [s for s in view["species"]["right"]["milestones"] if s]
    board = view["species"]["right"]["board"]
    marks = sum(len(space) if isinstance(space, list) else space is not None for column in board.values() for space in column)
    assert sum(counted(spaces, x, "right.board").values()) == marks > 0
    view = ended(("anomalies", "centaurians"))
    x = spaces.observe(view, "P2")
    lying = {f"{sector}/{name}" for sector, name in view["species"]["left"]["anomalies"].items()}
    assert set(counted(spaces, x, "anomaly")) == lying and len(lying) == 3
    view["species"]["right"]["messages"] = [["base-001", "P2", 30], ["base-002", "P1", 40], ["base-003", "P2", 50]]
    x = spaces.observe(view, "P2")
    assert counted(spaces, x, "message.next") == {"own": 30, "next": 40}
    assert counted(spaces, x, "message.sent") == {"own": 2, "next": 1}


def test_numbers_of_planet_x_are_what_the_seat_was_told():
    rules, chooser = PlanetXRules.load(), players.get("infogain")
    spaces, draw = rl.spaces("planetx", 2), random.Random(1)
    game, asked = PlanetX.new(rules, 2, 4, 0, levels=4), {}
    while not game.is_over:
        seat = game.to_move
        x = spaces.observe(game.view(seat), seat)
        assert x[spaces.where["possible"]] == game.n_possible(seat)
        answers = {key: n for (who, key), n in asked.items() if who == seat}
        assert counted(spaces, x, "survey") == answers
        facts = {f"{fact[:-1]}/{fact[-1]}" for fact in game.deal()["starting"][seat]}
        assert set(counted(spaces, x, "starting")) == facts
        action = chooser.choose(game) if draw.random() < 0.8 else draw.choice(game.legal_actions())
        game.apply(action)
        if action.kind == "survey":
            event = game.view(seat)["events"]
            answer = next(int(e["answer"]) for e in reversed(event) if e.get("seat") == seat and e["event"] == "survey")
            _, kind, sectors = str(action).split()
            first, _, last = sectors.partition("-")
            asked[seat, f"{kind}/{first}-{last or first}"] = 1 + answer
    assert len(asked) > 4
