"""The course of games, luck by a crossed design, the cheapest fix: toy games of known truth, and what is played."""

import io
import sys
from itertools import permutations

import numpy as np
import polars as pl
import pytest

from seti_sim.seti import Game
from seti_sim.seti.batch import play_games
from seti_sim.seti.players import get
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies import course
from seti_sim.seti.studies.course import tables as course_tables
from seti_sim.studies import StudyError, cheapest_fix, luck
from seti_sim.studies.fix import merged, search
from seti_sim.studies.luck import COMPONENTS, split
from seti_sim.studies.luck import tables as luck_tables

RULES = RuleSet.load()


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """Enough to look at what they are, not to report them."""
    monkeypatch.setattr(sys.modules["seti_sim.studies.luck"], "RESAMPLES", 60)


# ------------------------------------------------------------------------------------------------------------- course
def test_points_by_round_are_those_of_the_game_played_action_by_action():
    policy = get("greedy")
    batch = play_games(RULES, players=3, seed=2, first=4, count=1, policies=[policy], course=True)
    game = Game.new(RULES, 3, seed=2, game=4)
    by_round, leaders, turns = {}, [], 0

    def points():
        return [game.scores()[f"P{seat}"]["total"] for seat in (1, 2, 3)]

    before = points()
    while not game.is_over:
        turn, round_ = game.core.turn, game.round
        action = policy.choose(game)
        game.apply(action)
        now = points()
        ended = game.is_over or game.core.turn != turn or game.round != round_
        if ended and round_ >= 1:
            turns += 1
            # Final scoring comes with the last action: its points are not those after the round.
            final = [
                sum(game.scores()[f"P{s}"]["by_source"].get(source, 0) for source in ("endgame", "gold")) for s in (1, 2, 3)
            ]
            now = np.array(now) - final if game.is_over else now
            by_round[round_] = list(now)
            top = [seat for seat in range(3) if now[seat] == max(now)]
            if len(top) == 1:
                leaders.append(top[0])
        before = now
    assert before is not None and turns > 30
    assert [by_round[r] for r in range(1, 5)] == batch.course[0, :4].tolist()
    changes = sum(a != b for a, b in zip(leaders[:-1], leaders[1:]))
    assert abs(int(batch.lead_changes[0]) - changes) <= 1  # turns that follow one another by the same seat count once here


def test_the_course_of_a_toy_game():
    """Three games of two seats and two rounds, all figures by hand."""
    rows = {
        "course": np.array([[[5, 3], [20, 10]], [[4, 4], [10, 17]], [[9, 2], [10, 30]]]),
        "final": np.array([[40, 20], [30, 30], [25, 50]]),
        "win_share": np.array([[1, 0], [0.5, 0.5], [0, 1]]),
        "lead_changes": np.array([0, 1, 2]), "turns": np.array([10, 12, 14]), "decisions": np.array([40, 50, 60]),
    }  # fmt: skip
    frames = course_tables(rows)
    found = {(row["round"], row["measure"]): (row["estimate"], row["n"]) for row in frames["leaders"].iter_rows(named=True)}
    assert found[1, "alone"] == (pytest.approx(2 / 3), 3) and found[1, "wins"] == (0.5, 2) and found[1, "lead"] == (4.5, 2)
    assert (
        found[2, "alone"] == (1, 3)
        and found[2, "wins"] == (pytest.approx(2.5 / 3), 3)
        and found[2, "lead"] == (pytest.approx(37 / 3), 3)
    )
    behind = {(row["round"], row["behind"]): (row["estimate"], row["n"]) for row in frames["comebacks"].iter_rows(named=True)}
    assert behind[1, "not behind"] == (pytest.approx(2 / 4), 4) and behind[1, "1–5"] == (0, 1) and behind[1, "6–10"] == (1, 1)
    assert behind[2, "6–10"] == (0.25, 2) and behind[2, "16–20"] == (0, 1)
    games = {row["measure"]: row["estimate"] for row in frames["games"].iter_rows(named=True)}
    assert games["margin"] == 15 and games["lead_changes"] == 1 and games["turns_each"] == 6 and games["decisions"] == 50
    assert games["come_from_behind"] == pytest.approx(1 / 3)  # of the third game's second seat alone
    assert frames["margins"].filter(pl.col("quantile") == 0.5)["margin"].item() == 20


