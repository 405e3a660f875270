"""`planner`: how it weighs what it holds possible, what it submits, and that it beats the player who only learns."""

from collections import Counter

import numpy as np
import pytest

from seti_sim.planetx import Game, play_games, players
from seti_sim.planetx.engine import _engine
from seti_sim.planetx.notation import clue_dict
from seti_sim.planetx.rules import app_weights

from . import reference
from .bench import rng, rules, token, tokens

PLANNER = players.get("planner")
SLACKS = ("every-within", "none-within", "band-at-most")


def sharpest(letters, clue):
    """The sharpest true number of a rule."""
    numbers = [n for n in range(len(letters)) if reference.holds(letters, clue["rule"], clue["x"], clue.get("y", ""), n)]
    return max(numbers) if clue["rule"] == "none-within" else min(n for n in numbers if n)


def titles(game, view, possible):
    """How likely the titles of topics not read are in each arrangement: shares of the rules that are true of it."""
    rules_ = game.rules
    n = rules_.n_research
    true = np.frombuffer(rules_.sky.clue_table(n), np.uint8).reshape(-1, n)[possible] * np.array(
        rules_.tables["clue_weight"][:n]
    )
    about = [tuple(clue_dict(clue)["about"]) for clue in rules_.clues[:n]]
    out = np.ones(len(possible))
    for topic in view["topics"].values():
        if "rule" not in topic:
            out *= true[:, [one == tuple(topic["about"]) for one in about]].sum(axis=1) / true.sum(axis=1)
    return out


def weight(game, view, letters, app, trust):
    """What an arrangement weighs for the owner of a view, in plain Python, titles apart."""
    slack = np.array(game.rules.tables["slack"]).reshape(-1, 4)
    out = float(app)
    for part in ("topics", "conferences"):
        for clue in view[part].values():
            if clue.get("rule") in SLACKS:
                place = _engine.FAMILIES.index(clue["rule"])
                place += len(_engine.FAMILIES) - _engine.FAMILIES.index("every-within") if part == "conferences" else 0
                row = slack[place]
                out *= row[min(abs(clue["n"] - sharpest(letters, clue)), 3)] / row.max()
    for seat, told in view["seats"].items():
        if seat not in (view["seat"], "bot"):
            for theory in told["theories"]:
                if theory["fate"] == "down" and letters[theory["sector"] - 1] in "EX":
                    out *= 1 - trust / 1000
    return out


def weighed_alike(game, seat, policy):
    """Does each arrangement come as often in the sample as its weight says, give or take one?"""
    options = dict(policy.options)
    possible, number = game.possible(seat), game.seat_number(seat)
    drawn = Counter(game.core.likely(number, policy.engine_policy()))
    app = app_weights(game.rules.sky, game.rules.factors, game.rules.beside_x)[possible].astype(float)
    app = app / app.mean() * options["prior"] + 1000 - options["prior"]
    view = game.view(seat)
    letters = [game.rules.sky.letters(int(system)) for system in possible]
    weights = np.array([weight(game, view, *one, options["trust"]) for one in zip(letters, app, strict=True)])
    weights *= titles(game, view, possible)
    expected = weights / weights.sum() * sum(drawn.values())
    assert set(drawn) <= set(possible.tolist())
    return np.abs(expected - [drawn[int(system)] for system in possible]).max() < 1.01


@pytest.mark.parametrize("name", ["planner", "planner[prior=300,trust=500]", "planner[prior=0,trust=0]"])
def test_weights(name):
    """As in plain Python: the draw of the app, titles, numbers of rules, tokens of others."""
    policy, compared, numbers, laid = players.get(name), 0, 0, 0
    for number in range(8):
        game, draw = Game.new(rules(), 1 + number % 4, 5, number), rng(number)
        while not game.is_over:
            seat = game.to_move
            if game.n_possible(seat) <= 400 and draw.random() < 0.2:
                assert weighed_alike(game, seat, policy), (number, seat, len(game.history))
                view = game.view(seat)
                compared += 1
                numbers += any(clue.get("rule") in SLACKS for clue in view["topics"].values())
                laid += any(told["theories"] for one, told in view["seats"].items() if one != seat)
            game.apply(players.get("racer").choose(game))
    assert compared > 12 and numbers > 3 and laid > 3


def test_few_arrangements_have_several_places_each():
    """So that the weights of two that are left come out."""
    game = Game.new(rules(), 2, 1, 2)
    while not 2 <= game.n_possible(game.to_move) <= 8:
        game.apply(players.get("infogain").choose(game))
    n = game.n_possible(game.to_move)
    assert len(game.core.likely(game.seat_number(game.to_move), PLANNER.engine_policy())) == 8 * n


