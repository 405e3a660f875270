"""Complete games in every mode and count; records, positions and batches say the same; what may not change does not."""

import json
import pickle

import numpy as np
import polars as pl
import pytest

from seti_sim.core.errors import PositionError
from seti_sim.planetx import Game, play_games, players
from seti_sim.planetx.rules import MODES
from seti_sim.seti.record import RecordError

from .bench import rng, rules, walk

COUNTS = (1, 2, 3, 4)
FEW = {"standard": 40, "expert": 4}


def batch(mode, count, name="infogain", first=0, n=None, **more):
    return play_games(
        rules(mode), players=count, seed=7, first=first, count=n or FEW[mode], policies=[players.get(name)], **more
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("name", players.names())
def test_complete_games(mode, count, name):
    """Every game ends with a finder; scores and tables add up."""
    result = batch(mode, count, name, levels=4)
    games, seats, theories = (pl.DataFrame(part) for part in (result.games, result.seats, result.theories))
    n_seats = max(count, 2)
    assert len(games) == FEW[mode] and len(seats) == n_seats * len(games)
    assert games["finder"].is_between(1, n_seats).all() and (games["end_time"] >= 0).all()
    points = [column for column in seats.columns if column.startswith("points_")]
    assert (seats.select(pl.sum_horizontal(points)).to_series() == seats["score"]).all()
    assert seats.group_by("game_id").agg(pl.col("win_share").sum())["win_share"].to_list() == pytest.approx([1.0] * len(games))
    finders = seats.join(games.select("game_id", "finder"), on="game_id").filter(pl.col("seat") == pl.col("finder"))
    assert len(finders) == len(games) and (finders["points_locate"] == 10).all() and (finders["located_at"] >= 0).all()
    by_seat = theories.group_by("game_id", "seat").agg(
        pl.col("points").sum().cast(pl.Int32).alias("earned"), pl.len().alias("laid"), pl.col("right").sum()
    )
    joined = seats.join(by_seat, on=["game_id", "seat"], how="left").fill_null(0)
    assert (joined["score"] - joined["points_locate"] == joined["earned"]).all()
    assert (joined["theories"] == joined["laid"]).all() and (joined["theories_right"] == joined["right"]).all()
    assert set(theories["fate"].unique()) <= {1, 2, 3, 4}
    own = seats.filter(pl.col("policy") != 255)
    assert (own["possible"] > 0).all() and len(own) == count * len(games)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("player", ["racer", "planner"])
def test_a_game_is_the_same_alone_and_in_a_batch(mode, player):
    """By number, whatever the chunk; every table has the same rows."""
    whole = batch(mode, 3, player, n=6, levels=(0, 4, 8))
    parts = [batch(mode, 3, player, first=first, n=2, levels=(0, 4, 8)) for first in (0, 2, 4)]
    for name in ("games", "seats", "actions", "theories", "clues", "research"):
        for column, values in getattr(whole, name).items():
            joined = np.concatenate([getattr(part, name)[column] for part in parts])
            assert values.dtype == joined.dtype and np.array_equal(values, joined), (name, column)
    game = Game.new(rules(mode), 3, 7, 4, levels=(0, 4, 8))
    policy = players.get(player)
    while not game.is_over:
        game.apply(policy.choose(game))
    rows = whole.seats["game_id"] == 4
    assert whole.seats["score"][rows].tolist() == [game.scores()[seat]["total"] for seat in game.seats]
    assert whole.games["decisions"][4] == len(game.history)


def test_games_differ():
    """No two games of a run are equal, and players of one policy do not play alike."""
    result = batch("standard", 4, n=200)
    assert len(np.unique(result.games["system"])) > 150
    finders = np.bincount(result.games["finder"], minlength=5)[1:]
    assert (finders > 10).all()


def test_leaving_the_log_out_changes_nothing():
    for name in ("infogain", "random"):
        one, other = batch("standard", 4, name), batch("standard", 4, name, track=False)
        for column in ("score", "time", "win_share"):
            assert np.array_equal(one.seats[column], other.seats[column])
        assert not other.actions["before"].any() and one.actions["before"].all()


def test_one_seats_policy_does_not_touch_the_luck_of_the_game():
    """Arrangement, clues and facts are functions of (seed, game) alone, so that runs can be paired."""
    mixed = [players.get("infogain"), players.get("random")]
    one = batch("standard", 2, "infogain", levels=8)
    other = play_games(rules(), players=2, seed=7, first=0, count=FEW["standard"], policies=mixed, levels=(0, 12))
    assert np.array_equal(one.games["system"], other.games["system"])
    assert np.array_equal(one.clues["clue"], other.clues["clue"])
    low, high = (Game.new(rules(), 2, 7, 3, levels=n).deal()["starting"]["P2"] for n in (4, 12))
    assert high[:4] == low


def test_generations():
    """`uniform` and `app` draw different arrangements from the same luck; another value is refused in one line."""
    draws = [batch("standard", 2, generation=generation).games["system"] for generation in ("uniform", "app")]
    assert not np.array_equal(*draws)
    with pytest.raises(ValueError, match="generation 'fair': expected uniform or app"):
        batch("standard", 2, generation="fair")


def test_players_in_python():
    """A callable (view, legal) -> index sits beside compiled players; the batch has the same columns."""
    asked = []

    def first_survey(view, legal):
        asked.append((view["seat"], view["decision"]))
        settled = view["possible"] == 1
        kinds = [action.kind for action in legal]
        if settled and "locate" in kinds:
            return kinds.index("locate")
        return max(i for i, kind in enumerate(kinds) if kind == kinds[0])

    result = play_games(
        rules(), players=2, seed=1, first=5, count=2, policies=[players.get("infogain"), first_survey], levels=(0, 4)
    )
    assert {seat for seat, _ in asked} == {"P2"} and len(result.seats["score"]) == 4
    assert result.games["game_id"].tolist() == [5, 6] == sorted(set(result.log["game"].tolist()))
    compiled = [players.get("infogain"), players.get("racer")]
    wrapped = [compiled[0], lambda view, legal: 0]
    assert play_games(rules(), players=2, seed=1, first=0, count=1, policies=wrapped[:1] * 2).seats["score"].tolist() == (
        play_games(rules(), players=2, seed=1, first=0, count=1, policies=compiled[:1]).seats["score"].tolist()
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", COUNTS)
def test_round_trips(mode, count):
    """Notation, record, position, copy and pickle lead to equal games, at every kind of decision."""
    game = Game.new(rules(mode), count, 21, count, levels=4)
    seen = set()
    for at in walk(game, rng(count), stop=60):
        for action in at.legal_actions()[:: 1 if at.decision != "turn" else 37]:
            assert at.parse(str(action).upper()) == action and str(at.action(action.code)) == str(action)
        if at.decision not in seen or len(at.history) % 29 == 0:
            seen.add(at.decision)
            assert Game.from_json(at.rules, json.dumps(at.to_json())) == at
            assert Game.replay(at.rules, at.record()) == at
            assert at.clone() == at and pickle.loads(pickle.dumps(at)) == at
            again = Game.from_json(at.rules, at.to_json())
            assert again.legal_actions() == at.legal_actions() and again.view("P1") == at.view("P1")
    assert {"turn", "submit"} <= seen
    half = len(game.history) // 2
    assert len(Game.replay(game.rules, game.record(), half).history) == half


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda text: text.replace("planetx record 1", "planetx record 9"), "line 1: .*expected 'seti_sim planetx record 1'"),
        (lambda text: text.replace("seed 1", "seed x"), "record, head: "),
        (lambda text: text.replace("levels 0,0", "levels 1,0"), "levels .*expected 2 of 0, 4, 8, 12"),
        (lambda text: text.replace("game 0\n", ""), "game is missing: expected players, seed, game, levels and generation"),
        (lambda text: text.replace("P1 survey A 1-3", "P2 survey A 1-3"), "line 9: .*expected an action of P1"),
        (lambda text: text.replace("P1 survey A 1-3", "P1 survey A 1-9"), "line 9: 'survey A 1-9' is not legal for P1"),
        (lambda text: text.replace("P1 survey A 1-3", "P1 look"), "line 9: 'look' cannot be read as an action"),
        (lambda text: text.replace(" = ", " = 7"), "line 9: '7.': expected '.', what the app says"),
        (lambda text: text.replace("rules ", "rules 0"), "the rules it is replayed with"),
        (lambda text: text.replace("mode standard", "mode expert"), "mode 'expert': expected standard, that of the rules"),
    ],
)
def test_wrong_records(change, message):
    game = Game.new(rules(), 2, 1)
    game.apply("survey A 1-3")
    with pytest.raises(RecordError, match=message):
        Game.replay(rules(), change(game.record()))
    with pytest.raises(RecordError, match="--to 2: expected at most 1"):
        Game.replay(rules(), game.record(), 2)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"sky": 1}, "position: sky: expected one of bot"),
        ({"mode": "expert"}, "mode = 'expert': expected standard"),
        ({"players": 5}, "players = 5: expected a whole number from 1 to 4"),
        ({"system": "XCEGCDEGAAAC"}, "expected a valid arrangement of 12 sectors"),
        ({"topics": {"H": {}}}, "H: expected one of A, B, C"),
        ({"topics": {"A": {"rule": "some-adjacent", "x": "A"}}}, "expected one of the rules of clues.toml"),
        (
            {"system": "XCEGCDEGAAAA", "topics": {"A": {"rule": "band-at-most", "x": "C", "n": 3}}},
            "expected a rule that is true",
        ),
        ({"starting": {"P9": []}}, "starting.P9: expected one of P1 to P4"),
        ({"starting": {"P1": ["13A"]}}, "'13A': expected a sector and one of A, C, D, G"),
        ({"bot": {"turns": [{"at": 0, "do": "locate 1 A C"}]}, "players": 2}, "bot: expected one player with it"),
        ({"bot": {"turns": [{"at": 0, "do": "survey A 1-3"}]}}, "expected one of the four actions, last a locate"),
        ({"state": {"arow": 1}}, "state.arow: expected one of system"),
        ({"state": {"arrow": "far"}}, "state.arrow = 'far': expected whole numbers that fit"),
        ({"log": [{"kind": "hear"}]}, r"log\[0\].kind = 'hear': expected a field of an event"),
    ],
)
def test_wrong_positions(change, message):
    with pytest.raises(PositionError, match=message):
        Game.from_json(rules(), change)


def test_position_that_is_no_json():
    with pytest.raises(PositionError, match="line 1: .*expected JSON"):
        Game.from_json(rules(), "{")
    with pytest.raises(PositionError, match="list: expected a table"):
        Game.from_json(rules(), [])