def test_a_course_goes_on(tmp_path):
    options = {"players": 2, "policies": "greedy", "seed": 3, "stream": io.StringIO()}
    whole = course(games=60, out=tmp_path / "whole", **options)
    course(games=20, out=tmp_path / "parts", **options)
    parts = course(games=60, out=tmp_path / "parts", **options)
    assert all(parts.frames[name].equals(frame, null_equal=True) for name, frame in whole.frames.items())
    assert whole.facts["weights"] == {"greedy": get("greedy").key}
    wins = whole.frames["leaders"].filter(pl.col("measure") == "wins")["estimate"]
    assert wins[4] > wins[0]


# --------------------------------------------------------------------------------------------------------------- luck
@pytest.mark.parametrize("players", [2, 3])
def test_two_parts_of_a_deal_are_told_apart(players):
    """Deals with two parts of known variance, the second drawn twice; with two players what it gives to a seat is not told."""
    rng = np.random.default_rng(1)
    orders, draws = np.array(list(permutations(range(players)))), []
    centred = lambda values: values - values.mean(axis=-1, keepdims=True)  # noqa: E731
    sky, sky_seat, sky_skill = (
        3 * rng.standard_normal(1500),
        *(spread * centred(rng.standard_normal((1500, players))) for spread in (2, 1)),
    )
    for _ in range(2):
        level, by_seat = rng.standard_normal(1500), 1.5 * centred(rng.standard_normal((1500, players)))
        values = np.stack([
            100 + 2 * order + np.arange(players) + (sky + level)[:, None] + sky_seat + sky_skill[:, order] + by_seat
            for order in orders
        ], axis=1)  # fmt: skip
        draws.append(
            values + 2 * centred(rng.standard_normal(values.shape)) + rng.standard_normal(values.shape[:2])[:, :, None]
        )
    rows = {name: draws[name.endswith("redrawn")] for name in ("score", "score_redrawn", "win_share", "win_share_redrawn")}
    found = split(rows, orders, ("sky", "clues")).filter(outcome="score")
    free = (players - 1) / players
    truth = {"sky": 9, "clues": 1, "sky x seat": 4 * free, "sky x skill": free}
    truth |= {"clues x seat": 2.25 * free, "clues x skill": 0} if players > 2 else {}
    total = 5 * np.var(range(players)) + 9 + 1 + (4 + 1 + 2.25 + 4) * free + 1
    assert found["component"].to_list() == sorted(truth, key=found["component"].to_list().index)
    for row in found.iter_rows(named=True):
        assert row["low"] - 0.01 < truth[row["component"]] / total < row["high"] + 0.01, row


def crossed(deals, players, spreads, seed=1):
    """Scores [deals, orders, seats] of a toy game with these standard deviations of its components, and the orders."""
    rng = np.random.default_rng(seed)
    orders = np.array(list(permutations(range(players))))
    level = lambda n: np.linspace(-1, 1, n) / np.linspace(-1, 1, n).std()  # noqa: E731
    deal, by_seat, by_skill = (rng.standard_normal(size) for size in (deals, (deals, players), (deals, players)))
    by_seat, by_skill = by_seat - by_seat.mean(axis=1, keepdims=True), by_skill - by_skill.mean(axis=1, keepdims=True)
    values = np.zeros((deals, len(orders), players))
    for o, order in enumerate(orders):
        for s, p in enumerate(order):
            values[:, o, s] = (
                100
                + spreads["skill"] * level(players)[p]
                + spreads["seat"] * level(players)[s]
                + spreads["deal"] * deal
                + spreads["deal x seat"] * by_seat[:, s]
                + spreads["deal x skill"] * by_skill[:, p]
                + spreads["rest"] * rng.standard_normal(deals)
            )
    return values, orders