def test_where_the_app_draws_nothing_all_are_alike():
    """Under another placement there are no weights of the app: `prior` changes nothing."""
    apart = rules(mode={"standard": {"placement": {"next_to_no": {}}}})
    assert not apart.has_app
    games = [
        play_games(apart, players=2, seed=1, first=0, count=20, policies=[players.get(f"planner[prior={prior}]")])
        for prior in (0, 1000)
    ]
    assert np.array_equal(*(one.seats["score"] for one in games))


@pytest.mark.parametrize("option", ["sure=900", "planet_x=900", "spread=0", "prior=0", "trust=0"])
def test_options_are_obeyed(option):
    usual, other = (
        play_games(rules(), players=3, seed=2, first=0, count=40, policies=[players.get(name)])
        for name in ("planner", f"planner[{option}]")
    )
    assert not np.array_equal(usual.seats["score"], other.seats["score"])


def with_tokens(game, seat, letter):
    """The position with a token of another seat, of an earlier phase, in all sectors of an object; None without room."""
    data = game.to_json()
    other = data["state"]["seat"][1 - game.seat_number(seat)]
    sectors = [s + 1 for s, one in enumerate(game.system) if one == letter]
    if other["n_tokens"] or sum(other["left"]) < len(sectors) or other["left"]["ACDG".index(letter)] < len(sectors):
        return None
    data["state"]["seat"][1 - game.seat_number(seat)] |= tokens(*(token(sector, letter, cell=2) for sector in sectors))
    return Game.from_json(game.rules, data)


def test_submits_what_brings_most():
    """Who knows all submits a dwarf planet or a gas cloud, 4 points, and of these one where it will be the first."""
    met = Counter()
    for number in range(60):
        game = Game.new(rules(), 2, 3, number, levels=(12, 0))
        while not game.is_over:
            seat = game.to_move
            if game.decision == "submit" and game.n_possible(seat) == 1 and int(game.state["phase"]) > 1:
                chosen = str(PLANNER.choose(game)).split()[1]  # the only token
                left = {letter: game.view(seat)["seats"][seat]["tokens"][letter] for letter in "DG"}
                own = {one["sector"] for one in game.view(seat)["seats"][seat]["theories"]}
                own |= {s + 1 for s in range(12) if int(game.state["confirmed"]) >> s & 1}
                free = {letter for s, letter in enumerate(game.system) if letter in "DG" and s + 1 not in own and left[letter]}
                assert not free or chosen in free
                there = with_tokens(game, seat, chosen) if free == {"D", "G"} else None
                if there is not None:
                    met[chosen] += 1
                    assert str(PLANNER.choose(there)).split()[1] == ("D" if chosen == "G" else "G")
            game.apply(players.get("infogain" if seat == "P1" else "survey-first[theory=1000]").choose(game))
    assert sum(met.values()) > 2, met


def test_a_wrong_theory_costs_less_towards_the_end():
    """What is too unlikely to be submitted at the beginning is submitted later."""
    game = Game.new(rules("expert"), 2, 3, 0)
    while game.decision != "submit":
        game.apply(PLANNER.choose(game))
    assert str(PLANNER.choose(game)) == "submit none"
    data = game.to_json()
    for seat in data["state"]["seat"][:2]:
        seat["time"] += 18
    data["state"]["arrow"] += 18
    assert str(PLANNER.choose(Game.from_json(game.rules, data))) != "submit none"


@pytest.mark.parametrize("mode, count, games, least", [
    ("standard", 2, 200, 0.75), ("standard", 3, 120, 0.65), ("standard", 4, 120, 0.6), ("expert", 2, 20, 0.6)
])  # fmt: skip
def test_beats_the_player_who_only_learns(mode, count, games, least):
    """One of them against infogain in all other seats; wins of all games, ties split. Long runs: docs/findings.md."""
    assign = np.ones((games, count), np.uint8)
    assign[np.arange(games), np.arange(games) % count] = 0
    both = [PLANNER, players.get("infogain")]
    result = play_games(rules(mode), players=count, seed=11, first=0, count=games, policies=both, assign=assign)
    assert result.seats["win_share"][result.seats["policy"] == 0].mean() > least


def test_beats_the_player_who_races():
    both = [PLANNER, players.get("racer[theory=400]")]
    assign = np.array([[i % 2, 1 - i % 2] for i in range(300)], np.uint8)
    result = play_games(rules(), players=2, seed=12, first=0, count=300, policies=both, assign=assign)
    assert result.seats["win_share"][result.seats["policy"] == 0].mean() > 0.55