@pytest.mark.parametrize("players", [2, 3, 4])
def test_components_of_a_toy_game_are_found(players):
    spreads = {"skill": 2.0, "seat": 1.0, "deal": 3.0, "deal x seat": 2.5, "deal x skill": 1.5, "rest": 2.0}
    values, orders = crossed(2000, players, spreads)
    frames, variance = luck_tables({"score": values, "win_share": values / 100}, orders, [f"p{i}" for i in range(players)])
    inside = (players - 1) / players  # of what sums to 0 over the seats
    truth = {"skill": 4.0, "seat": 1.0, "seat x skill": 0.0, "deal": 9.0, "deal x seat": 6.25 * inside, "deal x skill": 2.25 * inside,
             "rest": 4.0}  # fmt: skip
    assert variance["score"] == pytest.approx(sum(truth.values()), rel=0.06)
    found = frames["shares"].filter(pl.col("outcome") == "score")
    assert found["component"].to_list() == list(COMPONENTS)
    if players == 2:  # not to be told apart
        truth["rest"] += truth.pop("deal x seat") + truth.pop("deal x skill")
    assert found.filter(pl.col("component").is_in(list(truth)))["estimate"].sum() == pytest.approx(1)
    for row in found.iter_rows(named=True):
        if row["component"] not in truth:
            assert np.isnan([row["estimate"], row["low"], row["high"]]).all()
            continue
        assert row["estimate"] * variance["score"] == pytest.approx(truth[row["component"]], rel=0.15, abs=0.15), row
        assert row["low"] - 0.005 <= row["estimate"] <= row["high"] + 0.005
    assert frames["players"].filter(pl.col("outcome") == "score")["estimate"].is_sorted()


def test_equal_players_have_no_skill_and_pure_luck_of_the_seat_is_found_as_such():
    spreads = dict.fromkeys(("skill", "seat", "deal", "deal x skill", "rest"), 0.0) | {"deal x seat": 5.0}
    values, orders = crossed(300, 3, spreads)
    won = (values == values.max(axis=2, keepdims=True)).astype(float)
    frames, _ = luck_tables({"score": values, "win_share": won}, orders, ["a", "b", "c"])
    for outcome in ("score", "win_share"):
        found = dict(frames["shares"].filter(pl.col("outcome") == outcome).select("component", "estimate").rows())
        assert found["deal x seat"] == pytest.approx(1, abs=0.02) and found["deal x skill"] == pytest.approx(0, abs=1e-9)
        assert found["skill"] + found["seat"] < 0.02


def test_the_interval_of_the_rest_holds_where_chance_alone_makes_the_other_components():
    """What chance shows of components that are 0 is not taken from the rest: its interval holds as often as it says."""
    spreads = dict.fromkeys(("skill", "seat", "deal x seat", "deal x skill"), 0.0) | {"deal": 1.0, "rest": 10.0}
    true, held = 100 / 101, 0
    for seed in range(60):
        values, orders = crossed(200, 3, spreads, seed)
        frames, _ = luck_tables({"score": values, "win_share": values}, orders, ["a", "b", "c"])
        row = frames["shares"].row(by_predicate=(pl.col("outcome") == "score") & (pl.col("component") == "rest"), named=True)
        held += row["low"] <= true <= row["high"]
    assert held >= 51


def test_equal_outcomes_have_no_components():
    """All outcomes are one, but for rounding: nothing varies, so nothing has a share of it."""
    values, orders = crossed(300, 3, dict.fromkeys(("skill", "seat", "deal", "deal x seat", "deal x skill", "rest"), 0.0))
    frames, variance = luck_tables({"score": values + 0.1, "win_share": values / 300}, orders, ["a", "b", "c"])
    assert variance == {"score": 0, "win_share": 0}
    assert frames["shares"]["low"].is_nan().all() and frames["shares"]["high"].is_nan().all()


def test_what_is_played_is_every_order_of_the_players(tmp_path):
    study = luck(["greedy", "random", "greedy[without=scan]"], games=24, seed=5, out=tmp_path, stream=io.StringIO())
    assert study.facts["deals"] == 4 and study.facts["orders"] == 6
    with np.load(next((tmp_path / "parts").glob("*.npz"))) as stored:
        scores = stored["score"]
    policies = [get(name) for name in ("greedy", "random", "greedy[without=scan]")]
    for o, order in enumerate(permutations(range(3))):
        batch = play_games(RULES, players=3, seed=5, first=2, count=1, policies=policies, assign=np.array([order], np.uint8))
        assert batch.seats["score"].tolist() == scores[2, o].tolist()
    means = dict(study.frames["players"].filter(pl.col("outcome") == "win_share").select("policy", "estimate").rows())
    assert means["random"] < means["greedy"] and sum(means.values()) == pytest.approx(1)
    for names, games, words in ((["greedy"], 20, "two to four"), (["greedy", "random"], 3, "at least 4, two deals in all 2")):
        with pytest.raises(StudyError, match=words):
            luck(names, games=games)


# ---------------------------------------------------------------------------------------------------------------- fix
def solve(effects, sizes, most, within, value=0.0, start=10.0, twist=None):
    """The search on a toy metric: start + the effects of the chosen steps (+ a twist for some sets)."""
    played = {}

    def distance(chosen):
        if chosen not in played:
            total = start + sum(effects[i][step] for i, step in chosen) + (twist or {}).get(chosen, 0)
            played[chosen] = np.array([total])
        return abs(played[chosen][0] - value)

    return search(sizes, most, within, distance, played, value), played


def test_the_cheapest_fix_of_a_toy_is_found():
    effects = [[-2, -4], [-5, -9.8], [-9.9, -20]]
    sizes = [2, 2, 2]
    assert solve(effects, sizes, 2, 0.5)[0] == ((2, 0),)  # one step does, two of another do as well
    assert solve(effects, sizes, 2, 10)[0] == ()
    without = [[-2, -4], [-5, -7]]
    found, played = solve(without, [2, 2], 2, 1.2)
    assert found == ((0, 1), (1, 0)) or found == ((0, 0), (1, 1))  # both three steps, and both within
    assert sum(len(chosen) == 2 for chosen in played) == 1  # the guess was right, so nothing else was played
    # Changes that do not add up: the guess is wrong, the next one is played.
    found, played = solve(without, [2, 2], 2, 1.2, twist={((0, 1), (1, 0)): 5, ((0, 0), (1, 1)): 5})
    assert found == ((0, 1), (1, 1)) and len(played) > 6
    assert solve([[-1], [-2], [-3]], [1, 1, 1], 3, 4)[0] == ((0, 0), (1, 0), (2, 0))
    assert solve([[-1], [-2]], [1, 1], 2, 0.5)[0] == ((0, 0), (1, 0))  # none reaches it: the nearest


def test_overlays_are_laid_over_one_another():
    under = {"name": "x", "setup": {"rounds": 4}}
    assert merged(under, [{"setup": {"a": 1}}, {"setup": {"a": 2}}]) == {"name": "x", "setup": {"rounds": 4, "a": 2}}
    assert merged(None, []) is None and under == {"name": "x", "setup": {"rounds": 4}}


def test_a_fix_is_searched_on_one_seed_and_told_from_another(tmp_path):
    changes = ["setup.start_vp=[4,5,6,7],[9,10,11,12]"]
    options = {"target": 160, "within": 5, "players": 2, "games": 20, "confirm_games": 30, "seed": 4, "stream": io.StringIO()}
    tried = []
    study = cheapest_fix("score", changes, most=1, out=tmp_path, looked=lambda *one: tried.append(one), **options)
    assert [text for text, _ in tried] == study.frames["candidates"]["changes"].to_list() and tried[0][0] == "as it is"
    assert study.frames["fresh"]["n"].to_list() == [30, 30] and study.facts["confirm_seed"] == 5
    before, after = study.frames["fresh"]["estimate"].to_list()
    assert study.frames["gain"]["estimate"].item() == pytest.approx(after - before)
    folders = {file.parent.parent.name for file in tmp_path.glob("*/*/run.json")}
    assert folders == {"seed-4", "seed-5"}
    again = cheapest_fix("score", changes, most=1, out=tmp_path, **options)
    assert again.facts == study.facts and again.frames["fresh"].equals(study.frames["fresh"])


@pytest.mark.parametrize("metric, changes, options, words", [
    ("seats", ["setup.hand_limit_on_pass=5"], {"target": 3}, "that of seats is equal win shares"),
    ("score", ["setup.hand_limit_on_pass=5"], {}, "expected what score should be"),
    ("score", [], {"target": 3}, "at least one"),
    ("score", ["setup.hand_limit_on_pass=5"] * 2, {"target": 3}, "each of another key"),
    ("score", ["setup.hand_limit_on_pass=4"], {"target": 3}, "4 is what the game has"),
    ("score", ["setup.hand_limit_on_pass=5"], {"target": 3, "most": 2}, "most 2: expected 1 to 1"),
    ("score", ["setup.hand_limit_on_pass=5"], {"target": 3, "within": 0}, "within 0"),
    ("score", ["setup.hand_limit_on_pass=5"], {"target": 3, "confirm_seed": 1}, "confirm seed 1"),
    ("score", ["hand"], {"target": 3}, "expected ADDRESS=VALUE"),
])  # fmt: skip
def test_what_cannot_be_fixed(metric, changes, options, words, tmp_path):
    with pytest.raises(StudyError, match=words):
        cheapest_fix(metric, changes, **({"within": 1, "most": 1, "out": tmp_path / "x"} | options))
    assert not (tmp_path / "x").exists()
